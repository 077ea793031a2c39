"""What a file cannot hold must be given again, and must be the same: F19 says what is not."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from events.machines import double_pendulum
from run_files.machines import (
    SETUPS,
    Integral,
    assert_same,
    in_blocks,
    many_blocks,
    pendulum,
    swinging,
    wheel,
)
from run_files.programs import environment
from sarrus import Event, ModelError, Sampled
from sarrus.model.forces import CoordinateLoad, ForceElement, Load, Scene
from sarrus.storage import RunReader, RunWriter
from sarrus.system.run_files import opening
from sarrus.system.simulation.events import Bounce, Drive, Effort, Lock, SetParameter, Stop
from sarrus.system.simulation.states import MemoryStates

HOW = {"until": 1.0, "every": 0.05}


def law(t: Any) -> Any:
    return np.sin(t)


def other_law(t: Any) -> Any:
    return np.cos(t)


def scaled(k: float) -> Callable[[Any], Any]:
    return lambda t: k * np.sin(t)


def times(k: float, t: Any) -> Any:
    return k * np.sin(t)


@pytest.fixture()
def half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Path]]:
    """Return the file of a run of the wheel that was cut in the middle."""
    many_blocks(monkeypatch)

    def made(**given: Any) -> Path:
        path = tmp_path / "run.sarrus"
        system = wheel()
        how = {**HOW, "method": "rk4", "step": 0.01, "file": in_blocks(path)}
        run = system.simulate(system.state([0.1], [0.0]), **how, **given)
        run.states.close()  # type: ignore[attr-defined]
        data = path.read_bytes()
        path.write_bytes(data[: len(data) // 2])
        return path

    yield made


def refused(call: Callable[..., Any], path: Path, **given: Any) -> ModelError:
    data = path.read_bytes()
    with pytest.raises(ModelError) as caught:
        call(path, **given)
    assert path.read_bytes() == data, "a refused call changes nothing"
    assert {problem.code for problem in caught.value.problems} == {"F19"}
    return caught.value


CALLS = [sarrus.open_run, sarrus.resume, sarrus.rerun]


@pytest.mark.parametrize("call", CALLS)
def test_F19_function_is_missing(half: Callable[..., Path], call: Callable[..., Any]) -> None:
    """It says which, and where it goes."""
    text = str(refused(call, half(inputs={"A": law})))
    assert "'law'" in text and "inputs=" in text


@pytest.mark.parametrize("call", CALLS)
def test_F19_another_function(half: Callable[..., Path], call: Callable[..., Any]) -> None:
    path = half(inputs={"A": law})
    for wrong in (other_law, lambda t: np.sin(t), 3.0, None):
        error = refused(call, path, inputs={"A": wrong})
        assert "inputs" in str(error) and "not what the run of the file was made with" in str(error)
    for given in ({"B": law}, {"A": law, "B": 1.0}, {}):
        refused(call, path, inputs=given)


def test_same_function_is_taken(half: Callable[..., Path]) -> None:
    path = half(inputs={"A": law})
    system = wheel()
    whole = system.simulate(
        system.state([0.1], [0.0]), **HOW, method="rk4", step=0.01, inputs={"A": law}
    )
    assert_same(sarrus.resume(path, inputs={"A": law}), whole, counts=False)


@pytest.mark.parametrize(
    "made, other",
    [
        (scaled(2.0), scaled(3.0)),
        (functools.partial(times, 2.0), functools.partial(times, 3.0)),
    ],
    ids=["closure", "partial"],
)
def test_F19_same_code_with_other_numbers(
    half: Callable[..., Path], made: Callable[..., Any], other: Callable[..., Any]
) -> None:
    """What a function has enclosed is part of it."""
    path = half(inputs={"A": made})
    refused(sarrus.resume, path, inputs={"A": other})


def test_F19_controller_with_another_gain(half: Callable[..., Path]) -> None:
    path = half(inputs={"A": Sampled(Integral(3.0), 0.02)})
    refused(sarrus.resume, path, inputs={"A": Sampled(Integral(3.0), 0.04)})
    refused(sarrus.resume, path, inputs={"A": Sampled(Integral(5.0), 0.02)})


def test_controller_takes_back_its_memory(tmp_path: Path, monkeypatch: Any) -> None:
    """A fresh one is given; it goes on with the memory that the file holds."""
    many_blocks(monkeypatch)
    setup, path = SETUPS["sampled rk4"], tmp_path / "run.sarrus"
    setup.run(file=in_blocks(path)).states.close()  # type: ignore[attr-defined]
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    controller = Integral()
    sarrus.resume(path, inputs={"A": Sampled(controller, 0.01)})
    reference = Integral()
    system = wheel()
    system.simulate(system.state([0.0], [0.0]), inputs={"A": Sampled(reference, 0.01)}, **setup.how)
    assert (controller.asked, controller.total) == (reference.asked, reference.total)


def test_tables_and_numbers_are_in_the_file(half: Callable[..., Path]) -> None:
    table = ([0.0, 0.5, 1.0], [1.0, -1.0, 2.0])
    path = half(inputs={"A": table})
    assert sarrus.resume(path).final.t == 1.0
    path.unlink()
    path = half(inputs={"A": 2.0})
    assert sarrus.resume(path).final.t == 1.0


def test_plain_events_are_in_the_file(half: Callable[..., Path]) -> None:
    events = [
        Event("A", at=0.15, do=[Lock("A"), Effort("A", 1.0)], name="x", direction="up", most=2),
        Event(0.7, do=[SetParameter("grease.d", 0.3), Drive("A", 0.15)]),
        Event("A.rate", do=Bounce(0.5, rest=0.1)),
        Event(9.0, do=Stop()),
    ]
    path = half(events=events[:1] + events[3:], inputs={"A": 1.0})
    with RunReader.open(path) as reader:
        assert reader.head["events"][0]["name"] == "x"
    assert sarrus.resume(path).final.t == 1.0


@pytest.mark.parametrize("call", CALLS)
def test_F19_events_with_functions(half: Callable[..., Path], call: Callable[..., Any]) -> None:
    def gate(t: Any, state: Any) -> Any:
        return state["A"] - 0.12

    events = [Event(gate, name="gate"), Event(0.3, do=SetParameter("grease.d", 0.3))]
    path = half(events=events, inputs={"A": 2.0})
    assert "gate" in str(refused(call, path)) and "events=" in str(refused(call, path))
    other = [replace(events[0], at=0.01), events[1]]
    assert "events" in str(refused(call, path, events=other))
    refused(call, path, events=events[:1])
    call(path, events=events)


def test_F19_several_things_at_once(half: Callable[..., Path]) -> None:
    """All that is missing is told together."""
    path = half(inputs={"A": law}, events=[Event(lambda t: t - 0.5, name="late")])
    text = str(refused(sarrus.resume, path))
    assert "inputs=" in text and "events=" in text


# --- models --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pull(ForceElement):
    """A force element of the user's own."""

    name: str
    strength: float

    @property
    def joints(self) -> tuple[str, ...]:
        return ("A",)

    def loads(self, scene: Scene) -> tuple[Load, ...]:
        return (CoordinateLoad("A", 0, self.strength),)

    def supply(self, scene: Scene) -> Any:
        return self.strength * scene.rate("A", 0)


@pytest.mark.parametrize("call", CALLS)
def test_F19_elements_of_the_users_own(tmp_path: Path, call: Callable[..., Any]) -> None:
    path = tmp_path / "run.sarrus"
    model = replace(double_pendulum(), forces=(Pull("pull", 2.0),))
    system = model.compile(kernels=())
    run = system.simulate(swinging(system), file=path, **HOW)
    text = str(refused(call, path))
    assert "Pull 'pull'" in text and "model=" in text
    again = call(path, model=model)
    assert np.array_equal(again.q, run.q)
    stronger = replace(model, forces=(Pull("pull", 3.0),))
    refused(call, path, model=stronger)


@pytest.mark.parametrize("call", CALLS)
def test_F19_another_model(tmp_path: Path, call: Callable[..., Any]) -> None:
    path = tmp_path / "run.sarrus"
    system = pendulum()
    run = system.simulate(swinging(system), file=path, **HOW)
    bodies = system.model.bodies
    for other in (
        replace(system.model, bodies=(replace(bodies[0], mass=1.3), *bodies[1:])),
        wheel().model,
    ):
        assert "model" in str(refused(call, path, model=other))
    assert np.array_equal(call(path, model=double_pendulum()).q, run.q)


# --- files ---------------------------------------------------------------------------------------


def test_F13_what_is_no_run(tmp_path: Path) -> None:
    path = tmp_path / "run.sarrus"
    for content in (b"", b"hello", bytes(10_000), os.urandom(5000)):
        path.write_bytes(content)
        for call in CALLS:
            with pytest.raises(ModelError, match="F13"):
                call(path)
        assert path.read_bytes() == content
    path.unlink()
    for call in CALLS:
        with pytest.raises(ModelError, match="F09"):
            call(path)


WRONG: dict[str, Any] = {
    "another version": {"format": "sarrus run 2"},
    "class": {"model": {"class": "os.system"}},
    "no model": {"model": [1, 2]},
    "hash": {"model_hash": "0" * 64},
    "size of the start": {"start": {"t": 0.0, "q": np.zeros(9), "v": np.zeros(9)}},
    "no start": {"start": {}},
    "no settings": {"settings": {}},
    "no system": {"system": {}},
    "event": {"events": [{"class": "Popen", "args": "true"}]},
    "input": {"inputs": {"class": "mapping", "items": [["A"]]}},
    "parameter": {"parameters": {"x.y": 1.0}},
    "base": {"base": np.zeros(3)},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_F13_heads_that_no_run_has_written(tmp_path: Path, wrong: str) -> None:
    """Refused with an error of ours, whatever stands in it; the file stays as it is."""
    good, path = tmp_path / "good.sarrus", tmp_path / "bad.sarrus"
    SETUPS["tree rk4"].run(file=good, until=0.1)
    with RunReader.open(good) as reader:
        head, t, y = reader.head, reader.times(0, 3), reader.rows(0, 3)
    with RunWriter.create(path, {**head, **WRONG[wrong]}) as writer:
        writer.states(t, y, {})
    content = path.read_bytes()
    for call in CALLS:
        with pytest.raises(sarrus.errors.SarrusError) as refused:
            call(path)
        assert not isinstance(refused.value, sarrus.InternalError)
        assert path.read_bytes() == content


def test_F13_head_without_something(tmp_path: Path) -> None:
    good, path = tmp_path / "good.sarrus", tmp_path / "bad.sarrus"
    SETUPS["tree rk4"].run(file=good, until=0.1)
    with RunReader.open(good) as reader:
        head, t, y = reader.head, reader.times(0, 3), reader.rows(0, 3)
    for missing in head:
        part = {key: value for key, value in head.items() if key != missing}
        with RunWriter.create(path, part, overwrite=True) as writer:
            writer.states(t, y, {})
        try:
            sarrus.open_run(path)
        except sarrus.errors.SarrusError:
            continue
        optional = ("turned", "coordinates", "velocities", "seeds", "versions")
        assert missing in optional, missing


def test_E17_two_processes_on_one_file(tmp_path: Path) -> None:
    """The second is refused with the name of the first; the first is not disturbed."""
    path = tmp_path / "run.sarrus"
    program = """
import sys, time
from run_files.machines import SETUPS
from sarrus import ResultFile
def progress(fraction):
    print(fraction, flush=True)
    sys.stdin.readline()
SETUPS["tree rk4"].run(file=ResultFile(sys.argv[1]), progress=progress)
"""
    command = [sys.executable, "-c", program, str(path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment(), **pipes) as child:
        assert child.stdout is not None and child.stdin is not None
        child.stdout.readline()
        setup = SETUPS["tree rk4"]
        for attempt in (
            lambda: setup.run(file=sarrus.ResultFile(path, overwrite=True)),
            lambda: setup.resume(path),
        ):
            with pytest.raises(sarrus.EnvironmentProblem, match=f"E17 .*pid {child.pid}"):
                attempt()
        with pytest.raises(sarrus.EnvironmentProblem, match="E-EXISTS"):
            setup.run(file=path)
        child.communicate("\n" * 1000)
        assert child.returncode == 0
    assert_same(sarrus.open_run(path), setup.run())


def test_E18_runs_of_files_leave_no_warning(tmp_path: Path) -> None:
    """Nothing is left open behind a run that is no longer used: `python -W error -X dev`."""
    program = """
import gc, sys
import sarrus
from run_files.machines import SETUPS
path = sys.argv[1]
SETUPS["tree rk4"].run(file=path, until=0.1)
sarrus.open_run(path).t
sarrus.resume(path)
sarrus.rerun(path)
gc.collect()
"""
    command = [sys.executable, "-W", "error::ResourceWarning", "-c", program]
    done = subprocess.run(
        [*command, str(tmp_path / "run.sarrus")],
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "ResourceWarning" not in done.stderr


@pytest.mark.parametrize(("off", "first"), [(0.5, None), (2.0, 1)])
def test_states_of_sundials_are_compared_beside_their_size(
    off: float, first: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To 100 times the tolerance of 1 and of the value: a fast wheel has a large angle."""
    path, rtol = tmp_path / "run.sarrus", 1e-6
    system = wheel()
    run = system.simulate(
        system.state([1000.0], [1.0]), until=0.3, every=0.1, method="adams", rtol=rtol, file=path
    )
    rows = run.states.rows(0, len(run)).copy()
    rows[1:, 0] += off * 100.0 * rtol * 1001.0
    other = replace(run, states=MemoryStates(run.t, rows))
    monkeypatch.setattr(opening, "_again", lambda order: other)
    if first is None:
        assert sarrus.rerun(path) is other
    else:
        with pytest.raises(ModelError, match=f"t = {run.t[first]:.3g}"):
            sarrus.rerun(path)
