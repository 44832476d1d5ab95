"""The notebook's stop button while no cell runs: it ends what the panels do beside the page."""

from __future__ import annotations

import asyncio
import signal

from c4lib._tools.interrupts import Interrupts
from c4lib.widgets.worker import WORKERS


def listen_to_interrupts() -> None:
    """From now on an interrupt while no cell runs ends all searches, and the second one a player
    who comes to no end.

    A kernel ignores it then. While a cell runs it has a handler of its own, which ends the cell;
    this one waits for that.
    """
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.SIG_IGN:
        signal.signal(signal.SIGINT, interrupt)
    elif handler is signal.default_int_handler:
        asyncio.get_running_loop().call_later(0.1, listen_to_interrupts)


def interrupt(*signal_and_frame: object) -> None:
    """Ends what runs in slices, and jobs that were interrupted before.

    >>> before = Interrupts.count
    >>> interrupt()
    >>> Interrupts.count - before
    1
    """
    Interrupts.count += 1
    for worker in WORKERS:
        worker.interrupt()
