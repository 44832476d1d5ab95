"""The search of the pages in Chromium: NumPy's seeds, Python's logarithms, and the tree of `FastSearch`."""

import math
import random

import numpy as np
import pytest

from c4lib import Board, FastSearch, SearchSettings
from mctslab import play_game
from mctslab.players import random_player
from web.build import SEARCH, joined

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(browser):
    """An empty page with the search and the positions in it."""
    page = browser.new_page()
    page.add_script_tag(content=joined(("tables", "game.js", *SEARCH)))
    yield page
    page.close()


def test_a_seed_becomes_the_state_of_numpys_generator(page):
    seeds = [0, 1, 99, 2**32 - 1, 2**32, 2**70 + 5, 3**100]
    states = page.evaluate("seeds => seeds.map(seed => pcg64(BigInt(seed)).map(String))", [*map(str, seeds)])
    wanted = [np.random.default_rng(seed).bit_generator.state["state"] for seed in seeds]
    assert states == [[str(one["state"]), str(one["inc"])] for one in wanted]


def test_a_state_becomes_the_number_that_numpy_draws(page):
    drawn = page.evaluate(
        """() => {
            let [state, increment] = pcg64(7);
            return Array.from({ length: 50 }, () => numberOf(state = nextState(state, increment)));
        }"""
    )
    assert drawn == np.random.default_rng(7).random(50).tolist()


def test_logarithms_are_those_of_python_up_to_a_million(page):
    count = 10**6
    differences = page.evaluate(
        "wanted => { const found = logarithms(wanted.length); return wanted.flatMap((one, n) => found[n] === one ? [] : [n]); }",
        [0.0, *map(math.log, range(1, count + 1))],
    )
    assert differences == []


CHOICES = {
    "c": (0, 0.3, 1, 2**0.5, 5),
    "prior": (0, 0, 1, 7),
    "unvisited": (0.5, 1.2, 1e9),
    "expand_at": (0, 1, 1, 3),
    "draw": (0.5, 0.5, 0.3),
    "loss": (0.0, 0.0, -1.0),
    "viewpoint": ("mover", "mover", "root"),
    "distinct": (False, True),
    "solve": (False, True),
}


SIZES = [
    (6, 7, 4),  # twice as often
    (6, 7, 4),
    (4, 5, 4),
    (3, 8, 3),
    (7, 8, 4),
    (5, 4, 5),
]


def some_case(number):
    """A position, settings, a seed and a number of playouts: what both searches are given."""
    rng = random.Random(number)
    size = rng.choice(SIZES)
    boards = play_game(random_player, random_player, number, Board(*size)).positions()
    board = rng.choice([board for board in boards if not board.is_terminal])
    choices = {name: rng.choice(values) for name, values in CHOICES.items()}
    return size, board, choices, number * 10**7, rng.choice([1, 30, 1_000, 20_000])


def everything(search):
    """The whole tree, row by row, with the state of the generator."""
    nodes = [(node.name, node.wins, node.visits) for node in [search.root, *search.root.descendants]]
    state = search.rng.bit_generator.state["state"]["state"]
    return [list(one) for one in nodes], search.iterations, search.node_count, str(state)


EVERYTHING = """([size, moves, choices, seed, playouts]) => {
    globalThis.kernel ??= new Kernel(Uint8Array.from(atob(KERNEL), sign => sign.charCodeAt(0)));
    const search = new Search(kernel, Board.fromMoves(moves, ...size), choices, BigInt(seed)).run(playouts);
    const rows = [];
    (function add(node, name) {
        rows.push([name || "root", node.wins, node.visits]);
        for (const child of search.children(node)) add(child, `${name} ${child.move}`.trim());
    })(search.root, "");
    return [rows, search.iterations, search.nodes, String(search.generator)];
}"""


@pytest.mark.parametrize("first", range(0, 30, 10))
def test_whole_trees_are_those_of_fast_search(page, first):
    for number in range(first, first + 10):
        size, board, choices, seed, playouts = some_case(number)
        found = page.evaluate(EVERYTHING, [size, list(board.moves), choices, str(seed), playouts])
        search = FastSearch(board, SearchSettings(**choices), seed).run(playouts)
        assert found == list(everything(search)), (size, board.moves, choices, seed, playouts)
