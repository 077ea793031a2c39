"""Many states at once, side by side with Pinocchio and MuJoCo, on one core and on all.

Evaluations per state of the 7-dof arm: our kernel over rows against Pinocchio's call, less the
cost of the same call on an empty model. Then 4,096 four-bars for a second at 1 kHz against
`mujoco.rollout`, with the error of the crank angle at the end. Threads, and the place in the batch,
change no bit; that is checked first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import programs
import timing
from mujoco_models import loop_mjcf
from rows import NOT_INSTALLED, TOO_SHORT, Group, Row, less
from titles import EVALUATIONS, PROFILE, SIMULATIONS, THREADS
from tree_dynamics import chain

from sarrus import Mechanism, State, System, analysis
from sarrus.kernels.batch import processors
from sarrus.system.simulation.many_runs import Lanes, ManyRuns, simulate_many
from sarrus.system.simulation.modes import Mode
from sarrus.system.simulation.simulation import run_order

ROWS = 65536
FEW = 1024
"""Rows whose results stay in the cache of the processor, also those of derivatives."""
NARROW = 1000
"""States in columns, not a power of two: all columns would fall on the same lines of the cache."""
RUNS = 4096
PEER_RUNS = 256
BASES = 64
"""Different starts; the others are their copies."""
SECONDS = 1.0
STEP = 1e-3
METHODS = ("euler", "ab3", "abm4", "rk4")

CALLS = {
    "inverse dynamics": ("inverse_dynamics", "rnea"),
    "forward dynamics": ("forward_dynamics", "aba"),
    "derivatives of inverse dynamics": ("inverse_derivatives", "computeRNEADerivatives"),
    "derivatives of forward dynamics": ("forward_derivatives", "computeABADerivatives"),
}
"""Our kernel and Pinocchio's function."""


def measured(quick: bool = False) -> Group:
    """Return the times of evaluations and of simulations."""
    notes = [
        f"States of the arm, in batches of {FEW:,} or {ROWS:,}, as rows or as columns, whichever "
        "is quickest, into arrays that are there; Pinocchio: its call less an empty one, and the "
        "whole call.",
        "Where the time goes: the arithmetic of a block is the kernel alone, again and again on "
        "the same lanes. Rows are turned into columns and back, columns are copied as they are, "
        "and both are written: 56 bytes a state for dynamics, 1,232 for derivatives, whose lines "
        "go from the second level of the cache to the first and back, some 35 ns a state whatever "
        "the layout; beyond the cache memory sets the pace, and two threads share it.",
        f"{RUNS:,} four-bars for {SECONDS:g} s at {1 / STEP:g} Hz; MuJoCo: `rollout` of "
        f"{PEER_RUNS} of them on one thread, Euler, soft loops as stiff as the step allows. "
        "Errors: of the crank angle at the end, the median of the starts [rad].",
    ]
    group = Group("batches", "Many states at once", notes=notes)
    group.rows = [*evaluations(3 if quick else 9), *simulations(quick)]
    return group


def evaluations(rounds: int) -> list[Row]:
    """Return the rows of the 7-dof arm."""
    model = chain(7)
    system = System(model)
    Q, V, X = np.random.default_rng(0).normal(size=(3, ROWS, 7))
    rows = []
    for name, (ours, theirs) in CALLS.items():
        if hasattr(system, ours):
            getattr(system, ours)(Q[0], V[0], X[0])
        else:
            getattr(analysis, ours)(system, Q[0], V[0], X[0])
        batch = system.compiled.kernels[ours].many()
        same = as_list(batch(Q, V, X, threads=1)), as_list(batch(Q, V, X))
        for a, b in zip(*same, strict=True):
            np.testing.assert_array_equal(a, b)
        some = [x[:FEW] for x in same[0]]
        columns = [np.asfortranarray(x) for x in (Q, V, X)]
        beside = [np.asfortranarray(x) for x in (Q[:NARROW], V[:NARROW], X[:NARROW])]
        there = [x.copy(order="F") for x in (y[:NARROW] for y in same[0])]
        all_there = as_list(batch(*columns))
        for a, b in zip(same[0], all_there, strict=True):
            np.testing.assert_array_equal(a, b)
        work = {
            "block": timing.block(batch, (Q, V, X)),
            "few": timing.call(rows_of(batch, (Q[:FEW], V[:FEW], X[:FEW]), some, 1)),
            "one": timing.call(rows_of(batch, (Q, V, X), same[0], 1)),
            "every": timing.call(rows_of(batch, (Q, V, X), same[0], None)),
            "few columns": timing.call(rows_of(batch, beside, there, 1)),
            "columns": timing.call(rows_of(batch, columns, all_there, 1)),
            **pinocchio(model, theirs, (Q[0], V[0], X[0])),
        }
        found = timing.interleaved(work, rounds)
        few, one, every = found["few"] / FEW, found["one"] / ROWS, found["every"] / ROWS
        beside_each, each = found["few columns"] / NARROW, found["columns"] / ROWS
        rows += [
            Row(PROFILE, f"{name}: arithmetic of a block", "7-dof arm", 7, found["block"]),
            Row(PROFILE, f"{name}: {FEW:,} rows", "7-dof arm", 7, few),
            Row(PROFILE, f"{name}: {ROWS:,} rows", "7-dof arm", 7, one),
            Row(PROFILE, f"{name}: columns of {NARROW:,}", "7-dof arm", 7, beside_each),
            Row(PROFILE, f"{name}: columns of {ROWS:,}", "7-dof arm", 7, each),
        ]
        whole = found.get("whole")
        alone = less(whole, found.get("idle"))
        missing = "" if alone else TOO_SHORT if whole else NOT_INSTALLED
        best = min(few, one, beside_each, each, key=lambda time: time.median)
        given = {"case": "7-dof arm", "size": 7, "ours": best, "missing": missing}
        rows += [
            Row(EVALUATIONS, name, peer="Pinocchio", theirs=alone, **given),
            Row(EVALUATIONS, name, peer="Pinocchio, whole call", theirs=whole, **given),
            Row(THREADS, name, "7-dof arm", 7, every, peer="one thread", theirs=one),
        ]
    return rows


def as_list(found: Any) -> list[np.ndarray]:
    return list(found) if isinstance(found, tuple) else [found]


def rows_of(
    batch: Any, given: Sequence[np.ndarray], out: list[np.ndarray], threads: int | None
) -> Callable[[], Any]:
    """Return the evaluation of rows into arrays that are there."""
    return lambda: batch(*given, threads=threads, out=out)


def pinocchio(model: Any, name: str, state: tuple[np.ndarray, ...]) -> dict[str, Any]:
    """Return the measurements of a call, and of the same on an empty model."""
    pin = programs.found("pinocchio")
    if pin is None:
        return {}
    from peers.pin_models import to_pinocchio

    robot, nothing, function = to_pinocchio(model).robot, pin.Model(), getattr(pin, name)
    none = np.zeros(0)
    return {
        "whole": timing.call(function, robot, robot.createData(), *state),
        "idle": timing.call(function, nothing, nothing.createData(), none, none, none),
    }


def four_bar() -> System:
    m = Mechanism("four_bar")
    crank = m.body("crank", mass=1.0, com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
    coupler = m.body("coupler", mass=2.0, com=(0.2, 0, 0.1), inertia=(1e-3, 2e-2, 2e-2))
    rocker = m.body("rocker", mass=1.5, com=(0.3, 0, 0.1), inertia=(1e-3, 5e-3, 5e-3))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=(0.1, 0, 0), axis="y")
    m.revolute("C", coupler, rocker, at=(0.3, 0, 0.2), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.3, 0, 0), axis="y")
    return m.build().compile(planar=True)


def rollouts(system: System, starts: list[State]) -> Callable[[], np.ndarray] | None:
    """Return `mujoco.rollout` on one thread, which returns the crank angles at the end."""
    mujoco = programs.found("mujoco")
    if mujoco is None:
        return None
    from mujoco import rollout

    mujoco.set_mju_user_warning(lambda message: None)
    robot = mujoco.MjModel.from_xml_string(loop_mjcf(system))
    robot.opt.timestep = STEP
    robot.opt.integrator = mujoco.mjtIntegrator.mjINT_EULER
    robot.eq_solref[:, 0] = 2.0 * STEP  # as stiff as the step allows
    data = mujoco.MjData(robot)
    kind = mujoco.mjtState.mjSTATE_FULLPHYSICS
    first = np.zeros((len(starts), mujoco.mj_stateSize(robot, kind)))
    for k, start in enumerate(starts):
        mujoco.mj_resetData(robot, data)
        data.qpos[:], data.qvel[:] = start.q, start.v
        mujoco.mj_getState(robot, data, first[k], kind)
    steps = round(SECONDS / STEP)

    def run() -> np.ndarray:
        states, _ = rollout.rollout(robot, data, first, nstep=steps)
        return states[:, -1, 1]  # time, then the coordinates

    return run


def simulations(quick: bool = False) -> list[Row]:
    """Return the rows of the four-bars."""
    system, count = four_bar(), RUNS // 8 if quick else RUNS
    turns = np.random.default_rng(1).normal(0.4, 0.1, BASES)
    base = [system.assemble({"A": x}, rates={"A": 10.0}) for x in turns]
    starts = [base[k % BASES] for k in range(count)]
    exact = np.array([
        system.simulate(s, until=SECONDS, every=SECONDS, rtol=1e-11, atol=1e-12)["A.angle"][-1]
        for s in base
    ])  # fmt: skip
    work, errors = {}, {}
    peer = rollouts(system, starts[:PEER_RUNS])
    if peer is not None:
        errors["peer"] = float(np.median(np.abs(peer()[:BASES] - exact)))
        work["peer"] = timing.once(peer)
    for method in METHODS:
        runs = run(system, starts, method, None)
        errors[method] = float(np.median(np.abs(runs["A.angle"][:BASES, -1] - exact)))
        for threads in (1, processors()):
            once = timing.once(lambda m=method, n=threads: run(system, starts, m, n))
            work[f"{method} {threads}"] = once
    found = timing.interleaved(work, 1 if quick else 3)
    steps = round(SECONDS / STEP)
    theirs = found["peer"] / (PEER_RUNS * steps) if peer is not None else None
    given = {"peer": "MuJoCo Euler", "theirs": theirs, "peer_error": errors.get("peer")}
    given["missing"] = "" if theirs else NOT_INSTALLED
    rows = []
    for method in METHODS:
        one, every = (found[f"{method} {n}"] / (count * steps) for n in (1, processors()))
        error = errors[method]
        rows += [
            Row(SIMULATIONS, method, "four-bars", 3, one, method, error=error, **given),
            Row(THREADS, f"step of {method}", "four-bars", 3, every, method, "one thread", one),
        ]
    return rows


def run(system: System, starts: list[State], method: str, threads: int | None) -> ManyRuns:
    settings = {"method": method, "until": SECONDS, "rtol": 1e-6, "atol": 1e-8, "step": STEP}
    settings["every"] = SECONDS
    order = run_order(system, starts[0], settings, Mode({}, {}, ()), (), {}, 0.0)
    return simulate_many(Lanes.of(system, starts, {}), order, threads)


def tables(group: Group) -> None:
    """Print evaluations and simulations."""
    threads = {row.what: row for row in group.of(THREADS)}
    rows = [["7-dof arm", "Sarrus ns", "all cores ns", "speed-up", "Pinocchio ns", "ratio"]]
    for row in group.of(EVALUATIONS):
        if row.peer == "Pinocchio":
            every = threads[row.what]
            own = [nano(row.ours), nano(every.ours), timing.times(every.ratio)]
            rows.append([row.what, *own, nano(row.theirs), timing.times(row.ratio, ".1f")])
    print(timing.table(f"\nA state of {FEW} or {ROWS}, one core against one core", rows))
    rows = [["7-dof arm", "ns a state"]]
    rows += [[row.what, nano(row.ours)] for row in group.of(PROFILE)]
    print(timing.table(f"\n{PROFILE}", rows))
    rows = [["method", "ns a step, one core", "all cores", "speed-up", "error [rad]", "ratio"]]
    for row in group.of(SIMULATIONS):
        if len(rows) == 1 and row.theirs is not None:
            rows.append(["MuJoCo Euler", nano(row.theirs), "", "", f"{row.peer_error:.1e}", ""])
        every = threads[f"step of {row.what}"]
        own = [nano(row.ours), nano(every.ours), timing.times(every.ratio), f"{row.error:.1e}"]
        rows.append([f"Sarrus {row.what}", *own, timing.times(row.ratio, ".0f")])
    title = f"{RUNS} four-bars, {SECONDS:g} s at {1 / STEP:g} Hz"
    print(timing.table(f"\n{title} (MuJoCo: {PEER_RUNS} of them, soft loops)", rows))


def nano(seconds: Any) -> str:
    return "n/a" if seconds is None else f"{1e9 * seconds.median:.4g}"


if __name__ == "__main__":
    print(timing.heading("Batches"))
    tables(measured())
