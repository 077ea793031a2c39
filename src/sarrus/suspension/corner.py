"""What the rig must know of a suspension corner, found in the model and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Cylinder, Joint, Model, Sphere
from sarrus.model.building.entry import Entry
from sarrus.model.building.references import nearest
from sarrus.model.forces.line import LineElement
from sarrus.spatial import Transform
from sarrus.suspension.wheel_angles import Wheel

if TYPE_CHECKING:
    from sarrus.system import BodyMotion


@dataclass(frozen=True, eq=False)
class Corner:
    """A wheel on its carrier; x forward, y to the left, z up; the chassis is ground.

    wheel: the body that touches the road; carrier: the body that holds it, the same if it has no
    hub; hub: the joint between them. centre, spin: wheel centre [m] and outward axis of the wheel
    in the carrier's frame. side: 1 on the left, -1 on the right. radius [m]. steering_axis: its
    lower and upper point in the carrier's frame. steer: the joint that steers. springs: force
    elements between two points. seats: joints that are held at two points, with these, in the
    frame of the joint's parent. hold: other coordinates that stay, by name.
    """

    wheel: str
    carrier: str
    hub: str | None
    center: np.ndarray
    spin: np.ndarray
    side: float
    radius: float
    steering_axis: tuple[np.ndarray, np.ndarray] | None
    steer: str | None
    springs: tuple[LineElement, ...]
    seats: Mapping[str, Mapping[str, np.ndarray]]
    hold: Mapping[str, Any]

    @property
    def side_name(self) -> str:
        """The side of the vehicle: left or right."""
        return "left" if self.side > 0 else "right"

    def wheel_at(self, carrier: BodyMotion) -> Wheel:
        """Return the wheel where its carrier is, in vehicle axes."""
        center = carrier.position + carrier.rotation @ self.center
        return Wheel(center, carrier.rotation @ self.spin, self.radius, self.side)


def corner_of(
    model: Model,
    wheel: str,
    *,
    center: Any,
    spin_axis: Any,
    radius: Any,
    steering_axis: Sequence[Any] | None,
    steer: str | None,
    springs: Sequence[str] | None,
    seats: Mapping[str, Sequence[str]],
    hold: Mapping[str, Any],
) -> Corner:
    """Return the corner that the arguments of `Rig` describe; all problems are told at once."""
    problems: list[Problem] = []
    read = _Reading(model, Entry("rig", {}, problems), wheel)
    if wheel not in model.body_index:
        raise ModelError(_unknown("body", wheel, model.body_index))
    hub = read.hub(spin_axis)
    carrier = wheel if hub is None else (hub.parent if hub.child == wheel else hub.child)
    X_WC = model.body(carrier).pose.transform if carrier != GROUND else Transform.identity()
    at, spin = read.center(hub, center), read.spin(hub, spin_axis)
    rolling = read.radius(radius)
    axis = read.steering_axis(steering_axis, carrier, X_WC)
    lines = read.springs(springs)
    held = {joint: read.seats(joint, frames) for joint, frames in seats.items()}
    read.check_steer(steer)
    if problems or at is None or spin is None or rolling is None:
        raise ModelError(problems)
    side = 1.0 if at[1] > 0.0 else -1.0
    outward = spin if side * spin[1] > 0.0 else -spin
    return Corner(
        wheel,
        carrier,
        None if hub is None else hub.name,
        X_WC.inverse.point(at),
        X_WC.matrix.T @ outward,
        side,
        rolling,
        axis,
        steer,
        lines,
        held,
        dict(hold),
    )


def seats_on_axes(model: Model) -> dict[str, tuple[str, str]]:
    """Return the hinges that have just two named frames of their parent on their axis, apart."""
    found = {}
    for joint in model.joints:
        if not joint.type.is_hinge:
            continue
        F = joint.on_parent.transform
        on_axis = {}
        for frame in model.frames:
            r = np.array(frame.pose.position) - F.position
            if frame.body == joint.parent and np.linalg.norm(np.cross(r, F.matrix[:, 2])) < 1e-6:
                on_axis[frame.name] = float(r @ F.matrix[:, 2])
        if len(on_axis) == 2 and np.ptp([*on_axis.values()]) > 1e-6:
            first, second = on_axis
            found[joint.name] = (first, second)
    return found


def _unknown(kind: str, name: str, known: Any) -> Problem:
    rule = f"is not a {kind} of this model"
    return Problem("M09", f"rig / {kind} '{name}'", rule, action=nearest(str(name), known))


@dataclass(frozen=True)
class _Reading:
    """Reads the arguments of a rig; what is wrong goes to the problems of the entry."""

    model: Model
    entry: Entry
    wheel: str

    def hub(self, spin_axis: Any) -> Joint | None:
        """Return the revolute joint that the wheel turns on; None if it is its own carrier."""
        if spin_axis is not None:
            return None
        joints = [j for j in self.model.joints if self.wheel in (j.parent, j.child)]
        alone = len(joints) == 1 and GROUND not in (joints[0].parent, joints[0].child)
        if alone and joints[0].type.is_hinge:
            return joints[0]
        self.entry.report(
            "K01",
            "wheel",
            "has no hub of its own: one revolute joint, to the body that carries it",
            value=f"'{self.wheel}'",
            cause="it is the carrier, or another body of the suspension",
            action="name the body on the hub, or give center= and spin_axis=",
        )
        return None

    def joint_frame(self, joint: Joint) -> Transform:
        """Return the frame of a joint in the drawing."""
        if joint.parent == GROUND:
            return joint.on_parent.transform
        return self.model.body(joint.parent).pose.transform @ joint.on_parent.transform

    def center(self, hub: Joint | None, value: Any) -> np.ndarray | None:
        """Return the wheel centre in the drawing, which says on which side it is."""
        if value is not None:
            found = self.entry.vector("center", value, "m")
            at = None if found is None else np.array(found)
        elif hub is not None:
            at = self.joint_frame(hub).position
        else:
            self.entry.report("K01", "center", "is needed where the wheel has no hub")
            return None
        if at is None:
            return None
        if abs(at[1]) < 1e-9:
            rule = "is in the middle of the vehicle, neither left (y > 0) nor right (y < 0)"
            self.entry.report("K01", "center", rule, value=f"y = {at[1]:g} m")
        return at

    def spin(self, hub: Joint | None, value: Any) -> np.ndarray | None:
        """Return the axis of the wheel in the drawing, of unit length."""
        if value is None and hub is None:
            return None
        axis = self.joint_frame(hub).matrix[:, 2] if hub is not None else None
        found = axis if axis is not None else self.entry.vector("spin_axis", value, "")
        if found is None:
            return None
        size = float(np.linalg.norm(found))
        if not abs(found[1]) > 1e-6 * size:
            rule = "does not point to a side of the vehicle"
            shown = "(" + ", ".join(f"{x:.6g}" for x in found) + ")"
            self.entry.report("K01", "spin_axis", rule, value=shown)
            return None
        return np.array(found) / size

    def radius(self, value: Any) -> float | None:
        """Return the given radius, or that of the wheel's round shapes [m]."""
        if value is not None:
            return self.entry.number("radius", value, "m", least=1e-6)
        shapes = [placed.shape for placed in self.model.body(self.wheel).shapes]
        radii = [shape.radius for shape in shapes if isinstance(shape, (Cylinder, Sphere))]
        if not radii:
            rule = f"is not known: the body '{self.wheel}' has no cylinder"
            self.entry.report("K01", "radius", rule, action="give radius=")
            return None
        return max(radii)

    def steering_axis(
        self, values: Sequence[Any] | None, carrier: str, X_WC: Transform
    ) -> tuple[np.ndarray, np.ndarray] | None:
        """Return lower and upper point of the steering axis in the carrier's frame."""
        if values is None:
            return None
        if len(values) != 2:
            self.entry.report("K02", "steering_axis", "must be two joints or two points")
            return None
        points = [self._on_carrier(end, carrier, X_WC) for end in values]
        if points[0] is None or points[1] is None:
            return None
        heights = [float(X_WC.point(p)[2]) for p in points if p is not None]
        if abs(heights[0] - heights[1]) < 1e-6:
            self.entry.report("K02", "steering_axis", "is level: its points have the same height")
            return None
        lower, upper = (0, 1) if heights[0] < heights[1] else (1, 0)
        return points[lower], points[upper]  # type: ignore[return-value]

    def _on_carrier(self, end: Any, carrier: str, X_WC: Transform) -> np.ndarray | None:
        if not isinstance(end, str):
            point = self.entry.vector("steering_axis", end, "m")
            return None if point is None else X_WC.inverse.point(np.array(point))
        if end not in self.model.joint_index:
            self.entry.problems.append(_unknown("joint", end, self.model.joint_index))
            return None
        joint = self.model.joint(end)
        if carrier not in (joint.parent, joint.child):
            rule = f"is not a joint of the carrier '{carrier}'"
            self.entry.report("K02", "steering_axis", rule, value=f"'{end}'")
            return None
        frame = joint.on_parent if joint.parent == carrier else joint.on_child
        return np.array(frame.position)

    def springs(self, values: Sequence[str] | None) -> tuple[LineElement, ...]:
        """Return the elements between two points that are asked for, all by default."""
        lines = {f.name: f for f in self.model.forces if isinstance(f, LineElement)}
        for name in values or ():
            if name not in lines:
                self.entry.problems.append(_unknown("spring or damper", name, lines))
        return tuple(lines[n] for n in (lines if values is None else values) if n in lines)

    def seats(self, joint: str, frames: Sequence[str]) -> dict[str, np.ndarray]:
        """Return the two points that hold a revolute joint, in the frame of its parent."""
        if joint not in self.model.joint_index:
            self.entry.problems.append(_unknown("joint", joint, self.model.joint_index))
            return {}
        pivot, known = self.model.joint(joint), {f.name: f for f in self.model.frames}
        missing = [name for name in frames if name not in known]
        self.entry.problems.extend(_unknown("frame", name, known) for name in missing)
        if missing:
            return {}
        found = {
            n: np.array(known[n].pose.position) for n in frames if known[n].body == pivot.parent
        }
        F = pivot.on_parent.transform
        off = [
            float(np.linalg.norm(np.cross(p - F.position, F.matrix[:, 2]))) for p in found.values()
        ]
        apart = len(found) == 2 and float(np.linalg.norm(np.ptp([*found.values()], axis=0))) > 1e-6
        if not pivot.type.is_hinge or not apart or max(off) > 1e-6:
            rule = "must be a revolute joint with two frames of its parent on the axis, apart"
            self.entry.report("K03", "seats", rule, value=f"'{joint}': {', '.join(frames)}")
        return found

    def check_steer(self, steer: str | None) -> None:
        """Refuse a steering joint that does not exist or has several coordinates."""
        if steer is None:
            return
        if steer not in self.model.joint_index:
            self.entry.problems.append(_unknown("joint", steer, self.model.joint_index))
        elif self.model.joint(steer).type.nq != 1:
            rule = "must have one coordinate, such as a prismatic or revolute joint"
            self.entry.report("K04", "steer", rule, value=f"'{steer}'")
