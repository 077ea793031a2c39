"""Whether values are unique: at each of some states, and over all of a history."""

from __future__ import annotations

from dataclasses import field

import numpy as np

from sarrus.late_dataclass import dataclass


def _none() -> np.ndarray:
    return np.zeros((0, 0), dtype=bool)


@dataclass(frozen=True, eq=False)
class Labels:
    """For each state and component whether it is unique, and the loops where it is not.

    each: states x components; blamed: states x owners, which of them are the reason.
    """

    each: np.ndarray = field(default_factory=_none)
    owners: tuple[str, ...] = ()
    blamed: np.ndarray = field(default_factory=_none)

    @property
    def unique(self) -> tuple[bool, ...]:
        """For each component whether it is unique at all states."""
        return tuple(np.all(self.each, axis=0).tolist())

    @property
    def because(self) -> frozenset[str]:
        """The loops that are the reason at some state."""
        return frozenset(self.owners[k] for k in np.flatnonzero(np.any(self.blamed, axis=0)))

    def __or__(self, other: Labels) -> Labels:
        """Return the labels of the states of both, as those of one state."""
        if not self.each.size:
            return other
        both = np.array([self.unique, other.unique], dtype=bool)
        owners = tuple(sorted(self.because | other.because))
        blamed = np.ones((1, len(owners)), dtype=bool)
        return Labels(np.all(both, axis=0, keepdims=True), owners, blamed)

    def component(self, k: int) -> Labels:
        """Return the labels of one component."""
        one = self.each[:, k : k + 1]
        return Labels(one, self.owners, self.blamed & ~one if self.owners else self.blamed)

    @property
    def together(self) -> Labels:
        """The labels of a number that depends on all components."""
        return Labels(np.all(self.each, axis=1, keepdims=True), self.owners, self.blamed)

    def beside(self, other: Labels) -> Labels:
        """Return the labels of two quantities with the same owners as those of one."""
        each = np.concatenate([self.each, other.each], axis=1)
        return Labels(each, self.owners, self.blamed | other.blamed)
