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
from sarrus.gallery import EXAMPLES
from sarrus.gallery.tracked_vehicle import rates
from sarrus.gallery.vehicle_5dof import INCH
from sarrus.system import Run
from sarrus.system.simulation.modes import Mode, Modes

REFS = Path(__file__).parents[1] / "reference" / "refs"


def reference(name: str) -> Any:
    return np.genfromtxt(REFS / name, delimiter=",", names=True)


@pytest.fixture(scope="module")
def tank() -> System:
    """The variant without tracks, which the reference describes."""
    return gallery.tracked_vehicle(track=False).compile(kernels=())


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


@pytest.mark.parametrize(
    "make", [EXAMPLES["tracked_vehicle_bare"].model, gallery.rssr], ids=["tank", "rssr"]
)
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


@pytest.fixture(scope="module")
def driven() -> Run:
    """The vehicle with tracks and driver over the bump."""
    system = gallery.tracked_vehicle().compile(kernels=())
    v = system.velocities_of(rates())
    return system.simulate(system.state(system.neutral(), v), until=4.0, every=0.005)


def test_the_driver_holds_the_speed(driven: Run) -> None:
    """Within 0.01 m/s on the level, 0.65 m/s on the bump, which costs the most at its end."""
    vx, t = np.asarray(driven["hull.velocity.x"]), driven.t
    assert np.max(np.abs(vx[t < 1.6] - 11.0)) < 0.01
    assert np.min(vx) > 11.0 - 0.65 and np.max(vx) < 11.0 + 0.15
    assert abs(vx[-1] - 11.0) < 0.06
    for side in ("left", "right"):
        torque = np.asarray(driven[f"speed {side}.sprocket {side}.rate.effort"])
        assert np.min(torque) > 0.0 and np.max(torque) < 1.2e4


def test_tracks_transfer_load_and_close_the_ledger(driven: Run) -> None:
    """With tension, neighbours of a wheel on the bump are lifted, and no energy is lost."""
    assert driven.energy_error < 1e-6 and not driven.notices
    pull = np.asarray(driven["track left.arm left1.force"])
    assert np.max(np.abs(pull)) > 2e4
    bodies = ("hull", "sprocket left", *(f"arm left{k}" for k in range(1, 7)))
    on_track = sum(np.asarray(driven[f"track left.{b}.force"]) for b in bodies)
    on_ground = np.asarray(driven["track left.ground.force"])
    np.testing.assert_allclose(on_track + on_ground, 0.0, atol=1e-6)


def test_the_tension_grows_from_wheel_to_wheel_by_their_resistance(driven: Run) -> None:
    """Back along the ground, at steady speed: by rolling and grip; the sum is at the sprocket."""
    at = int(np.searchsorted(driven.t, 1.5))
    T = np.array([float(driven[f"track left.tension{k}"][at]) for k in range(1, 9)])
    loads = [float(driven[f"wheel left{k}.arm left{k}.force.z"][at]) for k in range(1, 7)]
    assert np.all(np.diff(T[:7]) > 0.0) and T[7] == pytest.approx(T[0], rel=1e-12)
    grip = -float(driven["track left.ground.force.x"][at])
    u = float(driven["track left.speed"][at])
    rolling = 0.03 * u / np.hypot(u, 1.0) * sum(loads)
    assert T[6] - T[7] == pytest.approx(rolling + grip, rel=1e-6)
    torque = float(driven["track left.sprocket left.rate.effort"][at])
    assert -torque == pytest.approx(0.3 * (T[6] - T[7]), rel=1e-4)
    drive = float(driven["speed left.sprocket left.rate.effort"][at])
    assert drive == pytest.approx(-torque, rel=1e-2), "nearly steady"


def test_tracks_in_absolute_coordinates() -> None:
    """Accelerations of hull, arms and sprockets on the bump, taut and slack, by other equations.

    Without drivers, whose states the Cartesian solver does not know; torques drive the sprockets.
    """
    system = gallery.tracked_vehicle(track=gallery.Track(speed=None)).compile(kernels=())
    start = system.state(system.neutral(), system.velocities_of(rates()))
    torques = {"sprocket left": 3000.0, "sprocket right": 5000.0}
    run = system.simulate(start, until=1.95, every=0.01, inputs=torques)
    assert run.energy_error < 1e-6
    for t in (1.0, 1.72, 1.9):
        state = run.state(int(np.searchsorted(run.t, t)))
        solver, there = absolute(system, state)
        free = system.kinematics(state.q, state.v, system.accelerations(state).vdot)
        for body, theirs in solver.accelerations(there).items():
            for part in ("acceleration", "angular_acceleration"):
                a, b = getattr(free[body], part), getattr(theirs, part)
                assert np.max(np.abs(a - b)) <= 1e-8 * (1.0 + np.max(np.abs(b)))


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
