"""Write the golden result files anew: runs, their values, and the ledger of a sweep.

    python tests/golden/write_results.py [--ends]

With --ends only `data/ends.npz` is written, the ends of all runs as this version computes them: to
be done, and said, when a method takes other steps. The rest is to be done only when the format of
result files changes on purpose: they are there because an earlier version has written them.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
import pytest

from golden.result_runs import FOLDER, RUNS, channels, end_of, path_of, sweep
from run_files.machines import in_blocks, many_blocks


def main() -> None:
    """Write everything."""
    values: dict[str, np.ndarray] = {}
    with pytest.MonkeyPatch.context() as patch:
        many_blocks(patch)
        for name, golden in RUNS.items():
            states = 9 if golden.how["method"] == "auto" else 4  # its checkpoints are large
            run = golden.run(file=in_blocks(path_of(name), states, overwrite=True))
            for what, numbers in (("t", run.t), ("q", run.q), ("v", run.v)):
                values[f"{name}|{what}"] = numbers
            values |= {f"{name}|{key}": numbers for key, numbers in channels(run).items()}
        run = RUNS["linkage_auto"].run(
            file=in_blocks(path_of("interrupted"), 9, overwrite=True), progress=interrupt
        )
        values["interrupted|t"] = run.t
    np.savez_compressed(FOLDER / "values.npz", **values)
    folder = FOLDER / "sweep"
    shutil.rmtree(folder, ignore_errors=True)
    table = sweep(folder)
    np.savez_compressed(FOLDER / "sweep.npz", **{name: table[name] for name in table.measured})


def ends() -> None:
    """Write the ends of all runs."""
    np.savez_compressed(FOLDER / "ends.npz", **{n: end_of(g.run()) for n, g in RUNS.items()})


def interrupt(fraction: float) -> None:
    """Press Ctrl-C after some of a run."""
    if fraction > 0.4:
        raise KeyboardInterrupt


if __name__ == "__main__":
    if "--ends" not in sys.argv:
        main()
    ends()
