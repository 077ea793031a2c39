"""A five-bar with its inverse kinematics in closed form, to check tasks of parallel robots with."""

from __future__ import annotations

import numpy as np

import sarrus

BASE, CRANK, ROD = 0.3, 0.25, 0.35
MOTORS = (np.array([-BASE / 2, 0.0, 0.0]), np.array([BASE / 2, 0.0, 0.0]))
DRAWN = (2.2, 0.9)
"""Angles of the cranks in the drawing [rad]."""
DRIVES = ("M0", "M1")
SIDES = (1.0, -1.0)
"""Which solution each crank has in the drawing: its elbow beside the line from motor to tip."""


def elbow(k: int, angle: float) -> np.ndarray:
    """Return where the elbow of a crank is at an angle from x."""
    return np.array(MOTORS[k] + CRANK * np.array([np.cos(angle), np.sin(angle), 0.0]))


def drawn_tip() -> np.ndarray:
    """Return the tip in the drawing: the upper meeting point of the two rods."""
    a, b = (elbow(k, DRAWN[k]) for k in (0, 1))
    middle, half = (a + b) / 2.0, (b - a) / 2.0
    up = np.array([-half[1], half[0], 0.0]) / np.linalg.norm(half)
    return np.array(middle + np.sqrt(ROD**2 - half @ half) * up)


def crank_angles(tip: np.ndarray, sides: tuple[float, float] = SIDES) -> np.ndarray:
    """Return the angles of the drives for a tip, 0 in the drawing, by the law of cosines."""
    found = []
    for k, side in enumerate(sides):
        x, y, _ = tip - MOTORS[k]
        r = np.hypot(x, y)
        bend = np.arccos((CRANK**2 + r**2 - ROD**2) / (2.0 * CRANK * r))
        found.append(np.arctan2(y, x) + side * bend - DRAWN[k])
    return np.array(found)


def five_bar(turntable: bool = False) -> sarrus.Model:
    """Return the model; with a turntable, it stands on a plate that turns about y (drive T)."""
    m = sarrus.Mechanism("five-bar", (0.0, -9.81, 0.0))
    ground = m.ground
    if turntable:
        ground = m.body("plate", 2.0, (0.0, -0.05, 0.0), (0.05, 0.08, 0.06))
        m.revolute("T", m.ground, ground, at=(0.0, 0.0, 0.0), axis="y")
    tip, rods = drawn_tip(), []
    for k in (0, 1):
        start, end = MOTORS[k], elbow(k, DRAWN[k])
        crank = m.body(
            f"crank{k}", 0.6, (0.02, 0.01, 0.0), (3e-3, 4e-3, 5e-3), at=(start + end) / 2
        )
        rod = m.body(f"rod{k}", 0.3, (0.0, 0.01, 0.0), (2e-3, 3e-3, 4e-3), at=(end + tip) / 2)
        m.revolute(f"M{k}", ground, crank, at=start, axis="z")
        m.revolute(f"E{k}", crank, rod, at=end, axis="z")
        rods.append(rod)
    m.revolute("P", *rods, at=tip, axis="z")
    m.frame("tip", rods[0], at=(tip - elbow(0, DRAWN[0])) / 2)
    return m.build()
