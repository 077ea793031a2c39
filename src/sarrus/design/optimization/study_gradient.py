"""The gradient of what the file of a study runs, by constants and all else that can be varied."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.design.gradients.gradient import Gradient
from sarrus.design.gradients.instant_gradients import EquilibriumAdjoint
from sarrus.design.objectives.reading import read_objective
from sarrus.design.optimization.exact import ExactRun, exact_run, has_gradient, inner_slopes
from sarrus.design.optimization.optimize import names_in
from sarrus.design.optimization.space import DesignSpace, space_of_study
from sarrus.errors import ModelError, Problem
from sarrus.study import Study
from sarrus.sweeps.tasks import DRIVE

QUANTITY_UNITS = {"real": "1/s", "imaginary": "rad/s", "frequency": "Hz",
                  "natural_frequency": "Hz", "damping": ""}  # fmt: skip
FAR = 1e150
"""Bounds of numbers that are not varied, only differentiated by."""


def study_gradient(
    subject: Study | str | os.PathLike[str],
    objective: Any,
    by: Sequence[str] | str,
    of: str = "run",
    mode: int = 0,
    how: Mapping[str, Any] | None = None,
) -> Any:
    """Return the gradient of an objective of a file, or of each of a list.

    by: constants of the file, numbers of the model, and those of the start and of efforts; of,
    mode: as of `gradient`, "run" being what the file runs or drives; how: keywords of runs in place
    of those of the file.
    """
    study = subject if isinstance(subject, Study) else Study.load(subject)
    names = [by] if isinstance(by, str) else [str(name) for name in by]
    many = isinstance(objective, (list, tuple))
    wanted = list(objective) if many else [objective]
    space = space_of_study(study, dict.fromkeys(names, (-FAR, FAR)), how or {})
    if of in ("equilibrium", "eigenvalue"):
        found = _at_rest(study, space, wanted, of, mode)
    else:
        found = _along(space, wanted, of)
    numbers = {v.name: v.start for v in space.variables}
    units = {v.name: v.unit for v in space.variables}
    found = [replace(one, at=numbers, units=units) for one in found]
    return found if many else found[0]


def _along(space: DesignSpace, wanted: Sequence[Any], of: str) -> list[Gradient]:
    """Return the gradients of objectives of a run or drive."""
    if of == DRIVE != space.request(space.x0).kind:
        rule, action = "has no drive: it runs freely", "take of='run', or run: {kind: drive}"
        raise ModelError(Problem("G10", "study", rule, action=action))
    if not has_gradient(space):
        raise ModelError(_none(space))
    rows = [read_objective(one, names_in(space)) for one in wanted]
    known = exact_run(space, space.x0)
    t = np.asarray(known.adjoint.t, dtype=float)
    early = [problem for row in rows if (problem := row.missing(t)) is not None]
    if early:
        raise ModelError(early)
    found = []
    for row in rows:
        value, slopes = known.row(row)
        derivatives = dict(zip(known.names, slopes.tolist(), strict=True))
        unit = getattr(row, "unit", "")
        found.append(Gradient(value, derivatives, known.made, unit=unit))
    return found


def _at_rest(
    study: Study, space: DesignSpace, wanted: Sequence[Any], of: str, mode: int
) -> list[Gradient]:
    """Return the gradients of objectives of the equilibrium of a file, or of an eigenvalue."""
    plan = study.plan
    steady = [n for n in ("moving", "aside", "unknown") if getattr(plan.equilibrium, n)]
    if steady:
        rule = f"moves steadily ({', '.join(steady)}), of which there is no gradient"
        raise ModelError(Problem("G10", "section 'equilibrium'", rule))
    x = space.x0
    slopes = {name: table for name, table in inner_slopes(space, x).items()
              if not name.startswith("start:")}  # fmt: skip
    keywords = {**plan.keywords, "parameters": space.numbers(x)}
    known = EquilibriumAdjoint(
        space.system, list(slopes), space.begin(space.system_at(x), x, space.nominal), plan.inputs,
        plan.drives, plan.locked, plan.equilibrium.stable, None, keywords,
    )  # fmt: skip
    exact = ExactRun(known, slopes, tuple(v.name for v in space.variables), x)
    found = []
    for one in wanted:
        if of == "eigenvalue":
            gradient = known.eigenvalue_gradient(one, mode)
            value, total, unit = gradient.value, exact.design_slopes(gradient), QUANTITY_UNITS[one]
        else:
            row = read_objective(one, names_in(space), still=True)
            (value, total), unit = exact.row(row), getattr(row, "unit", "")
        derivatives = dict(zip(exact.names, total.tolist(), strict=True))
        found.append(Gradient(value, derivatives, known.equilibrium, unit=unit))
    return found


def _none(space: DesignSpace) -> Problem:
    moved = [] if space.known is None else [n for n in space.known.motion if ":" not in n]
    why = f" ({', '.join(moved)} would move)" if moved else ""
    rule = f"has no gradient for what is named here, or for this kind of run{why}"
    action = "take other names, or differences: sarrus.design.optimize has them"
    return Problem("G10", "study", rule, action=action)
