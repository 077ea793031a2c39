"""Small motions about straight running over speed: weave, wobble, capsize, yaw and roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sarrus.errors import ModelError, Problem
from sarrus.model import GROUND, Model
from sarrus.model.forces import Driver, SpeedControl
from sarrus.vehicles.trim import with_held_speed
from sarrus.vehicles.vehicle import Vehicle, as_vehicle

if TYPE_CHECKING:
    from sarrus.system.analysis import RootLocus


def speed_locus(vehicle: Any, speeds: Any) -> RootLocus:
    """Return the eigenvalues of small motions about straight running, over the speed [m/s].

    vehicle: with a driver, who holds the steering and the speed; or with one `speed_control`, as a
    motorcycle whose steering is free; or without either, such as a bicycle that rolls without loss. speeds:
    two or more that only grow, or only fall.

    Example:
        locus = sarrus.vehicles.speed_locus(sarrus.gallery.motorcycle(), [20.0, 30.0])
        locus.plot(path="weave.png", least=-20.0)
    """  # noqa: E501
    from sarrus.system.analysis import root_locus

    model = getattr(vehicle, "model", vehicle)
    if not isinstance(model, Model):
        as_vehicle(vehicle)  # says what is wrong
    if isinstance(vehicle, Vehicle) or any(isinstance(f, Driver) for f in model.forces):
        car = with_held_speed(as_vehicle(vehicle))
        return root_locus(
            car.system,
            f"{car.driver}.speed",
            speeds,
            car.rolling(float(speeds[0])),
            moving={f"{car.body}.angular_velocity.z": 0.0},
            unknown=[f"{car.driver}.steer"],
            parameters=car.numbers(steer=0.0, steer_gain=0.0, brake_gain=0.0),
        )
    system = model.compile(kernels=())
    controls = [f for f in model.forces if isinstance(f, SpeedControl)]
    if len(controls) > 1:
        names = ", ".join(f.name for f in controls)
        rule, action = f"has several speed controls: {names}", "leave one, or use a driver"
        raise ModelError(Problem("H01", f"vehicle '{model.name}'", rule, action=action))
    if controls:
        over, body = f"{controls[0].name}.speed", controls[0].body
        level = {f"{body}.angular_velocity.z": 0.0}
        return root_locus(system, over, speeds, system.initial_state(), moving=level)
    root = _root(model)
    body = model.joint(root).child
    level = {f"{body}.angular_velocity.z": 0.0}
    return root_locus(system, f"{root}.vx", speeds, system.initial_state(), moving=level)


def _root(model: Model) -> str:
    """Return the joint between ground and a body that has the velocity vx."""
    for joint in model.joints:
        if joint.parent == GROUND and "vx" in [v.name for v in joint.type.velocities]:
            return joint.name
    rule = "has no joint between ground and a body that moves forward"
    action = "add m.free('chassis', m.ground, body), or a planar joint about z"
    raise ModelError(Problem("H01", f"vehicle '{model.name}'", rule, action=action))
