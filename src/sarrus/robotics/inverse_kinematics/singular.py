"""Which parts of an arm are in a singular position, and what can move there."""

from __future__ import annotations

import numpy as np

from sarrus.robotics.inverse_kinematics.branches import SINGULAR, Singularity
from sarrus.robotics.inverse_kinematics.screws import Screws
from sarrus.spatial.arrays import cross


def singularities(
    kind: str, reversed_: bool, here: Screws, joints: tuple[str, ...], center: np.ndarray
) -> tuple[Singularity, ...]:
    """Return the singularities of a solution, each with the motion that it leaves free.

    here: its axes; joints: their names; centre: the point where the last axes meet, or the first.
    """
    if reversed_:
        here = Screws(-here.z[::-1], here.p[::-1])
    found = _of_wrist_arm(here, center) if kind == "spherical wrist" else _of_parallel_arm(here)
    names = joints[::-1] if reversed_ else joints
    sense = -1.0 if reversed_ else 1.0
    return tuple(
        Singularity(what, dict(zip(names, map(float, sense * v), strict=True)), family)
        for what, v, family in found
    )


Found = list[tuple[str, np.ndarray, bool]]


def _of_wrist_arm(here: Screws, c: np.ndarray) -> Found:
    """Return the singularities of an arm whose last three axes meet."""
    found: Found = []
    z = here.z
    wrist = z[3:6].T
    smallest, v = _smallest(wrist)
    if smallest < SINGULAR:
        in_line = np.linalg.norm(cross(z[3], z[5])) < SINGULAR
        found.append(("wrist", np.concatenate([np.zeros(3), v]), bool(in_line)))
    carried = here.part(0, 3).jacobian(c)[0:3] / here.length
    smallest, v = _smallest(carried)
    if smallest < SINGULAR:
        on_axis = np.linalg.norm(carried[:, 0]) < SINGULAR
        turned = np.linalg.lstsq(wrist, -z[:3].T @ v, rcond=1e-9)[0]
        whole = np.concatenate([v, turned])
        what = "shoulder" if on_axis else "elbow"
        found.append((what, whole / np.linalg.norm(whole), bool(on_axis)))
    return found


def _of_parallel_arm(here: Screws) -> Found:
    """Return the singularities of an arm whose axes 2 to 4 are parallel."""
    z, p = here.z, here.p
    J = here.jacobian(p[5]) / np.repeat([here.length, 1.0], 3)[:, None]
    smallest, v = _smallest(J)
    if smallest >= SINGULAR:
        return []
    if np.linalg.norm(cross(z[1], z[5])) < 10.0 * SINGULAR:
        return [("wrist", v, True)]
    upper, fore = cross(z[1], p[2] - p[1]), cross(z[1], p[3] - p[2])
    bent = np.linalg.norm(cross(upper, fore)) / (np.linalg.norm(upper) * np.linalg.norm(fore))
    return [("elbow" if bent < 10.0 * SINGULAR else "shoulder", v, False)]


def _smallest(J: np.ndarray) -> tuple[float, np.ndarray]:
    """Return the smallest singular value and its direction; not exactly where it is far from 0."""
    bound = 2.0 * abs(float(np.linalg.det(J))) / float(np.sum(J * J)) if len(J) == 3 else 0.0
    if bound > SINGULAR:  # |det| = s1 s2 s3, s1 s2 <= (s1^2 + s2^2) / 2
        return bound, np.zeros(3)
    _, s, V = np.linalg.svd(J)
    return float(s[-1]), V[-1]
