"""Formulas as text: the equations of a linkage write the expressions of its model file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SUM, PRODUCT, POWER, ATOM = range(4)


class Formula:
    """An expression of a model file that grows by the operators applied to it.

    strength: how strongly its last operation binds, for brackets; differences: what it is less
    others, by their text, where that has a name.
    """

    def __init__(
        self, text: str, strength: int = ATOM, differences: Mapping[str, str] | None = None
    ) -> None:
        self.text = text
        self.strength = strength
        self.differences = differences or {}

    def __repr__(self) -> str:
        return self.text

    def __add__(self, other: Any) -> Formula:
        if _is(other, 0.0):
            return self
        return Formula(f"{self.text} + {_bound(other, PRODUCT)}", SUM)

    def __radd__(self, other: Any) -> Formula:
        return self if _is(other, 0.0) else Formula(f"{other!r} + {_bound(self, PRODUCT)}", SUM)

    def __sub__(self, other: Any) -> Formula:
        if _is(other, 0.0):
            return self
        if isinstance(other, Formula) and other.text in self.differences:
            return Formula(self.differences[other.text])
        return Formula(f"{self.text} - {_bound(other, PRODUCT)}", SUM)

    def __rsub__(self, other: Any) -> Formula:
        return Formula(f"{other!r} - {_bound(self, PRODUCT)}", SUM)

    def __mul__(self, other: Any) -> Formula:
        if _is(other, 1.0):
            return self
        if isinstance(other, Formula) and other.text == self.text:
            return Formula(f"{_bound(self, ATOM)}^2", POWER)
        return Formula(f"{_bound(self, PRODUCT)}*{_bound(other, POWER)}", PRODUCT)

    def __rmul__(self, other: Any) -> Formula:
        if _is(other, 1.0):
            return self
        return Formula(f"{other!r}*{_bound(self, PRODUCT)}", PRODUCT)

    def __truediv__(self, other: Any) -> Formula:
        return Formula(f"{_bound(self, PRODUCT)}/{_bound(other, POWER)}", PRODUCT)

    def __rtruediv__(self, other: Any) -> Formula:
        return Formula(f"{other!r}/{_bound(self, POWER)}", PRODUCT)

    def __neg__(self) -> Formula:
        return Formula(f"-{_bound(self, PRODUCT)}", SUM)

    def sqrt(self) -> Formula:
        """Return the square root, which NumPy asks for."""
        return Formula(f"sqrt({self.text})")

    def cos(self) -> Formula:
        """Return the cosine."""
        return Formula(f"cos({self.text})")

    def sin(self) -> Formula:
        """Return the sine."""
        return Formula(f"sin({self.text})")


def _is(x: Any, number: float) -> bool:
    return isinstance(x, (int, float)) and float(x) == number


def _bound(x: Any, strength: int) -> str:
    """Return the text of an operand, in brackets where its operation binds less."""
    if isinstance(x, Formula):
        return x.text if x.strength >= strength else f"({x.text})"
    return repr(float(x)) if x >= 0 else f"({float(x)!r})"
