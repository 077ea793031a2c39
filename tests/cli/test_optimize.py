"""`sarrus optimize`: tables, JSON, files, a resumed search, exit codes; mistakes of the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Command
from sarrus import ModelError, Study

ARM = """\
sarrus: 1
constants: {l: 1 m}   # of the arm
gravity: [0, 0, -10]
bodies: {arm: {mass: 1 kg, com: [l, 0, 0], inertia: [0.01, 0.01, 0.01]}}
joints: {A: {type: revolute, parent: ground, child: arm, at: [0, 0, 0], axis: y}}
drives: {A: "0.5*sin(3*t)"}
run: {kind: drive, until: 2 s, every: 0.4 s}
units: [mm]
optimize: {objective: rms A.effort, by: {l: [400 mm, 1.5 m]}, constraints: [l >= 600 mm]}
"""


@pytest.fixture
def arm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "arm.yaml"
    path.write_text(ARM)
    return path


def test_best_design_is_printed_written_and_resumed(arm: Path, sarrus: Command) -> None:
    done = sarrus("optimize", "arm.yaml", "-o", "better.yaml", "--resume")
    assert done.code == 0
    assert "1000 mm -> 600 mm" in done.out and "active, price" in done.out
    assert "{l: 0.6 m}   # of the arm" in Path("better.yaml").read_text()
    again = sarrus("optimize", "arm.yaml", "--resume", "--json")
    found = json.loads(again.out)
    assert found["design"]["l"] == pytest.approx(0.6, abs=1e-9)
    assert found["reused"] == found["evaluations"] > 1
    assert Path("arm_designs", "designs.sarrus").exists()


def test_exit_codes(arm: Path, sarrus: Command) -> None:
    missed = sarrus("optimize", "arm.yaml", "-c", "l >= 2 m", "--limit", "12")
    assert missed.code == 3
    assert "misses" in missed.err and "G23" in missed.err
    assert sarrus("optimize", "arm.yaml", "--by", "l=2m:3m").code == 3
    assert sarrus("optimize", "arm.yaml", "--by", "l=2m").code == 2
    assert sarrus("optimize", "arm.yaml", "-o", "better.txt").code == 2
    assert sarrus("optimize", "nowhere.yaml").code == 2


@pytest.mark.parametrize(
    ("line", "place", "words"),
    [
        ("objective: rms A.efort", 9, "G20.*did you mean 'A.effort'"),
        ("constraints: [A.rate]", 9, "G22.*has no comparison"),
        ("by: {ll: [1, 2]}", 9, "did you mean 'l'"),
        ("by: {l: [2 m, 3 m]}", 9, "G21.*1 m below the lower bound"),
        ("serch: evolution", 9, "did you mean 'search'"),
        ("search: newton", 9, "is none of auto, slsqp"),
    ],
)
def test_mistakes_of_the_section_have_their_line(
    arm: Path, line: str, place: int, words: str
) -> None:
    key = line.partition(":")[0]
    usual = {"objective": "rms A.effort", "by": "{l: [400 mm, 1.5 m]}"}
    listed = [f"{k}: {text}" for k, text in usual.items() if k != key]
    section = "optimize: {" + ", ".join([*listed, line]) + "}\n"
    arm.write_text(ARM[: ARM.index("optimize")] + section)
    with pytest.raises(ModelError, match=f"(?i)arm.yaml:{place}:.*{words}"):
        Study.load(arm)
