"""Springs and dampers between two points, at a position of the corner."""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.forces.line import LineElement
from sarrus.suspension.position import Position

STILL = np.zeros(3)


@dataclass(frozen=True, eq=False)
class LineEnd:
    """An end of a spring: its body, its place [m], and the arm from the body's origin [m]."""

    body: str
    point: np.ndarray
    arm: np.ndarray
    velocity: np.ndarray


def line_ends(position: Position, spring: LineElement) -> tuple[LineEnd, LineEnd]:
    """Return the two ends of a spring in vehicle axes, with velocities per wheel travel."""
    a = _end(position, spring.body_a, np.array(spring.point_a, dtype=float))
    return a, _end(position, spring.body_b, np.array(spring.point_b, dtype=float))


def _end(position: Position, body: str, point: np.ndarray) -> LineEnd:
    X = position.lifted.get(body)
    if X is None:  # ground
        return LineEnd(body, point, point, STILL)
    arm = X.rotation @ point
    velocity = X.velocity + np.cross(np.asarray(X.angular_velocity), arm)
    return LineEnd(body, X.position + arm, arm, velocity)


def line_length(position: Position, spring: LineElement) -> tuple[float, float]:
    """Return the length of a spring [m] and its change per wheel travel."""
    a, b = line_ends(position, spring)
    gap = b.point - a.point
    length = float(np.linalg.norm(gap))
    return length, float((b.velocity - a.velocity) @ gap / length)
