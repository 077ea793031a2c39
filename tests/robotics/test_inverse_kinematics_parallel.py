"""Parallel robots both ways: by iteration on all loops, and leg by leg in closed form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import Mechanism, System
from sarrus.robotics.inverse_kinematics import (
    Target,
    crank_angles,
    leg_lengths,
    meeting_points,
    reach,
)
from sarrus.spatial import Transform
from sarrus.spatial.rotation import rotation_about

Case = dict[str, Any]


def joints(case: Case) -> dict[str, Case]:
    return {joint["name"]: joint for joint in case["model"]["joints"]}


def bodies(case: Case) -> dict[str, Case]:
    return {body["name"]: body for body in case["model"]["bodies"]}


def distance(case: Case, a: str, b: str) -> float:
    at = joints(case)
    return float(np.linalg.norm(np.subtract(at[a]["point"], at[b]["point"])))


def nearest(angles: list[float], to: float = 0.0) -> float:
    return min(angles, key=lambda x: abs(x - to))


@pytest.fixture(scope="module")
def delta(reference: Callable[[str], Case]) -> tuple[Case, System]:
    case = reference("parallel_delta")
    return case, sarrus.load(case).compile()


@pytest.fixture(scope="module")
def rrr(reference: Callable[[str], Case]) -> tuple[Case, System]:
    case = reference("parallel_3rrr")
    return case, sarrus.load(case).compile(planar=True)


# --- delta: three translations --------------------------------------------------------------------


def delta_angles(case: Case, shift: np.ndarray) -> list[float]:
    """Each crank alone: rod a hangs at one point of the platform, which only shifts."""
    at = joints(case)
    return [
        nearest(
            crank_angles(
                at[f"M{k}"]["point"],
                at[f"M{k}"]["axis"],
                at[f"U{k}a"]["point"],
                np.add(at[f"S{k}a"]["point"], shift),
                distance(case, f"U{k}a", f"S{k}a"),
            )
        )
        for k in range(3)
    ]


def test_delta_cranks_for_platform_positions(delta: tuple[Case, System]) -> None:
    case, system = delta
    home = np.array(bodies(case)["platform"]["com"])
    random = np.random.default_rng(3)
    for _ in range(12):
        shift = random.uniform(-0.12, 0.12, 3)
        found = reach(system, {"platform": home + shift})
        assert found.success, found.reason
        expected = delta_angles(case, shift)
        got = [found.state[f"M{k}"] for k in range(3)]
        np.testing.assert_allclose(got, expected, rtol=0, atol=1e-10)
        place = system.poses(found.q)["platform"]
        np.testing.assert_allclose(place.position, home + shift, rtol=0, atol=1e-10)
        np.testing.assert_allclose(place.rotation, np.eye(3), rtol=0, atol=1e-9)


def test_delta_platform_for_crank_angles(delta: tuple[Case, System]) -> None:
    """The other way: assembled from the cranks, and where three spheres meet."""
    case, system = delta
    at, home = joints(case), np.array(bodies(case)["platform"]["com"])
    random = np.random.default_rng(4)
    for _ in range(8):
        cranks = random.uniform(-0.3, 0.3, 3)
        state = system.assemble({f"M{k}": cranks[k] for k in range(3)})
        ends = []
        for k in range(3):
            axis, pivot = np.array(at[f"M{k}"]["axis"]), np.array(at[f"M{k}"]["point"])
            tip = pivot + rotation_about(axis, cranks[k]) @ (
                np.array(at[f"U{k}a"]["point"]) - pivot
            )
            ends.append(tip - np.array(at[f"S{k}a"]["point"]) + home)
        rods = [distance(case, f"U{k}a", f"S{k}a") for k in range(3)]
        low = min(meeting_points(ends, rods), key=lambda x: x[2])
        np.testing.assert_allclose(
            system.poses(state.q)["platform"].position, low, rtol=0, atol=1e-10
        )


def test_delta_pose_that_its_loops_do_not_allow(delta: tuple[Case, System]) -> None:
    """The platform cannot turn: the loops stay closed, and the orientation is what is missed."""
    case, system = delta
    home = np.array(bodies(case)["platform"]["com"])
    turned = Transform.of(rotation_about(np.array([0.0, 0.0, 1.0]), 0.2), home)
    found = reach(system, {"platform": turned}, restarts=3)
    assert not found.success
    assert "not found with this orientation" in found.reason
    phi = found.state.system.compiled.loops.closure(found.q)[0]
    assert np.max(np.abs(phi)) < 1e-9
    assert found.misses["platform"].angle == pytest.approx(0.2, abs=1e-3)


def test_delta_out_of_reach(delta: tuple[Case, System]) -> None:
    """Straight down, the lowest platform has arms and rods in one line."""
    case, system = delta
    at, home = joints(case), np.array(bodies(case)["platform"]["com"])
    arm = np.linalg.norm(np.subtract(at["U0a"]["point"], at["M0"]["point"])[[0, 2]])
    whole = arm + distance(case, "U0a", "S0a")
    lowest = -np.sqrt(whole**2 - (0.3 - 0.1) ** 2)
    found = reach(system, {"platform": (home[0], home[1], lowest - 0.12)}, restarts=4)
    assert not found.success
    off = float(found.reason.removeprefix("out of reach by ").removesuffix(" m"))
    assert off == pytest.approx(0.12, rel=1e-3)


# --- 3-RRR: a plane -------------------------------------------------------------------------------


def rrr_angles(case: Case, pose: Transform) -> list[float]:
    at, home = joints(case), np.array(bodies(case)["platform"]["com"])
    return [
        nearest(
            crank_angles(
                at[f"M{k}"]["point"],
                at[f"M{k}"]["axis"],
                at[f"E{k}"]["point"],
                pose.point(np.array(at[f"C{k}"]["point"]) - home),
                distance(case, f"E{k}", f"C{k}"),
            )
        )
        for k in range(3)
    ]


def test_rrr_cranks_for_platform_poses(rrr: tuple[Case, System]) -> None:
    case, system = rrr
    home = np.array(bodies(case)["platform"]["com"])
    random = np.random.default_rng(5)
    for _ in range(15):
        turn = random.uniform(-0.2, 0.2)
        shift = np.array([*random.uniform(-0.05, 0.05, 2), 0.0])
        pose = Transform.of(rotation_about(np.array([0.0, 0.0, 1.0]), turn), home + shift)
        found = reach(system, {"platform": pose})
        assert found.success, found.reason
        got = [found.state[f"M{k}"] for k in range(3)]
        np.testing.assert_allclose(got, rrr_angles(case, pose), rtol=0, atol=1e-10)
        back = system.assemble({f"M{k}": got[k] for k in range(3)}, guess=found.state)
        place = system.poses(back.q)["platform"]
        np.testing.assert_allclose(place.position, pose.position, rtol=0, atol=1e-10)
        np.testing.assert_allclose(place.rotation, pose.matrix, rtol=0, atol=1e-9)


# --- Stewart: all six -----------------------------------------------------------------------------

BASE = [(0.5 * np.cos(x), 0.5 * np.sin(x), 0.0) for x in np.radians([-10, 10, 110, 130, 230, 250])]
TOP = [(0.3 * np.cos(x), 0.3 * np.sin(x), 0.0) for x in np.radians([-50, 50, 70, 170, 190, 290])]
HEIGHT = 0.6


def stewart_model() -> sarrus.Model:
    """Six legs, each universal, prismatic and spherical, lengths within 0.45 m and 0.9 m."""
    m = Mechanism("stewart")
    m.body("platform", mass=5.0, inertia=(0.1, 0.1, 0.2), at=(0.0, 0.0, HEIGHT))
    for k, (a, b) in enumerate(zip(BASE, TOP, strict=True)):
        foot, head = np.array(a), np.array([b[0], b[1], HEIGHT])
        along = (head - foot) / np.linalg.norm(head - foot)
        across = np.cross(along, (0.0, 0.0, 1.0))
        across /= np.linalg.norm(across)
        long = float(np.linalg.norm(head - foot))
        m.body(f"lower{k}", mass=1.0, inertia=(0.01, 0.01, 0.01), at=foot + 0.2 * along)
        m.body(f"upper{k}", mass=1.0, inertia=(0.01, 0.01, 0.01), at=head - 0.2 * along)
        m.universal(
            f"U{k}", m.ground, f"lower{k}", at=foot, axis=across, axis2=np.cross(along, across)
        )
        m.prismatic(
            f"P{k}", f"lower{k}", f"upper{k}", at=foot, axis=along, limits=(0.45 - long, 0.9 - long)
        )
        m.spherical(f"S{k}", f"upper{k}", "platform", at=head)
    return m.build()


@pytest.fixture(scope="module")
def stewart() -> System:
    return stewart_model().compile()


def legs_at(pose: Transform) -> np.ndarray:
    home = leg_lengths(Transform.of(np.eye(3), np.array([0.0, 0.0, HEIGHT])), BASE, TOP)
    return leg_lengths(pose, BASE, TOP) - home


def test_stewart_legs_for_platform_poses(stewart: System) -> None:
    random = np.random.default_rng(6)
    for _ in range(15):
        axis = random.normal(size=3)
        turned = rotation_about(axis / np.linalg.norm(axis), random.uniform(0.0, 0.3))
        at = np.array([0.0, 0.0, HEIGHT]) + random.uniform(-0.06, 0.06, 3)
        pose = Transform.of(turned, at)
        found = reach(stewart, {"platform": pose})
        assert found.success, found.reason
        got = np.array([found.state[f"P{k}"] for k in range(6)])
        np.testing.assert_allclose(got, legs_at(pose), rtol=0, atol=1e-10)


def test_stewart_platform_for_leg_lengths(stewart: System) -> None:
    """The other way, by assembly: the pose comes back."""
    pose = Transform.of(
        rotation_about(np.array([0.6, 0.0, 0.8]), 0.2), np.array([0.03, 0.02, 0.63])
    )
    wanted = {f"P{k}": x for k, x in enumerate(legs_at(pose))}
    place = stewart.poses(stewart.assemble(wanted).q)["platform"]
    np.testing.assert_allclose(place.position, pose.position, rtol=0, atol=1e-10)
    np.testing.assert_allclose(place.rotation, pose.matrix, rtol=0, atol=1e-9)


def test_stewart_leg_too_long(stewart: System) -> None:
    """Straight up, until all legs are at their limit, which the reason names."""
    at = np.array([0.0, 0.0, 0.9])
    assert np.all(leg_lengths(Transform.of(np.eye(3), at), BASE, TOP) > 0.9)
    found = reach(stewart, {"platform": Transform.of(np.eye(3), at)}, restarts=2)
    assert not found.success
    assert found.reason.startswith("found only beyond limits: ")
    over = legs_at(Transform.of(np.eye(3), at)) + legs_at_home() - 0.9
    for k in range(6):
        assert f"'P{k}.displacement' by {over[k]:.4g} m" in found.reason
    assert set(found.active.values()) == {"upper"}


def legs_at_home() -> np.ndarray:
    return leg_lengths(Transform.of(np.eye(3), np.array([0.0, 0.0, HEIGHT])), BASE, TOP)


def test_stewart_height_only(stewart: System) -> None:
    """One component of one point: the loops leave the other five free."""
    found = reach(stewart, {"platform": Target.on_plane((0, 0, 0.65), (0, 0, 1))})
    assert found.success
    assert stewart.poses(found.q)["platform"].position[2] == pytest.approx(0.65, abs=1e-10)
    assert len(found.singular_values) == 1


# --- the pieces -----------------------------------------------------------------------------------


def test_crank_out_of_reach_and_touching() -> None:
    z, o = (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)
    assert crank_angles(o, z, (1.0, 0.0, 0.0), (4.0, 0.0, 0.0), 2.0) == []
    (one, other) = crank_angles(o, z, (1.0, 0.0, 0.0), (0.0, 3.0, 0.0), 2.0)
    assert one == pytest.approx(np.pi / 2, abs=1e-7)
    assert other == pytest.approx(np.pi / 2, abs=1e-7)


def test_points_that_do_not_meet() -> None:
    assert meeting_points(np.eye(3), (0.1, 0.1, 0.1)) == []
    for x in meeting_points(np.eye(3), (1.0, 0.9, 0.8)):
        gaps = np.linalg.norm(np.eye(3) - x, axis=1)
        np.testing.assert_allclose(gaps, (1.0, 0.9, 0.8), atol=1e-12)
