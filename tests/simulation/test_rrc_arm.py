"""CHK-D06 and CHK-D12: the arm of paper 0 with driven, locked, free joints and its stiff spring."""

from __future__ import annotations

import numpy as np
import pytest

from closeness import assert_close
from dynamics.test_robot_arms import INCH, POUND
from sarrus import System
from sarrus.system.simulation.run import Run
from simulation.machines import STIFFNESS, rrc_arm

ROLLS = ("joint1", "joint3", "joint5", "joint7")


def swing(t):
    """Return q2 of simulation 1."""
    return np.pi / 3 * np.sin(np.pi * t / 5)


def nod(t):
    """Return q4 of simulation 2."""
    return np.pi / 30 * np.sin(np.pi * t - np.pi)


@pytest.fixture(scope="module")
def system() -> System:
    return rrc_arm().compile(kernels=())


@pytest.fixture(scope="module")
def free(system: System) -> Run:
    """Simulation 1: joint 2 swings, the rolls are locked, joints 4 and 6 are free."""
    start = system.state(np.zeros(7), [0.0, np.pi**2 / 15, 0.0, 0.0, 0.0, 0.0, 0.0])
    return system.simulate(
        start, until=5.0, every=0.01, rtol=1e-11, atol=1e-12, driven={"joint2": swing}, locked=ROLLS
    )


@pytest.fixture(scope="module")
def table(reference_table) -> np.ndarray:
    return reference_table("refs/paper0_rrc_sim1_free46.csv")


def torque(run: Run, k: int, joint: str) -> float:
    """Return the effort of a driven joint [lbf in]."""
    return float(np.ravel(run.motion(k).efforts[joint])[0]) / (POUND * INCH)


def test_CHK_D06_at_one_second(free: Run) -> None:
    assert free["joint4"][100] == pytest.approx(-3.135554, abs=1e-5)
    assert free["joint6"][100] == pytest.approx(-0.3508774, abs=1e-5)
    assert torque(free, 100, "joint2") == pytest.approx(653.0258, rel=1e-5)


def test_CHK_D06_whole_curve(free: Run, table: np.ndarray) -> None:
    """The reference is good to 1e-6 rad and to 2e-3 lb in at its end."""
    assert np.array_equal(free["joint2"], [swing(t) for t in free.t])
    np.testing.assert_allclose(free["joint2"], table["q2_rad"], rtol=0, atol=1e-9)
    for name in ("joint4", "joint6"):
        expected = table[f"q{name[-1]}_rad"]
        np.testing.assert_allclose(free[name], expected, rtol=0, atol=1e-5, err_msg=name)
    for name in ROLLS:
        assert np.all(free[name] == 0.0) and np.all(free[f"{name}.rate"] == 0.0)
    rows = range(0, 501, 10)
    found = [torque(free, k, "joint2") for k in rows]
    np.testing.assert_allclose(found, table["tau2_lb_in"][::10], rtol=0, atol=2e-2)


def test_CHK_D06_reaction_of_joint_2(system: System, free: Run, table: np.ndarray) -> None:
    for k in (0, 50, 100, 250, 500):
        found = system.wrenches(free.motion(k), joints=["joint2"], axes="world")["joint2"]
        expected = [table[f"F{axis}_lb"][k] for axis in "xyz"]
        assert found.force / POUND == pytest.approx(expected, abs=1e-3)


def test_CHK_D06_free_joints_have_no_torque(free: Run) -> None:
    for k in (0, 77, 500):
        q, v, vdot = free.q[k], free.v[k], free.motion(k).vdot
        tau = free.system.inverse_dynamics(q, v, vdot)
        assert np.max(np.abs(tau[[3, 5]])) <= 1e-9 * np.max(np.abs(tau))


def test_CHK_D06_work_of_the_drive_is_balanced(free: Run) -> None:
    assert np.ptp(free.work) > 100.0
    assert free.energy_error <= 1e-9 and not free.notices


def test_CHK_D06_all_joints_locked_but_the_driven_one(system: System, reference_table) -> None:
    table = reference_table("refs/paper0_rrc_sim1_locked46.csv")
    start = system.state(np.zeros(7), [0.0, np.pi**2 / 15, 0.0, 0.0, 0.0, 0.0, 0.0])
    held = (*ROLLS, "joint4", "joint6")
    run = system.simulate(start, until=5.0, every=0.5, driven={"joint2": swing}, locked=held)
    found = [torque(run, k, "joint2") for k in range(11)]
    assert_close(found, table["tau2_lb_in"][::50], 1e-8)
    motions = {"joint2": swing} | dict.fromkeys(held, 0.0)
    drive = system.drive(motions, times=run.t, guess=start)
    np.testing.assert_allclose(run["joint2.rate"], drive["joint2.rate"], rtol=0, atol=1e-12)
    for name in ("joint2", "joint6"):
        efforts = [np.ravel(run.motion(k).efforts[name])[0] for k in range(11)]
        assert_close(efforts, drive[f"{name}.effort"], 1e-10, name)


def test_CHK_D06_fixed_steps_of_paper_0(system: System, free: Run) -> None:
    """Adams-Bashforth 3 at 1 kHz follows the arm until its wrist has turned over."""
    run = system.simulate(
        free.state(0),
        until=1.0,
        method="ab3",
        step=1e-3,
        every=0.1,
        driven={"joint2": swing},
        locked=ROLLS,
    )
    assert run["joint4"][-1] == pytest.approx(-3.135554, abs=1e-4)
    assert run["joint2"][-1] == swing(1.0)


def test_CHK_D12_stiff_spring(reference_table) -> None:
    """Simulation 2: joint 6 gives way to a spring of 1e5 lb/in while joint 4 nods, 330 Hz."""
    table = reference_table("refs/paper0_rrc_sim2_spring.csv")
    system = rrc_arm(STIFFNESS).compile(kernels=())
    start = system.state(np.zeros(7), [0.0, 0.0, 0.0, -(np.pi**2) / 30, 0.0, 0.0, 0.0])
    run = system.simulate(
        start,
        until=1.0,
        every=0.001,
        rtol=1e-10,
        atol=1e-11,
        driven={"joint4": nod},
        locked=(*ROLLS, "joint2"),
    )
    assert run["joint4"][500] == pytest.approx(-0.104720, abs=1e-6)
    assert run["joint6"][500] == pytest.approx(0.388804, abs=1e-4)
    np.testing.assert_allclose(run["joint6"], table["q6_rad"], rtol=0, atol=1e-5)
    assert torque(run, 0, "joint4") == pytest.approx(666.434, abs=1e-3)
    assert run.energy_error <= 1e-7
