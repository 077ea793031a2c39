"""`sarrus sweep`: the table is that of the library."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
import typer

from command_line import Done, run_line
from sarrus.cli.sweep import number, swept_values
from sarrus.sweeps import Uniform
from sarrus.sweeps import sweep as library

TEXT = """\
sarrus: 1
constants: {l: 0.5 m}
bodies: {rod: {mass: 1, com: [l, 0, 0], inertia: [0.1, 0.1, 0.1]}}
joints: {A: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}}
run: {until: 0.2, method: rk4, step: 1 ms}
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("p.yaml").write_text(TEXT, encoding="utf-8")
    return "p.yaml"


def command(*words: str) -> Done:
    return run_line(["sweep", *words])


def test_table_is_that_of_the_library(file: str) -> None:
    done = command(file, "--over", "l=400mm,0.5", "-m", "last A.angle", "--json")
    data = json.loads(done.stdout)
    expected = library(file, l=[0.4, 0.5], measure="last A.angle")["last A.angle"]
    assert data["table"]["l"] == [0.4, 0.5] and done.exit_code == 0
    assert np.array_equal(data["table"]["last A.angle"], expected)


def test_failed_runs_and_files(file: str) -> None:
    words = [file, "--over", "rod.mass=1,-1", "-m", "last A.angle", "-o", "t.csv", "--folder", "d"]
    done = command(*words)
    assert done.exit_code == 6 and "1 failed" in done.stdout and "M0" in done.stderr
    with open("t.csv", encoding="utf-8") as table:
        rows = list(csv.reader(table))
    assert rows[0] == ["rod.mass [kg]", "last A.angle [rad]", "status"]
    assert [row[2] for row in rows[1:]] == ["done", "failed"] and rows[2][1] == ""
    again = command(*words, "--force", "--json")
    assert json.loads(again.stdout)["reused"] == 2


def test_values(file: str) -> None:
    assert swept_values("1:2:5", False) == [1.0, 1.25, 1.5, 1.75, 2.0]
    assert swept_values("80mm:0.1", True) == Uniform(0.08, 0.1)
    assert swept_values("2*pi,min(1, 2)", False) == ["2*pi", "min(1, 2)"]
    assert number("30 deg") == pytest.approx(np.pi / 6)
    for text, drawn in (("1:2", False), ("1,2", True), ("1:2:0", False)):
        with pytest.raises(typer.BadParameter, match="form"):
            swept_values(text, drawn)
    drawn = command(file, "--over", "l=0.4:0.6", "--latin", "4", "-m", "last A.angle", "--json")
    assert len(json.loads(drawn.stdout)["table"]["l"]) == 4
