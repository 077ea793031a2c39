"""Derivatives of whole motions by the numbers of a model, against differences of simulations."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import sarrus
from analysis.machines import MACHINES, G, moving
from analysis.nearby import Nearby, independent
from loops.mechanisms import bricard, four_bar
from sarrus import analysis
from sarrus.system import State, System
from sarrus.system.analysis import SensitivitiesStopped
from simulation.machines import pendulum

TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def differences(
    system: System, state: State, parameter: str, number: int, until: float, **how: Any
) -> tuple[np.ndarray, np.ndarray]:
    """The derivatives of q and v at the end by one number: four simulations, tight."""
    locked = how.get("locked", ())
    near = Nearby(system, state, independent(system, state, locked), locked=locked)
    known = system.compiled.compiler.parameters
    value = dict(zip(known.names, known.defaults, strict=True))[
        system.compiled.full_parameter(parameter)
    ]
    h = 1e-3 * max(0.1, float(np.max(np.abs(value))))
    inputs = how.get("efforts", {})
    ends = []
    for k in (-2, -1, 1, 2):
        other = np.array(value, dtype=float)
        other.flat[number] += k * h
        numbers = {parameter: other}
        start = replace(near, numbers=numbers).neighbor()
        run = system.simulate(
            start, until=until, inputs=inputs, locked=near.locked, parameters=numbers, **TIGHT
        )
        ends.append(np.concatenate([run.q[-1], run.v[-1]]))
    slope = (8 * (ends[2] - ends[1]) - (ends[3] - ends[0])) / (12 * h)
    return slope[: system.nq], slope[system.nq :]


def swing(t: Any, s: Any) -> Any:
    return 2.0 * np.sin(3.0 * t) - 1.5 * s["A.angle"]


CASES: dict[str, tuple[str, dict[str, int], float, dict[str, Any]]] = {
    "pendulum": ("pendulum", {"rod.mass": 0, "gravity": 1}, 1.0, {"efforts": {"A": swing}}),
    "four_bar": ("four_bar", {"S.k": 0, "coupler.mass": 0}, 0.8, {"efforts": {"A": swing}}),
    "four_bar, length": ("four_bar", {"B.parent_point": 1}, 0.8, {}),
    "five_bar, locked": ("five_bar", {"rod_r.mass": 0, "gravity": 1}, 0.6, {"locked": ["A"]}),
    "slider_crank, lengths": ("slider_crank", {"ball.child_point": 1, "rod.mass": 0}, 0.2, {}),
    "crane": ("crane", {"strut.k": 0, "hinge.axis": 0}, 0.5, {}),
}  # fmt: skip
SLOW = ("crane", "slider_crank, lengths", "five_bar, locked")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n in SLOW else n for n in CASES]
)
def test_derivatives_of_a_motion(name: str) -> None:
    machine, numbers, until, how = CASES[name]
    system = MACHINES[machine]().compile(parameters=list(numbers), kernels=())
    state = moving(system, speed=0.0 if how.get("locked") else 0.5)
    run = analysis.simulate_sensitivities(
        system, state, list(numbers), until=until, every=until / 4, **how
    )
    assert run.t == pytest.approx(np.linspace(0.0, until, 5))
    plain = system.simulate(
        state, until=until, every=until / 4, inputs=how.get("efforts", {}),
        locked=how.get("locked", ()), **TIGHT,
    )  # fmt: skip
    assert run.q == pytest.approx(plain.q, abs=1e-7)
    for parameter, number in numbers.items():
        by_q, by_v = differences(system, state, parameter, number, until, **how)
        column = run.parameters.index(next(
            p for p in run.parameters if p in (parameter, f"{parameter}[{number}]")))  # fmt: skip
        scale = np.max(np.abs(by_q)) + np.max(np.abs(by_v))
        assert np.max(np.abs(run.q_p[-1, :, column] - by_q)) <= 1e-6 * scale, parameter
        assert np.max(np.abs(run.v_p[-1, :, column] - by_v)) <= 1e-6 * scale, parameter


def test_driven_motion_follows_its_kinematics() -> None:
    """All freedoms driven: derivatives at the end are those of the kinematics there."""
    by = ["ball.child_point"]
    system = MACHINES["slider_crank"]().compile(parameters=by, kernels=())

    def turn(t: Any) -> Any:
        return 0.1 + 2.0 * t - 1.5 * t * t

    start = system.assemble({"crank_pivot": 0.1}, {"crank_pivot": 2.0})
    run = analysis.simulate_sensitivities(
        system, start, by, until=0.3, driven={"crank_pivot": turn}
    )
    end = system.state(run.q[-1], run.v[-1], 0.3)
    names = ["guide", "fork.angle_1", "guide.speed"]
    there = analysis.sensitivities(system, end, names, by, driven={"crank_pivot": turn})
    for row, name in enumerate(names):
        scale = np.max(np.abs(there.matrix[row]))
        assert np.max(np.abs(run.of(name, by[0])[-1] - there.matrix[row])) < 1e-6 * scale


def test_falling_in_closed_form() -> None:
    """A mass on a guide, thrown: x = v t - g t^2/2, dx/dg = -t^2/2, and nothing by mass."""
    m = sarrus.Mechanism("stone", (0.0, 0.0, -G))
    m.body("stone", 2.0, (0, 0, 0), (0.1, 0.1, 0.1))
    m.prismatic("guide", m.ground, "stone", at=(0, 0, 0), axis="z")
    system = m.build().compile(kernels=())
    start = system.assemble({}, {"guide": 3.0})
    run = analysis.simulate_sensitivities(
        system, start, ["gravity", "stone.mass"], until=1.0, every=0.1
    )
    assert run["guide"] == pytest.approx(3.0 * run.t - 0.5 * G * run.t**2, abs=1e-9)
    assert run.of("guide", "gravity[2]") == pytest.approx(0.5 * run.t**2, abs=1e-9)
    assert run.of("guide.speed", "gravity[2]") == pytest.approx(run.t, abs=1e-9)
    assert np.array_equal(run.of("guide", "stone.mass"), np.zeros(11))
    assert run.of("guide", "gravity").shape == (11, 3)
    with pytest.raises(sarrus.ModelError):
        run.of("guide", "stone.com")


def test_derivatives_stay_on_the_loops() -> None:
    """Along the motion, Phi dq + dPhi/dp = 0 stays true: lengths change, loops stay closed."""
    system = four_bar().compile(parameters=["B.parent_point"], kernels=())
    state = moving(system, speed=1.0)
    run = analysis.simulate_sensitivities(system, state, ["B.parent_point"], until=1.0, every=0.2)
    value = np.array(system.model.joint("B").on_parent.position)
    eps = 1e-5
    for q, q_p in zip(run.q, run.q_p[:, :, 1], strict=True):
        gaps = []
        for s in (1, -1):
            numbers = {"B.parent_point": value + s * eps * np.array([0.0, 1.0, 0.0])}
            last = system.compiled.last_inputs(parameters=numbers)
            gaps.append(system.compiled.loops.closure(q + s * eps * q_p, *last)[0])
        assert np.max(np.abs(gaps[0] - gaps[1])) / (2 * eps) < 1e-6


@pytest.mark.slow
def test_redundant_loops_over_a_long_way() -> None:
    """Bricard's loop over half its way, its rows chosen anew where they get poor."""
    system = bricard().compile(parameters=["rod2.mass"], kernels=())
    state = system.initial_state()
    run = analysis.simulate_sensitivities(system, state, ["rod2.mass"], until=3.0, every=0.5)
    assert run.t[-1] == 3.0
    by_q, by_v = differences(system, state, "rod2.mass", 0, 3.0)
    assert run.q_p[-1, :, 0] == pytest.approx(by_q, abs=1e-6 * np.max(np.abs(by_q)))
    assert run.v_p[-1, :, 0] == pytest.approx(by_v, abs=1e-6 * np.max(np.abs(by_v)))


def test_a_run_that_cannot_go_on_is_named() -> None:
    """A force that becomes infinite: said, with the time, and not a shorter table."""
    system = pendulum().compile(kernels=())
    start = system.assemble({"A": 0.0})
    with pytest.raises(SensitivitiesStopped) as refused:
        analysis.simulate_sensitivities(
            system, start, ["rod.mass"], until=2.0, efforts={"A": lambda t: 1.0 / (0.5 - t) ** 2}
        )
    assert refused.value.problems[0].code == "E-STEP"
    kept = refused.value.run
    assert kept.t[-1] < 0.5
    assert len(kept.t) == len(kept.q) > 1


def test_laws_in_plain_python_are_refused() -> None:
    system = pendulum().compile(kernels=())
    with pytest.raises(sarrus.ModelError) as refused:
        analysis.simulate_sensitivities(system,
            system.assemble(), ["rod.mass"], until=1.0,
            efforts={"A": lambda t, s: 1.0 if t > 0 else 0.0},
        )  # fmt: skip
    assert refused.value.problems[0].code == "D08"
    held = sarrus.system.Sampled(lambda t, s: -s["A"], 0.1)
    with pytest.raises(sarrus.ModelError) as refused:
        analysis.simulate_sensitivities(
            system, system.assemble(), ["rod.mass"], until=1.0, efforts={"A": held}
        )
    assert refused.value.problems[0].code == "D10"
