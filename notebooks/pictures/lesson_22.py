"""The pictures of lesson 22: what tests and matches notice of faults, and what was drawn in playouts."""

import textwrap

import matplotlib.pyplot as plt
import numpy as np

from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, TEXT
from mctslab.arena import difference, score_interval
from mctslab.experiments.faults import COMPARED_WITH, RIGHT

BIG, SMALL = 19, 14  # points
RANDOM = [1 / 2, 1 / 2, 1 / 7, 1 / 7, 1 / 7]  # what a player who moves at random reaches in the five tests
NOTICED = "#F5C77E"
FIRST = 120  # games of a match that are looked at first, three rows of the table
MATCHES = len(COMPARED_WITH)  # which is how many comparisons there are


def noticed(table, faults):
    """Whether a fault differs from the correct search beside it, by fault and test.

    Welch's test at 5%, divided by the number of comparisons (Bonferroni).
    """
    results = {(row.fault, row.test): np.repeat([1, 0.5, 0], row[["wins", "draws", "losses"]].astype(int))
               for _, row in table.iterrows()}  # fmt: skip
    tests = list(dict.fromkeys(table["test"]))
    level = 0.05 / (len(faults) * len(tests))
    return {
        (fault, test): difference(results[fault, test], results[COMPARED_WITH[fault], test]).p < level
        for fault in faults
        for test in tests
    }


def plot_tests(table, faults, title):
    """A row for each search: what it reaches in the tests of behaviour, marked where a fault differs from the correct one."""
    tests, marked = list(dict.fromkeys(table["test"])), noticed(table, faults)
    counts = table.set_index(["fault", "test"])
    points = (counts["wins"] + counts["draws"] / 2) / (counts["wins"] + counts["draws"] + counts["losses"])
    rows = {"(moves at random)": RANDOM}
    names = dict.fromkeys(name for fault in faults for name in (COMPARED_WITH[fault], fault))
    rows |= {name: [points[name, test] for test in tests] for name in names}
    fig, ax = plt.subplots(figsize=(11, 0.42 * len(rows) + 1.7), layout="constrained")
    for place, (fault, shares) in enumerate(rows.items()):
        for column, share in enumerate(shares):
            stands_out = marked.get((fault, tests[column]))
            if stands_out:
                ax.add_patch(plt.Rectangle((column - 0.5, place - 0.5), 1, 1, color=NOTICED))
            weight = "bold" if stands_out else "normal"
            ax.text(column, place, f"{share:.0%}", ha="center", va="center", fontsize=SMALL, weight=weight)
    for place in (place for place, name in enumerate(rows) if name in RIGHT):
        ax.axhline(place - 0.5, color=MUTED, linewidth=1)
        ax.axhline(place + 0.5, color=MUTED, linewidth=1)
    ax.set(xlim=(-0.5, len(tests) - 0.5), ylim=(len(rows) - 0.5, -0.5))
    ax.set_xticks(range(len(tests)), [textwrap.fill(test, 13) for test in tests], fontsize=SMALL)
    ax.set_yticks(range(len(rows)), list(rows), fontsize=SMALL)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    fig.suptitle(title, fontsize=BIG, weight="bold", color=TEXT)


def in_match(table, fault, games=400):
    """The fault's score in its first games, its 95% interval, and whether the corrected one leaves out one half."""
    rows = table[(table.fault == fault) & (table.group < games // 40)]
    played = int(rows[["wins", "draws", "losses"]].to_numpy().sum())
    points = rows.wins.sum() + rows.draws.sum() / 2
    low, high = score_interval(points, played)
    strict = score_interval(points, played, 1 - 0.05 / MATCHES)
    return points / played, low, high, not strict[0] <= 0.5 <= strict[1]


def told_apart(table, faults, games=400):
    """The faults that this many games tell from the correct search."""
    return [fault for fault in faults if in_match(table, fault, games)[3]]


def plot_matches(table, faults, title):
    """The score of each fault against the correct search, after the first games and after all, with 95% intervals."""
    fig, ax = plt.subplots(figsize=(11, 0.5 * len(faults) + 1.9), layout="constrained")
    fig.suptitle(title, fontsize=BIG, weight="bold", color=TEXT)
    words = []
    for place, fault in enumerate(faults):
        for games, shift, size in ((FIRST, -0.18, 7), (400, 0.18, 10)):
            score, low, high, is_told = in_match(table, fault, games)
            look = {"color": HIGHLIGHT if is_told else EXPLOITATION, "elinewidth": size / 3, "markersize": size}
            look |= {"marker": "D" if is_told else "o", "capsize": 4}
            look |= {"markerfacecolor": "white"} if games == FIRST else {}
            ax.errorbar(score, place + shift, xerr=[[score - low], [high - score]], **look)
        words.append(f"{fault} {score:.0%} [{low:.0%}, {high:.0%}]{', told apart' if is_told else ''}")
    ax.axvline(0.5, color=TEXT, linestyle=":", linewidth=2)
    ax.set_yticks(range(len(faults)), faults, fontsize=SMALL)
    ax.set_ylim(len(faults) - 0.4, -0.6)
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.tick_params(axis="x", labelsize=SMALL)
    ax.set_xlabel(f"score against the correct search: {FIRST} games (hollow), 400 games (full)", fontsize=SMALL)
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_label(f"Scores after 400 games, with 95% intervals: {'; '.join(words)}")  # for who cannot see it


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
    fig, axes = plt.subplots(1, len(counts), figsize=(11, 3.9), sharey=True, layout="constrained")
    for (name, drawn), ax in zip(counts.items(), axes, strict=True):
        ax.bar(range(7), drawn, color=EXPLOITATION)
        ax.axhline(sum(drawn) / 7, color=HIGHLIGHT, linestyle="--", linewidth=2.5, label="equal chances")
        ax.set_title(textwrap.fill(name, 13), fontsize=SMALL + 2)
        ax.set_xlabel("column", fontsize=SMALL)
        ax.set_xticks(range(7))
        ax.tick_params(labelsize=SMALL)
        ax.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("times drawn", fontsize=SMALL)
    axes[0].legend(fontsize=SMALL, frameon=False, loc="upper left")
    fig.suptitle(title, fontsize=BIG, weight="bold", color=TEXT)
