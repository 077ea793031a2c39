"""Friction that depends on the load, in time: the ledger, jamming, derivatives, histories."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from forces.bearing_machines import (
    G,
    drawer,
    in_absolute_coordinates,
    painleve,
    pendulum,
    rubbing_four_bar,
    rubbing_slider_crank,
    slip,
)
from loops.mechanisms import four_bar
from sarrus import Model, SimulationStopped, System, analysis
from sarrus.events import Event, Stop
from sarrus.model.forces import BearingFriction
from sarrus.spatial.dual import rate_of
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.modes import Mode, Modes

STEPS = {"euler", "rk4", "ab3", "abm4", "midpoint"}
METHODS = ("auto", "rk4", "abm4", "midpoint", "adams", "bdf", "ida")


def options(method: str, step: float = 1e-3) -> dict[str, Any]:
    return {"method": method} | ({"step": step} if method in STEPS else {"rtol": 1e-8})


@pytest.fixture(scope="module")
def bar() -> System:
    return System(rubbing_four_bar(), cache=None)


@pytest.fixture(scope="module")
def crank() -> System:
    return System(rubbing_slider_crank(), cache=None)


@pytest.mark.parametrize("method", METHODS)
def test_four_bar_by_all_methods(bar: System, method: str) -> None:
    start = bar.assemble({"A.angle": 0.2}, {"A.rate": 2.0})
    run = bar.simulate(start, until=1.0, every=0.02, **options(method))
    h = run.history
    total, loss, booked = h["energy.total"], h["energy.loss"], h["energy.corrections"]
    off = total + loss - booked - total[0]
    assert np.max(np.abs(off)) < 1e-6 * np.max(loss)
    assert np.min(np.diff(loss)) >= 0.0 and loss[-1] > 5.0
    each = [h[f"F{j}.dissipation"] for j in "ABCD"]
    assert np.min(each) >= 0.0
    assert h["power.dissipation"] == pytest.approx(sum(each), rel=1e-12)
    assert h["A.angle"][-1] == pytest.approx(4.770915044478, abs=2e-6 if method == "bdf" else 2e-7)


@pytest.mark.parametrize("method", ("auto", "bdf", "ida"))
def test_slider_crank_by_methods(crank: System, method: str) -> None:
    start = crank.assemble({}, {"crank_pivot.rate": 6.0})
    run = crank.simulate(start, until=0.5, every=0.01, **options(method))
    h = run.history
    off = h["energy.total"] + h["energy.loss"] - h["energy.corrections"]
    assert np.max(np.abs(off - off[0])) < 1e-6 * h["energy.loss"][-1]
    assert min(np.min(h["FA.dissipation"]), np.min(h["FG.dissipation"])) >= 0.0
    expected = crank.simulate(start, until=0.5, every=0.01, rtol=1e-11, atol=1e-13).history
    assert h["guide.displacement"] == pytest.approx(expected["guide.displacement"], abs=2e-7)


def test_pendulum_against_scipy() -> None:
    """The motion of one equation, the acceleration found by bracketing at every evaluation."""
    model = pendulum(0.4, smoothing=0.05)
    (law,) = [f for f in model.forces if isinstance(f, BearingFriction)]

    def slope(t: float, y: np.ndarray) -> list[float]:
        angle, w = y
        out = np.array([np.cos(angle), np.sin(angle)])
        up = np.array([-out[1], out[0]])

        def left(a: float) -> float:
            R = 2.0 * (0.5 * a * up - 0.5 * w * w * out + np.array([0.0, G]))
            return float(0.6 * a + G * out[0] + slip(law, w) * 0.05 * np.linalg.norm(R))

        return [w, brentq(left, -1e4, 1e4, xtol=1e-14, rtol=1e-15)]

    times = np.linspace(0.0, 3.0, 7)
    expected = solve_ivp(slope, (0, 3), [0.4, 1.0], "DOP853", times, rtol=1e-11, atol=1e-12).y
    system = System(model, cache=None)
    start = system.state(np.array([0.4]), np.array([1.0]))
    run = system.simulate(start, until=3.0, every=0.5, rtol=1e-10, atol=1e-12)
    assert run.history["A.angle"] == pytest.approx(expected[0], abs=1e-8)


# --- jamming -------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_a_drawer_that_jams_does_not_start(method: str) -> None:
    """At full speed T = mu (N + 2 T) has no solution with mu = 0.501; with 0.498 it has."""
    hard, easy = System(drawer(0.501), cache=None), System(drawer(0.498), cache=None)
    fast = np.ones(1)
    with pytest.raises(SimulationStopped) as told:
        hard.simulate(hard.state(np.zeros(1), fast), until=0.1, **options(method, 1e-5))
    (problem,) = told.value.problems
    assert problem.code == "D14" and "'F'" in problem.element and "mu = 0.501" in problem.rule
    assert "1.002 times" in problem.rule
    until = 1e-4
    last = easy.simulate(easy.state(np.zeros(1), fast), until=until, **options(method, 1e-6)).final
    N = 3.0 * G * np.cos(0.5)
    a = G * np.sin(0.5) - 0.498 * N / (1.0 - 0.498 * 2.0) / 3.0
    assert last["J.speed"] == pytest.approx(1.0 + a * until, abs=1e-6)


def test_a_drawer_creeps_where_friction_can_hold_it() -> None:
    """From rest it comes near jamming, where friction grows without end: it never gets there."""
    system = System(drawer(0.501, tilt=1.2), cache=None)
    run = system.simulate(system.state(np.zeros(1)), until=1.0, method="bdf", rtol=1e-9)
    k, weight = 2.0, 3.0 * G
    # m g sin = s N / (1 - k s), s = mu tanh(v / 0.01)
    s = weight * np.sin(1.2) / (weight * np.cos(1.2) + k * weight * np.sin(1.2))
    assert run.final["J.speed"] == pytest.approx(0.01 * np.arctanh(s / 0.501), rel=1e-6)


@pytest.mark.parametrize("method", METHODS)
def test_painleve_rod_stops_on_the_way(method: str) -> None:
    """The rod swings up while its end slides: it stops where 3 mu tan = 0.999 (4 + tan^2)."""
    mu = 1.5
    system = System(painleve(mu, 1.0), cache=None)
    start = system.state(np.zeros(2), np.array([3.0, 6.0]))
    with pytest.raises(SimulationStopped) as told:
        system.simulate(start, until=1.0, every=1e-4, **options(method, 1e-4))
    (problem,) = told.value.problems
    assert problem.code == "D14" and "0.999 is the most" in problem.rule
    last = told.value.run.final  # type: ignore[attr-defined]
    tangent = np.tan(np.arctan(1.0) + last["pin.angle"])
    reached = 3.0 * mu * tangent / (4.0 + tangent**2)
    assert 0.99 < reached < 0.999
    assert f"t = {last.t:.4f}"[:9] in problem.element


# --- derivatives ---------------------------------------------------------------------------------


def simulator(system: System, q: np.ndarray, **mode: Any) -> Simulator:
    return Modes(system, {}, (0.0, 1.0)).simulator(Mode(**mode), q)


@pytest.mark.parametrize("name", ("bar", "crank", "pendulum"))
def test_slopes_against_differences(name: str, request: pytest.FixtureRequest) -> None:
    if name == "pendulum":
        system = System(pendulum(smoothing=0.5), cache=None)
        state = system.state(np.array([0.3]), np.array([0.2]))
    else:
        system = request.getfixturevalue(name)
        rates = {"bar": {"A.rate": 0.2}, "crank": {"crank_pivot.rate": 0.3}}[name]
        state = system.assemble({}, rates)
    sim = simulator(system, state.q)
    y = sim.start(state)
    given = {**sim.inputs(sim.choice(y)), "t": np.zeros(1)}

    def call(kernel: Any, at: np.ndarray) -> np.ndarray:
        values = {**given, "y": at}
        found = kernel(*[values[port.name] for port in kernel.inputs])
        return np.asarray(found[0] if isinstance(found, tuple) else found)

    J = call(sim.slope_jacobian_kernel(), y)
    slope = sim.slope_kernel()
    for k in range(len(y)):
        h = 1e-5
        step = h * np.eye(len(y))[k]
        near = (call(slope, y + step) - call(slope, y - step)) / (2 * h)
        far = (call(slope, y + 2 * step) - call(slope, y - 2 * step)) / (4 * h)
        expected = (4.0 * near - far) / 3.0
        scale = 1.0 + np.max(np.abs(expected))
        assert J[:, k] == pytest.approx(expected, abs=1e-6 * scale)
    flow, way = sim.flow_in_numbers().with_mixing(given.get("T")), np.linspace(-1.0, 1.0, len(y))
    by_duals = rate_of(lambda at: flow.slope(0.0, at).ydot, y, way)
    assert by_duals == pytest.approx(J @ way, abs=1e-9 * np.max(np.abs(J)))


def test_linearisation_against_differences_of_accelerations(bar: System) -> None:
    state = bar.assemble({"A.angle": 0.2}, {"A.rate": 0.05})
    found = bar.linearize(state, inputs=["A"], independent=["A"])
    h = 1e-6

    def acceleration(angle: float, rate: float, effort: float) -> float:
        here = bar.assemble({"A.angle": 0.2 + angle}, {"A.rate": 0.05 + rate}, guess=state.q)
        return float(bar.accelerations(here, efforts={"A": effort})["A.rate"])

    def slope(*unit: float) -> float:
        plus, minus = (acceleration(*(sign * h * u for u in unit)) for sign in (1.0, -1.0))
        return (plus - minus) / (2 * h)

    expected = [slope(1, 0, 0), slope(0, 1, 0)]
    assert found.A[1] == pytest.approx(expected, rel=2e-6)
    assert found.B[1, 0] == pytest.approx(slope(0, 0, 1), rel=1e-6)


# --- histories, drives, events -------------------------------------------------------------------


def test_history_against_single_states_and_absolute_coordinates(bar: System) -> None:
    start = bar.assemble({"A.angle": 0.2}, {"A.rate": 2.0})
    run = bar.simulate(start, until=0.4, every=0.1, inputs={"D": 1.2})
    h = run.history
    rates = {j: h[f"{j}.rate"] for j in "ABCD"}
    for k in range(len(run.t)):
        loads, _, reactions = in_absolute_coordinates(bar, run.state(k), {"D": 1.2})
        for f in bar.compiled.loops.bearings:
            effort = -slip(f, float(rates[f.joint][k])) * loads[f.name]
            assert h[f"{f.name}.effort"][k] == pytest.approx(effort, rel=1e-9)
            radial = np.linalg.norm(reactions[f.joint].force[:2])
            x, y = (h[f"{f.joint}.reaction.force.{axis}"][k] for axis in "xy")
            seen = np.hypot(x, y)
            assert seen == pytest.approx(radial, rel=1e-9)


@pytest.mark.parametrize("method", ("auto", "rk4", "bdf", "ida"))
def test_driven_simulation_agrees_with_the_drive(bar: System, method: str) -> None:
    law = {"A.angle": lambda t: 0.2 + 0.3 * np.sin(4.0 * t)}
    drive = bar.drive(law, until=0.5, every=0.05)
    start = bar.assemble({"A.angle": 0.2}, {"A.rate": 1.2}, guess=drive.motions[0].state.q)
    run = bar.simulate(start, until=0.5, every=0.05, driven=law, **options(method))
    for name in ("A.effort", "FB.effort", "FC.effort", "B.reaction.force.x"):
        size = np.max(np.abs(drive.history[name]))
        assert run.history[name] == pytest.approx(drive.history[name], abs=2e-5 * size)
    h = run.history
    assert h["energy.total"] - h["energy.work"] + h["energy.loss"] - h["energy.corrections"] == (
        pytest.approx(np.full(len(h.t), h["energy.total"][0]), abs=1e-5)
    )


def test_driven_tree_needs_the_effort_of_friction() -> None:
    model = pendulum(0.4, smoothing=0.05)
    system = System(model, cache=None)
    law = {"A.angle": lambda t: 0.2 + 0.3 * np.sin(4.0 * t)}
    start = system.state(np.array([0.2]), np.array([1.2]))
    run = system.simulate(start, until=0.5, every=0.1, driven=law)
    h = run.history
    for k, t in enumerate(h.t):
        q, v, a = 0.2 + 0.3 * np.sin(4 * t), 1.2 * np.cos(4 * t), -4.8 * np.sin(4 * t)
        tau = system.inverse_dynamics(np.array([q]), np.array([v]), np.array([a]))[0]
        assert h["A.effort"][k] == pytest.approx(tau, rel=1e-9)
        assert h["F.effort"][k] * v <= 0.0


def test_events_see_reactions_with_friction(bar: System) -> None:
    start = bar.assemble({"A.angle": 0.2}, {"A.rate": 2.0})
    plain = bar.simulate(start, until=0.5, every=0.001).history["B.reaction.force.x"]
    level = 0.5 * (plain.min() + plain.max())
    event = Event(lambda t, s: s["B.reaction.force.x"] - level, Stop())
    run = bar.simulate(start, until=0.5, events=[event])
    assert run.history["B.reaction.force.x"][-1] == pytest.approx(level, rel=1e-6)


def test_coefficients_are_parameters(bar: System) -> None:
    model = rubbing_four_bar()
    system = System(model, parameters=["FA.mu", "FB.radius"], cache=None)
    start = system.assemble({"A.angle": 0.2}, {"A.rate": 2.0})
    values = {"FA.mu": 0.5, "FB.radius": 0.02}
    found = system.accelerations(start, parameters=values)
    expected = System(changed(model), cache=None)
    there = expected.assemble({"A.angle": 0.2}, {"A.rate": 2.0})
    assert found.vdot == pytest.approx(expected.accelerations(there).vdot, rel=1e-11)
    run = system.simulate(start, until=0.3, parameters=values)
    other = expected.simulate(there, until=0.3)
    assert run.final["A.angle"] == pytest.approx(other.final["A.angle"], rel=1e-9)


def test_gradients_by_coefficients_against_differences(bar: System) -> None:
    state = bar.assemble({"A.angle": 0.2}, {"A.rate": 2.0})
    names = ["FA.mu", "FB.radius"]
    outputs = ["A.angle_acceleration", "B.reaction.force.x"]
    found = analysis.sensitivities(bar, state, outputs, by=names, independent=["A"]).matrix
    system = System(rubbing_four_bar(), parameters=names, cache=None)
    here = system.assemble({"A.angle": 0.2}, {"A.rate": 2.0})

    def values(**given: float) -> np.ndarray:
        numbers = {name.replace("_", "."): value for name, value in given.items()}
        moving = system.accelerations(here, parameters=numbers)
        force = system.reactions(moving, joints=["B"], parameters=numbers)["B"].force
        return np.array([moving["A.rate"], force[0]])

    h = 1e-6
    by_mu = (values(FA_mu=0.2 + h) - values(FA_mu=0.2 - h)) / (2 * h)
    by_radius = (values(FB_radius=0.05 + h) - values(FB_radius=0.05 - h)) / (2 * h)
    assert found == pytest.approx(np.column_stack([by_mu, by_radius]), rel=1e-6)


def changed(model: Model) -> Model:
    new = {"FA": {"mu": 0.5}, "FB": {"radius": 0.02}}
    return replace(
        model,
        forces=tuple(
            replace(f, **new.get(f.name, {})) if isinstance(f, BearingFriction) else f
            for f in model.forces
        ),
    )


def test_without_bearings_nothing_is_computed_twice() -> None:
    """Operations of the slope: with friction of no coefficient they are more, without it none."""
    plain, loaded = System(four_bar(), cache=None), System(rubbing_four_bar(), cache=None)
    counts = []
    for system in (plain, loaded):
        q = system.assemble({"A.angle": 0.2}).q
        counts.append(simulator(system, q).slope_kernel().operations)
    assert counts[0] < counts[1] < 10 * counts[0]
