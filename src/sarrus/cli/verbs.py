"""The verbs of the command line by name: those of the package, and those of users."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import cleandoc
from typing import Any, TypeVar

import typer
from typer.main import get_command, get_command_name

from sarrus.cli.plain_values import PlainCommand
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
    "gradient",
    "optimize",
    "resume",
    "repair",
    "drive",
    "assemblies",
    "singularities",
    "equilibrium",
    "optimal-motion",
    "balance",
    "tolerances",
    "size",
    "identify",
    "excite",
    "calibrate",
    "workspace",
    "rig",
    "manoeuvre",
    "synthesize",
    "cam",
    "plot",
    "view",
    "film",
    "studio",
    "loads",
    "rainflow",
    "report",
    "export",
    "convert",
    "schema",
    "code",
    "fmu",
    "equations",
    "gallery",
    "bench",
    "doctor",
    "explain",
)
"""The package's own, in the order in which a user meets them: functions in modules so named."""


class OwnVerb:
    """A verb of the package, whose module is imported when it is asked for."""

    def __init__(self, name: str) -> None:
        self.__qualname__ = name.replace("-", "_")
        self.__module__ = f"sarrus.cli.{self.__qualname__}"

    def function(self) -> Callable[..., None]:
        """Return the function of the verb."""
        found: Callable[..., None] = getattr(import_module(self.__module__), self.__qualname__)
        return found


VERBS: UserTable[OwnVerb | Callable[..., None]] = UserTable(
    "verb", {name: OwnVerb(name) for name in OWN}
)
"""The verbs; `register` adds the function of one."""


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


def command_of(name: str) -> Any:
    """Return the command of a verb, made when it is asked for; None if there is none."""
    verb = VERBS.get(name)
    if verb is None:
        return None
    function = verb.function() if isinstance(verb, OwnVerb) else verb
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=HELP)
    settings: dict[str, Any] = {"help": help_of(function), "context_settings": HELP}
    alone.command(name, cls=PlainCommand, **settings)(function)
    return get_command(alone)
