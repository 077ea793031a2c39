"""The section `equilibrium` of model files and the command: steady motion from one file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cli.conftest import Command, folder, sarrus  # noqa: F401
from sarrus import ModelError
from sarrus.analysis import SteadyMotion
from sarrus.study import Study
from study.models import written

SHAFT = """
sarrus: 1
name: spinning pendulum
gravity: [0, 0, -9.81]
constants: {arm: 50 cm}
bodies:
  shaft: {mass: 1, inertia: [0.1, 0.1, 0.2]}
  bob: {mass: 1, com: [0, 0, -arm], inertia: [0, 0, 0], at: [0.2, 0, 0]}
joints:
  shaft: {type: revolute, parent: ground, child: shaft, at: [0, 0, 0], axis: z}
  arm: {type: revolute, parent: shaft, child: bob, at: [0.2, 0, 0], axis: -y}
forces:
  hinge: {type: joint_spring, joint: arm, k: 1 N*m/rad}
assembly: {wanted: {arm: 30 deg}}
equilibrium:
  moving: {shaft.rate: 60 rpm}
  over: {hinge.k: {from: 0.1, to: 2, count: 3}}
"""


def test_file_says_how_it_moves(tmp_path: Path) -> None:
    study = Study.load(written(tmp_path, SHAFT))
    steady = study.equilibrium()
    assert isinstance(steady, SteadyMotion) and dict(steady.moving) == {"shaft.rate": 2 * np.pi}
    a, w = steady["arm.angle"], 2 * np.pi
    left = 0.5 * w**2 * (0.2 + 0.5 * np.sin(a)) * np.cos(a) - 0.5 * 9.81 * np.sin(a) - a
    assert left == pytest.approx(0.0, abs=1e-10)
    locus = study.root_locus()
    assert locus.values.tolist() == pytest.approx([0.1, 1.05, 2.0]) and locus.unit == "N m/rad"
    assert locus.points[1]["arm.angle"] < locus.points[0]["arm.angle"]
    slower = study.with_equilibrium({"moving": {"shaft.rate": "30 rpm"}, "unknown": ["hinge.k"]})
    assert slower.plan.equilibrium.moving == {"shaft.rate": pytest.approx(np.pi)}
    held = slower.with_equilibrium({"moving": {"arm.angle": "20 deg"}}).equilibrium()
    assert held["arm.angle"] == pytest.approx(np.deg2rad(20.0)) and "hinge.k" in held.found
    rest = Study.load(written(tmp_path, SHAFT), set={"equilibrium": "{stable: true}"})
    assert not isinstance(rest.equilibrium(), SteadyMotion)


WRONG = {
    "'shaft.speed' is not the name of a channel": "{moving: {shaft.speed: 1}}",
    "1 kg has the unit 'kg'": "{moving: {shaft.rate: 1 kg}}",
    "aside.*wheel is not the name": "{aside: [wheel]}",
    "'hinge.q'": "{unknown: [hinge.q]}",
    "must be one name with its values": "{over: {shaft.rate: [1, 2], arm.angle: [1, 2]}}",
    "'count' is missing": "{over: {shaft.rate: {from: 1, to: 2}}}",
    "'speed' is not": "{speed: 3}",
}


@pytest.mark.parametrize("message", WRONG)
def test_wrong_sections(message: str, tmp_path: Path) -> None:
    text = SHAFT[: SHAFT.index("equilibrium:")] + f"equilibrium: {WRONG[message]}\n"
    with pytest.raises(ModelError, match=message):
        Study.load(written(tmp_path, text))


def test_no_values_to_go_over(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="has no key 'over'"):
        Study.load(written(tmp_path, SHAFT[: SHAFT.index("  over:")])).root_locus()


def test_command(sarrus: Command, folder: Path) -> None:  # noqa: F811
    (folder / "shaft.yaml").write_text(SHAFT, encoding="utf-8")
    done = sarrus("equilibrium", "shaft.yaml", "--json")
    assert done.code == 0 and done.data["steady"] and done.data["stable"]
    assert done.data["aside"] == {"shaft.angle": pytest.approx(2 * np.pi)}
    text = sarrus("equilibrium", "shaft.yaml", "-m", "shaft.rate=30rpm").out
    assert "shaft.angle  3.14159265" in text and "Small motions" in text
    done = sarrus("equilibrium", "shaft.yaml", "--over", "shaft.rate=20rpm:60rpm:3", "-o", "a.csv")
    assert done.code == 0 and "20 to" not in done.out and "a.csv written" in done.out
    table = np.genfromtxt(folder / "a.csv", delimiter=",", names=True)
    assert len(table) == 3 and table["shaftrate_rads"][-1] == pytest.approx(2 * np.pi)
    words = ["--over", "shaft.rate=20rpm:60rpm:3", "--units", "rpm", "-o", "b.csv"]
    assert "shaft.rate [rpm]" in sarrus("equilibrium", "shaft.yaml", *words).out
    head, *_, last = (folder / "b.csv").read_text(encoding="utf-8").splitlines()
    assert head.startswith("shaft.rate [rpm],real 0 [1/s],imaginary 0 [rad/s]")
    assert float(last.split(",")[0]) == pytest.approx(60.0)
    done = sarrus("equilibrium", "shaft.yaml", "--over", "shaft.rate=1:2:2", "-o", "a.svg")
    assert done.code == 0 and (folder / "a.svg").read_text().startswith("<?xml")
    for words in (["--over", "shaft.rate"], ["-o", "a.txt"], ["-m", "shaft.rate"]):
        assert sarrus("equilibrium", "shaft.yaml", *words).code == 2
    done = sarrus("equilibrium", "shaft.yaml", "--aside", "arm.angle", "--json")
    assert done.code != 0 and done.codes == ["S31"]
