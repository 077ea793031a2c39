"""What an integration yields."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass


@dataclass(frozen=True)
class Counts:
    """Work of an integrator; None where the path does not tell."""

    steps: int | None = 0
    rejected: int | None = 0
    evaluations: int = 0
    jacobian_evaluations: int = 0
    nonlinear_iterations: int | None = 0
    nonlinear_failures: int | None = 0

    def __add__(self, other: Counts) -> Counts:
        """Return the work of both."""
        pairs = ((getattr(self, f.name), getattr(other, f.name)) for f in fields(self))
        sums: list[Any] = [None if a is None or b is None else a + b for a, b in pairs]
        return Counts(*sums)


@dataclass(frozen=True)
class Root:
    """A zero that was found: when, where, and for every function +1, -1 (direction) or 0."""

    t: float
    y: np.ndarray
    directions: np.ndarray


@dataclass(frozen=True)
class Result:
    """States at the output times that were reached.

    t has shape (m,), y and yp (IDA only) have shape (m, n); `orders` is the order of the
    method at each output (0 where unknown); `path` says which code integrated.
    """

    t: np.ndarray
    y: np.ndarray
    yp: np.ndarray | None
    counts: Counts
    orders: np.ndarray
    roots: tuple[Root, ...]
    message: str
    success: bool
    path: str
