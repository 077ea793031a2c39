"""Moves of a pose as moves of joints, so that both can stand in one sequence."""

from __future__ import annotations

from collections.abc import Sequence as Listed
from itertools import pairwise
from typing import Any

import numpy as np

from sarrus.robotics.path_following import PathFollower, drive_columns
from sarrus.robotics.trajectory.joined import joined_joints
from sarrus.robotics.trajectory.joint_move import JointMove
from sarrus.robotics.trajectory.pose_move import PoseMove
from sarrus.robotics.trajectory.sequence import Sequence
from sarrus.robotics.trajectory.steps import Move
from sarrus.robotics.trajectory.via_points import joint_spline
from sarrus.system import System

STEP = 0.01
"""The longest time [s] between two positions that are sought on the path."""
FEWEST = 8


def joints_along(
    system: System,
    frame: str,
    move: PoseMove,
    start: np.ndarray,
    names: Listed[str] = (),
    *,
    drives: Listed[str] = (),
    follow: str = "pose",
    goal: Any = None,
) -> JointMove:
    """Return the joints that hold a frame on the path of a move, from a position q on.

    Positions are sought every 10 ms or closer; between them quintics run that are smooth to the
    fourth derivative, with the exact rates and accelerations at every knot of the move, where its
    acceleration may jump. The path between is met to about the sixth power of the spacing. drives:
    the joints that are wanted, of a robot with loops or passive joints; all, unless given. follow:
    "pose", or "position" of the frame alone. goal: what joints to spare are used for, a posture q
    or a `NullSpaceGoal`.

    Example:
        line = robotics.line_move(pose, target, robotics.Quintic(1.0))
        robotics.joints_along(arm, "L6", line, q)
    """
    return joints_and_end(system, frame, Move(move), start, names, drives, follow, goal)[0]


def joints_and_end(
    system: System,
    frame: str,
    step: Move,
    start: np.ndarray,
    names: Listed[str],
    drives: Listed[str],
    follow: str,
    goal: Any = None,
) -> tuple[JointMove, np.ndarray]:
    """Return the joints along a step of a path, and q of the whole mechanism at its end."""
    chosen = tuple(drives)
    follower = PathFollower(system, Sequence([step]), frame, start, follow, chosen, goal)
    parts = []
    for begin, end in pairwise(step.motion.knots):
        n = max(FEWEST, int(np.ceil((end - begin) / STEP)))
        t = np.linspace(begin, end, n + 1)
        q, qd, qdd = follower.jets(t, np.arange(n + 1) == n, q=start)
        start = q[-1]
        if chosen:
            rows = [drive_columns(system, chosen, *row) for row in zip(q, qd, qdd, strict=True)]
            q, qd, qdd = (np.array(part) for part in zip(*rows, strict=True))
        parts.append(
            joint_spline(
                q,
                t - begin,
                degree=5,
                start_rate=qd[0],
                end_rate=qd[-1],
                start_acceleration=qdd[0],
                end_acceleration=qdd[-1],
                names=names or chosen,
            )
        )
    return joined_joints(parts), start
