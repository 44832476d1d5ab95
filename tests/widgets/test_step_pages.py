"""The pages that go through what was recorded without Python: what is in the file, and what it does in a browser."""

import random
import time
from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe
from fake_page import FakePage
from nim import Nim

from c4lib import Board, SearchExplorer, SearchSettings, SearchStepper
from c4lib.plots.canvas import Scene
from editions import recorded
from mctslab.lecture import worked_example
from pictures.pages import save_page, save_steps

LECTURE = worked_example()


# ---------------------------------------------------------------- the file


@pytest.mark.check  # it takes seconds
def test_a_page_of_30_iterations_on_a_large_board_is_under_1_mb(tmp_path):
    stepper = SearchStepper(Board(9, 12, 5), SearchSettings(c=0.5), seed=1, iterations=30)
    save_steps(tmp_path / "page.html", stepper)
    assert 50_000 < (tmp_path / "page.html").stat().st_size < 1_000_000


def test_the_same_search_gives_the_same_file(tmp_path):
    for name in ("one", "other"):
        save_steps(tmp_path / name, SearchStepper(seed=1, iterations=3))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_the_stepper_is_what_it_was_before_its_page_was_written(tmp_path):
    stepper = SearchStepper(Board(), SearchSettings(c=0.5), seed=1, iterations=5, iteration=3)
    stepper.compare.value = stepper.predict.value = True
    stepper.next_phase.click()
    stepper.tree.click((3,))
    page, step, texts = FakePage(stepper), stepper.step, stepper.tree.texts
    page.messages.clear()
    save_steps(tmp_path / "page.html", stepper)
    assert (stepper.step, stepper.tree.texts, stepper.trace.iterations) == (step, texts, 5)
    assert page.messages == []


# ---------------------------------------------------------------- in a browser


class SavedPage:
    """A page that was saved, opened from its file in a browser without a network; and a stepper at the same step."""

    def __init__(self, stepper, path, browser, address="", **window):
        save_steps(path, stepper)
        if not stepper.step.number:
            stepper.start.click()
        self.twin, self.last, self.requests, self.faults = stepper, stepper.slider.max, [], []
        self.context = browser.new_context(offline=True, **{"reduced_motion": "reduce"} | window)
        self.page = self.context.new_page()
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda message: self.faults.append(message.text) if message.type == "error" else None)
        self.page.clock.install()
        self.page.goto(path.as_uri() + address)
        self.page.locator(".c4-is-tree svg").wait_for()

    def part(self, name):
        return self.page.locator(f".c4-is-{name}")

    def sees(self):
        """The sentence, where the slider is, and all texts and circles of the pictures."""
        pictures = self.page.evaluate(
            """["tree", "place", "details"].map(name => {
                const all = what => [...document.querySelectorAll(`.c4-is-${name} ${what}`)];
                const numbers = one => ["cx", "cy", "r"].map(name => Number(one.getAttribute(name)));
                return [all("[data-text]").map(one => one.dataset.text), all("circle").map(numbers)];
            })"""
        )
        where = int(self.part("slider").input_value())
        return self.part("line").inner_text(), where, [[sorted(texts), sorted(circles)] for texts, circles in pictures]

    def wanted(self):
        """What the stepper shows."""
        shown = []
        for picture in (self.twin.tree, self.twin.place, self.twin.details):
            circles = [[*numbers] for _, kind, numbers, _ in picture.scene.elements.values() if kind == "circle"]
            shown.append([sorted(picture.texts), sorted(circles)])
        return self.twin.line.value, self.twin.step.number, shown


@pytest.fixture
def saved(tmp_path, browser):
    """Opens the page of a stepper."""
    pages = []

    def opened(stepper, **window):
        pages.append(SavedPage(stepper, tmp_path / f"page {len(pages)}.html", browser, **window))
        return pages[-1]

    yield opened
    for page in pages:
        assert page.faults == []
        assert len(page.requests) == 1  # for the file itself
        page.context.close()


KEYS = {
    "ArrowRight": "next_phase", "PageDown": "next_phase", "ArrowLeft": "back_phase", "PageUp": "back_phase",
    "ArrowDown": "next_iteration", "ArrowUp": "back_iteration", "Home": "first", "End": "last",
}  # fmt: skip
SEARCHES = {
    "Connect Four": lambda: SearchStepper(
        Board(), SearchSettings(c=0.6), seed=2, iterations=30, iteration=12, phase="select"
    ),
    "Hex": lambda: SearchStepper(LECTURE.game, LECTURE.variants["T = 1"].settings, seed=7128416, iterations=20),
    "Nim": lambda: SearchStepper(Nim(), seed=1, iterations=20),
    "a proven result": lambda: SearchStepper(
        Board.from_moves("010101"), SearchSettings(solve=True), seed=1, iterations=30
    ),
}


@pytest.mark.browser
@pytest.mark.parametrize("name", ["Connect Four", "Nim", "a proven result"])
def test_after_each_of_40_random_uses_the_page_shows_what_the_stepper_shows(saved, name):
    page, chance, steps = saved(SEARCHES[name]()), random.Random(name), set()
    assert page.sees() == page.wanted()
    for _ in range(40):
        use = chance.choice(["button", "button", "key", "slider"])
        if use == "slider":
            goal = chance.randrange(page.last + 1)
            page.part("slider").fill(str(goal))
        else:
            key = chance.choice([*KEYS])
            if use == "button":
                page.part(KEYS[key]).click()
            else:
                page.part(chance.choice(["slider", "play", "next_phase"])).focus()  # it does not matter where
                page.page.keyboard.press(key)
            getattr(page.twin, KEYS[key]).click()
            goal = min(page.twin.step.number, page.last)  # the page ends there
        page.twin.slider.value = goal
        steps.add(goal)
        told, where, pictures = page.sees()
        assert (told, where) == page.wanted()[:2]
        assert pictures == page.wanted()[2]
    assert len(steps) > 10


@pytest.mark.browser
def test_keys_work_before_anything_is_clicked(saved):
    page = saved(SEARCHES["Connect Four"]())
    for key in ("ArrowRight", "ArrowDown"):
        page.page.keyboard.press(key)
        getattr(page.twin, KEYS[key]).click()
        assert page.sees() == page.wanted()


@pytest.mark.browser
def test_the_page_plays_and_pauses_and_stops_at_the_end(saved):
    page = saved(SearchStepper(seed=1, iterations=2))
    play = page.part("play")
    page.page.clock.pause_at(time.time() + 3600)  # from now on it is only moved here, however busy the computer is
    for seconds, step, is_playing in ((5, 2, "true"), (2, 3, "true"), (30, 8, "false")):
        if play.get_attribute("aria-pressed") == "false":
            play.click()
        page.page.clock.run_for(1000 * seconds)
        assert (page.sees()[1], play.get_attribute("aria-pressed")) == (step, is_playing)
        page.twin.slider.value = step
        assert page.sees() == page.wanted()
    page.part("first").click()
    play.click()
    page.page.clock.run_for(2000)
    page.page.keyboard.press("ArrowLeft")
    page.page.clock.run_for(9000)
    assert (page.sees()[1], play.get_attribute("aria-pressed")) == (0, "false")


@pytest.mark.browser
def test_the_page_follows_a_dark_theme(saved):
    page = saved(SEARCHES["Connect Four"](), color_scheme="dark")
    colours = page.page.evaluate(
        """[document.body, document.querySelector(".c4-is-line")].map(one => getComputedStyle(one))
            .map((style, i) => i ? style.color : style.backgroundColor)"""
    )
    ground, ink = (sum(map(int, colour[4:-1].split(","))) for colour in colours)
    assert ground < 120 < 600 < ink  # of red, green and blue together


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_can_be_used_by_everybody(saved, theme):
    page = saved(SEARCHES["Connect Four"](), color_scheme=theme)
    assert Axe().run(page.page).response["violations"] == []


@pytest.mark.browser
def test_the_page_fits_on_a_phone(saved):
    page = saved(SEARCHES["Hex"](), viewport={"width": 400, "height": 800}, has_touch=True, is_mobile=True)
    page.part("first").tap()
    page.twin.first.click()
    for _ in range(12):
        page.part("next_phase").tap()
        page.twin.next_phase.click()
        assert page.sees() == page.wanted()
        wide = page.page.evaluate(
            """[document.documentElement.scrollWidth,
                ...[...document.querySelectorAll("main *")].map(one => one.getBoundingClientRect().right)]"""
        )
        assert max(wide) <= 400
    small = page.page.evaluate(
        """[...document.querySelectorAll("button")].map(one => one.getBoundingClientRect().height)"""
    )
    assert min(small) >= 24  # pixels, to be hit with a finger


# ---------------------------------------------------------------- places, and what leads to them


@pytest.mark.browser
@pytest.mark.parametrize(
    ("address", "step"), [("#step=17", 17), ("#step=9999", 120), ("#step=abc&other=1", 45)]
)
def test_the_address_leads_to_a_step_and_rubbish_in_it_is_ignored(saved, address, step):
    page = saved(SEARCHES["Connect Four"](), address=address)
    assert page.sees()[1] == step


@pytest.mark.browser
def test_a_playout_drops_disc_by_disc_and_a_press_goes_on(saved):
    page = saved(SearchStepper(seed=1, iterations=3), reduced_motion="no-preference")
    page.page.clock.pause_at(time.time() + 3600)
    page.part("slider").fill("2")
    page.part("next_phase").click()
    seen = []
    for _ in range(3):
        seen.append(page.part("line").inner_text().split(":")[0])
        page.page.clock.run_for(75)
    parts = page.twin.trace.step(3).parts
    assert seen == [f"Simulate, move {move} of {parts}" for move in (1, 2, 3)]
    page.part("next_phase").click()
    page.page.clock.run_for(5000)
    assert (page.sees()[1], page.part("line").inner_text().split(":")[0]) == (4, "Backpropagate")
    page.part("slider").fill("3")  # nothing drops
    page.twin.slider.value = 3
    assert page.sees()[:2] == page.wanted()[:2]


THREAT = Board.from_moves("2432614534125")


@pytest.fixture(scope="module")
def grid(tmp_path_factory):
    path = tmp_path_factory.mktemp("grid") / "page.html"
    recorded.searches(path, THREAT, seed=3, playouts=(10, 1000), c=(0, 0.5, 2**0.5), T=(0, 2))
    return path


@pytest.fixture
def grid_page(grid, browser):
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto("about:blank")
    yield page
    context.close()


def show_in(page, grid, address):
    page.goto(grid.as_uri() + address)
    page.reload()
    page.locator(".c4-is-tree svg").wait_for()


@pytest.mark.browser
def test_sliders_go_through_the_searches_that_were_recorded(grid, grid_page):
    show_in(grid_page, grid, "")
    for name, place in {"c": 1, "playouts": 1, "T": 1}.items():
        grid_page.get_by_label(name, exact=True).fill(str(place))
    explorer = SearchExplorer(THREAT, SearchSettings(c=0.5, prior=2), playouts=1000, seed=3)
    assert grid_page.locator(".c4-is-line").inner_text() == explorer.sentence.value
    for name, picture in {"ratings": explorer.ratings, "board": explorer.editor.view.picture}.items():
        seen = grid_page.locator(f".c4-is-{name} [data-text]").evaluate_all("all => all.map(one => one.dataset.text)")
        assert sorted(seen) == sorted(picture.texts)
    grid_page.wait_for_url("**#c=0.5&playouts=1000&T=2")


@pytest.mark.browser
@pytest.mark.parametrize(
    ("address", "place", "said"),
    [
        ("#c=0.5&playouts=1000&T=2", ["0.5", "1,000", "2"], ""),
        ("#c=0.6", ["0.5", "10", "0"], "c = 0.6 was not recorded; this is c = 0.5."),
        ("#c=&T=x&<b>=1", ["√2", "10", "0"], ""),
    ],
)
def test_the_address_leads_to_a_search_or_the_nearest_one(grid, grid_page, address, place, said):
    show_in(grid_page, grid, address)
    assert grid_page.locator("output").all_inner_texts() == place
    assert grid_page.locator(".c4-is-missing").inner_text() == said


@pytest.mark.browser
@pytest.mark.parametrize(
    ("address", "rule", "said"),
    [("#rule=UCB1", "UCB1", ""), ("#rule=luck&step=1", "greedy", "rule luck were not recorded.")],
)
def test_the_address_leads_to_what_has_a_name_if_it_was_recorded(tmp_path, grid_page, address, rule, said):
    path = tmp_path / "rules.html"
    states = []
    for name, step in product(("greedy", "UCB1"), (0, 1)):
        states.append(({"rule": name, "step": step}, f"{name} pulls", {"tree": Scene()}))
    save_page(path, "Two rules", states, start={"rule": "greedy", "step": 0}, columns=[(1, ["tree", "settings"])])
    show_in(grid_page, path, address)
    assert grid_page.locator("fieldset button[aria-pressed=true]").inner_text() == rule
    assert grid_page.locator(".c4-is-missing").inner_text() == said
