"""CHK-D09, CHK-D13 and CHK-C01 in time on the R-U-S-R four-bar of paper 4."""

from __future__ import annotations

import numpy as np
import pytest

from cartesian.mechanisms import four_bar
from loops.mechanisms import rusr
from sarrus import System
from sarrus.cartesian import CartesianSystem
from sarrus.system.one_state.reactions import joint_reactions
from sarrus.system.simulation.run import Run
from sarrus.system.state import State

ANGLES = {
    "th2": "crank_pivot.angle",
    "th31": "cross.angle_1",
    "th32": "cross.angle_2",
    "th4": "follower_pivot.angle",
}


@pytest.fixture(scope="module")
def system() -> System:
    return rusr().compile(kernels=())


@pytest.fixture(scope="module")
def table(reference_table) -> np.ndarray:
    return reference_table("refs/paper4_fourbar.csv")


@pytest.fixture(scope="module")
def start(system: System, table: np.ndarray) -> State:
    guess = {name: float(table[0][column]) for column, name in ANGLES.items()}
    return system.assemble({"crank_pivot.angle": np.pi / 3}, guess=guess)


@pytest.fixture(scope="module")
def run(system: System, start: State) -> Run:
    return system.simulate(start, until=5.0, every=0.01, rtol=1e-11, atol=1e-12)


def test_CHK_D09_end_of_the_reference(run: Run) -> None:
    assert run["crank_pivot"][-1] == pytest.approx(-3.944256112, abs=1e-6)
    assert run["follower_pivot"][-1] == pytest.approx(2.158710704, abs=1e-6)


def test_CHK_D09_whole_curve(run: Run, table: np.ndarray) -> None:
    for column, name in ANGLES.items():
        gap = np.abs(run[name] - table[column])
        assert np.max(gap) <= 1e-7, name
        gap = np.abs(run[name.replace("angle", "rate")] - table[f"{column}d"])
        assert np.max(gap) <= 1e-6, name


def test_CHK_D09_accelerations_and_multipliers(system: System, run: Run, table: np.ndarray) -> None:
    for k in range(0, 501, 50):
        moving = run.motion(k)
        found = joint_reactions(system, moving, ["ball"], axes="world")["ball"].force
        expected = [table[f"lambda{i}"][k] for i in (1, 2, 3)]
        assert found == pytest.approx(expected, abs=1e-5)
        assert moving["crank_pivot.rate"] == pytest.approx(table["th2dd"][k], abs=1e-5)


def test_CHK_D13_energy(system: System, start: State) -> None:
    run = system.simulate(start, until=5.0, rtol=1e-9, atol=1e-11)
    exchange = np.ptp([system.energy(q, v).kinetic for q, v in zip(run.q, run.v, strict=True)])
    assert np.ptp(run.energy) <= 1e-7 * exchange
    assert run.drift <= 1e-12


@pytest.mark.parametrize("method, step, error", [("rk4", 2e-3, 1e-7), ("abm4", 1e-3, 1e-5)])
def test_fixed_steps_reach_the_same_end(
    system: System, start: State, method: str, step: float, error: float
) -> None:
    run = system.simulate(start, until=5.0, method=method, step=step, every=0.1)
    assert run["crank_pivot"][-1] == pytest.approx(-3.944256112, abs=error)
    assert run.drift <= 1e-12


def test_CHK_C01_cartesian_solver_moves_the_same(run: Run) -> None:
    absolute = CartesianSystem(four_bar())
    times = run.t[::100]
    other = absolute.simulate(absolute.drawing_state(), 5.0, rtol=1e-10, atol=1e-11, times=times)
    for name, joint in (("A", "crank_pivot"), ("D", "follower_pivot")):
        turned = other.coordinates(name)[:, 0]
        expected = run[joint][::100] - run[joint][0]
        assert np.max(np.abs(turned - turned[0] - expected)) <= 1e-6
