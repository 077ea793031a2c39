"""Write what single precision costs on every mechanism of the gallery, as a table of docs/gpu.md.

    python tools/write_single_precision.py            # all of them: minutes
    python tools/write_single_precision.py four_bar   # some, the others as they were

The bodies of the kernels, in single and compiled for this processor, take 100 steps of 1 ms by the
Runge-Kutta method from the assembled state, with the first velocity at 1; the processor takes them
in double. Figures are kept in docs/benchmarks/single_precision.json.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "docs" / "benchmarks" / "single_precision.json"
PAGE = ROOT / "docs" / "gpu.md"
BEGIN, END = "<!-- single precision: begin -->", "<!-- single precision: end -->"
STEPS, STEP = 100, 1e-3
PIECE = 1200
HEAD = """\
| mechanism | coordinates | velocities | gap of loops, single | double |
|---|---|---|---|---|
"""


class _Patch:
    setattr = staticmethod(setattr)


def stand_in() -> Any:
    """Return what stands in for the driver of a device, and make all code known to it."""
    sys.path.insert(0, str(ROOT / "tests"))
    from kernels.stand_in_driver import StandIn, remember_all
    from sarrus.kernels.targets.ptx.code import run_code
    from sarrus.system.populations import population

    remember_all(_Patch, assembled=False)
    # Small functions: large ones take LLVM minutes, and digits do not depend on it.
    population.run_code = partial(run_code, piece=PIECE)  # type: ignore[attr-defined]
    return StandIn()


def errors(name: str, library: Any) -> dict[str, Any]:
    """Return the errors of a mechanism, relative to its largest coordinate and velocity.

    Those of the start count too: what comes to rest has none at the end.
    """
    from sarrus.gallery import EXAMPLES
    from sarrus.system.populations.population import Population

    system = EXAMPLES[name].model().compile(kernels=())
    start = system.assemble(rates={system.velocities[0]: 1.0})
    how: dict[str, Any] = {"until": start.t + STEPS * STEP, "step": STEP}
    short = Population(system, "gpu", "single", library=library).simulate(start, **how)
    full = system.on("cpu").simulate(start, **how)
    if short.stopped.any() or full.stopped.any():
        return {"stopped": [bool(short.stopped.any()), bool(full.stopped.any())]}
    found: dict[str, Any] = {}
    for key in ("q", "v"):
        mine, wanted = (np.asarray(getattr(run, key), dtype=float) for run in (short, full))
        size = max(np.max(np.abs(wanted)), np.max(np.abs(getattr(start, key))), 1e-300)
        found[key] = float(np.max(np.abs(mine - wanted)) / size)
    if system.closed:
        loops = system.compiled.loops
        last = tuple(system.compiled.compiler.defaults.values())
        for key, run in (("gap", short), ("gap_double", full)):
            found[key] = float(np.max(np.abs(loops.closure(run.q.astype(float)[0], *last)[0])))
    return found


def table(figures: dict[str, Any]) -> str:
    """Return the lines of the page."""
    lines = []
    for name, row in figures.items():
        if "stopped" in row:
            words = "stops in both" if all(row["stopped"]) else "stops in single"
            lines.append(f"| {name} | {words} | | | |")
        else:
            gaps = [f"{row[k]:.0e}" if k in row else "" for k in ("gap", "gap_double")]
            lines.append(f"| {name} | {row['q']:.0e} | {row['v']:.0e} | {gaps[0]} | {gaps[1]} |")
    return HEAD + "\n".join(lines) + "\n"


def main() -> None:
    """Compute the figures that are asked for, and write the page."""
    from sarrus.gallery import EXAMPLES

    figures = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    library = stand_in()
    for name in sys.argv[1:] or EXAMPLES:
        figures[name] = errors(name, library)
        print(name, figures[name], flush=True)
        ordered = {key: figures[key] for key in EXAMPLES if key in figures}
        FIGURES.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")
        page = PAGE.read_text(encoding="utf-8")
        first, last = page.index(BEGIN) + len(BEGIN), page.index(END)
        page = page[:first] + "\n" + table(ordered) + page[last:]
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
