"""The sliders that go by round steps and take every number: from code, from a link, and from the page, without a browser."""

import math

import pytest
from ipywidgets import FloatSlider, FloatText, IntSlider, link
from traitlets import TraitError

from c4lib.widgets.sliders import FloatStepSlider, c_slider, count_slider


def playouts(value=1000):
    return count_slider("playouts", "how many", (10, 20, 50, 100, 1000), value, 10_000)


def names(slider):
    """What the page can write beside it, and what it does."""
    return slider._options_labels, slider._options_labels[slider.index]


@pytest.mark.parametrize(
    ("slider", "kind", "value"), [(playouts(80), IntSlider, 80), (c_slider(0.33), FloatSlider, 0.33)]
)
def test_a_slider_is_one_of_ipywidgets_and_begins_at_any_number(slider, kind, value):
    assert isinstance(slider, kind)
    assert (slider.value, type(slider.value)) == (value, type(value))


@pytest.mark.parametrize(
    ("value", "place", "name"), [(1, 0, "1"), (36, 2, "36"), (9999, 4, "9,999")]
)
def test_a_number_between_two_steps_stands_at_the_nearer_one_under_its_own_name(value, place, name):
    slider = playouts()
    slider.value = value
    assert (slider.value, slider.index, names(slider)[1]) == (value, place, name)


def test_once_it_has_left_the_names_are_those_of_the_steps():
    slider = playouts()
    slider.value = 36
    slider.value = 100
    assert names(slider) == (("10", "20", "50", "100", "1,000"), "100")


def test_the_first_value_is_a_step_to_which_the_mouse_can_return():
    assert playouts(80).steps == [10, 20, 50, 80, 100, 1000]


def test_a_step_in_the_page_gives_its_number():
    slider = playouts()
    slider.value = 36
    slider.set_state({"index": 3})
    assert slider.value == 100


def test_what_the_page_has_sent_is_not_sent_back(monkeypatch):
    """It would be late, and move a handle that is being dragged."""
    slider, told = playouts(), []
    monkeypatch.setattr(slider, "_send", lambda message, buffers: told.append(message["method"]))
    slider.set_state({"index": 1})
    assert (slider.value, set(told)) == (20, {"echo_update"})


def test_while_the_page_tells_again_where_it_stands_the_number_stays():
    slider = playouts()
    slider.value = 36
    slider.set_state({"index": 2})
    assert slider.value == 36


def test_the_page_learns_of_a_number_in_one_message(monkeypatch):
    slider, told = playouts(), []
    monkeypatch.setattr(slider, "_send", lambda message, buffers: told.append(message["state"]))
    slider.value = 36
    assert told == [{"index": 2, "_options_labels": ("10", "20", "36", "100", "1,000")}]


@pytest.mark.parametrize("use", ["code", "page"])
def test_a_change_is_noticed_once(use):
    slider, noticed = playouts(), []
    slider.observe(lambda change: noticed.append((change.old, change.new)), "value")
    if use == "code":
        slider.value = 36
    else:
        slider.set_state({"index": 0})
    assert noticed == [(1000, slider.value)]


def test_c_goes_to_four_by_way_of_the_square_root_of_two():
    slider = c_slider(1)
    slider.value = math.sqrt(2)
    assert (slider.steps[0], slider.steps[-1], names(slider)[1]) == (0, 4, "√2")
    assert slider.steps[slider.index] == math.sqrt(2)


def test_a_c_beyond_four_is_kept():
    slider = c_slider(1e9)
    assert (slider.value, slider.steps[-1]) == (1e9, 1e9)


@pytest.mark.parametrize(("c", "nearest"), [(-1, 0), (math.inf, 1e6)])
def test_what_is_out_of_range_is_taken_into_it(c, nearest):
    slider = c_slider(1)
    slider.value = c
    assert slider.value == nearest


@pytest.mark.parametrize(
    ("slider", "value", "message"),
    [
        (c_slider(1), math.nan, "c must be a number from 0 to 1e"),
        (playouts(), None, "expected an int"),
    ],
)
def test_what_is_no_number_is_refused_and_changes_nothing(slider, value, message):
    before = slider.value, slider.index
    with pytest.raises(TraitError, match=message):
        slider.value = value
    assert (slider.value, slider.index) == before


def test_a_slider_is_linked_to_a_control_of_another_kind():
    slider, field = FloatStepSlider((0, 0.5, 1), str, 0.5, max=1), FloatText(0.33)
    link((field, "value"), (slider, "value"))
    assert slider.value == 0.33
    slider.set_state({"index": 2})
    assert field.value == 1
