"""Tolerances of the gallery's mechanisms: derivatives beside differences, samples beside both."""

from __future__ import annotations

import numpy as np
import pytest

from design.test_balance_of_gallery import MOTIONS, laws_of
from sarrus import design, gallery

TIMES = np.linspace(0.0, 0.6, 3)
OUTPUTS = {
    "four_bar": ("B.point[0]", "D.angle"),
    "slider_crank": ("big_end.point[0]", "guide.displacement"),
    "quick_return": ("pin.point[0]", "slot.displacement"),
    "jansen_leg": ("crank_j.point[0]", "hip.angle"),
    "rssr": ("B.point[0]", "D.angle"),
    "rusr": ("cross.point[0]", "follower_pivot.angle"),
    "spatial_slider_crank": ("ball.point[0]", "guide.displacement"),
    "planar_3rrr": ("E0.point[0]", "C0.angle"),
    "andrews_squeezer": ("F.point[0]", "B.angle"),
    "governor": ("rodAC.point[0]", "shaft.effort"),
    "double_pendulum": ("B.point[0]", "A.effort"),
    "scara": ("q2.point[0]", "q1.effort"),
}
"""A length, and what may change with it: of loops, chains, springs, in the plane and in space."""


@pytest.mark.parametrize("name", OUTPUTS)
def test_linear_stack_up_and_samples(name: str) -> None:
    length, output = OUTPUTS[name]
    model = getattr(gallery, name)()
    system = model.compile(kernels=())
    laws = laws_of(system, name)
    joint = next(iter(MOTIONS[name]))
    body = next(j.child for j in model.joints if j.name == joint)
    width = 1e-4 * system.compiled.loops.length
    varied = {length: width, f"{body}.mass": 1e-4 * model.body(body).mass}
    effort = f"{joint}.effort"
    outputs = [output] if output == effort else [output, effort]
    found = design.tolerances(system, varied, outputs, over=laws, times=TIMES, samples=32)
    wide = system.compiled.variant(parameters=[n.partition("[")[0] for n in varied])
    values = dict(zip((n.partition("[")[0] for n in varied),
                      wide.compiled.compiler.parameters.defaults, strict=False))  # fmt: skip
    for i, (label, half) in enumerate(varied.items()):
        full = label.partition("[")[0]
        ends = []
        for sign in (1.0, -1.0):
            moved = {n: np.array(v, dtype=float) for n, v in values.items()}
            moved[full].reshape(-1)[0] += sign * half
            run = wide.drive(laws, times=TIMES, parameters=moved)
            ends.append(np.stack([np.asarray(run[out]) for out in outputs], axis=1))
        slopes = (ends[0] - ends[1]) / (2.0 * half)
        sizes = np.maximum(np.max(np.abs(slopes), axis=0), 1e-9 / half)
        np.testing.assert_allclose(found.sensitivity[..., i] / sizes, slopes / sizes, atol=1e-5)
    drawn = found.monte_carlo
    assert drawn is not None and not drawn.failed
    largest = np.max(found.deviation, axis=0)
    off = np.max(np.abs(drawn.deviation() - found.deviation), axis=0)
    assert np.all(off <= 0.05 * largest + 1e-12)
