"""The motion of a link as a field over all space, in the axes and about the origin of a frame R.

A twist is a six-vector (velocity of the point of the link at R's origin, angular velocity). R does
not move: in it, quantities of different links are added without being transformed first.
"""

from __future__ import annotations

from functools import cached_property

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, cross, join, motion_cross
from sarrus.spatial.inertia import centripetal_matrix


@dataclass(frozen=True)
class RigidField:
    """Twist V and its rate A = dV/dt: point r has velocity v + w x r and acceleration a + U r.

    Gravity is subtracted from the acceleration. A is not (a, dw/dt): a = A_linear + w x v.
    """

    V: Array
    A: Array

    @cached_property
    def U(self) -> Array:
        """The matrix ~dw/dt + ~w ~w."""
        return centripetal_matrix(self.V[3:6], self.A[3:6])

    @cached_property
    def a(self) -> Array:
        """The acceleration of the point of the link at R's origin."""
        return self.A[0:3] + cross(self.V[3:6], self.V[0:3])

    @cached_property
    def twice(self) -> Array:
        """2 V."""
        return 2.0 * self.V

    def twice_rate(self, S: Array) -> Array:
        """Return 2 dS/dt = 2 V x S of a twist S that the link carries along."""
        return motion_cross(self.twice, S)

    def second_rate(self, S: Array, twice_rate: Array) -> Array:
        """Return d2S/dt2 = A x S + V x (V x S) of a twist that the link carries along.

        Its parts are U s + a x z + 2 v x (w x z) and U z, for S = (s, z).
        """
        s, z = S[0:3], S[3:6]
        linear = self.U @ s + cross(self.a, z) + cross(self.V[0:3], twice_rate[3:6])
        return join(linear, self.U @ z)


def force_cross(V: Array, F: Array) -> Array:
    """Return the rate of a wrench F that is carried along by the twist V."""
    moment = cross(V[3:6], F[3:6]) + cross(V[0:3], F[0:3])
    return join(cross(V[3:6], F[0:3]), moment)
