"""The car of links through manoeuvres: two ways to its yaw gain, and what its driver does."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from sarrus import gallery, vehicles
from sarrus.gallery.car_parts import Axle, steering_ratio
from sarrus.gallery.passenger_car import TYRE
from sarrus.vehicles.manoeuvres.frequency import linear_response

V = 100.0 / 3.6


@cache
def car() -> vehicles.Vehicle:
    return vehicles.Vehicle(gallery.passenger_car())


@pytest.mark.parametrize("make", [gallery.passenger_car, gallery.formula_car, gallery.truck])
def test_every_car_has_a_driver_a_motor_and_brakes(make) -> None:  # type: ignore[no-untyped-def]
    found = vehicles.Vehicle(make(speed=12.0))
    assert found.hands.speed == 12.0 and len(found.hubs) == len(found.tyres)
    names = {force.name for force in found.model.forces}
    assert {"driver", "motor", *(f"{tyre[:-5]}.brake" for tyre in found.hubs)} <= names
    bare = make(driver=False)
    assert not {"driver", "motor", "front.left.brake"} & {force.name for force in bare.forces}


def test_steering_ratio_is_that_of_the_linkage() -> None:
    """Against the assembled car: wheels by the steering wheel, left and right, at small angles."""
    model = car().model
    system = model.compile(kernels=())
    level = {f"front.{side}.lower_pivot": 0.0 for side in ("left", "right")}
    angle, found = 0.05, []
    for turned in (-angle, angle):
        state = system.assemble({"steering.column": turned, **level})
        axes = [np.asarray(system.poses(state.q)[f"front.{side}.wheel"].rotation)[:, 2]
                for side in ("left", "right")]  # fmt: skip
        found.append(np.mean([np.arctan(-axis[0] / axis[1]) for axis in axes]))
    ratio = 2.0 * angle / (found[1] - found[0])
    assert car().hands.ratio == pytest.approx(ratio, rel=0.03)
    wider = Axle("wishbone", 0.0, TYRE, 1.0, 1.0, points={"tie_outer": (-0.26, 0.70, 0.25)})
    assert steering_ratio(wider, 0.0085) > 1.5 * car().hands.ratio


@pytest.mark.slow
def test_steady_circle_has_the_gain_of_small_motions() -> None:
    """v/(l + K v^2) of trims in a bend against the linear response about straight running."""
    circle = vehicles.steady_circle(car(), speed=V, most=1.0)
    K, base = circle["understeer_gradient"], car().wheelbase
    straight = vehicles.straight_running(car(), V)
    gain = linear_response(straight, np.array([1e-3]))["yaw_rate"][0]
    assert V / (base + K * V * V) == pytest.approx(abs(gain), rel=0.01)
    assert 1e-3 < K < 5e-3  # it understeers, as passenger cars do
    roll = np.rad2deg(circle["roll_gradient"]) * 9.81
    assert 2.0 < roll < 8.0  # degrees by g
    weight = 9.81 * car().mass
    assert sum(straight.loads.values()) == pytest.approx(weight, rel=1e-6)


@pytest.mark.slow
def test_it_brakes_and_changes_lanes() -> None:
    stop = vehicles.straight_braking(car(), speed=V)
    assert 35.0 < stop["stopping_distance"] < 60.0 and stop["side_way"] < 0.1
    # the mean deceleration is below what friction can give
    assert 6.0 < stop["deceleration"] < 9.81
    lanes = vehicles.lane_change(car(), speed=60.0 / 3.6)
    assert lanes.passed and lanes["least_room"] > 0.05
    assert lanes.runs["best"].energy_error < 1e-4
