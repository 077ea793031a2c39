"""Paths: distance along them, arcs and clothoids in closed form, the nearest point."""

from __future__ import annotations

from pathlib import Path as FilePath

import numpy as np
import pytest
from scipy.special import fresnel

import sarrus
from sarrus.errors import ModelError
from sarrus.formats.writing import yaml_text
from sarrus.paths import CurvaturePath, Path, PointPath


def test_a_circle_through_points() -> None:
    angles = np.linspace(0.0, np.pi, 121)
    path = PointPath(50.0 * np.sin(angles), 50.0 * (1.0 - np.cos(angles)))
    assert path.length == pytest.approx(50.0 * np.pi, rel=1e-7)
    s = np.linspace(10.0, 140.0, 27)
    np.testing.assert_allclose(path.curvature(s), 0.02, rtol=1e-3)
    np.testing.assert_allclose(np.hypot(*path.direction(s)), 1.0, rtol=1e-12)
    expected = 50.0 * np.sin(s / 50.0), 50.0 * (1.0 - np.cos(s / 50.0))
    np.testing.assert_allclose(path.position(s), expected, atol=1e-5)


def test_a_clothoid_is_that_of_fresnel() -> None:
    """Curvature s/A^2: x and y are Fresnel's integrals with the argument s/(A sqrt(pi))."""
    A, length = 60.0, 80.0
    path = CurvaturePath([0.0, length], [0.0, length / A**2])
    s = np.linspace(0.0, length, 33)
    sine, cosine = fresnel(s / (A * np.sqrt(np.pi)))
    scale = A * np.sqrt(np.pi)
    np.testing.assert_allclose(path.position(s), (scale * cosine, scale * sine), atol=1e-8)
    np.testing.assert_allclose(path.curvature(s[1:-1]), s[1:-1] / A**2, rtol=1e-3)


def test_lines_arcs_and_where_it_begins() -> None:
    path = CurvaturePath([0, 20, 20.001, 60], [0, 0, 0.02, 0.02], x=3.0, y=-1.0, heading=0.5)
    assert path.position(10.0) == pytest.approx([3 + 10 * np.cos(0.5), -1 + 10 * np.sin(0.5)])
    t = path.direction(60.0)
    assert np.arctan2(t[1], t[0]) == pytest.approx(0.5 + 0.02 * 40.0, abs=1e-4)


def test_beyond_its_ends_it_goes_straight_on() -> None:
    path = PointPath([0.0, 10.0, 20.0, 30.0], [0.0, 1.0, 0.0, 4.0])
    for end, way in ((0.0, -7.0), (path.length, 7.0)):
        ahead = path.position(end + way) - path.position(end)
        slope = np.array([curve.slope(end) for curve in path.line])
        np.testing.assert_allclose(ahead, way * slope, rtol=1e-9)


def test_the_nearest_point_and_the_side() -> None:
    path = CurvaturePath([0.0, 100.0], [0.02, 0.02])
    s = np.array([5.0, 40.0, 90.0])
    for off in (-3.0, 4.0):
        t, p = path.direction(s), path.position(s)
        x, y = p[0] - off * t[1], p[1] + off * t[0]
        found = [path.nearest(a, b) for a, b in zip(x, y, strict=True)]
        np.testing.assert_allclose(found, s, atol=1e-6)
        np.testing.assert_allclose(path.offset(x, y), off, atol=1e-9)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: PointPath([0.0, 1.0], [0.0, 1.0]), "at least 4"),
        (lambda: PointPath([0.0, 1.0, 1.0, 2.0], [0.0, 1.0, 1.0, 2.0]), "same point"),
        (lambda: PointPath([0.0, 1.0, 2.0, np.nan], [0.0, 1.0, 1.0, 2.0]), "not finite"),
        (lambda: CurvaturePath([1.0, 2.0], [0.0, 0.0]), "begin at 0"),
        (lambda: CurvaturePath([0.0, 2.0, 1.0], [0.0, 0.0, 0.0]), "not increasing"),
    ],
)
def test_what_is_no_path_is_refused(make: object, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        make()  # type: ignore[operator]


FILE = """\
sarrus: 1
bodies:
  car: {mass: 1000, inertia: [400, 1500, 1700]}
  wheel: {mass: 10, inertia: [1, 1, 1]}
joints:
  free: {type: free, parent: ground, child: car, at: [0, 0, 0]}
  pin: {type: revolute, parent: car, child: wheel, at: [1, 0, 0], axis: z}
forces:
  me:
    type: driver
    joint: pin
    body: car
    k: 1000
    d: 10
    speed: 36 km/h
    path: {type: CurvaturePath, distance: [0, 50 m, 80 m], curvature_at: [0, 0, 0.02]}
"""


def test_a_path_in_a_file(tmp_path: FilePath) -> None:
    (tmp_path / "car.yaml").write_text(FILE, encoding="utf-8")
    (driver,) = sarrus.load(tmp_path / "car.yaml").forces
    assert isinstance(driver.path, Path)
    assert driver.path == CurvaturePath([0, 50, 80], [0, 0, 0.02])
    again = tmp_path / "again.yaml"
    again.write_text(yaml_text(sarrus.load(tmp_path / "car.yaml")), encoding="utf-8")
    assert sarrus.load(again).forces == (driver,)


def test_a_path_that_is_wrong_in_a_file_is_told_with_its_place(tmp_path: FilePath) -> None:
    text = FILE.replace("[0, 50 m, 80 m]", "[0, 90 m, 80 m]")
    (tmp_path / "car.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        sarrus.load(tmp_path / "car.yaml")
    (problem,) = caught.value.problems
    assert problem.location is not None and problem.location.line == 16
