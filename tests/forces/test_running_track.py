"""Tracks that run: tensions along the way, momentum, power, derivatives, slack, what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import System
from sarrus.errors import ModelError
from sarrus.events import Enable, Event
from sarrus.model.forces import Track
from sarrus.road import Flat, SineRoad

R, LOW = 0.3, 0.295
PLACES = (0.8, 0.0, -0.8)


def vehicle(
    *,
    gravity: float = 9.81,
    contacts: bool = True,
    preload: float = 8e3,
    road: Any = None,
    **band: Any,
) -> sarrus.Mechanism:
    """A hull with idler and sprocket, and three road wheels on springs between them."""
    m = sarrus.Mechanism("vehicle", (0, 0, -gravity))
    m.body("hull", 1000, (0, 0, 0), (300, 900, 900), at=(0, 0, 1.0))
    m.free("hull", "ground", "hull", at=(0, 0, 1.0))
    m.body("sprocket", 50, (0, 0, 0), (3, 5, 3), at=(-1.5, 0, 0.8))
    m.revolute("turn", "hull", "sprocket", at=(-1.5, 0, 0.8), axis="y")
    wheels: list[Any] = [("hull", (1.5, 0, 0.8), 0.25)]
    for i, x in enumerate(PLACES):
        m.body(f"w{i}", 40, (0, 0, 0), (1, 1, 1), at=(x, 0, LOW))
        m.prismatic(f"s{i}", "hull", f"w{i}", at=(x, 0, LOW), axis="z")
        m.joint_spring(f"k{i}", f"s{i}", 2e5, preload=-1050 * gravity / 3, d=6e3)
        if contacts:
            m.wheel_contact(f"c{i}", f"w{i}", road, at=(x, 0, LOW), radius=R, k=8e5, c=6e3)
        wheels.append((f"w{i}", (x, 0, LOW), R))
    wheels.append(("sprocket", (-1.5, 0, 0.8), 0.25))
    given = {"k": 1e6, "c": 2e3, "preload": preload, "base": "hull", "sprocket": "turn"}
    if contacts:
        given |= {"ground": [f"c{i}" for i in range(3)], "mu": 0.8, "rolling": 0.03}
    m.track("band", wheels, **{**given, "mass": 10.0, **band})
    return m


def rates(speed: float) -> dict[str, float]:
    return {"hull.vx": speed, "turn": speed / 0.25}


def test_in_free_space_momentum_is_kept_and_the_torque_is_all_the_work() -> None:
    """Nothing holds the vehicle; a torque runs the band, wheels swing, and the band may sag."""
    system = vehicle(gravity=0.0, contacts=False, rolling=0.0).build().compile(kernels=())
    start = system.state(
        system.neutral(),
        system.velocities_of(
            {"turn": 30.0, "s0": 1.0, "s2": -0.7, "hull.omega_y": 0.4, "hull.omega_x": 0.3}
        ),
    )
    run = system.simulate(
        start, until=0.6, every=0.02, inputs={"turn": 200.0}, rtol=1e-10, atol=1e-12
    )
    momentum = np.asarray(run["momentum.linear"])
    spin = np.asarray(run["momentum.angular"])
    assert np.ptp(np.asarray(run["turn.rate"])) > 5.0
    np.testing.assert_allclose(momentum, momentum[:1].repeat(len(run.t), 0), atol=1e-8)
    np.testing.assert_allclose(spin, spin[:1].repeat(len(run.t), 0), atol=1e-7)
    assert run.energy_error < 1e-9
    assert np.min([run[f"band.tension{k}"] for k in range(1, 6)]) >= 0.0


@pytest.fixture(scope="module")
def wavy() -> System:
    road = SineRoad(0.02, 1.5, 0.2)
    return vehicle(road=road, preload=4e4).build().compile(kernels=())


def test_loads_sum_to_zero_and_their_power_is_in_the_ledger(wavy: System) -> None:
    """At random states on a wavy road: forces, moments, and the slope of the stored energy."""
    system, rng = wavy, np.random.default_rng(3)
    names = ("hull", "sprocket", "w0", "w1", "w2", "ground")
    for _ in range(3):
        q = system.add(system.neutral(), 0.03 * rng.normal(size=system.nv))
        v = system.velocities_of(rates(6.0)) + 0.4 * rng.normal(size=system.nv)
        h = 1e-6
        states = [system.state(system.add(q, x * v), v) for x in (-h, 0.0, h)]
        read = [system.simulate(s, until=1e-12) for s in states]
        at = read[1]
        force = sum(np.asarray(at[f"band.{n}.force"][0]) for n in names)
        moment = np.zeros(3)
        for n in names:
            arm = np.zeros(3) if n == "ground" else np.asarray(at[f"{n}.position"][0])
            F = np.asarray(at[f"band.{n}.force"][0])
            moment = moment + np.asarray(at[f"band.{n}.moment"][0]) + np.cross(arm, F)
        scale = float(np.max(np.abs(at["band.sprocket.force"][0])))
        assert np.max(np.abs(force)) < 1e-10 * scale
        assert np.max(np.abs(moment)) < 1e-9 * scale
        stored = (float(read[2]["band.potential"][0]) - float(read[0]["band.potential"][0])) / (
            2 * h
        )
        heat, given = float(at["band.dissipation"][0]), float(at["band.supply"][0])
        assert heat >= 0.0
        power = float(at["band.power"][0])
        assert power == pytest.approx(given - heat - stored, abs=1e-5 * (1.0 + abs(heat)))


@pytest.mark.parametrize("lift", [0.0, 0.06], ids=["taut", "slack"])
def test_derivatives_are_exact(wavy: System, lift: float) -> None:
    """Of the accelerations by positions and velocities, against differences."""
    system, rng = wavy, np.random.default_rng(8)
    q = system.add(system.neutral(), 0.01 * rng.normal(size=system.nv))
    q = system.add(q, lift * system.velocities_of({"s0": 1.0, "s1": 0.8, "s2": 1.1}))
    v = system.velocities_of(rates(5.0)) + 0.2 * rng.normal(size=system.nv)
    state = system.state(q, v)
    least = np.min(
        [system.simulate(state, until=1e-12)[f"band.tension{k}"][0] for k in range(1, 6)]
    )
    assert (least == 0.0) == (lift > 0.0)
    A = system.linearize(state).A
    n, h = system.nv, 1e-6

    def vdot(dq: np.ndarray, dv: np.ndarray) -> np.ndarray:
        return np.asarray(system.accelerations(system.state(system.add(q, dq), v + dv)).vdot)

    zero = np.zeros(n)
    for k in range(n):
        e = h * np.eye(n)[k]
        for column, by in ((k, (e, zero)), (n + k, (zero, e))):
            slope = (vdot(*by) - vdot(-by[0], -by[1])) / (2 * h)
            scale = 1.0 + np.max(np.abs(slope))
            np.testing.assert_allclose(A[n:, column], slope, rtol=0, atol=2e-6 * scale)


def test_at_steady_speed_the_difference_at_the_sprocket_is_torque_over_radius() -> None:
    """A driver holds 5 m/s on the level; the tension falls at each road wheel by its resistance."""
    m = vehicle(road=Flat(), preload=15e3)
    m.speed_control("driver", "turn", "hull", speed=5.0, kp=3000.0, ki=4000.0)
    system = m.build().compile(kernels=())
    start = system.state(system.neutral(), system.velocities_of(rates(5.0)))
    run = system.simulate(start, until=10.0, every=0.5, rtol=1e-9, atol=1e-10)
    T = [float(run[f"band.tension{k}"][-1]) for k in range(1, 6)]
    torque = float(run["driver.turn.rate.effort"][-1])
    assert abs(run["driver.error"][-1]) < 1e-5
    assert torque / 0.25 == pytest.approx(T[3] - T[4], rel=1e-5)
    u = float(run["band.speed"][-1])
    for k in range(3):
        load = float(run[f"c{k}.w{k}.force.z"][-1])
        assert T[k + 1] - T[k] == pytest.approx(0.03 * load * u / np.hypot(u, 0.5), rel=1e-4)
    assert torque * float(run["turn.rate"][-1]) == pytest.approx(
        float(run["band.dissipation"][-1]), rel=1e-4
    )


def test_a_band_that_runs_pulls_less_by_its_centrifugal_tension() -> None:
    """mass u^2 of the tension is what turns the band around the wheels."""
    system = vehicle(gravity=0.0, contacts=False).build().compile(kernels=())
    found = []
    for speed in (0.0, 10.0):
        state = system.state(system.neutral(), system.velocities_of({"turn": speed / 0.25}))
        still = system.simulate(state, until=1e-12)
        assert float(still["band.tension1"][0]) == pytest.approx(8e3, rel=1e-9)
        found.append(np.asarray(still["band.sprocket.force"][0]))
    assert found[1] == pytest.approx(found[0] * (8e3 - 10.0 * 100.0) / 8e3, rel=1e-9)


def test_a_contact_that_is_switched_off_no_longer_grips() -> None:
    system = vehicle(road=Flat(), preload=15e3).build().compile(kernels=())
    start = system.state(system.neutral(), system.velocities_of({"hull.vx": 3.0, "turn": 14.0}))
    off = [Event(0.01, do=[Enable(f"c{i}", False) for i in range(3)])]
    run = system.simulate(start, until=0.02, every=0.005, events=off)
    grip = np.asarray(run["band.ground.force.x"])
    assert abs(grip[0]) > 100.0 and grip[-1] == 0.0


def test_a_length_gives_the_preload() -> None:
    (band,) = [e for e in vehicle().build().forces if isinstance(e, Track)]
    free = band.length - 8e3 / 1e6
    made = vehicle(preload=0.0, free_length=free).build()
    (other,) = [e for e in made.forces if isinstance(e, Track)]
    assert other.preload == pytest.approx(8e3, rel=1e-9) and other.length == band.length
    assert sum(band.shares) == pytest.approx(1.0, abs=1e-14)
    slack = vehicle(preload=0.0, free_length=band.length + 0.1).build()
    (notice,) = [n for n in slack.notices if "free_length" in n.element]
    assert "0.1 m longer" in notice.rule and notice.severity == "warning"
    (loose,) = [e for e in slack.forces if isinstance(e, Track)]
    assert loose.preload == pytest.approx(-1e5, rel=1e-9)


@pytest.mark.parametrize(
    ("given", "code", "words"),
    [
        ({"free_length": 5.0, "preload": 0.0}, "M04 free_length", "m shorter than the way around"),
        ({"free_length": 7.9}, "M28 free_length", "together with preload"),
        ({"sprocket": "s0"}, "M09 sprocket", "is a prismatic joint"),
        ({"sprocket": "turns"}, "M09 sprocket", "not the name of a joint"),
        ({"base": "w0"}, "M09 sprocket", "joins 'hull' and 'sprocket', not the base"),
        ({"sprocket": None}, "M28 mu", "does not run"),
        ({"ground": ["c0", "k1"]}, "M09 ground[1]", "is not the name of a wheel_contact"),
        ({"ground": ["c0", "c0"]}, "M28 ground", "names 'c0' twice"),
        ({"mu": -1.0}, "M04 mu", ""),
    ],
)
def test_what_is_refused(given: dict[str, Any], code: str, words: str) -> None:
    with pytest.raises(ModelError) as caught:
        vehicle(**given).build()
    found = {f"{p.code} {p.element.rpartition(' / ')[2]}": p.rule for p in caught.value.problems}
    assert code in found and words in found[code]


def test_wheels_are_refused_with_numbers() -> None:
    def problems(*wheels: tuple[float, float, float]) -> list[Any]:
        m = sarrus.Mechanism("t")
        m.body("b", mass=1.0, com=(0, 0, 0), inertia=(1, 1, 1))
        m.prismatic("z", m.ground, "b", at=(0, 0, 0), axis="z")
        m.track("t", [("ground", (x, 0, z), r) for x, z, r in wheels], k=1e3)
        try:
            return list(m.build().notices)
        except ModelError as error:
            return list(error.problems)

    (overlap,) = problems((0, 0, 0.5), (0.8, 0, 0.5), (0, 3, 0.5))
    assert overlap.severity == "warning" and "0.8 m apart" in overlap.rule
    (crossed,) = problems((0, 0, 0.1), (1, 1, 0.1), (1, 0, 0.1), (0, 1, 0.1))
    assert crossed.severity == "error" and "it turns 2 times, not once" in crossed.rule
    inner = problems((0, 0, 0.5), (0.6, 0, -0.4), (0, 3, 0.5))
    assert any("radii of 0.5 and 0.4 m they overlap" in p.rule for p in inner)


def test_a_limited_driver_lets_go_of_what_it_could_not_reach() -> None:
    """At the limit the integral stops; when the speed is reached the effort falls at once."""
    m = sarrus.Mechanism("cart", (0, 0, 0))
    m.body("cart", 10.0, (0, 0, 0), (1, 1, 1))
    m.prismatic("rail", "ground", "cart", at=(0, 0, 0), axis="x")
    m.speed_control("go", "rail", "cart", speed=2.0, kp=50.0, ki=50.0, limit=10.0)
    system = m.build().compile(kernels=())
    run = system.simulate(system.assemble(), until=6.0, every=0.01)
    speed, effort = np.asarray(run["rail.speed"]), np.asarray(run["go.effort"])
    assert np.max(effort) < 10.0 and effort[100] > 9.0
    assert np.max(speed) < 2.2 and abs(speed[-1] - 2.0) < 1e-2
    assert run.energy_error < 1e-6
    m.speed_control("no", "rail", "cart", speed=2.0, kp=0.0, ki=1.0, limit=10.0)
    with pytest.raises(ModelError, match="would run away"):
        m.build()
