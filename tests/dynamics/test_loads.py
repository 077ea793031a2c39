"""CHK-D11: force elements: f = -dV/dq for what is conservative, power for the rest."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from closeness import assert_close
from dynamics.floats import State, random_state, state_of
from random_trees import random_tree
from sarrus.dynamics.energy import dissipation, element_energy
from sarrus.dynamics.jacobians import point_jacobian
from sarrus.dynamics.loads import TreeScene
from sarrus.model import GROUND, Model
from sarrus.model.forces import (
    ForceElement,
    JointDamper,
    JointTorque,
    PointForce,
    SpringDamper,
    Torque,
)
from sarrus.model.pose import vector3

seeds, sizes = st.integers(0, 10**6), st.integers(2, 7)


def loaded(seed: int, n: int, *elements: ForceElement) -> State:
    model: Model = random_tree(seed, n)
    return state_of(replace(model, forces=elements), seed)


def efforts_of_elements(state: State) -> np.ndarray:
    """Return f = tau without elements - tau with them."""
    bare = state.at(model=replace(state.model, forces=()))
    return bare.inverse.tau - state.inverse.tau


def scale(state: State) -> float:
    return 1.0 + np.max(np.abs(state.inverse.wrenches), initial=0.0)


def random_point(rng: np.random.Generator) -> tuple[float, float, float]:
    return vector3(rng.uniform(-1, 1, 3))


def conservative(seed: int, n: int) -> list[ForceElement]:
    rng = np.random.default_rng(seed)
    a, b = f"b{rng.integers(n)}", f"b{n - 1}"
    return [
        SpringDamper("s1", GROUND, b, random_point(rng), random_point(rng), 30.0, 0.0, 0.4),
        SpringDamper("s2", a, GROUND, random_point(rng), random_point(rng), 20.0, 0.0, 1.4),
        PointForce("p", a, random_point(rng), vector3(rng.normal(size=3))),
    ]


@given(seeds, sizes)
def test_CHK_D11_conservative_elements_are_minus_the_slope_of_their_energy(
    seed: int, n: int
) -> None:
    state, h = loaded(seed, n, *conservative(seed, n)), 1e-6

    def V(dv: np.ndarray) -> float:
        return element_energy(state.at(q=state.layout.add(state.q, dv)).speed, 0.0)

    slope = [(V(h * e) - V(-h * e)) / (2 * h) for e in np.eye(state.layout.nv)]
    found = efforts_of_elements(state)
    assert found == pytest.approx(-np.array(slope), abs=1e-7 * scale(state))


@given(seeds, sizes)
def test_CHK_D11_work_of_dampers_is_their_heat(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    elements: list[ForceElement] = [
        SpringDamper("c", "b0", f"b{n - 1}", random_point(rng), random_point(rng), 0.0, 3.0),
        SpringDamper("d", GROUND, "b0", random_point(rng), random_point(rng), 0.0, 2.0),
    ]
    for j in random_tree(seed, n).joints:
        elements += [JointDamper(f"{j.name}{k}", j.name, 0.7, k) for k in range(j.type.nv)]
    state = loaded(seed, n, *elements)
    heat = dissipation(state.speed, 0.0)
    assert heat >= 0.0
    power = efforts_of_elements(state) @ state.v
    assert power == pytest.approx(-heat, abs=1e-11 * scale(state) * (1 + np.abs(state.v).sum()))


@given(seeds, sizes)
def test_CHK_D11_a_force_works_through_the_jacobian_of_its_point(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    name, point, force = f"b{rng.integers(n)}", random_point(rng), vector3(rng.normal(size=3))
    for follower in (False, True):
        state = loaded(seed, n, PointForce("p", name, point, force, follower))
        J = point_jacobian(state.where, name, np.array(point))
        f = state.where.body(name).matrix @ np.array(force) if follower else np.array(force)
        found = efforts_of_elements(state)
        assert found == pytest.approx(J[0:3].T @ f, abs=1e-12 * scale(state))


@given(seeds, sizes)
def test_CHK_D11_a_torque_turns_the_second_body_against_the_first(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    axis = rng.normal(size=3)
    axis = axis / np.linalg.norm(axis)
    a, b = (GROUND, *(f"b{i}" for i in range(n)))[rng.integers(n)], f"b{n - 1}"
    state = loaded(seed, n, Torque("t", a, b, vector3(axis), 1.7))
    about = (np.eye(3) if a == GROUND else state.where.body(a).matrix) @ axis
    turning = point_jacobian(state.where, b, np.zeros(3)) - point_jacobian(
        state.where, a, np.zeros(3)
    )
    found = efforts_of_elements(state)
    assert found == pytest.approx(1.7 * turning[3:6].T @ about, abs=1e-12 * scale(state))


@given(seeds, sizes)
def test_CHK_D11_efforts_on_coordinates_count_one_to_one(seed: int, n: int) -> None:
    joints = [joint for joint in random_tree(seed, n).joints if joint.type.nv]
    elements = [JointTorque(j.name, j.name, 0.5 + i, j.type.nv - 1) for i, j in enumerate(joints)]
    state = loaded(seed, n, *elements)
    expected = np.zeros(state.layout.nv)
    for element in elements:
        expected[state.layout.v_slice[element.joint].start + element.index] = element.effort
    assert efforts_of_elements(state) == pytest.approx(expected, abs=1e-12 * scale(state))


@given(seeds, sizes)
def test_elements_act_alike_in_all_formulations(seed: int, n: int) -> None:
    """Forward dynamics, state vectors and Newton-Euler see the same loads."""
    rng = np.random.default_rng(seed)
    joint = next((j for j in random_tree(seed, n).joints if j.type.nv), None)
    elements = [*conservative(seed, n), Torque("t", GROUND, "b0", (0.0, 0.0, 1.0), 2.0)]
    points = random_point(rng), random_point(rng)
    elements.append(SpringDamper("c", "b0", "b1", *points, 9.0, 4.0, 0.1))
    if joint is not None:
        elements.append(JointTorque("j", joint.name, 3.0))
    state = loaded(seed, n, *elements)
    bare = state.at(model=replace(state.model, forces=()))
    f = efforts_of_elements(state)
    tau = rng.normal(size=state.layout.nv)
    assert_close(state.hybrid(tau).vdot, bare.hybrid(tau + f).vdot, 1e-8)
    on_coordinates = np.array(state.loads.efforts(state.layout.nv))
    P = state.state_vectors.force_vector() + on_coordinates
    expected = bare.state_vectors.force_vector() + f
    assert expected == pytest.approx(P, abs=1e-11 * scale(state))


@pytest.mark.parametrize("seed", range(5))
def test_elements_see_points_as_newton_and_euler_do(seed: int) -> None:
    state = random_state(seed, 4)
    scene, r = TreeScene(state.speed, 0.0), (0.1, -0.2, 0.3)
    for name, body in state.newton_euler.bodies.items():
        arm = body.R @ np.array(r)
        seen = scene.point(name, r)
        assert seen.position == pytest.approx(body.r + arm, abs=1e-13)
        assert seen.velocity == pytest.approx(body.v + np.cross(body.w, arm), abs=1e-12)
        assert scene.angular_velocity(name) == pytest.approx(body.w, abs=1e-12)
        assert scene.direction(name, r) == pytest.approx(arm, abs=1e-13)
        assert scene.pose(name).matrix == pytest.approx(body.R, abs=1e-13)


def test_applied_efforts_of_a_system() -> None:
    state = loaded(3, 5, *conservative(3, 5), JointTorque("j", "j0", 3.0))
    system = state.model.compile(kernels=())
    found = system.applied_efforts(state.q, state.v)
    assert_close(found, efforts_of_elements(state), 1e-11)
    assert_close(
        system.bias(state.q, state.v) + system.mass_matrix(state.q) @ state.vdot - found,
        system.inverse_dynamics(state.q, state.v, state.vdot),
        1e-11,
    )
