"""Joints of CAD programs: what the drawing says of them, files there and back, mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from random_trees import random_pose
from sarrus.errors import ModelError
from sarrus.model import Mechanism, Model
from sarrus.model.joints import (
    Angle,
    ConstantVelocity,
    CylindricalSpherical,
    RevoluteCylindrical,
    RevoluteRevolute,
)
from sarrus.spatial import Transform


def with_joint(kind: str, seed: int = 0, **options: Any) -> Model:
    """Return a plate on a free joint, somewhere, and a joint between it and ground."""
    rng = np.random.default_rng(seed)
    pose = random_pose(rng)
    m = Mechanism()
    m.body("plate", 1, inertia=(1, 1, 1), at=pose.position, rotation=pose.rotation)
    m.free("F", m.ground, "plate")
    getattr(m, kind)("J", m.ground, "plate", **options)
    return m.build()


def frames(model: Model) -> tuple[Transform, Transform]:
    """Return F and M of the joint in the drawing."""
    joint = model.joint("J")
    plate = model.body("plate").pose.transform
    return joint.on_parent.transform, plate @ joint.on_child.transform


@pytest.mark.parametrize("seed", range(3))
def test_a_link_between_two_axes_has_their_common_normal(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b, z, e = rng.normal(size=(4, 3))
    z, e = z / np.linalg.norm(z), e / np.linalg.norm(e)
    for kind, cls in (
        ("revolute_revolute", RevoluteRevolute),
        ("revolute_cylindrical", RevoluteCylindrical),
    ):
        model = with_joint(kind, seed, at=a, axis=z, at2=b, axis2=e)
        type_ = model.joint("J").type
        assert isinstance(type_, cls)
        n = np.cross(z, e)
        assert type_.length == pytest.approx(abs((b - a) @ n) / np.linalg.norm(n), rel=1e-12)
        assert np.cos(type_.twist) == pytest.approx(z @ e, abs=1e-12)
        F, M = frames(model)
        assert np.allclose(F.position, M.position) and np.allclose(F.matrix, M.matrix)
        # the axes of the joint are those of the drawing: both points lie on them
        first = F.position - type_.length * F.matrix[:, 0]
        assert np.linalg.norm(np.cross(first - a, z)) < 1e-12
        assert np.linalg.norm(np.cross(F.position - b, e)) < 1e-12
        assert np.allclose(F.matrix @ type_._u, e)


def test_parallel_axes_and_balls_are_held_at_the_point_that_is_given() -> None:
    model = with_joint("revolute_revolute", at=(0, 0, 0), at2=(0.3, 0, 0.5), axis="z")
    assert model.joint("J").type == RevoluteRevolute(0.3, 0.0)
    assert np.allclose(frames(model)[1].position, (0.3, 0, 0.5))
    model = with_joint("cylindrical_spherical", at=(0, 0, 0), at2=(0, 0.4, 0.5), axis="z")
    assert model.joint("J").type == CylindricalSpherical(0.4)
    F, M = frames(model)
    assert np.allclose(M.position, (0, 0.4, 0.5)) and np.allclose(F.matrix[:, 0], (0, 1, 0))


def test_a_length_that_is_given_opens_the_joint_in_the_drawing() -> None:
    model = with_joint("revolute_revolute", at=(0, 0, 0), at2=(0.3, 0, 0), axis="z", length=0.25)
    F, M = frames(model)
    assert np.allclose(F.position, (0.25, 0, 0)) and np.allclose(M.position, (0.3, 0, 0))
    assert model.joint("J").type.parameters == {"length": 0.25, "twist": 0.0}


def test_an_angle_is_that_of_the_drawing() -> None:
    model = with_joint("angle", axis="z", axis2=(1, 0, 1))
    assert model.joint("J").type == Angle(pytest.approx(np.pi / 4, rel=1e-15))
    assert np.allclose(frames(model)[0].matrix[:, 0], (1, 0, 0))
    bent = with_joint("constant_velocity", at=(0, 0, 0), axis="z", axis2=(0, 1, 2))
    assert bent.joint("J").type == ConstantVelocity(pytest.approx(np.arctan(0.5), rel=1e-15))
    assert np.allclose(frames(bent)[0].matrix[:, 0], (0, 1, 0))
    straight = with_joint("constant_velocity", at=(0, 0, 0), axis="z")
    assert straight.joint("J").type == ConstantVelocity(0.0)


AT, AT2 = (0.1, 0.2, 0.3), (0.4, -0.1, 0.6)
SKEW = (0.3, -0.5, 0.7)
WHOLE: list[tuple[str, dict[str, Any]]] = [
    ("pin_slot", {"at": AT, "axis": "z", "x_axis": "y"}),
    ("slotted_spherical", {"at": AT, "axis": "x", "axis2": "y"}),
    ("constant_velocity", {"at": AT, "axis": "z", "axis2": SKEW}),
    ("point_in_plane", {"at": AT, "axis": SKEW}),
    ("point_on_line", {"at": AT, "axis": SKEW}),
    ("orientation", {}),
    ("parallel", {"axis": SKEW}),
    ("perpendicular", {"axis": "x", "axis2": "z"}),
    ("angle", {"axis": "x", "axis2": SKEW}),
    ("revolute_revolute", {"at": AT, "axis": "x", "at2": AT2, "axis2": SKEW}),
    ("revolute_cylindrical", {"at": AT, "axis": "x", "at2": AT2}),
    ("revolute_spherical", {"at": AT, "axis": "x", "at2": AT2}),
    ("cylindrical_spherical", {"at": AT, "axis": SKEW, "at2": AT2}),
]


@pytest.mark.parametrize(("kind", "options"), WHOLE, ids=[kind for kind, _ in WHOLE])
def test_files_there_and_back(kind: str, options: dict[str, Any], tmp_path: Path) -> None:
    model = with_joint(kind, 4, **options)
    sarrus.save(model, tmp_path / "model.yaml")
    assert sarrus.load(tmp_path / "model.yaml") == model


POSES = {"on_parent": (0, 0, 0), "on_child": (0, 0, 0)}
WRONG: list[tuple[str, str, dict[str, Any], str]] = [
    ("M19", "pin_slot", {"at": AT, "axis": "z"}, "x_axis is missing"),
    ("M19", "angle", {"axis": "z"}, "axis2 is missing"),
    ("M27", "angle", {"axis": "z", "axis2": "z"}, "makes 0 degrees with axis"),
    ("M27", "perpendicular", {"axis": "z", "axis2": (1, 0, 1)}, "make 90"),
    ("M28", "angle", {"axis": "z", "axis2": "x", "angle": 1.0}, "give one or the other"),
    ("M04", "constant_velocity", {"at": AT, "axis": "z", "angle": "120 deg"}, "not below 1.5708"),
    ("M27", "constant_velocity", {"at": AT, "axis": "z", "axis2": "-z"}, "180 degrees"),
    ("M28", "revolute_revolute", {"at": AT, "axis": "z"}, "at2 is missing"),
    ("M19", "revolute_revolute", {"at": AT, "at2": AT2}, "axis is missing"),
    ("M04", "revolute_revolute", {"at": AT, "at2": AT, "axis": "z"}, "two axes meet"),
    ("M19", "revolute_revolute",
     {"at": AT, "at2": AT2, "axis": "z", "axis2": "-z"}, "points against axis"),
    ("M28", "revolute_revolute",
     {"at": AT, "at2": AT2, "axis": "z", "axis2": "x", "twist": 1.0}, "which says it"),
    ("M04", "cylindrical_spherical", {"at": AT, "at2": AT, "axis": "z"}, "at2 is on the axis"),
    ("M28", "revolute_revolute", {**POSES, "axis": "z"}, "on_child is a point"),
    ("M28", "constant_velocity", {**POSES, "axis": "z", "axis2": "x"}, "is of the drawing"),
    ("M09", "revolute", {"at": AT, "axis": "z", "at2": AT2}, "at2 is not a parameter"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "kind", "options", "words"), WRONG)
def test_mistakes_in_words(code: str, kind: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ModelError, match=words) as caught:
        with_joint(kind, **options)
    assert {p.code for p in caught.value.problems if p.severity == "error"} == {code}


def test_axes_that_are_parallel_but_for_rounding_are_taken_as_parallel() -> None:
    model = with_joint("revolute_revolute", at=AT, at2=AT2, axis="z", axis2=(1e-5, 0, 1))
    assert model.joint("J").type.parameters["twist"] == 0.0
    assert any("taken as parallel" in str(p) for p in model.notices)
