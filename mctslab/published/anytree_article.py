"""P3, an article with NumPy and anytree: one tree, trained over whole games of player 1."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from anytree import Node

from c4lib._tools.arguments import one_of, whole_number
from c4lib.board import Board
from c4lib.phases import ucb1
from mctslab.players import (
    NamedPlayer,
    highest,
    playable_moves,
    threatened_moves,
    winning_moves,
)
from mctslab.published.deviations import MOST_PLAYOUTS, chosen_deviations

ARTICLE_DEVIATIONS = MappingProxyType(
    {
        "late look": "whether player 1 has won is looked at only after the opponent's next disc, which still falls",
        "one side": "the nodes are player 1's moves only: one node stands for all replies of the opponent",
        "playout stored": "player 1's moves of the playout are added to the tree as well",
        "last tie": "each of the moves with the highest UCB1 gets a playout, but only the last one's is recorded",
        "UCB1 played": "the move played is the one with the highest UCB1, so an untried move before any other",
        "draws lost": "a draw counts like a loss",
    }
)
"""Where it deviates from the usual search, by name."""

MONTE_CARLO_DEVIATIONS = MappingProxyType(
    {
        "late look": ARTICLE_DEVIATIONS["late look"],
        "draws left out": "a share is of the games with a winner only",
        "rounded": "shares are rounded to two decimals, and the leftmost of equal ones is played",
    }
)
"""Where its baseline `simple_monte_carlo` deviates from plain averages, by name."""

Cell = tuple[int, int]
"""(row, column) of a move: rows are counted from 1 at the top, columns from 0, so (6, 3) is the
bottom of column 3."""

FinishedGame = tuple[Sequence[object], float]
"""The names of the nodes from the root on, as ["root", (6, 3), (5, 3)], and the result for player
1: 1, 0.5 or 0."""


# -------------------------------------------------------------------- the tree: three functions of the program


def new_tree() -> Node:
    """A tree of one node, called "root": the empty board.

    >>> new_tree()
    Node('/root', nb_visit=0, nb_win=0)
    """
    return Node("root", nb_visit=0, nb_win=0)


def update_tree(game_lst: Iterable[FinishedGame], game_tree: Node) -> Node:
    """The `game_tree` with each game added: a visit and its result on every node of its path.

    That includes the root. Where a node is missing it is created. A game whose moves are in another
    order is another path. The arguments may come in the program's order, as here, or in that of the
    article, `update_tree(game_tree, game_lst)`.

    Raises:
        ValueError: a game does not begin at the root, or its result is not 1, 0.5 or 0; nothing is
            added.

    >>> from anytree import RenderTree
    >>> games = [(["root", (6, 3)], 1), (["root", (6, 3), (5, 3)], 0)]
    >>> for fill, _, node in RenderTree(update_tree(games, new_tree())):
    ...     print(f"{fill}{node.name} {node.nb_win}/{node.nb_visit}")
    root 1/2
    └── (6, 3) 1/2
        └── (5, 3) 0/1
    """
    if isinstance(game_lst, Node):
        game_lst, game_tree = game_tree, game_lst
    games = [_checked(game, game_tree) for game in game_lst]
    for names, result in games:
        node = game_tree
        for name in names[1:]:
            node = _child(node, name) or Node(name, parent=node, nb_visit=0, nb_win=0)
        for above in node.iter_path_reverse():
            above.nb_win += result
            above.nb_visit += 1
    return game_tree


def _checked(game: FinishedGame, game_tree: Node) -> FinishedGame:
    try:
        names, result = game
        names = list(names)
        one_of("result", result, (1, 0.5, 0))
    except (TypeError, ValueError) as error:
        raise ValueError(f"game {game!r}: {error}") from None
    if names[:1] != [game_tree.name]:
        raise ValueError(f"game {game!r} does not begin with {game_tree.name!r}")
    return names, result


def _child(node: Node | None, name: object) -> Node | None:
    children = node.children if node else ()
    return next((child for child in children if child.name == name), None)


def expantion(
    game_tree: Node, state: Sequence[object], available_play: Iterable[Cell]
) -> dict[Cell, dict]:
    """The counts of the available moves and of their parent; zeros for a move not in the tree.

    Args:
        game_tree: the root.
        state: the names from the root to where the moves would be played.
        available_play: the moves, as in `available_play(board)`.

    >>> tree = update_tree([(["root", (6, 3)], 1)], new_tree())
    >>> expantion(tree, ["root"], [(6, 3)])
    {(6, 3): {'parent': {'nb_win': 1, 'nb_visit': 1}, 'children': {'nb_win': 1, 'nb_visit': 1}}}
    """
    node = game_tree if list(state[:1]) == [game_tree.name] else None
    for name in state[1:]:
        node = _child(node, name)
    counts = {}
    for move in available_play:
        child = _child(node, move)
        counts[move] = {"parent": _counts(child and node), "children": _counts(child)}
    return counts


def _counts(node: Node | None) -> dict[str, float]:
    if node is None:
        return {"nb_win": 0, "nb_visit": 0}
    return {"nb_win": node.nb_win, "nb_visit": node.nb_visit}


def UCB1(val: Mapping[Cell, Mapping]) -> dict[Cell, float]:
    """The UCB1 value, with c = sqrt 2, of every move of an `expantion`; infinity without visits.

    >>> counts = {"parent": {"nb_win": 6, "nb_visit": 10}, "children": {"nb_win": 3, "nb_visit": 4}}
    >>> round(UCB1({(6, 3): counts})[6, 3], 3)
    1.823
    """
    values = {}
    for move, counts in val.items():
        own = counts["children"]
        values[move] = ucb1(own["nb_win"], own["nb_visit"], counts["parent"]["nb_visit"])
    return values


# -------------------------------------------------------------------- games as the program plays them

_LINES = (  # in the order in which the program looks at them: if both have four, the first counts
    *(tuple((row + k, column + k) for k in range(4)) for row in range(3) for column in range(4)),
    *(tuple((row - k, column + k) for k in range(4)) for row in (5, 4, 3) for column in range(4)),
    *(tuple((row, column + k) for k in range(4)) for row in range(6) for column in range(4)),
    *(tuple((row + k, column) for k in range(4)) for row in range(3) for column in range(7)),
)
_THROUGH = {cell: [line for line in _LINES if cell in line] for line in _LINES for cell in line}
_ORDER = {line: number for number, line in enumerate(_LINES)}


class _Game:
    """A game in progress that can be played on after the end."""

    def __init__(self, board: Board = Board()) -> None:
        cells = board.cells
        places = np.argwhere(cells).tolist()
        self.discs = {(row, column): int(cells[row, column]) for row, column in places}
        self.free = _landing_rows(board)
        self.to_move = board.to_move
        self.unseen: list[Cell] = []  # discs that fell since the last look

    def copy(self) -> _Game:
        """The same game for a playout; nobody looks at it before its next disc."""
        copy = object.__new__(_Game)
        copy.discs = self.discs.copy()
        copy.free = self.free.copy()
        copy.to_move = self.to_move
        copy.unseen = []
        return copy

    def available(self) -> list[Cell]:
        return [(row, column) for column, row in enumerate(self.free) if row]

    def play(self, column: int) -> None:
        row = self.free[column] - 1
        self.discs[row, column] = self.to_move
        self.free[column] = row
        self.to_move = 3 - self.to_move
        self.unseen.append((row, column))

    def winner(self) -> int | None:
        """Who has four with one of the discs that fell since the last look at it."""
        get = self.discs.get
        full = []
        for cell in self.unseen:
            player = get(cell)
            full += [line for line in _THROUGH[cell] if all(get(other) == player for other in line)]
        return get(min(full, key=_ORDER.get)[0]) if full else None

    def random_end(
        self, rng: np.random.Generator, looks_late: bool, seen: list[Cell] | None = None
    ) -> int | None:
        """Play on at random to the end; the winner, or None. The moves are added to `seen`.

        Args:
            looks_late: the first disc falls before anybody looks at the board.
        """
        while True:
            if not looks_late:
                if winner := self.winner():
                    return winner
                self.unseen = []
            if not (available := self.available()):
                return self.winner()
            move = available[int(rng.random() * len(available))]
            if seen is not None:
                seen.append(move)
            self.play(move[1])
            looks_late = False


def available_play(board: Board) -> list[Cell]:
    """The legal moves as (row, column), from left to right; empty if there is none.

    >>> available_play(Board.from_moves("3333332"))
    [(6, 0), (6, 1), (5, 2), (6, 4), (6, 5), (6, 6)]
    """
    rows = _landing_rows(board)
    return [(rows[column], column) for column in board.legal_moves()]


def _landing_rows(board: Board) -> list[int]:
    """The row where the next disc lands in each column, from 1 at the top; 0 if it is full."""
    return (board.cells == 0).sum(axis=0).tolist()


# -------------------------------------------------------------------- its two baselines


def trivial_agent(board: Board, rng: np.random.Generator) -> int:
    """The leftmost column in which either player would complete four; if there is none, any.

    So it blocks on the left although it could win further right.

    >>> trivial_agent(Board.from_moves("050505"), np.random.default_rng(1))  # column 5 would block
    0
    """
    legal = playable_moves(board)
    urgent = winning_moves(board) + threatened_moves(board)
    return min(urgent) if urgent else legal[int(rng.random() * len(legal))]


def simple_monte_carlo(
    board: Board, nbsim: int, rng: np.random.Generator, fixed: str | Iterable[str] = ()
) -> dict[int, float]:
    """The share of wins of every column in `nbsim` random games each; 2 if it wins all of them.

    The program counts for player 1; this one for the player to move. Where the program stops with
    an error, because a column has no win or no loss, this one goes on; a column without a game that
    was decided has 0.

    Args:
        board: of 6 rows and 7 columns.
        fixed: names of `MONTE_CARLO_DEVIATIONS` to be fixed.

    >>> simple_monte_carlo(Board.from_moves("05152"), 100, np.random.default_rng(1))[3]
    0.56
    """
    fixed = chosen_deviations(fixed, MONTE_CARLO_DEVIATIONS)
    nbsim = whole_number("nbsim", nbsim, 1, MOST_PLAYOUTS)
    _check_size(board)
    shares = {}
    for column in playable_moves(board):
        winners = []
        for _ in range(nbsim):
            game = _Game(board)
            game.play(column)
            winners.append(game.random_end(rng, looks_late="late look" not in fixed))
        shares[column] = _share(winners, board.to_move, fixed)
    return shares


def _share(winners: list[int | None], player: int, fixed: frozenset[str]) -> float:
    games = len(winners)
    won = winners.count(player)
    drawn = winners.count(None)
    if won == games:
        return 2
    if "draws left out" in fixed:
        share = (won + drawn / 2) / games
    else:
        share = won / (games - drawn) if won else 0
    return share if "rounded" in fixed else round(share, 2)


class SimpleMonteCarlo(NamedPlayer):
    """`simple_monte_carlo` as a player, on 6 x 7: it plays the leftmost column of largest share.

    Args:
        games: how many for each legal move.
        fixed: names of `MONTE_CARLO_DEVIATIONS` to be fixed; without "rounded" ties are broken at
            random.

    Raises:
        ValueError: an argument is not allowed; or, when playing, the board is not of 6 x 7, or the
            game is over.

    >>> SimpleMonteCarlo(games=100)(Board.from_moves("05152"), np.random.default_rng(1))
    3
    """

    def __init__(self, games: int, fixed: str | Iterable[str] = ()) -> None:
        self.games = whole_number("games", games, 1, MOST_PLAYOUTS)
        self.fixed = chosen_deviations(fixed, MONTE_CARLO_DEVIATIONS)

    def __call__(self, board: Board, rng: np.random.Generator) -> int:
        shares = simple_monte_carlo(board, self.games, rng, self.fixed)
        if "rounded" in self.fixed:
            return highest(shares, rng)
        return max(shares, key=shares.get)

    @property
    def name(self) -> str:
        """What the player is called in tables."""
        return f"simple Monte Carlo, {self.games:,} games a move"


def _check_size(board: Board) -> None:
    if (board.rows, board.columns, board.connect) != (6, 7, 4):
        raise ValueError(f"the program plays four in a row on 6 x 7 only, not {board!r}")


# -------------------------------------------------------------------- the training


def train(
    game_tree: Node,
    games: int,
    rng: np.random.Generator,
    fixed: str | Iterable[str] = (),
) -> list[int | None]:
    """The winners of whole games against `trivial_agent`, in which the `game_tree` of player 1 grows.

    None is a draw. Before every move there is a playout, which is added to the tree at once; the
    tree is kept from game to game. The program plays 10 games.

    Args:
        game_tree: `new_tree()`, or one trained before, which grows on.
        games: how many.
        rng: where all random choices come from.
        fixed: names of `ARTICLE_DEVIATIONS` to be fixed.

    Raises:
        ValueError: an argument is not allowed.

    >>> tree = new_tree()
    >>> train(tree, 10, np.random.default_rng(1))
    [2, 2, 2, 2, 2, 2, 2, 2, 2, 2]
    >>> [(move.name, move.nb_win, move.nb_visit) for move in tree.children[:2]]
    [((6, 6), 6, 13), ((6, 0), 3, 12)]
    """
    fixed = chosen_deviations(fixed, ARTICLE_DEVIATIONS)
    games = whole_number("games", games, 0, MOST_PLAYOUTS)
    winners = []
    for _ in range(games):
        winner = _training_game(game_tree, rng, fixed)
        winners.append(winner)
    return winners


def _training_game(
    game_tree: Node, rng: np.random.Generator, fixed: frozenset[str]
) -> int | None:
    game = _Game()
    board = Board()
    state = [game_tree.name]
    while not (winner := game.winner()) and game.available():
        game.unseen = []
        _explore(game_tree, game, state, rng, fixed)
        move = _chosen(expantion(game_tree, state, game.available()), fixed)
        state.append(move)
        game.play(move[1])
        board = board.play(move[1])
        if not board.winner:
            reply = trivial_agent(board, rng)
            board = board.play(reply)
        elif "late look" in fixed:
            return 1
        else:  # the trivial agent takes the leftmost column if player 1 has four already
            reply = game.available()[0][1]
        if "one side" in fixed:
            state.append((game.free[reply], reply))
        game.play(reply)
    return winner


def _chosen(val: Mapping[Cell, Mapping], fixed: frozenset[str]) -> Cell:
    """The move to play; the leftmost of equals."""
    if "UCB1 played" in fixed:
        return max(val, key=lambda move: val[move]["children"]["nb_visit"])
    values = UCB1(val)
    return max(values, key=values.get)


def _explore(
    game_tree: Node,
    game: _Game,
    state: list[object],
    rng: np.random.Generator,
    fixed: frozenset[str],
) -> None:
    """A playout for each of the moves with the highest UCB1; the last, or all, enter the tree."""
    values = UCB1(expantion(game_tree, state, game.available()))
    highest_value = max(values.values())
    best = [move for move, value in values.items() if value == highest_value]
    played = [_playout(game, state, move, rng, fixed) for move in best]
    if "last tie" not in fixed:
        played = played[-1:]
    update_tree(played, game_tree)


def _playout(
    game: _Game, state: list[object], move: Cell, rng: np.random.Generator, fixed: frozenset[str]
) -> FinishedGame:
    """The game that begins with `move` and goes on at random, as it is added to the tree."""
    copy = game.copy()
    copy.play(move[1])
    seen = []
    winner = copy.random_end(rng, "late look" not in fixed, seen)
    stored = []
    if "playout stored" not in fixed:
        stored = seen if "one side" in fixed else seen[1::2]
    draw = 0.5 if "draws lost" in fixed else 0
    results = {1: 1, 2: 0, None: draw}
    return [*state, move, *stored], results[winner]
