"""What a student does in lesson 04, in a real browser: predicts, is told what came out, writes `select` and has it kept."""

import json
import shutil

import pytest

from tools.lab import ROOT, NotebookPage, jupyterlab
from tools.notebooks import find, read, tags, write

pytestmark = pytest.mark.browser

UNDER_TEST = ("C4LIB_TEST", "PYTEST_CURRENT_TEST")
ASKS = "from mctslab.course.own_files import may_keep\n"
SELECT = """def select(root, settings, rng):
    node = root
    while node.children:
        values = [ucb1(child.wins, child.visits, node.visits, settings.c) for child in node.children]
        best = [child for child, value in zip(node.children, values) if value == max(values)]
        node = best[int(rng.random() * len(best))] if len(best) > 1 else best[0]
    return node"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A student's folder with lesson 04 as it is stored here."""
    folder = tmp_path_factory.mktemp("student")
    for name in ("checks", "pictures"):
        shutil.copytree(ROOT / "notebooks" / name, folder / "notebooks" / name)
    notebook = read(find(["04"])[0])
    for cell in notebook.cells:
        if tags(cell) & {"solution", "check"}:
            cell.source += f"\n{ASKS}print('in a', {[*tags(cell)]}, may_keep())"
    write(folder / "notebooks" / "04-select.ipynb", notebook)
    return folder


@pytest.fixture(scope="module")
def lesson(folder, browser):
    """Lesson 04 open in JupyterLab, where nothing is under test."""
    with jupyterlab(folder, without=UNDER_TEST) as address:
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        yield NotebookPage(page, address, "04-select")
        page.close()


@pytest.fixture(scope="module")
def before(lesson):
    """What is seen of the first question before anything is run."""
    question = lesson.page.locator(".c4-asked").first
    question.scroll_into_view_if_needed()
    question.get_by_text("Predict:").wait_for()
    folds = lesson.page.locator("details")
    folds.first.wait_for()
    return question.text_content(), [folds.nth(k).get_attribute("open") for k in range(folds.count())]


def run_until(lesson, begins):
    """Run cell after cell, from that where one is, to the one that begins so."""
    for _ in range(20):
        last = lesson.page.locator(".jp-Notebook-cell.jp-mod-selected").text_content()
        lesson.page.keyboard.press("Shift+Enter")
        lesson.page.wait_for_timeout(200)
        if begins in last:
            return lesson.settle()
    raise AssertionError(f"no cell has {begins}")


@pytest.fixture(scope="module")
def filled_in(before, lesson):
    """The lesson after two predictions and the cells below them."""
    page = lesson.page
    lesson.cells.first.locator(".cm-content").click()
    page.keyboard.press("Escape")
    run_until(lesson, "Predict:")
    fields = page.locator(".c4-fields")
    fields.nth(0).locator("select").select_option("only at 40")
    page.locator(".jp-MarkdownCell", has_text="A lever that learns").first.click()
    run_until(lesson, "Predict:")
    for place, value in enumerate(["0.5", "0.7"]):
        entry = fields.nth(1).locator("input").nth(place)
        entry.fill(value)
        entry.press("Tab")
    fields.nth(1).get_by_text("kept: 0.5 to 0.7, 80% sure").wait_for()
    lesson.run_all()
    lesson.settle()
    return page


def test_before_it_is_run_there_are_the_question_and_folded_answers(before):
    question, opened = before
    assert question.startswith("Predict: At which of these nodes")
    assert set(opened) == {None}


def test_what_is_entered_stands_in_the_students_file(filled_in, folder):
    entries = json.loads((folder / "notebooks" / "predictions.json").read_text("utf-8"))
    assert entries["04-sums"]["predicted"] == {"answer": "only at 40"}
    assert entries["04-drift"]["predicted"] == {"from": 0.5, "to": 0.7, "sure": 80}


def test_the_answer_says_what_was_predicted_and_asks_for_a_reason(filled_in, folder):
    filled_in.get_by_text("You said only at 40, and so it is.").first.wait_for()
    filled_in.get_by_text("You said 0.5 to 0.7, 80% sure. It came out at 0.9046: outside.").first.wait_for()
    because = filled_in.locator(".jp-CodeCell", has_text="It came out at 0.9046").locator("textarea").first
    because.fill("the search below it learns")
    because.press("Tab")
    filled_in.wait_for_timeout(1000)
    entries = json.loads((folder / "notebooks" / "predictions.json").read_text("utf-8"))
    assert entries["04-drift"]["because"] == "the search below it learns"


def test_the_fields_take_the_place_of_the_line_to_write_on(filled_in):
    assert filled_in.locator(".c4-fields").first.is_visible()
    assert not filled_in.locator(".c4-asked").first.is_visible()


def test_in_the_cell_of_a_solution_nothing_is_kept_and_in_others_it_is(filled_in):
    filled_in.get_by_text("in a ['check'] True").first.wait_for(state="attached")
    filled_in.get_by_text("in a ['solution'] False").first.wait_for(state="attached")
    assert not filled_in.get_by_text("in a ['solution'] True").count()


def test_a_solution_that_is_run_is_not_kept(filled_in, folder):
    assert not (folder / "notebooks" / "my_search.py").exists()


def test_a_function_that_is_right_is_kept_as_typed(filled_in, lesson, folder):
    cell = filled_in.locator(".jp-CodeCell", has_text="def select(root, settings, rng):").first
    cell.scroll_into_view_if_needed()
    cell.locator(".cm-content").click()
    filled_in.keyboard.press("Control+A")
    filled_in.keyboard.insert_text(SELECT)
    for _ in range(2):  # and the check below it
        filled_in.keyboard.press("Shift+Enter")
        filled_in.wait_for_timeout(300)
    filled_in.get_by_text("Your select is kept in my_search.py.").first.wait_for()
    assert SELECT in (folder / "notebooks" / "my_search.py").read_text("utf-8")
    assert not lesson.errors
