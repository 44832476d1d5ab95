"""The board to play on without a browser: columns are played, sliders moved by setting `.value`, the game compared."""

import json
import threading
import time

import numpy as np
import pytest
from fake_page import FakePage
from hypothesis import given, settings
from hypothesis import strategies as st

from c4lib import Board, FastSearch, SearchSettings, TreeSearch
from c4lib.plots.canvas import FRAME, PLAYERS
from c4lib.widgets import play as module
from c4lib.widgets.analysis import Analysis, Limit, any_search, outcomes, run_in_slices
from c4lib.widgets.play import GameState, PlayBoard, line_in_words, name_of
from c4lib.widgets.position import Position
from mctslab.players import random_player

WON_NEXT = Board.from_moves("010101")  # the player to move completes column 0
SOLVED = Board.from_moves("624224246635164")
SIZES = [(3, 5), (4, 5), (6, 5), (6, 7), (8, 8)]


@pytest.fixture(autouse=True)
def without_pause(monkeypatch):
    monkeypatch.setattr(module, "PAUSE", 0)


def lowest(board, rng):
    """A player who takes the first open column."""
    return board.legal_moves()[0]


class Slow:
    """A player, or other work, that gives no answer before it may, and keeps what it was asked."""

    name = "Slow"

    def __init__(self, work=lowest):
        self.work, self.asked, self._may = work, [], threading.Semaphore(0)

    def __call__(self, *arguments):
        self.asked.append(arguments)
        assert self._may.acquire(timeout=20)
        return self.work(*arguments)

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
def waiting(slow):
    """A game against `slow`, which thinks about the first move."""
    play = PlayBoard(slow, ratings=False)
    play.play(3)
    slow.wait_until_asked(1)
    return play


def click(play, *columns):
    for column in columns:
        play.play(column)
        play.wait()


def open_columns(play):
    """Those that can be clicked, by the picture."""
    return tuple(json.loads(name)[1] for name in play.board.spots)


# ---------------------------------------------------------------- the match


class SlowMatch:
    """The rules of a match written down in another way."""

    def __init__(self, human):
        self.human, self.moves = human, ""

    def board(self):
        return Board.from_moves(self.moves, rows=4, columns=5)

    def own(self):
        return [place for place in range(len(self.moves)) if 1 + place % 2 == self.human]

    def act(self, action, column):
        """Whether it can be done; if so, it is."""
        if action == "undo":
            can = bool(self.own())
            self.moves = self.moves[: self.own()[-1]] if can else self.moves
            return can
        board = self.board()
        can = column in board.legal_moves() and (board.to_move == self.human) == (action == "play")
        self.moves += str(column) if can else ""
        return can


ACTIONS = st.tuples(st.sampled_from(["play", "reply", "play", "reply", "undo"]), st.integers(0, 5))


@given(st.booleans(), st.lists(ACTIONS, max_size=40))
def test_any_actions_leave_the_match_as_the_rules_say(human_starts, actions):
    match, expected = GameState(Board(4, 5), human_starts), SlowMatch(1 if human_starts else 2)
    for action, column in actions:
        arguments = {"play": (column, match.turn), "reply": (column,), "undo": ()}[action]
        was_possible = expected.act(action, column)
        if was_possible:
            getattr(match, action)(*arguments)
        else:
            with pytest.raises(ValueError, match="."):
                getattr(match, action)(*arguments)
        assert (match.text, match.board) == (expected.moves, expected.board())
        assert match.can_undo == bool(expected.own())


@given(st.lists(st.sampled_from(["play", "reply", "undo", "new", "late"]), max_size=30), st.randoms())
def test_click_meant_for_an_earlier_turn_is_never_played(actions, random):
    match = GameState(Board(4, 5))
    for action in actions:
        turn, moves, legal = match.turn, match.moves, match.board.legal_moves()
        if action == "play" and match.is_humans_turn:
            match.play(random.choice(legal), turn)
        elif action == "reply" and match.is_opponents_turn:
            match.reply(random.choice(legal))
        elif action == "undo" and match.can_undo:
            match.undo()
        elif action == "new":
            match.new_game(random.random() < 0.5)
        elif action == "late" and turn:
            with pytest.raises(ValueError, match="was clicked before the page showed the last change"):
                match.play(0, random.randrange(turn))
            assert match.moves == moves
        assert match.turn == turn + (action == "new" or (action == "play" and len(match.moves) > len(moves)))


def test_moves_before_the_start_are_not_taken_back():
    match = GameState(Board.from_moves("334"), human_starts=False)
    match.reply(2)
    with pytest.raises(ValueError, match="no move of yours to take back"):
        match.undo()
    match.play(1, match.turn)
    match.undo()
    assert (match.text, match.moves) == ("3342", (2,))
    match.new_game(True)
    assert (match.text, match.human, match.games) == ("334", 2, 1)


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("0101010", "four in column 0"),
        ("0011223", "four side by side, columns 0 to 3"),
        ("001122443", "five side by side, columns 0 to 4"),
        ("00112244553", "six side by side, columns 0 to 5"),
        ("0011224455663", "seven side by side, columns 0 to 6"),
        ("01122323363", "four on a diagonal, columns 0 to 3"),
        ("12363502106436203", "four in column 3 and four on a diagonal, columns 0 to 3"),
    ],
)
def test_completed_line_is_told(moves, words):
    assert line_in_words(Board.from_moves(moves)) == words


@pytest.mark.parametrize(("columns", "text"), [(10, "09"), (11, "0 9")])
def test_moves_are_typed_as_digits_up_to_ten_columns(columns, text):
    position = Position(Board(columns=columns))
    position.read(text)
    assert (position.moves, position.text) == ((0, 9), text)


# ---------------------------------------------------------------- thinking


@pytest.mark.parametrize("game_settings", [SearchSettings(), SearchSettings(c=0.5, prior=2, expand_at=0, draw=0)])
def test_search_in_pieces_is_the_search_at_once(monkeypatch, game_settings):
    monkeypatch.setattr("c4lib.widgets.analysis.LOOK_SECONDS", 1e-6)
    search = FastSearch(Board.from_moves("334"), game_settings, 7)
    run_in_slices(search, Limit(3000))
    at_once = FastSearch(Board.from_moves("334"), game_settings, 7).run(3000)
    assert (search.iterations, search.visits, search.means) == (3000, at_once.visits, at_once.means)


def test_search_by_the_clock_ends_in_time():
    search, start = FastSearch(Board(), rng=1), time.monotonic()
    run_in_slices(search, Limit(seconds=0.15))
    assert 0.1 < time.monotonic() - start < 5
    assert search.iterations > 0


def test_progress_rises_to_less_than_one(monkeypatch):
    monkeypatch.setattr("c4lib.widgets.analysis.LOOK_SECONDS", 0.005)
    shares = []
    run_in_slices(FastSearch(Board(), rng=1), Limit(200_000), on_progress=shares.append)
    assert len(shares) > 3
    assert shares == sorted(shares)
    assert 0 < shares[0] <= shares[-1] < 1


def test_board_too_large_for_the_fast_search_has_the_readable_one():
    assert isinstance(any_search(Board(8, 8), SearchSettings(), np.random.default_rng(1)), TreeSearch)
    assert isinstance(any_search(Board(), SearchSettings(), np.random.default_rng(1)), FastSearch)


def test_rating_has_every_legal_move_even_if_the_search_leaves_mirror_images_out():
    search = FastSearch(Board(), SearchSettings(distinct=True), rng=1).run(100)
    assert list(Analysis(None, search).means) == list(range(7))
    assert [move for move, mean in Analysis(None, search).means.items() if mean is None] == [4, 5, 6]


def best_result(board, player):
    """1, 0 or -1 for the `player`, by trying out every game."""
    if board.is_terminal:
        return 0 if board.winner is None else 1 if board.winner == player else -1
    choose = max if board.to_move == player else min
    return choose(best_result(board.play(move), player) for move in board.legal_moves())


@given(st.integers(0, 10**6))
@settings(max_examples=25)
def test_outcomes_are_those_of_trying_out_every_game(seed):
    rng, board = np.random.default_rng(seed), Board(4, 5)
    while len(board.moves) < 12 or board.is_terminal:
        board = Board(4, 5) if board.is_terminal else board.play(random_player(board, rng))
    numbers = {"win": 1, "draw": 0, "loss": -1}
    found = {move: numbers[word] for move, word in outcomes(board).items()}
    assert found == {move: best_result(board.play(move), board.to_move) for move in board.legal_moves()}


def test_a_win_at_once_is_known_where_the_rest_is_not():
    assert outcomes(Board.from_moves("001122")) == dict.fromkeys([0, 1, 2, 4, 5, 6], "?") | {3: "win"}


@pytest.mark.parametrize("board", [Board.from_moves("3"), Board(8, 8)], ids=repr)
def test_outcomes_that_take_long_are_not_known(board):
    assert outcomes(board) is None


@pytest.mark.parametrize(
    ("player", "name"),
    [
        (random_player, "random_player"),
        (Slow(), "Slow"),
        (lambda board, rng: 0, "the opponent"),
        (type("Nameless", (), {"__call__": lowest})(), "the opponent"),
        (type("Talkative", (), {"__call__": lowest, "__repr__": lambda self: "a" * 41})(), "the opponent"),
        (type("Odd", (), {"__call__": lowest, "name": 3, "__repr__": lambda self: "Odd()"})(), "Odd()"),
    ],
)
def test_player_is_called_by_a_short_name(player, name):
    assert name_of(player) == name


# ---------------------------------------------------------------- arguments


def test_search_that_takes_long_does_not_hold_up_the_cell():
    start = time.monotonic()
    play = PlayBoard(seconds=600)
    assert time.monotonic() - start < 10
    play.ratings.value = False  # and that ends it
    play.wait(20)
    assert play.values == {}


# ---------------------------------------------------------------- a game


@pytest.mark.parametrize(("rows", "columns"), SIZES)
@pytest.mark.parametrize("human_starts", [True, False])
def test_game_is_played_to_its_end_on_any_board(rows, columns, human_starts):
    play = PlayBoard(random_player, Board(rows, columns), human_starts, playouts=20, seed=3, ratings=False)
    play.wait()
    for _ in range(rows * columns):
        board = play.state.board
        assert open_columns(play) == board.legal_moves()
        assert play.moves.value == "".join(map(str, board.moves))
        assert (len(board.moves) % 2 == 0) == human_starts or board.is_terminal
        if board.is_terminal:
            break
        click(play, board.legal_moves()[-1])
    assert play.state.board.is_terminal
    assert play.sentence.value.startswith(("You win: ", "random_player wins: ", "A draw: "))
    assert play.message.value == ""


def test_search_plays_what_a_search_with_these_settings_and_seed_would():
    settings = SearchSettings(c=0.7, prior=1)
    play = PlayBoard(settings, playouts=700, seed=5)
    for game in (0, 1):
        for column in (3, 2, 3):
            click(play, column)
            before = play.state.moves[:-1]
            search = FastSearch(Board.from_moves(before), settings, np.random.default_rng((5, game, len(before))))
            assert play.state.moves[-1] == search.run(700).best_move()
        play.you_start.click()


def test_any_function_of_board_and_generator_is_an_opponent():
    seen = []

    def player(board, rng):
        seen.append((board, type(rng)))
        return np.int64(6)

    play = PlayBoard(player, Board.from_moves("33"))
    click(play, 1)
    assert seen == [(Board.from_moves("331"), np.random.Generator)]
    assert (play.moves.value, play.state.moves) == ("3316", (1, 6))
    assert type(play.state.moves[-1]) is int
    assert "player played column 6." in play.note.value


def test_who_starts_is_chosen_with_every_game():
    play = PlayBoard(lowest, ratings=False)
    assert (play.moves.value, play.sentence.value) == ("", "Your turn: you are X.")
    play.opponent_starts.click()
    play.wait()
    assert (play.moves.value, play.sentence.value) == ("0", "Your turn: you are O.")


def test_finished_game_takes_no_move():
    play = PlayBoard(lowest, WON_NEXT, ratings=False)
    click(play, 0)
    assert (open_columns(play), play.sentence.value) == ((), "You win: X has four in column 0.")
    click(play, 4)
    assert "the game is over" in play.message.value
    assert play.moves.value == "0101010"


def test_undo_takes_back_the_move_and_the_reply():
    play = PlayBoard(lowest, ratings=False)
    assert play.undo.state["disabled"]
    click(play, 3, 4)
    assert (play.moves.value, play.undo.state["disabled"]) == ("3040", False)
    play.undo.click()
    assert (play.moves.value, play.state.is_humans_turn, open_columns(play)) == ("30", True, tuple(range(7)))
    play.undo.click()
    assert (play.moves.value, play.undo.state["disabled"]) == ("", True)


def test_moves_are_there_to_copy_and_cannot_be_changed():
    play = PlayBoard(lowest, ratings=False)
    click(play, 3, 4)
    assert Board.from_moves(play.moves.value) == play.state.board
    play.moves.value = "30401"
    assert (play.moves.value, play.state.moves) == ("3040", (3, 0, 4, 0))
    assert play.message.value.startswith("the moves are here to copy")


def test_same_seed_and_same_clicks_give_the_same_games():
    def games(seed):
        play, texts = PlayBoard(random_player, seed=seed, ratings=False), []
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


def test_column_clicked_meanwhile_is_told_and_not_played(waiting, slow):
    assert open_columns(waiting) == ()
    waiting.play(4)
    assert waiting.message.value == "it is not your turn, so column 4 was not played"
    slow.answer()
    waiting.wait()
    assert waiting.moves.value == "30"


def test_double_click_is_one_move_however_quick_the_reply():
    play = PlayBoard(lowest, ratings=False)
    page, name = FakePage(play), [play.state.turn, 3]
    page.say("board", "spot", name=name)
    play.wait()
    page.say("board", "spot", name=name)
    assert (play.moves.value, play.state.is_humans_turn) == ("30", True)
    assert "was clicked before the page showed the last change" in play.message.value
    play.board.click([play.state.turn, 3])
    play.wait()
    assert (play.moves.value, play.message.value) == ("3030", "")


def test_keyboard_stays_in_the_column():
    """The page leaves it in a spot that has the same key, whatever its name."""

    def keys_and_names():
        return {key: one[3][0] for key, one in play.board.scene.elements.items() if one[1] == "spot"}

    play = PlayBoard(lowest, ratings=False)
    before = keys_and_names()
    click(play, 3)
    after = keys_and_names()
    assert [*after] == [*before]
    assert [*before.values()] == [f"[0, {column}]" for column in range(7)]
    assert [*after.values()] == [f"[1, {column}]" for column in range(7)]


def test_digit_plays_its_column_and_u_takes_it_back():
    play = PlayBoard(lowest, Board(4, 12), ratings=False)
    assert play.shortcuts == [*"0123456789u"]
    page = FakePage(play)
    page.say("", "key", key="5")
    play.wait()
    assert play.moves.value == "5 0"
    page.say("", "key", key="u")
    assert play.moves.value == ""


def test_page_is_told_of_the_disc_first_and_of_the_reply_later(waiting, slow):
    page = FakePage(waiting)
    slow.answer()
    waiting.wait()
    waiting.play(4)
    slow.answer()
    waiting.wait()
    sentences = ["Your turn: you are X.", "Slow is thinking …", "Your turn: you are X."]
    assert page.told("sentence", "text") == sentences
    assert page.told("moves", "value") == ["30", "304", "3040"]
    colours = [PLAYERS[player].lower() for player in (2, 1, 2)]
    assert all(colour in str(elements) for colour, elements in zip(colours, page.told("board", "set"), strict=True))


def test_reply_is_shown_after_a_pause(monkeypatch):
    monkeypatch.setattr(module, "PAUSE", 0.2)
    play, start = PlayBoard(lowest, ratings=False), time.monotonic()
    click(play, 3)
    assert time.monotonic() - start >= 0.2


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


def test_slider_moved_meanwhile_does_not_disturb_the_move_and_holds_from_the_next_on(monkeypatch):
    slow = Slow(lambda search, *more: search.run(10))
    monkeypatch.setattr("c4lib.widgets.analysis.run_in_slices", slow)
    play = PlayBoard(SearchSettings(c=1), playouts=100, ratings=False)
    play.play(3)
    slow.wait_until_asked(1)
    play.c.value, play.limit.value = 0.5, Limit(200)
    slow.answer(2)
    play.wait()
    click(play, 3)
    assert [(search.settings.c, limit) for search, limit, *_ in slow.asked] == [(1, Limit(100)), (0.5, Limit(200))]
    assert len(play.state.moves) == 4


def test_long_search_shows_how_far_it_is_and_ends_when_not_wanted():
    play, seen, under_way = PlayBoard(playouts=100, ratings=False), [], threading.Event()
    show = play.progress.show
    play.progress.show = lambda share: (show(share), seen.append(share), under_way.set())
    play.limit.value = Limit(1_000_000)
    play.play(3)
    assert under_way.wait(20)
    assert 0 < play.progress.state["share"] < 1
    assert not play.progress.state["hidden"]
    play.undo.click()
    play.wait()
    assert (play.moves.value, play.progress.state["hidden"], seen[-1]) == ("", True, None)


CLICKS = st.lists(st.sampled_from(["column", "double", "closed", "undo", "you", "opponent", "wait"]), max_size=12)


@given(CLICKS, st.randoms())
@settings(max_examples=12)
def test_any_clicks_leave_a_game_that_can_go_on(clicks, random):
    play = PlayBoard(random_player, Board(3, 5), seed=1, ratings=False)
    for one in clicks:
        name = [play.state.turn, random.randrange(5)]
        before = len(play.state.moves)
        if one in ("column", "double", "closed"):
            play.board.click(name)
        if one == "double":
            play.board.click(name)
        if one in ("undo", "you", "opponent"):
            {"undo": play.undo, "you": play.you_start, "opponent": play.opponent_starts}[one].click()
        else:
            assert len(play.state.moves) <= before + 2  # a disc of each player at most
        if one in ("wait", "closed"):
            play.wait()
    play.wait()
    assert play.state.is_humans_turn or play.state.board.is_terminal
    assert open_columns(play) == play.state.board.legal_moves()
    assert Board.from_moves(play.moves.value, rows=3, columns=5) == play.state.board


# ---------------------------------------------------------------- an opponent who fails


def broken(board, rng):
    if len(board.moves) < 3:
        return 0
    raise RuntimeError("no idea")


def test_error_of_the_opponent_is_told_with_its_line_and_the_game_goes_on():
    play = PlayBoard(broken, ratings=False)
    click(play, 3)
    play.play(3)
    with pytest.raises(RuntimeError, match="no idea"):
        play.wait()
    line = broken.__code__.co_firstlineno + 3
    assert play.message.value.startswith(
        f"broken failed with RuntimeError: no idea, in line {line} of broken. The game"
    )
    assert play.sentence.value == "broken has made no move."
    assert (play.moves.value, open_columns(play)) == ("303", ())
    play.undo.click()
    assert (play.moves.value, play.message.value, play.sentence.value) == ("30", "", "Your turn: you are X.")


def test_opponent_cannot_end_the_kernel():
    def leaving(board, rng):
        raise SystemExit

    play = PlayBoard(leaving, ratings=False)
    play.play(3)
    with pytest.raises(SystemExit):
        play.wait()
    assert play.message.value.startswith("leaving failed with SystemExit")


@pytest.mark.parametrize("move", [7, -1, 3, None, "2", 2.0, float("nan"), [2]], ids=repr)
def test_illegal_move_is_told_and_not_played(move):
    play = PlayBoard(lambda board, rng: move, Board.from_moves("33333"), ratings=False)
    click(play, 3)
    assert play.message.value.startswith(f"The opponent played {move!r}, which is no legal move: ")
    assert play.message.value.endswith("The game stays where it is: undo, or start a new one.")
    assert (play.moves.value, play.sentence.value, open_columns(play)) == (
        "333333",
        "The opponent has made no move.",
        (),
    )
    play.undo.click()
    assert (play.moves.value, play.message.value, open_columns(play)) == ("33333", "", tuple(range(7)))


# ---------------------------------------------------------------- ratings


def test_ratings_are_the_means_of_a_search_for_the_human():
    play = PlayBoard(random_player, Board.from_moves("333333"), playouts=900, seed=2)
    assert play.values == FastSearch(Board.from_moves("333333"), rng=np.random.default_rng((2, 0, 0))).run(900).means
    click(play, 4)
    board = play.state.board
    assert play.values == FastSearch(board, rng=np.random.default_rng((2, 0, 2))).run(900).means
    best = max(play.values, key=play.values.get)
    assert "the mean for X" in play.legend.value
    assert best in board.legal_moves()


def test_hidden_ratings_are_not_searched_for_until_they_are_shown(monkeypatch):
    play = PlayBoard(lowest, playouts=50, ratings=False)
    monkeypatch.setattr(module, "analyse", None)
    click(play, 3)
    monkeypatch.undo()
    hidden, height = play.board.texts, play.board.scene.height
    assert (play.values, play.legend.value) == ({}, "")
    play.ratings.value = True
    play.wait()
    assert set(play.values) == set(range(7))
    assert len(play.board.texts) == len(hidden) + 7
    play.ratings.value = False
    assert (play.board.texts, play.board.scene.height) == (hidden, height)


def test_ratings_and_exact_results_and_the_end_do_not_shift_the_board():
    def look():
        scene = play.board.scene
        looks.add((scene.height, *[one[2] for one in scene.elements.values() if one[3] == (FRAME.lower(),)]))

    play, looks = PlayBoard(lambda board, rng: 6, WON_NEXT, playouts=50, ratings=False), set()
    look()
    for switch in (play.ratings, play.exact):
        switch.value = True
        play.wait()
        look()
    click(play, 2)
    look()
    click(play, 0)
    look()
    assert play.state.board.winner
    assert len(looks) == 1


def test_slow_ratings_are_announced_and_the_old_ones_are_not_taken_for_them(monkeypatch):
    play, slow = PlayBoard(lowest, playouts=50), Slow(lambda search, *more: search.run(20))
    assert "The search would play column" in play.legend.value

    def slow_run(search, limit, is_unwanted, on_progress):
        on_progress(0.5)
        slow(search)

    monkeypatch.setattr("c4lib.widgets.analysis.run_in_slices", slow_run)
    play.c.value = 0.5
    slow.wait_until_asked(1)
    assert "A search is under way" in play.legend.value
    assert "would play" not in play.legend.value
    assert not play.progress.state["hidden"]
    slow.answer()
    play.wait()
    assert "The search would play column" in play.legend.value
    assert play.progress.state["hidden"]


def test_ratings_of_a_position_that_is_gone_are_not_shown(monkeypatch, slow):
    play, slow_run = PlayBoard(slow, ratings=False), Slow(lambda search, *more: search.run(20))
    monkeypatch.setattr("c4lib.widgets.analysis.run_in_slices", slow_run)
    play.ratings.value = True
    slow_run.wait_until_asked(1)
    play.play(3)
    slow_run.answer(2)
    play._rater.wait()
    assert play.values == {}
    slow.answer()
    play.wait()
    expected = FastSearch(Board.from_moves("30"), rng=np.random.default_rng((0, 0, 2))).run(20)
    assert play.values == Analysis(None, expected).means


# ---------------------------------------------------------------- exact results


def test_exact_results_are_shown_when_switched_on():
    play = PlayBoard(lowest, SOLVED, playouts=50)
    assert (play.exact.value, play.outcomes, play._shown_marks()) == (False, {}, {})
    before = play.board.texts
    play.exact.value = True
    play.wait()
    assert play.outcomes == {0: "draw", 1: "draw", 2: "loss", 3: "win", 4: "draw", 5: "win", 6: "win"}
    assert play._shown_marks() == play.outcomes
    assert "Exact: what each column leads to for you" in play.legend.value
    assert [text for text in play.board.texts if text not in before] == [*play.outcomes.values()]
    assert play.board.state["label"].endswith(
        "; exact: " + ", ".join(f"column {column} {word}" for column, word in play.outcomes.items())
    )
    play.exact.value = False
    assert play.board.texts == before


def test_exact_results_that_take_long_are_said_to_be_not_known():
    play = PlayBoard(lowest, Board.from_moves("3"), playouts=50, exact=True)
    play.wait()
    assert play.outcomes is None
    assert set(play._shown_marks().values()) == {"?"}
    assert "Exact: not known here (?)" in play.legend.value


def test_exact_results_do_not_hold_up_the_page_and_old_ones_are_not_shown(monkeypatch, slow):
    slow_outcomes = Slow(lambda board: dict.fromkeys(board.legal_moves(), "win"))
    monkeypatch.setattr(module, "outcomes", slow_outcomes)
    play = PlayBoard(slow, Board.from_moves("333333"), ratings=False, exact=True)
    assert play._shown_marks() == dict.fromkeys([0, 1, 2, 4, 5, 6], "…")
    slow_outcomes.wait_until_asked(1)
    play.play(2)
    slow_outcomes.answer(2)
    play._solver.wait()
    assert (play.moves.value, play.outcomes) == ("3333332", {})
    slow.answer()
    play.wait()
    assert play._shown_marks() == dict.fromkeys([0, 1, 2, 4, 5, 6], "win")


def test_finished_game_and_the_opponents_turn_have_no_exact_results(monkeypatch):
    monkeypatch.setattr(module, "outcomes", lambda board: dict.fromkeys(board.legal_moves(), "win"))
    slow = Slow(lambda board, rng: 6)
    play = PlayBoard(slow, WON_NEXT, ratings=False, exact=True)
    play.play(2)
    assert play._shown_marks() == {}
    slow.answer()
    play.wait()
    assert play._shown_marks()[0] == "win"
    click(play, 0)
    assert play.state.board.winner == 1
    assert play._shown_marks() == {}


# ---------------------------------------------------------------- faults, and readers without a kernel


def test_fault_in_the_drawing_of_a_reply_is_shown_and_raised(waiting, slow, monkeypatch):
    FakePage(waiting)
    monkeypatch.setattr(module, "draw_board", None)
    slow.answer()
    with pytest.raises(TypeError):
        waiting.wait()
    assert "Something went wrong in the widget itself: TypeError" in waiting.message.value
