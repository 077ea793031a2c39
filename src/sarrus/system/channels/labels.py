"""Whether values are unique: over some states, and over all of a history."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Labels:
    """For each component whether it is unique at all states looked at, and the loops if not."""

    unique: tuple[bool, ...] = ()
    because: frozenset[str] = frozenset()

    def __or__(self, other: Labels) -> Labels:
        """Return the labels of the states of both."""
        if not self.unique:
            return other
        pairs = zip(self.unique, other.unique, strict=True)
        return Labels(tuple(a and b for a, b in pairs), self.because | other.because)

    def component(self, k: int) -> Labels:
        """Return the labels of one component."""
        one = self.unique[k]
        return Labels((one,), frozenset() if one else self.because)

    @property
    def together(self) -> Labels:
        """The labels of a number that depends on all components."""
        return Labels((all(self.unique),), self.because)
