"""Redundant constraints, bodies without mass, and the theorems that hold all the same."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from cartesian.mechanisms import parallelogram
from sarrus import Mechanism, SimulationStopped
from sarrus.cartesian import CartesianState, CartesianSystem
from sarrus.cartesian.answers import force_free_multipliers
from sarrus.cartesian.null_space import accelerations, independent_rows, multipliers

INERTIA = (0.02, 0.03, 0.04)


def balance(system: CartesianSystem, state: CartesianState) -> float:
    """Return the worst imbalance of a body under gravity, inertia and the reactions."""
    accelerations, reactions = system.accelerations(state), system.reactions(state)
    poses, worst = system.bodies(state), 0.0
    for body in system.model.bodies:
        here, al = poses[body.name], accelerations[body.name].angular_acceleration
        arm, w = here.rotation @ np.array(body.com), here.angular_velocity
        com = accelerations[body.name].acceleration
        com = com + np.cross(al, arm) + np.cross(w, np.cross(w, arm))
        J = here.rotation @ np.array(body.inertia) @ here.rotation.T
        force = body.mass * (np.array(system.model.gravity) - com)
        moment = -(J @ al) - np.cross(w, J @ w)
        for joint in system.model.joints:
            for side, sign in ((joint.child, 1.0), (joint.parent, -1.0)):
                if side == body.name:
                    found = reactions[joint.name]
                    lever = found.at - (here.position + arm)
                    force = force + sign * found.force
                    moment = moment + sign * (found.moment + np.cross(lever, found.force))
        worst = max(worst, float(np.max(np.abs(force))), float(np.max(np.abs(moment))))
    return worst


def moving_state(system: CartesianSystem) -> CartesianState:
    state = system.drawing_state()
    n = len(system.model.bodies)
    speeds = np.random.default_rng(3).normal(size=6 * n)
    return system.project(CartesianState(0.0, state.y, speeds, state.near))


def test_every_body_is_in_balance(reference) -> None:
    models = [
        parallelogram(),
        sarrus.load(reference("iftomm_A04_bricard")),
        sarrus.load(reference("iftomm_spatial_slider_crank")),
    ]
    for model in models:
        system = CartesianSystem(model, compiled=False)
        assert balance(system, moving_state(system)) < 1e-10


def test_redundant_reactions_are_the_smallest() -> None:
    """The multipliers are the joint wrenches, and perpendicular to every self-stress."""
    system = CartesianSystem(parallelogram(), compiled=False)
    state = moving_state(system)
    assert system.rank(state).redundant == 3
    found = list(system.reactions(state).values())
    size = sum(r.force @ r.force + r.moment @ r.moment / system.length**2 for r in found)
    evaluation = system.evaluation
    none = np.zeros(evaluation.nv), np.zeros((3, 6))
    terms = evaluation.terms(state.y, state.Y, state.near, *none, 0.0)
    Ydot = accelerations(terms, independent_rows(terms.jacobian))
    lam, loose = multipliers(terms, Ydot), force_free_multipliers(terms.jacobian)
    assert loose.shape[1] == 3
    np.testing.assert_allclose(terms.jacobian @ Ydot, terms.gamma, atol=1e-12)
    np.testing.assert_allclose(loose.T @ lam, np.zeros(3), atol=1e-11)
    assert lam @ lam == pytest.approx(size, rel=1e-12)
    assert not any(r.unique for r in found)


def test_door_on_two_ball_joints() -> None:
    """Only the forces along the line of the hinges are open, and they are shared equally."""
    machine = Mechanism("door")
    door = machine.body("door", 2.0, (0.5, 0, 0), INERTIA)
    machine.spherical("low", machine.ground, door, at=(0, 0, -1))
    machine.spherical("high", machine.ground, door, at=(0, 0, 1))
    system = CartesianSystem(machine.build(), compiled=False)
    rank = system.rank(system.drawing_state())
    assert (rank.redundant, rank.freedom) == (1, 1)
    found = system.reactions(system.drawing_state())
    assert found["low"].force[2] == pytest.approx(9.81, abs=1e-12)
    assert found["high"].force[2] == pytest.approx(9.81, abs=1e-12)
    np.testing.assert_allclose(found["high"].force[0], -2.0 * 9.81 * 0.25, atol=1e-12)


def test_massless_link_carries_forces() -> None:
    """A load on two links of which the first has no mass: M is singular, the motion is not."""
    machine = Mechanism("hanger", gravity=(0, 0, -9.81))
    hook = machine.body("hook", 0.0, (0, 0, 0), (0.0, 0.0, 0.0))
    load = machine.body("load", 3.0, (0.4, 0, 0), INERTIA)
    machine.weld("w", machine.ground, hook, at=(0, 0, 0))
    machine.revolute("A", hook, load, at=(0, 0, 0), axis="y")
    system = CartesianSystem(machine.build(), compiled=False)
    state = system.drawing_state()
    expected = 3.0 * 9.81 * 0.4 / (INERTIA[1] + 3.0 * 0.4**2)
    turning = system.accelerations(state)["load"].angular_acceleration
    np.testing.assert_allclose(turning, (0.0, expected, 0.0), atol=1e-12)
    found = system.reactions(state)
    np.testing.assert_allclose(found["w"].force, found["A"].force, atol=1e-12)


def test_force_on_a_massless_direction_is_refused() -> None:
    machine = Mechanism("loose")
    arm = machine.body("arm", 1.0, (0.5, 0, 0), INERTIA)
    tip = machine.body("tip", 0.0, (1, 0, 0), (0.0, 0.0, 0.0))
    machine.revolute("A", machine.ground, arm, at=(0, 0, 0), axis="y")
    machine.prismatic("P", arm, tip, at=(1, 0, 0), axis="x")
    system = CartesianSystem(machine.build(), compiled=False)
    system.accelerations(system.drawing_state())  # without a load nothing is wrong
    with pytest.raises(SimulationStopped, match="direction without inertia"):
        system.accelerations(system.drawing_state(), loads={"tip": ((1.0, 0, 0), (0, 0, 0))})


def test_bodies_without_joints() -> None:
    machine = Mechanism("stone", gravity=(0, 0, -9.81))
    machine.body("stone", 2.0, (0.1, 0, 0), INERTIA)
    system = CartesianSystem(machine.build())
    state = system.state({}, {"stone": ((1.0, 0, 0), (0, 0, 0.0))})
    assert system.rank(state).freedom == 6 and system.constraint_error(state) == 0.0
    run = system.simulate(state, 1.0, times=[1.0])
    np.testing.assert_allclose(run.body("stone").position[0], (1.0, 0.0, -9.81 / 2), atol=1e-9)
