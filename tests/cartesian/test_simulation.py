"""Integration: methods agree, drift stays at round-off, angles count turns, couplers hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

from cartesian.mechanisms import parallelogram, rod
from sarrus import Mechanism, Model, ModelError
from sarrus.cartesian import CartesianSystem
from sarrus.model.forces import CoordinateLoad, ForceElement, Load, Scene
from sarrus.spatial.arrays import Scalar

INERTIA = (0.02, 0.03, 0.04)


@dataclass(frozen=True)
class TorsionSpring(ForceElement):
    """An element of the user's own: effort -k angle."""

    name: str
    joint: str
    k: float

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)

    def loads(self, scene: Scene) -> Sequence[Load]:
        return (CoordinateLoad(self.joint, 0, -self.k * scene.coordinate(self.joint, 0)),)

    def potential(self, scene: Scene) -> Scalar:
        angle = scene.coordinate(self.joint, 0)
        return 0.5 * self.k * angle * angle


def wheel() -> Model:
    machine = Mechanism("wheel", gravity=(0, 0, 0))
    body = machine.body("wheel", 1.0, (0, 0, 0), INERTIA)
    machine.revolute("A", machine.ground, body, at=(0, 0, 0), axis="z")
    machine.start_velocity(body, (0, 0, 0), (0, 0, 30.0))
    return machine.build()


def geared(ratio: float) -> Model:
    machine = Mechanism("gears", gravity=(0, 0, 0))
    first = machine.body("first", 1.0, (0, 0, 0), INERTIA)
    second = machine.body("second", 1.0, (1, 0, 0), INERTIA)
    machine.revolute("A", machine.ground, first, at=(0, 0, 0), axis="z")
    machine.revolute("B", machine.ground, second, at=(1, 0, 0), axis="z")
    machine.gear("G", "A", "B", ratio)
    return machine.build()


@pytest.mark.parametrize("method", ["explicit", "implicit", "radau"])
def test_torsion_spring_beyond_half_a_turn(method: str) -> None:
    """A wheel on a spring swings as A sin(w t) with A of almost five radians."""
    model = wheel()
    model = replace(model, forces=(TorsionSpring("s", "A", 1.5),))
    system = CartesianSystem(model)
    frequency = np.sqrt(1.5 / INERTIA[2])
    times = np.linspace(0.0, 1.0, 11)
    run = system.simulate(
        system.drawing_state(), 1.0, method=method, rtol=1e-8, atol=1e-9, times=times
    )
    expected = 30.0 / frequency * np.sin(frequency * times)
    assert np.max(np.abs(expected)) > 4.5
    np.testing.assert_allclose(run.coordinates("A")[:, 0], expected, atol=1e-5)
    assert np.ptp(run.energy) < 1e-4


@pytest.mark.parametrize("method", ["explicit", "implicit"])
def test_overconstrained_loop_does_not_drift(method: str) -> None:
    system = CartesianSystem(parallelogram())
    start = system.state(
        {}, {"left": ((-1.0, 0, 0), (0, 0, 2.0)), "top": ((-2.0, 0, 0), (0, 0, 0))}
    )
    run = system.simulate(start, 0.5, method=method, rtol=1e-8, atol=1e-9)
    assert max(system.constraint_error(state) for state in run.states) < 1e-11
    assert max(system.velocity_error(state) for state in run.states) < 1e-9
    assert np.ptp(run.energy) < 1e-4 and run.steps == len(run.states) - 1


def test_watch_tells_of_a_singular_position() -> None:
    """A parallelogram that passes its flat position; its links are all parallel there."""
    machine = Mechanism("flat", gravity=(0, -9.81, 0))
    left = rod(machine, "left", (0, 0, 0), (0, 1, 0), 1.0)
    top = rod(machine, "top", (0, 1, 0), (2, 1, 0), 1.0)
    right = rod(machine, "right", (2, 0, 0), (2, 1, 0), 1.0)
    machine.revolute("A", machine.ground, left, at=(0, 0, 0), axis="z")
    machine.revolute("B", left, top, at=(0, 1, 0), axis="z")
    machine.revolute("C", top, right, at=(2, 1, 0), axis="z")
    machine.revolute("D", machine.ground, right, at=(2, 0, 0), axis="z")
    system = CartesianSystem(machine.build())
    speed = ((-2.0, 0, 0), (0, 0, 4.0))
    start = system.state({}, {"left": speed, "top": ((-4.0, 0, 0), (0, 0, 0)), "right": speed})
    before = system.simulate(start, 0.1, rtol=1e-8, atol=1e-9)
    assert before.watch > 0.1
    through = system.simulate(start, 0.6, rtol=1e-8, atol=1e-9)
    assert through.coordinates("A")[-1, 0] > np.pi / 2
    assert through.watch < 0.3 * before.watch


def test_gear_joins_two_wheels() -> None:
    """(I_1 + n^2 I_2) acceleration = torque, and the gear carries -n I_2 times it on A."""
    ratio, torque = -3.0, 0.8
    system = CartesianSystem(geared(ratio), compiled=False)
    rank = system.rank(system.drawing_state())
    assert (rank.rows, rank.rank, rank.freedom) == (11, 11, 1)
    expected = torque / (INERTIA[2] * (1.0 + ratio**2))
    found = system.accelerations(system.drawing_state(), efforts={"A": torque})
    assert found["first"].angular_acceleration[2] == pytest.approx(expected, rel=1e-12)
    assert found["second"].angular_acceleration[2] == pytest.approx(ratio * expected, rel=1e-12)
    effort = system.coupler_efforts(system.drawing_state(), efforts={"A": torque})["G"]
    assert effort == pytest.approx(INERTIA[2] * ratio * expected, rel=1e-12)
    assert system.counts().moving.equations == 10 + 1 + 2


def test_gear_holds_over_many_turns() -> None:
    system = CartesianSystem(geared(2.0))
    run = system.simulate(
        system.drawing_state(), 2.0, rtol=1e-11, atol=1e-12, efforts={"A": 1.0}, times=[1.0, 2.0]
    )
    angles = run.coordinates("A")[:, 0], run.coordinates("B")[:, 0]
    np.testing.assert_allclose(angles[0], 0.5 / (INERTIA[2] * 5.0) * run.times**2, rtol=1e-9)
    np.testing.assert_allclose(angles[1], 2.0 * angles[0], rtol=1e-12)
    system.state({}, near={"A": 7.0})  # the whole turns may be given


def test_efforts_may_depend_on_time() -> None:
    system = CartesianSystem(wheel())
    run = system.simulate(
        system.drawing_state(), 1.0, efforts=lambda t: {"A": 6.0 * t}, times=[0.0, 0.5, 1.0]
    )
    rate = [system.rates(state)["A"][0] for state in run.states]
    np.testing.assert_allclose(rate, 30.0 + 3.0 * run.times**2 / INERTIA[2], rtol=1e-9)
    assert run.body("wheel").rotation.shape == (3, 3, 3) and run.final.time == 1.0


def test_wrong_names_and_times_are_refused() -> None:
    system = CartesianSystem(wheel(), compiled=False)
    state = system.drawing_state()
    with pytest.raises(ModelError, match="'B'"):
        system.accelerations(state, efforts={"B": 1.0})
    with pytest.raises(ModelError, match="Did you mean 'wheel'"):
        system.state({"whell": (np.eye(3), np.zeros(3))})
    with pytest.raises(ModelError, match="is none of 'explicit'"):
        system.simulate(state, 1.0, method="euler")
    with pytest.raises(ModelError, match="must rise"):
        system.simulate(state, 1.0, times=[0.5, 2.0])
    machine = Mechanism("cart")
    machine.body("cart", 1.0, (0, 0, 0), INERTIA)
    machine.prescribe_base()
    with pytest.raises(ModelError, match="prescribed"):
        CartesianSystem(machine.build())
