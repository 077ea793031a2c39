"""The global error of a run: by a second run, for every channel, in report, file and batch."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from events.machines import ball
from random_mechanisms.generator import sample
from sarrus import Event, Mechanism, ModelError, Sampled, System, load, open_run
from sarrus.gallery import double_pendulum, four_bar
from sarrus.study import Study
from sarrus.system.history import global_error
from sarrus.system.history.global_error import with_error
from sarrus.system.simulation.events import Bounce, Stop
from simulation.machines import pendulum

METHODS: dict[str, dict[str, Any]] = {
    "auto": {},
    "loose": {"rtol": 1e-3, "atol": 1e-5},
    "tightest": {"rtol": 1e-13, "atol": 1e-15},
    "adams": {"method": "adams"},
    "ida": {"method": "ida"},
    "rk4": {"method": "rk4", "step": 1e-2},
    "an odd number of steps": {"method": "rk4", "step": 1.0 / 99.0},
    "abm4": {"method": "abm4", "step": 1e-2},
    "euler": {"method": "euler", "step": 1e-3},
}


@cache
def bar() -> System:
    return four_bar().compile(kernels=())


@cache
def rod() -> System:
    return pendulum().compile(kernels=())


@cache
def true_end() -> np.ndarray:
    start = bar().assemble(rates={"A": 2.0})
    run = bar().simulate(start, until=1.0, method="auto", rtol=1e-13, atol=1e-15)
    return np.concatenate([run.q[-1], run.v[-1], run["C.reaction.force"][-1, :2]])


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("certify", [None, True], ids=["looser", "tighter"])
def test_true_errors_of_a_four_bar_are_within(name: str, certify: bool | None) -> None:
    start = bar().assemble(rates={"A": 2.0})
    run = bar().simulate(start, until=1.0, certify=certify, **METHODS[name])
    end = np.concatenate([run.q[-1], run.v[-1], run["C.reaction.force"][-1, :2]])
    stated = np.concatenate([run.error.state[-1], run.error["C.reaction.force"][-1, :2]])
    off = np.abs(end - true_end())
    assert np.all(off <= stated)
    assert np.array_equal(run.error["A.angle"], run.error.state[:, 0])
    assert run.error.t[-1] == run.t[-1] and run.error["A.angle"].unit == "rad"


def test_what_the_report_says() -> None:
    start = rod().state([0.3], [0.0])
    how = {"until": 1.0, "every": 0.1}
    line = next(x for x in rod().simulate(start, **how).report().splitlines() if "+-" in x)
    assert line.startswith("  at t = 1 s, by a second run with rtol ") and ": A.angle " in line
    sure = rod().simulate(start, certify=True, **how)
    assert "rtol 1e-08" in sure.report()
    assert "+-" not in rod().simulate(start, certify=False, **how).report()
    assert with_error(0.84748234, 2e-7) == "0.8474823 +- 2e-07"
    assert with_error(126.3, 12.0) == "126 +- 1e+01"
    assert with_error(1.0, np.inf) == "1 +- unknown"


def test_nobody_pays_for_what_is_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    kept = global_error.companion_of
    monkeypatch.setattr(
        global_error, "companion_of", lambda *given: made.append(given) or kept(*given)
    )
    run = rod().simulate(rod().state([0.3], [0.0]), until=1.0)
    assert run["A.angle"][-1] and not made
    assert run.report() == run.report() and run.error is run.error and len(made) == 1


def test_who_looks_at_a_run_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """print, plots and pages say from when on a motion is not decided; channels cost nothing."""
    from sarrus.results.plots.channels import UNDECIDED
    from sarrus.results.plots.channels import events as lines_of
    from sarrus.viewer.scene import _doubts

    made: list[Any] = []
    kept = global_error.companion_of
    monkeypatch.setattr(
        global_error, "companion_of", lambda *given: made.append(given) or kept(*given)
    )
    system = double_pendulum(damping=0.0).compile(kernels=())
    run = system.simulate(system.state([2.5, 0.5], [0.0, 0.0]), until=15.0, every=0.1)
    assert repr(run) and run["A.angle"][-1] and not made
    told = str(run)
    made_once = len(made)
    assert repr(run) in told and "+-" in told and "warning W37" in told and made_once
    assert (run.undecided_from, UNDECIDED) in lines_of(run.history)
    assert [n.code for n in _doubts(run.history)] == ["W37"] and len(made) == made_once
    calm = rod().simulate(rod().state([0.3], [0.0]), until=1.0)
    assert calm.undecided_from is None and "W37" not in str(calm) and "+-" in str(calm)
    certain = rod().simulate(rod().state([0.3], [0.0]), until=1.0, certify=False)
    assert str(certain) == repr(certain)


def test_a_chaotic_motion_is_not_decided_after_a_while() -> None:
    system = double_pendulum(damping=0.0).compile(kernels=())
    start = system.state([2.5, 0.5], [0.0, 0.0])
    run = system.simulate(start, until=30.0, every=0.1, certify=True)
    (notice,) = [n for n in run.notices if n.code == "W37"]
    t = run.error.undecided_from
    assert t is not None and f"t = {t:.4g} s" in str(notice) and str(notice) in run.report()
    exact = system.simulate(start, until=30.0, every=0.1, rtol=1e-12, atol=1e-14)
    apart = np.abs(run.q - exact.q)[:, 0] > 0.05
    assert 0.5 < run.t[np.argmax(apart)] / t < 2.0
    later = system.simulate(start, until=30.0, every=0.1, rtol=1e-10, atol=1e-12, certify=True)
    after = later.error.undecided_from
    assert after is None or after > t
    calm = system.simulate(system.state([-1.5, 0.1], [0.0, 0.0]), until=30.0, certify=True)
    assert not calm.notices and calm.error.undecided_from is None


def test_uneven_chains_of_micrometers_say_that_they_are_sensitive() -> None:
    """Three links of micrometres and milligrams to tons, at the default tolerance."""
    m, inner = Mechanism("chain", (0.0, -9.81, 0.0)), "ground"
    pins = ((0.0, 0.0), (2.73533519e-6, 1.27343872e-6), (2.8383949e-6, 1.38144023e-6))
    coms = ((1.71277e-6, 0.797382e-6), (2.7780723e-6, 1.3182251e-6), (2.6717525e-6, 1.0450736e-6))
    masses = (0.0020838722688908667, 0.034329243816601566, 7416.464140617202)
    inertias = (1.1782289893667336e-16, 1.2971819994572214e-18, 6.089157819735427e-11)
    for k, (pin, com) in enumerate(zip(pins, coms, strict=True)):
        body = m.body(f"b{k}", masses[k], (*com, 0.0), (inertias[k],) * 3)
        m.revolute(f"J{k}", inner, body, at=(*pin, 0.0), axis="z")
        inner = f"b{k}"
    run = Study.of(m.build(), {"run": {"until": 1.1345e-3}}).run()
    assert "W37" in run.report()


@pytest.mark.parametrize("how", [{}, {"method": "rk4", "step": 1e-3}], ids=["auto", "rk4"])
def test_events_have_errors_of_their_times(how: dict[str, Any]) -> None:
    system = ball().compile(kernels=())
    bounce = Event("J", direction="down", do=Bounce(0.8))
    start = system.state([1.0], [0.0])
    run = system.simulate(start, until=1.5, events=[bounce], certify=True, **how)
    fall = np.sqrt(2.0 / 9.81)
    times = fall * np.array([1.0, 1.0 + 2 * 0.8, 1.0 + 2 * 0.8 + 2 * 0.64])
    true = np.array([t for t in times if t < 1.5])
    assert len(run.events) == len(true) == len(run.error.events)
    assert np.all(np.abs([e.t for e in run.events] - true) <= run.error.events + 1e-12)
    assert not run.notices
    stop = Event("J", direction="down", do=Stop())
    ended = system.simulate(start, until=1.5, events=[stop], **how)
    assert ended.error.t[-1] == ended.t[-1]
    assert abs(ended.v[-1, 0] + 9.81 * fall) <= ended.error["J.speed"][-1] + 1e-12


class Counter:
    """A controller that counts its calls, and can be set back."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, t: float, state: Any) -> float:
        self.calls += 1
        return -0.1 * self.calls * state["A.rate"]

    def get_state(self) -> dict[str, int]:
        return {"calls": self.calls}

    def set_state(self, state: dict[str, int]) -> None:
        self.calls = state["calls"]


def test_controllers_begin_again_and_have_their_memory_back() -> None:
    control = Counter()
    start, law = rod().state([0.3], [0.0]), {"A": Sampled(control, 0.1)}
    run = rod().simulate(start, until=1.0, inputs=law)
    calls = control.calls
    assert run.error["A.angle"][-1] < 1e-5 and control.calls == calls

    def forgetful(t: float, state: Any) -> float:
        return 0.0

    plain = rod().simulate(start, until=1.0, inputs={"A": Sampled(forgetful, 0.1)})
    assert "+-" not in plain.report() and plain.error["A.angle"][-1] < 1e-5


@pytest.mark.parametrize("certify", [True, "short"])
def test_a_file_says_the_same(tmp_path: Path, certify: Any) -> None:
    start = bar().assemble(rates={"A": 2.0})
    path = tmp_path / "run.sarrus"
    run = bar().simulate(start, until=0.5, every=0.01, file=path, certify=certify)
    again = open_run(path)
    assert again.companion is not None and str(again.error) == str(run.error)
    assert again.report() == run.report() and again.notices == run.notices
    assert np.array_equal(again.error["C.reaction.force"], run.error["C.reaction.force"])
    bar().simulate(start, until=0.5, every=0.01, file=tmp_path / "plain.sarrus")
    plain = open_run(tmp_path / "plain.sarrus")
    assert plain.companion is None and plain.error.state.shape == run.error.state.shape


def test_a_second_run_that_ends_before_leaves_the_rest_unknown() -> None:
    run = rod().simulate(rod().state([0.3], [0.0]), until=1.0, every=0.1, certify=True)
    short = run.companion
    assert short is not None
    cut = global_error.replace(short, t=short.t[:4], rows=short.rows[:4])
    error = global_error.GlobalError(run, cut)
    assert np.all(np.isinf(error["A.angle"][4:])) and np.all(np.isfinite(error["A.angle"][:4]))
    assert error.undecided_from == run.t[4] and "not come to the same end" in str(error.notices())


def test_runs_side_by_side() -> None:
    starts = [rod().state([x], [0.0]) for x in (0.1, 2.0)]
    how: dict[str, Any] = {"until": 1.0, "method": "rk4", "step": 0.05}
    runs = rod().simulate(starts, **how)
    exact = rod().simulate(starts[1], until=1.0, rtol=1e-12, atol=1e-14)
    off = abs(runs[1]["A.angle"][-1] - exact["A.angle"][-1])
    assert 0.0 < off <= runs[1].error["A.angle"][-1] < 100.0 * off
    with pytest.raises(ModelError, match=r"S15 .*certify.*runs\[3\]\.error"):
        rod().simulate(starts, certify=True, **how)


def test_sweeps_have_a_column_of_errors() -> None:
    system, measure = rod(), ["last A.angle", "error A.angle"]
    found = system.sweep({"rod.mass": [1.0, 2.0]}, start={"A": 0.3}, measure=measure, until=1.0)
    assert np.all(found["error A.angle"] > 0.0) and np.all(found["error A.angle"] < 1e-5)


def test_rows_of_loops_are_not_chosen_again_at_every_step() -> None:
    """The low pivots of an overconstrained linkage are usual after one more choice of its rows."""
    found = sample(11)
    assert found.family == "bennett"
    system = load(found.model).compile(kernels=())
    run = system.simulate(system.initial_state(), until=found.until, method="adams", rtol=1e-4)
    assert run.account.choices < 10 and run.account.steps < 500


def test_words_that_are_none() -> None:
    with pytest.raises(ModelError, match=r"S03 .*certify.*must be True, False, None or 'short'"):
        rod().simulate(rod().state([0.3], [0.0]), until=1.0, certify="always")
