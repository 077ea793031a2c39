"""Functions of the user, written down when the model is built.

A `Formula` is the arithmetic of a function as data: it is evaluated on numbers, on dual numbers
and on traced values, compares by content, goes into files, and keeps neither the function nor what
the function refers to. So equal kernels belong to equal formulas, whatever becomes of the function
later.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Scalar, select
from sarrus.spatial.curve import Curve

Step = tuple[Any, ...]
"""("argument", k), ("number", x), ("curve", curve, order, place) or (operation, place, ...)."""


def _smaller(a: Scalar, b: Scalar) -> Scalar:
    return select(a < b, a, b)


FUNCTIONS: tuple[str, ...] = (
    "sqrt",
    "sin",
    "cos",
    "tan",
    "tanh",
    "exp",
    "log",
    "arcsin",
    "arccos",
    "arctan",
)
"""Functions of NumPy of one number that formulas may use."""

ARITHMETIC = ("add", "sub", "mul", "div", "neg")
"""Operations without branches or exponents."""
OPERATIONS: dict[str, tuple[int, Callable[..., Scalar]]] = {
    "add": (2, operator.add),
    "sub": (2, operator.sub),
    "mul": (2, operator.mul),
    "div": (2, operator.truediv),
    "pow": (2, operator.pow),
    "neg": (1, operator.neg),
    "abs": (1, abs),
    "lt": (2, operator.lt),
    "le": (2, operator.le),
    "min": (2, _smaller),
    "select": (3, select),
    **{name: (1, getattr(np, name)) for name in FUNCTIONS},
    "arctan2": (2, np.arctan2),
}
"""Every operation of a formula: how many operands it has, and what it does."""


@dataclass(frozen=True)
class Formula:
    """Values of some arguments, as steps of arithmetic; each step may use those before it.

    name: of the function that it was written down from; results: the places of the values.
    """

    name: str
    arguments: tuple[str, ...]
    steps: tuple[Step, ...]
    results: tuple[int, ...]

    def __post_init__(self) -> None:
        """Refuse what is no formula, such as a damaged record."""
        for place, step in enumerate(self.steps):
            if not _is_step(step, place, len(self.arguments)):
                raise ValueError(f"step {place} of formula '{self.name}' is no arithmetic")
        if not all(_is_place(k, len(self.steps)) for k in self.results):
            raise ValueError(f"the results of formula '{self.name}' are not among its steps")

    @property
    def numbers(self) -> tuple[Scalar, ...]:
        """The numbers among the steps, in their order."""
        return tuple(step[1] for step in self.steps if step[0] == "number")

    @property
    def has_power(self) -> bool:
        """Whether it has powers; one whose exponent is an input has no derivative below zero."""
        return any(step[0] == "pow" for step in self.steps)

    @cached_property
    def is_elementwise(self) -> bool:
        """Whether arrays may stand for its arguments: it has no choices, curves or other powers."""
        plain = {"argument", "number", *ARITHMETIC, *FUNCTIONS}
        return all(
            kind in plain or (kind == "pow" and self.steps[rest[-1]][0] == "number")
            for kind, *rest in self.steps
        )

    def with_numbers(self, numbers: Sequence[Scalar]) -> Formula:
        """Return the formula with other numbers in the place of its own; they may be symbols."""
        left = iter(numbers)
        steps = [("number", next(left)) if s[0] == "number" else s for s in self.steps]
        return Formula(self.name, self.arguments, tuple(steps), self.results)

    def values(self, *arguments: Scalar) -> list[Scalar]:
        """Return all results, for numbers, dual numbers or traced values."""
        found: list[Scalar] = []
        for step in self.steps:
            kind = step[0]
            if kind == "argument":
                found.append(arguments[step[1]])
            elif kind == "number":
                found.append(step[1])
            elif kind == "curve":
                found.append(step[1].derivative(step[2], found[step[3]]))
            else:
                found.append(OPERATIONS[kind][1](*[found[k] for k in step[1:]]))
        return [found[k] for k in self.results]

    def __call__(self, *arguments: Scalar) -> Scalar:
        """Return the first result."""
        return self.values(*arguments)[0]

    @cached_property
    def conditions(self) -> Formula:
        """The differences whose signs decide what the formula chooses."""
        steps = list(self.steps)
        results = []
        for kind, *rest in self.steps:
            if kind in ("lt", "le", "min"):
                steps.append(("sub", rest[0], rest[1]))
                results.append(len(steps) - 1)
            elif kind == "abs":
                results.append(rest[0])
            elif kind == "curve" and (bends := kinks(rest[0])) is not None:
                steps.append(("curve", bends, 0, rest[2]))
                results.append(len(steps) - 1)
        return Formula(self.name, self.arguments, tuple(steps), tuple(results))


def in_order_of_use(formula: Formula) -> tuple[Formula, tuple[int, ...]]:
    """Return a formula with its steps in the order in which the results use them.

    Also which of its arguments are left, in their new order. Formulas that differ only in the order
    in which they were written down become equal.
    """
    places: dict[int, int] = {}
    steps: list[Step] = []
    used: list[int] = []

    def visit(place: int) -> int:
        if place not in places:
            kind, *rest = formula.steps[place]
            if kind == "argument":
                used.append(rest[0])
                step: Step = (kind, len(used) - 1)
            elif kind == "number":
                step = (kind, *rest)
            elif kind == "curve":
                step = (kind, rest[0], rest[1], visit(rest[2]))
            else:
                step = (kind, *[visit(k) for k in rest])
            steps.append(step)
            places[place] = len(steps) - 1
        return places[place]

    results = tuple([visit(place) for place in formula.results])
    names = tuple(formula.arguments[k] for k in used)
    return Formula(formula.name, names, tuple(steps), results), tuple(used)


def kinks(curve: Curve) -> Curve | None:
    """Return a zigzag that changes its sign where the slope of a curve jumps, else None."""
    places = curve.x if curve.smooth == 0 else curve.x[[0, -1]]
    if curve.smooth and curve.beyond != "hold":
        return None
    middles = 0.5 * (places[1:] + places[:-1])
    first, last = 2.0 * places[0] - middles[0], 2.0 * places[-1] - middles[-1]
    x = np.empty(2 * len(places) + 1)
    x[0], x[-1], x[1::2], x[2:-1:2] = first, last, places, middles
    y = np.zeros(len(x))
    y[0::2] = np.where(np.arange(len(places) + 1) % 2, 1.0, -1.0)
    return Curve(x, y, smooth=0)


def _is_place(k: Any, size: int) -> bool:
    return type(k) is int and 0 <= k < size


def _is_step(step: Any, place: int, arguments: int) -> bool:
    if not isinstance(step, tuple) or not step or not isinstance(step[0], str):
        return False
    kind, *rest = step
    if kind == "argument":
        return len(rest) == 1 and _is_place(rest[0], arguments)
    if kind == "number":
        return len(rest) == 1 and (type(rest[0]) is float or _is_traced(rest[0]))
    if kind == "curve":
        good = len(rest) == 3 and isinstance(rest[0], Curve) and type(rest[1]) is int
        return good and _is_place(rest[2], place)
    known = kind in OPERATIONS and len(rest) == OPERATIONS[kind][0]
    return known and all(_is_place(k, place) for k in rest)


def _is_traced(x: Any) -> bool:
    """Whether something that is no plain number can be computed with: a symbol, a dual number."""
    return any(hasattr(x, mark) for mark in ("tape", "builder", "parts"))
