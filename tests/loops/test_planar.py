"""planar=True keeps the rows in the plane: the same motion, and unique reactions."""

from __future__ import annotations

import numpy as np
import pytest

from closeness import assert_close
from loops import mechanisms
from loops.free_bodies import imbalance
from sarrus import Mechanism, ModelError
from sarrus.system.one_state.reactions import joint_reactions

TILTED = (0.3, -0.5, 0.8)


def tilted_four_bar():
    n = np.array(TILTED) / np.linalg.norm(TILTED)
    x = np.cross(n, (1.0, 0, 0))
    x /= np.linalg.norm(x)
    R = np.column_stack([x, np.cross(n, x), n])
    points = {k: tuple(R @ np.array(p) + (3, 1, 2)) for k, p in mechanisms.FOUR_BAR.items()}
    return mechanisms.four_bar(points, axis=TILTED)


MACHINES = {
    "four_bar": (mechanisms.four_bar, "A", 2),
    "tilted": (tilted_four_bar, "A", 2),
    "quick_return": (mechanisms.quick_return, "crank_pivot", 4),
    "five_bar": (mechanisms.five_bar, "A", 2),
}


@pytest.fixture(scope="module", params=MACHINES)
def pair(request):
    build, joint, rows = MACHINES[request.param]
    model = build()
    return model.compile(), model.compile(planar=True), joint, rows


def test_same_motion_unique_reactions(pair):
    spatial, planar, joint, rows = pair
    assert planar.compiled.loops.m == rows
    found = planar.mobility()
    assert found.n_redundant == 0 and found.freedom == spatial.mobility().freedom
    moves = []
    for system in (spatial, planar):
        state = system.assemble({joint: 0.2}, {joint: 1.5})
        moves.append(system.accelerations(state, efforts={joint: 3.0}))
    names = [j.name for j in spatial.model.joints]
    size = max(abs(moves[0][name]) for name in names)
    for name in names:
        assert abs(moves[0][name] - moves[1][name]) <= 1e-10 * size
    assert imbalance(planar, moves[1]) <= 1e-10
    reactions = joint_reactions(planar, moves[1], axes="joint")
    assert all(w.unique for w in reactions.values())
    other = joint_reactions(spatial, moves[0], axes="joint")
    load = max(np.max(np.abs(w.force)) for w in other.values())
    assert not all(w.unique for w in other.values())
    for name in names:
        for part, flags in (("force", "unique_force"), ("moment", "unique_moment")):
            same = np.array(getattr(other[name], flags))
            gap = np.abs(getattr(reactions[name], part) - getattr(other[name], part))
            assert np.all(gap[same] <= 1e-9 * load), name


def test_native_dynamics_need_no_choice_of_rows(pair):
    _, planar, joint, _ = pair
    state = planar.assemble({joint: 0.2}, {joint: 1.5})
    tau = np.zeros(planar.nv)
    dense = planar.accelerations(state).vdot
    assert_close(planar.forward_dynamics(state.q, state.v, tau), dense, 1e-10)
    assert not planar.compiled.closed_dynamics.mixing


@pytest.mark.parametrize(
    ("build", "names"),
    [
        (mechanisms.slider_crank, ("fork", "guide")),
        (mechanisms.sarrus_linkage, ("foot_y", "knee_y", "top_y")),
        (mechanisms.bricard, ("R2", "R3")),
    ],
)
def test_spatial_machines_are_refused_by_name(build, names):
    with pytest.raises(ModelError) as caught:
        build().compile(planar=True).assemble()
    text = str(caught.value)
    assert all(problem.code == "T05" for problem in caught.value.problems)
    assert all(f"'{name}'" in text for name in names)


def test_machine_without_hinges_has_no_plane():
    m = Mechanism("slides")
    a = m.body("a", 1.0, (0, 0, 0), (1, 1, 1))
    b = m.body("b", 1.0, (0, 0, 0), (1, 1, 1))
    m.prismatic("x", m.ground, a, at=(0, 0, 0), axis="x")
    m.prismatic("y", a, b, at=(0, 0, 0), axis="y")
    m.prismatic("d", m.ground, b, at=(0, 0, 0), axis=(1, 1, 0))
    with pytest.raises(ModelError, match="revolute"):
        m.build().compile(planar=True).assemble()
