"""How much of the two packages one action goes through: `python -m benchmarks.flows`.

Four actions, each from its start to its end, in all threads: a slider of the explorer is moved until its picture is
drawn; a column of the game is clicked until the answer is on the board; the stepper goes on by a phase of a recorded
search; and a match of four games is played into a journal. What happens before (the widget is made and drawn for the
first time) is not counted.

Counted are the functions and methods of c4lib and mctslab that are called, each once, by file and qualified name: nested
functions and generators too, but no bodies of modules and classes. Lambdas and comprehensions run inside a function and
are not functions of their own; a second figure includes them. A file counts if any of these runs in it. What numba has
compiled is not seen. From run to run the figures differ a little, because the threads take turns differently.
"""

from __future__ import annotations

import inspect
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NamedTuple

PACKAGES = [Path(__file__).parents[1] / name for name in ("c4lib", "mctslab")]


class Called(NamedTuple):
    """What was called: its file, from the folder of its package on, and its qualified name, such as `Board.play` or `f.<locals>.<lambda>`."""

    file: str
    name: str

    @property
    def is_function(self) -> bool:
        """Whether it is a function of its own, not a lambda or a comprehension."""
        return not self.name.endswith(">")


@contextmanager
def calls_recorded(*packages: Path) -> Iterator[set[Called]]:
    """A set that collects what is called of the packages while the block runs, in this thread and in those begun there.

    Args:
        packages: their folders, side by side.
    """
    called = set()
    inside = tuple(f"{package.resolve()}/" for package in packages)
    root = f"{packages[0].resolve().parent}/"

    def note(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        is_body = not code.co_flags & inspect.CO_OPTIMIZED  # of a module or a class
        if event == "call" and not is_body and code.co_filename.startswith(inside):
            called.add(Called(code.co_filename.removeprefix(root), code.co_qualname))

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield called
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


# -------------------------------------------------------------------- the four actions: each is prepared, then done


def _on_a_page(panel: object) -> object:
    """The panel, with a page whose pictures are told of its changes: without one nothing is drawn."""
    from c4lib.widgets.panel import all_within
    from c4lib.widgets.picture import LivePicture

    for part in all_within(panel):
        if isinstance(part, LivePicture):
            part._handle_custom_msg({"do": "hello"}, [])
    return panel


def slider() -> Callable[[], object]:
    from c4lib import Board, SearchExplorer

    explorer = _on_a_page(SearchExplorer(Board(), seed=1))
    explorer.wait()

    def action() -> None:
        explorer.c.value = 0.5
        explorer.wait()

    return action


def click() -> Callable[[], object]:
    from c4lib import PlayBoard

    play = _on_a_page(PlayBoard(seed=1))
    play.wait()

    def action() -> None:
        play.play(3)
        play.wait()

    return action


def phase() -> Callable[[], object]:
    from c4lib import Board, SearchStepper

    stepper = _on_a_page(SearchStepper(Board(), seed=1, iteration=10, phase="select"))
    wait = getattr(stepper, "wait", lambda: None)  # if it draws in a thread
    wait()

    def action() -> None:
        stepper.next_phase.click()
        wait()

    return action


def match() -> Callable[[], object]:
    from mctslab import play_match
    from mctslab.players import random_player

    folder = tempfile.TemporaryDirectory()

    def action() -> None:
        with folder:
            play_match(random_player, random_player, games=4, journal=Path(folder.name) / "journal")

    return action


FLOWS = {
    "a slider of the explorer, to its picture": slider,
    "a click in the game, to the answer": click,
    "a recorded phase, shown": phase,
    "`play_match`, to its journal": match,
}


def calls_of(prepare: Callable[[], Callable[[], object]], *packages: Path) -> set[Called]:
    """What is called of the packages while the action, once prepared, is done."""
    with calls_recorded(*packages) as called:
        action = prepare()  # its threads begin here, and are to be recorded
        called.clear()
        action()
        return set(called)


def main() -> None:
    for name, prepare in FLOWS.items():
        called = calls_of(prepare, *PACKAGES)
        functions = Counter(each.file for each in called if each.is_function)
        files = sorted({each.file for each in called})
        print(
            f"{name}: {len(files)} files, {functions.total()} functions ({len(called)} with lambdas and comprehensions)"
        )
        for file in files:
            print(f"    {functions[file]:3} {file}")


if __name__ == "__main__":
    main()
