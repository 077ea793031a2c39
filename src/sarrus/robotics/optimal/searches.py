"""Formulas and searches of optimal motions by name, and what is said where a search fails."""

from __future__ import annotations

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.model.building.references import nearest
from sarrus.robotics.optimal.goals import ASKED
from sarrus.solvers.collocation.mesh import Mesh
from sarrus.solvers.collocation.methods import METHODS, Method
from sarrus.solvers.collocation.solution import Search, Solution, own_search
from sarrus.solvers.interior_point import SparseOptimum, SparseProgram

FAILED = "R51"
"""The code of a search that has found no optimal motion."""


def chosen_method(name: str) -> Method:
    """Return a formula of collocation."""
    if name not in METHODS:
        rule = f"is not one of {', '.join(METHODS)}"
        raise ModelError(Problem(ASKED, f"method '{name}'", rule, action=nearest(name, METHODS)))
    return METHODS[name]


def chosen_mesh(method: str, intervals: int, most: int, tolerance: float, phases: int = 1) -> Mesh:
    """Return the first mesh; refuses what is none."""
    if intervals < 2 or most < intervals:
        rule = "must be at least 2, and at most those of the finest mesh"
        raise ModelError(Problem(ASKED, "intervals", rule, f"{intervals}, most={most}"))
    if not 0.0 < tolerance < 1.0:
        raise ModelError(Problem(ASKED, "tolerance", "must be between 0 and 1", f"{tolerance:g}"))
    return Mesh.even(chosen_method(method), intervals, phases)


def _ipopt(program: SparseProgram, z: np.ndarray, barrier: float) -> SparseOptimum:
    from sarrus.solvers.ipopt import ipopt

    return ipopt(program, z, barrier=barrier)


SEARCHES: dict[str, Search] = {"own": own_search, "ipopt": _ipopt}
"""Solvers of nonlinear programmes."""


def chosen_search(name: str) -> Search:
    """Return a solver."""
    if name not in SEARCHES:
        rule = f"is not one of {', '.join(SEARCHES)}"
        raise ModelError(Problem(ASKED, f"search '{name}'", rule, action=nearest(name, SEARCHES)))
    return SEARCHES[name]


def failure_problem(found: Solution, worst: str) -> Problem:
    """Return the problem of a search that has failed."""
    o = found.optimum
    return Problem(
        FAILED,
        "optimal motion",
        f"was not found on {found.mesh.intervals} intervals: the search {o.reason} "
        f"({o.steps} steps)",
        f"least kept: {worst}",
        "no motion keeps all limits in the time, or the search has begun too far from one",
        "give more time, wider limits, more intervals, a via point, or a motion with easier "
        "limits as guess=...",
    )
