"""Positions, velocities and accelerations of bodies in the world, for one link of a kind.

The parent is the ground of the link's own tree: a base that moves as the parent's link frame does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sarrus.dynamics.shared.link_kind import LinkKind
from sarrus.dynamics.shared.recursion import PARENT, Arrays, Piece, Recursion, lone_tree
from sarrus.public_names import LateModule
from sarrus.spatial import Rotation, Transform
from sarrus.spatial.arrays import Array, join

if TYPE_CHECKING:
    from sarrus.dynamics import kinematics, tree
    from sarrus.dynamics.tree import BaseMotion, Link
else:
    kinematics = LateModule("sarrus.dynamics.kinematics")
    tree = LateModule("sarrus.dynamics.tree")

FIELDS = {"R": 9, "o": 3, "V": 6, "A": 6}
"""Pose of the link frame; velocity and acceleration of its origin, and angular, in world axes."""
POSE = (f"{PARENT}R", f"{PARENT}o")


def position(kind: LinkKind, link: Link, x: Arrays) -> Arrays:
    """Return the poses of link frame and body frame."""
    where = _positions(link, x)
    X_WB = where.world[0] @ link.X_CB
    return {**_pose(where), "position": X_WB.position, "rotation": X_WB.matrix.ravel()}


def velocity(kind: LinkKind, link: Link, x: Arrays) -> Arrays:
    """Return the velocities of link frame and body frame."""
    where = _positions(link, x)
    V = kinematics.velocities(where, x["v"]).six(0)
    apply, r = where.world[0].rotation.apply, link.X_CB.position
    w = apply(V[3:6])
    return {
        **_pose(where),
        "V": join(apply(V[0:3]), w),
        "velocity": apply(kinematics.point_velocity(V, r)),
        "angular_velocity": w,
    }


def acceleration(kind: LinkKind, link: Link, x: Arrays) -> Arrays:
    """Return the accelerations of link frame and body frame."""
    where = _positions(link, x)
    speed = kinematics.velocities(where, x["v"])
    motion = kinematics.accelerations(speed, x["vdot"])
    V, A = speed.six(0), motion.true(0)
    apply, r = where.world[0].rotation.apply, link.X_CB.position
    al = apply(A[3:6])
    return {
        **_pose(where),
        "V": join(apply(V[0:3]), apply(V[3:6])),
        "A": join(apply(A[0:3]), al),
        "acceleration": apply(kinematics.point_acceleration(A, V[3:6], r)),
        "angular_acceleration": al,
    }


def _positions(link: Link, x: Arrays) -> kinematics.Positions:
    still = np.zeros(6)
    base = tree.BaseMotion(
        Transform(Rotation(x[f"{PARENT}R"].reshape(3, 3)), x[f"{PARENT}o"]),
        x.get(f"{PARENT}V", still),
        x.get(f"{PARENT}A", still),
    )
    return kinematics.positions(lone_tree(link), x["q"], base)


def _pose(where: kinematics.Positions) -> dict[str, Array]:
    return {"R": where.world[0].matrix.ravel(), "o": where.world[0].position}


def ground_frame(base: BaseMotion, gravity: Array) -> Arrays:
    """Return pose, velocity and acceleration of ground."""
    pose = {"R": base.pose.matrix.ravel(), "o": base.pose.position}
    return {**pose, "V": base.velocity, "A": base.acceleration}


POSITIONS = Recursion(
    (Piece("position", position, ("q", *POSE), ("R", "o"), (), ("position", "rotation")),),
    ground_frame,
    FIELDS,
    bodies=True,
)
VELOCITIES = Recursion(
    (
        Piece(
            "velocity",
            velocity,
            ("q", "v", *POSE, f"{PARENT}V"),
            ("R", "o", "V"),
            (),
            ("velocity", "angular_velocity"),
        ),
    ),
    ground_frame,
    FIELDS,
    bodies=True,
)
ACCELERATIONS = Recursion(
    (
        Piece(
            "acceleration",
            acceleration,
            ("q", "v", "vdot", *POSE, f"{PARENT}V", f"{PARENT}A"),
            ("R", "o", "V", "A"),
            (),
            ("acceleration", "angular_acceleration"),
        ),
    ),
    ground_frame,
    FIELDS,
    bodies=True,
)
