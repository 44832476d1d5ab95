"""`make fuzz`: what it prints of a property that holds and of one that does not."""

import re
import subprocess
import sys

import pytest

from tools import fuzz

pytestmark = pytest.mark.check  # of a tool

PROFILE = "import hypothesis\nhypothesis.settings.register_profile('fuzz', max_examples=20)\n"
PROPERTIES = """
from hypothesis import given, strategies as st

@given(st.integers())
def test_true(number):
    assert number == number

@given(st.integers())
def test_false(number):
    assert number < 1000
"""


def test_a_round_counts_its_cases_and_says_how_to_repeat_what_failed(tmp_path):
    (tmp_path / "conftest.py").write_text(PROFILE)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_two.py").write_text(PROPERTIES)
    command = [sys.executable, fuzz.__file__, "--minutes=0", "--seed=7"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 1
    assert ran.stdout.startswith("seed 7: ")
    assert "number=1000" in ran.stdout
    assert re.search(r"to repeat it: .+ --hypothesis-seed=7 'tests/test_two.py::test_false'", ran.stdout)
    assert re.search(r"\d+ +1  tests/test_two.py::test_false", ran.stdout)
    assert re.search(r" 20 +0  tests/test_two.py::test_true", ran.stdout)


def test_ctrl_c_ends_it_in_a_sentence(monkeypatch, capsys):
    def pressed(seed):
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "argv", ["fuzz"])
    monkeypatch.setattr(fuzz, "run_round", pressed)
    assert fuzz.main() == 0
    assert capsys.readouterr().out.startswith("seed 0: stopped; this round is not counted\n")
