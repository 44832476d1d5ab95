"""The pictures of lesson 10: a won game, an iteration of the lecture's example, its labels, and the suspects side by side."""

import math

from c4lib import HexBoard, TreeSearch
from c4lib.plots.board import plot_hex
from c4lib.plots.canvas import EXPLOITATION, Drawing
from c4lib.plots.tree import draw_fixed_tree
from c4lib.study.replay import replay
from mctslab.lecture import labels
from pictures import name_rows, steady_figure, titled_figure

ROWS = 3  # below the root: the longest path of the example
ABOVE_HALF = {"color": "#D55E00"}
BELOW_HALF = {"color": EXPLOITATION, "hatch": "//"}
WON = HexBoard.from_moves("b1 a1 b2 c3 a3")


def draw_hex(game):
    """Draw a game that Black has won, and beside it a position with White to move."""
    figure = steady_figure("Black joins top and bottom, White left and right", 4.6)
    for left, shown, title in ((0.02, WON, "Black has won"), (0.52, game, "White to move")):
        ax = figure.add_axes((left, 0.02, 0.46, 0.76))
        plot_hex(shown, ax=ax)
        ax.set_title(title, fontsize=17)


def draw_iteration(search, done, title):
    """Draw the tree after an iteration, its path marked, and at the right the position where the playout started.

    Every move has its column, every depth its row. Shown are the root's children and those of every node on the path.
    """
    node = done.expansion.node
    figure = steady_figure(title, 5.9)
    left = figure.add_axes((0, 0, 0.62, 0.89))
    draw_fixed_tree(Drawing(left), node.path, node.path, rows=ROWS)
    right = figure.add_axes((0.63, 0.26, 0.36, 0.44))
    plot_hex(node.game, ax=right)
    winner = search.game.side_name(done.simulation.winner)
    right.set_title(f"After {', '.join(node.moves)}:\n{winner} won the playout", fontsize=16)


def labels_after_four(example):
    """(wins, visits) of the visited nodes after the lecture's iterations, by the moves to them, of each variant."""
    after = {}
    for name, variant in example.variants.items():
        search = TreeSearch(example.game, variant.settings)
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


# ---------------------------------------------------------------- the lecturer's program

# Of 60 searches (seeds 0 to 59, 560 playouts, T = 1, c = √2) so many block the threat: with the opponent's bonus added, and taken off.
BLOCKS_OF_60 = 1, 60
# The same of 20 searches with the program's own T = 5 and c = 0.5.
BLOCKS_OF_20 = 17, 20


def ratio_of(c, sign):
    """The value of a child: its mean and a bonus, which where the opponent moves (parity 1) is added, or taken off (sign -1).

    >>> one_win = ratio_of(1, -1)
    >>> one_win(1, 1, 1, 0) == one_win(1, 1, 1, 1) == 1  # ln 1 is 0
    True
    """

    def ratio(w, v, n, parity):
        bonus = c * math.sqrt(math.log(n) / v)
        if parity:
            bonus *= sign
        return w / v + bonus

    return ratio


fair_ratio = ratio_of(0.5, -1)
