"""Loops, and frames, in the dialects of other programs.

<constraint>: the element that is proposed for urdfdom (ros/urdfdom, pull request 264);
<drake:ball_constraint> and <frame>: of Drake; <constraints> with <pin>: of RaiSim; <gazebo> with
<joint>: joints of SDF inside a robot file, for Gazebo.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from sarrus.formats.sdf.describing import SQUARE
from sarrus.formats.sdf.frames import MODEL, Scope
from sarrus.formats.sdf.joints import read_joint as read_sdf_joint
from sarrus.formats.sdf.parts import JointPart as SdfJoint
from sarrus.formats.sdf.values import SdfReading
from sarrus.formats.urdf.parts import LOOP_KINDS, FramePart, JointPart, LoopPart, Robot
from sarrus.formats.xml.reading import NO_UNIT, Reading
from sarrus.formats.xml.tree import Element
from sarrus.model.building.orientation import (
    axis_frame,
    clean,
    cross_frame,
    direction,
    product,
    relative,
)
from sarrus.model.building.references import nearest
from sarrus.model.joints import TYPES
from sarrus.model.pose import IDENTITY, Matrix3, Pose, Vector3, matrix3, vector3
from sarrus.spatial.rotation import quaternion_matrix

Z_AXIS: Vector3 = (0.0, 0.0, 1.0)
X_AXIS: Vector3 = (1.0, 0.0, 0.0)
GAZEBO_VERSION = (1, 6)
"""Blocks for Gazebo know `use_parent_model_frame`, and `expressed_in` as well."""


def read_constraint(reading: Reading, element: Element) -> LoopPart | None:
    """Return the loop of a <constraint>: two links, an origin and an axis on each."""
    known = ("parent", "parent_origin", "parent_axis", "child", "child_origin", "child_axis")
    reading.only(element, known, ("name", "type"))
    name, written = (reading.text(element, key) for key in ("name", "type"))
    if written is not None and written not in LOOP_KINDS:
        reading.report(
            element, "M09", "is not a type of <constraint>", attribute="type",
            value=f"'{written[:80]}'", action=nearest(written, LOOP_KINDS),
        )  # fmt: skip
    kind = LOOP_KINDS.get(written or "")
    ends = [reading.need(element, tag) for tag in ("parent", "child")]
    links, poses = [], []
    for tag, end in zip(("parent", "child"), ends, strict=True):
        if end is not None:
            reading.only(end, attributes=("link",))
        links.append(None if end is None else reading.text(end, "link"))
        origin = reading.single(element, f"{tag}_origin")
        if origin is not None:
            reading.only(origin, attributes=("xyz", "rpy"))
        axis = _axis(reading, reading.single(element, f"{tag}_axis"))
        turn = Pose(rotation=_frame_of_axis(kind or "weld", axis, tag))
        poses.append(product(reading.pose(origin), turn))
    (a, b), (first, second) = ends, links
    if name is None or kind is None or first is None or second is None or a is None or b is None:
        return None
    return LoopPart(name, kind, (first, second), (poses[0], poses[1]), Z_AXIS, element, (a, b))


def _axis(reading: Reading, element: Element | None) -> Vector3:
    """Return the unit axis; the x axis where none is given, as for joints."""
    if element is None:
        return X_AXIS
    reading.only(element, attributes=("xyz",))
    raw = reading.vector(element, "xyz", NO_UNIT)
    return X_AXIS if raw is None else direction(reading.entry(element), "xyz", raw) or X_AXIS


def _frame_of_axis(kind: str, axis: Vector3, end: str) -> Matrix3:
    """Return axes whose z is the axis; of a universal joint x on the parent and y on the child."""
    if kind == "universal":
        z = axis_frame(axis)
        across = vector3(np.array(z)[:, 0])
        return cross_frame(axis, across) if end == "parent" else cross_frame(across, axis)
    return axis_frame(axis) if TYPES[kind].axes else IDENTITY


def read_ball_constraint(reading: Reading, element: Element, count: int) -> LoopPart | None:
    """Return the ball joint of a <drake:ball_constraint>; count: its number in the file."""
    tags = {part: f"drake:ball_constraint_{part}" for part in ("body_A", "body_B", "p_AP", "p_BQ")}
    reading.only(element, tags.values())
    found = {part: reading.need(element, tag) for part, tag in tags.items()}
    bodies = [found["body_A"], found["body_B"]]
    links = [None if e is None else reading.text(e, "name") for e in bodies]
    points = [
        None if e is None else reading.vector(e, "value", "m")
        for e in (found["p_AP"], found["p_BQ"])
    ]
    (a, b), (first, second), (p, q) = bodies, links, points
    if None in (first, second, p, q) or a is None or b is None:
        return None
    return LoopPart(
        f"ball_constraint_{count}", "spherical", (first or "", second or ""),
        (Pose(p or (0.0, 0.0, 0.0)), Pose(q or (0.0, 0.0, 0.0))), X_AXIS, element,
        (_with_link(a, first or ""), _with_link(b, second or "")),
    )  # fmt: skip


def _with_link(element: Element, link: str) -> Element:
    """Return an element with the name of its link where messages look for it."""
    element.attributes.setdefault("link", link)
    return element


def add_drawn_loops(reading: Reading, robot: Robot, root: str) -> None:
    """Add the loops that the file tells by a position: pins of RaiSim, joints of Gazebo."""
    for element in robot.element.all("constraints"):
        _add_pins(reading, robot, root, element)
    joints = [
        joint
        for block in robot.element.all("gazebo")
        if "reference" not in block.attributes
        for joint in block.all("joint")
    ]
    if joints:
        poses = _poses(robot, root, {})
        sdf = SdfReading(problems=reading.problems, unused=reading.unused)
        sdf.version = GAZEBO_VERSION
        for element in joints:
            _add_gazebo_joint(sdf, robot, poses, element)
        for problem in sdf.unread.problems():
            reading.problems.append(problem)


def _add_pins(reading: Reading, robot: Robot, root: str, element: Element) -> None:
    """Add the pins of RaiSim: points of body1 that are points of body2 where the robot is nominal.

    nominal_config: place and quaternion w x y z of the base, then the joints, deepest first.
    """
    reading.only(element, ("pin",), ("nominal_config",))
    order = _depth_first(robot, root)
    values: dict[str, float] = {}
    if "nominal_config" in element.attributes:
        count = len(order)
        read = reading.numbers(element, "nominal_config", NO_UNIT, count, count + 7)
        if read is None:
            return
        if len(read) not in (count, count + 7):
            rule = f"must be {count} numbers, or {count + 7} with place and quaternion of the base"
            reading.report(element, "M25", rule, attribute="nominal_config")
            return
        values = dict(zip(order, read[len(read) - count :], strict=True))
    poses = _poses(robot, root, values)
    for i, pin in enumerate(element.all("pin")):
        reading.only(pin, (), ("body1", "body2", "anchor", "name", "stiffness"))
        first, second = (reading.text(pin, key) for key in ("body1", "body2"))
        anchor = reading.vector(pin, "anchor", "m", (0.0, 0.0, 0.0))
        if first is None or second is None or anchor is None:
            continue
        if not all(_is_link(reading, pin, key, poses) for key in ("body1", "body2")):
            continue
        on = product(relative(poses[second], poses[first]), Pose(anchor)).position
        name = pin.attributes.get("name", "").strip() or f"pin_{i + 1}"
        ends = (Pose(anchor), Pose(on))
        robot.loops.append(
            LoopPart(name, "spherical", (first, second), ends, X_AXIS, pin, (pin, pin))
        )


def _is_link(reading: Reading, element: Element, key: str, poses: dict[str, Pose]) -> bool:
    name = element.attributes[key]
    if name in poses:
        return True
    reading.report(
        element, "M09", "is not the name of a link", attribute=key, value=f"'{name[:80]}'",
        action=nearest(name[:80], sorted(poses)),
    )  # fmt: skip
    return False


def _depth_first(robot: Robot, root: str) -> list[str]:
    """Return the joints that move, each before those that it carries."""
    outboard: dict[str, list[JointPart]] = defaultdict(list)
    for joint in robot.joints:
        outboard[joint.parent].append(joint)
    found, waiting = [], list(reversed(outboard[root]))
    while waiting:
        joint = waiting.pop()
        if joint.unit:
            found.append(joint.name)
        waiting += reversed(outboard[joint.child])
    return found


def _poses(robot: Robot, root: str, values: dict[str, float]) -> dict[str, Pose]:
    """Return the poses of all links in the root link, with joints at values, else at zero."""
    outboard: dict[str, list[JointPart]] = defaultdict(list)
    for joint in robot.joints:
        outboard[joint.parent].append(joint)
    poses, waiting = {root: Pose()}, [root]
    while waiting:
        link = waiting.pop()
        for joint in outboard[link]:
            moved = product(joint.origin, _motion(joint, values.get(joint.name, 0.0)))
            poses[joint.child] = product(poses[link], moved)
            waiting.append(joint.child)
    return poses


def _motion(joint: JointPart, value: float) -> Pose:
    """Return the motion of a hinge or slider by a value of its coordinate."""
    axis = np.array(joint.axis)
    if joint.kind == "prismatic":
        return Pose(vector3(value * axis + 0.0))
    if not joint.unit or not value:
        return Pose()
    half = value / 2
    q = np.array([np.cos(half), *(np.sin(half) * axis)])
    return Pose(rotation=matrix3(clean(quaternion_matrix(q))))


def _add_gazebo_joint(
    reading: SdfReading, robot: Robot, poses: dict[str, Pose], element: Element
) -> None:
    """Add a joint of SDF: it stands in the frame of its child, where all coordinates are zero."""
    part, _ = read_sdf_joint(reading, element, element.attributes.get("name", ""), Scope())
    if part is None:
        return
    known = True
    for tag, name in (("parent", part.parent), ("child", part.child)):
        if name not in poses:
            end = element.all(tag)[0]
            reading.report(
                end, "M09", "is not the name of a link", value=f"'{name[:80]}'",
                action=nearest(name[:80], sorted(poses)),
            )  # fmt: skip
            known = False
    if not known:
        return
    if part.kind == "gearbox":
        rule = "inside <gazebo> is left out; write <mimic>"
        reading.report(element, "F24", rule, value="a gearbox", severity="warning")
        return
    base = part.frame.relative_to
    start = poses.get(base or part.child, Pose())
    X_RJ = product(start, part.frame.pose)
    turn = _turn(reading, part, X_RJ, poses)
    if turn is None:
        return
    if any(axis.damping or axis.friction or axis.stiffness for axis in part.axes):
        rule = "of a joint inside <gazebo> is left out"
        reading.report(element, "F24", rule, value="<dynamics>", severity="warning")
    on = [
        product(relative(poses[link], X_RJ), Pose(rotation=turn))
        for link in (part.parent, part.child)
    ]
    loop = LoopPart(
        part.name, part.kind, (part.parent, part.child), (on[0], on[1]), Z_AXIS, element,
        (_with_link(part.ends[0], part.parent), _with_link(part.ends[1], part.child)),
    )  # fmt: skip
    if part.kind == "helical":
        loop.options["lead"] = part.lead
    robot.loops.append(loop)


def _turn(
    reading: SdfReading, part: SdfJoint, X_RJ: Pose, poses: dict[str, Pose]
) -> Matrix3 | None:
    """Return the axes of the joint in its frame."""
    found: list[Vector3] = []
    for axis in part.axes:
        unit = np.array(axis.xyz) / np.linalg.norm(axis.xyz)
        if axis.expressed_in:
            frame = Pose() if axis.expressed_in == MODEL else poses.get(axis.expressed_in, Pose())
            unit = relative(X_RJ, frame).transform.matrix @ unit
        found.append(vector3(clean(unit)))
    if part.kind == "universal":
        if abs(float(np.dot(found[0], found[1]))) > SQUARE:
            rule = "has axes that are not perpendicular"
            reading.report(part.element, "M19", rule, value=f"joint '{part.name[:80]}'")
            return None
        return cross_frame(found[0], found[1])
    return axis_frame(found[0]) if found else IDENTITY


def read_drake_frame(reading: Reading, element: Element) -> FramePart | None:
    """Return a <frame> of Drake: a named frame of a link, all in attributes."""
    reading.only(element, (), ("name", "link", "xyz", "rpy"))
    name, link = reading.text(element, "name"), reading.text(element, "link")
    pose = reading.pose(element)
    return None if name is None or link is None else FramePart(name, link, pose, element)
