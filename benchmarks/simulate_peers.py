"""Simulations in MuJoCo, in Pinocchio with RK4 in Python, and in Exudyn, from our numbers.

Each function returns curves of trials still to be run, none when the program is not installed.
A trial returns the seconds of its loop; the model is built before the clock starts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import exudyn_models
import numpy as np
from exudyn_models import Traced
from mujoco_models import loop_mjcf, mjcf
from work_precision import Curve

from sarrus import Model, State, System
from sarrus.model import GROUND

Path = Callable[[np.ndarray], np.ndarray]
"""From joint coordinates at the samples, one row each, to the path that is compared."""


# MuJoCo ---------------------------------------------------------------------------------------


def mujoco_curves(
    model: Model, every: float, samples: int, path: Path, counts: Sequence[int]
) -> list[Curve]:
    """Return RK4 and Euler (semi-implicit) from rest; counts: steps between two samples."""
    try:
        import mujoco
    except ImportError:
        return []

    mujoco.set_mju_user_warning(lambda message: None)  # of steps too large; no log file
    curves = []
    for method in ("RK4", "Euler"):
        began = time.perf_counter()
        robot = mujoco.MjModel.from_xml_string(mjcf(model, method))
        data = mujoco.MjData(robot)
        curve = Curve("MuJoCo", method, setup=time.perf_counter() - began)

        def trial(n: int, robot: Any = robot, data: Any = data) -> tuple[float, np.ndarray]:
            mujoco.mj_resetData(robot, data)
            robot.opt.timestep = every / n
            q = np.zeros((samples + 1, robot.nq))
            began = time.perf_counter()
            for k in range(1, samples + 1):
                mujoco.mj_step(robot, data, n)
                q[k] = data.qpos
            return time.perf_counter() - began, path(q)

        for n in counts:
            curve.add(partial(trial, n))
        curves.append(curve)
    return curves


def mujoco_loop_curves(
    system: System,
    start: State,
    every: float,
    samples: int,
    point: Any,
    counts: Sequence[int],
    loads: Sequence[Mapping[str, Any]] = (),
) -> list[Curve]:
    """Return RK4 with the loops of a system closed by MuJoCo's soft `connect` constraints.

    point: (body, place in its frame, axes); loads: springs, and torques from ground. The
    constraints are as stiff as the step allows (time constant 2 h), so that they converge with it.
    """
    try:
        import mujoco
    except ImportError:
        return []

    began = time.perf_counter()
    springs = [load for load in loads if load["type"] == "spring_damper"]
    torques = [load for load in loads if load["type"] == "joint_torque"]
    if len(springs) + len(torques) < len(loads) or any(x["a"] != GROUND for x in torques):
        raise ValueError(f"no loads like {loads} here")
    robot = mujoco.MjModel.from_xml_string(loop_mjcf(system, springs))
    data = mujoco.MjData(robot)
    curve = Curve("MuJoCo", "RK4", setup=time.perf_counter() - began)
    speeds = {name: start.v[place] for name, place in system.compiled.layout.v_slice.items()}
    body, at, axes = robot.body(point[0]).id, point[1], list(point[2])

    def trial(n: int) -> tuple[float, np.ndarray] | None:
        mujoco.mj_resetData(robot, data)
        robot.opt.timestep = every / n
        robot.eq_solref[:, 0] = 2.0 * every / n
        for name, values in speeds.items():
            for k, value in enumerate(values):
                data.qvel[robot.joint(f"{name}.{k}").dofadr[0]] = value
        for load in torques:
            body_there = robot.body(load["b"]).id
            data.xfrc_applied[body_there, 3:] += load["tau"] * np.array(load["axis"])
        mujoco.mj_forward(robot, data)
        path = np.zeros((samples + 1, 3))
        path[0] = data.xpos[body] + data.xmat[body].reshape(3, 3) @ at
        began = time.perf_counter()
        for k in range(1, samples + 1):
            mujoco.mj_step(robot, data, n)
            path[k] = data.xpos[body] + data.xmat[body].reshape(3, 3) @ at
        seconds = time.perf_counter() - began
        return (seconds, path[:, axes]) if np.all(np.isfinite(path)) else None

    for n in counts:
        curve.add(partial(trial, n))
    return [curve]


# Pinocchio ------------------------------------------------------------------------------------


def pinocchio_curves(
    model: Model, every: float, samples: int, path: Path, counts: Sequence[int]
) -> list[Curve]:
    """Return RK4 in Python with `pin.aba`, from rest."""
    try:
        import pinocchio as pin

        from peers.pin_models import to_pinocchio
    except ImportError:
        return []

    began = time.perf_counter()
    peer = to_pinocchio(model)
    robot, data, n = peer.robot, peer.data, peer.robot.nv
    curve = Curve("Pinocchio", "RK4", setup=time.perf_counter() - began)
    tau = np.zeros(n)

    def slope(y: np.ndarray) -> np.ndarray:
        v = y[n:]
        return np.concatenate((v, pin.aba(robot, data, y[:n], v, tau)))

    def trial(steps: int) -> tuple[float, np.ndarray]:
        h = every / steps
        y, q = np.zeros(2 * n), np.zeros((samples + 1, n))
        began = time.perf_counter()
        for k in range(1, samples + 1):
            for _ in range(steps):
                k1 = slope(y)
                k2 = slope(y + (0.5 * h) * k1)
                k3 = slope(y + (0.5 * h) * k2)
                k4 = slope(y + h * k3)
                y = y + (h / 6.0) * (k1 + 2.0 * (k2 + k3) + k4)
            q[k] = y[:n]
        return time.perf_counter() - began, path(q)

    for steps in counts:
        curve.add(partial(trial, steps))
    return [curve]


# Exudyn ---------------------------------------------------------------------------------------

SOLVERS = {"generalized-alpha": "GeneralizedAlpha", "trapezoidal": "TrapezoidalIndex2"}


def exudyn_curves(
    drawn: Mapping[str, Any],
    traced: Traced,
    every: float,
    samples: int,
    counts: Sequence[int],
    planar: bool,
    relaxed: str,
) -> list[Curve]:
    """Return both implicit solvers from the state of the drawing.

    planar: bodies and hinges are those of the plane; relaxed: a hinge that keeps one of its two
    equations of rotation, because the loop makes the other redundant.
    """
    try:
        import exudyn as exu
        from exudyn import itemInterface
    except ImportError:
        return []

    def built() -> tuple[Any, int]:
        mbs, bodies = (exudyn_models.planar if planar else exudyn_models.spatial)(
            exu, drawn, relaxed
        )
        sensor = mbs.AddSensor(
            itemInterface.SensorBody(
                bodyNumber=bodies[traced.body],
                localPosition=list(traced.within(drawn)),
                storeInternal=True,
                outputVariableType=exu.OutputVariableType.Position,
            )
        )
        mbs.Assemble()
        return mbs, sensor

    def trial(solver: str, n: int) -> tuple[float, np.ndarray] | None:
        mbs, sensor = built()
        settings = _settings(exu, every, samples, n)
        kind = getattr(exu.DynamicSolverType, solver)
        began = time.perf_counter()
        try:
            mbs.SolveDynamic(settings, solverType=kind, showHints=False)
        except ValueError:  # no convergence
            return None
        seconds = time.perf_counter() - began
        found = mbs.GetSensorStoredData(sensor)
        if len(found) != samples + 1:
            return None
        return seconds, found[:, [1 + axis for axis in traced.axes]]

    built()  # loads what it needs
    began = time.perf_counter()
    built()
    setup = time.perf_counter() - began
    curves = [Curve("Exudyn", method, setup=setup) for method in SOLVERS]
    for curve in curves:
        for n in counts:
            curve.add(partial(trial, SOLVERS[curve.method], n))
    return curves


def _settings(exu: Any, every: float, samples: int, n: int) -> Any:
    """The fastest of a few: dense factors, kept through a step's Newton iterations.

    Tolerances are a tenth of its own, with which Andrews' squeezer stops converging at 2e-6.
    """
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = samples * n
    settings.timeIntegration.endTime = samples * every
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.timeIntegration.newton.relativeTolerance = 1e-9
    settings.timeIntegration.newton.absoluteTolerance = 1e-11
    settings.linearSolverType = exu.LinearSolverType.EXUdense
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsWritePeriod = every
    return settings
