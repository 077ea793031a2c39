"""Roads over x and y: grids, meshes, centre lines, patches of friction, two random tracks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kernels.native import machine
from sarrus.errors import ModelError
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.trace import trace
from sarrus.road import (
    CosineBump,
    CurvedRoad,
    Flat,
    GridRoad,
    Iso8608,
    Iso8608Tracks,
    MeshRoad,
    PatchedRoad,
    Road,
    SineRoad,
)
from sarrus.spatial.dual import Dual

RANDOM = np.random.default_rng(4)
X, Y = np.array([0.0, 1.0, 2.0, 3.5, 4.0, 5.0]), np.array([-2.0, -1.0, 0.0, 1.0, 2.5])
Z = RANDOM.normal(size=(6, 5))
BEND = [[2.0, 0.0, 0.0], [2.0, 0.0, 0.1], [4.0, 0.1, 0.1], [1.0, 0.1, -0.05]]
RISE, BANK = [[0.0, 0.0], [4.0, 0.4], [9.0, 0.1]], [[0.0, 0.0], [3.0, -0.2], [9.0, 0.1]]
BENT: dict[str, Any] = {"segments": BEND, "elevation": RISE, "banking": BANK, "width": 6.0}
SURFACES: dict[str, Road] = {
    "grid": GridRoad(X, Y, Z),
    "spline": GridRoad(X, Y, Z, 2),
    "equal distances": GridRoad(np.arange(6.0), np.arange(-2.0, 3.0), Z),
    "mesh": MeshRoad([[0, -2, 0], [5, -2, 1], [0, 2, 1], [5, 2, -1], [2, 0, 2]],
                     [[0, 1, 4], [1, 3, 4], [3, 2, 4], [2, 0, 4]], 0.25),
    "bend": CurvedRoad(SineRoad(0.1, 3.0), **BENT),
    "grid along a bend": CurvedRoad(GridRoad(X, Y, Z, 2), **BENT),
    "points": CurvedRoad(points=[[0, 0], [2, 0.1], [4, 0.4], [6, 1.0]], elevation=RISE, width=4.0),
    "tracks": Iso8608Tracks("E", 40.0, 1.4, seed=5, taper=1.0),
    "sum": GridRoad(X, Y, Z, 2) + SineRoad(0.1, 2.0),
    "moved": GridRoad(X, Y, Z).shift(0.3, -0.4).scale(-2.0),
}  # fmt: skip
PLACES = [(0.37, 0.2), (1.9, -0.7), (3.3, 1.1), (4.6, 0.45)]


@pytest.mark.parametrize("name", SURFACES)
def test_slopes_are_differences_of_heights(name: str) -> None:
    road, e = SURFACES[name], 1e-6
    x, y = np.array(PLACES).T
    for slope, dx, dy in ((road.slope, e, 0.0), (road.slope_across, 0.0, e)):
        found = (road.height(x + dx, y + dy) - road.height(x - dx, y - dy)) / (2.0 * e)
        np.testing.assert_allclose(slope(x, y), found, rtol=1e-6, atol=2e-7)


@pytest.mark.parametrize("name", SURFACES)
def test_dual_and_traced_values_are_those_of_floats(name: str) -> None:
    """Heights and slopes in every kind of number; rates of slopes by differences."""
    road = SURFACES[name]

    def outputs(x: Any, y: Any) -> dict[str, Any]:
        h, along, across = road.surface_at(x, y)
        rate = road.slope(Dual(x, 3.0), Dual(y, -2.0))
        return {"h": h, "along": along, "across": across, "rate": rate.rate}

    program = trace(outputs, {"x": (), "y": ()})
    native, e = machine(program), 1e-6
    for x, y in PLACES:
        h, along, across = (float(part) for part in road.surface_at(x, y))
        moved = [float(road.slope(x + 3.0 * d, y - 2.0 * d)) for d in (e, -e)]
        rate = (moved[0] - moved[1]) / (2.0 * e)
        for way in (
            interpret(program, [np.array(x), np.array(y)]),
            native(np.array(x), np.array(y)),
        ):
            np.testing.assert_allclose(
                np.ravel(way[:3]), [h, along, across], rtol=1e-12, atol=1e-12
            )
            np.testing.assert_allclose(float(way[3]), rate, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("smooth", [1, 2])
def test_a_grid_goes_through_its_heights_and_holds_its_rim(smooth: int) -> None:
    road = GridRoad(X, Y, Z, smooth)
    np.testing.assert_allclose(road.height(X[:, None], Y[None, :]), Z, atol=1e-14)
    np.testing.assert_allclose(road.height(X, 9.0), Z[:, -1], atol=1e-14)
    np.testing.assert_allclose(road.height(-3.0, Y), Z[0], atol=1e-14)
    assert not np.any(road.slope(-3.0, Y)) and not np.any(road.slope_across(X, 9.0))


def test_a_bicubic_spline_is_that_of_scipy() -> None:
    from scipy.interpolate import RectBivariateSpline

    x, y = RANDOM.uniform(0.0, 5.0, 200), RANDOM.uniform(-2.0, 2.5, 200)
    expected = RectBivariateSpline(X, Y, Z)
    road = GridRoad(X, Y, Z, 2)
    np.testing.assert_allclose(road.height(x, y), expected(x, y, grid=False), atol=1e-12)
    np.testing.assert_allclose(road.slope(x, y), expected(x, y, 1, 0, grid=False), atol=1e-11)


def test_a_monotone_grid_does_not_overshoot_on_its_lines() -> None:
    step = GridRoad(np.arange(6.0), Y, np.tile([[0.0], [0.0], [0.0], [1.0], [1.0], [1.0]], (1, 5)))
    z = step.height(np.linspace(0.0, 5.0, 501), 0.4)
    assert z.min() >= 0.0 and z.max() <= 1.0 + 1e-12


def test_length_of_the_grid_costs_nothing() -> None:
    def operations(nx: int, ny: int) -> int:
        road = GridRoad(np.arange(float(nx)), np.arange(float(ny)), RANDOM.normal(size=(nx, ny)))
        return trace(lambda x, y: {"h": road.height(x, y)}, {"x": (), "y": ()}).operations

    assert operations(5, 4) == operations(60, 80)


def test_a_mesh_is_met_at_the_crossings_and_its_deviation_told() -> None:
    road = SURFACES["mesh"]
    assert isinstance(road, MeshRoad)
    for x, y, z in road.points:
        assert road.height(x, y) == pytest.approx(z, abs=1e-12)
    fine = MeshRoad(road.points, road.triangles, 0.05)
    assert 0.2 * road.deviation < 4.0 * fine.deviation < 2.0 * road.deviation  # with the spacing


def test_a_straight_center_line_is_the_road_itself() -> None:
    inner = GridRoad(X, Y, Z, 2)
    road = CurvedRoad(inner, segments=[[5.0, 0.0, 0.0]], start=(1.0, 2.0), heading=0.7)
    c, s = np.cos(0.7), np.sin(0.7)
    u, v = np.array(PLACES).T
    x, y = 1.0 + c * u - s * v, 2.0 + s * u + c * v
    np.testing.assert_allclose(road.height(x, y), inner.height(u, v), atol=1e-12)
    np.testing.assert_allclose(
        road.slope(x, y), c * inner.slope(u, v) - s * inner.slope_across(u, v), atol=1e-11
    )


def test_an_arc_is_a_circle() -> None:
    """Stations by the angle, offsets by the radius, and the grade of a line beside the centre."""
    R = 20.0
    road = CurvedRoad(Flat(), segments=[[30.0, 1.0 / R, 1.0 / R]], width=8.0,
                      elevation=[[0.0, 0.0], [10.0, 0.5], [20.0, 1.0], [30.0, 1.5]])  # fmt: skip
    angle, n = np.array([0.2, 0.7, 1.2]), np.array([-3.0, 1.0, 3.5])
    x, y = (R - n) * np.sin(angle), R - (R - n) * np.cos(angle)
    s, across = road.station(x, y)
    np.testing.assert_allclose(s, R * angle, atol=1e-6)
    np.testing.assert_allclose(across, n, atol=1e-6)
    along = road.slope(x, y) * np.cos(angle) + road.slope_across(x, y) * np.sin(angle)
    np.testing.assert_allclose(along, 0.05 * R / (R - n), rtol=1e-5)


def test_a_clothoid_has_the_fresnel_integrals() -> None:
    from scipy.special import fresnel

    L, kappa = 40.0, 0.04
    road = CurvedRoad(segments=[[L, 0.0, kappa]])
    s = np.linspace(1.0, L, 9)
    size = np.sqrt(np.pi * L / kappa)
    sine, cosine = fresnel(s / size)
    x, y, _ = road.place(s)
    np.testing.assert_allclose(np.stack([x, y]), size * np.stack([cosine, sine]), atol=2e-7)


def test_a_closed_road_has_no_seam() -> None:
    R = 30.0
    bank = [[0.0, 0.1], [100.0, -0.1], [60.0 + 2 * np.pi * R, 0.1]]
    half = [[30.0, 0.0, 0.0], [np.pi * R, 1.0 / R, 1.0 / R], [30.0, 0.0, 0.0]]
    line = [*half[:2], [60.0 - 30.0, 0.0, 0.0], half[1]]
    bank[-1][0] = sum(part[0] for part in line)
    road = CurvedRoad(segments=line, closed=True, banking=bank)
    before, behind = road.height(-1e-7, 2.0), road.height(1e-7, 2.0)
    assert before == pytest.approx(behind, abs=1e-6)
    assert road.slope_across(-1e-7, 2.0) == pytest.approx(road.slope_across(1e-7, 2.0), abs=1e-5)
    assert road.course == (-np.inf, np.inf)
    s = road.station(np.array([-0.5, 0.5]), np.array([0.0, 0.0]))[0]
    np.testing.assert_allclose(s, [road.length - 0.5, 0.5], atol=5e-3)


def test_two_tracks_have_the_spectrum_and_the_coherence() -> None:
    """By averages of third octaves over 8 km; each within four standard deviations."""
    from scipy.signal import csd, welch

    road = Iso8608Tracks("C", 8000.0, 1.6, seed=2, spacing=0.08)
    x = np.arange(0.0, 8000.0, 0.08)
    left, right = road.height(x, 0.8), road.height(x, -0.8)
    n, one = welch(left, 1.0 / 0.08, nperseg=2048)
    other, both = (
        welch(right, 1.0 / 0.08, nperseg=2048)[1],
        csd(left, right, 1.0 / 0.08, nperseg=2048)[1],
    )
    for low, high in ((0.03, 0.06), (0.06, 0.12), (0.12, 0.25), (0.25, 0.5), (0.5, 1.0)):
        band = (n > low) & (n <= high)
        allowed = 4.0 / np.sqrt(np.count_nonzero(band) * 8000.0 / 0.08 / 2048)
        aim = road.one.density(n[band])
        assert np.mean(one[band] / aim) == pytest.approx(1.0, abs=allowed)
        assert np.mean(other[band] / aim) == pytest.approx(1.0, abs=allowed)
        common = float(np.mean(road.common(n[band])))
        assert np.mean(both[band].real / aim) == pytest.approx(common, abs=allowed)
    assert float(road.common(1e-6)) == pytest.approx(1.0, abs=1e-6)


def test_two_tracks_are_made_again_by_their_seed() -> None:
    one, same, other = (Iso8608Tracks("C", 50.0, 1.5, seed=seed) for seed in (1, 1, 2))
    x = np.linspace(0.0, 50.0, 301)
    assert np.array_equal(one.height(x, 0.3), same.height(x, 0.3))
    assert not np.array_equal(one.height(x, 0.3), other.height(x, 0.3))
    near = Iso8608Tracks("C", 50.0, 1e-4, seed=1)
    np.testing.assert_allclose(near.height(x, 1.0), near.height(x, -1.0), atol=3e-5)


def test_friction_is_that_of_the_patch() -> None:
    ice = PatchedRoad(
        patches=[[20.0, 60.0, -2.0, 0.0, 0.2], [30.0, 40.0, -1.0, 1.0, 0.5]], edge=0.1
    )
    s, n = (
        np.array([10.0, 25.0, 35.0, 35.0, 25.0, 20.05]),
        np.array([-1.0, -1.5, -0.5, 0.5, 0.5, -1.0]),
    )
    expected = [1.0, 0.2, 0.5, 0.5, 1.0, 0.6]
    np.testing.assert_allclose(ice.friction(s, n), expected, atol=1e-12)
    bend = CurvedRoad(ice, segments=[[80.0, 0.01, 0.01]])
    x, y, _ = bend.place(s, n)
    np.testing.assert_allclose(bend.friction(x, y), expected, atol=1e-7)
    around = PatchedRoad(CurvedRoad(segments=[[80.0, 0.01, 0.01]]), ice.patches, 0.1)
    np.testing.assert_allclose(around.friction(x, y), expected, atol=1e-7)
    assert (bend + Flat(0.1)).friction(x[1], y[1]) == pytest.approx(0.2)
    assert Flat().friction(3.0, 4.0) == 1.0


def test_a_track_of_a_surface_is_a_road_of_x() -> None:
    road = Iso8608Tracks("C", 50.0, 1.5, seed=1)
    left, x = road.track(0.75), np.linspace(6.0, 44.0, 97)
    np.testing.assert_array_equal(left.height(x), road.height(x, 0.75))
    felt = left.felt_by_wheel(0.3)
    assert np.all(felt.height(x) >= left.height(x) - 1e-5)


def test_tracks_of_one_wave_are_alike() -> None:
    """Each alone is an `Iso8608` in its spectrum: the variance of the whole sum is that of it."""
    assert Iso8608Tracks("B", 30.0, 1.5, seed=3).one == Iso8608("B", 30.0, seed=3)


BAD: dict[str, tuple[Any, str, str]] = {
    "hole": (lambda: GridRoad([0, 1], [0, 1], [[0, 0], [0, np.nan]]), "M38", "row 1, column 1"),
    "shape": (lambda: GridRoad([0, 1], [0, 1], [[0, 0]]), "M04", "row for each of the 2 x"),
    "order": (lambda: GridRoad([0, 1, 1], [0, 1], np.zeros((3, 2))), "M04", "1 after 1"),
    "text": (lambda: GridRoad([0, 1], [0, 1], "z"), "M25", "must be numbers"),
    "smooth": (lambda: GridRoad([0, 1], [0, 1], np.zeros((2, 2)), 3), "M04", "must be 1 or 2"),
    "open mesh": (
        lambda: MeshRoad([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]], 0.25), "M38", "hole",
    ),
    "no point": (
        lambda: MeshRoad([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 3]]), "M09", "0 to 2",
    ),
    "knot": (lambda: CurvedRoad(segments=[[90.0, 0.0, 0.0], [100.0, 0.1, 0.1]]), "M39", "itself"),
    "tight": (lambda: CurvedRoad(segments=[[9.0, 0.5, 0.5]]), "M39", "width below 3.6"),
    "open": (lambda: CurvedRoad(segments=[[9.0, 0.1, 0.1]], closed=True), "M39", "ends"),
    "no line": (lambda: CurvedRoad(), "M28", "segments"),
    "length": (lambda: CurvedRoad(segments=[[0.0, 0.1, 0.1]]), "M04", "segment 0"),
    "rows": (lambda: CurvedRoad(segments=[[1.0, 0.1]]), "M25", "rows of 3"),
    "banking": (
        lambda: CurvedRoad(segments=[[9.0, 0, 0]], banking=[[1, 0], [0, 0]]), "M04", "s increases",
    ),
    "two lines": (
        lambda: CurvedRoad(segments=[[9.0, 0, 0]]) + CurvedRoad(segments=[[9.0, 0, 0]]),
        "M04", "centre lines",
    ),
    "patch": (lambda: PatchedRoad(patches=[[1, 0, 0, 1, 0.5]]), "M04", "row 0"),
    "factor": (lambda: PatchedRoad(patches=[[0, 1, 0, 1, 0.0]]), "M04", "not above 0"),
    "coherence": (
        lambda: Iso8608Tracks("C", 50.0, 1.5, coherence="none"), "M25", "'isotropic'",
    ),
    "class": (lambda: Iso8608Tracks("Z", 50.0, 1.5), "M04", "Iso8608Tracks / roughness"),
    "disc": (lambda: SURFACES["grid"].felt_by_wheel(0.3), "M04", "track"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_surfaces_refuse(name: str) -> None:
    make, code, part = BAD[name]
    with pytest.raises(ModelError) as caught:
        make()
    assert caught.value.problems[0].code == code
    assert part in str(caught.value)


def test_bumps_lie_across_a_bend() -> None:
    """A bump at a station is felt at that station of both sides."""
    road = CurvedRoad(CosineBump(0.1, 1.0, at=5.0), segments=[[10.0, 0.1, 0.1]], width=6.0)
    x, y, z = road.place(np.array([5.0, 5.0, 4.0]), np.array([-2.0, 2.0, 2.0]))
    np.testing.assert_allclose(z, [0.1, 0.1, 0.0], atol=1e-12)
    assert [abs(float(value)) < 1e-6 for value in road.switches(x[0], y[0])] == [False, False]
