"""The experiments on the literature: what their tables stand for, and that rows can be made again."""

import numpy as np
import pytest

from c4lib.experiments import stored
from c4lib.experiments.literature import (
    BOARD,
    DEVIATIONS,
    POSITIONS,
    PUBLISHED,
    as_robin,
    counted,
    fixed_games,
    fixed_player,
    found,
    openings,
    robin_games,
    tactical_positions,
)
from c4lib.published import ARTICLE_DEVIATIONS, CLASS_DEVIATIONS, trivial_agent


def wins_at_once(board):
    return [move for move in board.legal_moves() if board.play(move).winner]


def test_in_win_positions_exactly_one_move_wins():
    for board, move in tactical_positions("win"):
        assert wins_at_once(board) == [move]


def test_in_block_positions_every_other_move_loses_at_once_and_that_one_does_not():
    for board, move in tactical_positions("block"):
        assert not wins_at_once(board)
        assert [other for other in board.legal_moves() if not wins_at_once(board.play(other))] == [move]


@pytest.mark.parametrize("task", ["win", "block"])
def test_there_are_100_different_positions_on_the_board_of_p1(task):
    boards = [board for board, _ in tactical_positions(task)]
    assert len({board.moves for board in boards}) == POSITIONS == 100
    assert all(board.cells.shape == BOARD.cells.shape for board in boards)


@pytest.mark.parametrize("task", ["win", "block"])
def test_who_completes_and_blocks_finds_them_all(task):
    assert found(trivial_agent, task, range(POSITIONS)) == POSITIONS


def test_the_quirks_not_mended_in_games_change_no_move_there():
    assert {*DEVIATIONS["P3 article"]} == {*ARTICLE_DEVIATIONS, "all"}
    board, _ = tactical_positions("block")[0]
    for deviation in CLASS_DEVIATIONS.keys() - {*DEVIATIONS["P1 class"]}:
        players = PUBLISHED["P1 class"](100), fixed_player("P1 class", deviation, 100)
        moves = [[player(board, np.random.default_rng(seed)) for seed in range(5)] for player in players]
        assert moves[0] == moves[1]


def test_a_row_of_the_first_moves_is_made_again():
    row = stored("first_moves").set_index(["iterations", "first_seed"]).loc[(1_000, 300)]
    assert row.tolist() == openings(1_000, range(300, 400))


@pytest.mark.parametrize("name", PUBLISHED)
def test_rows_of_the_tactics_are_made_again(name):
    table = stored("tactics").set_index(["player", "mended", "task", "playouts", "first"]).found
    for task in ("win", "block"):
        assert table[name, "nothing", task, 50, 90] == found(PUBLISHED[name](50), task, range(90, 100))


def test_rows_of_mended_tactics_are_made_again():
    table = stored("tactics").set_index(["player", "mended", "task", "playouts", "first"]).found
    for name in DEVIATIONS:
        assert table[name, "all", "block", 200, 0] == found(fixed_player(name, "all", 200), "block", range(10))


def in_order(results):
    return tuple(sorted(results, reverse=True))


@pytest.mark.parametrize(("one", "other"), [("P2 lecture", "FastSearch"), ("P4 program", "trivial agent")])
def test_a_row_of_the_round_robin_is_played_again(one, other):
    row = stored("literature_robin").query("one == @one and other == @other").iloc[0]
    assert counted(row).results == in_order(robin_games(one, other, 4))


def test_a_row_of_the_mended_quirks_is_played_again():
    row = stored("mended_quirks").query("player == 'P3 article' and mended == 'batches'").iloc[0]
    assert counted(row).results == in_order(fixed_games("P3 article", "batches", 4))


def test_the_stored_round_robin_has_60_games_of_each_pair():
    robin = as_robin(stored("literature_robin"))
    assert len(robin.players) == 7
    assert {len(match.results) for match in robin.matches.values()} == {60}
    assert sum(sum(robin.results(player)) for player in robin.players) == 21 * 60
