"""How the columns of a joint's S change with its coordinates, for types whose S is not constant."""

from __future__ import annotations

from functools import cache, cached_property

import numpy as np

from sarrus.dynamics.derivatives.steady import steady
from sarrus.late_dataclass import dataclass
from sarrus.model.joints import JointType
from sarrus.spatial.arrays import Array, motion_cross
from sarrus.spatial.dual import rate_of


@dataclass(frozen=True)
class JointShape:
    """The changes of S at q, v, vdot; six-vectors at C in C's axes."""

    type: JointType
    q: Array
    v: Array
    vdot: Array

    @property
    def constant(self) -> bool:
        """Whether S is the same for all q."""
        return is_constant(self.type)

    @cached_property
    def rate(self) -> Array:
        """dS/dt, 6 x nv."""
        return self.type.subspace_rate(self.q, self.v)

    @property
    def drift(self) -> Array:
        """(dS/dt) v."""
        return self.rate @ self.v

    def change(self, k: int) -> Array:
        """Return dS for a displacement along coordinate k, 6 x nv."""
        return self.type.subspace_rate(self.q, np.eye(self.type.nv)[k])

    def first(self, k: int) -> Array:
        """Return the change of the relative velocity S v with coordinate k, at constant v."""
        return self.change(k) @ self.v

    def second(self, k: int) -> Array:
        """Return the change of the relative acceleration with coordinate k, at constant v, vdot.

        It is seen from the frame that carries the joint, whence the part V x (change of V).
        """
        qdot = self.type.rate(self.q, np.eye(self.type.nv)[k])
        bending = rate_of(self._bend, self.q, qdot)
        V = self.type.subspace(self.q) @ self.v
        return self.change(k) @ self.vdot + bending + motion_cross(V, self.first(k))

    def _bend(self, q: Array) -> Array:
        v = steady(self.v)
        return self.type.subspace_rate(q, v) @ v


@cache
def is_constant(type_: JointType) -> bool:
    """Tell whether S of a type is constant, by its rates at a position without symmetries."""
    if type_.nv == 0:
        return True
    q = type_.with_unit_quaternion(np.linspace(0.31, 0.73, type_.nq))
    return not any(np.any(type_.subspace_rate(q, e)) for e in np.eye(type_.nv))
