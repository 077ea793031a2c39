"""Motions in functions of the user that are written down as formulas."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.model.forces.recorder import Recorder
from sarrus.robotics import Cubic, Quintic, SCurve, Septic, Trapezoid
from sarrus.robotics.trajectory import Law

LAWS = [Trapezoid(1.0, 0.25), SCurve(1.0, 0.35, 0.1), Quintic(0.8), Cubic(0.9), Septic(1.1)]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: type(law).__name__)
def test_formulas_of_forces_can_hold_laws(law: Law) -> None:
    """Values that can only be compared are chosen without a branch, at knots and beyond too."""
    recorder = Recorder()
    t = recorder.argument("t")
    formula = recorder.formula("law", [law(t), law.rate(t)])
    times = [*np.random.default_rng(2).uniform(-0.1, 1.3, 60), *law.knots, -0.2, 1.5]
    for now in times:
        value, rate = formula.values(float(now))
        assert value == pytest.approx(law(float(now)), rel=1e-14, abs=1e-14)
        assert rate == pytest.approx(law.rate(float(now)), rel=1e-13, abs=1e-13)
