"""Derivatives by code that all links of a kind share; most systems are never asked for them."""

from __future__ import annotations

from sarrus.dynamics.shared import derivatives
from sarrus.system.quantities import derivative_equations
from sarrus.system.quantities.shared import Shared

DERIVATIVES = {
    "inverse_derivatives": Shared(
        derivative_equations.inverse_factors,
        derivatives.INVERSE_FACTORS,
        ("q", "v", "vdot"),
        {"efforts": "tau", **{name: name for name in derivatives.FACTORS}},
        factors=derivatives.FACTORS,
    ),
    "forward_derivatives": Shared(
        derivative_equations.forward_factors,
        derivatives.FORWARD_FACTORS,
        ("q", "v", "tau"),
        {
            "accelerations": "vdot",
            "efforts": "tau",
            **{name: name for name in derivatives.FACTORS},
        },
        factors=derivatives.FACTORS,
    ),
}
"""Derivatives that shared code computes, by the names of their quantities."""
