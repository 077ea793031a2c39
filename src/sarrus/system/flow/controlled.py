"""The methods with error control that the loop of `kernels.loops.adaptive` repeats, as data."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.kernels.loops.stages import DENSE_ROWS
from sarrus.solvers import dormand_prince_8
from sarrus.user_table import UserTable

ROUNDING = 1e-12
"""How far sums of coefficients may be off."""


class ControlledMethods(UserTable[Any]):
    """Tables of explicit Runge-Kutta pairs by the name of the method.

    A table is a module, or another object, with

    - STAGES s: the slope at the end of a step is stage s (counted from 0), and the first of the
      next step; EXTENDED: stages with that one and those that only the dense output needs; ORDER
      p: errors are taken to grow with h^p;
    - A (EXTENDED x EXTENDED, strictly lower; row s holds the weights of the method), C (nodes);
    - E5, E3 (s + 1): weights of the error, and of a second estimate of lower order, with e5 and e3
      the error is |h| e5^2 / sqrt(e5^2 + 0.01 e3^2); E3 is zero where the pair has one estimate;
    - D (4 x EXTENDED): with x the part of the step that is done, the state there is y0 + x (d1 +
      (1 - x) (d2 + x (d3 + (1 - x) (d4 + x (d5 + (1 - x) (d6 + x d7)))))), where d1 = y1 - y0, d2
      and d3 let the slopes at both ends be right, and d4 to d7 = h D K, K: all slopes. Zero rows
      leave the cubic of Hermite.
    """

    def register(self, name: str, value: Any) -> Any:
        """Add a table of a user, if it is one; ModelError (M32) tells all that is wrong."""
        rules = wrong_in(value)
        if rules:
            element = f"{self.kind} '{name}'"
            raise ModelError([Problem("M32", element, rule) for rule in rules])
        return super().register(name, value)


def wrong_in(table: Any) -> list[str]:
    """Return what makes a table no explicit Runge-Kutta pair in the form of the loop."""
    parts = ("STAGES", "EXTENDED", "ORDER", "A", "C", "E5", "E3", "D")
    missing = [part for part in parts if not hasattr(table, part)]
    if missing:
        return [f"lacks {', '.join(missing)}"]
    s, n = table.STAGES, table.EXTENDED
    if not (isinstance(s, int) and isinstance(n, int) and 0 < s < n and table.ORDER >= 1):
        return ["must have 0 < STAGES < EXTENDED, and ORDER of at least 1"]
    shapes = {"A": (n, n), "C": (n,), "E5": (s + 1,), "E3": (s + 1,), "D": (DENSE_ROWS - 3, n)}
    wrong = [
        f"has {part} of shape {np.shape(getattr(table, part))}, not {shape}"
        for part, shape in shapes.items()
        if np.shape(getattr(table, part)) != shape
    ]
    if wrong:
        return wrong
    A, C = np.asarray(table.A, float), np.asarray(table.C, float)
    rules = {
        "has entries of A on or above the diagonal": bool(np.any(np.triu(A))),
        "has rows of A whose sums are not C": not np.allclose(A.sum(1), C, rtol=0, atol=ROUNDING),
        "has C[STAGES] other than 1: this stage is the end of the step": abs(C[s] - 1) > ROUNDING,
        "has E5 or E3 whose sum is not 0": abs(np.sum(table.E5)) + abs(np.sum(table.E3)) > ROUNDING,
        "has no error estimate: E5 is 0": not np.any(table.E5),
    }
    return [rule for rule, holds in rules.items() if holds]


CONTROLLED = ControlledMethods(
    "method with error control", {"auto": dormand_prince_8, "pece": dormand_prince_8}
)
"""The tables by the name of the method; `CONTROLLED.register(name, table)` adds one.

"pece" goes in Adams steps (`kernels.loops.pece`), and takes single steps of its table where it
crosses singular positions."""
MULTISTEP = ("pece",)
"""Those that go in Adams steps."""
