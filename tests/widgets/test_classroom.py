"""The classroom in a real browser: every widget is used as an instructor would, and fits on the projector."""

import re

import pytest
from lab import SIZES

from c4lib import Board, PlayBoard, SearchExplorer, SearchSettings, SearchStepper, Trace, Ucb1Lab
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
        """Bring a panel to the top of the window, as one does in class."""
        panel.evaluate("panel => panel.scrollIntoView({block: 'start'})")
        panel.locator(".c4-picture").first.wait_for()

    def part(self, panel, name):
        return panel.locator(f".c4-is-{name}")

    def texts(self, panel, name):
        """What is written in a picture."""
        written = self.part(panel, name).locator("[data-text]")
        return sorted(written.evaluate_all("nodes => nodes.map(node => node.dataset.text)"))

    def becomes(self, panel, name, picture):
        """Wait until the texts of a picture are those of the other one."""
        expected = sorted(picture.texts)
        for _ in range(200):
            if (found := self.texts(panel, name)) == expected:
                return
            self.page.wait_for_timeout(50)
        self.notebook.screenshot("failed")
        raise AssertionError(f"{name}: {found} is not {expected}; see tests/artifacts/failed.png")

    def says(self, panel, name, text):
        """Wait until a line is this one."""
        self.part(panel, name).filter(has_text=re.compile(rf"^\s*{re.escape(text)}\s*$")).wait_for()

    def slider(self, panel, name):
        return self.part(panel, name).locator("input")

    def press(self, control, key, times):
        control.focus()
        for _ in range(times):
            self.page.keyboard.press(key)

    def complaints(self):
        """The errors to be seen anywhere on the page."""
        alerts = [text for text in self.page.locator(".c4-panel [role=alert]").all_inner_texts() if text.strip()]
        errors = self.page.locator(".jp-OutputArea [data-mime-type*=stderr], .jp-RenderedError")
        return alerts + errors.all_inner_texts()


@pytest.fixture(scope="module")
def classroom(notebook_page):
    return Classroom(notebook_page, "1280x720")


# ---------------------------------------------------------------- the stepper


def test_steps_forwards_and_back_show_what_the_trace_says(classroom):
    panel, trace, twin = classroom.panels[STEPPER], Trace(Board(), seed=1), SearchStepper(Board(), seed=1)
    classroom.top(panel)
    snapshots = [trace.at(iteration, phase) for iteration in (1, 2) for phase in PHASES]
    journey = [("next_phase", snapshot) for snapshot in snapshots]
    journey += [("back_phase", snapshot) for snapshot in reversed(snapshots[:-1])]
    for name, snapshot in journey:
        classroom.part(panel, name).click()
        getattr(twin, name).click()
        classroom.says(panel, "line", sentence(snapshot, SearchSettings()))
        classroom.becomes(panel, "tree", twin.tree)
        classroom.becomes(panel, "details", twin.details)


def test_the_keys_of_a_presenter_are_the_panel_s_after_a_click(classroom):
    panel, trace = classroom.panels[STEPPER], Trace(Board(), seed=1)
    classroom.top(panel)
    classroom.part(panel, "first").click()
    classroom.says(panel, "line", sentence(trace.snapshot(0), SearchSettings()))
    for key, step in (("ArrowRight", 1), ("PageDown", 2), ("ArrowLeft", 1), ("ArrowDown", 4), ("Home", 0)):
        classroom.page.keyboard.press(key)
        classroom.says(panel, "line", sentence(trace.snapshot(step), SearchSettings()))


def test_a_click_on_a_node_shows_its_children(classroom):
    panel, twin = classroom.panels[STEPPER], SearchStepper(Board(), seed=1, iteration=40)
    classroom.top(panel)
    field = classroom.part(panel, "jump").locator("input")
    field.fill("40")
    field.press("Enter")
    classroom.becomes(panel, "tree", twin.tree)
    classroom.part(panel, "tree").locator("[data-name='[3]']").click()
    twin.tree.click([3])
    classroom.becomes(panel, "details", twin.details)
    classroom.becomes(panel, "tree", twin.tree)


# ---------------------------------------------------------------- the explorer


def test_dragged_sliders_show_the_search_that_they_ask_for(classroom):
    panel, twin = classroom.panels[EXPLORER], SearchExplorer(Board(), playouts=10, seed=1)
    classroom.top(panel)
    classroom.becomes(panel, "ratings", twin.ratings)
    before = twin.ratings.texts
    box = classroom.slider(panel, "c").bounding_box()
    x, y = box["x"] + box["width"] * 0.47, box["y"] + box["height"] / 2
    classroom.page.mouse.move(x, y)
    classroom.page.mouse.down()
    for step in range(1, 16):
        classroom.page.mouse.move(x - 4 * step, y)
    classroom.page.mouse.up()
    classroom.press(classroom.slider(panel, "playouts"), "ArrowRight", 15)
    assert classroom.part(panel, "playouts").locator("output").inner_text() == "3,000"
    shown = classroom.part(panel, "c").locator("output").inner_text()
    twin.c.value, twin.playouts.value = dict(twin.c.options)[shown], 3_000
    twin.wait()
    assert twin.ratings.texts != before
    classroom.says(panel, "sentence", twin.analysis.sentence)
    classroom.becomes(panel, "ratings", twin.ratings)
    classroom.becomes(panel, "tree", twin.tree)


def test_a_wrong_position_is_told_beside_the_field_and_a_right_one_clears_it(classroom):
    panel = classroom.panels[EXPLORER]
    classroom.top(panel)
    field, error = classroom.part(panel, "moves").locator("input"), classroom.part(panel, "moves").locator(".c4-error")
    field.fill("39")
    field.press("Enter")
    error.filter(has_text="move 2: there is no column 9; open columns: 0, 1, 2, 3, 4, 5, 6").wait_for()
    assert field.input_value() == "39"
    field.fill("34")
    field.press("Enter")
    error.wait_for(state="hidden")


def test_a_click_into_the_board_plays_there(classroom):
    panel = classroom.panels[EXPLORER]
    classroom.top(panel)
    classroom.part(panel, "clear").click()
    classroom.part(panel, "board").locator("[aria-label='column 4']").click()
    classroom.page.wait_for_function("() => document.querySelector('.c4-explorer .c4-is-moves input').value === '4'")


# ---------------------------------------------------------------- the two laboratories


def test_visits_on_a_slider_change_the_choice(classroom):
    panel, twin = classroom.panels[UCB1_LAB], Ucb1Lab(moves=((14, 20), (5, 10), (1, 3)))
    classroom.top(panel)
    pictures = {name: part for name, part in twin._parts.items() if part.kind == "picture"}
    for name, picture in pictures.items():
        classroom.becomes(panel, name, picture)
    classroom.press(classroom.slider(panel, "visits2"), "ArrowRight", 30)
    classroom.part(panel, "sentence").filter(has_text="Move 1 is chosen").wait_for()
    twin.rows[2].visits.value += 30
    for name, picture in pictures.items():
        classroom.becomes(panel, name, picture)


def test_a_larger_t_draws_the_means_together(classroom):
    panel = classroom.panels[T_LAB]
    classroom.top(panel)
    classroom.press(classroom.slider(panel, "prior"), "ArrowRight", 4)
    classroom.says(panel, "sentence", "Move 2 is chosen: 0.55 + 0.00 = 0.55 is the largest.")


# ---------------------------------------------------------------- the game


def test_a_game_is_played_to_its_end_by_clicking(classroom):
    panel = classroom.panels[PLAY]
    classroom.top(panel)
    line, moves = classroom.part(panel, "sentence"), classroom.part(panel, "moves").locator("input")
    for _ in range(21):
        line.filter(has_text=re.compile("Your turn|win|draw", re.I)).wait_for()
        if "Your turn" not in line.inner_text():
            break
        before = len(moves.input_value())
        classroom.part(panel, "board").locator(".c4-spot").first.click()
        classroom.page.wait_for_function(
            "before => { const panel = document.querySelector('.c4-play'), said = panel.querySelector('.c4-is-sentence');"
            "return panel.querySelector('.c4-is-moves input').value.length > before + 1 || !/turn|thinking/.test(said.innerText); }",
            arg=before,
        )
    assert Board.from_moves(moves.input_value()).is_terminal
    assert classroom.part(panel, "board").locator(".c4-spot").count() == 0
    classroom.notebook.screenshot("game-over")


def test_the_game_says_the_same_as_its_twin(classroom):
    panel, twin = classroom.panels[PLAY], PlayBoard(ratings=False)
    classroom.top(panel)
    classroom.part(panel, "you_start").click()
    classroom.says(panel, "sentence", twin.sentence.value)


# ---------------------------------------------------------------- on the projector


@pytest.mark.parametrize("size", SIZES)
def test_every_widget_fits_into_the_window(notebook_page, size):
    classroom = Classroom(notebook_page, size)
    panels = classroom.panels
    width, height = SIZES[size]
    smallest = 14 if height < 1000 else 20

    def use():
        classroom.press(classroom.part(panels[STEPPER], "next_iteration"), "Enter", 12)
        classroom.press(classroom.slider(panels[EXPLORER], "c"), "ArrowLeft", 8)
        classroom.press(classroom.slider(panels[EXPLORER], "playouts"), "ArrowRight", 18)  # 10,000
        classroom.part(panels[UCB1_LAB], "add").click()
        classroom.press(classroom.slider(panels[T_LAB], "prior"), "ArrowRight", 4)
        classroom.part(panels[PLAY], "ratings").click()
        classroom.part(panels[PLAY], "board").locator(".c4-spot").nth(3).click()

    def go_far():
        classroom.press(classroom.part(panels[STEPPER], "next_phase"), "Enter", 3)
        classroom.part(panels[EXPLORER], "board").locator(".c4-spot").nth(3).click()
        classroom.part(panels[UCB1_LAB], "add").click()
        classroom.press(classroom.slider(panels[T_LAB], "c"), "ArrowRight", 10)

    for state, act in {"first": lambda: None, "used": use, "far": go_far}.items():
        act()
        classroom.notebook.settle()
        for place, name in enumerate(("stepper", "explorer", "ucb1", "t", "play")):
            classroom.top(panels[place])
            classroom.page.wait_for_timeout(300)
            classroom.notebook.screenshot(f"{name}-{state}-{size}")
            box = panels[place].bounding_box()
            assert (box["x"] >= 0, box["x"] + box["width"] <= width) == (True, True)
            assert box["y"] + box["height"] <= height - 24, f"{name} is cut off below"  # the status line
            sizes = panels[place].locator("svg [data-text]").evaluate_all(SIZES_OF_TEXTS)
            small = {text: size for text, size in sizes if size < smallest - 0.5}
            assert not small, f"{name}: these texts are under {smallest} pixels"
    assert classroom.complaints() == []


SIZES_OF_TEXTS = """texts => texts.filter(text => text.getBoundingClientRect().width).map(text => {
    const unit = text.ownerSVGElement.getScreenCTM().a;
    return [text.dataset.text, unit * 1000 * text.transform.baseVal.consolidate().matrix.a];
})"""
