"""`sarrus explain`: what an error code means, and what Sarrus does not have."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from sarrus.cli.completion import codes as code_names
from sarrus.cli.ending import DONE
from sarrus.cli.options import Json, Quiet
from sarrus.cli.screen import Screen

Codes = Annotated[
    list[str],
    typer.Argument(
        metavar="CODE...",
        help="Error codes, such as M03 or E-STEP; or limits.",
        autocompletion=code_names,
    ),
]


def explain(codes: Codes, json: Json = False, quiet: Quiet = False) -> None:
    """Explain error codes and limits: meaning, cause, fix.

    Example:
      sarrus explain M03
      sarrus explain M12 E-NEWTON --json
      sarrus explain limits                   what Sarrus does not have, and the nearest thing
      sarrus explain tyre                     one of these
    """
    screen = Screen(json, quiet, "explain")
    from sarrus import error_codes
    from sarrus.limits import Limit, limit_of_word, limits

    known = error_codes.codes()
    texts: list[str] = []
    entries: list[error_codes.ErrorCode] = []
    found: list[Limit] = []
    for code in codes:
        lacking = None if code.strip().upper() in known else limit_of_word(code)
        if code.lower() == "limits":
            found += limits()
            texts += [limit.explanation for limit in limits()]
        elif lacking is not None:
            found.append(lacking)
            texts.append(lacking.explanation)
        else:
            texts.append(error_codes.explanation(code))
            entries.append(known[code.strip().upper()])
    screen.say("\n\n".join(texts))
    listed = [asdict(entry) for entry in entries]
    screen.answer(DONE, codes=listed, limits=[asdict(limit) for limit in found])
