"""Kernels in memory, for many models that share their code."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import Any

from sarrus.kernels.cache import Cache

MOST = 1000
"""Kernels that are held; of more, those that have not been used for longest are let go."""

NEAR = 10.0
"""Factor between sizes for which the same scales will do."""


class Library(Cache):
    """Kernels of models that differ in inputs of kernels only; held in memory, kept on disk too."""

    shares_code = True

    def __init__(self, folder: Path | str | None, most: int = MOST) -> None:
        super().__init__(folder)
        self._on_disk = Cache(folder)
        self._most, self._lock = most, Lock()
        self._sizes: dict[str, list[float]] = {}
        self._held: OrderedDict[str, Any] = OrderedDict()

    @property
    def on_disk(self) -> Cache:
        """The cache without what is in memory."""
        return self._on_disk

    def near(self, quantity: str, size: float) -> float:
        """Return the first size of a quantity that was named within a factor of this one."""
        with self._lock:
            known = self._sizes.setdefault(quantity, [])
            for other in known:
                if other <= size * NEAR and size <= other * NEAR:
                    return other
            known.append(size)
        return size

    def kernel_in_memory(self, key: str) -> Any:
        """Return the kernel that is in memory under a key, or None."""
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
            return self._held.get(key)

    def hold(self, key: str, kernel: Any) -> None:
        """Keep a kernel in memory."""
        with self._lock:
            self._held[key] = kernel
            while len(self._held) > self._most:
                self._held.popitem(last=False)

    def has(self, key: str) -> bool:
        """Return whether something is kept under a key, in memory or on disk."""
        return key in self._held or super().has(key)
