"""What a student decides stops no lesson: no claim speaks of it, and each of its matches is short, however slow the player is."""

import ast

import nbformat
import pytest

from tools.notebooks import FOLDER, number, read, tags

OWN = {"decide", "decisions", "my_player", "league"}  # what is made of decisions
LESSONS = [path for path in sorted(FOLDER.glob("*.ipynb")) if number(path)]


def names(cell):
    """(the names that a cell uses, those that it gives a value)."""
    if cell.cell_type != "code" or cell.source.startswith("%"):
        return set(), set()
    found = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Name)]
    stored = {node.id for node in found if isinstance(node.ctx, ast.Store)}
    return {node.id for node in found} - stored, stored


def of_decisions(cell, known):
    """Whether a cell makes something of what was decided; a league as it was before a lesson is none of it."""
    used, stored = names(cell)
    fixed = {"league"} if "before=" in cell.source else set()
    return used & (OWN - fixed | known)


def claims_about_decisions(cells):
    """The cells with claims that use a name whose value comes from a decision."""
    known = set()
    for cell in cells:
        if "claims" in tags(cell):
            used, stored = names(cell)
            if used & (known | OWN):
                yield cell
        elif of_decisions(cell, known):
            known |= names(cell)[1]
        else:
            known -= names(cell)[1]


def code(source, tag=None):
    return nbformat.v4.new_code_cell(source, metadata={"tags": [tag] if tag else []})


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_no_claim_depends_on_what_was_decided(path):
    assert [cell.source for cell in claims_about_decisions(read(path).cells)] == []


@pytest.mark.parametrize(
    "claim", ["assert score > 0.5, 'it should win'", "assert my_player().seconds is None, 'it should go by playouts'"]
)
def test_a_claim_about_a_decision_is_found(claim):
    cells = [code('decided = decide("13", c=1.0)'), code("score = play(decided)"), code(claim, "claims")]
    assert list(claims_about_decisions(cells))


def test_a_name_with_another_value_by_then_is_none():
    cells = [code('score = decide("13")'), code("score = 1"), code("assert score == 1, 'one'", "claims")]
    assert not list(claims_about_decisions(cells))


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_match_of_decisions_is_as_long_as_fits_into_a_minute(path):
    matches = [
        cell.source for cell in read(path).cells if ".player(before=" in cell.source or "new_me," in cell.source
    ]
    assert [source for source in matches if "play_match" in source and "in_a_minute" not in source] == []
