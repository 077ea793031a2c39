"""Objectives in words: values, derivatives by every sample, and mistakes at their column."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.design.objectives.function import objective_of_function
from sarrus.design.objectives.objective import (
    NamesInScope,
    constraints_of_text,
    objective_of_text,
)
from sarrus.design.objectives.reductions import WORDS, at_time, interpolation, quadrature
from sarrus.model.building.references import nearest
from sarrus.model.expressions.problems import ExpressionError
from sarrus.model.expressions.value import Value

UNITS = {"A.effort": "N m", "A.rate": "rad/s", "tip.position.x": "m", "B.angle": "rad"}
T = np.sort(np.random.default_rng(3).uniform(0.0, 1.0, 24))


def unit(name: str) -> str:
    if name in UNITS:
        return UNITS[name]
    raise ExpressionError(f"names no channel: '{name}'", 0, nearest(name, UNITS))


NAMES = NamesInScope(unit, {"r": "m"}, {"target": Value(0.3)})
OBJECTIVES = [
    "max abs A.effort",
    "min A.rate",
    "maximize min B.angle",
    "integral (tip.position.x - target)^2",
    "integral (tip.position.x - 300 mm)^2",
    "rms A.rate",
    "mean A.effort*A.rate",
    "range B.angle",
    "A.effort at 0.2 s",
    "final abs(A.effort)*r",
    "(max abs A.effort)/10 + 2*(rms A.rate) + 3*r",
    "r^2",
    "max max(A.rate, B.angle)",
    "peak A.effort",
]


def samples(count: int) -> np.ndarray:
    columns = [np.sin(5.0 * T + k) + 0.1 * k for k in range(count)]
    return np.array(columns).reshape(count, len(T)).T


def check_derivatives(objective: object) -> None:
    """Compare derivatives by samples and by the design with central differences."""
    x = samples(len(objective.channels))
    design = [0.7] * len(objective.variables)
    h = 1e-6
    found = objective.sensitivity(T, x, design)
    assert found.shape == x.shape
    for place in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[place] += h
        down[place] -= h
        slope = (objective.value(T, up, design) - objective.value(T, down, design)) / (2 * h)
        assert found[place] == pytest.approx(slope, abs=1e-8)
    own = objective.design_sensitivity(T, x, design)
    for k in range(len(design)):
        ends = [objective.value(T, x, [d + s * h * (j == k) for j, d in enumerate(design)])
                for s in (1, -1)]  # fmt: skip
        assert own[k] == pytest.approx((ends[0] - ends[1]) / (2 * h), abs=1e-8)


@pytest.mark.parametrize("text", OBJECTIVES)
def test_derivatives_are_those_of_the_value(text: str) -> None:
    objective = objective_of_text(text, NAMES)
    check_derivatives(objective)
    parts = objective.parts(3)
    for part in parts:
        check_derivatives(part)
    x, design = samples(len(objective.channels)), [0.7] * len(objective.variables)
    values = [part.value(T, x, design) for part in parts]
    assert max(values) == pytest.approx(objective.value(T, x, design), abs=1e-2)


def test_values_of_known_functions() -> None:
    t = np.linspace(0.0, 1.0, 201)
    x = np.sin(2.0 * np.pi * t)[:, None]
    value = lambda text: objective_of_text(text, NAMES).value(t, x)  # noqa: E731
    assert value("max abs A.effort") == pytest.approx(1.0, abs=1e-7)
    assert value("rms A.effort") == pytest.approx(np.sqrt(0.5), abs=2e-9)
    assert value("integral A.effort^2") == pytest.approx(0.5, abs=2e-9)
    assert value("mean A.effort") == pytest.approx(0.0, abs=1e-9)
    assert value("A.effort at 103.3 ms") == pytest.approx(np.sin(0.2066 * np.pi), abs=2e-8)
    assert value("final A.effort") == pytest.approx(0.0, abs=1e-12)
    assert quadrature(t) @ t**3 == pytest.approx(0.25, abs=1e-15)


def test_nothing_reaches_across_an_event() -> None:
    """A time that stands twice has two values: none of them is mixed with the other."""
    t = np.array([0.0, 0.5, 1.0, 1.0, 1.5, 2.0])
    e = np.array([0.0, 0.0, 0.0, 2.0, 2.0, 2.0])
    assert quadrature(t) @ e == pytest.approx(2.0, abs=1e-15)
    assert interpolation(t, 1.0) @ e == 2.0
    assert interpolation(t, 0.9) @ e == 0.0
    assert WORDS["max"].value(t, e) == 2.0
    assert at_time(1.2).value(t, e) == pytest.approx(2.0, abs=1e-15)


@pytest.mark.parametrize(
    ("text", "value", "parts"),
    [
        ("B.angle <= 60 deg", 1.0 - np.pi / 3, 4),
        ("max abs A.effort <= 2 N m", -1.0, 8),
        ("min B.angle >= -2", -1.0, 4),
        ("final B.angle = 0.5", None, 1),
        ("r <= 500 mm", 0.2, 1),
        ("tip.position.x >= 0.1 at 0.2 s", None, 1),
        ("tip.position.x at 0.2 s = 100 mm", None, 1),
        ("tip.position.x at 0.2 s <= tip.position.x at 0.3 s", None, 1),
    ],
)
def test_constraints(text: str, value: float | None, parts: int) -> None:
    (found,) = constraints_of_text(text, NAMES)
    x, design = samples(len(found.difference.channels)), [0.7] * len(found.difference.variables)
    check_derivatives(found.difference)
    if value is not None:
        assert found.difference.value(T, x, design) == pytest.approx(value, abs=1e-2)
    assert len(found.parts(4)) == parts


def test_an_instant_may_stand_on_either_side_and_units_are_known() -> None:
    x = samples(1)
    (one,) = constraints_of_text("tip.position.x at 0.2 s = 100 mm", NAMES)
    (same,) = constraints_of_text("tip.position.x = 0.1 m at 0.2 s", NAMES)
    assert one.equal and same.equal
    assert one.difference.value(T, x) == pytest.approx(same.difference.value(T, x), rel=1e-14)
    units = {text: constraints_of_text(text, NAMES)[0].unit for text in
             ("max abs A.effort <= 2 N m", "B.angle <= 60 deg", "r <= 500 mm")}  # fmt: skip
    assert list(units.values()) == ["N m", "rad", "m"]


def test_two_limits_are_two_constraints() -> None:
    low, high = constraints_of_text("-10 deg <= B.angle <= 60 deg", NAMES)
    x = np.zeros((24, 1))
    assert low.difference.value(T, x) == pytest.approx(-np.radians(10.0))
    assert high.difference.value(T, x) == pytest.approx(-np.radians(60.0))


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("max A.efort", 4, "did you mean 'A.effort'"),
        ("A.effort", 0, "over time"),
        ("maximum A.effort", 0, "did you mean 'max'"),
        ("max A.effort + 3 s", 13, "force times length and time"),
        ("A.effort at 3 m", 11, "is length, not time"),
        ("max A.effort at 1 s", 0, "of one instant"),
        ("integral (A.effort", 9, "not closed"),
        ("3", 0, "nothing changes"),
        ("", 0, "is empty"),
        ("rms A.effort <= 3", 13, "list it in constraints"),
    ],
)
def test_mistakes_are_told_at_their_column(text: str, column: int, words: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        objective_of_text(text, NAMES)
    assert words in str(caught.value)
    assert caught.value.position == column


def test_equation_at_all_times_is_refused() -> None:
    with pytest.raises(ExpressionError, match="what a drive is for"):
        constraints_of_text("tip.position.x = 3 m", NAMES)


@pytest.mark.parametrize(
    "function",
    [lambda x: np.sum(x["A.effort"] ** 2 * x.t), lambda x: np.max(x["A.effort"])],
    ids=["traced", "by differences"],
)
def test_function_of_channels(function: object) -> None:
    objective = objective_of_function(function, unit)
    assert objective.channels == ("A.effort",)
    check_derivatives(objective)


def test_the_highest_top_counts_not_the_largest_sample() -> None:
    """Two peaks: the sample of one is larger, the parabola of the other is higher."""
    t = np.arange(8.0)
    e = np.array([0.0, 1.0, 0.0, 0.0, 0.0, 0.99, 0.98, 0.0])
    assert WORDS["max"].value(t, e) > 1.1
    assert WORDS["max"].weights(t, e)[1] == 0.0
    assert WORDS["min"].value(t, -e) == -WORDS["max"].value(t, e)
    assert WORDS["max abs"].value(t, -e) == WORDS["max"].value(t, e)
