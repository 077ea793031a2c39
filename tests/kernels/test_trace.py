"""A function gives the same numbers on floats, traced and interpreted, and traced and compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kernels.native import machine
from sarrus.kernels import Cache, KernelError, KernelFactory
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.trace import trace
from sarrus.spatial.arrays import (
    columns,
    cross,
    dot,
    join,
    length,
    matrix,
    motion_cross,
    select,
    skew,
    symmetric,
    symmetric_from_upper,
    vector,
)

A = np.array([0.3, -1.2, 2.1])
B = np.array([-0.7, 0.4, 1.6])

# What equations are written with, on two vectors of three.
VOCABULARY: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
    "by numbers": lambda a, b: 2.0 * a - b / 3.0 + (1.5 - a) / (b + 4.0) - 7,
    "NumPy numbers": lambda a, b: np.float64(0.1) * a + np.float32(0.5) * b - np.int64(2),
    "negative": lambda a, b: -a - -b,
    "positive": lambda a, b: +a,
    "absolute": lambda a, b: abs(a) + np.abs(b),
    "powers": lambda a, b: a**0 + a**1 + a**2 - b**3 + a**4 + b**5 + np.square(b),
    "fractional powers": lambda a, b: abs(a) ** 0.5 + abs(b) ** 1.5 + abs(b) ** -0.5 + a**-2,
    "product": lambda a, b: np.array([a @ b, dot(a, b), np.dot(b, a), np.sum(a * b)]),
    "matrix product": lambda a, b: matrix(a, b, a) @ b,
    "matrix of numbers": lambda a, b: np.arange(9.0).reshape(3, 3) @ a + b @ np.eye(3),
    "transpose": lambda a, b: matrix(a, b).T @ np.array([1.0, 2.0]),
    "indexing": lambda a, b: np.array([a[-1], a[1:3][0], matrix(a, b)[:, 1][0]]),
    "reshape": lambda a, b: join(a, b).reshape(2, 3)[:, ::-1],
    "vector": lambda a, b: vector(a[0], 1.0, b[2]),
    "columns": lambda a, b: columns(a, b),
    "join": lambda a, b: join(a, np.zeros(3), b),
    "cross": lambda a, b: cross(a, b) + np.cross(b, 3.0 * a) + skew(a) @ b,
    "motion cross": lambda a, b: motion_cross(join(a, b), join(b, a)),
    "length": lambda a, b: length(a - b),
    "symmetric": lambda a, b: symmetric(join(a, b)) @ a,
    "mirrored": lambda a, b: symmetric_from_upper(matrix(a, b, a + b)),
    "sqrt": lambda a, b: np.sqrt(a * a + b * b),
    "sine": lambda a, b: np.sin(a) + np.cos(b) + np.tan(a),
    "sine of a sine": lambda a, b: np.sin(np.cos(a) + np.sin(b)),
    "inverse sine": lambda a, b: np.arcsin(a / 3) + np.arccos(b / 3) + np.arctan(a),
    "hyperbolic": lambda a, b: np.sinh(a) + np.cosh(b) + np.tanh(a),
    "exponential": lambda a, b: np.exp(a) + np.log(abs(b)),
    "arctan2": lambda a, b: np.arctan2(a, b),
    "hypot": lambda a, b: np.hypot(a, b),
    "select": lambda a, b: vector(*[select(x > y, x, 2.0 * y) for x, y in zip(a, b, strict=True)]),
    "select <=": lambda a, b: vector(select(a[0] <= b[0], a[0], 1.0), select(a[1] <= 0, 0, b[1])),
    "select ==": lambda a, b: vector(
        select(a[0] == a[0] + 0.0, 1.0, 2.0), select(a[1] == b[1], 1, 2)
    ),
    "select !=": lambda a, b: vector(select(a[0] != b[0], a[0], b[0])),
    "select >=": lambda a, b: vector(select(a[2] >= b[2], 5.0, a[2]), select(a[0] > 0.5, 1, 2)),
}


def outputs_of(function: Callable[[Any, Any], Any]) -> Callable[..., dict[str, Any]]:
    return lambda a, b: {"out": function(a, b)}


@pytest.mark.parametrize("name", VOCABULARY)
def test_vocabulary(name: str) -> None:
    function = VOCABULARY[name]
    program = trace(outputs_of(function), {"a": (3,), "b": (3,)})
    for a, b in ((A, B), (B, A), (np.array([0.5, 0.25, 1e-3]), np.array([1.0, -2.0, 1e-3]))):
        expected = np.asarray(function(a, b), dtype=float)
        (interpreted,), (native,) = interpret(program, [a, b]), machine(program)(a, b)
        assert native.shape == expected.shape
        np.testing.assert_allclose(interpreted, expected, rtol=1e-14, atol=1e-15)
        np.testing.assert_allclose(native, expected, rtol=1e-14, atol=1e-15)


def test_inputs_and_outputs_of_every_shape() -> None:
    def function(s: Any, m: Any, nothing: Any) -> dict[str, Any]:
        return {"scalar": s * m[0, 1], "matrix": m.T * s, "empty": nothing, "number": 3.0}

    program = trace(function, {"s": (), "m": (2, 3), "nothing": (0,)})
    assert [port.shape for port in program.outputs] == [(), (3, 2), (0,), ()]
    m = np.arange(6.0).reshape(2, 3)
    scalar, product, empty, number = machine(program)(np.array(2.0), m, np.zeros(0))
    assert scalar == 2.0 and number == 3.0 and empty.shape == (0,)
    np.testing.assert_array_equal(product, 2.0 * m.T)


def test_outputs_are_chosen_by_name() -> None:
    def function(x: Any) -> dict[str, Any]:
        return {"cheap": x + 1.0, "costly": np.exp(np.tan(x))}

    every = trace(function, {"x": (2,)})
    cheap = trace(function, {"x": (2,)}, ["cheap"])
    assert [port.name for port in cheap.outputs] == ["cheap"]
    assert cheap.counts == {"add": 2}
    assert every.operations == 6
    swapped = trace(function, {"x": (2,)}, ["costly", "cheap"])
    assert [port.name for port in swapped.outputs] == ["costly", "cheap"]
    with pytest.raises(KernelError, match=r"no output \['dear'\].*cheap"):
        trace(function, {"x": (2,)}, ["dear"])


def test_the_constant_nan_is_refused() -> None:
    with pytest.raises(KernelError, match=r"output 'out' .* is the constant NaN"):
        trace(lambda x: {"out": np.nan}, {"x": ()})


def test_values_of_another_trace_are_refused() -> None:
    kept: list[Any] = []

    def first(x: Any) -> dict[str, Any]:
        kept.append(x)
        return {"y": x}

    trace(first, {"x": ()})
    with pytest.raises(KernelError, match="another trace"):
        trace(lambda x: {"y": kept[0]}, {"x": ()})


def test_kernel_equals_the_function() -> None:
    """The whole way: factory, cache, caller."""
    factory = KernelFactory(Cache(None))
    function = outputs_of(lambda a, b: join(cross(a, b), np.sin(a)))
    kernel = factory.make("test", function, {"a": (3,), "b": (3,)})
    np.testing.assert_allclose(kernel(A, B), function(A, B)["out"], rtol=1e-15)
    assert factory.compiled == 1 and factory.cached == 0 and factory.seconds > 0.0
