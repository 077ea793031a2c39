"""Bytecode and its interpreter: every operation, to the last bit of machine code."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.kernels.background import NEVER, WAIT
from sarrus.kernels.bytecode import GIVE, NUMBER, OPERATIONS, TAKE, Bytecode, bytecode_of
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.kernel import COMPILED, INTERPRETED
from sarrus.kernels.program import BINARY, UNARY
from sarrus.kernels.program_record import program_of, record_of
from sarrus.kernels.symbol import Symbol
from sarrus.kernels.targets.llvm.interpreter import ENTRIES, Interpreter
from sarrus.kernels.targets.llvm.programs import program_text
from sarrus.kernels.trace import trace
from sarrus.spatial import Curve

ODD = [0.0, -0.0, 1.0, -1.0, 0.5, 3.0, 1e-300, -1e300, 1e9, np.inf, -np.inf, np.nan]
"""Numbers at which functions have nothing in common with their neighbours."""


def both(function: Callable[..., Any], **inputs: tuple[int, ...]) -> tuple[Kernel, Kernel]:
    """Return the kernel of a function by the interpreter and in machine code."""
    factories = [KernelFactory(Cache(None), policy=policy) for policy in (NEVER, WAIT)]
    first, second = (factory.make("it", function, inputs) for factory in factories)
    assert (first.tier, second.tier) == (INTERPRETED, COMPILED)
    return first, second


def assert_same_bits(a: Any, b: Any) -> None:
    a, b = np.asarray(a), np.asarray(b)
    np.testing.assert_array_equal(a, b)
    known = ~np.isnan(a)
    assert a[known].tobytes() == b[known].tobytes()


def applied(op: str, *operands: Any) -> Any:
    """Write an operation down as it is, without what NumPy makes of its name."""
    builder = operands[0].builder
    numbers = [x.number for x in operands]
    call = builder.unary if len(numbers) == 1 else builder.binary
    return Symbol(builder, call(op, *numbers))


@pytest.mark.parametrize("op", [*UNARY, *BINARY])
def test_every_operation_to_the_last_bit(op: str) -> None:
    count = 1 if op in UNARY else 2
    first, second = both(
        lambda **x: {"y": np.array([applied(op, *(x[k][0] for k in sorted(x)))])},
        **{f"x{k}": (1,) for k in range(count)},
    )
    given = [np.array(ODD)] if count == 1 else [x.ravel() for x in np.meshgrid(ODD, ODD)]
    more = np.random.default_rng(3).normal(size=(count, 40)) * 10.0 ** np.arange(-20, 20)
    for row in zip(*np.hstack([given, more]), strict=True):
        values = [np.array([x]) for x in row]
        assert_same_bits(first(*values), second(*values))


def test_look_ups_to_the_last_bit() -> None:
    x = np.linspace(0.0, 2.0, 9) ** 1.3
    smooth, steps = Curve(x, np.sin(3.0 * x), 2), Curve(x, np.cos(x), 0)

    def function(x: Any) -> dict[str, Any]:
        found = [curve.derivative(order, x[0]) for curve in (smooth, steps) for order in (-1, 0, 1)]
        return {"y": np.array([*found, smooth.curvature(x[0])])}

    first, second = both(function, x=(1,))
    for at in (-1.0, 0.0, 0.3, 1.99, 2.4, 7.0, np.nan):
        assert_same_bits(first(np.array([at])), second(np.array([at])))
    kept = program_of(record_of(first.program()))
    assert program_text(kept).text == program_text(first.program()).text
    sample = [np.array([0.77])]
    for a, b in zip(interpret(kept, sample), interpret(first.program(), sample), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-14)


def mixed(x: Any, p: Any) -> dict[str, Any]:
    """Sums with products of all signs, sines of sines, outputs that are inputs or constants."""
    a = np.sin(x) * p[0] - x[::-1] * p[1]
    b = np.cos(a) + a * a - 2.5
    c = np.sin(b * p[1]) * a[0] - b @ x
    matrix = np.outer(c, b) - np.outer(x, a)
    return {"matrix": matrix, "same": x, "nothing": np.zeros(0), "known": np.eye(3), "c": c @ c}


def test_fused_products_and_rounds_of_sines_to_the_last_bit() -> None:
    first, second = both(mixed, x=(3,), p=(2,))
    random = np.random.default_rng(5)
    for _ in range(20):
        x, p = random.normal(size=3), random.normal(size=2)
        for a, b in zip(first(x, p), second(x, p), strict=True):
            assert_same_bits(a, b)
    assert first.counts == second.counts and first.work_size >= second.work_size


def test_bytes_hold_all() -> None:
    bytecode = bytecode_of(trace(mixed, {"x": (3,), "p": (2,)}))
    again = Bytecode.of_bytes(bytes(bytecode))
    np.testing.assert_array_equal(bytecode.code, again.code)
    np.testing.assert_array_equal(bytecode.constants, again.constants)
    assert again.work_size == bytecode.work_size


def test_record_of_a_program_is_the_program() -> None:
    program = trace(mixed, {"x": (3,), "p": (2,)})
    assert program_of(record_of(program)) == program


def test_operations_of_a_kind_follow_each_other() -> None:
    """Forty products in any order of the trace are one group."""

    def function(x: Any) -> dict[str, Any]:
        return {"y": np.array([x[k] * x[k + 1] + x[k + 2] / x[0] for k in range(38)])}

    words = bytecode_of(trace(function, {"x": (40,)})).code.tolist()
    groups, at = [], 0
    while words[at]:
        op, count = OPERATIONS[words[at]], words[at + 1]
        groups.append(op)
        width = {"fused": 3, "mul": 2, "div": 2, "add": 2}.get(op, 1)
        at += 2 + width * count + (op in (TAKE, GIVE))
    assert words[at] == NUMBER["end"] and len(groups) <= 5 and len(set(groups)) == len(groups)


@pytest.mark.usefixtures("small_heap")
def test_interpreter_has_as_many_entries_as_there_are_kernels() -> None:
    interpreter = Interpreter()
    bytecode = bytecode_of(trace(mixed, {"x": (3,), "p": (2,)}))
    entries = [interpreter.entry(bytecode) for _ in range(ENTRIES + 3)]
    places = {entry.address for entry in entries}
    assert len(places) == len(entries)
    del entries
    gc.collect()
    assert interpreter.entry(bytecode).address in places


def test_machine_code_takes_over_where_the_kernel_is() -> None:
    factory = KernelFactory(Cache(None), policy=NEVER)
    kernel = factory.make("mixed", mixed, {"x": (3,), "p": (2,)})
    x, p = np.array([0.3, -1.2, 2.0]), np.array([0.7, 1.9])
    before, address = kernel(x, p), kernel.address
    assert kernel.tiered is not None and kernel.tiered.entry.calls >= 1
    factory.compile_all()
    assert (kernel.tier, kernel.address, factory.failures) == (COMPILED, address, [])
    calls = kernel.tiered.entry.calls
    for a, b in zip(kernel(x, p), before, strict=True):
        assert_same_bits(a, b)
    assert kernel.tiered.entry.calls == calls  # the interpreter is no longer asked
