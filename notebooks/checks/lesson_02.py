"""Lesson 02: what a playout is worth, and what it is not."""

import math

import numpy as np

from c4lib import Board
from mctslab import play_match
from mctslab.players import rule_based_player

from .base import ask, attempt, check, expect, real, shown, whole

GAMES = [
    (Board.from_moves("0101010"), "the game is over there"),
    (Board(1, 5), "on this board of one row every game takes five moves"),
    (Board.from_moves("0123012301", 4, 4), "some games end by a line before the board is full"),
    (Board.from_moves("01230123", 4, 4), "all moves are equally likely, and so are the lengths after each of them"),
]


def _length(board):
    if board.is_terminal:
        return 0
    return 1 + np.mean([_length(board.play(move)) for move in board.legal_moves()])


def _lengths(board):
    """Of every way on to an end, each as good as any other, which they are not."""
    if board.is_terminal:
        return [0]
    return [1 + length for move in board.legal_moves() for length in _lengths(board.play(move))]


@check
def check_02_1(mean_length):
    for board, hint in GAMES:
        right, call = _length(board), f"mean_length({shown(board)})"
        got = ask(mean_length, board, kind=real, seconds=30)
        because = hint
        if abs(got - np.mean(_lengths(board))) < 0.001:
            because = "the moves are equally likely, but not the games: a short one is likelier than any one long one"
        elif abs(got - right) < 0.3 and right % 1:
            because = "close, but not exact: add up all games instead of playing some"
        expect(abs(got - right) < 0.001, f"{call} is {got:.3f}, too {'long' if got > right else 'short'}: {because}")
    return "one move, and then the mean over all that can be played."


@check
def check_02_2(playouts_needed):
    for s, width in ((0.5, 0.1), (0.5, 0.05), (0.36, 0.05), (0.3, 0.01)):
        call, exact = f"playouts_needed({s}, {width})", (2 * 1.96 * s / width) ** 2
        playouts = ask(playouts_needed, s, width, kind=whole, seconds=30)
        expect(playouts > 0, f"{call} is {playouts}; without playouts there is no mean")
        now = f"{call} is {playouts}, but then the interval is {2 * 1.96 * s / math.sqrt(playouts):.5f} wide"
        expect(abs(playouts - exact / 4) > 1, f"{now}: it reaches 1.96 s/√n to either side of the mean")
        expect(abs(playouts - math.sqrt(exact)) > 1, f"{now}: n stands under a square root")
        expect(s == 0.5 or abs(playouts - exact / (2 * s) ** 2) > 1, f"{now}: s is an argument, not always 0.5")
        expect(abs(playouts - exact / 1.96**2) > 1, f"{now}: where is the 1.96?")
        expect(playouts != math.floor(exact), f"{now}: just too wide, so round up")
        expect(playouts > exact, f"{now}: too few playouts")
        expect(playouts - 1 < exact, f"{call} is {playouts}, which is enough, but fewer would do")
    return "half the width costs four times the playouts, and with a smaller s you need fewer."


CAREFUL = [  # a position, the moves that are good there, and why
    ("051525", {3}, "column 3 wins at once"),
    ("05152", {3}, "column 3 must be blocked"),
    ("33441", {2}, "column 2 must be blocked"),
    ("42613241155361", {1, 2, 3, 4, 5, 6}, "after column 0 the opponent wins on top of that disc"),
    ("5430315545430", {0, 1, 3, 4, 5}, "after columns 2 and 6 the opponent wins on top of that disc"),
    ("12624625562662600544540023455040", {1, 3}, "the opponent wins after every move, so one of them has to do"),
]


@check
def check_02_3(careful_player):
    rng = np.random.default_rng(1)
    for moves, good, why in CAREFUL:
        board = Board.from_moves(moves)
        call, seen = f"careful_player at {shown(board)}", set()
        for _ in range(100):
            seen.add(ask(careful_player, board, rng, kind=whole, said=call))
        for move in seen:
            expect(move in board.legal_moves(), f"{call} plays {move}, which is not legal")
            expect(move in good, f"{call} plays {move}, but {why}")
        expect(seen == good, f"{call} never plays some moves that are as good as those it does: chance should decide")
    match = attempt(
        lambda: play_match(careful_player, rule_based_player, games=100), "a match of careful_player", seconds=60
    )
    low, high = match.interval
    expect(
        high > 0.5, f"its score against the two rules is between {low:.2f} and {high:.2f}: it is the weaker of the two"
    )
    return f"it looks one move further. Its score against the two rules is between {low:.2f} and {high:.2f}."


class _Slots:
    """What every move pays in each round, and who asked for it."""

    def __init__(self, pays, budget):
        self.pays, self.used, self.budget = pays, dict.fromkeys(pays, 0), budget

    def sample(self, move):
        expect(move in self.pays, f"sample is asked for move {shown(move)}, which is not one of those given")
        expect(sum(self.used.values()) < self.budget, f"there are more than {self.budget} playouts, the whole budget")
        until_here = self.used[move]
        self.used[move] += 1
        return next(reward for pulls, reward in self.pays[move] if until_here < pulls)


def _scripted(middle, late):
    """Rewards by number of pulls: the first 20, up to 55, up to 125."""
    early = [1.0, 0.8, 0.5, 0.45, 0.3, 0.2, 0.1]
    return {
        move: [(20, early[move]), (55, middle.get(move, 0)), (10_000, late.get(move, 0))] for move in range(len(early))
    }


@check
def check_02_4(halving):
    # In round 2 the moves 2 and 3 pay more than 0 and 1, in round 3 move 1 more than 0: but not by all their rewards.
    script = _scripted(middle={0: 0.4, 1: 0.4, 2: 0.55, 3: 0.55}, late={0: 0.5, 1: 0.52})
    for moves in ((0, 1, 2, 3, 4, 5, 6), (6, 5, 4, 3, 2, 1, 0)):
        slots = _Slots(script, 420)
        call = f"halving({moves}, sample, 420)"
        best = ask(halving, moves, slots.sample, 420, kind=whole, said=call)
        used = [slots.used[move] for move in range(7)]
        told = f"{call} makes {', '.join(f'{count}' for count in used)} playouts of the moves 0 to 6"
        expect(sum(used), f"{told}: it never calls sample")
        expect(len(set(used)) > 1, f"{told}: all moves get equally many, and nothing is dropped")
        expect(min(used) == 20, f"{told}; in the first round the seven moves share a third of the budget equally")
        expect(used[6] == used[5] == used[4] == 20, f"{told}: after a round the better half stays in, not the worse")
        expect(used[3] > 20 and used[0] > 20, f"{told}: of seven moves four stay in")
        expect(used[0] > used[2] and used[1] > used[2], f"{told}: the mean of all rewards decides who stays in")
        expect(used == [125, 125, 55, 55, 20, 20, 20], f"{told}; each round may use a third of the budget, to the last")
        expect(best in (0, 1), f"{call} gives {best}, which is out by then; return the move itself, not its position")
        expect(best == 0, f"{call} gives {best}: the mean of all rewards decides the last round, too")
    for moves in ((2, 4, 5), (3, 0)):
        slots = _Slots({move: [(10_000, move / 10)] for move in moves}, 120)
        best = ask(halving, moves, slots.sample, 120, kind=whole, said=f"halving({moves}, sample, 120)")
        expect(best == max(moves), f"halving({moves}, sample, 120) gives {best}, not the move that pays most")
    pays, rng, found = [0.2, 0.3, 0.5, 0.6, 0.4, 0.3, 0.2], np.random.default_rng(1), 0
    for _ in range(200):
        found += ask(halving, tuple(range(7)), lambda move: float(rng.random() < pays[move]), 420, kind=whole) == 3
    evenly = np.mean(rng.binomial(60, pays, (5_000, 7)).argmax(axis=1) == 3)
    return f"it finds the best of seven moves in {found / 200:.0%} of 200 tries; equal shares find it in {evenly:.0%}."
