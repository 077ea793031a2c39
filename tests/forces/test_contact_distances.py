"""Distances of solids against MuJoCo, and the pushes of their sites against differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from forces.convex_meshes import box_mesh, mesh_of, random_mesh
from forces.solid_pairs import distance_by_mujoco, pose, solid
from sarrus.model.convex_hull import convex_hull
from sarrus.model.forces.contact_sites import gap_of, is_pair, pairs, sites_of
from sarrus.model.shapes import Box, Capsule, Cylinder, Shape, Sphere
from sarrus.spatial import Transform
from sarrus.spatial.rotation import exponential, quaternion_matrix

HERE = Transform.identity()


def turn_of(phi: np.ndarray) -> np.ndarray:
    return np.array(quaternion_matrix(exponential(phi)))


SINGLE = 1e-7
"""Of corners of meshes [m], which MuJoCo keeps in single precision, in axes of its own."""
SHALLOW = 0.01
"""Depth [m] up to which boxes of some tenths of a metre have the depth of the nearest way out."""


def gap(a: Shape | None, X_WA: Transform, b: Shape | None) -> float:
    return float(gap_of(a, X_WA, b, HERE))


@pytest.mark.parametrize(("first", "second"), pairs())
def test_distances_are_those_of_mujoco(first: str, second: str) -> None:
    """Exact for pairs in closed form; a capsule on a cylinder is sought, by both programs."""
    rng = np.random.default_rng(8)
    apart = 0
    for _ in range(40):
        a, b = solid(first, rng), solid(second, rng)
        X_WA, turn = pose(rng, 0.6, 2.0)
        if second == "plane":
            X_WA.position[2] = abs(X_WA.position[2])
        wanted = distance_by_mujoco(a, X_WA, turn, b)
        # a rim in an edge has a depth of its own
        if wanted > (0.0 if (first, second) == ("cylinder", "box") else -SHALLOW):
            near = SINGLE if "mesh" in (first, second) else 1e-9
            assert gap(a, X_WA, b) == pytest.approx(wanted, abs=near)
            apart += wanted > 0.0
    assert apart >= 15


def test_the_other_order_is_the_same_with_pushes_turned() -> None:
    rng = np.random.default_rng(3)
    for first, second in pairs():
        a, b = solid(first, rng), solid(second, rng)
        X_WA, _ = pose(rng, 0.5, 0.9)
        there, back = sites_of(a, X_WA, b, HERE), sites_of(b, HERE, a, X_WA)
        if first == second:
            swapped = float(gap_of(b, HERE, a, X_WA))
            assert swapped == pytest.approx(gap(a, X_WA, b), abs=1e-12)
            continue
        for one, other in zip(there, back, strict=True):
            assert float(one.depth) == pytest.approx(float(other.depth), abs=1e-14)
            assert one.push == pytest.approx(-np.asarray(other.push, dtype=float), abs=1e-14)
            assert one.place == pytest.approx(np.asarray(other.place, dtype=float), abs=1e-14)


@pytest.mark.parametrize(("first", "second"), pairs())
def test_depths_grow_by_what_the_pushes_say(first: str, second: str) -> None:
    """d(depth)/dt = -push . V - couple . W at every site that touches, against differences."""
    rng = np.random.default_rng(5)
    seen, step = 0, 1e-6
    while seen < 25:
        a, b = solid(first, rng), solid(second, rng)
        X_WA, _ = pose(rng, 0.3, 1.2)
        V, W = rng.normal(size=3), rng.normal(size=3)

        def moved(t: float, X: Transform = X_WA, v: Any = V, w: Any = W) -> Transform:
            return Transform.of(turn_of(t * w) @ X.matrix, X.position + t * v)

        here = sites_of(a, X_WA, b, HERE)
        if not any(1e-4 < float(site.depth) < 0.03 for site in here):
            continue
        later, before = (sites_of(a, moved(t), b, HERE) for t in (step, -step))
        for site, after, past in zip(here, later, before, strict=True):
            if not 1e-4 < float(site.depth) < 0.03:
                continue
            rate = (float(after.depth) - float(past.depth)) / (2.0 * step)
            velocity = V + np.cross(W, np.asarray(site.place, dtype=float) - X_WA.position)
            push = -float(site.push @ velocity)
            push -= 0.0 if site.couple is None else float(site.couple @ W)
            assert rate == pytest.approx(push, abs=1e-6 * (1.0 + abs(rate)))
            seen += 1


@pytest.mark.parametrize("tilt", [0.0, 1e-7, -1e-7])
def test_what_lies_flat_rests_on_several_points(tilt: float) -> None:
    turn = Transform.of(turn_of(np.array([0.0, tilt, 0.0])), np.zeros(3))
    box, plate = Box((0.4, 0.4, 0.2)), Box((1.0, 1.0, 0.2))
    rod = Transform.of(np.array([[0, 0, 1.0], [0, 1, 0], [-1, 0, 0]]), np.zeros(3))

    def points(a: Shape, at: Transform, b: Shape | None, height: float) -> int:
        lifted = turn @ at
        down = Transform(lifted.rotation, lifted.position + np.array([0, 0, height - 1e-5]))
        return sum(float(site.depth) > 0.0 for site in sites_of(a, down, b, HERE))

    assert points(box, HERE, None, 0.1) == 4
    assert points(box, HERE, plate, 0.2) == 4
    assert points(plate, HERE, box, 0.2) == 4
    assert points(box, HERE, box, 0.2) >= 4  # of one size, corner above corner
    assert points(Box((1.0, 0.2, 0.2)), HERE, Box((0.2, 1.0, 0.2)), 0.2) == 4  # a cross
    assert points(Cylinder(0.1, 0.3), HERE, None, 0.15) == 3
    assert points(Cylinder(0.1, 0.3), rod, None, 0.1) == 2
    assert points(Capsule(0.1, 0.3), rod, None, 0.1) == 2
    assert points(Capsule(0.1, 0.3), rod, plate, 0.2) == 2
    assert points(Capsule(0.1, 2.0), rod, plate, 0.2) == 2  # over two edges
    assert points(Sphere(0.1), HERE, plate, 0.2) == 1


def test_parallel_capsules_touch_at_both_ends_of_what_they_share() -> None:
    a, b = Capsule(0.1, 0.6), Capsule(0.1, 1.0)
    for shift in (0.0, 0.1, 0.5):
        at = Transform.of(np.eye(3), np.array([0.199, 0.0, shift]))
        places = sorted(float(site.place[2]) for site in sites_of(a, at, b, HERE))
        assert places == pytest.approx([shift - 0.3, min(shift + 0.3, 0.5)], abs=1e-9)


@pytest.mark.parametrize("tilt", [0.0, 1e-7, -1e-7])
def test_meshes_lie_on_as_many_points_as_boxes(tilt: float) -> None:
    """Their corners, and where edges leave over a rim; a corner that pokes in is one point."""
    turn = Transform.of(turn_of(np.array([0.5 * tilt, tilt, 0.0])), np.zeros(3))
    brick, plate = (0.4, 0.2, 0.2), (1.0, 1.0, 0.2)

    def touching(at: tuple[float, float, float], other: Shape | None, spin: float = 0.0) -> list:
        place = np.array(at) - [0.0, 0.0, 1e-5]
        down = turn @ Transform.of(turn_of(np.array([0.0, 0.0, spin])), np.zeros(3))
        there = Transform(down.rotation, place)
        return [s for s in sites_of(box_mesh(brick), there, other, HERE) if float(s.depth) > 0.0]

    for other in (Box(plate), box_mesh(plate)):
        assert len(touching((0.0, 0.0, 0.2), other)) == 4
        # over the rim: two corners, and two edges
        found = touching((0.5, 0.1, 0.2), other)
        assert sorted(float(s.place[0]) for s in found) == pytest.approx([0.3, 0.3, 0.5, 0.5])
        # corner over corner: a corner of each, and two edges
        found = touching((0.6, 0.55, 0.2), other)
        wanted = [[0.4, 0.45], [0.4, 0.5], [0.5, 0.45], [0.5, 0.5]]
        places = sorted([round(float(c), 5) for c in s.place[:2]] for s in found)
        assert np.array(places) == pytest.approx(np.array(wanted), abs=1e-5)
    assert len(touching((0.0, 0.0, 0.1), None)) == 4
    across = touching((0.0, 0.0, 0.2), box_mesh(brick), 0.5 * np.pi)  # a cross
    assert sorted(abs(float(s.place[0])) for s in across) == pytest.approx([0.1] * 4)
    assert len(touching((0.0, 0.0, 0.2), box_mesh(brick))) >= 4  # of one size
    # a corner of a cube on a face
    stand = Transform.of(turn_of(np.array([0.3, 0.6, 0.0])) @ turn.matrix, np.zeros(3))
    reach = 0.5 * float(np.abs(stand.matrix[2]).sum()) * 0.2
    poke = Transform(stand.rotation, np.array([0.0, 0.0, 0.1 + reach - 1e-4]))
    found = [s for s in sites_of(box_mesh((0.2,) * 3), poke, Box(plate), HERE) if s.depth > 0.0]
    assert len(found) == 1 and found[0].depth == pytest.approx(1e-4, rel=1e-6)


def test_a_mesh_of_a_box_is_as_far_as_the_box() -> None:
    rng = np.random.default_rng(12)
    for kind in ("plane", "sphere", "capsule", "box"):
        for _ in range(10):
            box, other = solid("box", rng), solid(kind, rng)
            assert isinstance(box, Box)
            X_WA, _ = pose(rng, 0.6, 2.0)
            wanted = gap(box, X_WA, other)
            if wanted > -SHALLOW:
                assert gap(box_mesh(box.size), X_WA, other) == pytest.approx(wanted, abs=1e-12)


def test_hulls_have_flat_faces_only_once() -> None:
    """A ring of many triangles in a face, and corners on edges, are none of the solid."""
    grid = np.linspace(-0.5, 0.5, 5)
    points = np.array([[x, y, z] for x in grid for y in grid for z in (-0.2, 0.2)])
    hull = convex_hull(mesh_of(points))
    assert (len(hull.corners), len(hull.normals), len(hull.edges)) == (8, 6, 12)
    for mesh in (box_mesh((1.0, 2.0, 3.0)), random_mesh(np.random.default_rng(1), 20)):
        hull = convex_hull(mesh)
        assert len(hull.corners) - len(hull.edges) + len(hull.normals) == 2  # Euler
        assert np.max(hull.corners @ hull.normals.T - hull.offsets) < 1e-12


def test_pairs() -> None:
    assert is_pair(Box((1, 1, 1)), Sphere(0.1)) and is_pair(None, Capsule(1, 1))
    assert is_pair(Cylinder(0.1, 0.2), Box((1, 1, 1)))
    assert not is_pair(Cylinder(0.1, 0.2), Cylinder(0.1, 0.2))
