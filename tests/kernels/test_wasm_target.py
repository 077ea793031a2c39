"""WebAssembly has the bits of C without fused products, operation by operation."""

from __future__ import annotations

import math
import shutil
from typing import Any

import numpy as np
import pytest

from kernels import unfused, wasm
from kernels.both_ways import bits
from kernels.functions import arguments
from kernels.native import machine, program
from sarrus import gallery
from sarrus.kernels import KernelError, Program
from sarrus.kernels.contraction import PART_SIZE
from sarrus.kernels.functions import PAIRS, RANGED
from sarrus.kernels.loops import linear
from sarrus.kernels.loops.least_squares import smallest_solution
from sarrus.kernels.program import BINARY, UNARY
from sarrus.kernels.schedule import schedule_of
from sarrus.kernels.targets.c.target import CTarget
from sarrus.kernels.targets.wasm.target import WasmTarget
from sarrus.kernels.trace import trace
from sarrus.spatial.curve import Curve

SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.3, -2.5, 1e5, 2e5, 1e-300, 1e300, 5e-324, math.inf, -math.inf]
SPECIAL += [math.nan]
UNFUSED = CTarget("gcc", ("-DSARRUS_UNFUSED",))
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler")


def same(of: Program, *states: np.ndarray) -> None:
    """Check that a program gives the bits of C, each product rounded before it is added."""
    theirs, ours = wasm.kernel(of), machine(of, UNFUSED)
    for state in states:
        assert bits(theirs(state)[0]) == bits(ours(state)[0]), state


@needs_gcc
def test_every_operation_has_the_same_bits() -> None:
    ops = [*UNARY, *BINARY]

    def write(b: Any, x: list[int]) -> list[int]:
        return [b.unary(op, x[0]) if op in UNARY else b.binary(op, x[0], x[1]) for op in ops]

    same(program(2, write), *(np.array([a, b]) for a in SPECIAL for b in SPECIAL))


@needs_gcc
def test_functions_have_the_same_bits() -> None:
    """All functions in one program, with arguments in and at the ends of their ranges."""
    ops = list(RANGED)

    def write(b: Any, x: list[int]) -> list[int]:
        pairs = [x[2 * k : 2 * k + 2] for k in range(len(ops))]
        return [
            b.binary(op, *some) if op in PAIRS else b.unary(op, some[0])
            for op, some in zip(ops, pairs, strict=True)
        ]

    columns = []
    for op in ops:
        given = [np.resize(x, 300) for x in arguments(op, 300)]
        columns += given if op in PAIRS else [given[0], given[0]]
    same(program(2 * len(ops), write), *np.stack(columns, axis=1))


@needs_gcc
def test_tables_have_the_same_bits() -> None:
    tables = [[-1.0, 0.0, 0.3, 2.0], [0.0, 1.0], [0.0, 0.5, 1.0, 1.5, 2.0]]
    curves = [Curve(rows, np.cos(np.array(rows) * 3.0), 1, "line") for rows in tables]

    def body(x: Any) -> dict[str, Any]:
        every = [curve.derivative(order, x[0]) for curve in curves for order in range(-1, 4)]
        return {"y": np.array(every)}

    at = [x for rows in tables for x in (*rows, *np.nextafter(rows, 9.0))]
    at += [*np.linspace(-2.0, 3.0, 50), *SPECIAL]
    same(trace(body, {"x": (1,)}), *(np.array([x]) for x in at))


@pytest.mark.parametrize("name", ["puma560", "heavy_top", "half_vehicle"])
def test_mechanisms_have_the_same_bits(name: str) -> None:
    """As the functions in Python have them, each product rounded, and those of C are others."""
    system = gallery.EXAMPLES[name].model().compile(kernels=(), cache=None)
    of = system.compiled.kernel("forward_dynamics").program()
    theirs, random = wasm.kernel(of), np.random.default_rng(6)
    for _ in range(2):
        given = [random.uniform(-1.0, 1.0, port.shape) for port in of.inputs]
        found, expected = theirs(*given), unfused.evaluate(of, given)
        assert [x.tobytes() for x in found] == [x.tobytes() for x in expected]


def test_large_programs_are_cut_into_parts() -> None:
    """Values that outlive their part, and chains deeper than the stack goes."""

    def write(b: Any, x: list[int]) -> list[int]:
        found = [x[0]]
        for k in range(4000):
            found.append(b.binary("add", b.binary("mul", found[-1], x[k % 3]), found[k // 2]))
        turned = b.unary("sin", found[-1])
        return [found[17], b.unary("cos", turned), turned, x[1], b.constant(2.5)]

    of = program(3, write)
    assert len(schedule_of(of, PART_SIZE).parts) > 3
    at = np.array([0.3, -0.4, 0.25])
    assert bits(wasm.kernel(of)(at)) == bits(unfused.evaluate(of, [at]))


def test_native_functions_have_the_same_bits_as_in_python() -> None:
    """Loops, branches, integers and arrays: equations solved by row exchanges and by rotations."""
    random = np.random.default_rng(3)
    A, b = random.normal(size=(6, 6)), random.normal(size=6)
    wasm.agree(linear.factor, A.ravel(), np.zeros(6), 6)
    L, rows = A.ravel().copy(), np.zeros(6)
    linear.factor(L, rows, 6)
    wasm.agree(linear.solve, L, rows, b, 6)
    wide = random.normal(size=(4, 6))
    wide[3] = wide[0] + wide[1]
    room = np.zeros(4 * 6 + 36 + 6)
    x = np.zeros(6)
    wasm.agree(smallest_solution, wide.ravel(), b[:4], x, 4, 6, 1e-9, 1.0, room)


def test_a_function_that_needs_more_than_the_language_is_refused() -> None:
    with pytest.raises(KernelError, match="one state at a time"):
        WasmTarget().kernel_code(program(1, lambda b, x: [x[0]]), width=4)
    with pytest.raises(KernelError, match="browser"):
        WasmTarget().load(b"")
