"""One program in a process of its own: seconds and memory of import, model and run, as JSON.

    python fresh_process.py PROGRAM KIND SIZE FOLDER

FOLDER: of compiled kernels for Sarrus; the others read the arrays of the tree in it.
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


def sarrus(kind: str, n: int, folder: str) -> dict[str, Any]:
    """Import, compile inverse and forward dynamics, and call both."""

    def imported() -> Any:
        from sarrus import System

        return System

    System, seconds = timed(imported)
    found: dict[str, Any] = {"import": seconds}
    import numpy as np
    import trees

    found["imported"] = resident()
    small = trees.model("chain", 1)
    found["before"] = timed(lambda: System(small, cache=folder))[1]  # the compiler, if needed
    model = trees.model(kind, n)
    system, found["analysis"] = timed(lambda: System(model, cache=folder, kernels=()))
    for name in ("inverse_dynamics", "forward_dynamics"):
        found[name] = timed(lambda name=name: system.compiled.kernel(name))[1]
    found["build"] = found["analysis"] + found["inverse_dynamics"] + found["forward_dynamics"]
    found["built"] = resident()
    q, v, x = np.random.default_rng(0).normal(size=(3, n))

    def run() -> None:
        for _ in range(CALLS):
            system.inverse_dynamics(q, v, x)
            system.forward_dynamics(q, v, x)

    return {**found, "run": timed(run)[1], "ran": resident(), "peak": peak()}


def sarrus_waiting(kind: str, n: int, folder: str) -> dict[str, Any]:
    """Compile code written out for one model, after a system of one body."""
    import trees

    from sarrus import System

    System(trees.model("chain", 1), cache=folder, wait=True)
    model = trees.model(kind, n)
    names = ("inverse_dynamics", "forward_dynamics")
    return {"build": timed(lambda: System(model, cache=folder, kernels=names, wait=True))[1]}


def sarrus_first(kind: str, n: int, folder: str, before: bool = True) -> dict[str, Any]:
    """Compute the inverse dynamics of a chain once; before: after that of another chain."""
    import numpy as np
    import trees

    from sarrus import System

    model = trees.model(kind, n)
    state = np.random.default_rng(0).normal(size=(3, n))
    if before:
        other = trees.model(kind, 9)
        System(other, cache=folder, kernels=()).inverse_dynamics(*state[:, :1].repeat(9, axis=1))
    call = lambda: System(model, cache=folder, kernels=()).inverse_dynamics(*state)  # noqa: E731
    return {"first": timed(call)[1]}


def another_first(program: str, folder: str) -> dict[str, Any]:
    """Compute the inverse dynamics of the tree once, after that of another one."""
    module = import_module(MODULES.get(program, program))
    import numpy as np
    import plain_trees

    tree = plain_trees.PlainTree.load(Path(folder) / "tree.npz")
    few = plain_trees.PlainTree(
        gravity=tree.gravity,
        **{name: value[:5] for name, value in vars(tree).items() if name != "gravity"},
    )

    def once(tree: Any) -> None:
        made = getattr(plain_trees, program)(tree)
        state = np.random.default_rng(0).normal(size=(3, len(tree)))
        FIRST[program](module, made, *state)

    once(few)
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
    import numpy as np
    import plain_trees

    tree = plain_trees.PlainTree.load(Path(folder) / "tree.npz")
    made, found["build"] = timed(lambda: getattr(plain_trees, program)(tree))
    found["built"] = resident()
    state = np.random.default_rng(0).normal(size=(3, len(tree)))
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
    program, kind, size, folder = sys.argv[1:]
    if program == "sarrus_waiting":
        result = sarrus_waiting(kind, int(size), folder)
    elif program in ("sarrus_first", "sarrus_bare"):
        result = sarrus_first(kind, int(size), folder, program == "sarrus_first")
    elif program.endswith("_first"):
        result = another_first(program.removesuffix("_first"), folder)
    elif program == "sarrus":
        result = sarrus(kind, int(size), folder)
    else:
        result = another(program, folder)
    print(json.dumps(result))
