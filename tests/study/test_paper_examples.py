"""CHK-O06: every example of the papers runs from a data file alone, against its reference curve."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from closeness import assert_close
from sarrus import ride
from study.models import MODELS, example

Table = Callable[[str], np.ndarray]
INCH, POUND = 0.0254, 0.45359237 * 9.80665
FOUR_BAR = {
    "th2": "crank_pivot.angle",
    "th31": "cross.angle_1",
    "th32": "cross.angle_2",
    "th4": "follower_pivot.angle",
}
LENGTHS = {"A": {}, "B": {"constants__c": 2, "constants__R": 4, "constants__g": 4}}
"""Of the quick return; the file holds variant A."""


def test_CHK_O06_files_are_data() -> None:
    files = sorted(MODELS.glob("*.yaml"))
    assert len(files) >= 11
    assert all(path.read_text(encoding="utf-8").count("\n") <= 60 for path in files)


# paper 0 -----------------------------------------------------------------------------------------


def test_CHK_O06_rrc_arm_with_free_joints(reference_table: Table) -> None:
    table = reference_table("refs/paper0_rrc_sim1_free46.csv")
    run = example("rrc_swing").run()
    np.testing.assert_allclose(run["joint2.angle"], table["q2_rad"], rtol=0, atol=1e-9)
    for k in (4, 6):
        expected = table[f"q{k}_rad"]
        np.testing.assert_allclose(run[f"joint{k}.angle"], expected, rtol=0, atol=1e-5)
    assert run["joint4.angle"][100] == pytest.approx(-3.135554, abs=1e-5)
    assert run["joint6.angle"][100] == pytest.approx(-0.3508774, abs=1e-5)
    torque = np.asarray(run["joint2.effort"]) / (POUND * INCH)
    assert torque[100] == pytest.approx(653.0258, rel=1e-5)
    np.testing.assert_allclose(torque, table["tau2_lb_in"], rtol=0, atol=2e-2)
    force = run.system.wrenches(run.motion(100), joints=["joint2"], axes="world")["joint2"].force
    assert force / POUND == pytest.approx([table[f"F{a}_lb"][100] for a in "xyz"], abs=1e-3)
    for k in (1, 3, 5, 7):
        assert np.all(np.asarray(run[f"joint{k}.angle"]) == 0.0)
    assert run.energy_error <= 1e-9 and not run.notices


@pytest.mark.parametrize(
    ("gravity", "name"), [({}, "locked46"), ({"gravity": [0, 0, 0]}, "locked46_nogravity")]
)
def test_CHK_O06_rrc_arm_with_locked_joints(
    reference_table: Table, gravity: dict, name: str
) -> None:
    table = reference_table(f"refs/paper0_rrc_sim1_{name}.csv")
    run = example("rrc_locked", **gravity).run()
    found = np.asarray(run["joint2.effort"]) / (POUND * INCH)
    assert len(found) == 11
    assert_close(found, table["tau2_lb_in"][::50], 1e-8)


def test_CHK_O06_rrc_arm_on_a_stiff_spring(reference_table: Table) -> None:
    table = reference_table("refs/paper0_rrc_sim2_spring.csv")
    run = example("rrc_spring").run()
    assert run["joint4.angle"][500] == pytest.approx(-0.104720, abs=1e-6)
    assert run["joint6.angle"][500] == pytest.approx(0.388804, abs=1e-4)
    np.testing.assert_allclose(run["joint6.angle"], table["q6_rad"], rtol=0, atol=1e-5)
    assert run["joint4.effort"][0] / (POUND * INCH) == pytest.approx(666.434, abs=1e-3)
    assert run.energy_error <= 1e-7


def test_CHK_O06_rrc_arm_grips_pulls_and_lets_go() -> None:
    """Beside the spring of the paper, which is 1e5 lbf/in stiff and rings."""
    run, spring = example("rrc_grip").run(), example("rrc_spring", run__until=0.5).run()
    held = int(np.searchsorted(run.t, 0.5))
    assert run["joint6.angle"][held] == pytest.approx(spring["joint6.angle"][-1], abs=3e-4)
    assert run["joint4.angle"][held] == pytest.approx(-0.104720, abs=1e-6)
    grip, gone = run.events
    impulse = np.array([*grip.impulse("ground").linear, *grip.impulse("ground").angular])
    change = run.momentum[grip.state] - run.momentum[grip.state - 1]
    np.testing.assert_allclose(change, impulse, rtol=0, atol=1e-12)
    assert grip.energy < 0.0 and gone.energy == pytest.approx(0.0, abs=1e-12)
    assert np.all(run["grip.reaction.force"][gone.state :] == 0.0)
    assert run.energy_error <= 1e-9 and run.account.steps < 100


# paper 1 -----------------------------------------------------------------------------------------


def test_CHK_O06_rssr(reference_table: Table) -> None:
    table = reference_table("refs/paper1_rssr.csv")
    study = example("rssr")
    run = study.run()
    curves = {"A.angle": "phi1_rad", "D.angle": "phi3_rad", "A.rate": "phi1d", "D.rate": "phi3d"}
    for name, column in curves.items():
        np.testing.assert_allclose(run[name], table[column], rtol=0, atol=1e-8, err_msg=name)
    z = run["crank.acceleration.z"]
    np.testing.assert_allclose(z, table["z1cg_dd_m_s2"], rtol=0, atol=1e-7)
    found = study.system.mobility(study.start())
    assert (found.freedom, found.passive) == (2, ("coupler",))


def test_CHK_O06_tracked_vehicle(reference_table: Table) -> None:
    expected = reference_table("refs/paper1_track_planar.csv")
    run = example("tracked_vehicle_bare").run()
    az, ref = np.asarray(run["driver.acceleration.z"]), expected["az_driver_m_s2"]
    assert (az.min(), az.max()) == pytest.approx((ref.min(), ref.max()), rel=1e-4)
    np.testing.assert_allclose(az, ref, rtol=0, atol=1e-3)
    np.testing.assert_allclose(run["hull.position.z"], expected["z_hull"], rtol=0, atol=1e-6)
    np.testing.assert_allclose(run["hull.position.x"], expected["x_hull"], rtol=0, atol=1e-5)
    pitch = ride.attitude(run.history, "hull")["pitch"]
    np.testing.assert_allclose(pitch, -expected["pitch_rad"], rtol=0, atol=1e-6)
    for k in range(1, 7):
        for side in ("left", "right"):
            turned = np.deg2rad(205.0) + np.asarray(run[f"{side}{k}.angle"])
            np.testing.assert_allclose(turned, expected[f"phi{k}"], rtol=0, atol=1e-5)
    assert run.energy_error < 1e-5 and not run.notices


def test_CHK_O06_vehicle_with_five_degrees_of_freedom(reference_table: Table) -> None:
    expected = reference_table("refs/paper1_vehicle5dof.csv")
    study = example("vehicle_5dof")
    assert study.system.nv == 5
    still = study.system.accelerations(study.start()).vdot
    assert np.max(np.abs(still)) < 1e-10, "it rests"
    run = study.run()
    curves = {"pitch": (np.asarray(run["pitch.angle"]), expected["theta_rad"])}
    names = {"seat": "z1_seat_in", "chassis": "z2_chassis_in"}
    names |= {"front": "z4_front_in", "rear": "z5_rear_in"}
    for body, column in names.items():
        z = np.asarray(run[f"body:{body}.position.z"])
        curves[body] = ((z - z[0]) / INCH, expected[column])
    a = np.asarray(run["body:seat.acceleration.z"]) / INCH
    curves["acceleration of the seat"] = (a, expected["z1_dd_in_s2"])
    for name, (ours, theirs) in curves.items():
        assert np.max(np.abs(ours - theirs)) <= 0.01 * np.max(np.abs(theirs)), name
    assert run.energy_error < 1e-7


# paper 2 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("speed", [2, 4])
def test_CHK_O06_quick_return_kinematics(reference_table: Table, speed: int) -> None:
    table = reference_table(f"refs/paper2_quickreturnA_kin_w{speed}pi.csv")
    given = {"constants__omega": f"{speed}*pi [rad/s]", "run__until": 2 / speed}
    drive = example("quick_return_driven", **given).run()
    ref = table[::2][: len(drive)]
    assert drive.t[-1] == pytest.approx(2 / speed) and drive.t == pytest.approx(ref["t_s"])
    x = np.asarray(drive["guide.displacement"]) + ref["xs_m"][0]
    assert np.max(np.abs(x - ref["xs_m"])) <= 1e-8
    assert_close(drive["guide.speed"], ref["xs_d"], 1e-9)
    assert_close(drive.accelerations("guide.speed"), ref["xs_dd"], 1e-8)
    rocker = np.asarray(drive["rocker_pivot.angle"]) + ref["rocker_angle_rad"][0]
    assert np.max(np.abs(rocker - ref["rocker_angle_rad"])) <= 1e-9


@pytest.mark.parametrize("variant", LENGTHS)
@pytest.mark.parametrize("J", [1000, 2000, 3000])
def test_CHK_O06_quick_return_under_its_cutting_force(
    reference_table: Table, variant: str, J: int
) -> None:
    table = reference_table(f"refs/paper2_quickreturn{variant}_dyn_J{J}.csv")
    study = example("quick_return", constants__J=J, **LENGTHS[variant])
    run = study.run()
    assert run.t == pytest.approx(table["t_s"], abs=1e-12)
    theta = np.asarray(run["crank_pivot.angle"]) + np.pi
    assert theta == pytest.approx(table["theta1_rad"], abs=2e-5)
    assert run["crank_pivot.rate"] == pytest.approx(table["omega1_rad_s"], abs=5e-4)
    x = np.asarray(run["slider.position.x"])
    assert x == pytest.approx(table["xs_m"], abs=5e-5)
    assert run.energy_error < 1e-5


@pytest.mark.parametrize("L", [0.24, 0.27, 0.30])
def test_CHK_O06_slider_crank(reference_table: Table, L: float) -> None:
    ref = reference_table(f"refs/paper2_slidercrank_L{round(1000 * L)}.csv")[::4]
    drive = example("slider_crank", constants__L=L).run()
    assert drive.t == pytest.approx(ref["t_s"], abs=1e-12)
    assert np.max(np.abs(drive["slider.position.x"] - ref["x_slider_m"])) <= 1e-8
    assert np.max(np.abs(drive["guide.speed"] - ref["xd_m_s"])) <= 1e-8
    assert np.max(np.abs(drive.accelerations("guide.speed") - ref["xdd_m_s2"])) <= 1e-8
    torque = ref["tau_X_gravity_minus_z_Nm"]
    assert np.max(np.abs(drive["crank_pivot.effort"] - torque)) <= 1e-7
    assert any(notice.code == "W30" for notice in drive.notices) == (L == 0.24)


# paper 4 -----------------------------------------------------------------------------------------


def test_CHK_O06_pendulum(reference_table: Table) -> None:
    table = reference_table("refs/paper4_pendulum.csv")
    run = example("pendulum").run()
    np.testing.assert_allclose(run.t, table["t_s"], rtol=0, atol=1e-12)
    for name, column in (("A.angle", "theta_rad"), ("A.rate", "thetad")):
        np.testing.assert_allclose(run[name], table[column], rtol=0, atol=2e-10)


def test_CHK_O06_four_bar(reference_table: Table) -> None:
    table = reference_table("refs/paper4_fourbar.csv")
    run = example("rusr").run()
    for column, name in FOUR_BAR.items():
        assert np.max(np.abs(run[name] - table[column])) <= 1e-7, name
        rate = run[name.replace("angle", "rate")]
        assert np.max(np.abs(rate - table[f"{column}d"])) <= 1e-6, name
    assert run["crank_pivot.angle"][-1] == pytest.approx(-3.944256112, abs=1e-6)
    assert run.drift <= 1e-12
