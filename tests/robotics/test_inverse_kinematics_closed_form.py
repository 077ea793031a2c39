"""Closed forms: exact, complete, labelled, and honest about limits and singular positions."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from robotics.arms import IIWA, PANDA, PUMA_RANGES, PUMA_TABLE, UR5, by_frames, pose, puma, rpy
from sarrus import Mechanism, ModelError, System
from sarrus.robotics.inverse_kinematics import ArmSolution, closed_form, reach
from sarrus.robotics.inverse_kinematics.arm_position import arm_angles
from sarrus.robotics.inverse_kinematics.limits import Limits
from sarrus.robotics.inverse_kinematics.screws import Screws
from sarrus.robotics.inverse_kinematics.wrist import wrist_angles

TESTED = 300
REDUNDANCY = {"puma": None, "ur5": None, "iiwa": "j3", "panda": "j7"}
"""The joint that is fixed in arms of seven."""


@cache
def system_of(name: str) -> System:
    tables = {"ur5": UR5, "iiwa": IIWA, "panda": PANDA}
    model = puma() if name == "puma" else by_frames(name, tables[name])
    return model.compile(kernels=())


def pose_at(system: System, q: Any) -> np.ndarray:
    """Return the 4 x 4 matrix of the tool."""
    here, X = system.poses(np.asarray(q, dtype=float))["tool"], np.eye(4)
    X[:3, :3], X[:3, 3] = here.rotation, here.position
    return X


def table_pose(q: Sequence[float], table: Any = PUMA_TABLE) -> np.ndarray:
    """Return T6 = A1 ... A6 by equation (1) of paper 3, corrected, on its own."""
    T = np.eye(4)
    for angle, (d, a, alpha) in zip(q, table, strict=True):
        c, s = np.cos(angle), np.sin(angle)
        ca, sa = np.cos(np.radians(alpha)), np.sin(np.radians(alpha))
        A = [[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0, sa, ca, d]]
        T = T @ np.array([*A, [0, 0, 0, 1]])
    return T


def random_positions(system: System, n: int, seed: int = 0) -> np.ndarray:
    limits = Limits.of(system)
    low, high = np.maximum(limits.lower, -np.pi), np.minimum(limits.upper, np.pi)
    return np.random.default_rng(seed).uniform(low, high, (n, system.nq))


def apart(a: np.ndarray, b: np.ndarray) -> float:
    """Return the largest difference of angles, whole turns left out."""
    return float(np.max(np.abs(np.remainder(a - b + np.pi, 2 * np.pi) - np.pi)))


def solutions_at(name: str, q: np.ndarray) -> list[ArmSolution]:
    system, fixed = system_of(name), REDUNDANCY[name]
    chosen = {} if fixed is None else {fixed: float(q[int(fixed[1:]) - 1])}
    return closed_form(system, "tool", fixed=chosen).solutions(pose_at(system, q))


# --- the PUMA of paper 3 --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def poses() -> dict[str, Any]:
    from conftest import REFERENCE

    return json.loads((REFERENCE / "refs" / "paper3_puma560_poses.json").read_text("utf-8"))


@pytest.mark.parametrize("letter", "ABC")
def test_CHK_K07_poses_of_the_task(poses: dict[str, Any], letter: str) -> None:
    P, expected = np.array(poses[f"P{letter}"]), np.array(poses[f"q{letter}"])
    found = closed_form(system_of("puma"), "tool").solutions(P)
    assert len(found) == 8
    for solution in found:
        assert np.max(np.abs(table_pose(solution.q) - P)) <= 1e-12
    (ours,) = [s for s in found if s.branch == "right, up, flip"]
    assert ours.allowed
    np.testing.assert_allclose(np.degrees(ours.q), np.degrees(expected), rtol=0, atol=1e-6)


def test_CHK_K07_eight_solutions_without_limits(poses: dict[str, Any]) -> None:
    free = puma(limits=None).compile(kernels=())
    found = closed_form(free, "tool").solutions(np.array(poses["PA"]))
    assert len({s.branch for s in found}) == len(found) == 8
    assert all(s.allowed for s in found)
    assert min(apart(a.q, b.q) for a in found for b in found if a is not b) > 0.1


def test_CHK_K07_base_and_tool(poses: dict[str, Any]) -> None:
    """P = Z T6 E: with any base and tool, the angles are those of T6 = Z^-1 P E^-1."""
    Z, E = np.eye(4), np.eye(4)
    Z[:3, :3], Z[:3, 3] = rpy(np.array([0.3, -0.7, 1.1])), (0.5, -0.2, 0.8)
    E[:3, :3], E[:3, 3] = rpy(np.array([-0.2, 0.4, 2.0])), (0.05, 0.02, 0.15)
    system = puma(base_pose=Z, tool=E).compile(kernels=())
    arm = closed_form(system, "tool")
    for letter in "ABC":
        P = Z @ np.array(poses[f"P{letter}"]) @ E
        found = arm.solutions(P)
        assert len(found) == 8
        for solution in found:
            assert np.max(np.abs(Z @ table_pose(solution.q) @ E - P)) <= 1e-12
        nearest = min(apart(s.q, np.array(poses[f"q{letter}"])) for s in found)
        assert nearest < 1e-9


def test_wrist_of_the_specification_with_both_signs() -> None:
    """phi4 to phi6 of section 4.2, from A_3^6 = Rz(phi4) Ry(-phi5) Rz(phi6)."""
    random = np.random.default_rng(7)
    z = np.array([[0.0, 0.0, 1.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]])
    for _ in range(200):
        R = np.linalg.qr(random.normal(size=(3, 3)))[0]
        R = R * np.linalg.det(R)
        found = wrist_angles(z, R)
        for sign, ours in zip((1.0, -1.0), found, strict=True):
            expected = np.array(
                [
                    np.arctan2(-sign * R[1, 2], -sign * R[0, 2]),
                    np.arctan2(sign * np.hypot(R[0, 2], R[1, 2]), R[2, 2]),
                    np.arctan2(-sign * R[2, 1], sign * R[2, 0]),
                ]
            )
            assert apart(ours, expected) < 1e-12


def test_labels_say_where_the_elbow_is() -> None:
    """Independent of the label's formula: the elbow's height over the line, and the lift."""
    system = system_of("puma")
    for q in random_positions(system, 40, seed=5):
        found = solutions_at("puma", q)
        assert len({s.branch for s in found}) == len(found)
        for s in found:
            shoulder, elbow, wrist = (table_pose(s.q[:n], PUMA_TABLE[:n])[:3, 3] for n in (1, 2, 4))
            across = table_pose(s.q[:1], PUMA_TABLE[:1])[:3, 2]
            wrist = wrist - ((wrist - shoulder) @ across) * across
            elbow = elbow - ((elbow - shoulder) @ across) * across
            along = (wrist - shoulder) / np.linalg.norm(wrist - shoulder)
            above = (elbow - shoulder) - ((elbow - shoulder) @ along) * along
            assert ("up" in s.branch) == (above[2] > 0.0)
            more = s.q + np.array([0.0, 1e-6, 0.0, 0.0, 0.0, 0.0])
            lifted = table_pose(more[:4], PUMA_TABLE[:4])[2, 3] > wrist[2]
            assert ("right" in s.branch) == lifted
            assert ("no flip" in s.branch) == (np.sin(s.q[4]) > 0.0)


# --- four robots ----------------------------------------------------------------------------------


def check_robot(name: str, n: int) -> None:
    """All solutions meet the pose, and the position that it was made from is among them."""
    system = system_of(name)
    for q in random_positions(system, n):
        found, wanted = solutions_at(name, q), pose_at(system, q)
        assert 2 <= len(found) <= 8
        for s in found:
            assert np.max(np.abs(pose_at(system, s.q) - wanted)) <= 1e-10
        assert min(apart(s.q, q) for s in found) < 1e-7
        assert found[0].allowed


@pytest.mark.parametrize("name", REDUNDANCY)
def test_random_poses(name: str) -> None:
    check_robot(name, TESTED)


@pytest.mark.slow
@pytest.mark.parametrize("name", REDUNDANCY)
def test_many_random_poses(name: str) -> None:
    check_robot(name, 10_000)


@pytest.mark.parametrize(("name", "kind"), [("puma", "wrist"), ("ur5", "parallel axes")])
def test_no_branch_is_missed(name: str, kind: str) -> None:
    system = system_of(name)
    assert kind in closed_form(system, "tool").kind
    check_branches(system, 50)


def test_no_branch_of_other_arms_is_missed() -> None:
    """Arms without a parallel or perpendicular axis, and the Panda with its last joint welded."""
    random = np.random.default_rng(17)
    for _ in range(3):
        arm = [(*random.uniform(-0.4, 0.4, 2), random.uniform(-180, 180)) for _ in range(3)]
        table = [*arm, (0.3, 0.0, 80.0), (0.0, 0.0, -105.0), (0.1, 0.0, 0.0)]
        check_branches(puma(table=table, limits=None).compile(kernels=()), 10)
    panda = by_frames("panda", PANDA[:6]).compile(kernels=())
    assert closed_form(panda, "tool").kind == "spherical shoulder"
    check_branches(panda, 10)


def check_branches(system: System, n: int) -> None:
    """What iteration finds from many starts is always one of the solutions, and it finds most."""
    arm = closed_form(system, "tool")
    random, seen, there = np.random.default_rng(11), 0, 0
    for q in random_positions(system, n, seed=9):
        wanted = pose_at(system, q)
        known = [s.q for s in arm.solutions(wanted)]
        hit = set()
        for _ in range(25):
            start = random.uniform(-np.pi, np.pi, 6)
            found = reach(system, {"tool": wanted}, start=start, limits=False, restarts=0)
            if found.success and found.condition < 1e5:
                distances = [apart(found.q, other) for other in known]
                assert min(distances) < 1e-5
                hit.add(int(np.argmin(distances)))
        seen, there = seen + len(hit), there + len(known)
    assert seen > 0.7 * there  # else the search could not have found a branch that is missing


# --- other arms -----------------------------------------------------------------------------------

lengths = st.one_of(st.just(0.0), st.floats(-0.5, 0.5).filter(lambda x: abs(x) > 0.02))
twists = st.one_of(
    st.sampled_from([0.0, np.pi / 2, -np.pi / 2]),
    st.floats(-3.1, 3.1).filter(lambda x: abs(x) > 0.02),
)
angles = st.floats(-3.14, 3.14)


def axes_of(rows: Sequence[tuple[float, float, float]]) -> tuple[Screws, np.ndarray]:
    """Return the axes of a chain by (d, a, alpha), and the origin of its last frame."""
    T, z, p = np.eye(4), [], []
    for d, a, alpha in rows:
        z.append(T[:3, 2].copy())
        p.append(T[:3, 3].copy())
        T = T @ table_pose([0.0], [(d, a, np.degrees(alpha))])
    return Screws(np.array(z), np.array(p)), T[:3, 3]


@given(
    rows=st.lists(st.tuples(lengths, lengths, twists), min_size=3, max_size=3),
    forearm=st.floats(0.1, 0.5),
    q=st.lists(angles, min_size=3, max_size=3),
)
@settings(max_examples=300)
def test_three_axes_bring_a_point_anywhere(
    rows: list[tuple[float, float, float]], forearm: float, q: list[float]
) -> None:
    """Any offsets and twists: the position that was there is found, and all found are exact."""
    arm, tip = axes_of(rows)
    c = tip + forearm * axes_of([*rows, (0.0, 0.0, 0.0)])[0].z[3]
    w = arm.motion(q).point(c)
    size = np.linalg.norm(c) + np.linalg.norm(w) + 0.1
    s = np.linalg.svd(arm.at_position(q).jacobian(w)[0:3] / size, compute_uv=False)
    assume(s[2] > 1e-4)  # regular positions; the others have tests of their own
    found = arm_angles(arm, c, w)
    for x in found:
        assert np.linalg.norm(arm.motion(x).point(c) - w) < 1e-10
    assert min(apart(x, np.array(q)) for x in found) < 1e-6
    assert len(found) <= 4


@given(
    alpha=st.floats(0.3, 2.8),
    beta=st.floats(0.3, 2.8),
    q=st.lists(angles, min_size=3, max_size=3),
)
@settings(max_examples=300)
def test_three_axes_of_a_wrist(alpha: float, beta: float, q: list[float]) -> None:
    """Any twists: two solutions, exact, and what was there is one of them."""
    wrist, _ = axes_of([(0.0, 0.0, alpha), (0.0, 0.0, -beta), (0.0, 0.0, 0.0)])
    R = wrist.motion(q).matrix
    found = wrist_angles(wrist.z, R)
    assert len(found) == 2
    for x in found:
        assert np.max(np.abs(wrist.motion(x).matrix - R)) < 1e-9
    s = np.linalg.svd(wrist.at_position(q).z, compute_uv=False)
    assert s[2] < 1e-3 or min(apart(x, np.array(q)) for x in found) < 1e-9


def test_any_arm_with_a_spherical_wrist() -> None:
    """Whole arms of random tables, oblique wrists too."""
    random = np.random.default_rng(21)
    for _ in range(6):
        arm = [(*random.uniform(-0.4, 0.4, 2), random.uniform(-180, 180)) for _ in range(3)]
        first, second, forearm = *random.uniform(55, 125, 2), random.uniform(0.1, 0.5)
        table = [*arm, (forearm, 0.0, first), (0.0, 0.0, -second), (0.1, 0.0, 0.0)]
        system = puma(table=table, limits=None).compile(kernels=())
        form = closed_form(system, "tool")
        for q in random.uniform(-np.pi, np.pi, (20, 6)):
            wanted = table_pose(q, table)
            found = form.solutions(wanted)
            assert max(np.max(np.abs(table_pose(s.q, table) - wanted)) for s in found) <= 1e-10
            assert min(apart(s.q, q) for s in found) < 1e-6
            assert len({s.branch for s in found}) == len(found)


def test_arms_that_cannot_carry_their_wrist() -> None:
    """The first and the second axis in one line, or the third through the wrist."""
    for table in (
        [(0.3, 0.0, 0.0), (0.1, 0.4, 90.0), *PUMA_TABLE[2:]],
        [*PUMA_TABLE[:2], (0.15, 0.0, 0.0), (0.4, 0.0, 90.0), *PUMA_TABLE[4:]],
    ):
        with pytest.raises(ModelError, match="cannot be moved in all directions"):
            closed_form(puma(table=table, limits=None).compile(kernels=()), "tool")


def test_slightly_bent_arm() -> None:
    """A calibrated PUMA: axes off by 1e-7 to 1e-3 rad from where the equations decouple."""
    for off in (1e-7, 1e-6, 1e-5, 1e-4, 1e-3):
        table = [(d, a, alpha + np.degrees(off)) for d, a, alpha in PUMA_TABLE]
        system = puma(table=table, limits=None).compile(kernels=())
        arm = closed_form(system, "tool")
        for q in random_positions(system, 20, seed=2):
            wanted = table_pose(q, table)
            found = arm.solutions(wanted)
            assert min(apart(s.q, q) for s in found) < 1e-6
            assert all(np.max(np.abs(table_pose(s.q, table) - wanted)) < 1e-10 for s in found)
            assert len(found) == 8


# --- limits ---------------------------------------------------------------------------------------


def test_limits_and_by_how_much_they_are_exceeded() -> None:
    ranges = np.radians(PUMA_RANGES)
    for q in random_positions(system_of("puma"), 60, seed=3):
        for s in solutions_at("puma", q):
            for k, (low, high) in enumerate(ranges):
                turns = s.q[k] + 2 * np.pi * np.arange(-2, 3)
                over = np.min(np.maximum(np.maximum(low - turns, turns - high), 0.0))
                assert s.beyond.get(f"j{k + 1}", 0.0) == pytest.approx(over, abs=1e-12)
            assert s.allowed == (not s.beyond)


def test_of_whole_turns_the_nearest_is_taken() -> None:
    """Joint 6 of the PUMA turns by 532 degrees: near decides."""
    system = system_of("puma")
    q = np.radians([10.0, 40.0, -100.0, 20.0, 30.0, 200.0])
    wanted = pose_at(system, q)
    arm = closed_form(system, "tool")
    assert min(np.max(np.abs(s.q - q)) for s in arm.solutions(wanted, near=q)) < 1e-9
    low = q - np.array([0, 0, 0, 0, 0, 2 * np.pi])
    assert min(np.max(np.abs(s.q - low)) for s in arm.solutions(wanted)) < 1e-9


# --- singular positions ---------------------------------------------------------------------------


def is_free(system: System, s: ArmSolution) -> float:
    """Return how fast the frame moves along the directions that are said to be free."""
    J = system.jacobian("link6", np.zeros(3), s.q)
    rates = [system.velocities_of(dict(x.direction)) for x in s.singular]
    return max(float(np.max(np.abs(J @ v))) for v in rates)


def test_singular_wrist() -> None:
    """Only phi4 + phi6 counts: one representative, and others with other choices of phi4."""
    system = system_of("puma")
    q = np.array([0.3, 0.8, -2.0, 0.5, 0.0, 0.4])
    arm = closed_form(system, "tool")
    for first in (0.0, 1.0):
        near = np.zeros(6)
        near[3] = first
        found = arm.solutions(pose_at(system, q), near=near)
        (ours,) = [s for s in found if apart(s.q[:3], q[:3]) < 1e-9]
        (singular,) = ours.singular
        assert singular.kind == "wrist"
        assert singular.family
        assert "wrist singularity" in str(singular)
        assert is_free(system, ours) < 1e-9
        direction = np.array([singular.direction[f"j{k}"] for k in (4, 6)])
        assert abs(direction @ (1.0, 1.0)) < 1e-9
        assert ours.q[3] == pytest.approx(first, abs=1e-9)
        assert ours.q[3] + ours.q[5] == pytest.approx(0.9, abs=1e-9)
        assert np.max(np.abs(pose_at(system, ours.q) - pose_at(system, q))) < 1e-12


@pytest.mark.parametrize("bend", [1e-11, 1e-9, 1e-8, 1e-7, 1e-5])
def test_nearly_singular_wrist_is_exact(bend: float) -> None:
    system = system_of("puma")
    q = np.array([0.3, 0.8, -2.0, 0.5, bend, 0.4])
    wanted = pose_at(system, q)
    found = closed_form(system, "tool").solutions(wanted)
    assert max(np.max(np.abs(pose_at(system, s.q) - wanted)) for s in found) < 1e-12


def test_stretched_elbow() -> None:
    """Two branches meet: up and down are one, and beyond there is none."""
    system = system_of("puma")
    # a3 and d4 are perpendicular: the wrist is atan(a3 / d4) off the direction of axis 4
    stretched = np.arctan2(0.0203, 0.4318) - np.pi / 2
    q = np.array([0.3, 0.8, stretched, 0.5, 0.6, 0.4])
    far = np.linalg.norm(table_pose(q[:4], PUMA_TABLE[:4])[:3, 3])
    longest = np.hypot(0.4318 + np.hypot(0.4318, 0.0203), 0.15005)
    assert far == pytest.approx(longest, abs=1e-12)
    found = closed_form(system, "tool").solutions(pose_at(system, q))
    ours = [s for s in found if apart(s.q[:2], q[:2]) < 1e-3]
    assert ours
    for s in ours:
        assert np.max(np.abs(pose_at(system, s.q) - pose_at(system, q))) < 1e-10
        kinds = {x.kind: x for x in s.singular}
        assert "elbow" in kinds
        assert not kinds["elbow"].family
        assert is_free(system, s) < 1e-6
    farther = pose_at(system, q)
    farther[:3, 3] *= 1.0 + 1e-6
    assert closed_form(system, "tool").solutions(farther) == []


def test_wrist_on_the_first_axis() -> None:
    """Without offsets the wrist can be above the shoulder: joint 1 is free there."""
    table = [(d if k != 2 else 0.0, a, alpha) for k, (d, a, alpha) in enumerate(PUMA_TABLE)]
    system = puma(table=table, limits=None).compile(kernels=())
    arm = closed_form(system, "tool")
    q2 = 0.4
    roots = np.linspace(-np.pi, np.pi, 20001)

    def off_axis(q3: float) -> float:
        wrist = table_pose([0.0, q2, q3, 0.0], table[:4])[:3, 3]
        return float(wrist[0])

    signs = np.array([off_axis(x) for x in roots[::40]])
    k = int(np.flatnonzero(np.diff(np.sign(signs)))[0])
    low, high = roots[::40][k], roots[::40][k + 1]
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if off_axis(middle) * off_axis(low) > 0 else (low, middle)
    q = np.array([0.7, q2, low, 0.4, 0.9, -0.3])
    found = arm.solutions(pose_at(system, q))
    assert found
    for s in found:
        assert np.max(np.abs(pose_at(system, s.q) - pose_at(system, q))) < 1e-10
        kinds = {x.kind: x for x in s.singular}
        assert kinds["shoulder"].family
        assert is_free(system, s) < 1e-7


def test_singular_wrist_of_parallel_axes() -> None:
    system = system_of("ur5")
    q = np.array([0.3, -1.0, 1.2, 0.4, 0.0, 0.5])
    found = closed_form(system, "tool").solutions(pose_at(system, q))
    assert all(np.max(np.abs(pose_at(system, s.q) - pose_at(system, q))) < 1e-10 for s in found)
    marked = [s for s in found if s.singular]
    assert marked
    assert all(x.kind == "wrist" and x.family for s in marked for x in s.singular)
    assert max(is_free(system, s) for s in marked) < 1e-6


# --- what cannot be had ---------------------------------------------------------------------------


def test_out_of_reach() -> None:
    far = np.eye(4)
    far[:3, 3] = (2.0, 0.0, 0.0)
    for name in ("puma", "ur5"):
        assert closed_form(system_of(name), "tool").solutions(far) == []


def test_order_of_declaration_does_not_matter() -> None:
    """The axes are those from the base to the frame, and other branches do not disturb."""
    random = np.random.default_rng(31)
    plain = puma(limits=None)
    m = Mechanism("shuffled")
    for body in plain.bodies:
        m.body(body.name, mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.body("other", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.revolute("side", "link2", "other", on_parent=(0.1, 0.0, 0.0), on_child=(0, 0, 0), axis="x")
    for k in (3, 0, 5, 1, 4, 2):
        j = plain.joints[k]
        m.joint("revolute", j.name, j.parent, j.child, on_parent=j.on_parent, on_child=j.on_child)
    m.frame("tool", "link6", at=(0, 0, 0))
    system = m.build().compile(kernels=())
    assert system.coordinates[0] == "side.angle"
    arm = closed_form(system, "tool")
    assert arm.chain.names == ("j1", "j2", "j3", "j4", "j5", "j6")
    for angles in random.uniform(-np.pi, np.pi, (5, 6)):
        wanted = table_pose(angles)
        found = arm.solutions(wanted)
        assert len(found) == 8
        for s in found:
            assert np.max(np.abs(pose_at(system, s.q) - wanted)) < 1e-10
            assert np.max(np.abs(table_pose(list(s.angles.values())) - wanted)) < 1e-10


def test_refusals() -> None:
    with pytest.raises(ModelError, match=r"7 revolute joints; fix one of them"):
        closed_form(system_of("iiwa"), "tool")
    with pytest.raises(ModelError, match="does not exist"):
        closed_form(system_of("puma"), "tol")
    with pytest.raises(ModelError, match="neither the first nor the last three meet"):
        table = [(0.1, 0.1, 90.0)] * 2 + [(0.3, 0.2, -60.0)] * 3 + [(0.1, 0.0, 0.0)]
        closed_form(puma(table=table).compile(kernels=()), "tool")
    m = Mechanism("slide")
    m.body("cart", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.prismatic("p", m.ground, "cart", axis="x", at=(0, 0, 0))
    with pytest.raises(ModelError, match="not a revolute joint"):
        closed_form(m.build().compile(kernels=()), "cart")
    with pytest.raises(ModelError, match="not a rotation matrix"):
        closed_form(system_of("puma"), "tool").solutions(2.0 * np.eye(4))


def test_closed_chains_are_refused(reference: Callable[[str], Any]) -> None:
    import sarrus

    with pytest.raises(ModelError, match="has loops"):
        closed_form(sarrus.load(reference("parallel_delta")).compile(kernels=()), "platform")


def test_poses_in_all_forms() -> None:
    system = system_of("puma")
    given_pose = pose((0.45, 0.15, 0.1), (np.pi, 0.0, 0.0))
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = given_pose.rotation, given_pose.position
    arm = closed_form(system, "tool")
    ways = [arm.solutions(x) for x in (given_pose, given_pose.transform, matrix)]
    for one, two, three in zip(*ways, strict=True):
        np.testing.assert_array_equal(one.q, two.q)
        np.testing.assert_array_equal(one.q, three.q)
