"""Curves by themselves: laws, profiles, drawings, Geneva wheel and yoke, bad input."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from curves.followers import ANGLES, KINDS, profile
from sarrus import ModelError, gallery, synthesis
from sarrus.curves import CamCurve, CircleCurve, FormulaCurve, LiftLaw, LineCurve, PointCurve
from sarrus.curves.cam import LAWS
from sarrus.formats.dxf import read_curve, write_curve
from sarrus.model.joints import CurveOnCurve, PointOnCurve, contradictions


@pytest.mark.parametrize("law", [*LAWS, "spline"])
def test_laws_of_lift(law: str) -> None:
    """Rise, dwell and fall begin and end with their lifts; derivatives are those by differences."""
    law_of = LiftLaw(ANGLES, (0.0, 0.01, 0.01, 0.0), law)
    assert law_of.lift(np.array(ANGLES)) == pytest.approx([0.0, 0.01, 0.01, 0.0], abs=1e-16)
    at, h = np.linspace(0.1, 1.9, 53), 1e-4
    for order in range(3):
        v = {k: law_of.lift(at + k * h, order) for k in (-2, -1, 1, 2)}
        slope = (8 * (v[1] - v[-1]) - (v[2] - v[-2])) / (12 * h)
        exact = law_of.lift(at, order + 1)
        assert np.max(np.abs(slope - exact)) < 1e-6 * (1e-3 + np.max(np.abs(exact)))
    if law not in ("harmonic", "spline"):  # these begin without a jump of acceleration
        assert law_of.lift(ANGLES[0] + 1e-9, 2) == pytest.approx(0.0, abs=1e-8)


def test_greatest_accelerations_of_textbooks() -> None:
    """The factors C_a of the laws in closed form, as in tables of handbooks to three digits."""
    known = {"3-4-5": 10 / 3**0.5, "4-5-6-7": 84 * 5**0.5 / 25, "cycloidal": 2 * np.pi,
             "modified sine": 4 * np.pi**2 / (4 + np.pi)}  # fmt: skip
    x = np.linspace(0.0, 1.0, 200_001)
    for name, greatest in known.items():
        assert np.max(np.abs(LAWS[name](x, 2))) == pytest.approx(greatest, rel=1e-8)


@pytest.mark.parametrize("kind", KINDS)
def test_curvature_of_a_profile(kind: str) -> None:
    """That of its splines is that of the law, away from the ends of segments."""
    cam = profile(kind)
    at = np.linspace(0.03, 6.2, 97)
    at = at[np.min(np.abs(at[:, None] - np.array([*ANGLES, 2 * np.pi])), axis=1) > 0.03]
    # the least value of the product is where a curvature is near zero
    assert np.max(np.abs(cam.curvature(at) - 1.0 / cam.profile_radius(at))) < 2e-2
    assert cam.is_closed and cam.area < 0.0  # clockwise, as the cam turns under its follower
    assert np.min(np.linalg.norm(cam.points(at), axis=1)) > 0.03 - 1e-9


@pytest.mark.parametrize(
    "joint",
    [
        PointOnCurve(0.008, profile("roller")),
        PointOnCurve(0.0, LineCurve()),
        CurveOnCurve(profile("flat")),
        CurveOnCurve(profile("flat"), CircleCurve(0.02)),
        PointOnCurve(
            0.0,
            FormulaCurve(lambda u: 0.1 * np.cos(u), lambda u: 0.1 * np.sin(u), lambda u: 0.02 * u),
        ),
    ],
)
def test_rows_follow_from_the_gap(joint: Any) -> None:
    assert contradictions(joint) == ()


def test_a_closed_curve_through_points_is_smooth() -> None:
    u = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    curve = PointCurve(np.column_stack([0.05 * np.cos(u), 0.03 * np.sin(u)]), closed=True)
    seam = curve.start + curve.period
    for order in range(3):
        before, after = (curve.derivative(order, u) for u in (seam - 1e-9, 1e-9))
        assert np.allclose(before, after, atol=1e-4)
    assert curve.length == pytest.approx(0.25526998863, rel=1e-6)  # of the ellipse, by integrals
    again = PointCurve(curve.through, closed=True)
    assert again == curve and hash(again) == hash(curve)


@pytest.mark.parametrize("slots", [4, 6])
def test_a_geneva_wheel(slots: int) -> None:
    """tan b = l sin a/(1 - l cos a) with l = sin(pi/n), over one index."""
    part = np.sin(np.pi / slots)
    half = 0.5 * np.pi - np.pi / slots
    run = (
        gallery.geneva(slots=slots)
        .compile()
        .drive({"A": lambda t: -half + t}, until=2 * half, every=half / 40)
    )
    a = run["A.angle"]
    b = np.arctan2(part * np.sin(a), 1.0 - part * np.cos(a))
    assert np.max(np.abs(run["B.angle"] + b)) < 1e-12
    rate = part * (np.cos(a) - part) / (1.0 - 2.0 * part * np.cos(a) + part**2)
    assert np.max(np.abs(run["B.rate"] + rate)) < 1e-11


def test_a_scotch_yoke() -> None:
    run = (
        gallery.scotch_yoke(damping=0.0)
        .compile()
        .drive({"A": lambda t: 3 * t}, until=2.0, every=0.05)
    )
    assert np.max(np.abs(run["B.displacement"] - 0.1 * (np.cos(3 * run.t) - 1))) < 1e-14
    push = run["pin.reaction.force@world"][:, 0]
    assert np.max(np.abs(np.abs(push) - np.abs(2.0 * 0.9 * np.cos(3 * run.t)))) < 1e-11


def a_cam() -> synthesis.Cam:
    lifts = (0, 0.01, 0.01, 0)
    return synthesis.cam("roller", ANGLES, lifts, base_radius=0.03, roller_radius=0.008)


def test_cams_are_written(tmp_path: Path) -> None:
    found = a_cam()
    for ending in ("dxf", "csv", "png"):
        found.save(tmp_path / f"cam.{ending}")
    drawn = read_curve(tmp_path / "cam.dxf")
    assert drawn.is_closed and drawn.length == pytest.approx(found.curve.length, rel=1e-6)
    table = np.loadtxt(tmp_path / "cam.csv", delimiter=",", skiprows=1)
    assert np.allclose(table[:, 4:6], found.points, atol=1e-12)
    assert found.largest_pressure_angle == pytest.approx(np.radians(11.8278), abs=1e-4)
    with pytest.raises(ModelError, match="F20"):
        found.save(tmp_path / "cam.step")


ROUNDED = """0
SECTION
2
ENTITIES
0
LINE
10
0
20
10
11
40
21
10
0
ARC
10
40
20
0
40
10
50
-90
51
90
0
LINE
10
40
20
-10
11
0
21
-10
0
ARC
10
0
20
0
40
10
50
90
51
270
0
ENDSEC
0
EOF
"""


def test_a_drawing_of_lines_and_arcs(tmp_path: Path) -> None:
    file = tmp_path / "slot.dxf"
    file.write_text(ROUNDED)
    curve = read_curve(file)
    assert curve.is_closed
    assert curve.length == pytest.approx(0.08 + 2 * np.pi * 0.01, rel=1e-4)
    bulged = tmp_path / "bulged.dxf"
    rows = ["0", "SECTION", "2", "ENTITIES", "0", "LWPOLYLINE", "90", "2", "70", "1"]
    rows += ["10", "-10", "20", "0", "42", "1", "10", "10", "20", "0", "42", "1", "0", "ENDSEC"]
    bulged.write_text("\n".join([*rows, "0", "EOF", ""]))
    assert read_curve(bulged).length == pytest.approx(2 * np.pi * 0.01, rel=1e-5)
    u = np.linspace(0, 3, 40)
    write_curve(np.column_stack([u, u**2, 0 * u]), tmp_path / "open.dxf")
    assert not read_curve(tmp_path / "open.dxf").is_closed


SPLINE = ["0", "SECTION", "2", "ENTITIES", "0", "SPLINE", "71", "2"]
SPLINE += [x for knot in (0, 0, 0, 1, 1, 1) for x in ("40", str(knot))]
SPLINE += [x for w in (1.0, 2**-0.5, 1.0) for x in ("41", str(w))]
SPLINE += [x for a, b in ((10, 0), (10, 10), (0, 10)) for x in ("10", str(a), "20", str(b))]


def test_a_drawing_of_a_rational_spline(tmp_path: Path) -> None:
    """A quarter of a circle, exactly."""
    file = tmp_path / "quarter.dxf"
    file.write_text("\n".join([*SPLINE, "0", "ENDSEC", "0", "EOF", ""]))
    assert read_curve(file).length == pytest.approx(0.5 * np.pi * 0.01, rel=1e-6)


BAD: dict[str, Any] = {
    "undercut.*radius of .* mm, and the roller has 8": lambda: CamCurve(
        "roller", (0, 0.5), (0, 0.02), 0.01, roller_radius=0.008
    ),
    "undercut.*flat face": lambda: CamCurve("flat", (0, 0.5), (0, 0.02), 0.01),
    "has a cusp at u": lambda: FormulaCurve(lambda u: u**3, lambda u: u**2, start_at=-1, end=1),
    "does not close: its ends are": lambda: FormulaCurve(lambda u: u, lambda u: u * u, closed=True),
    "are the same point": lambda: PointCurve([[0, 0], [1, 0], [1, 0], [2, 0]]),
    "is not a law of lift": lambda: LiftLaw((0, 1), (0, 1), "sinus"),
    "does not reach": lambda: CamCurve(
        "swinging roller", (0, 1), (0, 0.1), 0.03, roller_radius=0.01, pivot_x=0.2, arm=0.05
    ),
}


@pytest.mark.parametrize("rule", BAD)
def test_bad_curves_are_named(rule: str) -> None:
    with pytest.raises(ModelError, match=rule):
        BAD[rule]()


@pytest.mark.parametrize(
    ("rule", "change"),
    [
        ("has a corner of 90 degrees", ("90\n0\nENDSEC", "90\n0\nENDSEC")),
        ("do not meet", ("40\n20\n0\n40\n10", "60\n20\n0\n40\n10")),
    ],
)
def test_bad_drawings_are_named(rule: str, change: tuple[str, str], tmp_path: Path) -> None:
    text = ROUNDED.replace(*change)
    if "corner" in rule:
        text = "\n".join(["0", "SECTION", "2", "ENTITIES", "0", "LINE", "10", "0", "20", "0", "11",
                          "1", "21", "0", "0", "LINE", "10", "1", "20", "0", "11", "1", "21", "1",
                          "0", "ENDSEC", "0", "EOF", ""])  # fmt: skip
    file = tmp_path / "bad.dxf"
    file.write_text(text)
    with pytest.raises(ModelError, match=f"N16.*{rule}"):
        read_curve(file)


def test_a_model_file_with_a_drawing_and_formulas(tmp_path: Path) -> None:
    found = a_cam()
    found.save(tmp_path / "cam.dxf")
    text = """
sarrus: 1
name: file
bodies:
  cam: {mass: 1 kg, inertia: [1, 1, 1]}
  follower: {mass: 1 kg, inertia: [1, 1, 1], at: [0, 38 mm, 0]}
joints:
  A: {type: revolute, parent: ground, child: cam, at: [0, 0, 0], axis: z}
  B: {type: prismatic, parent: ground, child: follower, at: [0, 38 mm, 0], axis: y}
  touch: {type: point_on_curve, parent: cam, child: follower, curve: CURVE, radius: 8 mm,
          point: [0, 38 mm, 0]}
"""
    (tmp_path / "a.yaml").write_text(text.replace("CURVE", "cam.dxf"))
    state = sarrus.load(tmp_path / "a.yaml").compile().assemble({"A": 2.5})
    assert state["B.displacement"] == pytest.approx(0.01, abs=1e-8)
    oval = "{type: FormulaCurve, x: 0.03*cos(u), y: 0.02*sin(u), end: 2*pi, closed: true}"
    (tmp_path / "b.yaml").write_text(text.replace("CURVE", oval))
    model = sarrus.load(tmp_path / "b.yaml")
    sarrus.save(model, tmp_path / "c.yaml")
    assert sarrus.load(tmp_path / "c.yaml") == model
