"""The house: what stands on what, how large it is, and that nothing public has gone missing.

The core is read in an evening, top to bottom; everything else is a wing that stands on it. Imports point down.
"""

import ast
import io
import re
import tokenize
from collections import defaultdict
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import c4lib

PACKAGE = Path(c4lib.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))

CORE = ("board", "node", "settings", "phases", "search")  # in reading order
BELOW = {  # for each room, on what it may stand besides itself; a new wing gets a line here
    "_tools": set(),
    "core": {"_tools"},
    "fast": {"_tools", "core"},
    "study": {"_tools", "core", "lecture"},
    "lecture": {"_tools", "core", "study", "fast"},
    "players": {"_tools", "core", "fast"},
    "published": {"_tools", "core", "fast", "study", "lecture", "players"},
    "arena": {"_tools", "core", "fast", "players"},
    "plots": {"_tools", "core", "fast", "study", "lecture", "players", "published", "arena"},
    "widgets": {"_tools", "core", "fast", "study", "lecture", "players", "published", "arena", "plots"},
    "experiments": {"_tools", "core", "fast", "study", "lecture", "players", "published", "arena", "plots"},
    "__main__": {"_tools", "core", "fast", "players", "published", "arena"},
    "__init__": set(),
}

# The only functions that may look up, each for a reason that it states where it stands.
MAY_LOOK_UP = {
    "_repr_svg_": "plots",
    "_repr_png_": "plots",
    "replay": "study",
}
HEAVY = ("numba", "pandas", "matplotlib", "ipywidgets", "anywidget", "tqdm")

MOST_CORE_LINES = 1050  # with docstrings, comments and blank lines
MOST_ENTRIES = 18
MOST_FILES = 63
MOST_CODE_LINES = 9_600  # on the way to 6,300: live pictures, published programs and experiments came on top
MOST_FUNCTION_LINES = 30

FIRST_EDITION = [
    "Backpropagation",
    "Board",
    "Expansion",
    "FastSearch",
    "HexBoard",
    "Iteration",
    "ParallelSearch",
    "PlayBoard",
    "QTable",
    "Search",
    "SearchExplorer",
    "SearchNode",
    "SearchSettings",
    "SearchStepper",
    "Selection",
    "Simulation",
    "Trace",
    "TreeSearch",
    "Ucb1Lab",
    "Violation",
    "accuracy",
    "backpropagate",
    "exact_scores",
    "expand",
    "optimal_moves",
    "play_game",
    "play_match",
    "plot_bitboards",
    "plot_board",
    "plot_hex",
    "plot_playout",
    "plot_tree",
    "plot_ucb1",
    "plot_visits",
    "round_robin",
    "select",
    "show_source",
    "simulate",
    "solve",
    "solve_moves",
    "sound_moves",
    "sweep",
    "ucb1",
    "violations",
]


# ---------------------------------------------------------------- reading the code


def module_name(path):
    """`"c4lib.plots.tree"` for c4lib/plots/tree.py, `"c4lib.plots"` for its `__init__`."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(module):
    """The wing that a module belongs to; "core" for the five files at the front door."""
    first = f"{module}.__init__".split(".")[1]
    return "core" if first in CORE else first


MODULES = {module_name(path): ast.parse(path.read_text(encoding="utf-8")) for path in FILES}
WINGS = sorted({room_of(module) for module in MODULES} - {"core", "_tools", "__init__", "__main__"})


def imported(node, inside=""):
    """(module, name or None, function) of each import below `node` that happens when the code runs."""
    if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
        return
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        inside = inside or node.name
    if isinstance(node, ast.Import):
        yield from ((alias.name, None, inside) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert not node.level, f"a relative import, line {node.lineno}: write `from c4lib.module import name`"
        yield from ((node.module, alias.name, inside) for alias in node.names)
    for child in ast.iter_child_nodes(node):
        yield from imported(child, inside)


def target(module, name):
    """The module that an import loads: `from c4lib.plots import tree` is c4lib.plots.tree."""
    return f"{module}.{name}" if f"{module}.{name}" in MODULES else module


def our_imports(tree):
    return [
        (target(module, name), inside) for module, name, inside in imported(tree) if module.split(".")[0] == "c4lib"
    ]


def code_line_numbers(source):
    """The numbers of the lines with code: not docstrings, comments and blank lines."""
    docstrings, code = set(), set()
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else []:
            if isinstance(statement, ast.Expr) and isinstance(getattr(statement.value, "value", None), str):
                docstrings.update(range(statement.lineno, statement.end_lineno + 1))
    blank = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in blank:
            code.update(range(token.start[0], token.end[0] + 1))
    return code - docstrings


SOURCES = {path: path.read_text(encoding="utf-8") for path in FILES}


# ---------------------------------------------------------------- what stands on what


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_down(module):
    room = room_of(module)
    assert room in BELOW, f"say in BELOW what the new wing {room} stands on"
    up = {
        f"{name} (line of {inside or 'the module'})"
        for name, inside in our_imports(MODULES[module])
        if room_of(name) not in BELOW[room] | {room} and room_of(name) != MAY_LOOK_UP.get(inside)
    }
    assert up == set()


def test_no_file_is_in_a_circle_of_imports():
    graph = defaultdict(set)
    for module, tree in MODULES.items():
        # A wing's `__init__` hands out the names of its own files, which do not import it.
        graph[module] = {name for name, inside in our_imports(tree) if MAY_LOOK_UP.get(inside) != room_of(name)} - {
            module
        }
    list(TopologicalSorter(graph).static_order())


def test_no_wing_is_in_a_circle_of_wings():
    graph = defaultdict(set)
    for module, tree in MODULES.items():
        for name, inside in our_imports(tree):
            if MAY_LOOK_UP.get(inside) != room_of(name):
                graph[room_of(module)].add(room_of(name))
    list(TopologicalSorter({room: below - {room} for room, below in graph.items()}).static_order())


@pytest.mark.parametrize("name", [*CORE, "_tools"])
def test_the_core_needs_numpy_and_anytree_alone(name):
    outside = {
        (module.split(".")[0], inside)
        for module, _, inside in imported(MODULES[f"c4lib.{name}"])
        if module.split(".")[0] in HEAVY
    }
    # Asked for by name, and only then: the table of a search, and the bar of a long run.
    assert outside <= {("pandas", "table"), ("tqdm", "progress_bar")}


def test_few_files_hold_compiled_code():
    """The kernel, the solver, and the published teacher of the trainings, who would take half an hour for each."""
    jitted = {module for module, tree in MODULES.items() if any(name == "njit" for _, name, _ in imported(tree))}
    using = {module for module, tree in MODULES.items() if any(name == "compiled" for _, name, _ in imported(tree))}
    assert (jitted, using) == ({"c4lib.fast.kernel"}, {"c4lib.fast.solver", "mctslab.experiments.learning"})


@pytest.mark.parametrize("wing", WINGS)
def test_no_folder_hands_on_the_names_of_another(wing):
    tree = MODULES[f"c4lib.{wing}"]
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    handed_on = {
        name
        for module, name, _ in imported(tree)
        if module.startswith("c4lib") and room_of(target(module, name)) != wing and name not in used
    }
    assert handed_on == set()


@pytest.mark.parametrize(
    ("code", "seen"),
    [
        ("import c4lib.plots", [("c4lib.plots", "")]),
        ("from c4lib import board, Board", [("c4lib.board", ""), ("c4lib", "")]),
        ("from c4lib.plots import tree", [("c4lib.plots.tree", "")]),
        ("def f():\n  from c4lib.plots import plot_board", [("c4lib.plots", "f")]),
        (
            "class A:\n  def _repr_html_(self):\n    from c4lib.plots import plot_board",
            [("c4lib.plots", "_repr_html_")],
        ),
        ("if TYPE_CHECKING:\n  from c4lib.plots import plot_board", []),
        ("import numpy", []),
    ],
)
def test_imports_are_seen_wherever_they_stand(code, seen):
    assert our_imports(ast.parse(code)) == seen


# ---------------------------------------------------------------- one meaning a name


TWINS = {"best_child", "select", "expand", "simulate", "backpropagate", "prove"}  # the kernel's, on purpose


def names_given(tree):
    """What a module gives a meaning to: its classes, functions and constants, those for type checkers left out."""
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (name.id for one in node.targets for name in ast.walk(one) if isinstance(name, ast.Name))


def test_no_name_has_two_meanings():
    """Constants that only their own file uses (SIZE, BAR) are not names of the house."""
    meanings = defaultdict(set)
    for module, tree in MODULES.items():
        for name in names_given(tree):
            meanings[name].add(module)
    handed_over = {name for tree in MODULES.values() for _, name, _ in imported(tree)}
    ours = {name for name in meanings if name in handed_over or not name.isupper()} - TWINS - {"main"}
    twice = {name: meanings[name] for name in ours if len(meanings[name]) > 1 and not name.startswith("_")}
    assert twice == {}


# ---------------------------------------------------------------- how large it is


def test_the_core_is_read_in_an_evening():
    lines = {name: len((PACKAGE / f"{name}.py").read_text(encoding="utf-8").splitlines()) for name in CORE}
    assert sum(lines.values()) <= MOST_CORE_LINES, lines


def test_a_newcomer_finds_the_core_among_few_entries():
    entries = {path.name for path in PACKAGE.iterdir()} - {"__pycache__"}
    assert len({name for name in entries if not name.startswith(".")}) <= MOST_ENTRIES


def test_there_are_few_files():
    assert len(FILES) <= MOST_FILES


def test_there_is_little_to_read():
    assert sum(len(code_line_numbers(source)) for source in SOURCES.values()) <= MOST_CODE_LINES


@pytest.mark.parametrize("path", FILES, ids=[module_name(path) for path in FILES])
def test_functions_are_short(path):
    code = code_line_numbers(SOURCES[path])
    long = {}
    for node in ast.walk(ast.parse(SOURCES[path])):
        if isinstance(node, ast.FunctionDef):
            lines = len(code & set(range(node.lineno, node.end_lineno + 1)))
            if lines > MOST_FUNCTION_LINES:
                long[node.name] = lines
    assert long == {}


def test_code_lines_are_those_with_code():
    source = '"""Doc\nstring."""\n\n# why\nx = [\n    1,  # one\n]\n\n\ndef f():\n    """Doc."""\n    return x\n'
    assert code_line_numbers(source) == {5, 6, 7, 10, 12}


# ---------------------------------------------------------------- nothing lost


@pytest.mark.parametrize("name", FIRST_EDITION)
def test_a_public_name_of_the_first_edition_is_still_there(name):
    assert name in c4lib.__all__
    assert getattr(c4lib, name) is not None


@pytest.mark.parametrize("path", FILES, ids=[module_name(path) for path in FILES])
def test_words_are_those_of_the_field(path):
    """Words of the first edition that a reader of the field does not expect, as names."""
    ours = r"\b(\w*_)?(moment|deal_out|dealing|quirks?|mended|births?)(_\w*)?\b"
    names = {
        getattr(node, field)
        for node in ast.walk(ast.parse(SOURCES[path]))
        for field in ("id", "attr", "name", "arg")
        if isinstance(getattr(node, field, None), str)
    }
    assert {name for name in names if re.fullmatch(ours, name, re.IGNORECASE)} == set()
