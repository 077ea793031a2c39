"""Where bodies, joints and elements are: geometry of a mechanism at an instant, in numbers.

What the drawings show is computed here from the poses of the bodies and the model alone, so that
it can be checked without looking at pictures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Model
from sarrus.model.joint import Joint
from sarrus.spatial import Transform

if TYPE_CHECKING:
    from sarrus.system import State, System
    from sarrus.system.history import History

SAME = 1e-9
"""Times that differ by less are equal [s]."""


@dataclass(frozen=True, eq=False)
class JointPlace:
    """A joint in the world: its points on parent and child [m], its axis, and the gap between.

    gap [m]: how far the point of the child is from where the joint lets it be, seen from its
    parent: zero if the drawing closes.
    """

    joint: Joint
    on_parent: np.ndarray
    on_child: np.ndarray
    axis: np.ndarray
    gap: float

    @property
    def name(self) -> str:
        """The name of the joint."""
        return self.joint.name

    @property
    def slides(self) -> bool:
        """Whether its child can be shifted against its parent."""
        return not self.joint.type.keeps_origin


@dataclass(frozen=True, eq=False)
class Placement:
    """A model with the poses of its bodies (R_WB, position [m]) at a time [s]."""

    model: Model
    poses: Mapping[str, tuple[np.ndarray, np.ndarray]]
    t: float = 0.0

    def point(self, body: str, r: Any) -> np.ndarray:
        """Return a point of a body [m], in the world."""
        R, p = self.poses[body]
        return p + R @ np.asarray(r, dtype=float)

    def direction(self, body: str, u: Any) -> np.ndarray:
        """Return a direction of a body, in the world."""
        return self.poses[body][0] @ np.asarray(u, dtype=float)

    @cached_property
    def joints(self) -> dict[str, JointPlace]:
        """All joints by name."""
        return {joint.name: self._joint_place(joint) for joint in self.model.joints}

    def _joint_place(self, joint: Joint) -> JointPlace:
        F, M = joint.on_parent.transform, joint.on_child.transform
        at_F, at_M = self.point(joint.parent, F.position), self.point(joint.child, M.position)
        R_F, R_M = self.poses[joint.parent][0] @ F.matrix, self.poses[joint.child][0] @ M.matrix
        X_FM = Transform.of(R_F.T @ R_M, R_F.T @ (at_M - at_F))
        return JointPlace(joint, at_F, at_M, R_F[:, 2], _gap(joint, X_FM))

    @property
    def largest_gap(self) -> float:
        """The largest gap of all joints [m]."""
        return max((place.gap for place in self.joints.values()), default=0.0)

    def corners(self, body: str) -> list[np.ndarray]:
        """Return the points of a body where joints and named frames are, each once."""
        found: list[np.ndarray] = []
        for place in self.joints.values():
            for owner, at in (
                (place.joint.parent, place.on_parent),
                (place.joint.child, place.on_child),
            ):
                if owner == body:
                    found.append(at)
        for frame in self.model.frames:
            if frame.body == body:
                found.append(self.point(body, frame.pose.position))
        return unlike(found)

    def ends(self, body: str) -> list[np.ndarray]:
        """Return the corners of a body, and its centre of mass where it has one corner only."""
        corners = self.corners(body)
        found = self.model.body(body)
        if len(corners) == 1 and found.mass > 0.0:
            corners.append(self.point(body, found.com))
        return corners


def _gap(joint: Joint, X_FM: Transform) -> float:
    """Return how far the point of the child is from where it may be: the rows that are lengths."""
    rows = zip(joint.type.residual(X_FM), joint.type.row_units, strict=True)
    return float(np.linalg.norm([row for row, unit in rows if unit == "m"]))


def unlike(points: Sequence[np.ndarray], tolerance: float = 1e-9) -> list[np.ndarray]:
    """Return points, each once."""
    found: list[np.ndarray] = []
    for point in points:
        if not any(np.max(np.abs(point - other)) <= tolerance for other in found):
            found.append(point)
    return found


# --- where poses come from --------------------------------------------------------------------


def in_drawing(model: Model) -> Placement:
    """Return a model as it is drawn.

    Example:
        plots.in_drawing(model)
    """
    poses = {}
    for body in model.bodies:
        X = body.pose.transform
        poses[body.name] = np.array(X.matrix), np.array(X.position)
    return Placement(model, {**poses, GROUND: _rest()})


def at_state(system: System, state: State) -> Placement:
    """Return the mechanism at a state.

    Example:
        plots.at_state(system, state)
    """
    motion = system.kinematics(state.q)
    poses = {b.name: (motion[b.name].rotation, motion[b.name].position)
             for b in system.model.bodies}  # fmt: skip
    return Placement(system.model, {**poses, GROUND: _rest()}, float(state.t))


def at_times(history: History, times: Sequence[float] | float) -> list[Placement]:
    """Return the mechanism at times [s] of a run or a drive; a drive only has its own.

    Example:
        plots.at_times(history, [0.0, 0.1])
    """
    history = history.in_units("SI")  # poses are in m, whatever is shown
    wanted = np.atleast_1d(np.asarray(times, dtype=float))
    if not len(history) or not wanted.size:
        raise ModelError(Problem("S08", "times", "are none, or the history has no states"))
    rows = [int(np.argmin(np.abs(history.t - t))) for t in wanted]
    if np.max(np.abs(history.t[rows] - wanted)) > SAME:
        order = np.argsort(wanted, kind="stable")
        history, rows = history.at(wanted[order]), list(np.argsort(order))
    model = history.system.model
    bodies = [b.name for b in model.bodies]
    moving = [GROUND] if f"body:{GROUND}.position" in history else []
    names = [f"body:{b}.{what}" for b in (*bodies, *moving) for what in ("position", "rotation")]
    found = history.read(*names)
    placed = []
    for t, k in zip(wanted, rows, strict=True):
        poses = {
            b: (found[f"body:{b}.rotation"][k], found[f"body:{b}.position"][k])
            for b in (*bodies, *moving)
        }
        placed.append(Placement(model, {GROUND: _rest(), **poses}, float(t)))
    return placed


def placement_of(what: Any, state: Any = None) -> Placement:
    """Return a model as drawn, a system as drawn or at a state, or a history at its start."""
    if isinstance(what, Placement):
        return what
    if isinstance(what, Model):
        return in_drawing(what)
    if hasattr(what, "catalogue"):
        return at_times(what, float(what.t[0]))[0]
    return in_drawing(what.model) if state is None else at_state(what, state)


def _rest() -> tuple[np.ndarray, np.ndarray]:
    return np.eye(3), np.zeros(3)
