"""A network that teaches itself: its self-play, its search and its learning (lesson 25)."""

from mctslab.selfplay.network import Network, trained_network
from mctslab.selfplay.training import SelfPlay, train
