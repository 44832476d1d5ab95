"""What holds of the project as a whole: its files, its links, its dependencies, its public names."""

import inspect
import re
import subprocess
import sys
import tomllib
from functools import reduce
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import c4lib
import mctslab
from editions.lessons import parts
from tools import environment
from tools.notebooks import find, read

ROOT = Path(__file__).parents[1]

# ---------------------------------------------------------------- files


def git_files():
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [name for name in listed.stdout.split("\0") if (ROOT / name).is_file()]


def test_no_generated_file_is_tracked():
    generated = r"(^|/)(__pycache__|\.ipynb_checkpoints|\.venv|\.hypothesis|\.(pytest|ruff)_cache|build|dist)/"
    generated += r"|\.egg-info/|\.(pyc|nbi|nbc|part|log)$|-checkpoint\.|(^|/)\.(DS_Store|coverage)$"
    assert not [name for name in git_files() if re.search(generated, name)]


def test_no_tracked_text_names_a_path_of_someones_machine():
    path = re.compile(rb"(?<![\w.~>])/(?:work|root|home|Users)/\w+")
    found = {name: path.findall((ROOT / name).read_bytes()) for name in git_files() if not name.endswith(".png")}
    assert not {name: hits for name, hits in found.items() if hits}


# ---------------------------------------------------------------- links


def prose(path):
    """The text of a page or of a notebook's cells of text, without the code in it."""
    if path.suffix == ".md":
        text = path.read_text("utf-8")
    else:
        text = "\n\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    return re.sub(r"```.*?```|`[^`\n]*`", "code", text, flags=re.DOTALL)


def anchors(path):
    headings = re.findall(r"^#+ (.+)$", prose(path), re.MULTILINE)
    if path.suffix == ".ipynb":
        return {heading.replace(" ", "-") for heading in headings}  # as JupyterLab names them
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def leads_somewhere(path, link):
    address, _, anchor = link.partition("#")
    target = path.parent / address if address else path
    return target.exists() and (not anchor or anchor in anchors(target))


def pages_and_notebooks():
    yield from (ROOT / name for name in git_files() if name.endswith(".md"))
    yield from find([])


def test_every_relative_link_leads_to_a_file_and_a_heading():
    broken, count = {}, 0
    for path in pages_and_notebooks():
        found = re.findall(r"\]\((?:<([^>]+)>|([^)\s]+))\)", prose(path))
        links = [link for link in map("".join, found) if "://" not in link]
        count += len(links)
        if wrong := [link for link in links if not leads_somewhere(path, link)]:
            broken[path.name] = wrong
    assert broken == {}
    assert count > 100


def test_readme_says_how_long_the_core_is_at_most():
    readme = (ROOT / "README.md").read_text("utf-8")
    core = re.findall(r"^\| \[`(\w+\.py)`\]", readme, re.MULTILINE)
    most = int(re.search(r"five files, at most ([\d,]+) lines", readme)[1].replace(",", ""))
    lines = sum(len((ROOT / "c4lib" / name).read_text("utf-8").splitlines()) for name in core)
    assert len(core) == 5
    assert most - 100 <= lines <= most


def stated(path):
    """The minutes that a lesson says it takes."""
    return int(re.search(r"^About (\d+) minutes\.$", read(path).cells[0].source, re.MULTILINE)[1])


def test_three_tables_of_the_readme_have_all_lessons_and_their_hours():
    text = (ROOT / "README.md").read_text("utf-8")
    tables = re.findall(r"^### (.+?): (\d\d) to (\d\d)\n(.+?)(?=^##)", text, re.DOTALL | re.MULTILINE)
    for (name, first, last, words), (part, paths) in zip(tables, parts().items(), strict=True):
        assert (name, first, last) == (part, paths[0].stem[:2], paths[-1].stem[:2])
        assert re.findall(r"^\| .*\(notebooks/(.+?)\.ipynb\)", words, re.MULTILINE) == [path.stem for path in paths]
        hours = float(re.search(r"About ([\d.]+) hours", words)[1])
        assert abs(hours - sum(map(stated, paths)) / 60) <= 0.25


# ---------------------------------------------------------------- notation


def notation():
    """(words, lesson, names in code) of each row of the page of notation."""
    row = r"^- \*\*(.+?)\*\* \(\[\d\d\]\(\.\./notebooks/([\w-]+)\.ipynb\)([^()]*)\):"
    return re.findall(row, (ROOT / "docs" / "notation.md").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize(("words", "lesson", "code"), notation(), ids=lambda given: given[:12])
def test_every_row_of_the_notation_is_a_word_of_its_lesson_and_a_name_in_code(words, lesson, code):
    text = "\n".join(cell.source for cell in read(ROOT / "notebooks" / f"{lesson}.ipynb").cells)
    for word in (word.strip("*`") for word in words.split(", ")):
        assert re.search(rf"\b{word}\b", text, 0 if len(word) == 1 else re.IGNORECASE)
    made = c4lib.SearchNode(c4lib.Board()), c4lib.SearchSettings(), c4lib.TreeSearch(c4lib.Board(), rng=1)
    known = {name: getattr(c4lib, name) for name in c4lib.__all__} | {type(one).__name__: one for one in made}
    for name in re.findall("`(.+?)`", code):
        first, *rest = name.split(".")
        reduce(getattr, rest, {**known, "mctslab": mctslab}[first])


# ---------------------------------------------------------------- set-up


make_anew = environment.make_anew


@pytest.fixture
def ready(tmp_path, monkeypatch):
    """A folder whose .venv is ready for `lab`, and the list of what is done to it from now on."""
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / environment.LOCK).touch()
    monkeypatch.chdir(tmp_path)
    for name in ("PYTHON", "LOCKED"):
        monkeypatch.delenv(name, raising=False)
    done = []
    monkeypatch.setattr(environment, "make_anew", lambda: done.append("anew"))
    monkeypatch.setattr(environment, "install", lambda extras: done.append(extras))
    monkeypatch.setattr(environment, "python_of", lambda program: "another" if program == sys.executable else "one")
    (tmp_path / ".venv").mkdir()
    environment.main(["lab"])
    done.clear()
    return done


def moved(folder, monkeypatch):
    monkeypatch.chdir(folder.rename(folder.with_name("moved")))


CHANGES = {
    "nothing": lambda folder, monkeypatch: None,
    "it was moved": moved,
    "pyproject.toml has changed": lambda folder, monkeypatch: (folder / "pyproject.toml").write_text("# new"),
    "its Python is gone": lambda folder, monkeypatch: monkeypatch.setattr(environment, "python_of", lambda program: ""),
    "another Python is asked for": lambda folder, monkeypatch: monkeypatch.setenv("PYTHON", "another"),
    "the lock is asked for": lambda folder, monkeypatch: monkeypatch.setenv("LOCKED", "1"),
    "the installation was broken off": lambda folder, monkeypatch: (folder / ".venv/.ready").unlink(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_an_environment_is_made_anew_only_if_it_must(ready, tmp_path, monkeypatch, change):
    CHANGES[change](tmp_path, monkeypatch)
    environment.main(["lab"])
    assert ready == ([] if change == "nothing" else ["anew", ["lab"]])


def test_ctrl_c_during_the_set_up_is_answered_in_a_sentence_and_the_next_time_it_goes_on(ready, tmp_path, monkeypatch):
    def stopped(*arguments, **options):
        raise KeyboardInterrupt

    (tmp_path / "pyproject.toml").write_text("# new")
    with monkeypatch.context() as patch:
        patch.setattr(environment, "make_anew", make_anew)
        patch.setattr("venv.create", stopped)
        with pytest.raises(SystemExit, match=r"Stopped before \.venv was ready\. The same command sets it up again"):
            environment.main(["lab"])
    assert not (tmp_path / environment.READY).exists()
    environment.main(["lab"])
    assert ready == ["anew", ["lab"]]


def test_a_locked_environment_is_made_anew_if_the_lock_changes_or_is_no_longer_asked_for(ready, tmp_path, monkeypatch):
    monkeypatch.setenv("LOCKED", "1")
    for _ in range(2):
        environment.main(["lab"])
    (tmp_path / environment.LOCK).write_text("numpy==2.0")
    environment.main(["lab"])
    monkeypatch.delenv("LOCKED")
    environment.main(["lab"])
    assert ready == ["anew", ["lab"]] * 3


def test_what_tests_need_is_added_once_to_the_same_environment(ready):
    for _ in range(2):
        environment.main(["lab", "test"])
    environment.main(["lab"])
    assert ready == [["test"]]


# ---------------------------------------------------------------- dependencies


def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_conda_environment_has_the_names_and_bounds_of_pyproject():
    extras = project()["optional-dependencies"]
    wanted = {f"python{project()['requires-python']}", "pip"}
    for requirement in [*project()["dependencies"], *extras["lab"], *extras["cluster"]]:
        wanted.add(requirement.partition(";")[0])
    *conda, last = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))["dependencies"]
    assert (set(conda), last) == (wanted, {"pip": ['-e ".[lab,cluster]"']})


def test_citation_has_the_version_and_the_licence_of_the_project():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert (cited["version"], cited["license"]) == (project()["version"], project()["license"])


PINS = [line for line in (ROOT / environment.LOCK).read_text("utf-8").splitlines() if not line.startswith("#")]
LOCKED_EXTRAS = ("lab", "cluster", "test", "site", "mark")


def pinned():
    return {requirement.name: requirement for requirement in map(Requirement, PINS)}


def named(extras):
    """The requirements of the project with these extras, without the project itself."""
    lines = [*project()["dependencies"], *(line for extra in extras for line in project()["optional-dependencies"][extra])]
    return [requirement for requirement in map(Requirement, lines) if requirement.name != "c4lib"]


@pytest.mark.parametrize("wanted", named(LOCKED_EXTRAS), ids=lambda wanted: wanted.name)
def test_the_lock_has_a_version_that_pyproject_allows(wanted):
    pin = pinned()[canonicalize_name(wanted.name)]
    (version,) = (one.version for one in pin.specifier)
    assert wanted.specifier.contains(version)
    assert (pin.marker is None or pin.marker.evaluate()) == (wanted.marker is None or wanted.marker.evaluate())


def test_the_lock_has_sorted_names_each_once_with_one_version_and_no_address():
    assert not [line for line in PINS if not re.fullmatch(r"[a-z0-9-]+==[\w.]+( ; [\w.' <>=!()]+)?", line)]
    names = [line.partition("==")[0] for line in PINS]
    assert names == sorted(set(names))


def test_the_lock_is_made_for_every_python_and_every_extra_that_tests_install():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert f">={re.search('--python-version ([0-9.]+)', makefile)[1]}" == project()["requires-python"]
    assert re.search("^EXTRAS := (.*)$", makefile, re.MULTILINE)[1].split() == [*LOCKED_EXTRAS]
    needed = re.findall(r"^(?:lab|test|check):\n\t\$\(NEEDS\) (.*)$", makefile, re.MULTILINE)
    assert len(needed) == 3
    assert {extra for line in needed for extra in line.split()} == {*LOCKED_EXTRAS}


LISTED = "Jinja2==3.1.6\nnest_asyncio2==1.7.4\nnumba==0.68.1"


@pytest.mark.parametrize(
    ("lock", "others"),
    [
        ("# made\njinja2==3.1.6\nnest-asyncio2==1.7.4\nnumba==0.68.1 ; sys_platform != 'emscripten'\nzipp==4.1", []),
        ("jinja2==3.1.6\nnest-asyncio2==1.7.4\nnumba==0.68", ["numba==0.68.1"]),
        ("jinja2==3.1.6\nnumba==0.68.1", ["nest-asyncio2==1.7.4"]),
    ],
    ids=["the same", "another version", "not there"],
)
def test_what_is_installed_and_not_in_the_lock_is_found(lock, others):
    assert environment.unlocked(LISTED, lock) == others


# ---------------------------------------------------------------- the packages


def test_importing_the_package_loads_nothing_heavy():
    code = "import sys, c4lib; print(*{'numba', 'pandas', 'matplotlib', 'ipywidgets', 'anywidget', 'tqdm'} & sys.modules.keys())"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).split() == []


PUBLIC = [(package, name) for package in (c4lib, mctslab) for name in package.__all__]


@pytest.mark.parametrize(("package", "name"), PUBLIC, ids=[f"{package.__name__}.{name}" for package, name in PUBLIC])
def test_public_function_or_class_is_there_with_an_example(package, name):
    thing = getattr(package, name)
    if inspect.isclass(thing) or inspect.isroutine(thing):
        assert ">>> " in (thing.__doc__ or "")
