"""Figure 2 of paper 2 in motion: index sets, driving efforts, reactions, free bodies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from closeness import assert_same
from sarrus import State, System, analysis, gallery
from sarrus.cartesian import CartesianSystem
from sarrus.gallery import EXAMPLES
from sarrus.papers.index_sets import index_sets

FREE = ("J1", "J2", "J10", "J11", "J12", "J13")
DEPENDENT = {"J5": 37.0, "J7": -21.0}
"""Efforts of actuators on joints that are not independent [N m]."""
FORCES = {"E1": (-20.0, 5.0, -60.0), "E2": (-15.0, -8.0, -40.0)}


@pytest.fixture(scope="module")
def system() -> System:
    """The chain with its links cut, as in the paper."""
    return gallery.two_arm_chain().compile(kernels=(), cut=["C1", "C2"])


def moving(system: System) -> State:
    angles = (0.4, 0.15, -0.3, 0.5, 0.2, -0.4)
    rates = (0.7, 0.3, -1.1, 0.9, 1.3, -0.6)
    return system.assemble(
        dict(zip(FREE, angles, strict=True)), dict(zip(FREE, rates, strict=True)), strict=True
    )


def test_CHK_T04_index_sets_are_those_that_the_paper_prints(system: System) -> None:
    sets = index_sets(system.topology, end_effectors=["L12", "L13"])
    printed = {0: (1, 15), 1: (2,), 2: (3, 14), 4: (5, 8, 10), 7: (17,), 13: (19,)}
    assert_same({i: sets.mu[i] for i in printed}, printed)
    assert_same((sets.C, sets.R, sets.E), ((14, 15), (16, 17), (18, 19)))
    assert (system.nv, system.compiled.loops.m, system.mobility().freedom) == (13, 12, 6)


@pytest.mark.parametrize("share", [0.0, 0.37])
def test_reduced_equations_44_with_actuators_on_dependent_joints(
    system: System, share: float
) -> None:
    """Mr vdot_v = Fr, tau_w and both f_E included; J vdot + gamma = 0; multipliers by (45)."""
    state = moving(system)
    efforts = {**DEPENDENT, "J2": 120.0 * share}
    reduced = analysis.reduced_equations(
        system, state, [f"{j}.rate" for j in FREE], efforts=efforts
    )
    motion = system.accelerations(state, efforts=efforts)
    np.testing.assert_allclose(reduced.vdot, motion.vdot, rtol=1e-9, atol=1e-9)
    left = np.linalg.solve(reduced.mass, reduced.force)
    places = [system.velocities.index(f"{j}.rate") for j in FREE]
    np.testing.assert_allclose(left, motion.vdot[places], rtol=1e-9, atol=1e-9)


def test_accelerations_of_the_independent_solver(system: System) -> None:
    """In absolute coordinates, all 15 joints being constraints."""
    state = moving(system)
    ours = system.accelerations(state, efforts=DEPENDENT)
    found = system.kinematics(state.q, state.v, ours.vdot)
    cartesian = CartesianSystem(gallery.two_arm_chain())
    names = [body.name for body in system.model.bodies]
    poses = {name: (found[name].rotation, found[name].position) for name in names}
    speeds = {name: (found[name].velocity, found[name].angular_velocity) for name in names}
    theirs = cartesian.accelerations(cartesian.state(poses, speeds), efforts=DEPENDENT)
    for body in names:
        np.testing.assert_allclose(
            theirs[body].acceleration, found[body].acceleration, rtol=1e-8, atol=1e-8
        )


def test_free_bodies_are_in_balance(system: System) -> None:
    """For each link: m a and the rate of its momentum are its wrenches, weight and f_E."""
    state = moving(system)
    laws = {joint: 0.3 * k - 0.8 for k, joint in enumerate(FREE)}
    motion = system.accelerations(state, driven=laws, efforts=DEPENDENT)
    wrenches = system.wrenches(motion, axes="world", at=(0.0, 0.0, 0.0))
    kinematics = system.kinematics(state.q, state.v, motion.vdot)
    model = system.model
    for body in model.bodies:
        k = kinematics[body.name]
        force, moment = np.zeros(3), np.zeros(3)
        for joint in model.joints:
            for end, sign in ((joint.child, 1.0), (joint.parent, -1.0)):
                if end == body.name:
                    force += sign * wrenches[joint.name].force
                    moment += sign * wrenches[joint.name].moment
        weight = body.mass * np.array(model.gravity)
        loads = [(weight, k.position)]
        for end, of in (("E1", "L12"), ("E2", "L13")):
            loads += [(np.array(FORCES[end]), kinematics[end].position)] if of == body.name else []
        for f, at in loads:
            force, moment = force + f, moment + np.cross(at, f)
        I = k.rotation @ np.array(body.inertia) @ k.rotation.T
        spin = I @ k.angular_acceleration + np.cross(k.angular_velocity, I @ k.angular_velocity)
        inertia = body.mass * k.acceleration
        np.testing.assert_allclose(force, inertia, rtol=0, atol=1e-9, err_msg=body.name)
        np.testing.assert_allclose(
            moment, spin + np.cross(k.position, inertia), rtol=0, atol=1e-9, err_msg=body.name
        )


def test_driving_efforts_do_the_work_of_the_motion(system: System) -> None:
    """Power of all actuators is the rate of all energy, that of the end forces included."""
    example = EXAMPLES["two_arm_chain"]
    times = np.linspace(0.0, 3.0, 31)
    drive = system.drive(example.drives, times=times, efforts=example.inputs)
    power = sum(np.asarray(drive[f"{j}.effort"]) * drive[f"{j}.rate"] for j in (*FREE, "J5", "J7"))
    step = 1e-4
    sides = [
        np.asarray(system.drive(example.drives, times=np.concatenate([[0.0], times[1:] + d]),
                                efforts=example.inputs)["energy.total"])[1:]
        for d in (-step, step)
    ]  # fmt: skip
    slope = (sides[1] - sides[0]) / (2 * step)
    np.testing.assert_allclose(slope, power[1:], rtol=0, atol=1e-6 * np.max(np.abs(power)))


@pytest.mark.slow
def test_cut_links_and_cut_joints_give_the_same(system: System) -> None:
    """Another cut: the same driving efforts, and the same unique reactions."""
    example = EXAMPLES["two_arm_chain"]
    other = gallery.two_arm_chain().compile(kernels=())
    assert {joint.name for joint in other.topology.cuts} != {"C1", "C2"}
    drives: list[Any] = [
        s.drive(example.drives, until=1.0, every=0.1, efforts=example.inputs)
        for s in (system, other)
    ]
    for joint in FREE:
        a, b = (np.asarray(d[f"{joint}.effort"]) for d in drives)
        np.testing.assert_allclose(a, b, rtol=0, atol=1e-8 * np.max(np.abs(a)))
    a, b = (np.asarray(d["J10.reaction.force"]) for d in drives)
    np.testing.assert_allclose(a, b, rtol=0, atol=1e-8 * np.max(np.abs(a)))
