"""CHK-D09, CHK-D13, CHK-I02, CHK-T10 and CHK-C01 on the RSSR of paper 1 with passive spin."""

from __future__ import annotations

import numpy as np
import pytest

from loops.mechanisms import rssr
from sarrus import System
from sarrus.cartesian import CartesianSystem
from sarrus.system.simulation.run import Run

STEPS = (4e-3, 2e-3, 1e-3)


@pytest.fixture(scope="module")
def system() -> System:
    return rssr().compile(kernels=())


@pytest.fixture(scope="module")
def table(reference_table) -> np.ndarray:
    return reference_table("refs/paper1_rssr.csv")


@pytest.fixture(scope="module")
def run(system: System) -> Run:
    return system.simulate(system.assemble(), until=2.0, every=0.005, rtol=1e-11, atol=1e-12)


@pytest.fixture(scope="module")
def fixed(system: System) -> dict[float, Run]:
    start = system.assemble()
    return {h: system.simulate(start, until=2.0, method="abm4", step=h, every=0.02) for h in STEPS}


def test_CHK_D09_end_of_the_reference(run: Run) -> None:
    assert run["A.angle"][-1] == pytest.approx(-1.228952604, abs=1e-6)
    assert run["D.angle"][-1] == pytest.approx(-0.942158607, abs=1e-6)


def test_CHK_D09_whole_curve(system: System, run: Run, table: np.ndarray) -> None:
    for name, column in (
        ("A.angle", "phi1_rad"),
        ("D.angle", "phi3_rad"),
        ("A.rate", "phi1d"),
        ("D.rate", "phi3d"),
    ):
        np.testing.assert_allclose(run[name], table[column], rtol=0, atol=1e-8, err_msg=name)
    for k in range(0, len(run), 50):
        moving = run.motion(k)
        z = system.kinematics(run.q[k], run.v[k], moving.vdot)["crank"].acceleration[2]
        assert z == pytest.approx(table["z1cg_dd_m_s2"][k], abs=1e-7)


def test_CHK_D13_energy(system: System) -> None:
    run = system.simulate(system.assemble(), until=2.0, rtol=1e-9, atol=1e-11)
    exchange = np.ptp([system.energy(q, v).kinetic for q, v in zip(run.q, run.v, strict=True)])
    assert np.ptp(run.energy) <= 1e-7 * exchange
    assert run.energy_error <= 1e-7


@pytest.mark.parametrize("method", ["auto", "rk4", "abm4", "ab3", "euler"])
def test_CHK_T10_euler_parameters_stay_of_length_one(system: System, method: str) -> None:
    how = {} if method == "auto" else {"step": 1e-3}
    run = system.simulate(system.assemble(), until=0.5, method=method, every=1e-3, **how)
    places = [k for k, name in enumerate(system.coordinates) if "quat" in name]
    p = run.q[:, places]
    assert p.shape == (501, 4)
    assert np.max(np.abs(np.sum(p * p, axis=1) - 1.0)) <= 1e-14


def test_CHK_I02_errors_and_order(fixed: dict[float, Run], table: np.ndarray) -> None:
    """About 5.9e-6, 3.4e-7 and 2.0e-8 rad at 4, 2 and 1 ms: fourth order."""
    found = []
    for h in STEPS:
        gap = np.abs(fixed[h]["A.angle"] - table["phi1_rad"][::4])
        found.append(float(np.max(gap)))
    orders = np.log2(np.array(found[:-1]) / found[1:])
    assert np.all(orders > 3.7) and np.all(orders < 4.7), (found, orders)
    assert np.all(np.array(found) <= (1e-5, 6e-7, 4e-8)), found


@pytest.mark.parametrize("h", STEPS)
def test_CHK_I02_loops_stay_closed(system: System, fixed: dict[float, Run], h: float) -> None:
    for q, v in zip(fixed[h].q, fixed[h].v, strict=True):
        phi, Phi, _, _ = system.compiled.loops.closure(q)
        assert np.max(np.abs(phi)) <= 1e-12
        assert np.max(np.abs(Phi @ v)) <= 1e-12


def test_CHK_C01_cartesian_solver_moves_the_same(run: Run) -> None:
    """Six coordinates a body and all joint equations, against five coordinates and three rows."""
    absolute = CartesianSystem(rssr())
    times = run.t[::40]
    other = absolute.simulate(absolute.drawing_state(), 2.0, rtol=1e-10, atol=1e-11, times=times)
    for name in "AD":
        gap = np.abs(other.coordinates(name)[:, 0] - run[f"{name}.angle"][::40])
        assert np.max(gap) <= 1e-6
