"""Writing down the arithmetic of a function of the user, and its derivative, as formulas."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from numbers import Real
from typing import Any

import numpy as np

from sarrus.errors import message_of
from sarrus.model.forces.formula import FUNCTIONS, Formula, Step
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.curve import Curve
from sarrus.spatial.dual import Dual
from sarrus.spatial.tracking import is_tracked

BRANCH = (
    "a quantity of the motion was used as a condition; choose with `select(condition, a, b)` of "
    "sarrus.spatial.arrays"
)
LOST = (
    "a quantity of the motion was turned into a plain number, by a function of `math` or an array "
    "of floats; use NumPy's functions"
)


class NotTraceable(Exception):
    """A function does something that cannot be written down; `line` is where, or 0."""

    def __init__(self, reason: str, line: int = 0) -> None:
        self.reason = reason
        self.line = line
        super().__init__(reason)


class Recorder:
    """The steps that have been done so far; equal ones are kept once.

    A number that is an exponent is another than an equal one elsewhere: factor and exponent of
    3.0*x**3 have a derivative each.
    """

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.arguments: list[str] = []
        self._places: dict[str, int] = {}

    def argument(self, name: str) -> RecordedValue:
        """Return the argument of a name, new or known."""
        if name not in self.arguments:
            self.arguments.append(name)
        return self.note("argument", self.arguments.index(name))

    def note(self, *step: Any) -> RecordedValue:
        """Return the value of a step."""
        return RecordedValue(self, self._place(step))

    def decide(self, *step: Any) -> Decision:
        """Return the condition of a step."""
        place = self._place(step)
        return Decision(lambda a, b: self.note("select", place, self.place(a), self.place(b)))

    def place(self, x: Any, role: str = "") -> int:
        """Return the place of a value or number; role: "exponent" for a number that is one."""
        if isinstance(x, RecordedValue):
            if x.recorder is not self:
                raise TypeError("a quantity was kept from another evaluation of the function")
            return x.place
        if isinstance(x, np.ndarray) and x.ndim == 0:
            return self.place(x.item(), role)
        if is_tracked(x) or hasattr(x, "builder"):
            return self._place(("number", x), role)
        if not isinstance(x, (Real, np.bool_)):
            raise TypeError(f"{x!r} is not a number that formulas can use")
        return self._place(("number", float(x)), role)

    def _place(self, step: Step, role: str = "") -> int:
        key = role + repr(step)
        if key not in self._places:
            self._places[key] = len(self.steps)
            self.steps.append(step)
        return self._places[key]

    def formula(self, name: str, results: Sequence[Any]) -> Formula:
        """Return the formula of some results."""
        places = tuple(self.place(x) for x in results)
        return Formula(name, tuple(self.arguments), tuple(self.steps), places)


class Decision:
    """A condition that is being written down; `choose(a, b)` notes a where it holds, else b."""

    def __init__(self, choose: Callable[[Any, Any], Any]) -> None:
        self.choose = choose

    def __bool__(self) -> bool:
        raise TypeError(BRANCH)

    def select(self, a: Any, b: Any) -> Any:
        """Return a where the condition holds, else b."""
        return self.choose(a, b)

    def __and__(self, other: Decision) -> Decision:
        return Decision(lambda a, b: self.choose(other.choose(a, b), b))

    def __or__(self, other: Decision) -> Decision:
        return Decision(lambda a, b: self.choose(a, other.choose(a, b)))

    def __invert__(self) -> Decision:
        return Decision(lambda a, b: self.choose(b, a))


class RecordedValue:
    """A value whose arithmetic is being written down."""

    def __init__(self, recorder: Recorder, place: int) -> None:
        self.recorder = recorder
        self.place = place

    def __bool__(self) -> bool:
        raise TypeError(BRANCH)

    def __float__(self) -> float:
        raise TypeError(LOST)

    def __eq__(self, other: object) -> bool:
        raise TypeError(BRANCH)

    __hash__ = None  # type: ignore[assignment]

    def look_up(self, curve: Curve, order: int) -> RecordedValue:
        """Return the derivative of an order of a curve at this value."""
        return self.recorder.note("curve", curve, order, self.place)

    def __neg__(self) -> RecordedValue:
        return self.recorder.note("neg", self.place)

    def __pos__(self) -> RecordedValue:
        return self

    def __abs__(self) -> RecordedValue:
        return self.recorder.note("abs", self.place)


def _operator(op: str, swapped: bool = False) -> Callable[[RecordedValue, Any], Any]:
    role = "exponent" if op == "pow" and not swapped else ""

    def apply(self: RecordedValue, other: Any) -> Any:
        if isinstance(other, Dual) or (isinstance(other, np.ndarray) and other.ndim):
            return NotImplemented  # their own operators take over
        places = (self.place, self.recorder.place(other, role))
        return self.recorder.note(op, *(reversed(places) if swapped else places))

    return apply


def _comparison(op: str, swapped: bool = False) -> Callable[[RecordedValue, Any], Decision]:
    def apply(self: RecordedValue, other: Any) -> Decision:
        places = (self.place, self.recorder.place(other))
        return self.recorder.decide(op, *(reversed(places) if swapped else places))

    return apply


def _function(op: str) -> Callable[[RecordedValue], RecordedValue]:
    return lambda self: self.recorder.note(op, self.place)


def _install() -> None:
    """Give `RecordedValue` Python's operators and the methods that NumPy's functions call."""
    pairs = (("add", "add"), ("sub", "sub"), ("mul", "mul"), ("truediv", "div"), ("pow", "pow"))
    for name, op in pairs:
        setattr(RecordedValue, f"__{name}__", _operator(op))
        setattr(RecordedValue, f"__r{name}__", _operator(op, swapped=True))
    for name, op, swapped in (
        ("lt", "lt", False),
        ("le", "le", False),
        ("gt", "lt", True),
        ("ge", "le", True),
    ):
        setattr(RecordedValue, f"__{name}__", _comparison(op, swapped))
    for name in FUNCTIONS:
        setattr(RecordedValue, name, _function(name))
    for name, op in (("arctan2", "arctan2"), ("minimum", "min")):
        setattr(RecordedValue, name, _operator(op))


_install()


def traced_formula(function: Callable[..., Any], *arguments: str) -> Formula:
    """Return the formula of a function of numbers; raises `NotTraceable` with the reason.

    The function must also have a derivative, as implicit methods and linearization need it. A
    formula of the same arguments is what it is.
    """
    if isinstance(function, Formula) and function.arguments == arguments:
        return function
    recorder = Recorder()
    found = attempt(function, function, *[recorder.argument(name) for name in arguments])
    formula = single(recorder, function, found)
    check_derivatives(formula)
    return formula


def single(recorder: Recorder, function: Callable[..., Any], found: Any) -> Formula:
    """Return the formula of one value that a function has returned."""
    if isinstance(found, np.ndarray) and found.size == 1:
        found = found.reshape(-1)[0]
    return attempt(function, recorder.formula, name_of(function), [found])


def slope(formula: Formula) -> Formula:
    """Return the derivative of a formula by its only argument, a formula too."""
    recorder = Recorder()
    found = _with_rates(recorder, formula)[0]
    rate = found.rate if isinstance(found, Dual) else 0.0
    return recorder.formula(f"slope of {formula.name}", [rate])


def check_derivatives(formula: Formula) -> None:
    """Raise `NotTraceable` if a formula has operations without a derivative."""
    _with_rates(Recorder(), formula)


def _with_rates(recorder: Recorder, formula: Formula) -> list[Scalar]:
    """Return the results for arguments that change at the rate 1."""
    duals = [Dual(recorder.argument(name), 1.0) for name in formula.arguments]
    try:
        return formula.values(*duals)
    except (TypeError, AttributeError) as problem:
        raise NotTraceable(f"it has no derivative: {problem}") from problem


def attempt(function: Callable[..., Any], call: Callable[..., Any], *arguments: Any) -> Any:
    """Return call(...), with what goes wrong told as a fault of the function, and its line."""
    try:
        return call(*arguments)
    except NotTraceable:
        raise
    except Exception as problem:
        code = getattr(function, "__code__", None)
        file = code.co_filename if code else ""
        from traceback import extract_tb  # for mistakes only

        frames = [f for f in extract_tb(problem.__traceback__) if f.filename == file]
        line = frames[-1].lineno if frames else None
        missing = re.search(r"no callable (\w+) method", str(problem))
        reason = f"{type(problem).__name__}: {message_of(problem)}"
        if missing:
            reason = f"NumPy's '{missing[1]}' is not among {', '.join(FUNCTIONS)}, arctan2"
        raise NotTraceable(reason, line or 0) from problem


def name_of(function: Callable[..., Any]) -> str:
    """Return the name of a function."""
    return str(getattr(function, "__qualname__", type(function).__name__))
