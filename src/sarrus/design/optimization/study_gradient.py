"""The gradient of what the file of a study runs, by constants and all else that can be varied."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.design.gradients.gradient import Gradient
from sarrus.design.objectives.reading import read_objective
from sarrus.design.optimization.exact import exact_run, has_gradient
from sarrus.design.optimization.optimize import names_in
from sarrus.design.optimization.space import DesignSpace, space_of_study
from sarrus.errors import ModelError, Problem
from sarrus.study import Study

FAR = 1e150
"""Bounds of numbers that are not varied, only differentiated by."""


def study_gradient(
    subject: Study | str | os.PathLike[str],
    objective: Any,
    by: Sequence[str] | str,
    how: Mapping[str, Any],
) -> Any:
    """Return the gradient of an objective of the run or drive of a file, or of each of a list.

    by: constants of the file, numbers of the model, and those of the start and of efforts; how:
    keywords of runs in place of those of the file.
    """
    study = subject if isinstance(subject, Study) else Study.load(subject)
    names = [by] if isinstance(by, str) else [str(name) for name in by]
    space = space_of_study(study, dict.fromkeys(names, (-FAR, FAR)), how)
    if not has_gradient(space):
        raise ModelError(_none(space))
    known = exact_run(space, space.x0)
    many = isinstance(objective, (list, tuple))
    found = []
    for one in objective if many else [objective]:
        row = read_objective(one, names_in(space))
        t = np.asarray(known.adjoint.t, dtype=float)
        problem = row.missing(t)
        if problem is not None:
            raise ModelError(problem)
        value, slopes = known.row(row)
        found.append(Gradient(value, dict(zip(names, slopes.tolist(), strict=True)), known.made))
    return found if many else found[0]


def _none(space: DesignSpace) -> Problem:
    moved = [] if space.known is None else [n for n in space.known.motion if ":" not in n]
    why = f" ({', '.join(moved)} would move)" if moved else ""
    rule = f"has no gradient for what is named here, or for this kind of run{why}"
    action = "take other names, or differences: sarrus.design.optimize has them"
    return Problem("G10", "study", rule, action=action)
