"""In a kernel, where cells are run again and the stop button is pressed."""

import os
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


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
    kernel.run("a", f"{code}played = PlayBoard(opponent=endless, human_starts=False, ratings=False)\nplayed")
    time.sleep(0.5)
    for _ in range(2):
        kernel.manager.interrupt_kernel()
        time.sleep(0.5)
    kernel.run("b", "try: played.wait(20)\nexcept KeyboardInterrupt: print('ended')")
    assert kernel.ask("'endless failed with KeyboardInterrupt' in played.message.value")
    assert kernel.ask("played.state.moves == ()")
