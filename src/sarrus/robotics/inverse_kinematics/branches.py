"""The solutions of a closed form: their names, the limits they break, what is singular."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from itertools import product

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.robotics.inverse_kinematics.screws import Screws
from sarrus.spatial.arrays import cross
from sarrus.summaries import with_summary

SINGULAR = 1e-7
"""Singular value, lengths over that of the arm, below which a position is called singular."""


@dataclass(frozen=True)
class Singularity:
    """A direction in which the joints can move without moving the frame.

    kind: "wrist", "shoulder" or "elbow"; direction: rates by joint, of length 1; family: whether
    a whole curve of solutions leads through this one, which then is a representative. Otherwise the
    motion is possible in the first order only: two branches meet.
    """

    kind: str
    direction: Mapping[str, float]
    family: bool

    def __str__(self) -> str:
        moving = ", ".join(f"{n} {x:+.3f}" for n, x in self.direction.items() if abs(x) > 1e-9)
        what = "one of a family of solutions" if self.family else "two branches meet"
        return f"{self.kind} singularity, {what}: free to move are {moving}"


@with_summary
@dataclass(frozen=True)
class ArmSolution:
    """One solution.

    q: all coordinates of the system; angles: of the arm's joints [rad], by name; branch: such as
    "left, up, flip", or "branch 3"; beyond: by how much limits are exceeded [rad], by joint;
    singular: see `Singularity`.
    """

    q: np.ndarray
    angles: Mapping[str, float]
    branch: str
    beyond: Mapping[str, float] = field(default_factory=dict)
    singular: tuple[Singularity, ...] = ()

    @property
    def allowed(self) -> bool:
        """Whether all joints are within their limits."""
        return not self.beyond


def anthropomorphic(arm: Screws) -> bool:
    """Whether shoulder, elbow and wrist are words for this arm.

    They are if axis 2 is perpendicular to axis 1 and parallel to axis 3.
    """
    z = arm.z
    return bool(abs(z[0] @ z[1]) < 1e-9 and np.linalg.norm(cross(z[1], z[2])) < 1e-9)


def _label(lifts: bool, ahead: bool, side: bool) -> str:
    words = (
        "right" if lifts else "left",
        "up" if lifts == ahead else "down",
        "no flip" if side else "flip",
    )
    return ", ".join(words)


EITHER = (True, False)
LABELS = {signs: _label(*signs) for signs in product(EITHER, EITHER, EITHER)}
"""What a solution of an anthropomorphic arm is called, by whether three products are >= 0.

right: z1 . (z2 x (wrist - shoulder)) >= 0, a positive rate of joint 2 lifts the wrist (Lee and
Ziegler 1984), along axis 1; up: the elbow is above the line from shoulder to wrist, by the sign of
z2 . ((fore - shoulder) x (elbow - shoulder)), with the end of the forearm (the wrist, or a point of
axis 4); flip: z5 . (z4 x z6) < 0.
"""
