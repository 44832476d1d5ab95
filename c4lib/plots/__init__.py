"""Every picture, as Matplotlib functions that take `ax=None` and return the Axes."""

from c4lib.plots.board import board_png, board_svg
