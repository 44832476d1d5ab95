"""Random games of Hex that are played many at once."""

import numpy as np
import pytest

from c4lib import HexBoard
from c4lib.hex import cell_names
from mctslab.experiments import stored
from mctslab.experiments.hex_games import BLOCKS, GAMES, SIZE, random_games, ways_to_count


@pytest.mark.parametrize("size", [1, 3, 5])
def test_they_end_where_the_board_says_and_with_its_winner(size):
    plies, last, won = random_games(size, 30, np.random.default_rng(1))
    for game in range(30):
        cells = [cell_names(size)[cell] for cell in plies[game].argsort()]
        board = HexBoard(size)
        for cell in cells[: last[game] + 1]:
            assert not board.is_terminal
            board = board.play(cell)
        assert board.winner == (1 if won[game] else 2)


def test_a_full_board_counts_for_all_of_blacks_cells_and_a_win_for_no_later_ones():
    games = random_games(SIZE, 50, np.random.default_rng(2))
    counts = {name: ways.sum(axis=1) for name, ways in ways_to_count(games).items()}
    assert set(counts["the first move"]) == {1}
    assert set(counts["the first four"]) == {4}
    assert set(counts["all, on a full board"]) == {13}
    assert (counts["all, up to the win"] == games.last // 2 + 1).all()


def test_the_table_has_all_games():
    counts = stored("hex_first_moves").groupby("counted").visits.sum()
    assert counts["the first move"] == BLOCKS * GAMES
    assert counts["the first four"] == 4 * BLOCKS * GAMES
    assert counts["all, on a full board"] == 13 * BLOCKS * GAMES
