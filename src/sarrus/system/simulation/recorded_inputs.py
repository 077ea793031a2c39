"""The efforts that a paced run was given: one row for each sample, to be used again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.system.simulation.actuation import Sampled
from sarrus.system.state import State

FIRST = 1024
"""Rows for which there is room at first."""


@dataclass(eq=False)
class InputRecord:
    """Rows of `width` efforts that hold from start + n period on; the last one holds for ever.

    later: yields the rows of a run that was opened from a file, when they are needed.
    """

    start: float
    period: float
    width: int
    count: int = field(default=0, init=False)
    later: Callable[[], np.ndarray] | None = field(default=None, init=False, repr=False)
    _rows: np.ndarray = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._rows = np.zeros((FIRST, int(self.width)))

    def set(self, n: int, row: np.ndarray) -> None:
        """Let efforts hold from sample n on: the last so far, or the next one."""
        if n >= len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        self._rows[n] = row
        self.count = n + 1

    def load(self) -> None:
        """Take the rows of a file, if there are none yet."""
        if not self.count and self.later is not None:
            self._rows = self.later()
            self.count = len(self._rows)

    @property
    def rows(self) -> np.ndarray:
        """All rows so far."""
        self.load()
        if not self.count:
            raise ModelError(
                Problem(
                    "F19",
                    "inputs",
                    "were read while the run went on, and none of them is in the file",
                    action="begin again: system.realtime(...)",
                )
            )
        return self._rows[: self.count]

    @property
    def last(self) -> np.ndarray:
        """The efforts that hold now."""
        return self._rows[self.count - 1]

    def number(self, t: Any) -> Any:
        """Return the number of the last sample at or before a time, or times."""
        return np.floor((t - self.start) / self.period * (1.0 + 1e-12) + 1e-9).astype(int)

    def at(self, t: float) -> np.ndarray:
        """Return the efforts that held at a time."""
        rows = self.rows
        return rows[min(max(int(self.number(np.float64(t))), 0), len(rows) - 1)]


@dataclass(frozen=True)
class RecordedEffort:
    """The efforts on one name: what was read last while a run goes on, what it was later.

    So states, second runs and reports of a paced run see the efforts that acted in it, and files
    of such runs need no function again.
    """

    record: InputRecord
    first: int
    size: int

    def __call__(self, t: float, state: State) -> Any:
        row = self.record.at(t)[self.first : self.first + self.size]
        return float(row[0]) if self.size == 1 else row.copy()

    def get_state(self) -> dict[str, Any]:
        """Return its memory: none that a second run would have to set back."""
        return {}

    def set_state(self, state: dict[str, Any]) -> None:
        """Take nothing back."""


def recorded_laws(
    record: InputRecord, names: tuple[str, ...], sizes: tuple[int, ...]
) -> dict[str, Sampled]:
    """Return the laws of effort of a record, by name."""
    found, first = {}, 0
    for name, size in zip(names, sizes, strict=True):
        found[name] = Sampled(RecordedEffort(record, first, size), record.period)
        first += size
    return found


class KeptRows(Protocol):
    """States of a run whose rows end with the efforts that held from each on."""

    def __len__(self) -> int:
        """Return the number of states."""

    def times(self, first: int, last: int) -> np.ndarray:
        """Return the times of some of them."""

    def rows(self, first: int, last: int) -> np.ndarray:
        """Return their rows."""


def restore_inputs(
    laws: Mapping[str, Any], places: Callable[[str], slice], kept: KeptRows, now: bool = False
) -> None:
    """Let the records of laws take their rows from a file, when they are first asked for, or now.

    places: where the efforts of a name stand in a row. Samples without a state of their own have
    the efforts of the state before.
    """
    for name, law in laws.items():
        function = getattr(law, "function", None)
        if isinstance(function, RecordedEffort):
            function.record.later = _reader(function, places(name), kept)
            if now:
                function.record.load()


def _reader(law: RecordedEffort, place: slice, kept: KeptRows) -> Callable[[], np.ndarray]:
    def read() -> np.ndarray:
        times, rows = kept.times(0, len(kept)), kept.rows(0, len(kept))
        if not len(times):
            return np.zeros((0, law.record.width))
        n = np.maximum(law.record.number(times), 0)
        last = np.searchsorted(n, np.arange(int(n[-1]) + 1), side="right") - 1
        found = np.zeros((len(last), law.record.width))
        found[:, law.first : law.first + law.size] = rows[last][:, place]
        return found

    return read
