"""Lesson 13: the heat map of a sweep, to bet on."""

import numpy as np

from c4lib.text import exploration_constant
from editions.handouts.page import SIZE, page, write
from mctslab.arena import score_interval
from mctslab.experiments import stored
from mctslab.experiments.tuning import as_sweep

TASK = (
    """Each cell is a match of {games} games against c = √2 with 200 playouts: the score, and its 95% interval. The playouts grow to the
    right, and c upwards.""",
    "Which cell would you choose, and what will it score if it is played again? Write both down before the new games.",
)


def heat_map():
    """The map, and fields for a bet."""
    sweep = as_sweep(stored("tuning_sweep"))
    c, playouts = sweep.grid.values()
    results = np.array([match.results for match in sweep.matches.values()])
    games = results.shape[-1]
    points = results.sum(axis=-1).reshape(len(c), len(playouts))
    figure = page("Bet on a cell (lesson 13)", TASK, games=games)
    ax = figure.add_axes((0.1, 0.2, 0.85, 0.6))
    scores = points / games
    ax.imshow(scores, cmap="Greys", vmin=0, vmax=2, origin="lower", aspect="auto")
    for (row, column), score in np.ndenumerate(scores):
        low, high = score_interval(points[row, column], games)
        words = f"{score:.0%}\n{100 * low:.0f} to {high:.0%}"
        ax.text(column, row, words, size=SIZE, ha="center", va="center", linespacing=1.2)
    columns = [f"{n:,}" for n in playouts]
    rows = [exploration_constant(value, "g") for value in c]
    ax.set_xticks(range(len(columns)), columns, size=SIZE)
    ax.set_yticks(range(len(rows)), rows, size=SIZE)
    ax.set_xlabel("playouts", size=SIZE)
    ax.set_ylabel("c", size=SIZE, rotation=0)
    write(figure, 0.1, 0.1, "c = _______ with _______ playouts will score _______ %.    In new games it scored _______ %.")
    yield figure
