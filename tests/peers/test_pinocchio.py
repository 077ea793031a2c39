"""Agreement with Pinocchio on random trees of every joint type: 1e-11 relative.

The bound holds without a factor for the condition of the mass matrix, also for forward dynamics.
All trees run on the equations in floats; the compiled kernels of the small ones are compared in
every run, those of the large ones in the slow tests.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from closeness import assert_close
from random_trees import random_coordinates, random_tree
from sarrus.system import System
from sarrus.system.quantities import equations

pin_models = pytest.importorskip("peers.pin_models", reason="needs Pinocchio (package pin)")

pytestmark = pytest.mark.peer

TREES = range(30)
QUICK = 8
REL = 1e-11


def size(k: int) -> int:
    """The trees have 2, 4, ... 60 bodies."""
    return 2 + 2 * k


class Case:
    """One tree in both programs, with a state of motion and a point on every body."""

    def __init__(self, k: int) -> None:
        self.model = random_tree(100 + k, size(k), reversals=False)
        self.system = System(self.model, kernels=())
        self.peer = pin_models.to_pinocchio(self.model)
        rng = np.random.default_rng(k)
        self.q = random_coordinates(self.model, rng)
        self.v, self.vdot, self.tau = rng.normal(size=(3, self.system.nv))
        self.points = {body.name: rng.normal(size=3) for body in self.model.bodies}

    def on_floats(self, equation: Any, **arrays: Any) -> Any:
        (found,) = equation(self.system.compiled.compiler.inputs(arrays, 0.0)).values()
        return found


@cache
def case(k: int) -> Case:
    return Case(k)


@pytest.fixture(params=TREES, ids=lambda k: f"{size(k)} bodies")
def tree(request: pytest.FixtureRequest) -> Case:
    return case(request.param)


@pytest.fixture(
    params=[pytest.param(k, marks=pytest.mark.slow if k >= QUICK else ()) for k in TREES],
    ids=lambda k: f"{size(k)} bodies",
)
def compiled(request: pytest.FixtureRequest) -> Case:
    return case(request.param)


def test_mass_matrix(tree: Case) -> None:
    M = tree.on_floats(equations.mass, q=tree.q)
    assert_close(M, tree.peer.mass_matrix(tree.q), REL)


def test_bias(tree: Case) -> None:
    c = tree.on_floats(equations.bias, q=tree.q, v=tree.v)
    assert_close(c, tree.peer.bias(tree.q, tree.v), REL)


def test_inverse_dynamics(tree: Case) -> None:
    tau = tree.on_floats(equations.inverse, q=tree.q, v=tree.v, vdot=tree.vdot)
    assert_close(tau, tree.peer.inverse_dynamics(tree.q, tree.v, tree.vdot), REL)


def test_forward_dynamics(tree: Case) -> None:
    vdot = tree.on_floats(equations.forward, q=tree.q, v=tree.v, tau=tree.tau)
    assert_close(vdot, tree.peer.forward_dynamics(tree.q, tree.v, tree.tau), REL)


def test_point_velocities(tree: Case) -> None:
    x = tree.system.compiled.compiler.inputs({"q": tree.q, "v": tree.v}, 0.0)
    bodies, turns = equations.body_velocities(x), equations.body_positions(x)["rotation"]
    theirs = tree.peer.point_velocities(tree.q, tree.v, tree.points)
    row = tree.system.topology.index
    ours = {
        name: bodies["velocity"][row[name]]
        + np.cross(bodies["angular_velocity"][row[name]], turns[row[name]] @ r)
        for name, r in tree.points.items()
    }
    assert_close([ours[name] for name in theirs], list(theirs.values()), REL)


def test_compiled_kernels(compiled: Case) -> None:
    q, v, system, peer = compiled.q, compiled.v, compiled.system, compiled.peer
    vdot, tau = compiled.vdot, compiled.tau
    assert_close(system.mass_matrix(q), peer.mass_matrix(q), REL, "M")
    assert_close(system.bias(q, v), peer.bias(q, v), REL, "c")
    efforts = system.inverse_dynamics(q, v, vdot)
    assert_close(efforts, peer.inverse_dynamics(q, v, vdot), REL, "tau")
    accelerations = system.forward_dynamics(q, v, tau)
    assert_close(accelerations, peer.forward_dynamics(q, v, tau), REL, "vdot")
    name, r = list(compiled.points.items())[-1]
    velocity = peer.point_velocities(q, v, {name: r})[name]
    assert_close(system.point(name, r, q, v).velocity, velocity, REL, "point velocity")
