"""What `python -m benchmarks.flows` counts: functions of a package that an action calls, in all threads."""

import importlib
import importlib.util
import sys
import threading
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "flows.py"
SPEC = importlib.util.spec_from_file_location("flows", SCRIPT)
flows = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(flows)

PACKAGE = {
    "__init__.py": "",
    "top.py": """
import threading
from tiny import low, unused

class Shape:
    @property
    def size(self):
        return low.double(3)

def in_a_thread():
    thread = threading.Thread(target=low.numbers)
    thread.start()
    thread.join()

def action():
    def nested(value):
        return value
    order = lambda value: -value
    return nested([value for value in low.numbers()]), order(1), Shape().size, Shape().size
""",
    "low.py": """
def double(value):
    return 2 * value

def numbers():
    return list(_each())

def _each():
    yield 1
    yield 2

def lines():
    from tiny import late
""",
    "unused.py": "def never(): pass",
    "late.py": "def f(): pass\nclass A: pass",
    "key.py": "order = lambda value: -value",
}


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    """A package of these files: its folder, and its module `top`."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    for name, text in PACKAGE.items():
        (folder / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    yield folder, importlib.import_module("tiny.top")
    for name in [name for name in sys.modules if name.split(".")[0] == "tiny"]:
        del sys.modules[name]


def functions(called):
    return {(each.file, each.name) for each in called if each.is_function}


def test_every_function_called_is_counted_once_and_lambdas_and_comprehensions_apart(tiny):
    folder, top = tiny
    called = flows.calls_of(lambda: top.action, folder)
    expected = {"top.py": {"action", "action.<locals>.nested", "Shape.size"}, "low.py": {"double", "numbers", "_each"}}
    assert functions(called) == {(file, name) for file, names in expected.items() for name in names}
    assert ("top.py", "action.<locals>.<lambda>") in called


def test_what_is_done_before_the_action_is_not_counted(tiny):
    folder, top = tiny

    def prepare():
        top.action()
        return lambda: top.low.double(1)

    assert functions(flows.calls_of(prepare, folder)) == {("low.py", "double")}


@pytest.mark.parametrize("begins", ["while it is prepared", "during the action"])
def test_other_threads_are_counted(tiny, begins):
    folder, top = tiny

    def prepare():
        if begins == "during the action":
            return top.in_a_thread
        go = threading.Event()
        thread = threading.Thread(target=lambda: go.wait() and top.low.numbers())
        thread.start()
        return lambda: (go.set(), thread.join())

    assert {("low.py", "numbers"), ("low.py", "_each")} <= functions(flows.calls_of(prepare, folder))


def test_bodies_of_modules_and_classes_are_not_counted(tiny):
    folder, top = tiny
    assert flows.calls_of(lambda: top.low.lines, folder) == {("low.py", "lines")}


def test_a_file_in_which_only_a_lambda_runs_is_seen(tiny):
    folder, _ = tiny
    key = importlib.import_module("tiny.key")
    assert flows.calls_of(lambda: lambda: sorted([1, 2], key=key.order), folder) == {("key.py", "<lambda>")}


def test_afterwards_nothing_is_recorded_any_more(tiny):
    folder, top = tiny
    with flows.calls_recorded(folder) as called:
        top.low.double(1)
    top.action()
    assert functions(called) == {("low.py", "double")}
    assert sys.getprofile() is None
    assert threading.getprofile() is None


def test_an_action_is_prepared_and_done():
    """Of the four flows the one that needs no widgets."""
    called = functions(flows.calls_of(flows.match, SCRIPT.parents[1] / "c4lib"))
    assert {("board.py", "Board.play"), ("players/players.py", "random_player")} <= called
