"""E11: Ctrl-C ends a run with all that it has, and the file can be resumed."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest

import sarrus
from run_files.machines import SETUPS, assert_begins, assert_same, in_blocks, many_blocks
from run_files.programs import in_child
from sarrus.system.history import second_run
from sarrus.system.simulation.interrupts import Interrupts
from sarrus.system.simulation.recording import Stopped

NAMES = [
    "tree auto",
    "tree abm4",
    "bricard auto",
    "bricard pece",
    "stops auto",
    "sampled rk4",
    "tree adams",
]


def until(part: float) -> Any:
    """Return a progress report that is interrupted at some part of the run."""

    def progress(fraction: float) -> None:
        if fraction > part:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("name", NAMES)
def test_E11_interrupted_run_is_kept(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many_blocks(monkeypatch)
    setup, path = SETUPS[name], tmp_path / "run.sarrus"
    how = in_blocks(path, 20)
    part = setup.run(file=how, progress=until(0.4))
    assert "E-INTERRUPT" in [notice.code for notice in part.notices]
    assert 0.3 < part.t[-1] / setup.how["until"] < 0.9
    opened = sarrus.open_run(path, **setup.again())
    assert np.array_equal(opened.t, part.t) and np.array_equal(opened.q, part.q)
    assert "E-INTERRUPT" in [notice.code for notice in opened.notices]
    if "adams" not in name:
        assert_begins(part, setup.run())


@pytest.mark.parametrize("name", NAMES)
def test_E11_interrupted_run_goes_on(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same call as after a kill: no block has to be named."""
    many_blocks(monkeypatch)
    setup, path = SETUPS[name], tmp_path / "run.sarrus"
    whole = setup.run(file=in_blocks(tmp_path / "whole.sarrus", 20))
    setup.run(file=in_blocks(path, 20), progress=until(0.4))
    resumed = setup.resume(path, file=in_blocks(path, 20))
    assert resumed.final.t == whole.final.t, "an interrupted run has not ended"
    assert_same(resumed, whole, counts=False)
    assert "E-INTERRUPT" not in [notice.code for notice in resumed.notices]


def test_E11_interrupted_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many_blocks(monkeypatch)
    setup, path = SETUPS["stops auto"], tmp_path / "run.sarrus"
    setup.run(file=in_blocks(path), progress=until(0.3))
    again = setup.resume(path, file=in_blocks(path), progress=until(0.6))
    assert 1.0 < again.t[-1] < 1.9
    assert_same(setup.resume(path), setup.run(), counts=False)


def check(found: dict[str, int], rounds: int) -> None:
    assert found["failed"] == 0 and found["wrong"] == 0 and found["open"] == 0
    assert found["kept"] + found["whole"] == rounds and found["kept"] > rounds / 2
    assert found["not resumed"] == 0 and found["resumed"] == rounds


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork and POSIX signals")
def test_E11_signals_at_random_moments(tmp_path: Path) -> None:
    check(in_child("interrupted_runs", tmp_path, 10, 1), 10)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs fork and POSIX signals")
def test_E11_many_signals(tmp_path: Path) -> None:
    check(in_child("interrupted_runs", tmp_path, 200, 2), 200)


@pytest.fixture
def usual_signals() -> Iterator[None]:
    """Ctrl-C as Python has it, also where the tests run in the background and ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.usefixtures("usual_signals")
def test_E11_only_the_first_is_a_wish() -> None:
    """Whoever presses Ctrl-C twice does not want to wait; other handlers are left alone."""
    with Interrupts() as interrupts:
        signal.raise_signal(signal.SIGINT)
        assert interrupts.requested
        with pytest.raises(KeyboardInterrupt):
            interrupts.check()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    mine = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with Interrupts():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, mine)


@pytest.mark.usefixtures("usual_signals")
def test_E11_signal_inside_a_law_in_python() -> None:
    """The law is not torn; the run ends at the next whole state."""
    calls = []

    def law(t: float, state: Any) -> float:
        calls.append(t)
        if len(calls) == 5:
            signal.raise_signal(signal.SIGINT)
        return 0.0

    m = sarrus.Mechanism("arm", (0.0, -9.81, 0.0))
    m.body("rod", 1.0, (0.5, 0, 0), (0.0, 1 / 12, 1 / 12))
    m.revolute("A", m.ground, "rod", at=(0, 0, 0), axis="z")
    system = m.build().compile(kernels=())
    for method in ("auto", "rk4", "adams", "ida"):
        calls.clear()
        how: dict[str, Any] = {"method": method, "inputs": {"A": sarrus.Sampled(law, 0.01)}}
        if method == "rk4":
            how["step"] = 0.01
        run = system.simulate(system.state([0.0]), until=2.0, every=0.01, **how)
        assert "E-INTERRUPT" in [notice.code for notice in run.notices], method
        assert 0.03 < run.t[-1] < 0.1, method


def test_E11_signal_during_the_second_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run is whole; the comparison with a second one ends at once, and that is said."""
    setup, taken = SETUPS["tree auto"], []
    at = second_run._Bounded.at

    def pressed(self: Any, fraction: float) -> None:
        taken.append(fraction)
        if len(taken) == 1:
            signal.raise_signal(signal.SIGINT)
        at(self, fraction)

    monkeypatch.setattr(second_run._Bounded, "at", pressed)
    many_blocks(monkeypatch)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job may ignore it
    try:
        run = setup.run(certify=True)
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(taken) == 1 and run.companion is None
    assert run.t[-1] == setup.how["until"]
    assert {"W38", "E-INTERRUPT"} <= {notice.code for notice in run.notices}


def interrupting(nth: int) -> Callable[..., Any]:
    """Return a trace function that does what Ctrl-C does, at the n-th line of keeping states."""
    seen = 0

    def line(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal seen
        if event == "line":
            seen += 1
            if seen == nth:
                sys.settrace(None)
                raise KeyboardInterrupt
        return line

    def call(frame: FrameType, event: str, arg: Any) -> Any:
        place = Path(frame.f_code.co_filename)
        return line if place.name in ("recording.py", "sink.py") else None

    return call


@pytest.mark.parametrize(
    "name", ["tree rk4", "tree auto", pytest.param("stops abm4", marks=pytest.mark.slow)]
)
def test_E11_at_any_line_of_keeping_states(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """States are kept and written whole or not at all, none twice, wherever Ctrl-C falls."""
    many_blocks(monkeypatch)
    setup = replace(SETUPS[name], how={**SETUPS[name].how, "until": 0.5})
    whole, wrong = setup.run(), []
    for nth in range(5, 405, 4):
        path = tmp_path / f"{nth}.sarrus"
        sys.settrace(interrupting(nth))
        try:
            run = setup.run(file=in_blocks(path))
            assert_begins(run, whole)
        except KeyboardInterrupt:
            pass  # after the end of the run: its file is whole
        except Exception as error:
            wrong.append(f"{nth}: {type(error).__name__} {error}"[:120])
        finally:
            sys.settrace(None)
        if not path.exists():
            continue  # it was interrupted before its file was made
        try:
            opened = sarrus.open_run(path)
            assert_begins(opened, whole)
            opened.states.close()  # type: ignore[attr-defined]
        except (AssertionError, IndexError, sarrus.errors.SarrusError) as error:
            wrong.append(f"{nth}: the file: {type(error).__name__} {error}"[:120])
    assert not wrong, f"{len(wrong)} of 100, such as {wrong[:3]}"


# --- runs that stop by themselves ----------------------------------------------------------------


def test_stopped_run_is_in_its_file_with_the_reason(tmp_path: Path) -> None:
    """The diagnosis is kept with the states, for whoever opens the file later."""
    setup, path = SETUPS["tree auto"], tmp_path / "run.sarrus"
    storm = (
        sarrus.Event("B", at=0.4, direction="up", do=sarrus.events.Bounce(0.0), name="limit"),
        sarrus.Event("B", at=0.4, direction="down", do=sarrus.events.Bounce(0.0), name="back"),
    )
    with pytest.raises(Stopped, match="E-ZENO") as stopped:
        setup.run(file=path, events=storm)
    run = stopped.value.run
    assert run is not None
    opened = sarrus.open_run(path)
    assert np.array_equal(opened.q, run.q)
    assert "E-ZENO" in [notice.code for notice in opened.notices]
    again = sarrus.rerun(path)
    assert np.array_equal(opened.q, again.q)
    assert "E-ZENO" in [notice.code for notice in again.notices]


def test_notices_of_a_run_are_in_its_file(tmp_path: Path) -> None:
    """Those that come from looking at all states as well: the energy that is missing."""
    m = sarrus.Mechanism("coarse", (0.0, -9.81, 0.0))
    m.body("rod", 1.0, (0.5, 0, 0), (0.0, 1 / 12, 1 / 12))
    m.revolute("A", m.ground, "rod", at=(0, 0, 0), axis="z")
    system = m.build().compile(kernels=())
    how: dict[str, Any] = {"until": 4.0, "method": "euler", "step": 0.1}
    memory = system.simulate(system.state([0.0]), **how)
    kept = system.simulate(system.state([0.0]), file=tmp_path / "run.sarrus", **how)
    assert "E-ENERGY" in [notice.code for notice in memory.notices]
    for run in (kept, sarrus.open_run(tmp_path / "run.sarrus")):
        assert [n.code for n in run.notices] == [n.code for n in memory.notices]
