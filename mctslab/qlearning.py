"""Tabular Q-learning: a table that learns from games what a search works out anew for every move.

The setting is that of a published student project: a table for Connect Four on 4 x 5, trained as
the second player against a Monte Carlo Tree Search. The method is that of Watkins (1989).
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.random import Generator

from c4lib._tools.arguments import MOST, one_of, real_number, whole_number, whole_seed
from c4lib._tools.interrupts import interrupts_held
from c4lib._tools.progress import progress_bar
from c4lib.board import Board
from mctslab.archives import Arrays, read_arrays, write_arrays
from mctslab.players import (
    NamedPlayer,
    Player,
    asked,
    highest,
    playable_moves,
    player_copy,
    player_name,
    random_player,
)

FORMAT = "c4lib Q-table 2"
MOST_GAMES = 10_000_000  # of one run: hours
# Rows, columns and side of the trained tables.
SHIPPED = ((4, 5, 2), (4, 5, 1), (3, 5, 2), (3, 5, 1))

# -------------------------------------------------------------------- the table


class QTable:
    """What the player to move may expect of each move, by position.

    A position and its mirror image share their values.

    Args:
        rows, columns, connect: the board that the table is for.

    >>> table = QTable(rows=4, columns=5)
    >>> board = Board(4, 5).play(0)
    >>> table.learn(board, move=1, target=50, alpha=0.6)
    >>> table.values(board)
    {0: 0.0, 1: 30.0, 2: 0.0, 3: 0.0, 4: 0.0}
    >>> table.values(Board(4, 5).play(4))  # the mirror image
    {0: 0.0, 1: 0.0, 2: 0.0, 3: 30.0, 4: 0.0}
    >>> board in table, Board(4, 5) in table
    (True, False)
    """

    def __init__(self, rows: int = 4, columns: int = 5, connect: int = 4) -> None:
        self.empty = Board(rows, columns, connect)
        # By the cells of a position, row by row: the values of the moves that were tried. Its
        # mirror image has a row, too.
        self._values: dict[bytes, dict[int, float]] = {}

    def __len__(self) -> int:
        return sum(1 for _ in self._one_of_mirrored())

    def __repr__(self) -> str:
        board = self.empty
        return f"QTable({board.rows}, {board.columns}, {board.connect}: {len(self)} positions)"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, QTable):
            return NotImplemented
        return (self.empty, self._values) == (other.empty, other._values)

    __hash__ = None  # it learns

    @property
    def identity(self) -> str:
        """A digest of the values, to the last bit; a journal tells tables apart by it."""
        rows = []
        for cells, row in sorted(self._values.items()):
            rows.append((cells, sorted(row.items())))
        return sha256(repr((self.empty, rows)).encode()).hexdigest()

    def __deepcopy__(self, memo: object) -> QTable:
        """A table with the same values, which learns by itself."""
        table = copy(self)
        table._values = self._values.copy()  # the rows are never changed (see `_fill`)
        return table

    def __contains__(self, board: Board) -> bool:
        return bool(self.tried(board))

    def tried(self, board: Board) -> tuple[int, ...]:
        """The moves about which something was learnt, from left to right.

        >>> trained_table(4, 5).tried(Board.from_moves("2", 4, 5))
        (0, 1, 2, 3, 4)
        """
        return tuple(sorted(self._row(board)))

    def values(self, board: Board) -> dict[int, float]:
        """The value of each legal move, for the player to move; 0 where nothing was learnt.

        Raises:
            ValueError: the board is not of the size that the table is for.

        >>> QTable(4, 5).values(Board())
        Traceback (most recent call last):
            ...
        ValueError: this table is for boards with 4 rows and 5 columns, connect 4, not 6 rows and 7 columns, connect 4
        """
        row = self._row(board)
        return {move: row.get(move, 0.0) for move in board.legal_moves()}

    def learn(
        self, board: Board, move: int, target: float, alpha: float, mirror: bool = True
    ) -> None:
        """Move the value of a move towards the `target`, by the fraction `alpha` of the way.

        With `mirror` the mirror image of the move, in that of the position, gets the same value.

        Raises:
            ValueError: the move is not legal, `target` or `alpha` is out of bounds, or the board is
                not of the size that the table is for. Nothing is learnt.
        """
        values = self.values(board)
        mirror = one_of("mirror", mirror, (True, False))
        move = one_of("move", whole_number("move", move, at_least=0), playable_moves(board))
        target = real_number("target", target, "a number from -1e15 to 1e15", -MOST, MOST)
        alpha = real_number("alpha", alpha, "a number from 0 to 1", 0, 1)
        old = values[move]
        learnt = {move: old + alpha * (target - old)}
        cells = board.cells.tobytes()
        self._fill(cells, learnt)
        if mirror:
            columns = board.columns
            self._fill(_mirrored(cells, columns), _across(learnt, columns))

    def best_move(self, board: Board, rng: Generator) -> int:
        """A legal move of the highest value; ties are broken at random.

        Raises:
            ValueError: the game is over, or the board is not of the size that the table is for.

        >>> QTable(4, 5).best_move(Board(4, 5), np.random.default_rng(1))
        2
        """
        values = self.values(board)
        playable_moves(board)  # there has to be one
        return highest(values, rng)

    def known_by_ply(self) -> dict[int, tuple[int, int]]:
        """In how many positions a move was tried, and in how many all, by the number of discs.

        A position and its mirror image count once.

        >>> trained_table(4, 5).known_by_ply()[3]
        (49, 45)
        """
        tried = Counter()
        complete = Counter()
        for cells in self._one_of_mirrored():
            discs = len(cells) - cells.count(0)
            legal = cells[: self.empty.columns].count(0)
            tried[discs] += 1
            complete[discs] += len(self._values[cells]) == legal
        return {discs: (tried[discs], complete[discs]) for discs in sorted(tried)}

    def _one_of_mirrored(self) -> Iterator[bytes]:
        """The positions with a row; of mirror images that both have one, only the first."""
        for cells in self._values:
            mirrored = _mirrored(cells, self.empty.columns)
            if cells <= mirrored or mirrored not in self._values:
                yield cells

    def _row(self, board: Board) -> dict[int, float]:
        if not isinstance(board, Board):
            raise ValueError(f"this table is for a Board, not for {board!r}")
        if _size(board) != _size(self.empty):
            sizes = f"boards with {_size(self.empty)}, not {_size(board)}"
            raise ValueError(f"this table is for {sizes}")
        cells = board.cells.tobytes()
        return self._values.get(cells, {})

    def _fill(self, cells: bytes, values: Mapping[int, float]) -> None:
        before = self._values.get(cells, {})
        self._values[cells] = {**before, **values}

    def _is_symmetric(self) -> bool:
        """Whether every position's mirror image has the same values."""
        columns = self.empty.columns
        for cells, row in self._values.items():
            mirrored = self._values.get(_mirrored(cells, columns))
            if mirrored != _across(row, columns):
                return False
        return True


def _size(board: Board) -> str:
    return f"{board.rows} rows and {board.columns} columns, connect {board.connect}"


def _mirrored(cells: bytes, columns: int) -> bytes:
    rows = []
    for start in range(0, len(cells), columns):
        row = cells[start : start + columns]
        rows.append(row[::-1])
    return b"".join(rows)


def _across(row: Mapping[int, float], columns: int) -> dict[int, float]:
    """A row of values as the mirror image of the position has it."""
    return {columns - 1 - move: value for move, value in row.items()}


class QPlayer(NamedPlayer):
    """A player that looks up the move of the highest value in a table; ties are broken at random.

    Where the table knows nothing, all values are 0, so that it plays any legal move.

    Raises:
        ValueError: it is given no table.

    >>> QPlayer(QTable(4, 5))(Board(4, 5), np.random.default_rng(1))
    2
    """

    def __init__(self, table: QTable) -> None:
        if not isinstance(table, QTable):
            raise ValueError(f"a QPlayer needs a QTable, not {table!r}")
        self.table = table

    def __call__(self, board: Board, rng: Generator) -> int:
        return self.table.best_move(board, rng)

    @property
    def name(self) -> str:
        """What the player is called in tables."""
        board = self.table.empty
        return f"Q-table, {board.rows} x {board.columns}"


# -------------------------------------------------------------------- training


@dataclass(frozen=True)
class LearningSettings:
    """How a table is trained; the defaults are those of the published project.

    Attributes:
        alpha: learning rate, 0 to 1: how far a value moves towards what was seen.
        gamma: discount, 0 to 1: what a value is worth at the previous move of the table.
        epsilon: the share of moves, 0 to 1, that are played at random.
        win, loss, draw: rewards at the end of a game.
        move: the reward of a move that does not end the game.
        side: the player that the table is, 1 or 2.
        order: in which the moves of a finished game are learnt from, "first move first" or "last
            move first".
        mirror_all: whether the mirror image learns everything; if not, it misses the result of the
            games that end with the opponent's move.

    Raises:
        ValueError: a value is out of bounds; the message names it.

    >>> LearningSettings(alpha=2)
    Traceback (most recent call last):
        ...
    ValueError: alpha must be a number from 0 to 1, not 2
    """

    alpha: float = 0.6
    gamma: float = 0.8
    epsilon: float = 0.1
    win: float = 50.0
    loss: float = -50.0
    draw: float = -10.0
    move: float = -1.0
    side: int = 2
    order: str = "first move first"
    mirror_all: bool = False

    def __post_init__(self) -> None:
        for name in ("alpha", "gamma", "epsilon"):
            self._check(name, "a number from 0 to 1", 0, 1)
        for name in ("win", "loss", "draw", "move"):
            self._check(name, "a finite number", -1e9, 1e9)
        one_of("side", self.side, (1, 2))
        one_of("order", self.order, ("first move first", "last move first"))
        one_of("mirror_all", self.mirror_all, (True, False))

    def _check(self, name: str, allowed: str, least: float, most: float) -> None:
        number = real_number(name, getattr(self, name), allowed, least, most)
        object.__setattr__(self, name, number)

    def reward(self, winner: int | None) -> float:
        """What the end of a game is worth to the table.

        >>> [LearningSettings(side=2).reward(winner) for winner in (1, None, 2)]
        [-50.0, -10.0, 50.0]
        """
        if one_of("winner", winner, (1, 2, None)) is None:
            return self.draw
        return self.win if winner == self.side else self.loss


class Training:
    """A table in training: game after game against an opponent.

    Each game has random numbers and a deep copy of the opponent of its own. It can be stopped
    between any two games, saved, loaded and continued; the table is the same as without the stop.

    Args:
        table: the table that learns; the games are played on its board.
        opponent: a player, `(game, rng) -> move`.
        settings: rates and rewards.
        seed: a whole number; game number k is played with the generator of (seed, k).

    Attributes:
        table, opponent, settings, seed: as given.
        results: of every game so far: 1 won by the table, -1 lost, 0 drawn.

    Raises:
        ValueError: an argument is none of these, or the opponent cannot be copied.

    >>> training = Training(QTable(4, 4, 3), lambda board, rng: board.legal_moves()[0], seed=1).run(games=200)
    >>> training
    Training(QTable(4, 4, 3: 39 positions), 200 games)
    >>> sum(result == 1 for result in training.results[-50:])
    45
    """

    def __init__(
        self,
        table: QTable,
        opponent: Player,
        settings: LearningSettings = LearningSettings(),
        seed: int = 0,
    ) -> None:
        if not isinstance(table, QTable) or not isinstance(settings, LearningSettings):
            what = "a training needs a QTable and LearningSettings"
            raise ValueError(f"{what}, not {table!r} and {settings!r}")
        player_copy("opponent", opponent)
        self.table = table
        self.opponent = opponent
        self.settings = settings
        self.seed = whole_seed(seed)
        self.results: list[int] = []

    def __repr__(self) -> str:
        return f"Training({self.table!r}, {len(self.results)} games)"

    def run(self, games: int, progress: bool = False) -> Training:
        """Play `games` more games and learn from each.

        Ctrl-C ends the training between two games; a second Ctrl-C at once, and nothing is learnt
        from the game that is being played.

        Args:
            games: a whole number, at least 1.
            progress: show a progress bar.

        Raises:
            ValueError: an argument is none of these; nothing is played.
            PlayerError: the opponent raised something, changed the position or made an illegal
                move; nothing is learnt from that game.
        """
        games = whole_number("games", games, 1, MOST_GAMES)
        one_of("progress", progress, (True, False))
        with progress_bar(games, progress, "games") as bar, interrupts_held() as interrupted:
            for _ in range(games):
                if interrupted():
                    break
                played = self._play()
                with interrupts_held(all_of_them=True):  # it would leave half a lesson
                    self._learn_from(*played)
                bar(1)
        return self

    def _play(self) -> tuple[list[tuple[Board, int]], Board]:
        """The next game: the positions and moves of the table, and the final position."""
        number = len(self.results)
        rng = np.random.default_rng([self.seed, number])
        opponent = player_copy("opponent", self.opponent)
        name = player_name(opponent)
        where = f"in game {number} of the training"
        board = self.table.empty
        moves = []
        while not board.is_terminal:
            if board.to_move == self.settings.side:
                move = self._move(board, rng)
                moves.append((board, move))
            else:
                move = asked(opponent, name, board, rng, where)
            board = board.play(move)
        return moves, board

    def _move(self, board: Board, rng: Generator) -> int:
        """The move of the table, or now and then a random one."""
        if rng.random() < self.settings.epsilon:
            return random_player(board, rng)
        return self.table.best_move(board, rng)

    def _learn_from(self, moves: list[tuple[Board, int]], final: Board) -> None:
        """Learn from each move of the table what came of it.

        That is the table's next position, or the end of the game.
        First move first is the same as learning on the way: no position occurs twice in a game.
        """
        boards = [board for board, _ in moves]
        lessons = list(zip(moves, [*boards[1:], final]))
        if self.settings.order == "last move first":
            lessons.reverse()
        for (board, move), after in lessons:
            self._update(board, move, after)
        results = {None: 0, self.settings.side: 1}
        self.results.append(results.get(final.winner, -1))

    def _update(self, board: Board, move: int, later: Board) -> None:
        """Q(s, a) moves towards r + gamma * max Q(s', .), where s' is the position `later`."""
        settings = self.settings
        mirror = True
        if later.is_terminal:
            target = settings.reward(later.winner)
            has_ended_it = later.to_move != settings.side
            mirror = settings.mirror_all or has_ended_it
        else:
            best = max(self.table.values(later).values())
            target = settings.move + settings.gamma * best
        self.table.learn(board, move, target, settings.alpha, mirror)

    # ---------------------------------------------------------------- as a file

    def save(self, path: str | os.PathLike) -> None:
        """Write table, settings, seed and results to a file (.npz), whole or not at all.

        Raises:
            OSError: the file cannot be written.
        """
        board = self.table.empty
        halved = self.table._is_symmetric()
        head = {
            "format": FORMAT,
            "size": [board.rows, board.columns, board.connect],
            "seed": self.seed,
            "settings": asdict(self.settings),
            "halved": halved,  # whether of two mirror images one is left out
        }
        keys = sorted(self.table._one_of_mirrored() if halved else self.table._values)
        cells = np.frombuffer(b"".join(keys), np.uint8).reshape(-1, board.cells.size)
        discs = np.concatenate([cells == 1, cells == 2], axis=1)
        values = np.full((len(keys), board.columns), math.nan)  # NaN: not tried
        for row, key in zip(values, keys):
            for move, value in self.table._values[key].items():
                row[move] = value
        arrays = {
            "cells": np.packbits(discs, axis=1),
            "values": values,
            "results": np.array(self.results, np.int8),
        }
        write_arrays(path, head, arrays)

    @classmethod
    def load(cls, path: str | os.PathLike, opponent: Player) -> Training:
        """The training that `save` wrote; `run` continues it.

        Raises:
            ValueError: the file was not written by `save`, or is damaged.
            OSError: it cannot be read.
        """
        restore = partial(cls._from_arrays, opponent)
        return read_arrays(path, "training", FORMAT, ("cells", "values", "results"), restore)

    @classmethod
    def _from_arrays(cls, opponent: Player, head: dict, arrays: Arrays) -> Training:
        rows, columns, connect = head["size"]
        table = QTable(rows, columns, connect)
        training = cls(table, opponent, LearningSettings(**head["settings"]), head["seed"])
        size = rows * columns
        discs = np.unpackbits(arrays["cells"], axis=1)[:, : 2 * size].reshape(-1, 2, size)
        boards = (discs[:, 0] + 2 * discs[:, 1]).astype(np.int8)
        values = arrays["values"].reshape(-1, columns)
        training.results = arrays["results"].tolist()
        are_missing = np.isnan(values).all(axis=1)  # NaN: not tried
        are_wrong = (boards > 2).any() or are_missing.any() or (abs(values) > MOST).any()
        if are_wrong or not {*training.results} <= {-1, 0, 1}:
            what = "a cell holds two discs, a value is missing or beyond 1e15"
            raise ValueError(f"{what}, or a result is not -1, 0 or 1")
        for board, row in zip(boards, values.tolist(), strict=True):
            tried = {move: value for move, value in enumerate(row) if not math.isnan(value)}
            cells = board.tobytes()
            if head["halved"]:
                table._fill(_mirrored(cells, columns), _across(tried, columns))
            table._fill(cells, tried)
        return training


# -------------------------------------------------------------------- trained already


def trained_table(rows: int = 4, columns: int = 5, side: int = 2) -> QTable:
    """A table that ships with the package, trained for 50,000 games.

    Its opponent was a search with 40 playouts.
    `python -m mctslab.experiments learning_curve` trains these tables again, which takes some
    minutes.

    Args:
        rows, columns: 4 and 5, or 3 and 5.
        side: the player that the table is, 1 or 2.

    Raises:
        ValueError: no such table ships.

    >>> trained_table(4, 5)
    QTable(4, 5, 4: 47407 positions)
    >>> trained_table(6, 7)
    Traceback (most recent call last):
        ...
    ValueError: the trained table must be '4 x 5, side 2' or '4 x 5, side 1' or '3 x 5, side 2' or '3 x 5, side 1', not '6 x 7, side 2'
    """
    # No game is played.
    return Training.load(shipped_file(rows, columns, side), random_player).table


def shipped_file(rows: int, columns: int, side: int = 2) -> Path:
    """The file with the training of a table that ships with the package, for `Training.load`.

    Raises:
        ValueError: no such table ships.

    >>> shipped_file(4, 5).name
    'q_table_4x5_side2.npz'
    """
    tables = [f"{high} x {wide}, side {player}" for high, wide, player in SHIPPED]
    one_of("the trained table", f"{rows} x {columns}, side {side}", tables)
    return Path(str(files("mctslab"))) / "data" / f"q_table_{rows}x{columns}_side{side}.npz"
