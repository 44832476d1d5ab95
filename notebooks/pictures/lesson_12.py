"""The pictures of lesson 12 that need more than a line."""

import numpy as np

from mctslab.arena import mean_interval, score_interval
from pictures import titled_axes

BLUE, RED, GREEN, GREY = "#0072B2", "#D55E00", "#007A5A", "#666666"
GROUPS = {"at most 5": (0, 5), "6 or 7": (6, 7), "8 or 9": (8, 9), "all ten": (10, 10)}
AGREE = ("agree", "agree_sound", "they agree", GREEN, "s", 0)
DIFFER = [  # column, words, colour, marker, shift to the side
    ("by_visits", "most visits", BLUE, "o", -0.18),
    ("by_mean", "highest mean", RED, "^", -0.06),
    ("by_settling", "on until they agree", "#9A6A00", "D", 0.06),
    ("by_ten_times", "on to ten times", "#7B3294", "v", 0.18),
]


def draw_convergence(totals, shares, chosen):
    """The share of visits of the right move, a thin line a seed, and the share of seeds that choose it."""
    ax = titled_axes("The choice settles long before the shares do", height=5.2)
    ax.plot(totals, shares.T, color=BLUE, linewidth=1, alpha=0.35)
    ax.plot(totals, chosen.mean(axis=0), "s-", color=RED, linewidth=3, markersize=10)
    ax.axhline(1 / 7, color=GREY, linestyle=":", linewidth=2)
    ax.text(totals[-1], 1 / 7 - 0.02, "one seventh", ha="right", va="top", fontsize=13, color=GREY)
    ax.text(700, 0.82, f"share of {len(shares)} searches\nthat choose the middle", fontsize=14, color=RED, ha="right")
    ax.text(8_000, 0.27, f"share of its visits,\n{len(shares)} searches", fontsize=14, color=BLUE)
    ax.set(xscale="log", ylim=(0, 1.03))
    ax.set_xticks(totals, [f"{total:,}" for total in totals])
    ax.minorticks_off()
    ax.set_xlabel("iterations", fontsize=15)


def draw_agreement(asked, chance):
    """How often the move with most votes is sound, by the number of seeds that agree, with 95 % intervals."""
    ax = titled_axes("Seeds that agree are right more often", height=5.6)
    for (iterations, rows), colour, hatch, shift in zip(
        asked.groupby("iterations"), (BLUE, RED), ("", "//"), (-0.2, 0.2)
    ):
        groups = [rows[rows.agreeing.between(*bounds)].sound for bounds in GROUPS.values()]
        rates = np.array([group.mean() for group in groups])
        low, high = np.array([score_interval(int(group.sum()), len(group)) for group in groups]).T
        place = np.arange(len(groups)) + shift
        look = {"color": colour, "alpha": 0.75, "hatch": hatch, "edgecolor": "white", "ecolor": "black", "capsize": 5}
        ax.bar(place, rates, 0.38, yerr=[rates - low, high - rates], label=f"{iterations:,} iterations", **look)
        for x, group in zip(place, groups):
            box = {"facecolor": "white", "edgecolor": "none", "pad": 2}
            ax.text(x, 0.04, f"{group.sum()}\nof {len(group)}", ha="center", fontsize=13, bbox=box)
    ax.axhline(chance, color="black", linestyle="--", linewidth=2, label=f"a random move, {chance:.0%}")
    ax.set_xticks(range(len(GROUPS)), GROUPS)
    ax.set_xlabel("seeds that agree, of ten", fontsize=15)
    ax.set_ylabel("their move is sound", fontsize=15)
    ax.set_ylim(0, 1.02)
    ax.figure.legend(fontsize=14, loc="outside lower center", ncols=3)


def rate(rows, column, of):
    """The rate of a column of `visits_or_mean` and its interval, with the groups of positions as clusters."""
    rows = rows[rows[of] > 0]
    counts = rows[of].to_numpy(int)
    results = np.repeat(rows[column].to_numpy(float) / counts, counts)
    return results.mean(), *mean_interval(results, clusters=np.repeat(rows.group.to_numpy(int), counts))


def draw_stops(stops):
    """How often moves are sound when visits and mean agree at the stop, and by each rule when they differ."""
    ax = titled_axes("If visits and mean differ, go on for many more iterations", height=6)
    tables = [rows for _, rows in stops.groupby("playouts")]
    series = [(*AGREE[1:], "agree"), *((*one, "differ") for one in DIFFER)]
    for column, words, colour, marker, shift, of in series:
        mean, low, high = np.array([rate(rows, column, of) for rows in tables]).T
        place = np.arange(len(tables)) + shift
        look = {"color": colour, "markersize": 11, "capsize": 6, "linewidth": 2.5, "linestyle": "none"}
        label = words if of == "agree" else f"they differ: {words}"
        ax.errorbar(place, mean, [mean - low, high - mean], marker=marker, label=label, **look)
    chance = [rate(rows, "by_chance", "differ")[0] for rows in tables]
    for place, height in enumerate(chance):
        line = ax.hlines(height, place - 0.3, place + 0.3, color="black", linewidth=2)
    line.set_label("they differ: a random move")
    names = [
        f"{playouts:,}\n({rows.differ.sum():,} of {(rows.differ + rows.agree).sum():,} differ)"
        for playouts, rows in stops.groupby("playouts")
    ]
    ax.set_xticks(range(len(tables)), names)
    ax.set(xlim=(-0.5, len(tables) - 0.5), ylim=(0.25, 1))
    ax.set_xlabel("iterations at the stop", fontsize=15)
    ax.set_ylabel("the move is sound", fontsize=15)
    ax.figure.legend(fontsize=13, loc="outside lower center", ncols=2)
