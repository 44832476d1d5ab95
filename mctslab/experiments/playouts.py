"""Sensible playouts and random ones, both on bitboards, and what the sensible ones are worth.

On bitboards (see `c4lib/fast/bitboard.py`) a sensible playout is some thirty times as fast as with
boards. Where numba is installed the same functions are compiled for the fast search.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import product
from types import FunctionType
from typing import NamedTuple

import numpy as np
import pandas as pd

from c4lib.board import Board
from c4lib.fast import any_search
from c4lib.fast.bitboard import Rules, bits_of, rules_of
from c4lib.node import SearchNode
from c4lib.search import Search, TreeSearch
from c4lib.settings import SearchSettings
from mctslab.arena import play_match
from mctslab.experiments.tables import Row, samples, table_of
from mctslab.players import mcts_player

DIP_PLAYOUTS = (20, 35, 50, 60, 70, 100, 200, 400, 800)
ALONE_PLAYOUTS = (20, 50, 100, 400)
WIDTH_PLAYOUTS = (10, 20, 35, 50, 70, 100, 150)
PRICES = (1, 3)  # random playouts for one sensible: it takes 3 times as long, if both are compiled
SWITCHES = ((1, 1), (60, 60), (60, 1))  # expand_at of the player, and of the opponent
DIP_SEED = 6
DIP_GAMES = 1_000
DIP_SAMPLE = 100  # games in a row of the table


class DipMatch(NamedTuple):
    """How a match is played; the opponent's playouts are random.

    Attributes:
        columns: of the board, which has six rows.
        playing: the player's playouts, "sensible" or "random".
        expand_at, against: the player's setting, and the opponent's.
        price: how many playouts the opponent has for one of the player's.
        playouts: the player's, for each move.
    """

    columns: int
    playing: str
    expand_at: int
    against: int
    price: int
    playouts: int


def playout_dip(jobs: int) -> pd.DataFrame:
    """Sensible playouts against random ones, by all that may matter: 1,000 games each."""
    return table_of(dip_rows, dip_matches(), "matches", jobs)


def dip_matches() -> list[DipMatch]:
    """The matches on seven columns, those of random playouts alone, and those on other boards.

    >>> len(dip_matches())
    74
    """
    matches = []
    for switches, price, playouts in product(SWITCHES, PRICES, DIP_PLAYOUTS):
        matches.append(DipMatch(7, "sensible", *switches, price, playouts))
    for playouts in ALONE_PLAYOUTS:
        matches.append(DipMatch(7, "random", 60, 1, 1, playouts))
    for columns, playouts in product((5, 7, 9), WIDTH_PLAYOUTS):
        matches.append(DipMatch(columns, "sensible", 1, 1, 1, playouts))
    return list(dict.fromkeys(matches))  # each once


def dip_rows(*match: int | str) -> list[Row]:
    """The rows of one match; the arguments are those of `DipMatch`."""
    columns, playing, expand_at, against, price, playouts = match
    is_sensible = playing == "sensible"
    search = sensible_search if is_sensible else any_search
    one = mcts_player(playouts, search=search, expand_at=expand_at)
    other = mcts_player(price * playouts, expand_at=against)
    seed = DIP_SEED, columns, int(is_sensible), expand_at, price, playouts
    played = play_match(one, other, DIP_GAMES, seed, Board(columns=columns))
    return [DipMatch(*match)._asdict() | row for row in samples(played.results, DIP_SAMPLE)]


# -------------------------------------------------------------------- searches


def sensible_search(
    game: Board,
    settings: SearchSettings = SearchSettings(),
    rng: np.random.Generator | int | None = None,
) -> Search:
    """A search with sensible playouts: fast where numba is installed, and the tree is the same.

    >>> sensible_search(Board(), rng=1).run(500)
    SensibleSearch(500 iterations, 1093 nodes, best move 4)
    """
    with suppress(ModuleNotFoundError):
        return sensible_kind()(game, settings, rng)
    return TreeSearch(game, settings, rng, simulate=simulate_sensibly)


@cache
def sensible_kind() -> type[Search]:
    """The `FastSearch` with sensible playouts: its loop is the kernel's, with another `simulate`.

    numba compiles it anew in every process, which takes some seconds.
    """
    from c4lib.fast import jit, kernel  # they load numba, which not everybody has
    from c4lib.fast.search import FastSearch

    iterate = getattr(kernel.iterate, "py_func", kernel.iterate)  # itself, if nothing is compiled
    parts = {"threatened": threatened, "drawn": drawn, "simulate": sensible_winner}
    names = dict(vars(kernel))  # in which they find its `random`, `has_line` and ONE
    for name, part in (parts | {"iterate": iterate}).items():
        plain = FunctionType(part.__code__, names)
        names[name] = jit.njit(plain, **jit.OPTIONS)
    iterate = staticmethod(names["iterate"])
    return type("SensibleSearch", (FastSearch,), {"iterate": iterate})


# -------------------------------------------------------------------- the playouts


class Finished(NamedTuple):
    """What is left of a playout whose moves are not kept."""

    winner: int | None


def simulate_sensibly(
    node: SearchNode, settings: SearchSettings, rng: np.random.Generator
) -> Finished:
    """A playout in which both complete their line when they can, and else leave the other none.

    Of the moves that are left one is drawn, with one number each; if there are none, all are left.
    Lines are lines of four.

    >>> node = SearchNode(Board.from_moves("001122"))
    >>> {simulate_sensibly(node, SearchSettings(), np.random.default_rng(seed)).winner for seed in range(20)}
    {1}
    """
    game = node.game
    rules = whole_rules(game.rows, game.columns, game.connect)
    winner = sensible_winner(None, rules, rng, *bits_of(game), game.to_move)
    return Finished(winner or None)


def simulate_at_random(
    node: SearchNode, settings: SearchSettings, rng: np.random.Generator
) -> Finished:
    """The playout of `c4lib.simulate` on bitboards, to compare the cost of sensible ones with.

    >>> simulate_at_random(SearchNode(Board()), SearchSettings(), np.random.default_rng(1))
    Finished(winner=1)
    """
    game = node.game
    if game.is_terminal:
        return Finished(game.winner)
    player = game.to_move
    rules = whole_rules(game.rows, game.columns, game.connect)
    mine, taken = bits_of(game)
    theirs = mine ^ taken
    while taken != rules.full:
        disc = drawn((taken + rules.bottom) & rules.full, rng)
        taken |= disc
        mine, theirs = theirs, mine | disc
        if has_line(theirs, rules):
            return Finished(player)
        player = 3 - player
    return Finished(None)


@cache
def whole_rules(rows: int, columns: int, connect: int) -> Rules:
    """The `Rules` in Python's whole numbers, which are quicker than NumPy's.

    >>> whole_rules(rows=2, columns=3, connect=3).bottom
    73
    """
    return Rules(*map(int, rules_of(rows, columns, connect)))


# What follows is compiled as well; in the kernel ONE has 64 bits, like all other numbers there.

ONE = 1


def sensible_winner(
    notes: object, rules: Rules, rng: np.random.Generator, mine: int, taken: int, player: int
) -> int:
    """The winner of a sensible playout, first by the `player`: 1, 2 or 0 for nobody.

    The arguments are those of the kernel's `simulate`.
    """
    theirs = mine ^ taken
    if has_line(theirs, rules):
        return 3 - player
    wins = threatened(mine, rules)
    losses = threatened(theirs, rules)
    while taken != rules.full:
        landing = (taken + rules.bottom) & rules.full
        if wins & landing:
            return player
        losses &= rules.full
        blocks = landing & losses or landing
        safe = blocks & ~(losses >> ONE)  # opens no such cell on top of the disc
        disc = drawn(safe or landing, rng)
        taken |= disc
        mine, theirs = theirs, mine | disc
        player = 3 - player
        wins = losses
        losses = threatened(theirs, rules)
    return 0


def drawn(options: int, rng: np.random.Generator) -> int:
    """One of the bits, with one random number.

    >>> drawn(0b1001, np.random.default_rng(1))
    8
    """
    left = options
    count = 0
    while left:
        left &= left - ONE
        count += 1
    for _ in range(int(random(rng) * count)):
        options &= options - ONE
    return options & ~(options - ONE)


def random(rng: np.random.Generator) -> float:
    """The next number from 0 to 1."""
    return rng.random()


def has_line(discs: int, rules: Rules) -> bool:
    """Whether there are four in a row among these `discs`."""
    for step in (ONE, rules.falling, rules.across, rules.rising):
        pairs = discs & discs >> step
        if pairs & pairs >> step + step:
            return True
    return False


def threatened(discs: int, rules: Rules) -> int:
    """The bits of cells with which three of these `discs` would be four in a row.

    The cells may be taken, or above the board.

    >>> f"{threatened(0b0000111, whole_rules(6, 7, 4)):07b}"  # three on top of each other
    '0001000'
    """
    above = discs << ONE
    cells = above & above << ONE & above << ONE + ONE
    for step in (rules.falling, rules.across, rules.rising):
        right = discs << step
        left = discs >> step
        cells |= (right & right << step) & (left | right << step + step)
        cells |= (left & left >> step) & (right | left >> step + step)
    return cells
