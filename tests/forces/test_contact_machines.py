"""Machines that touch: a gripper, a latch, a Geneva wheel, a walker, a table."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sarrus import Box, Mechanism, Model, Sphere, System
from sarrus.gallery import EXAMPLES
from sarrus.gallery import gripper as lifting_gripper
from sarrus.model.body import PlacedShape
from sarrus.model.pose import Pose
from sarrus.study import Study

G = 9.81


def gripper(*, force: float = 20.0, until: float = 0.5, smoothing: float = 1e-6) -> Model:
    """Return the model: two fingers press on a cube, hold it by friction, and let it go.

    force [N]: of each finger; until [s]: when they open. smoothing [m/s]: the speed below which
    friction fades: the cube creeps down with a part of it, its weight over what friction can hold.
    """
    half = 0.02
    m = Mechanism("parallel gripper", (0.0, 0.0, -G))
    palm = m.body("palm", 1.0, inertia=(1e-3, 1e-3, 1e-3), at=(0.0, 0.0, 0.09))
    cube = m.body("cube", 0.2, inertia=(5e-5, 5e-5, 5e-5))
    m.weld("arm", m.ground, palm, at=(0.0, 0.0, 0.09))
    m.free("loose", m.ground, cube)
    for name, side in (("left", -1.0), ("right", 1.0)):
        x = side * (half + 0.006)
        finger = m.body(f"{name}_finger", 0.1, inertia=(1e-4, 1e-4, 1e-4), at=(x, 0.0, 0.0))
        m.prismatic(name, palm, finger, at=(x, 0.0, 0.08), axis="x")
        closing = -side * force
        times = [0.0, until, until + 0.05, until + 10.0]
        forces = [closing, closing, -0.2 * closing, -0.2 * closing]
        m.point_force(f"{name}_force", finger, (times, forces), along="x", on=(0.0, 0.0, 0.0))
        m.joint_damper(f"{name}_damper", name, 5.0)
        m.contact(
            f"{name}_grip", cube, finger, k=1e6, a=1.0, mu=0.6, smoothing=smoothing,
            shape=Box((2.0 * half, 2.0 * half, 2.0 * half)), base_shape=Box((0.012, 0.02, 0.024)),
        )  # fmt: skip
    m.contact("floor", cube, k=1e6, a=1.0, mu=0.6, smoothing=1e-3, origin=(0.0, 0.0, -0.1),
              shape=Box((2.0 * half, 2.0 * half, 2.0 * half)))  # fmt: skip
    return m.build()


@pytest.mark.slow
def test_a_gripper_holds_a_cube_and_lets_it_go() -> None:
    system = gripper(until=0.3).compile()
    run = system.simulate(system.assemble(), until=1.2, every=0.02, method="bdf", rtol=1e-6)
    height, held = run["cube.position"][:, 2], (run.t > 0.05) & (run.t < 0.29)
    assert np.max(np.abs(height[held])) < 1e-6
    assert run["left_grip.normal_force"][held] == pytest.approx(20.0, abs=1e-2)
    assert np.all(run["right_grip.points"][held] == 4.0)
    assert run["left_grip.points"][-1] == 0.0
    assert height[-1] == pytest.approx(-0.08, abs=1e-3)  # on the floor
    assert run["floor.points"][-1] == 4.0
    assert run.energy_error < 1e-4


@pytest.mark.slow
def test_a_gripper_holds_for_ten_minutes() -> None:
    """The cube creeps by smoothing L/sqrt((mu N)^2 - L^2) with the load L of half its weight."""
    system = gripper(until=610.0).compile()
    run = system.simulate(system.assemble(), until=600.0, every=60.0, method="bdf", rtol=1e-6)
    load, most = 0.5 * 0.2 * G, 0.6 * 20.0
    creep = 1e-6 * load / np.sqrt(most**2 - load**2)
    fallen = run["cube.position"][:, 2] - run["cube.position"][1, 2]
    assert fallen[1:] == pytest.approx(-creep * (run.t[1:] - run.t[1]), rel=0.02, abs=1e-9)


@pytest.mark.slow
def test_the_gripper_of_the_gallery_lets_go_after_ten_minutes() -> None:
    """It creeps as above between the first second and the last, and then falls on the floor."""
    slow, load, most = 1e-6, 0.5 * 0.2 * G, 0.6 * 12.0
    times = [0.0, 0.5, 1.0, 60.0, 300.0, 599.9, 600.2, 601.0]
    sections = {
        "drives": {"lift": EXAMPLES["gripper"].drives["lift"]},
        "run": {"times": times, "method": "bdf", "rtol": 1e-6},
    }
    model = lifting_gripper(opening=600.0, smoothing=slow)
    run = Study.of(model, sections, "gripper").run()
    z, t = run["part.position"][:, 2], run.t
    creep = slow * load / np.sqrt(most**2 - load**2)
    assert z[2] == pytest.approx(0.1, abs=1e-5)
    assert z[3:6] - z[2] == pytest.approx(-creep * (t[3:6] - t[2]), rel=0.02)
    assert run["left_grip.normal_force"][5] == pytest.approx(12.0, abs=1e-3)
    assert run["left_grip.normal_force"][6] == 0.0 and z[-1] == pytest.approx(0.02, abs=1e-4)


def test_the_gripper_of_the_gallery_lifts_and_drops_its_part() -> None:
    """Friction carries weight and inertia: 2 F = m (g + a) within the stroke."""
    example = EXAMPLES["gripper"]
    run: Any = Study.of(example.model(), example.study_sections(), "gripper").run()
    z = run["part.position"][:, 2]
    k = int(np.argmin(np.abs(run.t - 0.31)))  # early in the stroke
    phase = np.pi * (run.t[k] - 0.25) / 0.5
    load = 0.5 * 0.2 * (G + 0.04 * (np.pi / 0.5) ** 2 * np.cos(phase))
    assert run["left_grip.friction_force"][k] == pytest.approx(load, rel=2e-3)
    held = (run.t > 0.8) & (run.t < 1.09)
    assert z[held] == pytest.approx(0.1, abs=3e-5)  # the stroke, less what it creeps
    assert z[-1] < 0.03 and np.all(run["left_grip.normal_force"][-5:] == 0.0)
    assert run.energy_error < 1e-8


def test_a_part_that_is_too_heavy_slips_out() -> None:
    """Two fingers of 12 N hold 2 mu 12 N = 14.4 N, which is 1.47 kg."""
    for mass, stays in ((1.3, True), (1.6, False)):
        system = lifting_gripper(mass=mass, opening=10.0).compile()
        law = {"lift": EXAMPLES["gripper"].drives["lift"]}
        run = Study.of(
            system.model, {"drives": law, "run": {"until": 1.2, "every": 0.1}}, "heavy"
        ).run()
        assert (run["part.position"][-1, 2] > 0.09) == stays


def test_a_latch_catches_and_lets_go() -> None:
    example = EXAMPLES["latch"]
    run: Any = Study.of(example.model(), example.study_sections(), "latch").run()
    x, t = run["slide.position"][:, 0], run.t
    assert np.max(run["P.angle"]) > 0.2  # the striker lifts it
    caught = (t > 0.12) & (t < 0.35)
    assert np.all((x[caught] > 0.048) & (x[caught] < 0.055))  # behind the hook, before the buffer
    assert np.max(run["hook.normal_force"][caught]) > 10.0
    assert np.min(x[t > 0.5]) < -0.02  # let go, pushed out
    assert run.energy_error < 1e-7
    held = Study.of(
        example.model(release=5.0), {"assembly": {"rates": {"S": 1.5}}, "run": {"until": 1.0}}, ""
    ).run()
    assert held["slide.position"][-1, 0] == pytest.approx(0.0495, abs=5e-4)
    assert abs(held["S.speed"][-1]) < 1e-2


CENTERS = 0.1
CRANK = CENTERS * np.sin(np.pi / 4.0)


def geneva(play: float) -> System:
    """A Geneva wheel with four slots whose pin pushes the walls of a slot."""
    pin, wall = 0.004, 0.004
    m = Mechanism("geneva", (0, 0, 0))
    crank = m.body("crank", 1.0, inertia=(1e-3, 1e-3, 1e-3))
    wheel = m.body("wheel", 0.5, inertia=(2e-4, 2e-4, 2e-4), at=(CENTERS, 0, 0))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="z")
    m.revolute("W", m.ground, wheel, at=(CENTERS, 0, 0), axis="z")
    m.joint_damper("drag", "W", 5e-3)
    for name, side in (("upper", 1.0), ("lower", -1.0)):
        at = Pose((-0.06, side * (pin + play + 0.5 * wall), 0.0))
        m.contact(
            name, crank, wheel, k=1e6, a=1.0, shape=PlacedShape(Sphere(pin), Pose((CRANK, 0, 0))),
            base_shape=PlacedShape(Box((0.08, wall, 0.02)), at),
        )  # fmt: skip
    return m.build().compile()


@pytest.mark.parametrize("play", [1e-4, 1e-6])
def test_a_geneva_wheel_turns_as_its_exact_form_says(play: float) -> None:
    """tan(wheel) = -R sin(phi)/(C - R cos(phi)), but for play and depth at the pin."""

    def exact(phi: Any) -> Any:
        return -np.arctan2(CRANK * np.sin(phi), CENTERS - CRANK * np.cos(phi))

    speed, start, h = 2.0, -0.25 * np.pi + 0.02, 1e-6
    rate = speed * (exact(start + h) - exact(start - h)) / (2.0 * h)
    system = geneva(play)
    at = system.assemble({"A": start, "W": exact(start)}, rates={"A": speed, "W": rate})
    until = (0.5 * np.pi - 0.04) / speed
    run = system.simulate(
        at, until=until, every=until / 100, driven={"A": f"{start!r} + {speed}*t"}, rtol=1e-7
    )
    phi = run["A.angle"]
    arm = np.hypot(CENTERS - CRANK * np.cos(phi), CRANK * np.sin(phi))
    depth = np.maximum(run["upper.depth"], run["lower.depth"])
    off = np.abs(run["W.angle"] - exact(phi)) * arm
    assert np.all(off < 1.02 * (play + depth) + 1e-9) and np.max(off) > 0.5 * play
    assert run["W.angle"][-1] < -0.7 and run["W.angle"][0] > 0.7  # a quarter turn
    assert run.energy_error < 1e-7


def test_a_rimless_wheel_walks_down_as_mcgeer_says() -> None:
    """Every foot falls without a rebound: w+ = w- (m l^2 cos 2h + I)/(m l^2 + I), and a step gains

    (m l^2 + I) (w-^2 - w+^2)/2 = 2 m g l sin h sin slope   (McGeer, Int. J. Robotics Res. 9, 1990).
    """
    mass, inertia, leg, feet, slope, tip = 2.0, 0.05, 0.5, 8, 0.12, 1e-4
    half = np.pi / feet
    m = Mechanism("rimless wheel", (G * np.sin(slope), 0.0, -G * np.cos(slope)))
    wheel = m.body("wheel", mass, inertia=(inertia,) * 3, at=(0, 0, leg * np.cos(half) + tip))
    m.planar("P", m.ground, wheel, at=(0, 0, 0), axis="y")
    for i in range(feet):
        at = (2 * i + 1) * half
        foot = PlacedShape(Sphere(tip), Pose((leg * np.sin(at), 0.0, -leg * np.cos(at))))
        m.contact(f"foot{i}", wheel, k=1e6, a=60.0, mu=1.0, shape=foot)
    system = m.build().compile()
    names = [f"P.{c.name}" for c in system.model.joint("P").type.velocities]
    total = inertia + mass * leg**2
    kept = (mass * leg**2 * np.cos(2.0 * half) + inertia) / total
    gain = 2.0 * mass * G * leg * np.sin(half) * np.sin(slope)
    after = kept * np.sqrt(2.0 * gain / (total * (1.0 - kept**2)))
    start = system.assemble(rates={names[0]: after * leg * np.cos(half), names[2]: after})
    run = system.simulate(start, until=6.5, every=1e-3, rtol=1e-6)
    forces = [run[f"foot{i}.normal_force"] for i in range(feet)]
    falls = np.sort(np.concatenate([run.t[1:][(f[1:] > 0) & (f[:-1] == 0)] for f in forces]))
    lean = np.linspace(slope - half, slope + half, 20001)
    square = after**2 + 2.0 * mass * G * leg / total * (np.cos(lean[0]) - np.cos(lean))
    step = np.trapezoid(1.0 / np.sqrt(square), lean)
    alone = falls[np.append(True, np.diff(falls) > 0.1)]
    assert np.mean(np.diff(alone)[-4:]) == pytest.approx(step, rel=3e-3)
    assert run.energy_error < 1e-6
