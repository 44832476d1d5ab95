"""The pictures of lesson 16, and the game in the terminal as it looks there."""

import io

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LinearSegmentedColormap, ListedColormap
from matplotlib.patches import Patch

from c4lib import plot_board
from c4lib.plots.canvas import PLAYERS
from mctslab.arena import score_interval
from mctslab.terminal import main

BLUE, GREY = "#0072B2", "#666666"
FOR_X, FOR_O = PLAYERS[1], PLAYERS[2]
GOOD_FOR = LinearSegmentedColormap.from_list("for O, for X", [FOR_O, "#FFFFFF", FOR_X])
VERDICTS = {-1: (FOR_O, "O wins"), 0: ("#FFFFFF", "draw"), 1: (FOR_X, "X wins")}
FULL = "#C8CCD2"


def _plain(ax, title, size=19):
    ax.set_title(title, fontsize=size, weight="bold")
    ax.tick_params(labelsize=13)
    ax.spines[["top", "right"]].set_visible(False)


def draw_both(board, ratings, exact):
    """The ratings and the exact scores of the columns of one board, side by side."""
    figure, axes = plt.subplots(1, 2, figsize=(12, 5.4), layout="constrained")
    rated = f"Rated: {min(ratings.values()):.2f} to {max(ratings.values()):.2f}"
    for ax, values, title in zip(axes, (ratings, exact), (rated, "Exact: one wins, two draw, four lose")):
        plot_board(board, values, ax=ax, title=title)


def draw_luck(visits, ratings, settled):
    """The rating of one column after 300 playouts against its visits, a dot a seed."""
    _, ax = plt.subplots(figsize=(10, 4.8), layout="constrained")
    ax.plot(visits, ratings, "o", markersize=8, alpha=0.45, color=BLUE)
    ax.axhline(settled, color="#D55E00", linewidth=2.5)
    ax.text(
        max(visits), settled + 0.015, f"after 20,000 playouts: {settled:.2f}", ha="right", fontsize=14, color="#D55E00"
    )
    ax.set_xlabel("visits of column 0, of 300", fontsize=15)
    ax.set_ylabel("rating of column 0", fontsize=15)
    _plain(ax, "Few visits, low rating: bad luck stays")


def draw_calibration(ratings, outcomes):
    """The exact outcome for the player to move, by the rating of the best column, with the number of positions."""
    _, ax = plt.subplots(figsize=(11, 5.4), layout="constrained")
    edges = np.linspace(0, 1, 11)
    place = np.digitize(ratings, edges[1:-1], right=True)
    counts = np.array([[np.sum((place == k) & (outcomes == result)) for k in range(10)] for result in (-1, 0, 1)])
    shares, bottom = counts / counts.sum(axis=0), np.zeros(10)
    looks = [("loses", "#9E3D00", "xx"), ("draws", "#D9DDE2", ""), ("wins", BLUE, "")]
    for row, (name, colour, hatch) in zip(shares, looks):
        ax.bar(edges[:-1] + 0.05, row, 0.092, bottom, color=colour, hatch=hatch, edgecolor="white", label=name)
        bottom = bottom + row
    won = np.array([score_interval(int(k), int(n)) for k, n in zip(counts[2], counts.sum(axis=0))])
    top = 1 - shares[2]
    low, high = np.clip(1 - won[:, 1], 0, 1), np.clip(1 - won[:, 0], 0, 1)
    ax.errorbar(edges[:-1] + 0.05, top, [top - low, high - top], fmt="none", ecolor="black", capsize=5, linewidth=2)
    for x, count in zip(edges[:-1] + 0.05, counts.sum(axis=0)):
        ax.text(x, 1.02, f"{count:,}", ha="center", fontsize=13)
    ax.text(-0.012, 1.02, "n =", ha="right", fontsize=13)
    ax.spines["left"].set_bounds(0, 1)
    ax.set_xticks(edges)
    ax.set_ylim(0, 1.08)
    ax.set_xlabel("rating of the best column, 1,000 playouts", fontsize=15)
    ax.set_ylabel("with perfect play the player ...", fontsize=15)
    ax.figure.legend(fontsize=14, loc="outside lower center", ncols=3)
    _plain(ax, "Extreme ratings are right; those near one half say little")


def draw_game(turns, ratings, verdicts):
    """The rating for X of the move played at each turn, and the exact verdict below."""
    _, ax = plt.subplots(figsize=(11, 4.8), layout="constrained")
    ax.axhline(0.5, color=GREY, linestyle=":", linewidth=2)
    ax.plot(turns, ratings, "o-", color=BLUE, linewidth=2.5, markersize=8)
    for turn, verdict in zip(turns, verdicts):
        ax.bar(turn, 0.08, 1, -0.14, color=VERDICTS[verdict][0], edgecolor="white")
    seen = [VERDICTS[verdict] for verdict in sorted(set(verdicts))]
    handles = [Patch(facecolor=colour, edgecolor=GREY, label=f"exact: {words}") for colour, words in seen]
    ax.legend(handles=handles, fontsize=14, loc="upper right")
    ax.set(ylim=(-0.16, 1), xlim=(turns[0] - 0.7, turns[-1] + 0.7))
    ax.set_xticks(turns[::2])
    ax.set_xlabel("discs on the board", fontsize=15)
    ax.set_ylabel("rating for X", fontsize=15)
    _plain(ax, "X loses from the first turn; the rating shows it late")


def draw_columns(turns, ratings, verdicts, moves):
    """The rating for X and the exact verdict of every column at every turn, with the moves played."""
    figure, axes = plt.subplots(2, 1, figsize=(11.5, 7.4), layout="constrained", sharex=True)
    box = (turns[0] - 0.5, turns[-1] + 0.5, -0.5, 6.5)
    look = {"origin": "lower", "aspect": "auto", "extent": box, "interpolation": "none"}
    picture = axes[0].imshow(ratings.T, cmap=GOOD_FOR, vmin=0, vmax=1, **look)
    colours = ListedColormap([colour for colour, _ in VERDICTS.values()])
    axes[1].imshow(verdicts.T, cmap=colours, vmin=-1.5, vmax=1.5, **look)
    for ax in axes:
        ax.set_facecolor(FULL)
        ax.set_yticks(range(7))
        ax.set_ylabel("column", fontsize=15)
        for turn, move in zip(turns, moves):
            ax.text(turn, move, "XO"[turn % 2], ha="center", va="center", weight="bold", fontsize=13)
    axes[1].set_xticks(turns[::2])
    axes[1].set_xlabel("discs on the board", fontsize=15)
    _plain(axes[0], "Rated: both stay out of columns 2 and 5", 18)
    _plain(axes[1], "Exact, from 15 discs on: O wins, unless O enters 2 or 5", 18)
    bar = figure.colorbar(picture, ax=axes[0])
    bar.set_label("rating for X", fontsize=14)
    bar.ax.tick_params(labelsize=13)
    handles = [Patch(facecolor=colour, edgecolor=GREY, label=words) for colour, words in VERDICTS.values()]
    handles.append(Patch(facecolor=FULL, edgecolor=GREY, label="full"))
    figure.legend(handles=handles, fontsize=13, loc="outside lower center", ncols=4)


class _Typed:
    """Answers typed in advance, which are shown where they would be on a screen."""

    def __init__(self, answers, screen):
        self.answers, self.screen = iter(answers), screen

    def readline(self):
        answer = next(self.answers, "q")
        self.screen.write(f"{answer}\n")
        return f"{answer}\n"


def in_terminal(options, answers):
    """What the terminal shows when `python -m mctslab play` is run with these options and somebody types these answers."""
    screen = io.StringIO()
    screen.write(f"$ python -m mctslab play {options}\n")
    main(["play", *options.split()], _Typed(answers, screen), screen)
    print(screen.getvalue().rstrip())
