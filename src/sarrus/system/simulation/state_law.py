"""Laws of time and state as data: what model files write down, result files can hold."""

from __future__ import annotations

from typing import Any

from sarrus.late_dataclass import dataclass
from sarrus.model.forces import Formula
from sarrus.spatial.arrays import Scalar

DISTANCE = "distance"
Read = tuple[str, ...]
"""(channel,) or ("distance", body or frame, body or frame)."""


@dataclass(frozen=True)
class StateLaw:
    """A formula of t and of values that are read from a state, in this order.

    It is called as laws of (t, state) are: for efforts, events and their actions. Equal laws
    compare equal.
    """

    formula: Formula
    reads: tuple[Read, ...]

    def __post_init__(self) -> None:
        """Refuse what is no law, such as a damaged record."""
        if not isinstance(self.formula, Formula) or len(self.formula.arguments) != 1 + len(
            self.reads
        ):
            raise ValueError("the formula of a law must have t and all that is read as arguments")
        if not all(_is_read(read) for read in self.reads):
            raise ValueError("a law reads channels by name, or the distance of two places")

    def __call__(self, t: Scalar, state: Any) -> Scalar:
        """Return the value at a time and a state."""
        return self.formula(t, *[_value(state, read) for read in self.reads])


def _is_read(read: Any) -> bool:
    if not isinstance(read, tuple) or not all(isinstance(part, str) for part in read):
        return False
    return len(read) == 1 or (len(read) == 3 and read[0] == DISTANCE)


def _value(state: Any, read: Read) -> Any:
    return state[read[0]] if len(read) == 1 else state.distance(*read[1:])
