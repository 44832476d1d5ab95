"""The search of the browser, without a browser: `kernel.iterate` as WebAssembly, under wasmtime."""

import math
from functools import cache

import numpy as np
from wasmtime import Engine, Func, FuncType, Instance, Limits, Memory, MemoryType, Module, Store, ValType

from c4lib import FastSearch
from web.kernel import SETTINGS, kernel_wasm

PAGE = 2**16  # bytes
PAGES = 1000


class WasmKernel:
    """A function like `kernel.iterate`, which copies all arrays into the memory of the module, and back."""

    def __init__(self):
        self.store = Store(Engine())
        memory = Memory(self.store, MemoryType(Limits(PAGES, None)))
        log = Func(self.store, FuncType([ValType.f64()], [ValType.f64()]), math.log)
        module = Module(self.store.engine, kernel_wasm())
        self.enter = Instance(self.store, module, [memory, log]).exports(self.store)["enter"]
        self.bytes = np.frombuffer(memory.get_buffer_ptr(self.store), np.uint8)

    def __call__(self, search, source, count, most_nodes):
        rules = np.array(search.rules, np.uint64)
        settings = np.array([tuple(search.settings)], SETTINGS)
        result = np.zeros(1, np.int64)
        error = np.zeros(1, np.int64)
        arrays = [result, error, search.blocks, search.proof, search.notes, rules, settings, search.logarithms, source]
        result_at, error_at, blocks, proof, notes, rules, settings, logarithms, generator = self.put(arrays)
        capacity, logarithm_count = len(search.blocks), len(search.logarithms)
        tree = blocks, proof, capacity, notes, rules, settings, logarithms, logarithm_count
        status = self.enter(self.store, result_at, error_at, *tree, generator, count, int(most_nodes))
        assert status == 0
        self.take(arrays)
        return int(result[0])

    def places(self, arrays):
        """Where each array begins in the memory."""
        at = PAGE
        for array in arrays:
            yield at
            at = (at + array.nbytes + 63) // 64 * 64

    def put(self, arrays):
        places = [*self.places(arrays)]
        for at, array in zip(places, arrays):
            self.bytes[at : at + array.nbytes] = np.frombuffer(array.tobytes(), np.uint8)
        return places

    def take(self, arrays):
        for at, array in zip(self.places(arrays), arrays):
            if array.flags.writeable:
                array[:] = self.bytes[at : at + array.nbytes].view(array.dtype).reshape(array.shape)


@cache
def wasm_kernel():
    return WasmKernel()


class WasmSearch(FastSearch):
    """A `FastSearch` whose compiled loop is the one of the browser."""

    @staticmethod
    def iterate(*arguments):
        return wasm_kernel()(*arguments)
