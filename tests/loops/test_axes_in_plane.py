"""Cut joints whose axis lies in the plane of their loop: the angle is a number, not a symbol."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus import Mechanism, Model

MOMENTS = (1e-3, 1e-3, 1e-3)
RADIUS = 0.1


def scotch_yoke(kind: str, axis: str) -> Model:
    """A block turns on a crank and lies on a yoke, which slides along x."""
    m = Mechanism("yoke")
    crank = m.body("crank", 1.0, (0, 0, 0.05), MOMENTS)
    block = m.body("block", 1.0, (0, 0, RADIUS), MOMENTS)
    yoke = m.body("yoke", 1.0, (0, 0, 0), MOMENTS)
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, block, at=(0, 0, RADIUS), axis="y")
    m.prismatic("S", m.ground, yoke, at=(0, 0, 0), axis="x")
    getattr(m, kind)("P", yoke, block, at=(0, 0, RADIUS), axis=axis)
    return m.build()


def slider_crank(kind: str, **how: object) -> Model:
    """Crank and rod in the plane across y; D holds the piston."""
    m = Mechanism("slider_crank")
    crank = m.body("crank", 1.0, (0.05, 0, 0), MOMENTS)
    rod = m.body("rod", 1.0, (0.2, 0, 0), MOMENTS)
    piston = m.body("piston", 1.0, (0.3, 0, 0), MOMENTS)
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, rod, at=(0.1, 0, 0), axis="y")
    m.revolute("C", rod, piston, at=(0.3, 0, 0), axis="y")
    getattr(m, kind)("D", m.ground, piston, at=(0.3, 0, 0), **how)
    return m.build()


@pytest.mark.parametrize(("kind", "axis"), [("planar", "x"), ("cylindrical", "z")])
def test_a_scotch_yoke_follows_the_sine_of_its_crank(kind: str, axis: str) -> None:
    system = scotch_yoke(kind, axis).compile()
    state = system.assemble({"A": 0.4}, rates={"A": 2.0})
    assert state["S"] == pytest.approx(RADIUS * np.sin(0.4), abs=1e-12)
    assert state["S.speed"] == pytest.approx(2.0 * RADIUS * np.cos(0.4), abs=1e-12)
    assert state["P.angle"] == 0.0


def test_a_piston_on_a_cut_cylinder_moves_as_on_one_in_the_tree() -> None:
    model = slider_crank("cylindrical", axis="x")
    cut, tree = model.compile(cut=["D"]), model.compile(cut=["B"])
    one, other = (system.assemble({"A": 0.4}, rates={"A": 1.0}) for system in (cut, tree))
    for name in ("D.displacement", "D.speed", "C.angle"):
        assert one[name] == pytest.approx(other[name], abs=1e-10), name
    run = cut.simulate(one, until=0.05)
    assert np.max(np.abs(run["D.angle"])) == 0.0


def test_a_cut_hinge_with_its_axis_in_the_plane_holds_the_loop() -> None:
    system = slider_crank("revolute", axis="x").compile(cut=["D"])
    state = system.assemble()
    assert state["D.angle"] == 0.0
    assert system.mobility(state).generic_rank == system.nv
