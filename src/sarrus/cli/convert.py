"""`sarrus convert`: a model in another format."""

from __future__ import annotations

from typing import Annotated

import typer

from sarrus.cli.files import checked_target, existing, size_text
from sarrus.cli.options import Force, Json, ModelPath, Quiet
from sarrus.cli.screen import Screen
from sarrus.errors import ModelError

NOT_HELD = {"F19", "F21"}
"""Codes of what a format cannot hold."""


def convert(
    source: ModelPath,
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET", help="The new file: .yaml, .urdf, .json, .dh.yaml or .dh.json."
        ),
    ],
    drop: Annotated[
        bool, typer.Option("--drop", help="Leave out what the format cannot hold.")
    ] = False,
    convention: Annotated[
        str, typer.Option("--convention", help="Of a Denavit-Hartenberg table.")
    ] = "classic",
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a model in another format.

    YAML holds everything. What another format cannot hold is named, and refused without --drop.
    Endings .dh.yaml and .dh.json write a Denavit-Hartenberg table.

    Example:
      sarrus convert arm.urdf arm.yaml
      sarrus convert vehicle.yaml vehicle.urdf --drop
    """
    screen = Screen(json, quiet, "convert")
    screen.listen()
    from sarrus.formats.writing import convert as converted

    path = checked_target(target, force)
    try:
        problems = converted(
            existing(source), path, convention=convention, drop=drop, overwrite=force
        )
    except ModelError as error:
        if not drop and {p.code for p in error.problems} <= NOT_HELD:
            screen.note("With --drop, what the format cannot hold is left out.")
        raise
    screen.problems(problems)
    screen.say(f"{path} written ({size_text(path)})")
    screen.answer(0, problems, file=path)
