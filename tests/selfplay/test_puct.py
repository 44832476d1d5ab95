"""The compiled search: the trees that a plain search grows, where the same table says what positions are worth."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_puct import Table, assert_same, plain_search
from strategies import few, positions, seeds, sizes

from c4lib import Board
from c4lib.fast.bitboard import bits_of, rules_of
from mctslab.selfplay.network import positions_of
from mctslab.selfplay.search import at_roots, grow_trees, remembered


def rules(board):
    return rules_of(board.rows, board.columns, board.connect)


@few
@given(
    boards=sizes().flatmap(lambda size: st.lists(positions(st.just(size)), min_size=1, max_size=3)),
    seed=seeds,
    simulations=st.integers(1, 60),
    c=st.floats(0.1, 4),
    noisy=st.sampled_from([0, 0.25]),
)
def test_so_it_is_from_any_positions_with_noise_and_without(boards, seed, simulations, c, noisy):
    columns = boards[0].columns
    table = Table(seed, columns)
    noise = noisy * np.random.default_rng(seed).dirichlet(np.ones(columns), len(boards))
    trees = grow_trees(table, positions_of(boards), rules(boards[0]), simulations, c, noise)
    for tree, board in enumerate(boards):
        assert_same(plain_search(table, board, simulations, c, noise[tree]), trees, tree)


def test_finished_games_are_never_evaluated():
    board = Board.from_moves("051525")  # X wins with column 3, and O could
    asked = []

    def evaluate(positions):
        asked.extend(map(tuple, positions.tolist()))
        return np.full((len(positions), 7), 1 / 7), np.full(len(positions), 0.5)

    trees = grow_trees(evaluate, positions_of([board]), rules(board), 200, 1.0)
    assert bits_of(board.play(3)) not in asked
    assert at_roots(trees, trees.visits).argmax() == 3


# -------------------------------------------------------------------- what was answered lately


@settings(max_examples=50)
@given(st.lists(st.lists(st.integers(0, 4), max_size=3), min_size=1, max_size=12), st.integers(1, 9), st.data())
def test_what_it_looks_up_is_what_it_was_answered(games, places, data):
    """Also where positions take each other's place."""
    boards = [Board.from_moves(game, rows=4, columns=5) for game in games]
    table = Table(0, 5)
    look_up = remembered(table, 5, places)
    for _ in range(3):
        asked = positions_of(data.draw(st.lists(st.sampled_from(boards), min_size=1, max_size=12)))
        for found, answered in zip(look_up(asked), table(asked), strict=True):
            assert (found == answered.astype(np.float32)).all()


def test_no_position_is_evaluated_twice():
    boards = [Board(), *(Board().play(column) for column in range(7))]
    asked = []

    def evaluate(positions):
        asked.append(len(positions))
        return np.ones((len(positions), 7)) / 7, np.ones(len(positions))

    look_up = remembered(evaluate, 7)
    look_up(positions_of(boards[:5]))
    look_up(positions_of(boards))
    look_up(positions_of(boards))
    assert asked == [5, 3]
