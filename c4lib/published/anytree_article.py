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
from c4lib.players import EVENLY, rule_based_player
from c4lib.published.mcts_class import chosen_quirks, quirk_words
from c4lib.settings import SearchSettings

ARTICLE_QUIRKS = MappingProxyType(
    {
        "batches": "the games of a batch are all played before the tree learns of any of them",
        "one viewpoint": "every node counts the agent's wins, so the opponent is made to help",
        "draws lost": "a draw counts like a loss",
    }
)
"""What is odd about it, by name."""

Game = tuple[Sequence[Move], float]
"""The moves to be kept in the tree, and the result for the agent: 1 won, 0.5 drawn, 0 lost."""


# -------------------------------------------------------------------- the tree


def empty_tree(board: Board, mended: str | Iterable[str] = ()) -> SearchNode:
    """A tree of one node: the position where the agent is to move.

    >>> empty_tree(Board())
    SearchNode(move=None, wins=0, visits=0)
    """
    has_one_viewpoint = "one viewpoint" not in chosen_quirks(mended, ARTICLE_QUIRKS)
    return SearchNode(board, viewpoint=board.to_move if has_one_viewpoint else None)


def update_tree(game_tree: SearchNode, games: Iterable[Game], mended: str | Iterable[str] = ()) -> SearchNode:
    """The `game_tree`, with each of the `games` added: a visit and the result for every node of its path, root included.

    A move's node is created where there is none; of a game only the moves given are kept, not the playout.

    Args:
        game_tree: the root; the agent is the player to move there.
        games: pairs (moves from the root, result for the agent: 1 won, 0.5 drawn, 0 lost).
        mended: names of `ARTICLE_QUIRKS` that are to be done right.

    Raises:
        ValueError: a move cannot be played, or a result is none of these; the message says of which game. Nothing is added.

    >>> from anytree import RenderTree
    >>> tree = update_tree(empty_tree(Board()), [([3], 1), ([3, 2], 0), ([4], 0.5)])
    >>> print(RenderTree(tree))
    SearchNode(move=None, wins=1, visits=3)
    ├── SearchNode(move=3, wins=1, visits=2)
    │   └── SearchNode(move=2, wins=0, visits=1)
    └── SearchNode(move=4, wins=0, visits=1)
    """
    mended, games = chosen_quirks(mended, ARTICLE_QUIRKS), [_checked(game_tree, game) for game in games]
    agent = game_tree.game.to_move
    for moves, result in games:
        for node in _path(game_tree, moves, mended):
            own = result if "one viewpoint" not in mended or node.viewpoint == agent else 1 - result
            node.visits += 1
            node.wins += own if "draws lost" in mended else float(own == 1)
    return game_tree


def _checked(game_tree: SearchNode, game: Game) -> Game:
    try:
        moves, result = game
        moves, position = tuple(moves), game_tree.game
        for move in moves:
            position = position.play(move)
        return moves, float(one_of("result", float(result), (1.0, 0.5, 0.0)))
    except (TypeError, ValueError) as error:
        raise ValueError(f"game {game!r}: {error}") from None


def _path(node: SearchNode, moves: Sequence[Move], mended: frozenset[str]) -> list[SearchNode]:
    """The nodes from `node` along the `moves`; those that are not there yet are created."""
    path = [node]
    for move in moves:
        child = next((child for child in node.children if child.move == move), None)
        if child is None:
            viewpoint = None if "one viewpoint" in mended else node.viewpoint
            child = SearchNode(move=move, parent=node, viewpoint=viewpoint)
        path.append(node := child)
    return path


# -------------------------------------------------------------------- the agent


def play_batch(game_tree: SearchNode, count: int, rng: np.random.Generator) -> list[Game]:
    """`count` finished games, ready for `update_tree`; the tree is only read.

    Each goes down the tree by UCB1 (c = sqrt 2, infinity for a move without visits, of equals any) up to the first move
    that is not in it, and on from there at random.

    >>> play_batch(empty_tree(Board()), 3, np.random.default_rng(1))
    [((3,), 1.0), ((1,), 0.0), ((1,), 1.0)]
    """
    agent, games = game_tree.game.to_move, []
    for _ in range(count):
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
        best = [move for move, value in values.items() if value == max(values.values())]
        move = best[int(rng.random() * len(best)) if len(best) > 1 else 0]
        moves.append(move)
        node, position = children.get(move), position.play(move)
    return tuple(moves), position


def _value(child: SearchNode | None, parent_visits: int) -> float:
    return math.inf if child is None else ucb1(child.wins, child.visits, parent_visits)


def grown_tree(
    board: Board, games: int, batch: int, rng: np.random.Generator, mended: str | Iterable[str] = ()
) -> SearchNode:
    """The tree after so many `games`, in batches of size `batch` (or one at a time, if "batches" are mended).

    >>> grown_tree(Board(), games=25, batch=10, rng=np.random.default_rng(1)).children[0]
    SearchNode(move=3, wins=4, visits=6)
    """
    mended = chosen_quirks(mended, ARTICLE_QUIRKS)
    tree, batch = empty_tree(board, mended), 1 if "batches" in mended else batch
    while tree.visits < games:
        update_tree(tree, play_batch(tree, min(batch, games - tree.visits), rng), mended)
    return tree


class ArticlePlayer:
    """P3 as a player: for every move a new tree, grown batch by batch; then the most visited move.

    (Ties go to the higher mean, then to the lower column. How the article's agent chooses in the end, and how large its
    batches are, is not known here: these are our choices.)

    Args:
        games: how many for every move.
        batch: how many before the tree is updated.
        mended: names of `ARTICLE_QUIRKS` that are to be done right; "batches" makes it one at a time.

    Raises:
        ValueError: an argument means nothing.

    >>> player = ArticlePlayer(games=200)
    >>> player(Board.from_moves("051525"), np.random.default_rng(1))
    3
    """

    def __init__(self, games: int, batch: int = 10, mended: str | Iterable[str] = ()) -> None:
        self.games = whole_number("games", games, at_least=1)
        self.mended = chosen_quirks(mended, ARTICLE_QUIRKS)
        self.batch = whole_number("batch", batch, at_least=1)

    def __call__(self, board: Board, rng: np.random.Generator) -> int:
        tree = grown_tree(board, self.games, self.batch, rng, self.mended)
        return max(tree.children, key=lambda child: (child.visits, child.mean, -child.move)).move

    @property
    def name(self) -> str:
        """What it is called in tables."""
        return "article" + quirk_words(self.mended, ARTICLE_QUIRKS) + f", {self.games:,} games"

    def __repr__(self) -> str:
        mended = f", mended={sorted(self.mended)}" if self.mended else ""
        return f"ArticlePlayer(games={self.games}, batch={self.batch}{mended})"


# -------------------------------------------------------------------- its two baselines

trivial_agent = rule_based_player
"""A move that completes four, else one that blocks the opponent's three, else any move."""


class SimpleMonteCarlo:
    """So many random games for each move, and then the move of best average, where a draw counts like a loss.

    Args:
        games: how many for each legal move.

    Raises:
        ValueError: it is not a whole number, at least 1.

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
        """What it is called in tables."""
        return f"simple Monte Carlo, {self.games:,} games a move"

    def __repr__(self) -> str:
        return f"SimpleMonteCarlo(games={self.games})"
