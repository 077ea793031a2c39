"""What functions of the user compute, written down; and what is kept by it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from analysis.machines import compiled, moving
from sarrus.system import State, System
from sarrus.system.analysis.analysis import Analysis
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.channels.traced_state import TracedState
from sarrus.system.recent import Recent
from sarrus.system.simulation.mode_kernels import Simulator


def simulator(system: System, **mode: Any) -> tuple[Simulator, State]:
    state = moving(system, size=0.2)
    return Analysis(system, **mode).simulator(state.q), state


def in_numbers(sim: Simulator, state: State) -> TracedState:
    """The same state as tracing sees it, evaluated in floats."""
    y, flow = sim.start(state), sim.flow_in_numbers()
    return TracedState(sim.system, flow.inputs_at(0.0, y), flow, y)


@pytest.mark.parametrize("name", ["pendulum", "crane", "four_bar", "slider_crank", "floating"])
def test_every_channel_is_as_long_as_what_tracing_finds(name: str) -> None:
    """So that a kernel that was made before has outputs of the right names."""
    system = compiled(name)
    sim, state = simulator(system)
    bodies = [*system.model.body_index, *(frame.name for frame in system.model.frames)]
    wanted = list(system.compiled.names())
    wanted += [f"{body}.{what}" for body in bodies for what in ("position", "acceleration")]
    wanted += [f"{body}.angular_velocity.x" for body in bodies]
    for joint in system.model.joint_index:
        wanted += [f"{joint}.{what}" for what in ("reaction.force", "wrench.moment.y", "effort")]
        wanted += [f"{joint}.acceleration"] if system.model.joint(joint).type.nv else []
    asked, traced = Outputs(wanted), Outputs(wanted)
    assert asked.content(sim) == ()
    values = traced.values(in_numbers(sim, state))
    assert asked.names == traced.names
    assert len(asked.names) == len(values) > 15


@pytest.mark.parametrize("mode", [{"locked": ["A"]}, {"driven": {"A.angle": np.sin}}, {}])
def test_efforts_are_there_where_something_drives(mode: dict[str, Any]) -> None:
    sim, state = simulator(compiled("four_bar"), **mode)
    asked, traced = Outputs({"e": lambda x: x.drive_effort("A")}), Outputs(["A.drive_effort"])
    content = asked.content(sim)
    found = traced.values(in_numbers(sim, state))
    assert content is not None
    assert (found[0] != 0.0) == bool(mode)
    assert asked.names == ["e"]
    assert traced.names == ["A.drive_effort"]


SAME: list[tuple[Callable[[Any], Any], Callable[[Any], Any]]] = [
    (lambda x: x["A.angle"] + x["A.rate"], lambda x: x["A.rate"] + x["A.angle"]),
    (lambda x: x.position("rod"), lambda x: x.position("rod", (0, 0, 0))),
    (lambda x: x["rod.velocity.x"], lambda x: x.velocity("rod")[0]),
    (lambda x: x["A.acceleration"], lambda x: x.vdot[0]),
]
OTHER: list[tuple[Callable[[Any], Any], Callable[[Any], Any]]] = [
    (lambda x: x["A.angle"], lambda x: x["A.rate"]),
    (lambda x: 2.0 * x["A.angle"], lambda x: 3.0 * x["A.angle"]),
    (lambda x: x.position("rod"), lambda x: x.position("rod", (0, 0, 1))),
    (lambda x: x.position("rod"), lambda x: x.velocity("rod")),
    (lambda x: x.reaction("A")[0], lambda x: x.wrench("A")[0]),
    (lambda x: x.reaction("A")[0], lambda x: x.reaction("A")[1]),
    (lambda x: x.position("rod"), lambda x: x.position("rod")[::-1]),
    (lambda x: 1.0, lambda x: 2.0),
    (lambda x: x["A.angle"], lambda x: x.vdot[0]),
    (lambda x: np.array([1.0, 1.0]), lambda x: np.array([1.0])),
]


def content(sim: Simulator, function: Callable[[Any], Any]) -> Any:
    return Outputs({"g": function}).content(sim)


def test_contents_tell_functions_apart() -> None:
    """And only those that compute something else."""
    sim, _ = simulator(compiled("pendulum"))
    for one, another in SAME:
        found = content(sim, one)
        assert found is not None
        assert content(sim, another) == found
    for one, another in OTHER:
        assert content(sim, one) != content(sim, another)
        assert None not in (content(sim, one), content(sim, another))


def test_what_fails_or_looks_deeper_has_no_content() -> None:
    sim, _ = simulator(compiled("pendulum"))
    assert content(sim, lambda x: x.inputs.velocities) is None
    assert content(sim, lambda x: x["A.angle"] if x["A.rate"] > 0.0 else 0.0) is None
    assert content(sim, lambda x: x["no such name"]) is None


def test_recent_keeps_what_was_asked_for_last() -> None:
    made: list[str] = []

    def get(key: str) -> str:
        def make() -> str:
            made.append(key)
            return key.upper()

        return recent.get(key, make)

    recent: Recent[str] = Recent(2)
    assert [get(key) for key in "abacab"] == list("ABACAB")
    assert made == ["a", "b", "c", "b"]
    assert len(recent) == 2


def test_recent_keeps_nothing_that_failed() -> None:
    recent: Recent[int] = Recent(2)
    with pytest.raises(ZeroDivisionError):
        recent.get("a", lambda: 1 // 0)
    assert recent.get("a", lambda: 3) == 3


def test_recent_in_threads() -> None:
    """All get the same object, however many have begun to make it."""
    recent: Recent[object] = Recent(4)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda k: (k % 3, recent.get(k % 3, object)), range(3000)))
    assert len({id(thing) for _, thing in found}) == 3
    assert len(recent) == 3
