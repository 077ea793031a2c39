"""A stiff spring in place of a joint: the motion tends to that of the loop, as 1/k (CHK-D12)."""

from __future__ import annotations

import numpy as np

import sarrus
from sarrus.system import System

TIP, ANCHOR = (1.4, 0.0, -0.3), (1.9, 0.0, 0.5)


def arm(k: float | None) -> System:
    """Two rods from rest, the tip held by a spring of stiffness k, or by a rigid distance."""
    m = sarrus.Mechanism("tied arm")
    upper = m.body("upper", 2.0, com=(0.4, 0, 0), inertia=(0.01, 0.12, 0.12))
    lower = m.body("lower", 1.0, com=(1.1, 0, -0.15), inertia=(0.01, 0.05, 0.05))
    m.revolute("shoulder", m.ground, upper, at=(0, 0, 0), axis="y")
    m.revolute("elbow", upper, lower, at=(0.8, 0, 0), axis="y")
    if k is None:
        m.distance("rod", m.ground, lower, at_a=ANCHOR, at_b=TIP)
    else:
        m.spring_damper("rod", m.ground, lower, at_a=ANCHOR, at_b=TIP, k=k)
    return m.build().compile(kernels=())


def test_CHK_D12_stiff_springs_tend_to_the_loop() -> None:
    rigid = arm(None)
    exact = rigid.simulate(rigid.assemble(), until=0.5, every=0.05, rtol=1e-10, atol=1e-12)
    errors = []
    for k in (1e5, 1e6, 1e7):
        system = arm(k)
        run = system.simulate(system.assemble(), until=0.5, every=0.05, rtol=1e-10, atol=1e-12)
        off = [np.max(np.abs(run[name] - exact[name])) for name in ("shoulder", "elbow")]
        errors.append(max(off))
    orders = np.diff(np.log10(errors))
    assert errors[0] > 1e-5, "the spring is too stiff to tell"
    assert np.all(np.abs(orders + 1.0) < 0.05), errors
