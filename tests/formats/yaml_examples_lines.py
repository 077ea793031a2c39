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
        motion.effort("A", 0.1 * angle("A.angle") - k("k") * motion.distance("toe", "tip")),
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
        - {effort: A, value: "0.1*A.angle - k*distance(toe, tip)"}
        - {effort: B, value: "axis(arm, z, x) - rate(B)*rate(C.displacement)"}
""",
        lambda m: m.user_force(
            "F1",
            called("law", law),
            points={"toe": ("bar", (0, 0.5, 0))},
            parameters={"k": (1000, "N/m"), "c": (2, "N*m*s")},
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
