"""Points of bodies, given in the drawing (`at...`) or in the body frame (`on...`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.model.body import Frame
from sarrus.model.building.drafts import FrameHandle
from sarrus.model.building.entry import Entry, Options
from sarrus.model.building.orientation import relative
from sarrus.model.building.references import Scope
from sarrus.model.pose import Pose, Vector3
from sarrus.spatial.arrays import norm
from sarrus.spatial.tracking import real

End = tuple[str, Vector3]
"""A body and a point in its frame [m]."""


def read_point(
    scope: Scope, entry: Entry, options: Options, body: str, at: str, on: str
) -> Vector3 | None:
    """Return a point in the body frame [m], from one of the options `at` and `on`."""
    drawn, fixed = options.get(at), options.get(on)
    if (drawn is None) == (fixed is None):
        rule = f"or {on} must be given" if drawn is None else f"and {on} are both given"
        entry.report("M28", at, rule, action=f"give {at} in the drawing or {on} in the body frame")
        return None
    if drawn is not None:
        point = entry.vector(at, drawn, "m")
        return None if point is None else relative(scope.pose_of(body), Pose(point)).position
    if isinstance(fixed, (str, Frame, FrameHandle)):
        pose = scope.frame(entry, on, fixed, body)
        return None if pose is None else pose.position
    return entry.vector(on, fixed, "m")


def drawn_distance(scope: Scope, a: End, b: End) -> float:
    """Return the distance of two points in the drawing [m]."""
    return real(norm(_drawing_point(scope, *b) - _drawing_point(scope, *a)))


def _drawing_point(scope: Scope, body: str, point: Vector3) -> Any:
    return scope.pose_of(body).transform.point(np.array(point))
