"""Mechanisms that work by bending: a robot arm, a leaf spring, and a gripper without joints."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.gallery.drawing import BLUE, DARK, ORANGE, SAND, STEEL, block, pin
from sarrus.gallery.example import Example
from sarrus.gallery.linkwork import bar, foot
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model


def elastic_arm(
    *,
    upper: float = 0.8,
    fore: float = 0.6,
    diameter: float = 0.03,
    wall: float = 0.0015,
    segments: int = 3,
    rotor: float = 0.4,
    gear_stiffness: float = 6e3,
    gear_damping: float = 6.0,
    payload: float = 2.0,
    damping_time: float = 5e-4,
) -> Model:
    """Return the model: a motor, its elastic gear, an upper arm that bends, a forearm with a load.

    upper, fore: lengths [m]; diameter, wall: of the tube of aluminium that is the upper arm [m];
    segments: of it; rotor: inertia of the motor behind its gear [kg m^2]; gear_stiffness [N m/rad],
    gear_damping [N m s/rad]; payload [kg]; damping_time: of the tube [s]. All numbers are assumed.
    The joint `motor` is the rotor behind the gear, `gear` the twist of the gear.
    """
    m = Mechanism("elastic arm", (0.0, 0.0, -GRAVITY))
    shoulder, elbow = np.zeros(3), np.array([upper, 0.0, 0.0])
    end = elbow + np.array([fore, 0.0, 0.0])
    turning = m.body("rotor", 1.0, (0.0, 0.0, 0.0), (rotor, rotor, rotor))
    pin(turning, shoulder, (0.0, 1.0, 0.0), 0.05, 0.08, DARK)
    tube = m.flexible_beam(
        "upper", shoulder, elbow, section="tube", diameter=diameter, wall=wall,
        material="aluminium", segments=segments, damping_time=damping_time,
        color=ORANGE,
    )  # fmt: skip
    forearm = bar(m, "forearm", (elbow, end), 1.2, radius=0.016, color=BLUE)
    load = m.body("payload", payload, (0.0, 0.0, 0.0), (4e-3, 4e-3, 4e-3), at=end)
    block(load, (0.0, 0.0, 0.0), (0.09, 0.09, 0.09), STEEL)
    m.revolute("motor", m.ground, turning, at=shoulder, axis="y")
    m.revolute("gear", turning, tube.start, at=shoulder, axis="y")
    m.joint_spring("gear_elasticity", "gear", k=gear_stiffness, d=gear_damping)
    m.revolute("elbow", tube.end, forearm, at=elbow, axis="y")
    m.weld("flange", forearm, load, at=end)
    foot(m, shoulder, 0.03)
    return m.build()


def leaf_spring(
    *,
    span: float = 1.2,
    rise: float = 0.12,
    width: float = 0.06,
    thickness: float = 0.014,
    leaves: int = 3,
    segments: int = 2,
    axle: float = 60.0,
    load: float = 5000.0,
    shackle: float = 0.09,
    damping_time: float = 2e-3,
) -> Model:
    """Return the model: a leaf spring between its front eye and a shackle, an axle at its middle.

    span: between the eyes [m]; rise: of the eyes above the middle [m]; width, thickness: of a leaf
    [m], leaves of which lie on each other without friction; segments: of each half; axle: its mass
    [kg]; load: force of the wheels on it [N], upward; shackle: its length [m]; damping_time: of the
    leaves [s]. The half springs are curved at rest. All numbers are assumed.
    """
    m = Mechanism("leaf spring", (0.0, 0.0, -GRAVITY))
    front, middle = np.array([-0.5 * span, 0.0, rise]), np.zeros(3)
    rear = np.array([0.5 * span, 0.0, rise])

    def on_curve(part: float) -> list[float]:
        return [0.5 * span * part, 0.0, rise * part**2]

    # leaves that slide on each other bend each for itself: moments add, not the height
    second = width * thickness**3 / 12.0
    leaf: dict[str, Any] = {
        "area": leaves * width * thickness,
        "second_moment_y": leaves * second,
        "second_moment_z": leaves * thickness * width**3 / 12.0,
        "torsion_constant": leaves * width * thickness**3 / 3.0 * (1.0 - 0.63 * thickness / width),
        "outer_y": 0.5 * width,
        "outer_z": 0.5 * thickness,
        "material": "steel",
        "up": (0.0, 0.0, 1.0),
        "segments": segments,
        "damping_time": damping_time,
        "color": STEEL,
    }
    halves: dict[str, Any] = {}
    for name, a, b, sign in (("front", front, middle, -1.0), ("rear", middle, rear, 1.0)):
        halves[name] = m.flexible_beam(name, a, b, through=[on_curve(0.5 * sign)], **leaf)
    beam = m.body("axle", axle, (0.0, 0.0, 0.0), (6.0, 0.5, 6.0))
    pin(beam, middle, (0.0, 1.0, 0.0), 0.035, 0.5, DARK)
    top = rear + np.array([0.0, 0.0, shackle])
    hanger = bar(m, "shackle", (rear, top), 1.0, radius=0.012, color=ORANGE)
    m.revolute("front_eye", m.ground, halves["front"].start, at=front, axis="y")
    m.weld("front_seat", halves["front"].end, beam, at=middle)
    m.weld("rear_seat", beam, halves["rear"].start, at=middle)
    m.revolute("rear_eye", halves["rear"].end, hanger, at=rear, axis="y")
    m.revolute("hanger", m.ground, hanger, at=top, axis="y")
    m.point_force("wheels", beam, (0.0, 0.0, load), at=middle)
    foot(m, front, 0.02)
    foot(m, top, 0.02)
    return m.build()


def compliant_gripper(
    *,
    opening: float = 0.02,
    leaf: float = 0.05,
    thickness: float = 0.0008,
    width: float = 0.01,
    segments: int = 2,
    push: float = 18.0,
    damping_time: float = 2e-3,
) -> Model:
    """Return the model: two jaws on pairs of parallel leaves, which a slider spreads by two struts.

    opening: half of the gap between the jaws [m]; leaf: length of the leaves [m]; thickness, width:
    of all leaves [m]; segments: of each; push: force on the slider [N]; damping_time: of the
    material [s]. There are no joints but the ends of leaves, which are fixed: all that moves is
    bent. All numbers are assumed.
    """
    m = Mechanism("compliant gripper", (0.0, 0.0, 0.0))
    section: dict[str, Any] = {
        "section": "rectangle", "width": width, "height": thickness, "material": "nylon",
        "segments": segments, "damping_time": damping_time, "color": SAND,
    }  # fmt: skip
    slider = m.body("slider", 0.01, (0.0, 0.0, 0.0), (4e-7, 4e-7, 4e-7))
    block(slider, (0.0, 0.0, 0.0), (0.01, 0.014, 0.01), STEEL)
    for side, name in ((1.0, "left"), (-1.0, "right")):
        y = side * (opening + 0.004)
        far = side * (opening + 0.016)
        middle = np.array([leaf + 0.012, 0.5 * (y + far), 0.0])
        jaw = m.body(f"{name}_jaw", 0.012, (0.0, 0.0, 0.0), (6e-7, 2e-6, 2e-6), at=middle)
        block(jaw, (0.0, 0.0, 0.0), (0.024, 0.018, 0.01), BLUE)
        block(jaw, (-0.009, -side * 0.5 * (0.013 + 0.007), 0.0), (0.006, 0.008, 0.01), BLUE)
        block(jaw, (0.026, -side * 0.006, 0.0), (0.03, 0.005, 0.01), BLUE)
        up = (0.0, 1.0, 0.0)
        for kind, place in (("inner", y), ("outer", far)):
            start, end = (0.0, place, 0.0), (leaf, place, 0.0)
            beam = m.flexible_beam(f"{name}_{kind}", start, end, up=up, **section)
            m.weld(f"{name}_{kind}_root", m.ground, beam.start, at=start)
            m.weld(f"{name}_{kind}_tip", beam.end, jaw, at=end)
        start, end = (0.005, side * 0.005, 0.0), (leaf, side * (opening - 0.003), 0.0)
        strut = m.flexible_beam(f"{name}_strut", start, end, up=up, **section)
        m.weld(f"{name}_strut_root", slider, strut.start, at=start)
        m.weld(f"{name}_strut_tip", strut.end, jaw, at=end)
    m.point_force("push", slider, (push, 0.0, 0.0), at=(0.0, 0.0, 0.0))
    block(m.ground, (-0.004, 0.0, -0.012), (0.008, 2.0 * opening + 0.06, 0.01), STEEL)
    return m.build()


ARM = Example(
    "elastic_arm",
    elastic_arm,
    "robot arm with an elastic gear and an upper arm that bends, swung up and down",
    drives={"motor": "-0.5*(1 - cos(6*t))", "elbow": "0.4*(1 - cos(6*t))"},
    until=1.2,
    every=0.004,
    outputs=("gear.angle", "upper.elasticity_1.moment_y", "payload.position"),
)
LEAF_SPRING = Example(
    "leaf_spring",
    leaf_spring,
    "leaf spring with shackle whose axle is loaded at once",
    until=0.6,
    every=0.003,
    outputs=("axle.position", "hanger.angle", "front.elasticity_2.stress"),
)
GRIPPER = Example(
    "compliant_gripper",
    compliant_gripper,
    "gripper without joints: a slider spreads two jaws on leaves that bend",
    until=0.1,
    every=0.0005,
    outputs=("slider.position", "left_jaw.position", "left_strut.elasticity_1.stress"),
)
