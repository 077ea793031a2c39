"""A model as the equations see it: poses from the model's frames, numbers by name."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from closeness import assert_close
from dynamics.floats import State, random_state
from sarrus.dynamics import Tree
from sarrus.model import GROUND
from sarrus.spatial import Inertia

seeds, sizes = st.integers(0, 10**6), st.integers(1, 9)


@given(seeds, sizes)
def test_links_stand_parents_first(seed: int, n: int) -> None:
    tree = random_state(seed, n).tree
    for i, link in enumerate(tree.links):
        assert link.parent < i
        assert tree.index[link.body] == tree.joint_index[link.joint] == i
        assert all(tree.links[k].parent == i for k in tree.children[i])
    assert tree.index[GROUND] == -1
    assert sum(len(kids) for kids in tree.children) == sum(l.parent >= 0 for l in tree.links)


@given(seeds, sizes)
def test_joint_frames_are_those_of_the_model(seed: int, n: int) -> None:
    """X_WC X_CM on the outboard side, X_WP X_PF X_FI on the inboard side, from either end."""
    state = random_state(seed, n)
    for i, (link, branch) in enumerate(zip(state.tree.links, state.topology.branches, strict=True)):
        outboard = state.where.body(link.body) @ branch.on_outboard.transform
        found = state.where.world[i] @ link.X_CM
        assert found.matrix == pytest.approx(outboard.matrix, abs=1e-13)
        assert found.position == pytest.approx(outboard.position, abs=1e-12)
        inboard = state.where.body(branch.inboard) @ branch.on_inboard.transform
        found = state.where.frame(link.parent) @ link.X_PF @ link.X_FI
        assert found.matrix == pytest.approx(inboard.matrix, abs=1e-13)
        assert found.position == pytest.approx(inboard.position, abs=1e-12)


@given(seeds, sizes)
def test_inertia_is_that_of_the_body(seed: int, n: int) -> None:
    state = random_state(seed, n)
    for link in state.tree.links:
        body = state.model.body(link.body)
        in_body = Inertia.of(body.mass, np.array(body.com), np.array(body.inertia))
        moved = in_body.seen_from(link.X_CB)
        scale = max(1.0, np.max(np.abs(moved.matrix)))
        assert link.inertia.matrix == pytest.approx(moved.matrix, abs=1e-13 * scale)


def with_values(state: State, values: dict[str, object]) -> State:
    other = state.at()
    other.__dict__["tree"] = Tree.of(state.topology, state.layout, values)
    return other


@given(seeds, sizes)
def test_the_models_own_numbers_by_name_change_nothing(seed: int, n: int) -> None:
    state = random_state(seed, n)
    values: dict[str, object] = {"gravity": np.array(state.model.gravity)}
    for body in state.model.bodies:
        values[f"body:{body.name}.mass"] = body.mass
        values[f"body:{body.name}.com"] = np.array(body.com)
        values[f"body:{body.name}.inertia"] = np.array(body.inertia)
    for joint in state.model.joints:
        for side in ("parent", "child"):
            frame = joint.on_parent if side == "parent" else joint.on_child
            values[f"joint:{joint.name}.{side}_point"] = np.array(frame.position)
            values[f"joint:{joint.name}.{side}_axis"] = np.array(frame.rotation)[:, 2]
    assert_close(with_values(state, values).inverse.tau, state.inverse.tau, 1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_other_numbers_by_name_are_another_model(seed: int) -> None:
    state = random_state(seed, 4)
    first, *rest = state.model.bodies
    heavier = replace(first, mass=2.0 * first.mass, com=(0.4, 0.5, 0.6))
    joint, *others = state.model.joints
    moved = replace(joint, on_child=replace(joint.on_child, position=(1.0, 2.0, 3.0)))
    model = replace(
        state.model,
        bodies=(heavier, *rest),
        joints=(moved, *others),
        gravity=(1.0, 2.0, 3.0),
    )
    values = {
        f"body:{first.name}.mass": heavier.mass,
        f"body:{first.name}.com": np.array(heavier.com),
        f"joint:{joint.name}.child_point": np.array(moved.on_child.position),
        "gravity": np.array(model.gravity),
    }
    expected = state.at(model=model).inverse.tau
    assert_close(with_values(state, values).inverse.tau, expected, 1e-12)
