"""The lecture's worked example: both traces, number by number, and what is true of its position."""

from contextlib import suppress
from dataclasses import replace

import pytest

from c4lib import Board, SearchSettings, TreeSearch, violations
from c4lib.hex import HexBoard
from c4lib.study.perfect import perfect_winner
from c4lib.study.replay import replay
from mctslab.lecture import first_refusal, labels, refutations, worked_example

EXAMPLE = worked_example()
BLACK, WHITE = 1, 2


def follow_the_script(position, settings):
    search = TreeSearch(position, settings)
    for iteration in EXAMPLE.iterations:
        replay(search, *iteration)
    return search


# ---------------------------------------------------------------- the traces


def test_the_example_is_the_one_of_the_lecture():
    assert EXAMPLE.game == HexBoard.from_moves("a2 a1 b1")
    assert EXAMPLE.iterations == (
        (("b2",), BLACK, ("c1", "c3", "a3")),
        (("c3", "a3"), BLACK, None),
        (("b3", "c2"), WHITE, None),
        (("b3", "c2", "b2"), BLACK, None),
    )
    greedy = SearchSettings(c=0, expand_at=0, viewpoint="root")
    assert EXAMPLE.variants["T = 0"].settings == replace(greedy, prior=0, unvisited=0.5)
    assert EXAMPLE.variants["T = 1"].settings == replace(greedy, prior=1)


@pytest.mark.parametrize("name", ["T = 0", "T = 1"])
def test_replaying_gives_the_lecture_s_wins_and_visits_after_every_iteration(name):
    variant = EXAMPLE.variants[name]
    search = TreeSearch(EXAMPLE.game, variant.settings)
    for iteration, expected in zip(EXAMPLE.iterations, variant.expected, strict=True):
        replay(search, *iteration)
        assert labels(search) == expected
        assert violations(search) == []


@pytest.mark.parametrize(("name", "value"), [("T = 0", "0"), ("T = 1", "0.3333")])
def test_the_mover_s_viewpoint_refuses_the_fourth_iteration(name, value):
    settings = EXAMPLE.variants[name].settings
    number, why = first_refusal(replace(settings, viewpoint="mover"))
    assert number == 4
    assert (
        f"below the node of moves ['b3'], 'c2' is not among the best; the values are c1 0.5, b2 0.5, c2 {value}," in why
    )
    assert first_refusal(settings) is None


# ---------------------------------------------------------------- the position


def test_only_two_positions_with_white_to_move_allow_all_four_playouts():
    settings, found = EXAMPLE.variants["T = 0"].settings, []
    reached = {HexBoard(3)}
    while reached:
        for position in reached:
            if position.to_move == WHITE and "b2" in position.legal_moves():
                with suppress(ValueError):  # the script does not fit
                    follow_the_script(position, settings)
                    found.append(position)
        reached = {position.play(move) for position in reached for move in position.legal_moves()}
    assert set(found) == {EXAMPLE.game, HexBoard.from_moves("a1 b1 a2")}
    assert len(found) == 2


def test_a_move_that_wins_has_no_refutation():
    assert refutations(HexBoard(2)) == {"a1": ("a2",), "b1": (), "a2": (), "b2": ("b1",)}


def test_a_draw_is_no_refutation():
    assert refutations(Board(3, 3, 3)) == {0: (), 1: (), 2: ()}
    assert perfect_winner(Board(3, 3, 3)) is None

