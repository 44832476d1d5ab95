"""What the property tests draw from."""

import math

from hypothesis import settings as examples
from hypothesis import strategies as st

from c4lib import Board, HexBoard, SearchSettings


@st.composite
def sizes(draw, most_rows=7, most_columns=8, most_connect=5):
    """(rows, columns, connect) of a board on which a line fits."""
    rows, columns = draw(st.integers(1, most_rows)), draw(st.integers(1, most_columns))
    return rows, columns, draw(st.integers(1, min(most_connect, max(rows, columns))))


@st.composite
def games_from(draw, start, most_moves):
    """The positions of one random game, from `start` on; it may be over at the last."""
    game = [start]
    for _ in range(draw(st.integers(0, most_moves))):
        if game[-1].is_terminal:
            break
        game.append(game[-1].play(draw(st.sampled_from(game[-1].legal_moves()))))
    return game


def games(board_sizes=sizes(), most_moves=60):
    """The boards of one random game of Connect Four, from the empty one on."""
    return board_sizes.flatmap(lambda size: games_from(Board(*size), most_moves))


def hex_games(most_size=5):
    """The boards of one random game of Hex, from the empty one on."""
    return st.integers(1, most_size).flatmap(lambda size: games_from(HexBoard(size), size * size))


def going_on(game):
    """The positions of a game in which it is not over."""
    return [position for position in game if not position.is_terminal]


def positions(board_sizes=sizes(most_rows=5, most_columns=6), most_moves=20):
    """A board of Connect Four on which the game is not over."""
    return games(board_sizes, most_moves).map(going_on).flatmap(st.sampled_from)


def hex_positions(most_size=4):
    """A board of Hex on which the game is not over."""
    return hex_games(most_size).map(going_on).flatmap(st.sampled_from)


settings = st.builds(
    SearchSettings,
    c=st.sampled_from([0, 0.3, 1, 2**0.5, 5]) | st.floats(0, 10),
    prior=st.sampled_from([0, 0, 1, 3, 2**15 - 10]),  # the logarithms of up to 2**16 visits are in a table
    unvisited=st.sampled_from([math.inf, -math.inf, 0.5, 0, 1.2]) | st.floats(-2, 3),
    expand_at=st.sampled_from([0, 1, 1, 2, 3, 10]),
    draw=st.sampled_from([0.5, 0.5, 0, 0.3]) | st.floats(0, 1),
    loss=st.sampled_from([0, 0, -1]) | st.floats(-3, 0),
    viewpoint=st.sampled_from(["mover", "root"]),
    distinct=st.booleans(),
    choose=st.sampled_from(["visits", "mean"]),
    solve=st.booleans(),
)
seeds = st.integers(0, 2**32)

few = examples(max_examples=examples.default.max_examples // 2)  # of cases that take longer

turns = st.lists(st.integers(0, 8), max_size=5)


def opened_path(root, turns):
    """The nodes that a reader opens: from the root down, by these children, as far as there are any."""
    path = [root]
    for turn in turns:
        children = path[-1].children
        if children:
            path.append(children[turn % len(children)])
    return path
