"""The pictures of lesson 12, its film of ten seeds that vote, and the stored votes behind them."""

from collections import Counter
from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from c4lib import FastSearch
from c4lib.plots.canvas import BOLD, EXPLOITATION, HIGHLIGHT, MUTED, MUTED_LEFT, TEXT, VISITS, WHITE, Style
from mctslab.arena.solved import solved_positions
from mctslab.experiments import stored
from mctslab.experiments.accuracy import search_in
from pictures import SMALL, draw_level, mean_of, name_rows, share_of, titled_figure
from pictures.moving import MovingPicture

# ---------------------------------------------------------------- the stored votes


class Case(NamedTuple):
    """Ten seeds in a position: how many agree on the move with most votes, and whether it is sound."""

    place: int
    before: int  # after 100 iterations
    sound_before: bool
    after: int  # after 1,000
    sound_after: bool


BALLOT = "place", "playouts", "set", "move", "agree", "sound", "singles"


@cache
def ballots():
    """A row for each position, number of playouts and set of ten seeds: the move with most votes (of equal ones that of the
    first seed), how many agree on it, whether it is sound, and of how many of the ten the own move is."""
    solved = solved_positions()
    rows = []
    for place, playouts, moves in stored("seed_votes").itertuples(index=False):
        is_sound = solved.sound[place].tolist()
        for number, word in enumerate(moves.split()):
            votes = [int(move) for move in word]
            move, agree = winner(votes)
            singles = sum(is_sound[vote] for vote in votes)
            rows.append((place, playouts, number, move, agree, is_sound[move], singles))
    return pd.DataFrame(rows, columns=BALLOT)


def winner(moves):
    """The move with most votes, and how many it has.

    >>> winner([3, 2, 3])
    (3, 2)
    """
    return Counter(moves).most_common(1)[0]


@cache
def all_cases():
    before = _after(100)
    after = _after(1_000)
    columns = before.place, before.agree, before.sound, after.agree, after.sound
    lists = [column.tolist() for column in columns]
    return tuple(map(Case, *lists))


def _after(playouts):
    table = ballots()
    return table[table.playouts == playouts]


def tally(board, iterations, seeds):
    """How many of the searches with the seeds 0, 1, 2 ... would play each move."""
    votes = Counter()
    for seed in range(seeds):
        search = FastSearch(board, rng=seed).run(iterations)
        votes[search.best_move()] += 1
    return votes


def fate(cases, before, after):
    """How many cases had as many votes before and after, and in how many the winner was sound before, and after."""
    counted = was = became = 0
    for case in cases:
        if case.before in before and case.after in after:
            counted += 1
            was += case.sound_before
            became += case.sound_after
    return counted, was, became


def rate(rows, column="sound"):
    """The mean of a column of `ballots` and its 95% interval; positions are clusters, because answers in one hang together."""
    results = rows[column].to_numpy(float)
    if np.ptp(results) == 0:  # all right: as many independent answers as there are positions
        places = rows.place.nunique()
        return share_of(results[0] * places, places)
    return mean_of(results, clusters=rows.place)


def gain(before, after):
    """By how much the share of sound votes is higher in the second rows of `ballots`, with its 95% interval: the sums of each
    position's deviations are taken as independent (Liang and Zeger 1986)."""
    mean = after.sound.mean() - before.sound.mean()
    deviations = _deviations(after).sub(_deviations(before), fill_value=0)
    error = 1.96 * np.sqrt((deviations**2).sum())
    return mean, mean - error, mean + error


def _deviations(rows):
    """The sum of each position's deviations from the mean, over the number of rows."""
    deviations = rows.sound - rows.sound.mean()
    return deviations.groupby(rows.place).sum() / len(rows)


def of_hundred():
    """Whether the move with most of all hundred votes is sound, by playouts, an array over the positions."""
    sound = solved_positions().sound
    found = {}
    for playouts, rows in stored("seed_votes").groupby("playouts"):
        moves = [int(winner(word.replace(" ", ""))[0]) for word in rows.moves]
        found[playouts] = sound[rows.place, moves]
    return found


def by_chance():
    """How often a random move is sound in these positions."""
    solved = solved_positions()
    shares = []
    for place in ballots().place.unique():
        moves = solved.board(place).legal_moves()
        shares.append(solved.sound[place].sum() / len(moves))
    return np.mean(shares)


# All of `first_agreement`: by the iterations, the cases and those of them with a sound move; of all, the 95% interval in percent
FIRST_AGREE = {
    100: (1009, 1009),
    200: (385, 383),
    300: (205, 202),
    400: (174, 164),
    500: (130, 119),
    600: (104, 95),
    700: (85, 71),
    800: (77, 66),
    900: (74, 65),
    1_000: (45, 35),
}
FIRST_SOUND = 94.6, 98.5
LATE_BEFORE = 211  # of those that agree after 700 to 1,000, with a sound vote after 100


def first_agreement(place, number):
    """After how many iterations all ten seeds of a set agree for the first time, looked at every 100, and whether their move
    is sound; (None, None) if they do not agree up to 1,000."""
    searches = [search_in(place, 10 * number + seed) for seed in range(10)]
    for iterations in FIRST_AGREE:
        moves = {search.run(100).best_move() for search in searches}
        if len(moves) == 1:
            return iterations, bool(solved_positions().sound[place, moves.pop()])
    return None, None


# ---------------------------------------------------------------- agreement

GROUPS = {"at most 5": range(1, 6), "6 or 7": range(6, 8), "8 or 9": range(8, 10), "all ten": range(10, 11)}
ANY = range(1, 11)
VERMILION = "#D55E00"
LOOKS = {100: {"color": EXPLOITATION}, 1_000: {"color": VERMILION, "hatch": "//"}}
BARS = {"alpha": 0.8, "edgecolor": "white", "ecolor": "black", "capsize": 5}


def draw_agreement(playouts, title):
    """How often the move with most votes is sound, by how many of the ten seeds agree, after each number of playouts."""
    ax = titled_figure(title, height=5.6, colour="black")
    width = 0.8 / len(playouts)
    middle = (len(playouts) - 1) / 2
    for k, number in enumerate(playouts):
        aside = (k - middle) * width
        places = np.arange(len(GROUPS)) + aside
        _draw_bars(ax, places, number, width)
    chance = by_chance()
    label = f"a random move, {chance:.0%}"
    ax.axhline(chance, color="black", linestyle="--", linewidth=2, label=label)
    ax.set_xticks(range(len(GROUPS)), GROUPS)
    ax.set_xlabel("seeds that agree, of ten")
    ax.set_ylabel("their move is sound")
    ax.set_ylim(0, 1.02)
    ax.figure.legend(fontsize=SMALL, loc="outside lower center", ncols=3)


def _draw_bars(ax, places, playouts, width):
    """A bar for each group after so many playouts, its counts at the foot."""
    rows = _after(playouts)
    groups = [rows[rows.agree.isin(votes)] for votes in GROUPS.values()]
    rates = [rate(group) for group in groups]
    means, low, high = np.transpose(rates)
    errors = [means - low, np.maximum(high - means, 0)]
    label = f"{playouts:,} iterations"
    ax.bar(places, means, width * 0.94, yerr=errors, label=label, **BARS, **LOOKS[playouts])
    box = {"facecolor": "white", "edgecolor": "none", "pad": 2}
    for x, group in zip(places, groups):
        sound = group.sound.sum()
        words = f"{sound:,}\nof {len(group):,}"
        ax.text(x, 0.04, words, ha="center", fontsize=SMALL, bbox=box)


def draw_flow(cases, split, title):
    """Where the cases of each group after 100 iterations are after 1,000; those that leave or enter "8 or 9" stand out.

    Args:
        cases: all of them.
        split: as in exercise 2.
    """
    ax = titled_figure(title, height=6, colour="black")
    gap = 0.03 * len(cases)
    at = {}  # where the next band leaves a group
    y = 0
    for name, votes in GROUPS.items():
        at[name] = y
        size, sound, _ = split(cases, votes, ANY)
        _write_group(ax, -0.02, y, name, size, sound, "right")
        y += size + gap
    to = {}  # where it enters one
    y = 0
    for name, votes in GROUPS.items():
        to[name] = y
        size, _, sound = split(cases, ANY, votes)
        _write_group(ax, 1.02, y, name, size, sound, "left")
        y += size + gap
    for one, before in GROUPS.items():
        for other, after in GROUPS.items():
            size, _, _ = split(cases, before, after)
            _band(ax, at[one], to[other], size, one, other)
            at[one] += size
            to[other] += size
    top = len(cases) + 3.4 * gap
    look = {"va": "bottom", "fontsize": 15, "color": MUTED}
    ax.text(-0.02, top + gap, "after 100 iterations", ha="right", **look)
    ax.text(1.02, top + gap, "after 1,000 iterations", ha="left", **look)
    ax.set_xlim(-0.42, 1.42)
    ax.set_ylim(-gap, top + 4 * gap)
    ax.set_axis_off()


def _write_group(ax, x, y, name, size, sound, side):
    weight = "bold" if name == "8 or 9" else "normal"
    words = f"{name}: {size:,}\n{sound / size:.0%} sound"
    middle = y + size / 2
    ax.text(x, middle, words, ha=side, va="center", fontsize=15, weight=weight)


def _band(ax, start, end, size, before, after):
    """The cases that go from one group to another, so many of them."""
    colour = VISITS
    alpha = 0.85
    if before == "8 or 9":
        colour = EXPLOITATION
    elif after == "8 or 9":
        colour = VERMILION
    else:
        alpha = 0.35
    x = np.linspace(0, 1, 60)
    rise = 3 * x**2 - 2 * x**3
    low = start + (end - start) * rise
    ax.fill_between(x, low, low + size, color=colour, alpha=alpha, linewidth=0)


# ---------------------------------------------------------------- the film

STEPS = np.outer((1, 10, 100, 1_000), (10, 15, 20, 30, 50, 70))  # from a power of ten to the next
LOOKED_AT = [*STEPS.flat, 100_000]
ACROSS = 1.25  # from a column to the next
RESULTS = "wins", "draws", "loses"  # the best first
WINS = Style("bold", EXPLOITATION)


class Voting(MovingPicture):
    """A film that says in words what is seen without a kernel, and what comes before."""

    def __repr__(self):
        told = self.say(self.still)
        if self.still > 1:
            told = f"{self.say(self.still - 1)} {told}"
        return f"Voting(look 1 to {self.number.max}): {told}"


def voting(board, first=10, last=1_000):
    """Ten seeds vote in a position while they search, from `first` to `last` iterations; then what the moves are worth."""
    looks = [total for total in LOOKED_AT if first <= total <= last]
    searches = [FastSearch(board, rng=seed) for seed in range(10)]
    frames = []
    for total in looks:
        for search in searches:
            search.run(total - search.iterations)
        frames.append([search.best_move() for search in searches])
    worth = worth_of(board)

    def draw(drawing, number):
        look = min(number, len(looks)) - 1
        drawing.limit(0, 10, -1.15, 4.1)
        total = looks[look]
        words = f"ten seeds, after {total:,} iterations"
        drawing.write(0.62, 3.85, words, 0.3, MUTED_LEFT)
        is_told = number > len(looks)
        _draw_votes(drawing, frames[look], worth, is_told)
        _draw_columns(drawing, worth, is_told)

    def say(number):
        if number > len(looks):
            return f"With perfect play, {told(worth)}."
        total = looks[number - 1]
        votes = Counter(frames[number - 1])
        words = [f"{count} for column {move}" for move, count in votes.most_common()]
        return f"{total:,} iterations: {', '.join(words)}."

    last_look = len(looks) + 1
    return Voting(draw, say, 1, last_look, "look", every=700)


def worth_of(board):
    """What each move leads to with perfect play, by the stored scores of this position."""
    solved = solved_positions()
    moves = "".join(map(str, board.moves))
    scores = solved.scores[solved.moves.index(moves)]
    worth = {}
    for move in board.legal_moves():
        sign = int(np.sign(scores[move]))
        worth[move] = RESULTS[1 - sign]
    return worth


def told(worth):
    """What the moves are worth, in words.

    >>> told({0: "draws", 4: "wins", 5: "wins"})
    'column 4 wins, column 5 wins, column 0 draws'
    """
    words = []
    for result in RESULTS[:2]:
        words += [f"column {move} {result}" for move in worth if worth[move] == result]
    return ", ".join(words)


def _draw_votes(drawing, moves, worth, is_told):
    """A disc for each seed, on the column that it would play."""
    best = min(worth.values(), key=RESULTS.index)
    height = Counter()
    for seed, move in enumerate(moves):
        x = ACROSS * (move + 1)
        y = 0.35 * height[move] + 0.1
        height[move] += 1
        colour = EXPLOITATION
        if is_told and worth[move] != best:
            colour = HIGHLIGHT
        drawing.circles([(x, y)], 0.165, colour, 3, keys=[f"seed {seed}"])
        drawing.write(x, y, f"{seed}", 0.2, Style(color=WHITE), key=f"number {seed}")


def _draw_columns(drawing, worth, is_told):
    """The numbers of the columns, and what they are worth if that is told."""
    for move, word in worth.items():
        x = ACROSS * (move + 1)
        drawing.write(x, -0.42, f"{move}", 0.34, BOLD)
        if is_told:
            style = WINS if word == "wins" else Style()
            drawing.write(x, -0.88, word, 0.3, style)
    drawing.line([0.6, 9.4], [-0.14, -0.14], TEXT, 1.5)


# ---------------------------------------------------------------- visits or mean

STOPS = {  # what is played: the column of the table, and of what
    "they agree": ("agree_sound", "agree"),
    "they differ: most visits": ("by_visits", "differ"),
    "highest mean": ("by_mean", "differ"),
    "go on until they agree": ("by_settling", "differ"),
    "ten times as long": ("by_ten_times", "differ"),
    "a random move": ("by_chance", "differ"),
}


def stop_rate(rows, column, of):
    """The rate of a column of `visits_or_mean` and its interval, with the groups of positions as clusters."""
    rows = rows[rows[of] > 0]
    counts = rows[of].to_numpy(int)
    shares = rows[column].to_numpy(float) / counts
    results = np.repeat(shares, counts)
    clusters = np.repeat(rows.group.to_numpy(int), counts)
    return mean_of(results, clusters)


def draw_stops(rows, title):
    """How often the move is sound where visits and mean agree, and by each rule where they differ: a line each."""
    ax = titled_figure(title, colour="black")
    for place, (words, (column, of)) in enumerate(STOPS.items()):
        mean, low, high = stop_rate(rows, column, of)
        colour = "#007A5A" if of == "agree" else EXPLOITATION
        if column == "by_chance":
            colour = MUTED
        else:
            ax.plot([low, high], [place, place], color=colour, linewidth=5, solid_capstyle="butt")
        ax.plot(mean, place, "o", color=colour, markersize=13, label=words)
        ax.text(1.02, place, f"{mean:.0%}", fontsize=16, va="center", color=TEXT)
    draw_level(ax, 0.5, MUTED)
    name_rows(ax, STOPS, 16)
    ax.set_xlim(0, 1)
    ax.set_xlabel("the move is sound, and its 95% interval")
