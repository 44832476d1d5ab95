"""What the pictures beside the lessons have in common: axes, curves with intervals, and how numbers are written."""

import math

import numpy as np
from matplotlib import pyplot as plt
from matplotlib import rcParamsDefault

from c4lib.plots.canvas import TEXT
from mctslab.arena import mean_interval, score_interval

BIG = 20  # points
SMALL = 14
CENTRED = {"ha": "center", "va": "center"}  # a text, at its place
# Under a picture its size in dots is stored, so the dots of an inch are the same wherever a notebook is tested.
plt.rcParams["figure.dpi"] = rcParamsDefault["figure.dpi"]

# ---------------------------------------------------------------- axes


def make_plain(ax):
    """Small labels, and no frame at the top and the right."""
    ax.tick_params(labelsize=SMALL)
    ax.xaxis.label.set_size(SMALL)
    ax.yaxis.label.set_size(SMALL)
    ax.spines[["top", "right"]].set_visible(False)


def plain_axes(width=11, height=5, panels=1, sharey=False):
    """A new figure of this size in inches and its Axes, or an array of them, perhaps with one scale."""
    size = width, height
    fig, axes = plt.subplots(1, panels, sharey=sharey, figsize=size, layout="constrained")
    for ax in np.atleast_1d(axes):
        make_plain(ax)
    return fig, axes


def titled_axes(title, width=10, height=5):
    """Axes of a new figure of this size in inches, with their conclusion in bold above them."""
    _, ax = plain_axes(width, height)
    ax.set_title(title, fontsize=19, weight="bold")
    return ax


def titled_figure(title, width=11, height=5, panels=1, colour=TEXT, sharey=False, size=BIG):
    """The same, with the conclusion, of this size, above the whole figure: the Axes, or an array of them."""
    fig, axes = plain_axes(width, height, panels, sharey)
    fig.suptitle(title, fontsize=size, color=colour, weight="bold")
    return axes


def steady_figure(title, height):
    """A new figure under a title, so high in inches: every one is cut out at the same size, whatever is drawn on it."""
    figure = plt.figure(figsize=(10.2, height))
    whole = plt.Rectangle((0, 0), 1, 1, alpha=0)
    figure.add_artist(whole)
    figure.suptitle(title, fontsize=BIG, weight="bold", y=0.97)
    return figure


def log_axis(ax, playouts):
    """Numbers of playouts across, each power of ten written as such."""
    tens = [n for n in playouts if set(str(n)) == {"1", "0"}]
    log_ticks(ax, tens)
    ax.set_xlabel("playouts", fontsize=SMALL + 1)


def log_ticks(ax, numbers):
    """A logarithmic axis across with these numbers written on it, and no others."""
    ax.set_xscale("log")
    names = [f"{number:,}" for number in numbers]
    ax.set_xticks(list(numbers), names)
    ax.set_xticks([], minor=True)


def name_rows(ax, names, size=SMALL):
    """A row for each name, from the top."""
    ax.set_yticks(range(len(names)), names, fontsize=size)
    ax.invert_yaxis()


def draw_level(ax, y, colour=TEXT):
    """A dotted line across, at a value to compare with."""
    ax.axhline(y, color=colour, linestyle=":", linewidth=2)


def add_legend(ax, place="best", **look):
    """A small legend without a frame, at this place in the Axes."""
    ax.legend(fontsize=SMALL, frameon=False, loc=place, **look)


# ---------------------------------------------------------------- shares and means with their intervals


def share_of(points, games):
    """The share of the points with its 95% interval: (share, low, high)."""
    low, high = score_interval(float(points), int(games))
    return points / games, low, high


def mean_of(values, clusters=None):
    """The mean with its 95% interval: (mean, low, high); in one of the `clusters` values hang together."""
    low, high = mean_interval(values, clusters=clusters)
    return np.mean(values), low, high


def beside(value, low, high):
    """How far the interval of one value reaches to both sides, as `errorbar` wants it."""
    return [[value - low], [high - value]]


def draw_curve(ax, x, points, colour, marker, line, **look):
    """A line through points, each (value, low, high), with their intervals."""
    value, low, high = np.transpose(points)
    errors = np.maximum([value - low, high - value], 0)  # the computer's rounding may leave less
    look = {"linewidth": 3, "markersize": 9, "capsize": 5} | look
    ax.errorbar([*x], value, errors, color=colour, marker=marker, linestyle=line, **look)


# ---------------------------------------------------------------- in words


def c_name(c):
    """c as it is written in the lessons: √2 for 1.414..."""
    return "√2" if math.isclose(c, math.sqrt(2)) else f"{c:g}"


def percent(values):
    """A mean share with its 95% interval, as a text."""
    mean, low, high = mean_of(values)
    return f"{mean:.1%} [{low:.1%}, {high:.1%}]"
