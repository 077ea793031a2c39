"""Requests to end that come from the system are treated like Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

NAMES = ("SIGTERM", "SIGHUP")


def _as_ctrl_c(number: int, frame: FrameType | None) -> None:
    """Hand the request to whoever listens to Ctrl-C: a run ends where its states are whole."""
    if callable(signal.getsignal(signal.SIGINT)):
        signal.raise_signal(signal.SIGINT)
    else:
        raise KeyboardInterrupt


@contextmanager
def polite_signals() -> Iterator[None]:
    """Treat SIGTERM and SIGHUP like Ctrl-C, unless they are ignored (`nohup`)."""
    before = {}
    for name in NAMES:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            before[number] = signal.signal(number, _as_ctrl_c)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
