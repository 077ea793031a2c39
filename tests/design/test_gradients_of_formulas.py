"""Gradients by the numbers of a user's force law, exponents among them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sarrus import Mechanism
from sarrus.design import gradient
from sarrus.system import System

HOW: dict[str, Any] = {"until": 0.04, "method": "rk4", "step": 0.01}


def slider(law: Callable[[Any], Any], **more: Any) -> System:
    """A mass on a slide with a law of its own, which no system has among its inputs yet."""
    m = Mechanism("slider", gravity=(0.0, 0.0, 0.0))
    m.body("mass", 1.0, (0.0, 0.0, 0.0), (0.1, 0.1, 0.1))
    m.prismatic("A", m.ground, "mass", at=(0.0, 0.0, 0.0), axis="x")
    m.user_force("F", law, **more)
    return m.build().compile(kernels=())


def length(s: Any) -> Any:
    return s.coordinate("A.displacement") + 1.3


LAWS = {
    "power": lambda s: s.effort("A", -3.0 * length(s) ** 1.5),
    "exponential": lambda s: s.effort("A", -0.5 * 2.0 ** length(s)),
    "damped": lambda s: s.effort("A", 4.0 - 3.0 * length(s) ** -2.5 - 0.3 * s.rate("A")),
}


@pytest.mark.parametrize("name", LAWS)
def test_numbers_and_exponents_of_a_law(name: str) -> None:
    system = slider(LAWS[name])
    found = gradient(system, "final A.displacement", ["F.formula"], start={}, **HOW)
    wide = system.compiled.variant(parameters=["force:F.formula"])
    (numbers,) = wide.compiled.compiler.parameters.defaults

    def end(values: np.ndarray) -> float:
        run = wide.simulate(wide.assemble(), parameters={"F.formula": values}, **HOW)
        return float(np.asarray(run["A.displacement"])[-1])

    assert found.value == end(numbers)
    slopes = []
    for step in 1e-4 * np.eye(len(numbers)):
        ends = [end(numbers + k * step) for k in (-2.0, -1.0, 1.0, 2.0)]
        slopes.append((8.0 * (ends[2] - ends[1]) - (ends[3] - ends[0])) / (12.0 * 1e-4))
    assert len(numbers) >= 3
    np.testing.assert_allclose(found["F.formula"], slopes, rtol=1e-8, atol=1e-13)


def test_exponent_that_is_a_parameter() -> None:
    """It has the derivative of the exponent that is a number of the formula."""

    def law(s: Any) -> Any:
        return s.effort("A", -s.parameter("k") * length(s) ** s.parameter("n"))

    system = slider(law, parameters={"n": 1.5, "k": 3.0})
    found = gradient(system, "final A.displacement", ["F.n", "F.k"], start={}, **HOW)
    same = gradient(slider(LAWS["power"]), "final A.displacement", ["F.formula"], start={}, **HOW)
    assert found["F.n"] == pytest.approx(same["F.formula"][1], rel=1e-12)
    assert found["F.k"] == pytest.approx(-same["F.formula"][2], rel=1e-12)


def test_exponent_of_a_negative_number_has_no_derivative() -> None:
    law = lambda s: s.effort("A", 5.0 * (length(s) - 2.0) ** 3)  # noqa: E731
    found = gradient(slider(law), "final A.displacement", ["F.formula"], start={}, **HOW)
    assert np.isfinite(found["F.formula"]).tolist() == [True, True, False, True]


def test_equal_numbers_of_a_law_are_told_apart() -> None:
    """Factor and exponent of 3 x^3 have a derivative each, those of laws with unequal numbers."""

    def law(factor: float, power: float) -> Callable[[Any], Any]:
        return lambda s: s.effort("A", -factor * length(s) ** power)

    found = gradient(slider(law(3.0, 3.0)), "final A.displacement", ["F.formula"], start={}, **HOW)

    def end(factor: float, power: float) -> float:
        system = slider(law(factor, power))
        run = system.simulate(system.assemble(), **HOW)
        return float(np.asarray(run["A.displacement"])[-1])

    h = 1e-4
    by_power = (end(3.0, 3.0 + h) - end(3.0, 3.0 - h)) / (2.0 * h)
    by_factor = (end(3.0 + h, 3.0) - end(3.0 - h, 3.0)) / (2.0 * h)
    assert found["F.formula"][1] == pytest.approx(by_power, rel=1e-6)
    assert -found["F.formula"][2] == pytest.approx(by_factor, rel=1e-6)  # the number is -3
