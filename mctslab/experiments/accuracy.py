"""How accurate the search is: its moves in solved positions, and in those of its own games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, product

import numpy as np
import pandas as pd

from c4lib.board import Board
from c4lib.fast.search import FastSearch
from c4lib.settings import SearchSettings
from c4lib.study.perfect import exact_scores, solved_positions
from mctslab.arena import play_game
from mctslab.experiments.tables import all_of, read
from mctslab.players import mcts_player

SEED = 0
NEW_SEEDS = (1, 2, 3, 4, 5)  # for positions that were chosen by what the search with SEED did there
PLAYOUTS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
ALL_UP_TO = 100_000  # playouts for all positions; more than that for a sample of them
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
    """A new search in the solved position with this index, with the generator of `moves_by_playouts`."""
    rng = np.random.default_rng([seed, place])
    return FastSearch(solved_positions().board(place), SearchSettings(**settings), rng)


# -------------------------------------------------------------------- by playouts, and the traps


def accuracy_by_playouts(jobs: int = 1) -> pd.DataFrame:
    """The moves in all solved positions by playouts: up to 100,000, and in a sample to a million."""
    count = len(solved_positions())
    shuffled = np.random.default_rng(SEED).permutation(count)
    sample = set(shuffled[:SAMPLE].tolist())  # that of `accuracy`
    tasks = []
    for place in range(count):
        playouts = PLAYOUTS if place in sample else playouts_of_all()
        tasks.append((place, playouts, SEED))
    return _moves(tasks, jobs).drop(columns="seed")


def accuracy_again(jobs: int = 1) -> pd.DataFrame:
    """The moves of three more searches, up to 100,000 playouts, where something can be spoilt."""
    places = places_with_a_choice()
    return _moves(product(places, [playouts_of_all()], NEW_SEEDS[:3]), jobs)


def fooled(jobs: int = 1) -> pd.DataFrame:
    """The moves of five other searches where the first was wrong after 100,000 playouts."""
    sound = solved_positions().sound
    first = read("accuracy_by_playouts").set_index("place")[str(ALL_UP_TO)]
    places = [place for place, move in first.items() if not sound[place, move]]
    return _moves(product(places, [PLAYOUTS], NEW_SEEDS), jobs)


def playouts_of_all() -> list[int]:
    """The numbers of playouts after which the moves in all positions are asked."""
    return [playouts for playouts in PLAYOUTS if playouts <= ALL_UP_TO]


def places_with_a_choice() -> list[int]:
    """The indices of the solved positions in which a move is sound, and another is not."""
    return np.flatnonzero(np.isin(solved_positions().kinds, ("several", "only one"))).tolist()


def _moves(tasks: Iterable[tuple[int, Sequence[int], int]], jobs: int) -> pd.DataFrame:
    """A row for each (place, playouts, seed), with the moves by playouts."""
    tasks = list(tasks)
    rows = []
    for task, moves in zip(tasks, all_of(moves_by_playouts, tasks, "searches", jobs)):
        place, playouts, seed = task
        rows.append({"place": place, "seed": seed} | dict(zip(map(str, playouts), moves)))
    return pd.DataFrame(rows).convert_dtypes()


# -------------------------------------------------------------------- by c


def best_c(jobs: int = 1) -> pd.DataFrame:
    """Optimal and sound moves by c, and which sound ones only this c, or only the default, finds."""
    places = range(len(solved_positions()))
    moves = {}
    for c in ALL_CS:
        search = partial(moves_by_playouts, playouts=C_PLAYOUTS, c=c)
        moves[c] = np.array(all_of(search, places, "searches", jobs))
    rows = []
    for column, playouts in enumerate(C_PLAYOUTS):
        default = moves[DEFAULT_C][:, column]
        for c in sorted(ALL_CS):
            counts = _compared(moves[c][:, column], default)
            rows.append({"playouts": playouts, "c": c, "positions": len(places)} | counts)
    return pd.DataFrame(rows)


def _compared(moves: np.ndarray, default: np.ndarray) -> dict[str, int]:
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
    """How many of three answers are sound, by c and with proofs, in 400 games of the search itself.

    The games are played by all values of c in turn, so that none of them is at home.
    """
    answers = all_of(answers_in_game, range(GAMES), "games", jobs)
    return pd.DataFrame(chain.from_iterable(answers))


def answers_in_game(number: int) -> list[dict[str, object]]:
    """The rows of `in_games` for one game: its positions from ply 12 on where a move is not sound."""
    player = mcts_player(1_000, c=ALL_CS[number % len(ALL_CS)])
    record = play_game(player, player, (SEED, number))
    rows = []
    for ply, board in enumerate(record.boards[:-1]):
        if ply < FIRST_PLY:
            continue
        scores = exact_scores(board)
        best = max(scores.values())
        sound = [move for move, score in scores.items() if np.sign(score) == np.sign(best)]
        if len(sound) < len(scores):
            row = {"game": number, "ply": ply, "is_won": best > 0}
            rows.append(row | _sound_answers(board, sound, number))
    return rows


def _sound_answers(board: Board, sound: Sequence[int], number: int) -> dict[str, int]:
    variants = {f"c={c:.3g}": SearchSettings(c=c) for c in ALL_CS}
    variants["solve"] = SearchSettings(solve=True)
    counts = {}
    for (name, settings), playouts in product(variants.items(), GAME_PLAYOUTS):
        moves = []
        for seed in ANSWER_SEEDS:
            rng = np.random.default_rng([seed, number])
            moves.append(FastSearch(board, settings, rng).run(playouts).best_move())
        counts[f"{name} {playouts}"] = sum(move in sound for move in moves)
    return counts
