"""The step control without a browser: buttons are clicked, fields are set, and what is shown is compared."""

import json
import math
import re

import pytest
from anytree import RenderTree
from fake_page import FakePage
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from matplotlib.figure import Figure

from c4lib import Board, HexBoard, SearchSettings
from c4lib.phases import ucb1, ucb1_values
from c4lib.plots.canvas import Scene
from c4lib.plots.words import terms_text
from c4lib.study.recording import PHASES, Trace
from c4lib.widgets import phase_plots as pictures
from c4lib.widgets.phase_plots import View, part_sentence, question, sentence
from c4lib.widgets.stepper import FIRSTS, POSITIONS, SPEEDS, SearchStepper
from mctslab.lecture import worked_example

BUTTONS = ["first", "back_iteration", "back_phase", "next_phase", "next_iteration", "last"]
ALMOST_WON = Board.from_moves("010101")
LECTURE, LECTURE_SEED = worked_example(), 7128416  # with this seed the search is the lecture's, by chance


@pytest.fixture
def stepper():
    return SearchStepper(Board(), seed=1)


def elements(stepper):
    """What is in the pictures."""
    return [picture.scene.elements for picture in (stepper.tree, stepper.place, stepper.details)]


def shown(stepper):
    """All that is to be seen."""
    return {name: part.whole() for name, part in stepper._parts.items()}


# ---------------------------------------------------------------- buttons, slider


def test_buttons_and_trace_tell_the_same(stepper):
    trace = Trace(Board(), seed=1)
    for iteration in (1, 2):
        for phase in PHASES:
            stepper.next_phase.click()
            snapshot = trace.at(iteration, phase)
            assert (stepper.snapshot.iteration, stepper.snapshot.phase) == (iteration, phase)
            assert str(RenderTree(stepper.snapshot.root)) == str(RenderTree(snapshot.root))
            assert stepper.sentence == stepper.line.value == sentence(snapshot, SearchSettings())
            assert stepper.slider.value == stepper.step == snapshot.step
            assert stepper.jump.value == str(iteration)
    assert stepper.message.value == ""


@examples(max_examples=4)
@given(st.lists(st.sampled_from([*BUTTONS, "slider", "jump"]), min_size=500, max_size=500), st.randoms())
def test_500_random_uses_of_the_controls_show_what_going_directly_shows(names, random):
    stepper = SearchStepper(Board(), seed=2, iterations=20)
    for name in names:
        if name in BUTTONS:
            getattr(stepper, name).click()
        elif name == "jump":
            stepper.jump.value = str(random.randrange(21))
        else:
            stepper.slider.value = random.randrange(stepper.steps.last_step + 1)
    iteration, phase = stepper.snapshot.iteration, stepper.snapshot.phase or "select"
    last = stepper.steps.last_step // 4
    direct = SearchStepper(Board(), seed=2, iterations=last, iteration=iteration, phase=phase)
    assert shown(stepper) == shown(direct)


@pytest.fixture
def drawn(monkeypatch):
    """The steps whose trees were drawn, in order."""
    steps, draw = [], pictures.draw_tree
    monkeypatch.setattr(
        "c4lib.widgets.stepper.draw_tree", lambda ax, view: steps.append(view.snapshot.step) or draw(ax, view)
    )
    return steps


USES = [
    ("next_phase", "press", {}, 1),
    ("next_phase", "press", {"times": 10}, 11),
    ("slider", "set", {"value": 9}, 9),
    ("jump", "set", {"value": "70"}, 280),  # beyond the range, which grows
    ("c", "set", {"value": 7}, 280),
    ("find", "set", {"value": 1}, 28),
    ("position", "set", {"value": 2}, 0),
    ("compare", "press", {}, 0),
]


def test_one_use_of_a_control_draws_once(drawn, stepper):
    page = FakePage(stepper)
    for part, do, what, step in USES:
        drawn.clear()
        page.say(part, do, **what)
        trees = 2 if stepper.compare.value else 1
        assert (drawn, stepper.step, stepper.slider.value) == ([step] * trees, step, step), part


def test_range_shrinks_to_the_end_of_a_proven_search():
    stepper = SearchStepper(ALMOST_WON, SearchSettings(solve=True), seed=1)
    stepper.last.click()
    assert stepper.slider.state["last"] == stepper.slider.value == stepper.step < 240
    assert stepper.snapshot.root.proof is not None
    assert stepper.sentence.endswith("of them are now proven.")


@pytest.mark.parametrize("name", FIRSTS)
def test_menu_goes_to_a_step_by_name_again_and_again(stepper, name):
    stepper.find.value = name
    step, phase = stepper.step, FIRSTS[name][0]
    assert stepper.snapshot.phase == phase
    assert stepper.find.value is None
    stepper.last.click()
    stepper.find.value = name
    assert stepper.step == step


def test_a_step_by_name_that_does_not_come_is_told_and_nothing_moves():
    stepper = SearchStepper(Board(1, 1, 1), iteration=3)
    stepper.find.value = "first playout lost"
    assert "no step of this kind up to iteration 2,000: first playout lost" in stepper.message.value
    assert (stepper.step, stepper.find.value) == (12, None)


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
    name, step = KEYS[key]
    FakePage(by_key).say("", "key", key=key)
    getattr(by_button, name).click()
    assert by_key.step == step
    assert shown(by_key) == shown(by_button)


def test_the_space_bar_plays_and_stops(stepper):
    page = FakePage(stepper)
    for is_playing in (True, False):
        page.say("", "key", key=" ")
        assert stepper.play.value is is_playing


def test_a_tick_that_comes_after_the_pause_does_nothing(stepper):
    page = FakePage(stepper)
    stepper.play.click()
    stepper.play.click()
    page.say("play", "tick")
    assert stepper.step == 0


def test_speed_is_the_player_s(stepper):
    for speed in SPEEDS.values():
        stepper.speed.value = speed
        assert stepper.play.state["every"] == speed


@pytest.mark.parametrize(
    "use",
    [
        lambda stepper: stepper.back_phase.click(),
        lambda stepper: setattr(stepper.c, "value", 0.5),
        lambda stepper: stepper.tree.click([3]),
        lambda stepper: stepper.edit.click(),
    ],
)
def test_whatever_is_used_stops_the_player(stepper, use):
    stepper.jump.value = "3"
    stepper.play.click()
    assert stepper.play.value
    use(stepper)
    assert not stepper.play.value


def test_the_player_stops_where_the_search_ends():
    stepper = SearchStepper(ALMOST_WON, SearchSettings(solve=True), seed=1)
    stepper.last.click()
    stepper.back_phase.click()
    page = FakePage(stepper)
    stepper.play.click()
    page.say("play", "tick")
    assert (stepper.step, stepper.play.value) == (stepper.steps.last_step, True)
    page.say("play", "tick")
    assert not stepper.play.value


# ---------------------------------------------------------------- predict first


def strings(state):
    """All texts in a state of the panel, those of pictures and for screen readers as well."""
    if isinstance(state, str):
        return {state}
    inner = state.values() if isinstance(state, dict) else state if isinstance(state, (list, tuple)) else ()
    return set().union(*map(strings, inner))


@pytest.mark.parametrize("game", [Board(), HexBoard()], ids=repr)
def test_nothing_on_the_page_gives_a_covered_phase_away(game):
    stepper = SearchStepper(game, SearchSettings(c=0.7), seed=1, iteration=15)
    stepper.predict.click()
    for _ in range(12):
        before, seen = strings(shown(stepper)), [stepper.tree.scene.elements, stepper.place.scene.elements]
        stepper.next_phase.click()
        asked, iteration = question(stepper.snapshot), str(stepper.snapshot.iteration)
        new = strings(shown(stepper)) - before
        assert new <= {asked, f"the tree; {asked}", "?", iteration, f"iteration {iteration}"}
        assert [stepper.tree.scene.elements, stepper.place.scene.elements] == seen
        assert stepper.details.texts == ["?"]
        stepper.next_phase.click()
        assert stepper.details.texts != ["?"]


def test_a_click_on_a_node_does_not_uncover_the_phase():
    stepper = SearchStepper(Board(), seed=1, iteration=20)
    stepper.predict.click()
    stepper.next_phase.click()
    stepper.tree.click([3])
    assert (stepper.details.texts, stepper.sentence) == (["?"], question(stepper.snapshot))


def test_who_no_longer_predicts_sees_the_phase():
    stepper = SearchStepper(Board(), seed=1, iteration=20)
    stepper.predict.click()
    stepper.next_phase.click()
    stepper.predict.click()
    assert stepper.sentence == sentence(stepper.snapshot, SearchSettings())
    stepper.next_phase.click()
    assert (stepper.step, stepper.steps.is_covered) == (82, False)


def test_playing_covers_each_phase_and_uncovers_it():
    stepper = SearchStepper(Board(), seed=1, iteration=20)
    stepper.predict.click()
    stepper.play.click()
    page = FakePage(stepper)
    covered = []
    for _ in range(4):
        page.say("play", "tick")
        covered.append((stepper.step, stepper.steps.is_covered))
    assert covered == [(81, True), (81, False), (82, True), (82, False)]


# ---------------------------------------------------------------- edge by edge, move by move


def test_the_pictures_follow_a_selection_edge_by_edge():
    stepper = SearchStepper(Board(), SearchSettings(c=0.5), seed=1, iteration=40)
    selection = Trace(Board(), SearchSettings(c=0.5), seed=1).at(41, "select").selection
    count = len(selection.values)
    stepper.next_part.click()
    assert stepper.details.texts == ["The selection starts at the root."]
    assert count > 1
    for level in range(1, count + 1):
        stepper.next_part.click()
        assert stepper.line.value.startswith(f"Select, edge {level} of {count}: ")
        moves = " ".join(str(node.move) for node in selection.path[1 : level + 1])
        assert stepper.place.texts[-1].startswith(f"after {moves}: ")
    stepper.next_part.click()
    assert stepper.snapshot.phase == "expand"


# ---------------------------------------------------------------- two searches side by side


def test_each_tree_says_whose_it_is():
    stepper = SearchStepper(Board(), seed=1, iteration=5)
    stepper.compare.click()
    stepper.c.value, stepper.prior.value = 0.5, 3
    stepper.expand_at.value = "2"
    assert {"c = 0.5", "T = 3, expand_at = 2", "seed 1"} < set(stepper.tree.texts)
    assert {"c = √2", "T = 0, expand_at = 1", "seed 1"} < set(stepper.details.texts)
    assert stepper.details.state["label"] == "the tree with c = √2, T = 0, expand_at = 1, seed 1"
    stepper.compare.click()
    assert not [text for text in stepper.tree.texts if text.startswith("c = ")]


def test_the_search_beside_is_stepped_together():
    stepper, alone = SearchStepper(Board(), seed=1, iteration=5), SearchStepper(Board(), seed=1)
    stepper.compare.click()
    stepper.seed.value = "2"
    for name in ("next_phase", "next_iteration", "last", "back_phase"):
        getattr(stepper, name).click()
        alone.slider.value = stepper.step
        assert stepper.details.spots == alone.tree.spots
        assert stepper.tree.spots != alone.tree.spots


def test_a_click_on_either_tree_opens_the_node_in_both():
    stepper = SearchStepper(Board(), seed=1, iteration=200)
    stepper.compare.click()
    stepper.seed.value = "2"
    for picture in (stepper.tree, stepper.details):
        picture.click([3, 2])
        assert "[3, 2, 0]" in stepper.tree.spots
        assert "[3, 2, 0]" in stepper.details.spots
        stepper.back_phase.click()


# ---------------------------------------------------------------- a node that is clicked


def test_a_click_on_a_node_shows_its_position_and_the_numbers_of_its_children():
    stepper = SearchStepper(Board(), seed=1, iteration=200)
    stepper.tree.click([3, 2])
    node = next(node for node in stepper.snapshot.root.children if node.move == 3)
    node = next(child for child in node.children if child.move == 2)
    assert stepper.view.game == Board.from_moves("32")
    assert stepper.place.texts[-1] == "after 3 2: X to move"
    values = ucb1_values(node, node.children, SearchSettings())
    wanted = [terms_text(child.mean, value) for child, value in zip(node.children, values)]
    assert len(wanted) == 7
    assert [text for text in stepper.details.texts if "=" in text and "N" not in text or "∞" in text] == wanted
    assert {f"[3, 2, {column}]" for column in range(7)} < set(stepper.tree.spots)
    assert (
        stepper.line.value
        == f"After 3 2: X to move; {node.wins:g} wins in {node.visits} visits. A second click leads back."
    )


@pytest.mark.parametrize(
    "lead_back", [lambda stepper: stepper.tree.click([3]), lambda stepper: stepper.back_phase.click()]
)
def test_a_second_click_on_a_node_and_the_next_step_lead_back(lead_back):
    stepper, direct = (SearchStepper(Board(), seed=1, iteration=60) for _ in range(2))
    stepper.tree.click([0])
    stepper.tree.click([3])
    assert elements(stepper) != elements(direct)
    lead_back(stepper)
    direct.slider.value = stepper.step
    assert shown(stepper) == shown(direct)


def test_a_node_without_children_says_so():
    stepper = SearchStepper(Board(), seed=1, iteration=2)
    stepper.tree.click([0])
    assert stepper.details.texts == ["This node has no children."]
    assert stepper.place.texts[-1] == "after 0: O to move"


# ---------------------------------------------------------------- other settings, at the same iteration


@pytest.mark.parametrize(
    ("field", "value", "settings", "seed"),
    [
        ("c", 0.5, SearchSettings(c=0.5, draw=0), 3),
        ("c", 3, SearchSettings(c=3, draw=0), 3),
        ("prior", 5, SearchSettings(prior=5, draw=0), 3),
        ("expand_at", "0", SearchSettings(expand_at=0, draw=0), 3),
        ("seed", "8", SearchSettings(draw=0), 8),
    ],
)
def test_change_stays_at_the_step_and_leaves_the_other_settings_alone(field, value, settings, seed):
    stepper = SearchStepper(Board(), SearchSettings(draw=0), seed=3, iteration=9, phase="expand")
    getattr(stepper, field).value = value
    assert (stepper.step, stepper.slider.value, stepper.jump.value) == (34, 34, "9")
    stepper.jump.value = "20"
    assert repr(stepper.trace.grow(60)) == repr(Trace(Board(), settings, seed, iterations=60))
    assert stepper.message.value == ""


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("expand_at", "", "this must be a whole number, not ''"),
        ("seed", "-3", "seed must be a whole number, at least 0, not -3"),
        ("seed", "x", "this must be a whole number, not 'x'"),
        ("jump", "1.5", "this must be a whole number, not '1.5'"),
    ],
)
def test_mistake_is_told_beside_its_field_and_changes_nothing_else(field, value, message):
    stepper = SearchStepper(Board(), seed=1, iteration=3)
    trace, before = stepper.trace, shown(stepper)
    page, part = FakePage(stepper), getattr(stepper, field)
    page.say(field, "set", value=value)
    assert part.state["error"] == message
    assert part.value == value
    assert stepper.trace is trace
    assert {**shown(stepper), field: None} == {**before, field: None}


@pytest.mark.parametrize("field", ["expand_at", "seed"])
def test_what_was_typed_wrong_stays_until_it_is_mended(stepper, field):
    part = getattr(stepper, field)
    part.value = "x"
    for use in (stepper.next_phase.click, stepper.last.click, lambda: setattr(stepper.c, "value", 1)):
        use()
        assert (part.value, bool(part.state["error"])) == ("x", True)
    part.value = "4"
    assert (part.value, part.state["error"]) == ("4", "")
    assert 4 in (stepper.trace.seed, stepper.trace.settings.expand_at)


# ---------------------------------------------------------------- other positions


def test_position_is_clicked_and_the_search_starts_again_from_it(stepper):
    stepper.jump.value = "12"
    stepper.edit.click()
    for column in (3, 3, 4):
        stepper.editor.picture.click([0, column])
        assert stepper.step == 0
    assert stepper.trace.game == Board.from_moves("334")
    assert stepper.edit.value
    stepper.editor.undo.click()
    assert stepper.trace.game == Board.from_moves("33")
    assert stepper.sentence == "Start: the tree is nothing but the root, where X is to move."


def test_position_is_typed_and_c_stays(stepper):
    stepper.c.value = 0.3
    stepper.editor.moves.value = "3342"
    expected = Trace(Board.from_moves("3342"), SearchSettings(c=0.3), seed=1, iterations=60)
    assert repr(stepper.trace) == repr(expected)


def test_position_of_unknown_history_can_be_played_on():
    board = Board.from_text(". . . .\nX O X O")
    stepper = SearchStepper(board)
    stepper.editor.play(0)
    assert stepper.trace.game == board.play(0)
    stepper.editor.clear.click()
    assert stepper.trace.game == board


def test_finished_game_is_no_start_and_the_editor_goes_back():
    stepper = SearchStepper(ALMOST_WON, seed=1, iteration=2)
    trace = stepper.trace
    stepper.editor.play(0)
    assert "where the game is not over: X has won" in stepper.message.value
    assert stepper.trace is trace
    assert (stepper.step, stepper.editor.position.board, stepper.editor.moves.value) == (8, ALMOST_WON, "010101")
    stepper.editor.play(2)
    assert (stepper.trace.game, stepper.message.value) == (ALMOST_WON.play(2), "")


def hidden(stepper, *names):
    return [stepper._parts[name].state["hidden"] for name in names]


def test_going_on_closes_the_editor_of_the_start_position(stepper):
    stepper.edit.click()
    assert hidden(stepper, "place", "details", "board", "moves") == [True, True, False, False]
    stepper.next_phase.click()
    assert not stepper.edit.value
    assert hidden(stepper, "place", "details", "board", "moves") == [False, False, True, True]


def test_other_settings_leave_the_editor_open(stepper):
    stepper.edit.click()
    stepper.c.value = 1
    assert stepper.edit.value


def test_field_of_moves_says_what_the_moves_of_the_chosen_game_are():
    stepper = SearchStepper(ALMOST_WON, seed=1)
    labels = []
    for name in ("the lecture's", "the start"):
        stepper.position.value = POSITIONS[name]
        labels.append(stepper.editor.moves.state["label"])
    assert labels == ["the cells", "the numbers of the columns"]


def test_the_menu_says_where_the_search_starts():
    stepper = SearchStepper(ALMOST_WON)
    assert stepper.position.state["options"] == ["this one", *POSITIONS, "your own"]
    assert stepper.position.value == ALMOST_WON
    stepper.position.value = Board()
    stepper.editor.play(3)
    assert stepper.position.value is None
    stepper.position.value = Board()
    assert stepper.trace.game == Board()


def test_your_own_position_is_made_in_the_editor(stepper):
    stepper.position.value = None
    assert stepper.edit.value
    assert hidden(stepper, "board", "moves", "undo", "clear") == [False] * 4


# ---------------------------------------------------------------- what is shown


def test_first_snapshot_is_the_one_asked_for():
    stepper = SearchStepper(Board.from_moves("33"), SearchSettings(c=1), seed=5, iteration=9, phase="select")
    assert (stepper.snapshot.iteration, stepper.snapshot.phase) == (9, "select")
    assert stepper.trace.game == Board.from_moves("33")
    assert (stepper.c.value, stepper.seed.value) == (1, "5")
    assert (stepper.slider.value, stepper.slider.state["last"]) == (33, 240)


@pytest.mark.parametrize(
    ("game", "settings", "iteration", "phase", "said"),
    [
        (Board(), {}, 1, "select", "Select: the root has no children yet, so it is the leaf."),
        (Board(), {}, 1, "expand", "Expand: 7 children are added; column 3, one of 7 not visited yet (∞): drawn at random."),
        (Board(), {}, 1, "simulate", "Simulate: 26 random moves, X wins; none of these positions is in the tree."),
        (Board(), {}, 1, "backpropagate", "Backpropagate: X won, so 2 nodes get a visit each; the one that counts wins of X also gets a win."),
        (Board(), {}, 2, "expand", "Expand: nothing is added, because this leaf has no simulation yet."),
        (Board(), {"expand_at": 3}, 10, "expand", "Expand: nothing is added, because this leaf has 1 of 3 simulations."),
        (Board(), {"c": 0}, 60, "select", "Select: moves "),
        (Board(1, 5), {}, 1, "backpropagate", "Backpropagate: a draw, so 2 nodes get a visit and 0.5 wins each."),
        (Board(1, 1, 1), {}, 1, "expand", "Expand: 1 child is added; column 0, the only child."),
        (Board(1, 1, 1), {}, 2, "expand", "Expand: nothing is added, because the game is over here."),
        (Board(1, 1, 1), {}, 2, "simulate", "Simulate: nothing is played, because the game is over: X has won."),
        (Board(1, 1, 1), {"loss": -1}, 1, "backpropagate", "Backpropagate: X won, so 2 nodes get a visit each; the one that counts wins of X also gets a win; the others get -1."),
        (Board(1, 1, 1), {"solve": True}, 1, "backpropagate", "Backpropagate: X won, so 2 nodes get a visit each; the one that counts wins of X also gets a win; 2 of them are now proven."),
        (Board(1, 1, 1), {"viewpoint": "root"}, 1, "backpropagate", "Backpropagate: X won, so 2 nodes get a visit each; the 2 that count wins of X also get a win."),
        (HexBoard(), {}, 1, "expand", "Expand: 9 children are added; b2, one of 9 not visited yet (∞): drawn at random."),
    ],
)  # fmt: skip
def test_sentence_says_what_just_happened(game, settings, iteration, phase, said):
    settings = SearchSettings(**settings)
    assert sentence(Trace(game, settings, seed=1).at(iteration, phase), settings).startswith(said)


@examples(max_examples=40)
@given(st.integers(1, 80), st.sampled_from(PHASES), st.integers(0, 9))
def test_sentence_fits_on_two_lines(iteration, phase, seed):
    settings = SearchSettings(c=0.2, viewpoint="root")
    assert len(sentence(Trace(Board(), settings, seed).at(iteration, phase), settings)) < 200


def texts(draw, view):
    ax = Figure(figsize=(5, 3)).add_axes((0, 0, 1, 1))
    draw(ax, view)
    return [text.get_text() for text in ax.texts]


@pytest.mark.parametrize(("iteration", "levels"), [(12, 1), (30, 3), (60, 2)])
def test_both_terms_of_every_child_are_shown_level_by_level(iteration, levels):
    snapshot = Trace(Board(), SearchSettings(c=0.7), seed=1).at(iteration, "select")
    assert len(snapshot.path) == levels + 1
    for part, node in enumerate(snapshot.path[:-1], 1):
        found = texts(pictures.draw_details, View(snapshot, part))
        place = "root" if node.is_root else "after "
        assert any(text.startswith(f"level {part} of {levels}: {place}") for text in found)
        for child in node.children:
            if child.visits:
                exploration = ucb1(0, child.visits, node.visits, 0.7)
                assert f"{child.mean:.2f} + {exploration:.2f} = {child.mean + exploration:.2f}" in found
        assert found.count("unvisited: ∞") == sum(not child.visits for child in node.children)
    assert texts(pictures.draw_details, View(snapshot)) == found  # all edges: the last level


def test_before_and_after_are_shown_for_every_node_of_the_path():
    snapshot = Trace(Board(), seed=1).at(30)
    found = texts(pictures.draw_details, View(snapshot))
    update = snapshot.backpropagation
    assert len(update.path) == 3
    for node, before, after in zip(update.path, update.before, update.after):
        for wins, visits in (before, after):
            assert f"{wins:g}/{visits}" in found
        assert ("root" if node.is_root else f"move {node.move}") in found


def test_playout_of_hex_is_shown_as_not_in_the_tree():
    (first, *_) = texts(pictures.draw_details, View(Trace(HexBoard(), seed=1).at(3, "simulate")))
    assert first == "the playout, not in the tree:"


def test_place_names_iteration_phases_and_whose_turn_it_is():
    snapshot = Trace(Board(), seed=1).at(9, "expand")
    found = texts(pictures.draw_place, View(snapshot))
    moves = " ".join(str(node.move) for node in snapshot.path[1:])
    assert {"Iteration 9", "1 Select", "2 Expand", "3 Simulate", "4 Backpropagate"} < set(found)
    assert f"after {moves}: X to move" in found
    assert texts(pictures.draw_place, View(Trace(Board()).at(0)))[-1] == "root: X to move"


@pytest.mark.parametrize(
    "game", [Board(1, 4), Board(4, 5), Board(9, 12, 5), Board.from_moves("333333"), HexBoard(2), HexBoard(5)], ids=repr
)
@pytest.mark.parametrize(
    "settings", [{}, {"prior": 3, "loss": -1, "expand_at": 0}, {"c": 0, "unvisited": -math.inf, "solve": True}]
)
def test_every_phase_of_every_search_can_be_drawn(game, settings):
    trace = Trace(game, SearchSettings(**settings), seed=1)
    for iteration in (1, 2, trace.grow(40).iterations):
        for phase in PHASES:
            view = View(trace.at(iteration, phase))
            for draw in (pictures.draw_tree, pictures.draw_place, pictures.draw_details):
                scene = Scene(1.7)
                draw(scene, view)
                assert inside(scene)
                assert texts(draw, view)


def inside(scene):
    """Whether there are circles and texts, all of them within the borders of the scene."""
    points = [numbers[:2] for _, kind, numbers, _ in scene.elements.values() if kind in ("circle", "text")]
    return points and all(0 <= x <= 1000 and 0 <= y <= scene.height for x, y in points)


def test_deep_path_is_cut_and_says_so():
    trace = Trace(Board(), SearchSettings(viewpoint="root", expand_at=2, unvisited=0.5), seed=1)
    snapshot = trace.at(60, "select")
    moves = [str(node.move) for node in snapshot.path[1:]]
    assert len(moves) > 5
    left_out = [text for text in texts(pictures.draw_tree, View(snapshot)) if text.startswith("⋯ ")]
    assert left_out == [f"⋯ {', '.join(moves[1 : len(moves) - 2])}"]
    assert any("nodes above left out" in text for text in texts(pictures.draw_details, View(trace.at(60))))


# ---------------------------------------------------------------- the tree stays put

# ---------------------------------------------------------------- Hex


@pytest.mark.parametrize("settings", [{}, {"prior": 1, "expand_at": 0, "c": 0.2}, {"viewpoint": "root", "solve": True}])
def test_in_hex_black_and_white_play_on_cells(settings):
    stepper, said = SearchStepper(HexBoard(), SearchSettings(**settings), seed=1, iteration=20), set()
    pictures = stepper.line, stepper.tree, stepper.place, stepper.details
    for iteration in (1, 20):
        stepper.jump.value = str(iteration)
        for _ in range(40):
            stepper.next_part.click()
            said |= strings([one.whole() for one in pictures])
    stepper.tree.click(["b2"])
    said |= strings([one.whole() for one in pictures])
    assert not [text for text in said if re.search(r"\b([Cc]olumns?|X|O|player [12])\b", text)]
    assert any("Black wins" in text for text in said)
    assert any("White wins" in text for text in said)


@pytest.mark.parametrize("name", ["T = 0", "T = 1"])
def test_the_lecture_s_example_is_shown_phase_by_phase(name):
    variant, colours = LECTURE.variants[name], {1: "Black", 2: "White"}
    stepper = SearchStepper(LECTURE.position, variant.settings, seed=LECTURE_SEED)
    for number, (script, expected) in enumerate(zip(LECTURE.iterations, variant.expected, strict=True), 1):
        *above, last = script.path
        stepper.next_phase.click()
        assert [node.move for node in stepper.snapshot.path[1:]] == above
        assert all(move in stepper.line.value for move in above)
        stepper.next_phase.click()
        assert [node.move for node in stepper.snapshot.path[1:]] == list(script.path)
        assert f" children are added; {last}, " in stepper.line.value
        stepper.next_phase.click()
        assert re.search(f"{colours[script.winner]} (wins|has won)", stepper.line.value)
        if script.playout:
            assert " ".join(script.playout) in stepper.details.texts
        stepper.next_phase.click()
        assert (stepper.snapshot.iteration, stepper.snapshot.phase) == (number, "backpropagate")
        assert stepper.line.value.startswith(f"Backpropagate: {colours[script.winner]} won")
        for moves, (wins, visits) in expected.items():
            stepper.tree.click(moves.split())  # also the nodes below others than those of the path
            where = f"after {moves}" if moves else "the root"
            counts = f"{wins:g} win{'s' * (wins != 1)} in {visits} visit{'s' * (visits != 1)}"
            assert stepper.tree.spots[json.dumps(moves.split())] == f"{where}: {counts}"
            stepper.tree.click(moves.split())


def test_the_lecture_s_example_goes_from_one_t_to_the_other_by_the_slider():
    stepper = SearchStepper(LECTURE.position, LECTURE.variants["T = 0"].settings, seed=LECTURE_SEED, iteration=4)
    assert stepper.tree.spots["[]"] == "the root: 1 win in 4 visits"
    stepper.prior.value = 1
    assert stepper.tree.spots["[]"] == "the root: 2 wins in 6 visits"
    assert stepper.tree.spots['["b3", "c2"]'] == "after b3 c2: 2 wins in 4 visits"


def test_the_empty_cells_of_a_hex_board_have_their_names():
    stepper = SearchStepper(HexBoard.from_moves("a2 a1 b1"))
    assert stepper.place.texts[:6] == ["c1", "b2", "c2", "a3", "b3", "c3"]


def test_part_sentences_name_cells_and_columns():
    for game, name in ((Board(), r"(X|O) plays column \d"), (HexBoard(), r"(Black|White) plays [abc][123]")):
        snapshot = Trace(game, seed=1).at(5, "simulate")
        said = [part_sentence(View(snapshot, part)) for part in range(1, View(snapshot).parts + 1)]
        assert all(re.match(rf"Simulate, move \d+ of {len(said)}: {name}(\.|; )", text) for text in said)
        players = [re.search(r": (\w+) plays", text)[1] for text in said]
        assert len(set(players[::2])) == len(set(players[1::2])) == 1
        assert players[0] != players[1]


# ---------------------------------------------------------------- without a kernel, for everybody
