"""The joints of the builder, one method per type."""

from __future__ import annotations

from typing import Any

from sarrus.model.building.drafts import BodyHandle, JointDraft
from sarrus.model.building.entry import Source

BodyName = BodyHandle | str


class JointMethods:
    """Methods of `Mechanism` that add joints.

    A joint is placed in one of two ways. In the drawing: `at`, a point [m], and `axis`, "x",
    "-z", ... or a vector of any length, both in world coordinates; all coordinates are zero
    in the drawing. Or by frames on both bodies: `on_parent` and `on_child`, each a point of
    the body frame [m], a `Pose` or a named frame, with `axis_parent` and `axis_child` in body
    axes (or `axis` for both); the coordinates are zero where the two frames coincide.

    limits: (lower, upper) [rad or m], None for no limit, or one such pair for each velocity
    coordinate; speed_limit and effort_limit: a number, or one for each.
    """

    joints: list[JointDraft]

    def joint(
        self,
        type_name: str,
        name: str,
        parent: BodyName,
        child: BodyName,
        *,
        at: Any = None,
        axis: Any = None,
        axis2: Any = None,
        x_axis: Any = None,
        rotation: Any = None,
        quaternion_wxyz: Any = None,
        rpy: Any = None,
        on_parent: Any = None,
        on_child: Any = None,
        axis_parent: Any = None,
        axis_child: Any = None,
        at_a: Any = None,
        at_b: Any = None,
        on_a: Any = None,
        on_b: Any = None,
        limits: Any = None,
        speed_limit: Any = None,
        effort_limit: Any = None,
        source: Source | None = None,
        **parameters: Any,
    ) -> None:
        """Add a joint of any type by its name, such as "revolute"; also of a type of one's own.

        parameters: numbers of the type, such as the lead of a screw.
        """
        given = {
            key: value
            for key, value in locals().items()
            if key not in ("self", "type_name", "name", "parent", "child", "source", "parameters")
        }
        options = {k: value for k, value in (given | parameters).items() if value is not None}
        self.joints.append(JointDraft(type_name, name, parent, child, options, source or {}))

    def revolute(self, name: str, parent: BodyName, child: BodyName, **options: Any) -> None:
        """Add a hinge: a turn [rad] about `axis`."""
        self.joint("revolute", name, parent, child, **options)

    def prismatic(self, name: str, parent: BodyName, child: BodyName, **options: Any) -> None:
        """Add a slider: a shift [m] along `axis`."""
        self.joint("prismatic", name, parent, child, **options)

    def cylindrical(self, name: str, parent: BodyName, child: BodyName, **options: Any) -> None:
        """Add a turn [rad] about and a shift [m] along `axis`."""
        self.joint("cylindrical", name, parent, child, **options)

    def universal(self, name: str, parent: BodyName, child: BodyName, **options: Any) -> None:
        """Add a Cardan joint: `axis` fixed in the parent, `axis2` in the child, perpendicular."""
        self.joint("universal", name, parent, child, **options)

    def spherical(self, name: str, parent: BodyName, child: BodyName, **options: Any) -> None:
        """Add a ball joint; `rotation` sets the axes of its frames in the drawing."""
        self.joint("spherical", name, parent, child, **options)

    def planar(self, name: str, parent: BodyName, child: BodyName, **options: Any) -> None:
        """Add two shifts [m] across and a turn [rad] about `axis`; `x_axis` is the first shift."""
        self.joint("planar", name, parent, child, **options)

    def helical(self, name: str, parent: BodyName, child: BodyName, **options: Any) -> None:
        """Add a screw about `axis` that advances by `lead` [m] per turn (negative: left-hand)."""
        self.joint("helical", name, parent, child, **options)

    def free(self, name: str, parent: BodyName, child: BodyName, **options: Any) -> None:
        """Add all six motions.

        Without `at` its frames are the body frames of parent and child, so that the
        coordinates are the position and orientation of the child's body frame in the parent:
        the one type whose coordinates are not zero in the drawing.
        """
        self.joint("free", name, parent, child, **options)

    def weld(self, name: str, parent: BodyName, child: BodyName, **options: Any) -> None:
        """Fix the child to the parent; without `at` its frame is the world frame of the drawing."""
        self.joint("weld", name, parent, child, **options)

    def distance(
        self,
        name: str,
        a: BodyName,
        b: BodyName,
        *,
        at_a: Any = None,
        at_b: Any = None,
        on_a: Any = None,
        on_b: Any = None,
        length: Any = None,
        source: Source | None = None,
    ) -> None:
        """Keep two points at a constant distance, as by a massless rod with ball ends.

        at_a, at_b: the points in the drawing, world coordinates [m]; or on_a, on_b: in the body
        frame [m], or a named frame of that body. length [m], above 0: the distance in the
        drawing if not given. It holds no body: one with no other joint to ground is free.
        """
        points = {"at_a": at_a, "at_b": at_b, "on_a": on_a, "on_b": on_b}
        self.joint("distance", name, a, b, **points, length=length, source=source)
