"""CHK-X05: a cut joint and a cut link give the same motion and the same reactions."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from closeness import assert_close
from loops.mechanisms import rusr, slider_crank
from sarrus import System
from sarrus.system.one_state.reactions import joint_reactions

PAIRS = {
    "slider_crank": (slider_crank, "guide_cut", "crank_pivot"),
    "four_bar": (rusr, "piece_cut", "crank_pivot"),
}


@pytest.fixture(scope="module", params=PAIRS)
def pair(request) -> tuple[System, System, str]:
    build, cut, joint = PAIRS[request.param]
    whole = build().compile()
    piece = build(style="weld").compile(cut=[cut])
    assert whole.compiled.loops.m == 3 and piece.compiled.loops.m == 6
    return whole, piece, joint


def test_CHK_X05_same_motion_and_reactions(pair):
    whole, piece, joint = pair
    near = {"crank_pivot": 1.0, "cross": (-0.7, 0.25), "follower_pivot": 1.3}
    first = whole.assemble(guess=near if "cross.angle_1" in whole.coordinates else None)
    guess = {j.name: first[j.name] for j in whole.model.joints}
    start = first[joint]
    law = {joint: lambda t: start + 0.5 * t + 0.3 * np.sin(3 * t)}
    run = {system: system.drive(law, every=0.1, guess=guess) for system in (whole, piece)}
    names = [j.name for j in whole.model.joints]
    for k in range(len(run[whole])):
        a, b = run[whole].motions[k], run[piece].motions[k]
        for name in names:
            assert np.max(np.abs(a.state[name] - b.state[name])) <= 1e-8
            assert np.max(np.abs(b[name] - a[name])) <= 1e-8, name
        assert_close(b.efforts[joint], a.efforts[joint], 1e-8)
        first, second = joint_reactions(whole, a, names), joint_reactions(piece, b, names)
        for name in names:
            assert first[name].unique and second[name].unique
            assert_close(second[name].force, first[name].force, 1e-8, name)
            gap = np.max(np.abs(second[name].moment - first[name].moment))
            assert gap <= 1e-8 * (1 + np.max(np.abs(first[name].moment)))


def test_CHK_X05_six_rows_are_position_and_twice_the_euler_parameters():
    """Paper 2, (15): the Newton step needs [p; 2e], of which the Jacobian is the derivative."""
    system = slider_crank(style="chain").compile(cut=["guide_cut"])
    rng = np.random.default_rng(5)
    q = system.add(system.drawing(), rng.uniform(-0.3, 0.3, system.nv))
    rotation, position = system.compiled.loops.gaps(q)
    R, p = rotation[0], position[0]
    e0 = 0.5 * np.sqrt(1 + np.trace(R))
    e = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / (4 * e0)
    phi, Phi = system.compiled.loops.closure(q)[:2]
    assert_close(phi, np.concatenate([p, 2 * e]), 1e-12)
    h = 1e-6
    for k in range(system.nv):
        step = h * np.eye(system.nv)[k]
        ends = [system.compiled.loops.closure(system.add(q, s * step))[0] for s in (1, -1)]
        assert np.max(np.abs((ends[0] - ends[1]) / (2 * h) - Phi[:, k])) <= 1e-9


def test_CHK_X05_extended_dh_of_a_planar_four_bar():
    """Paper 2's own input: three links and the piece of ground, closed by a cut link."""
    a, b, c, d = 1.0, 2.0, 1.5, 2.2
    link = {"mass": 1.0, "com": (0.4, 0.1, 0.0), "inertia": (0.02, 0.1, 0.1)}
    row = {"s": 0, "alpha": 0.0, "d": 0.0}
    rows = [
        {"link": 1, "parent": 0, "a": 0.0, **row},
        {"link": 2, "parent": 1, "a": a, **row},
        {"link": 3, "parent": 2, "a": b, **row},
        {"link": 4, "parent": 3, "a": c, **row},
    ]
    cuts = [{"near": {"link": 0, "a": d}, "far": {"link": 4}}]
    massless = {"mass": 0.0, "com": (0, 0, 0), "inertia": (0, 0, 0)}
    gravity = (0.0, -9.81, 0.0)
    table = sarrus.from_extended_dh(rows, links=[link] * 3 + [massless], cuts=cuts, gravity=gravity)
    by_link = table.compile(cut=["cut1"])
    assert by_link.nv == 4 and by_link.compiled.loops.m == 6
    by_joint = table.compile(cut=["joint4"])
    guess = {"joint1": 1.0, "joint2": -0.6, "joint3": -1.8}
    states = [
        s.assemble({"joint1": 1.0}, {"joint1": 2.0}, guess=guess) for s in (by_link, by_joint)
    ]
    moves = [s.accelerations(x) for s, x in zip((by_link, by_joint), states, strict=True)]
    for name in ("joint1", "joint2", "joint3", "joint4"):
        assert states[0][name] == pytest.approx(states[1][name], abs=1e-8)
        assert moves[0][name] == pytest.approx(moves[1][name], rel=1e-8)
