"""Machine elements that do not fit, from model files: named with their numbers and lines."""

from __future__ import annotations

from pathlib import Path

import pytest

import sarrus
from sarrus import ModelError

HEAD = """\
sarrus: 1
bodies:
  a: {mass: 1 kg, inertia: [0.1, 0.1, 0.1]}
  b: {mass: 1 kg, inertia: [0.1, 0.1, 0.1], at: [100 mm, 0, 0]}
joints:
  A: {type: revolute, parent: ground, child: a, at: [0, 0, 0], axis: z}
  B: {type: revolute, parent: ground, child: b, at: [100 mm, 0, 0], axis: z}
"""
GEARS = "  C: {type: spur_gears, parent: a, child: b, at: [0, 0, 0], at2: [100 mm, 0, 0], axis: z, "
ON = "  C: {type: point_on_curve, parent: a, child: b, point: [100 mm, 0, 0], curve: "
BELT = "forces:\n  F: {type: belt_drive, stiffness: 10 kN, wheels: [[a, [0, 0, 0], 20 mm], "

BAD: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "teeth of another distance": (
        GEARS + "teeth_1: 20, teeth_2: 40, module: 3 mm}",
        "M45",
        ("mesh at 90 mm", "100 mm"),
    ),
    "a tooth too many": (
        GEARS + "teeth_1: 20.5, teeth_2: 40, module: 3 mm}",
        "M45",
        ("whole number", "20.5"),
    ),
    "an undercut cam": (
        ON + "{type: CamCurve, follower: roller, angles: [0, 0.5], lifts: [0, 0.02], "
        "base_radius: 10 mm, roller_radius: 8 mm}}",
        "N16",
        ("undercut at the angle 25.32 degrees", "radius of 3.935 mm", "8 mm"),
    ),
    "a cusp": (
        ON + "{type: FormulaCurve, x: u*u*u, y: u*u, start_at: -1, end: 1}}",
        "N16",
        ("has a cusp at u = 0",),
    ),
    "a roller in a hollow": (
        ON + "{type: PointCurve, through: [[0, 0], [0.1, 0.05], [0.2, 0], [0.3, 0.05], [0.4, 0]]}, "
        "radius: 0.3}",
        "M44",
        ("does not fit", "0.3 m"),
    ),
    "a belt too short": (
        BELT + "[b, [100 mm, 0, 0], 20 mm]], free_length: 200 mm}",
        "M46",
        ("200 mm is 0.1257 m shorter", "0.325664 m"),
    ),
    "wheels of a belt that overlap": (
        BELT + "[b, [100 mm, 0, 0], -90 mm]], preload: 10 N}",
        "M46",
        ("overlap",),
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_files_that_do_not_fit_are_named(what: str, tmp_path: Path) -> None:
    text, code, words = BAD[what]
    file = tmp_path / "bad.yaml"
    file.write_text(HEAD + text + "\n", encoding="utf-8")
    line = len(HEAD.splitlines()) + len(text.splitlines())
    with pytest.raises(ModelError) as caught:
        sarrus.load(file)
    said = "\n".join(str(p) for p in caught.value.problems if p.code == code)
    assert f"bad.yaml:{line}" in said, said
    for word in words:
        assert word in said, said
