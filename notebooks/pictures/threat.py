"""The plot that grows by one curve a lesson, from 02 to 08: who blocks the threat of lesson 02, by the number of playouts."""

from c4lib.plots.canvas import HIGHLIGHT, MUTED
from mctslab.experiments import stored
from pictures import SMALL, add_legend, draw_curve, log_ticks, share_of, titled_axes

SEARCHES = 1_000  # at each point
CHANCE = 1 / 7  # of seven columns
LOOKS = {  # by the kind of search: its mark and its line
    "flat Monte Carlo": ("o", "-"),
    "a bandit": ("s", "--"),
    "one level of replies": ("^", "-"),
    "the tree": ("P", "--"),
    "the tree, sensible playouts": ("D", "-"),
    "the tree, one viewpoint": ("v", "-."),
}
GREY = "#8A8A8A"
OLD = {"linewidth": 2, "markersize": 7, "capsize": 4, "zorder": 3}  # in sight also where it lies on the new one
NEW = {"linewidth": 5, "markersize": 12, "capsize": 4}  # the curve that the lesson adds


def blocks_of(kind):
    """The playouts, and how many of 1,000 searches of this kind block after so many."""
    table = stored("threat_blocks").query("kind == @kind")
    return table.groupby("playouts")["blocks"].sum()


def plot_threat(kinds, title, yours=()):
    """The curves of these kinds with Wilson's 95% intervals: the last one thick and in colour, the others grey.

    The last one is `yours`, if it is given: (wins, searches) by playouts. The legend names the others from top to bottom.
    """
    ax = titled_axes(title, 11, 5.4)
    for kind in sorted(kinds, key=lambda kind: blocks_of(kind).sum(), reverse=True):
        blocks = blocks_of(kind)
        points = [share_of(count, SEARCHES) for count in blocks]
        mark, line = LOOKS[kind]
        colour = GREY
        style = OLD
        if kind == kinds[-1] and not yours:
            colour = HIGHLIGHT
            style = NEW
        draw_curve(ax, blocks.index, points, colour, mark, line, label=kind, **style)
    if yours:
        points = [share_of(*counts) for counts in yours.values()]
        draw_curve(ax, yours, points, HIGHLIGHT, "*", "-", label="your search", **NEW)
    ax.axhline(CHANCE, color=MUTED, linestyle=":", linewidth=2, zorder=1)
    ax.text(1_250, CHANCE + 0.02, "any column, at random", fontsize=SMALL, color=MUTED, ha="right")
    log_ticks(ax, blocks.index)
    ax.set_xlim(18, 1_300)
    ax.set_ylim(-0.03, 1.06)
    ax.set_xlabel("playouts")
    ax.set_ylabel("share that blocks")
    add_legend(ax, "upper left", bbox_to_anchor=(1, 1))
