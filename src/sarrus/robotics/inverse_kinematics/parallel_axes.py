"""Arms whose second, third and fourth axes are parallel and whose last two meet.

The three parallel joints move a body in a plane and leave the direction y of their axes alone. So

    y . Rot_1(-q1) G c = y . c                       for the point c where axes 5 and 6 meet,
    y . Rot_5(q5) z6   = y . Rot_1(-q1) G z6         for the direction of axis 6,

with G the motion wanted, give q1 and q5, then q6; what is left is a planar arm of three joints.
"""

from __future__ import annotations

import numpy as np

from sarrus.robotics.inverse_kinematics.screws import Screws
from sarrus.robotics.inverse_kinematics.trigonometry import angle_about, angles_of
from sarrus.robotics.inverse_kinematics.wrist import SINGULAR, middle_angles
from sarrus.spatial import Transform
from sarrus.spatial.arrays import cross
from sarrus.spatial.rotation import rotation_about


def parallel_angles(
    arm: Screws, c: np.ndarray, G: Transform, last: float = 0.0
) -> list[np.ndarray]:
    """Return all q of the six joints: eight at most.

    Where axis 6 is parallel to the three, q6 is taken to be `last`.
    """
    z, p, y = arm.z, arm.p, arm.z[1]
    arm_of_w = G.point(c) - p[0]
    flat = arm_of_w - (z[0] @ arm_of_w) * z[0]
    height = y @ (c - p[0]) - (y @ z[0]) * (z[0] @ arm_of_w)
    found = []
    for q1 in angles_of(float(y @ flat), -float(y @ cross(z[0], flat)), float(height)):
        back = rotation_about(z[0], -q1)
        R = back @ G.matrix
        h = R @ z[5]
        singular = float(np.linalg.norm(cross(y, h))) < SINGULAR
        for q5 in middle_angles(y, z[4], z[5], h):
            turned = rotation_about(z[4], q5)
            q6 = last if singular else -angle_about(z[5], turned.T @ y, R.T @ y)
            rest = arm.part(4, 6).motion((q5, q6)).inverse
            planar = arm.part(0, 1).motion((-q1,)) @ G @ rest
            for three in _planar_angles(arm, planar):
                found.append(np.array([q1, *three, q5, q6]))
    return found


def _planar_angles(arm: Screws, K: Transform) -> list[tuple[float, float, float]]:
    """Return the angles of the three parallel joints that move a body by K."""
    y, (p2, p3, p4) = arm.z[1], arm.p[1:4]
    signs = arm.z[1:4] @ y
    target, upper, fore = K.point(p4) - p2, p3 - p2, p4 - p3
    target, upper, fore = (a - (y @ a) * y for a in (target, upper, fore))
    bend = 0.5 * (target @ target - upper @ upper - fore @ fore)
    side = np.eye(3)[int(np.argmin(np.abs(y)))]
    side = side - (y @ side) * y
    total = angle_about(y, side, K.matrix @ side)
    found = []
    for q3 in angles_of(float(upper @ fore), float(upper @ cross(y, fore)), float(bend)):
        whole = upper + rotation_about(y, q3) @ fore
        q2 = angle_about(y, whole, target)
        q4 = total - q2 - q3
        found.append((signs[0] * q2, signs[1] * q3, signs[2] * q4))
    return found
