"""The step control without a browser: buttons are clicked, fields are set, and what is shown is compared."""

import io
import math

import pytest
from anytree import PreOrderIter
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from matplotlib.figure import Figure
from PIL import Image

from c4lib import Board, HexBoard, SearchSettings
from c4lib.phases import ucb1
from c4lib.study.recording import PHASES, Trace
from c4lib.widgets import phase_plots as pictures
from c4lib.widgets.panel import Canvas
from c4lib.widgets.phase_plots import sentence
from c4lib.widgets.stepper import MOST_ITERATIONS, SPEEDS, SearchStepper, Steps, read_c, write_c

BUTTONS = ["first", "back_iteration", "back_phase", "next_phase", "next_iteration", "last"]
ALMOST_WON = Board.from_moves("010101")


@pytest.fixture
def drawn(monkeypatch):
    """The steps whose pictures would have been drawn, in order; to draw them takes most of the time."""
    steps = []
    monkeypatch.setattr(SearchStepper, "_draw", lambda self: steps.append(self.step))
    return steps


@pytest.fixture
def stepper(drawn):
    return SearchStepper(Board(), seed=1)


@pytest.fixture(autouse=True)
def nothing_goes_wrong_unseen(caplog):
    """`click()` only logs what a callback raised."""
    yield
    assert [record for record in caplog.records if record.levelname in ("ERROR", "WARNING")] == []


def tree(snapshot):
    return [(node.move, node.wins, node.visits, node.proof, len(node.children)) for node in PreOrderIter(snapshot.root)]


def shown(stepper):
    """All that is to be seen, the pictures aside."""
    fields = stepper.jump, stepper.c, stepper.prior, stepper.expand_at, stepper.seed, stepper.slider, stepper.play
    values = [field.value for field in fields]
    return (stepper.step, stepper.sentence, stepper._line.value, values, stepper.message.text, tree(stepper.snapshot))


# ---------------------------------------------------------------- where one is


@examples(max_examples=20)
@given(
    st.lists(st.sampled_from([*BUTTONS[1:5], *BUTTONS, "jump"]), min_size=500, max_size=500), st.randoms(), st.data()
)
def test_500_random_steps_lead_where_one_gets_directly(names, random, data):
    settings = data.draw(st.sampled_from([SearchSettings(), SearchSettings(prior=1, expand_at=0), SearchSettings(c=0)]))
    steps = Steps(Trace(Board(), settings, seed=4), iterations=15)
    for name in names:
        steps.jump(random.randrange(30)) if name == "jump" else getattr(steps, name)()
    direct = Trace(Board(), settings, seed=4).snapshot(steps.step)
    assert (steps.snapshot.step, tree(steps.snapshot)) == (direct.step, tree(direct))
    assert sentence(steps.snapshot, settings) == sentence(direct, settings)


@examples(max_examples=60)
@given(st.lists(st.sampled_from(BUTTONS), max_size=60))
def test_steps_are_those_of_plain_arithmetic(names):
    steps, here, end = Steps(Trace(Board(3, 4, 3), seed=1), iterations=5), 0, 20
    for name in names:
        getattr(steps, name)()
        whole = [step for step in range(0, 400, 4)]
        here = {
            "first": 0,
            "back_iteration": max([step for step in whole if step < here], default=0),
            "back_phase": max(here - 1, 0),
            "next_phase": here + 1,
            "next_iteration": min(step for step in whole if step > here),
            "last": end,
        }[name]
        end = max(end, 4 * math.ceil(here / 4))
        assert (steps.step, steps.last_step) == (here, end)


def test_nothing_lies_beyond_the_most_iterations():
    steps = Steps(Trace(Board(1, 4), SearchSettings(expand_at=9)), step=4 * MOST_ITERATIONS)
    steps.next_phase()
    steps.next_iteration()
    assert steps.step == 4 * MOST_ITERATIONS
    with pytest.raises(ValueError, match="at most 2,000 iterations, not 2,001"):
        steps.jump(MOST_ITERATIONS + 1)
    assert steps.step == 4 * MOST_ITERATIONS


def test_steps_end_where_the_result_is_proven():
    steps = Steps(Trace(ALMOST_WON, SearchSettings(solve=True), seed=1))
    steps.last()
    end = steps.step
    assert end == steps.last_step == 4 * steps.trace.iterations < 240
    for name in ("next_phase", "next_iteration", "last"):
        getattr(steps, name)()
        assert steps.step == end
    with pytest.raises(ValueError, match="the result is proven after"):
        steps.jump(60)
    assert steps.step == end


@pytest.mark.parametrize("c", [0.0, 0.5, 1.0, math.sqrt(2), 3.0, 1e-05])
def test_exploration_constant_is_read_as_it_is_written(c):
    assert read_c(write_c(c)) == c


@pytest.mark.parametrize("text", ["", "x", "1,4", "√", "√-1", "sqrt(x)", "1.4.1"])
def test_what_is_no_number_is_no_exploration_constant(text):
    with pytest.raises(ValueError, match="c must be a number such as 1.4 or √2, not "):
        read_c(text)


# ---------------------------------------------------------------- buttons, slider, playing


def test_buttons_and_trace_tell_the_same(stepper):
    trace = Trace(Board(), seed=1)
    for iteration in (1, 2):
        for phase in PHASES:
            stepper.next_phase.click()
            snapshot = trace.at(iteration, phase)
            assert (stepper.snapshot.iteration, stepper.snapshot.phase) == (iteration, phase)
            assert tree(stepper.snapshot) == tree(snapshot)
            assert stepper.sentence == sentence(snapshot, SearchSettings())
            assert stepper.slider.value == stepper.play.value == stepper.step == snapshot.step
            assert stepper.jump.value == iteration
    assert stepper.message.text == ""


def test_every_button_goes_where_it_says(stepper):
    for name, step in [
        ("next_iteration", 4),
        ("next_phase", 5),
        ("next_iteration", 8),
        ("back_phase", 7),
        ("back_iteration", 4),
        ("last", 240),
        ("first", 0),
        ("back_phase", 0),
        ("back_iteration", 0),
    ]:
        getattr(stepper, name).click()
        assert stepper.step == step, name


@examples(max_examples=4)
@given(st.lists(st.sampled_from([*BUTTONS, "slider", "play", "jump"]), min_size=500, max_size=500), st.randoms())
def test_500_random_uses_of_the_controls_show_what_going_directly_shows(names, random):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SearchStepper, "_draw", lambda self: None)
        stepper = SearchStepper(Board(), seed=2, iterations=20)
        for name in names:
            control = getattr(stepper, name)
            if name in BUTTONS:
                control.click()
            else:
                control.value = random.randrange(21 if name == "jump" else stepper.steps.last_step + 1)
        iteration, phase = stepper.snapshot.iteration, stepper.snapshot.phase or "select"
        direct = SearchStepper(
            Board(), seed=2, iterations=stepper.steps.last_step // 4, iteration=iteration, phase=phase
        )
        assert shown(stepper) == shown(direct)


def test_pictures_are_the_same_bytes_forwards_backwards_and_directly():
    stepper, forwards = SearchStepper(Board(), seed=1), {}
    for _ in range(8):
        stepper.next_phase.click()
        forwards[stepper.step] = stepper.tree.value, stepper.place.value, stepper.details.value
    stepper.slider.value = 9
    for _ in range(8):
        stepper.back_phase.click()
        assert (stepper.tree.value, stepper.place.value, stepper.details.value) == forwards[stepper.step]
    direct = SearchStepper(Board(), seed=1, iteration=2, phase="simulate")
    assert (direct.tree.value, direct.place.value, direct.details.value) == forwards[7]
    assert len({tree for tree, _, _ in forwards.values()}) > 4


def test_one_use_of_a_control_draws_once(drawn, stepper):
    uses = [
        (stepper.next_phase.click, 1),
        (lambda: setattr(stepper.slider, "value", 9), 9),
        (lambda: setattr(stepper.play, "value", 10), 10),
        (lambda: setattr(stepper.jump, "value", 70), 280),  # beyond the range, which grows
        (lambda: setattr(stepper.c, "value", "0.5"), 0),
        (lambda: setattr(stepper.prior, "value", 2), 0),
        (lambda: setattr(stepper.seed, "value", 7), 0),
        (stepper.last.click, 280),
        (lambda: setattr(stepper.large, "value", True), 280),
        (lambda: setattr(stepper.large, "value", False), 280),
    ]
    for use, step in uses:
        drawn.clear()
        use()
        assert (drawn, stepper.slider.value, stepper.play.value) == ([step], step, step)


def test_nothing_is_drawn_where_nothing_changes(drawn, stepper):
    drawn.clear()
    for use in (
        stepper.first.click,
        stepper.back_phase.click,
        lambda: setattr(stepper.jump, "value", 0),
        lambda: setattr(stepper.jump, "value", 5000),
        lambda: setattr(stepper.edit, "value", True),
    ):
        use()
    assert drawn == []


def test_range_of_slider_and_player_grows_with_what_is_asked_for(stepper):
    assert (stepper.slider.max, stepper.play.max) == (240, 240)
    stepper.jump.value = 61
    assert (stepper.slider.max, stepper.play.max, stepper.slider.value) == (244, 244, 244)
    stepper.last.click()
    stepper.next_phase.click()
    assert (stepper.slider.max, stepper.step) == (248, 245)


def test_range_shrinks_to_the_end_of_a_proven_search(drawn):
    stepper = SearchStepper(ALMOST_WON, SearchSettings(solve=True), seed=1)
    stepper.last.click()
    assert stepper.slider.max == stepper.slider.value == stepper.step < 240
    assert stepper.snapshot.root.proof is not None
    assert stepper.sentence.endswith("of them are now proven.")


def test_speed_is_the_player_s(stepper):
    intervals = []
    for speed in SPEEDS.values():
        stepper.speed.value = speed
        intervals.append(stepper.play.interval / stepper.play.step)
    assert intervals == sorted(intervals, reverse=True)
    assert min(intervals) < max(intervals) / 10


def test_fastest_player_goes_by_iterations(stepper):
    stepper.slider.value = 6
    stepper.speed.value = SPEEDS["very fast"]
    stepper.play.value = 10  # as the player in the browser does
    assert (stepper.step, stepper.play.value) == (8, 8)


def test_buttons_and_fields_stop_the_player_and_the_slider_does_not(stepper):
    stepper.play.playing = True
    stepper.slider.value = 9
    stepper.play.value = 10
    assert stepper.play.playing
    stepper.back_phase.click()
    assert not stepper.play.playing
    stepper.play.playing = True
    stepper.c.value = "1"
    assert not stepper.play.playing


# ---------------------------------------------------------------- starting again


@pytest.mark.parametrize(
    ("field", "value", "settings", "seed"),
    [
        ("c", "0.5", SearchSettings(c=0.5, draw=0), 3),
        ("c", "√3", SearchSettings(c=math.sqrt(3), draw=0), 3),
        ("prior", 5, SearchSettings(prior=5, draw=0), 3),
        ("expand_at", 0, SearchSettings(expand_at=0, draw=0), 3),
        ("seed", 8, SearchSettings(draw=0), 8),
    ],
)
def test_change_starts_again_and_leaves_the_rest_alone(field, value, settings, seed, drawn):
    stepper = SearchStepper(Board(), SearchSettings(draw=0), seed=3, iteration=9)
    getattr(stepper, field).value = value
    assert (stepper.step, stepper.slider.value, stepper.jump.value) == (0, 0, 0)
    stepper.jump.value = 20
    assert stepper.trace.grow(60) == Trace(Board(), settings, seed, iterations=60)
    assert stepper.message.text == ""


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("c", "abc", "c must be a number such as 1.4 or √2, not 'abc'"),
        ("c", "-1", "c must be a finite number, at least 0, not -1"),
        ("c", "nan", "c must be a finite number, at least 0"),
        ("prior", -1, "T must be a whole number, at least 0, not -1"),
        ("expand_at", -2, "expand_at must be a whole number, at least 0, not -2"),
        ("seed", -3, "seed must be a whole number, at least 0, not -3"),
        ("jump", -4, "iteration must be a whole number, at least 0, not -4"),
        ("jump", 5000, "this shows at most 2,000 iterations, not 5,000"),
    ],
)
def test_mistake_is_told_in_plain_words_and_changes_nothing(field, value, message, drawn):
    stepper = SearchStepper(Board(), seed=1, iteration=3)
    trace, before = stepper.trace, shown(stepper)
    getattr(stepper, field).value = value
    assert stepper.message.text.startswith(message)
    assert stepper.trace is trace
    stepper.next_phase.click()
    stepper.back_phase.click()
    assert shown(stepper) == before  # the message is gone, too


def test_position_is_clicked_and_the_search_starts_again_from_it(stepper):
    stepper.jump.value = 12
    stepper.edit.value = True
    for column in (3, 3, 4):
        stepper.editor.view.buttons[column].click()
        assert stepper.step == 0
    assert stepper.trace.game == Board.from_moves("334")
    assert stepper.edit.value
    stepper.editor.undo.click()
    assert stepper.trace.game == Board.from_moves("33")
    assert stepper.sentence == "Start: the tree is nothing but the root, where X is to move."


def test_position_is_typed_and_c_stays(stepper):
    stepper.c.value = "0.3"
    stepper.editor.moves.value = "3342"
    assert stepper.trace == Trace(Board.from_moves("3342"), SearchSettings(c=0.3), seed=1, iterations=60)


def test_position_of_unknown_history_can_be_played_on(drawn):
    board = Board.from_text(". . . .\nX O X O")
    stepper = SearchStepper(board)
    stepper.editor.view.buttons[0].click()
    assert stepper.trace.game == board.play(0)
    stepper.editor.clear.click()
    assert stepper.trace.game == board


def test_finished_game_is_no_start_and_the_editor_goes_back(drawn):
    stepper = SearchStepper(ALMOST_WON, seed=1, iteration=2)
    trace = stepper.trace
    stepper.editor.view.buttons[0].click()
    assert "where the game is not over; here player 1 has won" in stepper.message.text
    assert stepper.trace is trace
    assert (stepper.step, stepper.editor.position.board, stepper.editor.moves.value) == (8, ALMOST_WON, "010101")
    stepper.editor.view.buttons[2].click()
    assert (stepper.trace.game, stepper.message.text) == (ALMOST_WON.play(2), "")


def test_wrong_typed_moves_are_told_and_change_nothing(stepper):
    trace = stepper.trace
    stepper.editor.moves.value = "39"
    assert stepper.message.text.startswith("move 2: there is no column 9")
    assert stepper.trace is trace


def test_going_on_closes_the_editor_of_the_start_position(stepper):
    stepper.edit.value = True
    assert stepper.place.layout.display == stepper.details.layout.display == "none"
    stepper.next_phase.click()
    assert (stepper.edit.value, stepper.editor.layout.display, stepper.place.layout.display) == (False, "none", None)


def test_large_tree_and_editor_take_turns(drawn):
    stepper = SearchStepper(Board(), seed=1, iteration=5)
    stepper.large.value = True
    stepper.edit.value = True
    assert (stepper.large.value, stepper.edit.value) == (False, True)
    stepper.large.value = True
    assert (stepper.large.value, stepper.edit.value) == (True, False)


def test_large_tree_is_a_wider_picture_with_more_nodes():
    stepper = SearchStepper(Board(), seed=1, iteration=60)
    small, beside = picture_size(stepper.tree.value), stepper.details.value
    stepper.large.value = True
    assert picture_size(stepper.tree.value)[0] > 1.5 * small[0]
    assert (stepper._side.layout.display, stepper.tree.layout.width) == ("none", "100%")
    stepper.large.value = False
    assert (picture_size(stepper.tree.value), stepper.details.value) == (small, beside)
    assert stepper._side.layout.display is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": HexBoard()}, "Connect Four, so it needs a Board, not HexBoard()"),
        ({"game": "3342"}, "no game position"),
        ({"game": Board.from_moves("0101010")}, "the game is over"),
        ({"settings": 1.4}, "settings must be a SearchSettings"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"iterations": 0}, "iterations must be a whole number, at least 1"),
        ({"iterations": 2001}, "at most 2,000 iterations, not 2,001"),
        ({"iteration": -1}, "iteration must be a whole number"),
        ({"iteration": 1, "phase": "selection"}, "phase must be 'select' or"),
    ],
)
def test_bad_argument_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        SearchStepper(**arguments)


def test_fault_in_a_picture_is_shown_and_raised(monkeypatch):
    stepper = SearchStepper(Board(), seed=1)

    def faulty(*arguments):
        raise ZeroDivisionError("a planted fault")

    monkeypatch.setattr("c4lib.widgets.stepper.draw_tree", faulty)
    with pytest.raises(ZeroDivisionError):
        stepper.slider.value = 5
    assert stepper.message.text.endswith("ZeroDivisionError: a planted fault")


# ---------------------------------------------------------------- what is shown


def test_first_snapshot_is_the_one_asked_for(drawn):
    stepper = SearchStepper(Board.from_moves("33"), SearchSettings(c=1), seed=5, iteration=9, phase="select")
    assert (stepper.snapshot.iteration, stepper.snapshot.phase) == (9, "select")
    assert stepper.trace.game == Board.from_moves("33")
    assert (stepper.c.value, stepper.seed.value, stepper.slider.value, stepper.slider.max) == ("1", 5, 33, 240)


@pytest.mark.parametrize(
    ("game", "settings", "iteration", "phase", "said"),
    [
        (Board(), {}, 1, "select", "Select: the root has no children yet, so it is the leaf."),
        (Board(), {}, 1, "expand", "Expand: 7 children are added; column 3, one of 7 not visited yet (∞): drawn at random."),
        (Board(), {}, 1, "simulate", "Simulate: 26 random moves, X wins; none of these positions is in the tree."),
        (Board(), {}, 1, "backpropagate", "Backpropagate: X won, so 2 nodes get a visit each; the one that counts wins of X also gets a win."),
        (Board(), {}, 2, "expand", "Expand: nothing is added, because this leaf has no simulation yet."),
        (Board(), {"expand_at": 3}, 10, "expand", "Expand: nothing is added, because this leaf has 1 of 3 simulations."),
        (Board(), {"c": 0}, 60, "select", "Select: columns "),
        (Board(1, 5), {}, 1, "backpropagate", "Backpropagate: a draw, so 2 nodes get a visit and 0.5 wins each."),
        (Board(1, 1, 1), {}, 1, "expand", "Expand: 1 child is added; column 0, the only child."),
        (Board(1, 1, 1), {}, 2, "expand", "Expand: nothing is added, because the game is over here."),
        (Board(1, 1, 1), {}, 2, "simulate", "Simulate: nothing is played, because X has won here already."),
        (Board(1, 1, 1), {"loss": -1}, 1, "backpropagate", "Backpropagate: X won, so 2 nodes get a visit each; the one that counts wins of X also gets a win; the others get -1."),
        (Board(1, 1, 1), {"solve": True}, 1, "backpropagate", "Backpropagate: X won, so 2 nodes get a visit each; the one that counts wins of X also gets a win; 2 of them are now proven."),
        (Board(1, 1, 1), {"viewpoint": "root"}, 1, "backpropagate", "Backpropagate: X won, so 2 nodes get a visit each; the 2 that count wins of X also get a win."),
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


def texts(draw, snapshot):
    ax = Figure(figsize=(5, 3)).add_axes((0, 0, 1, 1))
    draw(ax, snapshot)
    return [text.get_text() for text in ax.texts]


@pytest.mark.parametrize("iteration", [12, 30, 60])
def test_both_terms_of_every_child_are_shown_at_every_level(iteration):
    snapshot = Trace(Board(), SearchSettings(c=0.7), seed=1).at(iteration, "select")
    found = texts(pictures.draw_details, snapshot)
    assert len(snapshot.path) > 1
    for node in snapshot.path[:-1]:
        for child in node.children:
            if child.visits:
                exploration = ucb1(0, child.visits, node.visits, 0.7)
                assert f"{child.mean:.2f} + {exploration:.2f} = {child.mean + exploration:.2f}" in found
        assert found.count("unvisited: ∞") == sum(
            not child.visits for above in snapshot.path[:-1] for child in above.children
        )


def test_bars_are_as_long_as_the_terms():
    snapshot = Trace(Board(), seed=1).at(12, "select")
    ax = Figure(figsize=(5, 3)).add_axes((0, 0, 1, 1))
    pictures.draw_details(ax, snapshot)
    bars = {}
    for shapes in ax.collections:
        colour = tuple(shapes.get_facecolor()[0][:3])
        bars.setdefault(colour, []).extend(path.get_extents() for path in shapes.get_paths())
    blue, orange = (sorted(bars[to_rgb(colour)], key=lambda box: -box.y0)[1:] for colour in ("#0072B2", "#E69F00"))
    means = [child.mean for child in snapshot.root.children]
    values = snapshot.selection.values[0]
    scale = (orange[0].x1 - blue[0].x0) / values[0]
    for mean, value, first, second in zip(means, values, blue, orange):
        assert first.width == pytest.approx(mean * scale)
        assert second.width == pytest.approx((value - mean) * scale)
        assert second.x0 == pytest.approx(first.x1)


def to_rgb(colour):
    return tuple(int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))


def test_before_and_after_are_shown_for_every_node_of_the_path():
    snapshot = Trace(Board(), seed=1).at(30)
    found = texts(pictures.draw_details, snapshot)
    update = snapshot.backpropagation
    assert len(update.path) == 3
    for node, before, after in zip(update.path, update.before, update.after):
        for wins, visits in (before, after):
            assert f"{wins:g}/{visits}" in found
        assert ("root" if node.is_root else f"column {node.move}") in found


def test_playout_is_shown_as_not_in_the_tree():
    found = texts(pictures.draw_details, Trace(Board(), seed=1).at(3, "simulate"))
    assert "in the tree" in found
    assert "not in the tree" in found


def test_proven_child_is_shown_as_proven():
    trace = Trace(Board.from_moves("01010"), SearchSettings(solve=True), seed=1, iterations=50)
    first = next(one for one in range(1, 51) if any(-math.inf in values for values in trace.at(one).selection.values))
    for iteration, count in ((first - 1, 0), (first, 1)):
        assert texts(pictures.draw_details, trace.at(iteration, "select")).count("proven") == count


def test_place_names_iteration_phases_and_whose_turn_it_is():
    snapshot = Trace(Board(), seed=1).at(9, "expand")
    found = texts(pictures.draw_place, snapshot)
    moves = " ".join(str(node.move) for node in snapshot.path[1:])
    assert {"Iteration 9", "1 Select", "2 Expand", "3 Simulate", "4 Backpropagate"} < set(found)
    assert f"after {moves}: X to move" in found
    assert texts(pictures.draw_place, Trace(Board()).at(0))[-1] == "root: X to move"


@pytest.mark.parametrize("game", [Board(1, 4), Board(4, 5), Board(9, 12, 5), Board.from_moves("333333")], ids=repr)
@pytest.mark.parametrize(
    "settings", [{}, {"prior": 3, "loss": -1, "expand_at": 0}, {"c": 0, "unvisited": -math.inf, "solve": True}]
)
def test_every_phase_of_every_search_can_be_drawn(game, settings):
    trace = Trace(game, SearchSettings(**settings), seed=1)
    canvas = Canvas(5, 3)
    for iteration in (1, 2, trace.grow(40).iterations):
        for phase in PHASES:
            snapshot = trace.at(iteration, phase)
            assert canvas.render(lambda ax, snapshot=snapshot: pictures.draw_details(ax, snapshot))
            assert canvas.render(lambda ax, snapshot=snapshot: pictures.draw_place(ax, snapshot))


def test_deep_path_is_cut_and_says_so():
    trace = Trace(Board(), SearchSettings(viewpoint="root", expand_at=2, unvisited=0.5), seed=1)
    found = texts(pictures.draw_details, trace.at(60, "select"))
    levels = len(trace.at(60, "select").selection.values)
    assert levels > pictures.MOST_LEVELS
    assert f"{levels - pictures.MOST_LEVELS} more levels" in found
    assert any("nodes above are left out" in text for text in texts(pictures.draw_details, trace.at(60)))


def test_canvas_shows_nothing_of_what_was_drawn_before():
    trace, canvas = Trace(Board(), seed=1), Canvas(5, 3)
    details = [trace.at(20, phase) for phase in PHASES]
    first = [canvas.render(lambda ax, snapshot=snapshot: pictures.draw_details(ax, snapshot)) for snapshot in details]
    fresh = [Canvas(5, 3).render(lambda ax, snapshot=snapshot: pictures.draw_details(ax, snapshot)) for snapshot in details]
    again = [canvas.render(lambda ax, snapshot=snapshot: pictures.draw_details(ax, snapshot)) for snapshot in details[::-1]]
    assert first == fresh == again[::-1]


# ---------------------------------------------------------------- without a kernel


def picture_size(png):
    return Image.open(io.BytesIO(png)).size


def test_readers_without_a_kernel_see_a_picture_and_stable_text():
    stepper = SearchStepper(Board.from_moves("3342"), seed=1, iteration=9, phase="select")
    bundle = stepper._repr_mimebundle_()
    assert picture_size(stepper.static_picture()) > (900, 500)
    text = "SearchStepper(Board.from_moves('3342'), c=1.414, T=0, expand_at=1, seed=1, iteration 9, select)"
    assert bundle["text/plain"] == repr(stepper) == text
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_static_picture_is_of_the_present_state(stepper):
    before = stepper.static_picture()
    stepper.next_iteration.click()
    assert stepper.static_picture() != before
    stepper.first.click()
    assert stepper.static_picture() == before


def test_every_control_has_a_tooltip(stepper):
    controls = [
        getattr(stepper, name)
        for name in (*BUTTONS, "slider", "jump", "c", "prior", "expand_at", "seed", "speed", "edit", "large")
    ]
    assert all(control.tooltip for control in controls)
    assert stepper.prior.description == "T (T wins in 2T visits)"
