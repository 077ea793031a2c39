"""W05: numbers that look as if they were in other units than SI."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.body import GROUND, Body
from sarrus.model.joint import Joint
from sarrus.model.model import Model

if TYPE_CHECKING:
    from sarrus.model.validation.physics import Places

DENSITIES = (1.0, 50_000.0)
"""Below a light foam, above every metal [kg/m^3]."""
LARGEST_ANGLE = 50.0
"""A limit above this many radians is more likely in degrees."""
TOO_WIDE, TOO_NARROW = 10.0, 1e-3
"""Radius of gyration over the size of the geometry."""
NEGLIGIBLE = 1e-3
"""Part of the total mass below which a body is a place holder, as in many robot files."""


def check_scales(model: Model, places: Places) -> None:
    """Report (W05) unlikely densities, radii of gyration and limits of angles."""
    points = _joint_points(model)
    size = _model_size(model, points)
    total = sum(body.mass for body in model.bodies)
    for body in model.bodies:
        if body.mass <= NEGLIGIBLE * total:
            continue
        _check_density(body, places)
        _check_gyration(body, points[body.name], size, places)
    for joint in model.joints:
        _check_angles(joint, places)


def _joint_points(model: Model) -> dict[str, list[Any]]:
    """Return the joint points of every body, in its frame; a free joint is nowhere."""
    points: dict[str, list[Any]] = defaultdict(list)
    for joint in model.joints:
        if joint.type.n_rows:
            points[joint.parent].append(np.array(joint.on_parent.position))
            points[joint.child].append(np.array(joint.on_child.position))
    return points


def _model_size(model: Model, points: dict[str, list[Any]]) -> float:
    """Return the greatest distance between joint points of one body, or size of a shape [m]."""
    sizes = [_extent(listed) for body, listed in points.items() if body != GROUND]
    sizes += [placed.shape.extent for body in model.bodies for placed in body.shapes]
    return max(sizes, default=0.0)


def _extent(points: list[Any]) -> float:
    return max((float(np.linalg.norm(p - points[0])) for p in points), default=0.0)


def _check_density(body: Body, places: Places) -> None:
    volume = sum(placed.shape.volume or 0.0 for placed in body.shapes)
    if not volume or not body.mass:
        return
    density = body.mass / volume
    if not DENSITIES[0] <= density <= DENSITIES[1]:
        rule = f"and the shapes give a density of {density:.2g} kg/m^3 (steel has 7850)"
        cause = "lengths in mm, or mass in g"
        _doubt(places, "body", body.name, "mass", rule, f"{body.mass:g} kg", cause)


def _check_gyration(body: Body, points: list[Any], size: float, places: Places) -> None:
    greatest = float(np.linalg.eigvalsh(np.array(body.inertia))[-1])
    if not body.mass or greatest <= 0.0:
        return
    radius = math.sqrt(greatest / body.mass)
    com = np.array(body.com)
    reach = [float(np.linalg.norm(point - com)) for point in points]
    reach += [
        float(np.linalg.norm(np.array(p.pose.position) - com)) + p.shape.extent
        for p in body.shapes
        if p.shape.extent
    ]
    extent = max(reach, default=0.0)
    # a body that is small among others, or eccentric by little, is no reason for doubt
    reference = max(extent, size / 10.0) if size else 0.0
    value = f"a radius of gyration sqrt(I/m) of {radius:.3g} m"
    rule = f"does not fit the geometry, which spans {max(extent, size):.3g} m"
    if reference and radius > TOO_WIDE * reference:
        _doubt(places, "body", body.name, "inertia", rule, value, "inertia in kg mm^2 or g mm^2")
    elif radius < TOO_NARROW * extent:
        _doubt(places, "body", body.name, "inertia", rule, value, "lengths in mm")


def _check_angles(joint: Joint, places: Places) -> None:
    for (lower, upper), velocity in zip(joint.limits, joint.type.velocities, strict=False):
        worst = max((abs(x) for x in (lower, upper) if math.isfinite(x)), default=0.0)
        if velocity.unit == "rad/s" and worst > LARGEST_ANGLE:
            rule = f"are {lower:g} to {upper:g} rad, {worst / (2 * math.pi):.3g} turns"
            _doubt(places, "joint", joint.name, "limits", rule, "", "limits in degrees")


def _doubt(
    places: Places, kind: str, name: str, attribute: str, rule: str, value: str, cause: str
) -> None:
    action = 'write the unit, for instance "250 mm", "30 deg"'
    places.entry(kind, name).report(
        "W05", attribute, rule, value=value, cause=cause, action=action, severity="warning"
    )
