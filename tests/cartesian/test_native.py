"""Runs in native code against those from Python and in joint coordinates; order, energy, turns."""

from __future__ import annotations

import ast
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus.cartesian
from cartesian.mechanisms import rssr
from cartesian.test_simulation import INERTIA, TorsionSpring, geared, wheel
from sarrus import Mechanism, Model, ModelError, System, gallery
from sarrus.cartesian import CartesianRun, CartesianState, CartesianSystem, native
from sarrus.errors import SimulationStopped
from sarrus.system import Run
from sarrus.system.state import State

TIGHT = {"rtol": 1e-11, "atol": 1e-12}


def moving(name: str) -> tuple[System, State, float]:
    """Return a mechanism of the gallery in motion, and until when."""
    given = {"tracked_vehicle": {"track": False}}.get(name, {})  # controllers have states
    system = getattr(gallery, name)(**given).compile(kernels=())
    speeds = {
        "tracked_vehicle": {"hull.vx": 11.0},
        "spatial_slider_crank": {"crank_pivot.rate": 6.0},
    }
    until = {"tracked_vehicle": 2.5, "rssr": 1.0, "bricard": 2.0, "vehicle_5dof": 1.0}.get(
        name, 0.2
    )
    if not system.closed:
        v = system.velocities_of(speeds.get(name, {}))
        return system, system.state(system.neutral(), v), until
    return system, system.assemble(rates=speeds.get(name)), until


def absolute(system: System, state: State) -> tuple[CartesianSystem, CartesianState]:
    """Return the Cartesian solver of the same model, at the same state."""
    solver, there = CartesianSystem(system.model), system.kinematics(state.q, state.v)
    names = [body.name for body in system.model.bodies]
    poses = {name: (there[name].rotation, there[name].position) for name in names}
    speeds = {name: (there[name].velocity, there[name].angular_velocity) for name in names}
    return solver, solver.state(poses, speeds)


def distance(solver: CartesianSystem, one: CartesianRun, system: System, run: Run) -> float:
    """Return how far bodies are apart in absolute and in joint coordinates, in model lengths."""
    off = 0.0
    for k, state in enumerate(one.states):
        there = system.kinematics(run.q[k], run.v[k])
        for name, body in solver.bodies(state).items():
            off = max(off, float(np.max(np.abs(there[name].position - body.position))))
            off = max(off, solver.length * np.max(np.abs(there[name].rotation - body.rotation)))
    return off / solver.length


SLOW = ("tracked_vehicle", "vehicle_5dof", "bricard", "sarrus_linkage", "rusr")
SLOW += ("stewart_platform", "delta_robot", "double_wishbone")


@pytest.mark.parametrize(
    "name",
    ["rssr", "spatial_slider_crank", *(pytest.param(n, marks=pytest.mark.slow) for n in SLOW)],
)
def test_CHK_C01_native_run_equals_both_others(name: str) -> None:
    """To 1e-10 the run from Python, to 1e-9 that in joint coordinates, with the same energy."""
    system, start, until = moving(name)
    times = np.linspace(0.0, until, 5)
    solver, there = absolute(system, start)
    found = solver.simulate(there, until, method="auto", times=times, **TIGHT)
    python = solver.simulate(there, until, times=times, rtol=1e-12, atol=1e-13)
    for ours, theirs in zip(found.states, python.states, strict=True):
        size = np.tile([solver.length] * 3 + [1.0] * 4, len(system.model.bodies))
        np.testing.assert_allclose(ours.y / size, theirs.y / size, rtol=0, atol=1e-10)
        np.testing.assert_allclose(ours.near, theirs.near, rtol=1e-9, atol=1e-9)
    run = system.simulate(start, times=times, **TIGHT)
    assert distance(solver, found, system, run) < 1e-9
    np.testing.assert_allclose(found.energy, python.energy, rtol=1e-10, atol=1e-9)
    assert max(solver.constraint_error(state) for state in found.states) < 1e-13
    assert max(solver.velocity_error(state) for state in found.states) < 1e-12
    assert found.operations is not None and found.steps > 0 and found.wall > 0.0


@pytest.fixture(scope="module")
def linkage() -> tuple[CartesianSystem, CartesianRun]:
    solver = CartesianSystem(gallery.rssr())
    return solver, solver.simulate(solver.drawing_state(), 0.5, method="auto", times=[0.5], **TIGHT)


@pytest.mark.parametrize(("method", "order"), [("rk4", 4), ("ab3", 3), ("abm4", 4)])
def test_CHK_I01_equal_steps_have_the_order_of_their_method(
    linkage: tuple[CartesianSystem, CartesianRun], method: str, order: int
) -> None:
    solver, right = linkage
    errors = []
    for step in (2e-3, 1e-3):
        run = solver.simulate(solver.drawing_state(), 0.5, method=method, step=step, times=[0.5])
        errors.append(float(np.max(np.abs(run.final.y - right.final.y))))
        assert run.steps == round(0.5 / step) and solver.constraint_error(run.final) < 1e-10
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.15)
    assert run.operations is not None and run.operations.step > run.operations.evaluation


def test_states_of_equal_steps(linkage: tuple[CartesianSystem, CartesianRun]) -> None:
    """After every step by default, else at the times asked for; histories do not shift them."""
    solver, _ = linkage
    start = solver.drawing_state()
    for method in ("rk4", "ab3", "abm4"):
        every = solver.simulate(start, 0.05, method=method, step=0.01)
        np.testing.assert_allclose(every.times, np.linspace(0.0, 0.05, 6))
        some = solver.simulate(start, 0.05, method=method, step=0.01, times=[0.01, 0.04])
        np.testing.assert_array_equal(some.states[0].y, every.states[1].y)
        np.testing.assert_array_equal(some.states[1].y, every.states[4].y)
        short = solver.simulate(start, 0.01, method=method, step=0.01)
        np.testing.assert_array_equal(short.final.y, every.states[1].y)
    each = solver.simulate(start, 0.05, method="auto")
    assert len(each.states) == each.steps + 1 and each.final.time == 0.05


@pytest.mark.parametrize("method", ["auto", "pece", "rk4"])
def test_turns_are_counted(method: str) -> None:
    """A spring that turns by almost five radians; a wheel that makes many turns."""
    model = replace(wheel(), forces=(TorsionSpring("s", "A", 1.5),))
    system = CartesianSystem(model)
    times, frequency = np.linspace(0.0, 1.0, 6), np.sqrt(1.5 / INERTIA[2])
    how: dict[str, Any] = {"step": 1e-3} if method == "rk4" else TIGHT
    run = system.simulate(system.drawing_state(), 1.0, method=method, times=times, **how)
    expected = 30.0 / frequency * np.sin(frequency * times)
    assert np.max(np.abs(expected)) > 4.5
    np.testing.assert_allclose(run.coordinates("A")[:, 0], expected, atol=1e-7)
    free = CartesianSystem(wheel())
    run = free.simulate(free.drawing_state(), 10.0, method=method, times=[10.0], **how)
    np.testing.assert_allclose(run.coordinates("A"), 300.0, rtol=1e-9)


def door() -> Model:
    """A body on two hinges with the same axis, which leans, so that it swings."""
    machine = Mechanism("door", gravity=(0, -2.0, -9.81))
    leaf = machine.body("leaf", 10.0, (0.4, 0.0, 1.0), (3.5, 3.8, 0.6))
    for k in (0, 1):
        machine.revolute(f"hinge {k}", machine.ground, leaf, at=(0, 0, 2 * k), axis="z")
    return machine.build()


def test_redundant_rows_are_chosen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the watch may hardly fall, the rows of an overconstrained loop change on the way."""
    system = CartesianSystem(door())
    start = system.drawing_state()
    assert system.rank(start).redundant == 5
    usual = system.simulate(start, 2.0, method="auto", times=[0.0, 2.0], **TIGHT)
    assert usual.choices == 0 and np.ptp(usual.energy) < 1e-9
    monkeypatch.setattr(native, "WORN", 0.95)
    often = system.simulate(start, 2.0, method="auto", times=[2.0], **TIGHT)
    equal = system.simulate(start, 2.0, method="rk4", step=2e-3, times=[2.0])
    for run in (often, equal):
        assert run.choices > 0
        np.testing.assert_allclose(run.final.y, usual.final.y, rtol=0, atol=1e-9)


def test_steps_end_at_kinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wheel between two stops: half circles of the same frequency, and free ways in between."""
    machine = Mechanism("stopped", gravity=(0, 0, 0))
    body = machine.body("wheel", 1.0, (0, 0, 0), INERTIA)
    machine.revolute("A", machine.ground, body, at=(0, 0, 0), axis="z")
    machine.end_stop("stops", "A", 400.0, lower=-1.0, upper=1.0)
    machine.start_velocity(body, (0, 0, 0), (0, 0, 5.0))
    system = CartesianSystem(machine.build())
    frequency = np.sqrt(400.0 / INERTIA[2])
    period = 2.0 * (2.0 / 5.0 + np.pi / frequency)
    how: dict[str, Any] = {"method": "auto", "times": [period, 10.0 * period]}
    run = system.simulate(system.drawing_state(), 10.0 * period, **how, **TIGHT)
    np.testing.assert_allclose(run.coordinates("A"), 0.0, atol=1e-8)
    assert native.NativeMotion(system.evaluation, None, None).kinks == 2
    monkeypatch.setattr(native.NativeMotion, "kinks", 0)
    blind = system.simulate(system.drawing_state(), 10.0 * period, **how, **TIGHT)
    assert run.rejected < 0.7 * blind.rejected and run.evaluations < blind.evaluations


def test_efforts_and_loads_of_native_runs() -> None:
    """As numbers and as functions of time; what cannot be traced is called from Python."""
    system = CartesianSystem(wheel())
    start, times = system.drawing_state(), [0.0, 0.5, 1.0]

    def rates(**how: Any) -> np.ndarray:
        run = system.simulate(start, 1.0, times=times, **how)
        return np.array([system.rates(state)["A"][0] for state in run.states])

    ramp = 30.0 + 3.0 * np.array(times) ** 2 / INERTIA[2]
    np.testing.assert_allclose(rates(method="auto", efforts=lambda t: {"A": 6.0 * t}), ramp)
    law: Any = lambda t: {"A": 6.0 * math.fabs(t)}  # noqa: E731
    np.testing.assert_allclose(rates(method="auto", efforts=law), ramp)
    np.testing.assert_allclose(
        rates(method="rk4", step=0.1, efforts=lambda t: {"A": 6.0 * t}), ramp
    )
    with pytest.raises(ModelError, match="cannot be traced") as wrong:
        rates(method="rk4", step=0.1, efforts=law)
    assert wrong.value.problems[0].code == "D08"
    steady = 30.0 + 0.8 * np.array(times) / INERTIA[2]
    np.testing.assert_allclose(rates(method="auto", efforts={"A": 0.8}), steady)
    loads = {"wheel": ((0.0, 0.0, 5.0), (0.0, 0.0, 0.8))}
    np.testing.assert_allclose(rates(method="auto", loads=loads), steady)
    with pytest.raises(ModelError, match="'B'"):
        rates(method="auto", efforts=lambda t: {"B": t})


def test_gear_holds_over_many_turns() -> None:
    system = CartesianSystem(geared(2.0))
    run = system.simulate(
        system.drawing_state(), 2.0, method="auto", efforts={"A": 1.0}, times=[1.0, 2.0], **TIGHT
    )
    angles = run.coordinates("A")[:, 0], run.coordinates("B")[:, 0]
    np.testing.assert_allclose(angles[0], 0.5 / (INERTIA[2] * 5.0) * run.times**2, rtol=1e-9)
    np.testing.assert_allclose(angles[1], 2.0 * angles[0], rtol=1e-12)


def test_spin_without_inertia() -> None:
    """A thin rod between two balls: nothing turns it about itself, a moment on it is refused."""
    system = CartesianSystem(rssr())
    start = system.drawing_state()
    found = system.simulate(start, 0.5, method="auto", times=[0.5], **TIGHT)
    python = system.simulate(start, 0.5, times=[0.5], **TIGHT)
    np.testing.assert_allclose(found.final.y, python.final.y, rtol=0, atol=1e-10)
    along = np.array([1.0, 0.3, 0.5])  # from B to C
    with pytest.raises(SimulationStopped, match="direction without inertia"):
        system.simulate(start, 0.5, method="auto", loads={"coupler": (np.zeros(3), along)})


def test_gaps_decay_instead_of_being_closed() -> None:
    system = CartesianSystem(gallery.rssr())
    start = system.drawing_state()
    run = system.simulate(start, 0.5, method="auto", rtol=1e-6, baumgarte=20.0)
    gaps = [system.constraint_error(state) for state in run.states]
    assert 1e-12 < max(gaps) < 1e-5
    right = system.simulate(start, 0.5, method="auto")
    np.testing.assert_allclose(run.final.y, right.final.y, rtol=0, atol=1e-5)


def test_settings_are_checked() -> None:
    system = CartesianSystem(wheel(), compiled=False)
    state = system.drawing_state()
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"method": "rk4", "step": -1.0}, "must be above 0"),
        ({"method": "explicit", "step": 0.1}, "no meaning for method 'explicit'"),
        ({"method": "auto", "step": 0.1}, "no meaning for method 'auto'"),
        ({"method": "radau", "baumgarte": 1.0}, "no meaning for method 'radau'"),
        ({"method": "rk4", "step": 0.1, "baumgarte": -1.0}, "must not be below 0"),
        ({"method": "auto"}, "compiled=False"),
        (
            {"method": "rk5"},
            "'explicit', 'implicit', 'radau', 'auto', 'pece', 'rk4', 'ab3', 'abm4'",
        ),
    ]
    for how, words in wrong:
        with pytest.raises(ModelError, match=words):
            system.simulate(state, 1.0, **how)
    compiled = CartesianSystem(wheel())
    with pytest.raises(ModelError, match="evenly"):
        compiled.simulate(state, 1.0, method="rk4", step=0.3)
    with pytest.raises(ModelError, match="no whole number of steps"):
        compiled.simulate(state, 1.0, method="rk4", step=0.1, times=[0.25])
    with pytest.raises(ModelError, match="is needed by a fixed-step method"):
        compiled.simulate(state, 1.0, method="rk4")


def test_the_equations_stay_independent() -> None:
    """Of the joint coordinates only the integrators are shared, no formula of the dynamics."""
    found = set()
    for path in Path(sarrus.cartesian.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module)
    shared = {name for name in found if name.startswith(("sarrus.system", "sarrus.dynamics"))}
    allowed = {"sarrus.system.flow.controlled", "sarrus.system.flow.steps"}
    assert shared <= allowed | {"sarrus.system.time_grids"}
