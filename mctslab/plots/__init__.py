"""Pictures of many games, and of boards as bits: Matplotlib functions that take `ax=None` and return the Axes."""

from mctslab.plots.bitboards import plot_bitboards
from mctslab.plots.matches import plot_round_robin, plot_sweep
