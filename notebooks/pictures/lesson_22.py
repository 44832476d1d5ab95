"""The pictures of lesson 22: the museum of faults, and what was drawn in playouts."""

import textwrap

import matplotlib.pyplot as plt
import numpy as np

from c4lib import plot_board
from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, TEXT
from mctslab.arena import difference
from mctslab.experiments.faults import COMPARED_WITH, RIGHT

BIG, SMALL = 19, 14  # points
RANDOM = [1 / 2, 1 / 2, 1 / 7, 1 / 7, 1 / 7]  # what a player who moves at random reaches in the five tests
NOTICED = "#F5C77E"


def plot_positions(positions):
    """Two boards, each with its title."""
    fig, axes = plt.subplots(1, len(positions), figsize=(10, 4.4), layout="constrained")
    for (title, board), ax in zip(positions.items(), axes, strict=True):
        plot_board(board, ax=ax)
        ax.set_title(title, fontsize=SMALL + 2)
    fig.suptitle("Two positions with one right move each", fontsize=BIG, color=TEXT)


def noticed(table, faults):
    """Whether a fault differs from the correct search beside it, by fault and test.

    Welch's test at 5 %, divided by the number of comparisons (Bonferroni).
    """
    results = {(row.fault, row.test): np.repeat([1, 0.5, 0], row[["wins", "draws", "losses"]].astype(int))
               for _, row in table.iterrows()}  # fmt: skip
    tests = list(dict.fromkeys(table["test"]))
    level = 0.05 / (len(faults) * len(tests))
    return {
        (fault, test): difference(results[fault, test], results[COMPARED_WITH[fault], test]).p < level
        for fault in faults
        for test in tests
    }


def plot_museum(table, faults):
    """A row for each search: what it reaches in the tests of behaviour, marked where a fault differs from the correct one."""
    tests, marked = list(dict.fromkeys(table["test"])), noticed(table, faults)
    counts = table.set_index(["fault", "test"])
    points = (counts["wins"] + counts["draws"] / 2) / (counts["wins"] + counts["draws"] + counts["losses"])
    rows = {"(moves at random)": RANDOM}
    names = dict.fromkeys(name for fault in faults for name in (COMPARED_WITH[fault], fault))
    rows |= {name: [points[name, test] for test in tests] for name in names}
    fig, ax = plt.subplots(figsize=(11, 0.42 * len(rows) + 1.7), layout="constrained")
    for place, (fault, shares) in enumerate(rows.items()):
        for column, share in enumerate(shares):
            stands_out = marked.get((fault, tests[column]))
            if stands_out:
                ax.add_patch(plt.Rectangle((column - 0.5, place - 0.5), 1, 1, color=NOTICED))
            weight = "bold" if stands_out else "normal"
            ax.text(column, place, f"{share:.0%}", ha="center", va="center", fontsize=SMALL, weight=weight)
    for place in (place for place, name in enumerate(rows) if name in RIGHT):
        ax.axhline(place - 0.5, color=MUTED, linewidth=1)
        ax.axhline(place + 0.5, color=MUTED, linewidth=1)
    ax.set(xlim=(-0.5, len(tests) - 0.5), ylim=(len(rows) - 0.5, -0.5))
    ax.set_xticks(range(len(tests)), [textwrap.fill(test, 13) for test in tests], fontsize=SMALL)
    ax.set_yticks(range(len(rows)), list(rows), fontsize=SMALL)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    passed = sum(not any(marked[fault, test] for test in tests) for fault in faults)
    fig.suptitle(f"{passed} of {len(faults)} faults pass all {len(tests)} tests", fontsize=BIG, color=TEXT)


def plot_drawn(counts):
    """How often each column was drawn, a panel for each search; the dashed line is what equal chances would give."""
    fig, axes = plt.subplots(1, len(counts), figsize=(11, 3.9), sharey=True, layout="constrained")
    for (name, drawn), ax in zip(counts.items(), axes, strict=True):
        ax.bar(range(7), drawn, color=EXPLOITATION)
        ax.axhline(sum(drawn) / 7, color=HIGHLIGHT, linestyle="--", linewidth=2.5, label="equal chances")
        ax.set_title(textwrap.fill(name, 13), fontsize=SMALL + 2)
        ax.set_xlabel("column", fontsize=SMALL)
        ax.set_xticks(range(7))
        ax.tick_params(labelsize=SMALL)
        ax.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("times drawn", fontsize=SMALL)
    axes[0].legend(fontsize=SMALL, frameon=False, loc="upper left")
    fig.suptitle("Counts show which playouts are not random", fontsize=BIG, color=TEXT)
