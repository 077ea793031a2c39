"""What passes through joints: sides, axes and points agree with each other and with efforts."""

from __future__ import annotations

import numpy as np
import pytest

from closeness import assert_close
from random_trees import random_tree
from sarrus import ModelError
from sarrus.system import System, Wrench
from system.machines import crane, state

REL = 1e-12


@pytest.fixture(scope="module", params=["crane", "zoo"])
def system(request: pytest.FixtureRequest) -> System:
    return System(crane() if request.param == "crane" else random_tree(8, 9), kernels=())


def moved(wrench: Wrench, point: np.ndarray) -> np.ndarray:
    """Return the moment of a wrench in world axes about another point."""
    return wrench.moment + np.cross(wrench.at - point, wrench.force)


def test_efforts_are_the_projections(system: System) -> None:
    """S^T wrench is what the drives and the force elements on the coordinates give together."""
    q, v, vdot = state(system)
    tau = system.inverse_dynamics(q, v, vdot)
    dampers = {e.joint: e for e in system.model.forces if e.type_name == "joint_damper"}
    wrenches = system.wrenches(q, v, vdot)
    scale = np.max(np.abs(tau))
    for joint in system.model.joints:
        rows = system.compiled.layout.v_slice[joint.name]
        S = joint.type.subspace(q[system.compiled.layout.q_slice[joint.name]])
        six = np.concatenate([wrenches[joint.name].force, wrenches[joint.name].moment])
        expected = tau[rows].copy()
        if joint.name in dampers:
            expected -= dampers[joint.name].d * v[rows]
        np.testing.assert_allclose(S.T @ six, expected, rtol=0, atol=REL * scale)


def test_reactions_do_no_work(system: System) -> None:
    q, v, vdot = state(system)
    wrenches, reactions = (f(q, v, vdot) for f in (system.wrenches, system.reactions))
    for joint in system.model.joints:
        S = joint.type.subspace(q[system.compiled.layout.q_slice[joint.name]])
        pair = reactions[joint.name], wrenches[joint.name]
        reaction, wrench = (np.concatenate([w.force, w.moment]) for w in pair)
        scale = max(1.0, np.max(np.abs(wrench)))
        np.testing.assert_allclose(S.T @ reaction, 0.0, atol=REL * scale)


def test_parent_feels_the_opposite(system: System) -> None:
    q, v, vdot = state(system)
    child, parent = (system.wrenches(q, v, vdot, on=on, axes="world") for on in ("child", "parent"))
    for name in child:
        assert_close(-parent[name].force, child[name].force, REL)
        assert_close(-parent[name].moment, moved(child[name], parent[name].at), REL)


def test_axes_are_those_of_the_bodies(system: System) -> None:
    q, v, vdot = state(system)
    poses = system.poses(q)
    world, body = (system.wrenches(q, v, vdot, axes=axes) for axes in ("world", "body"))
    for joint in system.model.joints:
        turn = np.eye(3) if joint.child == "ground" else poses[joint.child].rotation
        own, joint_axes = body[joint.name], system.wrenches(q, v, vdot)[joint.name]
        assert_close(turn @ own.force, world[joint.name].force, REL)
        assert_close(turn @ own.moment, world[joint.name].moment, REL)
        M = np.array(joint.on_child.rotation)
        assert_close(M @ joint_axes.force, own.force, REL)
        np.testing.assert_array_equal(own.at, world[joint.name].at)


def test_any_point_of_reference(system: System) -> None:
    q, v, vdot = state(system)
    point = np.array([1.0, -2.0, 0.5])
    usual = system.wrenches(q, v, vdot, axes="world")
    other = system.wrenches(q, v, vdot, axes="world", at=point)
    for name in usual:
        assert_close(other[name].force, usual[name].force, REL)
        assert_close(other[name].moment, moved(usual[name], point), REL)
        np.testing.assert_array_equal(other[name].at, point)


def test_newtons_law_of_a_body() -> None:
    """The load feels its joint, its weight and the wind, and nothing else."""
    system = System(crane(), kernels=())
    q, v, vdot = state(system)
    load, wind = system.model.body("load"), system.model.forces[-1]
    com = system.point("load", load.com, q, v, vdot)
    force = load.mass * (com.acceleration - np.array(system.model.gravity)) - wind.force
    through = system.wrenches(q, v, vdot, joints=["swivel"], axes="world")["swivel"]
    assert_close(through.force, force, REL)


def test_ground_carries_everything() -> None:
    """All outer forces and the rate of momentum balance at the foundation."""
    system = System(crane(), kernels=())
    q, v, vdot = state(system)
    total = system.momentum(q, v)
    accelerations = np.array(
        [system.point(b.name, b.com, q, v, vdot).acceleration for b in system.model.bodies]
    )
    masses = np.array([b.mass for b in system.model.bodies])
    wind = np.array(system.model.forces[-1].force)
    weight = total.mass * np.array(system.model.gravity)
    foundation = system.wrenches(q, v, vdot, joints=["waist"], axes="world")["waist"]
    assert_close(foundation.force, masses @ accelerations - weight - wind, REL)


def test_chosen_joints_only() -> None:
    system = System(random_tree(3, 10, chain=True), kernels=())
    q, v, vdot = state(system)
    every, last = (system.wrenches(q, v, vdot, joints=joints) for joints in (None, ["j9"]))
    assert list(last) == ["j9"] and len(every) == 10
    np.testing.assert_allclose(last["j9"].force, every["j9"].force, rtol=1e-12)
    costs = {
        len(k.outputs[0].shape) and k.outputs[0].shape[0]: k
        for k in system.compiled.kernels.values()
    }
    assert costs[1].operations < 0.8 * costs[10].operations


def test_several_joints_in_the_order_asked_for() -> None:
    system = System(crane(), kernels=())
    found = system.wrenches(*state(system), joints=["swivel", "waist"])
    every = system.wrenches(*state(system))
    assert list(found) == ["swivel", "waist"]
    for name, wrench in found.items():
        assert_close(wrench.force, every[name].force, REL)
        assert wrench.on == "child" and wrench.axes == "joint"


def test_wrong_words_and_names() -> None:
    system = System(crane(), kernels=())
    motion = state(system)
    with pytest.raises(ModelError, match=r"'wist'.*Did you mean 'waist'"):
        system.wrenches(*motion, joints=["wist"])
    with pytest.raises(ModelError, match=r"'wist'.*Did you mean 'waist'"):
        system.wrenches(*motion)["wist"]
    with pytest.raises(ModelError, match="'both' is none of 'child', 'parent'"):
        system.wrenches(*motion, on="both")
    with pytest.raises(ModelError, match="'earth' is none of"):
        system.reactions(*motion, axes="earth")
    with pytest.raises(ValueError, match="must be 3 numbers"):
        system.wrenches(*motion, at=(1.0, 2.0))
