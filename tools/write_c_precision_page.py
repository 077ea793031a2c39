"""Write the table of single against double precision of C code of all mechanisms of the gallery.

    python tools/write_c_precision_page.py [names]

Each mechanism is written as C in both precisions, compiled, and its steps are run: 100 steps of
1 ms, or what is stable, from the assembled position at rest. The page is
`docs/c_code_precision.md`; with names, only the rows of these are made anew.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import sarrus.gallery as gallery
from sarrus.export import c_code
from sarrus.model import Model
from sarrus.system import System

PAGE = Path(__file__).parents[1] / "docs/c_code_precision.md"
FLAGS = ["-std=c99", "-O0", "-w", "-ffp-contract=off"]
LARGE = 100_000
"""Operations of a step above which C compilers take long; told on the page."""
BEGIN, END = "<!-- table by tools/write_c_precision_page.py -->", "<!-- end of the table -->"


def mechanisms() -> dict[str, Model]:
    """Return the models of all examples of the gallery."""
    return {name: gallery.EXAMPLES[name].model() for name in sorted(gallery.EXAMPLES)}


def numbers_of(system: System, folder: Path, **options: object) -> dict[str, np.ndarray]:
    """Return what the example of the C code prints, and the operations of the step."""
    c_code(system, "m", **options).write(folder, overwrite=True)  # type: ignore[arg-type]
    program = str(folder / "example")
    sources = [str(folder / "m.c"), str(folder / "main.c")]
    subprocess.run(["cc", *FLAGS, *sources, "-lm", "-o", program], check=True)
    shown = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    rows = (line.split() for line in shown.splitlines())
    return {row[0]: np.array([float(x) for x in row[1:]]) for row in rows}


def row(name: str, model: Model) -> str:
    """Return the row of one mechanism."""
    system = model.compile(kernels=())
    made = c_code(system, "m")
    size = json.loads(made.files["m.json"])["functions"]["m_step_rk4"]["operations"]
    if size > LARGE:
        return f"| {name} | {system.nv} | not compiled: {size:,} operations | | |"
    with tempfile.TemporaryDirectory() as folder:
        double, single = (
            numbers_of(system, Path(folder, p), precision=p) for p in ("double", "single")
        )
    steps = [int(found["rk4.steps"][0]) for found in (double, single)]
    n = system.nq + system.nv
    first = [found["rk4.y"][:n] for found in (double, single)]
    off = _difference(*first) if steps[0] == steps[1] else float("nan")
    slope = max(
        _difference(double[key], single[key])
        for key in double
        if key.partition(".")[0] in ("slope", "forward_dynamics") and not key.endswith("watch")
    )
    done = f"{steps[0]}, {steps[1]}"
    return f"| {name} | {system.nv} | {slope:.0e} | {off:.0e} | {done} |"


def _difference(a: np.ndarray, b: np.ndarray) -> float:
    """Return the largest difference as a part of the largest number, or of 1 if that is larger."""
    size = max(1.0, float(np.max(np.abs(a), initial=0.0)))
    return float(np.max(np.abs(a - b), initial=0.0)) / size


def put_rows(rows: list[str]) -> None:
    """Put rows in the table of the page, those of the same mechanisms in their place."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    table, after = rest.split(END)
    known = {line.split("|")[1].strip(): line for line in table.splitlines() if line[:2] == "| "}
    known.pop("mechanism", None)
    known |= {line.split("|")[1].strip(): line for line in rows}
    head = [
        "| mechanism | velocities | accelerations | state after 100 steps | steps in both |",
        "|---|---|---|---|---|",
    ]
    lines = [before + BEGIN, "", *head, *(known[name] for name in sorted(known)), "", END + after]
    PAGE.write_text("\n".join(lines), encoding="utf-8")


def main(names: list[str]) -> None:
    """Make the rows of all mechanisms, or of some, and put them in the page."""
    known = mechanisms()
    for name in names or known:
        line = row(name, known[name])
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
        put_rows([line])


if __name__ == "__main__":
    main(sys.argv[1:])
