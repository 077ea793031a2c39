"""The numbers that describe a corner at a position: angles, offsets, centres, motion ratios."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.suspension.lines import line_length
from sarrus.suspension.position import Position

MEASURES: dict[str, tuple[str, str]] = {
    "camber": ("rad", "inclination of the wheel, positive with its top outward"),
    "toe": ("rad", "rotation of the wheel about the vertical, positive with its front inward"),
    "steer_angle": ("rad", "rotation of the wheel about the vertical, positive to the left"),
    "half_track_change": (
        "m",
        "displacement of the contact patch from its design position, outward",
    ),
    "wheelbase_change": (
        "m",
        "displacement of the contact patch from its design position, forward",
    ),
    "caster": (
        "rad",
        "inclination of the steering axis in side view, positive with its top rearward",
    ),
    "kingpin_inclination": (
        "rad",
        "inclination of the steering axis in front view, top inward positive",
    ),
    "scrub_radius": ("m", "offset at the ground, positive with the patch outside of the axis"),
    "trail": ("m", "caster offset at the ground, positive with the patch behind the axis"),
    "kingpin_offset": ("m", "offset at the height of the wheel centre, centre outside positive"),
    "center_trail": (
        "m",
        "caster offset at the height of the wheel centre, centre behind positive",
    ),
    "camber_gradient": ("rad/m", "change of camber per wheel travel"),
    "toe_gradient": ("rad/m", "change of toe per wheel travel (bump steer)"),
    "steer_gradient": ("", "change of the steer angle per motion of the steering joint"),
    "front_center.y": ("m", "instant centre of the carrier in wheel travel, in front view"),
    "front_center.z": ("m", "instant centre of the carrier in wheel travel, in front view"),
    "side_center.x": ("m", "instant centre of the carrier in wheel travel, in side view"),
    "side_center.z": ("m", "instant centre of the carrier in wheel travel, in side view"),
    "roll_center_height": ("m", "roll centre of an axle with two such corners, above the ground"),
    "center.x": ("m", "wheel centre"),
    "center.y": ("m", "wheel centre"),
    "center.z": ("m", "wheel centre"),
    "patch.x": ("m", "contact patch"),
    "patch.y": ("m", "contact patch"),
    "patch.z": ("m", "contact patch"),
}
"""Unit and description of every measure; those of springs are added by name."""


@dataclass(frozen=True, eq=False)
class Measured:
    """Value, unit and description of one number."""

    value: float
    unit: str
    description: str


def measures(position: Position) -> dict[str, Measured]:
    """Return all numbers of a position by name."""
    values = {**_wheel(position), **_axis(position), **_gradients(position), **_centers(position)}
    found = {n: Measured(values[n], *MEASURES[n]) for n in MEASURES if n in values}
    if "steer_gradient" in found:
        unit = "rad/m" if _steer_unit(position) == "m" else "rad/rad"
        found["steer_gradient"] = replace(found["steer_gradient"], unit=unit)
    for spring in position.kinematics.corner.springs:
        length, ratio = line_length(position, spring)
        name = spring.name
        found[f"{name}.length"] = Measured(length, "m", f"distance between the points of {name}")
        text = f"change of the length of {name} per wheel travel"
        found[f"{name}.motion_ratio"] = Measured(ratio, "m/m", text)
    return found


def _steer_unit(position: Position) -> str:
    kinematics = position.kinematics
    return kinematics.system.model.joint(kinematics.corner.steer or "").type.coordinates[0].unit


def _wheel(position: Position) -> dict[str, float]:
    wheel, design = position.wheel, position.kinematics.design.wheel
    way = wheel.patch - design.patch
    found = {
        "camber": wheel.camber,
        "toe": wheel.toe,
        "steer_angle": wheel.steer_angle,
        "half_track_change": float(wheel.side * way[1]),
        "wheelbase_change": float(way[0]),
    }
    for k, axis in enumerate("xyz"):
        found[f"center.{axis}"] = float(wheel.center[k])
        found[f"patch.{axis}"] = float(wheel.patch[k])
    return found


def _axis(position: Position) -> dict[str, float]:
    axis = position.steering_axis
    if axis is None:
        return {}
    return {
        "caster": axis.caster,
        "kingpin_inclination": axis.inclination,
        "scrub_radius": axis.scrub_radius,
        "trail": axis.trail,
        "kingpin_offset": axis.kingpin_offset,
        "center_trail": axis.center_trail,
    }


def _gradients(position: Position) -> dict[str, float]:
    corner, wheel = position.kinematics.corner, position.wheel
    turning = position.lifted[corner.carrier].angular_velocity
    found = {
        "camber_gradient": wheel.camber_rate(np.asarray(turning)),
        "toe_gradient": wheel.toe_rate(np.asarray(turning)),
    }
    if corner.steer is not None:
        turning = position.steered[corner.carrier].angular_velocity
        found["steer_gradient"] = -wheel.side * wheel.toe_rate(np.asarray(turning))
    return found


def _centers(position: Position) -> dict[str, float]:
    """Instant centres of the carrier: where its velocity vanishes in front and side view."""
    wheel = position.wheel
    carrier = position.lifted[position.kinematics.corner.carrier]
    w, c, p = np.asarray(carrier.angular_velocity), wheel.center, wheel.patch
    v = carrier.velocity + np.cross(w, c - carrier.position)
    at_patch = v + np.cross(w, p - c)
    return {
        "front_center.y": _quotient(c[1], -v[2], w[0]),
        "front_center.z": _quotient(c[2], v[1], w[0]),
        "side_center.x": _quotient(c[0], v[2], w[1]),
        "side_center.z": _quotient(c[2], -v[0], w[1]),
        "roll_center_height": _quotient(0.0, p[1] * at_patch[1], at_patch[2]),
    }


def _quotient(start: float, above: float, below: float) -> float:
    """Return start + above / below, infinite where the bodies move without turning."""
    return math.inf if abs(below) < 1e-12 else float(start + above / below)
