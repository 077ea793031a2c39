"""Forces on joints and of the ground, couplers and what else a file has."""

from __future__ import annotations

from typing import Any

import numpy as np

from formats.yaml_examples_head import Build, f
from sarrus import Curve, Mechanism, Pose
from sarrus.model.shapes import Box, Mesh
from sarrus.road import (
    CosineBump,
    Flat,
    HalfRound,
    Iso8608,
    Scaled,
    Shifted,
    SineRoad,
    SumOfRoads,
    TableRoad,
    WheelEnvelope,
)
from sarrus.tyres import BrushTyre, MagicFormula


def wheel(m: Mechanism, road: Any = None, **given: Any) -> None:
    m.wheel_contact("F1", "bar", road, at=(0, 0, 0.5), radius=0.4, k=1e5, **given)


BRUSH = BrushTyre(radius=0.3, k=2e5, load=4000.0, stiffness=6e4, stiffness_along=8e4)
PLAIN = MagicFormula({"UNLOADED_RADIUS": 0.3, "FNOMIN": 4000.0, "VERTICAL_STIFFNESS": 2e5})
WHEEL = "type: wheel_contact, body: bar, at: [0, 0, 0.5], radius: 400 mm, k: 1e5"


OTHERS: dict[str, tuple[str, Build]] = {
    "polynomial_coupler": (
        f("type: polynomial_coupler, driven: B, driver: A, polynomial: [0, 0.5, 0.2]"),
        lambda m: m.polynomial_coupler("F1", "B", "A", [0, 0.5, 0.2]),
    ),
    "joint_torque": (
        f("type: joint_torque, joint: C, effort: 5 N, coordinate: displacement"),
        lambda m: m.joint_torque("F1", "C", 5, "displacement"),
    ),
    "joint_damper": (
        f("type: joint_damper, joint: C, d: 0.5, coordinate: 0"),
        lambda m: m.joint_damper("F1", "C", 0.5, 0),
    ),
    "joint_spring": (
        f(
            "type: joint_spring, joint: A, k: [[-1, -5], [0, 0], [90 deg, 5]]"
            ", d: {curve: [[-1, -2], [0, 0], [1, 2]], beyond: line}, free: 10 deg, preload: 1"
            ", coordinate: angle"
        ),
        lambda m: m.joint_spring(
            "F1",
            "A",
            [(-1, -5), (0, 0), ("90 deg", 5)],
            Curve([-1, 0, 1], [-2, 0, 2], beyond="line"),
            free="10 deg",
            preload=1,
            coordinate="angle",
        ),
    ),
    "torsion_bar": (
        f(
            "type: torsion_bar, joint: A, length: 1, diameter: 30 mm, shear_modulus: 80 GPa"
            ", preload: 20, d: 3, coordinate: angle"
        ),
        lambda m: m.torsion_bar(
            "F1",
            "A",
            length=1,
            diameter=0.03,
            shear_modulus=8e10,
            preload=20,
            d=3,
            coordinate="angle",
        ),
    ),
    "torsion_bar k": (
        f("type: torsion_bar, joint: A, k: 300, preset: 5 deg"),
        lambda m: m.torsion_bar("F1", "A", 300, preset="5 deg"),
    ),
    "joint_friction": (
        f(
            "type: joint_friction, joint: A, sliding: 2, static: 3, d: 0.1, smoothing: 0.01"
            ", stribeck: 0.2, exponent: 1.5, coordinate: angle, exact: false"
        ),
        lambda m: m.joint_friction(
            "F1", "A", 2, 3, d=0.1, smoothing=0.01, stribeck=0.2, exponent=1.5, coordinate="angle"
        ),
    ),
    "end_stop": (
        f(
            "type: end_stop, joint: B, k: 1e6, a: 0.5, lower: -2 cm, upper: 1 dm, exponent: 1.5"
            ", coordinate: displacement"
        ),
        lambda m: m.end_stop(
            "F1", "B", 1e6, 0.5, lower=-0.02, upper=0.1, exponent=1.5, coordinate="displacement"
        ),
    ),
    "bushing": (
        f(
            "type: bushing, a: arm, b: bar, stiffness: [1e5, 1e5, 1e5, 10, 10, 10]"
            ", damping: [[1, 2, 3], [4, 5, 6]], at: [0.2, 0, 0], rpy: [0, 0.1, 0]"
            ", preload: [1, 0, 0, 0, 0, 2]"
        ),
        lambda m: m.bushing(
            "F1",
            "arm",
            "bar",
            (1e5, 1e5, 1e5, 10, 10, 10),
            ((1, 2, 3), (4, 5, 6)),
            at=(0.2, 0, 0),
            rpy=(0, 0.1, 0),
            preload=(1, 0, 0, 0, 0, 2),
        ),
    ),
    "bushing frames": (
        f(
            "type: bushing, a: arm, b: bar, stiffness: [[1e5, 1e5, 1e5], [10, 10, 10]]"
            ", on_a: {at: [r, 0, 0], rpy: [0, 0, 90 deg]}, on_b: eye"
        ),
        lambda m: m.bushing(
            "F1",
            "arm",
            "bar",
            ((1e5, 1e5, 1e5), (10, 10, 10)),
            on_a=Pose((0.1, 0, 0), ((0, -1, 0), (1, 0, 0), (0, 0, 1))),
            on_b="eye",
        ),
    ),
    "bushing turned": (
        f(
            "type: bushing, a: arm, b: bar, stiffness: [1e5, 1e5, 1e5, 10, 10, 10], at: [0, 0, 0]"
            ", rotation: [[0, -1, 0], [1, 0, 0], [0, 0, 1]]"
        ),
        lambda m: m.bushing(
            "F1",
            "arm",
            "bar",
            (1e5, 1e5, 1e5, 10, 10, 10),
            at=(0, 0, 0),
            rotation=((0, -1, 0), (1, 0, 0), (0, 0, 1)),
        ),
    ),
    "bushing quaternion": (
        f(
            "type: bushing, a: arm, b: bar, stiffness: [1e5, 1e5, 1e5, 10, 10, 10], at: [0, 0, 0]"
            ", quaternion_wxyz: [0.6, 0.8, 0, 0]"
        ),
        lambda m: m.bushing(
            "F1",
            "arm",
            "bar",
            (1e5, 1e5, 1e5, 10, 10, 10),
            at=(0, 0, 0),
            quaternion_wxyz=(0.6, 0.8, 0, 0),
        ),
    ),
    "beam": (
        f(
            "type: beam, a: arm, b: bar, at: [0.2, 0, 0], rpy: [0, 0.1, 0], length: 200 mm"
            ", area: 6 cm^2, torsion_constant: 6e-8, second_moment_y: 2e-8, second_moment_z: 4e-8"
            ", young_modulus: 210 GPa, shear_modulus: 81 GPa, shear_ratio_y: 1.2"
            ", shear_ratio_z: 1.1, damping_time: 1 ms"
        ),
        lambda m: m.beam(
            "F1",
            "arm",
            "bar",
            at=(0.2, 0, 0),
            rpy=(0, 0.1, 0),
            length=0.2,
            area=6e-4,
            torsion_constant=6e-8,
            second_moment_y=2e-8,
            second_moment_z=4e-8,
            young_modulus=2.1e11,
            shear_modulus=8.1e10,
            shear_ratio_y=1.2,
            shear_ratio_z=1.1,
            damping_time=1e-3,
        ),
    ),
    "beam frames": (
        f(
            "type: beam, a: arm, b: bar, on_a: {at: [r, 0, 0], rpy: [0, 0, 90 deg]}, on_b: eye"
            ", length: 0.2, area: 6e-4, torsion_constant: 0, second_moment_y: 2e-8"
            ", second_moment_z: 4e-8, young_modulus: 2.1e11, shear_modulus: 8.1e10"
        ),
        lambda m: m.beam(
            "F1",
            "arm",
            "bar",
            on_a=Pose((0.1, 0, 0), ((0, -1, 0), (1, 0, 0), (0, 0, 1))),
            on_b="eye",
            length=0.2,
            area=6e-4,
            torsion_constant=0,
            second_moment_y=2e-8,
            second_moment_z=4e-8,
            young_modulus=2.1e11,
            shear_modulus=8.1e10,
        ),
    ),
    "beam turned": (
        f(
            "type: beam, a: arm, b: bar, at: [0, 0, 0]"
            ", rotation: [[0, -1, 0], [1, 0, 0], [0, 0, 1]], length: 0.2"
            ", area: 6e-4, torsion_constant: 0, second_moment_y: 2e-8"
            ", second_moment_z: 4e-8, young_modulus: 2.1e11, shear_modulus: 8.1e10"
        ),
        lambda m: m.beam(
            "F1",
            "arm",
            "bar",
            at=(0, 0, 0),
            rotation=((0, -1, 0), (1, 0, 0), (0, 0, 1)),
            length=0.2,
            area=6e-4,
            torsion_constant=0,
            second_moment_y=2e-8,
            second_moment_z=4e-8,
            young_modulus=2.1e11,
            shear_modulus=8.1e10,
        ),
    ),
    "beam quaternion": (
        f(
            "type: beam, a: arm, b: bar, at: [0, 0, 0], quaternion_wxyz: [0.6, 0.8, 0, 0]"
            ", length: 0.2, area: 6e-4, torsion_constant: 0, second_moment_y: 2e-8"
            ", second_moment_z: 4e-8, young_modulus: 2.1e11, shear_modulus: 8.1e10"
        ),
        lambda m: m.beam(
            "F1",
            "arm",
            "bar",
            at=(0, 0, 0),
            quaternion_wxyz=(0.6, 0.8, 0, 0),
            length=0.2,
            area=6e-4,
            torsion_constant=0,
            second_moment_y=2e-8,
            second_moment_z=4e-8,
            young_modulus=2.1e11,
            shear_modulus=8.1e10,
        ),
    ),
    "bearing_friction": (
        f(
            "type: bearing_friction, joint: A, mu: 0.1, static: 0.15, radius: 20 mm, pivot: 1 mm"
            ", smoothing: 0.01, stribeck: 0.1, exponent: 1, lagged: true"
        ),
        lambda m: m.bearing_friction(
            "F1",
            "A",
            0.1,
            0.15,
            radius=0.02,
            pivot=0.001,
            smoothing=0.01,
            stribeck=0.1,
            exponent=1,
            lagged=True,
        ),
    ),
    "bearing_friction guide": (
        f("type: bearing_friction, joint: B, mu: 0.1, length: 5 cm, exact: true"),
        lambda m: m.bearing_friction("F1", "B", 0.1, length=0.05, exact=True),
    ),
    "point_contact": (
        f(
            "type: point_contact, body: arm, at: [[0, 0, 0], [r, 0, 0]], k: 1e5, a: 0.1, mu: 0.3"
            ", exponent: 1.5, smoothing: 1 mm/s, road: {type: HalfRound, radius: 10 cm, at: 2}"
            ", base: bar, origin: [0, 0, -1], along: x, up: z"
        ),
        lambda m: m.point_contact(
            "F1",
            "arm",
            at=[(0, 0, 0), (0.1, 0, 0)],
            k=1e5,
            a=0.1,
            mu=0.3,
            exponent=1.5,
            smoothing=1e-3,
            road=HalfRound(0.1, 2),
            base="bar",
            origin=(0, 0, -1),
            along="x",
            up="z",
        ),
    ),
    "point_contact frames": (
        f("type: point_contact, body: arm, on: [tip, [0, 0, 0]], k: 1e5"),
        lambda m: m.point_contact("F1", "arm", on=["tip", (0, 0, 0)], k=1e5),
    ),
    "wheel_contact": (
        f(
            WHEEL + ", road: {type: SineRoad, amplitude: 5 cm, wavelength: 10, phase: 90 deg}"
            ", c: [[0, 0], [0.1, 50]], follows: point, contact: vertical, mu: 0.8, mu_across: 0.7"
            ", smoothing: 0.1, speed: 36 km/h, spin: 3, base: ground, origin: [0, 0, -1], along: x"
            ", up: z"
        ),
        lambda m: wheel(
            m,
            SineRoad(0.05, 10, np.pi / 2),
            c=[(0, 0), (0.1, 50)],
            follows="point",
            contact="vertical",
            mu=0.8,
            mu_across=0.7,
            smoothing=0.1,
            speed=10,
            spin=3,
            base="ground",
            origin=(0, 0, -1),
            along="x",
            up="z",
        ),
    ),
    "wheel_contact disc": (
        f(
            "type: wheel_contact, body: bar, on: eye, radius: 0.4, k: [[0, 0], [0.1, 1e4]]"
            ", road: {type: SumOfRoads, roads: [{type: CosineBump, top: 0.1, length: 2, at: 3"
            ", rise: 0.5}, {type: Shifted, by: 5, road: {type: Scaled, factor: 0.5, road:"
            " {type: TableRoad, x: [0, 1, 2, 3], z: [0, 5 cm, 5 cm, 0], smooth: 0}}}]}"
            ", between: [0, 10 m]"
        ),
        lambda m: m.wheel_contact(
            "F1",
            "bar",
            SumOfRoads(
                (
                    CosineBump(0.1, 2, 3, 0.5),
                    Shifted(Scaled(TableRoad([0, 1, 2, 3], [0, 0.05, 0.05, 0], 0), 0.5), 5),
                )
            ),
            on="eye",
            radius=0.4,
            k=[(0, 0), (0.1, 1e4)],
            between=(0.0, 10.0),
        ),
    ),
    "wheel_contact iso": (
        f(
            WHEEL + ", follows: point, road: {type: Iso8608, roughness: C, length: 50, seed: 3"
            ", spacing: 5 cm, waviness: 2, band: [0.02, 2], taper: 2}"
        ),
        lambda m: wheel(m, Iso8608("C", 50, 3, 0.05, 2, (0.02, 2), 2), follows="point"),
    ),
    "wheel_contact envelope": (
        f(
            WHEEL + ", follows: point, road: {type: WheelEnvelope, road: {type: HalfRound"
            ", radius: 0.1}, radius: 0.4, tolerance: 0.1 mm}"
        ),
        lambda m: wheel(m, WheelEnvelope(HalfRound(0.1), 0.4, 1e-4), follows="point"),
    ),
    "wheel_contact flat": (
        f(WHEEL + ", road: {type: Flat, level: 1 cm}"),
        lambda m: wheel(m, Flat(0.01)),
    ),
    "tyre": (
        f(
            "type: tyre, body: bar, at: [0, 0, 0.5], tyre: {type: BrushTyre, radius: 30 cm"
            ", k: 200 kN/m, load: 4000, stiffness: 6e4, stiffness_along: 8e4}, axle: y"
            ", side: right, mu: 0.8, transient: false, low_speed: 0.5, initial_slip: 0.01"
            ", initial_side_slip: 0.02, road: {type: Flat, level: 1 cm}, base: ground"
            ", origin: [0, 0, -1], along: x, up: z, follows: disc"
        ),
        lambda m: m.tyre(
            "F1",
            "bar",
            BRUSH,
            follows="disc",
            at=(0, 0, 0.5),
            axle="y",
            side="right",
            mu=0.8,
            transient=False,
            low_speed=0.5,
            initial_slip=0.01,
            initial_side_slip=0.02,
            road=Flat(0.01),
            base="ground",
            origin=(0, 0, -1),
            along="x",
            up="z",
        ),
    ),
    "tyre at a point": (
        f(
            "type: tyre, body: bar, on: eye, tyre: {type: MagicFormula, coefficients:"
            " {UNLOADED_RADIUS: 0.3, FNOMIN: 4000, VERTICAL_STIFFNESS: 2e5}}"
        ),
        lambda m: m.tyre("F1", "bar", PLAIN, on="eye"),
    ),
    "track": (
        f(
            "type: track, wheels: [[arm, [0, 0, 0], 0.1], {body: bar, at: [1, 0, 0], radius: 0.1}"
            ", {body: arm, on: tip, radius: -1 cm}], axis: y, k: 1e5, c: 10, preload: 500"
            ", base: arm"
        ),
        lambda m: m.track(
            "F1",
            [("arm", (0, 0, 0), 0.1), ("bar", (1, 0, 0), 0.1), ("arm", "tip", -0.01)],
            axis="y",
            k=1e5,
            c=10,
            preload=500,
            base="arm",
        ),
    ),
    "track that runs": (
        f(
            "type: track, wheels: [[ground, [3, 0, 0], 0.3], [bar, [1.5, 0, 1], 0.2], "
            "[arm, [0, 0, 0], 0.25]], k: 1e5, free_length: 8.4 m, sprocket: A, ground: [W], "
            "mu: 0.7, slip: 20 cm/s, rolling: 0.02, mass: 3"
        )
        + "  W: {type: wheel_contact, body: bar, at: [1.5, 0, 1], radius: 0.2, k: 1e5}\n",
        lambda m: (
            m.track(
                "F1",
                [("ground", (3, 0, 0), 0.3), ("bar", (1.5, 0, 1), 0.2), ("arm", (0, 0, 0), 0.25)],
                k=1e5,
                free_length=8.4,
                sprocket="A",
                ground=["W"],
                mu=0.7,
                slip=0.2,
                rolling=0.02,
                mass=3,
            ),
            m.wheel_contact("W", "bar", at=(1.5, 0, 1), radius=0.2, k=1e5),
        ),
    ),
    "track_links": (
        f(
            "type: track_links, links: [arm, top, rim], first: [-0.1, 0, 0], second: [10 cm, 0, 0]"
            ", wheels: [[bar, [0, 0, 0.2], 0.1], [bar, [0.3, 0, 0.2], 0.1]], k: [1e5, 2e5 N/m]"
            ", sprocket: cog, at: [0, 0, 0], teeth: 8, tooth: 4 cm, tooth_k: 1e6, gap: z"
            ", rounding: 0.3, face: 2 cm, patch: 0.1, a: 0.2, mu: 0.3, slip: 0.2, base: arm"
            ", axis: y"
        ),
        lambda m: m.track_links(
            "F1",
            ["arm", "top", "rim"],
            first=(-0.1, 0, 0),
            second=(0.1, 0, 0),
            wheels=[("bar", (0, 0, 0.2), 0.1), ("bar", (0.3, 0, 0.2), 0.1)],
            k=[1e5, 2e5],
            sprocket="cog",
            at=(0, 0, 0),
            teeth=8,
            tooth=0.04,
            tooth_k=1e6,
            gap="z",
            rounding=0.3,
            face=0.02,
            patch=0.1,
            a=0.2,
            mu=0.3,
            slip=0.2,
            base="arm",
            axis="y",
        ),
    ),
    "track_links on a place of a body": (
        f(
            "type: track_links, links: [arm, top, rim], first: [-0.1, 0, 0], second: [0.1, 0, 0]"
            ", wheels: [[bar, [0, 0, 0.2], 0.1]], k: 1e5, sprocket: cog, on: [0, 0, 0], teeth: 8"
            ", tooth: 0.04, tooth_k: 1e6"
        ),
        lambda m: m.track_links(
            "F1",
            ["arm", "top", "rim"],
            first=(-0.1, 0, 0),
            second=(0.1, 0, 0),
            wheels=[("bar", (0, 0, 0.2), 0.1)],
            k=1e5,
            sprocket="cog",
            on=(0, 0, 0),
            teeth=8,
            tooth=0.04,
            tooth_k=1e6,
        ),
    ),
    "speed_control": (
        f(
            "type: speed_control, joint: C, coordinate: displacement, body: top, speed: 36 km/h, "
            "kp: 30, ki: 4, limit: 2 kN, along: -z, initial_integral: 10 cm"
        ),
        lambda m: m.speed_control(
            "F1",
            "C",
            "top",
            coordinate="displacement",
            speed="36 km/h",
            kp=30,
            ki=4,
            limit=2000,
            along="-z",
            initial_integral=0.1,
        ),
    ),
    "couple": (
        "couplers:\n  G: {type: couple, terms: {B.displacement: 1, A.angle: -20 mm/rad}"
        ", offset: 1 mm}\n",
        lambda m: m.couple("G", {"B.displacement": 1, "A.angle": -0.02}, offset=0.001),
    ),
    "planetary": (
        "couplers:\n  G: {type: planetary, sun: A, ring: C.angle, carrier: ground, "
        "teeth_sun: 24, teeth_ring: 72, teeth_planet: 24, planets: 4, offset: 10 deg}\n",
        lambda m: m.planetary(
            "G",
            "A",
            "C.angle",
            "ground",
            teeth_sun=24,
            teeth_ring=72,
            teeth_planet=24,
            planets=4,
            offset="10 deg",
        ),
    ),
    "gear": (
        "couplers:\n  G: {type: gear, driver: A, driven: C.angle, ratio: -2, offset: 10 deg}\n",
        lambda m: m.gear("G", "A", "C.angle", -2, offset="10 deg"),
    ),
    "start": (
        "start: {arm: {velocity: [0, 0, 1 km/h], angular_velocity: [0, 60 rpm, 0]}}\n",
        lambda m: m.start_velocity("arm", (0, 0, "1 km/h"), (0, "60 rpm", 0)),
    ),
    "ground": (
        "ground: {shapes: [{type: box, size: [1, 1 dm, r], at: [0, 0, -1], rpy: [0, 0, 0.1]"
        ", color: grey}, {type: mesh, file: base.stl, scale: 0.001}]}\n",
        lambda m: m.ground.shape(
            Box((1, 0.1, 0.1)), at=(0, 0, -1), rpy=(0, 0, 0.1), color="grey"
        ).shape(Mesh("base.stl", (0.001,) * 3)),
    ),
    "base": ("base: prescribed\n", lambda m: m.prescribe_base()),
}
