"""An hour at 1 kHz: channels of 3.6 million states, and how much memory they take.

Run as a program by `test_long_histories`: prints the growth of the peak memory [MB] after each
stage. The states are made when they are read, as from a file.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from history import machines
from sarrus.system import Run
from sarrus.system.history import History
from sarrus.system.simulation.run import Account
from sarrus.system.simulation.states import Segment

HOUR = 3_600_000


@dataclass
class Repeated:
    """States of a short run again and again; nothing is kept."""

    rows_of_one: np.ndarray
    n: int = HOUR

    def __len__(self) -> int:
        return self.n

    def times(self, first: int, last: int) -> np.ndarray:
        return 1e-3 * np.arange(first, last)

    def rows(self, first: int, last: int) -> np.ndarray:
        return self.rows_of_one[np.arange(first, last) % len(self.rows_of_one)]


def peak() -> float:
    """Return the largest memory so far [MB]."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def main(machine: str) -> None:
    if machine == "turn":
        run = machines.turn(machines.crank_slider().compile(kernels=()))
        expensive = ("guide.reaction.force", "slider.acceleration", "ball.effort")
        scalar = "guide.displacement_acceleration"
    else:
        run = machines.four_bar_run()
        expensive = ("C.reaction.force", "coupler.acceleration", "strut.force")
        scalar = "C.angle"
    one = np.concatenate([piece.y for piece in run.pieces()])
    sim = run.segments[0].sim

    def of(n: int) -> History:
        states = Repeated(one, n)
        return History(Run(run.system, states, (Segment(0, n, sim),), Account("made")))

    for names in (expensive, (scalar,)):
        of(20_000).read(*names)  # compile, and fill what is kept for every chunk
    base = peak()

    def told(stage: str, began: float) -> None:
        print(f"{stage} {peak() - base:.1f} {time.perf_counter() - began:.1f}", flush=True)

    history = of(HOUR)
    began = time.perf_counter()
    largest = {name: 0.0 for name in expensive}
    for _, values in history.pieces(*expensive):
        for name, some in values.items():
            largest[name] = max(largest[name], float(np.max(np.abs(some))))
    told("pieces", began)
    began = time.perf_counter()
    channel = history[scalar]
    assert len(channel) == HOUR and channel.nbytes == 8 * HOUR
    told("scalar", began)
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        path = history[0.0:600.0].to_csv(Path(folder) / "run.csv", [scalar])
        assert sum(1 for _ in path.open()) == 600_002
    told("csv", began)
    began = time.perf_counter()
    force = history[expensive[0]]
    assert max(float(np.max(force)), -float(np.min(force))) == largest[expensive[0]]
    told("vector", began)


if __name__ == "__main__":
    main(sys.argv[1])
