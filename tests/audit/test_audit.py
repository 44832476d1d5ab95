"""The audit of students' searches: what is wrong is named, what is right is never blamed, and nothing stops it."""

import itertools
import subprocess
import sys
import threading
from contextlib import suppress
from functools import partial

import numpy as np
import pytest
from audit.students import COURSE
from audit.table import SEARCHES, row

import c4lib
from c4lib import SearchSettings, TreeSearch
from mctslab.audit import audit, auditing
from mctslab.audit.auditing import BOARDS, PLAYOUT_POSITIONS
from mctslab.audit.chances import Bet, chances
from mctslab.time_limit import Ended
from tools.lab import ROOT

pytestmark = pytest.mark.check  # each runs searches by the dozen

ONE_BROKEN = "every choice is one of the best"


@pytest.fixture
def file(tmp_path):
    """Writes a student's file, in which a text is replaced."""

    def written(source, old="", new=""):
        assert old in source
        path = tmp_path / "my_search.py"
        path.write_text(source.replace(old, new), encoding="utf-8")
        return path

    return written


def audited(path):
    return audit(path, seeds=1)


# ---------------------------------------------------------------- what is right


def test_the_functions_of_the_course_are_not_blamed(file):
    report = audited(file(COURSE))
    assert report.faults == [], report
    assert report.looked_at


@pytest.mark.parametrize(
    "changes",
    [
        {"prior": 2},
        {"expand_at": 0},
        {"expand_at": 5},
        {"distinct": True, "prior": 1},
        {"viewpoint": "root", "c": 0, "unvisited": 0.5},
        {"draw": 0, "loss": -1},
    ],
    ids=str,
)
def test_ours_is_right_in_every_setting(changes):
    report = audit(TreeSearch, SearchSettings(**changes), seeds=1)
    assert report.faults == [], report


def test_other_random_numbers_are_no_fault(file):
    drawn = "legal[int(rng.random() * len(legal))]"
    report = audited(file(COURSE, drawn, "int(rng.choice(legal))"))
    assert report.faults == [], report


def test_a_right_search_is_blamed_by_luck_hardly_ever(file):
    """The level is 1 in 1,000 audits; one of six searches from every position."""
    report = audit(file(COURSE), seeds=6)
    assert report.faults == [], report


# ---------------------------------------------------------------- what is wrong


def test_either_player_is_to_move_as_often():
    assert sorted(board.to_move for board in BOARDS) == [1, 1, 1, 1, 2, 2, 2, 2]


@pytest.mark.parametrize(
    ("old", "new", "phase", "condition"),
    [
        ("child.visits, node.visits,", "child.visits, child.visits,", "select", ONE_BROKEN),
        ("value == max", "value == min", "select", ONE_BROKEN),
        (
            "legal_moves():\n        Search",
            "legal_moves()[:-1] or leaf.game.legal_moves():\n        Search",
            "expand",
            "children are the moves, each once",
        ),
        ("game = node.game\n", "game = (node.parent or node).game\n", "simulate", "so ends no game"),
        ("return game.winner", "return 3 - (game.winner or 3) or None", "simulate", "so ends no game"),
        ("winner == 3 -", "winner == ", "backpropagate", "wins add up"),
        ("node.wins += 0.5", "pass", "backpropagate", "wins add up"),
        ("while node is not None", "while node.parent is not None", "backpropagate", "the root counts the iterations"),
        (
            "winner == 3 - node.game.to_move",
            "winner == (3 - node.game.to_move if node.root.game.to_move == 1 else node.game.to_move)",
            "backpropagate",
            "wins add up",
        ),
    ],
)
def test_a_planted_fault_is_found_in_its_phase(file, old, new, phase, condition):
    report = audited(file(COURSE, old, new))
    assert len(report.faults) == 1, report
    assert report.faults[0].startswith(f"your {phase} from "), report
    assert condition in report.faults[0]


def test_two_faults_are_both_found(file):
    path = file(COURSE.replace("value == max", "value == min"), "node.wins += 0.5", "pass")
    assert {one.split()[1] for one in audited(path).faults} == {"select", "backpropagate"}


def test_a_loop_of_ones_own_is_looked_at_too(file):
    """The four functions are right, and `grow` counts for the wrong player where O is at the root."""
    update = "        backpropagate(node, simulate(node, rng))\n"
    turned = "        winner = simulate(node, rng)\n"
    turned += "        backpropagate(node, winner and (winner if game.to_move == 1 else 3 - winner))\n"
    report = audited(file(COURSE, update, turned))
    assert len(report.faults) == 1, report
    assert "if player 1 is to move at the root" in report.faults[0]


@pytest.mark.parametrize("name", SEARCHES)
def test_the_table_of_the_docs_is_what_the_audit_says(name):
    cells = " | ".join([name, row(name)])
    assert f"| {cells} |" in (ROOT / "docs" / "audit.md").read_text(encoding="utf-8")


# ---------------------------------------------------------------- what stops, hangs, or is nonsense


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (
            "def select(root, settings, rng):\n    return [][0]",
            "raises IndexError: list index out of range (line 2 of my_search.py: return [][0])",
        ),
        ("def select(root, settings, rng):\n    exit()", "raises SystemExit"),
        ("def select(root, settings, rng):\n    return None", "returns None, not a node of the tree"),
        ("def simulate(node, rng):\n    return 'X'", "returns 'X', not 1, 2 or None"),
        ("def expand(leaf, settings, rng):\n    return leaf.root.children[0]", "raises IndexError"),
        (
            "def simulate(node, rng):\n    object.__setattr__(node.root.game, 'winner', 1)\n    return 1",
            "changes the position",
        ),
    ],
)
def test_what_a_search_should_not_do_is_a_sentence(file, source, words):
    report = audited(file(source))
    assert words in report.faults[0]


def test_what_fails_only_when_a_search_is_repeated_is_a_sentence():
    calls = itertools.count()

    def simulate(node, rng):
        if next(calls) == auditing.ITERATIONS + 10:
            raise KeyError
        return c4lib.simulate(node, SearchSettings(), rng).winner

    assert audited({"simulate": simulate}).faults == [auditing.NOT_REPEATED]


@pytest.mark.parametrize("brought", [dict, partial(partial, TreeSearch)], ids=["dict", "class"])
def test_what_fails_only_in_many_playouts_is_a_sentence(brought):
    def simulate(node, settings, rng):
        if node.game.rows == 6:
            raise KeyError
        return c4lib.simulate(node, settings, rng)

    report = audited(brought(simulate=simulate))
    assert len(report.faults) == len(PLAYOUT_POSITIONS)
    assert "your simulate from" in report.faults[0]
    assert "raises KeyError" in report.faults[0]


class Choosy(TreeSearch):
    """Takes some boards only."""

    def __init__(self, game, settings=None, rng=None, rows=6):
        if game.rows < rows:
            raise ValueError("too small")
        super().__init__(game, rng=rng)


@pytest.mark.parametrize("rows", [4, 6])
def test_what_cannot_be_made_on_our_boards_cannot_be_told(rows):
    report = audited(partial(Choosy, rows=rows))
    assert report.faults == [], report
    assert "raises ValueError: too small (line " in report.unknown[0]
    assert 'of test_audit.py: raise ValueError("too small")' in report.unknown[0]
    assert "nothing can be told" in report.headline


def test_a_search_that_ends_the_process_is_a_sentence():
    class Ending(TreeSearch):
        def run(self, iterations):
            sys.exit()

    report = audited(Ending)
    assert "in iteration 1: the search cannot go on, SystemExit" in report.faults[0]


def test_a_file_may_use_what_stands_beside_it(file):
    path = file("from beside import select\n")
    source = "import c4lib\n\ndef select(*arguments):\n    return c4lib.select(*arguments)\n"
    path.with_name("beside.py").write_text(source)
    before = [*sys.path]
    assert audited(path).faults == []
    assert sys.path == before


def test_after_trouble_the_other_phases_are_judged(file):
    source = COURSE.replace("    node = root\n", "    return None\n").replace("node.wins += 0.5", "pass")
    report = audited(file(source))
    assert [one.split()[1] for one in report.faults] == ["select", "backpropagate"], report


def test_an_endless_loop_is_stopped_and_named():
    def simulate(node, rng):
        while True:
            with suppress(Exception):
                rng.random()

    before = threading.active_count()
    report = audit({"simulate": simulate}, seconds=1)
    assert threading.active_count() == before, "nothing is left behind"
    assert len(report.faults) == 1
    assert "your simulate, in iteration 1" in report.faults[0]
    assert "still going on after 1 seconds" in report.faults[0]


def test_a_search_that_is_only_slow_is_not_called_endless(monkeypatch):
    """Its functions have come to their end in one search, and the time is over in the next."""
    ended = []

    def stopped(work, seconds):
        with suppress(Ended):
            work()
        return {}

    def simulate(node, rng):
        ended.append(node)
        if len(ended) > 100:
            raise Ended
        return c4lib.simulate(node, SearchSettings(), rng).winner

    monkeypatch.setattr(auditing, "limited", stopped)
    report = audit({"simulate": simulate}, seeds=1)
    assert report.faults == [], report
    assert "still going on" in report.unknown[0]


def test_a_file_that_never_ends_is_stopped(file):
    report = audit(file("while True:\n    pass"), seconds=1)
    assert report.faults == ["loading your search is still going on after 1 seconds, and was stopped"]


def test_a_position_that_is_spoilt_is_whole_for_the_next(file):
    audited(file("def simulate(node, rng):\n    object.__setattr__(node.root.game, 'winner', 1)\n    return 1"))
    assert audited(file(COURSE)).faults == []


def test_a_generator_of_its_own_is_named(file):
    import_it = COURSE.replace("import math", "import math\nimport random\n")
    report = audited(file(import_it, "best[int(rng.random() * len(best))]", "random.choice(best)"))
    assert report.faults == ["the same seed gives another tree: it draws from a generator that it was not given"]


@pytest.mark.parametrize("nothing", [3, {}, {"seelct": print}, "nowhere.py"], ids=str)
def test_what_is_no_search_is_refused(nothing):
    with pytest.raises(ValueError, match="no search|cannot be run"):
        audit(nothing)


@pytest.mark.parametrize("wrong", [{"seeds": 0}, {"seconds": 0}, {"seconds": float("nan")}, {"settings": 3}], ids=str)
def test_a_wrong_argument_is_refused(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        audit(TreeSearch, **wrong)


def test_what_the_search_prints_is_not_shown(file, capsys):
    audited(file(COURSE, "    node = root\n", "    print('here')\n    node = root\n"))
    assert capsys.readouterr().out == ""


# ---------------------------------------------------------------- chance


def test_the_chances_are_those_of_random_games():
    board, rng = PLAYOUT_POSITIONS[0], np.random.default_rng(1)
    winners = []
    for _ in range(2000):
        game = board
        while legal := game.legal_moves():
            game = game.play(legal[int(rng.random() * len(legal))])
        winners.append(game.winner)
    for winner, chance in chances(board).items():
        assert abs(winners.count(winner) / 2000 - chance) < 4 * (chance * (1 - chance) / 2000) ** 0.5


def test_bets_against_what_is_right_are_rarely_won():
    """With chances that depend on what has been before; at most 5 % reach 20 (Ville): 400 bets, 99.9 % of 400 x 0.05 are below 35."""
    rng = np.random.default_rng(1)
    won = 0
    for _ in range(400):
        bet, chance = Bet("coin"), 0.5
        for _ in range(200):
            happened = rng.random() < chance
            bet.see(happened, chance)
            chance = 0.2 if happened else 0.6
        won += bet.p <= 0.05
    assert won < 35


def test_what_is_impossible_needs_no_statistics():
    bet = Bet("drawn")
    bet.see(True, 0)
    assert bet.p == 0


# ---------------------------------------------------------------- the command


def command(path):
    arguments = [sys.executable, "-m", "mctslab", "audit", str(path)]
    return subprocess.run(arguments, capture_output=True, text=True, timeout=100)


def test_the_command_reports_and_says_by_its_status_whether_it_found_something(file):
    done = command(file(COURSE, "value == max", "value == min"))
    assert done.returncode == 1
    assert "your select from" in done.stdout


def test_the_command_says_what_is_wrong_with_a_file(file):
    done = command(file("def select(root"))
    assert done.returncode == 2
    assert "cannot be run: SyntaxError" in done.stdout
