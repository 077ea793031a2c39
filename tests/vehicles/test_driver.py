"""The driver: hands and feet, along a path, at rest on a slope; manoeuvres that are quick."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import gallery, vehicles
from sarrus.errors import ModelError
from sarrus.paths import CurvaturePath
from sarrus.vehicles.manoeuvres.lane_change import Lane
from sarrus.vehicles.manoeuvres.sine_with_dwell import DWELL, FREQUENCY, START, steering


@cache
def car() -> vehicles.Vehicle:
    return vehicles.Vehicle(gallery.simple_car())


def planar_car(**given: Any) -> sarrus.Mechanism:
    """A body on a plane whose front axle is steered by a joint, with forces by slip alone."""
    m = sarrus.Mechanism("planar car")
    m.body("car", 1300.0, (0, 0, 0), (400.0, 1700.0, 1900.0))
    m.body("axle", 10.0, (0, 0, 0), (1.0, 1.0, 1.0), at=(1.4, 0, 0))
    m.planar("chassis", m.ground, "car", at=(0, 0, 0), axis="z", x_axis="x")
    m.revolute("pin", "car", "axle", at=(1.4, 0, 0), axis="z")

    def tyres(motion: Any) -> list[Any]:
        loads = []
        for name, body, stiff in (("front", "axle", 90e3), ("rear", "car", 110e3)):
            ahead, left, _ = motion.axes(body).T
            v = motion.velocity(name)
            loads.append(motion.force(name, -stiff * np.arctan((v @ left) / (v @ ahead)) * left))
        return loads

    m.user_force("tyres", tyres, points={"front": ("axle", (1.4, 0, 0)),
                                         "rear": ("car", (-1.2, 0, 0))})  # fmt: skip
    m.driver("driver", "pin", "car", k=20e3, d=300.0, wheelbase=2.6, **given)
    return m


def test_a_driver_follows_an_arc() -> None:
    """Into a circle over a clothoid: in the end the offset is small and the turn is right."""
    path = CurvaturePath([0.0, 40.0, 80.0, 500.0], [0.0, 0.0, 0.01, 0.01])
    system = planar_car(path=path, understeer=0.0016).build().compile()
    start = system.state(system.neutral(), system.velocities_of({"chassis.vx": 15.0}))
    run = system.simulate(start, until=16.0, every=0.1)
    assert np.max(np.abs(run["driver.offset"])) < 0.4
    assert abs(run["driver.offset"][-1]) < 0.15
    speed = np.hypot(run["car.velocity.x"][-1], run["car.velocity.y"][-1])
    assert run["chassis.rate"][-1] == pytest.approx(0.01 * speed, rel=0.02)
    assert run["driver.distance"][-1] == pytest.approx(
        path.nearest(run["car.position.x"][-1], run["car.position.y"][-1]), abs=0.1
    )
    assert run.energy_error < 1e-5


def test_open_loop_steering_follows_its_law() -> None:
    system = planar_car(steer="0.02*sin(t)").build().compile()
    start = system.state(system.neutral(), system.velocities_of({"chassis.vx": 15.0}))
    run = system.simulate(start, until=3.0, every=0.1)
    t = np.asarray(run.t)
    assert run["pin.angle"] == pytest.approx(0.02 * np.sin(t - 300.0 / 20e3), abs=1.5e-3)
    assert system.states == ()


def test_lanes_by_the_standards() -> None:
    """Widths and places for a width of 2 m, as ISO 3888 gives them; total lengths 125 and 61 m."""
    first = vehicles.LaneChange.of_part_1(2.0)
    second = vehicles.LaneChange.of_part_2(2.0)
    widths = [[lane.left - lane.right for lane in track.lanes] for track in (first, second)]
    assert widths[0] == pytest.approx([2.45, 2.65, 2.85])
    assert widths[1] == pytest.approx([2.45, 3.0, 3.0])
    assert [track.lanes[-1].end for track in (first, second)] == [125.0, 61.0]
    assert first.lanes[1].right - first.lanes[0].right == pytest.approx(3.5)
    assert second.lanes[1].right - second.lanes[0].left == pytest.approx(1.0)
    middle = first.path(20.0).position(20.0 + 60.0)
    assert middle[1] == pytest.approx(first.lanes[1].middle, abs=0.01)


def test_steering_of_a_sine_with_dwell() -> None:
    peak = START + 0.75 / FREQUENCY
    assert float(steering(START)) == pytest.approx(0.0)
    assert float(steering(START + 0.25 / FREQUENCY)) == pytest.approx(1.0)
    for t in (peak, peak + 0.5 * DWELL, peak + DWELL):
        assert float(steering(t)) == pytest.approx(-1.0)
    assert float(steering(START + 1.0 / FREQUENCY + DWELL + 1e-6)) == 0.0


def test_a_lane_change_at_one_speed() -> None:
    result = vehicles.lane_change(car(), speed=15.0)
    assert result.passed and result["least_room"] > 0.05
    assert result["entry_speed"] == pytest.approx(15.0, rel=0.01)
    run = result.runs["best"]
    assert run.energy_error < 1e-4
    track = vehicles.body_track(run, car())
    lateral = track.speed * track.yaw_rate
    assert result["lateral_acceleration"] == pytest.approx(np.max(np.abs(lateral)), rel=0.1)
    # the corners of the body are where its length and width say
    corners = track.corners(car())
    ends = np.linalg.norm(corners[:, 0] - corners[:, 3], axis=1)
    np.testing.assert_allclose(ends, np.hypot(car().length, car().width), rtol=1e-9)
    assert "entry at" in result.verdict and "ISO 3888-1" in result.report()


def test_a_lane_that_cannot_be_followed_is_told() -> None:
    narrow = vehicles.LaneChange(
        "narrow", (Lane(0.0, 12.0, -1.0, 1.0), Lane(16.0, 30.0, 4.0, 6.0), Lane(40.0, 60.0, -1, 1))
    )
    with pytest.raises(ModelError) as caught:
        vehicles.lane_change(car(), track=narrow, slowest=12.0, fastest=20.0)
    (problem,) = caught.value.problems
    assert problem.code == "H04" and "corner" in problem.rule and "preview" in problem.action


def test_models_that_are_no_vehicles() -> None:
    with pytest.raises(ModelError, match=r"H01.*no driver"):
        vehicles.Vehicle(gallery.four_bar())
    with pytest.raises(ModelError, match=r"H01.*not a driver"):
        vehicles.Vehicle(car().model, driver="drivr")
    few = replace(car().model, forces=tuple(f for f in car().model.forces if "tyre" not in f.name))
    with pytest.raises(ModelError, match=r"H01.*0 tyres"):
        vehicles.Vehicle(few)
    with pytest.raises(ModelError, match="H05"):
        vehicles.step_steer(car(), speed=-1.0)
    with pytest.raises(ModelError, match=r"H05.*part"):
        vehicles.lane_change(car(), part=3)


FILE = """\
manoeuvres:
  moose: {type: lane-change, part: 2, width: 1.8 m, speed: 50 km/h}
  wrong: {type: step-stear}
"""


def test_the_section_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "car.yaml"
    sarrus.save(car().model, str(path))
    plain = path.read_text(encoding="utf-8")
    path.write_text(plain + FILE.replace("  wrong: {type: step-stear}\n", ""), encoding="utf-8")
    plan = sarrus.Study.load(str(path)).plan.manoeuvres["moose"]
    assert plan.type == "lane-change" and plan.vehicle == {"width": 1.8}
    assert plan.keywords == {"part": 2, "speed": pytest.approx(50.0 / 3.6)}
    path.write_text(plain + FILE, encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        sarrus.Study.load(str(path))
    (problem,) = caught.value.problems
    assert "step-steer" in problem.action and problem.location is not None


@pytest.mark.slow
def test_a_car_at_rest_on_a_slope_stays_for_ten_minutes() -> None:
    """With the brakes on, on a road that rises by 15 %: it settles, then it does not move."""
    slope = np.arctan(0.15)
    model = gallery.simple_car(speed=0.0)
    g = 9.81 * np.array([-np.sin(slope), 0.0, -np.cos(slope)])
    forces = []
    for force in model.forces:
        if force.type_name == "brake":
            force = replace(force, driver="", pressure=3e6, initial_pressure=3e6)
        if force.type_name == "driver":
            force = replace(force, holds_speed=False)
        forces.append(force)
    system = replace(model, gravity=tuple(g), forces=tuple(forces)).compile()
    run = system.simulate(system.assemble(), times=[0.0, 30.0, 600.0], method="bdf")
    x = np.asarray(run["chassis.position.x"])
    assert -0.05 < x[-2] < -1e-4
    assert abs(x[-1] - x[-2]) < 1e-4
    along = sum(float(run[f"tyre_{corner}.F_x"][-1]) for corner in ("fl", "fr", "rl", "rr"))
    assert along == pytest.approx(1410.0 * 9.81 * np.sin(slope), rel=1e-3)


@pytest.mark.slow
def test_straight_braking_stops_within_what_friction_allows() -> None:
    result = vehicles.straight_braking(car(), speed=25.0)
    shortest = 25.0**2 / (2.0 * 9.81)  # friction 1 at all wheels, from the first instant on
    assert shortest < result["stopping_distance"] < 1.3 * shortest
    assert result["side_way"] < 1e-3
    slip = np.abs(np.asarray(result.runs["braking"]["tyre_fl.kappa"]))
    speed = np.asarray(result.runs["braking"]["chassis.velocity.x"])
    assert np.max(slip[speed > 10.0]) < 0.4 and np.mean(slip[speed > 10.0]) < 0.24
    # without anti-lock control the wheels lock
    locked = vehicles.straight_braking(gallery.simple_car(antilock=False), speed=25.0)
    run = locked.runs["braking"]
    half = int(np.searchsorted(run.t, 2.0))
    assert abs(run["hub_fl.rate"][half]) < 0.2 * abs(result.runs["braking"]["hub_fl.rate"][half])
    kappa = np.asarray(run["tyre_fl.kappa"])
    assert np.min(kappa) < -0.9


@pytest.mark.slow
def test_manoeuvres_and_their_reports(tmp_path: Path) -> None:
    results = {
        "turn": vehicles.braking_in_turn(car(), pedals=[0.1, 0.3]),
        "sine": vehicles.sine_with_dwell(car(), factors=[1.5, 6.5]),
        "circle": vehicles.steady_circle(car(), radius=60.0, most=4.0),
        "ride": vehicles.ride_over(car(), "B", until=4.0),
    }
    assert results["turn"]["deceleration_1"] > 2.0 * results["turn"]["deceleration_0"]
    assert results["sine"]["yaw_left_0"] < 0.35
    circle = results["circle"]
    assert 0.0 < circle["understeer_gradient"] < 0.01 and circle["roll_gradient"] > 0.0
    rough = vehicles.ride_over(car(), "C", until=4.0)
    # classes of ISO 8608 are a factor of 2 apart in height
    assert rough["vertical"] == pytest.approx(2.0 * results["ride"]["vertical"], rel=0.1)
    for name, result in results.items():
        page = result.write_report(tmp_path / f"{name}.html")
        text = page.read_text(encoding="utf-8")
        assert all(row.name in text for row in result.values) and "<svg" not in text
        assert result.plot().axes


@pytest.mark.slow
def test_the_search_finds_the_largest_speed() -> None:
    result = vehicles.lane_change(car(), part=2, slowest=10.0, fastest=25.0)
    found = result["entry_speed"]
    assert 12.0 < found < 25.0 and result.passed
    assert not vehicles.lane_change(car(), part=2, speed=found + 1.0).passed


@pytest.mark.slow
def test_a_wheel_that_never_touches_is_named() -> None:
    model = gallery.simple_car()
    lifted = replace(
        model,
        forces=tuple(
            replace(f, origin=(0.0, 0.0, -1.0)) if f.type_name == "tyre" else f
            for f in model.forces
        ),
    )
    with pytest.raises(ModelError) as caught:
        vehicles.straight_running(lifted, 20.0)
    assert {p.code for p in caught.value.problems} == {"H02"}
    assert "tyre_fl" in str(caught.value)
