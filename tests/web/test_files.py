"""The JavaScript of the live pages is as plain as the core."""

import re
from pathlib import Path

import pytest

import web

FOLDER = Path(web.__file__).parent
FILES = sorted(FOLDER.rglob("*.js"))
MOST_LETTERS = 100
MOST_LINES = 30

# What begins a function: its indentation, and then a name with parameters, or an arrow, and an open brace at the end.
BEGINS = re.compile(r"^( *)(?! |}|(?:if|for|while|switch)\b).*(?:\)|=>) \{$")


def functions(lines):
    """The first line and the length of each function whose body has lines of its own."""
    for start, line in enumerate(lines):
        if begins := BEGINS.match(line):
            end = re.compile(rf"^{begins[1]}\}}")
            length = next(number for number, other in enumerate(lines[start + 1 :]) if end.match(other))
            yield line.strip(), length


def test_there_are_files():
    assert len(FILES) > 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_lines_are_short(path):
    assert [line for line in path.read_text("utf-8").splitlines() if len(line) > MOST_LETTERS] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_functions_are_short(path):
    long = {name: length for name, length in functions(path.read_text("utf-8").splitlines()) if length > MOST_LINES}
    assert long == {}


def test_a_long_function_would_be_seen():
    lines = ["export function long(x) {", *["  x += 1;"] * 31, "}", "const short = x => {", "  x();", "};"]
    assert [*functions(lines)] == [("export function long(x) {", 31), ("const short = x => {", 1)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_is_fetched(path):
    assert re.findall(r"\bfetch\(|XMLHttpRequest|https?://(?!www\.w3\.org)", path.read_text("utf-8")) == []
