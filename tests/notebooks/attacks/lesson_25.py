"""Attacks on the checks of lesson 25."""

import numpy as np

from attacks import attack


def visits_by_shares(shares, simulations):
    visits = [0] * len(shares)
    for _ in range(simulations):
        bonus = [share / (1 + n) for share, n in zip(shares, visits)]
        visits[bonus.index(max(bonus))] += 1
    return visits


def visits_by_arrays(shares, simulations):
    """With c and the root of N, which change nothing."""
    visits = np.zeros(len(shares))
    for done in range(simulations):
        visits[np.argmax(0.5 + 0.75 * np.array(shares) * np.sqrt(1 + done) / (1 + visits))] += 1
    return visits


def visits_without_news_at_first(shares, simulations):
    visits = np.zeros(len(shares))
    for done in range(simulations):
        visits[np.argmax(np.array(shares) * np.sqrt(done) / (1 + visits))] += 1
    return visits


def each_once_first(shares, simulations):
    visits = [0] * len(shares)
    for _ in range(simulations):
        values = [share / n if n else np.inf for share, n in zip(shares, visits)]
        visits[values.index(max(values))] += 1
    return visits


def first_visit_free(shares, simulations):
    visits = np.zeros(len(shares))
    for _ in range(simulations):
        visits[np.argmax(np.array(shares) / np.maximum(visits, 1))] += 1
    return visits


def in_turn(shares, simulations):
    return [simulations // len(shares) + (place < simulations % len(shares)) for place in range(len(shares))]


def counts_in_the_shares(shares, simulations):
    visits = visits_by_shares(shares, simulations)
    shares[:] = visits
    return shares


attack(
    "check_25_1",
    [visits_by_shares, visits_by_arrays],
    [
        (counts_in_the_shares, "has changed the list of shares"),
        (visits_without_news_at_first, "with N = 0 all children are equal at first"),
        (each_once_first, "each child is visited once before the shares count"),
        (first_visit_free, "the first visit costs nothing"),
        (in_turn, "after 7 simulations it is 4 2 1; where does the next one go?"),
        (lambda shares, simulations: visits_by_shares(shares[::-1], simulations)[::-1], "of equal ones it takes the last"),
    ],
)


def values_to_learn(movers, searched, winner, part):
    values = []
    for mover, value in zip(movers, searched):
        result = 0.5 if winner is None else float(mover == winner)
        values.append((1 - part) * result + part * value)
    return values


def values_by_arrays(movers, searched, winner, part):
    results = np.full(len(movers), 0.5) if winner is None else (np.array(movers) == winner).astype(float)
    return results + part * (np.array(searched) - results)


def with_result(result):
    """The mixture, with what `result(mover, winner)` says of the game."""

    def mixed(movers, searched, winner, part):
        return [(1 - part) * result(mover, winner) + part * value for mover, value in zip(movers, searched)]

    return mixed


def from_minus_1_to_1(mover, winner):
    if winner is None:
        return 0
    return 1 if mover == winner else -1


def empties_a_list(movers, searched, winner, part):
    values = values_to_learn(movers, searched, winner, part)
    movers.clear()
    return values


def turned_for_the_loser(movers, searched, winner, part):
    turned = [value if mover == winner else 1 - value for mover, value in zip(movers, searched)]
    return values_to_learn(movers, turned, winner, part)


attack(
    "check_25_2",
    [values_to_learn, values_by_arrays],
    [
        (turned_for_the_loser, "turned where the player to move does not win"),
        (with_result(from_minus_1_to_1), "from -1 to 1"),
        (with_result(lambda mover, winner: 0.5 if winner is None else winner - 1), "of player 2 everywhere"),
        (with_result(lambda mover, winner: 2 * (mover == winner)), "; values go from 0 to 1"),
        (empties_a_list, "has changed a list"),
    ],
)


def back_one_layer(error, W, below):
    return below.T @ error, error.sum(axis=0), (error @ W.T) * (below > 0)


def back_by_sums(error, W, below):
    slope = np.einsum("ni,no->io", below, error)
    passed = np.where(below > 0, np.einsum("no,io->ni", error, W), 0)
    return [slope, np.ones(len(error)) @ error, passed]


def cuts_the_error_above(error, W, below):
    slope, shift, _ = back_one_layer(error, W, below)
    *_, passed = back_one_layer(np.maximum(error, 0), W, below)
    return slope, shift, passed


def changes_its_input(error, W, below):
    passed = (error @ W.T) * (below > 0)
    slopes = below.T @ error, error.sum(axis=0)
    error *= 0
    return (*slopes, passed)


attack(
    "check_25_3",
    [back_one_layer, back_by_sums],
    [
        (lambda error, W, below: (below.T @ error, error.sum(axis=0), error @ W.T), "where is the ReLU"),
        (lambda error, W, below: [2 * one for one in back_one_layer(error, W, below)], "a nudge there says"),
        (lambda error, W, below: below.T @ error, "expected three arrays"),
        (cuts_the_error_above, "the error above is cut off"),
        (changes_its_input, "has changed the array error"),
    ],
)
