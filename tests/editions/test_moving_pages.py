"""What moves on the pages of the lessons: every page is recorded or live, and stands behind a cell that is there."""

import pytest

from editions import recorded
from editions.web_site import MOVING
from tools.notebooks import FOLDER, read
from web import build as live_pages

LIVE = [f"live/{name}" for name in live_pages.PAGES]
PLACES = [(lesson, page.partition(".html")[0], text) for lesson, pages in MOVING.items() for page, _, text in pages]


@pytest.mark.parametrize(("lesson", "page", "text"), PLACES)
def test_a_page_that_moves_stands_behind_a_cell_of_its_lesson(lesson, page, text):
    (path,) = FOLDER.glob(f"{lesson}*.ipynb")
    assert any(text in cell.source for cell in read(path).cells)
    assert page in {*recorded.PAGES, *LIVE}


def test_every_page_is_shown_somewhere():
    assert {*recorded.PAGES, *LIVE} == {page for _, page, _ in PLACES}
