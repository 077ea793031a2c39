"""Fastest motions with motors: torque over speed through gears, against formulas and the sizing."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import brentq

import sarrus
from sarrus import Mechanism, ModelError, System, robotics
from sarrus.robotics import CurveMotor, DCMotor, Drive, DriveCheck, Gear, ServoMotor, fastest

J, WAY = 0.02, 3.0
DC = DCMotor(
    "dc", rated_torque=0.1, peak_torque=2.0, max_speed=700.0, rotor_inertia=4e-6,
    torque_constant=0.05, resistance=1.0, voltage=24.0,
)  # fmt: skip
SERVO = ServoMotor(
    "servo", rated_torque=0.3, peak_torque=0.9, max_speed=600.0, rotor_inertia=1e-5,
    base_speed=200.0,
)  # fmt: skip
GEAR = Gear("g", 20.0, efficiency=0.8, inertia=1e-6)


def wheel(armature: float = 0.0) -> System:
    m = Mechanism("wheel")
    m.body("disc", 1.0, inertia=(J, J, J))
    m.revolute("A", "ground", "disc", at=(0, 0, 0), axis="z", armature=armature)
    return m.build().compile(kernels=())


def arm(armature: float = 0.0) -> System:
    m = Mechanism("arm")
    m.body("upper", 3.0, com=(0.2, 0, 0), inertia=(0.01, 0.06, 0.06))
    m.body("fore", 2.0, com=(0.6, 0, 0), inertia=(0.01, 0.04, 0.04))
    m.revolute("A", "ground", "upper", at=(0, 0, 0), axis="y", armature=armature)
    m.revolute("B", "upper", "fore", at=(0.4, 0, 0), axis="y")
    return m.build().compile(kernels=())


def test_a_dc_motor_is_that_of_the_exact_solution() -> None:
    """w' = (N M (1 - N w/w0))/(N^2 Jr + J/eta), then w' = -N M_max/(N^2 Jr + J eta)."""
    N, eta = GEAR.ratio, GEAR.efficiency
    rotor = (DC.rotor_inertia + GEAR.inertia) * N**2
    top = DC.no_load_speed / N
    decay = (rotor + J / eta) * top / (N * DC.stall_torque)
    braking = N * DC.peak_torque / (rotor + J * eta)

    def way(t: float) -> tuple[float, float]:
        w = top * (1.0 - np.exp(-t / decay))
        return top * t - decay * w + w**2 / (2.0 * braking), t + w / braking

    exact = way(brentq(lambda t: way(t)[0] - WAY, 1e-4, 10.0))[1]
    found = fastest(wheel(), [[0.0], [WAY]], drives={"A": Drive(DC, GEAR)})
    assert exact < found.duration < exact * (1.0 + 2e-3)
    assert found.shares == pytest.approx({"motor of A": 1.0})
    assert not found.notices


@pytest.mark.parametrize("motor", [DC, SERVO])
def test_motors_of_an_arm_are_used_up_and_no_more(motor: robotics.Motor) -> None:
    """The demands that sizing computes of the motion, by other formulas, are just met."""
    drives = {"A": Drive(motor, Gear("a", 80.0, efficiency=0.75)), "B": Drive(motor, GEAR)}
    if motor is DC:
        drives["B"] = Drive(motor, replace(GEAR, ratio=40.0))
    found = fastest(arm(), [[0.3, -0.6], [-0.5, 0.8], [0.2, 0.3]], drives=drives)
    assert not found.notices
    result = found.task().run(0.001)
    used = []
    for joint, drive in drives.items():
        check = DriveCheck(result, joint, drive)
        peak, speed = check.criteria[0:2]
        used += [peak.value / peak.allowed, speed.value / speed.allowed]
    assert 0.97 < max(used) < 1.003


@pytest.mark.parametrize("motor", [SERVO, replace(DC, peak_torque=0.9)])
def test_a_table_is_the_curve_that_it_was_made_of(motor: robotics.Motor) -> None:
    w = np.unique(np.concatenate([np.linspace(0.0, motor.max_speed, 41), [200.0]]))
    table = CurveMotor(
        "table", rated_torque=motor.rated_torque, peak_torque=motor.peak_torque,
        max_speed=motor.max_speed, rotor_inertia=motor.rotor_inertia,
        curve=tuple(zip(w, motor.peak_torque_at(w), strict=True)),
    )  # fmt: skip
    path = [[0.0], [12.0]]
    own, other = (
        fastest(wheel(), path, drives={"A": Drive(one, replace(GEAR, efficiency=1.0))})
        for one in (motor, table)
    )
    # a DC motor brakes with its peak current at any speed, a table as it drives
    if motor is SERVO:
        assert other.duration == pytest.approx(own.duration, rel=3e-3)
    else:
        assert own.duration < other.duration < 1.5 * own.duration
    assert not other.notices


def test_speeds_and_gears_limit_too() -> None:
    drive = Drive(SERVO, Gear("weak", 20.0, peak_torque=1.0, max_input_speed=100.0))
    found = fastest(wheel(), [[0.0], [WAY]], drives={"A": drive})
    rate = found.dynamics.rate[:, 0] * np.sqrt(found.x)
    assert np.max(np.abs(rate)) == pytest.approx(5.0, rel=1e-3)
    assert np.max(np.abs(found.efforts[0])) == pytest.approx(1.0, rel=1e-3)
    assert set(found.shares) <= {"torque of A", "speed of A"}


def test_what_cannot_be_is_named() -> None:
    drive, path = Drive(DC, GEAR), [[0.0], [WAY]]
    with pytest.raises(ModelError, match=r"D41.*gyroscopic"):
        fastest(wheel(), path, drives={"A": replace(drive, gyroscopic=True)})
    with pytest.raises(ModelError, match=r"M09.*drives"):
        fastest(wheel(), path, drives={"B": drive})
    with pytest.raises(ModelError, match=r"is for .*slides"):
        fastest(wheel(), path, drives={"A": Drive(DC, Gear("screw", 500.0, slide=True))})
    twice = fastest(wheel(0.01), path, drives={"A": drive})
    assert [notice.code for notice in twice.notices] == ["W65"]
    for curve in ((), ((0.0, 1.0), (0.0, 2.0)), ((0.0, -1.0), (3.0, 2.0))):
        with pytest.raises(ModelError, match="curve"):
            CurveMotor("c", rated_torque=1.0, peak_torque=1.0, max_speed=9.0, rotor_inertia=0.0,
                       curve=curve)  # fmt: skip


TASK = """
sarrus: 1
robot: arm.yaml
poses: {low: {joints: [0.0, 0.0]}, high: {joints: [-0.9, 0.7]}}
law: {fastest: motors}
motors:
  catalogue: own.yaml
  A: {motor: big, gear: g}
  B: {motor: big, gear: g}
steps:
  - {move: high}
  - {grip: 1 kg}
  - {move: low}
"""
CATALOGUE = """
sarrus: 1
motors:
  big:
    kind: curve
    rated_torque: 0.5
    peak_torque: 2
    max_speed: 4000 rpm
    rotor_inertia: 2e-5
    curve: [[0 rpm, 2 N*m], [2000 rpm, 2 N*m], [4000 rpm, 1 N*m]]
gears:
  g: {ratio: 50, efficiency: 0.8}
"""


def test_task_files_name_motors(tmp_path: Path) -> None:
    sarrus.save(arm().model, tmp_path / "arm.yaml")
    (tmp_path / "own.yaml").write_text(CATALOGUE, encoding="utf-8")
    (tmp_path / "task.yaml").write_text(TASK, encoding="utf-8")
    read = robotics.load_task(tmp_path / "task.yaml")
    assert isinstance(read.motors, dict)
    result = read.task.run(0.002)
    for joint, drive in read.motors.items():
        peak = DriveCheck(result, joint, drive).criteria[0]
        assert peak.value <= 1.003 * peak.allowed
    up, down = (s for s in read.task.sequence.spans if isinstance(s.step, robotics.Move))
    alone = fastest(read.task.system, [[0.0, 0.0], [-0.9, 0.7]], drives=read.motors)
    assert up.end - up.start == pytest.approx(alone.duration, rel=1e-12)
    assert down.end - down.start != pytest.approx(up.end - up.start, rel=1e-3)
    bare = TASK.replace("  A: {motor: big, gear: g}\n  B: {motor: big, gear: g}\n", "")
    (tmp_path / "task.yaml").write_text(bare, encoding="utf-8")
    with pytest.raises(ModelError, match="D42"):
        robotics.load_task(tmp_path / "task.yaml")


def test_reports_say_what_decides(tmp_path: Path) -> None:
    """In the verdict and on the page, with what the search had to notice."""
    sarrus.save(arm(0.01).model, tmp_path / "arm.yaml")
    (tmp_path / "own.yaml").write_text(CATALOGUE, encoding="utf-8")
    (tmp_path / "task.yaml").write_text(TASK, encoding="utf-8")
    said = io.StringIO()
    found = robotics.size_file(tmp_path / "task.yaml", tmp_path / "task.html", stream=said)
    page = (tmp_path / "task.html").read_text(encoding="utf-8")
    limit = r"fastest moves is decided by (motor|torque|speed) of [AB] \(\d+ %\)"
    assert re.search(limit, said.getvalue())
    assert "to high: " in said.getvalue() and "both count" in said.getvalue()
    assert "Fastest moves" in page and page.count("to low") >= 2
    assert sum(motion.duration for _, motion in found.result.task.fastest) == pytest.approx(
        found.result.duration
    )
    again = found.result.task.fastest[0][1].task().run(0.01)
    assert "decided by" in robotics.report_task(again, stream=said).verdict
