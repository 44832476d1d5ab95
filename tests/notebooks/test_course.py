"""What takes the course: it types solutions, decides otherwise, and finds what fails and what is not kept."""

import json

import nbformat
import pytest

from editions import course
from tools.notebooks import find, number, read, tags

LESSONS = [path for path in find([]) if number(path)]


def code(source, *outputs, tags=()):
    return nbformat.v4.new_code_cell(source, outputs=[*outputs], metadata={"tags": [*tags]})


ERROR = nbformat.v4.new_output("error", ename="ValueError", evalue="no such column")
RIGHT = nbformat.v4.new_output("stream", text="Right: it doubles.\n")
NOT_YET = nbformat.v4.new_output("stream", text="Not yet: it is None.\n")


def test_a_solution_is_typed_under_the_names_that_the_check_asks_for():
    solution = "# Solution\nclass Ours:\n    pass\n\n\nplace_solution = 3\ncheck_99_1((Ours, place_solution))"
    assert course.typed(solution, "check_99_1((Game, place))") == "class Game:\n    pass\n\n\nplace = 3"


def test_a_solution_is_typed_with_its_decorator():
    solution = "# Solution\n@cache\ndef half_solution(n):\n    return n / 2\n\n\ncheck_99_1(half_solution)"
    assert course.typed(solution, "check_99_1(half)") == "@cache\ndef half(n):\n    return n / 2"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_every_exercise_gets_its_solution(path):
    lesson = read(path)
    course.answer(lesson, read(path))
    stubs = {cell.id: cell.source for cell in read(path).cells if "exercise" in tags(cell)}
    answered = {cell.id: cell.source for cell in lesson.cells if "exercise" in tags(cell)}
    assert all(len(answered[name]) > len(stub) for name, stub in stubs.items())
    assert not any("_solution" in source for source in answered.values())


@pytest.mark.parametrize("path", find(course.OTHER), ids=lambda path: path.stem)
def test_one_cell_decides_as_printed_and_is_changed(path):
    lesson = read(path)
    course.decide_otherwise(lesson, number(path))
    assert sum(one != other for one, other in zip(lesson.cells, read(path).cells, strict=True)) == 1


def test_every_lesson_that_decides_is_known():
    deciding = {
        number(path) for path in LESSONS for cell in read(path).cells if f'decide("{number(path)}"' in cell.source
    }
    assert deciding == set(course.DECIDING)


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        (code("1"), []),
        (code("1", ERROR), ["cell 0: ValueError: no such column"]),
        (code("1", ERROR, tags=["raises-exception"]), []),
        (code("check_99_1(x)", RIGHT, tags=["check"]), []),
        (code("check_99_1(x)", NOT_YET, tags=["check"]), ["cell 0, a check of the typed solution: Not yet: it is None."]),
    ],
)
def test_what_fails_is_found(cell, found):
    assert [*course.failures(nbformat.v4.new_notebook(cells=[cell]), is_solved=True)] == found


def test_what_is_not_kept_is_found(tmp_path):
    assert len(course.left_out(tmp_path, "solved")) == 3
    (tmp_path / course.SEARCH).write_text("def ucb1():\n    pass\n")
    (tmp_path / course.PLAYER).write_text(json.dumps({lesson: {} for lesson in course.DECIDING[1:]}))
    (tmp_path / course.GAME).write_text("<pre>class Nim</pre>")
    missing = course.left_out(tmp_path, "solved")
    assert "my_search.py has no grow" in missing
    assert "my_player.json has no decision of 12" in missing
    assert "my_game.html does not show '<img '" in missing
    assert len(missing) == 7
