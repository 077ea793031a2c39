"""A sweep of fake runs with its ledger, as a program that tests can kill.

python -m sweeps.coordinator FOLDER NOTES RUNS [WORK]

WORK: what the runs do, as JSON (see `fake_runs.work`).
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from typing import Any

from sarrus.sweeps.execution import Settings, Work
from sarrus.sweeps.measures import Measure
from sarrus.sweeps.plans import points
from sarrus.sweeps.table import Sweep
from sweeps.fake_runs import work


@dataclass
class FakeTask:
    run: int

    def record(self) -> dict[str, Any]:
        return {"run": self.run}


@dataclass
class FakeRunner:
    fake: dict[str, Any]
    measures: tuple[Measure, ...] = (Measure("x", "max x"),)
    units: dict[str, str] = field(default_factory=dict)

    def setup(self) -> dict[str, Any]:
        return {**self.fake, "model": {}}


def fake_sweep(runs: int, fake: dict[str, Any], **how: Any) -> Sweep:
    """Make a sweep of fake runs."""
    found = points({"i": list(range(runs))})
    keys = [found.key(i) for i in range(runs)]
    target = "sweeps.fake_runs:prepared"
    made = Work(
        found, FakeRunner(fake), FakeTask, [], {}, keys, settings=Settings(**how), target=target
    )
    return made.sweep()


if __name__ == "__main__":
    folder, notes, count, *more = sys.argv[1:]
    fake = work(**{"seconds": 4e-3, **json.loads(more[0] if more else "{}")}, notes=notes)
    fake_sweep(int(count), fake, folder=folder, workers=2, attempts=1000)
