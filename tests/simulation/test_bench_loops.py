"""The reference problems with loops, in time, to the tolerances of their cases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from bench.states import in_row, state_of
from bench.test_andrews_squeezer import HINGES, JOINTS
from closeness import assert_close
from sarrus import System
from sarrus.system.simulation.run import Run

Case = Callable[[str], dict[str, Any]]
Table = Callable[[str], np.ndarray]


def columns(table: np.ndarray, name: str) -> np.ndarray:
    return np.array([in_row(row, name) for row in table])


# --- A02: through singular positions -------------------------------------------------------------

A02 = "iftomm_A02_double_fourbar"


@pytest.fixture(scope="module")
def double_fourbar(reference: Case) -> System:
    return sarrus.load(reference(A02)).compile(kernels=())


def assert_on_the_parallelogram(run: Run, table: np.ndarray, case: dict[str, Any]) -> None:
    """The tip of the first crank, and all cranks parallel."""
    atol = case["tolerance"]["position_abs"]
    angle = run["A0"]
    np.testing.assert_allclose(-np.sin(angle), table["B0x"], rtol=0, atol=atol)
    np.testing.assert_allclose(np.cos(angle), table["B0y"], rtol=0, atol=atol)
    for name in ("A1", "A2"):
        np.testing.assert_allclose(run[name], angle, rtol=0, atol=1e-8)
    assert run.energy_error <= 1e-6 and run.drift <= 1e-10


@pytest.mark.parametrize("rtol", [1e-8, 1e-9, 1e-10, 1e-11, 10**-11.5])
def test_A02_with_error_control(
    double_fourbar: System, reference: Case, reference_table: Table, rtol: float
) -> None:
    """Ten seconds and some ten flat positions, wherever the steps fall.

    With the least tolerance, small steps end at one of them, where only a large one leads across.
    """
    start = double_fourbar.initial_state()
    run = double_fourbar.simulate(start, until=10.0, every=0.05, rtol=rtol, atol=rtol / 100)
    table = reference_table(f"bench/{A02}/reference.csv")
    assert_on_the_parallelogram(run, table, reference(A02))


@pytest.mark.parametrize("method", ["rk4", "abm4"])
def test_A02_with_fixed_steps(
    double_fourbar: System, reference: Case, reference_table: Table, method: str
) -> None:
    start = double_fourbar.initial_state()
    run = double_fourbar.simulate(start, until=10.0, every=0.05, method=method, step=1e-3)
    table = reference_table(f"bench/{A02}/reference.csv")
    assert_on_the_parallelogram(run, table, reference(A02))


# --- one loop --------------------------------------------------------------------------------


def test_A04_bricard(reference: Case, reference_table: Table) -> None:
    """Overconstrained, and its rows are chosen anew along the way."""
    case = reference("iftomm_A04_bricard")
    table = reference_table("bench/iftomm_A04_bricard/reference.csv")
    system = sarrus.load(case).compile(kernels=())
    start = system.initial_state()
    run = system.simulate(start, until=10.0, every=0.05, rtol=1e-10, atol=1e-12)
    point = system.model.joint("R3").on_parent.position
    found = np.array([system.point("rod2", point, q).position for q in run.q])
    gap = np.max(np.abs(found - columns(table, "")), axis=1)
    assert np.max(gap[:101]) <= 1e-7 and np.max(gap) <= case["tolerance"]["position_abs"]
    assert run.drift <= 1e-12 and run.energy_error <= 1e-8


def test_A04_bricard_with_fixed_steps(reference: Case, reference_table: Table) -> None:
    case = reference("iftomm_A04_bricard")
    table = reference_table("bench/iftomm_A04_bricard/reference.csv")
    system = sarrus.load(case).compile(kernels=())
    start = system.initial_state()
    run = system.simulate(start, until=5.0, every=0.05, method="rk4", step=1e-3)
    point = system.model.joint("R3").on_parent.position
    found = np.array([system.point("rod2", point, q).position for q in run.q])
    np.testing.assert_allclose(found, columns(table, "")[:101], rtol=0, atol=1e-7)


def test_slider_crank_with_reactions(reference: Case, reference_table: Table) -> None:
    case = reference("iftomm_spatial_slider_crank")
    table = reference_table("bench/iftomm_spatial_slider_crank/reference.csv")
    system = sarrus.load(case).compile(kernels=())
    start = system.initial_state()
    run = system.simulate(start, until=5.0, every=0.01, rtol=1e-10, atol=1e-11)
    tolerance = case["tolerance"]
    x = run["D"] + table["x"][0]
    np.testing.assert_allclose(x, table["x"], rtol=0, atol=tolerance["position_abs"])
    speed = run["D.speed"]
    np.testing.assert_allclose(speed, table["vx"], rtol=0, atol=tolerance["velocity_abs"])
    np.testing.assert_allclose(run["A"], table["theta"], rtol=0, atol=1e-6)
    rows = range(0, 501, 25)
    loads = [system.reactions(run.motion(k), axes="world") for k in rows]
    for key, joint, part in (("FB", "B", "force"), ("FA", "A", "force"), ("MA", "A", "moment")):
        found = [getattr(load[joint], part) for load in loads]
        assert_close(found, columns(table[::25], key), tolerance["reaction_rel"], key)


@pytest.mark.parametrize("planar", [False, True], ids=["spatial", "planar"])
def test_andrews_squeezer(planar: bool, reference: Case) -> None:
    """To 80-bit results at 0.03 s; the crank has turned by 15.9 rad."""
    case = reference("ivp_andrews_squeezer")
    system = System(sarrus.load(case), cut=HINGES, planar=planar, kernels=())
    start = system.initial_state()
    run = system.simulate(start, until=0.03, every=0.03, rtol=1e-11, atol=1e-12)
    end, tolerance = case["expected"]["recomputed_t0_03"], case["tolerance"]
    angles = np.array([run[name][-1] for name in JOINTS]) + case["initial"]["q"]
    np.testing.assert_allclose(angles, end["q"], rtol=tolerance["q_rel"])
    rates = [run[f"{name}.rate"][-1] for name in JOINTS]
    np.testing.assert_allclose(rates, end["qd"], rtol=tolerance["qd_rel"])
    motion = run.motion(-1)
    vdot = [motion[name] for name in JOINTS]
    np.testing.assert_allclose(vdot, end["qdd"], rtol=tolerance["qdd_lam_rel"])
    found = system.reactions(motion, HINGES, axes="world")
    forces = np.concatenate([found[name].force[0:2] for name in HINGES])
    np.testing.assert_allclose(forces, end["lam"], rtol=tolerance["qdd_lam_rel"])
    assert run.energy_error <= 1e-10


def test_msl_fourbar(reference: Case, reference_table: Table) -> None:
    case = reference("msl_fourbar1")
    table = reference_table("bench/msl_fourbar1/reference.csv")
    system = sarrus.load(case).compile(kernels=())
    start = system.initial_state()
    run = system.simulate(start, until=5.0, every=0.02, rtol=1e-10, atol=1e-11)
    atol = case["tolerance"]["abs"]
    np.testing.assert_allclose(run["j1"], table["j1.phi"], rtol=0, atol=atol)
    np.testing.assert_allclose(run["j1.rate"], table["j1.w"], rtol=0, atol=atol)


# --- several loops -------------------------------------------------------------------------------


def test_joint_zoo_loop(reference: Case, reference_table: Table) -> None:
    case = reference("joint_zoo_loop")
    table = reference_table("bench/joint_zoo_loop/forward.csv")
    system = sarrus.load(case).compile(kernels=())
    bodies = case["expected"]["states"][0]["bodies"]
    run = system.simulate(state_of(system, bodies), until=1.0, every=0.1, rtol=1e-10, atol=1e-11)
    for name in bodies:
        found = [system.poses(q)[name].position for q in run.q]
        expected = [[row[f"{name}.{c}"] for c in "xyz"] for row in table]
        atol = case["tolerance"]["position_abs"]
        np.testing.assert_allclose(found, expected, rtol=0, atol=atol, err_msg=name)


@pytest.mark.parametrize("name", ["parallel_3rrr", "parallel_delta"])
def test_parallel_robots(name: str, reference: Case, reference_table: Table) -> None:
    """From rest under constant loads of the drives."""
    case = reference(name)
    table = reference_table(f"bench/{name}/forward.csv")
    system = sarrus.load(case).compile(kernels=())
    loads = case["expected"]["forward"]["actuator_load"]
    start = system.initial_state()
    run = system.simulate(start, until=0.5, every=0.025, rtol=1e-10, atol=1e-11, inputs=loads)
    there = [system.kinematics(q, v)["platform"] for q, v in zip(run.q, run.v, strict=True)]
    atol = case["tolerance"]["position_abs"]
    found = [x.position for x in there]
    np.testing.assert_allclose(found, columns(table, ""), rtol=0, atol=atol)
    found = [x.velocity for x in there]
    np.testing.assert_allclose(found, columns(table, "v"), rtol=0, atol=10 * atol)
    for drive in case["actuators"]:
        np.testing.assert_allclose(run[drive], table[drive], rtol=0, atol=atol)
    assert np.ptp(run.work) > 0.0 and run.energy_error <= 1e-9
