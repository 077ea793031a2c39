"""Simulations in MuJoCo, in Pinocchio with RK4 in Python, and in Exudyn, from our numbers.

Each function returns curves of trials still to be run, none when the program is not installed.
A trial returns the seconds of its loop; the model is built before the clock starts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import loop_peers
import numpy as np
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


def mjcf(model: Model, integrator: str) -> str:
    """Return a tree of hinges in MuJoCo's language; bodies have our frames."""
    gravity = _words(model.gravity)
    return (
        f'<mujoco><compiler angle="radian" autolimits="false"/>'
        f'<option integrator="{integrator}" gravity="{gravity}">'
        f'<flag contact="disable" constraint="disable"/></option>'
        f"<worldbody>{_outboard(model, GROUND)}</worldbody></mujoco>"
    )


def _outboard(model: Model, parent: str) -> str:
    text = ""
    for joint in model.joints:
        if joint.parent != parent:
            continue
        if joint.type.type_name != "revolute":
            raise ValueError(f"joint '{joint.name}' is no hinge")
        body = model.body(joint.child)
        F, M = joint.on_parent, joint.on_child
        R = np.array(F.rotation) @ np.array(M.rotation).T
        position = np.array(F.position) - R @ np.array(M.position)
        I = np.array(body.inertia)
        inertia = I[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        text += (
            f'<body name="{body.name}" pos="{_words(position)}" '
            f'xyaxes="{_words([*R[:, 0], *R[:, 1]])}">'
            f'<joint name="{joint.name}" type="hinge" pos="{_words(M.position)}" '
            f'axis="{_words(np.array(M.rotation)[:, 2])}"/>'
            f'<inertial mass="{body.mass!r}" pos="{_words(body.com)}" '
            f'fullinertia="{_words(inertia)}"/>'
            f"{_outboard(model, body.name)}</body>"
        )
    return text


def _words(values: Any) -> str:
    return " ".join(repr(float(value)) for value in values)


def mujoco_loop_curves(
    system: System, start: State, every: float, samples: int, point: Any, counts: Sequence[int]
) -> list[Curve]:
    """Return RK4 with the loops of a system closed by MuJoCo's soft `connect` constraints.

    point: (body, place in its frame, axes). A hinge that is cut becomes two balls on its axis. The
    constraints are as stiff as the step allows (time constant 2 h), so that they converge with it.
    """
    try:
        import mujoco
    except ImportError:
        return []

    began = time.perf_counter()
    robot = mujoco.MjModel.from_xml_string(loop_mjcf(system))
    data = mujoco.MjData(robot)
    curve = Curve("MuJoCo", "RK4", setup=time.perf_counter() - began)
    speeds = {name: start.v[place] for name, place in system.layout.v_slice.items()}
    body, at, axes = robot.body(point[0]).id, point[1], list(point[2])

    def trial(n: int) -> tuple[float, np.ndarray] | None:
        mujoco.mj_resetData(robot, data)
        robot.opt.timestep = every / n
        robot.eq_solref[:, 0] = 2.0 * every / n
        for name, values in speeds.items():
            for k, value in enumerate(values):
                data.qvel[robot.joint(f"{name}.{k}").dofadr[0]] = value
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


def loop_mjcf(system: System) -> str:
    """Return a mechanism of hinges, slides and Cardan joints with its cuts as `connect`s."""
    model = system.model
    closed = ""
    for joint in system.topology.cuts:
        R, p = np.array(joint.on_child.rotation), np.array(joint.on_child.position)
        shifts = {"spherical": (0.0,), "revolute": (-0.5, 0.5)}[joint.type.type_name]
        for shift in shifts:
            anchor = p + shift * R[:, 2]
            other = "world" if joint.parent == GROUND else joint.parent
            closed += (
                f'<connect body1="{joint.child}" body2="{other}" anchor="{_words(anchor)}" '
                f'solimp="0.9999 0.9999 0.001 0.5 2"/>'
            )
    return (
        f'<mujoco><compiler angle="radian" autolimits="false"/>'
        f'<option integrator="RK4" gravity="{_words(model.gravity)}" tolerance="1e-14" '
        f'iterations="100"><flag contact="disable"/></option>'
        f"<worldbody>{_carried(system, -1)}</worldbody><equality>{closed}</equality></mujoco>"
    )


def _carried(system: System, parent: int) -> str:
    text = ""
    for i, branch in enumerate(system.topology.branches):
        if system.topology.parent[i] != parent:
            continue
        body = system.model.body(branch.outboard)
        X = body.pose.transform
        if parent >= 0:
            inboard = system.topology.branches[parent].outboard
            X = system.model.body(inboard).pose.transform.inverse @ X
        R, I = X.matrix, np.array(body.inertia)
        inertia = I[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        text += (
            f'<body name="{body.name}" pos="{_words(X.position)}" '
            f'xyaxes="{_words([*R[:, 0], *R[:, 1]])}">{_axes(branch)}'
            f'<inertial mass="{body.mass!r}" pos="{_words(body.com)}" '
            f'fullinertia="{_words(inertia)}"/>{_carried(system, i)}</body>'
        )
    return text


def _axes(branch: Any) -> str:
    """Return the axes of a joint in the frame of the outboard body, as in the drawing."""
    kind, name = branch.joint.type.type_name, branch.joint.name
    M = branch.on_outboard
    R, sign = np.array(M.rotation), -1.0 if branch.reversed else 1.0
    axes = {"revolute": [2], "prismatic": [2], "universal": [0, 1]}[kind]
    word = "slide" if kind == "prismatic" else "hinge"
    return "".join(
        f'<joint name="{name}.{k}" type="{word}" pos="{_words(M.position)}" '
        f'axis="{_words(sign * R[:, axis])}"/>'
        for k, axis in enumerate(axes)
    )


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


@dataclass(frozen=True)
class Traced:
    """A point of a body of the drawing, in world coordinates at the start."""

    body: str
    at: tuple[float, float, float]
    axes: tuple[int, ...]

    def within(self, drawn: Mapping[str, Any]) -> np.ndarray:
        """Return the point in the frame of the body, which is at its centre of mass."""
        return _local(_body(drawn, self.body), self.at)


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
        mbs, bodies = (_planar if planar else _spatial)(exu, drawn, relaxed)
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


def _body(drawn: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    if name == GROUND:
        return {"com": np.zeros(3), "R": np.eye(3)}
    return next(body for body in drawn["bodies"] if body["name"] == name)


def _local(body: Mapping[str, Any], point: Any) -> np.ndarray:
    return np.array(body["R"]).T @ (np.array(point) - np.array(body["com"]))


def _spatial(exu: Any, drawn: Mapping[str, Any], relaxed: str) -> tuple[Any, dict[str, Any]]:
    from exudyn.utilities import RigidBodyInertia

    mbs = exu.SystemContainer().AddSystem()
    numbers = {GROUND: mbs.CreateGround()}
    for body in drawn["bodies"]:
        I = np.array(body["inertia_com_body"])
        numbers[body["name"]] = mbs.CreateRigidBody(
            inertia=RigidBodyInertia(body["mass"], I, com=[0.0] * 3),
            referencePosition=body["com"],
            referenceRotationMatrix=np.array(body["R"]),
            initialVelocity=body["v_com"],
            initialAngularVelocity=body["omega_world"],
            gravity=drawn["gravity"],
        )
    standing = dict.fromkeys(numbers, (np.eye(3), np.zeros(3)))
    for joint in drawn["joints"]:
        if joint["name"] == relaxed:
            _relaxed_hinge(mbs, joint, numbers)
        else:
            loop_peers._joint(mbs, joint, numbers, standing)
    _loads(mbs, drawn, numbers)
    return mbs, numbers


def _relaxed_hinge(mbs: Any, joint: Mapping[str, Any], numbers: Mapping[str, Any]) -> None:
    z = np.array(joint["axis"]) / np.linalg.norm(joint["axis"])
    x = np.cross(np.eye(3)[np.argmin(np.abs(z))], z)
    mbs.CreateGenericJoint(
        bodyNumbers=[numbers[joint["a"]], numbers[joint["b"]]],
        position=joint["point"],
        rotationMatrixAxes=np.column_stack([x, np.cross(z, x), z]),
        constrainedAxes=[1, 1, 1, 0, 1, 0],
        useGlobalFrame=True,
    )


def _planar(exu: Any, drawn: Mapping[str, Any], relaxed: str) -> tuple[Any, dict[str, Any]]:
    """The drawing in the plane x, y: three coordinates for each body, hinges of two equations."""
    from exudyn import itemInterface

    mbs = exu.SystemContainer().AddSystem()
    numbers = {GROUND: mbs.CreateGround()}
    for body in drawn["bodies"]:
        x, y, _ = body["com"]
        angle = np.arctan2(body["R"][1][0], body["R"][0][0])
        rates = [*body["v_com"][:2], body["omega_world"][2]]
        node = itemInterface.NodeRigidBody2D(
            referenceCoordinates=[x, y, angle], initialVelocities=rates
        )
        numbers[body["name"]] = mbs.AddObject(
            itemInterface.ObjectRigidBody2D(
                physicsMass=body["mass"],
                physicsInertia=body["inertia_com_body"][2][2],
                nodeNumber=mbs.AddNode(node),
            )
        )
    for joint in drawn["joints"]:
        if joint["type"] != "revolute":
            raise ValueError(f"joint '{joint['name']}' is no hinge")
        markers = [
            mbs.AddMarker(
                itemInterface.MarkerBodyPosition(
                    bodyNumber=numbers[joint[end]],
                    localPosition=_local(_body(drawn, joint[end]), joint["point"]),
                )
            )
            for end in "ab"
        ]
        mbs.AddObject(itemInterface.ObjectJointRevolute2D(markerNumbers=markers))
    _loads(mbs, drawn, numbers)
    return mbs, numbers


def _loads(mbs: Any, drawn: Mapping[str, Any], numbers: Mapping[str, Any]) -> None:
    for load in drawn["loads"]:
        ends = [numbers[load["a"]], numbers[load["b"]]]
        if load["type"] == "spring_damper":
            places = [_local(_body(drawn, load[end]), load[f"point_{end}"]) for end in "ab"]
            mbs.CreateSpringDamper(
                bodyNumbers=ends,
                localPosition0=places[0],
                localPosition1=places[1],
                referenceLength=load["L0"],
                stiffness=load["k"],
                damping=load["c"],
            )
        elif load["type"] == "joint_torque" and load["a"] == GROUND:
            mbs.CreateTorque(
                bodyNumber=ends[1],
                loadVector=list(load["tau"] * np.array(load["axis"])),
                bodyFixed=False,
            )
        else:
            raise ValueError(f"no load '{load['type']}' here")
