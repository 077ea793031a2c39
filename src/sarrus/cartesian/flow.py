"""The motion in absolute coordinates as zdot = f(t, z), in numbers or symbols.

z = (y, Y, turned): coordinates, velocities, and the angles of joints with their whole turns, which
have no rate of their own: whenever a state is closed, they are measured anew, nearest to what they
were. The members are those that the step formulas of `sarrus.system.flow.steps` ask for, so that
one code integrates both formulations.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from sarrus.cartesian.augmented import AugmentedFactors, Pattern
from sarrus.cartesian.bodies import POSITIONS, VELOCITIES
from sarrus.cartesian.equations import CartesianEquations
from sarrus.cartesian.joints import cartesian_joint
from sarrus.cartesian.scene import starts, total
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Model
from sarrus.spatial.arrays import Array, Scalar, join, vector
from sarrus.spatial.rotation import euler_g

Loads = Callable[[Scalar], tuple[Array, Array]]
"""Efforts on all joint velocities and wrenches on all bodies, n x 6, at a time."""


@dataclass(frozen=True)
class CartesianSlope:
    """zdot, the watch, the factors that gave it, and the multipliers of all rows."""

    ydot: Array
    watch: Scalar
    factors: AugmentedFactors
    lam: Array


@dataclass(frozen=True)
class CartesianFlow:
    """The equations of one model; M: its mass matrix, in which massless spins have an inertia.

    loads: see above; use, weight: see `AugmentedFactors`; baumgarte: rate [1/s] at which gaps decay
    instead of being projected away.
    """

    equations: CartesianEquations
    pattern: Pattern
    M: np.ndarray
    loads: Loads
    use: Array | None = None
    weight: float = 0.0
    baumgarte: float = 0.0

    @property
    def model(self) -> Model:
        """The model."""
        return self.equations.model

    @property
    def nq(self) -> int:
        """Number of coordinates."""
        return POSITIONS * self.pattern.n_bodies

    @property
    def nv(self) -> int:
        """Number of velocities."""
        return VELOCITIES * self.pattern.n_bodies

    @cached_property
    def angles(self) -> tuple[int, ...]:
        """Places of the angles that count whole turns among the coordinates of all joints."""
        return angle_places(self.model)

    @property
    def size(self) -> int:
        """Length of z."""
        return self.nq + self.nv + len(self.angles)

    def parts(self, z: Array) -> tuple[Array, Array, Array]:
        """Return y, Y and the coordinates of all joints to which the angles are near."""
        near: list[Scalar] = [0.0] * total(self.model, "nq")
        for place, angle in zip(self.angles, z[self.nq + self.nv :], strict=True):
            near[place] = angle
        return z[: self.nq], z[self.nq : self.nq + self.nv], vector(*near)

    def slope(self, t: Scalar, z: Array) -> CartesianSlope:
        """Return f(t, z)."""
        y, Y, near = self.parts(z)
        Phi, gamma, Q = self._terms(t, y, Y, near)
        factors = AugmentedFactors(self.pattern, self.M, Phi, self.use, self.weight)
        Ydot, lam = factors.solve(Q, gamma)
        return CartesianSlope(self._rate(y, Y, Ydot), factors.watch, factors, lam)

    def slope_with(
        self, t: Scalar, z: Array, near: CartesianSlope, repeats: int = 2
    ) -> CartesianSlope:
        """Return f(t, z) with the factors of a state nearby, refined by `repeats` corrections."""
        y, Y, turned = self.parts(z)
        Phi, gamma, Q = self._terms(t, y, Y, turned)
        Ydot, lam = near.ydot[self.nq : self.nq + self.nv], near.lam
        for _ in range(repeats):
            more, push = near.factors.solve(Q - self.M @ Ydot + Phi.T @ lam, gamma - Phi @ Ydot)
            Ydot, lam = Ydot + more, lam + push
        return CartesianSlope(self._rate(y, Y, Ydot), near.watch, near.factors, lam)

    def closed_state(
        self, t: Scalar, z: Array, factors: AugmentedFactors, repeats: int = 2
    ) -> Array:
        """Return z with |p| = 1 and all joints closed, in the mass norm.

        The factors may be those of a state nearby; there are `repeats` corrections of positions
        and of velocities.
        """
        y, Y, near = self.parts(z)
        y = displaced_coordinates(y, np.zeros(self.nv))
        for _ in range(0 if self.baumgarte else repeats):
            y = displaced_coordinates(
                y, factors.correction(self.equations.constraints(y, near)["phi"])
            )
        for _ in range(0 if self.baumgarte else repeats):
            Y = Y + factors.correction(self.equations.slip(y, Y, near))
        measured = self.equations.joint_measures(y, Y, near)["coordinates"]
        return join(y, Y, vector(*[measured[place] for place in self.angles]))

    def _terms(self, t: Scalar, y: Array, Y: Array, near: Array) -> tuple[Array, Array, Array]:
        """Return Phi_Y, gamma and Q."""
        terms = self.equations.terms(y, Y, near, *self.loads(t), vector(t))
        gamma = terms["gamma"]
        if self.baumgarte:
            gap, slip = self.equations.constraints(y, near)["phi"], self.equations.slip(y, Y, near)
            gamma = gamma - 2.0 * self.baumgarte * slip - self.baumgarte**2 * gap
        return self._matrix_of_pairs(terms["pairs"]), gamma, terms["Q"]

    def _matrix_of_pairs(self, pairs: Array) -> Array:
        """Return Phi_Y from its rows for the two bodies of each joint."""
        index = self.model.body_index
        Phi = np.zeros((self.equations.n_rows, self.nv), dtype=object)
        for part, entries in zip(self.equations.structure, pairs, strict=True):
            for side, body in enumerate((part.joint.parent, part.joint.child)):
                if body == GROUND:
                    continue
                for k in range(VELOCITIES):
                    at = VELOCITIES * index[body] + k
                    Phi[part.row, at] = Phi[part.row, at] + entries[VELOCITIES * side + k]
        return Phi

    def _rate(self, y: Array, Y: Array, Ydot: Array) -> Array:
        each = []
        for i in range(self.pattern.n_bodies):
            p, V = y[POSITIONS * i + 3 : POSITIONS * (i + 1)], Y[VELOCITIES * i :]
            each += [V[0:3], quaternion_rate(p, V[3:6])]
        return join(*each, Ydot, np.zeros(len(self.angles)))


def quaternion_rate(p: Array, w: Array) -> Array:
    """Return pdot = 1/2 G^T w'."""
    return 0.5 * (euler_g(p).T @ w)


def displaced_coordinates(y: Array, dY: Array) -> Array:
    """Return y after small displacements dY, laid out like velocities; |p| = 1."""
    found = []
    for i in range(len(y) // POSITIONS):
        r, p = y[POSITIONS * i : POSITIONS * i + 3], y[POSITIONS * i + 3 : POSITIONS * (i + 1)]
        step = dY[VELOCITIES * i : VELOCITIES * (i + 1)]
        turned = p + quaternion_rate(p, step[3:6])
        found += [r + step[0:3], turned / np.sqrt(turned @ turned)]
    return join(*found)


def angle_places(model: Model) -> tuple[int, ...]:
    """Return where the angles that count whole turns stand among the coordinates of all joints."""
    at = starts(model, "nq")
    return tuple(
        at[joint.name] + k for joint in model.joints for k in cartesian_joint(joint.type).angles
    )


def pattern_of(equations: CartesianEquations, stiff: frozenset[int] = frozenset()) -> Pattern:
    """Return which bodies the rows join; stiff: groups whose rows are added to M.

    The rows of one joint are a group, and each coupler is one.
    """
    index = equations.model.body_index
    rows_of: dict[object, set[int]] = {}
    bodies_of: dict[object, set[int]] = {}
    n_joint_rows = equations.n_rows - len(equations.model.couplers)
    for part in equations.structure:
        key = part.joint.name if part.row < n_joint_rows else part.row
        rows_of.setdefault(key, set()).add(part.row)
        ends = {part.joint.parent, part.joint.child} - {GROUND}
        bodies_of.setdefault(key, set()).update(index[name] for name in ends)
    bodies = tuple(tuple(sorted(members)) for members in bodies_of.values())
    groups = tuple(tuple(sorted(rows)) for rows in rows_of.values())
    return Pattern(len(equations.model.bodies), groups, bodies, stiff)
