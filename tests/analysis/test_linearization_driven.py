"""Linearisation with laws of effort, drives, locks and other values of parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from analysis.machines import compiled, moving
from analysis.nearby import Nearby, places, reading
from closeness import assert_close
from loops.mechanisms import bricard, five_bar, four_bar
from sarrus.system import State, System
from simulation.machines import pendulum


def controller(t: Any, s: Any) -> Any:
    """A controller with a spring that gets stiffer, damping, and the angle of the cut joint."""
    off = s["A.angle"] - 0.3
    return -40.0 * off - 25.0 * off**3 - 6.0 * s["A.rate"] + 3.0 * np.sin(s["C.angle"]) + np.cos(t)


def test_laws_of_effort_take_part() -> None:
    """A controller in the loop, on the crank and on the joint that closes the loop."""
    system = four_bar().compile(cut=["C"], kernels=())
    state = moving(system).at(0.7)
    laws = {"A": controller, "C": lambda t, s: -5.0 * s["C.rate"] - 2.0 * s["A.angle"], "D": 1.5}
    linear = system.linearize(state, inputs=["A"], outputs=["C.acceleration"], efforts=laws)
    chosen = places(system, linear.states[1:])
    near = Nearby(system, state, chosen, efforts=laws)

    def read(m: Any) -> list[float]:
        return [*m.vdot[chosen], m["C"]]

    found = np.vstack([linear.A[1:], linear.C])
    assert_close(found[:, :1], near.by_position(read), 1e-8)
    assert_close(found[:, 1:], near.by_velocity(read), 1e-8)
    assert_close(np.vstack([linear.B[1:], linear.D]), near.by_effort(read, ["A"]), 1e-10)


def test_constant_and_sampled_efforts_are_held() -> None:
    """Of a sampled controller, small motions see only the effort that it holds."""
    system = pendulum().compile(kernels=())
    state = system.assemble({"A": 0.4}, {"A": 0.3})
    held = sarrus.system.Sampled(lambda t, s: -7.0 * s["A"], 0.01)
    by_law = system.linearize(state, efforts={"A": held}, outputs=["A.acceleration"])
    plain = system.linearize(state, efforts={"A": -2.8}, outputs=["A.acceleration"])
    assert np.array_equal(by_law.A, plain.A)


Drive = Callable[[float], tuple[float, float, float]]


def swing(at: float, rate: float) -> tuple[Callable[[Any], Any], Drive]:
    """A law through a value with a rate at t = 0.2, and its jet."""

    def law(t: Any) -> Any:
        return at + rate * np.sin(3.0 * (t - 0.2)) / 3.0 + 0.8 * (t - 0.2) ** 2

    def jet(t: float) -> tuple[float, float, float]:
        s = 3.0 * (t - 0.2)
        return (
            float(law(t)),
            rate * np.cos(s) + 1.6 * (t - 0.2),
            -3.0 * rate * np.sin(s) + 1.6,
        )

    return law, jet


DRIVEN: dict[str, tuple[Callable[[], Any], dict[str, Any], list[str], list[str]]] = {
    "tree": (lambda: compiled("crane"), {"hinge": 0.2, "waist": -0.1}, [], ["hinge.effort"]),
    "tree, locked": (
        lambda: compiled("crane"), {"waist": 0.3}, ["swivel"], ["tip.velocity", "swivel.effort"],
    ),
    "loop": (lambda: five_bar().compile(kernels=()), {"A": 0.4}, [], ["A.effort", "P"]),
    "cut": (
        lambda: five_bar().compile(cut=["A"], kernels=()), {"A": 0.4}, [], ["A.effort", "P.rate"],
    ),
    "loop, locked": (lambda: five_bar().compile(kernels=()), {}, ["D"], ["D.effort", "P.rate"]),
    "loop, cut locked": (
        lambda: five_bar().compile(cut=["D"], kernels=()), {}, ["D"], ["D.effort", "P.rate"],
    ),
}  # fmt: skip


def driven_state(system: System, rates: dict[str, float], locked: list[str]) -> State:
    """A state in motion with given rates of driven coordinates and locked ones at rest."""
    state = moving(system)
    if not system.closed:
        v = state.v.copy()
        for name, rate in {**rates, **dict.fromkeys(locked, 0.0)}.items():
            v[system.compiled.located_rate(name)[1]] = rate
        return system.state(state.q, v, 0.2)
    other = next(n for n in ("B", "C") if system.compiled.located_rate(n)[0] == "v")
    given = {**rates, **dict.fromkeys(locked, 0.0), other: 0.5}
    return system.assemble(rates=given, guess=state, t=0.2)


@pytest.mark.parametrize("name", DRIVEN)
def test_driven_and_locked_coordinates(name: str) -> None:
    make, rates, locked, outputs = DRIVEN[name]
    system = make()
    state = driven_state(system, rates, locked)
    laws = {key: swing(state[key], rate) for key, rate in rates.items()}
    driven = {key: law for key, (law, _) in laws.items()}
    linear = system.linearize(state, outputs=outputs, driven=driven, locked=locked)
    f = len(linear.states) // 2
    chosen = places(system, linear.states[f:])
    jets = {key: jet for key, (_, jet) in laws.items()}
    near = Nearby(system, state, chosen, driven=jets, locked=locked)
    assert np.max(np.abs(near.neighbor().q - state.q)) < 1e-12, "the laws fit the state"
    assert np.max(np.abs(near.neighbor().v - state.v)) < 1e-11
    reads = [reading(system, output) for output in outputs]

    def happening(motion: Any) -> np.ndarray:
        return np.concatenate([motion.vdot[chosen], *(np.ravel(read(motion)) for read in reads)])

    scale = 1.0 + np.abs(happening(near.motion()))[:, None]
    found = np.vstack([linear.A[f:], linear.C])
    by_position, by_velocity = near.by_position(happening), near.by_velocity(happening)
    for part, expected in ((found[:, :f], by_position), (found[:, f:], by_velocity)):
        worst = np.abs(part - expected) / (scale + np.max(np.abs(expected)))
        assert np.max(worst) <= 2e-8
    assert np.max(np.abs(linear.A[:f, :f] - near.turning())) <= 1e-6


def test_other_values_of_parameters() -> None:
    """A crank twice as long, given as a number: motion and shapes are those of that model."""
    system = four_bar().compile(parameters=["B.parent_point", "coupler.mass"], kernels=())
    point = 1.1 * np.array(system.model.joint("B").on_parent.position)
    numbers = {"B.parent_point": point, "coupler.mass": 5.0}
    drawn = system.assemble()
    state = Nearby(system, drawn, [0], numbers=numbers).neighbor()
    linear = system.linearize(state, inputs=["A"], outputs=["C.acceleration"], parameters=numbers)
    chosen = places(system, linear.states[1:])
    near = Nearby(system, state, chosen, numbers=numbers)

    def read(m: Any) -> list[float]:
        return [*m.vdot[chosen], m["C"]]

    assert_close(np.vstack([linear.A[1:], linear.C])[:, :1], near.by_position(read), 1e-8)
    mode = linear.vibrations[-1]
    ends = [near.neighbor(dx=[s * 1e-5]) for s in (1, -1)]
    given = {"parameters": numbers}
    places_of = [system.kinematics(end.q, **given)["coupler"].position for end in ends]
    along = mode.shape[chosen[0]].real
    shift = along * (places_of[0] - places_of[1]) / 2e-5
    assert mode.bodies["coupler"].displacement.real == pytest.approx(shift, rel=1e-6, abs=1e-8)
    turn = along * (ends[0]["C"] - ends[1]["C"]) / 2e-5
    assert mode["C"].real == pytest.approx(turn, rel=1e-6)


def test_nothing_left_to_move() -> None:
    """All freedoms driven: no states, but outputs with their direct part."""
    system = four_bar().compile(kernels=())
    state = system.assemble({"A": 0.2}, {"A": 1.0})
    linear = system.linearize(
        state, inputs=["D"], outputs=["A.effort", "C"], driven={"A": lambda t: 0.2 + t}
    )
    assert linear.A.shape == (0, 0)
    assert linear.eigenvalues.size == 0
    assert linear.vibrations == ()
    ratio = state["D.rate"] / state["A.rate"]
    assert pytest.approx(np.array([[-ratio], [0.0]]), rel=1e-10) == linear.D
    assert linear.response(3.0)[0] == pytest.approx(linear.D)


def test_redundant_loops_give_the_motion_of_their_one_freedom() -> None:
    """Bricard's loop: whatever coordinate is chosen, and along the whole way."""
    system = bricard().compile(kernels=())
    run = system.simulate(system.initial_state(), until=1.5, every=0.5, rtol=1e-10, atol=1e-12)
    state = run.state(-1)
    first = system.linearize(state, independent=["R1"])
    other = system.linearize(state, independent=["R3"])
    assert first.coordinates[:, 0] / first.coordinates[system.velocities.index("R3.rate"), 0] == (
        pytest.approx(other.coordinates[:, 0], rel=1e-9, abs=1e-9)
    )
