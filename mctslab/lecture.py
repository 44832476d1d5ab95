"""A lecture's worked example on 3 x 3 Hex, ready to be replayed, and the truth about it."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import NamedTuple

from anytree import PreOrderIter

from c4lib.hex import HexBoard
from c4lib.node import Game, Move
from c4lib.search import TreeSearch
from c4lib.settings import SearchSettings
from c4lib.study.perfect import perfect_winner
from c4lib.study.replay import replay

# -------------------------------------------------------------------- the example


class ScriptedIteration(NamedTuple):
    """One iteration as the lecture gives it: what `replay` takes, in the same order."""

    path: tuple[str, ...]
    winner: int
    playout: tuple[str, ...] | None


class Variant(NamedTuple):
    """The settings of one of the lecture's traces, and what it expects after each iteration.

    That is (wins, visits) by the moves to the node.
    """

    settings: SearchSettings
    expected: tuple[dict[str, tuple[float, int]], ...]


class WorkedExample(NamedTuple):
    """The lecture's position, its four iterations, and its two traces, "T = 0" and "T = 1"."""

    game: HexBoard
    iterations: tuple[ScriptedIteration, ...]
    variants: dict[str, Variant]


def worked_example() -> WorkedExample:
    """The lecture's example, from the file `data/hex_lecture.json`.

    >>> example = worked_example()
    >>> print(example.game)
     a b c
    1 O X .
     2 X . .
      3 . . .
    >>> search = TreeSearch(example.game, example.variants["T = 0"].settings)
    >>> for iteration in example.iterations:
    ...     _ = replay(search, *iteration)
    >>> search.root  # white has won one of four playouts
    SearchNode(move=None, wins=1, visits=4)
    """
    path = files("mctslab") / "data" / "hex_lecture.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    game = HexBoard.from_moves(data["game"])
    iterations = tuple(_iteration(**given) for given in data["iterations"])
    variants = {name: _variant(**given) for name, given in data["variants"].items()}
    return WorkedExample(game, iterations, variants)


def _iteration(path: list, winner: int, playout: list | None = None) -> ScriptedIteration:
    return ScriptedIteration(tuple(path), winner, playout and tuple(playout))


def _variant(settings: dict, expected: list[dict]) -> Variant:
    after = []
    for each in expected:
        counts = {moves: tuple(pair) for moves, pair in each.items()}
        after.append(counts)
    return Variant(SearchSettings(**settings), tuple(after))


def labels(search: TreeSearch) -> dict[str, tuple[float, int]]:
    """(wins, visits) of every node that a playout has passed through, by the moves to it.

    The moves to the root are "". These are the nodes that the lecture labels: the others still have what they started with.

    >>> example = worked_example()
    >>> search = TreeSearch(example.game, example.variants["T = 1"].settings)
    >>> _ = replay(search, *example.iterations[0])
    >>> labels(search)
    {'': (1.0, 3), 'b2': (1.0, 3)}
    """
    labels = {}
    for node in PreOrderIter(search.root):
        if node.simulations:
            moves = " ".join(node.moves)
            labels[moves] = node.wins, node.visits
    return labels


def first_refusal(settings: SearchSettings) -> tuple[int, str] | None:
    """At which of the lecture's iterations (1 to 4) a search refuses, and why; None: at none.

    >>> from dataclasses import replace
    >>> lecture = worked_example().variants["T = 0"].settings
    >>> first_refusal(lecture) is None
    True
    >>> number, why = first_refusal(replace(lecture, viewpoint="mover"))
    >>> number, why.partition("; ")[0]
    (4, "below the node of moves ['b3'], 'c2' is not among the best")
    """
    example = worked_example()
    search = TreeSearch(example.game, settings)
    for number, iteration in enumerate(example.iterations, 1):
        try:
            replay(search, *iteration)
        except ValueError as error:
            return number, str(error)
    return None


# -------------------------------------------------------------------- the truth


def refutations(game: Game) -> dict[Move, tuple[Move, ...]]:
    """For every move, the replies after which the player to move loses, however they go on.

    >>> refutations(worked_example().game)["a3"]
    ('c2',)
    """
    return {move: _winning_replies(game.play(move)) for move in game.legal_moves()}


def _winning_replies(game: Game) -> tuple[Move, ...]:
    replies = []
    for reply in game.legal_moves():
        if perfect_winner(game.play(reply)) == game.to_move:
            replies.append(reply)
    return tuple(replies)
