"""The builder: a mechanism in the user's words, checked as a whole by `build`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sarrus.model.body import GROUND
from sarrus.model.building.drafts import (
    READY,
    BodyDraft,
    BodyHandle,
    CouplerDraft,
    ForceDraft,
    FrameDraft,
    FrameHandle,
    JointDraft,
    PoseDraft,
    ShapeDraft,
    StartDraft,
)
from sarrus.model.building.entry import Source
from sarrus.model.element_methods import ElementMethods
from sarrus.model.forces import ForceElement
from sarrus.model.methods.couplers import CouplerMethods
from sarrus.model.methods.joints import JointMethods
from sarrus.model.model import Model


class Mechanism(JointMethods, ElementMethods, CouplerMethods):
    """A mechanism that is being described: bodies, joints, couplers, forces, frames.

    Numbers are SI, or text with a unit such as "250 mm". "World" is the frame of the drawing:
    the pose in which the user describes the mechanism. Nothing is checked before `build`,
    which reports every mistake at once.

    gravity: vector [m/s^2] in world axes.
    """

    def __init__(
        self,
        name: str = "mechanism",
        gravity: Any = (0.0, 0.0, -9.81),
        *,
        source: Source | None = None,
    ) -> None:
        self.name = name
        self.gravity = gravity
        self.source: Source = source or {}
        self.base = "fixed"
        self.bodies: list[BodyDraft] = []
        self.joints: list[JointDraft] = []
        self.forces: list[ForceDraft] = []
        self.couplers: list[CouplerDraft] = []
        self.frames: list[FrameDraft] = []
        self.starts: list[StartDraft] = []
        self.ground_shapes: list[ShapeDraft] = []

    @property
    def ground(self) -> BodyHandle:
        """The fixed (or prescribed) base; its frame is the world frame."""
        return BodyHandle(self, GROUND)

    def body(
        self,
        name: str,
        mass: Any = None,
        com: Any = None,
        inertia: Any = None,
        *,
        at: Any = None,
        rotation: Any = None,
        quaternion_wxyz: Any = None,
        rpy: Any = None,
        shape: Any = None,
        shapes: Iterable[Any] = (),
        density: Any = None,
        inertia_about: Any = None,
        inertia_axes: Any = None,
        source: Source | None = None,
    ) -> BodyHandle:
        """Add a body and return its handle.

        mass [kg]; com: centre of mass in the body frame [m]; inertia about the centre of mass
        in body axes [kg m^2], tensor signs: 3 principal moments, (xx, yy, zz, xy, yz, xz) or
        3x3; or about the point `inertia_about` of the body frame and in `inertia_axes` (3x3,
        columns are the axes). at [m] and one of rotation (3x3), quaternion_wxyz, rpy [rad]: the
        body frame in the drawing; without them it is the world frame, or follows from the
        joints that are given by frames on both bodies.

        shape, shapes: a shape, or (shape, position, rotation), in the body frame. Mass, com
        and inertia that are not given come from the shapes: with `density` [kg/m^3], or so
        that they have the given mass.
        """
        several = list(shapes) if isinstance(shapes, Iterable) else [shapes]
        listed = several if shape is None else [shape, *several]
        self.bodies.append(
            BodyDraft(
                name,
                mass,
                com,
                inertia,
                PoseDraft(at, rotation, quaternion_wxyz, rpy),
                [_shape_draft(item) for item in listed],
                density,
                inertia_about,
                inertia_axes,
                source or {},
            )
        )
        return BodyHandle(self, name)

    def frame(
        self,
        name: str,
        body: BodyHandle | str,
        at: Any = None,
        rotation: Any = None,
        *,
        quaternion_wxyz: Any = None,
        rpy: Any = None,
        source: Source | None = None,
    ) -> FrameHandle:
        """Add a named frame fixed to a body: position [m] and rotation in the body frame."""
        pose = PoseDraft(at, rotation, quaternion_wxyz, rpy)
        self.frames.append(FrameDraft(name, body, pose, source or {}))
        return FrameHandle(self, name, body.name if isinstance(body, BodyHandle) else body)

    def add(self, element: ForceElement, *, source: Source | None = None) -> None:
        """Add a ready force element, such as one of a class that is not registered."""
        name = getattr(element, "name", None)
        self.forces.append(ForceDraft(READY, name, {"element": element}, source or {}))

    def add_shape(self, body: str, shape: ShapeDraft) -> None:
        """Add a shape to the last body of that name, or to ground."""
        if body == GROUND:
            self.ground_shapes.append(shape)
            return
        for draft in reversed(self.bodies):
            if draft.name == body:
                draft.shapes.append(shape)
                return

    def prescribe_base(self) -> None:
        """Make the motion of ground an input, such as a vehicle or a shaking table."""
        self.base = "prescribed"

    def start_velocity(
        self,
        body: BodyHandle | str,
        velocity: Any = (0.0, 0.0, 0.0),
        angular_velocity: Any = (0.0, 0.0, 0.0),
        *,
        source: Source | None = None,
    ) -> None:
        """Give the initial velocity of a body.

        velocity: of its centre of mass [m/s]; angular_velocity [rad/s]; both in world axes.
        """
        self.starts.append(StartDraft(body, velocity, angular_velocity, source or {}))

    def build(self, *, strict: bool = False) -> Model:
        """Return the frozen, validated `Model`.

        Raises one `ModelError` with every problem found. Warnings and notices stand in
        `Model.notices`; with strict=True warnings are errors. The builder stays as it is.
        """
        from sarrus.model.building.models import build

        return build(self, strict=strict)


def _shape_draft(item: Any) -> ShapeDraft:
    """Return the draft of a shape, or of (shape, position, rotation)."""
    if isinstance(item, ShapeDraft):
        return item
    if isinstance(item, (tuple, list)) and 1 <= len(item) <= 3:
        return ShapeDraft(item[0], PoseDraft(*item[1:]))
    return ShapeDraft(item)
