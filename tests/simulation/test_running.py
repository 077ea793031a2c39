"""What a run holds and how it is asked for: times, names, wrong requests, stops, the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

import sarrus
from loops.mechanisms import four_bar
from sarrus import ModelError, System
from sarrus.model.forces import CoordinateLoad, ForceElement, Load, Scene
from sarrus.spatial.arrays import Scalar
from sarrus.system.simulation.actuation import Sampled
from sarrus.system.simulation.recording import Stopped
from sarrus.system.state import State
from simulation.machines import pendulum

FIXED = ("rk4", "abm4", "ab3", "euler")


@pytest.fixture(scope="module")
def system() -> System:
    return pendulum().compile(kernels=())


@pytest.fixture(scope="module")
def crank() -> System:
    """A four-bar whose crank may turn over: the joint C is cut."""
    points = {"A": (0, 0, 0), "B": (0.5, 0, 0), "C": (1.8, 1.5, 0), "D": (2.0, 0, 0)}
    return four_bar(points).compile(kernels=(), cut=["C"])


# --- times ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "start, until, every", [(0.0, 1.0, 0.1), (0.7, 2.0, 0.3), (-2.0, -0.5, 0.07)]
)
def test_states_are_kept_at_multiples_and_at_the_end(
    system: System, start: float, until: float, every: float
) -> None:
    run = system.simulate(system.initial_state().at(start), until=until, every=every)
    n = int(np.floor((until - start) / every * (1 + 1e-12)))
    expected = start + every * np.arange(n + 1)
    assert np.array_equal(run.t[:n], expected[:n])
    assert run.t[0] == start and run.t[-1] == until and len(run) in (n + 1, n + 2)
    assert run.final.t == until


def test_output_does_not_change_the_steps(system: System) -> None:
    """States in between come from the dense output of order 7."""
    start = system.initial_state()
    fine = system.simulate(start, until=3.0, every=0.01, rtol=1e-9, atol=1e-10)
    coarse = system.simulate(start, until=3.0, every=3.0, rtol=1e-9, atol=1e-10)
    assert fine.account.steps == coarse.account.steps
    assert np.array_equal(fine.q[-1], coarse.q[-1])
    assert len(coarse) == 2 and len(fine) == 301


def test_default_is_200_intervals(system: System) -> None:
    run = system.simulate(system.initial_state(), until=1.0)
    assert len(run) == 201 and np.array_equal(run.t, 0.005 * np.arange(201))


@pytest.mark.parametrize("method", FIXED)
@pytest.mark.parametrize(
    "until, step, every", [(1.0, 0.01, 0.1), (1.0, 0.1, 0.3), (0.02, 0.01, 0.01)]
)
def test_fixed_grid(system: System, method: str, until: float, step: float, every: float) -> None:
    """The end is kept even where `every` does not reach it; short runs have no history yet."""
    run = system.simulate(
        system.initial_state(), until=until, method=method, step=step, every=every
    )
    expected = every * np.arange(int(until / every + 1e-9) + 1)
    if until - expected[-1] > 1e-9:
        expected = np.append(expected, until)
    np.testing.assert_allclose(run.t, expected, rtol=0, atol=1e-15)
    assert run.account.steps == round(until / step)


@pytest.mark.parametrize("method", FIXED)
def test_every_does_not_change_fixed_steps(system: System, method: str) -> None:
    given = {"until": 0.5, "method": method, "step": 1e-3}
    fine = system.simulate(system.initial_state(), every=1e-3, **given)
    coarse = system.simulate(system.initial_state(), every=0.1, **given)
    np.testing.assert_array_equal(fine.q[::100], coarse.q)
    np.testing.assert_array_equal(fine.v[::100], coarse.v)


def test_going_on_from_the_end(system: System) -> None:
    given = {"rtol": 1e-11, "atol": 1e-12, "every": 0.5}
    whole = system.simulate(system.initial_state(), until=2.0, **given)
    half = system.simulate(system.initial_state(), until=1.0, **given)
    rest = system.simulate(half.final, until=2.0, **given)
    assert np.array_equal(rest.t, [1.0, 1.5, 2.0])
    np.testing.assert_allclose(rest["A"], whole["A"][2:], rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    "given, words",
    [
        ({"until": 0.0}, "is not after the start"),
        ({"until": 1.0, "method": "rk4"}, "is needed by a fixed-step method"),
        ({"until": 1.0, "method": "rk4", "step": 0.3}, "does not divide 1 s evenly"),
        ({"until": 1.0, "method": "rk4", "step": 0.1, "every": 0.15}, "is not a multiple"),
        ({"until": 1.0, "method": "rk4", "step": 0.1, "every": 0.01}, "is not a multiple"),
        ({"until": 1.0, "method": "leapfrog"}, "is none of 'auto'"),
        ({"until": 1.0, "inputs": {"B": 1.0}}, "'B'"),
    ],
)
def test_wrong_requests_are_refused(system: System, given: dict, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        system.simulate(system.initial_state(), **given)


@pytest.mark.parametrize("given", [{"every": 0.0}, {"every": -0.1}, {"method": "rk4", "step": 0.0}])
def test_spacings_must_be_positive(system: System, given: dict) -> None:
    with pytest.raises(ModelError, match=r"every|step"):
        system.simulate(system.initial_state(), until=1.0, **given)


# --- results by name -----------------------------------------------------------------------------


def test_tree_and_cut_joints_by_name(crank: System) -> None:
    """Angles of cut joints are unwrapped; their rates are derivatives of them."""
    start = crank.assemble({"A": 0.0}, {"A.rate": 25.0})
    run = crank.simulate(start, until=1.0, every=0.001, rtol=1e-10, atol=1e-11)
    assert run["A"].shape == run["C.rate"].shape == (1001,)
    assert run["A"][-1] > 4 * np.pi
    # the sum of the relative angles is the same for both ways around the loop
    whole = run["A"] + run["B"] + run["C"] - run["D"]
    np.testing.assert_allclose(whole, whole[0], rtol=0, atol=1e-10)
    for name in "ABCD":
        slope = np.gradient(run[f"{name}.angle"], run.t, edge_order=2)
        assert np.max(np.abs(slope - run[f"{name}.rate"])) < 1e-2 * np.max(np.abs(slope)), name
    for k in (0, 500, -1):
        assert run.state(k)["C"] == pytest.approx(run.system.state(run.q[k], run.v[k])["C"])
    with pytest.raises(ModelError, match="'Q'"):
        run["Q"]
    for ask in (run.state, run.motion, run.segment):
        for k in (1001, -1002):
            with pytest.raises(IndexError, match=rf"S03 .state {k}.*1,001 states") as told:
                ask(k)
            assert isinstance(told.value, ModelError)


def test_joints_of_several_coordinates(system: System) -> None:
    m = sarrus.Mechanism("top")
    m.body("top", 1.0, (0, 0, 1), (0.1, 0.1, 0.05))
    m.spherical("O", m.ground, "top", at=(0, 0, 0))
    top = m.build().compile(kernels=())
    start = top.state(top.coordinates_of({}), [0.1, 0.2, 30.0])
    run = top.simulate(start, until=0.1, every=0.01)
    assert run["O"].shape == (11, 4) and run["O.omega_z"].shape == (11,)
    np.testing.assert_array_equal(run["O"], run.q)


def test_motion_holds_the_accelerations_of_the_run(system: System) -> None:
    """Differences of fourth order of the rate, with an effort from inputs in it."""
    given = {"rtol": 1e-11, "atol": 1e-12, "every": 1e-3}
    for effort in (2.5, lambda t: 5.0 * np.sin(3.0 * t), lambda t, x: -4.0 * x["A.rate"]):
        run = system.simulate(system.initial_state(), until=0.5, inputs={"A": effort}, **given)
        v = run["A.rate"]
        for k in (10, 250, 480):
            slope = (8.0 * (v[k + 1] - v[k - 1]) - (v[k + 2] - v[k - 2])) / 12e-3
            assert run.motion(k)["A.rate"] == pytest.approx(slope, abs=1e-6)


def test_parameters_of_the_run_are_those_of_its_results() -> None:
    light = pendulum().compile(kernels=(), parameters=["rod.mass"])
    how = {"until": 1.0, "rtol": 1e-9, "atol": 1e-11, "parameters": {"rod.mass": 3.0}}
    run = light.simulate(light.initial_state(), **how)
    assert run.energy_error < 1e-8 and not run.notices


def test_locked_by_the_name_of_its_rate(system: System) -> None:
    """hybrid_dynamics(locked=) takes names of velocities; so should this, or refuse them."""
    try:
        run = system.simulate(system.state([0.3]), until=1.0, locked=["A.rate"])
    except ModelError:
        return
    assert np.all(run["A"] == 0.3)


# --- stops, warnings, report ---------------------------------------------------------------------


@dataclass(frozen=True)
class Explosion(ForceElement):
    """A law that grows beyond all bounds: torque = k angle^3, pushing outwards."""

    name: str
    k: float

    @property
    def joints(self) -> tuple[str, ...]:
        return ("A",)

    def loads(self, scene: Scene) -> Sequence[Load]:
        angle = scene.coordinate("A", 0)
        return (CoordinateLoad("A", 0, self.k * angle * angle * angle),)

    def potential(self, scene: Scene) -> Scalar:
        angle = scene.coordinate("A", 0)
        return -0.25 * self.k * angle * angle * angle * angle


@dataclass(frozen=True)
class Perpetual(ForceElement):
    """A torque that hides where its energy comes from."""

    name: str

    @property
    def joints(self) -> tuple[str, ...]:
        return ("A",)

    def loads(self, scene: Scene) -> Sequence[Load]:
        return (CoordinateLoad("A", 0, 3.0 * scene.rate("A", 0)),)


@pytest.fixture(scope="module")
def explosive() -> System:
    model = pendulum()
    return replace(model, forces=(Explosion("bang", 50.0),)).compile(kernels=())


@pytest.mark.parametrize("method", FIXED)
def test_stopped_run_keeps_what_it_has(explosive: System, method: str) -> None:
    start = explosive.initial_state()
    with pytest.raises(Stopped, match="E-NONFINITE") as caught:
        explosive.simulate(start, until=5.0, method=method, step=0.01, every=0.01)
    run = caught.value.run
    assert run is not None and 20 < len(run) < 500
    np.testing.assert_allclose(run.t, 0.01 * np.arange(len(run)), rtol=0, atol=1e-12)
    assert np.all(np.isfinite(run.q)) and np.all(np.isfinite(run.v))
    assert run.account.steps == len(run) - 1 and "smaller step" in str(caught.value)
    with np.errstate(all="ignore"):
        assert "pendulum" in run.report()


def test_stop_with_error_control_names_the_coordinates(explosive: System) -> None:
    """The solution itself ends at a finite time; the steps shrink towards it."""
    with pytest.raises(Stopped, match="E-STEP") as caught:
        explosive.simulate(explosive.initial_state(), until=5.0, every=0.01)
    run = caught.value.run
    assert run is not None and 10 < len(run) < 500
    assert "A." in str(caught.value) and run.account.steps >= 0
    early = explosive.simulate(explosive.initial_state(), until=float(run.t[-5]), every=0.01)
    np.testing.assert_allclose(run.q[: len(early)], early.q[: len(run)], rtol=1e-4, atol=1e-6)


def test_energy_warning() -> None:
    system = replace(pendulum(), forces=(Perpetual("p"),)).compile(kernels=())
    run = system.simulate(system.initial_state(), until=1.0)
    assert [notice.code for notice in run.notices] == ["E-ENERGY"]
    assert run.notices[0].severity == "warning" and "E-ENERGY" in run.report()


def test_fixed_steps_far_too_large_show_in_the_energy_error(system: System) -> None:
    """The error is measured and printed whatever the method."""
    errors = []
    for step in (0.1, 0.01, 0.001):
        run = system.simulate(system.initial_state(), until=2.0, method="euler", step=step)
        errors.append(run.energy_error)
        assert f"energy error {run.energy_error:.2g}" in run.report()
    assert errors[0] > 1e-2 and errors[0] > 5 * errors[1] > 25 * errors[2]


def test_report(system: System, crank: System) -> None:
    start = crank.assemble({"A": 0.0}, {"A.rate": 25.0})
    run = crank.simulate(start, until=0.2)
    text = run.report()
    assert "four_bar: 0 to 0.2 s, 201 states" in text
    for words in ("rejected", "evaluations", "ms preparation", "max. loop-closure error"):
        assert words in text
    assert all(len(line) < 120 for line in text.splitlines()) and "nan" not in text
    assert repr(run) == "<Run of 'four_bar': 201 states to 0.2 s>"
    fixed = crank.simulate(start, until=0.2, method="rk4", step=1e-3)
    assert "by rk4" in fixed.report() and "steps 200" in fixed.report()
    assert "loops" not in system.simulate(system.initial_state(), until=0.1).report()


def test_many_turns_do_not_drift(crank: System) -> None:
    """Twenty seconds of turning: loops closed to rounding, energy to the tolerance."""
    start = crank.assemble({"A": 0.0}, {"A.rate": 25.0})
    run = crank.simulate(start, until=20.0, every=0.5, rtol=1e-9, atol=1e-10)
    assert abs(run["A"][-1]) > 100 * np.pi
    assert run.drift <= 1e-12 and run.energy_error <= 1e-6 and not run.notices


# --- sampled controllers -------------------------------------------------------------------------


@pytest.mark.parametrize("how", [{}, {"method": "rk4", "step": 1e-3}], ids=["auto", "rk4"])
@pytest.mark.parametrize("start, every", [(0.0, 0.05), (-0.3, 0.07), (0.123, 1.0 / 30.0)])
def test_sampled_controller_is_called_at_its_rate(
    system: System, how: dict, start: float, every: float
) -> None:
    """Once at the start of every period, and the effort holds in between."""
    calls = []
    every = round(every, 3)

    def control(t: float, state: State) -> float:
        calls.append((t, state["A"], state["A.rate"]))
        return 4.905 - 20.0 * state["A"] - 3.0 * state["A.rate"]

    until = round(start + 1.0, 6)
    given = {"inputs": {"A": Sampled(control, every)}, "rtol": 1e-10, "atol": 1e-11}
    run = system.simulate(system.initial_state().at(start), until=until, every=1e-3, **given, **how)
    times = start + every * np.arange(int(1.0 / every - 1e-9) + 1)
    np.testing.assert_allclose([t for t, _, _ in calls], times, rtol=0, atol=1e-12)
    efforts = [4.905 - 20.0 * angle - 3.0 * rate for _, angle, rate in calls]
    period = np.round(every / 1e-3).astype(int)
    turned = run["A"][::period]
    pieces = np.diff(turned) * np.array(efforts)[: len(turned) - 1]
    np.testing.assert_allclose(run.work[::period][1:], np.cumsum(pieces), rtol=0, atol=1e-7)
    assert run.energy_error <= 1e-8


@pytest.mark.parametrize("method", ["ab3", "abm4"])
def test_sampled_controllers_need_a_one_step_method(system: System, method: str) -> None:
    """A multistep method would carry slopes across the jumps of the effort."""
    inputs = {"A": Sampled(lambda t, state: 0.0, 0.01)}
    with pytest.raises(ModelError, match="without jumps"):
        system.simulate(system.initial_state(), until=0.1, method=method, step=0.01, inputs=inputs)


# --- interruption --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how",
    [
        {"until": 50.0, "every": 0.1},
        {"until": 50.0, "every": 0.1, "method": "adams"},
        {"until": 500.0, "every": 1.0, "method": "rk4", "step": 1e-3},
    ],
)
def test_interrupted_run_keeps_what_was_computed(system: System, how: dict) -> None:
    """Ctrl-C, here out of the progress report, returns the states up to there, and says so."""

    def progress(fraction: float) -> None:
        if fraction > 0.3:
            raise KeyboardInterrupt

    start = system.initial_state()
    part = system.simulate(start, progress=progress, **how)
    whole = system.simulate(start, **how)
    assert 1 < len(part) < len(whole)
    assert np.array_equal(part.q, whole.q[: len(part)])
    assert "E-INTERRUPT" in [notice.code for notice in part.notices]
