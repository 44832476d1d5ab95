"""Every condition is shown by the fault that it must catch."""

from dataclasses import replace
from functools import partial

import pytest

from c4lib import (
    Board,
    SearchNode,
    SearchSettings,
    TreeSearch,
    backpropagate,
    expand,
    violations,
)
from c4lib.proofs import Proof
from c4lib.study.invariants import CONDITIONS
from mctslab.experiments.faults import searched as museum_piece
from pictures.hunt import SIGNS

WIN_IN_ONE = Board.from_moves("001122")


def searched(board=Board(), settings=SearchSettings(), playouts=60, **phases):
    return TreeSearch(board, settings, 1, **phases).run(playouts)


def visited(search):
    return max(search.root.children, key=lambda child: child.visits)


def another_prior():
    search = searched(settings=SearchSettings(prior=1))
    search.root.children[0].prior = 2
    return search


def root_not_updated():
    def stop_below_root(node, winner, settings):
        update = backpropagate(node, winner, settings)
        root = update.path[-1]
        root.wins, root.visits = update.before[-1]
        return update

    return searched(settings=SearchSettings(prior=1), backpropagate=stop_below_root)  # T = 0 fails at once: ln 0


def too_many_wins():
    search = searched()
    visited(search).wins = visited(search).visits + 1
    return search


def counting_for_the_wrong_player():
    search = searched()
    visited(search).viewpoint = 3 - visited(search).viewpoint
    return search


def position_of_another_move():
    search = searched()
    visited(search)._game = Board().play((visited(search).move + 1) % 7)
    return search


def finished_game_expanded():
    def expand_always(leaf, settings, rng):
        if leaf.game.is_terminal and not leaf.children:
            for move in (0, 1):
                SearchNode(move=move, parent=leaf)._game = leaf.game
        return expand(leaf, settings, rng)

    return searched(WIN_IN_ONE, expand=expand_always)


def a_move_twice():
    search = searched()
    SearchNode(move=3, parent=search.root)
    return search


def a_move_missing():
    search = searched()
    min(search.root.children, key=lambda child: child.visits).parent = None
    return search


def a_wrong_proof():
    search = TreeSearch(WIN_IN_ONE, SearchSettings(solve=True), rng=1).run(50)
    search.root.proof = Proof(winner=2, plies=1)
    return search


# Those of lesson 22 are shown in tests/notebooks/test_hunt.py, each by the condition that is told there.
FAULTS = {
    root_not_updated: "the root counts the iterations",
    another_prior: "the prior is that of the settings",
    too_many_wins: "wins are within visits",
    counting_for_the_wrong_player: "wins count for the right player",
    position_of_another_move: "a child is its parent after the move",
    finished_game_expanded: "a finished game is its own result",
    a_move_twice: "children are the moves, each once",
    a_move_missing: "children are the moves, each once",
    a_wrong_proof: "proofs follow from the tree",
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_is_named(fault):
    assert FAULTS[fault] in {violation.name for violation in violations(fault())}


def test_wins_of_a_finished_game_are_told_without_those_of_the_prior():
    search = TreeSearch(WIN_IN_ONE, SearchSettings(prior=2), rng=1).run(50)
    finished = next(child for child in search.root.children if child.game.is_terminal)
    finished.wins -= 1
    told = f"worth 1 a playout, but {finished.simulations} playouts gave {finished.simulations - 1}"
    assert any(told in str(violation) for violation in violations(search))


def test_every_condition_has_its_fault():
    assert {*FAULTS.values(), *(condition for *_, condition in SIGNS.values())} >= set(CONDITIONS)


@pytest.mark.parametrize(
    ("fault", "condition"),
    [
        (root_not_updated, "the root counts the iterations"),
        (too_many_wins, "wins are within visits"),
        (partial(museum_piece, "prior twice", Board(), 1, 60), "simulations add up"),
        (partial(museum_piece, "one viewpoint", Board(), 1, 60), "wins add up"),
    ],
)
def test_a_fault_is_named_by_the_tree_alone(fault, condition):
    search = fault()
    search.history = None  # as for a search that does not remember its playouts
    assert condition in {violation.name for violation in violations(search)}


@pytest.mark.parametrize("settings", [SearchSettings(expand_at=0), SearchSettings(expand_at=1)], ids=["0", "1"])
def test_a_leaf_expanded_one_simulation_too_late_is_named_by_the_tree_alone(settings):
    def expand_later(leaf, settings, rng):
        return expand(leaf, replace(settings, expand_at=2), rng)

    search = searched(settings=settings, expand=expand_later)
    search.history = None
    assert {violation.name for violation in violations(search)} == {"simulations add up"}


@pytest.mark.parametrize(
    "settings", [SearchSettings(expand_at=0), SearchSettings(viewpoint="root", prior=3, expand_at=2)]
)
def test_a_sound_tree_passes_without_its_history(settings):
    search = searched(WIN_IN_ONE, settings, 200)
    search.history = None
    assert violations(search) == []


def test_a_violation_reads_as_a_sentence():
    search = searched()
    search.root.children[3].wins += 100
    first = next(str(violation) for violation in violations(search) if violation.name == "wins are within visits")
    assert first.startswith("wins are within visits, at the node of moves 3: ")


def test_only_a_search_is_checked():
    with pytest.raises(ValueError, match="search must be a search such as a TreeSearch or a FastSearch, not "):
        violations(SearchNode(Board()))
