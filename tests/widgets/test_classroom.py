"""The classroom in a real browser: every widget is used as an instructor would, and fits on the projector."""

import re

import pytest

from c4lib import Board, SearchStepper, Trace
from c4lib.plots.phases import sentence
from c4lib.study.recording import PHASES
from tools.lab import SIZES
from tools.notebooks import find, read

pytestmark = pytest.mark.browser

STEPPER, EXPLORER, UCB1_LAB, T_LAB, PLAY = range(5)  # in the order of the notebook
TEXTS = [cell.source for cell in read(*find(["classroom"])).cells if cell.cell_type == "markdown"]
SECTIONS = sum(text.startswith("## ") for text in TEXTS)  # each has a panel


class Classroom:
    """The open notebook, all cells run."""

    def __init__(self, notebook_page, size):
        self.notebook = notebook_page("classroom", size)
        self.notebook.run_all()
        self.page = self.notebook.page
        self.panels = [self.page.locator(".c4-panel").nth(place) for place in range(5)]
        self.page.locator(".c4-panel").nth(SECTIONS - 1).wait_for(state="attached")  # the last of all

    def top(self, panel):
        """Bring a panel to the top of the window, as one does in class, and wait until nothing above it moves any more."""
        before = None
        for _ in range(50):
            panel.evaluate("panel => panel.scrollIntoView({block: 'start'})")
            panel.locator(".c4-picture").first.wait_for()
            self.page.wait_for_timeout(100)
            if (now := panel.bounding_box()) == before:
                return
            before = now

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
        return self.part(panel, name).locator(".noUi-handle")

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
    classroom.part(panel, "start").click()
    steps = [trace.at(iteration, phase) for iteration in (1, 2) for phase in PHASES]
    journey = [("next_phase", step) for step in steps]
    journey += [("back_phase", step) for step in reversed(steps[:-1])]
    for name, step in journey:
        classroom.part(panel, name).click()
        getattr(twin, name).click()
        classroom.says(panel, "line", sentence(step))
        classroom.becomes(panel, "tree", twin.tree)
        classroom.becomes(panel, "details", twin.details)


# ---------------------------------------------------------------- on the projector


def test_every_panel_is_seen_whole_and_nothing_to_press_lies_under_the_button_for_the_whole_screen(classroom):
    classroom.notebook.settle()
    panels = classroom.page.locator(".c4-panel")
    assert panels.count() == SECTIONS > 20
    for place in range(SECTIONS):
        panel = panels.nth(place)
        classroom.top(panel)
        box = panel.bounding_box()
        assert box["y"] + box["height"] <= 720 - 24, f"panel {place} is cut off below"
        assert panel.evaluate(COVERED) == [], f"panel {place}"


@pytest.mark.parametrize("size", SIZES)
def test_every_widget_fits_into_the_window(notebook_page, size):
    classroom = Classroom(notebook_page, size)
    panels = classroom.panels
    width, height = SIZES[size]
    smallest = 14 if height < 1000 else 20

    def use():
        classroom.part(panels[STEPPER], "start").click()
        classroom.press(classroom.part(panels[STEPPER], "next_iteration"), "Enter", 12)
        classroom.press(classroom.slider(panels[EXPLORER], "c"), "ArrowLeft", 8)
        classroom.press(classroom.slider(panels[EXPLORER], "playouts"), "ArrowRight", 18)  # 10,000
        classroom.part(panels[UCB1_LAB], "add").click()
        classroom.press(classroom.slider(panels[T_LAB], "prior"), "ArrowRight", 4)
        classroom.part(panels[PLAY], "ratings").click()
        classroom.part(panels[PLAY], "board").locator("[data-text^='0.']").first.wait_for()  # the first rating
        classroom.part(panels[PLAY], "board").locator(".c4-spot").nth(3).click()
        classroom.part(panels[PLAY], "moves").filter(has_text=re.compile(r"3\d")).wait_for()  # the search has replied

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
            assert panels[place].evaluate(SMALL_TEXTS, smallest - 0.5) == [], f"{name}: under {smallest} pixels"
    for place, name in enumerate(("stepper", "explorer", "ucb1", "t", "play")):
        alone = panels[place]
        alone.get_by_role("button", name="whole screen").click()
        classroom.page.wait_for_function("() => document.fullscreenElement")
        classroom.page.wait_for_timeout(500)
        classroom.notebook.screenshot(f"{name}-alone-{size}")
        assert alone.evaluate(SMALL_TEXTS, 19.5) == [], f"{name}, alone on the screen: under 20 pixels"
        assert alone.evaluate("panel => panel.scrollHeight <= panel.clientHeight"), f"{name} is cut off below"
        classroom.page.evaluate("() => document.exitFullscreen()")
        classroom.page.wait_for_function("() => !document.fullscreenElement")
    assert classroom.complaints() == []


# What can be pressed or dragged, and lies under the button that shows a panel alone.
COVERED = """panel => {
    const button = panel.querySelector(".c4-whole"), over = button.getBoundingClientRect();
    return [...panel.querySelectorAll("button, input, select, .noUi-base")].filter(one => one !== button && one.offsetWidth).filter(one => {
        const box = one.getBoundingClientRect();
        return box.left < over.right && box.right > over.left && box.top < over.bottom && box.bottom > over.top;
    }).map(one => one.textContent || one.className);
}"""

# All that is written in the panel in letters under so many pixels.
SMALL_TEXTS = """(panel, least) => {
    const drawn = [...panel.querySelectorAll("svg [data-text]")].filter(text => text.getBoundingClientRect().width)
        .map(text => [text.dataset.text, text.ownerSVGElement.getScreenCTM().a * text.getAttribute("font-size")]);
    const others = [...panel.querySelectorAll("button, input, select, .widget-label, .widget-readout")].filter(one => one.offsetWidth)
        .map(one => [one.textContent || one.value, parseFloat(getComputedStyle(one).fontSize)]);
    return [...drawn, ...others].filter(([, size]) => size < least);
}"""
