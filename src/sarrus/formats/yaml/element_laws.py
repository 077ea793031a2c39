"""Laws in the file: expressions of t, x or w, tables and curves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sarrus.errors import ModelError
from sarrus.formats.yaml.page import BROKEN, At
from sarrus.formats.yaml.parts import PART_KEYS, Parts, read_parts
from sarrus.formats.yaml.values import Reader, number, numbers, text
from sarrus.model.building.curve_laws import TABLE
from sarrus.model.expressions import Expression, ExpressionError
from sarrus.model.expressions.expression import Reading
from sarrus.model.expressions.law_text import unit_with_argument
from sarrus.model.options import Kind
from sarrus.model.quantity import QuantityError, quantity
from sarrus.spatial import Curve
from sarrus.spatial.tracking import fixed_value

CURVE_KEYS = ("curve", "x", "y", "smooth", "beyond")
EXPRESSION_KEYS = ("expression", "name", *PART_KEYS)


def law(at: At, raw: Any, kind: Kind) -> Any:
    """Return a law of time: a number, an expression of t, a table, a curve, or a list of laws."""
    if isinstance(raw, Mapping) and ("times" in raw or "values" in raw):
        if not at.mapping(raw, ("times", "values"), ("times", "values")):
            return BROKEN
        return (numbers(at.key("times"), raw["times"]), numbers(at.key("values"), raw["values"]))
    if isinstance(raw, (list, tuple)):
        if len(raw) == 2 and all(isinstance(part, (list, tuple)) for part in raw):
            return numbers(at, raw)
        return [law(at.key(i), item, kind) for i, item in enumerate(raw)]
    return one_law(at, raw, kind)


def curve(at: At, raw: Any, kind: Kind) -> Any:
    """Return a factor, rows (x, y), a curve, or a function of the kind's argument."""
    if isinstance(raw, (list, tuple)):
        return numbers(at, raw)
    return one_law(at, raw, kind)


def function(at: At, raw: Any, kind: Kind) -> Any:
    """Return a function of the kind's argument, also where it is constant; or a curve."""
    if isinstance(raw, (int, float)) and not isinstance(raw, bool):
        raw = repr(raw)
    if not isinstance(raw, (str, Mapping)):
        names = ", ".join(kind.arguments)
        return at.refuse(raw, f"must be an expression of {names}, or a curve")
    return one_law(at, raw, kind, always=True)


def one_law(at: At, raw: Any, kind: Kind, *, always: bool = False) -> Any:
    """Return a number, a curve, or a function; `always` makes functions of constants, too."""
    if isinstance(raw, Mapping):
        if "expression" in raw:
            if not at.mapping(raw, EXPRESSION_KEYS):
                return BROKEN
            called = text(at.key("name"), raw.get("name", ""))
            parts = law_parts(at, raw, kind)
            if parts is None or called is BROKEN:
                return BROKEN
            inner = at.key("expression")
            return _function(inner, raw["expression"], kind, called, always=True, parts=parts)
        return _curve(at, raw, kind)
    return _function(at, raw, kind, "", always=always) if isinstance(raw, str) else number(at, raw)


def law_parts(at: At, raw: Mapping[str, Any], kind: Kind) -> Parts | None:
    """Return the parts of an expression of the kind's arguments; None after a problem."""

    def check(there: At, part: Expression) -> None:
        part.function(kind.arguments, there.scope, units=_units(kind))

    return read_parts(at, raw, table, check)


def table(at: At, raw: Any) -> Any:
    """Return a curve that expressions look up."""
    return (
        _curve(at, raw, Kind("curve"))
        if isinstance(raw, Mapping)
        else at.refuse(raw, "is not a curve")
    )


def _function(
    at: At, raw: Any, kind: Kind, called: str, *, always: bool, parts: Parts | None = None
) -> Any:
    mixed = unit_with_argument(raw, kind.arguments) if isinstance(raw, str) else None
    if mixed is not None:
        return at.expression_problem(raw, mixed)
    if not isinstance(raw, str) or (
        parts is None and not always and at.scope.is_for_the_builder(raw)
    ):
        return number(at, raw)
    try:
        expression = (parts or Parts()).parse(raw)
    except ExpressionError as error:
        if parts is not None and (parts.let or parts.curves):
            return at.expression_problem(raw, error)
        return number(at, raw)  # a number with a unit, or it is reported there
    if not always and all(name in at.scope for name in expression.names):
        return number(at, raw)
    try:
        found = expression.function(kind.arguments, at.scope, unit=kind.y, units=_units(kind))
        return function_with_name(found, called or raw)
    except ExpressionError as error:
        return at.expression_problem(raw, error)
    except QuantityError as error:
        return at.report(error.code, error.reason, value=at.literal(raw), action=error.action)


def _units(kind: Kind) -> dict[str | Reading, str]:
    """Return the unit of the argument of a law, where there is only one that it may have."""
    return dict.fromkeys(kind.arguments, kind.x[0]) if len(kind.x) == 1 else {}


def function_with_name(function_: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return a function under a name, which messages and files keep."""

    def law_of_file(*arguments: Any) -> Any:
        return function_(*arguments)

    law_of_file.__qualname__ = name
    return law_of_file


def _curve(at: At, raw: Mapping[str, Any], kind: Kind) -> Any:
    """Return the curve of {curve: rows} or {x: [...], y: [...]}, with smooth and beyond."""
    needed = ("curve",) if "curve" in raw or not {"x", "y"} & set(raw) else ("x", "y")
    if not at.mapping(raw, [key for key in CURVE_KEYS if key in needed or key[0] in "sb"], needed):
        return BROKEN
    if "curve" in raw:
        columns = _rows(at.key("curve"), raw["curve"], kind)
    else:
        columns = [_column(at.key(c), raw[c], getattr(kind, c)) for c in ("x", "y")]
    options = {key: raw[key] for key in ("smooth", "beyond") if key in raw}
    if BROKEN in columns:
        return BROKEN
    try:
        return Curve(*fixed_value(columns, TABLE), **options)
    except (ModelError, TypeError) as error:
        for problem in getattr(error, "problems", ()):
            row = problem.element.partition(" row ")[2]
            inner = at.key("curve").key(int(row)) if row and "curve" in raw else at
            inner.report(problem.code, problem.rule, value=problem.value)
        if not isinstance(error, ModelError):
            at.refuse(raw, "is not a curve")
        return BROKEN


def _rows(at: At, raw: Any, kind: Kind) -> list[Any]:
    if not isinstance(raw, (list, tuple)) or not all(
        isinstance(row, (list, tuple)) and len(row) == 2 for row in raw
    ):
        return [at.refuse(raw, "must be rows [x, y]")]
    rows = [
        [_plain(at.key(i).key(k), row[k], units) for k, units in enumerate((kind.x, kind.y))]
        for i, row in enumerate(raw)
    ]
    if any(BROKEN in row for row in rows):
        return [BROKEN]
    return [[row[k] for row in rows] for k in (0, 1)]


def _column(at: At, raw: Any, units: tuple[str, ...]) -> Any:
    if not isinstance(raw, (list, tuple)):
        return at.refuse(raw, "must be a list of numbers")
    found = [_plain(at.key(i), x, units) for i, x in enumerate(raw)]
    return BROKEN if BROKEN in found else found


def _plain(at: At, raw: Any, units: tuple[str, ...]) -> Any:
    """Return a float in the first of some units that has the dimension of what is written."""
    found = number(at, raw)
    if found is BROKEN:
        return BROKEN
    problem: QuantityError | None = None
    for unit in units or ("dimensionless",):
        try:
            return quantity(found, unit)
        except QuantityError as error:
            problem = problem or error
    value = at.literal(raw)
    return at.report(problem.code, problem.reason, value=value, action=problem.action)  # type: ignore[union-attr]


def expression_of(at: At, raw: Any, parts: Parts | None = None) -> Expression | None:
    """Return the expression of a text or number; None after a problem."""
    if isinstance(raw, (int, float)) and not isinstance(raw, bool):
        raw = repr(raw)
    if not isinstance(raw, str):
        at.refuse(raw, "is not an expression")
        return None
    try:
        return (parts or Parts()).parse(raw)
    except ExpressionError as error:
        at.expression_problem(raw, error)
        return None


LAWS: dict[str, Reader] = {"law": law, "curve": curve, "function": function}
