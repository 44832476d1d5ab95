"""Random cases, and how two things are compared."""

import math

import numpy as np

from c4lib import Board, SearchSettings

GENERATORS = [np.random.PCG64] * 3 + [np.random.PCG64DXSM, np.random.MT19937, np.random.Philox, np.random.SFC64]
EXTREME = [(7, 8, 4), (6, 9, 4), (63, 1, 4), (62, 1, 5), (31, 2, 4), (1, 32, 3), (2, 21, 2), (3, 16, 4), (15, 4, 6)]


def check(name, one, other):
    """AssertionError, which says where they first differ, unless the two are equal."""
    if one == other:
        return
    if isinstance(one, list) and isinstance(other, list):
        place = next((k for k, pair in enumerate(zip(one, other)) if pair[0] != pair[1]), min(len(one), len(other)))
        one, other, name = one[place : place + 1], other[place : place + 1], f"{name}, number {place}"
    raise AssertionError(f"{name}: {one!r} is not {other!r}")


def pick(rng, values):
    return values[int(rng.integers(len(values)))]


def about(rng, most):
    """A whole number from 1 to `most`, of each order of magnitude as often."""
    return int(math.exp(rng.uniform(0, math.log(most + 0.99))))


def random_settings(rng, **fixed):
    loss = pick(rng, [0, 0, 0, -1, rng.uniform(-3, 1)])
    drawn = {
        "c": pick(rng, [0, 0.3, 1, 2**0.5, 5, rng.uniform(0, 3), 10 ** rng.uniform(-6, 6)]),
        "prior": pick(rng, [0, 0, 0, 1, 2, 3, about(rng, 10**6), 2**15 - about(rng, 60)]),  # logarithms are kept up to 2**16
        "unvisited": pick(rng, [math.inf, math.inf, -math.inf, 0, 0.5, 1.2, rng.uniform(-2, 3)]),
        "expand_at": pick(rng, [1, 1, 0, 2, 3, about(rng, 30)]),
        "loss": loss,
        "draw": pick(rng, [(1 + loss) / 2, loss, 1, rng.uniform(loss, 1)]),
        "viewpoint": pick(rng, ["mover", "root"]),
        "distinct": pick(rng, [True, False]),
        "choose": pick(rng, ["visits", "mean"]),
        "solve": pick(rng, [True, False]),
    }
    return SearchSettings(**(drawn | fixed))


def random_size(rng, most_rows=7, most_columns=8):
    """(rows, columns, connect) of a board that fits into 64 bits, and on which a line fits; one in four is 6 x 7."""
    if most_rows >= 6 and most_columns >= 7 and rng.random() < 0.25:
        return 6, 7, 4
    columns = int(rng.integers(1, most_columns + 1))
    rows = int(rng.integers(1, min(most_rows, 64 // columns - 1) + 1))
    return rows, columns, int(rng.integers(1, min(6, max(rows, columns)) + 1))


def random_game(rng, game, plies=10**6):
    """The positions of a random game, from this one on, as far as the end or so many plies."""
    games = [game]
    while not games[-1].is_terminal and len(games) <= plies:
        games.append(games[-1].play(pick(rng, games[-1].legal_moves())))
    return games


def random_position(rng, game):
    """One in which the game goes on."""
    going_on = [one for one in random_game(rng, game) if not one.is_terminal]
    return pick(rng, going_on)


def random_board(rng):
    size = pick(rng, EXTREME) if rng.random() < 0.1 else random_size(rng)
    return random_position(rng, Board(*size))


def random_generator(rng):
    """A maker of equal generators, of any kind, some of which have half a number left."""
    kind, seed, is_used = pick(rng, GENERATORS), int(rng.integers(2**62)), rng.random() < 0.3

    def made():
        generator = np.random.Generator(kind(seed))
        if is_used:
            generator.integers(10, dtype=np.uint32)
        return generator

    return made
