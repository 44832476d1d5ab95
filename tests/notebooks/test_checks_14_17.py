"""The checks of lessons 14 to 17 are attacked, in the manner of test_checks.py, which has the table of all attacks."""

import math
import re

import numba
import numpy as np
import pytest
import test_checks
from checks import lesson_16
from test_checks import ATTACKS, RIGHT, attack, crash, nothing

from c4lib import Board, SearchSettings, Selection, backpropagate, select, sound_moves, ucb1
from c4lib.arena.game import play_game
from c4lib.arena.perfect import exact_scores, optimal_moves
from c4lib.players import mcts_player, random_player
from notebooks import find, read, tags

# ---------------------------------------------------------------- lesson 14


def judge(scores, move):
    best = max(scores.values())
    if scores[move] == best:
        return "optimal"
    return "sound" if np.sign(scores[move]) == np.sign(best) else "mistake"


def judge_by_rank(scores, move):
    ranking = sorted(scores.values())
    outcomes = [(score > 0) - (score < 0) for score in (scores[move], ranking[-1])]
    return np.str_("mistake" if outcomes[0] < outcomes[1] else "optimal" if ranking[-1] == scores[move] else "sound")


def judge_for_the_other(scores, move):
    return judge({column: -score for column, score in scores.items()}, move)


def judge_without_draws(scores, move):
    best = max(scores.values())
    return "optimal" if scores[move] == best else "sound" if (scores[move] < 0) == (best < 0) else "mistake"


def judge_by_distance(scores, move):
    """In lost positions the fastest loss."""
    best = max(scores.values(), key=lambda score: (np.sign(score), abs(score)))
    return "optimal" if scores[move] == best else judge({**scores, -1: 99 * int(np.sign(best))}, move)


def judge_by_first(scores, move):
    """Of several best moves only the first is optimal."""
    tied = [column for column in scores if scores[column] == scores[move]]
    return judge(scores, move) if move == tied[0] else judge(scores, move).replace("optimal", "sound")


def kept_from(right):
    since = None
    for playouts, is_sound in right.items():
        since = (since or playouts) if is_sound else None
    return since


def kept_from_behind(right):
    kept = None
    for playouts in sorted(right, reverse=True):
        if not right[playouts]:
            break
        kept = np.int64(playouts)
    return kept


def exact_late(board, rng, from_discs=24, before=None, after=sound_moves):
    if np.count_nonzero(board.cells) < from_discs:
        return (before or mcts_player(100))(board, rng)
    return after(board)[0]


def exact_late_by_moves(board, rng):
    late = len(board.moves) >= 24
    return int(rng.choice(optimal_moves(board))) if late else mcts_player(100)(board, rng)


def worst_moves(board):
    scores = exact_scores(board)
    return [min(scores, key=scores.get)]


def own_select(root, settings, rng, c=None, values=True):
    """As if there were no proofs: the highest UCB1, and a random number for a tie."""
    path = [root]
    while path[-1].children:
        node = path[-1]
        numbers = [ucb1(child.wins, child.visits, node.visits, c or settings.c) for child in node.children]
        best = [child for child, number in zip(node.children, numbers, strict=True) if number == max(numbers)]
        path.append(best[int(rng.random() * len(best))] if len(best) > 1 else best[0])
    return Selection(tuple(path), ())


def unproven(root, settings, rng):
    return select(root, SearchSettings(c=settings.c), rng)


def forgets_proofs(root, settings, rng):
    for node in root.descendants:
        node.proof = None
    return select(root, settings, rng)


def changes_the_settings(root, settings, rng):
    object.__setattr__(settings, "solve", False)
    return select(root, settings, rng)


attack(
    "check_14_1",
    [judge, judge_by_rank],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda scores, move: scores[move] > 0, "of type bool; asked for is a text"),
        (lambda scores, move: judge(scores, move).title(), "none of the three words"),
        (lambda scores, move: "optimal" if scores[move] > 0 else "mistake", "column 1 has a higher score: 5, not 2"),
        (
            lambda scores, move: "optimal" if scores[move] == max(scores.values()) else "mistake",
            "nothing is given away",
        ),
        (lambda scores, move: "mistake" if scores[move] < 0 else judge(scores, move), "this move is a loss, too"),
        (judge_for_the_other, "there is a win to be had, and this move is a win, too"),
        (judge_without_draws, "there is a win to be had, and this move is only a draw"),
        (judge_by_distance, "column 6 has a higher score: -2, not -7"),
        (judge_by_first, "no other move has a higher score than 4"),
    ],
)
attack(
    "check_14_2",
    [kept_from, kept_from_behind],
    [
        (None, "no function"),
        (nothing, "at 10,000, the last number, the move is sound"),
        (crash, "stops with KeyError"),
        (lambda right: str(kept_from(right)), "of type str; asked for is a number"),
        (lambda right: next((n for n, is_sound in right.items() if is_sound), None), "at 100 playouts it is no longer"),
        (lambda right: next((n for n in sorted(right)[::-1] if right[n]), None), "is not the smallest"),
        (lambda right: max([n for n in right if not right[n]], default=10), "at 100 playouts the move is not sound"),
        (lambda right: list(right).index(kept_from(right) or 10), "none of the numbers of playouts"),
        (lambda right: kept_from(right) or 10_000, "at 10,000 playouts the move is not sound"),
        (lambda right: kept_from({n: right.get(n, False) for n in (10, 100, 1_000, 10_000)}), "None, but at 300,000"),
        (lambda right: kept_from(right) if right.get(100) in (False, None) else 10, "at 1000 playouts it is no longer"),
    ],
)
attack(
    "check_14_3",
    [exact_late, exact_late_by_moves],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (random_player, "which is a mistake"),
        (mcts_player(100), "with 25 discs, plays"),
        (lambda board, rng: sound_moves(board), "of type tuple; asked for is a number"),
        (lambda board, rng: 7, "plays 7, which is not legal"),
        (lambda board, rng: exact_late(board, rng, 25), "with 24 discs, plays"),  # passed: > for >=
        (lambda board, rng: exact_late(board, rng, 25), "24 discs are enough"),
        (lambda board, rng: exact_late(board, rng, 23), "with 23 discs, plays"),
        (lambda board, rng: exact_late(board, rng, 0), "with fewer than 24 discs nothing is to change"),
        (lambda board, rng: exact_late(board, rng, before=mcts_player(1_000)), "mcts_player(100) plays"),
        (lambda board, rng: exact_late(board, np.random.default_rng(5)), "with the same rng"),
        (lambda board, rng: exact_late(board, rng, after=worst_moves), "which is a mistake"),  # viewpoint
        (lambda board, rng: exact_late(board, rng, 0 if board.cells.sum() >= 24 else 24), "nothing is to change"),
    ],
)
attack(
    "check_14_4",
    [unproven, own_select],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (select, "proven nodes are still skipped"),
        (lambda *given: unproven(*given).leaf, "asked for is a Selection"),
        (lambda root, settings, rng: own_select(root, settings, rng, c=1.0), "without proofs they are"),
        (lambda root, settings, rng: Selection((root,), ()), "without proofs they are"),
        (lambda root, settings, rng: unproven(root, settings, np.random.default_rng(1)), "without proofs they are"),
        (forgets_proofs, "loses proofs"),
        (changes_the_settings, "nothing is proven any more"),
    ],
)

# ---------------------------------------------------------------- lesson 15


def open_columns(taken, top=5, height=7):
    return [column for column in range(7) if not taken >> (height * column + top) & 1]


def open_columns_by_text(taken):
    columns = re.findall("[01]{7}", f"{taken:049b}")[::-1]
    return [np.int64(column) for column, bits in enumerate(columns) if bits[1] == "0"]


def has_three(discs, steps=(1, 6, 7, 8)):
    return any(discs & discs >> step & discs >> 2 * step for step in steps)


def has_three_by_cells(discs):
    cells = {divmod(bit, 7) for bit in range(49) if discs >> bit & 1}
    return any(
        {(column + across, row + up), (column - across, row - up)} <= cells
        for column, row in cells
        for across, up in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


def has_three_without_spare_bits(discs):
    """Column by column with six bits each, so that lines run on into the next column."""
    packed = sum((discs >> 7 * column & 63) << 6 * column for column in range(7))
    return has_three(packed, (1, 5, 6, 7))


def mirror(bits, column=0b1111111, last=6):
    return sum((bits >> 7 * k & column) << 7 * (last - k) for k in range(7))


def mirror_by_cells(bits):
    return np.int64(sum(2 ** (7 * (6 - bit // 7) + bit % 7) for bit in range(49) if bits >> bit & 1))


def mirror_upside_down(bits):
    turned = int(f"{bits:049b}"[::-1], 2)  # the spare bit is below now
    return turned >> 1


def mirror_of_the_outer_columns(bits):
    column = 0b1111111
    inner = bits & ~(column | column << 42)
    return inner | (bits & column) << 42 | bits >> 42 & column


def random_wins(games, rng, player=0, steps=(1, 6, 7, 8), drawn=0):
    """How many of the games a player wins; a draw counts `drawn` times."""
    wins = 0
    for _ in range(games):
        heights, discs = np.zeros(7, np.int64), np.zeros(2, np.uint64)
        turn, over = 0, False
        while not over and heights.sum() < 42:
            column = int(rng.random() * 7)
            if heights[column] < 6:
                discs[turn] |= np.uint64(1) << np.uint64(7 * column + heights[column])
                heights[column] += 1
                for step in steps:
                    one, two = np.uint64(step), np.uint64(2 * step)
                    pairs = discs[turn] & (discs[turn] >> one)
                    over |= pairs & (pairs >> two) != 0
                wins += over and turn == player
                turn = 1 - turn
        wins += drawn if not over else 0
    return wins


def compiled_wins(player=0, steps=(1, 6, 7, 8), drawn=0):
    plays = numba.njit(random_wins)

    @numba.njit
    def first_wins(games, rng):
        return plays(games, rng, player, steps, drawn)

    return first_wins


@numba.njit
def wins_by_cells(games, rng):
    wins = 0
    for _ in range(games):
        cells = np.zeros((13, 6), np.int8)  # three empty columns on each side
        heights, moves, winner = np.zeros(13, np.int64), 0, 0
        while winner == 0 and moves < 42:
            column = 3 + rng.integers(0, 7)
            row = heights[column]
            if row == 6:
                continue
            player = 1 + moves % 2
            cells[column, row], heights[column], moves = player, row + 1, moves + 1
            for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                run = 1
                for side in (-1, 1):
                    c, r = column + side * across, row + side * up
                    while 0 <= r < 6 and 0 <= c < 13 and cells[c, r] == player:
                        run, c, r = run + 1, c + side * across, r + side * up
                if run >= 4:
                    winner = player
        wins += winner == 1
    return wins


@numba.njit
def share_of_wins(games, rng):
    return 0.5557 + 0 * rng.random()


@numba.njit
def half_of_the_games(games, rng):
    return games // 2


@numba.njit
def guessed_wins(games, rng):
    return int(games * 0.5557)


@numba.njit
def guesses_with_luck(games, rng):
    return sum([1 for _ in range(games) if rng.random() < 0.5])


@numba.njit
def luck_of_its_own(games, rng):
    return sum([1 for _ in range(games) if np.random.random() < 0.5557])  # noqa: NPY002


@numba.njit
def is_not_compilable(games, rng):
    return Board().columns


@numba.njit
def draws_for_ever(games, rng):
    """Longer than anybody waits, but not so long that the tests are still at it in the end."""
    drawn = 0
    for _ in range(8_000_000_000):
        drawn += rng.random() < 0.5
    return drawn


attack(
    "check_15_1",
    [open_columns, open_columns_by_text],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda taken: list(range(7)), "names column 6, which is full"),
        (lambda taken: tuple(open_columns(taken)), "of type tuple; asked for is a list"),
        (lambda taken: [str(column) for column in open_columns(taken)], "at place 0, is '0', of type str"),
        (lambda taken: [column + 1 for column in open_columns(taken)], "they are counted from 0 to 6"),
        (lambda taken: open_columns(taken, top=4), "leaves out column"),
        (lambda taken: open_columns(taken, top=6), "which is full: its highest cell is taken"),  # the spare bit
        (lambda taken: open_columns(taken, height=6), "names column 6, which is full"),
        (lambda taken: [column for column in range(7) if column not in open_columns(taken)], "leaves out column 0"),
        (lambda taken: open_columns(taken)[::-1], "from left to right"),
        (lambda taken: list(range(6)), "leaves out column 6"),
    ],
)
attack(
    "check_15_2",
    [has_three, has_three_by_cells],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda discs: False, "0, 1 and 2 are in a line, one above the other"),
        (lambda discs: True, "is True, but no three"),
        (lambda discs: discs & discs >> 1 & discs >> 2, "asked for is True or False"),
        (lambda discs: has_three(discs, (1,)), "are in a line, side by side"),
        (lambda discs: has_three(discs, (1, 7)), "are in a line, rising"),
        (lambda discs: has_three(discs, (1, 7, 8)), "are in a line, falling"),
        (lambda discs: has_three(discs, (1, 5, 6, 7)), "are in a line, rising"),
        (lambda discs: any(discs & discs >> step for step in (1, 6, 7, 8)), "is True, but no three"),
        (lambda discs: has_three(discs) and not has_three(discs & discs >> 7), "2, 9 and 16 are in a line"),
        (lambda discs: any(discs & discs >> 2 * step for step in (1, 6, 7, 8)), "is True, but no three"),
        (has_three_without_spare_bits, "is True, but no three"),
        (lambda discs: discs.bit_count() > 2, "is True, but no three"),
        (lambda discs: has_three(discs & 2**35 - 1), "45, 46 and 47 are in a line"),
    ],
)
attack(
    "check_15_3",
    [mirror, mirror_by_cells],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda bits: bits, "nothing is exchanged"),
        (lambda bits: f"{mirror(bits):049b}", "of type str"),
        (lambda bits: 1 << 42, "which column of the board is seen there?"),  # right for one input
        (lambda bits: int(f"{bits:049b}"[::-1], 2), "no cell: bit 48"),
        (mirror_upside_down, "each stands on its head"),
        (lambda bits: mirror(bits, last=7), "no cell: bit 49"),
        (lambda bits: mirror(bits, column=0b11111), "column"),
        (mirror_of_the_outer_columns, "which column of the board is seen there?"),
        (lambda bits: bits << 42 | bits >> 42, "no cell: bit 63"),
    ],
)
attack(
    "check_15_4",
    [compiled_wins(), wins_by_cells],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda games, rng: games // 2, "draws nothing from rng: it plays no game"),
        (lambda games, rng: int(games * 0.5557), "draws nothing from rng"),  # passed
        (half_of_the_games, "draws nothing from rng"),
        (guessed_wins, "draws nothing from rng"),
        (luck_of_its_own, "draws nothing from rng"),
        (random_wins, "it plays, but in plain Python"),  # passed
        (share_of_wins, "of type float; asked for is a whole number"),
        (guesses_with_luck, "of 1,000,000 games, too few"),
        (is_not_compilable, "numba cannot compile it, TypingError"),
        (draws_for_ever, "does not come to an end; it was stopped after 5 seconds"),
        (compiled_wins(player=1), "that is about what is left for player 2"),  # viewpoint
        (compiled_wins(drawn=1), "is a full board without a line counted as won?"),
        (compiled_wins(steps=(1, 7, 8)), "are all four directions looked at?"),  # passed
        (lambda games, rng: games, "draws nothing from rng"),
        (lambda games, rng: [rng.random() for _ in range(games)] and 2 * games, "a number of games won is from 0 to 1"),
        (lambda games, rng: [rng.random() for _ in range(games)] and games, "some are won, and some are not"),
    ],
)

# ---------------------------------------------------------------- lesson 16

FAULTS = ["the child's logarithm", "one viewpoint", "the prior twice"]  # of mystery(1), mystery(2), mystery(3)


def update(
    node, winner, settings, reward=lambda winner, node: 0.5 if winner is None else float(winner == node.viewpoint)
):
    made = backpropagate(node, winner, settings)
    for passed, before in zip(made.path, made.before, strict=True):
        passed.wins = before[0] + reward(winner, passed)
    return made


def update_again(node, winner, settings):
    made = update(node, winner, settings)
    for passed in made.path:
        passed.wins += winner == passed.viewpoint
    return made


def update_with_visits(node, winner, settings):
    made = update(node, winner, settings)
    for passed in made.path:
        passed.visits += 1
    return made


def update_that_forgets(node, winner, settings):
    made = update(node, winner, settings)
    for passed in made.path:
        passed.wins = float(winner == passed.viewpoint)
    return made


def update_of_the_leaf(node, winner, settings):
    made = backpropagate(node, winner, settings)
    for passed, before in zip(made.path[1:], made.before[1:], strict=True):
        passed.wins = before[0]
    return made


def visits_add_up(root, prior=True):
    return root.visits - 2 * prior * root.prior == sum(
        child.visits - 2 * prior * child.prior for child in root.children
    )


def wins_add_up(root, complement=True):
    wins = sum(child.wins - child.prior for child in root.children)
    return root.wins - root.prior == (root.simulations - wins if complement else wins)


def root_adds_up(root):
    return visits_add_up(root) and wins_add_up(root)


def root_adds_up_by_numpy(root):
    own, *theirs = [np.array([node.wins, node.simulations]) - [node.prior, 0] for node in (root, *root.children)]
    wins, visits = np.sum(theirs, axis=0)
    return np.bool_(visits == own[1] and np.isclose(own[0] + wins, visits))


def root_adds_up_for_one_prior(root):
    """As if T were 1."""
    wins = sum(child.wins - 1 for child in root.children)
    return sum(child.visits - 2 for child in root.children) == root.visits - 2 == wins + root.wins - 1


def root_adds_up_and_is_mended(root):
    right = root_adds_up(root)
    root.visits = root.visits + 1
    return right


def shallow(root, settings, rng, deepest=2, value=None):
    value = value or (lambda child: ucb1(child.wins, child.visits, child.parent.visits, settings.c))
    path = [root]
    while path[-1].children and len(path) <= deepest:
        path.append(max(path[-1].children, key=value))
    return Selection(tuple(path), ())


def shallow_by_the_library(root, settings, rng):
    selection = select(root, settings, rng)
    return Selection(selection.path[:3], selection.values[:2])


def skips_a_level(root, settings, rng):
    path = shallow(root, settings, rng).path
    return Selection((root, path[-1]) if len(path) > 1 else path, ())


def shallow_at_first(root, settings, rng):
    """What is right in the searches, and deeper than that once a game has begun."""
    return (shallow if len(root.game.moves) in (0, 6) else select)(root, settings, rng)


attack(
    "check_16_1",
    [FAULTS, tuple(FAULTS)],
    [
        (None, "None is no list of names"),
        ("one viewpoint", "is no list of names"),
        ([], "there are 0 names in it, for three suspects"),
        (FAULTS[:2], "there are 2 names in it"),  # "Three names, please."
        ([1, 2, 3], "the name of mystery(1) is 1, of type int; asked for is a text"),
        (["One viewpoint", *FAULTS[1:]], "'One viewpoint' is no name in the museum"),
        (["correct"] * 3, "mystery(1) is not 'correct': it breaks the condition"),
        ([*FAULTS[:2], "correct"], "mystery(3) is not 'correct': it breaks the condition 'simulations add up'"),
        (["not simulated", *FAULTS[1:]], "which 'not simulated' keeps"),
        (
            [FAULTS[0], "the prior twice", "one viewpoint"],
            "mystery(2) is not 'the prior twice': it keeps the condition",
        ),
        (FAULTS[::-1], "mystery(1) is not 'the prior twice'"),
        ([FAULTS[0], FAULTS[0], FAULTS[2]], "mystery(2) is not"),
    ],
)
attack(
    "check_16_2",
    [update, backpropagate],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda *given: update(*given, lambda winner, node: float(winner == 1)), "the root, which counts for player 2"),
        (lambda *given: update(*given, lambda winner, node: float(winner == node.viewpoint)), "a draw is half a win"),
        (
            lambda *given: update(*given, lambda winner, node: float(winner in (None, node.viewpoint))),
            "a draw is half a win",
        ),
        (
            lambda *given: update(*given, lambda winner, node: 0.5 if winner is None else float(winner == 1)),
            "has that player won?",
        ),
        (
            lambda *given: update(*given, lambda winner, node: 0.5 if winner is None else winner == node.game.to_move),
            "the root, which counts for player 2",
        ),  # viewpoint
        (update_again, "adds one win at most"),
        (update_with_visits, "the visits were right before"),
        (update_that_forgets, "takes none away"),
        (update_of_the_leaf, "has that player won?"),
        (lambda *given: update(*given).path, "asked for is a Backpropagation"),
    ],
)
attack(
    "check_16_3",
    [root_adds_up, root_adds_up_by_numpy],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda root: True, "the update has one viewpoint only, is True"),
        (lambda root: False, "a false alarm"),
        (lambda root: int(root_adds_up(root)), "asked for is True or False"),
        (wins_add_up, "one visit too many, and the right wins, is True"),  # passed
        (visits_add_up, "the update has one viewpoint only, is True"),
        (lambda root: visits_add_up(root, prior=False) and wins_add_up(root), "are the priors left out"),
        (lambda root: visits_add_up(root) and wins_add_up(root, complement=False), "does a child's win count against"),
        (root_adds_up_for_one_prior, "on 6 x 7 with T = 0, is False; a false alarm"),
        (lambda root: visits_add_up(root) and root.wins == int(2 * root.wins) / 2, "one viewpoint only, is True"),
        (root_adds_up_and_is_mended, "changes the numbers of the tree"),
    ],
)
attack(
    "check_16_4",
    [shallow, shallow_by_the_library],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (select, "goes 3 moves below the root"),
        (lambda *given: shallow(*given, deepest=3), "goes 3 moves below the root"),
        (lambda *given: shallow(*given, deepest=0), "stops at depth 0, at a node with children"),  # passed
        (lambda *given: shallow(*given, deepest=1), "stops at depth 1, at a node with children"),  # passed
        (lambda *given: shallow(*given, value=lambda child: -child.visits), "where another is worth"),  # passed
        (lambda *given: shallow(*given, value=lambda child: child.mean), "only the depth is to be wrong"),
        (lambda *given: shallow(*given, value=lambda child: child.move), "only the depth is to be wrong"),
        (lambda *given: shallow(*given).leaf, "asked for is a Selection"),
        (lambda *given: Selection(shallow(*given).path[::-1], ()), "does not begin at the root"),
        (skips_a_level, "no child of the one before"),
        (shallow_at_first, "goes 3 moves below the root"),
    ],
)


def test_the_museum_breaks_what_the_lesson_shows():
    notebook = read(find(["16"])[0])
    cell = next(cell for cell in notebook.cells if "conditions.items()" in cell.source and "answer" in tags(cell))
    shown = dict(re.split("  +", line, maxsplit=1) for line in cell.outputs[0].text.splitlines() if "  " in line)
    named = {name: "; ".join(conditions) or "nothing" for name, conditions in lesson_16.BREAKS.items()}
    assert named.items() <= shown.items()


# ---------------------------------------------------------------- lesson 17


def games_in_chunk(sending, game, share):
    return max(1, int(np.ceil(sending * (1 - share) / share / game - 1e-9)))


def games_in_chunk_rounded_up(sending, game, share):
    """One more where the number is whole, and the rounding of a float is upwards."""
    return np.int64(max(1, math.ceil(sending * (1 - share) / share / game)))


def games_in_chunk_by_trying(sending, game, share):
    games = 1
    while sending / (sending + games * game) > share:
        games += 1
    return games


def needed(sending, game, share):
    return sending * (1 - share) / share / game


def game_length(seed, board=None):
    return len(play_game(random_player, random_player, seed, board or Board(4, 4)).moves)


def lengths(numbers, seed=lambda number: (2, number)):
    return {number: game_length(seed(number)) for number in numbers}


def lengths_by_hand(numbers):
    found = {}
    for number in numbers:
        rng, board = np.random.default_rng([number, 17]), Board(4, 4)
        while not board.is_terminal:
            board = board.play(rng.choice(board.legal_moves()))
        found[number] = np.int64(len(board.moves))
    return found


def lengths_in_turn(numbers):
    rng = np.random.default_rng(2)
    return {number: game_length(int(rng.integers(2**31))) for number in numbers}


def lengths_by_place(numbers):
    return {number: game_length((2, place)) for place, number in enumerate(numbers)}


LUCK = np.random.default_rng(1)


def lengths_by_luck(numbers):
    return {number: game_length(int(LUCK.integers(2**31))) for number in numbers}


def lengths_by_count(numbers):
    return {number: game_length((2, number, len(numbers))) for number in numbers}


def read_whole(data):
    *whole, torn = data.split("\n")
    return [int(line) for line in whole]


def read_whole_by_pattern(data):
    return [np.int64(number) for number in re.findall(r"(.+)\n", data)]


def speedup(alone, shared, workers):
    return (alone + shared) / (alone + shared / workers)


def ceiling(alone, shared):
    return 1 + shared / alone if alone else np.inf


def speedup_by_shares(alone, shared, workers):
    part = alone / (alone + shared)
    return np.float64(1 / (part + (1 - part) / workers))


def ceiling_by_shares(alone, shared):
    with np.errstate(divide="ignore"):
        return np.float64(alone + shared) / alone


attack(
    "check_17_1",
    [games_in_chunk, games_in_chunk_rounded_up, games_in_chunk_by_trying],  # the second was rejected
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda sending, game, share: 1, "too few games"),
        (lambda sending, game, share: max(1, np.ceil(needed(sending, game, share))), "asked for is a whole number"),
        (lambda sending, game, share: max(1, int(needed(sending, game, share))), "too few games"),  # passed
        (lambda sending, game, share: max(1, round(needed(sending, game, share))), "too few games"),
        (lambda sending, game, share: int(needed(sending, game, share)) + 1, "it is not the smallest number"),
        (lambda sending, game, share: max(1, math.ceil(sending / share / game)), "it is not the smallest number"),
        (lambda sending, game, share: games_in_chunk(sending, game, 1 - share), "too few games"),
        (lambda sending, game, share: games_in_chunk(game, sending, share), "too few games"),
        (lambda sending, game, share: 2, "games_in_chunk(0.01, 0.003, 0.3) is 2"),  # right for one input
        (lambda sending, game, share: 0 if game > 1 else games_in_chunk(sending, game, share), "at least one game"),
    ],
)
attack(
    "check_17_2",
    [lengths, lengths_by_hand],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lengths_in_turn, "Dealt out in two parts"),
        (lengths_by_place, "game 26 first: a game is to depend on its number"),
        (lengths_by_luck, "a game is to depend on its number, and on nothing else"),
        (lengths_by_count, "a game is to depend on its number, and on nothing else"),
        (lambda numbers: list(lengths(numbers).values()), "of type list; asked for is a dict"),
        (lambda numbers: {place: length for place, length in enumerate(lengths(numbers).values())}, "nothing for game"),
        (lambda numbers: lengths(range(40)), "has 40 games; 15 were asked for"),
        (lambda numbers: {number: str(length) for number, length in lengths(numbers).items()}, "of type str"),
        (lambda numbers: lengths(numbers, lambda number: 2), "all games are alike"),
        (lambda numbers: lengths(numbers, lambda number: number // 2), "as long as the game whose number is 1 lower"),
        (lambda numbers: lengths(numbers, lambda number: number % 10), "as long as the game whose number is 10 lower"),
        (lambda numbers: {number: number % 10 for number in numbers}, "game 0 has 0 moves"),  # passed
        (lambda numbers: {number: 7 + number % 10 for number in numbers}, "number is 10 lower"),  # passed
        (
            lambda numbers: {number: int(np.random.default_rng(number).integers(7, 17)) for number in numbers},
            "of random games it is about",
        ),
        (lambda numbers: {number: game_length((2, number), Board()) for number in numbers}, "from 7 to 16"),
    ],
)
attack(
    "check_17_3",
    [read_whole, read_whole_by_pattern],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda data: [int(line) for line in data.splitlines()], "'34' has no newline"),
        (lambda data: [int(line) for line in data.splitlines()[:-1]], "every line counts that has its newline"),
        (lambda data: data.split("\n")[:-1], "at place 0, is '12', of type str"),
        (lambda data: tuple(read_whole(data)), "of type tuple; asked for is a list"),
        (lambda data: [int(line) for line in data.split("\n")], "stops with ValueError"),
        (lambda data: sorted(read_whole(data)), "in their order"),
        (lambda data: list(dict.fromkeys(read_whole(data))), "every line counts that has its newline, here 4"),
        (lambda data: [int(mark) for mark in data if mark.isdigit()], "in their order"),
        (lambda data: read_whole(data)[:3], "every line counts that has its newline, here 4"),
        (lambda data: read_whole(data) if data.count("\n") != 2 else [7, 8], "asked for are the numbers of the lines"),
    ],
)
attack(
    "check_17_4",
    [(speedup, ceiling), [speedup_by_shares, ceiling_by_shares]],
    [
        (None, "None is no pair of the two functions"),
        (speedup, "is no pair of the two functions"),
        ((speedup,), "is no pair of the two functions"),
        ((speedup, None), "None is no function"),
        ((speedup(10, 90, 9), ceiling(10, 90)), "5.0 is no function"),
        ((nothing, ceiling), "is None"),
        ((crash, ceiling), "stops with KeyError"),
        ((ceiling, speedup), "stops with TypeError"),
        ((lambda alone, shared, workers: workers, ceiling), "speedup(10, 90, 9) is 9, too large"),
        ((lambda alone, shared, workers: alone + shared / workers, ceiling), "too large: one worker needs 100 seconds"),
        ((lambda alone, shared, workers: 1 / speedup(alone, shared, workers), ceiling), "too small"),
        ((lambda alone, shared, workers: workers / (1 + alone), ceiling), "too small: one worker needs"),
        ((lambda alone, shared, workers: str(workers), ceiling), "asked for is a number"),
        ((speedup, lambda alone, shared: (alone + shared) / alone), "stops with ZeroDivisionError"),
        ((speedup, lambda alone, shared: ceiling(alone, shared) if alone else 0), "there is no limit"),
        ((speedup, lambda alone, shared: float("inf")), "ceiling(10, 90) is inf, too large"),
        ((speedup, lambda alone, shared: shared / alone if alone else np.inf), "10 of 100 seconds are left"),
        ((speedup, lambda alone, shared: speedup(alone, shared, 1000)), "there is no limit"),
        ((speedup, lambda alone, shared: 10.0 if alone else np.inf), "ceiling(50, 50) is 10, too large"),
    ],
)

# ---------------------------------------------------------------- all of them

MINE = [name for name in ATTACKS if re.match("check_1[4-7]", name)]


@pytest.mark.parametrize(("name", "place"), [(name, place) for name in MINE for place in range(len(ATTACKS[name]))])
def test_a_wrong_answer_is_told_what_is_wrong_with_it(capsys, name, place):
    test_checks.test_a_wrong_answer_is_told_what_is_wrong_with_it(capsys, name, place)


@pytest.mark.parametrize(("name", "place"), [(name, place) for name in MINE for place in range(len(RIGHT[name]))])
def test_a_right_answer_is_told_why(capsys, name, place):
    test_checks.test_a_right_answer_is_told_why(capsys, name, place)


@pytest.mark.parametrize("name", MINE)
def test_an_attack_has_five_wrong_answers_and_two_right_ones(name):
    test_checks.test_an_attack_has_five_wrong_answers_and_two_right_ones(name)


def test_all_checks_of_these_lessons_are_attacked():
    assert {f"check_{lesson}_{k}" for lesson in range(14, 18) for k in (1, 2, 3, 4)} == {*MINE}
