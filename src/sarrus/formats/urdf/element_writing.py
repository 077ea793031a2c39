"""Dampers, friction and couplers of a model as <dynamics> and <mimic> of its joints."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from sarrus.errors import Problem
from sarrus.formats.writing.touching_solids import lost_numbers, touching_solids
from sarrus.formats.xml.writing import Written, number
from sarrus.model.coupler import Coupler
from sarrus.model.forces.contact import Contact
from sarrus.model.forces.element import ForceElement
from sarrus.model.forces.joint_damper import JointDamper
from sarrus.model.forces.joint_friction import JointFriction

ONE_COORDINATE = ("revolute", "continuous", "prismatic")
LEFT_OUT = "leave it out with partial=True"


def usable(joints: Mapping[str, Written]) -> dict[str, Written]:
    """Return the written joints that have one coordinate."""
    return {n: e for n, e in joints.items() if e.attributes["type"] in ONE_COORDINATE}


def write_losses(
    forces: tuple[ForceElement, ...], joints: Mapping[str, Written], problems: list[Problem]
) -> None:
    """Write viscous and dry friction of joints; report every other force."""
    known = usable(joints)
    losses: dict[str, dict[str, float]] = defaultdict(lambda: {"damping": 0.0, "friction": 0.0})
    for force in forces:
        element = f"force '{force.name}'"
        if isinstance(force, JointDamper) and force.joint in known:
            losses[force.joint]["damping"] += force.d
        elif (
            isinstance(force, JointFriction)
            and force.joint in known
            and force.sliding == force.static
        ):
            losses[force.joint]["damping"] += force.d
            losses[force.joint]["friction"] += force.sliding
        elif isinstance(force, Contact) and _is_of_links(force):
            lost = ("stiffness", "damping", "smoothing", "mu")
            rule = lost_numbers(force, "collisions of links, or of the floor z = 0, there", lost)
            problems.append(Problem("F21", element, rule, element, severity="notice"))
        else:
            rule = f"is of the type {force.type_name}, which URDF cannot hold"
            problems.append(Problem("F21", element, rule, element, action=LEFT_OUT))
    for name, sizes in losses.items():
        values = {key: number(size) for key, size in sizes.items() if size}
        if values:
            known[name].add("dynamics", **values)


def _is_of_links(contact: Contact) -> bool:
    """Tell whether a contact is one of solids, or of a solid with the floor z = 0."""
    return all(solid.shape is not None or solid.is_floor for solid in touching_solids(contact))


def write_mimics(
    couplers: tuple[Coupler, ...], joints: Mapping[str, Written], problems: list[Problem]
) -> None:
    """Write couplers of two coordinates, or that hold one, as <mimic>; report the others."""
    known = usable(joints)
    follows: dict[str, str] = {
        name: child.attributes["joint"]
        for name, element in known.items()
        for child in element.children
        if child.tag == "mimic"
    }
    for coupler in couplers:
        terms = coupler.terms
        ways = [terms, terms[::-1]] if len(terms) == 2 else [terms]
        if len(terms) > 2 or any(term.joint not in known for term in terms):
            _refuse(coupler, problems)
            continue
        for way in ways:
            own = way[0]
            others = [way[1].joint] if len(way) == 2 else list(known)
            leader = next((o for o in others if _can_follow(own.joint, o, follows)), None)
            if leader is not None:
                break
        if leader is None:
            _refuse(coupler, problems)
            continue
        follows[own.joint] = leader
        multiplier = -way[1].factor / own.factor if len(way) == 2 else 0.0
        known[own.joint].add(
            "mimic",
            joint=leader,
            multiplier=number(multiplier),
            offset=number(coupler.offset / own.factor),
        )


def _can_follow(joint: str, leader: str, follows: Mapping[str, str]) -> bool:
    """Tell whether a joint can follow another: it follows none yet, and there is no circle."""
    if joint in follows or joint == leader:
        return False
    while leader in follows:
        leader = follows[leader]
        if leader == joint:
            return False
    return True


def _refuse(coupler: Coupler, problems: list[Problem]) -> None:
    element = f"coupler '{coupler.name}'"
    rule = "cannot be written as one joint of the tree that follows another"
    problems.append(Problem("F21", element, rule, element, action=LEFT_OUT))
