"""A module of WebAssembly: functions by name, a table of kernels, a memory with its first data."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

import numpy as np

from sarrus.kernels.functions import LIBRARY, PAIRS, RANGED
from sarrus.kernels.targets.wasm.encoding import (
    F64,
    I32,
    PAGE,
    FunctionType,
    function_type,
    name,
    section,
    signed_leb128,
    unsigned_leb128,
    vector,
)

KERNEL: FunctionType = ((I32, I32, I32), ())
"""A kernel: addresses of the addresses of inputs and outputs, and of numbers to work in."""

IMPORTS = "math"
"""The module whose functions are called beyond the range of ours: `Math` of JavaScript, and
`fmod`."""

START = 1024
"""Where data begin: nothing stands at address 0, so that a missing address is seen as one."""

ARGUMENTS = {"cos": 1, "sin": 1} | {LIBRARY[op]: 2 if op in PAIRS else 1 for op in RANGED}
"""The functions that every module imports, in this order, and how many numbers they take."""


class Module:
    """Collects functions and data; `code` is the whole in bytes.

    A function is written when it is first asked for (`function`), once. Memory grows upwards:
    `allocate` gives out places, `put` fills them.
    """

    def __init__(self) -> None:
        self._types: dict[FunctionType, int] = {}
        self._numbers = {f"{IMPORTS}.{symbol}": k for k, symbol in enumerate(ARGUMENTS)}
        self._functions: dict[str, FunctionType] = {}
        self._bodies: dict[str, bytes] = {}
        self._table: dict[str, int] = {}
        self._exports: dict[str, str] = {}
        self._data: dict[int, bytes] = {}
        self._constants: dict[bytes, int] = {}
        self._end = START

    # --- functions ------------------------------------------------------------------------------

    def type_index(self, kind: FunctionType) -> int:
        """Return the number of a type of functions."""
        return self._types.setdefault(kind, len(self._types))

    def library(self, symbol: str) -> int:
        """Return the number of a function that is imported."""
        return self._numbers[f"{IMPORTS}.{symbol}"]

    def function(self, symbol: str, kind: FunctionType, write: Callable[[], bytes]) -> int:
        """Return the number of a function; `write` gives its body, once."""
        if symbol not in self._numbers:
            self._numbers[symbol] = len(self._numbers)
            self._functions[symbol] = kind
            self.type_index(kind)
            self._bodies[symbol] = write()
        return self._numbers[symbol]

    def table_index(self, symbol: str) -> int:
        """Return the place of a kernel in the table, by which it is called indirectly; not 0."""
        return self._table.setdefault(symbol, len(self._table) + 1)

    def export(self, public: str, symbol: str) -> None:
        """Let a function be called from outside by a name."""
        self._exports[public] = symbol

    # --- memory ---------------------------------------------------------------------------------

    @property
    def end(self) -> int:
        """Where the memory given out so far ends."""
        return self._end

    def allocate(self, count: int) -> int:
        """Return the address of a place for `count` numbers of 8 bytes, filled with zeros."""
        found, self._end = self._end, self._end + 8 * max(count, 1)
        return found

    def put(self, address: int, content: bytes) -> None:
        """Give a place in memory what it begins with; the last content that is given counts."""
        self._data[address] = content

    def put_floats(self, address: int, numbers: np.ndarray) -> None:
        """Give a place its first numbers."""
        self.put(address, np.ascontiguousarray(numbers, dtype="<f8").tobytes())

    def constants(self, numbers: np.ndarray) -> int:
        """Return the address of numbers that never change; equal ones are there once."""
        content = np.ascontiguousarray(numbers, dtype="<f8").tobytes()
        if content not in self._constants:
            self._constants[content] = self.allocate(len(content) // 8)
            self.put(self._constants[content], content)
        return self._constants[content]

    def put_words(self, address: int, words: Sequence[int]) -> None:
        """Give a place its first words: addresses or integers."""
        self.put(address, struct.pack(f"<{len(words)}q", *words))

    # --- the whole ------------------------------------------------------------------------------

    @property
    def pages(self) -> int:
        """Pages of memory."""
        return -(-self._end // PAGE)

    def code(self) -> bytes:
        """Return the module."""
        imports = [
            name(IMPORTS)
            + name(symbol)
            + b"\x00"
            + unsigned_leb128(self.type_index(_of_floats(count)))
            for symbol, count in ARGUMENTS.items()
        ]
        kinds = [self.type_index(kind) for kind in self._functions.values()]
        bodies = [self._bodies[symbol] for symbol in self._functions]
        exports = [name("memory") + b"\x02\x00"] + [
            name(public) + b"\x00" + unsigned_leb128(self._numbers[symbol])
            for public, symbol in self._exports.items()
        ]
        sections = [
            b"\x00asm\x01\x00\x00\x00",
            section("type", vector([function_type(kind) for kind in self._types])),
            section("import", vector(imports)),
            section("function", vector([unsigned_leb128(kind) for kind in kinds])),
            section("table", vector([b"\x70\x00" + unsigned_leb128(len(self._table) + 1)])),
            section("memory", vector([b"\x00" + unsigned_leb128(self.pages)])),
            section("export", vector(exports)),
            self._elements(),
            section("code", vector(bodies)),
            self._segments(),
        ]
        return b"".join(sections)

    def _elements(self) -> bytes:
        listed = [unsigned_leb128(self._numbers[symbol]) for symbol in self._table]
        first = b"\x00\x41" + signed_leb128(1) + b"\x0b"
        return section("element", vector([first + vector(listed)] if listed else []))

    def _segments(self) -> bytes:
        found = []
        for address, content in _join(list(self._data.items())):
            place = b"\x00\x41" + signed_leb128(address) + b"\x0b"
            found.append(place + unsigned_leb128(len(content)) + content)
        return section("data", vector(found))


def _of_floats(count: int) -> FunctionType:
    """Return the type of a function of so many floats."""
    return (F64,) * count, (F64,)


_GAP = 8
"""Zeros up to which two pieces of data are written as one: a piece of its own costs as much."""


def _join(pieces: Sequence[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    """Return data in the order of addresses, without zeros at their ends, neighbours together."""
    found: list[tuple[int, bytes]] = []
    for address, content in sorted(pieces):
        whole = content.rstrip(b"\0")
        lead = len(whole) - len(whole.lstrip(b"\0"))
        address, whole = address + lead, whole[lead:]
        if not whole:
            continue
        if found and 0 <= address - (found[-1][0] + len(found[-1][1])) <= _GAP:
            start, before = found[-1]
            found[-1] = (start, before + bytes(address - start - len(before)) + whole)
        else:
            found.append((address, whole))
    return found
