"""Tyres: forces and moments in the contact patch by load, slip and camber.

A tyre answers `forces(patch)`, for numbers, dual numbers and traced values. Theory:
docs/theory/tyres.md.
"""

from sarrus.tyres.brush import BrushTyre
from sarrus.tyres.linear import LinearTyre
from sarrus.tyres.magic_formula import MagicFormula
from sarrus.tyres.patch import Patch, TyreForces
from sarrus.tyres.tmeasy import TMeasyTyre
from sarrus.tyres.tyre import Tyre

TYPES: dict[str, type[Tyre]] = {
    kind.__name__: kind for kind in (LinearTyre, BrushTyre, TMeasyTyre, MagicFormula)
}
"""Every tyre that a file may name."""

__all__ = [
    "TYPES",
    "BrushTyre",
    "LinearTyre",
    "MagicFormula",
    "Patch",
    "TMeasyTyre",
    "Tyre",
    "TyreForces",
]
