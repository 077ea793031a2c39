"""Writing the result file of a run.

A run is a head, then blocks of states, events and beginnings of segments in the order of time, and
an end. A block of states holds the checkpoint that lets a run go on right behind it: either both
are in the file, or neither.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from sarrus.storage.closable import Closable
from sarrus.storage.disk import file_error
from sarrus.storage.log_reader import LogReader
from sarrus.storage.log_writer import SYNC_EVERY, LogWriter
from sarrus.storage.record import encode
from sarrus.storage.run_index import END, EVENT, HEAD, SEGMENT, STATES
from sarrus.storage.run_reader import RunReader


class RunWriter(Closable):
    """The one writer of a result file, from `create` or `resume` to `close`.

    After `resume`, `head` and `checkpoint` are those found in the file; `checkpoint` is None if
    there are no states yet. A call that raises EnvironmentProblem has written nothing, and may be
    tried again.
    """

    def __init__(
        self,
        log: LogWriter,
        head: dict[str, Any],
        checkpoint: dict[str, Any] | None = None,
        width: int | None = None,
    ) -> None:
        self.head = head
        self.checkpoint = checkpoint
        self._log = log
        self._width = width
        self._log.counted = "states"

    @staticmethod
    def create(
        path: str | os.PathLike[str],
        head: dict[str, Any],
        *,
        overwrite: bool = False,
        sync_every: float = SYNC_EVERY,
    ) -> RunWriter:
        """Begin a file with its head; with `overwrite`, in the place of one that exists."""
        opening = (HEAD, encode(head))
        log = LogWriter.create(path, overwrite=overwrite, opening=opening, sync_every=sync_every)
        return RunWriter(log, head)

    @staticmethod
    def resume(
        path: str | os.PathLike[str], block: int | None = None, *, sync_every: float = SYNC_EVERY
    ) -> RunWriter:
        """Go on behind the last intact block of states, or the given one; drop what follows.

        `block` is a number from `RunReader.blocks`. A file without states is begun again behind
        its head.
        """
        found = _Resumption(block)
        log = LogWriter.reopen(path, after=found.choose, sync_every=sync_every)
        return RunWriter(log, found.head, found.checkpoint, found.width)

    @property
    def path(self) -> str:
        """The name of the file: another one than at first where that was taken away (E-GONE)."""
        return self._log.path

    @property
    def count(self) -> int:
        """The number of states written, also by the runs that this one goes on from."""
        return self._log.mark

    def states(self, t: ArrayLike, rows: ArrayLike, checkpoint: dict[str, Any]) -> int:
        """Write n states, t of shape (n,) and rows of (n, size), and what is needed to go on.

        Returns the number of the block, for `resume`.
        """
        times, table = np.asarray(t, np.float64), np.asarray(rows, np.float64)
        if times.ndim != 1 or table.ndim != 2 or not 0 < len(times) == len(table):
            raise ValueError(f"{times.shape} times and {table.shape} rows make no block of states")
        if table.shape[1] != (self._width or table.shape[1]):
            raise ValueError(f"rows of {table.shape[1]} numbers follow rows of {self._width}")
        payload = encode({"t": times, "rows": table, "checkpoint": checkpoint})
        number = self._log.append(STATES, payload, first=self.count, count=len(times))
        self._width = table.shape[1]
        return number

    def event(self, record: dict[str, Any]) -> None:
        """Write an event; it lies between the states before and after it."""
        self._log.append(EVENT, encode(record), first=self.count)

    def segment(self, record: dict[str, Any]) -> None:
        """Begin a segment: the next state is its first."""
        self._log.append(SEGMENT, encode(record), first=self.count)

    def end(self, record: dict[str, Any]) -> None:
        """Write the account of the whole run, its last block, with a copy of the head."""
        self._log.append(END, encode({**record, HEAD: self.head}), first=self.count)

    def sync(self) -> None:
        """Return when all that is written would survive a power cut."""
        self._log.sync()

    def close(self) -> None:
        """Sync and close the file; closing twice is allowed."""
        self._log.close()


class _Resumption:
    """Where a run goes on, chosen while the file is locked."""

    def __init__(self, block: int | None) -> None:
        self.block = block
        self.head: dict[str, Any] = {}
        self.checkpoint: dict[str, Any] | None = None
        self.width: int | None = None

    def choose(self, log: LogReader) -> int:
        """Return the number of the last block to keep."""
        run = RunReader(log)
        if not run.has_head:  # its copy stands in a block that would be cut off
            raise run.no_head()
        self.head = run.head
        numbers = [states.block for states in run.blocks]
        if self.block is not None and self.block not in numbers:
            rule = f"has no intact block of states with the number {self.block:,}"
            raise file_error(log.path, "F13", rule, "take a number from the index of its blocks")
        if not numbers:
            return 0
        k = len(numbers) - 1 if self.block is None else numbers.index(self.block)
        self.checkpoint = run.checkpoint(k)
        first = run.blocks[k].first
        self.width = run.rows(first, first + 1).shape[1]
        return numbers[k]
