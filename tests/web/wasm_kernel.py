"""The search of the browser, without a browser: `kernel.iterate` as WebAssembly, under wasmtime."""

import math
from functools import cache

import numpy as np
from wasm_module import WasmModule
from wasmtime import Func, FuncType, ValType

from c4lib import FastSearch
from web.kernel import SETTINGS, kernel_wasm


class WasmKernel(WasmModule):
    """A function like `kernel.iterate`, which copies all arrays into the memory of the module, and back."""

    def __init__(self):
        super().__init__(kernel_wasm())

    def imported(self, name):
        if name == "log":
            return Func(self.store, FuncType([ValType.f64()], [ValType.f64()]), math.log)
        return super().imported(name)

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


@cache
def wasm_kernel():
    return WasmKernel()


class WasmSearch(FastSearch):
    """A `FastSearch` whose compiled loop is the one of the browser."""

    @staticmethod
    def iterate(*arguments):
        return wasm_kernel()(*arguments)
