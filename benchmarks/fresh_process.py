"""One program in a process of its own: seconds and memory of import, model and run, as JSON.

    python fresh_process.py PROGRAM KIND SIZE FOLDER [KERNELS]

FOLDER: of the arrays of the tree, and of another one that is built before it, so that what a
program loads for its first model is not counted (but with `sarrus_bare`). KERNELS: folder of
compiled kernels of Sarrus; `sarrus_waiting` reads no arrays, and FOLDER is that of kernels.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

CALLS = 100
MODULES = {"drake": "pydrake.multibody.plant"}
"""Those of `programs`, which would import Sarrus."""
MEGABYTE = 2.0**20


def resident() -> float | None:
    """Return the resident memory of this process [MB], None where that is not known."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return None
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


def peak() -> float | None:
    """Return the most resident memory so far [MB], None where that is not known."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    most = next(line for line in lines if line.startswith("VmHWM"))
    return int(most.split()[1]) / 1024.0


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    started = time.perf_counter()
    found = work()
    return found, time.perf_counter() - started


def sarrus(kind: str, n: int, folder: str, kernels: str) -> dict[str, Any]:
    """Import, compile inverse and forward dynamics, and call both."""

    def imported() -> Any:
        from sarrus import System

        return System

    System, seconds = timed(imported)
    found: dict[str, Any] = {"import": seconds, "imported": resident()}
    import plain_trees

    tree, other = read_trees(folder)
    one, another = map(plain_trees.sarrus, (tree.first(1), other))
    empty = not any(Path(kernels).iterdir())
    names = ("inverse_dynamics", "forward_dynamics")

    def before() -> None:
        System(one, cache=kernels)  # the compiler, if needed
        if not empty:
            System(another, cache=kernels, kernels=names)

    found["before"] = timed(before)[1]
    model, found["model"] = timed(lambda: plain_trees.sarrus(tree))
    system, found["analysis"] = timed(lambda: System(model, cache=kernels, kernels=()))
    for name in names:
        found[name] = timed(lambda name=name: system.compiled.kernel(name))[1]
    found["build"] = sum(found[name] for name in ("model", "analysis", *names))
    found["built"] = resident()
    q, v, x = random_state(n)

    def run() -> None:
        for _ in range(CALLS):
            system.inverse_dynamics(q, v, x)
            system.forward_dynamics(q, v, x)

    found |= {"run": timed(run)[1], "ran": resident(), "peak": peak()}
    if empty:
        System(another, cache=kernels, kernels=names)  # for the processes that find them there
    return found


def read_trees(folder: str) -> tuple[Any, Any]:
    """Return the tree and the one that is built before it."""
    from plain_trees import PlainTree

    return PlainTree.load(Path(folder)), PlainTree.load(Path(folder), "other")


def random_state(n: int) -> Any:
    """Return positions, velocities and accelerations or efforts of n joints."""
    import numpy as np

    return np.random.default_rng(0).normal(size=(3, n))


def sarrus_waiting(kind: str, n: int, folder: str) -> dict[str, Any]:
    """Compile code written out for one model, after a system of one body."""
    import trees

    from sarrus import System

    System(trees.model("chain", 1), cache=folder, wait=True)
    model = trees.model(kind, n)
    names = ("inverse_dynamics", "forward_dynamics")
    return {"build": timed(lambda: System(model, cache=folder, kernels=names, wait=True))[1]}


def sarrus_first(folder: str, kernels: str, before: bool = True) -> dict[str, Any]:
    """Compute the inverse dynamics of a tree once; before: after that of another one."""
    import plain_trees

    from sarrus import System

    tree, other = read_trees(folder)

    def once(tree: Any) -> None:
        system = System(plain_trees.sarrus(tree), cache=kernels, kernels=())
        system.inverse_dynamics(*random_state(len(tree)))

    if before:
        once(other)
    return {"first": timed(lambda: once(tree))[1]}


def another_first(program: str, folder: str) -> dict[str, Any]:
    """Compute the inverse dynamics of the tree once, after that of another one."""
    module = import_module(MODULES.get(program, program))
    import plain_trees

    tree, other = read_trees(folder)

    def once(tree: Any) -> None:
        made = getattr(plain_trees, program)(tree)
        FIRST[program](module, made, *random_state(len(tree)))

    once(other)
    return {"first": timed(lambda: once(tree))[1]}


def _pinocchio_first(pin: Any, made: Any, q: Any, v: Any, x: Any) -> None:
    pin.rnea(*made[:2], q, v, x)


def _mujoco_first(mj: Any, made: Any, q: Any, v: Any, x: Any) -> None:
    robot, data, _ = made
    data.qpos[:], data.qvel[:], data.qacc[:] = q, v, x
    mj.mj_inverse(robot, data)


def _drake_first(module: Any, made: Any, q: Any, v: Any, x: Any) -> None:
    from pydrake.multibody.tree import MultibodyForces

    plant, context, _ = made
    forces = MultibodyForces(plant)
    plant.SetPositions(context, q)
    plant.SetVelocities(context, v)
    plant.CalcForceElementsContribution(context, forces)
    plant.CalcInverseDynamics(context, x, forces)


FIRST = {"pinocchio": _pinocchio_first, "mujoco": _mujoco_first, "drake": _drake_first}


def another(program: str, folder: str) -> dict[str, Any]:
    """Import, build the model and its data, and run a little."""
    module, seconds = timed(lambda: import_module(MODULES.get(program, program)))
    found: dict[str, Any] = {"import": seconds, "imported": resident()}
    import plain_trees

    tree, other = read_trees(folder)
    build = getattr(plain_trees, program)
    build(other)
    made, found["build"] = timed(lambda: build(tree))
    found["built"] = resident()
    state = random_state(len(tree))
    programs = {"pinocchio": _pinocchio, "mujoco": _mujoco, "drake": _drake, "exudyn": _exudyn}
    run = programs[program]
    return {
        **found,
        "run": timed(lambda: run(module, made, *state))[1],
        "ran": resident(),
        "peak": peak(),
    }


def _pinocchio(pin: Any, made: Any, q: Any, v: Any, x: Any) -> None:
    robot, data, _ = made
    for _ in range(CALLS):
        pin.rnea(robot, data, q, v, x)
        pin.aba(robot, data, q, v, x)


def _mujoco(mj: Any, made: Any, q: Any, v: Any, x: Any) -> None:
    robot, data, _ = made
    for _ in range(CALLS):
        data.qpos[:], data.qvel[:], data.qacc[:], data.qfrc_applied[:] = q, v, x, x
        mj.mj_inverse(robot, data)
        mj.mj_forward(robot, data)


def _drake(module: Any, made: Any, q: Any, v: Any, x: Any) -> None:
    from pydrake.multibody.tree import MultibodyForces

    plant, context, _ = made
    forces = MultibodyForces(plant)
    plant.get_applied_generalized_force_input_port().FixValue(context, x)
    accelerations = plant.get_generalized_acceleration_output_port()
    for _ in range(CALLS):
        plant.SetPositions(context, q)
        plant.SetVelocities(context, v)
        plant.CalcForceElementsContribution(context, forces)
        plant.CalcInverseDynamics(context, x, forces)
        accelerations.Eval(context)


def _exudyn(exu: Any, mbs: Any, *state: Any) -> None:
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 2
    settings.timeIntegration.endTime = 2e-4
    settings.timeIntegration.verboseMode = 0
    settings.solutionSettings.writeSolutionToFile = False
    settings.linearSolverType = exu.LinearSolverType.EigenSparse
    mbs.SolveDynamic(settings, showHints=False)


if __name__ == "__main__":
    program, kind, size, folder, *kernels = sys.argv[1:]
    if program == "sarrus_waiting":
        result = sarrus_waiting(kind, int(size), folder)
    elif program in ("sarrus_first", "sarrus_bare"):
        result = sarrus_first(folder, *kernels, program == "sarrus_first")
    elif program.endswith("_first"):
        result = another_first(program.removesuffix("_first"), folder)
    elif program == "sarrus":
        result = sarrus(kind, int(size), folder, *kernels)
    else:
        result = another(program, folder)
    print(json.dumps(result))
