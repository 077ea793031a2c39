"""From a function of the user to a row of velocities alone."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from sarrus.model.building.entry import Entry
from sarrus.model.building.functions import report_untraceable
from sarrus.model.building.reading import Reading
from sarrus.model.building.user_forces import law_motion, named_parts
from sarrus.model.forces.formula import in_order_of_use
from sarrus.model.forces.nonholonomic import Nonholonomic
from sarrus.model.forces.recorder import NotTraceable, attempt, check_derivatives, single
from sarrus.model.forces.row import MOVING
from sarrus.model.forces.user_motion import Motion, Read, UserLoad

TRIALS = 6
LINEAR = 1e-9
"""What a row may differ from a linear one, relative to its size."""


def read_nonholonomic(reading: Reading) -> Nonholonomic | None:
    """Return the row of a function that is traced; None after a problem."""
    entry, function = reading.entry, reading.get("function")
    before = len(entry.problems)
    motion, parts = law_motion(reading)
    if not callable(function):
        value = entry.literal("function", function)
        entry.report("M25", "function", "must be a function of the motion", value=value)
    if len(entry.problems) > before:
        return None
    try:
        found = attempt(function, function, motion)
        if isinstance(found, UserLoad) or np.size(found) != 1:
            raise NotTraceable("it must return one number: what is to stay 0")
        formula = single(motion.recorder, function, found)
        check_derivatives(formula)
    except NotTraceable as problem:
        report_untraceable(entry, "function", function, problem)
        return None
    formula, used = in_order_of_use(formula)
    reads = tuple(motion.reads[k] for k in used)
    row = Nonholonomic(reading.name, (), (), (), reads, (), formula)
    row = dataclasses.replace(row, **named_parts(parts, reads, ()))
    return row if _is_linear(entry, row, motion) else None


def _is_linear(entry: Entry, row: Nonholonomic, motion: Motion) -> bool:
    """Report (M33) a row that is not linear in velocities, or has none, or more than these."""
    if not row.read_velocities:
        rule = "reads no velocity: it is a condition of positions, or none"
        action = "couple coordinates by `couple`, or read velocity, angular_velocity or rate"
        entry.report("M33", "function", rule, action=action)
        return False
    if any(kind == "time" for kind, _, _ in row.reads):
        rule = "depends on time; such a row holds at every time"
        action = "let it be a surface on a body whose motion is prescribed, or drive a coordinate"
        entry.report("M33", "function", rule, action=action)
        return False
    rng = np.random.default_rng(20240229)
    for _ in range(TRIALS):
        values = {read: float(rng.normal()) for read in row.reads}
        for read in row.reads:
            if read[0] == "parameter":
                values[read] = float(getattr(row, read[1]))
        with np.errstate(all="ignore"):
            rule = _curvature(row, values, rng)
        if rule:
            action = "write it as a sum of velocities times functions of positions"
            entry.report("M33", "function", rule, action=action)
            return False
    return True


def _curvature(row: Nonholonomic, values: dict[Read, float], rng: Any) -> str:
    """Return what keeps a row from being linear in its velocities, at some motion."""
    still = {read: 0.0 if read[0] in MOVING else x for read, x in values.items()}
    units = [float(row.row_value({**still, read: 1.0})) for read in row.read_velocities]
    v = rng.normal(size=len(units)) * 3.0
    moving = {read: float(x) for read, x in zip(row.read_velocities, v, strict=True)}
    rest, whole = float(row.row_value(still)), float(row.row_value({**still, **moving}))
    if not np.all(np.isfinite([rest, whole, *units])):
        return ""  # outside of where the function has values
    size = 1.0 + float(np.abs(v) @ np.abs(units))
    if abs(rest) > LINEAR * size:
        return f"does not vanish at rest (it is {rest:.4g}): a part of it is no velocity"
    if abs(whole - v @ units) > LINEAR * size:
        return "is not linear in the velocities"
    return ""
