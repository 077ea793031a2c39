"""Points and frames that move with bodies: where they are, and how they move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import real_array
from sarrus.dynamics.model_numbers import frame_with
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Model
from sarrus.model.body import Frame
from sarrus.model.building.references import nearest
from sarrus.spatial.arrays import Array
from sarrus.system.channels.names import split_kind
from sarrus.system.channels.view import StateView

if TYPE_CHECKING:
    from sarrus.system.system import System

KINEMATICS = ("body_positions", "body_velocities", "body_accelerations")
"""The quantities that hold the motion of bodies, by the number of derivatives by time."""
REST = np.concatenate([np.eye(3).ravel(), np.zeros(15)])
"""The motion of ground at rest: rotation matrix, position, velocities and accelerations."""


@dataclass(frozen=True, eq=False)
class Marker:
    """A frame fixed to a body (or ground): its origin r [m] and axes R in the body frame.

    description: what messages call it. frame: the named frame whose axes they are, if any; point: r
    in it. Position and rotation of a named frame may be inputs of kernels.
    """

    body: str
    r: np.ndarray
    R: np.ndarray
    description: str
    frame: Frame | None = None
    point: np.ndarray | None = None

    def place(self, values: Mapping[str, Any]) -> tuple[Array, Array]:
        """Return r and R, where numbers of the model are given by their full names."""
        if self.frame is None or not values:
            return self.r, self.R
        r, R = frame_with(self.frame, values)
        return (r if self.point is None else r + R @ self.point), R

    def position(self, at: StateView) -> Array:
        """Return the positions of its origin, in world axes."""
        return _of_body(at, self.body, 0, "position") + self._arm(at)

    def rotation(self, at: StateView) -> Array:
        """Return its rotation matrices R_WF."""
        return _of_body(at, self.body, 0, "rotation") @ self.place(at.values)[1]

    def velocity(self, at: StateView) -> Array:
        """Return the velocities of its origin, in world axes."""
        turning = np.cross(self.angular_velocity(at), self._arm(at))
        return _of_body(at, self.body, 1, "velocity") + turning

    def angular_velocity(self, at: StateView) -> Array:
        """Return its angular velocities, in world axes."""
        return _of_body(at, self.body, 1, "angular_velocity")

    def acceleration(self, at: StateView) -> Array:
        """Return the accelerations of its origin, in world axes."""
        w, arm = self.angular_velocity(at), self._arm(at)
        turning = np.cross(self.angular_acceleration(at), arm) + np.cross(w, np.cross(w, arm))
        return _of_body(at, self.body, 2, "acceleration") + turning

    def angular_acceleration(self, at: StateView) -> Array:
        """Return its angular accelerations, in world axes."""
        return _of_body(at, self.body, 2, "angular_acceleration")

    def _arm(self, at: StateView) -> Array:
        return _of_body(at, self.body, 0, "rotation") @ self.place(at.values)[0]


def _of_body(at: StateView, body: str, order: int, name: str) -> Array:
    if body == GROUND:
        values, rank = _ground(at)[name], 2 if name == "rotation" else 1
        return np.broadcast_to(values, (*np.shape(at.q)[:-1], *values.shape[-rank:]))
    return at.of_body(KINEMATICS[order], body)[name]


def _ground(at: StateView) -> dict[str, Array]:
    """Return the motion of ground, at rest unless it is prescribed."""
    flat = REST if at.base is None else at.base
    names = ("velocity", "angular_velocity", "acceleration", "angular_acceleration")
    parts = {name: flat[..., 12 + 3 * k : 15 + 3 * k] for k, name in enumerate(names)}
    rotation = flat[..., 0:9].reshape(*np.shape(flat)[:-1], 3, 3)
    return {"rotation": rotation, "position": flat[..., 9:12], **parts}


@dataclass(frozen=True, eq=False)
class JointMarker:
    """The frame of a joint on its child (M) or its parent (F); z is its axis."""

    joint: str
    side: str
    description: str

    def position(self, at: StateView) -> Array:
        """Return the positions of its origin, in world axes."""
        name = "at_M" if self.side == "child" else "at_F"
        return at.of_all("frames")[name][..., self._index(at), :]

    def rotation(self, at: StateView) -> Array:
        """Return its rotation matrices."""
        side = 1 if self.side == "child" else 0
        return at.of_all("frames")["frames"][..., self._index(at), side, :, :]

    def _index(self, at: StateView) -> int:
        return at.system.compiled.loops.joints.index(self.joint)


def marker_of(system: System, what: Any) -> Marker | JointMarker:
    """Return the frame that is meant.

    A body, `ground`, a named frame ("frame:tool" where a body has the same name), a joint
    ("joint:C": its frame on the child), or (body or frame, point [m] in its axes).
    """
    if isinstance(what, (Marker, JointMarker)):
        return what
    if isinstance(what, str):
        return _marker_of_name(system, what)
    name, r = pair(what, "place", "a name, or (body or frame, point)")
    if not isinstance(name, str):
        raise ModelError(Problem("M31", "place", "must begin with a name", repr(what)[:80]))
    base = _marker_of_name(system, name)
    if not isinstance(base, Marker):
        raise ModelError(Problem("M09", f"'{name}'", "is a joint; points are given on bodies"))
    point = vector_of(r, f"point of '{name}'")
    words = f"point {tuple(float(x) for x in point)} of {base.description}"
    return Marker(base.body, base.r + base.R @ point, base.R, words, base.frame, point)


def pair(what: Any, element: str, words: str) -> tuple[Any, Any]:
    """Return two things, or refuse what is given."""
    if not isinstance(what, (tuple, list)) or len(what) != 2:
        raise ModelError(Problem("M31", element, f"must be {words}", repr(what)[:80]))
    return what[0], what[1]


def vector_of(values: Any, what: str) -> np.ndarray:
    """Return three finite numbers."""
    try:
        found = real_array(values)
    except (TypeError, ValueError, OverflowError):
        found = np.zeros(0)
    if found.shape != (3,) or not np.all(np.isfinite(found)):
        raise ModelError(Problem("M25", what, "must be three numbers", value=repr(values)[:60]))
    return found


def _marker_of_name(system: System, name: str) -> Marker | JointMarker:
    found = fixed_marker(system, name)
    if found is not None:
        return found
    kind, bare = split_kind(name)
    joints = system.model.joint_index
    if kind in ("", "joint") and bare in joints:
        return JointMarker(bare, "child", f"joint '{bare}'")
    frames = [frame.name for frame in system.model.frames]
    known = [*system.model.body_index, GROUND, *frames, *(f"joint:{j}" for j in joints)]
    raise ModelError(
        Problem("M09", f"'{name}'", "is not a body, frame or joint", action=nearest(name, known))
    )


def fixed_marker(system: System, name: str) -> Marker | None:
    """Return the frame of a body, of ground or of that name, if there is one."""
    return marker_in(system.model, name)


def marker_in(model: Model, name: str) -> Marker | None:
    """Return the same for a model."""
    kind, bare = split_kind(name)
    if kind in ("", "body") and (bare in model.body_index or bare == GROUND):
        return Marker(bare, np.zeros(3), np.eye(3), f"'{bare}'" if bare != GROUND else GROUND)
    for frame in model.frames:
        if kind in ("", "frame") and bare == frame.name:
            X = frame.pose.transform
            words = f"frame '{bare}' of '{frame.body}'"
            return Marker(frame.body, np.array(X.position), np.array(X.matrix), words, frame)
    return None


def point_on_body(
    system: System, body: str, point: Any, values: Mapping[str, Any]
) -> tuple[str, Array]:
    """Return the body and the point in its frame; `body` may be a named frame.

    values: numbers of the model that are given, by their full names.
    """
    marker = fixed_marker(system, body)
    if marker is None:
        frames = [frame.name for frame in system.model.frames]
        known = [*system.model.body_index, GROUND, *frames]
        rule = "is no body or frame"
        raise ModelError(Problem("M09", f"'{body}'", rule, action=nearest(body, known)))
    r, R = marker.place(values)
    return marker.body, r + R @ np.asarray(point, dtype=float)
