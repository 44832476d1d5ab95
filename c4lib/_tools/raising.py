"""An error raised in another thread."""

from __future__ import annotations

import ctypes
from threading import Thread


def raise_in(thread: Thread, error: type[BaseException]) -> None:
    """Raise an error in a thread, as soon as that runs Python code again.

    Python has no function for it; CPython has this one, for debuggers.

    >>> from threading import Event
    >>> def endless():
    ...     try:
    ...         while True:
    ...             begun.set()
    ...     except KeyboardInterrupt:
    ...         print("ended")
    >>> begun = Event()
    >>> thread = Thread(target=endless)
    >>> thread.start()
    >>> begun.wait()
    True
    >>> raise_in(thread, KeyboardInterrupt)
    >>> thread.join()
    ended
    """
    identifier = ctypes.c_ulong(thread.ident)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(identifier, ctypes.py_object(error))
