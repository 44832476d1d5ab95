"""Lesson 21: empty boards of bits."""

from c4lib import Board
from editions.handouts.page import GREY, cell_points, draw_cells, page

TASK = (
    """A board of six rows and seven columns is a number, and cell k is its bit k. Each column has one more bit on top, which belongs to no
    cell and stays 0 (grey). discs >> s moves every bit to a number lower by s.""",
    "1. Which step s goes one cell along a line? Upwards ______, falling ______, across ______, rising ______.",
    """2. Draw the discs that you see on the screen into the first board. Mark in the second one what is left of them by
    discs & (discs >> s), and in the third what is left of the pairs by pairs & (pairs >> 2s). When is there a line of four?""",
    "3. Draw four discs that make a line upwards without the grey bits, and none with them.",
)
TITLES = "discs", "pairs = discs & (discs >> s)", "fours = pairs & (pairs >> 2s)"


def empty_boards():
    """Three boards, with the number of each bit."""
    board = Board()
    figure = page("Four in a row is two shifts (lesson 21)", TASK)
    for number, title in enumerate(TITLES):
        box = 0.05 + 0.315 * number, 0.1, 0.27, 0.5
        ax = draw_cells(figure, box, board.rows + 1, board.columns, title)
        ax.axhspan(board.rows, board.rows + 1, color="0.85")
        size = 0.26 * cell_points(ax)
        for bit in range(board.columns * (board.rows + 1)):
            column, row = divmod(bit, board.rows + 1)
            ax.text(column + 0.08, row + 0.08, f"{bit}", size=size, color=GREY)
    yield figure
