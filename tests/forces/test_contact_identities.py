"""CHK-D11: contact of points and wheels, and tracks: gradients, power, derivatives, symbols."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivatives.mechanisms import Moving
from forces.joint_identities import (
    assert_derivatives,
    assert_gradient,
    assert_power,
    assert_traced,
    mechanism,
    scene,
    with_element,
)
from sarrus.model import GROUND
from sarrus.model.forces import GroundContact, PointContact, PointLoad, Track, WheelContact
from sarrus.model.forces.belt import belt
from sarrus.model.pose import Vector3, vector3
from sarrus.road import Flat, Road, SineRoad
from sarrus.spatial import Curve

SPRING = Curve((0.0, 0.1, 0.3, 0.8), (0.0, 3.0, 11.0, 40.0), 1, "line")
DAMPER = Curve((0.0, 0.2, 1.0), (0.0, 0.5, 0.8), 1, "hold")
seeds = st.integers(0, 10**6)


def unit(rng: np.random.Generator) -> np.ndarray:
    u = rng.normal(size=3)
    return u / np.linalg.norm(u)


def frame(rng: np.random.Generator) -> tuple[Vector3, Vector3]:
    up = unit(rng)
    along = np.cross(up, unit(rng))
    return vector3(along / np.linalg.norm(along)), vector3(up)


def bodies(m: Moving, rng: np.random.Generator) -> tuple[str, str]:
    """A body, and another one or ground, which carries the ground."""
    names = [body.name for body in m.model.bodies]
    one = str(rng.choice(names))
    others = [GROUND, *(name for name in names if name != one)]
    return one, str(rng.choice(others))


def road(rng: np.random.Generator) -> Road:
    wave = SineRoad(rng.uniform(0.05, 0.3), rng.uniform(1.0, 4.0), rng.uniform(0.0, 6.0))
    return Flat(rng.uniform(-1.0, 1.0)) if rng.random() < 0.3 else wave


def touching(m: Moving, element: GroundContact, depth: float) -> Moving:
    """Return a mechanism with the element, its ground put so high that it has that depth."""
    loaded = with_element(m, element)
    gap = float(element.gaps(scene(loaded, m.q, m.v))[0])
    origin = vector3(np.array(element.origin) + (gap + depth) * np.array(element.up))
    return with_element(m, replace(element, origin=origin))  # type: ignore[type-var]


def points(seed: int, mu: float = 0.4) -> Moving:
    rng = np.random.default_rng(seed)
    m = mechanism(seed)
    body, base = bodies(m, rng)
    along, up = frame(rng)
    places = tuple(vector3(rng.uniform(-0.5, 0.5, 3)) for _ in range(rng.integers(1, 4)))
    exponent = float(rng.choice([1.0, 1.5, 2.2]))
    k, a, smoothing = rng.uniform(5.0, 20.0), rng.uniform(0.0, 0.4), rng.uniform(0.2, 1.0)
    element = PointContact(
        "e", body, places, k, a, exponent, mu, smoothing, road(rng), base, (0, 0, 0), along, up
    )
    return touching(m, element, rng.uniform(0.05, 0.5))


def wheel(seed: int, vertical: bool = False, **options: Any) -> Moving:
    rng = np.random.default_rng(seed)
    m = mechanism(seed)
    body, base = bodies(m, rng)
    along, up = frame(rng)
    k, c, smoothing = rng.uniform(5.0, 20.0), rng.uniform(0.0, 3.0), rng.uniform(0.2, 1.0)
    element = WheelContact(
        "e",
        body,
        vector3(rng.uniform(-0.5, 0.5, 3)),
        rng.uniform(0.2, 0.6),
        road(rng),
        k,
        c,
        SPRING if seed % 2 else None,
        DAMPER if seed % 3 else None,
        vertical,
        base=base,
        along=along,
        up=up,
        smoothing=smoothing,
        **options,
    )
    return touching(m, element, rng.uniform(0.05, 0.3))


def sliding(seed: int) -> Moving:
    return wheel(seed, mu=0.5, mu_across=0.3)


def driven(seed: int) -> Moving:
    return wheel(seed, mu=0.5, mu_across=0.3, spin=2.0)


def vertical(seed: int) -> Moving:
    return wheel(seed, True, mu=0.5, mu_across=0.3)


def track(seed: int) -> Moving:
    rng = np.random.default_rng(seed)
    m = mechanism(seed)
    body, base = bodies(m, rng)
    names = [GROUND, *(b.name for b in m.model.bodies)]
    wheels = (body, *(str(name) for name in rng.choice(names, 2)))
    e1, e2 = frame(rng)
    places = tuple(vector3(rng.uniform(-1.0, 1.0, 3)) for _ in wheels)
    angles = (2.0, 1.0, 2.0)
    element = Track(
        "e", wheels, places, (0.1, 0.05, 0.08), angles, 0.0, 3.0, 0.6, 0.5, base, e1, e2
    )
    loaded = with_element(m, element)
    length = float(element._belt(scene(loaded, m.q, m.v)).length)
    return with_element(m, replace(element, length=length * rng.uniform(0.7, 0.98)))


Maker = Callable[[int], Moving]
ALL: list[Maker] = [points, wheel, sliding, driven, vertical, track]
CONSERVATIVE: list[Maker] = [points, wheel, sliding, track]


def sound(m: Moving) -> bool:
    """Whether a track has room around its wheels."""
    (element,) = m.model.forces
    return bool(np.isfinite(float(element.potential(scene(m, m.q, m.v)))))


@pytest.mark.parametrize("make", CONSERVATIVE, ids=lambda f: f.__name__)
@given(seeds)
def test_CHK_D11_forces_at_rest_are_minus_the_slope_of_the_energy(make: Maker, seed: int) -> None:
    m = make(seed)
    if sound(m):
        assert_gradient(m)


@pytest.mark.parametrize("make", ALL, ids=lambda f: f.__name__)
@given(seeds)
def test_CHK_D11_power_is_supply_less_heat_less_what_is_stored(make: Maker, seed: int) -> None:
    m = make(seed)
    if sound(m):
        assert assert_power(m) >= 0.0


@pytest.mark.parametrize("make", ALL, ids=lambda f: f.__name__)
@pytest.mark.parametrize(
    "seed", [pytest.param(k, marks=[] if k < 5 else [pytest.mark.slow]) for k in range(12)]
)
def test_CHK_D11_derivatives_are_exact(make: Maker, seed: int) -> None:
    m = make(seed)
    assert sound(m)
    assert_derivatives(m, 1e-6)


@pytest.mark.parametrize("make", ALL, ids=lambda f: f.__name__)
@pytest.mark.parametrize("seed", range(4))
def test_traced_elements_with_parameters_are_those_in_numbers(make: Maker, seed: int) -> None:
    m = make(seed)
    (element,) = m.model.forces
    rng = np.random.default_rng(seed)
    chosen = {}
    for name in element.units:
        value = np.array(getattr(element, name), dtype=float)
        chosen[name] = value * rng.uniform(0.98, 1.02, value.shape)
    assert_traced(m, chosen)


def test_a_supply_is_never_needed_by_contact_at_right_angles_to_a_road_that_stays() -> None:
    for seed in range(20):
        m = sliding(seed)
        (element,) = m.model.forces
        assert float(element.supply(scene(m, m.q, m.v))) == 0.0


@pytest.mark.parametrize("make", [points, wheel, sliding, vertical], ids=lambda f: f.__name__)
@given(seeds, st.floats(-20.0, 20.0), st.floats(-0.6, 0.3))
def test_the_ground_never_pulls(make: Maker, seed: int, faster: float, depth: float) -> None:
    m = make(seed)
    (element,) = m.model.forces
    assert isinstance(element, GroundContact)
    m = touching(m, element, depth)
    (element,) = m.model.forces
    assert isinstance(element, GroundContact)
    here = scene(m, m.q, faster * m.v)
    up = here.direction(element.base, element.up)
    along = here.direction(element.base, element.along)
    loads = [x for x in element.loads(here) if isinstance(x, PointLoad) and x.body == element.body]
    for load, gap in zip(loads[: len(element.gaps(here))], element.gaps(here), strict=True):
        x = float(along @ (load.point - here.point(element.base, element.origin).position))
        slope = float(element.road.slope(x))
        n = up if make is vertical else (up - slope * along) / np.hypot(1.0, slope)
        assert float(n @ load.force) >= -1e-12 * np.linalg.norm(load.force)
        if gap > 0.0:
            assert np.all(load.force == 0.0)
    assert float(element.dissipation(here)) >= 0.0


@given(seeds, st.floats(-30.0, 30.0), st.floats(-3.0, 3.0))
def test_a_track_never_pushes_and_never_gives_heat_back(
    seed: int, faster: float, longer: float
) -> None:
    m = track(seed)
    if not sound(m):
        return
    (element,) = m.model.forces
    assert isinstance(element, Track)
    element = replace(element, length=element.length + longer)
    here = scene(with_element(m, element), m.q, faster * m.v)
    assert float(element.tension(here)) >= 0.0
    assert float(element.dissipation(here)) >= 0.0


def test_the_belt_grows_as_its_spans_say() -> None:
    """dL/dr = u_before - u_after, by differences of the length."""
    rng = np.random.default_rng(5)
    corners = np.array([(0.0, 0.0), (3.0, -0.5), (4.0, 2.0), (1.5, 0.6), (0.2, 1.8)])
    radii, h = (0.4, 0.3, 0.5, -0.2, 0.35), 1e-6
    wraps = rng.uniform(-0.3, 0.3, 5) + np.array([1.8, 1.2, 1.9, -0.4, 1.8])

    def length(shift: np.ndarray) -> float:
        return float(belt([tuple(r) for r in corners + shift], radii, wraps).length)

    slopes = belt([tuple(r) for r in corners], radii, wraps).slopes()
    for i in range(5):
        for j in range(2):
            step = np.zeros((5, 2))
            step[i, j] = h
            assert slopes[i][j] == pytest.approx((length(step) - length(-step)) / (2 * h), abs=1e-8)
