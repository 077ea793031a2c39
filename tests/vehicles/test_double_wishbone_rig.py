"""The rig on other suspensions, its tables, and what it says of bad input."""

from __future__ import annotations

import csv
import math
import subprocess
import sys

import numpy as np
import pytest

from sarrus import Mechanism, ModelError
from sarrus.gallery import double_wishbone
from sarrus.suspension import ContactLoad, Rig, Unreachable
from sarrus.suspension.position import Kinematics
from vehicles.wishbones import CAMBER, MODULE, RADIUS, TOE, rig_of


@pytest.fixture(scope="module")
def rig() -> Rig:
    return rig_of()


def trailing_arm():
    """A rear wheel of the right side on an arm 0.4 m long, pivoting about y at (0.4, -0.5, 0.3)."""
    m = Mechanism("trailing_arm")
    arm = m.body("arm", mass=8.0, com=(0.2, -0.55, 0.3), inertia=(0.1, 0.2, 0.2))
    m.revolute("pivot", m.ground, arm, at=(0.4, -0.5, 0.3), axis="y")
    m.spring_damper("coil", m.ground, arm, at_a=(0.15, -0.5, 0.6), at_b=(0.15, -0.5, 0.3), k=40e3,
                    free_length=0.4)  # fmt: skip
    return m, arm


def test_trailing_arm_has_its_closed_form():
    """A tree without loops, and a wheel without a hub."""
    m, _ = trailing_arm()
    options = {"center": (0.0, -0.7, 0.3), "spin_axis": (0, 1, 0), "radius": 0.3}
    rig = Rig(m.build().compile(), "arm", **options)
    sweep = rig.travel(-0.1, 0.12, 12, load=ContactLoad(lateral=500.0))
    z = sweep["travel"]
    angle = np.arcsin(z / 0.4)
    assert sweep["camber"] == pytest.approx(np.zeros(12), abs=1e-12)
    assert sweep["toe"] == pytest.approx(np.zeros(12), abs=1e-12)
    assert sweep["wheelbase_change"] == pytest.approx(0.4 * (1 - np.cos(angle)), abs=1e-12)
    assert sweep["half_track_change"] == pytest.approx(np.zeros(12), abs=1e-12)
    assert sweep["side_center.x"] == pytest.approx(np.full(12, 0.4), abs=1e-9)
    assert sweep["side_center.z"] == pytest.approx(np.full(12, 0.3), abs=1e-9)
    assert np.all(np.isinf(sweep["front_center.y"])) and "caster" not in sweep
    # statics: moments about the pivot
    seat = np.column_stack([0.4 - 0.25 * np.cos(angle), 0.3 + 0.25 * np.sin(angle)])
    gap = np.array([0.15, 0.6]) - seat
    length = np.linalg.norm(gap, axis=1)
    assert sweep["coil.length"] == pytest.approx(length, abs=1e-12)
    along = gap / length[:, None]
    pull = 40e3 * (length - 0.4)
    assert sweep["coil.pull"] == pytest.approx(pull, rel=1e-12)
    lever = (seat[:, 0] - 0.4) * along[:, 1] - (seat[:, 1] - 0.3) * along[:, 0]
    weight = 8.0 * 9.81 * 0.2 * np.cos(angle)
    expected = (pull * lever + weight) / (0.4 * np.cos(angle))
    assert sweep["wheel_load"] == pytest.approx(expected, rel=1e-10)
    # on the chassis: road, spring and weight together
    on_pivot = sweep.force("pivot")
    assert on_pivot[:, 1] == pytest.approx(np.full(12, 500.0), rel=1e-12)
    assert on_pivot[:, 0] == pytest.approx(pull * along[:, 0], abs=1e-7)
    assert on_pivot[:, 2] == pytest.approx(expected - 8 * 9.81 + pull * along[:, 1], abs=1e-7)


def test_other_assembly_is_not_taken(monkeypatch):
    """A solver that lands on the far side of the pivot is sent back for a shorter step."""
    m, _ = trailing_arm()
    rig = Rig(m.build().compile(), "arm", center=(0, -0.7, 0.3), spin_axis=(0, 1, 0), radius=0.3)
    closed, jumps = Kinematics._closed_position, []

    def jumping(self, guess, travel, steer):
        found = closed(self, guess, travel, steer)
        if len(jumps) < 2:
            jumps.append(travel)
            return closed(self, np.pi - found.state.q, travel, steer)
        return found

    monkeypatch.setattr(Kinematics, "_closed_position", jumping)
    position = rig.at(0.1)
    assert jumps == [0.1, 0.05]
    assert position.wheel.center[0] == pytest.approx(0.4 - math.sqrt(0.4**2 - 0.1**2), abs=1e-12)
    assert rig.at(0.3999).wheel.center[0] == pytest.approx(
        0.4 - math.sqrt(0.4**2 - 0.3999**2), abs=1e-9
    )


def five_links():
    """The same corner as a five-link suspension: arms are pairs of rods, bodies fewer."""
    P, m = MODULE.POINTS, Mechanism("five_links")
    com = np.mean([P["lower_ball"], P["upper_ball"]], axis=0)
    upright = m.body("upright", mass=12.0, com=com, inertia=(0.3, 0.3, 0.3))
    m.free("moves", m.ground, upright)
    for arm in ("lower", "upper"):
        for end in ("front", "rear"):
            inner, outer = P[f"{arm}_{end}"], P[f"{arm}_ball"]
            m.distance(f"{arm}_{end}", m.ground, upright, at_a=inner, at_b=outer)
    m.distance("tie", m.ground, upright, at_a=P["tie_inner"], at_b=P["tie_outer"])
    return m.build()


def test_five_links_move_like_the_double_wishbone(rig: Rig):
    """Wishbones are pairs of links that meet in a ball joint; the rig knows neither."""
    P = MODULE.POINTS
    spin = np.array([math.tan(TOE), 1.0, -math.tan(CAMBER) / math.cos(TOE)])
    axis = (P["lower_ball"], P["upper_ball"])
    links = Rig(five_links().compile(), "upright", center=P["wheel_center"], spin_axis=spin,
                radius=RADIUS, steering_axis=axis)  # fmt: skip
    one, other = links.travel(-0.07, 0.07, 7), rig.travel(-0.07, 0.07, 7)
    for name in one.names:
        if name != "steer":
            assert one[name] == pytest.approx(other[name], abs=1e-9), name
    # each link carries a force along itself
    table = links.load_cases({"side": ContactLoad(lateral=3e3)}, travel=0.02)
    for name in ("lower_front", "tie"):
        force = table.force(name)[0]
        joint = links.system.model.joint(name)
        upright = links.at(0.02).bodies["upright"]
        end = upright.position + upright.rotation @ np.array(joint.on_child.position)
        along = end - np.array(joint.on_parent.position)
        assert np.linalg.norm(np.cross(force, along)) <= 1e-9 * np.linalg.norm(force)
    with pytest.raises(ModelError, match="no spring") as caught:
        links.load_cases({"bump": ContactLoad(vertical=3e3)})
    assert caught.value.problems[0].code == "K05"


# tables ------------------------------------------------------------------------------------------


def test_csv_is_read_back_exactly(rig: Rig, tmp_path):
    sweep = rig.travel(-0.02, 0.02, 3, load=ContactLoad(lateral=1.0))
    with sweep.to_csv(tmp_path / "sweep.csv").open(encoding="utf-8", newline="") as stream:
        head, *rows = csv.reader(stream)
    assert head[:3] == ["travel [m]", "steer [m]", "camber [rad]"] and len(head) == len(sweep.names)
    for k, name in enumerate(sweep.names):
        assert [float(row[k]) for row in rows] == sweep[name].tolist()
    cases = rig.load_cases({"a, b": ContactLoad()}).to_csv(tmp_path / "cases.csv")
    with cases.open(encoding="utf-8", newline="") as stream:
        assert list(csv.reader(stream))[1][0] == "a, b"
    with pytest.raises(OSError, match="cannot be written"):
        sweep.to_csv(tmp_path / "no" / "such" / "folder.csv")


def test_pandas_holds_units(rig: Rig):
    sweep = rig.travel(-0.02, 0.02, 3)
    frame = sweep.to_pandas()
    assert frame.attrs["units"]["camber"] == "rad" and list(frame.columns) == sweep.names
    assert frame["toe"].to_numpy().tolist() == sweep["toe"].tolist()


def test_report_is_in_millimeters_and_degrees(rig: Rig):
    sweep = rig.travel(-0.02, 0.02, 3)
    text = rig.report(sweep)
    assert "left corner, wheel 'wheel' on 'upright'" in text
    last = dict(
        zip(sweep.report().split("\n")[1].split(), text.split("\n")[-2].split(), strict=True)
    )
    assert last["travel"] == "20.00"
    assert float(last["camber"]) == pytest.approx(math.degrees(sweep["camber"][-1]), abs=5e-4)
    assert float(last["trail"]) == pytest.approx(1e3 * sweep["trail"][-1], abs=5e-3)
    assert len(sweep) == 3 and "camber" in sweep and sweep.column("camber").unit == "rad"
    with pytest.raises(ModelError, match="Did you mean 'camber'"):
        sweep["cambre"]
    with pytest.raises(ValueError, match="read-only"):
        sweep["camber"][0] = 1.0


# bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wheel", "options", "code", "words"),
    [
        ("weel", {}, "M09", "Did you mean 'wheel'"),
        ("upright", {}, "K01", "no hub of its own"),
        ("wheel", {"steering_axis": ("lower_bal", "upper_ball")}, "M09", "mean 'lower_ball'"),
        ("wheel", {"steering_axis": ("lower_pivot", "upper_ball")}, "K02", "carrier 'upright'"),
        ("wheel", {"steering_axis": ((0, 0.7, 0.2), (0, 0.6, 0.2))}, "K02", "level"),
        ("wheel", {"steer": "rak"}, "M09", "Did you mean 'rack'"),
        ("wheel", {"steer": "tie_inner"}, "K04", "one coordinate"),
        ("wheel", {"springs": ["sprung"]}, "M09", "Did you mean 'spring'"),
        ("wheel", {"carried_by": "rack"}, "M09", "spring, damper"),
        ("wheel", {"radius": "0 mm"}, "M04", "below"),
        ("wheel", {"center": (0, 0, 0.3)}, "K01", "neither left"),
        ("wheel", {"seats": {"lower_pivot": ("lower_front", "upper_rear")}}, "K03",
         "on the axis"),
        ("wheel", {"seats": {"lower_pivot": ("lower_front", "nowhere")}}, "M09", "frame"),
        ("wheel", {"hold": {"hob": 0.0}, "steer": "rack"}, "M09", "hob"),
        ("wheel", {}, "K04", "steer='rack'"),
    ],
)  # fmt: skip
def test_bad_corners_are_told(rig: Rig, wheel: str, options: dict, code: str, words: str):
    with pytest.raises(ModelError, match=words) as caught:
        Rig(rig.system, wheel, **options)
    assert code in {problem.code for problem in caught.value.problems}


def test_wheel_without_a_shape_needs_a_radius():
    m, arm = trailing_arm()
    wheel = m.body("wheel", mass=15.0, com=(0, -0.7, 0.3), inertia=(0.5, 0.9, 0.5))
    m.revolute("hub", arm, wheel, at=(0, -0.7, 0.3), axis="y")
    system = m.build().compile()
    with pytest.raises(ModelError, match="radius="):
        Rig(system)
    assert Rig(system, radius=0.3).travel(-0.02, 0.02, 3)["camber"] == pytest.approx(np.zeros(3))


def test_all_problems_at_once(rig: Rig):
    with pytest.raises(ModelError) as caught:
        Rig(rig.system, steer="rak", springs=["x"], radius=-1)
    assert len(caught.value.problems) == 3


def test_bad_sweeps_are_told(rig: Rig):
    with pytest.raises(ModelError, match="from a lower to an upper"):
        rig.travel(0.05, -0.05)
    with pytest.raises(ModelError, match="2 or more"):
        rig.travel(-0.05, 0.05, 1)
    with pytest.raises(ModelError, match="finite number"):
        ContactLoad(vertical=float("nan"))
    with pytest.raises(ModelError, match="'carrier', 'chassis'"):
        ContactLoad(torque_by="axle")
    with pytest.raises(Unreachable, match="stops at travel"):
        rig.at(travel=0.9)


def test_steer_out_of_reach_names_the_loop_of_the_tie_rod(rig: Rig):
    with pytest.raises(Unreachable, match="'tie_outer'") as caught:
        rig.steer(-0.2, 0.02, 12)
    sweep = caught.value.sweep
    assert sweep["steer"][-1] == pytest.approx(0.02) and -0.2 < sweep["steer"][0] < -0.05


def test_grid_keeps_what_can_be_reached(rig: Rig):
    with pytest.raises(Unreachable) as caught:
        rig.grid((-0.02, 0.02, 3), (-0.2, 0.0, 5))
    sweep = caught.value.sweep
    assert len(sweep) in (3, 6) and set(np.round(sweep["travel"], 6)) == {-0.02, 0.0, 0.02}


def test_spring_in_its_dead_point_is_singular():
    """A spring whose line meets the axis of the lower arm cannot carry the wheel."""
    P = {name: np.array(p) for name, p in MODULE.POINTS.items()}
    on_axis = 0.5 * (P["lower_front"] + P["lower_rear"])
    bottom = np.array([-0.005, 0.56, 0.205])
    points = {"spring_bottom": bottom, "spring_top": on_axis - 0.5 * (bottom - on_axis)}
    dead = Rig(double_wishbone(points).compile(), steer="rack")
    with pytest.raises(ModelError, match="'spring' has no lever") as caught:
        dead.load_cases({"bump": ContactLoad(vertical=4e3)})
    assert caught.value.problems[0].code == "K06"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"points": {"lower_bal": (0, 0, 0)}}, "Did you mean 'lower_ball'"),
        ({"points": {"lower_ball": (0, 0)}}, "3 numbers"),
        ({"masses": {"wheels": 3.0}}, "Did you mean 'wheel'"),
        ({"masses": {"wheel": "2 m"}}, "wheel"),
        ({"side": "port"}, "'left', 'right'"),
        ({"steering": "none"}, "'rack', 'locked'"),
        ({"stiffness": 0.0}, "below 1 N/m"),
        ({"points": {"lower_rear": MODULE.POINTS["lower_front"]}}, "lower_pivot"),
    ],
)
def test_bad_double_wishbones_are_told(options: dict, words: str):
    with pytest.raises(ModelError, match=words):
        double_wishbone(**options)


def test_units_are_understood():
    model = double_wishbone({"wheel_center": ("0 mm", "760 mm", "31 cm")}, camber="-0.5 deg",
                            masses={"wheel": "20 kg"}, stiffness="75 N/mm")  # fmt: skip
    same = double_wishbone()
    assert model.body("wheel").pose.position == pytest.approx(same.body("wheel").pose.position)
    assert model.forces[0].k == pytest.approx(75e3)


def test_gallery_loads_nothing_heavy():
    program = "import sys, sarrus.gallery; sarrus.gallery.double_wishbone(); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert not {"scipy", "pint", "llvmlite", "matplotlib"} & set(done.stdout.split())
