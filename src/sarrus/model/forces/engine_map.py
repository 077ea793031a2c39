"""A table of torque over speed and throttle, on a grid: reading, interpolation, bounds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.late_dataclass import dataclass
from sarrus.model.building.entry import is_list
from sarrus.model.fields import Field
from sarrus.model.options import NUMBERS, Option, shown_unit
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.curve import Curve

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

INTERPOLATION = {"linear": 0, "spline": 2}
"""Smoothness of the curves of a map, by the word for it."""

Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class EngineMap:
    """A function of two variables through the nodes of a grid, by products of curves of one.

        z(x, y) = sum of h_j(y) z_j(x)

    z_j: the curve over x through row j; h_j: the curve over y through 1 at row j and 0 at the
    others. With straight lines this is bilinear interpolation, with splines bicubic; beyond the
    grid the value at its edge is held.
    """

    rows: tuple[Curve, ...]
    parts: tuple[Curve, ...]

    def __call__(self, x: Scalar, y: Scalar) -> Scalar:
        total: Scalar = 0.0
        for row, part in zip(self.rows, self.parts, strict=True):
            total = total + part(y) * row(x)
        return total


@cache
def engine_map(x: tuple[float, ...], y: tuple[float, ...], z: Rows, smooth: int) -> EngineMap:
    """Return the map through z, whose rows are over x, one for each y."""
    at, over, nodes = np.array(x), np.array(y), np.eye(len(y))
    return EngineMap(
        tuple(Curve(at, np.array(row), smooth, "hold") for row in z),
        tuple(Curve(over, node, smooth, "hold") for node in nodes),
    )


class AxisField(Field):
    """The places of a grid along one of its sides, increasing; none where nothing is given."""

    unit: str
    text: str

    @property
    def input_unit(self) -> None:  # they shape the equations
        return None

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, NUMBERS, self.text, None, shown_unit(self.unit)),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        raw = reading.get(name)
        if raw is None:
            return {}
        found = _numbers(reading, name, raw, self.unit)
        if found is None:
            return {}
        for k, (a, b) in enumerate(pairwise(found)):
            if b <= a:
                rule = f"is {b:g} after {a:g}: the places of a grid increase"
                reading.entry.report("M04", f"{name}[{k + 1}]", rule)
                return {}
        return {name: found}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        found = getattr(element, name)
        return {name: list(found)} if found else {}


class NodesField(AxisField):
    """The values at the nodes of a grid: rows of numbers."""

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        raw, entry = reading.get(name), reading.entry
        if raw is None:
            return {}
        if not is_list(raw) or not all(is_list(row) for row in raw):
            rule = "must be rows of numbers, one for each throttle"
            entry.report("M25", name, rule, value=entry.literal(name, raw))
            return {}
        found = [_numbers(reading, f"{name}[{k}]", row, self.unit) for k, row in enumerate(raw)]
        return {} if None in found else {name: tuple(found)}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        found = getattr(element, name)
        return {name: [list(row) for row in found]} if found else {}


def _numbers(reading: Reading, name: str, raw: Any, unit: str) -> tuple[float, ...] | None:
    """Return the numbers of a list; None after a problem."""
    entry = reading.entry
    if not is_list(raw) or not len(raw):
        entry.report("M25", name, "must be a list of numbers", value=entry.literal(name, raw))
        return None
    found = [entry.number(f"{name}[{k}]", x, unit) for k, x in enumerate(raw)]
    values = tuple(float(x) for x in found if x is not None)
    return values if len(values) == len(found) else None


def check_map(reading: Reading, x: str, y: str, z: str, smooth: int) -> None:
    """Report what is wrong with a grid: its parts by the names of their options."""
    entry, values = reading.entry, reading.values
    parts: dict[str, Any] = {name: values.get(name) for name in (x, y, z)}
    missing = [name for name, part in parts.items() if not part]
    if missing:
        rule = f"is needed with {', '.join(name for name in parts if name not in missing)}"
        entry.report("M28", missing[0], rule, action=f"give {x}, {y} and {z}")
        return
    across, along, rows = parts[x], parts[y], parts[z]
    if len(rows) != len(along):
        rule = f"has {len(rows)} rows, and there are {len(along)} {y}"
        entry.report("M28", z, rule, action="give one row for each")
        return
    for k, row in enumerate(rows):
        if len(row) != len(across):
            rule = f"has {len(row)} numbers, and there are {len(across)} {x}"
            entry.report("M28", f"{z}[{k}]", rule)
            return
    try:
        engine_map(across, along, rows, smooth)
    except ModelError as error:
        for problem in error.problems:
            entry.report(problem.code, z, problem.rule, value=problem.value)
