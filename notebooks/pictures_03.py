"""The pictures and tables of lesson 03 that no other lesson needs."""

import numpy as np
from matplotlib import pyplot as plt

from c4lib.plots.canvas import MUTED, TEXT

BIG, SMALL = 20, 14  # points
LOOKS = {  # of the strategies of the contest: colour and line
    "greedy": (MUTED, ":"),
    "epsilon = 0.1": ("#009E73", "--"),
    "epsilon = 100/N": ("#CC79A7", "-."),
    "UCB1, c = √2": ("#D55E00", "-"),
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
    """The regret of some strategies up to `most` pulls, each with its 95 % interval; `top` cuts the picture off."""
    fig, ax = plt.subplots(figsize=(11, 6), layout="constrained")
    for name in names:
        rows = rows_of(contest, name)
        rows = rows[rows["pulls"] <= most]
        pulls, (mean, error) = rows["pulls"].to_numpy(float), map(np.float64, mean_and_error(rows))
        colour, line = LOOKS[name]
        ax.plot(pulls, mean, line, color=colour, linewidth=3.5, label=name)
        ax.fill_between(pulls, mean - error, mean + error, color=colour, alpha=0.25, linewidth=0)
        _name_at_the_end(ax, name, pulls, mean, top, log)
    ax.set(xlim=(10, most) if log else (0, most), ylim=(0, top))
    if log:
        ax.set_xscale("log")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.yaxis.set_major_formatter("{x:,.0f}")
    ax.set_xlabel("pulls (N)", fontsize=SMALL + 2)
    ax.set_ylabel("regret: wins lost, mean", fontsize=SMALL + 2)
    ax.tick_params(labelsize=SMALL)
    ax.spines[["top", "right"]].set_visible(False)
    fig.suptitle(title, fontsize=BIG, color=TEXT)


def _name_at_the_end(ax, name, pulls, mean, top, log):
    """Write the name where the line ends, at the right or at the top."""
    if top is not None and mean[-1] > top:
        end = np.interp(top, mean, pulls)
        words, where, shift, ha = f"{name}: {mean[-1]:,.0f}\nat the end", (end, top), (-8, -4), "right"
    else:
        words, where, shift, ha = name, (pulls[-1], mean[-1]), (8, 0), "left"
    va = "top" if ha == "right" else "center"
    look = {"fontsize": SMALL, "color": LOOKS[name][0], "weight": "bold"}
    ax.annotate(words, where, shift, textcoords="offset points", ha=ha, va=va, annotation_clip=False, **look)


def print_regret(contest, names, pulls):
    """A line for each strategy: its mean regret after so many pulls, with 1.96 s/√n, and who has the right favourite."""
    for name in names:
        row = rows_of(contest, name, pulls)
        mean, error = mean_and_error(row)
        print(
            f"{name:16} lost {mean:7.1f} ± {error:4.1f}    favourite is lever 3: {row['right'] / row['gamblers']:6.2%}"
        )


FAMILIES = {"constant epsilon": "epsilon = 0", "fading epsilon": "/N", "UCB1": "UCB1"}  # and what is in their names


def best_of(contest, family, pulls):
    """The strategy of a family that lost least after so many pulls, known when it is over."""
    rows = contest[contest["strategy"].str.contains(FAMILIES[family]) & (contest["pulls"] == pulls)]
    return rows.loc[rows["regret"].idxmin(), "strategy"]


def print_best(contest, pulls):
    """The best strategy of each family after so many pulls, with its regret."""
    print(f"after {pulls:,} pulls")
    for family in FAMILIES:
        name = best_of(contest, family, pulls)
        mean, error = mean_and_error(rows_of(contest, name, pulls))
        print(f"  {family:17} at its best: {name:16} lost {mean:6.1f} ± {error:4.1f}")


def plot_trap(share_won, share_lost, won, lost):
    """How many greedy gamblers end with the best lever as favourite, by what their first pull of it paid."""
    fig, ax = plt.subplots(figsize=(9, 4.6), layout="constrained")
    bars = ax.bar([0, 1], [share_won, share_lost], width=0.6, color=["#0072B2", "#D55E00"])
    ax.bar_label(bars, [f"{share_won:.0%}", f"{share_lost:.1%}"], fontsize=BIG, padding=4)
    ax.set_xticks([0, 1], [f"it paid\n(n = {won:,})", f"it paid nothing\n(n = {lost:,})"], fontsize=SMALL + 2)
    ax.set_xlabel("first pull of lever 3", fontsize=SMALL + 2)
    ax.set_ylabel("lever 3 is the favourite", fontsize=SMALL + 2)
    ax.set_ylim(0, 1)
    ax.yaxis.set_major_formatter(lambda share, place: f"{share:.0%}")
    ax.tick_params(axis="y", labelsize=SMALL)
    ax.spines[["top", "right"]].set_visible(False)
    fig.suptitle("One unlucky pull of the best lever, and it is over", fontsize=BIG, color=TEXT)
