"""Lesson 13: the heat map of a sweep, to bet on."""

import numpy as np

from c4lib.text import exploration_constant
from handouts.page import SIZE, page, write
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
    results = np.reshape([match.results for match in sweep.matches.values()], (len(c), len(playouts), -1))
    games = results.shape[-1]
    figure = page("Bet on a cell (lesson 13)", [text.format(games=games) for text in TASK])
    ax = figure.add_axes((0.1, 0.2, 0.85, 0.6))
    ax.imshow(results.mean(axis=-1), cmap="Greys", vmin=0, vmax=2, origin="lower", aspect="auto")
    for (row, column), points in np.ndenumerate(results.sum(axis=-1)):
        low, high = score_interval(points, games)
        words = f"{points / games:.0%}\n{100 * low:.0f} to {high:.0%}"
        ax.text(column, row, words, size=SIZE, ha="center", va="center", linespacing=1.2)
    ax.set_xticks(range(len(playouts)), [f"{n:,}" for n in playouts], size=SIZE)
    ax.set_yticks(range(len(c)), [exploration_constant(value, "g") for value in c], size=SIZE)
    ax.set_xlabel("playouts", size=SIZE)
    ax.set_ylabel("c", size=SIZE, rotation=0)
    write(figure, 0.1, 0.1, "c = _______ with _______ playouts will score _______ %.    In new games it scored _______ %.")
    yield figure
