"""Bodies that fall on the ground and slide on it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import sarrus
from sarrus.system.simulation.contact_notices import contact_notices

G = 9.81


def ball(exponent: float = 1.5, a: float = 0.2, k: float = 2e6, z: float = 0.6) -> sarrus.Model:
    m = sarrus.Mechanism("ball")
    body = m.body("ball", mass=0.5, com=(0, 0, 0), inertia=(1e-3, 1e-3, 1e-3), at=(0, 0, z))
    m.prismatic("fall", m.ground, body, at=(0, 0, z), axis="z")
    m.point_contact("floor", body, on=(0, 0, -0.1), k=k, a=a, exponent=exponent)
    return m.build()


def rebounds(exponent: float, a: float, k: float, count: int, z: float) -> list[float]:
    """Speeds before and after the contacts of a falling ball, by another program."""

    def touch(t: float, y: np.ndarray) -> float:
        return float(y[0] - 0.1)

    def slope(t: float, y: np.ndarray) -> list[float]:
        p = max(0.0, 0.1 - y[0])
        return [y[1], k * p**exponent * max(0.0, 1.0 - a * y[1]) / 0.5 - G]

    touch.terminal = True  # type: ignore[attr-defined]
    t, y, speeds = 0.0, np.array([z, 0.0]), []
    for i in range(2 * count):
        touch.direction = -1.0 if i % 2 == 0 else 1.0  # type: ignore[attr-defined]
        part = solve_ivp(slope, (t, t + 2.0), y, "DOP853", events=touch, rtol=1e-12, atol=1e-13)
        t, y = float(part.t[-1]), part.y[:, -1]
        speeds.append(float(y[1]))
    return speeds


@pytest.mark.parametrize(("exponent", "a"), [(1.0, 0.3), (1.5, 0.2), (1.5, 0.0)])
def test_a_dropped_ball_rebounds_as_another_integration_says(exponent: float, a: float) -> None:
    k = 2e6 if exponent == 1.5 else 4e5
    system = ball(exponent, a, k).compile()
    expected = rebounds(exponent, a, k, 3, 0.6)
    events = [sarrus.Event("fall.displacement", at=-0.5, name="touch")]
    run = system.simulate(system.assemble(), until=1.8, rtol=1e-10, atol=1e-12, events=events)
    speeds = [float(run.state(event.state).v[0]) for event in run.events if event.name == "touch"]
    assert len(speeds) >= 5
    assert speeds[:5] == pytest.approx(expected[:5], rel=1e-6)
    assert run.energy_error < 1e-6
    restitution = -speeds[1] / speeds[0]
    assert (restitution == pytest.approx(1.0, abs=1e-7)) if a == 0.0 else restitution < 0.95


def test_static_depth_of_a_body_at_rest() -> None:
    system = ball(1.5, 0.2, 2e6).compile()
    rest = system.equilibrium({"fall": -0.5005})
    depth = (0.5 * G / 2e6) ** (1 / 1.5)
    assert float(rest.state.q[0]) == pytest.approx(-0.5 - depth, abs=1e-12)


def block(angle: float, mu: float, smoothing: float, heading: float = 0.0) -> sarrus.Model:
    """A block on a plane that falls off along (cos angle, 0, -sin angle)."""
    m = sarrus.Mechanism("block")
    body = m.body("block", mass=2.0, com=(0, 0, 0), inertia=(0.1, 0.1, 0.1))
    m.free("slide", m.ground, body)
    up = (np.sin(angle), 0.0, np.cos(angle))
    down = np.array([np.cos(angle), 0.0, -np.sin(angle)])
    depth = 2.0 * G * np.cos(angle) / 1e6
    origin = tuple(depth * np.array(up))
    m.point_contact(
        "floor", body, on=(0, 0, 0), k="1 kN/mm", mu=mu, smoothing=smoothing, up=up, origin=origin
    )
    velocity = 3.0 * (np.cos(heading) * down + np.sin(heading) * np.array([0.0, 1.0, 0.0]))
    m.start_velocity(body, velocity=tuple(velocity))
    return m.build()


def distance(model: sarrus.Model, until: float) -> np.ndarray:
    system = model.compile()
    run = system.simulate(system.initial_state(), until=until, rtol=1e-9, atol=1e-10)
    assert run.energy_error < 1e-6
    return np.array(run["block.position"])[-1]


def test_a_block_slides_to_rest_as_coulomb_says_when_smoothing_goes_to_zero() -> None:
    angle, mu = 0.25, 0.6
    slowing = G * (mu * np.cos(angle) - np.sin(angle))
    exact, end = 9.0 / (2.0 * slowing), 1.25 * 3.0 / slowing
    errors = []
    for smoothing in (1e-1, 1e-2, 1e-3):
        found = float(np.linalg.norm(distance(block(angle, mu, smoothing), end)))
        assert found == pytest.approx(slid(angle, mu, smoothing, end), rel=1e-6)
        errors.append(found - exact)
    assert errors[2] < 1e-3 * exact
    assert errors[0] > 5.0 * errors[1] > 25.0 * errors[2] > 0.0


def slid(angle: float, mu: float, smoothing: float, end: float) -> float:
    """The way of a particle with the same friction, by another program."""

    def slope(t: float, y: np.ndarray) -> list[float]:
        hold = mu * np.cos(angle) * y[1] / np.hypot(y[1], smoothing)
        return [y[1], G * (np.sin(angle) - hold)]

    return float(solve_ivp(slope, (0.0, end), [0.0, 3.0], "LSODA", rtol=1e-11, atol=1e-13).y[0, -1])


def test_a_block_that_holds_on_a_slope_creeps_with_the_stated_speed() -> None:
    angle, mu, smoothing = 0.25, 0.6, 1e-2
    model = block(angle, mu, smoothing)
    system = model.compile()
    run = system.simulate(system.initial_state(), until=3.0, rtol=1e-9, atol=1e-10)
    speed = float(np.linalg.norm(np.array(run["block.velocity"])[-1]))
    pull, hold = np.sin(angle), mu * np.cos(angle)
    assert speed == pytest.approx(smoothing * pull / np.sqrt(hold**2 - pull**2), rel=1e-5)


def test_friction_has_no_preferred_direction() -> None:
    straight = distance(block(0.0, 0.4, 1e-3), 1.0)
    for heading in (0.3, 1.2, 2.5):
        turned = distance(block(0.0, 0.4, 1e-3, heading), 1.0)
        expected = np.linalg.norm(straight) * np.array([np.cos(heading), np.sin(heading), 0.0])
        assert turned == pytest.approx(expected, abs=1e-7)


def test_contact_on_a_body_that_moves_gives_the_opposite_to_that_body() -> None:
    """A plate on a spring carries a ball: momentum and energy are those of both."""
    m = sarrus.Mechanism("plate", gravity=(0, 0, 0))
    plate = m.body("plate", mass=3.0, com=(0, 0, 0), inertia=(0.4, 0.5, 0.6))
    ball = m.body("ball", mass=1.0, com=(0, 0, 0), inertia=(0.1, 0.1, 0.1), at=(0.2, 0.1, 0.3))
    m.free("p", m.ground, plate)
    m.free("b", m.ground, ball)
    floor = {"base": plate, "origin": (0, 0, 0.1), "k": 5e4, "a": 0.1, "mu": 0.4}
    m.point_contact("touch", ball, on=(0, 0, -0.1), smoothing=0.01, **floor)
    m.start_velocity(ball, velocity=(0.5, 0.3, -2.0))
    system = m.build().compile()
    run = system.simulate(system.initial_state(), until=0.6, rtol=1e-10, atol=1e-12)
    assert run.loss[-1] > 0.05
    assert run.energy_error < 1e-6
    drift = np.max(np.abs(run.momentum - run.momentum[0]))
    assert drift < 1e-8


def test_many_that_never_touch_share_a_notice() -> None:
    """Which names the nearest, and how many of how many there are."""
    m = sarrus.Mechanism("rain", (0, 0, -G))
    for k in range(7):
        drop = m.body(f"drop{k}", 1.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(k, 0, 9.0 - k))
        m.prismatic(f"fall{k}", m.ground, drop, at=(k, 0, 9.0 - k), axis="z")
        m.point_contact(f"drop{k}", drop, at=(k, 0, 9.0 - k), k=1e5, a=0.2)
    system = m.build().compile()
    run = system.simulate(system.assemble(), until=0.8)  # by 3.1 m: the last one lands
    (notice,) = contact_notices(run)
    assert "'drop5'" in notice.element and "as 6 of the 7 of its kind" in notice.rule


def test_what_never_touches_its_ground_says_so() -> None:
    system = ball(z=6.0).compile()
    flying = system.simulate(system.assemble(), until=0.5)
    (notice,) = contact_notices(flying)
    assert notice.code == "W34" and notice.severity == "notice"
    assert "point contact 'floor'" in notice.element and "0.5 s" in notice.rule
    gap = 5.9 - 0.5 * G * 0.25
    assert f"{gap:.4g} m above" in notice.rule
    touching = system.simulate(system.assemble(), until=1.2)
    assert contact_notices(touching) == []
