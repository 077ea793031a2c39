"""Joints of a model as joints of a robot file."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from sarrus.errors import Problem
from sarrus.formats.urdf.describing import free_name
from sarrus.formats.urdf.parts import LOOP_KINDS
from sarrus.formats.urdf.written_tree import CHAINED, REVERSIBLE, Branch
from sarrus.formats.urdf.xml_writing import Written, number, numbers, placed
from sarrus.model.building.orientation import inverse, product
from sarrus.model.joint import Joint
from sarrus.model.joints import Helical
from sarrus.model.pose import Pose, Vector3, vector3

URDF_TYPES = {
    "revolute": "revolute",
    "prismatic": "prismatic",
    "weld": "fixed",
    "free": "floating",
    "planar": "planar",
}
LOOP_TYPES = {kind: written for written, kind in reversed(LOOP_KINDS.items())}
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
LINKS: dict[str, tuple[tuple[str, Vector3], ...]] = {
    "universal": (("revolute", X), ("revolute", Y)),
    "spherical": (("revolute", X), ("revolute", Y), ("revolute", Z)),
    "cylindrical": (("revolute", Z), ("prismatic", Z)),
    "helical": (("revolute", Z), ("prismatic", Z)),
}
"""The hinges and sliders that a joint of another type is made of, one after the other."""


@dataclass
class Frames:
    """The link frames of a file in the body frames of the model: X_BL by body."""

    poses: dict[str, Pose] = field(default_factory=dict)

    def on_link(self, body: str, pose: Pose) -> Pose:
        """Return a pose of the body frame in the link frame."""
        X_BL = self.poses.get(body, Pose())
        return pose if Pose() == X_BL else product(inverse(X_BL), pose)


def place_links(branches: list[Branch]) -> Frames:
    """Return the link frames: URDF has them at the joint that carries the link.

    Under a hinge or slider the axes of the body frame are kept, and the frame itself where it
    is already at the joint; under a weld it is always kept.
    """
    frames = Frames()
    for branch in branches:
        kind = branch.joint.type.type_name
        near = branch.joint.on_parent if branch.turned else branch.joint.on_child
        if kind in ("revolute", "prismatic"):
            frames.poses[branch.outer] = Pose(near.position)
        elif kind != "weld":
            frames.poses[branch.outer] = near
    return frames


@dataclass
class JointWriter:
    """Writes joints into <robot>; names and links: those that are taken."""

    robot: Written
    frames: Frames
    problems: list[Problem]
    names: set[str]
    links: set[str]
    chains: bool
    written: dict[str, Written] = field(default_factory=dict)

    def write(self, branch: Branch) -> None:
        """Write a joint of the tree, or report that URDF cannot have it."""
        kind = branch.joint.type.type_name
        if kind in CHAINED and self.chains and not branch.turned:
            self._chain(branch.joint)
        elif kind in (REVERSIBLE if branch.turned else URDF_TYPES):
            self._native(branch)
        elif branch.turned:
            action = "exchange its parent and child"
            self._refuse(branch.joint, f"is {kind} and leads towards ground", action)
        else:
            action = "write it as hinges and sliders with chains=True"
            self._refuse(branch.joint, f"is {kind}, which URDF does not have", action)

    def _refuse(self, joint: Joint, rule: str, action: str = "") -> None:
        element = f"joint '{joint.name}'"
        self.problems.append(Problem("F21", element, rule, element, action=action))

    def _native(self, branch: Branch) -> None:
        joint, kind = branch.joint, branch.joint.type.type_name
        far, near = joint.on_parent, joint.on_child
        if branch.turned:
            far, near = near, far
        on_inner = self.frames.on_link(branch.inner, far)
        on_outer = self.frames.on_link(branch.outer, near)
        axis = None
        if kind in ("revolute", "prismatic"):
            z = np.array(near.rotation)[:, 2]
            axis = vector3((-z if branch.turned else z) + 0.0)
        elif kind == "planar":
            axis = Z
        origin = product(on_inner, inverse(on_outer))
        element = self._add(joint.name, kind, branch.inner, branch.outer, origin, axis)
        self._limits(element, joint, 0)

    def _add(
        self, name: str, kind: str, inner: str, outer: str, origin: Pose, axis: Vector3 | None
    ) -> Written:
        element = self.robot.add("joint", name=name, type=URDF_TYPES[kind])
        element.add_origin(origin)
        element.add("parent", link=inner)
        element.add("child", link=outer)
        if axis is not None:
            element.add("axis", xyz=numbers(axis))
        self.written[name] = element
        return element

    def _limits(self, element: Written, joint: Joint, index: int) -> None:
        """Write the limits of a coordinate; a hinge without them is continuous."""
        if element.attributes["type"] not in ("revolute", "prismatic"):
            return
        parts: dict[str, str] = {}
        interval = joint.limits[index] if joint.limits else (-math.inf, math.inf)
        finite = [math.isfinite(bound) for bound in interval]
        if all(finite):
            parts = {"lower": number(interval[0]), "upper": number(interval[1])}
        elif element.attributes["type"] == "revolute":
            element.attributes["type"] = "continuous"
        if any(finite) and not all(finite):
            self.note(joint, "has a limit on one side only, which URDF cannot have; it is left out")
        for key, sizes in (("effort", joint.effort_limits), ("velocity", joint.speed_limits)):
            if sizes and math.isfinite(sizes[index]):
                parts[key] = number(sizes[index])
        if parts:
            element.add("limit", **parts)

    def note(self, joint: Joint, rule: str) -> None:
        """Add a notice about a joint."""
        element = f"joint '{joint.name}'"
        self.problems.append(Problem("F21", element, rule, element, severity="notice"))

    def _chain(self, joint: Joint) -> None:
        """Write a joint as hinges and sliders with links without mass between them."""
        kind = joint.type.type_name
        steps = LINKS[kind]
        origin, inner = self.frames.on_link(joint.parent, joint.on_parent), joint.parent
        names = [free_name(f"{joint.name}_{i + 1}", self.names) for i in range(len(steps))]
        for i, (step, axis) in enumerate(steps):
            last = i == len(steps) - 1
            outer = joint.child if last else free_name(f"{joint.name}_link_{i + 1}", self.links)
            if not last:
                self.robot.add("link", name=outer)
            element = self._add(names[i], step, inner, outer, origin, axis)
            if len(joint.type.velocities) == len(steps):
                self._limits(element, joint, i)
            elif step == "revolute":
                element.attributes["type"] = "continuous"
            origin, inner = Pose(), outer
        if isinstance(joint.type, Helical):
            multiplier = number(joint.type.advance)
            self.written[names[1]].add("mimic", joint=names[0], multiplier=multiplier)
        self.note(joint, f"is written as {', '.join(names)}: its coordinates are others")

    def write_loop(self, joint: Joint) -> None:
        """Write a joint that closes a loop."""
        kind = joint.type.type_name
        if kind == "free":
            self.note(joint, "closes a loop but holds nothing; it is left out")
            return
        if kind not in LOOP_TYPES:
            self._refuse(joint, f"closes a loop and is {kind}, which URDF does not have")
            return
        element = self.robot.add("loop_joint", name=joint.name, type=LOOP_TYPES[kind])
        ends = ((joint.parent, joint.on_parent), (joint.child, joint.on_child))
        for tag, (body, pose) in zip(("link1", "link2"), ends, strict=True):
            element.add(tag, link=body, **placed(self.frames.on_link(body, pose)))
        if kind in ("revolute", "prismatic", "planar", "cylindrical"):
            element.add("axis", xyz=numbers(Z))
        if joint.limits or joint.speed_limits or joint.effort_limits:
            self.note(joint, "closes a loop; its limits are left out")
