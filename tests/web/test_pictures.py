"""What the page of the explorer shows is what `SearchExplorer` shows, element by element."""

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import games, sizes

from c4lib import Board, SearchExplorer, SearchSettings
from c4lib.plots.board import draw_game
from c4lib.plots.canvas import Scene
from c4lib.study.perfect import FILE, known_scores
from c4lib.widgets.analysis import outcomes
from c4lib.widgets.position import Position
from web.build import PAGES, joined

pytestmark = pytest.mark.browser

choices = st.builds(
    SearchSettings,
    c=st.sampled_from([0, 0.5, 2**0.5, 3]) | st.floats(0, 10),
    prior=st.sampled_from([0, 0, 0, 1, 7]),
    unvisited=st.sampled_from([math.inf, math.inf, 1, 0.5, 0, -1]),
    expand_at=st.sampled_from([1, 1, 0, 2, 50]),
)
boards = games(sizes(most_rows=7, most_columns=8)).flatmap(st.sampled_from)
playouts = st.sampled_from([1, 2, 7, 50, 300, 3_000])


@pytest.fixture(scope="module")
def library(browser):
    """A page with nothing but the files that the explorer is made of."""
    page = browser.new_page()
    page.add_script_tag(content=joined((*PAGES["explore"].library, "scores", "exact.js")))
    page.evaluate("() => { window.kernel = new Kernel(bytesOf(KERNEL)); }")
    yield page
    page.close()


SHOWN = """([board, settings, seed, playouts, opened]) => {
  const { rows, columns, connect, moves } = board;
  const unvisited = settings.unvisited ?? Infinity;
  const position = Board.fromMoves(moves, rows, columns, connect);
  const search = position.isTerminal ? null : new Search(kernel, position, { ...settings, unvisited }, seed);
  search?.run(playouts);
  const { line, expected, scenes, labels } = shownOf(position, search, opened, true, () => null);
  return { line, expected, labels, scenes: Object.fromEntries(
    Object.entries(scenes).map(([name, { height, elements }]) => [name, [height, Object.entries(elements)]])) };
}"""


def shown(library, board, choices, seed, playouts, opened):
    """What the page shows."""
    position = {"rows": board.rows, "columns": board.columns, "connect": board.connect, "moves": [*board.moves]}
    unvisited = None if choices.unvisited == math.inf else choices.unvisited  # JSON has no infinity
    settings = {"c": choices.c, "prior": choices.prior, "unvisited": unvisited, "expand_at": choices.expand_at}
    return library.evaluate(SHOWN, [position, settings, seed, playouts, [*opened]])


def wanted(explorer):
    """What the explorer shows, as JSON has it."""
    pictures = {"board": explorer.editor.view.picture, "ratings": explorer.ratings, "tree": explorer.tree}
    scenes = {name: [one.scene.height, [*one.scene.elements.items()]] for name, one in pictures.items()}
    labels = {name: one.label for name, one in pictures.items()}
    found = {"line": explorer.sentence.value, "expected": explorer.expected.value, "labels": labels, "scenes": scenes}
    return json.loads(json.dumps(found))


@given(boards, choices, st.integers(0, 2**40), playouts, st.lists(st.integers(0, 7), max_size=5))
@settings(max_examples=60, deadline=None)
def test_pictures_and_words_are_those_of_the_explorer_element_by_element(
    library, board, choices, seed, playouts, opened
):
    explorer = SearchExplorer(board, choices, playouts, seed)
    opened = [board.columns - 1 if move >= board.columns else move for move in opened]
    explorer._open(tuple(opened))
    assert shown(library, board, choices, seed, playouts, opened) == wanted(explorer)
    explorer.close()


@pytest.mark.parametrize("moves", ["", "2432614534125"])
def test_a_large_search_looks_the_same_and_so_does_the_play_that_it_expects(library, moves):
    board, choices = Board.from_moves(moves), SearchSettings()
    explorer = SearchExplorer(board, choices, 200_000, seed=1)
    for opened in [(), explorer.analysis.expected[:1], explorer.analysis.expected]:
        explorer._open(opened)
        assert shown(library, board, choices, 1, 200_000, opened) == wanted(explorer)
    explorer.close()


def test_marks_and_a_line_of_moves_with_means_are_drawn_as_in_python(library):
    board, values, marks = Board.from_moves("0101013"), {0: 0.25, 1: None, 4: 1.0}, {0: "win", 4: "draw", 5: "?"}
    scene = Scene()
    draw_game(scene, board, values, marks, line=(4, 4))
    found = library.evaluate(
        """([moves, values, marks]) => {
            const scene = new Scene();
            drawBoard(scene, Board.fromMoves(moves), { values, marks, line: [4, 4] });
            return Object.entries(scene.elements);
        }""",
        [[*board.moves], {str(move): value for move, value in values.items()}, marks],
    )
    assert found == json.loads(json.dumps([*scene.elements.items()]))


def test_exact_results_are_those_of_the_stored_scores_and_of_their_mirror_images(library):
    lines = FILE.read_text("ascii").splitlines()[1::40]
    games = [line.split(",")[0] for line in lines]
    mirrored = ["".join(str(6 - int(move)) for move in moves) for moves in games]
    known = [moves for moves in [*games, *mirrored, "333333"] if known_scores(Board.from_moves(moves))]
    found = library.evaluate(
        """async games => {
            const scores = await readScores();
            return games.map(moves => knownOutcomes(scores, Board.fromMoves([...moves].map(Number))));
        }""",
        [*known, "0011"],
    )
    wanted = [outcomes(Board.from_moves(moves)) for moves in known]
    assert found == [{str(move): word for move, word in one.items()} for one in wanted] + [None]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3 3 4", None),
        ("33333 37", "move 7 cannot be 7; allowed: 0, 1, 2, 4, 5, 6"),
        ("2, 4", None),
        ("2.4", "move 2 cannot be .; allowed: 0, 1, 2, 3, 4, 5, 6"),
        ("00112233", "move 8 cannot be 3; allowed: none, because the game is over"),
    ],
)
def test_typed_moves_are_refused_in_the_words_of_the_explorer(library, text, said):
    try:
        Position(Board()).read(text)
        wanted = None
    except ValueError as error:
        wanted = str(error)
    found = library.evaluate(
        "text => { try { readMoves(new Board(), text); return null; } catch (error) { return error.message; } }", text
    )
    assert found == wanted == said
