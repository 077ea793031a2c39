"""Inverse kinematics by iteration: success, limits, partial and several targets, failures."""

from __future__ import annotations

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
import pytest

from robotics.arms import IIWA, PANDA, UR5, by_frames, puma
from sarrus import Mechanism, Model, ModelError, System
from sarrus.kernels.loops import bound
from sarrus.robotics.inverse_kinematics import Target, descent, reach
from sarrus.robotics.inverse_kinematics.limits import Limits
from sarrus.robotics.inverse_kinematics.solver import Solver, solver_of
from sarrus.robotics.inverse_kinematics.targets import read_targets
from sarrus.spatial.rotation import rotation_about

ROBOTS = ("puma", "ur5", "panda", "iiwa")


@cache
def system_of(name: str) -> System:
    tables = {"ur5": UR5, "iiwa": IIWA, "panda": PANDA}
    model = puma() if name == "puma" else by_frames(name, tables[name])
    return model.compile(kernels=())


def pose_at(system: System, q: Any, frame: str = "tool") -> np.ndarray:
    here, X = system.poses(np.asarray(q, dtype=float))[frame], np.eye(4)
    X[:3, :3], X[:3, 3] = here.rotation, here.position
    return X


def random_positions(system: System, n: int, seed: int = 0) -> np.ndarray:
    limits = Limits.of(system)
    low, high = np.maximum(limits.lower, -np.pi), np.minimum(limits.upper, np.pi)
    return np.random.default_rng(seed).uniform(low, high, (n, system.nq))


# --- success --------------------------------------------------------------------------------------


def check_success(name: str, n: int) -> None:
    """Poses that are reachable within limits are reached within them, 995 of 1000 at least."""
    system, limits, reached = system_of(name), Limits.of(system_of(name)), 0
    for k, q in enumerate(random_positions(system, n, seed=1)):
        wanted = pose_at(system, q)
        found = reach(system, {"tool": wanted}, seed=k)
        if found.success:
            reached += 1
            assert np.max(np.abs(pose_at(system, found.q) - wanted)) < 3e-10
            assert np.all(found.q >= limits.lower - 1e-12)
            assert np.all(found.q <= limits.upper + 1e-12)
            assert found.reason == ""
        else:
            assert found.reason
            assert found.restarts == 20
    assert reached >= 0.995 * n


@pytest.mark.parametrize("name", ROBOTS)
def test_random_poses(name: str) -> None:
    check_success(name, 300)


@pytest.mark.slow
@pytest.mark.parametrize("name", ROBOTS)
def test_many_random_poses(name: str) -> None:
    check_success(name, 10_000)


def test_smaller_tolerance_is_kept() -> None:
    system = system_of("puma")
    for q in random_positions(system, 20, seed=4):
        wanted = pose_at(system, q)
        found = reach(system, {"tool": wanted}, tolerance=1e-13)
        assert found.success
        assert np.max(np.abs(pose_at(system, found.q) - wanted)) < 1e-12


def test_nearest_to_the_start() -> None:
    """From nearby it stays nearby, whatever other branches there are."""
    system = system_of("ur5")
    for q in random_positions(system, 30, seed=6):
        start = q + 1e-3 * np.sin(np.arange(6.0) + q)
        found = reach(system, {"tool": pose_at(system, q)}, start=start)
        assert found.success
        assert found.restarts == 0
        if found.condition < 100.0:
            assert np.max(np.abs(found.q - q)) < 0.05


def test_same_seed_same_result() -> None:
    system = system_of("puma")
    wanted = {"tool": pose_at(system, random_positions(system, 12, seed=8)[7])}
    one, two = (reach(system, wanted, start=np.ones(6), seed=5) for _ in range(2))
    np.testing.assert_array_equal(one.q, two.q)
    assert one.iterations == two.iterations


def test_code_is_made_once() -> None:
    system = puma().compile(kernels=())
    q = random_positions(system, 2)
    reach(system, {"tool": pose_at(system, q[0])})
    made = set(system.compiled.kernels)
    reach(system, {"tool": pose_at(system, q[1])}, limits=False, weights={"tool": (2.0, 1.0)})
    assert set(system.compiled.kernels) == made
    reach(system, {"tool": pose_at(system, q[1])[:3, 3]})
    assert len(set(system.compiled.kernels) - made) == 1


def test_numbers_of_the_model_that_are_inputs() -> None:
    """With another length of the upper bar, the angles are those of that arm."""
    system = two_bars_model().compile(kernels=(), parameters=["b.parent_point"])
    at = np.array([0.4, 1.1, 0.0])
    longer = {"b.parent_point": (1.3, 0.0, 0.0)}
    found = reach(system, {"tip": at}, parameters=longer)
    assert found.success
    there = system.poses(found.q, parameters=longer)["tip"].position
    np.testing.assert_allclose(there, at, rtol=0, atol=1e-9)
    cosine = (at @ at - 1.3**2 - 0.7**2) / (2 * 1.3 * 0.7)
    assert abs(found.state["b"]) == pytest.approx(np.arccos(cosine), abs=1e-9)
    usual = reach(system, {"tip": at})
    np.testing.assert_allclose(system.poses(usual.q)["tip"].position, at, rtol=0, atol=1e-9)


@pytest.mark.usefixtures("small_heap")
def test_systems_are_not_kept_alive() -> None:
    system = two_bars()
    reach(system, {"tip": (0.4, 1.1, 0.0)})
    alive = weakref.ref(system)
    del system
    gc.collect()
    assert alive() is None


def test_threads_do_not_disturb_each_other() -> None:
    system = system_of("iiwa")
    poses = [pose_at(system, q) for q in random_positions(system, 40, seed=12)]

    def solved(pose: np.ndarray) -> np.ndarray:
        return reach(system, {"tool": pose}).q

    alone = [solved(pose) for pose in poses]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(solved, poses))
    np.testing.assert_array_equal(alone, together)


# --- the loop -------------------------------------------------------------------------------------


def in_python(solver: Solver, q: np.ndarray, most: int) -> tuple[int, np.ndarray, int]:
    """Run the descent as the Python that it is written in, on the same kernels."""
    solver.q[:] = q
    known = solver.descent
    d = descent.Descent(**{**known.numbers, "most": most, "stall": 0.5})
    arrays = [name for name, kind in d.kind.fields if kind == "floats"]
    d.bind(**{name: getattr(known, name) for name in arrays})
    d.bind(misses=bound.in_python(solver.kernel), move=bound.in_python(solver.move))
    status = descent.descend(d)
    return status, solver.q.copy(), d.iterations


@pytest.mark.parametrize(("most", "allowed"), [(1, 1e-13), (5, 1e-10), (200, np.inf)])
def test_machine_code_does_what_the_python_does(most: int, allowed: float) -> None:
    """Both round otherwise, and an arm with a joint to spare lets that grow from step to step."""
    system = system_of("panda")
    weight, worth = np.ones(6), np.full(6, 1e10)
    for q in random_positions(system, 8, seed=2):
        rows, goal = read_targets(system, {"tool": pose_at(system, q)})
        solver = Solver(system, rows)
        solver.give(goal, {})
        start = Limits.of(system).within_bounds(np.zeros(7))
        ours = solver.descend(start, weight, worth, most=most)
        status, there, iterations = in_python(solver, start, most)
        assert status == ours.status
        assert iterations == ours.iterations
        assert np.max(np.abs(ours.q - there)) <= allowed


def tree_with_all() -> Model:
    """Joints of several kinds: spherical, prismatic, revolute, universal."""
    m = Mechanism("tree")
    for name in "abcd":
        m.body(name, mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.spherical("s", m.ground, "a", at=(0, 0, 0))
    m.prismatic("p", "a", "b", at=(0.3, 0, 0), axis=(1, 1, 0))
    m.revolute("r", "b", "c", at=(0.6, 0.1, 0), axis=(0, 1, 1))
    m.universal("u", "b", "d", at=(0.5, -0.1, 0.2), axis="x", axis2="y")
    m.frame("left", "c", at=(0.3, 0.2, 0.1), rpy=(0.1, 0.2, 0.3))
    m.frame("right", "d", at=(0.1, 0.4, 0.0), rpy=(0.0, -0.5, 0.9))
    return m.build()


@cache
def tree_system() -> System:
    return tree_with_all().compile(kernels=())


def kinds() -> dict[str, Any]:
    R = rotation_about(np.array([0.6, 0.0, 0.8]), 0.7)
    return {
        "pose": Target((0.4, 0.1, 0.3), R, point=(0.1, -0.2, 0.3)),
        "position": Target((0.4, 0.1, 0.3)),
        "two": Target((0.4, 0.1, 0.3), only="zx", axes=R),
        "line": Target.on_line((0.4, 0.1, 0.3), (1.0, 2.0, -1.0), point=(0.0, 0.1, 0.0)),
        "plane": Target.on_plane((0.4, 0.1, 0.3), (1.0, 2.0, -1.0)),
        "direction": Target(axis=(0.0, 1.0, 1.0), direction=(1.0, 0.2, 0.0)),
        "both": Target((0.4, 0.1, 0.3), axis=(0.0, 0.0, 1.0), direction=(0.0, 0.2, -1.0)),
        "rotation": Target(rotation=R),
    }


@pytest.mark.parametrize("kind", kinds())
def test_rows_are_the_derivatives_of_what_is_missed(kind: str) -> None:
    system = tree_system()
    rows, goal = read_targets(system, {"left": kinds()[kind], "right": kinds()["pose"]})
    solver = solver_of(system, rows)
    solver.give(goal, {})
    random = np.random.default_rng(3)
    q = system.add(system.neutral(), random.normal(size=system.nv))
    _, J = solver.evaluate(q)
    h = 1e-5
    for k in range(system.nv):
        step = h * np.eye(system.nv)[k]
        change = solver.evaluate(system.add(q, step))[0] - solver.evaluate(system.add(q, -step))[0]
        np.testing.assert_allclose(change / (2 * h), J[:, k], rtol=0, atol=1e-8)


# --- kinds of targets -----------------------------------------------------------------------------


def test_parts_of_a_pose() -> None:
    """Independent of our rows: what was asked for is measured on the poses."""
    system = system_of("iiwa")
    wanted = pose_at(system, 0.4 * np.ones(7))
    R, p = wanted[:3, :3], wanted[:3, 3]
    here = pose_at(system, reach(system, {"tool": p}).q)
    np.testing.assert_allclose(here[:3, 3], p, rtol=0, atol=1e-9)
    here = pose_at(system, reach(system, {"tool": R}).q)
    np.testing.assert_allclose(here[:3, :3], R, rtol=0, atol=1e-9)

    along = np.array([0.6, 0.0, 0.8])
    found = reach(system, {"tool": Target.on_line(p, along, point=(0.1, 0.0, 0.0))})
    here = pose_at(system, found.q)
    at = here[:3, 3] + 0.1 * here[:3, 0]
    assert found.success
    assert np.linalg.norm(np.cross(at - p, along)) < 1e-9

    found = reach(system, {"tool": Target.on_plane(p, along)})
    assert found.success
    assert abs((pose_at(system, found.q)[:3, 3] - p) @ along) < 1e-9

    p = np.array([0.5, 0.1, 0.3])
    down = Target(p, axis=(0, 0, 1), direction=(0, 0, -2.0))
    found = reach(system, {"tool": down})
    here = pose_at(system, found.q)
    assert found.success
    np.testing.assert_allclose(here[:3, 3], p, rtol=0, atol=1e-9)
    np.testing.assert_allclose(here[:3, 2], (0, 0, -1.0), rtol=0, atol=1e-9)
    assert found.misses["tool"].angle < 1e-9
    assert len(found.singular_values) == 5
    high = Target((0.2, 0.0, 1.26), axis=(0, 0, 1), direction=(0, 0, -1))
    assert not reach(system, {"tool": high}).success  # the hand would have to come from above


def test_direction_from_the_opposite_one() -> None:
    """A direction exactly opposite to the one wanted is no solution, and not where it ends."""
    m = Mechanism("ball")
    m.body("b", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.spherical("s", m.ground, "b", at=(0, 0, 0))
    system = m.build().compile(kernels=())
    found = reach(system, {"b": Target(axis=(0, 0, 1), direction=(0, 0, -1))})
    assert found.success
    np.testing.assert_allclose(system.poses(found.q)["b"].rotation[:, 2], (0, 0, -1), atol=1e-9)


def test_two_targets_at_once() -> None:
    system = tree_system()
    random = np.random.default_rng(5)
    for _ in range(20):
        q = system.add(system.neutral(), 0.5 * random.normal(size=system.nv))
        left, right = pose_at(system, q, "left"), pose_at(system, q, "right")
        targets = {"left": left[:3, 3], "right": Target(right[:3, 3], only="xy")}
        found = reach(system, targets)
        assert found.success, found.reason
        there = system.poses(found.q)
        np.testing.assert_allclose(there["left"].position, left[:3, 3], rtol=0, atol=1e-9)
        np.testing.assert_allclose(there["right"].position[:2], right[:2, 3], rtol=0, atol=1e-9)
        assert abs(np.linalg.norm(found.q[system.compiled.layout.q_slice["s"]]) - 1.0) < 1e-12


def test_weights_decide_between_targets() -> None:
    """A slide between two targets ends at their mean, weighted by squares."""
    m = Mechanism("slide")
    m.body("cart", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.prismatic("p", m.ground, "cart", axis="x", at=(0, 0, 0))
    m.frame("one", "cart", at=(0, 0, 0))
    m.frame("other", "cart", at=(0, 0, 0))
    system = m.build().compile(kernels=())
    for a, b in ((1.0, 1.0), (1.0, 3.0), (2.0, 0.5)):
        found = reach(
            system, {"one": (0, 0, 0), "other": (1, 0, 0)}, weights={"one": a, "other": b}
        )
        assert not found.success
        x = b**2 / (a**2 + b**2)
        assert found.state["p"] == pytest.approx(x, abs=1e-6)
        assert found.misses["one"].distance == pytest.approx(x, abs=1e-6)
        assert found.misses["other"].distance == pytest.approx(1.0 - x, abs=1e-6)


# --- what cannot be had ---------------------------------------------------------------------------


def two_bars_model(limits: Any = None) -> Model:
    m = Mechanism("two bars")
    m.body("upper", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.body("fore", mass=1.0, inertia=(0.1, 0.1, 0.1))
    options = {} if limits is None else {"limits": limits}
    m.revolute("a", m.ground, "upper", at=(0, 0, 0), axis="z", **options)
    m.revolute("b", "upper", "fore", at=(1, 0, 0), axis="z", **options)
    m.frame("tip", "fore", at=(1.7, 0, 0))
    return m.build()


def two_bars(limits: Any = None) -> System:
    return two_bars_model(limits).compile(kernels=())


def test_out_of_reach() -> None:
    """Two bars of 1 m and 0.7 m: beyond 1.7 m, and within 0.3 m, nothing can be had."""
    system = two_bars()
    for radius, off in ((2.2, 0.5), (0.1, 0.2)):
        at = radius * np.array([np.cos(0.7), np.sin(0.7), 0.0])
        found = reach(system, {"tip": at})
        assert not found.success
        assert found.reason == f"out of reach by {off:.4g} m"
        assert found.misses["tip"].distance == pytest.approx(off, abs=1e-6)
        tip = system.poses(found.q)["tip"].position
        nearest = at / radius * (1.7 if radius > 1.0 else 0.3)
        np.testing.assert_allclose(tip, nearest, rtol=0, atol=1e-4)


def test_on_the_edge_of_reach() -> None:
    system = two_bars()
    found = reach(system, {"tip": (0.0, 1.7, 0.0)})
    assert found.success
    assert found.condition > 1e4
    assert found.manipulability < 1e-4


def test_orientation_that_the_position_excludes() -> None:
    system = two_bars()
    wanted = np.eye(4)
    wanted[:3, 3] = (0.5, 1.0, 0.0)
    found = reach(system, {"tip": wanted})
    assert not found.success
    assert found.reason.startswith(
        "the position is reachable, but was not found with this orientation"
    )
    tilted = rotation_about(np.array([1.0, 0.0, 0.0]), np.radians(25.0))
    found = reach(system, {"tip": tilted})
    assert found.reason == "this orientation is out of reach by 25 deg"


def test_limits_that_are_in_the_way() -> None:
    """The solution with the elbow down needs -1.2 rad, the other has both joints beyond."""
    system = two_bars(limits=(-0.2, 0.5))
    q = np.array([0.4, 1.2])
    wanted = system.poses(q)["tip"].position
    found = reach(system, {"tip": wanted})
    assert not found.success
    assert found.reason.startswith("found only beyond limits: ")
    assert np.all(found.q <= 0.5)
    assert np.all(found.q >= -0.2)
    assert found.active
    free = reach(system, {"tip": wanted}, limits=False)
    assert free.success
    bend = 2.0 * np.arctan2(0.7 * np.sin(1.2), 1.0 + 0.7 * np.cos(1.2))
    ways = [q, np.array([q[0] + bend, -q[1]])]
    assert min(np.max(np.abs(free.q - way)) for way in ways) < 1e-9
    said = [
        ", ".join(
            f"'{name}.angle' by {over:.4g} rad"
            for name, over in zip("ab", np.maximum(way - 0.5, -0.2 - way), strict=True)
            if over > 0.0
        )
        for way in ways
    ]
    assert found.reason.removeprefix("found only beyond limits: ") in said


def test_nearest_point_within_limits() -> None:
    """Of a planar arm at its limits, against a search over all positions."""
    system = two_bars(limits=(-0.2, 0.5))
    at = np.array([0.3, 1.5, 0.0])
    found = reach(system, {"tip": at})
    grid = np.linspace(-0.2, 0.5, 141)
    a, b = np.meshgrid(grid, grid)
    x, y = np.cos(a) + 0.7 * np.cos(a + b), np.sin(a) + 0.7 * np.sin(a + b)
    best = np.min(np.hypot(x - at[0], y - at[1]))
    assert found.misses["tip"].distance == pytest.approx(best, abs=1e-6)
    assert found.active == {"a.angle": "upper", "b.angle": "upper"}


def test_redundant_arm_at_a_limit() -> None:
    """A coordinate that rests on its limit does not keep the others from the target."""
    system, limits = system_of("iiwa"), Limits.of(system_of("iiwa"))
    q = np.array([0.3, 0.6, 0.2, limits.upper[3], 0.4, 0.5, 0.1])
    found = reach(system, {"tool": pose_at(system, q)}, start=q + 0.05)
    assert found.success
    assert np.all(found.q <= limits.upper + 1e-12)


def test_condition_and_manipulability() -> None:
    """Of two bars, where both are known: |det J| = l1 l2 |sin b|, here over the length squared."""
    system = two_bars()
    q = np.array([0.3, 1.1])
    at = system.poses(q)["tip"].position
    found = reach(system, {"tip": Target(at, only="xy")}, start=q)
    L = system.compiled.loops.length
    assert found.manipulability == pytest.approx(0.7 * abs(np.sin(1.1)) / L**2, rel=1e-6)
    J = system.jacobian("fore", system.model.frames[0].pose.position, found.q)[:2]
    assert found.condition == pytest.approx(np.linalg.cond(J), rel=1e-9)


def test_refusals() -> None:
    system = two_bars()
    for targets, words in (
        ({}, "at least one"),
        ({"tup": (1, 0, 0)}, "not a body or frame"),
        ({"tip": "there"}, "not a target"),
        ({"tip": Target()}, "asks for nothing"),
        ({"tip": Target((1, 0, 0), only="xw")}, "letters"),
        ({"tip": Target((1, 0, np.nan))}, "three numbers"),
        ({"tip": Target(rotation=2 * np.eye(3))}, "not a rotation"),
        ({"tip": Target(axis=(1, 0, 0))}, "together"),
        ({"tip": Target(rotation=np.eye(3), axis=(1, 0, 0), direction=(1, 0, 0))}, "one of them"),
        ({"tip": Target(axis=(0, 0, 0), direction=(1, 0, 0))}, "not all zero"),
    ):
        with pytest.raises(ModelError, match=words):
            reach(system, targets)
    good = {"tip": (1.0, 0.5, 0.0)}
    with pytest.raises(ModelError, match="not a target"):
        reach(system, good, weights={"fore": 1.0})
    with pytest.raises(ModelError, match="positive"):
        reach(system, good, weights={"tip": 0.0})
    with pytest.raises(ModelError):
        reach(system, good, tolerance=0.0)
    with pytest.raises(ModelError, match="negative"):
        reach(system, good, restarts=-1)
