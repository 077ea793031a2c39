"""Bodies, frames and joints, in YAML and in Python."""

from __future__ import annotations

from formats.yaml_examples_head import Build
from sarrus import Mechanism, Pose
from sarrus.curves import CircleCurve, LineCurve
from sarrus.model.shapes import Capsule, Cylinder, Sphere
from sarrus.road import SineRoad

BODIES: dict[str, tuple[str, Build]] = {
    "solid": (
        "bodies:\n  b: {density: 7.8 g/cm^3, shapes: [{type: cylinder, radius: 1 cm, length: r}"
        ", {type: sphere, radius: 2 cm, at: [0, 0, r]}], at: [0, 0, 1], rotation: [0.6, 0.8, 0, 0]}"
        "\n",
        lambda m: m.body(
            "b",
            density=7800,
            shapes=[Cylinder(0.01, 0.1), (Sphere(0.02), (0, 0, 0.1))],
            at=(0, 0, 1),
            rotation=(0.6, 0.8, 0, 0),
        ),
    ),
    "about a point": (
        "bodies:\n  b: {mass: 2, com: [0.1, 0, 0], inertia: [1, 2, 2], inertia_about: [0, 0, 0]"
        ", inertia_axes: [[0, -1, 0], [1, 0, 0], [0, 0, 1]], quaternion_wxyz: [1, 0, 0, 0]"
        ", shape: {type: capsule, radius: 1 cm, length: 1}}\n",
        lambda m: m.body(
            "b",
            2,
            (0.1, 0, 0),
            (1, 2, 2),
            inertia_about=(0, 0, 0),
            inertia_axes=((0, -1, 0), (1, 0, 0), (0, 0, 1)),
            quaternion_wxyz=(1, 0, 0, 0),
            shape=Capsule(0.01, 1),
        ),
    ),
    "solids": (
        "bodies:\n  b: {mass: 2, solids: [{type: cylinder, radius: 1 cm, length: 1}]}\n",
        lambda m: m.body("b", 2, solids=[Cylinder(0.01, 1)]),
    ),
    "frame": (
        "bodies:\n  b: {mass: 1, inertia: [1, 1, 1], rpy: [0, 0, 1]}\nframes:\n  f: {body: b"
        ", at: [0, 0, r], quaternion_wxyz: [0.6, 0.8, 0, 0]}\n  g: {body: b"
        ", rotation: [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}\n  h: {body: b, rpy: [0, 1, 0]}\n",
        lambda m: (
            m.body("b", 1, None, (1, 1, 1), rpy=(0, 0, 1)),
            m.frame("f", "b", (0, 0, 0.1), quaternion_wxyz=(0.6, 0.8, 0, 0)),
            m.frame("g", "b", rotation=((0, -1, 0), (1, 0, 0), (0, 0, 1))),
            m.frame("h", "b", rpy=(0, 1, 0)),
        ),
    ),
    "beams": (
        "beams:\n  b: {a: [0, 0, 0], b: [1 m, 0, 0], section: I, height: 4 cm, width: 2 cm"
        ", flange: 2 mm, web: 1 mm, taper: 0.5, material: steel, segments: 2, up: y}\n"
        "  c: {a: [0, 0, 1], b: [1, 0, 1], through: [[0.5, r, 1]], section: tube, diameter: r"
        ", wall: 1 cm, young_modulus: 70 GPa, poisson_ratio: 0.33, density: 2700, shear: true"
        ", mass: consistent, damping_rate: 2 1/s}\n"
        "  d: {a: [0, 0, 2], b: [1, 0, 2], area: 1 cm^2, torsion_constant: 2 mm^4"
        ", second_moment_y: 1 mm^4, second_moment_z: 3 mm^4, shear_ratio_y: 1.2"
        ", shear_ratio_z: 1.1, outer_y: 1 mm, outer_z: 2 mm, young_modulus: 210 GPa"
        ", shear_modulus: 80 GPa, density: 1000, damping_time: 1 ms, segments: 1"
        ", color: '#d95f02'}\n",
        lambda m: (
            m.flexible_beam(
                "b",
                (0, 0, 0),
                (1, 0, 0),
                section="I",
                height=0.04,
                width=0.02,
                flange=0.002,
                web=0.001,
                taper=0.5,
                material="steel",
                segments=2,
                up="y",
            ),
            m.flexible_beam(
                "c",
                (0, 0, 1),
                (1, 0, 1),
                through=[(0.5, 0.1, 1)],
                section="tube",
                diameter=0.1,
                wall=0.01,
                young_modulus=70e9,
                poisson_ratio=0.33,
                density=2700,
                shear=True,
                mass="consistent",
                damping_rate=2.0,
            ),
            m.flexible_beam(
                "d",
                (0, 0, 2),
                (1, 0, 2),
                area="1 cm^2",
                torsion_constant="2 mm^4",
                second_moment_y="1 mm^4",
                second_moment_z="3 mm^4",
                shear_ratio_y=1.2,
                shear_ratio_z=1.1,
                outer_y=0.001,
                outer_z=0.002,
                young_modulus="210 GPa",
                shear_modulus="80 GPa",
                density=1000,
                damping_time=0.001,
                segments=1,
                color="#d95f02",
            ),
        ),
    ),
    "segment": (
        "bodies:\n  p: {mass: 1, inertia: [1, 1, 1]}\njoints:\n"
        "  S: {type: beam_segment, parent: ground, child: p, at: [0, 0, 2], length: 1 m}\n"
        "forces:\n  F1: {type: segment_elasticity, joint: S, area: 1 cm^2, torsion_constant: 2 mm^4"
        ", second_moment_y: 1 mm^4, second_moment_z: 3 mm^4, young_modulus: 210 GPa"
        ", shear_modulus: 80 GPa, shear_ratio_y: 1.2, shear_ratio_z: 1.1, damping_time: 1 ms"
        ", outer_y: 1 mm, outer_z: 2 mm, is_round: true}\n",
        lambda m: (
            m.body("p", 1, None, (1, 1, 1)),
            m.beam_segment("S", "ground", "p", at=(0, 0, 2), length=1),
            m.segment_elasticity(
                "F1",
                "S",
                area=1e-4,
                torsion_constant="2 mm^4",
                second_moment_y="1 mm^4",
                second_moment_z="3 mm^4",
                young_modulus="210 GPa",
                shear_modulus="80 GPa",
                shear_ratio_y=1.2,
                shear_ratio_z=1.1,
                damping_time=0.001,
                outer_y=0.001,
                outer_z=0.002,
                is_round=True,
            ),
        ),
    ),
}
"""Files with bodies and frames only, after the constant r = 100 mm."""
TWO = (
    "bodies:\n  p: {mass: 1, inertia: [1, 1, 1]}\n  q: {mass: 1, inertia: [1, 1, 1]}\n"
    "frames:\n  e: {body: p, at: [0, 0, r]}\njoints:\n"
)


def two(m: Mechanism) -> None:
    m.body("p", 1, None, (1, 1, 1))
    m.body("q", 1, None, (1, 1, 1))
    m.frame("e", "p", (0, 0, 0.1))


JOINTS: dict[str, tuple[str, Build]] = {
    "revolute": (
        "at: [0, 0, r], axis: [0, 3, 4], x_axis: x, limits: [-90 deg, null]"
        ", speed_limit: 10 rpm, effort_limit: 5, armature: 2 g*m^2",
        lambda m: m.revolute(
            "J",
            "p",
            "q",
            at=(0, 0, 0.1),
            axis=(0, 3, 4),
            x_axis="x",
            limits=("-90 deg", None),
            speed_limit="10 rpm",
            armature="2 g*m^2",
            effort_limit=5,
        ),
    ),
    "prismatic": (
        "on_parent: e, on_child: {at: [0, r, 0], rotation: [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}"
        ", axis: z",
        lambda m: m.prismatic(
            "J",
            "p",
            "q",
            on_parent="e",
            on_child=Pose((0, 0.1, 0), ((0, -1, 0), (1, 0, 0), (0, 0, 1))),
            axis="z",
        ),
    ),
    "cylindrical": (
        "on_parent: [0, 0, r], on_child: [r, 0, 0], axis_parent: x, axis_child: -y"
        ", limits: [[-1, 1], null]",
        lambda m: m.cylindrical(
            "J",
            "p",
            "q",
            on_parent=(0, 0, 0.1),
            on_child=(0.1, 0, 0),
            axis_parent="x",
            axis_child="-y",
            limits=((-1, 1), None),
        ),
    ),
    "universal": (
        "at: [0, 0, 0], axis: x, axis2: z",
        lambda m: m.universal("J", "p", "q", at=(0, 0, 0), axis="x", axis2="z"),
    ),
    "spherical": (
        "at: [0, 0, 0], rpy: [0, 0, 45 deg]",
        lambda m: m.spherical("J", "p", "q", at=(0, 0, 0), rpy=(0, 0, "45 deg")),
    ),
    "planar": (
        "at: [0, 0, 0], rotation: [0.6, 0.8, 0, 0], speed_limit: [1, 2, null]",
        lambda m: m.planar(
            "J", "p", "q", at=(0, 0, 0), rotation=(0.6, 0.8, 0, 0), speed_limit=(1, 2, None)
        ),
    ),
    "helical": (
        "at: [0, 0, 0], axis: z, lead: -5 mm",
        lambda m: m.helical("J", "p", "q", at=(0, 0, 0), axis="z", lead=-0.005),
    ),
    "beam_segment": (
        "at: [0, 0, 0], rpy: [0, 0, 45 deg], length: 20 cm, rest_twist: 5 deg, rest_bend_y: 0.1"
        ", rest_bend_z: -0.2, rest_shear_y: 1 mm, rest_shear_z: -2 mm",
        lambda m: m.beam_segment(
            "J", "p", "q", at=(0, 0, 0), rpy=(0, 0, "45 deg"), length=0.2, rest_twist="5 deg",
            rest_bend_y=0.1, rest_bend_z=-0.2, rest_shear_y=0.001, rest_shear_z="-2 mm",
        ),
    ),
    "mode_shape": (
        "at: [0, 0, 0], shape: [[0, 0, 1, 0, -2, 0], [0, 1, 0, 0, 0, 2]], "
        "second: [[-2, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0], [-2, 0, 0, 0, 0, 0]]",
        lambda m: m.mode_shape(
            "J", "p", "q", at=(0, 0, 0), shape=[[0, 0, 1, 0, -2, 0], [0, 1, 0, 0, 0, 2]],
            second=[[-2, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0], [-2, 0, 0, 0, 0, 0]],
        ),
    ),
    "timoshenko_segment": (
        "at: [0, 0, 0], length: 20 cm, rest_twist: 5 deg, rest_bend_y: 0.1, rest_bend_z: -0.2"
        ", rest_shear_y: 1 mm, rest_shear_z: -2 mm",
        lambda m: m.timoshenko_segment(
            "J", "p", "q", at=(0, 0, 0), length=0.2, rest_twist="5 deg",
            rest_bend_y=0.1, rest_bend_z=-0.2, rest_shear_y=0.001, rest_shear_z="-2 mm",
        ),
    ),
    "free": ("", lambda m: m.free("J", "p", "q")),
    "weld": (
        "at: [0, 0, 1], quaternion_wxyz: [1, 0, 0, 0]",
        lambda m: m.weld("J", "p", "q", at=(0, 0, 1), quaternion_wxyz=(1, 0, 0, 0)),
    ),
    "distance": (
        "at_a: [0, 0, 1], on_b: [r, 0, 0], length: 30 cm",
        lambda m: m.distance("J", "p", "q", at_a=(0, 0, 1), on_b=(0.1, 0, 0), length=0.3),
    ),
    "distance frames": (
        "on_a: e, at_b: [1, 0, 0]",
        lambda m: m.distance("J", "p", "q", on_a="e", at_b=(1, 0, 0)),
    ),
    "rolling": (
        "radius: 20 cm, crown: 5 cm, center: [1, 0, 0.2], axis: y, origin: [0, 0, 0], normal: z"
        ", along: x, mu: 0.7",
        lambda m: m.rolling(
            "J", "q", on="p", radius=0.2, crown=0.05, center=(1, 0, 0.2), axis="y",
            origin=(0, 0, 0), normal="z", along="x", mu=0.7,
        ),
    ),
    "rolling on a road": (
        "radius: 20 cm, center: [1, 0, r], road: {type: SineRoad, amplitude: 5 cm, wavelength: 9}",
        lambda m: m.rolling(
            "J", "q", on="p", radius=0.2, center=(1, 0, 0.1), road=SineRoad(0.05, 9)
        ),
    ),
    "spur_gears": (
        "at: [0, 0, 0], at2: [90 mm, 0, 1], axis: z, teeth_1: 20, teeth_2: 40, module: 3 mm, "
        "flank: -1, pressure_angle: 25 deg, shift_1: 0.2, shift_2: -0.2, distance: 90 mm",
        lambda m: m.spur_gears(
            "J", "p", "q", at=(0, 0, 0), at2=(0.09, 0, 1), axis="z", teeth_1=20, teeth_2=40,
            module=3e-3, flank=-1, pressure_angle="25 deg", shift_1=0.2, shift_2=-0.2,
            distance=0.09,
        ),
    ),
    "helical_gears": (
        "at: [0, 0, 0], at2: [90 mm, 0, 1], axis: z, teeth_1: 18, teeth_2: 27, "
        "module: 3.4641016 mm, "
        "helix_angle: -30 deg, pressure_angle: 25 deg, flank: 0, shift_1: 0.2, shift_2: -0.2, "
        "distance: 90 mm",
        lambda m: m.helical_gears(
            "J", "p", "q", at=(0, 0, 0), at2=(0.09, 0, 1), axis="z", teeth_1=18, teeth_2=27,
            module=3.4641016e-3, helix_angle="-30 deg", pressure_angle="25 deg", flank=0,
            shift_1=0.2, shift_2=-0.2,
            distance=0.09,
        ),
    ),
    "internal_gears": (
        "at: [0, 0, 0], at2: [90 mm, 0, 0], axis: z, teeth_1: 20, teeth_2: 80, module: 3 mm, "
        "helix_angle: 0, pressure_angle: 25 deg, flank: 1, distance: 90 mm",
        lambda m: m.internal_gears(
            "J", "p", "q", at=(0, 0, 0), at2=(0.09, 0, 0), axis="z", teeth_1=20, teeth_2=80,
            module=3e-3, helix_angle=0, pressure_angle="25 deg", flank=1, distance=0.09,
        ),
    ),
    "rack_and_pinion": (
        "at: [0, 0, 0], at2: [1, -30 mm, 0], axis: z, axis2: x, teeth: 20, module: 3 mm, "
        "helix_angle: 0, pressure_angle: 25 deg, flank: 1, distance: 30 mm",
        lambda m: m.rack_and_pinion(
            "J", "p", "q", at=(0, 0, 0), at2=(1, -0.03, 0), axis="z", axis2="x", teeth=20,
            module=3e-3, helix_angle=0, pressure_angle="25 deg", flank=1, distance=0.03,
        ),
    ),
    "bevel_gears": (
        "at: [0, 0, 60 mm], at2: [30 mm, 0, 0], axis: z, axis2: x, teeth_1: 20, teeth_2: 40, "
        "module: 3 mm, pressure_angle: 25 deg, flank: 1, angle: 90 deg",
        lambda m: m.bevel_gears(
            "J", "p", "q", at=(0, 0, 0.06), at2=(0.03, 0, 0), axis="z", axis2="x", teeth_1=20,
            teeth_2=40, module=3e-3, pressure_angle="25 deg", flank=1, angle="90 deg",
        ),
    ),
    "worm_gears": (
        "at: [0, 0, 0], at2: [0, -78.2019 mm, 0], axis: x, axis2: z, starts: 2, teeth: 40, "
        "module: 3 mm, lead_angle: 10 deg, pressure_angle: 25 deg, flank: 1, distance: 78.2019 mm, "
        "twist: 90 deg",
        lambda m: m.worm_gears(
            "J", "p", "q", at=(0, 0, 0), at2=(0, -0.0782019, 0), axis="x", axis2="z", starts=2,
            teeth=40, module=3e-3, lead_angle="10 deg", pressure_angle="25 deg", flank=1,
            distance=0.0782019, twist="90 deg",
        ),
    ),
    "point_on_curve": (
        "curve: {type: CircleCurve, radius: 10 cm}, point: [0.15, 0, 0.2], radius: 5 cm, "
        "origin: [0, 0, 0.2], axis: z, x_axis: y, only_pushes: true",
        lambda m: m.point_on_curve(
            "J", "p", "q", curve=CircleCurve(0.1), point=(0.15, 0, 0.2), radius=0.05,
            origin=(0, 0, 0.2), axis="z", x_axis="y", only_pushes=True,
        ),
    ),
    "two_points_on_curve": (
        "curve: {type: CircleCurve, radius: 10 cm}, point: [0, 0.1, 0], spacing: 5 cm, radius: "
        "1 cm, origin: [0, 0, 0], axis: z, x_axis: x, x_axis_other: y",
        lambda m: m.two_points_on_curve(
            "J", "p", "q", curve=CircleCurve(0.1), point=(0, 0.1, 0), spacing=0.05, radius=0.01,
            origin=(0, 0, 0), axis="z", x_axis="x", x_axis_other="y",
        ),
    ),
    "curvilinear": (
        "curve: {type: CircleCurve, radius: 10 cm}, up: [0, 3, 4], start: 20 mm, "
        "origin: [0, 0, 0.2], axis: x, x_axis: y, limits: [-5 cm, 0.3]",
        lambda m: m.curvilinear(
            "J", "p", "q", curve=CircleCurve(0.1), up=(0, 3, 4), start=0.02,
            origin=(0, 0, 0.2), axis="x", x_axis="y", limits=(-0.05, 0.3),
        ),
    ),
    "curve_on_curve": (
        "curve: {type: CircleCurve, radius: 10 cm}, other: {type: LineCurve}, point: [0, 0.1, 0], "
        "origin: [0, 0, 0], axis: z, x_axis: x, x_axis_other: x, only_pushes: true",
        lambda m: m.curve_on_curve(
            "J", "p", "q", curve=CircleCurve(0.1), other=LineCurve(), point=(0, 0.1, 0),
            origin=(0, 0, 0), axis="z", x_axis="x", x_axis_other="x", only_pushes=True,
        ),
    ),
    "pin_slot": (
        "at: [0, 0, 0], axis: z, x_axis: y",
        lambda m: m.pin_slot("J", "p", "q", at=(0, 0, 0), axis="z", x_axis="y"),
    ),
    "slotted_spherical": (
        "at: [0, 0, 0], axis: x, axis2: y",
        lambda m: m.slotted_spherical("J", "p", "q", at=(0, 0, 0), axis="x", axis2="y"),
    ),
    "constant_velocity": (
        "at: [0, 0, 0], axis: z, x_axis: x, angle: 10 deg",
        lambda m: m.constant_velocity(
            "J", "p", "q", at=(0, 0, 0), axis="z", x_axis="x", angle="10 deg"
        ),
    ),
    "point_in_plane": (
        "at: [0, 0, 0], axis: z", lambda m: m.point_in_plane("J", "p", "q", at=(0, 0, 0), axis="z")
    ),
    "point_on_line": (
        "at: [0, 0, 0], axis: z", lambda m: m.point_on_line("J", "p", "q", at=(0, 0, 0), axis="z")
    ),
    "orientation": ("", lambda m: m.orientation("J", "p", "q")),
    "parallel": ("axis: z", lambda m: m.parallel("J", "p", "q", axis="z")),
    "perpendicular": (
        "axis: z, axis2: x", lambda m: m.perpendicular("J", "p", "q", axis="z", axis2="x")
    ),
    "angle": (
        "axis: z, x_axis: x, angle: 40 deg",
        lambda m: m.angle("J", "p", "q", axis="z", x_axis="x", angle="40 deg"),
    ),
    "revolute_revolute": (
        "at: [0, 0, 0], axis: z, at2: [r, 0, 0], twist: 20 deg, length: 12 cm",
        lambda m: m.revolute_revolute(
            "J", "p", "q", at=(0, 0, 0), axis="z", at2=(0.1, 0, 0), twist="20 deg", length=0.12
        ),
    ),
    "revolute_cylindrical": (
        "at: [0, 0, 0], axis: z, at2: [r, 0, 0], twist: 20 deg, length: 12 cm",
        lambda m: m.revolute_cylindrical(
            "J", "p", "q", at=(0, 0, 0), axis="z", at2=(0.1, 0, 0), twist="20 deg", length=0.12
        ),
    ),
    "revolute_spherical": (
        "at: [0, 0, 0], axis: z, at2: [r, 0, 0], length: 12 cm",
        lambda m: m.revolute_spherical(
            "J", "p", "q", at=(0, 0, 0), axis="z", at2=(0.1, 0, 0), length=0.12
        ),
    ),
    "cylindrical_spherical": (
        "at: [0, 0, 0], axis: z, at2: [r, 0, 0], length: 12 cm",
        lambda m: m.cylindrical_spherical(
            "J", "p", "q", at=(0, 0, 0), axis="z", at2=(0.1, 0, 0), length=0.12
        ),
    ),
}  # fmt: skip
"""By joint type: what the joint J between p and q says."""


def joint_text(example: str) -> str:
    kind = example.split()[0]
    ends = {"distance": "a: p, b: q", "rolling": "wheel: q, on: p"}.get(kind, "parent: p, child: q")
    rest = JOINTS[example][0]
    return f"{TWO}  J: {{type: {kind}, {ends}{', ' if rest else ''}{rest}}}\n"
