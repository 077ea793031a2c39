"""Distances: two points, and the length of the drawing or a given one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from random_trees import random_pose
from sarrus.errors import ModelError
from sarrus.model import Mechanism, Model, Pose
from sarrus.model.joints import Distance, Free

POINTS = {"at_a": (0, 0, 0), "at_b": (3, 4, 0)}


def with_rod(pose: Pose | None = None, **rod: Any) -> Model:
    """Return the model of an arm on a hinge and a plate on another, with a rod between them."""
    m = Mechanism()
    where = {"at": pose.position, "rotation": pose.rotation} if pose else {}
    arm = m.body("arm", 1, (0.1, 0, 0), (1, 1, 1), **where)
    m.body("plate", 1, (0.2, 0, 0), (1, 1, 1), at=(1, 0, 0), rpy=(0, 0, "90 deg"))
    m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="z")
    m.revolute("B", m.ground, "plate", at=(1, 0, 0), axis="z")
    arm.frame("tip", at=(2, 0, 0))
    m.distance("rod", rod.pop("a", "arm"), rod.pop("b", "plate"), **rod)
    return m.build()


def drawn(model: Model, body: str, frame: Pose) -> Any:
    return model.body(body).pose.transform @ frame.transform


@pytest.mark.parametrize("seed", range(5))
def test_frames_have_world_axes_at_the_points_of_the_drawing(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=3), rng.normal(size=3)
    model = with_rod(random_pose(rng), at_a=a, at_b=b)
    rod = model.joint("rod")
    F, M = drawn(model, "arm", rod.on_parent), drawn(model, "plate", rod.on_child)
    assert np.allclose(F.position, a) and np.allclose(M.position, b)
    assert np.allclose(F.matrix, np.eye(3)) and np.allclose(M.matrix, np.eye(3))
    assert isinstance(rod.type, Distance)
    assert rod.type.length == pytest.approx(np.linalg.norm(b - a), rel=1e-15)
    assert rod.type.is_closed(F.inverse @ M, 1e-14)


def test_points_of_the_drawing_and_of_the_bodies_agree() -> None:
    drawing = with_rod(at_a=(2, 0, 0), at_b=(1, 2, 0))
    assert drawing == with_rod(on_a=(2, 0, 0), on_b=(2, 0, 0))
    assert drawing == with_rod(on_a="tip", at_b=(1, 2, 0))
    assert drawing.joint("rod").type == Distance(float(np.sqrt(5)))


def test_a_distance_moves_no_body_in_the_drawing() -> None:
    """Points on both bodies do not coincide, so they do not say where a body is drawn."""
    m = Mechanism()
    m.body("a", 1, inertia=(1, 1, 1))
    m.revolute("A", m.ground, "a", on_parent=(1, 0, 0), on_child=(0, 0, 0), axis="z")
    m.distance("rod", m.ground, "a", on_a=(0, 0, 0), on_b=(0, 2, 0))
    model = m.build()
    assert model.body("a").pose.position == (1.0, 0.0, 0.0)
    assert model.joint("rod").type == Distance(float(np.sqrt(5)))


def test_the_length_may_differ_from_the_drawing_and_have_a_unit() -> None:
    assert with_rod(**POINTS).joint("rod").type == Distance(5.0)
    assert with_rod(**POINTS, length="250 mm").joint("rod").type == Distance(0.25)
    points = {"at_a": ("0 mm", 0, 0), "at_b": ("3000 mm", "400 cm", 0)}
    assert with_rod(**points).joint("rod").type == Distance(5.0)
    coincident = with_rod(at_a=(1, 1, 1), at_b=(1, 1, 1), length=0.5)
    assert coincident.joint("rod").type == Distance(0.5)


def test_a_body_on_a_distance_alone_is_free() -> None:
    m = Mechanism()
    m.body("bob", 1, inertia=(1, 1, 1), at=(0, 2, 0))
    m.distance("string", m.ground, "bob", at_a=(0, 0, 0), on_b=(0, 0, 0))
    model = m.build()
    assert [(j.name, j.type) for j in model.joints] == [
        ("string", Distance(2.0)),
        ("bob.free", Free()),
    ]
    [notice] = model.notices
    assert notice.code == "M06" and "(the distance 'string' cannot carry a body)" in str(notice)


def test_a_distance_inside_an_island_is_not_blamed() -> None:
    m = Mechanism()
    for name in ("a", "b"):
        m.body(name, 1, inertia=(1, 1, 1))
    m.spherical("S", "a", "b", at=(0, 0, 0))
    m.distance("rod", "a", "b", at_a=(1, 0, 0), at_b=(0, 1, 0))
    [notice] = m.build().notices
    assert "distance" not in str(notice) and "'a', 'b' are not connected" in str(notice)


@pytest.mark.parametrize(
    ("code", "rod", "words"),
    [
        ("M04", POINTS | {"length": 0}, "must be above 0 m"),
        ("M04", POINTS | {"length": "-3 mm"}, "'-3 mm' is not a distance"),
        ("M04", POINTS | {"length": float("nan")}, "not a number"),
        ("M04", {"at_a": (1, 0, 0), "at_b": (1, 0, 0)}, "the two points coincide"),
        ("M05", POINTS | {"length": "3 kg"}, "mass"),
        ("M25", POINTS | {"at_b": (0, 0)}, "3 numbers"),
        ("M28", {"at_a": (1, 0, 0)}, "at_b or on_b must be given"),
        ("M28", POINTS | {"on_a": (0, 0, 0)}, "at_a and on_a are both given"),
        ("M08", POINTS | {"b": "arm"}, "connects 'arm' with itself"),
        ("M09", POINTS | {"b": "plat"}, "joint 'rod' / b]: 'plat' is not the name of a body"),
        ("M09", {"on_a": "tip", "on_b": "tip"}, "is a frame of 'arm', not of 'plate'"),
    ],
)
def test_what_is_refused(code: str, rod: dict[str, Any], words: str) -> None:
    with pytest.raises(ModelError) as caught:
        with_rod(**rod)
    assert [p.code for p in caught.value.problems] == [code]
    assert words in str(caught.value)


def test_what_a_distance_does_not_use_is_told() -> None:
    m = Mechanism()
    m.body("a", 1, inertia=(1, 1, 1))
    m.spherical("S", m.ground, "a", at=(0, 0, 0), at_a=(1, 0, 0))
    m.joint("distance", "rod", m.ground, "a", **POINTS, at=(0, 0, 0), axis="z")
    told = [(p.element, p.code, p.severity) for p in m.build().notices]
    assert told == [
        ("joint 'S' / at_a", "M09", "notice"),
        ("joint 'rod' / at", "M09", "notice"),
        ("joint 'rod' / axis", "M09", "notice"),
    ]
