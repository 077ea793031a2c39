"""Motion in time: error against wall time, side by side with other programs.

Two arms fall under gravity: the RRC arm of paper 0, and the Panda where its file is at hand,
against MuJoCo and Pinocchio with RK4 in Python. Four reference problems, Bricard's mechanism,
the spatial slider-crank, Andrews' squeezer and the stiff governor, against Exudyn and our
Cartesian solver. The plot goes to benchmarks/out/work_precision.png.
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import programs
import timing
import work_precision
from rows import NOT_INSTALLED, NOT_REACHED, Group, Row, Time
from simulate_problems import CHECKOUT, Problem, arms, cases
from titles import ARMS, CARTESIAN, CASES

from sarrus import System

PICTURE = Path(__file__).parent / "out" / "work_precision.png"
MUJOCO = ("MuJoCo RK4", "MuJoCo Euler", "Pinocchio RK4")
EXUDYN = ("Exudyn generalized-alpha", "Exudyn trapezoidal", "MuJoCo RK4", *CARTESIAN)

TARGETS = (1e-3, 1e-5, 1e-6, 1e-7, 1e-9)
"""Errors at which times are compared, as part of the travel of the path."""
EVEN = 1e-5
"""The error for which whole wall times are compared."""
STEPPED = ("rk4", "abm4", "ab3", "euler")
SHORT_RUN, LONG_RUN = 2_000, 22_000
"""Steps of two runs whose difference gives the time of one step."""

ERRORS = """
milliseconds of the loop at equal error (largest over 20 samples, as part of the travel of the
path; log-log between the trials), and their ratio to ours; Sarrus: its fastest method there;
-: not reached by the trials; n/a: not installed"""

WHOLE = f"""
a run with an error of at most {EVEN:g} by the method named: cold: from the model to the result with
nothing compiled before; cached: the same with kernels on disk; again: another call of simulate;
loop: the part of it that steps (import of the package and of LLVM not counted). Even: from how many
runs on ours need less time than the other program at that error, its set-up counted: when cold,
when cached"""

STEPS = """
microseconds of one equal step in the native loop, loops projected at every step (difference of
runs of 2,000 and 22,000 steps); coordinates of the tree, rows of its cuts"""


# Equal error ----------------------------------------------------------------------------------


def measured(quick: bool = False) -> Group:
    """Return times at equal error, and the curves that they lie on."""
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SARRUS_CACHE"] = folder
        trees, loops = arms(), cases()
        if quick:
            trees, loops = trees[:1], loops[2:3]
        for problem in (*trees, *loops):
            print(f"  {problem.title}", file=sys.stderr, flush=True)
            problem.measure(quick)
        return compared(trees, loops)


def compared(trees: Sequence[Problem], loops: Sequence[Problem]) -> Group:
    """Return the rows of problems that are measured."""
    notes = [
        "Time of the loop at equal error (the largest over 20 samples, as part of the travel of "
        "the path), between trials on straight lines of the plot; ours by the fastest method."
    ]
    group = Group("simulate", "Motion in time, at equal error", notes=notes)
    group.rows = [*equal_error(ARMS, trees, MUJOCO), *equal_error(CASES, loops, EXUDYN)]
    group.curves = {problem.title: problem.precisions() for problem in (*trees, *loops)}
    return group


def equal_error(table: str, problems: Sequence[Problem], others: Sequence[str]) -> list[Row]:
    """Return a row for each problem, error and other program."""
    rows = []
    for problem in problems:
        n = len(problem.model.bodies)
        for error in TARGETS:
            ours, method = work_precision.best_method(problem.ours, error)
            for name in others:
                peer = problem.peer(name)
                theirs = peer.time_at(error) if peer else None
                given = {"peer": name, "theirs": theirs, "error": error, "peer_error": error}
                given["missing"] = "" if theirs else why_missing(problem, name)
                rows.append(Row(table, f"error {error:g}", problem.title, n, ours, method, **given))
    return rows


def why_missing(problem: Problem, name: str) -> str:
    """Return why there is no time: not reached, not there, or not in the comparison at all."""
    peer = problem.peer(name)
    if peer is not None:
        return f"{NOT_REACHED}; its trials end at {peer.smallest:.0e}"
    program = name.split()[0]
    return NOT_INSTALLED if programs.found(program.lower()) is None else "not in this comparison"


def at_equal_error(title: str, rows: Sequence[Row], others: Sequence[str]) -> None:
    table = [["", "error", "Sarrus", "by", *(cell for name in others for cell in (name, "ratio"))]]
    for k in range(0, len(rows), len(others)):
        first = rows[k]
        cells = [first.case, f"{first.error:g}", milli(first.ours), first.by]
        for row in rows[k : k + len(others)]:
            known = not row.missing or row.missing.startswith(NOT_REACHED)
            cells += [milli(row.theirs) if known else "n/a"]
            cells += ["" if row.ratio is None else f"{row.ratio:.3g}"]
        table.append(cells)
    print(timing.table(f"\n{title}", table))


def milli(seconds: Time | float | None) -> str:
    if isinstance(seconds, Time):
        seconds = seconds.median
    return f"{1e3 * seconds:.3g}" if seconds is not None and np.isfinite(seconds) else "-"


# Whole wall time ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wall:
    """Seconds of whole runs of ours, from the model to the result."""

    cold: float
    cached: float
    again: float
    loop: float

    def even(self, first: float, setup: float, run: float) -> str:
        """Return from how many runs on we are done sooner; first: seconds of our first run."""
        if not np.isfinite(run):
            return "-"
        behind = first - (setup + run)
        if behind <= 0.0:
            return "1"
        gain = run - self.again
        return f"{1 + math.ceil(behind / gain):,}" if gain > 0.0 else "never"


def wall(problem: Problem) -> Wall | None:
    """Return the times of the cheapest run with error control that is exact enough."""
    method = problem.methods[0]
    tried = zip(problem.settings(method), problem.ours[0].points, strict=True)
    how = next((setting for setting, point in tried if point.error <= EVEN), None)
    if how is None:
        return None

    run = partial(problem.simulated, method=method, **how)

    def whole(cache: str) -> System:
        system = problem.build(cache)
        run(system.initial_state())
        return system

    with tempfile.TemporaryDirectory() as folder:
        cold = timing.elapsed(lambda: whole(folder))
        cached = median(timing.elapsed(lambda: whole(folder)) for _ in range(3))
        start = whole(folder).initial_state()
        again = median(timing.elapsed(partial(run, start)) for _ in range(3))
        loop = median(run(start).account.wall for _ in range(3))
    return Wall(cold, cached, again, loop)


def whole_times(title: str, problems: Sequence[Problem], others: Sequence[str]) -> None:
    head = ["", "by", "cold", "cached", "again", "loop"]
    rows = [[*head, *(f"even with {name}" for name in others)]]
    for problem in problems:
        ours = wall(problem)
        if ours is None:
            continue
        times = (ours.cold, ours.cached, ours.again, ours.loop)
        cells = [problem.title, problem.methods[0], *map(milli, times)]
        for name in others:
            peer = problem.peer(name)
            if peer is None:
                cells.append("n/a")
                continue
            there = peer.setup, peer.seconds_at(EVEN)
            cells.append(f"{ours.even(ours.cold, *there)}, {ours.even(ours.cached, *there)}")
        rows.append(cells)
    print(timing.table(f"\n{title}", rows))


# Equal steps ----------------------------------------------------------------------------------


def steps(problems: Sequence[Problem]) -> None:
    rows = [["", "coordinates", "rows", *STEPPED]]
    for problem in problems:
        found = [timing.micro(one_step(problem, method, problem.step)) for method in STEPPED]
        rows.append([problem.title, problem.system.nv, problem.system.compiled.loops.m, *found])
    print(timing.table("\nOne equal step, microseconds", rows))
    print(STEPS)


def one_step(problem: Problem, method: str, h: float) -> float:
    """Return the seconds of one step; start-up and loading of code cancel."""
    found: dict[int, list[float]] = {SHORT_RUN: [], LONG_RUN: []}
    for _ in range(5):
        for n in found:
            how = {"until": n * h, "every": n * h, "step": h}
            run = problem.system.simulate(problem.start, method=method, **how)
            found[n].append(run.account.wall)
    return (median(found[LONG_RUN]) - median(found[SHORT_RUN])) / (LONG_RUN - SHORT_RUN)


def real_time(arm: Problem) -> None:
    h = 1e-3
    seconds = one_step(arm, "ab3", h)
    factor = f"{h / seconds:,.0f} times real time"
    print(f"\nRRC arm with ab3 at 1 kHz: {timing.micro(seconds)} us a step, {factor}")


def draw(problems: Sequence[Problem]) -> None:
    try:
        work_precision.plot({problem.title: problem.curves for problem in problems}, PICTURE)
    except ImportError:
        print("\nno plot: matplotlib is not installed")
    else:
        print(f"\nplot: {PICTURE.relative_to(CHECKOUT)}")


def main() -> None:
    warnings.simplefilter("ignore")
    print(timing.heading("Motion in time"))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SARRUS_CACHE"] = folder
        trees, loops = arms(), cases()
        for problem in (*trees, *loops):
            problem.measure()
        group = compared(trees, loops)
        at_equal_error(f"{ARMS}, milliseconds", group.of(ARMS), MUJOCO)
        at_equal_error(f"{CASES}, milliseconds", group.of(CASES), EXUDYN)
        print(ERRORS)
        whole_times("Arms: whole wall time, milliseconds, and break-even runs", trees, MUJOCO)
        whole_times("Reference problems: the same", loops, EXUDYN[:2])
        print(WHOLE)
        steps([*trees, *loops])
        real_time(trees[0])
    draw([*trees, *loops])


if __name__ == "__main__":
    main()
