"""The pictures of lesson 21, a tree in arrays, and the tables of the benchmarks."""

import gc
import re
import time
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import Markdown

from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, TEXT

BIG, SMALL = 19, 14  # points
TITLES = (
    "The playout takes the largest share",
    "Bits in plain Python gain next to nothing",
    "The playout shrinks, the rest stays",
)
COLOURS = {"select": HIGHLIGHT, "expand": "#E69F00", "simulate": EXPLOITATION, "backpropagate": MUTED}


def plot_phases(spent):
    """A bar for each search, of its microseconds per playout, divided into phases."""
    title = TITLES[len(spent) - 1]
    fig, ax = plt.subplots(figsize=(11, 0.8 * len(spent) + 2.2), layout="constrained")
    ends = np.zeros(len(spent))
    for phase, colour in COLOURS.items():
        parts = np.array([each[phase] for each in spent.values()])
        ax.barh(list(spent), parts, left=ends, color=colour, edgecolor="white", label=phase)
        ends += parts
    for row, each in enumerate(spent.values()):
        share = each["simulate"] / sum(each.values())
        ax.text(ends[row], row, f"  {ends[row]:.0f}, playout {share:.0%}", va="center", fontsize=SMALL)
    ax.set_xlim(0, 1.35 * ends.max())
    ax.invert_yaxis()
    ax.tick_params(labelsize=SMALL)
    ax.set_xlabel("microseconds per playout", fontsize=SMALL)
    ax.spines[["top", "right"]].set_visible(False)
    fig.legend(fontsize=SMALL, frameon=False, loc="outside lower center", ncols=4)
    fig.suptitle(title, fontsize=BIG, color=TEXT)


def plot_ladder(costs):
    """A bar for each rung: how many times as fast it is as the first one."""
    fig, ax = plt.subplots(figsize=(11, 0.7 * len(costs) + 1.4), layout="constrained")
    first, *_ = costs.values()
    times = [first / cost for cost in costs.values()]
    ax.barh(list(costs), times, color=EXPLOITATION)
    for row, (factor, cost) in enumerate(zip(times, costs.values(), strict=True)):
        ax.text(max(factor, 1), row, f"  {factor:.3g} x, {1 / cost:,.0f} playouts/s", va="center", fontsize=SMALL)
    ax.set(xscale="log", xlim=(1, 30 * max(times)))  # from 1, so that the length of a bar is what was gained
    ax.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1,000"])
    ax.invert_yaxis()
    ax.tick_params(labelsize=SMALL)
    ax.set_xlabel("times as fast as the readable search", fontsize=SMALL)
    ax.spines[["top", "right"]].set_visible(False)
    fig.suptitle("Compiling one phase gains little, compiling all four very much", fontsize=BIG, color=TEXT)


def as_arrays(root):
    """A tree as three arrays of one number for each node: wins, visits, and the place of its first child (-1: no children).

    The nodes stand in the order of their levels, so that the children of a node lie side by side.
    """
    nodes, first = [root], []
    for node in nodes:
        first.append(len(nodes) if node.children else -1)
        nodes += node.children
    wins, visits = (np.array([getattr(node, name) for node in nodes], float) for name in ("wins", "visits"))
    return wins, visits, np.array(first)


def microseconds(function, *arguments, times):
    """What one call costs, on average of so many: only the time in which this process was running counts."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    for _ in range(times):
        function(*arguments)
    spent = time.process_time() - start
    gc.enable()
    return 1e6 * spent / times


def bench_tables():
    """What `make bench` last stored; the notebook may also have been opened without the rest of the project."""
    path = Path(__file__).parents[2] / "benchmarks" / "README.md"
    if not path.exists():
        return Markdown("(The tables are in `benchmarks/README.md` of the project, which is not beside this notebook.)")
    return Markdown(path.read_text(encoding="utf-8").partition("<!-- tables -->")[2].strip())


def ratios_of_fast_search():
    """How many times as fast `FastSearch` is in the stored tables: for each other search a list, from the top; {} without tables."""
    ratios, others = {}, []
    for line in getattr(bench_tables(), "data", "").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if any(cell.startswith("to ") for cell in cells):
            others = [cell.removeprefix("to ") if cell.startswith("to ") else "" for cell in cells]
        elif "`FastSearch`" in cells:
            for other, cell in zip(others, cells, strict=True):
                if other and (ratio := re.fullmatch(r"([\d.]+) x", cell)):
                    ratios.setdefault(other, []).append(float(ratio[1]))
    return ratios
