"""CHK-D13 and CHK-C01 in time on the spatial slider-crank of paper 2."""

from __future__ import annotations

import numpy as np
import pytest

from loops.mechanisms import slider_crank
from sarrus import System
from sarrus.cartesian import CartesianSystem
from sarrus.system.simulation.run import Run
from sarrus.system.state import State


@pytest.fixture(scope="module")
def system() -> System:
    return slider_crank(0.3).compile(kernels=())


@pytest.fixture(scope="module")
def start(system: System) -> State:
    return system.assemble({"crank_pivot": 0.0}, {"crank_pivot.rate": -2 * np.pi})


@pytest.fixture(scope="module")
def run(system: System, start: State) -> Run:
    return system.simulate(start, until=1.0, every=0.01, rtol=1e-11, atol=1e-12)


def test_CHK_D13_energy(system: System, start: State) -> None:
    run = system.simulate(start, until=1.0, rtol=1e-9, atol=1e-11)
    exchange = np.ptp([system.energy(q, v).kinetic for q, v in zip(run.q, run.v, strict=True)])
    assert np.ptp(run.energy) <= 1e-7 * exchange
    assert run.drift <= 1e-12


@pytest.mark.parametrize(
    "style, cut",
    [
        ("weld", []),
        ("joints", ["crank_pivot"]),
        ("joints", ["guide"]),
        ("weld", ["guide_cut"]),
        ("chain", ["guide_cut"]),
    ],
)
def test_CHK_X05_other_cuts_move_the_same(run: Run, style: str, cut: list[str]) -> None:
    """Cut joint and cut link, ball joint and three hinges: the same slider."""
    other = slider_crank(0.3, style=style).compile(kernels=(), cut=cut)
    start = other.assemble({"crank_pivot": 0.0}, {"crank_pivot.rate": -2 * np.pi})
    found = other.simulate(start, until=1.0, every=0.01, rtol=1e-11, atol=1e-12)
    for name in ("guide", "crank_pivot"):
        np.testing.assert_allclose(found[name], run[name], rtol=0, atol=1e-8, err_msg=name)


def test_CHK_D09_torque_of_the_reference_turns_the_crank_evenly(
    system: System, start: State, reference_table
) -> None:
    """Inverse and forward dynamics: the torque that drive() finds, fed in as a law of the angle."""
    table = reference_table("refs/paper2_slidercrank_L300.csv")
    terms = np.fft.rfft(table["tau_X_gravity_minus_z_Nm"][:1000]) / 1000

    def torque(t, state):
        angle = state["crank_pivot.angle"]
        total = terms[0].real
        for k in range(1, 60):
            c, s = np.cos(k * angle), np.sin(k * angle)
            total = total + 2.0 * (terms[k].real * c + terms[k].imag * s)
        return total

    run = system.simulate(
        start, until=1.0, every=0.1, rtol=1e-9, atol=1e-11, inputs={"crank_pivot": torque}
    )
    np.testing.assert_allclose(run["crank_pivot"], -2 * np.pi * run.t, rtol=0, atol=1e-5)
    slider = run["guide"] + table["x_slider_m"][0]
    np.testing.assert_allclose(slider, table["x_slider_m"][::100], rtol=0, atol=1e-6)
    assert run.energy_error <= 1e-7


def test_CHK_C01_cartesian_solver_moves_the_same(system: System, start: State, run: Run) -> None:
    absolute = CartesianSystem(slider_crank(0.3))
    there = system.kinematics(start.q, start.v)
    names = [body.name for body in system.model.bodies]
    moving = {name: (there[name].velocity, there[name].angular_velocity) for name in names}
    other = absolute.simulate(
        absolute.state({}, moving), 1.0, rtol=1e-10, atol=1e-11, times=run.t[::20]
    )
    for name in ("crank_pivot", "guide"):
        gap = np.abs(other.coordinates(name)[:, 0] - run[name][::20])
        assert np.max(gap) <= 1e-6, name
