"""The gradient of an objective, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Protocol

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.summaries import html_table, summary
from sarrus.system.names import unknown


class Objective(Protocol):
    """A number of a run: what gradients need to know of it."""

    @property
    def channels(self) -> Sequence[str]:
        """Names of the channels that it reads."""

    def value(self, t: np.ndarray, samples: np.ndarray) -> float:
        """Return the value for samples (time, channel) at the times."""

    def sensitivity(self, t: np.ndarray, samples: np.ndarray) -> np.ndarray:
        """Return the derivatives of the value by the samples, of their shape."""


def value_and_weights(
    objective: Objective, t: np.ndarray, samples: np.ndarray
) -> tuple[float, np.ndarray]:
    """Return the value of an objective and its derivatives by samples, both checked."""
    missing = getattr(objective, "missing", None)
    problem = None if missing is None else missing(t)
    if problem is not None:
        raise ModelError(problem)
    weights = np.asarray(objective.sensitivity(t, samples), dtype=float)
    if weights.shape != samples.shape:
        rule = f"has the shape {weights.shape}, not that of the samples, {samples.shape}"
        raise ModelError(Problem("G10", "sensitivity of the objective", rule))
    value = float(objective.value(t, samples))
    if not np.isfinite(value) or not np.all(np.isfinite(weights)):
        rule, action = "has no finite value and slope here", "look at its channels over the motion"
        raise ModelError(Problem("G20", "objective", rule, value=f"{value:g}", action=action))
    return value, weights


@dataclass(frozen=True, eq=False)
class ChannelFunction:
    """An objective by two functions of (t, samples): its value, and its derivatives by samples."""

    channels: tuple[str, ...]
    value: Callable[[np.ndarray, np.ndarray], float]
    sensitivity: Callable[[np.ndarray, np.ndarray], np.ndarray]

    @staticmethod
    def last(channel: str) -> ChannelFunction:
        """Return a channel at the end.

        Example:
            end = ChannelFunction.last("A.angle")
        """

        def slope(t: np.ndarray, samples: np.ndarray) -> np.ndarray:
            found = np.zeros(samples.shape)
            found[-1, 0] = 1.0
            return found

        return ChannelFunction((channel,), lambda t, samples: float(samples[-1, 0]), slope)

    @staticmethod
    def integral_of_square(channel: str) -> ChannelFunction:
        """Return the integral of the square of a channel over the samples, by trapezoids.

        Example:
            work = ChannelFunction.integral_of_square("A.effort")
        """

        def weights(t: np.ndarray) -> np.ndarray:
            gaps = 0.5 * np.diff(t)
            return np.append(gaps, 0.0) + np.append(0.0, gaps)

        return ChannelFunction(
            (channel,),
            lambda t, samples: float(weights(t) @ samples[:, 0] ** 2),
            lambda t, samples: 2.0 * weights(t)[:, None] * samples,
        )


@dataclass(frozen=True, eq=False)
class Gradient(Mapping[str, Any]):
    """The value of an objective and its derivatives by name, numbers or arrays.

    value: of the objective; derivatives: by the names of `by`; run: what it was computed from,
    None for sums; notices: what to know about it. Those of a model file also know the SI `unit` of
    the objective, and values (`at`) and SI `units` of the numbers. Gradients of several runs,
    drives or equilibria add up, with weights: `2.0 * first + second`.
    """

    value: float
    derivatives: Mapping[str, Any]
    run: Any = None
    notices: tuple[Problem, ...] = ()
    evaluations: Mapping[str, int] = field(default_factory=dict)
    """Steps gone back, by kind."""
    unit: str = ""
    at: Mapping[str, float] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        if name not in self.derivatives:
            raise ModelError(unknown("derivative", name, list(self.derivatives)))
        return self.derivatives[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.derivatives)

    def __len__(self) -> int:
        return len(self.derivatives)

    @property
    def vector(self) -> np.ndarray:
        """All derivatives, one after the other."""
        parts = [np.ravel(value) for value in self.derivatives.values()]
        return np.concatenate(parts) if parts else np.zeros(0)

    def __add__(self, other: Gradient) -> Gradient:
        if not isinstance(other, Gradient):
            return NotImplemented
        names = list(dict.fromkeys([*self, *other]))
        both = {n: self.derivatives.get(n, 0.0) + other.derivatives.get(n, 0.0) for n in names}
        notices = tuple(dict.fromkeys([*self.notices, *other.notices]))
        return Gradient(self.value + other.value, both, None, notices)

    def __radd__(self, other: Any) -> Gradient:
        """Let `sum` of gradients begin with 0."""
        return self if other == 0 else NotImplemented

    def __mul__(self, weight: float) -> Gradient:
        scaled = {name: weight * value for name, value in self.derivatives.items()}
        return replace(self, value=weight * self.value, derivatives=scaled)

    __rmul__ = __mul__

    def __repr__(self) -> str:
        return summary(f"Gradient of {self.value:.9g}", dict(self.derivatives))

    def _repr_html_(self) -> str:
        return html_table(f"Gradient of {self.value:.9g}", ("by", "derivative"),
                          list(self.derivatives.items()))  # fmt: skip
