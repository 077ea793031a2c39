"""Measures: one number of a run, by words such as "max A.rate" or by a function of the run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest

if TYPE_CHECKING:
    from sarrus.system import System

MEASURE = "S22"
"""The code of measures that make no sense."""

WORDS: dict[str, Callable[[np.ndarray], Any]] = {
    "max": np.max,
    "min": np.min,
    "mean": np.mean,
    "rms": lambda x: np.sqrt(np.mean(np.square(x))),
    "range": np.ptp,
    "peak": lambda x: np.max(np.abs(x)),
    "first": lambda x: x[0],
    "last": lambda x: x[-1],
}
"""What is taken of a channel, over the states that are kept; peak: the largest magnitude."""
ERROR = "error"
"""The word for the estimated error of the last value of a channel, see `Run.error`."""


@dataclass(frozen=True)
class Measure:
    """A number of a run; wanted: a text, or a function of the run."""

    name: str
    definition: str | Callable[[Any], Any]

    @property
    def parts(self) -> tuple[str, str]:
        """What is taken, and of which channel."""
        word, _, channel = str(self.definition).strip().partition(" ")
        return word, channel.strip()

    def value(self, run: Any) -> float:
        """Return the number of a run or drive."""
        if callable(self.definition):
            return _number(self.name, self.definition(run))
        word, channel = self.parts
        if word == ERROR:
            return _number(self.name, np.asarray(self._errors(run)[channel])[-1])
        return _number(self.name, WORDS[word](np.asarray(run[channel])))

    def unit(self, system: System) -> str:
        """Return its unit, that of its channel; "" for functions, and where it is not known."""
        if callable(self.definition):
            return ""
        try:
            return system.compiled.catalogue.find(self.parts[1]).unit
        except ModelError:  # of a joint that events make
            return ""

    def _errors(self, run: Any) -> Any:
        if hasattr(run, "error"):
            return run.error
        rule = "is not estimated where the motion is prescribed: it has no steps to be wrong in"
        raise ModelError(Problem(MEASURE, f"measure '{self.name}'", rule))

    def problems(self, system: System) -> list[Problem]:
        """Return what is wrong with it, before any run is made."""
        if callable(self.definition):
            return []
        if not isinstance(self.definition, str):
            rule = "must be a text such as 'max A.rate', or a function of the run"
            return [
                Problem(MEASURE, f"measure '{self.name}'", rule, value=repr(self.definition)[:60])
            ]
        word, channel = self.parts
        words = [*WORDS, ERROR]
        if word not in words or not channel:
            hint = nearest(word, words) if channel else "write 'max A.rate', for instance"
            rule = f"does not begin with one of {', '.join(words)}, and then a channel"
            return [
                Problem(MEASURE, f"measure '{self.name}'", rule, self.definition[:60], action=hint)
            ]
        try:
            shape = system.compiled.catalogue.find(channel).shape
        except ModelError as error:
            return error.problems
        if shape:
            rule = f"takes one number, and '{channel}' has {int(np.prod(shape))}"
            action = f"name one of them, such as '{channel}.x', or '{channel}.norm'"
            return [Problem(MEASURE, f"measure '{self.name}'", rule, action=action)]
        return []


def measures(wanted: Any) -> tuple[Measure, ...]:
    """Return measures from one text, several, or names with texts or functions."""
    if isinstance(wanted, str):
        wanted = {wanted: wanted}
    elif isinstance(wanted, (list, tuple)) and all(isinstance(text, str) for text in wanted):
        wanted = {text: text for text in wanted}
    if not isinstance(wanted, Mapping) or not wanted or not all(isinstance(k, str) for k in wanted):
        rule = "must be a text such as 'max A.rate', or names with texts or functions of the run"
        raise ModelError(Problem(MEASURE, "measure", rule, value=repr(wanted)[:80]))
    return tuple(Measure(name, what) for name, what in wanted.items())


def _number(name: str, value: Any) -> float:
    array = np.asarray(value)
    if array.shape == () and array.dtype.kind in "biuf":
        return float(array)
    rule = f"must be one number, and is {_words(array, value)}"
    raise ModelError(Problem(MEASURE, f"measure '{name}'", rule, value=repr(value)[:60]))


def _words(array: np.ndarray, value: Any) -> str:
    return f"of shape {array.shape}" if array.shape else f"a {type(value).__name__}"
