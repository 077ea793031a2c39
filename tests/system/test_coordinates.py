"""Coordinates by name, and increments on them."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus import ModelError
from sarrus.system import System
from system.machines import crane, state


@pytest.fixture(scope="module")
def system() -> System:
    return System(crane(), kernels=())


def test_names_and_sizes(system: System) -> None:
    assert (system.nq, system.nv) == (7, 6)
    assert system.coordinates[:3] == ("waist.angle", "hinge.angle", "hoist.displacement")
    assert system.coordinates[3:] == tuple(f"swivel.quat_{part}" for part in "wxyz")
    assert system.velocities[:3] == ("waist.rate", "hinge.rate", "hoist.speed")
    assert system.velocities[3:] == tuple(f"swivel.omega_{axis}" for axis in "xyz")


def test_neutral_coordinates(system: System) -> None:
    np.testing.assert_array_equal(system.neutral(), [0, 0, 0, 1, 0, 0, 0])


def test_coordinates_of_names(system: System) -> None:
    q = system.coordinates_of({"hinge.angle": 0.3, "hoist": 0.1, "swivel": (0.6, 0, 0.8, 0)})
    np.testing.assert_array_equal(q, [0, 0.3, 0.1, 0.6, 0, 0.8, 0])
    np.testing.assert_array_equal(system.coordinates_of({}), system.neutral())
    np.testing.assert_array_equal(system.coordinates_of({"joint:waist": 1.0})[:2], [1.0, 0.0])


def test_velocities_of_names(system: System) -> None:
    v = system.velocities_of({"waist": 2.0, "hoist.speed": -1.0, "swivel": (1, 2, 3)})
    np.testing.assert_array_equal(v, [2, 0, -1, 1, 2, 3])
    np.testing.assert_array_equal(system.velocities_of({"swivel.omega_y": 5.0})[4], 5.0)


def test_wrong_names_are_answered_with_the_nearest(system: System) -> None:
    with pytest.raises(ModelError, match=r"'wiast' is not the name.*Did you mean 'waist'"):
        system.coordinates_of({"wiast": 1.0})
    with pytest.raises(ModelError, match=r"Did you mean 'hoist\.speed'"):
        system.velocities_of({"hoist.sped": 1.0})


def test_positions_are_not_velocities(system: System) -> None:
    with pytest.raises(ModelError, match=r"not a position coordinate.*'waist\.angle'"):
        system.coordinates_of({"waist.rate": 1.0})
    with pytest.raises(ModelError, match=r"not a velocity coordinate.*'waist\.rate'"):
        system.velocities_of({"waist.angle": 1.0})


def test_wrong_sizes_name_the_joint(system: System) -> None:
    with pytest.raises(ValueError, match="swivel"):
        system.coordinates_of({"swivel": (1.0, 0.0, 0.0)})
    with pytest.raises(ValueError, match="swivel"):
        system.coordinates_of({"swivel": 1.0})
    with pytest.raises(ValueError, match="hinge"):
        system.velocities_of({"hinge.rate": (1.0, 2.0)})


def test_increments(system: System) -> None:
    q, dv, _ = state(system)
    moved = system.add(q, 0.1 * dv)
    np.testing.assert_allclose(system.difference(moved, q), 0.1 * dv, atol=1e-14)
    np.testing.assert_allclose(system.add(q, np.zeros(6)), q, atol=1e-15)
    assert np.linalg.norm(moved[3:7]) == pytest.approx(1.0, abs=1e-15)
