"""Joints: both ways of placing them, for every type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from random_trees import random_pose, random_rotation
from sarrus.errors import ModelError
from sarrus.model import Joint, Mechanism, Model, Pose
from sarrus.model.joints import TYPES, Helical

IN_TREE = [kind for kind, type_ in TYPES.items() if type_.in_tree]
PLACED = [kind for kind in IN_TREE if TYPES[kind].placement != "curve"]
"""Types with a point of the drawing; that of a carriage is on its curve (`tests/curves`)."""
AXIAL = ("revolute", "prismatic", "cylindrical", "planar", "helical")


def two_bodies(place: Callable[[Mechanism], None], pose: Pose | None = None) -> Model:
    m = Mechanism()
    where = {"at": pose.position, "rotation": pose.rotation} if pose else {}
    m.body("a", 1, (0.1, 0, 0), (1, 1, 1), **where)
    m.body("b", 1, (0.2, 0, 0), (1, 1, 1))
    m.weld("W", m.ground, "a")
    place(m)
    return m.build()


def drawn(model: Model, joint: Joint) -> tuple[Any, Any]:
    F = model.body(joint.parent).pose.transform @ joint.on_parent.transform
    M = model.body(joint.child).pose.transform @ joint.on_child.transform
    return F, M


def options(kind: str, rng: np.random.Generator) -> dict[str, Any]:
    axes = random_rotation(rng)
    found: dict[str, Any] = {"axis": axes[:, 0] * 3} if TYPES[kind].axes else {}
    if "axis2" in TYPES[kind].axes:
        found["axis2"] = axes[:, 1] * 0.1
    if "x_axis" in TYPES[kind].axes:
        found["x_axis"] = axes[:, 2]
    if TYPES[kind].placement == "two axes":
        found["at2"] = rng.normal(size=3)
    if kind == "helical":
        found["lead"] = "-5 mm"
    if "segment" in kind:
        found["length"] = "30 cm"
    if kind == "mode_shape":
        found["shape"] = [[0.1, 0.0, -0.2, 0.0, 0.3, 0.0]]
    return found


@pytest.mark.parametrize("kind", PLACED)
@pytest.mark.parametrize("seed", range(5))
def test_frames_coincide_in_the_drawing(kind: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    point, given = rng.normal(size=3), options(kind, rng)
    pose = random_pose(rng)
    model = two_bodies(lambda m: m.joint(kind, "J", "a", "b", at=point, **given), pose)
    F, M = drawn(model, model.joint("J"))
    assert np.allclose(F.matrix, M.matrix) and np.allclose(F.position, M.position)
    if TYPES[kind].placement != "two axes":
        assert np.allclose(F.position, point)
    if kind in AXIAL:
        assert np.allclose(F.matrix[:, 2], given["axis"] / 3)
    if kind == "universal":
        assert np.allclose(F.matrix[:, 0], given["axis"] / 3)
        assert np.allclose(M.matrix[:, 1], given["axis2"] * 10)


@pytest.mark.parametrize("kind", PLACED)
def test_frames_on_both_bodies(kind: str) -> None:
    rng = np.random.default_rng(11)
    X_PF, X_BM = random_pose(rng), random_pose(rng)
    lead = {"lead": 0.01} if kind == "helical" else {}
    lead |= {"length": 0.3} if "segment" in kind else {}
    lead |= {"shape": [[0.1, 0.0, -0.2, 0.0, 0.3, 0.0]]} if kind == "mode_shape" else {}
    model = two_bodies(
        lambda m: m.joint(kind, "J", "a", "b", on_parent=X_PF, on_child=X_BM, **lead)
    )
    joint = model.joint("J")
    assert np.allclose(joint.on_parent.rotation, X_PF.rotation)
    F, M = drawn(model, joint)
    assert np.allclose(F.matrix, M.matrix) and np.allclose(F.position, M.position)


def test_points_and_axes_on_both_bodies() -> None:
    model = two_bodies(
        lambda m: m.revolute(
            "J", "a", "b", on_parent=(1, 0, 0), on_child=(0, 0, 2), axis_parent="x", axis_child="z"
        )
    )
    joint = model.joint("J")
    assert joint.on_child == Pose((0.0, 0.0, 2.0))
    assert [row[2] for row in joint.on_parent.rotation] == [1.0, 0.0, 0.0]
    F, M = drawn(model, joint)
    assert np.allclose(F.matrix, M.matrix) and np.allclose(F.position, M.position)


@pytest.mark.parametrize("option", ("axis", "axis_parent", "axis_child"))
def test_one_axis_holds_on_both_bodies(option: str) -> None:
    places: dict[str, Any] = {"on_parent": (1, 0, 0), "on_child": (0, 0, 2), option: "y"}
    model = two_bodies(lambda m: m.revolute("J", "a", "b", **places))
    for frame in (model.joint("J").on_parent, model.joint("J").on_child):
        assert [row[2] for row in frame.rotation] == [0.0, 1.0, 0.0]


def test_the_x_axis_and_a_whole_rotation() -> None:
    model = two_bodies(lambda m: m.planar("J", "a", "b", at=(0, 0, 0), axis="y", x_axis=(1, 9, 0)))
    assert [row[0] for row in model.joint("J").on_parent.rotation] == [1.0, 0.0, 0.0]
    turn = ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    model = two_bodies(lambda m: m.revolute("J", "a", "b", at=(0, 0, 0), rotation=turn))
    assert model.joint("J").on_child.rotation == turn


def test_free_joints_count_from_the_parent() -> None:
    m = Mechanism()
    m.body("b", 1, inertia=(1, 1, 1), at=(1, 2, 3))
    m.free("J", m.ground, "b")
    joint = m.build().joint("J")
    assert joint.on_parent == Pose() == joint.on_child


def test_the_lead_of_a_screw() -> None:
    place: dict[str, Any] = {"at": (0, 0, 0), "axis": "z"}
    model = two_bodies(lambda m: m.helical("J", "a", "b", lead="5 mm", **place))
    assert model.joint("J").type == Helical(0.005)
    for wrong in ({}, {"lead": 0}, {"lead": "5 kg"}):
        with pytest.raises(ModelError, match="lead"):
            two_bodies(lambda m, w=wrong: m.helical("J", "a", "b", **place, **w))


@pytest.mark.parametrize(
    ("code", "kind", "given"),
    [
        ("M27", "universal", {"at": (0, 0, 0), "axis": "x", "axis2": (1, 1, 0)}),
        ("M19", "universal", {"at": (0, 0, 0), "axis": "x"}),
        ("M19", "revolute", {"at": (0, 0, 0)}),
        ("M19", "revolute", {"at": (0, 0, 0), "axis": "x", "x_axis": "-x"}),
        ("M19", "revolute", {"on_parent": (0, 0, 0), "on_child": Pose()}),
        ("M28", "revolute", {"axis": "x"}),
        ("M28", "revolute", {"on_parent": (0, 0, 0), "axis": "x"}),
        ("M28", "spherical", {"at": (0, 0, 0), "on_parent": (0, 0, 0), "on_child": (0, 0, 0)}),
        (
            "M20",
            "weld",
            {"on_parent": Pose(rotation=((2, 0, 0), (0, 1, 0), (0, 0, 1))), "on_child": Pose()},
        ),
        ("M09", "spherical", {"on_parent": "tip", "on_child": (0, 0, 0)}),
        ("M09", "revolut", {"at": (0, 0, 0), "axis": "x"}),
        ("M09", "revolute", {"at": (0, 0, 0), "axis": "x", "lead": 1}),
        ("M09", "revolute", {"at": (0, 0, 0), "axis": "x", "length": 1}),
        ("M25", "spherical", {"at": (0, 0)}),
        ("M04", "spherical", {"at": (0, 0, float("inf"))}),
    ],
)
def test_what_is_refused(code: str, kind: str, given: dict[str, Any]) -> None:
    with pytest.raises(ModelError) as caught:
        two_bodies(lambda m: m.joint(kind, "J", "a", "b", **given))
    assert {p.code for p in caught.value.problems} == {code}


def test_a_joint_of_a_body_with_itself() -> None:
    with pytest.raises(ModelError, match="joint 'J' connects 'a' with itself"):
        two_bodies(lambda m: m.revolute("J", "a", "a", at=(0, 0, 0), axis="z"))


def test_the_angle_between_the_axes_is_told() -> None:
    with pytest.raises(ModelError, match="makes 45 degrees"):
        two_bodies(lambda m: m.universal("J", "a", "b", at=(0, 0, 0), axis="x", axis2=(1, 1, 0)))


def test_directions_that_are_not_used_are_told() -> None:
    model = two_bodies(lambda m: m.spherical("J", "a", "b", at=(0, 0, 0), axis="x"))
    assert [(p.code, p.severity) for p in model.notices] == [("M09", "notice")]
