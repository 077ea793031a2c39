"""Segments beside Exudyn's ANCF cables: a soft rod that falls from a hinge."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.slow
@pytest.mark.peer
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_segments_approach_the_path_of_cables_with_order_two(monkeypatch):
    exudyn = pytest.importorskip("exudyn")
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    before = set(sys.modules)
    beams = import_module("beams")
    for name in (set(sys.modules) - before) & {path.stem for path in BENCHMARKS.glob("*.py")}:
        del sys.modules[name]
    right = beams.exudyn_swing(exudyn, 16, 200)[1]
    travel = np.max(np.linalg.norm(right - right[0], axis=1))
    errors = []
    for segments in (2, 4, 8):
        path = beams.swing(segments, "lumped", 1e-7)[1]
        errors.append(np.max(np.linalg.norm(path - right, axis=1)) / travel)
    assert errors[-1] < 1.5e-3
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.3)
    assert np.log2(errors[1] / errors[2]) == pytest.approx(2.0, abs=0.3)
