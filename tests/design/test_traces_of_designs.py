"""What an optimization traces: kernels of the first design serve all others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus.kernels.trace
from sarrus import Study
from sarrus.design.objectives.reading import read_objective
from sarrus.design.optimization.exact import exact_slopes
from sarrus.design.optimization.optimize import names_in
from sarrus.design.optimization.space import (
    DesignSpace,
    library_at,
    space_of_study,
    space_of_system,
)
from simulation.machines import pendulum

ARM = """\
sarrus: 1
constants: {l: 1 m, w: 3 rad/s}
gravity: [0, 0, -10]
bodies: {arm: {mass: 1 kg, com: [l, 0, 0], inertia: [0.01, 0.01, 0.01]}}
joints: {A: {type: revolute, parent: ground, child: arm, at: [0, 0, 0], axis: y}}
"""
MOTIONS = {
    "drive": 'drives: {A: "0.5*sin(w*t)"}\nrun: {kind: drive, until: 2 s, every: 200 ms}\n',
    "run": 'inputs: {A: "sin(w*t)"}\nrun: {until: 20 ms, method: rk4, step: 10 ms}\n',
}


@pytest.fixture
def traced(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the functions that are traced from now on."""
    found: list[Any] = []
    original = sarrus.kernels.trace.trace

    def counted(function: Any, *values: Any, **more: Any) -> Any:
        found.append(function)
        return original(function, *values, **more)

    monkeypatch.setattr(sarrus.kernels.trace, "trace", counted)
    return found


def check_later_designs(
    space: Callable[[], DesignSpace], objective: str, traced: list[Any], functions: int = 0
) -> None:
    """Designs after the first trace nothing, and have the gradients of a space of their own."""
    library_at.cache_clear()  # as in a new process
    one = space()
    row = read_objective(objective, names_in(one))

    def slopes(of: DesignSpace, x: np.ndarray) -> np.ndarray:
        of.run(x)
        return exact_slopes(of, [row], x)

    slopes(one, one.x0)
    assert traced
    traced.clear()
    later = [slopes(one, part * one.x0) for part in (1.02, 0.97)]
    assert traced == []
    again = slopes(space(), 0.97 * one.x0)
    np.testing.assert_allclose(again, later[1], rtol=1e-12)
    # another optimization of the same model: what reads its file, and functions, which may differ
    assert sum("ConstantsMap" not in f.__qualname__ for f in traced) <= functions
    h = 1e-5
    for k, slope in enumerate(later[1][0]):
        ends = []
        for side in (h, -h):
            x = 0.97 * one.x0
            x[k] += side
            run = one.run(x)
            columns = np.stack([np.asarray(run[name], dtype=float) for name in row.channels], 1)
            ends.append(row.value(np.asarray(run.t), columns, []))
        assert slope == pytest.approx((ends[0] - ends[1]) / (2 * h), rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("kind", ["drive", "run"])
def test_constants_of_lengths_and_laws(kind: str, tmp_path: Path, traced: list[Any]) -> None:
    path = tmp_path / "arm.yaml"
    path.write_text(ARM + MOTIONS[kind])
    by = {"l": (0.4, 1.5), "w": (2.0, 4.0)}
    objective = "rms A.effort" if kind == "drive" else "rms A.rate"
    check_later_designs(lambda: space_of_study(Study.load(path), by, {}), objective, traced)


def test_functions_as_motions_of_a_system(traced: list[Any]) -> None:
    system = pendulum().compile(kernels=())
    how = {"motions": {"A": lambda t: 0.5 * np.sin(3.0 * t)}, "until": 1.0, "every": 0.2}
    by = {"rod.mass": (0.1, 5.0)}
    check_later_designs(
        lambda: space_of_system(system, by, None, None, how), "rms A.effort", traced, 1
    )
