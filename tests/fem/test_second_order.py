"""Shifts of second order of finite elements: how far the end of what bends comes nearer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import sarrus
from sarrus.fem import Structure, beam_structure, craig_bampton, load_modes, plate_structure, union
from sarrus.fem.second_order import second_shapes

LENGTH = 0.8


def rod(elements=10, a=(0, 0, 0), b=(LENGTH, 0, 0), **options):
    given = {"section": "rectangle", "width": 0.03, "height": 0.01, "material": "steel"} | options
    return beam_structure(a, b, elements=elements, **given)


def shortening(modes, name, q):
    """How an interface moves to second order."""
    return 0.5 * modes.interfaces[name].second @ q @ q


def test_end_of_a_bent_beam_comes_nearer_by_the_integral_of_half_its_slope_squared():
    frames = {"a": 0, "b": 30}
    modes = craig_bampton(rod(30), frames, modes=0, reference="a", second_order=True)
    # the deflection by a force across the end: w = (3 x^2 L - x^3) w_L / (2 L^3)
    force = np.array([0.0, 0.0, 50.0, 0.0, 0.0, 0.0])
    q = np.linalg.solve(modes.stiffness, modes.interfaces["b"].shape.T @ force)
    end = (modes.interfaces["b"].shape @ q)[2]
    found = shortening(modes, "b", q)
    assert found[0] == pytest.approx(-0.6 * end**2 / LENGTH, rel=1e-9)
    assert np.max(np.abs(found[1:])) < 1e-12 * abs(found[0])
    moment = 0.5 * modes.second[0] @ q @ q
    # the mean over the length, of what is shorter up to x
    x, w = np.polynomial.legendre.leggauss(12)
    s = 0.5 * (x + 1.0)
    slope = (6 * s - 3 * s**2) / 2 * end / LENGTH
    mean = -0.5 * np.sum(0.5 * w * slope**2 * LENGTH * (1 - s))
    assert moment[0] == pytest.approx(modes.mass * mean, rel=1e-3)


def test_shortening_does_not_depend_on_where_the_beam_points_and_includes_shear():
    ends = []
    for b in ((LENGTH, 0, 0), (0.48, 0, 0.64)):
        beam = rod(6, b=b, shear=True, up=(0, 1, 0))
        modes = craig_bampton(beam, {"a": 0, "b": 6}, modes=0, reference="a", second_order=True)
        tip = modes.interfaces["b"]
        q = np.linalg.solve(modes.stiffness, tip.shape.T @ (0, 50.0, 0, 0, 0, 0))
        ends.append(np.linalg.norm(shortening(modes, "b", q)[:3]))
    assert ends[0] == pytest.approx(ends[1], rel=1e-9)


def test_what_follows_a_bent_leg_turns_with_it():
    # an L: as the first leg bends by a moment, the second turns by the angle of its end
    leg, arm = rod(6), rod(6, (LENGTH, 0, 0), (LENGTH, 0, 0.5))
    frame = union(leg, arm)
    corner, end = frame.node_near((LENGTH, 0, 0)), frame.node_near((LENGTH, 0, 0.5))
    frames = {"a": 0, "corner": corner, "end": end}
    modes = craig_bampton(frame, frames, modes=0, reference="a", second_order=True)
    q = np.linalg.solve(modes.stiffness, modes.interfaces["corner"].shape.T @ (0, 0, 0, 0, 30.0, 0))
    at = [modes.interfaces[name].shape @ q for name in ("corner", "end")]
    turn = at[0][4]
    assert at[1][4] == pytest.approx(turn, rel=1e-9)
    down = shortening(modes, "end", q) - shortening(modes, "corner", q)
    second_turn = shortening(modes, "corner", q)[4]
    assert down[2] == pytest.approx(-0.5 * turn**2 * 0.5, rel=1e-6)
    assert down[0] == pytest.approx(0.5 * second_turn, abs=1e-6 * abs(down[2]))


def test_rigid_pieces_move_as_one():
    frames = {"a": 0, "b": [8, 10]}
    modes = craig_bampton(rod(), frames, modes=0, reference="a", second_order=True)
    # an even bend up to node 8, and from there on the piece, whose frame is at node 9
    tip = modes.interfaces["b"]
    q = np.linalg.solve(modes.stiffness, tip.shape.T @ (0, 0, 0, 0, 20.0, 0))
    turn = (tip.shape @ q)[4]
    expected = -0.5 * turn**2 * (0.8 * LENGTH / 3 + 0.1 * LENGTH)
    assert shortening(modes, "b", q)[0] == pytest.approx(expected, rel=1e-9)


def test_free_beam_keeps_its_mean_and_is_symmetric():
    modes = craig_bampton(rod(), {"a": 0, "b": 10}, modes=2, keep=4, second_order=True)
    size = np.max(np.abs(modes.interfaces["b"].second))
    assert np.max(np.abs(modes.second[0])) < 1e-4 * size * modes.mass
    both = modes.interfaces["a"].second[0] + modes.interfaces["b"].second[0]
    assert np.diag(both) == pytest.approx(np.zeros(4), abs=1e-9 * size)


def test_files_hold_shapes_of_second_order(tmp_path):
    modes = craig_bampton(rod(), {"a": 0, "b": 10}, modes=1, reference="a", second_order=True)
    modes.save(tmp_path / "rod.json")
    found = load_modes(tmp_path / "rod.json")
    assert np.array_equal(found.second, modes.second)
    assert np.array_equal(found.interfaces["b"].second, modes.interfaces["b"].second)
    assert '"sarrus mode set 2"' in (tmp_path / "rod.json").read_text()


def test_elements_of_which_no_second_order_is_known_are_refused():
    plate = plate_structure(
        1.0, 1.0, 0.01, elements=(2, 2), young_modulus=2e11, poisson_ratio=0.3, density=7800.0
    )
    plain = Structure(plate.positions, tuple(replace(e, second=None) for e in plate.elements))
    with pytest.raises(sarrus.ModelError, match=r"S94.*second_order.*shorten"):
        craig_bampton(plain, {"a": 0}, modes=1, reference="a", second_order=True)


def test_free_plate_bent_to_a_cylinder_shortens_as_a_strip():
    # w = x^2/2 of a free plate with nu = 0: its ends come nearer by the integral of x^2/2
    plate = plate_structure(
        1.0, 0.5, 0.01, elements=(8, 2), young_modulus=2e11, poisson_ratio=0.0, density=7800.0
    )
    x = plate.positions[:, 0] - 0.5
    shape = np.zeros((len(x), 6, 1))
    shape[:, 2, 0], shape[:, 4, 0] = x**2 / 2, -x
    theta, _ = second_shapes(plate, shape.reshape(-1, 1), {"a": (0,)}, None)
    shifts = theta.reshape(-1, 6)[:, :2]
    assert shifts[:, 0] == pytest.approx(-(x**3) / 3, abs=3e-3 * 0.5**3)
    assert np.max(np.abs(shifts[:, 1])) < 1e-6
