"""Formulas: every operation of a user's function, in numbers, derivatives and traces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sarrus.formats.plain import record_of, table_of, value_of
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.trace import trace
from sarrus.model.forces import Formula
from sarrus.model.forces.formula import kinks
from sarrus.model.forces.recorder import NotTraceable, slope, traced_formula
from sarrus.spatial import Curve
from sarrus.spatial.arrays import minimum, select
from sarrus.spatial.dual import Dual
from sarrus.storage.record import decode, encode

TABLE = Curve((-1.0, 0.0, 0.5, 2.0), (1.0, 0.5, -0.3, 4.0), smooth=2)

SMOOTH: dict[str, Callable[[Any], Any]] = {
    "sums": lambda x: 2.0 + x + 3.0 - x * 4.0 - (1.0 - x),
    "quotients": lambda x: (1.0 + x) / (2.0 + x * x) + 3.0 / (4.0 + x),
    "powers": lambda x: x**2 + (x + 2.0) ** 1.7 + (x + 3.0) ** -2 + x**5,
    "signs": lambda x: -x + x * 0.5 + abs(x - 0.1) * 2.0,
    "roots": lambda x: np.sqrt(2.0 + x) + np.log(3.0 + x) + np.exp(0.5 * x),
    "circles": lambda x: np.sin(x) * np.cos(2.0 * x) + np.tan(0.5 * x) + np.tanh(x),
    "angles": lambda x: np.arcsin(0.5 * x) + np.arccos(0.3 * x) + np.arctan(2.0 * x),
    "points": lambda x: np.arctan2(x, 1.0 + x * x),
    "smaller": lambda x: minimum(x, 0.3) + minimum(0.2, x * x),
    "chosen": lambda x: select(x > 0.1, x * x, select(x <= -0.4, 3.0, x)),
    "lesser": lambda x: select(x < 0.2, 1.0 + x, 2.0 * x) + select(x >= 0.5, 1.0, 0.0),
    "curve": lambda x: TABLE(x) + TABLE.slope(x) * TABLE.integral(x),
    "arrays": lambda x: np.array([x, 1.0, x]) @ np.array([2.0, x, x]),
    "constant": lambda x: 4.0,
}
PLACES = (-0.7, -0.23, 0.05, 0.37, 0.9)


@pytest.mark.parametrize("name", SMOOTH)
def test_a_formula_is_its_function(name: str) -> None:
    """On numbers, on dual numbers, in a trace, after a record, and in its derivative."""
    f = SMOOTH[name]
    formula = traced_formula(f, "x")
    again = value_of(
        decode(encode(record_of(formula, table_of([Formula, Curve])))),
        table_of([Formula, Curve]),
        lambda part: None,
    )
    assert again == formula and hash(again) == hash(formula)
    program = trace(lambda x: {"y": np.array([formula(x[0])])}, {"x": (1,)})
    derivative = slope(formula)
    for x in PLACES:
        assert float(formula(x)) == float(f(x))
        assert float(interpret(program, [np.array([x])])[0][0]) == pytest.approx(
            float(f(x)), rel=1e-14, abs=1e-15
        )
        exact = f(Dual(x, 1.0))
        rate = exact.rate if isinstance(exact, Dual) else 0.0
        assert float(derivative(x)) == pytest.approx(float(rate), rel=1e-14, abs=1e-15)
        h = 1e-6
        near = (float(f(x + h)) - float(f(x - h))) / (2.0 * h)
        assert float(derivative(x)) == pytest.approx(near, rel=1e-7, abs=1e-7)


def test_conditions_together() -> None:
    def f(x: Any) -> Any:
        return select((x > 0.0) & (x < 1.0), 5.0, select((x < -2.0) | ~(x < 3.0), 7.0, 0.0))

    formula = traced_formula(f, "x")
    assert [formula(x) for x in (0.5, -3.0, 4.0, -1.0, 2.0)] == [5.0, 7.0, 7.0, 0.0, 0.0]


def test_equal_steps_are_kept_once() -> None:
    formula = traced_formula(lambda x: np.sin(x) * np.sin(x) + np.sin(x), "x")
    assert [step[0] for step in formula.steps] == ["argument", "sin", "mul", "add"]


@pytest.mark.parametrize(
    "function, reason",
    [
        (lambda x: 1.0 if x > 0 else 0.0, "condition"),
        (lambda x: max(x, 0.0), "condition"),
        (lambda x: np.maximum(x, 0.0), "condition"),
        (lambda x: np.where(x > 0, x, 0.0), "condition"),
        (lambda x: float(x), "plain number"),
        (lambda x: np.array([x, 0.0], dtype=float), "plain number"),
        (lambda x: x == 0.0, "condition"),
        (lambda x: "text", "not a number"),
        (lambda x: None, "not a number"),
        (lambda x: 1.0 / 0.0, "ZeroDivisionError"),
        (lambda x: np.cosh(x), "'cosh' is not among"),
        (lambda x, y: x, "argument"),
    ],
)
def test_what_cannot_be_written_down(function: Callable[..., Any], reason: str) -> None:
    with pytest.raises(NotTraceable, match=reason):
        traced_formula(function, "x")


@pytest.mark.parametrize(
    "steps, results",
    [
        ((("argument", 1),), (0,)),
        ((("number", 1),), (0,)),
        ((("sin", 0),), (0,)),
        ((("number", 1.0), ("add", 0)), (1,)),
        ((("number", 1.0), ("eval", 0)), (1,)),
        ((("number", 1.0), ("sin", -1)), (1,)),
        ((("number", 1.0),), (1,)),
        ((("number", 1.0), ("curve", 3.0, 0, 0)), (1,)),
        (((), ()), (0,)),
    ],
)
def test_what_is_no_formula(steps: Any, results: Any) -> None:
    with pytest.raises(ValueError):
        Formula("f", ("x",), steps, results)


def test_conditions_change_their_sign_where_the_choice_does() -> None:
    def law(x: Any) -> Any:
        return minimum(x, 0.3) + abs(x + 0.5) + select(x > 0.8, 1.0, 0.0)

    formula = traced_formula(law, "x")
    edges = [-0.5, 0.3, 0.8]
    for edge in edges:
        below, above = (np.sign(formula.conditions.values(x)) for x in (edge - 1e-9, edge + 1e-9))
        assert np.sum(below != above) == 1
    assert len(formula.conditions.results) == 3


@pytest.mark.parametrize("smooth, places", [(0, (0.0, 1.0, 3.0)), (1, (0.0, 3.0))])
def test_zigzag_of_a_curve(smooth: int, places: tuple[float, ...]) -> None:
    zigzag = kinks(Curve((0.0, 1.0, 3.0), (0.0, 2.0, 1.0), smooth=smooth))
    assert zigzag is not None
    for place in places:
        assert zigzag(place) == 0.0 and zigzag(place - 0.1) * zigzag(place + 0.1) < 0.0
    inner = np.linspace(-9.0, 12.0, 4000)
    assert np.sum(np.diff(np.sign(zigzag(inner))) != 0) == len(places)
    assert kinks(Curve((0.0, 1.0), (0.0, 2.0), 1, "line")) is None
