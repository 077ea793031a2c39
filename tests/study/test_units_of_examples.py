"""CHK-O05: the same model in pounds, inches and seconds, and in SI, moves the same."""

from __future__ import annotations

import numpy as np
import pytest

from study.models import example


def test_CHK_O05_the_spring_of_paper_0() -> None:
    """1e5 lbf/in, which the paper prints as 1.7513e7, is 1.75127e7 N/m."""
    for name in ("rrc_spring", "rrc_spring_si"):
        (spring,) = example(name).model.forces
        assert spring.k == pytest.approx(1.75127e7, rel=1e-6)
    assert example("rrc_spring").model.gravity[1] == pytest.approx(-9.80665044, rel=1e-14)


@pytest.mark.parametrize(
    ("name", "joints"),
    [
        ("rrc_swing", ["joint2.angle", "joint4.angle", "joint6.angle"]),
        ("rrc_spring", ["joint4.angle", "joint6.angle"]),
        ("vehicle_5dof", ["bounce", "pitch", "seat", "front", "rear"]),
    ],
)
def test_CHK_O05_pounds_and_inches_move_like_si(name: str, joints: list[str]) -> None:
    us, si = example(name), example(f"{name}_si")
    for a, b in zip(us.model.bodies, si.model.bodies, strict=True):
        assert a.mass == pytest.approx(b.mass, rel=1e-14)
        np.testing.assert_allclose(a.inertia, b.inertia, rtol=1e-13, atol=1e-16)
    ours, theirs = us.run(), si.run()
    moved = 0.0
    for joint in joints:
        q = np.asarray(ours[f"joint:{joint}"])
        np.testing.assert_allclose(q, theirs[f"joint:{joint}"], rtol=0, atol=1e-10, err_msg=joint)
        moved = max(moved, float(np.ptp(q)))
    assert moved > 0.1
