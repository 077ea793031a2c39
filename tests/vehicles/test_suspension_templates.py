"""Templates of suspensions: freedoms, geometry solved another way, springs that carry the load."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq, fsolve
from scipy.spatial.transform import Rotation

from sarrus import Mechanism, ModelError, State, System
from sarrus.gallery import (
    anti_roll_bar,
    multilink_corner,
    rack_and_pinion,
    recirculating_ball,
    solid_axle,
    strut_corner,
    trailing_arm_corner,
    twist_beam,
    wishbone_corner,
)
from sarrus.gallery.mac_pherson import POINTS as STRUT
from sarrus.gallery.multilink import POINTS as MULTILINK
from sarrus.gallery.multilink import RODS
from sarrus.gallery.solid_axle import LINKS
from sarrus.gallery.trailing_arm import SEMI_TRAILING
from sarrus.gallery.twist_beam import POINTS as BEAM

LOAD = 3600.0
Solved = Callable[[np.ndarray], np.ndarray]

TEMPLATES: dict[str, tuple[Callable[..., Mechanism], dict[str, Any], int]] = {
    "wishbone": (wishbone_corner, {}, 3),  # travel, steering, rolling
    "wishbone, locked": (wishbone_corner, {"steering": "locked"}, 2),
    "strut": (strut_corner, {}, 3),
    "multilink": (multilink_corner, {}, 2),
    "semi-trailing": (trailing_arm_corner, {}, 2),
    "trailing": (trailing_arm_corner, {"semi": False}, 2),
    "twist beam": (twist_beam, {}, 4),  # travel and rolling, left and right
    "solid axle on links": (solid_axle, {}, 4),
    "solid axle on leaves": (solid_axle, {"guidance": "leaf"}, 8),
    "steered axle": (solid_axle, {"steered": True}, 5),
    "rack and pinion": (rack_and_pinion, {}, 1),
    "recirculating ball": (recirculating_ball, {}, 1),
}


@cache
def system(name: str) -> System:
    make, how, _ = TEMPLATES[name]
    return make(**how).build().compile(kernels=())


@pytest.mark.parametrize("name", TEMPLATES)
def test_freedoms(name: str) -> None:
    """As many as theory says, none of them by constraints that depend on each other."""
    made = system(name)
    assert not made.model.notices
    found = made.mobility(made.assemble())
    assert (found.freedom, found.redundant) == (TEMPLATES[name][2], ())


def wheel_motion(made: System, state: State, wheel: str = "wheel") -> tuple[np.ndarray, np.ndarray]:
    """Return the wheel centre and the axis of the wheel."""
    pose = made.poses(state.q)[wheel]
    return np.array(pose.position), np.array(pose.rotation)[:, 2]


def moved(x: np.ndarray, place: Any) -> np.ndarray:
    """Return a place of a body that was turned by x[3:6] about the origin, and shifted by x[:3]."""
    return x[:3] + Rotation.from_rotvec(x[3:6]).apply(np.asarray(place))


def solved(equations: Solved, size: int) -> np.ndarray:
    found, _, ok, text = fsolve(equations, np.zeros(size), xtol=1e-15, full_output=True)
    assert np.max(np.abs(equations(found))) < 1e-12, (ok, text)
    return np.asarray(found)


@pytest.mark.parametrize("turn", [-0.15, 0.1, 0.2])
def test_strut_against_distances(turn: float) -> None:
    """Six equations for the pose of the upright: arm, strut, tie rod, height of the wheel."""
    made, p = system("strut"), {name: np.array(at) for name, at in STRUT.items()}
    state = made.assemble({"pivot": turn, "rack": 0.01})
    center, axis = wheel_motion(made, state)
    inner = p["tie_inner"] + (0.0, 0.01, 0.0)
    along = (p["strut_top"] - p["strut_bottom"]) / np.linalg.norm(
        p["strut_top"] - p["strut_bottom"]
    )

    def equations(x: np.ndarray) -> np.ndarray:
        ball, tie = moved(x, p["lower_ball"]), moved(x, p["tie_outer"])
        rows = [np.linalg.norm(ball - p[end]) - np.linalg.norm(p["lower_ball"] - p[end])
                for end in ("lower_front", "lower_rear")]  # fmt: skip
        beside = p["strut_top"] - moved(x, p["strut_bottom"])
        way = Rotation.from_rotvec(x[3:6]).apply(along)
        off = np.cross(beside, way)[:2]  # the ball of the chassis is on the line of the tube
        length = np.linalg.norm(p["tie_outer"] - p["tie_inner"])
        return np.array([*rows, *off, np.linalg.norm(tie - inner) - length,
                         moved(x, p["wheel_center"])[2] - center[2]])  # fmt: skip

    x = solved(equations, 6)
    start = wheel_motion(made, made.assemble())[1]
    assert np.max(np.abs(moved(x, p["wheel_center"]) - center)) < 1e-9
    assert np.max(np.abs(Rotation.from_rotvec(x[3:6]).apply(start) - axis)) < 1e-9


@pytest.mark.parametrize("height", [-0.03, 0.02])
def test_multilink_against_distances(height: float) -> None:
    made, p = system("multilink"), {name: np.array(at) for name, at in MULTILINK.items()}
    state = made.assemble({"upright.z": height})
    center, axis = wheel_motion(made, state)

    def equations(x: np.ndarray) -> np.ndarray:
        rows = [
            np.linalg.norm(moved(x, p[f"{rod}_outer"]) - p[f"{rod}_inner"])
            - np.linalg.norm(p[f"{rod}_outer"] - p[f"{rod}_inner"])
            for rod in RODS
        ]
        return np.array([*rows, moved(x, p["wheel_center"])[2] - center[2]])

    x = solved(equations, 6)
    start = wheel_motion(made, made.assemble())[1]
    assert abs(center[2] - p["wheel_center"][2]) > 0.02
    assert np.max(np.abs(moved(x, p["wheel_center"]) - center)) < 1e-9
    assert np.max(np.abs(Rotation.from_rotvec(x[3:6]).apply(start) - axis)) < 1e-9


def test_semi_trailing_arm_in_closed_form() -> None:
    made, p = system("semi-trailing"), {name: np.array(at) for name, at in SEMI_TRAILING.items()}
    axis = p["seat_outer"] - p["seat_inner"]
    turn = Rotation.from_rotvec(0.2 * axis / np.linalg.norm(axis))
    center, spin = wheel_motion(made, made.assemble({"pivot": 0.2}))
    start = wheel_motion(made, made.assemble())[1]
    expected = p["seat_inner"] + turn.apply(p["wheel_center"] - p["seat_inner"])
    assert np.max(np.abs(center - expected)) < 1e-12
    assert np.max(np.abs(spin - turn.apply(start))) < 1e-12


def test_twist_beam_against_its_equations() -> None:
    """Seven unknowns: turns of both arms about their seats, and the shift of the right seat."""
    made, p = system("twist beam"), {name: np.array(at) for name, at in BEAM.items()}
    state = made.assemble({"beam": 0.15})
    centers = {side: wheel_motion(made, state, f"{side}.wheel")[0] for side in ("left", "right")}
    flip, y = np.array([1.0, -1.0, 1.0]), np.array([0.0, 1.0, 0.0])
    middle = p["beam"] * (1, 0, 1)

    def places(x: np.ndarray) -> tuple[Any, Any]:
        left, right = Rotation.from_rotvec(x[:3]), Rotation.from_rotvec(x[3:6])
        seat = p["seat"] * flip
        return (
            lambda r: p["seat"] + left.apply(r - p["seat"]),
            lambda r: seat + x[6] * y + right.apply(r - seat),
        )

    def equations(x: np.ndarray) -> np.ndarray:
        left, right = places(x)
        line = Rotation.from_rotvec(x[:3]).inv().apply(Rotation.from_rotvec(x[3:6]).apply(y))
        heights = [left(p["wheel_center"])[2] - centers["left"][2],
                   right(p["wheel_center"] * flip)[2] - centers["right"][2]]  # fmt: skip
        return np.array([*(left(middle) - right(middle)), line[0], line[2], *heights])

    left, right = places(solved(equations, 7))
    assert abs(centers["left"][2] - centers["right"][2]) > 0.01
    assert np.max(np.abs(left(p["wheel_center"]) - centers["left"])) < 1e-9
    assert np.max(np.abs(right(p["wheel_center"] * flip) - centers["right"])) < 1e-9


def test_solid_axle_against_distances() -> None:
    made, p = system("solid axle on links"), {name: np.array(at) for name, at in LINKS.items()}
    state = made.assemble({"axle.z": 0.04, "axle.quat_x": 0.03})
    centers = {side: wheel_motion(made, state, f"{side}.wheel")[0] for side in ("left", "right")}
    flip, level = np.array([1.0, -1.0, 1.0]), np.array([1.0, 0.0, 1.0])
    rods = [
        (p["lower_inner"], p["lower_outer"]),
        (p["lower_inner"] * flip, p["lower_outer"] * flip),
        (p["upper_inner"] * level, p["upper_outer"] * level),
        (p["panhard_inner"], p["panhard_outer"]),
    ]

    def equations(x: np.ndarray) -> np.ndarray:
        rows = [np.linalg.norm(moved(x, b) - a) - np.linalg.norm(b - a) for a, b in rods]
        heights = [moved(x, p["wheel_center"])[2] - centers["left"][2],
                   moved(x, p["wheel_center"] * flip)[2] - centers["right"][2]]  # fmt: skip
        return np.array([*rows, *heights])

    x = solved(equations, 6)
    assert abs(centers["left"][2] - centers["right"][2]) > 0.02
    assert np.max(np.abs(moved(x, p["wheel_center"]) - centers["left"])) < 1e-9
    assert np.max(np.abs(moved(x, p["wheel_center"] * flip) - centers["right"])) < 1e-9


def test_the_trapezium_of_ackermann() -> None:
    """A plane four-bar: the inner wheel turns more than the outer one."""
    made, p = system("steered axle"), {name: np.array(at) for name, at in LINKS.items()}
    pin, arm = p["kingpin"][:2], p["steering_arm"][:2]
    flip = np.array([1.0, -1.0])

    def end(turn: float, side: float) -> np.ndarray:
        c, s = np.cos(turn), np.sin(turn)
        f = np.array([1.0, side])
        return np.asarray(pin * f + np.array([[c, -s], [s, c]]) @ ((arm - pin) * f))

    rod = np.linalg.norm(arm - arm * flip)
    left = 0.4
    right = brentq(lambda a: np.linalg.norm(end(left, 1.0) - end(a, -1.0)) - rod, 0.0, 0.6,
                   xtol=1e-15)  # fmt: skip
    state = made.assemble({"left.kingpin": left, "axle.z": 0.0, "axle.quat_x": 0.0})
    assert float(state["right.kingpin.angle"]) == pytest.approx(right, abs=1e-9)
    assert right < left  # to the left, the left wheel is the inner one


CARRIERS = {"wishbone": "upright", "strut": "upright", "multilink": "upright",
            "semi-trailing": "arm", "trailing": "arm"}  # fmt: skip


@pytest.mark.parametrize("name", CARRIERS)
def test_springs_of_corners_carry_the_load(name: str) -> None:
    """With the load of the wheel on its carrier nothing accelerates in the design position."""
    make, how, _ = TEMPLATES[name]
    steers = {"steering": "locked"} if name in ("wishbone", "strut") else {}
    corner = make(load=LOAD, **how, **steers)
    center = next(point.at for point in corner.points if point.name == "wheel_center")
    corner.point_force("load", CARRIERS[name], (0, 0, LOAD), at=(center[0], center[1], 0.0))
    made = corner.build().compile(kernels=())
    assert np.max(np.abs(made.accelerations(made.assemble()).vdot)) < 1e-8


@pytest.mark.parametrize("name", ["twist beam", "solid axle on links", "solid axle on leaves"])
def test_springs_of_axles_carry_the_load(name: str) -> None:
    make, how, _ = TEMPLATES[name]
    axle = make(load=LOAD, **how)
    for side in ("left", "right"):
        body = f"{side}.arm" if name == "twist beam" else "axle"
        center = next(point.at for point in axle.points if point.name == f"{side}.wheel_center")
        axle.point_force(f"load {side}", body, (0, 0, LOAD), at=(center[0], center[1], 0.0))
    made = axle.build().compile(kernels=())
    # the Panhard rod is not level, and leans on one side
    tolerance = 0.1 if name == "solid axle on links" else 1e-8
    assert np.max(np.abs(made.accelerations(made.assemble()).vdot)) < tolerance


def test_an_anti_roll_bar_resists_roll_alone() -> None:
    """On two sliders: no twist for equal strokes, that of the arms for opposite ones."""
    m = Mechanism("bench", gravity=(0, 0, 0))
    for side, y in (("left", 0.58), ("right", -0.58)):
        m.body(f"{side} post", 1.0, (0.03, y, 0.195), (0.1, 0.1, 0.1))
        m.prismatic(side, m.ground, f"{side} post", at=(0.03, y, 0.195), axis="z")
    bar = anti_roll_bar(stiffness=800.0)
    m.add("bar", bar, connect={"left": "left post", "right": "right post"})
    made = m.build().compile(kernels=())

    def twist(left: float, right: float) -> float:
        return abs(float(made.assemble({"left": left, "right": right})["bar.twist.angle"]))

    assert twist(0.02, 0.02) < 1e-12
    arm = 0.25 - 0.03  # along x
    assert twist(0.01, -0.01) == pytest.approx(0.02 / arm, rel=0.02)
    state = made.assemble({"left": 0.01, "right": -0.01})
    pushed = made.accelerations(state).vdot
    assert pushed[0] < -1.0 and pushed[1] > 1.0  # back to the middle, left down and right up


def test_what_is_wrong_with_hard_points_is_said() -> None:
    with pytest.raises(ModelError, match=r"hard point 'lower_bal'.*Did you mean 'lower_ball'"):
        strut_corner({"lower_bal": (0, 0, 0)})
    ends = (("inner", 0.3), ("outer", 0.6))
    flat = {f"{rod}_{end}": (0.0, y, 0.3) for rod in RODS for end, y in ends}
    with pytest.raises(ModelError, match="do not leave the wheel one motion"):
        multilink_corner(flat, load=LOAD)
    with pytest.raises(ModelError, match=r"guidance.*is none of 'links', 'leaf'"):
        solid_axle(guidance="air")
