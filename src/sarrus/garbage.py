"""Few collections of garbage while much is made that stays: a file that is read, a model built.

Python looks for unused cycles whenever some hundred objects more are there, and looks at all of
them again and again while they grow: up to half the time of a large file, for nothing.
"""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG = 2_000_000
"""Objects more before the next collection, some 200 MB of them: as many as the largest usual files
make, which have no unused cycles at all."""


class _Threshold:
    """The threshold of the collector, raised while anybody in any thread asks for it."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew, as a forked process does: another thread may have held the lock."""
        self.lock = threading.Lock()
        self.users = 0
        self.before: tuple[int, int, int] | None = None

    def raise_it(self) -> None:
        """Raise the threshold for one user more; one that is off (0) or higher stays."""
        with self.lock:
            self.users += 1
            now = gc.get_threshold()
            if self.users == 1 and 0 < now[0] < YOUNG:
                self.before = now
                gc.set_threshold(YOUNG, *now[1:])

    def lower_it(self) -> None:
        """Restore the threshold after the last user, unless others have changed it meanwhile."""
        with self.lock:
            self.users -= 1
            if self.users == 0 and self.before is not None:
                if gc.get_threshold() == (YOUNG, *self.before[1:]):
                    gc.set_threshold(*self.before)
                self.before = None

    def after_fork(self) -> None:
        """Go on in a forked process, in which the other threads that asked are no more."""
        before = self.before
        self.forget()
        if before is not None:
            gc.set_threshold(*before)


_THRESHOLD = _Threshold()
if hasattr(os, "register_at_fork"):  # not where there is no fork
    os.register_at_fork(after_in_child=_THRESHOLD.after_fork)


@contextmanager
def few_collections() -> Iterator[None]:
    """Let the collector run rarely inside, in every thread; may be nested."""
    _THRESHOLD.raise_it()
    try:
        yield
    finally:
        _THRESHOLD.lower_it()
