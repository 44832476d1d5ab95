"""Lesson 08: a whole search, and what to read in it."""

from heapq import nlargest

import numpy as np

from c4lib import Board, TreeSearch, simulate

from .base import an, anything, ask, check, expect, shown, tuple_of, whole

SEARCHES = [("060606", 1, 50), ("", 1, 100), ("", 1, 1000), ("062413", 3, 20), ("3342", 5, 60), ("3342", 1, 150)]


@check
def check_08_1(my_variation):
    for moves, seed, iterations in SEARCHES:
        search = TreeSearch(Board.from_moves(moves), rng=seed).run(iterations)
        right = search.principal_variation()
        call = f"my_variation of TreeSearch({shown(search.game)}, rng={seed}).run({iterations})"
        got = ask(my_variation, search, kind=tuple_of(whole), said=call)
        node = search.root
        for place, move in enumerate(got):
            children = {child.move: child for child in node.children}
            expect(
                children, f"{call} has {len(got)} moves, but after {place} of them a node without children is reached"
            )
            told = f"{call}: after {got[:place]} comes {move}"
            expect(move in children, f"{told}, but the node there has no such child")
            taken, most = children[move], max(child.visits for child in node.children)
            expect(taken.visits == most, f"{told}, with {taken.visits} visits; another child has {most}")
            equal = max(child.mean for child in node.children if child.visits == most)
            expect(taken.mean == equal, f"{told}; another has as many visits, and the higher mean")
            expect(move == right[place], f"{told}; of children that are equal in both the first is taken")
            node = taken
        expect(not node.children, f"{call} is {shown(got)}, but the node reached has children: the line goes on")
    return f"the same line in {len(SEARCHES)} searches, down to a node without children."


def _game(playouts, seed, swapped=False):
    board, rng = Board(rows=4, columns=5), np.random.default_rng(seed)
    while not board.is_terminal:
        player = 3 - board.to_move if swapped else board.to_move
        board = board.play(TreeSearch(board, rng=rng).run(playouts[player - 1]).best_move())
    return board.moves


@check
def check_08_2(self_play):
    for one, two, seed in [(30, 30, 1), (20, 60, 2), (60, 10, 3)]:
        rng, right = np.random.default_rng(seed), _game((one, two), seed)
        call = f"self_play({one}, {two}, np.random.default_rng({seed}))"
        board = ask(self_play, one, two, rng, kind=an(Board), said=call, seconds=30)
        expect((board.rows, board.columns) == (4, 5), f"{call} plays on {board.rows} x {board.columns}, not on 4 x 5")
        expect(board.is_terminal, f"{call} gives a game that is not over yet, after {len(board.moves)} moves")
        drawn = rng.bit_generator.state != np.random.default_rng(seed).bit_generator.state
        expect(drawn, f"{call} draws nothing from rng: every TreeSearch is given it")
        swapped = one != two and board.moves == _game((one, two), seed, swapped=True)
        expect(not swapped, f"{call}: player 1 has the playouts of player 2, and the other way round")
        expect(
            board.moves == right,
            f"{call} is another game: at every turn a new search, with the playouts of the player to move, and its best move",
        )
    return "three games, the same move by move."


SETTLED = [("3342", 1, 50, 90), ("062413", 25, 100, 200), ("3342", 25, 100, 200)]
SETTLED += [("3342", 25, 100, 102), ("3342", 25, 100, 100), ("3342", 28, 37, 60)]


def _agree(search):
    return search.means[search.best_move()] == max(search.means.values())


def _stopped_at(search, limit, call):
    """The search, which stops with a sentence of its own when it goes on past the limit."""

    def watched(*given):
        expect(search.iterations < limit, f"{call} goes on after {limit} iterations: is the limit looked at?")
        return simulate(*given)

    search.simulate = watched
    return search


@check
def check_08_3(settle):
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
        tie = "; a tie of the means counts as agreement" if moves == "3342" and seed == 28 else ""
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
def check_08_4(run_early):
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
