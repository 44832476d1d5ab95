"""The page of the explorer in Chromium: what a visitor does, and what it then shows."""

import random
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe

from c4lib import Board, SearchExplorer, SearchSettings, solve_moves
from web.build import PAGES, page, script

pytestmark = pytest.mark.browser

THREAT = "2432614534125"
MOST_BYTES = 150_000  # without the stored scores and the typeface


@pytest.fixture
def window(live_window):
    """Opens the page of the explorer, and waits until it has searched."""

    def open_page(address="", **about):
        opened = live_window("explore", address, **about)
        settled(opened)
        return opened

    return open_page


def settled(page):
    """Wait until everything that was asked is shown, and stands in the address, which follows a little later."""
    page.locator(".c4-is-line[aria-busy=false]").wait_for()
    page.evaluate("new Promise(done => setTimeout(done, 300))")  # longer than the timer of frame.js, and than MOVING of picture.js


def line(page):
    return page.locator(".c4-is-line").inner_text()


def texts(page, picture):
    """All that is written in a picture."""
    written = page.locator(f".c4-is-{picture} [data-text]").evaluate_all("all => all.map(one => one.dataset.text)")
    return sorted(written)


def sees(page):
    """What a visitor sees: the sentence, and all texts of the pictures."""
    return line(page), *(texts(page, picture) for picture in ("board", "ratings", "tree"))


DRAWN = "() => [...document.querySelectorAll('.c4-picture svg g > *')].map(one => one.outerHTML).sort()"


def drawn(page):
    """All elements of the pictures as they stand, in an order of their own."""
    return page.evaluate(DRAWN)


def said_by(page):
    """What the address says, by name."""
    fragment = urlsplit(page.url).fragment
    return {name: values[0] for name, values in parse_qs(fragment, keep_blank_values=True).items()}


def explorer_at(said):
    """The explorer of the notebooks where an address leads."""
    c = 2**0.5 if said["c"] == "1.41" else float(said["c"])
    settings = SearchSettings(c, prior=int(said["T"]), expand_at=int(said.get("expand_at", 1)))
    size = [int(said.get(name, usual)) for name, usual in (("rows", 6), ("columns", 7), ("connect", 4))]
    board = Board.from_moves(said["moves"], *size)
    explorer = SearchExplorer(board, settings, int(said["playouts"]), int(said["seed"]))
    explorer._open(tuple(map(int, said.get("node", ""))))
    return explorer


def shown_by(explorer):
    pictures = explorer.editor.view.picture, explorer.ratings, explorer.tree
    return explorer.sentence.value, *(sorted(picture.texts) for picture in pictures)


# ---------------------------------------------------------------- a visitor


def click_board(page, chance):
    page.locator(".c4-is-board .c4-spot").nth(chance.randrange(4)).click()


def click_tree(page, chance):
    nodes = page.locator(".c4-is-tree .c4-spot")
    nodes.nth(chance.randrange(min(nodes.count(), 9))).click()


def drag(page, chance):
    name = chance.choice(["c", "playouts", "T", "seed"])
    slider = page.locator(f"#c4-{name}-slider")
    most = 15 if name == "playouts" else int(slider.get_attribute("max"))
    for _ in range(4):
        slider.fill(str(chance.randrange(most + 1)))


def type_text(page, chance):
    name, text = chance.choice([("c", "0,7"), ("c", "√2"), ("playouts", "1,234"), ("expand_at", "3"), ("seed", "77")])
    page.locator(f"#c4-{name}").fill(text)
    page.keyboard.press("Enter")


def type_moves(page, chance):
    page.locator("#c4-moves").fill("".join(str(chance.randrange(7)) for _ in range(chance.randrange(9))))
    page.keyboard.press("Enter")


def take_back(page, chance):
    page.get_by_role("button", name=chance.choice(["Undo", "Clear"])).click()


def choose(page, chance):
    page.locator("select").select_option(index=chance.randrange(1, 8))


def go_back(page, chance):
    if page.evaluate("history.length") > 2:
        page.evaluate("history.back()")
        page.evaluate("new Promise(done => setTimeout(done, 50))")


USES = (click_board, click_board, click_tree, click_tree, drag, drag, type_text, type_moves, take_back, choose, go_back)


@pytest.mark.parametrize("number", range(2))
def test_wherever_a_visitor_goes_the_page_ends_where_its_address_says_and_shows_what_the_notebook_does(window, number):
    page, chance = window(), random.Random(number)
    for _ in range(12):
        for use in chance.choices(USES, k=3):
            use(page, chance)
        settled(page)
        explorer = explorer_at(said_by(page))
        assert sees(page) == shown_by(explorer)
        explorer.close()
    other = window(f"#{urlsplit(page.url).fragment}")
    assert (sees(other), drawn(other)) == (sees(page), drawn(page))


def test_the_back_button_leads_back_through_positions_but_not_through_every_place_of_a_slider(window):
    page = window("#seed=1")
    page.locator(".c4-is-board .c4-spot").nth(3).click()
    settled(page)
    for place in range(10, 40, 5):
        page.locator("#c4-c-slider").fill(str(place))
    settled(page)
    page.locator(".c4-is-board .c4-spot").nth(2).click()
    settled(page)
    for moves in ("3", ""):
        page.go_back()
        settled(page)
        assert said_by(page)["moves"] == moves


# ---------------------------------------------------------------- a slider that is dragged

# The pictures as they stand in the moment in which the search is answered.
ANSWERED = """places => new Promise(done => {
    const line = document.querySelector(".c4-is-line"), slider = document.querySelector("#c4-c-slider");
    const look = () => {
        const isAnswered = line.getAttribute("aria-busy") === "false";
        if (isAnswered) done((DRAWN)());
    };
    const seen = new MutationObserver(look);
    seen.observe(line, { attributes: true, attributeFilter: ["aria-busy"] });
    for (const place of places) {
        slider.value = place;
        slider.dispatchEvent(new Event("input"));
    }
})"""


CLICK, DRAG = [40], [20, 30, 40]


@pytest.mark.parametrize(("places", "glides"), [(CLICK, True), (DRAG, False)])
def test_pictures_glide_to_what_is_new_but_not_while_a_slider_is_dragged(window, places, glides):
    page = window(motion="no-preference")
    first = page.evaluate(ANSWERED.replace("DRAWN", DRAWN), places)
    settled(page)
    there = window(f"#{urlsplit(page.url).fragment}")
    assert (first == drawn(there)) != glides


# ---------------------------------------------------------------- what is typed, and what an address says


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("moves", "3333337", "move 7 cannot be 7; allowed: 0, 1, 2, 4, 5, 6"),
        ("c", "much", "c must be a number from 0 to 1,000,000, not much"),
        ("T", "1.5", "T must be a whole number from 0 to 1,000, not 1.5"),
        ("unvisited", "often", "unvisited must be a number or ∞, not often"),
    ],
)
def test_what_was_typed_wrongly_is_said_beside_the_field_and_the_pictures_stay(window, name, text, said):
    page = window("#moves=33&seed=1")
    before = sees(page)
    page.locator(f"#c4-{name}").fill(text)
    page.keyboard.press("Enter")
    field = page.locator(f"#c4-{name}")
    alert = page.locator(f"#{field.get_attribute('aria-describedby')}")
    assert alert.inner_text() == said
    assert alert.is_visible()
    assert field.input_value() == text
    assert sees(page) == before
    page.get_by_role("button", name="Undo").click()
    settled(page)
    assert (alert.inner_text(), said_by(page)["moves"]) == ("", "3")


@pytest.mark.parametrize(
    ("address", "to", "said"),
    [
        ("#moves=3342&c=0.707&playouts=12345&T=3&seed=4", {"c": "0.707", "playouts": "12345", "T": "3"}, ""),
        ("#c=x&playouts=-5", {"c": "1.41", "playouts": "1000"}, "c must be a number from 0 to 1,000,000, not x. playouts must be"),
        ("#rows=9&columns=8", {"moves": ""}, "a board of 9 × 8 with 4 in a line cannot be searched here."),
        ("#rows=4&columns=4&moves=0011", {"rows": "4", "moves": "0011"}, ""),
        ("#node=99&other=1&<b>", {"moves": ""}, ""),
        ("#moves=33333339", {"moves": "333333"}, ""),
    ],
)  # fmt: skip
def test_the_address_leads_anywhere_and_what_cannot_be_understood_is_said(window, address, to, said):
    page = window(address)
    assert to.items() <= said_by(page).items()
    assert page.locator(".c4-is-missing").inner_text().startswith(said)
    assert said or not page.locator(".c4-is-missing").inner_text()


# ---------------------------------------------------------------- long searches

STOP_AT_ONCE = """() => {
  const searching = document.querySelector(".c4-is-searching");
  new MutationObserver(() => searching.hidden || searching.querySelector("button").click())
    .observe(searching, { attributes: true });
}"""


def test_a_long_search_grows_in_sight_and_stop_shows_what_it_found(window):
    page = window("#playouts=10")
    page.evaluate(STOP_AT_ONCE)
    page.locator("#c4-playouts-slider").fill("30")
    settled(page)
    assert line(page).startswith("Stopped at ")
    stopped = line(page)
    page.locator(".c4-is-tree .c4-spot").nth(2).click()
    settled(page)
    page.keyboard.press("Escape")
    settled(page)
    assert line(page) == stopped  # it did not go on
    assert page.locator(".c4-is-searching").is_hidden()


def test_a_search_that_was_stopped_can_be_asked_for_again(window):
    page = window("#playouts=10")
    page.evaluate(STOP_AT_ONCE)
    for place, begins in (("30", "Stopped at "), ("0", "10 playouts"), ("30", "Stopped at ")):
        page.locator("#c4-playouts-slider").fill(place)
        settled(page)
        assert line(page).startswith(begins)


# ---------------------------------------------------------------- exact results


EMPTY = "loss loss draw win draw loss loss"
TAKE_O = "53665551222"  # at the end of the story


def outcomes(moves):
    """What `solve_moves` says of each move, in one text."""
    scores = solve_moves(Board.from_moves(moves)).values()
    return " ".join("draw" if not score else "win" if score > 0 else "loss" for score in scores)


@pytest.mark.parametrize(
    ("moves", "marks"), [("", EMPTY), ("3345", "? ? ? ? ? ? ?"), (f"{TAKE_O}3", outcomes(f"{TAKE_O}3"))]
)
def test_exact_is_stored_or_computed_or_not_known(window, moves, marks):
    page = window(f"#moves={moves}")
    page.get_by_role("button", name="Exact").click()
    page.locator(".c4-is-ratings [data-text=exact]").wait_for()
    page.wait_for_function("() => !document.querySelector('[data-text=\"…\"]')")
    words = {"win", "draw", "loss", "?"}
    assert [text for text in texts(page, "ratings") if text in words] == sorted(marks.split())
    settled(page)
    assert said_by(page)["exact"] == "yes"


def exactly(page, words):
    """Wait until this is said of exact play; "" when all is known."""
    page.wait_for_function("words => document.querySelector('.c4-is-exactly').textContent === words", arg=words, timeout=60_000)


def test_exact_says_why_it_is_not_known(window):
    page = window("#moves=3345&exact=yes")
    exactly(page, "Exact is not known: not stored, and more than 36 empty cells take too long.")


def test_next_position_is_solved_in_place_of_one_that_takes_long(window):
    page = window("#moves=334502&exact=yes")
    page.locator(".c4-is-exactly").filter(has_text="Exact computes: ").wait_for()
    page.locator("#c4-moves").fill(f"{TAKE_O}31")
    page.keyboard.press("Enter")
    settled(page)
    exactly(page, "")
    settled(page)
    marks = [text for text in texts(page, "ratings") if text in {"win", "draw", "loss"}]
    assert marks == sorted(outcomes(f"{TAKE_O}31").split())


FAULTS = {
    "search": ("function runSlice(playouts) {", "if (playouts === 5000) throw new Error('no memory');"),
    "solver": ("  scoreAfter(board) {", "if (board.moves[0] === 5) null.x;"),
}


def test_an_error_of_the_search_is_told_and_the_next_request_works(window):
    page = window("#seed=1", fault=FAULTS["search"])
    before = sees(page), drawn(page)
    page.locator("#c4-playouts").fill("5000")
    page.keyboard.press("Enter")
    page.locator(".c4-is-missing").filter(has_text="no memory. What you touch next starts it again.").wait_for()
    page.locator("#c4-playouts").fill("1000")
    page.keyboard.press("Enter")
    settled(page)
    assert (sees(page), drawn(page)) == before


def test_an_error_of_the_solver_is_told_and_the_next_position_is_solved(window):
    page = window(f"#moves={TAKE_O}3&exact=yes", fault=FAULTS["solver"])
    page.locator(".c4-is-exactly").filter(has_text="Exact is not known: Cannot read properties of null").wait_for()
    page.locator("#c4-moves").fill("")
    page.keyboard.press("Enter")
    settled(page)
    exactly(page, "")


# ---------------------------------------------------------------- for everybody


def test_digits_play_and_backspace_takes_back_and_escape_leads_out_of_a_node(window):
    page = window("#seed=1")
    page.keyboard.press("3")
    page.keyboard.press("2")
    settled(page)
    assert said_by(page)["moves"] == "32"
    page.keyboard.press("Backspace")
    settled(page)
    page.locator(".c4-is-tree .c4-spot").nth(3).focus()
    page.keyboard.press("Enter")
    settled(page)
    assert line(page).startswith("After 2: ")
    page.keyboard.press("Escape")
    settled(page)
    assert ("node" in said_by(page), line(page)[:5]) == (False, "1,000")


def test_the_note_says_what_the_numbers_mean_and_goes_with_escape(window):
    page = window()
    button = page.get_by_role("button", name="What the numbers mean")
    button.click()
    note = page.locator(".c4-is-notes")
    assert "√(ln N / n)" in note.inner_text()
    page.keyboard.press("Escape")
    assert (note.is_visible(), button.get_attribute("aria-pressed")) == (False, "false")


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_the_page_can_be_used_by_everybody(window, theme, width):
    page = window(f"#moves={THREAT}&exact=yes", theme=theme, width=width)
    page.get_by_role("button", name="What the numbers mean").click()
    page.locator("#c4-c").fill("?")
    page.keyboard.press("Enter")
    assert Axe().run(page).response["violations"] == []


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_everything_fits_into_a_window_without_a_scroll_bar(window, width, height):
    page = window(width=width, height=height)
    room = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert room == [height, width]


def test_on_a_phone_board_and_sliders_are_in_the_first_window_and_nothing_is_cut_off(window):
    page = window(width=390, height=844)
    sliders = page.locator("#c4-c-slider").bounding_box()
    assert sliders["y"] + sliders["height"] < 844
    assert sliders["width"] > 150
    wide = page.evaluate("[...document.querySelectorAll('main *')].map(one => one.getBoundingClientRect().right)")
    assert max(wide) <= 390
    heights = page.locator("button:visible").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(heights) >= 24


# ---------------------------------------------------------------- in a frame


def test_a_frame_tells_the_page_around_it_where_it_is_and_leaves_its_back_button_alone(live_files, browser, tmp_path):
    around = tmp_path / "around.html"
    listen = "window.told = []; addEventListener('message', ({ data }) => told.push(data));"
    around.write_text(f"<script>{listen}</script><iframe width=700 src={live_files('explore').as_uri()}></iframe>", "utf-8")
    page = browser.new_page()
    page.goto(around.as_uri())
    inside = page.locator("iframe").content_frame
    for column in (3, 2):
        inside.locator(".c4-is-board .c4-spot").nth(column).click()
        page.wait_for_function("moves => told.at(-1)?.hash.includes(`moves=${moves}&`)", arg={3: "3", 2: "32"}[column])
    assert page.evaluate("history.length") == 2  # the empty page that a browser begins with, and this one
    assert page.evaluate("told.at(-1).height") > 300
    page.close()


# ---------------------------------------------------------------- the file


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_small_besides_the_stored_scores_and_the_typeface(name):
    scores = script("scores") if "scores" in PAGES[name].perfect else ""
    assert len(page(name).encode()) - len(scores) - len(script("face.css")) < MOST_BYTES
