"""Which reactions are unique: exact labels of the classical mechanisms."""

from __future__ import annotations

import numpy as np
import pytest

from closeness import assert_close
from loops import mechanisms
from loops.brute_force import Equilibrium
from sarrus import System
from sarrus.system.one_state.reactions import joint_reactions

YES, NO = True, False


def moving(system: System, joint: str | None = None):
    state = system.assemble({joint: 0.1} if joint else {}, {joint: 1.0} if joint else {})
    return system.accelerations(state)


def labels_of(system: System, motion, axes: str = "joint"):
    found = joint_reactions(system, motion, axes=axes)
    return {name: (w.unique_force, w.unique_moment) for name, w in found.items()}


@pytest.mark.parametrize("angle", [0.0, 0.4])
def test_planar_four_bar(angle: float):
    """Forces in the plane are unique; across it, and the moments that tilt, are not."""
    system = mechanisms.four_bar().compile()
    motion = system.accelerations(system.assemble({"A": angle}, {"A": 1.0}))
    for name, w in joint_reactions(system, motion).items():
        assert w.unique_force == (YES, YES, NO), name
        assert w.unique_moment == (NO, NO, YES), name
        assert not w.unique and w.because == (system.topology.cuts[0].name,)
    assert Equilibrium(system, motion.state).redundancy == 3


def test_door_on_two_revolutes():
    """Nothing is unique but the resultant; only the moment about the axis is, which is zero."""
    system = mechanisms.door("RR").compile()
    motion = moving(system, "low")
    found = joint_reactions(system, motion)
    for w in found.values():
        assert w.unique_force == (NO, NO, NO) and w.unique_moment == (NO, NO, YES)
        assert w.because == ("high",)
    # equal hinges, smallest norm: they share the weight equally
    assert found["low"].force[2] == pytest.approx(found["high"].force[2])
    assert found["low"].force[2] == pytest.approx(20 * 9.81 / 2, rel=1e-12)
    about = joint_reactions(system, motion, axes="world", at=(0, 0, 0))
    total = sum(w.force for w in about.values())
    leaf = system.kinematics(motion.state.q, motion.state.v, motion.vdot)["leaf"]
    arm = leaf.rotation @ np.array([0.4, 0, 1.0])
    w = leaf.angular_velocity
    a = np.cross(leaf.angular_acceleration, arm) + np.cross(w, np.cross(w, arm))
    assert_close(total, 20 * np.add(a, (0, 0, 9.81)), 1e-12)


def test_door_on_two_spherical_joints():
    """Only the axial split is not unique."""
    system = mechanisms.door("SS").compile()
    motion = system.accelerations(system.assemble())
    for axes in ("joint", "world", "body"):
        for w in joint_reactions(system, motion, axes=axes).values():
            assert w.unique_force == (YES, YES, NO) and w.unique_moment == (YES, YES, YES)


def test_door_on_one_hinge_and_one_ball():
    system = mechanisms.door("RS").compile()
    motion = moving(system, "low")
    found = joint_reactions(system, motion)
    assert labels_of(system, motion) == Equilibrium(system, motion.state).labels()
    assert found["high"].unique_force == (NO, NO, NO) and found["high"].unique_moment == (YES,) * 3


def test_labels_belong_to_the_point_and_the_axes():
    system = mechanisms.door("SS").compile()
    motion = system.accelerations(system.assemble())
    beside = joint_reactions(system, motion, axes="world", at=(1.0, 0.0, 0.3))["low"]
    assert beside.unique_moment == (YES, NO, YES)  # the axial force has an arm about y there
    bar = mechanisms.four_bar(axis=(0, 0.6, 0.8), points=_tilted()).compile()
    turned = joint_reactions(bar, moving(bar, "A"), axes="world")
    assert all(w.unique_force == (YES, NO, NO) for w in turned.values())


def _tilted():
    R = np.array([[1, 0, 0], [0, 0.8, 0.6], [0, -0.6, 0.8]])
    return {k: tuple(R @ np.array(p)) for k, p in mechanisms.FOUR_BAR.items()}


@pytest.mark.parametrize(
    ("build", "joint", "redundancy"),
    [
        (mechanisms.rssr, "A", 0),
        (mechanisms.slider_crank, "crank_pivot", 0),
        (mechanisms.rusr, None, 0),
        (mechanisms.delta, "hip0", 0),
        (mechanisms.bricard, "R1", 1),
        (mechanisms.sarrus_linkage, "foot_x", 1),
        (mechanisms.four_bar, "A", 3),
        (mechanisms.door, "low", 5),
        (mechanisms.quick_return, "crank_pivot", 6),
        (lambda: mechanisms.parallelogram(3), "A0", 7),
    ],
)
def test_labels_equal_those_of_brute_force(build, joint, redundancy):
    system = build().compile()
    motion = moving(system, joint)
    brute = Equilibrium(system, motion.state)
    assert brute.redundancy == system.mobility(motion.state).n_redundant == redundancy
    for axes in ("joint", "world"):
        assert labels_of(system, motion, axes) == brute.labels(axes)
    if not redundancy:
        assert all(w.unique and not w.because for w in joint_reactions(system, motion).values())
    assert brute.overlap(joint_reactions(system, motion)) <= 1e-10


def test_sarrus_linkage_in_words_and_numbers():
    """Two legs whose hinges are parallel: one moment about the line of travel cannot be told."""
    system = mechanisms.sarrus_linkage().compile()
    motion = moving(system, "foot_x")
    found = joint_reactions(system, motion, axes="world")
    for w in found.values():
        assert w.unique_force == (YES, YES, YES)
        assert w.unique_moment == (YES, YES, NO)
    assert "moment" in system.explain("knee_x")


def test_three_cranks_share_in_the_plane_too():
    system = mechanisms.parallelogram(3).compile()
    motion = moving(system, "A0")
    for w in joint_reactions(system, motion).values():
        assert not any(w.unique_force) and w.unique_moment == (NO, NO, YES)


@pytest.mark.parametrize("shift", [(0, 0, 0), (1000.0, -500.0, 200.0)])
def test_labels_and_shares_do_not_depend_on_the_place(shift):
    points = {k: tuple(np.add(p, shift)) for k, p in mechanisms.FOUR_BAR.items()}
    system = mechanisms.four_bar(points).compile()
    home = mechanisms.four_bar().compile()
    for name, w in joint_reactions(system, moving(system, "A")).items():
        first = joint_reactions(home, moving(home, "A"))[name]
        assert (w.unique_force, w.unique_moment) == (first.unique_force, first.unique_moment)
        assert_close(np.append(w.force, w.moment), np.append(first.force, first.moment), 1e-8)
    assert system.mobility().rank == home.mobility().rank


@pytest.mark.parametrize("cranks", [3, 9])
def test_redundant_loops_cost_no_further_factorizations(
    cranks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The singular values of the accelerations serve the self-stresses, however many loops."""
    system = mechanisms.parallelogram(cranks).compile()
    state = system.assemble()
    system.reactions(state)
    counted: list[str] = []
    for name in ("svd", "pinv", "solve", "cholesky"):
        whole = getattr(np.linalg, name)

        def noted(*given, name=name, whole=whole, **how):
            counted.append(name)
            return whole(*given, **how)

        monkeypatch.setattr(np.linalg, name, noted)
    system.reactions(state)
    assert counted.count("svd") == 1 and "pinv" not in counted
    assert counted.count("cholesky") == 1 and counted.count("solve") <= 2
