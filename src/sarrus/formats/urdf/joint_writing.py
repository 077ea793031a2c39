"""Joints of a model as joints of a robot file."""

from __future__ import annotations

import math
from dataclasses import field

import numpy as np

from sarrus.errors import Problem
from sarrus.formats.urdf.describing import free_name
from sarrus.formats.urdf.parts import LOOP_TYPES, URDF_TYPES
from sarrus.formats.urdf.written_tree import Branch, is_native, is_reversible
from sarrus.formats.xml.writing import Written, number, numbers, origin_attributes
from sarrus.late_dataclass import dataclass
from sarrus.model.building.orientation import inverse, product
from sarrus.model.joint import Joint
from sarrus.model.pose import Pose, Vector3, vector3

AXES: dict[str, Vector3] = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


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
        kind = branch.joint.type
        near = branch.joint.on_parent if branch.turned else branch.joint.on_child
        if is_native(kind) and (kind.is_hinge or kind.is_slider):
            frames.poses[branch.outer] = Pose(near.position)
        elif kind.nv:
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
        type_ = branch.joint.type
        kind = type_.type_name
        self._note_armature(branch.joint)
        if is_reversible(type_) if branch.turned else is_native(type_):
            self._native(branch)
        elif type_.chain and self.chains and not branch.turned:
            self._chain(branch.joint)
        elif branch.turned:
            action = "exchange its parent and child"
            self._refuse(branch.joint, f"is {kind} and leads towards ground", action)
        else:
            action = "write it as hinges and sliders with chains=True"
            if not type_.chain:
                action = f"the type {kind} is not equal to a chain of hinges and sliders"
            self._refuse(branch.joint, f"is {kind}, which URDF does not have", action)

    def _refuse(self, joint: Joint, rule: str, action: str = "") -> None:
        element = f"joint '{joint.name}'"
        self.problems.append(Problem("F21", element, rule, element, action=action))

    def _native(self, branch: Branch) -> None:
        joint, kind = branch.joint, branch.joint.type
        far, near = joint.on_parent, joint.on_child
        if branch.turned:
            far, near = near, far
        on_inner = self.frames.on_link(branch.inner, far)
        on_outer = self.frames.on_link(branch.outer, near)
        axis = None
        if kind.is_hinge or kind.is_slider:
            z = np.array(near.rotation)[:, 2]
            axis = vector3((-z if branch.turned else z) + 0.0)
        elif kind.axes:
            axis = AXES["z"]
        origin = product(on_inner, inverse(on_outer))
        type_ = URDF_TYPES[kind.type_name]
        element = self._add(joint.name, type_, branch.inner, branch.outer, origin, axis)
        self._limits(element, joint, 0)

    def _add(
        self, name: str, type_: str, inner: str, outer: str, origin: Pose, axis: Vector3 | None
    ) -> Written:
        element = self.robot.add("joint", name=name, type=type_)
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
            if joint.limits or joint.speed_limits or joint.effort_limits:
                self.note(joint, "has several coordinates; its limits are left out")
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
        steps = joint.type.chain
        origin, inner = self.frames.on_link(joint.parent, joint.on_parent), joint.parent
        names = [free_name(f"{joint.name}_{i + 1}", self.names) for i in range(len(steps))]
        for i, step in enumerate(steps):
            last = i == len(steps) - 1
            outer = joint.child if last else free_name(f"{joint.name}_link_{i + 1}", self.links)
            if not last:
                self.robot.add("link", name=outer)
            type_ = "prismatic" if step.slides else "revolute"
            element = self._add(names[i], type_, inner, outer, origin, AXES[step.axis])
            if len(joint.type.velocities) == len(steps):
                self._limits(element, joint, i)
            elif not step.slides:
                element.attributes["type"] = "continuous"
                if joint.limits or joint.speed_limits or joint.effort_limits:
                    self.note(joint, "is written as several joints; its limits are left out")
            if step.follows is not None:
                multiplier = number(step.ratio)
                element.add("mimic", joint=names[step.follows], multiplier=multiplier)
            origin, inner = Pose(), outer
        self.note(joint, f"is written as {', '.join(names)}: its coordinates are others")

    def _note_armature(self, joint: Joint) -> None:
        if joint.armature:
            self.note(joint, "has an armature, which URDF cannot have; it is left out")

    def write_loop(self, joint: Joint) -> None:
        """Write a joint that closes a loop."""
        kind = joint.type.type_name
        self._note_armature(joint)
        if not joint.type.n_rows:
            self.note(joint, "closes a loop but holds nothing; it is left out")
            return
        if kind not in LOOP_TYPES:
            self._refuse(joint, f"closes a loop and is {kind}, which URDF does not have")
            return
        element = self.robot.add("loop_joint", name=joint.name, type=LOOP_TYPES[kind])
        ends = ((joint.parent, joint.on_parent), (joint.child, joint.on_child))
        for tag, (body, pose) in zip(("link1", "link2"), ends, strict=True):
            element.add(tag, link=body, **origin_attributes(self.frames.on_link(body, pose)))
        if joint.type.axes == ("axis",):
            element.add("axis", xyz=numbers(AXES["z"]))
        if joint.limits or joint.speed_limits or joint.effort_limits:
            self.note(joint, "closes a loop; its limits are left out")
