"""Energy, power and momentum (CHK-D13 and the identities of mechanics)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from closeness import assert_close
from dynamics.floats import State, random_state, state_of
from random_trees import USUAL, random_tree
from sarrus import analysis
from sarrus.dynamics.energy import (
    about_com,
    dissipation,
    element_energy,
    first_moment,
    gravity_energy,
    kinetic_energy,
    momentum,
)
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.model import GROUND, Model
from sarrus.model.forces import ForceElement, JointDamper, PointForce, SpringDamper
from sarrus.model.joints import Free
from sarrus.model.pose import vector3

seeds, sizes = st.integers(0, 10**6), st.integers(1, 7)


def with_forces(model: Model, seed: int) -> Model:
    """Add a spring with damper, one to ground, a constant force, and damping of all coordinates."""
    rng = np.random.default_rng(seed)
    names = [body.name for body in model.bodies]

    def point() -> tuple[float, float, float]:
        return vector3(rng.uniform(-1, 1, 3))

    forces: list[ForceElement] = [
        SpringDamper("to ground", GROUND, names[-1], point(), point(), 40.0, 2.0, 0.3),
        PointForce("pull", names[0], point(), vector3(rng.normal(size=3))),
    ]
    if len(names) > 1:
        forces.append(SpringDamper("inside", names[0], names[-1], point(), point(), 25.0, 1.0, 0.7))
    for joint in model.joints:
        for k in range(joint.type.nv):
            forces.append(JointDamper(f"{joint.name} {k}", joint.name, 0.3, k))
    return replace(model, forces=tuple(forces))


def energy(state: State) -> float:
    stored = gravity_energy(state.where) + element_energy(state.speed, 0.0)
    return kinetic_energy(state.speed) + stored


@given(seeds, sizes)
def test_kinetic_energy_is_that_of_the_bodies(seed: int, n: int) -> None:
    state = random_state(seed, n)
    bodies, total = state.newton_euler.bodies, 0.0
    for body in state.model.bodies:
        c = state.newton_euler.center(body.name, bodies)
        J = c.R @ np.array(body.inertia) @ c.R.T
        total += 0.5 * body.mass * c.v @ c.v + 0.5 * c.w @ J @ c.w
    assert kinetic_energy(state.speed) == pytest.approx(total, rel=1e-12)


@given(seeds, sizes)
def test_gravity_energy_and_first_moment_are_those_of_the_bodies(seed: int, n: int) -> None:
    state = random_state(seed, n)
    bodies = state.newton_euler.bodies
    centers = {b.name: state.newton_euler.center(b.name, bodies).r for b in state.model.bodies}
    moment = sum(body.mass * centers[body.name] for body in state.model.bodies)
    mass, found = first_moment(state.where)
    assert mass == pytest.approx(sum(body.mass for body in state.model.bodies), rel=1e-14)
    assert found == pytest.approx(moment, abs=1e-12)
    expected = -np.array(state.model.gravity) @ moment
    assert gravity_energy(state.where) == pytest.approx(expected, abs=1e-11)


@given(seeds, sizes)
def test_CHK_D13_power_balance(seed: int, n: int) -> None:
    """dE/dt = v.tau - heat: along the motion, by differences, for any efforts."""
    model = with_forces(random_tree(seed, n), seed)
    state = state_of(model, seed)
    power = state.inverse.tau @ state.v - dissipation(state.speed, 0.0)
    slope = state.rate(lambda s: np.array(energy(s)))
    scale = 1.0 + abs(power) + np.abs(state.inverse.tau) @ np.abs(state.v)
    assert slope == pytest.approx(power, abs=1e-7 * scale)


@given(seeds, sizes)
def test_CHK_D13_energy_is_kept_without_drives_and_dampers(seed: int, n: int) -> None:
    state = random_state(seed, n)
    falling = state.at(vdot=state.hybrid(np.zeros(state.layout.nv)).vdot)
    slope = falling.rate(lambda s: np.array(energy(s)), h=1e-6)
    exchange = np.abs(falling.vdot) @ np.abs(mass_matrix(state.where)) @ np.abs(state.v)
    assert slope == pytest.approx(0.0, abs=1e-6 * (1.0 + exchange))


@given(seeds, sizes)
def test_heat_is_never_negative(seed: int, n: int) -> None:
    state = state_of(with_forces(random_tree(seed, n), seed), seed)
    assert dissipation(state.speed, 0.0) >= 0.0
    assert dissipation(state.at(v=np.zeros_like(state.v)).speed, 0.0) == 0.0


# Momentum -----------------------------------------------------------------------------------


def floating(seed: int, n: int, gravity: tuple[float, ...]) -> State:
    """A tree of which one body, and only that one, is free in space; the rest hangs on it."""
    kinds = tuple(name for name in USUAL if name != "free")
    tree = random_tree(seed, n, kinds, gravity=gravity)
    joints, held = [], False
    for joint in tree.joints:
        if GROUND not in (joint.parent, joint.child):
            joints.append(joint)
        elif not held:
            joints.append(replace(joint, type=Free()))
            held = True
        else:
            ends = {"parent": joint.parent, "child": joint.child}
            moved = {side: "b0" if end == GROUND else end for side, end in ends.items()}
            joints.append(replace(joint, **moved))
    return state_of(replace(tree, joints=tuple(joints)), seed)


@given(seeds, sizes)
def test_momentum_is_that_of_the_bodies(seed: int, n: int) -> None:
    state = random_state(seed, n)
    bodies, linear, angular = state.newton_euler.bodies, np.zeros(3), np.zeros(3)
    for body in state.model.bodies:
        c = state.newton_euler.center(body.name, bodies)
        J = c.R @ np.array(body.inertia) @ c.R.T
        linear = linear + body.mass * c.v
        angular = angular + np.cross(c.r, body.mass * c.v) + J @ c.w
    total = momentum(state.speed)
    assert total == pytest.approx(np.concatenate([linear, angular]), abs=1e-11)
    mass, moment = first_moment(state.where)
    com = moment / mass
    assert about_com(total, com)[3:6] == pytest.approx(angular - np.cross(com, linear), abs=1e-11)


@given(seeds, sizes)
def test_momentum_of_a_floating_tree_is_constant(seed: int, n: int) -> None:
    """Internal efforts of any size change neither linear nor angular momentum."""
    state = floating(seed, n, (0.0, 0.0, 0.0))
    base = next(joint for joint in state.model.joints if joint.type == Free())
    tau = 5.0 * np.random.default_rng(seed).normal(size=state.layout.nv)
    tau[state.layout.v_slice[base.name]] = 0.0
    moving = state.at(vdot=state.hybrid(tau).vdot)
    slope = moving.rate(lambda s: momentum(s.speed))
    scale = 1.0 + np.max(np.abs(moving.vdot)) + np.max(np.abs(momentum(state.speed)))
    assert slope == pytest.approx(np.zeros(6), abs=1e-6 * scale)
    exact = sum(
        moving.newton_euler.inertial(b.name, moving.newton_euler.bodies) for b in state.model.bodies
    )
    assert exact == pytest.approx(np.zeros(6), abs=1e-9 * scale)


@pytest.mark.parametrize("seed", range(10))
def test_momentum_of_a_floating_tree_grows_with_its_weight(seed: int) -> None:
    state = floating(seed, 5, (1.0, -2.0, -9.0))
    falling = state.at(vdot=state.hybrid(np.zeros(state.layout.nv)).vdot)
    mass, moment = first_moment(state.where)
    weight = mass * np.array((1.0, -2.0, -9.0))
    expected = np.concatenate([weight, np.cross(moment / mass, weight)])
    slope = falling.rate(lambda s: momentum(s.speed))
    assert slope == pytest.approx(expected, abs=1e-6 * (1 + np.max(np.abs(falling.vdot))))


def test_energy_and_momentum_of_a_system() -> None:
    state = state_of(with_forces(random_tree(5, 6), 5), 5)
    system = state.model.compile(kernels=())
    found, moving = system.energy(state.q, state.v), system.momentum(state.q, state.v)
    assert found.kinetic == pytest.approx(kinetic_energy(state.speed), rel=1e-12)
    assert found.gravity == pytest.approx(gravity_energy(state.where), rel=1e-12)
    assert found.elements == pytest.approx(element_energy(state.speed, 0.0), rel=1e-12)
    assert found.total == pytest.approx(energy(state), rel=1e-12)
    heat = dissipation(state.speed, 0.0)
    assert analysis.dissipation(system, state.q, state.v) == pytest.approx(heat, rel=1e-12)
    total = momentum(state.speed)
    assert_close(np.concatenate([moving.linear, moving.angular_about_origin]), total, 1e-12)
