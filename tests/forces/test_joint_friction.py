"""Friction of joints: creep and slip on an incline, the Stribeck curve, heat."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from sarrus import Mechanism, System
from sarrus.model.forces import JointFriction
from sarrus.model.forces.element import CoordinateLoad

G, M, MU = 9.81, 3.0, 0.4
finite = st.floats(-1e3, 1e3)
positive = st.floats(1e-3, 1e3)


class Rate:
    """A scene of one joint that moves at a given rate."""

    time = 0.0

    def __init__(self, rate: Any) -> None:
        self.v = rate

    def value(self, element: Any, name: str) -> Any:
        return getattr(element, name)

    def rate(self, joint: str, index: int) -> Any:
        return self.v


def effort(element: JointFriction, rate: Any) -> Any:
    (load,) = element.loads(Rate(rate))  # type: ignore[arg-type]
    assert isinstance(load, CoordinateLoad)
    return load.effort


def formula(e: JointFriction, w: Any) -> Any:
    """The law in the textbook's form."""
    fading = np.exp(-(np.sqrt((w / e.stribeck) ** 2) ** e.exponent))
    return e.d * w + (e.sliding + (e.static - e.sliding) * fading) * np.tanh(w / e.smoothing)


@given(finite, positive, positive, positive, positive, positive, st.sampled_from([1.0, 1.5, 2, 4]))
def test_CHK_D11_heat_is_never_negative(
    w: float, sliding: float, static: float, d: float, w0: float, ws: float, p: float
) -> None:
    element = JointFriction("f", "J", sliding, static, d, w0, ws, p)
    heat = element.dissipation(Rate(w))  # type: ignore[arg-type]
    assert heat >= 0.0
    assert heat == pytest.approx(-effort(element, w) * w, rel=1e-14)
    assert effort(element, w) == pytest.approx(-formula(element, w), rel=1e-12)
    assert effort(element, -w) == -effort(element, w)


@pytest.mark.parametrize("w", (0.0, 1e-9, 3e-4, -0.02, 0.3, -2.0))
@pytest.mark.parametrize("exponent", (1.0, 2.0, 2.7))
def test_slope_by_complex_steps(w: float, exponent: float) -> None:
    from sarrus.spatial.dual import Dual

    element = JointFriction("f", "J", 2.0, 3.0, 0.1, 0.01, 0.1, exponent)
    slope = effort(element, Dual(w, 1.0)).rate
    expected = np.imag(-formula(element, w + 1e-30j)) / 1e-30
    if w:
        assert slope == pytest.approx(expected, rel=1e-12)
    assert slope >= -(0.1 + 3.0 / 0.01) * (1 + 1e-12)
    if w == 0.0 and exponent > 1.0:
        assert slope == pytest.approx(-(0.1 + 3.0 / 0.01), rel=1e-12)


def incline(angle: float, **options: Any) -> System:
    """A block on a plane that falls along x; friction mu N with the constant N = m g cos."""
    m = Mechanism("incline", (G * np.sin(angle), 0.0, -G * np.cos(angle)))
    m.body("block", M, (0, 0, 0), (0.1, 0.1, 0.1))
    m.prismatic("J", m.ground, "block", at=(0, 0, 0), axis="x")
    m.joint_friction("f", "J", MU * M * G * np.cos(angle), **options)
    return m.build().compile(kernels=())


@pytest.mark.parametrize("part", (0.3, 0.9, 0.99))
def test_block_below_the_friction_angle_creeps_only(part: float) -> None:
    """Sticking: the creep rate is smoothing atanh(load / friction), and no more."""
    angle, w0 = np.arctan(part * MU), 1e-4
    system = incline(angle, smoothing=w0)
    run = system.simulate(system.state([0.0]), until=2.0, every=0.1, rtol=1e-9, atol=1e-12)
    creep = w0 * np.arctanh(part)
    assert run["J.speed"][-1] == pytest.approx(creep, rel=1e-6)
    assert abs(run["J"][-1]) <= 2.0 * creep * (1 + 1e-6)
    assert run.energy_error <= 1e-6
    # all that gravity gives is heat
    assert run.loss[-1] == pytest.approx(M * G * np.sin(angle) * run["J"][-1], rel=1e-3)


@pytest.mark.parametrize("part", (1.02, 1.5, 3.0))
def test_block_above_the_friction_angle_slides_at_the_analytic_acceleration(part: float) -> None:
    angle = np.arctan(part * MU)
    system = incline(angle, smoothing=1e-5)
    run = system.simulate(system.state([0.0]), until=2.0, every=0.1, rtol=1e-10, atol=1e-12)
    a = G * (np.sin(angle) - MU * np.cos(angle))
    late = run.t >= 0.5
    slope = np.diff(run["J.speed"][late]) / np.diff(run.t[late])
    np.testing.assert_allclose(slope, a, rtol=1e-7)
    # the smoothing is felt for the first instants only
    assert run["J"][-1] == pytest.approx(0.5 * a * 4.0, rel=2e-3)
    assert run.energy_error <= 1e-6


def test_stick_slip_against_an_independent_integration() -> None:
    """A block pulled through a spring by a moving end: Stribeck friction, ledger closed."""
    k, u, e = 60.0, 0.1, JointFriction("f", "J", 4.0, 7.0, 0.5, 2e-3, 0.03, 1.5)
    m = Mechanism("stick_slip", (0.0, 0.0, 0.0))
    m.body("cart", 1.0, (0, 0, 0), (0.1, 0.1, 0.1))
    m.body("block", M, (0, 0, 0), (0.1, 0.1, 0.1))
    m.prismatic("cart", m.ground, "cart", at=(0, 0, 0), axis="x")
    m.prismatic("J", m.ground, "block", at=(0, 0, 0), axis="x")
    m.spring_damper("s", "cart", "block", at_a=(2, 0, 0), at_b=(0, 0, 0), k=k)
    m.joint_friction("f", "J", 4.0, 7.0, d=0.5, smoothing=2e-3, stribeck="3 cm/s", exponent=1.5)
    system = m.build().compile(kernels=())
    run = system.simulate(
        system.state([0.0, 0.0], [u, 0.0]),
        until=6.0,
        every=0.05,
        driven={"cart": lambda t: u * t},
        rtol=1e-9,
        atol=1e-11,
    )

    def slope(t: float, y: np.ndarray) -> list[float]:
        return [y[1], (k * (u * t - y[0]) - formula(e, y[1])) / M]

    peer = solve_ivp(slope, (0.0, 6.0), [0.0, 0.0], "Radau", run.t, rtol=1e-10, atol=1e-12)
    assert np.max(np.abs(run["J"] - peer.y[0])) <= 1e-5
    assert np.min(run["J.speed"][20:]) < 0.02 and np.max(run["J.speed"]) > 0.15
    assert run.energy_error <= 1e-6
