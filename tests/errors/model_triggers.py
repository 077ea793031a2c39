"""Triggers of the codes of descriptions: M, W05 to W41."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from errors.register import Place, triggers
from loops.mechanisms import four_bar
from sarrus import Box, Mechanism, Problem, load_urdf
from sarrus.curves import CamCurve, CircleCurve, PointCurve
from sarrus.road import CurvedRoad, GridRoad, SineRoad
from urdf.snippets import ARM, changed

CUBE = (0.1, 0.1, 0.1)
ORIGIN = (0.0, 0.0, 0.0)


def built(fill: Callable[[Mechanism], Any]) -> tuple[Problem, ...]:
    """Build a mechanism with an arm on a pin, and more; return its notices."""
    m = Mechanism("machine")
    m.body("arm", 1.0, (0.5, 0, 0), CUBE)
    m.revolute("A", m.ground, "arm", at=ORIGIN, axis="y")
    fill(m)
    return m.build().notices


def urdf(old: str, new: str, **options: Any) -> Iterable[Problem]:
    """Load a robot in which one place is changed."""
    return load_urdf(changed(old, new)[0], **options).notices


def with_joint(**how: Any) -> tuple[Problem, ...]:
    """Build with a second body on a joint."""

    def fill(m: Mechanism) -> None:
        m.body("hand", 1.0, ORIGIN, CUBE, at=(1, 0, 0))
        m.revolute("B", "arm", "hand", **{"at": (1, 0, 0), "axis": "y", **how})

    return built(fill)


def with_body(*numbers: Any, **how: Any) -> tuple[Problem, ...]:
    """Build with a second body, which floats."""
    return built(lambda m: m.body("hand", *numbers, **how))


@triggers("M01")
def massless(place: Place) -> Any:
    def fill(m: Mechanism) -> None:
        m.body("hand")
        m.revolute("B", "arm", "hand", at=(1, 0, 0), axis="y")

    return built(fill)


@triggers("M03")
def inertia(place: Place) -> Any:
    return with_body(1.0, ORIGIN, (0.1, 0.1, -0.1))


@triggers("M04")
def mass(place: Place) -> Any:
    return with_body(-1.0, ORIGIN, CUBE)


@triggers("M05")
def unit(place: Place) -> Any:
    return with_body("2 m", ORIGIN, CUBE)


@triggers("M06")
def island(place: Place) -> Any:
    return with_body(1.0, ORIGIN, CUBE)


@triggers("M07")
def same_name(place: Place) -> Any:
    return built(lambda m: m.body("arm", 1.0, ORIGIN, CUBE))


@triggers("M08")
def joined_to_itself(place: Place) -> Any:
    return built(lambda m: m.revolute("B", "arm", "arm", at=ORIGIN, axis="y"))


@triggers("M09")
def misspelt(place: Place) -> Any:
    return built(lambda m: m.revolute("B", m.ground, "amr", at=ORIGIN, axis="y"))


@triggers("M12")
def out_of_reach(place: Place) -> Any:
    m = Mechanism("short")
    for name in ("left", "right"):
        m.body(name, 1.0, (0.5, 0, 0), CUBE)
    m.revolute("A", m.ground, "left", on_parent=ORIGIN, on_child=ORIGIN, axis="z")
    m.revolute("B", "left", "right", on_parent=(1, 0, 0), on_child=(1, 0, 0), axis="z")
    m.revolute("C", m.ground, "right", on_parent=(5, 0, 0), on_child=ORIGIN, axis="z")
    m.build().compile(kernels=()).assemble()


@triggers("M13")
def rates_that_contradict(place: Place) -> Any:
    system = four_bar().compile(kernels=())
    system.assemble(rates={"A": 1.0, "D": 50.0})


@triggers("M14")
def assembly_by_number(place: Place) -> Any:
    from sarrus.study import Study

    path = place.folder / "pin.yaml"
    path.write_text(
        "sarrus: 1\n"
        "bodies: {arm: {mass: 1, com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}}\n"
        "joints: {A: {type: revolute, parent: ground, child: arm, at: [0, 0, 0], axis: y}}\n"
        "assembly: {branch: 1, guess: {A: 0.1}}\n",
        encoding="utf-8",
    )
    Study.load(path).start()


@triggers("M19")
def no_axis(place: Place) -> Any:
    return with_joint(axis=ORIGIN)


@triggers("M20")
def no_rotation(place: Place) -> Any:
    return with_body(1.0, ORIGIN, CUBE, rotation=((1, 0, 0), (0, 1, 0), (0, 0, 2)))


@triggers("M21")
def reversed_limits(place: Place) -> Any:
    return with_joint(limits=(1.0, -1.0))


@triggers("M22")
def mimic_of_itself(place: Place) -> Any:
    return urdf('mimic joint="shoulder"', 'mimic joint="elbow"')


def with_mesh(place: Place, filename: str) -> Any:
    text = changed('<box size="0.1 0.1 0.2"/>', f'<mesh filename="{filename}"/>', ARM)[0]
    path = place.folder / "arm.urdf"
    path.write_text(text, encoding="utf-8")
    return load_urdf(path).notices


@triggers("M23")
def missing_mesh(place: Place) -> Any:
    return with_mesh(place, "none.stl")


@triggers("F08")
def mesh_of_another_folder(place: Place) -> Any:
    return with_mesh(place, "../../secret.stl")


@triggers("M24")
def enormous(place: Place) -> Any:
    return urdf('xyz="0 0 0.3"', 'xyz="0 0 1e40"')


@triggers("M25")
def hexadecimal(place: Place) -> Any:
    return with_body("0x10", ORIGIN, CUBE)


@triggers("M27")
def parallel_axes(place: Place) -> Any:
    def fill(m: Mechanism) -> None:
        m.body("hand", 1.0, ORIGIN, CUBE, at=(1, 0, 0))
        m.universal("B", "arm", "hand", at=(1, 0, 0), axis="x", axis2=(1, 1, 0))

    return built(fill)


@triggers("M28")
def place_given_twice(place: Place) -> Any:
    return with_joint(on_parent=(1, 0, 0), on_child=ORIGIN)


@triggers("M29")
def branching_function(place: Place) -> Any:
    def law(x: Any) -> Any:
        return 1.0 if x > 0 else 0.0

    ends = {"on_a": (0, 0, 1), "on_b": (1, 0, 0)}
    return built(lambda m: m.spring_damper("S", m.ground, "arm", force=law, **ends))


@triggers("M30")
def energy_of_another_force(place: Place) -> Any:
    return built(
        lambda m: m.user_force(
            "u",
            lambda s: s.effort("A", -4.0 * s.coordinate("A")),
            energy=lambda s: -2.0 * s.coordinate("A") ** 2,
        )
    )


@triggers("W05")
def feathers(place: Place) -> Any:
    def fill(m: Mechanism) -> None:
        m.body("hand", 1.0, ORIGIN, CUBE, at=(1, 0, 0), shapes=[Box((100.0, 100.0, 100.0))])
        m.revolute("B", "arm", "hand", at=(1, 0, 0), axis="y")

    return built(fill)


@triggers("W06")
def forgotten_mass(place: Place) -> Any:
    def fill(m: Mechanism) -> None:
        m.body("hand", at=(1, 0, 0), shapes=[Box((0.1, 0.1, 0.1))])
        m.revolute("B", "arm", "hand", at=(1, 0, 0), axis="y")

    return built(fill)


@triggers("W07")
def falling_upwards(place: Place) -> Any:
    return Mechanism("balloon", gravity=(0, 0, 9.81)).build().notices


@triggers("W21")
def limits_without_the_drawing(place: Place) -> Any:
    return with_joint(limits=(0.5, 1.0))


@triggers("W40")
def negative_stiffness(place: Place) -> Any:
    ends = {"on_a": (0, 0, 1), "on_b": (1, 0, 0)}
    return built(lambda m: m.spring_damper("S", m.ground, "arm", k=-10.0, **ends))


@triggers("W41")
def static_below_sliding(place: Place) -> Any:
    return built(lambda m: m.joint_friction("F", "A", 2.0, static=1.0))


@triggers("D50")
def exact_static_below_sliding(place: Place) -> Any:
    return built(lambda m: m.joint_friction("F", "A", 2.0, static=1.0, exact=True))


@triggers("D51")
def two_exact_frictions_on_one_joint(place: Place) -> Any:
    def seal_and_bearing(m: Mechanism) -> None:
        m.joint_friction("F", "A", 2.0, exact=True)
        m.bearing_friction("G", "A", 0.1, radius=0.01, exact=True)

    return built(seal_and_bearing)


@triggers("D52")
def exact_beside_smooth_bearing(place: Place) -> Any:
    def two(m: Mechanism) -> None:
        m.joint_friction("F", "A", 2.0, exact=True)
        m.bearing_friction("G", "A", 0.1, radius=0.01)

    return built(two)


@triggers("N14")
def rows_out_of_order(place: Place) -> Any:
    from sarrus import Curve

    Curve(np.array([0.0, 2.0, 1.0]), np.zeros(3))


@triggers("M31")
def argument_of_another_kind(place: Place) -> Any:
    four_bar().compile(kernels=()).mobility("assembled")


@triggers("M32")
def joint_type_of_ones_own_that_lacks_its_equations(place: Place) -> Any:
    from sarrus.model.joints import JointType, register

    register(type("Slot", (JointType,), {"type_name": "slot"}))


@triggers("M33")
def row_that_is_not_linear_in_velocities(place: Place) -> Any:
    m = Mechanism("skate")
    m.body("skate", 1.0, (0, 0, 0), (0.1, 0.1, 0.1))
    m.planar("p", m.ground, "skate", at=(0, 0, 0), axis="z")
    m.nonholonomic("edge", lambda motion: motion.rate("p.vx") * motion.rate("p.vy"))
    m.build()


@triggers("M34")
def wheel_in_a_hollow(place: Place) -> Any:
    m = Mechanism("hollow")
    m.body("ball", 1.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(0, 0, 0.5))
    m.free("any", m.ground, "ball")
    m.rolling("contact", "ball", radius=0.5, center=(0, 0, 0.5), road=SineRoad(0.1, 0.5))
    m.build()


@triggers("M44")
def roller_larger_than_a_hollow(place: Place) -> Any:
    m = Mechanism("hollow")
    m.body("follower", 1.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(0.2, 0, 0))
    m.planar("any", m.ground, "follower", at=(0.2, 0, 0), axis="z")
    wave = PointCurve([[0.1 * k, 0.05 * (-1) ** k] for k in range(8)])
    m.point_on_curve("c", m.ground, "follower", curve=wave, radius=0.2, point=(0.2, 0, 0))
    m.build()


@triggers("M46")
def wheels_of_a_belt_that_overlap(place: Place) -> Any:
    m = Mechanism("belt")
    m.belt_drive("belt", [("ground", (0, 0, 0), 0.2), ("ground", (0.1, 0, 0), 0.05)], stiffness=1.0)
    m.build()


@triggers("N16")
def cam_that_is_undercut(place: Place) -> Any:
    CamCurve("roller", (0.0, 0.5), (0.0, 0.02), 0.01, roller_radius=0.008)


@triggers("M38")
def hole_in_a_road(place: Place) -> Any:
    GridRoad([0.0, 1.0], [0.0, 1.0], [[0.0, 0.0], [0.0, float("nan")]])


@triggers("M39")
def road_that_meets_itself(place: Place) -> Any:
    CurvedRoad(segments=[[90.0, 0.0, 0.0], [100.0, 0.1, 0.1]])


@triggers("M35")
def part_of_itself(place: Place) -> Any:
    return built(lambda m: m.add("arm", m))


def with_gears(distance: float, **teeth: Any) -> tuple[Problem, ...]:
    """Build with a second wheel in mesh with the first."""

    def fill(m: Mechanism) -> None:
        m.body("wheel", 1.0, ORIGIN, CUBE, at=(distance, 0, 0))
        m.revolute("B", m.ground, "wheel", at=(distance, 0, 0), axis="y")
        m.spur_gears("mesh", "arm", "wheel", at=ORIGIN, at2=(distance, 0, 0), axis="y", **teeth)

    return built(fill)


@triggers("M45")
def teeth_that_do_not_reach(place: Place) -> Any:
    return with_gears(0.1, teeth_1=20, teeth_2=40, module="3 mm")


@triggers("S70")
def a_wheel_along_its_axle(place: Place) -> Any:
    m = Mechanism("wheel")
    m.body("axle", 1.0, (0, 0, 0), (0.1, 0.1, 0.1))
    m.free("A", m.ground, "axle")
    m.rail_contact("touch", "axle", on=(0, 0, 0), axle="x", radius=0.1, curve=CircleCurve(0.06),
                   axis="x", x_axis="y", k=1e8, mu=0.1, ellipse=0.7, c11=4.0, c22=4.0,
                   c23=1.0)  # fmt: skip
    m.build()


@triggers("W76")
def teeth_that_pull(place: Place) -> Any:
    m = Mechanism("gears")
    for name, x in (("a", 0.0), ("b", 0.09)):
        m.body(name, 1.0, (0, 0, 0), (1e-3, 1e-3, 1e-3), at=(x, 0, 0))
        m.revolute(name, m.ground, name, at=(x, 0, 0), axis="z")
    m.spur_gears("teeth", "a", "b", at=(0, 0, 0), at2=(0.09, 0, 0), axis="z", teeth_1=20,
                 teeth_2=40, module=0.003)  # fmt: skip
    system = m.build().compile()
    run = system.simulate(system.assemble(), until=0.01, inputs={"a": -1.0})
    return run.notices


@triggers("W75")
def undercut_pinion(place: Place) -> Any:
    return with_gears(0.075, teeth_1=10, teeth_2=40, module="3 mm")
