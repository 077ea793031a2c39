"""Couplers between joints of all kinds, against the tree's own mass matrix and bias."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cartesian.mechanisms import placed
from closeness import assert_close
from random_trees import random_tree
from sarrus import System
from sarrus.cartesian import CartesianSystem
from sarrus.model.coupler import Coupler, CouplerTerm

KINDS = ("revolute", "prismatic", "helical", "universal", "cylindrical", "planar")
REL = 1e-10


def random_couplers(
    system: System, q: np.ndarray, rng: np.random.Generator
) -> tuple[tuple[Coupler, ...], np.ndarray]:
    """Return two couplers of three terms each that q fulfils, and their rows over v."""
    couplers, rows = [], np.zeros((2, system.nv))
    for k in range(2):
        terms, offset = [], 0.0
        for joint in rng.choice(list(system.model.joints), 3, replace=False):
            index, factor = int(rng.integers(joint.type.nq)), float(rng.normal())
            terms.append(CouplerTerm(joint.name, index, factor))
            rows[k, system.compiled.layout.v_slice[joint.name].start + index] += factor
            offset += factor * q[system.compiled.layout.q_slice[joint.name].start + index]
        couplers.append(Coupler(f"c{k}", tuple(terms), offset, "rad" if k else "m"))
    return tuple(couplers), rows


@pytest.mark.parametrize("seed", range(3))
def test_couplers_against_the_tree(seed: int) -> None:
    """M vdot + c = tau + A^T effort, A vdot = 0, with the rows A of the couplers."""
    model = random_tree(seed, 6, types=KINDS)
    system = System(model, kernels=())
    rng = np.random.default_rng(seed)
    q, tau = rng.uniform(-1, 1, system.nq), rng.normal(size=system.nv)
    couplers, A = random_couplers(system, q, rng)
    v = rng.normal(size=system.nv)
    v = v - np.linalg.pinv(A) @ (A @ v)
    matrix = np.block([[system.mass_matrix(q), -A.T], [A, np.zeros((2, 2))]])
    right = np.concatenate([tau - system.bias(q, v), np.zeros(2)])
    vdot, effort = np.split(np.linalg.solve(matrix, right), [system.nv])

    cartesian = CartesianSystem(replace(model, couplers=couplers), compiled=False)
    state = placed(model, system, q, v)
    assert cartesian.constraint_error(state) < 1e-13 and cartesian.velocity_error(state) < 1e-13
    efforts = {
        joint.name: tau[system.compiled.layout.v_slice[joint.name]] for joint in model.joints
    }
    motion = system.kinematics(q, v, vdot)
    found = cartesian.accelerations(state, efforts=efforts)
    expected = [motion[name].acceleration for name in found]
    assert_close([a.acceleration for a in found.values()], expected, REL)
    assert_close(list(cartesian.coupler_efforts(state, efforts=efforts).values()), effort, REL)
    wrenches = system.reactions(q, v, vdot, axes="world")
    ours = cartesian.reactions(state, efforts=efforts)
    for part in ("force", "moment"):
        expected = [getattr(wrenches[name], part) for name in ours]
        assert_close([getattr(r, part) for r in ours.values()], expected, REL, part)
