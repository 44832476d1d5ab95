"""The pictures of lesson 14 that no other lesson needs."""

import math

import matplotlib.pyplot as plt
import numpy as np

from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MEAN, TEXT, text_on
from mctslab.arena import mean_interval
from pictures import BIG, SMALL, plain_axes

GREEN = "#00704F"
LOOKS = [(EXPLOITATION, "o", "-"), (HIGHLIGHT, "s", "--"), (GREEN, "^", "-."), ("#B36B00", "D", ":")]


def _axes(title, **size):
    fig, axes = plain_axes(**size)
    fig.suptitle(title, fontsize=BIG, color=TEXT)
    return axes


def c_name(c):
    """c as it is written in the lesson: √2 for 1.414..."""
    return "√2" if math.isclose(c, math.sqrt(2)) else f"{c:g}"


def plot_needed(moves, needed_c, title):
    """From which c on each of the `moves` (wins and visits by name) is chosen, as T grows: `needed_c(wins, visits, T)`."""
    ax = _axes(title)
    priors = np.arange(0, 51)
    for (name, (w, n)), (colour, _, style) in zip(moves.items(), LOOKS):
        line = [needed_c(w, n, int(T)) for T in priors]
        ax.plot(priors, line, style, color=colour, linewidth=4)
        ax.text(50.5, line[-1], name, color=colour, fontsize=SMALL + 1, va="center")
    ax.set(xlim=(0, 60), ylim=(0, 1.4))
    ax.set_xticks([0, 1, 5, 10, 20, 30, 40, 50])
    ax.set_xlabel("T", fontsize=SMALL + 1)
    ax.set_ylabel("chosen before A from this c on", fontsize=SMALL)


def plot_grid(results, title):
    """Scores by T (upwards) and c (to the right); the best of each row has a frame."""
    priors, cs = (sorted({key[place] for key in results}) for place in (0, 1))
    scores = np.array([[np.mean(results[T, c]) for c in cs] for T in priors])
    ax = _axes(title, height=1.6 + 0.72 * len(priors))
    ax.imshow(scores, cmap=MEAN, vmin=0.2, vmax=0.8, aspect="auto", origin="lower")
    for (row, column), score in np.ndenumerate(scores):
        colour = text_on(MEAN((score - 0.2) / 0.6))
        ax.text(column, row, f"{score:.0%}", ha="center", va="center", fontsize=17, color=colour)
        if score == scores[row].max():
            ax.add_patch(
                plt.Rectangle((column - 0.46, row - 0.44), 0.92, 0.88, fill=False, edgecolor=TEXT, linewidth=3)
            )
    ax.set_xticks(range(len(cs)), [c_name(c) for c in cs])
    ax.set_yticks(range(len(priors)), priors)
    ax.tick_params(length=0, labelsize=SMALL + 1)
    ax.spines[:].set_visible(False)
    games = min(len(games) for games in results.values())
    ax.set_xlabel(f"c     ({games} games a cell: score ± 5 points)", fontsize=SMALL + 1)
    ax.set_ylabel("T", fontsize=SMALL + 1)


def plot_scores(lines, title):
    """Scores by c with 95 % intervals; `lines` has for each name the results by c."""
    ax = _axes(title, height=5.4)
    for place, ((name, by_c), (colour, marker, style)) in enumerate(zip(lines.items(), LOOKS)):
        points = np.array([(np.mean(games), *mean_interval(games)) for games in by_c.values()])
        middle, low, high = points.T
        x = np.array([*by_c]) * 1.015**place
        look = {"color": colour, "marker": marker, "linestyle": style, "linewidth": 2.5, "markersize": 9, "capsize": 5}
        ax.errorbar(x, middle, [middle - low, high - middle], label=name, **look)
    ax.axhline(0.5, color=TEXT, linestyle=":", linewidth=2)
    cs = sorted({c for by_c in lines.values() for c in by_c})
    ax.set_xscale("log")
    ax.set_xticks(cs, [c_name(c) for c in cs])
    ax.minorticks_off()
    ax.set_ylim(-0.03, 0.72)
    ax.set_xlabel("c", fontsize=SMALL + 1)
    ax.set_ylabel("score against T = 0, c = √2", fontsize=SMALL)
    ax.legend(fontsize=SMALL, frameon=False)


def plot_rates(rates, T, errors, title):
    """At the left the rates of moves and Beta(T, T); at the right the error of the estimate by T, for n playouts."""
    left, right = _axes(title, panels=2, height=4.8)
    x = np.linspace(0.001, 0.999, 400)
    density = (x * (1 - x)) ** (T - 1)
    left.hist(rates, bins=20, range=(0, 1), density=True, color="#A3ABB5", edgecolor="white", label="rates of moves")
    left.plot(x, density / density.mean(), color=HIGHLIGHT, linewidth=4, label=f"Beta(T, T), T = {T:.1f}")
    left.set_yticks([])
    left.set_xlabel("share of 400 playouts won", fontsize=SMALL)
    left.legend(fontsize=SMALL, frameon=False, loc="upper left")
    left.set_ylim(0, 1.5 * left.get_ylim()[1])
    for (n, by_T), (colour, marker, style) in zip(errors.items(), LOOKS):
        look = {"color": colour, "marker": marker, "linestyle": style, "linewidth": 3, "markersize": 9}
        right.plot(range(len(by_T)), [*by_T.values()], label=f"{n} playout{'s' * (n > 1)}", **look)
    right.set_xticks(range(len(by_T)), [*by_T])
    right.set_ylim(bottom=0)
    right.set_xlabel("T", fontsize=SMALL)
    right.set_ylabel("error of the estimate", fontsize=SMALL)
    right.legend(fontsize=SMALL, frameon=False)


def plot_drift(shares, ends, title):
    """What a move wins of the playouts of each stretch; `shares` by the name of the move, `ends` of the stretches."""
    ax = _axes(title)
    for (name, rows), (colour, marker, style) in zip(shares.items(), LOOKS):
        intervals = np.array([mean_interval(column) for column in np.transpose(rows)])
        middle = np.mean(rows, axis=0)
        errors = [middle - intervals[:, 0], intervals[:, 1] - middle]
        look = {"color": colour, "marker": marker, "linestyle": style, "linewidth": 3, "markersize": 9, "capsize": 5}
        ax.errorbar(range(len(ends)), middle, errors, label=name, **look)
    starts = [1, *(end + 1 for end in ends[:-1])]
    ax.set_xticks(range(len(ends)), [f"{start} to\n{end}" for start, end in zip(starts, ends)])
    ax.set_ylim(0, 0.7)
    ax.set_xlabel("playouts of the move", fontsize=SMALL)
    ax.set_ylabel("share of them won", fontsize=SMALL)
    ax.legend(fontsize=SMALL, frameon=False, loc="upper right")


def plot_forgetting(shares, title):
    """The share of the most visited column by playouts; `shares` has for each name the shares by playouts, one a seed."""
    ax = _axes(title)
    for (name, by_playouts), (colour, marker, style) in zip(shares.items(), LOOKS):
        points = np.array([(np.mean(values), *mean_interval(values)) for values in by_playouts.values()])
        middle, low, high = points.T
        look = {"color": colour, "marker": marker, "linestyle": style, "linewidth": 3, "markersize": 9, "capsize": 5}
        ax.errorbar([*by_playouts], middle, [middle - low, high - middle], label=name, **look)
    ax.set_xscale("log")
    ax.set_xticks([*by_playouts], [f"{n:,}" for n in by_playouts])
    ax.minorticks_off()
    ax.set_ylim(0, 0.85)
    ax.set_xlabel("playouts", fontsize=SMALL)
    ax.set_ylabel("share of the most visited column", fontsize=SMALL)
    ax.legend(fontsize=SMALL, frameon=False, loc="upper left")


def results_by(table, *names):
    """The results of the games in a stored table, by the values in the columns with these names."""
    sums = table.groupby(list(names))[["wins", "draws", "losses"]].sum()
    return {key: np.repeat([1, 0.5, 0], row.astype(int)) for key, row in zip(sums.index, sums.to_numpy())}
