"""Words of native functions that are not native functions themselves, and their LLVM."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

from sarrus.kernels.native.function import at, copy, root, run_kernel
from sarrus.kernels.native.kinds import ELEMENT, Value
from sarrus.kernels.native.writing import Writing

DECLARED = """
declare double @llvm.fabs.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.pow.f64(double, double)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
"""
NOTHING = Value("void", "")

Word = Callable[[Writing, list[Value]], Value]


def _simple(argument: str, result: str, code: str) -> Word:
    """Return a word of one line of code, whose argument has the given kind."""

    def write(w: Writing, x: list[Value]) -> Value:
        return Value(result, w.line(code.format(w.expected(argument, x[0]))))

    return write


def _root(w: Writing, x: list[Value]) -> Value:
    base = w.expected("double", x[0])
    power = w.line(f"fdiv double 1.0, {w.expected('double', x[1])}")
    return Value("double", w.line(f"call double @llvm.pow.f64(double {base}, double {power})"))


def _chosen(word: str) -> Word:
    """Return Python's min or max: the first, unless the second is beyond it."""

    def write(w: Writing, x: list[Value]) -> Value:
        kind, a = x[0].kind, x[0].name
        b = w.expected(kind, x[1])
        if kind not in ("double", "i64"):
            raise w.refused(f"{kind} where a number is expected")
        test = f"fcmp o{word}" if kind == "double" else f"icmp s{word}"
        which = w.line(f"{test} {kind} {b}, {a}")
        return Value(kind, w.line(f"select i1 {which}, {kind} {b}, {kind} {a}"))

    return write


def _array(w: Writing, value: Value) -> str:
    if value.kind not in ELEMENT:
        raise w.refused(f"{value.kind} where an array is expected")
    return value.name


def _at(w: Writing, x: list[Value]) -> Value:
    base, k = _array(w, x[0]), w.expected("i64", x[1])
    code = f"getelementptr {ELEMENT[x[0].kind]}, ptr {base}, i64 {k}"
    return Value(x[0].kind, w.line(code))


def _copy(w: Writing, x: list[Value]) -> Value:
    target, source = _array(w, x[0]), w.expected(x[0].kind, x[1])
    size = w.line(f"mul i64 {w.expected('i64', x[2])}, 8")
    places = f"ptr {target}, ptr {source}, i64 {size}, i1 false"
    w.do(f"call void @llvm.memmove.p0.p0.i64({places})")
    return NOTHING


def _run_kernel(w: Writing, x: list[Value]) -> Value:
    for value, kind in zip(x, ("code", "pointers", "pointers", "floats"), strict=True):
        if not value.address:
            w.expected(kind, value)
    f, *places = [value.name for value in x]
    w.do(f"call void {f}({', '.join(f'ptr {place}' for place in places)})")
    return NOTHING


WORDS: list[tuple[Any, int, Word]] = [
    (abs, 1, _simple("double", "double", "call double @llvm.fabs.f64(double {})")),
    (sqrt, 1, _simple("double", "double", "call double @llvm.sqrt.f64(double {})")),
    (float, 1, _simple("i64", "double", "sitofp i64 {} to double")),
    (int, 1, _simple("double", "i64", "fptosi double {} to i64")),
    (min, 2, _chosen("lt")),
    (max, 2, _chosen("gt")),
    (root, 2, _root),
    (at, 2, _at),
    (copy, 3, _copy),
    (run_kernel, 4, _run_kernel),
]
"""What Python calls, with how many arguments, and what writes the same."""


def word_of(called: Any) -> tuple[int, Word] | None:
    """Return number of arguments and writer of a word, None if it is none."""
    return next(((n, word) for known, n, word in WORDS if known is called), None)
