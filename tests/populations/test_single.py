"""Single precision: what the page states, and loops that stay closed in long runs."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from gallery.mobility_table import LARGE
from kernels.stand_in_driver import StandIn, remember_all
from kernels.test_targets import needs_fused
from sarrus import gallery
from sarrus.system.populations.population import Population

FIGURES = Path(__file__).parents[2] / "docs" / "benchmarks" / "single_precision.json"


@pytest.mark.slow
@needs_fused
def test_loops_stay_closed_in_long_runs_of_single_precision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """5,000 steps: the gap is that of a few roundings of the coordinates at any time."""
    remember_all(monkeypatch)
    system = gallery.four_bar().compile(kernels=())
    many = Population(system, "gpu", "single", library=StandIn())
    start = system.assemble(rates={"A": 3.0})
    gaps = []
    for steps in (200, 5000):
        run = many.simulate(start, until=steps * 1e-3, step=1e-3)
        q = run.q[0].astype(float)
        gap = np.max(np.abs(system.compiled.loops.closure(q)[0]))
        gaps.append(gap / (np.finfo(np.float32).eps * max(1.0, np.max(np.abs(q)))))
        assert not run.stopped.any() and run.q.dtype == np.float32
    assert max(gaps) < 4.0


def test_the_page_states_the_errors_of_the_gallery() -> None:
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    page = (FIGURES.parents[1] / "gpu.md").read_text(encoding="utf-8")
    for name, row in figures.items():
        assert f"| {name} | " in page
        if "gap" in row:
            assert row["gap"] < 1e-4, name
    assert list(figures) == [name for name in gallery.EXAMPLES if name not in LARGE]
