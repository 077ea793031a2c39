"""M03 and M04: mass and inertia that a rigid body can have."""

from __future__ import annotations

import numpy as np

from sarrus.model.building.entry import Entry
from sarrus.model.pose import Matrix3

MARGIN = 5e-13
"""Relative to the greatest principal moment; smaller violations are round-off."""


def check_inertia(entry: Entry, mass: float, inertia: Matrix3) -> None:
    """Report principal moments that are negative (error) or break the triangle rule (warning).

    With moments p1 <= p2 <= p3 of I about the centre of mass: p1 >= 0 and p1 + p2 >= p3.
    """
    if not np.all(np.isfinite(inertia)):
        rule = "about the centre of mass is too large for a number of double precision"
        entry.report("M04", "inertia", rule)
        return
    a, b, c = (float(p) for p in np.linalg.eigvalsh(np.array(inertia)))
    margin = MARGIN * max(abs(a), abs(c))
    a, b, c = (0.0 if abs(p) <= margin else p for p in (a, b, c))
    shown = f"principal moments {a:.6g}, {b:.6g}, {c:.6g} kg m^2"
    if a < 0.0:
        rule = "are not those of a body: none may be negative"
        cause = "products of inertia with the wrong sign, or an inertia about another point"
        entry.report("M03", "inertia", rule, value=shown, cause=cause, action="correct the inertia")
    elif a + b < c - margin:
        rule = f"break the triangle rule: {a:.6g} + {b:.6g} < {c:.6g}, by {c - a - b:.3g} kg m^2"
        cause = "inertia in another frame or about the joint, or products with the wrong sign"
        action = "correct the inertia, or ignore this warning at your own risk"
        entry.report(
            "M03", "inertia", rule, value=shown, cause=cause, action=action, severity="warning"
        )
    if mass == 0.0 and c > 0.0:
        rule = f"while the inertia is not zero: {shown}"
        action = "give the mass, or leave it if this is intended (tables of robots do it)"
        entry.report("M04", "mass", rule, value="mass 0 kg", action=action, severity="warning")
