"""Dead points, branch points and singular curves, against closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sarrus import Mechanism, ModelError, System, gallery
from sarrus.design import singularities
from sarrus.design.singular_positions.zero_sets import zero_set

INERTIA = (0.01, 0.01, 0.01)


def chain(lengths: tuple[float, ...], angles: tuple[float, ...], base: float) -> System:
    """Return a plane loop: hinges J0, J1, ... from the origin, the last one on ground at (base, 0).

    The links but the last have lengths and directions in the drawing; the last closes the loop.
    """
    m = Mechanism("loop")
    at, names = np.zeros(2), []
    for k, (length, angle) in enumerate(zip(lengths, angles, strict=True)):
        names.append(f"link{k}")
        m.body(names[-1], 1.0, (0, 0, 0), INERTIA)
        before = m.ground if k == 0 else names[k - 1]
        m.revolute(f"J{k}", before, names[k], at=(*at, 0.0), axis=(0, 0, 1))
        at = at + length * np.array([math.cos(angle), math.sin(angle)])
    m.body("last", 1.0, (0, 0, 0), INERTIA)
    m.revolute(f"J{len(lengths)}", names[-1], "last", at=(*at, 0.0), axis=(0, 0, 1))
    m.revolute(f"J{len(lengths) + 1}", m.ground, "last", at=(base, 0.0, 0.0), axis=(0, 0, 1))
    return m.build().compile(kernels=())


def test_dead_points_of_a_crank_rocker_are_where_crank_and_coupler_are_in_line() -> None:
    a, b, d = 1.0, 3.0, 3.5
    system = chain((a, b), (0.9, 0.3), d)
    end = np.array([a * math.cos(0.9) + b * math.cos(0.3), a * math.sin(0.9) + b * math.sin(0.3)])
    c = float(np.linalg.norm(end - (d, 0.0)))
    assert a + d < b + c  # the crank turns round
    found = singularities(system, {"J0": (-math.pi, math.pi)}, driven="J3")
    expected = []
    for line in (b + a, b - a):  # cosine law in the triangle of ground, rocker and both in line
        angle = math.acos((line**2 + d**2 - c**2) / (2.0 * line * d))
        angle = angle if line > b else angle + math.pi
        expected += [angle - 0.9, -angle - 0.9]  # J0 counts from the drawing
    wrapped = sorted((x + math.pi) % (2.0 * math.pi) - math.pi for x in expected)
    assert sorted(p.at for p in found.points) == pytest.approx(wrapped, abs=1e-9)
    assert all(p.certified and p.kind == "type II" for p in found.points)
    assert (found.motions, found.closed) == (2, True)
    assert sorted(p.circuit for p in found.points) == [0, 0, 1, 1]
    assert singularities(system, "J0").points == ()


def test_a_parallelogram_has_branch_points_where_it_lies_flat() -> None:
    system = chain((1.0, 2.0), (0.7, 0.0), 2.0)
    found = singularities(system, "J0", driven="J0")
    flat = [p.at + 0.7 for p in found.points if p.kind == "branch"]
    assert np.allclose(np.sin(flat), 0.0, atol=1e-6)
    assert {round(math.cos(x)) for x in flat} == {-1, 1}
    assert all(p.certified for p in found.points)


def test_type_two_of_a_five_bar_is_where_its_outer_links_are_in_line() -> None:
    system = chain((1.0, 1.5, 1.4), (1.9, 0.6, -0.5), 2.2)
    over = {"J0": (-0.6, 0.6), "J1": (-0.9, 0.9)}
    found = singularities(system, over, driven=("J0", "J4"), count=9)
    points = found.sets["type II"].points
    assert len(points) > 4
    for first, second in points:
        p, q = 1.9 + first, 0.6 + first + second
        tip = np.array([math.cos(p) + 1.5 * math.cos(q), math.sin(p) + 1.5 * math.sin(q)])
        away = float(np.linalg.norm(tip - (2.2, 0.0)))
        # with J0 and J4 held, the tip moves unless links 1 and 2 are not in line
        c = _last_length(system)
        elbow = _elbow(tip, away, 1.4, c)
        outer = np.array([math.cos(q), math.sin(q)])
        assert min(abs(np.cross([*outer, 0], [*(e - tip), 0])[2]) for e in elbow) < 1e-8
    assert all(len(line) > 1 for line in found.curves("type II"))


def _last_length(system: System) -> float:
    joint = system.model.joint("J3")
    end = system.poses(system.drawing())[joint.parent]
    at = end.position + end.rotation @ np.array(joint.on_parent.position)
    return float(np.linalg.norm(at - (2.2, 0.0, 0.0)))


def _elbow(tip: np.ndarray, away: float, first: float, second: float) -> list[np.ndarray]:
    """Return both places of the joint between two links from a point to (2.2, 0)."""
    base = np.array([2.2, 0.0])
    along = (away**2 + first**2 - second**2) / (2.0 * away)
    across = math.sqrt(max(first**2 - along**2, 0.0))
    u = (base - tip) / away
    n = np.array([-u[1], u[0]])
    return [tip + along * u + s * across * n for s in (1.0, -1.0)]


@pytest.mark.slow
def test_type_two_of_a_3rrr_is_where_three_lines_meet() -> None:
    """The outer links of the legs meet in a point, or are parallel: their lines are dependent."""
    system = gallery.planar_3rrr().compile()
    over = {"M0": (-0.5, 0.5), "E0": (-0.8, 0.8), "C0": (-0.8, 0.8)}
    found = singularities(system, over, driven=("M0", "M1", "M2"), count=6)
    surface = found.sets["type II"]
    assert len(surface.cells) > 5
    assert len(found.sets["constraint"].points) == 0
    for x in surface.points[:15]:
        q = system.assemble(dict(zip(found.over, x, strict=True))).q
        lines = []
        for k in range(3):
            low, high = system.model.joint(f"E{k}"), system.model.joint(f"C{k}")
            a = system.point(low.child, low.on_child.position, q).position
            b = system.point(high.parent, high.on_parent.position, q).position
            along = (b - a) / np.linalg.norm(b - a)
            lines.append([along[0], along[1], np.cross(a, along)[2]])
        assert abs(np.linalg.det(lines)) < 1e-9


def test_zero_sets_of_a_circle_and_a_sphere() -> None:
    for dimensions, count in ((2, 12), (3, 7)):
        axis = np.linspace(-1.3, 1.2, count)
        grid = np.meshgrid(*[axis] * dimensions, indexing="ij")
        values = sum(g**2 for g in grid) - 1.0

        def zero(a: tuple[int, ...], b: tuple[int, ...], axis: np.ndarray = axis) -> np.ndarray:
            p, q = axis[list(a)], axis[list(b)]
            low, high = 0.0, 1.0
            inside = p @ p < 1.0
            for _ in range(50):
                middle = 0.5 * (low + high)
                x = p + middle * (q - p)
                low, high = (middle, high) if (x @ x < 1.0) == inside else (low, middle)
            return p + low * (q - p)

        found = zero_set(np.asarray(values), zero)
        assert np.allclose(np.linalg.norm(found.points, axis=1), 1.0, atol=1e-12)
        if dimensions == 2:
            (line,) = found.lines
            assert np.allclose(line[0], line[-1])
            length = np.sum(np.linalg.norm(np.diff(line, axis=0), axis=1))
            assert length == pytest.approx(2.0 * math.pi, rel=0.02)
        else:
            a, b, c = (found.points[found.cells[:, k]] for k in range(3))
            area = 0.5 * np.sum(np.linalg.norm(np.cross(b - a, c - a), axis=1))
            assert area == pytest.approx(4.0 * math.pi, rel=0.1)


@pytest.mark.parametrize(
    ("over", "says"),
    [(("J0", "J1"), "as many coordinates"), ({"J0": (1.0, 0.0)}, "needs a range")],
)
def test_wrong_requests_are_told(over: object, says: str) -> None:
    system = chain((1.0, 3.0), (0.9, 0.3), 3.5)
    with pytest.raises(ModelError, match=says) as refused:
        singularities(system, over)
    assert refused.value.problems[0].code == "G40"
