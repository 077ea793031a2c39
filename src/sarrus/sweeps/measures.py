"""Measures: one number of a run, by words such as "max A.rate" or by a function of the run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
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


@dataclass(frozen=True)
class Measure:
    """A number of a run; asked: a text, or a function of the run."""

    name: str
    asked: str | Callable[[Any], Any]

    @property
    def words(self) -> tuple[str, str]:
        """What is taken, and of which channel."""
        word, _, channel = str(self.asked).strip().partition(" ")
        return word, channel.strip()

    def value(self, run: Any) -> float:
        """Return the number of a run or drive."""
        if callable(self.asked):
            return _number(self.name, self.asked(run))
        word, channel = self.words
        return _number(self.name, WORDS[word](np.asarray(run[channel])))

    def problems(self, system: System) -> list[Problem]:
        """Return what is wrong with it, before any run is made."""
        if callable(self.asked):
            return []
        if not isinstance(self.asked, str):
            rule = "must be words such as 'max A.rate', or a function of the run"
            return [Problem(MEASURE, f"measure '{self.name}'", rule, value=repr(self.asked)[:60])]
        word, channel = self.words
        if word not in WORDS or not channel:
            hint = nearest(word, list(WORDS)) if channel else "write 'max A.rate', for instance"
            rule = f"does not begin with one of {', '.join(WORDS)}, and then a channel"
            return [Problem(MEASURE, f"measure '{self.name}'", rule, self.asked[:60], action=hint)]
        try:
            shape = system.compiled.catalogue.find(channel).shape
        except ModelError as error:
            return error.problems
        if shape:
            rule = f"takes one number, and '{channel}' has {int(np.prod(shape))}"
            action = f"name one of them, such as '{channel}.x', or '{channel}.norm'"
            return [Problem(MEASURE, f"measure '{self.name}'", rule, action=action)]
        return []


def measures(asked: Any) -> tuple[Measure, ...]:
    """Return measures from one text, several, or names with texts or functions."""
    if isinstance(asked, str):
        asked = {asked: asked}
    elif isinstance(asked, (list, tuple)) and all(isinstance(text, str) for text in asked):
        asked = {text: text for text in asked}
    if not isinstance(asked, Mapping) or not asked or not all(isinstance(k, str) for k in asked):
        rule = "must be words such as 'max A.rate', or names with words or functions of the run"
        raise ModelError(Problem(MEASURE, "measure", rule, value=repr(asked)[:80]))
    return tuple(Measure(name, what) for name, what in asked.items())


def _number(name: str, value: Any) -> float:
    array = np.asarray(value)
    if array.shape == () and array.dtype.kind in "biuf":
        return float(array)
    rule = f"must be one number, and is {_words(array, value)}"
    raise ModelError(Problem(MEASURE, f"measure '{name}'", rule, value=repr(value)[:60]))


def _words(array: np.ndarray, value: Any) -> str:
    return f"of shape {array.shape}" if array.shape else f"a {type(value).__name__}"
