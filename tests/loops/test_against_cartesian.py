"""Accelerations and reactions of loops against absolute coordinates with multipliers."""

from __future__ import annotations

import numpy as np
import pytest

from loops import mechanisms
from sarrus.cartesian import CartesianState, CartesianSystem
from sarrus.model import Model
from sarrus.system import State, System

UNIQUE = {
    "slider_crank": lambda: mechanisms.slider_crank(0.3),
    "rssr": mechanisms.rssr,
    "rusr": mechanisms.rusr,
    "delta": mechanisms.delta,
}
REDUNDANT = {"bricard": mechanisms.bricard, "sarrus": mechanisms.sarrus_linkage}


def moving(model: Model, seed: int = 1) -> tuple[System, State]:
    """The mechanism near its drawing, with velocities that its loops allow."""
    system = model.compile(kernels=())
    at_rest = system.assemble()
    rng = np.random.default_rng(seed)
    A = system.compiled.loops.scaled_matrix(system.compiled.loops.closure(at_rest.q)[1])
    v = A.null_space @ rng.normal(size=A.null_space.shape[1])
    return system, system.state(at_rest.q, v)


def absolute(system: System, state: State) -> tuple[CartesianSystem, CartesianState]:
    """The same state in absolute coordinates, with the same length for smallest norms."""
    found = CartesianSystem(system.model, length=system.compiled.loops.length)
    motion = system.kinematics(state.q, state.v)
    bodies = [body.name for body in system.model.bodies]
    poses = {name: (motion[name].rotation, motion[name].position) for name in bodies}
    speeds = {name: (motion[name].velocity, motion[name].angular_velocity) for name in bodies}
    return found, found.state(poses, speeds)


@pytest.mark.parametrize("name", [*UNIQUE, *REDUNDANT])
def test_CHK_C01_accelerations(name: str) -> None:
    system, state = moving({**UNIQUE, **REDUNDANT}[name]())
    solver, there = absolute(system, state)
    ours = system.kinematics(state.q, state.v, system.accelerations(state).vdot)
    for body, theirs in solver.accelerations(there).items():
        scale = 1.0 + np.max(np.abs(theirs.acceleration))
        assert np.max(np.abs(ours[body].acceleration - theirs.acceleration)) <= 1e-9 * scale
        scale = 1.0 + np.max(np.abs(theirs.angular_acceleration))
        off = np.abs(ours[body].angular_acceleration - theirs.angular_acceleration)
        assert np.max(off) <= 1e-9 * scale


@pytest.mark.parametrize("name", [*UNIQUE, *REDUNDANT])
def test_CHK_R01_CHK_R04_reactions(name: str) -> None:
    """Every joint, tree and cut: force and moment on the child at its point, world axes.

    Where reactions are not unique, the values of smallest norm agree as well.
    """
    system, state = moving({**UNIQUE, **REDUNDANT}[name]())
    solver, there = absolute(system, state)
    ours = system.reactions(state, axes="world")
    theirs = solver.reactions(there)
    scale = max(np.max(np.abs(theirs[joint].force)) for joint in theirs)
    for joint, reaction in theirs.items():
        assert np.max(np.abs(ours[joint].force - reaction.force)) <= 1e-8 * scale, joint
        assert np.max(np.abs(ours[joint].moment - reaction.moment)) <= 1e-8 * scale, joint
        assert ours[joint].unique == (name in UNIQUE) == reaction.unique
