"""Every joint type of the register, on the mechanism of its documentation; one more needs no edit.

Newton and Euler for every body, reactions without power, rows and derivatives by dual numbers to
1e-12, energy of a run, and the same motion when another joint of the loop is cut.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import sarrus
from analysis.machines import moving
from derivatives.differences import along, along_q
from derivatives.mechanisms import Moving
from loops.free_bodies import imbalance, power_of_reactions
from loops.test_against_cartesian import absolute
from sarrus import Model, ModelError, System
from sarrus.dynamics import BaseMotion
from sarrus.dynamics.derivatives import (
    constraint_derivatives,
    gamma_derivatives,
    inverse_derivatives,
)
from sarrus.model.element_examples import EXAMPLES
from sarrus.model.joints import TYPES
from sarrus.system import State

EXACT = 1e-12
every_type = pytest.mark.parametrize("kind", list(TYPES))


@cache
def case(kind: str) -> tuple[System, State]:
    """The mechanism of the documentation, pulled askew and in motion."""
    names: dict[str, Any] = {"sarrus": sarrus}
    exec(EXAMPLES[kind], names)
    made: Model = names["m"].build()
    assert any(joint.type.type_name == kind for joint in made.joints)
    askew = tuple(g + more for g, more in zip(made.gravity, (0.7, 0.5, -0.6), strict=True))
    system = replace(made, gravity=askew, forces=()).compile()
    return system, moving(system, size=0.02, speed=0.3)


def dynamic(kind: str) -> Moving:
    """The same with random accelerations, multipliers and efforts of cut joints."""
    system, state = case(kind)
    rng = np.random.default_rng(5)
    cuts = system.topology.cuts
    return Moving(
        model=system.model,
        cut=tuple(joint.name for joint in cuts),
        q=state.q,
        v=rng.uniform(-2.0, 2.0, system.nv),
        vdot=rng.uniform(-5.0, 5.0, system.nv),
        lam=rng.uniform(-9.0, 9.0, sum(j.type.n_rows for j in cuts) + len(system.model.couplers)),
        tau_cut=rng.uniform(-3.0, 3.0, sum(joint.type.nv for joint in cuts)),
        base=BaseMotion.at_rest(),
    )


def exact(found: Any, expected: Any, scale: float) -> None:
    size = max(float(np.max(np.abs(expected), initial=0.0)), scale)
    assert np.max(np.abs(np.asarray(found) - expected), initial=0.0) <= EXACT * size


def falls_freely(system: System, state: State, motion: Any) -> None:
    """No force but gravity, no moment: there is none to compare a rest with."""
    (body,) = system.model.bodies
    b = system.kinematics(state.q, state.v, motion.vdot)[body.name]
    arm, w = b.rotation @ np.asarray(body.com), b.angular_velocity
    a = b.acceleration + np.cross(b.angular_acceleration, arm) + np.cross(w, np.cross(w, arm))
    J = b.rotation @ np.asarray(body.inertia) @ b.rotation.T
    assert a == pytest.approx(system.model.gravity, abs=1e-11)
    spin = J @ b.angular_acceleration
    assert spin == pytest.approx(-np.cross(w, J @ w), abs=1e-12 * np.max(np.abs(J)))


@every_type
def test_newton_and_euler(kind: str) -> None:
    system, state = case(kind)
    motion = system.accelerations(state)
    if not any(joint.type.n_rows for joint in system.model.joints):
        falls_freely(system, state, motion)
        return
    assert imbalance(system, motion) <= 1e-9
    size = float(np.max(np.abs(motion.vdot), initial=1.0))
    assert power_of_reactions(system, motion) <= 1e-9 * size


@every_type
def test_rows_and_derivatives_by_dual_numbers(kind: str) -> None:
    m = dynamic(kind)
    tau = inverse_derivatives(m.moving, 0.0, m.lam, m.cut_efforts)
    scale = float(np.max(np.abs(tau.tau), initial=1.0))
    exact(tau.tau, m.efforts(m.q, m.v, m.vdot), scale)
    exact(tau.dtau_dq, along_q(m, lambda q: m.efforts(q, m.v, m.vdot), True), scale)
    exact(tau.dtau_dv, along(lambda v: m.efforts(m.q, v, m.vdot), m.v, True), scale)
    if not m.lam.size:
        return
    by_q = along_q(m, lambda q: m.loops(q, m.v, m.vdot), True)
    by_v = along(lambda v: m.loops(m.q, v, m.vdot), m.v, True)
    speed = float(np.max(np.abs(m.v)))
    push = speed**2 + float(np.max(np.abs(m.vdot)))
    closes = np.array([*(c for cut in m.tree.cuts for c in cut.holonomic)], dtype=bool)
    # rows are the slope of what they close, and the bias is their rate along the motion
    exact(by_v[1][closes], by_q[0][closes], 1.0)
    exact(by_q[1] @ m.v, -np.asarray(m.loops(m.q, m.v, m.vdot)[3]), speed**2)
    found, gamma = constraint_derivatives(m.moving), gamma_derivatives(m.moving.velocities)
    exact(found.Phi, by_v[1], 1.0)
    exact(found.dvelocity_dq, by_q[1], speed)
    exact(found.dacceleration_dq, by_q[2], push)
    exact(found.dacceleration_dv, by_v[2], speed)
    exact(gamma.dgamma_dq, by_q[3], speed**2)
    exact(gamma.dgamma_dv, by_v[3], speed)


@pytest.mark.slow
@every_type
def test_absolute_coordinates_agree(kind: str) -> None:
    """Accelerations and forces of a solver without a tree and without cut joints."""
    system, state = case(kind)
    if not all(all(joint.type.holonomic) for joint in system.model.joints):
        with pytest.raises(ModelError, match="T06"):
            absolute(system, state)
        return
    motion = system.accelerations(state)
    solver, there = absolute(system, state)
    ours = system.kinematics(state.q, state.v, motion.vdot)
    for body, theirs in solver.accelerations(there).items():
        for name in ("acceleration", "angular_acceleration"):
            a, b = (np.asarray(getattr(x, name)) for x in (ours[body], theirs))
            assert np.max(np.abs(a - b)) <= 1e-8 * (1.0 + np.max(np.abs(b)))


@pytest.mark.slow
@every_type
def test_energy_and_another_cut(kind: str) -> None:
    """The energy of a run, and the same run when every other joint of its loops is cut."""
    system, state = case(kind)
    how: dict[str, Any] = {"until": 0.05, "every": 0.01, "rtol": 1e-10, "atol": 1e-12}
    run = system.simulate(state, **how)
    assert run.energy_error < 1e-7
    joints = [joint for joint in system.model.joints if joint.type.nv]
    values = {joint.name: state[joint.name] for joint in joints}
    rates = {name: state[name] for joint in joints for name in joint.velocity_names}
    for name in {joint for loop in system.topology.loops for joint in loop.joints}:
        try:
            twin = system.model.compile(cut=[name])
        except ModelError as refused:  # what holds a body, where the type is of rows only
            assert {problem.code for problem in refused.problems} == {"T01"}
            continue
        if twin.topology.cuts == system.topology.cuts:
            continue
        start = twin.assemble(values, rates)
        again = twin.simulate(start, **how)
        for body in system.model.bodies:
            a, b = run[f"{body.name}.position"], again[f"{body.name}.position"]
            assert np.max(np.abs(a - b)) < 1e-7 * (1.0 + np.max(np.abs(a)))
