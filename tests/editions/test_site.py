"""The web site: what is on its pages, and what a browser without a network makes of them."""

import os
import re
import zipfile
from collections import defaultdict
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

import c4lib
import mctslab
from editions import figures, web_site
from editions.lessons import parts
from mctslab import published
from tools.notebooks import find, number, read, title, write

PATHS = find([])
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>'


class Page(HTMLParser):
    """What the tests ask of a page: its text, its links, its pictures, its anchors; for each text, what it is inside of."""

    EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

    def __init__(self, path):
        super().__init__()
        self.path = path
        self.links, self.loaded, self.images, self.anchors, self.texts, self.inside = [], [], [], set(), [], []
        self.drawings = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.anchors.update(found[key] for key in ("id", "name") if found.get(key))
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag == "link" and found.get("rel") not in ("search", "index", "next", "prev", "author"):
            self.loaded.append(found["href"])
        elif tag in ("img", "script", "iframe", "source") and found.get("src"):
            self.loaded.append(found["src"])
        if tag == "img":
            self.images.append(found)
        if tag == "svg" and found.get("role") == "img":
            self.drawings.append(found["aria-label"])
        if tag not in self.EMPTY:
            self.inside.append((tag, found.get("class") or ""))

    def handle_endtag(self, tag):
        while self.inside and self.inside.pop()[0] != tag:
            pass

    def handle_data(self, data):
        self.texts.append((data, list(self.inside)))

    def around(self, words):
        """The elements that a text is inside of, the outermost first."""
        return next(inside for data, inside in self.texts if words in data)

    @property
    def text(self):
        return " ".join("".join(data for data, _ in self.texts).split())


MOVING = ("recorded", "live")  # the folders of the pages on which something moves


def html_files(site):
    """The pages of Sphinx: not the first one, not what moves, and not what the theme leaves among its static files."""
    found = [path for path in site.rglob("*.html") if not {"_static", *MOVING} & {*path.parts}]
    return sorted(path for path in found if path != site / "index.html")


@pytest.fixture(scope="module")
def pages(site):
    return {path.relative_to(site).as_posix(): Page(path) for path in html_files(site)}


# ---------------------------------------------------------------- the pages


def test_margin_of_every_page_has_the_parts_and_the_lessons_in_order(pages):
    wanted = [part for part in parts()]
    lessons = [f"{number(path)} {title(read(path))}" for part in parts().values() for path in part]
    for page in pages.values():
        margin = [data.strip() for data, inside in page.texts if any("bd-links" in name for _, name in inside)]
        assert [text for text in margin if text in wanted] == wanted
        assert [text for text in margin if text in lessons] == lessons


def test_margin_of_every_page_begins_with_all_that_can_be_tried(site, pages):
    names = ["story", "play", "step", "explore", "lab"]
    assert {path.stem for path in (site / "live").iterdir()} == {*names}
    for name, page in pages.items():
        start = "../" * name.count("/")
        assert [link for link in page.links if link.startswith(f"{start}live/")][:5] == [f"{start}live/{name}.html" for name in names]


@pytest.mark.parametrize("name", ["index.html", "live/story.html"])
def test_what_the_first_page_and_the_story_lead_to_is_there(site, name):
    links = [urlsplit(link).path for link in Page(site / name).links]
    assert len(links) > 1
    assert [link for link in links if not (site / name).parent.joinpath(link).is_file()] == []


def test_nothing_is_loaded_from_another_host(pages):
    assert {address for page in pages.values() for address in page.loaded if "//" in address} == set()


def test_no_internal_link_is_broken(site, pages):
    broken = defaultdict(set)
    for name, page in pages.items():
        for link in {*page.links, *page.loaded}:
            address = urlsplit(link)
            if address.scheme or address.netloc or link in ("#", ""):
                continue
            path = (site / name).parent / unquote(address.path) if address.path else site / name
            target = pages.get(Path(os.path.relpath(path, site)).as_posix())
            if not path.is_file() or (address.fragment and target and unquote(address.fragment) not in target.anchors):
                broken[name].add(link)
    assert not broken


def test_notebook_of_a_page_can_be_downloaded_as_it_is(site):
    for path in PATHS:
        assert (site / "_sources" / "notebooks" / path.name).read_bytes() == path.read_bytes()


def test_something_moves_on_every_lesson_and_on_the_classroom(site, pages):
    for name in ["notebooks/classroom.html", *(f"notebooks/{path.stem}.html" for path in PATHS)]:
        frames = [address for address in pages[name].loaded if any(f"{folder}/" in address for folder in MOVING)]
        assert frames, name
        assert all((site / name).parent.joinpath(address.split("#")[0]).is_file() for address in frames)


def test_what_moves_takes_little_room(site):
    recorded, live = ([path.stat().st_size for path in (site / folder).iterdir()] for folder in MOVING)
    assert len(recorded) > 10
    assert sum(recorded) < 2_500_000
    assert max(live) <= 300_000


def test_text_and_what_moves_have_the_same_letters_which_the_site_brings_along(site, pages):
    files = re.findall(r'url\("(.+?)"\)', (site / "_static" / "fonts.css").read_text("utf-8"))
    assert [name for name in files if not (site / "_static" / name).is_file()] == []
    moving = [*(site / "recorded").glob("*.html"), *(site / "live").glob("*.html")]
    assert [path.name for path in moving if "../_static/fonts.css" not in path.read_text("utf-8")] == []


def test_no_widget_stands_still_on_a_page(pages):
    words = [image["alt"] for page in pages.values() for image in page.images]
    assert [text for text in words if text.startswith("Widget")] == []


def test_page_of_lessons_hands_out_the_students_edition(site, pages, student):
    link = next(link for link in pages["lessons.html"].links if link.endswith("student.zip"))
    assert (site / link).read_bytes() == student.with_suffix(".zip").read_bytes()
    assert "lecturers.html" in pages["lessons.html"].links


def test_library_page_has_the_docstring_of_every_public_name_of_all_packages(pages):
    page, words = pages["library.html"], "".join(re.findall(r"\w+", pages["library.html"].text))
    offered = {(module, name) for _, module, names in web_site.chapters() for name in names}
    assert offered >= {(package, name) for package in (c4lib, mctslab, published) for name in web_site.public_names(package)}
    for module, name in offered:
        thing = getattr(module, name)
        assert f"{module.__name__}.{name}" in page.anchors
        if callable(thing):
            assert "".join(re.findall(r"\w+", thing.__doc__.strip().split("\n\n")[0].split(".")[0])) in words, name


# ---------------------------------------------------------------- made-up lessons


def code_cell(tag, kinds=("image/png",), folded=("source", "outputs"), words=None):
    """A code cell with this tag, which has printed a text and drawn a picture; both stored, and their words with them."""
    words = words or tag
    data = {kind: {"image/png": PNG, "image/svg+xml": SVG}[kind] for kind in kinds}
    outputs = [
        new_output("stream", text=f"{words}_output"),
        new_output("display_data", data, metadata={"image/png": {"alt": f"alternative text of {words}"}}),
    ]
    jupyter = {"jupyter": {f"{part}_hidden": True for part in folded}}
    return new_code_cell(f"{words}_source", metadata={"tags": [tag], **jupyter}, outputs=outputs, execution_count=1)


def made_up(folder):
    """Two lessons that nobody has heard of; the first has a cell of every kind."""
    cells = [
        new_markdown_cell("# Try it\n\nA formula: $\\frac{w}{n}$"),
        new_markdown_cell("[Contents](../README.md)", id="navigation-top"),
        code_cell("plain", folded=()),
        code_cell("drawing", kinds=("image/png", "image/svg+xml")),
        code_cell("predict", folded=("source",)),
        code_cell("answer", folded=("outputs",)),
        code_cell("answer", words="telling"),
        code_cell("claims"),
        code_cell("check"),
        new_markdown_cell("The solution is folded below: click the three dots to see it."),
        code_cell("solution"),
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    folder.mkdir()
    write(folder / "01-try-it.ipynb", new_notebook(cells=cells, metadata=kernel))
    write(folder / "02-go-on.ipynb", new_notebook(cells=[new_markdown_cell("# Go on\n\n$c$")]))
    return folder


@contextmanager
def only_pages(address=""):
    """Here a site of a project with this address is built, without what is tested on the whole site, and without drawings."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("C4LIB_REPOSITORY", address)
        patch.setattr(web_site, "all_drawn", lambda paths: {})
        patch.setattr(web_site, "write_handouts", lambda folder: None)
        patch.setattr(web_site, "library", lambda: "# The library\n")
        yield


@pytest.fixture(scope="module")
def small(needs_site, tmp_path_factory):
    """A site of two made-up lessons, of a project that has a public address."""
    folder = tmp_path_factory.mktemp("small site")
    (folder / "docs").mkdir()
    for name, text in {"lessons": "# Lessons", "lecturers": "# For lecturers"}.items():
        (folder / "docs" / f"{name}.md").write_text(
            f"{text}\n\n<!-- lessons -->\n\n{{download}}`student.zip`\n\n:::{{only}} repository\nOnline\n:::\n"
        )
    address = "https://github.com/someone/something"
    lessons = made_up(folder / "notebooks")
    with only_pages(address):
        web_site.site(folder / "site", lessons, folder / "docs")
    with only_pages():
        web_site.site(folder / "for students", lessons, folder / "docs", teaching=False)
    return {path.stem: Page(path) for path in (folder / "site").rglob("*.html")} | {"students": folder / "for students"}


def is_folded(page, words):
    return "details" in [tag for tag, _ in page.around(words)]


@pytest.mark.parametrize(
    "words",
    ["check_source", "solution_output", "answer_output", "drawing_source", "telling_source"],
)
def test_is_folded(small, words):
    assert is_folded(small["01-try-it"], words)


@pytest.mark.parametrize("words", ["plain_output", "answer_source", "drawing_output"])
def test_is_in_sight(small, words):
    assert not is_folded(small["01-try-it"], words)


@pytest.mark.parametrize("prompt", ["Show the solution", "Show the code"])
def test_a_fold_says_what_is_in_it(small, prompt):
    assert "summary" in [tag for tag, _ in small["01-try-it"].around(prompt)]


@pytest.mark.parametrize("words", ["claims_source", "three dots", "predict_source"])
def test_is_left_out(small, words):
    assert words not in small["01-try-it"].text


def test_pictures_have_their_alternative_text(small):
    words = [image["alt"] for image in small["01-try-it"].images if "_images" in image["src"]]
    assert words == [
        f"alternative text of {tag}" for tag in ("plain", "predict", "answer", "telling", "check", "solution")
    ]
    assert "alternative text of drawing" in small["01-try-it"].drawings


def test_a_site_for_students_has_no_solution_in_any_of_its_files_and_no_page_for_lecturers(small):
    files = {path.relative_to(small["students"]).as_posix(): path for path in small["students"].rglob("*.*")}
    (archive,) = (path for name, path in files.items() if name.endswith("student.zip"))
    with zipfile.ZipFile(archive) as archive:
        texts = {name: archive.read(name) for name in archive.namelist()}
    texts |= {name: path.read_bytes() for name, path in files.items() if path.is_file() and path.suffix != ".zip"}
    assert b"plain_source" in texts["notebooks/01-try-it.html"]
    assert {name for name, text in texts.items() if b"solution_" in text or b"claims_" in text} == set()
    assert not [name for name in texts if "lecturers" in name]
    assert b"lecturers" not in texts["lessons.html"]


def test_with_a_public_address_there_are_links_to_it(small):
    links = small["01-try-it"].links
    assert "https://mybinder.org/v2/gh/someone/something/main?urlpath=lab/tree/notebooks/01-try-it.ipynb" in links
    assert "https://github.com/someone/something/blob/main/notebooks/01-try-it.ipynb" in links
    assert "https://github.com/someone/something" in small["lessons"].links
    assert "Online" in small["lessons"].text


def test_without_a_public_address_nothing_links_to_one(site, pages):
    if web_site.repository():
        pytest.skip("pyproject.toml has the address of a repository")
    assert not [link for page in pages.values() for link in page.links if re.search(r"mybinder.org/v2|/blob/.*ipynb", link)]
    assert "rocket" not in pages["lessons.html"].text


def test_a_broken_link_and_a_wrong_formula_stop_the_build_and_the_old_site_stays(needs_site, tmp_path, capfd):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "lessons.md").write_text("# Lessons\n\n[nowhere](nowhere.md)\n\n$\\nosuchcommand{x}$\n")
    (tmp_path / "docs" / "lecturers.md").write_text("# For lecturers\n")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "old").touch()
    with only_pages(), pytest.raises(SystemExit, match="the site is not built"):
        web_site.site(tmp_path / "site", made_up(tmp_path / "notebooks"), tmp_path / "docs")
    said = capfd.readouterr().err
    assert "nowhere.md" in said
    assert "nosuchcommand" in said
    assert (tmp_path / "site" / "old").exists()


def test_parts_begin_at_their_first_lessons(tmp_path):
    stems = ["01-meet-the-game", "02-new", "03-select", "04-know-how-sure-you-are", "05-tune-c-and-playouts"]
    for stem in [*stems, "06-make-it-fast", "classroom"]:
        (tmp_path / f"{stem}.ipynb").touch()
    assert {part: [path.stem[:2] for path in paths] for part, paths in parts(tmp_path).items()} == {
        "Build it": ["01", "02", "03"],
        "Doubt it": ["04", "05"],
        "Extend it": ["06"],
    }


# ---------------------------------------------------------------- figures

FIGURE = """import matplotlib.pyplot as plt
plt.subplots(figsize=(2, 1))[1].text(0.5, 0.5, "two")
plt.show()
"""


def test_figures_become_drawings_where_the_cell_prints_the_same_again(tmp_path, monkeypatch):
    monkeypatch.setattr("editions.figures.CACHE", tmp_path)
    outputs = [
        new_output("display_data", {"image/png": PNG, "text/plain": "<Figure size 200x100 with 1 Axes>"}),
    ]
    sources = {"same": FIGURE, "other": f"print(1)\n{FIGURE}", "timed": FIGURE}
    cells = [new_code_cell(source, id=name, outputs=outputs) for name, source in sources.items()]
    cells[-1].metadata = {"tags": ["nbval-ignore-output"]}
    write(tmp_path / "01.ipynb", new_notebook(cells=cells))
    drawings = figures.drawn(tmp_path / "01.ipynb", (tmp_path / "01.ipynb").read_text())
    assert [*drawings] == ["same"]
    (svg,) = drawings["same"].values()
    drawing = figures.inline(svg, 'says "two"', "same-0")
    assert 'role="img" aria-label="says &quot;two&quot;"' in drawing
    assert "var(--c4-text, #1a1a1a)" in drawing
    assert set(re.findall(r'\bid="(.{7})', drawing)) == {"same-0-"}


# ---------------------------------------------------------------- in a browser

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 720}


@pytest.fixture
def window(site, browser):
    """Opens a page of the site from its file, and holds what the page asks the network for."""
    opened = []

    def open_page(name="lessons", size=LAPTOP):
        page = browser.new_page(viewport=size)
        page.asked = []
        page.on("request", lambda request: page.asked.append(request.url))
        page.goto((site / f"{name}.html").as_uri())
        opened.append(page)
        return page

    yield open_page
    for page in opened:
        page.close()


@pytest.mark.browser
def test_a_search_is_stepped_through_on_the_page_of_its_lesson_without_a_scroll_bar(window):
    page = window(next(f"notebooks/{path.stem}" for path in PATHS if number(path) == "04"), PHONE)
    frame = page.locator("iframe[src^='../live/step.html']").first
    frame.evaluate("frame => frame.scrollIntoView()")  # a frame out of sight stands still
    inside = frame.content_frame
    line = inside.locator(".c4-is-line")
    line.filter(has_text="Select: ").wait_for()
    inside.locator(".c4-is-next_phase").click()
    line.filter(has_text="Expand: ").wait_for()
    inside.locator("body").press("ArrowRight")
    line.filter(has_text="Simulate: ").wait_for()
    page.wait_for_function(
        "link => link.href.endsWith('&step=163')", arg=page.locator(".moving a").first.element_handle()
    )
    room = inside.locator("html").evaluate("html => [html.scrollHeight - innerHeight, html.scrollWidth - innerWidth]")
    assert max(room) <= 0


@pytest.mark.browser
def test_the_explorer_of_a_lesson_is_no_higher_than_the_window(window):
    page = window(next(f"notebooks/{path.stem}" for path in PATHS if number(path) == "13"))
    frame = page.locator("iframe[src^='../live/explore.html']").first
    frame.evaluate("frame => frame.scrollIntoView()")
    page.wait_for_function("frame => parseFloat(frame.style.height) <= 672", arg=frame.element_handle())


@pytest.mark.browser
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_whoever_opens_the_site_sees_the_story_and_goes_from_there_to_the_lessons(window, size):
    page = window("index", size)
    page.wait_for_url("**/live/story.html")
    page.get_by_role("link", name="Lessons", exact=True).click()
    page.get_by_role("heading", name="All lessons").wait_for()


@pytest.mark.browser
def test_what_stands_in_a_frame_follows_the_theme_that_is_chosen_on_the_page(window):
    page = window("notebooks/classroom")
    inside = page.locator(".moving iframe").first.content_frame
    for theme in ("dark", "light"):
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        inside.locator("html.c4-dark" if theme == "dark" else "html:not(.c4-dark)").wait_for()


@pytest.mark.browser
def test_a_tap_enlarges_a_figure_and_escape_puts_it_back(window):
    page = window(f"notebooks/{PATHS[1].stem}", PHONE)
    figure = page.locator(".enlargeable:visible").first
    before = figure.bounding_box()["width"]
    figure.click()
    assert page.locator("dialog.enlarged :is(svg, img)").bounding_box()["width"] > max(390, before)
    page.keyboard.press("Escape")
    assert figure.locator("svg, img").is_visible()
    assert page.locator("dialog.enlarged").count() == 0


# One page of each kind: the others are made by the same programs. Of what is recorded, the first of each kind of frame.
KINDS = ("lessons", f"notebooks/{PATHS[5].stem}", f"notebooks/{PATHS[25].stem}", "notebooks/classroom", "lecturers", "library")


@pytest.mark.browser
def test_pages_of_every_kind_can_be_used_by_everybody(site, window):
    page, found = window(), {}
    moving = [path for folder in MOVING for path in (site / folder).glob("*.html")]
    frames = {path.stem.split("-")[0]: path for path in sorted(moving, reverse=True)}
    for path in [*(site / f"{kind}.html" for kind in KINDS), *frames.values()]:
        page.goto(path.as_uri())
        if path.parent.name in MOVING:
            page.locator(":is(.c4-picture, figure) svg").first.wait_for()
        violations = Axe().run(page, options={"iframes": False, "resultTypes": ["violations"]}).response["violations"]
        found |= {path.name: [violation["id"] for violation in violations]} if violations else {}
    assert found == {}


@pytest.mark.browser
def test_pages_of_every_kind_ask_the_network_for_nothing(site, window):
    page = window()
    for path in [*(site / f"{kind}.html" for kind in KINDS), *(site / "live").iterdir()]:
        page.goto(path.as_uri())
    assert len(page.asked) > 20
    assert not [url for url in page.asked if not url.startswith(("file:", "data:", "blob:"))]


@pytest.mark.browser
def test_search_finds_the_lesson_of_a_word(window):
    page, said = window(), []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.keyboard.press("Control+k")
    page.keyboard.type("epsilon")
    page.keyboard.press("Enter")
    page.locator("#search-results li a", has_text="Choose with UCB1").first.wait_for()
    assert said == []


@pytest.mark.browser
def test_search_finds_lessons_before_names_of_the_library(window):
    page = window("search")
    page.goto(f"{page.url}?q=simulate")
    page.locator("#search-results li a", has_text="c4lib").first.wait_for()
    pages = page.locator("#search-results li a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    are_lessons = [address.startswith("notebooks/") for address in pages]
    assert are_lessons == sorted(are_lessons, reverse=True)


@pytest.mark.browser
def test_no_page_moves_sideways_on_a_telephone(site, window):
    page, wide = window(size=PHONE), []
    for path in html_files(site):
        page.goto(path.as_uri())
        width = page.evaluate("document.documentElement.scrollWidth")
        out = page.evaluate(STICKS_OUT)
        wide += [(path.name, width, out)] if width > 390 or out else []
    assert not wide


# Texts and pictures that end to the right of the window, and not inside something that can be moved sideways.
STICKS_OUT = """() => [...document.querySelectorAll("article *")].filter(element => {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.right <= window.innerWidth + 1) return false;
    for (let outer = element; outer.tagName !== "ARTICLE"; outer = outer.parentElement)
        if (["auto", "scroll", "hidden"].includes(getComputedStyle(outer).overflowX)) return false;
    return true;
}).slice(0, 3).map(element => element.outerHTML.slice(0, 100))"""
