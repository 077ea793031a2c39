"""Mistakes that users make with Python: every one is told as an error of ours."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from loops.mechanisms import four_bar
from sarrus import History, Run, Sampled, State, System
from sarrus.errors import SarrusError
from simulation.machines import pendulum

NAN = float("nan")


@cache
def rod() -> System:
    return pendulum().compile(kernels=())


@cache
def rest() -> State:
    return rod().assemble()


@cache
def history() -> History:
    return run(until=0.1).history


def run(**how: Any) -> Run:
    return rod().simulate(rest(), **{"until": 1.0, **how})


def failing(*arguments: Any) -> Any:
    return [][1]


MISTAKES: dict[str, Callable[[], Any]] = {
    "state of another size": lambda: rod().state([0.0, 1.0], [0.0]),
    "state of words": lambda: rod().state("a", [0.0]),
    "state that is not a number": lambda: rod().state([NAN], [0.0]),
    "coordinate in words": lambda: rod().assemble({"A": "x"}),
    "coordinate that is not a number": lambda: rod().assemble({"A": NAN}),
    "coordinates in a list": lambda: rod().assemble([0.1]),
    "rate of nothing": lambda: rod().assemble({"A": 0.1}, {"A": None}),
    "start of another system": lambda: rod().simulate(four_bar().compile().assemble(), until=1.0),
    "until in words": lambda: run(until="soon"),
    "until forever": lambda: run(until=float("inf")),
    "until no number": lambda: run(until=NAN),
    "until nothing": lambda: run(until=None),
    "steps until no number": lambda: run(until=NAN, method="rk4", step=0.1),
    "rtol in words": lambda: run(rtol="tight"),
    "step in words": lambda: run(method="rk4", step="small"),
    "inputs in a list": lambda: run(inputs=[1.0]),
    "input in words": lambda: run(inputs={"A": "strong"}),
    "input that is not a number": lambda: run(inputs={"A": NAN}),
    "law that returns nothing": lambda: run(inputs={"A": lambda t: None}),
    "law that returns too much": lambda: run(inputs={"A": lambda t: np.zeros(2)}),
    "law that fails": lambda: run(inputs={"A": failing}),
    "controller that fails": lambda: run(inputs={"A": Sampled(failing, 0.1)}),
    "controller of nothing": lambda: run(inputs={"A": Sampled(lambda t, x: None, 0.1)}),
    "drive that fails": lambda: run(driven={"A": lambda t: failing()}),
    "drive of nothing": lambda: run(driven={"A": None}),
    "three functions that fail": lambda: rod().drive({"A": (failing, failing, failing)}),
    "load of one number": lambda: rod().accelerations(rest(), loads={"rod": 1.0}),
    "load of five numbers": lambda: rod().accelerations(rest(), loads={"rod": ((1, 2), (1, 2, 3))}),
    "effort in words": lambda: rod().accelerations(rest(), efforts={"A": "strong"}),
    "effort of two numbers": lambda: rod().accelerations(rest(), efforts={"A": [1.0, 2.0]}),
    "times in words": lambda: history().at("late"),
    "body that is not there": lambda: pendulum().body("rood"),
    "joint that is not there": lambda: pendulum().joint("B"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistake_is_told(mistake: str) -> None:
    with pytest.raises(SarrusError) as told:
        MISTAKES[mistake]()
    for problem in told.value.problems:
        assert problem.element and problem.rule
    assert "__" not in str(told.value) and "ufunc" not in str(told.value)


def test_nearest_name_is_suggested() -> None:
    with pytest.raises(SarrusError, match="Did you mean 'rod'"):
        pendulum().body("rood")
