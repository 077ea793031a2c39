"""Units of numbers and laws: each is checked against what it drives.

Sixty spellings that are wrong are refused with their place and what to do, sixty that are right
have the value beside them; from files, from values set from outside, and from the builder.
"""

from __future__ import annotations

from math import cos, exp, pi, sin
from pathlib import Path
from typing import Any

import pytest

from sarrus import Mechanism, ModelError
from sarrus.study import Study
from sarrus.system.flow.prescribed import prescribed_motion
from study.models import study

MODEL = """\
sarrus: 1
gravity: [0, 0, -9.81]
constants: {speed: 3 rad/s, f: 10 Hz, T: 2 s, v: 3 m/s, a: 30 deg}
bodies:
  rod: {mass: 2 kg, com: [0.5, 0, 0], inertia: [1e-3, 0.2, 0.2]}
  ball: {mass: 1 kg, com: [0, 0, 0], inertia: [1, 1, 1]}
frames:
  tip: {body: rod, at: [1, 0, 0]}
joints:
  A: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}
  H: {type: prismatic, parent: ground, child: ball, at: [0, 1, 0], axis: z}
"""
TIME = 0.5
RPM = 2.0 * pi / 60.0

PLACES = {
    "drive A": 'drives: {{A: "{0}"}}\n',
    "drive H": 'drives: {{H: "{0}"}}\n',
    "table A": 'drives: {{A: {{times: [0, 1, 2, 3], values: [0, 0, "{0}", 1]}}}}\n',
    "input A": 'inputs: {{A: "{0}"}}\n',
    "input H": 'inputs: {{H: "{0}"}}\n',
    "rate A": 'assembly: {{rates: {{A: "{0}"}}}}\n',
    "rate H": 'assembly: {{rates: {{H: "{0}"}}}}\n',
    "wanted A": 'assembly: {{wanted: {{A: "{0}"}}}}\n',
    "event rate": 'events: [{{when: A.rate, at: "{0}", do: stop}}]\n',
    "event law": 'events: [{{when: A, do: stop}}, {{when: t, at: "{0}", do: stop}}]\n',
    "event tip": 'events: [{{when: "position(tip, z)", at: "{0}", do: stop}}]\n',
    "when": 'events: [{{when: "{0}", do: stop}}]\n',
    "until": 'run: {{until: "{0}"}}\n',
    "torque": 'forces:\n  M: {{type: torque, a: ground, b: rod, axis: y, torque: "{0}"}}\n',
    "spring": 'forces:\n  S: {{type: joint_spring, joint: A, k: "{0}"}}\n',
    "row": 'forces:\n  S: {{type: joint_spring, joint: A, k: [[0, 0], [1, "{0}"]]}}\n',
    "load": "forces:\n  F: {{type: user_force, points: {{p: {{body: rod, on: [1, 0, 0]}}}}, "
    'loads: {{force: p, value: [0, 0, "{0}"]}}}}\n',
}

WRONG: list[tuple[str, str]] = [
    ("drive A", "60 m/s"),
    ("drive A", "60 [m/s]*t"),
    ("drive A", "60 rpm * t"),
    ("drive A", "60 [rpm]"),
    ("drive A", "10 [Hz]*t"),
    ("drive A", "f*t"),
    ("drive A", "2*f*t"),
    ("drive A", "sin(f*t)"),
    ("drive A", "0.3*sin(10 [Hz]*t)"),
    ("drive A", "0.3*cos(1500 [1/min]*t)"),
    ("drive A", "1500 [min^-1]*t"),
    ("drive A", "0.3 [m]*sin(speed*t)"),
    ("drive A", "0.3*sin(3 [rad]*t)"),
    ("drive A", "0.3*sin(3 [rad/s^2]*t)"),
    ("drive A", "0.3*exp(-t/3 [m])"),
    ("drive A", "1 [rad/s]*t^2"),
    ("drive A", "v*t"),
    ("drive A", "a*t"),
    ("drive A", "speed*t + 2 [mm]"),
    ("drive A", "if(t < 5 [mm], 0, 1)"),
    ("drive A", "if(t < 1, 0, 5 [N])"),
    ("drive A", "min(t, 2 [m])"),
    ("drive A", "5 [m] + t"),
    ("drive H", "60 rpm"),
    ("drive H", "speed*t"),
    ("drive H", "30 deg"),
    ("drive H", "3 [mm/s]*t^2"),
    ("drive H", "9 m*t/s^2"),
    ("table A", "5 mm"),
    ("table A", "5 [rad/s]"),
    ("input A", "5 N"),
    ("input A", "5 [N]*sin(speed*t)"),
    ("input A", "-3 [N/m]*A.angle"),
    ("input A", "-3 [N*m]*A.rate"),
    ("input A", "-3 [N*m/rad]*A.rate"),
    ("input A", "2 [N*m]*t"),
    ("input A", "2 [N*m] + A.angle*4 [N]"),
    ("input A", "2 [N*m]*sin(A.angle*1 [m])"),
    ("input H", "5 N*m"),
    ("input H", "-100 [N*m/rad]*coordinate(H)"),
    ("input H", "-10 [N/m]*rate(H)"),
    ("rate A", "60 m/s"),
    ("rate A", "10 Hz"),
    ("rate A", "2 kHz"),
    ("rate A", "f"),
    ("rate A", "2*f"),
    ("rate A", "10 [Hz]"),
    ("rate A", "60 rev"),
    ("rate A", "60 min"),
    ("rate A", "60 rev/min^2"),
    ("rate H", "60 rpm"),
    ("rate H", "10 Hz"),
    ("wanted A", "30 mm"),
    ("wanted A", "30 deg/s"),
    ("event rate", "10 Hz"),
    ("event rate", "60 m/s"),
    ("event law", "5 mm"),
    ("event tip", "30 deg"),
    ("when", "t - 5 [mm]"),
    ("when", "position(tip, z) - 30 [deg]"),
    ("until", "5 m"),
    ("torque", "5 [N]*sin(speed*t)"),
    ("torque", "5 [N*m]*t"),
    ("spring", "5 N/m"),
    ("row", "5 N"),
    ("load", "5 [N*m]*sin(speed*t)"),
    ("load", "-10 [N]*position(p, z)"),
]

RIGHT: list[tuple[str, str, float]] = [
    ("drive A", "60 [rpm]*t", 60 * RPM * TIME),
    ("drive A", "60 [RPM]*t", 60 * RPM * TIME),
    ("drive A", "60 [rev/min]*t", 60 * RPM * TIME),
    ("drive A", "60 [r/min]*t", 60 * RPM * TIME),
    ("drive A", "60 [U/min]*t", 60 * RPM * TIME),
    ("drive A", "1 [turn/s]*t", 2 * pi * TIME),
    ("drive A", "2*pi*10 [Hz]*t", 20 * pi * TIME),
    ("drive A", "2*pi*f*t", 20 * pi * TIME),
    ("drive A", "f*t*2*pi", 20 * pi * TIME),
    ("drive A", "0.3*sin(2*pi*f*t + 0.1)", 0.3 * sin(20 * pi * TIME + 0.1)),
    ("drive A", "2*pi*t/T", pi / 2),
    ("drive A", "2*pi*(t/T)", pi / 2),
    ("drive A", "3*t", 1.5),
    ("drive A", "t", 0.5),
    ("drive A", "0.3*sin(t)", 0.3 * sin(0.5)),
    ("drive A", "0.3*sin(3*t)", 0.3 * sin(1.5)),
    ("drive A", "2*pi*10*sin(3 [rad/s]*t)", 20 * pi * sin(1.5)),
    ("drive A", "a*sin(speed*t)", pi / 6 * sin(1.5)),
    ("drive A", "30 [deg]*cos(speed*t)", pi / 6 * cos(1.5)),
    ("drive A", "30 [deg/s]*t", pi / 12),
    ("drive A", "0.5*4 [rad/s^2]*t^2", 0.5),
    ("drive A", "v*t/0.5 [m]", 3.0),
    ("drive A", "exp(-t/T)", exp(-0.25)),
    ("drive A", "if(t < 400 [ms], 0, speed*(t - 400 [ms]))", 0.3),
    ("drive A", "min(speed*t, 1 [rad])", 1.0),
    ("drive A", "90 deg", pi / 2),
    ("drive A", "0.25 turn", pi / 2),
    ("drive A", "0.25 rev", pi / 2),
    ("drive A", "speed*t + 2*t^2 - 0.1*t", 1.95),
    ("drive A", "sqrt(t/1 [s])", 0.5**0.5),
    ("drive H", "v*t", 1.5),
    ("drive H", "3*t", 1.5),
    ("drive H", "3 [mm/s]*t", 0.0015),
    ("drive H", "50 [mm]*sin(speed*t)", 0.05 * sin(1.5)),
    ("drive H", "0.5*9.81 [m/s^2]*t^2", 0.5 * 9.81 * 0.25),
    ("drive H", "5 [mm] + 2*t", 1.005),
    ("input A", "5 N*m", 5.0),
    ("input A", "5 lbf*ft", 5 * 0.45359237 * 9.80665 * 0.3048),
    ("input A", "5 [N*m]*sin(speed*t)", 5 * sin(1.5)),
    ("input A", "5*sin(2*pi*f*t + 1)", 5 * sin(20 * pi * TIME + 1)),
    ("input A", "2 [N]*3 [m]*t/T", 1.5),
    ("input A", "2 [W]/(4 [rad/s])", 0.5),
    ("input H", "5 kN", 5000.0),
    ("input H", "5 [N/s]*t", 2.5),
    ("rate A", "60 rpm", 60 * RPM),
    ("rate A", "60 RPM", 60 * RPM),
    ("rate A", "60 rev/min", 60 * RPM),
    ("rate A", "60 r/min", 60 * RPM),
    ("rate A", "60 U/min", 60 * RPM),
    ("rate A", "60 1/min", 60 * RPM),
    ("rate A", "60 min^-1", 60 * RPM),
    ("rate A", "1 turn/s", 2 * pi),
    ("rate A", "10 rad/s", 10.0),
    ("rate A", "10 1/s", 10.0),
    ("rate A", "2*pi*10 [rad/s]", 20 * pi),
    ("rate A", "2*pi*f", 20 * pi),
    ("rate A", "2*pi/T", pi),
    ("rate A", "v/0.5 [m]", 6.0),
    ("rate A", "90 deg/s", pi / 2),
    ("rate A", "10", 10.0),
    ("rate H", "36 km/h", 10.0),
    ("rate H", "v", 3.0),
    ("wanted A", "30 deg", pi / 6),
    ("wanted A", "a/2", pi / 12),
    ("event rate", "60 rpm", 60 * RPM),
    ("event law", "500 ms", 0.5),
    ("event tip", "30 mm", 0.03),
    ("until", "500 ms", 0.5),
    ("torque", "3 N*m", 3.0),
    ("spring", "5 N*m/rad", 5.0),
    ("row", "5 N*m", 5.0),
]
"""Where, what, and its value: of laws that at t = 0.5 s."""


def value(made: Study, place: str) -> float:
    """Return what was read at a place."""
    kind, _, name = place.partition(" ")
    if kind == "drive":
        return float(prescribed_motion(name, made.plan.drives[name])(TIME)[0][0])
    if kind == "input":
        law = made.plan.inputs[name]
        return float(law(TIME)) if callable(law) else float(law)
    if kind in ("rate", "wanted"):
        found: Any = made.plan.assembly.rates if kind == "rate" else made.plan.assembly.wanted
        return float(found[name])
    if kind == "event":
        return float(made.plan.events[-1].at)
    if kind == "until":
        return made.plan.settings.until
    (element,) = made.model.forces
    if kind == "row":
        return float(element.spring.y[-1])
    return float(element.torque if kind == "torque" else element.k)


def test_there_are_sixty_of_each() -> None:
    assert len(set(WRONG)) >= 60 and len({(a, b) for a, b, _ in RIGHT}) >= 60


@pytest.mark.parametrize(("place", "text"), WRONG)
def test_wrong(tmp_path: Path, place: str, text: str) -> None:
    """The message has the rule, file and line, the element, the value and the next action."""
    sections = PLACES[place].format(text)
    with pytest.raises(ModelError) as caught:
        study(tmp_path, MODEL, sections)
    (problem,) = caught.value.problems
    assert problem.code in ("M05", "F22") and problem.rule and problem.element
    assert problem.location is not None and problem.location.file.endswith("model.yaml")
    assert problem.location.line > len(MODEL.splitlines())
    assert text[:6] in str(caught.value) and problem.action


@pytest.mark.parametrize(("place", "text", "expected"), RIGHT)
def test_right(tmp_path: Path, place: str, text: str, expected: float) -> None:
    made = study(tmp_path, MODEL, PLACES[place].format(text))
    assert value(made, place) == pytest.approx(expected, rel=1e-13, abs=1e-15)


SET = {"drive": "drives", "input": "inputs", "rate": "assembly.rates", "wanted": "assembly.wanted"}


@pytest.mark.parametrize(("place", "text"), [w for w in WRONG if w[0].split()[0] in SET])
def test_wrong_from_outside(tmp_path: Path, place: str, text: str) -> None:
    kind, name = place.split()
    with pytest.raises(ModelError) as caught:
        study(tmp_path, MODEL, set={f"{SET[kind]}.{name}": text})
    assert caught.value.problems[0].code in ("M05", "F22")


@pytest.mark.parametrize(
    ("place", "text", "expected"), [r for r in RIGHT if r[0].split()[0] in SET]
)
def test_right_from_outside(tmp_path: Path, place: str, text: str, expected: float) -> None:
    kind, name = place.split()
    made = study(tmp_path, MODEL, set={f"{SET[kind]}.{name}": text})
    assert value(made, place) == pytest.approx(expected, rel=1e-13, abs=1e-15)


def built(**given: Any) -> Any:
    """Return a friction on a hinge, whose smoothing is an angular rate."""
    mechanism = Mechanism()
    body = mechanism.body("rod", mass=1.0, com=(0, 0, 0), inertia=(1, 1, 1))
    mechanism.revolute("A", "ground", body, at=(0, 0, 0), axis="y")
    mechanism.joint_friction("F", "A", sliding=1.0, **given)
    return mechanism.build().forces[0]


RATES_WRONG = [
    t for p, t in WRONG if p == "rate A" and t[:1].isdigit() and "[" not in t and "*" not in t
]
RATES_RIGHT = [(t, x) for p, t, x in RIGHT if p == "rate A" and t[:1].isdigit() and "*" not in t]


@pytest.mark.parametrize("text", RATES_WRONG)
def test_wrong_in_the_builder(text: str) -> None:
    with pytest.raises(ModelError) as caught:
        built(smoothing=text)
    assert caught.value.problems[0].code == "M05"


@pytest.mark.parametrize(("text", "expected"), RATES_RIGHT)
def test_right_in_the_builder(text: str, expected: float) -> None:
    assert built(smoothing=text).smoothing == pytest.approx(expected, rel=1e-15)


def test_a_frequency_is_refused_with_the_two_ways_to_write_it(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as caught:
        study(tmp_path, MODEL, PLACES["rate A"].format("10 Hz"))
    text = str(caught.value)
    for part in ("model.yaml", "10 Hz", "turns", "10 rad/s", "600 rpm", "2*pi*10 [rad/s]"):
        assert part in text
    with pytest.raises(ModelError) as caught:
        built(smoothing="10 Hz")
    assert "600 rpm" in str(caught.value)


def test_a_unit_without_brackets_is_told_with_them(tmp_path: Path) -> None:
    """t is a tonne as a unit: 9 m*t/s^2 would be 9 kN."""
    with pytest.raises(ModelError) as caught:
        study(tmp_path, MODEL, PLACES["drive A"].format("60 rpm * t"))
    assert 'Write "60 [rpm]*t".' in str(caught.value)


TABLE = "drives: {{A: {{times: [0, 1, 2, 3], values: [0, 0, 1, 1]{0}}}}}\n"


@pytest.mark.parametrize("smooth", ["", ", smooth: 0", ", smooth: 1", ", smooth: 2"])
def test_how_the_rows_of_a_table_are_joined(tmp_path: Path, smooth: str) -> None:
    """Without overshoot by default; straight lines and the spline are chosen by name."""
    law = prescribed_motion("A", study(tmp_path, MODEL, TABLE.format(smooth)).plan.drives["A"])
    assert float(law(1.5)[0][0]) == pytest.approx(0.5)
    most = max(float(law(t)[0][0]) for t in (2.2, 2.4, 2.6))
    assert most > 1.01 if "2" in smooth else most == pytest.approx(1.0, abs=1e-15)
    assert (abs(float(law(1.25)[0][0]) - 0.25) < 1e-12) == ("0" in smooth)


def test_a_wrong_choice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="is none of 0, 1, 2, 3, 4"):
        study(tmp_path, MODEL, TABLE.format(", smooth: 5"))
