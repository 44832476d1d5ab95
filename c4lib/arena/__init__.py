"""Games between players, and what can be learnt from many of them: matches, round robins, sweeps."""

from c4lib.arena.game import GameRecord, PlayerError, play_game
from c4lib.arena.matches import Match, RoundRobin, Sweep, play_match, round_robin, sweep
from c4lib.arena.score import elo_difference, score_interval
