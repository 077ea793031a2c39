"""A robot arm with six drives whose forearm is moved by a parallelogram from its base."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sarrus.gallery.drawing import (
    BLUE,
    DARK,
    GROUND,
    ORANGE,
    SAND,
    STEEL,
    block,
    link,
    pin,
    point,
)
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import BodyHandle, Mechanism, Model
from sarrus.spatial.arrays import dot, norm

FORWARD = ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0))
"""Axes of a tool that points along x."""
RANGES = ((-150, 150), (-65, 95), (-60, 80), (-190, 190), (-120, 120), (-300, 300))
"""Ranges of the drives [degrees]."""


def parallelogram_arm(
    *,
    shoulder: tuple[float, float] = (0.15, 0.55),
    upper: float = 0.55,
    fore: float = 0.60,
    tail: float = 0.22,
    hand: float = 0.10,
    masses: tuple[float, ...] = (55.0, 24.0, 7.0, 4.0, 26.0, 4.5, 2.2, 0.6),
    speeds: tuple[float, ...] = (2.6, 2.6, 2.6, 5.2, 5.2, 7.0),
    efforts: tuple[float, ...] = (750.0, 800.0, 650.0, 70.0, 70.0, 30.0),
) -> Model:
    """Return the model: drives q1 to q6; crank and rod move the forearm, elbow, P and S follow.

    shoulder: of the axis of arm and crank in front of and above the base, lengths of upper arm,
    forearm (to the wrist), its tail (and the crank), and hand [m]; masses of column, upper arm,
    crank, rod, forearm, and the three parts of the wrist [kg]; speeds and efforts: limits of the
    drives [rad/s; N m]. Drawn with the upper arm upright and the forearm level, all angles 0; q2
    leans the arm forward, q3 turns the crank and with it the forearm, whatever q2 is, down. The rod
    is on a universal (P) and a ball joint (S), so that reactions are unique. A stand-in: plausible
    numbers of a machine of 1.3 m reach for 20 kg, of no maker.
    """
    m = Mechanism("parallelogram arm", (0.0, 0.0, -GRAVITY))
    ranges = [tuple(math.radians(end) for end in pair) for pair in RANGES]
    limited: list[dict[str, Any]] = [
        {"limits": r, "speed_limit": v, "effort_limit": e}
        for r, v, e in zip(ranges, speeds, efforts, strict=True)
    ]
    ahead = np.array([1.0, 0.0, 0.0])
    S = np.array([shoulder[0], 0.0, shoulder[1]])
    E = S + np.array([0.0, 0.0, upper])
    W = E + fore * ahead
    back = -tail * ahead
    side = np.array([0.0, 0.14, 0.0])  # crank and rod run beside the arm
    pin(m.ground, (0.0, 0.0, 0.05), (0.0, 0.0, 1.0), 0.22, 0.10, GROUND)
    foot = np.array([0.0, 0.0, 0.12])
    column = _bar(m, "column", foot, S, masses[0], 0.15, GROUND)
    pin(column, 0.5 * (foot - S), (0.0, 0.0, 1.0), 0.17, 0.2, DARK)
    m.revolute("q1", m.ground, column, at=(0.0, 0.0, 0.0), axis="z", **limited[0])
    arm = _bar(m, "upper arm", S, E, masses[1], 0.07, ORANGE)
    m.revolute("q2", column, arm, at=point(S), axis="y", **limited[1])
    crank = _bar(m, "crank", S, S + back, masses[2], 0.035, DARK, side)
    m.revolute("q3", column, crank, at=point(S), axis="y", **limited[2])
    rod = _bar(m, "rod", S + back, E + back, masses[3], 0.022, STEEL, side)
    forearm = _bar(m, "forearm", E + back, W - 0.12 * ahead, masses[4], 0.06, ORANGE)
    middle = 0.5 * (E + back + W - 0.12 * ahead)
    pin(forearm, E - middle, (0.0, 1.0, 0.0), 0.085, 0.24, DARK)
    m.revolute("elbow", arm, forearm, at=point(E), axis="y")
    m.universal("P", crank, rod, at=point(S + back), axis="y", axis2="x")
    m.spherical("S", rod, forearm, at=point(E + back))
    roll = _bar(m, "roll", W - 0.12 * ahead, W, masses[5], 0.05, SAND)
    m.revolute("q4", forearm, roll, at=point(W), axis="x", **limited[3])
    pitch = _bar(m, "pitch", W, W + 0.5 * hand * ahead, masses[6], 0.04, BLUE)
    m.revolute("q5", roll, pitch, at=point(W), axis="y", **limited[4])
    flange = m.body("flange", masses[7], (-0.02, 0.0, 0.0), (0.0009, 0.0006, 0.0006),
                    at=point(W + hand * ahead))  # fmt: skip
    pin(flange, (-0.03, 0.0, 0.0), (1.0, 0.0, 0.0), 0.035, 0.03, STEEL)
    for y in (-0.025, 0.025):
        block(flange, (0.0, y, 0.0), (0.05, 0.01, 0.03), DARK)
    m.revolute("q6", pitch, flange, at=point(W), axis="x", **limited[5])
    m.frame("tool", flange, (0.025, 0.0, 0.0), rotation=FORWARD)
    return m.build()


def _bar(
    m: Mechanism,
    name: str,
    a: np.ndarray,
    b: np.ndarray,
    mass: float,
    radius: float,
    color: str,
    aside: np.ndarray | None = None,
) -> BodyHandle:
    """Add a round bar between two points of the drawing: its frame in the middle, world axes.

    aside: how far beside its line it is drawn [m].
    """
    way = (b - a) / norm(b - a)
    across = mass * (3.0 * radius**2 + float(dot(b - a, b - a))) / 12.0
    about = 0.5 * mass * radius**2
    inertia = across * np.eye(3) + (about - across) * np.outer(way, way)
    rows = [[float(x) for x in row] for row in inertia]
    body = m.body(name, mass, (0.0, 0.0, 0.0), rows, at=point(0.5 * (a + b)))
    shift = np.zeros(3) if aside is None else aside
    link(body, 0.5 * (a - b) + shift, 0.5 * (b - a) + shift, radius, color)
    return body


EXAMPLE = Example(
    "parallelogram_arm",
    parallelogram_arm,
    "robot arm of six drives with a parallelogram for its forearm (stand-in of a 20 kg machine)",
    drives={
        "q1": "0.8*sin(pi*t)",
        "q2": "0.4*sin(pi*t + 0.5)",
        "q3": "0.25 + 0.3*sin(2*pi*t)",
        "q4": "0.6*sin(pi*t)",
        "q5": "1.0 + 0.4*sin(2*pi*t)",
        "q6": "1.5*sin(pi*t)",
    },
    until=2.0,
    outputs=("tool.position", "q1.effort", "q2.effort", "q3.effort"),
)
