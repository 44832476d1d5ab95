"""The rules against slow ones and OpenSpiel, and the solver against brute force."""

import importlib.util
from itertools import pairwise

import numpy as np
from slow_connect_four import SlowGame
from slow_hex import winners
from slow_solver import slow_scores

from c4lib import Board, FastSearch, HexBoard, TreeSearch, solve, solve_moves
from c4lib.study import perfect
from fuzz.drawing import (
    about,
    check,
    pick,
    random_game,
    random_generator,
    random_position,
    random_settings,
    random_size,
)


def rules(rng, folder):
    """A random game as in the slow one, and each position back from its text, cells and moves."""
    if rng.random() < 0.3:
        return hex_rules(rng)
    size = tuple(int(number) for number in rng.integers(1, 10, 3))
    size = (*size[:2], min(size[2], max(size[:2])))
    slow, boards = SlowGame(*size), random_game(rng, Board(*size))
    for board in boards:
        if board.moves:
            slow.play(board.moves[-1])
        text = ["".join(" 12"[cell] for cell in row) for row in board.cells]
        check("cells", text, slow.text_rows())
        check("winner", board.winner, slow.winner)
        check("legal moves", board.legal_moves(), slow.legal_moves)
        check("to move", board.to_move, slow.to_move)
        check("is over", board.is_terminal, not slow.legal_moves)
        check("distinct moves", list(board.distinct_moves()), first_of_mirrored(board, np.fliplr))
        check("from cells", Board.from_cells(board.cells, connect=size[2]), board)
        check("from text", Board.from_text(str(board)), board)
    check("from moves", Board.from_moves(boards[-1].moves, *size), boards[-1])
    return len(boards)


def hex_rules(rng):
    size = int(rng.integers(1, 9))
    boards = random_game(rng, HexBoard(size))
    for board in boards:
        stones = board.moves[::2], board.moves[1::2]
        check("winner", [board.winner] if board.winner else [], winners(*stones, size))
        check("empty cells", set(board._empty), set(HexBoard(size).legal_moves()) - set(board.moves))
        check("distinct moves", list(board.distinct_moves()), first_of_mirrored(board, np.rot90, 2))
        check("is over", board.is_terminal, not board.legal_moves())
    check("from moves", HexBoard.from_moves(boards[-1].moves, size), boards[-1])
    return len(boards)


def first_of_mirrored(board, turned, *how):
    """The legal moves, without those that lead to the mirror image of what an earlier one leads to."""
    found, mirrored = [], set()
    for move in board.legal_moves():
        cells = board.play(move).cells
        if cells.tobytes() not in mirrored:
            found.append(move)
        mirrored.add(turned(cells, *how).tobytes())
    return found


def no_open_spiel():
    return "" if importlib.util.find_spec("pyspiel") else "no OpenSpiel"


def open_spiel(rng, folder):
    """A random game as in OpenSpiel: who is to move, what is legal, the cells, and who has won."""
    import pyspiel

    if rng.random() < 0.3:
        size = int(rng.integers(2, 12))  # OpenSpiel's game on the only cell of 1 x 1 never ends
        game, name = HexBoard(size), f"hex(num_rows={size},num_cols={size})"
        numbered = {move: number for number, move in enumerate(game.legal_moves())}
    else:
        rows, columns = (int(number) for number in rng.integers(4, 10, 2))
        rows, columns, connect = pick(rng, [(6, 7, 4), (rows, columns, int(rng.integers(3, 6)))])
        connect = min(connect, max(rows, columns))
        game, name = Board(rows, columns, connect), f"connect_four(rows={rows},columns={columns},x_in_row={connect})"
        numbered = {move: move for move in range(columns)}
    state = pyspiel.load_game(name).new_initial_state()
    games = random_game(rng, game)
    for before, position in pairwise([None, *games]):
        if before is not None:
            state.apply_action(numbered[position.moves[-1]])
        check("is over", position.is_terminal, state.is_terminal())
        check("legal moves", [numbered[move] for move in position.legal_moves()], state.legal_actions())
        if not position.is_terminal:
            check("to move", position.to_move - 1, state.current_player())
        if isinstance(position, Board):
            check("cells", ["".join(".xo"[cell] for cell in row) for row in position.cells], str(state).split())
    winner = {1: 1, -1: 2, 0: None}[int(state.returns()[0])]
    check("winner", games[-1].winner, winner)
    return len(games)


# -------------------------------------------------------------------- the solver


def few_left(rng):
    """A position with so few empty cells that every continuation can be looked at."""
    while True:
        size = random_size(rng, 5, 5) if rng.random() < 0.5 else random_size(rng)
        board = Board(*size)
        games = [one for one in random_game(rng, board) if not one.is_terminal]
        near = [one for one in games if np.count_nonzero(one.cells == 0) <= 11]
        if near:
            return pick(rng, near)


def solver(rng, folder):
    """The solver and brute force; and what a search has proven."""
    if rng.random() < 0.1:
        return hex_proofs(rng)
    board = few_left(rng)
    scores = slow_scores(board.moves, board.rows, board.columns, board.connect)
    check("scores", dict(solve_moves(board)), dict(sorted(scores.items())))
    check("score", solve(board), max(scores.values()))
    compared = 1
    settings = random_settings(rng, solve=True)
    search = pick(rng, [TreeSearch, FastSearch])(board, settings, random_generator(rng)()).run(about(rng, 2000))
    proven = [node for node in [search.root, *search.root.descendants] if node.proof is not None]
    for node in proven:
        check(f"proof after {node.moves}", node.proof.winner, perfect_winner(node.game))
    return compared + len(proven)


def hex_proofs(rng):
    position = random_position(rng, HexBoard(int(rng.integers(1, 4))))
    search = TreeSearch(position, random_settings(rng, solve=True), random_generator(rng)()).run(about(rng, 1000))
    proven = [node for node in [search.root, *search.root.descendants] if node.proof is not None]
    for node in proven[:100]:
        check(f"proof after {node.moves}", node.proof.winner, perfect.perfect_winner(node.game))
    return len(proven[:100])


def perfect_winner(board):
    """Who wins, as the solver says."""
    if board.is_terminal:
        return board.winner
    score = solve(board)
    return None if not score else board.to_move if score > 0 else 3 - board.to_move
