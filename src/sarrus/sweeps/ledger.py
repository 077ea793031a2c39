"""The ledger of a sweep on disk: a row for each run whose outcome is known.

It is a log of checked blocks (see `sarrus.storage`): a row that was appended survives the death of
this process, a row that was cut short is dropped, and one that was damaged is not believed. What
was written is never computed again; what was not is computed by the next call.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.storage import LogWriter, encode
from sarrus.storage.headed_log import headed_log
from sarrus.sweeps.rows import Row, RowTable

NAME = "ledger.sarrus"
HEAD, ROW, TIERS = "sweep", "row", "tiers"


class Ledger:
    """The rows of a sweep, on disk if there is a folder.

    head: what the sweep is, asked for where there is one; keys: what tells each run from others;
    measures: how many a run has.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str] | None,
        head: Callable[[], Mapping[str, Any]],
        keys: Sequence[str],
        measures: int,
    ) -> None:
        self.rows = RowTable(len(keys), measures)
        self.found = 0
        self._keys = keys
        self._writer: LogWriter | None = None
        if folder is not None:
            Path(folder).mkdir(parents=True, exist_ok=True)
            path = Path(folder) / NAME
            self._writer = headed_log(path, (HEAD, head()), self._take, partial(_another, path))
        self.found = len(self.rows)

    def add(self, row: Row) -> None:
        """Keep the outcome of a run; when this returns, it is written."""
        if row.run in self.rows:
            return
        if self._writer is not None:
            self._writer.append(
                ROW, encode(row.record(self._keys[row.run])), first=row.run, count=1
            )
        self.rows.add(row)

    def record_tiers(self, tiers: Mapping[str, str]) -> None:
        """Write down what the kernels of the runs of this call were (`Kernel.tier`)."""
        if self._writer is not None and len(self.rows) > self.found:
            with contextlib.suppress(OSError):  # the rows are written, and are what counts
                self._writer.append(TIERS, encode(dict(tiers)))

    def close(self) -> None:
        """Release the file."""
        if self._writer is not None:
            self._writer.close()

    def _take(self, kind: str, record: Any) -> None:
        """Take a row that belongs to this sweep."""
        if kind != ROW:
            return
        run = record["run"]
        known = 0 <= run < len(self._keys) and record["key"] == self._keys[run]
        if known and run not in self.rows:
            self.rows.add(Row.of(record))


def _another(path: Path, different: list[str]) -> ModelError:
    problem = Problem(
        "S26",
        "folder of the sweep",
        f"holds another sweep; different: {', '.join(different)}",
        value=repr(str(path)),
        cause="something was changed since, or the folder was used before",
        action="give another folder, or remove this one",
    )
    return ModelError(problem)
