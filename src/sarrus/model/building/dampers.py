"""Damping between two points in the user's words."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.model.building.drafts import ForceDraft
from sarrus.model.building.entry import Entry
from sarrus.model.building.functions import read_function
from sarrus.model.building.laws import in_quadrants, read_law
from sarrus.model.forces.formula import Formula
from sarrus.spatial.curve import Curve

DIRECTIONS = ("c_compression", "c_rebound")
SPEEDS = np.concatenate([-np.logspace(2, -4, 61), [0.0], np.logspace(-4, 2, 61)])
"""Speeds [m/s] at which a damper that is a function is tried."""


def read_damping(entry: Entry, draft: ForceDraft) -> dict[str, Any] | None:
    """Return the fields of the damping: c alone, or both directions, or a law of the speed."""
    raw, ways = draft.get("c"), [name for name in DIRECTIONS if draft.get(name) is not None]
    if ways and raw is not None and not (isinstance(raw, (int, float)) and raw == 0):
        rule = f"is given together with {ways[0]}"
        entry.report("M28", "c", rule, action="give c, or c_compression and c_rebound")
        return None
    if ways:
        read = {
            name: entry.number(name, draft.get(name) or 0.0, "N*s/m", least=0.0)
            for name in DIRECTIONS
        }
        return None if None in read.values() else read
    if callable(raw) and not isinstance(raw, Curve):
        formula = read_function(entry, "c", raw, "w")
        return None if formula is None or not _brakes(entry, formula) else {"damper": formula}
    if raw is None:
        entry.number("c", raw, "N*s/m")
        return None
    law = read_law(entry, "c", raw, "N*s/m", "m/s", "N")
    if law is None or not _number_brakes(entry, raw, law[0]):
        return None
    if law[1] is None:
        return {"c": law[0]}
    good = _rows_brake(entry, law[1]) and in_quadrants(entry, "c", law, "m/s")
    return {"damper": law[1]} if good else None


def _number_brakes(entry: Entry, raw: Any, c: float) -> bool:
    if c < 0.0:
        rule = "is below 0 N*s/m, which is not allowed"
        entry.report("M04", "c", rule, value=entry.literal("c", raw))
    return c >= 0.0


def _rows_brake(entry: Entry, curve: Curve) -> bool:
    """Tell whether the rows of a damper have the sign of the speed; report the first that not."""
    wrong = (curve.x * curve.y < 0.0) | ((curve.x == 0.0) & (curve.y != 0.0))
    if not np.any(wrong):
        return True
    row = int(np.argmax(wrong))
    entry.report(
        "M04",
        f"c row {row}",
        "is in the wrong quadrant: a damper must have the sign of the speed, and be 0 at 0",
        value=f"({curve.x[row]:g} m/s, {curve.y[row]:g} N)",
        action="give rows in the first and third quadrant",
    )
    return False


def _brakes(entry: Entry, formula: Formula) -> bool:
    with np.errstate(all="ignore"):
        forces = np.array([float(formula(w)) for w in SPEEDS.tolist()])
    power = np.where(SPEEDS == 0.0, -np.abs(forces), forces * SPEEDS)
    worst = int(np.argmin(np.where(np.isfinite(forces), power, -np.inf)))
    if power[worst] >= 0.0 and np.isfinite(forces[worst]):
        return True
    rule = "a damper must have the sign of the speed, and be 0 at 0"
    value = f"{forces[worst]:g} N at {SPEEDS[worst]:g} m/s"
    entry.report("M04", "c", f"is not allowed: {rule}", value=value)
    return False
