"""P4, a C++ program with a report: plain UCT that plays the move of highest mean and keeps its tree."""

from __future__ import annotations

from c4lib.players import MCTSPlayer
from c4lib.settings import SearchSettings

PROGRAM = SearchSettings(choose="mean")
"""The program's choices: w/n + sqrt(2 ln N / n), a draw is 0.5, wins are those of the player who moved into the node, and
the move of highest mean is played. All but the last are the defaults.

The program adds one unexplored child at a time, any of them with the same probability; our searches add all children at
once and visit each before any twice (`unvisited` is infinite), in random order. That is the same thing: the nodes that have
been visited, and all their counts, are the same after the same random choices. A leaf gets its first child at its second
visit, here because of `expand_at=1`, there because the first visit is the one that creates it. What differs is what has
not been visited: our tree has the other children of a node already, without visits, so `node_count` is larger. (What the
program does where children visited before have exactly equal values is not known; ours draws.)"""

CENTRE_OPENINGS = {500: (202, 300), 1000: (257, 300), 3000: (299, 300)}
"""How often the program's first move was the middle column: by iterations, (times, runs), each with another seed. The report
says that from 500 iterations on it is never another one."""


def program_player(iterations: int) -> MCTSPlayer:
    """P4 as a player, for matches: so many iterations for every move, on top of those kept from the move before.

    >>> import numpy as np
    >>> from c4lib import Board
    >>> player = program_player(iterations=500)
    >>> player(Board.from_moves("051525"), np.random.default_rng(1))
    3
    >>> player.last_search.means[3]  # the "move rating" of that column
    1.0
    """
    return MCTSPlayer(iterations, settings=PROGRAM, keep_tree=True)
