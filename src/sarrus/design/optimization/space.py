"""Designs and their runs: one compiled system whose numbers are inputs, run at any design.

A design is a vector of the numbers that are varied. The system is compiled once; other lengths
give another assembly, which is found from that of the nominal design, so that all are in one
branch. What cannot be assembled, or locks on its way, has no run; it has a distance to one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.design.optimization.variables import (
    CONSTANT,
    INPUT,
    PARAMETER,
    RATE,
    START,
    VARIED,
    Nominal,
    Variable,
    parameter_defaults,
    parameter_values,
    read_variables,
)
from sarrus.errors import EnvironmentProblem, ModelError, Problem, SarrusError
from sarrus.kernels import Cache
from sarrus.kernels.library import Library
from sarrus.late_dataclass import dataclass
from sarrus.model.expressions.expression import Expression, parse_expression
from sarrus.model.expressions.problems import ExpressionError
from sarrus.model.expressions.value import Value
from sarrus.solvers.assembly import assembly_from
from sarrus.study import Study
from sarrus.study.plan import Plan
from sarrus.study.python_laws import laws_of_drive
from sarrus.study.settings import Assembly
from sarrus.study.start import start_state
from sarrus.sweeps.batching import can_be_batched
from sarrus.sweeps.plans import key_of
from sarrus.sweeps.shared_kernels import with_values
from sarrus.sweeps.sources import assembly_near
from sarrus.sweeps.starting import Start
from sarrus.sweeps.tasks import DRIVE, SIMULATE, RunRequest
from sarrus.system import State, System
from sarrus.system.constants.constants_map import Constant, ConstantsMap
from sarrus.system.driven.instant import PrescribedMotion
from sarrus.system.flow.steps import METHODS
from sarrus.system.recent import Recent
from sarrus.system.simulation.events.joining import joining_system
from sarrus.system.simulation.interrupts import was_interrupted
from sarrus.system.simulation.recording import Stopped

OF_THE_DESIGN = ("M12", "M13", "D07", "D13", "D14", "D15", "D17", "F22")
"""Codes of designs that cannot be assembled, followed or built; runs that stop count too."""
INSTANTS = 24
"""Instants of a driven motion at which the distance to closing is looked for."""
UNKNOWN = 1.0
"""The distance of a design of which none can be computed: its file has no such model."""
LEAST = 1e-6
"""The least distance of a design without a run, whose loops close at all instants looked at."""
RTOL, ATOL = 1e-8, 1e-10
"""Tolerances of runs whose file or call gives none: differences of runs need smooth ones."""
LAST = 4
"""Drives that are kept until their gradients are asked for."""
STATES = 200
"""Intervals at which a run is sampled where nothing is said about it."""


@dataclass(frozen=True, eq=False)
class Missing:
    """Why a design has no run, and its distance to one: of closing, in lengths of the model.

    Of a run that stops, the distance is the part of the time that is left.
    """

    distance: float
    problems: tuple[Problem, ...]
    stopped: bool = False

    @property
    def is_of_the_design(self) -> bool:
        """Whether another design may run: it cannot be closed, or stops; not a mistaken request."""
        return self.stopped or any(p.code in OF_THE_DESIGN for p in self.problems)

    @property
    def reason(self) -> str:
        """The reason in one line."""
        return str(self.problems[0]) if self.problems else "it has no run"


@dataclass(frozen=True, eq=False)
class DesignSpace:
    """All designs between bounds, and how each is run.

    system: the numbers that are varied are its inputs; request: kind and keywords of runs, by the
    design; begin: the start in a system at a design, near another one.
    """

    variables: tuple[Variable, ...]
    system: System
    numbers: Callable[[np.ndarray], dict[str, np.ndarray]]
    request: Callable[[np.ndarray], RunRequest]
    begin: Callable[[System, np.ndarray, State | None], State]
    wanted: Callable[[np.ndarray], Mapping[str, Any]]
    study: Study | None = None
    known: ConstantsMap | None = None
    parts: Mapping[str, Expression] = field(default_factory=dict)
    """Constants of the file that are made of those that are varied, in order."""
    assembles: bool = True
    """Whether each design has a start that is assembled; else its drive closes the first instant.
    """

    @cached_property
    def x0(self) -> np.ndarray:
        """The design as it is."""
        return np.array([v.start for v in self.variables])

    @cached_property
    def low(self) -> np.ndarray:
        """The lower bounds."""
        return np.array([v.low for v in self.variables])

    @cached_property
    def span(self) -> np.ndarray:
        """The widths of the ranges."""
        return np.array([v.span for v in self.variables])

    @cached_property
    def constants(self) -> dict[str, Value]:
        """The constants of the file that are not varied, by name."""
        file = None if self.study is None else self.study.document()
        if file is None:
            return {}
        varied = {v.full for v in self.variables if v.kind == CONSTANT}
        return {
            name: file.scope[name]
            for name in file.scope
            if name not in varied and name not in self.parts
        }

    @cached_property
    def running(self) -> System:
        """The system whose channels runs have, with the joints that events make."""
        return joining_system(self.system, self.request(self.x0).how.get("events") or ())

    def system_at(self, x: np.ndarray) -> System:
        """Return the system with the numbers of a design, of the same code."""
        return with_values(self.system, self.numbers(x))

    def run(self, x: np.ndarray) -> Any:
        """Return the run or drive of a design; raises what it cannot do."""
        request = self.request(x)
        if request.kind == DRIVE:
            return self._drives.get(x.tobytes(), lambda: self._drive(x, dict(request.how)))
        system = self.system_at(x)
        return system.simulate(self.begin(system, x, self.nominal), **request.how)

    @cached_property
    def _drives(self) -> Recent[Any]:
        """The last drives, by the bits of their designs: their gradients need no others."""
        return Recent(LAST)

    def _drive(self, x: np.ndarray, how: dict[str, Any]) -> Any:
        if not self.assembles and self.nominal is not None:
            own = {"guess": replace(self.nominal, system=self.system), **how}
            return self.system.drive(own.pop("motions"), parameters=self.numbers(x), **own)
        system = self.system_at(x)
        start = self.begin(system, x, self.nominal)
        held = {name: start[name] for name in how.pop("locked", ())}
        motions = {**how.pop("motions", {}), **held}
        return system.drive(motions, **{"guess": start, **how})

    @cached_property
    def nominal(self) -> State | None:
        """The start of the design as it is, near which the others are found."""
        try:
            return self.begin(self.system_at(self.x0), self.x0, None)
        except SarrusError:
            return None

    def outcome(self, x: np.ndarray) -> Any:
        """Return the run of a design, or why there is none (`Missing`); Ctrl-C goes through."""
        try:
            run = self.run(x)
        except EnvironmentProblem:
            raise
        except Stopped as stop:
            return self._missing_outcome(x, stop)
        except SarrusError as error:
            return Missing(self.distance(x), tuple(error.problems))
        if was_interrupted(run):
            raise KeyboardInterrupt
        return run

    def outcomes(self, designs: Sequence[np.ndarray]) -> list[Any]:
        """Return the runs of designs, side by side where they take equal steps."""
        if len(designs) < 2:
            return [self.outcome(x) for x in designs]
        whole = [r for r in map(self._request_or_none, designs) if r is not None]
        if (
            len(whole) < len(designs)
            or not can_be_batched(whole)
            or len({r.key for r in whole}) > 1
        ):
            return [self.outcome(x) for x in designs]
        return self._together(designs, whole[0])

    def _request_or_none(self, x: np.ndarray) -> RunRequest | None:
        try:
            return self.request(x)
        except SarrusError:
            return None

    def _together(self, designs: Sequence[np.ndarray], request: RunRequest) -> list[Any]:
        found: list[Any] = [None] * len(designs)
        starts, tables, places = [], [], []
        for k, x in enumerate(designs):
            try:
                values = self.numbers(x)
                at = self.begin(with_values(self.system, values), x, self.nominal)
            except SarrusError as error:
                found[k] = Missing(self.distance(x), tuple(error.problems))
                continue
            starts.append(replace(at, system=self.system, notices=()))
            tables.append(values)
            places.append(k)
        if not places:
            return found
        value = {n: np.stack([t[n] for t in tables]) for n in tables[0]} if tables[0] else {}
        how: dict[str, Any] = {**request.how, **({"parameters": value} if value else {})}
        try:
            runs: Any = self.system.simulate(starts, **how)
        except (ModelError, Stopped):  # alone, each says what is wrong with it
            return [x if x is not None else self.outcome(designs[k]) for k, x in enumerate(found)]
        for j, k in enumerate(places):
            stop = runs.failed.get(j)
            found[k] = runs[j] if stop is None else self._missing_outcome(designs[k], stop)
        return found

    def end(self, x: np.ndarray) -> float:
        """Return the time until which a design is to be run."""
        how = self.request(x).how
        times = how.get("times")
        return float(how.get("until", 1.0) if times is None else np.asarray(times)[-1])

    def _missing_outcome(self, x: np.ndarray, stop: Stopped) -> Missing:
        end = self.end(x)
        reached = float(stop.run.t[-1]) if stop.run is not None and len(stop.run) else 0.0
        left = 1.0 - reached / end if end else 1.0
        return Missing(max(left, LEAST), tuple(stop.problems), stopped=True)

    def distance(self, x: np.ndarray) -> float:
        """Return how far a design is from closing: the largest scaled gap that cannot be closed.

        Of a driven motion, over instants of it; of a simulation, at the start.
        """
        try:
            system, request = self.system_at(x), self.request(x)
        except SarrusError:
            return UNKNOWN
        how = request.how
        motions = {**self.wanted(x), **how.get("motions", {})}
        times = np.zeros(1)
        if request.kind == DRIVE:
            times = np.linspace(0.0, self.end(x), INSTANTS)
        base = {"base": how["base"]} if "base" in how else {}
        try:
            span = (float(times[0]), float(times[-1]))
            motion = PrescribedMotion(system, motions, how.get("points", ()), base, span)
            q = system.drawing() if self.nominal is None else self.nominal.q
            worst = 0.0
            for t in times:
                found = assembly_from(motion.at(float(t)).closure, system.compiled.layout.add, q)
                missed = found.missed if np.isfinite(found.missed) else UNKNOWN
                worst = max(worst, min(found.gaps[-1], UNKNOWN), min(missed, UNKNOWN))
                if found.closed:
                    q = found.q
        except SarrusError:
            return UNKNOWN
        return max(worst, LEAST)

    @cached_property
    def identity(self) -> dict[str, Any]:
        """What tells the problem from others, for the ledger."""
        variables = [[v.name, v.low, v.high, v.start] for v in self.variables]
        start = self.nominal
        return {
            "model": self.system.model.content_hash,
            "variables": key_of(variables),
            "run": self.request(self.x0).key,
            "start": key_of([] if start is None else [start.q.tolist(), start.v.tolist()]),
        }

    def study_at(self, x: np.ndarray) -> Study | None:
        """Return the study at a design; None where there is none, or not of such numbers."""
        if self.study is None:
            return None
        own = [(v, value) for v, value in zip(self.variables, x, strict=True)]
        study = self.study
        if self.known is not None:
            values = {v.full: float(value) for v, value in own if v.kind == CONSTANT}
            study = study.with_constants(self.known, values)
        if any(v.kind == PARAMETER for v, _ in own):
            return None
        return replace(study, plan=_moved_plan(study.plan, self.variables, x))


@cache
def library_at(folder: Path | None) -> Library:
    """Return the kernels in memory of this process, beside those of a folder."""
    return Library(folder)


def _moved_plan(plan: Plan, variables: Sequence[Variable], x: np.ndarray) -> Plan:
    """Return a plan with values of the start and efforts of a design."""
    start = {v.full: float(a) for v, a in zip(variables, x, strict=True) if v.kind == START}
    rates = {v.full: float(a) for v, a in zip(variables, x, strict=True) if v.kind == RATE}
    inputs = {v.full: float(a) for v, a in zip(variables, x, strict=True) if v.kind == INPUT}
    if not (start or rates or inputs):
        return plan
    assembly = replace(
        plan.assembly,
        wanted={**plan.assembly.wanted, **start},
        rates={**plan.assembly.rates, **rates},
    )
    return replace(plan, assembly=assembly, inputs={**plan.inputs, **inputs})


def space_of_study(study: Study, by: Any, how: Mapping[str, Any]) -> DesignSpace:
    """Return the designs of a study; how: keywords of runs in place of those of the file."""
    file = study.document()
    written = (file.document.get("constants") or {}) if file is not None else {}
    names = [str(n).removeprefix("constants.") for n in (by if not isinstance(by, str) else [by])]
    own = [name for name in names if name in written]
    known = study.constants_map(own) if own else None
    constants = {} if known is None else {c.name: c for c in known.constants}
    if known is not None:  # those that no program can follow are told with the reason
        constants |= {n: Constant(n, 0.0, "", None) for n in known.cannot if n in own}
    plan = study.plan
    nominal = Nominal(
        study.model, constants, known, plan.assembly.wanted, plan.assembly.rates, plan.inputs
    )
    variables = read_variables(by, nominal)
    # kernels in memory, under what their code depends on: no design traces them again
    options = {"kernels": (), "cache": library_at(Cache.default().folder), **plan.options}
    model = study.model if known is None else known.model
    inputs = [*dict.fromkeys([
        *options.pop("parameters", ()),
        *(() if known is None else known.outputs),
        *(v.full for v in variables if v.kind == PARAMETER),
    ])]  # fmt: skip
    system = System(model, parameters=inputs, **options)
    defaults = parameter_defaults(model, variables)

    def constants_at(x: np.ndarray) -> dict[str, float]:
        return {v.full: float(a) for v, a in zip(variables, x, strict=True) if v.kind == CONSTANT}

    def numbers(x: np.ndarray) -> dict[str, np.ndarray]:
        found = {} if known is None else known.values(constants_at(x))
        return {**found, **parameter_values(defaults, variables, x)}

    def plan_at(x: np.ndarray) -> Plan:
        found = plan if known is None else known.plan_at(constants_at(x))
        return _moved_plan(found, variables, x)

    def request(x: np.ndarray) -> RunRequest:
        return _study_request(study, plan_at(x), how)

    def begin(system: System, x: np.ndarray, near: State | None) -> State:
        at = plan_at(x)
        assembly = at.assembly
        if near is not None and not assembly.guess:
            assembly = assembly_near(assembly, near)
        return start_state(system, assembly, at.drives, at.locked)

    def wanted_values(x: np.ndarray) -> dict[str, Any]:
        at = plan_at(x)
        return {**at.assembly.wanted, **at.drives}

    parts = _made_of(written, {v.full for v in variables if v.kind == CONSTANT})
    return DesignSpace(
        variables, system, numbers, request, begin, wanted_values, study, known, parts
    )


def _study_request(study: Study, plan: Plan, how: Mapping[str, Any]) -> RunRequest:
    settings = study.settings
    if settings.kind == DRIVE:
        own: dict[str, Any] = {**settings.drive, "efforts": plan.inputs, **plan.keywords, **how}
        motions = {"motions": plan.drives, "points": plan.points, "locked": plan.locked}
        return RunRequest(DRIVE, {**motions, **own})
    own = {**settings.simulation, "inputs": plan.inputs, "driven": plan.drives, **plan.keywords}
    own |= {"locked": plan.locked, "events": plan.events, **how}
    return RunRequest(SIMULATE, _smooth_settings(own, {*how}))


def _smooth_settings(how: dict[str, Any], said: set[str]) -> dict[str, Any]:
    """Return keywords of a simulation whose runs are smooth functions of the design.

    Tolerances that nobody has said in the call are at most RTOL and ATOL; runs with error control
    keep their states at equal instants, where nothing else is said. said: keywords of the call.
    """
    found = dict(how)
    for name, value in (("rtol", RTOL), ("atol", ATOL)):
        if name not in said:
            found[name] = min(found.get(name, value), value)
    fixed = METHODS.get(str(found.get("method", "auto")))
    free = found.get("every") is None and found.get("times") is None
    if free and (fixed is None or fixed.step is None) and found.get("until"):
        found["every"] = float(found["until"]) / STATES
    return found


def _made_of(written: Mapping[str, Any], varied: set[str]) -> dict[str, Expression]:
    """Return the constants of a file that are made of others which are varied, in order."""
    known: dict[str, Expression] = {}
    for name, text in written.items():
        if isinstance(text, str) and name not in varied:
            with suppress(ExpressionError):  # a number with a unit, such as 250 mm
                known[name] = parse_expression(text)
    found: dict[str, Expression] = {}
    while True:
        ready = {
            name: expression
            for name, expression in known.items()
            if name not in found
            and {*expression.names} & (varied | {*found})
            and not {*expression.names} & (_moving_names(known, varied) - {*found})
        }
        if not ready:
            return found
        found |= ready


def _moving_names(known: Mapping[str, Expression], varied: set[str]) -> set[str]:
    """Return the names of expressions that depend on what is varied."""
    found: set[str] = set()
    while True:
        more = {n for n, e in known.items() if {*e.names} & (varied | found)} - found
        if not more:
            return found
        found |= more


def space_of_system(
    system: System, by: Any, start: Any, rates: Mapping[str, Any] | None, how: Mapping[str, Any]
) -> DesignSpace:
    """Return the designs of a system; how: keywords of `simulate`, or with motions of `drive`."""
    driven = "motions" in how or "points" in how
    if driven:
        motions, efforts, points = laws_of_drive(
            system, how.get("motions") or {}, how.get("efforts") or {}, tuple(how.get("points", ()))
        )
        how = {**how, "motions": motions, "efforts": efforts, "points": points}
    at = {} if start is None and driven else start
    wanted_now = dict(at) if isinstance(at, Mapping) else {}
    now = Nominal(
        system.model, {}, None, wanted_now, dict(rates or {}), dict(how.get("inputs") or {})
    )
    variables = read_variables(by, now)
    defaults = parameter_defaults(system.model, variables)
    names = list(defaults)
    kept = system.compiled.compiler.cache
    wide = system.compiled.variant(
        parameters=[n for n in names if not system.compiled.has_parameter(n)],
        cache=kept if kept.shares_code else library_at(kept.folder),
    )
    lengths = [n for n in names if n.startswith("joint:")]
    if lengths and system.closed and isinstance(at, State) and not driven:
        rule = f"is one state, but {', '.join(lengths)} would open the loops there"
        action = "give start={coordinate: value} and rates={...}, so that each is assembled"
        raise ModelError(Problem(VARIED, "start", rule, action=action))
    if not driven and "until" not in how and "times" not in how:
        rule, action = "is missing", "give until=... in seconds"
        raise ModelError(Problem(VARIED, "until", rule, action=action))

    def numbers(x: np.ndarray) -> dict[str, np.ndarray]:
        return parameter_values(defaults, variables, x)

    def moved_values(x: np.ndarray, kind: str) -> dict[str, float]:
        return {v.full: float(a) for v, a in zip(variables, x, strict=True) if v.kind == kind}

    def request(x: np.ndarray) -> RunRequest:
        if driven:
            return RunRequest(DRIVE, how)
        found = _smooth_settings(dict(how), {*how})
        inputs = {**(how.get("inputs") or {}), **moved_values(x, INPUT)}
        return RunRequest(SIMULATE, {**found, "inputs": inputs} if inputs else found)

    def wanted_values(x: np.ndarray) -> dict[str, Any]:
        return {**wanted_now, **moved_values(x, START)}

    def begin(system: System, x: np.ndarray, near: State | None) -> State:
        if driven:
            plan = Assembly(wanted=wanted_values(x))
            plan = plan if near is None else assembly_near(plan, near)
            guess = how.get("guess")
            if near is None and guess is not None:
                plan = assembly_near(plan, system.assemble(guess=guess))
            return start_state(system, plan, how.get("motions") or {}, ())
        chosen = wanted_values(x) if not isinstance(at, State) and not callable(at) else at
        return Start(chosen, {**(rates or {}), **moved_values(x, RATE)}).state(system, near)

    assembles = not driven or bool(wanted_values(np.array([v.start for v in variables])))
    return DesignSpace(variables, wide, numbers, request, begin, wanted_values, assembles=assembles)
