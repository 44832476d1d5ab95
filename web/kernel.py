"""The compiled search for a browser: `c4lib/fast/kernel.py` as WebAssembly."""

import sys

import numpy as np
from numba import carray, njit, types

from c4lib.fast.bitboard import BLOCK, Rules
from c4lib.fast.kernel import NOTES, KernelSearch, KernelSettings, block_type, iterate
from c4lib.fast.pcg64 import PCG64
from web.wasm import address, module_of, write_module


def kernel_wasm() -> bytes:
    """The module, as the bytes of its file. It imports `env.__linear_memory` and `env.log`, and exports `enter`."""
    return module_of("web.kernel")


# The rules and the settings as records in memory, where every field takes eight bytes.
WHOLE = {"viewpoint": "i8", "distinct": "u8", "solve": "u8"}  # the other settings are real numbers
RULES = np.dtype([(name, "u8") for name in Rules._fields])
SETTINGS = np.dtype([(name, WHOLE.get(name, "f8")) for name in KernelSettings._fields])


@njit(error_model="numpy", forceinline=True)
def rules_in(record):
    r = record
    steps = r.falling, r.across, r.rising
    return Rules(r.rows, r.columns, r.connect, r.width, r.height, *steps, r.bottom, r.top, r.full, r.cells)


@njit(error_model="numpy", forceinline=True)
def settings_in(record):
    r = record
    rewards = r.c, r.unvisited, r.draw, r.loss, r.prior, r.prior_visits, r.enough
    return KernelSettings(*rewards, r.viewpoint, r.distinct != 0, r.solve != 0)


@njit(error_model="numpy")
def enter(blocks, proof, capacity, notes, rules, settings, logarithms, size, rng, count, most_nodes):
    """`kernel.iterate`, with an address in place of each array and record."""
    search = KernelSearch(
        carray(blocks, capacity),
        carray(proof, (capacity, BLOCK)),
        carray(notes, 1),
        rules_in(carray(rules, 1)[0]),
        settings_in(carray(settings, 1)[0]),
        carray(logarithms, size),
    )
    return iterate(search, carray(rng, 1), count, most_nodes)


ARGUMENTS = {
    "blocks": address(block_type(BLOCK)),
    "proof": address("u1"),
    "capacity": types.intp,
    "notes": address(NOTES),
    "rules": address(RULES),
    "settings": address(SETTINGS),
    "logarithms": address("f8"),
    "size": types.intp,
    "rng": address(PCG64),
    "count": types.int64,
    "most_nodes": types.uint64,
}


if __name__ == "__main__":
    write_module(enter, tuple(ARGUMENTS.values()), sys.argv[1])
