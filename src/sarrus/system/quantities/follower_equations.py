"""Dynamics of trees in which couplers let coordinates follow others, as quantities of a system."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.dynamics.followers import Followers
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.system.quantities import equations
from sarrus.system.quantities.equations import Inputs, Outputs
from sarrus.system.quantities.loop_equations import passive_efforts


def inverse(x: Inputs, places: Sequence[int]) -> Outputs:
    """Tau of the coordinates that lead, G^T (M vdot + c - f); 0 of those that follow."""
    if x.bearings:
        from sarrus.system.flow.load_friction import inverse as loaded

        tau = loaded(x)["tau"]
    else:
        tau = equations.inverse(x)["tau"]
    return {"tau": Followers.of(x.tree, places).leading_efforts(tau)}


def forward(x: Inputs, places: Sequence[int]) -> Outputs:
    """Vdot of all coordinates from G^T M G vdot_leading = G^T (tau + f - c)."""
    efforts = x.arrays["tau"] - passive_efforts(x)
    followers = Followers.of(x.tree, places)
    return {"vdot": followers.accelerations(mass_matrix(x.positions), efforts)}
