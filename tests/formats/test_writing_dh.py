"""Denavit-Hartenberg tables of models, and files of tables."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from formats.test_denavit_hartenberg import puma
from formats.writing_zoo import turned
from random_trees import random_tree
from sarrus import Mechanism, Model, ModelError, Pose, from_dh, from_extended_dh, load
from sarrus.formats.dh_file import read_dh
from sarrus.formats.writing import dh_table
from sarrus.formats.writing.dh_table import dh_record, dh_text
from sarrus.formats.yaml.located_yaml import parse
from sarrus.system import System

CONVENTIONS = ("classic", "modified")


def check_same_robot(one: Model, other: Model, size: float = 1e-11) -> None:
    """The same names, axes and mass properties: equal efforts for any motion."""
    assert [j.name for j in other.joints] == [j.name for j in one.joints]
    assert [b.name for b in other.bodies] == [b.name for b in one.bodies]
    one_system, other_system = (System(m, kernels=(), cache=None) for m in (one, other))
    rng = np.random.default_rng(4)
    for _ in range(2):
        q, v, a = rng.normal(size=(3, len(one.joints)))
        here, there = (s.inverse_dynamics(q, v, a) for s in (one_system, other_system))
        assert np.max(np.abs(here - there)) <= size * max(1.0, np.max(np.abs(here)))


def test_puma_gives_back_its_table() -> None:
    model = puma()
    table = dh_table(model)
    assert (table.convention, table.base_pose, table.notices) == ("classic", Pose(), ())
    told = [(row["d"], row["a"], row["alpha"]) for row in table.rows]
    asked = [(0, 0, 90), (0, 0.4318, 0), (0.15005, 0.0203, -90), (0.4318, 0, 90), (0, 0, -90)]
    asked.append((0, 0, 0))
    np.testing.assert_allclose(told, [(d, a, np.radians(x)) for d, a, x in asked], atol=1e-15)
    assert [row["theta"] for row in table.rows] == [0.0] * 6
    assert table.model() == replace(model, notices=())
    assert table.model().content_hash == model.content_hash


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_tables_with_offsets_tool_and_base_come_back(convention: str) -> None:
    rng = np.random.default_rng(8)
    rows = [
        dict(zip(("theta", "d", "a", "alpha"), rng.uniform(-1.5, 1.5, 4), strict=True))
        | {"type": "prismatic" if i == 2 else "revolute", "limits": [-1.0, 2.0], "name": f"q{i}"}
        for i in range(5)
    ]
    link = {"mass": 2.0, "com": (0.1, 0.2, 0.3), "inertia": (0.1, 0.2, 0.15)}
    base, tool = Pose((1, 2, 3), turned(1)), Pose((0, 0, 0.2), turned(2))
    model = from_dh(rows, convention, links=[link] * 5, base_pose=base, tool=tool)
    table = dh_table(model, convention)
    again = table.model()
    check_same_robot(model, again)
    (old,), (new,) = model.frames, again.frames
    assert old.name == new.name == "tool"
    np.testing.assert_allclose(new.pose.position, old.pose.position, atol=1e-14)
    assert [j.limits for j in again.joints] == [j.limits for j in model.joints]


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("seed", range(8))
def test_random_chains_have_a_table(convention: str, seed: int) -> None:
    model = random_tree(seed, 2 + seed % 3, ("revolute", "prismatic"), chain=True)
    check_same_robot(model, dh_table(model, convention).model())


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_parallel_crossing_and_equal_axes(convention: str) -> None:
    m = Mechanism("axes")
    axes = ["z", "z", "-z", "x", "x", (0, 1, 1), (0, 1, 1)]
    places = [(0, 0, 0), (1, 0, 0), (1, 0, 0.5), (1, 0, 0.5), (1, 1, 0.5), (1, 1, 1), (3, 3, 3)]
    before = "ground"
    for i, (axis, at) in enumerate(zip(axes, places, strict=True)):
        m.body(f"b{i}", 1.0, (0.1, 0.2, 0.3), (0.1, 0.2, 0.15), at=at)
        kind = "prismatic" if i == 4 else "revolute"
        m.joint(kind, f"j{i}", before, f"b{i}", at=at, axis=axis)
        before = f"b{i}"
    model = m.build()
    check_same_robot(model, dh_table(model, convention).model())


def test_what_a_table_cannot_hold_is_refused_at_once() -> None:
    m = Mechanism("m")
    m.body("a", 1.0)
    m.body("b", 1.0)
    m.spherical("J", "ground", "a", at=(0, 0, 0))
    m.helical("K", "a", "b", at=(0, 0, 0), axis="z", lead=0.1)
    m.joint_damper("d", "K", 1.0)
    m.start_velocity("a")
    with pytest.raises(ModelError) as caught:
        dh_table(m.build())
    assert {p.code for p in caught.value.problems} == {"F19"}
    elements = {p.element for p in caught.value.problems}
    assert elements == {"joint 'J'", "joint 'K'", "force 'd'", "start velocities"}


@pytest.mark.parametrize("shape", ["tree", "loop", "empty", "floating"])
def test_only_open_chains_have_a_table(shape: str) -> None:
    m = Mechanism("m")
    m.body("a", 1.0, inertia=(1, 1, 1))
    m.body("b", 1.0, inertia=(1, 1, 1))
    if shape in ("tree", "loop"):
        m.revolute("A", "ground", "a", at=(0, 0, 0), axis="z")
        m.revolute("B", "ground" if shape == "tree" else "a", "b", at=(1, 0, 0), axis="z")
    if shape == "loop":
        m.revolute("C", "b", "ground", at=(1, 1, 0), axis="z")
    with pytest.raises(ModelError, match="F19"):
        dh_table(m.build())


def test_forces_can_be_left_out() -> None:
    m = Mechanism("m")
    m.body("a", 1.0, inertia=(1, 1, 1))
    m.revolute("A", "ground", "a", at=(0, 0, 0), axis="z")
    m.joint_damper("d", "A", 1.0)
    m.frame("eye", "a")
    table = dh_table(m.build(), drop=True)
    assert {p.element for p in table.notices} == {"force 'd'", "frame 'eye'"}
    assert {p.severity for p in table.notices} == {"warning"}


def test_a_convention_must_be_one() -> None:
    with pytest.raises(ModelError, match=r"(?i)did you mean 'classic'"):
        dh_table(puma(), "clasic")


@pytest.mark.parametrize("ending", ["yaml", "json"])
def test_puma_goes_through_a_file(ending: str, tmp_path: Any) -> None:
    path = tmp_path / f"puma.dh.{ending}"
    tool = Pose((0, 0, 0.1), turned(3))
    model = puma(tool=tool, base_pose=Pose((0, 0, 1)))
    path.write_text(dh_text(dh_table(model), as_json=ending == "json"), encoding="utf-8")
    assert load(path).content_hash == model.content_hash


def test_rows_may_have_units() -> None:
    row = {"d": "100 mm", "a": 0, "alpha": "90 deg"}
    text = json.dumps({"dh": "modified", "rows": [row], "base_pose": {"rpy": [0, 0, "90 deg"]}})
    value, marks = parse(text, "f.yaml")
    model = read_dh(value, marks, "f.yaml")
    turn = Pose((0, 0, 0), ((0, -1, 0), (1, 0, 0), (0, 0, 1)))
    asked = from_dh([{"d": 0.1, "a": 0, "alpha": np.pi / 2}], "modified", base_pose=turn)
    assert model == asked


def test_extended_tables_are_read() -> None:
    rows = [
        {"link": 1, "parent": 0, "a": 0, "alpha": 0, "d": 0, "s": 0},
        {"link": 2, "parent": 1, "a": 1, "alpha": 0, "d": 0, "s": 0},
        {"link": 3, "parent": 0, "psi": 0.3, "a": 2, "alpha": 0, "d": 0, "s": 0},
    ]
    link = {"mass": 1.0, "com": [0.1, 0, 0], "inertia": [1, 1, 1]}
    cuts = [{"near": {"link": 2, "a": 1}, "far": {"link": 3, "a": 1}}]
    ends = [{"link": 2, "d": 0.5}]
    asked = from_extended_dh(rows, links=[link] * 3, cuts=cuts, end_effectors=ends, name="loop")
    record = {"dh": "extended", "name": "loop", "rows": rows, "links": [link] * 3}
    assert read_dh({**record, "cuts": cuts, "end_effectors": ends}) == asked


BAD = {
    "dh: clasic\nrows: []": ("M09", 1),
    "dh: classic": ("M09", 1),
    "dh: classic\nrows: 5": ("M25", 2),
    "dh: classic\nrows:\n  - {a: 1, d: 0, alpha: x}": ("M25", 3),
    "dh: classic\nrows:\n  - {a: 1, d: 0}": ("M09", 3),
    "dh: classic\nrows:\n  - {a: 1, d: 0, alpha: 0}\nlinks:\n  - {mass: -1}": ("M04", 5),
    "dh: classic\nrows:\n  - {a: 1, d: 0, alpha: 0}\ntool: 5": ("M20", 4),
    "dh: classic\nrows:\n  - {a: 1, d: 0, alpha: 0}\nbase: 5": ("M09", 1),
    "dh: classic\nrows:\n  - {a: 1, d: 0, alpha: 0}\nbase_pose: {rpy: [0, 0]}": ("M25", 4),
    "dh: extended\nrows:\n  - {link: 7, parent: 0, a: 1, d: 0, alpha: 0, s: 0}": ("M25", 3),
    "dh: classic\nrows: [5]": ("M25", 2),
}


@pytest.mark.parametrize("text", BAD)
def test_mistakes_have_a_place(text: str) -> None:
    code, line = BAD[text]
    value, marks = parse(text, "f.yaml")
    with pytest.raises(ModelError) as caught:
        read_dh(value, marks, "f.yaml")
    found = [(p.code, p.location.line) for p in caught.value.problems if p.location]
    assert (code, line) in found


def test_the_record_is_plain() -> None:
    json.dumps(dh_record(dh_table(puma())))
