"""The step control: a search forwards and back, phase by phase, for a projector."""

from __future__ import annotations

import html
import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ipywidgets import (
    HTML,
    Button,
    Dropdown,
    HBox,
    IntSlider,
    IntText,
    Layout,
    Play,
    Text,
    ToggleButton,
    VBox,
    Widget,
)

from c4lib._tools import whole_number
from c4lib.board import Board
from c4lib.plots.canvas import Drawing, glyphs
from c4lib.settings import SearchSettings
from c4lib.study.recording import Moment, Trace, step_of
from c4lib.widgets.board_view import PositionEditor
from c4lib.widgets.panel import Panel, Sheet, new_figure, picture, png
from c4lib.widgets.phase_plots import draw_details, draw_place, draw_tree, sentence

# -------------------------------------------------------------------- where one is in a trace


MOST_ITERATIONS = 2000


class Steps:
    """A trace, and the step of it that is looked at.

    Args:
        trace: the trace; it grows as far as one goes.
        iterations: how far `last` goes; one can go on from there.
        step: the step to begin with; 0 is the start, step 4 the end of iteration 1.

    Attributes:
        trace: the trace.
        step: the step that is shown.

    Raises:
        ValueError: the game is not Connect Four, or an argument is none of these.

    >>> steps = Steps(Trace(Board(), seed=1))
    >>> steps.next_phase()
    >>> steps.next_iteration()
    >>> steps.step, steps.moment.iteration, steps.moment.phase
    (4, 1, 'backpropagate')
    """

    def __init__(self, trace: Trace, iterations: int = 60, step: int = 0) -> None:
        if not isinstance(trace.game, Board):
            raise ValueError(f"this shows searches of Connect Four, so it needs a Board, not {trace.game!r}")
        self._range = _within_reach(whole_number("iterations", iterations, at_least=1))
        self._start(trace)
        self.go(step)

    @property
    def moment(self) -> Moment:
        """The search after `step`; the same object as long as the step stays.

        >>> Steps(Trace(Board())).moment.root
        SearchNode(move=None, wins=0, visits=0)
        """
        if self._moment is None:
            self._moment = self.trace.moment(self.step)
        return self._moment

    @property
    def last_step(self) -> int:
        """The last step of the range.

        >>> Steps(Trace(Board()), iterations=60).last_step
        240
        """
        return self._within(4 * self._range)

    # ---------------------------------------------------------------- going

    def go(self, step: int) -> None:
        """Show this step; the range grows if need be.

        Raises:
            ValueError: there is no such step; nothing changes.
        """
        iteration = _within_reach(-(-whole_number("step", step, at_least=0) // 4))
        if iteration:
            self.trace.record(iteration)
        if step != self.step:
            self.step, self._moment = step, None
        self._range = max(self._range, iteration)

    def jump(self, iteration: int) -> None:
        """To the end of this iteration; 0 is the start.

        Raises:
            ValueError: there is no such iteration; nothing changes.

        >>> steps = Steps(Trace(Board()))
        >>> steps.jump(12)
        >>> steps.step
        48
        """
        self.go(step_of(iteration))

    def next_phase(self) -> None:
        """One phase on; at the end nothing happens."""
        self.go(self._within(self.step + 1))

    def back_phase(self) -> None:
        """One phase back; at the start nothing happens."""
        self.go(max(self.step - 1, 0))

    def next_iteration(self) -> None:
        """On to the next end of an iteration."""
        self.go(self._within(self.step // 4 * 4 + 4))

    def back_iteration(self) -> None:
        """Back to the last end of an iteration; at the start nothing happens."""
        self.go(max((self.step - 1) // 4 * 4, 0))

    def first(self) -> None:
        """To the start, where the tree is nothing but the root."""
        self.go(0)

    def last(self) -> None:
        """To the end of the range."""
        self.go(self.last_step)

    def _within(self, step: int) -> int:
        """The `step`, or if there is no such step the last one there is."""
        iterations = min(-(-step // 4), MOST_ITERATIONS)
        return min(step, 4 * self.trace.grow(iterations).iterations)

    # ---------------------------------------------------------------- starting again

    def change(self, seed: int | None = None, **settings: object) -> None:
        """Start again with another seed, or other values of some settings.

        Raises:
            ValueError: a value means nothing; nothing changes.

        >>> steps = Steps(Trace(Board(), seed=3))
        >>> steps.change(c=1)
        >>> steps.trace
        Trace(Board(), SearchSettings(c=1.0), seed=3: 0 iterations)
        """
        if "prior" in settings:
            whole_number("T", settings["prior"], at_least=0)
        seed = self.trace.seed if seed is None else seed
        self._start(Trace(self.trace.game, replace(self.trace.settings, **settings), seed))

    def start_from(self, board: Board) -> None:
        """Start again from this position.

        Raises:
            ValueError: the game is over there; nothing changes.

        >>> steps = Steps(Trace(Board()))
        >>> steps.start_from(Board.from_moves("33"))
        >>> steps.trace.game
        Board.from_moves('33')
        """
        if board.is_terminal:
            result = f"player {board.winner} has won" if board.winner else "it is a draw"
            raise ValueError(f"a search needs a position to start from where the game is not over; here {result}")
        self._start(Trace(board, self.trace.settings, self.trace.seed))

    def _start(self, trace: Trace) -> None:
        self.trace, self.step, self._moment = trace, 0, None


def _within_reach(iteration: int) -> int:
    if iteration > MOST_ITERATIONS:
        raise ValueError(f"this shows at most {MOST_ITERATIONS:,} iterations, not {iteration:,}")
    return iteration


# -------------------------------------------------------------------- the exploration constant as text


def write_c(c: float) -> str:
    """The constant as it is shown and can be typed.

    >>> write_c(math.sqrt(2)), write_c(0.5)
    ('√2', '0.5')
    """
    return "√2" if c == math.sqrt(2) else f"{c:g}"


def read_c(text: str) -> float:
    """The constant that was typed.

    Raises:
        ValueError: it is no number.

    >>> read_c("√2") == read_c("sqrt(2)") == math.sqrt(2), read_c("0.5")
    (True, 0.5)
    """
    root = text.strip().replace("sqrt(", "√").rstrip(")")
    try:
        return math.sqrt(float(root[1:])) if root.startswith("√") else float(text)
    except ValueError:
        raise ValueError(f"c must be a number such as 1.4 or √2, not {text!r}") from None


# -------------------------------------------------------------------- the step control


TREE, PLACE, DETAILS, LARGE_TREE = (8.4, 5.25), (5.53, 2.05), (5.53, 3.2), (14, 5.25)  # width and height in inches
NODES, MANY_NODES = 30, 48  # drawn beside the other pictures, and in the large tree
SPEEDS = {"slow": (4000, 1), "normal": (2000, 1), "fast": (1000, 1), "very fast": (1000, 4)}  # milliseconds, phases

STYLE = """<style>
.c4-stepper { position: relative; }
.c4-stepper > * { --jp-widgets-font-size: clamp(15px, 1.5cqw, 26px);
  --jp-widgets-inline-height: clamp(28px, 2.9cqw, 48px); }
.c4-stepper > .c4-message { position: absolute; left: 2cqw; right: 2cqw; bottom: 4cqw; z-index: 5; }
.c4-stepper .c4-sentence { height: 4.8cqw; margin: 0; }
.c4-stepper .c4-sentence .widget-html-content { font-size: 1.8cqw; line-height: 1.3; }
.c4-stepper .c4-side { width: 39.5cqw; flex: none; }
.c4-stepper .c4-board-view { width: 31cqw; align-self: center; }
.c4-stepper .c4-side > .c4-picture { width: 100%; }
</style>"""


class SearchStepper(Panel):
    """A widget that goes through a search forwards and back: by phases, by iterations, or playing.

    For each phase it shows the tree with the path, the board at the current node, what the phase tells (the UCB1 terms
    at every level of the path, the playout, wins and visits before and after), and a sentence that says what just
    happened. c, T, `expand_at`, the seed and the start position can be changed; the search then starts again. On the
    slider the arrow keys go by phases.

    To show what `Trace.load` gave, hand over the `game`, `settings` and `seed` of that trace.

    Args:
        game: the position to search.
        settings: the choices of the search.
        seed: a whole number; the same seed gives the same search.
        iterations: how far the slider goes; one can go on from there.
        iteration, phase: what to show first, for example `iteration=9, phase="select"`; by default the start.

    Attributes:
        trace: the `Trace` of the search.
        step: the number of the step that is shown: 0 is the start, 4 the end of iteration 1.
        moment: the search at this step, as `trace.moment(step)` gives it.
        sentence: what just happened.
        first, back_iteration, back_phase, next_phase, next_iteration, last: the buttons.
        play, speed: plays on by itself.
        slider, jump: the step and the iteration that are shown, to be changed.
        c, prior, expand_at, seed: the fields with the choices of the search.
        edit, editor: shows the start position, and the editor of it.
        large: shows the tree alone, larger.

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
        game: Board = Board(),
        settings: SearchSettings = SearchSettings(),
        seed: int = 0,
        iterations: int = 60,
        iteration: int = 0,
        phase: str = "backpropagate",
    ) -> None:
        self.steps = Steps(Trace(game, settings, seed), iterations, step_of(iteration, phase))
        super().__init__()
        self.add_class("c4-stepper")
        self._make_buttons()
        self._make_fields()
        self._make_pictures()
        self._make_editor()
        self._arrange()
        self._drawn = None
        self._show()

    @property
    def trace(self) -> Trace:
        return self.steps.trace

    @property
    def step(self) -> int:
        return self.steps.step

    @property
    def moment(self) -> Moment:
        return self.steps.moment

    @property
    def sentence(self) -> str:
        return sentence(self.moment, self.trace.settings)

    # ---------------------------------------------------------------- parts

    def _make_buttons(self) -> None:
        steps = self.steps
        self.first = self._button("", "To the start", steps.first, icon="fast-backward")
        self.back_iteration = self._button("« iteration", "Back by an iteration", steps.back_iteration)
        self.back_phase = self._button("‹ phase", "Back by a phase", steps.back_phase)
        self.next_phase = self._button("phase ›", "On by a phase", steps.next_phase)
        self.next_iteration = self._button("iteration »", "On by an iteration", steps.next_iteration)
        self.last = self._button("", "To the end", steps.last, icon="fast-forward")
        self.play = Play(show_repeat=False, layout=Layout(flex="none"))
        self.play.observe(self._played, "value")
        self.speed = Dropdown(
            options=SPEEDS,
            value=SPEEDS["normal"],
            layout=Layout(width="10cqw"),
            tooltip="Speed of playing; very fast goes by iterations",
        )
        self.speed.observe(lambda _: self._set_speed(), "value")
        self._set_speed()
        self.slider = IntSlider(readout=False, layout=Layout(flex="1 1 0"), tooltip="The arrow keys go by phases")
        self.slider.observe(self._scrubbed, "value")

    def _button(self, text: str, tooltip: str, action: Callable[[], None], icon: str = "") -> Button:
        layout = Layout(flex="none" if icon else "1 1 0", width="4cqw" if icon else "auto", padding="0")
        button = Button(description=text, tooltip=tooltip, icon=icon, layout=layout)
        button.on_click(lambda _: self._act(action))
        return button

    def _make_fields(self) -> None:
        steps = self.steps
        self.jump = _field(IntText, "iteration", "Type an iteration to go there", 12)
        self.c = _field(Text, "c", "Exploration constant: a number, or √2", 9)
        self.prior = _field(IntText, "T (T wins in 2T visits)", "Every node starts with these", 24)
        self.expand_at = _field(IntText, "expand_at", "Simulations that a leaf has before it is expanded", 14)
        self.seed = _field(IntText, "seed", "The same seed gives the same search", 12)
        actions = {
            self.jump: steps.jump,
            self.c: lambda text: steps.change(c=read_c(text)),
            self.prior: lambda number: steps.change(prior=number),
            self.expand_at: lambda number: steps.change(expand_at=number),
            self.seed: lambda number: steps.change(seed=number),
        }
        for field, action in actions.items():
            field.observe(partial(self._typed, field, action), "value")

    def _make_pictures(self) -> None:
        self._sheets = [Sheet(*size) for size in (TREE, PLACE, DETAILS, LARGE_TREE)]
        self._line = HTML()
        self._line.add_class("c4-sentence")
        self.tree, self.place, self.details = picture("c4-tree"), picture("c4-place"), picture("c4-details")

    def _make_editor(self) -> None:
        self.editor = PositionEditor(self.trace.game, self._moved, self.message.shown)
        self._start = self.editor.position.moves
        self.edit = self._toggle("start position", "Change the position to search")
        self.large = self._toggle("large tree", "The tree alone, with more nodes")

    def _toggle(self, text: str, tooltip: str) -> ToggleButton:
        toggle = ToggleButton(description=text, tooltip=tooltip, layout=Layout(width="auto", flex="none"))
        toggle.observe(self._toggled, "value")
        return toggle

    def _arrange(self) -> None:
        self._side = VBox([self.place, self.details, self.editor])
        self._side.add_class("c4-side")
        buttons = self.first, self.back_iteration, self.back_phase, self.next_phase, self.next_iteration, self.last
        rows = [
            HBox([*buttons, self.play, self.speed, self.jump, self.large]),
            HBox([self.slider]),
            self._line,
            HBox([self.tree, self._side]),
            HBox(
                [self.c, self.prior, self.expand_at, self.seed, self.edit],
                layout=Layout(justify_content="space-between"),
            ),
        ]
        self.fill(HTML(STYLE, layout={"display": "none"}), *rows)

    # ---------------------------------------------------------------- what is done with them

    def _act(self, action: Callable[[], None]) -> None:
        """Do what a button or a field asks for; it does not go on playing then."""
        self.play.playing = False
        self._do(action)

    def _do(self, action: Callable[[], None]) -> None:
        """Do what is asked for, and show what came of it; if it was a mistake, the fields show again what is."""
        with self.message.shown():
            before = self.step
            try:
                action()
            finally:
                if self.step != before:
                    self.edit.value = False  # who goes on is done with the start position
                self._show()

    def _scrubbed(self, change: dict) -> None:
        if change["new"] != self.step:
            self._do(lambda: self.steps.go(change["new"]))

    def _played(self, change: dict) -> None:
        if change["new"] != self.step:
            self._do(lambda: self.steps.go(change["new"] // self.play.step * self.play.step))

    def _typed(self, field: Widget, action: Callable[[object], None], change: dict) -> None:
        if change["new"] != self._choices()[field]:
            self._act(lambda: action(change["new"]))

    def _toggled(self, change: dict) -> None:
        """Show or hide the large tree or the editor, which need the same room."""
        with self.message.shown():
            if change["new"]:
                (self.large if change["owner"] is self.edit else self.edit).value = False
            self._show()

    def _moved(self, board: Board) -> None:
        """Start again from the editor's position, or if the game is over there, give it the old one back."""
        try:
            self.steps.start_from(board)
        except ValueError:
            self.editor.position.set(self._start)
            self.editor.show()
            raise
        self._start = self.editor.position.moves
        self._show()

    def _set_speed(self) -> None:
        self.play.interval, self.play.step = self.speed.value

    # ---------------------------------------------------------------- showing

    def _choices(self) -> dict[Widget, object]:
        """What every field has to show."""
        settings = self.trace.settings
        return {
            self.jump: self.moment.iteration,
            self.c: write_c(settings.c),
            self.prior: settings.prior,
            self.expand_at: settings.expand_at,
            self.seed: self.trace.seed,
        }

    def _show(self) -> None:
        """Show the state; the pictures are drawn only if it is not what they show already."""
        for field, value in self._choices().items():
            field.value = value
        for control in (self.slider, self.play):
            with control.hold_trait_notifications():
                control.max, control.value = self.steps.last_step, self.step
        self._line.value = html.escape(self.sentence)
        is_large, is_edited = self.large.value, self.edit.value
        self._side.layout.display = "none" if is_large else None
        self.tree.layout.width = "100%" if is_large else "60%"
        self.editor.layout.display = None if is_edited else "none"
        for image in (self.place, self.details):
            image.layout.display = "none" if is_edited else None
        if self._drawn != (drawn := (self.moment, is_large)):
            self._drawn = drawn
            self._draw()

    def _draw(self) -> None:
        moment, (tree, place, details, large_tree) = self.moment, self._sheets
        if self.large.value:
            self.tree.value = large_tree.drawn(lambda ax: draw_tree(ax, moment, MANY_NODES))
            return
        self.tree.value = tree.drawn(lambda ax: draw_tree(ax, moment, NODES))
        self.place.value = place.drawn(lambda ax: draw_place(ax, moment))
        self.details.value = details.drawn(lambda ax: draw_details(ax, moment))

    # ---------------------------------------------------------------- without a kernel

    def static_picture(self) -> bytes:
        moment, figure = self.moment, new_figure(12, 6.6)
        header = Drawing.within(figure.add_axes((0, 0.92, 1, 0.08)), 0, 120, 0, 5.28)
        size = min(2.4, 116 / glyphs(self.sentence, "bold")[1])
        header.write(2, 2.6, self.sentence, size, ha="left", weight="bold")
        draw_tree(figure.add_axes((0, 0.06, 0.6, 0.85)), moment, NODES)
        draw_place(figure.add_axes((0.6, 0.59, 0.4, 0.32)), moment)
        draw_details(figure.add_axes((0.6, 0.06, 0.4, 0.51)), moment)
        footer = Drawing.within(figure.add_axes((0, 0, 1, 0.05)), 0, 120, 0, 3.3)
        footer.write(2, 1.6, self._settings_line(), 1.6, ha="left")
        return png(figure, dpi=90)

    def _settings_line(self) -> str:
        settings = self.trace.settings
        return f"c={settings.c:.4g}, T={settings.prior}, expand_at={settings.expand_at}, seed={self.trace.seed}"

    def __repr__(self) -> str:
        where = f"iteration {self.moment.iteration}, {self.moment.phase}" if self.step else "start"
        return f"SearchStepper({self.trace.game!r}, {self._settings_line()}, {where})"


def _field(kind: type[Widget], text: str, tooltip: str, width: float) -> Widget:
    """A field to type in, with its description before it; `width` in hundredths of the whole."""
    field = kind(
        description=text, tooltip=tooltip, continuous_update=False, layout=Layout(width=f"{width}cqw", flex="none")
    )
    field.style.description_width = "initial"
    return field
