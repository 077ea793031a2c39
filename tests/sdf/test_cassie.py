"""Cassie, a robot with closed legs, as its makers' users have it in SDF; skipped without the file.

The file is `cassie_v2.sdf` of Gepetto's example-robot-data (Agility Robotics, 2018).
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from sarrus import load_sdf
from sarrus.dynamics import BaseMotion, Tree
from sarrus.dynamics.kinematics import positions
from sarrus.formats.sdf.saving import sdf_text
from sarrus.topology import analyze, layout


@pytest.fixture(scope="module")
def cassie(shared_models: Path) -> Path:
    path = shared_models / "cassie_v2.sdf"
    if not path.is_file():
        pytest.skip("cassie_v2.sdf is not part of the project")
    return path


def test_cassie_is_assembled_exactly(cassie: Path) -> None:
    model = load_sdf(cassie)
    text = cassie.read_text()
    masses = [float(x) for x in re.findall(r"<mass>\s*([0-9.e-]+)\s*</mass>", text)]
    assert sum(body.mass for body in model.bodies) == pytest.approx(sum(masses), rel=1e-15)
    assert len(model.bodies) == text.count("<link ")
    topology = analyze(model)
    # every link hangs on one joint of the tree; each other joint closes a loop
    assert len(topology.cuts) == len(model.joints) - len(model.bodies) == 4
    system = model.compile()
    order = layout(topology)
    tree = Tree.of(topology, order)
    for angle in (0.0, -0.2, 0.1):
        state = system.assemble({"left-pitch-op": angle, "left-knee-op": angle})
        assert not state.notices
        where = positions(tree, np.asarray(state.q), BaseMotion.at_rest())
        for joint in topology.cuts:
            X_WF = where.body(joint.parent) @ joint.on_parent.transform
            X_WM = where.body(joint.child) @ joint.on_child.transform
            gap = np.asarray(joint.type.residual(X_WF.inverse @ X_WM), dtype=float)
            assert np.max(np.abs(gap)) < 1e-12, joint.name


def test_cassie_is_written_and_read_again(cassie: Path) -> None:
    first = load_sdf(cassie)
    second = load_sdf(sdf_text(first)[0])
    for a, b in zip(first.joints, second.joints, strict=True):
        assert (a.name, a.type) == (b.name, b.type)
        for side in ("on_parent", "on_child"):
            one, two = getattr(a, side), getattr(b, side)
            np.testing.assert_allclose(two.position, one.position, atol=1e-12)
            np.testing.assert_allclose(two.rotation, one.rotation, atol=1e-12)
