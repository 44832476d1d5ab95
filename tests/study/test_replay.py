"""Scripted iterations: they count like any other, draw nothing, and follow no script that the search would not."""

import sys

import pytest
from anytree import PreOrderIter
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import positions, seeds
from strategies import settings as any_settings

from c4lib import (
    Board,
    SearchSettings,
    Simulation,
    TreeSearch,
    simulate,
    violations,
)
from c4lib.hex import HexBoard
from c4lib.study.replay import _first_playout, replay

WIN_IN_ONE = Board.from_moves("001122")


def counts(search):
    return {node.moves: (node.wins, node.visits, node.viewpoint) for node in PreOrderIter(search.root)}


def state(search):
    return counts(search), search.iterations, list(search.history), search.rng.bit_generator.state


def script_of(iteration):
    """The path, the winner and the playout of an iteration."""
    node, simulation = iteration.expansion.node, iteration.simulation
    return [above.move for above in node.path[1:]], simulation.winner, simulation.moves


def steps(search, playouts):
    """So many iterations, or fewer if the result is proven before."""
    while search.iterations < playouts and search.root.proof is None:
        yield search.step()


# ---------------------------------------------------------------- an iteration like any other


@settings(max_examples=20)
@given(positions(), any_settings, seeds, st.integers(1, 30))
def test_replaying_what_a_search_did_gives_the_same_tree_and_the_same_records(board, choices, seed, playouts):
    original, copy, without_moves = (TreeSearch(board, choices, seed) for _ in range(3))
    before = copy.rng.bit_generator.state
    for done in steps(original, playouts):
        path, winner, moves = script_of(done)
        again = replay(copy, path, winner, moves)
        replay(without_moves, path, winner)
        assert again.selection.values == done.selection.values
        assert again.expansion.values == done.expansion.values
        assert again.simulation.moves == done.simulation.moves
        assert again.backpropagation.rewards == done.backpropagation.rewards
        assert repr(again) == repr(done)
    assert counts(copy) == counts(without_moves) == counts(original)
    assert copy.iterations == len(copy.history) == original.iterations
    assert copy.rng.bit_generator.state == before
    assert violations(copy) == violations(without_moves) == []


def test_a_script_goes_on_after_a_search_and_a_moved_root():
    search = TreeSearch(Board(), SearchSettings(distinct=True), rng=1).run(50)
    search.move_root(3)
    done = TreeSearch(Board(), SearchSettings(distinct=True), rng=1).run(50)
    done.move_root(3)
    replay(search, *script_of(done.step()))
    assert violations(search) == []


def test_any_result_that_a_game_can_have_can_be_scripted():
    for winner in (1, 2, None):
        iteration = replay(TreeSearch(Board()), [0], winner)
        assert iteration.simulation.winner == winner
        assert iteration.simulation.final == Board.from_moves([0, *iteration.simulation.moves])


# ---------------------------------------------------------------- what is refused, and that nothing is changed


def searched(*scripts, game=Board(4, 4), simulate=simulate, **choices):
    search = TreeSearch(game, SearchSettings(**choices), rng=1, simulate=simulate)
    for script in scripts:
        replay(search, *script)
    return search


def first_moves(node, settings, rng):
    """A playout in which both players always take the first move."""
    game, moves = node.game, []
    while not game.is_terminal:
        moves.append(game.legal_moves()[0])
        game = game.play(moves[-1])
    return Simulation(node, tuple(moves), game)


ONE_WINS = [0, 3, 0, 3, 0, 3]  # after column 3
GREEDY = {"c": 0, "unvisited": 0.5, "expand_at": 0}
CASES = {
    "worse than unvisited ones": (
        searched(([2], 1)),
        ([2], 1),
        "below the root, 2 is not .* values are 0 inf, 1 inf, 2 1, 3 inf",
    ),
    "worse deep down": (
        searched(([2], 1), ([2, 3], 1), **GREEDY),
        ([2, 3, 0], 1),
        r"below the node of moves \[2\], 3 is not among the best; the values are 0 0.5, 1 0.5, 2 0.5, 3 0",
    ),
    "not in the tree": (searched(([2], 1)), ([7], 1), r"7 is not in the tree: below the root there are \[0, 1, 2, 3\]"),
    "a mirror image": (searched(distinct=True), ([3], 1), r"3 is not in the tree: below the root there are \[0, 1\]"),
    "no path": (searched(), ([], 1), r"too short: one of \[0, 1, 2, 3\] must follow, below the root"),
    "too long": (searched(), ([1, 2], 1), r"too long: the node of moves \[1\] has no children, so 2 cannot follow"),
    "text": (searched(), ("12", 1), "path must be a list of moves.*not '12'"),
    "no player": (searched(), ([3], 3), "winner must be 1 or 2 or None, not 3"),
    "not the winner": (searched(game=WIN_IN_ONE), ([3], 2), "the game is over there, and its winner is 1, not 2"),
    "no draw in Hex": (
        searched(game=HexBoard(2)),
        (["a1"], None),
        r"no playout from there with the winner None was found among \d+ positions\n a b\n1 X",
    ),
    "a short playout": (searched(), ([3], 1, ONE_WINS[:2]), r"the playout \[0, 3\] ends before the game is over"),
    "a long playout": (searched(), ([3], 1, [*ONE_WINS, 1]), r"the game is over \(X has won\)"),
    "another's playout": (
        searched(),
        ([3], 2, ONE_WINS),
        r"the winner of the playout \[0, 3, 0, 3, 0, 3\] is 1, not 2",
    ),
    "an impossible playout": (searched(), ([3], 1, [0, 4]), "there is no column 4"),
    "another simulate": (
        searched(game=Board.from_moves("0"), simulate=first_moves),
        ([0], None),
        "this search's own simulate made 1 the winner, not None",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_script_that_the_search_would_not_follow_is_refused_and_changes_nothing(case):
    search, script, message = CASES[case]
    before = state(search)
    with pytest.raises(ValueError, match=message):
        replay(search, *script)
    assert state(search) == before


def test_a_finished_game_is_not_replayed():
    search = TreeSearch(WIN_IN_ONE)
    search.move_root(3)
    with pytest.raises(ValueError, match="the game is over"):
        replay(search, [], winner=1)


def test_a_proven_result_is_not_replayed():
    search = TreeSearch(WIN_IN_ONE, SearchSettings(solve=True), rng=1).run(100)
    with pytest.raises(ValueError, match="the result is proven"):
        replay(search, [3], winner=1)


def test_the_search_for_a_playout_gives_up_in_the_end(monkeypatch):
    monkeypatch.setattr(sys.modules["c4lib.study.replay"], "MOST_POSITIONS", 50)
    search = TreeSearch(HexBoard(3))
    with pytest.raises(ValueError, match="with the winner None was found among 50 positions"):
        replay(search, ["a1"], winner=None)
    assert search.node_count == 1
    seen = set()
    assert _first_playout(HexBoard(3), None, seen) is None
    assert len(seen) == 50
