"""The solver as WebAssembly gives the scores of `solve_moves`, and looks at as many positions."""

import random

import pytest
from wasm_solver import WasmSolver

from c4lib import Board, solve_moves
from c4lib.fast import solver
from c4lib.fast.solver import TooHard
from mctslab import play_game
from mctslab.players import random_player
from web.build import joined

pytestmark = pytest.mark.check  # it builds the module

USUAL, SMALL, WIDE, THREE = (6, 7, 4), (5, 6, 4), (4, 8, 4), (4, 5, 3)
FEWEST = {USUAL: 16, SMALL: 8, WIDE: 12, THREE: 0}  # discs, so that it takes a moment


def random_position(number):
    """A position in which the game is not over."""
    rng = random.Random(number)
    size = rng.choice([USUAL, USUAL, SMALL, WIDE, THREE])
    boards = play_game(random_player, random_player, number, Board(*size)).positions()
    fit = [board for board in boards if len(board.moves) >= FEWEST[size] and not board.is_terminal]
    return rng.choice(fit) if fit else Board.from_moves("3333332222", *USUAL)


@pytest.fixture(scope="module")
def solved_by_wasm():
    """`solve_moves` with the module in place of the function of numba."""
    best_score = WasmSolver()

    def solve_there(board, **limit):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(solver, "best_score", best_score)
            return solve_moves(board, **limit)

    return solve_there


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_scores_of_many_positions_are_those_of_solve_moves(solved_by_wasm, first):
    for number in range(first, first + 50):
        board = random_position(1000 + number)
        assert solved_by_wasm(board) == solve_moves(board), board.moves


def test_it_gives_up_where_solve_moves_does(solved_by_wasm):
    board = Board.from_moves("33333322")
    for solved in (solved_by_wasm, solve_moves):
        with pytest.raises(TooHard, match="1,000 positions were looked at"):
            solved(board, max_nodes=1000)


# ---------------------------------------------------------------- in a page

SCORES = """([moves, rows, columns, connect, maxNodes]) => {
    globalThis.solver ??= new Solver(bytesOf(SOLVER));
    return solver.scores(Board.fromMoves(moves, rows, columns, connect), { maxNodes });
}"""
MOST = 10**9


@pytest.fixture(scope="module")
def page(browser):
    """An empty page with the solver in it."""
    page = browser.new_page()
    page.add_script_tag(content=joined(("tables", "numbers.js", "game.js", "bytes.js", "bits.js", "solver", "solver.js")))
    yield page
    page.close()


@pytest.mark.browser
def test_a_page_solves_positions_as_solve_moves_does(page):
    for number in range(30):
        board = random_position(number)
        scores = page.evaluate(SCORES, [list(board.moves), board.rows, board.columns, board.connect, MOST])
        assert {int(move): score for move, score in scores.items()} == solve_moves(board), board.moves


@pytest.mark.browser
def test_a_page_gives_up_after_so_many_positions_and_solves_the_next(page):
    board = Board.from_moves("33333322")
    with pytest.raises(Exception, match="1,000 positions were looked at"):
        page.evaluate(SCORES, [list(board.moves), 6, 7, 4, 1000])
    after = board.play(2).play(4).play(2).play(4)
    scores = page.evaluate(SCORES, [list(after.moves), 6, 7, 4, MOST])
    assert {int(move): score for move, score in scores.items()} == solve_moves(after)
