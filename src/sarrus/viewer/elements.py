"""Force elements as the page draws them: springs, bushings, wheels, tracks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import numpy as np

from sarrus.model import Model
from sarrus.model.forces import WHEELS, Beam, BeltDrive, Bushing, Track, TyreContact, WheelContact
from sarrus.model.forces.element import ForceElement
from sarrus.model.forces.line import LineElement
from sarrus.model.forces.strand import Strand
from sarrus.viewer.joints import body_numbers, pose_of
from sarrus.viewer.links import numbers


def lines_of(model: Model) -> list[dict[str, Any]]:
    """Return springs, dampers, struts and beams between two points."""
    number = body_numbers(model)
    beams = [
        {
            "name": e.name,
            "type": e.type_name,
            "a": {"body": number[e.body_a], "at": numbers(e.on_a.position)},
            "b": {"body": number[e.body_b], "at": numbers(e.on_b.position)},
            "spring": False,
            "damper": False,
        }
        for e in model.forces
        if isinstance(e, Beam)
    ]
    ropes = [part for e in model.forces if isinstance(e, Strand) for part in _parts(e, number)]
    return [*beams, *ropes] + [
        {
            "name": e.name,
            "type": e.type_name,
            "a": {"body": number[e.body_a], "at": numbers(e.point_a)},
            "b": {"body": number[e.body_b], "at": numbers(e.point_b)},
            "spring": _is_spring(e),
            "damper": any(getattr(e, name, None) for name in ("c", "c_compression", "damper")),
        }
        for e in model.forces
        if isinstance(e, LineElement)
    ]


def _is_spring(element: LineElement) -> bool:
    return any(getattr(element, name, None) for name in ("k", "spring"))


def bushings_of(model: Model) -> list[dict[str, Any]]:
    """Return the bushings with their frames on both bodies."""
    number = body_numbers(model)
    return [
        {
            "name": e.name,
            "a": {"body": number[e.body_a], **pose_of(e.on_a)},
            "b": {"body": number[e.body_b], **pose_of(e.on_b)},
        }
        for e in model.forces
        if isinstance(e, Bushing)
    ]


def wheels_of(model: Model) -> list[dict[str, Any]]:
    """Return the wheels that run on roads."""
    number = body_numbers(model)
    return [
        {
            "name": e.name,
            "body": number[e.body],
            "at": numbers(e.point),
            **_axle(e, number),
            "radius": e.radius,
        }
        for e in model.forces
        if isinstance(e, WHEELS) and not _has_disc(model, e)
    ]


def _axle(wheel: TyreContact | WheelContact, number: dict[str, int]) -> dict[str, Any]:
    """Return the axis of a wheel: its own axle, or else across the road; and of which body."""
    if isinstance(wheel, TyreContact):
        return {"base": number[wheel.body], "axis": numbers(wheel.axle)}
    return {"base": number[wheel.base], "axis": numbers(np.cross(wheel.up, wheel.along))}


def _has_disc(model: Model, wheel: TyreContact | WheelContact) -> bool:
    """Tell whether the body of a wheel already has a shape of about its size at its place."""
    for placed in model.body(wheel.body).shapes:
        away = np.linalg.norm(np.subtract(placed.pose.position, wheel.point))
        size = getattr(placed.shape, "radius", 0.0)
        if away < 0.5 * wheel.radius and size > 0.7 * wheel.radius:
            return True
    return False


def tracks_of(model: Model) -> list[dict[str, Any]]:
    """Return the bands around wheels."""
    number = body_numbers(model)
    return [
        {
            "name": e.name,
            "wheels": [
                {"body": number[body], "at": numbers(at), "radius": radius}
                for body, at, radius in zip(e.wheels, e.points, e.radii, strict=True)
            ],
            "base": number[e.base],
            "e1": numbers(e.e1),
            "e2": numbers(e.e2),
        }
        for e in model.forces
        if isinstance(e, Track)
    ] + [_strand(e, number) for e in model.forces if isinstance(e, Strand) and not e.is_spatial]


def _parts(e: Strand, number: dict[str, int]) -> list[dict[str, Any]]:
    """Return the straight parts of a rope in space."""
    ends = [
        {"body": number[body], "at": numbers(at)}
        for body, at in zip(e.wheels, e.points, strict=True)
    ]
    pairs = e.pairs if e.is_spatial else []
    return [
        {"name": e.name, "type": e.type_name, "a": ends[i], "b": ends[k], "spring": False,
         "damper": False}
        for i, k in pairs
    ]  # fmt: skip


def _strand(e: Strand, number: dict[str, int]) -> dict[str, Any]:
    """Return a belt as a band; a rope, which has ends, as one that is narrow."""
    least = min([abs(r) for r in e.radii if r] or [POINT])
    return {
        "name": e.name,
        "wheels": [
            {"body": number[body], "at": numbers(at), "radius": radius}
            for body, at, radius in zip(e.wheels, e.points, e.radii, strict=True)
        ],
        "open": not e.is_closed,
        "width": (BAND if isinstance(e, BeltDrive) else ROPE) * least,
        "thick": ROPE * least,
        "base": number[e.base],
        "e1": numbers(e.e1),
        "e2": numbers(e.e2),
    }


BAND, ROPE, POINT = 0.8, 0.08, 0.1
"""Width of a belt, and thickness of belts and ropes, over the least radius, [m] without wheels."""


def force_list(model: Model) -> list[dict[str, Any]]:
    """Return all force elements with their numbers, for the list of the page."""
    return [
        {
            "name": e.name,
            "type": str(getattr(e, "type_name", type(e).__name__)),
            "data": [[f.name, text, e.units.get(f.name, "")] for f, text in _numbers(e)],
        }
        for e in model.forces
    ]


def _numbers(element: ForceElement) -> Iterator[tuple[Any, str]]:
    """Go through the fields that a reader wants to see: names and plain numbers."""
    for field in fields(element):  # type: ignore[arg-type]
        value = getattr(element, field.name)
        if field.name == "name" or isinstance(value, bool):
            continue
        if isinstance(value, float | int) and (value or field.name in element.units):
            yield field, f"{value:.6g}"
        elif isinstance(value, str) and value:
            yield field, value
