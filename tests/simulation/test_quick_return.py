"""CHK-D09, CHK-O03: the shaper of paper 2 under its cutting force, an element of the user's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest

from loops.mechanisms import quick_return
from sarrus import System
from sarrus.model.forces import CoordinateLoad, ForceElement, Load, Scene
from sarrus.spatial.arrays import Scalar, select
from sarrus.system.simulation.run import Run

TORQUE = 165_521.0
CUT = 200_000.0
DRAWN = {"A": 0.02686103643, "B": -0.1209937552}
"""Position of the slider where the guide's displacement is zero [m]."""
INERTIAS = (1000, 2000, 3000)
CURVES = [(variant, J) for variant in DRAWN for J in INERTIAS]


@dataclass(frozen=True)
class CuttingForce(ForceElement):
    """200 kN against the slider while it moves left between 1.2 and -4.0 m (paper 2, (50))."""

    name: str
    joint: str
    drawn: float

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)

    def force(self, scene: Scene) -> Scalar:
        x, speed = scene.coordinate(self.joint, 0) + self.drawn, scene.rate(self.joint, 0)
        inside = select(x >= -4.0, select(x <= 1.2, 1.0, 0.0), 0.0)
        return CUT * select(speed < 0.0, inside, 0.0)

    def loads(self, scene: Scene) -> Sequence[Load]:
        return (CoordinateLoad(self.joint, 0, self.force(scene)),)

    def dissipation(self, scene: Scene) -> Scalar:
        return -self.force(scene) * scene.rate(self.joint, 0)


@pytest.fixture(scope="module")
def runs() -> Callable[[str, int], Run]:
    """`runs("A", 2000)` starts at theta = pi with 4 pi rad/s and a crank of 2000 kg m^2."""

    @cache
    def run(variant: str, J: int) -> Run:
        model = quick_return(variant=variant, J=J)
        cut = CuttingForce("cut", "guide", DRAWN[variant])
        model = replace(model, forces=(*model.forces, cut))
        system: System = model.compile(kernels=(), planar=True)
        guess = system.assemble({"crank_pivot.angle": 1.5})
        start = system.assemble(
            {"crank_pivot.angle": np.pi - 0.44}, {"crank_pivot.rate": 4 * np.pi}, guess=guess
        )
        given = {"inputs": {"crank_pivot": TORQUE}, "rtol": 1e-8, "atol": 1e-9}
        return system.simulate(start, until=2.0, every=0.002, **given)

    return run


def test_CHK_D09_end_of_the_reference(runs) -> None:
    assert runs("A", 2000)["crank_pivot"][-1] + 0.44 == pytest.approx(34.31726, abs=1e-4)


@pytest.mark.parametrize("variant", DRAWN)
def test_where_the_slider_is_drawn(variant: str) -> None:
    system = quick_return(variant=variant).compile(kernels=(), planar=True)
    drawn = system.kinematics(system.neutral())["slider"].position[0]
    assert drawn == pytest.approx(DRAWN[variant], abs=1e-10)


@pytest.mark.parametrize("variant, J", CURVES)
def test_CHK_D09_whole_curve(runs, reference_table, variant: str, J: int) -> None:
    table = reference_table(f"refs/paper2_quickreturn{variant}_dyn_J{J}.csv")
    run = runs(variant, J)
    assert run.t == pytest.approx(table["t_s"], abs=1e-12)
    assert run["crank_pivot"] + 0.44 == pytest.approx(table["theta1_rad"], abs=2e-5)
    assert run["crank_pivot.rate"] == pytest.approx(table["omega1_rad_s"], abs=5e-4)
    assert run["guide"] + DRAWN[variant] == pytest.approx(table["xs_m"], abs=5e-5)


@pytest.mark.parametrize("variant, J", CURVES)
def test_CHK_D09_cutting_force(runs, reference_table, variant: str, J: int) -> None:
    """On and off at the same outputs, but where the slider is just at an end of the window."""
    table = reference_table(f"refs/paper2_quickreturn{variant}_dyn_J{J}.csv")
    run = runs(variant, J)
    x, speed = run["guide"] + DRAWN[variant], run["guide.speed"]
    on = (x >= -4.0) & (x <= 1.2) & (speed < 0.0)
    at_a_switch = (np.minimum(np.abs(x + 4.0), np.abs(x - 1.2)) < 1e-4) | (np.abs(speed) < 1e-3)
    assert np.all((on == (table["cut_force_N"] > 0.0)) | at_a_switch)
    assert 0.3 < np.mean(on) < 0.8


@pytest.mark.parametrize(
    "J, slowest, fastest", [(1000, 6.205, 31.869), (2000, 9.584, 24.434), (3000, 10.516, 21.289)]
)
def test_CHK_D09_range_of_the_speed(runs, J: int, slowest: float, fastest: float) -> None:
    rate = runs("A", J)["crank_pivot.rate"]
    assert (rate.min(), rate.max()) == pytest.approx((slowest, fastest), abs=5e-3)


def test_CHK_O03_a_heavier_crank_fluctuates_less(runs) -> None:
    """The conclusion of paper 2, with the figures of variant A; variant B comes to the same."""
    fluctuation = {
        variant: [np.ptp(runs(variant, J)["crank_pivot.rate"]) for J in INERTIAS]
        for variant in DRAWN
    }
    assert fluctuation["A"] == pytest.approx([25.66, 14.85, 10.77], abs=5e-3)
    for light, middle, heavy in fluctuation.values():
        assert light > middle > heavy


@pytest.mark.parametrize("variant, J", CURVES)
def test_CHK_D09_ledger(runs, variant: str, J: int) -> None:
    """The motor brings in torque times angle, the tool takes force times way to the left."""
    run = runs(variant, J)
    turned = run["crank_pivot"] - run["crank_pivot"][0]
    np.testing.assert_allclose(run.work, TORQUE * turned, rtol=1e-5, atol=1.0)
    in_the_window = np.clip(run["guide"] + DRAWN[variant], -4.0, 1.2)  # it turns round outside
    way = np.concatenate([[0.0], np.cumsum(np.maximum(-np.diff(in_the_window), 0.0))])
    np.testing.assert_allclose(run.loss, CUT * way, rtol=1e-4, atol=10.0)
    assert run.energy_error < 1e-5


def test_CHK_D09_five_strokes(runs) -> None:
    assert runs("A", 2000).loss[-1] == pytest.approx(5 * CUT * 5.2, rel=2e-3)
