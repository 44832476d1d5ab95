"""The other editions, built once for all tests; the folders above them have a space in their names."""

import os
from importlib.util import find_spec

import pytest

from editions import students_edition, web_site


@pytest.fixture(scope="session")
def student(tmp_path_factory):
    folder = tmp_path_factory.mktemp("two words") / "student"
    students_edition.student(folder)
    return folder


@pytest.fixture(scope="session")
def needs_site():
    """The test is skipped without the extra `site`."""
    missing = [name for name in ("myst_nb", "sphinx", "sphinx_book_theme", "ziamath") if not find_spec(name)]
    if missing:
        without = pytest.fail if os.environ.get("C4LIB_REQUIRE_SITE") else pytest.skip
        without(f"the extra `site` is not installed ({', '.join(missing)}): `make site` does it")


@pytest.fixture(scope="session")
def site(needs_site, tmp_path_factory):
    folder = tmp_path_factory.mktemp("two words") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(web_site, "all_drawn", lambda paths: {})  # the figures of all lessons take minutes
        web_site.site(folder)
    return folder
