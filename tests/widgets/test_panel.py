"""What the widgets share: controls, what goes wrong, work beside the page, and what a notebook keeps; without a browser."""

import asyncio
import os
import threading
import time
from pathlib import Path

import pytest
from fake_page import ExamplePanel, FakePage, is_hidden
from ipywidgets import IntSlider
from numba.core import event

from c4lib.fast.search import note_if_compiling
from c4lib.widgets.panel import Worker

ROOT = Path(__file__).parents[2]


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


# ---------------------------------------------------------------- work beside the page


def counting(done):
    """Work in three steps, which notes the job at each, and ends early if it is unwanted."""

    def work(job):
        for step in range(3):
            done.append((job, step))
            if (yield 0.01):
                return

    return work


class NoThread(threading.Thread):
    """A thread that cannot be started, as in a browser."""

    def start(self):
        raise RuntimeError("can't start new thread")


def without_threads(monkeypatch, work):
    """Does the work where a `Worker` gets no thread; in a thread, because a browser test has left a loop in the main one."""
    done = []
    outside = threading.Thread(target=lambda: done.append(work()))
    monkeypatch.setattr("c4lib.widgets.panel.threading.Thread", NoThread)
    outside.start()
    outside.join()
    assert len(done) == 1


def test_of_the_jobs_that_wait_only_the_newest_is_done():
    done = []
    worker = Worker(counting(done))
    for job in range(20):
        worker.ask(job)
    worker.wait()
    assert done[-3:] == [(19, 0), (19, 1), (19, 2)]
    assert len({job for job, _ in done}) < 20


def test_a_stop_ends_the_job_under_way_and_forgets_the_one_that_waits():
    done = []
    worker = Worker(counting(done))
    worker.ask(1)
    worker.ask(2)
    worker.stop()
    worker.wait()
    assert len(done) < 3


def test_what_a_job_raises_is_raised_by_the_next_wait_alone():
    def work(job):
        yield
        raise ZeroDivisionError

    worker = Worker(work)
    worker.ask(1)
    pytest.raises(ZeroDivisionError, worker.wait)
    worker.wait()


def test_waiting_ends_after_so_many_seconds():
    def work(job):
        yield 0.2

    worker = Worker(work)
    worker.ask(1)
    with pytest.raises(TimeoutError, match="longer than 0.01 s"):
        worker.wait(0.01)
    worker.wait()


async def until(is_so):
    """Gives the others their turn until something is so; the clock of a busy machine decides nothing."""
    while not is_so():
        await asyncio.sleep(0)


def test_where_there_are_no_threads_the_loop_does_other_things_meanwhile(monkeypatch):
    done = []

    async def use():
        worker = Worker(counting(done))
        worker.ask(1)
        assert done == []
        await until(lambda: len(done) == 1)
        done.append("meanwhile")
        await until(lambda: len(done) == 4)
        assert done == [(1, 0), "meanwhile", (1, 1), (1, 2)]

    without_threads(monkeypatch, lambda: asyncio.run(use()))


def test_where_there_are_no_threads_waiting_does_what_is_left(monkeypatch):
    done = []

    async def use():
        worker = Worker(counting(done))
        worker.ask(1)
        worker.wait()
        assert len(done) == 3
        worker.ask(2)
        await until(lambda: len(done) == 6)
        assert [job for job, _ in done] == [1] * 3 + [2] * 3

    without_threads(monkeypatch, lambda: asyncio.run(use()))


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


def test_second_interrupt_while_no_cell_runs_ends_a_player_who_comes_to_no_end(kernel):
    code = "import time\nfrom c4lib import PlayBoard\n"
    code += "def endless(game, rng):\n    while True:\n        time.sleep(0.001)\n"
    kernel.run("a", f"{code}played = PlayBoard(endless, human_starts=False, ratings=False)\nplayed")
    time.sleep(0.5)
    for _ in range(2):
        kernel.manager.interrupt_kernel()
        time.sleep(0.5)
    kernel.run("b", "try: played.wait(20)\nexcept KeyboardInterrupt: print('ended')")
    assert kernel.ask("'endless failed with KeyboardInterrupt' in played.message.value")
    assert kernel.ask("played.state.moves == ()")
