"""Objectives that are Python functions of channels over time, traced for their derivatives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np

from sarrus.design.objectives.objective import OBJECTIVE
from sarrus.errors import ModelError, Problem
from sarrus.kernels.derivative import jacobian
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.program import Program
from sarrus.kernels.trace import trace
from sarrus.late_dataclass import dataclass

STEP = 1e-6
"""Part of the largest sample by which samples are moved where a function cannot be traced."""
AGREEMENT = 1e-9
"""Part of the value by which the traced function may differ from the function itself."""


@dataclass(eq=False)
class Samples(Mapping[str, Any]):
    """What the function is given: `x["A.effort"]` is that channel at the times `x.t`."""

    t: np.ndarray
    columns: Mapping[str, Any]
    asked: dict[str, None] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        self.asked[name] = None
        return self.columns[name]

    def __iter__(self) -> Any:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)


class _ChannelProbe(dict[str, Any]):
    """Channels by name while the function is asked which it reads: ones."""

    def __init__(self, count: int, channel: Callable[[str], str]) -> None:
        super().__init__()
        self.count, self.channel = count, channel

    def __missing__(self, name: str) -> np.ndarray:
        self.channel(name)
        self[name] = np.linspace(0.5, 1.0, self.count)
        return np.asarray(self[name])


@dataclass(frozen=True, eq=False)
class FunctionObjective:
    """A function of samples, f(x): one number of `x["A.effort"]`, an array over `x.t`.

    It is traced for every number of samples, so that its derivatives are exact; where that cannot
    be done (np.max compares symbols), they are differences of the function itself.
    """

    text: str
    function: Callable[[Any], Any]
    channels: tuple[str, ...]
    unit: str = ""
    variables: tuple[str, ...] = ()
    peak: None = None
    _programs: dict[int, Program | None] = field(default_factory=dict, repr=False)

    def parts(self, count: int) -> list[FunctionObjective]:
        """Return it alone: it has no parts over time."""
        return [self]

    def value(self, t: np.ndarray, samples: np.ndarray, design: Sequence[float] = ()) -> float:
        """Return the value for samples (time, channel) at the times."""
        return _call(self.function, self.text, self._samples_of(t, np.asarray(samples, float)))

    def sensitivity(
        self, t: np.ndarray, samples: np.ndarray, design: Sequence[float] = ()
    ) -> np.ndarray:
        """Return the derivatives of the value by the samples, of their shape."""
        t, samples = np.asarray(t, float), np.asarray(samples, float)
        program = self._program(t, samples)
        if program is not None:
            return np.asarray(interpret(program, [t, samples])[1])
        found = np.zeros(samples.shape)
        step = STEP * np.maximum(np.max(np.abs(samples), axis=0), 1e-9)
        for place in np.ndindex(samples.shape):
            ends = []
            for sign in (1.0, -1.0):
                moved = samples.copy()
                moved[place] += sign * step[place[1]]
                ends.append(self.value(t, moved))
            found[place] = (ends[0] - ends[1]) / (2.0 * step[place[1]])
        return found

    def design_sensitivity(
        self, t: np.ndarray, samples: np.ndarray, design: Sequence[float] = ()
    ) -> np.ndarray:
        """Return no derivatives: a function reads channels alone."""
        return np.zeros(0)

    @property
    def is_smooth(self) -> bool:
        """Whether it could be traced."""
        return bool(self._programs) and None not in self._programs.values()

    def missing(self, t: np.ndarray) -> Problem | None:
        """Return None: a function asks for no instant by itself."""
        return None

    def _samples_of(self, t: Any, samples: Any) -> Samples:
        return Samples(t, {name: samples[:, k] for k, name in enumerate(self.channels)})

    def _program(self, t: np.ndarray, samples: np.ndarray) -> Program | None:
        """Return value and derivatives as a program; None where the function cannot be traced."""
        if len(t) not in self._programs:
            self._programs[len(t)] = self._trace(t, samples)
        return self._programs[len(t)]

    def _trace(self, t: np.ndarray, samples: np.ndarray) -> Program | None:
        def equation(t: Any, x: Any) -> Mapping[str, Any]:
            value = np.asarray(self.function(self._samples_of(t, x)), dtype=object)
            return {"value": value, "slopes": jacobian(value, x)}

        try:
            found = trace(equation, {"t": t.shape, "x": samples.shape})
            value = float(interpret(found, [t, samples])[0])
        except Exception:  # whatever a function of the user does with symbols that it cannot know
            return None
        own = self.value(t, samples)
        return found if abs(value - own) <= AGREEMENT * max(abs(own), 1.0) else None

    def __repr__(self) -> str:
        return f"<Objective '{self.text}' of {', '.join(self.channels)}>"


def objective_of_function(
    function: Callable[[Any], Any], channel: Callable[[str], str]
) -> FunctionObjective:
    """Return the objective of a function; channel: the unit of a channel, refuses unknown ones."""
    text = str(getattr(function, "__name__", "function"))
    if text == "<lambda>":
        text = "function"
    value = Samples(np.linspace(0.0, 1.0, 8), _ChannelProbe(8, channel))
    _call(function, text, value)
    if not value.asked:
        rule, action = "reads no channel", "write a function of x that uses x['A.effort']"
        raise ModelError(Problem(OBJECTIVE, f"objective '{text}'", rule, action=action))
    return FunctionObjective(text, function, tuple(value.asked))


def _call(function: Callable[[Any], Any], text: str, value: Samples) -> float:
    try:
        found = np.asarray(function(value))
    except ModelError:
        raise
    except Exception as error:
        raise ModelError(
            Problem(
                OBJECTIVE,
                f"objective '{text}'",
                f"fails: {type(error).__name__}: {error}",
                action="it is called with x, of which x['A.effort'] is an array over x.t",
            )
        ) from error
    if found.shape != () or found.dtype.kind not in "biuf":
        rule = f"must return one number, not an array of shape {found.shape}"
        raise ModelError(Problem(OBJECTIVE, f"objective '{text}'", rule))
    return float(found)
