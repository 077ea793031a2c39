"""Numbers, curves and functions of one variable as laws of force elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sarrus.model.forces.formula import Formula, kinks
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.curve import Curve

if TYPE_CHECKING:
    from sarrus.model.forces.element import Scene

Law = float | Curve | Callable[[Scalar], Scalar]
"""A constant, a curve through rows, or a function written with NumPy, which is traced.

What elements keep of a function is its `Formula`, which is callable and compares by content.
"""


def law_value(law: Law, x: Scalar) -> Scalar:
    """Return a law at x, in numbers or symbols."""
    return law(x) if callable(law) else law


def timed_value(element: Any, scene: Scene, name: str) -> Scalar:
    """Return a number of an element, which may be a law of time instead."""
    law = getattr(element, f"{name}_law")
    return scene.value(element, name) if law is None else law_value(law, scene.time)


def law_switches(law: Law | None, x: Scalar) -> Sequence[Scalar]:
    """Return values whose sign changes are the kinks of a law at x."""
    if isinstance(law, Formula):
        return law.conditions.values(x)
    bends = kinks(law) if isinstance(law, Curve) else None
    return () if bends is None else (bends(x),)
