"""The rig for kinematics and compliance: closed forms, reciprocity, balance, the rigid limit."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

import sarrus
from command_line import run_line
from sarrus.errors import ModelError
from sarrus.suspension import ContactLoad, ElasticRig, Rig, variants_figure, write_report

CORNER = """sarrus: 1
name: corner
gravity: [0, 0, -9.81]
constants: {k: 5e6 N/m, k_turn: 300 N*m/rad, upper_ball_z: 520 mm}
bodies:
  lower:   {mass: 5, at: [0, 0.5, 0.19], inertia: [0.1, 0.1, 0.1]}
  upper:   {mass: 3, at: [0, 0.5, 0.48], inertia: [0.05, 0.05, 0.05]}
  upright: {mass: 12, at: [0, 0.72, 0.33], inertia: [0.2, 0.2, 0.2]}
  wheel:
    mass: 18
    at: [0, 0.76, 0.32]
    inertia: [0.5, 0.9, 0.5]
    shapes: [{type: cylinder, radius: 0.32, length: 0.2, at: [0, 0.76, 0.32], rpy: [90 deg, 0, 0]}]
  rack:    {mass: 3, at: [-0.12, 0.3, 0.25], inertia: [0.1, 0.1, 0.1]}
joints:
  lower_free: {type: free, parent: ground, child: lower, at: [0, 0.5, 0.19]}
  upper_free: {type: free, parent: ground, child: upper, at: [0, 0.5, 0.48]}
  lower_ball: {type: spherical, parent: lower, child: upright, at: [0.01, 0.72, 0.19]}
  upper_ball: {type: spherical, parent: upper, child: upright, at: [-0.02, 0.68, upper_ball_z]}
  hub:        {type: revolute, parent: upright, child: wheel, at: [0, 0.76, 0.32], axis: y}
  rack:       {type: prismatic, parent: ground, child: rack, at: [-0.12, 0.3, 0.25], axis: y}
  tie_rod:
    {type: distance, a: rack, b: upright, at_a: [-0.12, 0.38, 0.25], at_b: [-0.12, 0.7, 0.24]}
forces:
  lower_front:
    {type: bushing, a: ground, b: lower, at: [0.15, 0.35, 0.20],
     stiffness: [k, k, k, k_turn, k_turn, k_turn]}
  lower_rear:
    {type: bushing, a: ground, b: lower, at: [-0.2, 0.35, 0.20],
     stiffness: [k, k, k, k_turn, k_turn, k_turn]}
  upper_front:
    {type: bushing, a: ground, b: upper, at: [0.12, 0.42, 0.50],
     stiffness: [k, k, k, k_turn, k_turn, k_turn]}
  upper_rear:
    {type: bushing, a: ground, b: upper, at: [-0.12, 0.42, 0.50],
     stiffness: [k, k, k, k_turn, k_turn, k_turn]}
  spring:
    type: spring_damper
    a: ground
    b: lower
    at_a: [0, 0.5, 0.75]
    at_b: [0, 0.6, 0.2]
    k: 60 kN/m
    free_length: 620 mm
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rig") / "corner.yaml"
    path.write_text(CORNER, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def rig(file: Path) -> ElasticRig:
    return ElasticRig(sarrus.load(file).compile(), steer="rack")


def test_compliance_of_a_block_on_bushings_in_closed_form() -> None:
    """An upright on three bushings: the turn and shift for small loads are K^-1 w."""
    m = sarrus.Mechanism("block", (0.0, 0.0, 0.0))
    block = m.body("block", 10.0, (0, 0.7, 0.3), (1, 1, 1))
    wheel = m.body("wheel", 1.0, (0, 0.75, 0.3), (1, 1, 1))
    m.free("free", m.ground, block, at=(0, 0.7, 0.3))
    m.revolute("hub", block, wheel, at=(0, 0.75, 0.3), axis="y")
    points = np.array([[0.1, 0.6, 0.15], [-0.2, 0.55, 0.2], [0.05, 0.6, 0.5]])
    stiffness = np.array([[2e6, 3e6, 1e6], [1e6, 2e6, 4e6], [3e6, 1e6, 2e6]])
    for k, (at, k_) in enumerate(zip(points, stiffness, strict=True)):
        m.bushing(f"B{k}", m.ground, block, at=tuple(at), stiffness=(*k_, 50.0, 60.0, 70.0))
    rig = ElasticRig(m.build().compile(), radius=0.3)
    center, patch = np.array([0.0, 0.75, 0.3]), np.array([0.0, 0.75, 0.0])
    K = np.diag([0.0, 0, 0, 150, 180, 210])
    for at, k_ in zip(points, stiffness, strict=True):
        r = at - center
        cross = np.array([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0]])
        J = np.hstack([np.eye(3), -cross])  # shift of a point: of the centre, and turn x r
        K += J.T @ np.diag(k_) @ J
    held = [0, 1, 3, 4, 5]  # the pad holds the centre along z
    C = np.linalg.inv(K[np.ix_(held, held)])
    found = rig.coefficients()
    arm = patch - center
    for what, force, moment in (
        ("lateral", np.array([0.0, 1, 0]), np.zeros(3)),
        ("longitudinal", np.array([1.0, 0, 0]), np.zeros(3)),
        ("aligning", np.zeros(3), np.array([0.0, 0, 1])),
    ):
        load = np.concatenate([force[:2], moment + np.cross(arm, force)])
        x, y, a, b, c = C @ load
        shift = np.array([x, y, 0.0]) + np.cross([a, b, c], arm)
        # the lowest point of the disc does not turn with the wheel about its axle
        shift[0] -= b * arm[2]
        for name, value in (
            ("camber", -a),
            ("toe", -c),
            ("steer_angle", c),
            ("half_track_change", shift[1]),
            ("wheelbase_change", shift[0]),
        ):
            got = float(found[f"{name}.by_{what}"][0])
            assert got == pytest.approx(value, rel=2e-4, abs=2e-4 * abs(C).max()), (what, name)


def test_reciprocity(rig: ElasticRig) -> None:
    """Maxwell and Betti: what a lateral force lifts is what travel shifts, and so on."""
    found = rig.coefficients()
    c = {name: float(found[name][0]) for name in found.names}
    assert c["wheel_load.by_lateral"] == pytest.approx(-c["half_track_change.by_travel"], rel=1e-4)
    assert c["wheel_load.by_aligning"] == pytest.approx(-c["steer_angle.by_travel"], rel=1e-4)
    assert c["steer_angle.by_lateral"] == pytest.approx(
        c["half_track_change.by_aligning"], rel=1e-4
    )


def test_coefficients_are_slopes_of_the_sweeps(rig: ElasticRig) -> None:
    found = rig.coefficients()
    for what, size in (("lateral", 600.0), ("aligning", 60.0)):
        sweep = rig.force(what, -size, size, 3)
        slope = (sweep["toe"][2] - sweep["toe"][0]) / (2.0 * size)
        assert slope == pytest.approx(float(found[f"toe.by_{what}"][0]), rel=2e-3)
    sweep = rig.travel(-0.004, 0.004, 5)
    rate = float(found["wheel_load.by_travel"][0])
    assert sweep["wheel_rate"][2] == pytest.approx(rate, rel=1e-4)


def test_forces_at_the_pickups_balance(rig: ElasticRig) -> None:
    """All that holds the corner against ground, the road and the weights add up to nothing."""
    load = ContactLoad(lateral=1500.0, longitudinal=-800.0, aligning=40.0)
    position = rig.at(0.02, 0.005, load)
    row = {name: value[0] for name, value in rig._row(position).items()}
    held = np.zeros(3)
    for name in ("lower_front", "lower_rear", "upper_front", "upper_rear", "rack"):
        held += [row[f"{name}.force.{axis}"] for axis in "xyz"]  # on ground
    pose = rig.bench.poses(position.state.q)["lower"]
    top, bottom = (
        np.array([0.0, 0.5, 0.75]),
        pose.position + pose.rotation @ np.array([0.0, 0.1, 0.01]),
    )
    held += row["spring.pull"] * (bottom - top) / np.linalg.norm(bottom - top)
    weight = np.array([0.0, 0.0, -9.81]) * sum(body.mass for body in rig.system.model.bodies)
    road = np.array([load.longitudinal, load.lateral, position.wheel_load])
    np.testing.assert_allclose(held, road + weight, atol=1e-3)


def test_a_corner_without_bushings_is_that_of_the_kinematic_rig() -> None:
    model = sarrus.gallery.double_wishbone()
    rigid = Rig(model.compile(), steer="rack")
    soft = ElasticRig(model.compile(), steer="rack")
    for travel, steer in ((0.04, 0.0), (-0.05, 0.01)):
        one, other = rigid.at(travel, steer).wheel, soft.at(travel, steer).wheel
        assert other.camber == pytest.approx(one.camber, abs=1e-9)
        assert other.toe == pytest.approx(one.toe, abs=1e-9)
        np.testing.assert_allclose(other.patch, one.patch, atol=1e-9)


def test_wheel_load_acts_at_the_contact_patch() -> None:
    """Loads of a wheel with camber and forces at joints are those of the kinematic rig."""
    from sarrus.gallery.double_wishbone import wishbone_corner

    corner = wishbone_corner(None, load=3500.0, camber=-0.03).build()
    soft = ElasticRig(corner.compile(), steer="rack")
    known = Rig(corner.compile(), steer="rack").travel(-0.03, 0.03, 3, load=ContactLoad())
    found = soft.travel(-0.03, 0.03, 3)
    np.testing.assert_allclose(found["wheel_load"], known["wheel_load"], rtol=1e-8)
    for name in ("lower_ball", "upper_ball", "hub", "tie_outer"):
        np.testing.assert_allclose(found.force(name), known.force(name), atol=1e-4)


def test_forces_at_joints_know_the_load() -> None:
    """Under a load at the tyre the ball joints carry what they do on the kinematic rig."""
    from sarrus.gallery.double_wishbone import wishbone_corner

    corner = wishbone_corner(None, load=3500.0).build()
    load = ContactLoad(lateral=1500.0, longitudinal=-900.0, aligning=50.0)
    soft, rigid = ElasticRig(corner.compile(), steer="rack"), Rig(corner.compile(), steer="rack")
    found, known = (one.travel(0.0, 0.02, 2, load=load) for one in (soft, rigid))
    for name in ("lower_ball", "upper_ball", "hub", "tie_outer", "rack"):
        np.testing.assert_allclose(found.force(name), known.force(name), atol=1e-3)


def test_roll_is_travel_and_camber_to_the_road(rig: ElasticRig) -> None:
    sweep = rig.roll(-0.04, 0.04, 3)
    assert sweep["travel"][0] > 0.0 > sweep["travel"][2]  # to the right: a left wheel comes down
    np.testing.assert_allclose(sweep["camber_to_road"], sweep["camber"] - sweep["roll"], atol=1e-15)


def test_what_the_rig_refuses(rig: ElasticRig, file: Path) -> None:
    with pytest.raises(ModelError, match=r"S03.*'lateral', 'longitudinal', 'aligning'"):
        rig.force("vertical", -1.0, 1.0)
    with pytest.raises(ModelError, match=r"K05.*held at the travel"):
        rig.at(load=ContactLoad(vertical=3000.0))
    with pytest.raises(ModelError, match="K08"):
        rig.travel(0.1, -0.1)
    loose = re.sub(r"  upper_(front|rear):\n.*\n.*\n", "", CORNER)
    assert "b: upper" not in loose.replace("b: upright", "")
    system = sarrus.load(_written(file.parent / "loose.yaml", loose)).compile()
    with pytest.raises(ModelError, match=r"K06.*an arm that nothing holds"):
        ElasticRig(system, steer="rack")


def _written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.slow
def test_pages_and_plots_with_variants(rig: ElasticRig, file: Path, tmp_path: Path) -> None:
    sweep = rig.force("lateral", -1000.0, 1000.0, 3)
    page = write_report(rig, tmp_path / "kc.html", sweep, variants={"other": [sweep]})
    text = page.read_text(encoding="utf-8")
    assert "by lateral" in text and "other" in text and "Lateral force" in text
    toe = float(rig.coefficients().column("toe.by_lateral").values[0])  # [rad/N]
    assert f"{1e3 * np.degrees(toe):.5g} deg/kN" in text
    figure = variants_figure({"as drawn": sweep, "other": sweep}, "toe", path=tmp_path / "toe.png")
    (axes,) = figure.axes
    assert len(axes.lines) >= 2 and "lateral" in axes.get_xlabel()
    assert (tmp_path / "toe.png").stat().st_size > 1000


@pytest.mark.slow
def test_command(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "kc.html"
    asked = ["--lateral=-2kN:2kN:3", "--travel=-20mm:20mm:3", "--compare", "upper_ball_z=540mm"]
    done = run_line(["rig", str(file), "--steer", "rack", *asked, "-o", str(out), "--json"])
    assert done.exit_code == 0, done.output
    answer = json.loads(done.output)
    assert [one["title"].split()[0] for one in answer["sweeps"]] == ["Wheel", "Lateral"]
    as_drawn, other = (
        one["columns"]["camber"]
        for one in (answer["sweeps"][0], answer["variants"]["upper_ball_z=540mm"][0])
    )
    assert not np.allclose(as_drawn, other)
    assert "upper_ball_z=540mm" in out.read_text(encoding="utf-8")
