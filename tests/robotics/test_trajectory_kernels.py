"""Trajectories as kernels and as motions of a mechanism: the same numbers as in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sarrus
from kernels.native import machine
from sarrus.kernels.derivative import jacobian
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.trace import trace
from sarrus.robotics import (
    Quintic,
    SCurve,
    Septic,
    Sequence,
    Trapezoid,
    Wait,
    joint_move,
    joint_spline,
    line_move,
    spline_move,
)
from sarrus.spatial.dual import Dual
from sarrus.spatial.rotation import rotation_about
from sarrus.spatial.transform import Transform

RANDOM = np.random.default_rng(11)
MOTIONS: dict[str, Any] = {
    "trapezoid": Trapezoid(1.0, 0.25).motion,
    "s-curve": SCurve(1.0, 0.35, 0.1, distance=2.0).motion,
    "quintic": Quintic(0.8).motion,
    "septic": Septic(1.1).motion,
    "cubic spline": joint_spline(RANDOM.normal(size=(30, 1)), np.linspace(0.0, 1.0, 30))[0],
    "quintic spline": joint_spline(
        RANDOM.normal(size=(9, 1)), np.cumsum(RANDOM.uniform(0.05, 0.2, 9)), degree=5
    )[0],
}
every_motion = pytest.mark.parametrize("motion", MOTIONS.values(), ids=MOTIONS.keys())


def times(motion: Any) -> np.ndarray:
    ends = [*motion.knots, -0.2, motion.knots[-1] + 0.3]
    return np.concatenate([np.random.default_rng(2).uniform(-0.1, 1.3, 60), ends])


@every_motion
def test_traced_motions_equal_numbers(motion: Any) -> None:
    """Value and three derivatives: interpreted and as machine code."""

    def function(t: Any) -> dict[str, Any]:
        return {"y": np.array([motion.derivative(order, t) for order in range(4)])}

    program = trace(function, {"t": ()})
    run = machine(program)
    for t in times(motion):
        expected = [motion.derivative(order, float(t)) for order in range(4)]
        scale = np.array([max(motion.peak(order), 1.0) for order in range(4)])
        for found in (interpret(program, [np.array(t)])[0], run(np.array(t))[0]):
            assert np.max(np.abs(found - expected) / scale) < 1e-14


@every_motion
def test_dual_numbers_of_traced_values_are_the_derivatives(motion: Any) -> None:
    """As `simulate(driven=...)` asks: rate and acceleration of a traced time."""

    def function(t: Any) -> dict[str, Any]:
        x = motion(Dual(Dual(t, 1.0), Dual(1.0, 0.0)))
        return {"y": np.array([x.value.value, x.value.rate, x.rate.rate])}

    program = trace(function, {"t": ()})
    for t in times(motion)[:20]:
        found = interpret(program, [np.array(t)])[0]
        expected = [motion.derivative(order, float(t)) for order in range(3)]
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)


@every_motion
def test_kernels_differentiate_motions(motion: Any) -> None:
    program = trace(lambda t: {"y": jacobian(motion(t), t)}, {"t": ()})
    for t in times(motion)[:40]:
        found = interpret(program, [np.array(t)])[0]
        assert float(found) == pytest.approx(motion.rate(float(t)), rel=1e-12, abs=1e-12)


def poses() -> tuple[Transform, Transform]:
    first = Transform.of(rotation_about(np.array([0.0, 0.6, 0.8]), 0.4), np.array([0.3, -0.1, 0.5]))
    last = Transform.of(rotation_about(np.array([1.0, 0.0, 0.0]), 2.0), np.array([0.9, 0.4, 0.1]))
    return first, last


def test_traced_poses_equal_numbers() -> None:
    first, last = poses()
    via = [(0.4, 0.3, 0.6), (0.8, 0.0, 0.3)]
    out = line_move(first, last, Trapezoid(1.0, 0.3), turn="drive")
    back = spline_move(last, via, first, Quintic(0.7))
    task = Sequence([out, Wait(0.2), back])

    def function(t: Any) -> dict[str, Any]:
        X, V, A = task.jet(t)
        return {"X": X.matrix, "p": X.position, "V": V, "A": A}

    program = trace(function, {"t": ()})
    for t in np.random.default_rng(4).uniform(-0.1, 2.1, 40):
        X, V, A = task.jet(float(t))
        for found, expected in zip(
            interpret(program, [np.array(t)]), (X.matrix, X.position, V, A), strict=True
        ):
            assert found == pytest.approx(np.asarray(expected), rel=1e-12, abs=1e-12)


@pytest.fixture(scope="module")
def arm() -> Any:
    mechanism = sarrus.Mechanism("arm")
    upper = mechanism.body("upper", mass=2.0, com=(0.2, 0.0, 0.0), inertia=(0.01, 0.05, 0.05))
    lower = mechanism.body("lower", mass=1.0, com=(0.6, 0.0, 0.0), inertia=(0.01, 0.02, 0.02))
    mechanism.revolute("A", mechanism.ground, upper, at=(0, 0, 0), axis=(0, 1, 0))
    mechanism.revolute("B", upper, lower, at=(0.4, 0, 0), axis=(0, 0, 1))
    return mechanism.build().compile()


def test_moves_drive_a_mechanism(arm: Any) -> None:
    move = joint_move([0.1, -0.4], [1.2, 0.8], SCurve(1.0, 0.4, 0.15), names=("A", "B"))
    t = np.linspace(0.0, 1.0, 11)
    run = arm.drive(move.drives, times=t)
    assert run["A.angle"] == pytest.approx(move(t)[:, 0], abs=1e-12)
    assert run["B.rate"] == pytest.approx(move.rate(t)[:, 1], abs=1e-12)
    assert run.accelerations("B.rate").ravel() == pytest.approx(
        move.acceleration(t)[:, 1], abs=1e-11
    )


def test_moves_drive_a_simulation_natively(arm: Any) -> None:
    """Driven joints follow the move, and the efforts are those of the inverse dynamics."""
    move = joint_spline(
        [(0.1, -0.4), (0.6, 0.3), (1.2, 0.8)], [0.0, 0.5, 1.0], degree=5, names=("A", "B")
    )
    start = arm.assemble({"A": 0.1, "B": -0.4})
    run = arm.simulate(start, until=1.0, driven=move.drives, every=0.25)
    t = run.history.t
    assert run.history["A.angle"] == pytest.approx(move(t)[:, 0], abs=1e-9)
    assert run.history["B.rate"] == pytest.approx(move.rate(t)[:, 1], abs=1e-8)
    for k in range(len(t)):
        q, v, a = move.jet(float(t[k]))
        tau = arm.inverse_dynamics(q, v, a)
        assert run.history["A.effort"][k] == pytest.approx(tau[0], abs=1e-6)
