"""What a table learns: the published training, one change at a time, and the tables that ship."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache, partial
from itertools import product

import numpy as np
import pandas as pd
from numpy.random import Generator

from c4lib.board import Board
from c4lib.fast.bitboard import bits_of, rules_of
from c4lib.fast.jit import U, allocating, compiled
from c4lib.fast.kernel import after_move, line_along
from c4lib.fast.search import LOGARITHMS
from c4lib.fast.solver import solve_moves
from mctslab.arena.matches import GameToPlay, play_games
from mctslab.arena.score import DRAW, counts
from mctslab.experiments.tables import Row, samples, table_of
from mctslab.players import Player, highest, mcts_player, random_player
from mctslab.qlearning import (
    SHIPPED,
    LearningSettings,
    QPlayer,
    QTable,
    Training,
    shipped_file,
    trained_table,
)

BLOCK = 2_500  # games that are one row of a learning curve
PLAYED = 400  # games of each pairing
SAMPLE = 100  # of them those that are one row

# -------------------------------------------------------------------- the published teacher, compiled


def published_teacher(board: Board, rng: Generator, playouts: int = 40) -> int:
    """The move of `MCTSClassPlayer(playouts)`, with the same random numbers, for boards with at
    most 5 columns.

    Fifty thousand games against the readable class would take half an hour.

    >>> published_teacher(Board(4, 5), np.random.default_rng(1))
    3
    """
    mine, taken = bits_of(board)
    rules = rules_of(board.rows, board.columns, board.connect)
    return int(class_search(U(mine), U(taken), rules, playouts, LOGARITHMS, rng))


@allocating
def class_search(mine, taken, rules, playouts, logarithms, rng):
    """The column that P1 plays.

    Its first four plies are "built ahead": here each when it is first needed.
    """
    columns = np.int64(rules.columns)
    most_nodes = 1 + 5 * columns * (playouts + 1)  # at most 5 blocks a playout
    first, visits, wins = np.zeros((3, most_nodes), np.int64)
    path = np.zeros(64, np.int64)
    end = 1
    for _ in range(playouts):
        own, discs = mine, taken
        node = 0
        depth = 0
        while (depth < 4 or visits[node]) and discs != rules.full:
            if not first[node]:
                first[node] = end
                end += columns
            start = first[node]
            block = slice(start, start + columns)
            logarithm = logarithms[visits[node]]
            column = class_child(visits[block], wins[block], logarithm, discs, rules, rng)
            own, discs = after_move(own, discs, U(column), rules)
            node = start + column
            depth += 1
            path[depth] = node
        result = class_playout(own, discs, rules, rng)
        if depth % 2:  # at every depth from the viewpoint of the root's player
            result = -result
        for step in range(depth + 1):
            visits[path[step]] += 1
            wins[path[step]] += result
    return np.argmax(visits[first[0] : first[0] + columns])


@allocating
def class_child(visits, wins, logarithm, discs, rules, rng):
    """One of the unvisited children; if there are none, that with the highest UCB1, where C = 2."""
    columns = open_columns(discs, rules)
    unvisited = [column for column in columns if not visits[column]]
    if unvisited:
        return unvisited[int(rng.random() * len(unvisited))]
    best = -1
    largest = -math.inf
    for column in columns:
        n = visits[column]
        bonus = 2.0 * math.sqrt(logarithm / n)
        value = wins[column] / n + bonus
        if value > largest or (value == largest and n > visits[best]):
            best = column
            largest = value
    return best


@allocating
def class_playout(mine, taken, rules, rng):
    """1 if a random game is won by the player to move, -1 if lost, 0 if drawn.

    It goes on from a won board: only lines through the disc just played end it.
    """
    if taken == rules.full:  # P1 draws the last column then, where no disc fits
        rng.random()
        last = (rules.columns - U(1)) * rules.height
        place = rules.top & (rules.cells << last)
        return int(completes_four(mine | place, place, rules))
    sign = 1
    while taken != rules.full:
        columns = open_columns(taken, rules)
        column = columns[int(rng.random() * len(columns))]
        theirs, discs = after_move(mine, taken, U(column), rules)
        mine = theirs ^ discs
        if completes_four(mine, taken ^ discs, rules):
            return sign
        mine = theirs
        taken = discs
        sign = -sign
    return 0


@compiled
def completes_four(mine, disc, rules):
    """Whether the disc is part of four in a row."""
    for step in (U(1), rules.falling, rules.across, rules.rising):
        line = line_along(mine, step, U(4))
        line |= line << step
        line |= line << (step + step)
        if line & disc:
            return True
    return False


@allocating
def open_columns(discs, rules):
    """The columns that are not full, from left to right."""
    columns = range(np.int64(rules.columns))
    free = ~discs & rules.top
    return [column for column in columns if free & (rules.cells << U(column) * rules.height)]


# -------------------------------------------------------------------- one change at a time

SOUND_TEACHER = mcts_player(40)
LAST_FIRST = {"order": "last move first"}
FREE_MOVES = {"move": 0}
ALL = LAST_FIRST | {"mirror_all": True, "alpha": 0.2, "gamma": 1, "move": 0, "draw": 0}

# What is changed in the published training: the teacher, and the settings of the table.
CHANGES = {
    "as published": (published_teacher, {}),
    "sound teacher": (SOUND_TEACHER, {}),
    "last move first": (published_teacher, LAST_FIRST),
    "mirror all": (published_teacher, {"mirror_all": True}),
    "alpha 0.2": (published_teacher, {"alpha": 0.2}),
    "gamma 1": (published_teacher, {"gamma": 1}),
    "free moves": (published_teacher, FREE_MOVES),
    "draw 0": (published_teacher, {"draw": 0}),
    "all": (SOUND_TEACHER, ALL),
    "all but the teacher": (published_teacher, ALL),
    "all but the order": (SOUND_TEACHER, ALL | {"order": "first move first"}),
    "all but the mirror": (SOUND_TEACHER, ALL | {"mirror_all": False}),
    "all but alpha": (SOUND_TEACHER, ALL | {"alpha": 0.6}),
    "all but gamma": (SOUND_TEACHER, ALL | {"gamma": 0.8}),
    "all but free moves": (SOUND_TEACHER, ALL | {"move": -1}),
    "all but the draw": (SOUND_TEACHER, ALL | {"draw": -10}),
    "teacher and order": (SOUND_TEACHER, LAST_FIRST),
    "teacher and free moves": (SOUND_TEACHER, FREE_MOVES),
    "order and free moves": (published_teacher, LAST_FIRST | FREE_MOVES),
    "teacher, order, free moves": (SOUND_TEACHER, LAST_FIRST | FREE_MOVES),
}
# All ways to change the teacher, the order, and what a move costs.
CUBE = (
    "as published",
    "sound teacher",
    "last move first",
    "free moves",
    "teacher and order",
    "teacher and free moves",
    "order and free moves",
    "teacher, order, free moves",
)
ON_3_ROWS = ("as published", "last move first", "all but the order", "all")  # of them on 3 x 5, too
SEEDS = (1, 2, 3, 4, 5)
MORE_SEEDS = (6, 7, 8, 9, 10)  # for the cube
GAMES = 10_000
MOST_GAMES = 50_000  # "as published" goes on to this
TESTS = {
    "random": random_player,
    "P1, 10 playouts": partial(published_teacher, playouts=10),
    "P1, 40 playouts": published_teacher,
    "40 playouts": mcts_player(40),
}
TESTED = 200  # games against each


def learning_changes(jobs: int) -> pd.DataFrame:
    """What tables score in training and after it, as published and with one change at a time."""
    trainings = [*product((4,), CHANGES, SEEDS), *product((3,), ON_3_ROWS, SEEDS)]
    trainings += product((4,), CUBE, MORE_SEEDS)
    return table_of(changed, trainings, "trainings", jobs)


def changed(rows: int, change: str, seed: int) -> list[Row]:
    """The rows of one training: what `opponent` was played, after how many `games` of training."""
    training = training_with(change, rows, seed)
    numbers = (GAMES,)
    if change == "as published" and seed in SEEDS:
        numbers = (0, GAMES, MOST_GAMES)
    tested = []
    for games in numbers:
        if games:
            training.run(games - len(training.results))
        for opponent, row in scored(training, TESTS):
            tested.append({"opponent": opponent, "games": games} | row)
    trained = [{"opponent": "in training"} | row for row in curve(training)]
    names = {"rows": rows, "change": change, "seed": seed}
    return [names | row for row in trained + tested]


def training_with(change: str, rows: int, seed: int) -> Training:
    """A training that has not begun, with one of `CHANGES`, on boards with so many rows and 5 columns."""
    teacher, settings = CHANGES[change]
    return Training(QTable(rows, 5), teacher, LearningSettings(**settings), seed)


def curve(training: Training) -> list[Row]:
    """How many games were won, drawn and lost, 2,500 at a time: `games` is where they end."""
    whole = len(training.results) // BLOCK * BLOCK
    points = [(1 + result) / 2 for result in training.results[:whole]]
    rows = []
    for row in samples(points, BLOCK):
        games = (row.pop("sample") + 1) * BLOCK
        rows.append({"games": games} | row)
    return rows


def scored(training: Training, opponents: dict[str, Player]) -> Iterator[tuple[str, Row]]:
    """The table's games against each of these, without learning and exploring."""
    table = QPlayer(training.table)
    board = training.table.empty
    side = training.settings.side
    for opponent, player in opponents.items():
        points = results(table, player, board, side, training.seed, range(TESTED))
        yield opponent, counts(points)


def results(
    player: Player, opponent: Player, board: Board, side: int, seed: int, numbers: range
) -> list[float]:
    """What the player scores on that side, in the games with these numbers."""
    first, second = (player, opponent) if side == 1 else (opponent, player)
    games = [GameToPlay(first, second, (seed, number), board) for number in numbers]
    points = {None: DRAW, side: 1.0, 3 - side: 0.0}
    return [points[record.winner] for record in play_games(games)]


# -------------------------------------------------------------------- what the cost of a move does

# The cost of a move, and what an untried move is worth. With a discount of 0.8, -1 + 0.8 * -5 = -5:
# such a cost pushes no tried move below untried ones; and 0 + 0.8 * 5 = 4 does without any cost.
COSTS = ((-1, 0), (-1, -5), (0, 0), (0, 5))


class StartTable(QTable):
    """A table in which a move about which nothing was learnt is worth `start`.

    >>> StartTable(4, 5, start=-5).values(Board(4, 5))
    {0: -5, 1: -5, 2: -5, 3: -5, 4: -5}
    """

    def __init__(self, rows: int, columns: int, start: float) -> None:
        super().__init__(rows, columns)
        self.start = start

    def values(self, board: Board) -> dict[int, float]:
        """The value of each legal move, for the player to move."""
        values = super().values(board)
        for move in values.keys() - self.tried(board):
            values[move] = self.start
        return values


def learning_costs(jobs: int) -> pd.DataFrame:
    """Sound teacher, last move first: with a cost and without, by what an untried move is worth.

    Each of 10 tables meets a sound search of 40 playouts; again when it plays tried moves only.
    """
    tasks = product(COSTS, SEEDS + MORE_SEEDS)
    return table_of(costed, tasks, "trainings", jobs)


def costed(cost: tuple[float, float], seed: int) -> list[Row]:
    """The rows of one training with this cost of a move and this worth of an untried one."""
    move, start = cost
    settings = LearningSettings(**LAST_FIRST, move=move)
    table = StartTable(4, 5, start)
    Training(table, SOUND_TEACHER, settings, seed).run(GAMES)
    rows = []
    numbers = range(TESTED)
    for moves, player in (("all", QPlayer(table)), ("tried", partial(best_tried, table))):
        points = results(player, SOUND_TEACHER, table.empty, settings.side, seed, numbers)
        names = {"move": move, "start": start, "seed": seed, "moves": moves}
        rows.append(names | counts(points))
    return rows


def best_tried(table: QTable, board: Board, rng: Generator) -> int:
    """The best of the moves about which the table learnt something, if there are any."""
    values = table.values(board)
    tried = table.tried(board) or tuple(values)
    return highest({move: values[move] for move in tried}, rng)


# -------------------------------------------------------------------- the tables that ship


def learning_curve(jobs: int) -> pd.DataFrame:
    """Trains the tables that ship with the package, 50,000 games each, which are the rows."""
    return table_of(shipped, SHIPPED, "trainings", jobs)


def shipped(rows: int, columns: int, side: int) -> list[Row]:
    """Trains a table into its file; the rows of its curve."""
    teacher, changes = CHANGES["all"]
    settings = LearningSettings(**changes, side=side)
    training = Training(QTable(rows, columns), teacher, settings, seed=SEEDS[0])
    training.run(MOST_GAMES)
    training.save(shipped_file(rows, columns, side))
    names = {"rows": rows, "side": side}
    return [names | row for row in curve(training)]


def learned_strength(jobs: int) -> pd.DataFrame:
    """What the shipped tables, an untrained one, a search and perfect play score in 400 games."""
    pairings = product(SHIPPED, LEARNERS, OPPONENTS, range(PLAYED // SAMPLE))
    return table_of(sample, pairings, "rows", jobs)


def sample(size: tuple[int, int, int], player: str, opponent: str, number: int) -> Row:
    """A row of `learned_strength`: 100 games, with generators of (2, number of the game)."""
    rows, columns, side = size
    learner = LEARNERS[player](*size)
    numbers = range(number * SAMPLE, (number + 1) * SAMPLE)
    board = Board(rows, columns)
    points = results(learner, OPPONENTS[opponent], board, side, 2, numbers)
    names = {"rows": rows, "side": side, "player": player, "opponent": opponent, "sample": number}
    return names | counts(points)


def perfect_player(board: Board, rng: Generator) -> int:
    """A move of the highest exact score: the soonest win, else a draw, else the latest loss."""
    return highest(_exact(board), rng)


_exact = cache(solve_moves)

LEARNERS = {
    "trained table": lambda *size: QPlayer(trained_table(*size)),
    "untrained table": lambda rows, columns, side: QPlayer(QTable(rows, columns)),
    "40 playouts": lambda *size: mcts_player(40),
    "perfect play": lambda *size: perfect_player,
}
OPPONENTS = {
    "random": random_player,
    "10 playouts": mcts_player(10),
    "40 playouts": mcts_player(40),
    "200 playouts": mcts_player(200),
    "1,000 playouts": mcts_player(1000),
}


# -------------------------------------------------------------------- how many positions there are


def positions_left(jobs: int) -> pd.DataFrame:
    """How many positions of 4 x 5 there are in which the game is not over, by discs."""
    counts = enumerate(unfinished_positions(4, 5))
    return pd.DataFrame(counts, columns=["discs", "positions"])


def unfinished_positions(rows: int, columns: int) -> Iterator[int]:
    """How many positions there are after 0, 1, 2, ... moves in which the game is not over.

    Mirror images count once.

    >>> list(unfinished_positions(2, 4))
    [1, 2, 8, 24, 56, 80, 98, 68]
    """
    boards = [Board(rows, columns)]
    while boards:
        yield len(boards)
        after = {}
        for board in boards:
            for move in board.legal_moves():
                later = board.play(move)
                if not later.is_terminal:
                    after[_without_side(later)] = later
        boards = list(after.values())


def _without_side(board: Board) -> bytes:
    mirrored = board.cells[:, ::-1]
    return min(board.cells.tobytes(), mirrored.tobytes())


# -------------------------------------------------------------------- judges who have taught nobody

# All three changes, and each of them left out.
LEFT_OUT = (
    "teacher, order, free moves",
    "order and free moves",
    "teacher and free moves",
    "teacher and order",
)
OUTSIDERS = {"200 playouts": mcts_player(200), "perfect play": perfect_player}


def learning_judges(jobs: int) -> pd.DataFrame:
    """What the tables of `learning_changes` score against strong players who taught none of them."""
    trainings = product(LEFT_OUT, SEEDS + MORE_SEEDS)
    return table_of(outside, trainings, "trainings", jobs)


def outside(change: str, seed: int) -> list[Row]:
    """The rows of one training: what it scores against each of `OUTSIDERS`."""
    training = training_with(change, 4, seed)
    training.run(GAMES)
    names = {"change": change, "seed": seed}
    return [names | {"opponent": name} | row for name, row in scored(training, OUTSIDERS)]
