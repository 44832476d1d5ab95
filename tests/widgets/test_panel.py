"""What the widgets share: controls, what goes wrong, and what a notebook keeps; without a browser."""

import threading
import time

import pytest
from fake_page import ExamplePanel, FakePage, is_hidden
from ipywidgets import IntSlider
from numba.core import event

from c4lib.fast.jit import note_if_compiling


@pytest.fixture
def panel():
    return ExamplePanel()


# ---------------------------------------------------------------- controls


@pytest.mark.parametrize(
    ("use", "done"),
    [
        (lambda panel: panel.go.click(), "pressed"),
        (lambda panel: setattr(panel.switch, "value", True), True),
        (lambda panel: setattr(panel.slider, "value", 55), 55),
        (lambda panel: panel.slider.set_state({"index": 55}), 55),  # as the page does
        (lambda panel: setattr(panel.field, "value", "12"), 12),
    ],
)
def test_what_a_program_or_the_page_does_with_a_control_is_done(panel, use, done):
    use(panel)
    assert panel.done == [done]


def test_a_value_is_shown_without_doing_anything(panel):
    panel.put(panel.slider, 200, max=300)
    panel.put(panel.field, "9")
    assert (panel.done, panel.slider.value, panel.field.value) == ([], 200, "9")


def test_the_page_is_told_a_new_range_before_the_value(panel, monkeypatch):
    """Together, the page would take the value into the old range, and send that back."""
    slider, told = IntSlider(value=60, max=60), []
    monkeypatch.setattr(slider, "send_state", lambda key: told.append(key))
    panel.put(slider, 100, max=100)
    assert told == ["max", "value"]


def test_no_other_thread_comes_between_what_belongs_together(panel):
    def change():
        with panel.together():
            panel.words.value = "other"

    other = threading.Thread(target=change)
    with panel.together():
        panel.words.value = "one"
        other.start()
        other.join(0.05)
        assert panel.words.value == "one"
    other.join()
    assert panel.words.value == "other"


def test_what_the_user_does_meanwhile_waits_and_is_not_lost(panel):
    """A value that is only shown, in another thread, does not make the panel deaf."""

    def show():
        with panel.together():
            shows.set()
            time.sleep(0.05)
            panel.put(panel.slider, 3)
            time.sleep(0.05)

    shows, other = threading.Event(), threading.Thread(target=show)
    other.start()
    shows.wait()
    panel.switch.value = True
    other.join()
    assert panel.done == [True]


# ---------------------------------------------------------------- what goes wrong


def test_a_field_that_is_given_a_value_has_no_error(panel):
    panel.field.value = "x"
    panel.put(panel.field, "5")
    assert panel.field.error.value == ""


def test_what_is_done_right_clears_the_message(panel):
    panel.picture.click("refused")
    assert (panel.message.value, is_hidden(panel.message)) == ("this is not allowed", False)
    panel.go.click()
    assert (panel.message.value, is_hidden(panel.message)) == ("", True)


def test_compiling_is_announced_in_the_panel_until_it_is_done(panel, capsys, monkeypatch):
    monkeypatch.delenv("JPY_PARENT_PID", raising=False)
    with panel.message.faults_shown(), note_if_compiling(), event.trigger_event("numba:compile"):
        assert panel.message.value.startswith("c4lib: compiling")
    assert (panel.message.value, is_hidden(panel.message), capsys.readouterr().err) == ("", True, "")


# ---------------------------------------------------------------- in the notebook


def test_notebook_keeps_a_rule_a_picture_with_a_text_and_the_live_panel(panel):
    rule, still, live = panel.outputs()
    assert rule["text/html"].startswith("<style")
    assert still["image/png"] == "YSBwaWN0dXJl"
    assert "Example" in still["text/plain"]
    assert live["application/vnd.jupyter.widget-view+json"]["model_id"] == panel.model_id
    assert rule["text/plain"] == live["text/plain"] == ""


def test_closed_panel_leaves_nothing_behind_and_can_still_be_asked():
    from ipywidgets.widgets.widget import _instances

    before = set(_instances)
    panel = ExamplePanel()
    FakePage(panel)
    assert len(set(_instances) - before) > 20
    panel.close()
    assert set(_instances) <= before
    panel.words.value = "New"
    assert panel.words.value == "New"
