"""Sweeps over what a model is made from: arguments of a function, constants of a file.

Every point has a model of its own. Models that differ in numbers only are one system, compiled
once, with these numbers as inputs; each is assembled from the position of the nominal model, so
that all are on the same branch. A model that differs in more is compiled for itself.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any

from sarrus.errors import ModelError, Problem, SarrusError
from sarrus.formats.model_record import model_record
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.study import Study
from sarrus.sweeps.execution import Job, Settings, Work
from sarrus.sweeps.measures import measures
from sarrus.sweeps.plans import OVER, Keys, Listed, Plan, Points, key_of, points
from sarrus.sweeps.rows import failure_row
from sarrus.sweeps.runner import Runner
from sarrus.sweeps.shared_kernels import code_of, different, numbers, with_values
from sarrus.sweeps.sources import Built, FileSource, FunctionSource, Source
from sarrus.sweeps.starting import START, Start, state_in
from sarrus.sweeps.table import Sweep
from sarrus.sweeps.tasks import Task, functions_in, plain_options
from sarrus.sweeps.units import parameter_column_units
from sarrus.system import State, System
from sarrus.system.quantities.parameters import merged_parameters
from sarrus.system.simulation.events.joining import joining_system


def sweep_source(
    source: Callable[..., Model] | str | os.PathLike[str] | Study,
    over: Mapping[str, Any],
    *,
    start: Any,
    rates: Mapping[str, Any] | None,
    measure: Any,
    plan: Plan | Listed | None,
    compile: Mapping[str, Any] | None,
    how: Mapping[str, Any],
    settings: Settings,
) -> Sweep:
    """Return the sweep over arguments of a function that makes models, or values of a file."""
    found = points(over, plan)
    begin = None if start is None and not rates else Start(start, rates or {})
    if begin is not None and begin.is_state:
        raise ModelError(_one_state())
    options = dict(compile or {})
    made: Source
    if isinstance(source, Study):
        made = FileSource(source.path, begin, options, how, source.edits, source.replaced)
    elif callable(source):
        made = FunctionSource(source, begin or Start(), options, how)
    else:
        made = FileSource(os.fspath(source), begin, options, how)
    made.check(list(found.columns))
    family = Family(found, made)
    runner = Runner(
        family.system,
        measures(measure),
        settings.runs_folder,
        len(found),
        family.nominal.shown,
    )
    family.keeps_runs = settings.runs_folder is not None
    asked = next((built.request.how.get("events") for built in family.built.values()), None)
    running = joining_system(family.system, asked or ())
    problems = [p for m in runner.measures for p in m.problems(running)]
    if problems:
        raise ModelError(problems)
    requests = [built.request for built in family.built.values()]
    keys = Keys(len(found), family.key)
    return Work(
        found,
        runner,
        family.job,
        requests,
        {"source": made.name},
        keys,
        family.functions,
        settings,
        units={
            **parameter_column_units(family.nominal.model, found.columns),
            **made.units(list(found.columns)),
        },
    ).sweep()


@dataclass(eq=False)
class Family:
    """The models of all points; those that share their code are runs of `system`.

    keeps_runs: result files of runs are of the model of their point.
    """

    points: Points
    source: Source
    built: dict[int, Built] = field(default_factory=dict)
    broken: dict[int, SarrusError] = field(default_factory=dict)
    keeps_runs: bool = False
    _last: System | None = None
    _options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for i in range(len(self.points)):
            try:
                self.built[i] = self.source.model_of(self.points[i])
            except SarrusError as error:
                self.broken[i] = error
        if not self.built:
            raise next(iter(self.broken.values()))

    @cached_property
    def nominal(self) -> Built:
        """The model as it is without the sweep, or the first one that could be made."""
        found = self.source.nominal()
        return next(iter(self.built.values())) if found is None else found

    @cached_property
    def related(self) -> set[int]:
        """The points whose models share the code of the nominal one."""
        options, code = plain_options(self.nominal.options), code_of(self.nominal.model)
        return {
            i
            for i, built in self.built.items()
            if plain_options(built.options) == options and code_of(built.model) == code
        }

    @cached_property
    def names(self) -> list[str]:
        """The numbers that are inputs, because they differ."""
        related = (self.built[i].model for i in sorted(self.related))
        return different(itertools.chain([self.nominal.model], related))

    @cached_property
    def system(self) -> System:
        """The system of the nominal model, with the numbers that differ as inputs."""
        options = dict(self.nominal.options)
        value = merged_parameters(self.nominal.model, options.pop("parameters", ()), self.names)
        return System(self.nominal.model, parameters=value, **{"kernels": (), **options})

    @cached_property
    def state(self) -> State | None:
        """The start of the nominal model, from which the others are found."""
        try:
            return self.nominal.start(self.system, None)
        except SarrusError:
            return None

    @property
    def functions(self) -> list[str]:
        """The force elements of models of their own that cannot be sent to workers."""
        own = [built.model for i, built in self.built.items() if i not in self.related]
        return sorted({name for model in own for name in functions_in(model_record(model))})

    def key(self, i: int) -> str:
        """Return what tells a run from all others: its values, model and request."""
        built = self.built.get(i)
        if built is None:
            return key_of([self.points.key(i), "no model"])
        return key_of(
            [self.points.key(i), built.model.content_hash, built.request.key, built.start_key]
        )

    def job(self, i: int) -> Job:
        """Return the run of a point, or why it cannot begin."""
        if i in self.broken:
            return failure_row(i, self.broken[i])
        built = self.built[i]
        try:
            if i not in self.related:
                return self._alone(i, built)
            table = numbers(built.model)
            values = {name: table[name] for name in self.names}
            shared = with_values(self.system, values) if values else self.system
            at = built.start(shared, self.state)
            recorded = built.model if self.keeps_runs else None
            start = state_in(at, self.system)
            return Task(i, start, built.request, values, recorded=recorded)
        except SarrusError as error:
            return failure_row(i, error)

    def _own(self, built: Built) -> System:
        """Return the system of a model; points that follow each other may share it."""
        last = self._last
        if last is None or last.model != built.model or self._options != built.options:
            last = self._last = System(built.model, **{"kernels": (), **built.options})
            self._options = built.options
        return last

    def _alone(self, i: int, built: Built) -> Job:
        system = self._own(built)
        same = self.state is not None and system.coordinates == self.system.coordinates
        at = built.start(system, self.state if same else None)
        return Task(i, at, built.request, {}, built.model, system.compiled.keywords)


def _one_state() -> Problem:
    return Problem(
        START,
        "start",
        "is one state, and every model of the sweep is assembled anew",
        action="give start={coordinate: value} and rates={...}, or a function of the system",
    )


def swept_parameters(over: Mapping[str, Any] | None, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is swept over, from a mapping and from keywords."""
    twice = sorted(set(over or {}) & set(values))
    if twice:
        raise ModelError([Problem(OVER, f"sweep over '{n}'", "is given twice") for n in twice])
    return {**(over or {}), **values}
