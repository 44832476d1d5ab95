"""The pictures of lesson 22: what tests and matches notice of faults, and what was drawn in playouts."""

import textwrap
from itertools import product

import matplotlib.pyplot as plt
import numpy as np

from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, TEXT
from mctslab.arena import difference, score_interval
from mctslab.experiments.faults import COMPARED_WITH, RIGHT
from pictures import CENTRED, SMALL, add_legend, beside, share_of, titled_figure

TITLE = 19  # points
RANDOM = [0.5, 0.5, 1 / 7, 1 / 7, 1 / 7]  # what a player who moves at random reaches in the five tests
NOTICED = "#F5C77E"
COUNTS = ["wins", "draws", "losses"]
FIRST = 120  # games of a match that are looked at first, three rows of the table
MATCHES = len(COMPARED_WITH)  # which is how many comparisons there are


def noticed(table, faults):
    """Whether a fault differs from the correct search beside it, by fault and test.

    Welch's test at 5%, divided by the number of comparisons (Bonferroni).
    """
    results = {}
    for _, row in table.iterrows():
        counts = row[COUNTS].astype(int)
        games = np.repeat([1, 0.5, 0], counts)
        results[row.fault, row.test] = games
    tests = table["test"].unique()
    level = 0.05 / (len(faults) * len(tests))
    found = {}
    for fault, test in product(faults, tests):
        right = COMPARED_WITH[fault]
        apart = difference(results[fault, test], results[right, test])
        found[fault, test] = apart.p < level
    return found


def plot_tests(table, faults, title):
    """A row for each search: what it reaches in the tests of behaviour, marked where a fault differs from the correct one."""
    tests = list(table["test"].unique())
    marked = noticed(table, faults)
    counts = table.set_index(["fault", "test"])
    points = counts["wins"] + counts["draws"] / 2
    reached = points / counts[COUNTS].sum(axis=1)
    rows = {"(moves at random)": RANDOM}
    for fault in faults:
        for name in (COMPARED_WITH[fault], fault):
            rows[name] = [reached[name, test] for test in tests]
    height = 0.42 * len(rows) + 1.7
    ax = titled_figure(title, 11, height, size=TITLE)
    for place, (name, shares) in enumerate(rows.items()):
        for column, share in enumerate(shares):
            stands_out = marked.get((name, tests[column]))
            _write_share(ax, column, place, share, stands_out)
        if name in RIGHT:
            ax.axhline(place - 0.5, color=MUTED, linewidth=1)
            ax.axhline(place + 0.5, color=MUTED, linewidth=1)
    ax.set_xlim(-0.5, len(tests) - 0.5)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    words = [textwrap.fill(test, 13) for test in tests]
    ax.set_xticks(range(len(tests)), words, fontsize=SMALL)
    ax.set_yticks(range(len(rows)), rows, fontsize=SMALL)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)


def _write_share(ax, column, place, share, stands_out):
    weight = "normal"
    if stands_out:
        weight = "bold"
        corner = column - 0.5, place - 0.5
        cell = plt.Rectangle(corner, 1, 1, color=NOTICED)
        ax.add_patch(cell)
    words = f"{share:.0%}"
    ax.text(column, place, words, fontsize=SMALL, weight=weight, **CENTRED)


def in_match(table, fault, games=400):
    """The fault's score in its first games, its 95% interval, and whether the corrected one leaves out one half."""
    rows = table[table.fault == fault]
    rows = rows[rows.group < games // 40]
    counts = rows[COUNTS].sum()
    played = int(counts.sum())
    points = counts.wins + counts.draws / 2
    lowest, highest = score_interval(points, played, 1 - 0.05 / MATCHES)
    return *share_of(points, played), not lowest <= 0.5 <= highest


def told_apart(table, faults, games=400):
    """The faults that this many games tell from the correct search."""
    told = []
    for fault in faults:
        *_, is_told = in_match(table, fault, games)
        if is_told:
            told.append(fault)
    return told


# Points of "luck of its own" in 400 new games: `fault_match` of mctslab/experiments/faults.py, groups 100 to 109.
# Nobody can repeat them: that is its fault.
LUCK_AGAIN = 187.0


def told_points(points, games):
    """A score with its 95% interval, as a text."""
    score, low, high = share_of(points, games)
    return f"{score:.1%} [{low:.1%}, {high:.1%}]"


def told_match(table, fault):
    """The fault's score in its 400 games, as a text, and whether they tell it apart."""
    score, low, high, is_told = in_match(table, fault)
    told = f"{score:.1%} [{low:.1%}, {high:.1%}]"
    return f"{told}, told apart" if is_told else told


def plot_matches(table, faults, title):
    """The score of each fault against the correct search, after the first games and after all, with 95% intervals."""
    height = 0.5 * len(faults) + 1.9
    ax = titled_figure(title, 11, height, size=TITLE)
    words = []
    for place, fault in enumerate(faults):
        first = in_match(table, fault, FIRST)
        result = in_match(table, fault)
        _draw_match(ax, place - 0.18, first, 7, "white")
        _draw_match(ax, place + 0.18, result, 10, None)
        score, low, high, is_told = result
        also = ", told apart" if is_told else ""
        words.append(f"{fault} {score:.0%} [{low:.0%}, {high:.0%}]{also}")
    ax.axvline(0.5, color=TEXT, linestyle=":", linewidth=2)
    ax.set_yticks(range(len(faults)), faults, fontsize=SMALL)
    ax.set_ylim(len(faults) - 0.4, -0.6)
    ax.xaxis.set_major_formatter("{x:.0%}")
    shapes = f"{FIRST} games (hollow), 400 games (full); diamonds: told apart at 5%/{MATCHES}"
    ax.set_xlabel(f"score against the correct search, 95% intervals:\n{shapes}")
    ax.set_label(f"Scores after 400 games, with 95% intervals: {'; '.join(words)}")  # for who cannot see it


def _draw_match(ax, place, result, size, face):
    """The score of a match with its interval, as a marker of this size; a `face` other than None hides its colour."""
    score, low, high, is_told = result
    bars = beside(score, low, high)
    look = {
        "color": HIGHLIGHT if is_told else EXPLOITATION,
        "marker": "D" if is_told else "o",
        "markersize": size,
        "markerfacecolor": face,
        "elinewidth": size / 3,
        "capsize": 4,
    }
    ax.errorbar(score, place, xerr=bars, **look)


def times_drawn(search):
    """How often each column was drawn in the playouts while all were open."""
    columns = search.game.columns
    counts = [0] * columns
    for node, playout in search.history:
        game = node.game
        for move in playout.moves:
            legal = game.legal_moves()
            if move not in legal:  # of a fault
                break
            counts[move] += len(legal) == columns
            game = game.play(move)
    return counts


def plot_drawn(counts, title):
    """How often each column was drawn, a panel for each search; the dashed line is what equal chances would give."""
    panels = len(counts)
    axes = titled_figure(title, 11, 3.9, panels, sharey=True, size=TITLE)
    for ax, (name, drawn) in zip(axes, counts.items()):
        ax.bar(range(7), drawn, color=EXPLOITATION)
        equal = sum(drawn) / 7
        look = {"color": HIGHLIGHT, "linestyle": "--", "linewidth": 2.5}
        ax.axhline(equal, label="equal chances", **look)
        words = textwrap.fill(name, 13)
        ax.set_title(words, fontsize=SMALL + 2)
        ax.set_xlabel("column")
        ax.set_xticks(range(7))
    axes[0].set_ylabel("times drawn")
    add_legend(axes[0], "upper left")
