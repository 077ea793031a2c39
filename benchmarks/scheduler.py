"""A simulation of how a sweep is spread over machines, with the figures that were measured.

    python benchmarks/scheduler.py            # the cases of docs/populations_at_size.md

It follows `sarrus.sweeps.cluster`: a client cuts runs into pieces that should take a second, two of
them under way for each worker; it pays for each run that it packs and takes in, and for each piece.
A worker starts its processes once, and makes runs one after the other, each with an overhead of its
own. Events are taken in the order of their times; nothing is random. The client may be a tree: each
scheduler has a share of the workers, and hands its parent sums instead of rows.
"""

from __future__ import annotations

import heapq
import math
import sys
from dataclasses import dataclass, replace

from sarrus.sweeps.cluster.pieces import MOST, SECONDS, SHARE

FAN = 64
"""Workers of a scheduler of the lowest level of a tree."""
AHEAD = 2
"""Pieces under way for each worker."""


@dataclass(frozen=True)
class Costs:
    """Seconds of a sweep's parts, and bytes of a run.

    client: of the client's processor for a run; piece: for a piece, scheduler of the cluster
    included; worker: of processors for a run beside the run itself, on its worker and between;
    start: of the processor for the processes of a worker; cores: of the machine that all workers
    share, 0 where each has its own; sent, kept: bytes of a run on its way, and in the ledger.
    """

    client: float = 44e-6
    piece: float = 2e-3
    worker: float = 0.22e-3
    start: float = 0.25
    cores: int = 0
    sent: float = 24.4
    kept: float = 288.0

    def overhead(self, workers: int, seconds: float) -> float:
        """Return what a run takes beside itself: queueing for cores that all share.

        Mean value analysis of a closed network (Reiser and Lavenberg, 1980): workers that wait for
        `seconds`, and a station of so many cores.
        """
        if not self.cores:
            return self.worker
        queue, found = 0.0, self.worker
        for n in range(1, workers + 1):
            found = self.worker * (1.0 + max(0.0, queue - (self.cores - 1)) / self.cores)
            queue = n * found / (seconds + found)
        return found

    def begin(self, workers: int) -> float:
        """Return when the processes of all workers are there."""
        return self.start * (max(1.0, workers / self.cores) if self.cores else 1.0)


@dataclass(frozen=True)
class Outcome:
    """What a simulated sweep took: wall time, of the ideal, the client's load, bytes kept."""

    wall: float
    efficiency: float
    load: float
    pieces: int
    kept: float


def simulate(runs: int, workers: int, seconds: float, costs: Costs) -> Outcome:
    """Return what a sweep of so many runs of equal cost takes on so many workers."""
    each = seconds + costs.overhead(workers, seconds)
    start = costs.begin(workers)
    client = busy = wall = 0.0
    given = pieces = 0
    ready = [start] * workers
    asking = [(0.0, k) for _ in range(AHEAD) for k in range(workers)]
    heapq.heapify(asking)
    known = math.inf  # when the cost of a run is known to the client
    while given < runs:
        now, k = heapq.heappop(asking)
        client = max(client, now)
        left = (runs - given) // (SHARE * workers)
        size = max(1, min(int(SECONDS / each), left, MOST)) if client >= known else 1
        size = min(size, runs - given)
        given += size
        pieces += 1
        cost = costs.piece + costs.client * size
        client += cost
        busy += cost
        ready[k] = max(client, ready[k]) + size * each
        known = min(known, ready[k])
        wall = max(wall, ready[k])
        heapq.heappush(asking, (ready[k], k))
    return Outcome(wall, runs * seconds / workers / wall, busy / wall, pieces, costs.kept * runs)


def saturation(seconds: float, costs: Costs) -> float:
    """Return how many workers one client can keep at work: its pace times what a run takes."""
    each = costs.client + costs.piece / max(1, min(MOST, int(SECONDS / seconds)))
    return (seconds + costs.worker) / each


def tree(runs: int, workers: int, seconds: float, costs: Costs, fan: int) -> tuple[int, Outcome]:
    """Return the schedulers of a tree and what a sweep takes whose rows are summed on the way.

    fan: workers of each scheduler of the lowest level. Levels above hand on one piece of sums for
    each piece below, which costs them as a piece.
    """
    leaves = max(1, math.ceil(workers / fan))
    own = simulate(math.ceil(runs / leaves), math.ceil(workers / leaves), seconds, costs)
    above, level = 0.0, leaves
    count = leaves
    while level > 1:
        level = math.ceil(level / fan)
        count += level
        above += costs.piece * fan
    wall = own.wall + above
    return count, replace(own, wall=wall, efficiency=runs * seconds / workers / wall, kept=0.0)


MEASURED = {2: 15.684, 4: 15.731, 8: 16.241, 16: 17.592}
"""Seconds of 1,500 runs of 10 ms for each worker, by workers (docs/benchmarks/results.json)."""
LOCAL = Costs(cores=2)
"""The machine of these figures: two cores for all."""


def main() -> None:
    """Print the cases of the page."""
    out = sys.stdout.write
    out("measured cases: workers, measured s, simulated s\n")
    for workers, wall in MEASURED.items():
        found = simulate(1500 * workers, workers, 0.01, LOCAL).wall
        out(f"{workers:4d} {wall:8.2f} {found:8.2f}  {100 * (found / wall - 1):+.1f} %\n")
    costs = Costs()
    out("one client: seconds of a run, workers at which it saturates\n")
    for seconds in (1e-3, 1e-2, 0.1, 1.0):
        out(f"{seconds:8.3f} {saturation(seconds, costs):10.0f}\n")
    out("runs of 10 ms: runs, workers, hours, of the ideal, client's load, TB kept\n")
    for runs, workers in ((10**6, 64), (10**7, 100), (10**7, 1000)):
        o = simulate(runs, workers, 0.01, costs)
        out(f"{runs:.0e} {workers:6d} {o.wall / 3600:8.2f} {o.efficiency:6.2f} {o.load:6.2f} "
            f"{o.kept / 1e12:8.4f}\n")  # fmt: skip
    for runs, workers in ((10**9, 1000), (10**9, 10_000), (10**12, 10**6)):
        count, o = tree(runs, workers, 0.01, costs, FAN)
        out(f"tree of {count}: {runs:.0e} {workers:8d} {o.wall / 3600:10.2f} h, "
            f"{o.efficiency:.2f} of the ideal, {o.load:.2f} load\n")  # fmt: skip


if __name__ == "__main__":
    main()
