"""Lesson 02: what a playout is worth, and what it is not."""

import math

import numpy as np

from c4lib import Board
from mctslab import play_game, play_match
from mctslab.players import random_player, rule_based_player, threatened_moves, winning_moves

from .base import Wrong, ask, attempt, check, expect, not_none, shown, whole

WIDTHS = [  # s, and how wide the interval may be
    (0.5, 0.1),
    (0.5, 0.05),  # half the width
    (0.36, 0.05),  # a smaller s
    (0.3, 0.01),
]


@check
def check_02_1(playouts_needed):
    for s, width in WIDTHS:
        call = f"playouts_needed({s}, {width})"
        playouts = ask(playouts_needed, s, width, kind=whole, seconds=30)
        expect(playouts > 0, f"{call} is {playouts}; without playouts there is no mean")
        wide = 2 * 1.96 * s / math.sqrt(playouts)
        now = f"{call} is {playouts}, but then the interval is {wide:.5f} wide"
        exact = (2 * 1.96 * s / width) ** 2
        for slip, words in _wrong_numbers(exact, s):
            expect(abs(playouts - slip) > 1, f"{now}: {words}")
        expect(playouts != math.floor(exact), f"{now}: just too wide, so round up")
        expect(playouts > exact, f"{now}: too few playouts")
        expect(playouts - 1 < exact, f"{call} is {playouts}, which is enough, but fewer would do")
    return "half the width costs four times the playouts, and with a smaller s you need fewer."


def _wrong_numbers(exact, s):
    """Wrong numbers of playouts, and what is wrong with them."""
    yield exact / 4, "it reaches 1.96 s/√n to either side of the mean"
    yield math.sqrt(exact), "n stands under a square root"
    if s != 0.5:
        yield exact / (2 * s) ** 2, "s is an argument, not always 0.5"
    yield exact / 1.96**2, "where is the 1.96?"
    yield exact / 2, "the 2 belongs inside the square"
    yield exact / s, "s stands inside the square, too"


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
        right = _judged(replies, min, max)
        call = f"by_best_reply of the replies to {len(replies)} moves"
        given = {move: dict(after) for move, after in replies.items()}
        move = ask(by_best_reply, given, kind=not_none, said=call)
        got = f"{call} gives {shown(move)}"
        expect(move != max(replies[right].values()), f"{got}: that is what the reply is worth; return the move")
        expect(not isinstance(move, tuple), f"{got}: return the move alone")
        move = whole(move, call)
        if move != right:
            _judge_reading(replies, move, right, got)
        expect(given == replies, f"{call} changes what it is given")
    return "the opponent chooses the reply, so a move is worth what the best reply leaves of it."


def _judge_reading(replies, move, right, got):
    """Refuse a wrong move, with what is misread in the replies."""
    keys = "`max` of a dictionary goes over its keys; the rewards are in `.values()`"
    by_keys = replies is REPLIES[0] and move == 0
    expect(not by_keys, f"{got}: that compares column numbers. {keys}")
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
    if wins := winning_moves(board):
        return wins, "there is a win at once"
    if threats := threatened_moves(board):
        return threats, "the opponent threatens to win at once elsewhere"
    legal = board.legal_moves()
    safe = [move for move in legal if not winning_moves(board.play(move))]
    return safe or legal, "after that move the opponent can win at once, and there are others"


def _positions():
    """Positions of games between random players, the same ones each time."""
    for seed in range(20):
        yield from play_game(random_player, random_player, seed=seed).positions()[6:-1]


@check
def check_02_3(careful_player):
    rng = np.random.default_rng(1)
    for moves, good, why in CAREFUL:
        _judge_moves(careful_player, Board.from_moves(moves), good, why, rng, times=100)
    for board in _positions():
        _judge_moves(careful_player, board, *_good(board), rng, times=1)
    match = attempt(
        lambda: play_match(careful_player, rule_based_player, games=100), "a match of careful_player", seconds=60
    )
    low, high = match.interval
    weak = " What it plays where no rule applies counts, too." if high <= 0.5 else ""
    return f"it looks one move further. Its score against the two rules is between {low:.2f} and {high:.2f}.{weak}"


def _judge_moves(careful_player, board, good, why, rng, times):
    call = f"careful_player at {shown(board)}"
    moves = {ask(careful_player, board, rng, kind=whole, said=call) for _ in range(times)}
    for move in moves:
        expect(move in board.legal_moves(), f"{call} plays {move}, which is not legal")
        expect(move in good, f"{call} plays {move}, but {why}")


class _Slots:
    """What every move pays in each round, and who asked for it."""

    def __init__(self, pays, budget):
        self.pays, self.budget = pays, budget
        self.used = dict.fromkeys(pays, 0)

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


ALL_MOVES = tuple(range(7))
CHANCES = [0.2, 0.3, 0.5, 0.6, 0.4, 0.3, 0.2]
BEST = 3
PAYS_EARLY = [1.0, 0.8, 0.5, 0.45, 0.3, 0.2, 0.1]
# In round 2 the moves 2 and 3 pay more than 0 and 1, in round 3 move 1 more than 0: but not by all their rewards.
PAYS_MIDDLE = [0.4, 0.4, 0.55, 0.55, 0, 0, 0]
PAYS_LATE = [0.5, 0.52, 0, 0, 0, 0, 0]


def _scripted():
    """Rewards by number of pulls: the first 20, up to 55, and from there on."""
    script = {}
    for move, (early, middle, late) in enumerate(zip(PAYS_EARLY, PAYS_MIDDLE, PAYS_LATE, strict=True)):
        script[move] = [(20, early), (55, middle), (10_000, late)]
    return script


@check
def check_02_4(halving):
    _judge_rounds(halving, ALL_MOVES)
    _judge_rounds(halving, ALL_MOVES[::-1])
    for moves in ((2, 4, 5), (3, 0)):
        slots = _Slots({move: [(10_000, move / 10)] for move in moves}, 120)
        call = f"halving({moves}, sample, 120)"
        best = ask(halving, moves, slots.sample, 120, kind=whole, said=call)
        expect(best == max(moves), f"{call} gives {best}, not the move that pays most")
    rng = np.random.default_rng(1)

    def sample(move):
        return float(rng.random() < CHANCES[move])

    found = [ask(halving, ALL_MOVES, sample, 420, kind=whole) for _ in range(200)]
    often = found.count(BEST) / len(found)
    equal_shares = rng.binomial(60, CHANCES, (20_000, 7))
    is_first = equal_shares == equal_shares.max(axis=1, keepdims=True)
    evenly = np.mean(is_first[:, BEST] / is_first.sum(axis=1))  # of equal moves any
    return f"it finds the best of seven moves in {often:.0%} of 200 tries; equal shares find it in {evenly:.0%}."


def _judge_rounds(halving, moves):
    """Judge who gets how many playouts of 420 in the script."""
    slots = _Slots(_scripted(), 420)
    call = f"halving({moves}, sample, 420)"
    try:
        best = ask(halving, moves, slots.sample, 420, kind=whole, said=call)
    except Wrong as wrong:
        raise Wrong(f"{wrong}{_who_stayed_in(slots, str(wrong))}") from None
    used = [slots.used[move] for move in range(7)]
    told = f"{call} makes {', '.join(map(str, used))} playouts of the moves 0 to 6"
    expect(sum(used), f"{told}: it never calls sample")
    expect(len(set(used)) > 1, f"{told}: all moves get equally many, and nothing is dropped")
    expect(min(used) == 20, f"{told}; in the first round the seven moves share a third of the budget equally")
    expect(used[4:] == [20, 20, 20], f"{told}: after a round the better half stays in, not the worse")
    expect(used[3] > 20 and used[0] > 20, f"{told}: of seven moves four stay in")
    expect(min(used[:2]) > used[2], f"{told}: the mean of all rewards decides who stays in")
    expect(used == [125, 125, 55, 55, 20, 20, 20], f"{told}; each round may use a third of the budget, to the last")
    expect(best in (0, 1), f"{call} gives {best}, which is out by then; return the move itself, not its position")
    expect(best == 0, f"{call} gives {best}: the mean of all rewards decides the last round, too")
