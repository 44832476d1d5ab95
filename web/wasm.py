"""Compiled functions of c4lib for a browser, as WebAssembly. Nobody writes them a second time.

numba lowers a function to LLVM's language, and llvmlite, which numba brings, has WebAssembly among its targets. The object
file that it writes is a module already, but for its export; so there is no linker.

Private in numba, and so what a new version may break: `get_llvm_str`, and that a compiled function is called with two addresses
in front, for its result and for an error, and returns 0 if there was none. The tests of both modules would notice.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
from numba import from_dtype, types

ROOT = Path(__file__).resolve().parents[1]
CONTEXT = {"log"}  # the functions that a page has


def module_of(name: str) -> bytes:
    """The bytes that the program of this name writes with `write_module`, in a process of its own.

    What numba compiles for is fixed when it is first used. Nothing that only this computer can do may get into the file, nor what
    was compiled before.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "module.wasm"
        fixed = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CACHE_DIR": folder}
        command = [sys.executable, "-W", "ignore:Cannot cache", "-m", name, file]
        subprocess.run(command, check=True, cwd=ROOT, env=os.environ | fixed)
        return file.read_bytes()


def write_module(enter: Callable, kinds: tuple[types.Type, ...], file: str) -> None:
    """Write a function of numba, which takes arguments of these types, as a module that exports it as `enter`."""
    enter.compile(kinds)
    (made,) = enter.overloads.values()
    name, text = made.fndesc.llvm_func_name, made.library.get_llvm_str()
    Path(file).write_bytes(exported(compiled(name, text)))


def address(kind: object) -> types.CPointer:
    """The type of the address of an array, or a record, of this dtype."""
    return types.CPointer(from_dtype(np.dtype(kind)))


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
    asked = {one.name for one in module.functions if one.is_declaration and not one.name.startswith("llvm.")}
    if asked - CONTEXT:
        raise RuntimeError(f"no page has these functions, which the module calls: {asked - CONTEXT}")
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

