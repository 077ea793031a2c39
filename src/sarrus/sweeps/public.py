"""The two calls of a sweep, with all their keywords."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.model import Model
from sarrus.model.building.references import nearest
from sarrus.study import Study
from sarrus.sweeps.execution import Settings
from sarrus.sweeps.of_system import sweep_system
from sarrus.sweeps.plans import OVER, Listed, Plan
from sarrus.sweeps.rebuilding import sweep_source, swept_parameters
from sarrus.sweeps.table import Sweep
from sarrus.system import System

KEYWORDS = (
    "until",
    "method",
    "rtol",
    "atol",
    "step",
    "every",
    "times",
    "certify",
    "inputs",
    "driven",
    "locked",
    "events",
    "baumgarte",
    "eps",
    "independent",
    "solve",
    "keep",
    "formulation",
)
"""Keywords of `System.simulate` that a sweep passes on."""
GIVEN = ("base",)
MAKING = (
    "folder",
    "workers",
    "limit",
    "attempts",
    "progress",
    "order",
    "keep_runs",
    "executor",
    "place",
)
"""Keywords that say how a sweep is made."""


def sweep(
    source: Callable[..., Model] | str | os.PathLike[str] | Study,
    over: Mapping[str, Any] | None = None,
    *,
    measure: Any,
    start: Mapping[str, Any] | Callable[[System], Any] | None = None,
    rates: Mapping[str, Any] | None = None,
    plan: Plan | Listed | None = None,
    compile: Mapping[str, Any] | None = None,
    **more: Any,
) -> Sweep:
    """Return a table of runs of models that are made anew for every point.

    source: a function that returns models, such as those of `sarrus.gallery`, a model file, or the
    study of one.
    over, or further keywords: arguments of the function, values of the file by their names
    ("L", "crank.mass"), each with a list of values (then all combinations are run) or, with a
    `plan` that draws, a distribution. measure: a text such as "max A.rate" or "error A.angle"
    (the estimated error of its last value, by a second run), a list of them, or
    {name: text or function of the run}. start, rates: coordinates and velocities of the start, or
    a function of the system that returns it; without them a file starts as it says. Every model is
    assembled from the nominal position, so that all are on one branch. compile: keywords of
    `Model.compile`. Keywords of `System.simulate` (until, method, ...) replace those of the file.
    folder, workers, limit, attempts, progress: see `System.sweep`.

    Example:
        over = {"crank.mass": [1, 2]}
        table = sarrus.sweep("four_bar.yaml", over, measure="max A.rate", workers=0)
    """
    how = {name: more.pop(name) for name in (*KEYWORDS, *GIVEN) if name in more}
    making = {name: more.pop(name) for name in MAKING if name in more}
    return sweep_source(
        source,
        swept_parameters(over, more),
        start=start,
        rates=rates,
        measure=measure,
        plan=plan,
        compile=compile,
        how=how,
        settings=Settings(**making),
    )


def sweep_of(
    system: System,
    over: Mapping[str, Any],
    *,
    start: Any,
    measure: Any,
    rates: Mapping[str, Any] | None = None,
    plan: Plan | Listed | None = None,
    **more: Any,
) -> Sweep:
    """Return the sweep of a system; see `System.sweep`."""
    making = {name: more.pop(name) for name in MAKING if name in more}
    wrong = [name for name in more if name not in (*KEYWORDS, *GIVEN)]
    if wrong:
        known = [*KEYWORDS, *GIVEN, *MAKING]
        raise ModelError(
            [
                Problem(OVER, f"'{n}'", "is not a keyword of a sweep", action=nearest(n, known))
                for n in wrong
            ]
        )
    return sweep_system(
        system,
        over,
        start=start,
        rates=rates,
        measure=measure,
        plan=plan,
        how=more,
        settings=Settings(**making),
    )
