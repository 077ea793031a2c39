"""The frames in which the equations of a link are written change nothing but their cost."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation as Scipy

from closeness import assert_close
from dynamics.floats import State, chain_of, random_state, state_of
from sarrus.dynamics import Tree
from sarrus.dynamics.link_frames import FAR
from sarrus.model import Model, Pose
from sarrus.model.pose import matrix3, vector3
from sarrus.papers.state_vector import newton_euler_wrenches
from sarrus.spatial import Transform

seeds, sizes = st.integers(0, 10**6), st.integers(1, 9)
AXIAL = ("revolute", "prismatic", "cylindrical", "helical")


def plain(state: State) -> State:
    """Return the same state with C = M for every link: frames that are inputs are kept."""
    values = {}
    for joint in state.model.joints:
        values[f"joint:{joint.name}.parent_point"] = np.array(joint.on_parent.position)
    other = state.at()
    other.__dict__["tree"] = Tree.of(state.topology, state.layout, values)
    return other


@given(seeds, sizes, st.booleans())
def test_choice_of_frames_changes_nothing(seed: int, n: int, axial: bool) -> None:
    state = random_state(seed, n, types=AXIAL, chain=True) if axial else random_state(seed, n)
    other = plain(state)
    assert all(link.turn == 0.0 for link in other.tree.links)
    assert_close(other.inverse.tau, state.inverse.tau, 1e-12)
    for i in range(n):
        mine = state.where.world[i].force(state.inverse.wrenches[i])
        theirs = other.where.world[i].force(other.inverse.wrenches[i])
        assert_close(mine, theirs, 1e-12)
        body = state.tree.links[i].body
        assert_close(state.where.body(body).matrix, other.where.body(body).matrix, 1e-13)
        assert_close(state.where.body(body).position, other.where.body(body).position, 1e-12)


@given(seeds, sizes)
def test_wrenches_equal_those_of_the_state_vectors(seed: int, n: int) -> None:
    state = random_state(seed, n, types=AXIAL)
    vectors = state.state_vectors
    expected = newton_euler_wrenches(vectors, vectors.accelerations(state.vdot))
    for i in range(n):
        about_origin = state.where.world[i].force(state.inverse.wrenches[i])
        assert_close(about_origin, expected[i], 1e-12)


@given(seeds, sizes)
def test_transforms_between_axial_joints_are_simple(seed: int, n: int) -> None:
    """A turn about x and a shift (a, 0, d) for the main child of an axial link.

    Axes that are nearly parallel, whose common normal is far away, are left as they are.
    """
    state = random_state(seed, n, types=AXIAL, chain=True)
    for link in state.tree.links[1:]:
        R, p = link.X_PF.matrix, link.X_PF.position
        if not np.array_equal(R[0], (1.0, 0.0, 0.0)):
            assert np.hypot(*R[:2, 2]) < 2.0 / FAR
            continue
        assert np.array_equal(R[:, 0], (1.0, 0.0, 0.0))
        assert p[1] == 0.0


# Special positions of two axes --------------------------------------------------------------


def with_second_axis(model: Model, turn: np.ndarray, shift: tuple[float, ...]) -> Model:
    """Put frame F of the second joint at a given place relative to M of the first."""
    first, second, *rest = model.joints
    X_MF = Transform.of(turn, np.array(shift))
    X_BF = first.on_child.transform @ X_MF
    placed = Pose(vector3(X_BF.position), matrix3(X_BF.matrix))
    return replace(model, joints=(first, replace(second, on_parent=placed), *rest))


PARALLEL = np.eye(3)
OPPOSITE = np.diag([1.0, -1.0, -1.0])
ACROSS = np.array([[1.0, 0, 0], [0, 0, -1.0], [0, 1.0, 0]])
SPUN = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1.0]])
TURNS = {
    "parallel": PARALLEL,
    "parallel, spun": SPUN,
    "opposite": OPPOSITE,
    "opposite, spun": OPPOSITE @ SPUN,
    "across": ACROSS,
    "across, spun": ACROSS @ SPUN,
}
SHIFTS = [(0.0, 0.0, 0.0), (0.0, 0.0, 0.4), (0.3, -0.2, 0.0), (0.3, 0.2, -0.5), (0.5, 0.0, 0.0)]


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS.keys())
@pytest.mark.parametrize("shift", SHIFTS, ids=str)
@pytest.mark.parametrize("kinds", ["RRR", "PRP", "RPR", "CHC"])
def test_axes_in_special_positions(turn: np.ndarray, shift: tuple[float, ...], kinds: str) -> None:
    """Parallel, opposite, crossing and coinciding axes, where the common normal is not unique."""
    names = {"R": "revolute", "P": "prismatic", "C": "cylindrical", "H": "helical"}
    model = with_second_axis(chain_of([names[k] for k in kinds], 4), turn, shift)
    state = state_of(model, 9)
    assert_close(state.inverse.tau, state.newton_euler.efforts(), 1e-12)
    expected = state.newton_euler.wrenches()
    for i, link in enumerate(state.tree.links):
        about_origin = state.where.world[i].force(state.inverse.wrenches[i])
        assert_close(about_origin, expected[link.joint], 1e-12)
    assert_close(state.hybrid(state.inverse.tau).vdot, state.vdot, 1e-9)


@pytest.mark.parametrize("tilt", [1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-11, 1e-12, 1e-13, 1e-15])
@pytest.mark.parametrize("kinds", [("revolute",) * 3, ("revolute", "prismatic", "revolute")])
def test_axes_that_are_nearly_parallel(tilt: float, kinds: tuple[str, ...]) -> None:
    """The foot of their common normal runs away as 1/tilt; the numbers must not."""
    turn = Scipy.from_rotvec((tilt, 0.3 * tilt, 0.0)).as_matrix()
    state = state_of(with_second_axis(chain_of(kinds, 4), turn, (0.3, 0.2, -0.5)), 9)
    assert_close(state.inverse.tau, state.newton_euler.efforts(), 1e-10)
    expected = state.newton_euler.wrenches()
    for i, link in enumerate(state.tree.links):
        about_origin = state.where.world[i].force(state.inverse.wrenches[i])
        assert_close(about_origin, expected[link.joint], 1e-10)
    assert_close(state.hybrid(state.inverse.tau).vdot, state.vdot, 1e-8)
