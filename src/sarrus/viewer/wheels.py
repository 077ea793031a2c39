"""Gears, pulleys and rollers as the page draws them, on bodies without shapes of their own."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from sarrus.model import GROUND, Model
from sarrus.model.forces.elastic_teeth import ElasticTeeth
from sarrus.model.forces.strand import Strand
from sarrus.model.joints import GearPair
from sarrus.model.pose import Pose, matrix3, vector3
from sarrus.model.shapes import GearWheel
from sarrus.model.shapes_between import axes_along
from sarrus.viewer.links import Solid, numbers

FACE = 8.0
"""Width of teeth over the module, at most, and FLAT over the radius."""
FLAT = 0.6
RIM = 1.2
"""Outer radius of a ring over that of its teeth."""
PULLEY = 0.3
"""Width of a pulley over its radius."""
NEAR = 1e-6
"""Distance of wheels of one body that are one [m]."""
MOST_TEETH = 500
"""Wheels with more are drawn as discs."""

Found = dict[str, list[Solid]]
DrawTeeth = Callable[[GearWheel], Solid]


def wheel_solids(model: Model, draw: DrawTeeth) -> Found:
    """Return the wheels of teeth, belts and rollers, by the body that carries them.

    draw: what makes a solid of a wheel with teeth. Bodies that have shapes are as they are drawn.
    """
    bare = {body.name for body in model.bodies if not body.shapes}
    if not model.ground_shapes:
        bare.add(GROUND)
    found: Found = {}
    for joint in model.joints:
        kind: Any = joint.type
        if isinstance(kind, GearPair):
            _add_pair(found, draw, kind, (joint.parent, joint.on_parent),
                      (joint.child, joint.on_child))  # fmt: skip
        elif kind.placement == "curve" and getattr(kind, "radius", 0.0) > 0.0:
            spot = Pose(joint.on_child.position, joint.on_child.rotation)
            _add(found, joint.child, spot, _disc(kind.radius, kind.radius))
    for force in model.forces:
        if isinstance(force, ElasticTeeth):
            ends = (force.body_a, force.on_a), (force.body_b, force.on_b)
            _add_pair(found, draw, force.pair(1.0), *ends)
        elif isinstance(force, Strand) and not force.is_spatial:
            _add_pulleys(found, model, force)
    return {body: solids for body, solids in found.items() if body in bare}


def _add(found: Found, body: str, pose: Pose, solid: Solid) -> None:
    """Add a solid to a body, unless it has one there."""
    at, axes = numbers(pose.position), numbers(np.array(pose.rotation).ravel())
    others = found.setdefault(body, [])
    if all(np.linalg.norm(np.subtract(one["at"], at)) > NEAR for one in others):
        others.append({**solid, "at": at, "axes": axes})


def _disc(radius: float, length: float) -> Solid:
    return {"kind": "cylinder", "radius": radius, "length": length}


def _pose_by(pose: Pose, turn: np.ndarray, shift: Any = (0.0, 0.0, 0.0)) -> Pose:
    """Return a frame turned and moved in its own axes."""
    R = np.array(pose.rotation)
    at = np.array(pose.position) + R @ np.array(shift)
    return Pose(vector3(at), matrix3(R @ turn))


def _about_z(angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _add_pair(
    found: Found, draw: DrawTeeth, pair: Any, first: tuple[str, Pose], second: tuple[str, Pose]
) -> None:
    """Add both wheels of a pair: a tooth of the first in a gap of the second, in the drawing."""
    counts = pair.tooth_counts

    def wheel_of(radius: float, teeth: float, helix: float = 0.0, ring: bool = False) -> Solid:
        width = min(FACE * pair.module, FLAT * radius)
        if teeth > MOST_TEETH or teeth < 4:
            return _disc(radius, width)
        rim = RIM * (radius + 2.0 * pair.module) if ring else 0.0
        return draw(GearWheel(radius, width, round(teeth), helix, rim))

    if pair.meets == "parallel":
        m, inside = 0.5 * pair.transverse_module, pair.inside
        helix = pair.helix
        at_first = 0.0 if inside > 0.0 else math.pi
        _add(found, first[0], _pose_by(first[1], _about_z(at_first)),
             wheel_of(m * counts[0], counts[0], helix))  # fmt: skip
        half = math.pi / counts[1] if inside > 0.0 else 0.0
        _add(found, second[0], _pose_by(second[1], _about_z(half)),
             wheel_of(m * counts[1], counts[1], -inside * helix, inside < 0.0))  # fmt: skip
    elif pair.meets == "rack":
        r, high = pair.nominal_distance, 3.0 * pair.module
        _add(found, first[0], _pose_by(first[1], _about_z(-0.5 * math.pi)),
             wheel_of(r, counts[0], pair.helix_angle))  # fmt: skip
        size = [8.0 * r, high, min(FACE * pair.module, FLAT * r)]
        low = _pose_by(second[1], np.eye(3), (0.0, -0.5 * high - 1.25 * pair.module, 0.0))
        _add(found, second[0], low, {"kind": "box", "size": size})
    elif pair.meets == "crossing":
        cones = pair.cone, pair.angle - pair.cone
        for (body, pose), cone in zip((first, second), cones, strict=True):
            apex = (0.0, 0.0, pair.reach * math.cos(cone))
            disc = _disc(pair.reach * math.sin(cone), 2.0 * pair.module)
            _add(found, body, _pose_by(pose, np.eye(3), apex), disc)
    else:
        r_1, r_2 = pair.radii
        _add(found, first[0], first[1], _disc(r_1, max(1.2 * r_2, r_1)))
        _add(found, second[0], second[1], wheel_of(r_2, counts[1]))


def _axes(model: Model, body: str) -> np.ndarray:
    """Return R_WB of the drawing."""
    return np.eye(3) if body == GROUND else np.array(model.body(body).pose.rotation)


def _add_pulleys(found: Found, model: Model, strand: Strand) -> None:
    """Add the wheels of a belt or rope."""
    normal = _axes(model, strand.base) @ np.cross(strand.e1, strand.e2)
    for body, at, radius in zip(strand.wheels, strand.points, strand.radii, strict=True):
        if radius:
            axis = _axes(model, body).T @ normal
            disc = _disc(0.97 * abs(radius), PULLEY * abs(radius))
            _add(found, body, Pose(vector3(np.array(at)), matrix3(axes_along(axis))), disc)
