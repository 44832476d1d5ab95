"""P4, the C++ program: its search, and its habits as a player."""

import struct
from hashlib import sha256

import numpy as np
import pytest
from anytree import PreOrderIter
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from strategies import positions, seeds, sizes

from c4lib import Board, SearchNode, TreeSearch
from mctslab.players import MCTSPlayer
from mctslab.published import (
    IN_THE_SEARCH,
    PROGRAM,
    PROGRAM_DEVIATIONS,
    ProgramPlayer,
    ProgramSearch,
)
from mctslab.published.cpp_program import value

SMALL = positions(sizes(most_rows=4, most_columns=5, most_connect=4), most_moves=10)


def rng(seed=1):
    return np.random.default_rng(seed)


def counts(root):
    """{moves: (wins, visits)} of every node that was visited."""
    return {
        tuple(above.move for above in node.path[1:]): (node.wins, node.visits)
        for node in PreOrderIter(root)
        if node.visits
    }


# ---------------------------------------------------------------- the search


@pytest.mark.parametrize(
    ("moves", "iterations", "seed", "best", "digest"),
    [
        ("", 500, 1, 4, "be6a0cfd6df16fb9"),
        ("3342", 1500, 2, 6, "c76c5514c6fec248"),
        ("4615300241360161625046241103403533", 2000, 3, 6, "550eb31bd93afb1d"),
    ],
)
def test_with_the_same_random_numbers_the_program_itself_grows_the_same_tree(moves, iterations, seed, best, digest):
    """What the compiled program gave, its `rand() % n` fed from `np.random.default_rng(seed)`, with double precision."""
    search = ProgramSearch(Board.from_moves(moves), rng=seed).run(iterations)
    rows = sorted((names, *count) for names, count in counts(search.root).items() if names)
    assert sha256(repr(rows).encode()).hexdigest()[:16] == digest
    assert search.best_move() == best


@given(SMALL, seeds)
@hypothesis_settings(max_examples=25)
def test_with_ties_and_last_disc_fixed_it_is_the_tree_search(board, seed):
    fixed = ProgramSearch(board, rng=seed, fixed=IN_THE_SEARCH).run(60)
    usual = TreeSearch(board, PROGRAM, seed).run(60)
    assert counts(fixed.root) == counts(usual.root)
    assert fixed.best_move() == usual.best_move()


LAST_DISC = Board.from_moves("0212013", 2, 4, 3)  # column 3 is left, and O completes three there


def test_a_win_with_the_last_disc_is_a_draw_unless_that_is_fixed():
    assert LAST_DISC.play(3).winner == 2
    for fixed, mean in [((), 0.5), ("last disc", 1)]:
        assert ProgramSearch(LAST_DISC, rng=1, fixed=fixed).run(10).means[3] == mean


def test_of_columns_with_the_same_mean_the_rightmost_is_played_unless_that_is_fixed():
    board = Board(1, 6, 3)
    for fixed, move in [((), 4), ("rightmost", 1)]:
        search = ProgramSearch(board, rng=1, fixed=fixed).run(6)
        for child in search.root.children:
            child.visits, child.wins = 4, 2 + (child.move in (1, 4))
        assert search.best_move() == move


@given(st.integers(1, 10**6), st.data())
def test_a_mean_has_the_digits_of_a_c_float_unless_that_is_fixed(visits, data):
    node = SearchNode(Board())
    node.wins, node.visits = data.draw(st.integers(0, 2 * visits)) / 2, visits
    in_c = struct.unpack("f", struct.pack("f", node.wins))[0] / visits
    assert value(node) == struct.unpack("f", struct.pack("f", in_c))[0]
    assert value(node, fixed="single precision") == node.wins / visits


# ---------------------------------------------------------------- the player


def after_moves(player, boards, seed=1):
    generator = rng(seed)
    for board in boards:
        move = player(board, generator)
    return player.last_search, move


def test_it_searches_twice_before_its_first_move_unless_that_is_fixed():
    for fixed, iterations in [((), 200), ("searches twice", 100)]:
        assert after_moves(ProgramPlayer(100, fixed=fixed), [Board()])[0].iterations == iterations


def test_it_thinks_in_the_opponents_time_unless_that_is_fixed():
    """As second player: as often before the opponent's first move, and the part below that move is kept."""
    searches = {}
    for fixed in ((), "opponent's time"):
        searches[fixed], _ = after_moves(ProgramPlayer(100, fixed=fixed), [Board().play(3)])
    assert searches["opponent's time"].iterations == 100
    assert 100 < searches[()].iterations < 200


def test_a_board_whose_moves_are_not_known_is_searched_from_there():
    board = Board.from_cells(Board.from_moves("33").cells)
    assert after_moves(ProgramPlayer(50), [board])[0].iterations == 50


@pytest.mark.parametrize("fixed", [(), PROGRAM_DEVIATIONS], ids=["published", "all"])
def test_asked_on_after_the_game_it_says_so_also_with_the_tree_it_has_kept(fixed):
    player, board = ProgramPlayer(5, fixed=fixed), Board(1, 4)
    for _ in range(2):
        board = board.play(player(board, rng()))
        board = board.play(board.legal_moves()[0])
    with pytest.raises(ValueError, match="the game is over"):
        player(board, rng())


def test_a_whole_game_is_the_one_of_the_program():
    """What the compiled program played with 60 iterations, fed from `default_rng(7)`, against fixed replies."""
    played = {True: "3363242245314", False: "323545205213"}
    for begins, moves in played.items():
        player, generator, board = ProgramPlayer(60), rng(7), Board()
        for move in map(int, moves):
            if (board.to_move == 1) == begins:
                assert player(board, generator) == move
            board = board.play(move)


def test_with_all_fixed_it_is_the_usual_player_that_keeps_its_tree():
    fixed, usual = ProgramPlayer(80, fixed=PROGRAM_DEVIATIONS), MCTSPlayer(80, settings=PROGRAM, keep_tree=True)
    moves = []
    for player in (fixed, usual):
        board, generator = Board(), rng(4)
        while not board.is_terminal:
            board = board.play(player(board, generator) if board.to_move == 1 else board.legal_moves()[-1])
        moves.append(board.moves)
    assert moves[0] == moves[1]
