"""Loads on bodies for stress analysis, and how much of a part's life they take.

`loads` gives all forces on a body in balance with its inertia, `write_loads` writes them for
finite-element programs; `rainflow` counts the cycles of a channel, `damage` sums them up by an S-N
line. Theory: docs/theory/durability.md.
"""

from sarrus.durability.body_loads import BodyLoads, Inertia, LoadCase, PointLoads, loads
from sarrus.durability.counting import Cycles, rainflow, reversals
from sarrus.durability.life import Damage, SNLine, damage, equivalent_range
from sarrus.durability.load_files import FORMATS, write_loads

__all__ = [
    "FORMATS",
    "BodyLoads",
    "Cycles",
    "Damage",
    "Inertia",
    "LoadCase",
    "PointLoads",
    "SNLine",
    "damage",
    "equivalent_range",
    "loads",
    "rainflow",
    "reversals",
    "write_loads",
]
