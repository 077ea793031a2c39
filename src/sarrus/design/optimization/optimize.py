"""`optimize`: the design with the least value of an objective, within bounds and constraints."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np

from sarrus.design.objectives.channel_units import channel_unit
from sarrus.design.objectives.objective import NamesInScope
from sarrus.design.objectives.reading import read_constraints, read_objectives
from sarrus.design.optimization.evaluation import (
    AUTO,
    DIFFERENCES,
    GRADIENT,
    Evaluation,
    Halt,
    Outcome,
)
from sarrus.design.optimization.evolution import evolve, spread
from sarrus.design.optimization.ledger import DesignLedger
from sarrus.design.optimization.nonlinear import (
    FEASIBLE,
    LOCAL,
    METHOD,
    Goal,
    NonlinearProgram,
    solve,
)
from sarrus.design.optimization.optimum import Front, Limit, Optimum, Step, Terms
from sarrus.design.optimization.space import (
    DesignSpace,
    Missing,
    space_of_study,
    space_of_system,
)
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.study import Study
from sarrus.sweeps.plans import key_of
from sarrus.sweeps.public import KEYWORDS
from sarrus.sweeps.version import version
from sarrus.system import System

INFEASIBLE = "G23"
"""The code of problems without a feasible point."""
EVOLUTION = "evolution"
SEARCHES = (AUTO, *LOCAL, EVOLUTION)
DERIVATIVES = (AUTO, GRADIENT, DIFFERENCES)
WINDOWS = 8
"""Parts of the time whose peaks are told apart."""
DRIVE_KEYWORDS = (
    "motions",
    "points",
    "efforts",
    "loads",
    "guess",
    "share",
    "deflections",
    "base",
    "z",
)
STEEP = 0.05
"""Slope of a scaled objective, over a whole range, below which it is not scaled any further."""
SPREAD = 8
"""Quasi-random designs that are looked at for each start."""


class NoFeasibleDesign(ModelError):
    """No design was found that can be run and holds all limits; `result` is the nearest one."""

    result: Optimum | None = None


@dataclass(frozen=True)
class Settings:
    """How an optimization is made.

    search: "auto", "slsqp", "trust-constr", "ipopt" (local) or "evolution" (global, with a local
    method at its end); starts: designs that local methods begin at; derivatives:
    "gradient" (adjoint, exact), "differences" of runs, or "auto", gradients where they agree with
    a difference at the first design; windows: parts of the time whose peaks are told apart;
    points: of a front; limit: designs that may be run; seed: of the random numbers; folder: of the
    ledger; resume: go on where an earlier call has ended; progress: told the number of designs and
    the best value so far.
    """

    search: str = AUTO
    starts: int = 1
    derivatives: str = AUTO
    windows: int = WINDOWS
    points: int = 11
    limit: int = 5000
    seed: int = 0
    folder: str | os.PathLike[str] | None = None
    resume: bool = True
    progress: Callable[[int, float], None] | None = None

    def __post_init__(self) -> None:
        for name, known in (("search", SEARCHES), ("derivatives", DERIVATIVES)):
            value = getattr(self, name)
            if value not in known:
                hint = nearest(str(value), known)
                raise ModelError(_setting(name, value, f"is none of {', '.join(known)}", hint))
        for name, least in (("starts", 1), ("windows", 1), ("points", 3), ("limit", 1)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                rule = f"must be a whole number of at least {least}"
                raise ModelError(_setting(name, value, rule))

    @property
    def local(self) -> str:
        """The local method."""
        return "slsqp" if self.search in (AUTO, EVOLUTION) else self.search


def _setting(name: str, value: Any, rule: str, action: str = "") -> Problem:
    return Problem(METHOD, f"optimize / {name}", rule, value=repr(value)[:60], action=action)


MAKING = tuple(field.name for field in fields(Settings))
"""Keywords of `optimize` that say how it is made."""


def optimize(
    subject: System | Study | str | os.PathLike[str],
    objective: Any,
    by: Any,
    constraints: Sequence[Any] | str = (),
    *,
    start: Any = None,
    rates: Mapping[str, Any] | None = None,
    **more: Any,
) -> Optimum:
    """Return the design with the least value of an objective.

    subject: a study, the path of a model file, or a system with its run: start (a state, or
    coordinates by name with `rates`) and keywords of `System.simulate`; or motions={...} and those
    of `System.drive`. objective: words such as "max abs A.effort", "integral (tip.position.x - 0.3
    m)^2", "A.reaction.force.norm at 0.2 s" or "maximize min B.angle"; a function of x, with
    x["A.effort"] over x.t; or several of these, of which a front is returned. by: what is varied,
    with bounds: {"crank.mass": (1, 2), "B.point.x": ("0.1 m", "0.3 m")}; of a study, constants of
    its file too; start.A.angle, rates.A and inputs.A are numbers of the start and efforts.
    constraints: "B.angle <= 60 deg" (at all times), "tip.position.z >= 0.1 at 0.2 s", "max abs
    A.effort <= 5 N m", "final A.angle = 1", "r + l <= 0.5 m". How: search, starts, derivatives,
    windows, points, limit, seed, folder, resume, progress, see `Settings`. Raises
    `NoFeasibleDesign`, with the nearest design as its `result`, where the limits cannot be held.

    Example:
        best = sarrus.design.optimize("four_bar.yaml", "max abs A.rate", {"crank.mass": (0.3, 1)})
    """
    making = {name: more.pop(name) for name in MAKING if name in more}
    settings = Settings(**making)
    space = design_space(subject, by, start, rates, more)
    work = Work.of(space, objective, constraints, settings)
    return work.optimum()


def design_space(
    subject: Any, by: Any, start: Any, rates: Mapping[str, Any] | None, how: Mapping[str, Any]
) -> DesignSpace:
    """Return the designs of a system or study; how: keywords of its runs."""
    known = {*KEYWORDS, *DRIVE_KEYWORDS}
    wrong = [name for name in how if name not in known]
    if wrong:
        rule = "is not a keyword of optimize"
        every = [*known, *MAKING]
        raise ModelError([Problem(METHOD, f"'{n}'", rule, action=nearest(n, every)) for n in wrong])
    if isinstance(subject, System):
        return space_of_system(subject, by, start, rates, how)
    study = subject if isinstance(subject, Study) else Study.load(subject)
    if start is not None or rates is not None:
        rule = "is what the file says for a study"
        action = "change it with Study.load(..., set={'assembly.wanted.A.angle': ...})"
        raise ModelError(Problem(METHOD, "start", rule, action=action))
    return space_of_study(study, by, how)


def names_in(space: DesignSpace) -> NamesInScope:
    """Return what objectives and constraints of designs may name."""
    variables = {v.name: v.unit for v in space.variables}
    return NamesInScope(channel_unit(space.running), variables, space.constants, space.parts)


@dataclass(eq=False)
class Work:
    """One optimization on its way."""

    space: DesignSpace
    terms: Terms
    settings: Settings
    evaluation: Evaluation
    steps: list[Step]
    interrupted: bool = False

    @staticmethod
    def of(space: DesignSpace, objective: Any, constraints: Any, settings: Settings) -> Work:
        """Return the work of a problem; all that is wrong with it is told here."""
        names = names_in(space)
        terms = Terms.of(
            read_objectives(objective, names),
            read_constraints(constraints, names),
            settings.windows,
        )
        head: dict[str, Any] = {}
        if settings.folder is not None:
            head = {
                "version": version(),
                **space.identity,
                "rows": key_of([row.text for row in terms.rows]),
                "windows": settings.windows,
            }
        ledger = DesignLedger(settings.folder, head, settings.resume)
        least = 2 * len(space.variables) + 1  # the first design, and those of its derivatives
        evaluation = Evaluation(space, terms.rows, ledger, max(settings.limit, least))
        evaluation.derivatives = settings.derivatives
        return Work(space, terms, settings, evaluation, [])

    def optimum(self) -> Optimum:
        """Return the result; Ctrl-C and the limit of designs end it with the best so far."""
        self.evaluation.told = self._tell
        try:
            return self._best()
        finally:
            self.evaluation.ledger.close()

    def _best(self) -> Optimum:
        first = self._first()
        program = self._program(first)
        best, front = first, None
        problems: tuple[Problem, ...] = ()
        try:
            if len(self.terms.objectives) > 1:
                front = self._front(program, first)
                best = front.middle
            else:
                best = self._search(program, first)
        except Halt:
            best = self._best_outcome(program)
            problems = (self._halt(),)
        except KeyboardInterrupt:
            best = self._best_outcome(program)
            self.interrupted = True
        found = Optimum(
            self.space, self.terms, self.evaluation, program, first, best,
            tuple(self.steps), front, (*self.evaluation.notices.values(), *problems),
            self.interrupted,
        )  # fmt: skip
        if program.violation(best) > FEASIBLE and not self.interrupted:
            raise self._infeasible(found)
        return found

    def _tell(self, made: Outcome) -> None:
        value = self.terms.value(0, made.values) if made.runs else np.nan
        self.steps.append(Step(made.x, value, made.distance))
        if self.settings.progress is not None:
            known = [s.value for s in self.steps if np.isfinite(s.value)]
            self.settings.progress(self.evaluation.count, min(known, default=np.nan))

    def _first(self) -> Outcome:
        """Return the design as it is, or where it does not run, the nearest that does."""
        made = self.evaluation.outcome(self.space.x0)
        if made.runs:
            return made
        reason = self.space.outcome(self.space.x0)
        if isinstance(reason, Missing) and not reason.is_of_the_design:
            raise ModelError(reason.problems)  # a mistaken request, whatever the design
        if not isinstance(reason, Missing):
            span = np.append(np.asarray(reason.t, dtype=float), self.space.end(self.space.x0))
            late = [p for p in (row.missing(span) for row in self.terms.rows) if p is not None]
            if late:
                raise ModelError(list(dict.fromkeys(late)))
        program = NonlinearProgram(self.evaluation, (Goal(0, 1.0),), (), (), self._ones())
        tried = spread(program, self.space.x0, max(32, SPREAD * program.n), self.settings.seed)
        good = [one for one in tried if one.runs]
        if good:
            at = program.fractions(self.space.x0)
            return min(good, key=lambda one: float(np.sum((program.fractions(one.x) - at) ** 2)))
        return self._design_that_closes(program, min(tried, key=lambda one: one.distance))

    def _design_that_closes(self, program: NonlinearProgram, near: Outcome) -> Outcome:
        """Return a design that runs, found by reducing the distance to closing; or refuse."""
        from scipy.optimize import minimize

        best = near

        def distance(z: np.ndarray) -> float:
            nonlocal best
            made = self.evaluation.outcome(program.design(z))
            best = min(best, made, key=lambda one: one.distance)
            if best.runs:
                raise Halt
            return made.distance

        try:
            minimize(
                distance,
                program.fractions(near.x),
                method="Nelder-Mead",
                bounds=[(0.0, 1.0)] * program.n,
                options={"maxfev": 40 * program.n},
            )
        except Halt:
            if best.runs:
                return best
        error = NoFeasibleDesign(
            Problem(
                INFEASIBLE,
                "optimize",
                "no design between the bounds can be run; the nearest is off by "
                f"{best.distance:.3g}, {self._design_text(best.x)}: {best.reason}",
                cause="the bounds leave no mechanism that closes, or all of them lock",
                action="widen the bounds, or start from a file that runs",
            )
        )
        raise error

    def _ones(self) -> np.ndarray:
        return np.ones(len(self.terms.rows))

    def _program(self, first: Outcome) -> NonlinearProgram:
        """Return the program, with sizes of all rows at the first design."""
        reach = np.max(np.abs(self.evaluation.slopes(first.x) * self.space.span), axis=1)
        sizes = np.ones(len(self.terms.rows))
        for places in self.terms.groups:
            rows = list(places)
            whole = max(np.max(np.abs(first.values[rows])), np.max(reach[rows]))
            sizes[rows] = whole if whole > 0.0 else 1.0
        own = list(self.terms.objective_rows(0))
        # a slope of 1: the first step of a quasi-Newton method is then as long as a range
        steep = max(float(np.max(reach[own] / sizes[own])), STEEP) if len(own) == 1 else 1.0
        goals = tuple(Goal(row, 1.0 / steep) for row in own)
        return NonlinearProgram(self.evaluation, goals, self.terms.upper, self.terms.equal, sizes)

    def _search(self, program: NonlinearProgram, first: Outcome) -> Outcome:
        """Return the best design of the method, from one start or several."""
        settings = self.settings
        if settings.search == EVOLUTION:
            begun = [evolve(program, first.x, settings.seed)]
        elif settings.starts > 1:
            tried = spread(program, first.x, SPREAD * settings.starts, settings.seed)
            others = sorted((one for one in tried[1:] if one.runs), key=program.merit)
            begun = [first, *others[: settings.starts - 1]]
        else:
            begun = [first]
        ends = [self._from(program, one) for one in begun if one.runs]
        return min(ends or begun, key=program.merit)

    def _from(self, program: NonlinearProgram, begun: Outcome) -> Outcome:
        """Return where the local method ends; where limits are missed, by way of the nearest."""
        found = solve(program, begun.x, self.settings.local)
        if program.violation(found) <= FEASIBLE:
            return found
        nearest_one = solve(replace(program, slack=True), found.x, self.settings.local)
        if program.violation(nearest_one) <= FEASIBLE:
            return min(solve(program, nearest_one.x, self.settings.local), nearest_one,
                       key=program.merit)  # fmt: skip
        return min(found, nearest_one, key=program.violation)

    def _best_outcome(self, program: NonlinearProgram) -> Outcome:
        return min(self.evaluation.found.values(), key=program.merit)

    def _front(self, program: NonlinearProgram, first: Outcome) -> Front:
        """Return designs of which none is better than another in all objectives.

        First the least value of each objective alone; then, for weights w between them, the least
        of the largest w_i (f_i - z_i) above the values z of these (Chebyshev's norm), which finds
        every part of a front, dents too.
        """
        terms, sizes = self.terms, program.sizes
        alone = []
        for k in range(len(terms.objectives)):
            goals = tuple(Goal(row, 1.0) for row in terms.objective_rows(k))
            alone.append(self._from_best(replace(program, goals=goals), first))
        table = np.array([terms.objective_values(one.values) for one in alone])
        ideal, worst = table.min(axis=0), table.max(axis=0)
        found = list(alone)
        for w in weights(len(terms.objectives), self.settings.points):
            sought: list[Goal] = []
            for k, weight in enumerate(w):
                row_sizes = sizes[list(terms.objective_rows(k))]
                width = max(worst[k] - ideal[k], 1e-9 * row_sizes[0])
                sought += [
                    Goal(row, weight * size / width, ideal[k] / size)
                    for row, size in zip(terms.objective_rows(k), row_sizes, strict=True)
                ]
            one = replace(program, goals=tuple(sought))
            near = min((o for o in found if o.runs), key=one.merit)
            found.append(solve(one, near.x, self.settings.local))
        kept = [o for o in found if program.violation(o) <= FEASIBLE]
        return Front.of(terms, kept or found)

    def _from_best(self, program: NonlinearProgram, first: Outcome) -> Outcome:
        return self._search(program, first)

    def _design_text(self, x: np.ndarray) -> str:
        """Return the values of a design with their names and units."""
        return ", ".join(
            f"{v.name} = {value:.6g}{f' {v.unit}' if v.unit else ''}"
            for v, value in zip(self.space.variables, x, strict=True)
        )

    def _halt(self) -> Problem:
        return Problem(
            METHOD,
            "optimize / limit",
            "ended the search before it had settled",
            value=str(self.settings.limit),
            action="give a larger limit; with a folder, the designs so far are not run again",
            severity="notice",
        )

    def _infeasible(self, found: Optimum) -> NoFeasibleDesign:
        most: dict[str, Limit] = {}  # of both ends of a <= x <= b, the one that is missed by more
        for c in found.constraints:
            if c.missed > 0.0 and (c.text not in most or c.missed > most[c.text].missed):
                most[c.text] = c
        missed = [
            f"'{text}' by {c.missed:.4g}{f' {c.unit}' if c.unit else ''}"
            for text, c in most.items()
        ]
        error = NoFeasibleDesign(
            Problem(
                INFEASIBLE,
                "optimize",
                f"no design was found that holds all constraints; the nearest misses "
                f"{', '.join(missed)}, at {self._design_text(found.x)}",
                cause="the constraints contradict each other between these bounds",
                action="widen bounds or constraints, or take search='evolution'; "
                "the nearest design is in the error's `result`",
            )
        )
        error.result = found
        return error


def weights(objectives: int, points: int) -> list[np.ndarray]:
    """Return weights that sum to 1, evenly spread, without those of one objective alone."""
    if objectives == 2:
        inner = np.linspace(0.0, 1.0, points)[1:-1]
        return [np.array([1.0 - a, a]) for a in inner]
    from sarrus.design.optimization.evolution import quasi_random

    cube = quasi_random(objectives, points, 0)
    spread_ = -np.log(np.clip(cube, 1e-6, 1.0 - 1e-6))  # even on the simplex
    return [row / row.sum() for row in spread_]
