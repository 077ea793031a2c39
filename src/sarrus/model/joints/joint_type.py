"""What every joint type can do, in the tree and as a cut joint.

A joint connects frame F on the parent and frame M on the child. Its axis, if it has
one, is the common z axis of both frames. In the tree, the coordinates q give the pose
X_FM(q) and the velocities v the relative motion S(q) v. As a cut joint, the same type
gives rows that vanish when F and M stand as the joint allows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, matrix


@dataclass(frozen=True)
class Coordinate:
    """The name and unit of one coordinate or velocity of a joint; the unit "" is a pure number."""

    name: str
    unit: str


class JointType(ABC):
    """One kind of joint. Subclasses are frozen dataclasses without hidden state."""

    type_name: ClassVar[str]
    weight: ClassVar[float]
    """Distance in the graph: light joints stay in the tree, heavy ones are cut (paper 1)."""
    coordinates: ClassVar[tuple[Coordinate, ...]]
    velocities: ClassVar[tuple[Coordinate, ...]]
    row_names: ClassVar[tuple[str, ...]]
    """Names of the constraint rows: shifts x, y, z and tilts about them, in the axes of F."""
    in_tree: ClassVar[bool] = True
    """False for relations that can only close a loop."""
    axial: ClassVar[bool] = False
    """True if the motion is a turn about and a shift along z, so that frames may slide along it."""
    needs_axis: ClassVar[bool] = True
    """True if the joint has an axis that the user must give."""

    @property
    def nq(self) -> int:
        """Number of position coordinates."""
        return len(self.coordinates)

    @property
    def nv(self) -> int:
        """Number of velocity coordinates: the degrees of freedom of the joint."""
        return len(self.velocities)

    @property
    def n_rows(self) -> int:
        """Number of constraint equations when the joint is cut."""
        return 6 - self.nv

    @property
    def parameters(self) -> dict[str, float]:
        """Numbers of the type itself, such as the lead of a screw, by name."""
        return {}

    @abstractmethod
    def pose(self, q: Array) -> Transform:
        """Return X_FM(q)."""

    @abstractmethod
    def subspace(self, q: Array) -> Array:
        """Return S, 6 x nv: the velocity of M relative to F is S v, at M's origin in M's axes."""

    def subspace_rate(self, q: Array, v: Array) -> Array:
        """Return dS/dt, 6 x nv; zero when S does not depend on q."""
        return np.zeros((6, self.nv))

    def effort_directions(self, q: Array) -> Array:
        """Return T, 6 x nv, with S^T T = I: the wrenches that unit efforts put on the child."""
        return self.subspace(q)

    @property
    def complement(self) -> Array:
        """Return six numbers: 0 along coordinate directions that S spans exactly, else 1."""
        return np.ones(6)

    @abstractmethod
    def residual(self, X_FM: Transform) -> Array:
        """Return the `n_rows` equations that vanish when the cut joint is closed."""

    @abstractmethod
    def residual_rows(self, X_FM: Transform) -> Array:
        """Return W, n_rows x 6, with d(residual)/dt = W V, V as in `subspace`."""

    @abstractmethod
    def coordinates_of(self, X_FM: Transform) -> Array:
        """Return the q of a pose that the joint allows; angles in (-pi, pi]."""

    def is_closed(self, X_FM: Transform, tolerance: float) -> bool:
        """Tell whether a numeric pose is one of the joint's own, and not with an axis flipped."""
        X = self.pose(self.coordinates_of(X_FM))
        off = np.max(
            np.abs(X.matrix - X_FM.matrix), initial=np.max(np.abs(X.position - X_FM.position))
        )
        return bool(off <= tolerance)

    def rate(self, q: Array, v: Array) -> Array:
        """Return dq/dt for the velocities v."""
        return v

    def velocity_of(self, q: Array, qdot: Array) -> Array:
        """Return the velocities v of the rates dq/dt."""
        return qdot

    def add(self, q: Array, dv: Array) -> Array:
        """Return q moved by the tangent increment dv (numbers)."""
        return q + dv

    def difference(self, q1: Array, q0: Array) -> Array:
        """Return the dv with add(q0, dv) = q1 (numbers)."""
        return q1 - q0

    def neutral(self) -> Array:
        """Return the q at which F and M coincide."""
        return np.zeros(self.nq)

    def normalized(self, q: Array) -> Array:
        """Return q with its quaternion, if any, scaled to length one."""
        return q

    @property
    def quaternion_at(self) -> int | None:
        """Return where in q a quaternion starts, or None."""
        return None


def unit_directions(*directions: int) -> Array:
    """Return the 6 x n matrix whose columns are unit six-vectors."""
    return np.eye(6)[:, list(directions)]


def axis_gap(X_FM: Transform) -> Array:
    """Return the two components of M's z axis across F's z axis: zero when the axes align."""
    return X_FM.matrix[0:2, 2]


def axis_gap_rows(X_FM: Transform) -> Array:
    """Return the rows of `axis_gap`: d(R z)/dt = R (w x z), so row i is (-R_i1.. ) in M's axes."""
    r = X_FM.matrix
    return matrix(*[(0.0, 0.0, 0.0, -r[i, 1], r[i, 0], 0.0) for i in (0, 1)])


def position_rows(X_FM: Transform, *axes: int) -> Array:
    """Return the rows of the chosen components, in F's axes, of M's position: dp/dt = R v."""
    r = X_FM.matrix
    return matrix(*[(r[i, 0], r[i, 1], r[i, 2], 0.0, 0.0, 0.0) for i in axes])
