"""The board to play on without a browser: moves are clicked, sliders moved by setting `.value`, the game compared."""

import threading
import time

import numpy as np
import pytest
from fake_page import FakePage, is_hidden
from hypothesis import given, settings
from hypothesis import strategies as st
from nim import Endless, Nim

from c4lib import Board, FastSearch, HexBoard, SearchSettings
from c4lib.plots.canvas import PLAYERS
from c4lib.widgets import play as module
from c4lib.widgets.analysis import Analysis, Limit, _run_in_slices, finished, outcomes
from c4lib.widgets.play import PlayBoard, _name_of
from mctslab.players import random_player

WON_NEXT = Board.from_moves("010101")  # the player to move completes column 0
SOLVED = Board.from_moves("624224246635164")


@pytest.fixture(autouse=True)
def without_pause(monkeypatch):
    monkeypatch.setattr(module, "PAUSE", 0)


def lowest(game, rng):
    """A player who takes the first legal move."""
    return game.legal_moves()[0]


class Slow:
    """A player, or other work, that gives no answer before it may, and keeps what it was asked."""

    name = "Slow"

    def __init__(self, work=lowest):
        self.work, self.asked, self._may = work, [], threading.Semaphore(0)

    def __call__(self, *arguments):
        self.asked.append(arguments)
        assert self._may.acquire(timeout=20)
        return self.work(*arguments)

    def in_steps(self, search, limit, on_progress):
        """The same as the steps of a search, the first of them done."""
        on_progress(0.5)
        yield
        return self(search, limit)

    def answer(self, times=1):
        self._may.release(times)

    def wait_until_asked(self, times):
        end = time.monotonic() + 20
        while len(self.asked) < times:
            assert time.monotonic() < end, self.asked
            time.sleep(0.002)

    @property
    def positions(self):
        """Those that a player was asked about."""
        return ["".join(map(str, board.moves)) for board, _ in self.asked]


@pytest.fixture
def slow():
    return Slow()


@pytest.fixture
def slow_search(monkeypatch):
    """What every search waits for, from now on."""
    slow = Slow(lambda search, limit: search.run(20) and True)
    monkeypatch.setattr("c4lib.widgets.analysis._run_in_slices", slow.in_steps)
    return slow


@pytest.fixture
def waiting(slow):
    """A game against `slow`, which thinks about the first move."""
    play = PlayBoard(opponent=slow, ratings=False)
    play.play(3)
    slow.wait_until_asked(1)
    return play


def click(play, *moves):
    for move in moves:
        play.play(move)
        play.wait()


def open_moves(play):
    """Those that can be clicked, by the picture."""
    return tuple(play.board.picture.spots)


def shown_choices(play):
    """The buttons that stand for moves."""
    return [choice for choice in play.board.choices.children if not is_hidden(choice)]


def shown_marks(play):
    """The words on the picture, by move, in the order of the moves."""
    return play._known[1]


@pytest.mark.parametrize(
    ("player", "name"),
    [
        (random_player, "random_player"),
        (Slow(), "Slow"),
        (lambda game, rng: 0, "the opponent"),
    ],
)
def test_player_is_called_by_its_name_or_that_of_its_function_or_class(player, name):
    assert _name_of(player) == name


# ---------------------------------------------------------------- thinking


def ran_in_slices(search, limit, on_progress=lambda share: None):
    """The search, run up to the limit in steps."""
    assert finished(_run_in_slices(search, limit, on_progress))
    return search


def test_search_in_pieces_is_the_search_at_once(monkeypatch):
    game_settings = SearchSettings(c=0.5, prior=2, expand_at=0, draw=0)
    monkeypatch.setattr("c4lib.widgets.analysis.LOOK_SECONDS", 1e-6)
    search = ran_in_slices(FastSearch(Board.from_moves("334"), game_settings, 7), Limit(playouts=3000))
    at_once = FastSearch(Board.from_moves("334"), game_settings, 7).run(3000)
    assert (search.iterations, search.visits, search.means) == (3000, at_once.visits, at_once.means)


def test_search_by_the_clock_ends_in_time():
    start = time.monotonic()
    search = ran_in_slices(FastSearch(Board(), rng=1), Limit(seconds=0.15))
    assert 0.1 < time.monotonic() - start < 5
    assert search.iterations > 0


def test_rating_has_every_legal_move_even_if_the_search_leaves_mirror_images_out():
    search = FastSearch(Board(), SearchSettings(distinct=True), rng=1).run(100)
    assert list(Analysis(None, search).means) == list(range(7))
    assert [move for move, mean in Analysis(None, search).means.items() if mean is None] == [4, 5, 6]


def test_a_win_at_once_is_known_where_the_rest_is_not():
    assert outcomes(Board.from_moves("001122")) == dict.fromkeys([0, 1, 2, 4, 5, 6], "?") | {3: "win"}


def test_search_that_takes_long_does_not_hold_up_the_cell():
    start = time.monotonic()
    play = PlayBoard(seconds=600)
    assert time.monotonic() - start < 10
    play.ratings.value = False  # and that ends it
    play.wait(20)
    assert play.values == {}


# ---------------------------------------------------------------- a game


@pytest.mark.parametrize(("rows", "columns", "human_starts"), [(4, 5, True), (8, 8, False)])
def test_game_is_played_to_its_end_on_any_board(rows, columns, human_starts):
    play = PlayBoard(Board(rows, columns), random_player, human_starts, playouts=20, seed=3, ratings=False)
    play.wait()
    for _ in range(rows * columns):
        board = play.state.game
        assert open_moves(play) == board.legal_moves()
        assert play.moves.value == "".join(map(str, board.moves))
        assert (len(board.moves) % 2 == 0) == human_starts or board.is_terminal
        if board.is_terminal:
            break
        click(play, board.legal_moves()[-1])
    assert play.state.game.is_terminal
    assert play.sentence.value.startswith(("You win: ", "random_player wins: ", "The game is over: a draw."))
    assert play.message.value == ""


def test_hex_is_played_to_its_end():
    play = PlayBoard(HexBoard(), playouts=30, exact=True)
    play.wait()
    while not play.state.game.is_terminal:
        game = play.state.game
        assert open_moves(play) == game.legal_moves() == tuple(play.values) == tuple(play.outcomes)
        click(play, game.legal_moves()[-1])
    assert play.sentence.value in ("You win: Black has won.", f"{play._opponent} wins: White has won.")
    assert HexBoard.from_moves(play.moves.value) == play.state.game
    assert play.message.value == ""


def test_game_that_cannot_be_drawn_is_played_to_its_end_by_buttons():
    play = PlayBoard(Nim(), lowest, playouts=30, exact=True)
    play.wait()
    while not play.state.game.is_terminal:
        moves = play.state.game.legal_moves()
        choices = shown_choices(play)
        words = [f"take {move[1]} · {play.values[move]:.2f} · {play.outcomes[move]}" for move in moves]
        assert [choice.description for choice in choices] == words
        choices[-1].click()
        play.wait()
    assert play.sentence.value in ("You win: X has won.", "lowest wins: O has won.")
    assert sum(int(move.removeprefix("take ")) for move in play.moves.value.split("; ")) == 7
    assert play.message.value == ""


def test_search_plays_what_a_search_with_these_settings_and_seed_would():
    settings = SearchSettings(c=0.7, prior=1)
    play = PlayBoard(opponent=settings, playouts=700, seed=5)
    for game in (0, 1):
        for column in (3, 2, 3):
            click(play, column)
            before = play.state.moves[:-1]
            search = FastSearch(Board.from_moves(before), settings, np.random.default_rng((5, game, len(before))))
            assert play.state.moves[-1] == search.run(700).best_move()
        play.you_start.click()


def test_any_function_of_game_and_generator_is_an_opponent():
    seen = []

    def player(board, rng):
        seen.append((board, type(rng)))
        return np.int64(6)

    play = PlayBoard(Board.from_moves("33"), player)
    click(play, 1)
    assert seen == [(Board.from_moves("331"), np.random.Generator)]
    assert (play.moves.value, play.state.moves) == ("3316", (3, 3, 1, 6))
    assert type(play.state.moves[-1]) is int
    assert play.note.value == "player played column 6."


def test_moves_are_a_text_that_a_button_copies():
    play = PlayBoard(Board.from_moves("334"), lowest, ratings=False)
    assert play.moves.value == "334"
    assert ("c4-copied-from" in play.moves._dom_classes, "c4-copy" in play.copy._dom_classes) == (True, True)


def test_finished_game_takes_no_move():
    play = PlayBoard(WON_NEXT, lowest, ratings=False)
    click(play, 0)
    assert (open_moves(play), play.sentence.value) == ((), "You win: X has won.")
    click(play, 4)
    assert "the game is over" in play.message.value
    assert play.moves.value == "0101010"


def test_undo_after_the_end_takes_back_the_move_that_ended_it():
    play = PlayBoard(WON_NEXT, lowest, ratings=False)
    click(play, 0)
    play.undo.click()
    assert (play.moves.value, open_moves(play)) == ("010101", tuple(range(7)))


def test_moves_before_the_start_are_not_taken_back():
    play = PlayBoard(Board.from_moves("334"), lowest, human_starts=False, ratings=False)
    play.wait()
    assert (play.moves.value, play.undo.disabled) == ("3340", True)
    click(play, 1)
    play.undo.click()
    assert (play.moves.value, play.undo.disabled) == ("3340", True)
    play.you_start.click()
    assert (play.moves.value, play.state.human, play.state.games) == ("334", 2, 1)


def test_undo_takes_back_the_move_and_the_reply():
    play = PlayBoard(opponent=lowest, ratings=False)
    assert play.undo.disabled
    click(play, 3, 4)
    assert (play.moves.value, play.undo.disabled) == ("3040", False)
    play.undo.click()
    assert (play.moves.value, play.state.is_humans_turn, open_moves(play)) == ("30", True, tuple(range(7)))
    play.undo.click()
    assert (play.moves.value, play.undo.disabled) == ("", True)


def test_same_seed_and_same_clicks_give_the_same_games():
    def games(seed):
        play, texts = PlayBoard(opponent=random_player, seed=seed, ratings=False), []
        for again in (play.opponent_starts, play.you_start, play.opponent_starts):
            click(play, 3, 2, 3)
            texts.append(play.moves.value)
            again.click()
            play.wait()
        return texts

    first, second = games(1), games(1)
    assert first == second
    assert first != games(2)


# ---------------------------------------------------------------- a slow opponent, quick fingers


def test_move_made_meanwhile_is_told_and_not_played(waiting, slow):
    assert open_moves(waiting) == ()
    waiting.play(4)
    assert waiting.message.value == "it is not your turn, so column 4 was not played"
    slow.answer()
    waiting.wait()
    assert waiting.moves.value == "30"


def test_double_click_is_one_move_however_quick_the_reply():
    play = PlayBoard(opponent=lowest, ratings=False)
    page, picture = FakePage(play), play.board.picture
    for stamp in [picture._shown] * 2:
        page.say(picture, do="click", name="3", stamp=stamp)
        play.wait()
    assert (play.moves.value, play.state.is_humans_turn) == ("30", True)
    assert "column 3 was clicked before the page showed the last change" in play.message.value
    page.say(picture, do="click", name="3", stamp=picture._shown)
    play.wait()
    assert (play.moves.value, play.message.value) == ("3030", "")


def test_digit_plays_its_column_and_u_takes_it_back():
    play = PlayBoard(Board(4, 12), lowest, ratings=False)
    page = FakePage(play)
    page.press("5")
    play.wait()
    assert play.moves.value == "5 0"
    page.press("u")
    assert play.moves.value == ""
    page.press("u")  # which does nothing
    assert play.message.value == ""


def test_page_is_told_of_the_disc_first_and_of_the_reply_later(waiting, slow):
    page, said = FakePage(waiting), []
    waiting.sentence.observe(lambda change: said.append(change.new), "value")
    slow.answer()
    waiting.wait()
    waiting.play(4)
    slow.answer()
    waiting.wait()
    assert said == [
        "Your turn: you are X.",
        "Slow is thinking …",
        "Your turn: you are X.",
    ]
    colours = [PLAYERS[player].lower() for player in (2, 1, 2)]
    told = [change["set"] for change in page.changes()]
    assert all(colour in str(elements) for colour, elements in zip(colours, told, strict=True))


def test_undo_meanwhile_works_at_once_and_the_reply_is_not_wanted(waiting, slow):
    waiting.undo.click()
    assert (waiting.moves.value, waiting.sentence.value) == ("", "Your turn: you are X.")
    waiting.play(5)
    assert slow.positions == ["3"]  # not asked again before it has answered
    slow.answer(2)
    waiting.wait()
    assert (slow.positions, waiting.moves.value, waiting.message.value) == (["3", "5"], "50", "")


def test_failure_about_a_position_that_is_gone_is_not_told(waiting, slow):
    slow.work = None
    waiting.undo.click()
    slow.answer()
    waiting.wait()
    assert (waiting.message.value, waiting.sentence.value) == ("", "Your turn: you are X.")


def test_slider_moved_meanwhile_does_not_disturb_the_move_and_holds_from_the_next_on(slow_search):
    play = PlayBoard(opponent=SearchSettings(c=1), playouts=100, ratings=False)
    play.play(3)
    slow_search.wait_until_asked(1)
    play.c.value, play.limit.value = 0.5, Limit(playouts=200)
    slow_search.answer(2)
    play.wait()
    click(play, 3)
    asked = [(search.settings.c, limit) for search, limit in slow_search.asked]
    assert asked == [(1, Limit(playouts=100)), (0.5, Limit(playouts=200))]
    assert len(play.state.moves) == 4


def test_long_search_shows_how_far_it_is_and_ends_when_not_wanted():
    play, under_way = PlayBoard(playouts=100, ratings=False), threading.Event()
    play.progress.observe(lambda change: under_way.set(), "value")
    play.limit.value = Limit(playouts=1_000_000)
    play.play(3)
    assert under_way.wait(20)
    assert 0 < play.progress.value < 1
    assert not is_hidden(play.progress)
    play.undo.click()
    play.wait()
    assert (play.moves.value, is_hidden(play.progress)) == ("", True)


CLICKS = st.lists(st.sampled_from(["move", "double", "late", "wait", "undo", "you", "opponent"]), max_size=12)


@given(CLICKS, st.randoms())
@settings(max_examples=12)
def test_any_clicks_leave_a_game_that_can_go_on_and_late_ones_are_not_played(clicks, random):
    play = PlayBoard(Board(3, 5), random_player, seed=1, ratings=False)
    buttons = {"undo": play.undo, "you": play.you_start, "opponent": play.opponent_starts}
    page, picture = FakePage(play), play.board.picture
    for one in clicks:
        if one in buttons:
            buttons[one].click()
            continue
        if one in ("late", "wait"):
            play.wait()
        before, column, newest = play.state.moves, str(random.randrange(5)), picture._shown
        stamps = {"move": [newest], "double": [newest] * 2, "late": [random.randrange(newest)]}
        for stamp in stamps.get(one, ()):
            page.say(picture, do="click", name=column, stamp=stamp)
        assert len(play.state.moves) <= len(before) + 2  # a disc of each player at most
        assert one != "late" or play.state.moves == before
    play.wait()
    assert play.state.is_humans_turn or play.state.game.is_terminal
    assert open_moves(play) == play.state.game.legal_moves()
    assert Board.from_moves(play.moves.value, rows=3, columns=5) == play.state.game


# ---------------------------------------------------------------- an opponent who fails


def broken(board, rng):
    if len(board.moves) < 3:
        return 0
    raise RuntimeError("no idea")


def test_error_of_the_opponent_is_told_with_its_line_and_the_game_goes_on():
    play = PlayBoard(opponent=broken, ratings=False)
    click(play, 3)
    play.play(3)
    with pytest.raises(RuntimeError, match="no idea"):
        play.wait()
    line = broken.__code__.co_firstlineno + 3
    assert play.message.value.startswith(
        f"broken failed with RuntimeError: no idea, in line {line} of broken. The game"
    )
    assert play.sentence.value == "broken has made no move."
    assert (play.moves.value, open_moves(play)) == ("303", ())
    play.undo.click()
    assert (play.moves.value, play.message.value, play.sentence.value) == ("30", "", "Your turn: you are X.")


@pytest.mark.parametrize("opponent", [None, random_player])
def test_game_without_end_is_told_in_a_sentence(opponent):
    game = PlayBoard(Endless(), opponent)
    game.wait()
    assert game.message.value == "after 10,000 moves, the game has not ended"
    game.play(("take", 1))
    game.wait()
    assert game.message.value == "after 10,000 moves, the game has not ended"
    told = "Your turn: you are X." if opponent else "The search has made no move."
    assert game.sentence.value == told


def test_opponent_cannot_end_the_kernel():
    def leaving(board, rng):
        raise SystemExit

    play = PlayBoard(opponent=leaving, ratings=False)
    play.play(3)
    with pytest.raises(SystemExit):
        play.wait()
    assert play.message.value.startswith("leaving failed with SystemExit, in line")


@pytest.mark.parametrize("move", [3, True, float("nan"), np.arange(2)], ids=repr)
def test_illegal_move_is_told_and_not_played(move):
    play = PlayBoard(Board.from_moves("33333"), lambda board, rng: move, ratings=False)
    click(play, 3)
    assert play.message.value == (
        f"The opponent made no legal move: move 7 cannot be {move}; allowed: 0, 1, 2, 4, 5, 6. "
        "The game stays where it is: undo, or start a new one."
    )
    assert (play.moves.value, play.sentence.value, open_moves(play)) == (
        "333333",
        "The opponent has made no move.",
        (),
    )
    play.undo.click()
    assert (play.moves.value, play.message.value, open_moves(play)) == ("33333", "", tuple(range(7)))


# ---------------------------------------------------------------- ratings


def test_ratings_are_the_means_of_a_search_for_the_human():
    play = PlayBoard(Board.from_moves("333333"), random_player, playouts=900, seed=2)
    assert play.values == FastSearch(Board.from_moves("333333"), rng=np.random.default_rng((2, 0, 0))).run(900).means
    click(play, 4)
    board = play.state.game
    search = FastSearch(board, rng=np.random.default_rng((2, 0, 2))).run(900)
    assert play.values == search.means


def test_hidden_ratings_are_not_searched_for_until_they_are_shown(monkeypatch):
    play = PlayBoard(opponent=lowest, playouts=50, ratings=False)
    monkeypatch.setattr(module, "analyse", None)
    click(play, 3)
    monkeypatch.undo()
    hidden, height = play.board.picture.texts, play.board.picture.scene.height
    assert play.values == {}
    play.ratings.value = True
    play.wait()
    assert set(play.values) == set(range(7))
    assert len(play.board.picture.texts) == len(hidden) + 7
    play.ratings.value = False
    assert (play.board.picture.texts, play.board.picture.scene.height) == (hidden, height)


def test_ratings_of_a_position_that_is_gone_are_not_shown(slow, slow_search):
    play = PlayBoard(opponent=slow, ratings=False)
    play.ratings.value = True
    slow_search.wait_until_asked(1)
    play.play(3)
    slow_search.answer(2)
    play._advisers[play.ratings].wait()
    assert play.values == {}
    slow.answer()
    play.wait()
    expected = FastSearch(Board.from_moves("30"), rng=np.random.default_rng((0, 0, 2))).run(20)
    assert play.values == Analysis(None, expected).means


# ---------------------------------------------------------------- exact results


def test_exact_results_are_shown_when_switched_on():
    play = PlayBoard(SOLVED, lowest, playouts=50)
    assert (play.exact.value, play.outcomes, shown_marks(play)) == (False, {}, {})
    before = play.board.picture.texts
    play.exact.value = True
    play.wait()
    assert play.outcomes == {0: "draw", 1: "draw", 2: "loss", 3: "win", 4: "draw", 5: "win", 6: "win"}
    assert shown_marks(play) == play.outcomes
    assert [text for text in play.board.picture.texts if text not in before] == [*play.outcomes.values()]
    play.exact.value = False
    assert play.board.picture.texts == before


def test_exact_results_that_take_long_are_said_to_be_not_known():
    play = PlayBoard(Board.from_moves("3"), lowest, playouts=50, exact=True)
    play.wait()
    assert set(shown_marks(play).values()) == {"?"}


def test_exact_results_do_not_hold_up_the_page_and_old_ones_are_not_shown(monkeypatch, slow):
    slow_outcomes = Slow(lambda board: dict.fromkeys(board.legal_moves(), "win"))
    monkeypatch.setattr(module, "outcomes", slow_outcomes)
    play = PlayBoard(Board.from_moves("333333"), slow, ratings=False, exact=True)
    assert shown_marks(play) == dict.fromkeys([0, 1, 2, 4, 5, 6], "…")
    slow_outcomes.wait_until_asked(1)
    play.play(2)
    slow_outcomes.answer(2)
    play._advisers[play.exact].wait()
    assert (play.moves.value, play.outcomes, shown_marks(play)) == ("3333332", {}, {})
    slow.answer()
    play.wait()
    assert shown_marks(play) == dict.fromkeys([0, 1, 2, 4, 5, 6], "win")
