"""`sarrus convert`: convert a model to another format."""

from __future__ import annotations

from typing import Annotated

import typer

from sarrus.cli.files import existing_path, size_text, writable_path
from sarrus.cli.options import Force, Json, ModelPath, Quiet
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
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
    values: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            "-s",
            metavar="NAME=VALUE",
            help="Arguments of xacro and folders of packages: arguments.arm=left, "
            "packages.ur_description=../ur, base=free, mimic=false. May be repeated.",
        ),
    ] = None,
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
      sarrus convert arm.urdf.xacro arm.sdf --set arguments.prefix=left_
    """
    screen = Screen(json, quiet, "convert")
    screen.listen()
    from sarrus.formats.known_formats import reader_options
    from sarrus.formats.writing import convert as converted

    path = writable_path(target, force)
    options, others = reader_options(source, settings(values))
    if others:
        known = "arguments.NAME, packages.NAME, base, mimic and losses can."
        rule = f"{next(iter(others))!r} cannot be set here; {known}"
        raise typer.BadParameter(rule, param_hint="'--set'")
    try:
        problems = converted(
            existing_path(source), path, convention=convention, drop=drop, overwrite=force,
            **options,
        )  # fmt: skip
    except ModelError as error:
        if not drop and {p.code for p in error.problems} <= NOT_HELD:
            screen.note("Use --drop to leave out what the format cannot represent.")
        raise
    screen.problems(problems)
    screen.say(f"{path} written ({size_text(path)})")
    screen.answer(0, problems, file=path)
