"""Derivatives by code that all links of a kind share; most systems are never asked for them."""

from __future__ import annotations

from sarrus.dynamics.shared import derivatives
from sarrus.system.quantities.named_equation import DERIVATIVES as DERIVATIVE_EQUATIONS
from sarrus.system.quantities.named_equation import NamedEquation
from sarrus.system.quantities.shared import Shared

DERIVATIVES = {
    "inverse_derivatives": Shared(
        NamedEquation("inverse_factors", DERIVATIVE_EQUATIONS),
        derivatives.INVERSE_FACTORS,
        ("q", "v", "vdot"),
        {"efforts": "tau", **{name: name for name in derivatives.FACTORS}},
        factors=derivatives.FACTORS,
    ),
    "forward_derivatives": Shared(
        NamedEquation("forward_factors", DERIVATIVE_EQUATIONS),
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
