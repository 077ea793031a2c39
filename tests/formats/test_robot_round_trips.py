"""Models of robots from format to format and back: the same motion, and what is lost is said."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from mjcf.test_writing import motion_of
from sarrus import GearWheel, Mechanism, Model, Sphere, convert, load
from sarrus.model.pose import Pose

ENDINGS = (".urdf", ".sdf", ".xml")
OPTIONS: dict[str, dict[str, object]] = {".sdf": {"base": "weld"}, ".urdf": {}, ".xml": {}}


def arm() -> Model:
    """Return an arm of hinges and a slider with all that the three formats have together."""
    m = Mechanism("arm")
    m.body("upper", 2.0, (0.1, 0, 0.01), (0.01, 0.02, 0.025), shape=None)
    m.body("fore", 1.5, (0.1, 0.02, 0), (0.005, 0.01, 0.012, 0.001, 0.0005, -0.0002))
    m.body("hand", 0.5, (0, 0, 0.05), (0.001, 0.001, 0.002))
    limits = {"limits": (-1.5, 2.0), "effort_limit": 40.0}
    turn = Pose((0, 0, 0.5), ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
    m.revolute("shoulder", m.ground, "upper", on_parent=turn, on_child=Pose(), **limits)
    m.revolute("elbow", "upper", "fore", on_parent=Pose((0.3, 0, 0)), on_child=Pose())
    m.prismatic(
        "reach", "fore", "hand", on_parent=Pose((0.25, 0, 0)), on_child=Pose(), limits=(-0.1, 0.2)
    )
    m.joint_damper("shoulder_damping", "shoulder", 0.3)
    m.joint_friction("elbow_friction", "elbow", 0.2)
    m.couple("elbow_mimic", {"elbow": 1.0, "shoulder": 0.5}, offset=0.1)
    m.frame("tool", "hand", at=(0, 0, 0.1), rotation=((1, 0, 0), (0, 0, -1), (0, 1, 0)))
    return m.build()


def bodies_and_joints(model: Model) -> dict[str, np.ndarray]:
    """Return poses of bodies and efforts of the joints of the arm in a motion."""
    values = np.zeros(400)
    values[:3], values[100:103], values[200:203] = (0.3, -0.2, 0.1), (1.0, -2.0, 0.5), (2, 1, -1)
    found = motion_of(model, values)
    return {name: value for name, value in found.items() if "weld" not in name}


@pytest.mark.parametrize("way", list(permutations(ENDINGS, 2)), ids=" to ".join)
def test_there_and_back(way: tuple[str, str], tmp_path: Path) -> None:
    from sarrus import save

    first, second = (tmp_path / f"arm{ending}" for ending in way)
    model = arm()
    save(model, first)
    lost = convert(first, second, **OPTIONS[way[0]])
    again = load(second, **OPTIONS[way[1]])
    assert not [p for p in lost if p.severity == "error"]
    a, b = bodies_and_joints(model), bodies_and_joints(again)
    assert a.keys() <= b.keys()
    for name, value in a.items():
        np.testing.assert_allclose(b[name], value, rtol=1e-12, atol=1e-12, err_msg=name)
    (frame,) = [f for f in again.frames if f.name == "tool"]
    np.testing.assert_allclose(frame.pose.rotation, model.frames[0].pose.rotation, atol=1e-12)
    assert again.joint("shoulder").limits == model.joint("shoulder").limits
    terms = {t.joint: t.factor for t in again.couplers[0].terms}
    assert terms["elbow"] / terms["shoulder"] == pytest.approx(2.0)


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_is_lost_is_listed(ending: str, tmp_path: Path) -> None:
    from sarrus import save

    m = Mechanism("odd", gravity=(0, 0, -1.62))
    m.body("a", 1.0, (0.1, 0, 0), (0.01, 0.01, 0.01))
    m.revolute("A", m.ground, "a", at=(0, 0, 0), axis="y")
    m.pid("servo", "A", kp=5.0, target=0.2)
    m.spring_damper("s", m.ground, "a", at_a=(0, 0, 0.3), at_b=(0.2, 0, 0), k=10, free_length=0.2)
    lost = save(m.build(), tmp_path / f"odd{ending}", drop=True)
    told = {problem.element for problem in lost}
    assert "force 'servo'" in told
    assert ("force 's'" in told) == (ending != ".xml")
    assert ("gravity" in told) == (ending == ".urdf")


@pytest.mark.parametrize("ending", ENDINGS)
def test_numbers_without_words_there_are_listed(ending: str, tmp_path: Path) -> None:
    from sarrus import save

    m = Mechanism("odd", tolerance=1e-4)
    small = (0.01, 0.01, 0.01)
    names = "abcd"
    for name in names:
        m.body(name, 1.0, (0.1, 0, 0), small, shape=GearWheel(0.02, 0.01, teeth=12))
    m.revolute("A", m.ground, "a", at=(0, 0, 0), axis="y", armature=0.1)
    if ending == ".urdf":  # which has no other joints in the tree
        m.revolute("B", "a", "b", at=(0.2, 0, 0), axis="y")
        m.revolute("C", "b", "c", at=(0.4, 0, 0), axis="y", armature=0.02)
    else:
        m.spherical("B", "a", "b", at=(0.2, 0, 0), limits=[(-1, 1)] * 3)
        m.helical("C", "b", "c", at=(0.4, 0, 0), axis="x", lead=0.01, limits=(-1, 1), armature=0.02)
    m.revolute("D", "c", "d", at=(0.6, 0, 0), axis="y")
    m.joint_friction("D_friction", "D", 0.3, exact=True)
    m.contact("floor", "a", k=1e5, shape=Sphere(0.05))
    lost = save(m.build(), tmp_path / f"odd{ending}", drop=True)
    told: dict[str, str] = {}
    for problem in lost:
        told[problem.element] = told.get(problem.element, "") + " " + problem.rule
    assert "armature" in told["joint 'C'"]
    assert ("armature" in told.get("joint 'A'", "")) == (ending != ".xml")
    assert ("limits" in told.get("joint 'B'", "")) == (ending != ".urdf")
    assert ("limits" in told["joint 'C'"]) == (ending == ".xml")
    assert "sticks exactly" in told["force 'D_friction'"]
    assert "stiffness, damping" in told["force 'floor'"]
    assert "contacts={'k': 100000.0}" in told["force 'floor'"]
    assert "gear wheel" in told["body 'a'"]
    assert "tolerance" in told
