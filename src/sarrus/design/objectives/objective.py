"""Objectives: numbers of a run or drive with their derivatives by every sample of its channels.

What reads objectives needs three things of them: `channels`, the names of the channels;
`value(t, samples)` with the times (n) and the samples (n, channels); and `sensitivity(t, samples)`,
the derivatives of the value by the samples, of the same shape. A formula may hold numbers of the
design itself, too; their values come as `design`, and `design_sensitivity` has the derivatives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property

import numpy as np

from sarrus.design.objectives.formula import Formula
from sarrus.design.objectives.grammar import (
    Comparison,
    Quantity,
    Value,
    parse_constraint,
    parse_objective,
)
from sarrus.design.objectives.reductions import WORDS, Reduction, at_time, covers, windows
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.expressions.dimensions import product
from sarrus.model.expressions.expression import Expression, Scope, parse_expression
from sarrus.model.expressions.grammar import Step
from sarrus.model.expressions.joining import expression_with_parts
from sarrus.model.expressions.problems import ExpressionError
from sarrus.model.units import si_unit
from sarrus.sweeps.units import si_text

OBJECTIVE, CONSTRAINT = "G20", "G22"
"""Codes of objectives and of constraints that make no sense."""
TIME = "t"
Unit = Callable[[str], str]
"""The SI unit of a channel of one number; raises `ExpressionError` where there is none."""


@dataclass(frozen=True)
class NamesInScope:
    """What a formula may name: channels, numbers that are varied, constants.

    channel: the unit of a channel by name; variables: what is varied, with units; scope: constants;
    parts: constants that are made of what is varied, by name and in order.
    """

    channel: Unit
    variables: Mapping[str, str] = field(default_factory=dict)
    scope: Scope = field(default_factory=dict)
    parts: Mapping[str, Expression] = field(default_factory=dict)

    def formula(self, expression: Expression, quantities: Mapping[str, str]) -> Formula:
        """Return a formula of channels, time, variables and quantities, which have units.

        Raises `ExpressionError`, at the place of the name.
        """
        made = (
            expression_with_parts(expression, self.parts, {})
            if self._uses_parts(expression)
            else expression
        )
        units: dict[str, str] = {}
        for name in made.names:
            if name in quantities:
                units[name] = quantities[name]
            elif name in self.variables:
                units[name] = self.variables[name]
            elif name == TIME and name not in self.scope:
                units[name] = "s"
            elif name not in self.scope:
                units[name] = self._channel(made, name)
        scope = {name: value for name, value in self.scope.items() if name not in units}
        own = frozenset(name for name in units if name in self.variables)
        found = Formula(made, tuple(units), scope, units, own)
        found.function  # noqa: B018 - dimensions that do not fit are told now
        return found

    def _uses_parts(self, expression: Expression) -> bool:
        return any(name in self.parts for name in expression.names)

    def _channel(self, expression: Expression, name: str) -> str:
        try:
            return self.channel(name)
        except ExpressionError as error:
            place = next(s.at for s in expression.steps if s.content == name)
            known = [*self.variables, *self.scope]
            raise ExpressionError(error.reason, place, self._hint(name, known, error)) from None

    def _hint(self, name: str, known: list[str], error: ExpressionError) -> str:
        own = nearest(name, known)
        return own if "." not in name and "did you mean" in own else error.action


@dataclass(frozen=True, eq=False)
class Reduced:
    """A quantity over time: a formula of channels, and what is taken of it."""

    reduction: Reduction
    formula: Formula

    @cached_property
    def unit(self) -> str:
        """Its SI unit, "" where bare numbers stand for units."""
        dimension = self.formula.dimension
        if dimension is None:
            return ""
        seconds = self.reduction.unit_power[1]
        whole = product(dimension, si_unit("s")[1]) if seconds else dimension
        named = self.formula.units.get(self.formula.expression.text.strip())
        if named is not None and not seconds:
            return named
        return si_text(whole) if isinstance(whole, tuple) else ""


@dataclass(frozen=True, eq=False)
class Objective:
    """A number of a run: an outer formula of quantities, each a reduction over time.

    text: as it was written.
    """

    text: str
    outer: Formula
    quantities: Mapping[str, Reduced]
    window: tuple[int, int, int] | None = None
    """Number and count of the part of time, and the sign of the peak."""
    maximize: bool = False
    """Whether the largest is wanted: the value is then the negative of what the text says."""

    @cached_property
    def channels(self) -> tuple[str, ...]:
        """The names of the channels, in the order of the samples' columns."""
        return _channels(q.formula for q in self.quantities.values())

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """The names of numbers of the design in the formula, in the order of `design`."""
        formulas = [self.outer, *(q.formula for q in self.quantities.values())]
        skip = {*self.channels, *self.quantities, TIME}
        return tuple(dict.fromkeys(n for f in formulas for n in f.arguments if n not in skip))

    @cached_property
    def unit(self) -> str:
        """The SI unit, "" where it is not known."""
        names = [step.content for step in self.outer.expression.steps if step.operation == "name"]
        others = [s for s in self.outer.expression.steps if s.operation not in ("name", "neg")]
        if len(names) == 1 and not others and names[0] in self.quantities:
            return self.quantities[names[0]].unit
        if len(names) == 1 and not others and names[0] in self.outer.units:
            return self.outer.units[names[0]]
        dimension = self.outer.dimension
        return si_text(dimension) if dimension else ""

    def parts(self, count: int) -> list[Objective]:
        """Return the values with peaks of so many parts of the time: the largest is the value.

        A peak that passes from one instant to another has a kink, those of parts have none. Of a
        magnitude, the peaks of both signs are told apart. It alone where it has no peak, or where
        it falls with its peak.
        """
        if self.window is not None or len(self.quantities) != 1:
            return [self]
        ((name, quantity),) = self.quantities.items()
        sign = quantity.reduction.sign
        if sign is None:
            return [self]
        _, slopes = self.outer.at([1.0] * len(self.outer.arguments))
        slope = slopes[self.outer.arguments.index(name)]
        if slope * (-1.0 if sign < 0 else 1.0) <= 0.0:
            return [self]
        sides = (1, -1) if sign == 0 else (sign,)
        return [replace(self, window=(k, count, s)) for s in sides for k in range(count)]

    def value(self, t: np.ndarray, samples: np.ndarray, design: Sequence[float] = ()) -> float:
        """Return the value for samples (time, channel) at the times."""
        return self._value_and_slopes(t, samples, design)[0]

    def sensitivity(
        self, t: np.ndarray, samples: np.ndarray, design: Sequence[float] = ()
    ) -> np.ndarray:
        """Return the derivatives of the value by the samples, of their shape."""
        return self._value_and_slopes(t, samples, design)[1]

    def design_sensitivity(
        self, t: np.ndarray, samples: np.ndarray, design: Sequence[float] = ()
    ) -> np.ndarray:
        """Return the derivatives of the value by the numbers of the design, samples held."""
        return self._value_and_slopes(t, samples, design)[2]

    def _value_and_slopes(
        self, t: np.ndarray, samples: np.ndarray, design: Sequence[float]
    ) -> tuple[float, np.ndarray, np.ndarray]:
        """Return value, derivatives by samples, and derivatives by the design."""
        t = np.asarray(t, dtype=float)
        samples = np.asarray(samples, dtype=float).reshape(len(t), len(self.channels))
        values = dict(zip(self.variables, design, strict=True))
        found: dict[str, float] = {}
        by_samples: dict[str, np.ndarray] = {}
        by_design: dict[str, np.ndarray] = {}
        for name, quantity in self.quantities.items():
            found[name], by_samples[name], by_design[name] = self._reduction(
                quantity, t, samples, values
            )
        arguments = [{**found, **values}[name] for name in self.outer.arguments]
        value, slopes = self.outer.at(arguments)
        samples_slope, design_slope = np.zeros(samples.shape), np.zeros(len(self.variables))
        for name, slope in zip(self.outer.arguments, slopes, strict=True):
            if name in by_samples:
                samples_slope += slope * by_samples[name]
                design_slope += slope * by_design[name]
            else:
                design_slope[self.variables.index(name)] += slope
        return value, samples_slope, design_slope

    def _reduction(
        self, quantity: Reduced, t: np.ndarray, samples: np.ndarray, values: Mapping[str, float]
    ) -> tuple[float, np.ndarray, np.ndarray]:
        """Return number and derivatives of one quantity."""
        formula = quantity.formula
        columns = []
        for name in formula.arguments:
            if name in self.channels:
                columns.append(samples[:, self.channels.index(name)])
            else:
                columns.append(t if name == TIME else np.full(len(t), values[name]))
        rows = np.stack(columns, axis=1) if columns else np.zeros((len(t), 0))
        e, slopes = formula.rows(rows)
        reduction, part, sign = quantity.reduction, slice(0, len(t)), 1.0
        if self.window is not None:
            k, count, side = self.window
            listed = windows(len(t), count)
            part = listed[min(k, len(listed) - 1)]
            sign = float(side) if reduction.sign == 0 else 1.0
            reduction = WORDS["max" if side > 0 else "min"]
        w = np.zeros(len(t))
        w[part] = sign * reduction.weights(t[part], e[part])
        value = sign * reduction.value(t[part], e[part])
        by_samples, by_design = np.zeros(samples.shape), np.zeros(len(self.variables))
        for k, name in enumerate(formula.arguments):
            if name in self.channels:
                by_samples[:, self.channels.index(name)] += w * slopes[:, k]
            elif name != TIME:
                by_design[self.variables.index(name)] += w @ slopes[:, k]
        return value, by_samples, by_design

    @property
    def is_smooth(self) -> bool:
        """Whether no peak in it passes from one instant to another, which makes a kink."""
        kinked = (
            q.reduction.peaks or q.reduction.word == "range" for q in self.quantities.values()
        )
        return self.window is not None or not any(kinked)

    def missing(self, t: np.ndarray) -> Problem | None:
        """Return the problem of an instant at which there is no sample; None where all are."""
        for quantity in self.quantities.values():
            at = quantity.reduction.at
            if at is not None and not covers(t, at):
                rule = f"asks for {at:g} s, but the motion is from {t[0]:g} s to {t[-1]:g} s"
                return Problem(OBJECTIVE, f"'{self.text}'", rule, action="give a time within it")
        return None

    def __repr__(self) -> str:
        return f"<Objective '{self.text}'{f' [{self.unit}]' if self.unit else ''}>"


@dataclass(frozen=True, eq=False)
class Constraint:
    """difference <= 0, or = 0 for an equation; text: as it was written; unit: in SI, if known.

    Where it holds at all times, the difference is the largest of these.
    """

    text: str
    difference: Objective
    equal: bool = False
    unit: str = ""

    def parts(self, count: int) -> list[Objective]:
        """Return what is to be at most 0: peaks of parts of the time, or the difference alone."""
        return [self.difference] if self.equal else self.difference.parts(count)


def objective_of_text(text: str, names: NamesInScope, still: bool = False) -> Objective:
    """Return the objective of a text; raises `ExpressionError` with the position.

    still: whether there is one instant, so that channels need no word.
    """
    value = parse_objective(text, names.scope)
    if still and not value.quantities:
        value = replace(value, outer=parse_expression("_0"),
                        quantities={"_0": Quantity(WORDS["final"], value.outer, 0)})  # fmt: skip
    found = _bound(value, names)
    loose = [n for n in found.outer.arguments if n not in found.quantities]
    moving = [n for n in loose if n not in names.variables]
    if moving:
        place = next(s.at for s in found.outer.expression.steps if s.content == moving[0])
        rule = f"does not say what of '{moving[0]}' is meant over time"
        raise ExpressionError(rule, place, f"write max abs {moving[0]}, rms, integral or final")
    if not found.quantities and not loose:
        raise ExpressionError("is a number that nothing changes", 0, "name a channel")
    if not value.maximize:
        return found
    steps = found.outer.expression.steps
    negative = Expression(found.text, (*steps, Step("neg", (len(steps) - 1,), 0)))
    return replace(found, outer=replace(found.outer, expression=negative), maximize=True)


def constraints_of_text(text: str, names: NamesInScope) -> list[Constraint]:
    """Return the constraints of a text, two of lower <= x <= upper; raises `ExpressionError`."""
    return [_constraint(c, names) for c in parse_constraint(text, names.scope)]


def _bound(value: Value, names: NamesInScope) -> Objective:
    quantities = {name: _reduction(q, names) for name, q in value.quantities.items()}
    outer = names.formula(value.outer, {name: q.unit for name, q in quantities.items()})
    return Objective(value.text, outer, quantities)


def _reduction(quantity: Quantity, names: NamesInScope) -> Reduced:
    return Reduced(quantity.reduction, names.formula(quantity.expression, {}))


def _constraint(c: Comparison, names: NamesInScope) -> Constraint:
    left, right = _bound(c.left, names), _bound(c.right, names)
    moving = [
        name
        for side in (left, right)
        for name in side.outer.arguments
        if name not in side.quantities and name not in names.variables
    ]
    reduced = [*left.quantities, *right.quantities]
    if moving and reduced:
        rule = f"puts '{moving[0]}' at all times beside a number of the whole run"
        raise ExpressionError(rule, 0, "take a word such as max of both, or of none")
    if c.at is not None and not moving:
        raise ExpressionError("has 'at' without a channel that has a value then", 0)
    unit = left.unit or right.unit
    difference = _difference(c.left.outer, c.right.outer, _names_after(right, len(left.quantities)))
    if not moving:
        quantities = {**left.quantities, **_renamed_quantities(right, len(left.quantities))}
        units = {name: q.unit for name, q in quantities.items()}
        outer = names.formula(difference, units)
        return Constraint(c.text, Objective(c.text, outer, quantities), c.equal, unit)
    if c.at is None and c.equal:
        rule = "asks for an equation at all times, which is what a drive is for"
        action = "write 'final', 'at 0.2 s', or rms (...) <= a small number"
        raise ExpressionError(rule, 0, action)
    reduction = WORDS["max"] if c.at is None else at_time(c.at)
    reduced_one = Reduced(reduction, names.formula(difference, {}))
    whole = NamesInScope(names.channel).formula(
        Expression("_0", (Step("name", (), 0, "_0"),)), {"_0": reduced_one.unit}
    )
    return Constraint(c.text, Objective(c.text, whole, {"_0": reduced_one}), c.equal, unit)


def _names_after(side: Objective, by: int) -> dict[str, str]:
    """Return other names of the quantities of the right side, after those of the left."""
    return {name: f"_{by + k}" for k, name in enumerate(side.quantities)}


def _renamed_quantities(side: Objective, by: int) -> dict[str, Reduced]:
    return {new: side.quantities[name] for name, new in _names_after(side, by).items()}


def _difference(left: Expression, right: Expression, renamed: Mapping[str, str]) -> Expression:
    """Return left - right as one expression."""
    steps = list(left.steps)
    offset = len(steps)
    for step in right.steps:
        content = (
            renamed.get(step.content, step.content) if step.operation == "name" else (step.content)
        )
        operands = tuple(k + offset for k in step.operands)
        steps.append(step._replace(operands=operands, content=content))
    steps.append(Step("sub", (offset - 1, len(steps) - 1), right.steps[-1].at))
    return Expression(f"{left.text} - ({right.text})", tuple(steps))


def _channels(formulas: Iterable[Formula]) -> tuple[str, ...]:
    """Return the channels that formulas read: of their arguments, those with a unit of one."""
    names = [n for f in formulas for n in f.arguments if n not in f.variables and n != TIME]
    return tuple(dict.fromkeys(names))


def problem_of(kind: str, text: str, error: ExpressionError) -> ModelError:
    """Return the error of a text of Python, with the column where it goes wrong."""
    own = OBJECTIVE if kind == "objective" else CONSTRAINT
    code = own if error.code == "F22" else error.code
    rule = f"{error.reason} (column {error.position + 1})"
    return ModelError(Problem(code, f"{kind} '{text[:80]}'", rule, action=error.action))
