"""What an optimal motion makes small: sums of integrals, and its duration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.spatial.arrays import Array, Scalar

ASKED = "R50"
"""The code of what is asked of an optimal motion and makes no sense."""

SHARP = 2e-2
"""Width of the rounded corner of positive powers, over limit of effort and usual speed."""


@dataclass(frozen=True)
class NodeView:
    """What the terms of an objective see at a node: drives with their sizes, and accelerations."""

    efforts: Array
    speeds: Array
    accelerations: Array
    sizes: np.ndarray
    powers: np.ndarray


def _effort(at: NodeView) -> Scalar:
    return np.sum((at.efforts / at.sizes) ** 2)


def _energy(at: NodeView) -> Scalar:
    P, e = at.efforts * at.speeds, SHARP * at.powers
    return np.sum(0.5 * (P + np.sqrt(P * P + e * e)))


def _acceleration(at: NodeView) -> Scalar:
    return np.sum(at.accelerations**2)


TERMS: dict[str, Callable[[NodeView], Scalar]] = {
    "effort": _effort,
    "energy": _energy,
    "acceleration": _acceleration,
}
"""Integrands by name: squares of efforts over their limits, power of drives where positive,
squares of the accelerations of the drives. "time" is the duration itself."""


@dataclass(frozen=True)
class Goals:
    """Weights by term: names of `TERMS`, "time", channels, or functions of (t, state)."""

    weights: tuple[tuple[Any, float], ...]

    @staticmethod
    def of(minimize: Any, channels: list[str]) -> Goals:
        """Return the goals that are asked for; refuses what is none."""
        listed = dict(minimize) if isinstance(minimize, Mapping) else {minimize: 1.0}
        problems = []
        for name, weight in listed.items():
            known = not isinstance(name, str) or name == "time" or name in TERMS
            if not known and name.partition(":")[2] not in channels and name not in channels:
                own = ["time", *TERMS]
                rule = f"is neither a goal ({', '.join(own)}) nor a channel"
                action = nearest(name, own + channels)
                problems.append(Problem(ASKED, f"minimize '{name}'", rule, action=action))
            number = isinstance(weight, (int, float)) and np.isfinite(weight) and weight != 0.0
            if not number:
                rule = "must have a weight that is a number, not 0"
                problems.append(Problem(ASKED, f"minimize '{name}'", rule, repr(weight)[:60]))
        if not listed:
            problems.append(Problem(ASKED, "minimize", "names nothing to make small"))
        if problems:
            raise ModelError(problems)
        return Goals(tuple((name, float(weight)) for name, weight in listed.items()))

    @property
    def time(self) -> float:
        """The weight of the duration."""
        return sum(weight for name, weight in self.weights if name == "time")

    @property
    def asked(self) -> list[Any]:
        """Channels and functions whose integrals count."""
        return [name for name, _ in self.weights if name != "time" and name not in TERMS]

    def value(self, view: NodeView, asked: list[Scalar]) -> Scalar:
        """Return the integrand; asked: values of channels and functions."""
        own = iter(asked)
        total: Scalar = 0.0
        for name, weight in self.weights:
            if name == "time":
                continue
            total = total + weight * (TERMS[name](view) if name in TERMS else next(own))
        return total

    def __str__(self) -> str:
        def text(name: Any) -> str:
            return name if isinstance(name, str) else getattr(name, "__name__", "function")

        return " + ".join(
            text(name) if weight == 1.0 else f"{weight:g} {text(name)}"
            for name, weight in self.weights
        )
