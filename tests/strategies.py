"""What the property tests draw from."""

from hypothesis import strategies as st

from c4lib import Board, SearchSettings


@st.composite
def sizes(draw, most_rows=7, most_columns=8, most_connect=5):
    """(rows, columns, connect) of a board on which a line fits."""
    rows, columns = draw(st.integers(1, most_rows)), draw(st.integers(1, most_columns))
    return rows, columns, draw(st.integers(1, min(most_connect, max(rows, columns))))


@st.composite
def games(draw, board_sizes=sizes(), most_moves=60):
    """The boards of one random game, from the empty one on; it may be over at the last."""
    boards = [Board(*draw(board_sizes))]
    for _ in range(draw(st.integers(0, most_moves))):
        if boards[-1].is_terminal:
            break
        boards.append(boards[-1].play(draw(st.sampled_from(boards[-1].legal_moves()))))
    return boards


@st.composite
def positions(draw, board_sizes=sizes(most_rows=5, most_columns=6), most_moves=20):
    """A board on which the game is not over."""
    return [board for board in draw(games(board_sizes, most_moves)) if not board.is_terminal][-1]


settings = st.builds(
    SearchSettings,
    c=st.sampled_from([0, 0.3, 1, 2**0.5, 5]),
    prior=st.sampled_from([0, 0, 1, 3]),
    unvisited=st.sampled_from([float("inf"), 0.5, 0, 1.2]),
    expand_at=st.integers(0, 3),
    draw=st.sampled_from([0.5, 0.5, 0, 0.3]),
    loss=st.sampled_from([0, 0, -1]),
    viewpoint=st.sampled_from(["mover", "root"]),
    distinct=st.booleans(),
    choose=st.sampled_from(["visits", "mean"]),
    solve=st.booleans(),
)
seeds = st.integers(0, 2**32)
