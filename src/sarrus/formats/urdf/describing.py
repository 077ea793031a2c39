"""From the parts of a robot file to the words of the builder."""

from __future__ import annotations

from typing import Any

from sarrus.errors import Location
from sarrus.formats.located import LaterPlaces
from sarrus.formats.urdf.parts import JointPart, LinkPart, LoopPart, Robot
from sarrus.model.body import GROUND
from sarrus.model.building.drafts import PoseDraft, ShapeDraft
from sarrus.model.building.entry import Source
from sarrus.model.building.orientation import axis_frame, product
from sarrus.model.joints.own_types import TYPES
from sarrus.model.mechanism import Mechanism
from sarrus.model.pose import Pose, Vector3


def describe(
    robot: Robot, root: str, ground: str | None, base: str, mimic: bool, losses: bool, gravity: Any
) -> Mechanism:
    """Return the mechanism; the link `ground`, if any, is the ground itself."""
    place = robot.element.place
    mechanism = Mechanism(robot.name, gravity, source={"": place})
    for link in robot.links:
        if link.name == ground:
            mechanism.ground_shapes += _shapes(link)
        else:
            _add_body(mechanism, link)
    taken = {joint.name for joint in robot.joints} | {loop.name for loop in robot.loops}
    if ground is None:
        _add_root(mechanism, robot, root, base, taken)
    for joint in robot.joints:
        _add_joint(mechanism, joint, ground)
    for loop in robot.loops:
        _add_loop(mechanism, loop, ground)
    for frame in robot.frames:
        mechanism.frame(
            frame.name,
            _name(frame.link, ground),
            frame.pose.position,
            frame.pose.rotation,
            source=frame.element.places,
        )
    for joint in robot.joints:
        if losses:
            _add_losses(mechanism, joint)
        if mimic:
            _add_mimic(mechanism, joint)
    return mechanism


def free_name(wanted: str, taken: set[str]) -> str:
    """Return a name that is not taken."""
    while wanted in taken:
        wanted += "_"
    return wanted


def _name(link: str, ground: str | None) -> str:
    return GROUND if link == ground else link


def _add_root(mechanism: Mechanism, robot: Robot, root: str, base: str, taken: set[str]) -> None:
    element = next(link.element for link in robot.links if link.name == root)
    name = free_name(f"{root}_{base}", taken)
    if base == "free":
        mechanism.free(name, GROUND, root, source={"": element.place})
    else:
        mechanism.weld(
            name, GROUND, root, on_parent=Pose(), on_child=Pose(), source={"": element.place}
        )


def _add_body(mechanism: Mechanism, link: LinkPart) -> None:
    mechanism.body(
        link.name,
        link.mass,
        link.com,
        link.inertia,
        inertia_axes=link.axes,
        shapes=_shapes(link),
        source=LaterPlaces(_places_of_link, link),
    )


def _shapes(link: LinkPart) -> list[ShapeDraft]:
    return [
        ShapeDraft(
            part.shape,
            PoseDraft(part.pose.position, part.pose.rotation),
            part.color,
            source={"": part.element.place},
        )
        for part in link.shapes
    ]


def _places_of_link(link: LinkPart) -> Source:
    places: dict[str, Location] = {"": link.element.place}
    own = link.element.places
    if "name" in own:
        places["name"] = own["name"]
    if link.inertial is not None:
        for attribute, tag in (("com", "origin"), ("mass", "mass"), ("inertia", "inertia")):
            found = link.inertial.all(tag)
            places[attribute] = found[0].place if found else link.inertial.place
    return places


def _add_joint(mechanism: Mechanism, joint: JointPart, ground: str | None) -> None:
    turn = _axis_pose(joint.kind, joint.axis)
    options: dict[str, Any] = {"lead": joint.lead} if joint.kind == "helical" else {}
    if joint.limits is not None:
        options["limits"] = joint.limits
    if joint.speed_limit is not None:
        options["speed_limit"] = joint.speed_limit
    if joint.effort_limit is not None:
        options["effort_limit"] = joint.effort_limit
    mechanism.joint(
        joint.kind,
        joint.name,
        _name(joint.parent, ground),
        _name(joint.child, ground),
        on_parent=product(joint.origin, turn),
        on_child=turn,
        **options,
        source=LaterPlaces(_places_of_joint, joint),
    )


def _axis_pose(kind: str, axis: Vector3) -> Pose:
    """Return the turn from the frame of the file to one with the axis as its z."""
    return Pose(rotation=axis_frame(axis)) if TYPES[kind].axes == ("axis",) else Pose()


def _places_of_joint(joint: JointPart) -> Source:
    places = {"": joint.element.place}
    own = joint.element.places
    if "name" in own:
        places["name"] = own["name"]
    for end in ("parent", "child"):
        places[end] = joint.places[end].place
    if "limits" in joint.places:
        limit = joint.places["limits"]
        of_limit = limit.places
        places["limits"] = limit.place
        places["speed_limit"] = of_limit.get("velocity", limit.place)
        places["effort_limit"] = of_limit.get("effort", limit.place)
    return places


def _add_loop(mechanism: Mechanism, loop: LoopPart, ground: str | None) -> None:
    turn = _axis_pose(loop.kind, loop.axis)
    mechanism.joint(
        loop.kind,
        loop.name,
        _name(loop.links[0], ground),
        _name(loop.links[1], ground),
        on_parent=product(loop.poses[0], turn),
        on_child=product(loop.poses[1], turn),
        **loop.options,
        source={"": loop.element.place},
    )


def _add_losses(mechanism: Mechanism, joint: JointPart) -> None:
    if not joint.damping and not joint.friction:
        return
    source = {"": joint.places["dynamics"].place}
    if joint.damping:
        mechanism.joint_damper(f"{joint.name}_damping", joint.name, joint.damping, source=source)
    if joint.friction:
        mechanism.joint_friction(
            f"{joint.name}_friction", joint.name, joint.friction, source=source
        )


def _add_mimic(mechanism: Mechanism, joint: JointPart) -> None:
    mimic = joint.mimic
    if mimic is None:
        return
    name, source = f"{joint.name}_mimic", {"": mimic.element.place}
    if mimic.multiplier == 0.0:
        mechanism.couple(name, {joint.name: 1.0}, offset=mimic.offset, source=source)
    else:
        mechanism.gear(
            name, mimic.joint, joint.name, mimic.multiplier, offset=mimic.offset, source=source
        )
