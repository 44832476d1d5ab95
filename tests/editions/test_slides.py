"""The slides of a lesson: which cells become slides, and how they look in a browser that has no network."""

import shutil

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from slides import command as slides

from notebooks import find, number

pytestmark = [pytest.mark.check, pytest.mark.usefixtures("needs_site")]

PICTURE = new_output("display_data", {"image/png": ""})
SENTENCE = new_output("stream", text="Answer: 42")


def code(source, *tags, outputs=()):
    return new_code_cell(source, metadata={"tags": [*tags]}, outputs=[*outputs])


def kinds(*cells):
    return [slide.metadata.slideshow.slide_type for slide in slides.for_slides(new_notebook(cells=[*cells])).cells]


def test_a_heading_begins_a_group_and_a_stub_stays_with_its_exercise():
    exercise = [new_markdown_cell("### Exercise 1: write it\n\nWrite `f`."), code("def f(): pass", "exercise")]
    assert kinds(new_markdown_cell("## Write it\n\nNow."), *exercise) == ["slide", "subslide", "-"]


@pytest.mark.parametrize("tag", ["claims", "check", "solution"])
def test_what_only_a_reader_runs_is_left_out(tag):
    assert kinds(code("1", tag, outputs=[SENTENCE])) == []


def test_a_cell_shows_its_outputs_and_not_its_code():
    answer, stub = slides.for_slides(
        new_notebook(cells=[code("print(42)", "answer", outputs=[SENTENCE]), code("x = 1", "exercise")])
    ).cells
    assert answer.metadata.transient == {"remove_source": True}
    assert "transient" not in stub.metadata


def test_each_picture_has_a_slide_with_the_text_before_it():
    cells = slides.one_picture_each(code("", outputs=[SENTENCE, PICTURE, PICTURE]))
    assert [len(cell.outputs) for cell in cells] == [2, 1]


def test_a_long_text_becomes_several_slides_and_no_heading_stands_alone():
    long = " ".join(["word"] * 60)
    assert slides.pages(f"## Heading\n\n{long}\n\n{long}") == [f"## Heading\n\n{long}", long]


def test_what_is_deeper_is_left_out():
    assert kinds(new_markdown_cell("## Summary"), new_markdown_cell("## Deeper"), new_markdown_cell("More.")) == ["slide"]


def test_a_formula_is_drawn_and_a_dollar_in_code_is_not():
    text = slides.with_formulas("`$x$` and $x$")
    assert text.startswith("`$x$` and <svg")
    assert "$" not in text.removeprefix("`$x$`")


# ---------------------------------------------------------------- in a browser


@pytest.fixture(scope="module")
def lessons(needs_site, tmp_path_factory):
    """The slides of two lessons: one with a whole program, one with a film."""
    if not shutil.which("npm"):
        pytest.skip("npm is not here: it fetches reveal.js")
    folder = tmp_path_factory.mktemp("two words")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slides, "all_drawn", lambda paths: {})
        slides.write_slides(find(["00", "15"]), folder)
    return folder


@pytest.mark.parametrize("path", find(["00", "15"]), ids=number)
def test_every_slide_fits_and_nothing_is_fetched(lessons, browser, path):
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    fetched, errors = [], []
    page.on("request", lambda request: fetched.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto((lessons / path.stem / "index.html").as_uri())
    page.wait_for_selector(".is-shown")
    for _ in range(page.evaluate("Reveal.getTotalSlides()")):
        box = page.locator(".page:visible").last.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 720
        page.keyboard.press("ArrowRight")
    page.close()
    assert errors == []
    assert not [url for url in fetched if url.startswith("http")]
