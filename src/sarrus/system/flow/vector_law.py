"""Vectors over time: several numbers by functions of t, tables or a law each, with derivatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar
from sarrus.spatial.curve import Curve
from sarrus.system.flow.prescribed import jets_of, nested_jet, parts_of, scalar_law
from sarrus.system.quantities.base_input import is_numbers

Motion = tuple[Array, Array, Array]
"""A vector or matrix with its first and second derivative."""
AXES = "xyz"
EVER = (-np.inf, np.inf)
"""What laws cover that are no tables."""


@dataclass(frozen=True)
class VectorLaw:
    """Some numbers over time with two derivatives; covers: the times of tables among them."""

    name: str
    size: int
    jets: Callable[[Scalar], Any]
    covers: tuple[float, float] = EVER
    constant: bool = False

    @staticmethod
    def of(element: str, law: Any, size: int) -> VectorLaw:
        """Return the law of a function of t, of a table, or of a law for each number."""
        if is_numbers(law, (size,)):
            fixed = [(float(x), 0.0, 0.0) for x in np.asarray(law, dtype=float)]
            if not np.all(np.isfinite(np.asarray(law, dtype=float))):
                raise ModelError(Problem("M25", element, "must be finite", repr(law)[:80]))
            return VectorLaw(element, size, lambda t: fixed, constant=True)
        if callable(law):
            return VectorLaw(element, size, lambda t: jets_of(element, law, t))
        if is_table(law, size):
            law = tuple((law[0], column) for column in np.asarray(law[1], dtype=float).T)
        if not isinstance(law, (tuple, list, np.ndarray)) or len(law) != size:
            raise ModelError(no_vector(element, law, size))
        names = AXES if size == 3 else [str(k + 1) for k in range(size)]
        named = [(f"{element} {n}" if size > 1 else element) for n in names]
        axes = [float(part) if is_numbers(part, ()) else part for part in law]
        laws = [scalar_law(n, part) for n, part in zip(named, axes, strict=True)]
        pairs = [part for part in axes if isinstance(part, (tuple, list)) and len(part) == 2]
        times = [np.asarray(part[0], dtype=float) for part in pairs]
        times += [part.x for part in axes if isinstance(part, Curve) and part.beyond == "refuse"]
        covers = (
            max([float(t[0]) for t in times], default=-np.inf),
            min([float(t[-1]) for t in times], default=np.inf),
        )
        return VectorLaw(element, size, lambda t: [part(t) for part in laws], covers)

    def columns(self, t: Scalar) -> Motion:
        """Return values, rates and accelerations."""
        jets = self.jets(t)
        if len(jets) != self.size:
            raise ModelError(no_vector(self.name, jets, self.size))
        value, rate, acceleration = (np.array([jet[k] for jet in jets]) for k in range(3))
        return value, rate, acceleration

    def values(self, t: float) -> np.ndarray:
        """Return the values at a time."""
        return np.asarray(self.columns(t)[0], dtype=float)

    def jet(self, t: Scalar) -> Array:
        """Return the values as numbers with two derivatives by time."""
        return np.array([nested_jet(*jet) for jet in zip(*self.columns(t), strict=True)])

    def check(self, name: str, t: float) -> None:
        """Refuse a time that a table does not cover."""
        first, last = self.covers
        if not first - 1e-12 <= t <= last + 1e-12:
            rule = f"covers {first:g} to {last:g} s, not {t:g} s"
            action = "extend the table; nothing is extrapolated"
            element = f"'{self.name.replace('PoseLaw', name)}' / table"
            raise ModelError(Problem("N14", element, rule, action=action))


def is_table(law: Any, size: int) -> bool:
    """Tell whether something is (times, rows of some numbers); refuses rows of another length.

    Two numbers or laws are no table where there are two numbers in a row.
    """
    pair = isinstance(law, (tuple, list)) and len(law) == 2
    if not pair or any(callable(part) or isinstance(part, str) for part in law):
        return False
    try:
        rows = np.asarray(law[1], dtype=float)
    except (TypeError, ValueError):
        return False
    if size == 2 and rows.ndim != 2:
        return False
    if rows.ndim != 2 or rows.shape[1] != size:
        rule = f"must have times and rows of {size} numbers"
        raise ModelError(Problem("N14", "PoseLaw / table", rule, f"shape {rows.shape}"))
    return True


def no_vector(name: str, law: Any, size: int) -> Problem:
    """Return the problem of what is no law of some numbers."""
    rule = f"must be {size} numbers or laws of t, a function of t that returns them, or a table"
    return Problem("D04", name, rule, value=repr(law)[:80])


def split(values: Array) -> Motion:
    """Return values, rates and accelerations of numbers with two derivatives."""
    entries = [parts_of(x) for x in np.ravel(values)]
    value, rate, second = (
        np.array([e[k] for e in entries]).reshape(np.shape(values)) for k in range(3)
    )
    return value, rate, second
