"""The page of the live stepper in a browser without a network: its buttons and keys, its address, and who can use it."""

import random
import time

import pytest
from axe_playwright_python.sync_playwright import Axe

from c4lib import Board, SearchSettings, SearchStepper

pytestmark = pytest.mark.browser

SMALL = "#moves=3130234131&rows=4&columns=5&seed=2"
KEYS = {
    "ArrowRight": "next_phase", "PageDown": "next_phase", "ArrowLeft": "back_phase", "PageUp": "back_phase",
    "ArrowDown": "next_iteration", "ArrowUp": "back_iteration", ".": "next_part", "Home": "first", "End": "last",
}  # fmt: skip
PHONE = {"width": 390, "height": 844}


class StepPage:
    """The page in a window, and what is to be seen in it."""

    def __init__(self, page):
        self.page = page
        page.clock.install()
        page.locator(".c4-is-tree svg").wait_for()

    def part(self, name):
        return self.page.locator(f".c4-is-{name}")

    def sees(self):
        """The sentence, where the slider is, and all texts of the three pictures."""
        texts = [
            sorted(self.part(name).locator("[data-text]").evaluate_all("all => all.map(one => one.dataset.text)"))
            for name in ("tree", "place", "details")
        ]
        return self.part("line").inner_text(), int(self.part("slider").input_value()), texts


@pytest.fixture
def opened(live_window):
    """Opens the page."""
    return lambda address="", **window: StepPage(live_window("step", address, **window))


def wanted(stepper):
    """What a stepper shows."""
    pictures = (stepper.tree, stepper.place, stepper.details)
    return stepper.line.value, stepper.step.number, [sorted(picture.texts) for picture in pictures]


def stepper_of(settings=SearchSettings()):
    """A stepper of the small board, after its start."""
    stepper = SearchStepper(Board.from_moves("3130234131", rows=4, columns=5), settings, seed=2)
    stepper.start.click()
    return stepper


# ---------------------------------------------------------------- what is done


def test_a_visitor_who_does_this_and_that_sees_what_the_stepper_shows_and_can_come_back(opened):
    page, twin, chance = opened(SMALL), stepper_of(), random.Random(49)
    settings = {"c": "c", "T": "prior", "seed": "seed"}  # their names in the page, and in the stepper
    for _ in range(50):
        use = chance.choice(["button", "button", "key", "key", "slider", "jump", "setting", "predict"])
        if use in ("button", "key"):
            key = chance.choice([*KEYS])
            page.part(KEYS[key]).click() if use == "button" else page.page.keyboard.press(key)
            getattr(twin, KEYS[key]).click()
        elif use == "slider":
            number = chance.choice([number for number in range(241) if number != twin.step.number])
            page.part("slider").fill(str(number))
            twin.slider.value = number
        elif use == "jump":
            number = chance.choice([number for number in range(100) if number != twin.step.iteration])
            page.page.locator("#c4-jump").fill(str(number))
            page.page.locator("#c4-jump").press("Enter")
            page.part("next_phase").focus()
            twin.jump.value = number
        elif use == "setting":
            name = chance.choice([*settings])
            slider = getattr(twin, settings[name])
            value = chance.choice([value for value in range(4) if value != slider.value])
            place = slider.steps.index(value) if name == "c" else value
            page.page.get_by_label(name, exact=True).fill(str(place))
            page.part("next_phase").focus()
            slider.value = value
        else:
            page.part("predict").click()
            twin.predict.value = not twin.predict.value
        assert page.sees() == wanted(twin)
    if page.part("predict").get_attribute("aria-pressed") == "true":
        page.part("predict").click()
        twin.predict.value = False
    page.page.clock.run_for(1000)
    again = opened(page.page.evaluate("location.hash"))
    twin.slider.value = twin.step.number
    assert again.sees()[:2] == wanted(twin)[:2]


def test_a_playout_drops_disc_by_disc_and_a_press_goes_on(opened):
    page, twin = opened(f"{SMALL}&step=2"), stepper_of()
    page.page.emulate_media(reduced_motion="no-preference")
    twin.slider.value = 3
    parts = twin.step.parts
    page.page.clock.pause_at(time.time() + 3600)
    page.part("next_phase").click()
    page.page.clock.run_for(10_000)
    assert page.part("line").inner_text().startswith(f"Simulate, move {parts} of {parts}")
    page.part("back_phase").click()
    page.part("next_phase").click()
    page.page.clock.run_for(200)
    page.part("next_phase").click()
    assert page.part("line").inner_text().startswith("Backpropagate:")


def test_it_plays_and_pauses(opened):
    page = opened(SMALL)
    page.page.clock.pause_at(time.time() + 3600)
    page.page.keyboard.press(" ")
    page.page.clock.run_for(5000)
    assert page.sees()[1] == 2
    page.page.keyboard.press(" ")
    page.page.clock.run_for(60_000)
    assert page.sees()[1] == 2


def test_a_menu_leads_to_a_step_by_name_and_leaves_the_keys_to_the_page(opened):
    page, twin = opened(SMALL), stepper_of()
    page.part("find").select_option("first playout lost")
    page.page.keyboard.press("ArrowRight")
    twin.find.value = "first playout lost"
    twin.next_phase.click()
    assert page.sees() == wanted(twin)


def test_a_presenter_goes_on_wherever_the_focus_is_and_arrows_move_a_slider(opened):
    page, twin = opened(SMALL), stepper_of()
    page.page.get_by_label("T", exact=True).focus()
    page.page.keyboard.press("PageDown")
    page.page.keyboard.press("ArrowRight")
    twin.next_phase.click()
    twin.prior.value = 1
    assert page.sees() == wanted(twin)


def test_a_position_is_clicked_and_typed_and_taken_back(opened):
    page = opened("#moves=33&seed=5&step=9")
    page.part("edit").click()
    page.page.get_by_role("button", name="column 4").click()
    page.page.locator("#c4-moves").fill("3342")
    page.page.locator("#c4-moves").press("Enter")
    page.page.get_by_role("button", name="Undo").click()
    page.part("edit").click()
    stepper = SearchStepper(Board.from_moves("334"), seed=5)
    stepper.start.click()
    assert page.sees() == wanted(stepper)


def test_a_menu_has_positions_to_begin_with(opened):
    page = opened(SMALL)
    page.part("edit").click()
    page.page.get_by_label("positions to begin with").select_option("4 × 4")
    stepper = SearchStepper(Board(4, 4), seed=2)
    stepper.start.click()
    page.part("edit").click()
    assert page.sees() == wanted(stepper)


def test_what_was_typed_wrongly_is_said_beside_the_field_and_the_pictures_stay(opened):
    page = opened("#moves=33&step=9")
    before = page.sees()
    page.part("edit").click()
    page.page.locator("#c4-moves").fill("3333333")
    page.page.locator("#c4-moves").press("Enter")
    said = page.page.locator("#c4-moves-wrong").inner_text()
    assert said == "move 7 cannot be 3; allowed: 0, 1, 2, 4, 5, 6"
    page.part("edit").click()
    assert page.sees() == before


def test_where_the_game_is_over_there_is_nothing_to_search(opened):
    page = opened("#moves=010101&step=9")
    page.part("edit").click()
    before = page.sees()
    page.page.get_by_role("button", name="column 0").click()
    assert page.part("missing").inner_text() == "the game is over, so there is nothing to search"
    assert page.sees() == before


def test_compare_shows_the_tree_before_the_change_beside_the_new_one(opened):
    page, twin = opened(f"{SMALL}&step=80"), stepper_of()
    twin.slider.value = 80
    page.part("compare").click()
    twin.compare.value = True
    page.page.get_by_label("c", exact=True).fill("0")
    twin.c.value = 0
    assert page.part("details").is_visible()
    assert not page.part("place").is_visible()
    assert page.sees() == wanted(twin)


@pytest.mark.parametrize(
    ("address", "step", "said"),
    [
        ("#step=17", 17, ""),
        ("#step=9999999", 0, "step must be a whole number from 0 to 8,000, not 9999999"),
        ("#moves=39&step=4", 4, "move 2 cannot be 9; allowed: 0, 1, 2, 3, 4, 5, 6"),
        ("#rows=9&columns=8", 0, "a board of 9 × 8 with 4 in a line cannot be searched here"),
        ("#c=x&<b>=1", 0, "c must be a number from 0 to 999,999, not x"),
    ],
)
def test_the_address_leads_to_a_step_and_what_is_wrong_in_it_is_said(opened, address, step, said):
    page = opened(address)
    assert (page.sees()[1], page.part("missing").inner_text()) == (step, said)


# ---------------------------------------------------------------- for everybody


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_can_be_used_by_everybody(opened, theme):
    page = opened(f"{SMALL}&step=33", theme=theme)
    assert Axe().run(page.page).response["violations"] == []
    page.part("edit").click()
    assert Axe().run(page.page).response["violations"] == []


def test_on_a_telephone_nothing_is_wider_and_buttons_can_be_hit(opened):
    page = opened(SMALL, **PHONE)
    for name in ("next_phase", "next_iteration", "edit", "edit", "compare"):
        page.part(name).click()
        width = page.page.evaluate(
            """Math.max(document.documentElement.scrollWidth,
                ...[...document.querySelectorAll("main *")].map(one => one.getBoundingClientRect().right))"""
        )
        assert width <= 390
    heights = page.page.evaluate(
        """[...document.querySelectorAll("button")].map(one => one.getBoundingClientRect().height).filter(Boolean)"""
    )
    assert min(heights) >= 24  # pixels, to be hit with a finger


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_on_a_laptop_all_is_in_the_window(opened, width, height):
    page = opened(f"{SMALL}&step=33", width=width, height=height)
    assert page.page.evaluate("document.documentElement.scrollHeight") <= height
