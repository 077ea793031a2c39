"""df/dy for Newton's iteration in large systems: entries only, multiplied by W where that pays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.dynamics.tree import Tree
from sarrus.spatial.arrays import Array, Scalar
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.flow_kernels import slope_jacobian
from sarrus.system.flow.mass_form import weighed_slopes

LARGE = 12
"""Number of velocities from which on zeros of df/dy, and for trees W df/dy, are worth a look.

Operations of W df/dy and of df/dy: 16 800 and 23 800 for 12 legs on a free body (18 velocities),
32 700 and 67 400 where they have knees (30), 136 000 and 664 000 for 33 legs with two (105), where
factoring takes 9 100 products in sparse rows and 3 500 in a full matrix instead of 638 000.
"""
BRANCHED = 0.6
"""Share of the mass matrix, at most, that may be filled where W pays.

In a chain all of it is. There W df/dy would take 61 800 operations instead of 84 900 for 30 bodies,
once for every matrix, and multiplying by M 900 products in every iteration, which are many more.
"""


def sparse_slopes(flow: Flow, t: Scalar, arrays: Mapping[str, Any]) -> dict[str, Array]:
    """Return df/dy without its zeros: J, and where its entries stand (row n + column).

    For trees that branch it is W df/dy, and there are W and its places.
    """
    y, n = arrays["y"], flow.nv
    branches = not flow.closes and carrying_pairs(flow.compiler.tree) <= BRANCHED * n * n
    if not branches or flow.rubs or flow.depends:
        return _entries("J", slope_jacobian(flow, t, arrays)["J"])
    J, W = weighed_slopes(flow, t, y)
    return _entries("J", J) | _entries("W", W)


def carrying_pairs(tree: Tree) -> int:
    """Return how many entries of the mass matrix are not zero: one coordinate carries the other."""
    above: list[int] = []
    total = 0
    for link in tree.links:
        own = link.v.stop - link.v.start
        inward = above[link.parent] if link.parent >= 0 else 0
        above.append(inward + own)
        total += own * (own + 2 * inward)
    return total


def _entries(name: str, A: Array) -> dict[str, Array]:
    """Return the entries of a matrix that are not always zero, and where they stand."""
    flat = np.ravel(A)
    places = [k for k, x in enumerate(flat) if not (isinstance(x, (int, float)) and x == 0.0)]
    return {name: flat[places], f"{name}_at": np.array(places, dtype=float)}
