"""Robots from classic and modified Denavit-Hartenberg tables (CHK-T08)."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sarrus.errors import ModelError
from sarrus.formats import from_dh
from sarrus.formats.screw import screw_x, screw_z
from sarrus.model.model import Model
from sarrus.model.pose import Pose
from sarrus.spatial import Transform
from sarrus.topology import analyze, layout

LINK = {"mass": 1.0, "com": (0.1, 0.0, 0.0), "inertia": (0.1, 0.1, 0.1)}
PUMA = [(0, 0, 90), (0, 0.4318, 0), (0.15005, 0.0203, -90), (0.4318, 0, 90), (0, 0, -90), (0, 0, 0)]


def homogeneous(X: Transform) -> np.ndarray:
    T = np.eye(4)
    T[0:3, 0:3], T[0:3, 3] = X.matrix, X.position
    return T


def turn(axis: int, angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    T, (i, j) = np.eye(4), ((axis + 1) % 3, (axis + 2) % 3)
    T[i, i], T[i, j], T[j, i], T[j, j] = c, -s, s, c
    return T


def shift(axis: int, distance: float) -> np.ndarray:
    T = np.eye(4)
    T[axis, 3] = distance
    return T


def classic(theta: float, d: float, a: float, alpha: float) -> np.ndarray:
    """Return the matrix that is printed as (1) of paper 3."""
    c, s, ca, sa = math.cos(theta), math.sin(theta), math.cos(alpha), math.sin(alpha)
    rows = [[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0, sa, ca, d], [0, 0, 0, 1]]
    return np.array(rows)


def modified(theta: float, d: float, a: float, alpha: float) -> np.ndarray:
    return turn(0, alpha) @ shift(0, a) @ turn(2, theta) @ shift(2, d)


def link_poses(model: Model, q: np.ndarray) -> dict[str, Transform]:
    """Return X_WB of every body: a walk along the tree."""
    cut_links = [joint.name for joint in model.joints if joint.name.startswith("cut")]
    topology = analyze(model, cut=cut_links)
    places = layout(topology)
    poses = {"ground": Transform.identity()}
    for branch in topology.branches:
        X_FM = branch.type.pose(q[places.q_slice[branch.joint.name]])
        joint = branch.on_inboard.transform @ X_FM @ branch.on_outboard.transform.inverse
        poses[branch.outboard] = poses[branch.inboard] @ joint
    return poses


def random_table(random: np.random.Generator, n: int) -> list[dict[str, object]]:
    rows = []
    for _ in range(n):
        theta, d, a, alpha = random.uniform(-2.0, 2.0, size=4)
        if random.random() < 0.3:
            alpha = random.choice([-1, 0, 1, 2]) * math.pi / 2
        kind = str(random.choice(["revolute", "prismatic"]))
        rows.append({"theta": theta, "d": d, "a": a, "alpha": alpha, "type": kind})
    return rows


@pytest.mark.parametrize("seed", range(20))
def test_CHK_T08_screws_equal_generic_transforms(seed: int):
    angle, distance = np.random.default_rng(seed).uniform(-7.0, 7.0, size=2)
    along_x = turn(0, angle) @ shift(0, distance)
    along_z = shift(2, distance) @ turn(2, angle)
    assert np.abs(homogeneous(screw_x(distance, angle)) - along_x).max() <= 1e-14
    assert np.abs(homogeneous(screw_z(angle, distance)) - along_z).max() <= 1e-14


@pytest.mark.parametrize("quarters", range(-6, 7))
def test_CHK_T08_quarter_turns_are_exact(quarters: int):
    for angle in (quarters * math.pi / 2, math.radians(90.0 * quarters)):
        for X in (screw_x(0.0, angle), screw_z(angle, 0.0)):
            assert set(np.abs(X.matrix).ravel()) == {0.0, 1.0}
            assert np.allclose(X.matrix, np.round(X.matrix))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(("convention", "product"), [("classic", classic), ("modified", modified)])
def test_CHK_T08_link_frames_are_those_of_the_table(seed: int, convention: str, product):
    random = np.random.default_rng(seed)
    rows = random_table(random, 5)
    offsets = random.uniform(-1.0, 1.0, size=5)
    table = [row | {"offset": o} for row, o in zip(rows, offsets, strict=True)]
    model = from_dh(table, convention, links=[LINK] * 5)
    q = random.uniform(-3.0, 3.0, size=5)
    poses, T = link_poses(model, q), np.eye(4)
    for i, row in enumerate(rows):
        moving = "theta" if row["type"] == "revolute" else "d"
        numbers = {key: row[key] for key in ("theta", "d", "a", "alpha")}
        numbers[moving] += q[i] + offsets[i]
        T = T @ product(**numbers)
        assert np.abs(homogeneous(poses[f"link{i + 1}"]) - T).max() <= 1e-13


@pytest.mark.parametrize("convention", ["classic", "modified"])
def test_the_drawing_is_the_robot_at_zero(convention: str):
    rows = random_table(np.random.default_rng(5), 6)
    model = from_dh(rows, convention, links=[LINK] * 6)
    poses = link_poses(model, np.zeros(6))
    for body in model.bodies:
        assert np.allclose(
            homogeneous(poses[body.name]), homogeneous(body.pose.transform), atol=1e-14
        )


def test_CHK_T08_base_and_tool_of_paper_3():
    Z, E = screw_z(0.3, 0.5), screw_x(0.1, 0.7)
    rows = random_table(np.random.default_rng(1), 3)
    plain = from_dh(rows, "classic", links=[LINK] * 3)
    placed = from_dh(rows, "classic", links=[LINK] * 3, base_pose=Pose.of(Z), tool=homogeneous(E))
    q = np.array([0.1, -0.2, 0.3])
    [frame] = placed.frames
    assert (frame.name, frame.body) == ("tool", "link3")
    P = link_poses(placed, q)["link3"] @ frame.pose.transform
    expected = Z @ link_poses(plain, q)["link3"] @ E
    assert np.allclose(homogeneous(P), homogeneous(expected), atol=1e-14)


def test_a_floating_base():
    rows = random_table(np.random.default_rng(2), 2)
    Z = screw_z(0.3, 0.5)
    model = from_dh(rows, "modified", links=[LINK] * 2, base="free", base_link=LINK, base_pose=Z)
    assert model.joints[0].type.type_name == "free"
    assert np.allclose(homogeneous(model.body("base").pose.transform), homogeneous(Z))
    assert model.joint("joint1").parent == "base"


def puma(**options) -> Model:
    rows = [{"theta": 0, "d": d, "a": a, "alpha": f"{alpha} deg"} for d, a, alpha in PUMA]
    return from_dh(rows, "classic", name="puma560", links=[LINK] * 6, **options)


def test_CHK_T08_puma_reaches_the_poses_of_the_reference():
    q = np.radians([36.8763, 70.3391, -202.8277, 0.0, -47.5114, 36.8763])
    X = link_poses(puma(), q)["link6"]
    assert np.allclose(X.position, [0.45, 0.15, 0.10], atol=2e-6)
    assert np.allclose(X.matrix[:, 2], [0, 0, -1], atol=4e-6)


def test_quarter_turns_leave_exact_zeros_in_the_model():
    rotations = np.array([j.on_child.rotation for j in puma().joints])
    assert set(np.abs(rotations).ravel()) == {0.0, 1.0}
    assert all(math.copysign(1.0, x) > 0 or x != 0 for x in rotations.ravel())


def test_limits_and_names():
    row = {
        "d": 0.0,
        "a": 1.0,
        "alpha": 0.0,
        "name": "A",
        "limits": (-1.0, 2.0),
        "effort_limit": 5.0,
    }
    model = from_dh([row], "classic", links=[LINK | {"name": "arm"}])
    joint = model.joint("A")
    assert joint.limits == ((-1.0, 2.0),) and joint.effort_limits == (5.0,) and joint.child == "arm"


def test_links_without_mass_move_but_are_reported():
    model = from_dh([{"d": 0, "a": 1, "alpha": 0}], "classic")
    assert model.bodies[0].mass == 0.0 and "M01" in {p.code for p in model.notices}


@pytest.mark.parametrize(
    ("rows", "convention", "options", "codes"),
    [
        ([{"d": 0, "a": 1, "alpha": 0}], "", {}, ["M09"]),
        ([{"d": 0, "a": 1, "alpha": 0}], "standard", {}, ["M09"]),
        ([{"d": 0, "a": 1}], "classic", {}, ["M09"]),
        ([{"d": 0, "a": "1 kg", "alpha": 0}], "classic", {}, ["M05"]),
        ([{"d": 0, "a": float("nan"), "alpha": None}], "classic", {}, ["M04", "M25"]),
        ([{"d": 0, "a": 1, "alpha": 0, "type": "ball"}], "classic", {}, ["M09"]),
        ([3], "classic", {}, ["M25"]),
        ([{"d": 0, "a": 1, "alpha": 0}], "classic", {"links": []}, ["M25"]),
        ([{"d": 0, "a": 1, "alpha": 0}], "classic", {"base": "fixed"}, ["M09"]),
        ([{"d": 0, "a": 1, "alpha": 0}], "classic", {"tool": [1, 2]}, ["M20"]),
    ],
)
def test_mistakes_are_located_errors(rows, convention, options, codes):
    with pytest.raises(ModelError) as caught:
        from_dh(rows, convention, **({"links": [LINK] * len(rows)} | options))
    assert sorted(p.code for p in caught.value.problems if p.severity == "error") == codes
