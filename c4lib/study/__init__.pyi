from .invariants import Violation as Violation
from .invariants import check_game as check_game
from .invariants import violations as violations
from .perfect import exact_scores as exact_scores
from .perfect import known_scores as known_scores
from .perfect import perfect_outcomes as perfect_outcomes
from .perfect import perfect_winner as perfect_winner
from .recording import Trace as Trace
