"""Tyres where else models run: live pages, and lanes of a population."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import sarrus
from kernels.stand_in_driver import StandIn, remember_all
from kernels.test_targets import needs_fused
from sarrus.system.live import live_machine
from sarrus.system.populations.population import Population
from sarrus.tyres import Tyre
from system.live_node import ask, needs_node
from tyres.test_tyre_element import BRUSH, CAR, rig, rolls

CHANNELS = ["T.F_x", "T.F_z", "T.M_y", "x.speed"]
BOTH = [BRUSH, pytest.param(CAR, marks=pytest.mark.slow)]


@cache
def system_of(tyre: Tyre) -> sarrus.System:
    return rig(tyre, camber=0.03, toe=0.02).build().compile(kernels=(), parameters=["cart.mass"])


@needs_node
@pytest.mark.parametrize("tyre", BOTH, ids=type)
def test_a_live_page_rolls_as_the_library_does(tyre: Tyre) -> None:
    system = system_of(tyre)
    start = rolls(system, 10.0, 25.0)
    made = live_machine(system, state=start, channels=CHANNELS, turns=())
    moved, channels, coordinates = ask(made, ("advance", 0.1), ("channels",), ("coordinates",))
    assert moved["ok"] and not made.manifest["cannot"], moved["message"]
    how: dict[str, Any] = {"step": made.manifest["step"], "method": made.manifest["method"]}
    run = system.simulate(start, until=0.1, every=0.1, certify=False, **how)
    expected = [float(run[name][-1]) for name in CHANNELS]
    assert channels == pytest.approx(expected, rel=1e-8, abs=1e-6)
    assert coordinates["spin.angle"] == pytest.approx(float(run["spin.angle"][-1]), rel=1e-10)


@needs_fused
@pytest.mark.parametrize("tyre", BOTH, ids=type)
def test_lanes_roll_as_single_runs_do(tyre: Tyre, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the processor and by the code of a device: masses of their own, extremes, last values."""
    remember_all(monkeypatch, assembled=False)
    system = system_of(tyre)
    start = rolls(system, 10.0, 25.0)
    masses = np.array([250.0, 300.0, 400.0])
    how: dict[str, Any] = {
        "until": 0.05, "step": 5e-4, "parameters": {"cart.mass": masses},
        "keep": ["max T.F_z", "last T.F_x", "last x.speed"],
    }  # fmt: skip
    there = Population(system, "gpu", library=StandIn()).simulate(start, **how)
    here = system.on("cpu").simulate(start, **how)
    for k, mass in enumerate(masses):
        run = system.simulate(
            start, until=0.05, step=5e-4, every=5e-4, method="rk4", certify=False,
            parameters={"cart.mass": mass},
        )  # fmt: skip
        wanted = [np.max(run["T.F_z"]), run["T.F_x"][-1], run["x.speed"][-1]]
        for found in (there, here):
            assert not found.stopped.any()
            assert [found[word][k] for word in how["keep"]] == pytest.approx(wanted, rel=1e-12)
