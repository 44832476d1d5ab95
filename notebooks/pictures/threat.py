"""The plot that grows by one curve a lesson, from 02 to 08: who blocks the threat of lesson 02, by the number of playouts."""

from c4lib.plots.canvas import EXPLOITATION, EXPLORATION, HIGHLIGHT, MUTED, TEXT
from mctslab.experiments import stored
from pictures import SMALL, add_legend, draw_curve, log_ticks, share_of, titled_axes

SEARCHES = 1_000  # at each point
CHANCE = 1 / 7  # of seven columns
LOOKS = {  # by the kind of search
    "flat Monte Carlo": (HIGHLIGHT, "o", "-"),
    "a bandit": (EXPLORATION, "s", "--"),
    "one level of replies": (EXPLOITATION, "^", ":"),
    "the tree": (EXPLOITATION, "o", "-"),
    "the tree, sensible playouts": ("#009E73", "D", "-"),
    "the tree, one viewpoint": (MUTED, "v", "--"),
}
OLD = {"linewidth": 2, "markersize": 7, "capsize": 4}
NEW = {"linewidth": 4, "markersize": 10, "capsize": 4}  # the curve that the lesson adds


def blocks_of(kind):
    """The playouts, and how many of 1,000 searches of this kind block after so many."""
    table = stored("threat_blocks").query("kind == @kind")
    return table.groupby("playouts")["blocks"].sum()


def plot_threat(kinds, title, yours=()):
    """The curves of these kinds with Wilson's 95% intervals, the last one thick; `yours` has (wins, searches) by playouts."""
    ax = titled_axes(title, 11, 5.4)
    for kind in kinds:
        blocks = blocks_of(kind)
        points = [share_of(count, SEARCHES) for count in blocks]
        style = OLD
        if kind == kinds[-1] and not yours:
            style = NEW
        draw_curve(ax, blocks.index, points, *LOOKS[kind], label=kind, **style)
    if yours:
        points = [share_of(*counts) for counts in yours.values()]
        draw_curve(ax, yours, points, TEXT, "*", "-", label="your search", **NEW)
    ax.axhline(CHANCE, color=MUTED, linestyle=":", linewidth=2, zorder=1)
    ax.text(1_250, CHANCE + 0.02, "any column, at random", fontsize=SMALL, color=MUTED, ha="right")
    log_ticks(ax, blocks.index)
    ax.set_xlim(18, 1_300)
    ax.set_ylim(-0.03, 1.06)
    ax.set_xlabel("playouts")
    ax.set_ylabel("share that blocks")
    add_legend(ax, "upper left", bbox_to_anchor=(1, 1))
