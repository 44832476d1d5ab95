"""The audit of strangers' programs: what is wrong is a fault, what others may do is a habit, and a right program is never accused."""

import importlib
import math
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from nim import Nim

from c4lib import Board, SearchSettings, TreeSearch
from mctslab.audit import audit_tree
from mctslab.audit.any_program import LATE

pytestmark = pytest.mark.check  # each grows hundreds of trees

FOLDER = Path(__file__).parent / "programs"
MOVED = "for the player who moved into the node"
TO_MOVE = "for the player to move at the node"
ROOT = "for the player to move at the root"

# A part of what is said of the fault of each program, and parts of what is said of its habits.
STRANGERS = {
    "finished_counts_nothing": ("nothing is counted at any node", ["several visits"]),
    "whole_playouts": ("", [MOVED]),
    "puct_values": ("", [TO_MOVE, "PUCT"]),
    "proven_stops": ("", [MOVED, "once the result is proven"]),
    "plain": ("", [MOVED, "a win counts 1, a draw 0, a loss -1", "by UCB1, c from 1."]),
    "leaf_turn_wins": ("who cannot win any more", [MOVED]),
    "for_player_one": ("", ["for player 1", "from the left", "UCB1"]),
    "property_raises": ("", [MOVED, "from the right"]),
}


def program_called(name):
    return importlib.import_module(f"audit.programs.{name}")


def audited(name, **how):
    program = program_called(name)
    return audit_tree(program.grow, **program.NAMES, **how)


@pytest.mark.parametrize("name", STRANGERS)
def test_of_every_program_the_fault_is_named_and_its_habits_are_none(name):
    fault, habits = STRANGERS[name]
    report = audited(name)
    assert bool(report.faults) == bool(fault), report
    assert fault in "".join(report.faults), report
    for habit in habits:
        assert habit in "\n".join(report.habits), report


def test_shared_nodes_are_no_fault():
    program = program_called("whole_playouts")
    report = audit_tree(program.grow_shared, **program.NAMES)
    assert report.faults == [], report
    assert "a position that is reached in two ways has one node" in "\n".join(report.habits)


def test_every_program_has_a_row():
    files = {path.stem for path in FOLDER.glob("*.py")} - {"__init__"}
    assert files == STRANGERS.keys()


# ---------------------------------------------------------------- planted, and not planted


def planted(*changes):
    """The program in which nothing is wrong, with texts replaced."""
    source = (FOLDER / "plain.py").read_text(encoding="utf-8")
    for old, new in changes:
        assert source.count(old) == 1
        source = source.replace(old, new)
    names = {}
    exec(compile(source, "planted.py", "exec"), names)
    return audit_tree(names["grow"], **names["NAMES"])


LOST = "        if node.num_visits and not node.actions:\n            continue\n"
RESULT = "-1 if end.winner == node.board.to_move else 1"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("log(self.parent.num_visits)", "log(self.num_visits)", "the logarithm of the child's own visits"),
        (RESULT, "1 if end.winner == node.board.to_move else -1", "for the opponent of the player who chooses"),
        (RESULT, "1 if end.winner == board.to_move else -1", "also where the opponent chooses"),
        (RESULT, "1 if end.winner == 1 else -1", "for player 1, also where player 2 chooses"),
        (RESULT, "-1 if end.winner == node.board.to_move else int(rng.integers(-1, 2))", "no result counts so"),
        ("end = node.board\n", "end = (node.parent or node).board\n", "has won there"),
        ("        end = node.board\n", LOST + "        end = node.board\n", "nothing is counted at any node"),
        ("            node = node.parent\n", "            node = node.parent and node.parent.parent or node.parent\n", "its children together"),
    ],
)
def test_a_planted_fault_is_named_with_iteration_node_and_numbers(old, new, words):
    report = planted((old, new))
    assert words in "\n".join(report.faults), report
    assert "iteration " in report.faults[0]
    assert "from Board.from_moves" in report.faults[0]
    assert "fault" in report.headline


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("int(rng.choice(missing))", "missing[0]", "from the left"),
        ("0 if end.winner is None else", "-1 if end.winner is None else", "a draw no more than a loss"),
        ("if missing:", "if missing and (len(missing) == len(self.children) or rng.random() < 0.5):", "while others are untried"),
        ("math.sqrt(2 * math.log(self.parent.num_visits) / self.num_visits)", "math.sqrt(self.parent.num_visits) / (1 + self.num_visits)", "PUCT"),
    ],
)  # fmt: skip
def test_a_habit_is_no_fault(old, new, words):
    report = planted((old, new))
    assert report.faults == [], report
    assert words in "\n".join(report.habits), report
    assert "fault" not in report.headline


@pytest.mark.parametrize("worth", ["0.9 ** len(end.moves)", "rng.random()"], ids=["discount", "evaluation"])
def test_results_of_many_values_are_not_judged_and_the_headline_says_so(worth):
    usual = f"0 if end.winner is None else {RESULT}"
    report = planted((usual, f"({RESULT}) * {worth}"))
    assert report.faults == [], report
    assert "whose results are counted" in "\n".join(report.unknown), report
    assert report.headline == "grow: partly judged, nothing wrong was found in that part."


@pytest.mark.parametrize(
    ("worth", "habit"),
    [(RESULT, MOVED), ("1 if end.winner == board.to_move else -1", ROOT)],
    ids=["moved", "root"],
)
def test_who_stops_at_the_first_end_of_a_game_is_not_accused(worth, habit):
    """Nothing is counted from then on, and no finished game says whose the results are."""
    end = "        end = node.board\n"
    stop = "        if node.board.is_terminal:\n            break\n"
    report = planted((RESULT, worth), (end, stop + end))
    assert report.faults == [], report
    assert habit in "\n".join(report.habits), report


def test_playouts_by_a_rule_are_no_fault():
    report = planted(("int(rng.choice(end.legal_moves()))", "end.legal_moves()[0]"))
    assert report.faults == [], report
    assert "how moves are drawn in playouts" in "\n".join(report.unknown), report


def test_playouts_that_are_broken_off_are_no_fault():
    report = planted(("while not end.is_terminal", "if not end.is_terminal"))
    assert report.faults == [], report
    assert "it was broken off, or a win at its end was not seen" in "\n".join(report.habits), report


def test_nodes_may_begin_with_a_visit_where_the_root_does_not():
    report = planted(("self.num_visits = 0, 0", "self.num_visits = 0, int(parent is not None)"))
    assert report.faults == [], report
    assert "begins with 0 wins in 1 visits" in "\n".join(report.habits), report


def test_nodes_may_begin_with_t_wins_in_2t_visits():
    def grow(game, rng, iterations):
        return TreeSearch(game, SearchSettings(prior=3), rng=rng).run(iterations).root

    report = two_boards(grow)
    assert report.faults == [], report
    assert "begins with 3 wins in 6 visits" in "\n".join(report.habits), report


def test_who_searches_in_batches_is_not_accused():
    def grow(board, rng, iterations):
        return TreeSearch(board, rng=rng).run(4 * math.ceil(iterations / 4)).root

    report = two_boards(grow)
    assert report.faults == [], report
    assert "it does 4 iterations at once" in report.habits


def test_several_visits_an_iteration_are_not_what_a_node_begins_with():
    assert "begins with" not in "\n".join(audited("finished_counts_nothing").habits)


def test_who_samples_the_move_is_not_accused():
    """In proportion to the visits, as programs do that learn."""
    program = program_called("plain")

    def grow(game, rng, iterations):
        root, _ = program.grow(game, rng, iterations)
        visits = [child.num_visits if child else 0 for child in root.children]
        return root, root.actions[int(rng.choice(len(visits), p=np.divide(visits, sum(visits))))]

    report = audit_tree(grow, **program.NAMES)
    assert report.faults == [], report
    assert "the move played need not be the most visited" in "\n".join(report.habits), report


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("name", ["plain", "property_raises", "puct_values", "for_player_one"])
def test_a_right_program_is_not_accused_by_luck(name, number):
    """Four styles, each with random numbers of its own, from two of the positions."""
    program = program_called(name)

    def grow(game, rng, iterations):
        return program.grow(game, np.random.default_rng([number, *rng.integers(2**32, size=2)]), iterations)

    report = audit_tree(grow, **program.NAMES, games=LATE[number * 2 : number * 2 + 2])
    assert report.faults == [], report


# ---------------------------------------------------------------- the adapter


def two_boards(grow, **names):
    return audit_tree(grow, **names, games=LATE[:2])


def course_tree(game, rng, iterations):
    return TreeSearch(game, rng=rng).run(iterations).root


def test_a_name_that_is_not_there_gets_the_list_of_those_that_are():
    report = two_boards(lambda game, rng, iterations: SimpleNamespace(games=1, win=0, children=[]))
    assert report.faults == []
    assert "has no 'visits'; it has children, games, win" in report.unknown[0]


def test_an_error_of_the_adapter_is_shown_with_its_own_line():
    def grow(game, rng, iterations):
        return "3" + 4

    report = two_boards(grow)
    assert report.faults == []
    assert "raises TypeError" in report.unknown[0]
    assert 'of test_any_program.py: return "3" + 4' in report.unknown[0]
    assert "fault" not in report.headline


def endless(game, rng, iterations):
    return endless(game, rng, iterations)


@pytest.mark.parametrize(
    ("grow", "words"),
    [
        (lambda game, rng, iterations: None, "a NoneType has no 'visits'; it has nothing"),
        (lambda game, rng, iterations: sys.exit(), "raises SystemExit"),
        (endless, "raises RecursionError"),
        (lambda game: game, "raises TypeError"),
        (lambda *given: SimpleNamespace(visits=1, children=None), "the root has no children"),
        (lambda *given: SimpleNamespace(visits=1, children=3), "raises TypeError: 'int' object is not iterable"),
        (lambda *given: SimpleNamespace(visits="many", children=[]), "'many', and no number"),
        (lambda *given: (course_tree(*given), np.array([3, 2])), "raises ValueError"),
    ],
)
def test_whatever_an_adapter_does_is_a_sentence(grow, words):
    report = two_boards(grow)
    assert report.faults == [], report
    assert words in report.unknown[0]


def test_a_move_that_is_none_is_no_fault():
    report = two_boards(lambda *given: (course_tree(*given), [3]))
    assert report.faults == [], report
    assert "it is [3]" in report.habits[0]


@pytest.mark.parametrize(
    "names",
    [
        {"children": lambda node: {child.move: child for child in node.children}},
        {"children": lambda node: [(child.move, child) for child in node.children]},
        {"children": lambda node: iter(node.children)},
        {"children": lambda node: [None, *node.children], "move": lambda node: np.int64(node.move)},
        {"mean": lambda node: node.wins / node.visits if node.visits else None},
    ],
    ids=["dict", "pairs", "once", "list", "mean"],
)
def test_every_shape_of_a_node_is_read(names):
    read, usual = two_boards(course_tree, **names), two_boards(course_tree)
    assert read.habits == usual.habits
    assert usual.faults == read.faults == []


def test_moves_that_count_from_one_are_no_fault_but_cannot_be_read():
    report = two_boards(course_tree, move=lambda node: node.move + 1)
    assert report.faults == []
    assert "where legal are" in report.unknown[0]


def test_luck_of_its_own_is_not_judged():
    report = two_boards(lambda game, rng, iterations: TreeSearch(game).run(iterations).root)
    assert report.faults == []
    assert "the same rng gives another tree" in report.unknown[0]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"grow": 3}, "grow must be a function"),
        ({"wins": 3}, "wins must be a name or a function of a node"),
        ({"games": ["chess"]}, "no game position"),
        ({"games": [Nim(0)]}, "this one is over"),
        ({"games": []}, "must be a list of positions"),
        ({"games": Nim(3)}, "must be a list of positions"),
        ({"games": [Board()]}, "at most 50,000 positions may follow"),
    ],
)
def test_a_wrong_argument_is_refused(wrong, words):
    with pytest.raises(ValueError, match=words):
        audit_tree(**({"grow": course_tree} | wrong))


def test_what_is_printed_is_not_shown(capsys):
    def grow(game, rng, iterations):
        print("here")
        return course_tree(game, rng, iterations)

    two_boards(grow)
    assert capsys.readouterr().out == ""
