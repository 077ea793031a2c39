"""Motion of whole joints in files, against the same laws in Python; mistakes with their lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus import ModelError, PoseLaw
from study.models import study

FREE = """\
sarrus: 1
gravity: [0, 0, -9.81]
bodies:
  plate: {mass: 2 kg, com: [0.1, 0, 0], inertia: [0.1, 0.2, 0.3]}
  bob: {mass: 1 kg, com: [0, 0, -0.2], inertia: [0.01, 0.01, 0.01], at: [0.2, 0, 0]}
joints:
  F: {type: free, parent: ground, child: plate}
  U: {type: universal, parent: plate, child: bob, at: [0.2, 0, 0], axis: x, axis2: y}
"""
HELD = "locked: [U]\n"
DRIVE = "run: {kind: drive, times: [0, 0.3]}\n"
PLACE = ("0.1 [m]*sin(2*t)", "5 cm", "0.2*t^2")
IN_PYTHON = (lambda t: 0.1 * np.sin(2 * t), 0.05, lambda t: 0.2 * t**2)
AXES = {
    "axis: [0, 0, 2], angle: '10 [deg]*sin(t)'": {
        "axis": (0, 0, 2),
        "angle": lambda t: np.radians(10.0) * np.sin(t),
    },
    "euler: ZYX, angles: [t, 20 deg, 0.1*t]": {
        "euler": ("ZYX", (lambda t: t, np.radians(20.0), lambda t: 0.1 * t))
    },
    "rotation: [0.1*t, 0, 0]": {"rotation": (lambda t: 0.1 * t, 0.0, 0.0)},
    "quaternion: [cos(t), sin(t), 0, 0]": {"quaternion": lambda t: [np.cos(t), np.sin(t), 0, 0]},
    "rotation: [[1, 0, 0], [0, 0, -1], [0, 1, 0]]": {
        "rotation": [[1, 0, 0], [0, 0, -1], [0, 1, 0]]
    },
}


def written_place() -> str:
    return "[" + ", ".join(f"'{part}'" for part in PLACE) + "]"


@pytest.mark.parametrize("words", list(AXES))
def test_pose_in_a_file(tmp_path: Path, words: str) -> None:
    drives = f"drives: {{F: {{position: {written_place()}, {words}}}}}\n"
    made = study(tmp_path, FREE, drives + HELD + DRIVE)
    by_file = made.run()
    law = PoseLaw(IN_PYTHON, **AXES[words])
    by_hand = made.system.drive({"F": law, "U.angle_1": 0.0, "U.angle_2": 0.0}, times=[0, 0.3])
    assert np.max(np.abs(by_file["F.effort"] - by_hand["F.effort"])) < 1e-11


def test_pose_in_a_run_with_events(tmp_path: Path) -> None:
    """It starts as its law does; an event switches to another, and one lets go."""
    sections = """\
drives: {F: {position: [0.1*t, 0, 0], axis: [0, 0, 1], angle: t}, U: [0.1*t, 0]}
events:
  - {when: 0.1, do: {drive: {coordinate: F, law: {position: [0.01, 0, 0], rotation: [0, 0, 0.1]}}}}
  - {when: 0.2, do: {release: F}}
run: {until: 0.3, every: 0.05}
"""
    run = study(tmp_path, FREE, sections).run()
    assert run["F.x"][list(np.isclose(run.t, 0.15)).index(True)] == 0.01
    assert run.final["F.z"] < -0.01 and run.energy_error < 1e-4


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("drives: {F: {quaternion: [1, 1, 0, 0]}}", "D19", "length is 1.41421"),
        ("drives: {F: {axis: [0, 0, 0], angle: t}}", "D19", "length 0"),
        ("drives: {F: {rotation: [[1, 0, 0], [0, 2, 0], [0, 0, 1]]}}", "D19", "no rotation matrix"),
        ("drives: {F: {position: [1 kg, 0, 0]}}", "M05", "kg"),
        ("drives: {F: {axis: [0, 0, 1]}}", "D04", "belong together"),
        ("drives: {F: {euler: XYZ}}", "D04", "angles"),
        ("drives: {F: {position: [1, 2]}}", "M25", "3 numbers or laws"),
        ("drives: {F: {position: [0, 0, 0], of: w}}", "M25", "none of x, y, z"),
        ("drives: {F: 3}", "M25", "or a pose"),
        ("drives: {U: [t]}", "M25", "2 laws, of U.angle_1, U.angle_2"),
        ("drives: {G: 3}", "M09", "joint or coordinate"),
    ],
)
def test_what_is_wrong_in_a_file(tmp_path: Path, line: str, code: str, said: str) -> None:
    with pytest.raises(ModelError, match=said) as caught:
        study(tmp_path, FREE, f"{line}\nrun: {{until: 0.1}}\n")
    problem: Any = caught.value.problems[0]
    assert problem.code == code and "model.yaml" in str(problem)
