"""Texts and numbers of the command line without a validator.

typer converts what is typed by pydantic, whose import takes longer than most commands. Texts need
no conversion, and whole and decimal numbers that Python reads are what it would return; all else
(choices, bounds, values that are wrong, which it words) stays with typer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, get_args, get_origin

from typer.core import TyperCommand

PLAIN = (str, int, float, bool)
LIMITS = ("min", "max", "parser", "click_type")
"""What an option may ask for that only typer's own conversion knows."""


WORDS = {"int": "N", "int range": "N", "float": "NUMBER", "float range": "NUMBER"}
"""What help writes for a type of values; TEXT for others."""


class PlainCommand(TyperCommand):
    """A command whose plain values are converted without typer's validator.

    Its help writes arguments as manuals do: MODEL, [CHANNEL]..., without types of Python.
    """

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the words of the line of usage."""
        return [_plain_usage(piece) for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options with what they are."""
        listed: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                argument = parameter.param_type_name == "argument"
                name = TYPE.sub("" if argument else _value, record[0])
                listed["Arguments" if argument else "Options"].append((name, record[1]))
        for title, rows in listed.items():
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what is typed after the name of the command."""
        convert_plainly(self.get_params(ctx))
        return super().parse_args(ctx, args)


TYPE = re.compile(r" <([^<>]*)>$")


def _value(found: re.Match[str]) -> str:
    return f" {WORDS.get(found[1], 'TEXT')}"


def _plain_usage(piece: str) -> str:
    """Return MODEL for {MODEL}, MODEL... for {MODEL...}..., [OTHER]... for [[OTHER]...]..."""
    bare = piece.removesuffix("...")
    many = "..." if bare != piece else ""
    if bare.startswith(("{", "[[")) and bare.endswith(("}", "]")):
        bare = bare[1:-1]
    return bare if bare.endswith("...") else bare + many


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
        values = value if many else [value]
        readable = () if self.kind is bool else (str,)
        if not all(isinstance(part, (self.kind, *readable)) for part in values):
            return self._by_typer(value, param, ctx)
        try:
            found = [self.kind(part) for part in values]
        except ValueError:
            return self._by_typer(value, param, ctx)
        return found if many else found[0]

    def _by_typer(self, value: Any, param: Any, ctx: Any) -> Any:
        from typer._coercion import build_runtime_param

        return build_runtime_param(self.descriptor).coerce(value, param=param, ctx=ctx)
