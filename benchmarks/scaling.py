"""Cost per body of chains and branched trees of 1 to 1,000 bodies, beside other programs.

Ours: the kernels in a native loop, written out or by shared code as `System` chooses; of the mass
matrix, where code is shared, the lower half, as the others make one half only. Pinocchio: `rnea`,
`aba`, `crba`; MuJoCo: `mj_inverse`, `mj_forward` and `mj_kinematics`, `mj_comPos`, `mj_crb`; Drake:
`CalcInverseDynamics`, the accelerations of a plant of continuous time, `CalcMassMatrix`; all less
the same calls on an empty model.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import plain_trees
import processes
import programs
import timing
import trees
from plain_trees import PlainTree
from rows import NOT_INSTALLED, TOO_SHORT, Group, Row, less
from titles import QUANTITIES

from sarrus import System
from sarrus.kernels import Kernel
from sarrus.system.quantities import equations

MATRIX = {"chain": 1000, "branched tree": 300}
"""The most bodies whose mass matrix is made."""
SAME = 1e-6
"""Largest difference to another program, as part of the largest number: chains are badly scaled."""

Calls = dict[str, Callable[[], Any]]


def measured(quick: bool = False) -> Group:
    """Return the times of all sizes; a table for each quantity."""
    notes = [
        "Revolute joints, random axes, points and full inertias. A branched tree hangs each body "
        "on any of those before it. Ours: kernels in a native loop; the others: calls less the "
        "same calls on an empty model.",
        "The mass matrix has n^2 numbers; its cost per body need not be flat.",
    ]
    group = Group("scaling", "From 1 to 1,000 bodies", notes=notes)
    for kind in trees.KINDS:
        for n in trees.SIZES[:4] if quick else trees.SIZES:
            print(f"  {kind} of {n}", file=sys.stderr, flush=True)
            group.rows += one(kind, n, 3 if quick else 7 if n < 1000 else 5)
    return group


def one(kind: str, n: int, rounds: int) -> list[Row]:
    """Return the rows of one tree."""
    model = trees.model(kind, n)
    system = System(model, cache=processes.kernels_of(kind, n), wait=True)
    tree, state = PlainTree.of(model), np.random.default_rng(0).normal(size=(3, n))
    names = QUANTITIES if n <= MATRIX[kind] else QUANTITIES[:2]
    work = {f"ours {name}": m for name, m in ours(system, state, names).items()}
    tau = system.inverse_dynamics(*state)
    missing = {}
    for peer, (calls, module) in PEERS.items():
        missing[peer] = absent(module, n)
        if missing[peer]:
            continue
        here, found = calls(tree, *state)
        same(peer, tau, found)
        empty, _ = calls(nothing(tree), *np.zeros((3, 0)))
        for name in names:
            work[f"{peer} {name}"] = timing.call(here[name])
            work[f"{peer} empty {name}"] = timing.call(empty[name])
    times = timing.interleaved(work, rounds)
    rows = []
    for name in names:
        for peer in PEERS:
            theirs = less(times.get(f"{peer} {name}"), times.get(f"{peer} empty {name}"))
            why = "" if theirs else missing[peer] or TOO_SHORT
            given = {"peer": peer, "theirs": theirs, "missing": why}
            rows.append(Row(name.capitalize(), name, kind, n, times[f"ours {name}"], **given))
    return rows


def ours(
    system: System, state: np.ndarray, names: tuple[str, ...]
) -> dict[str, timing.Measurement]:
    """Return the measurements of our kernels."""
    q, v, x = state
    work = {
        "inverse dynamics": timing.native(system.compiled.kernel("inverse_dynamics"), [q, v, x]),
        "forward dynamics": timing.native(system.compiled.kernel("forward_dynamics"), [q, v, x]),
    }
    if "mass matrix" in names:
        work["mass matrix"] = timing.native(half(system), [q])
    return work


def half(system: System) -> Kernel:
    """Return the kernel of the lower half of the mass matrix, or of all where it is written out."""
    compiler = system.compiled.compiler
    if compiler.prefers_shared("mass_matrix"):
        shapes = {"q": (system.nq,)}
        kernel = compiler.shared_kernel("mass_triangle", shapes, equations.mass)
        if kernel is not None:
            return kernel
    return system.compiled.kernel("mass_matrix")


def absent(module: str, n: int) -> str:
    """Return why a program has no times of n bodies, or nothing."""
    if programs.found(module) is None:
        return NOT_INSTALLED
    if module == "pinocchio" and not programs.pinocchio_fits(n):
        return f"its data need {programs.pinocchio_bytes(n) / 1e9:.0f} GB"
    return ""


def nothing(tree: PlainTree) -> PlainTree:
    """Return the tree without bodies."""
    parts = {name: value[:0] for name, value in vars(tree).items() if name != "gravity"}
    return PlainTree(gravity=tree.gravity, **parts)


def same(peer: str, expected: np.ndarray, found: np.ndarray) -> None:
    """Refuse to time what gives other numbers."""
    error = np.max(np.abs(found - expected)) / np.max(np.abs(expected))
    if not error <= SAME:
        raise SystemExit(f"{peer}: inverse dynamics differs by {error:.1e}")


def pinocchio(tree: PlainTree, q: Any, v: Any, x: Any) -> tuple[Calls, np.ndarray]:
    """Return Pinocchio's calls, and its inverse dynamics in our order."""
    import pinocchio as pin

    robot, data, places = plain_trees.pinocchio(tree)
    q, v, x = (np.array([value[i] for i in np.argsort(places)]) for value in (q, v, x))
    calls = {
        "inverse dynamics": lambda: pin.rnea(robot, data, q, v, x),
        "forward dynamics": lambda: pin.aba(robot, data, q, v, x),
        "mass matrix": lambda: pin.crba(robot, data, q),
    }
    return calls, np.array(pin.rnea(robot, data, q, v, x))[places]


def mujoco(tree: PlainTree, q: Any, v: Any, x: Any) -> tuple[Calls, np.ndarray]:
    """Return MuJoCo's calls, and its inverse dynamics in our order."""
    import mujoco as mj

    robot, data, places = plain_trees.mujoco(tree)
    data.qpos[places], data.qvel[places], data.qacc[places] = q, v, x
    mj.mj_inverse(robot, data)
    found = data.qfrc_inverse[places].copy()
    moved = mj.MjData(robot)
    moved.qpos[places], moved.qvel[places], moved.qfrc_applied[places] = q, v, x

    def matrix() -> None:
        mj.mj_kinematics(robot, moved)
        mj.mj_comPos(robot, moved)
        mj.mj_crb(robot, moved)

    calls = {
        "inverse dynamics": lambda: mj.mj_inverse(robot, data),
        "forward dynamics": lambda: mj.mj_forward(robot, moved),
        "mass matrix": matrix,
    }
    return calls, found


def drake(tree: PlainTree, q: Any, v: Any, x: Any) -> tuple[Calls, np.ndarray]:
    """Return Drake's calls, and its inverse dynamics in our order.

    It remembers what it computed from a state, so that each call sets the state anew; the calls on
    an empty plant, which are taken off, do so too.
    """
    from pydrake.multibody.tree import MultibodyForces

    plant, context, places = plain_trees.drake(tree)
    q, v, x = (np.array([value[i] for i in np.argsort(places)]) for value in (q, v, x))
    state, forces = np.concatenate([q, v]), MultibodyForces(plant)
    if len(tree):
        plant.SetPositionsAndVelocities(context, state)
        plant.CalcForceElementsContribution(context, forces)  # gravity
        plant.get_applied_generalized_force_input_port().FixValue(context, x)
    accelerations = plant.get_generalized_acceleration_output_port()

    def inverse() -> Any:
        plant.SetPositionsAndVelocities(context, state)
        plant.CalcForceElementsContribution(context, forces)
        return plant.CalcInverseDynamics(context, x, forces)

    def forward() -> Any:
        plant.SetPositionsAndVelocities(context, state)
        return accelerations.Eval(context)

    def matrix() -> Any:
        plant.SetPositions(context, q)
        return plant.CalcMassMatrix(context)

    calls = {"inverse dynamics": inverse, "forward dynamics": forward, "mass matrix": matrix}
    found = np.array(inverse())
    return calls, found[places] if len(tree) else found


PEERS = {
    "Pinocchio": (pinocchio, "pinocchio"),
    "MuJoCo": (mujoco, "mujoco"),
    "Drake": (drake, "pydrake"),
}


def tables(group: Group) -> None:
    """Print nanoseconds per body."""
    for name in QUANTITIES:
        rows: list[list[Any]] = [["", "bodies", "Sarrus", *(c for p in PEERS for c in (p, "x"))]]
        found = group.of(name.capitalize())
        for k in range(0, len(found), len(PEERS)):
            row = found[k]
            cells = [row.case, row.size, nano(row.ours, row.size)]
            for other in found[k : k + len(PEERS)]:
                cells += [nano(other.theirs, row.size), timing.times(other.ratio)]
            rows.append(cells)
        print(timing.table(f"\n{name}, nanoseconds per body", rows))


def nano(seconds: Any, n: int) -> str:
    return "n/a" if seconds is None else f"{1e9 * seconds.median / n:.4g}"


if __name__ == "__main__":
    print(timing.heading("Cost per body"))
    tables(measured())
