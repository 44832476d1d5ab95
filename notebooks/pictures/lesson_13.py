"""The pictures of lesson 13 that no other lesson needs."""

import numpy as np
from matplotlib import pyplot as plt

from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, TEXT
from c4lib.text import exploration_constant
from mctslab.arena import elo_difference, mean_interval, score_interval
from mctslab.plots import plot_sweep
from pictures import BIG, SMALL, plain_axes

# Wins, draws and losses of play_match(mcts_player(1600, c=0.7), mcts_player(800, c=0.7), 2000, seed=(2, 8))
DOUBLED_AT_07 = 1249, 90, 661
# Points and games of play_match(mcts_player(100, c=0.7), mcts_player(130), 4000, seed=13)
AGAINST_130 = 1986.5, 4_000


def plot_map(sweep, title):
    """The heat map of a sweep over c and playouts, with √2 written as such."""
    ax = plot_sweep(sweep, title=title)
    ax.set_title(title, fontsize=BIG, color=TEXT, weight="bold")
    ax.set_ylabel("c", rotation=0)
    ax.set_yticks(ax.get_yticks(), [exploration_constant(c, "g") for c in sweep.grid["c"]])


def plot_shares(searches, title):
    """The share of the visits of each column, for searches by their c, on one scale."""
    fig, axes = plt.subplots(1, len(searches), figsize=(11, 4), sharey=True, layout="constrained")
    for ax, (c, search) in zip(axes, searches.items()):
        visits = np.array([*search.visits.values()])
        shares = visits / visits.sum()
        ax.bar([*search.visits], shares, color=[HIGHLIGHT if share == max(shares) else MUTED for share in shares])
        ax.set_title(f"c = {exploration_constant(c, 'g')}", fontsize=SMALL + 2, color=TEXT)
        ax.set_xticks([*search.visits])
        ax.set_xlabel("column", fontsize=SMALL)
        ax.tick_params(labelsize=SMALL)
        ax.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("share of the visits", fontsize=SMALL)
    fig.suptitle(title, fontsize=BIG, color=TEXT, weight="bold")


def plot_duels(results, title):
    """Scores with their 95% intervals; `results` by the playouts of both players."""
    fig, ax = plain_axes()
    _draw(ax, results, [(np.mean(games), *mean_interval(games)) for games in results.values()])
    ax.axhline(0.5, color=TEXT, linestyle=":", linewidth=2)
    ax.set_xlabel("playouts of both players", fontsize=SMALL)
    ax.set_ylabel("score of c = 0.7 against √2", fontsize=SMALL)
    fig.suptitle(title, fontsize=BIG, color=TEXT, weight="bold")


def plot_ladder(results, title):
    """What each doubling gains in Elo, with 95% intervals; `results` by the larger number of playouts."""
    fig, ax = plain_axes()
    scores = [(np.mean(games), *mean_interval(games)) for games in results.values()]
    _draw(ax, results, [tuple(map(elo_difference, ends)) for ends in scores])
    ax.set_ylim(bottom=0)
    ax.set_xlabel("playouts, against half as many", fontsize=SMALL)
    ax.set_ylabel("gain in Elo", fontsize=SMALL)
    fig.suptitle(title, fontsize=BIG, color=TEXT, weight="bold")


def plot_beginners(won, title):
    """The share of the won games that the beginner won, with 95% intervals; `won` has (by the beginner, all) by playouts."""
    fig, ax = plain_axes(height=4.4)
    _draw(ax, won, [(k / n, *score_interval(k, n)) for k, n in won.values()])
    ax.axhline(0.5, color=TEXT, linestyle=":", linewidth=2)
    ax.set_xlabel("playouts, against half as many", fontsize=SMALL)
    ax.set_ylabel("won by the beginner", fontsize=SMALL)
    fig.suptitle(title, fontsize=BIG, color=TEXT, weight="bold")


def _draw(ax, by_playouts, points):
    middle, low, high = np.transpose(points)
    errors = [middle - low, high - middle]
    look = {"color": EXPLOITATION, "linewidth": 1.5, "elinewidth": 3, "markersize": 10, "capsize": 6}
    ax.errorbar([*by_playouts], middle, errors, fmt="o-", **look)
    ax.set_xscale("log", base=2)
    ax.set_xticks([*by_playouts], [f"{n:,}" for n in by_playouts])
    ax.minorticks_off()
