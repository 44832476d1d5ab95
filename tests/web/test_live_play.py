"""The game against the search in the browser beside that of the notebooks: the same games, the same words, its page."""

import json
import re
from functools import partial

import pytest
from axe_playwright_python.sync_playwright import Axe

from c4lib import Board, PlayBoard
from c4lib.plots.board import draw_game
from c4lib.plots.canvas import Scene

pytestmark = pytest.mark.browser

WON_NEXT = "010101"  # X completes column 0


@pytest.fixture
def window(live_window):
    """Opens the page of the game."""
    return partial(live_window, "play")


# ---------------------------------------------------------------- what is on the page, and what is done with it


def line(page):
    return page.locator(".c4-is-line").inner_text()


def played(page):
    return page.locator(".c4-is-played").inner_text()


def moves(page):
    return page.locator(".c4-is-moves").inner_text().removeprefix("moves").strip()


def drawn(page):
    """Everything in the picture of the board, as text."""
    return page.locator(".c4-is-board svg").evaluate("svg => svg.outerHTML")


def ratings(page):
    """The numbers above the columns."""
    texts = page.locator(".c4-is-board text").all_text_contents()
    return [text for text in texts if re.fullmatch(r"\d\.\d\d|–", text)]


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def wait(page, words="Your turn"):
    page.locator(".c4-is-line").filter(has_text=words).wait_for()


def play(page, column):
    """Click on a column, and wait until the human is to move again, or the game is over."""
    button(page, f"column {column}").click()
    wait(page, re.compile("Your turn|win|a draw"))


def put(page, name, value):
    page.get_by_role("slider", name=name, exact=True).fill(str(value))


# ---------------------------------------------------------------- the same games


@pytest.mark.parametrize(("seed", "human_starts"), [(0, True), (3, False)])
def test_game_is_that_of_the_notebooks_move_by_move(window, seed, human_starts):
    game = PlayBoard(human_starts=human_starts, playouts=300, seed=seed)
    page = window(f"#playouts=300&ratings=on&seed={seed}&you={'X' if human_starts else 'O'}")
    for column in (3, 2, 4, 3, 1, 0):
        wait(page)
        page.wait_for_function("() => document.querySelectorAll('.c4-is-board text').length > 7")
        game.wait()
        assert (moves(page), line(page)) == (game.moves.value, game.sentence.value)
        assert played(page) == (game.note.value or "")
        assert ratings(page) == [f"{mean:.2f}" for mean in game.values.values()]
        if column not in game.state.game.legal_moves() or game.state.game.is_terminal:
            break
        button(page, f"column {column}").click()
        game.play(column)
        wait(page, re.compile("Your turn|win|a draw"))
        game.wait()


def test_games_that_follow_are_those_of_the_notebooks_too(window):
    game = PlayBoard(playouts=200, ratings=False)
    page = window("#playouts=200")
    for control, name in ((game.opponent_starts, "Opponent starts"), (game.you_start, "You start")):
        control.click()
        button(page, name).click()
        game.wait()
        wait(page)
        game.play(3)
        play(page, 3)
        game.wait()
        assert moves(page) == game.moves.value


SCENE = """([text, values]) => {
  const scene = new Scene();
  drawBoard(scene, readMoves(new Board(), text), { values });
  return scene.elements;
}"""


@pytest.mark.parametrize("text", ["", "3342", "0101010", "2432614534125"])
@pytest.mark.parametrize("values", [{}, {0: 0.25, 3: 0.75, 6: None}])
def test_board_is_drawn_as_in_the_notebooks(window, text, values):
    scene = Scene()
    draw_game(scene, Board.from_moves(text), values)
    assert window().evaluate(SCENE, [text, values]) == json.loads(json.dumps(scene.elements))


# ---------------------------------------------------------------- the page


def test_visitor_can_play_at_once(window):
    page = window()
    assert line(page) == "Your turn: you are X."
    play(page, 3)
    assert re.fullmatch(r"5,000 playouts: O plays column \d, with \d+% of the visits\.", played(page))


def test_buttons_have_the_words_of_the_widget(window):
    game = PlayBoard(ratings=False)
    page = window()
    for control in (game.undo, game.ratings, game.you_start, game.opponent_starts):
        assert button(page, control.description).get_attribute("title") == control.tooltip


def test_undo_takes_back_the_move_and_the_reply(window):
    page = window("#playouts=100")
    assert button(page, "Undo").is_disabled()
    play(page, 3)
    first = moves(page)
    button(page, "Undo").click()
    assert (moves(page), line(page)) == ("", "Your turn: you are X.")
    play(page, 3)
    assert moves(page) == first


@pytest.mark.parametrize("playouts", [10, 1_000_000])
def test_move_that_was_taken_back_before_the_reply_is_not_answered(window, playouts):
    page = window(f"#playouts={playouts}")
    button(page, "column 3").click()
    button(page, "Undo").click()
    page.wait_for_timeout(600)  # twice as long as a reply takes at least
    assert (moves(page), line(page)) == ("", "Your turn: you are X.")


def test_no_move_can_be_made_while_the_search_thinks(window):
    page = window("#playouts=1000000")
    button(page, "column 3").click()
    assert page.locator(".c4-spot").count() == 0
    page.keyboard.press("4")
    assert page.locator(".c4-is-missing").inner_text() == "it is not your turn, so column 4 was not played"
    assert moves(page) == "3"


def test_keys_play_and_take_back(window):
    page = window("#playouts=100")
    page.keyboard.press("2")
    wait(page)
    assert moves(page).startswith("2")
    page.keyboard.press("u")
    assert moves(page) == ""


def test_keyboard_stays_on_the_board_from_move_to_move(window):
    page = window("#playouts=100")
    button(page, "column 3").focus()
    page.keyboard.press("Enter")
    wait(page)
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "column 3"


def test_full_column_is_refused_in_words_and_nothing_changes(window):
    page = window("#moves=333333&playouts=100")
    play(page, 0)
    before = moves(page), played(page)
    page.keyboard.press("3")
    said = page.locator(".c4-is-missing").inner_text()
    assert said == "move 9 cannot be 3; allowed: 0, 1, 2, 4, 5, 6"
    assert (moves(page), played(page)) == before


def test_nothing_is_told_of_the_moves_at_first(window):
    page = window()
    assert [button(page, name).get_attribute("aria-pressed") for name in ("Ratings", "Exact")] == ["false", "false"]
    assert page.locator(".c4-is-board text").count() == 7  # the numbers of the columns


def test_ratings_go_and_come_back(window):
    page = window("#playouts=100&ratings=on")
    page.wait_for_function("() => document.querySelectorAll('.c4-is-board text').length > 7")
    before = ratings(page)
    button(page, "Ratings").click()
    assert ratings(page) == []
    button(page, "Ratings").click()
    page.wait_for_function("() => document.querySelectorAll('.c4-is-board text').length > 7")
    assert ratings(page) == before


def test_exact_marks_the_moves_and_a_reader_beats_the_move_of_the_story(window):
    page = window("#moves=53665551222&from=11&you=O&exact=yes&playouts=100")
    marks = page.locator(".c4-is-board text").filter(has_text=re.compile("^(win|draw|loss)$"))
    marks.nth(6).wait_for(timeout=60_000)
    assert marks.all_text_contents() == ["loss", "loss", "loss", "win", "loss", "loss", "draw"]
    play(page, 3)
    marks.nth(6).wait_for(timeout=60_000)
    assert "win" in marks.all_text_contents()
    button(page, "Exact").click()
    assert marks.count() == 0


def test_an_error_of_the_search_is_told_and_the_next_request_works(window):
    page = window("#playouts=100", fault=("function goOn() {", "if (asked.moves[0] === 5) throw new Error('no memory');"))
    button(page, "column 5").click()
    page.locator(".c4-is-missing").filter(has_text="no memory. Undo starts it again.").wait_for()
    button(page, "Undo").click()
    play(page, 3)
    assert line(page) == "Your turn: you are X."


def test_search_thinks_as_long_as_the_slider_says(window):
    page = window()
    put(page, "thinks for", 0)
    play(page, 3)
    assert played(page).startswith("10 playouts: ")


def test_end_of_a_game_is_said_and_a_new_one_begins(window):
    page = window(f"#moves={WON_NEXT}")
    play(page, 0)
    assert line(page) == "You win: X has won."
    assert page.locator(".c4-spot").count() == 0
    button(page, "You start").click()
    assert (moves(page), line(page)) == ("", "Your turn: you are X.")


def test_address_says_where_the_game_is(window):
    page = window("#playouts=100")
    play(page, 3)
    page.wait_for_function("moves => location.hash.includes(`moves=${moves}&`)", arg=moves(page))
    again = window(page.evaluate("location.hash"))
    wait(again)
    assert moves(again) == moves(page)


def test_game_from_a_later_position_begins_there_again(window):
    page = window("#moves=343343340114466&from=15&playouts=100")
    assert line(page) == "Your turn: you are O."
    assert button(page, "Undo").is_disabled()
    play(page, 5)
    button(page, "You start").click()
    assert moves(page) == "343343340114466"


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("#moves=39", "move 2 cannot be 9; allowed: 0, 1, 2, 3, 4, 5, 6"),
        ("#playouts=many", "playouts must be a whole number from 1 to 1,000,000, not many"),
        ("#you=Z", "you must be X or O, not Z"),
        ("#c=-1", "c must be a number from 0 to 999,999, not -1"),
    ],
)
def test_what_an_address_says_wrongly_is_named(window, address, error):
    page = window(address)
    assert page.locator(".c4-is-missing").inner_text() == error
    assert line(page) == "Your turn: you are X."


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_page_can_be_used_by_everybody_and_does_not_move_sideways(window, width, theme):
    page = window("#moves=3342&playouts=100", width=width, height=844, theme=theme)
    wait(page)
    violations = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [violation["id"] for violation in violations] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_whole_board_is_in_sight_on_a_telephone(window):
    page = window(width=390, height=664)  # below the bars of a browser
    assert page.locator(".c4-is-board").bounding_box()["width"] > 350
    box = page.locator(".c4-is-board").bounding_box()
    assert box["y"] + box["height"] <= 664
