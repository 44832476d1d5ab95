"""The checks of lessons 10 to 13 are attacked, in the manner of test_checks.py."""

import copy
import math

import numpy as np
import pytest
import test_checks
from test_checks import ATTACKS, RIGHT, attack, base, crash, nothing

from c4lib import Board, FastSearch, SearchSettings, TreeSearch
from c4lib.arena import score_interval
from c4lib.players import mcts_player, rule_based_player
from c4lib.players.qlearning import trained_table

EARLIER = set(ATTACKS)

# ---------------------------------------------------------------- the base


def test_a_board_that_does_not_know_its_moves_is_shown_too():
    assert base.shown(Board.from_cells(Board.from_moves("33").cells)).startswith("Board.from_text(")


# ---------------------------------------------------------------- lesson 10


def width(games):
    low, high = score_interval(games / 2, games)
    return high - low


def games_needed(half):
    games = 1
    while width(games) / 2 > half:
        games += 1
    return games


def games_needed_by_halves(half):
    few, many = 0, 100_000
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if width(middle) <= 2 * half else (middle, many)
    return np.int64(many)


def contenders(results, score=np.mean, overlap=lambda low, high, best: high >= best[0]):
    intervals = {name: score_interval(sum(games), len(games)) for name, games in results.items()}
    best = max(results, key=lambda name: score(results[name]))
    return [name for name, (low, high) in intervals.items() if overlap(low, high, intervals[best])]


def contenders_sorted(results):
    found, floor, scores = [], 0, {name: sum(games) / len(games) for name, games in results.items()}
    for name in sorted(results, key=scores.get, reverse=True):
        low, high = score_interval(sum(results[name]), len(results[name]))
        floor = floor if found else low
        if high >= floor:
            found.append(name)
    return found


def expected_score(now, then, gain=120, log=math.log2):
    return 1 / (1 + 10 ** (-gain * log(then / now) / 400))


def expected_score_by_odds(now, then):
    odds = np.float64(then / now) ** (120 * np.log2(10) / 400)
    return odds / (1 + odds)


BLOCK = Board.from_moves("3531660406621")

attack(
    "check_10_1",
    [games_needed, games_needed_by_halves],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda half: 400, "games_needed(0.1) is 400"),  # the stub
        (lambda half: float(games_needed(half)), "of type float; asked for is a whole number"),  # passed
        (lambda half: 0, "at least one game"),
        (lambda half: games_needed(half) - 1, "too few games"),
        (lambda half: games_needed(half) + 1, "but fewer games would do"),
        (lambda half: games_needed(half / 2), "`half` is half of the width"),
        (lambda half: games_needed(2 * half), "too few games"),
        (lambda half: math.ceil((1.96 / 2 / half) ** 2), "is it the interval of score_interval?"),
        (lambda half: 93, "games_needed(0.05) is 93"),
    ],
)
attack(
    "check_10_2",
    [contenders, contenders_sorted],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda results: set(contenders(results)), "asked for is a list"),  # passed
        (lambda results: [max(results, key=lambda name: np.mean(results[name]))], "leaves out b"),  # the stub
        (lambda results: list(results), "names c"),
        (lambda results: ["a", "b"], "not one of the settings"),  # right for one input
        (lambda results: list(results)[:2], "names (4, 100)"),
        (lambda results: contenders(results, score=sum), "a score is points per game"),  # passed
        (
            lambda results: contenders(results, overlap=lambda low, high, best: low <= sum(best) / 2 <= high),
            "leaves out b",
        ),
        (lambda results: [name for name in contenders(results) if np.mean(results[name]) < 0.6], "leaves out a"),
        (lambda results: contenders(results) * 2, "each setting once"),  # passed
        (
            lambda results: contenders(
                {name: [game for game in games if game != 0.5] for name, games in results.items()}
            ),
            "a draw is half a point",
        ),  # passed
        (lambda results: sorted(str(name) for name in contenders(results)), "not one of the settings"),  # passed
    ],
)
attack(
    "check_10_3",
    [expected_score, expected_score_by_odds],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda now, then: 0.5, "expected_score(100, 200) is 0.500, too small"),  # the stub
        (lambda now, then: f"{expected_score(now, then)}", "asked for is a number"),  # got a traceback
        (lambda now, then: expected_score(then, now), "that is the score of 100 playouts"),  # viewpoint
        (lambda now, then: 100 * expected_score(now, then), "lies between 0 and 1"),
        (lambda now, then: expected_score(now, then, log=math.log), "too small: one doubling gains 120 Elo"),
        (lambda now, then: 1 / (1 + 2.718281828 ** (-120 * math.log2(then / now) / 400)), "too small"),
        (lambda now, then: 0.5 + 0.166 * math.log2(then / now), "scores do not"),
        (
            lambda now, then: expected_score(now, then, log=lambda ratio: round(math.log2(ratio))),
            "between one doubling",
        ),
        (lambda now, then: 120 * math.log2(then / now), "lies between 0 and 1"),
    ],
)
attack(
    "check_10_4",
    [(BLOCK, 2), [Board.from_cells(BLOCK.cells), np.int64(2)]],
    [
        (None, "no pair of a position and a column"),
        (BLOCK, "no pair of a position and a column"),
        (("3531660406621", 2), "asked for is a Board"),
        ((BLOCK, None), "the position or the column is None: has it got a value?"),
        ((BLOCK, "2"), "asked for is a number"),
        ((BLOCK, 9), "column 9 is not open"),  # was judged without a word
        ((Board.from_moves("333333"), 3), "column 3 is not open"),
        ((Board(4, 5), 2), "asked for is one of 6 x 7"),  # was judged without a word
        ((Board.from_moves("0101010"), 2), "the game is over"),
        ((Board(), 3), "the latter should be at least 90"),  # the stub
        ((BLOCK, 6), "the latter should be at least 90"),
        ((Board.from_moves("001122"), 3), "greed finds this column, too"),
    ],
)

# ---------------------------------------------------------------- lesson 11


def kept_share(search, move, reply):
    child = next(node for node in search.root.children if node.move == move)
    return sum(node.visits for node in child.children if node.move == reply) / search.iterations


def kept_share_of_a_copy(search, move, reply):
    moved = copy.deepcopy(search)
    moved.move_root(move)
    moved.move_root(reply)
    return np.float64(moved.iterations) / search.iterations


def kept_share_by_moving(search, move, reply):
    had = search.iterations
    search.move_root(move)
    search.move_root(reply)
    return search.iterations / had


def kept_share_if_looked_at(search, move, reply):
    child = next(node for node in search.root.children if node.move == move)
    return next(node for node in child.children if node.move == reply).visits / search.iterations


def top_up(search, total, more=0):
    if search.iterations < total:
        search.run(total - search.iterations + more)


def top_up_one_by_one(search, total):
    while search.iterations < total:
        search.run(1)


def catch_up(search, board, fresh=lambda search, board: FastSearch(board, search.settings, search.rng)):
    for move in search.game.legal_moves():
        after = search.game.play(move)
        for reply in after.legal_moves():
            if after.play(reply) == board:
                search.move_root(move)
                search.move_root(reply)
                return search
    return fresh(search, board)


def catch_up_by_cells(search, board):
    new = board.cells != search.game.cells
    ours, theirs = ([column for _, column in np.argwhere(new & (board.cells == player))] for player in (1, 2))
    kept = not np.any(new & (search.game.cells > 0)) and len(ours) == len(theirs) == 1
    if not kept:
        return FastSearch(board, search.settings, search.rng)
    moves = (ours + theirs)[:: 1 if search.game.to_move == 1 else -1]
    for move in moves if search.game.play(moves[0]).play(moves[1]) == board else moves[::-1]:
        search.move_root(int(move))
    return search


def catch_up_in_the_tree(search, board):
    for child in search.root.children:
        for node in child.children:
            if node.game == board:
                search.move_root(child.move)
                search.move_root(node.move)
                return search
    return None


def catch_up_by_one(search, board):
    for move in search.game.legal_moves():
        if search.game.play(move) == board:
            search.move_root(move)
            return search
    return catch_up(search, board)


def catch_up_past_the_end(search, board):
    for move in search.game.legal_moves():
        for reply in range(7):
            if search.game.play(move).play(reply) == board:
                search.move_root(move)
                search.move_root(reply)
                return search
    return FastSearch(board, search.settings, search.rng)


def allot(left, board, rounded=lambda empty: (empty + 1) // 2, least=1, forced=True):
    if forced and len(board.legal_moves()) == 1:
        return 1
    return max(least, left // rounded(int(np.sum(board.cells == 0))))


def allot_by_game(left, board):
    if len(board.legal_moves()) < 2:
        return np.int64(1)
    empty = list(board.cells.ravel()).count(0)
    return max(1, left // len(range(empty)[::2]))


attack(
    "check_11_1",
    [kept_share, kept_share_of_a_copy],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda search, move, reply: search.visits[move] / search.iterations, "before the reply"),  # the stub
        (lambda search, move, reply: f"{kept_share(search, move, reply):.4f}", "asked for is a number"),
        (kept_share_by_moving, "leaves another search"),
        (kept_share_if_looked_at, "stops with StopIteration"),
        (lambda search, move, reply: kept_share(search, move, reply) * search.iterations, "those are visits"),
        (
            lambda search, move, reply: search.visits[move] * search.visits[reply] / search.iterations**2,
            "too large: which visits are below both moves?",
        ),
        (
            lambda search, move, reply: kept_share(search, move, reply) * search.iterations / search.visits[move],
            "too large",
        ),
        (lambda search, move, reply: 0.042, "which visits are below both moves?"),  # right for one input
        (lambda search, move, reply: kept_share(search, move, reply) or 1 / search.iterations, "never looked at"),
        (lambda search, move, reply: kept_share(search.run(1), move, reply), "leaves another search"),
    ],
)
attack(
    "check_11_2",
    [top_up, top_up_one_by_one],
    [
        (None, "no function"),
        (nothing, "leaves 0: too few"),
        (crash, "stops with KeyError"),
        (lambda search, total: search.run(total), "leaves 3500: too many"),  # the stub
        (lambda search, total: search.run(total - search.iterations), "stops with ValueError"),
        (lambda search, total: search.run(max(1, total - search.iterations)), "leaves 2001: too many"),
        (lambda search, total: top_up(search, total, more=1), "leaves 2001: too many"),
        (lambda search, total: top_up(search, total - 1), "leaves 1999: too few"),
        (lambda search, total: top_up(search, 2_000 if search.iterations else total - 1), "leaves 1999: too few"),
        (lambda search, total: top_up(search, total) or search.move_root(3), "moves the root"),
        (lambda search, total: search.iterations or search.run(total), "too few, the root is still short"),
    ],
)
attack(
    "check_11_3",
    [catch_up, catch_up_by_cells],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda search, board: search.move_root(board.moves[-1]), "(a board without its moves) stops with TypeError"),
        (lambda search, board: search, "gives a search of Board.from_moves('')"),
        (lambda search, board: FastSearch(board, search.settings, search.rng), "so the tree can be kept"),
        (lambda search, board: copy.deepcopy(catch_up(search, board)), "gives a new search"),
        (lambda search, board: catch_up(search, board).run(1), "keeps"),
        (catch_up_in_the_tree, "is None"),
        (catch_up_by_one, "no move and reply lead there"),  # passed
        (catch_up_past_the_end, "stops with ValueError"),  # passed
        (
            lambda search, board: catch_up(search, board, lambda search, board: FastSearch(board, rng=search.rng)),
            "needs the settings and the rng of the old one",
        ),
        (
            lambda search, board: catch_up(search, board, lambda search, board: FastSearch(board, search.settings, 1)),
            "needs the settings and the rng of the old one",
        ),  # passed
        (lambda search, board: TreeSearch(board, search.settings, search.rng), "asked for is a FastSearch"),
    ],
)
attack(
    "check_11_4",
    [allot, allot_by_game],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda left, board: left // 21, "of 40 moves half are your own"),  # the stub
        (lambda left, board: float(allot(left, board)), "asked for is a whole number"),  # passed
        (lambda left, board: allot(left, board) + 0.5, "asked for is a whole number"),  # passed
        (lambda left, board: allot(left, board, rounded=lambda empty: empty), "too few: half of the 42"),
        (lambda left, board: allot(left, board, rounded=lambda empty: empty // 2), "more than half are O's own"),
        (lambda left, board: allot(left, board, rounded=lambda empty: empty // 2 + 1), "too few: half of the 42"),
        (lambda left, board: allot(left, board, forced=False), "there is nothing to think about"),
        (lambda left, board: allot(left, board, least=0), "never less than 1"),
        (lambda left, board: max(1, left // (21 - np.sum(board.cells > 0) // 2)), "other sizes"),
        (lambda left, board: -(-left // ((np.sum(board.cells == 0) + 1) // 2)), "rounded down"),
        (
            lambda left, board: max(1, left // max(1, (np.sum(board.cells == 0) + 1) // 2) * (board.to_move == 1)),
            "O's own",
        ),
    ],
)

# ---------------------------------------------------------------- lesson 12


def refuted(times, runs, claimed, confidence=0.95):
    low, high = score_interval(times, runs, confidence)
    return not low <= claimed <= high


def refuted_by_numpy(times, runs, claimed):
    return np.any(np.diff([*score_interval(times, runs)[:1], claimed, *score_interval(times, runs)[1:]]) < 0)


def refuted_by_the_normal_interval(times, runs, claimed):
    share = times / runs
    return abs(share - claimed) > 1.96 * (share * (1 - share) / runs) ** 0.5


def even_games_needed(half, step=2, first=2):
    games = first
    while width(games) / 2 > half:
        games += step
    return games


def even_games_by_halves(half):
    few, many = 0, 50_000
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if width(2 * middle) <= 2 * half else (middle, many)
    return np.int64(2 * many)


def without_four(columns):
    """Full columns without a four, and nothing beside them."""
    odd = np.array([1, 2, 1, 2, 1, 2, 1])[:columns]
    cells = np.zeros((6, 7), dtype=int)
    cells[:, :columns] = [odd, odd, 3 - odd, 3 - odd, odd, odd]
    return cells


def nearly_full():
    cells = without_four(columns=7)
    cells[0, 6] = 0
    return cells


def sleeping(*changes):
    """Columns 0 to 4 are full, and player 2 is to move; `changes` are (row, column, disc)."""
    cells = without_four(columns=5)
    for row, column, disc in [(5, 5, 2), *changes]:
        cells[row, column] = disc
    return cells


attack(
    "check_12_1",
    [refuted, refuted_by_numpy],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda times, runs, claimed: times / runs != claimed, "five runs say little"),  # the stub
        (lambda *counted: int(refuted(*counted)), "asked for is True or False"),  # passed
        (lambda *counted: not refuted(*counted), "refuted(670, 1000, 1) is False"),
        (lambda times, runs, claimed: score_interval(times, runs)[1] < claimed, "can lie below the interval"),
        (lambda times, runs, claimed: score_interval(times, runs)[0] > claimed, "the interval ends far below 1"),
        (refuted_by_the_normal_interval, "five runs say little"),
        (lambda *counted: refuted(*counted, confidence=0.9), "the interval is wider than that"),  # passed
        (lambda *counted: refuted(*counted, confidence=0.99), "the interval is narrower than that"),
        (
            lambda times, runs, claimed: runs > 5 and abs(times / runs - claimed) > 0.1,
            "a small difference counts",
        ),  # passed
        (lambda times, runs, claimed: times < runs and refuted(times, runs, claimed), "can lie below the interval"),
    ],
)
attack(
    "check_12_2",
    [even_games_needed, even_games_by_halves],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda half: 100, "two games fewer would do"),  # the stub
        (lambda half: float(even_games_needed(half)), "asked for is a whole number"),  # passed
        (lambda half: str(even_games_needed(half)), "asked for is a number"),  # passed
        (lambda half: 0, "at least two games"),
        (lambda half: even_games_needed(half, step=1, first=1), "an odd number"),
        (lambda half: even_games_needed(half) - 2, "too few games"),
        (lambda half: even_games_needed(half) + 2, "two games fewer would do"),
        (lambda half: even_games_needed(half / 2), "`half` is half of the width"),
        (lambda half: even_games_needed(2 * half), "too few games"),
        (lambda half: 22, "games_needed(0.1) is 22"),  # right for one input
    ],
)
attack(
    "check_12_3",
    [sleeping(), sleeping((5, 5, 0), (5, 6, 2)).astype(float).tolist()],
    [
        (None, "has it got a value?"),
        ("five columns", "the shape ()"),
        (np.zeros((6, 7), dtype=int), "it is player 1's turn"),  # the stub
        (np.zeros((7, 6), dtype=int), "asked for are 6 rows and 7 columns"),
        (sleeping()[:, :5], "the shape (6, 5)"),
        (sleeping() + 0.5, "whole numbers"),  # passed: cut down to whole numbers
        (sleeping().astype(str), "whole numbers"),  # passed
        (sleeping()[::-1], "stops with ValueError"),
        (sleeping((0, 5, 1)), "stops with ValueError"),
        (sleeping((5, 5, 1)), "stops with ValueError"),
        (sleeping((5, 6, 2)), "it is player 1's turn"),
        (Board.from_moves("0101010").cells, "somebody has four"),
        (nearly_full(), "Mended, too, it is always a draw"),
        (Board.from_moves("3").cells, "when does the random player call the board full?"),
        (sleeping((0, 4, 0), (5, 5, 0)), "when does the random player call the board full?"),
    ],
)
attack(
    "check_12_4",
    [SearchSettings(c=2, draw=0, loss=-1), SearchSettings(c=1), SearchSettings(c=1.5, draw=0.25, loss=-0.5)],
    [
        (None, "has it got a value?"),
        ("SearchSettings(c=1)", "asked for is a SearchSettings"),
        (SearchSettings, "asked for is a SearchSettings"),
        (SearchSettings(c=2), "it explores too much for rewards from 0 to 1"),  # the stub
        (SearchSettings(c=1, draw=0, loss=-1), "it explores too little for rewards from -1 to 1"),
        (SearchSettings(c=2, loss=-1), "draw: a draw is worth 0, midway"),  # got the hint about the scale
        (SearchSettings(c=2, draw=-1, loss=-1), "draw: a draw is worth 0, midway"),
        (SearchSettings(c=1, viewpoint="root"), "viewpoint: every player"),  # got the hint about the scale
        (SearchSettings(c=1, prior=1), "prior: only playouts"),  # got the hint about the scale
        (SearchSettings(c=1, unvisited=0.5), "unvisited: children without visits"),  # got the hint about the scale
        (SearchSettings(c=1, expand_at=0), "expand_at: a playout goes from a new node"),  # got the hint about the scale
        (SearchSettings(c=1, choose="mean"), "another move is played at the end"),
        (SearchSettings(draw=1, loss=1), "worth as much as a win"),
    ],
)

# ---------------------------------------------------------------- lesson 13


def updated(old, reward, best_next, alpha, gamma):
    seen = reward if best_next is None else reward + gamma * best_next
    return old + alpha * (seen - old)


def updated_as_a_mixture(old, reward, best_next, alpha, gamma):
    return np.dot([1 - alpha, alpha], [old, reward + gamma * (best_next or 0)])


def image(board):
    return Board.from_cells(board.cells[:, ::-1])


def name(board):
    return max(str(board), str(image(board)))


def name_by_digits(board):
    both = ["".join(map(str, cells.ravel())) for cells in (board.cells, board.cells[:, ::-1])]
    return "/".join(sorted(both))


def expected(n, gamma=0.8, win=50.0, cost=1):
    return win if n == 1 else -cost + gamma * expected(n - 1, gamma, win, cost)


def expected_by_sums(n, gamma=0.8):
    return np.float64(gamma ** (n - 1) * 50) - sum(gamma**move for move in range(n - 1))


TABLE, SEARCH = trained_table(rows=4, columns=5), mcts_player(40)


def both(board, rng, table=TABLE.best_move, search=SEARCH):
    return table(board, rng) if board in TABLE else search(board, rng)


def both_by_hand(board, rng):
    if board in TABLE:
        values = TABLE.values(board)
        return max(values, key=values.get)
    return np.int64(TreeSearch(board, rng=rng).run(40).best_move())


attack(
    "check_13_1",
    [updated, updated_as_a_mixture],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda old, reward, best_next, alpha, gamma: reward, "with alpha = 0 nothing is learnt"),  # the stub
        (
            lambda old, reward, best_next, alpha, gamma: old + alpha * (reward + gamma * best_next - old),
            "updated(7, 50, None, 1, 0.8), after the last move of a game, stops with TypeError",
        ),  # got a TypeError
        (lambda *case: str(updated(*case)), "asked for is a number"),  # passed
        (lambda old, reward, best_next, alpha, gamma: updated(old, reward, best_next, 1 - alpha, gamma), "alpha = 0"),
        (lambda old, reward, best_next, alpha, gamma: updated(old, reward, best_next, alpha, 1), "gamma = 0 only"),
        (
            lambda old, reward, best_next, alpha, gamma: updated(old, gamma * reward, best_next, alpha, gamma),
            "only the reward counts",
        ),
        (
            lambda old, reward, best_next, alpha, gamma: old + alpha * (reward + gamma * (best_next or 0)),
            "with alpha = 1 and gamma = 0 only the reward counts",
        ),
        (
            lambda old, reward, best_next, alpha, gamma: updated(old, reward, -(best_next or 0), alpha, gamma),
            "the best of what comes next",
        ),  # viewpoint
        (
            lambda old, reward, best_next, alpha, gamma: updated(old, reward, max(best_next or 0, 0), alpha, gamma),
            "may be bad, too",
        ),  # passed
        (
            lambda old, reward, best_next, alpha, gamma: updated(old, reward, best_next or old, alpha, gamma),
            "after the last move only the reward is seen",
        ),
        (lambda old, reward, best_next, alpha, gamma: updated(old, reward, best_next, round(alpha), gamma), "the way"),
    ],
)
attack(
    "check_13_2",
    [name, name_by_digits],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (str, "its mirror image has the name"),  # the stub
        (lambda board: min(board.cells.tobytes(), image(board).cells.tobytes()), "asked for is a text"),  # passed
        (lambda board: "a position", "which is no image of it"),
        (lambda board: "".join(sorted(str(board))), "which is no image of it"),
        (lambda board: str((board.cells > 0).sum()), "which is no image of it"),
        (lambda board: min(str(board)[:30], str(image(board))[:30]), "which is no image of it"),
        (
            lambda board: "/".join(min(row, row[::-1]) for row in str(board).splitlines()),
            "which is no image of it",
        ),  # passed
        (lambda board: "".join(sorted(map(str, board.cells.T.tolist()))), "which is no image of it"),
        (lambda board: "".join(map(str, board.moves)), "does not know its moves, stops with TypeError"),
        (lambda board: min(str(board), str(Board.from_cells(3 * (board.cells > 0) - board.cells))), "stops with"),
        (lambda board: name(board) + str(board.moves), "is another name if the moves are not known"),
        (lambda board: hash(name(board)), "asked for is a text"),  # passed
    ],
)
attack(
    "check_13_3",
    [expected, expected_by_sums],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda n, gamma=0.8: 50.0, "too large: n = 1 is the move that wins; how many come before"),  # the stub
        (lambda n, gamma=0.8: str(expected(n, gamma)), "asked for is a number"),  # got a traceback
        (lambda n, gamma=0.8: expected(n + 1, gamma), "too small: n = 1 is the move that wins"),
        (lambda n, gamma=0.8: expected(max(n - 1, 1), gamma), "n = 1 is the move that wins; how many come before"),
        (lambda n, gamma=0.8: expected(n, gamma, cost=0), "a move that does not end the game costs 1"),
        (lambda n, gamma=0.8: expected(n, gamma, cost=-1), "too large: go back from the end"),
        (lambda n, gamma=0.8: 50 - (n - 1), "what comes next counts 0.8 times"),
        (lambda n, gamma=0.8: expected(n, gamma, win=-50), "n = 1 is the move that wins at once"),  # viewpoint
        (lambda n, gamma=0.8: 50 * gamma ** (n - 1) - (1 - gamma ** (n - 1)) / (1 - gamma), "ZeroDivisionError"),
        (lambda n, gamma=0.8: expected(n, 0.8), "expected(2, 1) is 39"),
        (lambda n, gamma=1: expected(n, gamma), "without a gamma it is 0.8"),  # passed
        (lambda n, gamma: expected(n, gamma), "(3) stops with TypeError"),  # passed
        (lambda n, gamma=0.8: round(expected(n, gamma)), "go back from the end"),
    ],
)
attack(
    "check_13_4",
    [both, both_by_hand],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (TABLE.best_move, "two such searches agree"),  # the stub
        (SEARCH, "the table knows this position, and expects more of another column"),
        (
            lambda board, rng: SEARCH(board, rng) if board in TABLE else TABLE.best_move(board, rng),
            "expects more of another column",
        ),
        (lambda board, rng: both(board, rng, search=mcts_player(5)), "two such searches agree"),  # passed
        (lambda board, rng: both(board, rng, search=rule_based_player), "two such searches agree"),  # passed
        (
            lambda board, rng: both(
                board, rng, table=lambda board, rng: min(TABLE.values(board).items(), key=lambda v: v[1])[0]
            ),
            "expects more of another column",
        ),
        (lambda board, rng: both(board, rng, search=lambda board, rng: 9), "plays 9, which is not legal"),
        (lambda board, rng: float(both(board, rng)), "asked for is a whole number"),
        (
            lambda board, rng: both(board, rng, search=lambda board, rng: FastSearch(board, rng=rng).run(40)),
            "is a number",
        ),
    ],
)

# ---------------------------------------------------------------- all of them

HERE = [name for name in ATTACKS if name not in EARLIER]


@pytest.mark.parametrize(("name", "place"), [(name, place) for name in HERE for place in range(len(ATTACKS[name]))])
def test_a_wrong_answer_is_told_what_is_wrong_with_it(capsys, name, place):
    test_checks.test_a_wrong_answer_is_told_what_is_wrong_with_it(capsys, name, place)


@pytest.mark.parametrize(("name", "place"), [(name, place) for name in HERE for place in range(len(RIGHT[name]))])
def test_a_right_answer_is_told_why(capsys, name, place):
    test_checks.test_a_right_answer_is_told_why(capsys, name, place)


@pytest.mark.parametrize("name", HERE)
def test_an_attack_has_five_wrong_answers_and_two_right_ones(name):
    test_checks.test_an_attack_has_five_wrong_answers_and_two_right_ones(name)
