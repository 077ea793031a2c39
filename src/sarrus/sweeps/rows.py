"""What is known of one run: its measures, or why there are none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.errors import Problem, SarrusError, printable
from sarrus.late_dataclass import dataclass

DONE, FAILED, CRASHED, TIMEOUT = "done", "failed", "crashed", "timeout"
MISSING = "missing"
WORDS = (MISSING, DONE, FAILED, CRASHED, TIMEOUT)
"""What is known of a run, in the order of its numbers in a table of rows."""
DONE_NUMBER = WORDS.index(DONE)


@dataclass(frozen=True)
class Row:
    """The outcome of a run; values: its measures, in their order; t [s]: where it ended early."""

    run: int
    status: str
    values: tuple[float, ...] = ()
    code: str = ""
    t: float = float("nan")
    text: str = ""

    def record(self, key: str) -> dict[str, Any]:
        """Return it as a record, with what tells the run from all others."""
        values = np.array(self.values, dtype=float)
        parts = {"status": self.status, "values": values, "code": self.code, "t": self.t}
        return {"run": self.run, "key": key, **parts, "text": self.text}

    @staticmethod
    def of(record: dict[str, Any]) -> Row:
        """Return the row of a record."""
        values = tuple(float(x) for x in record["values"])
        rest = (str(record["code"]), float(record["t"]), str(record["text"]))
        return Row(int(record["run"]), str(record["status"]), values, *rest)


def failure_row(
    run: int, problems: Sequence[Problem] | SarrusError, t: float = float("nan")
) -> Row:
    """Return the row of a run that could not be made or could not go on."""
    listed = problems.problems if isinstance(problems, SarrusError) else list(problems)
    text = " ".join(str(problem) for problem in listed[:5])
    return Row(run, FAILED, (), listed[0].code if listed else "", t, printable(text))


class RowTable(Mapping[int, Row]):
    """Outcomes by the number of the run; measures are columns of numbers, so that millions fit."""

    def __init__(self, count: int, measures: int) -> None:
        self.status = np.zeros(count, dtype=np.uint8)
        self.measured = np.full((measures, count), np.nan)
        self._others: dict[int, Row] = {}
        self._known = 0

    def add(self, row: Row) -> None:
        """Take in the outcome of a run that is not known yet."""
        self._known += not self.status[row.run]
        self.status[row.run] = WORDS.index(row.status)
        if row.status == DONE and len(row.values) == len(self.measured):
            self.measured[:, row.run] = row.values
        else:
            self._others[row.run] = row

    def __getitem__(self, run: int) -> Row:
        if run not in self or self.status[run] != DONE_NUMBER or run in self._others:
            return self._others[run]
        return Row(run, DONE, tuple(self.measured[:, run].tolist()))

    def __contains__(self, run: object) -> bool:
        return isinstance(run, int) and 0 <= run < len(self.status) and bool(self.status[run])

    def __iter__(self) -> Iterator[int]:
        return iter(np.flatnonzero(self.status).tolist())

    def __len__(self) -> int:
        return self._known

    def column(self, measure: int) -> np.ndarray:
        """Return a measure of all runs, not a number for those that have none."""
        return self.measured[measure].copy()

    def failed_runs(self) -> list[int]:
        """Return the runs that have ended without measures."""
        return sorted(i for i in self._others if self._others[i].status != DONE)
