"""Links on fixed joints, merged into the link that carries them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from sarrus.formats.urdf.parts import FramePart, JointPart, LinkPart, LoopPart, Robot, ShapePart
from sarrus.model.building.orientation import product
from sarrus.model.mass_properties import MassProperties, together
from sarrus.model.pose import IDENTITY, Pose


def robot_without_fixed_joints(robot: Robot, root: str) -> Robot:
    """Return the robot without its fixed joints; a link that disappears becomes a named frame."""
    home = _homes(robot, root)
    joints = [_moved_joint(joint, home) for joint in robot.joints if not joint.is_fixed]
    loops = [_moved_loop(loop, home) for loop in robot.loops]
    frames = [_moved_frame(frame, home) for frame in robot.frames]
    parts: dict[str, list[LinkPart]] = defaultdict(list)
    for link in robot.links:
        at, pose = home[link.name]
        parts[at].append(link)
        if at != link.name:
            frames.append(FramePart(link.name, at, pose, link.element))
    links = [
        _together(link, parts[link.name], home)
        for link in robot.links
        if home[link.name][0] == link.name
    ]
    return Robot(robot.name, robot.element, links, joints, loops, frames)


def _homes(robot: Robot, root: str) -> dict[str, tuple[str, Pose]]:
    """Return, for every link, the link that it becomes part of and its pose there."""
    outboard: dict[str, list[JointPart]] = defaultdict(list)
    for joint in robot.joints:
        outboard[joint.parent].append(joint)
    home = {root: (root, Pose())}
    queue = [root]
    while queue:
        link = queue.pop()
        for joint in outboard[link]:
            at, pose = home[link]
            fixed = joint.is_fixed
            home[joint.child] = (
                (at, product(pose, joint.origin)) if fixed else (joint.child, Pose())
            )
            queue.append(joint.child)
    return home


def _together(link: LinkPart, parts: list[LinkPart], home: dict[str, tuple[str, Pose]]) -> LinkPart:
    """Return a link with the mass and the shapes of all that is fixed to it.

    Its inertia is judged as a whole, when the model is built.
    """
    if len(parts) == 1:
        return link
    masses: list[MassProperties] = []
    shapes: list[ShapePart] = []
    hulls: list[ShapePart] = []
    for part in parts:
        own, pose = part.mass_properties, home[part.name][1]
        masses.append(own.in_frame(pose))
        shapes += [replace(shape, pose=product(pose, shape.pose)) for shape in part.shapes]
        hulls += [replace(shape, pose=product(pose, shape.pose)) for shape in part.hulls]
    whole = together(masses)
    return replace(
        link,
        mass=whole.mass,
        com=whole.com,
        inertia=whole.inertia,
        axes=IDENTITY,
        shapes=shapes,
        hulls=hulls,
    )


def _moved_joint(joint: JointPart, home: dict[str, tuple[str, Pose]]) -> JointPart:
    at, pose = home[joint.parent]
    return replace(joint, parent=at, origin=product(pose, joint.origin))


def _moved_loop(loop: LoopPart, home: dict[str, tuple[str, Pose]]) -> LoopPart:
    (a, pose_a), (b, pose_b) = (home[link] for link in loop.links)
    poses = product(pose_a, loop.poses[0]), product(pose_b, loop.poses[1])
    return replace(loop, links=(a, b), poses=poses)


def _moved_frame(frame: FramePart, home: dict[str, tuple[str, Pose]]) -> FramePart:
    at, pose = home[frame.link]
    return replace(frame, link=at, pose=product(pose, frame.pose))
