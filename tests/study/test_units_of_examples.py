"""CHK-O05: the same model in pounds, inches and seconds, and in SI, moves the same.

The files are in pounds and inches and converted by the reader; the functions of the gallery
convert by their own factors.
"""

from __future__ import annotations

import numpy as np
import pytest

from gallery.model_files import like_the_file
from study.models import example


def test_CHK_O05_the_spring_of_paper_0() -> None:
    """1e5 lbf/in, which the paper prints as 1.7513e7, is 1.75127e7 N/m."""
    for study in (example("rrc_spring"), like_the_file("rrc_spring")):
        (spring,) = study.model.forces
        assert spring.k == pytest.approx(1.75127e7, rel=1e-6)
        assert study.model.gravity[1] == pytest.approx(-9.80665044, rel=1e-14)


@pytest.mark.parametrize(
    ("name", "joints", "allowed"),
    [
        ("rrc_swing", ["joint2.angle", "joint4.angle", "joint6.angle"], 1e-11),
        ("rrc_spring", ["joint4.angle", "joint6.angle"], 1e-11),
        ("vehicle_5dof", ["bounce", "pitch", "seat", "front", "rear"], 2e-9),
    ],
)
def test_CHK_O05_pounds_and_inches_move_like_si(
    name: str, joints: list[str], allowed: float
) -> None:
    us, si = example(name), like_the_file(name)
    for a, b in zip(us.model.bodies, si.model.bodies, strict=True):
        assert a.mass == pytest.approx(b.mass, rel=1e-14)
        np.testing.assert_allclose(a.inertia, b.inertia, rtol=1e-13, atol=1e-16)
    ours, theirs = us.run(), si.run()
    moved = 0.0
    for joint in joints:
        q = np.asarray(ours[f"joint:{joint}"])
        np.testing.assert_allclose(q, theirs[f"joint:{joint}"], rtol=0, atol=allowed, err_msg=joint)
        moved = max(moved, float(np.ptp(q)))
    assert moved > 0.1
