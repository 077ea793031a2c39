"""Forces at the pickup points of a corner in equilibrium, each component labelled unique or not.

Forces act on the inner body of a joint (its parent) and on the bodies of a spring, in vehicle
axes. A revolute joint that is held at two seats is split by statics: with d from the first to the
second seat and the moment n about the first,

    f_2 = n x d / |d|^2 + a_2,   f_1 = f - f_2,

where a_1 + a_2 is the force along the axis. How the seats share it is not unique; half of it is
shown at each. The parts across the axis are unique, and are given by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model import Joint
from sarrus.suspension.contact_load import Equilibrium
from sarrus.suspension.lines import line_ends
from sarrus.system import Drive, Wrench
from sarrus.system.one_state.reactions import joint_reactions

ALONG = 1e-9
"""A component of an axis below which it counts as zero."""

YES = (True, True, True)


@dataclass(frozen=True)
class Component:
    """One number: name, value, unit, description, and whether statics determine it."""

    name: str
    value: float
    unit: str
    description: str
    unique: bool


def components(
    name: str, values: np.ndarray, unit: str, text: str, labels: Sequence[bool]
) -> Iterator[Component]:
    """Go through the three components of a vector."""
    for axis, value, unique in zip("xyz", values, labels, strict=True):
        yield Component(f"{name}.{axis}", float(value), unit, f"{text}, along {axis}", unique)


def joint_forces(found: Equilibrium) -> Iterator[Component]:
    """Go through the forces at all joints of the model, in its order."""
    kinematics = found.position.kinematics
    system, seats = kinematics.system, kinematics.corner.seats
    wrenches = joint_reactions(system, found.motion, part="wrench", on="parent", axes="world")
    for joint in system.model.joints:
        wrench = wrenches[joint.name]
        if joint.name in seats:
            yield from _split(found, joint, wrench, seats[joint.name])
            continue
        text = f"on '{joint.parent}' at joint '{joint.name}'"
        name, force, labels = f"{joint.name}.force", wrench.force, wrench.unique_force
        yield from components(name, force, "N", f"force {text}", labels)
        if joint.type.bears_moment:
            name, labels = f"{joint.name}.moment", wrench.unique_moment
            yield from components(name, wrench.moment, "N m", f"moment {text}", labels)


def _split(
    found: Equilibrium, joint: Joint, wrench: Wrench, seats: Mapping[str, np.ndarray]
) -> Iterator[Component]:
    """Go through the forces at the two seats of a revolute joint, and their sum along it."""
    X = found.position.bodies.get(joint.parent)
    first, second = (p if X is None else X.position + X.rotation @ p for p in seats.values())
    d = second - first
    axis = d / np.linalg.norm(d)
    axial = float(wrench.force @ axis)
    about_first = wrench.moment + np.cross(wrench.at - first, wrench.force)
    at_second = np.cross(about_first, d) / (d @ d)
    at_first = wrench.force - axial * axis - at_second
    labels = [bool(abs(x) < ALONG) and wrench.unique for x in axis]
    for name, across in zip(seats, (at_first, at_second), strict=True):
        text = f"force on '{joint.parent}' at '{name}'"
        whole = across + 0.5 * axial * axis
        yield from components(f"{name}.force", whole, "N", text, labels)
        across_text = f"{text}, its part across the axis of '{joint.name}'"
        yield from components(f"{name}.across", across, "N", across_text, [wrench.unique] * 3)
    text = f"force on '{joint.parent}' along the axis of '{joint.name}', from {' to '.join(seats)}"
    yield Component(f"{joint.name}.axial", axial, "N", text, wrench.unique)


def spring_pulls(found: Equilibrium, carried_by: str | None) -> dict[str, float]:
    """Return the pull of every spring and damper [N], that of the carrying one as it must be."""
    kinematics = found.position.kinematics
    drive = Drive(kinematics.system, np.zeros(1), (found.motion,), np.ones(1))
    return {
        spring.name: float(drive[f"{spring.name}.force"][0])
        + (found.extra if spring.name == carried_by else 0.0)
        for spring in kinematics.corner.springs
    }


def spring_forces(found: Equilibrium, pulls: Mapping[str, float]) -> Iterator[Component]:
    """Go through pulls and forces at both seats of every spring."""
    for spring in found.position.kinematics.corner.springs:
        a, b = line_ends(found.position, spring)
        name, pull = spring.name, pulls[spring.name]
        force = pull * (b.point - a.point) / np.linalg.norm(b.point - a.point)
        text = f"force of '{name}' along its line, positive when it pulls"
        yield Component(f"{name}.pull", pull, "N", text, True)
        for end, sign, letter in ((a, 1.0, "a"), (b, -1.0, "b")):
            text = f"force of '{name}' on '{end.body}'"
            yield from components(f"{name}.{letter}.force", sign * force, "N", text, YES)
