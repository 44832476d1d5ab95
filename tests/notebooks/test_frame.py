"""The frame of every notebook: what a reader finds in each of them, at the same place.

The order of a numbered notebook (`classroom` has only the title and the links):

    # Select a leaf                          the words of the file name `04-select`, the verb first; no number
    (links)                                  written by `python tools/notebooks.py links`
    ## What you'll do                        these three before the first code cell
    ## What you'll learn
    ## What you'll need
    ...
    ## Summary
    ## Exercises                             3 to 5 of them
    ## Further reading                       with years
    (links)

An exercise is five cells:

    1. markdown                              `### Exercise 2: title`, then the task.
    2. code, tag `exercise`                  A stub, which runs as it is and is wrong.
    3. code, tag `check`                     Defines `check_2(answer)`, which prints one helpful line and returns True or
                                             False, and raises for no answer, however wrong; then calls it on the stub:
                                             `passed = check_2(legal_moves)`. May be folded, if it gives the solution away.
    4. markdown                              One line: `The solution is folded below: click the three dots to see it.`
    5. code, tag `solution`, folded          Defines the answer under names of its own (`legal_moves_solution`: to run it
                                             must not solve the exercise) and ends with
                                             `assert check_2(legal_moves_solution)`.

A cell is folded by the metadata `{"jupyter": {"source_hidden": true}}`. Other tags: `raises-exception` (a deliberate
error) and `nbval-ignore-output` (timings). Outputs are stored by `python tools/notebooks.py run 04`.
"""

import ast
import copy
import re

import nbformat
import pytest

from notebooks import FOLDER, find, link, navigation, normalise, number, read, run, write

PATHS = find([])
TAGS = {"exercise", "check", "solution", "raises-exception", "nbval-ignore-output"}
OPENING = ["What you'll do", "What you'll learn", "What you'll need"]
ENDING = ["Summary", "Exercises", "Further reading"]


def by_stem(paths):
    return {"argvalues": paths, "ids": [path.stem for path in paths]}


every_notebook = pytest.mark.parametrize("path", **by_stem(PATHS))
numbered_notebook = pytest.mark.parametrize("path", **by_stem([path for path in PATHS if number(path)]))


def code_cells(path):
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def tags(cell):
    return set(cell.metadata.get("tags", []))


def folded(cell):
    return cell.metadata.get("jupyter", {}).get("source_hidden", False)


def shown_text(cell):
    """All that a reader can read in the outputs of a code cell."""
    parts = []
    for output in cell.outputs:
        parts += [output.get("text", ""), output.get("evalue", ""), *output.get("traceback", [])]
        parts += [data for kind, data in output.get("data", {}).items() if not kind.startswith("image/p")]
    return "\n".join(map(str, parts))


def headings(cells, level):
    """(place of the cell, heading) of each heading of that level."""
    mark = "#" * level + " "
    return [
        (place, line.removeprefix(mark).strip())
        for place, cell in enumerate(cells)
        if cell.cell_type == "markdown"
        for line in cell.source.splitlines()
        if line.startswith(mark)
    ]


def exercises(path):
    """The cells of each exercise, by its number."""
    cells = read(path).cells
    starts = [(place, heading) for place, heading in headings(cells, 3) if heading.startswith("Exercise ")]
    ends = [place for place, heading in headings(cells, 2) if heading == "Further reading"]
    found = {}
    for (start, heading), (end, _) in zip(starts, [*starts[1:], (ends[-1], "")], strict=True):
        found[int(re.match(r"Exercise (\d+): \S", heading)[1])] = cells[start:end]
    return found


def names_defined(source):
    """The names that a cell gives a meaning to."""
    for statement in ast.parse(source).body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            yield statement.name
        elif isinstance(statement, ast.Assign):
            yield from (node.id for target in statement.targets for node in ast.walk(target) if hasattr(node, "id"))


def asserts_call(source, name):
    """Whether the last statement is an `assert name(...)`."""
    match ast.parse(source).body[-1]:
        case ast.Assert(test=ast.Call(func=ast.Name(id=called))):
            return called == name
    return False


# ---------------------------------------------------------------- every notebook


@every_notebook
def test_file_is_named_after_what_the_learner_does(path):
    assert re.fullmatch(r"\d\d(-\w+)+|classroom", path.stem)


@every_notebook
def test_first_cell_has_the_title_with_the_words_of_the_file_name(path):
    first = read(path).cells[0].source.splitlines()[0]
    assert re.match(r"# [A-Z]", first), "the first line is `# Title`, without a number"
    words = re.findall(r"[\w']+", first.lower())
    wanted = path.stem.lower().removeprefix(f"{number(path)}-").split("-")
    assert set(wanted) <= set(words)
    assert not number(path) or words[0] == wanted[0], "the title begins with the verb of the file name"


@every_notebook
def test_links_are_those_of_the_files_present(path):
    linked = read(path)
    link(linked, navigation()[path])
    assert linked == read(path), "run: python tools/notebooks.py links"


@every_notebook
def test_stored_by_one_clean_run(path):
    code = code_cells(path)
    counts = [cell.execution_count for cell in code]
    assert counts == list(range(1, len(code) + 1)), f"run: python tools/notebooks.py run {path.stem}"


@every_notebook
def test_stored_in_its_normal_form(path):
    notebook = read(path)
    normalise(notebook)
    assert path.read_text(encoding="utf-8") == nbformat.writes(notebook) + "\n", (
        f"run: python tools/notebooks.py run {path.stem}"
    )


@every_notebook
def test_cells_that_show_something_have_it_stored(path):
    for cell in code_cells(path):
        # A bare value other than a call, or a call of print or display; nbval compares all other outputs.
        match ast.parse(re.sub(r"^[%!].*", "", cell.source, flags=re.MULTILINE)).body:
            case [*_, ast.Expr(value=ast.Call(func=ast.Name(id="print" | "display")))]:
                assert cell.outputs, cell.source
            case [*_, ast.Expr(value=ast.Name() | ast.Attribute() | ast.Subscript() | ast.Compare())]:
                assert cell.outputs, cell.source


@every_notebook
def test_no_error_is_stored_unless_it_is_deliberate(path):
    for cell in code_cells(path):
        errors = [output.evalue for output in cell.outputs if output.output_type == "error"]
        assert bool(errors) == ("raises-exception" in tags(cell)), cell.source


@every_notebook
def test_nothing_is_stored_from_stderr(path):
    assert not [cell.source for cell in code_cells(path) for output in cell.outputs if output.get("name") == "stderr"]


@every_notebook
def test_outputs_name_no_path_and_no_address_of_this_machine(path):
    for cell in code_cells(path):
        assert not re.findall(r"/(?:work|tmp|root|home|Users)/\S*|\bat 0x[0-9a-f]+", shown_text(cell)), cell.source


@every_notebook
def test_code_cells_have_between_1_and_25_lines(path):
    for cell in code_cells(path):
        assert 1 <= len(cell.source.strip().splitlines()) <= 25, cell.source


@every_notebook
def test_tags_are_known(path):
    for cell in read(path).cells:
        assert tags(cell) <= TAGS, cell.source


# ---------------------------------------------------------------- the series


@numbered_notebook
def test_sections_are_there_in_their_order(path):
    cells = read(path).cells
    sections = headings(cells, 2)
    assert [heading for _, heading in sections if heading in OPENING + ENDING] == OPENING + ENDING
    first_code = next(place for place, cell in enumerate(cells) if cell.cell_type == "code")
    assert all(place < first_code for place, heading in sections if heading in OPENING)
    assert [heading for _, heading in sections[-3:]] == ENDING


@numbered_notebook
def test_further_reading_has_years(path):
    cells = read(path).cells
    start = headings(cells, 2)[-1][0]
    assert re.search(r"\b(19|20)\d\d\b", "\n".join(cell.source for cell in cells[start:]))


@numbered_notebook
def test_prose_is_neither_scarce_nor_endless(path):
    words = " ".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown").split()
    assert 700 <= len(words) <= 2500


@numbered_notebook
def test_a_picture_is_stored(path):
    assert any("image/png" in output.get("data", {}) for cell in code_cells(path) for output in cell.outputs)


@numbered_notebook
def test_there_are_3_to_5_exercises(path):
    assert list(exercises(path)) in [[1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5]]


@numbered_notebook
def test_an_exercise_is_task_stub_check_note_and_folded_solution(path):
    for k, cells in exercises(path).items():
        kinds = [" ".join(tags(cell)) if cell.cell_type == "code" else "markdown" for cell in cells]
        assert kinds == ["markdown", "exercise", "check", "markdown", "solution"], f"exercise {k}"
        assert "folded" in cells[3].source, f"exercise {k}: cell 4 says that the solution is folded"
        assert not folded(cells[1]), f"exercise {k}: the stub is not folded"
        assert folded(cells[4]), f"exercise {k}: the solution is folded"


@numbered_notebook
def test_a_check_accepts_the_solution_and_not_the_stub(path):
    for k, (_, stub, check, _, solution) in exercises(path).items():
        assert f"check_{k}" in names_defined(check.source)
        assert asserts_call(solution.source, f"check_{k}"), f"solution {k} ends with: assert check_{k}(...)"
        for cell in (check, solution):
            assert [output.get("name") for output in cell.outputs] == ["stdout"], f"exercise {k} only prints"
        assert shown_text(check) != shown_text(solution), f"exercise {k}: check_{k} says the same of stub and solution"
        assert not {*names_defined(stub.source)} & {*names_defined(solution.source)}, (
            f"solution {k} has names of its own, so that running it does not solve the exercise"
        )


# ---------------------------------------------------------------- tools/notebooks.py


def made_up(*sources, title="Try it"):
    code = [nbformat.v4.new_code_cell(source) for source in sources]
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(f"# {title}"), *code])


def test_links_lead_to_the_neighbours_present(tmp_path):
    for name in ("01-try-it", "04-go-on", "classroom"):
        write(tmp_path / f"{name}.ipynb", made_up(title=name[3:]))
    assert list(navigation(tmp_path).values()) == [
        "[Contents](../README.md) | [04 go-on →](04-go-on.ipynb)",
        "[← 01 try-it](01-try-it.ipynb) | [Contents](../README.md)",
        "[Contents](../README.md)",
    ]


def test_linking_again_changes_nothing():
    once = made_up("1")
    link(once, "links")
    twice = copy.deepcopy(once)
    link(twice, "links")
    assert twice == once
    assert [cell.source for cell in once.cells] == ["# Try it", "links", "1", "links"]


def test_run_stores_what_every_machine_would(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))  # no kernel of the user's
    path = tmp_path / "01-try-it.ipynb"
    write(path, made_up("import sys\nprint('a')\nprint('b')", "sys.executable", "[][0]"))
    notebook = read(path)
    notebook.cells[3].metadata.tags = ["raises-exception"]
    write(path, notebook)
    run(path)
    _, printed, executable, error = read(path).cells
    assert [cell.execution_count for cell in (printed, executable, error)] == [1, 2, 3]
    assert [output.text for output in printed.outputs] == ["a\nb\n"]
    assert executable.outputs[0].data["text/plain"] == repr(__import__("sys").executable)
    assert error.outputs[0].traceback == ["IndexError: list index out of range"]
    assert "version" not in read(path).metadata.language_info
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_run_says_which_cell_failed_and_leaves_the_file(tmp_path):
    path = tmp_path / "01-try-it.ipynb"
    write(path, made_up("x = 1", "x / 0"))
    before = path.read_text()
    with pytest.raises(SystemExit, match=r"01-try-it.ipynb, code cell 2:\n\nx / 0\n\nZeroDivisionError"):
        run(path)
    assert path.read_text() == before


def test_a_notebook_is_found_by_the_beginning_of_its_name():
    if not PATHS:
        pytest.skip("no notebooks yet")
    assert find([PATHS[0].stem]) == find([str(FOLDER / PATHS[0].name)]) == PATHS[:1]
    with pytest.raises(SystemExit, match="no notebook begins with 99"):
        find(["99"])
