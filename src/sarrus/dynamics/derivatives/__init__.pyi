"""Analytic derivatives of the equations of motion, by q (on the tangent), v, vdot and tau."""

from sarrus.dynamics.derivatives.closed import ClosedDerivatives as ClosedDerivatives
from sarrus.dynamics.derivatives.closed import ClosedForward as ClosedForward
from sarrus.dynamics.derivatives.closed import closed_derivatives as closed_derivatives
from sarrus.dynamics.derivatives.closed import (
    closed_forward_derivatives as closed_forward_derivatives,
)
from sarrus.dynamics.derivatives.constraints import ConstraintDerivatives as ConstraintDerivatives
from sarrus.dynamics.derivatives.constraints import GammaDerivatives as GammaDerivatives
from sarrus.dynamics.derivatives.constraints import constraint_derivatives as constraint_derivatives
from sarrus.dynamics.derivatives.constraints import gamma_derivatives as gamma_derivatives
from sarrus.dynamics.derivatives.driven import DrivenRows as DrivenRows
from sarrus.dynamics.derivatives.factors import FACTORS as FACTORS
from sarrus.dynamics.derivatives.factors import effort_factors as effort_factors
from sarrus.dynamics.derivatives.forward import ForwardDerivatives as ForwardDerivatives
from sarrus.dynamics.derivatives.forward import forward_derivatives as forward_derivatives
from sarrus.dynamics.derivatives.hybrid import HybridDerivatives as HybridDerivatives
from sarrus.dynamics.derivatives.hybrid import hybrid_derivatives as hybrid_derivatives
from sarrus.dynamics.derivatives.inverse import InverseDerivatives as InverseDerivatives
from sarrus.dynamics.derivatives.inverse import inverse_derivatives as inverse_derivatives
