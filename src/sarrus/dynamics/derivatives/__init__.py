"""Analytic derivatives of the equations of motion, by q (on the tangent), v, vdot and tau.

    inverse_derivatives         tau of inverse dynamics, force elements and multipliers included
    forward_derivatives         vdot of a tree; hybrid_derivatives: some of them given
    effort_factors              both of large trees as products of few numbers of each coordinate
    constraint_derivatives      loop equations and their rates; gamma_derivatives
    closed_forward_derivatives  vdot and multipliers of a mechanism with loops, drives among them

Like the equations themselves, they are written once for numbers and symbols.
"""

from sarrus.dynamics.derivatives.closed import (
    ClosedDerivatives,
    ClosedForward,
    closed_derivatives,
    closed_forward_derivatives,
)
from sarrus.dynamics.derivatives.constraints import (
    ConstraintDerivatives,
    GammaDerivatives,
    constraint_derivatives,
    gamma_derivatives,
)
from sarrus.dynamics.derivatives.driven import DrivenRows
from sarrus.dynamics.derivatives.factors import (
    FACTORS,
    effort_factors,
    efforts_from_factors,
    forward_from_factors,
)
from sarrus.dynamics.derivatives.forward import ForwardDerivatives, forward_derivatives
from sarrus.dynamics.derivatives.hybrid import HybridDerivatives, hybrid_derivatives
from sarrus.dynamics.derivatives.inverse import InverseDerivatives, inverse_derivatives

__all__ = [
    "FACTORS",
    "ClosedDerivatives",
    "ClosedForward",
    "ConstraintDerivatives",
    "DrivenRows",
    "ForwardDerivatives",
    "GammaDerivatives",
    "HybridDerivatives",
    "InverseDerivatives",
    "closed_derivatives",
    "closed_forward_derivatives",
    "constraint_derivatives",
    "effort_factors",
    "efforts_from_factors",
    "forward_derivatives",
    "forward_from_factors",
    "gamma_derivatives",
    "hybrid_derivatives",
    "inverse_derivatives",
]
