"""How strong the search is, by its settings: in solved positions, and in games."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd

from c4lib.board import Board
from c4lib.fast.bitboard import bits_of, rules_of
from c4lib.fast.search import FastSearch
from c4lib.node import SearchNode
from c4lib.phases import Expansion, Selection, expand, select
from c4lib.search import Search, TreeSearch
from c4lib.settings import SearchSettings
from c4lib.study.perfect import exact_scores, solved_positions
from mctslab.arena import Sweep, play_game, play_match, sweep
from mctslab.arena.accuracy import Accuracy, judged
from mctslab.arena.parallel import run_all
from mctslab.experiments import counted, samples, stored
from mctslab.players import MCTSPlayer, mcts_player, player_name, winning_moves

SEED = 0
PLAYOUTS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
ALL_UP_TO = 100_000  # playouts for all positions; more than that for a sample of them
SAMPLE = 400  # positions
NEW_SEEDS = (1, 2, 3, 4, 5)  # for positions that were chosen by what the search with SEED did there

DEFAULT_C = SearchSettings().c
CS = (0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 2.0, 2.8)
ALL_CS = (*CS, DEFAULT_C)
C_PLAYOUTS = (100, 1_000, 10_000)
SOLVE_PLAYOUTS = (100, 300, 1_000, 3_000, 10_000)

STOPS = (30, 100, 300)  # playouts after which visits and means are asked
STOP_SEEDS = 60
GROUPS = 65  # of 19 positions, whose answers hang together

GAMES_TO_ASK, FIRST_PLY = 400, 12  # earlier positions take the solver long
ANSWER_SEEDS = (1, 2, 3)

REFERENCE = mcts_player(200)
GRID = {"c": (0.2, 0.4, 0.7, 1.0, math.sqrt(2), 2.0, 4.0), "playouts": (50, 100, 200, 400, 800)}
PROPOSED_C, PROPOSED_PLAYOUTS = 0.7, (50, 100, 200, 400, 800)  # by the sweep
LUCKY_CS, LUCKY_PLAYOUTS = (
    (1.0, math.sqrt(2)),
    50,
)  # one of these two cells looks much better than the other
LADDER = (50, 100, 200, 400, 800, 1600, 3200, 6400)  # playouts, each against half of them
SWEEP_SEED, LADDER_SEED, PROPOSED_SEED, LUCKY_SEED = 1, 2, 3, 5
MATCH_PLAYOUTS = (100, 1_000)
SWEEP_GAMES, LADDER_GAMES, PROPOSED_GAMES, LUCKY_GAMES, MATCH_GAMES = 400, 2_000, 4_000, 10_000, 480
GAMES_IN_ROW = 40
SLIGHTLY_MORE, SLIGHT_GAMES, SLIGHT_ROW = (120, 150), 4_000, 20

KEPT_GAMES = {100: 4_000, 1_000: 2_000}  # by playouts for each move
KEPT_C, KEPT_SEED = 0.5, 5

SENSIBLE_PLAYOUTS = (50, 100, 200, 400, 800)
PRICES = (1, 3, 10, 30)  # random playouts for one sensible playout
SENSIBLE_SEED, SENSIBLE_GAMES = 4, 400

PRIOR_GRID = {"prior": (0, 1, 2, 5, 20, 100), "c": (0.25, 0.5, 0.7, 1.0, math.sqrt(2), 2.0, 4.0)}
URGENCY_GRID = {"unvisited": (0.5, 1.0), "c": PRIOR_GRID["c"]}
IN_MEAN_GRID = {"prior": (20,), "c": (0.25, 0.7, math.sqrt(2))}
IN_MEAN_PLAYOUTS = 50  # it runs without compiled code
PRIOR_SEED, URGENCY_SEED, IN_MEAN_SEED, PRIOR_GAMES = 21, 22, 23, 400
CONFIRMED = (  # (T, c), and those of the opponent
    ((1, 0.5), (0, 0.5)),  # the best cell of the sweep against the best with T = 0
    ((20, DEFAULT_C), (0, DEFAULT_C)),
    ((20, 2.0), (0, 0.5)),
    ((1, 0.5), (0, DEFAULT_C)),
    ((2, 0.25), (0, 0.25)),
)
CONFIRMED_SEED, CONFIRMED_GAMES = 24, 4_000
FORGETTING_PRIOR, FORGETTING_SEEDS, FORGETTING_PLAYOUTS = 20, range(40), (100, 1_000, 5_000, 20_000)


# -------------------------------------------------------------------- the moves of a growing search


def moves_by_playouts(
    place: int, playouts: Sequence[int], seed: int = SEED, **settings: object
) -> list[int]:
    """The moves that a search in the solved position with the index `place` would play after each
    number of playouts.

    It is one search that grows. It has the generator that `perfect.answer` makes from `seed` and
    `place`, so after n playouts it plays what `mcts_player(n)` plays there.

    >>> from mctslab.arena.accuracy import answer
    >>> from mctslab.players import mcts_player
    >>> moves_by_playouts(40, [10, 30, 100])
    [0, 4, 0]
    >>> [answer(mcts_player(n), 40, SEED).move for n in (10, 30, 100)]
    [0, 4, 0]
    """
    return [search.best_move() for search in _growing(place, playouts, seed, **settings)]


def _growing(
    place: int, playouts: Sequence[int], seed: int, **settings: object
) -> Iterator[FastSearch]:
    """The same search, after each number of playouts."""
    search = search_in(place, seed, **settings)
    for count in playouts:
        yield search.run(count - search.iterations)


def search_in(place: int, seed: int = SEED, **settings: object) -> FastSearch:
    """A new search in the solved position with the index `place`, with the generator that
    `perfect.answer` would use.
    """
    rng = np.random.default_rng([seed, place])
    return FastSearch(solved_positions().board(place), SearchSettings(**settings), rng)


def accuracy_of(moves: Mapping[int, int]) -> Accuracy:
    """The accuracy of these moves, given by the index of the solved position, as if a player had
    just made them.

    >>> accuracy_of({0: 3, 40: 4})
    Accuracy(2 positions: 100.0% optimal, 100.0% sound)
    """
    return Accuracy(tuple(judged(place, int(move)) for place, move in moves.items()))


# -------------------------------------------------------------------- by playouts, and the traps


def accuracy_by_playouts(jobs: int = 1) -> pd.DataFrame:
    """The moves in all solved positions after 10 to 100,000 playouts, and in a sample of 400 up to
    1,000,000.
    """
    places = np.arange(len(solved_positions()))
    sample = set(
        np.random.default_rng(SEED).permutation(places)[:SAMPLE].tolist()
    )  # that of `accuracy`
    tasks = [
        (place, [n for n in PLAYOUTS if n <= ALL_UP_TO or place in sample], SEED)
        for place in places.tolist()
    ]
    moves = run_all(moves_by_playouts, tasks, "searches", jobs, progress=True)
    table = pd.DataFrame(moves, columns=[str(n) for n in PLAYOUTS], dtype="Int64")
    table.insert(0, "place", places)
    return table


def accuracy_again(jobs: int = 1) -> pd.DataFrame:
    """The moves of three more searches, up to 100,000 playouts, in the solved positions where
    something can be spoilt.
    """
    places = np.flatnonzero(np.isin(solved_positions().kinds, ("several", "only one"))).tolist()
    return _moves_of_new_seeds(places, NEW_SEEDS[:3], [n for n in PLAYOUTS if n <= ALL_UP_TO], jobs)


def fooled(jobs: int = 1) -> pd.DataFrame:
    """The moves of five other searches, up to 1,000,000 playouts, where the first was wrong after
    100,000.
    """
    first = stored("accuracy_by_playouts").set_index("place")[str(ALL_UP_TO)]
    places = [place for place, move in first.items() if not solved_positions().sound[place, move]]
    return _moves_of_new_seeds(places, NEW_SEEDS, PLAYOUTS, jobs)


def _moves_of_new_seeds(
    places: list[int], seeds: Sequence[int], playouts: Sequence[int], jobs: int
) -> pd.DataFrame:
    tasks = [(place, playouts, seed) for place in places for seed in seeds]
    moves = run_all(moves_by_playouts, tasks, "searches", jobs, progress=True)
    table = pd.DataFrame(moves, columns=[str(n) for n in playouts])
    table.insert(0, "place", [place for place, _, _ in tasks])
    table.insert(1, "seed", [seed for _, _, seed in tasks])
    return table


# -------------------------------------------------------------------- by c


def best_c(jobs: int = 1) -> pd.DataFrame:
    """Optimal and sound moves by c; and how often only this c, or only the default, finds a sound
    one.
    """
    solved = solved_positions()
    places = np.arange(len(solved))
    tasks = [(place, c) for c in ALL_CS for place in places.tolist()]
    answers = np.split(
        np.array(run_all(_moves_with_c, tasks, "searches", jobs, progress=True)), len(ALL_CS)
    )
    moves = dict(zip(ALL_CS, answers))
    rows = []
    for (c, answers), (column, playouts) in product(moves.items(), enumerate(C_PLAYOUTS)):
        move = answers[:, column]
        sound, default = (
            solved.sound[places, move],
            solved.sound[places, moves[DEFAULT_C][:, column]],
        )
        counts = {"optimal": solved.optimal[places, move].sum(), "sound": sound.sum()}
        counts |= {
            "sound_only_here": (sound & ~default).sum(),
            "sound_only_default": (default & ~sound).sum(),
        }
        rows.append({"playouts": playouts, "c": c, "positions": len(places)} | counts)
    return pd.DataFrame(rows).sort_values(["playouts", "c"])


def _moves_with_c(place: int, c: float) -> list[int]:
    return moves_by_playouts(place, C_PLAYOUTS, c=c)


# -------------------------------------------------------------------- with proofs and without


def solve_gain(jobs: int = 1) -> pd.DataFrame:
    """Optimal and sound moves with `solve=True` and without, five seeds in each position, by what
    is at stake.
    """
    return proofs_compared(range(len(solved_positions())), jobs, progress=True)


def proofs_compared(places: Iterable[int], jobs: int = 1, progress: bool = False) -> pd.DataFrame:
    """The rows of `solve_gain` that come of some of the solved positions.

    A row counts the answers in positions that have in common: `outcome`, what the player to move
    gets; `plies_left`, until the end of perfect play, named after the first of 1 to 3, 4 to 7, 8 to
    15 or more; `choice`, whether there are moves that are not sound; `proven`, how many of the five
    searches with `solve=True` had proven the result.

    Answers in one position hang together, so the position is the unit of the error: 1.96 *
    sqrt(squares) / answers is what the difference of the shares is uncertain by, `squares` being
    the sum of the squared differences by position.
    """
    answers = run_all(
        _proofs_compared_in, [(place,) for place in places], "searches", jobs, progress
    )
    groups = pd.DataFrame([row for rows in answers for row in rows]).groupby(
        ["playouts", "outcome", "plies_left", "choice", "proven"], as_index=False
    )
    return groups.agg("sum")


def _proofs_compared_in(place: int) -> list[dict[str, object]]:
    solved, facts = solved_positions(), facts_of(place)
    searches = {
        solve: [_moves_and_proofs(place, seed, solve) for seed in (SEED, *NEW_SEEDS[:-1])]
        for solve in (False, True)
    }
    rows = []
    for column, playouts in enumerate(SOLVE_PLAYOUTS):
        answers = {solve: [search[column] for search in searches[solve]] for solve in (False, True)}
        row = (
            {"playouts": playouts} | facts | {"proven": sum(proven for _, proven in answers[True])}
        )
        row |= {"positions": 1, "answers": len(answers[True])}
        for what, right in (("sound", solved.sound[place]), ("optimal", solved.optimal[place])):
            without, within = (
                sum(int(right[move]) for move, _ in answers[solve]) for solve in (False, True)
            )
            row |= {
                f"{what}_without": without,
                f"{what}_with": within,
                f"{what}_squares": (within - without) ** 2,
            }
        rows.append(row)
    return rows


def _moves_and_proofs(place: int, seed: int, solve: bool) -> list[tuple[int, bool]]:
    """For each number of playouts the move, and whether the result is proven."""
    searches = _growing(place, SOLVE_PLAYOUTS, seed, solve=solve)
    return [(search.best_move(), search.root.proof is not None) for search in searches]


LEAD_PLAYOUTS, PAIR_SEEDS, LEAD_SEEDS = 1_000, range(10), range(10, 110)


def proof_leads(jobs: int = 1) -> pd.DataFrame:
    """By how much the sound move's mean leads the mistake's, with proofs and without, where a win
    is still far away.

    The two moves are those with the most visits in ten searches of either kind; the leads are means
    over a hundred others.
    """
    facts = {"outcome": "win", "plies_left": 16, "choice": True}
    places = [(place,) for place in range(len(solved_positions())) if facts_of(place) == facts]
    return pd.DataFrame(run_all(_leads_in, places, "positions", jobs, progress=True))


def _leads_in(place: int) -> dict[str, float]:
    visits = np.zeros(solved_positions().sound.shape[1])
    for solve, seed in product((False, True), PAIR_SEEDS):
        for move, count in search_in(place, seed, solve=solve).run(LEAD_PLAYOUTS).visits.items():
            visits[move] += count
    is_sound = solved_positions().sound[place]
    sound, mistake = (int(np.where(which, visits, -1).argmax()) for which in (is_sound, ~is_sound))
    row = {"place": place, "sound": sound, "mistake": mistake}
    for solve, name in ((False, "without"), (True, "with")):
        means = [
            search_in(place, seed, solve=solve).run(LEAD_PLAYOUTS).means for seed in LEAD_SEEDS
        ]
        row[name] = round(float(np.mean([one[sound] - one[mistake] for one in means])), 5)
    return row


def proofs_not_skipped(jobs: int = 1) -> pd.DataFrame:
    """How many of five moves are sound without proofs, with them, and with proofs that are not
    skipped, far from the end.

    The positions are those of `solve_gain` where perfect play lasts 16 moves or more, and so are
    the seeds.
    """
    places = [
        (place,) for place in range(len(solved_positions())) if facts_of(place)["plies_left"] == 16
    ]
    return pd.DataFrame(run_all(sound_by_skipping, places, "positions", jobs, progress=True))


def sound_by_skipping(place: int) -> dict[str, int]:
    """The row of `proofs_not_skipped` for the solved position with the index `place`.

    >>> sound_by_skipping(0)
    {'place': 0, 'without': 4, 'with': 4, 'not_skipped': 4}
    """
    row = {"place": place, "without": 0, "with": 0, "not_skipped": 0}
    for seed in (SEED, *NEW_SEEDS[:-1]):
        rng, board = np.random.default_rng([seed, place]), solved_positions().board(place)
        searches = {
            "without": search_in(place, seed),
            "with": search_in(place, seed, solve=True),
            "not_skipped": TreeSearch(
                board, SearchSettings(solve=True), rng, select=_select_unaware
            ),
        }
        for name, search in searches.items():
            row[name] += int(solved_positions().sound[place, search.run(LEAD_PLAYOUTS).best_move()])
    return row


def _select_unaware(
    root: SearchNode, settings: SearchSettings, rng: np.random.Generator
) -> Selection:
    return select(root, replace(settings, solve=False), rng)


def facts_of(place: int) -> dict[str, object]:
    """What is at stake in a solved position, as the columns of `solve_gain`.

    >>> facts_of(0)
    {'outcome': 'win', 'plies_left': 16, 'choice': True}
    """
    solved = solved_positions()
    score, ply = int(np.nanmax(solved.scores[place])), int(solved.plies[place])
    cells = solved.cells[place].size
    last = (
        cells - 2 * (abs(score) - 1) if score else cells
    )  # the disc that ends the game is this, or the one before
    if score and (last - ply) % 2 != (score > 0):
        last -= 1
    return {
        "outcome": ("draw", "win", "loss")[np.sign(score)],
        "plies_left": max(first for first in (1, 4, 8, 16) if first <= last - ply),
        "choice": solved.kinds[place] in ("several", "only one"),
    }


# -------------------------------------------------------------------- where visits and means differ


def visits_or_mean(jobs: int = 1) -> pd.DataFrame:
    """Sound moves when visits and means agree on the best and when they differ, 60 seeds in 1,235
    solved positions.

    The positions are those where the choice matters: one legal move at least is sound, and one is
    not. `win_in_one` are the 867 of them that the player to move can win at once; the other 368 are
    harder. Answers in one position hang together, so the rows are groups of 19 positions, each in
    two parts. Where visits and means differ, the columns `by_visits` and `by_mean` count the sound
    answers by either; `by_settling` those of the search that goes on until both agree, which takes
    it `more` playouts (at most as many again); `by_ten_times` those of the search that goes on to
    ten times the playouts; and `by_chance` is what a random choice would get.
    """
    solved = solved_positions()
    places = np.flatnonzero(np.isin(solved.kinds, ("several", "only one"))).tolist()
    answers = run_all(
        stops_in, [(place, STOP_SEEDS) for place in places], "positions", jobs, progress=True
    )
    rows = []
    for number, (place, counts) in enumerate(zip(places, answers)):
        part = {"win_in_one": bool(winning_moves(solved.board(place))), "group": number % GROUPS}
        rows += [part | row for row in counts]
    return (
        pd.DataFrame(rows)
        .groupby(["win_in_one", "playouts", "group"], as_index=False)
        .sum()
        .round(3)
    )


def stops_in(place: int, seeds: int) -> list[dict[str, object]]:
    """The counts of `visits_or_mean` in one position, a row for each number of playouts.

    >>> stops_in(0, seeds=20)[0]  # doctest: +NORMALIZE_WHITESPACE
    {'playouts': 30, 'agree': 18, 'agree_sound': 5, 'differ': 2, 'by_visits': 0, 'by_mean': 1, 'by_settling': 0, 'more': 2,
     'by_ten_times': 2, 'by_chance': 0.2857142857142857}
    """
    solved = solved_positions()
    sound, legal = solved.sound[place], ~np.isnan(solved.scores[place])
    names = (
        "agree",
        "agree_sound",
        "differ",
        "by_visits",
        "by_mean",
        "by_settling",
        "more",
        "by_ten_times",
        "by_chance",
    )
    rows = {playouts: {"playouts": playouts} | dict.fromkeys(names, 0) for playouts in STOPS}
    for seed in range(seeds):
        for playouts, search in zip(STOPS, _growing(place, STOPS, seed)):
            row, best, means = rows[playouts], search.best_move(), search.means
            if means[best] == max(means.values()):
                row["agree"] += 1
                row["agree_sound"] += int(sound[best])
            else:
                row["differ"] += 1
                row["by_visits"] += int(sound[best])
                row["by_mean"] += int(sound[max(means, key=means.get)])
                row["by_settling"] += int(sound[settled(search, 2 * playouts).best_move()])
                row["more"] += search.iterations - playouts
                row["by_ten_times"] += int(
                    sound[search_in(place, seed).run(10 * playouts).best_move()]
                )
                row["by_chance"] += float(sound.sum() / legal.sum())
    return list(rows.values())


def settled(search: FastSearch, at_most: int) -> FastSearch:
    """The search, gone on until the most visited move has the highest mean, or until `at_most`
    iterations.
    """
    while search.iterations < at_most and search.means[search.best_move()] < max(
        search.means.values()
    ):
        search.run(1)
    return search


# -------------------------------------------------------------------- in the positions of games


def in_games(jobs: int = 1) -> pd.DataFrame:
    """How many of three answers are sound, by c and with `solve=True`, in positions of 400 games of
    the search itself.

    The games are played by all values of c in turn, so that none of them is at home.
    """
    answers = run_all(
        answers_in_game, [(number,) for number in range(GAMES_TO_ASK)], "games", jobs, progress=True
    )
    return pd.DataFrame([row for rows in answers for row in rows])


def answers_in_game(number: int) -> list[dict[str, object]]:
    """The rows of `in_games` for one game: its positions with 12 discs or more in which not all
    moves are sound.
    """
    player, board, rows = mcts_player(1_000, c=ALL_CS[number % len(ALL_CS)]), Board(), []
    for ply, move in enumerate(play_game(player, player, (SEED, number)).moves):
        if ply >= FIRST_PLY:
            scores = exact_scores(board)
            sound = [
                move for move in scores if np.sign(scores[move]) == np.sign(max(scores.values()))
            ]
            if len(sound) < len(scores):
                row = {"game": number, "ply": ply, "is_won": max(scores.values()) > 0}
                rows.append(row | _sound_answers(board, sound, number))
        board = board.play(move)
    return rows


def _sound_answers(board: Board, sound: Sequence[int], number: int) -> dict[str, int]:
    variants = {f"c={c:.3g}": {"c": c} for c in ALL_CS} | {"solve": {"solve": True}}
    counts = {}
    for (name, settings), playouts in product(variants.items(), MATCH_PLAYOUTS):
        seeds = ([seed, number] for seed in ANSWER_SEEDS)
        searches = (
            FastSearch(board, SearchSettings(**settings), np.random.default_rng(seed))
            for seed in seeds
        )
        counts[f"{name} {playouts}"] = sum(
            search.run(playouts).best_move() in sound for search in searches
        )
    return counts


# -------------------------------------------------------------------- in games


def equal_matches(jobs: int = 1) -> pd.DataFrame:
    """Other values of c, and `solve=True`, against the default settings in 480 games each at equal
    playouts.
    """
    variants = [(n, {"c": c}) for n in MATCH_PLAYOUTS for c in CS] + [
        (n, {"solve": True}) for n in SOLVE_PLAYOUTS[:4]
    ]
    rows = []
    for playouts, settings in variants:
        players = mcts_player(playouts, **settings), mcts_player(playouts)
        match = play_match(*players, MATCH_GAMES, SEED, jobs=jobs, progress=True)
        for row in samples(match.results, GAMES_IN_ROW):
            first = row.pop("sample") * GAMES_IN_ROW
            rows.append(
                {"playouts": playouts, "c": DEFAULT_C, "solve": False}
                | settings
                | {"first": first}
                | row
            )
    return pd.DataFrame(rows)


def _played(
    players: Sequence[MCTSPlayer],
    games: int,
    seed: int | tuple[int, ...],
    jobs: int,
    settings: Mapping[str, float],
    size: int = GAMES_IN_ROW,
) -> list[dict[str, object]]:
    """The rows of a table about one match, each with the `settings` it was played with."""
    match = play_match(*players, games, seed, jobs=jobs, progress=True)
    return [{**settings, **row} for row in samples(match.results, size)]


def slightly_more(jobs: int = 1) -> pd.DataFrame:
    """120 and 150 playouts against 100: 4,000 games each on 6 x 7, in rows of 20."""
    rows = []
    for seed, playouts in enumerate(SLIGHTLY_MORE):
        players = mcts_player(playouts), mcts_player(100)
        rows += _played(players, SLIGHT_GAMES, seed, jobs, {"playouts": playouts}, SLIGHT_ROW)
    return pd.DataFrame(rows)


def tuning_sweep(jobs: int = 1) -> pd.DataFrame:
    """Seven values of c and five numbers of playouts against c = sqrt(2) with 200, 400 games each
    on 6 x 7.
    """
    matches = sweep(GRID, REFERENCE, SWEEP_GAMES, SWEEP_SEED, jobs=jobs, progress=True).matches
    rows = []
    for values, match in matches.items():
        rows += [dict(zip(GRID, values)) | row for row in samples(match.results, GAMES_IN_ROW)]
    return pd.DataFrame(rows)


def proposed_c(jobs: int = 1) -> pd.DataFrame:
    """c = 0.7, which the sweep proposes, against c = sqrt(2) at equal playouts: 4,000 games each
    with new seeds.
    """
    rows = []
    for playouts in PROPOSED_PLAYOUTS:
        players = mcts_player(playouts, c=PROPOSED_C), mcts_player(playouts)
        rows += _played(
            players, PROPOSED_GAMES, (PROPOSED_SEED, playouts), jobs, {"playouts": playouts}
        )
    return pd.DataFrame(rows)


def lucky_cells(jobs: int = 1) -> pd.DataFrame:
    """Two neighbours in the sweep, one of which stood out, against its reference: 10,000 games each
    with new seeds.
    """
    rows = []
    for number, c in enumerate(LUCKY_CS):
        players = mcts_player(LUCKY_PLAYOUTS, c=c), REFERENCE
        rows += _played(players, LUCKY_GAMES, (LUCKY_SEED, number), jobs, {"c": c})
    return pd.DataFrame(rows)


def doubled_playouts(jobs: int = 1) -> pd.DataFrame:
    """Every number of playouts from 50 to 6,400 against half of it, 2,000 games each on 6 x 7; who
    began is counted too.
    """
    rows = []
    for number, playouts in enumerate(LADDER):
        players, seed = (mcts_player(playouts), mcts_player(playouts // 2)), (LADDER_SEED, number)
        match = play_match(*players, LADDER_GAMES, seed, jobs=jobs, progress=True)
        for row in samples(match.results, GAMES_IN_ROW):
            games = match.games[row["sample"] * GAMES_IN_ROW :][:GAMES_IN_ROW]
            rows.append(
                {"playouts": playouts}
                | row
                | {"won_by_first": sum(game.winner == 1 for game in games)}
            )
    return pd.DataFrame(rows)


def tree_kept(jobs: int = 1) -> pd.DataFrame:
    """A player that keeps its tree against one that does not, c = 0.5: 4,000 games with 100
    playouts, 2,000 with 1,000.
    """
    rows = []
    for playouts, games in KEPT_GAMES.items():
        players = [
            mcts_player(playouts, c=KEPT_C, keep_tree=keep_tree) for keep_tree in (True, False)
        ]
        rows += _played(players, games, (KEPT_SEED, playouts), jobs, {"playouts": playouts})
    return pd.DataFrame(rows)


def as_sweep(table: pd.DataFrame) -> Sweep:
    """The sweep behind a table of `tuning_sweep`, to be drawn by `plot_sweep`; its matches have
    results only.

    >>> import pandas as pd
    >>> rows = [{"c": 1.0, "playouts": 50, "sample": 0, "wins": 2, "draws": 1, "losses": 0}]
    >>> as_sweep(pd.DataFrame(rows)).matches
    {(1.0, 50): Counted(results=(1, 1, 0.5))}
    """
    counts = table.groupby(list(GRID))[["wins", "draws", "losses"]].sum()
    matches = {values: counted(row) for values, row in counts.iterrows()}
    return Sweep(
        {name: tuple(sorted(set(table[name]))) for name in GRID}, player_name(REFERENCE), matches
    )


# -------------------------------------------------------------------- by the value of a new node


def prior_sweep(jobs: int = 1) -> pd.DataFrame:
    """Six values of T and seven of c against T = 0 and c = sqrt(2), 200 playouts each, 400 games a
    pair on 6 x 7.
    """
    return _against_default(mcts_player, PRIOR_GRID, PRIOR_SEED, REFERENCE.playouts, jobs)


def prior_confirmed(jobs: int = 1) -> pd.DataFrame:
    """What the sweep over T and c proposes, and what surprises in it: 4,000 new games a pair with
    200 playouts each.
    """
    rows = []
    for number, (one, other) in enumerate(CONFIRMED):
        players = [mcts_player(REFERENCE.playouts, prior=prior, c=c) for prior, c in (one, other)]
        settings = dict(zip(("prior", "c", "other_prior", "other_c"), (*one, *other)))
        rows += _played(players, CONFIRMED_GAMES, (CONFIRMED_SEED, number), jobs, settings)
    return pd.DataFrame(rows)


def urgency_sweep(jobs: int = 1) -> pd.DataFrame:
    """0/0 = 1/2 and 0/0 = 1 with seven values of c against infinity and c = sqrt(2), 200 playouts
    each, 400 games a pair.
    """
    return _against_default(mcts_player, URGENCY_GRID, URGENCY_SEED, REFERENCE.playouts, jobs)


def prior_in_mean(jobs: int = 1) -> pd.DataFrame:
    """T = 20 everywhere and in the mean only, by c, against T = 0 and c = sqrt(2), 50 playouts
    each, 400 games a pair.
    """
    players = {"everywhere": mcts_player, "in the mean": in_mean_player}
    tables = [
        _against_default(player, IN_MEAN_GRID, IN_MEAN_SEED, IN_MEAN_PLAYOUTS, jobs).assign(
            where=where
        )
        for where, player in players.items()
    ]
    return pd.concat(tables)


def _against_default(
    player: Callable[..., MCTSPlayer],
    grid: Mapping[str, Sequence[float]],
    seed: int,
    playouts: int,
    jobs: int,
) -> pd.DataFrame:
    """A match for each cell of the grid but that of the default itself; cell number k has the seed
    (seed, k).
    """
    rows, default = [], mcts_player(playouts)
    for number, values in enumerate(product(*grid.values())):
        settings = dict(zip(grid, values))
        one = player(playouts, **settings)
        if one.name != default.name:
            rows += _played((one, default), PRIOR_GAMES, (seed, number), jobs, settings)
    return pd.DataFrame(rows)


def in_mean_player(playouts: int, prior: int, c: float) -> MCTSPlayer:
    """The player that adds T wins in 2T visits to the mean only, with the playouts of
    `simulate_at_random`.

    >>> in_mean_player(50, prior=5, c=1)(Board.from_moves("051525"), np.random.default_rng(1))
    3
    """
    phases = {"select": partial(select_in_mean, prior=prior), "simulate": simulate_at_random}
    return MCTSPlayer(playouts, settings=SearchSettings(c=c), search=partial(TreeSearch, **phases))


def select_in_mean(
    root: SearchNode, settings: SearchSettings, rng: np.random.Generator, prior: int
) -> Selection:
    """`select` with T wins in 2T visits in the mean, and real visits in the bonus; the first of
    equal children is taken.

    >>> root = TreeSearch(Board(), rng=1).run(8).root
    >>> select_in_mean(root, SearchSettings(), np.random.default_rng(1), prior=5).leaf
    SearchNode(move=2, wins=1, visits=1)
    """
    path = [root]
    while children := path[-1].children:
        visits = max(path[-1].visits, 1)
        path.append(
            max(children, key=lambda child: _value_in_mean(child, visits, settings.c, prior))
        )
    return Selection(tuple(path), ())


def _value_in_mean(child: SearchNode, parent_visits: int, c: float, prior: int) -> float:
    if not child.visits:
        return math.inf
    mean = (child.wins + prior) / (child.visits + 2 * prior)
    return mean + c * math.sqrt(math.log(parent_visits) / child.visits)


def prior_forgotten(jobs: int = 1) -> pd.DataFrame:
    """The share of the most visited column by playouts: T = 0, T = 20, and T = 20 at the root's
    children only, 40 seeds.
    """
    tasks = [
        (where, seed)
        for where in ("nowhere", "everywhere", "at the root")
        for seed in FORGETTING_SEEDS
    ]
    shares = run_all(_growing_shares, tasks, "searches", jobs, progress=True)
    table = pd.DataFrame(shares, columns=[str(n) for n in FORGETTING_PLAYOUTS])
    table.insert(0, "where", [where for where, _ in tasks])
    table.insert(1, "seed", [seed for _, seed in tasks])
    return table


def _growing_shares(where: str, seed: int) -> list[float]:
    search = searches_with_prior()[where](Board(), rng=seed)
    return [
        most_visited_share(search.run(count - search.iterations)) for count in FORGETTING_PLAYOUTS
    ]


def searches_with_prior() -> dict[str, Callable[..., Search]]:
    """Searches by where a new node starts with 20 wins in 40 visits; the third has compiled no part
    of its loop.

    >>> {where: search(Board(), rng=1).run(60).root.visits for where, search in searches_with_prior().items()}
    {'nowhere': 60, 'everywhere': 100, 'at the root': 100}
    """
    settings = SearchSettings(prior=FORGETTING_PRIOR)
    return {
        "nowhere": FastSearch,
        "everywhere": partial(FastSearch, settings=settings),
        "at the root": partial(
            TreeSearch,
            settings=settings,
            expand=expand_with_prior_at_root,
            simulate=simulate_at_random,
        ),
    }


def expand_with_prior_at_root(
    leaf: SearchNode, settings: SearchSettings, rng: np.random.Generator
) -> Expansion:
    """`expand`, but only the root's children start with T wins in 2T visits.

    >>> search = TreeSearch(Board(), SearchSettings(prior=5), rng=1, expand=expand_with_prior_at_root).run(8)
    >>> sorted({(node.depth, node.visits - node.simulations) for node in search.root.descendants})
    [(1, 10), (2, 0)]
    """
    return expand(leaf, settings if leaf.parent is None else replace(settings, prior=0), rng)


def most_visited_share(search: Search) -> float:
    """The share of the playouts that the most visited move has.

    >>> most_visited_share(TreeSearch(Board(), SearchSettings(prior=5), rng=1).run(20))
    0.4
    """
    return max(child.simulations for child in search.root.children) / search.iterations


# -------------------------------------------------------------------- with sensible playouts


def sensible_playouts(jobs: int = 1) -> pd.DataFrame:
    """Sensible playouts against 1, 3, 10 and 30 times as many random ones, 400 games each on 6 x 7."""
    rows = []
    for price, playouts in product(PRICES, SENSIBLE_PLAYOUTS):
        players, seed = (
            (sensible_player(playouts), mcts_player(price * playouts)),
            (SENSIBLE_SEED, price, playouts),
        )
        rows += _played(players, SENSIBLE_GAMES, seed, jobs, {"price": price, "playouts": playouts})
    return pd.DataFrame(rows)


def sensible_player(playouts: int) -> MCTSPlayer:
    """The player whose playouts are those of `simulate_sensibly`.

    >>> sensible_player(50)(Board.from_moves("051525"), np.random.default_rng(1))
    3
    """
    return MCTSPlayer(playouts, search=partial(TreeSearch, simulate=simulate_sensibly))


class Finished(NamedTuple):
    """What is left of a playout whose moves are not kept."""

    winner: int | None


def simulate_sensibly(
    node: SearchNode, settings: SearchSettings, rng: np.random.Generator
) -> Finished:
    """A playout in which both players complete their line when they can, and else leave the other
    no line to complete.

    Of the moves that are left one is drawn, with one number each; if there are none, all are left.
    On bitboards (see `fast/kernel.py`), which is some thirty times as fast as with boards.

    >>> node = SearchNode(Board.from_moves("001122"))
    >>> {simulate_sensibly(node, SearchSettings(), np.random.default_rng(seed)).winner for seed in range(20)}
    {1}
    """
    game = node.game
    if game.is_terminal:
        return Finished(game.winner)
    (mine, taken), player, height = bits_of(game), game.to_move, game.rows + 1
    bottom, columns = cells_of(game)
    theirs, full = mine ^ taken, sum(columns)
    wins, losses = threatened(mine, height), threatened(theirs, height)
    while legal := landing_cells(taken, bottom, columns):
        landing = sum(legal)
        if wins & landing:
            return Finished(player)
        losses &= full
        safe = (landing & losses or landing) & ~(
            losses >> 1
        )  # blocks, and leaves no such cell open on top of the disc
        options = [disc for disc in legal if disc & safe] or legal
        disc = options[int(rng.random() * len(options))]
        taken |= disc
        mine, theirs, player = theirs, mine | disc, 3 - player
        wins, losses = losses, threatened(theirs, height)
    return Finished(None)


def simulate_at_random(
    node: SearchNode, settings: SearchSettings, rng: np.random.Generator
) -> Finished:
    """The playout of `c4lib.simulate` on bitboards, to compare the cost of sensible ones with.

    >>> simulate_at_random(SearchNode(Board()), SearchSettings(), np.random.default_rng(1))
    Finished(winner=1)
    """
    game = node.game
    if game.is_terminal:
        return Finished(game.winner)
    (mine, taken), player, steps = (
        bits_of(game),
        game.to_move,
        (1, game.rows, game.rows + 1, game.rows + 2),
    )
    bottom, columns = cells_of(game)
    theirs = mine ^ taken
    while legal := landing_cells(taken, bottom, columns):
        disc = legal[int(rng.random() * len(legal))]
        taken |= disc
        mine, theirs = theirs, mine | disc
        for step in steps:
            if theirs & theirs >> step & theirs >> 2 * step & theirs >> 3 * step:
                return Finished(player)
        player = 3 - player
    return Finished(None)


def cells_of(game: Board) -> tuple[int, list[int]]:
    """The bits of the lowest cell of all columns, and for each column those of its cells.

    >>> cells_of(Board(rows=2, columns=3, connect=3))
    (73, [3, 24, 192])
    """
    rules = rules_of(game.rows, game.columns, game.connect)
    return int(rules.bottom), [
        int(rules.cells) << column * int(rules.height) for column in range(game.columns)
    ]


def landing_cells(taken: int, bottom: int, columns: Sequence[int]) -> list[int]:
    """Where a disc lands in each open column, from left to right, as bits.

    >>> landing_cells(0b000_000_011, *cells_of(Board(rows=2, columns=3, connect=3)))
    [8, 64]
    """
    landing = taken + bottom
    return [landing & cells for cells in columns if landing & cells]


def threatened(discs: int, height: int) -> int:
    """The bits, of cells taken or not and above the board, with which three of these `discs` would
    be four in a row.

    >>> f"{threatened(0b0000111, height=7):07b}"  # three on top of each other: the cell above
    '0001000'
    """
    cells = (discs << 1) & (discs << 2) & (discs << 3)
    for step in (height - 1, height, height + 1):
        right, left = discs << step, discs >> step
        cells |= (right & discs << 2 * step) & (left | discs << 3 * step)
        cells |= (left & discs >> 2 * step) & (right | discs >> 3 * step)
    return cells
