"""What the tests of gradients share: objectives, and differences of whole runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.design import ChannelFunction
from sarrus.design.gradients.run_gradient import RunAdjoint, RunOutputs, run_settings
from sarrus.system import State, System

TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def mixed(*channels: str) -> ChannelFunction:
    """Weights of all samples, always the same for as many, and of their squares."""

    def weights(samples: np.ndarray) -> np.ndarray:
        return np.random.default_rng(1).normal(size=samples.shape)

    return ChannelFunction(
        channels,
        lambda t, s: float(np.sum(weights(s) * s + 0.3 * s * s)),
        lambda t, s: weights(s) + 0.6 * s,
    )


def slope(value: Callable[[float], float], x: float, h: float) -> float:
    """The derivative by differences of fourth order."""
    ends = [value(x + k * h) for k in (-2, -1, 1, 2)]
    return (8.0 * (ends[2] - ends[1]) - (ends[3] - ends[0])) / (12.0 * h)


def number(system: System, name: str) -> np.ndarray:
    """The value of a parameter."""
    known = system.compiled.compiler.parameters
    full = system.compiled.full_parameter(name)
    return np.array(dict(zip(known.names, known.defaults, strict=True))[full], dtype=float)


def value_of_run(
    system: System, objective: Any, start: State, how: Mapping[str, Any], **given: Any
) -> float:
    """The value of an objective of a run."""
    names = ("until", "method", "rtol", "atol", "step", "every", "times")
    usual = {"until": None, "method": "auto", "rtol": 1e-8, "atol": 1e-10, "step": None,
             "every": None, "times": None}  # fmt: skip
    settings = run_settings(*({**usual, **how}[name] for name in names))
    more = {key: how[key] for key in ("inputs", "driven", "locked", "events") if key in how}
    known = RunAdjoint(system, [], start, settings, keywords=given, **more)
    return float(objective.value(known.t, known.samples(RunOutputs(list(objective.channels)))))


def by_differences(
    system: System,
    objective: Any,
    name: str,
    place: int,
    start: tuple[Mapping[str, float], Mapping[str, float]],
    how: Mapping[str, Any],
    guess: State | None = None,
) -> float:
    """The derivative by a number of the model, the start assembled anew; start: values, rates."""
    value = number(system, name)

    def at(x: float) -> float:
        other = value.copy()
        other.flat[place] = x
        given = {"parameters": {name: other if other.ndim else float(other)}}
        state = system.assemble(dict(start[0]), dict(start[1]), guess=guess, **given)
        return value_of_run(system, objective, state, how, **given)

    x = float(value.flat[place])
    return slope(at, x, 1e-3 * max(0.1, abs(x)))


def largest(values: Sequence[float] | np.ndarray) -> int:
    """The place of the largest number."""
    return int(np.argmax(np.abs(np.ravel(values))))


def homed(state: State, system: System) -> State:
    """The state as one of another system of the same mechanism."""
    return replace(state, system=system)
