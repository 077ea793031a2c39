"""Friction under the load of the last step: as defined, in files, and refused where it must be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from forces.bearing_machines import G, pendulum, slip
from loops.mechanisms import four_bar
from sarrus import Mechanism, ModelError, ResultFile, Run, Sampled, System
from sarrus.model.forces import BearingFriction

LAW = {"mu": 0.4, "radius": 0.08, "smoothing": 0.05}


def lagged_pendulum() -> System:
    return System(pendulum(lagged=True, **LAW), cache=None)


def lagged_four_bar() -> System:
    """Friction in all joints, that of B and of the cut joint C under the load of the last step."""

    def more(m: Mechanism) -> None:
        for joint in "ABCD":
            sizes = {"radius": 0.05, "smoothing": 0.05, "lagged": joint in "BC"}
            m.bearing_friction(f"F{joint}", joint, 0.2, **sizes)

    return System(four_bar(more=more), cache=None)


def reaction(angle: float, w: float, a: float) -> float:
    out = np.array([np.cos(angle), np.sin(angle)])
    up = np.array([-out[1], out[0]])
    return float(np.linalg.norm(2.0 * (0.5 * a * up - 0.5 * w * w * out + np.array([0.0, G]))))


def test_pendulum_by_its_definition() -> None:
    """Runge-Kutta steps in plain Python, whose friction has the load at the last step's end."""
    system = lagged_pendulum()
    (law,) = system.compiled.loops.bearings
    y, h, steps = np.array([0.4, 1.0]), 0.01, 150

    def slope(y: np.ndarray, load: float) -> np.ndarray:
        a = (-2.0 * G * 0.5 * np.cos(y[0]) - slip(law, y[1]) * load) / 0.6
        return np.array([y[1], a])

    start = system.state(y[:1], y[1:])
    load = float(system.accelerations(start).bearing[0])
    expected, loads = [y], [load]
    for _ in range(steps):
        k1 = slope(y, load)
        k2 = slope(y + 0.5 * h * k1, load)
        k3 = slope(y + 0.5 * h * k2, load)
        k4 = slope(y + h * k3, load)
        y = y + h / 6.0 * (k1 + 2.0 * (k2 + k3) + k4)
        load = 0.08 * reaction(y[0], y[1], slope(y, load)[1])
        expected.append(y)
        loads.append(load)
    run = system.simulate(start, until=steps * h, method="rk4", step=h, every=h)
    h_ = run.history
    assert h_["A.angle"] == pytest.approx([y[0] for y in expected], abs=1e-12)
    rates = h_["A.rate"]
    efforts = [-slip(law, w) * L for w, L in zip(rates, loads, strict=True)]
    assert h_["F.effort"] == pytest.approx(efforts, abs=1e-11)
    moved = [slope(y, L)[1] for y, L in zip(expected, loads, strict=True)]
    assert h_["A.angle_acceleration"] == pytest.approx(moved, abs=1e-10)
    assert run.motion(70).vdot[0] == pytest.approx(moved[70], abs=1e-10)


@pytest.mark.parametrize("method", ("euler", "rk4", "midpoint"))
def test_loops_by_their_definition(method: str) -> None:
    """Every state has the loads that its reactions make under those of the state before."""
    system = lagged_four_bar()
    start = system.assemble({"A.angle": 0.2}, {"A.rate": 2.0})
    run = system.simulate(start, until=0.05, method=method, step=0.005, every=0.005)
    h, lagging = run.history, ("FB", "FC")
    names = [b.name for b in system.compiled.loops.bearings]
    joints = {b.name: b for b in system.compiled.loops.bearings}
    found = system.accelerations(start)
    loads = {n: float(found.bearing[names.index(n)]) for n in lagging}
    for k in range(len(run.t)):
        state = run.state(k)
        if k:
            before = system.accelerations(state, lagged=loads)
            told = system.reactions(before)
            loads = {n: 0.05 * float(np.hypot(*told[joints[n].joint].force[:2])) for n in lagging}
        here = system.accelerations(state, lagged=loads)
        assert h["A.angle_acceleration"][k] == pytest.approx(here["A.rate"], rel=1e-8)
        for n in names:
            load = loads.get(n, float(here.bearing[names.index(n)]))
            effort = -slip(joints[n], float(h[f"{joints[n].joint}.rate"][k])) * load
            assert h[f"{n}.effort"][k] == pytest.approx(effort, rel=1e-8)


def test_short_steps_come_to_the_loads_that_agree() -> None:
    """The error of lagging falls with the first power of the step."""
    system = lagged_pendulum()
    agreed = System(pendulum(**LAW), cache=None)
    state = np.array([0.4]), np.array([1.0])
    exact = agreed.simulate(agreed.state(*state), until=1.0, rtol=1e-11, atol=1e-13).final["A"]
    errors = []
    for h in (4e-3, 2e-3, 1e-3):
        run = system.simulate(system.state(*state), until=1.0, method="rk4", step=h, every=0.5)
        errors.append(abs(run.final["A"] - exact))
    ratios = np.array(errors[:-1]) / np.array(errors[1:])
    assert ratios == pytest.approx([2.0, 2.0], abs=0.1)


@pytest.mark.parametrize("method", ("auto", "pece", "abm4", "ab3", "adams", "bdf", "ida"))
def test_methods_without_a_last_step_refuse(method: str) -> None:
    system = lagged_pendulum()
    start = system.state(np.array([0.4]), np.array([1.0]))
    how: dict[str, Any] = {"step": 1e-3} if method.startswith("ab") else {}
    with pytest.raises(ModelError, match="D16") as told:
        system.simulate(start, until=0.1, method=method, **how)
    assert f"'{method}'" in told.value.problems[0].element
    assert "rk4" in told.value.problems[0].action


def test_one_state_has_no_last_step() -> None:
    """Away from a simulation, lagged friction is found like any other."""
    state = np.array([0.4]), np.array([1.0])
    a, b = lagged_pendulum(), System(pendulum(**LAW), cache=None)
    assert a.forward_dynamics(*state, np.zeros(1)) == b.forward_dynamics(*state, np.zeros(1))
    assert a.accelerations(a.state(*state)).vdot == b.accelerations(b.state(*state)).vdot
    small = [s.linearize(s.state(*state)).A for s in (a, b)]
    assert np.array_equal(*small)


def test_no_iteration_is_left_where_all_lag() -> None:
    from sarrus.system.simulation.modes import Mode, Modes

    system = lagged_pendulum()
    q = np.array([0.4])
    counts = [
        Modes(system, {}, (0.0, 1.0), 0.0, lagging).simulator(Mode(), q).slope_kernel().operations
        for lagging in (False, True)
    ]
    assert 4 * counts[1] < counts[0]


def controller(t: float, state: Any) -> float:
    return -0.3 * float(state["A.rate"])


def simulated(system: System, **more: Any) -> Run:
    start = system.assemble({"A.angle": 0.2}, {"A.rate": 2.0})
    how = {"until": 0.2, "method": "rk4", "step": 0.001, "every": 0.004}
    return system.simulate(start, inputs={"D": Sampled(controller, 0.01)}, **how, **more)


class Break:
    """Stops a run somewhere on its way."""

    def __call__(self, part: float) -> None:
        if part > 0.4:
            raise KeyboardInterrupt


def test_a_run_goes_on_from_its_file(tmp_path: Path) -> None:
    system = lagged_four_bar()
    whole, again = simulated(system), simulated(system)
    assert np.array_equal(whole.history["A.angle"], again.history["A.angle"])
    path = tmp_path / "run.sarrus"
    part = simulated(system, file=ResultFile(path, every=0.0), progress=Break())
    assert 5 < len(part) < len(whole)
    run = sarrus.resume(path, inputs={"D": Sampled(controller, 0.01)})
    assert len(run) == len(whole)
    for name in ("A.angle", "A.rate", "FB.effort", "FC.effort", "D.effort", "energy.loss"):
        assert np.array_equal(run.history[name], whole.history[name])


def test_lagged_is_yes_or_no() -> None:
    m = Mechanism("wrong", (0.0, -G, 0.0))
    m.body("a", 1.0, (0, 0, 0), (1, 1, 1))
    m.revolute("J", m.ground, "a", at=(0, 0, 0), axis="z")
    m.bearing_friction("F", "J", 0.1, radius=0.1, lagged="once")  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="M25"):
        m.build()
    assert BearingFriction("F", "J", 0.1, 0.1).lagged is False
