"""Pictures of many games, and of boards as bits, as Matplotlib draws them."""

from mctslab.plots.bitboards import plot_bitboards
from mctslab.plots.matches import plot_round_robin, plot_sweep
