"""Bricard's mechanism: six hinges along the edges of a cube, which should not move but does."""

from __future__ import annotations

import numpy as np

from sarrus.gallery.drawing import BLUE, GREEN, ORANGE, RED, SAND, bearing, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Box, Mechanism, Model

CORNERS = ((0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1))
AXES = "yzxyzx"


def bricard(*, length: float = 1.0, mass: float = 1.0, width: float = 0.1) -> Model:
    """Return the model: square rods rod1 to rod5, hinges R1 to R6, of which ground holds the ends.

    length, width [m] and mass [kg] of each rod. Drawn along the edges of a cube; y is up. By
    counting it has no freedom, in truth one: of the closing equations one is superfluous at every
    position. The numbers are those of benchmark A04 of IFToMM.
    """
    m = Mechanism("Bricard", (0.0, -GRAVITY, 0.0))
    corners = [length * np.array(corner, dtype=float) for corner in CORNERS]
    across, about = mass * (length**2 + width**2) / 12.0, mass * width**2 / 6.0
    bodies = [m.ground]
    for k, color in enumerate((BLUE, ORANGE, GREEN, SAND, RED)):
        a, b = corners[k], corners[k + 1]
        axis = int(np.argmax(np.abs(b - a)))
        inertia = [about if i == axis else across for i in range(3)]
        x, y, z = (length - width if i == axis else width for i in range(3))
        body = m.body(f"rod{k + 1}", mass, (0.0, 0.0, 0.0), inertia, at=0.5 * (a + b))
        bodies.append(body.shape(Box((x, y, z)), color=color))
    bodies.append(m.ground)
    for k, corner in enumerate(corners):
        axis = np.eye(3)["xyz".index(AXES[k])]
        m.revolute(f"R{k + 1}", bodies[k], bodies[k + 1], at=corner, axis=AXES[k])
        if k in (0, 5):
            bearing(m, corner, axis, 0.6 * width, 1.2 * width)
        else:
            middle = 0.5 * (corners[k - 1] + corner)
            pin(bodies[k], corner - middle, axis, 0.45 * width, 1.3 * width)
    return m.build()


EXAMPLE = Example(
    "bricard",
    bricard,
    "overconstrained loop of six hinges, released from rest (IFToMM benchmark A04)",
    until=5.0,
    outputs=("R1.angle", "rod3.position"),
)
