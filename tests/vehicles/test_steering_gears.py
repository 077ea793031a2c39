"""Steering gears with both corners: angles, effort, Ackermann error and bump steer by geometry.

Wheels stand where spheres about the ends of rods meet (`wishbone_geometry`); the rack moves along
a line, the relay rod of the steering box on a circle, as a parallelogram does. Efforts are slopes
of the work of what the road does, by differences of these positions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from sarrus import Mechanism, State, System, gallery
from sarrus.gallery.steering import PITMAN
from vehicles.wishbone_geometry import Pose, distances, side_of, trilaterated, turned
from vehicles.wishbones import CAMBER, RADIUS, TOE, differences, geometry_of

SIDES = {"left": 1.0, "right": -1.0}
GEARS = {"rack": gallery.rack_and_pinion, "box": gallery.recirculating_ball}
PINION, TURNS = 0.0085, 16.0
TRACK, BASE = 1.52, 2.6
LOADS = {"left": (40.0, -900.0, 3500.0), "right": (-60.0, 500.0, 2800.0)}
"""Forces of the road at the contact points, x, y, z [N]."""


@cache
def axle(kind: str, load: bool = False) -> System:
    """Two corners on a gear, on a chassis that is ground; load: with what the road does."""
    m = Mechanism("axle", gravity=(0.0, 0.0, 0.0))
    gear = GEARS[kind](gravity=(0.0, 0.0, 0.0))
    m.add("steering", gear, connect=m.ground)
    corner = gallery.wishbone_corner(
        {"tie_inner": PITMAN["rod_end"]}, camber=CAMBER, toe=TOE, radius=RADIUS, steering="host",
        stiffness=1.0, damping=0.0, preload=0.0, gravity=(0.0, 0.0, 0.0),
    )  # fmt: skip
    connect = {"ground": m.ground, "rack": "steering.rack"}
    for side in SIDES:
        m.add(side, corner, connect=connect, mirror=side == "right")
        if load:
            at = geometry_of(side).posed(0.0, 0.0).patch
            m.point_force(f"road {side}", f"{side}.upright", LOADS[side], at=tuple(at))
    return m.build().compile(kernels=())


def rod_end(kind: str, column: float, side: str) -> np.ndarray:
    """Return the inner end of a tie rod for an angle of the steering wheel."""
    flip = np.array([1.0, SIDES[side], 1.0])
    drawn = np.array(PITMAN["rod_end"]) * flip
    if kind == "rack":
        return np.asarray(drawn - np.array([0.0, PINION * column, 0.0]))
    return relay_motion(column)(drawn)


def relay_motion(column: float) -> Callable[[np.ndarray], np.ndarray]:
    """Return where the relay rod takes places of the drawing: it closes a trapezium in its plane.

    The idler arm is the mirror image of the Pitman arm, so the rod turns a little on its way.
    """
    flip, up = np.array([1.0, -1.0, 1.0]), np.array([0.0, 0.0, 1.0])
    shaft, arm = (np.array(PITMAN[name]) for name in ("pitman", "arm_end"))
    shaft[2] = arm[2]  # the plane in which the rod stays
    # the arm points ahead and the rods are behind the wheels: it swings to the right for the left
    a = turned(arm, shaft, shaft + up, -column / TURNS)
    length, reach = np.linalg.norm(arm - arm * flip), np.linalg.norm(arm - shaft)
    way = a - shaft * flip  # from the pin of the idler arm to the end of the Pitman arm
    apart = np.linalg.norm(way)
    along = (reach**2 - length**2 + apart**2) / (2.0 * apart)
    aside = np.sqrt(reach**2 - along**2)
    ex = way / apart
    b = shaft * flip + along * ex + aside * np.cross(ex, up)
    if np.linalg.norm(b - arm * flip) > 0.1:
        b = shaft * flip + along * ex - aside * np.cross(ex, up)
    drawn, now = arm * flip - arm, b - a
    angle = np.arctan2(drawn[0] * now[1] - drawn[1] * now[0], drawn[:2] @ now[:2])
    return lambda place: a + turned(place - arm, 0.0 * up, up, float(angle))


def posed(kind: str, side: str, column: float, arm: float = 0.0) -> Pose:
    """Return a corner by its spheres; arm: turn of its lower arm."""
    corner = geometry_of(side)
    P, end = corner.at, rod_end(kind, column, side)
    low = turned(P["lower_ball"], P["lower_front"], P["lower_rear"], arm)
    drawn = (P["lower_ball"], P["upper_front"], P["upper_rear"])
    up = trilaterated((low, *drawn[1:]), distances(P["upper_ball"], drawn),
                      side_of(P["upper_ball"], drawn))  # fmt: skip
    drawn = (P["lower_ball"], P["upper_ball"], P["tie_inner"])
    tie = trilaterated((low, up, end), distances(P["tie_outer"], drawn),
                       side_of(P["tie_outer"], drawn))  # fmt: skip
    return Pose(corner, arm, low, up, tie, end)


def held(system: System, column: float, arm: float = 0.0) -> State:
    """Return the axle with the steering wheel turned and the lower arms of both sides turned."""
    arms = {"left.lower_pivot": arm, "right.lower_pivot": arm}  # joints are images of each other
    return system.assemble({"steering.column": column, **arms})


def steer_angle(axis: np.ndarray, side: str) -> float:
    """Return the angle to the left of a wheel by its outward axis [rad]."""
    x, y, _ = axis * SIDES[side]
    return float(np.arctan2(-x, y))


def found_axis(system: System, state: State, side: str) -> np.ndarray:
    return np.array(system.poses(state.q)[f"{side}.wheel"].rotation)[:, 2]


@pytest.mark.parametrize("kind", GEARS)
@pytest.mark.parametrize("column", [-4.0, 0.5, 3.0])
def test_wheels_stand_where_the_geometry_has_them(kind: str, column: float) -> None:
    system = axle(kind)
    state = held(system, column)
    for side in SIDES:
        pose = posed(kind, side, column)
        axis = found_axis(system, state, side)
        outward = axis * np.sign(axis @ pose.spin)
        assert np.max(np.abs(outward - pose.spin)) < 1e-9
        at = np.array(system.poses(state.q)[f"{side}.wheel"].position)
        assert np.max(np.abs(at - pose.center)) < 1e-9
    rack = np.array(system.poses(state.q)["steering.rack"].position)
    start = np.array(system.poses(held(system, 0.0).q)["steering.rack"].position)
    known = rod_end("rack", column, "left") - rod_end("rack", 0.0, "left") + start
    if kind == "box":
        known = relay_motion(column)(start)
    assert np.max(np.abs(rack - known)) < 1e-12


@pytest.mark.parametrize("kind", GEARS)
def test_ratio_and_ackermann_error(kind: str) -> None:
    """Angle of the steering wheel by angle of the wheels, and what the inner wheel lacks."""
    system, h = axle(kind), 1e-3

    def mean(column: float) -> float:
        angles = [steer_angle(posed(kind, side, column).spin, side) for side in SIDES]
        return float(np.mean(angles))

    def found(column: float) -> dict[str, float]:
        state = held(system, column)
        axes = {side: found_axis(system, state, side) for side in SIDES}
        return {
            side: steer_angle(a * np.sign(a[1] * SIDES[side]), side) for side, a in axes.items()
        }

    ours = differences(lambda c: float(np.mean(list(found(c).values()))), 0.0, h)
    ratio = 1.0 / differences(mean, 0.0, h)
    assert 1.0 / ours == pytest.approx(ratio, rel=1e-9)
    assert 10.0 < ratio < 25.0

    def error(angles: dict[str, float]) -> float:
        """Ideal: cot(outer) - cot(inner) = track / wheelbase; to the left, left is inside."""
        ideal = np.arctan(1.0 / (1.0 / np.tan(angles["right"]) - TRACK / BASE))
        return float(angles["left"] - ideal)

    for column in (2.0, 4.0):
        angles = found(column)
        known = {side: steer_angle(posed(kind, side, column).spin, side) for side in SIDES}
        assert angles["left"] > 0.05 and angles["right"] > 0.05
        assert error(angles) == pytest.approx(error(known), abs=1e-9)


@pytest.mark.parametrize("kind", GEARS)
@pytest.mark.parametrize("column", [0.0, 2.0])
def test_bump_steer(kind: str, column: float) -> None:
    system = axle(kind)
    for arm in (-0.1, 0.08):
        state = held(system, column, arm)
        for side in SIDES:
            pose = posed(kind, side, column, arm * SIDES[side])
            axis = found_axis(system, state, side)
            outward = axis * np.sign(axis @ pose.spin)
            found, known = (steer_angle(a, side) for a in (outward, pose.spin))
            assert found == pytest.approx(known, abs=1e-9)
            at = np.array(system.poses(state.q)[f"{side}.wheel"].position)
            assert np.max(np.abs(at - pose.center)) < 1e-9


@pytest.mark.parametrize("kind", GEARS)
def test_effort_at_the_steering_wheel_is_the_slope_of_the_work_of_the_road(kind: str) -> None:
    system = axle(kind, load=True)
    for column in (0.0, 1.5):
        state = held(system, column)

        def work(angle: float) -> float:
            total = 0.0
            for side, force in LOADS.items():
                drawn = geometry_of(side).posed(0.0, 0.0).patch
                total += float(np.array(force) @ posed(kind, side, angle).on_upright(drawn))
            return total

        locks = [
            "steering.column",
            "left.lower_pivot",
            "right.lower_pivot",
            "left.hub",
            "right.hub",
        ]
        moving = system.accelerations(state, locked=locks)
        effort = float(moving.efforts["steering.column"][0])
        assert effort == pytest.approx(-differences(work, column, 1e-2), rel=1e-8)
