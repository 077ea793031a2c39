"""Cylinders on boxes: standing, rolling, lying over an edge, and tumbling."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sarrus import Box, Cylinder, Mechanism
from sarrus.model.body import PlacedShape
from sarrus.model.forces.contact_sites import gap_of, sites_of
from sarrus.model.pose import Pose
from sarrus.spatial import Transform
from sarrus.spatial.rotation import exponential, quaternion_matrix

G = 9.81
HERE = Transform.identity()
LYING = np.array([[0, 0, 1.0], [0, 1, 0], [-1, 0, 0]])
"""The axis of a cylinder along x."""


def turned(phi: Any) -> np.ndarray:
    return np.array(quaternion_matrix(exponential(np.array(phi, dtype=float))))


def touching(a: Cylinder, rotation: np.ndarray, at: Any, b: Box) -> list[Any]:
    found = sites_of(a, Transform.of(rotation, np.array(at, dtype=float)), b, HERE)
    return [site for site in found if float(site.depth) > 1e-7]


@pytest.mark.parametrize("tilt", [0.0, 1e-9, -1e-7])
def test_what_lies_flat_rests_on_several_points(tilt: float) -> None:
    p, plate = 1e-5, Box((1.0, 1.0, 0.2))
    lean = turned((0.7 * tilt, tilt, 0.0))
    can = Cylinder(0.1, 0.3)
    # a can that stands: four points of its rim, with even depths, which push up
    found = touching(can, lean, (0.0, 0.0, 0.25 - p), plate)
    assert len(found) == 4
    for site in found:
        assert float(site.depth) == pytest.approx(p, rel=0.01)
        assert site.push == pytest.approx([0.0, 0.0, 1.0], abs=1e-12)
    # one that lies: the lowest point at each end
    found = touching(can, lean @ LYING, (0.0, 0.0, 0.2 - p), plate)
    assert sorted(float(s.place[0]) for s in found) == pytest.approx([-0.15, 0.15], abs=1e-4)
    # over both rims of a narrow block: each edge counts where it goes in and where it comes out
    block = Box((0.1, 0.4, 0.2))
    found = touching(can, lean @ LYING, (0.0, 0.0, 0.2 - p), block)
    assert sorted(float(s.place[0]) for s in found) == pytest.approx([-0.05] * 2 + [0.05] * 2)
    # a plank with all of its corners outside on top of a can: both ends of both edges
    found = touching(can, lean, (0.0, 0.0, 0.25 - p), Box((0.1, 1.0, 0.2)))
    places = sorted((round(float(s.place[0]), 3), round(float(s.place[1]), 3)) for s in found)
    assert {(-0.05, -0.087), (-0.05, 0.087), (0.05, -0.087), (0.05, 0.087)} <= set(places)
    # a small box on a large end: its corners
    found = touching(Cylinder(0.5, 0.3), lean, (0.0, 0.0, 0.25 - p), Box((0.2, 0.2, 0.2)))
    assert len(found) == 4
    # half of a can over the rim of a table: points of the can, and where the edge leaves it
    found = touching(can, lean, (0.5, 0.0, 0.25 - p), plate)
    assert len(found) >= 3
    assert max(float(s.place[0]) for s in found) == pytest.approx(0.5, abs=1e-4)
    assert min(float(s.place[0]) for s in found) == pytest.approx(0.4, abs=1e-4)


def test_an_edge_across_the_side_is_as_deep_as_the_lines_are_near() -> None:
    """At any angle of an edge with the axis; each of both sites has the depth."""
    for angle in (0.0, 0.3, 1.2, 0.5 * np.pi):
        c, s = np.cos(angle), np.sin(angle)
        axis = np.array([c, s, 0.0])
        rotation = np.column_stack([np.cross(axis, [0, 0, 1.0]), [0, 0, 1.0], axis])
        rotation[:, 0] = np.cross(rotation[:, 1], rotation[:, 2])
        # the edge of a cube along x, at the top
        cube = Transform.of(turned((np.pi / 4, 0.0, 0.0)), np.array([0.0, 0.0, -np.sqrt(0.5)]))
        at = Transform.of(rotation, np.array([0.0, 0.0, 0.1 - 1e-5]))
        found = [x for x in sites_of(Cylinder(0.1, 0.6), at, Box((1, 1, 1)), cube) if x.depth > 0]
        assert len(found) == 2
        for site in found:
            assert float(site.depth) == pytest.approx(1e-5, rel=1e-6)
            assert site.push == pytest.approx([0.0, 0.0, 1.0], abs=1e-9)
        gap = float(gap_of(Cylinder(0.1, 0.6), at, Box((1, 1, 1)), cube))
        assert gap == pytest.approx(-1e-5, rel=1e-6)


def machine(at: Any, rpy: Any, slope: float = 0.0, **options: Any) -> Mechanism:
    """A can of 0.1 m radius and 0.3 m length above the top of a large box at z = 0."""
    g = (G * np.sin(slope), 0.0, -G * np.cos(slope))
    m = Mechanism("can", gravity=g)
    can = m.body("can", shape=Cylinder(0.1, 0.3), density=200, at=at, rpy=rpy)
    m.free("F", m.ground, can)
    table = PlacedShape(Box((8.0, 2.0, 0.2)), Pose((0.0, 0.0, -0.1)))
    m.contact("touch", can, base_shape=table, **{"k": 1e6, **options})
    return m


def test_a_can_stands() -> None:
    weight = 200 * np.pi * 0.01 * 0.3 * G
    m = machine((0.0, 0.0, 0.15 - weight / 4e6), (0.0, 0.0, 0.0), a=0.5, mu=0.4)
    system = m.build().compile()
    run = system.simulate(system.assemble(), until=60.0, every=10.0, method="bdf")
    assert run["touch.normal_force"][-1] == pytest.approx(weight, rel=1e-5)
    assert run["touch.points"][-1] == 4.0
    assert run["can.position"][-1] == pytest.approx([0, 0, 0.15 - weight / 4e6], abs=1e-7)
    assert run["touch.gap"][-1] == pytest.approx(-weight / 4e6, rel=1e-3)


def test_a_can_rolls_down_a_plane() -> None:
    """Without slip by 2/3 g sin a, which is held back by the friction of a third of it."""
    slope = 0.2
    down = 200 * np.pi * 0.01 * 0.3 * G * np.cos(slope) / 2e6
    m = machine((-1.0, 0.0, 0.1 - down), (0.5 * np.pi, 0, 0), slope, mu=0.5)
    system = m.build().compile()
    run = system.simulate(system.assemble(), until=0.4, every=0.1, method="bdf", rtol=1e-6)
    x = run["can.position"][:, 0]
    wanted = 0.5 * 2.0 / 3.0 * G * np.sin(slope) * 0.4**2  # and what friction creeps
    assert x[-1] + 1.0 == pytest.approx(wanted, rel=3e-4)
    assert run["touch.normal_force"][-1] == pytest.approx(2e6 * down, rel=5e-3)
    assert run["touch.points"][-1] == 2.0


def test_a_can_that_tumbles_off_a_block_keeps_its_energy() -> None:
    """It falls slantwise on the edge of a block, without damping and friction."""
    m = Mechanism("tumble", gravity=(0, 0, -G))
    can = m.body("can", shape=Cylinder(0.1, 0.3), density=200, at=(0.05, 0.03, 0.22),
                 rpy=(0.4, 0.9, 0.3))  # fmt: skip
    m.free("F", m.ground, can)
    block = PlacedShape(Box((0.3, 0.4, 0.2)), Pose((-0.15, 0.0, -0.1)))
    m.contact("block", can, base_shape=block, k=1e5)
    system = m.build().compile()
    run = system.simulate(system.assemble(), until=0.3, every=1e-3, rtol=1e-8, atol=1e-10)
    assert np.max(run["block.depth"]) > 1e-4  # it hits
    assert run.energy_error < 1e-7
