"""The page's side of a live picture (picture.js), in a browser without a kernel: the test says what Python would say."""

import json

import pytest
from fake_page import ExamplePanel, FakePage

from c4lib import Board, SearchExplorer
from c4lib.plots.canvas import width_of
from c4lib.plots.terms import TABLE
from c4lib.widgets.picture import LivePicture

pytestmark = pytest.mark.browser

DOCUMENT = """<!DOCTYPE html><html lang="en" %s><head><title>A panel</title><style>%s</style></head><body><main><h1>A panel</h1>
    <div class="c4-panel" id="panel"><div class="c4-grid">
        <button id="other">Other</button><input type="text" aria-label="field"><p>Words</p><div id="here" class="c4-picture" style="width: 400px"></div>
    </div></div></main></body></html>"""
START = """async ([source, state]) => {
    const address = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
    const heard = [], listens = {};
    const model = {get: name => state[name], on: (event, hear) => (listens[event] ??= []).push(hear), off: () => {},
        send: message => heard.push(message)};
    const widget = (await import(address)).default();
    widget.initialize({model});
    const close = widget.render({model, el: document.getElementById("here")});
    const set = (name, value) => { state[name] = value; listens[`change:${name}`]?.forEach(hear => hear()); };
    Object.assign(window, {heard, model, widget, close, set, tell: news => listens["msg:custom"].forEach(hear => hear(news))});
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
    """A picture that is shown in a page of the browser; Python hears of what is done there when it is asked to."""

    def __init__(self, page, picture, panel=None, theme=""):
        self.page, self.picture, self.panel, self.fake = page, picture, panel, FakePage(picture)
        page.set_default_timeout(5000)
        page.set_content(DOCUMENT % (theme, LivePicture._css))
        state = {name: picture.get_state(name)[name] for name in ("whole", "old", "every", "shortcuts")}
        page.evaluate(START, [LivePicture._esm, json.loads(json.dumps(state))])
        (hello,) = self.heard()
        assert hello["do"] == "hello"
        self.moves = hello["moves"]

    def heard(self):
        """What the page has said since the last time, but for asking whether anybody is there."""
        return self.page.evaluate("() => heard.splice(0).filter(message => message.do !== 'ask')")

    def tell(self):
        """Tell the page what the picture has told since the last time."""
        messages, self.fake.messages[:] = [message for _, message in self.fake.messages], []
        for message in messages:
            self.page.evaluate("news => tell(news)", json.loads(json.dumps(message)))

    def answer(self):
        self.page.evaluate("() => tell({answered: true})")

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def focus(self):
        """Give the panel itself the focus."""
        self.page.locator("#panel").evaluate("panel => panel.focus()")


@pytest.fixture
def show(browser):
    """Shows a picture in a new page."""
    pages = []

    def shown(picture, panel=None, theme="", **options):
        pages.append(browser.new_page(viewport={"width": 1000, "height": 800}, **options))
        return Shown(pages[-1], picture, panel, theme)

    yield shown
    for page in pages:
        page.close()


@pytest.fixture
def shown(show):
    panel = ExamplePanel()
    return show(panel.picture, panel)


# ---------------------------------------------------------------- what is shown


def test_elements_follow_the_layers_of_the_drawing(show):
    picture = SearchExplorer(Board.from_moves("3"), playouts=50).tree
    shown = show(picture)
    kinds = shown.page.locator("#here svg > g").evaluate_all("layers => layers.map(layer => layer.childElementCount)")
    heights = sorted(height for height, *_ in picture.scene.elements.values())
    assert kinds == [heights.count(height) for height in sorted(set(heights))]


def test_text_is_as_wide_as_the_drawing_has_reckoned(show):
    shown = show(SearchExplorer(Board.from_moves("3"), playouts=50).ratings)
    head = shown.page.locator("[data-text='95% interval']")
    unit = shown.page.locator("#here svg").evaluate(
        f"svg => svg.getScreenCTM().a * 1000 / {TABLE}"
    )  # pixels of a row's height
    assert head.bounding_box()["width"] == pytest.approx(0.68 * width_of("95% interval", "normal") * unit, rel=0.02)


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


def test_an_old_picture_is_pale(shown):
    opacity = "svg => Number(getComputedStyle(svg).opacity)"
    for old, most in ((True, 0.6), (False, 1)):
        shown.page.evaluate("old => set('old', old)", old)
        shown.page.wait_for_timeout(200)
        assert shown.page.locator("#here svg").evaluate(opacity) == pytest.approx(most, abs=0.2)


def test_every_view_shows_what_was_told_and_a_closed_one_is_left_alone(shown):
    shown.panel.draw("B")
    shown.tell()
    shown.page.evaluate(
        """() => { const el = document.body.appendChild(document.createElement("div"));
            el.id = "second"; widget.render({model, el}); close(); }"""
    )
    shown.panel.draw("C")
    shown.tell()
    written = [shown.page.locator(f"{view} [data-text]").get_attribute("data-text") for view in ("#here", "#second")]
    assert written == ["B", "C"]


CONTRAST = """nodes => { const light = colour => { const [r, g, b] = colour.match(/[0-9.]+/g).slice(0, 3)
        .map(part => part / 255).map(part => part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const svg = document.querySelector("#here svg"), ground = GROUND;
    return nodes.map(node => { const box = node.getBoundingClientRect();
        const behind = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
            .filter(one => one.ownerSVGElement === svg && !one.matches("text, .c4-spot")).map(one => getComputedStyle(one).fill)
            .find(fill => fill !== "none") ?? ground;
        const [a, b] = [light(getComputedStyle(node).fill), light(behind)].sort();
        return [node.dataset.text, (b + 0.05) / (a + 0.05)]; }); }"""


@pytest.mark.parametrize(
    ("theme", "ground"), [("", "rgb(255, 255, 255)"), ('data-jp-theme-light="false"', "rgb(17, 17, 17)")]
)
@pytest.mark.parametrize("name", ["tree", "ratings", "board"])
def test_all_text_can_be_read_in_light_and_dark_themes(show, theme, ground, name):
    explorer = SearchExplorer(Board.from_moves("334"), playouts=300, exact=True, seed=1)
    explorer.wait()
    picture = explorer.editor.view.picture if name == "board" else getattr(explorer, name)
    shown = show(picture, theme=theme)
    found = shown.page.locator("#here [data-text]").evaluate_all(CONTRAST.replace("GROUND", repr(ground)))
    assert len(found) > 5
    assert {text: round(contrast, 2) for text, contrast in found if contrast < 4.5} == {}


# ---------------------------------------------------------------- what moves


def way(shown, first=""):
    """The times and places of the ball in all frames, while it goes from 250 to 500; `first` is done before that."""
    shown.panel.draw("A", x=2)
    ((_, message),) = shown.fake.messages
    source = "message => { window.go = () => { FIRST tell(message); } }".replace("FIRST", first)
    shown.page.evaluate(source, json.loads(json.dumps(message)))
    return shown.page.evaluate(FRAMES, ["circle", "cx", 500])


def test_what_has_a_key_moves_to_its_new_place(shown):
    frames = way(shown)
    places = [place for _, place in frames]
    assert (places[0], places[-1]) == (250, 500)
    assert places == sorted(places)
    assert any(250 < place < 500 for place in places)


def test_reduced_motion_moves_at_once(show):
    panel = ExamplePanel()
    shown = show(panel.picture, panel, reduced_motion="reduce")
    assert {place for _, place in way(shown)} == {250, 500}
    assert not shown.moves


def test_while_a_slider_is_dragged_pictures_follow_at_once(shown):
    dragging = "document.querySelector('#other').classList.add('noUi-active');"
    assert {place for _, place in way(shown, first=dragging)} <= {250, 500}


# ---------------------------------------------------------------- what the user does


@pytest.mark.parametrize("how", ["mouse", "Enter", " "])
def test_a_click_on_a_place_tells_its_name_and_the_stamp_of_the_picture(shown, how):
    shown.panel.draw("A", stamp=7)
    shown.tell()
    spot = shown.button("the left corner")
    spot.click() if how == "mouse" else spot.press(how)
    assert shown.heard() == [{"do": "click", "name": repr(("take", 1)), "stamp": 7}]


def test_a_place_lies_where_it_is_drawn(shown):
    picture, spot = (shown.page.locator(name).bounding_box() for name in ("#here svg", ".c4-spot"))
    unit = picture["width"] / 4
    assert (spot["x"], spot["y"]) == pytest.approx((picture["x"], picture["y"] + unit), abs=1)
    assert (spot["width"], spot["height"]) == pytest.approx((unit, unit), abs=1)


def test_the_page_asks_again_and_again_while_it_plays(shown):
    shown.page.evaluate("() => set('every', 20)")
    shown.page.wait_for_function("() => heard.length")
    shown.page.wait_for_timeout(100)
    assert shown.heard() == [{"do": "tick"}]  # the next is asked for when this is answered
    shown.answer()
    shown.page.wait_for_function("() => heard.length")
    shown.page.evaluate("() => set('every', 0)")
    shown.answer()
    shown.heard()
    shown.page.wait_for_timeout(100)
    assert shown.heard() == []


# ---------------------------------------------------------------- the panel around it


@pytest.mark.parametrize(
    ("focus", "key", "pressed"),
    [
        ("#panel", "ArrowRight", ["ArrowRight"]),
        ("#panel", "Control+b", []),
        ("#other", "b", ["b"]),
        ("input", "b", []),
        ("body", "ArrowRight", []),
    ],
)
def test_a_key_arrives_unless_it_is_for_what_has_the_focus(shown, focus, key, pressed):
    shown.page.locator(focus).evaluate("one => one.focus()")
    shown.page.keyboard.press(key)
    assert [message["key"] for message in shown.heard()] == pressed


@pytest.mark.parametrize(
    ("focus", "key", "pressed"), [("input", "b", []), ("input", "PageDown", ["PageDown"]), ("body", "b", ["b"])]
)
def test_alone_on_the_screen_a_presenter_s_keys_arrive_wherever_the_focus_is(shown, focus, key, pressed):
    shown.button("whole screen").click()
    shown.page.wait_for_function("() => document.fullscreenElement?.id === 'panel'")
    shown.page.evaluate("() => document.activeElement.blur()")
    test_a_key_arrives_unless_it_is_for_what_has_the_focus(shown, focus, key, pressed)


def test_a_click_beside_the_controls_gives_the_panel_the_keys(shown):
    shown.page.get_by_text("Words").click()
    shown.page.keyboard.press("ArrowRight")
    assert [message["do"] for message in shown.heard()] == ["key"]


def test_keys_stay_the_panels_when_the_pressed_button_is_switched_off(shown):
    shown.page.locator("#other").click()
    shown.page.locator("#other").evaluate("button => { button.disabled = true; }")
    shown.page.wait_for_timeout(50)
    shown.page.keyboard.press("ArrowRight")
    assert [message["do"] for message in shown.heard()] == ["key"]


def test_the_space_bar_is_the_panels_after_a_click_on_a_button(show):
    panel = ExamplePanel()
    panel.picture.shortcuts = [" "]
    shown = show(panel.picture, panel)
    presses = "() => { window.presses = 0; document.querySelector('#other').onclick = () => { presses += 1; }; }"
    shown.page.evaluate(presses)
    shown.button("Other").click()
    shown.page.keyboard.press(" ")
    assert [message.get("key") for message in shown.heard()] == [" "]
    shown.button("Other").focus()
    shown.page.keyboard.press(" ")  # whoever came by the keyboard presses the button
    assert shown.page.evaluate("() => presses") == 2


def test_keys_that_come_faster_than_answers_are_joined(shown):
    shown.focus()
    for _ in range(5):
        shown.page.keyboard.press("ArrowRight")
    press = {"do": "key", "key": "ArrowRight"}
    assert shown.heard() == [press | {"times": 1}]
    shown.answer()
    assert shown.heard() == [press | {"times": 4}]


def test_keys_of_the_panel_are_not_those_of_the_notebook(shown):
    shown.page.evaluate("() => { window.keys = []; document.addEventListener('keydown', ({key}) => keys.push(key)); }")
    shown.focus()
    for key in ("ArrowRight", "x"):
        shown.page.keyboard.press(key)
    assert shown.page.evaluate("() => keys") == ["x"]
    assert shown.page.locator("#panel").get_attribute("data-lm-suppress-shortcuts") == "true"


# ---------------------------------------------------------------- when nobody answers


@pytest.fixture
def clock(shown):
    shown.page.clock.install()
    return shown.page.clock


def test_a_panel_that_gets_no_answer_for_two_seconds_says_so_until_it_gets_one(shown, clock):
    line = shown.page.locator(".c4-lost")
    shown.button("Other").click()
    clock.run_for(1000)  # the page's clock goes on by itself, too, and a busy machine takes a while
    assert line.inner_text() == ""
    clock.run_for(1100)
    assert line.inner_text() == "The kernel is busy or gone"
    shown.page.evaluate("() => tell({answered: 'ask'})")
    assert line.inner_text() == ""


def test_a_panel_that_is_answered_in_time_says_nothing(shown, clock):
    shown.focus()
    shown.page.keyboard.press("ArrowRight")
    clock.run_for(1000)
    shown.answer()
    clock.run_for(5000)
    assert shown.page.locator(".c4-lost").inner_text() == ""


def test_a_panel_without_its_kernel_says_what_to_do_and_takes_nothing_more(shown):
    shown.page.locator("#panel").evaluate("panel => panel.classList.add('jupyter-widgets-disconnected')")
    shown.page.get_by_text("The kernel was restarted: run this cell again").wait_for()
    shown.page.locator("#other").click(force=True)
    assert shown.page.evaluate("() => heard") == []


# ---------------------------------------------------------------- copying


def test_a_text_is_copied_by_its_button(shown):
    shown.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    shown.page.locator("p").evaluate("one => one.classList.add('c4-copied-from')")
    shown.page.locator("#other").evaluate("one => one.classList.add('c4-copy')")
    shown.button("Other").click()
    shown.button("Copied").wait_for()
    assert shown.page.evaluate("() => getSelection().toString()") == "Words"
    shown.button("Other").wait_for()
