"""From solved arrays to bodies and joints by name."""

from __future__ import annotations

import numpy as np

from sarrus.cartesian.bodies import VELOCITIES, MovingBody, moving_bodies
from sarrus.cartesian.evaluation import Evaluation, Terms
from sarrus.cartesian.null_space import RANK, multipliers
from sarrus.cartesian.state import BodyAcceleration, BodyState, CartesianState, Reaction
from sarrus.model import Joint, Model


def body_states(model: Model, state: CartesianState) -> dict[str, BodyState]:
    """Return pose and velocity of every body frame."""
    found, origin = {}, np.zeros(3)
    for name, moving in _moving_bodies(model, state).items():
        position, velocity = moving.position_of(origin), moving.velocity_of(origin)
        found[name] = BodyState(position, moving.rotation, velocity, moving.angular_velocity)
    return found


def body_accelerations(
    model: Model, state: CartesianState, Ydot: np.ndarray
) -> dict[str, BodyAcceleration]:
    """Return the accelerations of every body frame from those of the centres of mass."""
    found = {}
    each = Ydot.reshape(-1, VELOCITIES)
    for (name, moving), row in zip(_moving_bodies(model, state).items(), each, strict=True):
        R, w, al = moving.rotation, moving.spin, row[3:6]
        arm = -moving.com
        carried = np.cross(al, arm) + np.cross(w, np.cross(w, arm))
        found[name] = BodyAcceleration(row[0:3] + R @ carried, R @ al)
    return found


def reactions(
    evaluation: Evaluation, state: CartesianState, terms: Terms, Ydot: np.ndarray
) -> dict[str, Reaction]:
    """Return the constraint wrench of every joint on its child, about the origin of M."""
    model = evaluation.model
    bodies = moving_bodies(model, state.y, state.Y)
    lam = multipliers(terms, Ydot)
    loose = force_free_multipliers(terms.jacobian)
    found = {}
    for joint in model.joints:
        rows = evaluation.rows[joint.name]
        child = terms.pairs[rows, VELOCITIES:].T @ lam[rows]
        unique = not np.any(np.abs(loose[rows]) > RANK)
        found[joint.name] = _reaction(joint, bodies[joint.child], child, unique)
    return found


def coupler_efforts(evaluation: Evaluation, terms: Terms, Ydot: np.ndarray) -> dict[str, float]:
    """Return the multiplier of every coupler, freed of the length that scales its equation."""
    lam = multipliers(terms, Ydot)[evaluation.n_joint_rows :]
    length = evaluation.equations.length
    return {
        coupler.name: float(value) * (length if coupler.unit == "rad" else 1.0)
        for coupler, value in zip(evaluation.model.couplers, lam, strict=True)
    }


def force_free_multipliers(jacobian: np.ndarray) -> np.ndarray:
    """Return a basis (columns) of the multipliers that exert no force: Phi^T n = 0."""
    if not jacobian.size:
        return np.zeros((len(jacobian), 0))
    left, values, _ = np.linalg.svd(jacobian)
    rank = int(np.count_nonzero(values > RANK * values[0]))
    return left[:, rank:]


def _reaction(joint: Joint, child: MovingBody, force: np.ndarray, unique: bool) -> Reaction:
    """Return force and moment at M's origin of (f, n' about the centre of mass, body axes)."""
    at = child.position_of(joint.on_child.transform.position)
    moment = child.rotation @ force[3:6] - np.cross(at - child.center, force[0:3])
    return Reaction(force[0:3], moment, at, unique)


def _moving_bodies(model: Model, state: CartesianState) -> dict[str, MovingBody]:
    found = moving_bodies(model, state.y, state.Y)
    return {body.name: found[body.name] for body in model.bodies}
