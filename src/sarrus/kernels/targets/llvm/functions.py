"""The functions of kernels as LLVM text: those of `kernels.functions`, and the C library beyond.

A function is evaluated for all lanes without a branch. If any lane lies beyond its range, those
lanes alone are taken from the C library, one by one: what a lane gets never depends on its
neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sarrus.kernels.functions import LIBRARY, LOOK_UPS, PAIRS, RANGED, TURN
from sarrus.kernels.native.reading import tree_of
from sarrus.kernels.native.tree import FLOAT
from sarrus.kernels.targets.llvm.lanes import Lanes
from sarrus.kernels.targets.llvm.native import Value, Writer, function_text

INTRINSICS = frozenset({"sin", "cos", "exp", "log", "pow"})
"""Functions of the C library that LLVM calls by names of its own."""


def symbol(op: str) -> str:
    """Return the name of a function of ours."""
    return f"own.{op}"


def library_symbol(name: str) -> str:
    """Return the name of a function of the C library."""
    return f"llvm.{name}.f64" if name in INTRINSICS else name


def library_declarations() -> list[str]:
    """Return the lines that declare the functions of the C library."""
    counts = {LIBRARY[op]: 2 if op in PAIRS else 1 for op in RANGED} | {"sin": 1, "cos": 1}
    return [
        f"declare double @{library_symbol(name)}({', '.join(['double'] * n)})"
        for name, n in counts.items()
    ]


def functions_of(lanes: Lanes, used: Iterable[str]) -> list[str]:
    """Return the functions that some operations need."""
    wanted = sorted(used)
    ranged = [_function_lines(lanes, op) for op in wanted if op in RANGED]
    return [*(_look_up(lanes, op) for op in wanted if op in LOOK_UPS), *ranged]


@cache
def _look_up(lanes: Lanes, op: str) -> str:
    return function_text(tree_of(LOOK_UPS[op]), symbol(op), lanes=lanes, note=" noinline")


@cache
def _function_lines(lanes: Lanes, op: str) -> str:
    """Return one function: all lanes without a branch, then what is beyond its range."""
    real = lanes.real
    names = [f"x{k}" for k in range(2 if op in PAIRS else 1)]
    writer = Writer(lanes)
    values = [Value(FLOAT, f"%{name}", lanes.width > 1) for name in names]
    found, fine = (_whole(writer, x) for x in writer.inline(tree_of(RANGED[op]), values))
    every = _every(writer, fine)
    arguments = ", ".join(f"{real} %{name}" for name in names)
    calls = {f"found.{op}": LIBRARY[op]}
    lines = [
        f"define internal {real} @{symbol(op)}({arguments}) noinline {{",
        "start:",
        f"  %found.{op} = alloca {real}, align 8",
        f"  %fine = alloca {lanes.whole}, align 8",
        *(f"  %{name}.all = alloca {real}, align 8" for name in names),
        *writer.lines,
        f"  br i1 {every}, label %done, label %beyond",
        "beyond:",
        f"  store {real} {found.name}, ptr %found.{op}, align 8",
        *(f"  store {real} %{name}, ptr %{name}.all, align 8" for name in names),
        *_each_lane(lanes, fine, [f"%{name}.all" for name in names], calls),
        f"  %mixed = load {real}, ptr %found.{op}, align 8",
        f"  ret {real} %mixed",
        "done:",
        f"  ret {real} {found.name}",
        "}",
        "",
    ]
    return "\n".join(lines)


@cache
def sines(size: int) -> str:
    """Return the function `sines(angles, sines, cosines, n)`; n is a multiple of the size."""
    lanes = Lanes(size)
    writer = Writer(lanes)
    sine, cosine, fine = (
        _whole(writer, x) for x in writer.inline(tree_of(TURN), [Value(FLOAT, "%x", size > 1)])
    )
    every = _every(writer, fine)
    real, each = lanes.real, {"at.sine": "sin", "at.cosine": "cos"}
    lines = [
        "define internal void @sines(ptr %angles, ptr %sines, ptr %cosines, i64 %n) noinline {",
        "entry:",
        f"  %fine = alloca {lanes.whole}, align 8",
        "  br label %start",
        "start:",
        "  %i.first = phi i64 [ 0, %entry ], [ %i.next, %done ]",
        "  %at = getelementptr double, ptr %angles, i64 %i.first",
        "  %at.sine = getelementptr double, ptr %sines, i64 %i.first",
        "  %at.cosine = getelementptr double, ptr %cosines, i64 %i.first",
        f"  %x = load {real}, ptr %at, align 8",
        *writer.lines,
        f"  store {real} {sine.name}, ptr %at.sine, align 8",
        f"  store {real} {cosine.name}, ptr %at.cosine, align 8",
        f"  br i1 {every}, label %done, label %beyond",
        "beyond:",
        *_each_lane(lanes, fine, ["%at"], each),
        "  br label %done",
        "done:",
        f"  %i.next = add i64 %i.first, {size}",
        "  %i.more = icmp ult i64 %i.next, %n",
        "  br i1 %i.more, label %start, label %last",
        "last:",
        "  ret void",
        "}",
        "",
    ]
    return "\n".join(lines)


def _whole(writer: Writer, value: Value) -> Value:
    return writer.widen(value) if writer.lanes.width > 1 else value


def _every(writer: Writer, fine: Value) -> str:
    """Write whether all lanes are in range and return its name."""
    width = writer.lanes.width
    if width == 1:
        return fine.name
    mask = writer.line(f"bitcast {writer.lanes.bit} {fine.name} to i{width}")
    return writer.line(f"icmp eq i{width} {mask}, -1")


def _each_lane(lanes: Lanes, fine: Value, values: list[str], calls: dict[str, str]) -> list[str]:
    """Return the lines that put the C library's values in the lanes that are not in range.

    values: addresses of the arguments of all lanes; calls: places of results, and functions.
    """
    arguments = ", ".join(f"double %one{k}" for k in range(len(values)))
    lines = [
        f"  %words = sext {lanes.bit} {fine.name} to {lanes.whole}",
        f"  store {lanes.whole} %words, ptr %fine, align 8",
        "  br label %lane",
        "lane:",
        "  %j = phi i64 [ 0, %beyond ], [ %j.next, %after ]",
        "  %fine.at = getelementptr i64, ptr %fine, i64 %j",
        "  %fine.one = load i64, ptr %fine.at",
        "  %outside = icmp eq i64 %fine.one, 0",
        "  br i1 %outside, label %library, label %after",
        "library:",
        *(f"  %one{k}.at = getelementptr double, ptr {x}, i64 %j" for k, x in enumerate(values)),
        *(f"  %one{k} = load double, ptr %one{k}.at" for k in range(len(values))),
    ]
    for place, name in calls.items():
        lines += [
            f"  %{place}.value = call double @{library_symbol(name)}({arguments})",
            f"  %{place}.lane = getelementptr double, ptr %{place}, i64 %j",
            f"  store double %{place}.value, ptr %{place}.lane",
        ]
    return [
        *lines,
        "  br label %after",
        "after:",
        "  %j.next = add i64 %j, 1",
        f"  %j.more = icmp ult i64 %j.next, {lanes.width}",
        "  br i1 %j.more, label %lane, label %end",
        "end:",
    ]
