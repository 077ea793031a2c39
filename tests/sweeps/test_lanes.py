"""Sweeps whose runs are lanes of a population: the tables of ordinary ones, and refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus import Event, Mechanism, System
from sarrus.errors import ModelError
from sarrus.events import Stop
from sarrus.sweeps import sweep

FILE = """
sarrus: 1
name: swinging four-bar
constants: {r: 100 mm}
bodies:
  crank: {mass: 1, com: [r/2, 0, 0], inertia: [1e-3, 1e-3, 1e-3]}
  coupler: {mass: 2, com: [0.15, 0, 0], inertia: [1e-2, 1e-2, 1e-2], at: [r, 0, 0]}
  rocker: {mass: 1, com: [0, 0.1, 0], inertia: [5e-3, 5e-3, 5e-3], at: [r + 0.3, -0.2, 0]}
joints:
  A: {type: revolute, parent: ground, child: crank, at: [0, 0, 0], axis: z}
  B: {type: revolute, parent: crank, child: coupler, at: [r, 0, 0], axis: z}
  C: {type: revolute, parent: coupler, child: rocker, at: [r + 0.3, 0, 0], axis: z}
  D: {type: revolute, parent: ground, child: rocker, at: [r + 0.3, -0.2, 0], axis: z}
gravity: [0, -9.81, 0]
assembly: {rates: {A: 2}}
run: {until: 0.05, method: rk4, step: 1 ms, every: EVERY}
"""
MEASURES = [
    "max A.rate",
    "peak D.rate",
    "last A.angle",
    "mean B.rate",
    "first A.rate",
    "rms A.rate",
]
OVER = {"r": [0.08, 0.1, 0.12], "coupler.mass": [1.0, 2.0]}


@pytest.mark.parametrize("every", ["1 ms", "5 ms"])
def test_a_file_has_the_table_of_an_ordinary_sweep(tmp_path: Path, every: str) -> None:
    path = tmp_path / "four_bar.yaml"
    path.write_text(FILE.replace("EVERY", every), encoding="utf-8")
    found = sweep(path, OVER, measure=MEASURES, place="cpu")
    wanted = sweep(path, OVER, measure=MEASURES)
    assert found.how == "lanes of a population" and wanted.how == "side by side"
    for name in MEASURES:
        np.testing.assert_allclose(found[name], wanted[name], rtol=1e-13, atol=1e-13)
    assert len(set(found["last A.angle"])) == 6


def pendulum() -> System:
    m = Mechanism("pendulum", (0.0, -9.81, 0.0))
    m.body("rod", 1.0, (0.5, 0.0, 0.0), (0.1, 0.1, 0.1))
    m.revolute("A", m.ground, "rod", at=(0.0, 0.0, 0.0), axis="z")
    return m.build().compile(kernels=())


def test_events_end_lanes_and_ledgers_go_on(tmp_path: Path) -> None:
    system = pendulum()
    how: dict[str, Any] = {
        "start": system.assemble(), "measure": ["last A.angle", "mean A.rate"], "until": 0.5,
        "step": 1e-3, "method": "rk4", "events": [Event("A.angle", at=-0.5, do=Stop())],
    }  # fmt: skip
    over = {"rod.mass": np.linspace(0.5, 2.0, 5).tolist()}
    found = system.sweep(over, place="cpu", folder=tmp_path / "kept", **how)
    wanted = system.sweep(over, workers=0, **how)
    np.testing.assert_allclose(found["last A.angle"], wanted["last A.angle"], atol=5e-3)
    again = system.sweep(over, place="cpu", folder=tmp_path / "kept", **how)
    assert again.reused == 5 and again["mean A.rate"].tolist() == found["mean A.rate"].tolist()


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"method": "auto", "until": 1.0}, "need equal steps"),
        ({"until": 1.0, "step": 0.01, "method": "rk4", "eps": 1e-8}, "eps"),
        ({"until": 1.0, "step": 0.01, "method": "rk4", "measure": len}, "is not found of runs"),
        ({"until": 1.0, "step": 0.01, "method": "rk4", "workers": 2}, "left out with workers"),
        ({"until": 1.0, "step": 0.01, "method": "rk4", "place": "tpu"}, "'gpu' or 'cpu'"),
    ],
)
def test_what_lanes_cannot_do_is_refused(how: dict[str, Any], told: str) -> None:
    system = pendulum()
    given: dict[str, Any] = {"start": system.assemble(), "measure": "max A.rate", "place": "cpu"}
    given |= how
    if callable(given["measure"]):
        given["measure"] = {"own": given["measure"]}
    with pytest.raises(ModelError, match=told):
        system.sweep({"rod.mass": [1.0, 2.0]}, **given)
