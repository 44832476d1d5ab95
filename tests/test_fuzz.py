"""The long random run: it finds a planted fault, the line it prints repeats the case, and no part starves."""

import re
import signal
import time
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from fuzz import command, games, searches
from fuzz.parts import PARTS, Part

import c4lib
from c4lib import SearchSettings, phases
from c4lib._tools import whole_number
from c4lib.proofs import Proof
from mctslab.arena import journal

pytestmark = pytest.mark.check  # of a tool

SEED = 5
READY = [name for name, part in PARTS.items() if not part.missing()]  # OpenSpiel need not be there


@pytest.mark.parametrize("name", READY)
def test_a_few_cases_of_every_part_pass(name, monkeypatch):
    monkeypatch.setattr(searches, "LARGE", 100)  # a really large one takes seconds
    compared = [command.run_case(PARTS[name], name, SEED, number) for number in range(3)]
    assert sum(compared) > 0


# ---------------------------------------------------------------- planted faults


def draws_lose(settings, winner, viewpoint):
    return 1.0 if winner == viewpoint else settings.loss


def never_across(*case):
    return won(*case) and case[0].count(1) % 5 > 0


won = c4lib.board.completes_line
solve_moves = games.solve_moves
sum_of = c4lib.fast.search._sum_of
grow_trees = searches.grow_trees


def unchained(before, rest):
    """A line of a journal that can stand behind any other."""
    return b'{"chain": "0123456789abcdef", ' + rest


def more_nodes(name, value, *bounds, **named):
    return value + 100 if name == "max_nodes" else whole_number(name, value, *bounds, **named)


@contextmanager
def nothing_held():
    yield lambda: False


def first_part_twice(nodes, **place):
    return sum_of([nodes[0], *nodes], **place)


FAULTS = {
    "reward": ("twins", SearchSettings, "reward", draws_lose),
    "bound": ("bounded", c4lib.fast.search, "whole_number", more_nodes),
    "formula": ("oracle", phases, "ucb1", lambda wins, visits, *others: wins / visits if visits else 1.0),
    "rule": ("rules", c4lib.board, "completes_line", never_across),
    "rule, by OpenSpiel": ("openspiel", c4lib.board, "completes_line", never_across),
    "score": ("solver", games, "solve_moves", lambda board: {move: abs(n) for move, n in solve_moves(board).items()}),
    "proof": ("solver", c4lib.search, "mark_proofs", lambda node: setattr(node, "proof", Proof(1, 0))),
    "sum": ("parallel", c4lib.fast.search, "_sum_of", first_part_twice),
    "chain": ("journals", journal, "_chained", unchained),
    "Ctrl-C": ("interrupts", c4lib._tools, "interrupts_held", nothing_held),
    "self-play": ("puct", searches, "grow_trees", lambda *case: grow_trees(*case[:4], case[4] * 1.2, *case[5:])),
}


def first_failure(name):
    """The first line that tells of a difference, in at most 60 cases."""
    tally = command.Tally(name, PARTS[name])
    return next((line for number in range(60) if (line := tally.run(SEED, number))), None)


@pytest.mark.parametrize("fault", [fault for fault, (name, *_) in FAULTS.items() if name in READY])
def test_a_planted_fault_is_found_and_its_line_repeats_it(fault, monkeypatch, capsys):
    name, place, function, wrong = FAULTS[fault]
    monkeypatch.setattr(place, function, wrong)
    line = first_failure(name)
    seed, case, told = re.fullmatch(r"make fuzz SEED=(\d+) CASE=(\w+:\d+)   # (.+)", line).groups()
    again = ["--seed", seed, "--case", case]
    with pytest.raises(Exception) as caught:  # noqa: PT011  whatever it was
        command.main(again)
    assert command.in_one_line(caught.value) == told
    monkeypatch.undo()
    command.main(again)
    assert "no difference" in capsys.readouterr().out


# ---------------------------------------------------------------- the run


class Clock:
    """A clock that goes on only when a case says so."""

    now = 0.0

    def __call__(self):
        return self.now

    def part(self, seconds, share=1, failing=False):
        def case(rng, folder):
            self.now += seconds
            assert not failing
            return 1

        return Part(case, "naps", share)


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(command, "time", SimpleNamespace(perf_counter=clock, monotonic=clock))
    return clock


def test_the_time_is_shared_as_the_shares_say(clock, monkeypatch, capsys):
    slow, quick = command.Tally("slow", clock.part(50, share=3)), command.Tally("quick", clock.part(5))
    command.run_all([slow, quick], seed=1, minutes=20)
    assert clock.now == pytest.approx(1200, abs=50)
    assert slow.seconds / 3 == pytest.approx(quick.seconds, abs=20)


def test_the_table_comes_every_ten_minutes_and_a_line_every_minute(clock, capsys):
    command.run_all([command.Tally("naps", clock.part(10))], seed=1, minutes=31)
    out, err = capsys.readouterr()
    assert re.findall(r"^naps +([\d,]+) ", out, re.MULTILINE) == ["60", "120", "180"]
    assert re.findall(r"^(\d+) of 31 minutes", err, re.MULTILINE) == [str(minute) for minute in range(1, 31)]


def test_a_part_that_always_fails_is_left_alone_and_the_others_go_on(clock, capsys):
    bad, good = command.Tally("bad", clock.part(1, failing=True)), command.Tally("good", clock.part(1))
    command.run_all([bad, good], seed=1, minutes=2)
    assert len(bad.failures) == bad.cases == command.MOST_FAILURES
    assert good.compared == good.cases == 120 - command.MOST_FAILURES


@pytest.mark.parametrize(("failing", "code"), [(False, 0), (True, 1)])
def test_the_exit_code_says_whether_anything_differed(clock, monkeypatch, capsys, failing, code):
    monkeypatch.setattr(command, "PARTS", {"nap": clock.part(1, failing=failing)})
    assert command.main(["--minutes", "1"]) == code
    assert ("make fuzz SEED=0 CASE=nap:0" in capsys.readouterr().out) == failing


def test_a_part_that_cannot_run_says_why(clock, monkeypatch, capsys):
    parts = {"nap": clock.part(1), "none": Part(None, "games", missing=lambda: "no OpenSpiel")}
    monkeypatch.setattr(command, "PARTS", parts)
    assert command.main(["--minutes", "1"]) == 0
    assert re.search(r"none +0 +skipped: no OpenSpiel", capsys.readouterr().out)


def test_ctrl_c_ends_the_run_with_its_table(monkeypatch, capsys):
    def pressed(rng, folder):
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(command, "PARTS", {"pressed": Part(pressed, "naps")})
    assert command.main(["--minutes", "1"]) == 0
    out, err = capsys.readouterr()
    assert "together" in out
    assert "stopped" in err


def test_a_case_without_end_is_a_failure(monkeypatch):
    monkeypatch.setattr(command, "CASE_SECONDS", 1)
    tally = command.Tally("hanging", Part(lambda rng, folder: time.sleep(60), "naps"))
    assert "TimeoutError: no end after 1 seconds" in tally.run(SEED, 0)
