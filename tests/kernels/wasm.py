"""Modules of WebAssembly in wasmtime: kernels and native functions that are called from Python."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kernels.both_ways import bits, in_python
from sarrus.kernels import Program
from sarrus.kernels.native.language import symbol_of
from sarrus.kernels.targets.wasm.module import ARGUMENTS, IMPORTS
from sarrus.kernels.targets.wasm.target import WasmTarget

wasmtime = pytest.importorskip("wasmtime", reason="no engine for WebAssembly")

_C = ctypes.CDLL("libm.so.6")
for _name, _count in ARGUMENTS.items():
    getattr(_C, _name).restype = ctypes.c_double
    getattr(_C, _name).argtypes = [ctypes.c_double] * _count


class Instance:
    """A module with its memory; the C library stands behind its functions."""

    def __init__(self, code: bytes) -> None:
        engine = wasmtime.Engine()
        wasmtime.Module.validate(engine, code)
        module = wasmtime.Module(engine, code)
        self.store = wasmtime.Store(engine)
        linker = wasmtime.Linker(engine)
        f64 = wasmtime.ValType.f64()
        for name, count in ARGUMENTS.items():
            kind = wasmtime.FuncType([f64] * count, [f64])
            linker.define_func(IMPORTS, name, kind, getattr(_C, name))
        self.exports = linker.instantiate(self.store, module).exports(self.store)
        self.memory = self.exports["memory"]
        self.free = (self.memory.data_len(self.store) + 7) // 8 * 8

    def call(self, name: str, *arguments: Any) -> Any:
        """Return what a function gives."""
        return self.exports[name](self.store, *arguments)

    def allocate(self, array: np.ndarray) -> int:
        """Return the address of a copy of an array of numbers of 8 bytes."""
        content, at = np.ascontiguousarray(array).tobytes(), self.free
        self.free += max(len(content), 8)
        while self.free > self.memory.data_len(self.store):
            self.memory.grow(self.store, 1)
        self.memory.write(self.store, content, at)
        return at

    def write(self, at: int, array: np.ndarray) -> None:
        """Put numbers somewhere."""
        self.memory.write(self.store, np.ascontiguousarray(array).tobytes(), at)

    def read(self, at: int, like: np.ndarray) -> np.ndarray:
        """Return the numbers at an address, in the shape of others."""
        content = bytes(self.memory.read(self.store, at, at + like.nbytes))
        return np.frombuffer(content, like.dtype).reshape(like.shape).copy()


def kernel(of: Program) -> Callable[..., list[np.ndarray]]:
    """Return a program as a function of its inputs, in WebAssembly."""
    made = WasmTarget().kernel_code(of)
    instance = Instance(made.code)
    ins = [instance.allocate(np.zeros(max(port.size, 1))) for port in of.inputs]
    outs = [instance.allocate(np.zeros(max(port.size, 1))) for port in of.outputs]
    work = instance.allocate(np.zeros(made.work_size))
    tables = [instance.allocate(np.array([*x, 0], dtype=np.int64)) for x in (ins, outs)]

    def call(*inputs: np.ndarray) -> list[np.ndarray]:
        for at, value in zip(ins, inputs, strict=True):
            instance.write(at, np.asarray(value, dtype=float))
        instance.call("kernel", *tables, work)
        return [
            instance.read(at, np.zeros(port.shape))
            for at, port in zip(outs, of.outputs, strict=True)
        ]

    return call


def agree(function: Callable[..., Any], *arguments: Any) -> None:
    """Check that a native function has the same bits in WebAssembly and in Python."""
    expected, arrays = in_python(function, *arguments)
    instance = Instance(WasmTarget().function_code(function))
    passed, places = [], []
    for argument in arguments:
        at = instance.allocate(argument) if isinstance(argument, np.ndarray) else argument
        passed.append(at)
        places += [(at, argument)] if isinstance(argument, np.ndarray) else []
    found = instance.call(symbol_of(function), *passed)
    assert bits(found) == bits(expected)
    changed = [array for array in arrays if isinstance(array, np.ndarray)]
    for (at, like), array in zip(places, changed, strict=True):
        assert bits(instance.read(at, like)) == bits(array), function.__name__
