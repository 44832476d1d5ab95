"""The classroom in a real browser: every widget is used as an instructor would, and fits on the projector."""

import base64
import re

import pytest
from lab import SIZES

from c4lib import Board, SearchExplorer, SearchSettings, SearchStepper, Trace, Ucb1Lab
from c4lib.study.recording import PHASES
from c4lib.widgets.phase_plots import sentence

pytestmark = pytest.mark.browser

STEPPER, EXPLORER, UCB1_LAB, T_LAB, PLAY = range(5)  # in the order of the notebook


class Classroom:
    """The open notebook, all cells run."""

    def __init__(self, notebook_page, size):
        self.notebook = notebook_page("classroom", size)
        self.notebook.run_all()
        self.page = self.notebook.page
        self.panels = [self.page.locator(".c4-panel").nth(place) for place in range(5)]
        for panel in self.panels:
            panel.wait_for(state="attached")

    def top(self, panel):
        """Bring the cell of a panel to the top of the window, as one does in class."""
        panel.evaluate("panel => panel.closest('.jp-Cell').scrollIntoView({block: 'start'})")
        panel.locator("img").first.wait_for()

    def picture(self, panel, name):
        """What is in a picture: its file."""
        image = panel.locator(f"img.{name}")
        image.wait_for()
        text = image.evaluate(
            """async image => {
                const bytes = new Uint8Array(await (await fetch(image.src)).arrayBuffer());
                return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
            }"""
        )
        return base64.b64decode(text)

    def says(self, panel, text):
        """Wait until the sentence of a panel is this one."""
        whole = re.compile(rf"^\s*{re.escape(text)}\s*$")
        panel.locator(".c4-sentence").filter(has_text=whole).wait_for()

    def becomes(self, panel, name, expected):
        """Wait until a picture is the expected one."""
        for _ in range(200):
            if self.picture(panel, name) == expected:
                return
            self.page.wait_for_timeout(50)
        self.notebook.screenshot("failed")
        raise AssertionError(f"the picture {name} is not the expected one; see tests/artifacts/failed.png")

    def button(self, panel, name):
        return panel.get_by_role("button", name=name, exact=True)

    def slider(self, panel, name):
        """The handle of a slider with its description."""
        row = panel.locator(".widget-hslider", has=self.page.locator(f"label:text-is('{name}')"))
        return row.locator(".noUi-handle")

    def press(self, handle, key, times):
        handle.focus()
        for _ in range(times):
            self.page.keyboard.press(key)

    def complaints(self):
        """The errors to be seen anywhere on the page."""
        alerts = self.page.get_by_role("alert").all_inner_texts()
        return (
            alerts + self.page.locator(".jp-OutputArea [data-mime-type*=stderr], .jp-RenderedError").all_inner_texts()
        )


@pytest.fixture(scope="module")
def classroom(notebook_page):
    return Classroom(notebook_page, "1280x720")


# ---------------------------------------------------------------- the stepper


def test_steps_forwards_and_back_show_what_the_trace_says(classroom):
    panel, trace, twin = classroom.panels[STEPPER], Trace(Board(), seed=1), SearchStepper(Board(), seed=1)
    classroom.top(panel)
    snapshots = [trace.at(iteration, phase) for iteration in (1, 2) for phase in PHASES]
    journey = [("phase ›", twin.next_phase, snapshot) for snapshot in snapshots]
    journey += [("‹ phase", twin.back_phase, snapshot) for snapshot in reversed(snapshots[:-1])]
    for name, button, snapshot in journey:
        classroom.button(panel, name).click()
        button.click()
        classroom.says(panel, sentence(snapshot, SearchSettings()))
        classroom.becomes(panel, "c4-tree", twin.tree.value)
        classroom.becomes(panel, "c4-details", twin.details.value)


def test_the_arrow_keys_go_by_phases(classroom):
    panel, trace = classroom.panels[STEPPER], Trace(Board(), seed=1)
    panel.get_by_title("To the start").click()
    classroom.says(panel, sentence(trace.snapshot(0), SearchSettings()))
    handle = panel.locator(".noUi-handle").first
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        classroom.press(handle, key, 1)
        classroom.says(panel, sentence(trace.snapshot(step), SearchSettings()))


# ---------------------------------------------------------------- the explorer


def test_dragged_sliders_show_the_search_that_they_ask_for(classroom):
    panel, twin = classroom.panels[EXPLORER], SearchExplorer(Board(), playouts=10_000, seed=1)
    classroom.top(panel)
    classroom.becomes(panel, "c4-ratings", twin.ratings.value)
    before = classroom.picture(panel, "c4-ratings")
    box = classroom.slider(panel, "c").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    classroom.page.mouse.move(x, y)
    classroom.page.mouse.down()
    for step in range(1, 16):
        classroom.page.mouse.move(x - 4 * step, y)
    classroom.page.mouse.up()
    classroom.press(classroom.slider(panel, "playouts"), "ArrowLeft", 3)
    readouts = panel.locator(".widget-readout").all_inner_texts()
    assert readouts[1] == "3,000"
    twin.c.value, twin.playouts.value = float(readouts[0]), 3_000
    twin.wait()
    assert twin.ratings.value != before
    classroom.says(panel, twin.analysis.sentence)
    classroom.becomes(panel, "c4-ratings", twin.ratings.value)


def test_a_wrong_position_is_told_and_a_right_one_clears_it(classroom):
    panel = classroom.panels[EXPLORER]
    classroom.top(panel)
    field, message = panel.locator("input[type=text]").first, panel.get_by_role("alert")
    field.fill("39")
    field.press("Enter")
    message.wait_for()
    assert message.inner_text() == "move 2: there is no column 9; open columns: 0, 1, 2, 3, 4, 5, 6"
    field.fill("34")
    field.press("Enter")
    message.wait_for(state="hidden")


# ---------------------------------------------------------------- the two laboratories


def test_visits_on_a_slider_change_the_choice(classroom):
    panel, twin = classroom.panels[UCB1_LAB], Ucb1Lab(moves=((14, 20), (5, 10), (1, 3)))
    classroom.top(panel)
    before = twin.picture.value
    classroom.becomes(panel, "c4-terms", before)
    classroom.press(panel.locator(".c4-move .noUi-handle").nth(5), "ArrowRight", 30)
    panel.locator(".c4-sentence").filter(has_text="Move 1 is chosen").wait_for()
    twin.rows[2].visits.value += 30
    assert twin.picture.value != before
    classroom.becomes(panel, "c4-terms", twin.picture.value)


def test_visits_may_go_up_one_by_one(classroom):
    panel = classroom.panels[UCB1_LAB]
    classroom.top(panel)
    visits, fraction = panel.locator(".c4-move .noUi-handle").nth(1), panel.locator(".c4-move").first
    for number in range(21, 41):
        classroom.press(visits, "ArrowRight", 1)
        fraction.filter(has_text=f"14 / {number} =").wait_for()
    assert panel.get_by_role("alert").all_inner_texts() == []


def test_a_larger_t_draws_the_means_together(classroom):
    panel = classroom.panels[T_LAB]
    classroom.top(panel)
    classroom.press(classroom.slider(panel, "T"), "ArrowRight", 4)
    classroom.says(panel, "Move 2 is chosen: 0.55 + 0.00 = 0.55 is the largest.")


# ---------------------------------------------------------------- the game


def test_a_game_is_played_to_its_end_by_clicking(classroom):
    panel = classroom.panels[PLAY]
    classroom.top(panel)
    sentences = panel.locator(".c4-sentence")
    for _ in range(21):
        sentences.filter(has_text=re.compile("Your turn|win|draw", re.I)).wait_for()
        if "Your turn" not in sentences.inner_text():
            break
        moves = panel.locator("input[type=text]").first.input_value()
        panel.locator(".c4-board-view button:enabled:visible").first.click()
        panel.locator("input[type=text]").first.evaluate(
            "(field, moves) => new Promise(done => { const look = () => field.value.length > moves.length + 1 "
            "|| !document.querySelector('.c4-play .c4-sentence').innerText.includes('turn') ? done() : setTimeout(look, 30); look(); })",
            moves,
        )
    board = Board.from_moves(panel.locator("input[type=text]").first.input_value())
    assert board.is_terminal
    assert panel.locator(".c4-board-view button:enabled:visible").count() == 0
    classroom.notebook.screenshot("game-over")


# ---------------------------------------------------------------- on the projector


@pytest.mark.parametrize("size", SIZES)
def test_every_widget_fits_into_the_window(notebook_page, size):
    classroom = Classroom(notebook_page, size)
    states = {
        "first": lambda panels: None,
        "used": lambda panels: [
            [classroom.button(panels[STEPPER], "iteration »").click() for _ in range(12)],
            classroom.press(classroom.slider(panels[EXPLORER], "c"), "ArrowLeft", 8),
            classroom.button(panels[UCB1_LAB], "Add a move").click(),
            classroom.press(classroom.slider(panels[T_LAB], "T"), "ArrowRight", 4),
            panels[PLAY].locator(".c4-board-view button:enabled:visible").nth(3).click(),
        ],
        "far": lambda panels: [
            [classroom.button(panels[STEPPER], "phase ›").click() for _ in range(3)],
            panels[EXPLORER].locator(".c4-board-view button:enabled:visible").nth(3).click(),
            classroom.button(panels[UCB1_LAB], "Add a move").click(),
            classroom.press(classroom.slider(panels[T_LAB], "c"), "ArrowRight", 10),
            panels[PLAY].locator(".c4-board-view button:enabled:visible").nth(3).click(),
        ],
    }
    for state, act in states.items():
        act(classroom.panels)
        classroom.notebook.settle()
        for place, name in enumerate(("stepper", "explorer", "ucb1", "t", "play")):
            classroom.top(classroom.panels[place])
            classroom.page.wait_for_timeout(300)
            classroom.notebook.screenshot(f"{name}-{state}-{size}")
            box = classroom.panels[place].bounding_box()
            width, height = SIZES[size]
            assert (box["x"] >= 0, box["x"] + box["width"] <= width) == (True, True)
            assert box["y"] + box["height"] <= height - 24, f"{name} is cut off below"  # the status line
    assert classroom.complaints() == []
