"""Texts and numbers of the command line without a validator.

typer converts what is typed by pydantic, whose import takes longer than most commands. Texts need
no conversion, and whole and decimal numbers that Python reads are what it would return; all else
(choices, bounds, values that are wrong, which it words) stays with typer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args, get_origin

from typer.core import TyperCommand

PLAIN = (str, int, float, bool)
LIMITS = ("min", "max", "parser", "click_type")
"""What an option may ask for that only typer's own conversion knows."""


class PlainCommand(TyperCommand):
    """A command whose plain values are converted without typer's validator."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what is typed after the name of the command."""
        convert_plainly(self.get_params(ctx))
        return super().parse_args(ctx, args)


def convert_plainly(parameters: Iterable[Any]) -> None:
    """Let those parameters that are plain be converted without typer's validator.

    The place is internal to typer; where a version has none, nothing changes but the time.
    """
    for parameter in parameters:
        descriptor = getattr(parameter, "type_descriptor", None)
        if descriptor is None or getattr(parameter, "_runtime_param", ...) is not None:
            continue
        kind = _plain_kind(descriptor)
        if kind is not None:
            parameter._runtime_param = _PlainValue(kind, descriptor)


def _plain_kind(descriptor: Any) -> type | None:
    """Return the type of the values, None if they are not plain."""
    kind, asked = descriptor.annotation, descriptor.parameter_info
    if get_origin(kind) is list:
        (kind,) = get_args(kind)
    free = all(getattr(asked, name, None) is None for name in LIMITS)
    return kind if kind in PLAIN and free else None


class _PlainValue:
    """Converts the values of one parameter, or lets typer do so."""

    def __init__(self, kind: type, descriptor: Any) -> None:
        self.kind, self.descriptor = kind, descriptor

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value of a parameter, or the values if it may be repeated."""
        many = param.multiple or param.nargs == -1
        if value is None:
            return () if many else None
        given = value if many else [value]
        readable = () if self.kind is bool else (str,)
        if not all(isinstance(part, (self.kind, *readable)) for part in given):
            return self._by_typer(value, param, ctx)
        try:
            found = [self.kind(part) for part in given]
        except ValueError:
            return self._by_typer(value, param, ctx)
        return found if many else found[0]

    def _by_typer(self, value: Any, param: Any, ctx: Any) -> Any:
        from typer._coercion import build_runtime_param

        return build_runtime_param(self.descriptor).coerce(value, param=param, ctx=ctx)
