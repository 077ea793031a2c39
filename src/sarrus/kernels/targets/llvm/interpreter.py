"""The interpreter of bytecode in LLVM text, and the entries by which kernels share it.

    void interpret(const double **in, double **out, double *work, context)

A kernel is a function without context (`targets.target.KernelCode`). So there are entries, many
equal functions: each takes its own context from a table and calls the function that the context
names, with the context as its last argument. Another function may be put there at any time, from
any thread: the next call takes it.
"""

from __future__ import annotations

import ctypes
import os
import threading
from functools import cache
from typing import Any

from sarrus.kernels.bytecode import (
    END,
    FUSED,
    GIVE,
    LESS_PRODUCT,
    LESS_SUMMAND,
    NUMBER,
    OPERANDS,
    OPERATIONS,
    TAKE,
    TURN,
    Bytecode,
)
from sarrus.kernels.cache import source_version
from sarrus.kernels.functions import LOOK_UPS
from sarrus.kernels.schedule import SINES, TURNS
from sarrus.kernels.targets.llvm import machine
from sarrus.kernels.targets.llvm.functions import functions_of, sines
from sarrus.kernels.targets.llvm.lanes import ONE
from sarrus.kernels.targets.llvm.operations import Operations, operation_declarations

CONTEXTS = "sarrus.contexts"
"""Name of the table of contexts, which lies outside of the code."""
ENTRIES = 128
"""Entries that are loaded at a time."""

SIGNS = {FUSED: (False, False), LESS_PRODUCT: (True, False), LESS_SUMMAND: (False, True)}

# Words of a context: 0 function, 1 code, 2 constants, 3 their size in bytes, 4 tables, 5 number of
# calls so far (threads may lose some).
_OPENING = """
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @interpret(ptr %in, ptr %out, ptr %work, ptr %context) {
start:
  %code.at = getelementptr ptr, ptr %context, i64 1
  %code = load ptr, ptr %code.at
  %constants.at = getelementptr ptr, ptr %context, i64 2
  %constants = load ptr, ptr %constants.at
  %size.at = getelementptr i64, ptr %context, i64 3
  %size = load i64, ptr %size.at
  %tables.at = getelementptr ptr, ptr %context, i64 4
  %tables = load ptr, ptr %tables.at
  %calls.at = getelementptr i64, ptr %context, i64 5
  %calls = load i64, ptr %calls.at
  %calls.more = add i64 %calls, 1
  store i64 %calls.more, ptr %calls.at
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %work, ptr align 8 %constants, i64 %size, i1 false)
  %first = getelementptr i8, ptr %work, i64 %size
  br label %next
"""


@cache
def interpreter_text() -> str:
    """Return the module of the interpreter and its entries."""
    functions = [sines(SINES), *functions_of(ONE, [op for op in OPERATIONS if op not in TURNS])]
    done = [op for op in OPERATIONS if op != END]
    groups = [line for op in done for line in _group(op)]
    codes = ", ".join(f"[ %{op}.at.next, %{op}.done ]" for op in done)
    places = ", ".join(f"[ %{op}.to, %{op}.done ]" for op in done)
    loop = [
        "next:",
        f"  %at = phi ptr [ %code, %start ], {codes}",
        f"  %to = phi ptr [ %first, %start ], {places}",
        "  %operation = load i32, ptr %at",
        "  %count.at = getelementptr i32, ptr %at, i64 1",
        "  %count.word = load i32, ptr %count.at",
        "  %count = sext i32 %count.word to i64",
        "  %words = getelementptr i32, ptr %at, i64 2",
        "  switch i32 %operation, label %end [",
        *(f"    i32 {NUMBER[op]}, label %{op}" for op in done),
        "  ]",
    ]
    head = [*operation_declarations(ONE), *functions, _OPENING.strip()]
    return "\n".join([*head, *loop, *groups, "end:", "  ret void", "}", "", *_entries(), ""])


def _entries() -> list[str]:
    lines = [f"@{CONTEXTS} = external global [{ENTRIES} x ptr]"]
    for k in range(ENTRIES):
        lines += [
            f"define void @entry{k}(ptr %in, ptr %out, ptr %work) {{",
            f"  %at = getelementptr ptr, ptr @{CONTEXTS}, i64 {k}",
            "  %context = load ptr, ptr %at",
            "  %function = load atomic ptr, ptr %context acquire, align 8",
            "  tail call void %function(ptr %in, ptr %out, ptr %work, ptr %context)",
            "  ret void",
            "}",
        ]
    return lines


def _group(op: str) -> list[str]:
    """Return the lines that do a group of one operation, at least once."""
    body = Operations(ONE, f"%{op}.v")
    if op == TAKE:
        return _loop(body, op, _slot(body, op, 0, "%take.port"), 1, port="%in")
    if op == GIVE:
        return _loop(body, op, _slot(body, op, 0), 1, port="%out")
    if op == TURN:
        return _loop(body, op, _slot(body, op, 0), 1)
    operands = [_slot(body, op, k, "%work", op in LOOK_UPS and k == 0) for k in range(OPERANDS[op])]
    if op in SIGNS:
        a, b, c = operands
        found = body.fused_product(a, b, c, *SIGNS[op])
    else:
        found = body.value(op, operands)
    return _loop(body, op, found, OPERANDS[op])


def _slot(body: Operations, op: str, k: int, array: str = "%work", table: bool = False) -> str:
    """Write what the k-th word of an operation means, and return its name."""
    at = body.line(f"getelementptr i32, ptr %{op}.at, i64 {k}")
    index = body.line(f"sext i32 {body.line(f'load i32, ptr {at}')} to i64")
    place = body.line(f"getelementptr double, ptr {'%tables' if table else array}, i64 {index}")
    return place if table else body.line(f"load double, ptr {place}, align 8")


def _loop(body: Operations, op: str, found: str, n_words: int, port: str = "") -> list[str]:
    """Return the lines of a group whose every result is `found`.

    port: the pointers to the inputs or outputs of which the first word names one.
    """
    first = f"%{op}.first" if port else "%words"
    place = f"%{op}.port" if op == GIVE else "%to"
    after = {
        GIVE: ["  %give.to = getelementptr i8, ptr %to, i64 0"],
        TURN: [
            "  %sine = getelementptr double, ptr %to, i64 %count",
            "  %cosine = getelementptr double, ptr %sine, i64 %count",
            "  call void @sines(ptr %to, ptr %sine, ptr %cosine, i64 %count)",
            "  %turn.to = getelementptr double, ptr %cosine, i64 %count",
        ],
    }
    usual = [f"  %{op}.to = getelementptr double, ptr %to, i64 %count"]
    return [
        f"{op}:",
        *(_port(op, port) if port else []),
        f"  br label %{op}.one",
        f"{op}.one:",
        f"  %{op}.k = phi i64 [ 0, %{op} ], [ %{op}.k.next, %{op}.one ]",
        f"  %{op}.at = phi ptr [ {first}, %{op} ], [ %{op}.at.next, %{op}.one ]",
        *body.lines,
        f"  %{op}.place = getelementptr double, ptr {place}, i64 %{op}.k",
        f"  store double {found}, ptr %{op}.place, align 8",
        f"  %{op}.at.next = getelementptr i32, ptr %{op}.at, i64 {n_words}",
        f"  %{op}.k.next = add i64 %{op}.k, 1",
        f"  %{op}.more = icmp slt i64 %{op}.k.next, %count",
        f"  br i1 %{op}.more, label %{op}.one, label %{op}.done",
        f"{op}.done:",
        *after.get(op, usual),
        "  br label %next",
    ]


def _port(op: str, pointers: str) -> list[str]:
    """Return the lines that find the array of a port."""
    return [
        f"  %{op}.number = load i32, ptr %words",
        f"  %{op}.index = sext i32 %{op}.number to i64",
        f"  %{op}.port.at = getelementptr ptr, ptr {pointers}, i64 %{op}.index",
        f"  %{op}.port = load ptr, ptr %{op}.port.at",
        f"  %{op}.first = getelementptr i32, ptr %words, i64 1",
    ]


class Interpreter:
    """The interpreter in this process, and its entries; safe in threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pools: list[tuple[Any, Any]] = []
        self._free: list[tuple[int, int]] = []

    def entry(self, bytecode: Bytecode) -> Entry:
        """Return a kernel of some bytecode."""
        with self._lock:
            if not self._free:
                self._load()
            pool, k = self._free.pop()
            table, loaded = self._pools[pool]
            at = loaded.address(f"entry{k}"), loaded.address("interpret")
        return Entry(self, (pool, k), table, at, bytecode)

    def release(self, place: tuple[int, int]) -> None:
        """Take back an entry that nobody uses any more."""
        self._free.append(place)

    def restart(self) -> None:
        """Go on in a process that was forked while another thread may have had the lock."""
        self._lock = threading.Lock()

    def _load(self) -> None:
        table = (ctypes.c_void_p * ENTRIES)()
        machine.provide(CONTEXTS, ctypes.addressof(table))
        loaded = machine.load(
            machine.kept_code(f"interpreter {source_version()}", interpreter_text)
        )
        self._free += [(len(self._pools), k) for k in reversed(range(ENTRIES))]
        self._pools.append((table, loaded))


class Entry:
    """A kernel that is interpreted until other code takes its place."""

    def __init__(
        self,
        interpreter: Interpreter,
        place: tuple[int, int],
        table: Any,
        at: tuple[int, int],
        bytecode: Bytecode,
    ) -> None:
        self._interpreter, self._place, self._bytecode = interpreter, place, bytecode
        self.address, function = at
        code, constants, tables = bytecode.code, bytecode.constants, bytecode.tables
        addresses = function, code.ctypes.data, constants.ctypes.data
        self._context = (ctypes.c_int64 * 6)(*addresses, constants.nbytes, tables.ctypes.data, 0)
        table[place[1]] = ctypes.addressof(self._context)
        self._code: Any = None

    @property
    def calls(self) -> int:
        """How often it has been interpreted; calls in several threads may be counted once."""
        return int(self._context[5])

    @property
    def replaced(self) -> bool:
        """Whether other code has taken its place."""
        return self._code is not None

    def replace(self, address: int, code: Any) -> None:
        """Let a kernel at another address answer from the next call on; code: what holds it."""
        self._code = code
        self._context[0] = address

    def __del__(self) -> None:
        self._interpreter.release(self._place)


_host = Interpreter()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_host.restart)


def host_interpreter() -> Interpreter:
    """Return the interpreter of this process."""
    return _host
