"""Drives of rolling machines: positions are what velocities have led to."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad

import sarrus
from sarrus import ModelError
from sarrus.system.system import System

RADIUS, TRACK = 0.1, 0.25


@pytest.fixture(scope="module")
def cart() -> System:
    """A cart with two wheels on one axis, which a planar joint keeps level."""
    m = sarrus.Mechanism("cart")
    body = m.body("cart", mass=5.0, inertia=(0.1, 0.1, 0.2), at=(0.05, 0, RADIUS))
    m.planar("p", m.ground, body, at=(0, 0, RADIUS), axis="z")
    for name, side in (("left", TRACK), ("right", -TRACK)):
        at = (0, side, RADIUS)
        wheel = m.body(name, mass=0.5, inertia=(1e-3, 2e-3, 1e-3), at=at)
        m.revolute(f"{name}_hub", body, wheel, at=at, axis="y")
        m.rolling(f"{name}_contact", wheel, radius=RADIUS, center=at, axis="y")
    return m.build().compile()


def left(t: float) -> float:
    return 5.0 * t + 0.3 * np.sin(2.0 * t)


def right(t: float) -> float:
    return 7.0 * t


def heading(t: float) -> float:
    return float(RADIUS * (right(t) - left(t)) / (2.0 * TRACK))


def place(t: float) -> np.ndarray:
    """Return where the cart is, by quadrature of its speed along its heading."""

    def speed(u: float) -> float:
        return float(RADIUS * (12.0 + 0.6 * np.cos(2.0 * u)) / 2.0)

    x = quad(lambda u: speed(u) * np.cos(heading(u)), 0.0, t, epsabs=1e-13)[0]
    y = quad(lambda u: speed(u) * np.sin(heading(u)), 0.0, t, epsabs=1e-13)[0]
    return np.array([x, y])


DRIVES = {"left_hub": left, "right_hub": right}


def test_a_cart_with_two_driven_wheels(cart: System) -> None:
    times = np.linspace(0.0, 2.0, 5)
    found = cart.drive(DRIVES, times=times)
    for k, t in enumerate(times):
        np.testing.assert_allclose([found["p.x"][k], found["p.y"][k]], place(t), atol=1e-10)
        np.testing.assert_allclose(found["p.angle"][k], heading(t), atol=1e-10)


@pytest.mark.slow
def test_the_drive_and_the_run_agree(cart: System) -> None:
    start = cart.assemble(rates={"left_hub": 5.6, "right_hub": 7.0})
    run = cart.simulate(start, until=1.0, driven=DRIVES, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose([run["p.x"][-1], run["p.y"][-1]], place(1.0), atol=1e-9)
    found = cart.drive(DRIVES, times=[0.0, 1.0])
    for hub in DRIVES:
        ours, other = run[f"{hub}.effort"][-1], found[f"{hub}.effort"][-1]
        np.testing.assert_allclose(ours, other, rtol=1e-7)


def test_a_jump_is_refused(cart: System) -> None:
    with pytest.raises(ModelError, match="cannot jump"):
        jump = (lambda t: 1.0 if t > 0.4 else 0.0, lambda t: 0.0, lambda t: 0.0)
        cart.drive({"left_hub": jump, "right_hub": 0.0}, times=[0.0, 0.5, 1.0])


def test_positions_that_are_left_open_are_not_missed(cart: System) -> None:
    """One drive on two freedoms of velocity leaves one open."""
    with pytest.raises(ModelError, match="leave 1 of the mechanism's freedoms open"):
        cart.drive({"left_hub": left}, times=[0.0, 1.0])


def test_redundant_contacts_are_labelled_and_not_watched(cart: System) -> None:
    """The planar joint and the wheels share what carries the cart."""
    run = cart.simulate(cart.assemble(rates={"left_hub": 1.0, "right_hub": 1.0}), until=0.1)
    assert not run.history["left_contact.normal_force"].unique
