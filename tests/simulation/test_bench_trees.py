"""The reference problems without loops, in time, to the tolerances of their cases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from bench.states import in_row, state_of
from bench.test_adams_joints import CASES

Case = Callable[[str], dict[str, Any]]
Table = Callable[[str], np.ndarray]


def start_of(case: dict[str, Any]) -> Any:
    system = sarrus.load(case).compile(kernels=())
    return system.initial_state()


def columns(table: np.ndarray, name: str, parts: str = "xyz") -> np.ndarray:
    return np.array([in_row(row, name, parts) for row in table])


def test_A01_pendulum(reference: Case, reference_table: Table) -> None:
    """Elliptic functions: place of the mass over ten seconds, and the tension of the rod."""
    case = reference("iftomm_A01_pendulum")
    table = reference_table("bench/iftomm_A01_pendulum/reference.csv")
    start = start_of(case)
    run = start.system.simulate(start, until=10.0, every=0.1, rtol=1e-10, atol=1e-11)
    found = np.array([start.system.poses(q)["P1"].position for q in run.q])
    atol = case["tolerance"]["position_abs"]
    np.testing.assert_allclose(found[:, 0], table["x"], rtol=0, atol=atol)
    np.testing.assert_allclose(found[:, 1], table["y"], rtol=0, atol=atol)
    for k in range(0, 101, 10):
        force = start.system.reactions(run.motion(k), axes="world")["A"].force
        assert np.linalg.norm(force) == pytest.approx(abs(table["tension"][k]), abs=1e-6)


def test_A05_governor(reference: Case, reference_table: Table) -> None:
    """Stiff spring-dampers: explicit steps stay small, and all they lose is booked."""
    case = reference("iftomm_A05_governor")
    table = reference_table("bench/iftomm_A05_governor/reference.csv")
    start = start_of(case)
    run = start.system.simulate(start, until=10.0, every=0.01, rtol=1e-9, atol=1e-11)
    atol = case["tolerance"]["s_abs"]
    np.testing.assert_allclose(run["slider"] + 0.5, table["s"], rtol=0, atol=atol)
    np.testing.assert_allclose(run["shaft.rate"], table["omega_shaft"], rtol=0, atol=10 * atol)
    assert run.loss[-1] > 0.0 and np.all(np.diff(run.loss) >= -1e-12)
    assert run.energy_error <= 1e-9


def test_heavy_top(reference: Case, reference_table: Table) -> None:
    """CHK-T10 too: 150 rad/s for two seconds, and the quaternion of length one at every state."""
    case, table = reference("heavy_top"), reference_table("bench/heavy_top/reference.csv")
    start = start_of(case)
    run = start.system.simulate(start, until=2.0, every=0.005, rtol=1e-10, atol=1e-11)
    expected = columns(table, "q", "0123")
    sign = np.sign(np.sum(run.q * expected, axis=1))[:, None]
    tolerance = case["tolerance"]
    np.testing.assert_allclose(run.q, sign * expected, rtol=0, atol=tolerance["quat_abs"])
    omega = columns(table, "w")
    atol = tolerance["omega_rel"] * np.max(np.abs(omega))
    np.testing.assert_allclose(run.v, omega, rtol=0, atol=atol)
    assert np.max(np.abs(np.sum(run.q * run.q, axis=1) - 1.0)) <= 1e-14
    forces = [start.system.reactions(run.motion(k), axes="world")["O"].force for k in (20, 40, 400)]
    expected = columns(table, "F")
    atol = tolerance["force_rel"] * np.max(np.abs(expected))
    np.testing.assert_allclose(forces, expected[[20, 40, 400]], rtol=0, atol=atol)


def test_rectangular_bar(reference: Case, reference_table: Table) -> None:
    """A free body that turns over: angular velocity and attitude for a minute (CHK-T10)."""
    case = reference("rectangular_bar_dzhanibekov")
    table = reference_table("bench/rectangular_bar_dzhanibekov/reference.csv")
    start = start_of(case)
    system = start.system
    run = system.simulate(start, until=60.0, every=0.5, rtol=1e-12, atol=1e-13)
    places = [k for k, name in enumerate(system.coordinates) if "quat" in name]
    p, expected = run.q[:, places], columns(table, "q", "0123")
    sign = np.sign(np.sum(p * expected, axis=1))[:, None]
    np.testing.assert_allclose(p, sign * expected, rtol=0, atol=case["tolerance"]["quat_abs"])
    spin = [k for k, name in enumerate(system.velocities) if "omega" in name]
    atol = case["tolerance"]["omega_abs"]
    np.testing.assert_allclose(run.v[:, spin], columns(table, "w"), rtol=0, atol=atol)
    assert np.max(np.abs(np.sum(p * p, axis=1) - 1.0)) <= 1e-14
    momenta = [
        system.momentum(q, v).angular_about_origin for q, v in zip(run.q, run.v, strict=True)
    ]
    np.testing.assert_allclose(momenta, np.tile(momenta[0], (121, 1)), rtol=0, atol=1e-9)


def test_babyboot(reference: Case, reference_table: Table) -> None:
    """Exponentially sensitive: 1e-8 after five seconds, 1e-5 after ten."""
    case, table = reference("babyboot"), reference_table("bench/babyboot/reference.csv")
    start = start_of(case)
    run = start.system.simulate(start, until=10.0, every=0.1, rtol=1e-12, atol=1e-13)
    for name in ("qA", "qB"):
        gap = np.abs(run[name] - (table[name] - table[name][0]))
        assert np.max(gap[:51]) <= case["tolerance"]["angle_abs_t5"], name
        assert np.max(gap) <= case["tolerance"]["angle_abs_t10"], name


@pytest.mark.parametrize("name", CASES)
def test_adams_joints(name: str, reference: Case, reference_table: Table) -> None:
    case = reference(f"adams_{name}")
    table = reference_table(f"bench/adams_{name}/reference.csv")
    start = start_of(case)
    system = start.system
    run = system.simulate(start, until=5.0, every=0.05, rtol=1e-10, atol=1e-11)
    there = [system.kinematics(q, v)["pend"] for q, v in zip(run.q, run.v, strict=True)]
    atol = case["tolerance"]["position_abs"]
    positions, speeds = [x.position for x in there], [x.velocity for x in there]
    np.testing.assert_allclose(positions, columns(table, ""), rtol=0, atol=atol)
    np.testing.assert_allclose(speeds, columns(table, "v"), rtol=0, atol=10 * atol)
    drawn = case["model"]["joints"][0]
    at = drawn["point_a"] if drawn["type"] == "distance" else drawn["point"]
    rows = range(0, 101, 20)
    loads = [system.reactions(run.motion(k), axes="world", at=at)["J"] for k in rows]
    atol = case["tolerance"]["reaction_rel"] * 9.80665 * 2.0
    for key, part in (("F", "force"), ("M", "moment")):
        found = [getattr(load, part) for load in loads]
        np.testing.assert_allclose(found, columns(table[::20], key), rtol=0, atol=atol)


def test_msl_double_pendulum(reference: Case, reference_table: Table) -> None:
    """Damped: what the damper takes is booked."""
    case = reference("msl_double_pendulum")
    table = reference_table("bench/msl_double_pendulum/reference.csv")
    start = start_of(case)
    run = start.system.simulate(start, until=3.0, every=0.02, rtol=1e-10, atol=1e-11)
    atol = case["tolerance"]["abs"]
    for joint in ("revolute1", "revolute2"):
        np.testing.assert_allclose(run[joint], table[f"{joint}.phi"], rtol=0, atol=atol)
        np.testing.assert_allclose(run[f"{joint}.rate"], table[f"{joint}.w"], rtol=0, atol=atol)
    assert run.loss[-1] > 0.1 and run.energy_error <= 1e-9


def test_joint_zoo_tree(reference: Case, reference_table: Table) -> None:
    case = reference("joint_zoo_tree")
    table = reference_table("bench/joint_zoo_tree/forward.csv")
    system = sarrus.load(case).compile(kernels=())
    bodies = case["expected"]["states"][0]["bodies"]
    run = system.simulate(state_of(system, bodies), until=1.0, every=0.1, rtol=1e-10, atol=1e-11)
    for name in bodies:
        found = [system.poses(q)[name].position for q in run.q]
        expected = [[row[f"{name}.{c}"] for c in "xyz"] for row in table]
        atol = case["tolerance"]["position_abs"]
        np.testing.assert_allclose(found, expected, rtol=0, atol=atol, err_msg=name)
