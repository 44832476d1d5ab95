"""What the pictures beside the lessons have in common: sizes of text, and axes without a frame at the top and the right."""

import numpy as np
from matplotlib import pyplot as plt

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
