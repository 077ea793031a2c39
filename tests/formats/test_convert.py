"""`save` and `convert`: from file to file, and nothing is overwritten by mistake."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from formats.test_denavit_hartenberg import puma
from formats.test_writing_mechanism import CASES, REFERENCE
from formats.test_writing_neutral import check_motion, robot
from formats.writing_zoo import zoo
from sarrus import EnvironmentProblem, Mechanism, Model, ModelError, load
from sarrus.formats.writing import convert, save
from sarrus.system import System

URDF = Path(__file__).parents[1] / "reference" / "urdf"
SLOW = ("chain_10", "cassie_loops", "parallel_delta", "parallel_3rrr", "joint_zoo_loop")
"""Problems whose motion is not compared, to save time."""


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.parent.name)
def test_neutral_to_yaml_to_neutral(case: Path, tmp_path: Path) -> None:
    """The same motion after YAML and after neutral JSON again."""
    model = load(case)
    save(model, tmp_path / "a.yaml")
    assert convert(tmp_path / "a.yaml", tmp_path / "b.json") == []
    assert convert(tmp_path / "b.json", tmp_path / "c.yaml") == []
    yaml, neutral, again = (load(tmp_path / name) for name in ("a.yaml", "b.json", "c.yaml"))
    assert yaml.content_hash == model.content_hash
    assert again.content_hash == neutral.content_hash
    if case.parent.name not in SLOW:
        check_motion(model, neutral)


def test_yaml_to_neutral_to_yaml(tmp_path: Path) -> None:
    save(robot(), tmp_path / "a.yaml")
    lost = convert(tmp_path / "a.yaml", tmp_path / "b.json")
    assert {p.element for p in lost} == {"limits", "shapes", "frames"}
    convert(tmp_path / "b.json", tmp_path / "c.yaml")
    check_motion(load(tmp_path / "a.yaml"), load(tmp_path / "c.yaml"))


def efforts(model: Model) -> np.ndarray:
    system = System(model, kernels=(), cache=None)
    rng = np.random.default_rng(6)
    q = np.concatenate(
        [j.type.with_unit_quaternion(rng.normal(size=j.type.nq)) for j in model.joints if j.type.nq]
    )
    v, a = rng.normal(size=(2, system.compiled.layout.nv))
    return system.inverse_dynamics(q, v, a)


@pytest.mark.parametrize("name", ["two_link_arm", "walker", "gripper"])
def test_urdf_to_yaml_to_urdf(name: str, tmp_path: Path) -> None:
    model = load(URDF / f"{name}.urdf")
    save(model, tmp_path / "a.yaml")
    assert load(tmp_path / "a.yaml").content_hash == model.content_hash
    save(model, tmp_path / "b.urdf")
    convert(tmp_path / "a.yaml", tmp_path / "c.urdf")
    assert (tmp_path / "c.urdf").read_text() == (tmp_path / "b.urdf").read_text()
    again = load(tmp_path / "c.urdf")
    assert [j.name for j in again.joints] == [j.name for j in model.joints]
    if model.couplers:
        assert again.couplers == model.couplers
        return
    here, there = efforts(model), efforts(again)
    assert np.max(np.abs(here - there)) <= 1e-11 * max(1.0, float(np.max(np.abs(here))))


def test_dh_to_yaml_to_dh(tmp_path: Path) -> None:
    model = puma()
    save(model, tmp_path / "a.dh.yaml")
    convert(tmp_path / "a.dh.yaml", tmp_path / "b.yaml")
    convert(tmp_path / "b.yaml", tmp_path / "c.dh.json")
    convert(tmp_path / "c.dh.json", tmp_path / "d.dh.yaml")
    for name in ("a.dh.yaml", "b.yaml", "c.dh.json", "d.dh.yaml"):
        assert load(tmp_path / name).content_hash == model.content_hash
    assert (tmp_path / "d.dh.yaml").read_text() == (tmp_path / "a.dh.yaml").read_text()


STUDY = """\
sarrus: 1
name: study
description: two bars
constants: {r: 100 mm, n: 2}
bodies:
  bar{i}: {for: {i: 1..n}, mass: 1 kg, com: [r/2, 0, 0], inertia: [1, 1, 1], at: [i*r, 0, 0]}
joints:
  J{i}: {for: {i: 1..n}, type: revolute, parent: ground, child: "bar{i}", at: [i*r, 0, 0], axis: y}
run: {until: 10*r, every: 10 ms}
outputs: [J1.angle]
"""


def test_the_study_is_kept_or_told(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(STUDY)
    assert convert(tmp_path / "a.yaml", tmp_path / "b.yaml") == []
    text = (tmp_path / "b.yaml").read_text()
    assert "run: {until: 10*r, every: 10 ms}" in text
    assert "mass: 1 kg" in text
    assert load(tmp_path / "b.yaml").content_hash == load(tmp_path / "a.yaml").content_hash
    lost = convert(tmp_path / "a.yaml", tmp_path / "c.json")
    assert [p.element for p in lost] == ["section 'run'", "section 'outputs'"]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("mine")
    for write in (lambda: save(zoo(), path), lambda: convert(CASES[0], path)):
        with pytest.raises(EnvironmentProblem) as caught:
            write()
        assert caught.value.problems[0].code == "E-EXISTS"
        assert path.read_text() == "mine"
    save(puma(), path, overwrite=True)
    assert load(path).content_hash == puma().content_hash
    assert os.listdir(tmp_path) == ["a.yaml"]


def test_a_refused_model_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ModelError):
        save(zoo(), tmp_path / "a.json")
    with pytest.raises(ModelError, match="F20"):
        save(zoo(), tmp_path / "a.txt")
    with pytest.raises(ModelError):
        convert(REFERENCE / "nowhere.json", tmp_path / "a.yaml")
    assert os.listdir(tmp_path) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentProblem, match="E01"):
        save(puma(), tmp_path / "none" / "a.yaml")


def test_a_failed_replacement_keeps_the_old_file(tmp_path: Path, monkeypatch: Any) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("old")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EnvironmentProblem, match="No space"):
        save(puma(), path, overwrite=True)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.yaml"]


def test_drop_leaves_out(tmp_path: Path) -> None:
    m = Mechanism("m")
    m.body("a", 1.0, inertia=(1, 1, 1))
    m.revolute("J", "ground", "a", at=(0, 0, 0), axis="z")
    m.joint_spring("k", "J", 3.0)
    for name in ("a.json", "a.dh.yaml"):
        with pytest.raises(ModelError, match="F19"):
            save(m, tmp_path / name)
        lost = save(m, tmp_path / name, drop=True)
        assert [(p.element, p.severity) for p in lost] == [("force 'k'", "warning")]
        assert load(tmp_path / name).joint("J").type.type_name == "revolute"
