"""What the reduced equations of papers 2 and 4 are made of, as functions of a flow, to be traced.

The equations themselves, (44) of paper 2 and (11) of paper 4, are solved in
`kernels.loops.reduced`, where it is data which velocities are independent. all_rows: the rows are
all those that do not vanish, in comparable units, redundant ones too, not a mixture of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from sarrus.kernels.derivative import jacobian
from sarrus.spatial.arrays import Array
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.flow_kernels import slope_jacobian
from sarrus.system.flow.slope_derivatives import tangent_inverse

Arrays = Mapping[str, Any]


def closure(flow: Flow, t: Any, arrays: Arrays, all_rows: bool = False) -> Arrays:
    """Return q moved by a step in velocities, and all that closes positions and velocities there.

    gap: how far rows are open; their rates are Phi v + rate; turned: angles of cut joints with
    their whole turns.
    """
    y, layout = arrays["y"], flow.compiler.layout
    q = layout.with_unit_quaternions(y[: flow.nq])
    q = layout.with_unit_quaternions(q + layout.rate(q, arrays["step"]))
    own = flow.with_mixing(None) if all_rows else flow
    found = own.openings(q, np.zeros(flow.nv), t, y)
    return {"q": q, "gap": found.gap, "Phi": found.Phi, "rate": found.slip, "turned": found.turned}


def terms(flow: Flow, t: Any, arrays: Arrays, all_rows: bool = False) -> Arrays:
    """Return M, h and gamma, and the rates and powers of `Terms`."""
    return vars(flow.terms(t, arrays["y"], all_rows))


def tangents(flow: Flow, t: Any, arrays: Arrays, all_rows: bool = False) -> Arrays:
    """Return what the derivative of the reduced equations is made of, at a closed state.

    J: df/dy; by_q: how fast rows open by q at constant v; E: dq by steps in velocities, and back:
    these by dq.
    """
    y, layout = arrays["y"], flow.compiler.layout
    q, v = y[: flow.nq], y[flow.nq : flow.nq + flow.nv]
    own = flow.with_mixing(None) if all_rows else flow
    E: Array = np.array([layout.rate(q, unit) for unit in np.eye(flow.nv)]).T
    return {
        "J": slope_jacobian(flow, t, arrays)["J"],
        "by_q": jacobian(own.openings(q, v, t, y).slip, q),
        "E": E,
        "back": tangent_inverse(layout, q),
    }


def of_all_rows(body: Any) -> Any:
    """Return the same function for all rows."""
    return partial(body, all_rows=True)
