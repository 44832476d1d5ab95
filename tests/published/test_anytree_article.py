"""P3, the article with anytree: its three functions, its training games, each deviation, and its baselines."""

from hashlib import sha256

import numpy as np
import pytest
from anytree import PreOrderIter
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from strategies import positions, seeds

from c4lib import Board
from mctslab.players import winning_moves
from mctslab.published import (
    ARTICLE_DEVIATIONS,
    SimpleMonteCarlo,
    anytree_article,
    new_tree,
    simple_monte_carlo,
    train,
    trivial_agent,
    update_tree,
)
from mctslab.published.anytree_article import _Game

STANDARD = positions(st.just((6, 7)))


def rng(seed=1):
    return np.random.default_rng(seed)


def counts(tree):
    """{names below the root: (wins, visits)} of every node."""
    return {tuple(above.name for above in node.path[1:]): (node.nb_win, node.nb_visit) for node in PreOrderIter(tree)}


def trained(games, seed=1, fixed=()):
    tree = new_tree()
    return tree, train(tree, games, rng(seed), fixed)


# ---------------------------------------------------------------- the tree


def test_update_tree_takes_its_arguments_also_in_the_order_of_the_article():
    games, tree = [(["root", (6, 3)], 1)], new_tree()
    assert update_tree(tree, games) is tree
    assert counts(tree) == counts(update_tree(games, new_tree()))


@pytest.mark.parametrize(
    ("game", "named"),
    [
        (([(6, 3)], 1), "does not begin"),
        ((["root", (6, 3)], 2), "result"),
        (7, "game 7"),
    ],
)
def test_a_game_that_cannot_be_added_is_refused_and_nothing_is_added(game, named):
    tree = new_tree()
    with pytest.raises(ValueError, match=named):
        update_tree([(["root", (6, 3)], 1), game], tree)
    assert counts(tree) == {(): (0, 0)}


# ---------------------------------------------------------------- the program itself


@pytest.mark.parametrize(
    ("seed", "games", "winners", "nodes", "digest"),
    [(1, 10, [2] * 10, 724, "b95d0b70a1d2cab2"), (3, 5, [2, 2, 2, 1, 2], 339, "fda3345d2ffe8263")],
)
def test_with_the_same_random_numbers_the_program_itself_grows_the_same_tree(seed, games, winners, nodes, digest):
    """What `MCTS_Connect4.py` gave, its `random.choice` fed from `np.random.default_rng(seed)`."""
    tree, won = trained(games, seed)
    rows = sorted((names, *count) for names, count in counts(tree).items() if names)
    assert (won, len(rows)) == (winners, nodes)
    assert sha256(repr(rows).encode()).hexdigest()[:16] == digest


# ---------------------------------------------------------------- each deviation


def depths(tree):
    return {len(names) for names in counts(tree)}


def test_a_playout_a_move_is_recorded_of_the_last_tie_or_of_all():
    only_game = {"games": 1, "fixed": "last tie"}
    assert trained(1)[0].children[0].name == (6, 6)
    assert {child.name for child in trained(**only_game)[0].children} == {(6, column) for column in range(7)}


@pytest.fixture
def asked(monkeypatch):
    """The positions in which the opponent was asked."""
    boards = []

    def watching(board, generator):
        boards.append(board)
        return trivial_agent(board, generator)

    monkeypatch.setattr(anytree_article, "trivial_agent", watching)
    return boards


@pytest.mark.parametrize("fixed", [(), "playout stored"])
def test_moves_of_the_playout_are_stored_unless_that_is_fixed(asked, fixed):
    tree, _ = trained(5, fixed=fixed)
    turns = [len(board.moves) // 2 + 1 for board in asked]
    assert (max(depths(tree)) > max(turns)) == (not fixed)


@pytest.mark.parametrize("fixed", [(), "one side"])
def test_nodes_are_moves_of_player_1_only_unless_that_is_fixed(fixed):
    """With both sides' moves in it a path is a game: every disc lands on the discs before it."""
    tree, _ = trained(3, fixed=fixed)

    def is_game(names):
        filled = [0] * 7
        for row, column in names:
            filled[column] += 1
            if row != 7 - filled[column]:
                return False
        return True

    assert all(is_game(names) for names in counts(tree)) == bool(fixed)


def finished(columns, looks_late):
    game = _Game(Board.from_moves(columns[:-1]))
    game.play(columns[-1])
    winner = game.random_end(rng(), looks_late)
    return winner, len(game.discs) - len(columns)


@pytest.mark.parametrize(("looks_late", "more_discs"), [(True, 1), (False, 0)])
def test_a_playout_from_a_won_board_has_one_more_disc_unless_that_is_fixed(looks_late, more_discs):
    assert finished([0, 1, 0, 1, 0, 1, 0], looks_late) == (1, more_discs)


BOTH_WIN_NEXT = """
. . . . . . .
. . . . . . .
. . . . . . .
. . O X . . X
. O O X . O X
O X X O . O X
0 1 2 3 4 5 6
"""


def test_if_both_have_four_the_diagonal_counts_before_the_column():
    """X completes column 6, then O, who is still asked, a diagonal in column 3."""
    game = _Game(Board.from_text(BOTH_WIN_NEXT.strip()))
    game.play(6)
    assert game.winner() == 1
    game.play(3)
    assert game.winner() == 2


def test_a_game_that_player_1_has_not_won_goes_on_where_the_late_look_is_fixed():
    assert 2 in trained(3, fixed="late look")[1]


@pytest.mark.parametrize(("fixed", "winner"), [([], 2), (["late look"], 1)])
def test_a_win_is_looked_at_after_the_opponents_next_disc_unless_that_is_fixed(monkeypatch, fixed, winner):
    """X completes column 6 and O, whose disc then falls on the left, the lowest row, which counts before the column."""
    column = [(row, 6) for row in (6, 5, 4, 3)]
    playout = ["root", *column], 1
    tree = update_tree([playout] * 100, new_tree())
    replies = iter([1, 2, 3])
    monkeypatch.setattr(anytree_article, "trivial_agent", lambda board, generator: next(replies))
    assert train(tree, 1, rng(), ["UCB1 played", *fixed]) == [winner]


def first_discs(boards):
    return [board.moves[0] for board in boards if len(board.moves) == 1]


def test_an_untried_move_is_played_before_any_other(asked):
    trained(3)  # the playouts recorded meanwhile were those of columns 6, 5 and 4
    assert first_discs(asked) == [0, 1, 2]


def test_the_most_visited_move_is_played_if_that_is_fixed(asked):
    trained(3, fixed="UCB1 played")
    assert first_discs(asked)[0] == 6


def test_a_draw_counts_like_a_loss_unless_that_is_fixed():
    for fixed, has_halves in [((), False), ("draws lost", True)]:
        wins = [node.nb_win for node in PreOrderIter(trained(14, 10, fixed)[0])]
        assert any(count != int(count) for count in wins) == has_halves


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"games": 10**9}, "games must be at most 10,000,000"),
        ({"fixed": "batches"}, "fixed must name deviations"),
    ],
)
def test_a_training_that_means_nothing_is_refused(arguments, named):
    with pytest.raises(ValueError, match=named):
        train(**{"game_tree": new_tree(), "games": 1, "rng": rng()} | arguments)


def test_training_with_all_deviations_fixed_runs():
    assert len(trained(2, fixed=ARTICLE_DEVIATIONS)[1]) == 2


# ---------------------------------------------------------------- its two baselines


def test_the_trivial_agent_blocks_on_the_left_although_it_wins_on_the_right():
    board = Board.from_moves("0606062")
    assert winning_moves(board) == (6,)
    assert trivial_agent(board, rng()) == 0


def test_simple_monte_carlo_gives_2_for_a_column_that_always_wins():
    shares = simple_monte_carlo(Board.from_moves("061626"), 20, rng(), fixed="late look")
    assert shares[3] == 2
    assert all(0 <= share <= 1 for column, share in shares.items() if column != 3)


def test_simple_monte_carlo_sees_the_win_too_late_unless_that_is_fixed():
    """Column 6 wins, but O's next disc can complete the diagonal, which counts before the column."""
    board = Board.from_text(BOTH_WIN_NEXT.strip())
    late, fixed = (simple_monte_carlo(board, 50, rng(), names)[6] for names in ((), "late look"))
    assert late < 1 < fixed


def test_simple_monte_carlo_leaves_draws_out_unless_that_is_fixed():
    """Two columns are left, and nobody can complete a line."""
    board = almost_full()
    published, fixed = (simple_monte_carlo(board, 10, rng(), names) for names in ((), "draws left out"))
    assert set(published.values()) == {0}
    assert set(fixed.values()) == {0.5}


def almost_full():
    odd = np.array([1, 2, 1, 2, 1, 2, 1])
    cells = np.array([odd, odd, 3 - odd, 3 - odd, odd, 3 - odd])
    cells[0, [5, 6]] = 0
    return Board.from_cells(cells)


@given(STANDARD, seeds)
@hypothesis_settings(max_examples=10)
def test_shares_are_rounded_unless_that_is_fixed(board, seed):
    published, exact = (simple_monte_carlo(board, 7, rng(seed), names) for names in ((), "rounded"))
    assert published == {column: 2 if share == 2 else round(share, 2) for column, share in exact.items()}


def test_simple_monte_carlo_plays_the_leftmost_of_equals():
    assert SimpleMonteCarlo(3)(almost_full(), rng()) == 5


def test_another_board_is_refused():
    with pytest.raises(ValueError, match="6 x 7 only"):
        SimpleMonteCarlo(3)(Board(5, 7), rng())


def test_simple_monte_carlo_says_so_when_the_game_is_over():
    with pytest.raises(ValueError, match="the game is over"):
        SimpleMonteCarlo(3)(Board.from_moves("0101010"), rng())


def test_simple_monte_carlo_refuses_to_do_nothing():
    with pytest.raises(ValueError, match="whole number, at least 1"):
        SimpleMonteCarlo(0)
