"""Laws as text: an expression of arguments with units, or a number with or without one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sarrus.model.expressions.dimensions import ANY
from sarrus.model.expressions.expression import Reading, Scope, parse_expression
from sarrus.model.expressions.problems import ExpressionError
from sarrus.model.units import parts_of
from sarrus.spatial.tracking import real


def law_of_text(
    text: str, arguments: Mapping[str, str], unit: str, scope: Scope, always: bool = False
) -> Any:
    """Return the function that a text is of its arguments, with the name of the text.

    arguments: their SI units; unit: that of the value, against which dimensions are checked;
    scope: constants that the text may use. What is a number, or one with a unit ("250 mm"), comes
    back as it is, a constant expression as a float or a `Value`: the builder reads these; with
    `always` they are functions too. Raises `ExpressionError`.
    """
    mixed = unit_with_argument(text, tuple(arguments))
    if mixed is not None:
        raise mixed
    if parts_of(text) is not None and not always:
        return text
    expression = parse_expression(text)
    if not always and all(name in scope for name in expression.names):
        value = expression.value(scope)
        return real(value.number) if value.dimension in (None, ANY) else value
    units: dict[str | Reading, str] = dict(arguments.items())
    return expression.function(tuple(arguments), scope, unit=unit, units=units)


def unit_with_argument(raw: str, arguments: Sequence[str]) -> ExpressionError | None:
    """Return the refusal of "60 rpm * t", in which t would be read as the tonne of a unit."""
    digits, unit = parts_of(raw) or ("", "")
    for name in arguments:
        found = re.search(rf"[*/ ]*\b{re.escape(name)}\b", unit)
        if found is not None:
            before = unit[: found.start()].strip()
            reason = f"has a unit without brackets before '{name}'"
            number = f"{digits} [{before}]" if before else digits
            sign = "/" if "/" in found[0] else "*"
            # quoted, since YAML takes brackets within braces for a list
            return ExpressionError(reason, raw.find(unit), f'write "{number}{sign}{name}"')
    return None
