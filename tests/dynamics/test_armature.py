"""Armatures of joints: identities, wheels on ground as another formulation, MuJoCo."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import mujoco
import numpy as np
import pytest

import sarrus
from closeness import assert_close
from sarrus import Mechanism, Model, ModelError, System
from sarrus.analysis import forward_derivatives, inverse_derivatives
from sarrus.cartesian import CartesianSystem
from sarrus.model.armature import with_wheels

AXES = ("x", "y", "z")


def chain(n: int, armature: float = 0.3) -> Model:
    """Return a branched arm of hinges, each fourth joint a slide, each with its own armature."""
    m = Mechanism("arm")
    for k in range(n):
        m.body(f"b{k}", 1.0 + 0.1 * k, com=(0.1, 0.02 * k, -0.05), inertia=(0.02, 0.03, 0.04))
        parent = "ground" if k == 0 else f"b{k - 1 - (k % 5 == 4)}"
        add = m.prismatic if k % 4 == 3 else m.revolute
        at, axis = (0.2 * k, 0.03 * k, 0.1), AXES[k % 3]
        add(f"j{k}", parent, f"b{k}", at=at, axis=axis, armature=armature * (1 + k % 3))
    return m.build()


@cache
def arm(n: int, armature: float = 0.3) -> System:
    return chain(n, armature).compile()


def sizes(model: Model) -> np.ndarray:
    return np.array([joint.armature for joint in model.joints])


def state(n: int, seed: int = 1) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [rng.uniform(-1.0, 1.0, n) for _ in range(3)]


def test_the_diagonal_of_M_and_nothing_else() -> None:
    with_rotors, without = arm(6), arm(6, 0.0)
    q, v, vdot = state(6)
    a = sizes(with_rotors.model)
    assert_close(with_rotors.mass_matrix(q), without.mass_matrix(q) + np.diag(a), 1e-14)
    assert_close(
        with_rotors.inverse_dynamics(q, v, vdot),
        without.inverse_dynamics(q, v, vdot) + a * vdot,
        1e-13,
    )
    assert_close(with_rotors.energy(q, v).kinetic, 0.5 * v @ with_rotors.mass_matrix(q) @ v, 1e-13)
    # the rotor takes its effort from the drive; what passes through the joint is the same
    for name, wrench in without.wrenches(q, v, vdot).items():
        assert_close(with_rotors.wrenches(q, v, vdot)[name].moment, wrench.moment, 1e-12)


@pytest.mark.parametrize("n", [3, 13])
def test_forward_and_hybrid_dynamics_undo_inverse_dynamics(n: int) -> None:
    system = arm(n)
    q, v, vdot = state(n)
    tau = system.inverse_dynamics(q, v, vdot)
    assert_close(system.forward_dynamics(q, v, tau), vdot, 1e-11)
    found = sarrus.analysis.hybrid_dynamics(system, q, v, tau=tau, driven={"j1": vdot[1]})
    assert_close(found.vdot, vdot, 1e-11)
    assert_close(found.tau, tau, 1e-11)


@pytest.mark.parametrize("n", [3, 13, 21])
def test_derivatives(n: int) -> None:
    """By inverse mass (3), articulated bodies (13) and factors (21), against differences."""
    system = arm(n)
    q, v, vdot = state(n)
    tau = system.inverse_dynamics(q, v, vdot)
    forward = forward_derivatives(system, q, v, tau)
    inverse = inverse_derivatives(system, q, v, vdot)
    M = system.mass_matrix(q)
    assert_close(inverse.M, M, 1e-12)
    assert_close(forward.dvdot_dtau, np.linalg.inv(M), 1e-9)
    assert_close(forward.vdot, vdot, 1e-10)
    assert_close(M @ forward.dvdot_dq, -inverse.dtau_dq, 1e-9)
    assert_close(M @ forward.dvdot_dv, -inverse.dtau_dv, 1e-9)
    k, h = 1, 1e-6
    e = np.eye(n)[k] * h
    by_q = (system.inverse_dynamics(q + e, v, vdot) - system.inverse_dynamics(q - e, v, vdot)) / (
        2.0 * h
    )
    assert_close(inverse.dtau_dq[:, k], by_q, 1e-6)


def four_bar(armature: float) -> Model:
    m = Mechanism("four-bar")
    for name, mass in (("crank", 1.0), ("coupler", 2.0), ("rocker", 1.5)):
        m.body(name, mass, com=(0.5, 0.1, 0.0), inertia=(0.01, 0.02, 0.03), at=(0.0, 0.0, 0.0))
    m.revolute("A", "ground", "crank", at=(0.0, 0.0, 0.0), axis="z", armature=armature)
    m.revolute("B", "crank", "coupler", at=(0.3, 0.6, 0.0), axis="z")
    m.revolute("C", "coupler", "rocker", at=(1.4, 0.9, 0.0), axis="z")
    m.revolute("D", "ground", "rocker", at=(1.2, 0.0, 0.0), axis="z", armature=0.5 * armature)
    return m.build()


def test_wheels_and_absolute_coordinates_are_the_same_motion() -> None:
    model = four_bar(0.7)
    system, wheels = model.compile(), with_wheels(model).compile()
    start = system.assemble(rates={"A.rate": 2.0})
    with_wheel = wheels.assemble(rates={"A.rate": 2.0})
    moving = system.accelerations(start)
    at = system.compiled.layout.v_slice["A"]
    other = wheels.accelerations(with_wheel)
    assert_close(moving.vdot[at], other.vdot[wheels.compiled.layout.v_slice["A"]], 1e-11)
    cartesian = CartesianSystem(model, compiled=False)
    there = cartesian.state(
        {b: (x.rotation, x.position) for b, x in system.kinematics(start.q, start.v).items()
         if b != "ground"},
        {b: (x.velocity, x.angular_velocity)
         for b, x in system.kinematics(start.q, start.v).items() if b != "ground"},
    )  # fmt: skip
    assert cartesian.constraint_error(there) < 1e-12
    assert cartesian.velocity_error(there) < 1e-12
    assert_close(cartesian.energy(there).kinetic, system.energy(start.q, start.v).kinetic, 1e-12)
    found = cartesian.accelerations(there)["crank"].angular_acceleration[2]
    assert found == pytest.approx(float(moving.vdot[at][0]), rel=1e-10)
    run = system.simulate(start, until=0.5, every=0.1)
    assert float(np.ptp(np.asarray(run["energy.total"]))) < 1e-6


MJCF = """<mujoco><option gravity="0 0 -9.81"/><worldbody><body name="a" pos="0 0 1">
  <joint name="A" axis="0 1 0" armature="0.4"/>
  <inertial pos="0.2 0.01 0" mass="2" diaginertia="0.02 0.03 0.04"/>
  <body name="b" pos="0.5 0 0"><joint name="B" axis="1 0 0" armature="0.05"/>
  <joint name="S" type="slide" axis="0 0 1" armature="3"/>
  <inertial pos="0.1 0 0.1" mass="1" diaginertia="0.01 0.02 0.02"/></body></body></worldbody>
</mujoco>"""


def test_mujoco() -> None:
    """Accelerations, mass matrix and energy, in MuJoCo and here; the file is written back."""
    model = sarrus.load_mjcf(MJCF)
    assert [b.name for b in model.bodies if b.mass] == ["a", "b"]
    system = model.compile()
    peer = mujoco.MjModel.from_xml_string(MJCF)
    data = mujoco.MjData(peer)
    q, v, tau = state(3, 4)
    data.qpos[:], data.qvel[:], data.qfrc_applied[:] = q, v, tau
    mujoco.mj_forward(peer, data)
    M = np.zeros((3, 3))
    mujoco.mj_fullM(peer, data, M)
    assert_close(system.mass_matrix(q), M, 1e-12)
    assert_close(system.forward_dynamics(q, v, tau), data.qacc, 1e-12)
    mujoco.mj_energyVel(peer, data)
    assert_close(system.energy(q, v).kinetic, data.energy[1], 1e-12)


def test_files(tmp_path: Path) -> None:
    model = chain(4)
    sarrus.save(model, tmp_path / "arm.yaml")
    assert "armature" in (tmp_path / "arm.yaml").read_text()
    assert sarrus.load(tmp_path / "arm.yaml").joints == model.joints
    sarrus.save(sarrus.load_mjcf(MJCF), tmp_path / "arm.xml")
    written = mujoco.MjModel.from_xml_path(str(tmp_path / "arm.xml"))
    assert sorted(written.dof_armature) == [0.05, 0.4, 3.0]


def test_records_of_models_without_rotors_are_as_before() -> None:
    """The record of a joint names its armature only where there is one."""
    from sarrus.formats.model_record import model_record

    bare, rotor = model_record(chain(1, 0.0)), model_record(chain(1))
    assert "armature" not in bare["joints"][0]
    assert rotor["joints"][0]["armature"] == 0.3
    assert chain(1, 0.0).content_hash != chain(1).content_hash


def test_the_armature_is_an_input() -> None:
    """A number of the model like others: compiled with it as an input, in C code and gradients."""
    system = chain(3).compile(parameters=["j1.armature"])
    q, v, vdot = state(3)
    at = {"parameters": {"j1.armature": 2.0}}
    M = system.mass_matrix(q, **at)
    expected = np.diag(sizes(system.model))
    expected[1, 1] = 2.0
    assert_close(M - arm(3, 0.0).mass_matrix(q), expected, 1e-13)
    tau = system.inverse_dynamics(q, v, vdot, **at)
    assert_close(system.forward_dynamics(q, v, tau, **at), vdot, 1e-11)


def test_a_rotor_is_inertia_enough_for_a_joint_without_mass() -> None:
    m = Mechanism("rotor alone")
    m.body("disc", 0.0, inertia=(0.0, 0.0, 0.0))
    m.revolute("A", "ground", "disc", at=(0.0, 0.0, 0.0), axis="z", armature=0.2)
    system = m.build().compile()
    assert system.forward_dynamics([0.0], [0.0], [0.4]) == pytest.approx([2.0])


def test_mistakes_are_named() -> None:
    m = Mechanism("bad")
    m.body("a", 1.0, inertia=(1.0, 1.0, 1.0))
    m.revolute("A", "ground", "a", at=(0.0, 0.0, 0.0), axis="z", armature=-0.1)
    with pytest.raises(ModelError, match=r"M04.*armature"):
        m.build()
    m = Mechanism("bad")
    m.body("a", 1.0, inertia=(1.0, 1.0, 1.0))
    with pytest.raises((ModelError, TypeError), match="armature"):
        m.joint("spherical", "A", "ground", "a", armature=0.1)
        m.build()
    with pytest.raises(ModelError, match="D40") as caught:
        four_bar(0.7).compile(cut=["A"])
    assert caught.value.problems[0].code == "D40"
    tree = four_bar(0.7)
    joints = tuple(replace(joint, armature=0.1) for joint in tree.joints)
    with pytest.raises(ModelError, match="with_wheels"):
        replace(tree, joints=joints).compile()
    assert with_wheels(replace(tree, joints=joints)).compile().mobility().freedom == 1
