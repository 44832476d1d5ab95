"""Proven results: `SearchSettings(solve=True)`."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import few, hex_positions, positions, seeds

from c4lib import (
    Board,
    FastSearch,
    SearchNode,
    SearchSettings,
    TreeSearch,
    backpropagate,
    expand,
    select,
    show_source,
    simulate,
    violations,
)
from c4lib.fast.search import ParallelSearch
from c4lib.phases import Backpropagation, best_child
from c4lib.proofs import Proof, prove
from c4lib.study.perfect import perfect_winner

SOLVE = SearchSettings(solve=True)
for_every_search = pytest.mark.parametrize("search_class", [TreeSearch, FastSearch], ids=lambda search: search.__name__)


SMALL = st.sampled_from([(2, 3, 2), (3, 3, 3), (3, 4, 3), (2, 5, 3), (4, 4, 4)])


# ---------------------------------------------------------------- what is proven is true


@given(board=positions(SMALL, most_moves=12), seed=seeds, distinct=st.booleans())
def test_every_proof_is_the_exact_result(board, seed, distinct):
    if board.rows * board.columns - int((board.cells > 0).sum()) > 10:
        return  # too much to try out
    search = FastSearch(board, SearchSettings(solve=True, distinct=distinct), seed).run(200)
    for node in (search.root, *search.root.descendants):
        if node.proof:
            assert node.proof.winner == perfect_winner(node.game)


@given(board=hex_positions(3), seed=seeds, distinct=st.booleans())
@few
def test_every_proof_of_another_game_is_the_exact_result(board, seed, distinct):
    if len(board.legal_moves()) > 6:
        return  # too much to try out
    search = TreeSearch(board, SearchSettings(solve=True, distinct=distinct), seed).run(200)
    for node in (search.root, *search.root.descendants):
        if node.proof:
            assert node.proof.winner == perfect_winner(node.game)


@for_every_search
@pytest.mark.parametrize("size", [(3, 3, 3), (3, 4, 3)])
def test_a_small_game_is_solved_and_the_search_ends(search_class, size):
    board = Board(*size)
    search = search_class(board, SOLVE, rng=1).run(30_000)
    assert search.root.proof.winner == perfect_winner(board)
    assert search.iterations < 30_000
    assert violations(search) == []


def test_a_step_after_the_proof_is_refused():
    search = TreeSearch(Board.from_moves("001122"), SOLVE, rng=1).run(100)
    with pytest.raises(ValueError, match="the result is proven, so there is nothing left to search"):
        search.step()


# ---------------------------------------------------------------- the rule, on nodes made by hand


def node_with(*proofs, moves=""):
    root = SearchNode(Board.from_moves(moves))
    for move, proof in enumerate(proofs):
        child = SearchNode(move=move, parent=root)
        child.visits, child.proof = 1, proof
    root.visits = len(proofs)
    return root


@pytest.mark.parametrize(
    ("proofs", "expected"),
    [
        ((None, None), None),
        ((Proof(1, 4), None), Proof(1, 5)),
        ((Proof(1, 4), Proof(1, 2), Proof(2, 3)), Proof(1, 3)),
        ((Proof(2, 3), None), None),
        ((Proof(None, 3), None), None),
        ((Proof(2, 3), Proof(2, 7), Proof(2, 5)), Proof(2, 8)),
        ((Proof(2, 3), Proof(None, 6)), Proof(None, 7)),
    ],
)
def test_a_node_is_proven_by_its_children(proofs, expected):
    assert prove(node_with(*proofs)) == expected


def test_a_proven_move_comes_after_one_that_is_worth_minus_infinity():
    root = node_with(Proof(2, 3), None)
    root.children[1].visits = 0
    chosen, _ = best_child(root, root.children, SearchSettings(solve=True, unvisited=float("-inf")), rng=None)  # no tie
    assert chosen.move == 1


@for_every_search
@pytest.mark.parametrize("choose", ["visits", "mean"])
@pytest.mark.parametrize(
    ("proofs", "means", "best"),
    [
        ((None, Proof(1, 5), Proof(1, 3)), (0.9, 0.1, 0.1), 2),
        ((Proof(2, 2), Proof(2, 6), Proof(2, 4)), (0.9, 0.9, 0.9), 1),
        ((Proof(2, 2), None, Proof(None, 4)), (0.9, 0.4, 0.1), 2),
        ((Proof(2, 2), None, Proof(None, 4)), (0.9, 0.5, 0.1), 2),
        ((Proof(2, 2), Proof(None, 3), Proof(None, 4)), (0.9, 0.6, 0.9), 1),
    ],
)
def test_the_move_played_is_the_best_by_proof(search_class, proofs, means, best, choose):
    search, root = search_class(Board(), SearchSettings(solve=True, choose=choose), rng=1), node_with(*proofs)
    for child, mean in zip(root.children, means):
        child.wins, child.visits = 10 * mean, 10
    search.__dict__.update(root=root, _root=root)
    assert search.best_move() == best


@for_every_search
def test_in_the_expected_play_each_side_takes_its_own_win(search_class):
    search, root = search_class(Board(), SOLVE, rng=1), node_with(None)
    for move, winner in enumerate((1, 2, 1)):
        reply = SearchNode(move=move, parent=root.children[0])
        reply.visits, reply.proof = 1, Proof(winner, 5)
    search.__dict__.update(root=root, _root=root)
    assert search.principal_variation() == (0, 1)


# ---------------------------------------------------------------- a step of its own


@pytest.mark.parametrize(
    "phase", [select, best_child, expand, simulate, backpropagate], ids=lambda phase: phase.__name__
)
def test_the_four_phases_say_nothing_of_proofs(phase):
    assert not re.search("pro(of|ve)|solve", show_source(phase))


def test_a_swapped_backpropagation_need_not_know_of_proofs():
    def count_only(node, winner, settings):
        for passed in node.iter_path_reverse():
            passed.visits += 1
            passed.wins += settings.reward(winner, passed.viewpoint)
        return Backpropagation(node.path[::-1], winner, (), ())

    search = TreeSearch(Board.from_moves("001122"), SOLVE, rng=1, backpropagate=count_only).run(1000)
    assert search.root.proof == Proof(winner=1, plies=1)


def test_a_selection_that_ignores_proofs_still_ends_at_one():
    def as_if_unproven(root, settings, rng):
        return select(root, replace(settings, solve=False), rng)

    board = Board.from_moves("01", 3, 3, 3)
    search = TreeSearch(board, SOLVE, rng=1, select=as_if_unproven).run(1000)
    assert search.root.proof.winner == perfect_winner(board)
    assert search.visits == TreeSearch(board, rng=1).run(search.iterations).visits
    assert violations(search) == []


# ---------------------------------------------------------------- what can be seen


@for_every_search
def test_the_table_shows_the_proofs(search_class):
    search = search_class(Board.from_moves("00112"), SOLVE, rng=1).run(400)
    proofs = search.table()["proof"]
    assert proofs[0] == Proof(winner=1, plies=1)  # O plays elsewhere, X completes the line
    assert search.best_move() == 3


def test_threads_share_what_one_has_proven():
    search = ParallelSearch(Board.from_moves("001122"), SOLVE, rng=1, threads=2).run(100)
    assert search.root.proof == Proof(winner=1, plies=1)
    assert search.best_move() == 3
