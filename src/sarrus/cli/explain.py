"""`sarrus explain`: what an error code means."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from sarrus.cli.ending import DONE
from sarrus.cli.options import Json, Quiet
from sarrus.cli.screen import Screen

Codes = Annotated[
    list[str], typer.Argument(metavar="CODE...", help="Error codes, such as M03 or E-STEP.")
]


def explain(codes: Codes, json: Json = False, quiet: Quiet = False) -> None:
    """Explain error codes: meaning, usual cause and fix.

    Example:
      sarrus explain M03
      sarrus explain M12 E-NEWTON --json
    """
    screen = Screen(json, quiet, "explain")
    from sarrus import error_codes

    texts = [error_codes.explanation(code) for code in codes]
    screen.say("\n\n".join(texts))
    entries = [error_codes.codes()[code.strip().upper()] for code in codes]
    screen.answer(DONE, codes=[asdict(entry) for entry in entries])
