"""`save_sdf`: a model as a file of Gazebo or Drake."""

from __future__ import annotations

import math
import os
from collections import deque
from collections.abc import Iterable
from dataclasses import field

import numpy as np

from sarrus.errors import Problem
from sarrus.formats.sdf.force_writing import ForceWriter
from sarrus.formats.sdf.frames import BETWEEN, MODEL, WORLD
from sarrus.formats.writing.robot_losses import robot_losses
from sarrus.formats.writing.touching_solids import TouchingSolid, solids_on_bodies
from sarrus.formats.xml.writing import Written, document_text, number, numbers, roll_pitch_yaw_of
from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND, Body, PlacedShape
from sarrus.model.building.orientation import inverse, product, relative
from sarrus.model.joint import Joint
from sarrus.model.model import Model
from sarrus.model.pose import Pose
from sarrus.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere
from sarrus.storage.new_file import write_text

EARTH = (0.0, 0.0, -9.81)
VERSION = "1.11"
NATIVE = {
    "revolute": "revolute",
    "prismatic": "prismatic",
    "spherical": "ball",
    "universal": "universal",
    "helical": "screw",
    "weld": "fixed",
}
"""What our joint types are called in the file."""
AXES = {
    "revolute": ("0 0 1",),
    "prismatic": ("0 0 1",),
    "helical": ("0 0 1",),
    "universal": ("1 0 0", "0 1 0"),
}
LETTERS = {"x": "1 0 0", "y": "0 1 0", "z": "0 0 1"}
CLOSED = 1e-9
"""Gap of a joint, per size of the model, with which it still counts as closed."""


def save_sdf(
    model: Model, path: str | os.PathLike[str], *, partial: bool = False
) -> tuple[Problem, ...]:
    """Write a model as a file of SDF 1.11 and return what is worth knowing about it.

    Links stand where all coordinates are zero, and joints in their frames there; loops must be
    closed there, for SDF draws each joint once. Bodies that are free have no joint. Dampers,
    friction and springs of joints become <dynamics>, couplers of two coordinates <mimic>, contacts
    collisions with their friction, without their stiffness, other joint types hinges and sliders
    with links without mass between them. Another gravity than that of Earth, and what is drawn of
    ground or touches there, make a <world>. What SDF cannot hold is refused, all at once, or left
    out with partial=True.

    Example:
        sarrus.save_sdf(arm.model, "arm.sdf")
    """
    text, notices = sdf_text(model, partial=partial)
    write_text(os.fspath(path), text, overwrite=True)
    return notices


def sdf_text(model: Model, *, partial: bool = False) -> tuple[str, tuple[Problem, ...]]:
    """Return the text of the file of a model, and the notices; see `save_sdf`."""
    writer = ModelWriter(model)
    root = writer.write()
    return document_text(root, writer.problems, writer.carriers, partial)


@dataclass
class ModelWriter:
    """Writes one model; problems: what is lost or changed."""

    model: Model
    problems: list[Problem] = field(default_factory=list)
    poses: dict[str, Pose] = field(default_factory=dict)
    """X_WB where all coordinates are zero."""
    scopes: dict[str, Written] = field(default_factory=dict)
    """The written models by the prefix of their names."""
    names: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    """For each (kind, name): the prefix of the model that holds it, and its name there."""
    taken: set[tuple[str, str]] = field(default_factory=set)
    links: dict[str, Written] = field(default_factory=dict)
    axes: dict[tuple[str, int], Written] = field(default_factory=dict)
    """The written axes by joint and coordinate."""
    chained: dict[tuple[str, int], tuple[str, int]] = field(default_factory=dict)
    """The axes that stand for coordinates of joints that are written as several."""
    carriers: set[str] = field(default_factory=set)
    touching: dict[str, list[TouchingSolid]] = field(default_factory=dict)
    """The solids of contacts by their bodies."""
    collisions: dict[TouchingSolid, Written] = field(default_factory=dict)

    def write(self) -> Written:
        """Return the element <sdf>."""
        model = self.model
        root = Written("sdf", {"version": VERSION})
        on_ground = any(frame.body == GROUND for frame in model.frames)
        self.touching = solids_on_bodies(model)
        outer = root
        if model.gravity != EARTH or model.ground_shapes or on_ground or GROUND in self.touching:
            outer = root.add("world", name=model.name)
            outer.add_text("gravity", numbers(model.gravity))
        self.scopes[""] = outer.add("model", name=model.name)
        self._place_bodies()
        for body in model.bodies:
            self._link(body)
        for joint in model.joints:
            self._joint(joint)
        ForceWriter(self).write()
        for frame in model.frames:
            self._frame(frame.name, frame.body, frame.pose, outer)
        if model.ground_shapes or self.links.get(GROUND) is not None:
            self._ground(outer)
        if model.start:
            self.note("start velocities", "are not written")
        if model.base != "fixed":
            self.note("base", "is prescribed, which is not part of SDF")
        self.problems += robot_losses(model, "SDF")
        return root

    def refuse(self, element: str, rule: str, action: str = "") -> None:
        """Report what SDF cannot hold."""
        action = action or "leave it out with --drop (partial=True)"
        self.problems.append(Problem("F21", element, rule, element, action=action))

    def note(self, element: str, rule: str) -> None:
        """Report what is changed."""
        self.problems.append(Problem("F21", element, rule, element, severity="notice"))

    def _place_bodies(self) -> None:
        """Find where the bodies stand with all coordinates zero, walking from ground."""
        around: dict[str, list[Joint]] = {}
        for joint in self.model.joints:
            if joint.type.in_tree:
                around.setdefault(joint.parent, []).append(joint)
                around.setdefault(joint.child, []).append(joint)
        drawn = {body.name: body.pose for body in self.model.bodies}
        self.poses = {GROUND: Pose()}
        queue = deque([GROUND])
        while queue:
            body = queue.popleft()
            for joint in around.get(body, ()):
                other = joint.child if joint.parent == body else joint.parent
                if other in self.poses:
                    continue
                here, there = joint.on_parent, joint.on_child
                if joint.child == body:
                    here, there = there, here
                if joint.type.type_name == "free":
                    self.poses[other] = drawn[other]
                else:
                    self.poses[other] = _pose_of_other(self.poses[body], here, there, drawn[other])
                queue.append(other)
        for name, pose in drawn.items():
            self.poses.setdefault(name, pose)

    def name_in_scope(self, kind: str, name: str, inside: Iterable[str] = ()) -> tuple[str, str]:
        """Return the prefix of the nested model that is to hold an element, and its name there.

        inside: bodies that it joins; it stands in a nested model only if all of them do.
        """
        if (kind, name) in self.names:
            return self.names[kind, name]
        prefix, between, local = name.rpartition(BETWEEN)
        home = prefix + between
        if not all(body == GROUND or f"{body}".startswith(home) for body in inside):
            home, local = "", name
        wanted = local.replace(BETWEEN, "__") or "_"
        reserved = wanted in (WORLD, MODEL) or (wanted[:2] == "__" == wanted[-2:])
        own = f"{wanted}_{kind}" if reserved or (home, wanted) in self.taken else wanted
        while (home, own) in self.taken:
            own += "_"
        if own != local:
            self.note(f"{kind} '{name}'", f"is called '{home}{own}' there")
        self.taken.add((home, own))
        self.names[kind, name] = home, own
        return home, own

    def scope(self, prefix: str) -> Written:
        """Return the element of a nested model, which stands where the outermost one does."""
        if prefix not in self.scopes:
            outer, _, local = prefix.removesuffix(BETWEEN).rpartition(BETWEEN)
            outer_prefix = f"{outer}{BETWEEN}" if outer else ""
            self.taken.add((outer_prefix, local))
            self.scopes[prefix] = self.scope(outer_prefix).add("model", name=local)
        return self.scopes[prefix]

    def reference(self, kind: str, name: str, home: str) -> str:
        """Return how an element is called from inside a model."""
        if kind == "body" and name == GROUND:
            return WORLD
        prefix, local = self.names[kind, name]
        return (prefix + local).removeprefix(home)

    def _link(self, body: Body) -> None:
        home, local = self.name_in_scope("body", body.name)
        link = self.scope(home).add("link", name=local)
        self.links[body.name] = link
        add_pose(link, self.poses[body.name])
        inertial = link.add("inertial")
        add_pose(inertial, Pose(body.com))
        inertial.add_text("mass", number(body.mass))
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = body.inertia
        inertia = inertial.add("inertia")
        six = {"ixx": xx, "ixy": xy, "ixz": xz, "iyy": yy, "iyz": yz, "izz": zz}
        for tag, value in six.items():
            inertia.add_text(tag, number(value))
        if not body.mass:
            self.note(f"body '{body.name}'", "has no mass, which Gazebo itself refuses")
        self._shapes(link, body.shapes)

    def _shapes(self, link: Written, shapes: Iterable[PlacedShape]) -> None:
        for i, placed in enumerate(shapes):
            geometry = _geometry(placed.shape)
            if geometry is None:
                self.note("shape", f"{type(placed.shape).__name__} is not drawn there")
                continue
            visual = link.add("visual", name=f"visual_{i + 1}")
            add_pose(visual, placed.pose)
            visual.children.append(geometry)
            if placed.color.startswith("#") and len(placed.color) == 7:
                parts = [int(placed.color[k : k + 2], 16) / 255.0 for k in (1, 3, 5)]
                rgba = numbers([*(round(part, 4) for part in parts), 1.0])
                material = visual.add("material")
                material.add_text("ambient", rgba)
                material.add_text("diffuse", rgba)

    def collision(self, solid: TouchingSolid, mu: float) -> bool:
        """Write a solid that may touch others, with its friction; False if SDF has no such."""
        geometry = _geometry(solid.shape)
        if solid in self.collisions or geometry is None:
            return geometry is not None
        link = self.links.setdefault(solid.body, Written("link", {"name": "link"}))
        count = sum(child.tag == "collision" for child in link.children)
        written = link.add("collision", name=f"collision_{count + 1}")
        add_pose(written, solid.pose)
        written.children.append(geometry)
        ode = written.add("surface").add("friction").add("ode")
        ode.add_text("mu", number(mu))
        ode.add_text("mu2", number(mu))
        self.collisions[solid] = written
        return True

    def let_links_touch(self) -> None:
        """Let the links of the model touch each other, which they do not by themselves."""
        model = self.scopes[""]
        if not any(child.tag == "self_collide" for child in model.children):
            model.add_text("self_collide", "true")

    def _joint(self, joint: Joint) -> None:
        kind, element = joint.type.type_name, f"joint '{joint.name}'"
        if joint.armature:
            self.note(element, "has an armature, which SDF cannot have: left out")
        if kind == "free":
            self._free(joint)
            return
        if not self._is_closed(joint):
            return
        if kind in NATIVE:
            self._native(joint)
        elif joint.type.chain:
            self._chain(joint)
        else:
            if joint.type.in_tree:
                self.carriers.add(element)
            self.refuse(element, f"is {kind}, which SDF does not have")

    def _free(self, joint: Joint) -> None:
        """Leave out a free joint: what nothing holds is free in SDF."""
        element = f"joint '{joint.name}'"
        others = [j for j in self.model.joints if j is not joint and j.type.n_rows]
        if joint.parent != GROUND or _reaches_ground(joint.child, others):
            self.note(element, "is free beside other joints and holds nothing; it is left out")
        elif joint.name != f"{joint.child}_free":
            self.note(element, f"is not written: links are free there ('{joint.child}_free')")
        if Pose() != joint.on_parent or Pose() != joint.on_child:
            self.note(element, "has other frames: its coordinates are others")

    def _is_closed(self, joint: Joint) -> bool:
        """Tell whether the frames of a joint meet where all coordinates are zero."""
        X_WF = product(self.poses[joint.parent], joint.on_parent)
        X_WM = product(self.poses[joint.child], joint.on_child)
        gap = relative(X_WF, X_WM).transform
        off = max(
            float(np.max(np.abs(gap.position))), float(np.max(np.abs(gap.matrix - np.eye(3))))
        )
        if off <= CLOSED:
            return True
        element = f"joint '{joint.name}'"
        size = max(1.0, float(np.max(np.abs(X_WF.position))))
        rows = np.asarray(joint.type.residual(gap), dtype=float)
        if rows.size and float(np.max(np.abs(rows))) > CLOSED * size:
            self.refuse(
                element, "closes a loop that is open where all coordinates are zero, and SDF draws"
                " closed loops", "draw the loop closed: give joints by their points in the drawing",
            )  # fmt: skip
            return False
        self.note(element, "counts its coordinates from the drawing there")
        return True

    def _native(self, joint: Joint) -> None:
        kind = joint.type.type_name
        home, local = self.name_in_scope("joint", joint.name, (joint.parent, joint.child))
        written = self.scope(home).add("joint", name=local, type=NATIVE[kind])
        parent, child, near = joint.parent, joint.child, joint.on_child
        if child == GROUND:  # which SDF knows as a parent only
            parent, child, near = child, parent, joint.on_parent
            if kind == "universal":
                self.refuse(
                    f"joint '{joint.name}'", "is universal and leads to ground",
                    "exchange its parent and child",
                )  # fmt: skip
            if kind == "spherical":
                self.note(f"joint '{joint.name}'", "leads from ground: its coordinates are others")
        written.add_text("parent", self.reference("body", parent, home))
        written.add_text("child", self.reference("body", child, home))
        add_pose(written, near)
        if kind == "helical":
            written.add_text("screw_thread_pitch", number(getattr(joint.type, "lead", 0.0)))
        for i, xyz in enumerate(AXES.get(kind, ())):
            axis = written.add("axis" if i == 0 else "axis2")
            # turned round, an angle about z is the same angle about -z
            axis.add_text("xyz", "0 0 -1" if joint.child == GROUND else xyz)
            self.axes[joint.name, i] = axis
            self._limits(joint, axis, i)
        limited = joint.limits or joint.speed_limits or joint.effort_limits
        if kind == "revolute" and not any(child.tag == "limit" for child in axis.children):
            written.attributes["type"] = "continuous"
        if limited and kind not in AXES:
            self.note(f"joint '{joint.name}'", "has limits, which a ball joint of SDF has not")

    def _limits(self, joint: Joint, axis: Written, i: int) -> None:
        limit = Written("limit")
        low, high = joint.limits[i] if joint.limits else (-math.inf, math.inf)
        sizes = {
            "lower": low,
            "upper": high,
            "effort": joint.effort_limits[i] if joint.effort_limits else math.inf,
            "velocity": joint.speed_limits[i] if joint.speed_limits else math.inf,
        }
        for tag, size in sizes.items():
            if math.isfinite(size):
                limit.add_text(tag, number(size))
        if limit.children:
            axis.children.append(limit)

    def _chain(self, joint: Joint) -> None:
        """Write a joint as hinges and sliders with links without mass between them."""
        steps = joint.type.chain
        at = product(self.poses[joint.child], joint.on_child)
        names = []
        between = [f"{joint.name}_link_{i + 1}" for i in range(len(steps) - 1)]
        links = [joint.parent, *between, joint.child]
        for link in links[1:-1]:
            self.poses[link] = at
            self._link(Body(link, 0.0, pose=at))
        for i, step in enumerate(steps):
            name = f"{joint.name}_{i + 1}"
            own, local = self.name_in_scope("joint", name, links)
            names.append(own + local)
            written = self.scope(own).add(
                "joint", name=local, type="prismatic" if step.slides else "continuous"
            )
            written.add_text("parent", self.reference("body", links[i], own))
            written.add_text("child", self.reference("body", links[i + 1], own))
            if i == len(steps) - 1:
                add_pose(written, joint.on_child)
            axis = written.add("axis")
            axis.add_text("xyz", LETTERS[step.axis])
            self.axes[name, 0] = axis
            if len(joint.type.velocities) == len(steps):
                self.chained[joint.name, i] = name, 0
                self._limits(joint, axis, i)
                if any(child.tag == "limit" for child in axis.children) and not step.slides:
                    written.attributes["type"] = "revolute"
            elif (joint.limits or joint.speed_limits or joint.effort_limits) and i == 0:
                rule = "is written as several joints; its limits are left out"
                self.note(f"joint '{joint.name}'", rule)
            if step.follows is not None:
                mimic = axis.add("mimic", joint=f"{joint.name}_{step.follows + 1}", axis="axis")
                mimic.add_text("multiplier", number(step.ratio))
                mimic.add_text("offset", "0")
                mimic.add_text("reference", "0")
        self.note(
            f"joint '{joint.name}'", f"is written as {', '.join(names)}: its coordinates are others"
        )

    def _frame(self, name: str, body: str, pose: Pose, outer: Written) -> None:
        if body == GROUND:
            # the world has no models inside that could hold it
            home, local = self.name_in_scope("frame", name, ("",) if BETWEEN in name else ())
            frame = outer.add("frame", name=local, attached_to=WORLD)
        else:
            home, local = self.name_in_scope("frame", name, (body,))
            frame = self.scope(home).add(
                "frame", name=local, attached_to=self.reference("body", body, home)
            )
        add_pose(frame, pose)

    def _ground(self, outer: Written) -> None:
        """Write what is drawn of ground, and may touch, as a model that stands still."""
        name = "ground_shapes"
        while name == self.model.name:
            name += "_"
        static = outer.add("model", name=name)
        static.add_text("static", "true")
        link = self.links.get(GROUND, Written("link", {"name": "link"}))
        static.children.append(link)
        self._shapes(link, self.model.ground_shapes)
        self.note("ground", f"is a static model, and '{name}::link' is a frame of it")


def _geometry(shape: Shape | None) -> Written | None:
    """Return <geometry> of a shape, of what is below a plane if None; None if SDF has none."""
    geometry = Written("geometry")
    if isinstance(shape, Box):
        geometry.add("box").add_text("size", numbers(shape.size))
    elif isinstance(shape, (Cylinder, Capsule)):
        form = geometry.add("cylinder" if isinstance(shape, Cylinder) else "capsule")
        form.add_text("radius", number(shape.radius))
        form.add_text("length", number(shape.length))
    elif isinstance(shape, Sphere):
        geometry.add("sphere").add_text("radius", number(shape.radius))
    elif isinstance(shape, Mesh):
        mesh = geometry.add("mesh")
        mesh.add_text("uri", shape.file)
        if shape.scale != (1.0, 1.0, 1.0):
            mesh.add_text("scale", numbers(shape.scale))
    elif shape is None:
        geometry.add("plane").add_text("normal", "0 0 1")
    else:
        return None
    return geometry


def _pose_of_other(pose: Pose, here: Pose, there: Pose, drawn: Pose) -> Pose:
    """Return X_WB of a body whose joint frame meets that of another; as drawn if it does there."""
    found = product(product(pose, here), inverse(there))
    near = np.max(np.abs(np.subtract(found.position, drawn.position)))
    turned = np.max(np.abs(np.subtract(found.rotation, drawn.rotation)))
    size = max(1.0, float(np.max(np.abs(drawn.position))))
    return drawn if near <= 1e-14 * size and turned <= 1e-14 else found


def _reaches_ground(body: str, joints: list[Joint]) -> bool:
    reached, queue = {body}, [body]
    while queue:
        at = queue.pop()
        for joint in joints:
            if at in (joint.parent, joint.child):
                for other in (joint.parent, joint.child):
                    if other == GROUND:
                        return True
                    if other not in reached:
                        reached.add(other)
                        queue.append(other)
    return False


def add_pose(element: Written, pose: Pose) -> None:
    """Add <pose>, unless it is the identity."""
    if pose != Pose():
        element.add_text("pose", numbers([*pose.position, *roll_pitch_yaw_of(pose)]))
