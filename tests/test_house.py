"""The structure of the project: what stands on what, how large it is, and that nothing public has gone missing.

Two packages: `c4lib` is what a student reads, `mctslab` what lessons measure with. The core of `c4lib` is read in an evening,
everything else stands on it. Three folders beside them: `web` are the pages without Python, `editions` is what is made of the
notebooks, `tools` is for who works on the project. Imports point down.
"""

import ast
import io
import tokenize
from collections import defaultdict
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import c4lib
import mctslab

ROOT = Path(c4lib.__file__).parents[1]
PACKAGES = ("c4lib", "mctslab")
BESIDE_PACKAGES = ("notebooks/checks", "notebooks/pictures", "web", "editions", "tools", "benchmarks")
FILES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]

CORE = ("board", "node", "settings", "phases", "search")  # what is read first
BESIDE = ("position", "proofs", "text")  # and what these stand on, or beside
BELOW = {  # for each part of c4lib, on what it may stand besides itself
    "_tools": set(),
    "core": {"_tools"},
    "hex": {"_tools", "core"},
    "fast": {"_tools", "core"},
    "study": {"_tools", "core", "hex", "fast"},
    "plots": {"_tools", "core", "hex", "study"},
    "widgets": {"_tools", "core", "hex", "fast", "study", "plots"},
    "__init__": set(),
}
BELOW_IN_LAB = {  # for each part of mctslab, on what it may stand besides itself and c4lib
    "archives": set(),
    "selfplay": {"archives"},
    "players": {"selfplay"},
    "qlearning": {"archives", "players"},
    "guided": {"players"},
    "lecture": set(),
    "without_numba": set(),
    "arena": {"players", "without_numba"},
    "published": {"players", "qlearning"},
    "plots": {"arena"},
    "experiments": {"players", "qlearning", "guided", "selfplay", "published", "arena"},
    "course": {"players", "qlearning", "arena"},
    "time_limit": set(),
    "audit": {"time_limit"},
    "terminal": {"players", "published"},
    "__main__": {"audit", "terminal"},
    "__init__": set(),
}
BELOW_OF_FOLDERS = {  # for each folder beside the packages, which of the others it may stand on; all may use the packages
    "notebooks/checks": set(),
    "notebooks/pictures": set(),
    "web": set(),
    "tools": set(),
    "editions": {"web", "tools"},
}
# What may be imported inside a function, because it takes long to load, or is not always there.
LOADED_LATE = {"IPython", "matplotlib", "numba", "pandas", "scipy", "tqdm", "loky", "distributed"}

MOST_CORE_LINES = 1350  # with docstrings, comments and blank lines
MOST_TOKENS_A_LINE = 9.5  # of code, in every folder
MOST_FUNCTION_LINES = 30

C4LIB = {
    "Backpropagation", "Board", "Expansion", "FastSearch", "Game", "HexBoard", "Iteration", "ParallelSearch", "PlayBoard",
    "Search", "SearchExplorer", "SearchNode", "SearchSettings", "SearchStepper", "Selection", "Simulation", "Trace",
    "TreeSearch", "Ucb1Lab", "Violation", "backpropagate", "check_game", "expand", "plot_board", "plot_hex", "plot_playout", "plot_tree",
    "plot_ucb1", "select", "show_source", "simulate", "solve", "solve_moves", "ucb1", "violations",
}  # fmt: skip
MCTSLAB = {
    "QTable", "accuracy", "as_far_as_possible", "exact_scores", "optimal_moves", "play_game", "play_match", "round_robin", "seeds",
    "sound_moves", "sweep",
}  # fmt: skip


# ---------------------------------------------------------------- reading the code


def module_name(path):
    """`"c4lib.plots.tree"` for c4lib/plots/tree.py, `"c4lib.plots"` for its `__init__`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {module_name(path): path.read_text(encoding="utf-8") for path in FILES}
TREES = {module: ast.parse(source) for module, source in SOURCES.items()}


def part_of(module):
    """The package of a module, and its part in there; "core" for the files that are read first, and those beside them."""
    package, first, *_ = f"{module}.__init__".split(".")
    return package, "core" if package == "c4lib" and first in CORE + BESIDE else first


def imported(node, inside=""):
    """(module, name or None, function) of each import below `node` that happens when the code runs."""
    if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
        return
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        inside = inside or node.name
    if isinstance(node, ast.Import):
        yield from ((alias.name, None, inside) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        module = "." * node.level + (node.module or "")
        yield from ((module, alias.name, inside) for alias in node.names)
    for child in ast.iter_child_nodes(node):
        yield from imported(child, inside)


def our_imports(tree):
    """(module, function) of each import of our own: `from c4lib.plots import tree` is c4lib.plots.tree.

    Left out are pictures for the methods by which a notebook shows a thing, `_repr_..._`, imported late.
    """
    for module, name, inside in imported(tree):
        assert not module.startswith("."), f"a relative import of {module}: write `from c4lib.module import name`"
        is_for_a_notebook = inside.startswith("_repr_") and module.startswith("c4lib.plots")
        if module.split(".")[0] in PACKAGES and not is_for_a_notebook:
            yield (f"{module}.{name}" if f"{module}.{name}" in TREES else module), inside


def tokens_of(source):
    """The tokens of the code, line by line: without docstrings, comments, blank lines and indentation."""
    docstrings, found = set(), defaultdict(int)
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else []:
            if isinstance(statement, ast.Expr) and isinstance(getattr(statement.value, "value", None), str):
                docstrings.update(range(statement.lineno, statement.end_lineno + 1))
    layout = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in layout and token.start[0] not in docstrings:
            found[token.start[0]] += 1
            for line in range(token.start[0] + 1, token.end[0] + 1):  # of a text over several lines
                found[line] += 0
    return found


@cache  # not while tests are collected, which every worker does
def counted():
    """The tokens of every file that is not a test."""
    others = [path for folder in BESIDE_PACKAGES for path in sorted((ROOT / folder).rglob("*.py"))]
    return {path: tokens_of(path.read_text(encoding="utf-8")) for path in [*FILES, *others]}


def test_tokens_and_lines_are_those_of_code():
    source = '"""Doc\nstring."""\n\n# why\nx = [\n    1,  # one\n]\n\n\ndef f():\n    """Doc."""\n    return x\n'
    assert tokens_of(source) == {5: 3, 6: 2, 7: 1, 10: 5, 12: 2}


@pytest.mark.parametrize(
    ("code", "seen"),
    [
        ("import c4lib.plots", [("c4lib.plots", "")]),
        ("from c4lib import board, Board", [("c4lib.board", ""), ("c4lib", "")]),
        ("from mctslab.arena import game", [("mctslab.arena.game", "")]),
        ("class A:\n  def f(self):\n    from c4lib.plots import plot_board", [("c4lib.plots", "f")]),
        ("class A:\n  def _repr_svg_(self):\n    from c4lib.plots.board import game_svg", []),
        ("class A:\n  def _repr_svg_(self):\n    from c4lib.board import Board", [("c4lib.board", "_repr_svg_")]),
        ("if TYPE_CHECKING:\n  from c4lib.plots import plot_board", []),
        ("import numpy", []),
    ],
)
def test_imports_are_seen_wherever_they_stand(code, seen):
    assert list(our_imports(ast.parse(code))) == seen


# ---------------------------------------------------------------- what stands on what


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_down(package):
    up = []
    for module, tree in TREES.items():
        mine, part = part_of(module)
        if mine != package:
            continue
        below = (BELOW if mine == "c4lib" else BELOW_IN_LAB)[part] | {part}
        for name, inside in our_imports(tree):
            other, other_part = part_of(name)
            is_below = other_part in below if other == mine else mine == "mctslab"
            if not is_below:
                up.append(f"{module} imports {name} in {inside or 'the module'}")
    assert up == []


@pytest.mark.parametrize("folder", ["c4lib", "mctslab", *BELOW_OF_FOLDERS])
def test_web_editions_and_tools_are_used_from_above(folder):
    others = {"web", "editions", "tools"} - BELOW_OF_FOLDERS.get(folder, set()) - {folder}
    up = {
        (path.name, module)
        for path in sorted((ROOT / folder).rglob("*.py"))
        for module, _, _ in imported(ast.parse(path.read_text(encoding="utf-8")))
        if module.split(".")[0] in others
    }
    assert up == set()


def test_no_file_and_no_part_is_in_a_circle_of_imports():
    files, parts = defaultdict(set), defaultdict(set)
    for module, tree in TREES.items():
        for name, _ in our_imports(tree):
            if name != module:
                files[module].add(name)
                parts[part_of(module)] |= {part_of(name)} - {part_of(module)}
    list(TopologicalSorter(files).static_order())
    list(TopologicalSorter(parts).static_order())


def test_only_what_takes_long_to_load_is_loaded_late():
    late = {
        (module, name)
        for module, tree in TREES.items()
        for name, _, inside in imported(tree)
        if inside and name.split(".")[0] not in LOADED_LATE | set(PACKAGES)
    }
    assert late == set()


READ_FIRST = {("c4lib", part) for part in ("core", "_tools")}


@pytest.mark.parametrize("name", [module for module in TREES if part_of(module) in READ_FIRST])
def test_the_core_needs_numpy_and_anytree_alone(name):
    foreign = {
        (module.split(".")[0], inside)
        for module, _, inside in imported(TREES[name])
        if module.split(".")[0] in LOADED_LATE
    }
    assert foreign <= {("pandas", "table"), ("tqdm", "progress_bar")}  # asked for by name, and only then


def test_few_files_hold_compiled_code():
    """The kernel, its random numbers, the solver, what plays for a network, and the published teacher, who would take half an hour a training."""
    jitted = {module for module, tree in TREES.items() if any(name == "njit" for _, name, _ in imported(tree))}
    using = {module for module, tree in TREES.items() if any(name == "compiled" for _, name, _ in imported(tree))}
    ours = {f"c4lib.fast.{name}" for name in ("kernel", "pcg64", "solver")}
    theirs = {"mctslab.experiments.learning", "mctslab.selfplay.search"}
    assert (jitted, using) == ({"c4lib.fast.jit"}, ours | theirs)


# ---------------------------------------------------------------- one meaning a name

TWINS = {"best_child", "select", "expand", "simulate", "backpropagate", "prove"}  # the kernel's, on purpose
PUBLISHED = {"train"}  # as the program is published; the laboratory's own trains a network


def names_given(tree):
    """What a module gives a meaning to: its classes, functions and constants, those for type checkers left out."""
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (name.id for one in node.targets for name in ast.walk(one) if isinstance(name, ast.Name))


def test_no_name_has_two_meanings():
    """Within a package; constants that only their own file uses (SIZE, BAR) are not names of the project."""
    handed_over = {f"{module}.{name}" for tree in TREES.values() for module, name, _ in imported(tree)}
    meanings = defaultdict(set)
    for module, tree in TREES.items():
        for name in names_given(tree):
            if not name.startswith("_") and (not name.isupper() or f"{module}.{name}" in handed_over):
                meanings[module.split(".")[0], name].add(module)
    twice = {
        name: found
        for (_, name), found in meanings.items()
        if len(found) > 1 and name not in TWINS | PUBLISHED | {"main"}
    }
    assert twice == {}


# ---------------------------------------------------------------- how large it is


def test_the_core_is_read_in_an_evening():
    lines = {name: len(SOURCES[f"c4lib.{name}"].splitlines()) for name in CORE}
    assert sum(lines.values()) <= MOST_CORE_LINES, lines


def test_statements_are_short():
    tokens, lines = defaultdict(int), defaultdict(int)
    for path, found in counted().items():
        folder = path.parent.relative_to(ROOT).as_posix()
        tokens[folder] += sum(found.values())
        lines[folder] += len(found)
    dense = {folder: tokens[folder] / lines[folder] for folder in tokens}
    assert {folder: found for folder, found in dense.items() if found > MOST_TOKENS_A_LINE} == {}


def test_functions_are_short():
    long = {}
    for path, found in counted().items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                lines = len(found.keys() & set(range(node.lineno, node.end_lineno + 1)))
                if lines > MOST_FUNCTION_LINES:
                    long[f"{path.name}: {node.name}"] = lines
    assert long == {}


# ---------------------------------------------------------------- nothing lost


@pytest.mark.parametrize(("package", "names"), [(c4lib, C4LIB), (mctslab, MCTSLAB)], ids=PACKAGES)
def test_the_public_names_are_there(package, names):
    assert names <= set(package.__all__)
    assert all(getattr(package, name) is not None for name in package.__all__)


def test_exact_scores_are_those_of_the_study():
    from c4lib.study import exact_scores

    assert mctslab.exact_scores is exact_scores
