"""Requests to end that come from the system are treated like Ctrl-C."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable
from types import FrameType
from typing import Any

NAMES = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""SIGBREAK is Ctrl-Break on Windows."""


def _as_ctrl_c(number: int, frame: FrameType | None) -> None:
    """Hand the request to whoever listens to Ctrl-C: a run ends where its states are whole."""
    if callable(signal.getsignal(signal.SIGINT)):
        signal.raise_signal(signal.SIGINT)
    else:
        raise KeyboardInterrupt


def _ask_again(unraisable: Any) -> None:
    """Repeat a request that came while an object was being deleted, where nobody listens."""
    if not issubclass(unraisable.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
        return
    import threading  # seldom needed

    again = threading.Timer(0.01, os.kill, (os.getpid(), signal.SIGINT))
    again.daemon = True
    again.start()


def treat_like_ctrl_c() -> None:
    """Treat requests to end like Ctrl-C, unless they are ignored (`nohup`)."""
    sys.unraisablehook = _ask_again
    for number in _available(NAMES):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _as_ctrl_c)


def ignore_signals() -> None:
    """Let no signal change the exit code of a process that has done its work."""
    for number in _available((*NAMES, "SIGINT")):
        signal.signal(number, signal.SIG_IGN)


def _available(names: Iterable[str]) -> list[signal.Signals]:
    """Return the signals that this system has."""
    return [getattr(signal, name) for name in names if hasattr(signal, name)]
