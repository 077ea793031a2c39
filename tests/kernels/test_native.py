"""Machine code does what the program says: every operation, special values, any length."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kernels.native import machine, program
from sarrus.kernels import Program
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.program import BINARY, UNARY
from sarrus.kernels.trace import trace

INF, NAN, TINY = math.inf, math.nan, 5e-324
NUMBERS = [0.0, 1.0, -1.0, 0.3, -0.4, 2.5, -2.5, 7.0, 1e-8, 1e5, -3e7, 1e300, TINY]
SPECIAL = [*NUMBERS, -0.0, INF, -INF, NAN]

# What the operations are on floats. Comparisons give 1 or 0; "when" chooses its second operand.
MEANING: dict[str, Callable[..., Any]] = {
    "neg": np.negative,
    "abs": np.abs,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "atan2": np.arctan2,
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "pow": np.power,
    "min": np.minimum,
    "max": np.maximum,
    "mod": np.fmod,
    "lt": np.less,
    "le": np.less_equal,
    "eq": np.equal,
    "ne": np.not_equal,
    "not": np.logical_not,
    "and": np.logical_and,
    "or": np.logical_or,
    "when": lambda a, b: np.where(a != 0.0, b, 0.0),
    "div": lambda a, b: a * np.divide(1.0, b),  # one reciprocal serves all quotients by b
}


def meaning(op: str) -> Callable[..., Any]:
    return MEANING.get(op) or getattr(np, op)


def unary(op: str) -> Program:
    return program(1, lambda builder, x: [builder.unary(op, x[0])])


def binary(op: str) -> Program:
    return program(2, lambda builder, x: [builder.binary(op, x[0], x[1])])


@pytest.mark.parametrize("op", UNARY)
def test_unary_operations(op: str) -> None:
    run = machine(unary(op))
    for a in SPECIAL:
        with np.errstate(all="ignore"):
            expected = float(meaning(op)(a))
        (found,) = run(np.array([a]))
        np.testing.assert_allclose(found, [expected], rtol=1e-15, atol=0, err_msg=f"{op}({a})")


@pytest.mark.parametrize("op", BINARY)
def test_binary_operations(op: str) -> None:
    run = machine(binary(op))
    for a in SPECIAL:
        for b in SPECIAL:
            with np.errstate(all="ignore"):
                expected = float(meaning(op)(np.float64(a), np.float64(b)))
            (found,) = run(np.array([a, b]))
            message = f"{op}({a}, {b})"
            np.testing.assert_allclose(found, [expected], rtol=1e-15, atol=0, err_msg=message)


@pytest.mark.parametrize("op", [*UNARY, *BINARY])
def test_interpreter_agrees_on_ordinary_numbers(op: str) -> None:
    """The reference of the self-test: equal where the result is a finite number."""
    one = op in UNARY
    of = unary(op) if one else binary(op)
    run = machine(of)
    for a in NUMBERS:
        for b in NUMBERS[:1] if one else NUMBERS:
            x = np.array([a] if one else [a, b])
            (expected,), (found,) = interpret(of, [x]), run(x)
            if np.isfinite(expected[0]):
                np.testing.assert_allclose(found, expected, rtol=1e-14, atol=0)


def test_select_takes_one_branch_only() -> None:
    """What is not chosen may be infinite or no number at all."""
    of = trace(lambda x: {"y": (x[0] > 0.0).select(np.sqrt(x[0]), 1.0 / x[1])}, {"x": (2,)})
    run = machine(of)
    assert run(np.array([4.0, 0.0]))[0] == 2.0
    assert run(np.array([-4.0, 0.5]))[0] == 2.0
    assert np.isnan(run(np.array([NAN, NAN]))[0])


def test_nan_is_never_lost() -> None:
    """A state that is not a number gives results that are not numbers."""
    of = trace(lambda x: {"y": np.sin(x) @ x / (1.0 + x @ x) + np.sqrt(x @ x)}, {"x": (3,)})
    for k in range(3):
        x = np.array([0.1, 0.2, 0.3])
        x[k] = NAN
        assert np.isnan(machine(of)(x)[0])


@pytest.mark.parametrize(
    "number",
    [
        *(0.1, -0.1, 1 / 3, math.pi, 123456789.123456789, 9007199254740993.0, 1 + 2.0**-52),
        *(1e308, 1.7976931348623157e308, 2.2250738585072014e-308, 1e-310, TINY),
    ],
)
def test_constants_are_exact(number: float) -> None:
    of = program(
        1,
        lambda builder, x: [
            builder.constant(number),
            builder.binary("mul", x[0], builder.constant(abs(number))),
        ],
    )
    constant, product = machine(of)(np.array([1.0]))[0]
    assert constant == number
    assert product == abs(number)


def test_infinite_constants() -> None:
    of = program(1, lambda builder, x: [builder.constant(INF), builder.constant(-INF)])
    np.testing.assert_array_equal(machine(of)(np.zeros(1))[0], [INF, -INF])


def long_function(n: int) -> Callable[[Any], dict[str, Any]]:
    """About 6 n operations in which late values need early ones."""

    def function(x: Any) -> dict[str, Any]:
        values = list(x)
        for k in range(n):
            a, b = values[-1], values[(7 * k) % len(values)]
            values.append(0.5 * a * b - np.sin(a) * 0.25 + 0.1 * values[k % len(x)])
        return {"last": np.array(values[-4:]), "early": np.array(values[:8]), "zeros": np.zeros(5)}

    return function


@pytest.mark.parametrize("n", [1, 200, 1500])
def test_long_programs_in_parts(n: int) -> None:
    function = long_function(n)
    of = trace(function, {"x": (6,)})
    if n == 1500:
        assert of.operations > 5000
    x = np.linspace(-0.9, 0.8, 6)
    interpreted, expected = interpret(of, [x]), function(x)
    for found, reference, floats in zip(
        machine(of)(x), interpreted, expected.values(), strict=True
    ):
        np.testing.assert_allclose(found, reference, rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(reference, floats, rtol=1e-12, atol=1e-14)


def test_outputs_that_are_inputs_or_numbers() -> None:
    of = trace(
        lambda x: {"same": x, "turned": x[::-1], "number": np.array([1.5, 0.0])}, {"x": (3,)}
    )
    same, turned, number = machine(of)(np.array([1.0, 2.0, 3.0]))
    np.testing.assert_array_equal(same, [1.0, 2.0, 3.0])
    np.testing.assert_array_equal(turned, [3.0, 2.0, 1.0])
    np.testing.assert_array_equal(number, [1.5, 0.0])


def test_programs_without_anything() -> None:
    assert machine(trace(lambda x: {"y": x}, {"x": (0,)}))(np.zeros(0))[0].shape == (0,)
