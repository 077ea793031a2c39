"""CHK-R06: what the wrench of one joint costs, without recursion and with it (paper 0).

The check is about CPU time; that is `benchmarks/selected_joints.py`, 1000 evaluations and more of
each joint. Here are the operations of one evaluation, which do not depend on the machine.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from closeness import assert_above, assert_close
from random_trees import random_tree
from sarrus import System
from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.papers.state_vector import (
    newton_euler_wrenches,
    recursive_wrench,
    selected_wrench,
    state_vectors,
)

N = 7


def selected(K: Any, L: Any, acceleration: Any, KB: Any, vdot: Any) -> dict[str, Any]:
    outboard = [(KB[k].reshape(6, 1), vdot[k : k + 1]) for k in range(len(vdot))]
    return {"wrench": selected_wrench(K, L, acceleration, outboard)}


def recursive(M_hat: Any, Q_hat: Any, accelerations: Any) -> dict[str, Any]:
    carried: list[Any] = []
    for k in range(len(Q_hat) - 1, -1, -1):
        carried = [recursive_wrench(M_hat[k], Q_hat[k], accelerations[k], carried)]
    return {"wrench": carried[0]}


def kernels(i: int) -> tuple[Kernel, Kernel]:
    m = N - i
    factory = KernelFactory(Cache(None))
    one = {"K": (6, 6), "L": (6,), "acceleration": (6,), "KB": (m, 6), "vdot": (m,)}
    all_ = {"M_hat": (m + 1, 6, 6), "Q_hat": (m + 1, 6), "accelerations": (m + 1, 6)}
    return factory.make(f"one {m}", selected, one), factory.make(f"all {m}", recursive, all_)


def test_CHK_R06_ratio_falls_from_the_first_joint_to_the_last() -> None:
    system = System(random_tree(1, N, ["revolute"], chain=True, reversals=False), kernels=())
    q, v, vdot = np.random.default_rng(0).normal(size=(3, N))
    inputs = system.compiled.compiler.inputs({"q": q, "v": v, "vdot": vdot}, 0.0)
    state = state_vectors(inputs.velocities, inputs.loads)
    felt = state.accelerations(vdot)
    ratios = []
    for i, expected in enumerate(newton_euler_wrenches(state, felt), start=1):
        short, long = kernels(i)
        KB = np.array([state.KB[k][:, 0] for k in range(i, N)]).reshape(N - i, 6)
        found = short(state.K[i - 1], state.L[i - 1], felt[i - 1], KB, vdot[i:])
        again = long(*[np.array(part[i - 1 :]) for part in (state.M_hat, state.Q_hat, felt)])
        assert_close(found, expected, 1e-12)
        assert_close(again, expected, 1e-12)
        m = N - i
        assert short.operations == 2 * (6 * m + 36)  # Table 1
        assert long.operations == (36 * m + 36) + (42 * m + 36)
        ratios.append(long.operations / short.operations)
    assert all(a > b for a, b in pairwise(ratios))
    assert_above(ratios[0], 3.0, "the ratio of joint 1")
    assert ratios[-1] == 1.0
