"""Pictures of mechanisms: geometry in numbers, what is drawn of it, views and outlines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from loops.mechanisms import four_bar, quick_return, rusr
from sarrus import Mechanism, ModelError, Pose, gallery
from sarrus.model import Box, Joint, Sphere
from sarrus.model.joints import TYPES, Distance, Helical
from sarrus.results import plots
from sarrus.results.plots import at_state, at_times, in_drawing
from sarrus.results.plots.outlines import coil
from sarrus.results.plots.poses import Placement
from sarrus.results.plots.projection import view_of
from sarrus.system import Run

JOINTS = [Helical(0.3) if name == "helical" else kind()
          for name, kind in TYPES.items() if kind.in_tree]  # fmt: skip


def by_gid(axes: Any) -> dict[str, np.ndarray]:
    """The lines of a picture by what they belong to."""
    return {line.get_gid(): np.asarray(line.get_xydata(), float) for line in axes.lines
            if line.get_gid()}  # fmt: skip


# Geometry ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", JOINTS, ids=lambda k: k.type_name)
def test_gaps_of_every_joint_type(kind: Any) -> None:
    """None where the joint lets its child be; the whole shift where it holds it."""
    rng = np.random.default_rng(3)
    bodies = Mechanism("pair")
    for name in "ab":
        bodies.body(name, 1.0, (0, 0, 0), (0.1, 0.1, 0.1))
    bodies.free("base", bodies.ground, "a", at=(0, 0, 0))
    bodies.free("other", bodies.ground, "b", at=(0, 0, 0))
    model = bodies.build()
    pose = Pose((0.1, 0.2, -0.3))
    joint = Joint("j", kind, "a", "b", pose, Pose((-0.2, 0.1, 0.4)))
    model = replace(model, joints=(joint,))
    q = kind.with_unit_quaternion(kind.add(kind.neutral(), 0.5 * rng.normal(size=kind.nv)))
    X_FM = kind.pose(q)
    R_a, p_a = turned(rng), rng.normal(size=3)
    R_b = R_a @ X_FM.matrix
    at_F = p_a + R_a @ np.array(pose.position)
    p_b = at_F + R_a @ X_FM.position - R_b @ np.array((-0.2, 0.1, 0.4))
    poses = {"a": (R_a, p_a), "b": (R_b, p_b), "ground": (np.eye(3), np.zeros(3))}
    assert Placement(model, poses).largest_gap <= 1e-12
    held = {"x": 0, "y": 1, "z": 2}
    for name, k in held.items():
        shift = 0.01 * R_a[:, k]
        if kind.placement == "two axes" and name != "z":
            continue  # held along a link that turns
        moved = Placement(model, {**poses, "b": (R_b, p_b + shift)}).largest_gap
        if name == "z" and "thread" in kind.row_names:
            assert moved == pytest.approx(0.01, rel=0.02)  # the thread holds z: a sine
            continue
        held_by = name in kind.row_names or (kind.type_name == "mode_shape" and name != "x")
        assert moved == pytest.approx(0.01 if held_by else 0.0, abs=1e-12), name


def turned(rng: np.random.Generator) -> np.ndarray:
    Q, R = np.linalg.qr(rng.normal(size=(3, 3)))
    Q = Q * np.sign(np.diag(R))
    return Q * np.sign(np.linalg.det(Q))


def test_gap_of_a_distance() -> None:
    model = replace(four_bar(), joints=(Joint("rod", Distance(2.0), "crank", "rocker"),))
    there = {"crank": np.zeros(3), "rocker": np.array([0.0, 2.5, 0.0])}
    poses = {n: (np.eye(3), there.get(n, np.zeros(3))) for n in ("crank", "coupler", "rocker")}
    expected = (2.5**2 - 2.0**2) / (2 * 2.0)  # its row, a length to first order
    assert Placement(model, poses).largest_gap == pytest.approx(expected)


def test_a_drawing_that_is_open_is_found_out() -> None:
    """The four-bar of paper 4 is drawn open; assembled it closes."""
    system = rusr().compile(kernels=())
    assert in_drawing(system.model).largest_gap > 0.5
    assert at_state(system, system.assemble()).largest_gap < 1e-9


def test_times_of_runs_and_drives(four_bar_run: Run) -> None:
    """Between its times a run is interpolated, in any order; a drive is not."""
    found = at_times(four_bar_run.history, [0.5, 0.1234, 0.5])
    assert [p.t for p in found] == [0.5, 0.1234, 0.5]
    assert all(p.largest_gap < 1e-9 for p in found)
    expected = four_bar_run.history.at([0.1234])["coupler.position"][0]
    np.testing.assert_allclose(found[1].poses["coupler"][1], expected, atol=1e-14)
    assert np.array_equal(found[0].poses["crank"][1], found[2].poses["crank"][1])
    drive = four_bar_run.system.drive({"A": lambda t: 0.1 + t}, times=[0.0, 0.1])
    assert at_times(drive.history, 0.1)[0].largest_gap < 1e-9
    with pytest.raises(ModelError, match="own times only"):
        at_times(drive.history, 0.05)


# Pictures ------------------------------------------------------------------------------------


def test_links_end_at_their_joints(four_bar_run: Run) -> None:
    """Joints as `history.distance` sees them, links between them."""
    figure = plots.stills(four_bar_run.history, (0.0, 1.0), plane="xy")
    for row, axes in zip((0, 50), figure.axes, strict=True):
        lines = by_gid(axes)
        for joint, body in (("A", "crank"), ("B", "crank"), ("C", "coupler"), ("D", "rocker")):
            at = four_bar_run.history.wrench(joint).at[row][:2]
            np.testing.assert_allclose(lines[f"joint:{joint}"][0], at, atol=1e-9)
            ends = np.max(np.abs(lines[f"link:{body}"] - at), axis=1)
            assert np.min(ends) < 1e-9
        assert axes.get_aspect() == 1.0
    assert [axes.get_xlabel() for axes in figure.axes] == ["x [m]", "x [m]"]
    assert figure.axes[0].get_ylabel() == "y [m]"


def test_the_quick_return_stays_closed() -> None:
    """Two sliders: their blocks stay on their guides."""
    system = quick_return().compile(kernels=())
    drive = system.drive({"crank_pivot.angle": lambda t: 6.0 * t}, times=np.linspace(0, 1, 11))
    for placed in at_times(drive.history, drive.t):
        assert placed.largest_gap < 1e-9
        assert placed.joints["slot"].slides and not placed.joints["pin"].slides


def test_sketch_names_joints_and_bodies() -> None:
    axes = plots.sketch(four_bar(), plane="xy").axes[0]
    assert {text.get_text() for text in axes.texts} == set("ABCD")
    named = [text.get_text() for text in axes.get_legend().get_texts()]
    assert named == ["crank", "coupler", "rocker"]


def test_layout_of_a_vehicle() -> None:
    """Wheels are circles about their centres, springs end at their points, the road is below."""
    model = gallery.vehicle_5dof()
    axes = plots.layout(model).axes[0]
    lines = by_gid(axes)
    placed = in_drawing(model)
    for name in ("front", "rear"):
        rim = lines[f"force:{name} tyre"] - placed.poses[name][1][[0, 2]]
        np.testing.assert_allclose(np.linalg.norm(rim, axis=1), 0.35, rtol=1e-12)
        element = next(f for f in model.forces if f.name == f"{name} suspension")
        ends = lines[f"force:{name} suspension"][[0, -1]]
        for end, (body, point) in zip(ends, ((element.body_a, element.point_a),
                                             (element.body_b, element.point_b)),
                                      strict=True):  # fmt: skip
            np.testing.assert_allclose(end, placed.point(body, point)[[0, 2]], atol=1e-12)
    x, z = lines["road:front tyre"].T
    road = gallery.bump_of_paper_1()
    np.testing.assert_allclose(z, road.height(x), atol=1e-12)
    shown = {text.get_text() for text in axes.get_legend().get_texts()}
    assert shown == {"road", "spring, damper", "wheel", "hinge, ball", "slider"}
    assert {text.get_text() for text in axes.texts} == {"chassis", "seat", "front", "rear"}


def test_layout_of_the_tracked_vehicle() -> None:
    """Six arms from pivots to wheels, torsion bars and gas springs, and the bands of the tracks."""
    model = gallery.tracked_vehicle()
    axes = plots.layout(model).axes[0]
    lines = by_gid(axes)
    placed = in_drawing(model)
    wheel = next(f for f in model.forces if f.name == "wheel left3")
    center = placed.point("arm left3", wheel.point)[[0, 2]]
    pivot = placed.joints["left3"].on_child[[0, 2]]
    drawn_arm = lines["link:arm left3"]
    assert sorted(map(tuple, np.round(drawn_arm, 9))) == sorted(
        map(tuple, np.round([center, pivot], 9))
    )
    shown = {text.get_text() for text in axes.get_legend().get_texts()}
    assert {"torsion bar", "gas spring", "track", "wheel", "road"} <= shown
    band = lines["force:track left"]
    assert np.min(band[:, 1]) == pytest.approx(np.min(lines["force:wheel left3"][:, 1]), abs=2e-3)


def test_solids_are_seen_from_the_side() -> None:
    """A box turned by 30 degrees shows the corners that it has."""
    m = Mechanism("solids")
    m.body("box", 1.0, (0, 0, 0), (0.1,) * 3, at=(1, 0, 2), rpy=("0", "30 deg", "0"),
           shape=Box((2.0, 1.0, 0.5)))  # fmt: skip
    m.body("ball", 1.0, (0, 0, 0), (0.1,) * 3, at=(5, 0, 1), shape=Sphere(0.4))
    m.free("a", m.ground, "box", at=(1, 0, 2))
    m.free("b", m.ground, "ball", at=(5, 0, 1))
    axes = plots.layout(m.build()).axes[0]
    shown = {p.get_gid(): p.get_xy() for p in axes.patches if p.get_gid()}
    c, s = np.cos(np.pi / 6), np.sin(np.pi / 6)
    expected = {(round(1 + c * x + s * z, 9), round(2 - s * x + c * z, 9))
                for x in (-1.0, 1.0) for z in (-0.25, 0.25)}  # fmt: skip
    assert {tuple(np.round(p, 9)) for p in shown["solid:box"]} == expected
    radii = np.linalg.norm(shown["solid:ball"] - (5.0, 1.0), axis=1)
    assert np.all(radii <= 0.4 + 1e-12) and np.min(radii) > 0.395


# Views and outlines --------------------------------------------------------------------------


def test_views() -> None:
    p = np.array([1.0, 2.0, 3.0])
    assert view_of("xz").of(p).tolist() == [1.0, 3.0]
    assert view_of("-yz").of(p).tolist() == [-2.0, 3.0]
    assert view_of("-yz").x_label == "−y [m]" and view_of("xz").y_label == "z [m]"
    np.testing.assert_allclose(view_of("isometric").towards, np.ones(3) / np.sqrt(3.0))
    oblique = view_of([(1.0, 1.0, 0.0), (0.0, 1.0, 5.0)])
    np.testing.assert_allclose([oblique.right @ oblique.up, np.linalg.norm(oblique.up)], [0, 1],
                               atol=1e-14)  # fmt: skip
    for wrong in ("xx", "xyz", "ab", "x", ((1, 0, 0), (2, 0, 0))):
        with pytest.raises(ModelError, match="not a view plane"):
            view_of(wrong)


def test_springs_are_drawn_from_end_to_end() -> None:
    a, b = np.array([1.0, 2.0]), np.array([4.0, 6.0])
    line = coil(a, b, 0.1)
    assert np.array_equal(line[0], a) and np.allclose(line[-1], b)
    across = (line - a) @ np.array([-0.8, 0.6])
    assert np.max(across) == pytest.approx(0.1) and np.min(across) == pytest.approx(-0.1)
    assert len(coil(a, a, 0.1)) == 2


def test_views_from_a_corner_show_the_axes() -> None:
    figure = plots.sketch(gallery.rssr(), plane="isometric")
    assert figure.axes[0].get_xlabel() == "right in the view [m]"
    assert {"x", "y", "z"} <= {text.get_text() for text in figure.axes[0].texts}
