"""`sarrus gradient`: tables, JSON, the written table, defaults of the file, exit codes."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from cli.conftest import Command
from sarrus import ModelError, Study
from sarrus.design import gradient

SWING = """\
sarrus: 1
constants: {l: 1 m, m: 2 kg}
gravity: [0, 0, -10]
bodies: {arm: {mass: m, com: [l, 0, 0], inertia: [0.01, 0.01, 0.01]}}
joints: {A: {type: revolute, parent: ground, child: arm, at: [0, 0, 0], axis: y}}
forces: {S: {type: joint_spring, joint: A, k: 50 N m/rad}}
run: {until: 50 ms, method: rk4, step: 10 ms}
units: [mm]
optimize: {objective: final A.angle, by: {l: [400 mm, 1.5 m]}}
"""


@pytest.fixture
def swing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "swing.yaml"
    path.write_text(SWING)
    return path


def test_equilibrium_has_the_derivatives_of_its_closed_form(swing: Path, sarrus: Command) -> None:
    """k phi = m g l cos(phi), so that dphi/dl = m g cos(phi) / (k + m g l sin(phi))."""
    names = ["l", "m", "S.k"]
    options = [part for name in names for part in ("--by", name)]
    done = sarrus("gradient", "swing.yaml", "--of", "equilibrium", "-j", "A.angle", *options,
                  "--json", "-o", "table.csv")  # fmt: skip
    (found,) = json.loads(done.out)["gradients"]
    phi = found["value"]
    assert 50.0 * phi == pytest.approx(20.0 * np.cos(phi), rel=1e-9)
    stiffness = 50.0 + 20.0 * np.sin(phi)
    expected = np.array([20.0 * np.cos(phi), 10.0 * np.cos(phi), -phi]) / stiffness
    assert [found["derivatives"][name] for name in names] == pytest.approx(expected, rel=1e-8)
    assert found["units"] == {"l": "m", "m": "kg", "S.k": "N m/rad"} and found["unit"] == "rad"
    rows = list(csv.DictReader(Path("table.csv").read_text().splitlines()))
    assert [float(row["derivative"]) for row in rows] == list(found["derivatives"].values())
    study = Study.load(swing)
    same = gradient(study, "A.angle + l * 1 rad/m", names, of="equilibrium")
    assert same["l"] == pytest.approx(expected[0] + 1.0, rel=1e-8)
    inertia = 0.01 + 2.0
    mode = gradient(study, "frequency", ["S.k"], of="eigenvalue")
    omega = np.sqrt(stiffness / inertia)
    assert mode.value == pytest.approx(omega / (2 * np.pi), rel=1e-8)
    # the stiffness about the equilibrium changes with it: d(m g l sin(phi))/dk
    by_k = (1.0 + 20.0 * np.cos(phi) * expected[2]) / (2.0 * omega * inertia * 2 * np.pi)
    assert mode["S.k"] == pytest.approx(by_k, rel=1e-8)


def test_run_of_the_file_by_what_its_section_varies(swing: Path, sarrus: Command) -> None:
    done = sarrus("gradient", "swing.yaml")
    assert done.code == 0
    assert "final A.angle" in done.out and "rad per mm" in done.out and "1000 mm" in done.out
    both = json.loads(sarrus("gradient", "swing.yaml", "--by", "l", "--by", "m", "--json").out)
    ends = [Study.load(swing, set={"l": 1.0 + h}).run()["A.angle"][-1] for h in (1e-4, -1e-4)]
    slope = (float(ends[0]) - float(ends[1])) / 2e-4
    assert both["gradients"][0]["derivatives"]["l"] == pytest.approx(slope, rel=1e-5)


def test_mistakes(swing: Path, sarrus: Command) -> None:
    wrong = sarrus("gradient", "swing.yaml", "-j", "max A.foo")
    assert wrong.code == 3 and "names no channel: 'A.foo'" in wrong.err
    assert "Did you mean" in wrong.err
    assert "has no drive" in sarrus("gradient", "swing.yaml", "--of", "drive").err
    assert sarrus("gradient", "swing.yaml", "-o", "table.txt").code == 2
    swing.write_text(SWING[: SWING.index("optimize")])
    assert "'--objective'" in sarrus("gradient", "swing.yaml").err
    done = json.loads(sarrus("gradient", "swing.yaml", "-j", "final A.angle", "--json").out)
    assert list(done["gradients"][0]["derivatives"]) == ["l", "m"]  # all constants
    with pytest.raises(ModelError, match=r"argument 'inputs'.*is said by the model file"):
        gradient(Study.load(swing), "final A.angle", ["l"], inputs={"A": 1.0})
