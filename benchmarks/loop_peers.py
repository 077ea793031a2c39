"""Mechanisms with loops in Pinocchio and Exudyn, from the neutral model and the bodies' states.

Every function returns None when the program is not installed.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

import sarrus
from sarrus import System
from sarrus.system import BodyMotion

Drawn = Mapping[str, Any]
Bodies = Mapping[str, BodyMotion]


# Pinocchio ------------------------------------------------------------------------------------


SETTINGS = ((0.0, 1), (1e-10, 1), (1e-10, 10), (1e-8, 10), (1e-6, 30))
"""Proximal damping and most iterations, cheapest first."""


@dataclass(frozen=True)
class PinocchioLoops:
    """A call and its arguments, the same for an empty model, and the accelerations found."""

    call: tuple[Any, ...]
    empty: tuple[Any, ...]
    moved: np.ndarray


def pinocchio(drawn: Drawn, system: System, bodies: Bodies, split: str) -> PinocchioLoops | None:
    """Return `constraintDynamics` of the mechanism at the state of the bodies.

    The loops are closed where ours are, by balls; or, with `split`, by a weld that joins the two
    halves of a link. Of its proximal settings the cheapest that give our accelerations are taken.
    """
    try:
        import pinocchio as pin

        from bench.states import state_of
        from peers.pin_models import to_pinocchio
    except ImportError:
        return None

    cut = {joint.name for joint in system.topology.cuts}
    tree, halves = halved(drawn, split) if split else (without(drawn, cut), {})
    peer = to_pinocchio(sarrus.load(tree))
    own = System(peer.model, cache=None)
    state = state_of(own, _places(bodies, peer.model, halves))
    T, drift = peer.transformation(state.q, state.v)
    models = _welded(pin, peer, halves) if split else _balls(pin, peer, system)
    shown = [_half_of(body.name, halves) for body in system.model.bodies]
    expected = np.array([bodies[body.name].acceleration for body in system.model.bodies])
    moved = np.full_like(expected, np.nan)
    for damping, most in SETTINGS:
        settings = pin.ProximalSettings(1e-12, damping, most)
        call = _call(pin, peer.robot, models, peer.q(state.q), T @ state.v, settings)
        vdot = T.T @ (np.array(call[0](*call[1:])) - drift)
        if not np.all(np.isfinite(vdot)):
            continue  # the next settings may do
        there = own.kinematics(state.q, state.v, vdot)
        moved = np.array([there[name].acceleration for name in shown])
        if np.max(np.abs(moved - expected)) < 1e-7 * np.max(np.abs(expected)):
            break
    nothing = pin.StdVec_RigidConstraintModel()
    empty = _call(pin, pin.Model(), nothing, *np.zeros((2, 0)), settings)
    return PinocchioLoops(call, empty, moved)


def _places(bodies: Bodies, model: Any, halves: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    found = {}
    for body in model.bodies:
        now = bodies[halves.get(body.name, body.name)]
        found[body.name] = {
            "com": now.position,
            "R": now.rotation,
            "v_com": now.velocity,
            "omega": now.angular_velocity,
        }
    return found


def _half_of(name: str, halves: Mapping[str, str]) -> str:
    return next((half for half, whole in halves.items() if whole == name), name)


def _welded(pin: Any, peer: Any, halves: Mapping[str, str]) -> Any:
    models = pin.StdVec_RigidConstraintModel()
    ends, at = [peer.bodies[name] for name in halves], [pin.SE3.Identity()] * 2
    models.append(_constraint(pin, pin.ContactType.CONTACT_6D, peer.robot, ends, at))
    return models


def _balls(pin: Any, peer: Any, system: System) -> Any:
    models = pin.StdVec_RigidConstraintModel()
    for joint in system.topology.cuts:
        ends = [peer.bodies[joint.parent], peer.bodies[joint.child]]
        at = [
            pin.SE3(np.array(pose.transform.matrix), np.array(pose.position))
            for pose in (joint.on_parent, joint.on_child)
        ]
        models.append(_constraint(pin, pin.ContactType.CONTACT_3D, peer.robot, ends, at))
    return models


def _constraint(pin: Any, kind: Any, robot: Any, ends: list[Any], at: list[Any]) -> Any:
    (first, X_1), (second, X_2) = ends
    frame = pin.ReferenceFrame.LOCAL
    return pin.RigidConstraintModel(kind, robot, first, X_1 * at[0], second, X_2 * at[1], frame)


def _call(
    pin: Any, robot: Any, models: Any, q: np.ndarray, v: np.ndarray, settings: Any
) -> tuple[Any, ...]:
    datas = pin.StdVec_RigidConstraintData()
    for model in models:
        datas.append(model.createData())
    data = robot.createData()
    pin.initConstraintDynamics(robot, data, models, datas)
    tau = np.zeros(robot.nv)
    return (pin.constraintDynamics, robot, data, q, v, tau, models, datas, settings)


def without(drawn: Drawn, cut: set[str]) -> dict[str, Any]:
    """Return the drawing without its cut joints."""
    joints = [joint for joint in drawn["joints"] if joint["name"] not in cut]
    return {**drawn, "joints": joints}


def halved(drawn: Drawn, link: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the drawing with a link in two halves of the same shape, and whose halves they are.

    The first keeps the joint that leads to the link; the joint that leads from it to ground is
    turned round.
    """
    tree = copy.deepcopy(dict(drawn))
    names = (f"{link}_first", f"{link}_second")
    whole = next(body for body in tree["bodies"] if body["name"] == link)
    half = {
        **whole,
        "mass": whole["mass"] / 2,
        "inertia_com_body": (np.array(whole["inertia_com_body"]) / 2).tolist(),
    }
    others = [body for body in tree["bodies"] if body["name"] != link]
    tree["bodies"] = [*others, *({**half, "name": name} for name in names)]
    for joint in tree["joints"]:
        if joint["b"] == link:
            joint["b"] = names[0]
        elif joint["a"] == link:
            joint["a"], joint["b"] = joint["b"], names[1]
    return tree, dict.fromkeys(names, link)


# Exudyn ---------------------------------------------------------------------------------------

STEP = 1e-4
COUNTS = (100, 600)


@dataclass(frozen=True)
class ExudynSteps:
    """Seconds and Newton iterations of one implicit step; accelerations after the first step."""

    seconds: float
    iterations: float
    moved: np.ndarray


def exudyn(drawn: Drawn, bodies: Bodies) -> ExudynSteps | None:
    """Return what a step costs with Exudyn's own settings; the accelerations, with tight ones."""
    try:
        import exudyn as exu
    except ImportError:
        return None

    (short, _, _), (long, iterations, _) = (_run(exu, drawn, bodies, n) for n in COUNTS)
    moved = _run(exu, drawn, bodies, 1, tolerance=1e-10)[2]
    return ExudynSteps((long - short) / (COUNTS[1] - COUNTS[0]), iterations / COUNTS[1], moved)


def _run(
    exu: Any, drawn: Drawn, bodies: Bodies, steps: int, tolerance: float | None = None
) -> tuple[float, int, np.ndarray]:
    """Return seconds, Newton iterations and the accelerations at the end."""
    mbs, numbers = _mechanism(exu, drawn, bodies)
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.endTime = steps * STEP
    settings.timeIntegration.verboseMode = 0
    settings.solutionSettings.writeSolutionToFile = False
    settings.linearSolverType = exu.LinearSolverType.EigenDense
    settings.linearSolverSettings.ignoreSingularJacobian = True
    if tolerance is not None:
        settings.timeIntegration.newton.relativeTolerance = tolerance
        settings.timeIntegration.newton.absoluteTolerance = 1e-2 * tolerance
    started = time.perf_counter()
    mbs.SolveDynamic(settings, storeSolver=True)
    seconds = time.perf_counter() - started
    kind = exu.OutputVariableType.Acceleration
    moved = [mbs.GetObjectOutputBody(number, kind, [0.0] * 3) for number in numbers]
    return seconds, mbs.sys["dynamicSolver"].it.newtonStepsCount, np.array(moved)


def _mechanism(exu: Any, drawn: Drawn, bodies: Bodies) -> tuple[Any, list[Any]]:
    """Return the mechanism at the state of the bodies: the drawing's joints, moved with them."""
    from exudyn.utilities import RigidBodyInertia

    mbs = exu.SystemContainer().AddSystem()
    numbers = {"ground": mbs.CreateGround()}
    frames = {"ground": (np.eye(3), np.zeros(3))}
    for body in drawn["bodies"]:
        now = bodies[body["name"]]
        I, R = np.array(body["inertia_com_body"]), np.array(body["R"])
        numbers[body["name"]] = mbs.CreateRigidBody(
            inertia=RigidBodyInertia(body["mass"], I, com=[0.0] * 3),
            referencePosition=now.position,
            referenceRotationMatrix=now.rotation,
            initialVelocity=now.velocity,
            initialAngularVelocity=now.angular_velocity,
            gravity=drawn["gravity"],
        )
        turn = now.rotation @ R.T
        frames[body["name"]] = (turn, now.position - turn @ np.array(body["com"]))
    for joint in drawn["joints"]:
        _joint(mbs, joint, numbers, frames)
    mbs.Assemble()
    return mbs, [numbers[body["name"]] for body in drawn["bodies"]]


def _joint(mbs: Any, joint: Drawn, numbers: Mapping[str, Any], frames: Mapping[str, Any]) -> None:
    ends = [numbers[joint["a"]], numbers[joint["b"]]]
    turns = {end: frames[joint[end]][0] for end in ("a", "b")}
    at = turns["a"] @ np.array(joint["point"]) + frames[joint["a"]][1]
    kind = joint["type"]
    if kind == "spherical":
        mbs.CreateSphericalJoint(bodyNumbers=ends, position=at, useGlobalFrame=True)
    elif kind == "universal":
        axes = np.column_stack(
            [turns["a"] @ np.array(joint["axis_a"]), turns["b"] @ np.array(joint["axis_b"])]
        )
        axes = axes / np.linalg.norm(axes, axis=0)
        third = np.cross(axes[:, 0], axes[:, 1])
        mbs.CreateGenericJoint(
            bodyNumbers=ends,
            position=at,
            rotationMatrixAxes=np.column_stack([axes, third]),
            constrainedAxes=[1, 1, 1, 0, 0, 1],
            useGlobalFrame=True,
        )
    else:
        axis = turns["a"] @ np.array(joint["axis"])
        make = {"revolute": mbs.CreateRevoluteJoint, "prismatic": mbs.CreatePrismaticJoint}[kind]
        make(bodyNumbers=ends, position=at, axis=axis / np.linalg.norm(axis), useGlobalFrame=True)
