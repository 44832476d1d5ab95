"""The proofs of lesson 20 on their way up, without a browser: what is marked when, and why; and what the solver examines."""

import pytest

from c4lib import Board, solve
from c4lib.fast.solver import TooHard
from c4lib.proofs import prove
from mctslab import exact_scores, optimal_moves
from mctslab.arena.solved import solved_positions
from mctslab.experiments.accuracy import TRAP
from pictures.lesson_20 import LINE, climbing, examined, grown

ENDING = solved_positions().board(1898)


@pytest.fixture
def film():
    panel = climbing(ENDING)
    yield panel
    panel.close()


def texts(panel):
    """All that is written in the picture."""
    return [words[1] for _, kind, _, words in panel.picture.scene.elements.values() if kind == "text"]


def test_a_mark_is_set_after_those_from_which_it_follows():
    search, steps = grown(ENDING, seed=0)
    for _, _, marked, node in steps:
        if node is not None and node.children:
            known = [child for child in node.children if child.moves in marked]
            assert prove(node) == node.proof
            assert any(child.proof.winner == node.proof.winner for child in known)
    assert steps[-1][3] is search.root
    assert search.root.proof.winner is None
    assert max(exact_scores(ENDING).values()) == 0


def test_the_picture_says_in_words_what_is_proven(film):
    counts = []
    for number in range(film.number.min, film.number.max + 1):
        film.number.value = number
        counts.append(sum(text in ("X wins", "O wins", "draw") for text in texts(film)))
    assert counts[0] == 0
    assert counts[-1] == 9
    assert counts == sorted(counts)


def test_each_mark_has_its_reason(film):
    said = [film.say(number) for number in range(film.number.max + 1)]
    assert "Iteration 5. After 0 4 the game is over, and a finished game is certain: O wins." in said
    assert said[6] == "Iteration 5. After 0 it is O's turn: O wins with 4."
    assert said[-1] == "Iteration 9. At the root it is X's turn: all moves are known, and the best of them is a draw."


def test_examined_is_the_fewest_positions_with_which_the_solver_comes_to_an_end():
    board = Board.from_moves("461132332136211422650100")
    count = examined(board)
    assert solve(board, max_nodes=count) == 0
    with pytest.raises(TooHard):
        solve(board, max_nodes=count - 1)


@pytest.mark.check
def test_on_the_line_of_the_trap_both_play_perfectly_after_the_mistake():
    board = TRAP.play(int(LINE[0]))
    for move in map(int, LINE[1:]):
        assert move == min(optimal_moves(board), key=lambda one: abs(one - 3))
        board = board.play(move)
    assert (board.winner, len(board.moves)) == (2, 40)
