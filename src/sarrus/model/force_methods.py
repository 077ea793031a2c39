"""The force elements of the builder, one method per type."""

from __future__ import annotations

from typing import Any

from sarrus.model.drafts import BodyHandle, ForceDraft
from sarrus.model.entry import Source
from sarrus.model.forces import ForceElement

BodyName = BodyHandle | str


class ForceMethods:
    """Methods of `Mechanism` that add force elements.

    A point of a body is given in the drawing (`at...`, world coordinates [m]) or in the body
    frame (`on...` [m], or a named frame of that body).
    """

    def __init__(self) -> None:
        self.forces: list[ForceDraft] = []

    def spring_damper(
        self,
        name: str,
        a: BodyName,
        b: BodyName,
        *,
        at_a: Any = None,
        at_b: Any = None,
        on_a: Any = None,
        on_b: Any = None,
        k: Any = 0.0,
        c: Any = 0.0,
        free_length: Any = None,
        source: Source | None = None,
    ) -> None:
        """Add f = k (l - free_length) + c dl/dt between two points.

        k [N/m]; c [N s/m]; free_length [m], the distance in the drawing if not given.
        """
        points = {"at_a": at_a, "at_b": at_b, "on_a": on_a, "on_b": on_b}
        self._force(
            "spring_damper", name, source, a=a, b=b, k=k, c=c, free_length=free_length, **points
        )

    def joint_torque(
        self,
        name: str,
        joint: str,
        effort: Any,
        coordinate: str | int | None = None,
        *,
        source: Source | None = None,
    ) -> None:
        """Add a constant torque [N m] or force [N] on a coordinate of a joint.

        coordinate: its name or number, needed where the joint has several.
        """
        self._force("joint_torque", name, source, joint=joint, effort=effort, coordinate=coordinate)

    def joint_damper(
        self,
        name: str,
        joint: str,
        d: Any,
        coordinate: str | int | None = None,
        *,
        source: Source | None = None,
    ) -> None:
        """Add viscous damping d [N m s/rad] or [N s/m] of a coordinate of a joint."""
        self._force("joint_damper", name, source, joint=joint, d=d, coordinate=coordinate)

    def point_force(
        self,
        name: str,
        body: BodyName,
        force: Any,
        *,
        at: Any = None,
        on: Any = None,
        follower: bool = False,
        source: Source | None = None,
    ) -> None:
        """Add a constant force [N] at a point of a body.

        force: in world axes; with follower=True in body axes, turning with the body.
        """
        self._force(
            "point_force", name, source, body=body, force=force, at=at, on=on, follower=follower
        )

    def torque(
        self,
        name: str,
        a: BodyName,
        b: BodyName,
        axis: Any,
        torque: Any,
        *,
        source: Source | None = None,
    ) -> None:
        """Add +torque [N m] on b and -torque on a about an axis in the drawing, fixed in a."""
        self._force("torque", name, source, a=a, b=b, axis=axis, torque=torque)

    def add(self, element: ForceElement, *, source: Source | None = None) -> None:
        """Add a ready force element, such as one of the user's own type."""
        self._force("element", getattr(element, "name", None), source, element=element)

    def _force(self, type_name: str, name: Any, source: Source | None, **options: Any) -> None:
        given = {key: value for key, value in options.items() if value is not None}
        self.forces.append(ForceDraft(type_name, name, given, source or {}))
