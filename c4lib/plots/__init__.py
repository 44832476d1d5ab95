"""Every picture, as Matplotlib functions that take `ax=None` and return the Axes."""

from c4lib.plots.board import board_png, board_svg, plot_board
from c4lib.plots.canvas import EXPLOITATION, EXPLORATION, HIGHLIGHT, PLAYERS
from c4lib.plots.hex import plot_hex
from c4lib.plots.playout import plot_playout
from c4lib.plots.terms import plot_ucb1, plot_visits
from c4lib.plots.tree import plot_tree
