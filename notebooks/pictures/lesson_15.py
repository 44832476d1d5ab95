"""The pictures of lesson 15 that need more than a line."""

import numpy as np

from mctslab.arena import mean_interval, score_interval
from pictures import titled_axes

BLUE, RED, GREEN, BROWN, GREY = "#0072B2", "#D55E00", "#007A5A", "#9A6A00", "#666666"
LOOKS = [(GREEN, "o", "-"), (BLUE, "s", "--"), (BROWN, "^", "-."), (RED, "D", ":")]
WHITE = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1}
STAGES = {"moves 1 to 4": 0, "5 to 8": 4, "9 to 12": 8}


def draw_kept(game, playouts):
    """A bar for each own move after the first: the visits kept from before, and the new ones on top."""
    ax = titled_axes("In this game little is kept until late", height=4.8)
    kept = game[:-1, 1]
    moves = range(2, len(kept) + 2)
    ax.bar(moves, kept, color=BLUE, label="kept from before")
    ax.bar(moves, playouts, bottom=kept, color="#D9DDE2", hatch="//", edgecolor="white", label="new")
    ax.set_xticks(moves)
    ax.set_xlabel("own move", fontsize=15)
    ax.set_ylabel("visits of the root", fontsize=15)
    ax.legend(fontsize=14, loc="upper left", framealpha=1)


def shares(games, first):
    """The mean share kept at four own moves from `first` on (fewer at the end), in each game that lasts so long."""
    parts = [game[first : first + 4] for game in games if len(game) > first]
    return np.array([np.mean(part[:, 1] / part[:, 0]) for part in parts])


def draw_shares(games):
    """The share kept, by stage of the game and by kind of game, with 95 % intervals."""
    ax = titled_axes("More playouts and a smaller c keep more", 10.5, 5.4)
    for shift, (name, played), (colour, marker, line) in zip((-0.09, -0.03, 0.03, 0.09), games.items(), LOOKS):
        groups = [shares(played, first) for first in STAGES.values()]
        groups = [group for group in groups if len(group) >= 10]
        means = np.array([group.mean() for group in groups])
        low, high = np.array([mean_interval(group) for group in groups]).T
        look = {"color": colour, "marker": marker, "linestyle": line, "markersize": 10, "linewidth": 2.5, "capsize": 6}
        x = np.arange(len(groups)) + shift
        ax.errorbar(x, means, [means - low, high - means], label=f"{name} ({len(groups[0])} games)", **look)
    ax.set_xticks(range(len(STAGES)), [f"own {name}" if not first else name for name, first in STAGES.items()])
    ax.set_ylim(0)
    ax.set_ylabel("share of the visits kept", fontsize=15)
    ax.figure.legend(fontsize=13, loc="outside lower center", ncols=2)


def draw_worth(scores, expected):
    """The scores of several matches, each (words, points, games), with 95 % intervals; and the score that is expected."""
    ax = titled_axes("4,000 games show what 200 cannot", 10, 4)
    for place, (_, points, games) in enumerate(scores[::-1]):
        low, high = score_interval(points, games)
        score = points / games
        ax.errorbar(
            score,
            place,
            xerr=[[score - low], [high - score]],
            fmt="o",
            color=BLUE,
            markersize=11,
            capsize=7,
            linewidth=3,
        )
        ax.text(score, place + 0.17, f"{score:.3f} [{low:.3f}, {high:.3f}]", ha="center", fontsize=14, bbox=WHITE)
    ax.axvline(0.5, color=GREY, linewidth=2)
    ax.plot([expected] * 2, [0.6, 2.4], color=RED, linestyle="--", linewidth=2.5, zorder=1)
    ax.text(expected + 0.002, 0.52, f"expected {expected:.3f}", color=RED, fontsize=14)
    ax.set_yticks(range(len(scores)), [words for words, _, _ in scores[::-1]], fontsize=14)
    ax.set_ylim(-0.5, len(scores) - 0.4)
    ax.set_xlabel("score of the player who keeps its tree", fontsize=15)
