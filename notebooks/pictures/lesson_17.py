"""The pictures and tables of lesson 17 that need more than a line."""

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import Markdown

from mctslab.arena import difference, score_interval
from mctslab.experiments import stored
from mctslab.experiments.literature import OPENINGS, chance
from pictures import titled_axes

BLUE, RED, GREY = "#0072B2", "#D55E00", "#666666"
REPAIRS = {  # of two deviations of P1, those that are fixed
    "": "neither",
    "terminal leaf": "terminal leaf",
    "one viewpoint": "viewpoint",
    "terminal leaf + one viewpoint": "both",
}


def rate(times, runs):
    """So many of so many, in words, with its 95 % interval."""
    low, high = score_interval(float(times), int(runs))
    return f"{times:,g} of {runs:,} = {times / runs:.1%}  [{low:.1%}, {high:.1%}]"


def _points(ax, x, times, runs, **look):
    """Shares with 95 % intervals."""
    shares = np.array(times, float) / runs
    low, high = np.array([score_interval(float(count), int(runs)) for count in times]).T
    ax.errorbar(x, shares, [shares - low, high - shares], markersize=9, capsize=5, linewidth=2, **look)


# -------------------------------------------------------------------- P4


def middle_openings():
    """How often P4 opened in the middle: {search: {iterations in all: times}}, of 200 and of 1,000 searches."""
    counts = stored("first_moves").groupby(["search", "iterations"]).column_3.sum()
    return {search: counts[search].astype(int).to_dict() for search in ("as published", "fixed")}


def draw_openings():
    """The share of first moves in the middle, by the iterations before that move."""
    middle = middle_openings()
    ax = titled_axes("All 1,000 open in the middle only from 6,000 iterations on")
    ax.axhline(1, color=GREY, linewidth=2)
    ax.text(480, 1.015, "the report's claim, from 500 on", fontsize=14, color=GREY)
    looks = {
        "fixed": {"color": BLUE, "marker": "o", "label": "without two deviations, 1,000 runs each"},
        "as published": {"color": RED, "marker": "D", "linestyle": "", "label": "P4 as published, 200 runs"},
    }
    for search, look in looks.items():
        aside = 1.04 if search == "as published" else 1
        _points(ax, [aside * count for count in middle[search]], [*middle[search].values()], OPENINGS[search], **look)
    ax.text(640, middle["fixed"][500] / 1_000 - 0.03, "setting 500, one search", fontsize=14)
    ax.text(1_200, middle["fixed"][1_000] / 1_000 - 0.04, "setting 500, two searches:\nas it really plays", fontsize=14)
    ax.set(xscale="log", ylim=(0.55, 1.06))
    ticks = list(middle["fixed"])
    ax.set_xticks(ticks, [f"{count:,}" for count in ticks])
    ax.minorticks_off()
    ax.set_xlabel("iterations before the first move, in all", fontsize=15)
    ax.set_ylabel("share of first moves in the middle", fontsize=15)
    ax.legend(fontsize=14, loc="lower right")


# -------------------------------------------------------------------- P1


def found_by_p1(playouts=200):
    """Of 300 positions: the answers, right (1) or wrong (0), of P1 by task and by what is fixed."""
    table = stored("tactics").fillna("").query("playouts == @playouts")
    return {key: rows.found.to_numpy(int) for key, rows in table.groupby(["task", "fixed"])}


def draw_factorial():
    """Win in one and block in one, with each of two deviations fixed or not."""
    found = found_by_p1()
    figure, axes = plt.subplots(1, 2, figsize=(11, 4.9), layout="constrained", sharey=True)
    figure.suptitle("The viewpoint counts only beside the other repair", fontsize=19, weight="bold")
    for ax, task in zip(axes, ("win", "block")):
        for leaf, colour, marker in (("", RED, "D"), ("terminal leaf", BLUE, "o")):
            names = [leaf, " + ".join(filter(None, [leaf, "one viewpoint"]))]
            times = [found[task, name].sum() for name in names]
            label = "terminal leaf fixed" if leaf else "terminal leaf as published"
            _points(ax, [0, 1], times, 300, color=colour, marker=marker, label=label)
        ax.axhline(chance(task), color=GREY, linestyle=":", linewidth=2, label="a random player")
        ax.set_xticks([0, 1], ["viewpoint\nas published", "viewpoint\nfixed"], fontsize=14)
        ax.set(xlim=(-0.3, 1.3), ylim=(0, 1.05))
        ax.set_title(f"{task} in one", fontsize=16)
        ax.tick_params(axis="y", labelsize=14)
        ax.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("share found, of 300 positions", fontsize=15)
    axes[0].legend(fontsize=14, loc="center")


def repair_effects(task):
    """What each repair adds, alone and beside the other: paired differences over 300 positions."""
    found, leaf, viewpoint, both = found_by_p1(), "terminal leaf", "one viewpoint", "terminal leaf + one viewpoint"
    steps = [("", leaf), (viewpoint, both), ("", viewpoint), (leaf, both)]
    print("what each repair adds, on the same 300 positions:")
    for before, after in steps:
        apart = difference(found[task, after], found[task, before], paired=True)
        repaired = "terminal leaf" if leaf in after and leaf not in before else "viewpoint"
        beside = "alone" if not before else "beside the other"
        numbers = f"{apart.mean:+.1%} [{apart.low:+.1%}, {apart.high:+.1%}]"
        print(f"{task:5}  {repaired:13} fixed {beside:16} {numbers}, p = {apart.p:.2g}")


def scores(experiment):
    """Points and games of each match of an experiment."""
    counts = stored(experiment).fillna("").groupby("match", sort=False)[["wins", "draws", "losses"]].sum()
    return {name: (row.wins + row.draws / 2, int(row.sum())) for name, row in counts.iterrows()}


# -------------------------------------------------------------------- P3


def training_wins():
    """Wins and games against the trivial agent: of P3 by training game, and of two players who do not learn."""
    counts = stored("article_training").groupby(["player", "first_game"])[["wins", "draws", "losses"]].sum()
    return {index: (int(row.wins), int(row.sum())) for index, row in counts.iterrows()}


def draw_training():
    """P3's wins against the trivial agent in the course of its training, and those of two baselines."""
    wins = training_wins()
    ax = titled_axes("P3 learns, and stays far below the baseline without a tree")
    first = [game for player, game in wins if player == "P3"]
    _points(ax, np.array(first) + 100, [wins["P3", game][0] for game in first], 2_000, color=BLUE, marker="o")
    ax.text(1_950, 0.17, "P3, 10 trainings", ha="right", fontsize=15, color=BLUE)
    baselines = (("simple Monte Carlo", RED, "simple Monte Carlo, 10 games a column"), ("random", GREY, "random"))
    for player, colour, words in baselines:
        times, games = wins[player, 0]
        low, high = score_interval(times, games)
        ax.axhspan(low, high, color=colour, alpha=0.25, linewidth=0)
        ax.axhline(times / games, color=colour, linewidth=2)
        above = -0.1 if player != "random" else -0.045
        ax.text(1_950, times / games + above, words, ha="right", fontsize=15, color=colour)
    ax.set(ylim=(-0.02, 0.8), xlim=(0, 2_000))
    ax.set_xlabel("training games played", fontsize=15)
    ax.set_ylabel("share of games won, as X", fontsize=15)
    ax.xaxis.set_major_formatter("{x:,.0f}")


# -------------------------------------------------------------------- all of them


def improvement(before, after, task):
    """Right answers of 300 before and after, and the paired difference."""
    apart = difference(after[task, ""], before[task, ""], paired=True)
    counts = f"{before[task, ''].sum()} to {after[task, ''].sum()} of 300"
    return f"{counts}, {apart.mean:+.1%} [{apart.low:+.1%}, {apart.high:+.1%}]"


SINGH = "https://mintlify.wiki/marshalharman/QLearning_and_MCTS-Reinforcement_Learning"
SOURCES = {
    "report": "Carter (2020), [*Monte Carlo Tree Search in C*](https://github.com/joncarter1/MCTS-C/blob/master/report.pdf)",
    "agent": f"documentation of Singh (2022), [agents/mcts-agent]({SINGH}/agents/mcts-agent)",
    "settings": f"documentation of Singh (2022), [guides/hyperparameters]({SINGH}/guides/hyperparameters)",
    "article": "Fractalytics (2021), [*Application of MCTS within the Connect4 Game*]"
    "(http://fractalytics.io/application-of-mcts-within-the-connect4-game)",
}


def claims_table():
    """Every claim, where it is made, and what was measured, as a table."""
    middle, matches, wins = middle_openings(), scores("claimed_matches"), training_wins()
    few, many = (found_by_p1(playouts) for playouts in (50, 1_000))
    rows = [
        (
            "P4 “never picks anything other than the middle column”",
            "report",
            f"setting 500: middle in {rate(middle['as published'][1_000], 200)}",
            "refuted",
        ),
        (
            "P4: “I was unable to beat the computer” above 500 iterations",
            "report",
            f"setting 1,000 against 10,000 playouts: {rate(*matches['P4: 1000 against FastSearch 10000'])}",
            "a search beats it; about people this says nothing",
        ),
        ("P4 plays to “a super-human level”", "report", "nothing: no humans and no games are named", "open"),
        (
            "P1: C = 2 “works well in practice for this board size”",
            "agent",
            f"against C = √2: {rate(*matches['P1: C = 2 against C = 1.414'])}",
            "open: no difference seen",
        ),
        (
            "P1: more playouts “build a deeper, more accurate search tree”",
            "settings",
            f"from 50 to 1,000 playouts, win in one: {improvement(few, many, 'win')}; block: {improvement(few, many, 'block')}",
            "blocks yes; wins stay below chance",
        ),
        (
            "P3: “advantages compared to a simple Monte Carlos implementation”",
            "article",
            f"wins at the end: {rate(*wins['P3', 1_800])}; simple Monte Carlo: {rate(*wins['simple Monte Carlo', 0])}",
            "the other way round, in this comparison",
        ),
    ]
    lines = ["| claim | source | measured, with 95 % interval | so |", "|---|---|---|---|"]
    lines += [f"| {claim} | {SOURCES[source]} | {measured} | {so} |" for claim, source, measured, so in rows]
    return Markdown("\n".join(lines))
