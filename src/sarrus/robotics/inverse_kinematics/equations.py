"""What targets and loops leave open, and its rows, as equations that become a kernel.

With x the point of a body and R its orientation, and J_v, J_w their rows,

    position     e = A^T (x - x_wanted),           A^T J_v
    rotation     e = phi(R_wanted^T R),            H R_wanted^T J_w
    direction    e = u - (0, 0, 1), u = B^T R a,   -~u B^T J_w,  B with the direction as z

where phi is the rotation vector, and the last, of length 2 sin(angle / 2), is zero nowhere else;
its third row is zero there. Rows of loops stand below, in units of the mechanism's length.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.dynamics.constraints import ClosedPositions
from sarrus.dynamics.jacobians import point_jacobian
from sarrus.robotics.inverse_kinematics.targets import Rows
from sarrus.spatial.arrays import Array, join, skew
from sarrus.spatial.rotation_vector import rotation_vector
from sarrus.system.quantities.equations import Inputs, Outputs
from sarrus.topology import Layout


def misses(x: Inputs, targets: Sequence[Rows], scale: Sequence[float]) -> Outputs:
    """All e and their rows: those of the targets, then of the loops times `scale`."""
    parts, blocks = [], []
    for k, rows in enumerate(targets):
        for e, J in _of_target(x, rows, x.arrays["goal"][k]):
            parts.append(e)
            blocks.append(J)
    if scale:
        closed, weights = ClosedPositions(x.positions), np.array(scale)
        parts.append(weights * closed.residual)
        blocks.append(weights[:, None] * closed.jacobian)
    return {"e": join(*parts), "J": np.concatenate(blocks)}


def _of_target(x: Inputs, rows: Rows, goal: Array) -> list[tuple[Array, Array]]:
    r, position, axes = goal[0:3], goal[3:6], goal[6:15].reshape(3, 3)
    turned, axis = goal[15:24].reshape(3, 3), goal[24:27]
    X_WB = x.positions.body(rows.body)
    J = point_jacobian(x.positions, rows.body, r)
    found = []
    if rows.letters:
        kept = ["xyz".index(letter) for letter in rows.letters]
        found.append(
            ((axes.T @ (X_WB.point(r) - position))[kept], (axes.T @ J[0:3])[kept]),
        )
    if rows.turn == "rotation":
        phi, H = rotation_vector(turned.T @ X_WB.matrix)
        found.append((phi, H @ (turned.T @ J[3:6])))
    elif rows.turn == "direction":
        u = turned.T @ (X_WB.matrix @ axis)
        found.append((u - np.array([0.0, 0.0, 1.0]), -skew(u) @ (turned.T @ J[3:6])))
    return found


def coordinates_after_step(x: Inputs, layout: Layout) -> Outputs:
    """The coordinates after a step, quaternions by their rates and scaled: right in first order."""
    q = x.arrays["q"]
    return {"q1": layout.with_unit_quaternions(q + layout.rate(q, x.arrays["dv"]))}
