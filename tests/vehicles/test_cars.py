"""Cars of parts: at rest they stay, they steer where the wheel is turned, sides are images."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import Model, ModelError, State, System
from sarrus.gallery import formula_car, passenger_car, truck
from sarrus.gallery.passenger_car import TYRE

WHEELS = [f"{axle}.{side}" for axle in ("front", "rear") for side in ("left", "right")]


@cache
def car() -> tuple[Model, System, State]:
    model = passenger_car()
    system = model.compile(kernels=())
    return model, system, system.initial_state()


def test_the_wheels_carry_the_car_and_nothing_moves() -> None:
    model, system, state = car()
    loads = {}
    for name in WHEELS:  # of the deflection in the plane of the wheel, which leans
        wheel = system.poses(state.q)[f"{name}.wheel"]
        lean = np.sqrt(1.0 - float(wheel.rotation[2, 2]) ** 2)
        loads[name] = TYRE.k * (TYRE.radius - float(wheel.position[2]) / lean)
    # springs are set for upright wheels: leaning by a degree takes some newtons
    assert sum(loads.values()) == pytest.approx(model.mass_properties().mass * 9.81, rel=1e-3)
    assert loads["front.left"] == pytest.approx(loads["front.right"], rel=1e-9)
    # what is left are the forces of toe and camber, and the resistance to rolling
    found = system.accelerations(state)
    assert np.max(np.abs(found.vdot[:6])) < 0.05
    assert state.v[0] == pytest.approx(20.0)


def test_names_of_parts() -> None:
    model, _, _ = car()
    assert {"steering.rack", "front.left.upper_arm", "rear.right.arm", "front.bar.bar_left"} <= {
        body.name for body in model.bodies
    }
    assert {"steering.column", "front.left.hub", "rear.right.pivot"} <= {
        joint.name for joint in model.joints
    }
    right = next(force for force in model.forces if force.name == "front.right.tyre")
    assert right.side == "right" and right.base == "ground"


def heading(system: System, state: State, wheel: str) -> float:
    """Return the angle about z by which a wheel is turned to the left [rad]."""
    a, b = (np.array(system.poses(s.q)[wheel].rotation)[:, 2] for s in (car()[2], state))
    return float(a[0] * b[1] - a[1] * b[0])


def test_the_steering_wheel_turns_the_wheels_its_way() -> None:
    _, system, _ = car()
    level = {f"front.{side}.lower_pivot": 0.0 for side in ("left", "right")}
    state = system.assemble({"steering.column": 1.0, **level})
    assert float(state["steering.rack.displacement"]) == pytest.approx(-0.0085, abs=1e-12)
    assert heading(system, state, "front.left.wheel") > 0.02
    assert heading(system, state, "front.right.wheel") > 0.02
    back = system.assemble({"steering.column": -1.0, **level})
    left, right = (heading(system, state, f"front.{side}.wheel") for side in ("left", "right"))
    assert heading(system, back, "front.right.wheel") == pytest.approx(-left, abs=1e-9)
    assert heading(system, back, "front.left.wheel") == pytest.approx(-right, abs=1e-9)


def test_a_car_of_files_has_the_freedoms_of_that_of_python() -> None:
    folder = Path(__file__).parents[2] / "examples" / "car"
    model = sarrus.load(folder / "car.yaml")
    assert not model.notices
    system = model.compile(kernels=())
    found = system.mobility(system.initial_state())
    assert (found.freedom, found.redundant) == (15, ())
    left, right = (model.body(f"front.{side}.wheel").pose.position for side in ("left", "right"))
    assert (right[0], -right[1], right[2]) == left
    other = sarrus.load(folder / "car.yaml", constants={"front.left.mu": 0.3})
    grip = {force.name: force.mu for force in other.forces if force.name.endswith("tyre")}
    assert grip["front.left.tyre"] == 0.3 and grip["front.right.tyre"] == 1.0
    corner = sarrus.load(folder / "corner_on_rig.yaml").compile(kernels=())
    assert corner.mobility(corner.assemble()).freedom == 3


def test_what_is_no_suspension_is_refused() -> None:
    with pytest.raises(ModelError, match=r"front.*'twist_beam' is none of 'wishbone', 'strut'"):
        passenger_car(front="twist_beam", rear="leaf")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("front", "rear"),
    [
        ("strut", "twist_beam"),
        ("wishbone", "wishbone"),
        ("strut", "multilink"),
        ("strut", "trailing"),
        ("wishbone", "solid_axle"),
    ],
)
def test_any_suspension_carries_the_car(front: str, rear: str) -> None:
    model = passenger_car(front=front, rear=rear)
    assert not model.notices
    system = model.compile(kernels=())
    state = system.initial_state()
    assert system.mobility(state).freedom == 15
    assert np.max(np.abs(system.accelerations(state).vdot[:6])) < 0.05


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "freedom", "how"), [(formula_car, 15, {"wings": False}), (truck, 41, {})]
)
def test_other_vehicles_stand_and_go(make: Any, freedom: int, how: dict[str, Any]) -> None:
    model = make(speed=15.0, **how)
    assert not model.notices
    system = model.compile(kernels=())
    state = system.initial_state()
    assert system.mobility(state).freedom == freedom
    assert np.max(np.abs(system.accelerations(state).vdot[:6])) < 0.1
    run = system.simulate(state, until=1.0, every=0.05, rtol=1e-6)
    assert abs(float(np.asarray(run["chassis.velocity.x"])[-1]) - 15.0) < 0.1
    assert abs(float(np.asarray(run["chassis.position.y"])[-1])) < 0.01
    assert run.energy_error < 1e-6


@pytest.mark.slow
def test_left_and_right_turns_are_images() -> None:
    """The single-seater has no side: the rack the other way gives the mirror image."""
    system = formula_car().compile(kernels=())
    state = system.initial_state()
    found = []
    for sign in (1.0, -1.0):
        law = f"{sign * 0.004}*sin(pi*t)^3"
        run = system.simulate(state, until=1.0, every=0.05, driven={"steering.rack": law})
        found.append(np.asarray(run["chassis.angular_velocity.z"]))
    left, right = found
    assert np.max(left) > 0.05  # to the left is positive
    assert np.max(np.abs(left + right)) < 1e-6
