"""The methods of the builder that add joints; written by `python -m sarrus.model.methods.stub`."""

from collections.abc import Callable
from typing import Any

from sarrus.model.building.drafts import BodyHandle, JointDraft
from sarrus.model.building.entry import Source
from sarrus.model.joints import JointType

BodyName = BodyHandle | str

def joint_method(cls: type[JointType]) -> Callable[..., None]:
    """Return the method of the builder that adds joints of a type: its text and numbers."""

def add_method(cls: type[JointType]) -> None:
    """Give the builder the method of a type."""

def remove_method(cls: type[JointType]) -> None:
    """Take the method of a type from the builder."""

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

    def revolute(
        self,
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
        limits: Any = None,
        speed_limit: Any = None,
        effort_limit: Any = None,
        source: Source | None = None,
    ) -> None:
        """Add a hinge: a turn [rad] about `axis`.

        One angle about the common z axis; cut, it has 5 rows.
        """

    def prismatic(
        self,
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
        limits: Any = None,
        speed_limit: Any = None,
        effort_limit: Any = None,
        source: Source | None = None,
    ) -> None:
        """Add a slider: a shift [m] along `axis`.

        One displacement along the common z axis; cut, it has 5 rows.
        """

    def cylindrical(
        self,
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
        limits: Any = None,
        speed_limit: Any = None,
        effort_limit: Any = None,
        source: Source | None = None,
    ) -> None:
        """Add a turn [rad] about and a shift [m] along `axis`.

        Angle about, and displacement along, the common z axis; cut, it has 4 rows.
        """

    def universal(
        self,
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
        limits: Any = None,
        speed_limit: Any = None,
        effort_limit: Any = None,
        source: Source | None = None,
    ) -> None:
        """Add a Cardan joint: `axis` fixed in the parent, `axis2` in the child, perpendicular.

        Two angles about these crossing axes, x of F and y of M; cut, it has 4 rows.
        """

    def spherical(
        self,
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
        limits: Any = None,
        speed_limit: Any = None,
        effort_limit: Any = None,
        source: Source | None = None,
    ) -> None:
        """Add a ball joint; `rotation` sets the axes of its frames in the drawing.

        Quaternion (w, x, y, z) and relative angular velocity in child axes; cut, it has 3 rows.
        """

    def planar(
        self,
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
        limits: Any = None,
        speed_limit: Any = None,
        effort_limit: Any = None,
        source: Source | None = None,
    ) -> None:
        """Add two shifts [m] across and a turn [rad] about `axis`; `x_axis` is the first shift.

        The shifts x, y in the plane of F and an angle about its normal z; cut, it has 3 rows.
        """

    def helical(
        self,
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
        limits: Any = None,
        speed_limit: Any = None,
        effort_limit: Any = None,
        lead: Any = None,
        source: Source | None = None,
    ) -> None:
        """Add a screw about `axis` that advances by `lead` [m] per turn (negative: left-hand).

        One angle about z; cut, it has 5 rows.
        """

    def free(
        self,
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
        limits: Any = None,
        speed_limit: Any = None,
        effort_limit: Any = None,
        source: Source | None = None,
    ) -> None:
        """Add all six motions.

        Without `at` its frames are the body frames of parent and child, so that the coordinates are
        the position and orientation of the child's body frame in the parent: the one type whose
        coordinates are not zero in the drawing. Position in F and quaternion; linear and angular
        velocity of M, both in child axes.
        """

    def weld(
        self,
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
        limits: Any = None,
        speed_limit: Any = None,
        effort_limit: Any = None,
        source: Source | None = None,
    ) -> None:
        """Add a connection that is fixed; without `at` its frame is the world frame of the drawing.

        No coordinate; cut, it has 6 rows [p; 2 e], those of a cut link in paper 2.
        """

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
        """Add two points that stay at a constant distance, as by a massless rod with ball ends.

        at_a, at_b: the points in the drawing, world coordinates [m]; or on_a, on_b: in the body
        frame [m], or a named frame of that body. length [m], above 0: the distance in the drawing
        if not given. It holds no body: one with no other joint to ground is free. It has 1 row and
        is never a joint of the tree.
        """
