"""Paced runs: the states of `simulate`, inputs held between samples, overruns, ends and errors."""

from __future__ import annotations

import math
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from realtime.fake_clock import FakeClock, four_bar, pendulum
from sarrus import Event, ModelError, Sampled
from sarrus.errors import EnvironmentProblem
from sarrus.events import Effort, Lock
from sarrus.system import Stopped
from sarrus.system.realtime.channel_row import ChannelRow

RATE = 100.0


def paced(system: Any = None, clock: FakeClock | None = None, **how: Any) -> Any:
    system = pendulum() if system is None else system
    start = how.pop("start", None)
    start = system.assemble() if start is None else start
    return system.realtime(start, **{"rate": RATE, "until": 0.2, **how}, clock=clock or FakeClock())


def wave(t: float) -> dict[str, float]:
    return {"A": math.sin(40.0 * t)}


def hold(t: float, state: Any) -> float:
    return 1.0


# --- the same motion as without a clock -----------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "substeps"), [("rk4", 1), ("rk4", 4), ("euler", 1), ("midpoint", 1)]
)
def test_states_are_those_of_simulate_to_the_bit(method: str, substeps: int) -> None:
    system = pendulum()
    found = paced(read=wave, efforts=["A"], method=method, substeps=substeps)
    law = Sampled(lambda t, state: math.sin(40.0 * t), 1.0 / RATE)
    how = {"until": 0.2, "method": method, "step": 1.0 / RATE / substeps, "every": 1.0 / RATE}
    other = system.simulate(system.assemble(), inputs={"A": law}, **how)
    again = system.simulate(system.assemble(), inputs=found.replay(), **how)
    for run in (other, again):
        assert np.array_equal(found.run.t, run.t)
        assert np.array_equal(found.run.q, run.q) and np.array_equal(found.run.v, run.v)
    assert found.steps == 20 and found.held


def test_closed_loop_with_a_law_beside_and_channels_that_need_accelerations() -> None:
    system = four_bar()
    written: list[tuple[float, dict[str, Any]]] = []
    names = ["D.angle", "D.rate", "A.acceleration", "body:coupler.position", "D.reaction.force"]
    found = paced(
        system,
        read=wave,
        efforts=["A"],
        inputs={"D": lambda t: 0.1 * t},
        write=lambda t, values: written.append((t, values)),
        channels=names,
    )
    law = Sampled(lambda t, state: math.sin(40.0 * t), 1.0 / RATE)
    run = system.simulate(
        system.assemble(),
        until=0.2,
        method="rk4",
        step=0.01,
        every=0.01,
        inputs={"D": lambda t: 0.1 * t, "A": law},
    )
    assert np.array_equal(found.run.q, run.q) and np.array_equal(found.run.v, run.v)
    assert [t for t, _ in written] == list(run.t)
    for name in names[:2] + names[3:4]:
        values = np.array([row[name] for _, row in written])
        np.testing.assert_allclose(values, np.asarray(run[name]), rtol=1e-12, atol=1e-14)
    # what needs efforts is told with those that led there
    state = run.state(5)
    effort = {"A": math.sin(40.0 * 0.04), "D": 0.1 * 0.05}
    vdot = system.accelerations(state, efforts=effort).vdot
    assert written[5][1]["A.acceleration"] == pytest.approx(vdot[0], rel=1e-9)


def test_inputs_hold_until_others_come() -> None:
    """Efforts come at samples 3 and 7 only; until the first, the given ones hold."""

    def read(t: float) -> dict[str, float] | None:
        return {3: {"A": 2.0}, 7: {"A": -1.0}}.get(round(t * RATE))

    found = paced(read=read, efforts={"A": 0.5})
    wanted = [0.5] * 3 + [2.0] * 4 + [-1.0] * 13
    assert list(found.inputs["A"]) == wanted
    np.testing.assert_array_equal(np.asarray(found["A.effort"])[:-1], wanted)
    assert found.run.energy_error < 1e-6


def test_functions_may_name_some_efforts_and_see_the_state() -> None:
    system = four_bar()
    seen = []

    def read(t: float, state: Any) -> dict[str, float]:
        seen.append(state["D.rate"])
        return {"D": 0.3} if round(t * RATE) == 2 else {"A": -0.1 * state["A.rate"]}

    found = paced(system, read=read, efforts=["A", "D"])
    np.testing.assert_allclose(seen, np.asarray(found["D.rate"])[:-1], atol=1e-14)
    assert list(found.inputs["D"][:4]) == [0.0, 0.0, 0.3, 0.3]
    assert found.inputs["A"][2] == found.inputs["A"][1] != 0.0


def test_several_numbers_of_a_joint() -> None:
    m = sarrus.Mechanism("top")
    body = m.body("body", mass=1.0, com=(0, 0, 0.2), inertia=(0.02, 0.02, 0.01))
    m.spherical("O", m.ground, body, at=(0, 0, 0))
    system = m.build().compile(kernels=())
    written = []
    found = paced(
        system,
        read=lambda t: {"O": [0.1, 0.0, t]},
        efforts=["O"],
        write=lambda t, values: written.append(values),
        channels=["body.angular_velocity", "body:body.position"],
    )
    assert found.inputs["O"].shape == (20, 3)
    assert written[0]["body:body.position"].shape == (3,)
    run = system.simulate(
        system.assemble(), until=0.2, method="rk4", step=0.01, every=0.01, inputs=found.replay()
    )
    assert np.array_equal(run.q, found.run.q)


def test_no_sample_is_lost_where_only_the_loop_sees_an_event() -> None:
    """Euler's step goes h^2 far and crosses the event, Runge-Kutta's h^2 / 2 and does not.

    The better step is then taken, and ends at a sample like any other.
    """
    m = sarrus.Mechanism("slider", gravity=(0, 0, 0))
    body = m.body("body", mass=1.0, inertia=(1, 1, 1))
    m.prismatic("rail", m.ground, body, at=(0, 0, 0), axis="x")
    system = m.build().compile(kernels=())
    event = Event("rail.displacement", at=0.75 * 0.01**2, direction="up", most=1)
    called: list[int] = []

    def law(t: float, state: Any = None) -> float:
        called.append(round(t / 0.01))
        return 1.0

    how = {"until": 0.05, "method": "euler", "events": [event]}
    start = system.assemble()
    inputs = {"rail": Sampled(law, 0.01)}
    run = system.simulate(start, step=0.01, every=0.01, inputs=inputs, **how)
    assert called == [0, 1, 2, 3, 4] and len(run.events) == 1
    called.clear()
    read = {"read": lambda t: {"rail": law(t)}, "efforts": ["rail"]}
    found = paced(system, **how, **read)
    assert called == [0, 1, 2, 3, 4]
    assert np.array_equal(found.run.q, run.q)


# --- events ---------------------------------------------------------------------------------------


def test_events_between_samples() -> None:
    """The joint is locked in mid-step and let go; every sample is exchanged once."""
    system = pendulum()
    times: list[float] = []
    events = [
        Event(0.0734, Lock("A"), name="stop"),
        Event("A.angle", at=0.02, direction="up", name="tip low"),
    ]

    def read(t: float) -> dict[str, float]:
        times.append(t)
        return {"A": 1.0}

    found = paced(read=read, efforts=["A"], events=events)
    np.testing.assert_allclose(times, 0.01 * np.arange(20), atol=1e-12)
    assert [e.name for e in found.run.events] == ["tip low", "stop"]
    run = system.simulate(
        system.assemble(),
        until=0.2,
        method="rk4",
        step=0.01,
        every=0.01,
        inputs=found.replay(),
        events=events,
    )
    assert np.array_equal(run.q, found.run.q)


def test_event_at_a_sample_that_changes_inputs_does_not_skip_it() -> None:
    times: list[float] = []

    def read(t: float) -> dict[str, float]:
        times.append(round(t * RATE))
        return {"A": 0.2}

    event = Event(0.05, Effort("D", 0.7), name="push")
    found = paced(four_bar(), read=read, efforts=["A"], events=[event])
    assert times == list(range(20))
    assert found.steps == 20


# --- time -----------------------------------------------------------------------------------------


def test_overruns_are_told_and_nothing_is_skipped() -> None:
    clock = FakeClock()

    def read(t: float) -> dict[str, float]:
        clock.advance(0.035 if round(t * RATE) in (4, 12) else 0.002)
        return wave(t)

    began = clock.t
    found = paced(read=read, efforts=["A"], clock=clock)
    assert found.overruns == 2 and not found.held
    np.testing.assert_allclose(found.overrun_times, [0.05, 0.13])
    assert found.timing.longest_overrun == pytest.approx(0.025, abs=1e-5)
    assert found.timing.slip == pytest.approx(0.05, abs=1e-5)
    assert clock.t - began == pytest.approx(0.2 + 0.05, abs=1e-4)
    assert found.factor == pytest.approx(0.2 / (18 * 0.002 + 2 * 0.035), rel=1e-3)
    assert [p.code for p in found.notices] == ["W55"]
    assert "2 steps of 20" in str(found)
    plain = paced(read=wave, efforts=["A"])
    assert np.array_equal(plain.run.q, found.run.q)
    assert plain.held and not plain.notices
    assert "how late samples were" in found.report()
    assert "2 overruns" in repr(found)


def test_overrun_can_stop_the_run_which_is_kept() -> None:
    clock = FakeClock()

    def read(t: float) -> dict[str, float]:
        clock.advance(0.013 if round(t * RATE) == 6 else 0.001)
        return wave(t)

    with pytest.raises(Stopped, match=r"E-OVERRUN.*t = 0\.07 s.*missed by 3 ms") as stop:
        paced(read=read, efforts=["A"], clock=clock, overrun="stop")
    assert stop.value.run is not None
    assert stop.value.run.t[-1] == pytest.approx(0.07)
    assert stop.value.realtime.overruns == 1


def test_rate_that_the_machine_cannot_hold_is_refused_before() -> None:
    class Slow(FakeClock):
        def now(self) -> float:
            self.t += 0.02
            return self.t

    with pytest.raises(EnvironmentProblem, match=r"E-RATE.*a step .* take 20 ms of 10 ms"):
        paced(read=wave, efforts=["A"], clock=Slow())


def test_waits_and_writes_at_the_last_sample() -> None:
    clock, written = FakeClock(), []
    began = clock.t
    found = paced(clock=clock, write=lambda t, values: written.append((t, values)))
    assert clock.t - began == pytest.approx(0.2, abs=1e-4)
    assert len(written) == 21 and written[-1][0] == pytest.approx(0.2)
    assert list(written[0][1]) == ["A.angle", "A.rate"]
    assert found.inputs == {} and found.replay() == {}


# --- ends -----------------------------------------------------------------------------------------


def test_other_side_ends_a_run_without_end() -> None:
    def read(t: float) -> dict[str, float]:
        if t > 0.095:
            raise StopIteration
        return wave(t)

    found = paced(read=read, efforts=["A"], until=None)
    assert found.run.t[-1] == pytest.approx(0.1)
    assert [p.code for p in found.notices] == ["W57"]


@pytest.fixture
def heard() -> Iterator[None]:
    """Let Ctrl-C be heard, which shells switch off in jobs of the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
def test_ctrl_c_keeps_the_run() -> None:
    def write(t: float, values: dict[str, Any]) -> None:
        if round(t * RATE) == 7:
            signal.raise_signal(signal.SIGINT)

    found = paced(read=wave, efforts=["A"], write=write, until=None)
    assert found.run.t[-1] == pytest.approx(0.07)
    assert [p.code for p in found.notices] == ["E-INTERRUPT"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_file_holds_the_run_with_its_efforts(tmp_path: Path) -> None:
    path = tmp_path / "run.sarrus"
    found = paced(read=wave, efforts=["A"], file=path)
    run = sarrus.open_run(path)
    assert np.array_equal(run.q, found.run.q)
    np.testing.assert_array_equal(np.asarray(run["A.effort"]), np.asarray(found["A.effort"]))
    assert run.error["A.angle"].max() < 1e-3  # a second run has the same efforts
    assert np.array_equal(sarrus.rerun(path).q, found.run.q)


def test_files_name_the_controller_that_must_be_given_again(tmp_path: Path) -> None:
    """A controller in plain Python is named by its own name, and laws as data are read again."""
    system, path = pendulum(), tmp_path / "run.sarrus"
    how = {"until": 0.05, "method": "rk4", "step": 0.01}
    system.simulate(system.assemble(), inputs={"A": Sampled(hold, 0.01)}, file=path, **how)
    with pytest.raises(ModelError, match=r"F19.*holds the function 'hold', whose code"):
        sarrus.open_run(path)


@pytest.mark.usefixtures("heard")
def test_interrupted_run_goes_on_with_the_last_efforts(tmp_path: Path) -> None:
    """`resume` has no clock and nobody to ask: what was read last holds on."""

    def write(t: float, values: dict[str, Any]) -> None:
        if round(t * RATE) == 7:
            signal.raise_signal(signal.SIGINT)

    path = tmp_path / "run.sarrus"
    paced(read=wave, efforts=["A"], write=write, file=path)
    run = sarrus.resume(path)
    assert run.t[-1] == pytest.approx(0.2)
    efforts = np.asarray(run["A.effort"])
    np.testing.assert_array_equal(efforts[:8], [wave(0.01 * k)["A"] for k in range(8)])
    assert np.ptp(efforts[7:]) == 0.0


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize("rate", [0.0, -1.0, math.nan, math.inf])
def test_rates_that_are_none(rate: float) -> None:
    with pytest.raises(ModelError, match="rate"):
        paced(rate=rate, read=wave, efforts=["A"])


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"method": "abm4", "read": wave}, "D10.*abm4.*earlier steps"),
        ({"method": "auto", "read": wave}, "method"),
        ({"overrun": "skip", "read": wave}, "overrun"),
        ({"substeps": 0, "read": wave}, "substeps"),
        ({"read": 3.5}, "read.*must be a function"),
        ({"read": wave, "efforts": ["B"]}, "B"),
        ({"read": wave, "efforts": ["A", "A"]}, "each of them once"),
        ({"read": wave, "efforts": ["A", "A.rate"]}, "S17"),
        ({"read": wave, "efforts": ["A"], "inputs": {"A": 1.0}}, "S17"),
        ({"efforts": ["A"]}, "S36.*nothing is there to read"),
        ({"channels": ["A"]}, "S36.*nothing is there to write"),
        ({"write": print, "channels": ["A.no"]}, "A.no"),
        ({"read": wave, "efforts": {"A": math.nan}}, "A"),
        ({"read": wave, "until": 0.205}, "evenly"),
    ],
)
def test_requests_that_cannot_be_met(how: dict[str, Any], words: str) -> None:
    with pytest.raises(ModelError, match=words):
        paced(**how)


def test_which_efforts_must_be_said() -> None:
    with pytest.raises(ModelError, match=r"S36.*not which.*efforts=\['A\.rate', \.\.\.\]"):
        paced(four_bar(), read=wave)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"A": math.nan}, "one finite number for 'A'"),
        ({"A": [1.0, 2.0]}, "one finite number for 'A'"),
        ({"A": "much"}, "no numbers for 'A'"),
        ({"B": 1.0}, "names 'B'"),
    ],
)
def test_functions_that_answer_wrongly_stop_the_run(answer: Any, words: str) -> None:
    with pytest.raises(Stopped, match=words) as stop:
        paced(read=lambda t: answer if t > 0.045 else wave(t), efforts=["A"])
    assert stop.value.run is not None and stop.value.run.t[-1] == pytest.approx(0.05)


def test_functions_that_fail_stop_the_run() -> None:
    def write(t: float, values: dict[str, Any]) -> None:
        if t > 0.095:
            raise OSError("no cable")

    with pytest.raises(Stopped, match=r"D08 \[write\].*t = 0\.1 s: OSError: no cable") as stop:
        paced(write=write)
    assert stop.value.run is not None and stop.value.run.t[-1] == pytest.approx(0.1)


def test_figure_of_timing(tmp_path: Path) -> None:
    found = paced(read=wave, efforts=["A"])
    found.plot(path=tmp_path / "timing.png")
    assert (tmp_path / "timing.png").stat().st_size > 1000


# --- CHK-F01 --------------------------------------------------------------------------------------


def test_CHK_F01_reactions_of_an_arm_in_real_time_in_any_order() -> None:
    """The arm of paper 0 steps at 1 kHz and tells all its reactions, in any order the same bits.

    They are those of `reactions` at the same states, and a step with them is a bounded number of
    operations, whatever the clock of the machine.
    """
    system = sarrus.gallery.rrc_arm().compile(kernels=())
    joints = [f"joint{k}" for k in range(1, 8)]
    found = {}
    for order in (joints, [joints[k] for k in (6, 3, 0, 5, 1, 4, 2)]):
        rows: list[dict[str, Any]] = []
        names = [f"{joint}.reaction.{part}" for joint in order for part in ("force", "moment")]
        result = paced(
            system, rate=1000.0, until=0.005, write=lambda t, v, rows=rows: rows.append(v),
            read=lambda t: {"joint2": 5.0}, efforts=["joint2"], channels=names,
        )  # fmt: skip
        found[order[0]] = rows
    first, other = found["joint1"], found["joint7"]
    assert len(first) == len(other) == 6
    for mine, theirs in zip(first, other, strict=True):
        assert all(np.array_equal(mine[name], theirs[name]) for name in mine)
    wanted = system.reactions(result.run.state(3), efforts={"joint2": 5.0})
    for joint in joints:
        force, size = wanted[joint].force, np.linalg.norm(wanted[joint].force)
        assert np.abs(first[3][f"{joint}.reaction.force"] - force).max() < 1e-12 * size
    sim = result.run.segments[0].sim
    step = sum(sim.step_kernel("rk4").counts.values())
    reactions = sum(ChannelRow(sim, tuple(first[0])).kernel.counts.values())
    assert step + reactions < 12_000
