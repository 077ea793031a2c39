"""Mimic joints, gears and rotors: trees in which coordinates follow others are no closed loops."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import sarrus
from closeness import assert_close
from sarrus import Mechanism, ModelError, System, robotics


def gripper(scale: float = 1.0, tied: bool = True) -> Mechanism:
    """An arm of two hinges with two fingers, the second of which mimics the first."""
    m = Mechanism("gripper")
    L = 0.4 * scale
    m.body("upper", 2.0, com=(L / 2, 0, 0), inertia=(0.01, 0.03, 0.03))
    m.body("hand", 1.0, com=(L / 3, 0, 0.02 * scale), inertia=(0.004, 0.01, 0.01))
    m.body("left", 0.2, com=(0.02 * scale, 0.01 * scale, 0), inertia=(1e-4, 2e-4, 1e-4))
    m.body("right", 0.3, com=(0.02 * scale, 0, 0.01 * scale), inertia=(1e-4, 2e-4, 1e-4))
    m.revolute("A", "ground", "upper", at=(0, 0, 0), axis="y")
    m.revolute("B", "upper", "hand", on_parent=(L, 0, 0), on_child=(0, 0, 0), axis="y")
    m.prismatic("open", "hand", "left", on_parent=(L, 0, 0), on_child=(0, 0, 0), axis="y")
    m.revolute("turn", "hand", "right", on_parent=(L, 0, 0), on_child=(0, 0, 0), axis="x")
    if tied:
        m.couple("mimic", {"turn.angle": 1.0, "open.displacement": -3.0 / scale}, offset=0.1)
    m.joint_damper("friction", "turn", 0.2)
    return m


def moving(system: System, scale: float, seed: int) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(seed)
    q, v, vdot = rng.uniform(-1.0, 1.0, (3, 4)) * np.array([1.0, 1.0, scale, 1.0])
    for row, offset in ((q, 0.1), (v, 0.0), (vdot, 0.0)):
        row[3] = 3.0 / scale * row[2] + offset
    return q, v, vdot


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
def test_inverse_dynamics_is_that_of_drives_on_the_joints_that_lead(scale: float) -> None:
    system = gripper(scale).build().compile(kernels=())
    free = gripper(scale, tied=False).build().compile(kernels=())
    assert system.compiled.followers == (3,)
    q, v, vdot = moving(system, scale, 1)
    tau = system.inverse_dynamics(q, v, vdot)
    own = free.inverse_dynamics(q, v, vdot)
    assert tau[3] == 0.0
    assert_close(tau[:2], own[:2], 1e-12)
    assert_close(tau[2], own[2] + 3.0 / scale * own[3], 1e-12)
    # the loops' own equations, with multipliers
    driven = dict(zip(("A", "B", "open"), vdot[:3], strict=True))
    found = system.accelerations(system.state(q, v), driven=driven)
    assert_close([found.efforts[name][0] for name in driven], tau[:3], 1e-9)
    assert_close(system.forward_dynamics(q, v, tau), vdot, 1e-9)
    assert_close(system.compiled.call("forward_dynamics")(q, v, tau), vdot, 1e-9)
    rows = [np.array([x, x]) for x in (q, v, vdot)]
    assert_close(system.inverse_dynamics(*rows)[1], tau, 0.0)


def test_chains_of_followers_are_put_into_each_other() -> None:
    """C follows B and A, B follows A: T = 1/2 sum J_i r_i^2 w^2."""
    m = Mechanism("gears")
    for name, J in (("a", 1.0), ("b", 2.0), ("c", 5.0)):
        m.body(name, 1.0, inertia=(J, J, J))
        m.revolute(name.upper(), "ground", name, at=(0, 0, 0), axis="z")
    m.couple("sum", {"C.angle": 2.0, "B.angle": -1.0, "A.angle": -1.0})
    m.gear("mesh", driver="A", driven="B", ratio=-3.0)
    system = m.build().compile(kernels=())
    assert system.compiled.followers == (2, 1)
    rate = np.array([1.0, -3.0, -1.0])
    tau = system.inverse_dynamics(0.0 * rate, 0.0 * rate, rate)
    assert_close(tau, [1.0 + 2.0 * 9.0 + 5.0, 0.0, 0.0], 1e-14)


def test_factors_that_are_inputs_take_part() -> None:
    system = gripper().build().compile(kernels=(), parameters=("coupler:mimic.factors",))
    q, v, vdot = moving(system, 1.0, 2)
    for row, offset in ((q, 0.1), (v, 0.0), (vdot, 0.0)):
        row[3] = 5.0 * row[2] + offset
    changed = {"coupler:mimic.factors": [1.0, -5.0]}
    free = gripper(tied=False).build().compile(kernels=()).inverse_dynamics(q, v, vdot)
    tau = system.inverse_dynamics(q, v, vdot, parameters=changed)
    assert_close(tau[2], free[2] + 5.0 * free[3], 1e-12)
    with pytest.raises(ModelError, match="coupler 'mimic'"):
        system.inverse_dynamics(q, v, vdot)


def test_motions_that_do_not_follow_are_refused() -> None:
    system = gripper().build().compile(kernels=())
    q, v, vdot = moving(system, 1.0, 3)
    last = np.eye(4)[3]
    with pytest.raises(ModelError, match=r"M13.*off by 0\.5 rad, 0\.25 rad/s\..*mimic=False"):
        system.inverse_dynamics(q + 0.5 * last, v + 0.25 * last, vdot)


def test_loops_are_refused_as_before() -> None:
    four_bar = sarrus.gallery.four_bar().compile(kernels=())
    assert four_bar.compiled.followers is None
    with pytest.raises(ModelError, match="S01"):
        four_bar.inverse_dynamics(*np.zeros((3, four_bar.nv)))


def test_c_code_has_the_functions_of_a_tree() -> None:
    system = gripper().build().compile(kernels=())
    header = sarrus.export.c_code(system, "gripper", methods=()).files["gripper.h"]
    assert "gripper_inverse_dynamics" in header
    assert "gripper_forward_dynamics" in header


def test_rotors_behind_gears_are_felt_at_the_joints() -> None:
    """N^2 J more on the diagonal of the mass matrix."""
    arm = sarrus.gallery.puma560()
    catalogue = robotics.Catalogue.generic()
    drive = robotics.Drive(catalogue.motors[3], catalogue.gears[3])
    plain = arm.compile(kernels=())
    system = robotics.with_rotors(plain.model, {"q2": drive}).compile(kernels=())
    places = [system.compiled.layout.v_slice[name].start for name in plain.compiled.layout.v_slice]
    axle = next(k for k in range(system.nv) if k not in places)
    rng = np.random.default_rng(4)
    motion = rng.uniform(-1.0, 1.0, (3, plain.nv))
    whole = np.zeros((3, system.nv))
    whole[:, places] = motion
    whole[:, axle] = drive.gear.ratio * motion[:, 1]
    expected = plain.inverse_dynamics(*motion)
    expected[1] += drive.reflected_inertia * motion[2, 1]
    assert_close(system.inverse_dynamics(*whole)[places], expected, 1e-12)


@pytest.mark.peer
def test_panda_with_fingers_has_the_efforts_of_pinocchio(shared_models: Path) -> None:
    pin = pytest.importorskip("pinocchio", reason="needs Pinocchio (package pin)")
    file = shared_models / "panda.urdf"
    system = sarrus.load(file, losses=False).compile(kernels=())
    model = pin.buildModelFromUrdf(str(file), mimic=True)
    data = model.createData()
    model.armature[:] = 0.0
    rng = np.random.default_rng(5)
    q, v, vdot = rng.uniform(-1.0, 1.0, (3, 9))
    for row in (q, v, vdot):
        row[8] = row[7]
    theirs = pin.rnea(model, data, q[:8], v[:8], vdot[:8])
    assert_close(system.inverse_dynamics(q, v, vdot)[:8], theirs, 1e-12)
