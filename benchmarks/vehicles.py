"""CHK-C02: relative against Cartesian coordinates on the examples of paper 1, in wall time.

Both simulate the same motion with the explicit method of order 8 of Dormand and Prince at the same
tolerance: the relative ones natively, the Cartesian ones with compiled terms and LAPACK. The paper
compared two programs on one machine: 6.18 (tracked vehicle) and 5.53 (RSSR).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import timing
from rows import Group, Row

from sarrus import System, gallery
from sarrus.cartesian import CartesianState, CartesianSystem
from sarrus.system.state import State

RTOL, ATOL = 1e-6, 1e-8
PAPER = {"tracked vehicle": 6.18, "RSSR": 5.53}


def tank() -> tuple[System, State, float]:
    system = gallery.tracked_vehicle(track=False).compile(kernels=())
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


def measured(quick: bool = False) -> Group:
    """Return the times of both formulations."""
    notes = [f"Both by Dormand and Prince's method of order 8, rtol {RTOL:g}; see check CHK-C02."]
    group = Group("vehicles", "Relative against Cartesian coordinates, examples of paper 1",
                  notes=notes)  # fmt: skip
    for name, make in list(EXAMPLES.items())[1 if quick else 0 :]:
        system, start, until = make()
        group.rows.append(one(name, system, start, until, 1 if quick else 3))
    return group


def one(name: str, system: System, start: State, until: float, rounds: int) -> Row:
    """Return the row of one example; its error is the difference of heights of the first body."""
    how = {"rtol": RTOL, "atol": ATOL}
    run = system.simulate(start, until=until, every=0.01, **how)
    solver, there = absolute(system, start)
    found: list[Any] = []
    work = {
        "ours": timing.once(lambda: system.simulate(start, until=until, every=0.01, **how)),
        "theirs": timing.once(
            lambda: found.append(solver.simulate(there, until, times=run.t, **how))
        ),
    }
    times = timing.interleaved(work, rounds)
    body = system.model.bodies[0].name
    z = np.array([solver.bodies(state)[body].position[2] for state in found[-1].states])
    off = float(np.max(np.abs(z - np.asarray(run[f"{body}.position.z"]))))
    n = len(system.model.bodies)
    given = {"peer": "Cartesian", "theirs": times["theirs"], "error": off}
    return Row("Motion in time", "whole call", name, n, times["ours"], **given)


EXAMPLES: dict[str, Callable[[], tuple[System, State, float]]] = {
    "tracked vehicle": tank,
    "RSSR": rssr,
}


def main() -> None:
    print(f"rtol {RTOL:g}; coordinates (position) and equations of constraints; wall time")
    for name, row in zip(EXAMPLES, measured().rows, strict=True):
        system, start, _ = EXAMPLES[name]()
        counts = absolute(system, start)[0].counts()
        moving, whole = counts.moving, counts.with_ground
        print(
            f"{name}: {system.nq} coordinates, {system.nv} velocities, "
            f"{system.compiled.loops.m} equations"
        )
        print(f"  against {moving.coordinates} coordinates (with ground {whole.coordinates}) and "
              f"{moving.joint_equations} equations of joints")  # fmt: skip
        body = system.model.bodies[0].name
        print(f"  {1e3 * row.ours.median:.3g} ms against {row.theirs.median:.3g} s: "
              f"{row.ratio:.0f} times (paper: {PAPER[name]}); "
              f"height of '{body}' differs by {row.error:.1e} m")  # fmt: skip


if __name__ == "__main__":
    main()
