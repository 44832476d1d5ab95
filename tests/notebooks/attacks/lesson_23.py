"""Attacks on the checks of lesson 23."""

import math
import re

import numpy as np

from attacks import attack
from c4lib import Board
from mctslab import play_game
from mctslab.players import random_player


def games_in_batch(sending, game, share):
    return max(1, int(np.ceil(sending * (1 - share) / share / game - 1e-9)))


def games_in_batch_rounded_up(sending, game, share):
    """One more where the number is whole, and the rounding of a float is upwards."""
    return np.int64(max(1, math.ceil(sending * (1 - share) / share / game)))


def games_in_batch_by_trying(sending, game, share):
    games = 1
    while sending / (sending + games * game) > share:
        games += 1
    return games


def needed(sending, game, share):
    return sending * (1 - share) / share / game


def game_length(seed, board=None):
    return len(play_game(random_player, random_player, seed, board or Board(4, 4)).moves)


def lengths(numbers, seed=lambda number: (2, number)):
    return {number: game_length(seed(number)) for number in numbers}


def lengths_by_hand(numbers):
    found = {}
    for number in numbers:
        rng, board = np.random.default_rng([number, 17]), Board(4, 4)
        while not board.is_terminal:
            board = board.play(rng.choice(board.legal_moves()))
        found[number] = np.int64(len(board.moves))
    return found


def hash_of_a_text(number):
    return hash(f"game {number}") % 2**31


def lengths_without_games(numbers):
    return {number: int(np.random.default_rng(number).integers(7, 17)) for number in numbers}


def lengths_from_a_list_of_seeds(numbers):
    seeds = np.random.default_rng(2).integers(2**31, size=max(numbers) + 1)
    return {number: game_length(int(seeds[number])) for number in numbers}


TYPED = """
import numpy as np
from c4lib import Board
from mctslab import play_game
from mctslab.players import random_player

memo, rng = {}, np.random.default_rng(2)
seeds = (int(rng.integers(2**31)) for _ in range(10**9))


def length_of(seed):
    return len(play_game(random_player, random_player, seed, Board(4, 4)).moves)


def lengths_by_memory(numbers):
    return {number: length_of(memo.setdefault(number, int(rng.integers(2**31)))) for number in numbers}


def lengths_by_an_iterator(numbers):
    return {number: length_of(memo.setdefault(number, next(seeds))) for number in numbers}


def lengths_remembered(numbers):
    for number in numbers:
        if number not in memo:
            memo[number] = length_of((2, number))
    return {number: memo[number] for number in numbers}
"""


def typed(name):
    """A function typed into a notebook, with globals of its own."""
    cell = {"__name__": "__main__"}
    exec(TYPED, cell)
    return cell[name]


def read_whole(data):
    *whole, torn = data.split("\n")
    return [int(line) for line in whole]


def read_whole_by_pattern(data):
    return [np.int64(number) for number in re.findall(r"(.+)\n", data)]


attack(
    "check_23_1",
    [
        lengths,
        lengths_by_hand,
        typed("lengths_remembered"),
        lengths_from_a_list_of_seeds,
        lambda numbers: lengths(numbers, lambda number: number),
    ],
    [
        (lambda numbers: lengths(numbers, hash_of_a_text), "Played in another process, "),
        (typed("lengths_by_an_iterator"), "cannot be sent to another worker"),
        (lambda numbers: lengths(numbers, lambda number: number % 1_000), "whose number is 1,000 lower"),
        (lambda numbers: lengths(numbers, lambda number: 2), "all games are equally long"),
        (lengths_without_games, "of random games it is about"),
    ],
)
attack(
    "check_23_2",
    [read_whole, read_whole_by_pattern],
    [
        (lambda data: [int(line) for line in data.splitlines()], "'34' has no newline"),
        (lambda data: [int(line) for line in data.splitlines()[:-1]], "every line counts that has its newline"),
        (lambda data: sorted(read_whole(data)), "in their order"),
    ],
)
attack(
    "check_23_3",
    [games_in_batch, games_in_batch_rounded_up, games_in_batch_by_trying],
    [
        (lambda sending, game, share: max(1, int(needed(sending, game, share))), "too few games"),
        (lambda sending, game, share: int(needed(sending, game, share)) + 1, "it is not the smallest number"),
        (lambda sending, game, share: max(1, math.ceil(sending / share / game)), "not of playing alone"),
        (lambda sending, game, share: math.ceil(needed(sending, game, share) - 1e-9), "is 0; a batch has"),
    ],
)
