"""The pictures of lesson 18, and the scores behind them."""

import matplotlib.pyplot as plt
import numpy as np

from c4lib import solve_moves
from mctslab.arena import difference, mean_interval
from mctslab.arena.score import DRAW

BLUE, RED, GREY, GREEN = "#0072B2", "#D55E00", "#666666", "#009E73"
TEACHER, STRANGER = "P1, 40 playouts", "40 playouts"
NAMES = {
    TEACHER: "its teacher (P1)",
    "P1, 10 playouts": "P1 with 10",
    "random": "a random player",
    STRANGER: "a sound search",
}
SINGLE = ("sound teacher", "last move first", "mirror all", "alpha 0.2", "gamma 1", "no cost a move", "draw 0")


def scores(changes, rows, opponent, games=10_000):
    """What the tables of each change score against the opponent: an array with a number for each training seed."""
    chosen = (changes.rows == rows) & (changes.opponent == opponent) & (changes.games == games)
    table = changes[chosen].set_index("change")
    points = (table.wins + DRAW * table.draws) / (table.wins + table.draws + table.losses)
    return {change: points[[change]].to_numpy(float) for change in dict.fromkeys(table.index)}


def in_words(values):
    """The mean of the seeds with its interval: each training is one result."""
    low, high = mean_interval(values)
    return f"{np.mean(values):.0%} [{max(low, 0):.0%}, {min(high, 1):.0%}]"


def comparison(changes, rows, opponent, base="as published", only=None):
    """A line for each change, or `only` for those: its score, and how far it is from that of `base`."""
    all_scores = scores(changes, rows, opponent)
    lines = [f"{base:20} {in_words(all_scores[base])}"]
    for change in only or [name for name in all_scores if name != base]:
        apart = difference(all_scores[change], all_scores[base])
        lines.append(f"{change:20} {in_words(all_scores[change]):15} {apart.mean:+4.0%}, p = {apart.p:.4f}")
    return "\n".join(lines)


def soundness(table, moves):
    """Of the tried moves played where the choice matters: the share that keeps the exact result, by chance, how many, and
    at how many different positions."""
    kept, chance, positions = [], [], set()
    for board, move in moves:
        result = {column: np.sign(score) for column, score in solve_moves(board).items()}
        if move in table.tried(board) and len(set(result.values())) > 1:
            kept.append(result[move] == max(result.values()))
            chance.append(np.mean([value == max(result.values()) for value in result.values()]))
            positions.add(board)
    return np.mean(kept), np.mean(chance), len(kept), len(positions)


def draw_curves(changes, title):
    """The share of games won and lost in training, a thin line for each seed and a thick one for their mean."""
    figure, panels = plt.subplots(1, 2, figsize=(11, 4.8), sharey=True, layout="constrained")
    figure.suptitle(title, fontsize=19, weight="bold")
    for ax, rows in zip(panels, (4, 3), strict=True):
        chosen = (changes.rows == rows) & (changes.change == "as published") & (changes.opponent == "in training")
        for outcome, colour in (("wins", BLUE), ("losses", RED)):
            table = changes[chosen].pivot(index="games", columns="seed", values=outcome).astype(float) / 2_500
            ax.plot(table.index, table, color=colour, linewidth=1.5, alpha=0.4)
            ax.plot(table.mean(axis=1), color=colour, linewidth=4, label=f"{outcome}, mean of 5")
        ax.set_title(f"{rows} x 5", fontsize=16)
        ax.set_xlabel("games of training", fontsize=15)
        ax.xaxis.set_major_formatter("{x:,.0f}")
        finished(ax)
        ax.set_ylim(0, 0.75)
    panels[0].set_ylabel("share of each 2,500 games", fontsize=15)
    panels[1].legend(fontsize=14, loc="upper right")


def draw_news(values, title):
    """The value of every own move of one game (from the left) after each repetition (from above), for each order."""
    figure, panels = plt.subplots(1, 2, figsize=(11, 4.6), sharey=True, layout="constrained")
    figure.suptitle(title, fontsize=19, weight="bold")
    for ax, (order, rows) in zip(panels, values.items(), strict=True):
        ax.imshow(
            rows, cmap=plt.get_cmap("RdBu", 21), vmin=-50, vmax=50, aspect="auto"
        )  # few colours: a palette has room
        for (game, move), value in np.ndenumerate(np.array(rows)):
            colour = "white" if value > 31 else "black"
            words = f"{value:.1f}" if abs(value) < 1 else f"{value:.0f}"  # so that a value above 0 shows
            ax.text(move, game, words, ha="center", va="center", fontsize=14, color=colour)
        ax.set_title(order, fontsize=16)
        ax.set_xticks(range(len(rows[0])), [f"{move + 1}" for move in range(len(rows[0]))])
        ax.set_yticks(range(len(rows)), [f"{game + 1}" for game in range(len(rows))])
        ax.set_xlabel("own move", fontsize=15)
        ax.tick_params(labelsize=14)
    panels[0].set_ylabel("after game", fontsize=15)


def draw_opponents(changes, title, games=50_000):
    """The score of the published tables against each opponent, with that of a table that has learnt nothing."""
    figure, panels = plt.subplots(1, 2, figsize=(11, 4.8), sharey=True, layout="constrained")
    figure.suptitle(title, fontsize=19, weight="bold")
    for ax, rows in zip(panels, (4, 3), strict=True):
        for stop, colour, marker, label in ((0, GREY, "s", "untrained"), (games, BLUE, "o", "trained")):
            for place, opponent in enumerate(NAMES):
                values = scores(changes, rows, opponent, stop)["as published"]
                dots(ax, values, place, colour, marker, label if not place else None)
        ax.set_title(f"{rows} x 5", fontsize=16)
        ax.set_yticks(range(len(NAMES)), NAMES.values())
        finished(ax)
        ax.set_xlim(0, 1)
        ax.set_ylim(len(NAMES) - 0.5, -0.5)
        ax.set_xlabel("score against it, moving second", fontsize=15)
    panels[0].legend(fontsize=14, loc="lower right")


def draw_changes(changes, rows, title, base="as published"):
    """What each change does to the score against the published teacher and against a sound search, a dot for each seed."""
    figure, panels = plt.subplots(1, 2, figsize=(11.5, 5.6), sharey=True, layout="constrained")
    figure.suptitle(title, fontsize=19, weight="bold")
    for ax, opponent in zip(panels, (TEACHER, STRANGER), strict=True):
        all_scores = scores(changes, rows, opponent)
        ax.axvline(all_scores[base].mean(), color=GREY, linewidth=1.5, linestyle="--")
        for place, (change, values) in enumerate(all_scores.items()):
            dots(ax, values, place, GREY if change == base else BLUE, "o")
        ax.set_yticks(range(len(all_scores)), all_scores)
        finished(ax)
        ax.set_ylim(len(all_scores) - 0.5, -0.5)
        ax.set_xlim(0, 1)
        ax.set_xlabel(f"score against {NAMES[opponent]}", fontsize=15)


def draw_strength(strength, title):
    """Scores of 400 games each by opponent: the tables in the package, and others in their place."""
    looks = {
        "untrained table": (GREY, "s"),
        "40 playouts": (RED, "^"),
        "trained table": (BLUE, "o"),
        "perfect play": (GREEN, "D"),
    }
    figure, panels = plt.subplots(2, 2, figsize=(11, 8), sharex=True, sharey=True, layout="constrained")
    figure.suptitle(title, fontsize=19, weight="bold")
    for ax, (rows, side) in zip(panels.flat, ((4, 1), (4, 2), (3, 1), (3, 2)), strict=True):
        table = strength.loc[rows, side]
        for player, (colour, marker) in looks.items():
            counts = table.loc[player].loc[list(dict.fromkeys(table.index.get_level_values("opponent")))]
            points = (counts.wins + DRAW * counts.draws) / counts.sum(axis=1)
            ax.plot(
                range(len(counts)),
                points.astype(float),
                marker=marker,
                color=colour,
                linewidth=2.5,
                markersize=9,
                label=player,
            )
        ax.axhline(0.5, color=GREY, linewidth=1, linestyle="--")
        ax.set_title(f"{rows} x 5, moving {('first', 'second')[side - 1]}", fontsize=16)
        ax.set_xticks(range(len(counts)), [name.replace(" playouts", "") for name in counts.index])
        finished(ax)
        ax.set_ylim(0, 1.02)
    for ax in panels[1]:
        ax.set_xlabel("opponent: random, or a search with playouts", fontsize=14)
    for ax in panels[:, 0]:
        ax.set_ylabel("score", fontsize=15)
    panels[1, 1].legend(fontsize=13, loc="upper right")


def draw_known(plies, title):
    """By discs on the board: positions there are, those with a tried move, those with all moves tried."""
    figure, ax = plt.subplots(figsize=(10, 4.8), layout="constrained")
    names = ("some move tried", "every move tried")
    known = np.array([(some / there, all_tried / there) for there, some, all_tried in plies.values()])
    for column, (name, colour, marker) in enumerate(zip(names, (BLUE, RED), "os", strict=True)):
        ax.plot(list(plies), known[:, column], marker=marker, color=colour, linewidth=3, markersize=9, label=name)
    ax.set_title(title, fontsize=19, weight="bold")
    ax.set_xlabel("discs on the board", fontsize=15)
    ax.set_ylabel("share of all positions", fontsize=15)
    ax.set_xticks(list(plies))
    finished(ax)
    ax.set_ylim(0, 1.02)
    ax.legend(fontsize=14)


def dots(ax, values, place, colour, marker, label=None):
    """A pale dot for each seed, and their mean."""
    ax.plot(values, [place] * len(values), marker, color=colour, alpha=0.35, markersize=8)
    ax.plot(values.mean(), place, marker, color=colour, markersize=13, label=label)


def finished(ax):
    ax.tick_params(labelsize=14)
    ax.spines[["top", "right"]].set_visible(False)
