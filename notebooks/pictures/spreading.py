"""The moving picture of lesson 18: what a table expects spreads from the ends of games to the first move."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from matplotlib import colormaps
from matplotlib.colors import to_hex

from c4lib import Board
from c4lib.plots.canvas import Drawing, text_on
from mctslab.players import highest, random_player
from pictures.moving import MovingPicture

START = Board(3, 3, connect=3)
ALPHA, GAMMA, EPSILON = 0.6, 0.8, 0.1
REWARDS = {1: 50, None: -10, 2: -50}  # of X, by the winner; a move that ends nothing: -1
ORDERS = ("first move first", "last move first")
DARKEST = 25  # the value of the darkest blue
LEVELS = 3  # of X's moves that are drawn
GREY = "#d9d9d9"
SHADES = [to_hex(colormaps["RdBu"](share)) for share in np.linspace(0.08, 0.92, 11)]
WIDTH, HEIGHT = 10.0, 5.2


def library_update(table, board, move, reward, later, alpha, gamma):
    best = max(table[later].values()) if later else 0
    table[board][move] = (1 - alpha) * table[board][move] + alpha * (reward + gamma * best)


def is_right(update: Callable) -> bool:
    """Whether an update goes halfway to what it sees, in the middle of a game and at its end.

    >>> is_right(library_update), is_right(lambda *arguments: None)
    (True, False)
    """
    later = START.play(0).play(0)
    for next_one, reward, seen in ((later, -1, 9), (None, 50, 50)):
        table = {START: {0: 1.0}, later: {1: 20.0, 2: -5.0}}
        try:
            update(table, START, 0, reward, next_one, 0.5, 0.5)
            right = abs(table[START][0] - (1 + seen) / 2) < 1e-9
        except Exception:  # whatever the reader's function does
            right = False
        if not right:
            return False
    return True


class Learner:
    """A table that plays X against a random player.

    Attributes:
        values: by position and move, of the moves that were played.
        won: which of its games it has won.
    """

    def __init__(self, update: Callable, order: str, seed: int = 3) -> None:
        self.update, self.order, self.seed = update, order, seed
        self.table: dict[Board, dict[int, float]] = {}
        self.values: dict[tuple[Board, int], float] = {}
        self.won: list[bool] = []

    def row(self, board: Board) -> dict[int, float]:
        """The values of the moves in this position, 0 at first."""
        return self.table.setdefault(board, dict.fromkeys(board.legal_moves(), 0.0))

    def play_and_learn(self) -> None:
        """Play one more game, and learn from it."""
        rng, board, moves = np.random.default_rng((self.seed, len(self.won))), START, []
        while not board.is_terminal:
            if board.to_move == 2:
                board = board.play(random_player(board, rng))
                continue
            row, explores = self.row(board), rng.random() < EPSILON
            move = random_player(board, rng) if explores else highest(row, rng)
            moves.append((board, move))
            board = board.play(move)
        self.won.append(board.winner == 1)
        later = [position for position, _ in moves[1:]] + [None]
        steps = list(zip(moves, later, strict=True))
        for (position, move), after in reversed(steps) if self.order == ORDERS[1] else steps:
            reward = -1 if after is not None else REWARDS[board.winner]
            self.update(self.table, position, move, reward, after, ALPHA, GAMMA)
            self.values[position, move] = self.table[position][move]


def blocks(board: Board = START, left: float = 0, width: float = 1, level: int = 0) -> list[tuple]:
    """The blocks of the picture: (level, left end, width, position, move). Below each move stand the moves after every reply."""
    made = []
    moves = board.legal_moves()
    for place, move in enumerate(moves):
        start, share = left + place * width / len(moves), width / len(moves)
        made.append((level, start, share, board, move))
        after = board.play(move)
        if level + 1 < LEVELS and not after.is_terminal:
            replies = after.legal_moves()
            for number, reply in enumerate(replies):
                part = start + number * share / len(replies), share / len(replies)
                if not after.play(reply).is_terminal:
                    made += blocks(after.play(reply), *part, level + 1)
    return made


def spreading(update: Callable = library_update, games: int = 60) -> MovingPicture:
    """What two tables expect after each of their games: one learns first move first, one last move first.

    Args:
        update: the reader's, of exercise 1; the library's is taken as long as it is not right.
        games: how many there are.
    """
    is_theirs = update is not library_update and is_right(update)
    whose = "your update" if is_theirs else "the library's update"
    learners = [Learner(update if is_theirs else library_update, order) for order in ORDERS]
    frames, places = [[{}, {}]], blocks()

    def values(number):
        while len(frames) <= number:  # trains as far as is looked at
            for learner in learners:
                learner.play_and_learn()
            frames.append([dict(learner.values) for learner in learners])
        return frames[number]

    def best_first(found):
        return max((found.get((START, move), 0) for move in START.legal_moves()), default=0)

    def draw(scene, number):
        drawing = Drawing.within(scene, 0, WIDTH, 0, HEIGHT)
        for panel, (order, found) in enumerate(zip(ORDERS, values(number), strict=True)):
            draw_blocks(drawing, 0.15 + 5 * panel, 4.7, order, places, found)
        drawing.write(5, 0.18, "red: expects to lose, white: 0, blue: expects to win, grey: never tried", 0.23)

    def say(number):
        first, last = (best_first(found) for found in values(number))
        return f"{number} games with {whose}. Best first move: {whole(first)} on the left, {whole(last)} on the right."

    return MovingPicture(draw, say, 0, games, "games")


def draw_blocks(drawing, left, width, title, places, found):
    """The moves of one table, level by level, in the colours of what it expects."""
    drawing.write(left + width / 2, 4.95, title, 0.32, weight="bold")
    bottoms = (3.45, 1.95, 0.5)
    drawing.boxes([(left, bottom, width, 1) for bottom in bottoms], GREY, zorder=2)
    for bottom, words in zip(bottoms, ("first moves", "second moves", "third moves"), strict=True):
        drawing.write(left + width / 2, bottom + 1.17, words, 0.23)
    colours: dict[str, list] = {}
    for level, start, share, board, move in places:
        if (board, move) in found:
            value = found[board, move]
            colour = shade(value)
            box = left + start * width, bottoms[level], share * width, 1
            colours.setdefault(colour, []).append(box)
            if level == 0:
                drawing.write(box[0] + box[2] / 2, 3.95, whole(value), 0.3, color=text_on(colour))
    for colour, boxes in colours.items():
        drawing.boxes(boxes, colour)


def shade(value: float) -> str:
    """Red for what is worse than nothing, blue for what is better."""
    return SHADES[round((min(max(value, -DARKEST), DARKEST) / DARKEST + 1) * 5)]


def whole(value: float) -> str:
    """A value without its decimals.

    >>> whole(-0.4), whole(12.6)
    ('0', '13')
    """
    return f"{round(value):d}"
