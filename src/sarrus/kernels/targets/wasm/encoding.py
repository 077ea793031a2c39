"""The binary format of WebAssembly: numbers, instructions and sections (W3C, core 2.0, chapter 5).

Only what our modules need is here: one memory, one table of functions, no globals, no start.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

I32, I64, F64 = 0x7F, 0x7E, 0x7C
"""Types of values."""

FunctionType = tuple[tuple[int, ...], tuple[int, ...]]
"""Types of the parameters and of the results."""

PAGE = 65536
"""Bytes of a page of memory."""

SECTIONS = {
    "type": 1, "import": 2, "function": 3, "table": 4, "memory": 5, "export": 7, "element": 9,
    "code": 10, "data": 11,
}  # fmt: skip

OPCODES = {
    "block": 0x02, "loop": 0x03, "if": 0x04, "else": 0x05, "end": 0x0B, "br": 0x0C, "br_if": 0x0D,
    "return": 0x0F, "call": 0x10, "call_indirect": 0x11, "unreachable": 0x00, "drop": 0x1A,
    "select": 0x1B, "local.get": 0x20, "local.set": 0x21, "local.tee": 0x22, "i32.load": 0x28,
    "i64.load": 0x29, "f64.load": 0x2B, "i32.store": 0x36, "i64.store": 0x37, "f64.store": 0x39,
    "i32.const": 0x41, "i64.const": 0x42, "f64.const": 0x44, "i32.eqz": 0x45, "i32.eq": 0x46,
    "i32.ne": 0x47, "i64.eq": 0x51, "i64.ne": 0x52, "i64.lt_s": 0x53, "i64.gt_s": 0x55,
    "i64.le_s": 0x57, "i64.ge_s": 0x59, "f64.eq": 0x61, "f64.ne": 0x62, "f64.lt": 0x63,
    "f64.gt": 0x64, "f64.le": 0x65, "f64.ge": 0x66, "i32.add": 0x6A, "i32.mul": 0x6C,
    "i32.and": 0x71, "i32.or": 0x72, "i32.shl": 0x74, "i64.add": 0x7C, "i64.sub": 0x7D,
    "i64.mul": 0x7E, "i64.div_s": 0x7F, "i64.rem_s": 0x81, "i64.and": 0x83, "i64.or": 0x84,
    "i64.xor": 0x85, "i64.shl": 0x86, "i64.shr_u": 0x88, "f64.abs": 0x99, "f64.neg": 0x9A,
    "f64.ceil": 0x9B, "f64.floor": 0x9C, "f64.sqrt": 0x9F, "f64.add": 0xA0, "f64.sub": 0xA1,
    "f64.mul": 0xA2, "f64.div": 0xA3, "f64.min": 0xA4, "f64.max": 0xA5, "f64.copysign": 0xA6,
    "i32.wrap_i64": 0xA7, "f64.convert_i32_s": 0xB7, "f64.convert_i64_s": 0xB9,
    "i64.reinterpret_f64": 0xBD, "f64.reinterpret_i64": 0xBF,
}  # fmt: skip
EMPTY = 0x40
"""The type of a block that leaves nothing."""

_LOG_ALIGNMENT = 3  # all that memory holds lies at multiples of eight bytes
_NARROW = {"i32.load": 2, "i32.store": 2}


def unsigned_leb128(number: int) -> bytes:
    """Return a whole number that is not negative, seven bits a byte (LEB128)."""
    found = bytearray()
    while True:
        low, number = number & 0x7F, number >> 7
        if not number:
            found.append(low)
            return bytes(found)
        found.append(low | 0x80)


def signed_leb128(number: int) -> bytes:
    """Return a whole number with its sign, seven bits a byte."""
    found = bytearray()
    while True:
        low, number = number & 0x7F, number >> 7
        if (number == 0 and not low & 0x40) or (number == -1 and low & 0x40):
            found.append(low)
            return bytes(found)
        found.append(low | 0x80)


def vector(items: Sequence[bytes]) -> bytes:
    """Return things one after the other, with their count before them."""
    return unsigned_leb128(len(items)) + b"".join(items)


def name(text: str) -> bytes:
    """Return a name."""
    encoded = text.encode()
    return unsigned_leb128(len(encoded)) + encoded


def function_type(kind: FunctionType) -> bytes:
    """Return the type of a function."""
    parameters, results = kind
    return (
        b"\x60" + vector([bytes([t]) for t in parameters]) + vector([bytes([t]) for t in results])
    )


def section(kind: str, content: bytes) -> bytes:
    """Return a section of a module."""
    return bytes([SECTIONS[kind]]) + unsigned_leb128(len(content)) + content


def function_body(parameters: int, kinds: Sequence[int], code: bytes) -> bytes:
    """Return a function: its locals, of which the first are its parameters, and its code."""
    groups: list[list[int]] = []
    for kind in kinds[parameters:]:
        if groups and groups[-1][1] == kind:
            groups[-1][0] += 1
        else:
            groups.append([1, kind])
    declared = vector([unsigned_leb128(count) + bytes([kind]) for count, kind in groups])
    body = declared + code + bytes([OPCODES["end"]])
    return unsigned_leb128(len(body)) + body


class Code:
    """The instructions of a function, and the types of its locals; parameters come first."""

    def __init__(self, parameters: Iterable[int]) -> None:
        self.kinds = list(parameters)
        self._parameters = len(self.kinds)
        self._bytes = bytearray()

    def local(self, kind: int) -> int:
        """Return the number of a new local."""
        self.kinds.append(kind)
        return len(self.kinds) - 1

    def do(self, op: str, *numbers: int) -> None:
        """Write an instruction whose immediate numbers are indices, labels or types."""
        self._bytes.append(OPCODES[op])
        for number in numbers:
            self._bytes += unsigned_leb128(number)

    def memory(self, op: str, offset: int) -> None:
        """Write a load or store; offset: bytes to be added to the address."""
        self._bytes.append(OPCODES[op])
        self._bytes += unsigned_leb128(_NARROW.get(op, _LOG_ALIGNMENT)) + unsigned_leb128(offset)

    def constant(self, kind: int, value: float | int) -> None:
        """Write a number."""
        if kind == F64:
            self._bytes.append(OPCODES["f64.const"])
            self._bytes += struct.pack("<d", value)
        else:
            self._bytes.append(OPCODES["i32.const" if kind == I32 else "i64.const"])
            self._bytes += signed_leb128(int(value))

    def truncate(self) -> None:
        """Write the conversion of a float to an i64 towards zero, without a trap."""
        self._bytes += b"\xfc\x06"

    def copy_memory(self) -> None:
        """Write the copy of bytes: target, source and count are on the stack."""
        self._bytes += b"\xfc\x0a\x00\x00"

    def body(self) -> bytes:
        """Return the function."""
        return function_body(self._parameters, self.kinds, bytes(self._bytes))
