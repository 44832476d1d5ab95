"""The pictures of lesson 13 that no other lesson needs."""

import numpy as np
from matplotlib import pyplot as plt

from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, TEXT
from mctslab.arena import elo_difference, mean_interval, score_interval
from pictures import BIG, SMALL, plain_axes


def plot_shares(searches, title):
    """The share of the visits of each column, for searches by their c, on one scale."""
    fig, axes = plt.subplots(1, len(searches), figsize=(11, 4), sharey=True, layout="constrained")
    for ax, (c, search) in zip(axes, searches.items()):
        visits = np.array([*search.visits.values()])
        shares = visits / visits.sum()
        ax.bar([*search.visits], shares, color=[HIGHLIGHT if share == max(shares) else MUTED for share in shares])
        ax.set_title(f"c = {c:.3g}", fontsize=SMALL + 2, color=TEXT)
        ax.set_xticks([*search.visits])
        ax.set_xlabel("column", fontsize=SMALL)
        ax.tick_params(labelsize=SMALL)
        ax.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("share of the visits", fontsize=SMALL)
    fig.suptitle(title, fontsize=BIG, color=TEXT)


def plot_duels(results, title):
    """Scores with their 95 % intervals; `results` by the playouts of both players."""
    fig, ax = plain_axes()
    _draw(ax, results, [(np.mean(games), *mean_interval(games)) for games in results.values()])
    ax.axhline(0.5, color=TEXT, linestyle=":", linewidth=2)
    ax.set_xlabel("playouts of both players", fontsize=SMALL)
    ax.set_ylabel("score of c = 0.7 against √2", fontsize=SMALL)
    fig.suptitle(title, fontsize=BIG, color=TEXT)


def plot_ladder(results, title):
    """What each doubling gains in Elo, with 95 % intervals; `results` by the larger number of playouts."""
    fig, ax = plain_axes()
    scores = [(np.mean(games), *mean_interval(games)) for games in results.values()]
    _draw(ax, results, [tuple(map(elo_difference, ends)) for ends in scores])
    ax.set_ylim(bottom=0)
    ax.set_xlabel("playouts, against half as many", fontsize=SMALL)
    ax.set_ylabel("gain in Elo", fontsize=SMALL)
    fig.suptitle(title, fontsize=BIG, color=TEXT)


def plot_beginners(won, title):
    """The share of the won games that the beginner won, with 95 % intervals; `won` has (by the beginner, all) by playouts."""
    fig, ax = plain_axes(height=4.4)
    _draw(ax, won, [(k / n, *score_interval(k, n)) for k, n in won.values()])
    ax.axhline(0.5, color=TEXT, linestyle=":", linewidth=2)
    ax.set_xlabel("playouts, against half as many", fontsize=SMALL)
    ax.set_ylabel("won by the beginner", fontsize=SMALL)
    fig.suptitle(title, fontsize=BIG, color=TEXT)


def _draw(ax, by_playouts, points):
    middle, low, high = np.transpose(points)
    errors = [middle - low, high - middle]
    look = {"color": EXPLOITATION, "linewidth": 1.5, "elinewidth": 3, "markersize": 10, "capsize": 6}
    ax.errorbar([*by_playouts], middle, errors, fmt="o-", **look)
    ax.set_xscale("log", base=2)
    ax.set_xticks([*by_playouts], [f"{n:,}" for n in by_playouts])
    ax.minorticks_off()
