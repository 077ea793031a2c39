"""The commands, in the order in which a user meets them."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from sarrus.cli.commands import Commands
from sarrus.cli.verbs import HELP, help_of

app = typer.Typer(
    name="sarrus",
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    context_settings=HELP,
    epilog="Each command has examples in its own help: sarrus run --help",
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sarrus {import_module('sarrus').__version__}")
        raise typer.Exit


def sarrus(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_version, is_eager=True),
    ] = False,
) -> None:
    """Simulate mechanisms, robots and vehicles: multibody dynamics from the command line.

    Example:
      sarrus new four-bar            write four_bar.yaml, a model to start from
      sarrus run four_bar.yaml       simulate it; the result is four_bar.sarrus
      sarrus plot four_bar.sarrus    plot the result
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.callback(help=help_of(sarrus))(sarrus)
