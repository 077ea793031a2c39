"""Rates along a path, and velocities on one: what states between states are made with."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.spatial.arrays import Array, join
from sarrus.spatial.dual import rate_of
from sarrus.system.quantities.equations import Inputs, Outputs
from sarrus.topology import Layout


def path(x: Inputs, layout: Layout) -> Outputs:
    """The first and second rates of q along a motion."""
    q, v, vdot = x.arrays["q"], x.arrays["v"], x.arrays["vdot"]
    first = layout.rate(q, v)
    nq = len(q)

    def rate(y: Array) -> Array:
        return layout.rate(y[:nq], y[nq:])

    return {"qdot": first, "qddot": rate_of(rate, join(q, v), join(first, vdot))}


def velocities_on_path(q: Array, qdot: Array, layout: Layout) -> dict[str, Any]:
    """Return normalized coordinates and the velocities of a path that is almost normalized."""
    unit = layout.with_unit_quaternions(q)
    rate = rate_of(layout.with_unit_quaternions, q, qdot)
    parts = [
        joint.type.velocity_of(unit[layout.q_slice[joint.name]], rate[layout.q_slice[joint.name]])
        for joint in layout.joints
        if joint.type.nv
    ]
    return {"q": unit, "v": np.concatenate(parts) if parts else np.zeros(0)}
