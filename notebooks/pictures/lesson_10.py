"""The pictures of lesson 10: one iteration of the lecture's example, its labels, and the suspects side by side."""

import matplotlib.pyplot as plt

from c4lib import TreeSearch
from c4lib.plots.board import plot_hex
from c4lib.plots.tree import draw_fixed_tree
from c4lib.study.replay import replay
from mctslab.lecture import labels

ROWS = 3  # below the root: the longest path of the example
SURE, UNSURE = "#D55E00", "#0072B2"  # above one half, and below it


def draw_iteration(search, done, title):
    """Draw the tree after an iteration, its path marked, and at the right the position where the playout started.

    Every move has its column, every depth its row. Shown are the root's children and those of every node on the path.
    """
    path = done.expansion.node.path
    figure = plt.figure(figsize=(10.2, 5.9))
    figure.add_artist(plt.Rectangle((0, 0), 1, 1, alpha=0))  # so that every picture is cut out at the same size
    figure.suptitle(title, fontsize=20, weight="bold", y=0.97)
    draw_fixed_tree(figure.add_axes((0, 0, 0.62, 0.89)), path, path, rows=ROWS)
    right = plot_hex(path[-1].game, ax=figure.add_axes((0.63, 0.26, 0.36, 0.44)))
    winner = search.game.side_name(done.simulation.winner)
    right.set_title(f"After {', '.join(node.move for node in path[1:])}:\n{winner} won the playout", fontsize=16)


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
    lines = [" ".join([" " * 9, *(f"{name:>7}" for name in after)])]
    for moves in next(iter(after.values())):
        counts = ["{:g}/{}".format(*after[name][moves]) for name in after]
        lines.append(" ".join([f"{moves or 'root':9}", *(f"{count:>7}" for count in counts)]))
    return "\n".join(lines)


def draw_line_up(rates, title):
    """Draw White's win rate for each of the `rates`, (mean, error) by name, as a bar from 0, the truth."""
    figure, ax = plt.subplots(figsize=(10.2, 4.2), layout="constrained")
    figure.suptitle(title, fontsize=20, weight="bold")
    for place, (mean, error) in enumerate(rates.values()):
        colour, hatch = (SURE, "") if mean > 0.5 else (UNSURE, "//")
        ax.barh(place, mean, xerr=error, color=colour, hatch=hatch, height=0.6)
        ax.text(mean + error + 0.015, place, f"{mean:.3f}", va="center", fontsize=15)
    ax.axvline(0.5, color="#666666", linestyle="--", linewidth=2)
    ax.set_yticks(range(len(rates)), list(rates), fontsize=15)
    ax.invert_yaxis()
    ax.set_xlim(0, 1.12)
    ax.set_xticks([0, 0.5, 1], ["0: the truth", "one half", "1"], fontsize=14)
    ax.set_xlabel("White's win rate after 1,000 iterations, mean with its 95% interval", fontsize=14)
    ax.spines[["top", "right"]].set_visible(False)
