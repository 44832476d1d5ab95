"""The step control: through a search forwards and back, phase by phase, for a projector."""

from __future__ import annotations

import base64
import gzip
import json
import os
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from importlib.resources import files

from c4lib._tools import whole_number, written_whole
from c4lib.board import Board
from c4lib.hex import HexBoard
from c4lib.node import Game, Move
from c4lib.plots.canvas import HIGHLIGHT, Drawing, Scene
from c4lib.plots.games import ending
from c4lib.plots.words import exploration_constant
from c4lib.settings import SearchSettings
from c4lib.study.recording import Snapshot, Trace, step_of
from c4lib.widgets.analysis import nodes_along
from c4lib.widgets.panel import (
    Button,
    Field,
    Menu,
    Panel,
    Picture,
    PlayButton,
    Scale,
    Switch,
    Text,
    c_slider,
    prior_slider,
    still_picture,
)
from c4lib.widgets.phase_plots import (
    View,
    draw_details,
    draw_place,
    draw_tree,
    node_sentence,
    part_sentence,
    question,
    sentence,
)
from c4lib.widgets.position import PositionEditor

# -------------------------------------------------------------------- the step that is shown

MOST_ITERATIONS = 2000


class Steps:
    """A recording, and the step of it that is looked at.

    Args:
        trace: the recording; it grows as far as it is looked at.
        iterations: how far `last` goes; later steps can still be reached.
        step: the step to begin with; 0 is the start, step 4 the end of iteration 1.

    Attributes:
        trace: the recording.
        step: the step that is shown.
        part: how many edges of the selection, or moves of the playout, are shown; None: all.
        is_predicting: whether a phase that is gone to is covered at first.
        is_covered: whether the phase is covered, so that a class can predict it.
        pinned: another recording to compare with; None: none.

    Raises:
        ValueError: the game cannot be shown, or an argument is none of these.

    >>> steps = Steps(Trace(Board(), seed=1))
    >>> steps.next_phase()
    >>> steps.next_iteration()
    >>> steps.step, steps.snapshot.iteration, steps.snapshot.phase
    (4, 1, 'backpropagate')
    """

    def __init__(self, trace: Trace, iterations: int = 60, step: int = 0) -> None:
        if not isinstance(trace.game, (Board, HexBoard)):
            raise ValueError(f"this shows searches of Connect Four and Hex, not of {trace.game!r}")
        self.trace, self.step, self.part = trace, 0, None
        self.is_predicting = self.is_covered = False
        self.pinned: Trace | None = None
        self._range = _within_reach(whole_number("iterations", iterations, at_least=1))
        self.go(step)

    @property
    def snapshot(self) -> Snapshot:
        """The search after `step`.

        >>> Steps(Trace(Board())).snapshot.root
        SearchNode(move=None, wins=0, visits=0)
        """
        return Snapshot(self.trace, self.step)

    @property
    def view(self) -> View:
        """What is to be seen: as long as the step is covered, the one before it."""
        return View(
            Snapshot(self.trace, self.step - 1) if self.is_covered else self.snapshot, self.part
        )

    @property
    def last_step(self) -> int:
        """The last step of the range.

        >>> Steps(Trace(Board()), iterations=60).last_step
        240
        """
        return self._within(4 * self._range)

    @property
    def sentence(self) -> str:
        """What just happened, or what to ask."""
        if self.is_covered:
            return question(self.snapshot)
        return (
            sentence(self.snapshot, self.trace.settings)
            if self.part is None
            else part_sentence(self.view)
        )

    # ---------------------------------------------------------------- going

    def go(self, step: int) -> None:
        """Show this step; the range grows if need be.

        Raises:
            ValueError: there is no such step; nothing changes.
        """
        iteration = _within_reach(-(-whole_number("step", step, at_least=0) // 4))
        self.trace.snapshot(step)
        self.step, self.part, self.is_covered = step, None, False
        self._range = max(self._range, iteration)

    def jump(self, iteration: int) -> None:
        """Show the end of this iteration; 0 is the start.

        Raises:
            ValueError: there is no such iteration; nothing changes.

        >>> steps = Steps(Trace(Board()))
        >>> steps.jump(12)
        >>> steps.step
        48
        """
        self.go(step_of(iteration))

    def next_phase(self) -> None:
        """One phase forwards, which is covered first if the class predicts; at the end nothing
        happens.
        """
        if self.is_covered or self.part is not None:
            self.part, self.is_covered = None, False
        elif (step := self._within(self.step + 1)) != self.step:
            self.go(step)
            self.is_covered = self.is_predicting

    def next_part(self) -> None:
        """One edge of the selection, or one move of the playout, forwards; other phases have one
        part.

        >>> steps = Steps(Trace(Board(), seed=1))
        >>> steps.jump(10)
        >>> steps.next_part()
        >>> steps.next_part()
        >>> steps.sentence
        'Select, edge 1 of 1: column 4, 1.00 + 2.15 is the largest of 7, shared by 2: drawn at random.'
        """
        if self.part is None or self.part == self.view.parts:
            self.part = None
            self.next_phase()
            self.part = 0 if not self.is_covered and self.view.parts else None
        else:
            self.part += 1

    def back_phase(self) -> None:
        """One phase back; at the start nothing happens."""
        self.go(max(self.step - 1, 0))

    def next_iteration(self) -> None:
        """Forwards to the next end of an iteration."""
        self.go(self._within(self.step // 4 * 4 + 4))

    def back_iteration(self) -> None:
        """Back to the previous end of an iteration; at the start nothing happens."""
        self.go(max((self.step - 1) // 4 * 4, 0))

    def first(self) -> None:
        """To the start, where the tree is nothing but the root."""
        self.go(0)

    def last(self) -> None:
        """To the end of the range."""
        self.go(self.last_step)

    def _within(self, step: int) -> int:
        """The `step`, or the last one there is if it comes later."""
        iterations = min(-(-step // 4), MOST_ITERATIONS)
        return min(step, 4 * self.trace.grow(iterations).iterations)

    # ---------------------------------------------------------------- other searches

    def change(self, seed: int | None = None, **settings: object) -> None:
        """Search with another seed, or other values of some settings, and stay at the step.

        Raises:
            ValueError: a value means nothing; nothing changes.

        >>> steps = Steps(Trace(Board(), seed=3), step=20)
        >>> steps.change(c=1)
        >>> steps.step, steps.trace
        (20, Trace(Board(), SearchSettings(c=1.0), seed=3: 5 iterations))
        """
        if "prior" in settings:
            whole_number("T", settings["prior"], at_least=0)
        seed, is_covered = self.trace.seed if seed is None else seed, self.is_covered
        self.trace = Trace(self.trace.game, replace(self.trace.settings, **settings), seed)
        self.go(self._within(self.step))
        self.is_covered = is_covered

    def start_from(self, game: Game) -> None:
        """Start again from this position; a search that is kept beside it starts there, too.

        Raises:
            ValueError: the game is over there; nothing changes.

        >>> steps = Steps(Trace(Board()))
        >>> steps.start_from(Board.from_moves("33"))
        >>> steps.trace.game
        Board.from_moves('33')
        """
        if game.is_terminal:
            needed = "a search needs a position to start from where the game is not over"
            raise ValueError(f"{needed}: {ending(game, game.winner)}")
        self.trace = Trace(game, self.trace.settings, self.trace.seed)
        if self.pinned is not None:
            self.pinned = Trace(game, self.pinned.settings, self.pinned.seed)
        self.go(0)

    def pin(self, is_pinned: bool) -> None:
        """Keep the present search beside the one that is changed from now on, or let it go."""
        self.pinned = (
            Trace(self.trace.game, self.trace.settings, self.trace.seed) if is_pinned else None
        )

    @property
    def pinned_view(self) -> View:
        """The pinned search at the same step, or at its last one."""
        last = 4 * self.pinned.grow(-(-self.step // 4)).iterations
        return View(Snapshot(self.pinned, min(self.view.snapshot.step, last)), self.part)


def _within_reach(iteration: int) -> int:
    if iteration > MOST_ITERATIONS:
        raise ValueError(f"this shows at most {MOST_ITERATIONS:,} iterations, not {iteration:,}")
    return iteration


# -------------------------------------------------------------------- steps by name

FIRSTS: dict[
    str, tuple[str, Callable[[Snapshot], bool]]
] = {  # the phase, and what is true after it for the first time
    "every move tried": (
        "backpropagate",
        lambda now: all(child.simulations for child in now.root.children),
    ),
    "first leaf at depth 2": ("select", lambda now: now.selection.leaf.depth == 2),
    "first leaf at depth 3": ("select", lambda now: now.selection.leaf.depth == 3),
    "first playout lost": (
        "simulate",
        lambda now: now.simulation.winner == 3 - now.root.game.to_move,
    ),
}


def first_step(trace: Trace, name: str) -> int:
    """The first step of this name; a playout is lost if the player to move at the root loses it.

    Raises:
        ValueError: there is none.

    >>> first_step(Trace(Board(), seed=1), "every move tried")
    28
    """
    phase, holds = FIRSTS[name]
    for iteration in range(1, MOST_ITERATIONS + 1):
        if trace.grow(iteration).iterations < iteration:
            break
        if holds(trace.at(iteration, phase)):
            return step_of(iteration, phase)
    raise ValueError(f"there is no step of this kind up to iteration {trace.iterations:,}: {name}")


# -------------------------------------------------------------------- what is typed


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"this must be a whole number, not {text!r}") from None


# -------------------------------------------------------------------- the step control

PROPORTIONS = {
    "tree": 1.46,
    "place": 2.6,
    "details": 1.7,
}  # widths of the pictures, divided by their heights
SPEEDS = {"slow": 4000, "normal": 2000, "fast": 1000, "very fast": 400}  # milliseconds for a phase
# The text of each button, and what a screen reader says; its name is what it does with `Steps`.
BUTTONS = {
    "first": ("|«", "To the start"),
    "back_iteration": ("« iteration", "Back by an iteration"),
    "back_phase": ("‹ phase", "Back by a phase"),
    "next_part": ("·", "On by an edge of the selection, or a move of the playout"),
    "next_phase": ("phase ›", "On by a phase"),
    "next_iteration": ("iteration »", "On by an iteration"),
    "last": ("»|", "To the end"),
}
IN_A_PAGE = (  # that `save_html` writes
    "first", "back_iteration", "back_phase", "next_phase", "next_iteration", "last", "play", "slider", "line", "tree", "place",
    "details",
)  # fmt: skip
POSITIONS: dict[str, Game] = {
    "the start": Board(),
    "must block": Board.from_moves("230405"),
    "wins at once": Board.from_moves("334455"),
    "a small board": Board(rows=4, columns=5),
    "the lecture's": HexBoard.from_moves("a2 a1 b1"),
}


class SearchStepper(Panel):
    """A widget that steps through a search, forwards and back: by phases, by iterations, edge by
    edge, or playing.

    For each phase it shows the tree with the path, the board at the current node, the numbers
    behind the phase (the UCB1 terms of the last choice, the playout, or wins and visits before and
    after), and a sentence that says what just happened. In the tree every move has its column and
    every depth its row, so that nothing jumps. A click on a node shows its position, its numbers
    and its children; a second click, or the next step, leads back. c, T, `expand_at` and the seed
    can be changed: the search then runs again, and stays at the iteration. Another position starts
    anew.

    Keys: right and left (on a presenter, page down and up) go by phases, down and up by iterations,
    a full stop by edges and moves, the space bar plays and stops, home and end go to the start and
    the end.

    To show a recording that was loaded, pass the `game`, `settings` and `seed` of that `Trace`.

    Args:
        game: the position to search, a `Board` or a `HexBoard`.
        settings: the choices of the search.
        seed: a whole number; the same seed gives the same search.
        iterations: how far the slider goes; later ones can still be reached.
        iteration, phase: what to show first, for example `iteration=9, phase="select"`; by default
            the start.

    Attributes:
        trace: the `Trace` of the search.
        step: the number of the step that is shown: 0 is the start, 4 the end of iteration 1.
        snapshot: the search at this step, as `trace.snapshot(step)` gives it.
        sentence: what just happened.
        first, back_iteration, back_phase, next_part, next_phase, next_iteration, last: the buttons.
        play, speed: go on without clicks.
        slider, jump: the step and the iteration that are shown, to be changed.
        find: a menu of steps to go to, such as the first playout that is lost.
        c, prior, expand_at, seed: the choices of the search.
        position: a menu of positions to start from; `edit` and `editor` make your own.
        looked_at: the moves to the node that was clicked; None: what the phase did is shown.
        predict: whether a phase is covered at first; the next click uncovers it.
        compare: keeps the present search to be seen beside the one that is changed from then on.

    Raises:
        ValueError: the game is over, or an argument is none of these.

    >>> stepper = SearchStepper(Board(), seed=1, iteration=10, phase="select")
    >>> stepper.sentence
    'Select: column 6, 1.00 + 2.10 is the largest of 7, shared by 3: drawn at random.'
    >>> stepper.next_phase.click()
    >>> stepper
    SearchStepper(Board(), c=1.414, T=0, expand_at=1, seed=1, iteration 10, expand)
    """

    def __init__(
        self,
        game: Game = Board(),
        settings: SearchSettings = SearchSettings(),
        seed: int = 0,
        iterations: int = 60,
        iteration: int = 0,
        phase: str = "backpropagate",
    ) -> None:
        self.steps = Steps(Trace(game, settings, seed), iterations, step_of(iteration, phase))
        self.looked_at: list[Move] | None = None
        steps, go = self.steps, self._go
        keys = {
            "ArrowRight": steps.next_phase, "PageDown": steps.next_phase, "ArrowLeft": steps.back_phase,
            "PageUp": steps.back_phase, "ArrowDown": steps.next_iteration, "ArrowUp": steps.back_iteration,
            ".": steps.next_part, "Home": steps.first, "End": steps.last,
        }  # fmt: skip
        shortcuts = {key: lambda action=action: go(action) for key, action in keys.items()}
        self._make_parts()
        shortcuts[" "] = self.play.click
        super().__init__("stepper", self.editor.parts, shortcuts)
        self._show()

    @property
    def trace(self) -> Trace:
        return self.steps.trace

    @property
    def step(self) -> int:
        return self.steps.step

    @property
    def snapshot(self) -> Snapshot:
        return self.steps.snapshot

    @property
    def sentence(self) -> str:
        is_asked = self.looked_at is None or self.steps.is_covered
        return self.steps.sentence if is_asked else node_sentence(self.view)

    # ---------------------------------------------------------------- parts

    def _make_parts(self) -> None:
        self._make_buttons()
        self._make_settings()
        self.line = Text(role="status")
        self.tree, self.details = (
            Picture(PROPORTIONS[name], self._look_at) for name in ("tree", "details")
        )
        self.place = Picture(PROPORTIONS["place"])
        self.editor = PositionEditor(
            self.trace.game, self._start_from, lambda: self.message.shown()
        )

    def _make_buttons(self) -> None:
        for name, (text, label) in BUTTONS.items():
            setattr(self, name, self._button(text, label, getattr(self.steps, name)))
        self.play = PlayButton("▶", "Play, and stop playing", SPEEDS["normal"], self._tick)
        self.speed = Menu(
            "", "how long a phase is shown", SPEEDS.items(), SPEEDS["normal"], self._set_speed
        )
        self.jump = Field(
            "iteration",
            "type an iteration to go there",
            "0",
            lambda text: self._go(self.steps.jump, _whole(text)),
        )
        options = [("…", None), *((name, name) for name in FIRSTS)]
        self.find = Menu("go to", "a step by name", options, None, self._find)
        self.slider = Scale(
            "",
            "the step; the arrow keys go by phases",
            lambda: self._go(self.steps.go, self.slider.value),
        )

    def _button(self, text: str, label: str, action: Callable[[], None]) -> Button:
        return Button(text, label, lambda: self._go(action))

    def _make_settings(self) -> None:
        settings = self.trace.settings
        self.c = c_slider(settings.c, lambda: self._change(c=self.c.value))
        self.prior = prior_slider(settings.prior, lambda: self._change(prior=self.prior.value))
        label = "simulations that a leaf has before it is expanded"
        self.expand_at = Field(
            "expand_at", label, "", lambda text: self._change(expand_at=_whole(text)), size=3
        )
        label = "the same seed gives the same search"
        self.seed = Field("seed", label, "", lambda text: self._change(seed=_whole(text)), size=4)
        here = {} if self.trace.game in POSITIONS.values() else {"this one": self.trace.game}
        options = (here | POSITIONS | {"your own": None}).items()
        self.position = Menu(
            "from", "a position to start from", options, self.trace.game, self._choose_position
        )
        self.edit = Switch("edit", "Change the position to search", False, self._turned)
        self.predict = Switch(
            "predict", "Cover each phase until it is asked for again", False, self._turned
        )
        self.compare = Switch(
            "compare", "Keep this search beside the one with other settings", False, self._turned
        )

    # ---------------------------------------------------------------- what they do

    def _do(self, action: Callable[..., None], *arguments: object, **values: object) -> None:
        """Stop playing, do what is asked for, and show what is to be seen now.

        Raises:
            ValueError: it cannot be done; nothing changes.
        """
        with self.together():
            self.play.value = False
            action(*arguments, **values)
            self.looked_at = None
            self.message.clear()
            self._show()

    def _go(self, action: Callable[..., None], *arguments: object) -> None:
        """Go to another step: whoever does that has finished editing the start position."""
        with self.together():
            self._do(action, *arguments)
            self.edit.value = False

    def _tick(self) -> None:
        """Go on by a phase, and go on playing unless that was the end."""
        with self.together():
            before = self.step, self.steps.is_covered
            self._go(self.steps.next_phase)
            self.play.value = before != (self.step, self.steps.is_covered)

    def _find(self) -> None:
        with self.together(), self.message.shown():
            name = self.find.value
            self.find.show(None)
            self._go(lambda: self.steps.go(first_step(self.trace, name)))

    def _change(self, **settings: object) -> None:
        self._do(self.steps.change, **settings)

    def _turned(self) -> None:
        """One of the switches."""
        with self.together():
            self.play.value = False
            self.steps.is_predicting = self.predict.value
            self.steps.is_covered &= self.predict.value
            if self.compare.value != (self.steps.pinned is not None):
                self.steps.pin(self.compare.value)
            self._show()

    def _look_at(self, moves: list[Move]) -> None:
        """Show a node that was clicked; a second click leads back."""
        with self.together():
            self.play.value, self.looked_at = False, None if moves == self.looked_at else moves
            self._show()

    def _choose_position(self) -> None:
        game = self.position.value
        with self.together():
            if game is None:
                self.edit.value = True
            else:
                self._go(self.steps.start_from, game)
                self.editor.start_again(game)

    def _start_from(self, game: Game) -> None:
        """Start again from the editor's position; if the game is over there, set the editor back."""
        try:
            self._do(self.steps.start_from, game)
        except ValueError:
            self.editor.start_again(self.trace.game)
            raise

    def _set_speed(self) -> None:
        self.play.set(every=self.speed.value)

    # ---------------------------------------------------------------- showing

    @property
    def view(self) -> View:
        """What is to be seen."""
        return self._looking(self.steps.view)

    def _looking(self, view: View) -> View:
        """The view, but of the node that was clicked, or as much of the way to it as there is."""
        if self.looked_at is None:
            return view
        return view._replace(node=nodes_along(view.snapshot.root, self.looked_at)[-1])

    def _show(self) -> None:
        with self.together():
            steps, settings = self.steps, self.trace.settings
            self.jump.show(str(self.snapshot.iteration))
            for field, value in (self.expand_at, settings.expand_at), (self.seed, self.trace.seed):
                if not field.state["error"]:  # a mistake stays, to be mended
                    field.show(str(value))
            games = [game for _, game in self.position.options]
            self.position.show(self.trace.game if self.trace.game in games else None)
            self.slider.show(self.step, steps.last_step)
            self.line.value = self.sentence
            is_edited, is_compared = self.edit.value, steps.pinned is not None
            for part in self.editor.parts.values():
                part.set(hidden=not is_edited)
            self.place.set(hidden=is_edited or is_compared)
            self.details.set(hidden=is_edited)
            self.tree.show(self._draw_tree, f"the tree; {self.sentence}")
            self.place.show(
                lambda ax: draw_place(ax, self.view), f"iteration {self.snapshot.iteration}"
            )
            kept = (
                f"the tree with {', '.join(_settings_of(steps.pinned))}"
                if is_compared
                else self.sentence
            )
            self.details.show(self._draw_details, kept)

    def _draw_tree(self, ax: Scene) -> None:
        drawing = draw_tree(ax, self.view)
        if self.steps.pinned is not None:
            _write_settings(drawing, self.trace)

    def _draw_details(self, ax: Scene) -> None:
        if self.steps.pinned is not None:
            _write_settings(draw_tree(ax, self._looking(self.steps.pinned_view)), self.steps.pinned)
        elif self.steps.is_covered:
            Drawing.within(ax, 0, 10, 0, 6).write(5, 3, "?", 4)
        else:
            draw_details(ax, self.view)

    # ---------------------------------------------------------------- without a kernel

    def save_html(self, path: str | os.PathLike) -> None:
        """Write a page that steps through the search without Python, whole or not at all; it needs
        no network either.

        It goes as far as the slider, and starts at the present step.

        Raises:
            OSError: the file cannot be written; one that was there is unchanged.
        """
        iterations = self.steps.last_step // 4
        copy = SearchStepper(self.trace.game, self.trace.settings, self.trace.seed, iterations)
        try:
            recorded = base64.b64encode(gzip.compress(copy._recorded(self.step), mtime=0)).decode()
        finally:
            copy.close()  # else its comm would keep it until the kernel ends
        page = (files("c4lib.widgets") / "page.html").read_text(encoding="utf-8")
        module = self._esm.replace("export default", "const widget =")
        for place, text in (
            ("\nSTYLE\n", self._css),
            ("\nMODULE\n", module),
            ("RECORDED", recorded),
        ):
            page = page.replace(place, text)
        with written_whole(path) as file:
            file.write(page.encode())

    def _recorded(self, step: int) -> bytes:
        """The page at the start, and what changes with every step; in it nothing of a picture can
        be clicked.
        """
        self._parts = {name: self._parts[name] for name in IN_A_PAGE}
        page, steps = deepcopy(self._whole()), []
        for part in self._parts.values():
            part.news()
        for number in range(1, self.steps.last_step + 1):
            self.steps.go(number)
            self._show()
            steps.append(
                {name: news for name, part in self._parts.items() if (news := part.news())}
            )
        pictures = [
            *page["parts"].values(),
            *(news for changes in steps for news in changes.values()),
        ]
        for elements in (news.get(name, {}) for news in pictures for name in ("elements", "set")):
            for spot in [name for name, (_, kind, _, _) in elements.items() if kind == "spot"]:
                del elements[spot]
            page["letters"] |= self._new_letters(elements.values())
        return json.dumps({"page": page, "steps": steps, "step": step}).encode()

    def static_picture(self) -> bytes:
        parts = {
            (0, 0.06, 0.6, 0.85): self._draw_tree,
            (0.6, 0.59, 0.4, 0.32): lambda ax: draw_place(ax, self.view),
            (0.6, 0.06, 0.4, 0.51): self._draw_details,
        }
        lines = [(2, 63.3, 2.4, self.sentence), (2, 1.6, 1.6, self._settings_line())]
        return still_picture(12, 6.6, parts, lines)

    def _settings_line(self) -> str:
        settings = self.trace.settings
        solve = ", solve=True" if settings.solve else ""
        return f"c={settings.c:.4g}, T={settings.prior}, expand_at={settings.expand_at}{solve}, seed={self.trace.seed}"

    def __repr__(self) -> str:
        where = (
            f"iteration {self.snapshot.iteration}, {self.snapshot.phase}" if self.step else "start"
        )
        return f"SearchStepper({self.trace.game!r}, {self._settings_line()}, {where})"


def _settings_of(trace: Trace) -> tuple[str, str, str]:
    """What tells a search from another one."""
    settings = trace.settings
    return (
        f"c = {exploration_constant(settings.c)}",
        f"T = {settings.prior}, expand_at = {settings.expand_at}",
        f"seed {trace.seed}",
    )


def _write_settings(drawing: Drawing, trace: Trace) -> None:
    """Say at the upper left whose tree this is."""
    for row, text in enumerate(_settings_of(trace)):
        drawing.write(
            drawing.left + 0.1,
            0.25 - 0.3 * row,
            text,
            0.25,
            ha="left",
            weight="bold",
            color=HIGHLIGHT,
        )
