"""A writer that is interrupted by a signal (as by Ctrl-C) at random instants, and goes on.

python -m storage.interrupted_writer FILE INTERRUPTS SEED
"""

from __future__ import annotations

import json
import random
import signal
import sys
from pathlib import Path

from sarrus.storage import LogReader, LogWriter
from storage.samples import append_to, wrong_blocks


def interrupt(number: int, frame: object) -> None:
    """Do what Python does on Ctrl-C."""
    raise KeyboardInterrupt


def main(path: Path, interrupts: int, seed: int) -> dict[str, int]:
    """Return how many interrupts there were, and what was wrong after them."""
    source, seen, acknowledged = random.Random(seed), 0, 0
    signal.signal(signal.SIGALRM, interrupt)
    log = LogWriter.create(path, sync_every=0.01)
    while seen < interrupts:
        try:
            signal.setitimer(signal.ITIMER_REAL, source.uniform(1e-5, 3e-3))
            while True:
                acknowledged = append_to(log) + 1
        except KeyboardInterrupt:
            seen += 1
    signal.setitimer(signal.ITIMER_REAL, 0)
    expected = log.blocks
    log.close()
    with LogReader.open(path, verify=True) as reader:
        return {
            "interrupts": seen,
            "blocks": len(reader),
            "missing": expected - len(reader),
            "lost": max(0, acknowledged - len(reader)),
            "wrong": len(wrong_blocks(reader)),
            "notices": len(reader.notices),
        }


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
