"""Vectors that change with time: directions with laws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.building.entry import Entry, is_list
from sarrus.model.building.functions import read_time_law
from sarrus.model.building.orientation import direction
from sarrus.model.fields import Field
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.law import law_switches, law_value
from sarrus.model.options import AXIS, Option, shown_unit, time_law_kind
from sarrus.model.pose import Vector3, vector3
from sarrus.spatial.arrays import Array, Scalar, vector
from sarrus.spatial.curve import Curve

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

AXES: tuple[Vector3, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

Terms = tuple[tuple[Vector3, float | Curve | Formula], ...]
"""Directions, each with a number or a law of time."""


def sum_of(terms: Terms, time: Scalar) -> Array:
    """Return the sum of law(t) times direction."""
    total: list[Scalar] = [0.0, 0.0, 0.0]
    for along, law in terms:
        value = law_value(law, time)
        total = [
            x if part == 0.0 else x + part * value for x, part in zip(total, along, strict=True)
        ]
    return vector(*total)


def terms_switches(terms: Terms, time: Scalar) -> Sequence[Scalar]:
    """Return the kinks of all laws."""
    return [value for _, law in terms for value in law_switches(law, time)]


def constant(terms: Terms) -> Vector3 | None:
    """Return the vector of terms that are all numbers, else None."""
    if not all(isinstance(law, float) for _, law in terms):
        return None
    total = np.sum([np.array(d) * law for d, law in terms], axis=0) + 0.0
    return vector3(total)


class TermsField(Field):
    """Three laws of time along the axes, or one with the direction `along`."""

    def __init__(self, option: str, unit: str) -> None:
        self.option, self.of_unit = option, unit

    def options(self, name: str) -> Sequence[Option]:
        text = "three laws of time, or one with the direction `along`"
        along = "direction of a single law"
        return (
            Option(self.option, time_law_kind(self.of_unit), text, unit=shown_unit(self.of_unit)),
            Option("along", AXIS, along, None),
        )

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        entry, keyword, unit = reading.entry, self.option, self.of_unit
        raw = reading.get(keyword)
        if reading.get("along") is not None:
            along = direction(entry, "along", reading.get("along"))
            law = read_time_law(entry, keyword, raw, unit)
            return {} if along is None or law is None else {name: ((along, law),)}
        if not is_list(raw) or len(raw) != 3:
            rule = "must be 3 numbers or laws of time, or one with along=..."
            entry.report("M25", keyword, rule, value=entry.literal(keyword, raw))
            return {}
        laws = [read_time_law(entry, part, raw[i], unit) for i, part in _parts(entry, keyword)]
        return {} if None in laws else {name: tuple(zip(AXES, laws, strict=True))}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        terms: Terms = getattr(element, name)
        if tuple(along for along, _ in terms) == AXES:
            return {self.option: [law for _, law in terms]}
        (along, law), *_ = terms
        return {self.option: law, "along": along}


def _parts(entry: Entry, attribute: str) -> list[tuple[int, str]]:
    """Return numbers and names of the components, as the file names them if it does."""
    named = [f"{attribute}[{i}]" for i in range(3)]
    return [(i, name if name in entry.source else attribute) for i, name in enumerate(named)]
