"""Tasks from YAML files: the same numbers as from Python, every mistake with its place."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import ModelError
from sarrus import robotics as r

TASKS = Path(__file__).parents[2] / "examples" / "tasks"
ARM = """
sarrus: 1
name: arm
bodies:
  upper: {mass: 3 kg, com: [0, 0, 0.2], inertia: [0.04, 0.04, 0.01]}
  lower: {mass: 2 kg, com: [0, 0, 0.6], inertia: [0.03, 0.03, 0.01]}
joints:
  shoulder: {type: revolute, parent: ground, child: upper, at: [0, 0, 0], axis: y, limits: [-3, 3]}
  elbow: {type: revolute, parent: upper, child: lower, at: [0, 0, 0.4], axis: y, limits: [-3, 3]}
frames: {hand: {body: lower, at: [0, 0, 0.8]}}
"""
SWING = """
sarrus: 1
robot: arm.yaml
poses:
  here: {joints: [10 deg, 20 deg]}
  there: {joints: {shoulder: 1.0, elbow: -0.5}}
law: {type: quintic, duration: 800 ms}
steps:
  - {move: there}
  - {grip: 1.5 kg, duration: 0.1 s}
  - {move: here, law: {fastest: {velocity: 2, acceleration: 10}}}
  - {wait: 0.2}
  - release
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "arm.yaml").write_text(ARM, encoding="utf-8")
    return tmp_path


def task_of(folder: Path, text: str) -> r.TaskFile:
    file = folder / "task.yaml"
    file.write_text(text, encoding="utf-8")
    return r.load_task(file)


def problems_of(folder: Path, text: str) -> list[sarrus.Problem]:
    with pytest.raises(ModelError) as error:
        task_of(folder, text)
    return error.value.problems


def test_pick_and_place_of_paper_3(tmp_path: Path) -> None:
    """The example file gives the torque of joint 2 that the specification states, 51.2924 N m."""
    said = io.StringIO()
    report = r.size_file(TASKS / "pick_and_place.yaml", tmp_path / "task.html", stream=said)
    result = report.result
    row = np.flatnonzero(np.abs(result.t - 1.1) < 1e-9)[0]
    assert result["joint2.torque"][row] == pytest.approx(51.2924, abs=5e-5)
    assert report.feasible and "joint6" in said.getvalue()
    assert all(choice.chosen.margin >= 0.1 for choice in report.choices if choice.chosen)
    assert "torque over rpm" in report.html or "rpm" in report.html
    assert (tmp_path / "task.html").read_text(encoding="utf-8") == report.html
    assert report.tracking is not None and report.tracking.peak_errors.max() < 2e-2


def test_file_and_python_are_the_same_task(folder: Path) -> None:
    file = task_of(folder, SWING)
    system = sarrus.load(folder / "arm.yaml").compile()
    here, there = np.radians([10, 20]), np.array([1.0, -0.5])
    fastest = r.Limits(2.0, 10.0)
    steps = [
        r.joint_move(here, there, r.Quintic(0.8)),
        r.Grip(1.5, 0.1),
        r.joint_move(there, here, limits=fastest),
        r.Wait(0.2),
        r.Release(),
    ]
    expected = r.Task(system, r.Sequence(steps), frame="").run(0.01)
    found = file.task.run(0.01)
    assert np.array_equal(found.t, expected.t)
    assert np.allclose(found.efforts, expected.efforts, rtol=1e-12, atol=1e-12)


def test_straight_lines_arcs_and_splines(folder: Path) -> None:
    text = """
    sarrus: 1
    robot: arm.yaml
    frame: hand
    poses:
      here: {joints: [0.2, 1.2]}
      low: {at: [0.55, 0, 0.2], rpy: [0, 1.6, 0]}
    steps:
      - {line: low, law: {type: s-curve, duration: 1, ramp: 0.4, rounding: 0.1}, label: down}
    """
    system = sarrus.load(folder / "arm.yaml").compile()
    pose = system.poses(np.array([0.2, 1.2]))["hand"]
    end = system.poses(np.array([0.4, 1.0]))["hand"]
    turn = float(np.arctan2(end.rotation[0, 2], end.rotation[2, 2]))
    at = ", ".join(repr(float(x)) for x in end.position)
    text = text.replace(
        "at: [0.55, 0, 0.2], rpy: [0, 1.6, 0]", f"at: [{at}], rpy: [0, {turn!r}, 0]"
    )
    file = task_of(folder, text)
    assert file.task.follows_pose
    assert np.allclose(file.task.sequence(0.0).position, pose.position, atol=1e-12)
    assert np.allclose(file.task.sequence(1.0).position, end.position, atol=1e-12)


def test_parallel_robot_from_files(
    tmp_path: Path, reference: Callable[[str], dict[str, Any]]
) -> None:
    case = reference("parallel_delta")
    (tmp_path / "delta.json").write_text(json.dumps(case["model"]), encoding="utf-8")
    system = sarrus.load(tmp_path / "delta.json").compile()
    home = system.poses(system.assemble().q)["platform"].position
    (tmp_path / "task.yaml").write_text(
        "sarrus: 1\nrobot: delta.json\nframe: platform\ndriven: [M0, M1, M2]\nposes:\n"
        f"  home: [{home[0]!r}, {home[1]!r}, {home[2]!r}]\n"
        f"  away: [{home[0] + 0.05!r}, {home[1]!r}, {home[2] + 0.03!r}]\n"
        "steps: [{line: away, law: {type: quintic, duration: 0.3}}]\nmotors: generic\n".replace(
            "np.float64", ""
        ),
        encoding="utf-8",
    )
    report = r.size_file(tmp_path / "task.yaml", stream=io.StringIO())
    assert [choice.joint for choice in report.choices] == ["M0", "M1", "M2"]
    assert abs(report.result.accounts[0].error) < 1e-5


def test_robots_are_compared(folder: Path) -> None:
    (folder / "weak.yaml").write_text(
        ARM.replace("axis: y, limits", "axis: y, effort_limit: 1 N*m, limits"), encoding="utf-8"
    )
    file = task_of(folder, SWING + "compare: {weak: weak.yaml}\nlimits: {elbow: {torque: 500}}\n")
    table = file.comparison()
    assert table is not None and table["arm"].feasible and not table["weak"].feasible
    assert "torque" in table["weak"].reason


MISTAKES = [
    ("move: there}", "move: their}", 9, "step 1 / move", "did you mean 'there'"),
    ("800 ms", "800 kg", 7, "law / duration", "mass"),
    ("type: quintic", "type: quintik", 7, "law / type", "quintic"),
    ("robot: arm.yaml", "robot: ../arm.yaml", 3, "robot", "outside"),
    ("robot: arm.yaml", "robot: am.yaml", 3, "robot", "did you mean 'arm.yaml'"),
    ("sarrus: 1", "sarrus: 1\nmargin: 2", 3, "margin", "share"),
    ("sarrus: 1", "sarrus: 1\nstep: 0", 3, "step", "above 0"),
    ("sarrus: 1", "sarrus: 1\ngrip: hend", 3, "grip / 'hend'", "did you mean 'hand'"),
    ("sarrus: 1", "sarrus: 1\ndriven: [shoulder, hip]", 3, "driven / 'hip'", "hip"),
    ("1.5 kg", "-1.5 kg", 10, "step 2 / grip / payload / mass", "at least 0"),
    ("[10 deg, 20 deg]", "[10, 20 deg]", 5, "pose 'here' / joints / shoulder", "write 10 deg"),
    ("  - release", "  - release\n  - release", 9, "sequence / step 5", "releases"),
    ("1.5 kg", "1.5 m", 10, "step 2 / grip", "length"),
    ("{wait: 0.2}", "{pause: 0.2}", 12, "step 4", "one of"),
    ("velocity: 2", "velocity: two", 11, "step 3 / law / fastest / velocity", ""),
    ("elbow: -0.5", "elbou: -0.5", 6, "pose 'there' / joints / elbou", "did you mean 'elbow'"),
    ("[10 deg, 20 deg]", "[10 deg, 20 degg]", 5, "pose 'here' / joints / elbow", "degg"),
    ("poses:", "posses:", 4, "task 'task'", "did you mean 'poses'"),
]


@pytest.mark.parametrize(("old", "new", "line", "element", "said"), MISTAKES)
def test_mistakes_have_their_place(
    folder: Path, old: str, new: str, line: int, element: str, said: str
) -> None:
    found = problems_of(folder, SWING.replace(old, new, 1))
    match = [p for p in found if p.element.endswith(element) and p.location]
    assert match, "\n".join(map(str, found))
    there = [p for p in match if p.location and p.location.line == line]
    assert there, "\n".join(map(str, found))
    assert said.lower() in str(there[0]).lower()


def test_all_mistakes_at_once(folder: Path) -> None:
    text = SWING.replace("800 ms", "800 kg").replace("1.5 kg", "1.5 m")
    text = text.replace("{wait: 0.2}", "{pause: 0.2}") + "motors: {elbow: {motor: x, gear: y}}\n"
    found = problems_of(folder, text)
    assert {p.location.line for p in found if p.location} == {7, 10, 12, 14}


def test_motors_and_limits_by_joint(folder: Path) -> None:
    text = SWING + (
        "limits: {shoulder: {speed: 1 rad/s, position: [-90 deg, 90 deg], power: 300 W}}\n"
        "motors: {elbow: {motor: servo-400W, gear: planetary-25}}\n"
    )
    report = r.size_file(task_of(folder, text), stream=io.StringIO())
    assert [check.joint for check in report.drives] == ["elbow"]
    over = [c for c in report.checks if c.joint == "shoulder" and c.quantity == "speed"]
    assert len(over) == 1 and not over[0].passed and not report.feasible
    for wrong, said in (
        ("motors: {elbow: {motor: servo-40, gear: direct}}", "is not in the catalogue"),
        ("motors: {wrist: {motor: servo-400W, gear: direct}}", "is not a driven joint"),
        ("limits: {elbow: {torque: 5 N}}", "force"),
        ("motors: ../drives.yaml", "outside"),
        ("tracking: {control: pid, kp: 1, kd: 1}", "is not a controller"),
    ):
        assert any(said in str(p) for p in problems_of(folder, SWING + wrong + "\n")), wrong


def test_moves_of_joints_and_lines_in_one_task(tmp_path: Path) -> None:
    """Pick and place: joints to above the part, a straight line down and up, joints back."""
    (tmp_path / "puma560.yaml").write_text((TASKS / "puma560.yaml").read_text("utf-8"), "utf-8")
    down = "rotation: [[-1, 0, 0], [0, 1, 0], [0, 0, -1]]"
    text = (
        "sarrus: 1\nrobot: puma560.yaml\nnear: [30 deg, 60 deg, -200 deg, 0, -50 deg, 30 deg]\n"
        f"poses:\n  home: {{at: [0.45, 0.15, 0.1], {down}}}\n"
        f"  above: {{at: [0.55, -0.2, -0.1], {down}}}\n"
        f"  part: {{at: [0.55, -0.2, -0.25], {down}}}\n"
        "steps:\n  - {move: above, law: {type: quintic, duration: 0.8}}\n"
        "  - {line: part, law: {type: trapezoid, duration: 0.5, ramp: 0.1}}\n  - {grip: 2 kg}\n"
        "  - {line: above, law: {type: quintic, duration: 0.5}}\n"
        "  - {move: home, law: {type: quintic, duration: 0.8}}\n"
    )
    task = task_of(tmp_path, text).task
    assert not task.follows_pose and not task.sequence.notices
    result = task.run(0.004)
    for t, q in zip(result.t, result.q, strict=True):
        if 0.8 <= t <= 1.8:
            at = task.system.poses(q)["link6"]
            assert np.allclose(at.position[:2], [0.55, -0.2], atol=1e-8)
            assert np.allclose(at.rotation, np.diag([-1, 1, -1]), atol=1e-8)
    law = r.Trapezoid(0.5, 0.1)
    for t in np.linspace(0.81, 1.29, 25):
        place = task.system.poses(task.sequence(t))["link6"].position[2]
        assert place == pytest.approx(-0.1 - 0.15 * float(law(t - 0.8)), abs=1e-8)
    assert all(abs(account.error) < 1e-5 for account in result.accounts)


FAR = """
sarrus: 1
robot: arm.yaml
frame: hand
poses:
  here: {joints: [0.2, 0.4]}
  away: {at: [500, 0, 300], rpy: [0, 0, 0]}
steps: [{move: away, law: {type: quintic, duration: 1}}]
"""


def test_a_pose_out_of_reach_is_told_where_it_stands(folder: Path) -> None:
    found = problems_of(folder, FAR)
    assert [p.code for p in found] == ["R43"]
    assert found[0].location and found[0].location.line == 7
    assert "millimetres" in str(found[0]) and "'hand'" in str(found[0])


def test_each_mistake_is_told_once(folder: Path) -> None:
    """One law for two moves, one pose for two steps."""
    text = SWING.replace("800 ms", "800 kg").replace(
        ", law: {fastest: {velocity: 2, acceleration: 10}}", ""
    )
    assert len(problems_of(folder, text)) == 1


def test_given_motors_must_leave_the_margin_too(folder: Path) -> None:
    text = SWING + "motors: {elbow: {motor: servo-400W, gear: planetary-25}}\n"
    text += "limits: {shoulder: {torque: 500 N*m}}\n"
    said = io.StringIO()
    report = r.size_file(task_of(folder, text), stream=said)
    assert not report.faults and "servo-400W" in said.getvalue()
    least = report.drives[0].margin
    tight = task_of(folder, text + f"margin: {0.5 * (1.0 + least)!r}\n")
    refused = r.size_file(tight, stream=io.StringIO())
    assert not refused.feasible and "is required" in refused.verdict


GRIPPER = """
<robot name="gripping">
  <link name="base"/>
  <link name="arm"><inertial><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1"
    ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="hand"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"
    ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="left"><inertial><mass value="0.1"/><inertia ixx="0.001" iyy="0.001" izz="0.001"
    ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="right"><inertial><mass value="0.1"/><inertia ixx="0.001" iyy="0.001" izz="0.001"
    ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="A" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
    <limit lower="-3" upper="3" effort="100" velocity="3"/></joint>
  <joint name="B" type="revolute"><parent link="arm"/><child link="hand"/><origin xyz="0 0 0.5"/>
    <axis xyz="0 1 0"/><limit lower="-3" upper="3" effort="100" velocity="3"/></joint>
  <joint name="F" type="prismatic"><parent link="hand"/><child link="left"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="0.04" effort="20" velocity="0.2"/></joint>
  <joint name="G" type="prismatic"><parent link="hand"/><child link="right"/><axis xyz="-1 0 0"/>
    <limit lower="0" upper="0.04" effort="20" velocity="0.2"/><mimic joint="F"/></joint>
</robot>
"""


def test_fingers_that_follow_need_no_drive(folder: Path) -> None:
    """Mimic joints follow; poses are those of the hand, not of a finger; 0 is within [0, 4 cm]."""
    (folder / "gripping.urdf").write_text(GRIPPER, encoding="utf-8")
    text = SWING.replace("arm.yaml", "gripping.urdf")
    text = text.replace("[10 deg, 20 deg]", "[0.1, 0.2, 0]")
    text = text.replace("{shoulder: 1.0, elbow: -0.5}", "{A: 1.0, B: -0.5, F: 0}")
    file = task_of(folder, text)
    assert file.task.drives == ("A", "B", "F") and file.task.moved_frame == "hand"
    report = r.size_file(file, stream=io.StringIO())
    assert all(check.passed for check in report.checks if check.joint == "F")


def test_a_controller_that_loses_the_robot_is_stopped(folder: Path) -> None:
    lost = "tracking: {control: pd, kp: -5000, kd: 0, rate: 100 Hz}\n"
    report = r.size_file(task_of(folder, SWING + lost), stream=io.StringIO())
    assert report.word == "NOT feasible" and report.tracking is None
    assert report.lost is not None and report.lost.code == "R48"
    assert "does not follow" in report.verdict and "smaller gains" in report.verdict
