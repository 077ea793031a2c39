"""D-09: the shaper of paper 2 under its cutting force, an element of the user's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

from loops.mechanisms import quick_return
from sarrus import System
from sarrus.model.forces import CoordinateLoad, ForceElement, Load, Scene
from sarrus.spatial.arrays import Scalar, select
from sarrus.system.run import Run

TORQUE = 165_521.0
DRAWN = 0.02686103643
"""Position of the slider where the guide's displacement is zero [m]."""


@dataclass(frozen=True)
class CuttingForce(ForceElement):
    """200 kN against the slider while it moves left between 1.2 and -4.0 m (paper 2, (50))."""

    name: str
    joint: str

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)

    def force(self, scene: Scene) -> Scalar:
        x, speed = scene.coordinate(self.joint, 0) + DRAWN, scene.rate(self.joint, 0)
        inside = select(x >= -4.0, select(x <= 1.2, 1.0, 0.0), 0.0)
        return 200_000.0 * select(speed < 0.0, inside, 0.0)

    def loads(self, scene: Scene) -> Sequence[Load]:
        return (CoordinateLoad(self.joint, 0, self.force(scene)),)

    def dissipation(self, scene: Scene) -> Scalar:
        return -self.force(scene) * scene.rate(self.joint, 0)


@pytest.fixture(scope="module")
def run() -> Run:
    model = quick_return()
    model = replace(model, forces=(*model.forces, CuttingForce("cut", "guide")))
    system: System = model.compile(kernels=(), planar=True)
    guess = system.assemble({"crank_pivot.angle": 1.5})
    start = system.assemble(
        {"crank_pivot.angle": np.pi - 0.44}, {"crank_pivot.rate": 4 * np.pi}, guess=guess
    )
    given = {"inputs": {"crank_pivot": TORQUE}, "rtol": 1e-8, "atol": 1e-9}
    return system.simulate(start, until=2.0, every=0.002, **given)


def test_D09_end_of_the_reference(run: Run) -> None:
    assert run["crank_pivot"][-1] + 0.44 == pytest.approx(34.31726, abs=1e-4)


def test_D09_whole_curve(run: Run, reference_table) -> None:
    table = reference_table("refs/paper2_quickreturnA_dyn_J2000.csv")
    assert run["crank_pivot"] + 0.44 == pytest.approx(table["theta1_rad"], abs=1e-4)
    assert run["crank_pivot.rate"] == pytest.approx(table["omega1_rad_s"], abs=1e-3)
    assert run["guide"] + DRAWN == pytest.approx(table["xs_m"], abs=1e-4)
    rate = run["crank_pivot.rate"]
    assert (rate.min(), rate.max()) == pytest.approx((9.584, 24.434), abs=5e-3)


def test_D09_ledger(run: Run) -> None:
    """The motor brings in torque times angle, the tool takes force times stroke."""
    turned = run["crank_pivot"] - run["crank_pivot"][0]
    np.testing.assert_allclose(run.work, TORQUE * turned, rtol=1e-5, atol=1.0)
    assert run.loss[-1] == pytest.approx(5 * 200_000.0 * 5.2 - 0.0, rel=2e-3)
    assert run.energy_error < 1e-5
