"""What is wrong is refused before the run, with all its problems, and where it stands."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from events.machines import ball, oscillator
from loops.mechanisms import rssr
from sarrus import Event, ModelError, System
from sarrus.system.simulation.events import (
    Attach,
    Bounce,
    Detach,
    Drive,
    Effort,
    Enable,
    Lock,
    Record,
    Release,
    SetParameter,
)


@pytest.fixture(scope="module")
def system() -> System:
    return oscillator().compile(kernels=())


def refused(system: System, *events: Event, **how: Any) -> ModelError:
    start = system.state([0.2], [0.0]) if system.nq == 1 else system.initial_state()
    with pytest.raises(ModelError) as caught:
        run = system.simulate(start, until=1.0, events=events, **how)
        if hasattr(run.states, "close"):
            run.states.close()
    return caught.value


def codes(error: ModelError) -> list[str]:
    return [problem.code for problem in error.problems]


# --- where events are made -----------------------------------------------------------------------


def test_words_of_direction() -> None:
    for word in ("upward", "", "UP", None, 1):
        with pytest.raises(ModelError, match=r"V01.*direction") as caught:
            Event("J", direction=word, name="gate")  # type: ignore[arg-type]
        assert "'up', 'down', 'both'" in str(caught.value) and "gate" in str(caught.value)


def test_actions_must_be_actions() -> None:
    for do in ("stop", 3, ["stop", Record()], [Lock], None):
        with pytest.raises(ModelError, match="not an action"):
            Event("J", do=do)  # type: ignore[arg-type]


def test_all_problems_of_an_event_at_once() -> None:
    with pytest.raises(ModelError) as caught:
        Event("J", direction="sideways", do=["stop", "lock"])  # type: ignore[list-item]
    assert codes(caught.value) == ["V01"] * 3


@pytest.mark.parametrize("restitution", [-0.1, 1.0001, math.nan, math.inf])
def test_restitution_is_a_part(restitution: float) -> None:
    with pytest.raises(ModelError, match=r"V01.*between 0 and 1"):
        Bounce(restitution)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Event("J", at=math.nan),
        lambda: Event(math.nan),
        lambda: Event("J", most=-1),
        lambda: Event(["J"]),  # type: ignore[arg-type]
        lambda: Bounce(0.5, rest=-1.0),
        lambda: Attach("load", "block", -1.0),
        lambda: Attach("load", "block", 1.0, com=(0.0, math.nan, 0.0)),
        lambda: Attach("load", "block", 1.0, inertia=(-1.0, 1.0, 1.0)),
        lambda: Attach("load", "block", 1.0, velocity=(1.0, 2.0)),
    ],
    ids=["at", "time", "most", "when", "rest", "mass", "com", "inertia", "velocity"],
)
def test_numbers_that_make_no_sense(system: System, wrong: Any) -> None:
    """Where it is made, or at the latest before the run: never in the middle of it."""
    with pytest.raises(ModelError):
        made = wrong()
        event = made if isinstance(made, Event) else Event(0.5, do=made)
        system.simulate(system.state([0.2], [0.0]), until=0.4, events=[event])


# --- before the run ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "event",
    [
        Event("K.displacement"),
        Event("J.displacment"),
        Event(lambda t, s: s["K"]),
        Event(lambda t, s: s.position("blok")[0]),
        Event(lambda t, s: s.distance("block", "floor")),
        Event(lambda t, s: s.effort("K")),
        Event(9.0, do=Lock("K")),
        Event(9.0, do=Lock("J.angle")),
        Event(9.0, do=Release("K")),
        Event(9.0, do=Drive("K", 1.0)),
        Event(9.0, do=Effort("K", 1.0)),
        Event(9.0, do=Effort("K", lambda t: t)),
        Event(9.0, do=Effort("K", None)),
        Event(9.0, do=SetParameter("S.kk", 1.0)),
        Event(9.0, do=SetParameter("T.k", 1.0)),
        Event(9.0, do=Enable("T")),
        Event(9.0, do=Enable("T", False)),
        Event(9.0, do=Attach("load", "blok", 1.0)),
        Event(9.0, do=Detach("load", "blok")),
        Event(9.0, do=Detach("load", "block")),
    ],
    ids=[
        "joint",
        "coordinate",
        "in a function",
        "body",
        "other body",
        "effort of",
        "lock",
        "lock coordinate",
        "release",
        "drive",
        "effort",
        "effort law",
        "no effort",
        "parameter",
        "parameter of",
        "enable",
        "disable",
        "attach",
        "detach from",
        "detach what",
    ],
)
def test_M09_unknown_names(system: System, event: Event, tmp_path: Path) -> None:
    """Also those of events that would never happen; no file is left behind."""
    path = tmp_path / "run.sarrus"
    error = refused(system, event, file=path)
    assert set(codes(error)) == {"M09"}, str(error)
    assert not path.exists()


def test_M09_suggests_the_nearest_name(system: System) -> None:
    assert "J.displacement" in str(refused(system, Event("J.displacment")))
    assert "block" in str(refused(system, Event(0.1, do=Attach("load", "blok", 1.0))))


def test_all_unknown_names_at_once(system: System) -> None:
    error = refused(
        system,
        Event("K"),
        Event(lambda t, s: s["L"]),
        Event(0.1, do=[Lock("M"), Enable("N")]),
        Event(0.2, do=SetParameter("O.k", 1.0)),
    )
    text = str(error)
    missing = [name for name in ("'K'", "'L'", "'M'", "'N'", "'O.k'") if name not in text]
    assert not missing, f"not told about {missing}"


def test_V03_functions_that_cannot_be_traced(system: System) -> None:
    def branching(t: Any, state: Any) -> Any:
        return 1.0 if state["J"] > 0.1 else -1.0

    def with_math(t: Any, state: Any) -> Any:
        return math.sin(state["J"])

    def failing(t: Any, state: Any) -> Any:
        return [][3]

    for function in (branching, with_math, failing):
        error = refused(system, Event(function, name=function.__name__))
        assert codes(error) == ["V03"] and function.__name__ in str(error)


def test_V03_functions_that_return_no_number(system: System) -> None:
    for function in (lambda t, s: None, lambda t, s: "x", lambda t, s: s.position("block")):
        assert codes(refused(system, Event(function, name="odd"))) == ["V03"]


def test_functions_that_take_other_arguments(system: System) -> None:
    for function in (lambda: 1.0, lambda a, b, c: a):
        error = refused(system, Event(function, name="odd"))  # type: ignore[arg-type]
        assert "odd" in str(error)


def test_bounce_of_what_depends_on_velocities(system: System) -> None:
    """It cannot be thrown back: this is said, before the run or when it happens."""
    event = Event("J.speed", at=-1.0, direction="down", do=Bounce(0.5), name="speed")
    with pytest.raises(sarrus.errors.SarrusError, match="speed") as caught:
        system.simulate(system.state([0.2], [0.0]), until=1.0, events=[event])
    assert "position" in str(caught.value)


def test_drives_of_what_cannot_be_driven() -> None:
    system = rssr().compile(kernels=(), cut=["C"])
    assert codes(refused(system, Event(9.0, do=Drive("B", 1.0)))) == ["D04"]
    assert codes(refused(system, Event(9.0, do=Drive("B.omega_x", 1.0)))) == ["D09"]
    assert codes(refused(system, Event(9.0, do=Drive("A.rate", 1.0)))) == ["D09"]


def test_events_that_are_none(system: System) -> None:
    for wrong in (["J"], [Lock("J")], [lambda t: t]):
        with pytest.raises(ModelError):
            system.simulate(system.state([0.2], [0.0]), until=1.0, events=wrong)  # type: ignore


def test_table_that_does_not_cover_the_run(system: System) -> None:
    error = refused(system, Event(0.5, do=Effort("J", ([0.0, 0.4], [1.0, 1.0]))))
    assert codes(error) == ["N14"]


def test_functions_are_not_called_with_nothing(system: System) -> None:
    """Functions that look at the state are asked when the event happens, not before."""
    asked: list[Any] = []

    def value(t: float, state: Any) -> float:
        asked.append(state)
        return 50.0 if state is None else 50.0 + 1.0 / float(state["J"])

    def law(t: float, state: Any) -> Any:
        asked.append(state)
        return lambda s: 0.1

    events = [
        Event(0.3, do=SetParameter("S.k", value)),
        Event(9.0, do=Drive("J", law, made=True)),
    ]
    system.simulate(system.state([0.2], [0.0]), until=0.4, events=events)
    assert None not in asked


def test_errors_come_before_files_and_before_work(tmp_path: Path) -> None:
    """A refused run leaves an old file as it was."""
    path = tmp_path / "run.sarrus"
    system = ball().compile(kernels=())
    start = system.state([1.0], [0.0])
    run = system.simulate(start, until=0.1, file=path)
    kept = path.read_bytes()
    with pytest.raises(ModelError, match="M09"):
        system.simulate(
            start,
            until=0.1,
            events=[Event("K")],
            file=sarrus.ResultFile(path, overwrite=True),
        )
    assert path.read_bytes() == kept and np.array_equal(run.t, 0.0005 * np.arange(201))
    run.states.close()  # type: ignore[attr-defined]
