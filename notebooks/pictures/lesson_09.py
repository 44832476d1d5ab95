"""The pictures of lesson 09: beliefs about a rate, and how many nodes have outgrown their T."""

import numpy as np

from pictures import titled_figure

LOOKS = {1: ("#0072B2", "-"), 5: ("#E69F00", "--"), 20: ("#666666", "-.")}  # of a T


def plot_beliefs(records, priors):
    """The density of Beta(w + T, n - w + T) over the rate: a panel for each record (w, n), a line for each T."""
    title = "A large T needs many playouts to change its mind"
    panels = titled_figure(title, 11, 4.2, len(records), colour="black", sharey=True, size=19)
    for ax, (w, n) in zip(panels, records):
        for T in priors:
            wins = w + T
            visits = n + 2 * T
            _draw_belief(ax, wins, visits, T)
        ax.set_title(f"after {w} wins in {n}" if n else "before any playout", fontsize=16)
        ax.set_xlabel("rate of the move")
        ax.tick_params(labelsize=13)
        ax.set_yticks([])
        ax.legend(fontsize=13, loc="upper left")
        ax.spines["left"].set_visible(False)
    panels[0].set_ylabel("density")
    panels[0].set_ylim(0, 8.5)


def _draw_belief(ax, wins, visits, T):
    """What is believed after these wins and visits, those that T adds among them."""
    rates = np.linspace(0.001, 0.999, 500)
    losses = visits - wins
    density = rates ** (wins - 1) * (1 - rates) ** (losses - 1)
    density /= density.mean()
    mean = wins / visits
    colour, line = LOOKS[T]
    label = f"T = {T}: mean {mean:.2f}"
    ax.plot(rates, density, line, color=colour, linewidth=3, label=label)


def percent_grown_up(search, T):
    """The percentage of the nodes of a tree that have had at least as many playouts as they had visits to start with."""
    at_start = 2 * T
    count = sum(1 for _ in _with_visits(search.root, 2 * at_start))
    return 100 * count / search.node_count


def _with_visits(node, least):
    """The node and all nodes below it that have at least so many visits."""
    yield node
    for child in node.children:
        if child.visits >= least:
            yield from _with_visits(child, least)
