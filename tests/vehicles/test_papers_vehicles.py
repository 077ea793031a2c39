"""CHK-D11, CHK-C01, CHK-C03, CHK-O04: the vehicles of paper 1 against their references."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from closeness import assert_above
from loops.test_against_cartesian import absolute
from sarrus import System, gallery, ride
from sarrus.cartesian import CartesianSystem
from sarrus.cartesian.native import NativeMotion
from sarrus.gallery.vehicle_5dof import INCH
from sarrus.system import Run
from sarrus.system.simulation.modes import Mode, Modes

REFS = Path(__file__).parents[1] / "reference" / "refs"


def reference(name: str) -> Any:
    return np.genfromtxt(REFS / name, delimiter=",", names=True)


@pytest.fixture(scope="module")
def tank() -> System:
    return gallery.tracked_vehicle().compile(kernels=())


@pytest.fixture(scope="module")
def over_the_bump(tank: System) -> Run:
    start = tank.state(tank.neutral(), tank.velocities_of({"hull.vx": 11.0}))
    return tank.simulate(start, until=4.0, every=0.002)


def test_CHK_D11_tracked_vehicle_over_the_half_round(over_the_bump: Run) -> None:
    """All of the reference, not its peaks only, which may be off by 2 %."""
    expected, run = reference("paper1_track_planar.csv"), over_the_bump
    az, ref = np.asarray(run["driver.acceleration.z"]), expected["az_driver_m_s2"]
    assert (az.min(), az.max()) == pytest.approx((ref.min(), ref.max()), rel=1e-4)
    np.testing.assert_allclose(az, ref, rtol=0, atol=1e-3)
    np.testing.assert_allclose(run["hull.position.z"], expected["z_hull"], rtol=0, atol=1e-6)
    np.testing.assert_allclose(run["hull.position.x"], expected["x_hull"], rtol=0, atol=1e-5)
    pitch = ride.attitude(run.history, "hull")["pitch"]
    np.testing.assert_allclose(pitch, -expected["pitch_rad"], rtol=0, atol=1e-6)
    loads = ride.wheel_loads(run.history)
    for k in range(1, 7):
        for side in ("left", "right"):
            N = loads[f"wheel {side}{k}"]
            np.testing.assert_allclose(N, expected[f"N{k}"], rtol=1e-3, atol=50.0)
            turned = np.deg2rad(205.0) + np.asarray(run[f"{side}{k}.angle"])
            np.testing.assert_allclose(turned, expected[f"phi{k}"], rtol=0, atol=1e-5)
    assert run.energy_error < 1e-5 and not run.notices


def test_CHK_O04_point_kinematics_of_the_seat(tank: System, over_the_bump: Run) -> None:
    """The acceleration is the second difference of the position, to 1e-5 m/s^2."""
    h, start = 1e-4, over_the_bump.state(int(np.searchsorted(over_the_bump.t, 2.55)))
    how = {"rtol": 1e-12, "atol": 1e-14}
    run = tank.simulate(start, until=start.t + 0.02, every=h, **how)
    z, a = np.asarray(run["driver.position"]), np.asarray(run["driver.acceleration"])
    second = (z[2:] - 2.0 * z[1:-1] + z[:-2]) / h**2
    assert np.max(np.abs(a)) > 1.0
    np.testing.assert_allclose(second, a[1:-1], rtol=0, atol=1e-5)


def test_CHK_C01_tracked_vehicle_in_numbers_of_both_formulations(tank: System) -> None:
    """The paper's table 4: 19 against 91 coordinates, 0 against 60 equations of joints."""
    assert tank.nq == 19 and tank.compiled.loops.m == 0 and len(tank.model.bodies) == 13
    counts = CartesianSystem(tank.model, compiled=False).counts()
    assert counts.moving.coordinates == 91 and counts.moving.joint_equations == 60


def test_CHK_C01_tracked_vehicle_against_the_cartesian_solver(
    tank: System, over_the_bump: Run
) -> None:
    """Accelerations of all bodies on the bump."""
    for t in (1.7, 1.75, 1.9, 2.05):
        state = over_the_bump.state(int(np.searchsorted(over_the_bump.t, t)))
        solver, there = absolute(tank, state)
        ours = tank.kinematics(state.q, state.v, tank.accelerations(state).vdot)
        for body, theirs in solver.accelerations(there).items():
            scale = 1.0 + np.max(np.abs(theirs.acceleration))
            off = np.abs(ours[body].acceleration - theirs.acceleration)
            assert np.max(off) <= 1e-8 * scale


@pytest.mark.parametrize("make", [gallery.tracked_vehicle, gallery.rssr], ids=["tank", "rssr"])
def test_CHK_C02_relative_coordinates_need_less_work(make: Any) -> None:
    """In operations of one evaluation, by the same kind of code: traced, with sparse factors.

    Wall time, steps and what both take at equal error are what `benchmarks/vehicles.py` prints.
    The paper's 6.18 and 5.53 are of two programs; dense factors of the Schur complement would
    take 74 and 6 times our operations, and are not what a good Cartesian program does.
    """
    system = make().compile(kernels=())
    start = system.assemble()
    mode = Modes(system, {}, (0.0, 1.0), 0.0).simulator(Mode({}, {}, ()), start.q)
    solver, there = absolute(system, start)
    moving = NativeMotion(solver.evaluation, None, None)
    moving.begin(solver.project(there))
    assert_above(moving.slope_kernel().operations / mode.slope_kernel().operations, 1.0)


def test_tracks_transfer_load_and_close_the_ledger() -> None:
    """With tension, neighbours of a wheel on the bump are lifted, and no energy is lost."""
    system = gallery.tracked_vehicle(track=gallery.Track()).compile(kernels=())
    v = system.velocities_of({"hull.vx": 11.0})
    run = system.simulate(system.state(system.neutral(), v), until=2.2, every=0.005)
    assert run.energy_error < 1e-5
    pull = np.asarray(run["track left.arm left1.force"])
    assert np.max(np.abs(pull)) > 2e4
    total = sum(np.asarray(run[f"track left.{b}.force"]) for b in
                ("hull", *(f"arm left{k}" for k in range(1, 7))))  # fmt: skip
    np.testing.assert_allclose(total, 0.0, atol=1e-6)


def test_CHK_C03_five_dof_vehicle_against_the_equations_by_hand() -> None:
    """Five curves within 1 % of their peaks."""
    expected = reference("paper1_vehicle5dof.csv")
    system = gallery.vehicle_5dof().compile(kernels=())
    assert system.nv == 5
    start = system.state(np.zeros(5))
    assert np.max(np.abs(system.accelerations(start).vdot)) < 1e-10, "it rests"
    run = system.simulate(start, until=2.5, every=0.005, rtol=1e-8, atol=1e-10)
    curves = {"pitch": (np.asarray(run["pitch.angle"]), expected["theta_rad"])}
    names = {"seat": "z1_seat_in", "chassis": "z2_chassis_in"}
    names |= {"front": "z4_front_in", "rear": "z5_rear_in"}
    for body, column in names.items():
        z = np.asarray(run[f"{body}.position.z"])
        curves[body] = ((z - z[0]) / INCH, expected[column])
    a = np.asarray(run["seat.acceleration.z"]) / INCH
    curves["acceleration of the seat"] = (a, expected["z1_dd_in_s2"])
    for name, (ours, theirs) in curves.items():
        assert np.max(np.abs(ours - theirs)) <= 0.01 * np.max(np.abs(theirs)), name
    assert run.energy_error < 1e-7
