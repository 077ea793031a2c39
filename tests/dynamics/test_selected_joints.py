"""CHK-R01: formula (30) in link axes against the recursion (28), with all joint types."""

from __future__ import annotations

import numpy as np
import pytest

from closeness import assert_close
from random_trees import random_tree
from sarrus import System, gallery
from sarrus.dynamics.base_parameters import base_parameters
from sarrus.dynamics.joint_loads import chosen_joint_loads
from sarrus.dynamics.selected_joints import SelectedJoints

TYPES = ["revolute", "prismatic", "spherical", "cylindrical", "universal", "planar", "helical"]


@pytest.mark.parametrize("seed", range(8))
def test_CHK_R01_wrenches_in_link_axes_equal_the_recursion(seed: int) -> None:
    system = System(random_tree(seed, 7, TYPES), kernels=())
    random = np.random.default_rng(seed)
    q = system.add(system.neutral(), random.normal(size=system.nv))
    v, vdot = random.normal(size=(2, system.nv))
    x = system.compiled.compiler.inputs({"q": q, "v": v, "vdot": vdot}, 0.3)
    selected = SelectedJoints(x.velocities, vdot, x.loads)
    scale = max(float(np.max(np.abs(F))) for F in x.efforts.wrenches)
    for i, expected in enumerate(x.efforts.wrenches):
        np.testing.assert_allclose(selected.wrench(i), expected, rtol=0, atol=1e-12 * scale)


@pytest.mark.parametrize("name", ["stewart_platform", "delta_robot", "bicycle", "four_bar"])
def test_CHK_R04_forces_of_cut_joints_are_among_the_terms(name: str) -> None:
    system = getattr(gallery, name)().compile(kernels=())
    loops, random = system.compiled.loops, np.random.default_rng(4)
    q = system.assemble().q
    v, vdot = random.normal(size=(2, system.nv))
    lam, tau_cut = random.normal(size=loops.m), random.normal(size=loops.n_cut_v)
    x = system.compiled.compiler.inputs({"q": q, "v": v, "vdot": vdot}, 0.0)
    wanted = [(joint, part) for joint in loops.joints for part in ("wrench", "reaction")]
    found = {
        formulation: chosen_joint_loads(x.accelerations, x.loads, lam, tau_cut, wanted, formulation)
        for formulation in ("state_vector", "recursive")
    }
    assert_close(found["state_vector"], found["recursive"], 1e-12)


def test_only_what_crosses_a_joint_is_missing_from_its_wrench() -> None:
    """Base parameters move inertia inward; the whole stays the same."""
    system = System(random_tree(1, 5, ["revolute", "prismatic"], chain=True), kernels=())
    tree = system.compiled.compiler.tree
    lighter, crossed = base_parameters(tree)
    assert crossed
    mass = sum(link.inertia.mass for link in tree.links)
    left = sum(link.inertia.mass for link in lighter.links)
    to_ground = sum(part.mass for i, part in crossed.items() if tree.links[i].parent < 0)
    assert_close(left + to_ground, mass, 1e-13)
