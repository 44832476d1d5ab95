"""Lesson 06: three replies, what random games say of them, and what good play does."""

from editions.handouts.four_phases import BOARD
from editions.handouts.page import draw_board, page, write
from mctslab.audit.chances import chances
from pictures.lesson_06 import perfect

TASK = (
    """X has played column 0 in the position of lessons 04 to 07. Here are three replies of O, and what O scores after each of them if from
    here on both move at random, a draw counting as half a point. If the game goes on, X is to move.""",
    "1. What happens after each reply if both play well? 2. Which move of X decides it, and how often does a random X find it?",
)
SOLUTION = (
    """Random games put the winning reply first. But their numbers are no chances against a good player: they count how often X
    overlooks its one good answer.""",
)
ENDS = {1: "X wins", 0: "a draw", -1: "O wins"}
REPLIES = 0, 1, 4  # those that have won both of their playouts in lesson 04


def three_replies():
    """The task and its solution."""
    for is_solution in (False, True):
        figure = page("Which truth is that? (lesson 06)", SOLUTION if is_solution else TASK, is_solution)
        for number, reply in enumerate(REPLIES):
            left, board = 0.05 + 0.31 * number, BOARD.play(0).play(reply)
            draw_board(figure, (left, 0.36, 0.28, 0.38), board, f"O has played column {reply}")
            write(figure, left, 0.3, f"O scores in random games: {scores(board):.3f}")
            write(figure, left, 0.25, in_words(board) if is_solution else "If both play well: ________________")
            if not is_solution:
                write(figure, left, 0.2, "because __________________________")
        yield figure


def scores(board):
    """What O scores in random games from here."""
    odds = chances(board)
    return odds[2] + odds[None] / 2


def in_words(board):
    """How the game ends with good play, and by which moves of X."""
    end = perfect(board)
    if board.is_terminal:
        return f"{ENDS[end]}: the game is over."
    good = [move for move in board.legal_moves() if perfect(board.play(move)) == end]
    return f"{ENDS[end]}, with column {', '.join(map(str, good))},\none of {len(board.legal_moves())} moves."
