"""Tyres on roads over x and y: planes, discs, bends, banking, patches of friction."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.model.forces.road_contact import loaded_rate, standing
from sarrus.road import (
    CosineBump,
    CurvedRoad,
    Flat,
    GridRoad,
    HalfRound,
    PatchedRoad,
    Road,
    SineRoad,
)
from sarrus.tyres import BrushTyre

TYRE = BrushTyre(radius=0.3, k=2e5, load=4000.0, c=500.0, stiffness=6e4, stiffness_along=8e4)
SPEED, TURN = (7.0, -0.4, 0.2), (0.3, 25.0, -0.5)
CHANNELS = ("F_x", "F_y", "F_z", "M_x", "M_y", "M_z", "gamma", "alpha", "kappa", "deflection")


def tilted(slope: float, tilt: float) -> GridRoad:
    """A plane z = slope x + tilt y, as a grid."""
    x, y = np.array([-3.0, -1.0, 2.0, 4.0]), np.array([-2.0, 0.0, 2.5])
    return GridRoad(x, y, slope * x[:, None] + tilt * y[None, :])


def free_wheel(at: tuple[float, float, float], axle: Any, **given: Any) -> sarrus.System:
    m = sarrus.Mechanism("wheel", (0.0, 0.0, -9.81))
    wheel = m.body("wheel", 20.0, at, (0.8, 1.2, 0.8))
    m.free("free", m.ground, wheel, at=at)
    m.tyre("T", wheel, TYRE, at=at, axle=axle, transient=False, **given)
    return m.build().compile()


def test_a_grid_that_is_a_plane_is_the_ground_turned() -> None:
    slope, tilt = 0.12, -0.07
    up = np.array([-slope, -tilt, 1.0]) / np.sqrt(1.0 + slope**2 + tilt**2)
    along = np.array([1.0, 0.0, slope]) / np.sqrt(1.0 + slope**2)
    at = (0.4, -0.3, 0.29 + 0.4 * slope - 0.3 * tilt)
    axle = np.array([-0.05, 1.0, 0.08])
    axle = tuple(axle / np.linalg.norm(axle))
    one = measured(free_wheel(at, axle, road=tilted(slope, tilt)))
    other = measured(free_wheel(at, axle, up=tuple(up), along=tuple(along)))
    for name in CHANNELS:
        assert one[name] == pytest.approx(other[name], rel=1e-9, abs=1e-9), name
    assert one["F_z"] > 1000.0


def measured(system: sarrus.System) -> dict[str, float]:
    start = system.state(system.assemble().q, np.array([*SPEED, *TURN]))
    run = system.simulate(start, until=1e-3, every=1e-3)
    return {name: float(run[f"T.{name}"][0]) for name in CHANNELS}


BUMPS = 0.05 * np.sin(3.0 * np.arange(30.0)).reshape(6, 5)
ROADS: dict[str, Road] = {
    "flat": Flat(0.02),
    "bump": CosineBump(0.08, 1.2, at=0.3),
    "grid": GridRoad(np.linspace(-1, 1, 6), np.linspace(-1, 1, 5), BUMPS, 2),
    "bend": CurvedRoad(
        SineRoad(0.03, 2.0), segments=[[6.0, 0.1, 0.2]], start=(-3.0, 0.0), width=4.0,
        banking=[[0.0, 0.0], [6.0, 0.3]],
    ),
}  # fmt: skip


@pytest.mark.parametrize("follows", ["point", "disc"])
@pytest.mark.parametrize("name", ROADS)
def test_rate_of_the_distance_is_its_difference(name: str, follows: str) -> None:
    road, axle = ROADS[name], np.array([0.1, 0.97, 0.15])
    axle = axle / np.linalg.norm(axle)
    center, velocity = np.array([0.15, -0.1, 0.36]), np.array([5.0, -1.0, 0.4])
    turning = np.cross([0.3, 0.1, -0.6], axle)
    found = loaded_rate(road, center, axle, velocity, turning, 0.3, follows)

    def loaded(t: float) -> float:
        turned = axle + t * turning
        return standing(road, center + t * velocity, turned, 0.3, follows).loaded

    step = 1e-6
    assert found == pytest.approx((loaded(step) - loaded(-step)) / (2.0 * step), rel=2e-6, abs=1e-7)


@pytest.mark.parametrize("x", [-0.5, -0.31, -0.2, 0.0, 0.15, 0.42])
def test_a_disc_on_a_half_round_is_its_exact_envelope(x: float) -> None:
    """Of a disc that just touches, the distance to the road is its radius."""
    road = HalfRound(0.1)
    felt = road.felt_by_wheel(0.3)
    center = np.array([x, 0.0, 0.3 + float(felt.height(x))])
    found = standing(road, center, np.array([0.0, 1.0, 0.0]), 0.3, "disc")
    assert found.loaded == pytest.approx(0.3, abs=2e-6)
    slope = float(felt.slope(x))
    if float(felt.height(x)) > 1e-3:
        assert -found.normal[0] / found.normal[2] == pytest.approx(slope, rel=1e-5, abs=1e-6)


def test_a_disc_is_turned_with_its_heading() -> None:
    """Across a ridge the disc feels its envelope, along the ridge its top."""
    y = np.linspace(-1.0, 1.0, 401)
    ridge = GridRoad([-2.0, 0.0, 2.0], y, np.tile(CosineBump(0.1, 0.4).height(y), (3, 1)))
    felt = CosineBump(0.1, 0.4).felt_by_wheel(0.3)
    center = np.array([0.0, 0.12, 0.3 + float(felt.height(0.12))])
    across = standing(ridge, center, np.array([1.0, 0.0, 0.0]), 0.3, "disc")
    assert across.loaded == pytest.approx(0.3, abs=2e-5)
    along = standing(ridge, center, np.array([0.0, 1.0, 0.0]), 0.3, "point")
    assert abs(along.sine) > 0.05


def test_a_bank_holds_a_wheel_at_the_speed_of_its_bend() -> None:
    """At v^2 = g R tan(bank) gravity alone makes the bend: no side force, in the road's axes."""
    radius, bank, g = 50.0, 0.35, 9.81
    road = CurvedRoad(segments=[[2.0 * np.pi * radius, 1.0 / radius, 1.0 / radius]], closed=True,
                      width=8.0, banking=[[0.0, -bank], [2.0 * np.pi * radius, -bank]])  # fmt: skip
    # the line starts at the origin along x and turns left: its centre is (0, R)
    x, y, _ = road.place(70.0, 0.0)
    n = np.array([-float(road.slope(x, y)), -float(road.slope_across(x, y)), 1.0])
    n /= np.linalg.norm(n)
    inward = np.array([0.0, radius, 0.0]) - np.array([float(x), float(y), 0.0])
    inward /= radius
    assert float(n @ inward) == pytest.approx(np.sin(np.arctan(bank)), rel=1e-8)
    force = np.array([0.0, 0.0, g]) + (g * radius * bank) / radius * inward
    assert np.linalg.norm(np.cross(force, n)) < 1e-7 * g


@pytest.mark.parametrize("factor", [0.3, 1.0])
def test_patches_scale_the_friction_of_a_tyre(factor: float) -> None:
    """As `mu` of the element does."""
    at, axle = (0.0, 0.0, 0.29), (0.0, 1.0, 0.0)
    patch = PatchedRoad(patches=[[-1.0, 1.0, -1.0, 1.0, factor]])
    one = measured(free_wheel(at, axle, road=patch))
    other = measured(free_wheel(at, axle, mu=factor))
    assert one == pytest.approx(other, rel=1e-12, abs=1e-12)
    outside = measured(free_wheel(at, axle, road=patch.shift(1.02)))
    assert (outside["F_y"] != one["F_y"]) == (factor != 1.0)


@pytest.mark.parametrize("follows", ["point", "disc"])
def test_energy_on_a_surface(follows: str) -> None:
    system = free_wheel((0.0, 0.0, 0.33), (0.0, 1.0, 0.0), road=ROADS["grid"], follows=follows)
    start = system.state(system.assemble().q, np.array([2.0, 0.1, 0.0, 0.0, 7.0, 0.0]))
    run = system.simulate(start, until=0.3, every=0.02, rtol=1e-9, atol=1e-11)
    assert run.energy_error < 1e-7
    assert np.max(run["T.F_z"]) > 300.0
