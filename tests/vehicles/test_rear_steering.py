"""Cars whose rear wheels steer, in phase and in counter phase, from Python and from files."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus import Model, ModelError, State, System, vehicles
from sarrus.gallery import passenger_car

FILE = Path(__file__).parents[2] / "examples" / "car" / "four_wheel_steering.yaml"
SIDES = ("left", "right")
CORNERS = [f"{axle}.{side}" for axle in ("front", "rear") for side in SIDES]


@cache
def car(rear_steer: float) -> Model:
    return passenger_car(rear="wishbone", rear_steer=rear_steer)


@cache
def from_file() -> System:
    return sarrus.load(FILE).compile(kernels=())


def headings(system: System, start: State, state: State) -> dict[str, float]:
    """Return the angles about z by which the wheels have turned to the left [rad]."""
    found = {}
    for corner in CORNERS:
        a, b = (np.array(system.poses(s.q)[f"{corner}.wheel"].rotation)[:, 2]
                for s in (start, state))  # fmt: skip
        found[corner] = float(np.arctan2(a[0] * b[1] - a[1] * b[0], a[:2] @ b[:2]))
    return found


@pytest.mark.parametrize("rear_steer", [-0.3, 0.4])
def test_rear_wheels_follow_the_steering_wheel(rear_steer: float) -> None:
    system = car(rear_steer).compile(kernels=())
    start = system.initial_state()
    found = system.mobility(start)
    assert (found.freedom, found.redundant) == (15, ())
    level = {f"{corner}.lower_pivot": 0.0 for corner in CORNERS}
    left = headings(system, start, system.assemble({"steering.column": 0.2, **level}))
    right = headings(system, start, system.assemble({"steering.column": -0.2, **level}))
    for front, rear in (("front.left", "rear.left"), ("front.right", "rear.right")):
        # both axles have the same corner: small angles are as their racks
        assert left[rear] / left[front] == pytest.approx(rear_steer, rel=0.02)
    for axle in ("front", "rear"):  # sides are images
        assert left[f"{axle}.left"] == pytest.approx(-right[f"{axle}.right"], abs=1e-9)
    assert np.max(np.abs(system.accelerations(start).vdot[:6])) < 0.05


def test_a_car_of_files_with_rear_steering() -> None:
    system = from_file()
    start = system.initial_state()
    found = system.mobility(start)
    assert (found.freedom, found.redundant) == (15, ())
    assert not system.model.notices
    state = system.assemble({"rack": -0.004})
    assert float(state["rear_rack.displacement"]) == pytest.approx(0.001, abs=1e-12)
    turned = headings(system, start, state)
    assert turned["front.left"] > 0.02 and turned["rear.left"] < -0.005
    rates = [float(start[f"{corner}.hub.rate"]) for corner in CORNERS]
    np.testing.assert_allclose(rates, 20.0 / 0.3204, rtol=1e-9)  # all wheels roll at the start


def test_what_is_wrong_with_rear_steering_is_said() -> None:
    with pytest.raises(ModelError, match=r"rear_steer.*'semi_trailing' has none.*'wishbone'"):
        passenger_car(rear_steer=0.2)
    with pytest.raises(ModelError, match=r"rear_steer.*1 is from -1 to 0.9.*goes aside"):
        passenger_car(rear="strut", rear_steer=1.0)
    with pytest.raises(ModelError, match=r"rear_steer.*'much' must be a number"):
        passenger_car(rear="strut", rear_steer="much")  # type: ignore[arg-type]


def rear_angle(state: State) -> float:
    """Return the mean angle of the rear wheels to the left, against the chassis [rad]."""
    poses = state.system.poses(state.q)
    turn = np.array(poses["chassis"].rotation).T
    axes = [turn @ np.array(poses[f"rear.{side}.wheel"].rotation)[:, 2] for side in SIDES]
    return float(np.mean([np.arctan2(-a[0] * np.sign(a[1]), abs(a[1])) for a in axes]))


@pytest.mark.slow
@pytest.mark.parametrize("rear_steer", [-0.3, 0.4])
def test_the_gain_of_the_single_track_car(rear_steer: float) -> None:
    """Of a linear single-track car: yaw rate V (delta_f - delta_r)/(l + K V^2).

    So the same circle at the same speed needs 1/(1 - rear_steer) of the steering angle, and the
    side-slip is larger by the angle of the rear wheels.
    """
    plain = vehicles.steady_cornering(car(0.0), 20.0, 0.3)
    steered = vehicles.steady_cornering(car(rear_steer), 20.0, 0.3)
    more = 1.0 / (1.0 - rear_steer)
    assert steered.steer / plain.steer == pytest.approx(more, rel=0.01)
    rear = rear_angle(steered.state) - rear_angle(plain.state)
    assert np.sign(rear) == np.sign(rear_steer)
    assert steered.side_slip - plain.side_slip == pytest.approx(rear, rel=0.01)
