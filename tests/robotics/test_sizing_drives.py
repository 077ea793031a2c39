"""CHK-L03: demands on drives by hand, gear ratios against closed forms, automatic choice."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

import sarrus
from closeness import assert_same
from robotics.puma_task import INERTIA, LENGTH, MASS, puma_task, swing_arm
from sarrus.robotics import (
    Catalogue,
    Drive,
    DriveCheck,
    Gear,
    Sequence,
    ServoMotor,
    Task,
    TaskResult,
    Trapezoid,
    choose_drive,
    coolest_ratio,
    joint_move,
    sweep_gear_ratio,
)
from sarrus.robotics.task_result import RPM

MOTOR = ServoMotor(
    "m", rated_torque=0.5, peak_torque=1.5, base_speed=300.0, max_speed=500.0, rotor_inertia=4e-5
)
TOP, PUSH = 4.0 / 3.0, 16.0 / 3.0  # of 1 rad in 1 s with ramps of 0.25 s


def swing(gravity: float = 0.0) -> TaskResult:
    move = joint_move([0.0], [1.0], Trapezoid(1.0, 0.25))
    return Task(swing_arm(gravity), Sequence([move])).run(0.01)


@pytest.fixture(scope="module")
def puma() -> TaskResult:
    return puma_task(None).run()


def test_pure_inertia_by_hand() -> None:
    """T = (J_L/N + J N) qdd; RMS over two of four quarters; energies of the flywheel."""
    result, ratio = swing(), 40.0
    check = DriveCheck(result, "hinge", Drive(MOTOR, Gear("g", ratio)))
    torque = (INERTIA / ratio + 4e-5 * ratio) * PUSH
    demands = {c.name: c for c in check.criteria}
    assert demands["peak torque"].value == pytest.approx(torque, rel=1e-12)
    assert demands["peak torque"].allowed == 1.5
    assert demands["speed"].value == pytest.approx(ratio * TOP)
    assert demands["RMS torque"].value == pytest.approx(torque * np.sqrt(0.5), rel=1e-12)
    assert demands["RMS torque"].allowed == 0.5
    assert check.mean_speed == pytest.approx(ratio)  # 1 rad in 1 s
    stored = 0.5 * (INERTIA + ratio**2 * 4e-5) * TOP**2
    assert check.supplied == pytest.approx(stored, rel=1e-12)
    assert check.regenerated == pytest.approx(stored, rel=1e-12)
    assert check.inertia_ratio == pytest.approx(INERTIA / (ratio**2 * 4e-5))
    assert check.passed
    assert check.margin == pytest.approx(
        min(1 - torque / 1.5, 1 - torque * np.sqrt(0.5) / 0.5, 1 - ratio * TOP / 500.0)
    )


def test_losses_help_while_braking() -> None:
    result = swing()
    check = DriveCheck(result, "hinge", Drive(MOTOR, Gear("g", 40.0, efficiency=0.8)))
    at = [int(np.argmin(np.abs(result.t - t))) for t in (0.1, 0.9)]
    rotor, load = 4e-5 * 40.0 * PUSH, INERTIA * PUSH / 40.0
    assert check.torque[at[0]] == pytest.approx(rotor + load / 0.8)
    assert check.torque[at[1]] == pytest.approx(-rotor - load * 0.8)
    assert check.torque[[0, -1]] == pytest.approx(check.torque[at])  # at rest, starting and ending


def test_a_gear_that_stands_loses_nothing() -> None:
    held = Sequence([joint_move([0.3], [0.3], Trapezoid(1.0, 0.25))])
    result = Task(swing_arm(9.81), held).run(0.1)
    check = DriveCheck(result, "hinge", Drive(MOTOR, Gear("g", 40.0, efficiency=0.8)))
    weight = MASS * 9.81 * LENGTH * np.cos(0.3)
    assert check.torque == pytest.approx(np.full(len(result.t), weight / 40.0))
    assert check.supplied == check.regenerated == 0.0


def test_best_gear_ratio_of_pure_inertia() -> None:
    """sqrt(J_L/J_m): the load at the motor's side is as the rotor itself."""
    result = swing()
    best = coolest_ratio(result, "hinge", MOTOR)
    assert best == pytest.approx(np.sqrt(INERTIA / MOTOR.rotor_inertia), rel=1e-12)
    ratios = best * np.geomspace(0.25, 4.0, 81)
    sweep = sweep_gear_ratio(result, "hinge", MOTOR, ratios)
    assert sweep.coolest == pytest.approx(best, rel=1e-12)
    assert np.min(sweep.peak_torque) == pytest.approx(2 * PUSH * np.sqrt(INERTIA * 4e-5))
    assert sweep.peak_speed == pytest.approx(ratios * TOP)


def test_best_gear_ratio_with_weight_and_losses() -> None:
    """Against a search for the least RMS torque that knows no formula."""
    result = swing(9.81)
    gear = Gear("g", 1.0, efficiency=0.85, inertia=1e-5)

    def rms(log_ratio: float) -> float:
        drive = Drive(MOTOR, Gear("g", float(np.exp(log_ratio)), efficiency=0.85, inertia=1e-5))
        return DriveCheck(result, "hinge", drive).rms_torque

    found = minimize_scalar(rms, bounds=(0.0, 8.0), method="bounded", options={"xatol": 1e-9})
    assert coolest_ratio(result, "hinge", MOTOR, gear) == pytest.approx(np.exp(found.x), rel=1e-5)


def test_feasible_ratios_are_bounded_by_speed_and_torque() -> None:
    result = swing(9.81)
    sweep = sweep_gear_ratio(result, "hinge", MOTOR, np.arange(1.0, 500.0))
    assert len(sweep.feasible)
    for ratio, margin, check in zip(sweep.ratios, sweep.margin, sweep.checks, strict=True):
        w, T = check.speed, check.torque
        limit = np.where(np.abs(w) <= 300.0, 1.5, 450.0 / np.maximum(np.abs(w), 1.0))
        strong = np.all((np.abs(T) <= limit * (1 + 1e-12)) & (np.abs(w) <= 500.0))
        cool = check.rms_torque <= float(
            MOTOR.rated_torque_at(ratio)
        )  # mean speed: ratio x 1 rad/s
        assert (margin >= 0.0) == (strong and cool)


def test_CHK_L03_torque_over_speed_of_joint_2(puma: TaskResult) -> None:
    assert puma.most_varied == "joint2"
    k = puma.column("joint2")
    assert puma.peak_speeds[k] * RPM == pytest.approx(11.079, abs=5e-4)
    assert puma.peak_efforts[k] == pytest.approx(46.393, abs=6e-4)
    catalogue = Catalogue.generic()
    good = Drive(catalogue.motor("servo-400W"), catalogue.gear("strain-wave-L-100"))
    bad = Drive(catalogue.motor("servo-50W"), catalogue.gear("planetary-25"))
    assert DriveCheck(puma, "joint2", good).passed
    failed = DriveCheck(puma, "joint2", bad)
    assert not failed.passed
    assert "peak torque" in failed.reason
    worst = np.max(np.abs(failed.torque) / bad.motor.peak_torque_at(failed.speed))
    assert {c.name: c.margin for c in failed.criteria}["peak torque"] <= 1 - worst + 1e-12


def test_CHK_L03_choice_is_the_lightest_that_passes(puma: TaskResult) -> None:
    catalogue = Catalogue.generic()
    for joint in puma.joints:
        choice = choose_drive(puma, joint, catalogue)
        assert choice.chosen is not None
        checks = [DriveCheck(puma, joint, drive) for drive in catalogue.drives()]
        lightest = min(c.drive.mass for c in checks if c.passed)
        assert_same((choice.chosen.drive.mass, len(choice.checks)), (lightest, len(checks)))
        assert choice.chosen.drive.name in choice.reason
    safe = choose_drive(puma, "joint2", catalogue, margin=0.3).chosen
    assert safe is not None
    assert safe.margin >= 0.3


def test_choice_says_why_there_is_none(puma: TaskResult) -> None:
    weak = [Drive(MOTOR, Gear("a", 2.0)), Drive(MOTOR, Gear("b", 5.0))]
    choice = choose_drive(puma, "joint2", weak)
    assert choice.chosen is None
    assert choice.reason.startswith(
        "none of 2 drives is strong enough; the best is m + b: peak torque"
    )


def test_drives_of_slides() -> None:
    m = sarrus.Mechanism("lift")
    car = m.body("car", mass=20.0, inertia=(1.0, 1.0, 1.0))
    m.prismatic("rail", m.ground, car, at=(0, 0, 0), axis="z")
    up = Sequence([joint_move([0.0], [0.3], Trapezoid(1.0, 0.25))])
    result = Task(m.build(), up).run()
    choice = choose_drive(result, "rail", Catalogue.generic())
    assert choice.chosen is not None
    assert choice.chosen.drive.gear.name.startswith("ball-screw")
    cruise = int(np.argmin(np.abs(result.t - 0.5)))
    gear = choice.chosen.drive.gear
    expected = 20.0 * 9.81 / gear.ratio / gear.efficiency
    assert choice.chosen.torque[cruise] == pytest.approx(expected, rel=1e-12)
