"""Wheels on roads: static deflection, bumps, rolling, quarter cars."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import sarrus
from sarrus.road import CosineBump, HalfRound, SineRoad
from sarrus.system.simulation.contact_notices import contact_notices

G = 9.81
R, BUMP, AT = 0.318, 0.254, 1.5


def cart(road: Any, k: Any = 2e5, **options: Any) -> sarrus.Mechanism:
    """A wheel that slides up and down in a cart, which moves along x."""
    m = sarrus.Mechanism("cart")
    frame = m.body("frame", mass=5.0, com=(0, 0, 0), inertia=(1, 1, 1), at=(0, 0, R))
    wheel = m.body("wheel", mass=20.0, com=(0, 0, 0), inertia=(1, 1, 1), at=(0, 0, R))
    m.prismatic("x", m.ground, frame, at=(0, 0, R), axis="x")
    m.prismatic("z", frame, wheel, at=(0, 0, R), axis="z")
    m.wheel_contact("tyre", wheel, road, on=(0, 0, 0), radius=R, k=k, **options)
    return m


def test_static_deflection_on_a_flat_road_linear_and_by_a_curve() -> None:
    system = cart(None, k="200 N/mm").build().compile()
    found = system.equilibrium({"z": -0.002}, locked=["x"])
    assert found.state["z.displacement"] == pytest.approx(-20.0 * G / 2e5, abs=1e-12)
    spring = sarrus.Curve([0.0, 0.01, 0.02, 0.05], [0.0, 100.0, 300.0, 1500.0], beyond="line")
    system = cart(None, k=spring).build().compile()
    found = system.equilibrium({"z": -0.012}, locked=["x"])
    assert float(spring(-found.state["z.displacement"])) == pytest.approx(20.0 * G, rel=1e-12)


@pytest.mark.parametrize("contact", ["normal", "vertical"])
def test_center_of_a_wheel_over_a_half_round_is_on_its_circle(contact: str) -> None:
    """The centre is R + r from the middle of the bump, or R above the ground."""
    k = 1e6
    system = cart(HalfRound(BUMP, at=AT), k, contact=contact).build().compile()
    foot = np.sqrt(BUMP * (BUMP + 2.0 * R))
    for x in np.array([-2.0, -1.001, -0.999, -0.8, -0.3, 0.0, 0.5, 0.95, 1.1]) * foot + AT:
        inside = abs(x - AT) < foot
        height = np.sqrt((R + BUMP) ** 2 - (x - AT) ** 2) if inside else R
        start = {"x": x, "z": height - R - 1e-4}
        found = system.equilibrium(system.assemble(start), locked=["x"])
        z = R + found.state["z.displacement"] + 20.0 * G / k
        assert z == pytest.approx(height, abs=1e-11)
        if inside:
            assert np.hypot(x - AT, z) == pytest.approx(R + BUMP, abs=1e-11)


def test_a_point_follower_feels_the_height_below_its_center() -> None:
    road = SineRoad(0.03, 2.0)
    system = cart(road, 1e6, follows="point", contact="vertical").build().compile()
    for x in (0.1, 0.9, 1.7):
        start = system.assemble({"x": x, "z": 0.03 * np.sin(np.pi * x) - 1e-4})
        found = system.equilibrium(start, locked=["x"])
        expected = 0.03 * np.sin(np.pi * x) - 20.0 * G / 1e6
        assert found.state["z.displacement"] == pytest.approx(expected, abs=1e-11)


def crossing(contact: str) -> sarrus.Run:
    road = CosineBump(0.05, 1.0, at=1.5)
    m = cart(road, 3e5, c=100.0, follows="point", contact=contact)
    system = m.build().compile()
    start = system.assemble({"z": -20.0 * G / 3e5}, rates={"x": 4.0})
    return system.simulate(start, until=1.0, rtol=1e-10, atol=1e-12)


def test_a_bump_pushes_back_where_the_contact_is_normal_to_the_road() -> None:
    normal, vertical = crossing("normal"), crossing("vertical")
    for run in (normal, vertical):
        assert run.energy_error < 1e-6
        assert run["z.displacement"].max() > 0.03
    speed = np.array(normal["x.speed"])
    assert speed.min() < 3.9
    assert normal.work == pytest.approx(np.zeros(len(normal)), abs=0.0)
    assert normal.loss[-1] > 0.0
    assert np.ptp(vertical["x.speed"]) == pytest.approx(0.0, abs=1e-12)
    z, work = carried()
    assert vertical["z.displacement"][-1] == pytest.approx(z, abs=1e-8)
    assert vertical.work[-1] == pytest.approx(work, rel=1e-6)


def carried() -> tuple[float, float]:
    """Height at the end, and the work of the slope, of a wheel carried at 4 m/s, by hand."""

    def slope(t: float, y: np.ndarray) -> list[float]:
        s = 2.0 * np.pi * (4.0 * t - 1.5)
        on = abs(s) < np.pi
        h, rate = (0.025 * (1 + np.cos(s)), -0.05 * np.pi * np.sin(s)) if on else (0.0, 0.0)
        p, closing = h - y[0], 4.0 * rate - y[1]
        push = max(0.0, 3e5 * p + 100.0 * closing) if p > 0.0 else 0.0
        return [y[1], push / 20.0 - G, push * rate * 4.0]

    start = [-20.0 * G / 3e5, 0.0, 0.0]
    times = {"rtol": 1e-11, "atol": 1e-13, "max_step": 1e-4}
    found = solve_ivp(slope, (0.0, 1.0), start, "DOP853", **times).y[:, -1]
    return float(found[0]), float(found[2])


def roller(spin: float = 0.0, fixed: bool = False) -> sarrus.System:
    """A disc of 4 kg on a flat road, in its plane, free to turn or held."""
    m = sarrus.Mechanism("roller")
    inertia = 0.5 * 4.0 * R * R
    disc = m.body("disc", mass=4.0, com=(0, 0, 0), inertia=(0.5, inertia, 0.5), at=(0, 0, R))
    if fixed:
        m.prismatic("slide", m.ground, disc, at=(0, 0, R), axis="x")
    else:
        m.planar("plane", m.ground, disc, at=(0, 0, R), axis="y")
    m.wheel_contact("tyre", disc, on=(0, 0, 0), radius=R, k=1e6, mu=0.5, smoothing=1e-4, spin=spin)
    m.start_velocity(disc, velocity=(3.0 if spin == 0.0 else 0.0, 0, 0))
    return m.build().compile()


def test_a_sliding_disc_comes_to_roll_with_two_thirds_of_its_speed() -> None:
    system = roller()
    p = 4.0 * G / 1e6
    start = system.initial_state()
    run = system.simulate(start, until=0.9, rtol=1e-9, atol=1e-10)
    speed, turning = run["disc.velocity"][-1][0], run["disc.angular_velocity"][-1][1]
    assert speed == pytest.approx(2.0, rel=1e-3)
    assert turning * (R - p) == pytest.approx(speed, abs=1e-3)
    assert run.energy_error < 1e-6
    assert run.loss[-1] == pytest.approx(0.5 * 4.0 * 9.0 / 3.0, rel=2e-3)


def test_a_wheel_with_spin_draws_its_body_along() -> None:
    """Friction mu N until the tread stands still on the road; the drive does the work."""
    m = sarrus.Mechanism("tractor")
    body = m.body("body", mass=10.0, com=(0, 0, 0), inertia=(1, 1, 1), at=(0, 0, R))
    m.prismatic("x", m.ground, body, at=(0, 0, R), axis="x")
    down = 1e-4
    m.wheel_contact(
        "tyre",
        body,
        at=(0, 0, R - down),
        radius=R,
        k=1e6,
        mu=0.5,
        smoothing=1e-4,
        spin="10 rad/s",
    )
    system = m.build().compile()
    run = system.simulate(system.initial_state(), until=1.0, rtol=1e-9, atol=1e-10)
    pull, speed = 0.5 * 1e6 * down, 10.0 * (R - down)
    rise = 10.0 * speed / pull
    early = run.t < 0.9 * rise
    assert run["x.speed"][early] == pytest.approx(pull / 10.0 * run.t[early], abs=2e-5)
    assert run["x.speed"][-1] == pytest.approx(speed, abs=1e-3)
    assert run.energy_error < 1e-6
    assert run.work[-1] == pytest.approx(10.0 * speed**2, rel=1e-3)


M1, M2, K1, K2, C2, C1 = 300.0, 40.0, 1.8e5, 2.0e4, 1.5e3, 120.0
AMPLITUDE, WAVE, SPEED = 0.01, 4.0, 12.0


def quarter_car() -> sarrus.Mechanism:
    m = sarrus.Mechanism("quarter_car")
    axle = m.body("axle", mass=M2, com=(0, 0, 0), inertia=(1, 1, 1), at=(0, 0, 0.3))
    body = m.body("body", mass=M1, com=(0, 0, 0), inertia=(1, 1, 1), at=(0, 0, 0.8))
    m.prismatic("hop", m.ground, axle, at=(0, 0, 0.3), axis="z")
    m.prismatic("bounce", m.ground, body, at=(0, 0, 0.8), axis="z")
    m.spring_damper("spring", axle, body, on_a=(0, 0, 0), on_b=(0, 0, 0), k=K2, c=C2)
    road = SineRoad(AMPLITUDE, WAVE)
    tyre = {"k": K1, "c": C1, "radius": 0.3, "follows": "point", "contact": "vertical"}
    m.wheel_contact("tyre", axle, road, on=(0, 0, 0), speed=SPEED, **tyre)
    return m


def response() -> tuple[float, np.ndarray]:
    """Frequency, and amplitudes of axle and body as factors of exp(i w t), by hand."""
    w = 2.0 * np.pi * SPEED / WAVE
    spring, tyre = K2 + 1j * w * C2, K1 + 1j * w * C1
    A = np.array([[spring + tyre - M2 * w**2, -spring], [-spring, spring - M1 * w**2]])
    return w, np.linalg.solve(A, np.array([tyre * AMPLITUDE * -1j, 0.0]))


def test_a_quarter_car_on_waves_follows_its_frequency_response() -> None:
    """The road h = a sin(w t) is Re(-i a exp(i w t)); motion about the static deflection."""
    w, z = response()
    rest = np.array([-(M1 + M2) * G / K1, -(M1 + M2) * G / K1 - M1 * G / K2])
    system = quarter_car().build().compile()
    start = system.assemble(
        {"hop": rest[0] + z[0].real, "bounce": rest[1] + z[1].real},
        rates={"hop": (1j * w * z[0]).real, "bounce": (1j * w * z[1]).real},
    )
    run = system.simulate(start, until=2.0, rtol=1e-10, atol=1e-12)
    for k, name in enumerate(("hop", "bounce")):
        expected = rest[k] + np.real(z[k] * np.exp(1j * w * run.t))
        off = np.max(np.abs(run[f"{name}.displacement"] - expected))
        assert off < 1e-6 * abs(z[k])
    heat = 0.5 * w**2 * (C2 * abs(z[1] - z[0]) ** 2 + C1 * abs(z[0] + 1j * AMPLITUDE) ** 2)
    turns = np.floor(2.0 * w / (2.0 * np.pi)) * 2.0 * np.pi / w
    k = int(np.argmin(np.abs(run.t - turns)))
    assert run.loss[k] == pytest.approx(heat * run.t[k], rel=1e-2)
    assert run.energy_error < 1e-6
    assert contact_notices(run) == []


def test_a_quarter_car_comes_to_the_same_response_from_rest() -> None:
    w, z = response()
    system = quarter_car().build().compile(parameters=["tyre.speed"])
    rest = {"hop": -(M1 + M2) * G / K1, "bounce": -(M1 + M2) * G / K1 - M1 * G / K2}
    run = system.simulate(system.assemble(rest), until=8.0, rtol=1e-10, atol=1e-12)
    late = run.t > 7.5
    expected = rest["bounce"] + np.real(z[1] * np.exp(1j * w * run.t[late]))
    assert np.max(np.abs(run["bounce.displacement"][late] - expected)) < 1e-6
    standing = system.simulate(system.assemble(rest), until=1.0, parameters={"tyre.speed": 0.0})
    assert np.ptp(standing["bounce.displacement"]) < 1e-9


def test_a_wheel_that_never_touches_the_road_says_so() -> None:
    system = cart(HalfRound(BUMP, at=AT), origin=(0, 0, -2.0)).build().compile()
    run = system.simulate(system.assemble(rates={"x": 3.0}), until=0.3)
    (notice,) = contact_notices(run)
    assert "wheel contact 'tyre'" in notice.element and notice.code == "W34"
