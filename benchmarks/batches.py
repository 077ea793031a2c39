"""Many states at once, side by side with Pinocchio and MuJoCo, on one core and on all.

Evaluations per state of the 7-dof arm: our kernel over rows against Pinocchio's call, less the
cost of the same call on an empty model. Then 4,096 four-bars for a second at 1 kHz against
`mujoco.rollout`, with the error of the crank angle at the end. Threads, and the place in the batch,
change no bit; that is checked first.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import pinocchio as pin
import timing
from simulate_peers import loop_mjcf
from tree_dynamics import chain

from peers.pin_models import to_pinocchio
from sarrus import Mechanism, State, System
from sarrus.kernels.batch import processors
from sarrus.system.simulation.many_runs import Lanes, ManyRuns, simulate_many
from sarrus.system.simulation.modes import Mode
from sarrus.system.simulation.simulating import ordered

ROWS = 16384
RUNS = 4096
SECONDS = 1.0
STEP = 1e-3


def best(work: Callable[[], Any], times: int = 7) -> float:
    """Return the least of some times of a piece of work [s]."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        found.append(time.perf_counter() - began)
    return min(found)


def evaluations() -> None:
    model = chain(7)
    system, peer = System(model), to_pinocchio(model)
    robot, data = peer.robot, peer.robot.createData()
    nothing = pin.Model()
    empty = nothing.createData()
    none = np.zeros(0)
    Q, V, X = np.random.default_rng(0).normal(size=(3, ROWS, 7))
    theirs = {
        "inverse dynamics": pin.rnea,
        "forward dynamics": pin.aba,
        "derivatives of inverse dynamics": pin.computeRNEADerivatives,
        "derivatives of forward dynamics": pin.computeABADerivatives,
    }
    system.inverse_dynamics(Q[0], V[0], X[0])
    system.forward_dynamics(Q[0], V[0], X[0])
    system.inverse_derivatives(Q[0], V[0], X[0])
    system.forward_derivatives(Q[0], V[0], X[0])
    names = {
        "inverse dynamics": "inverse_dynamics",
        "forward dynamics": "forward_dynamics",
        "derivatives of inverse dynamics": "inverse_derivatives",
        "derivatives of forward dynamics": "forward_derivatives",
    }
    rows = [["7-dof arm", "Sarrus ns", "all cores ns", "speed-up", "Pinocchio ns", "ratio"]]
    for name, function in theirs.items():
        batch = system.kernels[names[name]].many()
        same = batch(Q, V, X, threads=1), batch(Q, V, X)
        for a, b in zip(*(x if isinstance(x, tuple) else (x,) for x in same), strict=True):
            np.testing.assert_array_equal(a, b)
        out = list(same[0]) if isinstance(same[0], tuple) else [same[0]]
        one = best(lambda k=batch, out=out: k(Q, V, X, threads=1, out=out)) / ROWS
        every = best(lambda k=batch, out=out: k(Q, V, X, out=out)) / ROWS
        whole = timing.call(function, robot, data, Q[0], V[0], X[0])
        idle = timing.call(function, nothing, empty, none, none, none)
        times = timing.interleaved({"whole": whole, "idle": idle})
        peer_time = times["whole"] - times["idle"]
        numbers = [f"{1e9 * one:.1f}", f"{1e9 * every:.1f}", f"{one / every:.2f}"]
        rows.append([name, *numbers, f"{1e9 * peer_time:.0f}", f"{peer_time / one:.1f}"])
    print(timing.table(f"\nA state of {ROWS}, one core against one core", rows))


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


def rollouts(system: System, starts: list[State]) -> tuple[float, np.ndarray]:
    """Return the seconds of `mujoco.rollout` on one thread and the crank angles at the end."""
    import mujoco
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
    began = time.perf_counter()
    states, _ = rollout.rollout(robot, data, first, nstep=steps)
    seconds = time.perf_counter() - began
    return seconds, states[:, -1, 1]  # time, then the coordinates


def simulations() -> None:
    system = four_bar()
    turns = np.random.default_rng(1).normal(0.4, 0.1, RUNS)
    base = [system.assemble({"A": x}, rates={"A": 10.0}) for x in turns[:64]]
    starts = [base[k % 64] for k in range(RUNS)]
    exact = np.array([
        system.simulate(s, until=SECONDS, every=SECONDS, rtol=1e-11, atol=1e-12)["A.angle"][-1]
        for s in base
    ])  # fmt: skip
    steps = round(SECONDS / STEP) * RUNS
    peer, angles = rollouts(system, starts[:256])
    peer /= round(SECONDS / STEP) * 256
    wrong = float(np.median(np.abs(angles[:64] - exact)))
    rows = [["method", "ns a step, one core", "all cores", "speed-up", "error [rad]", "ratio"]]
    rows.append(["MuJoCo Euler", f"{1e9 * peer:.0f}", "", "", f"{wrong:.1e}", ""])
    for method in ("euler", "ab3", "abm4", "rk4"):
        seconds = {}
        for threads in (1, processors()):
            seconds[threads] = best(lambda m=method, n=threads: run(system, starts, m, n), 3)
        runs = run(system, starts, method, None)
        off = float(np.median(np.abs(runs["A.angle"][:64, -1] - exact)))
        one, every = seconds[1] / steps, seconds[processors()] / steps
        numbers = [f"{1e9 * one:.0f}", f"{1e9 * every:.0f}", f"{one / every:.2f}", f"{off:.1e}"]
        rows.append([f"Sarrus {method}", *numbers, f"{peer / one:.0f}"])
    title = (
        f"\n{RUNS} four-bars, {SECONDS:g} s at {1 / STEP:g} Hz (MuJoCo: 256 of them, soft loops)"
    )
    print(timing.table(title, rows))


def run(system: System, starts: list[State], method: str, threads: int | None) -> ManyRuns:
    settings = {"method": method, "until": SECONDS, "rtol": 1e-6, "atol": 1e-8, "step": STEP}
    settings["every"] = SECONDS
    order = ordered(system, starts[0], settings, Mode({}, {}, ()), (), {}, 0.0)
    return simulate_many(Lanes.of(system, starts, {}), order, threads)


if __name__ == "__main__":
    print(timing.heading("Batches"))
    evaluations()
    simulations()
