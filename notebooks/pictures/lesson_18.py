"""The pictures of lesson 18, and the numbers behind them."""

from functools import cache
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np

from c4lib import Board
from c4lib.board import winning_lines
from mctslab import play_game
from mctslab.arena import difference
from mctslab.arena.score import DRAW
from mctslab.experiments.learning import CUBE
from pictures import beside, mean_of

BLUE = "#0072B2"
RED = "#D55E00"
GREY = "#666666"
GREEN = "#009E73"
TRAINED = 50_000  # games of a published table
TEACHER = "P1, 40 playouts"
STRANGER = "40 playouts"
NAMES = {
    TEACHER: "its teacher (P1)",
    "P1, 10 playouts": "P1 with 10 playouts",
    "random": "a random player",
    STRANGER: "a sound search",
}
SINGLE = ("sound teacher", "last move first", "mirror all", "alpha 0.2", "gamma 1", "free moves", "draw 0")
LEFT_OUT = (
    "all but the teacher",
    "all but the order",
    "all but free moves",
    "all but the mirror",
    "all but alpha",
    "all but gamma",
    "all but the draw",
)
ALL_THREE = CUBE[-1]  # the teacher, the order and free moves are changed
WITHOUT = {  # of all three, each change: what is left
    "teacher": "order and free moves",
    "order": "teacher and free moves",
    "free moves": "teacher and order",
}
JUDGES = {
    STRANGER: "sound search (new teacher)",
    TEACHER: "P1, 40 playouts (old teacher)",
    "P1, 10 playouts": "P1, 10 playouts",
    "random": "random player",
}
OTHERS = "the three others, mean"
OUTSIDERS = {"200 playouts": "sound search, 200 playouts", "perfect play": "perfect play"}
COSTS = {
    (-1, 0): "cost 1, untried 0",
    (-1, -5): "cost 1, untried -5",
    (0, 0): "no cost, untried 0",
    (0, 5): "no cost, untried +5",
}
MOVES = {"all": "all moves", "tried": "tried moves only"}

# ---------------------------------------------------------------- scores of trainings


def points(table):
    """The score of each row."""
    won = table.wins + DRAW * table.draws
    games = table.wins + table.draws + table.losses
    return (won / games).to_numpy(float)


def scores(changes, rows, opponent, games=10_000):
    """What the tables of each change score against the opponent: an array with a number for each training seed."""
    table = changes.query("rows == @rows and opponent == @opponent and games == @games")
    by_change = table.groupby("change", sort=False)
    return {change: points(trainings) for change, trainings in by_change}


def before_and_after(changes):
    """What the five published tables score untrained and trained, by the name of the opponent."""
    found = {}
    for opponent, name in NAMES.items():
        untrained = scores(changes, 4, opponent, 0)["as published"][:5]
        trained = scores(changes, 4, opponent, TRAINED)["as published"][:5]
        found[name] = untrained, trained
    return found


def in_words(values):
    """The mean of the seeds with its interval: each training is one result."""
    mean, low, high = mean_of(values)
    return f"{mean:.0%} [{max(low, 0):.0%}, {min(high, 1):.0%}]"


def apart(values, others):
    """How far the mean of some trainings is from that of others, in points, with its interval and p."""
    found = difference(values, others)
    mean = 100 * found.mean
    low = 100 * found.low
    high = 100 * found.high
    return f"{mean:+.0f} [{low:+.0f}, {high:+.0f}], p = {found.p:.4f}"


def findable(values, others, p):
    """How far apart two means would have to be for a test at this p to find it four times in five."""
    from scipy.stats import t  # here, because it takes a second

    freedom = len(values) + len(others) - 2
    mine = np.var(values, ddof=1)
    theirs = np.var(others, ddof=1)
    variance = (mine + theirs) / 2
    per_mean = 1 / len(values) + 1 / len(others)
    error = np.sqrt(variance * per_mean)
    significant = t.isf(p / 2, freedom)
    found = t.isf(1 / 5, freedom)
    return (significant + found) * error


def comparison(found, base, names):
    """A line for each change: its score, and how far it is from that of `base`."""
    lines = [f"{base:20} {in_words(found[base])}"]
    for name in names:
        score = in_words(found[name])
        lines.append(f"{name:20} {score:15} {apart(found[name], found[base])}")
    return "\n".join(lines)


def cost_scores(costs):
    """What the tables of each cost, and worth of an untried move, score: with all moves, and with tried ones only."""
    by_cost = costs.groupby(["move", "start", "moves"], sort=False)
    return {tuple(key): points(table) for key, table in by_cost}


# ---------------------------------------------------------------- what trainings bring


def draw_opponents(changes, title):
    """The score of the published tables against each opponent, with that of a table that has learnt nothing."""
    ax = framed(title, 10, 4.4)
    looks = (GREY, "s", "untrained"), (BLUE, "o", "trained")
    found = before_and_after(changes)
    for stop, (colour, marker, label) in enumerate(looks):
        for place, (name, values) in enumerate(found.items()):
            named = "" if place else label
            dots(ax, values[stop], place, colour, marker, f"{label}, {name}", named)
    listed(ax, NAMES.values(), "score against it, moving second")
    ax.legend(fontsize=15, loc="lower right")


def draw_left_out(found, title):
    """What tables with all seven changes score against a sound search, and with all but one: a dot for each seed."""
    ax = framed(title, 10, 5)
    dots(ax, found["all"], 0, GREY, "s", "all")
    names = ["all seven"]
    for place, name in enumerate(LEFT_OUT, 1):
        dots(ax, found[name], place, BLUE, "o", name)
        names.append(name.replace("all but", "without"))
    mean = found["all"].mean()
    ax.axvline(mean, color=GREY, linewidth=1.5, linestyle="--")
    listed(ax, names, "score against a sound search")


class Gain(NamedTuple):
    """A difference in points of 100, with its 95% interval."""

    mean: float
    low: float
    high: float


def judgements(changes):
    """What the tables of each change score: by judge, and for the mean of those that are not the new teacher, by change."""
    found = {judge: scores(changes, 4, opponent) for opponent, judge in JUDGES.items()}
    _, *others = found.values()
    found[OTHERS] = {name: np.mean([one[name] for one in others], axis=0) for name in others[0]}
    return found


def outside(judges):
    """What tables of the same changes score, by judge, where the judge is strong and has taught nobody."""
    found = {}
    for opponent, judge in OUTSIDERS.items():
        by_change = judges[judges.opponent == opponent].groupby("change", sort=False)
        found[judge] = {change: points(trainings) for change, trainings in by_change}
    return found


def gains_of(judged):
    """What each change adds to the two others, by (change, judge)."""
    return {(change, judge): gain(judged, change, judge) for change in WITHOUT for judge in judged}


def gain(judged, change, judge):
    """What one change adds to the two others against this judge."""
    by_change = judged[judge]
    every = by_change[ALL_THREE]
    fewer = by_change[WITHOUT[change]]
    found = difference(every, fewer)
    return Gain(100 * found.mean, 100 * found.low, 100 * found.high)


def gains_table(gains):
    """A line for each judge: what each change adds, with its interval."""
    names = [f"{change:15}" for change in WITHOUT]
    lines = [" " * 31 + "".join(names)]
    for judge in dict.fromkeys(judge for _, judge in gains):
        line = f"{judge:31}"
        for change in WITHOUT:
            mean, low, high = gains[change, judge]
            words = f"{mean:+.0f} [{low:+.0f}, {high:+.0f}]"
            line += f"{words:15}"
        lines.append(line.rstrip())
    return "\n".join(lines)


def draw_judges(gains):
    """What each change adds: a row for each change, and in it a mark with its interval for each judge."""
    ax = framed("Of these judges only the new teacher sees a large gain from the teacher", 11, 6)
    looks = (RED, "s"), (GREY, "^"), (GREY, "v"), (GREY, "D"), (BLUE, "o")
    asides = np.linspace(-0.3, 0.3, len(looks))
    for judge, (colour, marker), aside in zip((*JUDGES.values(), OTHERS), looks, asides):
        size = 14 if colour != GREY else 9
        look = {"fmt": marker, "color": colour, "markersize": size, "linewidth": size / 4}
        for place, change in enumerate(WITHOUT):
            mean, low, high = gains[change, judge]
            label = "" if place else judge
            ax.errorbar(mean, place + aside, xerr=beside(mean, low, high), label=label, **look)
    ax.axvline(0, color=GREY, linewidth=2, linestyle="--")
    ax.set_yticks(range(len(WITHOUT)), WITHOUT)
    finished(ax)
    ax.set_ylim(len(WITHOUT) - 0.5, -0.5)
    ax.set_xlabel("points of 100 that the change adds", fontsize=16)
    ax.figure.legend(fontsize=15, loc="outside lower center", ncols=2, frameon=False)


def draw_costs(found, title):
    """By the cost of a move and the worth of an untried one: the score with all moves, and with tried ones only."""
    ax = framed(title, 10, 4.6)
    looks = ("all", BLUE, "o", -0.14), ("tried", RED, "^", 0.14)
    for place, (cost, words) in enumerate(COSTS.items()):
        for moves, colour, marker, aside in looks:
            label = MOVES[moves]
            values = found[*cost, moves]
            named = "" if place else label
            dots(ax, values, place + aside, colour, marker, f"{words}, {label}", named)
    listed(ax, COSTS.values(), "score against a sound search")
    ax.legend(fontsize=15, loc="best")


# ---------------------------------------------------------------- the best table, and the last cell

STRENGTHS = ("random", "10 playouts", "40 playouts", "200 playouts", "1,000 playouts")


def strength_counts(strength):
    """Games won, drawn and lost by rows, side, player and opponent."""
    keys = ["rows", "side", "player", "opponent"]
    groups = strength.groupby(keys, sort=False)
    return groups[["wins", "draws", "losses"]].sum()


def draw_strength(strength, players, title):
    """Scores of 400 games each by opponent, moving second, on the board where O has the last cell, and where X has."""
    looks = {
        "40 playouts": (RED, "^"),
        "trained table": (BLUE, "o"),
        "perfect play": (GREEN, "D"),
    }
    panels = framed(title, 11, 5, 2)
    for ax, rows, owner in zip(panels, (4, 3), "OX"):
        for player in players:
            colour, marker = looks[player]
            counts = strength.loc[rows, 2, player]
            shares = points(counts.loc[list(STRENGTHS)])
            look = {"color": colour, "marker": marker, "linewidth": 3, "markersize": 10}
            ax.plot(shares, label=f"{player} as O", **look)
        ax.axhline(0.5, color=GREY, linewidth=1, linestyle="--")
        ax.set_title(f"{rows} x 5: the last cell is {owner}'s", fontsize=17)
        names = [name.replace(" playouts", "") for name in STRENGTHS]
        ax.set_xticks(range(5), names)
        finished(ax)
        ax.set_ylim(0, 1.02)
        ax.set_xlabel("opponent: random, or playouts", fontsize=16)
    panels[0].set_ylabel("score, moving second", fontsize=16)
    panels[0].legend(fontsize=15, loc="lower left")


LINES = [set(line) for line in winning_lines(4, 5, connect=4)]


@cache
def outcome(cells, player):
    """Who wins with perfect play on 4 x 5 if this player is to move, also when it is not their turn; None: nobody."""
    found = set()
    for column in range(5):
        empty = [cell for cell in range(column, 20, 5) if not cells[cell]]
        if empty:
            lowest = empty[-1]
            disc = bytes([player])
            after = cells[:lowest] + disc + cells[lowest + 1 :]
            if has_line(after, lowest):
                return player
            found.add(outcome(after, 3 - player))
    if player in found:
        return player
    is_draw = None in found or not found
    return None if is_draw else 3 - player


def has_line(cells, last):
    """Whether the disc in the cell `last` completes a line."""
    own = {cell for cell, disc in enumerate(cells) if disc == cells[last]}
    return any(last in line and line <= own for line in LINES)


def if_other_moved(records):
    """Of the games that O has won, and that had X to move with 12 discs: who wins from there if X moves, and if O does."""
    found = []
    for record in records:
        if record.winner == 2 and len(record.moves) > 12:
            board = record.positions()[12]
            cells = board.cells.tobytes()
            if_x = outcome(cells, 1)
            if_o = outcome(cells, 2)
            found.append((if_x, if_o))
    return found


def row_of_last_disc(record):
    """In which row, from 1 at the bottom, the game was ended."""
    before, after = record.positions()[-2:]
    ((row, _),) = np.argwhere(before.cells != after.cells)
    return int(before.rows - row)


def untried(table, records):
    """The share of O's moves in these games that the table had never tried."""
    new = []
    for record in records:
        pairs = list(zip(record.positions(), record.moves))
        for board, move in pairs[1::2]:
            new.append(move not in table.tried(board))
    return np.mean(new)


def score(opponent, player, seed):
    """What the player scores as O in one game."""
    game = play_game(opponent, player, seed, Board(4, 5))
    return {1: 0, None: DRAW, 2: 1}[game.winner]


# ---------------------------------------------------------------- frames


def framed(title, width, height, panels=1):
    """Axes of a new figure with a bold title, or an array of them with one vertical axis."""
    size = width, height
    figure, axes = plt.subplots(1, panels, figsize=size, layout="constrained", sharey=True)
    figure.suptitle(title, fontsize=19, weight="bold")
    return axes


def listed(ax, names, words):
    """Names from above, shares from 0 to 1."""
    ax.set_yticks(range(len(names)), names)
    finished(ax)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.set_xlim(0, 1)
    ax.set_xlabel(words, fontsize=16)


def dots(ax, values, place, colour, marker, name, label=""):
    """A pale dot for each seed, and their mean with its interval; the axes keep it in words."""
    mean, low, high = mean_of(values)
    places = np.full(len(values), place)
    ax.scatter(values, places, 60, colour, marker, alpha=0.3)
    left = max(low, 0)
    right = min(high, 1)
    ax.hlines(place, left, right, colour, linewidth=3)
    ax.scatter(mean, place, 170, colour, marker, label=label or None)
    ax.set_label(f"{ax.get_label()}{name}: {in_words(values)}; ")


def finished(ax):
    ax.tick_params(labelsize=15)
    ax.spines[["top", "right"]].set_visible(False)
