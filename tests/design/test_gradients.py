"""Gradients of runs by adjoints: against forward sensitivities, and differences of whole runs."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from analysis.machines import double_pendulum, moving, sprung_four_bar
from design.gradient_cases import TIGHT, by_differences, largest, mixed, slope, value_of_run
from loops.mechanisms import bricard
from sarrus import Mechanism, ModelError, System, analysis
from sarrus.design import ChannelFunction, gradient, hessian_product
from sarrus.design.gradients import refinement, run_gradient, tape
from sarrus.design.gradients.adjoint_kernels import AdjointKernels
from sarrus.events import Attach, Bounce, Detach, Effort, Event, Lock, SetParameter, Stop
from sarrus.system.analysis.analysis import Analysis
from sarrus.system.quantities.parameters import number_entries

FOUR_BAR = ("S.k", "coupler.mass", "B.parent_point")
SWING = {"A.angle": 0.6, "B.angle": 0.3}


@cache
def four_bar() -> System:
    return sprung_four_bar().compile(parameters=FOUR_BAR)


@cache
def pendulum() -> System:
    return double_pendulum().compile(parameters=["bob0.mass", "gravity"])


def push(t: Any, s: Any) -> Any:
    return 2.0 * np.sin(3.0 * t) - 1.5 * s["A.angle"]


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    "method", ["rk4", "abm4", pytest.param("ab3", marks=SLOW), pytest.param("euler", marks=SLOW)]
)
def test_equal_steps_are_differentiated_as_they_are_computed(method: str) -> None:
    # steps far too long to be accurate: only the discrete derivative agrees
    how = {"until": 0.3, "method": method, "step": 0.02, "every": 0.06}
    objective = mixed("A.angle", "B.reaction.force.x", "energy.total")
    names = FOUR_BAR if method == "rk4" else FOUR_BAR[2:]
    start = {"A.angle": 1.2}
    found = gradient(four_bar(), objective, names, start=start, **how)
    for name in names:
        k = largest(found[name])
        expected = by_differences(four_bar(), objective, name, k, (start, {}), how)
        assert np.ravel(found[name])[k] == pytest.approx(expected, rel=3e-9)


@pytest.mark.parametrize("until", [1.0, 20.0])
def test_a_pendulum_at_rest_swings_in_its_derivatives(until: float) -> None:
    """Steps of a motion that rests are as long as they may be; a torque would move it.

    I x'' + m g l x = u at small angles: dx/du = (1 - cos(w t))/(m g l), w^2 = m g l/I.
    """
    m = Mechanism("pendulum", (0.0, 0.0, -9.81))
    m.body("bob", 1.3, (0, 0, -0.7), (0.02, 0.02, 0.02))
    m.revolute("A", m.ground, "bob", at=(0, 0, 0), axis="y")
    system = m.build().compile()
    start = system.assemble()
    found = gradient(system, "final A.angle", ["input:A"], start=start, until=until,
                     inputs={"A": 0.0})  # fmt: skip
    stiffness, inertia = 1.3 * 9.81 * 0.7, 0.02 + 1.3 * 0.7**2
    expected = (1.0 - np.cos(np.sqrt(stiffness / inertia) * until)) / stiffness
    assert found["input:A"] == pytest.approx(expected, abs=2e-7 / stiffness)
    assert np.max(np.abs(np.diff(found.run["A.angle"]))) == 0.0


def test_error_control_against_forward_sensitivities() -> None:
    system, state = four_bar(), moving(four_bar())
    how: dict[str, Any] = {"until": 0.4, "every": 0.05, **TIGHT}
    run = analysis.simulate_sensitivities(system, state, FOUR_BAR, efforts={"A": push}, **how)
    names = (*system.coordinates, *system.velocities)
    W = np.random.default_rng(2).normal(size=(len(run.t), len(names)))
    objective = ChannelFunction(names, lambda t, s: float(np.sum(W * s)), lambda t, s: W)
    found = gradient(system, objective, FOUR_BAR, start=state, inputs={"A": push}, **how)
    expected = np.einsum("tk,tkp->p", W, np.concatenate([run.q_p, run.v_p], axis=1))
    assert found.vector == pytest.approx(expected, rel=1e-9, abs=1e-9 * np.abs(expected).max())
    plain = system.simulate(state, inputs={"A": push}, **how)
    assert found.value == np.sum(W * np.concatenate([plain.q, plain.v], axis=1))


EVENTS: dict[str, list[Event]] = {
    "bounce": [Event("A.angle", Bounce(0.7), direction="down")],
    "stop": [Event("A.angle", Stop(), direction="down")],
    "lock": [Event("B.angle", Lock("B"), direction="down")],
    "payload": [
        Event(
            "A.angle",
            Attach(
                "box", "bob0", 0.7, (0.1, -0.5, 0.0), (0.01, 0.02, 0.03), velocity=(0.3, 0.1, 0.0)
            ),
            direction="down",
            most=1,
        ),
        Event(0.8, Detach("box", "bob0")),
    ],
    "switch": [
        Event(0.33, SetParameter("bob0.mass", 3.0)),
        Event("A.angle", Effort("A", lambda t: 2.0 * np.sin(t)), direction="down"),
    ],
}


QUICK = (("bounce", "rk4"), ("lock", "auto"), ("payload", "auto"), ("switch", "rk4"))


@pytest.mark.parametrize(
    ("kind", "method"),
    [
        pytest.param(kind, method, marks=() if (kind, method) in QUICK else SLOW)
        for kind in EVENTS
        for method in ("auto", "rk4")
    ],
)
def test_times_of_events_move(kind: str, method: str) -> None:
    how: dict[str, Any] = {"until": 0.9, "every": 0.1, "events": EVENTS[kind], "method": method}
    how |= {"step": 0.005} if method == "rk4" else TIGHT
    objective = mixed("A.angle", "B.rate", "energy.corrections")
    found = gradient(pendulum(), objective, ["bob0.mass", "gravity"], start=SWING, **how)
    for name, k in (("bob0.mass", 0), ("gravity", 1)):
        expected = by_differences(pendulum(), objective, name, k, (SWING, {}), how)
        assert np.ravel(found[name])[k] == pytest.approx(expected, rel=1e-7)


def test_start_and_inputs() -> None:
    system = four_bar()
    how: dict[str, Any] = {"until": 0.3, "every": 0.1, **TIGHT}
    objective = mixed("B.angle", "D.rate")
    names = ["start:A.angle", "start:A.rate", "input:A"]
    start = system.assemble({"A.angle": 1.2}, {"A": 0.5})
    found = gradient(system, objective, names, start=start, inputs={"A": 3.0}, **how)

    def value(angle: float, rate: float, effort: float) -> float:
        state = system.assemble({"A.angle": angle}, {"A": rate})
        return value_of_run(system, objective, state, {**how, "inputs": {"A": effort}})

    expected = [slope(lambda x: value(x, 0.5, 3.0), 1.2, 1e-3),
                slope(lambda x: value(1.2, x, 3.0), 0.5, 1e-3),
                slope(lambda x: value(1.2, 0.5, x), 3.0, 1e-3)]  # fmt: skip
    assert found.vector == pytest.approx(expected, rel=1e-8)


def test_gradients_add_up() -> None:
    ends = [ChannelFunction.last("A.angle"), ChannelFunction.integral_of_square("B.rate")]
    one, other = gradient(pendulum(), ends, ["gravity"], start=SWING, until=0.2)
    both = 2.0 * one + other
    assert both.value == 2.0 * one.value + other.value
    assert both["gravity"] == pytest.approx(2.0 * one["gravity"] + other["gravity"])
    assert list(sum([one, other])) == ["gravity"]


def test_what_has_no_derivative_is_named() -> None:
    end = ChannelFunction.last("A.angle")
    with pytest.raises(ModelError, match=r"by 'bob0.weight'.*Did you mean 'bob0\.\w+'"):
        gradient(pendulum(), end, ["bob0.weight"], start=SWING, until=0.1)
    with pytest.raises(ModelError, match=r"'A\.angel'"):
        gradient(pendulum(), ChannelFunction.last("A.angel"), ["gravity"], start=SWING, until=0.1)
    with pytest.raises(ModelError, match="method 'midpoint'"):
        how = {"method": "midpoint", "step": 0.1}
        gradient(pendulum(), end, ["gravity"], start=SWING, until=0.1, **how)
    with pytest.raises(ModelError, match=r"'start:D\.angle'.*cut joint|not independent"):
        four_bar_end = ChannelFunction.last("A.angle")
        by = ["start:A.angle", "start:B.angle", "start:D.angle"]
        gradient(four_bar(), four_bar_end, by, start={"A.angle": 1.2}, until=0.1)


@pytest.mark.slow
def test_values_of_tables() -> None:
    times, start = np.linspace(0.0, 0.4, 5), four_bar().assemble({"A.angle": 1.2})
    values = np.array([1.0, 3.0, -2.0, 0.5, 4.0])
    how: dict[str, Any] = {"until": 0.4, "every": 0.1, "method": "rk4", "step": 0.02}
    objective = mixed("A.angle", "A.effort")
    table = {"A": (times, values)}
    found = gradient(four_bar(), objective, ["input:A"], start=start, inputs=table, **how)
    for k in (0, 2):

        def at(x: float, k: int = k) -> float:
            other = values.copy()
            other[k] = x
            inputs = {"inputs": {"A": (times, other)}}
            return value_of_run(four_bar(), objective, start, {**how, **inputs})

        assert found["input:A"][k] == pytest.approx(slope(at, values[k], 1e-3), rel=1e-8)


def test_states_that_are_not_kept_are_taken_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    how: dict[str, Any] = {"start": SWING, "until": 0.2, "method": "rk4", "step": 0.002}
    end = ChannelFunction.last("A.angle")
    whole = gradient(pendulum(), end, ["gravity"], **how)
    monkeypatch.setattr(tape, "KEPT", 0)
    monkeypatch.setattr(tape, "THINNED", 7)
    thin = gradient(pendulum(), end, ["gravity"], **how)
    assert np.array_equal(thin["gravity"], whole["gravity"])


def test_words_are_read() -> None:
    words, end = "final A.angle", ChannelFunction.last("A.angle")
    one, other = gradient(pendulum(), [words, end], ["bob0.com.y"], start=SWING, until=0.2)
    assert one.value == other.value
    assert one["bob0.com.y"] == pytest.approx(other["bob0.com.y"], rel=1e-12)


def test_a_component_that_is_open_warns() -> None:
    system = bricard().compile()
    body, joint = system.model.bodies[0].name, system.model.joints[0].name
    open_one = ChannelFunction.last(f"{joint}.reaction.moment.x")
    found = gradient(system, [open_one, ChannelFunction.last(f"{joint}.rate")], [f"{body}.mass"],
                     start=system.assemble(), until=0.02)  # fmt: skip
    assert [problem.code for problem in found[0].notices] == ["G25"]
    assert not found[1].notices


def test_functions_are_traced() -> None:
    def swing(x: Any) -> Any:
        return np.sum(x["A.angle"] ** 2)

    found = gradient(pendulum(), swing, ["gravity"], start=SWING, until=0.2)
    square = ChannelFunction(("A.angle",), lambda t, s: float(np.sum(s**2)), lambda t, s: 2.0 * s)
    expected = gradient(pendulum(), square, ["gravity"], start=SWING, until=0.2)
    assert found["gravity"] == pytest.approx(expected["gravity"], rel=1e-9)


def test_a_start_by_name_stays() -> None:
    system, objective = four_bar(), mixed("A.angle", "D.rate")
    how: dict[str, Any] = {"until": 0.2, "method": "rk4", "step": 0.01}
    start = {"B.angle": 0.9}  # pivoting would let another one stay
    found = gradient(system, objective, ["B.parent_point"], start=start, **how)
    k = largest(found["B.parent_point"])
    expected = by_differences(system, objective, "B.parent_point", k, (start, {}), how)
    assert found["B.parent_point"][k] == pytest.approx(expected, rel=1e-8)


def test_second_derivatives_are_symmetric() -> None:
    by = ["S.k", "B.parent_point", "start:A.rate", "input:A"]
    start = four_bar().assemble({"A.angle": 1.2}, {"A": 0.5})
    how: dict[str, Any] = {"until": 0.2, "method": "rk4", "step": 0.01, "start": start}
    how |= {"inputs": {"A": 3.0}}
    one = {"S.k": 10.0, "start:A.rate": 0.5}
    other = {"B.parent_point": np.array([0.0, 0.1, 0.0]), "input:A": 1.0}
    objective = mixed("A.angle", "D.rate")
    first = hessian_product(four_bar(), objective, by, one, **how)
    second = hessian_product(four_bar(), objective, by, other, **how)

    def along(found: Any, direction: dict[str, Any]) -> float:
        return sum(float(np.sum(found[name] * x)) for name, x in direction.items())

    assert along(first, other) == pytest.approx(along(second, one), rel=1e-8)
    whole = gradient(four_bar(), objective, by, **how)
    assert first.value == pytest.approx(along(whole, one))


@pytest.mark.slow
def test_cost_is_that_of_a_few_runs_whatever_the_number_of_names() -> None:
    known = [full for full, _ in number_entries(four_bar().model)]
    many = [name for name in known if "frame" not in name and "rotation" not in name]
    system = four_bar().compiled.variant(parameters=many)
    sim = Analysis(system).simulator(system.assemble({"A.angle": 1.2}).q)
    kernels = AdjointKernels()
    run = sim.step_kernel("rk4").operations
    assert kernels.step(sim, "rk4").operations + run < 5 * run
    # stages of a step with error control are taken anew, then gone back, and so is the projection
    slope, closing = 12 * sim.slope_kernel().operations, sim.project_kernel().operations
    back = 12 * kernels.slope(sim).operations + kernels.closing(sim).operations
    assert 2 * slope + closing + back < 7 * (slope + closing)
    objective = mixed("A.angle")
    how: dict[str, Any] = {"start": {"A.angle": 1.2}, "until": 0.05, "method": "rk4", "step": 0.01}
    whole = gradient(system, objective, many, **how)
    one = gradient(system, objective, [many[1]], **how)  # the same kernels
    assert np.array_equal(one[many[1]], whole[many[1]])


@pytest.mark.parametrize(("k", "d", "most"), [(1e2, 1.0, 1.0), (1e4, 200.0, 1.6), (1e6, 1.0, 1.01)])
def test_stiff_motions_keep_most_of_their_steps(
    monkeypatch: pytest.MonkeyPatch, k: float, d: float, most: float
) -> None:
    """Steps that are gone back for each step of the run, as the page on gradients states them."""
    m = Mechanism("two", gravity=(0.0, 0.0, 0.0))
    m.body("one", 1.0, (0, 0, 0), (0.1, 0.1, 0.1))
    m.body("two", 1.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(1, 0, 0))
    m.prismatic("A", m.ground, "one", at=(0, 0, 0), axis="x")
    m.prismatic("B", "one", "two", at=(1, 0, 0), axis="x")
    m.joint_spring("S", "A", k=10.0)
    m.joint_spring("T", "B", k=k, d=d)
    system, counts = m.build().compile(), []

    def counted(tape: Any, *more: Any) -> None:
        for divide in (lambda: None, lambda: refinement.refine(tape, *more)):
            divide()
            counts.append(sum(len(part.steps) for leg in tape for part in leg.parts))

    monkeypatch.setattr(run_gradient, "refine", counted)
    found = gradient(system, "final A.displacement", ["S.k"], start={"A.displacement": 0.1},
                     until=0.2)  # fmt: skip
    taken, gone_back = counts
    assert np.isfinite(found["S.k"]) and taken <= gone_back <= most * taken
