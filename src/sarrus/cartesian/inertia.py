"""Bodies without inertia of their own, so that M can be factored body by body anyway."""

from __future__ import annotations

import numpy as np

from sarrus.cartesian.augmented import Pattern
from sarrus.cartesian.bodies import VELOCITIES
from sarrus.cartesian.evaluation import Evaluation
from sarrus.cartesian.flow import pattern_of
from sarrus.cartesian.null_space import MASSLESS, UNBALANCED, balance_problem
from sarrus.errors import SimulationStopped
from sarrus.late_dataclass import dataclass

FREE = 1e-9
"""A direction is free where no row, in scaled velocities, moves by more than this part."""
HELD = 1e-2
"""A direction is well held by rows that move by more than this part."""


@dataclass(frozen=True)
class Inertia:
    """M for the factors of the augmented equations, and the order of these.

    A direction without inertia that nothing holds, as the turn of a thin rod about itself between
    two balls, gets an inertia here: no force acts on it, so that its acceleration is zero with any.
    free: these directions, one in each column. Other directions without inertia are held by joints,
    whose rows are added to M with a weight (`AugmentedFactors`), those of one joint for each if
    that is enough; key: what all this depends on beside the model.
    """

    M: np.ndarray
    free: np.ndarray
    pattern: Pattern
    weight: float
    key: str

    @staticmethod
    def of(evaluation: Evaluation, jacobian: np.ndarray) -> Inertia:
        """Return the inertia at a position with this scaled Phi_Y."""
        M, scale = evaluation.M, evaluation.scale
        usual = float(np.max(np.abs(M), initial=0.0)) or 1.0
        weight = float(np.trace(M)) / max(len(M), 1)
        plain = pattern_of(evaluation.equations)
        whole, stiff = M.copy(), set[int]()
        free: list[np.ndarray] = []
        light: list[tuple[int, np.ndarray]] = []
        for i in range(evaluation.n_bodies):
            at = slice(VELOCITIES * i, VELOCITIES * (i + 1))
            values, vectors = np.linalg.eigh(M[at, at])
            null = vectors[:, values <= MASSLESS * usual]
            loose = np.linalg.norm(jacobian[:, at] @ null, axis=0) <= FREE
            for direction in null[:, loose].T:
                whole[at, at] += usual * np.outer(direction, direction)
                free.append(np.zeros(len(M)))
                free[-1][at] = direction
            if not np.all(loose):
                light.append((i, null[:, ~loose]))
                stiff |= _holding_rows(plain, jacobian[:, at], i, null[:, ~loose])
        added = [row for j in sorted(stiff) for row in plain.groups[j]]
        values = np.linalg.eigvalsh(whole + weight * jacobian[added].T @ jacobian[added])
        if light and values[0] <= MASSLESS * values[-1]:  # bodies without inertia hold each other
            massless = {i for i, _ in light}
            stiff = {j for j, members in enumerate(plain.bodies) if massless & set(members)}
        names = [int(k) for column in free for k in np.flatnonzero(column)]
        columns = np.array(free).reshape(len(free), len(M)).T
        pattern = pattern_of(evaluation.equations, frozenset(stiff))
        key = f"free {names} stiff {sorted(stiff)}"
        return Inertia(whole / np.outer(scale, scale), columns, pattern, weight, key)

    def check(self, Q: np.ndarray) -> None:
        """Refuse a scaled force on a direction without inertia that nothing holds."""
        along = np.abs(self.free.T @ Q)
        if along.size and along.max() > UNBALANCED * np.linalg.norm(Q):
            raise SimulationStopped(balance_problem(float(along.max())))


def _holding_rows(pattern: Pattern, columns: np.ndarray, body: int, null: np.ndarray) -> set[int]:
    """Return groups of rows that hold some directions of a body, those to ground first.

    How well the rows of a joint hold a direction that is fixed in a body does not change with its
    motion, but for joints whose axes move in both bodies.
    """
    near = [j for j, members in enumerate(pattern.bodies) if body in members]
    found: set[int] = set()
    held = np.zeros((0, null.shape[1]))
    for j in sorted(near, key=lambda j: (len(pattern.bodies[j]), -len(pattern.groups[j]))):
        own = columns[list(pattern.groups[j])] @ null
        if _least(own) > HELD:
            return {j}
        held = np.vstack([held, own])
        found.add(j)
        if _least(held) > HELD:
            break
    return found


def _least(rows: np.ndarray) -> float:
    """Return the least singular value of rows that should have full column rank."""
    if len(rows) < rows.shape[1]:
        return 0.0
    return float(np.linalg.svd(rows, compute_uv=False)[-1])
