"""C-02: relative against Cartesian coordinates on the examples of paper 1, in wall time.

Both simulate the same motion with the explicit method of order 8 of Dormand and Prince at the same
tolerance: the relative ones natively, the Cartesian ones with compiled terms and LAPACK. The paper
compared two programs on one machine: 6.18 (tracked vehicle) and 5.53 (RSSR).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from sarrus import System, gallery
from sarrus.cartesian import CartesianState, CartesianSystem
from sarrus.system.state import State

RTOL, ATOL = 1e-6, 1e-8
PAPER = {"tracked vehicle": 6.18, "RSSR": 5.53}


def tank() -> tuple[System, State, float]:
    system = gallery.tracked_vehicle().compile(kernels=())
    v = system.velocities_of({"hull.vx": 11.0})
    return system, system.state(system.neutral(), v), 4.0


def rssr() -> tuple[System, State, float]:
    system = gallery.rssr().compile(kernels=())
    return system, system.assemble(), 2.0


def absolute(system: System, state: State) -> tuple[CartesianSystem, CartesianState]:
    """Return the Cartesian solver of the same model, at the same state."""
    found, motion = CartesianSystem(system.model), system.kinematics(state.q, state.v)
    bodies = [body.name for body in system.model.bodies]
    poses = {name: (motion[name].rotation, motion[name].position) for name in bodies}
    speeds = {name: (motion[name].velocity, motion[name].angular_velocity) for name in bodies}
    return found, found.state(poses, speeds)


def best(call: Callable[[], Any], repeats: int) -> tuple[float, Any]:
    """Return the least time of some calls, and the last result."""
    found, least = None, np.inf
    for _ in range(repeats):
        began = time.perf_counter()
        found = call()
        least = min(least, time.perf_counter() - began)
    return least, found


def main() -> None:
    print(f"rtol {RTOL:g}; coordinates (position) and equations of constraints; wall time")
    for name, make in (("tracked vehicle", tank), ("RSSR", rssr)):
        system, start, until = make()
        system.simulate(start, until=until, rtol=RTOL, atol=ATOL, every=0.01)
        ours, run = best(
            lambda s=system, x=start, t=until: s.simulate(x, until=t, rtol=RTOL, atol=ATOL,
                                                          every=0.01), 5)  # fmt: skip
        solver, there = absolute(system, start)
        times = run.t
        theirs, other = best(
            lambda s=solver, x=there, t=until, w=times: s.simulate(x, t, rtol=RTOL, atol=ATOL,
                                                                   times=w), 1)  # fmt: skip
        counts = solver.counts()
        body = system.model.bodies[0].name
        z = np.array([solver.bodies(state)[body].position[2] for state in other.states])
        off = np.max(np.abs(z - np.asarray(run[f"{body}.position.z"])))
        moving, whole = counts.moving, counts.with_ground
        print(
            f"{name}: {system.nq} coordinates, {system.nv} velocities, {system.loops.m} equations"
        )
        print(f"  against {moving.coordinates} coordinates (with ground {whole.coordinates}) and "
              f"{moving.joint_equations} equations of joints")  # fmt: skip
        print(f"  {1e3 * ours:.3g} ms against {theirs:.3g} s: {theirs / ours:.0f} times "
              f"(paper: {PAPER[name]}); height of '{body}' differs by {off:.1e} m")  # fmt: skip


if __name__ == "__main__":
    main()
