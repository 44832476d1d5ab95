"""Lesson 12: what seeds, visits and means tell about a search, and when to stop it."""

from collections import Counter
from heapq import nlargest

import numpy as np

from c4lib import Board, FastSearch, TreeSearch, simulate

from .base import an, anything, ask, check, expect, shown, whole

VOTES = [("", 25, 40), ("062413", 100, 10), ("1322462435011661", 40, 15), ("3342", 25, 1)]


def _voted(board, iterations, seeds):
    return Counter(FastSearch(board, rng=seed).run(iterations).best_move() for seed in seeds)


@check
def check_12_1(votes_of):
    for moves, iterations, seeds in VOTES:
        board = Board.from_moves(moves)
        right = _voted(board, iterations, range(seeds))
        call = f"votes_of({shown(board)}, {iterations}, {seeds})"
        got = ask(votes_of, board, iterations, seeds, kind=an(dict), said=call)
        for move, count in got.items():
            whole(move, f"{call} has the key {shown(move)}; a key")
            expect(move in range(7), f"{call} has the key {move}: a key is a column, its value the number of votes")
            whole(count, f"the votes for column {move} in {call}")
        got = Counter({int(move): int(count) for move, count in got.items() if count})
        total = sum(got.values())
        expect(total == seeds, f"{call} counts {total} votes: each of the {seeds} seeds has one")
        expect(
            got == right or len(got) > 1 or len(right) == 1,
            f"{call} gives all votes to one move: is it a new search with another seed each time?",
        )
        shifted = got == _voted(board, iterations, range(1, seeds + 1)) != right
        expect(not shifted, f"{call} asks the seeds 1 to {seeds}; the first seed is 0")
        expect(
            got == right,
            f"{call} has other votes than {seeds} new searches: each has its own seed, from 0 on, and {iterations} iterations",
        )
    return f"one vote for each seed, in {len(VOTES)} cases."


SETTLED = [("3342", 1, 50, 90), ("062413", 25, 100, 200), ("3342", 25, 100, 200)]
SETTLED += [("3342", 25, 100, 102), ("3342", 25, 100, 100), ("3342", 28, 37, 60)]


def _agree(search):
    return search.means[search.best_move()] == max(search.means.values())


def _tied(search):
    """Whether several moves have the most visits, or the highest mean."""
    numbers = [[*search.visits.values()], [*search.means.values()]]
    return any(values.count(max(values)) > 1 for values in numbers)


def _stopped_at(search, limit, call):
    """The search, which stops with a sentence of its own when it goes on past the limit."""

    def watched(*given):
        expect(search.iterations < limit, f"{call} goes on after {limit} iterations: is the limit looked at?")
        return simulate(*given)

    search.simulate = watched
    return search


@check
def check_12_2(settle):
    for moves, seed, start, at_most in SETTLED:
        board = Board.from_moves(moves)
        call = f"settle(TreeSearch({shown(board)}, rng={seed}).run({start}), {at_most})"
        right = TreeSearch(board, rng=seed).run(start)
        while right.iterations < at_most and not _agree(right):
            right.run(1)
        search = _stopped_at(TreeSearch(board, rng=seed).run(start), at_most, call)
        ask(settle, search, at_most, kind=anything, said=call)
        told = f"{call} stops after {search.iterations} iterations"
        expect(search.iterations >= right.iterations, f"{told}, but visits and mean do not agree there")
        tie = "; a tie counts as agreement (search.best_move() is the move)" if _tied(right) else ""
        expect(search.iterations == right.iterations, f"{told}; visits and mean agreed before{tie}")
    return f"stopped at the right iteration in {len(SETTLED)} cases."


BUDGETS = [("060606", 1, 200), ("062413", 3, 300), ("", 3, 400), ("", 2, 8)]


def _leaders(search):
    """The visits of the two moves that have the most."""
    return nlargest(2, [*search.visits.values(), 0, 0])


def _decided(search, budget):
    first, second = _leaders(search)
    return first - second > budget - search.iterations


@check
def check_12_3(run_early):
    for moves, seed, budget in BUDGETS:
        board = Board.from_moves(moves)
        call = f"run_early(TreeSearch({shown(board)}, rng={seed}), {budget})"
        right = TreeSearch(board, rng=seed)
        while right.iterations < budget and not _decided(right, budget):
            right.run(1)
        search = _stopped_at(TreeSearch(board, rng=seed), budget, call)
        ask(run_early, search, budget, kind=anything, said=call, seconds=20)
        told = f"{call} stops after {search.iterations} iterations"
        first, second = _leaders(search)
        left = budget - search.iterations
        stand = f"it stands {first} to {second}, and {left} are left"
        expect(search.iterations >= right.iterations, f"{told}, when {stand}: the second can still catch up")
        expect(search.iterations == right.iterations, f"{told}; it was decided before that")
    return f"no iteration too many or too few in {len(BUDGETS)} searches."


def _game(playouts, seed, swapped=False):
    board, rng = Board(rows=4, columns=5), np.random.default_rng(seed)
    while not board.is_terminal:
        player = 3 - board.to_move if swapped else board.to_move
        board = board.play(TreeSearch(board, rng=rng).run(playouts[player - 1]).best_move())
    return board.moves


@check
def check_12_4(self_play):
    for one, two, seed in [(30, 30, 1), (20, 60, 2), (60, 10, 3)]:
        rng, right = np.random.default_rng(seed), _game((one, two), seed)
        call = f"self_play({one}, {two}, np.random.default_rng({seed}))"
        board = ask(self_play, one, two, rng, kind=an(Board), said=call, seconds=30)
        expect((board.rows, board.columns) == (4, 5), f"{call} plays on {board.rows} x {board.columns}, not on 4 x 5")
        expect(board.is_terminal, f"{call} gives a game that is not over yet, after {len(board.moves)} moves")
        drawn = rng.bit_generator.state != np.random.default_rng(seed).bit_generator.state
        expect(drawn, f"{call} draws nothing from rng: every TreeSearch is given it")
        swapped = one != two and board.moves == _game((one, two), seed, swapped=True)
        expect(not swapped, f"{call}: X has the playouts of O, and O those of X")
        expect(
            board.moves == right,
            f"{call} is another game: at every turn a new search, with the playouts of the player to move, and its best move",
        )
    return "three games, the same move by move."
