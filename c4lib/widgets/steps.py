"""Where one is in a trace: the state of the step control, without any widget."""

from __future__ import annotations

import math
from dataclasses import replace

from c4lib._tools import whole_number
from c4lib.board import Board
from c4lib.moment import Moment, step_of
from c4lib.study.recording import Trace

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
