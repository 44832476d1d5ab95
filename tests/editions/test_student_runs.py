"""The students' edition is taken as a student takes it: in order, in one folder, nothing under test, every exercise solved.

What is kept on the way (functions, decisions, a game) is what the next lessons use, so these tests stay in their order. Lessons 01 to
11 run without numba: `test_lessons_without_numba.py`.
"""

import course
import pytest

from notebooks import find, number

LESSONS = [path.name for path in find([]) if number(path)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return course.new_folder("students", tmp_path_factory.mktemp("a student") / "student")


@pytest.mark.parametrize("name", [*LESSONS, "classroom.ipynb"])
def test_every_cell_runs_and_every_typed_solution_is_right(folder, name):
    assert [*course.failures(course.take_lesson(folder / name, "solved"), is_solved=True)] == []


def test_at_the_end_the_program_the_player_and_the_game_are_kept(folder):
    assert course.left_out(folder, "solved") == []
