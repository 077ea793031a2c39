"""Every joint type as a cut joint: rows, bias, rates; the motion as when another is cut."""

from __future__ import annotations

import numpy as np
import pytest

from closeness import assert_close, relative_error
from loops.free_bodies import imbalance
from loops.random_loops import RandomLoop, random_loop
from sarrus import System
from sarrus.model.joints import TYPES
from sarrus.system.one_state.reactions import joint_reactions

ROWS = {
    "revolute": 5,
    "prismatic": 5,
    "cylindrical": 4,
    "universal": 4,
    "spherical": 3,
    "planar": 3,
    "helical": 5,
    "weld": 6,
    "free": 0,
    "distance": 1,
    "pin_slot": 4,
    "constant_velocity": 4,
    "curvilinear": 5,
    "point_in_plane": 1,
    "parallel": 2,
    "revolute_revolute": 4,
    "cylindrical_spherical": 1,
    "helical_gears": 1,
    "beam_segment": 3,
}
MORE = {
    "slotted_spherical": 4,
    "point_on_line": 2,
    "orientation": 3,
    "perpendicular": 1,
    "angle": 1,
    "revolute_cylindrical": 3,
    "revolute_spherical": 2,
    "spur_gears": 1,
    "internal_gears": 1,
    "rack_and_pinion": 1,
    "bevel_gears": 1,
    "worm_gears": 1,
}
GEARS = (
    "spur_gears",
    "helical_gears",
    "internal_gears",
    "rack_and_pinion",
    "bevel_gears",
    "worm_gears",
)
POINTS = (*GEARS, "distance")
"""Types that hold a point, or teeth: they only close loops."""
TURNED = ("beam_segment", "universal", "spherical", "planar", "helical")
"""Those that are not the same from both sides."""
CASES = [
    *[(kind, False) for kind in ROWS],
    *[(kind, True) for kind in TURNED],
    *[
        pytest.param((kind, True), marks=pytest.mark.slow)
        for kind in ROWS
        if kind not in (*TURNED, "distance", "point_in_plane", "cylindrical_spherical", *GEARS)
    ],
    *[
        pytest.param((kind, swapped), marks=pytest.mark.slow)
        for kind in MORE
        for swapped in (False, True)
    ],
]
ROWS = ROWS | MORE


def test_every_type_is_cut() -> None:
    """Those on curves, and of rows of velocities alone, have tests of their own."""
    known = {name for name, kind in TYPES.items() if kind.placement != "curve" or kind.in_tree}
    assert known - {*ROWS} == {"rolling", "mode_shape", "timoshenko_segment"}


@pytest.fixture(scope="module", params=CASES, ids=lambda c: f"{c[0]}{'-reversed' if c[1] else ''}")
def case(request) -> tuple[str, RandomLoop, System, np.ndarray, np.ndarray]:
    kind, swapped = request.param
    loop = random_loop(kind, 11 + 7 * swapped, swapped)
    system = loop.model.compile(cut=["loop"])
    q = loop.coordinates(system)
    N = system.compiled.loops.scaled_matrix(system.compiled.loops.closure(q)[1]).null_space
    v = N @ np.random.default_rng(3).normal(size=N.shape[1])
    return kind, loop, system, q, v


def test_rows_and_coordinates(case):
    kind, loop, system, q, v = case
    phi, Phi, y, C = system.compiled.loops.closure(q)
    assert phi.shape == (ROWS[kind],) and Phi.shape == (ROWS[kind], system.nv)
    assert np.max(np.abs(phi), initial=0.0) <= 1e-14
    gap = np.abs(y - loop.values["loop"])
    at = loop.model.joint("loop").type.quaternion_at
    if at is not None:  # a quaternion and its opposite are the same turn
        gap[at:] = np.minimum(gap[at:], np.abs(y + loop.values["loop"])[at:])
    assert np.max(gap, initial=0.0) <= 1e-13
    assert not np.any(np.abs(Phi @ v) > 1e-12)
    assert C.shape == (6 - ROWS[kind] if kind not in POINTS else 0, system.nv)


def test_jacobian_of_open_positions(case):
    """d phi = Phi dv, also where the loop is not closed, as the assembly needs it."""
    _, _, system, q, _ = case
    rng = np.random.default_rng(8)
    there = system.add(q, rng.uniform(-0.3, 0.3, system.nv))
    Phi = system.compiled.loops.closure(there)[1]
    h = 1e-6
    for k, e in enumerate(np.eye(system.nv)):
        ends = [system.compiled.loops.closure(system.add(there, s * h * e))[0] for s in (1, -1)]
        numeric = (ends[0] - ends[1]) / (2 * h)
        assert np.max(np.abs(numeric - Phi[:, k]), initial=0.0) <= 1e-8


def test_bias_of_rows_and_rates(case):
    """gamma = -d(Phi)/dt v, and the cut joint's own rates have d(C)/dt v as their bias."""
    _, _, system, q, v = case
    terms = system.compiled.loops.terms(q, v)
    h, weights = 1e-4, {2: -1.0, 1: 8.0, -1: -8.0, -2: 1.0}  # of fourth order
    ends = {s: system.compiled.loops.closure(system.add(q, s * h * v)) for s in weights}
    Phi_rate, C_rate = (sum(w * ends[s][k] for s, w in weights.items()) / (12 * h) for k in (1, 3))
    size = 1 + np.max(np.abs(v)) ** 2
    assert np.max(np.abs(terms.gamma + Phi_rate @ v), initial=0.0) <= 1e-7 * size
    assert np.max(np.abs(terms.C_bias - C_rate @ v), initial=0.0) <= 1e-7 * size


def test_same_motion_with_another_cut(case):
    _, loop, system, q, v = case
    state = system.state(q, v)
    moving = system.accelerations(state, efforts={"j1": (0.7, -0.2)})
    assert imbalance(system, moving) <= 1e-10
    if not system.compiled.loops.m or not loop.model.joint("loop").type.in_tree:
        return
    other = loop.model.compile(cut=["j1"])
    assert [joint.name for joint in other.topology.cuts] == ["j1"]
    rates = {
        joint.name: np.asarray(state.v if vector == "v" else state.cut_v)[place]
        for joint in loop.model.joints
        if joint.type.nv
        for vector, place in [system.compiled.located_rate(joint.name)]
    }
    v2 = other.velocities_of({n: x for n, x in rates.items() if n in other.compiled.layout.v_slice})
    twin = other.state(loop.coordinates(other), v2)
    assert_close(np.asarray(twin.cut_v), rates["j1"], 1e-10)
    again = other.accelerations(twin, efforts={"j1": (0.7, -0.2)})
    size = np.max(np.abs(moving.vdot))
    for joint in rates:
        gap = np.max(np.abs(np.atleast_1d(moving[joint]) - np.atleast_1d(again[joint])))
        assert gap <= 1e-10 * size, joint
    first, second = joint_reactions(system, moving), joint_reactions(other, again)
    load = max(np.max(np.abs([w.force, w.moment])) for w in first.values())
    for joint, a in first.items():
        b = second[joint]
        assert np.max(np.abs([a.force - b.force, a.moment - b.moment])) <= 1e-9 * load, joint
        assert (a.unique_force, a.unique_moment) == (b.unique_force, b.unique_moment)


def test_native_forward_dynamics_equals_the_dense_solution(case):
    _, _, system, q, v = case
    tau = np.random.default_rng(4).normal(size=system.nv)
    efforts = dict(zip(system.velocities, tau, strict=True))
    dense = system.accelerations(system.state(q, v), efforts=efforts).vdot
    assert relative_error(system.forward_dynamics(q, v, tau), dense) <= 1e-9
