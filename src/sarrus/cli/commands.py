"""The group of commands, as the parser of the command line sees them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from sarrus.cli.plain_values import convert_plainly
from sarrus.cli.verbs import VERBS, command_of
from sarrus.entry_points import load_entry_points
from sarrus.errors import ModelError


class Commands(TyperGroup):
    """The commands of Sarrus, each loaded when it is named; `sarrus.cli.main` ends them."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name; entry points of packages may bring it."""
        return command_of(cmd_name) if VERBS.knows(cmd_name) else None

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options before the name of a command; `--plugin` may stand behind it, too."""
        convert_plainly(self.get_params(ctx))
        return super().parse_args(ctx, plugins_first(args))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return name, command and arguments; one that is not there is told with like names."""
        names: Any = dict.fromkeys(VERBS)
        self.commands = names
        if args[:2] == ["export", "fmu"] and not os.path.exists("fmu"):
            args = args[1:]  # a model is exported as an FMU, a result as a table
        if args and not VERBS.knows(args[0]):
            from sarrus.limits import limit_of  # for mistakes only
            from sarrus.other_names import other_names

            ours = other_names()["commands"].get(args[0].lower())
            if ours is not None:
                ctx.fail(f"No such command {args[0]!r}: write `{ours}`.")
            lacking = limit_of(args[0])
            if lacking is not None:
                ctx.fail(f"No such command {args[0]!r}: {lacking.advice}.")
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, those of users last."""
        try:
            load_entry_points()
        except ModelError as error:  # help is there even if a package of the user is broken
            typer.echo(str(error), err=True)
        return [*VERBS]


def plugins_first(args: Sequence[str]) -> list[str]:
    """Return a command line with the options `--plugin` before the command, which may need them."""
    first: list[str] = []
    rest: list[str] = []
    waiting = iter(args)
    for word in waiting:
        if word == "--":
            rest += [word, *waiting]
        elif word == "--plugin":
            first += [word, *(value for value in [next(waiting, None)] if value is not None)]
        elif word.startswith("--plugin="):
            first.append(word)
        else:
            rest.append(word)
    return [*first, *rest]
