"""CHK-C02: relative against Cartesian coordinates on the examples of paper 1, like with like.

Both formulations are traced and compiled the same way, and stepped by the same native loops with
the same formulas and tables; both project on what constraints they have after every step. Compared
are operations (counted from the instructions), the time of an evaluation and of a step, and steps
and time at equal error. The paper compared two programs on one machine: 6.18 (tracked vehicle) and
5.53 (RSSR). What was measured before, the Cartesian steps taken from Python, has a table of its
own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
import timing
import work_precision
from rows import Group, Row, Time
from titles import CARTESIAN
from work_precision import OURS, Curve, Point

from sarrus import Model, System, gallery
from sarrus.cartesian import CartesianState, CartesianSystem
from sarrus.cartesian.native import NativeMotion
from sarrus.errors import SimulationStopped
from sarrus.kernels import Kernel
from sarrus.system.simulation.modes import Mode, Modes
from sarrus.system.state import State

NATIVE, PYTHON = CARTESIAN
PAPER = {"tracked vehicle": 6.18, "RSSR": 5.53}
SAMPLES = 40
"""Equal intervals at whose ends states are compared."""
TARGETS = (1e-3, 1e-4, 1e-6)
"""Errors at which both are compared, as part of the travel."""
METHODS = ("auto", "rk4", "abm4")
RTOLS = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10)
COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
"""Equal steps between two samples."""
RTOL, ATOL = 1e-6, 1e-8
"""Of steps with error control that are timed, and of the Cartesian ones taken from Python."""
STEP, SHORT, LONG = 1e-3, 1_000, 4_000
"""Size of equal steps that are timed [s], and numbers of them in two runs."""
REPEATS, ROUNDS = 5, 3
"""The best of so many runs counts in each of so many rounds."""
FURTHER = 4.0
"""How much longer the second of two runs with error control is."""
OPERATIONS = "Operations in both coordinates"
TIMES = "Time of an evaluation and of a step"
EVALUATION = "evaluation"
STEPS = "Steps at equal error"
LOOPS = "Time at equal error: steps times the time of a step"
STEPPED = "Whole call, the Cartesian steps taken from Python"


@dataclass
class Example:
    """A mechanism in motion; axes: coordinates of positions of bodies that are compared."""

    name: str
    model: Model
    until: float
    axes: tuple[int, ...]
    speeds: dict[str, float] = field(default_factory=dict)
    steps: dict[tuple[str, str, float], int] = field(default_factory=dict)

    @cached_property
    def system(self) -> System:
        return self.model.compile(kernels=())

    @cached_property
    def start(self) -> State:
        system = self.system
        if system.closed:
            return system.assemble()
        return system.state(system.neutral(), system.velocities_of(self.speeds))

    @cached_property
    def absolute(self) -> tuple[CartesianSystem, CartesianState]:
        return absolute(self.system, self.start)

    @property
    def size(self) -> int:
        return len(self.model.bodies)

    @property
    def times(self) -> np.ndarray:
        return np.linspace(0.0, self.until, SAMPLES + 1)

    def curves(self) -> list[Curve]:
        """Return all methods in both coordinates."""
        found = []
        for method in METHODS:
            for program, trial in ((OURS, self.relative_trial), (NATIVE, self.absolute_trial)):
                curve = Curve(program, method)
                for x in RTOLS if method == "auto" else COUNTS:
                    curve.add(partial(trial, method, x))
                found.append(curve)
        return found

    def how(self, method: str, x: float) -> dict[str, Any]:
        """Return the settings of a trial; x: its tolerance, or steps between samples."""
        if method == "auto":
            return {"method": method, "rtol": x, "atol": 1e-2 * x}
        return {"method": method, "step": self.until / SAMPLES / x}

    def relative_trial(self, method: str, x: float) -> tuple[float, np.ndarray] | None:
        how = {**self.how(method, x), "until": self.until, "every": self.until / SAMPLES}
        try:
            run = self.system.simulate(self.start, **how)
        except SimulationStopped:  # steps too large
            return None
        self.steps[OURS, method, x] = run.account.steps
        return run.account.wall, self.relative_path(run.q, run.v)

    def relative_loop(self, until: float, **how: Any) -> tuple[float, int]:
        """Return the time of the loop of a run without states on its way, and its steps."""
        run = self.system.simulate(self.start, until=until, every=until, **how)
        return run.account.wall, run.account.steps

    def absolute_loop(self, until: float, **how: Any) -> tuple[float, int]:
        """Return the same in absolute coordinates."""
        solver, start = self.absolute
        run = solver.simulate(start, until, times=[until], **how)
        return run.wall, run.steps

    def relative_path(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Return what is compared from rows of joint coordinates."""
        rows = []
        for at, rate in zip(q, v, strict=True):
            there = self.system.kinematics(at, rate)
            rows.append([there[body.name].position[k] for body in self.model.bodies
                         for k in self.axes])  # fmt: skip
        return np.array(rows)

    def absolute_trial(self, method: str, x: float) -> tuple[float, np.ndarray] | None:
        solver, start = self.absolute
        try:
            run = solver.simulate(start, self.until, times=self.times, **self.how(method, x))
        except SimulationStopped:
            return None
        self.steps[NATIVE, method, x] = run.steps
        return run.wall, self.absolute_path(run.states)

    def absolute_path(self, states: Sequence[CartesianState]) -> np.ndarray:
        """Return what is compared from states in absolute coordinates."""
        solver, rows = self.absolute[0], []
        for state in states:
            there = solver.bodies(state)
            rows.append([there[body.name].position[k] for body in self.model.bodies
                         for k in self.axes])  # fmt: skip
        return np.array(rows)

    def reference(self) -> np.ndarray:
        """Return the right path: a tight run in joint coordinates, to which the others converge."""
        run = self.system.simulate(self.start, times=self.times, rtol=1e-13, atol=1e-15)
        return self.relative_path(run.q, run.v)

    def kernels(self) -> dict[str, tuple[Kernel, Kernel, dict[str, Any], dict[str, Any]]]:
        """Return, for an evaluation and for steps, both kernels and values of their inputs."""
        mode = Modes(self.system, {}, (0.0, self.until)).simulator(Mode({}, {}, ()), self.start.q)
        y = mode.start(self.start)
        given = {**mode.inputs(mode.choice(y)), "y": y, "h": np.array([1e-6])}
        solver, state = self.absolute
        moving = NativeMotion(solver.evaluation, None, None)
        state = solver.project(state)
        moving.begin(state)
        z = np.concatenate([state.y, state.Y, state.near[list(moving.angles)]])
        theirs = {"y": z, "h": np.array([1e-6]), "use": moving.use}
        found = {EVALUATION: (mode.slope_kernel(), moving.slope_kernel(), given, theirs)}
        for method in METHODS[1:]:
            pair = mode.step_kernel(method), moving.step_kernel(method)
            found[f"step of {method}"] = (*pair, given, theirs)
        return found


def absolute(system: System, state: State) -> tuple[CartesianSystem, CartesianState]:
    """Return the Cartesian solver of the same model, at the same state."""
    found, motion = CartesianSystem(system.model), system.kinematics(state.q, state.v)
    bodies = [body.name for body in system.model.bodies]
    poses = {name: (motion[name].rotation, motion[name].position) for name in bodies}
    speeds = {name: (motion[name].velocity, motion[name].angular_velocity) for name in bodies}
    return found, found.state(poses, speeds)


def examples() -> list[Example]:
    """Return the examples of paper 1: of vehicles heights are compared, of the RSSR positions."""
    return [
        Example(
            "tracked vehicle", gallery.tracked_vehicle(track=False), 4.0, (2,), {"hull.vx": 11.0}
        ),
        Example("RSSR", gallery.rssr(), 2.0, (0, 1, 2)),
        Example("vehicle with five freedoms", gallery.vehicle_5dof(), 2.5, (2,)),
    ]


def measured(quick: bool = False) -> Group:
    """Return operations, times and steps of both formulations."""
    notes = [
        "Sarrus: joint coordinates; Cartesian: seven coordinates for each body and the equations "
        "of all joints, factored as a sparse L D L^T in the order of the graph. In the first four "
        "tables both are the same kind of code: traced, compiled, and stepped by the same native "
        "loops with projection after every step. Errors are the largest over "
        f"{SAMPLES} samples, as part of the travel, against a run with rtol 1e-13; numbers of "
        "steps lie between trials on straight lines of the double logarithmic plot. The time of a "
        "step is the difference of a short and a long run, so that what a call takes once does not "
        f"count (equal steps of {STEP:g} s; auto: rtol {RTOL:g}, rejected steps and looks for "
        "kinks of the forces included).",
        "Paper 1, tables 4 and 5: "
        + "; ".join(f"{name} {ratio}" for name, ratio in PAPER.items())
        + ", two programs on one machine. The last table is what this page showed before: Dormand "
        f"and Prince's method of order 8 at rtol {RTOL:g} on both sides, but the Cartesian steps "
        "taken from Python, which says more about Python than about coordinates; see check "
        "CHK-C02.",
    ]
    title = "Relative against Cartesian coordinates, examples of paper 1"
    group = Group("vehicles", title, notes=notes)
    for example in examples()[1 if quick else 0 :]:
        times = time_rows(example)
        steps = step_rows(example, equal_error_curves(example, quick))
        group.rows += [*operation_rows(example), *times, *steps, *equal_error_rows(steps, times)]
        group.rows.append(from_python(example, 1 if quick else 3))
    return group


def operation_rows(example: Example) -> list[Row]:
    """Return the operations of an evaluation and of steps."""
    rows = []
    for what, (ours, theirs, _, _) in example.kernels().items():
        counts = {"ours": Time.of([ours.operations]), "theirs": Time.of([theirs.operations])}
        more = {"peer": NATIVE, "unit": "operations", **counts}
        rows.append(Row(OPERATIONS, what, example.name, example.size, **more))
    return rows


def time_rows(example: Example) -> list[Row]:
    """Return the times of an evaluation and of steps."""
    ours, theirs, given, their_given = example.kernels()[EVALUATION]
    work = {
        f"{EVALUATION} ours": partial(_best, timing.native(ours, _inputs(ours, given))),
        f"{EVALUATION} theirs": partial(_best, timing.native(theirs, _inputs(theirs, their_given))),
    }
    for method in METHODS:
        for who, loop in (("ours", example.relative_loop), ("theirs", example.absolute_loop)):
            work[f"step of {method} {who}"] = partial(of_a_step, example, loop, method)
    times = timing.interleaved(work, ROUNDS)
    rows = []
    for what in (EVALUATION, *(f"step of {method}" for method in METHODS)):
        pair = {"ours": times[f"{what} ours"], "theirs": times[f"{what} theirs"]}
        rows.append(Row(TIMES, what, example.name, example.size, peer=NATIVE, **pair))
    return rows


def _best(measure: timing.Measurement) -> float:
    return min(measure() for _ in range(REPEATS))


def of_a_step(example: Example, loop: Callable[..., tuple[float, int]], method: str) -> float:
    """Return the time of one step in the loop: the difference of a short and a long run."""
    if method == "auto":
        how: dict[str, Any] = {"method": method, "rtol": RTOL, "atol": ATOL}
        ends = example.until, FURTHER * example.until
    else:
        how = {"method": method, "step": STEP}
        ends = SHORT * STEP, LONG * STEP
    (short, first), (long, last) = (
        min(loop(until, **how) for _ in range(REPEATS)) for until in ends
    )
    return (long - short) / (last - first)


def _inputs(kernel: Kernel, given: dict[str, Any]) -> list[np.ndarray]:
    """Return the inputs of a kernel as given, zero where nothing is."""
    found = []
    for port in kernel.inputs:
        value = np.zeros(port.shape)
        known = np.ravel(given.get(port.name, ()))[: value.size]
        value.reshape(-1)[: known.size] = known
        found.append(value)
    return found


def equal_error_curves(example: Example, quick: bool = False) -> list[Curve]:
    """Return errors of all methods, in joint and in absolute coordinates by turns."""
    curves = example.curves()
    if quick:
        for curve in curves:
            del curve.points[-(len(curve.points) // 2) :]
    work_precision.measure(curves, example.reference(), 1)
    return curves


def step_rows(example: Example, curves: Sequence[Curve]) -> list[Row]:
    """Return the steps of both at equal error, method by method."""
    rows = []
    for ours, theirs in zip(curves[::2], curves[1::2], strict=True):
        for error in TARGETS:
            own, other = (_steps(example, curve).time_at(error) for curve in (ours, theirs))
            if own is None and other is None:
                continue
            missing = "" if other else f"not reached; its trials end at {theirs.smallest:.0e}"
            given = {"peer": NATIVE, "theirs": other, "missing": missing, "unit": "steps"}
            what = f"{ours.method}, error {error:g}"
            rows.append(Row(STEPS, what, example.name, example.size, own, **given))
    return rows


def equal_error_rows(steps: Sequence[Row], times: Sequence[Row]) -> list[Row]:
    """Return steps times the time of a step, of both."""
    each = {row.what: row for row in times}
    rows = []
    for row in steps:
        one = each[f"step of {row.what.split(',')[0]}"]
        own = one.ours * row.ours.median if one.ours and row.ours else None
        other = one.theirs * row.theirs.median if one.theirs and row.theirs else None
        rows.append(replace(row, table=LOOPS, ours=own, theirs=other, unit="s"))
    return rows


def _steps(example: Example, curve: Curve) -> Curve:
    """Return the curve of errors against the number of steps."""
    found = Curve(curve.program, curve.method)
    settings = RTOLS if curve.method == "auto" else COUNTS
    for x, point in zip(settings, curve.points, strict=False):
        steps = example.steps.get((curve.program, curve.method, x))
        if steps is not None:
            found.points.append(Point(point.trial, [float(steps)], point.error))
    return found


def from_python(example: Example, rounds: int) -> Row:
    """Return the whole calls of both, the Cartesian steps taken from Python.

    The error is the difference of what is compared, in metres.
    """
    how = {"rtol": RTOL, "atol": ATOL}
    every = example.until / SAMPLES
    system, start = example.system, example.start
    solver, there = example.absolute
    found: list[Any] = []
    work: dict[str, Callable[[], Any]] = {
        "ours": lambda: system.simulate(start, until=example.until, every=every, **how),
        "theirs": lambda: found.append(
            solver.simulate(there, example.until, times=example.times, **how)
        ),
    }
    run = work["ours"]()
    times = timing.interleaved({name: timing.once(call) for name, call in work.items()}, rounds)
    paths = example.relative_path(run.q, run.v), example.absolute_path(found[-1].states)
    given = {"peer": PYTHON, "theirs": times["theirs"]}
    given["error"] = float(np.max(np.abs(paths[0] - paths[1])))
    return Row(STEPPED, "whole call", example.name, example.size, times["ours"], **given)


def main_without_times() -> None:
    """Print what is the same on every machine: operations, and steps at equal error."""
    every, rows = examples(), list[Row]()
    for example in every:
        rows += [*operation_rows(example), *step_rows(example, equal_error_curves(example))]
    show(every, rows)


def main(quick: bool = False) -> None:
    """Print all tables."""
    show(examples()[1 if quick else 0 :], measured(quick).rows)


def show(every: Sequence[Example], rows: Sequence[Row]) -> None:
    """Print numbers of coordinates and equations, and tables."""
    for example in every:
        counts = example.absolute[0].counts()
        moving, whole = counts.moving, counts.with_ground
        print(f"{example.name}: {example.system.nq} coordinates, {example.system.nv} velocities, "
              f"{example.system.compiled.loops.m} equations against {moving.coordinates} "
              f"coordinates (with ground {whole.coordinates}) and {moving.joint_equations} "
              "equations of joints")  # fmt: skip
    for table in dict.fromkeys(row.table for row in rows):
        lines: list[Sequence[Any]] = [["", "", "relative", "Cartesian", "ratio", "paper"]]
        for row in (row for row in rows if row.table == table):
            paper = PAPER.get(row.case, "") if table in (LOOPS, STEPPED) else ""
            cells = [_amount(row.ours, row.unit), _amount(row.theirs, row.unit)]
            lines.append([row.case, row.what, *cells, timing.times(row.ratio), paper])
        print(timing.table(f"\n{table}", lines))


def _amount(value: Time | None, unit: str) -> str:
    if value is None:
        return "-"
    return f"{1e6 * value.median:.4g} us" if unit == "s" else f"{value.median:.0f}"


if __name__ == "__main__":
    main()
