"""Directions and rotations: exact where they can be, refused where they must be."""

from __future__ import annotations

import math

import numpy as np
import pytest

from random_trees import random_pose, random_rotation
from sarrus.errors import ModelError, Problem
from sarrus.model.building.drawing import rotation_options
from sarrus.model.building.entry import Entry
from sarrus.model.building.orientation import (
    LETTERS,
    _tidy_pose,
    axis_frame,
    cross_frame,
    direction,
    inverse,
    product,
    relative,
    roll_pitch_yaw,
    rotation,
)
from sarrus.model.pose import IDENTITY, Pose, matrix3, vector3
from sarrus.spatial.rotation import quaternion_matrix


def entry() -> Entry:
    return Entry("joint 'A'", {}, [])


def codes(problems: list[Problem]) -> list[str]:
    return [problem.code for problem in problems]


@pytest.mark.parametrize("letter", LETTERS)
def test_letters_give_exact_frames(letter: str) -> None:
    axes = np.array(axis_frame(LETTERS[letter]))
    assert set(np.abs(axes).ravel()) == {0.0, 1.0}
    assert not np.any(np.signbit(axes) & (axes == 0.0))
    assert np.linalg.det(axes) == 1.0 and tuple(axes[:, 2]) == LETTERS[letter]
    assert axis_frame(LETTERS["z"]) == IDENTITY


@pytest.mark.parametrize("seed", range(200))
def test_axes_of_every_length(seed: int) -> None:
    """M19: a direction of any length is normalised; below 1e-300 and zero it is refused."""
    rng = np.random.default_rng(seed)
    size = 10.0 ** rng.uniform(-320, 300)
    u = rng.normal(size=3)
    u = u / np.linalg.norm(u)
    e = entry()
    found = direction(e, "axis", tuple(u * size))
    if np.min(np.abs(u)) * size > 1e-300:
        assert found is not None and np.allclose(found, u, rtol=1e-14, atol=0)
    else:
        assert found is None and set(codes(e.problems)) == {"M19"}


def test_a_direction_without_length_is_explained() -> None:
    e = entry()
    assert direction(e, "axis", (0, 0, 0)) is None
    assert str(e.problems[0]) == (
        "error M19 [joint 'A' / axis]: the axis (0, 0, 0) has length 0. "
        "Give a direction, for instance axis=(0, 0, 1)."
    )
    for wrong in ((0, math.nan, 1), "w", (1, 2), 5, None):
        assert direction(e, "axis", wrong) is None
    assert set(codes(e.problems)) == {"M19"}


@pytest.mark.parametrize("seed", range(100))
def test_rotations_that_are_none(seed: int) -> None:
    """M20: the verdict is that of the defect, and the message holds it."""
    rng = np.random.default_rng(seed)
    off = 10.0 ** rng.uniform(-16, 1)
    noise = rng.normal(size=(3, 3))
    r = random_rotation(rng) + off * noise / np.linalg.norm(noise)
    defect = np.linalg.norm(r.T @ r - np.eye(3))
    e = entry()
    found = rotation(e, r, None, None)
    if defect > 2e-3 or np.linalg.det(r) < 0:
        assert found is None and codes(e.problems) == ["M20"]
        assert f"{defect:.3g}" in str(e.problems[0])
    else:
        exact = np.array(found)
        assert np.linalg.norm(exact.T @ exact - np.eye(3)) < 3e-12
        assert [p.severity for p in e.problems] == (["notice"] if defect > 1e-12 else [])


@pytest.mark.parametrize(
    "given",
    [
        (np.diag([1.0, 1.0, -1.0]), None, None),
        (None, (0, 0, 0, 0), None),
        (None, (1, 1, 0, 0), None),
        (None, (1, 0, 0), None),
        (None, (math.nan, 0, 0, 1), None),
        (IDENTITY, (1, 0, 0, 0), None),
        ("x", None, None),
    ],
)
def test_reflections_and_bad_quaternions(given: tuple[object, object, object]) -> None:
    e = entry()
    assert rotation(e, *given) is None
    assert set(codes(e.problems)) == {"M20"}


def test_three_ways_to_one_rotation() -> None:
    half = math.sqrt(0.5)
    about_z = ((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    assert roll_pitch_yaw(0.0, 0.0, math.pi / 2) == about_z
    assert rotation(entry(), None, None, ("0 deg", 0, "90 deg")) == about_z
    assert np.allclose(rotation(entry(), None, (half, 0, 0, half), None), about_z, atol=1e-15)
    assert rotation(entry(), None, None, None) == IDENTITY
    assert rotation(entry(), (1, 0, 0, 0), None, None) == IDENTITY


@pytest.mark.parametrize("seed", range(20))
def test_frames_and_products(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = random_pose(rng), random_pose(rng)
    again = product(a, relative(a, b))
    assert np.allclose(again.rotation, b.rotation) and np.allclose(again.position, b.position)
    assert relative(a, a) == Pose() or np.allclose(relative(a, a).position, 0, atol=1e-15)
    assert np.allclose(product(a, inverse(a)).position, 0, atol=1e-15)
    x, y, _ = (tuple(axis) for axis in random_rotation(rng).T)
    axes = np.array(cross_frame(x, y))
    assert np.allclose(axes[:, 0], x) and np.allclose(axes[:, 1], y)
    assert np.allclose(axes.T @ axes, np.eye(3))


@pytest.mark.parametrize("angles", [(0.3, -0.4, 0.5), (-2.1, 1.2, 3.0), (0.0, math.pi / 2, 0.7)])
def test_a_rotation_by_short_angles_is_written_by_them(angles: tuple[float, float, float]) -> None:
    found = rotation_options(roll_pitch_yaw(*angles))
    assert found.keys() == {"rpy"}
    assert roll_pitch_yaw(*found["rpy"]) == roll_pitch_yaw(*angles)


def test_poses_by_position_and_angles() -> None:
    """Rz(yaw) Ry(pitch) Rx(roll), as in URDF and in model files."""
    pose = Pose.at((0.5, 0.3, "50 mm"), rpy=("180 deg", 0, "-90 deg"))
    assert pose.position == (0.5, 0.3, 0.05)
    assert pose.rotation == ((0.0, -1.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, -1.0))
    assert Pose.at((1, 2, 3)) == Pose((1.0, 2.0, 3.0))
    c, s = np.cos([0.3, 0.5, 0.7]), np.sin([0.3, 0.5, 0.7])
    x = np.array([[1, 0, 0], [0, c[0], -s[0]], [0, s[0], c[0]]])
    y = np.array([[c[1], 0, s[1]], [0, 1, 0], [-s[1], 0, c[1]]])
    z = np.array([[c[2], -s[2], 0], [s[2], c[2], 0], [0, 0, 1]])
    assert np.allclose(Pose.at((0, 0, 0), (0.3, 0.5, 0.7)).rotation, z @ y @ x, atol=1e-15)
    with pytest.raises(ModelError, match=r"M25.*Pose / rpy.*three numbers \[rad\]"):
        Pose.at((0, 0, 0), (0.1, 0.2))
    with pytest.raises(ModelError, match=r"M25.*Pose / position.*'kg'"):
        Pose.at((0, 0, "3 kg"))


def drawn_pose(rng: np.random.Generator) -> Pose:
    """Return a pose, often one of quarter turns, as drawings have them."""
    if rng.random() < 0.5:
        R = np.array(roll_pitch_yaw(*(rng.integers(0, 4, 3) * np.pi / 2)))
    else:
        q = rng.normal(size=4)
        R = quaternion_matrix(q / np.linalg.norm(q))
    return Pose(vector3(rng.normal(size=3) * 10.0 ** rng.integers(-3, 3)), matrix3(R))


def test_products_of_poses_have_the_bits_of_matrix_products() -> None:
    """They are summed without arrays, in the same order: models stay what they were."""
    rng = np.random.default_rng(3)
    for _ in range(2000):
        a, b = drawn_pose(rng), drawn_pose(rng)
        assert product(a, b) == _tidy_pose(a.transform @ b.transform, a, b)
        if a.rotation != IDENTITY:
            assert relative(a, b) == _tidy_pose(a.transform.inverse @ b.transform, a, b)
        assert inverse(a) == _tidy_pose(a.transform.inverse, a, a)
