"""Every check of the exercises is attacked: wrong answers with the words that must be in the reply, and two right ones.

An attack is a pair (answer, words): all the words are in the one line that the check prints. Answers that went through the checks
of the first edition are marked with `# passed`.
"""

import math
import re
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

CHECKS = Path(__file__).parents[2] / "notebooks"
sys.path.insert(0, str(CHECKS))

import checks  # noqa: E402
from checks import base  # noqa: E402

from c4lib import (  # noqa: E402
    Board,
    SearchNode,
    SearchSettings,
    Simulation,
    TreeSearch,
    backpropagate,
    expand,
    select,
    simulate,
)
from c4lib.players import rule_based_player, winning_moves  # noqa: E402

ATTACKS, RIGHT = {}, {}


def attack(name, right, wrong):
    """The attacks on one check: two right answers at least, and five wrong ones."""
    RIGHT[name], ATTACKS[name] = right, wrong


def crash(*arguments):
    raise KeyError("a typo")


def nothing(*arguments):
    return None


# ---------------------------------------------------------------- the base


@base.check
def double(answer):
    for number in (1, 3):
        base.expect(base.ask(answer, number, kind=base.whole) == 2 * number, f"twice {number} is more\nthan that")
    return "so it is\ndoubled."


def forever(number):
    while True:
        pass


def forever_in_spite_of_exceptions(number):
    while True:
        try:
            while True:
                pass
        except Exception:
            continue


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "None is no function"),
        (2, "2 is no function"),
        (lambda number: None, "<lambda>(1) is None"),
        (crash, "crash(1) stops with KeyError: 'a typo'"),
        (lambda: 2, "stops with TypeError"),
        (lambda number: exit(), "stops with SystemExit"),
        (lambda number: "2", "of type str; asked for is a number"),
        (lambda number: 2.0, "is 2.0, of type float; asked for is a whole number"),
        (lambda number: True, "True, of type bool"),
        (lambda number: [2], "of type list"),
        (lambda number: np.array([2]), "of type ndarray"),
        (lambda number: number + 1, "twice 3 is more than that"),
    ],
)
def test_a_check_says_in_one_line_what_is_wrong(capsys, answer, words):
    assert double(answer) == False  # noqa: E712
    reply = capsys.readouterr().out
    assert reply.startswith("Not yet: ")
    assert words in reply
    assert reply.count("\n") == 1


@pytest.mark.parametrize("answer", [lambda number: 2 * number, lambda number: np.int64(number) + number])
def test_a_check_says_why_a_right_answer_is_right(capsys, answer):
    assert double(answer) == True  # noqa: E712
    assert capsys.readouterr().out == "Right: so it is doubled.\n"


@pytest.mark.parametrize("answer", [forever, forever_in_spite_of_exceptions])
def test_an_endless_loop_is_ended_and_leaves_no_thread(capsys, monkeypatch, answer):
    before, start = threading.active_count(), time.perf_counter()
    assert not double(answer)
    assert 4.9 < time.perf_counter() - start < 8
    assert "does not come to an end; it was stopped after 5 seconds" in capsys.readouterr().out
    assert threading.active_count() == before


def test_an_answer_that_cannot_be_compared_gives_no_traceback(capsys):
    @base.check
    def compares(answer):
        base.expect(answer == 3, "not three")
        return "three."

    assert not compares(np.array([3, 3]))
    assert "cannot be judged; looking at it stops with ValueError" in capsys.readouterr().out


def test_a_verdict_shows_nothing_as_the_value_of_a_cell():
    from IPython.core.formatters import DisplayFormatter

    assert DisplayFormatter().format(base.Verdict(True)) == ({}, {})
    assert [bool(base.Verdict(right)) for right in (True, False)] == [True, False]


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (base.real, float("nan"), "is NaN"),
        (base.real, "1", "asked for is a number"),
        (base.real, True, "asked for is a number"),
        (base.yes_or_no, 1, "asked for is True or False"),
        (base.text, 3, "asked for is a text"),
        (base.tuple_of(base.whole), [1, 2], "is of type list; asked for is a tuple"),
        (base.tuple_of(base.whole), (1, None), "at place 1, is None"),
        (base.an(Board), "Board()", "asked for is a Board"),
    ],
)
def test_a_kind_refuses_what_is_of_another(kind, value, words):
    with pytest.raises(base.Wrong, match=re.escape(words)):
        kind(value)


@pytest.mark.parametrize(
    ("kind", "value", "kept"),
    [
        (base.whole, np.int8(3), 3),
        (base.real, np.float32(0.5), 0.5),
        (base.real, np.array(0.5), 0.5),
        (base.yes_or_no, np.True_, True),
        (base.tuple_of(base.whole), (np.int64(1), 2), (1, 2)),
        (base.or_none(base.whole), None, None),
    ],
)
def test_a_kind_takes_what_numpy_makes(kind, value, kept):
    assert kind(value) == kept


def test_there_is_no_other_check():
    with pytest.raises(AttributeError, match="there is no check_99 among the checks"):
        _ = checks.check_99


# ---------------------------------------------------------------- lesson 01


def drop(cells, column, player, row=-1):
    empty = np.flatnonzero(cells[:, column] == 0)
    if len(empty) == 0:
        return None
    after = cells.copy()
    after[empty[row], column] = player
    return after


def drop_by_loop(cells, column, player):
    after = np.array(cells, dtype=int)
    for row in range(len(cells) - 1, -1, -1):
        if after[row, column] == 0:
            after[row, column] = player
            return after


def drop_in_place(cells, column, player):
    after = drop(cells, column, player)
    if after is not None:
        cells[:] = after
        return cells


def drop_on_top_of_full(cells, column, player):
    after = drop(cells, column, player)
    return cells.copy() if after is None else after


def drop_over_the_last(cells, column, player):
    """One row too low."""
    after = cells.copy()
    after[min(np.count_nonzero(cells[:, column] == 0), len(cells) - 1), column] = player
    return after


def drop_of_the_player_to_move(cells, column, player):
    return drop(cells, column, 1 if (cells == 1).sum() == (cells == 2).sum() else 2)


def four_across(cells, wraps=False):
    for row in [cells.ravel()] if wraps else cells:
        for start in range(len(row) - 3):
            if row[start] and np.all(row[start : start + 4] == row[start]):
                return int(row[start])
    return None


def four_across_by_text(cells):
    for row in cells:
        for player in "12":
            if 4 * player in "".join(map(str, row)):
                return np.int8(player)


attack(
    "check_01_1",
    ["061626", "162606"],
    [
        (None, "has it got a value?"),
        (61626, "asked for is a text"),
        ("0", "row 3, column 6 holds nothing"),
        ("99", "no column 9"),
        ("06162", "row 3, column 6 holds nothing"),
        ("172737", "there is no column 7"),
        ("606162", "the players are exchanged"),
        ("605040", "counted from the left"),
        ("0616263", "row 5, column 3 holds a disc of X"),
    ],
)
attack(
    "check_01_2",
    [drop, drop_by_loop],
    [
        (None, "no function"),
        (nothing, "column 3 is not full, so there is an array to return"),
        (crash, "stops with KeyError"),
        (lambda cells, column, player: cells, "adds no disc"),
        (lambda cells, column, player: drop(cells, column, player).tolist(), "of type list; asked for is a ndarray"),
        (lambda cells, column, player: np.flatnonzero(cells[:, column] == 0)[-1], "asked for is a ndarray"),
        (drop_in_place, "has changed the array that it was given"),
        (lambda cells, column, player: drop(cells, column, player, row=0), "where it floats; row 0 is the top row"),
        (drop_over_the_last, "puts something else where a disc was, at row 5, column 3"),
        (lambda cells, column, player: drop(cells, column, 3 - player), "the third argument says whose disc it is"),
        (drop_of_the_player_to_move, "the third argument says whose disc it is"),
        (lambda cells, column, player: drop(cells, 6 - column, player), "that is another column"),
        (lambda cells, column, player: drop(cells, (column + 1) % 5, player), "that is another column"),
        (lambda cells, column, player: drop(cells, column, player)[:5], "has the shape (5, 7)"),
        (drop_on_top_of_full, "gives an array, but column 3 is full"),
        (lambda cells, column, player: drop(drop(cells, column, 1), column, 2), "changes 2 cells"),
        (lambda cells, column, player: Board.from_cells(cells).play(column).cells, "the third argument says whose"),
    ],
)
attack(
    "check_01_3",
    [four_across, four_across_by_text],
    [
        (None, "no function"),
        (nothing, "X has the bottom row"),
        (crash, "stops with KeyError"),
        (lambda cells: 1, "an empty cell is nobody's"),
        (lambda cells: four_across(cells) is not None, "False, of type bool"),
        (lambda cells: four_across(cells[-1:]), "any row"),  # passed
        (lambda cells: four_across(cells, wraps=True), "the end of one row and the beginning of the next"),  # passed
        (lambda cells: (player := four_across(cells)) and 3 - player, "X has the bottom row"),
        (lambda cells: four_across(cells) or four_across(cells.T), "a column, not a row"),
        (lambda cells: Board.from_cells(cells).winner, "a column, not a row"),
        (lambda cells: next((p for p in (1, 2) if (cells[-1] == p).sum() > 3), None), "no four"),
        (lambda cells: four_across(cells[:, :6]), "right edge"),
    ],
)
attack(
    "check_01_4",
    [568, np.int64(568)],
    [
        (None, "has it got a value?"),
        ("568", "of type str; asked for is a number"),  # got the hint "a little more than half"
        (568.0, "of type float; asked for is a whole number"),
        (560, "its own mirror image has no other half"),
        (1120, "counts a position and its mirror image as two"),
        (567, "hardly any too few"),
        (569, "hardly any too many"),
        (16, "less than half"),
    ],
)

# ---------------------------------------------------------------- lesson 02


def mean_length(board):
    if board.is_terminal:
        return 0
    return 1 + np.mean([mean_length(board.play(move)) for move in board.legal_moves()])


def mean_length_by_chances(board, chance=1.0):
    if board.is_terminal:
        return 0.0
    moves = board.legal_moves()
    return chance + sum(mean_length_by_chances(board.play(move), chance / len(moves)) for move in moves)


def simulated_length(board):
    rng, moves = np.random.default_rng(1), 0
    for _ in range(300):
        game = board
        while not game.is_terminal:
            legal = game.legal_moves()
            game, moves = game.play(legal[int(rng.random() * len(legal))]), moves + 1
    return moves / 300


def playouts_needed(s, width):
    return int(np.ceil((2 * 1.96 * s / width) ** 2))


def playouts_needed_by_halves(s, width):
    few, many = 0, 1_000_000
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if 2 * 1.959964 * s / middle**0.5 <= width else (middle, many)
    return np.int64(many)


def careful_player(board, rng):
    safe = [move for move in board.legal_moves() if not winning_moves(board.play(move))]
    move = rule_based_player(board, rng)
    return move if winning_moves(board) or not safe or move in safe else safe[int(rng.random() * len(safe))]


def careful_player_by_luck(board, rng):
    safe = [move for move in board.legal_moves() if not winning_moves(board.play(move))]
    while True:
        move = rule_based_player(board, rng)
        if winning_moves(board) or not safe or move in safe:
            return move


def careful_of_itself(board, rng):
    """The other player's viewpoint: avoids the moves that win."""
    safe = [move for move in board.legal_moves() if not board.play(move).winner]
    return safe[int(rng.random() * len(safe))]


def careful_until_none_is_safe(board, rng):
    if winning_moves(board):
        return rule_based_player(board, rng)
    safe = [move for move in board.legal_moves() if not winning_moves(board.play(move))]
    return safe[int(rng.random() * len(safe))]


def halving(moves, sample, budget, this_round=False, worse=False, half=lambda left: (left + 1) // 2, last_all=True):
    rounds, rewards = int(np.ceil(np.log2(len(moves)))), {move: [] for move in moves}
    while len(moves) > 1:
        for move in moves:
            if this_round or not last_all and len(moves) == 2:
                rewards[move] = []
            rewards[move] += [sample(move) for _ in range(budget // rounds // len(moves))]
        sign = 1 if worse else -1
        moves = sorted(moves, key=lambda move: sign * np.mean(rewards[move]))[: half(len(moves))]
    return moves[0]


def halving_by_sums(moves, sample, budget):
    left, sums, counts = list(moves), dict.fromkeys(moves, 0.0), dict.fromkeys(moves, 0)
    rounds = {7: 3, 3: 2, 2: 1}[len(left)]
    for _ in range(rounds):
        share = budget // rounds // len(left)
        for move in left:
            for _ in range(share):
                sums[move] += sample(move)
            counts[move] += share
        left.sort(key=lambda move: sums[move] / counts[move], reverse=True)
        left = left[: -(-len(left) // 2)]
    return np.int64(left[0])


def evenly(moves, sample, budget):
    means = {move: np.mean([sample(move) for _ in range(budget // len(moves))]) for move in moves}
    return max(means, key=means.get)


attack(
    "check_02_1",
    [mean_length, mean_length_by_chances],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda board: "0", "asked for is a number"),
        (lambda board: float((board.cells == 0).sum()), "the game is over"),
        (lambda board: 0 if board.is_terminal else (board.cells == 0).sum(), "some games end by a line"),
        (lambda board: 1 + mean_length(board), "too long: the game is over"),
        (simulated_length, "close, but not exact"),  # got a hint about the likelihood of moves
        (lambda board: mean_length(board) and mean_length(board) - 1, "too short"),
    ],
)
attack(
    "check_02_2",
    [playouts_needed, playouts_needed_by_halves],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda width: 385, "stops with TypeError"),
        (lambda s, width: float(playouts_needed(s, width)), "of type float; asked for is a whole number"),
        (lambda s, width: 0, "without playouts there is no mean"),
        (lambda s, width: int(1 / width), "too few playouts"),
        (lambda s, width: playouts_needed(s, 2 * width), "on both sides of the mean"),
        (lambda s, width: int(np.ceil(2 * 1.96 * s / width)), "n stands under a square root"),
        (lambda s, width: playouts_needed(0.5, width), "s is an argument, not always 0.5"),
        (lambda s, width: int(np.ceil((2 * s / width) ** 2)), "where is the 1.96?"),
        (lambda s, width: int((2 * 1.96 * s / width) ** 2), "there is a playout missing"),
        (lambda s, width: playouts_needed(s, width) + 1, "so would fewer"),
        (lambda s, width: playouts_needed(s, width / 2), "so would fewer"),
        (lambda s, width: 100_000, "so would fewer"),
    ],
)
attack(
    "check_02_3",
    [careful_player, careful_player_by_luck],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda board, rng: 9, "plays 9, which is not legal"),
        (lambda board, rng: board.legal_moves(), "of type tuple; asked for is a number"),
        (rule_based_player, "after column 0 the opponent wins on top"),
        (careful_of_itself, "column 3 wins at once"),
        (careful_until_none_is_safe, "stops with IndexError"),
        (lambda board, rng: board.legal_moves()[0], "column 3 wins at once"),
        (
            lambda board, rng: min({careful_player(board, rng) for _ in range(20)}),
            "chance decides among them",
        ),
    ],
)
attack(
    "check_02_4",
    [halving, halving_by_sums],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (evenly, "nothing is dropped"),
        (lambda *given: halving(*given, this_round=True), "by the mean of all rewards"),  # passed
        (lambda *given: halving(*given, last_all=False), "the last decision, too"),  # passed
        (lambda *given: halving(*given, worse=True), "the better half stays in, not the worse"),  # "as it should be"
        (lambda *given: halving(*given, half=lambda left: left // 2), "of seven moves four stay in"),
        (lambda moves, sample, budget: halving(moves, sample, 2 * budget), "the whole budget"),
        (lambda moves, sample, budget: halving(range(8), sample, budget), "which is not one of those given"),
        (lambda moves, sample, budget: halving(moves, sample, budget // 2), "an equal part of a third"),
    ],
)

# ---------------------------------------------------------------- lesson 03


def my_ucb1(wins, visits, total, c, log=np.log):
    if visits == 0:
        return float("inf")
    return wins / visits + c * (log(total) / visits) ** 0.5


def my_ucb1_by_numpy(wins, visits, total, c):
    return np.float64(wins) / visits + c * np.sqrt(np.log(total) / visits) if visits else np.inf


def pulls_needed(c, gap, total):
    return int(np.ceil(c**2 * np.log(total) / gap**2))


def pulls_needed_step_by_step(c, gap, total):
    n = 1
    while c * (np.log(total) / n) ** 0.5 > gap:
        n += 1
    return n


attack(
    "check_03_1",
    [my_ucb1, my_ucb1_by_numpy],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda w, n, total, c: w / n, "stops with ZeroDivisionError"),
        (lambda w, n, total, c: w / n if n else 0.0, "the value infinity"),
        (lambda w, n, total, c: w / n if n else np.inf, "the bonus is missing"),
        (lambda w, n, total, c: str(my_ucb1(w, n, total, c)), "asked for is a number"),
        (lambda w, n, total, c: c * (np.log(total) / n) ** 0.5 if n else np.inf, "the mean is missing"),
        (lambda w, n, total, c: my_ucb1(w, n, total, -c) if n else np.inf, "not subtracted"),
        (lambda w, n, total, c: my_ucb1(n - w, n, total, c), "the pulls that paid nothing"),
        (lambda w, n, total, c: my_ucb1(w * n, n, total, c), "not the number of wins"),
        (lambda w, n, total, c: my_ucb1(w * n / total, n, total, c), "not of all"),
        (lambda *case: my_ucb1(*case, log=np.log10), "is the logarithm natural"),
        (lambda w, n, total, c: my_ucb1(w, n, n, c), "the visits of all levers"),
        (lambda w, n, total, c: w / n + c * np.log(total) ** 0.5 / n if n else np.inf, "over all of the fraction"),
        (lambda w, n, total, c: w / n + c * np.log(total) / n if n else np.inf, "where is the root"),
        (lambda w, n, total, c: my_ucb1(w, n, total, c, log=float), "where is the logarithm"),
        (lambda w, n, total, c: my_ucb1(w, n, total, c**0.5), "c stands before the root"),
        (lambda w, n, total, c: my_ucb1(w, n, total, 1), "where is c?"),
        (lambda w, n, total, c: my_ucb1(w, n, total, 2**0.5), "c is an argument"),
        (lambda w, n, total, c: my_ucb1(w, n, total, c * 2**0.5), "no 2 under our root"),
        (lambda w, n, total, c: my_ucb1(w, n, total + 1, c), "too large: the logarithm is of N, not of N + 1"),
        (lambda w, n, total, c: my_ucb1(w, n, total, c) + (c > 0) * 0.01, "too large: compare both terms"),
    ],
)
attack(
    "check_03_2",
    [
        lambda c, low, inside: c * inside**0.5 / (1 - low),
        lambda c, low, inside: np.sqrt(c * c * inside) * (1 if low == 0 else 0.5),
    ],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda c, low, inside: c, "the scale from -1 to 1 is twice as wide"),
        (lambda c, low, inside: c * (1 - low) / inside**0.5, "too large"),
        (lambda c, low, inside: c / (1 - low), "a 2 under the root is a factor"),
        (lambda c, low, inside: c * inside / (1 - low), "too large"),
        (lambda c, low, inside: c * inside**0.5 / 2, "our own convention"),
        (lambda c, low, inside: -c, "is positive here"),
    ],
)
attack(
    "check_03_3",
    [pulls_needed, pulls_needed_step_by_step],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda c, gap, total: 0, "needs at least one pull"),
        (lambda c, gap, total: 1, "too few"),
        (lambda c, gap, total: c**2 * np.log(total) / gap**2, "asked for is a whole number"),
        (lambda c, gap, total: int(c**2 * np.log(total) / gap**2), "too few"),
        (lambda c, gap, total: pulls_needed(c, gap, total) + 1, "too many"),
        (lambda c, gap, total: int(np.ceil(c * np.log(total) / gap**2)), "both c and the gap are squared"),
        (lambda c, gap, total: int(np.ceil(c**2 * np.log(total) / gap)), "both c and the gap are squared"),
        (lambda c, gap, total: int(np.ceil(c**2 * np.log10(total) / gap**2)), "is the logarithm natural?"),
        (lambda c, gap, total: pulls_needed(2**0.5, gap, total), "too many"),
    ],
)

# ---------------------------------------------------------------- lesson 04


def path_of(steps):
    """The path of the exercise, made wrong or not by `steps`, a function of the children's values."""
    from c4lib import ucb1

    node, path = TreeSearch(Board.from_moves("4202024003", rows=4, columns=5), rng=3).run(50).root, []
    while node.children:
        node = steps(node.children, lambda child: ucb1(child.wins, child.visits, child.parent.visits))
        path.append(node.move)
    return path


PATH = path_of(lambda children, value: max(children, key=value))


def waiting(mean, visits, rival, c=2**0.5):
    return int(np.ceil(np.exp(visits * (max(rival - mean, 0) / c) ** 2)))


def waiting_step_by_step(mean, visits, rival, c=2**0.5):
    parent = 1
    while mean + c * (np.log(parent) / visits) ** 0.5 < rival:
        parent += 1
    return np.float64(parent)


def selected(root, settings, rng, row=None, pick=None):
    """The `select` of the exercise; `row` gives the values of the children, `pick` one of those that are equal."""
    from c4lib import ucb1

    node = root
    while node.children:
        if row:
            values = [row(child, node, settings) for child in node.children]
        else:
            values = [ucb1(child.wins, child.visits, node.visits, settings.c) for child in node.children]
        ties = [child for child, value in zip(node.children, values, strict=True) if value == max(values)]
        drawn = pick or (lambda ties, rng: ties[int(rng.random() * len(ties))] if len(ties) > 1 else ties[0])
        node = drawn(ties, rng)
    return node


def selected_by_numpy(root, settings, rng):
    if not root.children:
        return root
    wins, visits = np.array([(child.wins, child.visits) for child in root.children]).T
    with np.errstate(all="ignore"):
        values = np.where(visits == 0, np.inf, wins / visits + settings.c * np.sqrt(np.log(root.visits) / visits))
    best = np.flatnonzero(values == values.max())
    place = best[int(rng.random() * best.size)] if best.size > 1 else best[0]
    return selected_by_numpy(root.children[place], settings, rng)


def bound(child, visits, c):
    """UCB1 with these visits under the logarithm."""
    return child.wins / child.visits + c * (np.log(visits) / child.visits) ** 0.5 if child.visits else np.inf


def least_for_o(root, settings, rng):
    node = root
    while node.children:
        values = [bound(child, node.visits, settings.c) for child in node.children]
        node = node.children[values.index(max(values) if node.game.to_move == 1 else min(values))]
    return node


def visits_the_leaf(root, settings, rng):
    leaf = selected(root, settings, rng)
    leaf.visits += 1
    return leaf


attack(
    "check_04_1",
    [PATH, np.array(PATH)],
    [
        (None, "is no list of columns"),
        (2, "is no list of columns"),
        ("2", "is no list of columns"),
        ([], "the path is empty"),
        ([0], "level 1: there is no child for column 0"),
        ([1], "column 1 has the value 1.025, another has more"),
        ([str(move) for move in PATH], "level 1 is '2', of type str"),
        (PATH[:-1], "has children: go on to a leaf"),
        ([*PATH, 1], "the path ends there"),
        (path_of(lambda children, value: min(children, key=value)), "another has more"),
        (path_of(lambda children, value: max(children, key=lambda child: child.visits)), "level"),
        ([move + 1 for move in PATH], "level 1"),
    ],
)
attack(
    "check_04_2",
    [selected, selected_by_numpy],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (select, "of type Selection; asked for is a SearchNode"),
        (lambda root, settings, rng: root, "you return the root, which has children"),
        (
            lambda root, settings, rng: max(root.children, default=root, key=lambda child: child.visits),
            "you stop after",
        ),
        (lambda root, settings, rng: SearchNode(Board()), "none of this tree"),
        (visits_the_leaf, "a selection only looks"),
        (least_for_o, "O takes the largest value, too"),
        (
            lambda *given: selected(*given, row=lambda child, node, settings: bound(child, node.visits, 1.4)),
            "with settings.c = 0",
        ),
        (
            lambda *given: selected(
                *given, row=lambda child, node, settings: bound(child, max(child.visits, 1), settings.c)
            ),
            "the logarithm is of the visits of the parent",
        ),
        (
            lambda *given: selected(
                *given, row=lambda child, node, settings: bound(child, node.root.visits, settings.c)
            ),
            "not of the root",
        ),
        (
            lambda *given: selected(
                *given,
                row=lambda child, node, settings: child.visits and bound(child, node.visits, settings.c),
            ),
            "without visits has the value infinity",
        ),
        (
            lambda *given: selected(
                *given,
                row=lambda child, node, settings: (
                    child.wins / child.visits + settings.c * (np.log(node.visits) / child.visits) ** 0.5
                ),
            ),
            "stops with ZeroDivisionError",
        ),
        (lambda *given: selected(*given, pick=lambda ties, rng: ties[0]), "take int(rng.random() * k)"),
        (
            lambda *given: selected(*given, pick=lambda ties, rng: ties[int(rng.random() * len(ties))]),
            "one for every tie, and none without",
        ),
    ],
)
attack(
    "check_04_3",
    [waiting, waiting_step_by_step],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda *case: "8", "asked for is a number"),
        (lambda *case: 0, "at least one visit"),
        (lambda mean, visits, rival, c: np.exp(visits * (max(rival - mean, 0) / c) ** 2), "so round up"),
        (lambda mean, visits, rival, c: int(np.exp(visits * (max(rival - mean, 0) / c) ** 2)), "it waits longer"),
        (lambda mean, visits, rival, c: waiting(mean, visits, rival), "it waits"),
        (lambda mean, visits, rival, c: int(np.ceil(np.exp(visits * ((rival - mean) / c) ** 2))), "it waits less"),
        (lambda *case: waiting(*case) + 1, "it waits less"),
        (lambda *case: waiting(*case) - 1, "waits longer"),
    ],
)

# ---------------------------------------------------------------- lesson 05


def expanded(leaf, settings, rng, moves=lambda game: game.legal_moves(), wait=0, pick=None, end=True, root=True):
    """The `expand` of the exercise, or one that waits longer, looks for other moves, ..."""
    waits = (leaf.parent is not None or not root) and leaf.visits < settings.expand_at + wait
    if end and leaf.game.is_terminal or waits:
        return leaf
    for move in moves(leaf.game):
        SearchNode(move=move, parent=leaf)
    added = leaf.children
    if pick:
        return pick(added, rng)
    return added[int(rng.random() * len(added))] if len(added) > 1 else added[0]


def expanded_from_a_list(leaf, settings, rng):
    enough = leaf.is_root or leaf.visits >= settings.expand_at
    added = [SearchNode(move=move, parent=leaf) for move in leaf.game.legal_moves() if enough]
    if not added:
        return leaf
    return added[0 if len(added) == 1 else int(np.floor(rng.random() * len(added)))]


def visits_the_child(leaf, settings, rng):
    node = expanded(leaf, settings, rng)
    if node is not leaf:
        node.visits += 1
    return node


def own_playouts_by_loop(node):
    own = node.visits
    for child in node.children:
        own -= child.visits
    return np.int64(own)


attack(
    "check_05_1",
    [7, np.int64(7)],
    [
        (None, "has it got a value?"),
        ("7", "asked for is a number"),
        (7.0, "asked for is a whole number"),
        (8, "which columns are open here?"),
        (6, "the root is a node, too"),
        (1, "all children come at once"),
        (49, "one iteration expands one leaf"),
    ],
)
attack(
    "check_05_2",
    [expanded, expanded_from_a_list],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda leaf, settings, rng: leaf.finished, "stops with AttributeError"),  # "Wrong for a finished game"
        (expand, "of type Expansion; asked for is a SearchNode"),
        (lambda leaf, settings, rng: leaf, "expand of the root with expand_at = 5 adds no child: the root never waits"),
        (lambda *given: expanded(*given, root=False), "the root never waits"),
        (lambda *given: expanded(*given, wait=1), "one visit is enough for expand_at = 1"),
        (lambda *given: expanded(*given, wait=-1), "it waits for its first playout"),
        (lambda *given: expanded(*given, end=False), "stops with IndexError"),
        (lambda *given: expanded(*given, moves=lambda game: range(game.columns)), "one for each legal move, in order"),
        (lambda *given: expanded(*given, moves=lambda game: game.legal_moves()[:1]), "one for each legal move"),
        (lambda *given: expanded(*given, moves=lambda game: game.legal_moves()[::-1]), "one for each legal move, in"),
        (lambda *given: expanded(*given, pick=lambda added, rng: added[0]), "too many or too few random numbers"),
        (
            lambda *given: expanded(*given, pick=lambda added, rng: added[int(rng.random() * len(added))]),
            "too many or too few random numbers",
        ),
        (
            lambda *given: expanded(
                *given, pick=lambda added, rng: (rng.random() if len(added) > 1 else 0, added[0])[1]
            ),
            "another child than int(rng.random() * k)",
        ),
        (lambda *given: expanded(*given, pick=lambda added, rng: added[0].parent), "none of the new children"),
        (visits_the_child, "no game has been played yet"),
    ],
)
attack(
    "check_05_3",
    [lambda node: node.visits - sum(child.visits for child in node.children), own_playouts_by_loop],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda node: node.visits, "before its first playout"),
        (lambda node: 1, "before its first playout"),
        (lambda node: int(node.parent is not None), "what did not go on to a child"),
        (
            lambda node: node.visits - sum(child.visits for child in node.children) if node.children else 1,
            "are its own",
        ),
        (lambda node: sum(child.visits for child in node.children) - node.visits, "what did not go on to a child"),
        (lambda node: node.visits - max((child.visits for child in node.children), default=0), "before its first"),
        (lambda node: "1", "asked for is a number"),
        (
            lambda node: min(1, node.visits - sum(child.visits for child in node.children)),
            "all its playouts are its own",
        ),
    ],
)

# ---------------------------------------------------------------- lesson 06


def simulated(node, rng):
    game = node.game
    while legal := game.legal_moves():
        game = game.play(legal[int(rng.random() * len(legal))])
    return game.winner


def simulated_by_recursion(node, rng):
    legal = node.game.legal_moves()
    if not legal:
        return node.game.winner
    return simulated_by_recursion(SearchNode(node.game.play(legal[int(rng.random() * len(legal))])), rng)


def simulated_by_integers(node, rng):
    game = node.game
    while legal := game.legal_moves():
        game = game.play(int(rng.choice(legal)))
    return game.winner


def simulated_in_the_tree(node, rng):
    while legal := node.game.legal_moves():
        node = SearchNode(move=legal[int(rng.random() * len(legal))], parent=node)
    return node.game.winner


def simulate_centred(node, settings, rng, pick=lambda legal, rng: legal[int(rng.random() * len(legal))], most=99):
    game, moves = node.game, []
    while (legal := game.legal_moves()) and len(moves) < most:
        moves.append(3 if 3 in legal else pick(legal, rng))
        game = game.play(moves[-1])
    return Simulation(node, tuple(moves), game)


def simulate_centred_by_choice(node, settings, rng):
    board, played = node.game, ()
    while not board.is_terminal:
        move = 3 if board.cells[0, 3] == 0 else int(rng.choice(board.legal_moves()))
        board, played = board.play(move), (*played, move)
    return Simulation(node=node, moves=played, final=board)


attack(
    "check_06_1",
    [2500, 2500.0],
    [
        (None, "has it got a value?"),
        ("2500", "asked for is a number"),
        (100, "typically 0.05 off, more than 0.01"),
        (-2500, "is no number of playouts"),  # passed
        (0, "is no number of playouts"),
        (2501, "less than 0.01"),  # was told "typically 0.010 off, not 0.01"
        (2499, "more than 0.01"),
        (250_000, "less than 0.01"),
    ],
)
attack(
    "check_06_2",
    [simulated, simulated_by_recursion],
    [
        (None, "no function"),
        (nothing, "another than with the library's"),
        (crash, "stops with KeyError"),
        (simulate, "stops with TypeError"),
        (lambda node, rng: 1, "is 1, another than"),
        (lambda node, rng: 0, "asked for is the winner: 1, 2 or None"),
        (lambda node, rng: True, "asked for is the winner"),
        (lambda node, rng: node.game, "asked for is the winner"),
        (simulated_by_integers, "another than with the library's random numbers"),  # non-uniform draws passed
        (simulated_in_the_tree, "leaves traces in the node"),
        (lambda node, rng: (winner := simulated(node, rng)) and 3 - winner, "that is the other player"),
        (lambda node, rng: (simulated(node, rng), rng.random())[0], "not drawn one random number for each move"),
    ],
)
attack(
    "check_06_3",
    [simulate_centred, simulate_centred_by_choice],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (simulate, "although 3 is open"),
        (lambda node, settings, rng: simulate_centred(node, settings, rng).moves, "asked for is a Simulation"),
        (lambda *given: simulate_centred(*given, pick=lambda legal, rng: legal[0]), "the same game with 60 seeds"),
        (
            lambda *given: simulate_centred(
                *given, pick=lambda legal, rng: legal[int(rng.random() * (len(legal) - 1))]
            ),
            "some other column is never",
        ),
        (lambda *given: simulate_centred(*given, most=5), "stops before the game is over"),
        (lambda *given: simulate_centred(*given)._replace(final=Board()), "not the position to which the moves lead"),
        (lambda *given: simulate_centred(*given)._replace(node=SearchNode(Board())), "not the one that was given"),
        (lambda node, settings, rng: Simulation(node, (3,) * 7, node.game), "not legal there"),
    ],
)

# ---------------------------------------------------------------- lesson 07

UPDATED = {"root": (5, 11), "column 3": (3, 6), "column 2": (2, 3)}


def my_update(node, winner, whose=lambda node: node.viewpoint, draw=0.5, root=True):
    while node is not None and (root or node.parent):
        node.visits += 1
        node.wins += draw if winner is None else float(winner == whose(node))
        node = node.parent


def my_update_by_path(node, winner):
    for passed in node.path:
        passed.visits = passed.visits + 1
        if winner is None:
            passed.wins += 1 / 2
        elif winner == passed.viewpoint:
            passed.wins += 1


attack(
    "check_07_1",
    [UPDATED, {name: [float(wins), visits] for name, (wins, visits) in UPDATED.items()}],
    [
        (None, "is no dict"),
        ([(5, 11), (3, 6), (2, 3)], "is no dict"),
        ({}, "no label for 'root'"),
        ({**UPDATED, "root": None}, "no pair of wins and visits"),
        ({**UPDATED, "root": ("5", 11)}, "asked for is a number"),
        ({"root": (4, 10), "column 3": (3, 5), "column 2": (1, 2)}, "one visit more"),
        ({"root": (4, 11), "column 3": (4, 6), "column 2": (1, 3)}, "counts for O, who won"),  # viewpoint
        ({**UPDATED, "column 3": (4, 6)}, "counts for X, who lost"),
        ({**UPDATED, "column 2": (2, 4)}, "one visit more"),
    ],
)
attack(
    "check_07_2",
    [my_update, my_update_by_path],
    [
        (None, "no function"),
        (nothing, "gets one visit, the root too"),
        (crash, "stops with KeyError"),
        (backpropagate, "stops with TypeError"),
        (lambda node, winner: setattr(node, "visits", node.visits + 1), "gets one visit, the root too"),
        (lambda node, winner: my_update(node, winner, root=False), "the root goes from 4/10 to 4.0/10"),
        (lambda node, winner: my_update(node, winner, whose=lambda node: node.game.to_move), "did that player win?"),
        (lambda node, winner: my_update(node, winner, whose=lambda node: 1), "did that player win?"),
        (lambda node, winner: my_update(node, winner, draw=0.0), "half a win for either player"),  # had no hint
        (lambda node, winner: my_update(node, winner, draw=1.0), "half a win for either player"),
        (
            lambda node, winner: [my_update(child, winner) for child in node.root.children],
            "the root goes from 4/10 to 4.0/12",
        ),
    ],
)


def choose(player, x_wins, visits, parent_visits, curious=1.0):
    wins = x_wins if player == 1 else [n - w for w, n in zip(x_wins, visits, strict=True)]
    values = [w / n + curious * (2 * np.log(parent_visits) / n) ** 0.5 for w, n in zip(wins, visits, strict=True)]
    return values.index(max(values))


def choose_by_numpy(player, x_wins, visits, parent_visits):
    rates = np.array(x_wins) / visits
    bonus = np.sqrt(2 * np.log(parent_visits) / np.array(visits))
    return np.argmax(rates + bonus) if player == 1 else np.argmin(rates - bonus)


attack(
    "check_07_3",
    [choose, choose_by_numpy],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda player, *case: choose(1, *case), "O does not want the wins of X"),
        (lambda player, *case: choose(3 - player, *case), "choose("),
        (lambda *case: choose(*case, curious=0), "few visits make a child attractive"),
        (lambda *case: choose(*case) + 1, "choose("),
        (lambda player, x_wins, visits, total: len(visits), "are counted from 0"),
        (
            lambda player, x_wins, visits, total: (
                np.argmin(np.array(x_wins) / visits) if player == 2 else choose(player, x_wins, visits, total)
            ),
            "few visits make a child attractive",
        ),
        (
            lambda player, x_wins, visits, total: (
                choose(1, x_wins, visits, total)
                if player == 1
                else np.argmin(np.array(x_wins) / visits + np.sqrt(2 * np.log(total) / np.array(visits)))
            ),
            "few visits make a child attractive",
        ),
    ],
)

# ---------------------------------------------------------------- lesson 08


def my_variation(search, key=lambda child: (child.visits, child.mean)):
    node, moves = search.root, []
    while node.children:
        node = max(node.children, key=key)
        moves.append(node.move)
    return tuple(moves)


def my_variation_by_recursion(search):
    def line(node):
        if not node.children:
            return ()
        most = max(child.visits for child in node.children)
        best = max((child for child in node.children if child.visits == most), key=lambda child: child.mean)
        return (np.int64(best.move), *line(best))

    return line(search.root)


def grow(board, settings, rng, iterations, simulated=1, updated=1, phases=(select, expand, simulate, backpropagate)):
    """The loop; `simulated` and `updated` choose between the leaf (0) and the node that expand has picked (1)."""
    first, second, third, fourth = phases
    root = SearchNode(board)
    for _ in range(iterations):
        leaf = first(root, settings, rng).leaf
        nodes = leaf, second(leaf, settings, rng).node
        fourth(nodes[updated], third(nodes[simulated], settings, rng).winner, settings)
    return root


def grow_by_the_library(board, settings, rng, iterations):
    return TreeSearch(board, settings, rng).run(iterations).root


def grow_without_expansion(board, settings, rng, iterations):
    root = SearchNode(board)
    for _ in range(iterations):
        backpropagate(root, simulate(root, settings, rng).winner, settings)
    return root


def visits_at(level, mean, parent_visits, c):
    return math.log(parent_visits) * (c / (level - mean)) ** 2


def visits_at_by_steps(level, mean, parent_visits, c):
    bonus = level - mean
    return np.float64(c**2 * np.log(parent_visits) / bonus**2)


attack(
    "check_08_1",
    [grow, grow_by_the_library],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda board, *rest: SearchNode(board), "has 0 visits"),
        (lambda *given: grow(*given).children[0], "asked for is the root"),
        (lambda *given: grow(*given).wins, "asked for is a SearchNode"),
        (lambda board, *rest: grow(board.play(3), *rest), "another position"),
        (lambda *given: grow(*given[:3], given[3] - 1), "has 59 visits"),
        (lambda *given: grow(*given[:3], given[3] + 1), "has 61 visits"),
        (grow_without_expansion, "nothing is ever expanded"),
        (lambda *given: grow(*given, simulated=0), "the playouts start from the leaf"),
        (lambda *given: grow(*given, updated=0), "never gets a visit"),
        (lambda board, settings, rng, n: grow(board, settings, np.random.default_rng(1), n), "draws nothing from rng"),
        (lambda board, settings, rng, n: grow(board, SearchSettings(), rng, n), "not handed on"),
        (
            lambda *given: grow(
                *given, phases=(select, expand, simulate, lambda node, winner, s: backpropagate(node, 1, s))
            ),
            "another tree",
        ),
    ],
)
attack(
    "check_08_2",
    [visits_at, visits_at_by_steps],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda level, mean, total, c: str(visits_at(level, mean, total, c)), "asked for is a number"),
        (lambda level, mean, total, c: visits_at(level, 0, total, c), "the level alone is more"),
        (lambda level, mean, total, c: math.log(total) * c / (level - mean), "the square of the gap"),
        (lambda level, mean, total, c: math.log(total) * c / (level - mean) ** 2, "c belongs to the square"),
        (lambda level, mean, total, c: visits_at(level, mean, total, 1), "where is c?"),
        (lambda level, mean, total, c: math.log10(total) * (c / (level - mean)) ** 2, "the natural one"),
        (lambda level, mean, total, c: total * (c / (level - mean)) ** 2, "ln N that counts"),
        (lambda level, mean, total, c: math.log(total) * ((level - mean) / c) ** 2, "so fewer visits"),
        (lambda *given: round(visits_at(*given)), "rounded"),
        (lambda *given: math.ceil(visits_at(*given)), "rounded"),
        (lambda *given: visits_at(*given) + 1, "with so many visits UCB1 is"),
        (lambda *given: -visits_at(*given), "greater than 0"),
        (lambda level, mean, total, c: total / 7, "with so many visits UCB1 is"),
    ],
)
attack(
    "check_08_3",
    [my_variation, my_variation_by_recursion],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda search: list(my_variation(search)), "asked for is a tuple"),
        (lambda search: (), "the line goes on"),
        (lambda search: my_variation(search)[:-1], "the line goes on"),
        (lambda search: (*my_variation(search), 3), "a node without children is reached"),
        (lambda search: my_variation(search, key=lambda child: child.mean), "another child has"),
        (lambda search: my_variation(search, key=lambda child: child.wins), "visits; another child has"),
        (
            lambda search: my_variation(search, key=lambda child: (child.visits, -child.mean)),
            "the higher mean",
        ),  # viewpoint
        (lambda search: my_variation(search, key=lambda child: child.visits), "the higher mean"),
        (lambda search: tuple(move + 1 for move in my_variation(search)), "comes"),
    ],
)

# ---------------------------------------------------------------- lesson 09

def belief_mean(w, n, wins, losses):
    return (w + wins) / (n + wins + losses)


def belief_mean_by_weights(w, n, wins, losses):
    weight = wins + losses
    played = w / n if n else 0
    return np.average([played, wins / weight], weights=[n, weight])


FIFTH = {"choices": {"c1", "c2", "a3", "b3"}, "root": (2, 7), "a3": (1, 3), "a3 b2": (1, 3)}

attack(
    "check_09_1",
    [FIFTH, {**FIFTH, "choices": ["b3", "a3", "c2", "c1"], "root": [2.0, np.int64(7)]}],
    [
        (None, "has it got a value?"),
        ((2, 7), "asked for is a dict"),
        ({}, "there is no 'choices' and no 'root'"),
        ({**FIFTH, "choices": None}, "asked for is a set"),
        ({**FIFTH, "choices": {"d4"}}, "no empty cell"),
        ({**FIFTH, "choices": {"b3"}}, "a move is missing among the choices"),
        ({**FIFTH, "choices": {"c1", "c2", "a3"}}, "a move is missing among the choices"),
        ({**FIFTH, "choices": FIFTH["choices"] | {"b2"}}, "b2 cannot be chosen"),
        ({**FIFTH, "root": 7}, "no pair of wins and visits"),
        ({**FIFTH, "root": ("2", 7)}, "asked for is a number"),
        ({**FIFTH, "root": (2, 6)}, "root: 2/6 is the label before"),
        ({**FIFTH, "root": (3, 7)}, "a win too many"),  # black's, as the mover would count
        ({**FIFTH, "root": (1, 5)}, "root: 1/5: the 2T visits"),
        ({**FIFTH, "a3": (0, 1)}, "a3: 0/1: the 2T visits"),
        ({**FIFTH, "a3": (2, 3)}, "a win too many"),
        ({**FIFTH, "a3 b2": (0, 3)}, "a3 b2: 0/3: the wins before"),
        ({**FIFTH, "a3 b2": (1, 4)}, "every node of the path gets one visit"),
        ({**FIFTH, "a3": None}, "no pair of wins and visits"),
    ],
)
attack(
    "check_09_2",
    [belief_mean, belief_mean_by_weights],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda w, n, wins, losses: w / n if n else 0.5, "without playouts the belief is all there is"),
        (lambda w, n, wins, losses: w / n, "stops with ZeroDivisionError"),
        (lambda w, n, wins, losses: (w + wins) / (n + wins), "too large"),
        (lambda w, n, wins, losses: (w + wins) / (n + 2 * wins), "too small"),
        (lambda w, n, wins, losses: belief_mean(n - w, n, wins, losses), "is worth so many wins"),  # the other player's
        (lambda w, n, wins, losses: belief_mean(w, n, losses, wins), "too small"),
        (lambda w, n, wins, losses: belief_mean(w, n + 1, wins, losses), "too small"),
    ],
)
attack(
    "check_09_3",
    [1.9, np.float64(1.8)],
    [
        (None, "has it got a value?"),
        ("1.9", "asked for is a number"),
        (float("inf"), "is not finite"),
        (float("nan"), "is NaN"),
        (0.5, "too small"),
        (-1, "too small"),
        (100, "too large"),
    ],
)

# ---------------------------------------------------------------- all of them


@pytest.mark.parametrize(
    ("name", "place"), [(name, place) for name, wrong in ATTACKS.items() for place in range(len(wrong))]
)
def test_a_wrong_answer_is_told_what_is_wrong_with_it(capsys, name, place):
    answer, words = ATTACKS[name][place]
    assert not getattr(checks, name)(answer)
    reply = capsys.readouterr().out
    assert reply.startswith("Not yet: ")
    assert reply.count("\n") == 1
    assert words in reply


@pytest.mark.parametrize(
    ("name", "place"), [(name, place) for name, right in RIGHT.items() for place in range(len(right))]
)
def test_a_right_answer_is_told_why(capsys, name, place):
    assert getattr(checks, name)(RIGHT[name][place])
    assert re.fullmatch(r"Right: \S.{10,}\.\n", capsys.readouterr().out)


def test_every_check_is_attacked():
    found = {
        name
        for path in (CHECKS / "checks").glob("lesson_*.py")
        for name in re.findall(r"^def (check_\d\d_\d)\(", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    }
    attacked = [
        name
        for path in Path(__file__).parent.glob("test_checks*.py")
        for name in re.findall(r'^attack\(\s*"(check_\d\d_\d)"', path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    ]
    assert sorted(found) == sorted(attacked)


@pytest.mark.parametrize("name", list(ATTACKS))
def test_an_attack_has_five_wrong_answers_and_two_right_ones(name):
    assert len(ATTACKS[name]) >= 5
    assert len(RIGHT[name]) >= 2
    assert any(answer is None for answer, _ in ATTACKS[name])
