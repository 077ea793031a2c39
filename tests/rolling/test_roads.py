"""Rolling on roads: where wheels touch, what is kept, and which roads are refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import sarrus
from rolling.wheels import MASS, RADIUS, ball
from sarrus import ModelError
from sarrus.model.joints import Rolling, contradictions
from sarrus.road import CurvedRoad, GridRoad, HalfRound, Road, SineRoad
from sarrus.spatial import Transform
from sarrus.spatial.rotation import quaternion_matrix

WAVES = SineRoad(0.1, 4.0)
KINDS = {
    "ball": Rolling(0.3, crown=0.3, road=WAVES),
    "knife edge": Rolling(0.3, road=WAVES),
    "crowned": Rolling(0.3, crown=0.05, road=WAVES),
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_the_touching_row_is_the_rate_of_the_gap(kind: Rolling) -> None:
    assert not contradictions(kind)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_the_contact_is_the_nearest_of_wheel_and_road(kind: Rolling) -> None:
    """Of a leaning wheel above the road: against all points of its rim and all of the road."""
    X = Transform.of(quaternion_matrix(np.array([0.8, 0.6, 0.0, 0.0])), np.array([0.7, 0.2, 0.5]))
    at = kind.contact(X)
    round_, over = np.meshgrid(np.linspace(-2.6, -0.5, 401), np.linspace(-1.5, 1.5, 121))
    ring, rho = kind.radius - kind.crown, kind.crown
    r = ring + rho * np.cos(over)
    points = np.stack([r * np.cos(round_), r * np.sin(round_), rho * np.sin(over)], axis=-1)
    world = points.reshape(-1, 3) @ X.matrix.T + X.position
    # distance from the road along its normal, near enough to that over its tangent
    s = world[:, 0]
    for _ in range(12):
        s = world[:, 0] + WAVES.slope(s) * (world[:, 2] - WAVES.height(s))
    across = np.hypot(world[:, 0] - s, world[:, 2] - WAVES.height(s))
    nearest = int(np.argmin(across))
    np.testing.assert_allclose(at.gap, across[nearest], atol=1e-4)
    np.testing.assert_allclose(at.point, world[nearest], atol=1.5e-2)


def test_a_ball_over_waves_keeps_its_energy() -> None:
    system = ball(road=WAVES)
    start = system.assemble(rates={"any.omega_y": 8.0})
    run = system.simulate(start, until=0.6, rtol=1e-9, atol=1e-11)
    assert np.ptp(run.energy) < 1e-8
    assert run.drift < 1e-12
    # the centre follows the parallel curve of the road, at the distance of the radius
    x, z = run["contact.contact"][:, 0], run["contact.contact"][:, 2]
    np.testing.assert_allclose(z, WAVES.height(x), atol=1e-12)
    center = np.array([run["any.x"], run["any.z"]]).T
    np.testing.assert_allclose(np.hypot(center[:, 0] - x, center[:, 1] - z), RADIUS, atol=1e-12)


def test_the_normal_force_bends_the_way_of_the_center() -> None:
    """At the top of a wave: N = m (g - v^2 / (rho + R)), rho the radius of the crest."""
    system = ball(road=WAVES)
    state = system.assemble({"any.x": 1.0}, rates={"any.omega_y": 4.0})
    motion = system.accelerations(state)
    crest = 1.0 / (0.1 * (2 * np.pi / 4.0) ** 2)
    g, v = -system.model.gravity[2], 4.0 * RADIUS
    force = system.reactions(motion, axes="world")["contact"].force
    np.testing.assert_allclose(force[2], MASS * (g - v**2 / (crest + RADIUS)), rtol=1e-9)


@pytest.mark.parametrize(
    ("road", "words"),
    [(SineRoad(0.1, 0.5), "is hollow with a radius"), (HalfRound(0.1, at=2.0), "has a corner at")],
)
def test_roads_that_a_wheel_cannot_follow_are_refused(road: Road, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        ball(road=road)


def test_a_road_in_a_file(tmp_path: Path) -> None:
    model = ball(road=WAVES).model
    sarrus.save(model, tmp_path / "ball.yaml")
    assert sarrus.load(tmp_path / "ball.yaml") == model


def _hollows() -> dict[str, Road]:
    x, y = np.linspace(-3.0, 3.0, 13), np.linspace(-3.0, 3.0, 11)
    z = 0.1 * np.sin(1.1 * x)[:, None] * np.cos(0.9 * y)[None, :]
    bend = {"segments": [[8.0, 0.05, 0.15]], "start": (-4.0, -0.5), "width": 6.0}
    bank = {"banking": [[0.0, 0.0], [8.0, 0.3]], "elevation": [[0.0, 0.0], [4.0, 0.3], [8.0, 0.1]]}
    return {
        "grid": GridRoad(x, y, z, 2),
        "banked bend": CurvedRoad(SineRoad(0.05, 4.0), **bend, **bank),
    }


SURFACES = {
    f"{shape} on {name}": Rolling(0.3, crown=crown, road=road)
    for name, road in _hollows().items()
    for shape, crown in {"ball": 0.3, "knife edge": 0.0, "crowned": 0.05}.items()
}


@pytest.mark.parametrize("kind", SURFACES.values(), ids=SURFACES)
def test_rows_on_a_surface_are_the_rates_of_gap_and_slip(kind: Rolling) -> None:
    assert not contradictions(kind)


@pytest.mark.parametrize("kind", SURFACES.values(), ids=SURFACES)
def test_the_contact_on_a_surface_is_the_nearest(kind: Rolling) -> None:
    X = Transform.of(quaternion_matrix(np.array([0.8, 0.6, 0.0, 0.0])), np.array([0.7, 0.2, 0.9]))
    at = kind.contact(X)
    round_, over = np.meshgrid(np.linspace(-2.8, -0.3, 81), np.linspace(-1.5, 1.5, 41))
    ring, rho = kind.radius - kind.crown, kind.crown
    r = ring + rho * np.cos(over)
    points = np.stack([r * np.cos(round_), r * np.sin(round_), rho * np.sin(over)], axis=-1)
    world = points.reshape(-1, 3) @ X.matrix.T + X.position
    s, w = world[:, 0], world[:, 1]
    for _ in range(8):
        up = world[:, 2] - kind.road.height(s, w)
        s, w = (
            world[:, 0] + kind.road.slope(s, w) * up,
            world[:, 1] + kind.road.slope_across(s, w) * up,
        )
    foot = np.stack([s, w, kind.road.height(s, w)], axis=1)
    across = np.linalg.norm(world - foot, axis=1)
    nearest = int(np.argmin(across))
    np.testing.assert_allclose(at.gap, across[nearest], atol=5e-4)
    np.testing.assert_allclose(at.point, world[nearest], atol=3e-2)


def test_a_ball_in_a_bowl_keeps_energy_and_rolls() -> None:
    x = np.linspace(-2.0, 2.0, 41)
    bowl = GridRoad(x, x, 0.1 * (x[:, None] ** 2 + x[None, :] ** 2), 2)
    system = ball(road=bowl)
    start = system.assemble(
        {"any.x": 0.8, "any.y": 0.1}, rates={"any.omega_x": -4.0, "any.omega_y": 1.0}
    )
    run = system.simulate(start, until=0.8, rtol=1e-10, atol=1e-12)
    assert np.ptp(run.energy) < 1e-7
    x, y, z = run["contact.contact"].T
    np.testing.assert_allclose(z, bowl.height(x, y), atol=1e-12)
    np.testing.assert_allclose(z, 0.1 * (x * x + y * y), atol=1e-6)


def test_a_surface_more_hollow_than_the_wheel_is_refused() -> None:
    x = np.linspace(-1.0, 1.0, 41)
    with pytest.raises(ModelError, match=r"M34.*hollow with a radius of 0\.2\d* m"):
        ball(road=GridRoad(x, x, 2.5 * (x[:, None] ** 2 + 0.0 * x), 2))
