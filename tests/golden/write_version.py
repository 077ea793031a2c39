"""Write the golden files of this version of the formats, once: result, ledger, kernel, model file.

    python tests/golden/write_version.py NAME

NAME is the folder in `data`. A later version of a format gets a folder of its own; these stay.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest

import sarrus
from golden.result_runs import FOLDER, RUNS, sweep
from run_files.machines import in_blocks, many_blocks
from sarrus.kernels import Cache
from sarrus.storage import LogReader, decode

TEMPLATES = Path(sarrus.__file__).parent / "cli" / "templates"


def main(folder: Path) -> None:
    """Write everything."""
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        many_blocks(patch)
        run = RUNS["stops_auto"].run(file=in_blocks(folder / "run.sarrus", 9))
    sweep(folder / "sweep")
    shutil.move(folder / "sweep" / "ledger.sarrus", folder / "ledger.sarrus")
    shutil.rmtree(folder / "sweep")
    with LogReader.open(folder / "ledger.sarrus", verify=True) as log:
        rows = [decode(log.read(k)) for k in range(len(log)) if log[k].kind == "row"]
    Cache(folder / "kernels").store("golden", {"made": "for the tests"}, bytes(range(256)))
    shutil.copy(TEMPLATES / "four_bar.yaml", folder)
    model = sarrus.load(folder / "four_bar.yaml")
    values = {
        "t": run.t.tolist(),
        "q": run.q.tolist(),
        "events": [event.name for event in run.events],
        "runs": [row["run"] for row in rows],
        "bodies": [body.name for body in model.bodies],
        "masses": [float(body.mass) for body in model.bodies],
    }
    (folder / "values.json").write_text(json.dumps(values), encoding="utf-8")


if __name__ == "__main__":
    main(FOLDER / sys.argv[1])
