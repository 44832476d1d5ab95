"""The pictures of lesson 09: one iteration of the lecture's example, and beliefs about a rate."""

import matplotlib.pyplot as plt
import numpy as np

from c4lib.plots.board import plot_hex
from c4lib.plots.tree import draw_fixed_tree

ROWS = 3  # below the root: the longest path of the example
COLOURS = {1: "#0072B2", 5: "#E69F00", 20: "#666666"}


TITLES = {
    0: (
        "b2 falls below the moves never tried",
        "c3 gets children at once, and loses",
        "the first win makes b3 the best",
        "Black is made to play c2 again",
    ),
    1: (
        "b2 has 1/3 now, the others 1/2",
        "c3 and a3 join b2 at 1/3",
        "b3 leads with 2/3",
        "b3 is back at one half",
    ),
}


def draw_iteration(search, done):
    """Draw the tree after an iteration, its path marked, and at the right the position where the playout started.

    Every move has its column, every depth its row. Shown are the root's children and those of every node on the path.
    """
    path = done.expansion.node.path
    figure = plt.figure(figsize=(10.2, 5.9))
    figure.add_artist(plt.Rectangle((0, 0), 1, 1, alpha=0))  # so that every picture is cut out at the same size
    title = f"Iteration {search.iterations}: {TITLES[search.settings.prior][search.iterations - 1]}"
    figure.suptitle(title, fontsize=20, weight="bold", y=0.97)
    draw_fixed_tree(figure.add_axes((0, 0, 0.62, 0.89)), path, path, rows=ROWS)
    right = plot_hex(path[-1].game, ax=figure.add_axes((0.63, 0.26, 0.36, 0.44)))
    winner = ("Black", "White")[done.simulation.winner - 1]
    right.set_title(f"After {', '.join(node.move for node in path[1:])}:\n{winner} won the playout", fontsize=16)


def plot_beliefs(records, priors):
    """The density of Beta(w + T, n - w + T) over the rate: a panel for each record (w, n), a line for each T."""
    rates = np.linspace(0.001, 0.999, 500)
    figure, panels = plt.subplots(1, len(records), figsize=(11, 4.2), sharey=True, layout="constrained")
    figure.suptitle("A large T needs many playouts to change its mind", fontsize=19, weight="bold")
    for ax, (w, n) in zip(panels, records, strict=True):
        for T, style in zip(priors, ("-", "--", "-."), strict=True):
            density = rates ** (w + T - 1) * (1 - rates) ** (n - w + T - 1)
            label = f"T = {T}: mean {(w + T) / (n + 2 * T):.2f}"
            ax.plot(rates, density / density.mean(), style, color=COLOURS[T], linewidth=3, label=label)
        ax.set_title(f"after {w} wins in {n}" if n else "before any playout", fontsize=16)
        ax.set_xlabel("rate of the move", fontsize=14)
        ax.tick_params(labelsize=13)
        ax.set_yticks([])
        ax.legend(fontsize=13, loc="upper left")
        ax.spines[["top", "right", "left"]].set_visible(False)
    panels[0].set_ylabel("density", fontsize=14)
    panels[0].set_ylim(0, 8.5)
