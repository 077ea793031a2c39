"""The three designs of the docs: what their page says of them holds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sarrus import Study

pytestmark = pytest.mark.slow
DESIGNS = Path(__file__).parents[2] / "examples" / "designs"


def test_shaper_halves_its_peak_torque() -> None:
    study = Study.load(DESIGNS / "shaper.yaml")
    best = study.optimize()
    before, after = study.run(), best.study.run()
    peaks = [float(np.max(np.abs(run["crank.effort"]))) for run in (before, after)]
    assert peaks[1] < 0.5 * peaks[0]
    assert np.ptp(np.asarray(after["guide.displacement"])) > 0.399


def test_toe_stays_within_limits_over_travel() -> None:
    study = Study.load(DESIGNS / "suspension.yaml")
    run = study.optimize().study.run()
    toe = np.degrees(np.asarray(run["wheel.rotation.xz"]))
    assert np.ptp(np.degrees(np.asarray(study.run()["wheel.rotation.xz"]))) > 1.5
    assert np.ptp(toe) < 0.05 and np.ptp(np.asarray(run["wheel.position.z"])) > 0.15


def test_motors_of_the_arm_are_lighter() -> None:
    study = Study.load(DESIGNS / "arm.yaml")
    best = study.optimize()
    assert best.value < 0.9 * best.value_before
    # the load goes the same way, whatever the lengths are
    ways = [np.asarray(one.run()["load.position"]) for one in (study, best.study)]
    assert np.allclose(*ways, atol=1e-9)
