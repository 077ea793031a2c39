"""`sarrus drive`: the torques and forces that a prescribed motion needs."""

from __future__ import annotations

from typing import Annotated

import typer

from sarrus.cli.driving import drive_study
from sarrus.cli.options import Force, Json, ModelPath, Quiet, Set, Strict
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_drive

Table = Annotated[
    str | None,
    typer.Option("--out", "-o", metavar="FILE", help="Export all channels: .csv, .nc, .mat, ..."),
]


def drive(
    model: ModelPath,
    out: Table = None,
    values: Set = None,
    strict: Strict = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compute the torques and forces that a prescribed motion needs.

    The mechanism follows the `drives` of the model (inverse dynamics); nothing is integrated.

    Example:
      sarrus drive robot_arm.yaml
      sarrus drive robot_arm.yaml --set run.until=2 -o efforts.csv
    """
    screen = Screen(json, quiet, "drive")
    screen.listen()
    drive_study(screen, load_drive(model, settings(values), strict), out, force)
