"""Tracks: lengths of bands, equilibria by hand, load passed from wheel to wheel."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.spatial import ConvexHull

import sarrus
from sarrus.errors import ModelError
from sarrus.model.forces import Track
from sarrus.model.forces.belt import belt, wrap_angles

G = 9.81


def length(places: list[tuple[float, float]], radii: tuple[float, ...]) -> float:
    return float(belt(places, radii, wrap_angles(places, radii)).length)


def test_length_around_two_wheels_is_that_of_the_textbook() -> None:
    for R, r in ((0.5, 0.5), (0.7, 0.2)):
        d, lean = 2.0, np.arcsin((R - r) / 2.0)
        expected = 2.0 * d * np.cos(lean) + np.pi * (R + r) + 2.0 * (R - r) * lean
        assert length([(0.0, 0.0), (d, 0.0)], (R, r)) == pytest.approx(expected, rel=1e-14)
        crossed = length([(0.3, 1.0), (0.3 + 1.2, 1.0 + 1.6)], (R, r))
        assert crossed == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("seed", range(8))
def test_length_is_that_of_the_hull_of_the_wheels(seed: int) -> None:
    """For wheels in convex position the band is the hull of many points of their rims."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 8))
    turns = np.sort(rng.uniform(0, 0.5, n)) + 2.0 * np.pi * np.arange(n) / n
    places = [(3.0 * np.cos(a), 2.0 * np.sin(a)) for a in turns]
    radii = tuple(rng.uniform(0.1, 0.4, n))
    rim = np.linspace(0.0, 2.0 * np.pi, 20000, endpoint=False)
    dots = [
        np.column_stack([x + r * np.cos(rim), y + r * np.sin(rim)])
        for (x, y), r in zip(places, radii, strict=True)
    ]
    hull = ConvexHull(np.concatenate(dots))
    assert length(places, radii) == pytest.approx(hull.area, rel=1e-7)


def test_a_wheel_outside_the_loop_bends_the_band_inward() -> None:
    """Two wheels of radius 0.5 at +-1 and a roller pressed on the upper run from outside."""
    places = [(-1.0, 0.0), (1.0, 0.0), (0.0, 0.5)]
    d, r = np.hypot(1.0, 0.5), 0.7
    span, lean, slope = np.sqrt(d * d - r * r), np.arcsin(r / d), np.arctan(0.5)
    bend = lean - slope  # of the spans beside the roller, towards it
    expected = 2.0 + 2.0 * span + 2.0 * 0.5 * (np.pi + bend) + 0.2 * 2.0 * bend
    assert length(places, (0.5, 0.5, -0.2)) == pytest.approx(expected, rel=1e-14)


A, H, R, MASS, K, PRELOAD = 1.2, 0.7, 0.3, 40.0, 8e4, 900.0


def hanging(order: tuple[int, ...] = (0, 1, 2)) -> sarrus.Mechanism:
    """Two wheels on the ground and a third that hangs in the band below them."""
    m = sarrus.Mechanism("band")
    low = m.body("low", mass=MASS, com=(0, 0, 0), inertia=(1, 1, 1), at=(0, 0, -H))
    m.prismatic("z", m.ground, low, at=(0, 0, -H), axis="z")
    wheels = [(m.ground, (-A, 0, 0), R), (low, (0, 0, -H), R), (m.ground, (A, 0, 0), R)]
    m.track("band", [wheels[i] for i in order], k=K, preload=f"{PRELOAD} N")
    return m


def test_three_wheels_find_the_equilibrium_of_a_hand_calculation() -> None:
    """Twice T h/s carries the weight, T = preload + 2 k (s - s0); equal wheels add 2 pi R to L."""

    def missing(h: float) -> float:
        s, s0 = np.hypot(A, h), np.hypot(A, H)
        return 2.0 * (PRELOAD + 2.0 * K * (s - s0)) * h / s - MASS * G

    depth = brentq(missing, 0.3, 1.5, xtol=1e-14)
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        model = hanging(order).build()
        (band,) = model.forces
        assert isinstance(band, Track)
        drawn = 2.0 * A + 2.0 * np.hypot(A, H) + 2.0 * np.pi * R
        assert band.length == pytest.approx(drawn, rel=1e-14)
        system = model.compile()
        found = system.equilibrium(system.assemble())
        assert found.state["z.displacement"] == pytest.approx(H - depth, abs=1e-10)


def test_a_slack_band_lets_go_and_the_energy_is_kept() -> None:
    system = hanging().build().compile(parameters=["band.c"])
    start = system.assemble({"z": 0.05}, rates={"z": 3.0})
    run = system.simulate(start, until=2.0, rtol=1e-10, atol=1e-12, parameters={"band.c": 300.0})
    pull = np.array(run["band.low.force"])[:, 2]
    assert np.any(pull == 0.0) and np.max(pull) > MASS * G
    assert np.min(pull) >= 0.0
    assert run.energy_error < 1e-6
    assert run.loss[-1] > 1.0


def test_a_raised_wheel_takes_load_and_its_neighbors_are_relieved() -> None:
    """Wheels in a row under a hull: the band pulls the one on a bump down, the others up."""
    m = sarrus.Mechanism("row")
    hull = m.body("hull", mass=1000.0, com=(0, 0, 0), inertia=(300, 900, 900), at=(0, 0, 1))
    m.free("hull_joint", m.ground, hull)
    wheels = [(hull, (2.2, 0, 0.8), 0.25), (hull, (-2.2, 0, 0.8), 0.3)]
    for i, x in enumerate((-1.2, -0.4, 0.4, 1.2)):
        wheel = m.body(f"w{i}", mass=50.0, com=(0, 0, 0), inertia=(1, 1, 1), at=(x, 0, 0.3))
        m.prismatic(f"s{i}", hull, wheel, at=(x, 0, 0.3), axis="z")
        wheels.append((wheel, (x, 0, 0.3), 0.3))
    m.track("left", wheels, base=hull, k=1e6, preload="20 kN")
    system = m.build().compile()

    def forces(lift: float) -> np.ndarray:
        state = system.assemble({"s1": lift})
        still = system.simulate(state, until=1e-9)
        return np.array([still[f"left.w{i}.force"][0] for i in range(4)])

    level, raised = forces(0.0)[:, 2], forces(0.05)[:, 2]
    assert level[1] == pytest.approx(0.0, abs=1e-9)
    tension_before = 20e3
    slope = 0.05 / np.hypot(0.8, 0.05)
    assert raised[1] < -1.9 * slope * tension_before
    assert raised[0] > level[0] and raised[2] > level[2] + 0.9 * slope * tension_before
    total = sum(
        np.array(
            system.simulate(system.assemble({"s1": 0.05}), until=1e-9)[f"left.{name}.force"][0]
        )
        for name in ("hull", "w0", "w1", "w2", "w3")
    )
    assert total == pytest.approx(np.zeros(3), abs=1e-9)


def test_what_is_refused() -> None:
    def problems(wheels: object, **options: object) -> set[str]:
        m = sarrus.Mechanism("t")
        m.body("b", mass=1.0, com=(0, 0, 0), inertia=(1, 1, 1))
        m.prismatic("z", m.ground, "b", at=(0, 0, 0), axis="z")
        with pytest.raises(ModelError) as caught:
            m.track("t", wheels, **{"k": 1e3, **options})  # type: ignore[arg-type]
            m.build()
        return {f"{p.code} {p.element.rpartition(' / ')[2]}" for p in caught.value.problems}

    good = [("b", (0, 0, 0), 0.2), ("ground", (1, 0, 0), 0.2), ("ground", (0, 0, 1), 0.2)]
    assert problems(good, k=-1.0, c=-2.0, preload=float("nan")) == {
        "M04 k",
        "M04 c",
        "M04 preload",
    }
    assert problems(good[:1]) == {"M25 wheels"}
    assert problems([good[0], ("c", (1, 0, 0), 0.2), ("b", (0, 1), 0.0)]) == {
        "M09 wheels[1]",
        "M25 wheels[2]",
        "M04 wheels[2]",
    }
    assert problems([("b", (0, 0, 0), 0.2), ("ground", (0.1, 0, 0), 0.5)]) == {
        "M04 wheels[0]",
        "M04 wheels[1]",
    }
    eight = [("ground", p, 0.1) for p in ((0, 0, 0), (1, 0, 1), (1, 0, 0), (0, 0, 1))]
    assert problems(eight) == {"M04 wheels"}
