"""The exact solver for a browser: `c4lib/fast/solver.py` as WebAssembly."""

import sys

from numba import carray, njit, types

from c4lib.fast.solver import ENTRY, SEARCH, best_score
from web.wasm import address, module_of, write_module


def solver_wasm() -> bytes:
    """The module, as the bytes of its file.

    It imports `env.__linear_memory` and `env.__stack_pointer`, because the solver calls itself, and exports `enter`.
    """
    return module_of("web.solver")


@njit(error_model="numpy")
def enter(mine, taken, left, search, table, size):
    """`solver.best_score`, with an address in place of each array."""
    return best_score(mine, taken, left, carray(search, 1), carray(table, size))


ARGUMENTS = {
    "mine": types.uint64,
    "taken": types.uint64,
    "left": types.int64,
    "search": address(SEARCH),
    "table": address(ENTRY),
    "size": types.intp,
}


if __name__ == "__main__":
    write_module(enter, tuple(ARGUMENTS.values()), sys.argv[1])
