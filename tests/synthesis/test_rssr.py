"""Functions of a spatial four-bar."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from sarrus import synthesis
from synthesis.driven import driven_channels


def test_rssr_of_a_function_obeys_the_driven_mechanism() -> None:
    inputs = np.linspace(0.0, 1.2, 6)
    outputs = 0.5 * inputs**2 + 0.2 * inputs
    found = synthesis.generate_function(
        inputs, outputs, mechanism="rssr", starts=40, tolerance=1e-6, defects=False
    )
    (angle,) = driven_channels(found.best, "D.angle")
    np.testing.assert_allclose(angle - angle[0], outputs - outputs[0], atol=1e-9)


def test_rssr_has_no_planar_path() -> None:
    with pytest.raises(sarrus.ModelError, match="is synthesized for functions"):
        synthesis.generate_path([(0, 0), (1, 0), (1, 1)], mechanism="rssr")
