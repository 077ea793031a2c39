"""Efforts on a joint with several velocities: one number for each, whoever gives them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus import Event, Mechanism, ModelError, Sampled, Study, save
from sarrus.system import System
from sarrus.system.simulation.events import Effort

SEVERAL = r"M25 .*effort on 'C'.*2 numbers, one for each of C.rate, C.speed, not 1.*'C.rate'"


def slide() -> Mechanism:
    m = Mechanism("slide", gravity=(0.0, 0.0, 0.0))
    m.body("b", mass=2.0, com=(0.0, 0.0, 0.0), inertia=(0.5, 0.5, 0.5))
    m.cylindrical("C", m.ground, "b", at=(0, 0, 0), axis="y")
    return m


@cache
def system() -> System:
    return slide().build().compile(kernels=())


LAWS: dict[str, Any] = {
    "a number": 5.0,
    "a function of t": lambda t: 5.0 + t,
    "a function of the state": lambda t, state: -state["C.rate"],
    "a table": ([0.0, 1.0], [0.0, 5.0]),
    "a controller": Sampled(lambda t, state: 5.0, 0.1),
}
CALLS: dict[str, Callable[[Any], Any]] = {
    "simulate": lambda law: system().simulate(
        system().initial_state(), until=0.2, inputs={"C": law}
    ),
    "a batch": lambda law: system().simulate(
        [system().initial_state()] * 2, until=0.2, method="rk4", step=0.01, inputs={"C": law}
    ),
    "an event": lambda law: system().simulate(
        system().initial_state(),
        until=0.2,
        events=[Event(lambda t, state: t - 0.1, do=Effort("C", law))],
    ),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("kind", LAWS)
def test_one_number_for_several_velocities_is_refused(kind: str, call: str) -> None:
    with pytest.raises(ModelError, match=SEVERAL):
        CALLS[call](LAWS[kind])


def test_in_calls_of_one_state_and_drives() -> None:
    with pytest.raises(ModelError, match=SEVERAL):
        system().accelerations(system().initial_state(), efforts={"C": 5.0})
    m = slide()
    m.body("arm", mass=1.0, com=(0, 0, 0), inertia=(0.1, 0.1, 0.1))
    m.revolute("A", m.ground, "arm", at=(0, 0, 0), axis="x")
    both = m.build().compile(kernels=())
    laws = {"A": lambda t: t, "C.angle": lambda t: t, "C.displacement": lambda t: t}
    for effort in (5.0, lambda t: 5.0):
        with pytest.raises(ModelError, match=SEVERAL):
            both.drive(laws, times=[0.0, 0.1], efforts={"C": effort})


def test_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "slide.yaml"
    save(slide().build(), file)
    with file.open("a") as more:
        more.write("inputs:\n  C: 5 N*m\n")
    with pytest.raises(ModelError, match=r"slide.yaml:\d+:.*2 numbers"):
        Study.load(file)


@pytest.mark.parametrize(
    "law", [np.array([1.0, 4.0]), (1.0, 4.0), lambda t: (1.0, 4.0),
            Sampled(lambda t, state: [1.0, 4.0], 0.1)],
    ids=["array", "tuple", "function", "controller"],
)  # fmt: skip
def test_one_number_for_each(law: Any) -> None:
    run = system().simulate(system().initial_state(), until=1.0, inputs={"C": law})
    assert run["C.rate"][-1] == pytest.approx(2.0) and run["C.speed"][-1] == pytest.approx(2.0)


def test_none_at_all() -> None:
    run = system().simulate(system().initial_state(), until=1.0, inputs={"C": 0.0})
    assert not np.any(run.v)
