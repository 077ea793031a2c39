"""Arms to reach with: the PUMA of paper 3, and three robots by the frames of their joints."""

from __future__ import annotations

from typing import Any

import numpy as np

import sarrus
from sarrus import Mechanism, Model, Pose
from sarrus.model.pose import matrix3, vector3
from sarrus.spatial import Transform

PUMA_TABLE = (
    (0.0, 0.0, 90.0),
    (0.0, 0.4318, 0.0),
    (0.15005, 0.0203, -90.0),
    (0.4318, 0.0, 90.0),
    (0.0, 0.0, -90.0),
    (0.0, 0.0, 0.0),
)
"""d [m], a [m], alpha [deg] of section 4.4 of the specification."""
PUMA_RANGES = ((-160, 160), (-45, 225), (-225, 45), (-110, 170), (-100, 100), (-266, 266))

HALF = np.pi / 2.0
# Origin xyz and rpy of every joint in its parent, axis, limits: as published with the robots.
UR5 = (
    ((0, 0, 0.089159), (0, 0, 0), "z", (-2 * np.pi, 2 * np.pi)),
    ((0, 0.13585, 0), (0, HALF, 0), "y", (-2 * np.pi, 2 * np.pi)),
    ((0, -0.1197, 0.425), (0, 0, 0), "y", (-np.pi, np.pi)),
    ((0, 0, 0.39225), (0, HALF, 0), "y", (-2 * np.pi, 2 * np.pi)),
    ((0, 0.093, 0), (0, 0, 0), "z", (-2 * np.pi, 2 * np.pi)),
    ((0, 0, 0.09465), (0, 0, 0), "y", (-2 * np.pi, 2 * np.pi)),
)
PANDA = (
    ((0, 0, 0.333), (0, 0, 0), "z", (-2.8973, 2.8973)),
    ((0, 0, 0), (-HALF, 0, 0), "z", (-1.7628, 1.7628)),
    ((0, -0.316, 0), (HALF, 0, 0), "z", (-2.8973, 2.8973)),
    ((0.0825, 0, 0), (HALF, 0, 0), "z", (-3.0718, -0.0698)),
    ((-0.0825, 0.384, 0), (-HALF, 0, 0), "z", (-2.8973, 2.8973)),
    ((0, 0, 0), (HALF, 0, 0), "z", (-0.0175, 3.7525)),
    ((0.088, 0, 0), (HALF, 0, 0), "z", (-2.8973, 2.8973)),
)
IIWA = (
    ((0, 0, 0.1575), (0, 0, 0), "z", (-2.96706, 2.96706)),
    ((0, 0, 0.2025), (HALF, 0, np.pi), "z", (-2.0944, 2.0944)),
    ((0, 0.2045, 0), (HALF, 0, np.pi), "z", (-2.96706, 2.96706)),
    ((0, 0, 0.2155), (HALF, 0, 0), "z", (-2.0944, 2.0944)),
    ((0, 0.1845, 0), (-HALF, np.pi, 0), "z", (-2.96706, 2.96706)),
    ((0, 0, 0.2155), (HALF, 0, 0), "z", (-2.0944, 2.0944)),
    ((0, 0.081, 0), (-HALF, np.pi, 0), "z", (-3.05433, 3.05433)),
)
TOOLS = {
    "ur5": ((0, 0.0823, 0), (0, 0, HALF)),
    "panda": ((0, 0, 0.2104), (0, 0, -HALF / 2)),
    "iiwa": ((0, 0, 0.045), (0, 0, 0)),
}


def rpy(angles: Any) -> np.ndarray:
    """Return Rot(z, yaw) Rot(y, pitch) Rot(x, roll)."""
    (cr, cp, cy), (sr, sp, sy) = np.cos(angles), np.sin(angles)
    X = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    Y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    Z = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    return Z @ Y @ X


def pose(xyz: Any, angles: Any = (0.0, 0.0, 0.0)) -> Pose:
    return Pose(vector3(xyz), matrix3(rpy(np.asarray(angles, dtype=float))))


def by_frames(name: str, joints: Any) -> Model:
    """Return an arm from the frames of its joints, its links balls of 1 kg."""
    m = Mechanism(name)
    parent: Any = m.ground
    turns = {"z": np.eye(3), "y": rpy(np.array([-HALF, 0.0, 0.0]))}
    for k, (xyz, angles, axis, limits) in enumerate(joints):
        body = m.body(f"link{k + 1}", mass=1.0, inertia=(0.01, 0.01, 0.01))
        turn = Transform.of(turns[axis], np.zeros(3))
        F = pose(xyz, angles).transform @ turn
        m.joint(
            "revolute",
            f"j{k + 1}",
            parent,
            body,
            on_parent=Pose.of(F),
            on_child=Pose.of(turn),
            limits=limits,
        )
        parent = body
    at, angles = TOOLS[name]
    m.frame("tool", parent, at=at, rotation=rpy(np.asarray(angles, dtype=float)))
    return m.build()


def puma(
    base_pose: Any = None, tool: Any = None, table: Any = PUMA_TABLE, limits: Any = PUMA_RANGES
) -> Model:
    """Return the PUMA 560, or another arm by a classic table; names j1 to j6, frame "tool"."""
    rows = [
        {
            "theta": 0.0,
            "d": d,
            "a": a,
            "alpha": np.radians(alpha),
            "name": f"j{k + 1}",
            **({"limits": tuple(np.radians(limits[k]))} if limits else {}),
        }
        for k, (d, a, alpha) in enumerate(table)
    ]
    links = [{"mass": 1.0, "inertia": (0.01, 0.01, 0.01)}] * len(rows)
    return sarrus.from_dh(
        rows,
        "classic",
        name="puma",
        links=links,
        base_pose=base_pose,
        tool=np.eye(4) if tool is None else tool,
    )
