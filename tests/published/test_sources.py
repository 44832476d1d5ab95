"""The page of published sources: every name of theirs, what there is of ours, and where the two differ."""

import builtins
import doctest
import re
from functools import reduce
from inspect import signature
from pathlib import Path

import pytest

import c4lib
import mctslab.lecture
import mctslab.qlearning
from c4lib import Board, SearchNode, TreeSearch
from mctslab import published
from tools.notebooks import read

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "sources.md").read_text("utf-8")
NAMES = (Path(__file__).parent / "names_of_the_sources.txt").read_text("utf-8")
HEADINGS = {"their name", "you have read"}
DEVIATIONS = {
    "P1": published.CLASS_DEVIATIONS,
    "P2": published.LECTURE_DEVIATIONS,
    "P3": published.ARTICLE_DEVIATIONS | published.MONTE_CARLO_DEVIATIONS,
    "P4": published.PROGRAM_DEVIATIONS,
}
MADE = [  # their attributes are of the object, not of the class
    Board(),
    SearchNode(Board()),
    TreeSearch(Board(), rng=1),
    published.ProgramSearch(Board(), rng=1),
    published.Node([[0]]),
    published.MCTS(10, 1),
    published.Q_Learning(2, 0.6, 0.8, 0.1, 4, 5),
]


def sections(text, heading):
    """What stands under each heading "P1", "P2" and so on."""
    parts = re.split(rf"^{heading} (P\d).*\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def rows(text):
    """The cells of the rows of all tables in a text."""
    found = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [cells for cells in found if cells[0] not in HEADINGS]


SECTIONS = sections(PAGE, "##")
GIVEN = [(source, name) for source, text in sections(NAMES, "#").items() for name in text.splitlines()]
TABLES = [(source, cells) for source, text in SECTIONS.items() for cells in rows(text)]


@pytest.mark.parametrize(("source", "name"), GIVEN, ids=lambda given: given)
def test_every_name_of_a_source_stands_in_its_table_as_code(source, name):
    theirs = " ".join(cells[0] for cells in rows(SECTIONS[source]))
    if name.startswith("- "):  # words, or the name of a file
        assert name[2:] in SECTIONS[source]
    else:
        code = " ".join(re.findall("`(.+?)`", theirs))
        assert {*re.findall(r"\w+", name)} <= {*re.findall(r"\w+", code)}


def thing(name, owners=()):
    """What a dotted name of the page stands for; it may be one of its `owners`'."""
    first, *rest = name.removeprefix("c4lib.").split(".")
    rooms = (*owners, published, c4lib, mctslab, builtins)
    found = next(member(room, first) for room in rooms if hasattr(made(room), first))
    return reduce(member, rest, found)


def member(owner, name):
    """What a class, its objects, or a module has under this name."""
    return getattr(owner, name) if hasattr(owner, name) else getattr(made(owner), name)


def made(thing):
    """An object of the class, if one was made, or the thing itself."""
    return next((one for one in MADE if type(one) is thing), thing)


@pytest.mark.parametrize(("source", "cells"), TABLES, ids=lambda given: given[0] if isinstance(given, list) else given)
def test_what_is_called_ours_exists_and_takes_these_keywords(source, cells):
    _, ours, _, _ = cells
    owners = [thing(name) for name in re.findall("of `(.+?)`", ours)]
    for code in re.findall("`(.+?)`", ours):
        if code.startswith("python -m") or code.endswith("/"):
            continue
        name, _, arguments = code.partition("(")
        found = thing(name, owners)
        assert {*re.findall(r"(\w+)=", arguments)} <= {*(signature(found).parameters if arguments else ())}


@pytest.mark.parametrize(("source", "cells"), TABLES, ids=lambda given: given[0] if isinstance(given, list) else given)
def test_a_lesson_named_shows_one_of_the_names_of_its_row(source, cells):
    theirs, ours, lessons, _ = cells
    names = [re.match(r"\W*([\w.]+\.)?(\w*)", code)[2] for code in re.findall("`(.+?)`", theirs + ours)]
    phrase = theirs.split(", `")[0].lower()
    found = re.findall(r"\[(\d\d)\]\(\.\./notebooks/(.+?)\.ipynb\)", lessons)
    assert found or lessons == "–"
    for number, stem in found:
        cells = read(ROOT / "notebooks" / f"{stem}.ipynb").cells
        text = " ".join(" ".join(cell.source for cell in cells).split())
        assert stem.startswith(number)
        assert any(name and re.search(rf"\b{name}\b", text) for name in names) or phrase in text.lower()


@pytest.mark.parametrize("source", DEVIATIONS)
def test_every_deviation_of_a_source_can_be_looked_up_and_no_other(source):
    named = re.findall(r'`fixed="(.+?)"`', SECTIONS[source])
    assert {*named} == {*DEVIATIONS[source]}


def test_the_examples_of_the_page_are_what_they_print():
    result = doctest.testfile(str(ROOT / "docs" / "sources.md"), module_relative=False)
    assert result.attempted > 12
    assert not result.failed
