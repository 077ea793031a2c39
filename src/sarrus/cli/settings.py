"""`--set NAME=VALUE`: numbers of a file that are changed for one run."""

from __future__ import annotations

from collections.abc import Sequence

import typer


def settings(texts: Sequence[str] | None, option: str = "--set") -> dict[str, str]:
    """Return values by name; a wrong form is a wrong command line."""
    found: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise typer.BadParameter(
                f"{text!r} is not of the form NAME=VALUE, for example crank.mass=0.5kg.",
                param_hint=f"'{option}'",
            )
        if name.strip() in found:
            raise typer.BadParameter(f"{name.strip()!r} is set twice.", param_hint=f"'{option}'")
        found[name.strip()] = value.strip()
    return found
