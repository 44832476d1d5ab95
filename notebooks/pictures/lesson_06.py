"""The pictures of lesson 06 that need more than a line."""

import matplotlib.pyplot as plt
import numpy as np

from c4lib import plot_playout
from mctslab.arena import score_interval

BLUE, RED = "#0072B2", "#D55E00"
LOOKS = {1: (BLUE, "o", "-"), 3: ("#009E73", "s", "--"), 10: ("#B36B00", "^", "-."), 30: (RED, "D", ":")}
WORDS = {1: "as many", 3: "3 times as many", 10: "10 times as many", 30: "30 times as many"}
TITLES = {1: "At equal playouts, sensible ones win from 100 on", 4: "Whether they pay depends on price and budget"}


def draw_playout(simulation, title):
    """The boards of a playout, under a title that is the largest text."""
    plot_playout(simulation, title=title)


def draw_spread(estimates, truth):
    """The means of n playouts, `estimates[n]`, as dots beside the true value."""
    figure, ax = plt.subplots(figsize=(10, 5), layout="constrained")
    aside = np.random.default_rng(0)
    for place, means in enumerate(estimates.values()):
        x = place + aside.uniform(-0.3, 0.3, len(means))
        ax.plot(x, means + aside.uniform(-0.01, 0.01, len(means)), ".", markersize=4 + 2 * place, alpha=0.4, color=BLUE)
    ax.axhline(truth, color=RED, linewidth=3)
    ax.text(3.45, truth + 0.08, f"true average {truth:.4f}", ha="right", fontsize=15, color=RED)
    ax.set_xlim(-0.5, 3.5)
    ax.set_xticks(range(len(estimates)), [f"n = {n:,}" for n in estimates], fontsize=15)
    ax.tick_params(axis="y", labelsize=13)
    ax.set_ylabel("mean of n playouts", fontsize=15)
    ax.set_title("A hundred times the playouts, a tenth of the error", fontsize=19, weight="bold")
    ax.spines[["top", "right"]].set_visible(False)


def draw_scores(counts, prices):
    """The score of sensible playouts by their number, with 95 % intervals, against `price` times as many random ones."""
    figure, ax = plt.subplots(figsize=(10, 5.2), layout="constrained")
    for price in prices:
        colour, marker, line = LOOKS[price]
        rows = counts.loc[price]
        games = (rows.wins + rows.draws + rows.losses).to_numpy(int)
        points = (rows.wins + rows.draws / 2).to_numpy(float)
        low, high = np.array([score_interval(*row) for row in zip(points, games.tolist())]).T
        x, score = np.arange(len(rows)) + 0.04 * (prices.index(price) - (len(prices) - 1) / 2), points / games
        look = {"color": colour, "marker": marker, "linestyle": line, "markersize": 9, "linewidth": 2.5, "capsize": 5}
        ax.errorbar(x, score, [score - low, high - score], label=WORDS[price], **look)
    ax.axhline(0.5, color="#666666", linewidth=1.5)
    ax.set_xticks(range(len(rows)), [f"{n:,}" for n in rows.index], fontsize=14)
    ax.tick_params(axis="y", labelsize=14)
    ax.set(ylim=(0, 1))
    ax.set_xlabel("sensible playouts for each move", fontsize=15)
    ax.set_ylabel("score, 400 games each", fontsize=15)
    ax.set_title(TITLES[len(prices)], fontsize=19, weight="bold")
    ax.legend(fontsize=13, title="random playouts", title_fontsize=13, loc="lower right", ncols=2)
    ax.spines[["top", "right"]].set_visible(False)


def score_table(counts):
    """The scores as text: a row for each price, a column for each number of playouts."""
    scores = (counts.wins + counts.draws / 2) / counts.sum(axis=1)
    return f"price: score at these playouts\n{scores.astype(float).round(2).unstack('playouts').to_string()}"
