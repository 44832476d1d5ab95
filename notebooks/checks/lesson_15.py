"""Lesson 15: what is kept of a tree, and how to share what there is to spend."""

import numpy as np

from c4lib import Board, FastSearch, SearchSettings, TreeSearch
from mctslab import play_game
from mctslab.players import random_player

from .base import an, anything, ask, check, expect, real, shown, whole

LOOKS = [  # moves, playouts, move, reply
    ("", 500, 3, 3),
    ("", 500, 0, 6),
    ("0011", 300, 2, 3),
    ("", 9, 5, 2),  # the node of move 5 has no children
    ("001122", 40, 0, 1),
    ("000000", 300, 3, 4),  # a full column: the child at place 3 is not that of move 3
]


@check
def check_15_1(kept_share):
    for moves, playouts, move, reply in LOOKS:
        board = Board.from_moves(moves)
        search, moved = (TreeSearch(board, rng=1).run(playouts) for _ in range(2))
        alone = search.visits[move] / playouts
        moved.move_root(move)
        moved.move_root(reply)
        call = f"kept_share(TreeSearch({shown(board)}, rng=1).run({playouts}), {move}, {reply})"
        got, right = ask(kept_share, search, move, reply, kind=real, said=call), moved.iterations / playouts
        same = search.game == board and search.iterations == playouts
        expect(same, f"{call} leaves another search: the root was moved, or there were more playouts")
        told = f"{call} is {got:.4f}"
        expect(got == right or got != moved.iterations, f"{told}: those are visits, expected a share of all of them")
        expect(
            got == right or not right or abs(got - alone) > 1e-9,
            f"{told}: that is kept after the move, before the reply",
        )
        expect(got == right or abs(got - 100 * right) > 1e-9, f"{told}: that is in per cent; expected a part of 1")
        expect(abs(got - right) < 1e-9 or got != round(right, 2), f"{told}: that is rounded; expected the share itself")
        hint = "which visits are below both moves?" if right else "that reply was never looked at"
        size = "large" if got > right else "small"
        expect(abs(got - right) < 1e-9, f"{told}, too {size}; expected {right:.4f}: {hint}")
    return f"what is left after both moves, known before either is played, in {len(LOOKS)} cases."


@check
def check_15_2(top_up):
    FastSearch(Board()).run(1)  # what is compiled at first is not the student's time
    search, made, turns = FastSearch(Board(), SearchSettings(c=0.5), rng=1), 0, 0
    while not search.game.is_terminal:
        for total in (2_000, 1_500):
            game, had = search.game, search.iterations
            call = f"top_up(search, {total}), with {had} iterations at the root,"
            ask(top_up, search, total, kind=anything, said=call)
            now = search.iterations
            expect(search.game == game, f"{call} moves the root; it only runs playouts")
            expect(now <= total or now == had, f"{call} leaves {now}: too many; what is there counts, too")
            expect(now >= total, f"{call} leaves {now}: too few, the root is still short of {total}")
            made += now - had
        turns += 1
        search.move_root(search.best_move())
        if not search.game.is_terminal:
            search.move_root(FastSearch(search.game, rng=turns).run(500).best_move())
    saved = 1 - made / 2_000 / turns
    return f"{made:,} playouts in {turns} turns instead of {2_000 * turns:,}: {saved:.0%} saved."


SHOWN = [  # the moves of the search's position and of the new one, and whether a move and a reply lead there
    ("", "33", True),
    ("", "06", True),
    ("334", "33412", True),
    ("33", "3344", True),
    ("33", "4433", True),
    ("001122", "00112246", True),  # other moves end the game there
    ("33", "334", False),
    ("33", "33445", False),
    ("33", "334455", False),
    ("33", "3456", False),
    ("012345", "", False),
]


@check
def check_15_3(catch_up):
    for start, end, reachable in SHOWN:
        search = FastSearch(Board.from_moves(start), SearchSettings(c=1), rng=1).run(400)
        board = Board.from_cells(Board.from_moves(end).cells)
        kept = [node.visits for child in search.root.children for node in child.children if node.game == board]
        call = f"catch_up from {start or 'the empty board'} to {end or 'the empty board'} (a board without its moves)"
        found = ask(catch_up, search, board, kind=an(FastSearch), said=call)
        expect(found.game == board, f"{call} gives a search of {shown(found.game)}, another position")
        if reachable:
            expect(
                found is search, f"{call} gives a new search; a move and a reply lead there, so the tree can be kept"
            )
            expect(found.iterations == kept[0], f"{call} keeps {found.iterations} iterations; the tree had {kept[0]}")
        else:
            expect(
                found is not search, f"{call} gives the old search; no move and reply lead there: a new one is needed"
            )
            expect(not found.iterations, f"{call} has run the new search already")
        same = found.settings == SearchSettings(c=1) and found.rng is search.rng
        expect(same, f"{call}: the new search needs the settings and the rng of the old one")
    return f"kept when a move and a reply lead there, and new otherwise, in {len(SHOWN)} cases."


LAST_COLUMN = Board.from_moves("32161051550035015250601146236233366422")
PURSES = [  # what is left, where, and what to think of if the answer is another
    (21_000, Board(), "half of the 42 moves are your own"),
    (21_000, Board.from_moves("3"), "O moves in the last cell: of 41 moves more than half are O's own"),
    (21_000, Board.from_moves("33"), "of 40 moves half are your own"),
    (995, Board(4, 5), "boards have other sizes, too, and shares are rounded down"),
    (800, Board(3, 5), "whoever is to move has the first of the 15 moves, and the last"),
    (700, Board.from_moves("0", 3, 5), "whoever is to move has half of the 14 moves"),
    (500, LAST_COLUMN, "with one legal move there is nothing to think about"),
    (5, Board(), "never less than 1"),
]


def _allotted(left, board):
    own = len(range(0, np.count_nonzero(board.cells == 0), 2))
    return max(left // own, 1) if board.legal_moves()[1:] else 1


def _ask_for_some(allot, left, board, hint):
    call = f"allot({left}, {shown(board)})"
    got, right = ask(allot, left, board, kind=whole, said=call), _allotted(left, board)
    expect(got == right, f"{call} is {got}, too {'many' if got > right else 'few'}: {hint}")
    return got


@check
def check_15_4(allot):
    for left, board, hint in PURSES:
        _ask_for_some(allot, left, board, hint)
    game = play_game(random_player, random_player, seed=1)
    purse = dict.fromkeys((1, 2), 21_000)
    for board in game.boards()[:-1]:
        purse[board.to_move] -= _ask_for_some(allot, purse[board.to_move], board, "a position in the middle of a game")
    left = f"a random game of {len(game.moves)} moves leaves X {purse[1]:,} of 21,000 playouts"
    return f"{left}: even shares are thrifty when a game ends early."
