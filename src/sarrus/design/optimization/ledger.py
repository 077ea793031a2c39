"""The ledger of an optimization on disk: values and derivatives of every design that was run.

A log of checked blocks (see `sarrus.storage`), as that of sweeps: what was appended survives the
death of this process, what was cut short is dropped.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.storage import LogWriter, encode
from sarrus.storage.headed_log import headed_log

NAME = "designs.sarrus"
HEAD, DESIGN, SLOPES = "optimum", "design", "slopes"
ANOTHER = "G24"
"""The code of a folder that holds another optimization."""


class DesignLedger:
    """Values of designs by their bits, on disk if there is a folder."""

    def __init__(
        self, folder: str | os.PathLike[str] | None, head: Mapping[str, Any], resume: bool = True
    ) -> None:
        self._designs: dict[bytes, tuple[np.ndarray, float, str]] = {}
        self._slopes: dict[bytes, np.ndarray] = {}
        self._writer: LogWriter | None = None
        if folder is not None:
            Path(folder).mkdir(parents=True, exist_ok=True)
            path = Path(folder) / NAME
            if not resume:
                path.unlink(missing_ok=True)
            self._writer = headed_log(path, (HEAD, head), self._take, partial(_another, path))
        self.reused = len(self._designs)

    def design(self, key: bytes) -> tuple[np.ndarray, float, str] | None:
        """Return values, distance and reason of a design that was run before."""
        return self._designs.get(key)

    def slopes(self, key: bytes) -> np.ndarray | None:
        """Return the derivatives at a design, where they were computed before."""
        return self._slopes.get(key)

    def add_design(self, x: np.ndarray, values: np.ndarray, distance: float, reason: str) -> None:
        """Keep the values of a design; when this returns, they are written."""
        self._append(DESIGN, {"x": x, "values": values, "distance": distance, "reason": reason})

    def add_slopes(self, x: np.ndarray, slopes: np.ndarray) -> None:
        """Keep the derivatives at a design."""
        self._append(SLOPES, {"x": x, "slopes": slopes})

    def close(self) -> None:
        """Release the file."""
        if self._writer is not None:
            self._writer.close()

    def _append(self, kind: str, record: dict[str, Any]) -> None:
        if self._writer is not None:
            self._writer.append(kind, encode(record))

    def _take(self, kind: str, record: Any) -> None:
        key = np.asarray(record["x"], dtype=float).tobytes() if kind in (DESIGN, SLOPES) else b""
        if kind == DESIGN:
            values = np.asarray(record["values"], dtype=float)
            self._designs[key] = (values, float(record["distance"]), str(record["reason"]))
        elif kind == SLOPES:
            self._slopes[key] = np.asarray(record["slopes"], dtype=float)


def _another(path: Path, different: list[str]) -> ModelError:
    problem = Problem(
        ANOTHER,
        "folder of the optimization",
        f"holds another optimization; different: {', '.join(different)}",
        value=repr(str(path)),
        cause="the model, bounds, objective or constraints were changed since",
        action="give another folder, or resume=False to begin anew",
    )
    return ModelError(problem)
