"""A position that is typed, and shown with moves to click."""

import pytest
from nim import Nim

from c4lib import Board, HexBoard
from c4lib.widgets.position import GameView, Position

TAKE = [("take", count) for count in (1, 2, 3)]


class Noughts(Nim):
    """Nim with a picture of its own, in which nothing is named."""

    def draw(self, drawing):
        drawing.limit(0, 7, 0, 1)
        drawing.circles([(place + 0.5, 0.5) for place in range(self.sticks)], 0.3, "#000000", 3)


@pytest.fixture
def clicked():
    return []


@pytest.fixture
def view(clicked):
    return GameView(clicked.append)


def texts(view):
    """Of the buttons that are to be seen."""
    return [choice.description for choice in view.choices.children if choice.layout.display != "none"]


# ---------------------------------------------------------------- the moves as text


def test_moves_of_a_game_that_has_no_empty_board_are_not_asked_for():
    class Noted(Nim):
        moves = (("take", 1),)

    position = Position(Noted())
    assert (position.start, position.moves) == (Noted(), ())


@pytest.mark.parametrize(
    ("game", "moves", "text"),
    [
        (Board(), (3, 3, 4), "334"),
        (Board(columns=11), (0, 10), "0 10"),
        (HexBoard(), ("b2", "a1"), "b2 a1"),
        (Nim(), (("take", 1), ("take", 3)), "take 1; take 3"),
    ],
)
def test_moves_are_written_so_that_they_can_be_read_back(game, moves, text):
    position, same = Position(game), Position(game)
    position.set(moves)
    assert position.text == text
    same.read(f" {text} ")
    assert (same.moves, same.game) == (moves, position.game)


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        (Board.from_moves("333333"), "3333333", "move 7 cannot be 3; allowed: 0, 1, 2, 4, 5, 6"),
        (Nim(), "take 1; take 9", "move 2 cannot be take 9; allowed: take 1, take 2, take 3"),
        (
            HexBoard(11),
            "z9",
            "move 1 cannot be z9; allowed: a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, a2, b2, c2, ...",
        ),
    ],
)
def test_refused_moves_change_nothing(game, text, words):
    position = Position(game)
    before = position.moves, position.game
    with pytest.raises(ValueError, match=words.replace("...", r"\.\.\.")):
        position.read(text)
    assert (position.moves, position.game) == before


@pytest.mark.parametrize("game", [Board.from_text(str(Board.from_moves("33"))), Nim(5)], ids=["Board", "Nim"])
def test_moves_before_a_position_without_history_are_not_known(game):
    position = Position(game)
    assert (position.start, position.moves, position.text) == (game, (), "")


# ---------------------------------------------------------------- the moves as places or buttons


def test_moves_with_a_place_have_no_buttons(view, clicked):
    view.show(Board.from_moves("333333"))
    assert list(view.picture.spots) == [0, 1, 2, 4, 5, 6] == list(view.moves)
    assert texts(view) == []
    view.click(4)
    assert clicked == [4]


@pytest.mark.parametrize("game", [Nim(), Noughts()], ids=["text", "picture"])
def test_moves_without_a_place_are_buttons(view, clicked, game):
    view.show(game)
    assert texts(view) == ["take 1", "take 2", "take 3"]
    view.choices.children[1].click()
    assert clicked == [("take", 2)]


def test_values_and_marks_of_moves_without_a_place_stand_in_the_buttons(view):
    view.show(Nim(), values={TAKE[0]: 0.25, TAKE[1]: None}, marks={TAKE[0]: "loss", TAKE[2]: "win"})
    assert texts(view) == ["take 1 · 0.25 · loss", "take 2", "take 3 · win"]


def test_a_screen_reader_says_values_and_marks():
    view = GameView(print)
    view.show(Board(1, 4, 4).play(0), values={1: 0.5, 2: None}, marks={2: "draw"})
    assert view.picture.label == "the board: column 0: X; column 1 · 0.50; column 2 · draw; column 3"


@pytest.mark.parametrize("game", [Board(), Nim()], ids=["Board", "Nim"])
def test_nothing_can_be_clicked_while_nobody_may_play(view, clicked, game):
    view.show(game)
    view.show(game, can_play=False)
    assert (view.picture.spots, view.moves) == ({}, ())
    for choice in view.choices.children:
        assert choice.disabled
        choice.click()
    assert clicked == []


def test_places_and_buttons_return_with_the_turn(view):
    for game in (Board(), Nim()):
        view.show(game, can_play=False)
        view.show(game)
        assert view.moves == game.legal_moves()
        assert list(view.picture.spots) == ([] if game == Nim() else list(range(7)))
        assert not any(choice.disabled for choice in view.choices.children)
