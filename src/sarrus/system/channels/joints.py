"""The channels of joints: coordinates, velocities, accelerations, efforts, wrenches, reactions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sarrus.system.channels.definition import Definition, column
from sarrus.system.channels.efforts import effort_definitions
from sarrus.system.channels.joint_motion import JointMotion
from sarrus.system.channels.loads import Form, load_definitions, load_uniqueness

if TYPE_CHECKING:
    from sarrus.system.system import System

ACCELERATION = {"rad/s": "rad/s^2", "m/s": "m/s^2", "1/s": "1/s^2"}


def joint_definitions(system: System) -> Iterator[Definition]:
    """Go through the channels of all joints, in the tree and cut."""
    for joint in system.model.joints:
        moving = JointMotion(system, joint)
        yield from _positions(moving)
        yield from _velocities(moving)
        yield from _accelerations(moving)
        yield from effort_definitions(moving)
        for part in ("reaction", "wrench"):
            form, name = Form(part), f"{joint.name}.{part}"
            yield from load_definitions(joint.name, form, name)
            yield load_uniqueness(joint.name, form, name)


def _positions(moving: JointMotion) -> Iterator[Definition]:
    """Go through the coordinates; then, not listed, all of them together under the joint's name."""
    joint = moving.joint
    coordinates = joint.type.coordinates
    for k, c in enumerate(coordinates):
        yield Definition(
            "joint",
            f"{joint.name}.{c.name}",
            c.unit,
            f"{c.name} of {moving.description}",
            column(moving.coordinates, k),
            also=(joint.name,) if len(coordinates) == 1 else (),
        )
    if len(coordinates) > 1:
        yield Definition.several(
            "joint",
            joint.name,
            [(c.name, c.unit) for c in coordinates],
            f"coordinates of {moving.description}",
            moving.coordinates,
            listed=False,
        )


def _velocities(moving: JointMotion) -> Iterator[Definition]:
    joint = moving.joint
    for k, c in enumerate(joint.type.velocities):
        yield Definition(
            "joint",
            f"{joint.name}.{c.name}",
            c.unit,
            f"{c.name} of {moving.description}",
            column(moving.velocities, k),
            also=(f"{joint.coordinate_names[k]}_rate",) if moving.matched else (),
        )


def _accelerations(moving: JointMotion) -> Iterator[Definition]:
    """Go through `A.angle_acceleration` or, of ball and free joints, `A.omega_x_dot`."""
    joint = moving.joint
    velocities = joint.type.velocities
    for k, c in enumerate(velocities):
        names = [f"{joint.coordinate_names[k]}_acceleration"] if moving.matched else []
        names.append(f"{joint.name}.{c.name}_dot")
        names += [f"{joint.name}.acceleration"] if len(velocities) == 1 else []
        yield Definition(
            "joint",
            names[0],
            ACCELERATION.get(c.unit, f"{c.unit}/s"),
            f"rate of change of {c.name} of {moving.description}",
            column(moving.accelerations, k),
            also=tuple(names[1:]),
            solved=True,
        )
    if len(velocities) > 1:
        yield Definition.several(
            "joint",
            f"{joint.name}.accelerations",
            [(c.name, ACCELERATION.get(c.unit, f"{c.unit}/s")) for c in velocities],
            f"rates of change of all velocities of {moving.description}",
            moving.accelerations,
            listed=False,
            solved=True,
            also=(f"{joint.name}.acceleration",),
        )
