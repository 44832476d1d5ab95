"""The students' edition, built once for all tests; the folder above it has a space in its name."""

import editions
import pytest


@pytest.fixture(scope="session")
def student(tmp_path_factory):
    folder = tmp_path_factory.mktemp("two words") / "student"
    editions.student(folder)
    return folder
