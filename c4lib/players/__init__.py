"""Players for matches: at random, by rules, flat Monte Carlo, searches, a person, and a table that learns."""

from c4lib.players.players import (
    EVENLY,
    FlatMonteCarlo,
    HumanPlayer,
    MCTSPlayer,
    Player,
    mcts_player,
    player_name,
    random_player,
    rule_based_player,
    threatened_moves,
    typed_column,
    winning_moves,
)
from c4lib.players.qlearning import LearningSettings, QPlayer, QTable, Training, trained_table
