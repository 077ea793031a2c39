"""Standard streams that accept everything that is written to them."""

from __future__ import annotations

import contextlib
import io
import os
import sys


def prepare_streams() -> None:
    """Replace streams that are closed, and let none fail at a character that it cannot show."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


def forget(name: str) -> None:
    """Send what a stream still holds nowhere: nobody reads it any more."""
    with contextlib.suppress(OSError, ValueError):
        handle = getattr(sys, name).fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, handle)
        os.close(nowhere)


def is_terminal(name: str) -> bool:
    """Whether a person looks at a stream."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return bool(getattr(sys, name).isatty()) and os.environ.get("TERM") != "dumb"
    return False


def uses_color(name: str) -> bool:
    """Whether colors are welcome on a stream."""
    return is_terminal(name) and not os.environ.get("NO_COLOR")
