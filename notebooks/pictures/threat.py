"""The plot that grows by one curve a lesson, from 02 to 08: who blocks the threat of lesson 02, by the number of playouts."""

import numpy as np

from c4lib.plots.canvas import EXPLOITATION, EXPLORATION, HIGHLIGHT, MUTED, TEXT
from mctslab.arena import score_interval
from mctslab.experiments import stored
from pictures import SMALL, titled_axes

SEARCHES = 1_000  # at each point
CHANCE = 1 / 7  # of seven columns
LOOKS = {  # by the kind of search
    "flat Monte Carlo": ("o", "-", HIGHLIGHT),
    "a bandit": ("s", "--", EXPLORATION),
    "one level of replies": ("^", ":", EXPLOITATION),
    "the tree": ("o", "-", EXPLOITATION),
    "the tree, sensible playouts": ("D", "-", "#009E73"),
    "the tree, one viewpoint": ("v", "--", MUTED),
}


def blocks_of(kind):
    """The playouts, and how many of 1,000 searches of this kind block after so many."""
    table = stored("threat_blocks").query("kind == @kind")
    return table.groupby("playouts")["blocks"].sum()


def plot_threat(kinds, title, yours=None):
    """The curves of these kinds with Wilson's 95% intervals, the last one thick; `yours` has (wins, searches) by playouts."""
    ax = titled_axes(title, 11, 5.4)
    for kind in kinds:
        blocks = blocks_of(kind)
        counts = {playouts: (count, SEARCHES) for playouts, count in blocks.items()}
        _curve(ax, kind, counts, LOOKS[kind], newest=kind == kinds[-1] and not yours)
    if yours:
        _curve(ax, "your search", yours, ("*", "-", TEXT), newest=True)
    ax.axhline(CHANCE, color=MUTED, linestyle=":", linewidth=2, zorder=1)
    ax.text(1_250, CHANCE + 0.02, "any column, at random", fontsize=SMALL, color=MUTED, ha="right")
    budgets = blocks.index
    ax.set(xscale="log", ylim=(-0.03, 1.06), xlim=(18, 1_300))
    ax.set_xticks(budgets, [f"{budget:,}" for budget in budgets])
    ax.minorticks_off()
    ax.set_xlabel("playouts", fontsize=SMALL)
    ax.set_ylabel("share that blocks", fontsize=SMALL)
    ax.legend(fontsize=SMALL, frameon=False, loc="upper left", bbox_to_anchor=(1, 1))


def _curve(ax, name, counts, look, newest):
    marker, line, colour = look
    low, high = np.transpose([score_interval(count, searches) for count, searches in counts.values()])
    share = np.array([count / searches for count, searches in counts.values()])
    style = {"marker": marker, "linestyle": line, "color": colour, "linewidth": 4 if newest else 2}
    errors = np.maximum([share - low, high - share], 0)
    ax.errorbar([*counts], share, errors, capsize=4, markersize=10 if newest else 7, label=name, **style)
