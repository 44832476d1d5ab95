"""The frame of every notebook: what a reader finds in each of them, at the same place. docs/writing-a-lesson.md describes it."""

import ast
import base64
import functools
import itertools
import re
import shutil
from collections import defaultdict

import attacks
import nbformat
import pytest

import checks
from tools import new_lesson
from tools.notebooks import DEEPER, FOLDER, find, link, minutes, navigation, normalise, number, read, run, tags, write

PATHS = find([])
TAGS = {
    "predict",
    "whole",
    "exercise",
    "check",
    "solution",
    "answer",
    "claims",
    "raises-exception",
    "nbval-ignore-output",
}
OPENING = ["What you'll do", "What you'll learn", "What you'll need"]
ENDING = ["Summary", "Exercises", "Further reading"]
WIDTH, HEIGHT = 88, 20  # of a code cell in sight
MEGABYTES = 8.5  # of 27 lessons and the classroom


stored = functools.cache(read)  # not to be changed
links = functools.cache(navigation)


def by_stem(paths):
    return {"argvalues": paths, "ids": [path.stem for path in paths]}


every_notebook = pytest.mark.parametrize("path", **by_stem(PATHS))
numbered_notebook = pytest.mark.parametrize("path", **by_stem([path for path in PATHS if number(path)]))


def code_cells(path):
    return [cell for cell in stored(path).cells if cell.cell_type == "code"]


def collapsed(cell):
    """Which of "source" and "outputs" are out of sight."""
    jupyter = cell.metadata.get("jupyter", {})
    return {part for part in ("source", "outputs") if jupyter.get(f"{part}_hidden")}


def lesson_cells(cells):
    """The code cells that a reader sees as part of the lesson, exercises included."""
    apart = {"check", "solution", "claims"}
    return [
        cell
        for cell in cells
        if cell.cell_type == "code" and not tags(cell) & apart and "source" not in collapsed(cell)
    ]


def parsed(cell):
    return tree_of(cell.source)


@functools.cache
def tree_of(source):
    return ast.parse(re.sub(r"^[%!].*", "", source, flags=re.MULTILINE))


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
    cells = stored(path).cells
    starts = [(place, heading) for place, heading in headings(cells, 3) if heading.startswith("Exercise ")]
    return {int(re.match(r"Exercise (\d+): \S", heading)[1]): cells[start : start + 5] for start, heading in starts}


def names_defined(source):
    """The names that a cell gives a meaning to."""
    for statement in ast.parse(source).body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            yield statement.name
        elif isinstance(statement, ast.Assign):
            yield from (node.id for target in statement.targets for node in ast.walk(target) if hasattr(node, "id"))


def calls_last(source, name):
    """Whether the last statement is a call of `name`, asserted or not."""
    match ast.parse(source).body[-1]:
        case ast.Assert(test=ast.Call(func=ast.Name(id=called))) | ast.Expr(value=ast.Call(func=ast.Name(id=called))):
            return called == name
    return False


# ---------------------------------------------------------------- every notebook


@every_notebook
def test_file_is_named_after_what_the_learner_does(path):
    assert re.fullmatch(r"\d\d(-\w+)+|classroom", path.stem)


@every_notebook
def test_first_cell_has_the_title_with_the_words_of_the_file_name(path):
    first = stored(path).cells[0].source.splitlines()[0]
    assert re.match(r"# [A-Z]", first), "the first line is `# Title`, without a number"
    words = re.findall(r"[\w']+", first.lower())
    wanted = path.stem.lower().removeprefix(f"{number(path)}-").split("-")
    assert set(wanted) <= set(words)
    assert not number(path) or words[0] == wanted[0], "the title begins with the verb of the file name"


@every_notebook
def test_links_are_those_of_the_files_present(path):
    linked = read(path)
    link(linked, links()[path])
    assert linked == stored(path), "run: python -m tools.notebooks links"


@every_notebook
def test_stored_by_one_clean_run(path):
    code = code_cells(path)
    counts = [cell.execution_count for cell in code]
    assert counts == list(range(1, len(code) + 1)), f"run: python -m tools.notebooks run {path.stem}"


@every_notebook
def test_stored_in_its_normal_form(path):
    notebook = read(path)
    normalise(notebook)
    assert path.read_text(encoding="utf-8") == nbformat.writes(notebook) + "\n", (
        f"run: python -m tools.notebooks run {path.stem}"
    )


@every_notebook
def test_cells_that_show_something_have_it_stored(path):
    for cell in code_cells(path):
        # A bare value other than a call, or a call of print or display; nbval compares all other outputs.
        match parsed(cell).body:
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


@pytest.mark.parametrize("name", ["15", "21", "23"])
def test_lessons_on_speed_are_stored_on_an_idle_machine(name):
    assert stored(find([name])[0]).metadata.get("timings")


@every_notebook
def test_tags_are_known(path):
    for cell in stored(path).cells:
        assert tags(cell) <= TAGS, cell.source


# ---------------------------------------------------------------- the series


@numbered_notebook
def test_sections_are_there_in_their_order(path):
    cells = stored(path).cells
    sections = headings(cells, 2)
    assert [heading for _, heading in sections if heading in OPENING + ENDING] == OPENING + ENDING
    first_code = next(place for place, cell in enumerate(cells) if cell.cell_type == "code")
    assert all(place < first_code for place, heading in sections if heading in OPENING)
    last = [heading for _, heading in sections if heading != DEEPER.removeprefix("## ")]
    assert last[-3:] == ENDING


@numbered_notebook
def test_further_reading_has_years(path):
    cells = stored(path).cells
    start = headings(cells, 2)[-1][0]
    assert re.search(r"\b(19|20)\d\d\b", "\n".join(cell.source for cell in cells[start:]))


@numbered_notebook
def test_there_is_prose(path):
    words = " ".join(cell.source for cell in stored(path).cells if cell.cell_type == "markdown").split()
    assert len(words) >= 700


@numbered_notebook
def test_a_picture_is_stored(path):
    assert any("image/png" in output.get("data", {}) for cell in code_cells(path) for output in cell.outputs)


@numbered_notebook
def test_there_are_3_to_5_exercises_and_one_at_least_in_the_first_twenty_minutes(path):
    at_least = 1 if number(path) == "00" else 3
    assert list(exercises(path)) == list(range(1, len(exercises(path)) + 1)), "they are numbered from 1"
    assert at_least <= len(exercises(path)) <= 5


@numbered_notebook
def test_an_exercise_is_task_stub_check_note_and_solution(path):
    apart = [cell for cell in code_cells(path) if tags(cell) & {"exercise", "check", "solution"}]
    assert len(apart) == 3 * len(exercises(path)), "each of them belongs to an exercise"
    for k, cells in exercises(path).items():
        kinds = [" ".join(tags(cell)) if cell.cell_type == "code" else "markdown" for cell in cells]
        assert kinds == ["markdown", "exercise", "check", "markdown", "solution"], f"exercise {k}"
        assert "folded" in cells[3].source, f"exercise {k}: cell 4 says that the solution is folded"
        assert not collapsed(cells[1]), f"exercise {k}: the stub is in sight"


@numbered_notebook
def test_a_check_accepts_the_solution_and_not_the_stub(path):
    for k, (_, stub, check, _, solution) in exercises(path).items():
        name = f"check_{number(path)}_{k}"
        assert calls_last(solution.source, name), f"solution {k} ends with a call of {name}"
        for cell in (check, solution):
            assert [output.get("name") for output in cell.outputs] == ["stdout"], f"exercise {k} only prints"
        assert shown_text(check).startswith("Not yet: "), f"exercise {k}: the stub is wrong"
        assert "Right: " in shown_text(solution), f"exercise {k}: the solution is right"
        assert not {*names_defined(stub.source)} & {*names_defined(solution.source)}, (
            f"solution {k} has names of its own, so that running it does not solve the exercise"
        )


# ---------------------------------------------------------------- lesson, test and answer apart

# Each rule gives, for the cells of a notebook, (cell, what is wrong) of those that break it.


def no_assert(cells):
    for cell in lesson_cells(cells):
        if any(isinstance(node, ast.Assert) for node in ast.walk(parsed(cell))):
            yield cell, "an assert in sight: it belongs into a cell tagged `claims`"


def nothing_silenced(cells):
    code = [cell for cell in cells if cell.cell_type == "code"]
    used = []  # (place of the cell, line, whether it is a new value, name)
    for place, cell in enumerate(code):
        for function in [node for node in ast.walk(parsed(cell)) if isinstance(node, ast.FunctionDef)]:
            # What a function reads may be read at any time.
            used += [(len(code), 0, False, node.id) for node in ast.walk(function) if isinstance(node, ast.Name)]
        names = [node for node in ast.walk(parsed(cell)) if isinstance(node, ast.Name)]
        used += [(place, node.lineno, isinstance(node.ctx, ast.Store), node.id) for node in names]
    used.sort()
    for place, cell in enumerate(code):
        if cell not in lesson_cells(cells):
            continue
        if re.search(r";\s*$", cell.source, flags=re.MULTILINE):
            yield cell, "a semicolon at the end of a line"
        for statement in parsed(cell).body:
            for name in silenced(statement):
                after = [use for use in used if use[3] == name and use[:2] > (place, statement.end_lineno)]
                if name == "_" or not after or after[0][2]:
                    yield cell, f"`{name} = ...` is never read; a cell that draws ends with plt.show()"
        for output in cell.outputs:
            words = output.get("data", {}).get("text/plain", "")
            drawn = re.match(r"<(Axes|Figure|matplotlib)|\[<matplotlib|Text\(", words)
            if drawn and "image/png" not in output.data:
                yield cell, "the name of an object of Matplotlib beside the picture"


def silenced(statement):
    """The names to which a statement gives the value of one call, if it is no more than that."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call()):
            return [name]
    return []


def lines_fit(cells):
    for cell in lesson_cells(cells):
        for line in cell.source.splitlines():
            if len(line) > WIDTH:
                yield cell, f"{len(line)} characters, {WIDTH} are allowed: {line}"


def cells_are_short(cells):
    for cell in lesson_cells(cells):
        if "whole" in tags(cell):
            continue
        if not 1 <= len(cell.source.splitlines()) <= HEIGHT:
            yield cell, f"{len(cell.source.splitlines())} lines, {HEIGHT} are allowed"


def claims_are_apart(cells):
    for cell in cells:
        if "claims" not in tags(cell):
            continue
        if collapsed(cell) != {"source"} or cell.outputs:
            yield cell, "of claims the source is collapsed, and there is no output"
        claims = [node for node in ast.walk(parsed(cell)) if isinstance(node, ast.Assert)]
        if not claims or not all(claim.msg for claim in claims):
            yield cell, "every claim is an assert with a message"
        if not cell.source.startswith("# "):
            yield cell, "the first line, which stays in sight, is a comment"


def shown_beside_the_dots(cell):
    """What JupyterLab shows of collapsed outputs: a line of the first of them."""
    data = cell.outputs[0].get("data", {})
    if "text/html" in data or cell.outputs[0].output_type == "error":
        return ":"  # a tag, or nothing
    return next(filter(None, (cell.outputs[0].get("text") or data.get("text/plain", "")).split("\n")))


def answers_are_collapsed(cells):
    for cell in cells:
        if "answer" in tags(cell) and ("outputs" not in collapsed(cell) or not cell.outputs):
            yield cell, "of an answer the output is collapsed"
        elif "answer" in tags(cell) and not re.fullmatch(r"<Figure .*|.*:", shown_beside_the_dots(cell)):
            yield (
                cell,
                f"{shown_beside_the_dots(cell)!r} is in sight, the first line of the output: print a heading first",
            )


def solutions_are_collapsed(cells):
    for cell in cells:
        if "solution" in tags(cell) and collapsed(cell) != {"source", "outputs"}:
            yield cell, "of a solution source and output are collapsed"
        if "solution" in tags(cell) and not cell.source.startswith("# Solution\n"):
            yield cell, "the first line, which stays in sight, is `# Solution`"
        if "solution" in tags(cell) and cell.outputs and not re.search(r"\bcheck_\d\d_\d\(", cell.source):
            line = shown_beside_the_dots(cell)
            if not re.fullmatch(r"<Figure .*|.*:|Right: .*", line):
                yield cell, f"{line!r} is in sight, the first line of the output: print a heading first"


def minutes_are_stated(cells):
    stated = re.search(r"About (\d+) minutes\.$", cells[0].source)
    expected = minutes(nbformat.v4.new_notebook(cells=cells))
    if not stated or not 2 / 3 <= int(stated[1]) / expected <= 4 / 3:
        yield cells[0], f"the first cell ends with `About {5 * round(expected / 5)} minutes.`, or what is near it"


def checks_are_modules(cells):
    for cell in cells:
        if "check" in tags(cell) and not re.match(r"from checks import check_\d\d_\d\n", cell.source):
            yield cell, "the check is imported from `checks`"


def titles_do_not_tell(cells):
    for cell in cells:
        if "answer" not in tags(cell) or "source" in collapsed(cell):
            continue
        for node in ast.walk(parsed(cell)):
            titled = isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["title"]
            draws = isinstance(node, ast.Call) and re.search(r"(^|\.)(plot|draw)_\w+$", ast.unparse(node.func))
            given = [node.value] if titled else [*node.args, *(word.value for word in node.keywords)] if draws else []
            if any(isinstance(one, ast.Constant) and " " in str(one.value) for one in given):
                yield cell, "the title in sight answers the question: put it into notebooks/pictures/titles.py"


def questions_have_fields(cells):
    keys = []
    for place, cell in enumerate(cells):
        if cell.cell_type == "markdown" and "**Predict" in cell.source:
            yield cell, "a question has a field: `predict(...)` in a cell tagged `predict`"
        if "predict" not in tags(cell):
            continue
        key = key_of(cell, "predict")
        if collapsed(cell) != {"source"} or len(parsed(cell).body) != 1 or not key or key in keys:
            yield cell, "one call of `predict` with a key of its own, its source collapsed, its output not"
        keys.append(key)
        answers = [other for other in cells[place + 1 :] if tags(other) & {"predict", "answer"}]
        if not answers or "answer" not in tags(answers[0]) or key_of(answers[0], "came_out") != key:
            yield cell, f"the next of the answers ends with `came_out({key!r}, ...)`"


def key_of(cell, name):
    """The key with which the last statement of a cell calls the function of this name; None if it does not."""
    match parsed(cell).body:
        case [*_, ast.Expr(value=ast.Call(func=ast.Name(id=called), args=[ast.Constant(value=key), *_]))]:
            return key if called == name else None
    return None


FOLD = r"<details><summary>What it shows</summary>\n\n(?s:(?!</details>).)+\n\n</details>"


def told_when_unfolded(cells):
    for cell, after in itertools.pairwise(cells):
        if "answer" in tags(cell) and not (after.cell_type == "markdown" and re.fullmatch(FOLD, after.source)):
            yield cell, "the next cell tells what it shows, folded by <details>, and nothing else"
        elif "<details" in after.source and "answer" not in tags(cell):
            yield after, "what is told in a fold follows its answer"


def exercises_stand_where_they_are_asked(cells):
    ends = [place for place, heading in headings(cells, 2) if heading == "Summary"]
    asked = [place for place, heading in headings(cells, 3) if heading.startswith("Exercise ")]
    if sum(place < end for place in asked for end in ends[-1:]) < min(2, len(asked)):
        yield cells[0], "two exercises stand in the lesson, before its summary"
    for cell in cells:
        if cell.cell_type == "markdown" and re.search(r"(?i)\bexercise \d\b[^.]* below|then come back", cell.source):
            yield cell, "an exercise that is asked for stands there, not below"


MUCH = 0.4  # of the expressions of a solution


def solutions_are_not_in_sight(cells):
    code = [cell for cell in cells if cell.cell_type == "code"]
    for place, cell in enumerate(code):
        if "solution" not in tags(cell):
            continue
        stub = code[place - 2]
        own = expressions(re.sub(r"\bcheck_\d\d_\d\(.*", "", cell.source)) - expressions(stub.source)
        asked = {node.name for node in parsed(stub).body if isinstance(node, ast.FunctionDef)}
        for other in lesson_cells(code):
            same = own & expressions(other.source)
            defined = {node.name for node in parsed(other).body if isinstance(node, ast.FunctionDef)}
            if other is not stub and (len(same) > MUCH * len(own) or asked & defined):
                yield other, f"in sight, and much like the solution in {cell.id}"


@functools.cache
def expressions(source, least=6):
    """The expressions of at least so many parts, in which names are numbered in the order in which they come."""
    found = set()
    for node in ast.walk(tree_of(source)):
        if isinstance(node, (ast.expr, ast.comprehension)) and sum(1 for _ in ast.walk(node)) >= least:
            numbers = itertools.count()
            names = defaultdict(lambda numbers=numbers: next(numbers))
            found.add(re.sub(r"\bid='(\w+)'", lambda name, names=names: f"id={names[name[1]]}", ast.dump(node)))
    return found


RULES = [
    no_assert,
    nothing_silenced,
    lines_fit,
    cells_are_short,
    claims_are_apart,
    answers_are_collapsed,
    titles_do_not_tell,
    solutions_are_collapsed,
    minutes_are_stated,
    checks_are_modules,
    questions_have_fields,
    told_when_unfolded,
    exercises_stand_where_they_are_asked,
    solutions_are_not_in_sight,
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
@numbered_notebook
def test_lesson_test_and_answers_are_apart(path, rule):
    broken = [f"{path.name}, cell {cell.id}: {what}\n{cell.source}" for cell, what in rule(stored(path).cells)]
    assert not broken, "\n\n".join([f"{rule.__name__} is broken", *broken])


def cell_of(source, *outputs, kind="code", hidden=(), tag=None):
    cell = nbformat.v4.new_markdown_cell(source) if kind == "markdown" else nbformat.v4.new_code_cell(source)
    if outputs:
        cell.outputs = [nbformat.v4.new_output("execute_result", data={"text/plain": text}) for text in outputs]
    cell.metadata = nbformat.from_dict(
        {"tags": [tag] if tag else [], "jupyter": {f"{part}_hidden": True for part in hidden}}
    )
    return cell


QUESTION = cell_of("**Predict** it.", kind="markdown")
FIELD = cell_of('predict("99-it", "Which?", "word")', "Predict: Which? ____", tag="predict", hidden=["source"])
ANSWER = cell_of('came_out("99-it", 1)', "Answer:\n1", tag="answer", hidden=["outputs"])
TOLD = cell_of("<details><summary>What it shows</summary>\n\nThat.\n\n</details>", kind="markdown")
SUMMARY = cell_of("## Summary", kind="markdown")
STUB = cell_of("def twice(x):\n    return 0", tag="exercise")
SOLUTION = cell_of(
    "# Solution\ndef twice_solution(x):\n    return [2 * each for each in x]\n\ncheck_99_1(twice_solution)",
    tag="solution",
    hidden=["source", "outputs"],
)
EXERCISES = [cell_of(f"### Exercise {k}: twice", kind="markdown") for k in (1, 2)]
CHECK = cell_of("from checks import check_99_1\n\ncheck_99_1(twice)", tag="check")


@pytest.mark.parametrize(
    ("rule", "cells"),
    [
        (no_assert, [cell_of("for x in y:\n    assert x")]),
        (nothing_silenced, [cell_of("ax = draw()")]),
        (nothing_silenced, [cell_of("draw()", "<Axes: title={'center': 'Three'}>")]),
        (lines_fit, [cell_of("x" * 89)]),
        (cells_are_short, [cell_of("x\n" * 21)]),
        (claims_are_apart, [cell_of("# Claims\nassert x, 'x should be'", tag="claims")]),
        (titles_do_not_tell, [cell_of("plot_it(x, 'It grows')", tag="answer")]),
        (answers_are_collapsed, [cell_of("x", "1", tag="answer", hidden=["outputs"])]),
        (solutions_are_collapsed, [cell_of("# Solution\nx", tag="solution", hidden=["source"])]),
        (solutions_are_collapsed, [cell_of("# Solution\nx", "5", tag="solution", hidden=["source", "outputs"])]),
        (minutes_are_stated, [cell_of("# Title\n" + "word " * 600 + "\n\nAbout 40 minutes.", kind="markdown")]),
        (checks_are_modules, [cell_of("def check_1(answer): ...", tag="check")]),
        (questions_have_fields, [QUESTION, FIELD, ANSWER]),
        (questions_have_fields, [FIELD, TOLD]),
        (questions_have_fields, [FIELD, cell_of('came_out("99-so", 1)', "1", tag="answer", hidden=["outputs"])]),
        (questions_have_fields, [cell_of('predict("99-it", "Which?", "word")', tag="predict"), ANSWER]),
        (told_when_unfolded, [ANSWER, cell_of("That.", kind="markdown")]),
        (exercises_stand_where_they_are_asked, [EXERCISES[0], SUMMARY, EXERCISES[1]]),
        (exercises_stand_where_they_are_asked, [cell_of("Write it now: exercise 2 is below.", kind="markdown")]),
        (solutions_are_not_in_sight, [cell_of("print([2 * n for n in all])"), STUB, CHECK, SOLUTION]),
        (solutions_are_not_in_sight, [STUB, CHECK, SOLUTION, cell_of("def twice(x):\n    return x + x")]),
    ],
)
def test_a_rule_finds_what_breaks_it(rule, cells):
    assert list(rule(cells))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_rule_passes_what_keeps_to_it(rule):
    cells = [
        cell_of("# Title\n" + "word " * 550 + "\n\nAbout 10 minutes.", kind="markdown"),
        cell_of("game = play()\nboard = Board()\nboard = board.play()\nprint(game, board)"),
        *(FIELD, cell_of("x = 2"), ANSWER, TOLD),
        cell_of("# Claims\nassert x == 1, 'x should be 1'", tag="claims", hidden=["source"]),
        *(EXERCISES[0], STUB, CHECK, SOLUTION, EXERCISES[1], SUMMARY),
    ]
    assert not list(rule(cells))


# ---------------------------------------------------------------- the example of docs/writing-a-lesson.md


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """The example as a lesson of its own, run and stored in a folder with what lessons read."""
    root = tmp_path_factory.mktemp("example")
    for beside in ("checks", "pictures"):
        shutil.copytree(FOLDER / beside, root / "notebooks" / beside)
    (root / "tests" / "notebooks" / "attacks").mkdir(parents=True)
    new_lesson.begin("99-count-the-discs", root)
    path = root / "notebooks" / "99-count-the-discs.ipynb"
    run(path)
    return path


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_example_keeps_to_each_rule(example, rule):
    assert not list(rule(stored(example).cells))


LIKE_A_LESSON = [
    test_file_is_named_after_what_the_learner_does,
    test_first_cell_has_the_title_with_the_words_of_the_file_name,
    test_stored_by_one_clean_run,
    test_stored_in_its_normal_form,
    test_no_error_is_stored_unless_it_is_deliberate,
    test_tags_are_known,
    test_sections_are_there_in_their_order,
    test_further_reading_has_years,
    test_a_picture_is_stored,
    test_an_exercise_is_task_stub_check_note_and_solution,
    test_a_check_accepts_the_solution_and_not_the_stub,
]


@pytest.mark.parametrize("of_a_lesson", LIKE_A_LESSON, ids=lambda test: test.__name__)
def test_the_example_is_a_lesson_though_a_short_one(example, of_a_lesson):
    of_a_lesson(example)


def test_the_attacks_of_the_example_are_told_what_is_wrong(example, capsys, monkeypatch):
    root = example.parents[1]
    monkeypatch.setattr(checks, "__path__", [str(root / "notebooks" / "checks")])
    for kept in ("ATTACKS", "RIGHT"):
        monkeypatch.setattr(attacks, kept, {})
    exec((root / "tests" / "notebooks" / "attacks" / "lesson_99.py").read_text("utf-8"), {})
    for answer, words in attacks.ATTACKS["check_99_1"]:
        assert not checks.check_99_1(answer)
        assert words in capsys.readouterr().out
    assert all(map(checks.check_99_1, attacks.RIGHT["check_99_1"]))


def test_a_lesson_is_begun_only_once(example):
    with pytest.raises(SystemExit, match="99-count-the-discs.ipynb is there already"):
        new_lesson.begin(example.stem, example.parents[1])


# ---------------------------------------------------------------- pictures


def pictures(path):
    return [output for cell in code_cells(path) for output in cell.outputs if "image/png" in output.get("data", {})]


@every_notebook
def test_pictures_are_told_in_words_of_their_own(path):
    words = [output.metadata["image/png"]["alt"] for output in pictures(path)]
    assert all(30 <= len(text) <= 1000 for text in words), [text for text in words if not 30 <= len(text) <= 1000]
    assert len(set(words)) == len(words), [text for text in words if words.count(text) > 1]


def test_all_notebooks_together_are_small():
    assert sum(path.stat().st_size for path in PATHS) < MEGABYTES * 1_000_000


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


@pytest.mark.check
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


@pytest.mark.check
def test_run_gives_a_figure_a_palette_and_words_and_the_kernel_no_name(tmp_path):
    path = tmp_path / "01-try-it.ipynb"
    drawing = ["plt.bar(['one', 'two'], [1, 25])", "plt.title('Both')", "plt.xlabel('which')", "plt.show()"]
    write(path, made_up("sorted(dir())", "import matplotlib.pyplot as plt\n" + "\n".join(drawing)))
    run(path)
    _, names, drawn = read(path).cells
    assert drawn.outputs[0].metadata["image/png"]["alt"] == "Both. across: which. Bars: one: 1, two: 25."
    assert base64.b64decode(drawn.outputs[0].data["image/png"])[25] == 3, "a palette, by the header of the PNG"
    assert "of_figure" not in names.outputs[0].data["text/plain"]
    assert "install" not in names.outputs[0].data["text/plain"]
    stored = path.read_text()
    run(path)
    assert path.read_text() == stored


@pytest.mark.check
def test_run_says_which_cell_failed_and_leaves_the_file(tmp_path):
    path = tmp_path / "01-try-it.ipynb"
    write(path, made_up("x = 1", "x / 0"))
    before = path.read_text()
    with pytest.raises(SystemExit, match=r"01-try-it.ipynb, code cell 2:\n\nx / 0\n\nZeroDivisionError"):
        run(path)
    assert path.read_text() == before


@pytest.mark.check
@pytest.mark.parametrize(
    ("timings", "loads", "is_stored"),
    [(True, [3, 4], True), (True, [3, 60], False), (False, [100, 100], True)],
    ids=["idle", "busy", "without timings"],
)
def test_timings_of_a_busy_machine_are_not_stored(tmp_path, monkeypatch, timings, loads, is_stored):
    path = tmp_path / "01-try-it.ipynb"
    notebook = made_up("1 + 1")
    notebook.metadata.update({"timings": True} if timings else {})
    write(path, notebook)
    before = path.read_text()
    left = iter(loads)
    monkeypatch.setattr("psutil.cpu_percent", lambda interval: next(left))
    if is_stored:
        run(path, even_if_busy=False)
        assert read(path).cells[1].outputs[0].data["text/plain"] == "2"
        assert bool(read(path).metadata.get("timings")) == timings
    else:
        with pytest.raises(SystemExit, match="01-try-it.ipynb is not stored: it shows timings, .* 60 % busy"):
            run(path, even_if_busy=False)
        assert path.read_text() == before


def test_a_notebook_is_found_by_the_beginning_of_its_name():
    assert find([PATHS[0].stem]) == find([str(FOLDER / PATHS[0].name)]) == PATHS[:1]
    with pytest.raises(SystemExit, match="no notebook begins with 99"):
        find(["99"])
