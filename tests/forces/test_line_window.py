"""CHK-D10: the cutting force of paper 2 as a window force on the quick return."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from loops.mechanisms import quick_return
from sarrus.model import Model
from sarrus.model.forces import WindowForce
from sarrus.system.simulation.run import Run

TORQUE, CUT = 165_521.0, 200_000.0
START, STOP = -4.0, 1.2
DRAWN = 0.02686103643
"""Position of the slider of variant A where the guide's displacement is zero [m]."""


def shaper(width: float, J: float = 2000.0) -> Model:
    model = quick_return(J=J, gravity=(0.0, 0.0, 0.0))
    cut = WindowForce(
        name="cut",
        joint="guide",
        force=CUT,
        start=START,
        stop=STOP,
        moving=-1,
        width=width,
        offset=DRAWN,
    )
    return replace(model, forces=(cut,))


@cache
def revolution(width: float) -> tuple[Run, int]:
    """Return a run and the number of the state that is nearest to a whole turn."""
    system = shaper(width).compile(kernels=(), planar=True)
    guess = system.assemble({"crank_pivot.angle": 1.5})
    start = system.assemble(
        {"crank_pivot.angle": np.pi - 0.44}, {"crank_pivot.rate": 4 * np.pi}, guess=guess
    )
    given = {"inputs": {"crank_pivot": TORQUE}, "rtol": 1e-9, "atol": 1e-9}
    run = system.simulate(start, until=0.7, every=1e-4, **given)
    turned = run["crank_pivot"] - run["crank_pivot"][0]
    return run, int(np.argmin(np.abs(turned - 2 * np.pi)))


@pytest.mark.parametrize("width", [0.0, 0.05, 0.12])
def test_CHK_D10_work_over_a_revolution(width: float) -> None:
    """The tool takes 200 kN times 5.2 m, however smooth the ends of the window are."""
    run, whole = revolution(width)
    x = run["guide"] + DRAWN
    assert x.min() < START - width / 2 and x.max() > STOP + width / 2  # it passes all of the window
    assert run.loss[whole] == pytest.approx(CUT * 5.2, rel=1e-3)
    assert run["cut.dissipation"][: whole + 1].min() >= 0.0
    assert np.trapezoid(run["cut.dissipation"], run.t) == pytest.approx(run.loss[-1], rel=1e-3)


@pytest.mark.parametrize("width", [0.0, 0.05, 0.12])
def test_CHK_D10_speed_returns_after_a_revolution(width: float) -> None:
    """2 pi times the torque of the motor is what the tool takes."""
    run, whole = revolution(width)
    turned = run["crank_pivot"] - run["crank_pivot"][0]
    rate = np.interp(2 * np.pi, turned, run["crank_pivot.rate"])
    assert rate == pytest.approx(4 * np.pi, rel=1e-3)
    assert 2 * np.pi * TORQUE == pytest.approx(run.loss[whole], rel=1e-3)
    fluctuation = np.ptp(run["crank_pivot.rate"][: whole + 1])
    assert fluctuation > 2.0  # the speed does change within the turn


@pytest.mark.parametrize("width", [0.05, 0.12])
def test_CHK_D10_ledger(width: float) -> None:
    assert revolution(width)[0].energy_error < 1e-6


def test_CHK_D10_nothing_on_the_way_back() -> None:
    run, _ = revolution(0.05)
    back = run["guide.speed"] > 0.0
    force = run["cut.effort"]
    assert np.all(force[back] == 0.0) and np.any(back)
    x = run["guide"] + DRAWN
    inside = (x > START + 0.03) & (x < STOP - 0.03) & (run["guide.speed"] < 0.0)
    np.testing.assert_allclose(force[inside], CUT, rtol=1e-12)
    outside = (x < START - 0.03) | (x > STOP + 0.03)
    assert np.all(force[outside] == 0.0) and np.any(outside)


def test_gate_is_once_differentiable() -> None:
    """Slopes from both sides agree at the ends of the smoothed parts."""
    model = shaper(0.5)
    element = model.forces[0]
    assert isinstance(element, WindowForce)

    class Still:
        time = 0.0

        def __init__(self, x: float, w: float) -> None:
            self.x, self.w = x, w

        def coordinate(self, joint: str, index: int) -> float:
            return self.x - DRAWN

        def rate(self, joint: str, index: int) -> float:
            return self.w

        def value(self, of: WindowForce, name: str) -> float:
            return float(getattr(of, name))

    def force(x: float, w: float = -1.0) -> float:
        return float(element.effort(Still(x, w)))  # type: ignore[arg-type]

    h = 1e-6
    for edge in (START, STOP):
        assert force(edge) == pytest.approx(CUT / 2, rel=1e-12)
        for x in (edge - 0.25, edge + 0.25):
            left, right = (force(x) - force(x - h)) / h, (force(x + h) - force(x)) / h
            assert abs(left - right) < 1e-4 * CUT / 0.5
    soft = replace(element, speed_width=2.0)
    half = soft.effort(Still(0.0, -1.0))  # type: ignore[arg-type]
    assert half == pytest.approx(CUT / 2, rel=1e-12)
    signs = [np.sign(soft.switches(Still(x, -1.0))) for x in (START - 1, 0.0, STOP + 1)]  # type: ignore[arg-type]
    assert [int(np.sum(s > 0)) for s in signs] == [1, 3, 5]
