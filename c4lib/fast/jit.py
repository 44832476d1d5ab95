"""How functions are compiled when they are first called (just in time, JIT): by numba."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from c4lib._tools.progress import ANNOUNCE

try:
    from numba import njit
    from numba.core import event
except ImportError as error:
    if isinstance(error, ModuleNotFoundError) and error.name == "numba":
        raise ModuleNotFoundError(
            "this needs numba, which is not installed: TreeSearch grows the same trees without it, "
            "only more slowly, and with SearchSettings(solve=True) proves wins and losses"
        ) from error
    raise ImportError(f"numba cannot be loaded: {error}") from error

# All bits and all indexes are unsigned: numba adds code for "from the end" to every signed index.
U = np.uint64

OPTIONS = {
    "nogil": True,  # other threads go on meanwhile
    "error_model": "numpy",  # x / 0 is inf or NaN, without a test before every division
    "forceinline": True,  # a call takes longer than what most functions do
    "_nrt": False,  # references to arrays are not counted (benchmarks/README.md): a caller keeps them
}


def compiled(function: Callable, **more: bool) -> Callable:
    """The `function`, compiled when first called, with the result kept on disk.

    The result goes beside the function's file, or into the user's cache folder; where neither can
    be written, every process compiles for itself. It is made anew when that file has changed, but
    not when only another one has whose functions are called: then delete `__pycache__`.

    The function makes no arrays; `allocating` is for those that do.
    """
    options = OPTIONS | more
    try:
        return njit(cache=True, **options)(function)
    except RuntimeError:  # numba found no folder that it can write to
        return njit(**options)(function)


def allocating(function: Callable) -> Callable:
    """The same for a `function` that makes arrays or lists, for which references are counted."""
    return compiled(function, _nrt=True)


# -------------------------------------------------------------------- a word while it compiles


class _Note(event.Listener):
    """Says once that numba compiles."""

    def __init__(self, announce: Callable[[str], object]) -> None:
        self.announce = announce
        self.is_shown = False

    def on_start(self, event: event.Event) -> None:
        if not self.is_shown:
            self.announce("c4lib: compiling the fast search, which takes some seconds ...")
        self.is_shown = True

    def on_end(self, event: event.Event) -> None:
        pass


@contextmanager
def note_if_compiling() -> Iterator[None]:
    """Announces if numba has to compile, because the result is not on disk yet.

    Not in a kernel without a person in front of it (nbval, `jupyter execute`), where the line would
    count as output of the cell. JPY_PARENT_PID is set in every kernel, JPY_SESSION_NAME by
    JupyterLab and Jupyter Notebook.
    """
    if "JPY_PARENT_PID" in os.environ and "JPY_SESSION_NAME" not in os.environ:
        yield
        return
    note = _Note(ANNOUNCE.get())
    with event.install_listener("numba:compile", note):
        yield
    if note.is_shown:
        note.announce("")
