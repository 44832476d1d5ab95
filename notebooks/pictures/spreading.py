"""The moving picture of lesson 18: what a table expects spreads from the ends of games to the first move."""

from collections import defaultdict

import numpy as np
from matplotlib import colormaps
from matplotlib.colors import to_hex

from c4lib import Board
from c4lib.plots.canvas import BOLD, Style, text_on
from mctslab.players import highest, random_player
from pictures.moving import MovingPicture

START = Board(3, 3, connect=3)
AFTER = START.play(0).play(0)
ALPHA = 0.6
GAMMA = 0.8
EPSILON = 0.1
REWARDS = {1: 50, None: -10, 2: -50}  # of X, by the winner; a move that ends nothing: -1
ORDERS = ("first move first", "last move first")
DARKEST = 25  # the value of the darkest blue
GREY = "#d9d9d9"
SHADES = [to_hex(colour) for colour in colormaps["RdBu"](np.linspace(0.08, 0.92, 11))]
WIDTH = 10.0
HEIGHT = 5.2
BOTTOMS = {"first moves": 3.45, "second moves": 1.95, "third moves": 0.5}  # of the levels


def library_update(table, board, move, reward, later, alpha, gamma):
    best = max(table[later].values()) if later else 0
    before = table[board][move]
    seen = reward + gamma * best
    table[board][move] = (1 - alpha) * before + alpha * seen


def is_right(update):
    """Whether an update goes halfway to what it sees, in the middle of a game and at its end.

    >>> is_right(library_update), is_right(lambda *arguments: None)
    (True, False)
    """
    try:
        inside = _goes_halfway(update, AFTER, -1, 9)
        return inside and _goes_halfway(update, None, 50, 50)
    except Exception:  # whatever the reader's function does
        return False


def _goes_halfway(update, later, reward, seen):
    table = {START: {0: 1.0}, AFTER: {1: 20.0, 2: -5.0}}
    update(table, START, 0, reward, later, 0.5, 0.5)
    halfway = (1 + seen) / 2
    return abs(table[START][0] - halfway) < 1e-9


class Learner:
    """A table that plays X against a random player.

    Attributes:
        values: by position and move, of the moves that were played.
        won: which of its games it has won.
    """

    def __init__(self, update, order, seed=3):
        self.update = update
        self.order = order
        self.seed = seed
        self.table = {}
        self.values = {}
        self.won = []

    def row(self, board):
        """The values of the moves in this position, 0 at first."""
        new = dict.fromkeys(board.legal_moves(), 0.0)
        return self.table.setdefault(board, new)

    def play_and_learn(self):
        """Play one more game, and learn from it."""
        game = len(self.won)
        rng = np.random.default_rng((self.seed, game))
        board = START
        own = []
        while not board.is_terminal:
            if board.to_move == 2:
                move = random_player(board, rng)
            else:
                move = self.choose(board, rng)
                own.append((board, move))
            board = board.play(move)
        self.won.append(board.winner == 1)
        self.learn(own, REWARDS[board.winner])

    def choose(self, board, rng):
        """The best move by the table, or now and then any."""
        row = self.row(board)
        explores = rng.random() < EPSILON
        return random_player(board, rng) if explores else highest(row, rng)

    def learn(self, moves, result):
        """Learn from the moves of a game, each (position, move), and from its result."""
        positions = [position for position, _ in moves]
        later = [*positions[1:], None]
        steps = list(zip(moves, later))
        if self.order == "last move first":
            steps.reverse()
        for (position, move), after in steps:
            reward = -1 if after else result
            self.update(self.table, position, move, reward, after, ALPHA, GAMMA)
            self.values[position, move] = self.table[position][move]


def blocks(board=START, left=0, width=1, level=0):
    """The blocks of the picture: (level, left end, width, position, move). Below each move stand the moves after every reply."""
    made = []
    for start, share, move in _shared(board, left, width):
        made.append((level, start, share, board, move))
        after = board.play(move)
        if level + 1 < len(BOTTOMS) and not after.is_terminal:
            for first, part, reply in _shared(after, start, share):
                later = after.play(reply)
                if not later.is_terminal:
                    made += blocks(later, first, part, level + 1)
    return made


def _shared(board, left, width):
    """The left end and the width of each legal move, if they share this room."""
    moves = board.legal_moves()
    for place, move in enumerate(moves):
        start = left + place * width / len(moves)
        yield start, width / len(moves), move


def spreading(update=library_update, games=60):
    """What two tables expect after each of their games: one learns first move first, one last move first.

    Args:
        update: the reader's, of exercise 1; the library's is taken as long as it is not right.
        games: how many there are.
    """
    whose = "the library's update"
    if update is not library_update and is_right(update):
        whose = "your update"
    else:
        update = library_update
    learners = [Learner(update, order) for order in ORDERS]
    frames = [[{}, {}]]
    places = blocks()

    def values(number):
        while len(frames) <= number:  # trains as far as is looked at
            for learner in learners:
                learner.play_and_learn()
            frames.append([dict(learner.values) for learner in learners])
        return frames[number]

    def draw(drawing, number):
        drawing.limit(0, WIDTH, 0, HEIGHT)
        left, right = values(number)
        draw_blocks(drawing, 0.15, ORDERS[0], places, left)
        draw_blocks(drawing, 5.15, ORDERS[1], places, right)
        drawing.write(5, 0.18, "red: expects to lose, white: 0, blue: expects to win, grey: never tried", 0.23)

    def say(number):
        first, last = map(best_first, values(number))
        return f"{number} games with {whose}. Best first move: {first} on the left, {last} on the right."

    return MovingPicture(draw, say, 0, games, "games")


def best_first(found):
    """The value of the best first move, as a text."""
    moves = START.legal_moves()
    best = max(found.get((START, move), 0) for move in moves)
    return whole(best)


def draw_blocks(drawing, left, title, places, found):
    """The moves of one table, level by level, in the colours of what it expects."""
    width = 4.7
    middle = left + width / 2
    drawing.write(middle, 4.95, title, 0.32, BOLD)
    bottoms = [*BOTTOMS.values()]
    drawing.boxes([(left, bottom, width, 1) for bottom in bottoms], GREY, zorder=2)
    for words, bottom in BOTTOMS.items():
        drawing.write(middle, bottom + 1.17, words, 0.23)
    boxes = defaultdict(list)  # by colour
    for level, start, share, board, move in places:
        if (board, move) in found:
            value = found[board, move]
            colour = shade(value)
            x = left + start * width
            boxes[colour].append((x, bottoms[level], share * width, 1))
            if level == 0:
                centre = x + share * width / 2
                drawing.write(centre, 3.95, whole(value), 0.3, Style(color=text_on(colour)))
    for colour, some in boxes.items():
        drawing.boxes(some, colour)


def shade(value):
    """Red for what is worse than nothing, blue for what is better."""
    within = min(max(value, -DARKEST), DARKEST)
    return SHADES[round((within / DARKEST + 1) * 5)]


def whole(value):
    """A value without its decimals.

    >>> whole(-0.4), whole(12.6)
    ('0', '13')
    """
    return f"{round(value):d}"
