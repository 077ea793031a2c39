"""Steady motion: closed forms, runs that stay, small motions about it, and what is refused."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from loops.mechanisms import rod
from sarrus import Mechanism, Model, ModelError, System, analysis
from sarrus.analysis import SteadyMotion
from sarrus.errors import SarrusError
from sarrus.gallery import EXAMPLES

G = 9.81
M, ARM, ACROSS, ABOUT = 0.5, 0.1, 0.003, 0.001
"""Of the top: mass, distance of its centre of mass, inertia across and about its axis."""
INERTIA = ACROSS + M * ARM**2


def top(axis: Any = (0.0, 0.0, 1.0)) -> Model:
    """A top on a ball joint, its axis any direction of its body."""
    m = Mechanism("top", (0.0, 0.0, -G))
    a = np.array(axis) / np.linalg.norm(axis)
    around = np.outer(a, a)
    body = m.body("top", M, tuple(ARM * a), ACROSS * (np.eye(3) - around) + ABOUT * around)
    body.frame("tip", at=tuple(ARM * a))
    m.spherical("O", m.ground, body, at=(0, 0, 0))
    return m.build()


@cache
def plain_top() -> System:
    return top().compile(kernels=())


def precession(n: float, tilt: float, fast: bool) -> float:
    """The rate of steady precession: m g l = Omega (C n - A Omega cos(tilt))."""
    spin, lever = ABOUT * n, INERTIA * np.cos(tilt)
    root = np.sqrt(spin**2 - 4.0 * lever * M * G * ARM)
    return (spin + (root if fast else -root)) / (2.0 * lever)


def nutation(n: float, tilt: float, rate: float) -> float:
    """The frequency [rad/s] of small nutation, from the curvature of the effective potential."""
    s, c, a = np.sin(tilt), np.cos(tilt), ABOUT * n
    u = INERTIA * rate * s**2  # p - a cos, with the momentum p about the vertical
    # V = (p - a cos)^2 / (2 A sin^2) + m g l cos, twice differentiated
    bent = a**2 - 3.0 * u * a * c / s**2 + u**2 * (1.0 + 2.0 * c**2) / s**4
    return float(np.sqrt((bent / INERTIA - M * G * ARM * c) / INERTIA))


@pytest.mark.parametrize("fast", [False, True])
def test_top_in_steady_precession(fast: bool) -> None:
    """Slow and fast: rates and nutation in closed form; spin and precession are found."""
    n, tilt = 200.0, 0.4
    expected = precession(n, tilt, fast)
    system = plain_top()
    q = system.coordinates_of({"O": [np.cos(tilt / 2), np.sin(tilt / 2), 0, 0]})
    guess = system.state(q, [0.0, 1.1 * expected * np.sin(tilt), n])
    steady = system.equilibrium(
        guess, moving={"O.omega_z": n, "tip.position.z": ARM * np.cos(tilt)}
    )
    assert isinstance(steady, SteadyMotion)
    assert list(steady.aside) == ["O spin about z", "O turn about z"]
    assert steady["O turn about z"] == pytest.approx(expected, rel=1e-12)
    assert steady["O spin about z"] == pytest.approx(n - expected * np.cos(tilt), rel=1e-12)
    assert steady.stable and steady.residual < 1e-10
    small = steady.linearization
    assert len(small.states) == 4  # a tilt and three velocities
    values = np.sort(np.abs(small.eigenvalues.imag))
    assert values[2:] == pytest.approx([nutation(n, tilt, expected)] * 2, rel=1e-10)
    assert np.max(np.abs(small.eigenvalues.real)) < 1e-9


def test_axis_of_the_top_may_be_any() -> None:
    """The axis of symmetry is found in the body; the motion does not depend on its frame."""
    axis = np.array([0.6, -0.3, 0.8]) / np.linalg.norm([0.6, -0.3, 0.8])
    system = top(axis).compile(kernels=())
    n, tilt = 200.0, 0.4
    expected = precession(n, tilt, fast=False)
    turn = np.cross(axis, [0.0, 0.0, 1.0])
    angle = np.arccos(axis[2]) - tilt
    q = system.coordinates_of(
        {"O": [np.cos(angle / 2), *(np.sin(angle / 2) * turn / np.linalg.norm(turn))]}
    )
    guess = system.state(q, n * axis)
    steady = system.equilibrium(
        guess,
        moving={
            "tip.position.z": ARM * np.cos(tilt),
            "top.kinetic_energy": _kinetic(n, tilt, expected),
        },
    )
    rates = list(steady.aside.values())
    assert rates[1] == pytest.approx(expected, rel=1e-9)
    assert "O spin about (0.57" in next(iter(steady.aside))


def _kinetic(n: float, tilt: float, rate: float) -> float:
    return 0.5 * (INERTIA * (rate * np.sin(tilt)) ** 2 + ABOUT * n**2)


def test_precession_stays_steady_over_many_turns() -> None:
    system = EXAMPLES["gyroscope"].model().compile(kernels=())
    steady = system.equilibrium(moving={"spin.rate": 150.0, "nutation.angle": 0.3})
    turns = 2.0 * np.pi / steady["precession.angle"]
    run = system.simulate(steady.state, until=1.5 * turns, rtol=1e-12, atol=1e-13, certify=False)
    assert np.max(np.abs(np.asarray(run["nutation.angle"]) - 0.3)) < 1e-9
    assert np.ptp(np.asarray(run["precession.rate"])) < 1e-9
    assert list(steady.aside) == ["precession.angle", "spin.angle"]


def test_sleeping_top() -> None:
    """Upright: A s^2 - i C n s + m g l = 0 in fixed axes; stable above C n = 2 sqrt(A m g l)."""
    system = plain_top()
    limit = 2.0 * np.sqrt(INERTIA * M * G * ARM) / ABOUT
    for n in (0.9 * limit, 1.1 * limit):
        wishes = {"O.omega_x": 0.0, "O.omega_y": 0.0, "O.omega_z": n}
        steady = system.equilibrium(system.assemble(rates=wishes), moving=wishes)
        assert steady.stable == (n > limit)
        s = np.roots([INERTIA, -1j * ABOUT * n, -M * G * ARM])
        expected = np.sort_complex(np.concatenate([s, s.conj(), [0.0]]))
        found = np.sort_complex(np.round(steady.linearization.eigenvalues, 9))
        assert found == pytest.approx(np.sort_complex(np.round(expected, 9)), abs=1e-8)


# --- governors: pendulums on a shaft, in a tree and with loops ------------------------------------


def spinning_pendulum(offset: float = 0.2) -> Model:
    """A point on a rod that hangs on an arm of a shaft about z."""
    m = Mechanism("spinning pendulum", (0.0, 0.0, -G))
    m.body("shaft", 1.0, (0, 0, 0), (0.1, 0.1, 0.2))
    m.body("bob", 1.0, (0.0, 0.0, -0.5), (0.0, 0.0, 0.0), at=(offset, 0, 0))
    m.revolute("shaft", m.ground, "shaft", at=(0, 0, 0), axis="z")
    m.revolute("arm", "shaft", "bob", at=(offset, 0, 0), axis="-y")
    return m.build()


def tilt_of(rate: float, offset: float, arm: float = 0.5) -> float:
    """The angle of the rod from the vertical: rate^2 (offset + arm sin) cos = g sin."""
    low, high = 0.0, np.pi / 2
    for _ in range(200):
        a = 0.5 * (low + high)
        up = rate**2 * (offset + arm * np.sin(a)) * np.cos(a) > G * np.sin(a)
        low, high = (a, high) if up else (low, a)
    return low


def test_pendulum_on_a_shaft_that_is_free_and_driven() -> None:
    """The angle by bisection; with the rate held, the frequency is that of the potential."""
    system, rate, offset = spinning_pendulum().compile(kernels=()), 6.0, 0.2
    angle = tilt_of(rate, offset)
    free = system.equilibrium({"arm": 0.5}, moving={"shaft.rate": rate})
    held = system.equilibrium({"arm": 0.5}, moving={}, driven={"shaft": lambda t: rate * t})
    for steady in (free, held):
        assert steady["arm.angle"] == pytest.approx(angle, abs=1e-11)
        assert dict(steady.aside) == pytest.approx({"shaft.angle": rate})
    s, c = np.sin(angle), np.cos(angle)
    stiffness = G * c / 0.5 - rate**2 * (c**2 - s**2 - offset * s / 0.5)
    values = np.sort(np.abs(held.linearization.eigenvalues.imag))
    assert held.linearization.states == ("arm.angle", "arm.rate")
    assert values == pytest.approx([np.sqrt(stiffness)] * 2, rel=1e-10)
    # free: the shaft gives way, and momentum about it is kept
    reach, J = offset + 0.5 * s, 0.2
    coupled = stiffness + (2.0 * rate * reach * c) ** 2 / (J + reach**2)
    values = np.sort(np.abs(free.linearization.eigenvalues.imag))
    assert values[1:] == pytest.approx([np.sqrt(coupled)] * 2, rel=1e-9)
    assert held.motion.efforts["shaft"] == pytest.approx(0.0, abs=1e-10)


def test_frequency_is_that_of_a_run() -> None:
    system = spinning_pendulum().compile(kernels=())
    steady = system.equilibrium({"arm": 0.5}, moving={"shaft.rate": 6.0})
    omega = np.max(steady.linearization.eigenvalues.imag)
    nudge = system.state(system.add(steady.state.q, [0.0, 1e-5]), steady.state.v)
    run = system.simulate(nudge, times=np.linspace(0.0, 8 * np.pi / omega, 401), rtol=1e-12,
                          atol=1e-14, certify=False)  # fmt: skip
    t, rate = run.t[1:], np.asarray(run["arm.rate"])[1:]  # it is 0 at first, of either sign
    crossed = t[1:][(rate[1:] > 0) != (rate[:-1] > 0)]
    assert np.mean(np.diff(crossed)) == pytest.approx(np.pi / omega, rel=2e-3)


def looped_governor(link_mass: float = 0.0) -> Model:
    """Two arms and two links between a shaft and a sleeve: Watt's governor with its loops."""
    m = Mechanism("Watt", (0.0, 0.0, -G))
    m.body("shaft", 2.0, (0, 0, 0), (0.1, 0.1, 0.05))
    m.revolute("shaft", m.ground, "shaft", at=(0, 0, 0), axis="z")
    m.body("sleeve", 3.0, (0, 0, 0), (0.01, 0.01, 0.02), at=(0, 0, -0.8))
    m.prismatic("sleeve", "shaft", "sleeve", at=(0, 0, -0.8), axis="z")
    for side, name in ((1.0, "a"), (-1.0, "b")):
        high, ball, low = (0.0, 0.0, 0.0), (0.3 * side, 0.0, -0.4), (0.0, 0.0, -0.8)
        arm = m.body(f"arm {name}", 1.0, (0, 0, -0.5), (0, 0, 0), at=high,
                     rpy=(0.0, -side * np.arctan2(0.3, 0.4), 0.0))  # fmt: skip
        m.revolute(f"top {name}", "shaft", arm, at=high, axis="y")
        if not link_mass:
            m.distance(f"link {name}", arm, "sleeve", at_a=ball, at_b=low)
            continue
        link = rod(m, f"link {name}", ball, low, mass=link_mass)
        m.revolute(f"ball {name}", arm, link, at=ball, axis="y")
        m.revolute(f"low {name}", link, "sleeve", at=low, axis="y")
    return m.build()


def test_governor_with_loops() -> None:
    """Rhombus: rate^2 l cos = g (1 + sleeve / ball)."""
    rate = 12.0
    steady = looped_governor().compile(kernels=()).equilibrium(moving={"shaft.rate": rate})
    expected = G * (1.0 + 3.0 / 1.0) / (rate**2 * 0.5)
    assert steady["sleeve.displacement"] - 0.8 == pytest.approx(-2 * 0.5 * expected, abs=1e-11)
    assert list(steady.aside) == ["shaft.angle"]
    assert steady.linearization.states[0] != "shaft.angle" and len(steady.linearization.states) == 3


def test_governor_is_the_same_wherever_it_is_cut() -> None:
    found = []
    for cut in (["low a", "low b"], ["top a", "ball b"]):
        system = looped_governor(0.2).compile(kernels=(), cut=cut)
        steady = system.equilibrium(moving={"shaft.rate": 12.0})
        assert steady.iterations < 15
        values = steady.linearization.eigenvalues  # in order, whatever the rounding of zeros
        in_order = sorted(values, key=lambda x: (round(x.real, 6), round(x.imag, 6)))
        found.append([*in_order, steady["sleeve"]])
    assert found[0] == pytest.approx(found[1], abs=1e-8)


# --- vehicles -------------------------------------------------------------------------------------

SPEED, FRONT, REAR, MASS, YAW = 20.0, 1.2, 1.5, 1200.0, 1500.0
GRIP = {"front": 3000.0, "rear": 3500.0}


def car(kind: str) -> Model:
    """A body with lateral forces of its tyres, a steered front axle and a drive along its axis."""
    m = Mechanism("car", (0.0, 0.0, -G))
    body = m.body("car", MASS, (0, 0, 0), (300.0, 1800.0, YAW))
    if kind == "planar":
        m.planar("chassis", m.ground, body, at=(0, 0, 0), axis="z", x_axis="x")
    elif kind == "chain":
        m.body("sledge", 0.0)
        m.body("cross", 0.0)
        m.prismatic("X", m.ground, "sledge", at=(0, 0, 0), axis="x")
        m.prismatic("Y", "sledge", "cross", at=(0, 0, 0), axis="y")
        m.revolute("heading", "cross", body, at=(0, 0, 0), axis="z")
    else:
        m.free("chassis", m.ground, body)
        corners = {f"{x}{y}": ("car", (x, y, -0.4)) for x in (-REAR, FRONT) for y in (-0.7, 0.7)}

        def springs(motion: Any) -> Any:
            up = np.array([0.0, 0.0, 1.0])
            lift = {p: 4e4 * (motion.position(p)[2] + 0.4) + 3e3 * motion.velocity(p)[2]
                    for p in corners}  # fmt: skip
            return [motion.force(p, -force * up) for p, force in lift.items()]

        m.user_force("springs", springs, points=corners)

    def tyres(motion: Any) -> Any:
        ahead, left, _ = motion.axes("car").T
        loads = [motion.force("middle", motion.parameter("drive") * ahead)]
        for name, steer in (("front", motion.parameter("steer")), ("rear", 0.0)):
            v = motion.velocity(name)
            loads.append(motion.force(name, -GRIP[name] * (v @ left - v @ ahead * steer) * left))
        return loads

    points = {"front": ("car", (FRONT, 0, 0)), "rear": ("car", (-REAR, 0, 0)),
              "middle": ("car", (0, 0, 0))}  # fmt: skip
    numbers = {"steer": (0.02, "rad"), "drive": (0.0, "N")}
    m.user_force("tyres", tyres, points=points, parameters=numbers)
    return m.build()


def steady_turn() -> tuple[float, float, float]:
    """Lateral velocity, yaw rate and drive force, by the equations of the single-track model."""
    f, r = GRIP.values()
    A = [[f + r, FRONT * f - REAR * r + MASS * SPEED],
         [FRONT * f - REAR * r, FRONT**2 * f + REAR**2 * r]]  # fmt: skip
    vy, rate = np.linalg.solve(A, [f * SPEED * 0.02, FRONT * f * SPEED * 0.02])
    return vy, rate, -MASS * vy * rate


@pytest.mark.parametrize("kind", ["planar", "chain"])
def test_steady_turn(kind: str) -> None:
    """Position and heading run on together; what drives it along its axis is found."""
    system = car(kind).compile(kernels=())
    along, heading = (
        ("chassis.vx", "chassis.angle") if kind == "planar" else ("X.speed", "heading.angle")
    )
    steady = system.equilibrium(moving={along: SPEED}, unknown=["tyres.drive"])
    vy, rate, drive = steady_turn()
    assert steady.state.v == pytest.approx([SPEED, vy, rate], rel=1e-11)
    assert steady["tyres.drive"] == pytest.approx(drive, rel=1e-11)
    assert steady[heading] == pytest.approx(rate, rel=1e-11)
    f, r = GRIP.values()
    turn = FRONT * f - REAR * r
    # in axes of the car: (u, vy, rate) with the exact nonlinear equations
    A = [[0.0, rate, vy],
         [(f * 0.02) / MASS - rate, -(f + r) / MASS, -turn / MASS - SPEED],
         [FRONT * f * 0.02 / YAW, -turn / YAW, -(FRONT**2 * f + REAR**2 * r) / YAW]]  # fmt: skip
    expected = np.sort_complex(np.linalg.eigvals(A))
    assert np.sort_complex(steady.linearization.eigenvalues) == pytest.approx(expected, rel=1e-9)


def test_steady_turn_on_springs() -> None:
    """Six freedoms: distance and heading aside, it sits on its springs, stays in its circle."""
    system = car("free").compile(kernels=())
    steady = system.equilibrium(moving={"chassis.vx": SPEED}, unknown=["tyres.drive"])
    assert list(steady.aside) == ["chassis.x", "chassis.y", "chassis turn about z"]
    assert steady["chassis turn about z"] == pytest.approx(steady_turn()[1], rel=1e-4)
    assert len(steady.linearization.states) == 9 and steady.stable
    moved = system.model.compile(kernels=(), parameters=["tyres.drive"])
    numbers = {"tyres.drive": steady["tyres.drive"]}
    run = moved.simulate(moved.state(steady.state.q, steady.state.v), until=70.0, every=1.0,
                         rtol=1e-13, atol=1e-14, parameters=numbers, certify=False)  # fmt: skip
    v = np.array([np.asarray(run[name]) for name in system.velocities]).T
    assert np.max(np.abs(v - steady.state.v)) < 1e-9


def test_vehicle_of_the_gallery_at_rest_and_at_speed() -> None:
    system = EXAMPLES["half_vehicle"].model().compile(kernels=())
    rest = system.equilibrium()
    assert not isinstance(rest, SteadyMotion)
    steady = system.equilibrium(moving={"chassis.vx": 20.0})
    assert steady.state.q == pytest.approx(rest.state.q, abs=1e-12)
    assert list(steady.aside) == ["chassis.x"]
    # the road is level: the speed changes nothing
    still = np.sort_complex(np.round(rest.linearization.eigenvalues, 6))
    moving = np.sort_complex(np.round(steady.linearization.eigenvalues, 6))
    nonzero = np.abs(still) > 1e-6
    assert moving[np.abs(moving) > 1e-6] == pytest.approx(still[nonzero], abs=2e-6)
    assert len(moving) == len(still) - 1
    small = system.linearize(steady, outputs=["front.displacement"])
    assert small.C.shape == (1, 9)
    with pytest.raises(ModelError, match=r"runs on with chassis\.x"):
        system.linearize(steady, outputs=["chassis.position.x"])


def test_torque_that_holds_a_speed() -> None:
    """A fan on a shaft: the effort that is unknown is its drag."""
    m = Mechanism("fan")
    m.body("rotor", 1.0, (0, 0, 0), (0.01, 0.01, 0.02))
    m.revolute("A", m.ground, "rotor", at=(0, 0, 0), axis="z")
    m.joint_torque("drag", "A", 0.0)
    m.user_force("air", lambda motion: motion.effort("A", -0.3 * motion.rate("A") ** 2))
    system = m.build().compile(kernels=())
    steady = system.equilibrium(moving={"A.rate": 4.0}, unknown=["A"])
    assert steady["A"] == pytest.approx(4.8, rel=1e-12)
    assert steady.linearization.eigenvalues == pytest.approx([-0.3 * 8.0 / 0.02])
    small = system.linearize(steady, inputs=["A"], outputs=["A.rate"])
    assert [small.B.item(), small.C.item()] == pytest.approx([50.0, 1.0])
    assert steady.reactions()["A"].moment[2] == pytest.approx(0.0, abs=1e-12)


def test_sensitivities_of_a_steady_motion() -> None:
    """The motion goes along with a number, wishes kept: as differences of motions say."""
    model = car("planar")
    numbers = ["car.mass", "tyres.steer"]
    system = model.compile(kernels=(), parameters=numbers)
    how: dict[str, Any] = {"moving": {"chassis.vx": SPEED}, "unknown": ["tyres.drive"]}
    steady = system.equilibrium(**how)
    outputs = ["chassis.rate", "chassis.vy", "chassis.vx"]
    found = analysis.sensitivities(system, steady, outputs, numbers)
    for number, value, h in (("car.mass", MASS, 1.0), ("tyres.steer", 0.02, 1e-5)):
        ends = [system.equilibrium(**how, parameters={number: value + x * h}) for x in (-1, 1)]
        for name in outputs:
            slope = (ends[1][name] - ends[0][name]) / (2.0 * h)
            assert found[name, number] == pytest.approx(slope, rel=1e-5, abs=1e-10)
    with pytest.raises(ModelError, match=r"S07.*steady motion"):
        analysis.sensitivities(
            system, steady, outputs, numbers, parameters={"car.mass": 2.0 * MASS}
        )


def test_top_on_a_carousel() -> None:
    """A ball joint that is not the first: its spin is found at rates where rounding is large."""
    m = Mechanism("carousel", (0, 0, -G))
    m.body("disc", 5.0, (0, 0, 0), (1, 1, 2))
    m.revolute("A", m.ground, "disc", at=(0, 0, 0), axis="z")
    m.body("top", 0.5, (0, 0, 0.1), (0.003, 0.003, 0.001), at=(0.5, 0, 0))
    m.spherical("O", "disc", "top", at=(0.5, 0, 0))
    system = m.build().compile(kernels=())
    steady = system.equilibrium(moving={"A.rate": 1.0, "O.omega_z": 400.0})
    assert dict(steady.aside) == pytest.approx({"A.angle": 1.0, "O spin about z": 400.0})
    # about the ball, leaning by a: W sin a (C s + (C - A) W cos a) = m l (W^2 R cos a + g sin a)
    a = 2.0 * np.arctan2(steady["O.quat_y"], steady["O.quat_w"])
    gyroscopic = np.sin(a) * (0.001 * 400.0 + (0.001 - 0.008) * np.cos(a))
    assert gyroscopic == pytest.approx(0.05 * (0.5 * np.cos(a) + G * np.sin(a)), rel=1e-10)


def test_locked_and_named_coordinates_stay() -> None:
    """What is locked is not set aside; what does not matter and is not named stays where it is."""
    system = gyroscope()
    held = system.equilibrium(moving={"spin.rate": 100.0, "precession.rate": 0.7},
                              locked=["nutation"])  # fmt: skip
    assert list(held.aside) == ["precession.angle", "spin.angle"]
    hung = system.equilibrium({"nutation": -1.5, "precession": 0.4}, moving={"spin.rate": 100.0},
                              aside=["spin.angle"])  # fmt: skip
    assert hung["nutation.angle"] == pytest.approx(-np.pi / 2, abs=1e-10)
    assert hung["precession.angle"] == pytest.approx(0.4, abs=1e-9)
    assert hung["precession.rate"] == pytest.approx(0.0, abs=1e-12)


# --- what is refused ------------------------------------------------------------------------------


@cache
def gyroscope() -> System:
    return EXAMPLES["gyroscope"].model().compile(kernels=())


REFUSED = {
    "S30 .*'spin.rate' given: 1 condition is missing; free are 'nutation.angle'": {
        "moving": {"spin.rate": 150.0}
    },
    "S30 .*cannot meet 3 conditions": {
        "moving": {"spin.rate": 150.0, "precession.rate": 1.0, "nutation.angle": 0.2}
    },
    "S31 .*'nutation.angle'.*acceleration of": {
        "moving": {"spin.rate": 1.0}, "aside": ["nutation.angle"]
    },
    "E-NEWTON .*is not found": {"moving": {"spin.rate": 1.0, "nutation.angle": 0.9}},
    "M09 .*'wheel'": {"moving": {}, "aside": ["wheel"]},
    "M09 .*'wheel.rate'": {"moving": {"wheel.rate": 1.0}},
    "S30 .*several numbers": {"moving": {"rotor.position": 1.0}},
    "S30 .*stable=True": {"moving": {"spin.rate": 1.0}, "stable": True},
    "D11 .*accelerates": {"moving": {}, "driven": {"spin": lambda t: t**2}},
    "S30 .*has a law of effort already": {
        "moving": {"spin.rate": 1.0}, "unknown": ["spin"], "efforts": {"spin": lambda t: 1.0 + t}
    },
}  # fmt: skip


@pytest.mark.parametrize("message", REFUSED)
def test_refused(message: str) -> None:
    with pytest.raises(SarrusError, match=message.replace(" .*", ".*")):
        gyroscope().equilibrium(**REFUSED[message])


def test_law_of_time_is_refused() -> None:
    with pytest.raises(ModelError, match=r"does not last: .*later 'spin\.rate'"):
        gyroscope().equilibrium(
            moving={"spin.rate": 1.0, "nutation.angle": 0.1, "precession.rate": 0.0},
            efforts={"spin": lambda t: t},
            locked=["nutation", "precession"],
        )


def test_effort_along_fixed_axes_is_refused() -> None:
    """A force along x of the world does not turn with the car."""
    with pytest.raises(ModelError, match=r"S31.*'chassis\.angle'"):
        car("planar").compile(kernels=()).equilibrium(
            moving={"chassis.vx": SPEED}, unknown=["chassis.vx"]
        )
