"""The solver of the browser, without a browser: `solver.best_score` as WebAssembly, under wasmtime."""

import numpy as np
from wasm_module import WasmModule

from web.solver import solver_wasm


class WasmSolver(WasmModule):
    """A function like `solver.best_score`."""

    def __init__(self):
        super().__init__(solver_wasm())

    def __call__(self, mine, taken, left, search, table):
        result = np.zeros(1, np.int64)
        error = np.zeros(1, np.int64)
        arrays = [result, error, search, table]
        result_at, error_at, *places = self.put(arrays)
        status = self.enter(self.store, result_at, error_at, int(mine), int(taken), left, *places, len(table))
        assert status == 0
        self.take(arrays)
        return int(result[0])
