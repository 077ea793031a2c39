"""RBDL's small trees: forward dynamics against the literals of its unit tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus

CASES = (
    *("SingleChain", "SpatialInertiaSingleChain", "DoubleChain", "TripleChain"),
    *("DoubleChain3D", "SimpleTree3D", "3DoFModel"),
)


@pytest.mark.parametrize("name", CASES)
def test_forward_dynamics(reference: Callable[[str], dict[str, Any]], name: str) -> None:
    whole = reference("rbdl_literals")
    case, atol = whole["cases"][name], whole["tolerance"]["abs"]
    system = sarrus.load(case["model"]).compile()
    q, v, tau = (np.array(case[key], dtype=float) for key in ("q", "qd", "tau"))
    vdot = system.forward_dynamics(q, v, tau)
    np.testing.assert_allclose(vdot, case["qdd"], rtol=0, atol=atol)
    np.testing.assert_allclose(vdot, case["qdd_published"], rtol=0, atol=atol)


def test_every_case_is_covered(reference: Callable[[str], dict[str, Any]]) -> None:
    assert set(reference("rbdl_literals")["cases"]) == set(CASES)
