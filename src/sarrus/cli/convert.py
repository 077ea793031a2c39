"""`sarrus convert`: convert a model to another format."""

from __future__ import annotations

from typing import Annotated

import typer

from sarrus.cli.files import existing_path, size_text, writable_path
from sarrus.cli.options import Force, Json, ModelPath, Quiet
from sarrus.cli.screen import Screen
from sarrus.errors import ModelError

NOT_HELD = {"F19", "F21"}
"""Codes of what a format cannot represent."""


def convert(
    source: ModelPath,
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET",
            help="Output file: .yaml, .urdf, .sdf, .xml, .json, .dh.yaml or .dh.json.",
        ),
    ],
    drop: Annotated[
        bool, typer.Option("--drop", help="Leave out what the target format cannot represent.")
    ] = False,
    convention: Annotated[
        str,
        typer.Option("--convention", help="Denavit-Hartenberg convention: classic or modified."),
    ] = "classic",
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Convert a model to another format.

    YAML represents everything. What another format cannot represent is reported and refused
    without --drop. The extensions .dh.yaml and .dh.json write a Denavit-Hartenberg table.

    Example:
      sarrus convert arm.urdf arm.yaml
      sarrus convert vehicle.yaml vehicle.urdf --drop
    """
    screen = Screen(json, quiet, "convert")
    screen.listen()
    from sarrus.formats.writing import convert as converted

    path = writable_path(target, force)
    try:
        problems = converted(
            existing_path(source), path, convention=convention, drop=drop, overwrite=force
        )
    except ModelError as error:
        if not drop and {p.code for p in error.problems} <= NOT_HELD:
            screen.note("Use --drop to leave out what the format cannot represent.")
        raise
    screen.problems(problems)
    screen.say(f"{path} written ({size_text(path)})")
    screen.answer(0, problems, file=path)
