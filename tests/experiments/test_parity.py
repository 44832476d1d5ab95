"""The positions of lesson 16: from games of a search against itself, with what it believes and who wins."""

from c4lib import Board, solve
from mctslab.experiments import parity, stored


def test_a_game_is_stored_as_it_is_played_again():
    table = stored("own_positions")
    assert table[table.game == 7].to_dict("records") == parity.rows_of_game(7)


def test_no_game_has_two_positions_with_as_many_discs():
    table = stored("own_positions")
    assert not table.duplicated(["game", "discs"]).any()
    assert set(table.discs) == set(parity.DISCS)
    assert set(table.game) <= set(range(parity.GAMES))


def test_the_winner_is_that_of_perfect_play():
    for moves in ("3434334401104", "33333355"):
        board = Board.from_moves(moves + "0")
        winner = parity.winner_of(board)
        score = solve(board)
        assert (winner == board.to_move, winner == 0) == (score > 0, score == 0)
