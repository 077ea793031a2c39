"""Consistent states from approximate ones: Newton's method in the least-squares sense."""

from __future__ import annotations

import numpy as np

from sarrus.cartesian.evaluation import Evaluation
from sarrus.cartesian.null_space import RANK
from sarrus.cartesian.state import state_after
from sarrus.errors import Problem, SimulationStopped

CLOSED = 1e-14
"""Conditions below this part of the model length are met."""
ACCEPTED = 1e-11
"""... and below this part when round-off lets them come no lower."""
MOST_STEPS = 60
LARGEST_TURN = 0.5
SHORTEST = 1.0 / 64.0


def closed_positions(
    evaluation: Evaluation, y: np.ndarray, near: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the y nearest by that meets Phi = 0, and Phi_Y (scaled) there.

    Away from the solution by delta, singular values below delta say nothing, as a redundant row
    has such values there; they are left out, so that overconstrained loops close too.
    """
    length = evaluation.equations.length
    phi, jacobian = evaluation.constraints(y, near)
    error = _size(phi)
    for _ in range(MOST_STEPS):
        if error <= CLOSED * length:
            break
        trusted = min(0.1, max(RANK, 3.0 * error / length))
        step = np.linalg.lstsq(jacobian, -phi, rcond=trusted)[0] * evaluation.scale
        found = _step_that_helps(evaluation, y, near, step, error)
        if found is None:
            break
        y, phi, jacobian = found
        error = _size(phi)
    if not error <= ACCEPTED * length:
        raise SimulationStopped(_open(evaluation, phi))
    return y, jacobian


def _step_that_helps(
    evaluation: Evaluation, y: np.ndarray, near: np.ndarray, step: np.ndarray, error: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """Return y and the constraints after the step, shortened until they are smaller."""
    turns = np.linalg.norm(step.reshape(-1, 2, 3)[:, 1], axis=1)
    part = min(1.0, LARGEST_TURN / max(turns.max(initial=0.0), 1e-300))
    while part >= SHORTEST:
        trial = state_after(y, part * step)
        phi, jacobian = evaluation.constraints(trial, near)
        if _size(phi) < error:
            return trial, phi, jacobian
        part *= 0.5
    return None


def consistent_velocities(
    evaluation: Evaluation, jacobian: np.ndarray, Y: np.ndarray
) -> np.ndarray:
    """Return the velocities nearest to Y with Phi_Y Y = 0."""
    if not jacobian.size:
        return Y
    scaled = Y / evaluation.scale
    gap = np.linalg.lstsq(jacobian, jacobian @ scaled, rcond=RANK)[0]
    return (scaled - gap) * evaluation.scale


def reversed_joints(evaluation: Evaluation, y: np.ndarray) -> bool:
    """Return whether a joint is closed with an axis the wrong way round."""
    still = np.zeros(6 * evaluation.n_bodies), np.zeros(evaluation.nq)
    return bool(np.any(evaluation.joint_measures(y, *still)[2] <= 0.0))


def _size(phi: np.ndarray) -> float:
    return float(np.max(np.abs(phi), initial=0.0))


def _open(evaluation: Evaluation, phi: np.ndarray) -> Problem:
    gaps = {name: _size(phi[rows]) for name, rows in evaluation.rows.items()}
    worst = sorted(gaps, key=lambda name: -gaps[name])[:3]
    listed = ", ".join(f"'{name}' {gaps[name]:.3g} m" for name in worst)
    return Problem(
        "S11",
        f"model '{evaluation.model.name}'",
        f"cannot be assembled from here; the widest gaps are in the joints {listed}",
        action="start from poses nearer to a closed position, or check the lengths",
    )
