"""Forces between points and on bodies, in YAML and in Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from formats.yaml_examples_head import Build, called, f
from sarrus import Curve, Mechanism


def pull(m: Mechanism, **given: Any) -> None:
    m.spring_damper("F1", "ground", "arm", at_a=(0, 0, 1), at_b=(0.2, 0, 0), **given)


PULL = "type: spring_damper, a: ground, b: arm, at_a: [0, 0, 1], at_b: [2*r, 0, 0]"


def law(motion: Any) -> Any:
    k, angle = motion.parameter, motion.coordinate
    return [
        motion.force(
            "toe", (-k("k") * motion.position("toe")[0], motion.time * motion.velocity("tip")[1], 0)
        ),
        motion.moment("bar", (0, 0, -k("c") * motion.angular_velocity("bar")[2])),
        motion.effort("A", 0.1 * angle("A.angle") - k("k") * motion.distance("toe", "tip") ** 2),
        motion.effort(
            "B", motion.axes("arm")[0, 2] - motion.rate("B") * motion.rate("C.displacement")
        ),
    ]


def stored(motion: Any) -> Any:
    return 0.5 * motion.parameter("k") * motion.coordinate("A") ** 2


def spring(motion: Any) -> Any:
    k, x, d = motion.parameter("k"), motion.coordinate("A"), motion.parameter("d")
    return [motion.effort("A", -k * x - d * motion.rate("A"))]


def lost(motion: Any) -> Any:
    return motion.parameter("d") * motion.rate("A") ** 2


def step(t: Any) -> Any:
    from sarrus.spatial.arrays import select

    return select(t < 1, 2, 3 * t)


LINES: dict[str, tuple[str, Build]] = {
    "spring_damper": (
        f(PULL + ", k: 2*k0, c: 5 N*s/m, free_length: 5*r"),
        lambda m: pull(m, k=4000, c=5, free_length=0.5),
    ),
    "spring_damper strut": (
        f(
            PULL + ", k: k0, c_compression: 10, c_rebound: 20, preload: 3 N, acts: both"
            ", bump_stop: [10 mm, 1e5], rebound_stop: [20 mm, 1e5, 1.5], actuator: F*cos(t)"
        ),
        lambda m: pull(
            m,
            k=2000,
            c_compression=10,
            c_rebound=20,
            preload=3,
            acts="both",
            bump_stop=(0.01, 1e5),
            rebound_stop=(0.02, 1e5, 1.5),
            actuator=called("F*cos(t)", lambda t: 10 * np.cos(t)),
        ),
    ),
    "spring_damper function": (
        f(PULL + ", force: 1e3*x + 2e4*x^3, c: 3*w + w*abs(w)"),
        lambda m: pull(
            m,
            force=called("1e3*x + 2e4*x^3", lambda x: 1e3 * x + 2e4 * x**3),
            c=called("3*w + w*abs(w)", lambda w: 3 * w + w * abs(w)),
        ),
    ),
    "spring_damper energy": (
        f(PULL + ", energy: {expression: 500*x^2, name: stored}, c: [[-1, -5], [0, 0], [1, 9 N]]"),
        lambda m: pull(
            m, energy=called("stored", lambda x: 500 * x**2), c=[(-1, -5), (0, 0), (1, 9)]
        ),
    ),
    "spring_damper curve": (
        f(
            "type: spring_damper, a: bar, b: arm, on_a: eye, on_b: [r, 0, 0]"
            ", k: {curve: [[-10 mm, -5], [0, 0], [10 mm, 9 N]], smooth: 0, beyond: line}"
        ),
        lambda m: m.spring_damper(
            "F1",
            "bar",
            "arm",
            on_a="eye",
            on_b=(0.1, 0, 0),
            k=Curve([-0.01, 0, 0.01], [-5, 0, 9], smooth=0, beyond="line"),
        ),
    ),
    "gas_spring": (
        f(
            "type: gas_spring, a: ground, b: arm, at_a: [0, 0, 1], on_b: tip, area: 10 cm^2"
            ", volume: 2 l, pressure: 2 MPa, exponent: 1.3, atmosphere: 1 bar, c: 5, length: 1"
        ),
        lambda m: m.gas_spring(
            "F1",
            "ground",
            "arm",
            at_a=(0, 0, 1),
            on_b="tip",
            area=1e-3,
            volume=2e-3,
            pressure=2e6,
            exponent=1.3,
            atmosphere=1e5,
            c=5,
            length=1,
        ),
    ),
    "gas_spring force": (
        f(
            "type: gas_spring, a: ground, b: arm, on_a: [0, 0, 1], at_b: [0.2, 0, 0], area: 1e-3"
            ", volume: 2e-3, force: 1 kN, c_compression: 1, c_rebound: 2"
        ),
        lambda m: m.gas_spring(
            "F1",
            "ground",
            "arm",
            on_a=(0, 0, 1),
            at_b=(0.2, 0, 0),
            area=1e-3,
            volume=2e-3,
            force=1000,
            c_compression=1,
            c_rebound=2,
        ),
    ),
    "joint_gas_spring": (
        f(
            "type: joint_gas_spring, joint: B, effort: 100 N, ratio: 3, exponent: 1.2"
            ", reference: 10 mm, d: 4, coordinate: displacement"
        ),
        lambda m: m.joint_gas_spring(
            "F1", "B", 100, 3, exponent=1.2, reference=0.01, d=4, coordinate="displacement"
        ),
    ),
    "point_force": (
        f('type: point_force, body: arm, force: ["F*sin(omega*t)", 2 N, 0], at: [r, 0, 0]'),
        lambda m: m.point_force(
            "F1",
            "arm",
            (called("F*sin(omega*t)", lambda t: 10 * np.sin(2 * np.pi * t)), 2, 0),
            at=(0.1, 0, 0),
        ),
    ),
    "point_force follower": (
        f(
            "type: point_force, body: arm, force: {times: [0, 1, 2], values: [0, 1 kN, 5]}, on: tip"
            ", along: [0, 1, 1], follower: true"
        ),
        lambda m: m.point_force(
            "F1", "arm", ([0, 1, 2], [0, 1000, 5]), on="tip", along=(0, 1, 1), follower=True
        ),
    ),
    "torque": (
        f("type: torque, a: ground, b: arm, axis: -y, torque: {x: [0, 1, 2], y: [0, 3, 0]}"),
        lambda m: m.torque("F1", "ground", "arm", "-y", Curve([0, 1, 2], [0, 3, 0])),
    ),
    "moment": (
        f(
            'type: moment, body: arm, moment: "if(t < 1, 2, 3*t)", against: bar, along: z'
            ", follower: true"
        ),
        lambda m: m.moment(
            "F1", "arm", called("if(t < 1, 2, 3*t)", step), against="bar", along="z", follower=True
        ),
    ),
    "window_force": (
        f(
            "type: window_force, force: 50, window: [0, 2*r], joint: B, coordinate: 0, offset: 1 cm"
            ", moving: 1, width: 5 mm, speed_width: 0.01"
        ),
        lambda m: m.window_force(
            "F1",
            50,
            (0, 0.2),
            joint="B",
            coordinate=0,
            offset=0.01,
            moving=1,
            width=0.005,
            speed_width=0.01,
        ),
    ),
    "window_force point": (
        f("type: window_force, force: 50, window: [0, 1], body: arm, at: [0.1, 0, 0], along: x"),
        lambda m: m.window_force("F1", 50, (0, 1), body="arm", at=(0.1, 0, 0), along="x"),
    ),
    "window_force on": (
        f("type: window_force, force: 50, window: [0, 1], body: arm, on: tip, along: x"),
        lambda m: m.window_force("F1", 50, (0, 1), body="arm", on="tip", along="x"),
    ),
    "user_force": (
        """\
forces:
  F1:
    type: user_force
    points: {toe: {body: bar, at: [0, 0.5, 0]}}
    parameters: {k: 1 kN/m, c: [2, N*m*s]}
    loads:
      name: law
      loads:
        - {force: toe, value: ["-k*position(toe, x)", "t*velocity(tip, y)", 0]}
        - {moment: bar, value: [0, 0, "-c*angular_velocity(bar, z)"]}
        - {effort: A, value: "0.1*A.angle - k*distance(toe, tip)^2"}
        - {effort: B, value: "axis(arm, z, x) - rate(B)*rate(C.displacement)"}
""",
        lambda m: m.user_force(
            "F1",
            called("law", law),
            points={"toe": ("bar", (0, 0.5, 0))},
            parameters={"k": (1000, "N/m"), "c": (2, "N*m*s")},
        ),
    ),
    "nonholonomic": (
        """\
forces:
  F1:
    type: nonholonomic
    points: {toe: {body: bar, at: [0, 0.5, 0]}}
    parameters: {h: 20 cm}
    row: {name: edge, expression: "axis(bar, y, x)*velocity(toe, x) + h*rate(C.rate)"}
""",
        lambda m: m.nonholonomic(
            "F1",
            called(
                "edge",
                lambda s: (
                    s.axes("bar")[0, 1] * s.velocity("toe")[0] + s.parameter("h") * s.rate("C.rate")
                ),
            ),
            points={"toe": ("bar", (0, 0.5, 0))},
            parameters={"h": (0.2, "m")},
        ),
    ),
    "user_force states": (
        """\
forces:
  F1:
    type: user_force
    parameters: {R: 2 ohm, L: 50 mH, k: [0.3, N*m/A], u: 12 V}
    states: {i: 100 mA}
    rates: {i: "(u - R*i - k*rate(A))/L"}
    loads: {name: coil, loads: [{effort: A, value: "k*i"}]}
    energy: 0.5*L*i^2
    dissipation: R*i^2
    supply: u*i
""",
        lambda m: m.user_force(
            "F1",
            called("coil", lambda s: [s.effort("A", s.parameter("k") * s.state("i"))]),
            parameters={
                "R": (2, "ohm"),
                "L": (0.05, "H"),
                "k": (0.3, "N*m/A"),
                "u": (12, "V"),
            },
            states={"i": (0.1, "A")},
            rates=called(
                "rates",
                lambda s: {
                    "i": (
                        s.parameter("u")
                        - s.parameter("R") * s.state("i")
                        - s.parameter("k") * s.rate("A")
                    )
                    / s.parameter("L")
                },
            ),
            energy=lambda s: 0.5 * s.parameter("L") * s.state("i") ** 2,
            dissipation=lambda s: s.parameter("R") * s.state("i") ** 2,
            supply=lambda s: s.parameter("u") * s.state("i"),
        ),
    ),
    "dc_motor": (
        f(
            "type: dc_motor, joint: A, coordinate: angle, constant: 0.3 N*m/A, resistance: 2 ohm, "
            "inductance: 50 mH, voltage: 12 V, gear: 2, initial_current: 100 mA"
        ),
        lambda m: m.dc_motor(
            "F1",
            "A",
            coordinate="angle",
            constant=0.3,
            resistance=2,
            inductance=0.05,
            voltage=12,
            gear=2,
            initial_current=0.1,
        ),
    ),
    "dc_motor duty": (
        f(
            "type: dc_motor, joint: A, constant: 0.3, resistance: 2, inductance: 50 mH, "
            "duty: 0.5, supply: 24 V, voltage_limit: 20 V, current_limit: 5 A"
        ),
        lambda m: m.dc_motor(
            "F1",
            "A",
            constant=0.3,
            resistance=2,
            inductance=0.05,
            duty=0.5,
            supply=24,
            voltage_limit=20,
            current_limit=5,
        ),
    ),
    "synchronous_motor": (
        f(
            "type: synchronous_motor, joint: A, coordinate: angle, resistance: 0.5 ohm, "
            "inductance_d: 2 mH, inductance_q: 3 mH, flux: 0.05 Wb, pole_pairs: 4, gear: 20, "
            "target_d: -1 A, target_q: 2 A, bandwidth: 1000, voltage_limit: 48 V, "
            "current_limit: 6 A, initial_current_d: 0.1, initial_current_q: 0.2"
        ),
        lambda m: m.synchronous_motor(
            "F1",
            "A",
            coordinate="angle",
            resistance=0.5,
            inductance_d=2e-3,
            inductance_q=3e-3,
            flux=0.05,
            pole_pairs=4,
            gear=20,
            target_d=-1,
            target_q=2,
            bandwidth=1000,
            voltage_limit=48,
            current_limit=6,
            initial_current_d=0.1,
            initial_current_q=0.2,
        ),
    ),
    "synchronous_motor voltages": (
        f(
            "type: synchronous_motor, joint: A, resistance: 0.5, inductance_d: 2 mH, flux: 0.05, "
            "voltage_d: 1 V, voltage_q: 3 V"
        ),
        lambda m: m.synchronous_motor(
            "F1", "A", resistance=0.5, inductance_d=2e-3, flux=0.05, voltage_d=1, voltage_q=3
        ),
    ),
    "pneumatic_cylinder": (
        f(
            "type: pneumatic_cylinder, a: ground, b: arm, at_a: [0, 0, 1], at_b: [0.2, 0, 0], "
            "area_a: 20 cm^2, area_b: 14 cm^2, stroke: 0.6, closed_length: 0.7, dead_a: 100 cm^3, "
            "dead_b: 150 cm^3, initial_pressure_a: 3 bar, initial_pressure_b: 4 bar, "
            "exponent: 1.3, conductance: 2 l/s/bar, critical_ratio: 0.35, opening: 0.5, "
            "supply_pressure: 7 bar, exhaust_pressure: 1 bar, atmosphere: 1 bar, friction: 50"
        ),
        lambda m: m.pneumatic_cylinder(
            "F1",
            "ground",
            "arm",
            at_a=(0, 0, 1),
            at_b=(0.2, 0, 0),
            area_a=20e-4,
            area_b=14e-4,
            stroke=0.6,
            closed_length=0.7,
            dead_a=1e-4,
            dead_b=1.5e-4,
            initial_pressure_a=3e5,
            initial_pressure_b=4e5,
            exponent=1.3,
            conductance="2 l/s/bar",
            critical_ratio=0.35,
            opening=0.5,
            supply_pressure=7e5,
            exhaust_pressure=1e5,
            atmosphere=1e5,
            friction=50,
        ),
    ),
    "pneumatic_cylinder on": (
        f(
            "type: pneumatic_cylinder, a: ground, b: arm, on_a: [0, 0, 1], on_b: tip, "
            "area_a: 20 cm^2, area_b: 14 cm^2, stroke: 0.6, closed_length: 0.7, dead_a: 100 cm^3, "
            "dead_b: 150 cm^3, initial_pressure_a: 3 bar, initial_pressure_b: 4 bar"
        ),
        lambda m: m.pneumatic_cylinder(
            "F1",
            "ground",
            "arm",
            on_a=(0, 0, 1),
            on_b="tip",
            area_a=20e-4,
            area_b=14e-4,
            stroke=0.6,
            closed_length=0.7,
            dead_a=1e-4,
            dead_b=1.5e-4,
            initial_pressure_a=3e5,
            initial_pressure_b=4e5,
        ),
    ),
    "pid": (
        f(
            "type: pid, joint: A, coordinate: angle, kp: 3, target: 20 deg, ki: 1, kd: 0.5, "
            "lag: 5 ms, initial_integral: 0.1, initial_filtered: 0.2"
        ),
        lambda m: m.pid(
            "F1",
            "A",
            3,
            coordinate="angle",
            target="20 deg",
            ki=1,
            kd=0.5,
            lag=0.005,
            initial_integral=0.1,
            initial_filtered=0.2,
        ),
    ),
    "relaxation": (
        f(
            "type: relaxation, a: ground, b: arm, at_a: [0, 0, 1], at_b: [0.2, 0, 0], k: 100, "
            "c: 5, free_length: 1, k_parallel: 10, initial_creep: 1 mm"
        ),
        lambda m: m.relaxation(
            "F1",
            "ground",
            "arm",
            at_a=(0, 0, 1),
            at_b=(0.2, 0, 0),
            k=100,
            c=5,
            free_length=1,
            k_parallel=10,
            initial_creep=0.001,
        ),
    ),
    "relaxation on": (
        f("type: relaxation, a: ground, b: arm, on_a: [0, 0, 1], on_b: tip, k: 100, c: 5"),
        lambda m: m.relaxation("F1", "ground", "arm", on_a=(0, 0, 1), on_b="tip", k=100, c=5),
    ),
    "hydraulic_cylinder": (
        f(
            "type: hydraulic_cylinder, a: ground, b: arm, at_a: [0, 0, 1], at_b: [0.2, 0, 0], "
            "area_a: 20 cm^2, area_b: 10 cm^2, stroke: 0.5, closed_length: 0.8, dead_a: 0.0001, "
            "dead_b: 0.0001, initial_pressure_a: 5 bar, initial_pressure_b: 10 bar, "
            "bulk_modulus: 1 GPa, leakage: 1e-12, friction: 20, flow_a: 1e-5, flow_b: 2e-5, "
            "opening: 0.5, valve_flow: 1e-4, valve_drop: 35 bar, supply_pressure: 160 bar, "
            "tank_pressure: 2 bar"
        ),
        lambda m: m.hydraulic_cylinder(
            "F1",
            "ground",
            "arm",
            at_a=(0, 0, 1),
            at_b=(0.2, 0, 0),
            area_a="20 cm^2",
            area_b="10 cm^2",
            stroke=0.5,
            closed_length=0.8,
            dead_a=1e-4,
            dead_b=1e-4,
            initial_pressure_a="5 bar",
            initial_pressure_b="10 bar",
            bulk_modulus="1 GPa",
            leakage=1e-12,
            friction=20,
            flow_a=1e-5,
            flow_b=2e-5,
            opening=0.5,
            valve_flow=1e-4,
            valve_drop="35 bar",
            supply_pressure="160 bar",
            tank_pressure="2 bar",
        ),
    ),
    "hydraulic_cylinder on": (
        f(
            "type: hydraulic_cylinder, a: ground, b: arm, on_a: [0, 0, 1], on_b: tip, "
            "area_a: 0.002, "
            "area_b: 0.001, stroke: 0.5, closed_length: 0.8, dead_a: 0.0001, dead_b: 0.0001, "
            "initial_pressure_a: 0, initial_pressure_b: 0"
        ),
        lambda m: m.hydraulic_cylinder(
            "F1",
            "ground",
            "arm",
            on_a=(0, 0, 1),
            on_b="tip",
            area_a=0.002,
            area_b=0.001,
            stroke=0.5,
            closed_length=0.8,
            dead_a=1e-4,
            dead_b=1e-4,
            initial_pressure_a=0,
            initial_pressure_b=0,
        ),
    ),
    "user_force energy": (
        """\
forces:
  F1:
    type: user_force
    parameters: {k: 3, d: 0.5}
    loads: {name: spring, loads: [{effort: A, value: "-k*A - d*rate(A)"}]}
    energy: 0.5*k*A^2
    dissipation: d*rate(A)^2
""",
        lambda m: m.user_force(
            "F1",
            called("spring", spring),
            parameters={"k": 3, "d": 0.5},
            energy=stored,
            dissipation=lost,
        ),
    ),
}
