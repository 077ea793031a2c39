"""Pages that are served until Ctrl-C: `sarrus view`, `sarrus studio`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Protocol

import typer

from sarrus.cli.ending import DONE
from sarrus.cli.screen import Screen
from sarrus.errors import Problem

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME", "BROWSER")
"""Variables of which Linux has one where a browser can open a window."""

Port = Annotated[
    int,
    typer.Option(
        "--port", min=0, max=65535, help="Port to listen on, 1024 or above; 0 for any free port."
    ),
]


class Served(Protocol):
    """A page that a browser of this machine can open."""

    @property
    def url(self) -> str:
        """The address with its one-time token."""

    @property
    def port(self) -> int:
        """Where it listens."""

    def wait(self, seconds: float) -> bool:
        """Wait for its end; return whether it has come."""


def serve(
    screen: Screen, page: Served, port: int, show: bool, problems: Sequence[Problem] = ()
) -> None:
    """Tell the address of a page, open it if asked, and wait until Ctrl-C.

    port: the one that was asked for. Ctrl-C ends it well from the moment on that the address is
    told.
    """
    address = page.url
    if port not in (0, page.port):
        screen.note(f"Port {port} is in use; using {page.port}.")
    with suppress(KeyboardInterrupt):
        screen.say(f"{address}")
        shown = show and open_browser(address)
        if show and not shown:
            screen.note("No browser found; open the address in yours.")
        screen.note("This link works once, on this machine only. Press Ctrl-C to stop.")
        if screen.json:
            screen.answer(DONE, problems, url=address, port=page.port, opened=shown)
        sys.stdout.flush()
        while not page.wait(1.0):
            pass


def open_browser(address: str) -> bool:
    """Open an address in the user's browser, if there is a screen to show it on."""
    from sarrus.programs import open_in_browser

    if sys.platform == "linux" and not any(os.environ.get(name) for name in SCREENS):
        return False
    return open_in_browser(address)
