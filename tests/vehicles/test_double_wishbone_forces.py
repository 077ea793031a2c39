"""Forces at the pickup points of a double wishbone, against free bodies drawn by hand."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.suspension import ContactLoad, Rig
from vehicles.wishbone_geometry import UP, Wishbone
from vehicles.wishbone_statics import free_bodies
from vehicles.wishbones import CORNERS, MODULE, differences, geometry_of, rig_of

GRAVITY = 9.81
CASES = {
    "rest": ContactLoad(),
    "bump": ContactLoad(vertical=12e3),
    "cornering": ContactLoad(vertical=6e3, lateral=-5e3, aligning=80.0),
    "brake at the wheel": ContactLoad(vertical=5e3, longitudinal=-4.5e3),
    "inboard brake": ContactLoad(vertical=5e3, longitudinal=-4.5e3, torque_by="chassis"),
    "along the wheel": ContactLoad(
        vertical=4e3, lateral=2e3, longitudinal=3e3, axes="wheel", torque_by="chassis"
    ),
    "rest with side force": ContactLoad(lateral=2.5e3, longitudinal=-1e3),
}
POSITIONS = [(0.0, 0.0), (0.06, 0.0), (-0.05, 0.03), (0.03, -0.05)]


@pytest.fixture(scope="module", params=CORNERS)
def corner(request) -> tuple[Rig, Wishbone]:
    return rig_of(*CORNERS[request.param]), geometry_of(*CORNERS[request.param])


def road_force(pose, load: ContactLoad) -> np.ndarray:
    """Return the horizontal force of the road, and the vertical one where it is given."""
    ahead, left = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
    if load.axes == "wheel":
        left = pose.corner.side * pose.spin * (1.0, 1.0, 0.0)
        left = left / np.linalg.norm(left)
        ahead = np.array([left[1], -left[0], 0.0])
    up = np.array([0.0, 0.0, load.vertical or 0.0])
    return load.longitudinal * ahead + load.lateral * left + up


def own_pull(pose) -> float:
    """Return the pull of the default spring, from its lengths."""
    P = pose.corner.at
    drawn = np.linalg.norm(P["spring_top"] - P["spring_bottom"])
    now = np.linalg.norm(P["spring_top"] - pose.on_lower(P["spring_bottom"]))
    return float(75e3 * (now - drawn) - 6.5e3)


def by_hand(pose, load: ContactLoad):
    pull = own_pull(pose) if load.vertical is None else None
    return free_bodies(
        pose, MODULE.MASSES, GRAVITY, road_force(pose, load), load.aligning,
        inboard=load.torque_by == "chassis", pull=pull,
    )  # fmt: skip


@pytest.mark.parametrize(("travel", "rack"), POSITIONS)
def test_forces_are_those_of_free_bodies(corner, travel: float, rack: float):
    rig, geometry = corner
    pose = geometry.at_travel(travel, rack)
    table = rig.load_cases(CASES, travel=travel, steer=rack)
    for row, (case, load) in enumerate(CASES.items()):
        expected, unique = by_hand(pose, load)
        assert abs(expected.pop("tie_inner.torsion")) <= 1e-7
        largest = max(abs(x) for n, x in expected.items() if ".moment" not in n)
        for name, value in expected.items():
            assert abs(table[name][row] - value) <= 1e-9 * largest, (case, name)
            assert table.column(name).unique[row] == unique.get(name, True), (case, name)
        if load.vertical is not None:
            assert table["wheel_load"][row] == load.vertical
        else:
            assert table["spring.pull"][row] == pytest.approx(own_pull(pose), rel=1e-9)


def test_what_is_unique_about_the_seats(corner):
    """Along the axis of an arm only the sum is; across it, everything."""
    rig, geometry = corner
    pose = geometry.at_travel(0.04, 0.01)
    load = CASES["cornering"]
    table = rig.load_cases({"one": load}, travel=0.04, steer=0.01)
    expected, unique = by_hand(pose, load)
    for arm in ("lower", "upper"):
        d = geometry.at[f"{arm}_rear"] - geometry.at[f"{arm}_front"]
        axis = d / np.linalg.norm(d)
        total = np.zeros(3)
        for end in ("front", "rear"):
            seat = f"{arm}_{end}"
            assert not any(unique[f"{seat}.force.{k}"] for k in "xyz")  # the axis is oblique
            assert not any(table.column(f"{seat}.force.{k}").unique[0] for k in "xyz")
            assert all(table.column(f"{seat}.across.{k}").unique[0] for k in "xyz")
            force = np.array([expected[f"{seat}.force.{k}"] for k in "xyz"])
            across = [table[f"{seat}.across.{k}"][0] for k in "xyz"]
            assert across == pytest.approx(force - axis * (axis @ force), abs=1e-6)
            total = total + force
        assert table[f"{arm}_pivot.axial"][0] == pytest.approx(axis @ total, abs=1e-6)
        assert table.column(f"{arm}_pivot.axial").unique[0]
    assert "*" in table.report(["lower_front.force.x"])


def test_axis_along_x_leaves_two_components_unique():
    points = {"lower_front": (0.18, 0.36, 0.20), "lower_rear": (-0.20, 0.36, 0.20)}
    table = rig_of(points=points).load_cases({"one": CASES["bump"]})
    seat = table.column
    assert [bool(seat(f"lower_front.force.{k}").unique[0]) for k in "xyz"] == [
        False,
        True,
        True,
    ]


def test_hub_carries_the_force_of_the_road(corner):
    """On the upright: the road's force and the wheel's weight, about the wheel centre."""
    rig, geometry = corner
    pose = geometry.at_travel(0.03, -0.02)
    table = rig.load_cases(CASES, travel=0.03, steer=-0.02)
    for row, load in enumerate(CASES.values()):
        force = road_force(pose, load)
        force[2] = table["wheel_load"][row]
        about = np.cross(pose.patch - pose.center, force) + load.aligning * UP
        if load.torque_by == "chassis":
            about = about - pose.spin * (pose.spin @ about)
        weight = [0.0, 0.0, -GRAVITY * MODULE.MASSES["wheel"]]
        assert table.force("hub")[row] == pytest.approx(force + weight, abs=1e-7)
        moment = [table[f"hub.moment.{k}"][row] for k in "xyz"]
        assert moment == pytest.approx(about, abs=1e-7)


def test_rack_effort_is_the_work_of_the_wheel():
    """With the wheel free to steer, the rack's force is the slope of the road's work."""
    rig, geometry = rig_of(gravity=(0, 0, 0)), geometry_of()
    load = ContactLoad(vertical=5e3, lateral=1e3, longitudinal=-2e3)
    table = rig.load_cases({"one": load})
    pose, force = geometry.at_travel(0.0, 0.0), road_force(geometry.at_travel(0.0, 0.0), load)
    drawn_patch = pose.patch

    def work(rack: float) -> float:
        """Along this way the spring keeps its length, because the lower arm does not turn."""
        return float(force @ geometry.posed(0.0, rack).on_upright(drawn_patch))

    assert table["rack.effort"][0] == pytest.approx(-differences(work, 0.0, 1e-3), rel=1e-9)


def test_spring_force_times_motion_ratio_is_the_wheel_load():
    """Virtual work: nothing but the spring and the road acts."""
    rig, geometry = rig_of(gravity=(0, 0, 0)), geometry_of()
    sweep = rig.travel(-0.06, 0.06, 5, load=ContactLoad())
    for k, z in enumerate(sweep["travel"]):
        pose = geometry.at_travel(z, 0.0)
        under = geometry.at["lower_ball"] + pose.turn.T @ (pose.patch - pose.low)
        lift = differences(lambda x, p=under: geometry.at_travel(x, 0.0).on_upright(p)[2], z, 1e-3)
        work = sweep["spring.pull"][k] * sweep["spring.motion_ratio"][k]
        assert sweep["wheel_load"][k] * lift == pytest.approx(work, rel=1e-9)


def test_upright_wheel_has_the_spring_force_times_its_motion_ratio():
    """With the patch straight under the wheel centre, both rise alike."""
    rig = rig_of(gravity=(0, 0, 0))
    level = Rig(rig.system, radius=1e-6, steer="rack")  # the patch is at the wheel centre
    sweep = level.travel(-0.06, 0.06, 5, load=ContactLoad())
    expected = sweep["spring.pull"] * sweep["spring.motion_ratio"]
    assert sweep["wheel_load"] == pytest.approx(expected, rel=1e-7)


def test_wheel_load_grows_with_the_wheel_rate():
    """dF/dz = k i^2 + f di/dz for a patch at the wheel centre."""
    rig = Rig(rig_of(gravity=(0, 0, 0)).system, radius=1e-6, steer="rack")
    load = ContactLoad()
    sweep = rig.travel(0.01, 0.03, 41, load=load)
    i, f = sweep["spring.motion_ratio"], sweep["spring.pull"]
    h = np.diff(sweep["travel"])[0]
    slope = (sweep["wheel_load"][2:] - sweep["wheel_load"][:-2]) / (2 * h)
    change = (i[2:] - i[:-2]) / (2 * h)
    assert slope == pytest.approx((75e3 * i**2)[1:-1] + f[1:-1] * change, rel=1e-6)
