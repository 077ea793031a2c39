"""The bicycle of Whipple against the benchmark of Meijaard, Papadopoulos, Ruina and Schwab (2007).

Proc. R. Soc. A 463, 1955-1982: eigenvalues of straight running, the speeds between which it is
stable, and what runs of the nonlinear model do there and elsewhere.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

from rolling import closed_forms
from sarrus import State, System, gallery
from sarrus.analysis import SteadyMotion
from sarrus.system.simulation.run import Run

RADIUS = 0.3


@pytest.fixture(scope="module")
def bicycle() -> System:
    return gallery.bicycle().compile(kernels=())


def straight(system: System, speed: float, **rates: float) -> State:
    """Return straight running, upright, with further rates."""
    named = {name.replace("__", "."): value for name, value in rates.items()}
    return system.assemble(rates={"rear_hub": speed / RADIUS, "steer": 0.0, **named})


def four(system: System, speed: float) -> np.ndarray:
    """Return the eigenvalues of lean and steer; all others, of where it goes, are 0."""
    found = system.linearize(straight(system, speed, cradle__omega_x=0.0)).eigenvalues
    ordered = found[np.argsort(-np.abs(found))]
    assert np.max(np.abs(ordered[4:]), initial=0.0) < 1e-5
    return np.sort_complex(ordered[:4])


def lean(run: Run) -> np.ndarray:
    """Return the lean to the right, from the side axis of the frame."""
    w, x, y, z = (run[f"cradle.quat_{axis}"] for axis in "wxyz")
    return np.arcsin(2.0 * (y * z + w * x))


def test_mobility(bicycle: System) -> None:
    """Seven positions: place, heading, lean, steer, two wheels; three velocities."""
    found = bicycle.mobility(straight(bicycle, 5.0))
    assert (found.positions, found.freedom, found.n_redundant) == (7, 3, 0)


def test_eigenvalues_at_5_m_per_s(bicycle: System) -> None:
    known = [-14.0783896928, -0.7753418822 - 4.4648677138j, -0.7753418822 + 4.4648677138j,
             -0.3228664290]  # fmt: skip
    np.testing.assert_allclose(four(bicycle, 5.0), known, rtol=0, atol=2e-9)


@pytest.mark.parametrize("speed", [1.0, 3.0, 4.5, 7.0, 10.0])
def test_eigenvalues_at_other_speeds(bicycle: System, speed: float) -> None:
    known = np.sort_complex(np.linalg.eigvals(closed_forms.bicycle_matrix(speed)))
    np.testing.assert_allclose(four(bicycle, speed), known, rtol=0, atol=1e-8)


def test_straight_running_is_a_steady_motion(bicycle: System) -> None:
    """Place, heading and turns of the wheels are set aside; a change of speed decays nowhere."""
    start = straight(bicycle, 5.0, cradle__omega_x=0.0)
    steady = bicycle.equilibrium(start, moving={"rear_hub.rate": 5.0 / RADIUS})
    assert isinstance(steady, SteadyMotion) and steady.stable
    assert steady["cradle.x"] == pytest.approx(5.0, rel=1e-12)
    found = np.sort_complex(steady.linearization.eigenvalues)
    known = np.linalg.eigvals(closed_forms.bicycle_matrix(5.0))
    np.testing.assert_allclose(found, np.sort_complex([*known, 0.0]), rtol=0, atol=1e-9)


@pytest.mark.slow
def test_steady_turn_is_held_by_a_torque_on_the_steering(bicycle: System) -> None:
    """The torque is found; with it the bicycle goes round and round, leaning inward."""
    start = straight(bicycle, 5.0, cradle__omega_x=0.0)
    wishes = {"rear_hub.rate": 5.0 / RADIUS, "steer.angle": 0.08}
    steady = bicycle.equilibrium(start, moving=wishes, unknown=["steer"])
    torque = steady.found["steer"]
    run = bicycle.simulate(steady.state, until=3.0, every=0.1, inputs={"steer": torque},
                           rtol=1e-11, atol=1e-13)  # fmt: skip
    assert np.ptp(lean(run)) < 1e-7 and np.ptp(run["steer.angle"]) < 1e-7
    rate = np.unwrap(run["frame.rpy"][:, 2])[-1] / 3.0
    # To the left, with about the lean at which weight and centrifugal force balance.
    assert rate > 0.3 and -lean(run)[0] == pytest.approx(np.arctan(5.0 * rate / 9.81), rel=0.1)


def test_weave_and_capsize_speed(bicycle: System) -> None:
    """4.29238254 and 6.02426202 m/s."""

    def weave(speed: float) -> float:
        return float(max(value.real for value in four(bicycle, speed) if abs(value.imag) > 1.0))

    def capsize(speed: float) -> float:
        """Return the product of all eigenvalues, which changes sign with the real one."""
        return float(np.prod(four(bicycle, speed)).real)

    assert brentq(weave, 4.2, 4.4, xtol=1e-10) == pytest.approx(closed_forms.WEAVE, abs=1e-8)
    # Here the eigenvalue is as small as those of where it goes, which are 0 and defective, so that
    # rounding errors of these are not small; values beside it tell the root.
    beside = closed_forms.CAPSIZE + np.array([-0.1, -0.06, -0.03, 0.03, 0.06, 0.1])
    curve = np.polynomial.Polynomial.fit(beside, [capsize(v) for v in beside], 4)
    assert brentq(curve, 5.9, 6.1, xtol=1e-12) == pytest.approx(closed_forms.CAPSIZE, abs=1e-7)


def test_small_motions_by_differences(bicycle: System) -> None:
    """A second way: slopes of the accelerations of lean and steer, by central differences."""
    speed, h = 5.0, 1e-4
    names = list(bicycle.velocities)
    rows = [names.index("cradle.omega_x"), names.index("steer.rate")]

    def second(angle: float, steer: float, rate: float, turning: float) -> np.ndarray:
        wanted = {"cradle.quat_x": np.sin(0.5 * angle), "steer": steer}
        rates = {"rear_hub": speed / RADIUS, "cradle.omega_x": rate, "steer": turning}
        state = bicycle.assemble(wanted, rates)
        return bicycle.accelerations(state).vdot[rows]

    slopes = [(second(*step) - second(*-step)) / (2.0 * h) for step in h * np.eye(4)]
    # Steer is positive to the left here, to the right in the benchmark.
    sign = np.array([1.0, -1.0])
    expected = sign[:, None] * closed_forms.bicycle_matrix(speed)[2:] * np.tile(sign, 2)
    np.testing.assert_allclose(np.transpose(slopes), expected, rtol=0, atol=1e-5)


@pytest.mark.parametrize("speed, until", [(4.6, 8.0), (5.4, 12.0)])
def test_rides_itself_where_it_is_stable(bicycle: System, speed: float, until: float) -> None:
    """After a push it comes back upright, and keeps its energy to 1e-9."""
    start = straight(bicycle, speed, cradle__omega_x=0.3)
    run = bicycle.simulate(start, until=until, every=0.05, rtol=1e-11, atol=1e-13)
    found = np.abs(lean(run))
    assert run.t[-1] == until and np.max(found) > 0.02
    assert np.max(found[run.t > until - 1.0]) < 0.25 * np.max(found)
    assert energy_change(bicycle, run) < 1e-9


@pytest.mark.parametrize("speed, push, until", [(3.0, 0.1, 1.8), (7.0, 0.6, 24.0)])
def test_falls_where_it_is_not(bicycle: System, speed: float, push: float, until: float) -> None:
    """Below the weave speed it swings more and more, above the capsize speed it lies down."""
    start = straight(bicycle, speed, cradle__omega_x=push)
    run = bicycle.simulate(start, until=until, every=0.05, rtol=1e-11, atol=1e-13)
    found = np.abs(lean(run))
    assert found[-1] > 0.35 and found[-1] > 4.0 * np.max(found[run.t < 0.25 * until])
    assert energy_change(bicycle, run) < 1e-9


def energy_change(system: System, run: Run) -> float:
    """Return by how much the energy changes, relative to the kinetic energy, from the states."""
    energies = [system.energy(q, v) for q, v in zip(run.q[::8], run.v[::8], strict=True)]
    total = np.array([energy.total for energy in energies])
    return float(np.max(np.abs(total - total[0])) / energies[0].kinetic)
