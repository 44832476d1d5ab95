"""How long a search goes on: what is left of its playouts and seconds, until somebody stops it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from c4lib._tools.arguments import real_number, whole_number
from c4lib._tools.interrupts import interrupts_held
from c4lib._tools.progress import progress_bar


class Budget:
    """What is left to spend on a search.

    Attributes:
        playouts: how many are left; infinity: no limit.
        seconds: how many were left when playouts were last spent; infinity: no limit.
    """

    def __init__(
        self,
        playouts: float,
        seconds: float,
        stopped: Callable[[], bool],
        show: Callable[[int], object],
    ) -> None:
        self.playouts = playouts
        self.seconds = seconds
        self._end = time.perf_counter() + seconds
        self._stopped = stopped
        self._show = show

    def lasts(self) -> bool:
        """Whether playouts and seconds are left, and nobody has pressed Ctrl-C."""
        return self.playouts > 0 and self.seconds > 0 and not self._stopped()

    def spend(self, playouts: int) -> None:
        """Note that so many playouts were run."""
        self.playouts -= playouts
        self.seconds = self._end - time.perf_counter()
        self._show(playouts)


@contextmanager
def budget_of(playouts: int | None, seconds: float | None, progress: bool) -> Iterator[Budget]:
    """Gives the `Budget` of one run; Ctrl-C ends it, and is raised when the block is left.

    Args:
        playouts: how many at the most; None: no limit.
        seconds: how long; None: no limit.
        progress: whether to show a bar.

    Raises:
        ValueError: neither limit is given, or one that means nothing.
        KeyboardInterrupt: Ctrl-C was pressed; the last playouts are whole.

    >>> with budget_of(playouts=2, seconds=None, progress=False) as budget:
    ...     while budget.lasts():
    ...         print(f"{budget.playouts} to go")
    ...         budget.spend(1)
    2 to go
    1 to go
    """
    if playouts is None and seconds is None:
        raise ValueError("run needs playouts=..., or seconds=..., or both")
    most, longest = math.inf, math.inf
    if playouts is not None:
        most = whole_number("playouts", playouts, at_least=1)
    if seconds is not None:
        longest = real_number("seconds", seconds, "a number greater than 0", math.ulp(0))
    with interrupts_held() as interrupted, progress_bar(playouts, progress, "playouts") as bar:
        yield Budget(most, longest, interrupted, bar)
