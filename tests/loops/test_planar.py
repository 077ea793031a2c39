"""planar=True keeps the rows in the plane: the same motion, and the same reactions."""

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


def test_same_motion_and_reactions(pair):
    """What passes across the plane is not decided by its rows, nor called unique."""
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
    other = joint_reactions(spatial, moves[0], axes="joint")
    load = max(np.max(np.abs(w.force)) for w in other.values())
    assert not all(w.unique for w in other.values())
    for name in names:
        assert reactions[name].because == other[name].because
        for part, flags in (("force", "unique_force"), ("moment", "unique_moment")):
            assert getattr(reactions[name], flags) == getattr(other[name], flags), name
            gap = np.abs(getattr(reactions[name], part) - getattr(other[name], part))
            assert np.all(gap <= 1e-9 * load), name


def off_the_plane(**options):
    """Return a four-bar whose centres of mass lie beside its plane, and its motion."""
    m = Mechanism("beside", gravity=(0, 0, -9.81))
    crank = m.body("crank", 1.0, (0.05, 0.02, 0), (1e-4, 1e-3, 1e-3))
    coupler = m.body("coupler", 2.0, (0.2, 0.05, 0.1), (1e-3, 2e-2, 2e-2))
    rocker = m.body("rocker", 1.5, (0.3, -0.03, 0.1), (1e-3, 5e-3, 5e-3))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=(0.1, 0, 0), axis="y")
    m.revolute("C", coupler, rocker, at=(0.3, 0, 0.2), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.3, 0, 0), axis="y")
    system = m.build().compile(kernels=(), **options)
    return system, system.assemble({"A": 0.4}, rates={"A": 6.0})


def test_labels_and_values_do_not_depend_on_the_cut():
    """At a state, in runs and in drives; drives leave their rows below those in space."""
    spatial, state = off_the_plane()
    expected = spatial.reactions(state, axes="world")
    law = {"A": lambda t: 0.4 + 6.0 * t}
    over = spatial.drive(law, until=0.1, every=0.05)["C.reaction.moment"]
    for cut in ("A", "B", "C"):
        planar, state = off_the_plane(planar=True, cut=[cut])
        found = planar.reactions(state, axes="world")
        for name, wrench in found.items():
            assert_close(wrench.force, expected[name].force, 1e-9)
            assert_close(wrench.moment, expected[name].moment, 1e-9)
            assert wrench.unique_force == (True, False, True)
            assert wrench.unique_moment == (False, True, False)
            assert wrench.because == (cut,)
        run = planar.drive(law, until=0.1, every=0.05)
        channel = run["C.reaction.moment"]
        assert_close(np.asarray(channel), np.asarray(over), 1e-8)
        assert channel.unique == over.unique and run["A.effort"].unique
        assert "Not unique" in planar.explain("D", state)


def test_redundant_rows_in_the_plane_stay_redundant():
    """Three cranks: one force in the plane is open, too, with and without planar."""
    model = mechanisms.parallelogram(3)
    systems = [model.compile(kernels=(), planar=planar) for planar in (False, True)]
    found = [s.reactions(s.assemble({"A0": 0.3}), axes="world") for s in systems]
    for name in found[0]:
        assert found[1][name].unique_force == found[0][name].unique_force
        assert_close(found[1][name].force, found[0][name].force, 1e-8)


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
