"""Derivatives of large trees as products of factors: the same numbers from far fewer operations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from closeness import assert_close
from derivatives.matrix_products import efforts_from_factors, forward_from_factors
from derivatives.mechanisms import FAST, random_mechanism
from random_trees import random_tree
from sarrus import Model, ModelError, State, System, analysis
from sarrus.dynamics.derivatives import effort_factors, forward_derivatives
from sarrus.dynamics.derivatives.factors import LARGE
from sarrus.dynamics.derivatives.inverse import inverse_derivatives_of_table, load_table
from sarrus.dynamics.derivatives.tangents import tangents
from sarrus.dynamics.kinematics import accelerations
from sarrus.kernels.program import Builder, Program
from sarrus.kernels.trace import trace
from sarrus.model.forces import JointDamper, SpringDamper
from sarrus.spatial.arrays import sparse_product
from sarrus.system.analysis import differential_kernels
from sarrus.system.analysis.factor_products import FactorProducts
from sarrus.system.analysis.linearization import Linearization

system_factors = import_module("sarrus.system.analysis.system_jacobian")._factors


@pytest.mark.parametrize("seed", range(FAST))
def test_products_are_the_entries(seed: int) -> None:
    """On trees of all joint types, with all force elements, multipliers and cut joints."""
    m = random_mechanism(seed)
    along = tangents(m.moving)
    table = load_table(along, 0.0, m.lam, m.cut_efforts)
    found = {name: np.asarray(x, dtype=float) for name, x in effort_factors(along, table).items()}
    products, entries = (
        efforts_from_factors(m.tree, found),
        inverse_derivatives_of_table(along, table),
    )
    for name in ("tau", "dtau_dq", "dtau_dv", "M"):
        assert_close(getattr(products, name), getattr(entries, name), 1e-13)


@pytest.mark.parametrize("seed", range(0, FAST, 4))
def test_accelerations_of_trees(seed: int) -> None:
    m = random_mechanism(seed, loops=False)
    expected = forward_derivatives(m.moving.velocities, m.vdot)
    along = tangents(accelerations(m.moving.velocities, expected.vdot))
    found = effort_factors(along, load_table(along, 0.0))
    products = forward_from_factors(m.tree, expected.vdot, found)
    condition = np.linalg.cond(efforts_from_factors(m.tree, found).M) if m.nv else 1.0
    for name in ("dvdot_dq", "dvdot_dv", "dvdot_dtau"):
        assert_close(getattr(products, name), getattr(expected, name), 1e-14 * condition + 1e-12)


@pytest.mark.parametrize("seed", range(FAST))
def test_native_products_are_those_of_matrices(seed: int) -> None:
    """On trees of all joint types and force elements, whose coordinates have any order."""
    m = random_mechanism(seed)
    along = tangents(m.moving)
    table = load_table(along, 0.0, m.lam, m.cut_efforts)
    one = {name: np.asarray(x, dtype=float) for name, x in effort_factors(along, table).items()}
    two = {name: np.stack([x, x]) for name, x in one.items()}  # places of rows are those of numbers
    for name in ("twice", "second", "h", "dq_wrench", "drift"):
        two[name][1] *= 1.25
    products = FactorProducts(m.tree)
    for found in (one, two):
        expected, quick = efforts_from_factors(m.tree, found), products.efforts(found)
        for name in ("tau", "dtau_dq", "dtau_dv", "M"):
            assert_close(getattr(quick, name), getattr(expected, name), 1e-13)
        moved = forward_from_factors(m.tree, found["tau"], found)
        quickly = products.accelerations(found["tau"], found)
        bound = 1e-14 * float(np.max(np.linalg.cond(expected.M))) + 1e-12 if m.nv else 1.0
        for name in ("dvdot_dq", "dvdot_dv", "dvdot_dtau"):
            assert_close(getattr(quickly, name), getattr(moved, name), bound)


@pytest.mark.parametrize("shape", ["chain", "tree", "reversed tree"])
def test_native_products_of_large_trees(shape: str) -> None:
    """M^-1 M = 1 and M dvdot/dx = -dtau/dx; with links in an order that is not from ground out."""
    model = random_tree(2, 60, ["revolute", "spherical"], chain=shape == "chain", reversals=False)
    if shape == "reversed tree":
        model = replace(model, joints=tuple(reversed(model.joints)))
    system = System(model)
    state = state_of(system)
    products, tree = system.compiled.factor_products, system.compiled.compiler.tree
    along = system_factors(system, "forward", state.q, state.v, 0.1 * state.v, ())
    inverse = products.efforts(along)
    forward = products.accelerations(along["vdot"], along)
    for name in ("dtau_dq", "dtau_dv", "M"):
        expected = getattr(efforts_from_factors(tree, along), name)
        assert_close(getattr(inverse, name), expected, 1e-14)
    bound = 1e-15 * float(np.linalg.cond(inverse.M)) + 1e-12
    assert_close(inverse.M @ forward.dvdot_dtau, np.eye(tree.nv), bound)
    for x in "qv":
        right = -getattr(inverse, f"dtau_d{x}")
        assert_close(inverse.M @ getattr(forward, f"dvdot_d{x}"), right, bound)


def test_a_coordinate_without_mass_has_no_accelerations() -> None:
    system = System(random_tree(1, 20, ["revolute"], chain=True, reversals=False))
    state = state_of(system)
    found = system_factors(system, "forward", state.q, state.v, state.v, ())
    found["h"] = np.zeros_like(found["h"])
    moved = system.compiled.factor_products.accelerations(found["vdot"], found)
    assert np.all(np.isnan(moved.dvdot_dq)) and np.all(np.isnan(moved.dvdot_dtau))


def chain(n: int, joints: tuple[str, ...] = ("revolute",)) -> Model:
    """A chain of n bodies, its tip tied to ground, one joint damped."""
    model = random_tree(3, n, list(joints), chain=True, reversals=False)
    tip, first = model.bodies[-1].name, model.joints[0].name
    spring = SpringDamper("tie", "ground", tip, (0.1, 0.2, 0.3), (0.3, 0.1, 0.2), 40.0, 2.0, 0.3)
    return replace(model, forces=(spring, JointDamper("damper", first, 0.4)))


def state_of(system: System) -> State:
    rng = np.random.default_rng(5)
    q = system.add(system.neutral(), rng.normal(size=system.nv))
    return system.state(q, rng.normal(size=system.nv))


JOINTS = ("revolute", "spherical", "universal", "prismatic")


def test_linearization_is_the_same_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """With balls, laws of effort and outputs that look at accelerations."""
    model = chain(5, JOINTS)
    rate, tip = model.compile(kernels=()).velocities[-1], model.bodies[-1].name
    efforts = {rate: lambda t, state: -0.3 * state[rate] + t}
    outputs = [f"{tip}.acceleration", f"{tip}.position"]

    def found() -> Linearization:
        system = model.compile(kernels=())
        state = state_of(system)
        return system.linearize(state, [rate], outputs, efforts=efforts, t=0.2)

    by_recursions = found()
    monkeypatch.setattr(differential_kernels, "LARGE", 4)
    by_factors = found()
    for name in ("A", "B", "C", "D"):
        assert_close(getattr(by_factors, name), getattr(by_recursions, name), 1e-10)


def test_derivatives_of_dynamics_are_the_same_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one state and of rows of states; and what is no number is refused as before."""
    model = chain(4, JOINTS)
    system = model.compile(kernels=())
    state, other = state_of(system), system.state(system.neutral(), np.ones(system.nv))
    q, v = np.array([state.q, other.q]), np.array([state.v, other.v])
    ways = (analysis.inverse_derivatives, analysis.forward_derivatives)
    expected = [way(system, q, v, 0.3 * v) for way in ways]
    module = import_module("sarrus.system.analysis.system_jacobian")  # a function has its name
    monkeypatch.setattr(module, "LARGE", 4)
    for way, before in zip(ways, expected, strict=True):
        rows, one = way(system, q, v, 0.3 * v), way(system, q[1], v[1], 0.3 * v[1])
        for name in (field.name for field in fields(before)):
            if getattr(before, name) is not None:
                assert_close(getattr(rows, name), getattr(before, name), 1e-10)
                assert_close(getattr(one, name), getattr(before, name)[1], 1e-10)
        with pytest.raises(ModelError, match=way.__name__.replace("_", " ")):
            way(system, q[0], np.full(system.nv, np.nan), v[0])


def operations(n: int) -> int:
    """Return the number of operations of the kernel that `linearize` asks for."""
    system = random_tree(1, n, ["revolute"], chain=True, reversals=False).compile(kernels=())
    system.linearize(system.state(np.zeros(n), np.zeros(n)))
    kernels = system.compiled.simulation_kernels
    return next(k.operations for name, k in kernels.items() if name.startswith("differentials"))


@pytest.mark.slow
def test_operations_grow_as_the_tree_does() -> None:
    """Pair by pair they would be four times as many for twice the bodies."""
    assert operations(2 * LARGE) < 2.2 * operations(LARGE)


def test_products_with_zeros_are_not_made() -> None:
    """The program is that of NumPy's product; it takes fewer steps to be written."""
    B = np.diag([1.0, 2.0, 0.0]).astype(object)

    def program(product: Callable[..., Any]) -> Program:
        def entries(x: Any, y: Any) -> dict[str, Any]:
            C = B.copy()
            C[0, 2] = y[0]
            return {"z": product(x, C)}

        return trace(entries, {"x": (4, 3), "y": (1,)})

    steps: list[int] = []
    whole = Builder.binary

    def counted(self: Builder, op: str, a: int, b: int) -> int:
        steps.append(1)
        return whole(self, op, a, b)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Builder, "binary", counted)
        dense = program(np.matmul)
        of_dense = len(steps)
        sparse = program(sparse_product)
    assert sparse == dense
    assert 2 * (len(steps) - of_dense) < of_dense
    assert_close(sparse_product(np.eye(2), np.ones((2, 2))), np.ones((2, 2)), 0.0)
