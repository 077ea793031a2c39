"""How poses and loops change with the frames of joints: exact, by kernels of the kinematics."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from sarrus.dynamics.constraints import ClosedPositions
from sarrus.kernels.derivative import jacobian
from sarrus.spatial.arrays import Array
from sarrus.spatial.rotation_vector import right_jacobian
from sarrus.spatial.stumpff import stumpff
from sarrus.system import System
from sarrus.system.quantities.equations import Inputs, Outputs


def pose_slopes(x: Inputs, body: str, at: tuple[float, ...], names: tuple[str, ...]) -> Outputs:
    """Derivatives by the inputs p: of a point of a body, of its rotation, of the loops' rows."""
    p = np.concatenate([np.ravel(x.tree.values[name]) for name in names])
    X = x.positions.body(body)
    return {
        "R": X.matrix,
        "r_p": jacobian(X.point(np.array(at)), p),
        "R_p": jacobian(X.matrix.ravel(), p),
        "phi_p": jacobian(ClosedPositions(x.positions).residual, p),
    }


def slopes_by_frames(
    system: System, q: np.ndarray, last: tuple[np.ndarray, ...], body: str, at: Any, dp: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return velocities of a point, angular velocities of its body, and rates of the loops' rows.

    For each column of dp, the rates of all inputs p of the kernels, at rows of q: rows x 3 x
    columns, world axes, and rows x m x columns.
    """
    place = tuple(float(v) for v in at)
    names = system.compiled.compiler.parameters.names
    equation = partial(pose_slopes, body=body, at=place, names=names)
    kernel = system.compiled.loops.kernel(f"pose slopes {body} {place}", ("q",), equation)
    found = [kernel.call(row, *last) for row in q]
    R, r_p, R_p, phi_p = (np.array([one[k] for one in found]) for k in range(4))
    turned = np.einsum("nijk,nlj->nilk", (R_p @ dp).reshape(len(q), 3, 3, -1), R)  # dR R^T
    angular = np.stack([turned[:, 2, 1], turned[:, 0, 2], turned[:, 1, 0]], axis=1)
    return r_p @ dp, angular, phi_p @ dp


def left_jacobian(w: np.ndarray) -> Array:
    """Return J of a rotation vector: exp(w + dw) = exp(J dw) exp(w)."""
    return np.asarray(right_jacobian(-w, stumpff(float(w @ w))))


def right_slope(m: np.ndarray) -> Array:
    """Return H with log(exp(m) exp(-w)) = m - H w for small w: the inverse right Jacobian."""
    return np.asarray(np.linalg.inv(right_jacobian(m, stumpff(float(m @ m)))))
