"""The memory of a module: arrays, kernels with their arrays, and records, each at a fixed address.

What native functions find at addresses in this process, they find in an image at addresses of the
module: a record has the words of its declaration, an array its numbers, a kernel its place in the
table, the addresses of its inputs and outputs, and numbers to work in.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.kernels.native.reading import tree_of
from sarrus.kernels.native.records import Record
from sarrus.kernels.native.tree import FLOAT, FLOATS, INT, INTS, KERNEL, WORDS, Function, RecordKind
from sarrus.kernels.program import Program
from sarrus.kernels.targets.wasm.encoding import I32, Code
from sarrus.kernels.targets.wasm.module import KERNEL as KERNEL_TYPE
from sarrus.kernels.targets.wasm.module import Module
from sarrus.kernels.targets.wasm.native import native_function
from sarrus.kernels.targets.wasm.programs import program_function
from sarrus.late_dataclass import dataclass


@dataclass(frozen=True)
class ArrayPlace:
    """An array in memory: its address and its shape."""

    address: int
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return int(np.prod(self.shape, dtype=int))


@dataclass(frozen=True)
class PlacedKernel:
    """A kernel with its arrays by name, and its four words: code, inputs, outputs, work."""

    symbol: str
    inputs: Mapping[str, ArrayPlace]
    outputs: Mapping[str, ArrayPlace]
    words: tuple[int, int, int, int]


@dataclass(frozen=True)
class PlacedRecord:
    """A record in memory."""

    kind: RecordKind
    address: int

    def layout(self) -> dict[str, list[Any]]:
        """Return for each number and array its address and what stands there."""
        return {
            name: [
                self.address + 8 * self.kind.offset(name),
                kind if kind in (FLOAT, INT) else "at",
            ]
            for name, kind in self.kind.fields
            if kind != KERNEL
        }


class Image:
    """Places things in the memory of a module."""

    def __init__(self, module: Module) -> None:
        self.module = module

    def array(self, values: Any) -> ArrayPlace:
        """Place an array of floats with its values."""
        numbers = np.asarray(values, dtype=float)
        found = ArrayPlace(self.module.allocate(numbers.size), numbers.shape)
        self.module.put_floats(found.address, numbers.ravel())
        return found

    def integers(self, values: Any) -> ArrayPlace:
        """Place an array of integers."""
        words = [int(x) for x in values]
        found = ArrayPlace(self.module.allocate(len(words)), (len(words),))
        self.module.put_words(found.address, words)
        return found

    def kernel(
        self,
        symbol: str,
        program: Program,
        inputs: Mapping[str, ArrayPlace],
        outputs: Mapping[str, ArrayPlace] | None = None,
        name: str = "",
    ) -> PlacedKernel:
        """Place a kernel; inputs, and outputs where they are given, by name, others are new.

        symbol: of its code, which several kernels with arrays of their own may share; name: of the
        exported function that evaluates it, the symbol by default. Inputs that are not there are
        new arrays of zeros.
        """
        _, work = program_function(self.module, program, symbol)
        values = outputs or {}
        ins = {p.name: inputs.get(p.name) or self.array(np.zeros(p.shape)) for p in program.inputs}
        outs = {
            p.name: values.get(p.name) or self.array(np.zeros(p.shape)) for p in program.outputs
        }
        for ports, placed in ((program.inputs, ins), (program.outputs, outs)):
            for port in ports:
                if placed[port.name].size < port.size:
                    size = placed[port.name].size
                    raise ValueError(f"{symbol}: {port.name} has {size} places, not {port.size}")
        tables = [self.integers([x.address for x in some.values()]) for some in (ins, outs)]
        words = (
            self.module.table_index(symbol),
            tables[0].address,
            tables[1].address,
            self.module.allocate(work),
        )
        found = PlacedKernel(symbol, ins, outs, words)
        self.export(found, name or symbol)
        return found

    def export(self, kernel: PlacedKernel, public: str) -> None:
        """Export a function without arguments that evaluates a kernel with its arrays."""
        name = f"run {public}"

        def body() -> bytes:
            code = Code(())
            for word in (*kernel.words[1:], kernel.words[0]):
                code.constant(I32, word)
            code.do("call_indirect", self.module.type_index(KERNEL_TYPE), 0)
            return code.body()

        self.module.function(name, ((), ()), body)
        self.module.export(name, name)

    def function_kernel(self, function: Function, state: PlacedRecord) -> PlacedKernel:
        """Place a native function of (record, outputs, work) where a kernel can be."""
        native_function(self.module, function)
        symbol = tree_of(function).symbol
        words = (self.module.table_index(symbol), state.address, 0, 0)
        return PlacedKernel(symbol, {}, {}, words)

    def function(self, function: Function, name: str) -> None:
        """Export a native function."""
        native_function(self.module, function)
        self.module.export(name, tree_of(function).symbol)

    def record(self, declared: type[Record], **fields: Any) -> PlacedRecord:
        """Place a record: numbers, placed arrays, kernels and records by the names of its fields.

        What is not given is 0.
        """
        kind = declared.kind
        words: list[bytes] = []
        for name, part in kind.fields:
            value = fields.pop(name, None)
            words.append(_words(part, value))
        if fields:
            raise ValueError(f"{kind.name} has no {', '.join(fields)}")
        content = b"".join(words)
        address = self.module.allocate(len(content) // 8)
        self.module.put(address, content)
        return PlacedRecord(kind, address)

    def place_mirror(self, source: Record, **placed: Any) -> PlacedRecord:
        """Place a record of this process with its numbers and arrays; placed: what is there."""
        fields = {**source.numbers, **placed}
        for name, kind in source.kind.fields:
            if name not in fields:
                if kind not in (FLOATS, INTS):
                    raise ValueError(f"{source.kind.name}.{name} is neither number nor array")
                values = source.__dict__[name]
                fields[name] = self.array(values) if kind == FLOATS else self.integers(values)
        return self.record(type(source), **fields)


def _words(kind: Any, value: Any) -> bytes:
    """Return the words of a field."""
    if value is None:
        return bytes(8 * WORDS.get(kind, 1))
    if kind == KERNEL:
        return struct.pack("<4q", *value.words)
    if kind == FLOAT:
        return struct.pack("<d", value)
    if kind == INT:
        return struct.pack("<q", value)
    return struct.pack("<q", value.address)
