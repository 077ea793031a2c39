"""Products of second derivatives: forward over reverse, beside differences of gradients."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from analysis.machines import double_pendulum, moving, sprung_four_bar
from design.gradient_cases import TIGHT, mixed
from loops.mechanisms import rssr
from sarrus import ModelError, System, analysis
from sarrus.design import gradient, hessian_product
from sarrus.design.gradients.second_derivatives import by_differences
from sarrus.design.optimization.exact import exact_slopes
from sarrus.design.optimization.optimize import Settings, Work, design_space
from sarrus.events import Bounce, Event
from sarrus.kernels.derivative import jacobian, pushforward
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.trace import trace

BY = ["S.k", "B.parent_point", "start:A.angle", "start:A.rate", "input:A"]


@cache
def four_bar() -> System:
    return sprung_four_bar().compile(parameters=["S.k", "B.parent_point"])


def compare(system: System, objective: Any, by: list[str], along: dict[str, Any], near: float,
            **how: Any) -> Any:  # fmt: skip
    """Compare a product with differences of gradients, and its slope with the gradient."""
    found = hessian_product(system, objective, by, along, **how)
    assert not found.notices
    expected = by_differences(system, objective, by, along, how)
    whole = max(float(np.max(np.abs(expected[name]))) for name in by)
    for name in by:
        size = max(float(np.max(np.abs(expected[name]))), 1e-6 * whole)
        assert found[name] == pytest.approx(expected[name], abs=near * size)
    first = gradient(system, objective, by, **how)
    slope = sum(float(np.sum(first[name] * np.asarray(x))) for name, x in along.items())
    assert found.value == pytest.approx(slope, rel=1e-12)
    return found


def test_pushforward_is_the_jacobian_times_a_direction() -> None:
    def body(x: Any, d: Any) -> Any:
        y = np.array([np.sin(x[0]) * x[1] ** 2, abs(x[2]) + x[0] / x[1]])
        return {"one": pushforward(y, x, d), "other": jacobian(y, x) @ d}

    program = trace(body, {"x": (3,), "d": (3,)})
    one, other = interpret(program, [np.array([0.3, 1.2, -2.0]), np.array([1.0, -0.5, 2.0])])
    assert one == pytest.approx(other, rel=1e-14)


def test_equal_steps_in_a_loop_are_symmetric_to_rounding() -> None:
    start = four_bar().assemble({"A.angle": 1.2}, {"A": 0.5})
    how: dict[str, Any] = {"until": 0.1, "method": "rk4", "step": 0.01, "start": start}
    how |= {"inputs": {"A": 3.0}}
    objective = mixed("A.angle", "D.rate", "B.reaction.force.x")
    one = {"S.k": 10.0, "start:A.rate": 0.5}
    other = {"B.parent_point": np.array([0.0, 0.1, 0.0]), "input:A": 1.0, "start:A.angle": 0.3}
    first = compare(four_bar(), objective, BY, one, 3e-9, **how)
    second = hessian_product(four_bar(), objective, BY, other, **how)
    both = [sum(float(np.sum(a[n] * np.asarray(x))) for n, x in b.items())
            for a, b in ((first, other), (second, one))]  # fmt: skip
    assert both[0] == pytest.approx(both[1], rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["double_pendulum", "rssr"])
def test_error_control_with_balls_and_loops(kind: str) -> None:
    system = {"double_pendulum": double_pendulum, "rssr": rssr}[kind]().compile()
    body, joint = system.model.bodies[0].name, system.model.joints[1].name
    names = [f"{body}.mass", f"{joint}.parent_point"]
    columns = (*system.coordinates, *system.velocities)
    start = moving(system, size=0.1, speed=0.3)
    along = {f"{body}.mass": 0.3, f"{joint}.parent_point": np.array([0.02, 0.01, 0.0])}
    compare(system, mixed(*columns), names, along, 1e-7, start=start, until=0.1, every=0.02,
            **TIGHT)  # fmt: skip


def test_drives_and_numbers_of_their_laws() -> None:
    how: dict[str, Any] = {"of": "drive", "times": [0.0, 0.1, 0.25]}
    how["driven"] = {"A": lambda t, a=2.0: 1.0 + a * t + t * t}
    by, objective = ["S.k", "B.parent_point", "drive:A.a"], mixed("A.effort", "D.angle")
    along = {"B.parent_point": np.array([0.02, 0.1, 0.0])}
    one = hessian_product(four_bar(), objective, by, along, **how)
    other = hessian_product(four_bar(), objective, by, {"drive:A.a": 1.0}, **how)
    assert one["drive:A.a"] == pytest.approx(other["B.parent_point"] @ along["B.parent_point"])
    compare(four_bar(), objective, by[:2], along, 3e-9, **how)


FILE = """sarrus: 1
gravity: [0, 0, -9.81]
constants: {l: 0.8 m, m: 2 kg, a: 0.4 rad, w: 3 1/s}
bodies:
  rod: {mass: m, at: [0, 0, 0], com: [l/2, 0, 0], inertia: [0.01, m*l^2/12, m*l^2/12]}
joints:
  A: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}
"""
RUN = """assembly: {wanted: {A: a}}
inputs: {A: "m*l^2*w^2*sin(w*t)"}
run: {until: 0.3 s, method: rk4, step: 10 ms}
"""


def test_constants_bend(tmp_path: Any) -> None:
    """Of a system, and of a study whose start and efforts follow the constants too."""
    known = analysis.constants_map(FILE)
    how: dict[str, Any] = {"start": {"A.angle": 0.4}, "until": 0.2, "constants": known}
    how |= {"method": "rk4", "step": 0.01, "constant_values": {"l": 0.8}}
    compare(known.compile(), "final A.rate", ["l", "m"], {"l": 0.1, "m": 0.2}, 1e-8, **how)
    path = tmp_path / "rod.yaml"
    path.write_text(FILE + RUN)
    space = design_space(path, ["l", "m", "a", "w"], None, None, {})
    limits = ["final A.rate <= w", "mean A.angle <= a*m/2 [kg]"]
    work = Work.of(space, "integral A.rate^2", limits, Settings()).evaluation
    weights, x = np.array([1.0, -0.7, 0.4]), space.x0
    assert work.outcome(x).runs
    H = work.hessian(x, weights)
    assert H is not None
    for k in range(len(x)):
        h = 1e-3 * x[k] * np.eye(len(x))[k]
        ends = [weights @ exact_slopes(space, work.rows, x + j * h) for j in (-2, -1, 1, 2)]
        expected = (8.0 * (ends[2] - ends[1]) - (ends[3] - ends[0])) / (12.0 * h[k])
        assert H[k] == pytest.approx(expected, abs=1e-8 * float(np.max(np.abs(H))))


def test_events_are_gone_through_by_differences_and_that_is_said() -> None:
    system = double_pendulum().compile(parameters=["gravity"])
    how: dict[str, Any] = {"start": {"A.angle": 0.6, "B.angle": 0.3}, "until": 0.9}
    how |= {
        "method": "rk4",
        "step": 0.01,
        "events": [Event("A.angle", Bounce(0.7), direction="down")],
    }
    found = hessian_product(system, "final B.rate", ["gravity"], {"gravity": [0, 1, 0]}, **how)
    assert ["events" in str(problem) for problem in found.notices] == [True]
    with pytest.raises(ModelError, match=r"direction 'gravty'.*gravity"):
        hessian_product(system, "final B.rate", ["gravity"], {"gravty": 1.0}, **how)
