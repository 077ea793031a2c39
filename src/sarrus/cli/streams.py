"""Standard streams that accept everything that is written to them."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from typing import Any


def prepare_streams() -> None:
    """Replace streams that are closed or may be, and let none fail at a character."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
            continue
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")
        if stream is getattr(sys, f"__{name}__"):
            setattr(sys, name, _patient(stream, name))


class _Unread(io.FileIO):
    """A stream whose reader may leave: a closed pipe, or a terminal whose window was closed.

    What is written then goes nowhere, and the work goes on: a run does not depend on who looks.
    """

    name = ""

    def write(self, data: Any, /) -> int:
        """Write, or if nobody reads any more, drop this and what follows."""
        try:
            return super().write(data)
        except OSError as error:
            if error.errno not in (errno.EPIPE, errno.EIO):
                raise
            forget(self.name)
            return len(data)


def _patient(stream: Any, name: str) -> Any:
    """Return a stream like this one that does not fail when nobody reads it any more."""
    try:
        stream.flush()
        raw = _Unread(stream.fileno(), "wb", closefd=False)
    except (OSError, ValueError, AttributeError):
        return stream
    raw.name = name
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering or stream.isatty(),
    )


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
