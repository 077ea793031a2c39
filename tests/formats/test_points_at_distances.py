"""Points at two distances from others: as drawn by compasses, in three planes, with mistakes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sarrus import ModelError, analysis
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.model_file import read_document
from sarrus.model import Model

AXES = {"x": (0, 1, 2), "y": (1, 2, 0), "z": (2, 0, 1)}
FILE = """\
sarrus: 1
constants: {{b: 130 mm, c: {c}}}
points:
  B: {B}
  D: {D}
  C: {{distances: {{B: b, D: c}}, side: {side}, normal: {normal}}}
bodies: {{rod: {{density: steel, shapes: [{{type: rod, from: B, to: C, radius: 8 mm}}]}}}}
joints: {{J: {{type: spherical, parent: ground, child: rod, at: C}}}}
"""


def text(normal: str = "z", side: str = "left", c: str = "90 mm") -> str:
    up, i, j = AXES[normal]
    B, D = [0.0] * 3, [0.0] * 3
    B[up] = D[up] = 0.03
    (B[i], B[j]), (D[i], D[j]) = (0.01, 0.02), (0.15, -0.04)
    return FILE.format(B=B, D=D, side=side, normal=normal, c=c)


def model(written: str) -> Model:
    return read_document(*parse(written, "")).model()


@pytest.mark.parametrize("normal", AXES)
@pytest.mark.parametrize(("side", "sign"), [("left", 1.0), ("right", -1.0)])
def test_both_distances_hold_on_the_side_that_is_named(normal: str, side: str, sign: float) -> None:
    C = np.array(model(text(normal, side)).joint("J").on_parent.position)
    up, i, j = AXES[normal]
    B, D = np.zeros(3), np.zeros(3)
    B[[up, i, j]], D[[up, i, j]] = (0.03, 0.01, 0.02), (0.03, 0.15, -0.04)
    assert np.linalg.norm(C - B) == pytest.approx(0.13, rel=1e-14)
    assert np.linalg.norm(C - D) == pytest.approx(0.09, rel=1e-14)
    assert C[up] == 0.03
    assert sign * np.cross(D - B, C - B)[up] > 0.0


def test_the_point_follows_constants(tmp_path: Path) -> None:
    """Lengths that are changed in the map of constants give what the file read anew gives."""
    path = tmp_path / "rod.yaml"
    path.write_text(text(), encoding="utf-8")
    moved = analysis.constants_map(path).model_at({"c": "100 mm"})
    anew = model(text(c="100 mm"))
    for one, other in zip(moved.joints, anew.joints, strict=True):
        np.testing.assert_allclose(one.on_parent.position, other.on_parent.position, rtol=1e-14)
    np.testing.assert_allclose(moved.bodies[0].com, anew.bodies[0].com, rtol=1e-13)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("c: 90 mm", "c: 10 mm", "M04.*do not meet: 0.13 m from B and 0.01 m from D"),
        ("D: c}", "E: c}", "M09.*'E' is not the name of a point before this one"),
        ("side: left", "side: up", "up is none of left, right"),
        ("normal: z", "normal: w", "w is none of x, y, z"),
        ("{B: b, D: c}", "{B: b}", "must be two points with distances"),
        ("side: left", "from: B", "`distances` and another place"),
    ],
)
def test_mistakes(old: str, new: str, told: str) -> None:
    written = text()
    assert old in written
    with pytest.raises(ModelError, match=told):
        model(written.replace(old, new, 1))
