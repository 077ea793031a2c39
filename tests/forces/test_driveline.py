"""Brakes, engines, motors, clutches, gearboxes, locking differentials and the air."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.errors import ModelError
from sarrus.formats.writing import yaml_text

G = 9.81
MAP = [(0.0, 100.0), (200.0, 180.0), (400.0, 160.0), (600.0, 90.0)]


def shafts(**inertias: float) -> sarrus.Mechanism:
    """Bodies that turn about y by themselves, with moments of inertia [kg m^2]."""
    m = sarrus.Mechanism("shafts", (0.0, 0.0, 0.0))
    for k, (name, inertia) in enumerate(inertias.items()):
        m.body(name, 1.0, (0, 0, k), (inertia,) * 3)
        m.revolute(name, m.ground, name, at=(0, 0, k), axis="y")
    return m


def turning(system: sarrus.System, **rates: float) -> sarrus.State:
    return system.state(system.neutral(), system.velocities_of(rates))


@cache
def driveline() -> sarrus.System:
    """Engine, gearbox with clutch and differential, two wheels with brake and lock, a motor."""
    m = shafts(crank=0.2, left=30.0, right=20.0)
    m.engine(
        "engine", "crank", MAP, drag=[(0.0, -10.0), (600.0, -40.0)],
        throttle="0.5 + 0.3*sin(5*t)", idle=80.0, limit=550.0,
    )  # fmt: skip
    m.gearbox(
        "gearbox", "crank", "left", other="right", gear=3.5, capacity=400.0, gears=[3.6, 2.1, 1.4],
        selected="1 + (1 + tanh((t - 1)/0.1))/2",
    )  # fmt: skip
    m.limited_slip("lock", "left", "right", preload=30.0, ramp=0.2, driven_by="gearbox", viscous=2)
    m.brake("brake", "left", "100 N*m/MPa", pressure="(1 + sin(3*t)) [MPa]")
    m.electric_motor("motor", "left", other="right", gear=8.0, torque=100.0, power=20e3,
                     demand="sin(2*t)")  # fmt: skip
    return m.build().compile()


def test_energy_of_a_whole_driveline_closes() -> None:
    system = driveline()
    start = turning(system, crank=150.0, left=2.0, right=3.0)
    run = system.simulate(start, until=2.0, every=0.1, rtol=1e-9, atol=1e-10)
    assert run.energy_error < 1e-8
    assert run["brake.dissipation"][-1] > 100.0
    for name in ("engine", "gearbox", "lock", "brake", "motor"):
        power = np.asarray(run[f"{name}.power"])
        known = np.asarray(run[f"{name}.supply"]) - np.asarray(run[f"{name}.dissipation"])
        np.testing.assert_allclose(power, known, rtol=1e-9, atol=1e-6)


def test_a_gearbox_holds_its_ratio_and_shifts() -> None:
    system = driveline()
    start = turning(system, crank=150.0, left=150 / 12.6, right=150 / 12.6)
    run = system.simulate(start, times=[0.0, 0.5, 2.4])
    wheels = 0.5 * (np.asarray(run["left.rate"]) + np.asarray(run["right.rate"]))
    ratio = np.asarray(run["crank.rate"]) / wheels
    assert ratio[-2:] == pytest.approx([3.6 * 3.5, 2.1 * 3.5], rel=2e-3)


def test_an_open_differential_halves_the_torque_whatever_the_wheels_do() -> None:
    m = shafts(left=3.0, right=1.0)
    m.electric_motor("motor", "left", other="right", gear=4.0, torque=50.0, demand=1.0,
                     initial_torque=50.0)  # fmt: skip
    system = m.build().compile()
    run = system.simulate(turning(system, left=1.0), until=1.0, every=0.5)
    assert run["left.rate"] == pytest.approx(1.0 + 100.0 / 3.0 * run.t, rel=1e-9)
    assert run["right.rate"] == pytest.approx(100.0 * run.t, rel=1e-9, abs=1e-9)
    middle = 2.0 * (np.asarray(run["left.rate"]) + np.asarray(run["right.rate"]))
    assert run["motor.speed"] == pytest.approx(middle, rel=1e-12)


def test_it_is_the_limit_of_an_exact_coupler() -> None:
    """A shaft with a small inertia, coupled to both wheels by a row, moves them alike."""
    ends = []
    for coupled in (False, True):
        m = shafts(left=3.0, right=1.0, shaft=1e-9)
        given = {"torque": 50.0, "demand": 1.0, "initial_torque": 50.0}
        if coupled:
            m.couple("differential", {"shaft": 1, "left": "-2 rad/rad", "right": "-2 rad/rad"})
            m.electric_motor("motor", "shaft", **given)
        else:
            m.electric_motor("motor", "left", other="right", gear=4.0, **given)
        system = m.build().compile()
        run = system.simulate(system.assemble(), until=0.5, every=0.5)
        ends.append([run["left.rate"][-1], run["right.rate"][-1]])
    assert ends[0] == pytest.approx(ends[1], rel=1e-6)


def test_limits_of_a_motor_and_its_battery() -> None:
    m = shafts(rotor=1.0)
    m.electric_motor("motor", "rotor", torque=100.0, power=10e3, efficiency=0.9, demand=-1.0,
                     lag=1e-3)  # fmt: skip
    m.joint_damper("load", "rotor", d=1.0)
    system = m.build().compile()
    for speed in (50.0, 400.0):
        run = system.simulate(turning(system, rotor=speed), times=[0.0, 0.02])
        most = min(100.0, 10e3 / float(run["motor.speed"][-1]))
        assert run["motor.torque"][-1] == pytest.approx(-most, rel=2e-3)
        power = float(run["motor.torque"][-1] * run["motor.speed"][-1])
        assert run["motor.battery_power"][-1] == pytest.approx(0.9 * power, rel=1e-9)
        assert run["motor.dissipation"][-1] == pytest.approx(-0.1 * power, rel=1e-9)


@pytest.mark.parametrize("part", [0.4, 1.1])
def test_a_brake_holds_below_its_torque_and_slips_above_it(part: float) -> None:
    """Ten minutes: an elastic set, then nothing; above it, the wheel turns away."""
    m = shafts(wheel=1.0)
    m.brake("brake", "wheel", 1e-3, pressure=1e6, initial_pressure=1e6)
    m.joint_torque("push", "wheel", part * 1000.0)
    system = m.build().compile()
    if part > 1.0:
        run = system.simulate(system.assemble(), until=1.0)
        assert run["wheel.rate"][-1] > 10.0
        return
    run = system.simulate(system.assemble(), times=[1.0, 600.0], method="bdf")
    turned = np.asarray(run["wheel.angle"])
    assert 0.0 < turned[-2] < 0.1
    assert turned[-1] == pytest.approx(turned[-2], abs=1e-5)


def test_a_locked_brake_stops_as_coulomb_says() -> None:
    m = shafts(wheel=2.0)
    m.brake("brake", "wheel", 1e-3, pressure=1e5, initial_pressure=1e5, initial_grip=1.0)
    system = m.build().compile()
    run = system.simulate(turning(system, wheel=20.0), times=[0.2, 0.3, 1.0])
    assert run["wheel.rate"][-3:-1] == pytest.approx([10.0, 5.0], rel=1e-3)
    assert abs(run["wheel.rate"][-1]) < 0.05


def test_forces_of_the_air() -> None:
    m = sarrus.Mechanism("wing", (0.0, 0.0, 0.0))
    body = m.body("body", 10.0, (0, 0, 0), (1.0, 1.0, 1.0))
    m.free("free", m.ground, body, at=(0, 0, 0))
    given = {"area": 2.0, "drag": 0.3, "lift": -1.2, "balance": 0.4, "side": 2.0, "yaw": 0.5}
    m.aerodynamics("air", body, on=(0, 0, 0), length=2.5, density=1.2, wind=(-5.0, 0, 0), **given)
    system = m.build().compile()
    run = system.simulate(turning(system, **{"free.vx": 25.0}), until=0.2, every=0.1, rtol=1e-9)
    pressure = 0.5 * 1.2 * 30.0**2 * 2.0
    force, moment = run["air.body.force"][0], run["air.body.moment"][0]
    assert force == pytest.approx([-0.3 * pressure, 0.0, -1.2 * pressure], rel=1e-9, abs=1e-6)
    # rear-heavy downforce turns the nose up: about -y
    expected = (0.4 - 0.5) * 2.5 * -1.2 * pressure
    assert moment == pytest.approx([0.0, -expected, 0.0], rel=1e-9, abs=1e-6)
    assert run.energy_error < 1e-8
    skew = system.simulate(turning(system, **{"free.vx": 24.0, "free.vy": 3.0}), until=1e-3)
    beta = 3.0 / np.hypot(29.0, 3.0)
    pressure = 0.5 * 1.2 * (29.0**2 + 9.0) * 2.0
    assert skew["air.side"][0] == pytest.approx(-2.0 * pressure * beta, rel=1e-9)
    assert skew["air.body.moment"][0][2] == pytest.approx(-0.5 * 2.5 * pressure * beta, rel=1e-9)


def test_elements_go_to_a_file_and_back(tmp_path: Path) -> None:
    model = driveline().model
    path = tmp_path / "driveline.yaml"
    path.write_text(yaml_text(model), encoding="utf-8")
    again = sarrus.load(path)
    for a, b in zip(model.forces, again.forces, strict=True):
        if a.name not in ("engine", "gearbox", "brake", "motor"):  # their laws are texts
            assert a == b
    assert [type(f) for f in again.forces] == [type(f) for f in model.forces]
    run = [
        s.simulate(turning(s, crank=150.0), until=0.2)["left.rate"][-1]
        for s in (driveline(), again.compile())
    ]
    assert run[0] == pytest.approx(run[1], rel=1e-9)


def test_a_driveline_as_a_part_of_another_mechanism() -> None:
    """Names of joints and of other elements are those of the part in its host."""
    part = shafts(left=1.0, right=2.0)
    part.electric_motor("motor", "left", other="right", torque=10.0, demand=1.0)
    part.limited_slip("lock", "left", "right", ramp=0.1, driven_by="motor")
    host = sarrus.Mechanism("car", (0.0, 0.0, 0.0))
    host.add("rear", part)
    motor, lock = host.build().forces
    assert motor.joints == lock.joints == ("rear.left", "rear.right")
    assert lock.driven_by == motor.name == "rear.motor"


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("brake", {"joint": "a", "gain": 1e-3, "driver": "me"}, "driver"),
    ("brake", {"joint": "a", "gain": 1e-3, "antilock": "b"}, "antilock"),
    ("electric_motor", {"joint": "a"}, "torque"),
    ("electric_motor", {"joint": "a", "torque": 1.0, "other": "a"}, "other"),
    ("electric_motor", {"joint": "a", "torque": 1.0, "efficiency": 1.1}, "efficiency"),
    ("engine", {"joint": "a", "full": MAP, "drag": [(0.0, 1.0), (1.0, 2.0)]}, "drag"),
    ("clutch", {"input": "a", "joint": "a", "capacity": 1.0}, "input"),
    ("gearbox", {"input": "a", "joint": "b", "capacity": 1.0, "gears": [3.0, -1.0]}, "gears[1]"),
    ("gearbox", {"input": "a", "joint": "b", "capacity": 1.0, "gears": [3.0], "up_at": [1.0]},
     "up_at"),
    ("limited_slip", {"joint": "a", "other": "b"}, "preload"),
    ("limited_slip", {"joint": "a", "other": "b", "ramp": 1.0, "driven_by": "x"}, "driven_by"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "given", "where"), WRONG)
def test_what_makes_no_sense_is_told(kind: str, given: dict[str, Any], where: str) -> None:
    m = shafts(a=1.0, b=1.0)
    getattr(m, kind)("wrong", **given)
    with pytest.raises(ModelError) as caught:
        m.build()
    assert any(where in problem.element for problem in caught.value.problems)


SPEEDS = [0.0, 100.0, 250.0, 400.0, 600.0]
THROTTLES = [0.0, 0.2, 0.5, 1.0]
TORQUES = [
    [-5.0, -12.0, -20.0, -30.0, -45.0],
    [40.0, 55.0, 30.0, 0.0, -20.0],
    [80.0, 120.0, 130.0, 90.0, 30.0],
    [100.0, 170.0, 190.0, 165.0, 100.0],
]


@pytest.mark.parametrize("interpolation", ["linear", "spline"])
def test_a_map_is_the_interpolation_of_scipy_with_its_derivatives(interpolation: str) -> None:
    """Values on and off the nodes, held beyond the grid; derivatives against SciPy's, too."""
    from scipy.interpolate import RectBivariateSpline, RegularGridInterpolator

    from sarrus.model.forces.engine_map import INTERPOLATION, engine_map
    from sarrus.spatial.dual import Dual

    found = engine_map(
        tuple(SPEEDS), tuple(THROTTLES), tuple(map(tuple, TORQUES)), INTERPOLATION[interpolation]
    )
    rng = np.random.default_rng(5)
    spline = RectBivariateSpline(SPEEDS, THROTTLES, np.transpose(TORQUES), kx=3, ky=3)
    linear = RegularGridInterpolator((SPEEDS, THROTTLES), np.transpose(TORQUES))
    other = {"linear": lambda w, u: float(linear((w, u))), "spline": spline.ev}[interpolation]
    for w, u in [*rng.uniform((0.0, 0.0), (600.0, 1.0), (40, 2)), (250.0, 0.5), (600.0, 1.0)]:
        assert found(w, u) == pytest.approx(float(other(w, u)), rel=1e-12, abs=1e-11)
    for w, u in rng.uniform((5.0, 0.01), (595.0, 0.99), (40, 2)):
        by_w, by_u = found(Dual(w, 1.0), Dual(u, 0.0)).rate, found(Dual(w, 0.0), Dual(u, 1.0)).rate
        if interpolation == "spline":
            expected = spline.ev(w, u, dx=1), spline.ev(w, u, dy=1)
        else:  # a bilinear piece: differences of SciPy's own values are exact inside of it
            h, k = 1e-7 * w, 1e-9
            expected = (
                (other(w + h, u) - other(w - h, u)) / (2 * h),
                (other(w, u + k) - other(w, u - k)) / (2 * k),
            )
        assert [by_w, by_u] == pytest.approx([float(x) for x in expected], rel=1e-5, abs=1e-6)
    assert found(900.0, 1.5) == pytest.approx(100.0)
    assert found(-50.0, -1.0) == pytest.approx(-5.0)


def engine_with_map(**options: Any) -> sarrus.Mechanism:
    m = shafts(crank=0.3)
    m.engine("engine", "crank", **{  # type: ignore[arg-type]
        "speeds": SPEEDS, "throttles": THROTTLES, "torques": TORQUES, "throttle": 0.35,
        "initial_opening": 0.35, **options,
    })  # fmt: skip
    return m


@pytest.mark.parametrize("interpolation", ["linear", "spline"])
def test_an_engine_by_a_map_runs_to_where_the_map_is_zero(interpolation: str) -> None:
    """A crankshaft alone ends at the speed at which the interpolated torque vanishes."""
    from scipy.optimize import brentq

    from sarrus.model.forces.engine_map import INTERPOLATION, engine_map

    system = engine_with_map(interpolation=interpolation, throttle=0.2, initial_opening=0.2)
    compiled = system.build().compile()
    run = compiled.simulate(turning(compiled, crank=50.0), until=60.0, every=1.0)
    found = engine_map(
        tuple(SPEEDS), tuple(THROTTLES), tuple(map(tuple, TORQUES)), INTERPOLATION[interpolation]
    )
    assert run["crank.rate"][-1] == pytest.approx(
        brentq(lambda w: found(w, 0.2), 350, 500), rel=1e-6
    )
    assert run.energy_error < 1e-7
    torque = [float(found(w, 0.2)) for w in np.asarray(run["crank.rate"])]
    np.testing.assert_allclose(run["engine.torque"], torque, rtol=1e-9, atol=1e-7)


def test_bounds_of_a_map_are_told() -> None:
    system = engine_with_map().build().compile()
    run = system.simulate(turning(system, crank=650.0), times=[0.0, 1e-3])
    assert run["engine.beyond"][0] == pytest.approx(50.0)
    back = system.simulate(turning(system, crank=-20.0), times=[0.0, 1e-3])
    assert back["engine.beyond"][0] == pytest.approx(-20.0)
    inside = system.simulate(turning(system, crank=300.0), times=[0.0, 1e-3])
    assert inside["engine.beyond"][0] == 0.0


def test_derivatives_through_a_map_are_exact() -> None:
    system = engine_with_map(interpolation="spline").build().compile()
    state = turning(system, crank=310.0)
    small = system.linearize(state)
    from sarrus.model.forces.engine_map import engine_map

    found = engine_map(tuple(SPEEDS), tuple(THROTTLES), tuple(map(tuple, TORQUES)), 2)
    h = 1e-4
    by_speed = (found(310.0 + h, 0.35) - found(310.0 - h, 0.35)) / (2 * h) / 0.3
    by_opening = (found(310.0, 0.35 + 1e-6) - found(310.0, 0.35 - 1e-6)) / 2e-6 / 0.3
    A = np.asarray(small.A)
    assert any(np.isclose(A.ravel(), by_speed, rtol=1e-6))
    assert any(np.isclose(A.ravel(), by_opening, rtol=1e-6))


def test_a_map_goes_through_a_model_file_with_units(tmp_path: Path) -> None:
    m = shafts(crank=0.3)
    m.engine(
        "engine", "crank", speeds=["0 rpm", "1000 rpm", "6000 rpm"], throttles=[0, "100 %"],
        torques=[["-5 N m", "-10 N m", "-40 N m"], ["0.1 kN m", "180 N m", "90 N m"]],
    )  # fmt: skip
    model = m.build()
    (engine,) = model.forces
    assert engine.speeds == pytest.approx((0.0, 1000 * np.pi / 30, 6000 * np.pi / 30))  # type: ignore[attr-defined]
    assert engine.torques[1] == pytest.approx((100.0, 180.0, 90.0))  # type: ignore[attr-defined]
    file = tmp_path / "engine.yaml"
    file.write_text(yaml_text(model), encoding="utf-8")
    again = sarrus.load(file)
    assert again.forces == model.forces


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        ({"torques": TORQUES[:-1]}, "M28", "torques"),
        ({"torques": [[1.0, 2.0]] * 4}, "M28", "torques[0]"),
        ({"torques": 3.0}, "M25", "torques"),
        ({"torques": None}, "M28", "torques"),
        ({"speeds": [0.0, 200.0, 100.0, 300.0, 400.0]}, "M04", "speeds[2]"),
        ({"throttles": [0.0, 0.2, 0.5, 1.5]}, "M04", "throttles"),
        ({"torques": [[float("nan")] * 5] * 4}, "M04", "torques[0][0]"),
        ({"full": MAP}, "M28", "full"),
        ({"interpolation": "cubic"}, "M25", "interpolation"),
        ({"speeds": None, "throttles": None, "torques": None}, "M28", "full"),
    ],
)
def test_what_is_wrong_with_a_map_is_named(change: dict[str, Any], code: str, where: str) -> None:
    with pytest.raises(ModelError) as caught:
        engine_with_map(**change).build()
    found = {(p.code, p.element.rpartition(" / ")[2]) for p in caught.value.problems}
    assert (code, where) in found


def split(lock: str, **options: Any) -> sarrus.Run:
    """A motor on two wheels of which the right is free and the left is held back by 60 N m s."""
    m = shafts(left=2.0, right=2.0)
    m.electric_motor("motor", "left", other="right", gear=4.0, torque=50.0, demand=1.0,
                     initial_torque=50.0)  # fmt: skip
    m.joint_damper("drag", "left", d=60.0)
    if lock == "limited":
        m.limited_slip("lock", "left", "right", **options)
    if lock == "locked":
        m.gear("lock", "left", "right", 1.0)
    system = m.build().compile()
    return system.simulate(system.assemble(), until=3.0, every=0.5)


def test_open_limited_and_locked_differentials_on_split_ground() -> None:
    """The free wheel runs away; plates pass what they carry to the other; a lock keeps both."""
    free = split("open")
    assert free["right.rate"][-1] == pytest.approx(100.0 * 3.0 / 2.0, rel=1e-6)
    assert free["left.rate"][-1] == pytest.approx(100.0 / 60.0, rel=1e-3)
    plates = split("limited", preload=40.0, ramp=0.1, driven_by="motor")
    passed = 40.0 + 0.1 * 200.0  # of both wheels together the motor has 4 times 50 N m
    gained = plates["right.rate"][-1] - plates["right.rate"][-3]  # in the last second
    assert gained == pytest.approx((100.0 - passed) / 2.0, rel=1e-3)
    assert plates["left.rate"][-1] == pytest.approx((100.0 + passed) / 60.0, rel=1e-3)
    wide = split("limited", preload=500.0)
    assert wide["left.rate"][-1] == pytest.approx(wide["right.rate"][-1], abs=1e-3)
    locked = split("locked")
    np.testing.assert_allclose(locked["left.rate"], locked["right.rate"], atol=1e-10)
    expected = 200.0 / 60.0 * (1.0 - np.exp(-60.0 / 4.0 * np.asarray(locked.t)))
    np.testing.assert_allclose(locked["left.rate"], expected, rtol=1e-6, atol=1e-6)


def test_the_bias_of_brakes_is_the_ratio_of_their_torques() -> None:
    m = shafts(front=5.0, rear=5.0)
    for name, bias in (("front", 0.65), ("rear", 0.35)):
        m.brake(f"{name} brake", name, 1e-4, pressure=2e6, bias=bias, initial_pressure=2e6 * bias,
                initial_grip=1.0)  # fmt: skip
    system = m.build().compile()
    run = system.simulate(turning(system, front=100.0, rear=100.0), times=[0.0, 0.5, 1.0])
    slowed = 100.0 - np.array([run["front.rate"][-1], run["rear.rate"][-1]])
    assert slowed == pytest.approx(np.array([130.0, 70.0]) / 5.0, rel=1e-3)
