"""Functions and laws of time as users write them, written down as formulas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sarrus.errors import ModelError
from sarrus.model.building.curve_laws import TABLE
from sarrus.model.building.entry import Entry, is_list
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.recorder import NotTraceable, name_of, traced_formula
from sarrus.model.quantity import QuantityError
from sarrus.spatial.curve import Curve
from sarrus.spatial.tracking import fixed_value

TimeLaw = float | Curve | Formula


def read_text(
    entry: Entry,
    attribute: str,
    raw: str,
    argument: tuple[str, str],
    unit: str,
    always: bool = False,
) -> Any:
    """Return what a text stands for: a function of one argument, or what is read as a number.

    argument: its name and SI unit; unit: that of the value; always: whether constants are functions
    too. None after a problem.
    """
    # expressions are not needed by who writes none, and take long to import
    from sarrus.model.expressions.law_text import law_of_text
    from sarrus.model.expressions.problems import ExpressionError

    name, of = argument
    try:
        return law_of_text(raw, {name: of}, unit, {}, always)
    except (ExpressionError, QuantityError) as error:
        literal = entry.literal(attribute, raw)
        entry.report(error.code, attribute, error.reason, value=literal, action=error.action)
        return None


def read_function(entry: Entry, attribute: str, raw: Any, *arguments: str) -> Formula | None:
    """Return the formula of a function; one that cannot be traced is reported with its line."""
    if not callable(raw):
        rule = f"must be a function of {', '.join(arguments)}"
        entry.report("M25", attribute, rule, value=entry.literal(attribute, raw))
        return None
    try:
        return traced_formula(raw, *arguments)
    except NotTraceable as problem:
        report_untraceable(entry, attribute, raw, problem)
        return None


def report_untraceable(
    entry: Entry, attribute: str, function: Callable[..., Any], problem: NotTraceable
) -> None:
    """Report (M29) why a function cannot be traced, and in which of its lines."""
    code = getattr(function, "__code__", None)
    line = f", line {problem.line} of {code.co_filename}" if code and problem.line else ""
    entry.report(
        "M29",
        attribute,
        f"cannot be traced{line}: {problem.reason}",
        value=f"the function '{name_of(function)}'",
        cause="the function branches on a value, or uses `math` or another library",
        action="use NumPy's functions and `select` from sarrus.spatial.arrays",
    )


def read_time_law(entry: Entry, attribute: str, raw: Any, unit: str) -> TimeLaw | None:
    """Return a number in a unit, a curve, a table (times, values), or a function of time.

    A function may be text, as in model files: "2 [N]*sin(3*t)".
    """
    if isinstance(raw, str):
        raw = read_text(entry, attribute, raw, ("t", "s"), unit)
        if raw is None:
            return None
    if isinstance(raw, Curve):
        return raw
    if callable(raw):
        return read_function(entry, attribute, raw, "t")
    if not is_list(raw):
        return entry.number(attribute, raw, unit)
    if len(raw) != 2 or not all(is_list(part) for part in raw) or len(raw[0]) != len(raw[1]):
        rule = "must be a number, a function of t or its text, a curve, or a table (times, values)"
        entry.report("M25", attribute, rule, value=entry.literal(attribute, raw))
        return None
    times = _column(entry, f"{attribute} times", raw[0], "s")
    values = _column(entry, f"{attribute} values", raw[1], unit)
    return None if times is None or values is None else curve_of(entry, attribute, times, values)


def curve_of(entry: Entry, attribute: str, x: Any, y: Any) -> Curve | None:
    """Return the curve through rows; rows that are out of order are reported by number."""
    try:
        return Curve(fixed_value(x, TABLE), fixed_value(y, TABLE))
    except ModelError as error:
        for problem in error.problems:
            where = problem.element.replace("curve", attribute, 1)
            entry.report(problem.code, where, problem.rule, value=problem.value)
        return None


def _column(entry: Entry, attribute: str, raw: Any, unit: str) -> list[float] | None:
    read = [entry.number(f"{attribute} row {i}", x, unit) for i, x in enumerate(raw)]
    return None if None in read else read  # type: ignore[return-value]
