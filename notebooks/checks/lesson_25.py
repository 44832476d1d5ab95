"""Lesson 25: what PUCT does by itself, what a game teaches about values, and an error that is passed back through a layer."""

import numpy as np

from .base import Wrong, anything, ask, check, expect, is_row, not_none, real, shown, slip_behind

# -------------------------------------------------------------------- exercise 1

SHARES = [
    ((0.5, 0.3, 0.2), 10),
    ((0.2, 0.3, 0.5), 4),
    ((0.25, 0.25, 0.25, 0.25), 6),  # all alike: the first of equal ones
    ((0.85, 0.1, 0.05), 8),
    ((0.07, 0.61, 0.0, 0.13, 0.19), 40),
    ((0.4, 0.6), 1),
    ((1.0,), 5),
    ((0.35, 0.65), 0),
]


def _visited(shares, simulations, value=lambda shares, visits: shares / (1 + visits)):
    """The visits; `value` of the children is what can go wrong."""
    visits = np.zeros(len(shares), int)
    for _ in range(simulations):
        values = value(np.array(shares), visits)
        visits[values.argmax()] += 1
    return visits


WRONG_VALUES = [  # of the children, by their shares and visits, and what is wrong with it
    (
        lambda shares, visits: np.where(visits, shares / np.maximum(visits, 1), np.inf),
        "each child is visited once before the shares count; in P / (1 + n) an untried one has no right to be first",
    ),
    (
        lambda shares, visits: shares / np.maximum(visits, 1),
        "the first visit costs nothing; it is P / (1 + n), not P / n",
    ),
    (
        lambda shares, visits: shares / np.sqrt(1 + visits),
        "there is a root over 1 + n; that of the formula is over N alone",
    ),
    (
        lambda shares, visits: shares / (1 + 2 * visits),
        "a visit lowers the bonus too much; it is P / (1 + n)",
    ),
    (
        lambda shares, visits: shares * np.sqrt(visits.sum()) / (1 + visits),
        "with N = 0 all children are equal at first; leave N out, it is the same for all",
    ),
]


def _visit_slips(shares, simulations):
    """Wrong visits, and what is wrong with them."""
    right = _visited(shares, simulations)
    total = np.array(shares) * simulations
    to_one = np.zeros(len(shares))
    to_one[np.argmax(shares)] = simulations
    yield right / max(simulations, 1), "these are shares of the visits; give the visits"
    yield to_one, "all goes to the largest share; the bonus shrinks with each visit: is n counted up?"
    yield total, "these are the shares times the simulations; a visit is whole, so let them go one by one"
    yield np.round(total), "the shares are rounded; let the simulations go one by one, each to the largest P / (1 + n)"
    yield (
        np.floor(total),
        "the shares are rounded down; let the simulations go one by one, each to the largest P / (1 + n)",
    )
    for value, words in WRONG_VALUES:
        yield _visited(shares, simulations, value), words
    from_the_end = _visited(shares[::-1], simulations)[::-1]
    yield from_the_end, "of equal ones it takes the last; take the first"
    yield _visited(shares, simulations + 1), "that is one simulation too many"
    yield _visited(shares, max(simulations - 1, 0)), "that is one simulation too few"
    yield 1 + right, "that is 1 + n; give n, the visits themselves"


@check
def check_25_1(visits_by_shares):
    answers = [_visits_of(visits_by_shares, *case) for case in SHARES]
    slip = slip_behind(answers, SHARES, _visit_slips, np.allclose)  # that all cases fit, and not only the first
    for case, visits in zip(SHARES, answers):
        shares, simulations = case
        call, right = _call_of(*case), _visited(*case)
        if np.allclose(visits, right):
            continue
        told = " ".join(f"{one:g}" for one in visits)
        expect(not slip, f"{call} gives {told}: {slip}")
        total = sum(visits)
        together = f"that is {total:g} visits together; expected one for each simulation"
        expect(total == simulations, f"{call} gives {told}: {together}")
        before = next(n for n in range(simulations) if (_visited(shares, n + 1) > visits).any())
        known = " ".join(map(str, _visited(shares, before)))
        raise Wrong(f"{call} gives {told}: after {before} simulations it is {known}; where does the next one go?")
    return f"in {len(SHARES)} cases each simulation goes where P / (1 + n) is largest."


def _call_of(shares, simulations):
    return f"visits_by_shares({list(shares)}, {simulations})"


def _visits_of(visits_by_shares, shares, simulations):
    """The student's visits in one case."""
    call = _call_of(shares, simulations)
    given = list(shares)
    got = ask(visits_by_shares, given, simulations, kind=not_none, said=call)
    expect(given == list(shares), f"{call} has changed the list of shares; count the visits in a list of its own")
    expect(isinstance(got, (list, tuple, np.ndarray)), f"{call} is of type {type(got).__name__}; expected a list")
    if len(got) == simulations != len(shares):
        raise Wrong(f"{call} has {len(got)} parts, one for each simulation; expected the visits of each child")
    expect(len(got) == len(shares), f"{call} has {len(got)} parts; expected one for each of the {len(shares)} children")
    return [real(one, f"part {place} of {call}") for place, one in enumerate(got)]


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


def _results(movers, winner):
    """What every position brings to the player to move there."""
    if winner is None:
        return np.full(len(movers), 0.5)
    return np.equal(movers, winner).astype(float)


def _mixed(results, searched, part):
    return (1 - part) * results + part * searched


def _right(movers, searched, winner, part):
    return _mixed(_results(movers, winner), np.array(searched), part)


def _slips(movers, searched, winner, part):
    """Wrong values, and what is wrong with them."""
    searched = np.array(searched)
    for results, words in _wrong_results(movers, winner):
        yield _mixed(results, searched, part), words
    yield from _wrong_mixtures(movers, searched, winner, part)
    already = "they are those of the player to move already"
    results, turned = _results(movers, winner), 1 - searched
    yield _mixed(results, turned, part), f"the search's values are turned; {already}"
    yield 1 - _mixed(results, searched, part), "all values are those of the other player"
    for kept in (results == 1, results > 0):
        turned_for_others = np.where(kept, searched, turned)
        not_won = f"the search's values are turned where the player to move does not win; {already}"
        yield _mixed(results, turned_for_others, part), not_won
    turned_for_2 = np.where(np.equal(movers, 2), turned, searched)
    yield _mixed(results, turned_for_2, part), f"the search's values are turned where player 2 is to move; {already}"


def _wrong_results(movers, winner):
    right = _results(movers, winner)
    of_the_other = "the results are those of the other player; each position learns what its player to move gets"
    yield 1 - right, of_the_other
    of_1 = _results([1] * len(movers), winner)
    yield of_1, "the results are those of player 1 everywhere; the player to move changes"
    yield 1 - of_1, "the results are those of player 2 everywhere; the player to move changes"
    of_the_first = _results([movers[0]] * len(movers), winner)
    says_who = "`movers` says who is to move"
    yield of_the_first, f"the results are those of the first to move everywhere; {says_who} in each position"
    by_place = _results([1 + place % 2 for place in range(len(movers))], winner)
    yield by_place, f"the results go by the place in the list, as if player 1 began every game; {says_who}"
    lost, drawn = right == 0, right == 0.5
    yield np.where(lost, 1, right), "every position learns a win when there is a winner; the loser's positions are lost"
    yield np.where(drawn, 0, right), "a draw counts as a loss; it is worth one half to both"
    yield np.where(drawn, 1, right), "a draw counts as a win; it is worth one half to both"
    yield np.where(lost, -1, right), "a loss is -1 here; values go from 0 to 1"
    yield 2 * right - 1, "the results go from -1 to 1 here; a loss is 0, and a draw one half"


def _wrong_mixtures(movers, searched, winner, part):
    results, searched = _results(movers, winner), np.array(searched)
    swapped = "part is the share of the search's value, the rest is the result's; they are swapped"
    yield _mixed(searched, results, part), swapped
    both = results + searched
    yield both, "that is the sum of both; mix them by `part`"
    yield both / 2, "that is the mean of both, whatever `part` is"
    whole_result = results + part * searched
    yield whole_result, "the result keeps all its weight; only the rest, 1 - part, is its own"
    yield results, "these are the results alone; `part` of each is the search's value"
    yield searched, "these are the search's values alone; the rest is the result"


@check
def check_25_2(values_to_learn):
    answers = [_asked(values_to_learn, *game) for game in GAMES]
    slip = slip_behind(answers, GAMES, _slips, np.allclose)  # that all games fit, and not only the first
    for game, values in zip(GAMES, answers):
        movers, searched, winner, _ = game
        call, right = _call(*game), _right(*game)
        if np.allclose(values, right):
            continue
        expect(not slip, f"{call}: {slip}")
        for wrong, words in _wrong_mixtures(*game):
            expect(not np.allclose(values, wrong), f"{call}: {words}")
        place = int(np.abs(values - right).argmax())
        who = "nobody has won" if winner is None else f"player {winner} has won"
        said = f"at place {place} it is {values[place]:g}; player {movers[place]} is to move there, {who}"
        beyond = "" if 0 <= values[place] <= 1 else "; values go from 0 to 1"
        expect(False, f"{call}: {said}, and the search expects {searched[place]:g}{beyond}")
    return f"in {len(GAMES)} games, won, drawn and lost, every position learns what its player to move may expect."


def _call(movers, searched, winner, part):
    return f"values_to_learn({movers}, {searched}, {winner}, {part})"


def _asked(values_to_learn, movers, searched, winner, part):
    """The student's values for one game."""
    call = _call(movers, searched, winner, part)
    given = list(movers), list(searched)
    got = ask(values_to_learn, *given, winner, part, kind=anything, said=call)
    expect(given == (movers, searched), f"{call} has changed a list that it was given")
    not_none(got, call)
    expect(isinstance(got, (list, tuple, np.ndarray)), f"{call} is of type {type(got).__name__}; expected a list")
    each = f"expected one for each of the {len(movers)} positions"
    expect(len(got) == len(movers), f"{call} has {len(got)} values; {each}")
    return [real(one, f"value {place} of {call}") for place, one in enumerate(got)]


# -------------------------------------------------------------------- exercise 3

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
def check_25_3(back_one_layer):
    for rows, inputs, outputs in SIZES:
        W, b, before, error = _layer(rows, inputs, outputs)
        below = np.maximum(before, 0)
        call = f"back_one_layer (error {rows} x {outputs}, W {inputs} x {outputs}, below {rows} x {inputs})"
        given = error.copy(), W.copy(), below.copy()
        shapes = "if it is the shapes: in `A @ B` A has as many columns as B has rows, and `.T` turns one"
        got = ask(back_one_layer, *given, kind=anything, said=call, if_it_stops=shapes)
        for now, array, name in zip(given, (error, W, below), ("error", "W", "below")):
            expect(np.array_equal(now, array), f"{call} has changed the array {name}; make a new one")
        not_none(got, call)
        expect(is_row(got, 3), f"{call} gives {shown(got)}; expected three arrays: {', '.join(NAMES)}")
        right = _by_differences(W, b, before, error)
        slips = _wrong_W(error, W, below), _wrong_b(error, W, below), _wrong_error(error, W, below)
        for name, one, slope, wrong in zip(NAMES, got, right, slips):
            array = _array(one)
            for other, others in zip(NAMES, right):
                mixed_up = _near(array, others) and not _near(array, slope)
                expect(not mixed_up, f"{call}: {name} is {other}; mind the order")
            _judge(array, slope, wrong, f"{call}: {name}")
    return f"all slopes agree with the differences of the loss, in {len(SIZES)} layers."


def _array(value):
    """An array of numbers; of a NaN, if the value is none."""
    try:
        return np.asarray(value, float)
    except (TypeError, ValueError):
        return np.full(1, np.nan)


def _judge(array, slope, wrong, told):
    if _near(array, slope):
        return
    turned = "the sign is turned; it says how much the loss grows, and the step downhill comes later"
    expect(not _near(array, -slope), f"{told}: {turned}")
    for slip, words in wrong:
        expect(not _near(array, slip), f"{told}: {words}")
    shape = f"the shape {array.shape}; expected {slope.shape}, as of what it is the slope"
    expect(array.shape == slope.shape, f"{told} has {shape}")
    expect(not np.isnan(array).any(), f"{told} has entries that are no numbers")
    worst = np.unravel_index(np.abs(array - slope).argmax(), slope.shape)
    place = tuple(map(int, worst))
    expect(False, f"{told} is wrong: at place {place} it is {array[worst]:.4f}, a nudge there says {slope[worst]:.4f}")


# What is often written instead of each slope, and what is wrong with it.


def _wrong_W(error, W, below):
    right, is_on = below.T @ error, below > 0
    yield W - right, "it is taken off W already; give the slope alone"
    yield right / len(error), "it is a mean over the positions; the error is divided already, so add"
    yield error.T @ below, "the matrix is turned; it has a row for each unit below"
    yield is_on.T @ error, "only whether units below are on counts here, not how much they give"


def _wrong_b(error, W, below):
    yield error.mean(axis=0), "it is a mean over the positions; add them"
    yield error.sum(axis=1), "it is added over the units, not over the positions (axis=0)"
    yield error.sum(), "all of it is one sum; there is one for each unit above"
    yield error, "it is not added over the positions"


def _wrong_error(error, W, below):
    passed, is_on = error @ W.T, below > 0
    cut_off = np.maximum(error, 0) @ W.T
    yield passed, "units below that gave 0 pass nothing back: where is the ReLU? (`below >= 0` holds for all)"
    yield cut_off * is_on, "the error above is cut off at 0 first; it may be negative"
    yield passed * below, "where a unit is on, its slope is 1, not what it gives"
    yield passed * (passed > 0), "asks whether the error is positive; what counts is whether the unit below is on"
    compared_last = passed * below > 0
    yield compared_last, "compares last: `*` binds closer than `>`, so put brackets round `below > 0`"
    yield passed * ~is_on, "passes back where the units are off; it is the other way round"
    yield passed * is_on / len(error), "it is divided by the number of positions; the error is so already"


def _near(one, other):
    one, other = np.asarray(one, float), np.asarray(other, float)
    return one.shape == other.shape and np.allclose(one, other, atol=1e-6, rtol=1e-6)
