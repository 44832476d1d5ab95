"""The explorer without a browser: sliders are moved by setting `.value`, buttons are clicked, the state is compared."""

import io
import time

import ipywidgets
import pytest
from fake_page import FakePage, is_hidden
from nim import Nim
from PIL import Image

from c4lib import Board, FastSearch, HexBoard, SearchSettings, TreeSearch
from c4lib.hex import cell_names
from c4lib.widgets.analysis import Limit, Request, outcomes
from c4lib.widgets.explorer import SearchExplorer

WON = Board.from_moves("0101010")
LECTURE = HexBoard.from_moves("a2 a1 b1")  # black a2 and b1, white a1, white to play


def reference(asked):
    return FastSearch(asked.game, asked.settings, asked.seed).run(asked.limit.playouts)


def size(png):
    return Image.open(io.BytesIO(png)).size


# ---------------------------------------------------------------- the widget


def test_every_slider_changes_the_search_and_leaves_the_other_settings_alone():
    explorer = SearchExplorer(settings=SearchSettings(expand_at=0, draw=0), playouts=100)
    explorer.c.value, explorer.playouts.value, explorer.prior.value, explorer.seed.value = 0.5, 2000, 2, 9
    explorer.wait()
    settings = SearchSettings(c=0.5, prior=2, expand_at=0, draw=0)
    assert explorer.analysis.request == Request(Board(), settings, Limit(playouts=2000), 9)
    assert explorer.analysis.search.visits == reference(explorer.request).visits


@pytest.mark.parametrize(
    ("name", "first", "last", "later"),
    [("c", 0.33, 2**0.5, 0.707), ("playouts", 80, 1000, 12_345)],
)
def test_sliders_of_two_explorers_of_different_beginnings_can_be_linked(name, first, last, later):
    one, other = (beginning_at(**{name: value}) for value in (last, first))
    ipywidgets.link((getattr(other, name), "value"), (getattr(one, name), "value"))
    getattr(one, name).value = later
    assert getattr(other, name).value == later
    getattr(other, name).value = first
    for explorer in (one, other):
        explorer.wait()
        assert getattr(explorer, name).value == first
    assert one.analysis.request == other.analysis.request


def beginning_at(c=1, playouts=20):
    return SearchExplorer(settings=SearchSettings(c=c), playouts=playouts)


def test_typed_mistake_stands_beside_the_field_until_it_is_mended():
    explorer, field = SearchExplorer(playouts=100), "339"
    explorer.editor.moves.value = field
    explorer.wait()
    assert explorer.analysis.request.game == Board()
    explorer.c.value = 0.5
    explorer.wait()
    assert explorer.editor.moves.error.value == "move 3 cannot be 9; allowed: 0, 1, 2, 3, 4, 5, 6"
    assert (explorer.editor.moves.value, explorer.message.value) == (field, "")
    explorer.editor.moves.value = "334"
    explorer.wait()
    assert (explorer.editor.moves.error.value, explorer.analysis.request.game) == ("", Board.from_moves("334"))


@pytest.mark.parametrize(
    ("board", "result"), [(WON, "X has won"), (Board(1, 4, 4).play(0).play(1).play(2).play(3), "a draw")]
)
def test_finished_position_is_shown_with_plain_words(board, result):
    explorer = SearchExplorer(board)
    assert explorer.analysis.sentence == f"The game is over: {result}. There is nothing to search."
    assert result in explorer.sentence.value
    assert explorer.editor.view.picture.spots == explorer.tree.spots == {}
    explorer.c.value, explorer.playouts.value, explorer.prior.value, explorer.seed.value = 0.5, 1_000_000, 2, 9
    explorer.wait(1)
    assert (explorer.analysis.search, explorer.message.value) == (None, "")
    assert size(explorer.static_picture()) > (800, 400)


@pytest.mark.parametrize("board", [Board(1, 4), Board(8, 8), HexBoard(5)], ids=repr)
def test_other_sizes_are_shown(board):
    explorer = SearchExplorer(board, playouts=50)
    assert explorer.analysis.playouts == 50
    assert len(explorer.editor.view.picture.spots) == len(board.legal_moves())
    assert size(explorer.static_picture()) > (800, 400)


# ---------------------------------------------------------------- a node of the tree is opened


@pytest.fixture
def opened():
    """An explorer in which the node after 3 2 was clicked."""
    explorer = SearchExplorer(playouts=1000, seed=1)
    explorer.tree.click((3, 2))
    return explorer


def test_click_on_a_node_says_what_is_known_about_it(opened):
    node = TreeSearch(Board(), rng=1).run(1000).root.children[3].children[2]
    share = f"{node.visits / 1000:.0%}"
    assert (
        opened.sentence.value
        == f"After 3 2: X to move; {share} of the visits, {node.wins:g} wins in {node.visits} visits."
    )


def test_ratings_of_an_opened_node_are_those_of_another_search_of_the_same_seed(opened):
    node = TreeSearch(Board(), rng=1).run(1000).root.children[3].children[2]
    texts = [text for text in opened.ratings.texts if text != "›"]
    first = texts.index("1") + 1  # after the scale of the means
    shares = [f"{child.visits / (node.visits - 1):.0%}" for child in node.children]
    rows = [
        (str(child.move), f"{child.visits}", share, f"{child.mean:.2f}") for child, share in zip(node.children, shares)
    ]
    assert list(zip(*(texts[first + place : first + 35 : 5] for place in range(4)))) == rows


def test_numbered_discs_show_the_way_to_an_opened_node(opened):
    assert opened.editor.view.picture.texts[7:] == ["1", "2"]  # after the numbers of the columns


def test_click_on_the_root_leads_back(opened):
    opened.tree.click(())
    fresh = SearchExplorer(playouts=1000, seed=1)
    for picture, same in ((opened.tree, fresh.tree), (opened.ratings, fresh.ratings)):
        assert picture.scene.elements == same.scene.elements
    assert opened.sentence.value == fresh.sentence.value


def test_opened_node_stays_open_when_c_changes(opened):
    opened.c.value = 0.5
    opened.wait()
    settings = SearchSettings(c=0.5)
    node = TreeSearch(Board(), settings, rng=1).run(1000).root.children[3].children[2]
    assert opened.opened == (3, 2)
    assert opened.sentence.value.endswith(f"{node.wins:g} wins in {node.visits} visits.")


def test_opened_node_that_is_not_in_the_new_tree_opens_the_last_one_above_it(opened):
    opened.tree.click((3, 2, 4))
    opened.playouts.value = 10
    opened.wait()
    assert opened.opened == (3, 2)
    assert opened.sentence.value == "After 3 2: X to move; 0% of the visits, not visited."


def test_another_position_is_shown_from_its_root(opened):
    opened.editor.play(3)
    opened.wait()
    assert (opened.opened, opened.sentence.value) == ((), opened.analysis.sentence)


# ---------------------------------------------------------------- Hex


def test_sentences_about_hex_say_black_and_white():
    explorer = SearchExplorer(LECTURE, playouts=300)
    assert explorer.sentence.value == "300 playouts: White plays a3, with 41% of the visits."
    explorer.tree.click(("b2",))
    assert explorer.sentence.value.startswith("After b2: Black to move; 11% of the visits, ")
    won = SearchExplorer(HexBoard.from_moves("a1 b1 a2 b2 a3"))
    assert won.sentence.value == "The game is over: Black has won. There is nothing to search."


# ---------------------------------------------------------------- more moves than can be read


def rated(explorer):
    """The moves of the table, from above, and what it says is hidden."""
    texts = [text for text in explorer.ratings.texts if text != "›"]
    first = texts.index("+ exploration") + 1
    hidden = [text for text in texts if text.startswith("+ ") and text.endswith(" not shown")]
    moves = [text for text in texts[first:] if text in cell_names(5)]
    return moves, hidden


def test_of_many_moves_the_best_are_rated_and_the_others_counted():
    explorer = SearchExplorer(HexBoard(5), playouts=300, seed=1)
    moves, hidden = rated(explorer)
    visits = explorer.analysis.search.visits
    assert (len(moves), hidden, moves[0]) == (7, ["+ 18 not shown"], explorer.analysis.best_move)
    assert [visits[move] for move in moves] == sorted(visits.values(), reverse=True)[:7]


# ---------------------------------------------------------------- many changes, long searches, faults


def noted(widget, trait):
    """The values that a trait gets from now on."""
    values = []
    widget.observe(lambda change: values.append(change.new), trait)
    return values


@pytest.fixture
def long_search():
    """An explorer in the middle of a million playouts."""
    explorer = SearchExplorer(playouts=10)
    explorer.playouts.value = 1_000_000
    end = time.monotonic() + 20
    while is_hidden(explorer.progress):
        assert time.monotonic() < end
        time.sleep(0.001)
    return explorer


def test_long_search_ends_for_a_newer_one_and_is_not_shown(long_search):
    sentences = noted(long_search.sentence, "value")
    long_search.playouts.value = 100
    long_search.wait()
    assert [text.partition(":")[0] for text in sentences] == ["100 playouts"]


def test_stop_shows_what_was_searched_so_far(long_search):
    long_search.stop.click()
    long_search.wait()
    assert 10 < long_search.analysis.playouts < 1_000_000
    assert long_search.sentence.value.startswith(f"Stopped at {long_search.analysis.playouts:,} playouts")


def test_stop_ends_a_search_that_waits_for_the_one_before_it_as_soon_as_it_has_begun(long_search):
    long_search.seed.value = 1
    long_search.stop.click()
    long_search.wait()
    assert long_search.analysis.request is long_search.request
    assert long_search.sentence.value.startswith("Stopped at ")
    assert (is_hidden(long_search.progress), long_search.tree.old) == (True, False)


def test_old_result_is_marked_from_the_moment_at_which_a_new_one_is_asked_for(monkeypatch):
    def marks():
        return explorer.ratings.old, explorer.tree.old

    explorer, asked = SearchExplorer(playouts=10), []
    with monkeypatch.context() as patch:
        patch.setattr(explorer._worker, "ask", asked.append)
        explorer.seed.value = 1
    assert (asked, marks()) == ([explorer.request], (True, True))
    explorer.seed.value = 2
    explorer.wait()
    assert marks() == (False, False)


def test_escape_closes_the_note_that_says_what_the_numbers_mean():
    explorer = SearchExplorer(playouts=10)
    explorer.info.value = True
    FakePage(explorer).press("Escape")
    assert explorer.info.value is False
    text = " ".join(paragraph.value for paragraph in explorer.about.children)
    assert all(words in text for words in ("share", "95% interval (Wilson, 1927)", "√(ln N / n)", "Small numbers"))


def test_escape_then_closes_the_node_that_is_opened():
    explorer = SearchExplorer(playouts=100, seed=1)
    explorer.tree.click((3,))
    FakePage(explorer).press("Escape")
    assert explorer.opened == ()
    assert explorer.sentence.value.startswith("100 playouts: ")


def test_a_digit_plays_the_column():
    explorer = SearchExplorer(playouts=10)
    FakePage(explorer).press("4")
    explorer.wait()
    assert explorer.editor.position.text == "4"
    assert explorer.analysis.request.game == Board.from_moves("4")


def test_the_digit_of_a_full_column_is_refused_in_words():
    explorer = SearchExplorer(Board.from_moves("333333"), playouts=10)
    FakePage(explorer).press("3")
    assert explorer.editor.position.text == "333333"


def test_sentence_about_a_node_far_down_fits_in_a_line():
    explorer = SearchExplorer(playouts=100_000, seed=1)
    explorer.tree.click((3,) * 6 + (0, 0, 0))
    assert len(explorer.opened) > 6
    assert explorer.sentence.value.startswith("After … 3 3 ")
    assert len(explorer.sentence.value) < 85


# ---------------------------------------------------------------- the exact results


def exact_explorer(moves):
    explorer = SearchExplorer(Board.from_moves(moves), playouts=100, exact=True)
    explorer.wait()
    return explorer


def test_exact_results_stand_beside_the_ratings():
    explorer = exact_explorer("")
    assert explorer.outcomes == {0: "loss", 1: "loss", 2: "draw", 3: "win", 4: "draw", 5: "loss", 6: "loss"}
    assert explorer.ratings.texts[-8:] == ["exact", "loss", "loss", "draw", "win", "draw", "loss", "loss"]
    explorer.exact.value = False
    assert "exact" not in explorer.ratings.texts


def test_exact_results_are_those_of_the_opened_node():
    explorer = exact_explorer("0")
    explorer.tree.click((0,))
    explorer.wait()
    assert explorer.outcomes == outcomes(Board.from_moves("00"))


# ---------------------------------------------------------------- any game


def test_game_of_ones_own_is_explored_by_buttons():
    explorer = SearchExplorer(Nim(), playouts=300)
    choices = explorer.editor.view.choices.children
    assert [choice.description for choice in choices] == ["take 1", "take 2", "take 3"]
    choices[2].click()
    explorer.wait()
    assert explorer.analysis.request.game == Nim(4, to_move=2)
    assert isinstance(explorer.analysis.search, TreeSearch)
    assert explorer.editor.moves.value == "take 3"


def test_moves_that_are_tuples_can_be_read_in_table_tree_and_sentences():
    explorer = SearchExplorer(Nim(), playouts=300)
    assert explorer.sentence.value == "300 playouts: X plays take 3, with 80% of the visits."
    assert explorer.expected.value == "expected play: take 3, take 1, take 3"
    for picture in (explorer.ratings, explorer.tree):
        assert {"take 1", "take 2", "take 3"} < set(picture.texts)
    explorer.tree.click((("take", 3), ("take", 1)))
    assert explorer.sentence.value.startswith("After take 3, take 1: X to move; ")


def test_exact_results_of_a_small_game_are_found_by_trying_everything_out():
    explorer = SearchExplorer(Nim(), playouts=100, exact=True)
    explorer.wait()
    assert explorer.outcomes == {("take", 1): "loss", ("take", 2): "loss", ("take", 3): "win"}
    assert explorer.ratings.texts[-3:] == ["loss", "loss", "win"]
