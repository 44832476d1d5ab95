"""The lecture's worked example: both traces, number by number, and what is true of its position."""

from contextlib import suppress
from dataclasses import replace

import pytest
from anytree import PreOrderIter

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
    assert EXAMPLE.position == HexBoard.from_moves("a2 a1 b1")
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
    search = TreeSearch(EXAMPLE.position, variant.settings)
    for iteration, expected in zip(EXAMPLE.iterations, variant.expected, strict=True):
        replay(search, *iteration)
        assert labels(search) == expected
        assert violations(search) == []


@pytest.mark.parametrize("name", ["T = 0", "T = 1"])
def test_the_expected_numbers_are_those_of_counting_by_hand(name):
    variant = EXAMPLE.variants[name]
    start = variant.settings.prior, 2 * variant.settings.prior
    counted = {}
    for (path, winner, _), expected in zip(EXAMPLE.iterations, variant.expected):
        for end in range(len(path) + 1):
            wins, visits = counted.get(" ".join(path[:end]), start)
            counted[" ".join(path[:end])] = wins + (winner == WHITE), visits + 1
        assert counted == expected


@pytest.mark.parametrize("name", ["T = 0", "T = 1"])
def test_unlabelled_nodes_are_0_of_0_or_1_of_2_and_all_nodes_count_for_white(name):
    variant = EXAMPLE.variants[name]
    nodes = list(PreOrderIter(follow_the_script(EXAMPLE.position, variant.settings).root))
    prior = variant.settings.prior
    assert len(nodes) == 1 + 6 + 5 + 5 + 4
    assert {(node.wins, node.visits) for node in nodes if not node.simulations} == {(prior, 2 * prior)}
    assert {node.viewpoint for node in nodes} == {WHITE}


def test_the_first_playout_is_the_one_that_the_lecture_gives():
    search = TreeSearch(EXAMPLE.position, EXAMPLE.variants["T = 0"].settings)
    final = replay(search, *EXAMPLE.iterations[0]).simulation.final
    assert final.moves == ("a2", "a1", "b1", "b2", "c1", "c3", "a3")
    assert str(final).split("\n")[1:] == ["1 O X X", " 2 X O .", "  3 X . O"]


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
    assert set(found) == {EXAMPLE.position, HexBoard.from_moves("a1 b1 a2")}
    assert len(found) == 2


@pytest.mark.parametrize(
    ("columns", "moves", "winner"),
    [(3, "", None), (3, "0", None), (3, "12", 1), (3, "110", None), (4, "", 1), (4, "0", 1), (4, "110", 2)],
)
def test_the_perfect_winner_is_the_one_that_a_solving_search_proves(columns, moves, winner):
    board = Board.from_moves(moves, rows=3, columns=columns, connect=3)
    assert TreeSearch(board, SearchSettings(solve=True), rng=1).run(3000).root.proof.winner == winner
    assert perfect_winner(board) == winner


def test_a_move_that_wins_has_no_refutation():
    assert refutations(HexBoard(2)) == {"a1": ("a2",), "b1": (), "a2": (), "b2": ("b1",)}


def test_a_draw_is_no_refutation():
    assert refutations(Board(3, 3, 3)) == {0: (), 1: (), 2: ()}
    assert perfect_winner(Board(3, 3, 3)) is None


# ---------------------------------------------------------------- Hex in a search


@pytest.mark.parametrize(
    "choices", [{}, {"distinct": True}, {"prior": 2, "viewpoint": "root"}, {"expand_at": 0, "solve": True}]
)
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_search_of_hex_breaks_no_condition(size, choices):
    search = TreeSearch(HexBoard(size), SearchSettings(**choices), rng=1).run(300)
    assert violations(search) == []


def test_distinct_moves_halve_the_first_children():
    search = TreeSearch(HexBoard(3), SearchSettings(distinct=True), rng=1).run(10)
    assert list(search.visits) == ["a1", "b1", "c1", "a2", "b2"]


def test_a_solving_search_proves_the_first_player_s_win():
    search = TreeSearch(HexBoard(3), SearchSettings(solve=True), rng=1).run(20_000)
    assert search.root.proof.winner == BLACK


def test_the_search_finds_a_winning_opening_and_tells_of_moves_by_cell():
    search = TreeSearch(HexBoard(3), rng=1).run(1000)
    assert search.best_move() == search.principal_variation()[0]
    assert refutations(HexBoard(3))[search.best_move()] == ()
    assert search.table().index.tolist() == list(HexBoard(3).legal_moves())


def test_the_root_can_be_moved():
    search = TreeSearch(HexBoard(3), rng=1).run(300)
    search.move_root("b2")
    assert search.game == HexBoard.from_moves("b2")
    assert violations(search.run(100)) == []
