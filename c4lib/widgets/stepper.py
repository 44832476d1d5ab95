"""The step control: through a search forwards and back, phase by phase, for a projector."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import ceil

from ipywidgets import BoundedIntText, Dropdown, IntSlider

from c4lib._tools.arguments import whole_number
from c4lib.board import Board
from c4lib.node import Game
from c4lib.plots.canvas import HIGHLIGHT, Style
from c4lib.plots.phases import draw_details, draw_place, draw_start, draw_tree, sentence
from c4lib.settings import SearchSettings
from c4lib.study.recording import Step, Trace
from c4lib.widgets.controls import button, hide, line, switch
from c4lib.widgets.panel import Panel
from c4lib.widgets.picture import LivePicture
from c4lib.widgets.position import PositionEditor
from c4lib.widgets.sliders import c_slider, prior_slider, seed_slider
from c4lib.widgets.stills import still_picture

MOST_ITERATIONS = 2000

# -------------------------------------------------------------------- steps by name

# The phase, and what is true after it for the first time.
FIRSTS = {
    "every move tried": (
        "backpropagate",
        lambda step: all(child.simulations for child in step.root.children),
    ),
    "first playout lost": (
        "simulate",
        lambda step: step.simulation.winner == 3 - step.root.game.to_move,
    ),
}


def _first_step(trace, name):
    """The first step of this name; a playout is lost if the player to move at the root loses it.

    Raises:
        ValueError: there is none, or the result is proven before.

    >>> _first_step(Trace(Board(), seed=1), "every move tried").iteration
    7
    """
    phase, holds = FIRSTS[name]
    for iteration in range(1, MOST_ITERATIONS + 1):
        step = trace.at(iteration, phase)
        if holds(step):
            return step
    raise ValueError(f"there is no step of this kind up to iteration {iteration:,}: {name}")


# -------------------------------------------------------------------- the step control

# The pictures of a step, and their widths divided by their heights.
PICTURES = {"tree": (draw_tree, 1.47), "place": (draw_place, 3), "details": (draw_details, 2.05)}
PLAYING = 2000  # milliseconds for a phase
MOVING, LONGEST = 150, 3000  # milliseconds for a move of a playout, and at most for all of them
NO_STEP = "go to…"


class SearchStepper(Panel):
    """A widget that steps through a search, forwards and back: by phases, by iterations, move by
    move, or playing.

    At first it shows the position to search and a button to start; opened at an iteration, it has
    started. For each phase it shows the tree with the path, the board at the current node, the
    numbers behind the phase (the UCB1 terms of the last choice, the playout, or wins and visits
    before and after), and a sentence that says what just happened. In the tree every move has its
    column and every depth its row; the fewer rows there are, the larger they are. The moves of a
    playout follow one another by themselves, if the page lets things move, until a button is
    pressed. A click on a node shows its position, its numbers and its children; a second click, or
    the next step, leads back. c, T, `expand_at` and the seed can be changed: the search then runs
    again, and stays at the step. Another position starts anew.

    Keys: right and left (on a presenter, page down and up) go by phases, down and up by iterations,
    a full stop by moves, the space bar plays and stops, home and end go to the start and the end,
    Escape closes a node.

    Args:
        game: the position to search, of any game.
        settings: the choices of the search.
        seed: a whole number; the same seed gives the same search.
        iterations: how far the slider goes; later ones can still be reached.
        iteration, phase: what to show first, for example `iteration=9, phase="select"`; by default
            the start.

    Attributes:
        trace: the `Trace` of the search.
        step: the `Step` of it that is shown.
        sentence: what just happened.
        start: shows all the rest.
        first, back_iteration, back_phase, next_part, next_phase, next_iteration, last: the buttons.
        play: goes on without clicks.
        slider, jump: the step and the iteration that are shown, to be changed.
        find: a menu of steps to go to, such as the first playout that is lost.
        c, prior, expand_at, seed: the choices of the search.
        edit: shows the `editor`, to start from another position.
        predict: whether a phase is covered at first, and the state before it shown; the next click
            uncovers it.
        compare: keeps the present search, `kept`, beside the one that is changed from then on.

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
        iterations = whole_number("iterations", iterations, 1, MOST_ITERATIONS)
        iteration = whole_number("iteration", iteration, 0, MOST_ITERATIONS)
        self.step = Trace(game, settings, seed).at(iteration, phase)
        self.kept = None
        self._range = max(iterations, iteration)
        self._has_begun = iteration > 0
        self._runs = False  # whether the moves of the playout follow one another by themselves
        self._make_buttons()
        self._make_goals()
        self.line = line(status=True)
        self.tree = self._picture("tree")
        self.tree.on_tick = self._tick
        self.place = self._picture("place")
        self.details = self._picture("details")
        self._make_settings(game, settings, seed)
        self.editor = PositionEditor(self, game, partial(self._do, self._start_from))
        super().__init__("stepper", self._own_parts() | self.editor.parts, self._keys())
        self._show()

    @property
    def trace(self) -> Trace:
        return self.step.trace

    @property
    def sentence(self) -> str:
        return sentence(self.step.begun() if self._runs else self.step)

    # ---------------------------------------------------------------- controls

    def _picture(self, name):
        _, proportion = PICTURES[name]
        return LivePicture(partial(self._do, self._look_at), proportion)

    def _make_buttons(self):
        self.start = self._button("Start", "Show the tree and all controls", self._to_start)
        self.first = self._button("first", "To the start", self._to_start)
        self.back_iteration = self._button(
            "‹ iteration", "Back by an iteration", self._back_iteration
        )
        self.back_phase = self._button("‹ phase", "Back by a phase", self._back_phase)
        tooltip = "On by a move of the selection or of the playout"
        self.next_part = self._button("move ›", tooltip, self._next_part)
        self.next_phase = self._button("phase ›", "On by a phase", self._next_phase)
        self.next_iteration = self._button(
            "iteration ›", "On by an iteration", self._next_iteration
        )
        self.last = self._button("last", "To the end", self._to_end)
        self.play = switch("▶", "Play, and stop playing")
        self.on(self.play, self._show)
        self.predict = switch("predict", "Cover each phase until it is asked for again")
        self.compare = switch("compare", "Keep this search beside the one with other settings")
        self.edit = switch("edit", "Change the position to search")
        for control in (self.predict, self.compare, self.edit):
            self.on(control, partial(self._do, self._turn))

    def _button(self, text, tooltip, action):
        made = button(text, tooltip)
        self.on(made, partial(self._do, action))
        return made

    def _keys(self):
        return {
            "ArrowRight": self.next_phase.click,
            "PageDown": self.next_phase.click,
            "ArrowLeft": self.back_phase.click,
            "PageUp": self.back_phase.click,
            "ArrowDown": self.next_iteration.click,
            "ArrowUp": self.back_iteration.click,
            ".": self.next_part.click,
            "Home": self.first.click,
            "End": self.last.click,
            " ": self._play_or_stop,
            "Escape": self._look_away,
        }

    def _make_goals(self):
        self.slider = IntSlider(readout=False, tooltip="the step; the arrow keys go by phases")
        self.on(self.slider, lambda: self._do(self._go, self.slider.value))
        self.jump = BoundedIntText(
            max=MOST_ITERATIONS,
            description="iteration",
            tooltip="type an iteration to go there",
        )
        self.on(self.jump, lambda: self._do(self._go_to_end, self.jump.value))
        self.find = Dropdown(options=[NO_STEP, *FIRSTS], tooltip="go to a step by name")
        self.on(self.find, partial(self._do, self._find))

    def _make_settings(self, game, settings, seed):
        self.c = c_slider(settings.c)
        self.prior = prior_slider(settings.prior)
        self.expand_at = BoundedIntText(
            value=settings.expand_at,
            max=max(1000, settings.expand_at),
            description="expand after",
            tooltip="expand_at: simulations that a leaf has before it is expanded",
        )
        self.seed = seed_slider(seed)
        for control in (self.c, self.prior, self.expand_at, self.seed):
            self.on(control, partial(self._do, self._change))

    # ---------------------------------------------------------------- what they do

    def _do(self, action, *arguments):
        """Stop playing, do what is asked for, and show what is to be seen then.

        Raises:
            ValueError: it cannot be done; nothing changes.
        """
        with self.together():
            self.trace.show(self.step)
            self._has_begun = True
            if self._runs:
                self._runs = False
                self.step = self.step.whole()
            self.put(self.play, False)
            action(*arguments)
            self._show()

    def _go(self, number):
        """Go to this step, or the nearest one there is; the range grows if need be."""
        self.step = self.trace.step(_within(self.trace, number))
        self._range = max(self._range, self.step.iteration)
        self.put(self.edit, False)

    def _go_to_end(self, iteration):
        self._go(4 * iteration)

    def _to_start(self):
        self._go(0)

    def _back_iteration(self):
        """To the end of the iteration before this one."""
        self._go_to_end(self.step.iteration - 1)

    def _back_phase(self):
        self._go(self.step.number - 1)

    def _next_iteration(self):
        """To the end of this iteration, or of the next one from there."""
        self._go_to_end(self.step.number // 4 + 1)

    def _to_end(self):
        self._go_to_end(self._range)

    def _next_phase(self):
        """The rest of this phase, or the next one.

        The moves of a playout then follow one another, if the page lets things move.
        """
        is_rest = self.step.has_more
        self._advance()
        if self.step.phase == "simulate" and self.tree.moves and not is_rest:
            self._begin_parts()
            self._runs = self.step.has_more

    def _next_part(self):
        """One edge of the selection, or one move of the playout, forwards."""
        if self.step.has_more:
            self.step = self.step.next_part()
        else:
            self._advance()
            self._begin_parts()

    def _advance(self):
        """Show all of this phase, or else the next one, covered if the class predicts."""
        before = self.step
        if before.is_covered or before.has_more:
            self._go(before.number)
        else:
            self._go(before.number + 1)
            is_new = self.step.number > before.number
            self.step = self.step._replace(is_covered=is_new and self.predict.value)

    def _begin_parts(self):
        """Show none of the parts of the phase, if it has any."""
        if self.step.parts and not self.step.is_covered:
            self.step = self.step.begun()

    def _find(self):
        name = self.find.value
        self.put(self.find, NO_STEP)
        if name != NO_STEP:
            self._go(_first_step(self.trace, name).number)

    def _play_or_stop(self):
        self.play.value = not self.play.value

    def _tick(self):
        """Go on by a move of the playout, or by a phase and go on playing unless that was the end."""
        before = self.trace.show(self.step)
        if self._runs:
            self.step = before.next_part()
            self._runs = self.step.has_more
        elif self.play.value:  # a tick may come after the last one that was wanted
            self._next_phase()
            self.put(self.play, self.step != before)
        self._show()

    def _turn(self):
        """Follow the switches: cover nothing, or keep no search, if they are off."""
        if not self.compare.value:
            self.kept = None
        elif self.kept is None:
            self.kept = self.trace
        if not self.predict.value:
            self.step = self.step._replace(is_covered=False)

    def _look_at(self, moves):
        """Show a node that was clicked; a second click leads back."""
        if moves == self.step.looked_at:
            moves = None
        self.step = self.step._replace(looked_at=moves)

    def _look_away(self):
        """Close the node that is opened, if one is."""
        if self.step.looked_at is not None:
            self._do(self._look_at, self.step.looked_at)

    def _change(self):
        """Search with the seed and the settings that are chosen now, and stay at the step."""
        settings = replace(
            self.trace.settings,
            c=self.c.value,
            prior=self.prior.value,
            expand_at=self.expand_at.value,
        )
        trace = Trace(self.trace.game, settings, self.seed.value)
        self.step = Step(trace, _within(trace, self.step.number), is_covered=self.step.is_covered)

    def _start_from(self, game):
        """Start again from this position."""
        if game.is_terminal:
            raise ValueError("the game is over, so there is nothing to search")
        self.step = Trace(game, self.trace.settings, self.trace.seed).step(0)
        if self.kept is not None:
            self.kept = Trace(game, self.kept.settings, self.kept.seed)

    # ---------------------------------------------------------------- showing

    def _show(self):
        step = self.trace.show(self.step)
        self._has_begun |= self.play.value
        every = PLAYING if self.play.value else 0
        if self._runs:
            every = min(MOVING, LONGEST // step.parts)
        with self.together():
            if self._has_begun:
                self.remove_class("c4-begins")
            else:
                self.add_class("c4-begins")
            self.tree.every = every
            self.put(self.jump, step.iteration)
            self.put(self.slider, step.number, max=_within(step.trace, 4 * self._range))
            self.line.value = self.sentence
            for part in self.editor.parts.values():
                hide(part, not self.edit.value)
            hide(self.place, self.edit.value or self.compare.value)
            hide(self.details, self.edit.value)
            what = "tree" if self._has_begun else "position"
            self.tree.show(self._draw_tree, f"the {what}; {self.sentence}")
            self.place.show(partial(draw_place, step=step), f"iteration {step.iteration}")
            label = self.sentence
            if self.kept is not None:
                label = f"the tree with {settings_of(self.kept)}"
            self.details.show(self._draw_details, label)

    def _draw_tree(self, drawing):
        draw = draw_tree if self._has_begun else draw_start
        draw(drawing, self.step)

    def _draw_details(self, drawing):
        """What the phase did, or the tree that is kept."""
        if self.kept is None:
            draw_details(drawing, self.step)
        else:
            self._draw_kept(drawing)

    def _draw_kept(self, drawing):
        """The tree that is kept, at the same step or its last one, and whose it is."""
        step = self.step
        number = _within(self.kept, step.seen.number)
        if step.is_covered:
            number += 1  # the one after it is covered here, too
        draw_tree(drawing, step._replace(trace=self.kept, number=number))
        settings = self.kept.settings
        x = drawing.left + 0.1
        above = f"c={settings.c:.4g}, T={settings.prior}"
        below = f"expand after {settings.expand_at}, seed={self.kept.seed}"
        style = Style("bold", HIGHLIGHT, "left")
        drawing.write(x, 0.29, above, 0.25, style)  # above and below the word "root"
        drawing.write(x, -0.29, below, 0.25, style)

    # ---------------------------------------------------------------- without a kernel

    def static_picture(self) -> bytes:
        parts = {(0.2, 0.06, 0.6, 0.85): self._draw_tree}
        if self._has_begun:
            parts = {
                (0, 0.06, 0.6, 0.85): self._draw_tree,
                (0.6, 0.62, 0.4, 0.28): partial(draw_place, step=self.step),
                (0.6, 0.07, 0.4, 0.51): self._draw_details,
            }
        lines = [(2, 63.3, 2.4, self.sentence), (2, 1.6, 1.6, settings_of(self.trace))]
        return still_picture(12, 6.6, parts, lines)

    def __repr__(self) -> str:
        step = self.step
        where = f"iteration {step.iteration}, {step.phase}" if step.number else "start"
        return f"SearchStepper({self.trace.game!r}, {settings_of(self.trace)}, {where})"


def _within(trace, number):
    """The number of a step, or that of the nearest one there is."""
    number = max(number, 0)
    iterations = min(ceil(number / 4), MOST_ITERATIONS)
    return min(number, 4 * trace.grow(iterations).iterations)


def settings_of(trace: Trace) -> str:
    """What tells a search from another one."""
    settings = trace.settings
    choices = f"c={settings.c:.4g}, T={settings.prior}, expand_at={settings.expand_at}"
    return f"{choices}, seed={trace.seed}"
