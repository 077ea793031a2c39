"""Simplification: constants folded, equal work shared, signs moved out, dead code left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sarrus.kernels import Program
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.trace import trace


def traced(function: Callable[[Any], Any], n: int = 3) -> Program:
    return trace(lambda x: {"y": function(x)}, {"x": (n,)})


# Each entry: a function of x, y, z and the operations that remain of it.
SIMPLIFIED: dict[str, tuple[Callable[..., Any], dict[str, int]]] = {
    "x + 0": (lambda x, y, z: x + 0.0, {}),
    "0 + x": (lambda x, y, z: 0.0 + x, {}),
    "x - 0": (lambda x, y, z: x - 0.0, {}),
    "0 - x": (lambda x, y, z: 0.0 - x, {"neg": 1}),
    "1 x": (lambda x, y, z: 1.0 * x, {}),
    "x / 1": (lambda x, y, z: x / 1.0, {}),
    "0 x": (lambda x, y, z: 0.0 * x, {}),
    "0 / x": (lambda x, y, z: 0.0 / x, {}),
    "x - x": (lambda x, y, z: x - x, {}),
    "-(-x)": (lambda x, y, z: -1.0 * (-x), {}),
    "(-1) x": (lambda x, y, z: -1.0 * x, {"neg": 1}),
    "constants": (lambda x, y, z: (x * 0.0 + 2.0) * 3.0 + 1.0, {}),
    "one product": (lambda x, y, z: np.array([x * y, y * x]), {"mul": 1}),
    "one product, two signs": (lambda x, y, z: x * y + z - (-x) * y * 0.5, {"mul": 2, "add": 2}),
    "x y - (-x) (-y)": (lambda x, y, z: x * y - (-x) * (-y), {}),
    "x + (-y)": (lambda x, y, z: x + (-y), {"sub": 1}),
    "x - (-y)": (lambda x, y, z: x - (-y), {"add": 1}),
    "-(x - y)": (lambda x, y, z: -(x - y), {"sub": 1}),
    "-x - y": (lambda x, y, z: -x - y, {"add": 1, "neg": 1}),
    "cos(-x)": (lambda x, y, z: np.cos(-x) - np.cos(x), {}),
    "sin(-x)": (lambda x, y, z: np.sin(-x) + np.sin(x), {}),
    "one reciprocal": (lambda x, y, z: np.array([x / z, y / z]), {"div": 1, "mul": 2}),
    "one sine": (lambda x, y, z: np.sin(x + y) * np.sin(y + x), {"add": 1, "sin": 1, "mul": 1}),
}


@pytest.mark.parametrize("name", SIMPLIFIED)
def test_simplification(name: str) -> None:
    function, counts = SIMPLIFIED[name]
    program = traced(lambda x: function(*x))
    assert program.counts == counts
    assert program.operations == sum(counts.values())
    numbers = np.array([0.7, -1.3, 0.4])
    expected = np.asarray(function(*numbers), dtype=float)
    np.testing.assert_allclose(interpret(program, [numbers])[0], expected, rtol=1e-15, atol=1e-16)


def test_zeros_of_matrices_cost_nothing() -> None:
    """Textbook matrices with structural zeros: a turn about z of a vector costs 6 operations."""

    def turned(x: Any) -> Any:
        c, s = np.cos(x[0]), np.sin(x[0])
        return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) @ x[1:4]

    counts = traced(turned, 4).counts
    assert counts.pop("sin") == counts.pop("cos") == 1
    assert sum(counts.values()) == 6


def test_what_no_output_needs_is_left_out() -> None:
    def function(x: Any) -> dict[str, Any]:
        unused = np.exp(x[0]) * np.tan(x[1])
        return {"kept": x[0] + x[1], "other": unused + np.sqrt(x[2])}

    program = trace(function, {"x": (3,)}, ["kept"])
    assert program.counts == {"add": 1}
    assert len(program.instructions) == 3  # two entries of x and the sum


def test_instructions_follow_their_operands() -> None:
    program = traced(lambda x: np.sin(x[0] * x[1]) / np.cos(x[2]) + x[0] * x[1])
    for i, (op, *operands) in enumerate(program.instructions):
        assert op in ("const", "input") or all(a < i for a in operands)


def test_tracing_is_reproducible() -> None:
    def function(x: Any) -> Any:
        return np.sin(x) @ x + np.sqrt(x @ x)

    assert traced(function) == traced(function)


expressions = st.recursive(
    st.one_of(
        st.sampled_from(["x", "y", "z"]),
        st.floats(-4.0, 4.0, allow_nan=False).map(lambda number: round(number, 2)),
        st.sampled_from([0.0, 1.0, -1.0]),
    ),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["+", "-", "*", "/"]), inner, inner),
        st.tuples(st.sampled_from(["neg", "sin", "cos", "abs"]), inner),
    ),
    max_leaves=25,
)


def evaluated(tree: Any, x: Any) -> Any:
    """Return the value of an expression tree; divisors are kept away from zero."""
    if isinstance(tree, str):
        return x["xyz".index(tree)]
    if isinstance(tree, float):
        return tree
    op, *parts = tree
    a = [evaluated(part, x) for part in parts]
    if op == "/":
        return a[0] / (a[1] * a[1] + 1.0)
    functions = {
        "+": lambda: a[0] + a[1],
        "-": lambda: a[0] - a[1],
        "*": lambda: a[0] * a[1],
        "neg": lambda: -a[0],
        "sin": lambda: np.sin(a[0]),
        "cos": lambda: np.cos(a[0]),
        "abs": lambda: abs(a[0]),
    }
    return functions[op]()


@given(expressions, st.lists(st.floats(-3.0, 3.0), min_size=3, max_size=3))
def test_simplification_changes_no_value(tree: Any, numbers: list[float]) -> None:
    x = np.array(numbers)
    program = traced(lambda symbols: evaluated(tree, symbols))
    expected = float(evaluated(tree, x))
    (found,) = interpret(program, [x])
    scale = magnitude(tree, x)
    assert abs(float(found) - expected) <= 1e-13 * scale


def magnitude(tree: Any, x: np.ndarray) -> float:
    """Return the greatest number that occurs on the way, for the scale of rounding."""
    value = abs(float(evaluated(tree, x)))
    if isinstance(tree, tuple):
        value = max(value, *(magnitude(part, x) for part in tree[1:]))
    return max(value, 1.0)
