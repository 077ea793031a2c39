"""The builder: a mechanism as the user describes it, checked as a whole by `build`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sarrus.model.body import GROUND
from sarrus.model.building.drafts import (
    READY,
    BeamDraft,
    BodyDraft,
    BodyHandle,
    CouplerDraft,
    ForceDraft,
    FrameDraft,
    JointDraft,
    ModalBodyDraft,
    PartDraft,
    PointDraft,
    PoseDraft,
    ShapeDraft,
    StartDraft,
)
from sarrus.model.building.entry import Source
from sarrus.model.described import attach_methods
from sarrus.model.element_methods import ElementMethods
from sarrus.model.model import TOLERANCE, Model

if TYPE_CHECKING:
    from sarrus.model.forces.element import ForceElement


class Mechanism(ElementMethods):
    """A mechanism that is being described: bodies, joints, couplers, forces, frames.

    Numbers are SI, or text with a unit such as "250 mm". "World" is the frame of the drawing:
    the pose in which the user describes the mechanism. Nothing is checked before `build`,
    which reports every mistake at once.

    gravity: vector [m/s^2] in world axes; tolerance: of the data, see `Model`.
    """

    def __init__(
        self,
        name: str = "mechanism",
        gravity: Any = (0.0, 0.0, -9.81),
        *,
        tolerance: Any = TOLERANCE,
        source: Source | None = None,
    ) -> None:
        self.name = name
        self.gravity = gravity
        self.tolerance = tolerance
        self.source: Source = source or {}
        self.base = "fixed"
        self.bodies: list[BodyDraft] = []
        self.joints: list[JointDraft] = []
        self.forces: list[ForceDraft] = []
        self.couplers: list[CouplerDraft] = []
        self.frames: list[FrameDraft] = []
        self.points: list[PointDraft] = []
        self.starts: list[StartDraft] = []
        self.ground_shapes: list[ShapeDraft] = []
        self.parts: list[PartDraft] = []
        self.beams: list[BeamDraft] = []
        self.modal_bodies: list[ModalBodyDraft] = []

    def __repr__(self) -> str:
        from sarrus.summaries import summary

        kinds = ("bodies", "frames", "joints", "couplers", "forces", "parts", "beams",
                 "modal_bodies")  # fmt: skip
        parts = {name: [draft.name for draft in getattr(self, name)] for name in kinds}
        shown = {name: found for name, found in parts.items() if found}
        return summary(f"Mechanism '{self.name}', not built", shown)

    @property
    def ground(self) -> BodyHandle:
        """The fixed (or prescribed) base; its frame is the world frame."""
        return BodyHandle(self, GROUND)

    def point(self, name: str, at: Any, *, source: Source | None = None) -> str:
        """Add a named point of the drawing, and return its name.

        at: world coordinates [m], or the name of another point. The name stands for the point
        wherever one is taken: `at` of joints, forces, frames, bodies and shapes, the ends of a
        `Rod`. In the frame of a body that stands elsewhere it is still the point of the drawing.

        Example:
            m.point("B", (0, 0, "200 mm"))
            m.body("crank", density="steel", shape=Rod("A", "B", radius="8 mm"))
            m.revolute("B", "crank", "coupler", at="B", axis="y")

        Example:
            m.point("B", ("200 mm", 0, 0))
        """
        self.points.append(PointDraft(name, at, source or {}))
        return name

    def joint(
        self,
        type_name: str,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        source: Source | None = None,
        **options: Any,
    ) -> None:
        """Add a joint of any type by its name, such as "revolute"; also of a type of one's own.

        options: as those of the method of the type.

        Example:
            m.joint("revolute", "A", m.ground, "arm", at=(0, 0, 0), axis="y")
        """
        values = {key: value for key, value in options.items() if value is not None}
        self.joints.append(JointDraft(type_name, name, parent, child, values, source or {}))

    def add(
        self,
        element: ForceElement | str,
        part: Mechanism | Model | None = None,
        *,
        at: Any = None,
        rotation: Any = None,
        quaternion_wxyz: Any = None,
        rpy: Any = None,
        mirror: Any = None,
        connect: Any = None,
        source: Source | None = None,
    ) -> None:
        """Add a mechanism as a part, under a name; or a ready force element.

        Elements of the part are called by its name and theirs: `front.upper_arm`. at, rotation,
        quaternion_wxyz, rpy: where its drawing stands in this one; mirror: True or "y" for its
        mirror image about its own plane y = 0, "x" and "z" for the others; connect: bodies of the
        part that are bodies of this mechanism, {"ground": "chassis"}, or "chassis" alone for its
        ground.

        Roads belong to the world: an element that rests on the ground of the part rests on that of
        the whole, where it is. Alone, `add(element)` takes an element of a class that is not
        registered.

        Example:
            m.add("left", corner, connect="chassis")
            m.add("right", corner, connect="chassis", mirror=True)
        """
        if part is None:
            name = getattr(element, "name", None)
            self.forces.append(ForceDraft(READY, name, {"element": element}, source or {}))
            return
        pose = PoseDraft(at, rotation, quaternion_wxyz, rpy)
        self.parts.append(PartDraft(element, part, pose, mirror, connect, source or {}))

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

    def build(self, *, strict: bool = False) -> Model:
        """Return the frozen, validated `Model`.

        Raises one `ModelError` with every problem found. Warnings and notices stand in
        `Model.notices`; with strict=True warnings are errors. The builder stays as it is.

        Example:
            model = m.build()
        """
        from sarrus.model.building.models import build

        return build(self, strict=strict)


attach_methods()
