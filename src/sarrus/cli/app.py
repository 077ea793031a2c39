"""The commands, in the order in which a user meets them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import cleandoc
from typing import Annotated

import typer

from sarrus.cli import (
    bench,
    check,
    code,
    convert,
    doctor,
    drive,
    explain,
    export,
    gallery,
    info,
    new,
    plot,
    resume,
    run,
    size,
    sweep,
    view,
)
from sarrus.cli.commands import Commands

app = typer.Typer(
    name="sarrus",
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Each command has examples in its own help: sarrus run --help",
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sarrus {import_module('sarrus').__version__}")
        raise typer.Exit


def help_of(function: Callable[..., None]) -> str:
    """Return the docstring as help: the lines of an example stay as they are written."""
    return cleandoc(function.__doc__ or "").replace("\n\nExample:", "\n\n\b\nExample:")


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

VERBS = (
    new.new,
    check.check,
    info.info,
    run.run,
    sweep.sweep,
    resume.resume,
    drive.drive,
    size.size,
    plot.plot,
    view.view,
    export.export,
    convert.convert,
    code.code,
    gallery.gallery,
    bench.bench,
    doctor.doctor,
    explain.explain,
)


for verb in VERBS:
    app.command(help=help_of(verb))(verb)
