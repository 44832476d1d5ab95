"""The page's side of a panel (panel.js), in a browser without a kernel: the test says what Python would say."""

import json
import time
from itertools import pairwise

import pytest
from axe_playwright_python.sync_playwright import Axe
from fake_page import ExamplePanel, FakePage

from c4lib import Board, HexBoard, PlayBoard, SearchExplorer, SearchStepper, Ucb1Lab
from c4lib.plots.canvas import glyphs, outline
from c4lib.plots.terms import TABLE
from c4lib.widgets.panel import Panel

pytestmark = pytest.mark.browser

DOCUMENT = """<!DOCTYPE html><html lang="en"><head><title>A panel</title><style>%s
    .c4-example > .c4-grid { grid-template-areas: "words" "button" "switch" "choice" "slider" "field" "progress" "message" "picture"; }
    .c4-example .c4-is-picture { width: 400px; }
</style></head><body><main><h1>A panel</h1><div id="here"></div></main></body></html>"""
START = """async ([source, state]) => {
    const address = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
    const heard = [], told = [];
    const model = {get: name => state[name], on: (event, hear) => told.push(hear), send: message => heard.push(message)};
    const widget = (await import(address)).default();
    widget.initialize({model});
    const close = widget.render({model, el: document.getElementById("here")});
    Object.assign(window, {heard, model, widget, close, tell: news => told.forEach(hear => hear(news))});
}"""
FRAMES = """([selector, attribute, milliseconds]) => new Promise(done => {
    const seen = [], start = performance.now();
    (function look(now) {
        seen.push([now - start, Number(document.querySelector(selector).getAttribute(attribute))]);
        if (now - start < milliseconds) requestAnimationFrame(look); else done(seen);
    })(start);
    window.go();
})"""
TOUCHED = """() => {
    window.touched = new Set();
    new MutationObserver(records => records.forEach(({target}) => touched.add(target)))
        .observe(document.querySelector("#here"), {subtree: true, attributes: true, childList: true, characterData: true});
}"""


class Shown:
    """A panel that is shown in a page of the browser; Python hears of what is done there when it is asked to."""

    def __init__(self, page, panel):
        self.page, self.panel, self.fake = page, panel, FakePage(panel)
        page.set_default_timeout(5000)
        page.set_content(DOCUMENT % Panel._css)
        state = {name: panel.get_state(name)[name] for name in ("page", "look", "shortcuts")}
        page.evaluate(START, [Panel._esm, json.loads(json.dumps(state))])
        (hello,) = self.heard()
        self.client = hello["number"][0]
        self.slider, self.field, self.go = page.locator("input[type=range]"), page.locator("input[type=text]"), "Go"

    def heard(self):
        """What the page has said since the last time."""
        return self.page.evaluate("() => heard.splice(0)")

    def tell(self, **more):
        """Tell the page what the panel has told since the last time."""
        messages, self.fake.messages[:] = [{**message, **more} for message in self.fake.messages], []
        for message in messages or [{"parts": {}, "letters": {}, **more}]:
            self.page.evaluate("news => tell(news)", json.loads(json.dumps(message)))

    def heard_soon(self, number):
        """So many messages of the page, which it sends one after the other."""
        self.page.wait_for_function("number => heard.length >= number", arg=number)
        return self.heard()

    def answer(self, number):
        """Tell the page that its message of this number was heard."""
        self.tell(heard=[self.client, number])

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def focus(self):
        """Give the panel itself the focus, by a click beside its parts."""
        self.page.locator("#here").evaluate("panel => panel.focus()")


@pytest.fixture
def show(browser):
    """Shows a panel in a new page."""
    pages = []

    def shown(panel, **options):
        pages.append(browser.new_page(viewport={"width": 1000, "height": 800}, **options))
        return Shown(pages[-1], panel)

    yield shown
    for page in pages:
        page.close()


@pytest.fixture
def shown(show):
    return show(ExamplePanel())


# ---------------------------------------------------------------- what is shown


def test_controls_and_pictures_are_shown(shown):
    page = shown.page
    assert page.get_by_role("status").inner_text() == "Start"
    assert [shown.button(name).count() for name in ("Go", "On", "the left corner")] == [1, 1, 1]
    assert shown.button("On").get_attribute("aria-pressed") == "false"
    assert page.get_by_role("combobox").locator("option").all_inner_texts() == ["slow", "fast"]
    assert page.get_by_role("slider", name="c", exact=True).input_value() == page.locator("output").inner_text() == "7"
    assert shown.field.input_value() == "0"
    assert page.get_by_label("a ball and A").locator("circle").count() == 1
    assert page.get_by_role("progressbar").count() == 0
    assert page.get_by_role("alert").count() == 0


def test_changes_of_every_part_are_shown(shown):
    panel, page = shown.panel, shown.page
    with panel.together():
        panel.words.value, panel.switch.value, panel.choice.value, panel.slider.value = "New", True, 1, 9
        panel.field.value = "x"
        panel.progress.show(0.5)
        panel.message.show("this went wrong")
        panel.button.set(disabled=True, text="Gone")
    shown.tell()
    assert page.get_by_role("status").inner_text() == "New"
    assert shown.button("On").get_attribute("aria-pressed") == "true"
    assert page.get_by_role("combobox").input_value() == "fast"
    assert (shown.slider.input_value(), page.locator("output").inner_text()) == ("9", "9")
    assert (shown.field.input_value(), shown.field.get_attribute("aria-invalid")) == ("x", "true")
    assert page.get_by_role("progressbar").evaluate("bar => bar.value") == 0.5
    assert page.get_by_role("alert").all_inner_texts() == [panel.field.state["error"], "this went wrong"]
    assert shown.button("Gone").is_disabled()


def test_elements_follow_the_layers_of_the_drawing(show):
    shown = show(SearchExplorer(Board.from_moves("3"), playouts=50))
    for svg, picture in ((".c4-is-board", shown.panel.editor.picture), (".c4-is-tree", shown.panel.tree)):
        kinds = shown.page.locator(f"{svg} > g").evaluate_all("layers => layers.map(layer => layer.childElementCount)")
        heights = sorted(height for height, *_ in picture.scene.elements.values())
        assert kinds == [heights.count(height) for height in sorted(set(heights))]


@pytest.mark.parametrize("moves", ["", "010101"])
def test_every_letter_has_an_outline(show, moves):
    shown = show(SearchExplorer(Board.from_moves(moves), playouts=100, exact=True))
    shown.panel.wait()
    shown.panel.seed.value = 3
    shown.panel.wait()
    shown.tell()
    texts = shown.page.locator("[data-text]").evaluate_all(
        "all => all.map(one => [one.dataset.text, one.dataset.weight, one.getAttribute('d')])"
    )
    assert len(texts) > 50
    assert all(outline(sign, weight)[0] in path for text, weight, path in texts for sign in text)
    assert not any(outline(sign, "bold")[0] == "" for text, _, _ in texts for sign in text if sign != " ")


def test_text_is_as_wide_as_the_drawing_has_reckoned(show):
    shown = show(SearchExplorer(Board.from_moves("3"), playouts=50))
    note = shown.page.locator("[data-text^='* Wilson']")
    text, unit = (
        note.get_attribute("data-text"),
        shown.page.locator(".c4-is-ratings").evaluate(
            f"picture => picture.getScreenCTM().a * 1000 / {TABLE}"  # pixels of the height of a row
        ),
    )
    assert note.bounding_box()["width"] == pytest.approx(0.6 * glyphs(text)[1] * unit, rel=0.02)


def test_only_the_elements_that_change_are_touched(shown):
    shown.page.evaluate(TOUCHED)
    shown.panel.draw("A", x=2)
    shown.tell()
    shown.page.wait_for_timeout(400)
    names = shown.page.evaluate("() => [...touched].map(one => one.tagName)")
    assert names == ["circle"]


def test_elements_that_are_gone_are_taken_away(shown):
    shown.panel.draw("A", others=3)
    shown.tell()
    assert shown.page.locator("circle").count() == 4
    shown.panel.draw("A")
    shown.tell()
    assert shown.page.locator("circle").count() == 1


def test_old_picture_is_marked(shown):
    shown.panel.picture.set(old=True)
    shown.tell()
    shown.page.wait_for_timeout(200)
    assert float(shown.page.locator(".c4-picture").evaluate("one => getComputedStyle(one).opacity")) < 0.6
    shown.panel.picture.set(old=False)
    shown.tell()
    shown.page.wait_for_timeout(200)
    assert shown.page.locator(".c4-picture").evaluate("one => getComputedStyle(one).opacity") == "1"


# ---------------------------------------------------------------- what moves


DRAG = "document.querySelector('.c4-is-slider input').dispatchEvent(new Event('input'));"


def way(shown, first=""):
    """The times and places of the ball in all frames, while it goes from 250 to 500; `first` is done before that."""
    shown.panel.draw("A", x=2)
    (message,) = json.loads(json.dumps(shown.fake.messages))
    shown.page.evaluate("message => { window.go = () => { FIRST tell(message); } }".replace("FIRST", first), message)
    return shown.page.evaluate(FRAMES, ["circle", "cx", 500])


def test_what_has_a_key_moves_to_its_new_place(shown):
    frames = way(shown)
    places = [place for _, place in frames]
    assert (places[0], places[-1]) == (250, 500)
    assert places == sorted(places)
    assert any(250 < place < 500 for place in places)


def test_it_takes_about_200_milliseconds(shown):
    frames = way(shown)
    begun, ended = (next(time for time, place in frames if is_reached(place)) for is_reached in (
        lambda place: place > 250, lambda place: place == 500,
    ))  # fmt: skip
    longest = max(after - before for (before, _), (after, _) in pairwise(frames))
    assert 100 < ended - begun < 200 + 2 * longest + 20


def test_reduced_motion_moves_at_once(show):
    places = [place for _, place in way(show(ExamplePanel(), reduced_motion="reduce"))]
    assert set(places) == {250, 500}


def test_while_a_slider_is_dragged_pictures_follow_at_once(shown):
    assert {place for _, place in way(shown, first=DRAG)} <= {250, 500}


def test_change_in_the_middle_of_a_move_goes_on_from_there(shown):
    shown.panel.draw("A", x=2)
    shown.tell()
    shown.page.wait_for_timeout(60)
    shown.panel.draw("A", x=1)
    (message,) = json.loads(json.dumps(shown.fake.messages))
    before, after = shown.page.evaluate(
        """message => { const x = () => Number(document.querySelector("circle").getAttribute("cx"));
            const before = x(); tell(message); return [before, x()]; }""",
        message,
    )
    assert before == after
    shown.page.wait_for_timeout(400)
    assert shown.page.locator("circle").get_attribute("cx") == "250"


def test_what_moves_is_not_stopped_or_set_back_by_another_change(shown):
    circle, clock = shown.page.locator("circle"), shown.page.clock
    clock.install()
    clock.pause_at(time.time() + 3600)  # from now on it goes only when told
    shown.panel.draw("A", x=2)
    shown.tell()
    places = []
    for _ in range(2):
        clock.run_for(60)
        places.append(float(circle.get_attribute("cx")))
        shown.panel.draw("B", x=2)
        shown.tell()
    assert 250 < places[0] < places[1] < 500


# ---------------------------------------------------------------- what the user does


def test_clicks_that_come_faster_than_answers_are_joined(shown):
    press = {"part": "button", "do": "press"}
    for number in (1, 2):
        shown.button("Go").click()
        assert shown.heard_soon(1) == [press | {"times": 1, "number": [shown.client, number]}]
    shown.button("Go").evaluate("button => { for (let i = 0; i < 100; i++) button.click(); }")
    shown.page.wait_for_timeout(100)
    assert shown.heard() == []
    shown.answer(1)
    assert shown.heard_soon(1) == [press | {"times": 100, "number": [shown.client, 3]}]


def test_what_follows_an_answer_is_told_at_once(shown):
    shown.button("Go").click()
    shown.heard()
    answered = "(go, heard) => { tell({parts: {}, heard}); go.click(); return window.heard.length; }"
    assert shown.button("Go").evaluate(answered, [shown.client, 1]) == 1


def test_answers_to_another_window_do_not_count(shown):
    for number in range(3):
        shown.button("Go").click()
        shown.heard_soon(number < 2)
    shown.tell(heard=["another", 1])
    shown.page.wait_for_timeout(100)
    assert shown.heard() == []


def test_of_a_dragged_slider_the_last_value_arrives(shown):
    box = shown.slider.bounding_box()
    y = box["y"] + box["height"] / 2
    shown.page.mouse.move(box["x"] + 10, y)
    shown.page.mouse.down()
    for step in range(20):
        shown.page.mouse.move(box["x"] + 10 + step * 15, y)
    shown.page.mouse.up()
    value, heard = int(shown.slider.input_value()), shown.heard_soon(2)
    shown.answer(2)
    shown.page.wait_for_timeout(100)
    heard += shown.heard()
    assert len(heard) <= 3
    number = [shown.client, len(heard)]
    assert heard[-1] == {"part": "slider", "do": "set", "value": value, "times": 1, "number": number}


def test_slider_is_not_set_back_by_the_answer_to_an_earlier_value(shown):
    for number, value in enumerate((20, 30, 40)):
        shown.slider.fill(str(value))
        shown.heard_soon(number < 2)  # the last one waits
    for number, value in enumerate((20, 30, 40), start=1):
        shown.fake.say("slider", "set", value=value)
        shown.answer(number)
        assert (shown.slider.input_value(), shown.page.locator("output").inner_text()) == ("40", "40")


def test_next_value_is_told_before_the_answer_is_drawn(shown):
    for number, value in enumerate(("20", "30", "40")):
        shown.slider.fill(value)
        shown.heard_soon(number < 2)
    text = "document.querySelector('[data-text]').dataset.text"
    shown.page.evaluate(f"() => {{ model.send = () => {{ window.drawn = {text}; }}; }}")
    shown.page.wait_for_timeout(50)  # so that it is time for the third
    shown.panel.draw("B")
    shown.answer(1)
    assert shown.page.evaluate(f"() => [drawn, {text}]") == ["A", "B"]


def test_what_python_makes_of_a_value_is_shown(shown):
    shown.panel.slider._action = lambda: shown.panel.slider.show(5)
    shown.slider.fill("20")
    shown.fake.say("slider", "set", value=20)
    shown.answer(1)
    assert shown.slider.input_value() == "5"


@pytest.mark.parametrize("how", ["mouse", "Enter", " "])
def test_click_on_a_spot_tells_its_name(shown, how):
    spot = shown.button("the left corner")
    spot.click() if how == "mouse" else spot.press(how)
    (message,) = shown.heard()
    assert (message["part"], message["do"], message["name"]) == ("picture", "spot", [1, "a"])


def test_spot_lies_where_it_is_drawn(shown):
    picture, spot = (shown.page.locator(name).bounding_box() for name in (".c4-picture", ".c4-spot"))
    unit = picture["width"] / 4
    assert spot["x"] == pytest.approx(picture["x"], abs=1)
    assert spot["y"] == pytest.approx(picture["y"] + unit, abs=1)
    assert (spot["width"], spot["height"]) == pytest.approx((unit, unit), abs=1)


def test_typed_text_arrives_when_it_is_done_and_a_chosen_option_at_once(shown):
    shown.field.fill("12")
    assert shown.heard() == []
    shown.field.press("Enter")
    shown.page.get_by_role("combobox").select_option("fast")
    shown.answer(1)
    messages = shown.heard_soon(2)
    assert [(message["part"], message["value"]) for message in messages] == [("field", "12"), ("choice", 1)]


# ---------------------------------------------------------------- keys


@pytest.mark.parametrize(
    ("focus", "key", "heard"),
    [
        (None, "ArrowRight", []),
        ("#here", "ArrowRight", [("", "key", "ArrowRight", None)]),
        ("#here", "Control+b", []),
        ("#here", "Alt+b", []),
        ("#here", "Meta+b", []),
        ("input[type=text]", "ArrowRight", []),
        ("input[type=text]", "b", []),
        ("input[type=range]", "ArrowRight", [("slider", "set", None, 8)]),
        ("input[type=range]", "b", [("", "key", "b", None)]),
    ],
)
def test_a_key_arrives_unless_it_is_for_what_has_the_focus(shown, focus, key, heard):
    if focus:
        shown.page.locator(focus).evaluate("one => one.focus()")
    shown.page.keyboard.press(key)
    found = [tuple(message.get(name) for name in ("part", "do", "key", "value")) for message in shown.heard()]
    assert [(part or "", *rest) for part, *rest in found] == heard


def test_click_beside_the_parts_gives_the_panel_the_focus(shown):
    shown.page.locator(".c4-is-words").click()
    shown.page.keyboard.press("ArrowRight")
    assert [message["do"] for message in shown.heard()] == ["key"]


def test_keys_arrive_after_a_click_on_a_button(shown):
    shown.button("Go").click()
    shown.answer(1)
    shown.page.keyboard.press("ArrowRight")
    assert [message["do"] for message in shown.heard()] == ["press", "key"]


def test_keys_of_the_panel_are_not_those_of_the_notebook(shown):
    shown.page.evaluate("() => { window.keys = []; document.addEventListener('keydown', ({key}) => keys.push(key)); }")
    shown.focus()
    for key in ("ArrowRight", "x"):
        shown.page.keyboard.press(key)
    assert shown.page.evaluate("() => keys") == ["x"]
    assert shown.page.locator("#here").get_attribute("data-lm-suppress-shortcuts") == "true"


# ---------------------------------------------------------------- several views, and everybody


def test_second_view_shows_the_same_and_a_closed_one_is_left_alone(shown):
    shown.page.evaluate(
        """() => { const el = document.body.appendChild(document.createElement("div"));
            el.id = "second"; widget.render({model, el}); close(); }"""
    )
    shown.panel.words.value = "New"
    shown.tell()
    assert shown.page.locator("#second .c4-is-words").inner_text() == "New"
    assert shown.page.locator("#here .c4-is-words").inner_text() == "Start"


def violations(page):
    return [
        (one["id"], [node["html"] for node in one["nodes"]]) for one in Axe().run(page, "#here").response["violations"]
    ]


def test_everybody_can_use_a_panel_with_every_part(shown):
    assert violations(shown.page) == []
    with shown.panel.together():
        shown.panel.field.value = "x"
        shown.panel.progress.show(0.5)
        shown.panel.message.show("this went wrong")
        shown.panel.switch.value = True
        shown.panel.button.set(disabled=True)
    shown.tell()
    assert violations(shown.page) == []


def stepper_that_compares_and_asks():
    stepper = SearchStepper(seed=1, iteration=3, phase="select")
    for button in (stepper.compare, stepper.predict, stepper.next_phase):
        button.click()
    return stepper


def explorer_of_an_opened_node():
    explorer = SearchExplorer(Board.from_moves("334"), playouts=100)
    explorer.tree.click([3])
    return explorer


WIDGETS = {
    "explorer": lambda: SearchExplorer(Board.from_moves("334"), playouts=100, exact=True),
    "explorer of Hex": lambda: SearchExplorer(HexBoard(), playouts=100),
    "stepper": lambda: SearchStepper(seed=1, iteration=3, phase="select"),
    "stepper of Hex": lambda: SearchStepper(HexBoard(), iteration=2),
    "game": lambda: PlayBoard(playouts=50, exact=True),
    "laboratory": lambda: Ucb1Lab(T=1),
    "stepper that compares and asks": stepper_that_compares_and_asks,
    "explorer of an opened node": explorer_of_an_opened_node,
}


@pytest.mark.parametrize("name", WIDGETS)
def test_everybody_can_use_the_widget(show, name):
    shown = show(WIDGETS[name]())
    assert violations(shown.page) == []
