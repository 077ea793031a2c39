"""Options that several commands share, so that they have one name and one meaning."""

from __future__ import annotations

from typing import Annotated

import typer

from sarrus.cli.completion import model_files, result_files, settable

ModelPath = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        help="A model file: .yaml, .urdf, .xacro, .sdf, .xml or .json.",
        autocompletion=model_files,
    ),
]
ResultPath = Annotated[
    str,
    typer.Argument(
        metavar="RESULT",
        help="A result file (.sarrus), as written by `sarrus run`.",
        autocompletion=result_files,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print results and errors only; no progress bar.")
]
Out = Annotated[str | None, typer.Option("--out", "-o", metavar="FILE", help="Output file.")]
Force = Annotated[bool, typer.Option("--force", "-f", help="Overwrite an existing file.")]
Units = Annotated[
    str | None,
    typer.Option(
        "--units",
        metavar="UNIT,...",
        help="Units of output: mm,deg,kN,rpm; others follow from them (mm/s, kN mm), what is not "
        "named stays in SI. By default those of the model file.",
    ),
]


def _allow_fmus(wanted: bool) -> None:
    if wanted:
        from sarrus.model.fmu_permission import allow_fmu

        allow_fmu()


AllowFmu = Annotated[
    bool,
    typer.Option(
        "--allow-fmu",
        callback=_allow_fmus,
        help="Let the FMUs that the file names run: third-party code.",
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="Treat warnings as errors.")]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        "-s",
        metavar="NAME=VALUE",
        autocompletion=settable,
        help="Override a value of the file: crank.mass=0.5kg, constants.a=0.2, run.until=3; of "
        "robot files arguments.NAME (xacro), packages.NAME, base=free, mimic=false, losses=false "
        "and merge_fixed=true. May be repeated.",
    ),
]
DriveJoints = Annotated[
    list[str] | None,
    typer.Option(
        "--joint",
        metavar="NAME",
        help="A joint with a drive; may be repeated. All of an open chain by default.",
    ),
]
