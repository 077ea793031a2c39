"""The rig for an axle: geometry of distances, closed forms, statics, the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

import sarrus
from command_line import run_line
from sarrus.errors import ModelError
from sarrus.gallery.double_wishbone import POINTS, wishbone_corner
from sarrus.gallery.steering import anti_roll_bar, rack_and_pinion
from sarrus.suspension import AxleRig, ContactLoad, Rig, write_report
from vehicles.wishbones import CAMBER, RADIUS, TOE, geometry_of

G = 9.81
AXLE = Path(__file__).parents[2] / "examples" / "car" / "axle_on_rig.yaml"


def wishbone_axle(bar: float = 700.0) -> sarrus.Model:
    """Return an axle of two double wishbones with a rack and an anti-roll bar."""
    m = sarrus.Mechanism("axle", (0, 0, -G))
    gear = rack_and_pinion({"rack_end": POINTS["tie_inner"]}, behind=True)
    m.add("steering", gear, connect=m.ground)
    corner = wishbone_corner(
        None, steering="host", load=3500.0, camber=CAMBER, toe=TOE, radius=RADIUS
    )
    connect = {"ground": "ground", "rack": "steering.rack"}
    for side in ("left", "right"):
        m.add(side, corner, connect=connect, mirror=side == "right")
    sides = {"left": "left.lower_arm", "right": "right.lower_arm"}
    m.add("bar", anti_roll_bar(stiffness=bar), connect={"ground": "ground", **sides})
    return m.build()


@pytest.fixture(scope="module")
def rig() -> AxleRig:
    system = wishbone_axle().compile()
    return AxleRig(system, steer="steering.rack", bar="bar.torsion")


def trailing_arms(bar: float = 400.0) -> sarrus.Model:
    """Return two arms that turn about an axis across, sprung at them, with a bar between them."""
    m = sarrus.Mechanism("arms", (0, 0, 0))
    for side, s in (("left", 1.0), ("right", -1.0)):
        m.body(f"{side}.arm", 10.0, (-0.2, 0.7 * s, 0.3), (1, 1, 1))
        m.body(f"{side}.wheel", 15.0, (-0.4, 0.75 * s, 0.3), (1, 1, 1))
        m.revolute(f"{side}.pivot", m.ground, f"{side}.arm", at=(0, 0.7 * s, 0.3), axis="y")
        m.revolute(
            f"{side}.hub", f"{side}.arm", f"{side}.wheel", at=(-0.4, 0.75 * s, 0.3), axis="y"
        )
        m.joint_spring(f"{side}.spring", f"{side}.pivot", k=3000.0)
    m.body("half", 1.0, (0, 0, 0.3), (1, 1, 1))
    m.revolute("seat", m.ground, "half", at=(0, 0, 0.3), axis="y")
    m.couple("left_end", {"seat.angle": 1.0, "left.pivot.angle": -1.0})
    m.body("other", 1.0, (0, 0, 0.3), (1, 1, 1))
    m.revolute("twist", "half", "other", at=(0, 0, 0.3), axis="y")
    m.couple("right_end", {"seat.angle": 1.0, "twist.angle": 1.0, "right.pivot.angle": -1.0})
    m.joint_spring("bar", "twist", k=bar)
    return m.build()


def test_trailing_arms_in_closed_form() -> None:
    """Arms of 0.4 m on springs of 3000 N m/rad, half track 0.75 m, a bar of 400 N m/rad.

    A travel z turns an arm by asin(z/0.4); wheels go straight up, so that the roll centre is on
    the ground; roll turns a wheel that stays upright to the chassis by itself against the road.
    """
    arms = AxleRig(trailing_arms().compile(), radius=0.3, bar="bar")
    found = arms.design_sweep()
    y, arm, k, bar = 0.75, 0.4, 3000.0, 400.0
    # per wheel k/arm^2 for one, and the bar twists by twice the angle of an arm
    own, of_bar = 2.0 * y**2 * k / arm**2, 2.0 * y**2 * 2.0 * bar / arm**2
    assert found["roll_stiffness"][0] == pytest.approx(own + of_bar, rel=2e-6)
    assert found["bar_roll_stiffness"][0] == pytest.approx(of_bar, rel=2e-6)
    assert found["roll_center_height"][0] == pytest.approx(0.0, abs=1e-9)
    assert found["roll_steer"][0] == pytest.approx(0.0, abs=1e-9)
    assert found["left.roll_camber"][0] == pytest.approx(-1.0, abs=1e-9)
    # and far away: the moment of the loads by statics
    roll = 0.1
    row = arms.roll(0.0, roll, 2)
    z = y * np.tan(roll)
    turn = np.arcsin(z / arm)
    force = (k * turn + 2.0 * bar * turn) / (arm * np.cos(turn))
    assert row["roll_moment"][1] == pytest.approx(2.0 * y * force, rel=1e-9)
    assert row["left.travel"][1] == pytest.approx(-z) and row["right.travel"][1] == pytest.approx(z)


def test_roll_against_the_geometry_of_distances(rig: AxleRig) -> None:
    """Each wheel stands where spheres about its hard points meet, to 1e-9."""
    sweep = rig.roll(-0.06, 0.06, 3)
    for side in ("left", "right"):
        corner = geometry_of(side)
        drawn = corner.at_travel(0.0, 0.0)
        for k in range(3):
            known = corner.at_travel(float(sweep[f"{side}.travel"][k]), 0.0).measures(drawn)
            for name in ("camber", "toe", "half_track_change", "wheelbase_change"):
                assert sweep[f"{side}.{name}"][k] == pytest.approx(known[name], abs=1e-9), name


def test_measures_are_slopes_of_the_sweep(rig: AxleRig) -> None:
    """Finite differences of what the sweep itself shows, and the roll centre of one corner."""
    sweep = rig.roll(-0.004, 0.004, 3)
    d = 0.004
    stiffness = (sweep["roll_moment"][2] - sweep["roll_moment"][0]) / (2 * d)
    assert sweep["roll_stiffness"][1] == pytest.approx(stiffness, rel=1e-5)
    mean = 0.5 * (sweep["left.steer_angle"] + sweep["right.steer_angle"])
    assert sweep["roll_steer"][1] == pytest.approx((mean[2] - mean[0]) / (2 * d), rel=5e-4)
    camber = (sweep["left.camber"][2] - sweep["left.camber"][0]) / (2 * d)
    assert sweep["left.roll_camber"][1] == pytest.approx(camber - 1.0, rel=1e-5)
    one = wishbone_corner(None, load=3500.0, camber=CAMBER, toe=TOE, radius=RADIUS)
    alone = Rig(one.build().compile(), steer="rack").design_sweep()
    assert sweep["roll_center_height"][1] == pytest.approx(alone["roll_center_height"][0], rel=1e-7)


def test_stiffness_by_the_energy_of_springs(rig: AxleRig) -> None:
    """Pads that tilt do the work that springs and weights store: M by the derivative of energy.

    Between the two, the loads act at the patches and not under the wheel centres: in energy their
    arms are those by which the pads go up, so that both are compared at the wheel loads.
    """
    half = rig.half_track
    d = 1e-3

    def energy(roll: float) -> float:
        position = rig.at(-half * np.tan(roll), half * np.tan(roll))
        return float(rig.bench.energy(position.state.q, position.state.v).potential)

    for roll in (0.0, 0.04):
        left, right = rig.at(-half * np.tan(roll), half * np.tan(roll)).loads
        work = (right - left) * half / np.cos(roll) ** 2
        slope = (energy(roll + d) - energy(roll - d)) / (2 * d)
        # the patch is beside the wheel centre by the camber: its moment does work as that changes
        assert slope == pytest.approx(work, rel=0.02, abs=2.0)


def test_forces_at_the_pickups_balance(rig: AxleRig) -> None:
    """All that holds the axle against ground, the road and the weights add up to nothing."""
    load = ContactLoad(lateral=1500.0, longitudinal=-800.0, aligning=40.0)
    position = rig.at(-0.03, 0.02, 0.004, load)
    row = {name: value[0] for name, value in rig._row(position).items()}
    model, held = rig.system.model, np.zeros(3)
    for joint in model.joints:
        if joint.parent == "ground":
            held += [row[f"{joint.name}.force.{axis}"] for axis in "xyz"]
    poses = rig.bench.poses(position.state.q)
    for spring in rig.corners[0].springs:
        ends = []
        for body, at in ((spring.body_a, spring.point_a), (spring.body_b, spring.point_b)):
            here = np.array(at)
            if body != "ground":
                here = poses[body].position + poses[body].rotation @ here
            ends.append(here)
        along = (ends[1] - ends[0]) / np.linalg.norm(ends[1] - ends[0])
        held += row[f"{spring.name}.pull"] * along * (1.0 if spring.body_a == "ground" else -1.0)
    weight = np.array([0.0, 0.0, -G]) * sum(body.mass for body in model.bodies)
    road = np.array([2 * load.longitudinal, 2 * load.lateral, sum(position.loads)])
    np.testing.assert_allclose(held, road + weight, atol=2e-3)


def test_both_wheels_alike_are_a_corner(rig: AxleRig) -> None:
    """In parallel travel and under equal loads the sides are images of each other."""
    sweep = rig.travel(-0.04, 0.04, 3)
    for name in ("camber", "toe", "wheel_load", "half_track_change"):
        np.testing.assert_allclose(sweep[f"left.{name}"], sweep[f"right.{name}"], atol=1e-6)
    np.testing.assert_allclose(
        sweep["track_change"], 2 * sweep["left.half_track_change"], atol=1e-9
    )
    pushed = rig.force("lateral", -1000.0, 1000.0, 3)
    assert pushed["left.wheel_load"][2] < pushed["left.wheel_load"][1]  # it is lifted on one side
    sums = pushed["left.wheel_load"] + pushed["right.wheel_load"]
    assert sums[2] == pytest.approx(sums[0], rel=1e-6)
    steered = rig.steer(-0.02, 0.02, 3)
    np.testing.assert_allclose(steered["left.steer_angle"], -steered["right.steer_angle"][::-1],
                               atol=1e-9)  # fmt: skip


def test_what_the_rig_refuses(rig: AxleRig) -> None:
    system = rig.system
    with pytest.raises(ModelError, match=r"K01.*is on the right.*given as the left wheel"):
        AxleRig(system, "right.wheel", "left.wheel", steer="steering.rack")
    with pytest.raises(ModelError, match=r"M09.*'bar.torsio'.*bar.torsion"):
        AxleRig(system, steer="steering.rack", bar="bar.torsio")
    with pytest.raises(ModelError, match=r"S03.*'lateral', 'longitudinal', 'aligning'"):
        rig.force("vertical", -1.0, 1.0)
    with pytest.raises(ModelError, match=r"K05.*held at the travel"):
        rig.at(load=ContactLoad(vertical=3000.0))
    with pytest.raises(ModelError, match="K04"):
        AxleRig(trailing_arms().compile(), radius=0.3).steer(-0.1, 0.1)


@pytest.mark.slow
def test_command_and_page(tmp_path: Path) -> None:
    page = tmp_path / "axle.html"
    asked = ["--wheel", "left.wheel,right.wheel", "--steer", "rack", "--bar", "bar.torsion"]
    asked += ["--roll=-3deg:3deg:3", "--travel=-20mm:20mm:3", "--compare", "bar=0"]
    done = run_line(["rig", str(AXLE), *asked, "-o", str(page), "--json"])
    assert done.exit_code == 0, done.output
    answer = json.loads(done.output)
    roll, bare = answer["sweeps"][1]["columns"], answer["variants"]["bar=0"][1]["columns"]
    lost = roll["roll_stiffness"][1] - bare["roll_stiffness"][1]
    assert lost == pytest.approx(roll["bar_roll_stiffness"][1], rel=1e-6)
    text = page.read_text(encoding="utf-8")
    assert "roll_center_height" in text and re.search(r"N\*?\s?m/deg", text)
    refused = run_line(["rig", str(AXLE), "--bar", "bar.torsion"])
    assert refused.exit_code == 2 and "is for an axle" in refused.output


def test_plot_and_report(rig: AxleRig, tmp_path: Path) -> None:
    sweep = rig.roll(-0.03, 0.03, 3)
    figure = sweep.plot("camber", "roll_center_height", path=tmp_path / "roll.png")
    first, second = figure.axes
    assert len(first.lines) == 2 and len(second.lines) == 1
    write_report(rig, tmp_path / "axle.html", sweep)
    text = (tmp_path / "axle.html").read_text(encoding="utf-8")
    assert "axle: axle" in text and "<details>" in text
