"""Contacts with curves, belts and ropes, in YAML and in Python."""

from __future__ import annotations

from formats.yaml_examples_head import Build, f
from sarrus.curves import CircleCurve

CURVES: dict[str, tuple[str, Build]] = {
    "curve_contact": (
        f("type: curve_contact, body: bar, on: [0.3, 0, 0], curve: {type: CircleCurve, radius: 1}, "
          "radius: -5 cm, k: 1 MN/m, a: 0.5 s/m, exponent: 1.5, mu: 0.3, smoothing: 2 mm/s, "
          "base: arm, origin: [0, 0, 0.1], axis: z, x_axis: y"),
        lambda m: m.curve_contact(
            "F1", "bar", on=(0.3, 0, 0), curve=CircleCurve(1.0), radius=-0.05, k=1e6, a=0.5,
            exponent=1.5, mu=0.3, smoothing=2e-3, base="arm", origin=(0, 0, 0.1), axis="z",
            x_axis="y",
        ),
    ),
    "curve_contact at": (
        f("type: curve_contact, body: bar, at: [0, 0.3, 0], curve: {type: CircleCurve, radius: 1}, "
          "k: 1e6"),
        lambda m: m.curve_contact(
            "F1", "bar", at=(0, 0.3, 0), curve=CircleCurve(1.0), k=1e6
        ),
    ),
    "rail_contact": (
        f("type: rail_contact, body: bar, on: [0.3, 0, 0], axle: [1, 0, 0.1], radius: 30 cm, "
          "conicity: 0.02, curve: {type: CircleCurve, radius: 10 cm}, k: 1 MN/m, a: 0.5 s/m, "
          "exponent: 1.5, mu: 0.3, shear_modulus: 79 GPa, poisson: 0.3, ellipse: 0.7, c11: 4, "
          "c22: 4, c23: 1.5, creepages: linear, speed: 36 km/h, smoothing: 2 mm/s, base: arm, "
          "origin: [0, 0, 0.1], axis: y, x_axis: x"),
        lambda m: m.rail_contact(
            "F1", "bar", on=(0.3, 0, 0), axle=(1, 0, 0.1), radius=0.3, conicity=0.02,
            curve=CircleCurve(0.1), k=1e6, a=0.5, exponent=1.5, mu=0.3, shear_modulus=79e9,
            poisson=0.3, ellipse=0.7, c11=4, c22=4, c23=1.5, creepages="linear", speed=10.0,
            smoothing=2e-3, base="arm", origin=(0, 0, 0.1), axis="y", x_axis="x",
        ),
    ),
    "rail_contact at": (
        f("type: rail_contact, body: bar, at: [0.3, 0, 0], axle: x, radius: 0.3, k: 1e6, mu: 0.3, "
          "curve: {type: CircleCurve, radius: 10 cm}, ellipse: 0.7, c11: 4, c22: 4, c23: 1.5"),
        lambda m: m.rail_contact(
            "F1", "bar", at=(0.3, 0, 0), axle="x", radius=0.3, curve=CircleCurve(0.1), k=1e6,
            mu=0.3, ellipse=0.7, c11=4, c22=4, c23=1.5,
        ),
    ),
    "belt_drive": (
        f("type: belt_drive, wheels: [[rim, [0, 0, 0], 50 mm], [ground, [500 mm, 0, 0], 100 mm]], "
          "base: ground, stiffness: 60 kN, preload: 200 N, damping_time: 1 ms, mu: 0.4, "
          "slip_speed: 2, closed: true, axis: y"),
        lambda m: m.belt_drive(
            "F1", [("rim", (0, 0, 0), 0.05), ("ground", (0.5, 0, 0), 0.1)], base="ground",
            stiffness=60e3, preload=200, damping_time=1e-3, mu=0.4, slip_speed=2, closed=True,
            axis="y",
        ),
    ),
    "belt_drive by its length": (
        f("type: belt_drive, wheels: [[rim, [0, 0, 0], 50 mm], [ground, [500 mm, 0, 0], 100 mm]], "
          "stiffness: 60 kN, free_length: 1.47, axis: y"),
        lambda m: m.belt_drive(
            "F1", [("rim", (0, 0, 0), 0.05), ("ground", (0.5, 0, 0), 0.1)], stiffness=60e3,
            free_length=1.47, axis="y",
        ),
    ),
    "cable": (
        f("type: cable, wheels: [[arm, [0.2, 0, -1], 0], [rim, [0, 0, 0], -10 cm], "
          "[ground, [-0.3, 0, -1], 0]], base: ground, stiffness: 1 MN, damping: 500 N*s/m, "
          "preload: 20 N, axis: y"),
        lambda m: m.cable(
            "F1", [("arm", (0.2, 0, -1), 0), ("rim", (0, 0, 0), -0.1),
                   ("ground", (-0.3, 0, -1), 0)],
            base="ground", stiffness=1e6, damping=500, preload=20, axis="y",
        ),
    ),
    "cable with slack": (
        f("type: cable, wheels: [[arm, [0.2, 0, -1], 0], [rim, [0, 0, 0], -10 cm], "
          "[ground, [-0.3, 0, -1], 0]], stiffness: 1 MN, slack: 1 cm, axis: y"),
        lambda m: m.cable(
            "F1", [("arm", (0.2, 0, -1), 0), ("rim", (0, 0, 0), -0.1),
                   ("ground", (-0.3, 0, -1), 0)],
            stiffness=1e6, slack=0.01, axis="y",
        ),
    ),
    "inextensible_cable": (
        f("type: inextensible_cable, wheels: [[arm, [0.2, 0, -1], 0], [ground, [0, 0, 0], -10 cm], "
          "[ground, [-0.3, 0, -1], 0]], base: ground, axis: y"),
        lambda m: m.inextensible_cable(
            "F1",
            [("arm", (0.2, 0, -1), 0), ("ground", (0, 0, 0), -0.1), ("ground", (-0.3, 0, -1), 0)],
            base="ground", axis="y",
        ),
    ),
}  # fmt: skip
