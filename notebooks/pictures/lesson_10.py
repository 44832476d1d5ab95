"""The pictures of lesson 10: one iteration of the lecture's example, its labels, and the suspects side by side."""

from c4lib import TreeSearch
from c4lib.plots.board import plot_hex
from c4lib.plots.canvas import EXPLOITATION
from c4lib.plots.tree import draw_fixed_tree
from c4lib.study.replay import replay
from mctslab.lecture import labels
from pictures import name_rows, steady_figure, titled_figure

ROWS = 3  # below the root: the longest path of the example
ABOVE_HALF = {"color": "#D55E00"}
BELOW_HALF = {"color": EXPLOITATION, "hatch": "//"}


def draw_iteration(search, done, title):
    """Draw the tree after an iteration, its path marked, and at the right the position where the playout started.

    Every move has its column, every depth its row. Shown are the root's children and those of every node on the path.
    """
    node = done.expansion.node
    figure = steady_figure(title, 5.9)
    left = figure.add_axes((0, 0, 0.62, 0.89))
    draw_fixed_tree(left, node.path, node.path, rows=ROWS)
    right = figure.add_axes((0.63, 0.26, 0.36, 0.44))
    plot_hex(node.game, ax=right)
    winner = search.game.side_name(done.simulation.winner)
    right.set_title(f"After {', '.join(node.moves)}:\n{winner} won the playout", fontsize=16)


def labels_after_four(example):
    """(wins, visits) of the visited nodes after the lecture's iterations, by the moves to them, of each variant."""
    after = {}
    for name, variant in example.variants.items():
        search = TreeSearch(example.position, variant.settings)
        for iteration in example.iterations:
            replay(search, *iteration)
        after[name] = labels(search)
    return after


def side_by_side(after):
    """The labels of the variants as a table: a row for each node."""
    rows = [["", *after]]
    variants = list(after.values())
    for moves in variants[0]:
        row = [moves or "root"]
        for labels_of in variants:
            wins, visits = labels_of[moves]
            row.append(f"{wins:g}/{visits:g}")
        rows.append(row)
    return "\n".join(map(_line, rows))


def _line(row):
    line = f"{row[0]:9}"
    for word in row[1:]:
        line += f" {word:>7}"
    return line


def draw_line_up(rates, title):
    """Draw White's win rate for each of the `rates`, (mean, error) by name, as a bar from 0, the truth."""
    ax = titled_figure(title, 10.2, 4.2, colour="black")
    for place, (mean, error) in enumerate(rates.values()):
        look = ABOVE_HALF if mean > 0.5 else BELOW_HALF
        ax.barh(place, mean, xerr=error, height=0.6, **look)
        end = mean + error
        ax.text(end + 0.015, place, f"{mean:.3f}", va="center", fontsize=15)
    ax.axvline(0.5, color="#666666", linestyle="--", linewidth=2)
    name_rows(ax, rates, 15)
    ax.set_xlim(0, 1.12)
    ax.set_xticks([0, 0.5, 1], ["0: the truth", "one half", "1"])
    ax.set_xlabel("White's win rate after 1,000 iterations, mean with its 95% interval")
