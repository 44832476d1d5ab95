# The public names and where they are defined, for `lazy_loader` and for editors.

from . import experiments as experiments
from . import players as players
from . import plots as plots
from . import published as published
from .arena.accuracy import accuracy as accuracy
from .arena.accuracy import exact_scores as exact_scores
from .arena.accuracy import optimal_moves as optimal_moves
from .arena.accuracy import sound_moves as sound_moves
from .arena.game import play_game as play_game
from .arena.matches import play_match as play_match
from .arena.matches import round_robin as round_robin
from .arena.matches import sweep as sweep
from .qlearning import QTable as QTable
from .without_numba import as_far_as_possible as as_far_as_possible
from .without_numba import seeds as seeds
