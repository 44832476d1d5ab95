"""How accurate the search is: its moves in solved positions by c and by playouts, and in a trap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import numpy as np
import pandas as pd
from numpy.random import default_rng

from c4lib.board import Board
from c4lib.fast.search import FastSearch
from c4lib.search import Search
from c4lib.settings import SearchSettings
from mctslab.arena.solved import solved_positions
from mctslab.experiments.tables import Row, read, table_of

SEED = 0
PLAYOUTS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
DEFAULT_C = SearchSettings().c
CS = (0.1, 0.3, 0.5, 0.7, 1.0, DEFAULT_C, 2.0)

TRAP = Board.from_moves("5366555122")  # X is to move, and only column 3 wins
TRAP_CS = CS[1:6]
TRAP_SEEDS = 100
TRAP_PLAYOUTS = (*PLAYOUTS, 300_000, 1_000_000)
NEW_SEEDS = range(10, 20)  # for positions that were chosen by what a search with SEED did there


# -------------------------------------------------------------------- the moves of a growing search


def moves_by_playouts(
    place: int, playouts: Sequence[int], seed: int = SEED, **settings: object
) -> list[int]:
    """The moves of a search in the solved position with this index, after each of these playouts.

    It is one search that grows. It has the generator that `arena.accuracy.answer` makes from `seed`
    and `place`, so after n playouts it plays what `mcts_player(n)` plays there.

    >>> from mctslab.arena.accuracy import answer
    >>> from mctslab.players import mcts_player
    >>> moves_by_playouts(40, [10, 30, 100])
    [0, 4, 0]
    >>> [answer(mcts_player(n), 40, SEED).move for n in (10, 30, 100)]
    [0, 4, 0]
    """
    search = search_in(place, seed, **settings)
    return [grown.best_move() for grown in growing(search, playouts)]


def growing(search: Search, playouts: Iterable[int]) -> Iterator[Search]:
    """The search itself, after each of these numbers of playouts."""
    for count in playouts:
        yield search.run(count - search.iterations)


def search_in(place: int, seed: int, **settings: object) -> FastSearch:
    """A new search in the solved position with this index."""
    board = solved_positions().board(place)
    rng = default_rng([seed, place])
    return FastSearch(board, SearchSettings(**settings), rng)


def places_with_a_choice() -> list[int]:
    """The indices of the solved positions in which a move is sound, and another is not."""
    has_choice = np.isin(solved_positions().kinds, ("several", "only one"))
    return np.flatnonzero(has_choice).tolist()


# -------------------------------------------------------------------- by c, and the traps


def accuracy_by_c(jobs: int) -> pd.DataFrame:
    """The moves by c up to 100,000 playouts, where something can be spoilt."""
    tasks = product(places_with_a_choice(), CS)
    return table_of(moves_by_c, tasks, "searches", jobs)


def moves_by_c(place: int, c: float) -> Row:
    """The row of `accuracy_by_c` for the solved position with this index.

    >>> moves_by_c(40, 0.1)["100"]
    4
    """
    moves = moves_by_playouts(place, PLAYOUTS, c=c)
    return _row_of(place, c, moves)


def _row_of(place: int, c: float, values: Iterable[int]) -> Row:
    """A row with a value for each number of playouts."""
    row = {"place": place, "c": c}
    for playouts, value in zip(PLAYOUTS, values):
        row[str(playouts)] = value
    return row


def traps_by_c(jobs: int) -> pd.DataFrame:
    """How many of ten new searches are sound in each position that fooled a first one, by c."""
    tasks = product(fooling(TRAP_CS), TRAP_CS)
    return table_of(sound_in_trap, tasks, "positions", jobs)


def fooling(cs: Sequence[float]) -> list[int]:
    """The solved positions that fooled a search with one of these c and 100,000 playouts.

    >>> len(fooling([DEFAULT_C]))
    30
    """
    first = read("accuracy_by_c").query("c in @cs")
    places = first["place"].to_numpy(int)
    moves = first["100000"].to_numpy(int)
    is_sound = solved_positions().sound[places, moves]
    return np.unique(places[~is_sound]).tolist()


def sound_in_trap(place: int, c: float) -> Row:
    """The row of `traps_by_c` for this position: sound moves by the number of playouts."""
    sound = solved_positions().sound[place]
    counts = np.zeros(len(PLAYOUTS), int)
    for seed in NEW_SEEDS:
        moves = moves_by_playouts(place, PLAYOUTS, seed, c=c)
        counts += sound[moves]
    return _row_of(place, c, counts)


def trap_thinking(jobs: int) -> pd.DataFrame:
    """What 100 searches believe about every move in the trap as they grow, by c."""
    tasks = product(TRAP_CS, range(TRAP_SEEDS))
    rows = table_of(beliefs, tasks, "searches", jobs)
    return rows.groupby(["c", "playouts", "move"], as_index=False).agg(
        mean=("mean", "mean"),
        spread=("mean", "std"),
        visits=("visits", "mean"),
        played=("played", "sum"),
    )


def beliefs(c: float, seed: int) -> list[Row]:
    """Mean and visits of every move in the trap, and whether it is played, by playouts.

    >>> beliefs(0.5, seed=1)[3]
    {'c': 0.5, 'playouts': 10, 'move': 3, 'mean': 1.0, 'visits': 2, 'played': True}
    """
    rows = []
    search = FastSearch(TRAP, SearchSettings(c=c), seed)
    for grown in growing(search, TRAP_PLAYOUTS):
        best = grown.best_move()
        means = grown.means
        for move, visits in grown.visits.items():
            row = {
                "c": c,
                "playouts": grown.iterations,
                "move": move,
                "mean": means[move],
                "visits": visits,
                "played": move == best,
            }
            rows.append(row)
    return rows
