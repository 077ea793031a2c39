"""Runs of mechanisms whose force elements have states."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import ModelError, SimulationStopped, System, analysis
from sarrus.analysis import simulate_sensitivities
from sarrus.events import Enable, Event, SetState
from states.machines import K, U, chain, compiled, four_bar, motor, motor_solution

METHODS: list[tuple[str, dict[str, Any], float]] = [
    ("auto", {}, 1e-8),
    ("adams", {}, 1e-7),
    ("bdf", {}, 1e-6),
    ("ida", {}, 1e-6),
    ("rk4", {"step": 1e-3}, 1e-8),
    ("abm4", {"step": 1e-3}, 1e-8),
    ("ab3", {"step": 1e-3}, 1e-5),
    ("midpoint", {"step": 1e-3}, 1e-3),
    ("euler", {"step": 1e-3}, 0.1),
]


@pytest.fixture(scope="module")
def turning() -> System:
    return compiled(motor(), parameters=["motor.u", "motor.initial_i"])


@pytest.mark.parametrize(("method", "how", "within"), METHODS)
def test_dc_motor_in_closed_form(
    turning: System, method: str, how: dict[str, Any], within: float
) -> None:
    start = turning.assemble(rates={"A": 1.5}, states={"motor.i": 0.4})
    run = turning.simulate(
        start, until=0.3, method=method, rtol=1e-10, atol=1e-12, certify=False, **how
    )
    rate, current = motor_solution(0.3, i=0.4, w=1.5)
    assert abs(run["A.rate"][-1] - rate) < within
    assert abs(run["motor.i"][-1] - current) < within
    assert run.final["motor.i"] == run["motor.i"][-1] == run.final.z[0]
    assert np.allclose(run["motor.i_rate"], (U - 2.0 * run["motor.i"] - K * run["A.rate"]) / 0.05)
    assert run.energy_error < (0.02 if method == "euler" else 1e-4)


def test_names_units_and_states(turning: System) -> None:
    assert turning.states == ("motor.i",)
    units = {entry.name: entry.unit for entry in turning.channels("motor.i")}
    assert units == {"motor.i": "A", "motor.i_rate": "A/s"}
    state = turning.assemble(states={"motor.i": 0.2})
    assert (state["motor.i"], state.z.tolist(), turning.assemble().z.tolist()) == (0.2, [0.2], [0])
    assert turning.accelerations(state).vdot == pytest.approx(K * 0.2 / 0.02)
    q, v, tau = [0.0], [0.0], [0.0]
    assert turning.forward_dynamics(q, v, tau) == pytest.approx(0.0)
    assert turning.forward_dynamics(q, v, tau, z=[0.2]) == pytest.approx(3.0)
    assert turning.inverse_dynamics(q, v, [3.0], z=[0.2]) == pytest.approx(0.0)
    rows = np.zeros((3, 1))
    found = turning.forward_dynamics(rows, rows, rows, z=[[0.1], [0.2], [0.3]])
    assert found[:, 0] == pytest.approx([1.5, 3.0, 4.5])


@pytest.mark.parametrize("method", ["rk4", "abm4", "ab3", "euler"])
def test_batches_have_the_bits_of_single_runs(turning: System, method: str) -> None:
    starts = [
        turning.assemble(states={"motor.i": 0.2}),
        turning.assemble(rates={"A": 2.0}),
        turning.assemble(),
    ]
    values = {"motor.u": [10.0, 11.0, 12.0], "motor.initial_i": [0.0, 0.1, 0.7]}
    how: dict[str, Any] = {"until": 0.05, "step": 1e-3, "method": method}
    many = turning.simulate(starts, parameters=values, **how)
    for k, start in enumerate(starts):
        own = {name: several[k] for name, several in values.items()}
        one = turning.simulate(start, parameters=own, **how)
        assert np.array_equal(many["motor.i"][k], one["motor.i"])
        assert np.array_equal(many[k]["A.rate"], one["A.rate"])
    assert many["motor.i"][:, 0].tolist() == [0.2, 0.1, 0.7]


@pytest.mark.parametrize(
    ("method", "how"),
    [("auto", {}), ("pece", {}), ("rk4", {"step": 1e-3}), ("bdf", {}), ("ida", {})],
)
def test_resume_to_the_same_bits(
    turning: System, tmp_path: Path, method: str, how: dict[str, Any]
) -> None:
    def stopping(part: float) -> None:
        if part > 0.4:
            raise KeyboardInterrupt

    file = tmp_path / "motor.run"
    start = turning.assemble(states={"motor.i": 0.3})
    settings: dict[str, Any] = {"until": 0.2, "every": 1e-3, "method": method, "certify": False}
    whole = turning.simulate(start, **settings, **how)
    turning.simulate(start, file=file, progress=stopping, **settings, **how)
    assert np.array_equal(sarrus.resume(file)["motor.i"], whole["motor.i"])
    assert np.array_equal(sarrus.open_run(file)["motor.i_rate"], whole["motor.i_rate"])


def test_closed_loops_keep_their_ledger_and_agree() -> None:
    system = compiled(four_bar())
    start = system.assemble(rates={"A": 1.0}, states={"lag.f": 1.0})
    settings: dict[str, Any] = {"until": 0.4, "rtol": 1e-10, "atol": 1e-12, "certify": False}
    runs = [system.simulate(start, method=m, **settings) for m in ("auto", "pece", "bdf", "ida")]
    for run in runs[1:]:
        for name in ("A.angle", "lag.f", "lag.p"):
            assert np.allclose(run[name], runs[0][name], rtol=1e-6, atol=1e-7)
    assert runs[0].energy_error < 1e-7
    times = np.linspace(0.0, 0.4, 37)
    fine = system.simulate(start, method="auto", **{**settings, "until": None}, times=times)
    assert np.allclose(runs[0].history.at(times)["lag.f"], fine["lag.f"], atol=1e-5)


def test_jumps_of_states_by_events(turning: System) -> None:
    event = Event(0.05, do=SetState("motor.i", lambda t, state: 2.0 * state["motor.i"]))
    start = turning.assemble(states={"motor.i": 0.2})
    how: dict[str, Any] = {"until": 0.1, "rtol": 1e-10, "atol": 1e-12, "certify": False}
    run = turning.simulate(start, events=[event], **how)
    rate, current = motor_solution(0.05, i=0.2)
    rate, current = motor_solution(0.05, i=2.0 * current, w=rate)
    assert run["motor.i"][-1] == pytest.approx(current, abs=1e-8)
    assert run.energy_error < 1e-9
    with pytest.raises(ModelError, match=r"motor.j.*is not a state.*motor.i"):
        turning.simulate(start, events=[Event(0.05, do=SetState("motor.j", 1.0))], **how)
    with pytest.raises(SimulationStopped, match=r"motor.i.*finite number"):
        bad = SetState("motor.i", lambda t, state: np.nan)
        turning.simulate(start, events=[Event(0.05, do=bad)], **how)


def test_elements_that_are_off_keep_their_states(turning: System) -> None:
    events = [
        Event("motor.i", at=1.0, direction="up", most=1, do=Enable("motor", on=False)),
        Event(0.06, do=Enable("motor")),
    ]
    run = turning.simulate(
        turning.assemble(), until=0.08, rtol=1e-10, atol=1e-12, events=events, certify=False
    )
    t, current = np.asarray(run.t), np.asarray(run["motor.i"])
    off = (t > run.events[0].t + 1e-6) & (t < 0.06)
    assert np.allclose(current[off], 1.0, atol=1e-9)
    assert not np.any(np.asarray(run["motor.i_rate"])[off])
    rate = float(np.asarray(run["A.rate"])[off][-1])
    assert current[-1] == pytest.approx(motor_solution(0.02, i=1.0, w=rate)[1], abs=1e-8)


def test_sensitivities_by_start_values_and_parameters(turning: System) -> None:
    by = ["motor.initial_i", "motor.u"]
    found = simulate_sensitivities(turning, turning.assemble(), by, until=0.1, rtol=1e-9)
    step = 1e-3
    for k, values in enumerate(({"i": step}, {"u": U + step})):
        there, here = motor_solution(0.1, **values), motor_solution(0.1)
        assert found.of("motor.i", by[k])[-1] == pytest.approx((there - here)[1] / step, rel=1e-6)
        assert found.of("A.rate", by[k])[-1] == pytest.approx((there - here)[0] / step, rel=1e-6)


def test_laws_of_effort_read_states(turning: System) -> None:
    lean = turning.linearize(
        turning.assemble(), efforts={"A": lambda t, s: -K * s["motor.i"]}, outputs=["motor.i"]
    )
    assert lean.states == ("A.angle", "A.rate", "motor.i")
    assert lean.A[1] == pytest.approx([0.0, 0.0, 0.0])
    run = turning.simulate(
        turning.assemble(states={"motor.i": 1.0}),
        until=0.05,
        inputs={"A": f"-{K} [N*m/A]*motor.i"},
        certify=False,
    )
    assert np.allclose(run["A.rate"], 0.0, atol=1e-12)


def test_linearization_is_that_of_the_equations() -> None:
    system = compiled(chain())
    random = np.random.default_rng(5)
    state = system.state(0.3 * random.normal(size=4), random.normal(size=4), z=[1.0, 0.2])
    lean = system.linearize(state, outputs=["lag.f_rate"])
    step = 1e-6
    for j in range(2):
        z = state.z + step * np.eye(2)[j]
        back = state.z - step * np.eye(2)[j]
        there, here = (
            system.accelerations(system.state(state.q, state.v, z=x)).vdot for x in (z, back)
        )
        assert lean.A[4:8, 8 + j] == pytest.approx((there - here) / (2 * step), rel=1e-6, abs=1e-6)
    assert lean.C[0] == pytest.approx(lean.A[8])


def test_equilibrium_of_coordinates_and_states_together() -> None:
    m = sarrus.Mechanism("held")
    m.body("rod", mass=1.0, com=(0.5, 0, 0), inertia=(0.0, 0.05, 0.05))
    m.revolute("A", m.ground, "rod", at=(0, 0, 0), axis="y")
    m.user_force(
        "pi",
        lambda s: s.effort("A", -30.0 * s.coordinate("A") - 0.8 * s.rate("A") + s.state("i")),
        parameters={"want": (0.5, "rad")},
        states={"i": (0.0, "N*m")},
        rates=lambda s: {"i": 40.0 * (s.parameter("want") - s.coordinate("A"))},
    )
    system = compiled(m, parameters=["pi.want"])
    rest = system.equilibrium()
    torque = 30.0 * 0.5 - 9.81 * 0.5 * np.cos(0.5)
    assert rest["A.angle"] == pytest.approx(0.5, abs=1e-12)
    assert rest["pi.i"] == pytest.approx(torque, abs=1e-9)
    assert rest.stable
    slope = analysis.sensitivities(system, rest, ["pi.i", "A.angle"], ["pi.want"])
    assert slope.matrix[:, 0] == pytest.approx([30.0 + 9.81 * 0.5 * np.sin(0.5), 1.0])
    branch = sarrus.analysis.follow(system, "pi.want", 0.5, 1.0, steps=4)
    wanted = 30.0 * branch.values - 9.81 * 0.5 * np.cos(branch.values)
    assert branch["pi.i"] == pytest.approx(wanted, abs=1e-7)
    with pytest.raises(ModelError, match="states of their own"):
        system.equilibrium(stable=True)


def test_drives_integrate_states_along_the_motion() -> None:
    system = compiled(four_bar())

    def law(t: Any) -> Any:
        return 0.4 * np.sin(5.0 * t)

    start = system.assemble(rates={"A": 2.0}, states={"lag.f": 1.0})
    drive = system.drive({"A": law}, until=0.2, every=0.01, guess=start)
    run = system.simulate(
        start, until=0.2, every=0.01, driven={"A": law}, rtol=1e-10, atol=1e-12, certify=False
    )
    for name in ("lag.f", "lag.p", "A.effort"):
        assert np.allclose(drive[name], run[name], rtol=1e-8, atol=1e-9)
    assert drive.state(-1).z == pytest.approx(run.final.z)


def test_rows_of_states_with_loops() -> None:
    system = compiled(four_bar())
    state = system.assemble(rates={"A": 1.0})
    z = np.array([[1.0, 0.0], [2.0, 0.1], [0.0, 0.3]])
    q, v, tau = np.tile(state.q, (3, 1)), np.tile(state.v, (3, 1)), np.zeros((3, 3))
    rows = system.forward_dynamics(q, v, tau, z=z)
    for k in range(3):
        one = system.accelerations(system.state(state.q, state.v, z=z[k])).vdot
        assert rows[k] == pytest.approx(one, abs=1e-10)
    assert np.ptp(rows[:, 0]) > 0.1
