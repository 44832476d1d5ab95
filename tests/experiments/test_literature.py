"""The experiments on the literature: what their tables stand for, and that rows can be made again."""

import pytest

from mctslab.arena import play_match
from mctslab.experiments import stored
from mctslab.experiments.literature import (
    BOARD,
    OPENING_SEARCHES,
    OPENINGS,
    POSITIONS,
    TACTICS,
    chance,
    claimed_matches,
    factorial_matches,
    openings,
    plays_right,
    tactical_positions,
    tactics_rows,
)
from mctslab.players import random_player, rule_based_player


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
def test_there_are_300_different_positions_on_the_board_of_p1(task):
    boards = [board for board, _ in tactical_positions(task)]
    assert len({board.moves for board in boards}) == POSITIONS == 300
    assert all(board.cells.shape == BOARD.cells.shape for board in boards)


@pytest.mark.parametrize("task", ["win", "block"])
def test_who_completes_and_blocks_finds_them_all(task):
    assert sum(plays_right(rule_based_player, task, range(POSITIONS))) == POSITIONS


@pytest.mark.parametrize("task", ["win", "block"])
def test_a_random_player_finds_as_many_as_by_chance(task):
    times = sum(plays_right(random_player, task, range(POSITIONS)))
    assert abs(times - POSITIONS * chance(task)) < 4 * (POSITIONS * 0.2 * 0.8) ** 0.5


@pytest.mark.parametrize("search", OPENING_SEARCHES)
@pytest.mark.check
def test_rows_of_the_first_moves_are_made_again(search):
    rows = stored("first_moves").set_index(["search", "iterations", "first_seed"])
    for iterations, counts in openings(search, 150).items():
        assert rows.loc[(search, iterations, 150)].tolist() == counts


def test_every_number_of_iterations_has_all_its_seeds():
    counts = stored("first_moves").groupby(["search", "iterations"]).sum().filter(like="column").sum(axis=1)
    wanted = {(search, count): OPENINGS[search] for search, all_ in OPENING_SEARCHES.items() for count in all_}
    assert counts.to_dict() == wanted


@pytest.mark.parametrize(("fixed", "playouts"), [*TACTICS, ("FastSearch", 200)])
@pytest.mark.check
def test_rows_of_the_tactics_are_made_again(fixed, playouts):
    table = stored("tactics").fillna("").query("fixed == @fixed and playouts == @playouts and 290 <= position")
    for task in ("win", "block"):
        assert table[table.task == task].to_dict("records") == tactics_rows(task, fixed, playouts, 290)


def pairings_of(experiment):
    return {pairing.names["match"]: pairing for pairing in experiment.__wrapped__()}


@pytest.mark.parametrize("experiment", [claimed_matches, factorial_matches])
def test_the_matches_have_all_their_games(experiment):
    games = stored(experiment.__name__).fillna("").groupby("match")[["wins", "draws", "losses"]].sum().sum(axis=1)
    assert games.to_dict() == {name: pairing.games for name, pairing in pairings_of(experiment).items()}


@pytest.mark.parametrize(
    ("experiment", "name"),
    [
        (claimed_matches, "FastSearch: c = 1 against c = 0.707"),
        (claimed_matches, "P1: C = 2 against C = 1.414"),
        (factorial_matches, "terminal leaf"),
    ],
)
@pytest.mark.check
def test_the_first_games_of_a_match_are_played_again(experiment, name):
    row = stored(experiment.__name__).fillna("").query("match == @name").iloc[0]
    _, one, other, _, seed, board = pairings_of(experiment)[name]
    match = play_match(one, other, 10, seed, board)
    assert (match.wins, match.draws, match.losses) == (row.wins, row.draws, row.losses)
