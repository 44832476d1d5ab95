"""The story: its acts show what the searches of Python find, its words are few, and whoever walks through it comes to the end."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from numpy.random import default_rng

from c4lib import FastSearch, SearchSettings
from mctslab.experiments.accuracy import TRAP
from mctslab.experiments.threat import BLOCK, NEVER, THREAT, played
from web.build import HERE, page

MOST_WORDS = 90  # of an act
MOST_BYTES = 300_000
SEED = 1
TEMPTING = 3
ACTS = range(1, 8)
WORDS = (HERE / "story" / "story.html").read_text("utf-8")


def act_in_words(number):
    """All words that are written in an act from its beginning to its end."""
    html = re.search(rf'<section id="act-{number}".*?</section>', WORDS, re.DOTALL)[0]
    return re.findall(r"[\w’.,√-]*\w[\w’-]*", re.sub(r"<[^>]+>", " ", html))


@pytest.mark.parametrize("number", ACTS)
def test_an_act_has_few_words(number):
    assert len(act_in_words(number)) <= MOST_WORDS


@pytest.mark.check  # it builds the page
def test_the_story_is_one_small_file_that_asks_no_network():
    text = page("story")
    assert len(text.encode()) <= MOST_BYTES
    assert re.findall(r'(?:src|href)="https?:|url\(https?:', text) == []


# ---------------------------------------------------------------- what is seen is what Python finds


@pytest.fixture
def story(live_window):
    """Opens the story in a window."""

    def open_story(**look):
        return live_window("story", **look)

    return open_story


def told(window, number):
    return window.locator(f"#act-{number} .told").inner_text()


def guess(window, number, words):
    window.locator(f"#act-{number}").get_by_role("button", name=words, exact=True).click()


def wait_for_end(window, number, part="after"):
    window.locator(f"#act-{number} .{part}").wait_for(timeout=60_000)


def texts(window, selector):
    return [text for text in window.locator(selector).all_text_contents() if text]


def blocks(playouts, **settings):
    """How many of a hundred copies block, and how many fall for the tempting column."""
    moves = []
    for seed in range(100):
        rng = default_rng(seed)
        moves.append(played(FastSearch(THREAT, SearchSettings(**settings), rng).run(playouts), rng))
    return moves.count(BLOCK), moves.count(TEMPTING)


def counts(window, number):
    return tuple(int(window.locator(f"#act-{number} .{kind}").first.inner_text()) for kind in ("counts .blocks", "counts .falls"))


@pytest.mark.browser
def test_it_blocks_the_threat(story):
    window = story()
    guess(window, 1, "drop a disc into column 5")
    wait_for_end(window, 1)
    answer = FastSearch(THREAT, rng=SEED).run(300).best_move()
    assert told(window, 1) == f"It plays column {answer}. It has blocked you."
    assert answer == BLOCK


@pytest.mark.browser
def test_the_poll_is_won_by_the_losing_move(story):
    window = story()
    guess(window, 2, "guess: column 6")
    wait_for_end(window, 2)
    poll = FastSearch(THREAT, SearchSettings(c=1e9, expand_at=10**15), SEED).run(30_000)
    shares = [round(100 * mean) for mean in poll.means.values()]
    assert texts(window, "#act-2 .value") == [*map(str, shares)]
    assert max(range(7), key=shares.__getitem__) == TEMPTING
    guess(window, 2, "Let X see its win")
    wait_for_end(window, 2, "last")
    assert texts(window, "#act-2 .value") == [*"000000", str(shares[BLOCK])]


@pytest.mark.browser
def test_x_finds_its_answer(story):
    window = story()
    guess(window, 3, "10")
    wait_for_end(window, 3)
    search = FastSearch(THREAT.play(TEMPTING), SearchSettings(expand_at=NEVER), SEED)
    led_from = 1
    for playouts in range(1, 101):
        visits = search.run(1).visits
        if any(visits[move] >= visits[BLOCK] for move in range(7) if move != BLOCK):
            led_from = playouts + 1
    assert told(window, 3) == f"You said 10. Here it is from playout {led_from} on. {visits[BLOCK]} of 100 went to column 6."
    share = search.root.mean
    assert texts(window, "#act-3 .value") == [*map(str, visits.values()), str(round(100 * share))]
    poll = FastSearch(THREAT, SearchSettings(c=1e9, expand_at=10**15), SEED).run(30_000)
    fallen = [poll.means[TEMPTING], share]
    assert texts(window, "#act-3 data") == [str(round(100 * one)) for one in fallen]


@pytest.mark.browser
def test_the_lanes_are_the_tree_of_the_lessons(story):
    window = story()
    guess(window, 4, "3")
    wait_for_end(window, 4)
    search = FastSearch(THREAT, rng=SEED).run(1_000)
    assert texts(window, "#act-4 .visits") == [str(visits) for visits in search.visits.values()]
    assert texts(window, "#act-4 .inside") == [str(round(100 * mean)) for mean in search.means.values()]
    grown = [max(lane.children, key=lambda node: node.visits).move for lane in search.tree().children]
    assert f"in {grown.count(BLOCK)} of 7 columns" in told(window, 4)
    assert search.best_move() == BLOCK


@pytest.mark.browser
def test_a_bead_goes_where_the_next_playout_went(story):
    window = story()
    for playouts in range(1, 4):
        guess(window, 4, "One playout")
        window.locator("#act-4 .told").filter(has_text=f"{playouts} playout").wait_for()
        visits = FastSearch(THREAT, rng=SEED).run(playouts).visits
        assert texts(window, "#act-4 .visits") == [*map(str, visits.values())]


@pytest.mark.browser
def test_a_huge_bonus_makes_them_fall_and_made_up_games_help(story):
    window = story()
    guess(window, 5, "Show me")
    wait_for_end(window, 5)
    assert counts(window, 5) == blocks(1_000, c=10)
    guess(window, 6, "It harms")
    wait_for_end(window, 6)
    (without, _), (with_5, fall) = blocks(100), blocks(100, prior=5)
    assert told(window, 6) == f"You said: it harms. It helps here. With 100 playouts {without} block without, {with_5} with T = 5."
    assert counts(window, 6) == (with_5, fall)


@pytest.mark.browser
def test_a_record_is_taken_and_only_if_it_is_one(story):
    window = story()
    guess(window, 5, "Show me")
    wait_for_end(window, 5)
    window.locator("#act-5 [data-knob=c]").fill("7")  # 0.7
    record = window.locator("#act-5 .record")
    record.filter(has_text="1,000 playouts").wait_for()
    window.locator("#act-5 [data-knob=playouts]").fill("24")
    record.filter(has_text="160 playouts").wait_for()
    assert blocks(160, c=0.7)[0] >= 95
    window.locator("#act-5 [data-knob=playouts]").fill("0")
    window.wait_for_function("() => !document.querySelector('#act-5 .waits')")
    assert "160" in record.inner_text()


@pytest.mark.browser
def test_the_more_they_think_the_better_until_none_finds_it(story):
    window = story()
    guess(window, 7, "Let them think")
    wait_for_end(window, 7)
    guess(window, 7, "30")
    wait_for_end(window, 7, "last")
    seeds = range(1_000, 1_030)
    found = []
    for playouts in (10, 100, 1_000, 10_000, 100_000):
        moves = [FastSearch(TRAP, rng=seed).run(playouts).best_move() for seed in seeds]
        found.append(moves.count(3))
    assert texts(window, "#act-7 .strip b") == [*map(str, found)]
    assert told(window, 7) == f"You bet 30. None of 30 find it: {moves.count(2)} play column 2, which loses."
    assert found == sorted(found[:4]) + [0]


# ---------------------------------------------------------------- a page for everybody


def walk(window):
    """Go through all acts with the keyboard alone."""
    for number, name in ((1, "drop a disc into column 5"), (2, "guess: column 3"), (3, "30"), (4, "6"), (5, "Show me"), (6, "It helps"), (7, "Let them think")):
        pressed = window.locator(f"#act-{number}").get_by_role("button", name=name, exact=True)
        pressed.focus()
        window.keyboard.press("Enter")
        wait_for_end(window, number)


@pytest.mark.browser
@pytest.mark.parametrize(("width", "height", "theme"), [(1280, 720, "light"), (390, 844, "dark"), (844, 390, "light")])
def test_it_is_walked_by_keyboard_and_axe_finds_nothing(story, width, height, theme):
    window = story(width=width, height=height, theme=theme)
    walk(window)
    assert window.evaluate("document.documentElement.scrollWidth") <= width
    assert [fault["id"] for fault in Axe().run(window).response["violations"]] == []


@pytest.mark.browser
def test_controls_are_large_enough_for_a_thumb(story):
    window = story(width=390, height=844)
    walk(window)
    small = """() => [...document.querySelectorAll("button, input, .row a")].filter(one => one.offsetParent)
        .map(one => [one.textContent || one.dataset.knob, one.getBoundingClientRect()])
        .filter(([, { width, height }]) => height < 40 || width < 24).map(([name]) => name)"""
    assert window.evaluate(small) == []
    across = "() => [...document.querySelectorAll('#act-5 input')].map(one => one.getBoundingClientRect().width)"
    assert min(window.evaluate(across)) > 340


BREAKS = {  # the search beside the page, for c = 10: it throws, or its worker dies
    "throws": ("function search(job) {", "if (job.settings.c === 10) throw new Error('no memory');"),
    "dies": ("onmessage = ({ data }) => {", "if (data.settings.c === 10) throw new Error('no memory');"),
}


@pytest.mark.browser
@pytest.mark.parametrize("how", BREAKS)
def test_an_error_beside_the_page_is_told_and_the_next_request_works(how, tmp_path, browser):
    place, fault = BREAKS[how]
    text = page("story")
    assert text.count(place) == 1
    (tmp_path / "story.html").write_text(text.replace(place, f"{place} {fault}"), "utf-8")
    window = browser.new_page(reduced_motion="reduce")
    window.goto((tmp_path / "story.html").as_uri())
    guess(window, 5, "Show me")
    window.locator("#act-5 .told").filter(has_text="The search has stopped: ").wait_for()
    assert "no memory. Move a knob" in told(window, 5)
    window.locator("#act-5 [data-knob=c]").fill("0")
    window.wait_for_function("() => !document.querySelector('#act-5 .waits')")
    assert counts(window, 5) == blocks(1_000, c=0)
    window.close()


# ---------------------------------------------------------------- the row above all live pages


def follow(window, name):
    window.get_by_role("navigation", name="pages").get_by_role("link", name=name, exact=True).click()
    window.wait_for_url(f"**/{name.lower()}.html*" if name != "Laboratory" else "**/lab.html*")


def said(window):
    return dict(part.split("=") for part in window.url.partition("#")[2].split("&"))


@pytest.fixture
def all_files(live_files):
    """All live pages in one folder."""
    return [live_files(name) for name in ("story", "play", "step", "explore", "lab")]


@pytest.mark.browser
def test_position_and_settings_go_with_the_reader(all_files, live_window):
    window = live_window("explore", "#moves=334&c=0.7&T=2&playouts=300&seed=9")
    for name in ("Step", "Laboratory", "Story", "Play", "Explore"):
        follow(window, name)
    window.wait_for_function("() => location.hash.includes('playouts')")
    carried = said(window)
    assert {name: carried[name] for name in ("moves", "c", "T", "playouts", "seed")} == {
        "moves": "334", "c": "0.7", "T": "2", "playouts": "300", "seed": "9",
    }  # fmt: skip


@pytest.mark.browser
def test_a_game_begins_with_the_position_that_the_reader_brings(all_files, live_window):
    window = live_window("explore", "#moves=334&seed=9")
    follow(window, "Play")
    assert window.locator(".c4-is-line").inner_text() == "Your turn: you are O."


@pytest.mark.browser
def test_outside_a_site_nothing_leads_to_its_lessons(live_window):
    row = live_window("explore").get_by_role("navigation", name="pages")
    assert row.locator("a").all_inner_texts()[1:] == ["Story", "Play", "Step", "Explore", "Laboratory"]


@pytest.mark.browser
def test_there_is_no_row_in_a_frame(all_files, browser, tmp_path):
    outside = tmp_path / "outside.html"
    outside.write_text(f'<iframe src="{all_files[1].as_uri()}"></iframe>', "utf-8")
    window = browser.new_page()
    window.goto(outside.as_uri())
    inside = window.frame_locator("iframe")
    inside.locator(".c4-is-board").wait_for()
    assert inside.locator(".row").count() == 0
    window.close()
