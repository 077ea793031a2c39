"""The commands, in the order in which a user meets them."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from sarrus.cli.commands import Commands
from sarrus.cli.verbs import HELP, help_of
from sarrus.entry_points import load_plugins

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


def _plugins(names: list[str] | None) -> None:
    if names:
        load_plugins(names)


def sarrus(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_version, is_eager=True),
    ] = False,
    plugin: Annotated[
        list[str] | None,
        typer.Option(
            "--plugin",
            metavar="FILE",
            callback=_plugins,
            help="Load a user's element types, formats or commands: a file of Python, or a module. "
            "It is third-party code. May be repeated, also behind the command.",
        ),
    ] = None,
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
