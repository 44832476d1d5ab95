"""The step control without a browser: controls are used, and what is shown is compared."""

import re

import pytest
from fake_page import FakePage, is_hidden
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from nim import Nim

from c4lib import Board, HexBoard, SearchSettings, SearchStepper
from c4lib.phases import ucb1_values
from c4lib.plots.canvas import CAPITALS, Scene
from c4lib.plots.phases import draw_start, draw_tree, sentence
from c4lib.study.recording import PHASES, Trace
from c4lib.text import terms_text
from c4lib.widgets.stepper import FIRSTS, LONGEST, MOVING, NO_STEP, PICTURES, PLAYING

BUTTONS = ["first", "back_iteration", "back_phase", "next_phase", "next_iteration", "last"]
ALMOST_WON = Board.from_moves("010101")


@pytest.fixture
def stepper():
    return SearchStepper(Board(), seed=1)


def pictures(stepper):
    return stepper.tree, stepper.place, stepper.details


def shown(stepper):
    """All that is to be seen, by its place."""
    boxes = {part: name for name, part in places(stepper).items()}
    seen = {
        name: (part.scene.elements, part.label, part.every) for part, name in boxes.items() if hasattr(part, "scene")
    }
    seen |= {name: part.value for part, name in boxes.items() if hasattr(part, "value")}
    wrong = {name: part.error.value for part, name in boxes.items() if hasattr(part, "error")}
    return {**seen, "hidden": [name for part, name in boxes.items() if is_hidden(part)], "wrong": wrong}


def places(stepper):
    names = "line tree place details slider jump find play predict compare edit c prior expand_at seed"
    own = {name: getattr(stepper, name) for name in names.split()}
    return {**own, "message": stepper.message, "moves": stepper.editor.moves, "board": stepper.editor.view}


# ---------------------------------------------------------------- buttons, slider


@examples(max_examples=4)
@given(st.lists(st.sampled_from([*BUTTONS, "slider", "jump"]), min_size=100, max_size=100), st.randoms())
def test_100_random_uses_of_the_controls_show_what_going_directly_shows(names, random):
    stepper = SearchStepper(Board(), seed=2, iterations=20)
    for name in names:
        if name in BUTTONS:
            getattr(stepper, name).click()
        elif name == "jump":
            stepper.jump.value = random.randrange(21)
        else:
            stepper.slider.value = random.randrange(stepper.slider.max + 1)
    iteration, phase = stepper.step.iteration, stepper.step.phase or "select"
    last = stepper.slider.max // 4
    direct = SearchStepper(Board(), seed=2, iterations=last, iteration=iteration, phase=phase)
    direct.start.click()
    direct.slider.value = stepper.step.number
    assert shown(stepper) == shown(direct)


@pytest.fixture
def drawn(monkeypatch):
    """The steps whose trees were drawn, in order."""
    numbers = []
    monkeypatch.setattr(
        "c4lib.widgets.stepper.draw_tree", lambda drawing, step: numbers.append(step.number) or draw_tree(drawing, step)
    )
    return numbers


USES = [
    (lambda page, stepper: stepper.next_phase.click(), 1),
    (lambda page, stepper: page.press("ArrowRight", times=10), 11),
    (lambda page, stepper: setattr(stepper.slider, "value", 9), 9),
    (lambda page, stepper: setattr(stepper.jump, "value", 70), 280),  # beyond the range, which grows
    (lambda page, stepper: setattr(stepper.c, "value", 0.5), 280),
    (lambda page, stepper: setattr(stepper.find, "value", "every move tried"), 28),
    (lambda page, stepper: setattr(stepper.compare, "value", True), 28),
]


def test_one_use_of_a_control_draws_once(drawn, stepper):
    page = FakePage(stepper)
    for use, number in USES:
        drawn.clear()
        use(page, stepper)
        trees = 2 if stepper.compare.value else 1
        assert (drawn, stepper.step.number, stepper.slider.value) == ([number] * trees, number, number)


@pytest.mark.parametrize("name", FIRSTS)
def test_menu_goes_to_a_step_by_name_again_and_again(stepper, name):
    stepper.find.value = name
    number, phase = stepper.step.number, FIRSTS[name][0]
    assert (stepper.step.phase, stepper.find.value) == (phase, NO_STEP)
    stepper.last.click()
    stepper.find.value = name
    assert stepper.step.number == number


def test_a_step_by_name_that_does_not_come_is_told_and_nothing_moves():
    stepper = SearchStepper(Board(1, 1, 1), iteration=3)
    stepper.find.value = "first playout lost"
    assert "no step of this kind up to iteration 2,000: first playout lost" in stepper.message.value
    assert (stepper.step.number, stepper.find.value) == (12, NO_STEP)


# ---------------------------------------------------------------- the start, and playouts that run by themselves


@pytest.mark.parametrize(
    ("use", "number"),
    [
        (lambda stepper: stepper.start.click(), 0),
        (lambda stepper: FakePage(stepper).press("PageDown"), 1),
        (lambda stepper: setattr(stepper.play, "value", True), 0),
    ],
)
def test_the_position_is_shown_alone_until_anything_is_asked_for(stepper, use, number):
    position = Scene(PICTURES["tree"][1])
    draw_start(position, stepper.step)
    assert (stepper.tree.scene.elements, "c4-begins" in stepper._dom_classes) == (position.elements, True)
    use(stepper)
    assert ("wins" in stepper.tree.texts, "c4-begins" in stepper._dom_classes) == (True, False)
    assert stepper.step.number == number


@pytest.fixture
def running():
    """A playout on a page that lets things move."""
    stepper = SearchStepper(Board(), seed=1, iteration=3, phase="expand")
    stepper.tree.moves = True
    stepper.next_phase.click()
    return stepper


def test_the_moves_of_a_playout_follow_one_another_and_its_end_comes_last(running):
    count, said = running.step.parts, set()
    assert running.tree.every == min(MOVING, LONGEST // count)
    for part in range(count):
        assert running.step.part == part
        said.add(running.line.value)
        running.tree.on_tick()
    assert said == {"Simulate: a random game starts here; none of its positions is in the tree."}
    assert (running.step.part, running.tree.every) == (count, 0)
    assert running.line.value.endswith(" wins.")


@pytest.mark.parametrize(("name", "number"), [("next_phase", 12), ("back_phase", 10), ("next_iteration", 12)])
def test_a_button_ends_the_playout_and_does_what_it_does_without(running, name, number):
    for _ in range(3):
        running.tree.on_tick()
    getattr(running, name).click()
    direct = SearchStepper(Board(), seed=1, iteration=3)
    direct.slider.value = number
    assert shown(running) == shown(direct)


def test_playing_waits_for_the_end_of_the_playout():
    stepper = SearchStepper(Board(), seed=1, iteration=3, phase="expand")
    stepper.tree.moves = stepper.play.value = True
    stepper.tree.on_tick()
    count = stepper.step.parts
    for _ in range(count):
        assert (stepper.step.number, stepper.tree.every) == (11, min(MOVING, LONGEST // count))
        stepper.tree.on_tick()
    assert (stepper.step.number, stepper.tree.every) == (11, PLAYING)
    stepper.tree.on_tick()
    assert (stepper.step.number, stepper.play.value) == (12, True)


# ---------------------------------------------------------------- keys, playing

KEYS = {  # as the docstring of SearchStepper has them: the button, and where it leads from the end of iteration 2
    "ArrowRight": ("next_phase", 9),
    "PageDown": ("next_phase", 9),
    "ArrowLeft": ("back_phase", 7),
    "PageUp": ("back_phase", 7),
    "ArrowDown": ("next_iteration", 12),
    "ArrowUp": ("back_iteration", 4),
    ".": ("next_part", 9),
    "Home": ("first", 0),
    "End": ("last", 240),
}


@pytest.mark.parametrize("key", KEYS)
def test_every_key_and_its_button_go_where_the_docstring_says(key):
    by_key, by_button = (SearchStepper(Board(), seed=1, iteration=2) for _ in range(2))
    name, number = KEYS[key]
    FakePage(by_key).press(key)
    getattr(by_button, name).click()
    assert by_key.step.number == number
    assert shown(by_key) == shown(by_button)


def test_the_space_bar_plays_and_stops(stepper):
    page = FakePage(stepper)
    for is_playing in (True, False):
        page.press(" ")
        assert stepper.play.value is is_playing


def test_a_tick_that_comes_after_the_pause_does_nothing(stepper):
    page = FakePage(stepper)
    stepper.play.value = True
    stepper.play.value = False
    page.say(stepper.tree, do="tick")
    assert stepper.step.number == 0


@pytest.mark.parametrize(
    "use",
    [
        lambda stepper: setattr(stepper.c, "value", 0.5),
        lambda stepper: stepper.tree.click((3,)),
        lambda stepper: setattr(stepper.edit, "value", True),
    ],
)
def test_whatever_is_used_stops_the_player(stepper, use):
    stepper.jump.value = 3
    stepper.play.value = True
    use(stepper)
    assert (stepper.play.value, stepper.tree.every) == (False, 0)


def test_the_player_stops_where_the_search_ends():
    stepper = SearchStepper(ALMOST_WON, SearchSettings(solve=True), seed=1)
    stepper.last.click()
    stepper.back_phase.click()
    stepper.play.value = True
    for is_playing in (True, False):
        stepper.tree.on_tick()
        assert (stepper.step.number, stepper.play.value) == (stepper.slider.max, is_playing)
    assert stepper.tree.every == 0


def test_playing_covers_each_phase_and_uncovers_it():
    stepper = SearchStepper(Board(), seed=1, iteration=20)
    stepper.predict.value = stepper.play.value = True
    covered = []
    for _ in range(4):
        stepper.tree.on_tick()
        covered.append((stepper.step.number, stepper.step.is_covered))
    assert covered == [(81, True), (81, False), (82, True), (82, False)]


# ---------------------------------------------------------------- predict first


def strings(thing):
    """All texts of what is shown, those in pictures and for screen readers as well."""
    if isinstance(thing, str):
        return {thing}
    inner = thing.values() if isinstance(thing, dict) else thing if isinstance(thing, (list, tuple)) else ()
    return set().union(*map(strings, inner))


@pytest.mark.parametrize("game", [Board(), Nim()], ids=repr)
def test_nothing_on_the_page_gives_a_covered_phase_away(game):
    stepper = SearchStepper(game, SearchSettings(c=0.7), seed=1, iteration=15)
    stepper.predict.value = True
    stepper.tree.click(())
    at_the_root = strings([one.scene.elements for one in (stepper.tree, stepper.place)])  # where each selection begins
    for _ in range(12):
        before = strings(shown(stepper))
        stepper.next_phase.click()
        asked, iteration = sentence(stepper.step), str(stepper.step.iteration)
        new = strings(shown(stepper)) - before - at_the_root
        asked_phase = f"{PHASES.index(stepper.step.phase) + 1} {stepper.step.phase.capitalize()} ?"
        words = {asked, f"the tree; {asked}", "?", asked_phase, "bold"}
        assert new <= words | {iteration, f"iteration {iteration}", f"Iteration {iteration}"}
        assert stepper.details.texts == ["?"]
        stepper.next_phase.click()
        assert stepper.details.texts != ["?"]


def test_a_click_on_a_node_does_not_uncover_the_phase():
    stepper = SearchStepper(Board(), seed=1, iteration=20)
    stepper.predict.value = True
    stepper.next_phase.click()
    stepper.tree.click((3,))
    assert (stepper.details.texts, stepper.line.value) == (["?"], sentence(stepper.step))
    assert stepper.sentence.startswith("Select: which way")


# ---------------------------------------------------------------- edge by edge


def test_the_pictures_follow_a_selection_edge_by_edge():
    stepper = SearchStepper(Board(), SearchSettings(c=0.5), seed=1, iteration=40)
    selection = Trace(Board(), SearchSettings(c=0.5), seed=1).at(41, "select").selection
    count = len(selection.values)
    stepper.next_part.click()
    assert stepper.details.texts == ["There is nothing to choose here."]
    assert count > 1
    for level in range(1, count + 1):
        stepper.next_part.click()
        assert stepper.line.value.startswith(f"Select, edge {level} of {count}: ")
        moves = " ".join(str(node.move) for node in selection.path[1 : level + 1])
        assert stepper.place.texts[-1].startswith(f"after {moves}: ")
    stepper.next_part.click()
    assert stepper.step.phase == "expand"


# ---------------------------------------------------------------- two searches side by side


def test_the_tree_that_is_kept_says_whose_it_is():
    stepper = SearchStepper(Board(), seed=1, iteration=5)
    stepper.compare.value = True
    stepper.c.value, stepper.prior.value, stepper.expand_at.value = 0.5, 3, 2
    assert {"c=1.414, T=0", "expand after 1, seed=1"} < set(stepper.details.texts)
    assert stepper.details.label == "the tree with c=1.414, T=0, expand_at=1, seed=1"
    stepper.compare.value = False
    assert not [text for text in stepper.details.texts if text.startswith("c=")]


def test_the_tree_that_is_kept_stays_when_another_switch_is_pressed():
    stepper = SearchStepper(Board(), seed=1, iteration=5)
    kept = stepper.trace
    stepper.compare.value = True
    stepper.seed.value = 2
    stepper.predict.value = True
    assert stepper.kept is kept


def boxes_of_texts(picture):
    """Each text with the box of its capitals: left, top, right, bottom."""
    for _, kind, numbers, words in picture.scene.elements.values():
        if kind == "text":
            x, base, size, width = numbers
            yield words[1], (x, base - CAPITALS * size, x + width, base)


@pytest.mark.parametrize("iteration", [1, 5, 60])
def test_what_the_kept_tree_says_lies_over_nothing(iteration):
    stepper = SearchStepper(Board(), SearchSettings(c=0.7), seed=99, iteration=iteration, iterations=60)
    stepper.compare.value = True
    stepper.c.value = 0.5
    boxes = [*boxes_of_texts(stepper.details)]
    captions = [(text, box) for text, box in boxes if "=" in text]
    assert len(captions) == 2
    for caption, (left, top, right, bottom) in captions:
        for text, other in boxes:
            apart = other[0] > right or other[2] < left or other[1] > bottom or other[3] < top
            assert apart or text == caption


def test_the_search_beside_is_stepped_together_and_shown_as_far():
    stepper, alone = SearchStepper(Board(), seed=1, iteration=5), SearchStepper(Board(), seed=1, iteration=5)
    stepper.compare.value = True
    stepper.seed.value = 2
    for name in (
        "next_phase",
        "next_iteration",
        "next_part",
        "next_part",
        "last",
        "predict",
        "next_phase",
        "back_phase",
    ):
        for one in (stepper, alone):
            one.predict.value |= name == "predict"
            getattr(one, name.replace("predict", "next_phase")).click()
        assert stepper.details.spots == alone.tree.spots
        assert stepper.tree.spots != alone.tree.spots


def test_a_click_on_either_tree_opens_the_node_in_both():
    stepper = SearchStepper(Board(), seed=1, iteration=200)
    stepper.compare.value = True
    stepper.seed.value = 2
    for picture in (stepper.tree, stepper.details):
        picture.click((3, 2))
        assert (3, 2, 0) in stepper.tree.spots
        assert (3, 2, 0) in stepper.details.spots
        stepper.back_phase.click()


# ---------------------------------------------------------------- a node that is clicked


def test_a_click_on_a_node_shows_its_position_and_the_numbers_of_its_children():
    stepper = SearchStepper(Board(), seed=1, iteration=200)
    stepper.tree.click((3, 2))
    node = stepper.step.node
    assert (node.name, stepper.step.game) == ("3 2", Board.from_moves("32"))
    assert stepper.place.texts[-1] == "after 3 2: X to move"
    values = ucb1_values(node, node.children, SearchSettings())
    wanted = [terms_text(child.mean, value) for child, value in zip(node.children, values)]
    assert len(wanted) == 7
    assert [text for text in stepper.details.texts if "=" in text and "N" not in text or "∞" in text] == wanted
    assert {(3, 2, column) for column in range(7)} < set(stepper.tree.spots)
    said = f"After 3 2: X to move; {node.wins:g} wins in {node.visits} visits. A second click leads back."
    assert stepper.line.value == said


@pytest.mark.parametrize(
    "lead_back",
    [
        lambda stepper: stepper.tree.click((1,)),
        lambda stepper: stepper.back_phase.click(),
        lambda stepper: FakePage(stepper).press("Escape"),
    ],
)
def test_a_second_click_on_a_node_the_next_step_and_escape_lead_back(lead_back):
    stepper, direct = (SearchStepper(Board(), seed=1, iteration=60) for _ in range(2))
    stepper.tree.click((0,))
    stepper.tree.click((1,))
    assert [one.scene.elements for one in pictures(stepper)] != [one.scene.elements for one in pictures(direct)]
    lead_back(stepper)
    direct.slider.value = stepper.step.number
    assert shown(stepper) == shown(direct)


# ---------------------------------------------------------------- other settings, at the same iteration


@pytest.mark.parametrize(
    ("control", "value", "settings", "seed"),
    [
        ("c", 0.5, SearchSettings(c=0.5, draw=0), 3),
        ("prior", 5, SearchSettings(prior=5, draw=0), 3),
        ("expand_at", 0, SearchSettings(expand_at=0, draw=0), 3),
        ("seed", 8, SearchSettings(draw=0), 8),
    ],
)
def test_change_stays_at_the_step_and_leaves_the_other_settings_alone(control, value, settings, seed):
    stepper = SearchStepper(Board(), SearchSettings(draw=0), seed=3, iteration=9, phase="expand")
    getattr(stepper, control).value = value
    assert (stepper.step.number, stepper.slider.value, stepper.jump.value) == (34, 34, 9)
    assert repr(stepper.trace.grow(60)) == repr(Trace(Board(), settings, seed, iterations=60))
    assert stepper.message.value == ""


# ---------------------------------------------------------------- other positions


def test_position_is_clicked_and_the_search_starts_again_from_it(stepper):
    stepper.jump.value = 12
    stepper.edit.value = True
    for column in (3, 3, 4):
        stepper.editor.view.click(column)
        assert stepper.step.number == 0
    assert stepper.trace.game == Board.from_moves("334")
    assert stepper.edit.value
    stepper.editor.undo.click()
    assert stepper.trace.game == Board.from_moves("33")
    assert stepper.sentence == "Start: the tree is nothing but the root, where X is to move."


def test_finished_game_is_no_start():
    stepper = SearchStepper(ALMOST_WON, seed=1, iteration=2)
    trace = stepper.trace
    stepper.editor.view.click(0)
    assert stepper.message.value == "the game is over, so there is nothing to search"
    assert (stepper.trace, stepper.step.number) == (trace, 8)
    stepper.editor.undo.click()
    stepper.editor.view.click(2)
    assert (stepper.trace.game, stepper.message.value) == (ALMOST_WON.play(2), "")


def hidden(stepper):
    parts = {"place": stepper.place, "details": stepper.details, **stepper.editor.parts}
    return [name for name, part in parts.items() if is_hidden(part)]


def test_the_editor_takes_the_place_of_two_pictures_until_one_goes_on(stepper):
    stepper.edit.value = True
    assert hidden(stepper) == ["place", "details"]
    stepper.next_phase.click()
    assert not stepper.edit.value
    assert hidden(stepper) == ["board", "moves", "undo", "clear"]


# ---------------------------------------------------------------- what is shown


def test_in_hex_black_and_white_play_on_cells():
    settings = SearchSettings(viewpoint="root", solve=True)
    stepper, said = SearchStepper(HexBoard(), settings, seed=1, iteration=20), set()

    def look():
        return {stepper.line.value, *(text for one in pictures(stepper) for text in (one.label, *one.texts))}

    for iteration in (1, 20):
        stepper.jump.value = iteration
        for _ in range(40):
            stepper.next_part.click()
            said |= look()
    stepper.tree.click(("b2",))
    said |= look()
    assert not [text for text in said if re.search(r"\b([Cc]olumns?|X|O|player [12])\b", text)]
    assert any("Black wins" in text for text in said)
    assert any("White wins" in text for text in said)
