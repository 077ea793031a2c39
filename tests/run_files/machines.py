"""Simulations whose files are tested: each can be begun, resumed and repeated by its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from events.machines import double_pendulum, flywheel
from loops.mechanisms import bricard, five_bar, rssr
from sarrus import Event, ResultFile, Sampled, State, System
from sarrus.system import Run
from sarrus.system.simulation.events import (
    Attach,
    Bounce,
    Detach,
    Effort,
    Enable,
    Lock,
    Release,
    SetParameter,
)
from sarrus.system.simulation.methods import adaptive_leg, fixed_leg
from sarrus.system.simulation.methods.leg import Budget

TIMES = ("wall", "preparation")
"""What an account holds that no two runs share."""


@dataclass
class Integral:
    """A controller with a memory, which it gives and takes."""

    gain: float = 3.0
    total: float = 0.0
    asked: int = 0

    def __call__(self, t: float, state: State) -> float:
        self.total += 0.01 * (0.3 - float(state["A"]))
        self.asked += 1
        return self.gain * (0.3 - float(state["A"])) + 20.0 * self.total - 0.4 * state["A.rate"]

    def get_state(self) -> dict[str, Any]:
        return {"total": self.total, "asked": self.asked}

    def set_state(self, state: dict[str, Any]) -> None:
        self.total, self.asked = float(state["total"]), int(state["asked"])


@dataclass(frozen=True)
class Setup:
    """What to simulate and how; again: what must be given again with the file.

    again makes it anew each time, since controllers have a memory.
    """

    system: Callable[[], System]
    start: Callable[[System], State]
    how: dict[str, Any]
    again: Callable[[], dict[str, Any]] = field(default=dict)

    def run(self, **more: Any) -> Run:
        system = self.system()
        return system.simulate(self.start(system), **{**self.how, **self.again(), **more})

    def resume(self, path: Path, **more: Any) -> Run:
        return sarrus.resume(path, **{**self.again(), **more})


@cache
def pendulum() -> System:
    return double_pendulum().compile(kernels=())


@cache
def wheel() -> System:
    return flywheel(more=_grease).compile(kernels=())


def _grease(m: sarrus.Mechanism) -> None:
    m.joint_damper("grease", "A", 0.2)


@cache
def cube() -> System:
    return bricard().compile(kernels=())


@cache
def bars() -> System:
    return five_bar().compile(kernels=())


@cache
def spatial() -> System:
    return rssr().compile(kernels=())


def swinging(system: System) -> State:
    return system.state([1.2, -0.3], [0.0, 0.5])


def falling(system: System) -> State:
    return system.assemble({"R1": 0.1}, {"R1": 0.8})


def moving(system: System) -> State:
    return system.assemble({"A": 0.1, "D": 0.05}, {"A": 0.5, "D": -0.4})


def resting(system: System) -> State:
    return system.assemble()


def still(system: System) -> State:
    return system.state([0.0], [0.0])


STOPS = (
    Event("B", at=0.4, direction="up", do=Bounce(0.8), name="limit"),
    Event("A", at=-0.5, direction="down", do=[Lock("A")], name="brake", most=1),
    Event(1.3, do=Release("A"), name="release"),
    Event(0.21, do=Attach("load", "lower", 0.5, (0, -0.6, 0)), name="grip"),
    Event("A.rate", at=-1.0, name="noted"),
    Event(1.7, do=Detach("load", "lower"), name="drop"),
)
LOCKS = (
    Event(0.13, do=Lock("A"), name="lock"),
    Event(0.31, do=Release("A"), name="release"),
    Event("D", at=0.2, do=SetParameter("rod_r.mass", 2.0), name="heavy"),
)
SWITCHES = (
    Event(0.35, do=Effort("A", ([0.0, 2.0], [1.0, -1.0])), name="table"),
    Event("A", at=0.1, direction="up", do=Enable("grease", False), name="dry"),
    Event(0.8, do=[Effort("A", 0.5), Enable("grease")], name="wet"),
)


def _with(steps: str) -> dict[str, Any]:
    if steps == "auto":
        return {"rtol": 1e-8, "atol": 1e-10}
    if steps in ("adams", "bdf", "ida", "reduced", "partitioned"):
        return {"method": steps, "rtol": 1e-7, "atol": 1e-9}
    return {"method": steps, "step": 1e-3}


def _swing(method: str) -> Setup:
    return Setup(pendulum, swinging, {"until": 2.0, "every": 0.01, **_with(method)})


def _stops(method: str) -> Setup:
    given = {"until": 2.0, "every": 0.01, "events": STOPS}
    return Setup(pendulum, swinging, {**given, **_with(method)})


def _bricard(method: str) -> Setup:
    return Setup(cube, falling, {"until": 1.0, "every": 0.005, **_with(method)})


def _dead_points(method: str) -> Setup:
    """Return a motion across dead points, where other coordinates become the independent ones."""
    chosen = {"independent": ["A", "B.omega_y"]}
    return Setup(spatial, resting, {"until": 1.0, "every": 0.01, **chosen, **_with(method)})


def _locks(method: str) -> Setup:
    given = {"until": 0.5, "every": 0.005, "events": LOCKS}
    return Setup(bars, moving, {**given, **_with(method)})


def _sampled(method: str) -> Setup:
    def again() -> dict[str, Any]:
        return {"inputs": {"A": Sampled(Integral(), 0.01)}}

    return Setup(wheel, still, {"until": 2.0, "every": 0.01, **_with(method)}, again)


def _law(t: Any, state: Any) -> Any:
    return 3.0 * np.sin(4.0 * t) - 0.5 * state["A.rate"]


def _functions(method: str) -> Setup:
    events = (Event(lambda t, s: s["A"] - 0.2 * t, do=Bounce(0.7), direction="down", name="ramp"),)

    def again() -> dict[str, Any]:
        return {"inputs": {"A": _law}, "events": events}

    return Setup(wheel, still, {"until": 2.0, "every": 0.01, **_with(method)}, again)


def _switches(method: str) -> Setup:
    given = {"until": 1.0, "every": 0.01, "events": SWITCHES}
    return Setup(wheel, still, {**given, **_with(method)})


OWN = ("auto", "rk4", "abm4", "ab3", "euler")
SETUPS: dict[str, Setup] = {
    **{f"tree {method}": _swing(method) for method in (*OWN, "adams", "bdf", "ida")},
    **{f"bricard {method}": _bricard(method) for method in ("auto", "pece", "rk4", "adams")},
    **{f"stops {method}": _stops(method) for method in ("auto", "pece", "abm4", "adams")},
    **{f"locks {method}": _locks(method) for method in ("auto", "rk4", "ida")},
    **{f"dead_points {method}": _dead_points(method) for method in ("reduced", "partitioned")},
    **{f"sampled {method}": _sampled(method) for method in ("auto", "pece", "rk4", "bdf")},
    **{f"functions {method}": _functions(method) for method in ("auto", "abm4")},
    **{f"switches {method}": _switches(method) for method in ("auto", "pece", "rk4")},
}


def many_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let native loops come back every few steps, so that there can be a block after each."""
    monkeypatch.setattr(adaptive_leg, "Budget", lambda: Budget(1, 1))
    monkeypatch.setattr(fixed_leg, "Budget", lambda: Budget(7, 7))


def in_blocks(path: Path, states: int = 2, **how: Any) -> ResultFile:
    """A file with a block after every few states."""
    return ResultFile(path, states=states, every=1e9, **how)


def rows(run: Run) -> tuple[np.ndarray, np.ndarray]:
    """All times and rows, as they are stored."""
    return run.states.times(0, len(run)), run.states.rows(0, len(run))


def account(run: Run) -> dict[str, Any]:
    """What the run counted, without the time that it took."""
    return {key: value for key, value in vars(run.account).items() if key not in TIMES}


def assert_same(run: Run, other: Run, counts: bool = True) -> None:
    """The same run, bit for bit: states, events, segments, and what was counted."""
    for mine, theirs in zip(rows(run), rows(other), strict=True):
        assert mine.tobytes() == theirs.tobytes()
    assert run.events == other.events
    places = [[(s.first, s.last, s.sim.locked) for s in r.segments] for r in (run, other)]
    assert places[0] == places[1]
    assert [n.code for n in run.notices] == [n.code for n in other.notices]
    if counts:
        assert account(run) == account(other)


def assert_begins(run: Run, other: Run) -> None:
    """All that is in the run stands at the beginning of the other, bit for bit."""
    n = len(run)
    assert n <= len(other)
    for mine, theirs in zip(rows(run), rows(other), strict=True):
        assert mine.tobytes() == theirs[:n].tobytes()
    assert run.events == other.events[: len(run.events)]
