"""Drives of mechanisms whose forces depend on time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sarrus


def four_bar(moment: Any) -> sarrus.System:
    m = sarrus.Mechanism("held", gravity=(0, 0, 0))
    crank = m.body("crank", 1.0, (0.5, 0, 0), (0.1, 0.1, 0.1))
    coupler = m.body("coupler", 1.0, (1.0, 0, 0.5), (0.1, 0.1, 0.1))
    rocker = m.body("rocker", 1.0, (0.5, 0, 1.0), (0.1, 0.1, 0.1))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=(1, 0, 0), axis="y")
    m.revolute("C", coupler, rocker, at=(1.0, 0, 1), axis="y")
    m.revolute("D", m.ground, rocker, at=(0, 0, 1.1), axis="y")
    m.moment("M", rocker, moment, along=(0, 1, 0))
    return m.build().compile()


def test_forces_have_the_time_of_the_instant() -> None:
    """A moment 3 t on the rocker, held at the crank: as many constant ones, one after the other."""
    held = four_bar(lambda t: 3.0 * t).drive({"A": 0.2}, until=1.0, every=0.25)
    efforts = np.asarray(held["A.effort"])
    forces = np.asarray(held["D.reaction.force"])
    assert efforts[0] == pytest.approx(0.0, abs=1e-12) and abs(efforts[-1]) > 0.5
    for k, t in enumerate(held.t):
        still = four_bar(3.0 * float(t)).drive({"A": 0.2}, until=0.1, every=0.1)
        assert efforts[k] == pytest.approx(float(still["A.effort"][0]), abs=1e-10)
        np.testing.assert_allclose(forces[k], still["D.reaction.force"][0], atol=1e-10)
        np.testing.assert_allclose(held.reactions("D")[k].force, forces[k], atol=1e-10)
