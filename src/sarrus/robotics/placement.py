"""Robots at another place, with a tool, or with a payload: changed copies of a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.model import GROUND, Frame, Joint, Model, Pose
from sarrus.model.building.references import nearest
from sarrus.model.mass_properties import MassProperties, together
from sarrus.model.pose import matrix3, vector3
from sarrus.robotics.trajectory.pose_move import as_pose
from sarrus.spatial import Transform

PLACE = "R41"
"""The code of a robot that cannot be placed, or of a place on it that is not there."""

TOOL = "tool"
"""The name of the frame that a tool gets."""


def robot_at(model: Model, base: Any) -> Model:
    """Return the robot with its base at Z: everything that hangs on ground moves along.

    base: Z, the pose of the robot's base frame in the world (Transform, Pose, 4 x 4, or a position
    [m]). Force elements on ground would stay behind, so that a robot with some is refused.
    """
    Z = as_pose("base", base)
    grounded = [force.name for force in model.forces if GROUND in force.bodies]
    if grounded:
        raise ModelError(
            Problem(
                PLACE,
                f"model '{model.name}' / base",
                f"cannot be moved: {', '.join(grounded)} hold on to ground",
                action="draw the robot at its place",
            )
        )
    bodies = [replace(b, pose=Pose.of(Z @ b.pose.transform)) for b in model.bodies]
    joints = [
        replace(j, on_parent=Pose.of(Z @ j.on_parent.transform)) if j.parent == GROUND else j
        for j in model.joints
    ]
    frames = [
        replace(f, pose=Pose.of(Z @ f.pose.transform)) if f.body == GROUND else f
        for f in model.frames
    ]
    return replace(model, bodies=tuple(bodies), joints=tuple(joints), frames=tuple(frames))


def last_body(model: Model) -> str:
    """Return the body at the end of the longest arm, of equal ones the last.

    Joints of couplers do not count: the fingers of a gripper are no arm.
    """
    coupled = {term.joint for coupler in model.couplers for term in coupler.terms}
    inboard = {j.child: j for j in model.joints if j.name not in coupled}
    robot_with_payload = {joint.parent for joint in inboard.values()}
    ends = [body.name for body in model.bodies if body.name not in robot_with_payload]
    longest = {name: _moving_joint_count(name, inboard) for name in ends if name in inboard}
    most = max(longest.values(), default=0)
    return [name for name in (longest or ends) if longest.get(name, 0) == most][-1]


def _moving_joint_count(body: str, inboard: Mapping[str, Joint]) -> int:
    """Return how many moving joints there are between ground and a body."""
    count, seen = 0, set[str]()
    while body in inboard and body not in seen:
        seen.add(body)
        count += bool(inboard[body].type.nv)
        body = inboard[body].parent
    return count


def with_tool(model: Model, tool: Any, body: str | None = None) -> Model:
    """Return the robot with the frame "tool" at E on a body, the last one unless given."""
    on = last_body(model) if body is None else body
    frame = Frame(TOOL, on, Pose.of(as_pose("tool", tool)))
    others = tuple(f for f in model.frames if f.name != TOOL)
    return replace(model, frames=(*others, frame))


def place_on(model: Model, name: str) -> tuple[str, Transform]:
    """Return the body of a frame (or body) and the pose of the frame on it."""
    for frame in model.frames:
        if frame.name == name:
            return frame.body, frame.pose.transform
    if name in model.body_index:
        return name, Transform.identity()
    known = [*(f.name for f in model.frames), *model.body_index]
    rule = "is not a frame or body of this robot"
    raise ModelError(Problem(PLACE, f"'{name}'", rule, action=nearest(name, known)))


def valid_payload(payload: MassProperties) -> MassProperties:
    """Return a payload as it is stored; refuse what no body can have."""
    com, inertia = _numbers(payload.com), _numbers(payload.inertia)
    full = np.diag(inertia) if inertia.shape == (3,) else inertia
    problems: list[tuple[str, str, Any]] = []
    if not (np.isfinite(payload.mass) and payload.mass >= 0.0):
        problems.append(("mass", "must be a number of at least 0", payload.mass))
    if com.shape != (3,) or not np.all(np.isfinite(com)):
        problems.append(("com", "must be three finite numbers", payload.com))
    if full.shape != (3, 3) or not np.all(np.isfinite(full)):
        problems.append(("inertia", "must be 3 or 3 x 3 finite numbers", payload.inertia))
    elif np.min(np.linalg.eigvalsh(0.5 * (full + full.T))) < -1e-12 * np.max(np.abs(full)):
        problems.append(("inertia", "must not be negative", payload.inertia))
    if problems:
        raise ModelError(
            Problem(PLACE, f"payload / {part}", rule, repr(value)[:80])
            for part, rule, value in problems
        )
    return MassProperties(float(payload.mass), vector3(com), matrix3(full))


def _numbers(values: Any) -> np.ndarray:
    try:
        return np.array(values, dtype=float)
    except (TypeError, ValueError):
        return np.zeros(0)


def on_body(model: Model, payload: MassProperties, at: str) -> tuple[str, MassProperties]:
    """Return the body that carries a payload given in a frame, and the payload in body axes."""
    body, X_BF = place_on(model, at)
    return body, valid_payload(payload).in_frame(Pose.of(X_BF))


def robot_with_payload(model: Model, payload: MassProperties, at: str) -> Model:
    """Return the robot with a payload fixed to a frame or body: one rigid body with its carrier."""
    body, load = on_body(model, payload, at)
    whole = together([MassProperties.of_body(model.body(body)), load])
    heavier = replace(model.body(body), mass=whole.mass, com=whole.com, inertia=whole.inertia)
    bodies = tuple(heavier if b.name == body else b for b in model.bodies)
    return replace(model, bodies=bodies)
