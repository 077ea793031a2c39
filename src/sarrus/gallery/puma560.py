"""The robot arm PUMA 560, with the task A-B-C-A that stands for the robot of paper 3."""

from __future__ import annotations

import math

import numpy as np

from sarrus.gallery.drawing import DARK, GROUND, ORANGE, SAND, STEEL, block, link, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import BodyHandle, Mechanism, Model
from sarrus.spatial.arrays import dot, matrix_product

DH = (
    (0.67183, 0.0, math.pi / 2), (0.0, 0.4318, 0.0), (0.15005, 0.0203, -math.pi / 2),
    (0.4318, 0.0, math.pi / 2), (0.0, 0.0, -math.pi / 2), (0.0, 0.0, 0.0),
)  # fmt: skip
"""d [m], a [m], alpha [rad] of each joint, after Denavit and Hartenberg."""
MASSES = (0.0, 17.4, 4.8, 0.82, 0.34, 0.09)
COMS = (
    (0.0, 0.0, 0.0), (-0.3638, 0.006, 0.2275), (-0.0203, -0.0141, 0.07),
    (0.0, 0.019, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.032),
)  # fmt: skip
INERTIAS = (
    (0.0, 0.35, 0.0), (0.13, 0.524, 0.539), (0.066, 0.086, 0.0125),
    (1.8e-3, 1.3e-3, 1.8e-3), (0.3e-3, 0.4e-3, 0.3e-3), (0.15e-3, 0.15e-3, 0.04e-3),
)  # fmt: skip
LIMITS = ((-160, 160), (-45, 225), (-225, 45), (-110, 170), (-100, 100), (-266, 266))
"""Ranges of the joints [degrees]."""
TORQUES = (97.6, 186.4, 89.4, 24.2, 20.1, 21.3)
"""Limits of the motors at the joints [N m]."""
POSES = (
    (0.6436122219623136, 1.2276481167332667, -3.5400108837241637, 0.0, -0.8292298865988961,
     0.6436122219623136),
    (-0.08948267669939075, 0.3575118506593649, -3.0700473713613383, 0.0, -0.42905713288781966,
     -0.08948267669939075),
    (1.662692799549862, 0.5962221434655037, -3.2582891906725315, 0.0, -0.47952560638276526,
     0.0918964727549651),
)  # fmt: skip
"""Joint angles at the places A, B and C of the task [rad]."""
RAMP = 0.25
"""Time from rest to full speed in each leg of the task, which takes 1 s [s]."""


def puma560(*, payload: float = 0.0, at: float = 0.10) -> Model:
    """Return the model: links L1 to L6 on the revolute joints q1 to q6, drawn with all angles 0.

    payload: a point mass in the hand [kg], `at` so far from the wrist [m]. The frame of a link is
    at its end, after Denavit and Hartenberg, that of the hand is `tool`; z is up. The numbers are
    the consensus that Corke and Armstrong published; L1, of which only the inertia about its axis
    counts, has no mass there and L3 breaks the triangle rule, which is why the model warns. The
    ranges are the maker's; the limits of torque are not verified.
    """
    m = Mechanism("PUMA 560", (0.0, 0.0, -GRAVITY))
    R, p = np.eye(3), np.zeros(3)
    inner: BodyHandle = m.ground
    for k, (d, a, alpha) in enumerate(DH):
        axis, start = R[:, 2], p
        R, p = matrix_product(R, _about_x(alpha)), p + matrix_product(R, (a, 0.0, d))
        mass, com, inertia = MASSES[k], np.array(COMS[k]), np.diag(INERTIAS[k])
        if payload and k == 5:
            mass, com, inertia = _together(mass, com, inertia, payload, np.array((0.0, 0.0, at)))
        body = m.body(f"L{k + 1}", mass, com, inertia, at=p, rotation=R)
        limits = tuple(math.radians(end) for end in LIMITS[k])
        m.revolute(f"q{k + 1}", inner, body, at=start, axis=axis, limits=limits,
                   effort_limit=TORQUES[k])  # fmt: skip
        _draw(body, k)
        inner = body
    m.frame("tool", inner, (0.0, 0.0, at))
    pin(m.ground, (0.0, 0.0, 0.27), (0.0, 0.0, 1.0), 0.09, 0.54, GROUND)
    pin(m.ground, (0.0, 0.0, 0.01), (0.0, 0.0, 1.0), 0.16, 0.02, GROUND)
    return m.build()


def _about_x(angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def _together(
    m1: float, c1: np.ndarray, I1: np.ndarray, m2: float, c2: np.ndarray
) -> tuple[float, np.ndarray, np.ndarray]:
    """Return mass, centre and inertia of a body and a point that it carries."""
    way = c2 - c1
    shared = m1 * m2 / (m1 + m2)
    I = I1 + shared * (np.eye(3) * dot(way, way) - np.outer(way, way))
    return m1 + m2, (m1 * c1 + m2 * c2) / (m1 + m2), I


def _draw(body: BodyHandle, k: int) -> None:
    """Draw link k in its own frame, whose z is the next joint's axis."""
    z = (0.0, 0.0, 1.0)
    if k == 0:  # the shoulder, its y is up
        pin(body, (0.0, -0.07, 0.0), (0.0, 1.0, 0.0), 0.085, 0.12, DARK)
        pin(body, (0.0, 0.0, 0.03), z, 0.085, 0.2, SAND)
    elif k == 1:  # the upper arm, beside the shoulder
        link(body, (-0.4318, 0.0, 0.19), (0.0, 0.0, 0.19), 0.07, ORANGE)
        pin(body, (0.0, 0.0, 0.19), z, 0.075, 0.13, DARK)
    elif k == 2:  # the forearm, along the next axis
        link(body, (-0.0203, 0.0, 0.0), (0.0, 0.0, 0.34), 0.055, SAND)
    elif k == 3:
        pin(body, (0.0, 0.04, 0.0), (0.0, 1.0, 0.0), 0.04, 0.12, STEEL)
    elif k == 4:
        pin(body, (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), 0.035, 0.09, DARK)
    else:
        pin(body, (0.0, 0.0, 0.045), z, 0.03, 0.03, STEEL)
        for side in (-0.02, 0.02):
            block(body, (side, 0.0, 0.08), (0.008, 0.02, 0.04), DARK)


def task_law(joint: int) -> str:
    """Return the angle of a joint in the task A-B-C-A: three legs of 1 s at trapezoidal speed."""
    q = [pose[joint] for pose in POSES]
    legs = (q[1] - q[0], q[2] - q[1], q[0] - q[2])
    bends: dict[float, float] = {}
    for start, way in enumerate(legs):
        size = way / (2.0 * RAMP * (1.0 - RAMP))
        for at, sign in ((0.0, 1.0), (RAMP, -1.0), (1.0 - RAMP, -1.0), (1.0, 1.0)):
            bends[start + at] = bends.get(start + at, 0.0) + sign * size
    terms = [f"{size!r}*max(t - {at!r}, 0)^2" for at, size in bends.items() if size]
    return " + ".join([repr(q[0]), *terms]).replace("+ -", "- ")


EXAMPLE = Example(
    "puma560",
    puma560,
    "robot arm on the task A-B-C-A, one second each (stands for the robot of paper 3)",
    drives={f"q{k + 1}": task_law(k) for k in range(6)},
    until=3.0,
    outputs=("tool.position", *(f"q{k + 1}.effort" for k in range(3))),
)
