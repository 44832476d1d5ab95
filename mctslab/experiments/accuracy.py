"""How accurate the search is: its moves in solved positions, and in those of its own games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import product

import numpy as np
import pandas as pd
from numpy.random import default_rng

from c4lib.board import Board
from c4lib.fast.search import FastSearch
from c4lib.settings import SearchSettings
from c4lib.study.perfect import exact_scores
from mctslab.arena import play_game
from mctslab.arena.solved import solved_positions
from mctslab.experiments.tables import Row, all_of, read, table_of
from mctslab.players import mcts_player

SEED = 0
NEW_SEEDS = (1, 2, 3, 4, 5)  # for positions that were chosen by what the search with SEED did there
PLAYOUTS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
PLAYOUTS_OF_ALL = PLAYOUTS[:9]  # in all positions; more than that only in a sample of them
SAMPLE = 400  # positions

DEFAULT_C = SearchSettings().c
CS = (0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 2.0, 2.8)
ALL_CS = (*CS, DEFAULT_C)
C_PLAYOUTS = (100, 1_000, 10_000)

GAMES = 400
GAME_PLAYOUTS = (100, 1_000)
FIRST_PLY = 12  # earlier positions take the solver long
ANSWER_SEEDS = (1, 2, 3)


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
    return [search.best_move() for search in growing(place, playouts, seed, **settings)]


def growing(
    place: int, playouts: Iterable[int], seed: int, **settings: object
) -> Iterator[FastSearch]:
    """The same search, after each of these numbers of playouts."""
    search = search_in(place, seed, **settings)
    for count in playouts:
        yield search.run(count - search.iterations)


def search_in(place: int, seed: int, **settings: object) -> FastSearch:
    """A new search in the solved position with this index."""
    rng = default_rng([seed, place])
    return FastSearch(solved_positions().board(place), SearchSettings(**settings), rng)


# -------------------------------------------------------------------- by playouts, and the traps


def accuracy_by_playouts(jobs: int = 1) -> pd.DataFrame:
    """The moves in all solved positions up to 100,000 playouts, and in a sample to a million."""
    places = range(len(solved_positions()))
    shuffled = default_rng(SEED).permutation(places)
    sample = set(shuffled[:SAMPLE].tolist())  # that of `accuracy`
    tasks = []
    for place in places:
        playouts = PLAYOUTS if place in sample else PLAYOUTS_OF_ALL
        tasks.append((place, playouts, SEED))
    return _moves(tasks, jobs).drop(columns="seed")


def accuracy_again(jobs: int = 1) -> pd.DataFrame:
    """The moves of three more searches, up to 100,000 playouts, where something can be spoilt."""
    return _moves(product(places_with_a_choice(), [PLAYOUTS_OF_ALL], NEW_SEEDS[:3]), jobs)


def fooled(jobs: int = 1) -> pd.DataFrame:
    """The moves of five other searches where the first was wrong after 100,000 playouts."""
    first = read("accuracy_by_playouts").set_index("place")["100000"]
    sound = solved_positions().sound
    places = [place for place, move in first.items() if not sound[place, move]]
    return _moves(product(places, [PLAYOUTS], NEW_SEEDS), jobs)


def places_with_a_choice() -> list[int]:
    """The indices of the solved positions in which a move is sound, and another is not."""
    has_choice = np.isin(solved_positions().kinds, ("several", "only one"))
    return np.flatnonzero(has_choice).tolist()


def _moves(tasks: Iterable[tuple], jobs: int) -> pd.DataFrame:
    """A row for each (place, playouts, seed)."""
    return table_of(_moves_row, tasks, "searches", jobs).convert_dtypes()


def _moves_row(place: int, playouts: Sequence[int], seed: int) -> Row:
    moves = moves_by_playouts(place, playouts, seed)
    return {"place": place, "seed": seed} | dict(zip(map(str, playouts), moves))


# -------------------------------------------------------------------- by c


def best_c(jobs: int = 1) -> pd.DataFrame:
    """Optimal and sound moves by c; and how often only this c, or only the default, is sound."""
    places = range(len(solved_positions()))
    moves = {}
    for c in ALL_CS:
        search = partial(moves_by_playouts, playouts=C_PLAYOUTS, c=c)
        moves[c] = np.array(all_of(search, places, "searches", jobs))
    rows = []
    for column, playouts in enumerate(C_PLAYOUTS):
        default = moves[DEFAULT_C][:, column]
        for c in sorted(ALL_CS):
            row = {"playouts": playouts, "c": c, "positions": len(places)}
            rows.append(row | _compared(moves[c][:, column], default))
    return pd.DataFrame(rows)


def _compared(moves: np.ndarray, default: np.ndarray) -> Row:
    """The counts of a move in each solved position, compared with those of the default c."""
    solved = solved_positions()
    places = range(len(moves))
    sound = solved.sound[places, moves]
    sound_by_default = solved.sound[places, default]
    return {
        "optimal": solved.optimal[places, moves].sum(),
        "sound": sound.sum(),
        "sound_only_here": (sound & ~sound_by_default).sum(),
        "sound_only_default": (sound_by_default & ~sound).sum(),
    }


# -------------------------------------------------------------------- in the positions of games


def in_games(jobs: int = 1) -> pd.DataFrame:
    """How many of three answers are sound, by c and with proofs, in 400 games of the search.

    The games are played by all values of c in turn, so that none of them is at home.
    """
    return table_of(answers_in_game, range(GAMES), "games", jobs)


def answers_in_game(number: int) -> list[Row]:
    """The rows of `in_games` for one game: positions from ply 12 on where a move is not sound."""
    player = mcts_player(1_000, c=ALL_CS[number % len(ALL_CS)])
    record = play_game(player, player, (SEED, number))
    rows = []
    for ply, board in enumerate(record.boards()[:-1]):
        if ply < FIRST_PLY:
            continue
        scores = exact_scores(board)
        result = np.sign(max(scores.values()))
        sound = [move for move, score in scores.items() if np.sign(score) == result]
        if len(sound) < len(scores):
            row = {"game": number, "ply": ply, "is_won": bool(result > 0)}
            rows.append(row | _sound_answers(board, sound, number))
    return rows


def _sound_answers(board: Board, sound: Sequence[int], number: int) -> Row:
    variants = {f"c={c:.3g}": SearchSettings(c=c) for c in ALL_CS}
    variants["solve"] = SearchSettings(solve=True)
    counts = {}
    for (name, settings), playouts in product(variants.items(), GAME_PLAYOUTS):
        moves = []
        for seed in ANSWER_SEEDS:
            rng = default_rng([seed, number])
            search = FastSearch(board, settings, rng).run(playouts)
            moves.append(search.best_move())
        counts[f"{name} {playouts}"] = sum(move in sound for move in moves)
    return counts
