"""A mechanism with every joint type, force element, coupler, shape and road, for round trips."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from sarrus import Box, Curve, Cylinder, Mechanism, Model, Pose, Sphere
from sarrus.curves import CircleCurve, PointCurve
from sarrus.model.body import PlacedShape
from sarrus.model.pose import matrix3
from sarrus.model.shapes import Capsule, Mesh
from sarrus.paths import PointPath
from sarrus.road import (
    CosineBump,
    FunctionRoad,
    HalfRound,
    Iso8608,
    Scaled,
    Shifted,
    SineRoad,
    TableRoad,
)
from sarrus.spatial.arrays import select
from sarrus.spatial.rotation import quaternion_matrix, unit_vector
from sarrus.tyres import BrushTyre

JOINTS = ("revolute", "prismatic", "cylindrical", "universal", "spherical", "planar", "helical")
ROWS = [(-1.0, -50.0), (0.0, 0.0), (0.7, 10.0), (1.0, 60.0)]
BRAKE = [(-2.0, -7.0), (0.0, 0.0), (2.0, 9.0)]


def turned(seed: int) -> Any:
    """A rotation that has no zeros."""
    rng = np.random.default_rng(seed)
    return matrix3(quaternion_matrix(unit_vector(rng.normal(size=4))))


def bodies_and_joints() -> Mechanism:
    """A tree with every joint type, in the drawing and by frames."""
    m = Mechanism("zoo", gravity=(0.1, -0.2, -9.7))
    for i, kind in enumerate(JOINTS):
        place = (0.3 * i + 0.1, -0.2 * i, 0.11 * i)
        m.body(
            f"b{i}", 1.0 + i, (0.1, 0.01 * i, 0.0), (0.2, 0.25, 0.3), at=place, rpy=(0.1 * i, 0, 1)
        )
        options: dict[str, Any] = {} if kind == "spherical" else {"axis": (1, 2, i)}
        if kind == "universal":
            options = {"axis": "z", "axis2": "x"}
        if kind == "helical":
            options["lead"] = "5 mm"
        m.joint(kind, f"j{i}", f"b{i - 1}" if i else "ground", f"b{i}", at=place, **options)
    m.body("loose", 2.0, (0, 0.1, 0), (0.1, 0.1, 0.1, 0.01, 0.02, -0.01), rotation=turned(1))
    m.free("f", "ground", "loose", at=(1, 2, 3))
    m.body("held", 0.5, rotation=turned(2), at=(0.2, 0, 0), shape=Box((0.1, 0.2, 0.3)))
    on = Pose((0.1, 0.2, 0.3), turned(3))
    m.weld("w", "loose", "held", on_parent=on, on_child=Pose((0.0, 0.1, 0.0), turned(4)))
    m.revolute("two", "held", "last", on_parent=(0, 0, 0.1), on_child=(0, 0.1, 0), axis="y")
    m.body("last", density="2700 kg/m^3", shapes=[(Cylinder(0.1, 0.4), (0, 0, 0.1), turned(5))])
    m.revolute("hinge", "ground", "arm", at=(5, 0, 0), axis="y", limits=("-20 deg", None))
    m.body("arm", 1.0, (0.2, 0, 0), (0.01, 0.1, 0.1), shapes=[Sphere(0.05), Mesh("a.stl", 2.0)])
    m.prismatic("rail", "ground", "cart", at=(6, 0, 0), axis="x", speed_limit=2, effort_limit=50)
    m.body("cart", "4 lb", shapes=[Capsule(0.1, 0.2)])
    m.distance("rod", "arm", "cart", at_a=(5.2, 0, 0), at_b=(6, 0, 0.4), length=1.1)
    m.rolling(
        "tread", "loose", radius="0.3 m", center=(0.2, 0.1, 0.35), axis=(0.1, 1, 0.2),
        crown=0.02, on="cart", origin=(0, 0, 0.05), normal=(0.1, 0, 1), along="x", mu=0.7,
    )  # fmt: skip
    _add_joints_of_cad(m)
    m.ground.shape(Box((9, 9, 0.1)), at=(0, 0, -1), color="#aabbcc")
    m.frame("tip", "arm", (0.4, 0, 0), rpy=(0, "90 deg", 0))
    m.frame("eye", "loose", (0.1, 0.2, 0.3), turned(6))
    m.gear("pair", "hinge", "two", -2.0, offset=0.1)
    m.couple("rack", {"rail": 1, "hinge.angle": "-20 mm/rad", "j0": 0.3})
    m.start_velocity("loose", (1, 2, 3), (0.1, 0, 0))
    m.start_velocity("cart", angular_velocity=(0, 0, 0))
    m.prescribe_base()
    return m


TEETH: dict[str, Any] = {"teeth_1": 20, "teeth_2": 40, "module": "3 mm"}
GEARS: dict[str, dict[str, Any]] = {
    "spur_gears": {"at": (8, 0, 0), "axis": "z", "at2": (8.09, 0, 0.1), **TEETH, "flank": -1},
    "helical_gears": {
        "at": (8, 0, 0), "axis": "x", "at2": (8, 0.103923, 0), **TEETH, "helix_angle": "30 deg"
    },
    "internal_gears": {"at": (8, 0, 0), "axis": "y", "at2": (8, 0, 0.03), **TEETH},
    "rack_and_pinion": {
        "at": (8, 0, 0), "axis": "z", "at2": (9, 0.03, 0), "axis2": "x", "teeth": 20,
        "module": "3 mm",
    },
    "bevel_gears": {
        "at": (8, 0, 0.1), "axis": "z", "at2": (8.1, 0, 0), "axis2": "x", **TEETH
    },
    "worm_gears": {
        "at": (8, 0, 0), "axis": "x", "at2": (8, 0.0782019, 0), "axis2": "z", "starts": 2,
        "teeth": 40, "module": "3 mm", "lead_angle": "10 deg",
    },
}  # fmt: skip


def _add_joints_of_cad(m: Mechanism) -> None:
    """Slots, single conditions and links without mass, between two plates."""
    m.body("plate", 1.0, inertia=(0.1, 0.1, 0.1), at=(8, 0, 0), rotation=turned(7))
    m.free("fp", "ground", "plate", at=(8, 0, 0))
    at, at2, skew = (8.1, 0.2, 0.3), (8.4, -0.1, 0.6), (0.3, -0.5, 0.7)
    options: dict[str, dict[str, Any]] = {
        "pin_slot": {"at": at, "axis": "z", "x_axis": (1, 2, 0)},
        "slotted_spherical": {"at": at, "axis": "x", "axis2": "y"},
        "constant_velocity": {"at": at, "axis": "z", "axis2": skew},
        "point_in_plane": {"at": at, "axis": skew},
        "point_on_line": {"at": at, "axis": skew},
        "point_on_curve": {
            "curve": PointCurve([[0, 0], [0.1, 0.02], [0.2, 0.01], [0.3, 0.05]]),
            "point": at,
            "origin": at2,
            "axis": skew,
            "only_pushes": True,
        },
        "curve_on_curve": {"curve": CircleCurve(0.1), "point": at, "x_axis_other": (1, 2, 0)},
        "two_points_on_curve": {
            "curve": CircleCurve(0.1),
            "point": at,
            "x_axis_other": (1, 2, 0),
            "spacing": 0.02,
        },
        "curvilinear": {
            "curve": CircleCurve(0.1),
            "origin": at,
            "axis": skew,
            "up": (1, 2, 7),
            "start": 0.03,
            "limits": (-0.1, None),
        },
        "orientation": {},
        "beam_segment": {"at": at, "rpy": skew, "length": 0.3, "rest_bend_y": 0.2},
        "timoshenko_segment": {"at": at, "rpy": skew, "length": 0.3, "rest_twist": -0.1},
        "mode_shape": {"at": at, "rpy": skew, "shape": [[0, 0, 1, 0, -5, 0], [0, 1, 0, 0, 0, 4]]},
        "parallel": {"axis": skew},
        "perpendicular": {"axis": "x", "axis2": "z"},
        "angle": {"axis": "x", "axis2": skew},
        "revolute_revolute": {"at": at, "axis": "x", "at2": at2, "axis2": skew},
        "revolute_cylindrical": {"at": at, "axis": "x", "at2": at2},
        "revolute_spherical": {"at": at, "axis": "x", "at2": at2},
        "cylindrical_spherical": {"at": at, "axis": skew, "at2": at2, "length": 0.3},
        **GEARS,
    }
    for kind, given in options.items():
        m.joint(kind, kind, "ground", "plate", **given)


def add_line_forces(m: Mechanism) -> None:
    """Springs, struts, gas springs, forces and moments."""
    ends: dict[str, Any] = {"at_a": (0, 0, 2), "on_b": (0.1, 0.2, 0.3)}
    pair: dict[str, Any] = {"a": "b0", "b": "loose", **ends}
    m.spring_damper("s1", **pair, k="3 N/mm", c=2.0, free_length=0.3)
    m.spring_damper("s2", **pair, k=10.0, preload=0.0)
    m.spring_damper("s3", **pair, k=ROWS, c=BRAKE, bump_stop=(0.1, 1e4), rebound_stop=(0.2, 1e5, 2))
    m.spring_damper(
        "s4", **pair, force=lambda x: 1e3 * x + 2e4 * x**3, c=lambda w: 3.0 * np.tanh(w)
    )
    m.spring_damper("s5", **pair, energy=lambda x: 5.0 * x * x / (1.0 + x * x), actuator=3.0)
    m.spring_damper("s6", **pair, k=10.0, acts="pull", c_compression=1.0, c_rebound=4.0)
    m.spring_damper("s7", **pair, actuator=lambda t: 10.0 * np.sin(3.0 * t))
    m.spring_damper("s8", **pair, actuator=Curve([0, 1, 2], [0, 5, -1], smooth=0, beyond="refuse"))
    m.gas_spring("g1", **pair, area=1e-3, volume=2e-3, pressure=3e5, length=1.0, c=7.0)
    m.point_force("p1", "loose", (1, -2, 3), on="eye")
    m.point_force("p2", "b1", (lambda t: 2.0 * np.cos(t), 0.0, ([0, 1], [2, 3])), at=(0, 0, 0))
    m.point_force("p3", "b1", lambda t: t * t, along=(1, 2, 3), on=(0, 0, 0.1), follower=True)
    m.torque("t1", "ground", "arm", "y", "3 N*m")
    m.torque("t2", "b3", "b4", (0, 0, 1), lambda t: np.exp(-t))
    m.moment("m1", "loose", (0, 1, 2), follower=True)
    m.moment("m2", "loose", lambda t: select(t < 1.0, t, 1.0), along="z", against="arm")
    m.curve_contact(
        "c1", "loose", on="eye", curve=CircleCurve(2.0), radius=-0.1, k=1e5, mu=0.2, base="cart",
        origin=(6, 0, 0.1), axis=(0, 1, 2),
    )  # fmt: skip
    m.rail_contact(
        "r1", "loose", on="eye", axle=(-1, 0.1, 0), radius=0.3, conicity=0.02, base="cart",
        curve=CircleCurve(0.1), origin=(6, 0, 0.1), axis=(0.1, 1, 2), x_axis="x", k=1e5, a=0.1,
        mu=0.3, ellipse=0.7, c11=4.0, c22=4.0, c23=1.5, speed=3.0, creepages="linear",
    )  # fmt: skip
    m.contact("c5", "loose", shape=Capsule(0.05, 0.2), k=1e5, a=0.3, mu=0.2, origin=(0, 0, -9))
    m.contact(
        "c6", "b3", "b4", shape=Box((0.1, 0.2, 0.3)), k=1e5, exponent=1.5,
        base_shape=PlacedShape(Box((0.1, 0.1, 0.1)), Pose((3, 2, 1), turned(3))),
    )  # fmt: skip
    play: dict[str, Any] = {"at": (1, 2, 0.5), "k": 1e5, "clearance": 1e-3}
    m.clearance_revolute("c7", "b3", axis=(0, 1, 2), radius=0.1, length=0.2, axial=0.1, **play)
    m.clearance_spherical("c8", "b3", "b4", radius=0.1, mu=0.2, **play)
    m.clearance_prismatic("c9", "b4", axis="x", x_axis=(0, 1, 1), length=1, width=0.2, **play)
    ends = [("b0", (0, 0, 2), 0.0), ("ground", (1, 0, 2), -0.2), ("plate", (2, -0.3, 2), 0.1)]
    m.cable("c2", ends, stiffness=1e5, slack=0.1, damping=3.0)
    m.inextensible_cable("c3", [*ends[:2], ("plate", (2, -0.3, 2), 0.0)])
    m.belt_drive("c4", [("ground", (0, 0, 1), 0.2), ("plate", (1, 0, 1), 0.1)], stiffness=1e4,
                 free_length=2.9, mu=0.3, damping_time=0.1)  # fmt: skip
    m.polynomial_coupler("c10", "two", "rail", [0.1, 0.0, -0.2, 3.0])
    m.window_force("w1", -5.0, (0.1, 0.4), joint="rail", moving=1, offset=0.1)
    m.window_force(
        "w2", 5.0, (0, 0.4), body="b2", at=(0, 0, 0.1), along="x", width=0, speed_width=1
    )


def add_joint_forces(m: Mechanism) -> None:
    """Springs, friction and stops of joints, bushings, beams and bearings."""
    m.segment_elasticity(
        "q0", "beam_segment", area="6 cm^2", torsion_constant=6e-8, second_moment_y=2e-8,
        second_moment_z=4e-8, young_modulus="210 GPa", shear_modulus="81 GPa", outer_y=0.01,
    )  # fmt: skip
    m.modal_elasticity(
        "modal1", "mode_shape", stiffness=[[2e4, 10.0], [10.0, 3e4]], damping=[[3, 0], [0, 2]],
        places=["root"], stresses=[[1e8, -2e8]],
        surface=[[0.0, 0.0, 0.1], [0.2, 0.0, 0.1], [0.0, 0.3, 0.1]], triangles=[[0, 1, 2]],
        surface_shapes=[[0, 0, 1, 0, 0, 2], [0, 0, 0, 1, 0, 0], [0, 0.5, 0, 0, 0, 0]],
        surface_stresses=[[1e8, 0], [0, 2e8], [0, 0]],
    )  # fmt: skip
    m.joint_torque("q1", "hinge", 3.0)
    m.joint_torque("q2", "j4", 3.0, 1)
    m.joint_damper("q3", "j2", 0.5, "speed" if _has(m, "j2", "speed") else 1)
    m.joint_spring("q4", "hinge", ROWS, BRAKE, free=0.1, preload=2.0)
    m.joint_spring("q5", "rail", "3 N/mm", Curve([-1, 0, 1], [-2, 0, 2], beyond="line"))
    m.torsion_bar("q6", "hinge", 300.0, preload=10.0, d=1.0)
    m.torsion_bar("q7", "hinge", length=1.0, diameter="30 mm", shear_modulus="80 GPa", preset=0.1)
    m.joint_friction("q8", "rail", 3.0, 4.0, d=0.1, stribeck=0.02)
    m.joint_gas_spring("q9", "rail", 100.0, 2.0, reference=0.1, d=3.0)
    m.end_stop("q10", "hinge", 1e4, 0.1)
    m.end_stop("q11", "rail", 1e4, lower=-1.0, upper=2.0, exponent=1.5)
    m.bearing_friction("q12", "hinge", 0.1, 0.2, radius=0.01, pivot=0.005, lagged=True)
    m.bearing_friction("q13", "rail", 0.1, length=0.2)
    m.bushing("u1", "b0", "arm", [1, 2, 3, 4, 5, 6], at=(0.1, 0.2, 0.3), rpy=(0.1, 0.2, 0.3))
    rng = np.random.default_rng(5)
    root = rng.normal(size=(6, 6))
    full = (root @ root.T).tolist()
    m.bushing("u2", "b0", "arm", full, full, on_a=Pose((0, 0, 1), turned(7)), on_b=(1, 0, 0))
    blocks = [(np.eye(3) * 3.0).tolist(), [1.0, 2.0, 3.0]]
    m.bushing("u3", "loose", "arm", blocks, on_a="eye", on_b="tip", preload=(1, 2, 3, 4, 5, 6))
    m.gear_mesh("teeth", "b0", "arm", at=(0, 0, 0.1), at2=(0.09, 0, 0), axis="z", **TEETH,
                stiffness=1e8, backlash=1e-5, efficiency=0.9, variation=0.5)  # fmt: skip
    m.gear_mesh("ring", "b0", "loose", at=(0.1, 0.2, 0.1), at2=(0.1, 0.23, 0), axis="z", **TEETH,
                stiffness=1e8, internal=True, damping=1.0, helix_angle=0.0)  # fmt: skip
    for name, options in GEARS.items():
        method = {"bevel_gears": "bevel_mesh", "worm_gears": "worm_mesh",
                  "rack_and_pinion": "rack_mesh"}.get(name)  # fmt: skip
        if method:
            getattr(m, method)(f"{method}s", "b0", "loose", **options, stiffness=1e8, backlash=1e-5)
    m.beam(
        "u4", "b0", "arm", on_a=Pose((0, 0, 1), turned(7)), on_b="tip", length=0.4, area="6 cm^2",
        torsion_constant=6e-8, second_moment_y=2e-8, second_moment_z=4e-8, young_modulus="210 GPa",
        shear_modulus="81 GPa", shear_ratio_y=1.2, damping_time="1 ms",
    )  # fmt: skip


def _has(m: Mechanism, joint: str, name: str) -> bool:
    from sarrus.model.joints import TYPES

    kind = next(draft.type_name for draft in m.joints if draft.name == joint)
    return any(v.name == name for v in TYPES[kind].velocities)


def add_contacts(m: Mechanism) -> None:
    """Wheels on roads, contact points, a track."""
    table = TableRoad(np.array([0.0, 1.0, 2.0, 4.0]), np.array([0.0, 0.1, 0.0, 0.2]), smooth=2)
    roads = {
        "flat": None,
        "bump": HalfRound(0.25, at=3.0),
        "cosine": CosineBump(0.1, 4.0, at=2.0, rise=1.0),
        "sine": SineRoad(0.05, 8.0, 0.3, start=1.0, end=20.0),
        "table": table,
        "rough": Shifted(Scaled(Iso8608("C", 50.0, seed=3), 0.5), 1.25),
        "sum": HalfRound(0.2, at=2.0) + HalfRound(0.2, at=12.0),
    }
    for i, (name, road) in enumerate(roads.items()):
        follows = "point" if i % 2 else "disc"
        options: dict[str, Any] = {"radius": 0.4, "k": 2e5, "c": 300.0, "follows": follows}
        if name == "sine":
            options |= {"contact": "vertical", "mu": 0.3, "mu_across": 0.2, "speed": 5, "spin": 3}
        if name == "flat":
            options |= {"k": [(0, 0), (0.1, 2e4), (0.2, 5e4)], "origin": (0, 0, -1), "along": "y"}
        m.wheel_contact(f"wheel {name}", "loose", road, on=(0.1, 0, 0.2), **options)
    m.point_contact("feet", "arm", at=[(5, 0, 0), (5.1, 0, 0)], k=1e5, a=0.2, exponent=1.5, mu=0.4)
    m.point_contact("toe", "arm", on="tip", k=1e5, road=roads["sine"], along="x", base="cart")
    around = [("ground", (8, 0, 0), 0.3), ("ground", (9, 0, 0), 0.2), ("arm", (8.5, 0, 1), 0.1)]
    m.track("band", around, k=1e5, c=10.0, preload=500.0)
    brush = BrushTyre(radius=0.3, k=2e5, load=4000.0, stiffness=6e4, stiffness_along=8e4)
    m.tyre("tyre", "loose", brush, on=(0.1, 0, 0.2), side="right", road=roads["sine"], mu=0.7)
    m.wheel_contact("wheel band", "cart", at=(6, 0, 1), radius=0.2, k=1e5)
    driven = [("ground", (8, 0, 0), 0.3), ("cart", (6, 0, 1), 0.2), ("arm", (5, 0, 0), 0.25)]
    m.track(
        "drive", driven, k=1e5, preload=500.0, sprocket="hinge", ground=["wheel band"], mu=0.6,
        rolling=0.02, mass=2.0, slip=0.3,
    )  # fmt: skip


def add_track_links(m: Mechanism) -> None:
    """Six links around a sprocket with four teeth and an idler."""
    middles = [(0.2, -0.1), (0, -0.1), (-0.1, 0), (0, 0.1), (0.2, 0.1), (0.3, 0)]
    turns = [np.pi, np.pi, -0.5 * np.pi, 0.0, 0.0, 0.5 * np.pi]
    names = [f"shoe{k}" for k in range(6)]
    for name, (x, z), turn in zip(names, middles, turns, strict=True):
        m.body(name, 1.0, inertia=(0.1, 0.1, 0.1), at=(x, 20, z), rpy=(0, turn, 0))
        m.planar(name, "ground", name, at=(x, 20, z), axis="y")
    for name, x in (("teeth", 0.0), ("idler", 0.2)):
        m.body(name, 1.0, inertia=(0.1, 0.1, 0.1), at=(x, 20, 0))
        m.revolute(name, "ground", name, at=(x, 20, 0), axis="y")
    m.track_links("shoes", names, first=(-0.1, 0, 0), second=(0.1, 0, 0), sprocket="teeth",
                  wheels=[("idler", (0.2, 20, 0), 0.1)], at=(0, 20, 0), gap=(1, 0, 1), teeth=4,
                  tooth=0.04, tooth_k=1e6, k=2e6, mu=0.3)  # fmt: skip


def add_user_forces(m: Mechanism) -> None:
    """Force laws of the user, with energy, dissipation, parameters and curves."""
    table = Curve([0, 1, 2, 3], [0, 1, 4, 9], smooth=2, beyond="line")

    def rope(motion: Any) -> Any:
        gap = motion.position("eye") - motion.position("hook")
        pull = motion.parameter("k") * (motion.distance("eye", "hook") - 1.0)
        unit = gap / motion.distance("eye", "hook")
        return [motion.force("eye", -pull * unit), motion.force("hook", pull * unit)]

    def stored(motion: Any) -> Any:
        return 0.5 * motion.parameter("k") * (motion.distance("eye", "hook") - 1.0) ** 2

    points = {"hook": ("ground", (0, 0, 5)), "side": ("loose", (0.3, 0.1, 0.2))}
    m.user_force("rope", rope, points=points, parameters={"k": (30.0, "N/m")}, energy=stored)

    def drag(motion: Any) -> Any:
        v = motion.velocity("side")
        w = motion.angular_velocity("loose")
        size = np.sqrt(v @ v + 1e-6)
        rate = motion.rate("hinge")
        twist = select(rate > 0.0, -table(motion.coordinate("hinge.angle")), 2.0)
        axes = motion.axes("arm")
        return [
            motion.force("side", -size * v),
            motion.moment("arm", w * np.sin(motion.time) + axes[:, 2]),
            motion.effort("hinge", twist - abs(rate) * rate),
        ]

    m.user_force("drag", drag, points=points)

    def brake(motion: Any) -> Any:
        return motion.effort("rail", -motion.parameter("c") * motion.rate("rail"))

    def heat(motion: Any) -> Any:
        return motion.parameter("c") * motion.rate("rail") ** 2

    m.user_force("brake", brake, parameters={"c": 3.0}, dissipation=heat)

    def skate(motion: Any) -> Any:
        across = motion.axes("loose")[:, 1] @ motion.velocity("side")
        return across + motion.parameter("r") * motion.rate("hinge")

    m.nonholonomic("skate", skate, points=points, parameters={"r": (0.3, "m")})


def add_states(m: Mechanism) -> None:
    """Elements with states of their own."""
    ends: dict[str, Any] = {"at_a": (0, 0, 0), "at_b": (5.5, 0, 0.1)}
    m.dc_motor("dc", "hinge", constant=0.3, resistance=2.0, inductance=0.05,
               voltage=lambda t: 12.0 * np.sin(t))  # fmt: skip
    m.pid("pid", "rail", 30.0, target=0.1, ki=2.0, initial_integral=0.01)
    m.speed_control("hold", "hinge", "cart", kp=20.0, ki=3.0, limit=40.0, speed=lambda t: 0.1 * t)
    m.relaxation("maxwell", "ground", "arm", **ends, k=1e3, c=50.0, initial_creep=1e-3)
    m.synchronous_motor("servo", "j0", resistance=0.5, inductance_d=2e-3, flux=0.05, target_q=2.0,
                        bandwidth=900.0, voltage_limit=48.0)  # fmt: skip
    m.dc_motor("chopped", "j0", constant=0.3, resistance=2.0, inductance=0.05, duty=0.5,
               supply=24.0, current_limit=3.0)  # fmt: skip
    m.pneumatic_cylinder(
        "blower", "b0", "loose", at_a=(0, 0, 2), on_b=(0.1, 0.2, 0.3), area_a=2e-3, area_b=1e-3,
        stroke=0.5, closed_length=0.9, dead_a=1e-4, dead_b=1e-4, initial_pressure_a=2e5,
        initial_pressure_b=3e5, conductance=1e-8, opening=0.4, supply_pressure=7e5,
    )  # fmt: skip
    m.hydraulic_cylinder(
        "jack", "ground", "cart", **ends, area_a=2e-3, area_b=1e-3, stroke=0.5, closed_length=5.3,
        dead_a=1e-4, dead_b=1e-4, initial_pressure_a=5e5, initial_pressure_b=1e6,
    )  # fmt: skip
    m.engine("mapped", "hinge", speeds=[0.0, 300.0], throttles=[0.0, 1.0],
             torques=[[-5.0, -20.0], [80.0, 90.0]], throttle=0.4)  # fmt: skip
    m.engine("engine", "hinge", [(0.0, 80.0), (300.0, 90.0)], drag=-5.0, throttle=0.4)
    m.electric_motor("motor", "hinge", other="two", gear=3.0, torque=20.0, power=2e3, driver="me")
    m.clutch("clutch", "hinge", "two", capacity=20.0, engaged=lambda t: 0.5 + 0.1 * t)
    m.gearbox("gearbox", "two", "hinge", capacity=20.0, gears=[3.0, 2.0], up_at=[5.0])
    m.limited_slip("lock", "hinge", "two", preload=3.0, ramp=0.1, driven_by="motor")
    m.brake("disc", "hinge", 1e-5, driver="me", antilock="tyre", bias=0.7)
    m.aerodynamics("air", "loose", on=(0.1, 0, 0), area=0.2, drag=0.4, lift=0.3, wind=(1, 0, 0))
    m.body_damper("oil", "loose", 0.4, on=(0.1, 0, 0), c_turn=(0.1, 0.2, 0.3))
    m.driver("me", "hinge", "loose", k=10.0, d=0.1, other="two", speed=3.0, steer=0.1,
             path=PointPath([0.0, 5.0, 10.0, 20.0], [0.0, 0.0, 2.0, 2.0]))  # fmt: skip
    m.user_force(
        "lagging",
        lambda motion: motion.effort("rail", -motion.state("f")),
        parameters={"T": (0.02, "s")},
        states={"f": (0.5, "N"), "heat": (0.0, "J", 10.0)},
        rates=lambda motion: {
            "f": (30.0 * motion.rate("rail") - motion.state("f")) / motion.parameter("T"),
            "heat": motion.state("f") ** 2,
        },
    )


def zoo() -> Mechanism:
    """The whole zoo."""
    m = bodies_and_joints()
    add_line_forces(m)
    add_joint_forces(m)
    add_contacts(m)
    add_track_links(m)
    add_user_forces(m)
    add_states(m)
    road = FunctionRoad(lambda x: 0.1 * np.sin(x) * np.exp(-x * x), kinks_at=(1.0,))
    m.wheel_contact("wheel own", "loose", road, on=(0, 0, 0), radius=0.3, k=1e5, follows="point")
    return m


@cache
def zoo_model() -> Model:
    """The model of the zoo."""
    return zoo().build()
