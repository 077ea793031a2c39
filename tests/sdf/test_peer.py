"""SDF files against Drake's own reader: poses, inverse dynamics and gravity, within 1e-12."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sarrus import Model, load_sdf
from sarrus.dynamics import BaseMotion, Tree
from sarrus.dynamics.inverse import inverse_dynamics
from sarrus.dynamics.kinematics import accelerations, positions, velocities
from sarrus.dynamics.loads import applied_loads
from sarrus.topology import analyze, layout
from sdf.generated import generated

pytestmark = pytest.mark.peer
FEW, MANY = 30, 300


def drake_motion(
    text: str, values: np.ndarray, gravity: tuple[float, ...]
) -> dict[str, np.ndarray]:
    """Return poses of bodies and efforts of joints that Drake computes of a file."""
    pydrake = pytest.importorskip("pydrake.all")
    plant = pydrake.MultibodyPlant(0.0)
    pydrake.Parser(plant).AddModelsFromString(text, "sdf")
    plant.mutable_gravity_field().set_gravity_vector(gravity)  # Drake reads no world
    plant.Finalize()
    context = plant.CreateDefaultContext()
    q, v, a = (
        np.zeros(n) for n in (plant.num_positions(), plant.num_velocities(), plant.num_velocities())
    )
    joints = _joints(plant)
    at = 0
    for name in sorted(joints):
        joint = joints[name]
        for k in range(joint.num_velocities()):
            q[joint.position_start() + k] = values[at]
            v[joint.velocity_start() + k] = values[at + 100]
            a[joint.velocity_start() + k] = values[at + 200]
            at += 1
    plant.SetPositions(context, q)
    plant.SetVelocities(context, v)
    forces = pydrake.MultibodyForces(plant)
    plant.CalcForceElementsContribution(context, forces)
    tau = plant.CalcInverseDynamics(context, a, forces)
    found: dict[str, np.ndarray] = {}
    for name, joint in joints.items():
        start = joint.velocity_start()
        found[f"joint {name}"] = tau[start : start + joint.num_velocities()]
    for index in plant.GetBodyIndices(plant.GetModelInstanceByName("m")) + _inner(plant):
        body = plant.get_body(index)
        X = plant.EvalBodyPoseInWorld(context, body)
        prefix = "inner::" if "inner" in plant.GetModelInstanceName(body.model_instance()) else ""
        found[f"body {prefix}{body.name()}"] = X.GetAsMatrix34()
    return found


def _inner(plant: Any) -> list[Any]:
    if not plant.HasModelInstanceNamed("m::inner"):
        return []
    return list(plant.GetBodyIndices(plant.GetModelInstanceByName("m::inner")))


def _joints(plant: Any) -> dict[str, Any]:
    found = {}
    for index in plant.GetJointIndices():
        joint = plant.get_joint(index)
        # a joint between models belongs, for Drake, to that of its child
        inner = "inner" in plant.GetModelInstanceName(joint.model_instance())
        inner = inner and joint.name() != "bridge"
        if joint.num_velocities():
            found[("inner::" if inner else "") + joint.name()] = joint
    return found


def own_motion(model: Model, values: np.ndarray) -> dict[str, np.ndarray]:
    """Return the same of ours, by the equations on floats."""
    topology = analyze(model)
    order = layout(topology)
    q, v, a = (np.zeros(order.nv) for _ in range(3))
    at = 0
    for name in sorted(name for name, place in order.v_slice.items() if place.stop > place.start):
        for k in range(order.v_slice[name].start, order.v_slice[name].stop):
            q[k], v[k], a[k] = values[at], values[at + 100], values[at + 200]
            at += 1
    where = positions(Tree.of(topology, order), order.add(order.neutral(), q), BaseMotion.at_rest())
    speed = velocities(where, v)
    tau = inverse_dynamics(accelerations(speed, a), applied_loads(speed, 0.0)).tau
    found = {
        f"joint {name}": np.array(tau[place], dtype=float)
        for name, place in order.v_slice.items()
        if place.stop > place.start
    }
    for body in model.bodies:
        X = where.body(body.name)
        found[f"body {body.name}"] = np.column_stack([X.matrix, X.position]).astype(float)
    return found


def compare(i: int) -> None:
    text = generated(i)
    values = np.random.default_rng(i).uniform(-1.0, 1.0, 400)
    model = load_sdf(text)
    ours, theirs = own_motion(model, values), drake_motion(text, values, model.gravity)
    assert ours.keys() == theirs.keys()
    size = max(float(np.max(np.abs(x), initial=1.0)) for x in theirs.values())
    for name, value in theirs.items():
        np.testing.assert_allclose(
            ours[name], value, rtol=1e-12, atol=1e-12 * size, err_msg=f"{i}: {name}"
        )


@pytest.mark.parametrize("i", range(FEW))
def test_drake_reads_the_same(i: int) -> None:
    compare(i)


@pytest.mark.slow
@pytest.mark.parametrize("i", range(FEW, MANY))
def test_drake_reads_the_same_of_many(i: int) -> None:
    compare(i)
