"""The links of a serial robot in order, with their joint axes at zero coordinates."""

from __future__ import annotations

from sarrus.errors import Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND, Body
from sarrus.model.joint import Joint
from sarrus.model.model import Model
from sarrus.spatial import AxisRotation, Transform
from sarrus.spatial.arrays import Array


@dataclass(frozen=True)
class Link:
    """A body of a chain: its inner joint, and where both stand at zero coordinates.

    pose: X_WB; axis: the frame of the joint in the world, whose z is the axis along which the
    body moves for a positive coordinate.
    """

    body: Body
    joint: Joint
    pose: Transform
    axis: Transform

    @property
    def z(self) -> Array:
        """The direction of the joint axis."""
        return self.axis.matrix[:, 2]


def serial_chain(model: Model) -> tuple[list[Link], list[Problem]]:
    """Return the links from ground outwards, and everything that no table can hold."""
    problems = _outside(model)
    links: list[Link] = []
    pose, here = Transform.identity(), GROUND
    left = list(model.joints)
    while left:
        ways = [joint for joint in left if here in (joint.parent, joint.child)]
        if len(ways) != 1:
            problems.append(_not_serial(here, [joint.name for joint in ways or left]))
            break
        joint = ways[0]
        left.remove(joint)
        if not (joint.type.is_hinge or joint.type.is_slider):
            kind = joint.type.type_name
            rule = f"is a {kind} joint; a table has revolute and prismatic ones only"
            problems.append(Problem("F19", f"joint '{joint.name}'", rule))
        links.append(_link(model, joint, here, pose))
        pose, here = links[-1].pose, links[-1].body.name
        if here == GROUND or any(link.body.name == here for link in links[:-1]):
            problems.append(_not_serial(here, [joint.name]))
            break
    if not links:
        problems.append(Problem("F19", "model", "has no joint, and a table has one row or more"))
    return links, problems


def _link(model: Model, joint: Joint, here: str, pose: Transform) -> Link:
    """Return the body on the other side of a joint, at the coordinate zero."""
    inner, outer = joint.on_parent.transform, joint.on_child.transform
    name, turned = joint.child, False
    if joint.parent != here:
        inner, outer, name, turned = outer, inner, joint.parent, True
    axis = pose @ inner
    body = Body(GROUND, 0.0) if name == GROUND else model.body(name)
    half_turn = Transform(AxisRotation.of(0, -1.0, 0.0), 0.0 * axis.position)
    return Link(body, joint, axis @ outer.inverse, axis @ half_turn if turned else axis)


def _not_serial(body: str, joints: list[str]) -> Problem:
    listed = ", ".join(repr(name) for name in joints[:8])
    rule = f"has not one joint outwards, but {listed}: a table holds one open chain from ground"
    return Problem("F19", f"body '{body}'", rule)


def _outside(model: Model) -> list[Problem]:
    """Return what no table holds, besides joints and bodies."""
    found = [(f"force '{force.name}'", "is a force element") for force in model.forces]
    found += [(f"coupler '{coupler.name}'", "is a coupler") for coupler in model.couplers]
    if model.base != "fixed":
        found.append(("base", "is prescribed"))
    if model.start:
        found.append(("start velocities", "are given"))
    action = "write YAML, or leave it out with drop=True"
    problems = [
        Problem("F19", element, f"{what}, which a table cannot hold", action=action)
        for element, what in found
    ]
    shaped = [body.name for body in model.bodies if body.shapes]
    if shaped or model.ground_shapes:
        listed = ", ".join(repr(name) for name in shaped[:8])
        rule = f"are left out, a table has none: {listed}"
        problems.append(Problem("F21", "shapes", rule, severity="warning"))
    return problems
