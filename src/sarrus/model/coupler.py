"""Couplers: linear relations between joint coordinates, such as gears and belts."""

from __future__ import annotations

from sarrus.late_dataclass import dataclass


@dataclass(frozen=True)
class CouplerTerm:
    """One coordinate of a joint (by its place in q) and the factor in front of it."""

    joint: str
    index: int
    factor: float


@dataclass(frozen=True)
class Coupler:
    """sum factor_k q_k = offset: one row; never a joint of the tree.

    The coordinates are angles or displacements, not parts of a quaternion. `unit` is that of
    the sum, rad or m.
    """

    name: str
    terms: tuple[CouplerTerm, ...]
    offset: float = 0.0
    unit: str = "rad"
