"""Elements between a frame on one body and a frame on another, as bushings and beams are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sarrus.late_dataclass import dataclass
from sarrus.model.body import Frame
from sarrus.model.building.drafts import FrameHandle
from sarrus.model.building.drawing import rotation_options
from sarrus.model.building.entry import Entry
from sarrus.model.building.orientation import checked_pose, product, relative, rotation
from sarrus.model.building.references import Scope
from sarrus.model.fields import body_name
from sarrus.model.forces.element import (
    Description,
    ForceElement,
    Load,
    MomentLoad,
    PointLoad,
    Scene,
)
from sarrus.model.options import NUMBERS, PLACE, POSE, Option
from sarrus.model.pose import IDENTITY, Pose
from sarrus.model.registry import element
from sarrus.spatial import Rotation
from sarrus.spatial.arrays import Array, cross, join
from sarrus.spatial.rotation_vector import rotation_vector

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading


@dataclass(frozen=True)
class Deflection:
    """The deflection e = (p, phi) of frame B seen from A, its rate, and what maps forces back.

    axes: R_WA; origin: of B, in world axes; H: of dphi/dt = H w.
    """

    axes: Rotation
    origin: Array
    e: Array
    rate: Array
    H: Array


@element
class FramePair(ForceElement):
    """An element between a frame on a and one on b."""

    name: str
    body_a: str = body_name("the first body, or ground", option="a")
    body_b: str = body_name("the second body, or ground", option="b")
    on_a: Pose
    on_b: Pose

    more_options = (
        Option("at", PLACE, "the place of both frames in the drawing", None, "m"),
        Option("rotation", NUMBERS, "their axes there: a 3x3 matrix or a quaternion", None),
        Option("quaternion_wxyz", NUMBERS, "their axes there, as a unit quaternion", None),
        Option("rpy", NUMBERS, "their axes there, as roll, pitch and yaw", None, "rad"),
        Option("on_a", POSE, "a pose, frame or point [m] of a, instead of at", None),
        Option("on_b", POSE, "a pose, frame or point [m] of b, instead of at", None),
    )

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        reading.only(cls, "body_a", "body_b")
        a, b = reading.values.get("body_a"), reading.values.get("body_b")
        if a is not None and a == b:
            rule = f"connects '{a}' with itself"
            reading.entry.report("M08", "", rule, action="give two different bodies")
        elif a is not None and b is not None:
            frames = _frames(reading, a, b)
            if frames is not None:
                reading.values |= {"on_a": frames[0], "on_b": frames[1]}
        return super().read(reading)

    def descriptions(self, drawing: Scope) -> Iterator[Description]:
        found = self.as_options(drawing)
        for body, pose in ((self.body_a, self.on_a), (self.body_b, self.on_b)):
            X_WF = product(drawing.pose_of(body), pose)
            yield self.method, {**found, "at": X_WF.position, **rotation_options(X_WF.rotation)}
        on_a: Any = self.on_a
        on_b: Any = self.on_b
        if on_a.rotation == IDENTITY == on_b.rotation:
            on_a, on_b = on_a.position, on_b.position
        yield self.method, {**found, "on_a": on_a, "on_b": on_b}

    def in_part(self, part: Part) -> ForceElement:
        poses = {
            "on_a": part.frame(self.body_a, self.on_a),
            "on_b": part.frame(self.body_b, self.on_b),
        }
        return replace(super().in_part(part), **poses)  # type: ignore[type-var]

    def deflection(self, scene: Scene) -> Deflection:
        """Return how far the frame on b stands from that on a, in the axes of a."""
        X_WA = scene.pose(self.body_a) @ self.on_a.transform
        R_WB = scene.pose(self.body_b).rotation @ self.on_b.transform.rotation
        a = scene.point(self.body_a, self.on_a.position)
        b = scene.point(self.body_b, self.on_b.position)
        axes, gap = X_WA.rotation, b.position - a.position
        phi, H = rotation_vector((axes.inverse @ R_WB).matrix)
        w_a = scene.angular_velocity(self.body_a)
        shift = axes.back(b.velocity - a.velocity - cross(w_a, gap))
        turn = axes.back(scene.angular_velocity(self.body_b) - w_a)
        e, rate = join(axes.back(gap), phi), join(shift, H @ turn)
        return Deflection(axes, b.position, e, rate, H)

    def frame_loads(self, now: Deflection, g: Array) -> Sequence[Load]:
        """Return the loads of a generalised force on the deflection, at the place of b."""
        force = now.axes.apply(g[0:3])
        moment = now.axes.apply(now.H.T @ g[3:6])
        return (
            PointLoad(self.body_a, now.origin, -force),
            MomentLoad(self.body_a, -moment),
            PointLoad(self.body_b, now.origin, force),
            MomentLoad(self.body_b, moment),
        )


def _frames(reading: Reading, a: str, b: str) -> tuple[Pose, Pose] | None:
    """Return both frames: at one place of the drawing, or given on each body."""
    scope, entry = reading.scope, reading.entry
    at, on_a, on_b = (reading.get(name) for name in ("at", "on_a", "on_b"))
    turns = [reading.get(name) for name in ("rotation", "quaternion_wxyz", "rpy")]
    if (at is None) == (on_a is None and on_b is None):
        rule = "or on_a and on_b must be given" if at is None else "is given with on_a or on_b"
        action = "give a point of the drawing, at=(x, y, z), or a frame on each body"
        entry.report("M28", "at", rule, action=action)
        return None
    if at is not None:
        position, turn = entry.vector("at", at, "m"), rotation(entry, *turns)
        if position is None or turn is None:
            return None
        X_WF = Pose(position, turn)
        return relative(scope.pose_of(a), X_WF), relative(scope.pose_of(b), X_WF)
    if any(turn is not None for turn in turns):
        rule = "is not used with on_a and on_b, whose frames have axes of their own"
        entry.report("M09", "rotation", rule, severity="notice")
    first, second = (
        frame_of_side(scope, entry, "on_a", on_a, a),
        frame_of_side(scope, entry, "on_b", on_b, b),
    )
    return None if first is None or second is None else (first, second)


def frame_of_side(scope: Scope, entry: Entry, attribute: str, raw: Any, body: str) -> Pose | None:
    """Return a frame on a body, given by a pose, a named frame, or a point with body axes."""
    if raw is None:
        other = "on_b" if attribute == "on_a" else "on_a"
        entry.report("M28", attribute, f"is missing, while {other} is given; give both")
        return None
    if isinstance(raw, Pose):
        return checked_pose(entry, attribute, raw)
    if isinstance(raw, (str, Frame, FrameHandle)):
        return scope.frame(entry, attribute, raw, body)
    position = entry.vector(attribute, raw, "m")
    return None if position is None else Pose(position, IDENTITY)
