"""Lesson 02: what a playout is worth, and what it is not."""

import math

import numpy as np

from c4lib import Board
from mctslab import play_game, play_match
from mctslab.players import random_player, rule_based_player, threatened_moves, winning_moves

from .base import Wrong, anything, ask, attempt, check, expect, shown, whole


@check
def check_02_1(playouts_needed):
    for s, width in ((0.5, 0.1), (0.5, 0.05), (0.36, 0.05), (0.3, 0.01)):
        call, exact = f"playouts_needed({s}, {width})", (2 * 1.96 * s / width) ** 2
        playouts = ask(playouts_needed, s, width, kind=whole, seconds=30)
        expect(playouts > 0, f"{call} is {playouts}; without playouts there is no mean")
        now = f"{call} is {playouts}, but then the interval is {2 * 1.96 * s / math.sqrt(playouts):.5f} wide"
        expect(abs(playouts - exact / 4) > 1, f"{now}: it reaches 1.96 s/√n to either side of the mean")
        expect(abs(playouts - math.sqrt(exact)) > 1, f"{now}: n stands under a square root")
        expect(s == 0.5 or abs(playouts - exact / (2 * s) ** 2) > 1, f"{now}: s is an argument, not always 0.5")
        expect(abs(playouts - exact / 1.96**2) > 1, f"{now}: where is the 1.96?")
        expect(abs(playouts - exact / 2) > 1, f"{now}: the 2 belongs inside the square")
        expect(s == 1 or abs(playouts - exact / s) > 1, f"{now}: s stands inside the square, too")
        expect(playouts != math.floor(exact), f"{now}: just too wide, so round up")
        expect(playouts > exact, f"{now}: too few playouts")
        expect(playouts - 1 < exact, f"{call} is {playouts}, which is enough, but fewer would do")
    return "half the width costs four times the playouts, and with a smaller s you need fewer."


# After each move the replies, and what they are worth to the opponent. Each way to misread them leads to another move.
REPLIES = [
    {
        0: {0: 0.66, 1: 0.64},  # by the column numbers, as `max` compares the keys of a dictionary
        1: {0: 0.55, 2: 0.60, 4: 0.50},  # the best reply is worth least: this one
        7: {0: 0.02, 2: 0.72, 4: 0.46},  # the least of any reply
        4: {0: 0.30, 2: 0.90, 4: 0.10, 5: 0.20, 6: 0.15},  # the least on average
        5: {2: 0.65},  # the least in sum
        3: {1: 0.68, 3: 0.66},  # the most of worst replies
        6: {0: 0.60, 2: 1.00, 4: 0.95},  # the most on average, and of any reply
    },
    {
        6: {0: 0.95, 1: 0.64, 3: 0.70, 5: 0.68},
        3: {1: 0.61, 3: 0.30, 5: 0.20},
        0: {0: 0.62, 1: 0.60, 3: 0.58, 5: 0.10, 6: 0.59},
        5: {3: 0.65, 5: 0.03, 6: 0.02},
    },
]
MISREAD = [  # what a move is worth to whom, by its replies; the reader takes the most or the least
    (min, np.mean, "the average reply is worth least; the opponent plays the best one"),
    (min, min, "the opponent's worst reply is worth least, but the opponent plays the best one"),
    (min, sum, "the sum of the replies is least; a move with few replies is not good for that"),
    (max, max, "the best reply is worth most to the opponent; the rewards are the opponent's, not yours"),
    (max, np.mean, "the average reply is worth most to the opponent; the rewards are the opponent's, not yours"),
    (max, min, "the worst reply is worth most to the opponent; it is the opponent who plays the reply"),
]


def _judged(replies, choose, worth):
    return choose(replies, key=lambda move: worth([*replies[move].values()]))


@check
def check_02_2(by_best_reply):
    for replies in REPLIES:
        right, call = _judged(replies, min, max), f"by_best_reply of the replies to {len(replies)} moves"
        given = {move: dict(after) for move, after in replies.items()}
        move = ask(by_best_reply, given, kind=anything, said=call)
        got = f"{call} gives {shown(move)}"
        expect(move is not None, f"{call} is None: is there a `return` on every way through it?")
        expect(move != max(replies[right].values()), f"{got}: that is what the reply is worth; return the move")
        expect(not isinstance(move, tuple), f"{got}: return the move alone")
        move = whole(move, call)
        expect(
            move != 0 or right == 0 or 0 not in replies or 7 not in replies,
            f"{got}: that compares column numbers. `max` of a dictionary goes over its keys; the rewards are in `.values()`",
        )
        _judge_reading(replies, move, right, got)
        expect(given == replies, f"{call} changes what it is given")
    return "the opponent chooses the reply, so a move is worth what the best reply leaves of it."


def _judge_reading(replies, move, right, got):
    """Refuse another move than the right one, with what is misread in the replies."""
    if move == right:
        return
    is_place = move == [*replies].index(right)
    expect(move in replies or is_place, f"{got}, which is not one of the moves {shown(tuple(replies))}")
    rewards = ", ".join(f"{reward:g}" for reward in replies.get(move, {}).values())
    here = f" (the replies to {move}: {rewards})" if rewards else ""
    for choose, worth, why in MISREAD:
        expect(move != _judged(replies, choose, worth), f"{got}: after it {why}{here}")
    expect(not is_place, f"{got}: that is its place; return the move itself")
    expect(False, f"{got}: after another move the opponent's best reply is worth less{here}")


CAREFUL = [  # a position, the moves that are good there, and why
    ("051525", {3}, "column 3 wins at once"),
    ("05152", {3}, "column 3 must be blocked"),
    ("33441", {2}, "column 2 must be blocked"),
    ("42613241155361", {1, 2, 3, 4, 5, 6}, "after column 0 the opponent wins on top of that disc"),
    ("5430315545430", {0, 1, 3, 4, 5}, "after columns 2 and 6 the opponent wins on top of that disc"),
    ("0112443363463", {5}, "column 5 must be blocked, although the opponent can then win on top of that disc"),
    ("12624625562662600544540023455040", {1, 3}, "the opponent wins after every move, so one of them has to do"),
]


def _good(board):
    """The moves that the three rules leave, and why."""
    safe = {move for move in board.legal_moves() if not winning_moves(board.play(move))}
    for moves, why in (
        (winning_moves(board), "there is a win at once"),
        (threatened_moves(board), "the opponent threatens to win at once elsewhere"),
        (safe, "after that move the opponent can win at once, and there are others"),
    ):
        if moves:
            return {*moves}, why
    return {*board.legal_moves()}, ""


def _positions():
    """Positions of games between random players, the same ones each time."""
    for seed in range(20):
        yield from play_game(random_player, random_player, seed=seed).boards()[6:-1]


@check
def check_02_3(careful_player):
    rng = np.random.default_rng(1)
    asked = [(Board.from_moves(moves), good, why, 100) for moves, good, why in CAREFUL]
    asked += [(board, *_good(board), 1) for board in _positions()]
    for board, good, why, times in asked:
        call = f"careful_player at {shown(board)}"
        for move in {ask(careful_player, board, rng, kind=whole, said=call) for _ in range(times)}:
            expect(move in board.legal_moves(), f"{call} plays {move}, which is not legal")
            expect(move in good, f"{call} plays {move}, but {why}")
    match = attempt(
        lambda: play_match(careful_player, rule_based_player, games=100), "a match of careful_player", seconds=60
    )
    low, high = match.interval
    weak = " What it plays where no rule applies counts, too." if high <= 0.5 else ""
    return f"it looks one move further. Its score against the two rules is between {low:.2f} and {high:.2f}.{weak}"


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


def _who_stayed_in(slots, stopped):
    """What may be behind an error, by who got more playouts than in the first round."""
    stayed = sum(count > 20 for count in slots.used.values())
    if "stops with" not in stopped or not 0 < stayed < 4:
        return ""
    return f"; after the first round only {stayed} of seven moves stayed in, where the better half is four"


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
        try:
            best = ask(halving, moves, slots.sample, 420, kind=whole, said=call)
        except Wrong as wrong:
            raise Wrong(f"{wrong}{_who_stayed_in(slots, str(wrong))}") from None
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
