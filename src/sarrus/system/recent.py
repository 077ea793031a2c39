"""What was made lately, by what it depends on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Recent(Generic[Made]):
    """Keeps the `most` things that were asked for last; safe in threads."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: dict[Hashable, Made] = {}
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[type, tuple[int]]:
        """Copies are empty: what is kept is made again."""
        return type(self), (self.most,)

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return what is kept under a key, or make it; others need not wait for that."""
        with self._lock:
            if key in self._kept:
                found = self._kept[key] = self._kept.pop(key)
                return found
        made = make()
        with self._lock:
            found = self._kept.setdefault(key, made)
            while len(self._kept) > self.most:
                del self._kept[next(iter(self._kept))]
        return found
