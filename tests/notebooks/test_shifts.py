"""Lesson 21's shifts that find four in a row: compared with a search through the lines of cells, without a browser."""

import numpy as np
import pytest

from c4lib.board import winning_lines
from pictures.lesson_21 import DIRECTIONS, Shifts

STEPS = {"upwards": (0, 1), "across": (1, 0), "rising": (1, 1), "falling": (1, -1)}
DIAGONAL = [(0, 0), (1, 1), (2, 2), (3, 3)]


@pytest.fixture
def shifts():
    panel = Shifts(DIAGONAL, "rising")
    yield panel
    panel.close()


def has_line(cells, direction):
    """Whether four of the cells, each (column, row), are in a line of this direction."""
    lines = [sorted((cell % 7, 5 - cell // 7) for cell in line) for line in winning_lines(6, 7, 4)]
    across, up = STEPS[direction]
    return any({*line} <= cells and (line[0][0] + across, line[0][1] + up) in line for line in lines)


def verdict(shifts):
    """Whether the last picture says that there is a line."""
    shifts.number.value = 4
    return shifts.sentence.value.endswith("a line.")


def test_with_the_empty_bits_the_program_sees_the_lines_there_are_and_no_other(shifts):
    rng, found = np.random.default_rng(3), 0
    cells = [(column, row) for column in range(7) for row in range(6)]
    for place, direction in enumerate(DIRECTIONS):
        shifts.direction.value = place
        for count in rng.integers(12, 24, 40):
            shifts.cells = {cells[k] for k in rng.choice(42, count, replace=False)}
            shifts._show()
            assert verdict(shifts) == has_line(shifts.cells, direction), (direction, shifts.cells)
            found += verdict(shifts)
    assert 20 < found < 140


def test_without_the_empty_bits_a_line_runs_around_the_corner(shifts):
    shifts.clear.click()
    for cell in [(0, 3), (0, 4), (0, 5), (1, 0)]:
        shifts.picture.click(cell)
    shifts.direction.value = DIRECTIONS.index("upwards")
    assert not verdict(shifts)
    shifts.spare.value = False
    assert verdict(shifts)


def test_each_number_has_its_sentence(shifts):
    said = []
    for number in range(5):
        shifts.number.value = number
        said.append(shifts.sentence.value)
    assert said == [
        "discs: 4 bits are 1.",
        "discs >> 8: every bit of the copy moves to a number lower by 8.",
        "pairs = discs & (discs >> 8): 3 bits are left.",
        "pairs >> 16: every bit of the copy moves to a number lower by 16.",
        "fours = pairs & (pairs >> 16): 1 bit is left, so the program sees a line.",
    ]


def test_a_click_puts_a_disc_and_a_second_one_takes_it_away(shifts):
    before = shifts.picture.scene.elements.copy()
    shifts.picture.click((6, 5))
    assert (6, 5) in shifts.cells
    assert shifts.picture.scene.elements != before
    shifts.picture.click((6, 5))
    assert shifts.picture.scene.elements == before
    assert len(shifts.picture.spots) == 42
    shifts.clear.click()
    assert shifts.cells == set()
