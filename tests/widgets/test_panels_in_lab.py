"""The widgets in JupyterLab, in a real browser: what only shows there of ipywidgets' controls and our pictures together."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from tools.lab import ROOT

pytestmark = pytest.mark.browser

IMPORTS = f"""import sys, threading
sys.path.insert(0, {str(ROOT / "tests")!r})
from nim import Nim
from c4lib import Board, HexBoard, PlayBoard, SearchExplorer, SearchSettings, SearchStepper, Ucb1Lab
"""
PANELS = {
    "explorer": "SearchExplorer(Board.from_moves('334'), playouts=100, exact=True)",
    "explorer of Nim": "SearchExplorer(Nim(), playouts=100)",
    "stepper": "SearchStepper(seed=1, iteration=3, phase='select')",
    "stepper that compares and asks": "SearchStepper(seed=1, iteration=3); panel.compare.value = panel.predict.value = True; panel.next_phase.click()",
    "stepper that edits": "SearchStepper(Board.from_moves('010101')); panel.edit.value = True",
    "game": "PlayBoard(playouts=50, exact=True)",
    "laboratory": "Ucb1Lab(prior=1)",
}
SMALLEST = """panel => {
    const seen = one => one.getBoundingClientRect().width;
    const sizes = [...panel.querySelectorAll("svg [data-text]")].filter(seen).map(text => text.ownerSVGElement.getScreenCTM().a * text.getAttribute("font-size"));
    const boxes = [...panel.querySelectorAll("svg")].filter(seen).map(svg => { const {x, y, width, height} = svg.getBoundingClientRect(); return [x, y, width, height].map(Math.round); });
    return [Math.min(...sizes), boxes];
}"""


class Cell:
    """A notebook whose first cell shows one panel."""

    def __init__(self, notebook):
        self.notebook, self.page, self._count = notebook, notebook.page, 0

    def show(self, code):
        """The panel that the code makes."""
        self._count += 1
        shown = f"shown {self._count}"
        self.notebook.run(f"{IMPORTS}panel = {code}\ndisplay(panel)\nprint('sho' + 'wn {self._count}')", shown)
        panel = self.page.locator(".c4-panel").first
        panel.locator("svg").first.wait_for()
        panel.evaluate("panel => panel.scrollIntoView({block: 'start'})")
        self.page.wait_for_timeout(500)
        return panel


@pytest.fixture(scope="module")
def wide(notebook_page):
    return Cell(notebook_page("02-play-at-random"))


@pytest.fixture(scope="module")
def narrow(notebook_page):
    """A column of 577 pixels."""
    return Cell(notebook_page("02-play-at-random", "740x1100"))


# ---------------------------------------------------------------- nothing shrinks


LONG = "something was wrong, and this is how it was told, in a sentence that is as long as such sentences become: " * 2


@pytest.mark.parametrize(
    ("column", "name"), [("wide", "stepper"), ("wide", "laboratory"), ("narrow", "explorer"), ("narrow", "game")]
)
def test_a_message_changes_neither_the_place_nor_the_size_of_a_picture(request, column, name):
    panel = request.getfixturevalue(column).show(
        f"{PANELS[name]}\nthreading.Timer(1.5, lambda: panel.message.show({LONG!r})).start()"
    )
    before = panel.evaluate(SMALLEST)
    assert before[0] > 5
    panel.get_by_role("alert").filter(has_text="something was wrong").wait_for(timeout=20_000)
    assert panel.evaluate(SMALLEST) == before


def test_a_mistake_in_a_field_changes_no_picture_either(wide):
    panel = wide.show(PANELS["explorer"])
    before = panel.evaluate(SMALLEST)
    field = panel.locator(".c4-is-moves input")
    field.fill("339")
    field.press("Enter")
    panel.get_by_role("alert").filter(has_text="move 3 cannot be 9").wait_for()
    assert panel.evaluate(SMALLEST) == before
    assert field.get_attribute("aria-invalid") == "true"


def test_neither_a_note_nor_exact_results_nor_an_opened_node_change_the_place_of_a_picture(wide):
    panel = wide.show("SearchExplorer(Board.from_moves('2432614534125'), playouts=100)")
    before = panel.evaluate(SMALLEST)[1]
    panel.get_by_role("button", name="What the numbers mean").click()
    panel.get_by_text("Wilson").wait_for()
    assert panel.evaluate(SMALLEST)[1] == before
    panel.get_by_role("button", name="What the numbers mean").click()
    panel.get_by_role("button", name="Exact").click()
    panel.locator("[data-text=loss]").first.wait_for()
    panel.locator(".c4-is-tree .c4-spot").nth(3).click()
    panel.get_by_text("After 2", exact=False).first.wait_for()
    assert panel.evaluate(SMALLEST)[1] == before


# ---------------------------------------------------------------- everybody


@pytest.mark.parametrize("name", PANELS)
def test_everybody_can_use_the_widget(wide, name):
    wide.show(PANELS[name])
    found = Axe().run(wide.page, ".c4-panel").response["violations"]
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []


def test_sliders_and_switches_tell_a_screen_reader_their_names_and_values(wide):
    panel = wide.show(PANELS["explorer"])
    handle = panel.get_by_role("slider", name="exploration constant")
    assert handle.get_attribute("aria-valuetext") == "√2"
    handle.focus()
    wide.page.keyboard.press("ArrowRight")
    panel.locator(".c4-is-c .noUi-handle[aria-valuetext='1.45']").wait_for()
    assert panel.get_by_role("button", name="exact", pressed=True).count() == 1
    assert re.search("playouts: X plays|playouts: O plays", panel.get_by_role("status").first.inner_text())


# ---------------------------------------------------------------- sliders take every number


def written(panel, name, text):
    """Wait until the slider of this name says this, beside it and to a screen reader."""
    panel.locator(f".c4-is-{name} .noUi-handle[aria-valuetext='{text}']").wait_for()
    assert panel.locator(f".c4-is-{name} .widget-readout").inner_text() == text


def pressed(panel, name, key):
    """Press a key on the slider of this name."""
    panel.locator(f".c4-is-{name} .noUi-handle").focus()
    panel.page.keyboard.press(key)


def test_a_number_set_from_code_is_shown_and_stays_until_a_key_leads_to_the_next_round_one(wide):
    panel = wide.show(
        "SearchExplorer(playouts=80, seed=1)\n"
        "def change():\n    panel.playouts.value, panel.c.value = 12345, 0.707\n"
        "threading.Timer(1, change).start()"
    )
    written(panel, "playouts", "12,345")
    written(panel, "c", "0.707")
    panel.get_by_role("status").filter(has_text="12,345 playouts: X plays").wait_for()
    wide.page.wait_for_timeout(500)  # in which the page could send something back
    written(panel, "playouts", "12,345")
    pressed(panel, "playouts", "ArrowRight")
    panel.get_by_role("status").filter(has_text="15,000 playouts: X plays").wait_for()
    written(panel, "playouts", "15,000")
    written(panel, "c", "0.707")


# ---------------------------------------------------------------- plain ipywidgets


def test_a_panel_stands_in_a_box_of_ones_own_and_follows_its_width(wide):
    wide.show("SearchExplorer(playouts=100)\nfrom ipywidgets import HBox\ndisplay(HBox([panel, Ucb1Lab()]))")
    boxes = [one.bounding_box() for one in wide.page.locator(".widget-hbox > .c4-panel").all()]
    wide.page.locator(".widget-hbox > .c4-panel").nth(1).locator("svg").first.wait_for()
    assert len(boxes) == 2
    assert all(box["width"] < 700 for box in boxes)


# ---------------------------------------------------------------- without its kernel


def test_a_notebook_as_it_comes_shows_its_pictures_and_no_error(notebook_page):
    notebook = notebook_page("classroom", "1280x20000")  # all cells are in sight
    notebook.page.locator(".jp-OutputArea-output img").nth(4).wait_for()
    notebook.settle()
    assert notebook.page.get_by_text("Loading widget").count() == 0
    assert notebook.errors == []


def test_after_a_restart_of_the_kernel_a_panel_says_what_to_do(notebook_page):
    cell = Cell(notebook_page("03-choose-with-ucb1"))
    panel = cell.show(PANELS["stepper"])
    cell.page.get_by_role("menuitem", name="Kernel", exact=True).click()
    cell.page.get_by_text("Restart Kernel…", exact=True).click()
    cell.page.locator(".jp-Dialog .jp-mod-accept").click()
    panel.get_by_text("The kernel was restarted: run this cell again").wait_for()


def test_after_the_kernel_was_shut_down_what_is_pressed_is_answered(notebook_page):
    cell = Cell(notebook_page("03-choose-with-ucb1"))
    panel = cell.show(PANELS["stepper"])
    cell.page.get_by_role("menuitem", name="Kernel", exact=True).click()
    cell.page.get_by_text("Shut Down Kernel", exact=True).click()
    cell.page.locator(".jp-Notebook-ExecutionIndicator:not([data-status=idle])").first.wait_for(state="attached")
    panel.get_by_role("button").first.click()
    panel.get_by_text("The kernel is busy or gone").wait_for()
