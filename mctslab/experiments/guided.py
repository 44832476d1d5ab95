"""What guided searches are worth on Connect Four, and what the bias of RAVE costs on Hex."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

import pandas as pd
from numpy.random import Generator, default_rng

from c4lib.hex import HexBoard
from c4lib.node import Game, Move
from c4lib.search import TreeSearch
from c4lib.settings import SearchSettings
from c4lib.study.perfect import perfect_outcomes
from mctslab.experiments.tables import (
    GAMES_IN_ROW,
    Pairing,
    Row,
    matches_in_rows_of,
    table_of,
)
from mctslab.guided import by_lines, guided, puct, rave, start_by
from mctslab.players import MCTSPlayer, Player, highest

GUIDED = (  # name, playouts and T of one, and of the other, whose T is 0
    (("policy", 50, 0), ("UCB1", 50)),
    (("start", 50, 1), ("UCB1", 50)),
    (("start", 50, 3), ("UCB1", 50)),
    (("start", 50, 10), ("UCB1", 50)),
    (("UCB1", 50, 3), ("UCB1", 50)),
    (("PUCT", 50, 0), ("UCB1", 50)),
    (("start", 50, 3), ("PUCT", 50)),
    (("start", 50, 10), ("PUCT", 50)),
    (("start", 200, 3), ("UCB1", 200)),
    (("PUCT", 200, 0), ("UCB1", 200)),
    (("start", 200, 3), ("PUCT", 200)),
)
GUIDED_C = 0.7
GUIDED_SEED = 31
GUIDED_GAMES = 400

HEX_C = 0.5
HEX_STONES = {4: 6, 5: 14}  # on the board, by its size
HEX_POSITIONS = {4: 200, 5: 60}
HEX_PLAYOUTS = (30, 100, 300)
HEX_SEEDS = 20
HEX_SEED = 32
RAVE_OR_UCT = {"UCT": TreeSearch, "RAVE": partial(guided, rave)}


def only_policy(game: Game, rng: Generator) -> Move:
    """The move with the largest share, without a search."""
    return highest(by_lines(game), rng)


# -------------------------------------------------------------------- what they are worth


def player_with(name: str, playouts: int, prior: int = 0) -> Player:
    """The player by "UCB1", by "start" or "PUCT" with the policy `by_lines`, or by that alone."""
    if name == "policy":
        return only_policy
    settings = SearchSettings(c=GUIDED_C, prior=prior)
    if name == "UCB1":
        return MCTSPlayer(playouts, settings=settings)
    phases = start_by if name == "start" else puct
    search = partial(guided, partial(phases, by_lines))
    return MCTSPlayer(playouts, settings=settings, search=search)


@matches_in_rows_of(GAMES_IN_ROW)
def guided_matches() -> Iterator[Pairing]:
    """A policy as the start of new nodes, between UCB1 and PUCT, in 400 games a pair."""
    for number, (one, other) in enumerate(GUIDED):
        name, playouts, prior = one
        names = {"one": name, "prior": prior, "other": other[0], "playouts": playouts}
        seed = (GUIDED_SEED, number)
        yield Pairing(names, player_with(*one), player_with(*other), GUIDED_GAMES, seed)


# -------------------------------------------------------------------- does the bias of RAVE cost moves


def rave_costs(jobs: int) -> pd.DataFrame:
    """How many of 20 searches find the only winning move on Hex, with RAVE and with UCT."""
    tasks = []
    for size, positions in HEX_POSITIONS.items():
        tasks += product([size], range(positions))
    return table_of(hex_rows, tasks, "positions", jobs)


def hex_rows(size: int, number: int) -> list[Row]:
    """The rows of the position with this number."""
    game, win = hex_position(size, number)
    rows = []
    for (name, search), playouts in product(RAVE_OR_UCT.items(), HEX_PLAYOUTS):
        player = MCTSPlayer(playouts, settings=SearchSettings(c=HEX_C), search=search)
        found = 0
        for seed in range(HEX_SEEDS):
            found += player(game, default_rng(seed)) == win
        row = {
            "size": size,
            "number": number,
            "search": name,
            "playouts": playouts,
            "found": found,
        }
        rows.append(row)
    return rows


def hex_position(size: int, number: int) -> tuple[HexBoard, str]:
    """The random position with this number in which exactly one move wins, and this move.

    >>> hex_position(4, 0)[1]
    'c2'
    """
    rng = default_rng([HEX_SEED, size, number])
    wins = []
    while len(wins) != 1:
        game = HexBoard(size)
        cells = rng.permutation(game.legal_moves()).tolist()
        for cell in cells[: HEX_STONES[size]]:
            if not game.is_terminal:
                game = game.play(cell)
        outcomes = perfect_outcomes(game, max_positions=10**7)
        wins = [move for move, outcome in outcomes.items() if outcome == "win"]
    return game, wins[0]
