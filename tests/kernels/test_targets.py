"""Targets agree: C has the bits of the machine code, and so have functions in Python."""

from __future__ import annotations

import math
import shutil
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kernels.both_ways import bits
from kernels.functions import REFERENCES, arguments
from kernels.native import machine, program
from sarrus import gallery
from sarrus.kernels import Cache, KernelError, KernelFactory, Program
from sarrus.kernels.contraction import PART_SIZE, fused_sums
from sarrus.kernels.functions import LIBRARY, PAIRS, RANGED, TURN
from sarrus.kernels.loops import fixed
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.kernels.loops.fixed import FixedLoop
from sarrus.kernels.loops.linear import factor, solve
from sarrus.kernels.native import compile_function
from sarrus.kernels.program import BINARY, UNARY
from sarrus.kernels.schedule import schedule_of
from sarrus.kernels.targets import Target, host
from sarrus.kernels.targets.c.target import CTarget
from sarrus.kernels.trace import trace
from sarrus.spatial.curve import Curve

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler")
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.3, -2.5, 1e5, 2e5, 1e-300, 1e300, 5e-324, math.inf, -math.inf]
SPECIAL += [math.nan]
C = CTarget("gcc")


def fuses() -> bool:
    """Whether this processor rounds a product and its sum once."""
    of = program(3, lambda b, x: [b.binary("add", b.binary("mul", x[0], x[1]), x[2])])
    eps = 2.0**-30
    return bool(machine(of)(np.array([1.0 + eps, 1.0 - eps, -1.0]))[0][0] != 0.0)


needs_fused = pytest.mark.skipif(not fuses(), reason="this processor rounds twice")


def same(of: Program, *states: np.ndarray, target: Target = C) -> None:
    theirs, ours = machine(of, target), machine(of)
    for state in states:
        found, expected = theirs(state)[0], ours(state)[0]
        assert bits(found) == bits(expected), state


@needs_gcc
@needs_fused
def test_every_operation_has_the_same_bits_in_c() -> None:
    ops = [*UNARY, *BINARY]

    def write(b: Any, x: list[int]) -> list[int]:
        return [b.unary(op, x[0]) if op in UNARY else b.binary(op, x[0], x[1]) for op in ops]

    same(program(2, write), *(np.array([a, b]) for a in SPECIAL for b in SPECIAL))


@needs_gcc
@needs_fused
@pytest.mark.parametrize("op", RANGED)
def test_functions_have_the_same_bits_in_c(op: str) -> None:
    n = 2 if op in PAIRS else 1
    of = program(n, lambda b, x: [b.binary(op, *x) if n == 2 else b.unary(op, *x)])
    same(of, *np.stack(arguments(op, 1000), axis=1))


@needs_gcc
@needs_fused
@pytest.mark.parametrize("rows", [[-1.0, 0.0, 0.3, 2.0], [0.0, 1.0], [0.0, 0.5, 1.0, 1.5, 2.0]])
def test_tables_have_the_same_bits_in_c(rows: list[float]) -> None:
    curve = Curve(rows, np.cos(np.array(rows) * 3.0), 1, "line")

    def function(x: Any) -> dict[str, Any]:
        return {"y": np.array([curve.derivative(order, x[0]) for order in range(-1, 4)])}

    at = [*rows, *np.nextafter(rows, 9.0), *np.linspace(-2.0, 3.0, 50), *SPECIAL]
    same(trace(function, {"x": (1,)}), *(np.array([x]) for x in at))


@needs_gcc
@needs_fused
@pytest.mark.parametrize("name", ["puma560", "heavy_top", "half_vehicle"])
@pytest.mark.parametrize("quantity", ["inverse_dynamics", "forward_dynamics"])
def test_mechanisms_have_the_same_bits_in_c(name: str, quantity: str) -> None:
    system = gallery.EXAMPLES[name].model().compile(kernels=(), cache=None)
    of = system.compiled.kernel(quantity).program()
    theirs, ours, random = machine(of, C), machine(of), np.random.default_rng(6)
    for _ in range(5):
        given = [random.uniform(-1.0, 1.0, port.shape) for port in of.inputs]
        found, expected = theirs(*given), ours(*given)
        assert [x.tobytes() for x in found] == [x.tobytes() for x in expected]


@needs_gcc
def test_a_factory_takes_the_target_of_its_caller() -> None:
    """Kernels of C, of one state and of rows, with inputs and outputs of one name."""

    def function(y: Any, t: Any) -> dict[str, Any]:
        return {"y": np.sin(y) * t[0], "t": t + 1.0}

    kernels = [
        KernelFactory(Cache(None), target).make("f", function, {"y": (3,), "t": (1,)})
        for target in (C, host())
    ]
    y, t = np.array([[0.1, 0.2, 0.3], [2.0, 1e6, -1.0]]), np.array([0.7])
    for found, expected in zip(*(kernel(y, t) for kernel in kernels), strict=True):
        assert found.tobytes() == expected.tobytes()
    for found, expected in zip(*(kernel(y[0], t) for kernel in kernels), strict=True):
        assert found.tobytes() == expected.tobytes()


@needs_gcc
def test_native_functions_run_in_c() -> None:
    A = np.random.default_rng(2).normal(size=(5, 5)) + 4.0 * np.eye(5)
    b, exchanged = np.arange(5.0), np.zeros(5)
    x, F = b.copy(), A.copy()
    assert compile_function(factor, C)(F.ctypes.data, exchanged.ctypes.data, 5) == 1
    compile_function(solve, C)(F.ctypes.data, exchanged.ctypes.data, x.ctypes.data, 5)
    np.testing.assert_allclose(A @ x, b, atol=1e-13)


@needs_gcc
def test_a_loop_with_a_record_runs_in_c() -> None:
    def step(y: Any, t: Any, h: Any) -> dict[str, Any]:
        return {"y_next": y + h[0] * np.array([y[1], -y[0]]), "watch": np.array([1.0 - t[0]])}

    kernel = KernelFactory(Cache(None)).make("step", step, {"y": (2,), "t": (1,), "h": (1,)})
    found = []
    for code in (compile_function(fixed.repeat, C), compile_function(fixed.repeat)):
        loop = FixedLoop(BoundKernel(kernel, {"h": np.array([0.01])}))
        loop._loop = code
        y = np.array([1.0, 0.0])
        reached, kept, why = loop.run(y, 0.0, 0.01, (0, 40), 3, 0.75)
        found.append((reached, kept.tobytes(), why, y.tobytes(), loop.lowest))
    assert found[0] == found[1] and found[0][2] == fixed.STOPPED


@needs_gcc
def test_what_the_compiler_refuses_is_told() -> None:
    with pytest.raises(KernelError, match="the C compiler refuses the code"):
        C.load(b"this is no C")
    with pytest.raises(KernelError, match="there is no C compiler 'no such compiler'"):
        CTarget("no such compiler").load(b"")
    of = program(1, lambda b, x: [x[0]])
    with pytest.raises(KernelError, match="one state at a time"):
        C.kernel_code(of, 4)


# --- functions as they are written --------------------------------------------------------------


@needs_fused
@pytest.mark.parametrize("op", RANGED)
def test_functions_run_in_python_with_the_same_bits(op: str) -> None:
    """As they stand, operation by operation; the machine code is that of the same lines."""
    n = 2 if op in PAIRS else 1
    run = machine(program(n, lambda b, x: [b.binary(op, *x) if n == 2 else b.unary(op, *x)]))
    seen = 0
    for given in np.stack(arguments(op, 400), axis=1).tolist():
        with np.errstate(all="ignore"):
            try:
                value, fine = RANGED[op](*given)
            except (ZeroDivisionError, ValueError):  # as Python has it, not the processor
                continue
        if fine:
            seen += 1
            assert bits(value) == bits(float(run(np.array(given))[0][0])), given
    assert seen > 200


@needs_fused
def test_sines_run_in_python_with_the_same_bits() -> None:
    run = machine(program(1, lambda b, x: [b.unary("sin", x[0]), b.unary("cos", x[0])]))
    for x in np.random.default_rng(4).uniform(-1e5, 1e5, 300).tolist():
        *found, fine = TURN(x)
        assert fine and bits(found) == bits(run(np.array([x]))[0])
    assert not TURN(1.1e5)[2] and not TURN(math.nan)[2]


def test_every_function_has_a_reference_and_a_library() -> None:
    assert set(RANGED) == set(REFERENCES) == set(LIBRARY)


# --- fused products -----------------------------------------------------------------------------

Write = Callable[[Any, list[int]], list[int]]
MUL = "mul"
# What is written over x, and which products of two inputs are fused into which sums.
FUSED: list[tuple[Write, list[tuple[int, int, bool, bool]]]] = [
    (lambda b, x: [b.binary("add", b.binary(MUL, x[0], x[1]), x[2])], [(0, 1, False, False)]),
    (lambda b, x: [b.binary("sub", x[2], b.binary(MUL, x[0], x[1]))], [(0, 1, True, False)]),
    (lambda b, x: [b.binary("sub", b.binary(MUL, x[0], x[1]), x[2])], [(0, 1, False, True)]),
    # a product that is an output itself, or that two sums want, is not fused
    (lambda b, x: [m := b.binary(MUL, x[0], x[1]), b.binary("add", m, x[2])], []),
    (
        lambda b, x: [
            b.binary("add", b.binary(MUL, x[0], x[1]), x[2]),
            b.binary("add", b.binary(MUL, x[0], x[1]), x[3]),
        ],
        [],
    ),
    # of two products the one with fewer uses, else the first
    (
        lambda b, x: [b.binary("add", b.binary(MUL, x[0], x[1]), b.binary(MUL, x[2], x[3]))],
        [(0, 1, False, False)],
    ),
    (
        lambda b, x: [
            b.binary("add", m := b.binary(MUL, x[0], x[1]), b.binary(MUL, x[2], x[3])),
            b.binary("sub", m, x[2]),
        ],
        [(2, 3, False, False)],
    ),
]


@pytest.mark.parametrize("k", range(len(FUSED)))
def test_which_products_are_fused(k: int) -> None:
    write, expected = FUSED[k]
    of = program(4, write)
    plan = schedule_of(of, PART_SIZE)
    found = []
    for part in plan.parts:
        for fused in fused_sums(of, plan, part).values():
            at = [of.instructions[value][2] for value in (fused.a, fused.b)]
            found.append((*at, fused.minus_product, fused.minus_c))
    assert found == expected
