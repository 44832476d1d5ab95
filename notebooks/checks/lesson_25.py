"""Lesson 25: an error that is passed back through a layer, what a game teaches about values, and two looks at a board."""

import numpy as np

from c4lib import Board

from .base import Wrong, anything, ask, check, expect, real, shown

# -------------------------------------------------------------------- exercise 1

SIZES = [(4, 3, 2), (6, 5, 3), (2, 4, 7)]  # positions, units below, units above
NUDGE = 1e-6
NAMES = ("the slope of W", "the slope of b", "the error below")


def _layer(rows, inputs, outputs):
    """A layer of random numbers: W, b, what comes into the ReLU below it, and the error above it."""
    rng = np.random.default_rng([rows, inputs, outputs])
    W, b = rng.standard_normal((inputs, outputs)), rng.standard_normal(outputs)
    return W, b, rng.standard_normal((rows, inputs)), rng.standard_normal((rows, outputs))


def _by_differences(W, b, before, error):
    """The three slopes, each number of them by a nudge: nothing is derived."""

    def loss(W, b, before):
        return ((np.maximum(before, 0) @ W + b) * error).sum()

    arrays, slopes = [W, b, before], []
    for place, array in enumerate(arrays):
        slope = np.zeros_like(array)
        for index in np.ndindex(array.shape):
            more = [one.copy() for one in arrays]
            less = [one.copy() for one in arrays]
            more[place][index] += NUDGE
            less[place][index] -= NUDGE
            slope[index] = (loss(*more) - loss(*less)) / (2 * NUDGE)
        slopes.append(slope)
    return slopes


@check
def check_25_1(back_one_layer):
    for rows, inputs, outputs in SIZES:
        W, b, before, error = _layer(rows, inputs, outputs)
        below = np.maximum(before, 0)
        call = f"back_one_layer (error {rows} x {outputs}, W {inputs} x {outputs}, below {rows} x {inputs})"
        given = error.copy(), W.copy(), below.copy()
        got = ask(back_one_layer, *given, kind=anything, said=call)
        for now, array, name in zip(given, (error, W, below), ("error", "W", "below")):
            expect(np.array_equal(now, array), f"{call} has changed the array {name}; make a new one")
        _judge(got, _by_differences(W, b, before, error), call, error, W, below)
    return f"all slopes agree with the differences of the loss, in {len(SIZES)} layers."


def _judge(got, right, call, error, W, below):
    expect(got is not None, f"{call} is None: is there a `return` on every way through it?")
    good = isinstance(got, (tuple, list)) and len(got) == 3
    expect(good, f"{call} gives {shown(got)}; expected three arrays: {', '.join(NAMES)}")
    for place, (name, one, slope) in enumerate(zip(NAMES, got, right)):
        try:
            array = np.asarray(one, float)
        except (TypeError, ValueError):
            array = np.full(1, np.nan)
        others = [k for k in range(3) if k != place and array.shape == right[k].shape and _near(array, right[k])]
        expect(
            not others or _near(array, slope), f"{call}: {name} is {NAMES[others[0]] if others else ''}; mind the order"
        )
        for words, slip in _slips(place, error, W, below):
            expect(_near(slip, slope) or not _near(array, slip), f"{call}: {name}: {words}")
        expect(
            array.shape == slope.shape,
            f"{call}: {name} has the shape {array.shape}; expected {slope.shape}, as of what it is the slope",
        )
        expect(not np.isnan(array).any(), f"{call}: {name} has entries that are no numbers")
        worst = np.unravel_index(np.abs(array - slope).argmax(), slope.shape)
        said = f"at place {tuple(map(int, worst))} it is {array[worst]:.4f}, a nudge there says {slope[worst]:.4f}"
        expect(_near(array, slope), f"{call}: {name} is wrong: {said}")


def _slips(place, error, W, below):
    """What is often written instead: (words, value)."""
    count, passed = len(error), error @ W.T
    slopes = below.T @ error, error.sum(axis=0), passed * (below > 0)
    yield "the sign is turned; it says how much the loss grows, and the step downhill comes later", -slopes[place]
    if place == 0:
        yield "it is taken off W already; give the slope alone", W - slopes[0]
        yield "it is a mean over the positions; the error is divided already, so add", below.T @ error / count
        yield "the matrix is turned; it has a row for each unit below", error.T @ below
        yield "only whether units below are on counts here, not how much they give", (below > 0).T @ error
    elif place == 1:
        yield "it is a mean over the positions; add them", error.mean(axis=0)
        yield "it is added over the units, not over the positions (axis=0)", error.sum(axis=1)
        yield "all of it is one sum; there is one for each unit above", np.asarray(error.sum())
        yield "it is not added over the positions", error
    else:
        yield "units below that gave 0 pass nothing back: where is the ReLU? (`below >= 0` holds for all)", passed
        yield "the error above is cut off at 0 first; it may be negative", (np.maximum(error, 0) @ W.T) * (below > 0)
        yield "where a unit is on, its slope is 1, not what it gives", passed * below
        yield "asks whether the error is positive; what counts is whether the unit below is on", passed * (passed > 0)
        yield "compares last: `*` binds closer than `>`, so put brackets round `below > 0`", passed * below > 0
        yield "passes back where the units are off; it is the other way round", passed * (below <= 0)
        yield "it is divided by the number of positions; the error is so already", passed * (below > 0) / count


def _near(one, other):
    one, other = np.asarray(one, float), np.asarray(other, float)
    return one.shape == other.shape and np.allclose(one, other, atol=1e-6, rtol=1e-6)


# -------------------------------------------------------------------- exercise 2

# Who is to move, what the search expects for this player, who won, and the part of the search's value.
GAMES = [
    ([1, 2, 2, 1, 2], [0.5, 0.4, 0.7, 0.2, 0.9], 2, 0.25),
    ([1, 2, 1, 2, 1], [0.5, 0.4, 0.7, 0.2, 1.0], 1, 0.25),
    ([1, 2, 1, 2], [0.6, 0.3, 0.45, 0.9], 2, 0.5),
    ([2, 1, 2, 1], [0.55, 0.5, 0.8, 0.35], 2, 0.25),
    ([2, 1, 2], [0.1, 0.95, 0.3], 1, 0.5),
    ([1, 2, 1], [0.3, 0.6, 0.4], None, 0.25),
    ([1, 2], [0.3, 0.6], 2, 0.0),
    ([1, 2], [0.3, 0.6], 1, 1.0),
]


def _values(
    movers,
    searched,
    winner,
    part,
    results=(0.0, 0.5, 1.0),
    who=lambda movers, place: movers[place],
    expected=lambda mover, value: value,
    mixed=lambda result, value, part: (1 - part) * result + part * value,
):
    """What is to be learnt; the arguments by name are what can go wrong."""
    lost, drawn, won = results
    values = []
    for place, (mover, value) in enumerate(zip(movers, searched)):
        result = drawn if winner is None else won if who(movers, place) == winner else lost
        values.append(mixed(result, expected(mover, value), part))
    return values


SLIPS = {
    "the results are those of the other player; each position learns what its player to move gets": {
        "who": lambda movers, place: 3 - movers[place]
    },
    "the results are those of player 1 everywhere; the player to move changes": {"who": lambda movers, place: 1},
    "the results are those of the first to move everywhere; `movers` says who is to move in each position": {
        "who": lambda movers, place: movers[0]
    },
    "the results go by the place in the list, as if player 1 began every game; `movers` says who is to move": {
        "who": lambda movers, place: 1 + place % 2
    },
    "every position learns a win when there is a winner; the loser's positions are lost": {"results": (1.0, 0.5, 1.0)},
    "a draw counts as a loss; it is worth one half to both": {"results": (0.0, 0.0, 1.0)},
    "a draw counts as a win; it is worth one half to both": {"results": (0.0, 1.0, 1.0)},
    "a loss is -1 here; values go from 0 to 1": {"results": (-1.0, 0.5, 1.0)},
    "part is the share of the search's value, the rest is the result's; they are swapped": {
        "mixed": lambda result, value, part: part * result + (1 - part) * value
    },
    "the search's values are turned; they are those of the player to move already": {
        "expected": lambda mover, value: 1 - value
    },
    "the search's values are turned where player 2 is to move; they are those of the player to move already": {
        "expected": lambda mover, value: value if mover == 1 else 1 - value
    },
    "that is the sum of both; mix them by `part`": {"mixed": lambda result, value, part: result + value},
    "that is the mean of both, whatever `part` is": {"mixed": lambda result, value, part: (result + value) / 2},
    "the result keeps all its weight; only the rest, 1 - part, is its own": {
        "mixed": lambda result, value, part: result + part * value
    },
    "these are the results alone; `part` of each is the search's value": {"mixed": lambda result, value, part: result},
    "these are the search's values alone; the rest is the result": {"mixed": lambda result, value, part: value},
}


@check
def check_25_2(values_to_learn):
    answers = [_asked(values_to_learn, *game) for game in GAMES]
    rights = [_values(*game) for game in GAMES]
    calls = [_call(*game) for game in GAMES]
    for words, slip in SLIPS.items():  # that all games fit, and not only the first
        wrongs = [_values(*game, **slip) for game in GAMES]
        if not _equal(answers, rights) and _equal(answers, wrongs):
            place = next(k for k, right in enumerate(rights) if not np.allclose(answers[k], right))
            raise Wrong(f"{calls[place]}: {words}")
    for game, call, values, right in zip(GAMES, calls, answers, rights):
        movers, searched, winner, _ = game
        for words, slip in SLIPS.items():
            alone = "mixed" in slip and not np.allclose(values, right) and np.allclose(values, _values(*game, **slip))
            expect(not alone, f"{call}: {words}")
        place = int(np.abs(np.subtract(values, right)).argmax())
        who = "nobody has won" if winner is None else f"player {winner} has won"
        said = f"at place {place} it is {values[place]:g}; player {movers[place]} is to move there, {who}"
        expect(np.allclose(values, right), f"{call}: {said}, and the search expects {searched[place]:g}")
    return f"in {len(GAMES)} games, won, drawn and lost, every position learns what its player to move may expect."


def _call(movers, searched, winner, part):
    return f"values_to_learn({movers}, {searched}, {winner}, {part})"


def _equal(some, others):
    return all(np.allclose(one, other) for one, other in zip(some, others))


def _asked(values_to_learn, movers, searched, winner, part):
    """The student's values for one game."""
    call = _call(movers, searched, winner, part)
    given = list(movers), list(searched)
    got = ask(values_to_learn, *given, winner, part, kind=anything, said=call)
    expect(given == (movers, searched), f"{call} has changed a list that it was given")
    expect(got is not None, f"{call} is None: is there a `return` on every way through it?")
    expect(isinstance(got, (list, tuple, np.ndarray)), f"{call} is of type {type(got).__name__}; expected a list")
    expect(
        len(got) == len(movers),
        f"{call} has {len(got)} values; expected one for each of the {len(movers)} positions",
    )
    return [real(one, f"value {place} of {call}") for place, one in enumerate(got)]


# -------------------------------------------------------------------- exercise 3

LINES = ["24", "0", "", "3", "6512", "3312445"]


def mirror(board):
    """The board as a mirror shows it."""
    return Board.from_moves([6 - move for move in board.moves])


def evaluate(boards):
    """Policies and values that differ for every position: some numbers made of its cells."""
    policies = []
    for board in boards:
        rng = np.random.default_rng(board.cells.ravel())
        weights = rng.random(7) + 0.1
        policies.append(weights / weights.sum())
    return np.array(policies), np.full(len(policies), 0.5)


@check
def check_25_3(both_looks):
    for line in LINES:
        board = Board.from_moves(line)
        call = f"both_looks (evaluate, Board.from_moves({line!r}))"
        got = ask(both_looks, evaluate, board, kind=anything, said=call)
        expect(got is not None, f"{call} is None: is there a `return` on every way through it?")
        try:
            array = np.asarray(got, float)
        except (TypeError, ValueError):
            is_row = False
        else:
            is_row = array.shape == (7,)
        expect(is_row, f"{call} gives {shown(got)}; expected an array of seven shares")
        (one, seen), _ = evaluate([board, mirror(board)])
        right = (one + seen[::-1]) / 2
        slips = {
            "that is the look at the board alone": one,
            "that is the look at the mirror image alone, turned back": seen[::-1],
            "the shares of the mirror image are not turned back: its column 0 is column 6": (one + seen) / 2,
            "that is the sum, not the mean, of the two looks": one + seen[::-1],
            "one board was looked at twice: the second look is at its mirror image": (one + one[::-1]) / 2,
            "the wrong one of the two is turned back": (one[::-1] + seen) / 2,
            "both looks are turned; only that at the mirror image is": (one[::-1] + seen[::-1]) / 2,
        }
        for words, slip in slips.items():
            expect(np.allclose(slip, right) or not np.allclose(array, slip), f"{call}: {words}")
        expect(np.isclose(array.sum(), 1), f"{call}: the shares add up to {array.sum():.3f}, not 1")
        expect(np.allclose(array, right), f"{call}: column {int(np.abs(array - right).argmax())} has a wrong share")
    return f"the mean of both looks, in {len(LINES)} positions."
