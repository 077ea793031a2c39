"""Sweeps over numbers of one system: `system.sweep`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem, SarrusError
from sarrus.sweeps.execution import Job, Settings, Work
from sarrus.sweeps.measures import measures
from sarrus.sweeps.plans import OVER, Keys, Listed, Plan, Points, key_of, points
from sarrus.sweeps.rows import failure_row
from sarrus.sweeps.runner import Runner
from sarrus.sweeps.shared_kernels import with_values
from sarrus.sweeps.starting import START, Start, state_in
from sarrus.sweeps.table import Sweep
from sarrus.sweeps.tasks import SIMULATE, RunRequest, Task
from sarrus.sweeps.units import parameter_column_units
from sarrus.system import System
from sarrus.system.quantities.parameters import chosen_parameters
from sarrus.system.simulation.events.joining import joining_system
from sarrus.system.text_numbers import holds_text, named_in_unit


def sweep_system(
    system: System,
    over: Mapping[str, Any],
    *,
    start: Any,
    measure: Any,
    rates: Mapping[str, Any] | None = None,
    plan: Plan | Listed | None = None,
    how: Mapping[str, Any],
    settings: Settings,
) -> Sweep:
    """Return the sweep of a system over numbers of its model; how: keywords of `simulate`."""
    found = points(_in_units(system, over), plan)
    parameters, names = chosen_parameters(system.model, found.columns)
    shapes = dict(zip(parameters.names, (d.shape for d in parameters.defaults), strict=True))
    wide = system.compiled.variant(
        parameters=[n for n in parameters.names if not system.compiled.has_parameter(n)]
    )
    runner = Runner(wide, measures(measure), settings.runs_folder, len(found))
    begin = Start(start, rates or {})
    running = joining_system(wide, how.get("events") or ())
    problems = [p for m in runner.measures for p in m.problems(running)]
    problems += _misshapen(found, {name: shapes[full] for name, full in names.items()})
    problems += _moving_points(system, begin, [full for full in names.values()])
    if problems:
        raise ModelError(problems)
    if "parameters" in how:
        raise ModelError(Problem(OVER, "parameters", "are given twice", action="put them in over"))
    request = RunRequest(SIMULATE, how)
    nominal = begin.state(wide)

    def job(i: int) -> Job:
        values = {names[name]: np.asarray(value, float) for name, value in found[i].items()}
        if begin.is_state:
            return Task(i, nominal, request, values)
        try:
            at = begin.state(with_values(wide, values), nominal)
        except SarrusError as error:
            return failure_row(i, error)
        return Task(i, state_in(at, wide), request, values)

    began = begin.key
    keys = Keys(len(found), lambda i: key_of([found.key(i), began]))
    identity = {"model": wide.model.content_hash}
    units = parameter_column_units(system.model, found.columns)
    return Work(
        found, runner, job, [request], identity, keys, settings=settings, units=units
    ).sweep()


def _in_units(system: System, over: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is swept over with text, such as "400 g", as numbers in SI units."""
    return {
        name: [
            named_in_unit(system.model, "parameter", name, value) if holds_text(value) else value
            for value in values
        ]
        if isinstance(values, (list, tuple)) and any(map(holds_text, values))
        else values
        for name, values in over.items()
    }


def _misshapen(found: Points, shapes: Mapping[str, tuple[int, ...]]) -> list[Problem]:
    problems = []
    for name, column in found.columns.items():
        for value in column:
            try:
                array = np.asarray(value, dtype=float)
            except (TypeError, ValueError):
                array = np.array(np.nan)
            if array.shape != shapes[name] or not np.all(np.isfinite(array)):
                wanted = f"numbers of shape {shapes[name]}" if shapes[name] else "finite numbers"
                rule = f"must be {wanted}"
                value = repr(value)[:60]
                problems.append(Problem(OVER, f"sweep over '{name}'", rule, value=value))
                break
    return problems


def _moving_points(system: System, start: Start, names: list[str]) -> list[Problem]:
    """Return the lengths of loops that vary while the start stays, which opens the loops."""
    lengths = [name for name in names if name.startswith("joint:")]
    if not (lengths and system.closed and start.is_state):
        return []
    return [
        Problem(
            START,
            "start",
            f"is one state for all, but {', '.join(lengths)} would open the loops there",
            action="give start={coordinate: value} and rates={...}, so that each is assembled",
        )
    ]
