"""Derivatives of hybrid dynamics: some accelerations are given, and their efforts are found.

Free coordinates (f) accelerate as `forward_derivatives` says. The efforts of driven ones (d) are
those of inverse dynamics at this motion, so that by the chain rule

    dtau_d/dx = (dtau_d/dx of inverse dynamics) + M_df dvdot_f/dx

Only weighed sums of efforts are made, as a drive's power needs: for one row of weights, the cost
of the second term is that of one row.
"""

from __future__ import annotations

from sarrus.dynamics.derivatives.forward import (
    DrivenAccelerations,
    ForwardDerivatives,
    forward_derivatives,
)
from sarrus.dynamics.derivatives.inverse import InverseDerivatives, inverse_derivatives
from sarrus.dynamics.kinematics import Velocities, accelerations
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar


@dataclass(frozen=True)
class EffortDerivatives:
    """Weighed sums of efforts and their derivatives, rows x nv each, by q, v and efforts."""

    sums: Array
    by_q: Array
    by_v: Array
    by_tau: Array


@dataclass(frozen=True)
class HybridDerivatives:
    """Accelerations with their derivatives, and inverse dynamics at this motion."""

    forward: ForwardDerivatives
    inverse: InverseDerivatives

    def efforts(self, weights: Array) -> EffortDerivatives:
        """Return sums of the efforts of driven coordinates; weights: rows x nv, 0 for free ones."""
        d, inverse = self.forward, self.inverse
        W = weights @ inverse.M
        return EffortDerivatives(
            weights @ inverse.tau,
            weights @ inverse.dtau_dq + W @ d.dvdot_dq,
            weights @ inverse.dtau_dv + W @ d.dvdot_dv,
            W @ d.dvdot_dtau,
        )


def hybrid_derivatives(
    speed: Velocities, tau: Array, driven: DrivenAccelerations, time: Scalar = 0.0
) -> HybridDerivatives:
    """Return the motion of a tree where the accelerations `driven` are given, and derivatives."""
    forward = forward_derivatives(speed, tau, time, driven)
    return HybridDerivatives(forward, inverse_derivatives(accelerations(speed, forward.vdot), time))
