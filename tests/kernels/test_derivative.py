"""Derivatives of traced values: formulas, differences, sparsity, kinks, and what they cost."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels.native import machine
from sarrus.kernels import KernelError, Port, Program
from sarrus.kernels.derivative import FLAT, jacobian, pullback
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.program import BINARY, UNARY, Builder, needed_program
from sarrus.kernels.symbol import Symbol, result
from sarrus.kernels.table import FINDERS
from sarrus.kernels.trace import trace
from sarrus.spatial.arrays import length, minimum, select


def traced(function: Callable[[Any], Any], n: int) -> Program:
    """The program of y = f(x), J = dy/dx over an input x of n numbers."""

    def both(x: Any) -> dict[str, Any]:
        y = function(x)
        return {"y": y, "J": jacobian(y, x)}

    return trace(both, {"x": (n,)})


def slopes(function: Callable[[Any], Any], *x: float) -> np.ndarray:
    """Return dy/dx at x, by the interpreter."""
    return interpret(traced(function, len(x)), [np.array(x)])[1]


def differences(function: Callable[[Any], Any], x: Any, h: float = 1e-3) -> np.ndarray:
    """Return dy/dx by central differences of order 6."""
    x = np.asarray(x, dtype=float)
    columns = []
    for unit in np.eye(x.size).reshape(x.size, *x.shape):
        y = [np.asarray(function(x + k * h * unit), dtype=float) for k in (-3, -2, -1, 1, 2, 3)]
        columns.append((45 * (y[3] - y[2]) - 9 * (y[4] - y[1]) + (y[5] - y[0])) / (60 * h))
    first = columns[0]
    return np.stack(columns, axis=-1).reshape(*first.shape, *x.shape)


# --- every operation ------------------------------------------------------------------------------

KNOWN_UNARY: dict[str, Callable[[float], float]] = {
    "neg": lambda a: -1.0,
    "sqrt": lambda a: 0.5 / math.sqrt(a),
    "sin": math.cos,
    "cos": lambda a: -math.sin(a),
    "tan": lambda a: 1.0 / math.cos(a) ** 2,
    "asin": lambda a: 1.0 / math.sqrt(1.0 - a * a),
    "acos": lambda a: -1.0 / math.sqrt(1.0 - a * a),
    "atan": lambda a: 1.0 / (1.0 + a * a),
    "sinh": math.cosh,
    "cosh": math.sinh,
    "tanh": lambda a: 1.0 / math.cosh(a) ** 2,
    "exp": math.exp,
    "log": lambda a: 1.0 / a,
    "abs": lambda a: math.copysign(1.0, a),
    "floor": lambda a: 0.0,
    "ceil": lambda a: 0.0,
    "not": lambda a: 0.0,
    "sign": lambda a: 0.0,
}
KNOWN_BINARY: dict[str, Callable[[float, float], tuple[float, float]]] = {
    "add": lambda a, b: (1.0, 1.0),
    "sub": lambda a, b: (1.0, -1.0),
    "mul": lambda a, b: (b, a),
    "div": lambda a, b: (1.0 / b, -a / b**2),
    "pow": lambda a, b: (b * a ** (b - 1.0), a**b * math.log(a)),
    "atan2": lambda a, b: (b / (a * a + b * b), -a / (a * a + b * b)),
    "hypot": lambda a, b: (a / math.hypot(a, b), b / math.hypot(a, b)),
    "min": lambda a, b: (float(a < b), float(b < a)),
    "max": lambda a, b: (float(a > b), float(b > a)),
    "copysign": lambda a, b: (math.copysign(1.0, a) * math.copysign(1.0, b), 0.0),
    "mod": lambda a, b: (1.0, -float(math.trunc(a / b))),
    "when": lambda a, b: (0.0, float(bool(a))),
    **{op: lambda a, b: (0.0, 0.0) for op in ("lt", "le", "eq", "ne", "and", "or")},
}
POSITIVE = ("sqrt", "log")


def written(op: str, n: int) -> Program:
    """The program of one operation and its derivatives."""
    builder = Builder()
    x = [builder.entry(0, k) for k in range(n)]
    value = builder.unary(op, x[0]) if n == 1 else builder.binary(op, *x)
    y = np.array([result(builder, value)], dtype=object)
    J = jacobian(y, np.array([Symbol(builder, k) for k in x]))
    numbers = [
        part.number if isinstance(part, Symbol) else builder.constant(part) for part in J.flat
    ]
    ports = [Port("x", (n,))], [Port("y", (1,)), Port("J", (1, n))]
    return needed_program(*ports, builder.instructions, [[value], numbers])


def test_every_operation_is_known_here() -> None:
    assert set(KNOWN_UNARY) == set(UNARY)
    assert set(KNOWN_BINARY) == set(BINARY)
    for op in FLAT:
        assert op in UNARY or op in BINARY or op in FINDERS or op == "piece"


@pytest.mark.parametrize("op", UNARY)
def test_unary_operations(op: str) -> None:
    program = written(op, 1)
    native = machine(program)
    for a in (0.31, 0.77) if op in POSITIVE else (-0.83, -0.31, 0.29, 0.77):
        for y, J in (interpret(program, [np.array([a])]), native(np.array([a]))):
            assert J[0, 0] == pytest.approx(KNOWN_UNARY[op](a), rel=1e-14, abs=1e-300)
            near = differences(lambda x: [UNARY[op](float(x[0]))], [a])
            np.testing.assert_allclose(J, near, rtol=1e-9, atol=1e-9)
            assert y[0] == pytest.approx(UNARY[op](a), rel=1e-14)


@pytest.mark.parametrize("op", BINARY)
def test_binary_operations(op: str) -> None:
    program = written(op, 2)
    native = machine(program)
    pairs = [(0.7, 1.3), (2.3, 0.4), (1.1, -0.6), (-0.9, 0.8), (-1.4, -0.3)]
    for a, b in [p for p in pairs if op != "pow" or p[0] > 0]:
        for _, J in (interpret(program, [np.array([a, b])]), native(np.array([a, b]))):
            assert J[0] == pytest.approx(KNOWN_BINARY[op](a, b), rel=1e-13, abs=1e-300)
            near = differences(lambda x: [BINARY[op](float(x[0]), float(x[1]))], [a, b])
            np.testing.assert_allclose(J, near, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("power", [-2, -1, 0, 1, 2, 3, 8, 9, 0.5, 1.5, -0.5])
def test_powers_of_numbers(power: float) -> None:
    """Whole powers of negative numbers have derivatives too."""
    for a in (1.7, 0.2) if power != int(power) else (1.7, -0.6):
        found = slopes(lambda x, p=power: np.array([x[0] ** p]), a)
        assert found[0, 0] == pytest.approx(power * a ** (power - 1), rel=1e-14, abs=1e-300)


# --- functions of many numbers -------------------------------------------------------------------


def chain(x: Any) -> Any:
    """Three hinges in a row: the tip, its distance, and a force law; four numbers from six."""
    a, b, c = x[0], x[0] + x[1], x[0] + x[1] + x[2]
    px = x[3] * np.cos(a) + x[4] * np.cos(b) + np.cos(c)
    py = x[3] * np.sin(a) + x[4] * np.sin(b) + np.sin(c)
    d = np.sqrt(px * px + py * py + x[5] ** 2)
    return np.array([px, py, d, np.exp(-d) * np.arctan2(py, px) / (1.0 + x[5] ** 2)])


def test_function_of_many_numbers() -> None:
    x = np.array([0.4, -0.7, 1.1, 0.8, 0.6, 0.3])
    assert slopes(chain, *x) == pytest.approx(differences(chain, x), rel=1e-10, abs=1e-11)


def test_forward_and_reverse_agree() -> None:
    """Of one output the way back is taken, of one input the way on; both give the whole."""

    def ways(x: Any) -> dict[str, Any]:
        y = chain(x)
        back = np.array([jacobian(value, x) for value in y])
        on = np.array([jacobian(y, entry) for entry in x]).T
        return {"whole": jacobian(y, x), "back": back, "on": on}

    program = trace(ways, {"x": (6,)})
    random = np.random.default_rng(3)
    for _ in range(10):
        whole, back, on = interpret(program, [random.uniform(-1.5, 1.5, 6)])
        scale = np.max(np.abs(whole))
        assert np.max(np.abs(back - whole)) <= 1e-14 * scale
        assert np.max(np.abs(on - whole)) <= 1e-14 * scale


expressions = st.recursive(
    st.one_of(st.sampled_from("xyz"), st.floats(-3.0, 3.0).map(lambda number: round(number, 2))),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from("+-*/"), inner, inner),
        st.tuples(st.sampled_from(["neg", "sin", "cos", "exp", "atan", "root"]), inner),
    ),
    max_leaves=20,
)


def evaluated(tree: Any, x: Any) -> Any:
    """The value of an expression: divisors and roots are kept away from zero, exp in bounds."""
    if isinstance(tree, str):
        return x["xyz".index(tree)]
    if isinstance(tree, float):
        return tree
    op, *parts = tree
    a = [evaluated(part, x) for part in parts]
    functions: dict[str, Callable[..., Any]] = {
        "+": lambda p, q: p + q,
        "-": lambda p, q: p - q,
        "*": lambda p, q: p * q,
        "/": lambda p, q: p / (q * q + 1.0),
        "neg": lambda p: -p,
        "sin": np.sin,
        "cos": np.cos,
        "exp": lambda p: np.exp(np.sin(p)),
        "atan": np.arctan,
        "root": lambda p: np.sqrt(p * p + 0.5),
    }
    return functions[op](*a)


@given(first=expressions, second=expressions)
def test_random_expressions(first: Any, second: Any) -> None:
    def function(x: Any) -> Any:
        return np.array([evaluated(first, x), evaluated(second, x)])

    x = np.array([0.7, -1.3, 0.4])
    found = slopes(function, *x)
    near = differences(function, x)
    scale = 1.0 + np.max(np.abs(function(x).astype(float))) + np.max(np.abs(near))
    assert np.max(np.abs(found - near)) <= 1e-7 * scale**2


# --- shapes and zeros ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "outputs, inputs",
    [((), ()), ((), (3,)), ((2,), ()), ((2, 3), (4,)), ((2,), (2, 2)), ((0,), (3,))],
)
def test_shape_is_that_of_outputs_then_inputs(
    outputs: tuple[int, ...], inputs: tuple[int, ...]
) -> None:
    size = math.prod(outputs)

    def function(x: Any) -> dict[str, Any]:
        flat = np.ravel(np.array(x, dtype=object))
        y = np.array([np.sin(flat[0]) + k * flat[-1] for k in range(size)], dtype=object)
        J = jacobian(y.reshape(outputs), x)
        assert J.shape == (*outputs, *inputs)
        return {"J": J}

    interpret(trace(function, {"x": inputs}), [np.ones(inputs)])


def test_what_depends_on_nothing_is_zero_exactly() -> None:
    """Zeros are numbers, not values of a program; other entries cost nothing where they are 1."""

    def function(x: Any) -> dict[str, Any]:
        y = np.array([np.sin(x[0]) * x[1], x[2] - 3.0 * x[3], 7.0, x[1]], dtype=object)
        J = jacobian(y, x)
        filled = np.array([[isinstance(entry, Symbol) for entry in row] for row in J])
        assert np.array_equal(np.argwhere(filled), [[0, 0], [0, 1]])
        assert J[1].tolist() == [0.0, 0.0, 1.0, -3.0]
        assert J[2].tolist() == [0.0] * 4
        assert J[3].tolist() == [0.0, 1.0, 0.0, 0.0]
        return {"J": J}

    trace(function, {"x": (4,)})


def test_block_structure_stays() -> None:
    """Ten functions of two numbers each: nineteen of twenty columns are zero in every row."""

    def function(x: Any) -> dict[str, Any]:
        y = np.array([np.sin(x[2 * k]) * np.exp(x[2 * k + 1]) for k in range(10)])
        J = jacobian(y, x)
        for k, row in enumerate(J):
            assert [j for j, entry in enumerate(row) if isinstance(entry, Symbol)] == [
                2 * k,
                2 * k + 1,
            ]
        return {"J": J}

    assert trace(function, {"x": (20,)}).operations <= 10 * 6


def test_numbers_among_inputs_and_outputs() -> None:
    def function(x: Any) -> dict[str, Any]:
        mixed = np.array([x[0], 2.0], dtype=object)
        J = jacobian(np.array([3.0, x[0] * x[1]], dtype=object), mixed)
        assert J[0].tolist() == [0.0, 0.0]
        assert J[1, 1] == 0.0
        return {"J": J}

    assert interpret(trace(function, {"x": (2,)}), [np.array([2.0, 5.0])])[0][1, 0] == 5.0


def test_derivative_by_a_value_on_the_way() -> None:
    """By an intermediate value: what lies before it is held."""

    def function(x: Any) -> dict[str, Any]:
        u = np.sin(x[0])
        return {"J": jacobian(u * u * x[0], u)}

    found = interpret(trace(function, {"x": (1,)}), [np.array([0.6])])[0]
    assert found == pytest.approx(2 * math.sin(0.6) * 0.6, rel=1e-15)


def test_two_traces_are_refused() -> None:
    kept: list[Any] = []
    trace(lambda x: (kept.append(x), {"y": x})[1], {"x": (2,)})
    with pytest.raises(KernelError, match="from one trace to another"):
        trace(lambda x: {"J": jacobian(x, kept[0])}, {"x": (2,)})


# --- kinks and branches --------------------------------------------------------------------------


def test_kinks_take_the_side_on_which_the_value_is() -> None:
    cases: dict[str, tuple[Callable[[Any], Any], dict[float, float]]] = {
        "abs": (lambda a: abs(a), {-2.0: -1.0, 2.0: 1.0, 0.0: 0.0}),
        "stop": (lambda a: a.maximum(0.0) ** 2, {-2.0: 0.0, 2.0: 4.0, 0.0: 0.0}),
        "ramp": (lambda a: a.maximum(0.0), {-2.0: 0.0, 2.0: 1.0}),
        "cap": (lambda a: minimum(3.0 * a, 1.0), {0.2: 3.0, 0.5: 0.0}),
        "select": (lambda a: select(a > 1.0, a * a, 2.0 * a - 1.0), {0.5: 2.0, 3.0: 6.0}),
        "saturated": (lambda a: a.minimum(1.0).maximum(-1.0), {-4.0: 0.0, 0.3: 1.0, 4.0: 0.0}),
    }
    for name, (function, known) in cases.items():
        for a, slope in known.items():
            found = slopes(lambda x, f=function: np.array([f(x[0])]), a)
            assert found[0, 0] == slope, (name, a)


def test_ties_count_once() -> None:
    """At a = b the derivatives of min and max still add up to one."""
    for pick in ("minimum", "maximum"):
        J = slopes(lambda x, p=pick: np.array([getattr(x[0], p)(x[1])]), 1.5, 1.5)
        assert J.sum() == 1.0


BRANCHES: dict[str, tuple[Callable[[Any], Any], list[float], list[float]]] = {
    "root": (lambda x: select(x[0] > 0.0, np.sqrt(x[0]), 3 * x[0]) * x[1], [0.0, 2.0], [6.0, 0.0]),
    "log": (lambda x: select(x[0] > 0.0, np.log(x[0]) * x[1], x[1]), [0.0, 2.0], [0.0, 1.0]),
    "reciprocal": (lambda x: select(x[0] > 0.0, x[1] / x[0], x[0] + x[1]), [0.0, 2.0], [1.0, 1.0]),
    "power": (lambda x: select(x[0] > 0.0, x[1] * x[0] ** 0.3, x[0]), [0.0, 2.0], [1.0, 0.0]),
    "angle": (
        lambda x: select(x[0] * x[0] + x[1] * x[1] > 0.0, x[0].arctan2(x[1]), 2.0 * x[0]),
        [0.0, 0.0],
        [2.0, 0.0],
    ),
    "nested": (
        lambda x: select(x[0] > 0.0, select(x[1] > 0.0, np.sqrt(x[0] * x[1]), x[1]), x[0] * x[1]),
        [0.0, 0.0],
        [0.0, 0.0],
    ),
    "largest": (lambda x: np.sqrt(x[0]).maximum(x[1]), [0.0, 2.0], [0.0, 1.0]),
    "least": (lambda x: (x[1] / x[0]).minimum(5.0 * x[1]), [0.0, 2.0], [0.0, 5.0]),
}  # fmt: skip


@pytest.mark.parametrize("name", BRANCHES)
@pytest.mark.parametrize("way", ["back", "on"])
def test_infinite_slopes_of_the_branch_not_taken_do_no_harm(name: str, way: str) -> None:
    """Both ways, for one output of several inputs and one input of several outputs."""
    function, x, known = BRANCHES[name]

    def derivatives(x: Any) -> dict[str, Any]:
        y = function(x)
        if way == "back":
            return {"J": jacobian(y, x)}
        every = np.array([y * k for k in (1.0, 2.0, 3.0)])
        return {"J": np.array([jacobian(every, entry)[0] for entry in x])}

    program = trace(derivatives, {"x": (2,)})
    assert interpret(program, [np.array(x)])[0].tolist() == known
    assert machine(program)(np.array(x))[0].tolist() == known


def test_branch_that_is_taken_may_be_infinite() -> None:
    found = slopes(lambda x: np.array([select(x[0] >= 0.0, np.sqrt(x[0]), 0.0)]), 0.0)
    assert found[0, 0] == math.inf


def test_length_at_zero() -> None:
    """A length of nothing has derivative zero, not NaN: the root is never of zero."""
    assert slopes(lambda x: np.array([length(x)]), 0.0, 0.0, 0.0).tolist() == [[0.0, 0.0, 0.0]]


# --- second derivatives --------------------------------------------------------------------------


def test_second_derivatives() -> None:
    def function(x: Any) -> Any:
        return np.exp(x[0] * x[1]) * np.sin(x[2]) + x[2] ** 3 / (1.0 + x[0] ** 2)

    def hessian(x: Any) -> dict[str, Any]:
        return {"H": jacobian(jacobian(function(x), x), x)}

    a, b, c = x = np.array([0.6, -0.4, 1.2])
    found = interpret(trace(hessian, {"x": (3,)}), [x])[0]
    assert found == pytest.approx(found.T, rel=1e-14)
    e, s = np.exp(a * b), np.sin(c)
    r, r1 = 1.0 / (1.0 + a * a), -2 * a / (1.0 + a * a) ** 2
    r2 = (6 * a * a - 2.0) / (1.0 + a * a) ** 3
    exact = [
        [b * b * e * s + c**3 * r2, (1 + a * b) * e * s, b * e * np.cos(c) + 3 * c * c * r1],
        [(1 + a * b) * e * s, a * a * e * s, a * e * np.cos(c)],
        [b * e * np.cos(c) + 3 * c * c * r1, a * e * np.cos(c), -e * s + 6 * c * r],
    ]
    assert found == pytest.approx(np.array(exact), rel=1e-13)


@pytest.mark.parametrize("op", [op for op in UNARY if op not in FLAT])
def test_second_derivatives_of_unary_operations(op: str) -> None:
    def second(x: Any) -> dict[str, Any]:
        y = result(x[0].builder, x[0].builder.unary(op, x[0].number))
        once = jacobian(y, x)
        return {"once": once, "twice": jacobian(once, x)}

    program = trace(second, {"x": (1,)})
    for a in (0.31, 0.77):
        near = differences(lambda x: interpret(program, [x])[0], [a])
        assert interpret(program, [np.array([a])])[1] == pytest.approx(near, rel=1e-8, abs=1e-8)


# --- costs ---------------------------------------------------------------------------------------


def test_reverse_costs_a_few_evaluations() -> None:
    """The gradient of one number by fifty: at most five times the work of the number itself."""

    def function(x: Any) -> Any:
        total: Any = 0.0
        for k in range(50):
            total = total + np.sin(x[k]) * x[(k + 1) % 50] * x[(k + 7) % 50]
        return total

    alone = trace(lambda x: {"y": function(x)}, {"x": (50,)}).operations
    both = trace(lambda x: {"J": jacobian(function(x), x)}, {"x": (50,)}).operations
    assert both <= 5 * alone


def test_forward_costs_a_few_evaluations() -> None:
    """Fifty numbers by one, the other way round."""

    def function(x: Any) -> Any:
        return np.array([np.sin(k * x[0]) * np.exp(x[0]) for k in range(1, 51)])

    alone = trace(lambda x: {"y": function(x)}, {"x": (1,)}).operations
    both = trace(lambda x: {"J": jacobian(function(x), x)}, {"x": (1,)}).operations
    assert both <= 5 * alone


def test_linear_functions_cost_nothing() -> None:
    A = np.arange(12.0).reshape(3, 4) - 5.0
    program = trace(lambda x: {"J": jacobian(A @ x, x)}, {"x": (4,)})
    assert program.operations == 0
    assert np.array_equal(interpret(program, [np.ones(4)])[0], A)


def test_branches_cost_little_more() -> None:
    """Guards against infinite slopes stand only before a condition."""

    def function(x: Any, bent: bool) -> Any:
        total: Any = 0.0
        for k in range(20):
            total = total + np.sin(x[k]) * x[(k + 1) % 20]
        return select(total > 0.0, total, 2.0 * total) if bent else total

    plain = trace(lambda x: {"J": jacobian(function(x, False), x)}, {"x": (20,)}).operations
    bent = trace(lambda x: {"J": jacobian(function(x, True), x)}, {"x": (20,)}).operations
    assert bent <= 3 * plain


# --- carried back -----------------------------------------------------------------------------


def test_a_pullback_is_the_transposed_jacobian_times_adjoints() -> None:
    """Outputs that others are computed from, inputs that are outputs, numbers, branches."""

    def outputs(x: Any) -> Any:
        a = np.sin(x[0]) * x[1] + select(x[2] > 0.0, np.exp(x[0]), x[3] ** 2)
        return np.array([a, a * a / x[1], x[3], 2.0, minimum(x[0], x[1]), length(x[:3])])

    def both(x: Any, bar: Any) -> dict[str, Any]:
        y = outputs(x)
        return {"by_rows": jacobian(y, x).T @ bar, "back": pullback(y, bar, x)}

    program = trace(both, {"x": (5,), "bar": (6,)})
    rng = np.random.default_rng(5)
    for _ in range(4):
        by_rows, back = interpret(program, [rng.normal(size=5), rng.normal(size=6)])
        np.testing.assert_allclose(back, by_rows, rtol=1e-14, atol=1e-15)
        assert back[4] == 0.0


def test_a_pullback_costs_a_few_times_the_outputs_whatever_the_inputs() -> None:
    def cost(n: int) -> float:
        def chain(x: Any) -> Any:
            total = 1.0
            for value in x:
                total = np.sin(total * value) + value
            return total

        plain = trace(lambda x: {"y": np.array([chain(x)])}, {"x": (n,)})
        back = trace(lambda x: {"b": pullback(chain(x), 1.0, x)}, {"x": (n,)})
        return back.operations / plain.operations

    assert cost(50) < 4.0 and cost(200) < 1.05 * cost(50)


def test_a_pullback_of_another_trace_is_refused() -> None:
    x, other = Symbol(b := Builder(), b.entry(0, 0)), Symbol(c := Builder(), c.entry(0, 0))
    with pytest.raises(KernelError, match="from one trace to another"):
        pullback(x, 1.0, other)
    assert pullback(2.0, 1.0, np.array([3.0])).tolist() == [0.0]
