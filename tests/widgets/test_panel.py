"""What a panel tells its page, and what it does when the page says what the user has done; without a browser."""

import json
import os
import threading
import time
from pathlib import Path

import pytest
from fake_page import ExamplePanel, FakePage
from numba.core import event

from c4lib.fast.search import note_if_compiling
from c4lib.plots.canvas import Drawing
from c4lib.widgets.panel import Message

ROOT = Path(__file__).parents[2]


@pytest.fixture
def panel():
    return ExamplePanel()


@pytest.fixture
def page(panel):
    return FakePage(panel)


def parts(page):
    """The parts of the only message that the page was told."""
    (message,) = page.messages
    return message["parts"]


def names_of(panel):
    return set(panel._parts)


# ---------------------------------------------------------------- when the page is told


def test_nothing_is_told_before_the_page_has_said_hello(panel):
    messages = []
    panel.send = messages.append
    panel.words.value, panel.slider.value = "Changed", 8
    panel.draw("B")
    assert messages == []


def test_hello_gives_the_whole_state(panel):
    panel.words.value, panel.slider.value = "Changed", 8
    panel.draw("B")
    page = FakePage(panel)
    assert page.messages == []
    assert set(page.whole["parts"]) == names_of(panel)
    assert page.whole["parts"]["words"]["text"] == "Changed"
    assert page.whole["parts"]["slider"]["index"] == 8
    assert page.whole["parts"]["picture"]["elements"] == panel.picture.scene.elements
    assert page.whole["parts"]["picture"]["height"] == 500
    assert set(page.whole["letters"]) == {"nB"}


def test_every_page_that_says_hello_gets_the_whole_state(panel, page):
    panel.words.value = "Changed"
    second = FakePage(panel)
    assert second.whole["parts"]["words"]["text"] == "Changed"
    assert set(second.whole["letters"]) == set(page.whole["letters"]) == {"nA"}


def test_what_the_page_opens_with_is_the_whole_state_as_json(panel):
    panel.draw("B")
    state = json.loads(json.dumps(panel.get_state("page")["page"]))
    assert set(state["parts"]) == names_of(panel)
    assert [words[1] for _, kind, _, words in state["parts"]["picture"]["elements"].values() if kind == "text"] == ["B"]


def test_what_does_not_change_is_not_told(panel, page):
    panel.words.value, panel.button.state["disabled"] = "Start", False
    panel.button.set(disabled=False)
    panel.draw("A")
    assert page.messages == []


def test_changes_that_belong_together_are_one_message(panel, page):
    with panel.together():
        panel.words.value = "one"
        with panel.together():
            panel.slider.value = 9
        panel.words.value = "two"
        panel.draw("B", others=3)
        assert page.messages == []
    assert parts(page).keys() == {"words", "slider", "picture"}
    assert parts(page)["words"] == {"text": "two"}


def test_changes_are_told_even_if_something_goes_wrong_in_between(panel, page):
    def fail():
        with panel.together():
            panel.words.value = "one"
            raise ZeroDivisionError

    pytest.raises(ZeroDivisionError, fail)
    assert parts(page) == {"words": {"text": "one"}}


def test_no_other_thread_comes_between_what_belongs_together(panel, page):
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
    assert page.told("words", "text") == ["one", "other"]


# ---------------------------------------------------------------- pictures


def test_of_a_change_only_the_elements_that_differ_are_told(panel, page):
    panel.draw("A", x=2)
    assert parts(page) == {
        "picture": {"set": {"@circle 3 ball": (3, "circle", (500, 250, 125), ("#000000",))}, "gone": []}
    }


def test_elements_that_are_no_longer_drawn_are_told_as_gone(panel, page):
    panel.draw("A", others=3)
    added = set(page.messages.pop()["parts"]["picture"]["set"])
    panel.draw("A")
    assert len(added) == 3
    assert (parts(page)["picture"]["set"], set(parts(page)["picture"]["gone"])) == ({}, added)


def test_changes_add_up_to_the_whole_picture(panel, page):
    shown = dict(page.whole["parts"]["picture"]["elements"])
    for others, text in ((3, "B"), (1, "CC"), (0, ""), (5, "B")):
        panel.draw(text, others, others)
    for change in (message["parts"]["picture"] for message in page.messages):
        for key in change["gone"]:
            del shown[key]
        shown |= change["set"]
    assert shown == panel.picture.scene.elements


def test_height_of_a_picture_is_told_with_its_elements(panel, page):
    panel.picture.show(lambda ax: Drawing.within(ax, 0, 4, 0, 4).write(1, 1, "A", 1), "higher")
    assert parts(page)["picture"]["height"] == 1000
    assert parts(page)["picture"]["set"]


def test_outlines_of_letters_are_sent_once(panel, page):
    for text in ("AB", "BAC", "C", "A"):
        panel.draw(text)
    assert [sorted(message["letters"]) for message in page.messages] == [["nB"], ["nC"], [], []]


def test_picture_is_drawn_once_for_all_changes_that_belong_together(panel, page):
    drawn = []
    with panel.together():
        for number in range(5):
            panel.picture.show(lambda ax, number=number: drawn.append(number), "again")
    assert drawn == [4]


def test_what_is_drawn_wrong_does_not_leave_the_page_without_an_answer(panel, page):
    def draw(ax):
        raise ZeroDivisionError("a planted fault")

    panel.button._action = lambda: panel.picture.show(draw, "a fault")
    with pytest.raises(ZeroDivisionError):
        page.say("button", "press")
    assert ["page", 2] in [message.get("heard") for message in page.messages]
    assert panel.message.value.endswith("ZeroDivisionError: a planted fault")


# ---------------------------------------------------------------- what the user does


@pytest.mark.parametrize(
    ("part", "message", "use", "done"),
    [
        ("button", {"do": "press"}, lambda panel: panel.button.click(), "pressed"),
        ("switch", {"do": "press"}, lambda panel: panel.switch.click(), True),
        ("choice", {"do": "set", "value": 1}, lambda panel: setattr(panel.choice, "value", 1), 1),
        ("slider", {"do": "set", "value": 55}, lambda panel: setattr(panel.slider, "value", 55), 55),
        ("field", {"do": "set", "value": "12"}, lambda panel: setattr(panel.field, "value", "12"), 12),
        ("picture", {"do": "spot", "name": [1, "a"]}, lambda panel: panel.picture.click([1, "a"]), [1, "a"]),
    ],
)
def test_what_is_done_in_the_page_is_what_is_done_in_python(panel, page, part, message, use, done):
    other = ExamplePanel()
    page.say(part, **message)
    use(other)
    assert panel.done == other.done == [done]


@pytest.mark.parametrize("times", [1, 100])
@pytest.mark.parametrize(
    ("part", "message", "done"),
    [("button", {"do": "press"}, "pressed"), ("", {"do": "key", "key": "ArrowRight"}, "on")],
)
def test_presses_are_counted(panel, page, part, message, done, times):
    page.say(part, **message, times=times)
    assert panel.done == [done] * times
    assert len(page.messages) == 1


def test_the_answer_comes_with_what_has_changed(panel, page):
    panel.button._action = lambda: setattr(panel.words, "value", "pressed")
    page.say("button", "press")
    (message,) = page.messages
    assert (message["heard"], message["parts"]) == (["page", 2], {"words": {"text": "pressed"}})


def test_button_that_is_disabled_does_nothing(panel, page):
    panel.button.set(disabled=True)
    panel.button.click()
    page.say("button", "press")
    assert panel.done == []


def test_button_that_disables_itself_is_pressed_no_further(panel, page):
    def act():
        panel.do("pressed")
        panel.button.set(disabled=len(panel.done) == 3)

    panel.button._action = act
    page.say("button", "press", times=10)
    assert len(panel.done) == 3


def test_switch_tells_whether_it_is_pressed(panel, page):
    panel.switch.click()
    panel.switch.value = False
    assert page.told("switch", "pressed") == [True, False]


def test_the_same_value_again_does_nothing(panel, page):
    panel.slider.value, panel.choice.value, panel.switch.value, panel.field.value = 7, 4, False, "0"
    assert (panel.done, page.messages) == ([], [])


def test_value_that_is_no_option_is_refused(panel, page):
    with pytest.raises(ValueError, match="speed must be one of slow, fast, not 3"):
        panel.choice.value = 3
    assert (panel.choice.value, page.messages) == (4, [])


def test_value_is_shown_without_doing_anything(panel, page):
    panel.slider.show(9)
    panel.field.show("9")
    assert panel.done == []
    assert (page.told("slider", "index"), page.told("field", "value")) == ([9], ["9"])


def test_progress_is_hidden_unless_something_is_under_way(panel, page):
    assert panel.progress.state["hidden"]
    panel.progress.show(0.5)
    panel.progress.show(None)
    assert page.told("progress", "hidden") == [False, True]
    assert page.told("progress", "share") == [0.5, 0]


# ---------------------------------------------------------------- what goes wrong


def test_error_stands_beside_the_field_which_keeps_what_was_typed(panel, page):
    page.say("field", "set", value="x")
    assert panel.field.value == "x"
    assert parts(page) == {"field": {"value": "x", "error": "invalid literal for int() with base 10: 'x'"}}
    assert panel.message.value == ""


def test_mended_field_has_no_error(panel, page):
    panel.field.value = "x"
    panel.field.value = "12"
    assert (panel.done, panel.field.value, panel.field.state["error"]) == ([12], "12", "")


def test_what_was_typed_wrong_is_gone_when_something_true_is_shown(panel):
    panel.field.value = "x"
    panel.field.show("5")
    assert (panel.field.value, panel.field.state["error"]) == ("5", "")


def test_what_is_refused_is_told_in_the_message_line(panel, page):
    page.say("picture", "spot", name="refused")
    assert page.messages[-1]["parts"] == {"message": {"text": "this is not allowed", "hidden": False}}


def test_what_is_done_right_clears_the_message_line_which_then_takes_no_room():
    message = Message()
    assert message.state["hidden"]
    message.show("wrong")
    assert not message.state["hidden"]
    with message.shown():
        pass
    assert (message.value, message.state["hidden"]) == ("", True)


# ---------------------------------------------------------------- in the notebook


def test_page_knows_the_shortcuts_and_the_look(panel):
    assert (panel.shortcuts, panel.look) == (["ArrowRight", "b"], "example")


def test_notebook_keeps_a_rule_a_picture_with_a_text_and_the_live_panel(panel):
    rule, still, live = panel.outputs()
    assert rule["text/html"].startswith("<style")
    assert still["image/png"] == "YSBwaWN0dXJl"
    assert "Example" in still["text/plain"]
    assert live["application/vnd.jupyter.widget-view+json"]["model_id"] == panel.model_id
    assert rule["text/plain"] == live["text/plain"] == ""


def test_closed_panel_is_known_no_longer_and_tells_nothing(panel, page):
    from ipywidgets.widgets.widget import _instances

    names = {panel.model_id, panel.layout.model_id}
    assert names <= set(_instances)
    panel.close()
    assert not names & set(_instances)
    panel.words.value = "New"
    assert panel.words.value == "New"


# ---------------------------------------------------------------- in a kernel, where cells are run again


class Kernel:
    """A kernel that is told which cell it runs, as JupyterLab does."""

    def __init__(self):
        from jupyter_client.manager import start_new_kernel

        self.manager, self.client = start_new_kernel(env=os.environ | {"PYTHONPATH": str(ROOT)}, cwd=str(ROOT))
        self.run("first", "import gc\nfrom c4lib.widgets.explorer import SearchExplorer")

    def run(self, cell, code):
        """What a cell prints."""
        message = self.client.session.msg("execute_request", {"code": code}, metadata={"cellId": cell})
        self.client.shell_channel.send(message)
        texts = []
        while True:
            reply = self.client.get_iopub_msg(timeout=60)
            content = reply["content"]
            if reply["parent_header"].get("msg_id") == message["header"]["msg_id"]:
                assert reply["msg_type"] != "error", content
                texts.append(content.get("text", ""))
                if content.get("execution_state") == "idle":
                    return "".join(texts)

    def ask(self, expression):
        """The value of an expression."""
        return eval(self.run("asking", f"print({expression})"))

    def end(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


@pytest.fixture(scope="module")
def kernel():
    made = Kernel()
    yield made
    made.end()


@pytest.mark.parametrize("show", ["explorer", "display(explorer)"])
def test_cell_that_is_run_again_frees_what_it_showed(kernel, show):
    for _ in range(8):
        kernel.run("a", f"explorer = SearchExplorer(playouts=100)\n{show}")
    kernel.run("other", "None")
    count = "gc.collect() * 0 + sum(type(one).__name__ == 'SearchExplorer' for one in gc.get_objects())"
    assert kernel.ask(count) <= 4  # IPython keeps its last three results, as _, __ and ___
    assert kernel.ask("explorer.comm is not None")


def test_what_another_cell_shows_stays_open(kernel):
    kernel.run("a", "first = SearchExplorer(playouts=10)\nfirst")
    kernel.run("b", "first")
    kernel.run("a", "second = SearchExplorer(playouts=10)\nsecond")
    assert kernel.ask("first.comm is not None and second.comm is not None")
    kernel.run("b", "second")
    assert kernel.ask("first.comm is None and second.comm is not None")


def test_cell_that_shows_the_same_again_keeps_it_open(kernel):
    kernel.run("a", "one, two = SearchExplorer(playouts=10), SearchExplorer(playouts=10)")
    for _ in range(2):
        kernel.run("b", "display(one)\ntwo")
    assert kernel.ask("one.comm is not None and two.comm is not None")


def test_what_was_shown_can_still_be_asked(kernel):
    kernel.run("a", "explorer = SearchExplorer(playouts=10)\nexplorer")
    kernel.run("b", "kept = explorer")
    kernel.run("a", "explorer = SearchExplorer(playouts=20)\nexplorer")
    assert kernel.ask("kept.comm is None and kept.analysis.playouts") == 10


def test_interrupt_while_no_cell_runs_ends_a_search(kernel):
    kernel.run("a", "from c4lib import Board\nslow = SearchExplorer(Board(9, 9), playouts=10)\nslow")
    kernel.run("b", "slow.playouts.value = 1_000_000")
    time.sleep(0.5)
    kernel.manager.interrupt_kernel()
    kernel.run("b", "slow.wait(20)")
    assert kernel.ask("(slow.analysis.is_complete, 10 < slow.analysis.playouts < 1_000_000)") == (False, True)


def test_interrupt_of_a_cell_still_ends_the_cell(kernel):
    kernel.run("a", "import os, signal, threading, time\nSearchExplorer(playouts=10)")
    time.sleep(0.5)
    code = "threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
    code += "try: time.sleep(20)\nexcept KeyboardInterrupt: print('ended')"
    assert kernel.run("b", code) == "ended\n"


# ---------------------------------------------------------------- while the search is compiled


def test_compiling_is_announced_in_the_panel_until_it_is_done(panel, capsys, monkeypatch):
    monkeypatch.delenv("JPY_PARENT_PID", raising=False)
    with panel.message.faults_shown(), note_if_compiling(), event.trigger_event("numba:compile"):
        assert panel.message.value.startswith("c4lib: compiling")
    assert panel.message.state == {**panel.message.state, "text": "", "hidden": True}
    assert capsys.readouterr().err == ""
