"""P3, an article with NumPy and anytree: a tree keyed by lists of moves, updated with batches of finished games."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from c4lib._tools import one_of, whole_number
from c4lib.board import Board
from c4lib.fast.search import FastSearch
from c4lib.node import Move, SearchNode
from c4lib.phases import simulate, ucb1
from c4lib.players.players import EVENLY, highest, playable_moves, rule_based_player
from c4lib.published.mcts_class import chosen_deviations, deviation_words
from c4lib.settings import SearchSettings

ARTICLE_DEVIATIONS = MappingProxyType(
    {
        "batches": "the games of a batch are all played before the tree learns of any of them",
        "one viewpoint": "every node counts the agent's wins, so the opponent is made to help",
        "draws lost": "a draw counts like a loss",
    }
)
"""Where it deviates from the usual search, by name."""

FinishedGame = tuple[Sequence[Move], float]
"""The moves to keep in the tree, and the result for the agent: 1 won, 0.5 drawn, 0 lost."""


# -------------------------------------------------------------------- the tree


def empty_tree(board: Board, fixed: str | Iterable[str] = ()) -> SearchNode:
    """A tree of one node: the position where the agent is to move.

    >>> empty_tree(Board())
    SearchNode(move=None, wins=0, visits=0)
    """
    is_fixed = "one viewpoint" in chosen_deviations(fixed, ARTICLE_DEVIATIONS)
    return SearchNode(board, viewpoint=None if is_fixed else board.to_move)


def update_tree(game_tree: SearchNode, games: Iterable[FinishedGame], fixed: str | Iterable[str] = ()) -> SearchNode:
    """Add each of the `games` to the `game_tree`: a visit and the result for every node of its path, root included.

    The node of a move is created where there is none. Only the moves given are kept, not the playout after them.

    Args:
        game_tree: the root; the agent is the player to move there.
        games: pairs (moves from the root, result for the agent: 1 won, 0.5 drawn, 0 lost).
        fixed: names of `ARTICLE_DEVIATIONS` to be fixed.

    Returns:
        The `game_tree`.

    Raises:
        ValueError: a move cannot be played, or a result is not 1, 0.5 or 0; the message names the game. Nothing is
        added.

    >>> from anytree import RenderTree
    >>> tree = update_tree(empty_tree(Board()), [([3], 1), ([3, 2], 0), ([4], 0.5)])
    >>> print(RenderTree(tree))
    SearchNode(move=None, wins=1, visits=3)
    ├── SearchNode(move=3, wins=1, visits=2)
    │   └── SearchNode(move=2, wins=0, visits=1)
    └── SearchNode(move=4, wins=0, visits=1)
    """
    fixed, games = chosen_deviations(fixed, ARTICLE_DEVIATIONS), [_checked(game_tree, game) for game in games]
    agent = game_tree.game.to_move
    for moves, result in games:
        for node in _path(game_tree, moves, fixed):
            own = 1 - result if "one viewpoint" in fixed and node.viewpoint != agent else result
            node.visits += 1
            node.wins += own if "draws lost" in fixed else float(own == 1)
    return game_tree


def _checked(game_tree: SearchNode, game: FinishedGame) -> FinishedGame:
    try:
        moves, result = game
        moves, position = tuple(moves), game_tree.game
        for move in moves:
            position = position.play(move)
        return moves, float(one_of("result", float(result), (1.0, 0.5, 0.0)))
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"game {game!r}: {error}") from None


def _path(node: SearchNode, moves: Sequence[Move], fixed: frozenset[str]) -> list[SearchNode]:
    """The nodes from `node` along the `moves`; missing ones are created."""
    path = [node]
    for move in moves:
        viewpoint = None if "one viewpoint" in fixed else node.viewpoint
        child = next((child for child in node.children if child.move == move), None)
        path.append(node := child or SearchNode(move=move, parent=node, viewpoint=viewpoint))
    return path


# -------------------------------------------------------------------- the agent


def play_batch(game_tree: SearchNode, count: int, rng: np.random.Generator) -> list[FinishedGame]:
    """`count` finished games, ready for `update_tree`; the tree is not changed.

    Each game follows UCB1 down the tree (c = sqrt 2, infinity for a move without visits, ties broken at random) to the
    first move that is not in it, and goes on from there at random.

    >>> play_batch(empty_tree(Board()), 3, np.random.default_rng(1))
    [((3,), 1.0), ((1,), 0.0), ((1,), 1.0)]
    """
    agent, games = game_tree.game.to_move, []
    for _ in range(whole_number("count", count, at_least=0)):
        moves, position = _selected(game_tree, rng)
        winner = simulate(SearchNode(position), SearchSettings(), rng).winner
        games.append((moves, 0.5 if winner is None else float(winner == agent)))
    return games


def _selected(node: SearchNode, rng: np.random.Generator) -> tuple[tuple[Move, ...], Board]:
    """The moves from `node` to the first that is not in the tree, or to the end of the game, and the position there."""
    moves, position = [], node.game
    while node is not None and not position.is_terminal:
        children = {child.move: child for child in node.children}
        values = {move: _value(children.get(move), node.visits) for move in position.legal_moves()}
        moves.append(move := highest(values, rng))
        node, position = children.get(move), position.play(move)
    return tuple(moves), position


def _value(child: SearchNode | None, parent_visits: int) -> float:
    return math.inf if child is None else ucb1(child.wins, child.visits, parent_visits)


def grown_tree(
    board: Board, games: int, batch: int, rng: np.random.Generator, fixed: str | Iterable[str] = ()
) -> SearchNode:
    """The tree after `games` games, played in batches of size `batch` (one at a time, if "batches" is fixed).

    Raises:
        ValueError: `games` is not a whole number, at least 0, or `batch` not one, at least 1.

    >>> grown_tree(Board(), games=25, batch=10, rng=np.random.default_rng(1)).children[0]
    SearchNode(move=3, wins=4, visits=6)
    """
    games, batch = whole_number("games", games, at_least=0), whole_number("batch", batch, at_least=1)
    fixed = chosen_deviations(fixed, ARTICLE_DEVIATIONS)
    tree, batch = empty_tree(board, fixed), 1 if "batches" in fixed else batch
    while tree.visits < games:
        update_tree(tree, play_batch(tree, min(batch, games - tree.visits), rng), fixed)
    return tree


class ArticlePlayer:
    """P3 as a player: it grows a new tree for every move, batch by batch, and plays the most visited move.

    (Ties go to the higher mean, then to the lower column. How the article's agent chooses its move, and how large its
    batches are, is not known here: these are our choices.)

    Args:
        games: how many for every move.
        batch: how many are played before the tree is updated.
        fixed: names of `ARTICLE_DEVIATIONS` to be fixed; "batches" updates the tree after every game.

    Raises:
        ValueError: an argument is not allowed; or, when playing, the game is over.

    >>> player = ArticlePlayer(games=200)
    >>> player(Board.from_moves("051525"), np.random.default_rng(1))
    3
    """

    def __init__(self, games: int, batch: int = 10, fixed: str | Iterable[str] = ()) -> None:
        self.games = whole_number("games", games, at_least=1)
        self.fixed = chosen_deviations(fixed, ARTICLE_DEVIATIONS)
        self.batch = whole_number("batch", batch, at_least=1)

    def __call__(self, board: Board, rng: np.random.Generator) -> int:
        playable_moves(board)  # there has to be one
        tree = grown_tree(board, self.games, self.batch, rng, self.fixed)
        return max(tree.children, key=lambda child: (child.visits, child.mean, -child.move)).move

    @property
    def name(self) -> str:
        """What the player is called in tables."""
        return "article" + deviation_words(self.fixed, ARTICLE_DEVIATIONS) + f", {self.games:,} games"

    def __repr__(self) -> str:
        fixed = f", fixed={sorted(self.fixed)}" if self.fixed else ""
        return f"ArticlePlayer(games={self.games}, batch={self.batch}{fixed})"


# -------------------------------------------------------------------- its two baselines

trivial_agent = rule_based_player
"""A move that completes four, else a move that blocks the opponent's three, else any move."""


class SimpleMonteCarlo:
    """A player that tries each move in the same number of random games and plays the one with the best average.

    A draw counts like a loss.

    Args:
        games: how many for each legal move.

    Raises:
        ValueError: `games` is not a whole number, at least 1.

    >>> SimpleMonteCarlo(games=100)(Board.from_moves("05152"), np.random.default_rng(1))
    3
    """

    SETTINGS = replace(EVENLY, draw=0)

    def __init__(self, games: int) -> None:
        self.games = whole_number("games", games, at_least=1)

    def __call__(self, board: Board, rng: np.random.Generator) -> int:
        playouts = self.games * len(board.legal_moves())
        return FastSearch(board, self.SETTINGS, rng).run(playouts).best_move()

    @property
    def name(self) -> str:
        """What the player is called in tables."""
        return f"simple Monte Carlo, {self.games:,} games a move"

    def __repr__(self) -> str:
        return f"SimpleMonteCarlo(games={self.games})"
