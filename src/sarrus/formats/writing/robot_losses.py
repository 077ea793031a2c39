"""What a model loses in every robot file without being refused, so that it is told."""

from __future__ import annotations

from collections.abc import Iterator

from sarrus.errors import Problem
from sarrus.model.forces.joint_friction import JointFriction
from sarrus.model.meshes import SOLIDS
from sarrus.model.model import TOLERANCE, Model
from sarrus.model.shapes import GearWheel, Mesh


def robot_losses(model: Model, file: str) -> Iterator[Problem]:
    """Yield notices of numbers and shapes that a file (MJCF, SDF, URDF) has no words for."""
    for force in model.forces:
        if not isinstance(force, JointFriction) or force.sliding != force.static:
            continue  # written as friction only without a peak
        if force.exact:
            rule = f"sticks exactly, and is read as smooth friction again: {file} has one number"
            yield _notice(f"force '{force.name}'", rule)
        elif force.smoothing != JointFriction.smoothing:
            rule = f"has a smoothing of {force.smoothing:g}, which {file} cannot hold"
            yield _notice(f"force '{force.name}'", rule)
    owners = [("ground", model.ground_shapes), *((b.name, b.shapes) for b in model.bodies)]
    for owner, shapes in owners:
        element = owner if owner == "ground" else f"body '{owner}'"
        for placed in shapes:
            if isinstance(placed.shape, GearWheel):
                yield _notice(element, f"draws a gear wheel, which is a cylinder in {file}")
            elif isinstance(placed.shape, Mesh) and placed.shape.file.lower().endswith(SOLIDS):
                part = f" (part '{placed.shape.part[:60]}')" if placed.shape.part else ""
                rule = f"is drawn by a file of solids{part}, which other programs do not read"
                yield _notice(element, rule)
    if model.tolerance != TOLERANCE:
        rule = f"{model.tolerance:g} is not part of {file}"
        yield _notice("tolerance", rule)


def _notice(element: str, rule: str) -> Problem:
    return Problem("F21", element, rule, element, severity="notice")
