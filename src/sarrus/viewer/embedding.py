"""Arrays over time as few bytes: whole numbers, their second differences, then deflated.

A smooth motion has small second differences, so that most of its bytes are zero. The page undoes
the same steps; what it gets back differs from the values by half a step at most.
"""

from __future__ import annotations

import base64
import zlib
from dataclasses import field
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass

LARGEST = 2**28
"""Whole numbers are below, so that second differences fit into 32 bits."""


@dataclass
class Packer:
    """Collects arrays; `table` says what is where in the bytes of `text`.

    known: names of what was added once and is asked for again. kept: numbers of the frames that are
    kept of rows over time, all of them if there are none.
    """

    table: dict[str, dict[str, Any]] = field(default_factory=dict)
    parts: list[bytes] = field(default_factory=list)
    size: int = 0
    known: dict[Any, str] = field(default_factory=dict)
    kept: np.ndarray | None = None

    def frames(self, values: np.ndarray, axis: int = 0) -> np.ndarray:
        """Return those of values over time that are kept."""
        return values if self.kept is None else np.take(values, self.kept, axis=axis)

    def add_steps(self, name: str, values: np.ndarray, step: float | np.ndarray) -> None:
        """Add rows over time as multiples of a step, one for all or one for each column."""
        rows = np.asarray(values, dtype=float).reshape(len(values), -1)
        finite = np.nan_to_num(rows, nan=0.0, posinf=0.0, neginf=0.0)
        least = np.maximum(np.max(np.abs(finite), axis=0, initial=0.0) / LARGEST, 1e-300)
        steps = np.maximum(np.broadcast_to(step, finite.shape[1:]), least)
        whole = np.rint(finite / steps).astype(np.int64)
        self._add(name, "steps", np.shape(values), planes(zigzag(differences(whole))))
        self.table[name]["step"] = [float(s) for s in _common_step(steps)]

    def add_floats(self, name: str, values: np.ndarray) -> None:
        """Add numbers in single precision; NaN stays."""
        found = np.ascontiguousarray(values, dtype="<f4")
        self._add(name, "floats", np.shape(values), planes(found.view("<u4").reshape(-1)))

    def add_doubles(self, name: str, values: np.ndarray) -> None:
        """Add numbers in double precision."""
        found = np.ascontiguousarray(values, dtype="<f8")
        self._add(name, "doubles", np.shape(values), planes(found.view("<u8").reshape(-1)))

    def _add(self, name: str, kind: str, shape: tuple[int, ...], data: bytes) -> None:
        self.table[name] = {"kind": kind, "shape": list(shape), "at": self.size}
        self.parts.append(data)
        self.size += len(data)

    def text(self) -> str:
        """Return all bytes, deflated, as base64."""
        return base64.b64encode(zlib.compress(b"".join(self.parts), 9)).decode("ascii")


def load_steps(values: np.ndarray, precision: float) -> np.ndarray:
    """Return the step of each column of loads over time: a part of its largest value."""
    largest = np.max(np.abs(values), axis=0, initial=0.0).ravel()
    return np.where(largest > 0.0, precision * largest, 1.0)


def _common_step(steps: np.ndarray) -> np.ndarray:
    """Return one step where all are equal."""
    return steps[:1] if steps.size and np.all(steps == steps.flat[0]) else steps


def differences(whole: np.ndarray) -> np.ndarray:
    """Return the second differences over time, columns one after the other: columns x rows."""
    padded = np.concatenate([np.zeros((2, whole.shape[1]), dtype=np.int64), whole])
    return np.ascontiguousarray(np.diff(padded, n=2, axis=0).T)


def zigzag(values: np.ndarray) -> np.ndarray:
    """Return whole numbers without sign, small ones for small values: 0, -1, 1, -2, 2, ..."""
    return ((values << 1) ^ (values >> 63)).astype("<u4").reshape(-1)


def planes(values: np.ndarray) -> bytes:
    """Return the lowest bytes of all values, then the next ones, and so on."""
    return np.ascontiguousarray(
        values.view(np.uint8).reshape(len(values), values.itemsize).T
    ).tobytes()
