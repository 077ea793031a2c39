"""Contact with the ground and tracks, in the user's words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.formats.writing.drawing import (
    Words,
    drawn_direction,
    drawn_points,
    placed,
    placed_frame,
)
from sarrus.model.body import GROUND
from sarrus.model.building.orientation import product
from sarrus.model.building.references import Scope
from sarrus.model.forces import ForceElement, GroundContact, PointContact, Track, WheelContact
from sarrus.model.pose import Pose, vector3
from sarrus.road import Flat, HalfRound, Road, Shifted, SumOfRoads, WheelEnvelope

Told = tuple[str, Words]
"""A method of the builder and its keywords."""


def _ground(scope: Scope, e: GroundContact) -> Words:
    """Return where the ground is, in the drawing."""
    at = next(drawn_points(scope, e.base, e.origin), None)
    if at is None:
        at = product(scope.pose_of(e.base), Pose(e.origin)).position
    base = {} if e.base == GROUND else {"base": e.base}
    along, up = (drawn_direction(scope, e.base, u) for u in (e.along, e.up))
    return {**base, "origin": at, "along": along, "up": up}


def _point_contact(scope: Scope, e: PointContact) -> Iterator[Told]:
    words = {name: getattr(e, name) for name in ("k", "a", "exponent", "mu", "smoothing")}
    ground = _ground(scope, e)
    road: Words = {} if e.road == Flat() else {"road": e.road}
    told: Words = {"body": e.body, **_points(scope, e), **words, **road, **ground}
    if not road:
        yield "point_contact", {key: value for key, value in told.items() if key != "along"}
    yield "point_contact", told


def _points(scope: Scope, e: PointContact) -> Words:
    if len(e.points) == 1:
        return placed(scope, e.body, e.points[0])
    drawn = [next(drawn_points(scope, e.body, point), None) for point in e.points]
    return {"on": list(e.points)} if None in drawn else {"at": drawn}


def _wheel_contact(scope: Scope, e: WheelContact) -> Iterator[Told]:
    laws = {
        "k": e.k if e.spring is None else e.spring,
        "c": e.c if e.damper is None else e.damper,
        "contact": "vertical" if e.vertical else "normal",
    }
    names = ("mu", "mu_across", "smoothing", "speed", "spin")
    words: Words = {"body": e.body, **placed(scope, e.body, e.point), "radius": e.radius, **laws}
    words |= {name: getattr(e, name) for name in names} | _ground(scope, e)
    for road, between in _before(e.road, e.radius):
        told: Words = {} if road == Flat() else {"road": road}
        told |= {} if between is None else {"between": list(between)}
        yield "wheel_contact", {**words, **told, "follows": "disc"}
    told = {} if e.road == Flat() else {"road": e.road}
    yield "wheel_contact", {**words, **told, "follows": "point"}


def _before(road: Road, radius: float) -> Iterator[tuple[Road, Any]]:
    """Yield roads, and the part of them, that a wheel may feel as the given one."""
    if isinstance(road, WheelEnvelope):
        yield road.road, road.between
        yield road.road, None
    elif isinstance(road, HalfRound):
        yield replace(road, wheel=max(0.0, road.wheel - radius)), None
    elif isinstance(road, Shifted):
        for inner, between in _before(road.road, radius):
            shifted = None if between is None else tuple(x + road.by for x in between)
            yield Shifted(inner, road.by), shifted
    elif isinstance(road, SumOfRoads):
        parts = [next(_before(part, radius), (part, None))[0] for part in road.roads]
        yield SumOfRoads(tuple(parts)), None
    elif isinstance(road, Flat):
        yield road, None


def _track(scope: Scope, e: Track) -> Iterator[Told]:
    wheels = [
        [body, placed_frame(scope, body, point), radius]
        for body, point, radius in zip(e.wheels, e.points, e.radii, strict=True)
    ]
    words: Words = {"wheels": wheels, "k": e.k, "c": e.c, "preload": e.preload}
    if e.base != GROUND:
        words["base"] = e.base
    normal = np.cross(e.e1, e.e2)
    for axis in (normal, -normal):
        yield "track", {**words, "axis": drawn_direction(scope, e.base, vector3(axis + 0.0))}


CONTACT_WORDS: dict[type[ForceElement], Any] = {
    PointContact: _point_contact,
    WheelContact: _wheel_contact,
    Track: _track,
}
"""By class: yields methods of the builder with their keywords, the most readable first."""
