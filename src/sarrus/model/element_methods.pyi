"""The methods of the builder that add elements; written by `python -m sarrus.model.stub`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any

from sarrus.curves import SpaceCurve
from sarrus.model.building.drafts import (
    BeamDraft,
    BeamHandle,
    BodyDraft,
    BodyHandle,
    CouplerDraft,
    ForceDraft,
    FrameDraft,
    FrameHandle,
    JointDraft,
    ModalBodyDraft,
    ModalBodyHandle,
    StartDraft,
)
from sarrus.model.building.entry import Source
from sarrus.model.forces.user_motion import Motion
from sarrus.model.mode_set import ModeSet, ModeSource
from sarrus.model.notation import Axis, Law, Number, Numbers, Place, Point
from sarrus.paths import Path
from sarrus.road import Road
from sarrus.tyres import Tyre

class ElementMethods:
    """Methods of `Mechanism` that are made of the options of elements."""

    bodies: list[BodyDraft]
    frames: list[FrameDraft]
    joints: list[JointDraft]
    couplers: list[CouplerDraft]
    forces: list[ForceDraft]
    starts: list[StartDraft]
    beams: list[BeamDraft]
    modal_bodies: list[ModalBodyDraft]

    def body(
        self,
        name: str,
        mass: Number | None = None,
        com: Point | None = None,
        inertia: Numbers | None = None,
        *,
        at: Point | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        shape: Any = None,
        shapes: Iterable[Any] = (),
        density: Number | None = None,
        inertia_about: Point | None = None,
        inertia_axes: Numbers | None = None,
        solids: Iterable[Any] = (),
        source: Source | None = None,
    ) -> BodyHandle:
        """Add a body and return its handle.

        Without `at` and a rotation the body frame is the world frame, or follows from the joints that are
        given by frames on both bodies. Mass, centre of mass and inertia that are not given come from the
        shapes: with `density`, or so that they have the given mass. Points are coordinates [m] or names
        of points of the drawing, see `point`.

        mass [kg]: mass.
        com [m]: centre of mass, in the body frame.
        inertia [kg m^2]: about the centre of mass, in body axes, tensor signs: 3 principal moments,
            (xx, yy, zz, xy, yz, xz) or 3x3.
        at [m]: origin of the body frame, in the drawing.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        shape: a shape, or (shape, position, rotation), in the body frame.
        shapes: several of them.
        density [kg/m^3]: of the shapes, or a material such as steel; without shapes, of a link
            between the joints of the body.
        inertia_about [m]: the point of the body frame about which the inertia is given.
        inertia_axes: 3x3, columns are the axes in which it is given.
        solids: shapes of which the mass is, where those that are drawn are not; they are not drawn.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=("200 mm", 0, 0), inertia=(0.001, 0.03, 0.03))
            ball = m.body("ball", at=(0, 0, 1), shape=sarrus.Sphere(0.05), density="7850 kg/m^3")
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            m.free("B", m.ground, ball)
            model = m.build()
        """

    def frame(
        self,
        name: str,
        body: BodyHandle | str,
        at: Point | None = None,
        rotation: Numbers | None = None,
        *,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        source: Source | None = None,
    ) -> FrameHandle:
        """Add a named frame, fixed to a body.

        body: the body, or ground.
        at [m]: position in the body frame.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            m.frame("tool", arm, at=("400 mm", 0, 0), rpy=(0, "90 deg", 0))
            model = m.build()
        """

    def revolute(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        x_axis: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        armature: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a hinge: a turn [rad] about `axis`.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        x_axis: x of the joint frame, as near as possible.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        limits [rad]: (lower, upper), None for no limit.
        speed_limit [rad/s]: a number.
        effort_limit [N m]: a number.
        armature [kg m^2]: inertia of a rotor that turns with the joint; it adds to its inertia
            alone.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y", limits=("-90 deg", "90 deg"))
            model = m.build()
        """

    def prismatic(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        x_axis: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        armature: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a slider: a shift [m] along `axis`.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        x_axis: x of the joint frame, as near as possible.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        limits [m]: (lower, upper), None for no limit.
        speed_limit [m/s]: a number.
        effort_limit [N]: a number.
        armature [kg]: inertia of a rotor that turns with the joint; it adds to its inertia alone.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.prismatic("A", m.ground, arm, at=(0, 0, 0), axis="z", limits=(0, "300 mm"))
            model = m.build()
        """

    def cylindrical(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        x_axis: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a turn [rad] about and a shift [m] along `axis`.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        x_axis: x of the joint frame, as near as possible.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        limits [rad or m]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [rad/s or m/s]: a number, or one for each coordinate.
        effort_limit [N m or N]: a number, or one for each coordinate.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.cylindrical("A", m.ground, arm, at=(0, 0, 0), axis="x")
            model = m.build()
        """

    def universal(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        axis2: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a Cardan joint: `axis` fixed in the parent, `axis2` in the child, perpendicular.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        axis2: the second axis, fixed in the child.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        limits [rad]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [rad/s]: a number, or one for each coordinate.
        effort_limit [N m]: a number, or one for each coordinate.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.universal("A", m.ground, arm, at=(0, 0, 0), axis="y", axis2=(0, 0, 1))
            model = m.build()
        """

    def spherical(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a ball joint; `rotation` sets the axes of its frames in the drawing.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        limits [rad]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [rad/s]: a number, or one for each coordinate.
        effort_limit [N m]: a number, or one for each coordinate.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.spherical("A", m.ground, arm, at=(0, 0, 0))
            model = m.build()
        """

    def planar(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        x_axis: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        source: Source | None = None,
    ) -> None:
        """Add two shifts [m] across and a turn [rad] about `axis`; `x_axis` is the first shift.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        x_axis: x of the joint frame, as near as possible.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        limits [m or rad]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [m/s or rad/s]: a number, or one for each coordinate.
        effort_limit [N or N m]: a number, or one for each coordinate.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.planar("A", m.ground, arm, at=(0, 0, 0), axis="z", x_axis="x")
            model = m.build()
        """

    def helical(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        x_axis: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        armature: Number | None = None,
        lead: Number,
        source: Source | None = None,
    ) -> None:
        """Add a screw about `axis` that advances by `lead` per turn.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        x_axis: x of the joint frame, as near as possible.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        limits [rad]: (lower, upper), None for no limit.
        speed_limit [rad/s]: a number.
        effort_limit [N m]: a number.
        armature [kg m^2]: inertia of a rotor that turns with the joint; it adds to its inertia
            alone.
        lead [m]: advance per turn; negative: left-hand.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.helical("A", m.ground, arm, at=(0, 0, 0), axis="x", lead="5 mm")
            model = m.build()
        """

    def free(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        source: Source | None = None,
    ) -> None:
        """Add all six motions; without `at` its frames are the body frames of parent and child.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        limits [m or rad]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [m/s or rad/s]: a number, or one for each coordinate.
        effort_limit [N or N m]: a number, or one for each coordinate.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.free("A", m.ground, arm)
            model = m.build()
        """

    def weld(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a rigid connection; without `at` its frame is the world frame of the drawing.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            tip = m.body("tip", mass="0.1 kg", inertia=(1e-5, 1e-5, 1e-5), at=(0.4, 0, 0))
            m.weld("B", arm, tip, at=(0.4, 0, 0))
            model = m.build()
        """

    def distance(
        self,
        name: str,
        a: BodyHandle | str,
        b: BodyHandle | str,
        *,
        at_a: Point | None = None,
        at_b: Point | None = None,
        on_a: Point | None = None,
        on_b: Point | None = None,
        length: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a constant distance of two points, as by a massless rod with ball ends.

        a: the first body, or ground.
        b: the second body, or ground.
        at_a [m]: the point of a, in the drawing.
        at_b [m]: the point of b, in the drawing.
        on_a [m]: the point in the frame of a, or a named frame of it.
        on_b [m]: the point in the frame of b, or a named frame of it.
        length [m]: the distance.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            weight = m.body("weight", mass="1 kg", inertia=(0.001, 0.001, 0.001), at=(0.4, 0, -0.5))
            m.free("B", m.ground, weight)
            m.distance("rod", arm, weight, at_a=(0.4, 0, 0), at_b=(0.4, 0, -0.5))
            model = m.build()
        """

    def rolling(
        self,
        name: str,
        wheel: BodyHandle | str,
        *,
        radius: Number,
        center: Point | None = None,
        axis: Axis | None = None,
        crown: Number | None = None,
        mu: Number | None = None,
        on: BodyHandle | str = "ground",
        origin: Point = (0.0, 0.0, 0.0),
        normal: Axis = "z",
        along: Axis | None = None,
        road: Road | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a wheel, a disc or a ball that rolls on a plane or road without slip.

        A row at the level of positions keeps the wheel on the surface, two at the level of velocities say
        that the point of the wheel that touches does not slip. The contact only pushes, and needs friction:
        `simulate` stops where it would pull, or where it needs more than `mu`.

        wheel: the body that rolls.
        radius [m]: radius of the wheel, over its tread.
        center [m]: the centre of the wheel, in the drawing.
        axis: the axis of the wheel, in the drawing; none for a ball.
        crown [m]: radius of the tread across; 0 for a knife edge, as the ball's for one.
        mu: coefficient of friction; more grip than this is an event (slip).
        on: the body, or ground, that carries the surface.
        origin [m]: a point of the surface, in the drawing.
        normal: the normal of the surface, towards the wheel.
        along: the direction along the surface, in which a road runs.
        road: heights of the surface over x along it; a plane if not given.
        on_parent: the pose of the surface on its body, instead of origin.
        on_child: the pose of the wheel on its body, z its axis, not center.

        Example:
            m = sarrus.Mechanism("example")
            ball = m.body("ball", mass="1 kg", inertia=(0.004, 0.004, 0.004), at=(0, 0, "100 mm"))
            m.free("A", m.ground, ball)
            m.rolling("roll", ball, radius="100 mm", center=(0, 0, "100 mm"))
            model = m.build()
        """

    def pin_slot(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        x_axis: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a pin of the child along `axis` in a straight slot of the parent along `x_axis`: a shift [m] and a turn [rad].

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        x_axis: x of the joint frame, as near as possible.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        limits [m or rad]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [m/s or rad/s]: a number, or one for each coordinate.
        effort_limit [N or N m]: a number, or one for each coordinate.

        Example:
            m = sarrus.Mechanism("example")
            crank = m.body("crank", mass="1 kg", com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
            yoke = m.body("yoke", mass="2 kg", inertia=(0.01, 0.01, 0.01))
            m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="z")
            m.prismatic("B", m.ground, yoke, at=(0, 0, 0), axis="x")
            m.pin_slot("pin", yoke, crank, at=("100 mm", 0, 0), axis="z", x_axis="y")
            model = m.build()
        """

    def slotted_spherical(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        axis2: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a ball joint with one turn blocked: the pin `axis2` of the child stays in the slot of the parent, whose normal is `axis`.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        axis2: the second axis, fixed in the child.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        limits [rad]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [rad/s]: a number, or one for each coordinate.
        effort_limit [N m]: a number, or one for each coordinate.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.slotted_spherical("A", m.ground, arm, at=(0, 0, 0), axis="y", axis2="x")
            model = m.build()
        """

    def constant_velocity(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        axis2: Axis | None = None,
        x_axis: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        angle: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a joint of two shafts that turn alike at any bend: `axis`, of the parent's shaft, and, if they are drawn bent, `axis2`, of the child's.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        axis2: the second axis, fixed in the child.
        x_axis: x of the joint frame, as near as possible.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        limits [rad]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [rad/s]: a number, or one for each coordinate.
        effort_limit [N m]: a number, or one for each coordinate.
        angle [rad]: the bend of the shafts; that of the drawing if it is not given.

        Example:
            m = sarrus.Mechanism("example")
            driver = m.body("driver", mass="1 kg", com=(0, 0, 0.1), inertia=(0.01, 0.01, 0.001))
            driven = m.body("driven", mass="1 kg", com=(0.1, 0, 0.3), inertia=(0.01, 0.01, 0.001))
            m.revolute("A", m.ground, driver, at=(0, 0, 0), axis="z")
            m.constant_velocity("cv", driver, driven, at=(0, 0, 0.2), axis="z", axis2=(1, 0, 1))
            m.revolute("B", m.ground, driven, at=(0.2, 0, 0.4), axis=(1, 0, 1))
            model = m.build()
        """

    def point_in_plane(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        x_axis: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a point of the child that stays in a plane of the parent, whose normal is `axis`.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        x_axis: x of the joint frame, as near as possible.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        limits [m or rad]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [m/s or rad/s]: a number, or one for each coordinate.
        effort_limit [N or N m]: a number, or one for each coordinate.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.spherical("A", m.ground, arm, at=(0, 0, 0))
            m.point_in_plane("table", m.ground, arm, at=("400 mm", 0, 0), axis="z")
            model = m.build()
        """

    def point_on_line(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        x_axis: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a point of the child that stays on a straight line of the parent along `axis`.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        x_axis: x of the joint frame, as near as possible.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        limits [m or rad]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [m/s or rad/s]: a number, or one for each coordinate.
        effort_limit [N or N m]: a number, or one for each coordinate.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.spherical("A", m.ground, arm, at=(0, 0, 0))
            m.point_on_line("wire", m.ground, arm, at=("400 mm", 0, 0), axis="x")
            model = m.build()
        """

    def point_on_curve(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        curve: SpaceCurve,
        *,
        point: Point | None = None,
        on_child: Place | None = None,
        radius: Number | None = None,
        origin: Point = (0.0, 0.0, 0.0),
        axis: Axis = "z",
        x_axis: Axis | None = None,
        on_parent: Place | None = None,
        only_pushes: bool = False,
        source: Source | None = None,
    ) -> None:
        """Add a point of the child on a curve of the parent: a knife edge, a pin in a slot, the centre of a roller, a bead on a wire.

        Its rows are of lengths alone. With `only_pushes`, `simulate` stops where it would pull, unless an
        event lets it lift off.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        curve: of the parent, in its axes: a cam, a slot, a wire.
        point [m]: of the child, in the drawing: edge, pin, centre of a roller.
        on_child: the point [m], or a frame or pose of the child, not point.
        radius [m]: of the roller whose centre the point is, outside of the curve; below 0 inside.
        origin [m]: origin of its axes, in the drawing.
        axis: z of its axes, across a plane curve, in the drawing.
        x_axis: x of its axes, in the drawing, as near as possible.
        on_parent: the pose of its axes on the parent, instead of origin.
        only_pushes: whether it may lift off.

        Example:
            m = sarrus.Mechanism("example")
            cam = m.body("cam", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
            follower = m.body("follower", mass="0.2 kg", inertia=(1e-4, 1e-4, 1e-4), at=(0, "38 mm", 0))
            m.revolute("A", m.ground, cam, at=(0, 0, 0), axis="z")
            m.prismatic("B", m.ground, follower, at=(0, "38 mm", 0), axis="y")
            profile = sarrus.curves.CamCurve("roller", (0, 2.1, 3.1, 5.2), (0, 0.01, 0.01, 0),
                                             base_radius=0.03, roller_radius=0.008)
            m.point_on_curve("touch", cam, follower, curve=profile, radius="8 mm", point=(0, "38 mm", 0))
            model = m.build()
        """

    def two_points_on_curve(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        curve: SpaceCurve,
        *,
        point: Point | None = None,
        x_axis_other: Axis | None = None,
        on_child: Place | None = None,
        spacing: Number,
        radius: Number | None = None,
        origin: Point = (0.0, 0.0, 0.0),
        axis: Axis = "z",
        x_axis: Axis | None = None,
        on_parent: Place | None = None,
        source: Source | None = None,
    ) -> None:
        """Add two points of the child on a curve of the parent: a carriage on a bent rail or on a wire.

        Its rows are of lengths alone. With `only_pushes`, `simulate` stops where it would pull, unless an
        event lets it lift off.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        curve: of the parent, in its axes: a cam, a slot, a wire.
        point [m]: the first of the child, in the drawing.
        x_axis_other: from the first point to the second, in the drawing.
        on_child: the pose of both on the child, the second on its x axis.
        spacing [m]: of the second point from the first.
        radius [m]: of rollers whose centres the points are, outside of the curve; below 0 inside.
        origin [m]: origin of its axes, in the drawing.
        axis: z of its axes, across a plane curve, in the drawing.
        x_axis: x of its axes, in the drawing, as near as possible.
        on_parent: the pose of its axes on the parent, instead of origin.

        Example:
            m = sarrus.Mechanism("example", gravity=(0, -9.81, 0))
            carriage = m.body("carriage", mass="2 kg", inertia=(0.01, 0.01, 0.01))
            m.planar("free", m.ground, carriage, at=(0, 0, 0), axis="z")
            rail = sarrus.curves.PointCurve([[-0.5, 0.2], [-0.2, 0.01], [0.1, 0.01], [0.5, 0.3]])
            m.two_points_on_curve("wheels", m.ground, carriage, curve=rail, point=("-100 mm", 0, 0),
                                  x_axis_other="x", spacing="200 mm")
            model = m.build()
        """

    def curve_on_curve(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        curve: SpaceCurve,
        *,
        other: SpaceCurve | None = None,
        point: Point | None = None,
        x_axis_other: Axis | None = None,
        on_child: Place | None = None,
        origin: Point = (0.0, 0.0, 0.0),
        axis: Axis = "z",
        x_axis: Axis | None = None,
        on_parent: Place | None = None,
        only_pushes: bool = False,
        source: Source | None = None,
    ) -> None:
        """Add a curve of the child that touches a curve of the parent from outside: a flat face, if `other` is not given, or two profiles.

        Its rows are of lengths alone. With `only_pushes`, `simulate` stops where it would pull, unless an
        event lets it lift off.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        curve: of the parent, in its axes: a cam, a slot, a wire.
        other: of the child, in its axes; a flat face, a line, if not given.
        point [m]: origin of its axes, in the drawing; a point of the face.
        x_axis_other: x of its axes, in the drawing; a face looks to its right, to -y.
        on_child: the pose of its axes on the child, instead of point.
        origin [m]: origin of its axes, in the drawing.
        axis: z of its axes, across a plane curve, in the drawing.
        x_axis: x of its axes, in the drawing, as near as possible.
        on_parent: the pose of its axes on the parent, instead of origin.
        only_pushes: whether it may lift off.

        Example:
            m = sarrus.Mechanism("example")
            cam = m.body("cam", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
            follower = m.body("follower", mass="0.2 kg", inertia=(1e-4, 1e-4, 1e-4), at=(0, "30 mm", 0))
            m.revolute("A", m.ground, cam, at=(0, 0, 0), axis="z")
            m.prismatic("B", m.ground, follower, at=(0, "30 mm", 0), axis="y")
            profile = sarrus.curves.CamCurve("flat", (0, 3.1), (0, 0.008), base_radius=0.03)
            m.curve_on_curve("touch", cam, follower, curve=profile, point=(0, "30 mm", 0))
            model = m.build()
        """

    def curvilinear(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        curve: SpaceCurve,
        *,
        start: Number | None = None,
        up: Axis = "z",
        origin: Point = (0.0, 0.0, 0.0),
        axis: Axis = "z",
        x_axis: Axis | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        armature: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a carriage on a curve of the parent, which turns with its tangent: a shift [m] along it.

        Drawn on the curve at the arc length `start` from its start, where its coordinate is zero; rounds of
        closed curves count on.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        curve: of the parent, in its axes: a cam, a slot, a wire.
        start [m]: arc length from the start of the curve to where the child is in the drawing.
        up: z of the carriage, as near as possible, in the axes of the curve.
        origin [m]: origin of its axes, in the drawing.
        axis: z of its axes, across a plane curve, in the drawing.
        x_axis: x of its axes, in the drawing, as near as possible.
        on_parent: the pose of F on the parent, x along the curve, not origin.
        on_child: the pose of M on the child, with on_parent.
        limits [m]: (lower, upper), None for no limit.
        speed_limit [m/s]: a number.
        effort_limit [N]: a number.
        armature [kg]: inertia of a rotor that turns with the joint; it adds to its inertia alone.

        Example:
            m = sarrus.Mechanism("example", gravity=(0, -9.81, 0))
            carriage = m.body("carriage", mass="2 kg", com=(0, "-0.1 m", 0), inertia=(0.01, 0.01, 0.01))
            rail = sarrus.curves.PointCurve([[-0.5, 0.2], [-0.2, 0.01], [0.1, 0.01], [0.5, 0.3]])
            m.curvilinear("J", m.ground, carriage, curve=rail, start="200 mm", limits=("-0.1 m", "0.8 m"))
            model = m.build()
        """

    def orientation(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        source: Source | None = None,
    ) -> None:
        """Add an orientation that stays as drawn: the child shifts [m] in x, y and z without a turn.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        limits [m]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [m/s]: a number, or one for each coordinate.
        effort_limit [N]: a number, or one for each coordinate.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.orientation("A", m.ground, arm)
            model = m.build()
        """

    def parallel(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        x_axis: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        source: Source | None = None,
    ) -> None:
        """Add directions of both bodies, `axis` in the drawing, that stay parallel; points are free.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        x_axis: x of the joint frame, as near as possible.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        limits [m or rad]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [m/s or rad/s]: a number, or one for each coordinate.
        effort_limit [N or N m]: a number, or one for each coordinate.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.spherical("A", m.ground, arm, at=(0, 0, 0))
            m.parallel("upright", m.ground, arm, axis="z")
            model = m.build()
        """

    def perpendicular(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        axis2: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        source: Source | None = None,
    ) -> None:
        """Add `axis`, fixed in the parent, and `axis2`, fixed in the child, that stay perpendicular; points are free.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        axis2: the second axis, fixed in the child.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        limits [m or rad]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [m/s or rad/s]: a number, or one for each coordinate.
        effort_limit [N or N m]: a number, or one for each coordinate.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.spherical("A", m.ground, arm, at=(0, 0, 0))
            m.perpendicular("level", m.ground, arm, axis="z", axis2="x")
            model = m.build()
        """

    def angle(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        axis2: Axis | None = None,
        x_axis: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        angle: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add `axis`, fixed in the parent, and `axis2`, fixed in the child, that keep the angle between them; points are free.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        axis2: the second axis, fixed in the child.
        x_axis: x of the joint frame, as near as possible.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        limits [m or rad]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [m/s or rad/s]: a number, or one for each coordinate.
        effort_limit [N or N m]: a number, or one for each coordinate.
        angle [rad]: the angle between the two directions; that of the drawing if it is not given.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.spherical("A", m.ground, arm, at=(0, 0, 0))
            m.angle("lean", m.ground, arm, axis="z", axis2=(1, 0, 1))
            model = m.build()
        """

    def revolute_revolute(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        axis2: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        at2: Point | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        length: Number | None = None,
        twist: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a link without mass: hinged to the parent about `axis` through `at`, and to the child about `axis2` (or one parallel to `axis`) through `at2`.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        axis2: the second axis, fixed in the child.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        at2 [m]: a point of the child's axis, or its ball, in the drawing.
        limits [rad]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [rad/s]: a number, or one for each coordinate.
        effort_limit [N m]: a number, or one for each coordinate.
        length [m]: length of the link, across the axis; that of the drawing if it is not given.
        twist [rad]: turn from the first axis to the second about the link; that of the drawing if
            it is not given.

        Example:
            m = sarrus.Mechanism("example")
            plate = m.body("plate", mass="3 kg", com=(0.2, 0, 0.3), inertia=(0.01, 0.05, 0.05))
            m.revolute_revolute("left", m.ground, plate, at=(0, 0, 0), at2=(0, 0, "300 mm"), axis="y")
            m.revolute_revolute("right", m.ground, plate, at=(0.4, 0, 0), at2=(0.4, 0, "300 mm"), axis="y")
            model = m.build()
        """

    def revolute_cylindrical(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        axis2: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        at2: Point | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        length: Number | None = None,
        twist: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a link without mass: hinged to the parent about `axis` through `at`; the child turns about and slides along `axis2` (or one parallel to `axis`) through `at2`.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        axis2: the second axis, fixed in the child.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        at2 [m]: a point of the child's axis, or its ball, in the drawing.
        limits [rad or m]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [rad/s or m/s]: a number, or one for each coordinate.
        effort_limit [N m or N]: a number, or one for each coordinate.
        length [m]: length of the link, across the axis; that of the drawing if it is not given.
        twist [rad]: turn from the first axis to the second about the link; that of the drawing if
            it is not given.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute_cylindrical("A", m.ground, arm, at=(0, 0, 0), axis="z", at2=("100 mm", 0, 0), axis2="y")
            model = m.build()
        """

    def revolute_spherical(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        x_axis: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        at2: Point | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        length: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a link without mass: hinged to the parent about `axis` through `at`, with a ball at `at2` of the child.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        x_axis: x of the joint frame, as near as possible.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        at2 [m]: a point of the child's axis, or its ball, in the drawing.
        limits [rad]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [rad/s]: a number, or one for each coordinate.
        effort_limit [N m]: a number, or one for each coordinate.
        length [m]: length of the link, across the axis; that of the drawing if it is not given.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.spherical("A", m.ground, arm, at=(0, 0, 0))
            m.revolute_spherical("link", m.ground, arm, at=(0.4, 0, "-200 mm"), axis="y", at2=(0.4, 0, 0))
            model = m.build()
        """

    def cylindrical_spherical(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        x_axis: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        at2: Point | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        length: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a link without mass: it turns about and slides along `axis` through `at` of the parent, with a ball at `at2` of the child.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        x_axis: x of the joint frame, as near as possible.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        at2 [m]: a point of the child's axis, or its ball, in the drawing.
        limits [rad or m]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [rad/s or m/s]: a number, or one for each coordinate.
        effort_limit [N m or N]: a number, or one for each coordinate.
        length [m]: length of the link, across the axis; that of the drawing if it is not given.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.spherical("A", m.ground, arm, at=(0, 0, 0))
            m.cylindrical_spherical("link", m.ground, arm, at=(0.4, 0, "-200 mm"), axis="y", at2=(0.4, 0, 0))
            model = m.build()
        """

    def spur_gears(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        axis2: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        at2: Point | None = None,
        teeth_1: Number,
        teeth_2: Number,
        module: Number,
        pressure_angle: Number | None = None,
        shift_1: Number | None = None,
        shift_2: Number | None = None,
        flank: Number | None = None,
        distance: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add two spur gears in mesh: wheel 1 on the parent turns about `axis` through `at`, wheel 2 on the child about the parallel axis through `at2`. The reaction is the force of the teeth.

        The teeth mesh as they are drawn, at any distance along the axis; the multiplier of the only row is
        the force between them at the pitch point. `on_parent` and `on_child` give the frames of the wheels
        instead: z their axes, x towards the other wheel.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        axis2: the second axis, fixed in the child.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        at2 [m]: a point of the axis of wheel 2, or of the pitch line of a rack.
        teeth_1: number of teeth of wheel 1, of the parent.
        teeth_2: number of teeth of wheel 2, of the child.
        module [m]: module: pitch diameter over number of teeth.
        pressure_angle [rad]: in the normal section of the teeth, 20 degrees if it is not given.
        shift_1: profile shift of wheel 1, over the module.
        shift_2: profile shift of wheel 2, over the module.
        flank: which flanks carry: 1 those by which wheel 1 drives with a positive moment about its
            axis, -1 the others, 0 both, without a force that parts the wheels.
        distance [m]: of the axes; that of the drawing, else of teeth and module, if it is not
            given.

        Example:
            m = sarrus.Mechanism("example")
            pinion = m.body("pinion", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
            wheel = m.body("wheel", mass="2 kg", inertia=(4e-3, 4e-3, 4e-3))
            m.revolute("A", m.ground, pinion, at=(0, 0, 0), axis="z")
            m.revolute("B", m.ground, wheel, at=("90 mm", 0, 0), axis="z")
            m.spur_gears("mesh", pinion, wheel, at=(0, 0, 0), at2=("90 mm", 0, 0), axis="z",
                         teeth_1=20, teeth_2=40, module="3 mm")
            model = m.build()
        """

    def helical_gears(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        axis2: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        at2: Point | None = None,
        teeth_1: Number,
        teeth_2: Number,
        module: Number,
        helix_angle: Number | None = None,
        pressure_angle: Number | None = None,
        shift_1: Number | None = None,
        shift_2: Number | None = None,
        flank: Number | None = None,
        distance: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add two helical gears in mesh on parallel axes: wheel 1 on the parent with `axis` through `at`, wheel 2 on the child, of the other hand, through `at2`.

        The teeth mesh as they are drawn, at any distance along the axis; the multiplier of the only row is
        the force between them at the pitch point. `on_parent` and `on_child` give the frames of the wheels
        instead: z their axes, x towards the other wheel.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        axis2: the second axis, fixed in the child.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        at2 [m]: a point of the axis of wheel 2, or of the pitch line of a rack.
        teeth_1: number of teeth of wheel 1, of the parent.
        teeth_2: number of teeth of wheel 2, of the child.
        module [m]: module, in the normal section of the teeth.
        helix_angle [rad]: of wheel 1, positive for a right hand, as that of a screw.
        pressure_angle [rad]: in the normal section of the teeth, 20 degrees if it is not given.
        shift_1: profile shift of wheel 1, over the module.
        shift_2: profile shift of wheel 2, over the module.
        flank: which flanks carry: 1 those by which wheel 1 drives with a positive moment about its
            axis, -1 the others, 0 both, without a force that parts the wheels.
        distance [m]: of the axes; that of the drawing, else of teeth and module, if it is not
            given.

        Example:
            m = sarrus.Mechanism("example")
            pinion = m.body("pinion", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
            wheel = m.body("wheel", mass="2 kg", inertia=(4e-3, 4e-3, 4e-3))
            m.revolute("A", m.ground, pinion, at=(0, 0, 0), axis="z")
            m.revolute("B", m.ground, wheel, at=("90 mm", 0, 0), axis="z")
            m.helical_gears("mesh", pinion, wheel, at=(0, 0, 0), at2=("90 mm", 0, 0), axis="z",
                            teeth_1=18, teeth_2=27, module="3.464102 mm", helix_angle="30 deg")
            model = m.build()
        """

    def internal_gears(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        axis2: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        at2: Point | None = None,
        teeth_1: Number,
        teeth_2: Number,
        module: Number,
        helix_angle: Number | None = None,
        pressure_angle: Number | None = None,
        flank: Number | None = None,
        distance: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a wheel in a ring with teeth inside: the wheel on the parent turns about `axis` through `at`, the ring on the child about the parallel axis through `at2`.

        The teeth mesh as they are drawn, at any distance along the axis; the multiplier of the only row is
        the force between them at the pitch point. `on_parent` and `on_child` give the frames of the wheels
        instead: z their axes, x towards the other wheel.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        axis2: the second axis, fixed in the child.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        at2 [m]: a point of the axis of wheel 2, or of the pitch line of a rack.
        teeth_1: number of teeth of the wheel inside, of the parent.
        teeth_2: number of teeth of the ring, of the child.
        module [m]: module, in the normal section of the teeth.
        helix_angle [rad]: of both, positive for a right hand, as that of a screw.
        pressure_angle [rad]: in the normal section of the teeth, 20 degrees if it is not given.
        flank: which flanks carry: 1 those by which wheel 1 drives with a positive moment about its
            axis, -1 the others, 0 both, without a force that parts the wheels.
        distance [m]: of the axes; that of the drawing, else of teeth and module, if it is not
            given.

        Example:
            m = sarrus.Mechanism("example")
            pinion = m.body("pinion", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
            wheel = m.body("wheel", mass="2 kg", inertia=(4e-3, 4e-3, 4e-3))
            m.revolute("A", m.ground, pinion, at=(0, 0, 0), axis="z")
            m.revolute("B", m.ground, wheel, at=("90 mm", 0, 0), axis="z")
            m.internal_gears("mesh", pinion, wheel, at=(0, 0, 0), at2=("90 mm", 0, 0), axis="z",
                             teeth_1=20, teeth_2=80, module="3 mm")
            model = m.build()
        """

    def rack_and_pinion(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        axis2: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        at2: Point | None = None,
        teeth: Number,
        module: Number,
        helix_angle: Number | None = None,
        pressure_angle: Number | None = None,
        flank: Number | None = None,
        distance: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a wheel on a rack: the wheel on the parent turns about `axis` through `at`; the rack on the child lies along `axis2`, its pitch line through `at2`.

        The teeth mesh as they are drawn, at any distance along the axis; the multiplier of the only row is
        the force between them at the pitch point. `on_parent` and `on_child` give the frames of the wheels
        instead: z their axes, x towards the other wheel.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        axis2: the second axis, fixed in the child.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        at2 [m]: a point of the axis of wheel 2, or of the pitch line of a rack.
        teeth: number of teeth of the wheel, of the parent.
        module [m]: module, in the normal section of the teeth.
        helix_angle [rad]: of the wheel, positive for a right hand, as that of a screw.
        pressure_angle [rad]: in the normal section of the teeth, 20 degrees if it is not given.
        flank: which flanks carry: 1 those by which wheel 1 drives with a positive moment about its
            axis, -1 the others, 0 both, without a force that parts the wheels.
        distance [m]: of the axes; that of the drawing, else of teeth and module, if it is not
            given.

        Example:
            m = sarrus.Mechanism("example")
            pinion = m.body("pinion", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
            rack = m.body("rack", mass="2 kg", inertia=(1e-3, 1e-3, 1e-3))
            m.revolute("A", m.ground, pinion, at=(0, 0, 0), axis="z")
            m.prismatic("B", m.ground, rack, at=(0, "-30 mm", 0), axis="x")
            m.rack_and_pinion("mesh", pinion, rack, at=(0, 0, 0), axis="z", at2=(0, "-30 mm", 0), axis2="x",
                              teeth=20, module="3 mm")
            model = m.build()
        """

    def bevel_gears(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        axis2: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        at2: Point | None = None,
        teeth_1: Number,
        teeth_2: Number,
        module: Number,
        pressure_angle: Number | None = None,
        flank: Number | None = None,
        angle: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add two bevel gears in mesh, whose axes cross: wheel 1 on the parent with `axis` through `at`, wheel 2 on the child with `axis2` through `at2`.

        The teeth mesh as they are drawn, at any distance along the axis; the multiplier of the only row is
        the force between them at the pitch point. `on_parent` and `on_child` give the frames of the wheels
        instead: z their axes, x towards the other wheel.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        axis2: the second axis, fixed in the child.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        at2 [m]: a point of the axis of wheel 2, or of the pitch line of a rack.
        teeth_1: number of teeth of wheel 1, of the parent.
        teeth_2: number of teeth of wheel 2, of the child.
        module [m]: at the mean diameters, where the teeth touch: these over the teeth.
        pressure_angle [rad]: in the normal section of the teeth, 20 degrees if it is not given.
        flank: which flanks carry: 1 those by which wheel 1 drives with a positive moment about its
            axis, -1 the others, 0 both, without a force that parts the wheels.
        angle [rad]: between the axes; that of the drawing if it is not given.

        Example:
            m = sarrus.Mechanism("example")
            pinion = m.body("pinion", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
            wheel = m.body("wheel", mass="2 kg", inertia=(4e-3, 4e-3, 4e-3))
            m.revolute("A", m.ground, pinion, at=(0, 0, "60 mm"), axis="z")
            m.revolute("B", m.ground, wheel, at=("30 mm", 0, 0), axis="x")
            m.bevel_gears("mesh", pinion, wheel, at=(0, 0, "60 mm"), axis="z", at2=("30 mm", 0, 0), axis2="x",
                          teeth_1=20, teeth_2=40, module="3 mm")
            model = m.build()
        """

    def worm_gears(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        axis: Axis | None = None,
        axis2: Axis | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        axis_parent: Axis | None = None,
        axis_child: Axis | None = None,
        at2: Point | None = None,
        starts: Number,
        teeth: Number,
        module: Number,
        lead_angle: Number,
        pressure_angle: Number | None = None,
        flank: Number | None = None,
        distance: Number | None = None,
        twist: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a worm and its wheel: the worm on the parent turns about `axis` through `at`, the wheel on the child about the skew `axis2` through `at2`.

        The teeth mesh as they are drawn, at any distance along the axis; the multiplier of the only row is
        the force between them at the pitch point. `on_parent` and `on_child` give the frames of the wheels
        instead: z their axes, x towards the other wheel.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        axis: the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or
            two points of the drawing, from the first to the second.
        axis2: the second axis, fixed in the child.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        axis_parent: the axis, in the axes of the parent.
        axis_child: the axis, in the axes of the child.
        at2 [m]: a point of the axis of wheel 2, or of the pitch line of a rack.
        starts: number of teeth of the worm, of the parent: its threads.
        teeth: number of teeth of the wheel, of the child.
        module [m]: module, in the normal section of the teeth.
        lead_angle [rad]: of the worm at its pitch cylinder, positive for a right hand.
        pressure_angle [rad]: in the normal section of the teeth, 20 degrees if it is not given.
        flank: which flanks carry: 1 those by which wheel 1 drives with a positive moment about its
            axis, -1 the others, 0 both, without a force that parts the wheels.
        distance [m]: of the axes; that of the drawing, else of teeth and module, if it is not
            given.
        twist [rad]: turn from the axis of the worm to that of the wheel about the way between them;
            that of the drawing if it is not given.

        Example:
            m = sarrus.Mechanism("example")
            worm = m.body("worm", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
            wheel = m.body("wheel", mass="2 kg", inertia=(4e-3, 4e-3, 4e-3))
            m.revolute("A", m.ground, worm, at=(0, 0, 0), axis="x")
            m.revolute("B", m.ground, wheel, at=(0, "-78.2019 mm", 0), axis="z")
            m.worm_gears("mesh", worm, wheel, at=(0, 0, 0), axis="x", at2=(0, "-78.2019 mm", 0), axis2="z",
                         starts=2, teeth=40, module="3 mm", lead_angle="10 deg")
            model = m.build()
        """

    def beam_segment(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        length: Number,
        rest_twist: Number | None = None,
        rest_bend_y: Number | None = None,
        rest_bend_z: Number | None = None,
        rest_shear_y: Number | None = None,
        rest_shear_z: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a segment of a flexible beam that ends at `at` and twists and bends evenly; `rotation` sets the axes of its end: x along the beam.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        limits [rad]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [rad/s]: a number, or one for each coordinate.
        effort_limit [N m]: a number, or one for each coordinate.
        length [m]: length at rest, along the beam.
        rest_twist [rad]: turn about x along it at rest.
        rest_bend_y [rad]: turn about y along it at rest.
        rest_bend_z [rad]: turn about z along it at rest.
        rest_shear_y [m]: shift of the end along y at rest.
        rest_shear_z [m]: shift of the end along z at rest.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.beam_segment("A", m.ground, arm, at=(0.3, 0, 0), length="0.3 m")
            model = m.build()
        """

    def timoshenko_segment(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        length: Number,
        rest_twist: Number | None = None,
        rest_bend_y: Number | None = None,
        rest_bend_z: Number | None = None,
        rest_shear_y: Number | None = None,
        rest_shear_z: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a segment of a flexible beam that ends at `at` and stretches, shears, twists and bends evenly; `rotation` sets the axes of its end: x along the beam.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        limits [m or rad]: (lower, upper), None for no limit, or one such pair for each velocity
            coordinate.
        speed_limit [m/s or rad/s]: a number, or one for each coordinate.
        effort_limit [N or N m]: a number, or one for each coordinate.
        length [m]: length at rest, along the beam.
        rest_twist [rad]: turn about x along it at rest.
        rest_bend_y [rad]: turn about y along it at rest.
        rest_bend_z [rad]: turn about z along it at rest.
        rest_shear_y [m]: shift of the end along y at rest.
        rest_shear_z [m]: shift of the end along z at rest.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.timoshenko_segment("A", m.ground, arm, at=(0.3, 0, 0), length="0.3 m")
            model = m.build()
        """

    def mode_shape(
        self,
        name: str,
        parent: BodyHandle | str,
        child: BodyHandle | str,
        *,
        at: Point | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_parent: Place | None = None,
        on_child: Place | None = None,
        limits: Numbers | None = None,
        speed_limit: Numbers | None = None,
        effort_limit: Numbers | None = None,
        armature: Number | None = None,
        shape: Numbers,
        second: Numbers | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a frame of a flexible body that moves with its modal coordinates: shifts and turns are sums of the coordinates times the shapes, in the axes of the frame at rest.

        A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
        both bodies, which coincide where the coordinates are zero.

        parent: the body, or ground, that carries the joint.
        child: the body that the joint moves.
        at [m]: a point in the drawing, world coordinates.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        on_parent: a point [m], pose or frame of the parent, instead of at.
        on_child: a point [m], pose or frame of the child, instead of at.
        limits [m]: (lower, upper), None for no limit.
        speed_limit [m/s]: a number.
        effort_limit [N]: a number.
        armature [kg]: inertia of a rotor that turns with the joint; it adds to its inertia alone.
        shape [1, 1/m]: for each modal coordinate, a length, the shift x, y, z and the turn about x,
            y, z [1/m] of the frame by it.
        second [1/m, 1/m^2]: for each pair of modal coordinates, 1 1, 1 2, ..., 2 2, ..., the shift
            x, y, z and the turn of the frame by their product, half of it for equal ones; none
            without it.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.mode_shape("A", m.ground, arm, at=(0.3, 0, 0), shape=[[0, 0, 1, 0, -5, 0]])
            model = m.build()
        """

    def aerodynamics(
        self,
        name: str,
        body: BodyHandle | str,
        *,
        at: Point | None = None,
        on: Point | None = None,
        area: Number,
        drag: Number = 0.0,
        lift: Number = 0.0,
        balance: Number = 0.5,
        side: Number = 0.0,
        yaw: Number = 0.0,
        length: Number = 1.0,
        density: Number = 1.2,
        wind: Numbers = (0.0, 0.0, 0.0),
        forward: Axis = "x",
        up: Axis = "z",
        source: Source | None = None,
    ) -> None:
        """Add forces of the air on a body, at a reference point, by its speed against the air.

            u = v - wind,   q = density |u|^2/2,   beta = angle of u to the left of `forward`
            drag  q area drag          against u
            lift  q area lift          upward; its part `balance` acts at the front axle
            side  -q area side beta    to the left;   moment -q area length yaw beta about the vertical

        beta is the sine of the angle. The reference point is in the middle between the axles, which are
        `length` apart: lift has the moment (balance - 1/2) length about it, nose up. What is lost to
        the air is dissipation; the power of wind, lift and side force is supply.

        body: the body in the air.
        at [m]: reference point, in the middle between the axles, in the drawing.
        on [m]: reference point, in the middle between the axles, in the body frame, or a named
            frame of the body.
        area [m^2]: of the front view.
        drag: coefficient of drag.
        lift: coefficient of lift, below 0 presses down.
        balance: part of the lift at the front axle.
        side [1/rad]: coefficient of side force.
        yaw [1/rad]: coefficient of the moment, above 0 turns out of the wind.
        length [m]: wheelbase, of balance and yaw.
        density [kg/m^3]: of the air.
        wind [m/s]: velocity of the air, in world axes.
        forward: forward.
        up: up.

        Example:
            m = sarrus.Mechanism("example")
            frame = m.body("frame", mass="20 kg", inertia=(1, 1, 1))
            m.free("A", m.ground, frame)
            m.aerodynamics("air", frame, at=(0, 0, 0), area="2.2 m^2", drag=0.3, lift=-0.5, balance=0.45,
                           length="2.7 m")
            model = m.build()
        """

    def beam(
        self,
        name: str,
        a: BodyHandle | str,
        b: BodyHandle | str,
        *,
        length: Number,
        area: Number,
        torsion_constant: Number,
        second_moment_y: Number,
        second_moment_z: Number,
        young_modulus: Number,
        shear_modulus: Number,
        shear_ratio_y: Number = 0.0,
        shear_ratio_z: Number = 0.0,
        damping_time: Number = 0.0,
        at: Point | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_a: Place | None = None,
        on_b: Place | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a massless elastic beam of uniform section from a frame on a, along its x axis, to one on b.

        The generalised force -K e - damping_time K de/dt acts on the deflection e, which is
        (p - (L, 0, 0), phi): the position [m] of the frame on b seen from that on a, less L = length of
        the beam at rest, and the rotation vector [rad] between them. With the moduli E and G, the area
        A, J = torsion_constant, I_y and I_z the second moments about y and z,

            P_y = 12 E I_z shear_ratio_y / (G A L^2),  P_z = 12 E I_y shear_ratio_z / (G A L^2),

            K_xx = E A/L,  K_yy = 12 E I_z/(L^3 (1 + P_y)),  K_zz = 12 E I_y/(L^3 (1 + P_z)),
            K_aa = G J/L,  K_bb = (4 + P_z) E I_y/(L (1 + P_z)),  K_cc = (4 + P_y) E I_z/(L (1 + P_y)),
            K_yc = -6 E I_z/(L^2 (1 + P_y)),  K_zb = 6 E I_y/(L^2 (1 + P_z)),

        a, b, c being the turns about x, y, z. A shear ratio is that of the sheared area: 6/5 for a
        rectangle, 10/9 for a circle, 0 for a beam without shear (Euler and Bernoulli). It is linear in
        e: for large bending take several beams with bodies between them. The mass of the beam is that
        of the bodies at its ends. The energy is 1/2 e^T K e.

        a: the first body, or ground.
        b: the second body, or ground.
        length [m]: length at rest.
        area [m^2]: area of the section.
        torsion_constant [m^4]: torsion constant, of a circle its polar moment.
        second_moment_y [m^4]: second moment of area about y.
        second_moment_z [m^4]: second moment of area about z.
        young_modulus [Pa]: modulus of elasticity.
        shear_modulus [Pa]: shear modulus.
        shear_ratio_y: factor of the shear along y.
        shear_ratio_z: factor of the shear along z.
        damping_time [s]: damping as part of the stiffness.
        at [m]: the place of both frames in the drawing.
        rotation: their axes there: a 3x3 matrix or a quaternion.
        quaternion_wxyz: their axes there, as a unit quaternion.
        rpy [rad]: their axes there, as roll, pitch and yaw.
        on_a: a pose, frame or point [m] of a, instead of at.
        on_b: a pose, frame or point [m] of b, instead of at.

        Example:
            m = sarrus.Mechanism("example")
            frame = m.body("frame", mass="20 kg", inertia=(1, 1, 1))
            m.free("A", m.ground, frame)
            m.beam("blade", m.ground, frame, length="500 mm", area="200 mm^2", torsion_constant="2500 mm^4",
                   second_moment_y="1700 mm^4", second_moment_z="6700 mm^4", young_modulus="210 GPa",
                   shear_modulus="81 GPa", damping_time="0.1 ms", on_a=(-0.5, 0, 0), on_b=(0, 0, 0))
            model = m.build()
        """

    def bearing_friction(
        self,
        name: str,
        joint: str,
        mu: Number,
        static: Number | None = None,
        *,
        radius: Number | None = None,
        pivot: Number | None = None,
        length: Number | None = None,
        smoothing: Number = 0.001,
        stribeck: Number | None = None,
        exponent: Number = 2.0,
        lagged: bool = False,
        exact: bool = False,
        source: Source | None = None,
    ) -> None:
        """Add friction in proportion to the load L that a revolute or prismatic joint carries.

        The effort on the rate w of the joint is -mu(w) L, with
        mu(w) = (mu + (static - mu) exp(-|w/stribeck|^exponent)) tanh(w/smoothing)

        revolute: L = radius |F_radial| + pivot |F_axial| [N m]; prismatic: L = |F_normal| + |M|/length
        [N]. F and M are the joint's reaction, which must be unique, on its child at the child's joint
        point. The load is not a function of the motion: the equations solve for it, and give it to the
        element under the name `load`.

        exact: in runs, Coulomb's law itself instead: at rest the joint is held by any effort up to
        `static` L, and while it slides friction is mu L. Events change between the two.

        joint: the name of a revolute or prismatic joint.
        mu: coefficient of sliding friction.
        static: that of friction at rest, as mu if not given.
        radius [m]: radius of the bearing, needed by a revolute joint.
        pivot [m]: mean radius at which the axial force rubs, if it does.
        length [m]: length of the guide of a prismatic joint, if moments rub.
        smoothing [rad/s or m/s]: the rate at which friction has built up.
        stribeck [rad/s or m/s]: the rate at which the static part has faded, 10 times smoothing if
            not given.
        exponent: shape of the fading.
        lagged: in a simulation by equal steps, take the load at the end of the last step, which
            needs no iteration.
        exact: in runs it sticks and slides by events; batches and linearizations use the smooth
            law.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            m.bearing_friction("rub", "A", mu=0.1, radius="10 mm")
            model = m.build()
        """

    def belt_drive(
        self,
        name: str,
        wheels: Sequence[tuple[BodyHandle | str, Any, Any]],
        *,
        base: BodyHandle | str | None = None,
        stiffness: Number,
        preload: Number = 0.0,
        damping_time: Number = 0.0,
        mu: Number = 0.0,
        slip_speed: Number = 1.0,
        closed: bool = True,
        axis: Axis = "z",
        free_length: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a belt or chain over wheels that turn; every run has its tension and only pulls.

            T = max(0, preload + stiffness e/l + damping_time stiffness de/dt/l)
            e = growth of the straight part - what wheel i gives + what wheel k takes
            slip of a wheel:  T_tight = T_loose exp(mu wrap) (1 + slip/slip_speed)

        wheels: in the order of the belt; it goes on from the last to the first, unless closed is False:
        then its ends are points (radius 0) or drums. l: length of a run in the drawing with half the
        arcs at its ends. Without mu the belt does not slip, as a chain. With it, each wheel has a state
        `slip<i>`: by how much the belt has slipped forward on wheel i.

        wheels: (body, centre in the drawing or frame of the body, radius [m]) each, in their order;
            a negative radius is passed clockwise, 0 is a point; points alone may be anywhere in
            space.
        base: the body that carries the plane, ground if not given.
        stiffness [N]: tension over strain, E A.
        preload [N]: tension in the drawing.
        damping_time [s]: damping over stiffness of each run.
        mu: friction on the wheels; 0: it does not slip.
        slip_speed [m/s]: slip at which the tight run has twice what friction at rest allows.
        closed: whether it goes on from the last wheel to the first.
        axis: normal of the plane, parallel to the axes of the wheels, carried by base.
        free_length [m]: length without tension, instead of preload.

        Example:
            m = sarrus.Mechanism("example")
            motor = m.body("motor", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
            fan = m.body("fan", mass="2 kg", inertia=(0.02, 0.02, 0.02), at=("500 mm", 0, 0))
            m.revolute("A", m.ground, motor, at=(0, 0, 0), axis="z")
            m.revolute("B", m.ground, fan, at=("500 mm", 0, 0), axis="z")
            m.belt_drive("belt", [(motor, (0, 0, 0), "50 mm"), (fan, ("500 mm", 0, 0), "100 mm")],
                         stiffness="60 kN", preload="200 N", damping_time="1 ms", mu=0.4)
            model = m.build()
        """

    def bevel_mesh(
        self,
        name: str,
        a: BodyHandle | str,
        b: BodyHandle | str,
        *,
        stiffness: Number,
        damping: Number = 0.0,
        backlash: Number = 0.0,
        variation: Number = 0.0,
        efficiency: Number = 1.0,
        efficiency_back: Number | None = None,
        smoothing: Number = 0.01,
        teeth_1: Number,
        teeth_2: Number,
        module: Number,
        pressure_angle: Number = 0.3490658503988659,
        angle: Number | None = None,
        at: Point | None = None,
        at2: Point | None = None,
        axis: Axis | None = None,
        axis2: Axis | None = None,
        on_a: Place | None = None,
        on_b: Place | None = None,
        source: Source | None = None,
    ) -> None:
        """Add elastic teeth between two bevel gears, wheel 1 on a and wheel 2 on b, whose axes cross.

        The flanks push as those of a `gear_mesh`, along the normal of straight teeth at the mean
        diameters. What is lost, 1 - efficiency of the power that passes, is lost by a moment on both
        wheels about the line where their pitch cones touch. The contact ratio, for `variation`, is
        that of spur gears with the radii of the back cones.

        a: the body of wheel 1, or ground.
        b: the body of wheel 2, or ground.
        stiffness [N/m]: of the teeth along their normal.
        damping [s/m]: as a part of the stiffness.
        backlash [m]: play of the teeth along their normal.
        variation: 1: the stiffness goes with the pairs of teeth that touch, 0: it is the mean.
        efficiency: where wheel 1 drives.
        efficiency_back: where wheel 2 drives, as efficiency if not given.
        smoothing [rad/s]: turning of the wheels on each other at which losses are full.
        teeth_1: number of teeth of wheel 1.
        teeth_2: number of teeth of wheel 2.
        module [m]: at the mean diameters: these over the teeth.
        pressure_angle [rad]: in the normal section of the teeth, 20 degrees if not given.
        angle [rad]: between the axes; that of the drawing, else a right angle, if not given.
        at [m]: a point of the axis of wheel 1, in the drawing.
        at2 [m]: a point of the axis of wheel 2, in the drawing.
        axis: the direction of the axis of wheel 1, in the drawing.
        axis2: the direction of the axis of wheel 2, in the drawing.
        on_a: instead the frame of wheel 1, z its axis, x to wheel 2.
        on_b: instead the frame of wheel 2, z its axis, x to wheel 1.

        Example:
            m = sarrus.Mechanism("example")
            pinion = m.body("pinion", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3), at=("60 mm", 0, 0))
            wheel = m.body("wheel", mass="2 kg", inertia=(4e-3, 4e-3, 4e-3), at=(0, 0, "30 mm"))
            m.revolute("A", m.ground, pinion, at=("60 mm", 0, 0), axis="x")
            m.revolute("B", m.ground, wheel, at=(0, 0, "30 mm"), axis="z")
            m.bevel_mesh("mesh", pinion, wheel, at=("60 mm", 0, 0), axis="x", at2=(0, 0, "30 mm"), axis2="z",
                         teeth_1=20, teeth_2=40, module="3 mm", stiffness="100 N/um", backlash="50 um",
                         efficiency=0.97)
            model = m.build()
        """

    def body_damper(
        self,
        name: str,
        body: BodyHandle | str,
        c: Number = 0.0,
        *,
        at: Point | None = None,
        on: Point | None = None,
        c_turn: Numbers = (0.0, 0.0, 0.0),
        source: Source | None = None,
    ) -> None:
        """Add a force and a moment against the motion of a body, in proportion to its velocities.

            force = -c v at the point,   moment = -(c_x w_x, c_y w_y, c_z w_z) about the body's axes

        v and w are velocities in the world: the damper holds the body as a thick fluid at rest would,
        also where the whole mechanism moves. With c = alpha mass at the centre of mass and c_turn =
        alpha inertia it is the part of Rayleigh's damping that is in proportion to the mass.

        body: the body that is damped.
        c [N s/m]: damping of the velocity of the point.
        at [m]: where the force acts, in the drawing.
        on [m]: where the force acts, in the body frame, or a named frame of the body.
        c_turn [N m s/rad]: damping of the angular velocity about x, y and z of the body.

        Example:
            m = sarrus.Mechanism("example")
            frame = m.body("frame", mass="20 kg", inertia=(1, 1, 1))
            m.free("A", m.ground, frame)
            m.body_damper("oil", frame, "20 N*s/m", at=(0, 0, 0))
            model = m.build()
        """

    def brake(
        self,
        name: str,
        joint: str,
        gain: Number,
        *,
        coordinate: str | int | None = None,
        pressure: Law = 0.0,
        driver: str | None = None,
        full_pressure: Number = 10000000.0,
        bias: Number = 1.0,
        lag: Number = 0.03,
        antilock: str | None = None,
        release: Number = 0.01,
        slip_limit: Number = 0.12,
        low_speed: Number = 1.5,
        initial_pressure: Number = 0.0,
        initial_grip: Number = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add a brake on a joint that turns, such as a hub: torque gain p against the rotation.

            lag dp/dt = asked - p,   asked = pressure(t), or full_pressure times the pedal of a driver
            d(grip)/dt = (w - |w| grip)/(0.02 rad + 0.01 s |w|),   torque = -gain p (grip + damping)

        The grip is 1 while the wheel turns forward, and at rest the deflection of the linings: a load
        below the largest torque is held without creep. bias: part of the pressure that reaches this
        wheel. antilock: the tyre of the wheel; where it slips by more than slip_limit, pressure is let
        go within the time `release`, wholly at twice that slip, and not below low_speed.

        joint: the name of a joint.
        gain [N m/Pa]: torque by pressure.
        coordinate: name or number of the coordinate, needed where the joint has several.
        pressure [Pa]: a law of time.
        driver: the driver whose pedal it obeys, instead of pressure.
        full_pressure [Pa]: with the pedal down.
        bias: part of the pressure at this wheel.
        lag [s]: in which pressure builds up.
        antilock: the tyre whose slip is kept, no anti-lock control if not given.
        release [s]: in which anti-lock control lets go.
        slip_limit: slip from which on it acts.
        low_speed [m/s]: below which it does not act.
        initial_pressure [Pa]: at the start.
        initial_grip: at the start, between -1 and 1.

        Example:
            m = sarrus.Mechanism("example")
            cart = m.body("cart", mass="100 kg", inertia=(5, 5, 5))
            m.prismatic("way", m.ground, cart, at=(0, 0, 0), axis="x")
            wheel = m.body("wheel", mass="5 kg", inertia=(0.1, 0.2, 0.1))
            m.revolute("shaft", cart, wheel, at=(0, 0, 0), axis="y")
            m.brake("brake", "shaft", "100 N*m/MPa", pressure="2 MPa")
            model = m.build()
        """

    def bushing(
        self,
        name: str,
        a: BodyHandle | str,
        b: BodyHandle | str,
        stiffness: Numbers,
        damping: Numbers | None = None,
        *,
        preload: Numbers | None = None,
        at: Point | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        on_a: Place | None = None,
        on_b: Place | None = None,
        source: Source | None = None,
    ) -> None:
        """Add six springs and dampers between a frame on a and one on b, in the axes of the first.

        The generalised force preload - stiffness e - damping de/dt acts on the deflection e = (p, phi):
        the position [m] of the frame on b seen from that on a, and the rotation vector [rad] between
        them. The frames stand at one place of the drawing (`at` and a rotation), or each on its body.
        The energy is 1/2 e^T stiffness e - preload.e; force and moment are its exact gradient at
        rotations of any size below 180 degrees.

        a: the first body, or ground.
        b: the second body, or ground.
        stiffness [N/m, N/rad and N m/rad]: 6 numbers, two blocks of 3 or 3x3, or a symmetric 6x6
            matrix, for shifts and then turns.
        damping [N s/m, N s/rad and N m s/rad]: as the stiffness.
        preload [N and N m]: force and moment on b.
        at [m]: the place of both frames in the drawing.
        rotation: their axes there: a 3x3 matrix or a quaternion.
        quaternion_wxyz: their axes there, as a unit quaternion.
        rpy [rad]: their axes there, as roll, pitch and yaw.
        on_a: a pose, frame or point [m] of a, instead of at.
        on_b: a pose, frame or point [m] of b, instead of at.

        Example:
            m = sarrus.Mechanism("example")
            frame = m.body("frame", mass="20 kg", inertia=(1, 1, 1))
            m.free("A", m.ground, frame)
            m.bushing("mount", m.ground, frame, stiffness=(1e5, 1e5, 2e5, 50, 50, 50),
                      damping=(200, 200, 400, 1, 1, 1), at=(0, 0, 0))
            model = m.build()
        """

    def cable(
        self,
        name: str,
        wheels: Sequence[tuple[BodyHandle | str, Any, Any]],
        *,
        base: BodyHandle | str | None = None,
        stiffness: Number,
        damping: Number = 0.0,
        preload: Number = 0.0,
        slack: Number = 0.0,
        axis: Axis = "z",
        source: Source | None = None,
    ) -> None:
        """Add a rope over wheels that turn freely, with one tension; it only pulls.

            T = max(0, preload + stiffness e/length + damping de/dt)

        wheels: in the order of the rope, the first and the last are its ends: points (radius 0), or
        drums on which it is wound and which it turns. e: how much longer its way is than in the
        drawing, less its slack there; length: that in the drawing, without tension. Between the ends it
        passes wheels that turn freely: their own turn does not matter. Over points alone (eyes, small
        sheaves with axes of any direction) it runs anywhere in space; else in a plane.

        wheels: (body, centre in the drawing or frame of the body, radius [m]) each, in their order;
            a negative radius is passed clockwise, 0 is a point; points alone may be anywhere in
            space.
        base: the body that carries the plane, ground if not given.
        stiffness [N]: tension over strain, E A.
        damping [N s/m]: of the whole rope.
        preload [N]: tension in the drawing, below 0 where it is slack.
        slack [m]: by which it is longer than its way in the drawing.
        axis: normal of the plane, parallel to the axes of the wheels, carried by base.

        Example:
            m = sarrus.Mechanism("example")
            left = m.body("left", mass="2 kg", inertia=(0.01, 0.01, 0.01), at=("-100 mm", "-1 m", 0))
            right = m.body("right", mass="3 kg", inertia=(0.01, 0.01, 0.01), at=("100 mm", "-1 m", 0))
            m.prismatic("A", m.ground, left, at=("-100 mm", "-1 m", 0), axis="y")
            m.prismatic("B", m.ground, right, at=("100 mm", "-1 m", 0), axis="y")
            m.cable("rope", [(left, ("-100 mm", "-1 m", 0), 0), (m.ground, (0, 0, 0), "-100 mm"),
                             (right, ("100 mm", "-1 m", 0), 0)], stiffness="1 MN", damping="500 N s/m")
            model = m.build()
        """

    def inextensible_cable(
        self,
        name: str,
        wheels: Sequence[tuple[BodyHandle | str, Any, Any]],
        *,
        base: BodyHandle | str | None = None,
        axis: Axis = "z",
        source: Source | None = None,
    ) -> None:
        """Add a rope over wheels that turn freely, whose length stays: one equation, which may also push.

            sum of l + arcs - r_1 (turn of wheel 1) + r_n (turn of wheel n) = that of the drawing

        wheels: in the order of the rope, the first and the last are its ends: points (radius 0), or
        drums on which it is wound. Its `effort` is the tension, below 0 where a rope would be slack: an
        event may look at it. Two wheels alone are one run of a belt that does not slip: a closed belt
        is such a rope from each wheel to the next.

        wheels: (body, centre in the drawing or frame of the body, radius [m]) each, in their order;
            a negative radius is passed clockwise, 0 is a point; points alone may be anywhere in
            space.
        base: the body that carries the plane, ground if not given.
        axis: normal of the plane, parallel to the axes of the wheels, carried by base.

        Example:
            m = sarrus.Mechanism("example")
            left = m.body("left", mass="2 kg", inertia=(0.01, 0.01, 0.01), at=("-100 mm", "-1 m", 0))
            right = m.body("right", mass="3 kg", inertia=(0.01, 0.01, 0.01), at=("100 mm", "-1 m", 0))
            m.prismatic("A", m.ground, left, at=("-100 mm", "-1 m", 0), axis="y")
            m.prismatic("B", m.ground, right, at=("100 mm", "-1 m", 0), axis="y")
            m.inextensible_cable("rope", [(left, ("-100 mm", "-1 m", 0), 0), (m.ground, (0, 0, 0), "-100 mm"),
                                          (right, ("100 mm", "-1 m", 0), 0)])
            model = m.build()
        """

    def clearance_prismatic(
        self,
        name: str,
        body: BodyHandle | str,
        base: BodyHandle | str | None = None,
        *,
        k: Number,
        a: Number = 0.0,
        exponent: Number = 1.0,
        mu: Number = 0.0,
        smoothing: Number = 0.001,
        clearance: Number,
        length: Number,
        width: Number,
        height: Number = 0.0,
        restitution: Number | None = None,
        impact_speed: Number | None = None,
        rule: str = "exact",
        at: Point,
        axis: Axis = "z",
        x_axis: Axis | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a prismatic joint with play: a block of a body in a guide of another, in dry contact.

            push = k p^exponent max(0, 1 + a dp/dt),    p = |x| - width/2 - clearance
            friction = -mu push s / sqrt(s.s + smoothing^2)

        x is the place of a corner of the block across the guide: it lies on a wall with two corners,
        tilts onto opposite ones, or flies between. With a height there are walls across y as well; else
        the guide is planar. It is a force, not a joint: the body needs a joint of its own.

        body: the body.
        base: the other body, ground if not given.
        k [N/m^n]: stiffness of a point of contact, n the exponent.
        a [s/m]: damping, as a part of the stiffness.
        exponent: of the depth, 1.5 by Hertz.
        mu: coefficient of friction.
        smoothing [m/s]: the speed below which friction fades.
        clearance [m]: play to each side of the block in the middle.
        length [m]: of the block, along the axis.
        width [m]: of the block, across, along x_axis.
        height [m]: of the block across both, 0 for a planar guide.
        restitution: speed after over before an impact, instead of a.
        impact_speed [m/s]: the speed at which restitution holds.
        rule: how damping follows from restitution.
        at [m]: the middle of the joint in the drawing.
        axis: axis of the joint, in the drawing.
        x_axis: direction of the width, as near as possible.

        Example:
            m = sarrus.Mechanism("example")
            block = m.body("block", mass="0.5 kg", inertia=(1e-4, 1e-4, 1e-4))
            m.planar("A", m.ground, block, at=(0, 0, 0), axis="y")
            m.clearance_prismatic("guide", block, at=(0, 0, 0), axis="x", x_axis="z", clearance="0.1 mm",
                                  length="60 mm", width="40 mm", k=1e7, restitution=0.8, impact_speed=0.2)
            model = m.build()
        """

    def clearance_revolute(
        self,
        name: str,
        body: BodyHandle | str,
        base: BodyHandle | str | None = None,
        *,
        k: Number,
        a: Number = 0.0,
        exponent: Number = 1.0,
        mu: Number = 0.0,
        smoothing: Number = 0.001,
        clearance: Number,
        radius: Number,
        length: Number = 0.0,
        axial: Number | None = None,
        restitution: Number | None = None,
        impact_speed: Number | None = None,
        rule: str = "exact",
        at: Point,
        axis: Axis = "z",
        source: Source | None = None,
    ) -> None:
        """Add a revolute joint with play: a journal of a body in a bearing of another, in dry contact.

            push = k p^exponent max(0, 1 + a dp/dt),    p = |r| - clearance
            friction = -mu push s / sqrt(s.s + smoothing^2), at the surface of the journal

        r is how far the journal is off the axis of the bearing: in the middle, or with a length at both
        ends, so that it also holds against tilting. Along the axis it is free, unless there is a play
        `axial`. It is a force, not a joint: the body needs a joint of its own, planar or free.

        body: the body.
        base: the other body, ground if not given.
        k [N/m^n]: stiffness of a point of contact, n the exponent.
        a [s/m]: damping, as a part of the stiffness.
        exponent: of the depth, 1.5 by Hertz.
        mu: coefficient of friction.
        smoothing [m/s]: the speed below which friction fades.
        clearance [m]: radius of the bearing less that of the journal.
        radius [m]: of the journal, the arm of friction.
        length [m]: of the bearing, 0 in planar mechanisms.
        axial [m]: play along the axis, each way; free if not given.
        restitution: speed after over before an impact, instead of a.
        impact_speed [m/s]: the speed at which restitution holds.
        rule: how damping follows from restitution.
        at [m]: the middle of the joint in the drawing.
        axis: axis of the joint, in the drawing.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            rod = m.body("rod", mass="1 kg", com=(0.6, 0, 0), inertia=(0.001, 0.01, 0.01))
            m.planar("B", m.ground, rod, at=(0.4, 0, 0), axis="y")
            m.clearance_revolute("pin", rod, arm, at=(0.4, 0, 0), axis="y", clearance="0.2 mm",
                                 radius="10 mm", k=1e8, restitution=0.8, impact_speed="0.3 m/s", mu=0.05)
            model = m.build()
        """

    def clearance_spherical(
        self,
        name: str,
        body: BodyHandle | str,
        base: BodyHandle | str | None = None,
        *,
        k: Number,
        a: Number = 0.0,
        exponent: Number = 1.0,
        mu: Number = 0.0,
        smoothing: Number = 0.001,
        clearance: Number,
        radius: Number,
        restitution: Number | None = None,
        impact_speed: Number | None = None,
        rule: str = "exact",
        at: Point,
        source: Source | None = None,
    ) -> None:
        """Add a spherical joint with play: a ball of a body in a socket of another, in dry contact.

            push = k p^exponent max(0, 1 + a dp/dt),    p = |r| - clearance
            friction = -mu push s / sqrt(s.s + smoothing^2), at the surface of the ball

        r is how far the centre of the ball is off that of the socket. It is a force, not a joint: the
        body needs a joint of its own, such as a free one.

        body: the body.
        base: the other body, ground if not given.
        k [N/m^n]: stiffness of a point of contact, n the exponent.
        a [s/m]: damping, as a part of the stiffness.
        exponent: of the depth, 1.5 by Hertz.
        mu: coefficient of friction.
        smoothing [m/s]: the speed below which friction fades.
        clearance [m]: radius of the socket less that of the ball.
        radius [m]: of the ball, the arm of friction.
        restitution: speed after over before an impact, instead of a.
        impact_speed [m/s]: the speed at which restitution holds.
        rule: how damping follows from restitution.
        at [m]: the middle of the joint in the drawing.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            rod = m.body("rod", mass="1 kg", com=(0.6, 0, 0), inertia=(0.001, 0.01, 0.01))
            m.free("B", m.ground, rod)
            m.clearance_spherical("ball", rod, arm, at=(0.4, 0, 0), clearance="0.1 mm", radius="8 mm", k=1e8)
            model = m.build()
        """

    def clutch(
        self,
        name: str,
        input: str,
        joint: str,
        *,
        coordinate: str | int | None = None,
        other: str | None = None,
        gear: Number = 1.0,
        capacity: Number,
        engaged: Law = 1.0,
        initial_grip: Number = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add a dry clutch between the joint `input` and a shaft on `joint`, or on two joints.

            slip = w_input - w_shaft,   torque = capacity engaged(t) (grip + damping)
            d(grip)/dt = (slip - |slip| grip)/(0.02 rad + 0.01 s |slip|)

        Below its capacity it holds without creep. The shaft turns `gear` times as fast as the joint; with
        `other` it drives both by an open differential.

        input: the joint that drives, such as a crankshaft.
        joint: the name of a joint.
        coordinate: name or number of the coordinate, needed where the joint has several.
        other: the second joint of an open differential, none if not given.
        gear: turns of the shaft for one of the joint.
        capacity [N m]: torque that it carries, engaged.
        engaged: between 0 and 1, a law of time.
        initial_grip: at the start, between -1 and 1.

        Example:
            m = sarrus.Mechanism("example")
            front = m.body("front", mass="5 kg", inertia=(0.1, 0.1, 0.1))
            m.revolute("A", m.ground, front, at=(0.5, 0, 0), axis="y")
            rear = m.body("rear", mass="5 kg", inertia=(0.1, 0.1, 0.1))
            m.revolute("B", m.ground, rear, at=(-0.5, 0, 0), axis="y")
            m.clutch("clutch", "A", "B", capacity="200 N*m", engaged="(1 + tanh(5*t - 5))/2")
            model = m.build()
        """

    def gearbox(
        self,
        name: str,
        input: str,
        joint: str,
        *,
        coordinate: str | int | None = None,
        other: str | None = None,
        gear: Number = 1.0,
        capacity: Number,
        engaged: Law = 1.0,
        initial_grip: Number = 0.0,
        gears: Numbers,
        selected: Law = 1.0,
        up_at: Numbers | None = None,
        shift_time: Number = 0.1,
        initial_gear: Number = 1.0,
        source: Source | None = None,
    ) -> None:
        """Add a gearbox with its clutch, between the joint `input` and a shaft on `joint`, or on two joints.

            slip = w_input - ratio(g) w_shaft,   shift_time dg/dt = gear - g

        gears: turns of the input for one of the shaft, of the first gear and so on. selected: the
        gear, a law of time, or a number that an event sets; 0 is neutral. With up_at, the gears are
        changed by the speed of the shaft: the second from its first number on, and so on, each over a
        tenth of it. While g is between two gears, so is the ratio; towards neutral the clutch opens.

        input: the joint that drives, such as a crankshaft.
        joint: the name of a joint.
        coordinate: name or number of the coordinate, needed where the joint has several.
        other: the second joint of an open differential, none if not given.
        gear: turns of the shaft for one of the joint.
        capacity [N m]: torque that it carries, engaged.
        engaged: between 0 and 1, a law of time.
        initial_grip: at the start, between -1 and 1.
        gears: turns of the input for one of the shaft, by gear.
        selected: the gear, a law of time.
        up_at [rad/s]: speeds of the shaft at which it changes up by itself.
        shift_time [s]: in which gears change.
        initial_gear: at the start.

        Example:
            m = sarrus.Mechanism("example")
            front = m.body("front", mass="5 kg", inertia=(0.1, 0.1, 0.1))
            m.revolute("A", m.ground, front, at=(0.5, 0, 0), axis="y")
            rear = m.body("rear", mass="5 kg", inertia=(0.1, 0.1, 0.1))
            m.revolute("B", m.ground, rear, at=(-0.5, 0, 0), axis="y")
            m.gearbox("box", "A", "B", capacity="300 N*m", gears=[3.6, 2.1, 1.4, 1.0], selected=2)
            model = m.build()
        """

    def contact(
        self,
        name: str,
        body: BodyHandle | str,
        base: BodyHandle | str | None = None,
        *,
        k: Number,
        a: Number = 0.0,
        exponent: Number = 1.0,
        mu: Number = 0.0,
        smoothing: Number = 0.001,
        shape: Any = None,
        base_shape: Any = None,
        origin: Point = (0.0, 0.0, 0.0),
        up: Axis = "z",
        sides: Number = 0.0,
        restitution: Number | None = None,
        impact_speed: Number | None = None,
        rule: str = "exact",
        source: Source | None = None,
    ) -> None:
        """Add contact of a body with another: their shapes push each other away where they meet.

            push = k p^exponent max(0, 1 + a dp/dt)    along the normal, at every point of contact
            friction = -mu push s / sqrt(s.s + smoothing^2)

        p is how deep they are in each other at a point, s the velocity there along the surfaces (Hunt
        and Crossley, J. Appl. Mech. 42, 1975). A pair of shapes has as many points as it needs to rest:
        a box on a plane its eight corners. A mesh must be convex. Where no shape is given, it is the
        one that the body draws; of ground, the half space below a plane. restitution with impact_speed
        gives the damping a with which an impact at this speed comes back with that part of it. A
        cylinder touches a mesh or a cylinder as a prism with so many sides.

        body: the body.
        base: the other body, ground if not given.
        k [N/m^n]: stiffness of a point of contact, n the exponent.
        a [s/m]: damping, as a part of the stiffness.
        exponent: of the depth, 1.5 by Hertz.
        mu: coefficient of friction.
        smoothing [m/s]: the speed below which friction fades.
        shape: a sphere, capsule, box, cylinder or convex mesh; if not given, what body draws.
        base_shape: that of base; if none is given or drawn, what is below a plane.
        origin [m]: a point of the plane.
        up: normal of the plane.
        sides: of the prism that a cylinder is for a mesh or another cylinder.
        restitution: speed after over before an impact, instead of a.
        impact_speed [m/s]: the speed at which restitution holds.
        rule: how damping follows from restitution.

        Example:
            m = sarrus.Mechanism("example")
            ball = m.body("ball", shape=sarrus.Sphere(0.05), density="steel", at=(0, 0, 0.05))
            crate = m.body("crate", shape=sarrus.Box((0.2, 0.2, 0.1)), density=500, at=(0.3, 0, 0.05))
            m.free("A", m.ground, ball)
            m.free("B", m.ground, crate)
            m.contact("floor", ball, k=1e6, restitution=0.6, impact_speed="1 m/s", mu=0.3)
            m.contact("stands", crate, k=1e6, a=0.5, mu=0.3)
            m.contact("hit", ball, crate, k=1e6, a=0.5)
            model = m.build()
        """

    def curve_contact(
        self,
        name: str,
        body: BodyHandle | str,
        *,
        at: Point | None = None,
        on: Point | None = None,
        curve: SpaceCurve,
        radius: Number = 0.0,
        k: Number,
        a: Number = 0.0,
        exponent: Number = 1.0,
        mu: Number = 0.0,
        smoothing: Number = 0.001,
        base: BodyHandle | str | None = None,
        origin: Point = (0.0, 0.0, 0.0),
        axis: Axis = "z",
        x_axis: Axis | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a point or roller of a body that a plane curve of another body pushes away, without pull.

            push = k d^exponent max(0, 1 + a dd/dt)    along the outward normal n of the curve
            friction = -mu push w / sqrt(w^2 + smoothing^2)

        d = radius - n . (p - c(u)) is how deep the roller is in the profile, w its speed along it (Hunt
        and Crossley, J. Appl. Mech. 42, 1975). The nearest point c(u) is sought all along the curve. A
        follower on it lifts off and comes down again by itself.

        body: the body of the point.
        at [m]: the point, or the centre of the roller, in the drawing.
        on [m]: the point, or the centre of the roller, in the body frame, or a named frame of the
            body.
        curve: the curve of base, plane, in its axes.
        radius [m]: of the roller; below 0 inside of the curve.
        k [N/m^n]: stiffness, n the exponent.
        a [s/m]: damping, as a part of the stiffness.
        exponent: of the penetration.
        mu: coefficient of friction.
        smoothing [m/s]: the speed below which friction fades.
        base: the body that carries the curve, ground if not given.
        origin [m]: origin of the axes of the curve, in the drawing.
        axis: z of its axes, across its plane, in the drawing.
        x_axis: x of its axes, in the drawing, as near as possible.

        Example:
            m = sarrus.Mechanism("example")
            ball = m.body("ball", mass="0.2 kg", inertia=(1e-5, 1e-5, 1e-5), at=(0, "-200 mm", 0))
            m.planar("free", m.ground, ball, at=(0, "-200 mm", 0), axis="z")
            ring = sarrus.curves.CircleCurve(0.25)
            m.curve_contact("wall", ball, on=(0, 0, 0), curve=ring, radius="-50 mm", k=1e6)
            model = m.build()
        """

    def dc_motor(
        self,
        name: str,
        joint: str,
        *,
        coordinate: str | int | None = None,
        constant: Number,
        resistance: Number,
        inductance: Number,
        voltage: Law | None = None,
        gear: Number = 1.0,
        initial_current: Number = 0.0,
        duty: Law | None = None,
        supply: Number | None = None,
        voltage_limit: Number | None = None,
        current_limit: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a DC motor on a coordinate of a joint: inductance di/dt = u - resistance i - gear k w.

        The effort on the joint is gear k i, with the current i, a state, and the rate w of the
        coordinate; k is the constant of torque and of the voltage by motion alike. Stored: L i^2/2,
        lost: R i^2, brought in: u i. The inertia of the rotor belongs to a body.

        u is `voltage`, or on average over the pulses of a drive duty supply, -1 <= duty <= 1; it stays
        within voltage_limit. Above current_limit the drive lowers it, by 100 resistance for an ampere.

        joint: the name of a joint.
        coordinate: name or number of the coordinate, needed where the joint has several.
        constant [N m/A or N/A]: torque or force for a current, before the gear.
        resistance [ohm]: of the winding.
        inductance [H]: of the winding.
        voltage [V]: a law of time.
        gear: turns of the motor for one of the joint.
        initial_current [A]: the current at the start.
        duty: part of supply that pulses let through.
        supply [V]: of the drive, with duty.
        voltage_limit [V]: the largest, none if not given.
        current_limit [A]: the largest, none if not given.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            m.dc_motor("motor", "A", constant="0.05 N*m/A", resistance="1 ohm", inductance="1 mH",
                       voltage="12 V", gear=50)
            model = m.build()
        """

    def driver(
        self,
        name: str,
        joint: str,
        body: BodyHandle | str,
        *,
        coordinate: str | int | None = None,
        k: Number,
        d: Number,
        other: str | None = None,
        steer: Law = 0.0,
        steer_gain: Number = 1.0,
        path: Path | None = None,
        ratio: Number = 1.0,
        wheelbase: Number = 2.7,
        understeer: Number = 0.0,
        preview: Number = 0.65,
        quickness: Number = 1.0,
        lag: Number = 0.05,
        limit: Number = 0.6,
        speed: Law | None = None,
        kp: Number = 0.5,
        ki: Number = 0.5,
        throttle: Law = 0.0,
        brake: Law = 0.0,
        brake_gain: Number = 1.0,
        release: Number = 1000000000.0,
        coast: Number = 1000000000.0,
        initial_distance: Number = 0.0,
        initial_wanted: Number = 0.0,
        initial_integral: Number = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add a driver of a vehicle: steers a joint, and has pedals that brakes, engines and motors obey.

        Steering: the joint is led to what is wanted, effort = k (wanted - coordinate) - d rate. Without
        a path that is steer + steer_gain law(t). With one, the driver looks ahead by `preview` seconds, at
        the point Q of the path, and turns so that the arc from where the vehicle goes meets it:

            curvature = 2 y_Q/|Q|^2,   lacking = curvature - yaw rate/v
            angle = (wheelbase + understeer v^2) (curvature + quickness lacking)
            wanted = ratio limit tanh(angle/limit) + steer, after the reaction time `lag`

        y_Q is counted from the direction of the velocity of the body's origin, to the left; ratio: of the
        joint for an angle of the wheels. Pedals: the lack of speed, e = speed(t) - v, asks for kp e + ki integral,
        which opens the throttle where positive and brakes where negative, up to the time `release` and the
        distance `coast` along the path; laws of throttle and brake are added. Each pedal is between 0 and 1.

        joint: the name of a joint.
        body: the body that is driven, x forward, z up.
        coordinate: name or number of the coordinate, needed where the joint has several.
        k [N m/rad or N/m]: of the arms at the steering.
        d [N m s/rad or N s/m]: of the arms.
        other: a second joint that is led alike, with the same k and d.
        steer [rad or m]: coordinate of the joint, a law of time.
        steer_gain: factor of the law of steer.
        path: a path of sarrus.paths that is followed.
        ratio [rad/rad or m/rad]: of the joint for the wheels.
        wheelbase [m]: of the vehicle.
        understeer [rad s^2/m]: more angle by lateral acceleration.
        preview [s]: how far the driver looks ahead.
        quickness: more angle by what the turn lacks of that.
        lag [s]: reaction time of the steering.
        limit [rad]: largest angle of the wheels.
        speed [m/s]: that is held, a law of time; none if not given.
        kp [s/m]: pedal for a lack of speed.
        ki [1/m]: pedal for a lack of way.
        throttle: of the pedal, a law of time.
        brake: of the pedal, a law of time.
        brake_gain: factor of the law of the brake.
        release [s]: time from which on no speed is held.
        coast [m]: distance from which on no speed is held.
        initial_distance [m]: along the path, at the start.
        initial_wanted [rad or m]: of the joint, at the start.
        initial_integral [m]: of the lack of speed, at the start.

        Example:
            m = sarrus.Mechanism("example")
            cart = m.body("cart", mass="100 kg", inertia=(5, 5, 5))
            m.prismatic("way", m.ground, cart, at=(0, 0, 0), axis="x")
            wheel = m.body("wheel", mass="5 kg", inertia=(0.1, 0.2, 0.1))
            m.revolute("shaft", cart, wheel, at=(0, 0, 0), axis="y")
            bars = m.body("bars", mass="1 kg", inertia=(0.1, 0.1, 0.1))
            m.revolute("steering", cart, bars, at=(0, 0, 0), axis="z")
            m.driver("driver", "steering", cart, k="500 N*m/rad", d="20 N*m*s/rad", speed="36 km/h")
            m.electric_motor("motor", "shaft", torque="50 N*m", power="5 kW", driver="driver")
            model = m.build()
        """

    def electric_motor(
        self,
        name: str,
        joint: str,
        *,
        coordinate: str | int | None = None,
        other: str | None = None,
        gear: Number = 1.0,
        torque: Number = 0.0,
        power: Number = 0.0,
        map: Law | None = None,
        demand: Law = 0.0,
        driver: str | None = None,
        regeneration: Number = 0.0,
        efficiency: Number = 0.92,
        lag: Number = 0.02,
        initial_torque: Number = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add an electric motor on a joint, or on two by an open differential, with its inverter.

            lag dT/dt = demand(t) T_most(w) - T,   T_most = min(torque, power/|w|), or the curve `map`

        Demand is between -1 and 1, or that of a driver: throttle less regeneration times brake pedal,
        the latter against the rotation. From the battery comes T w/efficiency where T drives; where it
        brakes, T w efficiency goes back. With losses so counted, T is the torque at the shaft.

        joint: the name of a joint.
        coordinate: name or number of the coordinate, needed where the joint has several.
        other: the second joint of an open differential, none if not given.
        gear: turns of the shaft for one of the joint.
        torque [N m]: the largest, at the shaft.
        power [W]: the largest, none if not given.
        map [N m]: the largest torque over speed, instead of torque and power.
        demand: between -1 and 1, a law of time.
        driver: the driver whose pedals it obeys, instead of demand.
        regeneration: part of the largest torque with the brake pedal down.
        efficiency: of motor and inverter.
        lag [s]: in which torque builds up.
        initial_torque [N m]: at the start.

        Example:
            m = sarrus.Mechanism("example")
            front = m.body("front", mass="5 kg", inertia=(0.1, 0.1, 0.1))
            m.revolute("A", m.ground, front, at=(0.5, 0, 0), axis="y")
            rear = m.body("rear", mass="5 kg", inertia=(0.1, 0.1, 0.1))
            m.revolute("B", m.ground, rear, at=(-0.5, 0, 0), axis="y")
            m.electric_motor("motor", "A", other="B", gear=9, torque="250 N*m", power="90 kW", demand=0.5)
            model = m.build()
        """

    def end_stop(
        self,
        name: str,
        joint: str,
        k: Number,
        a: Number = 0.0,
        *,
        coordinate: str | int | None = None,
        lower: Number | None = None,
        upper: Number | None = None,
        exponent: Number = 1.0,
        source: Source | None = None,
    ) -> None:
        """Add stops at limits of a coordinate of a joint: push k p^n max(0, 1 + a dp/dt) for p > 0.

        p: how far the coordinate is beyond a limit; n: the exponent (Hunt and Crossley, J. Appl. Mech.
        42, 1975). Where neither limit is given, those of the joint itself are taken; a limit that is
        infinite has no stop.

        joint: the name of a joint.
        k [N m/rad^n or N/m^n]: stiffness.
        a [s/rad or s/m]: damping, as a part of the stiffness.
        coordinate: name or number of the coordinate, needed where the joint has several.
        lower [rad or m]: lower limit.
        upper [rad or m]: upper limit.
        exponent: of the penetration.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            m.end_stop("stop", "A", k=2000, a=0.2, lower="-60 deg", upper="60 deg")
            model = m.build()
        """

    def engine(
        self,
        name: str,
        joint: str,
        full: Law | None = None,
        *,
        coordinate: str | int | None = None,
        other: str | None = None,
        gear: Number = 1.0,
        drag: Law | None = None,
        speeds: Numbers | None = None,
        throttles: Numbers | None = None,
        torques: Numbers | None = None,
        interpolation: str = "linear",
        shape: Law | None = None,
        throttle: Law = 0.0,
        driver: str | None = None,
        lag: Number = 0.1,
        idle: Number = 0.0,
        limit: Number = 0.0,
        initial_opening: Number = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add a combustion engine on a joint, its crankshaft, by curves of torque over speed, or by a map.

            torque = drag(w) + opening (full(w) - drag(w)),   lag d(opening)/dt = shape(throttle) - opening

        full: torque over speed at full load; drag: with closed throttle, below zero; shape: opening
        over throttle, the same if not given. Instead of full and drag a map: torques at the nodes of a
        grid of speeds and throttles, torque = map(w, opening), bilinear or by bicubic splines; beyond
        the grid its edge is held, and the channel `beyond` says by how much the speed is off it. Below `idle` the governor opens the throttle by itself, above
        `limit` it closes it, each over a tenth of the speed. With `other` and `gear` it acts on two wheels
        without a crankshaft. The power counts as supply, that of the drag as dissipation.

        joint: the name of a joint.
        full [N m]: torque over speed at full load.
        coordinate: name or number of the coordinate, needed where the joint has several.
        other: the second joint of an open differential, none if not given.
        gear: turns of the shaft for one of the joint.
        drag [N m]: torque over speed, motored, below zero; 0 if not given.
        speeds [rad/s]: of a map of torque, increasing.
        throttles: of a map, increasing between 0 and 1.
        torques [N m]: of a map: a row over speed for each throttle.
        interpolation: between the nodes of a map: linear, or spline, which may overshoot.
        shape: opening over throttle, as rows; the same if not given.
        throttle: between 0 and 1, a law of time.
        driver: the driver whose pedal it obeys, instead of throttle.
        lag [s]: in which the intake fills.
        idle [rad/s]: speed that it keeps, none if 0.
        limit [rad/s]: speed at which it is cut, none if 0.
        initial_opening: at the start.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            m.engine("engine", "A", [(0, 100), (200, 180), (400, 160), (600, 90)],
                     drag=[(0, -10), (600, -40)], throttle=0.3, idle="800 rpm")
            model = m.build()
        """

    def fmu(
        self,
        name: str,
        file: str | PathLike[str],
        *,
        every: Number | None = None,
        patience: Number = 60.0,
        kind: str = "chosen",
        inputs: Mapping[str, Any] | None = None,
        outputs: Mapping[str, Any] | None = None,
        parameters: Mapping[str, Any] | None = None,
        loads: Callable[[Motion], Any] | None = None,
        points: Mapping[str, Any] | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a functional mock-up unit (FMU, FMI 2.0 or 3.0): a program of others as a force element.

        inputs: what its variables are told: coordinates and rates by name, ("a", "b") for the distance
        of two points, numbers, or functions of the motion as in `user_force`. outputs: what its
        variables do: the name of a velocity for an effort on it, ("a", "b") for a force that pushes two
        points apart, None for what is only shown; loads: a function of the motion for all else, which
        reads outputs by motion.state("name"). Names of states have _ for what is no letter or digit.

        Co-Simulation goes on by steps of `every`, and its outputs hold between them. In Model Exchange
        its states are states of the element, integrated with the motion, and its events are events of
        the run. It runs in a process of its own. Units are converted; its power counts as supply.

        What is kept: state_formula yields what the inputs are told, in SI units; memory: all that its
        process yields, of which the first `states_count` are states, followed by their rates.

        file: the FMU.
        every [s]: step of Co-Simulation.
        patience [s]: time that an answer of it may take.
        kind: of FMI; if none is given, Co-Simulation where `every` is, else what it has.
        inputs: variables with what they are told.
        outputs: variables with where they act.
        parameters: variables with values before the start.
        loads: of the motion and the outputs, returns the loads.
        points: names with (body, point in the drawing [m]), beside the named frames.

        Example:
            import tempfile
            m = sarrus.Mechanism("example")
            mass = m.body("mass", mass="5 kg", inertia=(0.01, 0.01, 0.01))
            m.prismatic("A", m.ground, mass, at=(0, 0, 0), axis="z")
            slide = sarrus.export.fmu(
                m.build().compile(), tempfile.mkdtemp() + "/slide.fmu", inputs=["A"], binary=False
            )
            m.fmu("other", slide.path, inputs={"A.effort": "2 N"}, outputs={"A.displacement": None})
            model = m.build()
        """

    def gas_spring(
        self,
        name: str,
        a: BodyHandle | str,
        b: BodyHandle | str,
        *,
        at_a: Point | None = None,
        on_a: Point | None = None,
        at_b: Point | None = None,
        on_b: Point | None = None,
        c: Law = 0.0,
        c_compression: Number | None = None,
        c_rebound: Number | None = None,
        area: Number,
        volume: Number,
        pressure: Number | None = None,
        length: Number | None = None,
        exponent: Number = 1.4,
        atmosphere: Number = 101325.0,
        force: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add gas behind a piston that pushes two points apart: F = area (p - atmosphere).

        p V^exponent = pressure volume^exponent, V = volume + area (l - length). Below 2 % of the volume
        the pressure goes on in a straight line, so that no motion meets an infinite force.

        a: the first body, or ground.
        b: the second body, or ground.
        at_a [m]: the point of a, in the drawing.
        on_a [m]: the point of a, in the body frame, or a named frame of the body.
        at_b [m]: the point of b, in the drawing.
        on_b [m]: the point of b, in the body frame, or a named frame of the body.
        c [N s/m]: damping, or a curve, rows (w, N) or a function of the speed w.
        c_compression [N s/m]: damping while the points approach, instead of c.
        c_rebound [N s/m]: damping while they move apart, instead of c.
        area [m^2]: of the piston.
        volume [m^3]: of the gas at the given length.
        pressure [Pa]: absolute pressure of the gas there.
        length [m]: the length at which volume and pressure are given, that of the drawing if not
            given.
        exponent: of the gas: 1 isothermal, 1.4 fast.
        atmosphere [Pa]: pressure behind the piston.
        force [N]: push at that length, instead of pressure.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            m.gas_spring("gas", m.ground, arm, at_a=(0, 0, -0.3), at_b=(0.3, 0, 0), area="3 cm^2",
                         volume="0.2 l", pressure="20 bar")
            model = m.build()
        """

    def gear_mesh(
        self,
        name: str,
        a: BodyHandle | str,
        b: BodyHandle | str,
        *,
        stiffness: Number,
        damping: Number = 0.0,
        backlash: Number = 0.0,
        variation: Number = 0.0,
        efficiency: Number = 1.0,
        efficiency_back: Number | None = None,
        smoothing: Number = 0.01,
        teeth_1: Number,
        teeth_2: Number,
        module: Number,
        helix_angle: Number = 0.0,
        pressure_angle: Number = 0.3490658503988659,
        internal: bool = False,
        distance: Number | None = None,
        at: Point | None = None,
        at2: Point | None = None,
        axis: Axis | None = None,
        on_a: Place | None = None,
        on_b: Place | None = None,
        source: Source | None = None,
    ) -> None:
        """Add elastic teeth between wheel 1 on a and wheel 2 on b, on parallel axes, with backlash.

        Each flank pushes where it presses d > 0 into the other, along the normal of the involutes,

            push = k d max(0, 1 + damping dd/dt),   k = stiffness (1 + variation (N/contact ratio - 1))

        with N the pairs of teeth that touch now. d is 0 in the drawing, less half of the backlash.
        Of the power that passes, 1 - efficiency is lost (efficiency_back where wheel 2 drives), by a
        moment on both wheels against their turning on each other.

        a: the body of wheel 1, or ground.
        b: the body of wheel 2, or ground.
        stiffness [N/m]: of the teeth along their normal.
        damping [s/m]: as a part of the stiffness.
        backlash [m]: play of the teeth along their normal.
        variation: 1: the stiffness goes with the pairs of teeth that touch, 0: it is the mean.
        efficiency: where wheel 1 drives.
        efficiency_back: where wheel 2 drives, as efficiency if not given.
        smoothing [rad/s]: turning of the wheels on each other at which losses are full.
        teeth_1: number of teeth of wheel 1.
        teeth_2: number of teeth of wheel 2.
        module [m]: in the normal section of the teeth.
        helix_angle [rad]: of wheel 1, positive for a right hand.
        pressure_angle [rad]: in the normal section of the teeth, 20 degrees if not given.
        internal: wheel 2 is a ring, in which wheel 1 rolls.
        distance [m]: of the axes; that of the drawing, else of teeth and module, if not given.
        at [m]: a point of the axis of wheel 1, in the drawing.
        at2 [m]: a point of the axis of wheel 2, in the drawing.
        axis: the direction of both axes, in the drawing.
        on_a: instead the frame of wheel 1, z its axis, x to wheel 2.
        on_b: instead the frame of wheel 2, z its axis, x to wheel 1.

        Example:
            m = sarrus.Mechanism("example")
            pinion = m.body("pinion", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
            wheel = m.body("wheel", mass="2 kg", inertia=(4e-3, 4e-3, 4e-3))
            m.revolute("A", m.ground, pinion, at=(0, 0, 0), axis="z")
            m.revolute("B", m.ground, wheel, at=("90 mm", 0, 0), axis="z")
            m.gear_mesh("mesh", pinion, wheel, at=(0, 0, 0), at2=("90 mm", 0, 0), axis="z",
                        teeth_1=20, teeth_2=40, module="3 mm", stiffness="200 N/um", backlash="50 um",
                        efficiency=0.98)
            model = m.build()
        """

    def hydraulic_cylinder(
        self,
        name: str,
        a: BodyHandle | str,
        b: BodyHandle | str,
        *,
        at_a: Point | None = None,
        on_a: Point | None = None,
        at_b: Point | None = None,
        on_b: Point | None = None,
        area_a: Number,
        area_b: Number,
        stroke: Number,
        closed_length: Number,
        initial_pressure_a: Number,
        initial_pressure_b: Number,
        dead_a: Number,
        dead_b: Number,
        bulk_modulus: Number = 1400000000.0,
        leakage: Number = 0.0,
        friction: Number = 0.0,
        flow_a: Law | None = None,
        flow_b: Law | None = None,
        opening: Law | None = None,
        valve_flow: Number = 0.0,
        valve_drop: Number = 3500000.0,
        supply_pressure: Number = 0.0,
        tank_pressure: Number = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add a double-acting cylinder between two points: pressure_a area_a pushes them apart.

            x = l - closed_length,  V_a = dead_a + area_a x,  V_b = dead_b + area_b (stroke - x)
            push = pressure_a area_a - pressure_b area_b - friction dx/dt
            d(pressure_a)/dt = bulk_modulus/V_a (q_a - area_a dx/dt - leakage (pressure_a - pressure_b))
            d(pressure_b)/dt = bulk_modulus/V_b (q_b + area_b dx/dt + leakage (pressure_a - pressure_b))

        Both pressures are states. Oil flows in by flow_a and flow_b, laws of time, and through a valve
        with sharp edges: valve_flow at the drop valve_drop, times opening(t), which for positive values
        joins supply_pressure to a and b to tank_pressure, for negative ones the other way.

        a: the first body, or ground.
        b: the second body, or ground.
        at_a [m]: the point of a, in the drawing.
        on_a [m]: the point of a, in the body frame, or a named frame of the body.
        at_b [m]: the point of b, in the drawing.
        on_b [m]: the point of b, in the body frame, or a named frame of the body.
        area_a [m^2]: of the piston on the side of a.
        area_b [m^2]: of the piston on the side of the rod.
        stroke [m]: way of the piston.
        closed_length [m]: distance of the points at the begin of the stroke.
        initial_pressure_a [Pa]: pressure in chamber a at the start.
        initial_pressure_b [Pa]: pressure in chamber b at the start.
        dead_a [m^3]: volume of chamber a at the begin of the stroke.
        dead_b [m^3]: volume of chamber b at the end of the stroke.
        bulk_modulus [Pa]: of the oil with its hoses.
        leakage [m^3/s/Pa]: from a to b for a pressure.
        friction [N s/m]: viscous friction of the seals.
        flow_a [m^3/s]: flow into a, a law of time.
        flow_b [m^3/s]: flow into b, a law of time.
        opening: of the valve, -1 to 1, a law of time.
        valve_flow [m^3/s]: rated flow of the open valve.
        valve_drop [Pa]: the drop of an edge at that flow.
        supply_pressure [Pa]: of the pump.
        tank_pressure [Pa]: of the tank.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            m.hydraulic_cylinder("jack", m.ground, arm, at_a=(0, 0, -0.5), at_b=(0.3, 0, 0),
                                 area_a="20 cm^2", area_b="15 cm^2", stroke="200 mm",
                                 closed_length="500 mm", dead_a="20 cm^3", dead_b="20 cm^3",
                                 initial_pressure_a="50 bar", initial_pressure_b="50 bar",
                                 flow_a="2 l/min")
            model = m.build()
        """

    def joint_damper(
        self,
        name: str,
        joint: str,
        d: Number,
        coordinate: str | int | None = None,
        *,
        source: Source | None = None,
    ) -> None:
        """Add viscous damping of a velocity coordinate of a joint: effort -d rate.

        joint: the name of a joint.
        d [N m s/rad or N s/m]: viscous damping.
        coordinate: name or number of the coordinate, needed where the joint has several.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            m.joint_damper("drag", "A", d="0.2 N*m*s/rad")
            model = m.build()
        """

    def joint_friction(
        self,
        name: str,
        joint: str,
        sliding: Number,
        static: Number | None = None,
        *,
        coordinate: str | int | None = None,
        d: Number = 0.0,
        smoothing: Number = 0.001,
        stribeck: Number | None = None,
        exponent: Number = 2.0,
        exact: bool = False,
        source: Source | None = None,
    ) -> None:
        """Add friction, viscous and dry, on a coordinate of a joint, whatever its load: effort -T(w).

        T = d w + (sliding + (static - sliding) exp(-|w/stribeck|^exponent)) tanh(w/smoothing)

        T rises with at most d + static/smoothing, at rest. There is no true sticking: under a load
        below `static` the joint creeps, at about smoothing atanh(load/static).

        exact: in runs, Coulomb's law itself instead: at rest the joint is held by any effort up to
        `static`, and while it slides T = d w + sliding sign(w). Events change between the two.

        joint: the name of a joint.
        sliding [N m or N]: dry friction while the joint slides.
        static [N m or N]: the most that holds it at rest, as sliding if not given.
        coordinate: name or number of the coordinate, needed where the joint has several.
        d [N m s/rad or N s/m]: viscous damping.
        smoothing [rad/s or m/s]: the rate at which dry friction has built up.
        stribeck [rad/s or m/s]: the rate at which the static part has faded, 10 times smoothing if
            not given.
        exponent: shape of the fading.
        exact: in runs it sticks and slides by events; batches and linearizations use the smooth
            law.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            m.joint_friction("rub", "A", sliding="0.5 N*m", static="0.7 N*m")
            model = m.build()
        """

    def joint_gas_spring(
        self,
        name: str,
        joint: str,
        effort: Number,
        ratio: Number,
        *,
        coordinate: str | int | None = None,
        exponent: Number = 1.4,
        reference: Number = 0.0,
        d: Number = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add a hydropneumatic unit on a coordinate of a joint: effort/(1 + ratio s)^exponent - d rate.

        s = coordinate - reference. A unit that carries a load pushes to where its gas grows: effort
        and ratio have one sign. Below 2 % of the volume the pressure goes on in a straight line.

        joint: the name of a joint.
        effort [N m or N]: effort at the reference, positive with the coordinate.
        ratio [1/rad or 1/m]: relative growth of the gas volume with the coordinate.
        coordinate: name or number of the coordinate, needed where the joint has several.
        exponent: of the gas: 1 isothermal, 1.4 fast.
        reference [rad or m]: the coordinate where the effort is given.
        d [N m s/rad or N s/m]: damping.

        Example:
            m = sarrus.Mechanism("example")
            mass = m.body("mass", mass="5 kg", inertia=(0.01, 0.01, 0.01))
            m.prismatic("A", m.ground, mass, at=(0, 0, 0), axis="z")
            m.joint_gas_spring("gas", "A", effort="500 N", ratio="2 1/m", exponent=1.3)
            model = m.build()
        """

    def joint_spring(
        self,
        name: str,
        joint: str,
        k: Law = 0.0,
        d: Law = 0.0,
        *,
        coordinate: str | int | None = None,
        free: Number = 0.0,
        preload: Number = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add a spring and damper on a coordinate of a joint: effort preload - k s - d rate.

        s = coordinate - free. Instead of k or d a `Curve` or rows (s, effort), (rate, effort) may be
        given, kept as `spring` and `damper`: rows are joined smoothly and go straight on beyond. A
        spring opposes s where it is positive; a damper has the sign of the rate.

        joint: the name of a joint.
        k [N m/rad or N/m]: stiffness, or a curve or rows (s, effort).
        d [N m s/rad or N s/m]: damping, or a curve or rows (rate, effort).
        coordinate: name or number of the coordinate, needed where the joint has several.
        free [rad or m]: the coordinate at which the spring is free.
        preload [N m or N]: effort at that coordinate.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            m.joint_spring("spring", "A", k="20 N*m/rad", d=0.1, free="30 deg")
            model = m.build()
        """

    def joint_torque(
        self,
        name: str,
        joint: str,
        effort: Number,
        coordinate: str | int | None = None,
        *,
        source: Source | None = None,
    ) -> None:
        """Add a constant torque or force on a velocity coordinate of a joint, positive with its rate.

        joint: the name of a joint.
        effort [N m or N]: torque or force.
        coordinate: name or number of the coordinate, needed where the joint has several.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            m.joint_torque("drive", "A", "5 N*m")
            model = m.build()
        """

    def limited_slip(
        self,
        name: str,
        joint: str,
        other: str,
        *,
        coordinate: str | int | None = None,
        preload: Number = 0.0,
        ramp: Number = 0.0,
        driven_by: str | None = None,
        viscous: Number = 0.0,
        initial_grip: Number = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add locks two wheels to each other in part: the plates or the fluid of a differential.

            slip = w_joint - w_other,   torque = (preload + ramp |T_drive|) grip + viscous slip

        T_drive: the torque on both wheels of the element `driven_by`, a motor, engine or gearbox; ramp
        is that of a Salisbury differential, the same for driving and braking. Torque goes from the faster wheel to
        the slower one. An open differential needs none of it; `gear` with the ratio 1 locks it wholly.

        joint: the name of a joint.
        other: the second wheel.
        coordinate: name or number of the coordinate, needed where the joint has several.
        preload [N m]: friction without torque.
        ramp: friction by driving torque.
        driven_by: the motor, engine or gearbox that drives both wheels.
        viscous [N m s/rad]: torque by slip, of a fluid.
        initial_grip: at the start, between -1 and 1.

        Example:
            m = sarrus.Mechanism("example")
            front = m.body("front", mass="5 kg", inertia=(0.1, 0.1, 0.1))
            m.revolute("A", m.ground, front, at=(0.5, 0, 0), axis="y")
            rear = m.body("rear", mass="5 kg", inertia=(0.1, 0.1, 0.1))
            m.revolute("B", m.ground, rear, at=(-0.5, 0, 0), axis="y")
            m.limited_slip("lock", "A", "B", preload="60 N*m", viscous="5 N*m*s/rad")
            model = m.build()
        """

    def modal_elasticity(
        self,
        name: str,
        joint: str,
        *,
        stiffness: Numbers,
        damping: Numbers = (),
        places: Sequence[str] = (),
        stresses: Numbers = (),
        surface: Numbers = (),
        surface_shapes: Numbers = (),
        surface_stresses: Numbers = (),
        triangles: Numbers = (),
        source: Source | None = None,
    ) -> None:
        """Add the elasticity of a flexible body with the modal coordinates q of a mode_shape joint.

            efforts = -(K q + D dq/dt),   energy = 1/2 q^T K q

        with K and D symmetric, K positive and D not negative. The stress at a place is linear in q:
        `stresses` has a row of factors for each place, `places` their names; the channel is
        stress_<place>. The surface is what pages draw: it has no part in the equations.

        joint: the name of a joint of type mode_shape.
        stiffness [N/m]: matrix K, a row for each mode.
        damping [N s/m]: matrix D, a row for each mode; none without it.
        places: names of places whose stress is asked for.
        stresses [Pa/m]: stress at each place by the modal coordinates.
        surface [m]: points of the surface at rest, x, y, z in the parent of the joint.
        surface_shapes: for each point the shift x, y, z by each mode in turn.
        surface_stresses [Pa/m]: stress at each point by the modal coordinates.
        triangles: numbers of the points of each triangle of the surface, from 0.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.mode_shape("S", m.ground, arm, at=(0.3, 0, 0), shape=[[0, 0, 1, 0, -5, 0]])
            m.modal_elasticity("rod", "S", stiffness=[[2e4]], damping=[[3.0]])
            model = m.build()
        """

    def moment(
        self,
        name: str,
        body: BodyHandle | str,
        moment: Law,
        *,
        along: Axis | None = None,
        against: BodyHandle | str | None = None,
        follower: bool = False,
        source: Source | None = None,
    ) -> None:
        """Add a pure moment on a body, and the opposite on the body `against`, if there is one.

        m(t) = scale * sum of law(t) times direction. axes: the body in whose axes the directions are
        given; "" for world axes. reaction: the body against which it acts; "" if it comes from
        outside. Its power m.(w_body - w_reaction) counts as supply.

        body: the body, or ground.
        moment [N m]: three laws of time, or one with the direction `along`.
        along: direction of a single law.
        against: the body, or ground, that takes the opposite moment.
        follower: whether the moment turns with the body.

        Example:
            m = sarrus.Mechanism("example")
            frame = m.body("frame", mass="20 kg", inertia=(1, 1, 1))
            m.free("A", m.ground, frame)
            m.moment("twist", frame, moment=(0, 0, "2 N*m"))
            model = m.build()
        """

    def nonholonomic(
        self,
        name: str,
        function: Callable[[Motion], Any],
        *,
        points: Mapping[str, Any] | None = None,
        parameters: Mapping[str, Any] | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a condition of velocities alone: function(motion) is linear in them, and stays 0.

        The `Motion` answers what it answers to force laws: time, position("tip"), velocity("tip"),
        axes("arm"), angular_velocity("arm"), coordinate("A.angle"), rate("A.rate"), parameter("k").
        Positions do not follow from such a row; the force that keeps it acts on what its velocities
        belong to, and does no work. The blade of a sleigh that cannot move sideways:

            lambda motion: motion.axes("sleigh")[:, 1] @ motion.velocity("blade")

        function: of the motion, linear in velocities.
        points: names with (body, point in the drawing [m]), beside the named frames.
        parameters: names with numbers or (value, unit), which may become kernel inputs.

        Example:
            m = sarrus.Mechanism("example")
            sleigh = m.body("sleigh", mass="10 kg", com=(0.2, 0, 0), inertia=(1, 1, 1))
            m.planar("A", m.ground, sleigh, at=(0, 0, 0), axis="z", x_axis="x")
            m.frame("blade", sleigh, at=(0, 0, 0))
            m.nonholonomic("skate", lambda motion: motion.axes("sleigh")[:, 1] @ motion.velocity("blade"))
            model = m.build()
        """

    def pid(
        self,
        name: str,
        joint: str,
        kp: Number,
        *,
        coordinate: str | int | None = None,
        target: Law,
        ki: Number = 0.0,
        kd: Number = 0.0,
        lag: Number = 0.01,
        initial_integral: Number = 0.0,
        initial_filtered: Number = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add a controller on a coordinate of a joint: effort = kp e + ki integral + kd (e - filtered)/lag.

        e = target(t) - coordinate. Its states are the integral of e, and e after a first-order lag,
        d(filtered)/dt = (e - filtered)/lag, of which the last part makes the derivative. Its power
        counts as supply.

        joint: the name of a joint.
        kp [N m/rad or N/m]: proportional gain.
        coordinate: name or number of the coordinate, needed where the joint has several.
        target [rad or m]: what the coordinate shall be, a law of time.
        ki [N m/rad/s or N/m/s]: integral gain.
        kd [N m s/rad or N s/m]: derivative gain.
        lag [s]: time constant of the filter.
        initial_integral [rad s or m s]: the integral at the start.
        initial_filtered [rad or m]: the filtered error at the start.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            m.pid("servo", "A", kp=50, kd=5, ki=20, lag="10 ms", target="30 deg")
            model = m.build()
        """

    def pneumatic_cylinder(
        self,
        name: str,
        a: BodyHandle | str,
        b: BodyHandle | str,
        *,
        at_a: Point | None = None,
        on_a: Point | None = None,
        at_b: Point | None = None,
        on_b: Point | None = None,
        area_a: Number,
        area_b: Number,
        stroke: Number,
        closed_length: Number,
        initial_pressure_a: Number,
        initial_pressure_b: Number,
        dead_a: Number,
        dead_b: Number,
        exponent: Number = 1.4,
        conductance: Number = 0.0,
        critical_ratio: Number = 0.3,
        opening: Law | None = None,
        supply_pressure: Number = 101325.0,
        exhaust_pressure: Number = 101325.0,
        atmosphere: Number = 101325.0,
        friction: Number = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add a double-acting cylinder of gas between two points: pressure_a area_a pushes them apart.

            x = l - closed_length,  V_a = dead_a + area_a x,  V_b = dead_b + area_b (stroke - x)
            push = pressure_a area_a - pressure_b area_b - atmosphere (area_a - area_b) - friction dx/dt
            dp/dt = exponent/V (Q - p dV/dt),  Q = p0 conductance p_1 psi(p_2/p_1),  p0 = 1 bar

        in each chamber, whose pressure, absolute, is a state. Q is the flow of gas times its pressure,
        from p_1 to p_2 through an edge of the valve by ISO 6358: psi = 1 up to the critical ratio b,
        then sqrt(1 - ((r - b)/(1 - b))^2). opening(t) is that of the valve: for positive values it
        joins supply_pressure to a and b to exhaust_pressure, for negative ones the other way.

        a: the first body, or ground.
        b: the second body, or ground.
        at_a [m]: the point of a, in the drawing.
        on_a [m]: the point of a, in the body frame, or a named frame of the body.
        at_b [m]: the point of b, in the drawing.
        on_b [m]: the point of b, in the body frame, or a named frame of the body.
        area_a [m^2]: of the piston on the side of a.
        area_b [m^2]: of the piston on the side of the rod.
        stroke [m]: way of the piston.
        closed_length [m]: distance of the points at the begin of the stroke.
        initial_pressure_a [Pa]: pressure in chamber a at the start.
        initial_pressure_b [Pa]: pressure in chamber b at the start.
        dead_a [m^3]: volume of chamber a at the begin of the stroke.
        dead_b [m^3]: volume of chamber b at the end of the stroke.
        exponent: of the gas: 1.4 without exchange of heat.
        conductance [m^3/s/Pa]: sonic conductance of an edge of the open valve.
        critical_ratio: of pressures, below which the flow is sonic.
        opening: of the valve, -1 to 1, a law of time.
        supply_pressure [Pa]: absolute.
        exhaust_pressure [Pa]: absolute.
        atmosphere [Pa]: around the rod.
        friction [N s/m]: viscous friction of the seals.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            m.pneumatic_cylinder("jack", m.ground, arm, at_a=(0, 0, -0.5), at_b=(0.3, 0, 0),
                                 area_a="20 cm^2", area_b="15 cm^2", stroke="200 mm",
                                 closed_length="500 mm", dead_a="20 cm^3", dead_b="20 cm^3",
                                 initial_pressure_a="3 bar", initial_pressure_b="3 bar",
                                 conductance="2 l/s/bar", supply_pressure="7 bar", opening=0.3)
            model = m.build()
        """

    def point_contact(
        self,
        name: str,
        body: BodyHandle | str,
        *,
        at: Numbers | None = None,
        on: Point | None = None,
        k: Number,
        a: Number = 0.0,
        exponent: Number = 1.0,
        mu: Number = 0.0,
        smoothing: Number = 0.001,
        road: Road | None = None,
        base: BodyHandle | str | None = None,
        origin: Point = (0.0, 0.0, 0.0),
        along: Axis | None = None,
        up: Axis = "z",
        source: Source | None = None,
    ) -> None:
        """Add points of a body that the ground pushes away while they are below it by p > 0.

            push = k p^exponent max(0, 1 + a dp/dt)        along up - slope along
            friction = -mu N s / sqrt(s.s + smoothing^2),  N = push sqrt(1 + slope^2)

        p is measured along `up`, s is the velocity of the point along the surface (Hunt and Crossley,
        J. Appl. Mech. 42, 1975). Below the speed `smoothing` friction fades, so that there is no true
        sticking: under a load L < mu N the body creeps with smoothing L/sqrt((mu N)^2 - L^2). The
        ground is a plane, or a road whose heights are above that plane; origin, along and up are in
        the drawing, carried by the body `base`.

        body: the body, or ground.
        at [m]: a point, or a list of points, in the drawing.
        on [m]: the same in the body frame, or named frames.
        k [N/m^n]: stiffness, n the exponent.
        a [s/m]: damping, as a part of the stiffness.
        exponent: of the penetration.
        mu: coefficient of friction.
        smoothing [m/s]: the speed below which friction fades.
        road: heights of the ground, flat if not given.
        base: the body that carries the ground, ground if not given.
        origin [m]: a point of the plane.
        along: direction of x, across up.
        up: normal of the plane.

        Example:
            m = sarrus.Mechanism("example")
            ball = m.body("ball", mass="1 kg", inertia=(0.004, 0.004, 0.004), at=(0, 0, "100 mm"))
            m.free("A", m.ground, ball)
            m.point_contact("floor", ball, at=(0, 0, 0), k="1e5 N/m", a="0.2 s/m", mu=0.4)
            model = m.build()
        """

    def polynomial_coupler(
        self,
        name: str,
        driven: str,
        driver: str,
        polynomial: Numbers,
        *,
        source: Source | None = None,
    ) -> None:
        """Add a coordinate of a joint that follows another by a polynomial, exactly and without loss.

            q_driven = c_0 + c_1 q_driver + c_2 q_driver^2 + ...

        driven, driver: joints with one coordinate, that turn or slide; polynomial: c_0, c_1, ... in
        rad and m. Its `effort` acts on the driven coordinate, and times minus the slope of the
        polynomial on the driver. Straight ones are couplers (`couple`, `gear`), which are lighter.

        driven: the joint that follows.
        driver: the joint that it follows.
        polynomial: coefficients of the powers 0, 1, ... of the driver's coordinate, in rad and m.

        Example:
            m = sarrus.Mechanism("example")
            pinion = m.body("pinion", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
            wheel = m.body("wheel", mass="2 kg", inertia=(4e-3, 4e-3, 4e-3))
            m.revolute("A", m.ground, pinion, at=(0, 0, 0), axis="z")
            m.revolute("B", m.ground, wheel, at=("90 mm", 0, 0), axis="z")
            m.polynomial_coupler("cam", driven="B", driver="A", polynomial=[0, 0.5, 0.2])
            model = m.build()
        """

    def rack_mesh(
        self,
        name: str,
        a: BodyHandle | str,
        b: BodyHandle | str,
        *,
        stiffness: Number,
        damping: Number = 0.0,
        backlash: Number = 0.0,
        variation: Number = 0.0,
        efficiency: Number = 1.0,
        efficiency_back: Number | None = None,
        smoothing: Number = 0.01,
        teeth: Number,
        module: Number,
        helix_angle: Number = 0.0,
        pressure_angle: Number = 0.3490658503988659,
        distance: Number | None = None,
        at: Point | None = None,
        at2: Point | None = None,
        axis: Axis | None = None,
        axis2: Axis | None = None,
        on_a: Place | None = None,
        on_b: Place | None = None,
        source: Source | None = None,
    ) -> None:
        """Add elastic teeth between a wheel on a and a rack on b, with backlash.

        The flanks push as those of a `gear_mesh`. The rack lies along `axis2`, its pitch line through
        `at2`. Of the power that passes, 1 - efficiency is lost where the wheel drives (and
        1 - efficiency_back where the rack does), by a moment on both against the turning of the wheel.

        a: the body of wheel 1, or ground.
        b: the body of wheel 2, or ground.
        stiffness [N/m]: of the teeth along their normal.
        damping [s/m]: as a part of the stiffness.
        backlash [m]: play of the teeth along their normal.
        variation: 1: the stiffness goes with the pairs of teeth that touch, 0: it is the mean.
        efficiency: where wheel 1 drives.
        efficiency_back: where wheel 2 drives, as efficiency if not given.
        smoothing [rad/s]: turning of the wheels on each other at which losses are full.
        teeth: number of teeth of the wheel.
        module [m]: in the normal section of the teeth.
        helix_angle [rad]: of the wheel, positive for a right hand.
        pressure_angle [rad]: in the normal section of the teeth, 20 degrees if not given.
        distance [m]: of the pitch line from the axis; that of the drawing, else of teeth and
            module, if not given.
        at [m]: a point of the axis of wheel 1, in the drawing.
        at2 [m]: a point of the axis of wheel 2, in the drawing.
        axis: the direction of the axis of the wheel, in the drawing.
        axis2: the direction of the rack, in the drawing.
        on_a: instead the frame of wheel 1, z its axis, x to wheel 2.
        on_b: instead the frame of wheel 2, z its axis, x to wheel 1.

        Example:
            m = sarrus.Mechanism("example")
            pinion = m.body("pinion", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
            rack = m.body("rack", mass="3 kg", inertia=(0.01, 0.01, 0.01), at=(0, "-30 mm", 0))
            m.revolute("A", m.ground, pinion, at=(0, 0, 0), axis="z")
            m.prismatic("B", m.ground, rack, at=(0, "-30 mm", 0), axis="x")
            m.rack_mesh("mesh", pinion, rack, at=(0, 0, 0), axis="z", at2=(0, "-30 mm", 0), axis2="x",
                        teeth=20, module="3 mm", stiffness="150 N/um", backlash="50 um", efficiency=0.98)
            model = m.build()
        """

    def rail_contact(
        self,
        name: str,
        body: BodyHandle | str,
        *,
        at: Point | None = None,
        on: Point | None = None,
        axle: Axis,
        radius: Number,
        conicity: Number = 0.0,
        curve: SpaceCurve,
        k: Number,
        a: Number = 0.0,
        exponent: Number = 1.0,
        mu: Number,
        shear_modulus: Number = 80000000000.0,
        poisson: Number = 0.28,
        ellipse: Number,
        c11: Number,
        c22: Number,
        c23: Number,
        creepages: str = "exact",
        speed: Number = 0.0,
        smoothing: Number = 0.001,
        base: BodyHandle | str | None = None,
        origin: Point = (0.0, 0.0, 0.0),
        axis: Axis = "z",
        x_axis: Axis | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a conical wheel on a rail: a stiff normal force N, and creep forces T by Kalker's theory.

            N = k d^exponent max(0, 1 + a dd/dt),  c^3 = 3 (1 - poisson) E N/(2 pi (A + B) G sqrt(g))
            T_x = -mu N tanh(G c^2 c11 nu_x/(mu N))
            T_y = -mu N tanh((G c^2 c22 nu_y + G c^3 c23 phi)/(mu N)),  at most mu N together

        d: depth of the cone in the rail; 2 A, 2 B: curvatures of wheel and rail; E: complete elliptic
        integral of 1 - g^2; nu, phi: slip along and across and spin over the mean of the speeds of the
        contact on wheel and rail. With a speed the rail moves back under a wheelset that stays.
        creepages "linear" are those of the wheelset of the Test Set for IVP Solvers (B. Simeon,
        C. Fuehrer, P. Rentrop, Surv. Math. Ind. 1, 1991; law of A. Jaschinski, DLR-FB 90-06, 1990):
        the yaw angle is divided by the cosine of the contact angle, and the spin leaves out the roll.

        body: the wheel or wheelset.
        at [m]: the center of the wheel, on its axle, in the drawing.
        on [m]: the center of the wheel, on its axle, in the body frame, or a named frame of the
            body.
        axle: direction of the axle, outward.
        radius [m]: of the wheel at its center.
        conicity: by how much the radius falls per length outward.
        curve: the curve of base, plane, in its axes.
        k [N/m^n]: stiffness, n the exponent.
        a [s/m]: damping, as a part of the stiffness.
        exponent: of the depth; 1.5 by Hertz.
        mu: coefficient of friction.
        shear_modulus [Pa]: shear modulus G of wheel and rail.
        poisson: ratio of wheel and rail.
        ellipse: g, the ratio of the semi-axes of the contact ellipse, (A/B)^(2/3) or so.
        c11: coefficient of Kalker of creep along.
        c22: of creep across.
        c23: of spin.
        creepages: how slip and spin are measured.
        speed [m/s]: of the vehicle, if it stays in the model.
        smoothing [m/s]: the rolling speed below which creepages fade.
        base: the body that carries the rail, ground if not given.
        origin [m]: origin of the axes of the curve, in the drawing.
        axis: z of its axes, across its plane, in the drawing.
        x_axis: x of its axes, in the drawing, as near as possible.

        Example:
            m = sarrus.Mechanism("example", gravity=(0, 0, -9.81))
            axle = m.body("axle", mass="16 kg", inertia=(0.37, 0.06, 0.37))
            m.free("A", m.ground, axle)
            for name, side in (("left", 1), ("right", -1)):
                m.rail_contact(name, axle, on=(0, 0.15 * side, 0), axle=(0, side, 0), radius="100 mm",
                               conicity=0.026, curve=sarrus.curves.CircleCurve(0.06),
                               origin=(0, 0.152 * side, -0.16), axis="x", x_axis="y", k=1e8, a=10,
                               mu=0.12, ellipse=0.71, c11=4.73, c22=4.28, c23=1.97)
            model = m.build()
        """

    def relaxation(
        self,
        name: str,
        a: BodyHandle | str,
        b: BodyHandle | str,
        *,
        at_a: Point | None = None,
        on_a: Point | None = None,
        at_b: Point | None = None,
        on_b: Point | None = None,
        k: Number,
        c: Number,
        free_length: Number | None = None,
        k_parallel: Number = 0.0,
        initial_creep: Number = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add a spring and a damper in series between two points (Maxwell), with a spring beside them.

        The pull is f + k_parallel x, with x = l - free_length, f = k (x - creep) and d(creep)/dt = f/c:
        a step of the length relaxes with the time constant c/k. The creep of the damper is a state.

        a: the first body, or ground.
        b: the second body, or ground.
        at_a [m]: the point of a, in the drawing.
        on_a [m]: the point of a, in the body frame, or a named frame of the body.
        at_b [m]: the point of b, in the drawing.
        on_b [m]: the point of b, in the body frame, or a named frame of the body.
        k [N/m]: stiffness of the spring in series.
        c [N s/m]: of the damper in series.
        free_length [m]: the distance in the drawing if not given.
        k_parallel [N/m]: stiffness that does not relax.
        initial_creep [m]: the creep at the start.

        Example:
            m = sarrus.Mechanism("example")
            mass = m.body("mass", mass="5 kg", inertia=(0.01, 0.01, 0.01))
            m.prismatic("A", m.ground, mass, at=(0, 0, 0), axis="z")
            m.relaxation("mount", m.ground, mass, at_a=(0, 0, 0.3), at_b=(0, 0, 0), k="5 kN/m",
                         c="200 N*s/m", k_parallel="1 kN/m")
            model = m.build()
        """

    def segment_elasticity(
        self,
        name: str,
        joint: str,
        *,
        area: Number,
        torsion_constant: Number,
        second_moment_y: Number,
        second_moment_z: Number,
        young_modulus: Number,
        shear_modulus: Number,
        shear_ratio_y: Number = 0.0,
        shear_ratio_z: Number = 0.0,
        damping_time: Number = 0.0,
        outer_y: Number = 0.0,
        outer_z: Number = 0.0,
        is_round: bool = False,
        source: Source | None = None,
    ) -> None:
        """Add the elasticity of a segment of a flexible beam, of the length L of its joint.

        Each coordinate q of the joint, a beam_segment or a timoshenko_segment, has the effort
        -K (q + damping_time dq/dt), with the moduli E and G and J = torsion_constant

            K_twist = G J/L,  K_bend_y = E I_y/L,  K_bend_z = E I_z/L,
            K_stretch = E A/L,  K_shear_y = G A/(shear_ratio_y L),  K_shear_z = G A/(shear_ratio_z L).

        The energy is the sum of 1/2 K q^2: that of strains q/L that are the same along the segment.
        A shear ratio is 6/5 for a rectangle, 10/9 for a circle. Channels are the strains beyond rest,
        the moments and forces of the section, and with outer_y and outer_z the largest normal stress.

        joint: the name of a joint of type beam_segment, timoshenko_segment.
        area [m^2]: area of the section.
        torsion_constant [m^4]: torsion constant, of a circle its polar moment.
        second_moment_y [m^4]: second moment of area about y.
        second_moment_z [m^4]: second moment of area about z.
        young_modulus [Pa]: modulus of elasticity.
        shear_modulus [Pa]: shear modulus.
        shear_ratio_y: factor of the shear along y.
        shear_ratio_z: factor of the shear along z.
        damping_time [s]: damping as part of the stiffness.
        outer_y [m]: distance of the outermost fibre along y, for the stress.
        outer_z [m]: distance of the outermost fibre along z, for the stress.
        is_round: whether the section is round, without corners.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.beam_segment("S", m.ground, arm, at=(0, 0, 0), length="0.4 m")
            m.segment_elasticity("rod", "S", area="80 mm^2", torsion_constant="1000 mm^4",
                second_moment_y="500 mm^4", second_moment_z="500 mm^4", young_modulus="210 GPa",
                shear_modulus="80 GPa")
            model = m.build()
        """

    def speed_control(
        self,
        name: str,
        joint: str,
        body: BodyHandle | str,
        *,
        coordinate: str | int | None = None,
        kp: Number,
        speed: Law,
        ki: Number = 0.0,
        limit: Number | None = None,
        along: Axis = "x",
        initial_integral: Number = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add a controller that holds the speed of a body by the effort on a joint, as a driver does.

            e = speed(t) - along . velocity,   asked = kp e + ki integral,   d(integral)/dt = e
            effort = asked; with a limit: limit tanh(asked/limit), d(integral)/dt = e - (asked -
            effort)/kp, so that the integral does not run away while the effort is at its limit

        The velocity is that of the origin of the body against the world, along a direction that the
        body carries. The power counts as supply.

        joint: the name of a joint.
        body: the body whose speed is held.
        coordinate: name or number of the coordinate, needed where the joint has several.
        kp [N s or N s/m]: effort for a lack of speed.
        speed [m/s]: what it shall be, a law of time.
        ki [N or N/m]: effort for a lack of way.
        limit [N m or N]: the largest effort, none if not given.
        along: direction of the speed, carried by the body.
        initial_integral [m]: the integral at the start.

        Example:
            m = sarrus.Mechanism("example")
            cart = m.body("cart", mass="100 kg", inertia=(5, 5, 5))
            m.prismatic("way", m.ground, cart, at=(0, 0, 0), axis="x")
            wheel = m.body("wheel", mass="5 kg", inertia=(0.1, 0.2, 0.1))
            m.revolute("shaft", cart, wheel, at=(0, 0, 0), axis="y")
            m.speed_control("driver", "way", cart, kp="200 N*s/m", speed="10 km/h", along="x")
            model = m.build()
        """

    def spring_damper(
        self,
        name: str,
        a: BodyHandle | str,
        b: BodyHandle | str,
        *,
        at_a: Point | None = None,
        on_a: Point | None = None,
        at_b: Point | None = None,
        on_b: Point | None = None,
        c: Law = 0.0,
        c_compression: Number | None = None,
        c_rebound: Number | None = None,
        k: Law = 0.0,
        force: Callable[[Any], Any] | None = None,
        energy: Callable[[Any], Any] | None = None,
        free_length: Number | None = None,
        preload: Number | None = None,
        acts: str = "both",
        bump_stop: Numbers | None = None,
        rebound_stop: Numbers | None = None,
        actuator: Law | None = None,
        source: Source | None = None,
    ) -> None:
        """Add the pull k x + c w between two points, x = l - free_length, w = dl/dt; and more.

            f = preload + k x + spring(x) + d(w)                spring and damper
              + rebound_stiffness max(x - rebound_clearance, 0)^rebound_exponent
              - bump_stiffness max(-x - bump_clearance, 0)^bump_exponent
              + actuator + actuator_law(t)

        acts: "pull" is a rope: spring and damper are slack for x < 0 and never push; "push" is a prop:
        they are out of touch for x > 0 and never pull. A spring that is a function without energy works
        like a source from outside, and its power -spring(x) w counts as supply.

        a: the first body, or ground.
        b: the second body, or ground.
        at_a [m]: the point of a, in the drawing.
        on_a [m]: the point of a, in the body frame, or a named frame of the body.
        at_b [m]: the point of b, in the drawing.
        on_b [m]: the point of b, in the body frame, or a named frame of the body.
        c [N s/m]: damping, or a curve, rows (w, N) or a function of the speed w.
        c_compression [N s/m]: damping while the points approach, instead of c.
        c_rebound [N s/m]: damping while they move apart, instead of c.
        k [N/m]: stiffness, or a curve or rows (x, N).
        force [N]: the pull, a function of x, whose power then counts as supply.
        energy [J]: the stored energy, a function of x, whose derivative is the pull.
        free_length [m]: the distance in the drawing if not given.
        preload [N]: the pull at the free length.
        acts: in which direction spring and damper act.
        bump_stop: (clearance [m], stiffness [N/m^e], exponent e = 1), beyond a shortening by the
            clearance.
        rebound_stop: (clearance [m], stiffness [N/m^e], exponent e = 1), beyond a lengthening by
            the clearance.
        actuator [N]: a pull, a law of time.

        Example:
            m = sarrus.Mechanism("example")
            mass = m.body("mass", mass="5 kg", inertia=(0.01, 0.01, 0.01))
            m.prismatic("A", m.ground, mass, at=(0, 0, 0), axis="z")
            m.spring_damper("spring", m.ground, mass, at_a=(0, 0, 0.3), at_b=(0, 0, 0), k="2 kN/m",
                            c="50 N*s/m", free_length="200 mm")
            model = m.build()
        """

    def synchronous_motor(
        self,
        name: str,
        joint: str,
        *,
        coordinate: str | int | None = None,
        resistance: Number,
        inductance_d: Number,
        inductance_q: Number | None = None,
        flux: Number,
        pole_pairs: Number = 1.0,
        gear: Number = 1.0,
        voltage_d: Law | None = None,
        voltage_q: Law | None = None,
        target_d: Law | None = None,
        target_q: Law | None = None,
        bandwidth: Number | None = None,
        voltage_limit: Number | None = None,
        current_limit: Number | None = None,
        initial_current_d: Number = 0.0,
        initial_current_q: Number = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add a synchronous motor on a joint, in the axes d (of the field of its rotor) and q.

            inductance_d di_d/dt = u_d - resistance i_d + w_e inductance_q i_q
            inductance_q di_q/dt = u_q - resistance i_q - w_e (inductance_d i_d + flux)
            effort = 1.5 gear pole_pairs (flux i_q + (inductance_d - inductance_q) i_d i_q)

        with w_e = pole_pairs gear w. Currents and voltages are amplitudes of phases, averaged over the
        pulses of the drive. voltage_d and voltage_q are given; or target_d and target_q, which the
        drive follows with di/dt = bandwidth (target - i), as far as voltage_limit lets it:
        sqrt(u_d^2 + u_q^2) stays below it, and the targets within current_limit, d before q.

        joint: the name of a joint.
        coordinate: name or number of the coordinate, needed where the joint has several.
        resistance [ohm]: of a phase.
        inductance_d [H]: along the field of the rotor.
        inductance_q [H]: across them, as inductance_d if not given.
        flux [Wb]: of the rotor through a phase.
        pole_pairs: of the rotor.
        gear: turns of the motor for one of the joint.
        voltage_d [V]: along d, a law of time.
        voltage_q [V]: along q, a law of time.
        target_d [A]: current along d, a law of time.
        target_q [A]: current along q, a law of time.
        bandwidth [1/s]: of the control of currents, with targets.
        voltage_limit [V]: the largest amplitude, none if not given.
        current_limit [A]: the largest amplitude of the targets, none if not given.
        initial_current_d [A]: at the start.
        initial_current_q [A]: at the start.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            m.synchronous_motor("motor", "A", resistance="0.5 ohm", inductance_d="2 mH", flux="0.05 Wb",
                                pole_pairs=4, gear=50, target_q="2 A", bandwidth=1000,
                                voltage_limit="48 V")
            model = m.build()
        """

    def torque(
        self,
        name: str,
        a: BodyHandle | str,
        b: BodyHandle | str,
        axis: Axis,
        torque: Law,
        *,
        source: Source | None = None,
    ) -> None:
        """Add a torque on b, and the opposite on a, about an axis of the drawing that is fixed in a.

        One that changes with time becomes a `Moment`.

        a: the body that carries the axis, or ground.
        b: the body that the torque turns, or ground.
        axis: the axis, in the drawing.
        torque [N m]: a law of time.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            rod = m.body("rod", mass="1 kg", com=(0.6, 0, 0), inertia=(0.001, 0.01, 0.01))
            m.revolute("B", arm, rod, at=(0.4, 0, 0), axis="y")
            m.torque("drive", arm, rod, axis="y", torque="3 N*m")
            model = m.build()
        """

    def torsion_bar(
        self,
        name: str,
        joint: str,
        k: Number | None = None,
        *,
        coordinate: str | int | None = None,
        preset: Number | None = None,
        d: Number = 0.0,
        length: Number | None = None,
        diameter: Number | None = None,
        shear_modulus: Number | None = None,
        preload: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a torsion bar on an angle of a joint: torque -K (angle - preset) - d rate.

        K = k + shear_modulus pi diameter^4 / (32 length): users give k, or the geometry of a round
        bar; and the angle without twist, or the torque at the angle zero. A bar that is known by its
        stiffness alone has the diameter 0.

        joint: the name of a joint.
        k [N m/rad]: stiffness.
        coordinate: name or number of the coordinate, needed where the joint has several.
        preset [rad]: the angle without twist.
        d [N m s/rad]: damping.
        length [m]: length of a round bar.
        diameter [m]: its diameter.
        shear_modulus [Pa]: its shear modulus.
        preload [N m]: torque at the angle zero, instead of preset.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            m.torsion_bar("bar", "A", k="300 N*m/rad", preset="5 deg")
            model = m.build()
        """

    def track(
        self,
        name: str,
        wheels: Sequence[tuple[BodyHandle | str, Any, Any]],
        *,
        k: Number,
        c: Number = 0.0,
        preload: Number = 0.0,
        base: BodyHandle | str | None = None,
        mu: Number = 0.0,
        slip: Number = 0.5,
        rolling: Number = 0.0,
        mass: Number = 0.0,
        axis: Axis = "y",
        sprocket: str | None = None,
        ground: Sequence[str] | None = None,
        free_length: Number | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a band with tension around wheels, in the order of its way; it runs with a sprocket.

            mean T = preload + k (L - length) + c dL/dt,   T_after - T_before = resistance - grip
            force on a wheel = T_after u_after - T_before u_before,   no T below 0

        L: length of the band around the wheels; length: that of the drawing, where the tension is the
        preload. u: unit vectors along its straight parts before and behind the wheel, anticlockwise
        about e1 x e2. wheels, points: their bodies, and their centres in the body frames [m]; radii
        [m]: negative for wheels outside the loop; wraps: angles of contact in the drawing [rad]; e1,
        e2: perpendicular unit vectors in the frame of base.

        Without a sprocket one tension goes all around. With one the band runs, by the rate of its
        joint: at each wheel with a wheel_contact in `ground` the road holds it by friction, the wheel
        resists its running by rolling times its load, and both change the tension there; the sum is
        what the sprocket feels. The mean is taken by the lengths of the runs (shares). A band that runs
        pulls less by its centrifugal tension, mass speed^2; its inertia against running belongs to the
        body of the sprocket (mass length radius^2).

        Each wheel keeps its contact: on one that rises above the line of its neighbours the band pulls
        down, and its neighbours are pulled up (they carry less, it carries more). That is so while the
        ground holds the band against the wheel.

        wheels: (body, centre in the drawing or frame of the body, radius [m]) each; a negative
            radius is a wheel outside the loop.
        k [N/m]: stiffness of the band.
        c [N s/m]: its damping.
        preload [N]: tension in the drawing.
        base: the body that carries the plane of the band, ground if not given.
        mu: friction of the band on the ground, along and across.
        slip [m/s]: the speed of slip at which 0.7 of the friction is there.
        rolling: resistance of a road wheel, by its load.
        mass [kg/m]: of the band, for the tension by its running.
        axis: normal of the plane of the band, carried by base.
        sprocket: the revolute joint that turns a wheel and runs the band.
        ground: names of the wheel contacts of road wheels, between which and the road the band
            lies.
        free_length [m]: length of the band without tension, instead of preload.

        Example:
            m = sarrus.Mechanism("example")
            front = m.body("front", mass="5 kg", inertia=(0.1, 0.1, 0.1))
            m.revolute("A", m.ground, front, at=(0.5, 0, 0), axis="y")
            rear = m.body("rear", mass="5 kg", inertia=(0.1, 0.1, 0.1))
            m.revolute("B", m.ground, rear, at=(-0.5, 0, 0), axis="y")
            m.track("band", [(front, (0.5, 0, 0), "200 mm"), (rear, (-0.5, 0, 0), "200 mm")],
                    k="1e6 N/m", preload="5 kN")
            model = m.build()
        """

    def track_links(
        self,
        name: str,
        links: Sequence[str],
        *,
        first: Numbers,
        second: Numbers,
        sprocket: BodyHandle | str,
        at: Point | None = None,
        on: Point | None = None,
        teeth: Number,
        k: Numbers,
        tooth_k: Number,
        tooth: Number,
        gap: Axis = "x",
        rounding: Number = 0.2,
        face: Number = 0.0,
        patch: Number | None = None,
        a: Number = 0.0,
        mu: Number = 0.0,
        slip: Number = 0.1,
        base: BodyHandle | str | None = None,
        wheels: Sequence[tuple[BodyHandle | str, Any, Any]],
        axis: Axis = "y",
        source: Source | None = None,
    ) -> None:
        """Add links of a track, bodies with pins between them, on wheels and on the teeth of a sprocket.

            on a wheel: N = share k p max(0, 1 + a dp/dt),   friction = -mu N slip/sqrt(slip^2 + v^2)
            on a pin:   N = tooth_k p max(0, 1 + a dp/dt),   p = r(angle) - distance from the centre

        Each link is a flat face between its pins, `face` inside of their line; a wheel presses on it by
        the depth p. While a wheel goes from a link to the next, both carry a share of it, over the
        length `patch` of its footprint; their sum is 1 unless the track bends around the wheel, where
        each link carries by itself. Pins lie against the curve
        r(angle) of the sprocket, the pitch circle with a rounded gap for each tooth,

            r = R + tooth (sqrt(sin^2(z angle/2) + b^2) - b)/(sqrt(1 + b^2) - b),   b = rounding

        R = pitch/(2 sin(pi/z)), z teeth: the flanks push pins along and outward, as teeth do, and a
        slack track climbs over them. All forces are equal and opposite, act in the plane across `axis`,
        which base carries, and the springs have a potential. Pins are joints of the mechanism, the
        ground touches links by `point_contact`.

        links: bodies of the links, in the order of the track.
        first [m]: the pin to the link before, in the frames of all links.
        second [m]: the pin to the link behind, in the frames of all links.
        sprocket: the body of the sprocket.
        at [m]: centre of the sprocket, in the drawing.
        on [m]: centre of the sprocket, in the body frame, or a named frame of the body.
        teeth: of the sprocket.
        k [N/m]: stiffness of wheels on a link: one number, or a list with one for each wheel.
        tooth_k [N/m]: stiffness of a pin on the sprocket.
        tooth [m]: height of the teeth above the pitch circle.
        gap: from the centre of the sprocket to a gap between its teeth.
        rounding: of the gaps, b in the formula.
        face [m]: from the line of pins to the face on which wheels run.
        patch [m]: length of a wheel's footprint, the pitch if not given.
        a [s/m]: damping, as a part of the stiffness.
        mu: friction of wheels on links.
        slip [m/s]: the speed of slip at which 0.7 of the friction is there.
        base: the body that carries the plane of the track, ground if not given.
        wheels: (body, centre in the drawing or frame of the body, radius [m]) each, all inside.
        axis: normal of the plane of the track, carried by base.

        Example:
            m = sarrus.Mechanism("example")
            sprocket = m.body("sprocket", mass="5 kg", inertia=(0.1, 0.1, 0.1))
            m.revolute("A", m.ground, sprocket, at=(0, 0, 0), axis="y")
            idler = m.body("idler", mass="5 kg", inertia=(0.1, 0.1, 0.1), at=(0.2, 0, 0))
            m.revolute("B", m.ground, idler, at=(0.2, 0, 0), axis="y")
            middles = [(0.2, -0.1), (0, -0.1), (-0.1, 0), (0, 0.1), (0.2, 0.1), (0.3, 0)]
            for k, turn in enumerate(["180 deg", "180 deg", "-90 deg", 0, 0, "90 deg"]):
                place = (middles[k][0], 0, middles[k][1])
                m.body(f"link{k + 1}", mass="1 kg", inertia=(0.01, 0.01, 0.01), at=place, rpy=(0, turn, 0))
            m.planar("track", m.ground, "link1", at=(0.3, 0, -0.1), axis="y")
            for k, (x, z) in enumerate([(0.1, -0.1), (-0.1, -0.1), (-0.1, 0.1), (0.1, 0.1), (0.3, 0.1)]):
                m.revolute(f"pin{k + 2}", f"link{k + 1}", f"link{k + 2}", at=(x, 0, z), axis="y")
            m.point_on_line("pin1", "link6", "link1", at=(0.3, 0, -0.1), axis="y")
            m.track_links("links", [f"link{k + 1}" for k in range(6)], first=("-100 mm", 0, 0),
                          second=("100 mm", 0, 0), wheels=[(idler, (0.2, 0, 0), "100 mm")], k="1e6 N/m",
                          sprocket=sprocket, at=(0, 0, 0), gap=(1, 0, 1), teeth=4, tooth="40 mm",
                          tooth_k="1e6 N/m", a="0.5 s/m", mu=0.3)
            model = m.build()
        """

    def tyre(
        self,
        name: str,
        body: BodyHandle | str,
        tyre: Tyre,
        *,
        at: Point | None = None,
        on: Point | None = None,
        axle: Axis = "y",
        side: str = "left",
        road: Road | None = None,
        follows: str = "point",
        mu: Number = 1.0,
        transient: bool = True,
        low_speed: Number = 1.0,
        initial_slip: Number = 0.0,
        initial_side_slip: Number = 0.0,
        base: BodyHandle | str | None = None,
        origin: Point = (0.0, 0.0, 0.0),
        along: Axis = "x",
        up: Axis = "z",
        source: Source | None = None,
    ) -> None:
        """Add a tyre of a wheel, a body that turns about its axle, on a road.

            load   F_z = max(0, spring(p) + c dp/dt), p = R - h/cos(gamma), h: height of the centre
            slip   kappa = -V_sx/|V_x|, tan(alpha) = V_sy/|V_x|, V_s: of the tread at the road
            forces F_x, F_y, M_x, M_y, M_z of the tyre model at load, slip and camber

        The road is its plane at the contact: below the wheel (follows: point), or where a rigid disc in
        the plane of the wheel would touch first (disc). Slip is built up over a relaxation length:
        sigma dkappa/dt = -V_sx - |V_x| kappa, and so for tan(alpha): both are states, and at rest the
        deflection of the carcass. Below the speed `low_speed` they are damped, and give way where
        friction does not hold them: a car on a slope stays. axle: to the left of the wheel, about which
        it turns forward.

        body: the wheel.
        tyre: a tyre of sarrus.tyres; in files also the name of a tyre file.
        at [m]: the centre of the wheel, in the drawing.
        on [m]: the centre of the wheel, in the body frame, or a named frame of the body.
        axle: axle, to the left.
        side: on which side of the vehicle; data are of the left.
        road: heights of the ground, flat if not given.
        follows: the road below the wheel, or what a rigid disc feels of it.
        mu: friction of the road, a factor.
        transient: whether slip is built up over relaxation lengths.
        low_speed [m/s]: below which slip is damped.
        initial_slip: longitudinal slip at the start.
        initial_side_slip: tan(alpha) at the start.
        base: the body that carries the ground, ground if not given.
        origin [m]: a point of the plane.
        along: direction of x, across up.
        up: normal of the plane.

        Example:
            m = sarrus.Mechanism("example")
            cart = m.body("cart", mass="100 kg", inertia=(5, 5, 5))
            m.prismatic("way", m.ground, cart, at=(0, 0, 0), axis="x")
            wheel = m.body("wheel", mass="5 kg", inertia=(0.1, 0.2, 0.1))
            m.revolute("shaft", cart, wheel, at=(0, 0, 0), axis="y")
            brush = sarrus.tyres.BrushTyre(radius=0.3, k=2e5, load=4000.0, stiffness=6e4, stiffness_along=8e4)
            m.tyre("tyre", wheel, brush, at=(0, 0, 0), origin=(0, 0, "-295 mm"))
            model = m.build()
        """

    def user_force(
        self,
        name: str,
        function: Callable[[Motion], Any],
        *,
        points: Mapping[str, Any] | None = None,
        parameters: Mapping[str, Any] | None = None,
        energy: Callable[[Motion], Any] | None = None,
        dissipation: Callable[[Motion], Any] | None = None,
        states: Mapping[str, Any] | None = None,
        rates: Callable[[Motion], Any] | None = None,
        supply: Callable[[Motion], Any] | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a force law of your own: function(motion) returns loads, one or a list.

        The `Motion` answers time, position("tip"), velocity("tip"), distance("tip", "eye"),
        axes("arm"), angular_velocity("arm"), coordinate("A.angle"), rate("A.rate"),
        parameter("k"); it makes loads: force("tip", (x, y, z)), moment("arm", (x, y, z)),
        effort("A", value). The power counts as supply, unless energy or dissipation account for all of
        it, which is checked. Write with NumPy's functions and `select`.

        states: numbers of its own, such as {"i": (0.0, "A")}, read by state("i"); rates: a function
        of the motion that returns the rate of each, {"i": ...}. With energy or dissipation, supply is
        the power from outside that they do not account for.

        What is kept: points: (name, body, place in the body frame [m]); coordinates and rates: what
        the names that the law uses refer to; reads: the arguments of the formula; acts: where its
        results act, three for a force or moment, one for an effort; after them stand the stored energy
        and the power turned into heat, if has_energy and has_dissipation say so.

        function: of the motion, returns the loads.
        points: names with (body, point in the drawing [m]), beside the named frames.
        parameters: names with numbers or (value, unit), which may become kernel inputs.
        energy [J]: stored energy, a function of the motion.
        dissipation [W]: power turned into heat, a function of the motion.
        states: names with (start value, unit), or with (start value, unit, size of usual values).
        rates: of the motion, returns the rates of all states by name.
        supply [W]: power from outside, of a law with states.

        Example:
            m = sarrus.Mechanism("example")
            mass = m.body("mass", mass="5 kg", inertia=(0.01, 0.01, 0.01))
            m.prismatic("A", m.ground, mass, at=(0, 0, 0), axis="z")
            def drag(motion):
                w = motion.rate("A")
                return motion.effort("A", -motion.parameter("c") * w * abs(w))

            m.user_force("drag", drag, parameters={"c": (0.3, "N*s^2/m^2")})
            model = m.build()
        """

    def point_force(
        self,
        name: str,
        body: BodyHandle | str,
        force: Law,
        *,
        at: Point | None = None,
        on: Point | None = None,
        along: Axis | None = None,
        follower: bool = False,
        source: Source | None = None,
    ) -> None:
        """Add a force at a point of a body, constant or changing with time.

        f(t) = scale * sum of law(t) times direction, in world axes, or in body axes if it is a
        follower. Its power counts as supply, but for a constant one in world axes, whose potential is
        -f.r.

        body: the body, or ground.
        force [N]: three laws of time, or one with the direction `along`.
        at [m]: where the force acts, in the drawing.
        on [m]: where the force acts, in the body frame, or a named frame of the body.
        along: direction of a single law.
        follower: whether the force turns with the body.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            m.point_force("push", arm, force=(0, 0, "-10 N"), at=(0.4, 0, 0))
            model = m.build()
        """

    def wheel_contact(
        self,
        name: str,
        body: BodyHandle | str,
        road: Road | None = None,
        *,
        at: Point | None = None,
        on: Point | None = None,
        radius: Number,
        k: Law,
        c: Law = 0.0,
        mu: Number = 0.0,
        mu_across: Number | None = None,
        smoothing: Number = 0.01,
        speed: Number = 0.0,
        spin: Number = 0.0,
        base: BodyHandle | str | None = None,
        origin: Point = (0.0, 0.0, 0.0),
        along: Axis = "x",
        up: Axis = "z",
        follows: str = "disc",
        contact: str = "normal",
        between: Numbers | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a wheel with its centre at a point of a body, which a road pushes up through its tyre.

            p = h(x) + radius - z > 0:  push = max(0, k p + spring(p) + (c + damper(p)) dp/dt)
            force = push (up - h'(x) along) at the centre; push up, where the contact is vertical
            friction = -N (mu s_x t_x + mu_across s_y t_y)/sqrt(s_x^2 + s_y^2 + smoothing^2)

        x and z are those of the centre; h: the road as the wheel feels it (`Road.felt_by_wheel`, or the
        road itself for a point follower); p: the deflection of the tyre. N is the size of the force; s
        the velocity of the tread on the road where they touch, on the radius that the deflection
        leaves. With a speed the road moves against `along` (h(x + speed t)) under a vehicle that stays;
        with a spin the wheel turns in its body, forward. The power of both is supply. origin, along and
        up are in the drawing, carried by the body `base`.

        body: the body, or ground.
        road: heights of the ground, flat if not given.
        at [m]: the centre of the wheel, in the drawing.
        on [m]: the centre of the wheel, in the body frame, or a named frame of the body.
        radius [m]: of the wheel.
        k [N/m]: stiffness, or a curve or rows (p, N).
        c [N s/m]: damping, or a curve or rows of it over p.
        mu: friction along the road.
        mu_across: friction across it, as mu if not given.
        smoothing [m/s]: the speed below which friction fades.
        speed [m/s]: of the road towards a vehicle that stays.
        spin [rad/s]: of the wheel in its body, forward.
        base: the body that carries the ground, ground if not given.
        origin [m]: a point of the plane.
        along: direction of x, across up.
        up: normal of the plane.
        follows: "disc", the road as a disc of that radius feels it; "point", the height below the
            center.
        contact: "normal" to the road, so that a bump pushes back, or "vertical".
        between [m]: the x to tabulate for a disc on an endless road.

        Example:
            m = sarrus.Mechanism("example")
            axle = m.body("axle", mass="40 kg", inertia=(1, 1, 1), at=(0, 0, "300 mm"))
            m.prismatic("A", m.ground, axle, at=(0, 0, "300 mm"), axis="z")
            m.wheel_contact("tyre", axle, sarrus.road.SineRoad(amplitude=0.01, wavelength=2.0),
                            at=(0, 0, "300 mm"), radius="300 mm", k="200 kN/m", c="500 N*s/m",
                            speed="36 km/h")
            model = m.build()
        """

    def window_force(
        self,
        name: str,
        force: Number,
        window: Numbers,
        *,
        speed_width: Number = 0.0,
        joint: str | None = None,
        coordinate: str | int | None = None,
        offset: Number = 0.0,
        moving: Number = 0,
        width: Number | None = None,
        body: BodyHandle | str | None = None,
        at: Point | None = None,
        on: Point | None = None,
        along: Axis | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a force that acts while x is in a window (start, stop) and moves in one direction.

        On a coordinate of a joint, x = coordinate + offset; or at a point of a body, x its place along
        the direction `along` of the world, which makes a `PointWindowForce`. Where the force opposes
        the motion its power is dissipation (a tool turns it into heat), else supply.

        force [N m or N]: along x.
        window [rad or m]: (start, stop) of x.
        speed_width [rad/s or m/s]: from rest to the speed of full force; 0 is a jump.
        joint: the name of a joint; or body, at and along.
        coordinate: name or number of the coordinate, needed where the joint has several.
        offset [rad or m]: of the coordinate in x.
        moving: direction of motion: 1, -1, or 0 for both.
        width [rad or m]: over which the ends of the window are smoothed, a hundredth of it if not
            given; 0 is a jump.
        body: the body, or ground, instead of a joint.
        at [m]: the point of the body, in the drawing.
        on [m]: the point in the body frame, or a named frame.
        along: direction of x, in the world.

        Example:
            m = sarrus.Mechanism("example")
            mass = m.body("mass", mass="5 kg", inertia=(0.01, 0.01, 0.01))
            m.prismatic("A", m.ground, mass, at=(0, 0, 0), axis="z")
            m.window_force("cut", "-300 N", ("10 mm", "80 mm"), joint="A", moving=1)
            model = m.build()
        """

    def worm_mesh(
        self,
        name: str,
        a: BodyHandle | str,
        b: BodyHandle | str,
        *,
        stiffness: Number,
        damping: Number = 0.0,
        backlash: Number = 0.0,
        variation: Number = 0.0,
        starts: Number,
        teeth: Number,
        module: Number,
        lead_angle: Number,
        pressure_angle: Number = 0.3490658503988659,
        mu: Number = 0.0,
        smoothing: Number = 0.001,
        distance: Number | None = None,
        twist: Number | None = None,
        at: Point | None = None,
        at2: Point | None = None,
        axis: Axis | None = None,
        axis2: Axis | None = None,
        on_a: Place | None = None,
        on_b: Place | None = None,
        source: Source | None = None,
    ) -> None:
        """Add elastic teeth between a worm on a and its wheel on b, with backlash and friction.

        The flanks push as those of a `gear_mesh`. They slide along the thread, at the pitch point:

            friction = mu push s / sqrt(s.s + smoothing^2)

        against the sliding velocity s. From this follow the efficiencies of both directions by the lead
        angle g, (cos(a) - mu tan(g))/(cos(a) + mu/tan(g)) where the worm drives, and where the wheel
        does (cos(a) - mu/tan(g))/(cos(a) + mu tan(g)): below 0 the worm locks itself.

        a: the body of wheel 1, or ground.
        b: the body of wheel 2, or ground.
        stiffness [N/m]: of the teeth along their normal.
        damping [s/m]: as a part of the stiffness.
        backlash [m]: play of the teeth along their normal.
        variation: 1: the stiffness goes with the pairs of teeth that touch, 0: it is the mean.
        starts: number of teeth of the worm: its threads.
        teeth: number of teeth of the wheel.
        module [m]: in the normal section of the teeth.
        lead_angle [rad]: of the worm at its pitch cylinder, positive for a right hand.
        pressure_angle [rad]: in the normal section of the teeth, 20 degrees if not given.
        mu: coefficient of friction of the teeth.
        smoothing [m/s]: the sliding speed below which friction fades.
        distance [m]: of the axes; that of the drawing, else of teeth and module, if not given.
        twist [rad]: turn from the axis of the worm to that of the wheel about the way between them;
            that of the drawing, else a right angle, if not given.
        at [m]: a point of the axis of wheel 1, in the drawing.
        at2 [m]: a point of the axis of wheel 2, in the drawing.
        axis: the direction of the axis of the worm, in the drawing.
        axis2: the direction of the axis of the wheel, in the drawing.
        on_a: instead the frame of wheel 1, z its axis, x to wheel 2.
        on_b: instead the frame of wheel 2, z its axis, x to wheel 1.

        Example:
            m = sarrus.Mechanism("example")
            worm = m.body("worm", mass="1 kg", inertia=(1e-4, 1e-4, 1e-4))
            wheel = m.body("wheel", mass="3 kg", inertia=(0.01, 0.01, 0.01), at=(0, "-80 mm", 0))
            m.revolute("A", m.ground, worm, at=(0, 0, 0), axis="x")
            m.revolute("B", m.ground, wheel, at=(0, "-80 mm", 0), axis="z")
            m.worm_mesh("mesh", worm, wheel, at=(0, 0, 0), axis="x", at2=(0, "-80 mm", 0), axis2="z",
                        starts=2, teeth=40, module="3 mm", lead_angle="8.961769 deg", stiffness="20 N/um",
                        damping="10 ms/m", mu=0.05)
            model = m.build()
        """

    def flexible_beam(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        through: Numbers = (),
        segments: Number = 8,
        up: Axis | None = None,
        section: str | None = None,
        diameter: Number | None = None,
        wall: Number | None = None,
        width: Number | None = None,
        height: Number | None = None,
        flange: Number | None = None,
        web: Number | None = None,
        area: Number | None = None,
        torsion_constant: Number | None = None,
        second_moment_y: Number | None = None,
        second_moment_z: Number | None = None,
        shear_ratio_y: Number = 0.0,
        shear_ratio_z: Number = 0.0,
        outer_y: Number = 0.0,
        outer_z: Number = 0.0,
        taper: Number = 1.0,
        material: str | None = None,
        young_modulus: Number | None = None,
        poisson_ratio: Number | None = None,
        shear_modulus: Number | None = None,
        density: Number | None = None,
        shear: bool = False,
        damping_time: Number = 0.0,
        damping_rate: Number = 0.0,
        mass: str = "lumped",
        color: str = "",
        source: Source | None = None,
    ) -> BeamHandle:
        """Add a flexible beam from a to b and return its handle: `start`, `end` and all `nodes`.

        The beam is a chain of segments of equal length, each bent and twisted evenly, however far. Its
        nodes are bodies named "rod.0" to "rod.8", which have the mass of half a segment on either side;
        joints, forces and further bodies are attached to them. Between them are the joints
        "rod.segment_1", ... with the elements "rod.elasticity_1", ... that hold elasticity and damping and
        show strains, moments and stress. `section` is "round" (diameter), "tube" (diameter, wall),
        "rectangle" (width, height) or "I" (height, width, flange, web); or its numbers are given, area,
        torsion_constant, second_moment_y and second_moment_z. Width is along y of the section, height along
        z. With mass="consistent" five sixths of each segment are two bodies "rod.inner_1", "rod.inner_2",
        ... inside it, which follow its strains. The material is one by name, or young_modulus,
        poisson_ratio or shear_modulus, and density.

        a [m]: the first end, in the drawing.
        b [m]: the second end, in the drawing.
        through [m]: points between, in order, of a beam that is curved at rest; a smooth line joins
            them.
        segments: their number.
        up: where z of the first section points, as near as possible.
        section: the section.
        diameter [m]: outer diameter.
        wall [m]: thickness of the wall of a tube.
        width [m]: size along y.
        height [m]: size along z.
        flange [m]: thickness of the flanges.
        web [m]: thickness of the web.
        area [m^2]: area of a section that has no name.
        torsion_constant [m^4]: its torsion constant.
        second_moment_y [m^4]: its second moment of area about y.
        second_moment_z [m^4]: its second moment of area about z.
        shear_ratio_y: its factor of the shear along y.
        shear_ratio_z: its factor of the shear along z.
        outer_y [m]: distance of its outermost fibre along y.
        outer_z [m]: distance of its outermost fibre along z.
        taper: sizes of the section at b by those at a.
        material: such as steel.
        young_modulus [Pa]: modulus of elasticity.
        poisson_ratio: Poisson's ratio.
        shear_modulus [Pa]: instead of Poisson's ratio.
        density [kg/m^3]: mass by volume.
        shear: whether segments also stretch and shear.
        damping_time [s]: damping as part of the stiffness.
        damping_rate [1/s]: damping as part of the mass, against the world.
        mass: where it is: at the nodes, or along each segment as it moves.
        color: of what is drawn, such as #d95f02.

        Example:
            m = sarrus.Mechanism("example")
            rod = m.flexible_beam("rod", (0, 0, 0), ("500 mm", 0, 0), section="rectangle", width="20 mm",
                height="2 mm", material="steel", segments=4)
            m.weld("clamp", m.ground, rod.start, at=(0, 0, 0))
            model = m.build()
        """

    def modal_body(
        self,
        name: str,
        modes: ModeSet | ModeSource | str | PathLike[str],
        *,
        at: Point | None = None,
        rotation: Numbers | None = None,
        quaternion_wxyz: Numbers | None = None,
        rpy: Numbers | None = None,
        damping_ratio: Number = 0.0,
        damping_time: Number = 0.0,
        damping_rate: Number = 0.0,
        source: Source | None = None,
    ) -> ModalBodyHandle:
        """Add a flexible body whose deformation is a sum of shapes, and return its handle.

        The mode set comes from `sarrus.fem`: from finite elements there, from arrays, or from a file; a
        `BeamModes`, `PlateModes`, `CalculixModes`, `NastranModes` or `MatrixMarketModes` describes one. The
        body "rod.frame" is its reference frame; each interface of the mode set is a body of its name,
        "rod.tip", that moves with the deformation: joints, forces and further bodies are attached to them.
        The joint "rod.modes" has the modal coordinates mode_1, mode_2, ... [m], the element
        "rod.elasticity" their stiffness and damping; stresses of the mode set are its channels.
        Deformations are small; the motion of the body is not.

        modes: the mode set, the path of its file, or a finite-element model.
        at [m]: origin of the reference frame, in the drawing.
        rotation: a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to
            B of the drawing.
        quaternion_wxyz: a rotation: the unit quaternion [w, x, y, z].
        rpy [rad]: a rotation: roll, pitch and yaw, about the fixed axes x, y and z.
        damping_ratio: damping of each mode as part of the critical.
        damping_time [s]: damping as part of the stiffness.
        damping_rate [1/s]: damping as part of the modal mass.

        Example:
            m = sarrus.Mechanism("example")
            rod = sarrus.fem.beam_structure((0, 0, 0), (0.5, 0, 0), elements=8, section="rectangle",
                                            width=0.02, height=0.005, material="aluminium")
            modes = sarrus.fem.craig_bampton(rod, {"root": 0, "tip": 8}, modes=0, reference="root", keep=2)
            arm = m.modal_body("arm", modes, damping_ratio=0.01)
            m.revolute("A", m.ground, arm.frame, at=(0, 0, 0), axis="y")
            model = m.build()
        """

    def couple(
        self,
        name: str,
        terms: Mapping[str, Any],
        *,
        offset: Number = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add a linear relation of joint coordinates: the sum of factor times coordinate is offset.

        A coordinate is named "joint.coordinate", such as "A.angle", or by the joint alone if it has one.
        The row has the unit of the first coordinate, [rad] or [m]; so has the offset, and a factor has that
        unit per unit of its coordinate. Rack and pinion of radius 20 mm:
        {"rack.displacement": 1, "pinion.angle": "-20 mm/rad"}.

        terms: {coordinate: factor}.
        offset [rad or m]: in the unit of the row.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            rod = m.body("rod", mass="1 kg", com=(0.6, 0, 0), inertia=(0.001, 0.01, 0.01))
            m.revolute("B", arm, rod, at=(0.4, 0, 0), axis="y")
            m.couple("belt", {"A.angle": 1, "B.angle": "2 rad/rad"})
            model = m.build()
        """

    def gear(
        self,
        name: str,
        driver: str,
        driven: str,
        ratio: Number,
        *,
        offset: Number = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add a gear: q_driven = ratio q_driver + offset, of two coordinates.

        A coordinate is named "joint.coordinate", such as "A.angle", or by its joint if that has one.

        driver: the coordinate that drives.
        driven: the coordinate that follows.
        ratio: negative for two external gears, which turn against each other.
        offset [rad or m]: in the unit of the row.

        Example:
            m = sarrus.Mechanism("example")
            arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
            m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
            rod = m.body("rod", mass="1 kg", com=(0.6, 0, 0), inertia=(0.001, 0.01, 0.01))
            m.revolute("B", arm, rod, at=(0.4, 0, 0), axis="y")
            m.gear("pair", "A", "B", ratio=-2)
            model = m.build()
        """

    def planetary(
        self,
        name: str,
        sun: str,
        ring: str,
        carrier: str,
        *,
        teeth_sun: Number,
        teeth_ring: Number,
        teeth_planet: Number | None = None,
        planets: Number | None = None,
        offset: Number = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add a planetary set: q_sun + i q_ring - (1 + i) q_carrier = offset, i = z_ring/z_sun.

        Willis' equation of three coordinates, named as those of gears; `ground` stands for one that is
        held. Numbers of teeth that cannot be put together are refused. The effort of the coupler is that on
        the sun. For the forces of teeth on each planet, give its pairs as joints.

        sun: the coordinate of the sun wheel.
        ring: the coordinate of the ring.
        carrier: the coordinate of the carrier of the planets.
        teeth_sun: number of teeth of the sun.
        teeth_ring: number of teeth of the ring.
        teeth_planet: of a planet, half of the difference if not given.
        planets: how many there are, at equal angles; 1 if not given.
        offset [rad or m]: in the unit of the row.

        Example:
            m = sarrus.Mechanism("example")
            pinion = m.body("pinion", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
            wheel = m.body("wheel", mass="2 kg", inertia=(4e-3, 4e-3, 4e-3))
            m.revolute("A", m.ground, pinion, at=(0, 0, 0), axis="z")
            m.revolute("B", m.ground, wheel, at=("90 mm", 0, 0), axis="z")
            arm = m.body("arm", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
            m.revolute("C", m.ground, arm, at=(0, 0, 0), axis="z")
            m.planetary("set", sun="A", ring="B", carrier="C", teeth_sun=24, teeth_ring=72, planets=4)
            model = m.build()
        """

    def start_velocity(
        self,
        body: BodyHandle | str,
        velocity: Numbers = (0.0, 0.0, 0.0),
        angular_velocity: Numbers = (0.0, 0.0, 0.0),
        *,
        source: Source | None = None,
    ) -> None:
        """Add the initial velocity of a body, in world axes.

        velocity [m/s]: of its centre of mass.
        angular_velocity [rad/s]: angular velocity.

        Example:
            m = sarrus.Mechanism("example")
            ball = m.body("ball", mass="1 kg", inertia=(0.004, 0.004, 0.004), at=(0, 0, "100 mm"))
            m.free("A", m.ground, ball)
            m.start_velocity(ball, velocity=("2 m/s", 0, 0))
            model = m.build()
        """
