"""Prices of limits: how much the least value would fall if a limit gave way.

At the optimum the gradients balance (Karush, Kuhn and Tucker):

    sum_i a_i grad F_i + sum_j l_j grad G_j + sum_k m_k grad H_k + b = 0,
    a_i >= 0, sum a_i = 1, l_j >= 0, b the pull of the bounds.

The factors are found from the gradients by least squares with their signs, whatever method has
found the design; l_j is the price of limit j.
"""

from __future__ import annotations

import numpy as np

from sarrus.design.optimization.evaluation import Outcome
from sarrus.design.optimization.nonlinear import NonlinearProgram
from sarrus.late_dataclass import dataclass

ACTIVE = 1e-4
"""Part of its size within which a limit counts as reached."""


@dataclass(frozen=True, eq=False)
class Multipliers:
    """Factors of all rows and of the bounds, in scaled numbers; rest: what does not balance."""

    rows: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    rest: float


def multipliers(program: NonlinearProgram, made: Outcome) -> Multipliers:
    """Return the factors at a design that runs."""
    from scipy.optimize import nnls

    z = program.fractions(made.x)
    values, slopes = made.values / program.sizes, program.slopes(z)
    n, count = program.n, len(values)
    worst = max(g.weight * (values[g.row] - g.offset) for g in program.goals)
    columns, places = [], []
    for g in program.goals:
        if g.weight * (values[g.row] - g.offset) >= worst - ACTIVE * max(abs(worst), 1.0):
            columns.append(np.append(g.weight * slopes[g.row], 1.0))
            places.append(("goal", g.row, g.weight))
    for j in program.upper:
        if values[j] >= -ACTIVE:
            columns.append(np.append(slopes[j], 0.0))
            places.append(("row", j, 1.0))
    for k in program.equal:
        for sign in (1.0, -1.0):
            columns.append(np.append(sign * slopes[k], 0.0))
            places.append(("row", k, sign))
    for i in range(n):
        for side, sign in (("lower", -1.0), ("upper", 1.0)):
            if abs(z[i] - (0.0 if side == "lower" else 1.0)) <= ACTIVE:
                column = np.zeros(n + 1)
                column[i] = sign
                columns.append(column)
                places.append((side, i, 1.0))
    wanted = np.append(np.zeros(n), 1.0)
    factors, rest = nnls(np.array(columns).T, wanted)
    found = {"row": np.zeros(count), "lower": np.zeros(n), "upper": np.zeros(n)}
    for (kind, place, sign), factor in zip(places, factors, strict=True):
        if kind in found:
            found[kind][place] += sign * factor
    return Multipliers(found["row"], found["lower"], found["upper"], float(rest))
