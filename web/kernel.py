"""The compiled search for a browser: `c4lib/fast/kernel.py` as WebAssembly. Nobody writes it a second time.

    python web/kernel.py kernel.wasm

numba lowers the kernel to LLVM's language, and llvmlite, which numba brings, has WebAssembly among its targets. The object
file that it writes is a module already, but for its export; so there is no linker.

Private in numba, and so what a new version may break: `get_llvm_str`, and that a compiled function is called with two addresses
in front, for its result and for an error, and returns 0 if there was none. tests/web/test_kernel.py would notice.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
from numba import carray, from_dtype, njit, types

from c4lib.fast.bitboard import BLOCK, Rules
from c4lib.fast.kernel import NOTES, KernelSearch, KernelSettings, block_type, iterate
from c4lib.fast.pcg64 import PCG64


def kernel_wasm() -> bytes:
    """The module, as the bytes of its file. It imports `env.__linear_memory` and `env.log`, and exports `enter`."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.wasm"
        # A process of its own: what numba compiles for is fixed when it is first used. Nothing that only this computer can
        # do may get into the file, nor what was compiled before.
        fixed = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CACHE_DIR": folder}
        command = [sys.executable, "-P", "-W", "ignore:Cannot cache", __file__, file]
        subprocess.run(command, check=True, env=os.environ | fixed)
        return file.read_bytes()


# -------------------------------------------------------------------- the function that the page calls

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


def address(kind):
    return types.CPointer(from_dtype(np.dtype(kind)))


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


def lowered():
    """The name of `enter` in LLVM's language, and the text of the module."""
    enter.compile(tuple(ARGUMENTS.values()))
    (made,) = enter.overloads.values()
    return made.fndesc.llvm_func_name, made.library.get_llvm_str()


# -------------------------------------------------------------------- from LLVM's language to a file


def compiled(name, text):
    """The module as an object file for WebAssembly."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple("wasm32-unknown-unknown")
    machine = target.create_target_machine(opt=3, reloc="static")
    module = llvm.parse_assembly(for_every_machine(text).replace(name, "enter"))
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    for one in (*module.functions, *module.global_variables):
        if not one.is_declaration and one.name != "enter":
            one.linkage = "internal"  # so that what is not called goes: all that speaks with Python
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    for _ in range(3):
        builder.getModulePassManager().run(module, builder)
    left = [one.name for one in module.functions if not one.is_declaration]
    if left != ["enter"]:
        raise RuntimeError(f"the module should have one function, enter, but has {left}")
    return machine.emit_object(module)


def for_every_machine(text):
    """The text without what it says of this machine; a square root is an instruction, not a function of C's library."""
    text = re.sub("^target (datalayout|triple) = .*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^declare double @sqrt\(.*$", "declare double @llvm.sqrt.f64(double)", text, flags=re.MULTILINE)
    return text.replace("@sqrt(", "@llvm.sqrt.f64(")


# Sections of a WebAssembly file, by their numbers (WebAssembly Core Specification, 5.5).
CUSTOM, IMPORTS, EXPORTS, CODE = 0, 2, 7, 10
HEADER = 8  # bytes


def exported(data):
    """The module with its function exported, and without the custom sections, which a linker would read."""
    made = bytearray(data[:HEADER])
    imported = 0
    for kind, section in sections(data):
        if kind == IMPORTS:
            imported = section.count(b"\3env\3log\0")  # functions that come before ours
        if kind == CODE:
            made += packed(EXPORTS, b"\1\5enter\0" + bytes([imported]))
        if kind != CUSTOM:
            made += packed(kind, section)
    return bytes(made)


def sections(data):
    """The number and the bytes of each section."""
    at = HEADER
    while at < len(data):
        kind = data[at]
        size, begin = number_at(data, at + 1)
        at = begin + size
        yield kind, data[begin:at]


def packed(kind, section):
    return bytes([kind]) + number(len(section)) + section


def number(value):
    """The bytes of a number: seven bits each, the lowest first, and a one on top if more follow (LEB128)."""
    bits = []
    while value > 127:
        bits.append(value & 127 | 128)
        value >>= 7
    return bytes([*bits, value])


def number_at(data, at):
    """The number that begins there, and where it ends."""
    value = shift = 0
    while data[at] > 127:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
    return value | data[at] << shift, at + 1


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(exported(compiled(*lowered())))
