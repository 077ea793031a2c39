"""Elements of driveline, brakes, air and driver, in YAML and in Python."""

from __future__ import annotations

from typing import Any

from formats.yaml_examples_head import Build, f
from sarrus import Mechanism
from sarrus.paths import PointPath

DRIVER = "{type: driver, joint: A, body: arm, k: 1, d: 0}"
LINEAR = "{type: LinearTyre, radius: 0.3, k: 2e5, load: 4e3}"
TYRE = f"{{type: tyre, body: rim, at: [0, 0, 0], tyre: {LINEAR}}}"
MAP = [(0, 100), (300, 150)]


def more(text: str, *others: str) -> str:
    return f(text) + "".join(f"  {other}\n" for other in others)


def add_driver(m: Mechanism) -> None:
    m.driver("me", "A", "arm", k=1, d=0)


def add_tyre(m: Mechanism) -> None:
    from sarrus.tyres import LinearTyre

    m.tyre("T", "rim", LinearTyre(radius=0.3, k=2e5, load=4e3), at=(0, 0, 0))


def brake(m: Mechanism) -> None:
    m.brake("F1", "A", coordinate="angle", gain=3e-4, driver="me", full_pressure=8e6, bias=0.6,
            lag=0.02, antilock="T", release=0.02, slip_limit=0.1, low_speed=2,
            initial_pressure=1e5, initial_grip=0.1)  # fmt: skip
    add_driver(m)
    add_tyre(m)


def motor(m: Mechanism) -> None:
    m.electric_motor("F1", "A", coordinate=0, other="D", gear=9, torque=250, power=9e4,
                     driver="me", regeneration=0.2, efficiency=0.9, lag=0.05,
                     initial_torque=1)  # fmt: skip
    add_driver(m)


def engine(m: Mechanism) -> None:
    m.engine("F1", "A", MAP, coordinate=0, other="D", gear=2, drag=-5,
             shape=[(0, 0), (0.5, 0.7), (1, 1)], driver="me", lag=0.2, idle=80, limit=500,
             initial_opening=0.1)  # fmt: skip
    add_driver(m)


CLUTCH: dict[str, Any] = {"other": "E", "gear": 2, "capacity": 200, "initial_grip": 0.1}
OWN = (
    "input: A, joint: D, coordinate: angle, other: E, gear: 2, capacity: 200 N*m, initial_grip: 0.1"
)

DRIVELINE: dict[str, tuple[str, Build]] = {
    "gear_mesh frames": (
        f(
            "type: gear_mesh, a: arm, b: bar, on_a: tip, on_b: eye, teeth_1: 20, teeth_2: 40, "
            "module: 3 mm, stiffness: 200 N/um, distance: 91 mm"
        ),
        lambda m: m.gear_mesh(
            "F1", "arm", "bar", on_a="tip", on_b="eye", teeth_1=20, teeth_2=40, module=3e-3,
            stiffness=2e8, distance=0.091,
        ),
    ),
    "gear_mesh": (
        f(
            "type: gear_mesh, a: arm, b: rim, at: [0, 0, 0], at2: [90 mm, 0, 0], axis: y, "
            "teeth_1: 20, teeth_2: 40, module: 3 mm, helix_angle: 0, pressure_angle: 25 deg, "
            "internal: false, smoothing: 0.02, stiffness: 200 N/um, damping: 2, "
            "backlash: 50 um, variation: 1, efficiency: 0.98, efficiency_back: 0.97"
        ),
        lambda m: m.gear_mesh(
            "F1", "arm", "rim", at=(0, 0, 0), at2=(0.09, 0, 0), axis="y", teeth_1=20, teeth_2=40,
            module=3e-3, helix_angle=0, pressure_angle="25 deg", smoothing=0.02, stiffness=2e8,
            damping=2, backlash=5e-5, variation=1, efficiency=0.98,
            efficiency_back=0.97,
        ),
    ),
    "bevel_mesh": (
        f(
            "type: bevel_mesh, a: arm, b: rim, at: [0, 0, 60 mm], at2: [30 mm, 0, 0], axis: z, "
            "axis2: x, teeth_1: 20, teeth_2: 40, module: 3 mm, pressure_angle: 25 deg, "
            "angle: 90 deg, smoothing: 0.02, stiffness: 200 N/um, damping: 2, "
            "backlash: 50 um, variation: 1, efficiency: 0.98, efficiency_back: 0.97"
        ),
        lambda m: m.bevel_mesh(
            "F1", "arm", "rim", at=(0, 0, 0.06), at2=(0.03, 0, 0), axis="z", axis2="x",
            teeth_1=20, teeth_2=40, module=3e-3, pressure_angle="25 deg", angle="90 deg",
            smoothing=0.02, stiffness=2e8, damping=2, backlash=5e-5, variation=1,
            efficiency=0.98, efficiency_back=0.97,
        ),
    ),
    "rack_mesh": (
        f(
            "type: rack_mesh, a: arm, b: rim, at: [0, 0, 0], at2: [1, -30 mm, 0], axis: z, "
            "axis2: x, teeth: 20, module: 3 mm, helix_angle: 0, pressure_angle: 25 deg, "
            "distance: 30 mm, smoothing: 0.02, stiffness: 200 N/um, damping: 2, "
            "backlash: 50 um, variation: 1, efficiency: 0.98, efficiency_back: 0.97"
        ),
        lambda m: m.rack_mesh(
            "F1", "arm", "rim", at=(0, 0, 0), at2=(1, -0.03, 0), axis="z", axis2="x", teeth=20,
            module=3e-3, helix_angle=0, pressure_angle="25 deg", distance=0.03, smoothing=0.02,
            stiffness=2e8, damping=2, backlash=5e-5, variation=1, efficiency=0.98,
            efficiency_back=0.97,
        ),
    ),
    "worm_mesh": (
        f(
            "type: worm_mesh, a: arm, b: rim, at: [0, 0, 0], at2: [0, -80 mm, 0], axis: x, "
            "axis2: z, starts: 2, teeth: 40, module: 3 mm, lead_angle: 8.961769 deg, "
            "pressure_angle: 25 deg, distance: 80 mm, twist: 90 deg, stiffness: 20 N/um, "
            "damping: 2, backlash: 50 um, variation: 1, mu: 0.05, smoothing: 2 mm/s"
        ),
        lambda m: m.worm_mesh(
            "F1", "arm", "rim", at=(0, 0, 0), at2=(0, -0.08, 0), axis="x", axis2="z", starts=2,
            teeth=40, module=3e-3, lead_angle="8.961769 deg", pressure_angle="25 deg",
            distance=0.08, twist="90 deg", stiffness=2e7, damping=2, backlash=5e-5, variation=1,
            mu=0.05, smoothing=2e-3,
        ),
    ),
    "bevel_mesh frames": (
        f(
            "type: bevel_mesh, a: arm, b: bar, on_a: tip, on_b: eye, teeth_1: 20, teeth_2: 40, "
            "module: 3 mm, stiffness: 200 N/um"
        ),
        lambda m: m.bevel_mesh(
            "F1", "arm", "bar", on_a="tip", on_b="eye", teeth_1=20, teeth_2=40, module=3e-3,
            stiffness=2e8,
        ),
    ),
    "rack_mesh frames": (
        f(
            "type: rack_mesh, a: arm, b: bar, on_a: tip, on_b: eye, teeth: 20, module: 3 mm, "
            "stiffness: 200 N/um"
        ),
        lambda m: m.rack_mesh(
            "F1", "arm", "bar", on_a="tip", on_b="eye", teeth=20, module=3e-3, stiffness=2e8,
        ),
    ),
    "worm_mesh frames": (
        f(
            "type: worm_mesh, a: arm, b: bar, on_a: tip, on_b: eye, starts: 2, teeth: 40, "
            "module: 3 mm, lead_angle: 9 deg, stiffness: 200 N/um"
        ),
        lambda m: m.worm_mesh(
            "F1", "arm", "bar", on_a="tip", on_b="eye", starts=2, teeth=40, module=3e-3,
            lead_angle="9 deg", stiffness=2e8,
        ),
    ),
    "aerodynamics": (
        f(
            "type: aerodynamics, body: arm, on: [r, 0, 0], area: 2 m^2, drag: 0.3, lift: -0.5, "
            "balance: 0.4, side: 2, yaw: 0.3, length: 2.7 m, density: 1.2, wind: [1, 2, 3], "
            "forward: x, up: z"
        ),
        lambda m: m.aerodynamics("F1", "arm", on=(0.1, 0, 0), area=2, drag=0.3, lift=-0.5,
                                 balance=0.4, side=2, yaw=0.3, length=2.7, density=1.2,
                                 wind=(1, 2, 3), forward="x", up="z"),
    ),
    "body damper": (
        f("type: body_damper, body: arm, on: [r, 0, 0], c: 2 N*s/m, c_turn: [1, 2, 3]"),
        lambda m: m.body_damper("F1", "arm", 2.0, on=(0.1, 0, 0), c_turn=(1, 2, 3)),
    ),
    "body damper drawn": (
        f("type: body_damper, body: arm, at: [r, 0, 0]"),
        lambda m: m.body_damper("F1", "arm", at=(0.1, 0, 0)),
    ),
    "aerodynamics drawn": (
        f("type: aerodynamics, body: arm, at: [r, 0, 0], area: 2"),
        lambda m: m.aerodynamics("F1", "arm", at=(0.1, 0, 0), area=2),
    ),
    "brake": (
        more(
            "type: brake, joint: A, coordinate: angle, gain: 300 N*m/MPa, driver: me, "
            "full_pressure: 8 MPa, bias: 0.6, lag: 20 ms, antilock: T, release: 20 ms, "
            "slip_limit: 0.1, low_speed: 2, initial_pressure: 1 bar, initial_grip: 0.1",
            f"me: {DRIVER}",
            f"T: {TYRE}",
        ),
        brake,
    ),
    "brake by a law": (
        f("type: brake, joint: A, gain: 1e-4, pressure: 2 MPa"),
        lambda m: m.brake("F1", "A", 1e-4, pressure=2e6),
    ),
    "electric_motor": (
        more(
            "type: electric_motor, joint: A, coordinate: 0, other: D, gear: 9, torque: 250, "
            "power: 90 kW, driver: me, regeneration: 0.2, efficiency: 0.9, lag: 50 ms, "
            "initial_torque: 1",
            f"me: {DRIVER}",
        ),
        motor,
    ),
    "electric_motor by a map": (
        f("type: electric_motor, joint: A, map: [[0, 100], [300, 150]], demand: 0.5"),
        lambda m: m.electric_motor("F1", "A", map=MAP, demand=0.5),
    ),
    "engine": (
        more(
            "type: engine, joint: A, coordinate: 0, other: D, gear: 2, "
            "full: [[0, 100], [300, 150]], drag: -5, shape: [[0, 0], [0.5, 0.7], [1, 1]], "
            "driver: me, lag: 0.2, idle: 80, limit: 500, initial_opening: 0.1",
            f"me: {DRIVER}",
        ),
        engine,
    ),
    "engine by a map": (
        f(
            "type: engine, joint: A, speeds: [0, 1000 rpm], throttles: [0, 50 %, 1], "
            "torques: [[-5, -10], [40, 60], [100 N m, 120 N m]], interpolation: linear, "
            "throttle: 0.5"
        ),
        lambda m: m.engine(
            "F1", "A", speeds=[0, "1000 rpm"], throttles=[0, 0.5, 1],
            torques=[[-5, -10], [40, 60], [100, 120]], throttle=0.5,
        ),
    ),
    "engine by a law": (
        f("type: engine, joint: A, full: 100, throttle: 0.5"),
        lambda m: m.engine("F1", "A", 100, throttle=0.5),
    ),
    "clutch": (
        f(f"type: clutch, {OWN}, engaged: 0.5"),
        lambda m: m.clutch("F1", "A", "D", coordinate="angle", engaged=0.5, **CLUTCH),
    ),
    "gearbox": (
        f(f"type: gearbox, {OWN}, engaged: 1, gears: [3, 2, 1], selected: 2, shift_time: 0.2, "
          "initial_gear: 2"),
        lambda m: m.gearbox("F1", "A", "D", coordinate="angle", engaged=1, gears=[3, 2, 1],
                            selected=2, shift_time=0.2, initial_gear=2, **CLUTCH),
    ),
    "gearbox by speed": (
        f(f"type: gearbox, {OWN}, gears: [3, 2, 1], up_at: [10, 20]"),
        lambda m: m.gearbox("F1", "A", "D", coordinate="angle", gears=[3, 2, 1], up_at=[10, 20],
                            **CLUTCH),
    ),
    "limited_slip": (
        more(
            "type: limited_slip, joint: A, coordinate: angle, other: D, preload: 30, ramp: 0.2, "
            "driven_by: M, viscous: 2, initial_grip: 0.1",
            "M: {type: electric_motor, joint: A, other: D, torque: 1}",
        ),
        lambda m: (
            m.limited_slip("F1", "A", "D", coordinate="angle", preload=30, ramp=0.2,
                           driven_by="M", viscous=2, initial_grip=0.1),
            m.electric_motor("M", "A", other="D", torque=1),
        ),
    ),
    "driver": (
        f(
            "type: driver, joint: A, coordinate: angle, body: arm, k: 100, d: 3, other: D, "
            "steer: 0.1, steer_gain: 2, path: {type: PointPath, x: [0, 1, 2, 3], y: [0, 0, 1, 1]}, "
            "ratio: 2, wheelbase: 2.5, understeer: 0.002, preview: 0.5, quickness: 2, lag: 0.1, "
            "limit: 0.5, speed: 36 km/h, kp: 1, ki: 2, throttle: 0.1, brake: 0.2, brake_gain: 3, "
            "release: 10 s, coast: 100 m, initial_distance: 1, initial_wanted: 0.1, "
            "initial_integral: 2"
        ),
        lambda m: m.driver(
            "F1", "A", "arm", coordinate="angle", k=100, d=3, other="D", steer=0.1, steer_gain=2,
            path=PointPath([0, 1, 2, 3], [0, 0, 1, 1]), ratio=2, wheelbase=2.5, understeer=0.002,
            preview=0.5, quickness=2, lag=0.1, limit=0.5, speed=10, kp=1, ki=2, throttle=0.1,
            brake=0.2, brake_gain=3, release=10, coast=100, initial_distance=1,
            initial_wanted=0.1, initial_integral=2,
        ),
    ),
}  # fmt: skip
