"""Object code into this process without LLVM: a loader of relocatable ELF files for x86-64.

The files are our own (`machine.object_code`): code, constants that it reads by their distance, and
calls of functions of the C library or of the interpreter. All of it goes to one piece of memory,
with a table of the addresses of those functions behind; it is written first and executable
afterwards, never both. Variables, if there are any, lie on pages of their own. So reading a kernel
from the cache costs no LLVM, which takes longer to import and to start than most kernels take to
run, and the hundred thousand references of a model of 1,000 bodies are set by a few operations on
arrays.

What the loader does not know (`UnknownCode`) is left to LLVM.
"""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

SECTION = np.dtype(
    [
        ("name", "<u4"),
        ("type", "<u4"),
        ("flags", "<u8"),
        ("address", "<u8"),
        ("offset", "<u8"),
        ("size", "<u8"),
        ("link", "<u4"),
        ("info", "<u4"),
        ("alignment", "<u8"),
        ("entry", "<u8"),
    ]
)
SYMBOL = np.dtype(
    [
        ("name", "<u4"),
        ("info", "u1"),
        ("other", "u1"),
        ("section", "<u2"),
        ("value", "<u8"),
        ("size", "<u8"),
    ]
)
REFERENCE = np.dtype([("offset", "<u8"), ("type", "<u4"), ("symbol", "<u4"), ("add", "<i8")])
"""Entries of the tables of an ELF file of 64 bits."""

BITS, SYMBOLS, REFERENCES, NO_BITS = 1, 2, 4, 8
"""Types of sections: what the program holds, its symbols, its references, zeros."""
WRITABLE, IN_MEMORY = 1, 2
"""Flags of sections: what may change, what is needed in memory (a table for debuggers has the
latter and another type)."""
UNDEFINED, RESERVED = 0, 0xFF00
"""Section of symbols that others define, and where numbers of sections end."""
PC32, PLT32 = 2, 4
BY_TABLE = (9, 41, 42)
"""Types of references: by distance, by distance to a function, through the table of addresses."""
STUB = bytes((0xFF, 0x25))
"""A jump through the table: the machine code before the distance."""
STUB_SIZE, WORD = 8, 8
MACHINE_OFFSET, X86_64 = 18, 62


class Section(NamedTuple):
    """An entry of the table of sections."""

    name: int
    type: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry: int

    @property
    def is_held(self) -> bool:
        """Whether it lies in memory."""
        return self.flags & IN_MEMORY != 0 and self.type in (BITS, NO_BITS)


class UnknownCode(Exception):
    """Object code that this loader does not know, or memory that may not be executed."""


class ElfCode:
    """Object code in memory, with the addresses of its functions."""

    def __init__(self, code: bytes, provided: Mapping[str, int]) -> None:
        file = _File(code)
        self._memory, self._at = _executable_memory(file, provided)
        self._functions = {
            file.symbol_name(k): self._at + int(file.places[section] + value)
            for k, section, value in file.functions()
        }

    def address(self, symbol: str) -> int:
        """Return where a function of the code begins, 0 if there is none of this name."""
        return self._functions.get(symbol, 0)


class _File:
    """The parts of an object file, and where its sections are to lie."""

    def __init__(self, code: bytes) -> None:
        if code[:6] != b"\x7fELF\x02\x01" or code[MACHINE_OFFSET] != X86_64:
            raise UnknownCode("not an object file of this kind")
        self.code = code
        start, count = _number(code, 40, 8), _number(code, 60, 2)
        # a few sections, of which lists are quicker than arrays
        table = np.frombuffer(code, SECTION, count, start).tolist()
        self.sections = [Section(*one) for one in table]
        held = [k for k, one in enumerate(self.sections) if one.is_held]
        self.held = held
        self.places = np.array([-1] * count, dtype=np.int64)
        writable = [one.flags & WRITABLE != 0 for one in self.sections]
        self.size = self._place([k for k in held if not writable[k]], 0)
        self.variables = [k for k in held if writable[k]]
        tables = [k for k, one in enumerate(self.sections) if one.type == SYMBOLS]
        if len(tables) != 1:
            raise UnknownCode("one table of symbols is expected")
        self.symbols = self._table(tables[0], SYMBOL)
        self._names = self.sections[self.sections[tables[0]].link].offset

    def place_variables(self, at: int) -> int:
        """Give places to what may change, from an address on; return where they end."""
        return self._place(self.variables, at)

    def _place(self, sections: list[int], at: int) -> int:
        for k in sections:
            at = _up(at, max(self.sections[k].alignment, 1))
            self.places[k] = at
            at += self.sections[k].size
        return at

    def _table(self, section: int, kind: np.dtype[Any]) -> Any:
        at = self.sections[section]
        return np.frombuffer(self.code, kind, at.size // kind.itemsize, at.offset)

    def references(self) -> list[tuple[int, Any]]:
        """Return the references of each section that lies in memory."""
        return [
            (one.info, self._table(k, REFERENCE))
            for k, one in enumerate(self.sections)
            if one.type == REFERENCES and self.sections[one.info].is_held
        ]

    def functions(self) -> list[tuple[int, int, int]]:
        """Return number, section and place in it of every symbol that others may use."""
        shared = (self.symbols["info"] >> 4 != 0) & (self.symbols["section"] != UNDEFINED)
        return [
            (k, int(self.symbols[k]["section"]), int(self.symbols[k]["value"]))
            for k in (shared & (self.symbols["section"] < RESERVED)).nonzero()[0].tolist()
        ]

    def symbol_name(self, k: int) -> str:
        """Return the name of a symbol."""
        start = self._names + int(self.symbols[k]["name"])
        return self.code[start : self.code.index(0, start)].decode()


def _executable_memory(file: _File, provided: Mapping[str, int]) -> tuple[mmap.mmap, int]:
    """Return memory that holds the code, its references set, and where it begins."""
    tables = file.references()
    by_table, by_stub = _foreign(file, tables)
    table_at = _up(file.size, WORD)
    stubs_at = table_at + WORD * len(by_table)
    fixed = _up(max(stubs_at + STUB_SIZE * len(by_stub), 1), mmap.PAGESIZE)
    memory = mmap.mmap(-1, file.place_variables(fixed))
    bytes_ = np.frombuffer(memory, np.uint8)
    start = int(bytes_.ctypes.data)
    for k in file.held:
        one, to = file.sections[k], int(file.places[k])
        if one.type == BITS:
            first, size = one.offset, one.size
            bytes_[to : to + size] = np.frombuffer(file.code, np.uint8, size, first)
    at = _symbol_places(file)
    words = {symbol: table_at + WORD * k for k, symbol in enumerate(by_table)}
    for symbol, place in words.items():
        if at[symbol] < 0:
            address = _address(file.symbol_name(symbol), provided)
        else:
            address = start + int(at[symbol])
        bytes_[place : place + WORD] = np.frombuffer(address.to_bytes(WORD, "little"), np.uint8)
    for k, symbol in enumerate(by_stub):
        place = stubs_at + STUB_SIZE * k
        distance = words[symbol] - (place + 6)
        jump = STUB + distance.to_bytes(4, "little", signed=True)
        bytes_[place : place + len(jump)] = np.frombuffer(jump, np.uint8)
        at[symbol] = place
    table_of = at.copy()
    for symbol, place in words.items():
        table_of[symbol] = place
    for section, table in tables:
        _set_references(bytes_, int(file.places[section]), table, at, table_of)
    del bytes_
    _make_executable(start, fixed)
    return memory, start


def _foreign(file: _File, tables: list[tuple[int, Any]]) -> tuple[list[int], list[int]]:
    """Return the symbols that need a word in the table of addresses, and those that need a jump."""
    by_table: set[int] = set()
    by_stub: set[int] = set()
    undefined = file.symbols["section"] == UNDEFINED
    for _, table in tables:
        kinds = table["type"]
        through = _by_table(kinds)
        if not np.all(through | (kinds == PC32) | (kinds == PLT32)):
            raise UnknownCode("a reference of another type")
        by_table.update(table["symbol"][through].tolist())  # no np.unique,
        near = table["symbol"][(kinds == PLT32) & undefined[table["symbol"]]]
        by_stub.update(near.tolist())  # which imports NumPy's masked arrays
        if undefined[table["symbol"][kinds == PC32]].any():
            raise UnknownCode("data of others")
    return sorted(by_table | by_stub), sorted(by_stub)


def _by_table(kinds: np.ndarray) -> np.ndarray:
    """Return which references go through the table of addresses."""
    first, second, third = BY_TABLE
    return np.asarray((kinds == first) | (kinds == second) | (kinds == third))


def _symbol_places(file: _File) -> np.ndarray:
    """Return where each symbol lies, -1 for those of others."""
    sections = file.symbols["section"].astype(np.int64)
    known = (sections != UNDEFINED) & (sections < RESERVED)
    base = file.places[np.where(known, sections, 0)]
    return np.where(known & (base >= 0), base + file.symbols["value"].astype(np.int64), -1)


def _set_references(
    memory: np.ndarray, section: int, table: Any, at: np.ndarray, table_of: np.ndarray
) -> None:
    """Write the distances that a section's code reads and jumps by."""
    through = _by_table(table["type"])
    symbols = table["symbol"]
    goal = np.where(through, table_of[symbols], at[symbols])
    if (goal < 0).any():
        raise UnknownCode("a symbol without a place")
    place = section + table["offset"].astype(np.int64)
    distance = (goal + table["add"] - place).astype("<i4")
    memory[place[:, None] + np.arange(4)] = distance.view(np.uint8).reshape(-1, 4)


def _address(name: str, provided: Mapping[str, int]) -> int:
    """Return where a function of this process begins."""
    if name in provided:
        return provided[name]
    try:
        function = getattr(_process(), name)
    except AttributeError as problem:
        raise UnknownCode(f"no function '{name}'") from problem
    return int(ctypes.cast(function, ctypes.c_void_p).value or 0)


@cache
def _process() -> ctypes.CDLL:
    return ctypes.CDLL(None)


def _make_executable(start: int, size: int) -> None:
    protect = _process().mprotect
    protect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    if protect(start, size, mmap.PROT_READ | mmap.PROT_EXEC) != 0:
        raise UnknownCode("memory may not be made executable")


def _number(code: bytes, at: int, size: int) -> int:
    return int.from_bytes(code[at : at + size], "little")


def _up(size: int, to: int) -> int:
    return -(-size // to) * to
