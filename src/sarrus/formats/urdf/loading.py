"""`load_urdf`: a model from a robot file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sarrus.errors import ModelError, Problem, sorted_problems
from sarrus.formats.contacts import add_contacts, read_contacts
from sarrus.formats.mesh_paths import MeshPaths
from sarrus.formats.source_text import SourceText
from sarrus.formats.urdf.colors import Colors
from sarrus.formats.urdf.contacts import contact_hulls
from sarrus.formats.urdf.describing import describe
from sarrus.formats.urdf.joint_reading import read_frame, read_joint, read_loop
from sarrus.formats.urdf.link_reading import LinkReader
from sarrus.formats.urdf.parts import Robot
from sarrus.formats.urdf.structure import JOINT_TAGS, checked_tree, rename_ground
from sarrus.formats.xml.reading import Reading, robot_problems
from sarrus.formats.xml.source import is_xacro, source_and_folder, stem
from sarrus.formats.xml.tree import Element, parse_xml
from sarrus.formats.xml.unread import Unread
from sarrus.model.body import GROUND
from sarrus.model.model import Model
from sarrus.model.validation.names import comparison_form
from sarrus.public_names import LateModule

if TYPE_CHECKING:
    from sarrus.formats.urdf import loop_dialects
    from sarrus.formats.xacro import expansion
else:  # few files have loops in other dialects, or macros
    loop_dialects = LateModule("sarrus.formats.urdf.loop_dialects")
    expansion = LateModule("sarrus.formats.xacro.expansion")

ROBOT_CHILDREN = (
    *("link", "joint", "loop_joint", "fixed_frame", "material", "constraint", "constraints"),
    *("drake:joint", "drake:ball_constraint", "frame"),
)
ROBOT_IGNORED = ("transmission", "gazebo", "sensor", "mujoco", "ros2_control")


def load_urdf(
    source: str | os.PathLike[str],
    *,
    name: str = "",
    base: str = "weld",
    mimic: bool = True,
    losses: bool = True,
    merge_fixed: bool = False,
    packages: Mapping[str, str | os.PathLike[str]] | None = None,
    arguments: Mapping[str, Any] | None = None,
    meshes: bool = True,
    contacts: Mapping[str, Any] | None = None,
    gravity: Any = (0.0, 0.0, -9.81),
    strict: bool = False,
) -> Model:
    """Return the model of a robot file, or of a text in that format.

    Bodies are the links, with their frames; all coordinates are zero where URDF has them zero.
    base: "weld" fixes the root link to ground, "free" lets it float; a root link named "ground"
    is ground itself. mimic=False lets joints that follow others move on their own;
    losses=False leaves out damping and friction; merge_fixed=True makes links on fixed joints
    part of the link that carries them, and named frames. packages: folder by package name, for
    meshes and includes, which are never looked for elsewhere; meshes=False leaves them out.
    A file of xacro is expanded first, without ROS; arguments: values of its <xacro:arg>.
    contacts: numbers of the element `contact`, at least its stiffness: {"k": 1e5, "mu": 0.6} makes
    one for each collision with the plane z = 0 of the world; with "pairs": "all" also between links
    that no joint connects.

    Warnings stand in `Model.notices`, with file, line and element; strict=True refuses them.
    Raises ModelError with every problem found.

    Example:
        model = sarrus.load_urdf("arm.urdf", base="weld")
    """
    reading = Reading()
    _check_base(base)
    touching = read_contacts(contacts)
    text, folder = source_and_folder(source)
    known = {k: os.fspath(v) for k, v in (packages or {}).items()}
    root_element = _expanded_root(text, arguments, known, folder)
    robot = _robot(reading, root_element, name, stem(text.file, "robot"))
    paths = MeshPaths(known, folder)
    _read_parts(reading, robot, paths if meshes else None)
    root = checked_tree(reading, robot)
    ground = _ground(reading, robot, root, base)
    if root is None:
        raise ModelError(robot_problems(reading.all_problems(), strict))
    rename_ground(reading, robot, root)
    broken = any(problem.severity == "error" for problem in reading.problems)
    if not broken and any(robot.element.all(tag) for tag in ("constraints", "gazebo")):
        loop_dialects.add_drawn_loops(reading, robot, root)
        broken = any(problem.severity == "error" for problem in reading.problems)
    if merge_fixed and not broken:
        from sarrus.formats.urdf.merging import robot_without_fixed_joints

        robot = robot_without_fixed_joints(robot, root)
    _note_mimics(reading, robot, mimic)
    _note_zeros(reading, robot)
    mechanism = describe(robot, root, ground, base, mimic and not broken, losses, gravity)
    unread = Unread()
    try:
        model = mechanism.build()
        if touching and not broken:
            add_contacts(mechanism, model, contact_hulls(robot, ground, unread), touching, unread)
            model = mechanism.build()
    except ModelError as error:
        found = [p for p in error.problems if p.severity == "error" or not broken]
        raise ModelError(robot_problems([*reading.all_problems(), *found], strict)) from None
    if broken:
        raise ModelError(robot_problems(reading.all_problems(), strict))
    own = [*reading.all_problems(), *unread.problems()]
    notices = robot_problems([*own, *model.notices], strict)
    if any(problem.severity == "error" for problem in notices):
        raise ModelError([p for p in notices if p.severity != "notice"])
    return replace(model, notices=tuple(sorted_problems(notices)))


def _expanded_root(
    text: SourceText, arguments: Mapping[str, Any] | None, packages: dict[str, str], folder: str
) -> Element:
    """Return the outermost element, with the macros of xacro expanded."""
    if not is_xacro(text):
        root = parse_xml(text)
        if arguments:
            rule = "are for files of xacro, which this is not"
            raise ModelError(Problem("F17", "arguments", rule, location=root.place))
        return root
    return expansion.expand(parse_xml(text, macros=True), arguments or {}, packages, folder)


def _check_base(base: str) -> None:
    if base not in ("weld", "free"):
        raise ModelError(Problem("M09", "base", "must be 'weld' or 'free'", value=repr(base)))


def _robot(reading: Reading, element: Element, name: str, usual: str) -> Robot:
    if element.tag != "robot":
        value, rule = f"<{element.tag[:60]}>", "is the outermost element, but URDF has <robot>"
        reading.report(element, "M09", rule, value=value, action=_other_format(element.tag))
        raise ModelError(reading.problems)
    known: tuple[str, ...] = ROBOT_CHILDREN
    blocks = [[child.tag for child in block.children] for block in element.all("gazebo")]
    if all(set(tags) == {"joint"} for tags in blocks):
        known = (*known, "gazebo")
    reading.only(element, known, ("name", "version"), ROBOT_IGNORED)
    raw = element.attributes.get("name", "").strip()
    if not raw and not name:
        rule = f"is missing; '{usual}' is used"
        reading.report(element, "M09", rule, attribute="name", severity="notice")
    return Robot(name or raw or usual, element)


def _other_format(tag: str) -> str:
    known = {
        "mujoco": "this is MJCF of MuJoCo: give the file the ending .xml, or use load_mjcf",
        "sdf": "this is SDF of Gazebo: give the file the ending .sdf, or use load_sdf",
        "COLLADA": "this is a mesh, which is not read",
    }
    return known.get(tag, "give a robot file")


def _read_parts(reading: Reading, robot: Robot, paths: MeshPaths | None) -> None:
    colors = Colors(reading)
    colors.learn(robot.element)
    visible = any(child.tag == "link" and child.all("visual") for child in robot.element.children)
    links = LinkReader(reading, paths, colors, visible)
    for child in robot.element.children:
        if child.tag == "link" and (link := links.read(child)):
            robot.links.append(link)
        elif child.tag in JOINT_TAGS and (joint := read_joint(reading, child)):
            robot.joints.append(joint)
        elif child.tag == "loop_joint" and (loop := read_loop(reading, child)):
            robot.loops.append(loop)
        elif child.tag == "constraint":
            if loop := loop_dialects.read_constraint(reading, child):
                robot.loops.append(loop)
        elif child.tag == "drake:ball_constraint":
            number = robot.element.all(child.tag).index(child) + 1
            if ball := loop_dialects.read_ball_constraint(reading, child, number):
                robot.loops.append(ball)
        elif child.tag in ("fixed_frame", "frame"):
            own = child.tag == "fixed_frame"
            frame = (read_frame if own else loop_dialects.read_drake_frame)(reading, child)
            robot.frames += [] if frame is None else [frame]
    links.note_homeless()


def _ground(reading: Reading, robot: Robot, root: str | None, base: str) -> str | None:
    """Return the root link if it is named ground: it is then not a body."""
    if root is None or comparison_form(root) != GROUND:
        return None
    link = next(link for link in robot.links if link.name == root)
    if base == "free":
        rule, action = "is ground, which cannot be free", "rename the link"
        reading.report(link.element, "M07", rule, value=f"the link '{root}'", action=action)
    elif link.mass:
        rule = f"is ground; its mass of {link.mass:g} kg cannot move and is left out"
        reading.report(link.element, "M07", rule, value=f"the link '{root}'", severity="notice")
    return root


def _note_mimics(reading: Reading, robot: Robot, mimic: bool) -> None:
    followers = [joint.mimic for joint in robot.joints if joint.mimic is not None]
    if followers and not mimic:
        rule = f"is not followed (mimic=False), of {len(followers)} joints"
        reading.report(followers[0].element, "M22", rule, value="<mimic>", severity="notice")
    for follower in followers if mimic else ():
        if follower.multiplier == 0.0:
            rule = "is 0: the joint stands still at its offset"
            reading.report(
                follower.element, "M22", rule, attribute="multiplier", severity="warning"
            )


def _note_zeros(reading: Reading, robot: Robot) -> None:
    """Tell once of limits of 0, which no joint that moves can keep: files write them for none."""
    zeros = [joint for joint in robot.joints if joint.zeros]
    if not zeros:
        return
    element = zeros[0].places["limits"]
    names = ", ".join(f"'{joint.name}'" for joint in zeros[:8])
    more = "" if len(zeros) <= 8 else f" and {len(zeros) - 8} more"
    kinds = " and ".join(dict.fromkeys(kind for joint in zeros for kind in joint.zeros))
    rule = f"is 0 in {names}{more}, which counts as not given"
    action = "write the limits of the real drives, or leave the attribute out"
    reading.report(element, "M21", rule, value=kinds, action=action, severity="notice")
