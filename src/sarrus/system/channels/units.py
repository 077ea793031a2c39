"""Channels in the units of output that the user chose."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sarrus.model.output_units import OutputUnits
from sarrus.spatial.arrays import Array
from sarrus.system.channels.definition import Definition
from sarrus.system.channels.view import StateView


def in_units(definition: Definition, units: OutputUnits) -> Definition:
    """Return a channel in other units; the same where its unit stays."""
    if not units:
        return definition
    if definition.units:
        return _several(definition, units)
    shown = units.shown_unit(definition.unit)
    if shown == definition.unit:
        return definition
    equation, factor = definition.equation, units.factor(definition.unit)

    def value_in_unit(at: StateView) -> Array:
        return factor * equation(at)

    return replace(definition, unit=shown, equation=value_in_unit)


def _several(definition: Definition, units: OutputUnits) -> Definition:
    """Return a row of numbers that have units of their own."""
    shown = tuple(units.shown_unit(unit) for unit in definition.units)
    if shown == definition.units:
        return definition
    equation = definition.equation
    factors = np.array([units.factor(unit) for unit in definition.units])

    def value_in_unit(at: StateView) -> Array:
        return factors * equation(at)

    unit = ", ".join(dict.fromkeys(unit for unit in shown if unit))
    return replace(definition, unit=unit, units=shown, equation=value_in_unit)
