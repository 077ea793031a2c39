"""`save_mjcf`: a model as a file of MuJoCo."""

from __future__ import annotations

import math
import os
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import field

import numpy as np

from sarrus.errors import Problem
from sarrus.formats.mjcf.force_writing import ForceWriter
from sarrus.formats.urdf.written_tree import Branch, written_tree
from sarrus.formats.writing.robot_losses import robot_losses
from sarrus.formats.writing.touching_solids import TouchingSolid
from sarrus.formats.xml.writing import Written, document_text, number, numbers
from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND, Body, PlacedShape
from sarrus.model.building.orientation import inverse, product
from sarrus.model.joint import Joint
from sarrus.model.model import Model
from sarrus.model.pose import IDENTITY, Pose
from sarrus.model.shapes import Box, Capsule, Cylinder, Mesh, Sphere
from sarrus.spatial.rotation import quaternion_of
from sarrus.storage.new_file import write_text

MOST_LEVELS = 190
"""Bodies in bodies: readers of XML have a bound of their own."""
NATIVE = {"revolute": "hinge", "prismatic": "slide", "spherical": "ball"}
LETTERS = {"x": 0, "y": 1, "z": 2}
UNSEEN = "3"
"""The first group of geoms that MuJoCo does not show."""


def save_mjcf(
    model: Model, path: str | os.PathLike[str], *, partial: bool = False
) -> tuple[Problem, ...]:
    """Write a model as a file of MuJoCo and return what is worth knowing about it.

    Ball joints and welds that close loops become <connect> and <weld>, couplers <joint> or
    <tendon> under <equality>, springs, dampers and friction of joints attributes of these or
    drives, springs between points tendons, named frames sites, contacts pairs of geoms without
    their stiffness. Other joint types become hinges and slides of one body. What MJCF cannot hold
    is refused, all at once, or left out with partial=True.

    Example:
        sarrus.save_mjcf(arm.model, "arm.xml")
    """
    text, notices = mjcf_text(model, partial=partial)
    write_text(os.fspath(path), text, overwrite=True)
    return notices


def mjcf_text(model: Model, *, partial: bool = False) -> tuple[str, tuple[Problem, ...]]:
    """Return the text of the file of a model, and the notices; see `save_mjcf`."""
    writer = ModelWriter(model)
    writer.write()
    return document_text(writer.root, writer.problems, writer.carriers, partial)


@dataclass
class ModelWriter:
    """Writes one model; problems: what is lost or changed."""

    model: Model
    root: Written = field(default_factory=lambda: Written("mujoco"))
    problems: list[Problem] = field(default_factory=list)
    joints: dict[str, Written] = field(default_factory=dict)
    """The written joints with one coordinate, and ball joints, by name."""
    elements: dict[str, Written] = field(default_factory=dict)
    """The written bodies by name."""
    sections: dict[str, Written] = field(default_factory=dict)
    meshes: dict[Mesh, str] = field(default_factory=dict)
    geoms: dict[TouchingSolid, Written] = field(default_factory=dict)
    """The written geoms."""
    carriers: set[str] = field(default_factory=set)

    def write(self) -> None:
        """Write all."""
        model = self.model
        self.root.attributes["model"] = model.name
        self.root.add("compiler", angle="radian")
        self.root.add("option", gravity=numbers(model.gravity))
        for tag in ("asset", "worldbody", "contact", "tendon", "equality", "actuator"):
            self.sections[tag] = Written(tag)
        self.forces = ForceWriter(self)
        branches, loops = written_tree(model)
        wheels = self.forces.wheels()
        branches = [branch for branch in branches if branch.outer not in wheels]
        self.carriers = {f"joint '{branch.joint.name}'" for branch in branches}
        self._bodies(branches)
        for frame in model.frames:
            at = self.elements.get(frame.body)
            if at is not None:
                at.add("site", name=frame.name, **pose_attributes(frame.pose))
        for joint in loops:
            self._loop(joint)
        self.forces.write()
        self._outside()
        self.problems += robot_losses(model, "MJCF")
        self.root.children += [part for part in self.sections.values() if part.children]

    def refuse(self, element: str, rule: str, action: str = "") -> None:
        """Report what MJCF cannot hold."""
        action = action or "leave it out with --drop (partial=True)"
        self.problems.append(Problem("F21", element, rule, element, action=action))

    def note(self, element: str, rule: str) -> None:
        """Report what is changed."""
        self.problems.append(Problem("F21", element, rule, element, severity="notice"))

    def _outside(self) -> None:
        if self.model.start:
            self.note("start velocities", "are not written")
        if self.model.base != "fixed":
            self.note("base", "is prescribed, which is not part of MJCF")

    def _bodies(self, branches: list[Branch]) -> None:
        """Write bodies inside of those that carry them."""
        outboard: dict[str, list[Branch]] = defaultdict(list)
        for branch in branches:
            outboard[branch.inner].append(branch)
        world = self.sections["worldbody"]
        self.elements[GROUND] = world
        self._shapes(GROUND, world, self.model.ground_shapes)
        waiting = [(branch, world, 1) for branch in reversed(outboard[GROUND])]
        while waiting:
            branch, parent, level = waiting.pop()
            if level > MOST_LEVELS:
                self.refuse(f"joint '{branch.joint.name}'", f"is deeper than {MOST_LEVELS} bodies")
                continue
            chain = self._chain(branch, outboard)
            element = self._body(chain, parent)
            last = chain[-1].outer
            waiting += [(b, element, level + 1) for b in reversed(outboard[last])]

    def _chain(self, branch: Branch, outboard: dict[str, list[Branch]]) -> list[Branch]:
        """Return the joints that one body of the file has: links without mass are left out."""
        chain = [branch]
        while True:
            last = chain[-1]
            body = self.model.body(last.outer)
            following = outboard[last.outer]
            bare = not body.mass and not any(map(any, body.inertia)) and not body.shapes
            used = any(frame.body == body.name for frame in self.model.frames) or any(
                body.name in force.bodies for force in self.model.forces
            )
            closing = sum(body.name in (j.parent, j.child) for j in self.model.joints) > 2
            plain = last.joint.type.type_name in ("revolute", "prismatic") and not last.turned
            if not (bare and plain and not used and not closing and len(following) == 1):
                return chain
            after = following[0]
            if after.turned or after.joint.type.type_name not in NATIVE:
                return chain
            chain.append(after)

    def _body(self, chain: list[Branch], parent: Written) -> Written:
        """Write a body with its joints; its frame is that of the model."""
        body = self.model.body(chain[-1].outer)
        # poses at zero coordinates, from the outermost body inward
        X_PB = Pose()
        frames: list[tuple[Branch, Pose]] = []
        for branch in reversed(chain):
            joint = branch.joint
            near, far = joint.on_child, joint.on_parent
            if branch.turned:
                near, far = far, near
            frames.append((branch, product(inverse(X_PB), near) if Pose() != X_PB else near))
            X_PB = product(product(far, inverse(near)), X_PB)
        first = chain[0].joint
        if first.type.type_name == "free":
            X_PB = body.pose
        element = parent.add("body", name=body.name, **pose_attributes(X_PB))
        self.elements[body.name] = element
        for branch, frame in reversed(frames):
            self._joint(element, branch, frame)
        self._inertial(element, body)
        self._shapes(body.name, element, body.shapes)
        return element

    def _joint(self, element: Written, branch: Branch, frame: Pose) -> None:
        joint, kind = branch.joint, branch.joint.type
        name = kind.type_name
        if name == "weld":
            return
        if name == "free":
            if branch.turned or branch.inner != GROUND:
                self.refuse(f"joint '{joint.name}'", "is free against another body than ground")
            if Pose() != joint.on_parent or Pose() != joint.on_child:
                self.note(f"joint '{joint.name}'", "has other frames: its coordinates are others")
            element.add("freejoint", name=joint.name)
            return
        R = np.array(frame.rotation)
        place = {} if not any(frame.position) else {"pos": numbers(frame.position)}
        if name == "spherical" and not branch.turned:
            if frame.rotation != IDENTITY:
                self.note(f"joint '{joint.name}'", "has other axes: its coordinates are others")
            self._note_numbers(joint, "is a ball joint")
            written = element.add("joint", name=joint.name, type="ball", **place)
            self.joints[joint.name] = written
            return
        if name in ("revolute", "prismatic"):
            axis = R[:, 2] * (-1.0 if branch.turned else 1.0)
            self.joints[joint.name] = self._scalar(
                element, joint.name, NATIVE[name], axis, place, joint, 0
            )
            return
        if branch.turned or not kind.chain:
            rule = f"is {name}, which MJCF does not have"
            self.refuse(f"joint '{joint.name}'", rule, "replace it by hinges and sliders")
            return
        names = [f"{joint.name}_{i + 1}" for i in range(len(kind.chain))]
        if len(kind.velocities) != len(kind.chain):
            self._note_numbers(joint, "is written as several joints")
        for i, step in enumerate(kind.chain):
            type_ = "slide" if step.slides else "hinge"
            axis = R[:, LETTERS[step.axis]]
            one = len(kind.velocities) == len(kind.chain)
            written = self._scalar(element, names[i], type_, axis, place, joint if one else None, i)
            self.joints[names[i]] = written
            if step.follows is not None:
                polynomial = f"0 {number(step.ratio)} 0 0 0"
                self.sections["equality"].add(
                    "joint", joint1=names[i], joint2=names[step.follows], polycoef=polynomial
                )
        self.note(
            f"joint '{joint.name}'", f"is written as {', '.join(names)}: its coordinates are others"
        )

    def _scalar(
        self, element: Written, name: str, type_: str, axis: np.ndarray, place: dict[str, str],
        joint: Joint | None, i: int,
    ) -> Written:  # fmt: skip
        kind = {} if type_ == "hinge" else {"type": type_}
        written = element.add("joint", name=name, **kind, **place, axis=numbers(axis + 0.0))
        if joint is None:
            return written
        if joint.armature:
            written.attributes["armature"] = number(joint.armature)
        if joint.limits and i < len(joint.limits):
            low, high = joint.limits[i]
            if math.isfinite(low) and math.isfinite(high):
                written.attributes["range"] = numbers((low, high))
            elif math.isfinite(low) or math.isfinite(high):
                self.note(f"joint '{joint.name}'", "has a limit on one side only; it is left out")
        if joint.effort_limits and math.isfinite(joint.effort_limits[i]):
            size = joint.effort_limits[i]
            written.attributes["actuatorfrcrange"] = numbers((-size, size))
        if joint.speed_limits and math.isfinite(joint.speed_limits[i]):
            self.note(f"joint '{joint.name}'", "has a limit of speed, which MJCF cannot hold")
        return written

    def _inertial(self, element: Written, body: Body) -> None:
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = body.inertia
        six = (xx, yy, zz, xy, xz, yz)
        if not body.mass and not any(six):
            if any(child.tag in ("joint", "freejoint") for child in element.children):
                self.note(f"body '{body.name}'", "moves without mass, which MuJoCo itself refuses")
            return
        inertial = element.add("inertial", pos=numbers(body.com), mass=number(body.mass))
        if any((xy, xz, yz)):
            inertial.attributes["fullinertia"] = numbers(six)
        else:
            inertial.attributes["diaginertia"] = numbers(six[:3])

    def _shapes(self, body: str, element: Written, shapes: Iterable[PlacedShape]) -> None:
        """Write what is drawn: without mass, and without contacts."""
        for placed in shapes:
            solid = TouchingSolid(body, placed.shape, placed.pose)
            written = self._geom(solid, element)
            if written is None:
                kind = type(placed.shape).__name__
                self.note(f"shape of <{element.tag}>", f"{kind} is not drawn there")
            elif placed.color.startswith("#") and len(placed.color) == 7:
                parts = [int(placed.color[i : i + 2], 16) / 255.0 for i in (1, 3, 5)]
                written.attributes["rgba"] = numbers([*(round(part, 4) for part in parts), 1.0])

    def _geom(self, solid: TouchingSolid, element: Written) -> Written | None:
        """Write a geom without mass that touches nothing; None if MJCF has no such shape."""
        shape = solid.shape
        if isinstance(shape, Box):
            form = {"type": "box", "size": numbers(side / 2 for side in shape.size)}
        elif isinstance(shape, (Cylinder, Capsule)):
            type_ = "cylinder" if isinstance(shape, Cylinder) else "capsule"
            form = {"type": type_, "size": numbers((shape.radius, shape.length / 2))}
        elif isinstance(shape, Sphere):
            form = {"size": number(shape.radius)}
        elif isinstance(shape, Mesh):
            form = {"type": "mesh", "mesh": self._mesh(shape)}
        elif shape is None:
            form = {"type": "plane", "size": "0 0 1"}  # without end
        else:
            return None
        written = element.add(
            "geom", **form, **pose_attributes(solid.pose), mass="0", contype="0", conaffinity="0"
        )
        return self.geoms.setdefault(solid, written)

    def touching(self, solid: TouchingSolid, name: str) -> str | None:
        """Return the name of the geom of a solid, which is called so if it has none yet.

        None if MJCF has no such shape.
        """
        found = self.geoms.get(solid)
        if found is None:
            found = self._geom(solid, self.elements[solid.body])
            if found is None:
                return None
            found.attributes["group"] = UNSEEN
        return found.attributes.setdefault("name", name)

    def site(self, name: str, body: str, pose: Pose) -> None:
        """Write a site, unless the model has it as a frame already."""
        known = any(
            frame.name == name and frame.body == body and frame.pose.position == pose.position
            for frame in self.model.frames
        )
        if not known:
            self.elements[body].add("site", name=name, **pose_attributes(pose))

    def _mesh(self, shape: Mesh) -> str:
        if shape not in self.meshes:
            name = f"mesh{len(self.meshes) + 1}"
            self.meshes[shape] = name
            scale = {} if shape.scale == (1.0, 1.0, 1.0) else {"scale": numbers(shape.scale)}
            self.sections["asset"].add("mesh", name=name, file=shape.file, **scale)
        return self.meshes[shape]

    def _loop(self, joint: Joint) -> None:
        """Write a joint that closes a loop."""
        kind = joint.type.type_name
        if not joint.type.n_rows:
            self.note(f"joint '{joint.name}'", "closes a loop but holds nothing; it is left out")
            return
        ends = ((joint.parent, joint.on_parent), (joint.child, joint.on_child))
        sites = [f"{joint.name}_{end}" for end in ("parent", "child")]
        equality = self.sections["equality"]
        if kind in ("spherical", "weld", "revolute"):
            for site, (body, pose) in zip(sites, ends, strict=True):
                self.site(site, body, pose)
            tag = "weld" if kind == "weld" else "connect"
            equality.add(tag, name=joint.name, site1=sites[0], site2=sites[1])
        else:
            self.refuse(
                f"joint '{joint.name}'", f"closes a loop and is {kind}, which MJCF does not have"
            )
            return
        if kind == "revolute":
            # a second point of the axis holds its direction
            for site, (body, pose) in zip(sites, ends, strict=True):
                other = product(pose, Pose((0.0, 0.0, 1.0)))
                self.site(f"{site}_axis", body, other)
            equality.add(
                "connect",
                name=f"{joint.name}_axis",
                site1=f"{sites[0]}_axis",
                site2=f"{sites[1]}_axis",
            )
            self.note(f"joint '{joint.name}'", "closes a loop: it is two points of its axis there")
        self._note_numbers(joint, "closes a loop")

    def _note_numbers(self, joint: Joint, why: str) -> None:
        """Note that limits and the armature of a joint are not written."""
        if joint.limits or joint.speed_limits or joint.effort_limits:
            self.note(f"joint '{joint.name}'", f"{why}; its limits are left out")
        if joint.armature:
            self.note(f"joint '{joint.name}'", f"{why}; its armature is left out")


def pose_attributes(pose: Pose) -> dict[str, str]:
    """Return the attributes pos and quat of a pose, without those that are zero."""
    found = {}
    if any(pose.position):
        found["pos"] = numbers(pose.position)
    if pose.rotation != IDENTITY:
        found["quat"] = numbers(float(x) for x in quaternion_of(np.array(pose.rotation)))
    return found
