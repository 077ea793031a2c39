"""Measures: numbers that describe a mechanism's motion, made channels of a history.

Distance between points, angle between lines or frames, the pose of one frame in another, the
transmission angle at a joint, and functions of the user.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.spatial.arrays import Array
from sarrus.system.channels.bodies import orientation_definitions, vector
from sarrus.system.channels.definition import Definition
from sarrus.system.channels.markers import JointMarker, Marker, marker_of, pair, vector_of
from sarrus.system.channels.orientations import turn_angle
from sarrus.system.channels.view import StateView, angle_of, each, norm

if TYPE_CHECKING:
    from sarrus.system.system import System

KIND = "measure"


def distance(system: System, name: str, a: Any, b: Any) -> Definition:
    """Return the distance of two points; see `marker_of` for how points are given."""
    first, second = marker_of(system, a), marker_of(system, b)

    def read(at: StateView) -> Array:
        return norm(second.position(at) - first.position(at))

    return Definition(
        KIND, name, "m", f"distance from {first.description} to {second.description}", read
    )


class Line:
    """A direction that moves with a body, or along the line from one point to another."""

    def __init__(self, system: System, what: Any) -> None:
        self.along: np.ndarray | None = None
        if isinstance(what, str):
            place = marker_of(system, what)
            if not isinstance(place, JointMarker):
                raise ModelError(_no_line(what))
            self.places: tuple[Marker | JointMarker, ...] = (place,)
            self.along, self.description = np.array([0.0, 0.0, 1.0]), f"axis of {place.description}"
            return
        start, end = pair(what, "line", "a joint with an axis, (body, direction) or (point, point)")
        if _is_direction(end):
            self.places = (marker_of(system, start),)
            self.along = vector_of(end, "direction of a line")
            if not np.any(self.along):
                raise ModelError(_no_line(what))
            direction = tuple(float(x) for x in self.along)
            self.description = f"direction {direction} of {self.places[0].description}"
            return
        self.places = (marker_of(system, start), marker_of(system, end))
        self.description = f"line from {self.places[0].description} to {self.places[1].description}"

    def direction(self, at: StateView) -> Array:
        """Return the direction at every state, in world axes; its length does not matter."""
        if self.along is not None:
            return self.places[0].rotation(at) @ self.along
        return self.places[1].position(at) - self.places[0].position(at)


def _is_direction(what: Any) -> bool:
    if isinstance(what, str) or not isinstance(what, (tuple, list, np.ndarray)) or not len(what):
        return False
    return not isinstance(what[0], (str, tuple, list)) and np.ndim(what[0]) == 0


def _no_line(what: Any) -> Problem:
    return Problem(
        "M25",
        "line",
        "must be a joint with an axis, (body, direction), or (point, point)",
        value=repr(what)[:80],
    )


def angle(system: System, name: str, a: Any, b: Any, about: Any = None) -> Definition:
    """Return the angle between two lines, or by which frame b is turned in frame a.

    Two names of bodies or frames: the angle of their relative rotation. Otherwise lines: a joint
    (its axis), (body, direction) or (point, point). With `about`, a line, the angle from a to b is
    counted about it, in (-pi, pi]; without, it is in [0, pi].
    """
    if about is None and _is_frame(system, a) and _is_frame(system, b):
        first, second = marker_of(system, a), marker_of(system, b)
        text = f"angle of the rotation from {first.description} to {second.description}, in [0, pi]"
        return Definition(
            KIND, name, "rad", text, lambda at: turn_angle(_relative(first, second, at))
        )
    lines = Line(system, a), Line(system, b)
    axis = None if about is None else Line(system, about)

    def read(at: StateView) -> Array:
        u, v = (line.direction(at) for line in lines)
        if axis is None:
            return between(u, v)
        k = axis.direction(at)
        k = k / np.asarray(norm(k))[..., None]
        flat = [x - np.asarray(_dot(k, x))[..., None] * k for x in (u, v)]
        sine = _dot(k, np.cross(*flat))
        return angle_of(sine, _dot(flat[0], flat[1]))

    where = "in [0, pi]" if axis is None else f"about {axis.description}, in (-pi, pi]"
    text = f"angle from {lines[0].description} to {lines[1].description}, {where}"
    return Definition(KIND, name, "rad", text, read)


def between(u: Array, v: Array) -> Array:
    """Return the angle between directions, accurate near 0 and pi."""
    return angle_of(norm(np.cross(u, v)), _dot(u, v))


def _dot(u: Array, v: Array) -> Array:
    return np.sum(u * v, axis=-1)


def _is_frame(system: System, what: Any) -> bool:
    return isinstance(what, str) and isinstance(marker_of(system, what), Marker)


def _relative(first: Marker | JointMarker, second: Marker | JointMarker, at: StateView) -> Array:
    return np.swapaxes(first.rotation(at), -1, -2) @ second.rotation(at)


def relative_pose(system: System, name: str, a: Any, b: Any) -> Iterator[Definition]:
    """Go through position and orientation of frame b in frame a."""
    first, second = marker_of(system, a), marker_of(system, b)

    def position(at: StateView) -> Array:
        gap = second.position(at) - first.position(at)
        return np.einsum("...ji,...j->...i", first.rotation(at), gap)

    words = f"of {second.description} in {first.description}"
    yield vector(KIND, f"{name}.position", "m", f"position {words}", position)
    yield from orientation_definitions(KIND, name, words, lambda at: _relative(first, second, at))


def transmission_angle(
    system: System, name: str, joint: str, toward: tuple[str, str] | None = None
) -> Definition:
    """Return the angle at a joint between its two links, each towards its other joint.

    toward: the other joints, of the parent and of the child, where a link has several. Where a
    link slides (its other joint is prismatic), the normal of its guide takes its place: the angle
    is pi/2 less the acute angle between the rod and the guide. Force is passed on best at pi/2.
    """
    model = system.model
    for named in (joint, *(toward or ())):
        if named not in model.joint_index:
            raise ModelError(_no_transmission(joint, f"'{named}' is not a joint"))
    here = JointMarker(joint, "child", f"joint '{joint}'")
    own = model.joint(joint)
    others = toward or (_other(system, own.parent, joint), _other(system, own.child, joint))
    slides = [model.joint(other).type.is_slider for other in others]
    if all(slides):
        raise ModelError(_no_transmission(joint, "has two links that slide"))
    ends = [JointMarker(other, "child", f"joint '{other}'") for other in others]
    links = f"'{own.parent}' (to '{others[0]}') and '{own.child}' (to '{others[1]}')"

    def read(at: StateView) -> Array:
        u, v = (
            end.rotation(at)[..., :, 2] if slide else end.position(at) - here.position(at)
            for end, slide in zip(ends, slides, strict=True)
        )
        found = between(u, v)
        return each(np.abs, 0.5 * np.pi - found) if any(slides) else found

    text = f"transmission angle at '{joint}' between {links}"
    return Definition(KIND, name, "rad", text, read)


def _other(system: System, body: str, joint: str) -> str:
    """Return the one other joint of a link."""
    found = [j.name for j in system.model.joints if body in (j.parent, j.child) and j.name != joint]
    if len(found) != 1:
        listed = ", ".join(f"'{name}'" for name in found) or "none"
        rule = f"connects '{body}', which has not one other joint but: {listed}"
        raise ModelError(_no_transmission(joint, rule))
    return found[0]


def _no_transmission(joint: str, rule: str) -> Problem:
    action = "name a joint between two links, and with toward=(a, b) the other joint of each"
    return Problem("M09", f"transmission angle at '{joint}'", rule, action=action)
