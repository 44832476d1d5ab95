"""Games between players, and what can be learnt from many of them: matches, round robins, sweeps."""

from mctslab.arena.game import GameRecord, play_game
from mctslab.arena.matches import Match, RoundRobin, Sweep, play_match, round_robin, sweep
from mctslab.arena.score import (
    Difference,
    best_of,
    difference,
    elo_difference,
    games_needed,
    mean_interval,
    power,
    score_interval,
)
from mctslab.players import PlayerError
