"""How far the search is from perfect play: by playouts, by c, where it is fooled the longest, with and without proofs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from itertools import product
from multiprocessing import get_context
from typing import TYPE_CHECKING

import numpy as np

from c4lib._tools import progress_bar
from c4lib.arena import play_game, play_match
from c4lib.arena.perfect import Accuracy, Answer, exact_scores, solved_positions
from c4lib.board import Board
from c4lib.experiments import stored
from c4lib.fast.search import FastSearch
from c4lib.players import mcts_player
from c4lib.settings import SearchSettings

if TYPE_CHECKING:
    import pandas as pd

SEED = 0
PLAYOUTS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
ALL_UP_TO = 100_000  # playouts for all positions; more than that for a sample of them
SAMPLE = 400
NEW_SEEDS = (1, 2, 3, 4, 5)  # for positions that were chosen by what the search with SEED did there

DEFAULT_C = SearchSettings().c
CS = (0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 2.0, 2.8)
C_PLAYOUTS = (100, 1_000, 10_000)
SOLVE_PLAYOUTS = (100, 300, 1_000, 3_000, 10_000)

MATCH_PLAYOUTS = (100, 1_000)
GAMES, GAMES_IN_ROW = 480, 40  # a notebook can play the first 40 again
GAMES_TO_ASK, FIRST_PLY = 100, 12  # earlier positions take the solver long
ANSWER_SEEDS = (1, 2, 3)


# -------------------------------------------------------------------- the moves of a growing search


def moves_by_playouts(place: int, playouts: Sequence[int], seed: int = SEED, **settings: object) -> list[int]:
    """The moves that a search in the solved position at `place` would play after so many playouts.

    It is one search that grows. With the generator that `perfect.answer` makes of `seed` and `place`, it plays after n
    playouts what `mcts_player(n)` plays there.

    >>> from c4lib.arena.perfect import answer
    >>> from c4lib.players import mcts_player
    >>> moves_by_playouts(40, [10, 30, 100])
    [0, 4, 0]
    >>> [answer(mcts_player(n), 40, SEED).move for n in (10, 30, 100)]
    [0, 4, 0]
    """
    search, moves = search_in(place, seed, **settings), []
    for count in playouts:
        search.run(count - search.iterations)
        moves.append(search.best_move())
    return moves


def search_in(place: int, seed: int = SEED, **settings: object) -> FastSearch:
    """A new search in the solved position at `place`, with the generator that `perfect.answer` would hand over."""
    rng = np.random.default_rng([seed, place])
    return FastSearch(solved_positions().board(place), SearchSettings(**settings), rng)


def accuracy_of(moves: Mapping[int, int]) -> Accuracy:
    """The accuracy of these moves, given by the place of the solved position, as if a player had just made them.

    >>> accuracy_of({0: 3, 40: 4})
    Accuracy(2 positions: 100.0% optimal, 100.0% sound)
    """
    solved, answers = solved_positions(), []
    for place, move in moves.items():
        facts = int(solved.plies[place]), str(solved.kinds[place]), int(move)
        answers.append(Answer(place, *facts, bool(solved.optimal[place, move]), bool(solved.sound[place, move])))
    return Accuracy(tuple(answers))


def in_order(work: Callable, tasks: Iterable, jobs: int, progress: bool = True) -> list:
    """The result of `work` for each task, in their order; with more than one of the `jobs`, from so many processes."""
    tasks, results = list(tasks), []
    with ExitStack() as stack:
        bar = stack.enter_context(progress_bar(len(tasks), progress, "searches"))
        if jobs > 1:
            pool = stack.enter_context(ProcessPoolExecutor(jobs, get_context("spawn")))
        for result in pool.map(work, tasks, chunksize=10) if jobs > 1 else map(work, tasks):
            results.append(result)
            bar(1)
    return results


# -------------------------------------------------------------------- by playouts, and the traps


def accuracy_by_playouts(jobs: int = 1) -> pd.DataFrame:
    """The moves in all solved positions after 10 to 100,000 playouts, and in a sample of 400 up to 1,000,000."""
    import pandas as pd

    places = np.arange(len(solved_positions()))
    sample = set(np.random.default_rng(SEED).permutation(places)[:SAMPLE].tolist())  # that of `accuracy`
    tasks = [(place, [n for n in PLAYOUTS if n <= ALL_UP_TO or place in sample], SEED) for place in places.tolist()]
    table = pd.DataFrame(in_order(_moves_of, tasks, jobs), columns=[str(n) for n in PLAYOUTS], dtype="Int64")
    table.insert(0, "place", places)
    return table


def fooled(jobs: int = 1) -> pd.DataFrame:
    """The moves of five other searches, up to 1,000,000 playouts, where the first was wrong after 100,000."""
    import pandas as pd

    moves = stored("accuracy_by_playouts").set_index("place")[str(ALL_UP_TO)]
    places = [place for place, move in moves.items() if not solved_positions().sound[place, move]]
    tasks = [(place, PLAYOUTS, seed) for place in places for seed in NEW_SEEDS]
    table = pd.DataFrame(in_order(_moves_of, tasks, jobs), columns=[str(n) for n in PLAYOUTS])
    table.insert(0, "place", [place for place, _, _ in tasks])
    table.insert(1, "seed", [seed for _, _, seed in tasks])
    return table


def _moves_of(task: tuple[int, Sequence[int], int]) -> list[int]:
    return moves_by_playouts(*task)


# -------------------------------------------------------------------- by c


def best_c(jobs: int = 1) -> pd.DataFrame:
    """Optimal and sound moves by c; and how often only this c, or only the default, finds a sound one."""
    import pandas as pd

    solved = solved_positions()
    places = np.arange(len(solved))
    moves = {
        c: np.array(in_order(_moves_with_c, [(place, c) for place in places.tolist()], jobs)) for c in (*CS, DEFAULT_C)
    }
    rows = []
    for (c, answers), (column, playouts) in product(moves.items(), enumerate(C_PLAYOUTS)):
        move = answers[:, column]
        sound, default = solved.sound[places, move], solved.sound[places, moves[DEFAULT_C][:, column]]
        counts = {"optimal": solved.optimal[places, move].sum(), "sound": sound.sum()}
        counts |= {"sound_only_here": (sound & ~default).sum(), "sound_only_default": (default & ~sound).sum()}
        rows.append({"playouts": playouts, "c": c, "positions": len(places)} | counts)
    return pd.DataFrame(rows).sort_values(["playouts", "c"])


def _moves_with_c(task: tuple[int, float]) -> list[int]:
    place, c = task
    return moves_by_playouts(place, C_PLAYOUTS, c=c)


# -------------------------------------------------------------------- with proofs and without


def solve_gain(jobs: int = 1) -> pd.DataFrame:
    """Optimal and sound moves with `solve=True` and without, five seeds in each position, by what is at stake."""
    return proofs_compared(range(len(solved_positions())), jobs, progress=True)


def proofs_compared(places: Iterable[int], jobs: int = 1, progress: bool = False) -> pd.DataFrame:
    """The rows of `solve_gain` that come of some of the solved positions.

    A row counts the answers in positions that have in common: `outcome`, what the player to move gets; `plies_left`,
    until the end of perfect play, named after the first of 1 to 3, 4 to 7, 8 to 15 or more; `choice`, whether there are
    moves that are not sound; `proven`, how many of the five searches with `solve=True` had proven the result.

    Answers in one position hang together, so the position is the unit of the error: 1.96 * sqrt(squares) / answers is
    what the difference of the shares is uncertain by, `squares` being the sum of the squared differences by position.
    """
    import pandas as pd

    rows = pd.concat([pd.DataFrame(rows) for rows in in_order(_proofs_compared_in, places, jobs, progress)])
    groups = rows.groupby(["playouts", "outcome", "plies_left", "choice", "proven"], as_index=False)
    return groups.agg("sum")


def _proofs_compared_in(place: int) -> list[dict[str, object]]:
    solved, facts = solved_positions(), facts_of(place)
    searches = {
        solve: [_moves_and_proofs(place, seed, solve) for seed in (SEED, *NEW_SEEDS[:-1])] for solve in (False, True)
    }
    rows = []
    for column, playouts in enumerate(SOLVE_PLAYOUTS):
        answers = {solve: [search[column] for search in searches[solve]] for solve in (False, True)}
        row = {"playouts": playouts} | facts | {"proven": sum(proven for _, proven in answers[True])}
        row |= {"positions": 1, "answers": len(answers[True])}
        for what, right in (("sound", solved.sound[place]), ("optimal", solved.optimal[place])):
            without, within = (sum(int(right[move]) for move, _ in answers[solve]) for solve in (False, True))
            row |= {f"{what}_without": without, f"{what}_with": within, f"{what}_squares": (within - without) ** 2}
        rows.append(row)
    return rows


def _moves_and_proofs(place: int, seed: int, solve: bool) -> list[tuple[int, bool]]:
    """For each number of playouts the move, and whether the result is proven."""
    search = search_in(place, seed, solve=solve)
    steps = []
    for count in SOLVE_PLAYOUTS:
        search.run(count - search.iterations)
        steps.append((search.best_move(), search.root.proof is not None))
    return steps


def facts_of(place: int) -> dict[str, object]:
    """What is at stake in a solved position, as the columns of `solve_gain`.

    >>> facts_of(0)
    {'outcome': 'win', 'plies_left': 16, 'choice': True}
    """
    solved = solved_positions()
    score, ply = int(np.nanmax(solved.scores[place])), int(solved.plies[place])
    cells = solved.cells[place].size
    last = cells - 2 * (abs(score) - 1) if score else cells  # the disc that ends the game is this, or the one before
    if score and (last - ply) % 2 != (score > 0):
        last -= 1
    return {
        "outcome": ("draw", "win", "loss")[np.sign(score)],
        "plies_left": max(first for first in (1, 4, 8, 16) if first <= last - ply),
        "choice": solved.kinds[place] in ("several", "only one"),
    }


# -------------------------------------------------------------------- matches


def equal_matches(jobs: int = 1) -> pd.DataFrame:
    """Other values of c, and `solve=True`, against the default settings in 480 games each at equal playouts."""
    import pandas as pd

    variants = [(n, {"c": c}) for n in MATCH_PLAYOUTS for c in CS] + [(n, {"solve": True}) for n in SOLVE_PLAYOUTS[:4]]
    rows = []
    for playouts, settings in variants:
        results = play_match(
            mcts_player(playouts, **settings), mcts_player(playouts), GAMES, SEED, jobs=jobs, progress=True
        ).results
        for start in range(0, GAMES, GAMES_IN_ROW):
            part = results[start : start + GAMES_IN_ROW]
            counts = {"wins": part.count(1), "draws": part.count(0.5), "losses": part.count(0)}
            rows.append({"playouts": playouts, "c": DEFAULT_C, "solve": False} | settings | {"first": start} | counts)
    return pd.DataFrame(rows)


# -------------------------------------------------------------------- in the positions of games


def in_games(jobs: int = 1) -> pd.DataFrame:
    """How many of three answers are sound, by c and with `solve=True`, in positions of 100 games of the search itself."""
    import pandas as pd

    return pd.DataFrame([row for rows in in_order(answers_in_game, range(GAMES_TO_ASK), jobs) for row in rows])


def answers_in_game(number: int) -> list[dict[str, object]]:
    """The rows of `in_games` for one game: its positions with 12 discs or more in which not all moves are sound."""
    player, board, rows = mcts_player(1_000, c=1), Board(), []
    for ply, move in enumerate(play_game(player, player, (SEED, number)).moves):
        if ply >= FIRST_PLY:
            scores = exact_scores(board)
            sound = [move for move in scores if np.sign(scores[move]) == np.sign(max(scores.values()))]
            if len(sound) < len(scores):
                row = {"game": number, "ply": ply, "is_won": max(scores.values()) > 0}
                rows.append(row | _sound_answers(board, sound, number))
        board = board.play(move)
    return rows


def _sound_answers(board: Board, sound: Sequence[int], number: int) -> dict[str, int]:
    variants = {f"c={c:.3g}": {"c": c} for c in (*CS, DEFAULT_C)} | {"solve": {"solve": True}}
    counts = {}
    for (name, settings), playouts in product(variants.items(), MATCH_PLAYOUTS):
        seeds = ([seed, number] for seed in ANSWER_SEEDS)
        searches = (FastSearch(board, SearchSettings(**settings), np.random.default_rng(seed)) for seed in seeds)
        counts[f"{name} {playouts}"] = sum(search.run(playouts).best_move() in sound for search in searches)
    return counts
