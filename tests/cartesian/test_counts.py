"""Coordinates and equations in the ways of the papers (CHK-C01)."""

from __future__ import annotations

import sarrus
from cartesian.mechanisms import rssr
from closeness import assert_same
from sarrus import Mechanism, Model
from sarrus.cartesian import CartesianSystem
from sarrus.cartesian.counts import Counts


def counted(model: Model) -> Counts:
    return CartesianSystem(model, compiled=False).counts()


def tracked_vehicle() -> Model:
    """A hull and twelve road arms, as in paper 1."""
    machine = Mechanism("tracked_vehicle")
    hull = machine.body("hull", 46000.0, (0, 0, 0), (1e5, 2e5, 2e5))
    machine.free("base", machine.ground, hull)
    for k in range(12):
        arm = machine.body(f"arm{k}", 400.0, (k, 0, 0), (15.0, 15.0, 15.0))
        machine.revolute(f"pivot{k}", hull, arm, at=(k, 0, 0.2), axis="y")
    return machine.build()


def quick_return() -> Model:
    """Crank, block, rocker, coupler and slider, as in paper 2; only the topology matters."""
    machine = Mechanism("quick_return")
    names = ("crank", "block", "rocker", "coupler", "slider")
    crank, block, rocker, coupler, slider = (
        machine.body(name, 1.0, (i, 0, 0), (1.0, 1.0, 1.0)) for i, name in enumerate(names)
    )
    for k, (a, b) in enumerate(
        [
            (machine.ground, crank),
            (crank, block),
            (machine.ground, rocker),
            (rocker, coupler),
            (coupler, slider),
        ]
    ):
        machine.revolute(f"R{k}", a, b, at=(k, 0.5, 0), axis="z")
    machine.prismatic("P0", block, rocker, at=(1, 0.5, 0), axis="x")
    machine.prismatic("P1", machine.ground, slider, at=(4, 0.5, 0), axis="x")
    return machine.build()


def test_CHK_C01_tracked_vehicle_91_and_60() -> None:
    moving = counted(tracked_vehicle()).moving
    assert_same((moving.coordinates, moving.joint_equations), (91, 60))


def test_CHK_C01_rssr_28_and_16() -> None:
    counts = counted(rssr())
    assert_same((counts.with_ground.coordinates, counts.with_ground.joint_equations), (28, 16))
    assert_same((counts.moving.coordinates, counts.moving.equations), (21, 19))
    assert counts.planar is None


def test_CHK_C01_slider_crank_28_and_27(reference) -> None:
    counts = counted(sarrus.load(reference("iftomm_spatial_slider_crank")))
    assert_same((counts.with_ground.coordinates, counts.with_ground.equations), (28, 27))


def test_CHK_C01_quick_return_18_and_17_in_the_plane() -> None:
    planar = counted(quick_return()).planar
    assert planar is not None
    assert_same((planar.coordinates, planar.equations), (18, 17))
