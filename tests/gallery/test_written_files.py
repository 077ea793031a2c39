"""Files of the gallery's mechanisms: as people write them, and the same mechanism."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from sarrus import Mechanism, Rod, Study
from sarrus.formats.writing import yaml_text
from sarrus.formats.writing.drawn_sections import roll_pitch_yaw_of
from sarrus.formats.writing.named_numbers import described_text
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.model_file import read_document
from sarrus.gallery import EXAMPLES
from sarrus.model.building.orientation import roll_pitch_yaw

QUICK = ("pendulum", "slider_crank", "four_bar", "rssr", "bricard", "rolling_coin", "puma560")


def written(name: str) -> str:
    example = EXAMPLES[name]
    return described_text(example.build, example.parameters, example.study_sections())


@pytest.mark.parametrize("name", QUICK)
def test_files_have_points_and_constants_but_no_matrices(name: str, tmp_path: Path) -> None:
    text = written(name)
    assert "rotation: [[" not in text
    assert "constants:" in text or name == "puma560"  # whose lengths are a table
    path = tmp_path / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    ours, theirs = Study.load(path), EXAMPLES[name].model()
    for one, other in zip(ours.model.bodies, theirs.bodies, strict=True):
        assert one.mass == pytest.approx(other.mass, rel=1e-11)
        assert np.allclose(one.inertia, other.inertia, rtol=1e-9, atol=1e-13)
        assert len(one.shapes) == len(other.shapes)
    for mine, his in zip(ours.model.joints, theirs.joints, strict=True):
        assert np.allclose(mine.on_child.position, his.on_child.position, atol=1e-11)


def test_constants_change_all_that_depends_on_them(tmp_path: Path) -> None:
    path = tmp_path / "pendulum.yaml"
    path.write_text(written("pendulum"), encoding="utf-8")
    ours = Study.load(path, set={"length": 0.7, "mass": 2.0}).model
    theirs = EXAMPLES["pendulum"].model(length=0.7, mass=2.0)
    assert np.allclose(ours.bodies[0].inertia, theirs.bodies[0].inertia, rtol=1e-10)
    assert np.allclose(ours.bodies[0].com, theirs.bodies[0].com, rtol=1e-10)
    assert ours.bodies[0].shapes[0].shape.length == pytest.approx(0.7)


LENGTHS = {
    "four_bar": {"crank": 0.38, "coupler": 0.95, "rocker": 0.83, "frame": 1.04, "angle": 1.0},
    "slider_crank": {"crank": 0.047, "rod": 0.17},
    "quick_return": {"crank": 1.4, "rocker": 5.1, "coupler": 2.1, "guide": 4.9, "height": 2.6},
    "planar_3rrr": {"base_size": 0.52, "platform": 0.11, "turn": 0.25},
    "peaucellier": {"long": 1.03, "short": 0.41, "crank": 0.37},
}


@pytest.mark.parametrize("name", LENGTHS)
def test_closed_loops_are_written_by_their_lengths(name: str, tmp_path: Path) -> None:
    """Other lengths in the file are the mechanism with these lengths: it closes, with its mass."""
    path = tmp_path / f"{name}.yaml"
    path.write_text(written(name), encoding="utf-8")
    new = LENGTHS[name]
    ours = Study.load(path, set=new).model
    theirs = EXAMPLES[name].model(**{key.removesuffix("_size"): x for key, x in new.items()})
    for one, other in zip(ours.bodies, theirs.bodies, strict=True):
        assert np.allclose(one.com, other.com, atol=1e-10)
        assert np.allclose(one.inertia, other.inertia, rtol=1e-9, atol=1e-12)
        assert np.allclose(one.pose.position, other.pose.position, atol=1e-10)
    for mine, his in zip(ours.joints, theirs.joints, strict=True):
        assert np.allclose(mine.on_parent.position, his.on_parent.position, atol=1e-10)
        assert np.allclose(mine.on_child.position, his.on_child.position, atol=1e-10)


def test_a_four_bar_is_written_as_by_compasses() -> None:
    sections, _ = parse(written("four_bar"), "")
    points, bodies = sections["points"], sections["bodies"]  # type: ignore[call-overload, index]
    assert points["C"] == {"distances": {"B": "coupler", "D": "rocker"}}
    assert points["tracer"] == {"from": "B", "to": "C", "along": "tracer_1", "left": "tracer_2"}
    assert bodies["rocker"]["solids"][0]["radius"] == "thickness"
    assert sections["constants"]["angle"] == "60 deg"  # type: ignore[call-overload, index]


def test_rods_of_planar_linkages_name_their_points() -> None:
    text = written("slider_crank")
    assert "{type: rod, from: crank_pivot, to: big_end, radius: thickness" in text
    assert "at: small_end, axis: x" in text


def test_rods_beside_their_points_name_them_with_an_offset() -> None:
    sections, _ = parse(written("four_bar"), "")
    rod = sections["bodies"]["coupler"]["shapes"][0]  # type: ignore[call-overload, index]
    assert (rod["from"], rod["to"]) == ("B", "C")
    assert rod["offset"] == [0, 0, "11*thickness/5"]


def test_turns_come_back_from_their_angles() -> None:
    rng = np.random.default_rng(3)
    turns = [
        *rng.uniform(-math.pi, math.pi, (20, 3)),
        (0.3, math.pi / 2, 0.2),
        (0, -math.pi / 2, 1),
    ]
    for angles in turns:
        R = np.array(roll_pitch_yaw(*angles))
        assert np.allclose(np.array(roll_pitch_yaw(*roll_pitch_yaw_of(R))), R, atol=1e-9)


def test_mechanisms_are_written_with_their_points_and_rods() -> None:
    m = Mechanism("crank")
    m.point("A", (0, 0, 0))
    m.point("B", ("100 mm", 0, 0))
    m.point("same", "B")
    m.body("crank", density="steel", shape=Rod("A", "B", radius="8 mm", offset=(0, 0, 0.01)))
    m.body("link", density="brass")
    m.frame("end", "link", at=(0.3, 0, 0))
    m.revolute("A", "ground", "crank", at="A", axis="z")
    m.revolute("B", "crank", "link", at="same", axis="z")
    text = yaml_text(m)
    assert "from: A" in text and "density: steel" in text and "at: same" in text
    value, marks = parse(text, "")
    assert read_document(value, marks).model() == m.build()


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(EXAMPLES) - set(QUICK)))
def test_every_mechanism_is_written_so(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.yaml"
    path.write_text(written(name), encoding="utf-8")
    ours, theirs = Study.load(path).model, EXAMPLES[name].model()
    assert sum(b.mass for b in ours.bodies) == pytest.approx(sum(b.mass for b in theirs.bodies))
    assert [j.name for j in ours.joints] == [j.name for j in theirs.joints]
