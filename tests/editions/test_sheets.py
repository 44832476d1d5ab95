"""The sheets to print."""

import pytest
import sheets
from matplotlib.backends.backend_agg import FigureCanvasAgg

from mctslab.lecture import worked_example

SHEETS = [sheets.selection_sheet, sheets.update_sheet, sheets.example_sheet]
every_sheet = pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.__name__)


def tables(figure):
    """The texts of each table of a page, row by row."""
    for table in (table for ax in figure.axes for table in ax.tables):
        cells = table.get_celld()
        rows, columns = zip(*cells)
        yield [
            [cells[row, column].get_text().get_text() for column in sorted(set(columns))] for row in sorted(set(rows))
        ]


@every_sheet
def test_last_fields_of_each_row_are_empty_and_filled_in_the_solution(sheet):
    task, solution = (list(tables(page)) for page in sheet())
    assert len(task) == len(solution)
    assert not any("".join(row[3:]) for table in task for row in table[1:])
    assert all("".join(row[3:]) or "".join(row[2:]) for table in solution for row in table[1:])


@every_sheet
def test_no_text_reaches_beyond_the_margin(sheet):
    for page in sheet():
        FigureCanvasAgg(page).draw()
        words = [text.get_window_extent() for text in page.texts]
        assert min(box.x0 for box in words) >= 0.03 * page.bbox.width
        assert max(box.x1 for box in words) <= 0.97 * page.bbox.width


def test_solution_of_the_lectures_example_is_what_the_lecture_expects():
    _, solution = sheets.example_sheet()
    ((_, *rows),) = tables(solution)
    expected = worked_example().variants["T = 1"].expected
    for place, start, *after in rows:
        moves = "" if place == "root" else place.replace(",\N{NO-BREAK SPACE}", " ")
        says = start
        for cell, counts in zip(after, expected, strict=True):
            says = cell or says
            wins, visits = counts.get(moves, (1, 2))
            assert says == f"{wins}/{visits}"


def test_sheets_are_the_same_bytes_each_time(tmp_path):
    sheets.sheets(tmp_path / "one")
    sheets.sheets(tmp_path / "two")
    for path in sorted((tmp_path / "one").iterdir()):
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()
