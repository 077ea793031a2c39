"""What is known of one run: its measures, or why there are none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.errors import Problem, SarrusError, printable
from sarrus.late_dataclass import dataclass

DONE, FAILED, CRASHED, TIMEOUT = "done", "failed", "crashed", "timeout"


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
