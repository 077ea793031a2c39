"""Files of our own in both programs: poses, mass matrix, efforts and limits at random states."""

from __future__ import annotations

import numpy as np
import pytest

from mjcf.generated import generated
from sarrus import load_mjcf

mujoco = pytest.importorskip("mujoco", reason="needs MuJoCo (package mujoco-core)")
peer_model = pytest.importorskip("mjcf.peer_model")

pytestmark = pytest.mark.peer
FEW, MANY = 20, 200
REL = 1e-12


def compare(i: int) -> None:
    """Compare model i at two random states."""
    text = generated(i)
    model = load_mjcf(text)
    pair = peer_model.Pair(text, model)
    for seed in range(2):
        worst = pair.worst(seed)
        assert max(worst.values()) < REL, (i, worst)
    for k, name in enumerate(pair.joints):
        limits = model.joint(name).limits
        assert bool(pair.peer.jnt_limited[k]) == bool(limits)
        if limits:
            np.testing.assert_allclose(limits[0], pair.peer.jnt_range[k], rtol=REL)


@pytest.mark.parametrize("i", range(FEW))
def test_generated(i: int) -> None:
    compare(i)


@pytest.mark.slow
@pytest.mark.parametrize("i", range(FEW, MANY))
def test_many_generated(i: int) -> None:
    compare(i)
