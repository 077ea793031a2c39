"""The verbs of the command line by name: those of the package, and those of users."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import cleandoc
from typing import Any, TypeVar

import typer
from typer.main import get_command, get_command_name

from sarrus.user_table import UserTable

Verb = TypeVar("Verb", bound=Callable[..., None])

HELP: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
"""How help is asked for and shown."""

OWN = (
    "new",
    "check",
    "info",
    "run",
    "realtime",
    "sweep",
    "resume",
    "drive",
    "equilibrium",
    "size",
    "plot",
    "view",
    "export",
    "convert",
    "code",
    "equations",
    "gallery",
    "bench",
    "doctor",
    "explain",
)
"""The package's own, in the order in which a user meets them: functions in modules so named."""

VERBS: UserTable[Callable[..., None]] = UserTable(
    "verb", {name: getattr(import_module(f"sarrus.cli.{name}"), name) for name in OWN}
)
"""The functions of all verbs; `register` adds one."""


def register(verb: Verb) -> Verb:
    """Let the command line have the verb of a user: a function as typer takes it.

    The name is that of the function, with - for _; its docstring is the help. Raises ModelError
    (M32) if another verb has the name.
    """
    VERBS.register(get_command_name(verb.__name__), verb)
    return verb


def help_of(function: Callable[..., None]) -> str:
    """Return the docstring as help: the lines of an example stay as they are written."""
    return cleandoc(function.__doc__ or "").replace("\n\nExample:", "\n\n\b\nExample:")


def user_command(name: str) -> Any:
    """Return the command of a user's verb; None if there is none."""
    if name in VERBS.own or name not in VERBS:
        return None
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=HELP)
    alone.command(name, help=help_of(VERBS[name]), context_settings=HELP)(VERBS[name])
    return get_command(alone)
