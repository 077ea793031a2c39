"""Kernels of a sweep on a cluster, kept on the machine that sends them."""

from __future__ import annotations

import hashlib
from dataclasses import field
from typing import Any

from sarrus.kernels.cache import Cache, source_version
from sarrus.late_dataclass import dataclass
from sarrus.storage import encode

Kernel = dict[str, Any]
"""A kernel as it is sent: key, description, code."""


@dataclass(eq=False)
class KeptKernels:
    """The kernels that the runs of some work need, for a level of processor, in the user's cache.

    Which they are is known after a run was made, and is kept as a list of their keys.
    """

    target: str
    work: dict[str, Any]
    processor: str
    cache: Cache = field(default_factory=Cache.default)

    @property
    def key(self) -> str:
        """The name of the list."""
        work = {name: part for name, part in self.work.items() if name not in ("folder", "count")}
        parts = [self.target, self.processor, source_version()]
        digest = hashlib.sha256("\0".join(parts).encode())
        digest.update(encode(work))
        return digest.hexdigest()

    def load(self) -> list[Kernel]:
        """Return the kernels if all of them are kept, else none."""
        listed = self.cache.load(self.key)
        found: list[Kernel] = []
        for key in [] if listed is None else listed[0].get("kernels", ()):
            entry = self.cache.load(str(key))
            if entry is None:
                return []
            found.append({"key": key, "description": entry[0], "code": entry[1]})
        return found

    def store(self, kernels: list[Kernel]) -> None:
        """Keep kernels and the list of them."""
        for kernel in kernels:
            self.cache.store(kernel["key"], kernel["description"], kernel["code"])
        self.cache.store(self.key, {"kernels": [kernel["key"] for kernel in kernels]}, b"")
