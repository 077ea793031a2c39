"""End stops: restitution, never pulling, energy booked, kinks told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from sarrus import Mechanism, System
from sarrus.model.forces import EndStop
from sarrus.model.forces.element import CoordinateLoad

M = 2.0


class At:
    """A scene of one joint at a place, moving."""

    time = 0.0

    def __init__(self, x: float, v: float) -> None:
        self.x, self.v = x, v

    def value(self, element: Any, name: str) -> Any:
        return getattr(element, name)

    def coordinate(self, joint: str, index: int) -> float:
        return self.x

    def rate(self, joint: str, index: int) -> float:
        return self.v


def effort(stop: EndStop, x: float, v: float) -> float:
    (load,) = stop.loads(At(x, v))  # type: ignore[arg-type]
    assert isinstance(load, CoordinateLoad)
    return float(load.effort)


@given(
    st.floats(-3.0, 3.0),
    st.floats(-50.0, 50.0),
    st.floats(0.0, 5.0),
    st.sampled_from([1.0, 1.5, 2.0, 3.0]),
)
@example(1.0, -3.0, 0.5, 1.0)  # leaves faster than its damping allows
def test_a_stop_pushes_and_never_pulls_and_loses_energy(
    x: float, v: float, a: float, n: float
) -> None:
    stop = EndStop("s", "J", -1.0, 0.5, 100.0, a, n)
    push = effort(stop, x, v)
    if -1.0 <= x <= 0.5:
        assert push == 0.0
    else:
        assert push * (-1.0 if x > 0.5 else 1.0) >= 0.0
    assert stop.dissipation(At(x, v)) >= 0.0  # type: ignore[arg-type]
    p = max(-1.0 - x, x - 0.5, 0.0)
    speed = v if x > 0.5 else -v
    assert abs(push) == pytest.approx(100.0 * p**n * max(0.0, 1.0 + a * speed), rel=1e-12)
    stored = stop.potential(At(x, v))  # type: ignore[arg-type]
    assert stored == pytest.approx(100.0 * p ** (n + 1) / (n + 1), rel=1e-12)


def test_switches_are_the_distances() -> None:
    stop = EndStop("s", "J", -1.0, 0.5, 100.0, 0.25, 1.5)
    assert stop.switches(At(0.2, 2.0)) == pytest.approx((1.2, 0.3, 0.5, 1.5))  # type: ignore[arg-type]
    undamped = EndStop("s", "J", -np.inf, 0.5, 100.0)
    assert undamped.switches(At(0.2, 2.0)) == pytest.approx((0.3,))  # type: ignore[arg-type]
    assert effort(undamped, -1e9, 0.0) == 0.0


def carriage(**options: Any) -> System:
    m = Mechanism("carriage", (0.0, 0.0, 0.0))
    m.body("block", M, (0, 0, 0), (0.1, 0.1, 0.1))
    m.prismatic("J", m.ground, "block", at=(0, 0, 0), axis="x")
    m.end_stop("s", "J", **options)
    return m.build().compile(kernels=())


@pytest.mark.parametrize("exponent", (1.0, 1.5, 2.2))
@pytest.mark.parametrize("a", (0.0, 0.3, 2.0))
def test_restitution_against_a_fine_integration(exponent: float, a: float) -> None:
    """One impact at 1.5 m/s: the speed afterwards is that of M p'' = -k p^n (1 + a p')."""
    k, speed = 4e4, 1.5
    system = carriage(k=k, a=a, exponent=exponent, upper=0.1)
    run = system.simulate(
        system.state([0.0], [speed]), until=0.6, every=0.02, rtol=1e-10, atol=1e-12
    )

    def slope(t: float, y: np.ndarray) -> list[float]:
        return [y[1], -k * max(y[0], 0.0) ** exponent * max(0.0, 1.0 + a * y[1]) / M]

    def leaves(t: float, y: np.ndarray) -> float:
        return float(y[0])

    leaves.terminal, leaves.direction = True, -1.0  # type: ignore[attr-defined]
    peer = solve_ivp(
        slope, (0.0, 1.0), [0.0, speed], "DOP853", rtol=1e-12, atol=1e-14, events=leaves
    )
    restitution = -peer.y[1, -1] / speed
    assert -run["J.speed"][-1] / speed == pytest.approx(restitution, rel=1e-7)
    assert restitution == pytest.approx(1.0, abs=1e-9) if a == 0.0 else restitution < 0.95
    lost = 0.5 * M * speed**2 * (1.0 - restitution**2)
    assert run.loss[-1] == pytest.approx(lost, rel=1e-7, abs=1e-8)
    assert run.energy_error <= 1e-6


def test_between_two_stops_for_long() -> None:
    """Many impacts: energy and loss add up, and every rebound is slower."""
    system = carriage(k="1e5 N/m^1.5", a="0.2 s/m", exponent=1.5, lower="-20 cm", upper=0.3)
    run = system.simulate(system.state([0.0], [4.0]), until=3.0, every=0.01, rtol=1e-9, atol=1e-11)
    assert run.energy_error <= 1e-6
    assert run.loss[-1] + run.energy[-1] == pytest.approx(0.5 * M * 16.0, rel=1e-6)
    assert -0.25 < np.min(run["J"]) < -0.2 and 0.3 < np.max(run["J"]) < 0.35
    assert np.all(np.diff(run.loss) >= -1e-12)


def test_limits_of_the_joint_are_the_default() -> None:
    def model(limits: Any, **options: Any) -> Any:
        m = Mechanism()
        m.body("arm", 1, (0, 0, 0), (1, 1, 1))
        m.cylindrical("J", m.ground, "arm", at=(0, 0, 0), axis="z", limits=limits)
        m.end_stop("s", "J", 100.0, **options)
        return m.build().forces[0]

    both = (("-30 deg", "40 deg"), (-0.1, None))
    found = model(both, coordinate="angle")
    assert (found.lower, found.upper) == pytest.approx(np.deg2rad([-30.0, 40.0]))
    assert found == EndStop("s", "J", found.lower, found.upper, 100.0)
    assert model(both, coordinate="displacement") == EndStop("s", "J", -0.1, np.inf, 100.0, index=1)
    assert model(both, coordinate="angle", upper=1.0) == EndStop("s", "J", -np.inf, 1.0, 100.0)


def test_bouncing_arm_in_gravity() -> None:
    """A pendulum that falls on a stop of its own limits: the ledger closes on a turning joint."""
    m = Mechanism("arm", (0.0, -9.81, 0.0))
    m.body("arm", 1.0, (0.5, 0, 0), (0.1, 0.1, 0.1))
    m.revolute("J", m.ground, "arm", at=(0, 0, 0), axis="z", limits=("-40 deg", None))
    m.end_stop("s", "J", "800 N*m/rad", "0.5 s/rad")
    system = m.build().compile(kernels=())
    run = system.simulate(system.state([0.0]), until=4.0, every=0.01, rtol=1e-9, atol=1e-11)
    rest = run["J"][-1]
    assert run.energy_error <= 1e-6 and run.loss[-1] > 0.5
    assert rest == pytest.approx(-np.deg2rad(40.0), abs=0.03)
