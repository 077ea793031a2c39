"""Trims of the vehicles of the gallery, and small motions about them over speed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from command_line import run_line
from sarrus import gallery, vehicles
from sarrus.errors import ModelError, SarrusError
from sarrus.model.forces import Aerodynamics
from sarrus.vehicles.vehicle import ready_vehicle

G = 9.81
CARS = ("simple_car", "passenger_car", "formula_car", "truck")
CASES = [pytest.param(name, marks=pytest.mark.slow if name in CARS[2:] else ()) for name in CARS]


@pytest.mark.parametrize("name", CASES)
def test_straight_running_carries_the_weight(name: str) -> None:
    """Loads add up to the weight and what the air presses; the motion goes on as it is."""
    trim = vehicles.straight_running(getattr(gallery, name)(), 12.0)
    air: Any = next((f for f in trim.vehicle.model.forces if isinstance(f, Aerodynamics)), None)
    up = 0.0 if air is None else 0.5 * air.density * air.area * air.lift * 12.0**2
    assert sum(trim.loads.values()) == pytest.approx(trim.vehicle.mass * G - up, rel=1e-4)
    run = trim.vehicle.system.simulate(
        trim.state, until=0.5, every=0.1, certify=False, rtol=1e-8,
        parameters=trim.vehicle.numbers(speed=12.0, steer=trim.steer, steer_gain=0.0),
    )  # fmt: skip
    track = vehicles.body_track(run, trim.vehicle)
    assert np.max(np.abs(track.speed - track.speed[0])) < 1e-5
    assert np.max(np.abs(track.pitch - trim.pitch)) < 1e-6 and np.max(np.abs(track.yaw_rate)) < 1e-6


@pytest.mark.parametrize("name", CASES)
def test_steady_cornering_balances(name: str) -> None:
    """Load transfer is what roll and lateral acceleration ask for; a run stays there."""
    a = 1.5
    trim = vehicles.steady_cornering(getattr(gallery, name)(), 15.0, a)
    car = trim.vehicle
    run = car.system.simulate(
        trim.state, until=1.0, every=0.1, certify=False, rtol=1e-8,
        parameters=car.numbers(speed=15.0, steer=trim.steer, steer_gain=0.0),
    )  # fmt: skip
    track = vehicles.body_track(run, car)
    assert track.yaw_rate == pytest.approx(a / 15.0, rel=1e-5)
    assert track.roll == pytest.approx(trim.roll, abs=1e-6)
    # moments of loads, weights and inertia about the road below the middle, world axes at the start
    balance = 0.0
    for body in car.model.bodies:
        R = np.asarray(run[f"{body.name}.rotation"])[0]
        x = np.asarray(run[f"{body.name}.position"])[0] + R @ np.array(body.com)
        across = float(np.asarray(run[f"{body.name}.com_acceleration"])[0, 1])
        balance += body.mass * (G * x[1] - across * x[2])
        # what turns is a gyroscope: the rate of its angular momentum, which turns with the car
        L = R @ np.array(body.inertia) @ R.T @ np.asarray(run[f"{body.name}.angular_velocity"])[0]
        balance += float(np.cross([0.0, 0.0, a / 15.0], L)[0])
    size = 0.0
    for tyre in car.tyres:  # a wheel that leans to the right has its patch to the left
        X = run[f"{tyre.body}.position"][0] + run[f"{tyre.body}.rotation"][0] @ np.array(tyre.point)
        reach = X[2] * float(run[f"{tyre.name}.gamma"][0])
        load = float(run[f"{tyre.name}.F_z"][0])
        balance -= load * (X[1] + reach)
        size += abs(load * X[1])
    assert abs(balance) < 2e-4 * size


@pytest.mark.slow
def test_truck_over_speed() -> None:
    """Its locus is that of trims, and it becomes slower to settle, not unstable."""
    locus = vehicles.speed_locus(gallery.truck(), [10.0, 15.0, 20.0])
    slowest = [float(np.max(np.real(row))) for row in locus.eigenvalues]
    assert slowest[0] < slowest[1] < slowest[2] < 0.0
    alone = vehicles.straight_running(gallery.truck(), 20.0).eigenvalues
    assert slowest[2] == pytest.approx(float(np.max(alone.real)), rel=1e-6)


def test_trailer_is_no_part_of_the_wheelbase() -> None:
    truck = vehicles.Vehicle(gallery.truck(ahead=1.3, behind=2.4))
    assert truck.wheelbase == pytest.approx(3.7) and truck.trailer == "trailer"
    for name in CARS[:3]:
        assert vehicles.Vehicle(getattr(gallery, name)()).towed == ()


def test_laws_of_a_file_are_no_part_of_a_manoeuvre(tmp_path: Path) -> None:
    """A driver who steers by a law in the file rides as straight as one who does not."""
    file = tmp_path / "car.yaml"
    sarrus.save(gallery.simple_car(speed=20.0, steer="0.05*sin(pi*t)"), file)
    car = ready_vehicle(sarrus.load(file))
    assert car.hands.steer_law is None and car.hands.throttle_law is None
    results: list[Any] = [
        vehicles.ride_over(model, "B", speed=20.0, until=1.5)
        for model in (sarrus.load(file), gallery.simple_car(speed=20.0))
    ]
    for name in ("comfort", "roll", "least_load"):
        assert results[0][name] == pytest.approx(results[1][name], rel=1e-9, abs=1e-9)


def test_ride_that_ends_before_the_bump() -> None:
    with pytest.raises(ModelError, match=r"H05 \[ride / until\].*20 m ahead"):
        vehicles.ride_over(gallery.simple_car(), "bump", speed=8.0, until=2.0)


def test_units_of_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "car.yaml"
    sarrus.save(gallery.simple_car(), file)
    asked = ["manoeuvre", "steady-circle", str(file), "--with", "radius=60km/h"]
    done = run_line(asked)
    assert done.exit_code == 2 and "length per time, not length" in " ".join(done.output.split())


def test_a_tyre_file_that_cannot_be_read_is_told_once(tmp_path: Path) -> None:
    """Brakes that name the tyre do not say that there is none."""
    file = tmp_path / "car.yaml"
    sarrus.save(gallery.simple_car(), file)
    text = file.read_text(encoding="utf-8")
    start = text.index("    tyre:\n", text.index("  tyre_fl:"))
    end = text.index("  brake_fl", start)
    file.write_text(text[:start] + "    tyre: none.tir\n" + text[end:], encoding="utf-8")
    with pytest.raises(SarrusError) as caught:
        sarrus.load(file)
    assert [problem.code for problem in caught.value.problems] == ["F09"]


def test_wheel_that_never_touches(tmp_path: Path) -> None:
    """One of four in the air is named, though a car may run on three wheels."""
    file = tmp_path / "car.yaml"
    sarrus.save(gallery.simple_car(), file)
    text = file.read_text(encoding="utf-8")
    at = text.index("    tyre:\n", text.index("  tyre_fl:"))
    file.write_text(text[:at] + "    origin: [0, 0, -3 m]\n" + text[at:], encoding="utf-8")
    with pytest.raises(ModelError, match=r"H02 \[tyre 'tyre_fl'\].*does not touch the road"):
        vehicles.straight_running(sarrus.load(file), 20.0)


@pytest.mark.slow
def test_truck_through_manoeuvres() -> None:
    circle = vehicles.steady_circle(gallery.truck(), speed=15.0, most=2.0, step=1.0)
    assert 0.0 < circle["understeer_gradient"] < 0.01 and circle["roll_gradient"] > 0.0
    step = vehicles.step_steer(gallery.truck(), speed=15.0, lateral_acceleration=1.5)
    assert step["lateral_acceleration"] == pytest.approx(1.5, rel=0.05)
    lanes = vehicles.lane_change(gallery.truck(), speed=11.0)
    assert lanes.passed and 0.5 < lanes["rearward_amplification"] < 3.0
