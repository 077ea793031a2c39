"""Triggers of the codes of robots (R, D40 to D42, W50, W52, W53, W65) and suspensions (K)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

import sarrus
from errors.register import Place, triggers
from loops.mechanisms import four_bar
from robotics.puma_task import puma_model, puma_sequence
from sarrus import Mechanism, ModelError, analysis
from sarrus import robotics as r
from sarrus.gallery import double_wishbone
from sarrus.robotics.inverse_kinematics import closed_form
from sarrus.suspension import ContactLoad, Rig
from vehicles.test_double_wishbone_rig import five_links
from vehicles.wishbones import MODULE, rig_of

Q = [0.0, 0.0]


def arm() -> Any:
    """An arm of one joint."""
    m = Mechanism("arm")
    m.body("arm", 1.0, (0.5, 0, 0), (0.1, 0.1, 0.1))
    m.revolute("A", m.ground, "arm", at=(0, 0, 0), axis="y")
    return m.build()


def turned(by: float = 1.0) -> Any:
    """A task that turns the arm."""
    return r.Task(arm(), r.Sequence([r.joint_move([0.0], [by], r.Trapezoid(1.0, 0.25))]))


@triggers("R20")
def no_duration(place: Place) -> None:
    r.Quintic(-1.0)


@triggers("R21")
def ragged_rows(place: Place) -> None:
    r.joint_spline([Q, [0.0]], [0.0, 1.0])


@triggers("R22")
def too_fast(place: Place) -> None:
    r.Trapezoid.within(1.0, 1.0, duration=0.5)


@triggers("R23")
def no_list_of_steps(place: Place) -> None:
    r.Sequence(r.joint_move(Q, Q, r.Cubic(1.0)))


@triggers("R30")
def arm_with_loops(place: Place) -> None:
    closed_form(four_bar().compile(kernels=()), "rocker")


@triggers("R31")
def target_of_nothing(place: Place) -> None:
    r.reach(arm().compile(kernels=()), {"arm": r.Target()})


@triggers("R40")
def wrong_table(place: Place) -> None:
    from sarrus.papers.newton_euler import table_links

    table_links([{"d": 0.1}], [{}, {}])


@triggers("R41")
def no_such_hand(place: Place) -> None:
    r.Task(puma_model(), puma_sequence(), grip="hand").run()


@triggers("R42")
def other_number_of_joints(place: Place) -> None:
    r.Task(arm(), r.Sequence([r.joint_move(Q, [1.0, 1.0], r.Cubic(1.0))])).run()


@triggers("R43")
def pose_out_of_reach(place: Place) -> None:
    end = np.eye(4)
    end[:3, 3] = (50.0, 0.0, 0.0)
    start = end.copy()
    start[:3, 3] = (49.0, 0.0, 0.0)
    moves = r.Sequence([r.line_move(start, end, r.Quintic(1.0))])
    r.Task(puma_model(), moves, frame="link6").run()


@triggers("R45")
def unknown_motor(place: Place) -> None:
    r.Catalogue.generic().motor("servo-401W")


@triggers("R46")
def reversed_range(place: Place) -> None:
    r.JointLimits(position=(1.0, -1.0))


@triggers("R47")
def exceeded_limit(place: Place) -> None:
    checks = r.check_limits(turned().run(0.1), {"A": r.JointLimits(torque=1e-6)})
    raise ModelError([check.problem for check in r.violations(checks)])


@triggers("R48")
def lost_robot(place: Place) -> None:
    r.track(turned(), r.PD(-1e5, 0.0), rate=100.0)


@triggers("R50")
def optimal_motion_of_no_joint(place: Place) -> None:
    r.optimal_motion(arm(), {"A": 0.0}, {"B": 1.0}, efforts={"A": 50.0})


@triggers("R51")
def optimal_motion_in_no_time(place: Place) -> None:
    r.optimal_motion(arm(), {"A": 0.0}, {"A": 1.0}, efforts={"A": 50.0}, duration=0.01)


@triggers("W50")
def jump_between_moves(place: Place) -> Any:
    first = r.joint_move([0.0], [1.0], r.Linear(1.0))
    return r.Sequence([first, r.joint_move([1.0], [3.0], r.Linear(1.0))]).notices


@triggers("W52")
def friction_that_grows_slowly(place: Place) -> Any:
    m = Mechanism("fan")
    m.body("disc", 1.0, inertia=(1.0, 1.0, 1.0))
    m.revolute("A", m.ground, "disc", at=(0, 0, 0), axis="z")
    m.joint_friction("rub", "A", sliding=0.5, smoothing=1.0)
    limits = {"A": r.JointLimits(torque=5.0)}
    return r.fastest(m.build().compile(kernels=()), [[0.0], [1.0]], limits).notices


@triggers("W53")
def swing_beyond_its_limits(place: Place) -> Any:
    m = Mechanism("arm")
    m.body("arm", 1.0, (0.5, 0, 0), (0.1, 0.1, 0.1))
    m.revolute("A", m.ground, "arm", at=(0, 0, 0), axis="y", limits=(-0.1, 0.1))
    system = m.build().compile(kernels=())
    return system.simulate(system.state([0.0]), until=0.5).notices


def flexible_arm(turns: float) -> Any:
    """A rod on a hinge that a moment at its end winds up."""
    m = Mechanism("rod", gravity=(0, 0, 0))
    rod = m.flexible_beam("rod", (0, 0, 0), (1, 0, 0), section="round", diameter=0.01,
                          material="steel", segments=2)  # fmt: skip
    m.revolute("hub", m.ground, rod.start, at=(0, 0, 0), axis="y")
    m.moment("M", rod.end, turns * 650.0, along="y")
    return m.build().compile(kernels=())


@triggers("W81")
def drive_a_flexible_arm(place: Place) -> Any:
    return flexible_arm(0.0).drive({"hub": 0.0}, times=[0.0]).notices


@triggers("D27")
def drive_a_rod_that_is_far_too_soft(place: Place) -> None:
    flexible_arm(20.0).drive({"hub": 0.0}, times=[0.0], deflections=True)


@triggers("S64")
def flexibility_of_rigid_links(place: Place) -> None:
    m = Mechanism("arm")
    m.body("arm", 1.0, (0.5, 0, 0), (0.1, 0.1, 0.1))
    m.revolute("A", m.ground, "arm", at=(0, 0, 0), axis="y")
    analysis.flexibility(m.build().compile(kernels=()).drive({"A": 0.0}, times=[0.0]))


@cache
def rig() -> Rig:
    return rig_of()


@triggers("K01")
def no_hub(place: Place) -> None:
    Rig(rig().system, "upright")


@triggers("K02")
def level_axis(place: Place) -> None:
    Rig(rig().system, "wheel", steering_axis=((0, 0.7, 0.2), (0, 0.6, 0.2)))


@triggers("K03")
def seats_off_the_axis(place: Place) -> None:
    Rig(rig().system, "wheel", seats={"lower_pivot": ("lower_front", "upper_rear")})


@triggers("K04")
def steered_by_a_ball(place: Place) -> None:
    Rig(rig().system, "wheel", steer="tie_inner")


@triggers("K05")
def no_spring(place: Place) -> None:
    P = MODULE.POINTS
    axis = (P["lower_ball"], P["upper_ball"])
    where = {"center": P["wheel_center"], "spin_axis": (0, 1, 0), "radius": 0.3}
    links = Rig(five_links().compile(), "upright", steering_axis=axis, **where)
    links.load_cases({"bump": ContactLoad(vertical=3e3)})


@triggers("K06")
def spring_in_its_dead_point(place: Place) -> None:
    P = {name: np.array(p) for name, p in MODULE.POINTS.items()}
    on_axis = 0.5 * (P["lower_front"] + P["lower_rear"])
    bottom = np.array([-0.005, 0.56, 0.205])
    points = {"spring_bottom": bottom, "spring_top": on_axis - 0.5 * (bottom - on_axis)}
    dead = Rig(double_wishbone(points).compile(), steer="rack")
    dead.load_cases({"bump": ContactLoad(vertical=4e3)})


@triggers("K07")
def travel_out_of_reach(place: Place) -> None:
    rig().at(travel=0.9)


@triggers("K08")
def reversed_sweep(place: Place) -> None:
    rig().travel(0.05, -0.05)


def motor(**options: Any) -> r.Drive:
    """A drive of the generic catalogue."""
    parts = r.Catalogue.generic()
    return r.Drive(parts.motor("servo-400W"), parts.gear("planetary-25"), **options)


@triggers("D40")
def rotor_on_a_cut_joint(place: Place) -> None:
    model = four_bar()
    first, *others = model.joints
    replaced = replace(model, joints=(replace(first, armature=0.1), *others))
    replaced.compile(kernels=(), cut=[first.name]).assemble()


@triggers("D41")
def gyroscopic_rotor_along_a_path(place: Place) -> None:
    r.fastest(arm(), [[0.0], [1.0]], drives={"A": motor(gyroscopic=True)})


@triggers("D42")
def as_fast_as_motors_that_are_not_there(place: Place) -> None:
    sarrus.save(arm(), place.folder / "arm.yaml")
    task = place.folder / "task.yaml"
    task.write_text(
        "sarrus: 1\nrobot: arm.yaml\nposes: {a: {joints: [0]}, b: {joints: [1]}}\n"
        "law: {fastest: motors}\nsteps: [{move: b}]\n",
        encoding="utf-8",
    )
    r.load_task(task)


@triggers("W65")
def rotor_that_counts_twice(place: Place) -> Any:
    m = Mechanism("arm")
    m.body("arm", 1.0, (0.5, 0, 0), (0.1, 0.1, 0.1))
    m.revolute("A", m.ground, "arm", at=(0, 0, 0), axis="y", armature=0.02)
    return r.fastest(m.build().compile(kernels=()), [[0.0], [1.0]], drives={"A": motor()}).notices
