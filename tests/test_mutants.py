"""tools/mutants.py and mutations.py: what is changed, what is left alone, and whether a test that notices is known from one that does not."""

import shutil
import tomllib
from pathlib import Path
from types import SimpleNamespace

import mutants
import mutations
import pytest
from mutants import Copy, files_by_folder, files_to_run, sample
from mutations import mutants_of

pytestmark = pytest.mark.check  # of a tool

TABLE = tomllib.loads((mutants.ROOT / "tools" / "mutants.toml").read_text("utf-8"))


def after(source):
    return {mutant.after for mutant in mutants_of("one.py", source.encode())}


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("x = a < b", {"x = (a <= b)", "x = (a >= b)"}),
        ("x = a is b", {"x = (a is not b)"}),
        ("x = a or b", {"x = (a and b)", "x = (a)", "x = (b)"}),
        ("x = c - a * b", {"x = (c + a * b)", "x = c - (a / b)"}),
        ("x = not a", {"x = (a)"}),
        ("x = -a", {"x = (a)"}),
        ("x = 2", {"x = (3)"}),
        ("x = True", {"x = (False)"}),
        ("x = f(a, b)", {"x = (f(b, a))"}),
        ("x += a", {"x -= a", "pass"}),
        ("x.y = a", {"pass"}),
        ("f(a)", {"pass"}),
        ("if a: b()", {"if (not a): b()", "if a: pass"}),
        ("def f(a='b'): return a", {"def f(a=('')): return a", "def f(a='b'): return None"}),
        ("def f(a=None): raise a", {"def f(a=(1)): raise a", "def f(a=None): pass"}),
    ],
)
def test_each_kind_of_change(source, changed):
    assert after(source) == changed


@pytest.mark.parametrize(
    "source",
    ['"""Text."""', "x: 1 = a", "@f(1)\ndef g(a: 2) -> 3: ...", "x = f'{a + 1}'", "x = 'a'", "x = min(a, b)", "if TYPE_CHECKING: f()"],
)  # fmt: skip
def test_text_annotations_and_what_comes_to_the_same_are_left_alone(source):
    assert after(source) == set()


def test_letters_of_several_bytes_do_not_move_the_change():
    (mutant,) = mutants_of("one.py", "x = 'é'; y = a is b".encode())
    assert mutant.planted("x = 'é'; y = a is b".encode()).decode() == "x = 'é'; y = (a is not b)"


def test_the_same_seed_gives_the_same_sample_and_a_larger_one_begins_with_it():
    paths = ["c4lib/node.py", "c4lib/proofs.py"]
    assert sample(paths, 5, seed=1) == sample(paths, 9, seed=1)[:5] != sample(paths, 5, seed=2)


def test_every_file_has_tests_its_own_first():
    for paths in files_by_folder(below="").values():
        for path in paths:
            assert all((mutants.ROOT / test).is_file() for test in files_to_run(path, TABLE["tests"]))
    first = files_to_run("mctslab/published/cpp_program.py", TABLE["tests"])[:2]
    assert first == ["mctslab/published/cpp_program.py", "tests/published/test_cpp_program.py"]


def test_a_mutant_is_caught_by_a_test_that_notices_it_and_lives_where_none_does(tmp_path, monkeypatch):
    project, source = tmp_path / "project", "def larger(a, b):\n    return a if a > b else b\n"
    for name, text in {
        "c4lib/sums.py": source,
        "tests/test_sums.py": "from c4lib.sums import larger\n\n\ndef test_larger():\n    assert larger(1, 2) == 2\n",
        "tools/mutants.py": Path(mutants.__file__).read_text("utf-8"),
        "tools/mutations.py": Path(mutations.__file__).read_text("utf-8"),
    }.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text, "utf-8")
    monkeypatch.setattr(mutants, "ROOT", project)
    monkeypatch.setattr(mutants, "COPIED", ("c4lib", "tests", "tools"))
    copied = Copy(tmp_path / "copy")
    found = {mutant.new: mutant for mutant in mutants_of("c4lib/sums.py", source.encode())}
    assert "test_larger" in copied.try_out(found["(a <= b)"], ["tests/test_sums.py"], limit=60)
    assert copied.try_out(found["(a >= b)"], ["tests/test_sums.py"], limit=60) == ""
    assert (copied.folder / "c4lib" / "sums.py").read_text("utf-8") == source


def test_where_pytest_itself_does_not_run_no_mutant_counts_as_caught(tmp_path, monkeypatch):
    monkeypatch.setattr(mutants, "COPIED", ("tools",))
    monkeypatch.setattr(mutants, "sys", SimpleNamespace(executable=shutil.which("false")))
    with pytest.raises(RuntimeError, match="pytest itself did not run"):
        Copy(tmp_path).run(["tests/test_board.py"])
