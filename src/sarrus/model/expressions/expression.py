"""Expressions: arithmetic as text, which is read and computed without ever being executed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cached_property, lru_cache
from typing import Any

from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.expressions.dimensions import ANY, DimensionError, Implied, Known
from sarrus.model.expressions.grammar import Step
from sarrus.model.expressions.operations import (
    OPERATIONS,
    dimension_after,
    exponential,
    result_of,
)
from sarrus.model.expressions.parser import steps_of
from sarrus.model.expressions.problems import ExpressionError
from sarrus.model.expressions.value import Value
from sarrus.model.quantity import QuantityError
from sarrus.model.units import Dimension, si_unit
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.tracking import is_tracked

READERS: tuple[str, ...] = (
    "position",
    "velocity",
    "distance",
    "distance_rate",
    "axis",
    "angular_velocity",
    "coordinate",
    "rate",
    "parameter",
    "state",
)
"""What force laws of the user may read of the motion."""

Reading = tuple[str, tuple[str, ...]]
"""A call such as position(tip, x): ("position", ("tip", "x"))."""
Read = Callable[[str, tuple[str, ...]], Scalar]
Scope = Mapping[str, Value]
Units = Mapping[str | Reading, str | Dimension]
"""SI units of arguments and of what readers read; what is not in it may have any.

A unit as text is implied: alone it goes with everything. A dimension is one that somebody wrote.
"""


@dataclass(frozen=True)
class Expression:
    """A text and the steps of its arithmetic; the last step is the result."""

    text: str
    steps: tuple[Step, ...] = field(repr=False)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names in it, dots included, in the order of their first use."""
        return tuple(dict.fromkeys(s.content for s in self.steps if s.operation == "name"))

    @cached_property
    def readers(self) -> tuple[Reading, ...]:
        """The calls of readers in it, in the order of their first use."""
        return tuple(dict.fromkeys(s.content for s in self.steps if s.operation == "read"))

    def value(self, scope: Scope) -> Value:
        """Return the value, with its dimension; raises `ExpressionError`."""
        work = _Work(self, scope, (), None, {})
        number = work.numbers[-1]
        if isinstance(number, ExpressionError):
            raise number
        found = work.dimensions[-1]
        return Value(number, None if isinstance(found, Implied) else found)

    def dimension(
        self, arguments: Sequence[str], scope: Scope, read: Read | None, units: Units
    ) -> Known:
        """Return the dimension of a law, as far as it is known; raises `ExpressionError`."""
        return _Work(self, scope, tuple(arguments), read, units).dimensions[-1]

    def function(
        self,
        arguments: Sequence[str],
        scope: Scope,
        read: Read | None = None,
        unit: str | tuple[str, ...] | None = None,
        units: Units | None = None,
    ) -> Callable[..., Scalar]:
        """Return the function of some arguments, for numbers and for all that is traced.

        Other names are constants of the scope. read: gives what readers read when the function is
        called. unit: of the result, or those that it may have, which is checked as far as
        dimensions are known. units: of the arguments and of what is read.
        Raises `ExpressionError`.
        """
        work = _Work(self, scope, tuple(arguments), read, units or {})
        if unit:
            work.check((unit,) if isinstance(unit, str) else unit)
        return work.function()


@lru_cache(maxsize=4096)
def parse_expression(text: str, readers: tuple[str, ...] = READERS) -> Expression:
    """Return the expression of a text; raises `ExpressionError` with the position."""
    return Expression(text, steps_of(text, readers))


class _Work:
    """One evaluation: the numbers and dimensions of all steps.

    numbers: a number; None for what depends on an argument; the error of what has no value,
    which counts only where it is used.
    """

    def __init__(
        self,
        expression: Expression,
        scope: Scope,
        arguments: tuple[str, ...],
        read: Read | None,
        units: Units,
    ) -> None:
        self.expression = expression
        self.scope = scope
        self.arguments = arguments
        self.read = read
        self.units = units
        self.numbers: list[Any] = []
        self.dimensions: list[Known] = []
        for step in expression.steps:
            number, dimension = self.result(step)
            self.numbers.append(number)
            self.dimensions.append(dimension)

    def result(self, step: Step) -> tuple[Any, Known]:
        """Return number and dimension of a step."""
        if step.operation == "value":
            return step.content.number, step.content.dimension
        if step.operation == "name":
            return self.value_of_name(step)
        if step.operation == "read":
            if self.read is None:
                reason = f"reads the motion with '{step.content[0]}', which is not known here"
                raise ExpressionError(reason, step.at)
            return None, self.implied_dimension(step.content)
        numbers = [self.numbers[k] for k in step.operands]
        dimensions = [self.dimensions[k] for k in step.operands]
        if step.operation == "unit":
            return self.with_unit(step, numbers[0], dimensions[0])
        if step.operation == "apply":
            known = isinstance(numbers[0], (int, float))
            return (float(step.content(numbers[0])) if known else numbers[0]), ANY
        try:
            dimension = dimension_after(step.operation, dimensions, numbers)
        except DimensionError as error:
            raise ExpressionError(str(error), step.at, error.action, "M05") from None
        return self.number(step, numbers), dimension

    def implied_dimension(self, name: str | Reading) -> Known:
        """Return the dimension of an argument, or of what is read."""
        unit = self.units.get(name)
        if isinstance(unit, tuple):
            return unit
        return ANY if unit is None else Implied(si_unit(unit)[1])

    def value_of_name(self, step: Step) -> tuple[Any, Known]:
        name = step.content
        if name in self.arguments:
            if name in self.scope:
                reason = f"has the name '{name}', which is a constant and an argument of the law"
                raise ExpressionError(reason, step.at, "give the constant another name")
            return None, self.implied_dimension(name)
        if name not in self.scope:
            names = (self.arguments, self.scope)
            raise ExpressionError(
                f"has the unknown name '{name}'",
                step.at,
                lambda: nearest(name, [known for part in names for known in part]),
            )
        value = self.scope[name]
        return value.number, value.dimension

    def with_unit(self, step: Step, number: Any, dimension: Known) -> tuple[Any, Known]:
        if dimension and dimension != ANY and not isinstance(dimension, Implied):
            raise ExpressionError("gives a unit to what has one", step.at, code="M05")
        factor, value = step.content
        return self.number(Step("mul", step.operands, step.at), [number, factor]), value

    def number(self, step: Step, numbers: list[Any]) -> Any:
        """Return the number of a step; None if it depends on an argument, or an error."""
        if step.operation == "if" and numbers[0] is not None:
            if isinstance(numbers[0], ExpressionError):
                return numbers[0]
            if is_tracked(numbers[0]) and all(_is_known(n) for n in numbers[1:]):
                return numbers[0].select(*numbers[1:])
            return numbers[1] if _holds(numbers[0]) else numbers[2]
        failed = next((n for n in numbers if isinstance(n, ExpressionError)), None)
        if failed is not None:
            return failed
        if None in numbers:
            return None
        try:
            return result_of(step.operation, numbers)
        except ArithmeticError as error:
            return ExpressionError(str(error), step.at)

    def check(self, units: Sequence[str]) -> None:
        """Compare the dimension of the result with those of some units, of which one must fit."""
        found = self.dimensions[-1]
        if found is None or found == ANY or isinstance(found, Implied):
            return
        problem: QuantityError | None = None
        for unit in units:
            try:
                Value(0.0, found).si(unit)
                return
            except QuantityError as error:
                problem = problem or error
        if problem is not None:
            raise ExpressionError(problem.reason, 0, problem.action, problem.code)

    def function(self) -> Callable[..., Scalar]:
        """Return the function that does the steps which depend on arguments."""
        if isinstance(self.numbers[-1], ExpressionError):
            raise self.numbers[-1]
        moving = self.moving_steps()
        known, arguments = self.numbers, self.arguments

        def law(*values: Scalar) -> Scalar:
            if len(values) != len(arguments):
                raise TypeError(f"the law has {len(arguments)} arguments, not {len(values)}")
            found = list(known)
            entries = dict(zip(arguments, values, strict=True))
            for place, action, operands in moving:
                found[place] = action(entries, *[found[k] for k in operands])
            return found[-1]

        law.__name__ = law.__qualname__ = self.expression.text
        return law

    def moving_steps(self) -> list[tuple[int, Callable[..., Scalar], tuple[int, ...]]]:
        """Return place, action and operands of the steps that are left to do, in their order."""
        found = []
        needed = {len(self.numbers) - 1}
        for place in range(len(self.numbers) - 1, -1, -1):
            if place in needed and self.numbers[place] is None:
                action, operands = self.action(self.expression.steps[place])
                needed.update(operands)
                found.append((place, action, operands))
        return found[::-1]

    def action(self, step: Step) -> tuple[Callable[..., Scalar], tuple[int, ...]]:
        """Return what a step does with the arguments and its operands, and its operands."""
        kind, content, operands = step.operation, step.content, step.operands
        if kind == "name":
            return lambda values: values[content], ()
        if kind == "read" and self.read is not None:
            read = self.read
            return lambda values: read(*content), ()
        if kind == "unit":
            return lambda values, x: x * content[0], operands
        if kind == "apply":
            return lambda values, x: content(x), operands
        if kind == "if" and self.numbers[operands[0]] is not None:
            chosen = operands[1] if _holds(self.numbers[operands[0]]) else operands[2]
            return lambda values, x: x, (chosen,)
        if kind == "pow" and self.numbers[operands[1]] is None:
            return lambda values, a, b: exponential(a, b), operands
        operation = OPERATIONS[kind]
        return lambda values, *x: operation(*x), operands


def _is_known(number: Any) -> bool:
    """Whether a step has a number that depends on no argument."""
    return is_tracked(number) or isinstance(number, (int, float))


def _holds(condition: Any) -> bool:
    """Tell whether a known condition holds; one that follows constants stays as it is."""
    if not is_tracked(condition):
        return bool(condition)
    return bool(condition.tape.decide(condition.symbol, bool(condition.value)))
