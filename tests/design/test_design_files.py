"""Balance and tolerances from model files and the command line."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

import sarrus
from command_line import run_line
from sarrus import design
from sarrus.errors import ModelError

LAMP = """\
sarrus: 1
name: lamp
gravity: [0, -9.81, 0]
constants: {l: 300 mm}
bodies: {arm: {mass: 2, com: [l, 0, 0], inertia: [0.01, 0.1, 0.1]}}
joints: {A: {type: revolute, parent: ground, child: arm, at: [0, 0, 0], axis: z}}
frames: {tip: {body: arm, at: [2*l, 0, 0]}}
"""
SPRING = "{spring: arm, at: [l, 0, 0], to: [0, 20 cm, 0]}"


def loaded(folder: Path, more: str) -> sarrus.Study:
    path = folder / "lamp.yaml"
    path.write_text(LAMP + more, encoding="utf-8")
    return sarrus.Study.load(path)


def test_section_balance(tmp_path: Path) -> None:
    study = loaded(
        tmp_path, f"balance: {{force: false, moment: false, gravity: true, by: [{SPRING}]}}"
    )
    found = design.balance(study)
    assert dict(found.exact) == {"gravity": "for any motion"}
    assert found["arm"].k == pytest.approx(2 * 9.81 / 0.2, rel=1e-12)
    # what is asked for here comes before what the file says
    other = design.balance(study, gravity=False, force=True, by=["arm"])
    assert set(other.exact) == {"force"} and other.added_mass == pytest.approx(4.0)


def test_section_tolerances_and_the_command(tmp_path: Path) -> None:
    lines = """
drives: {A: "1 + t"}
run: {kind: drive, until: 1, every: 0.5}
tolerances:
  varied: {l: {plus: 2 mm, minus: 1 mm, distribution: uniform}}
  outputs: [tip.position.x]
  samples: 0
"""
    study = loaded(tmp_path, lines)
    found = design.tolerances(study)
    assert found.sensitivity[:, 0, 0] == pytest.approx([2 * math.cos(x) for x in (1.0, 1.5, 2.0)])
    done = run_line(["tolerances", str(study.path), "--json", "-o",
                                    str(tmp_path / "table.csv")])  # fmt: skip
    assert done.exit_code == 0, done.output
    told = json.loads(done.output)["outputs"]["tip.position.x"]
    assert told["worst"] == pytest.approx(2 * math.cos(1.0) * 2e-3)
    assert (tmp_path / "table.csv").read_text().startswith("output,number,slope")


def test_command_balance_writes_a_model(tmp_path: Path) -> None:
    study = loaded(tmp_path, "")
    target = tmp_path / "balanced.yaml"
    words = ["balance", str(study.path), "--no-moment", "--by", "arm", "-o", str(target), "--json"]
    done = run_line(words)
    assert done.exit_code == 0, done.output
    told = json.loads(done.output)
    assert told["exact"] == {"force": "for any motion"} and told["added_mass"] == pytest.approx(4.0)
    again = sarrus.Study.load(target, set={"constants.l": "310 mm"})
    assert [body.name for body in again.model.bodies] == ["arm", "arm_counterweight"]
    assert run_line(words).exit_code == 5  # the file is there already
    assert run_line(["balance", str(study.path), "--by", "spring=arm"]).exit_code == 2


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("balance: {by: [wheel]}", "M09", "body"),
        ("balance: {by: [{weight: arm}]}", "", "counterweight"),
        ("balance: {by: [{spring: arm}]}", "M19", "at"),
        ("balance: {by: [{disk: arm, radius: 3 kg}]}", "M05", "radius"),
        ("balance: {by: [{counter_rotation: Z}]}", "M09", "joint"),
        ("balance: {swing: true}", "", "swing"),
        ("tolerances: {varied: {l: 1 kg}, outputs: [A.angle]}", "M05", "dimension"),
        ("tolerances: {varied: {m: 1 mm}, outputs: [A.angle]}", "M09", "number"),
        (
            "tolerances: {varied: {l: {plus: 1 mm, distribution: flat}}, outputs: [A.angle]}",
            "",
            "flat",
        ),
        ("tolerances: {varied: {l: 1 mm}, outputs: [A.angel]}", "M09", "channel"),
        ("tolerances: {varied: {l: 1 mm}}", "", "outputs"),
    ],
)
def test_mistakes_have_their_lines(tmp_path: Path, line: str, code: str, words: str) -> None:
    with pytest.raises(ModelError) as error:
        loaded(tmp_path, line + "\n")
    (problem,) = error.value.problems
    assert problem.location is not None and problem.location.line == 8
    assert words in str(problem) and (not code or problem.code == code)
