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


@pytest.mark.parametrize("limit", ["", 'actuatorfrcrange="-0.2 0.2"'])
def test_weight_that_drives_carry(limit: str) -> None:
    """It makes no difference who carries it, but for a limit of drives, which is told."""
    text = f"""<mujoco><worldbody><body gravcomp="0.75"><joint name="j" axis="0 1 0" damping="0.1"
      actuatorgravcomp="true" {limit}/><geom size="0.1" pos="0.3 0 0" mass="2"/></body></worldbody>
      <actuator><motor joint="j"/></actuator></mujoco>"""
    peer = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(peer)
    model = load_mjcf(text)
    told = any("weight counts in their limits" in notice.rule for notice in model.notices)
    assert told == bool(limit)
    if limit:
        return
    system = model.compile()
    for q, v in ((0.0, 0.0), (0.7, -2.0), (-1.2, 3.0)):
        data.qpos[0], data.qvel[0] = q, v
        mujoco.mj_forward(peer, data)
        found = system.forward_dynamics(np.array([q]), np.array([v]), np.zeros(1))
        assert found[0] == pytest.approx(data.qacc[0], rel=1e-12)
        assert data.qfrc_actuator[0] != 0.0 or np.cos(q) == 0.0
