"""Lesson 15: what is kept of a tree, what that promises, and how to share what there is to spend."""

import math

import numpy as np
from anytree import PreOrderIter

from c4lib import Board, FastSearch, SearchNode, SearchSettings, TreeSearch
from mctslab import play_game
from mctslab.players import random_player

from .base import an, anything, ask, check, expect, real, shown, whole

TREES = [  # rows, columns, moves, playouts, move, reply
    (4, 4, "", 150, 3, 0),
    (6, 7, "", 500, 3, 3),
    (6, 7, "000000", 300, 3, 4),  # a full column: the child at place 3 is not that of move 3
    (4, 5, "0011", 200, 2, 3),
    (6, 7, "3", 500, 2, 3),  # O moves, and X replies
    (6, 7, "010161", 300, 2, 1),  # O's reply wins
    (6, 7, "0101061", 300, 2, 0),  # X's reply wins
]


@check
def check_15_1(kept_tree):
    nodes = 0
    for rows, columns, moves, playouts, move, reply in TREES:
        board = Board.from_moves(moves, rows, columns)
        search, moved = (TreeSearch(board, rng=1).run(playouts) for _ in range(2))
        game, old = board.play(move).play(reply), counts(search.root)
        moved.move_root(move)
        moved.move_root(reply)
        call = f"kept_tree(root, {move}, {reply}), with the root of TreeSearch({shown(board)}, rng=1).run({playouts}),"
        got = ask(kept_tree, search.root, move, reply, kind=an(SearchNode), said=call)
        expect(got is not search.root, f"{call} gives the old root")
        expect(got.parent is None or got.game == game, f"{call} {wrong_place(got, move, reply)}")
        expect(got.parent is None, f"{call} gives the right node, but it still hangs in the old tree: it has a parent")
        expect(got.game == game, f"{call} gives the tree of {shown(got.game)}, another position")
        expect(len(old) >= playouts and got.visits, f"{call} gives a tree without visits: what was counted is lost")
        told = wrong_counts(counts(got), counts(moved.root))
        expect(not told, f"{call} {told}")
        nodes += len(counts(got))
    return f"the same wins and visits at all {nodes} nodes of {len(TREES)} trees, and each is a tree of its own."


def counts(node):
    """The wins and the visits of each node of a tree."""
    return [(below.wins, below.visits) for below in PreOrderIter(node)]


def wrong_place(node, move, reply):
    """What is wrong with a node that has a parent, and is not the one that was asked for."""
    reached = [below.move for below in node.path[1:]]
    if reached == [move]:
        return f"gives the node after {move}, before the reply"
    return f"gives the node after {reached}, not after {[move, reply]}: a move is no place in the list of children"


def wrong_counts(got, right):
    """What is wrong with the counts, in words; empty if nothing is."""
    if got == right:
        return ""
    if len(got) != len(right):
        return f"gives a tree of {len(got)} nodes; below that node there were {len(right)}"
    if got == [(visits - wins, visits) for wins, visits in right]:
        return "has turned all wins into losses; they are those of the player who moved into the node, and still are"
    if got[0] != right[0] and got[1:] == right[1:]:
        return f"has changed the counts of the new root: {got[0][0]:g}/{got[0][1]}, they were {right[0][0]:g}/{right[0][1]}"
    place = next(place for place, both in enumerate(zip(got, right)) if both[0] != both[1])
    (wins, visits), (own, all_) = got[place], right[place]
    return f"has changed the counts of a node: {wins:g}/{visits}, they were {own:g}/{all_}"


PROMISES = [  # the root's visits before each own move, playouts, Elo for a doubling
    ([100, 150, 200, 400], 100, 150),
    ([1_000, 1_020, 1_100, 3_000, 8_000], 1_000, 100),
    ([50, 50], 50, 200),
    ([300], 200, -120),
]


@check
def check_15_2(promised_score):
    for visits, playouts, elo in PROMISES:
        call = f"promised_score({shown(visits)}, {playouts}, {elo})"
        hint = f"if it is the logarithm: {FORWARDS}"
        got = ask(promised_score, np.array(visits), playouts, elo, kind=promise, said=call, if_it_stops=hint)
        grown = np.array(visits) / playouts
        right = score(elo * np.log2(grown).mean())
        if abs(got - right) < 1e-6:
            continue
        for value, hint in mistakes(grown, elo):
            expect(abs(got - value) > 1e-6, f"{call} is {got:.4f}: {hint}")
        expect(0 <= got <= 1, f"{call} is {got:.4f}; expected a score, from 0 to 1")
        expect(abs(got - right) > 0.006, f"{call} is {got:.4f}: is something rounded on the way?")
        size = "large" if got > right else "small"
        expect(
            False, f"{call} is {got:.4f}, too {size}: how many doublings is each tree larger, and what are they worth?"
        )
    return f"doublings, Elo points and scores, in {len(PROMISES)} cases."


FORWARDS = "400 log10(s / (1 - s)) goes from a score to Elo points; here you need the way back"


def promise(value, name):
    """A number; if it is NaN, the formula was perhaps used forwards."""
    is_nan = isinstance(value, float) and math.isnan(value)
    expect(not is_nan, f"{name} is NaN, not a number: {FORWARDS}")
    return real(value, name)


def score(elo):
    return 1 / (1 + 10 ** (-elo / 400))


def mistakes(grown, elo):
    """(value, what leads to it) of the mistakes that can be told by their value."""
    doubled = np.log2(grown).mean()
    yield from other_growths(grown, elo)
    yield elo * doubled, "those are Elo points; expected a score"
    growing = "those would be Elo points if they grew with the size of the tree, not with its doublings"
    yield elo * grown.mean(), growing
    yield score(-elo * doubled), "that is the other player's score"
    yield 0, "is the logarithm of 0 taken, of visits - playouts where nothing is kept? take that of their ratio"
    yield score(elo), "that is worth a whole doubling"
    yield 0.5 + (score(elo) - 0.5) * doubled, "scores cannot be multiplied; Elo points can"
    by_move = score(elo * np.log2(grown))
    yield by_move.mean(), "that is the mean of the moves' scores; take the mean of the doublings first"
    part = 0.5 + elo * doubled / 400
    yield part, "that takes the Elo points for a part of 400; a score comes from the formula"
    yield 1 / (1 + math.exp(-elo * doubled / 400)), "the formula has a power of 10, not of e"
    yield 100 * score(elo * doubled), "that is in percent; expected a part of 1"


def other_growths(grown, elo):
    """The same for a score that comes from another number than the mean of the doublings."""
    from_move_to_move = np.log2(grown[-1] / grown[0]) / max(len(grown) - 1, 1)
    before = "that compares a tree with that of the move before; compare it with the new playouts alone"
    wrong = {
        before: from_move_to_move,
        "that is the doubling of the mean tree; expected the mean of the doublings": np.log2(grown.mean()),
        "that adds up the doublings of all moves; expected their mean": np.log2(grown).sum(),
        "a doubling is counted by log2; that is log": np.log(grown).mean(),
        "a doubling is counted by log2; that is log10": np.log10(grown).mean(),
        "that counts how many times as large the trees are, not the doublings": grown.mean(),
        "that counts by how much the trees are larger, not the doublings": grown.mean() - 1,
    }
    for words, doublings in wrong.items():
        yield score(elo * doublings), words


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
    ("010161", "01016121", True),  # O's reply ends the game
    ("0101061", "010106120", True),  # X's reply does
    ("3", "33", False),
    ("3", "336", True),
]


@check
def check_15_3(catch_up):
    for start, end, reachable in SHOWN:
        for iterations in (400, 0):
            _ask_to_catch_up(catch_up, start, end, reachable, iterations)
    return f"kept when a move and a reply lead there, and new otherwise, in {len(SHOWN)} cases."


def _ask_to_catch_up(catch_up, start, end, reachable, iterations):
    search = FastSearch(Board.from_moves(start), SearchSettings(c=1), rng=1)
    if iterations:
        search.run(iterations)
    board = Board.from_cells(Board.from_moves(end).cells)
    below = [node for child in search.root.children for node in child.children]
    had = sum(node.visits for node in below if node.game == board)
    call = f"catch_up from {start or 'the empty board'} to {end or 'the empty board'} (a board without its moves)"
    call += "" if iterations else ", before the first iteration"
    found = ask(catch_up, search, board, kind=an(FastSearch), said=call)
    expect(found.game == board, f"{call} gives a search of {shown(found.game)}, another position")
    if reachable:
        expect(found is search, f"{call} gives a new search; a move and a reply lead there, so the tree can be kept")
        expect(found.iterations == had, f"{call} keeps {found.iterations} iterations; the tree had {had}")
    else:
        expect(found is not search, f"{call} gives the old search; no move and reply lead there: a new one is needed")
        expect(not found.iterations, f"{call} has run the new search already")
    same = found.settings == SearchSettings(c=1) and found.rng is search.rng
    expect(same, f"{call}: the new search needs the settings and the rng of the old one")


@check
def check_15_4(top_up):
    FastSearch(Board()).run(1)  # what is compiled at first is not the student's time
    made = turns = 0
    for board in (Board(), Board.from_moves("3")):
        search = FastSearch(board, SearchSettings(c=0.5), rng=1)
        while not search.game.is_terminal:
            made += _topped_up(top_up, search)
            turns += 1
            search.move_root(search.best_move())
            if not search.game.is_terminal:
                search.move_root(FastSearch(search.game, rng=turns).run(500).best_move())
    saved = 1 - made / 2_000 / turns
    return f"{made:,} playouts in {turns} turns instead of {2_000 * turns:,}: {saved:.0%} saved."


def _topped_up(top_up, search):
    """How many playouts the student's function makes, asked for 2,000 and then for less."""
    made = 0
    for total in (2_000, 1_500):
        game, had = search.game, search.iterations
        call = f"top_up(search, {total}), with {had} iterations at the root,"
        ask(top_up, search, total, kind=anything, said=call)
        now = search.iterations
        expect(search.game == game, f"{call} moves the root; it only runs playouts")
        expect(now <= total or now == had, f"{call} leaves {now}: too many; what is there counts, too")
        expect(now >= total, f"{call} leaves {now}: too few, the root is still short of {total}")
        made += now - had
    return made


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
def check_15_5(allot):
    for left, board, hint in PURSES:
        _ask_for_some(allot, left, board, hint)
    game = play_game(random_player, random_player, seed=1)
    purse = dict.fromkeys((1, 2), 21_000)
    for board in game.positions()[:-1]:
        purse[board.to_move] -= _ask_for_some(allot, purse[board.to_move], board, "a position in the middle of a game")
    left = f"a random game of {len(game.moves)} moves leaves X {purse[1]:,} of 21,000 playouts"
    return f"{left}: even shares are thrifty when a game ends early."
