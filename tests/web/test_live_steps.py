"""The live stepper beside the one of the notebooks: every phase of every iteration, forwards and back; its pictures."""

import random

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from strategies import positions, sizes

from c4lib import Board, SearchSettings, SearchStepper, Trace
from c4lib.widgets.stepper import FIRSTS
from web.build import PAGES, joined

pytestmark = pytest.mark.browser

THREAT = Board.from_moves("2432614534125")
SMALL = Board.from_moves("3130234131", rows=4, columns=5)
ALMOST_FULL = Board.from_moves("021032112", rows=3, columns=4)


# ---------------------------------------------------------------- a search in the page and in Python


@pytest.fixture(scope="module")
def library(browser):
    """A page with nothing but the files that the live stepper is made of."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.add_script_tag(content=joined(PAGES["step"].library))
    page.add_script_tag(content=TWINS)
    yield page
    context.close()


TWINS = """
const kernel = new Kernel(Uint8Array.from(atob(KERNEL), sign => sign.charCodeAt(0)));
const gameOf = ([moves, rows, columns, connect]) => Board.fromMoves(moves, rows, columns, connect);
const traceOf = (board, settings, seed) => new Trace(kernel, gameOf(board), settings, seed);
const names = nodes => nodes.map(node => node.moves.join(" "));

function tapeOf(board, settings, seed, iterations) {
  return traceOf(board, settings, seed).grow(iterations).tape.map(phases => {
    const [selection, expansion, { moves, final }, update] = phases;
    return [
      names(selection.path), selection.values,
      names(expansion.added), expansion.values, expansion.node.moves.join(" "),
      moves, final.winner,
      names(update.path), update.rewards, update.before, update.after,
    ];
  });
}

function treeOf(root) {
  const counts = {};
  const waiting = [root];
  for (const node of waiting) {
    counts[node.moves.join(" ")] = [node.wins, node.visits];
    waiting.push(...node.children);
  }
  return counts;
}

let stepper;
function begin(board, settings, seed, range) {
  stepper = new Stepper(kernel, gameOf(board), settings, seed, { range });
}

function shown() {
  const { sentence, scenes, step } = stepper;
  const pictures = Object.values(scenes).map(({ elements }) => elements);
  return [step.number, step.part, sentence, pictures];
}
"""


def board_of(game):
    """A position as the page takes it."""
    return [list(game.moves), game.rows, game.columns, game.connect]


def choices_of(settings):
    """The settings that the stepper has."""
    return {"c": settings.c, "prior": settings.prior, "expand_at": settings.expand_at}


def names(nodes):
    return [" ".join(map(str, node.moves)) for node in nodes]


def tape_of(trace):
    """What the recording has of each iteration, as `tapeOf` says it."""
    trace.at(trace.iterations)  # all nodes are in the tree
    tape = []
    for selection, expansion, simulation, update in trace._tape:
        phases = [
            names(selection.path), selection.values,
            names(expansion.added), expansion.values, *names([expansion.node]),
            simulation.moves, simulation.winner,
            names(update.path), update.rewards, update.before, update.after,
        ]  # fmt: skip
        tape.append(as_lists(phases))
    return tape


def as_lists(value):
    return [as_lists(one) for one in value] if isinstance(value, (list, tuple)) else value


def tree_of(root):
    return {" ".join(map(str, node.moves)): [node.wins, node.visits] for node in (root, *root.descendants)}


searched = positions(sizes(most_rows=6, most_columns=8), most_moves=12)
settings = st.builds(
    SearchSettings,
    c=st.sampled_from([0, 0.3, 1, 2**0.5, 4]),
    prior=st.sampled_from([0, 0, 1, 3, 20]),
    expand_at=st.sampled_from([0, 1, 1, 2, 10]),
)


@examples(max_examples=30)
@given(searched, settings, st.integers(0, 99), st.integers(1, 60))
def test_every_phase_of_every_iteration_is_that_of_a_trace(library, game, choices, seed, iterations):
    made = library.evaluate("args => tapeOf(...args)", [board_of(game), choices_of(choices), seed, iterations])
    assert made == tape_of(Trace(game, choices, seed, iterations))


@examples(max_examples=15)
@given(searched, settings, st.lists(st.integers(0, 120), min_size=5, max_size=12))
def test_forwards_and_back_the_tree_is_what_it_was(library, game, choices, numbers):
    made = library.evaluate(
        """([board, settings, numbers]) => {
            const trace = traceOf(board, settings, 3);
            return numbers.map(number => treeOf(trace.step(number).root));
        }""",
        [board_of(game), choices_of(choices), numbers],
    )
    trace = Trace(game, choices, seed=3)
    assert made == [tree_of(trace.step(number).root) for number in numbers]


# ---------------------------------------------------------------- the pictures and the sentence

BUTTONS = [
    "first", "back_iteration", "back_phase", "next_part", "next_part", "next_part", "next_phase", "next_phase", "next_iteration", "last",
]  # fmt: skip
SWITCHES = {"predicts": "predict", "compares": "compare"}


class Twins:
    """A stepper in the page and one in Python, to which the same is done."""

    def __init__(self, library, game, choices, seed, iterations=60):
        self.library = library
        library.evaluate("args => begin(...args)", [board_of(game), choices_of(choices), seed, iterations])
        self.twin = SearchStepper(game, choices, seed, iterations)
        self.twin.start.click()

    def do(self, *action):
        self.library.evaluate("action => stepper.do(...action)", list(action))

    def press(self, name):
        self.do(name)
        getattr(self.twin, name).click()

    def go(self, number):
        self.do("go", number)
        self.twin.slider.value = number

    def turn(self, name):
        self.do("turn", name)
        switch = getattr(self.twin, SWITCHES[name])
        switch.value = not switch.value

    def change(self, name, value):
        self.do("change", {name: value})
        getattr(self.twin, name).value = value

    def look_at(self, moves):
        self.do("lookAt", list(moves))
        self.twin.tree.click(moves)

    def shown(self):
        return self.library.evaluate("shown()")

    def wanted(self):
        twin = self.twin
        pictures = [as_lists_by_name(picture.scene.elements) for picture in (twin.tree, twin.place, twin.details)]
        return [twin.step.number, twin.step.part, twin.sentence, pictures]


def as_lists_by_name(elements):
    return {name: as_lists(element) for name, element in elements.items()}


def differences(twins):
    """What is shown in the page and not in Python, or the other way round."""
    *told, shown = twins.shown()
    *wanted_told, wanted = twins.wanted()
    found = [(one, other) for one, other in zip(told, wanted_told, strict=True) if one != other]
    for page, python in zip(shown, wanted, strict=True):
        names = page.keys() | python.keys()
        found += [(name, page.get(name), python.get(name)) for name in sorted(names) if page.get(name) != python.get(name)]
    return found


CHANGES = {"c": [0, 0.5, 2.0], "prior": [0, 1, 4], "expand_at": [0, 1, 3], "seed": [0, 5, 99]}
SEARCHES = {
    "empty": (Board(), SearchSettings(), 1),
    "small": (SMALL, SearchSettings(), 2),
    "threat, T = 1": (THREAT, SearchSettings(c=0.5, prior=1), 3),
    "eight columns": (Board(7, 8, 5), SearchSettings(c=0.2, expand_at=0), 4),
    "expand after 3": (ALMOST_FULL, SearchSettings(expand_at=3), 5),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_after_each_of_25_random_uses_all_elements_are_those_of_the_stepper(library, name):
    twins = Twins(library, *SEARCHES[name])
    chance = random.Random(name)
    for _ in range(25):
        use = chance.choice(["press"] * 6 + ["go", "turn", "change", "look"])
        if use == "press":
            twins.press(chance.choice(BUTTONS))
        elif use == "go":
            twins.go(chance.choice([number for number in range(241) if number != twins.twin.step.number]))
        elif use == "turn":
            twins.turn(chance.choice([*SWITCHES]))
        elif use == "change":
            setting, values = chance.choice([*CHANGES.items()])
            before = getattr(twins.twin, setting).value
            twins.change(setting, chance.choice([value for value in values if value != before]))
        else:
            twins.look_at(chance.choice([*twins.twin.tree.spots]))
        assert differences(twins) == []


@pytest.mark.parametrize("name", SEARCHES)
def test_deep_in_a_search_all_elements_are_those_of_the_stepper(library, name):
    twins = Twins(library, *SEARCHES[name], iterations=1000)
    for number in (397, 398, 399, 400, 3997, 3998, 3999, 4000):
        twins.go(number)
        assert differences(twins) == []


@pytest.mark.parametrize("name", FIRSTS)
def test_steps_by_name_are_those_of_the_stepper(library, name):
    twins = Twins(library, THREAT, SearchSettings(), 1)
    twins.do("find", name)
    twins.twin.find.value = name
    assert twins.shown()[:3] == twins.wanted()[:3]
