"""The pictures and tables of lesson 03 that no other lesson needs."""

import numpy as np
from matplotlib import pyplot as plt

from c4lib import Board, SearchNode, SearchSettings, plot_ucb1
from c4lib.plots.canvas import EXPLOITATION, EXPLORATION, HIGHLIGHT, MUTED, TEXT
from mctslab.arena import score_interval
from mctslab.experiments.bandits import GAPS, PAYS
from pictures import BIG, SMALL, plain_axes

LOOKS = {  # of the strategies of the contest: colour and line
    "greedy": (MUTED, ":"),
    "epsilon = 0.1": ("#00785A", "--"),
    "epsilon = 100/N": ("#A0458A", "-."),
    "UCB1, c = √2": ("#C04F00", "-"),
    "UCB1, c = 0.5": ("#1A1A1A", "-"),
}


def rows_of(contest, name, pulls=None):
    """The rows of one strategy, or that after so many pulls."""
    rows = contest[contest["strategy"] == name]
    return rows if pulls is None else rows[rows["pulls"] == pulls].iloc[0]


def mean_and_error(row):
    """The mean regret in a row of the contest, and 1.96 s/√n."""
    return row["regret"], 1.96 * row["sd"] / row["gamblers"] ** 0.5


def plot_regret(contest, names, most, title, log=False, top=None):
    """The regret of some strategies up to `most` pulls, each with its 95% interval; `top` cuts the picture off."""
    fig, ax = plt.subplots(figsize=(11, 6), layout="constrained")
    ends = {}
    for name in names:
        rows = rows_of(contest, name)
        rows = rows[rows["pulls"] <= most]
        pulls, (mean, error) = rows["pulls"].to_numpy(float), map(np.float64, mean_and_error(rows))
        colour, line = LOOKS[name]
        ax.plot(pulls, mean, line, color=colour, linewidth=3.5, label=name)
        ax.fill_between(pulls, mean - error, mean + error, color=colour, alpha=0.3, linewidth=0)
        ends[name] = pulls, mean
    ax.set(xlim=(10, most) if log else (0, most), ylim=(0, top))
    if log:
        ax.set_xscale("log")
    _name_lines(ax, ends)
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.yaxis.set_major_formatter("{x:,.0f}")
    ax.set_xlabel("pulls (N)", fontsize=SMALL + 2)
    ax.set_ylabel("regret: wins lost, mean", fontsize=SMALL + 2)
    ax.tick_params(labelsize=SMALL)
    ax.spines[["top", "right"]].set_visible(False)
    fig.suptitle(title, fontsize=BIG, color=TEXT, weight="bold")


def _name_lines(ax, ends):
    """Write the name of each line where it ends: at the right, or at the top if it leaves the picture there."""
    bottom, top = ax.get_ylim()
    above = -np.inf  # of the name written last
    for name, (pulls, mean) in sorted(ends.items(), key=lambda item: item[1][1][-1]):
        look = {"fontsize": SMALL, "color": LOOKS[name][0], "weight": "bold", "textcoords": "offset points"}
        if mean[-1] > top:
            end = np.interp(top, mean, pulls), top
            ax.annotate(f"{name}: {mean[-1]:,.0f}\nat the end", end, (-12, -4), ha="right", va="top", **look)
            continue
        above = max(mean[-1], above + 0.055 * (top - bottom))
        ax.annotate(name, (pulls[-1], above), (8, 0), ha="left", va="center", annotation_clip=False, **look)


def print_regret(contest, names, pulls):
    """A line for each strategy: its mean regret after so many pulls, with 1.96 s/√n, and who has the right favourite."""
    print(f"after {pulls:,} pulls:")
    for name in names:
        row = rows_of(contest, name, pulls)
        mean, error = mean_and_error(row)
        right = f"lever 3 is the favourite of {row['right']:5,} of {row['gamblers']:,}"
        print(f"  {name:15} lost {mean:7.1f} ± {error:5.1f};  {right}")


def plot_bars(wins, visits, c, title):
    """Mean ± bonus of each lever, at each of some numbers of pulls: arrays of shape (times, 7)."""
    fig, axes = plain_axes(13, 5.2, panels=len(wins))
    for ax, w, n in zip(axes, wins, visits):
        mean, bonus = w / n, c * np.sqrt(np.log(n.sum()) / n)
        ax.bar(range(7), 2 * bonus, bottom=mean - bonus, width=0.5, color=EXPLORATION, label="mean ± bonus")
        ax.hlines(mean, np.arange(7) - 0.35, np.arange(7) + 0.35, color=EXPLOITATION, linewidth=6, label="mean")
        ax.hlines(PAYS, np.arange(7) - 0.45, np.arange(7) + 0.45, color=HIGHLIGHT, linewidth=2.5, label="truth")
        ax.set(ylim=(-0.75, 1.75), xticks=range(7))
        ax.set_xlabel("lever", fontsize=SMALL)
        ax.set_title(f"{n.sum():,.0f} pulls", fontsize=SMALL + 2)
    axes[-1].legend(fontsize=SMALL, frameon=False, loc="upper right")
    fig.suptitle(title, fontsize=BIG, color=TEXT, weight="bold")


FAMILIES = {"constant epsilon": "epsilon = 0", "fading epsilon": "/N", "UCB1": "UCB1"}  # and what is in their names


def best_of(contest, family, pulls):
    """The strategy of a family that lost least after so many pulls, known when it is over."""
    rows = contest[contest["strategy"].str.contains(FAMILIES[family]) & (contest["pulls"] == pulls)]
    return rows.loc[rows["regret"].idxmin(), "strategy"]


def print_best(contest, pulls):
    """The best strategy of each family after so many pulls, with its regret."""
    print(f"after {pulls:,} pulls:")
    for family in FAMILIES:
        name = best_of(contest, family, pulls)
        mean, error = mean_and_error(rows_of(contest, name, pulls))
        print(f"  {family:17} at its best: {name:16} lost {mean:6.1f} ± {error:4.1f}")


def plot_trap(share_won, share_lost, won, lost):
    """How many greedy gamblers end with the best lever as favourite, by what their first pull of it paid."""
    fig, ax = plt.subplots(figsize=(9, 4.6), layout="constrained")
    shares, gamblers = np.array([share_won, share_lost]), np.array([won, lost])
    low, high = np.transpose([score_interval(share * n, int(n)) for share, n in zip(shares, gamblers)])
    look = {"ecolor": TEXT, "capsize": 8, "error_kw": {"elinewidth": 2.5, "capthick": 2.5}}
    bars = ax.bar([0, 1], shares, width=0.6, color=MUTED, yerr=[shares - low, high - shares], **look)
    ax.bar_label(bars, [f"{share_won:.0%}", f"{share_lost:.1%}"], fontsize=BIG, padding=4)
    ax.axhline(1 / 7, color=TEXT, linestyle=":", linewidth=2.5, zorder=0)
    ax.text(1, 1 / 7 + 0.02, "any lever, at random", fontsize=SMALL, ha="center")
    ax.set_xticks([0, 1], [f"it paid\n(n = {won:,})", f"it paid nothing\n(n = {lost:,})"], fontsize=SMALL + 2)
    ax.set_xlabel("first pull of lever 3", fontsize=SMALL + 2)
    ax.set_ylabel("lever 3 is the favourite", fontsize=SMALL + 2)
    ax.set_ylim(0, 1)
    ax.yaxis.set_major_formatter(lambda share, place: f"{share:.0%}")
    ax.tick_params(axis="y", labelsize=SMALL)
    ax.spines[["top", "right"]].set_visible(False)
    fig.suptitle("One unlucky pull of the best lever, and it is over", fontsize=BIG, color=TEXT, weight="bold")


def plot_terms(wins, visits, c, title):
    """Both terms of UCB1 for each lever."""
    root = SearchNode(Board())
    root.visits = sum(visits)
    for column, (w, n) in enumerate(zip(wins, visits, strict=True)):
        child = SearchNode(move=column, parent=root)
        child.wins, child.visits = w, n
    plot_ucb1(root, SearchSettings(c=c), title=title)


def measured_slope(contest, name, first, last):
    """By how much the mean regret grows between two numbers of pulls, for each factor e in them."""
    before, after = (rows_of(contest, name, pulls)["regret"] for pulls in (first, last))
    return (after - before) / np.log(last / first)


def balanced_regret(pulls, c):
    """The regret after so many pulls if every mean were the truth, and all seven values of UCB1 the same."""
    size = c**2 * np.log(pulls)
    low, high = PAYS.max(), PAYS.max() + 100
    for _ in range(200):  # the value at which the visits of all levers are the pulls
        value = (low + high) / 2
        visits = size / (value - PAYS) ** 2
        low, high = (value, high) if visits.sum() > pulls else (low, value)
    return visits @ GAPS


def computed_slope(pulls, c):
    """By how much `balanced_regret` grows there for each factor e in the pulls."""
    step = 1.01
    return (balanced_regret(pulls * step, c) - balanced_regret(pulls / step, c)) / (2 * np.log(step))


def print_slopes(contest, spans, far):
    """The slopes for c = √2: measured between the numbers of pulls of each span, and computed far out."""
    print("measured:")
    for first, last in spans:
        print(f"  {first:6,} to {last:7,} pulls: {measured_slope(contest, 'UCB1, c = √2', first, last):.0f}")
    print("computed:")
    for pulls in far:
        print(f"  at {pulls:,} pulls: {computed_slope(pulls, 2**0.5):.0f}")


def plot_lucky(shares, counts, title):
    """How many find lever 3 if its first pull has paid, by how many of the six others had luck, too: wins and gamblers."""
    fig, ax = plain_axes(10, 4.8)
    low, high = np.transpose([score_interval(right, n) for right, n in zip(shares, counts)])
    share = np.divide(shares, counts)
    errors = np.maximum([share - low, high - share], 0)
    ax.errorbar(range(len(counts)), share, errors, fmt="o", color=TEXT, markersize=9, capsize=6, linewidth=2.5)
    ax.set(ylim=(0, 1.05), xticks=range(len(counts)))
    ax.yaxis.set_major_formatter(lambda value, place: f"{value:.0%}")
    ax.set_xlabel("of the six other levers, how many paid at their first pull", fontsize=SMALL)
    ax.set_ylabel("lever 3 is the favourite", fontsize=SMALL)
    ax.set_title(title, fontsize=BIG - 1, weight="bold")
