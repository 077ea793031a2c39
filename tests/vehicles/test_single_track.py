"""A whole car at small slip against the linear single-track car, written down independently."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest

from sarrus import gallery, vehicles
from sarrus.gallery.simple_car import REAR_TYRE, TYRE
from sarrus.vehicles.manoeuvres.frequency import linear_response
from sarrus.vehicles.manoeuvres.steady_circle import understeer_gradient

V, STEER, DAMPING = 25.0, 20e3, 100.0
pytestmark = pytest.mark.slow


@cache
def car() -> vehicles.Vehicle:
    """The simple car on stiff springs, without air and resistance: what the formulas leave out."""
    tyres = {"tyre": replace(TYRE, rolling=0.0), "rear_tyre": replace(REAR_TYRE, rolling=0.0)}
    model = gallery.simple_car(k=(2e6, 2e6), c=(2e4, 2e4), steering=(STEER, DAMPING), **tyres)
    forces = tuple(force for force in model.forces if force.name != "air")
    return vehicles.Vehicle(replace(model, forces=forces))


@cache
def straight() -> vehicles.Trim:
    return vehicles.straight_running(car(), V)


@dataclass(frozen=True)
class SingleTrack:
    """Mass, yaw inertia, distances of the axles, cornering stiffness and trail of each axle."""

    m: float
    J: float
    a: float
    b: float
    C: tuple[float, float]
    trail: tuple[float, float]
    sigma: float

    @property
    def understeer(self) -> float:
        """delta - l/R by lateral acceleration; the forces act behind the wheels by their trails."""
        ahead, behind = self.a - self.trail[0], self.b + self.trail[1]
        front = self.m * behind / (ahead + behind)
        rear = self.m * ahead / (ahead + behind)
        return front / self.C[0] - rear / self.C[1] + front * self.trail[0] / (2.0 * STEER)

    def yaw_rate(self, hertz: np.ndarray) -> np.ndarray:
        """Yaw rate by steering: speed v to the left, yaw rate r, slip of both axles, kingpin."""
        (Cf, Cr), (tf, tr), V_s = self.C, self.trail, V / self.sigma
        A = np.array([
            [0.0, -V, -Cf / self.m, -Cr / self.m, 0.0],
            [0.0, 0.0, -Cf * (self.a - tf) / self.J, Cr * (self.b + tr) / self.J, 0.0],
            [V_s / V, V_s * self.a / V, -V_s, 0.0, -V_s],
            [V_s / V, -V_s * self.b / V, 0.0, -V_s, 0.0],
            [0.0, 0.0, 0.5 * Cf * tf / DAMPING, 0.0, -STEER / DAMPING],
        ])  # fmt: skip
        B = np.array([0.0, 0.0, 0.0, 0.0, STEER / DAMPING])
        return np.array([np.linalg.solve(2j * np.pi * f * np.eye(5) - A, B)[1] for f in hertz])


@cache
def single_track() -> SingleTrack:
    loads, model = straight().loads, car().model
    whole = model.mass_properties()
    x = float(whole.com[0])
    C, trails = [], []
    for names in (("tyre_fl", "tyre_fr"), ("tyre_rl", "tyre_rr")):
        tyre = next(t.tyre for t in car().tyres if t.name == names[0])
        C.append(sum(tyre.stiffness * loads[name] / tyre.load for name in names))
        half = tyre.half_length * np.sqrt(loads[names[0]] / tyre.load)
        trails.append(half / 3.0)
    J = float(np.asarray(whole.inertia)[2, 2])
    return SingleTrack(whole.mass, J, 1.2 - x, 1.5 + x, tuple(C), tuple(trails), 0.45)


def test_understeer_gradient_and_characteristic_speed() -> None:
    trims = [vehicles.steady_cornering(car(), V, a, near=straight()) for a in (0.1, 0.3)]
    K = understeer_gradient(trims, 1.0, 2.7)
    expected = single_track().understeer
    assert expected > 1e-3
    assert abs(K / expected - 1.0) < 0.01
    own = np.sqrt(2.7 / K)
    assert own == pytest.approx(np.sqrt(2.7 / expected), rel=0.005)


def test_yaw_response_by_frequency() -> None:
    hertz = np.array([0.05, 0.2, 0.5, 0.8])
    found = linear_response(straight(), hertz)["yaw_rate"]
    expected = single_track().yaw_rate(hertz)
    np.testing.assert_allclose(np.abs(found), np.abs(expected), rtol=0.01)
    assert np.max(np.abs(np.angle(found / expected))) < np.deg2rad(0.7)


def test_steady_gain_of_a_step_is_that_of_the_single_track_car() -> None:
    result = vehicles.step_steer(car(), speed=V, lateral_acceleration=0.3, until=5.0)
    expected = V / (2.7 + single_track().understeer * V * V)
    assert result["yaw_gain"] == pytest.approx(expected, rel=0.01)


def test_a_sine_that_is_driven_has_the_linear_response() -> None:
    """Time runs against small motions, at a slip where tyres are linear."""
    hertz = [0.6]
    driven = vehicles.frequency_response(
        car(), speed=V, frequencies=hertz, method="sine", lateral_acceleration=0.1
    )
    linear = linear_response(straight(), np.array(hertz))["yaw_rate"]
    assert driven["yaw_gain"] == pytest.approx(abs(linear[0]), rel=5e-3)
