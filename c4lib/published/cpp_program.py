"""P4, a C++ program with a report: plain UCT that plays the move of highest mean and keeps its tree."""

from __future__ import annotations

from c4lib.players.players import MCTSPlayer
from c4lib.settings import SearchSettings

PROGRAM = SearchSettings(choose="mean")
"""The program's choices: w/n + sqrt(2 ln N / n), a draw is 0.5, wins are those of the player who moved into the node,
and the move of highest mean is played. All but the last are the defaults.

The program adds one unexplored child at a time, each with the same probability. Our searches add all children at once
and, since `unvisited` is infinite, visit each of them, in random order, before they visit any twice. The result is the
same: the same random choices give the same visited nodes with the same counts. A leaf gets its first child at its
second visit: here because of `expand_at=1`, there because its first visit is the one that creates it. Only what has not
been visited differs: our tree already has the other children of a node, without visits, so its `node_count` is larger.
(What the program does with ties between visited children is not known; ours breaks them at random.)"""

CENTRE_OPENINGS = {500: (202, 300), 1000: (257, 300), 3000: (299, 300)}
"""How often the program's first move was the middle column: {iterations: (times, runs)}, each run with a seed of its
own. The report says that from 500 iterations on it is never another column."""


def program_player(iterations: int) -> MCTSPlayer:
    """P4 as a player for matches: it runs `iterations` for every move, on top of those kept from the move before.

    Raises:
        ValueError: `iterations` is not a whole number, at least 1.

    >>> import numpy as np
    >>> from c4lib import Board
    >>> player = program_player(iterations=500)
    >>> player(Board.from_moves("051525"), np.random.default_rng(1))
    3
    >>> player.last_search.means[3]  # the "move rating" of that column
    1.0
    """
    return MCTSPlayer(iterations, settings=PROGRAM, keep_tree=True)
