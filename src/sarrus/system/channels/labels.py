"""Whether values are unique: at each of some states, and over all of a history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True, eq=False)
class Labels:
    """For each state and component whether it is unique, and the loops where it is not.

    each: states x components; blame: the states at which a loop is the reason, by its name.
    """

    each: np.ndarray = field(default_factory=lambda: np.ones((0, 0), dtype=bool))
    blame: Mapping[str, np.ndarray] = field(default_factory=dict)

    @property
    def unique(self) -> tuple[bool, ...]:
        """For each component whether it is unique at all states."""
        return tuple(bool(x) for x in np.all(self.each, axis=0))

    @property
    def because(self) -> frozenset[str]:
        """The loops that are the reason at some state."""
        return frozenset(name for name, at in self.blame.items() if np.any(at))

    def __or__(self, other: Labels) -> Labels:
        """Return the labels of the states of both, as those of one state."""
        if not self.each.size:
            return other
        both = np.array([self.unique, other.unique], dtype=bool)
        blame = dict.fromkeys(self.because | other.because, np.ones(1, dtype=bool))
        return Labels(np.all(both, axis=0, keepdims=True), blame)

    def component(self, k: int) -> Labels:
        """Return the labels of one component."""
        one = self.each[:, k : k + 1]
        return Labels(one, {name: at & ~one[:, 0] for name, at in self.blame.items()})

    @property
    def together(self) -> Labels:
        """The labels of a number that depends on all components."""
        return Labels(np.all(self.each, axis=1, keepdims=True), self.blame)

    @staticmethod
    def joined(parts: tuple[Labels, ...]) -> Labels:
        """Return the labels of several quantities as those of one with all their components."""
        blame: dict[str, np.ndarray] = {}
        for part in parts:
            for name, at in part.blame.items():
                blame[name] = blame.get(name, False) | at
        return Labels(np.concatenate([part.each for part in parts], axis=1), blame)
