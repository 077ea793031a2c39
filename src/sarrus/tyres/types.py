"""The tyres that there are."""

from __future__ import annotations

from sarrus.tyres.brush import BrushTyre
from sarrus.tyres.linear import LinearTyre
from sarrus.tyres.magic_formula import MagicFormula
from sarrus.tyres.tmeasy import TMeasyTyre
from sarrus.tyres.tyre import Tyre

TYPES: dict[str, type[Tyre]] = {
    kind.__name__: kind for kind in (LinearTyre, BrushTyre, TMeasyTyre, MagicFormula)
}
"""Every tyre that a file may name."""
