"""A module of the browser, without a browser: under wasmtime."""

import numpy as np
from wasmtime import Engine, Global, GlobalType, Instance, Limits, Memory, MemoryType, Module, Store, Val, ValType

PAGE = 2**16  # bytes
PAGES = 1000
STACK = 16 * PAGE  # it grows downwards from there; arrays are above


class WasmModule:
    """A module that exports `enter`, with arrays that are copied into its memory, and back."""

    def __init__(self, wasm):
        self.store = Store(Engine())
        self.memory = Memory(self.store, MemoryType(Limits(PAGES, None)))
        module = Module(self.store.engine, wasm)
        imports = [self.imported(one.name) for one in module.imports]
        self.enter = Instance(self.store, module, imports).exports(self.store)["enter"]
        self.bytes = np.frombuffer(self.memory.get_buffer_ptr(self.store), np.uint8)

    def imported(self, name):
        """What the module is given under a name."""
        if name == "__linear_memory":
            return self.memory
        assert name == "__stack_pointer"
        return Global(self.store, GlobalType(ValType.i32(), True), Val.i32(STACK))

    def places(self, arrays):
        """Where each array begins in the memory."""
        at = STACK
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
