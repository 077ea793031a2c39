"""The joints of the builder, one method for every type; made of the classes of the types.

Editors and type checkers see them in `joints.pyi`, which `python -m sarrus.model.methods.stub`
writes.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any

from sarrus.model.building.drafts import BodyHandle, JointDraft
from sarrus.model.building.entry import Source
from sarrus.model.building.joints import ENDS, ends_of
from sarrus.model.joints import TYPES, JointType
from sarrus.model.joints.joint_type import parameters_of

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


def joint_method(cls: type[JointType]) -> Callable[..., None]:
    """Return the method of the builder that adds joints of a type: its text and numbers."""

    def between_frames(
        self: JointMethods, name: str, parent: BodyName, child: BodyName, **options: Any
    ) -> None:
        self.joint(cls.type_name, name, parent, child, **options)

    def between_points(
        self: JointMethods, name: str, a: BodyName, b: BodyName, **options: Any
    ) -> None:
        self.joint(cls.type_name, name, a, b, **options)

    method = between_points if cls.placement == "two points" else between_frames
    method.__name__ = cls.type_name
    method.__qualname__ = f"JointMethods.{cls.type_name}"
    written = inspect.getdoc(cls) or cls.type_name
    method.__doc__ = f"Add {written[0].lower()}{written[1:]}"
    method.__signature__ = _signature(cls)  # type: ignore[attr-defined]
    return method


def _signature(cls: type[JointType]) -> Signature:
    """Return the options of a type: its bodies, what all joints have, and its numbers."""
    shared = inspect.signature(JointMethods.joint).parameters
    apart = cls.placement == "two points"
    ends = dict(zip(("parent", "child"), ends_of(cls), strict=True))
    found = []
    for name, option in shared.items():
        usual = option.kind is not Parameter.KEYWORD_ONLY or name == "source"
        if name in ("type_name", "parameters") or not (usual or (name in ENDS) == apart):
            continue
        if name == "source":
            found += [_option(number) for number in parameters_of(cls)]
        found.append(option.replace(name=ends.get(name, name)))
    return Signature(found, return_annotation="None")


def _option(name: str) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation="Any")


def add_method(cls: type[JointType]) -> None:
    """Give the builder the method of a type."""
    there = getattr(JointMethods, cls.type_name, None)
    if there is None or hasattr(there, "__signature__"):  # never in the place of a real method
        setattr(JointMethods, cls.type_name, joint_method(cls))


def remove_method(cls: type[JointType]) -> None:
    """Take the method of a type from the builder."""
    if hasattr(vars(JointMethods).get(cls.type_name), "__signature__"):
        delattr(JointMethods, cls.type_name)


TYPES.on_register(add_method, remove_method)
