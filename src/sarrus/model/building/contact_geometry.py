"""Where the ground is: its body, origin and directions; numbers above zero."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.model.body import GROUND
from sarrus.model.building.drafts import ForceDraft
from sarrus.model.building.entry import Entry
from sarrus.model.building.orientation import axis_frame, clean, direction, relative
from sarrus.model.building.references import Scope
from sarrus.model.pose import Pose, Vector3, vector3

Ground = tuple[str, Vector3, Vector3, Vector3]
"""The body that carries the ground; in its frame an origin [m] and the directions along and up."""

SQUARE = 1e-9
"""Cosine below which along and up count as perpendicular."""


def positive(entry: Entry, attribute: str, raw: Any, unit: str) -> float | None:
    """Return a number above zero, in an SI unit."""
    value = entry.number(attribute, raw, unit)
    if value is not None and value <= 0.0:
        literal = entry.literal(attribute, raw)
        entry.report("M04", attribute, "must be above zero", value=literal)
        return None
    return value


def read_base(scope: Scope, entry: Entry, draft: ForceDraft) -> str | None:
    """Return the body that carries the ground."""
    raw = draft.get("base")
    return GROUND if raw is None else scope.body(entry, "base", raw)


def in_frame(scope: Scope, body: str, drawn: Vector3) -> Vector3:
    """Return a direction of the drawing in the frame of a body."""
    return vector3(clean(scope.pose_of(body).transform.rotation.back(np.array(drawn))))


def read_ground(scope: Scope, entry: Entry, draft: ForceDraft, needs_along: bool) -> Ground | None:
    """Return the ground of the options base, origin, along and up, which are in the drawing."""
    base = read_base(scope, entry, draft)
    origin = entry.vector("origin", draft.get("origin"), "m")
    up = direction(entry, "up", draft.get("up"))
    along = _along(entry, draft, up, needs_along)
    if base is None or origin is None or up is None or along is None:
        return None
    on_base = relative(scope.pose_of(base), Pose(origin)).position
    return base, on_base, in_frame(scope, base, along), in_frame(scope, base, up)


def _along(
    entry: Entry, draft: ForceDraft, up: Vector3 | None, needs_along: bool
) -> Vector3 | None:
    raw = draft.get("along")
    if raw is None and needs_along:
        entry.report("M28", "along", "must be given: the direction in which the road is described")
        return None
    if raw is None:
        return None if up is None else vector3(np.array(axis_frame(up))[:, 0])
    along = direction(entry, "along", raw)
    if along is None or up is None:
        return None
    if abs(np.dot(along, up)) > SQUARE:
        value = entry.literal("along", raw)
        entry.report("M19", "along", "is not perpendicular to up", value=value)
        return None
    return along
