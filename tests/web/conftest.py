"""What the tests of the live pages share: a page in a window of its own, without a network."""

import pytest

from web.build import page


@pytest.fixture(scope="session")
def live_files(tmp_path_factory):
    """The file of a live page, by its name; each is built once."""
    folder = tmp_path_factory.mktemp("live")

    def file(name):
        path = folder / f"{name}.html"
        if not path.exists():
            path.write_text(page(name), "utf-8")
        return path

    return file


@pytest.fixture
def live_window(live_files, browser, tmp_path):
    """Opens a live page from its file in a window of some size and theme; in the end there must have been no fault.

    With `fault` the page is another one: a place in its text, and what stands behind it there.
    """
    contexts, faults = [], []

    def broken(file, place, fault):
        text = file.read_text("utf-8")
        assert text.count(place) == 1
        other = tmp_path / file.name
        other.write_text(text.replace(place, f"{place} {fault}"), "utf-8")
        return other

    def open_page(name, address="", width=1280, height=720, theme="light", motion="reduce", fault=None):
        size = {"width": width, "height": height}
        context = browser.new_context(offline=True, viewport=size, color_scheme=theme, reduced_motion=motion)
        contexts.append(context)
        opened = context.new_page()
        opened.set_default_timeout(10_000)
        opened.on("pageerror", lambda error: faults.append(str(error)))
        file = broken(live_files(name), *fault) if fault else live_files(name)
        opened.goto(f"{file.as_uri()}{address}")
        return opened

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []
