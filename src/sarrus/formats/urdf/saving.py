"""`save_urdf`: a model as a robot file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from sarrus.errors import Problem
from sarrus.formats.urdf.element_writing import write_losses, write_mimics
from sarrus.formats.urdf.joint_writing import Frames, JointWriter, place_links
from sarrus.formats.urdf.written_tree import Branch, written_tree
from sarrus.formats.writing.robot_losses import robot_losses
from sarrus.formats.writing.touching_solids import TouchingSolid, solids_on_bodies
from sarrus.formats.xml.writing import Written, document_text, number, numbers
from sarrus.model.body import GROUND, Body, PlacedShape
from sarrus.model.joint import Joint
from sarrus.model.model import Model
from sarrus.model.pose import Pose
from sarrus.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere
from sarrus.storage.new_file import write_text

EARTH = (0.0, 0.0, -9.81)


def save_urdf(
    model: Model, path: str | os.PathLike[str], *, chains: bool = False, partial: bool = False
) -> tuple[Problem, ...]:
    """Write a model as a robot file and return what is worth knowing about it.

    Joints that close loops become <loop_joint>, couplers of two coordinates <mimic>, dampers and
    friction of joints <dynamics>, named frames <fixed_frame>, contacts collisions without their
    numbers. chains=True writes universal,
    spherical, cylindrical and helical joints as hinges and sliders with links without mass
    between them. What URDF cannot hold is refused, all at once, or left out with partial=True.

    Example:
        sarrus.save_urdf(arm.model, "arm.urdf")
    """
    text, notices = urdf_text(model, chains=chains, partial=partial)
    write_text(os.fspath(path), text, overwrite=True)
    return notices


def urdf_text(
    model: Model, *, chains: bool = False, partial: bool = False
) -> tuple[str, tuple[Problem, ...]]:
    """Return the text of the robot file of a model, and the notices; see `save_urdf`."""
    problems = [*_outside(model), *robot_losses(model, "URDF")]
    branches, loops = written_tree(model)
    frames = place_links(branches)
    robot = Written("robot", {"name": model.name})
    touching = {
        body: [solid for solid in solids if solid.shape is not None]
        for body, solids in solids_on_bodies(model).items()
    }
    anchor = None if touching.get(GROUND) else _anchor(model, branches, loops)
    if anchor is None:
        _link(robot, Body(GROUND, 0.0), model.ground_shapes, touching, frames)
    for body in model.bodies:
        _link(robot, body, body.shapes, touching, frames)
    names = {joint.name for joint in model.joints}
    links = {GROUND, *model.body_index}
    writer = JointWriter(robot, frames, problems, names, links, chains)
    for branch in branches:
        if branch is not anchor:
            writer.write(branch)
    for loop in loops:
        writer.write_loop(loop)
    write_losses(model.forces, writer.written, problems)
    write_mimics(model.couplers, writer.written, problems)
    for frame in model.frames:
        element = robot.add("fixed_frame", name=frame.name)
        element.add("parent", link=frame.body)
        element.add_origin(frames.on_link(frame.body, frame.pose))
    problems += _moved_frames_notice(frames)
    carriers = {f"joint '{branch.joint.name}'" for branch in branches}  # never left out
    return document_text(robot, problems, carriers, partial)


def _anchor(model: Model, branches: list[Branch], loops: list[Joint]) -> Branch | None:
    """Return the weld that a reader adds under the root link, if that is all of ground."""
    if model.ground_shapes or any(frame.body == GROUND for frame in model.frames):
        return None
    at_ground = [joint for joint in model.joints if GROUND in (joint.parent, joint.child)]
    if len(at_ground) != 1 or any(joint is at_ground[0] for joint in loops):
        return None
    joint = at_ground[0]
    usual = not joint.type.nv and joint.name == f"{joint.child}_weld"
    if not usual or joint.on_parent != Pose() or joint.on_child != Pose():
        return None
    return next(branch for branch in branches if branch.joint is joint)


def _outside(model: Model) -> list[Problem]:
    """Return notices of what no robot file holds."""
    found = []
    if model.gravity != EARTH:
        rule = f"{numbers(model.gravity)} m/s^2 is not part of URDF"
        found.append(("gravity", rule, "give it again when the file is read"))
    if model.start:
        found.append(("start velocities", "are not part of URDF", ""))
    if model.base != "fixed":
        found.append(("base", "is prescribed, which is not part of URDF", ""))
    return [Problem("F21", what, rule, what, "", do, "notice") for what, rule, do in found]


def _moved_frames_notice(frames: Frames) -> list[Problem]:
    moved = [name for name, pose in frames.poses.items() if pose != Pose()]
    if not moved:
        return []
    listed = ", ".join(f"'{name}'" for name in moved[:8])
    more = f" and {len(moved) - 8} more" if len(moved) > 8 else ""
    rule = f"have their link frames at their joints, not where the body frames are: {listed}{more}"
    return [Problem("F21", "links", rule, f"{len(moved)} links", severity="notice")]


def _link(
    robot: Written,
    body: Body,
    shapes: tuple[PlacedShape, ...],
    touching: Mapping[str, Sequence[TouchingSolid]],
    frames: Frames,
) -> None:
    element = robot.add("link", name=body.name)
    if body.mass or any(any(row) for row in body.inertia):
        inertial = element.add("inertial")
        inertial.add_origin(frames.on_link(body.name, Pose(body.com)))
        inertial.add("mass", value=number(body.mass))
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = body.inertia
        six = {"ixx": xx, "ixy": xy, "ixz": xz, "iyy": yy, "iyz": yz, "izz": zz}
        inertial.add("inertia", **{key: number(value) for key, value in six.items()})
    for placed in shapes:
        visual = element.add("visual")
        visual.add_origin(frames.on_link(body.name, placed.pose))
        _geometry(visual.add("geometry"), placed.shape)
        if placed.color:
            visual.add("material", name=placed.color).add("color", rgba=_rgba(placed.color))
    for solid in touching.get(body.name, ()):
        collision = element.add("collision")
        collision.add_origin(frames.on_link(body.name, solid.pose))
        _geometry(collision.add("geometry"), solid.shape)


def _geometry(element: Written, shape: Shape | None) -> None:
    if isinstance(shape, Box):
        element.add("box", size=numbers(shape.size))
    elif isinstance(shape, (Cylinder, Capsule)):
        tag = "cylinder" if isinstance(shape, Cylinder) else "capsule"
        element.add(tag, radius=number(shape.radius), length=number(shape.length))
    elif isinstance(shape, Sphere):
        element.add("sphere", radius=number(shape.radius))
    elif isinstance(shape, Mesh):
        mesh = element.add("mesh", filename=shape.file)
        if shape.scale != (1.0, 1.0, 1.0):
            mesh.attributes["scale"] = numbers(shape.scale)


def _rgba(color: str) -> str:
    """Return "r g b a" from 0 to 1 of a color such as "#4477aa"; grey if it is another."""
    digits = color.removeprefix("#")
    try:
        parts = [int(digits[i : i + 2], 16) / 255.0 for i in (0, 2, 4)]
    except ValueError:
        parts = [0.5, 0.5, 0.5]
    return numbers([*(round(part, 4) for part in parts), 1.0])
