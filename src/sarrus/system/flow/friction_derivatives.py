"""df/dy with friction that depends on the load, without a way through its iteration.

With f = f(y, L), and loads that solve L = k(y, L),

    df/dy = f_y + f_L (I - k_L)^-1 k_y
"""

from __future__ import annotations

import numpy as np

from sarrus.dynamics.bearing_loads import elimination, loads_under
from sarrus.dynamics.inverse import as_vector
from sarrus.kernels.derivative import jacobian
from sarrus.model.forces.among import bearings_among
from sarrus.spatial.arrays import Array, Scalar, join
from sarrus.system.flow.flow import Flow


def bearing_jacobian(flow: Flow, t: Scalar, y: Array) -> Array:
    """Return df/dy, by the trace."""
    slope, found = flow.bearings_at(t, y)
    lagged = flow.lagged is not None
    bearings = bearings_among(flow.compiler.tree.forces)
    unknown = [i for i, bearing in enumerate(bearings) if not (lagged and bearing.lagged)]
    L = as_vector([found.loads[i] for i in unknown])
    again = as_vector(loads_under(found.shares, list(L)))
    # a load may enter by its negative, into which the trace has turned it
    n, m, size = len(y), len(L), len(slope.ydot)
    every = jacobian(join(slope.ydot, again), join(y, L, -L))
    by_y, by_L = every[:, :n], every[:, n : n + m] - every[:, n + m :]
    matrix = np.eye(m) - by_L[size:]
    following = np.array(elimination(list(matrix), list(by_y[size:]))).reshape(m, n)
    return by_y[:size] + by_L[:size] @ following
