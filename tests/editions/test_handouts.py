"""The handouts to print."""

from functools import cache

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from c4lib import Board, solve_moves
from c4lib.fast.bitboard import bits_of
from editions.handouts.command import HANDOUTS, write_handouts
from editions.handouts.lessons import cell_with
from editions.handouts.page import ACROSS, UPRIGHT
from editions.handouts.positions import chosen_positions
from mctslab.lecture import worked_example

BY_HAND = ["04", "07", "10", "22"]  # a table to fill in, and the same with its solution
every_handout = pytest.mark.parametrize("name", HANDOUTS)


@cache
def pages(name):
    """The pages of a handout, drawn."""
    made = list(HANDOUTS[name]())
    for figure in made:
        FigureCanvasAgg(figure).draw()
    return made


def rows_of(table):
    """The texts of a table, row by row."""
    cells = table.get_celld()
    rows, columns = (sorted(set(numbers)) for numbers in zip(*cells))
    return [[cells[row, column].get_text().get_text() for column in columns] for row in rows]


def tables(figure):
    """The texts of each table of a page."""
    return [rows_of(table) for ax in figure.axes for table in ax.tables]


@every_handout
def test_page_is_a4_in_black_and_white(name):
    for figure in pages(name):
        assert tuple(figure.get_size_inches()) in (ACROSS, UPRIGHT)
        colours = np.asarray(figure.canvas.buffer_rgba())[..., :3].astype(int)
        assert np.ptp(colours, axis=-1).max() < 90  # the lines of a Hex board are a bluish grey


@every_handout
def test_no_text_reaches_beyond_the_page(name):
    for figure in pages(name):
        texts = [*figure.texts, *(text for ax in figure.axes for text in (ax.title, *ax.texts) if text.get_text())]
        boxes = [text.get_window_extent() for text in texts]
        assert min(box.x0 for box in boxes) >= 0.03 * figure.bbox.width
        assert max(box.x1 for box in boxes) <= 0.97 * figure.bbox.width
        assert min(box.y0 for box in boxes) >= 0.02 * figure.bbox.height


@every_handout
def test_paragraphs_end_above_what_is_drawn(name):
    for figure in pages(name):
        drawn = max((ax.get_tightbbox().y1 for ax in figure.axes), default=0)
        upper = [text.get_window_extent() for text in figure.texts if text.get_position()[1] > 0.8]
        assert min(box.y0 for box in upper) > drawn


@every_handout
def test_words_of_a_table_stay_in_their_cells(name):
    for figure in pages(name):
        for table in (table for ax in figure.axes for table in ax.tables):
            for cell in table.get_celld().values():
                assert cell.get_text().get_window_extent().width <= cell.get_window_extent().width


@pytest.mark.parametrize("name", BY_HAND)
def test_fields_are_empty_and_filled_in_the_solution(name):
    task, solution = (tables(page)[-1] for page in pages(name))
    assert [len(row) for row in task] == [len(row) for row in solution] or name == "04"  # there three rows are enough
    assert not any("".join(row[3:]) for row in task[1:])
    assert all("".join(row[2:]) for row in solution[1:])


def test_solution_of_the_lectures_example_is_what_the_lecture_expects():
    ((_, *rows),) = tables(pages("10")[1])
    expected = worked_example().variants["T = 1"].expected
    for place, start, *after in rows:
        moves = "" if place == "root" else place.replace(",\N{NO-BREAK SPACE}", " ")
        says = start
        for cell, counts in zip(after, expected, strict=True):
            says = cell or says
            wins, visits = counts.get(moves, (1, 2))
            assert says == f"{wins}/{visits}"


def test_long_cell_is_printed_whole():
    lines = [text.get_text() for text in pages("00")[0].texts]
    assert set(cell_with("00", "def grow(").splitlines()) <= set(lines)


def test_sound_columns_are_those_that_the_solver_finds():
    for board, sound, _ in chosen_positions():
        scores = solve_moves(board)
        best = np.sign(max(scores.values()))
        assert sound == [move for move, score in scores.items() if np.sign(score) == best]


def test_bits_have_the_numbers_of_the_library():
    numbers = {tuple(np.floor(text.get_position())): int(text.get_text()) for text in pages("21")[0].axes[0].texts}
    for column in range(7):
        _, taken = bits_of(Board.from_moves([column, column]))
        assert taken == sum(1 << numbers[column, row] for row in (0, 1))


def test_numbers_of_the_patient_leave_two_mistakes():
    chosen, right = (map(float, row[1:]) for row in tables(pages("22")[1])[-1][1:])
    leads_astray = [one > other for one, other in zip(chosen, right)]
    assert leads_astray == [False, False, True, True]


def test_handouts_are_the_same_bytes_each_time(tmp_path):
    write_handouts(tmp_path / "one")
    write_handouts(tmp_path / "two")
    one, two = ({path.stem: path.read_bytes() for path in tmp_path.glob(f"{name}/*.pdf")} for name in ("one", "two"))
    assert set(one) == set(HANDOUTS)
    assert one == two
