"""How studies start: assembly by guess, branch and zero, velocities of bodies."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sarrus import ModelError, Study
from study.models import FOUR_BAR, PENDULUM, SLIDER, example, study


def side(made) -> float:
    """Return on which side of the line from B to D the joint C is, positive on the left."""
    where = made.system.poses(made.start().q)
    B, C, D = (where[name].position for name in "BCD")
    return float(np.sign(np.cross(D - B, C - B)[1]))


def test_branches_are_the_assemblies_of_the_system(tmp_path: Path) -> None:
    sections = "assembly: {wanted: {A: 0.2}%s}\n"
    first = study(tmp_path, FOUR_BAR, sections % ", branch: 1")
    second = study(tmp_path, FOUR_BAR, sections % ", branch: 2")
    nearest = study(tmp_path, FOUR_BAR, sections % "")
    assert side(first) == side(nearest) == -side(second)
    proven = study(tmp_path, FOUR_BAR, sections % ", branch: 2, proof: true")
    assert side(proven) == side(second)
    for made in (first, second, proven):
        assert made.start()["A"] == pytest.approx(0.2, abs=1e-12)
    with pytest.raises(ModelError, match="only 2 assemblies"):
        study(tmp_path, FOUR_BAR, sections % ", branch: 3").start()


def test_a_guess_chooses_the_branch(tmp_path: Path) -> None:
    there = study(tmp_path, FOUR_BAR, "assembly: {wanted: {A: 0.2}, branch: 2}\n").start()
    names = [name for name in there.system.coordinates if name != "A.angle"]
    guess = ", ".join(f"{name}: {there[name] + 0.1:.2f}" for name in names)
    made = study(tmp_path, FOUR_BAR, f"assembly: {{wanted: {{A: 0.2}}, guess: {{{guess}}}}}\n")
    np.testing.assert_allclose(made.start().q, there.q, rtol=0, atol=1e-9)


def test_zero_is_not_the_drawing(tmp_path: Path) -> None:
    """A free body drawn at a height stands at zero where its coordinates do."""
    text = """\
sarrus: 1
bodies: {a: {mass: 1, com: [0, 0, 0], inertia: [1, 1, 1], at: [0, 0, 2]}}
joints: {F: {type: free, parent: ground, child: a}}
"""
    drawn = study(tmp_path, text).start()
    zero = study(tmp_path, text, "assembly: {start: zero}\n").start()
    assert (drawn["F.z"], zero["F.z"]) == (2.0, 0.0)
    lifted = study(tmp_path, text, "assembly: {start: zero, guess: {F.z: 500 mm}}\n").start()
    assert lifted["F.z"] == 0.5


def test_velocities_of_bodies(tmp_path: Path) -> None:
    start = "start: {ball: {velocity: [0, 0, 3 m/s]}}\n"
    made = study(tmp_path, SLIDER, start + "assembly: {wanted: {height: 0.2}}\n")
    assert (made.start()["height"], made.start()["height.speed"]) == pytest.approx((0.2, 3.0))
    with pytest.raises(ModelError, match="Use one of the two"):
        study(tmp_path, SLIDER, start + "assembly: {rates: {height: 1}}\n").start()


def test_rates_in_units(tmp_path: Path) -> None:
    made = study(tmp_path, PENDULUM, "assembly: {wanted: {A: 30 deg}, rates: {A.rate: 60 rpm}}\n")
    start = made.start()
    assert start["A.angle"] == pytest.approx(np.pi / 6) and start["A.rate"] == pytest.approx(
        2 * np.pi
    )


@pytest.mark.parametrize(
    ("section", "code", "says"),
    [
        ("{wanted: {A: 1 m}}", "M05", "length"),
        ("{wanted: {B: 1}}", "M09", "known names"),
        ("{rates: {A.rat: 1}}", "M09", "did you mean 'A.rate'"),
        ("{gess: {A: 1}}", "M09", "did you mean 'guess'"),
        ("{guess: {A: 1}, branch: 1}", "M14", "a branch or a guess"),
        ("{branch: 0}", "M25", "at least 1"),
        ("{start: nowhere}", "M25", "drawing, zero"),
        ("{t: 3 kg}", "M05", "mass"),
        ("[1]", "M25", ""),
    ],
)
def test_wrong_assemblies_are_told(tmp_path: Path, section: str, code: str, says: str) -> None:
    with pytest.raises(ModelError) as caught:
        study(tmp_path, PENDULUM, f"assembly: {section}\n")
    problem = caught.value.problems[0]
    assert problem.code == code and says.lower() in str(problem).lower(), str(problem)
    assert problem.location is not None
    assert problem.location.line == len(PENDULUM.splitlines()) + 1


def test_drives_need_no_guess() -> None:
    made = example("slider_crank")
    assert made.start()["crank_pivot.rate"] == pytest.approx(-2 * np.pi)


def test_a_table_of_denavit_and_hartenberg_runs(tmp_path: Path) -> None:
    """A YAML file of a table holds a model only, as one in JSON does."""
    path = tmp_path / "arm.yaml"
    path.write_text(
        "dh: classic\n"
        "rows: [{a: 400 mm, alpha: 0.0, d: 0.0}, {a: 0.3, alpha: 90 deg, d: 0.0}]\n"
        "links: [{mass: 2.0, inertia: [0.1, 0.1, 0.1]}, {mass: 1.0, inertia: [0.1, 0.1, 0.1]}]\n",
        encoding="utf-8",
    )
    study = Study.load(path, set={"run.until": "0.2 s"})
    assert study.model.name == "arm" and len(study.model.joints) == 2
    assert study.document() is None
    assert study.run().t[-1] == 0.2
    with pytest.raises(ModelError, match="M25"):
        path.write_text("dh: classic\nrows: [3]\n", encoding="utf-8")
        Study.load(path)
