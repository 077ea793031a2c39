"""Independent coordinates: the reduced equations of paper 2, and the ways of paper 4.

The first table sets the method of order 8 with projection ("auto") beside the same method on the
reduced equations ("reduced"), by elimination and by singular values, at equal error. The second has
steps, evaluations, derivatives and time of the ways that paper 4 compares by their curves, on its
two examples, and on two stiff ones: implicit integration in independent coordinates
("partitioned"), of the residual with the system Jacobian ("ida"), and the explicit method of
Shampine and Gordon ("pece"), beside CVODE's Adams methods.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
import timing
import work_precision
from rows import NOT_REACHED, Group, Row, Time
from work_precision import OURS, Curve

from sarrus import System, gallery
from sarrus.errors import SimulationStopped
from sarrus.gallery import EXAMPLES
from sarrus.gallery.rrc_arm import ROLLS, SPRING, rrc_arm
from sarrus.system import State

CHAINS = {"spatial_slider_crank": 1.0, "quick_return": 0.5, "andrews_squeezer": 0.03, "rssr": 1.0,
          "bricard": 1.0, "rusr": 2.0}  # fmt: skip
"""Mechanisms of the gallery with loops, and how long they move [s]."""
RTOLS = (1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11)
TARGETS = (1e-4, 1e-6, 1e-8)
SAMPLES = 20
PROJECTION = "projection"
REDUCED = {"reduced": "elimination", "reduced, svd": "svd"}
EQUAL = "Independent coordinates against projection at equal error"
RTOL = 1e-8
WAYS = ("partitioned", "ida", "pece", "adams", "reduced", "auto")
"""Those of the paper first; "reduced" and "auto" for comparison."""
OF_PAPER_4 = f"The ways of paper 4 at rtol {RTOL:g}: steps, evaluations, time, error"


@dataclass
class Problem:
    """A mechanism in motion, and the coordinate whose error is stated."""

    name: str
    system: System
    start: State
    until: float
    watched: str
    more: Mapping[str, Any] = field(default_factory=dict)

    def run(self, method: str, rtol: float = RTOL, **how: Any) -> Any:
        """Return a run at a tolerance."""
        given = {"until": self.until, "every": self.until / SAMPLES, "certify": False, **self.more}
        return self.system.simulate(
            self.start, method=method, rtol=rtol, atol=1e-2 * rtol, **given, **how
        )

    @cached_property
    def right(self) -> np.ndarray:
        """The coordinates at the samples, of a tight run."""
        return np.array(self.run("auto", 1e-11).q)

    def error(self, run: Any) -> float:
        """Return the largest error of the watched coordinate."""
        k = list(self.system.coordinates).index(self.watched)
        return float(np.max(np.abs(run.q[:, k] - self.right[:, k])))


def nod(t: Any) -> Any:
    """The elbow of the arm of paper 0, simulation 2."""
    return (np.pi / 30) * np.sin(np.pi * t - np.pi)


def problems_of_paper_4() -> list[Problem]:
    """Return the paper's two examples, the governor, and the arm with a stiff spring."""
    rod, bars = (build().compile(kernels=()) for build in (gallery.pendulum, gallery.rusr))
    guess = {"cross.angle_1": -0.735, "cross.angle_2": 0.2527, "follower_pivot.angle": 1.34}
    start = bars.assemble({"crank_pivot.angle": np.pi / 3}, guess=guess)
    whirl = EXAMPLES["governor"]
    sleeve = whirl.model().compile(kernels=())
    spun = sleeve.assemble(whirl.start, whirl.rates)
    model = rrc_arm(spring=100 * SPRING)
    model = replace(model, forces=(replace(model.forces[0], c=1e6),))
    arm = model.compile(kernels=())
    rates = np.zeros(7)
    rates[3] = -(np.pi**2) / 30
    held = {"driven": {"joint4": nod}, "locked": (*ROLLS, "joint2")}
    return [
        Problem("pendulum", rod, rod.initial_state(), 5.0, "A.angle"),
        Problem("four-bar", bars, start, 5.0, "crank_pivot.angle"),
        Problem("governor", sleeve, spun, 1.0, "slider.displacement"),
        Problem("stiff arm", arm, arm.state(np.zeros(7), rates), 0.1, "joint6.angle", held),
    ]


def way_rows(problem: Problem, rounds: int) -> list[Row]:
    """Return what each way takes on a problem."""
    runs: dict[str, Any] = {}
    for method in WAYS:
        problem.run(method)  # compiles and loads what is not there yet
        runs[method] = problem.run(method)
    walls: dict[str, list[float]] = {method: [runs[method].account.wall] for method in WAYS}
    for _ in range(rounds):
        for method in WAYS:
            if sum(walls[method]) < 2.0:
                walls[method].append(problem.run(method).account.wall)
    accounts = {method: run.account for method, run in runs.items()}
    values = {
        "steps": ({m: [a.steps] for m, a in accounts.items()}, "steps"),
        "evaluations": ({m: [a.evaluations] for m, a in accounts.items()}, "evaluations"),
        "derivatives": ({m: [a.jacobians] for m, a in accounts.items()}, "derivatives"),
        "time": (walls, "s"),
        "error": ({m: [problem.error(run)] for m, run in runs.items()}, "rad or m"),
    }
    rows = []
    first, *others = WAYS
    for what, (found, unit) in values.items():
        ours = Time.of(found[first])
        for method in others:
            given = {"ours": ours, "by": first, "peer": method, "theirs": Time.of(found[method])}
            rows.append(Row(OF_PAPER_4, what, problem.name, unit=unit, **given))
    return rows


def chains() -> list[Problem]:
    """Return the mechanisms with loops on which reduced equations meet projection."""
    found = []
    for name, until in CHAINS.items():
        example = EXAMPLES[name]
        system = example.model().compile(kernels=())
        start = system.assemble(example.start, example.rates, guess=dict(example.guess) or None)
        more = {"inputs": dict(example.inputs)}
        found.append(Problem(name, system, start, until, system.coordinates[0], more))
    return found


def trial(problem: Problem, rtol: float, **how: Any) -> tuple[float, np.ndarray] | None:
    """Return the time of a run and its coordinates, None where it does not come to its end."""
    try:
        run = problem.run(rtol=rtol, **how)
    except SimulationStopped:
        return None
    return run.account.wall, run.q


def equal_error_rows(problem: Problem, rounds: int) -> tuple[list[Row], list[Curve]]:
    """Return times at equal errors, and the curves that they lie on."""
    curves = {PROJECTION: Curve(OURS, PROJECTION)}
    for rtol in RTOLS:
        curves[PROJECTION].add(partial(trial, problem, rtol, method="auto"))
    for name, solve in REDUCED.items():
        curves[name] = Curve(OURS, name)
        for rtol in RTOLS:
            curves[name].add(partial(trial, problem, rtol, method="reduced", solve=solve))
    work_precision.measure(list(curves.values()), problem.right, rounds)
    rows = []
    for error in TARGETS:
        ours = curves[PROJECTION].time_at(error)
        for name in REDUCED:
            theirs = curves[name].time_at(error)
            missing = "" if theirs is not None else NOT_REACHED
            rows.append(Row(EQUAL, f"error {error:g}", problem.name, ours=ours, by=PROJECTION,
                            peer=name, theirs=theirs, missing=missing))  # fmt: skip
    return rows, list(curves.values())


def measured(quick: bool = False) -> Group:
    """Return all rows and curves."""
    notes = [
        "The reduced equations solve for the dependent coordinates in every evaluation and need no "
        "projection; both integrate by the same method of order 8. The error is the largest of all "
        f"coordinates over {SAMPLES} samples, as part of their travel.",
        "Paper 4 compares its ways by their curves and prints no numbers (`examples too simple`). "
        "The column Sarrus is its own way, implicit integration in independent coordinates with "
        "the exact derivative; governor and stiff arm have no loops, and all their coordinates are "
        "independent. Ratios above 1: the other way needs more.",
    ]
    title = "Independent coordinates (papers 2 and 4)"
    group = Group("coordinates", title, notes=notes)
    rounds = 1 if quick else 5
    for problem in chains()[: 1 if quick else None]:
        rows, curves = equal_error_rows(problem, rounds)
        group.rows += rows
        shown = [work_precision.precision(curve) for curve in curves]
        group.curves[problem.name] = [
            {"program": c.family, "method": c.method, "seconds": list(c.seconds),
             "errors": list(c.errors)} for c in shown]  # fmt: skip
    for problem in problems_of_paper_4()[: 2 if quick else None]:
        group.rows += way_rows(problem, rounds)
    return group


def main() -> None:
    """Print all tables."""
    group = measured()
    for table in dict.fromkeys(row.table for row in group.rows):
        lines: list[list[Any]] = [["", "", "ours", "other", "", "ratio"]]
        for row in group.of(table):
            ours = "-" if row.ours is None else f"{row.ours.median:.3g}"
            theirs = "-" if row.theirs is None else f"{row.theirs.median:.3g}"
            ratio = timing.times(row.ratio)
            lines.append([row.case, row.what, f"{ours} {row.unit} ({row.by})", theirs, row.peer,
                          ratio])  # fmt: skip
        print(timing.table(table, lines))


if __name__ == "__main__":
    main()
