"""The colours of all pictures: told apart by the colour-blind and on a projector (after Okabe and Ito 2008)."""

from matplotlib.colors import LinearSegmentedColormap, to_rgb

PLAYERS = {1: "#D55E00", 2: "#F0E442"}  # vermilion is dark and yellow light: they also differ in black and white
MARKS = {1: "#FFFFFF", 2: "#1A1A1A"}  # a cross on the discs of player 1, a ring on those of player 2
NAMES = {1: "X", 2: "O"}  # as in the text board

EXPLOITATION = "#0072B2"  # the mean, the first term of UCB1
EXPLORATION = "#E69F00"  # the second term
HIGHLIGHT = "#B3005F"  # the current path, the chosen move

FRAME = "#2F6296"  # the board
EMPTY = "#FFFFFF"  # its empty cells
TEXT = "#1A1A1A"
MUTED = "#5F6670"  # captions, and what is not in the centre of attention
EDGE = "#A9B0B8"  # of the tree
VISITS = "#A3ABB5"  # bars that count visits
UNVISITED = "#FFFFFF"
OUTSIDE = "#ECEDEF"  # behind what is not in the tree

MEAN = LinearSegmentedColormap.from_list("mean", ["#BF812D", "#E0C08A", "#EDEDEB", "#9CCBE8", "#4A9BD4"])
"""From a mean of 0 (brown) over 1/2 (light grey) to 1 (blue, like the exploitation term)."""


def text_on(colour: object) -> str:
    """The colour, dark or white, in which a text on `colour` is read best.

    >>> text_on("#FFFFFF"), text_on("#0072B2")
    ('#1A1A1A', '#FFFFFF')
    """
    linear = [((part + 0.055) / 1.055) ** 2.4 if part > 0.04 else part / 12.92 for part in to_rgb(colour)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return TEXT if luminance > 0.2 else "#FFFFFF"  # the contrast of both is equal near there (WCAG 2)
