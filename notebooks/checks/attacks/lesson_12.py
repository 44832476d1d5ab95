"""Attacks on the checks of lesson 12."""

from collections import Counter

import numpy as np

from c4lib import Board, FastSearch, TreeSearch
from checks.attacks import attack, crash, nothing


def votes_of(board, iterations, seeds, search=FastSearch, first=0, more=0, move=lambda search: search.best_move()):
    counts = {}
    for seed in range(first, first + seeds):
        vote = move(search(board, rng=seed).run(iterations + more))
        counts[vote] = counts.get(vote, 0) + 1
    return counts


def votes_by_counter(board, iterations, seeds):
    return Counter(np.int64(TreeSearch(board, rng=seed).run(iterations).best_move()) for seed in range(seeds))


def votes_with_one_generator(board, iterations, seeds):
    rng = np.random.default_rng(0)
    return Counter(FastSearch(board, rng=rng).run(iterations).best_move() for _ in range(seeds))


def votes_of_a_growing_search(board, iterations, seeds):
    search = FastSearch(board, rng=0)
    return Counter(search.run(iterations).best_move() for _ in range(seeds))


def self_play(playouts_1, playouts_2, rng, kind=TreeSearch, board=None, most=99, seed=None):
    board = board or Board(rows=4, columns=5)
    while not board.is_terminal and len(board.moves) < most:
        playouts = playouts_1 if board.to_move == 1 else playouts_2
        board = board.play(kind(board, rng=rng if seed is None else seed).run(playouts).best_move())
    return board


def self_play_by_turns(playouts_1, playouts_2, rng):
    board, turn = Board(4, 5), 0
    while board.legal_moves():
        search = TreeSearch(board, rng=rng)
        search.run((playouts_1, playouts_2)[turn % 2])
        board, turn = board.play(search.best_move()), turn + 1
    return board


def self_play_with_one_tree(playouts_1, playouts_2, rng):
    search = TreeSearch(Board(4, 5), rng=rng)
    while not search.game.is_terminal:
        search.run(playouts_1 if search.game.to_move == 1 else playouts_2)
        search.move_root(search.best_move())
    return search.game


def settle(search, at_most, less=lambda mean, best: mean < best, more=0):
    while search.iterations < at_most and less(search.means[search.best_move()], max(search.means.values())):
        search.run(1)
    if more:
        search.run(more)


def settle_by_names(search, at_most):
    def top(numbers):
        return max(numbers, key=numbers.get)

    while search.iterations < at_most and top(search.visits) != top(search.means):
        search.run(1)


def settle_at_least_once(search, at_most):
    search.run(1)
    settle(search, at_most)


def settle_by_break(search, at_most):
    while search.iterations < at_most:
        means = search.means
        if all(means[search.best_move()] >= mean for mean in means.values()):
            break
        search.run(playouts=1)


def run_early(search, budget, decided=lambda lead, left: lead > left):
    while search.iterations < budget:
        second, first = sorted([0, 0, *search.visits.values()])[-2:]
        if decided(first - second, budget - search.iterations):
            break
        search.run(1)


def run_early_one_behind(search, budget):
    for done in range(budget):
        search.run(1)
        second, first = sorted([0, *search.visits.values()])[-2:]
        if first - second > budget - done:
            return


def run_early_by_tens(search, budget):
    while search.iterations < budget:
        search.run(10)
        second, first = sorted(search.visits.values())[-2:]
        if first - second > budget - search.iterations:
            return


def run_early_by_numpy(search, budget):
    for left in range(budget, 0, -1):
        if search.visits:
            counts = np.sort(list(search.visits.values()))
            if counts[-1] - counts[-2] > left:
                return search
        search.run(1)


attack(
    "check_12_1",
    [votes_of, votes_by_counter],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (
            lambda board, n, seeds: {FastSearch(board, rng=0).run(n).best_move(): seeds},
            "all votes to one move",
        ),  # the stub
        (lambda board, n, seeds: list(votes_of(board, n, seeds).items()), "expected a dict"),
        (lambda board, n, seeds: {str(move): count for move, count in votes_of(board, n, seeds).items()}, "a key"),
        (
            lambda board, n, seeds: {move + 1: count for move, count in votes_of(board, n, seeds).items()},
            "a key is a column",
        ),
        (
            lambda board, n, seeds: {m: count / seeds for m, count in votes_of(board, n, seeds).items()},
            "a whole number",
        ),
        (lambda board, n, seeds: votes_of(board, n, seeds, first=1), "the first seed is 0"),
        (lambda board, n, seeds: votes_of(board, n, seeds + 1), "counts 41 votes"),
        (lambda board, n, seeds: votes_of(board, n, seeds, more=1), "has other votes"),
        (
            lambda board, n, seeds: votes_of(board, n, seeds, move=lambda s: max(s.means, key=s.means.get)),
            "has other votes",
        ),
        (votes_with_one_generator, "has other votes"),
        (votes_of_a_growing_search, "has other votes"),
    ],
)
attack(
    "check_12_2",
    [settle, settle_by_break],
    [
        (None, "no function"),
        (lambda search, at_most: search.run(1), "agreed before"),
        (crash, "stops with KeyError"),
        (nothing, "do not agree there"),
        (lambda search, at_most: settle(search, 10_000), "is the limit looked at?"),
        (lambda search, at_most: settle(search, at_most, less=lambda mean, best: mean <= best), "agreed before"),
        (settle_by_names, "a tie counts"),
        (settle_at_least_once, "agreed before"),
        (lambda search, at_most: settle(search, at_most - 1), "do not agree there"),
        (lambda search, at_most: search.run(at_most - search.iterations), "agreed before"),
        (lambda search, at_most: settle(search, at_most, more=1), "agreed before"),
        (lambda search, at_most: settle(search, at_most, less=lambda mean, best: mean > best), "do not agree there"),
    ],
)
attack(
    "check_12_3",
    [run_early, run_early_by_numpy],
    [
        (None, "no function"),
        (nothing, "the second can still catch up"),
        (crash, "stops with KeyError"),
        (lambda search, budget: search.run(budget), "it was decided before that"),
        (lambda search, budget: search.run(budget + 1), "is the limit looked at?"),
        (lambda search, budget: run_early(search, budget, lambda lead, left: lead >= left), "can still catch up"),
        (lambda search, budget: run_early(search, budget, lambda lead, left: lead > left + 1), "decided before that"),
        (lambda search, budget: run_early(search, budget, lambda lead, left: lead > left / 2), "can still catch up"),
        (lambda search, budget: run_early(search, budget - 1), "can still catch up"),
        (run_early_one_behind, "decided before that"),
        (run_early_by_tens, "decided before that"),
        (lambda search, budget: max(search.visits.values()), "stops with ValueError"),
    ],
)
attack(
    "check_12_4",
    [self_play, self_play_by_turns],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda one, two, rng: self_play(one, two, rng).moves, "expected a Board"),
        (lambda one, two, rng: Board(rows=4, columns=5), "not over yet, after 0 moves"),
        (lambda one, two, rng: self_play(one, two, rng, most=4), "not over yet, after 4 moves"),
        (lambda one, two, rng: self_play(one, two, rng, board=Board(5, 4)), "not on 4 x 5"),
        (lambda one, two, rng: self_play(one, two, rng, seed=1), "draws nothing from rng"),
        (lambda one, two, rng: self_play(two, one, rng), "X has the playouts of O"),
        (lambda one, two, rng: self_play(one, one, rng), "another game"),
        (self_play_with_one_tree, "another game"),
    ],
)
