"""A synthesized linkage refined with its forces: the task becomes constraints of an optimum.

The closed forms and the least squares look at positions alone. Among the linkages near a solution
that still do the task within a tolerance, `design.optimize` takes the one with the least torque,
reaction or whatever the objective says, with the masses of the links that its model file has.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.design import optimize
from sarrus.errors import ModelError, Problem
from sarrus.study.study import Study
from sarrus.synthesis.linkage import TURN, Linkage
from sarrus.synthesis.model_text import is_clockwise
from sarrus.synthesis.solution import Solution
from sarrus.synthesis.tasks import FUNCTION, MOTION


def refine(
    solution: Solution,
    objective: Any,
    path: str | os.PathLike[str],
    *,
    tolerance: float,
    within: float = 0.2,
    by: Sequence[str] | Mapping[str, tuple[float, float]] | None = None,
    constraints: Sequence[Any] = (),
    overwrite: bool = False,
    **how: Any,
) -> Any:
    """Return the optimum of an objective among linkages near a solution that still do its task.

    path: where the model file of the solution is written, which is then optimized; objective,
    constraints and how: as of `sarrus.design.optimize` ("max abs A.effort"); tolerance: how far
    each coordinate of the tracer, or the output, may be from each position [m, rad]; by: the
    dimensions that are varied, all of them if not given, with bounds if it is a mapping; within:
    bounds as a part of the longest link.

    Example:
        best = synthesis.refine(found.best, "max abs A.effort", "best.yaml", tolerance=1e-3)
    """
    if solution.task.kind == MOTION:
        rule = "are refined for paths and functions; poses have no channel of the coupler's angle"
        raise ModelError(Problem("Y02", "poses", rule))
    if not tolerance > 0.0:
        raise ModelError(Problem("Y02", "tolerance", "is not positive", repr(tolerance)))
    solution.write(path, overwrite=overwrite)
    wanted = [*position_constraints(solution, tolerance), *constraints]
    return optimize(Study.load(path), objective, _bounds(solution, by, within), wanted, **how)


def _bounds(solution: Solution, by: Any, within: float) -> dict[str, tuple[float, float]]:
    if isinstance(by, Mapping):
        return dict(by)
    values, family = solution.linkage.values, solution.family
    names = by
    if names is None:
        names = [n for n in family.sizes_of(solution.task.kind) if n not in family.directions]
        if solution.task.kind == FUNCTION:  # what has no influence on a function stays
            names = [n for n in names if n in family.lengths]
    far = within * max(values[name] for name in family.lengths)
    found = {}
    for name in names:
        value = values[name]
        low = max(value - far, 0.2 * value) if name in family.lengths else value - far
        found[name] = (low, value + far)
    return found


def position_times(solution: Solution) -> np.ndarray:
    """Return when the drive of the model file has the crank at the positions [s]."""
    linkage = Linkage(solution.family, solution.linkage.values, solution.branch)
    driven = np.unwrap(solution.motion.driven)
    turned = driven - driven[0]
    if linkage.turns_round:
        way = -1.0 if is_clockwise(solution.angles) else 1.0
        return np.asarray((way * turned) % TURN / TURN)
    far = turned[np.abs(turned).argmax()]
    return np.asarray(np.arccos(np.clip(1.0 - 2.0 * turned / far, -1.0, 1.0)) / TURN)


def position_constraints(solution: Solution, tolerance: float) -> list[str]:
    """Return the task as constraints in words, at the time of each position."""
    times = position_times(solution)
    task = solution.task
    found = []
    for k, t in enumerate(times):
        if task.kind == FUNCTION:
            if solution.family.slide is not None:
                channel, unit = "slide.displacement", "m"
            else:
                channel, unit = f"{solution.family.output[0]}.angle", "rad"
            pairs = [(channel, float(task.angles[k] - task.angles[0]), unit)]
        else:
            pairs = [(f"tracer.position.{axis}", float(value), "m")
                     for axis, value in zip("xyz", task.points[k], strict=False)]  # fmt: skip
        for channel, value, unit in pairs:
            at = f"at {float(t)!r} s"
            found.append(f"{channel} <= {value + tolerance!r} {unit} {at}")
            found.append(f"{channel} >= {value - tolerance!r} {unit} {at}")
    return found
