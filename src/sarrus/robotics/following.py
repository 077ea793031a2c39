"""What the joints do along a sequence: read from moves of joints, or found for moves of a pose."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.robotics.inverse_kinematics import closed_form, reach
from sarrus.robotics.trajectory.joint_move import JointMove
from sarrus.robotics.trajectory.pose_move import as_pose
from sarrus.robotics.trajectory.sequence import Sequence
from sarrus.spatial import Transform
from sarrus.system import System

FIT = "R42"
"""The code of a robot that does not fit to the moves of its task."""
REACH = "R43"
"""The code of poses that cannot be reached."""
FAR = 50.0
"""A pose that is so many lengths of the robot away has probably another unit."""

Jets = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Rows of q, qd and qdd."""


def check_robot(system: System) -> None:
    """Refuse mechanisms with loops, or with joints that are no single turn or slide."""
    if system.closed or any(j.type.nv > 1 or j.type.nq > 1 for j in system.compiled.layout.joints):
        rule = "has loops, or joints that are not revolute or prismatic"
        action = "run the task, which answers for every mechanism; only open robots are tracked"
        if system.compiled.followers is not None:
            rule = "has joints that follow others (mimic)"
            action = "load it with mimic=False, so that every joint has a drive of its own"
        raise ModelError(Problem(FIT, f"robot '{system.model.name}'", rule, action=action))


def columns_of(system: System, move: JointMove) -> np.ndarray:
    """Return which motion of a move belongs to each velocity of the system."""
    if len(move) != system.nv:
        rule = f"moves {len(move)} joints, but robot '{system.model.name}' has {system.nv}"
        raise ModelError(Problem(FIT, "sequence", rule))
    if not move.names:
        return np.arange(system.nv)
    places = [system.compiled.located_rate(name)[1].start for name in move.names]
    if sorted(places) != list(range(system.nv)):
        rule = f"must name each joint once, {', '.join(system.compiled.layout.v_slice)}"
        raise ModelError(Problem(FIT, "sequence / names", rule, str(move.names)[:80]))
    return np.argsort(places)


def joint_jets(system: System, sequence: Sequence, t: np.ndarray, before: np.ndarray) -> Jets:
    """Return q, qd and qdd at times t; before: where the side before the knot is meant."""
    motion = sequence.motion
    if not isinstance(motion, JointMove):
        raise ModelError(Problem(FIT, "sequence", "moves a pose, not joints"))
    order = columns_of(system, motion)
    sided = one_sided_times(t, before)
    q, qd, qdd = motion(t), motion.rate(sided), motion.acceleration(sided)
    return q[:, order], qd[:, order], qdd[:, order]


def one_sided_times(t: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Return times that lie on the side of a knot that is meant."""
    return np.where(before, np.nextafter(t, -np.inf), t)


@with_checks
def joints_at(
    system: System, frame: str, pose: Any, near: Any = None, label: str = ""
) -> np.ndarray:
    """Return the joints that hold a frame at a pose, within limits and nearest to given ones.

    In closed form where the arm has one, else by iteration. pose: of the frame in the world. near:
    q, zero by default; label: what a pose out of reach is called. This is how paper 3 gets from its
    postures to the ends of moves of joints.

    Example:
        robotics.joints_at(arm, "L6", target, near=q)
    """
    X = as_pose(f"pose {label}".strip(), pose)
    try:
        arm = closed_form(system, frame)
    except ModelError:
        return joints_at_pose(system, frame, X, near, label)
    around = np.zeros(system.nq) if near is None else np.asarray(near, dtype=float)
    allowed = [s.q for s in arm.solutions(X, near=around) if s.allowed]
    if not allowed:
        return joints_at_pose(system, frame, X, near, label)
    return min(allowed, key=lambda q: float(np.linalg.norm(q - around)))


def joints_at_pose(
    system: System, frame: str, pose: Transform, near: Any, label: str, **how: Any
) -> np.ndarray:
    """Return the joints that hold a frame at a pose, by iteration; keywords as in `reach`."""
    found = reach(system, {frame: pose}, start=near, tolerance=1e-12, **how)
    if found.success:
        return found.q
    at = tuple(float(x) for x in pose.position)
    raise ModelError(out_of_reach(system, at, found.reason, label))


def out_of_reach(system: System, at: tuple[float, ...], reason: str, label: str = "") -> Problem:
    """Return the problem of a pose that a robot cannot take, with what may help."""
    x, y, z = at
    cause = ""
    if "beyond limits" in reason:
        action = "turn the tool, move the task, or widen the limits that are named"
    else:
        action = "move the task, turn the tool, or take a robot of another reach"
        if np.linalg.norm(at) > FAR * system.compiled.loops.length:
            cause = "lengths in millimetres"
    rule = f"cannot be reached by robot '{system.model.name}': {reason}"
    value = f"({x:.4g}, {y:.4g}, {z:.4g}) m"
    return Problem(REACH, f"pose {label}".strip(), rule, value, cause, action)
