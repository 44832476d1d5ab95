"""What the pictures beside the lessons have in common: sizes of text, axes, and how numbers are written."""

import math

import numpy as np
from matplotlib import pyplot as plt

from mctslab.arena import mean_interval

BIG, SMALL = 20, 14  # points


def plain_axes(width=11, height=5, panels=1):
    """A new figure of this size in inches and its Axes, or an array of them."""
    fig, axes = plt.subplots(1, panels, figsize=(width, height), layout="constrained")
    for ax in np.atleast_1d(axes):
        ax.tick_params(labelsize=SMALL)
        ax.spines[["top", "right"]].set_visible(False)
    return fig, axes


def titled_axes(title, width=10, height=5):
    """Axes of a new figure of this size in inches, with their conclusion in bold above them."""
    _, ax = plain_axes(width, height)
    ax.set_title(title, fontsize=19, weight="bold")
    return ax


def log_axis(ax, playouts):
    """Numbers of playouts across, each power of ten written as such."""
    tens = [n for n in playouts if set(str(n)) == {"1", "0"}]
    ax.set_xscale("log")
    ax.set_xticks(tens, [f"{n:,}" for n in tens])
    ax.set_xticks([], minor=True)
    ax.set_xlabel("playouts", fontsize=SMALL + 1)


def c_name(c):
    """c as it is written in the lessons: √2 for 1.414..."""
    return "√2" if math.isclose(c, math.sqrt(2)) else f"{c:g}"


def percent(values):
    """A mean share with its 95% interval, as a text."""
    low, high = mean_interval(values)
    return f"{np.mean(values):.1%} [{low:.1%}, {high:.1%}]"
