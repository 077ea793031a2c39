"""A run of a million states that goes into a file, and whose channels are read piece by piece.

python -m run_files.long_run FOLDER METHOD
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path
from typing import Any

import numpy as np

import sarrus
from run_files.machines import pendulum, swinging
from sarrus import ResultFile
from sarrus.system.history import History

STATES = 1_000_000


def peak() -> float:
    """Return the largest memory so far [MB]."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def main(folder: Path, method: str) -> dict[str, Any]:
    system = pendulum()
    step = {} if method == "auto" else {"step": 1e-3}
    how: dict[str, Any] = {"method": method, "every": 1e-3, **step}
    short = system.simulate(swinging(system), until=20.0, file=folder / "short.sarrus", **how)
    names = ("A.angle", "B.reaction.force", "lower.velocity")
    for _ in History(short).pieces(*names):
        pass  # compiled, and all that is kept for each chunk is there
    base, found = peak(), {}
    path = folder / "long.sarrus"
    file = ResultFile(path, every=1e9, states=20_000)
    run = system.simulate(swinging(system), until=STATES * 1e-3, file=file, **how)
    found["simulated"] = peak() - base
    found["states"], found["bytes"] = len(run), path.stat().st_size
    opened = sarrus.open_run(path)
    history, largest = History(opened), 0.0
    for _, values in history.pieces(*names):
        largest = max(largest, float(np.max(np.abs(values["B.reaction.force"]))))
    found["read"] = peak() - base
    found["largest"] = largest
    energy = max(float(np.max(piece.y[:, -1])) for piece in opened.pieces())
    assert opened.energy_error < 1e-3
    found["pieces"] = peak() - base
    found["corrections"] = energy
    return found


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), sys.argv[2])))
