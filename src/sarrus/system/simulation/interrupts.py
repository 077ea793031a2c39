"""Ctrl-C as a request to end, granted where the states of a run are whole."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any


def was_interrupted(run: Any) -> bool:
    """Whether the user ended a run before its end; drives and others without notices were not."""
    notices = getattr(run, "notices", ())
    return any(p.code == "E-INTERRUPT" and p.element.startswith("t =") for p in notices)


class Interrupts:
    """Takes the first Ctrl-C as a request, while it is entered; a second one ends at once.

    Only in the main thread, and only where nobody else has put a handler of his own.
    """

    def __init__(self) -> None:
        self.requested = False
        self._before: Any = None
        self._outer: Interrupts | None = None

    def __enter__(self) -> Interrupts:
        here = threading.current_thread() is threading.main_thread()
        if here and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            self._before = signal.signal(signal.SIGINT, self._request)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            self._before = None

    def _request(self, number: int, frame: FrameType | None) -> None:
        if self.requested:
            raise KeyboardInterrupt
        self.requested = True

    def follow_outer(self) -> None:
        """Grant the request to end that the run around this one takes, too."""
        outer = getattr(signal.getsignal(signal.SIGINT), "__self__", None)
        self._outer = outer if isinstance(outer, Interrupts) else None

    def check(self) -> None:
        """Raise KeyboardInterrupt if the user has asked for the end."""
        if self.requested or (self._outer is not None and self._outer.requested):
            raise KeyboardInterrupt
