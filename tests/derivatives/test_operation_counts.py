"""What the derivatives cost: chains of revolute joints with full inertias, as in the design."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from random_trees import random_tree, topology_of
from sarrus.dynamics import Tree
from sarrus.dynamics.derivatives import forward_derivatives, inverse_derivatives
from sarrus.dynamics.kinematics import accelerations, positions, velocities
from sarrus.kernels.trace import trace
from sarrus.model.forces import ForceElement, JointDamper, SpringDamper

PLAIN = 158_154
"""Operations of plain automatic differentiation for 30 bodies."""


@cache
def operations(what: str, n: int, forces: Sequence[ForceElement] = ()) -> int:
    model = random_tree(1, n, ["revolute"], chain=True, reversals=False)
    tree = Tree.of(*topology_of(replace(model, forces=tuple(forces))))

    def inverse(q: Any, v: Any, x: Any) -> dict[str, Any]:
        d = inverse_derivatives(accelerations(velocities(positions(tree, q), v), x))
        return {"by_q": d.dtau_dq, "by_v": d.dtau_dv, "M": d.M}

    def forward(q: Any, v: Any, x: Any) -> dict[str, Any]:
        d = forward_derivatives(velocities(positions(tree, q), v), x)
        return {"by_q": d.dvdot_dq, "by_v": d.dvdot_dv, "by_tau": d.dvdot_dtau, "vdot": d.vdot}

    function = {"inverse": inverse, "forward": forward}[what]
    return trace(function, {name: (n,) for name in "qvx"}).operations


@pytest.mark.parametrize(
    ("what", "n", "most"),
    [
        ("inverse", 7, 4_800),
        ("inverse", 30, 47_500),
        pytest.param("inverse", 60, 156_500, marks=pytest.mark.slow),
        ("forward", 7, 7_100),
        ("forward", 30, 86_000),
        pytest.param("forward", 60, 275_000, marks=pytest.mark.slow),
    ],
)
def test_operations(what: str, n: int, most: int) -> None:
    assert 0.95 * most <= operations(what, n) <= most


def test_a_third_of_plain_differentiation() -> None:
    assert operations("inverse", 30) < PLAIN / 3


@pytest.mark.slow
@pytest.mark.parametrize("what", ["inverse", "forward"])
def test_cost_grows_as_the_result_does(what: str) -> None:
    """Twice the bodies, four times the entries: less than four times the operations."""
    assert operations(what, 40) < 4 * operations(what, 20)
    first = [operations(what, n + 8) - operations(what, n) for n in (16, 24, 32)]
    # the same second difference everywhere: no cubic part
    assert first[2] - first[1] == pytest.approx(first[1] - first[0], rel=0.1)


def test_a_damper_costs_next_to_nothing() -> None:
    damped = operations("inverse", 30, (JointDamper("d", "j3", 1.0),))
    assert damped <= operations("inverse", 30) + 2


def test_a_spring_does_not_cost_another_evaluation_for_every_coordinate() -> None:
    """It adds to all 30 x 30 entries of both matrices: about ten operations each."""
    spring = SpringDamper("s", "ground", "b29", (0.1, 0.2, 0.3), (0.2, 0.3, 0.4), 30.0, 3.0, 0.2)
    more = operations("inverse", 30, (spring,)) - operations("inverse", 30)
    assert more <= 12 * 2 * 30 * 30
