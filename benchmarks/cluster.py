"""Sweeps on a local cluster: what is lost against the ideal, and what a run costs its client.

The runs wait instead of computing, so that more workers than cores can be tried: what is measured
is the spreading of the runs, not their mechanics. Ideal is the time of all runs over the workers.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import dask
import distributed
import timing
import titles
from rows import Group, Row, Time

from sarrus.storage import encode
from sarrus.sweeps.cluster.coordinator import Coordinator
from sarrus.sweeps.cluster.packing import record_of_tasks
from sarrus.sweeps.ledger import NAME, Ledger

TARGET = "waiting_runs:prepared"
SECONDS = 0.01
"""What a run takes."""
PER_WORKER = 1500
"""Runs for each worker."""
WORKERS, QUICK = (2, 4, 8, 16), (2,)


def work(seconds: float) -> dict[str, Any]:
    return {"seconds": seconds, "hash": "", "model": {}}


def tasks(count: int) -> list[dict[str, Any]]:
    """Return tasks as those of a sweep over two numbers: one start, one request."""
    import numpy as np

    start = {"q": np.zeros(3), "v": np.zeros(3), "cut_q": None, "cut_v": None, "t": 0.0}
    request = {"kind": "simulate", "how": {"until": 1.0, "method": "auto"}}
    return [
        {
            "run": i,
            "start": start,
            "request": request,
            "values": {"crank.mass": np.array(1.0 + i), "rod.mass": np.array(2.0)},
            "model": None,
            "options": {},
            "recorded": None,
        }
        for i in range(count)
    ]


def spread(client: Any, count: int, seconds: float) -> tuple[float, float]:
    """Make runs on a cluster and keep them in a ledger; return wall and own processor time."""
    given = tasks(count)
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(folder, lambda: {"runs": count}, [f"{i:032d}" for i in range(count)], 4)
        began, used = time.perf_counter(), time.process_time()
        coordinator = Coordinator(client, TARGET, work(seconds))
        for row in coordinator.rows(iter(given), count):
            ledger.add(row)
        found = time.perf_counter() - began, time.process_time() - used
        assert len(ledger.rows) == count
        ledger.close()
    return found


def bytes_of_runs(count: int = 1000) -> tuple[float, float]:
    """Return the bytes of a run on its way there, and in the ledger."""
    given = tasks(count)
    sent = len(encode(record_of_tasks(given))) / count
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(folder, lambda: {"runs": count}, ["0" * 32] * count, 4)
        from waiting_runs import prepared

        from sarrus.sweeps.rows import Row as Outcome

        make = prepared(work(0.0))
        for task in given:
            ledger.add(Outcome.of(make(task)))
        ledger.close()
        kept = os.path.getsize(Path(folder) / NAME) / count
    return sent, kept


def measured(quick: bool = False) -> Group:
    """Return what is lost on clusters of several sizes, and what a run costs."""
    note = (
        f"Runs that wait {1e3 * SECONDS:.0f} ms each, {PER_WORKER} for each worker of a local "
        "cluster; ideal is their time over the workers, ratios are the part of it that is reached. "
        "Then the processor time of the client for a run that takes no time, and bytes."
    )
    group = Group("cluster", "Sweeps on a cluster", notes=[note])
    sys.path.insert(0, str(Path(__file__).parent))
    for workers in QUICK if quick else WORKERS:
        with (
            dask.config.set({"distributed.worker.memory.target": False}),
            distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
            ) as cluster,
            distributed.Client(cluster, set_as_default=False) as client,
        ):
            spread(client, 4 * workers, SECONDS)  # fork servers are started
            count = (100 if quick else PER_WORKER) * workers
            wall, _ = spread(client, count, SECONDS)
            ideal = SECONDS * count / workers
            row = Row(titles.CLUSTER, "a sweep", f"{workers} workers", 0, Time(wall, wall))
            more = {"peer": "ideal", "theirs": Time(ideal, ideal)}
            group.rows.append(Row(**{**vars(row), **more}))
            if workers == 2:
                runs = 2000 if quick else 40_000
                wall, used = spread(client, runs, 0.0)
                each = Time(used / runs, used / runs)
                group.rows.append(Row(titles.CLIENT, "processor time of a run", "client", 0, each))
    sent, kept = bytes_of_runs()
    for what, size in (("sent", sent), ("in the ledger", kept)):
        group.rows.append(Row(titles.CLIENT, what, "a run", 0, Time(size, size), unit="B"))
    return group


def main() -> None:
    quick = "--quick" in sys.argv
    print(timing.heading("Sweeps on a cluster"))
    rows = [["", "", "time or size", "of the ideal"]]
    for row in measured(quick).rows:
        if row.ours is not None:
            factor = "" if row.ratio is None else f"{100.0 * row.ratio:.1f} %"
            rows.append([row.case, row.what, f"{row.ours.median:.4g} {row.unit}", factor])
    print(timing.table("\nRuns that wait 10 ms", rows))


if __name__ == "__main__":
    main()
