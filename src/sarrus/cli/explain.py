"""`sarrus explain`: what a code of an error means."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from sarrus.cli.ending import DONE
from sarrus.cli.options import Json, Quiet
from sarrus.cli.screen import Screen

Codes = Annotated[
    list[str], typer.Argument(metavar="CODE...", help="Codes of errors, such as M03 or E-STEP.")
]


def explain(codes: Codes, json: Json = False, quiet: Quiet = False) -> None:
    """Tell what a code means, its usual cause and its cure.

    Example:
      sarrus explain M03
      sarrus explain M12 E-NEWTON --json
    """
    screen = Screen(json, quiet, "explain")
    from sarrus.error_codes import CODES, described

    texts = [described(code) for code in codes]
    screen.say("\n\n".join(texts))
    found = [CODES[code.strip().upper()] for code in codes]
    screen.answer(DONE, codes=[{**asdict(entry), "mends": entry.mends} for entry in found])
