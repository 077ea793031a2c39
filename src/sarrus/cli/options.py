"""Options that several commands share, so that they have one name and one meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated

import typer


def completion(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Return what the shell asks for the names that begin with what is typed."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in names() if name.startswith(incomplete)]

    return complete


ModelPath = Annotated[
    str, typer.Argument(metavar="MODEL", help="A model file: .yaml, .urdf or .json.")
]
ResultPath = Annotated[
    str,
    typer.Argument(metavar="RESULT", help="A result file (.sarrus), as written by `sarrus run`."),
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
Strict = Annotated[bool, typer.Option("--strict", help="Treat warnings as errors.")]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        "-s",
        metavar="NAME=VALUE",
        help="Override a value of the file: crank.mass=0.5kg, constants.r=0.2, run.until=3. "
        "May be repeated.",
    ),
]
