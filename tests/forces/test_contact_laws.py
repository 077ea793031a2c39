"""The laws of contact against formulas of their own, and their derivatives by complex steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from sarrus.model import GROUND
from sarrus.model.forces import ForceElement, PointContact, PointMotion, WheelContact
from sarrus.road import SineRoad
from sarrus.spatial.arrays import cross
from sarrus.spatial.dual import duals, rates, values

Z = np.zeros(3)
A, WAVE, TIME = 0.2, 3.0, 0.7
ROAD = SineRoad(A, WAVE)
STEP = 1e-40


@dataclass(frozen=True)
class OneBody:
    """A body that is not turned, at r with the velocities v and w; the ground rests."""

    r: Any
    v: Any
    w: Any
    time: float = TIME

    def value(self, element: ForceElement, parameter: str) -> Any:
        number = getattr(element, parameter)
        return np.array(number) if isinstance(number, tuple) else number

    def point(self, body: str, r_B: Any) -> PointMotion:
        if body == GROUND:
            return PointMotion(np.array(r_B), Z)
        return PointMotion(self.r + np.array(r_B), self.v + cross(self.w, np.array(r_B)))

    def direction(self, body: str, u_B: Any) -> Any:
        return np.array(u_B)

    def angular_velocity(self, body: str) -> Any:
        return Z if body == GROUND else self.w


def height(x: Any) -> tuple[Any, Any]:
    k = 2.0 * np.pi / WAVE
    return A * np.sin(k * x), A * k * np.cos(k * x)


POINT = PointContact("e", "b", ((0.1, -0.2, -0.3),), 900.0, 0.3, 1.5, 0.6, 0.05, ROAD)
ARM = np.array(POINT.points[0])


def point_force(y: Any) -> Any:
    """Force of the road on the point, and its moment about the body's origin."""
    r, v, w = y[0:3], y[3:6], y[6:9]
    p, u = r + ARM, v + np.cross(w, ARM)
    h, slope = height(p[0])
    depth, closing = h - p[2], slope * u[0] - u[2]
    push = 900.0 * depth**1.5 * (1.0 + 0.3 * closing)
    n = np.array([-slope, 0.0 * slope, 1.0 + 0.0 * slope])
    size = np.sqrt(n @ n)
    n = n / size
    slip = u - (u @ n) * n
    friction = -0.6 * push * size * slip / np.sqrt(slip @ slip + 0.05**2)
    force = push * size * n + friction
    return np.concatenate([force, np.cross(ARM, force)])


RADIUS, SPEED, SPIN = 0.4, 2.0, 3.0


def tyre(vertical: bool) -> WheelContact:
    return WheelContact(
        "e",
        "b",
        vector(0.1, -0.2, -0.3),
        RADIUS,
        ROAD,
        900.0,
        30.0,
        vertical=vertical,
        mu=0.6,
        mu_across=0.4,
        smoothing=0.05,
        speed=SPEED,
        spin=SPIN,
    )


def vector(x: float, y: float, z: float) -> tuple[float, float, float]:
    return x, y, z


def tyre_force(y: Any, vertical: bool) -> Any:
    """Force of the road on the wheel, and its moment about the body's origin, in two steps."""
    r, v, w = y[0:3], y[3:6], y[6:9]
    c, u = r + ARM, v + np.cross(w, ARM)
    h, slope = height(c[0] + SPEED * TIME)
    p = h + RADIUS - c[2]
    push = 900.0 * p + 30.0 * (slope * (u[0] + SPEED) - u[2])
    tilt = 0.0 * slope if vertical else np.arctan(slope)
    cos, sin, zero = np.cos(tilt), np.sin(tilt), 0.0 * slope
    n, t = np.array([-sin, zero, cos]), np.array([cos, zero, sin])
    size = push / cos
    arm = -(RADIUS - p * cos) * n
    tread = u + np.cross(w, arm) + SPIN * np.cross(np.array([0, 1.0, 0]), arm)
    s_x = tread @ t + SPEED * cos
    s_y = tread[1]
    root = np.sqrt(s_x * s_x + s_y * s_y + 0.05**2)
    friction = -size * (0.6 * s_x * t + 0.4 * s_y * np.array([0, 1.0, 0])) / root
    moment = np.cross(ARM, size * n) + np.cross(ARM + arm, friction)
    return np.concatenate([size * n + friction, moment])


def found(element: ForceElement, y: Any) -> Any:
    """Force and moment about the body's origin that an element puts on the body."""
    here = OneBody(y[0:3], y[3:6], y[6:9])
    force, moment = np.zeros(3), np.zeros(3)
    for load in element.loads(here):  # type: ignore[arg-type]
        if getattr(load, "body", "") == "b":
            force = force + load.force  # type: ignore[union-attr]
            moment = moment + cross(load.point - here.r, load.force)  # type: ignore[union-attr]
    return np.concatenate([force, moment])


LAWS: dict[str, tuple[ForceElement, Callable[[Any], Any], float]] = {
    "point": (POINT, point_force, 0.3),
    "wheel": (tyre(False), lambda y: tyre_force(y, False), 0.7),
    "vertical": (tyre(True), lambda y: tyre_force(y, True), 0.7),
}


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("law", LAWS)
def test_forces_and_derivatives_are_those_of_the_formulas(law: str, seed: int) -> None:
    element, formula, low = LAWS[law]
    rng = np.random.default_rng(seed)
    y = np.concatenate([rng.uniform(-3, 3, 3), rng.normal(size=6)])
    x = y[0] + ARM[0] + (SPEED * TIME if law != "point" else 0.0)
    y[2] = height(x)[0] + low - rng.uniform(0.1, 0.2)
    expected = formula(y)
    assert expected[2] > 0.0
    size = np.max(np.abs(expected))
    assert found(element, y) == pytest.approx(expected, abs=1e-13 * size)
    for e in np.eye(9):
        answer = found(element, duals(y, e))
        exact = formula(y + 1j * STEP * e).imag / STEP
        assert values(answer) == pytest.approx(expected, abs=1e-13 * size)
        assert rates(answer) == pytest.approx(exact, abs=1e-12 * np.max(np.abs(exact)))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("law", ["wheel", "vertical"])
def test_a_moving_road_brings_in_the_power_that_is_missing(law: str, seed: int) -> None:
    """Supply = power of the force + heat + dV/dt, the latter along the motion and in time."""
    element, formula, low = LAWS[law]
    rng = np.random.default_rng(seed)
    y = np.concatenate([rng.uniform(-3, 3, 3), rng.normal(size=6)])
    y[2] = height(y[0] + ARM[0] + SPEED * TIME)[0] + low - rng.uniform(0.1, 0.2)
    force = formula(y)
    power = force[0:3] @ y[3:6] + force[3:6] @ y[6:9]

    def stored(t: float) -> float:
        r = y[0:3] + t * (y[3:6] + np.cross(y[6:9], ARM))
        here = OneBody(r, y[3:6], y[6:9], TIME + t)
        return float(element.potential(here))  # type: ignore[arg-type]

    h = 1e-6
    rate = (stored(h) - stored(-h)) / (2 * h)
    here: Any = OneBody(y[0:3], y[3:6], y[6:9])
    heat, supply = float(element.dissipation(here)), float(element.supply(here))
    assert heat >= 0.0
    scale = abs(power) + heat + abs(rate)
    assert supply == pytest.approx(power + heat + rate, abs=1e-7 * scale)
    assert supply != 0.0


def test_switches_change_sign_where_contact_begins_and_where_the_push_would_pull() -> None:
    element = PointContact("e", "b", ((0.0, 0.0, 0.0),), 900.0, 0.5)
    for z, vz, expected in (
        (0.1, 0.0, (1, 1)),
        (0.1, 9.0, (1, 1)),
        (-0.1, 0.0, (-1, 1)),
        (-0.1, 1.9, (-1, 1)),
        (-0.1, 2.1, (-1, -1)),
    ):
        here: Any = OneBody(np.array([0.0, 0.0, z]), np.array([0.0, 0.0, vz]), Z)
        assert tuple(np.sign(element.switches(here))) == expected
        push = element.loads(here)[0].force[2]  # type: ignore[union-attr]
        assert (push > 0.0) == (expected == (-1, 1))
