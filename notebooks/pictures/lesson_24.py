"""The pictures of lesson 24, and the playouts behind the first of them."""

import numpy as np
from matplotlib import pyplot as plt

from c4lib import SearchNode, SearchSettings, simulate
from c4lib.plots.board import plot_board, plot_hex
from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, TEXT
from mctslab.arena import score_interval
from pictures import BIG, SMALL


def first_move_errors(board, playouts, sizes, seed=1):
    """How far two estimates of the first moves are off, for samples of these sizes, cut out of so many random playouts.

    Returns:
        Two arrays, one number for each size: the root of the mean squared distance from the truth, for the share of wins
        after each first move, and for AMAF's. The truth is the share of wins after each first move in all playouts. A
        move without a playout is worth one half.
    """
    rng, moves = np.random.default_rng(seed), {move: place for place, move in enumerate(board.legal_moves())}
    first, ever = np.zeros((2, playouts, len(moves)), dtype=bool)
    won = np.zeros(playouts)
    for row in range(playouts):
        playout = simulate(SearchNode(board), SearchSettings(), rng)
        won[row] = playout.winner == board.to_move
        first[row, moves[playout.moves[0]]] = True
        ever[row, [moves[move] for move in playout.moves[::2]]] = True
    truth = _shares(first, won)[0]
    errors = []
    for chosen in (first, ever):
        cut = [_shares(chosen, won, size) - truth for size in sizes]
        errors.append(np.array([np.sqrt(np.mean(distance**2)) for distance in cut]))
    return errors


def _shares(chosen, won, size=None):
    """The share of wins of each move, a row for each sample of that size; one half where there is no playout."""
    size = size or len(won)
    samples = len(won) // size
    counted = chosen[: samples * size].reshape(samples, size, -1)
    visits = counted.sum(axis=1)
    wins = (counted * won[: samples * size].reshape(samples, size, 1)).sum(axis=1)
    return np.where(visits, wins / np.maximum(visits, 1), 0.5)


def plot_errors(errors, sizes, names):
    """For each position by its name: the errors of both estimates by the number of playouts."""
    fig, panels = plt.subplots(1, len(errors), figsize=(12, 5), sharey=True, layout="constrained")
    for ax, (plain, amaf), numbers, name in zip(panels, errors, sizes, names, strict=True):
        ax.plot(numbers, plain, "o-", color=EXPLOITATION, linewidth=3, markersize=8, label="first moves only")
        ax.plot(numbers, amaf, "s--", color=HIGHLIGHT, linewidth=3, markersize=8, label="all moves as first")
        ax.set(xscale="log", ylim=(0, 0.37))
        ax.set_xticks(numbers, [f"{number:,}" for number in numbers])
        ax.minorticks_off()
        ax.set_title(name, fontsize=16, color=TEXT)
        ax.set_xlabel("playouts", fontsize=SMALL)
        ax.tick_params(labelsize=SMALL)
        ax.spines[["top", "right"]].set_visible(False)
    panels[0].set_ylabel("error of a move's value", fontsize=SMALL)
    panels[-1].legend(fontsize=SMALL, frameon=False)
    fig.suptitle("AMAF is quick, but where the order matters it stays wrong", fontsize=BIG, color=TEXT)


def plot_two_visits(searches, title):
    """Two Hex searches by their names, side by side: the visits of each cell."""
    fig, panels = plt.subplots(1, 2, figsize=(12.5, 5), layout="constrained")
    for ax, (name, search) in zip(panels, searches.items(), strict=True):
        plot_hex(search.root.game, search.visits, ax=ax)
        ax.set_title(name, fontsize=16, color=TEXT)
    fig.suptitle(title, fontsize=BIG + 4, color=TEXT)


def plot_policy(board, shares, title):
    """A Connect Four board, above each column the policy's share."""
    _, ax = plt.subplots(figsize=(7, 6.2), layout="constrained")
    plot_board(board, shares, ax=ax, title=title)


def plot_matches(matches):
    """The scores against UCB1 with their intervals, from the top: `matches` has the results of the games by name."""
    fig, ax = plt.subplots(figsize=(12, 3.4), layout="constrained")
    for place, results in enumerate(matches.values()):
        low, high = score_interval(sum(results), len(results))
        colour = HIGHLIGHT if not low <= 0.5 <= high else EXPLOITATION
        ax.plot([low, high], [place, place], color=colour, linewidth=6, solid_capstyle="butt")
        ax.plot(np.mean(results), place, "o", color=colour, markersize=12)
        ax.text(1.01, place, f"{low:.2f} to {high:.2f}", fontsize=SMALL, va="center", color=TEXT)
    ax.axvline(0.5, color=TEXT, linestyle=":", linewidth=2)
    ax.set_yticks(range(len(matches)), list(matches))
    ax.set_xlim(0, 1)
    ax.margins(y=0.2)
    ax.invert_yaxis()
    ax.tick_params(labelsize=SMALL)
    ax.spines[["top", "right"]].set_visible(False)
    games = len(results)
    ax.set_xlabel(f"score against UCB1 in {games} games, with 95 % interval", fontsize=SMALL)
    fig.suptitle("Without the policy, no gain is shown", fontsize=BIG, color=TEXT)
