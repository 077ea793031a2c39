"""A serial chain of ten revolute joints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import sarrus
from closeness import assert_close


def test_inverse_and_forward_dynamics(reference: Callable[[str], dict[str, Any]]) -> None:
    case = reference("chain_10")
    tolerance = case["tolerance"]
    system = sarrus.load(case).compile()
    for state in case["expected"]["states"]:
        q, v, vdot = (np.array(state[key]) for key in ("q", "v", "a"))
        tau = system.inverse_dynamics(q, v, vdot)
        assert_close(tau, state["tau"], tolerance["rel_inverse"], "tau")
        free = system.forward_dynamics(q, v, np.zeros(10))
        assert_close(free, state["qdd_zero_torque"], tolerance["rel_forward"], "vdot")
        assert_close(system.forward_dynamics(q, v, tau), vdot, tolerance["rel_forward"], "there")
