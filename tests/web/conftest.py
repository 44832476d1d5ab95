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
def live_window(live_files, browser):
    """Opens a live page from its file in a window of some size and theme; in the end there must have been no fault."""
    contexts, faults = [], []

    def open_page(name, address="", width=1280, height=720, theme="light", motion="reduce"):
        size = {"width": width, "height": height}
        context = browser.new_context(offline=True, viewport=size, color_scheme=theme, reduced_motion=motion)
        contexts.append(context)
        opened = context.new_page()
        opened.set_default_timeout(10_000)
        opened.on("pageerror", lambda error: faults.append(str(error)))
        opened.goto(f"{live_files(name).as_uri()}{address}")
        return opened

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []
