"""What all widgets have in common: first values, bad arguments, faults, labels, and what is seen without a kernel."""

import io

import pytest
from fake_page import FakePage
from ipywidgets import Box, Label
from nim import Nim
from PIL import Image

from c4lib import Board, PlayBoard, SearchExplorer, SearchSettings, SearchStepper, Ucb1Lab
from c4lib.widgets.analysis import Limit
from c4lib.widgets.controls import Progress
from c4lib.widgets.panel import all_within
from c4lib.widgets.picture import LivePicture

SOLVE = SearchSettings(solve=True)
ALMOST_WON = Board.from_moves("010101")
GAME_OVER = Board.from_moves("0101010")
WIDGETS = {
    "stepper": lambda: SearchStepper(Board.from_moves("3342"), seed=1, iteration=9, phase="select"),
    "explorer": lambda: SearchExplorer(Board.from_moves("3342"), playouts=20, seed=1),
    "game": lambda: PlayBoard(Board.from_moves("334"), lowest, playouts=200, seed=1),
    "laboratory": lambda: Ucb1Lab(((14, 20), (2.5, 10)), prior=1),
}


def lowest(board, rng):
    """A player who takes the first open column."""
    return board.legal_moves()[0]


# ---------------------------------------------------------------- arguments


def test_first_values_are_not_rounded_to_a_step():
    settings = SearchSettings(c=4.321)
    stepper = SearchStepper(settings=settings)
    explorer = SearchExplorer(settings=settings, playouts=1234)
    game = PlayBoard(opponent=settings, playouts=1234)
    assert stepper.c.value == explorer.c.value == game.c.value == 4.321
    assert (explorer.playouts.value, game.limit.value) == (1234, Limit(playouts=1234))
    assert PlayBoard(seconds=0.07, ratings=False).limit.value == Limit(seconds=0.07)


@pytest.mark.parametrize(
    ("widget", "arguments", "message"),
    [
        (SearchStepper, {"game": GAME_OVER}, "the game is over"),
        (SearchStepper, {"game": "3342"}, "'3342' is no game position"),
        (SearchStepper, {"seed": -1}, "seed must be a whole number"),
        (SearchStepper, {"iterations": 0}, "iterations must be a whole number, at least 1"),
        (SearchStepper, {"iterations": 2001}, "iterations must be at most 2,000, not 2,001"),
        (SearchStepper, {"iteration": 1, "phase": "selection"}, "phase must be 'select' or"),
        (SearchExplorer, {"game": "3342"}, "'3342' is no game position"),
        (SearchExplorer, {"playouts": 2_000_000}, "playouts must be at most 1,000,000, not 2,000,000"),
        (SearchExplorer, {"seed": -1}, "seed must be a whole number, at least 0, not -1"),
        (SearchExplorer, {"settings": 1.4}, "settings must be a SearchSettings, not 1.4"),
        (SearchExplorer, {"exact": "yes"}, "exact must be True or False, not 'yes'"),
        (PlayBoard, {"opponent": 1.4}, "opponent must be a player, .* or a SearchSettings, not 1.4"),
        (PlayBoard, {"game": "3342"}, "'3342' is no game position"),
        (
            PlayBoard,
            {"opponent": SearchSettings(distinct=True), "game": Nim()},
            "needs a game that has distinct_moves",
        ),
        (PlayBoard, {"game": GAME_OVER}, "the game is over, so there is nothing to play"),
        (PlayBoard, {"human_starts": 1}, "human_starts must be True or False, not 1"),
        (PlayBoard, {"playouts": 10**9}, "playouts must be at most 5,000,000, not 1,000,000,000"),
        (PlayBoard, {"seconds": 0}, "seconds must be a number from 0.001 to 3600, not 0"),
        (PlayBoard, {"playouts": 10, "seconds": 1}, "one of the two"),
        (PlayBoard, {"seed": -1}, "seed must be a whole number, at least 0, not -1"),
        (PlayBoard, {"ratings": None}, "ratings must be True or False, not None"),
        (Ucb1Lab, {"moves": ((1, 2),)}, "there must be 2 to 7 moves, not 1"),
        (Ucb1Lab, {"moves": ((1, 2), (3, 2))}, "wins of move 1 must be a number from 0 to its visits, 2, not 3"),
        (Ucb1Lab, {"moves": ((1, 2), (1, 2.5))}, "visits of move 1 must be a whole number, at least 0, not 2.5"),
        (Ucb1Lab, {"moves": 5}, r"moves must be \(wins, visits\) of each move, not 5"),
        (Ucb1Lab, {"moves": (1, 2)}, r"move 0 must be \(wins, visits\), not 1"),
        (Ucb1Lab, {"c": -1}, "c must be a number from 0 to 1,000,000, not -1"),
        (Ucb1Lab, {"prior": 0.5}, "prior must be a whole number, at least 0, not 0.5"),
    ],
)
def test_bad_argument_is_refused(widget, arguments, message):
    with pytest.raises(ValueError, match=message):
        widget(**arguments)


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    ("name", "fault", "use"),
    [
        ("explorer", "explorer.analyse", lambda explorer: setattr(explorer.seed, "value", 2)),
        ("game", "play.outcomes", lambda game: setattr(game.exact, "value", True)),
        ("laboratory", "ucb1_lab._draw_terms", lambda laboratory: setattr(laboratory.c, "value", 0.5)),
    ],
)
def test_fault_of_a_widget_is_shown_and_raised(monkeypatch, name, fault, use):
    def faulty(*arguments, **more):
        raise ZeroDivisionError("a planted fault")

    def use_and_wait():
        use(widget)
        widget.wait()

    widget = WIDGETS[name]()
    FakePage(widget)
    monkeypatch.setattr(f"c4lib.widgets.{fault}", faulty)
    pytest.raises(ZeroDivisionError, use_and_wait)
    assert widget.message.value.endswith("ZeroDivisionError: a planted fault")


# ---------------------------------------------------------------- everybody, and without a kernel


@pytest.mark.parametrize("name", WIDGETS)
def test_every_control_and_picture_has_a_label(name):
    parts = [part for part in all_within(WIDGETS[name]()) if not isinstance(part, (Box, Label, Progress))]
    assert len(parts) > 7
    labels = [part.label if isinstance(part, LivePicture) else part.tooltip for part in parts]
    assert [part for part, label in zip(parts, labels, strict=True) if not label] == []


@pytest.mark.parametrize(("name", "line"), [*zip(WIDGETS, ("line", "sentence", "sentence", "sentence"))])
def test_a_screen_reader_says_the_sentence(name, line):
    sentence = getattr(WIDGETS[name](), line)
    assert "c4-status" in sentence._dom_classes
    assert sentence.value


CHANGES = {
    "stepper": lambda stepper: stepper.next_iteration.click(),
    "explorer": lambda explorer: explorer.editor.play(0),
    "game": lambda game: game.play(0),
    "laboratory": lambda laboratory: setattr(laboratory.c, "value", 0.5),
}


@pytest.mark.parametrize("name", WIDGETS)
def test_static_picture_is_of_the_present_state(name):
    widget = WIDGETS[name]()
    before = widget.static_picture()
    assert before == widget.static_picture()
    CHANGES[name](widget)
    getattr(widget, "wait", int)()
    assert before != widget.static_picture()


@pytest.mark.parametrize(
    ("make", "size", "text"),
    [
        (WIDGETS["stepper"], (1080, 594), "SearchStepper(Board.from_moves('3342'), c=1.414, T=0, expand_at=1, seed=1, iteration 9, select)"),
        (lambda: SearchStepper(ALMOST_WON, SOLVE), (1080, 594), "SearchStepper(Board.from_moves('010101'), c=1.414, T=0, expand_at=1, seed=0, start)"),
        (lambda: SearchExplorer(ALMOST_WON, SOLVE, 10), (990, 540), "SearchExplorer(Board.from_moves('010101'), c=1.414, T=0, playouts=10, seed=0)"),
        (WIDGETS["game"], (990, 540), "PlayBoard(Board.from_moves('334'), 'lowest', 200 playouts, c=1.414, seed=1)"),
        (WIDGETS["laboratory"], (990, 366), "Ucb1Lab(moves=((14, 20), (2.5, 10)), c=1.414, T=1)"),
    ],
)  # fmt: skip
def test_readers_without_a_kernel_see_a_picture_and_stable_text(make, size, text):
    widget = make()
    assert Image.open(io.BytesIO(widget.static_picture())).size == size
    assert repr(widget) == text
