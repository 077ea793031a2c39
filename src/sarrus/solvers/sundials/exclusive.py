"""One user at a time, and none after the end."""

from __future__ import annotations

import threading


class Exclusive:
    """Guards native memory: a second user at the same time, or after `close`, is refused."""

    __slots__ = ("_closed", "_lock")

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._closed = False

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("the integrator is at work in another thread or callback")
        if self._closed:
            self._lock.release()
            raise ValueError("the integrator was closed")

    def __exit__(self, *problem: object) -> None:
        self._lock.release()

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._closed

    def close(self) -> None:
        """Refuse every later user; only the present user may call this."""
        self._closed = True
