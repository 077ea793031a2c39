"""The tree of a robot file: every link but the root hangs on one joint; mimics have an end."""

from __future__ import annotations

from collections.abc import Mapping

from sarrus.formats.urdf.parts import JointPart, LinkPart, Robot
from sarrus.formats.xml.reading import MOST_ALSO, Reading
from sarrus.formats.xml.tree import Element
from sarrus.model.body import GROUND
from sarrus.model.building.references import nearest
from sarrus.model.validation.names import comparison_form

MOST_NAMED = 8
JOINT_TAGS = ("joint", "drake:joint")
WORLD = "world"
HINT = "a robot file is a tree; close loops with <loop_joint>"


def checked_tree(reading: Reading, robot: Robot) -> str | None:
    """Report what is not a tree, drop joints that lead nowhere, and return the root link."""
    _add_world(reading, robot)
    names = {link.name for link in robot.links}
    raw = sum(len(robot.element.all(tag)) for tag in JOINT_TAGS)
    robot.joints = [joint for joint in robot.joints if _known_ends(reading, joint, names)]
    _check_loops_and_frames(reading, robot, names)
    _check_mimics(reading, robot)
    inboard: dict[str, JointPart] = {}
    for joint in robot.joints:
        first = inboard.setdefault(joint.child, joint)
        if first is not joint:
            value = f"the link '{joint.child}' has two parents, '{first.parent}'"
            rule = f"by the joint '{first.name}' and '{joint.parent}' by '{joint.name}'"
            place = first.places["child"].place
            reading.report(
                joint.places["child"], "M08", rule, value=value, action=HINT, also=(place,)
            )
    _check_cycles(reading, inboard)
    roots = [link for link in robot.links if link.name not in inboard]
    if not robot.links:
        reading.report(robot.element, "M09", "holds no link", value="<robot>")
    elif len({link.name for link in roots}) > 1 and len(robot.joints) == raw:
        listed = ", ".join(f"'{link.name}'" for link in roots[:MOST_NAMED])
        more = f" and {len(roots) - MOST_NAMED} more" if len(roots) > MOST_NAMED else ""
        rule = f"are {len(roots)} links without a parent; a robot file has one root"
        also = tuple(link.element.place for link in roots[:MOST_ALSO] if link is not roots[1])
        reading.report(
            roots[1].element,
            "M06",
            rule,
            value=listed + more,
            action="join them with joints of type 'fixed' or 'floating'",
            also=also,
        )
    return roots[0].name if roots else None


def _add_world(reading: Reading, robot: Robot) -> None:
    """Add the link world where joints hang on it and no link has the name: Drake has it always."""
    named = any(link.name == WORLD for link in robot.links)
    first = next((joint for joint in robot.joints if joint.parent == WORLD), None)
    if named or first is None:
        return
    element = first.places["parent"]
    rule = "is no link of the file and is taken as ground, as Drake does"
    reading.report(element, "M09", rule, attribute="link", value=f"'{WORLD}'", severity="notice")
    robot.links.insert(0, LinkPart(WORLD, element))


def rename_ground(reading: Reading, robot: Robot, root: str) -> None:
    """Give another name to a link with the name of the base of every mechanism, unless it is it."""
    for link in robot.links:
        old = link.name
        if old == root or comparison_form(old) != GROUND:
            continue
        taken = {comparison_form(other.name) for other in robot.links}
        link.name = f"{old}_link"
        while comparison_form(link.name) in taken:
            link.name += "_"
        for joint in robot.joints:
            joint.parent = link.name if joint.parent == old else joint.parent
            joint.child = link.name if joint.child == old else joint.child
        for loop in robot.loops:
            a, b = (link.name if name == old else name for name in loop.links)
            loop.links = a, b
        for frame in robot.frames:
            frame.link = link.name if frame.link == old else frame.link
        rule = f"is the name of ground here; the link is called '{link.name}'"
        reading.report(
            link.element, "M07", rule, attribute="name", value=f"'{old}'", severity="notice"
        )


def _known_ends(reading: Reading, joint: JointPart, names: set[str]) -> bool:
    ends = {"parent": joint.parent, "child": joint.child}
    known = [_is_known(reading, joint.places[end], link, names) for end, link in ends.items()]
    if all(known) and joint.parent == joint.child:
        rule = f"connects the link '{joint.child}' with itself"
        value, action = f"joint '{joint.name}'", "give two different links"
        reading.report(joint.places["child"], "M08", rule, value=value, action=action)
        return False
    return all(known)


def _is_known(reading: Reading, element: Element, link: str, names: set[str]) -> bool:
    if link in names:
        return True
    value, action = f"'{link[:80]}'", nearest(link[:80], sorted(names))
    rule = "is not the name of a link"
    reading.report(element, "M09", rule, attribute="link", value=value, action=action)
    return False


def _check_loops_and_frames(reading: Reading, robot: Robot, names: set[str]) -> None:
    kept = []
    for loop in robot.loops:
        ends = zip(loop.ends, loop.links, strict=True)
        if not all([_is_known(reading, element, link, names) for element, link in ends]):
            continue
        if loop.links[0] == loop.links[1]:
            rule = f"connects '{loop.links[0]}' with itself"
            value = f"{loop.element.tag} '{loop.name}'"
            reading.report(loop.element, "M08", rule, value=value)
            continue
        kept.append(loop)
    robot.loops = kept
    robot.frames = [
        frame
        for frame in robot.frames
        if _is_known(
            reading, (frame.element.all("parent") or [frame.element])[0], frame.link, names
        )
    ]


def _check_cycles(reading: Reading, inboard: Mapping[str, JointPart]) -> None:
    """Report every circle of joints, as the path that leads around it."""
    done: set[str] = set()
    for start in inboard:
        trail: dict[str, JointPart] = {}
        link = start
        while link in inboard and link not in done and link not in trail:
            trail[link] = inboard[link]
            link = inboard[link].parent
        if link in trail:
            listed = list(trail)
            circle = [trail[name] for name in reversed(listed[listed.index(link) :])]
            steps = [f"'{j.parent}' -{j.name}-> " for j in circle[:MOST_NAMED]]
            end = f"'{circle[0].parent}'" if len(circle) <= MOST_NAMED else "..."
            reading.report(
                circle[0].element,
                "M08",
                "is a circle of joints",
                value="".join(steps) + end,
                action=HINT,
                also=tuple(joint.element.place for joint in circle[1 : 1 + MOST_ALSO]),
            )
        done |= set(trail)


def _check_mimics(reading: Reading, robot: Robot) -> None:
    """Report joints that follow one that does not exist, or themselves after some steps."""
    by_name = {joint.name: joint for joint in robot.joints}
    named = [
        joint.attributes.get("name", "") for tag in JOINT_TAGS for joint in robot.element.all(tag)
    ]
    follows: dict[str, str] = {}
    for joint in robot.joints:
        if joint.mimic is None:
            continue
        other = joint.mimic.joint
        if other in named and other not in by_name:
            joint.mimic = None  # the other joint has problems of its own
        elif other not in by_name:
            action = nearest(other[:80], [name for name in named if name != joint.name])
            rule, value = "is not the name of a joint", f"'{other[:80]}'"
            element = joint.mimic.element
            reading.report(element, "M09", rule, attribute="joint", value=value, action=action)
            joint.mimic = None
        else:
            follows[joint.name] = other
    done: set[str] = set()
    for start in follows:
        trail: list[str] = []
        name = start
        while name in follows and name not in done and name not in trail:
            trail.append(name)
            name = follows[name]
        if name in trail:
            circle = trail[trail.index(name) :]
            shown = " -> ".join(f"'{n}'" for n in [*circle[:MOST_NAMED], circle[0]])
            mimic = by_name[circle[0]].mimic
            element = by_name[circle[0]].element if mimic is None else mimic.element
            reading.report(element, "M22", "is a circle of mimic joints", value=shown)
        done |= set(trail)
