"""The pictures of lesson 12, its film of ten seeds that vote, and the stored votes behind them."""

from collections import Counter
from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from c4lib import FastSearch
from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, TEXT, VISITS, WHITE, Drawing
from mctslab.arena import mean_interval, score_interval
from mctslab.arena.solved import solved_positions
from mctslab.experiments import stored
from pictures import BIG, SMALL, plain_axes
from pictures.moving import MovingPicture

GROUPS = {"at most 5": range(1, 6), "6 or 7": range(6, 8), "8 or 9": range(8, 10), "all ten": range(10, 11)}
LOOKS = {100: (EXPLOITATION, ""), 1_000: ("#D55E00", "//")}
FILM = [tens * ten for ten in (10, 100, 1_000, 10_000) for tens in (1, 1.5, 2, 3, 5, 7)] + [100_000]


class Case(NamedTuple):
    """Ten seeds in a position: how many agree on the move with most votes, and whether it is sound."""

    place: int
    before: int  # after 100 iterations
    sound_before: bool
    after: int  # after 1,000
    sound_after: bool


@cache
def ballots():
    """A row for each position, number of playouts and set of ten seeds: the move with most votes (of equal ones that of the
    first seed), how many agree on it, whether it is sound, and of how many of the ten the own move is."""
    sound, rows = solved_positions().sound, []
    for place, playouts, moves in stored("seed_votes").itertuples(index=False):
        for number, word in enumerate(moves.split()):
            move, agree = winner(map(int, word))
            singles = sum(bool(sound[place, int(one)]) for one in word)
            rows.append((place, playouts, number, move, agree, bool(sound[place, move]), singles))
    return pd.DataFrame(rows, columns=["place", "playouts", "set", "move", "agree", "sound", "singles"])


def winner(moves):
    """The move with most votes, and how many it has.

    >>> winner([3, 2, 3])
    (3, 2)
    """
    return Counter(moves).most_common(1)[0]


@cache
def all_cases():
    before, after = (ballots()[ballots().playouts == playouts] for playouts in (100, 1_000))
    columns = before.place, before.agree, before.sound, after.agree, after.sound
    return tuple(Case(*row) for row in zip(*(column.tolist() for column in columns)))


def tally(board, iterations, seeds):
    """How many of the searches with the seeds 0, 1, 2 ... would play each move."""
    return Counter(FastSearch(board, rng=seed).run(iterations).best_move() for seed in range(seeds))


def fate(cases, before, after):
    """How many cases had as many votes before and after, and in how many the winner was sound before, and after."""
    table = [(one.sound_before, one.sound_after) for one in cases if one.before in before and one.after in after]
    was, became = np.sum(table, axis=0, dtype=int).tolist() if table else (0, 0)
    return len(table), was, became


def rate(rows, column="sound"):
    """The mean of a column of `ballots` and its 95% interval; positions are clusters, because answers in one hang together."""
    results = rows[column].to_numpy(float)
    if np.ptp(results) == 0:  # all right: as many independent answers as there are positions
        places = rows.place.nunique()
        return results.mean(), *score_interval(results[0] * places, places)
    return results.mean(), *mean_interval(results, clusters=rows.place.to_numpy(int))


def gain(before, after):
    """By how much the share of sound votes is higher in the second rows of `ballots`, with its 95% interval: the sums of each
    position's deviations are taken as independent (Liang and Zeger 1986)."""
    means, parts = [], []
    for rows in (before, after):
        means.append(rows.sound.mean())
        parts.append((rows.sound - means[-1]).groupby(rows.place).sum() / len(rows))
    error = 1.96 * np.sqrt((parts[1].sub(parts[0], fill_value=0) ** 2).sum())
    return means[1] - means[0], means[1] - means[0] - error, means[1] - means[0] + error


def of_hundred():
    """Whether the move with most of all hundred votes is sound, by playouts, an array over the positions."""
    sound, found = solved_positions().sound, {100: [], 1_000: []}
    for place, playouts, moves in stored("seed_votes").itertuples(index=False):
        found[playouts].append(bool(sound[place, winner(map(int, moves.replace(" ", "")))[0]]))
    return {playouts: np.array(each) for playouts, each in found.items()}


def by_chance():
    """How often a random move is sound in these positions."""
    solved = solved_positions()
    places = ballots().place.unique()
    return np.mean([solved.sound[k].sum() / len(solved.board(k).legal_moves()) for k in places])


# ---------------------------------------------------------------- agreement


def draw_agreement(playouts, title):
    """How often the move with most votes is sound, by how many of the ten seeds agree, after each number of playouts."""
    fig, ax = plain_axes(height=5.6)
    width = 0.8 / len(playouts)
    for k, number in enumerate(playouts):
        rows = ballots()[ballots().playouts == number]
        groups = [rows[rows.agree.isin(votes)] for votes in GROUPS.values()]
        means, low, high = np.array([rate(group) for group in groups]).T
        places = np.arange(len(groups)) + (k - (len(playouts) - 1) / 2) * width
        colour, hatch = LOOKS[number]
        look = {"color": colour, "alpha": 0.8, "hatch": hatch, "edgecolor": "white", "ecolor": "black", "capsize": 5}
        errors = [means - low, np.maximum(high - means, 0)]
        ax.bar(places, means, width * 0.94, yerr=errors, label=f"{number:,} iterations", **look)
        for x, group in zip(places, groups):
            box = {"facecolor": "white", "edgecolor": "none", "pad": 2}
            words = f"{group.sound.sum():,}\nof {len(group):,}"
            ax.text(x, 0.04, words, ha="center", fontsize=SMALL, bbox=box)
    chance = by_chance()
    ax.axhline(chance, color="black", linestyle="--", linewidth=2, label=f"a random move, {chance:.0%}")
    ax.set_xticks(range(len(GROUPS)), GROUPS)
    ax.set_xlabel("seeds that agree, of ten", fontsize=SMALL)
    ax.set_ylabel("their move is sound", fontsize=SMALL)
    ax.set_ylim(0, 1.02)
    fig.legend(fontsize=SMALL, loc="outside lower center", ncols=3)
    fig.suptitle(title, fontsize=BIG, weight="bold")


def draw_flow(cases, split, title):
    """Where the cases of each group after 100 iterations are after 1,000; those that leave or enter "8 or 9" stand out.

    Args:
        cases: all of them.
        split: as in exercise 2.
    """
    fig, ax = plain_axes(width=11, height=6)
    counts = np.array([[split(cases, one, other)[0] for other in GROUPS.values()] for one in GROUPS.values()])
    gap = 0.03 * counts.sum()
    left, right = ([sum(sizes[:k]) + k * gap for k in range(4)] for sizes in (counts.sum(axis=1), counts.sum(axis=0)))
    for side, x, starts in ((1, -0.02, left), (0, 1.02, right)):
        for k, (name, votes) in enumerate(GROUPS.items()):
            size = counts.sum(axis=side)[k]
            number, *sound = split(cases, votes, range(1, 11)) if side else split(cases, range(1, 11), votes)
            words = f"{name}: {number:,}\n{sound[1 - side] / number:.0%} sound"
            weight = "bold" if name == "8 or 9" else "normal"
            ax.text(
                x, starts[k] + size / 2, words, ha="right" if side else "left", va="center", fontsize=15, weight=weight
            )
    at, to = left.copy(), right.copy()
    for one in range(4):
        for other in range(4):
            size = counts[one, other]
            colour = EXPLOITATION if one == 2 else "#D55E00" if other == 2 else VISITS
            _band(ax, at[one], to[other], size, colour, 0.35 if colour == VISITS else 0.85)
            at[one], to[other] = at[one] + size, to[other] + size
    top = counts.sum() + 3.4 * gap
    ax.text(-0.02, top + gap, "after 100 iterations", ha="right", va="bottom", fontsize=15, color=MUTED)
    ax.text(1.02, top + gap, "after 1,000 iterations", ha="left", va="bottom", fontsize=15, color=MUTED)
    ax.set(xlim=(-0.42, 1.42), ylim=(-gap, top + 4 * gap))
    ax.set_axis_off()
    fig.suptitle(title, fontsize=BIG, weight="bold")


def _band(ax, start, end, size, colour, alpha):
    x = np.linspace(0, 1, 60)
    low = start + (end - start) * (3 * x**2 - 2 * x**3)
    ax.fill_between(x, low, low + size, color=colour, alpha=alpha, linewidth=0)


# ---------------------------------------------------------------- the film


class Voting(MovingPicture):
    """A film that says in words what is seen without a kernel, and what comes before."""

    def __repr__(self):
        told = [self.say(look) for look in (self.still - 1, self.still) if look]
        return f"Voting(look 1 to {self.number.max}): {' '.join(told)}"


def voting(board, first=10, last=1_000, seeds=10):
    """Ten seeds vote in a position while they search, from `first` to `last` iterations; then what the moves are worth."""
    looks = [int(total) for total in FILM if first <= total <= last]
    searches = [FastSearch(board, rng=seed) for seed in range(seeds)]
    frames = [[search.run(total - search.iterations).best_move() for search in searches] for total in looks]
    solved = solved_positions()
    scores = solved.scores[solved.moves.index("".join(map(str, board.moves)))]
    worth = {move: worth_of(scores[move]) for move in board.legal_moves()}

    def draw(scene, number):
        look = min(number, len(looks)) - 1
        drawing = Drawing.within(scene, 0, 10, -1.15, 4.1)
        drawing.write(0.62, 3.85, f"ten seeds, after {looks[look]:,} iterations", 0.3, ha="left", color=MUTED)
        _draw_votes(drawing, frames[look], worth, number > len(looks))

    def say(number):
        if number > len(looks):
            return f"With perfect play, {told(worth)}."
        votes = Counter(frames[number - 1]).most_common()
        words = ", ".join(f"{count} for column {move}" for move, count in votes)
        return f"{looks[number - 1]:,} iterations: {words}."

    return Voting(draw, say, 1, len(looks) + 1, "look", every=700)


def worth_of(score):
    return "wins" if score > 0 else "loses" if score < 0 else "draws"


def told(worth):
    """What the moves are worth, in words.

    >>> told({0: "draws", 4: "wins", 5: "wins"})
    'column 4 wins, column 5 wins, column 0 draws'
    """
    return ", ".join(f"column {m} {worth[m]}" for word in ("wins", "draws") for m in worth if worth[m] == word)


def _draw_votes(drawing, moves, worth, is_told):
    height = Counter()
    for seed, move in enumerate(moves):
        x, y = 1.25 * move + 1.25, 0.35 * height[move] + 0.1
        height[move] += 1
        colour = HIGHLIGHT if is_told and worth[move] != max(worth.values()) else EXPLOITATION
        drawing.circles([(x, y)], 0.165, colour, 3, keys=[f"seed {seed}"])
        drawing.write(x, y, f"{seed}", 0.2, key=f"number {seed}", color=WHITE)
    for move, word in worth.items():
        x = 1.25 * move + 1.25
        drawing.write(x, -0.42, f"{move}", 0.34, weight="bold", color=TEXT)
        if is_told:
            colour = EXPLOITATION if word == "wins" else TEXT
            drawing.write(x, -0.88, word, 0.3, weight="bold" if word == "wins" else "normal", color=colour)
    drawing.line([0.6, 9.4], [-0.14, -0.14], TEXT, 1.5)


# ---------------------------------------------------------------- visits or mean


def stop_rate(rows, column, of):
    """The rate of a column of `visits_or_mean` and its interval, with the groups of positions as clusters."""
    rows = rows[rows[of] > 0]
    counts = rows[of].to_numpy(int)
    results = np.repeat(rows[column].to_numpy(float) / counts, counts)
    return results.mean(), *mean_interval(results, clusters=np.repeat(rows.group.to_numpy(int), counts))


STOPS = {  # what is played: the column of the table, and of what
    "they agree": ("agree_sound", "agree"),
    "they differ: most visits": ("by_visits", "differ"),
    "highest mean": ("by_mean", "differ"),
    "go on until they agree": ("by_settling", "differ"),
    "ten times as long": ("by_ten_times", "differ"),
    "a random move": ("by_chance", "differ"),
}


def draw_stops(rows, title):
    """How often the move is sound where visits and mean agree, and by each rule where they differ: a line each."""
    fig, ax = plain_axes(height=5)
    for place, (words, (column, of)) in enumerate(STOPS.items()):
        mean, low, high = stop_rate(rows, column, of)
        colour = "#007A5A" if of == "agree" else MUTED if column == "by_chance" else EXPLOITATION
        if column != "by_chance":
            ax.plot([low, high], [place, place], color=colour, linewidth=5, solid_capstyle="butt")
        ax.plot(mean, place, "o", color=colour, markersize=13, label=words)
        ax.text(1.02, place, f"{mean:.0%}", fontsize=16, va="center", color=TEXT)
    ax.axhline(0.5, color=MUTED, linestyle=":", linewidth=2)
    ax.set_yticks(range(len(STOPS)), STOPS, fontsize=16)
    ax.set_xlim(0, 1)
    ax.invert_yaxis()
    ax.set_xlabel("the move is sound, and its 95% interval", fontsize=SMALL)
    fig.suptitle(title, fontsize=BIG, weight="bold")
