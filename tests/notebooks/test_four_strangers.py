"""The four strangers of lesson 22: what each of them counts, and where it sends O, in a small tree in which O is to move."""

import numpy as np
import pytest

from c4lib import Board, ucb1
from pictures.strangers import grow_with
from tools.notebooks import find, read

BOARD = Board.from_moves("6010101")  # O wins in column 0
RESULTS = [1, 2, None, 2]  # who won, None for a draw


@pytest.fixture(scope="module")
def programs():
    """The classes of the two cells that write them."""
    names = {"ucb1": ucb1}
    for cell in read(find(["22"])[0]).cells:
        if "(Node):" in cell.source:
            exec(cell.source, names)
    return {letter: names[letter] for letter in "ABCD"}


def counted(program, depth):
    """The node so deep below O's turn after these four results: its visits, wins and mean."""
    node = program(BOARD)
    for _ in range(depth):
        node = program(node.game.play(0), node)
    for visits, winner in enumerate(RESULTS, 1):
        node.visits = visits
        node.add(winner)
    return node


@pytest.mark.parametrize(
    ("letter", "after_x", "after_o"),
    [("A", -1, -1), ("B", 1, -1), ("C", 1, 2)],
    ids=["A: X's wins less O's, in every node", "B: the signs alternate from the root", "C: wins only, of the mover"],
)
def test_what_is_counted_after_one_win_of_x_two_of_o_and_a_draw(programs, letter, after_x, after_o):
    root, child = counted(programs[letter], 0), counted(programs[letter], 1)
    assert (root.mover, child.mover) == (1, 2)
    assert (root.wins, child.wins) == (after_x, after_o)


def test_d_keeps_the_mean_of_the_mover_in_which_a_draw_is_one_half(programs):
    root, child = counted(programs["D"], 0), counted(programs["D"], 1)
    assert root.mean == pytest.approx(1.5 / 4)
    assert child.mean == pytest.approx(2.5 / 4)


@pytest.mark.parametrize("letter", "ABCD")
def test_o_is_sent_to_the_win_by_all_but_b_who_avoids_it(programs, letter):
    root = grow_with(programs[letter])(BOARD, np.random.default_rng(1), 60)
    visits = {move: child.visits for move, child in root.children.items()}
    ends = sorted(visits, key=visits.get)
    assert (ends[0] if letter == "B" else ends[-1]) == 0
