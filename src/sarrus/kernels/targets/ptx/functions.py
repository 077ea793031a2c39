"""The functions of kernels for a device: those of `kernels.functions`, and what is beyond them.

There is no C library: what is beyond the range of a function comes from `functions.beyond`. In
single precision, sines and cosines are taken in single, all other functions in double.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache

import numpy as np

from sarrus.kernels.functions import LOOK_UPS, PAIRS, RANGED, TURN
from sarrus.kernels.functions.beyond import BEYOND, MOST_ANGLE, angle
from sarrus.kernels.functions.tangent import LIMIT, fused_sine_cosine
from sarrus.kernels.native.reading import tree_of
from sarrus.kernels.native.tree import FLOAT, Function
from sarrus.kernels.schedule import TURNS
from sarrus.kernels.targets.llvm.functions import symbol
from sarrus.kernels.targets.llvm.lanes import Lanes
from sarrus.kernels.targets.llvm.native import Value, Writer, declarations, function_text
from sarrus.kernels.targets.llvm.operations import Operations
from sarrus.kernels.targets.ptx.numbers import DOUBLE, QUICK, SINGLE
from sarrus.late_dataclass import dataclass

TURN_NAME = "own.turn"
"""The function of sine and cosine, which are wanted together."""
INLINED_TURNS = 64
"""Angles of a program up to which their sines are written in place."""

_TURN = 6.283185307179586
_MAGNITUDE = 0x7FFFFFFF
"""The bits of a first word but for the sign."""
_SINGLE_LIMIT = 48000.0
"""Angles up to which three parts of pi/2 of single precision do."""
_PARTS = (1.5707963705062866, -4.371139000186243e-08, -1.7151244952e-15)
_SINE = (-1.6666654611e-1, 8.3321608736e-3, -1.9515295891e-4)
_COSINE = (4.166664568298827e-2, -1.388731625493765e-3, 2.443315711809948e-5)
"""Coefficients on [-pi/4, pi/4] for single precision (S. L. Moshier, Cephes)."""


@dataclass(frozen=True)
class _Limits:
    """Numbers of a precision.

    estimate: the instruction of the device that estimates a reciprocal, to 20 bits and to 23; near,
    most: angles up to which nothing is taken off them, and whole turns can be; shift: what a number
    is added to so that it is rounded; turn: a whole turn in two numbers; one, exponent: the first
    word's bit of the exponent 1, and those of all exponents but the last.
    """

    estimate: str
    near: float
    most: float
    shift: float
    turn: tuple[float, float]
    one: int
    exponent: int


_LIMITS = {
    "double": _Limits(
        "llvm.nvvm.rcp.approx.ftz.d", LIMIT, MOST_ANGLE, 1.5 * 2.0**52,
        (_TURN, 2.4492935982947064e-16), 0x00100000, 0x7FE00000,
    ),
    "float": _Limits(
        "llvm.nvvm.rcp.approx.ftz.f", _SINGLE_LIMIT, 2.0**22, 1.5 * 2.0**23,
        (6.2831854820251465, -1.7484556000744883e-07), 0x00800000, 0x7F000000,
    ),
}  # fmt: skip


def device_declarations() -> list[str]:
    """Return the lines that declare what functions and operations call, in both precisions."""
    lines = []
    for lanes in (DOUBLE, SINGLE):
        real, suffix = lanes.real, lanes.suffix
        if lanes is SINGLE:
            one = ("fabs", "sqrt", "floor")
            lines += [f"declare {real} @llvm.{name}.{suffix}({real})" for name in one]
            lines.append(f"declare {real} @llvm.copysign.{suffix}({real}, {real})")
            lines.append(f"declare {real} @llvm.fmuladd.{suffix}({real}, {real}, {real})")
        lines.append(f"declare {real} @llvm.ceil.{suffix}({real})")
        lines.append(f"declare {real} @{_LIMITS[real].estimate}({real})")
        for name in ("minimum", "maximum"):
            lines.append(f"declare {real} @llvm.{name}.{suffix}({real}, {real})")
    return [*declarations(), *lines]


def device_functions(lanes: Lanes, used: Iterable[str], turns: int) -> list[str]:
    """Return the functions that some operations of a program with so many angles need."""
    ops = sorted(used)
    texts: list[str] = []
    needed: list[Function] = []
    if any(op in TURNS for op in ops):
        note = "alwaysinline" if turns <= INLINED_TURNS else "noinline"
        texts.append(_single_turn(note) if lanes is SINGLE else _turn(note, lanes is QUICK))
        needed += [] if lanes is QUICK else [angle]
    for op in ops:
        if op in LOOK_UPS:
            texts.append(function_text(tree_of(LOOK_UPS[op]), symbol(op)))
        elif op in RANGED:
            texts.append(_function_in_range(op))
            needed.append(BEYOND[op])
        if lanes is SINGLE and (op in LOOK_UPS or op in RANGED):
            texts.append(_by_double(op))
    return [*texts, *_native_texts(needed)]


def _native_texts(functions: Iterable[Function]) -> list[str]:
    """Return native functions and all that they call."""
    known: dict[Function, str] = {}
    waiting: list[Function] = []

    def symbol_of(one: Function) -> str:
        if one not in known:
            known[one] = _symbol(one)
            waiting.append(one)
        return known[one]

    for one in functions:
        symbol_of(one)
    texts = []
    while waiting:
        one = waiting.pop()
        texts.append(function_text(tree_of(one), known[one], symbol_of=symbol_of, note=" noinline"))
    return texts


def _symbol(function: Function) -> str:
    return f"beyond.{function.__name__.lstrip('_')}"


@cache
def _function_in_range(op: str) -> str:
    """Return one function: its value, or where it is not in range, what is beyond."""
    names = [f"%x{k}" for k in range(2 if op in PAIRS else 1)]
    writer = Writer()
    found, fine = writer.inline(tree_of(RANGED[op]), [Value(FLOAT, name) for name in names])
    arguments = ", ".join(f"double {name}" for name in names)
    return "\n".join([
        f"define internal double @{symbol(op)}({arguments}) noinline {{",
        "start:",
        *writer.lines,
        f"  br i1 {fine.name}, label %done, label %beyond",
        "beyond:",
        f'  %other = call double @"{_symbol(BEYOND[op])}"({arguments})',
        "  ret double %other",
        "done:",
        f"  ret double {found.name}",
        "}",
        "",
    ])  # fmt: skip


def small_angles(o: Operations, angles: list[str], labels: str) -> list[str]:
    """Write one branch that takes whole turns off some angles where one is beyond the range."""
    real, suffix = o.lanes.real, o.lanes.suffix
    limit = o.lanes.number(_LIMITS[real].near)
    every = ""
    for x in angles:
        size = o.line(f"call {real} @llvm.fabs.{suffix}({real} {x})")
        fine = o.line(f"fcmp ole {real} {size}, {limit}")
        every = o.line(f"and i1 {every}, {fine}") if every else fine
    near, far, from_ = f"{labels}.near", f"{labels}.far", f"{labels}.check"
    o.lines += [f"  br label %{from_}", f"{from_}:", f"  br i1 {every}, label %{near}, "
                f"label %{far}", f"{far}:"]  # fmt: skip
    turned = []
    for x in angles:
        wide = x if o.lanes is not SINGLE else o.line(f"fpext float {x} to double")
        found = o.line(f'call double @"{_symbol(angle)}"(double {wide})')
        turned.append(o.line(f"fptrunc double {found} to float") if o.lanes is SINGLE else found)
    o.lines += [f"  br label %{near}", f"{near}:"]
    return [
        o.line(f"phi {real} [ {x}, %{from_} ], [ {y}, %{far} ]")
        for x, y in zip(angles, turned, strict=True)
    ]


def small_angle(o: Operations, x: str) -> str:
    """Return an angle with whole turns taken off where it is beyond the range, without a branch.

    A branch would be a border that the assembler moves no instruction across, and steps of loops
    have dozens of angles: their latency would be waited for each time.
    """
    real, number, limits = o.lanes.real, o.lanes.number, _LIMITS[o.lanes.real]
    turns = o.fused_product(x, number(1.0 / _TURN), number(limits.shift))
    minus = o.line(f"fsub {real} {number(limits.shift)}, {turns}")
    r = x
    for part in limits.turn:
        r = o.fused_product(minus, number(part), r)
    size = o.line(f"and i32 {high_word(o, x)}, {_MAGNITUDE}")
    known = o.line(f"icmp ult i32 {size}, {_high_bits(limits.most, real)}")
    r = o.line(f"select i1 {known}, {real} {r}, {real} {number(math.nan)}")
    near = o.line(f"icmp ule i32 {size}, {_high_bits(limits.near, real)}")
    return o.line(f"select i1 {near}, {real} {x}, {real} {r}")


def known_angle(o: Operations, x: str) -> str:
    """Return an angle, or NaN where neighbors of so large a number are far apart."""
    real, limits = o.lanes.real, _LIMITS[o.lanes.real]
    size = o.line(f"and i32 {high_word(o, x)}, {_MAGNITUDE}")
    known = o.line(f"icmp ult i32 {size}, {_high_bits(limits.most, real)}")
    return o.line(f"select i1 {known}, {real} {x}, {real} {o.lanes.number(math.nan)}")


def high_word(o: Operations, x: str) -> str:
    """Return sign, exponent and first digits of a number, an integer of 32 bits.

    Tests of it are done beside the arithmetic of numbers, which sets the pace in double precision.
    """
    if o.lanes is SINGLE:
        return o.line(f"bitcast float {x} to i32")
    pair = o.line(f"bitcast double {x} to <2 x i32>")
    return o.line(f"extractelement <2 x i32> {pair}, i32 1")


def _high_bits(value: float, real: str) -> int:
    kind, number = (np.uint64, np.float64) if real == "double" else (np.uint32, np.float32)
    bits = int(np.array(value, number).view(kind))
    return bits >> 32 if real == "double" else bits


def _is_nan(o: Operations, x: str) -> str:
    """Return whether a number is none: of double by its first word, as those are that arise."""
    size = o.line(f"and i32 {high_word(o, x)}, {_MAGNITUDE}")
    return o.line(f"icmp ugt i32 {size}, {_high_bits(math.inf, o.lanes.real)}")


def _is_odd(o: Operations, x: str) -> str:
    """Return whether a number is zero, not normal, infinite or none.

    Its exponent is all zeros or ones: with one added, all bits but the last are 0.
    """
    limits = _LIMITS[o.lanes.real]
    above = o.line(f"add i32 {high_word(o, x)}, {limits.one}")
    exponent = o.line(f"and i32 {above}, {limits.exponent}")
    return o.line(f"icmp eq i32 {exponent}, 0")


def quotient(o: Operations, a: str, b: str) -> str:
    """Return a / b, rounded as the processor does where all numbers are normal, without a branch.

    From an estimate r of 1 / b two refinements and the remainder of a r (P. W. Markstein, 1990).
    Where r is zero or infinite it is not refined, and where the last step is zero (its sign may be
    wrong), infinite or not a number, a r is the quotient. Divisors beyond 2^1021 (2^125 in single)
    give 0; the last digit of quotients and dividends near the least normal number is not certain.
    """
    real, number, limits = o.lanes.real, o.lanes.number, _LIMITS[o.lanes.real]
    r0 = o.line(f"call {real} @{limits.estimate}({real} {b})")
    less = o.line(f"fneg {real} {b}")
    first = r0
    if o.lanes is not SINGLE:  # else 1 / (1 - 2^-53), just above the middle of two numbers, is 1
        pair = o.line(f"bitcast double {r0} to <2 x i32>")
        pair = o.line(f"insertelement <2 x i32> {pair}, i32 1, i32 0")
        first = o.line(f"bitcast <2 x i32> {pair} to double")
    off = o.fused_product(less, first, number(1.0))
    off = o.fused_product(off, off, off)
    r = o.fused_product(first, off, first)
    if o.lanes is not SINGLE:
        r = o.fused_product(r, o.fused_product(less, r, number(1.0)), r)
    r = o.line(f"select i1 {_is_odd(o, r0)}, {real} {r0}, {real} {r}")
    if a == number(1.0) and o.lanes is not SINGLE:
        return r  # a reciprocal is rounded after two refinements
    q = o.line(f"fmul {real} {a}, {r}")
    found = o.fused_product(r, o.fused_product(less, q, a), q)
    return o.line(f"select i1 {_is_odd(o, found)}, {real} {q}, {real} {found}")


def smaller(o: Operations, a: str, b: str, greater: bool = False) -> str:
    """Return the smaller of two numbers, or the greater, NaN where one is; -0 is below 0.

    One comparison of numbers: where a <= b and yet a is positive and b negative, both are 0.
    """
    real = o.lanes.real
    first = o.line(f"fcmp {'oge' if greater else 'ole'} {real} {a}, {b}")
    below, above = (high_word(o, b), high_word(o, a))
    below, above = (above, below) if greater else (below, above)
    negative = o.line(f"and i32 {below}, {o.line(f'xor i32 {above}, -1')}")
    apart = o.line(f"icmp sge i32 {negative}, 0")
    first = o.line(f"and i1 {first}, {apart}")
    either = o.line(f"or i1 {first}, {_is_nan(o, a)}")
    return o.line(f"select i1 {either}, {real} {a}, {real} {b}")


def _turn_text(real: str, name: str, note: str, lines: list[str], both: tuple[str, str]) -> str:
    pair = f"{{{real}, {real}}}"
    return "\n".join([
        f"define internal {pair} @{name}({real} %x) {note} {{",
        *lines,
        f"  %one = insertvalue {pair} poison, {real} {both[0]}, 0",
        f"  %both = insertvalue {pair} %one, {real} {both[1]}, 1",
        f"  ret {pair} %both",
        "}",
        "",
    ])  # fmt: skip


@cache
def _turn(note: str, short: bool) -> str:
    """Return the function of sine and cosine of angles in range."""
    writer = Writer()
    function = tree_of(fused_sine_cosine if short else TURN)
    sine, cosine, *_ = writer.inline(function, [Value(FLOAT, "%x")])
    return _turn_text("double", TURN_NAME, note, writer.lines, (sine.name, cosine.name))


@cache
def _single_turn(note: str) -> str:
    """Return the function of sine and cosine in single precision, to about a unit of it.

    The angle is reduced by a multiple of pi/2 in three parts, each by a fused product.
    """
    o = Operations(SINGLE, "%s")
    number = SINGLE.number

    def series(z: str, coefficients: tuple[float, ...]) -> str:
        total = number(coefficients[-1])
        for c in reversed(coefficients[:-1]):
            total = o.fused_product(total, z, number(c))
        return total

    k = o.value("floor", [o.fused_product("%x", number(0.6366197723675814), number(0.5))])
    minus = o.value("neg", [k])
    r = "%x"
    for part in _PARTS:
        r = o.fused_product(minus, number(part), r)
    z = o.value("mul", [r, r])
    sine = o.fused_product(o.value("mul", [r, z]), series(z, _SINE), r)
    near = o.fused_product(z, number(-0.5), number(1.0))
    cosine = o.fused_product(o.value("mul", [z, z]), series(z, _COSINE), near)
    whole = o.line(f"fptosi float {k} to i32")
    odd_bit = o.line(f"and i32 {whole}, 1")
    odd = o.line(f"icmp ne i32 {odd_bit}, 0")
    results = []
    for first, other, shift in ((sine, cosine, 0), (cosine, sine, 1)):
        chosen = o.line(f"select i1 {odd}, float {other}, float {first}")
        turned = o.line(f"add i32 {whole}, {shift}")
        second = o.line(f"and i32 {turned}, 2")
        back = o.line(f"icmp ne i32 {second}, 0")
        minus = o.value("neg", [chosen])
        results.append(o.line(f"select i1 {back}, float {minus}, float {chosen}"))
    both = (results[0], results[1])
    return _turn_text("float", f"{TURN_NAME}.single", note, o.lines, both)


@cache
def _by_double(op: str) -> str:
    """Return a function of single precision that asks the one of double."""
    table = op in LOOK_UPS
    count = len(tree_of(LOOK_UPS[op]).arguments) - 1 if table else (2 if op in PAIRS else 1)
    names = [f"%x{k}" for k in range(count)]
    head = ["ptr %table"] if table else []
    return "\n".join([
        f"define internal float @{symbol(op)}.single("
        f"{', '.join([*head, *(f'float {name}' for name in names)])}) noinline {{",
        *(f"  {name}.wide = fpext float {name} to double" for name in names),
        f"  %wide = call double @{symbol(op)}("
        f"{', '.join([*head, *(f'double {name}.wide' for name in names)])})",
        "  %short = fptrunc double %wide to float",
        "  ret float %short",
        "}",
        "",
    ])  # fmt: skip
