"""Laws of one variable as users write them: a number, a curve, or the rows of one."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.model.building.entry import LARGEST, Entry, is_list
from sarrus.spatial import Curve
from sarrus.spatial.tracking import fixed_value

NOISE = 1e-12
"""Efforts in the wrong quadrant below this part of the largest one are round-off."""
TABLE = "a row of a table follows it, and tables are part of the code"
FAR = (1.0, 30.0, 1000.0)
"""Widths of a table beyond its ends at which it is tried."""

Linear = tuple[float, Curve | None]
"""The factor of a linear law, and a curve that is added to it."""


def read_law(entry: Entry, attribute: str, raw: Any, factor: str, x: str, y: str) -> Linear | None:
    """Return a law given as a factor in a unit, a `Curve`, or rows (x, y) in their units.

    Rows are joined by monotone cubics, and the curve goes straight on beyond them.
    """
    if isinstance(raw, Curve):
        if max(np.max(np.abs(raw.x)), np.max(np.abs(raw.y))) > LARGEST:
            entry.report("M24", attribute, f"goes beyond {LARGEST:g}, too large to compute with")
            return None
        return 0.0, raw
    if is_list(raw):
        curve = _rows(entry, attribute, raw, x, y)
        return None if curve is None else (0.0, curve)
    if callable(raw):
        rule = "is a function, whose energy is not known"
        action = "give a number, a sarrus.Curve or rows (x, y)"
        entry.report("M25", attribute, rule, value=entry.literal(attribute, raw), action=action)
        return None
    number = entry.number(attribute, raw, factor)
    return None if number is None else (number, None)


def _rows(entry: Entry, attribute: str, raw: Any, x: str, y: str) -> Curve | None:
    if not all(is_list(row) and len(row) == 2 for row in raw):
        rule = f"must be a number or rows (x, y), in {x} and {y}"
        entry.report("M25", attribute, rule, value=entry.literal(attribute, raw))
        return None
    before = len(entry.problems)
    read = [
        [entry.number(f"{attribute} row {i}", row[k], unit) for k, unit in enumerate((x, y))]
        for i, row in enumerate(raw)
    ]
    if len(entry.problems) > before:
        return None
    table = np.array(fixed_value(read, TABLE), dtype=float).reshape(-1, 2)
    try:
        return Curve(table[:, 0], table[:, 1], beyond="line")
    except ModelError as error:
        for problem in error.problems:
            where = problem.element.replace("curve", attribute, 1)
            entry.report(problem.code, where, problem.rule, value=problem.value)
        return None


def check_stiffness(entry: Entry, attribute: str, law: Linear, unit: str) -> None:
    """Warn (W40) of a stiffness below zero, of the number or between rows of the curve."""
    number, curve = law
    rule = ""
    if number < 0.0:
        rule = f"is {number:g} {unit}, below zero: it drives away from where it is free"
    elif curve is not None and np.any(np.diff(curve.y) < 0.0):
        row = int(np.argmax(np.diff(curve.y) < 0.0))
        rule = f"falls from row {row} to row {row + 1}: there the stiffness is below zero"
    if rule:
        action = "change its sign, unless a snap-through or an unstable spring is meant"
        entry.report("W40", attribute, rule, action=action, severity="warning")


def dissipates(entry: Entry, attribute: str, law: Linear, unit: str) -> bool:
    """Tell whether a damper brakes at every rate; report (M04) a rate where not, a row first."""
    number, curve = law
    if number < 0.0:
        entry.report("M04", attribute, f"is {number:g}, below zero: it would add energy")
        return False
    if curve is None:
        return True
    rates = _turning_points(curve)
    efforts = curve(rates)
    wrong = np.where(rates == 0.0, -np.abs(efforts), np.sign(rates) * efforts)
    bad = wrong < -NOISE * float(np.max(np.abs(curve.y)))
    if not np.any(bad):
        return True
    at = int(np.argmax(bad))
    row = f" (row {at})" if at < len(curve.x) else ""
    rule = (
        f"is {efforts[at]:g} at the rate {rates[at]:g} {unit}{row}: a damper must have the sign "
        "of the rate, and be 0 at 0"
    )
    entry.report("M04", attribute, rule, action="give rows in the first and third quadrant")
    return False


def _turning_points(curve: Curve) -> np.ndarray:
    """Return the rows of a curve, and where else it may have extremes on a side of zero."""
    width = curve.x[-1] - curve.x[0]
    found = [*curve.x, 0.0]
    if curve.beyond != "refuse":
        found += [curve.x[0] - width * f for f in FAR] + [curve.x[-1] + width * f for f in FAR]
    for piece, (start, end) in zip(curve.pieces[1:-1], pairwise(curve.knots), strict=True):
        roots = np.roots([3.0 * piece[3], 2.0 * piece[2], piece[1]])
        inside = [start + r.real for r in roots if abs(r.imag) <= 1e-9 * abs(r)]
        found += [x for x in inside if start < x < end]
    return np.array(found)
