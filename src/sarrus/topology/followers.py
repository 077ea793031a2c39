"""Joint coordinates that follow others by couplers, where nothing else closes the mechanism.

A mimic joint of a gripper, a rotor behind a gear or a belt is no loop to be closed: its coordinate
is a linear function of those that lead it, so that q = G q_leading + offset and v = G v_leading.
"""

from __future__ import annotations

import numpy as np

from sarrus.model.forces.among import rows_among
from sarrus.topology.layout import Layout
from sarrus.topology.topology import Topology

SMALLEST = 1e-9
"""The least factor of a coordinate that can follow, over the largest of its coupler."""


def follower_places(topology: Topology, layout: Layout) -> tuple[int, ...] | None:
    """Return the place in v of the coordinate that each coupler decides, in their order.

    It is the first that a coupler names (the driven one of a gear), or the next where that follows
    by an earlier coupler. None where there are loops or rows of velocities as well, coordinates
    whose rate is no velocity, or couplers that do not decide a coordinate each.
    """
    model = topology.model
    if topology.holding or rows_among(model.forces) or not model.couplers:
        return None
    found: list[int] = []
    rows: list[np.ndarray] = []
    for coupler in model.couplers:
        row = np.zeros(layout.nv)
        named: list[int] = []
        for term in coupler.terms:
            if term.joint not in layout.v_slice or not _is_simple(topology, term.joint):
                return None
            place = layout.v_slice[term.joint].start + term.index
            row[place] += term.factor
            named.append(place)
        size = float(np.max(np.abs(row)))
        for place, other in zip(found, rows, strict=True):
            row = row - row[place] * other
        order = [*named, *np.flatnonzero(row).tolist()]
        free = [k for k in order if k not in found and abs(row[k]) > SMALLEST * size]
        if not free:
            return None
        row = row / row[free[0]]
        rows = [other - other[free[0]] * row for other in rows]
        found.append(free[0])
        rows.append(row)
    return tuple(found)


def _is_simple(topology: Topology, joint: str) -> bool:
    """Whether rates of a joint's coordinates are its velocities."""
    kind = topology.model.joint(joint).type
    return kind.nq == kind.nv and kind.quaternion_at is None
