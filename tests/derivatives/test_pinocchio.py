"""Agreement with Pinocchio's analytic derivatives on random trees: 1e-10 relative."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from closeness import assert_close
from dynamics.floats import State, state_of
from random_trees import random_tree
from sarrus.dynamics.derivatives import forward_derivatives, inverse_derivatives

pin_models = pytest.importorskip("peers.pin_models", reason="needs Pinocchio (package pin)")

pytestmark = pytest.mark.peer

# its derivatives are right for joints of a constant S only, and its planar joint has another v
TYPES = ("revolute", "prismatic", "helical", "spherical", "free", "weld")
SIZES = (2, 3, 5, 8, 12, 20, 30)
REL = 1e-10


class Pair:
    """One tree in both programs."""

    def __init__(self, n: int) -> None:
        model = random_tree(500 + n, n, TYPES, reversals=False)
        self.state: State = state_of(model, n)
        self.peer: Any = pin_models.to_pinocchio(model)
        T, _ = self.peer.transformation(self.state.q, self.state.v)
        self.T = T
        self.arrays = self.peer.q(self.state.q), T @ self.state.v, T @ self.state.vdot

    def ours(self, theirs: np.ndarray) -> np.ndarray:
        return self.T.T @ theirs @ self.T


@cache
def pair(n: int) -> Pair:
    return Pair(n)


@pytest.mark.parametrize("n", SIZES)
def test_inverse(n: int) -> None:
    p = pair(n)
    found = inverse_derivatives(p.state.motion)
    data = p.peer.data
    pin_models.pin.computeRNEADerivatives(p.peer.robot, data, *p.arrays)
    assert_close(found.dtau_dq, p.ours(data.dtau_dq), REL)
    assert_close(found.dtau_dv, p.ours(data.dtau_dv), REL)


@pytest.mark.parametrize("n", SIZES)
def test_forward(n: int) -> None:
    p = pair(n)
    tau = p.state.inverse.tau
    found = forward_derivatives(p.state.speed, tau)
    data = p.peer.data
    q, v, _ = p.arrays
    pin_models.pin.computeABADerivatives(p.peer.robot, data, q, v, p.T @ tau)
    upper = np.triu(data.Minv)
    assert_close(found.vdot, p.T.T @ data.ddq, REL)
    assert_close(found.dvdot_dq, p.ours(data.ddq_dq), REL)
    assert_close(found.dvdot_dv, p.ours(data.ddq_dv), REL)
    assert_close(found.dvdot_dtau, p.ours(upper + np.triu(upper, 1).T), REL)
