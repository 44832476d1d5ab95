"""The pictures and tables of lesson 03 that no other lesson needs."""

import numpy as np

from c4lib import Board, SearchNode, SearchSettings, plot_ucb1
from c4lib.plots.canvas import EXPLOITATION, EXPLORATION, HIGHLIGHT, MUTED, TEXT
from mctslab.experiments.bandits import GAPS, PAYS
from pictures import BIG, SMALL, add_legend, draw_curve, plain_axes, share_of, titled_figure

LOOKS = {  # of the strategies of the contest: colour and line
    "greedy": (MUTED, ":"),
    "epsilon = 0.1": ("#00785A", "--"),
    "epsilon = 100/N": ("#A0458A", "-."),
    "UCB1, c = √2": ("#C04F00", "-"),
    "UCB1, c = 0.5": ("#1A1A1A", "-"),
}
FAMILIES = {"constant epsilon": "epsilon = 0", "fading epsilon": "/N", "UCB1": "UCB1"}  # and what is in their names
LEVERS = np.arange(7)

# ---------------------------------------------------------------- the contest


def rows_of(contest, name, pulls=None):
    """The rows of one strategy, or that after so many pulls."""
    rows = contest[contest["strategy"] == name]
    if pulls is None:
        return rows
    after = rows[rows["pulls"] == pulls]
    return after.iloc[0]


def mean_and_error(row):
    """The mean regret in a row of the contest, and 1.96 s/√n."""
    root = row["gamblers"] ** 0.5
    error = 1.96 * row["sd"] / root
    return row["regret"], error


def plot_regret(contest, names, most, title, log=False, top=None):
    """The regret of some strategies up to `most` pulls, each with its 95% interval; `top` cuts the picture off."""
    ax = titled_figure(title, height=6)
    ends = {}
    for name in names:
        rows = rows_of(contest, name)
        rows = rows[rows["pulls"] <= most]
        pulls = rows["pulls"].to_numpy(float)
        mean, error = mean_and_error(rows)
        colour, line = LOOKS[name]
        ax.plot(pulls, mean, line, color=colour, linewidth=3.5, label=name)
        low = mean - error
        high = mean + error
        ax.fill_between(pulls, low, high, color=colour, alpha=0.3, linewidth=0)
        ends[name] = pulls, mean.to_numpy()
    ax.set_xlim(10 if log else 0, most)
    ax.set_ylim(0, top)
    if log:
        ax.set_xscale("log")
    _name_lines(ax, ends)
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.yaxis.set_major_formatter("{x:,.0f}")
    ax.set_xlabel("pulls (N)", fontsize=SMALL + 2)
    ax.set_ylabel("regret: wins lost, mean", fontsize=SMALL + 2)


def _name_lines(ax, ends):
    """Write the name of each line where it ends: at the right, or at the top if it leaves the picture there."""
    bottom, top = ax.get_ylim()
    distance = 0.055 * (top - bottom)  # of two names
    above = -np.inf  # of the name written last
    for name, (pulls, mean) in sorted(ends.items(), key=_last_mean):
        colour, _ = LOOKS[name]
        look = {"fontsize": SMALL, "color": colour, "weight": "bold", "textcoords": "offset points"}
        last = mean[-1]
        if last > top:
            end = np.interp(top, mean, pulls), top
            words = f"{name}: {last:,.0f}\nat the end"
            ax.annotate(words, end, (-12, -4), ha="right", va="top", **look)
        else:
            above = max(last, above + distance)
            end = pulls[-1], above
            ax.annotate(name, end, (8, 0), va="center", annotation_clip=False, **look)


def _last_mean(end):
    name, (pulls, mean) = end
    return mean[-1]


def print_regret(contest, names, pulls):
    """A line for each strategy: its mean regret after so many pulls, with 1.96 s/√n, and who has the right favourite."""
    print(f"after {pulls:,} pulls:")
    for name in names:
        row = rows_of(contest, name, pulls)
        mean, error = mean_and_error(row)
        right = f"lever 3 is the favourite of {row['right']:5,} of {row['gamblers']:,}"
        print(f"  {name:15} lost {mean:7.1f} ± {error:5.1f};  {right}")


def print_best(contest, pulls):
    """The best strategy of each family after so many pulls, known when it is over, with its regret."""
    print(f"after {pulls:,} pulls:")
    at_the_end = contest[contest["pulls"] == pulls]
    for family, part in FAMILIES.items():
        is_one = at_the_end["strategy"].str.contains(part)
        rows = at_the_end[is_one]
        best = rows.loc[rows["regret"].idxmin()]
        mean, error = mean_and_error(best)
        print(f"  {family:17} at its best: {best['strategy']:16} lost {mean:6.1f} ± {error:4.1f}")


# ---------------------------------------------------------------- bars


def plot_bars(wins, visits, c, title):
    """Mean ± bonus of each lever, at each of some numbers of pulls: arrays of shape (times, 7)."""
    axes = titled_figure(title, 13, 5.2, panels=len(wins))
    for ax, w, n in zip(axes, wins, visits):
        pulls = n.sum()
        mean = w / n
        bonus = c * np.sqrt(np.log(pulls) / n)
        low = mean - bonus
        ax.bar(LEVERS, 2 * bonus, 0.5, low, color=EXPLORATION, label="mean ± bonus")
        _draw_marks(ax, mean, 0.35, color=EXPLOITATION, linewidth=6, label="mean")
        _draw_marks(ax, PAYS, 0.45, color=HIGHLIGHT, linewidth=2.5, label="truth")
        ax.set_ylim(-0.75, 1.75)
        ax.set_xticks(LEVERS)
        ax.set_xlabel("lever")
        ax.set_title(f"{pulls:,.0f} pulls", fontsize=SMALL + 2)
    add_legend(axes[-1], "upper right")


def _draw_marks(ax, heights, half, **look):
    left = LEVERS - half
    right = LEVERS + half
    ax.hlines(heights, left, right, **look)


def plot_terms(wins, visits, c, title):
    """Both terms of UCB1 for each lever."""
    root = SearchNode(Board())
    root.visits = sum(visits)
    for column, (w, n) in enumerate(zip(wins, visits)):
        child = SearchNode(move=column, parent=root)
        child.wins = w
        child.visits = n
    plot_ucb1(root, SearchSettings(c=c), title=title)


# ---------------------------------------------------------------- luck


def plot_trap(share_won, share_lost, won, lost):
    """How many greedy gamblers end with the best lever as favourite, by what their first pull of it paid."""
    ax = titled_figure("One unlucky pull of the best lever, and it is over", 9, 4.6)
    after_luck = share_of(share_won * won, won)
    without = share_of(share_lost * lost, lost)
    share, low, high = np.transpose([after_luck, without])
    errors = share - low, high - share
    look = {"ecolor": TEXT, "capsize": 8, "error_kw": {"elinewidth": 2.5, "capthick": 2.5}}
    bars = ax.bar([0, 1], share, 0.6, color=MUTED, yerr=errors, **look)
    words = f"{share_won:.0%}", f"{share_lost:.1%}"
    ax.bar_label(bars, words, fontsize=BIG, padding=4)
    chance = 1 / 7
    ax.axhline(chance, color=TEXT, linestyle=":", linewidth=2.5, zorder=0)
    ax.text(1, chance + 0.02, "any lever, at random", fontsize=SMALL, ha="center")
    names = f"it paid\n(n = {won:,})", f"it paid nothing\n(n = {lost:,})"
    ax.set_xticks([0, 1], names, fontsize=SMALL + 2)
    ax.set_xlabel("first pull of lever 3", fontsize=SMALL + 2)
    ax.set_ylabel("lever 3 is the favourite", fontsize=SMALL + 2)
    ax.set_ylim(0, 1)
    ax.yaxis.set_major_formatter("{x:.0%}")


def plot_lucky(shares, counts, title):
    """How many find lever 3 if its first pull has paid, by how many of the six others had luck, too: wins and gamblers."""
    _, ax = plain_axes(10, 4.8)
    points = list(map(share_of, shares, counts))
    draw_curve(ax, LEVERS, points, TEXT, "o", "", linewidth=2.5, capsize=6)
    ax.set_ylim(0, 1.05)
    ax.set_xticks(LEVERS)
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.set_xlabel("of the six other levers, how many paid at their first pull")
    ax.set_ylabel("lever 3 is the favourite")
    ax.set_title(title, fontsize=BIG - 1, weight="bold")


# ---------------------------------------------------------------- how long to explore


def level_visits(pulls, c):
    """The visits of the levers after so many pulls if every mean were the truth, and all seven bars equally high."""
    size = c**2 * np.log(pulls)
    low = PAYS.max()
    high = low + 100
    for _ in range(200):  # the height at which the visits of all levers are the pulls
        height = (low + high) / 2
        visits = size / (height - PAYS) ** 2
        if visits.sum() > pulls:
            low = height
        else:
            high = height
    return visits


def print_needed(contest, pulls, constants):
    """The visits of lever 2: those after which its bonus is its gap, those of level bars, and those in the contest."""
    print(f"visits of lever 2 after {pulls:,} pulls:")
    print("          its bonus = its gap   all bars level   in the contest")
    for name, c in constants.items():
        gap = GAPS[2]
        alone = np.log(pulls) * (c / gap) ** 2
        alone = np.ceil(alone)
        visits = level_visits(pulls, c)
        level = visits[2]
        row = rows_of(contest, f"UCB1, c = {name}", pulls)
        played = row["next_best"]
        print(f"c = {name:4} {alone:16,.0f} {level:18,.0f} {played:16,.0f}")
