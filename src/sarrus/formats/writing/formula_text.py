"""The arithmetic of a formula as text: the same operations on the same operands.

A value that is used several times, and a long one, is named under `let` and written once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field

from sarrus.errors import ModelError, Problem
from sarrus.formats.writing.numbers import number_text
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.formula import Formula, Step
from sarrus.spatial.curve import Curve

LONGEST = 72
"""Characters beyond which a part of an expression gets a name of its own."""

SIGNS = {"add": " + ", "sub": " - ", "mul": "*", "div": "/", "pow": "^"}
LEVELS = {"add": 1, "sub": 1, "mul": 2, "div": 2, "neg": 3, "pow": 4}
"""How tightly an operation binds; calls and names bind tightest."""
ATOM = 5
COMPARISONS = {"lt": " < ", "le": " <= "}
CALLS = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2", "select": "if"}
"""The words of the file for operations that have another name there."""
ORDERS = {-1: "integral", 0: "curve", 1: "slope", 2: "curvature"}
"""The words for a curve and its derivatives, by their order."""


@dataclass(frozen=True)
class FormulaText:
    """The results of a formula as expressions; `let` names parts of them, in order.

    curves: those that the expressions look up, by name.
    """

    values: tuple[str, ...]
    let: Mapping[str, str] = field(default_factory=dict)
    curves: Mapping[str, Curve] = field(default_factory=dict)


def formula_text(
    formula: Formula, arguments: Sequence[str], taken: Iterable[str] = ()
) -> FormulaText:
    """Return a formula as expressions of its arguments, which are given as text.

    taken: names that parts must not get. Raises ModelError F19 for what has no expression.
    """
    return _Writer(formula, arguments, {*taken, *arguments}).text()


class _Writer:
    """The expressions of the steps of one formula, from the first to the last."""

    def __init__(self, formula: Formula, arguments: Sequence[str], taken: set[str]) -> None:
        self.formula = formula
        self.arguments = arguments
        self.taken = taken
        self.uses = _uses(formula)
        self.done: list[tuple[str, int]] = []
        self.let: dict[str, str] = {}
        self.curves: dict[str, Curve] = {}

    def text(self) -> FormulaText:
        """Return the expressions of all results."""
        for place, step in enumerate(self.formula.steps):
            uses = self.uses[place]
            found = self._step(step) if uses else ("", ATOM)
            last = uses == 1 and place in self.formula.results
            self.done.append(found if last else self._named_step(step, found, uses))
        values = tuple(self.done[k][0] for k in self.formula.results)
        return FormulaText(values, self.let, self.curves)

    def _named_step(self, step: Step, found: tuple[str, int], uses: int) -> tuple[str, int]:
        """Return a step by its own name if it is used again, or long."""
        plain = step[0] in ("argument", "number", *COMPARISONS)
        if plain or (uses < 2 and len(found[0]) <= LONGEST) or not uses:
            return found
        return self._let(found[0])

    def _let(self, text: str) -> tuple[str, int]:
        name = self._free("c", len(self.let))
        self.let[name] = text
        return name, ATOM

    def _free(self, letter: str, count: int) -> str:
        """Return a name that nothing else has."""
        while any(name.startswith(letter) and name[len(letter) :].isdigit() for name in self.taken):
            letter += "_"
        return f"{letter}{count + 1}"

    def _step(self, step: Step) -> tuple[str, int]:
        kind, *rest = step
        if kind == "argument":
            return self.arguments[rest[0]], ATOM
        if kind == "number":
            return self._number(rest[0])
        if kind == "curve":
            return self._curve(*rest)
        if kind in SIGNS:
            return self._signed_operation(kind, *rest), LEVELS[kind]
        if kind == "neg":
            return "-" + self._operand(rest[0], LEVELS["pow"]), LEVELS["neg"]
        if kind in COMPARISONS:
            return self.done[rest[0]][0] + COMPARISONS[kind] + self.done[rest[1]][0], 0
        inside = ", ".join(self.done[k][0] for k in rest)
        return f"{CALLS.get(kind, kind)}({inside})", ATOM

    def _number(self, value: float) -> tuple[str, int]:
        if not math.isfinite(value):
            raise ModelError(self._refusal(f"the number {value}"))
        negative = math.copysign(1.0, value) < 0.0
        return number_text(value), LEVELS["neg"] if negative else ATOM

    def _signed_operation(self, kind: str, a: int, b: int) -> str:
        """Return an operation between two operands; only a sum or product to the left is bare."""
        level = LEVELS[kind]
        left = level if kind != "pow" else ATOM
        return self._operand(a, left) + SIGNS[kind] + self._operand(b, level + 1, last=True)

    def _operand(self, place: int, level: int, last: bool = False) -> str:
        text, own = self.done[place]
        bare = own >= level and not (own == LEVELS["neg"] and (last or level > 1))
        return text if bare else f"({text})"

    def _curve(self, curve: Curve, order: int, place: int) -> tuple[str, int]:
        if order not in ORDERS:
            raise ModelError(self._refusal(f"the derivative of order {order} of a curve"))
        name = next((known for known, other in self.curves.items() if other == curve), "")
        if not name:
            name = self._free("table", len(self.curves))
            self.curves[name] = curve
        if not self.done[place][0].isidentifier():
            self.done[place] = self._let(self.done[place][0])
        return f"{ORDERS[order]}({name}, {self.done[place][0]})", ATOM

    def _refusal(self, what: str) -> Problem:
        rule = f"has {what}, which no expression of a file has"
        return Problem("F19", f"function '{self.formula.name}'", rule)


def _uses(formula: Formula) -> list[int]:
    """Return how often each step is used by others that lead to results, or as a result."""
    uses = [0] * len(formula.steps)
    for k in formula.results:
        uses[k] += 1
    for place in range(len(formula.steps) - 1, -1, -1):
        if uses[place]:
            for k in operands(formula.steps[place]):
                uses[k] += 1
    return uses


def operands(step: Step) -> tuple[int, ...]:
    """Return the places that a step uses."""
    if step[0] in ("argument", "number"):
        return ()
    return (step[3],) if step[0] == "curve" else tuple(step[1:])
