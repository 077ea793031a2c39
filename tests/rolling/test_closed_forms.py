"""Motions of rolling machines by Sarrus that are known in closed form."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sarrus
from rolling import closed_forms
from sarrus import State, System, gallery
from sarrus.system.simulation.run import Run

FINE: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13}
COIN = {"m": 0.008, "R": 0.012}
THIN = {**COIN, "A": 0.25 * 0.008 * 0.012**2, "C": 0.5 * 0.008 * 0.012**2}


@pytest.fixture(scope="module")
def coin() -> System:
    return gallery.rolling_coin(thickness=1e-9).compile(kernels=())


def side_axis(run: Run, joint: str) -> np.ndarray:
    """Return the y axis of the child of a free joint, in world axes, at all times."""
    w, x, y, z = (run[f"{joint}.quat_{axis}"] for axis in "wxyz")
    return np.stack([2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)], 1)


def leaning(coin: System, lean: float, omega: tuple[float, float, float]) -> State:
    """Return a coin that leans about x and touches the origin.

    omega: in its own axes, x level, y the axis, z up the coin.
    """
    R = COIN["R"]
    place = [0.0, -R * np.sin(lean), R * np.cos(lean)]
    q = [*place, np.cos(0.5 * lean), np.sin(0.5 * lean), 0.0, 0.0]
    return coin.state(q, [*np.cross(omega, [0.0, 0.0, R]), *omega])


# --- disc -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lean, precession", [(0.3, 6.0), (1.2, -30.0)])
def test_coin_in_steady_motion(coin: System, lean: float, precession: float) -> None:
    """It keeps its lean, its axis goes round evenly, and so does the force that it needs."""
    w3 = closed_forms.steady_spin(lean, precession, **THIN)
    start = leaning(coin, lean, (0.0, w3, precession * np.cos(lean)))
    run = coin.simulate(start, until=0.5, every=0.05, **FINE)
    axis, turned = side_axis(run, "coin_joint"), precession * run.t
    known = [
        -np.cos(lean) * np.sin(turned),
        np.cos(lean) * np.cos(turned),
        np.sin(lean) + 0 * turned,
    ]
    np.testing.assert_allclose(axis, np.transpose(known), rtol=0, atol=2e-9)
    radius = closed_forms.steady_radius(lean, precession, w3, COIN["R"])
    place = run["coin.position"]
    span = np.linalg.norm(place[:, :2] - place[0, :2], axis=1)
    np.testing.assert_allclose(
        span, 2.0 * radius * np.abs(np.sin(0.5 * turned)), rtol=0, atol=1e-9 * radius + 1e-10
    )
    # The centre goes round: the ground pushes inward with m v^2 / r, and carries the weight.
    weight = COIN["m"] * 9.81
    inward = COIN["m"] * radius * precession**2
    np.testing.assert_allclose(run["edge.normal_force"], weight, rtol=1e-8)
    np.testing.assert_allclose(run["edge.grip"], inward / weight, rtol=1e-7)
    # The search for steady motions finds the rate of precession from lean and spin.
    wishes = {"coin.position.z": COIN["R"] * np.cos(lean), "coin_joint.omega_y": w3}
    near = leaning(coin, 1.05 * lean, (0.0, w3, 0.95 * precession * np.cos(lean)))
    steady = coin.equilibrium(near, moving=wishes)
    assert steady["coin_joint turn about z"] == pytest.approx(precession, rel=1e-8)


@pytest.mark.parametrize("factor", [0.7, 1.05, 3.0])
def test_coin_that_rolls_straight_on(coin: System, factor: float) -> None:
    """A small lean swings with the frequency of the linear theory; it grows below sqrt(g R/3)."""
    speed, tiny = factor * closed_forms.coin_limit(**THIN), 1e-6
    assert speed == pytest.approx(factor * np.sqrt(9.81 * COIN["R"] / 3.0), rel=1e-14)
    w = closed_forms.coin_frequency(speed, **THIN)
    assert (w.real == 0.0) == (factor < 1.0)
    # A yaw + C spin lean is constant; with 0 the lean swings about upright.
    spin = speed / COIN["R"]
    start = leaning(coin, tiny, (0.0, spin, -THIN["C"] / THIN["A"] * spin * tiny))
    run = coin.simulate(start, until=0.1, every=0.01, rtol=1e-11, atol=1e-17)
    lean = side_axis(run, "coin_joint")[:, 2] / tiny
    np.testing.assert_allclose(lean, np.cos(w * run.t).real, rtol=1e-6, atol=1e-6)
    # The same from small motions in axes that go along but do not turn with the coin.
    wishes = {"coin_joint.omega_x": 0.0, "coin_joint.omega_y": spin, "coin_joint.omega_z": 0.0}
    steady = coin.equilibrium(leaning(coin, 0.0, (0.0, spin, 0.0)), moving=wishes)
    found = steady.linearization.eigenvalues
    squares = np.sort((found**2).real)  # those of the swing are real, of either sign
    np.testing.assert_allclose(
        squares, np.sort([0.0, 0.0, *[-(w**2).real] * 2]), rtol=0, atol=1e-8 * abs(w) ** 2
    )
    assert steady.stable == (factor > 1.0)


def test_wheel_down_an_incline() -> None:
    """g sin b/(1 + C/(m R^2)), on a friction of tan b/(1 + m R^2/C), where it is; contact there."""
    slope, m, R, ratio = 0.35, 3.0, 0.25, 0.8
    down = np.array([np.cos(slope), 0.0, -np.sin(slope)])
    normal = np.array([np.sin(slope), 0.0, np.cos(slope)])
    drawing = sarrus.Mechanism("wheel")
    C = ratio * m * R**2
    wheel = drawing.body("wheel", m, (0, 0, 0), (0.6 * C, C, 0.6 * C), at=R * normal)
    drawing.free("any", drawing.ground, wheel)
    drawing.rolling("contact", wheel, radius=R, center=R * normal, axis="y", normal=normal)
    system = drawing.build().compile(kernels=())
    run = system.simulate(system.assemble(), until=0.8, every=0.2, **FINE)
    a = closed_forms.incline_acceleration(slope, m, R, C)
    way = 0.5 * a * run.t**2
    np.testing.assert_allclose(run["wheel.position"], R * normal + np.outer(way, down), atol=1e-10)
    np.testing.assert_allclose(run["contact.contact"], np.outer(way, down), atol=1e-10)
    np.testing.assert_allclose(run["contact.grip"], closed_forms.incline_grip(slope, m, R, C))
    np.testing.assert_allclose(run["contact.normal_force"], m * 9.81 * np.cos(slope))
    force = m * 9.81 * np.cos(slope) * normal - C * a / R**2 * down
    found = system.reactions(run.final, axes="world")["contact"].force
    np.testing.assert_allclose(found, force, rtol=0, atol=1e-9)


# --- ball on a turntable --------------------------------------------------------------------------


@pytest.mark.parametrize("ratio, tilt", [(0.4, 0.0), (2.0 / 3.0, 0.0), (0.4, 0.15)])
def test_ball_on_a_turntable(ratio: float, tilt: float) -> None:
    """Circles with 2/7 of its rate, a shell 2/5; on a tilted one a cycloid across the slope."""
    m, R, rate = 0.5, 0.1, 3.0
    drawing = sarrus.Mechanism("turntable", (9.81 * np.sin(tilt), 0.0, -9.81 * np.cos(tilt)))
    table = drawing.body("table", 5.0, (0, 0, 0), (1.0, 1.0, 2.0))
    ball = drawing.body("ball", m, (0, 0, 0), (ratio * m * R**2,) * 3, at=(0.5, 0.1, R))
    drawing.revolute("axle", drawing.ground, table, at=(0, 0, 0), axis="z")
    drawing.free("any", drawing.ground, ball)
    drawing.rolling("contact", ball, radius=R, center=(0.5, 0.1, R), on=table)
    system = drawing.build().compile(kernels=())
    rates = {"axle": rate, "any.vx": 0.2, "any.vy": -0.1, "any.omega_z": 0.7}
    start = system.assemble(rates=rates)
    run = system.simulate(start, until=4.0, every=0.25, driven={"axle": lambda t: rate * t}, **FINE)
    pull = np.array([9.81 * np.sin(tilt), 0.0])
    known = closed_forms.turntable_path(
        run.t, np.array([0.5, 0.1]), np.array([0.2, -0.1]), rate, ratio, pull
    )
    np.testing.assert_allclose(run["ball.position"][:, :2], known, rtol=0, atol=1e-8)
    # Its spin about the vertical stays what it is.
    np.testing.assert_allclose(run["ball.angular_velocity"][:, 2], 0.7, rtol=0, atol=1e-9)


# --- blades ---------------------------------------------------------------------------------------


def sleigh(a: float, slope: float = 0.0) -> System:
    """Return a sleigh on a plane, its blade along x at the origin, its centre of mass at (a, 0)."""
    drawing = sarrus.Mechanism("sleigh", (9.81 * np.sin(slope), 0.0, -9.81 * np.cos(slope)))
    body = drawing.body("sleigh", 2.0, (a, 0, 0), (0.1, 0.1, 0.3))
    drawing.planar("ice", drawing.ground, body, at=(0, 0, 0), axis="z")
    drawing.nonholonomic(
        "blade", lambda motion: motion.axes("sleigh")[:, 1] @ motion.velocity("edge"),
        points={"edge": ("sleigh", (0, 0, 0))},
    )  # fmt: skip
    return drawing.build().compile(kernels=())


def test_sleigh_in_its_phase_plane() -> None:
    """An ellipse, run through once from backward to forward gliding."""
    a, u, w = 0.25, -1.0, 1.2
    system = sleigh(a)
    run = system.simulate(
        system.assemble(rates={"ice.vx": u, "ice.vy": 0.0, "ice.rate": w}), until=6.0, every=0.25,
        **FINE,
    )  # fmt: skip
    angle = run["ice.angle"]
    forward = np.cos(angle) * run["ice.vx"] + np.sin(angle) * run["ice.vy"]
    speed, turning = closed_forms.sleigh(run.t, 2.0, 0.3, a, u, w)
    np.testing.assert_allclose(forward, speed, rtol=0, atol=1e-9)
    np.testing.assert_allclose(run["ice.rate"], turning, rtol=0, atol=1e-9)
    assert abs(angle[-1]) < closed_forms.sleigh_whole_turn(2.0, 0.3, a)
    assert np.ptp(run.energy) < 1e-9


def test_blade_on_an_incline() -> None:
    """It drifts across the slope on a cycloid and does not go down for good."""
    slope, turning = 0.2, 1.7
    system = sleigh(0.0, slope)
    run = system.simulate(
        system.assemble(rates={"ice.rate": turning}), until=5.0, every=0.5, **FINE
    )
    known = closed_forms.blade_on_incline(run.t, slope, turning)
    np.testing.assert_allclose(run["sleigh.position"][:, :2], known, rtol=0, atol=1e-9)


# --- vehicles -------------------------------------------------------------------------------------


@pytest.mark.parametrize("blades", [True, False])
def test_snakeboard(blades: bool) -> None:
    """Its rotor and its steering alone make it go; by rows of formulas, and with real wheels."""
    half, rotor, axle, R = 0.2, 0.02, 0.004, 0.05
    board = 0.1 - rotor - 2.0 * axle - 2.0 * 0.2 * half**2
    m = 0.1 / half**2
    drawing = sarrus.Mechanism("snakeboard", (0, 0, 0) if blades else (0, 0, -9.81))
    deck = drawing.body("board", m - 0.9, (0, 0, R), (0.1, 0.1, board))
    wheel = drawing.body("rotor", 0.5, (0, 0, R), (0.1, 0.1, rotor))
    drawing.planar("floor", drawing.ground, deck, at=(0, 0, R), axis="z")
    drawing.revolute("post", deck, wheel, at=(0, 0, R), axis="z")
    for name, x in (("front", half), ("rear", -half)):
        truck = drawing.body(name, 0.2, (x, 0, R), (0.1, 0.1, axle))
        drawing.revolute(f"{name}_pin", deck, truck, at=(x, 0, R), axis="z")
        if blades:
            drawing.nonholonomic(
                f"{name}_blade", lambda motion, name=name: (
                    motion.axes(name)[:, 1] @ motion.velocity(f"{name}_edge")),
                points={f"{name}_edge": (name, (x, 0, R))},
            )  # fmt: skip
        else:
            # A wheel of so little mass that the quadrature holds to 1e-6.
            disc = drawing.body(f"{name}_wheel", 1e-6, (x, 0, R), (1e-9, 1e-9, 1e-9))
            drawing.revolute(f"{name}_hub", truck, disc, at=(x, 0, R), axis="y")
            drawing.rolling(f"{name}_roll", disc, radius=R, center=(x, 0, R), axis="y")
    system = drawing.build().compile(kernels=())

    def steer(t: Any) -> Any:
        return 0.5 * np.sin(2.0 * t)

    drives = {"post": lambda t: -0.5 * np.sin(3.0 * t), "front_pin": steer,
              "rear_pin": lambda t: -0.5 * np.sin(2.0 * t)}  # fmt: skip
    start = system.assemble(rates={"post": -1.5, "front_pin": 1.0, "rear_pin": -1.0, "floor.vx": 0})
    run = system.simulate(start, until=1.5, every=0.5, driven=drives, rtol=1e-10, atol=1e-12)
    angle, speed = run["floor.angle"], run["board.velocity"]
    forward = np.cos(angle) * speed[:, 0] + np.sin(angle) * speed[:, 1]
    known = [
        closed_forms.snakeboard_speed(
            t, m, half, m * half**2, rotor, steer, lambda t: 4.5 * np.sin(3.0 * t)
        )
        for t in run.t
    ]
    np.testing.assert_allclose(forward, known, rtol=0, atol=1e-9 if blades else 1e-6)
    assert abs(known[-1]) > 0.01


def test_differential_drive_goes_where_its_wheels_say() -> None:
    """Speed and turning rate follow from the wheels, whatever the masses are."""
    R, track, left, right = 0.1, 0.5, 4.0, 6.0
    speed, turning = closed_forms.differential_drive(left, right, R, track)
    m = sarrus.Mechanism("robot")
    robot = m.body("robot", 5.0, (-0.1, 0, 0.15), (0.1, 0.1, 0.1))
    castor = m.body("castor", 0.1, (-0.3, 0, 0.05), (1e-4, 1e-4, 1e-4))
    m.free("base", m.ground, robot)
    m.spherical("socket", robot, castor, at=(-0.3, 0, 0.05))
    m.rolling("castor_contact", castor, radius=0.05, center=(-0.3, 0, 0.05))
    for name, y in (("left", 0.25), ("right", -0.25)):
        wheel = m.body(f"{name}_wheel", 0.3, (0, y, R), (0.001, 0.002, 0.001))
        m.revolute(name, robot, wheel, at=(0, y, R), axis="y")
        m.rolling(f"{name}_contact", wheel, radius=R, center=(0, y, R), axis="y")
    m.frame("middle", robot, at=(0, 0, R))
    system = m.build().compile(kernels=())
    found = system.mobility()
    assert (found.positions, found.freedom, found.n_redundant) == (8, 3, 1)
    run = system.simulate(
        system.assemble(rates={"left": left, "right": right}), until=2.0, every=0.5,
        driven={"left": lambda t: left * t, "right": lambda t: right * t}, **FINE,
    )  # fmt: skip
    arc = speed / turning * np.stack([np.sin(turning * run.t), 1.0 - np.cos(turning * run.t)], 1)
    np.testing.assert_allclose(run["middle.position"][:, :2], arc, rtol=0, atol=1e-8)
