"""`sarrus explain`: codes of errors, words of the model file, and what Sarrus does not have."""

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
        help="Error codes (M03, E-STEP), words of the model file (revolute, run), or limits.",
        autocompletion=code_names,
    ),
]


def explain(codes: Codes, json: Json = False, quiet: Quiet = False) -> None:
    """Explain error codes, keys of model files, and limits.

    Example:
      sarrus explain M03           its meaning, cause and fix
      sarrus explain M12 E-NEWTON --json
      sarrus explain tyre run      keys of a type of force, of a section
      sarrus explain limits        what is not supported, and alternatives
      sarrus explain contact       one of these
    """
    screen = Screen(json, quiet, "explain")
    from sarrus import error_codes
    from sarrus.formats.yaml.keys_text import keys_text
    from sarrus.limits import Limit, limit_of_word, limits

    known = error_codes.codes()
    texts: list[str] = []
    entries: list[error_codes.ErrorCode] = []
    found: list[Limit] = []
    words: dict[str, str] = {}
    for code in codes:
        lacking = None if code.strip().upper() in known else limit_of_word(code)
        if code.lower() == "limits":
            found += limits()
            texts += [limit.explanation for limit in limits()]
        elif lacking is not None:
            found.append(lacking)
            texts.append(lacking.explanation)
        elif code.strip().upper() not in known and (meant := keys_text(code)) is not None:
            words[code] = meant
            texts.append(meant)
        else:
            texts.append(error_codes.explanation(code))
            entries.append(known[code.strip().upper()])
    screen.say("\n\n".join(texts))
    listed = [asdict(entry) for entry in entries]
    screen.answer(DONE, codes=listed, limits=[asdict(limit) for limit in found], words=words)
