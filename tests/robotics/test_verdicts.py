"""Verdicts: what jumps, saturates, misses or does not fit is in them, and what is not known too."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import sarrus
from robotics.puma_task import LAW, puma_model, swing_arm
from sarrus import ModelError
from sarrus import robotics as r
from sarrus.model.output_units import OutputUnits

ARM = """<robot name="arm"><link name="b"/><link name="a"><inertial><origin xyz="0.5 0 0"/>
<mass value="10"/><inertia ixx="0.1" iyy="0.8" izz="0.8" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j1" type="{kind}"><parent link="b"/><child link="a"/><axis xyz="0 {axis}"/>
<limit lower="-3" upper="3" effort="{effort}" velocity="{speed}"/></joint></robot>"""
TASK = """sarrus: 1
robot: arm.urdf
poses: {{a: {{joints: [0]}}, b: {{joints: [{end}]}}}}
law: {{type: {law}, duration: {duration} s}}
steps: [{{move: b}}, {{move: a}}]
{more}
"""
CONTROL = "tracking: {control: computed_torque, kp: 400, kd: 40, rate: 500}"
SERVO = r.Catalogue.generic().motor("servo-750W")


def sized(
    folder: Path,
    more: str = "",
    *,
    kind: str = "revolute",
    axis: str = "0 1",
    effort: str = "500",
    speed: str = "10",
    law: str = "quintic",
    end: str = "1.2",
    duration: float = 0.5,
) -> r.Report:
    """Return the report of an arm that moves there and back."""
    text = ARM.format(kind=kind, axis=axis, effort=effort, speed=speed)
    (folder / "arm.urdf").write_text(text, encoding="utf-8")
    task = TASK.format(law=law, end=end, duration=duration, more=more)
    (folder / "task.yaml").write_text(task, encoding="utf-8")
    return r.size_file(folder / "task.yaml", stream=io.StringIO())


def test_a_jump_of_velocity_is_not_feasible_and_said(tmp_path: Path) -> None:
    report = sized(tmp_path, law="linear", end="1.0", duration=1.0)
    assert report.word == "NOT feasible" and len(report.faults) == 3
    for said in ("begins the sequence in motion", "step before it ends with", "ends the sequence"):
        assert any(said in fault for fault in report.faults)
        assert said in report.html
    assert "velocity step at 0 s" in r.compare_robots({"arm": report.result.task})["arm"].reason


@pytest.mark.parametrize("law", [r.Cubic(1.0), r.Quintic(1.0), r.Trapezoid(1.0, 0.2)])
def test_laws_that_rest_at_their_ends_have_no_jump(law: r.Law) -> None:
    found = r.Sequence([r.joint_move([0.0], [1.0], law), r.joint_move([1.0], [0.5], law)])
    assert found.notices == () and found.steps_of_velocity == ()


def test_control_starts_from_rest() -> None:
    moving = r.Sequence([r.joint_move([0.0], [1.0], r.Linear(1.0))])
    found = r.track(r.Task(swing_arm(), moving), r.ComputedTorque(400.0, 40.0), rate=500.0)
    assert found.qd[0] == pytest.approx(0.0, abs=1e-15)
    assert found.peak_errors[0] > 0.01


def test_control_is_simulated_with_the_motors_of_the_file(tmp_path: Path) -> None:
    weak = "motors: {j1: {motor: dc-40W, gear: strain-wave-S-50}}\n" + CONTROL
    report = sized(tmp_path, weak, end="2.0")
    assert report.tracking is not None and "j1" in report.tracking.drives
    assert np.count_nonzero(report.tracking.saturated) > 400
    assert any("tracking: j1 is" in fault for fault in report.faults)
    assert any("motor of j1 is at its limit" in fault for fault in report.faults)
    chosen = sized(tmp_path, "motors: generic\nmargin: 0.2\n" + CONTROL, duration=1.0)
    assert chosen.feasible and chosen.tracking is not None
    assert chosen.tracking.drives["j1"] is chosen.choices[0].chosen.drive  # type: ignore[union-attr]
    assert "control simulated" in chosen.verdict


def test_a_miss_of_the_path_is_in_the_verdict(tmp_path: Path) -> None:
    """PD without weight: e = weight/kp = 49 N m/100."""
    control = "tracking: {control: pd, kp: 100, kd: 10, rate: 500%s}"
    report = sized(tmp_path, control % "", axis="1 0", end="1.0", duration=1.0)
    assert report.word == "NOT feasible"
    assert any(
        "off its path" in fault and "0.01 rad is allowed" in fault for fault in report.faults
    )
    wide = control % ", tolerance: {j1: 60 deg}"
    assert sized(tmp_path, wide, axis="1 0", end="1.0", duration=1.0).feasible
    with pytest.raises(ModelError, match="above 0"):
        sized(tmp_path, control % ", tolerance: {j1: 0 deg}")


def test_verdict_is_in_the_units_that_are_asked_for(tmp_path: Path) -> None:
    """Limits, drives and the control alike; numbers are those in SI, converted."""
    control = "motors: generic\ntracking: {control: pd, kp: 100, kd: 10, rate: 500}\n"
    report = sized(tmp_path, control, speed="1", axis="1 0", end="1.0", duration=1.0)
    shown = replace(report, units=OutputUnits.of("deg", "kN m", "g", "ms"))
    assert " rad" in report.verdict and " N m" in report.verdict and " kg" in report.verdict
    assert " rad" not in shown.verdict and " N m" not in shown.verdict
    assert " kg" not in shown.verdict and " s:" not in shown.verdict
    (check,) = [c for c in report.checks if c.quantity == "speed"]
    assert (
        f"{np.degrees(check.value):.6g} deg/s exceeds the limit of 57.2958 deg/s" in shown.verdict
    )


def test_control_that_exceeds_a_limit_of_the_joint_is_in_the_verdict(tmp_path: Path) -> None:
    """Without damping the arm swings, with more torque than the task itself needs."""
    peak = float(sized(tmp_path).result.peak_efforts[0])
    control = "tracking: {control: pd, kp: 1000, kd: 5, rate: 500}"
    report = sized(tmp_path, control, effort=f"{1.02 * peak}")
    assert any("tracking: torque of j1 reaches" in fault for fault in report.faults)


@pytest.mark.parametrize(
    ("kind", "axis", "motors"),
    [
        ("revolute", "1 0", "{motor: servo-200W, gear: ball-screw-20mm}"),
        ("prismatic", "0 1", "{motor: servo-1500W, gear: planetary-10}"),
    ],
)
def test_a_gear_fits_its_joint(tmp_path: Path, kind: str, axis: str, motors: str) -> None:
    with pytest.raises(ModelError, match=r"task.yaml:6.*R45.*'j1'.*and the joint (turns|slides)"):
        sized(tmp_path, f"motors: {{j1: {motors}}}", kind=kind, axis=axis, end="0.1")
    report = sized(tmp_path, kind=kind, axis=axis, end="0.1")
    wrong = r.Drive(SERVO, r.Gear("g", 50.0, slide=kind == "revolute"))
    with pytest.raises(ModelError, match="R45"):
        r.DriveCheck(report.result, "j1", wrong)
    with pytest.raises(ModelError, match="R45"):
        r.track(report.result.task, r.PD(1.0, 1.0), drives={"j1": wrong})


def test_one_grip_is_one_load() -> None:
    """Sizing, control and a simulation of the events need the same torques."""
    model = sarrus.gallery.puma560()
    system = model.compile(kernels=())
    names = [j.name for j in system.compiled.layout.joints if j.type.nv]
    q = np.array([0.3, 0.6, -2.0, 0.1, -0.5, 0.2])
    there = r.joint_move(q, q + 0.3, LAW, names=names)
    back = r.joint_move(q + 0.3, q, LAW, names=names)
    task = r.Task(model, r.Sequence([there, r.Grip(2.0), back]))
    assert task.grip_frame == "tool"
    start = system.state(q, np.zeros(6))
    events = task.payload_events()
    until = task.sequence.duration
    run = system.simulate(start, until=until, driven=task.sequence.drives, events=events)
    efforts = [float(np.ravel(run[f"{name}.effort"])[-1]) for name in names]
    assert efforts == pytest.approx(task.run().efforts[-1], abs=1e-6)


@pytest.mark.parametrize("eta", [1.0, 0.8, 0.5])
def test_losses_of_gears_are_those_of_sizing(eta: float) -> None:
    """Computed torque that knows the gear asks for what sizing says, lifting and lowering."""
    up, down = (
        r.joint_move([0.0], [1.0], r.Quintic(1.0)),
        r.joint_move([1.0], [0.0], r.Quintic(1.0)),
    )
    task = r.Task(swing_arm(9.81), r.Sequence([up, down]))
    drive = r.Drive(SERVO, r.Gear("g", 100.0, efficiency=eta))
    found = r.track(task, r.ComputedTorque(400.0, 40.0), rate=1000.0, drives={"hinge": drive})
    check = r.DriveCheck(task.run(), "hinge", drive)
    for t in (0.3, 0.7, 1.3, 1.7):
        k = int(np.argmin(np.abs(found.sample_times - t)))
        wanted = 100.0 * np.interp(t, check.result.t, check.torque)
        assert found.efforts[k, 0] == pytest.approx(wanted, abs=0.01 * np.ptp(found.efforts))
    assert found.peak_errors[0] < 1e-4


def test_losses_hold_back_a_controller_that_does_not_know_them() -> None:
    """At a constant rate kp e = weight/eta, with the weight of a level arm."""
    slow = r.joint_move([-0.1], [0.1], r.Trapezoid(4.0, 0.5))
    task = r.Task(swing_arm(9.81), r.Sequence([slow]))
    errors = []
    for eta in (1.0, 0.5):
        drive = r.Drive(SERVO, r.Gear("g", 100.0, efficiency=eta))
        found = r.track(task, r.PD(4000.0, 400.0), rate=500.0, drives={"hinge": drive})
        k = int(np.argmin(np.abs(found.t - 2.0)))
        errors.append(found.errors[k, 0])
    assert errors[1] / errors[0] == pytest.approx(2.0, rel=0.02)


def test_a_gear_with_losses_stands_still_under_a_load() -> None:
    rest = r.joint_move([0.2], [0.2], r.Quintic(0.5))
    task = r.Task(swing_arm(9.81), r.Sequence([rest]))
    drive = r.Drive(SERVO, r.Gear("g", 100.0, efficiency=0.5))
    found = r.track(task, r.ComputedTorque(400.0, 40.0), rate=500.0, drives={"hinge": drive})
    assert np.max(np.abs(found.qd)) < 1e-5 and found.peak_errors[0] < 1e-6


def test_the_tightest_margin_includes_the_drives(tmp_path: Path) -> None:
    report = sized(tmp_path, "motors: generic", duration=1.0)
    chosen = report.choices[0].chosen
    assert chosen is not None
    least = min(chosen.margin, *(c.relative_margin for c in report.checks))
    assert f"{100 * least:.1f} % left" in report.reasons[0] and least == chosen.margin
    assert chosen.drive.name in report.reasons[0]


def test_limits_of_0_are_none_and_said_once(tmp_path: Path) -> None:
    report = sized(tmp_path, effort="0", speed="0")
    zeros = [p for p in report.result.task.model.notices if "counts as not given" in p.rule]
    assert len(zeros) == 1 and "velocity and effort" in str(zeros[0]) and "'j1'" in str(zeros[0])
    assert report.word == "not decided" and "for j1" in report.reasons[0]
    assert sized(tmp_path, "motors: generic", effort="0", speed="0", duration=1.0).feasible


def test_what_bounds_no_effort_is_not_decided(tmp_path: Path) -> None:
    model = puma_model()
    assert all(joint.effort_limits for joint in model.joints)
    report = sized(tmp_path, effort="0", speed="0", law="linear")
    assert report.word == "NOT feasible" and report.gaps
    assert "neither a torque limit nor a motor" in report.verdict
    assert "no motors; control not simulated" in report.verdict
