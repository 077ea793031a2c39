"""Parallel robots leg by leg: what the drives are for a pose of the platform, in closed form."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.arguments import array_of, with_checks
from sarrus.errors import ModelError, Problem
from sarrus.robotics.inverse_kinematics.arm_position import Circle
from sarrus.robotics.inverse_kinematics.targets import pose_of
from sarrus.robotics.inverse_kinematics.trigonometry import NEAR, angles_of
from sarrus.spatial.arrays import cross


@with_checks
def leg_lengths(pose: Any, on_base: Any, on_platform: Any) -> np.ndarray:
    """Return the lengths [m] of legs between points of the base and of the platform (Stewart).

    pose: of the platform in the world; on_base: n x 3, in the world; on_platform: n x 3, in the
    platform's axes.

    Example:
        base = [(1, 0, 0), (-0.5, 0.8, 0), (-0.5, -0.8, 0)]
        robotics.leg_lengths(pose, base, [(0.3, 0, 0), (-0.2, 0.3, 0), (-0.2, -0.3, 0)])
    """
    X = pose_of(pose)
    base = array_of("on_base", on_base, (None, 3))
    ends = X.position + array_of("on_platform", on_platform, (len(base), 3)) @ X.matrix.T
    return np.linalg.norm(ends - base, axis=1)


@with_checks
def crank_angles(at: Any, axis: Any, tip: Any, end: Any, length: float) -> list[float]:
    """Return the angles at which the tip of a crank is `length` away from a point, 0, 1 or 2.

    The leg of a delta robot and of a planar 3-RRR. at, axis: of the crank's joint; tip: where the
    rod hangs on the crank at angle 0; end: where it hangs on the platform; all in the world [m].
    Angles are in (-pi, pi].

    Example:
        robotics.crank_angles((0, 0, 0), (0, 1, 0), (0.2, 0, 0), (0.3, 0, -0.4), 0.45)
    """
    z = array_of("axis", axis, (3,))
    if not np.any(z):
        raise ModelError(Problem("M19", "axis", "must not be zero"))
    path = Circle.about(
        z / np.linalg.norm(z), array_of("at", at, (3,)), array_of("tip", tip, (3,)), 1.0
    )
    r = path.center - array_of("end", end, (3,))
    left = 0.5 * (length * length - r @ r - path.x @ path.x)
    found = angles_of(float(r @ path.x), float(r @ path.y), float(left))
    return [float(np.pi - np.remainder(np.pi - x, 2.0 * np.pi)) for x in found]


@with_checks
def meeting_points(centers: Any, distances: Any) -> list[np.ndarray]:
    """Return the two points with given distances from three others, or none.

    Where the platform of a delta robot is for given cranks: its point from the ends of the three
    rods, moved by what the rods hang off it. The second point is on the side of
    (c2 - c1) x (c3 - c1).

    Example:
        robotics.meeting_points([(0, 0, 0), (1, 0, 0), (0, 1, 0)], (1.0, 1.0, 1.0))
    """
    c, d = array_of("centers", centers, (3, 3)), array_of("distances", distances, (3,))
    if not np.any(cross(c[1] - c[0], c[2] - c[0])):
        raise ModelError(Problem("M19", "centers", "must not lie on a line"))
    x = c[1] - c[0]
    i = float(np.linalg.norm(x))
    x = x / i
    j = float(x @ (c[2] - c[0]))
    y = c[2] - c[0] - j * x
    k = float(np.linalg.norm(y))
    y = y / k
    a = 0.5 * (d[0] ** 2 - d[1] ** 2 + i**2) / i
    b = (0.5 * (d[0] ** 2 - d[2] ** 2 + j**2 + k**2) - j * a) / k
    left = d[0] ** 2 - a**2 - b**2
    if left < -NEAR * d[0] ** 2:
        return []
    height = np.sqrt(max(left, 0.0)) * cross(x, y)
    return [c[0] + a * x + b * y - height, c[0] + a * x + b * y + height]
