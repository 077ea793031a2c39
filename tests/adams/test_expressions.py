"""Function expressions: the grammar, functions against formulas, markers by identities."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy.interpolate import Akima1DInterpolator, CubicSpline

from sarrus import ModelError
from sarrus.formats.adams.deck import deck_of
from sarrus.formats.adams.expressions import parse_expression
from sarrus.formats.adams.function_expressions import KNOWN, Evaluation, Law, Laws
from sarrus.formats.adams.functions import REFUSED
from sarrus.formats.adams.statements import statements_of
from sarrus.formats.source_text import SourceText
from sarrus.formats.xml.reading import Reading
from sarrus.formats.xml.unread import Unread
from sarrus.model.expressions import ExpressionError
from sarrus.spatial.rotation import rotation_about

DECK = """title
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=MILLISECOND
PART/1, GROUND
PART/2, QG=100,-50,30, REULER=0.3,0.4,0.5
PART/3, QG=-20,70,10, REULER=-0.2,1.1,0.7
MARKER/10, PART=1, QP=5,6,7, REULER=20D,30D,40D
MARKER/20, PART=2, QP=1,2,3, REULER=10D,20D,30D
MARKER/30, PART=3, QP=-4,5,6, REULER=70D,-20D,15D
SPLINE/1, X=0,1,2,4,7,8, Y=0,2,1,5,-3,0
VARIABLE/1, FUNCTION=2*TIME+VARVAL(2)
VARIABLE/2, FUNCTION=ARYVAL(1,2)
ARRAY/1, IC, SIZE=3, NUMBERS=10,20.5,-3
SFORCE/1, TRANSLATION, I=20, J=30, FUNCTION={text}
END
"""


class Moving:
    """Two rigid bodies at a time: p(t) = p0 + a t + b t^2, turning at a constant rate; numbers."""

    def __init__(self, laws: Laws, t: float) -> None:
        self.laws, self.time = laws, t

    def pose(self, body: str) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        part = next(p for p in self.laws.deck.parts.values() if p.name == body)
        rng = np.random.default_rng(part.statement.number)
        a, b, w = rng.normal(size=(3, 3))
        t, rate = self.time, float(np.linalg.norm(w))
        R = rotation_about(w / rate, rate * t) @ np.array(part.pose.rotation)
        p = np.array(part.pose.position) + 0.1 * (a * t + b * t * t)
        return p, R, 0.1 * (a + 2.0 * b * t), w

    def _marker(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        marker = next(m for m in self.laws.deck.markers.values() if m.name == name)
        p, R, v, w = self.pose(marker.part.name)
        arm = R @ np.array(marker.pose.position)
        return p + arm, v + np.cross(w, arm)

    def position(self, name: str) -> np.ndarray:
        return self._marker(name)[0]

    def velocity(self, name: str) -> np.ndarray:
        return self._marker(name)[1]

    def axes(self, body: str) -> np.ndarray:
        return self.pose(body)[1]

    def angular_velocity(self, body: str) -> np.ndarray:
        return self.pose(body)[3]


def laws_of(text: str) -> tuple[Laws, Law]:
    reading = Reading("Adams")
    statements = statements_of(SourceText(DECK.format(text=text), "text"), reading)
    deck = deck_of(statements, "title", reading, Unread())
    laws = Laws(deck, lambda i, j: None)
    law = laws.of(deck.tables["SFORCE"][1])
    if law is None:
        raise ModelError(reading.problems)
    return laws, law


def value(text: str, t: float = 0.0) -> float:
    """Return the value of an expression for the moving bodies at a time [s]."""
    laws, law = laws_of(text)
    return float(Evaluation(laws, Moving(laws, t)).value(law.expression))  # type: ignore[arg-type]


def clamp(s: float) -> float:
    return min(max(s, 0.0), 1.0)


def step(x: float, a: float, h: float, b: float, k: float) -> float:
    s = clamp((x - a) / (b - a))
    return h + (k - h) * s**2 * (3 - 2 * s)


def impact(x: float, v: float, a: float, k: float, e: float, c: float, d: float) -> float:
    if x >= a:
        return 0.0
    return max(0.0, k * (a - x) ** e - c * v * step(x, a - d, 1.0, a, 0.0))


ROWS = (0.0, 1.0, 2.0, 4.0, 7.0, 8.0), (0.0, 2.0, 1.0, 5.0, -3.0, 0.0)
CASES: dict[str, Callable[[float], float]] = {
    # the time of the dataset is in milliseconds
    "TIME": lambda t: 1e3 * t,
    "-2**2 + 2**3**2": lambda t: -4.0 + 512.0,
    "1.5E+1 - .5 + 2.d1": lambda t: 34.5,
    "sin(90D) + PI*RTOD*dtor": lambda t: 1.0 + math.pi,
    "2*-3/4": lambda t: -1.5,
    "STEP(time, 0, 1, 2, 5)": lambda t: step(1e3 * t, 0, 1, 2, 5),
    "STEP5(TIME, 0, 0, 2, 1)": lambda t: (
        lambda s: s**3 * (10 - 15 * s + 6 * s * s)
    )(clamp(5e2 * t)),
    "HAVSIN(TIME, 0, 1, 2, 3)": lambda t: 2.0 + math.sin((clamp(5e2 * t) - 0.5) * math.pi),
    "IF(TIME-1: 10, 20, 30)": lambda t: 10.0 if 1e3 * t < 1 else 20.0 if 1e3 * t == 1 else 30.0,
    "IMPACT(1-TIME, -1, 0.5, 100, 1.5, 2, 0.1)": lambda t: (
        impact(1 - 1e3 * t, -1, 0.5, 100, 1.5, 2, 0.1)
    ),
    "BISTOP(TIME-1, 1, -0.5, 0.4, 100, 2.2, 3, 0.1)": lambda t: (
        impact(1e3 * t - 1, 1, -0.5, 100, 2.2, 3, 0.1)
        - impact(1 - 1e3 * t, -1, -0.4, 100, 2.2, 3, 0.1)
    ),
    "POLY(TIME, 1, 2, 3, 4)": lambda t: 2 + 3 * (1e3 * t - 1) + 4 * (1e3 * t - 1) ** 2,
    "SHF(TIME, 0.2, 3, 2, 0.1, 7)": lambda t: 3 * math.sin(2 * (1e3 * t - 0.2) - 0.1) + 7,
    "CHEBY(TIME, 1, 1, 2, 3, 4)": lambda t: float(
        np.polynomial.chebyshev.chebval(1e3 * t - 1, [1, 2, 3, 4])
    ),
    "FORCOS(TIME, 0, 2, 1, 2, 3)": lambda t: (
        1 + 2 * math.cos(2e3 * t) + 3 * math.cos(4e3 * t)
    ),
    "FORSIN(TIME, 0, 2, 1, 2, 3)": lambda t: (
        1 + 2 * math.sin(2e3 * t) + 3 * math.sin(4e3 * t)
    ),
    "MAX(TIME, 1) + MIN(TIME, 1) + DIM(TIME, 1)": lambda t: 1e3 * t + 1 + max(1e3 * t - 1, 0),
    "SIGN(3, TIME-1) + ABS(TIME-1)": lambda t: (
        math.copysign(3, 1e3 * t - 1) if t != 1e-3 else 3.0
    ) + abs(1e3 * t - 1),
    "SINH(TIME)+COSH(TIME)+TANH(TIME)": lambda t: (
        math.sinh(1e3 * t) + math.cosh(1e3 * t) + math.tanh(1e3 * t)
    ),
    "LOG10(10+TIME)+LOG(2)+EXP(TIME)+SQRT(2)": lambda t: (
        math.log10(10 + 1e3 * t) + math.log(2) + math.exp(1e3 * t) + math.sqrt(2)
    ),
    "ATAN2(TIME-1, -1)+ASIN(0.3)+ACOS(0.3)+ATAN(2)": lambda t: (
        math.atan2(1e3 * t - 1, -1) + math.pi / 2 + math.atan(2)
    ),
    "(2+TIME)**TIME": lambda t: (2 + 1e3 * t) ** (1e3 * t),
    "AKISPL(3*TIME, 0, 1)": lambda t: float(Akima1DInterpolator(*ROWS)(3e3 * t)),
    "AKISPL(3*TIME, 0, 1, 1)": lambda t: float(Akima1DInterpolator(*ROWS)(3e3 * t, 1)),
    "CUBSPL(3*TIME, 0, 1)": lambda t: float(CubicSpline(*ROWS)(3e3 * t)),
    "VARVAL(1)": lambda t: 2e3 * t + 20.5,
    "MODE": lambda t: 4.0,
}  # fmt: skip


@pytest.mark.parametrize("text", CASES)
@pytest.mark.parametrize("t", [0.0, 0.4e-3, 1e-3, 1.7e-3, 2.6e-3])
def test_functions_of_time(text: str, t: float) -> None:
    assert value(text, t) == pytest.approx(CASES[text](t), rel=1e-13, abs=1e-13)


# the rate of each, by differences: lengths are in mm, rates per ms
RATES = {
    "DX(20,30)": "VX(20,30)",
    "DY(20,30,10)": "VY(20,30,10)",
    "DZ(20,30,30)": "VZ(20,30,30,30)",
    "DX(20,0,30)": "VX(20,0,30,30)",
    "DM(20,30)": "VR(20,30)",
    "DM(20)": "VR(20)",
    "SQRT(DX(20,30)**2+DY(20,30)**2+DZ(20,30)**2)": "VR(20,30)",
}


@pytest.mark.parametrize("text", RATES)
def test_velocities_are_rates_of_displacements(text: str) -> None:
    t, h = 0.3, 1e-5
    rate = (value(text, t + h) - value(text, t - h)) / (2.0 * h)
    assert value(RATES[text], t) == pytest.approx(rate / 1e3, rel=1e-8, abs=1e-9)


def test_velocity_has_a_length() -> None:
    parts = [value(f"V{axis}(20,30,10)", 0.2) for axis in "XYZ"]
    assert value("VM(20,30)", 0.2) == pytest.approx(float(np.linalg.norm(parts)), rel=1e-14)
    parts = [value(f"W{axis}(20,30,10)", 0.2) for axis in "XYZ"]
    assert value("WM(20,30)", 0.2) == pytest.approx(float(np.linalg.norm(parts)), rel=1e-14)


def turn(axis: int, angle: float) -> np.ndarray:
    return np.asarray(rotation_about(np.eye(3)[axis], angle), dtype=float)


def test_angles_build_the_rotation_again() -> None:
    t = 0.25
    laws, _ = laws_of("0")
    i, j = laws.deck.markers[20], laws.deck.markers[30]
    moving = Moving(laws, t)
    R_i = moving.axes(i.part.name) @ np.array(i.pose.rotation)
    R_j = moving.axes(j.part.name) @ np.array(j.pose.rotation)
    R = R_j.T @ R_i
    psi, theta, phi = (value(f"{name}(20,30)", t) for name in ("PSI", "THETA", "PHI"))
    np.testing.assert_allclose(turn(2, psi) @ turn(0, theta) @ turn(2, phi), R, atol=1e-13)
    yaw, pitch, roll = (value(f"{name}(20,30)", t) for name in ("YAW", "PITCH", "ROLL"))
    # PITCH has the other sign, as cars count it
    np.testing.assert_allclose(turn(2, yaw) @ turn(1, -pitch) @ turn(0, roll), R, atol=1e-13)
    assert value("AZ(20,30)", t) == pytest.approx(math.atan2(R[1, 0], R[0, 0]), rel=1e-13)
    assert value("AX(20,30)", t) == pytest.approx(math.atan2(-R[1, 2], R[2, 2]), rel=1e-13)
    assert value("AY(20,30)", t) == pytest.approx(math.atan2(R[0, 2], R[2, 2]), rel=1e-13)


WRONG = {
    "": "is empty",
    "1+": "ends where a value is expected",
    "(1+2": "has a bracket that is not closed",
    "1 2": "has no operator before '2'",
    "2 $ 3": "has '$', which no expression has",
    "FOO(1)": "has the unknown function 'FOO'",
    "TMIE": "has the unknown name 'TMIE'",
    "SIN(1,2)": "gives 2 operands to SIN, which has 1",
    "SIN": "has the function SIN without its operands",
    "DX(99)": "names MARKER/99, which is not in the dataset",
    "DX(1.5)": "needs the number of a MARKER there",
    "DX(TIME)": "needs the number of a MARKER there",
    "AKISPL(TIME,0,7)": "names SPLINE/7, which is not there",
    "ARYVAL(1,9)": "reads component 9 of ARRAY/1, which has no such number",
    "FX(20)": "has FX: forces and accelerations are results here",
    "USER(1,2)": "has USER: programs of users are not run",
    "MOD(TIME,2)": "has MOD: its value jumps",
    "IF(TIME, 1, 2, 3)": "has ',' where it makes no sense",
    "1E400": "has a number too large for double precision",
    "((" * 60 + "1" + "))" * 60: "is nested deeper than 100 levels",
}


@pytest.mark.parametrize("text", WRONG)
def test_mistakes_are_told_where_they_are(text: str) -> None:
    with pytest.raises(ModelError) as caught:
        value(text)
    problem = caught.value.problems[0]
    assert WRONG[text] in problem.rule
    assert problem.location is not None and problem.location.line == 13
    assert problem.element.startswith("SFORCE/1 / FUNCTION")


def test_variables_in_a_circle_are_refused() -> None:
    deck = DECK.replace("FUNCTION=ARYVAL(1,2)", "FUNCTION=VARVAL(1)").format(text="VARVAL(1)")
    reading = Reading("Adams")
    found = deck_of(statements_of(SourceText(deck, "x"), reading), "x", reading, Unread())
    assert Laws(found, lambda i, j: None).of(found.tables["SFORCE"][1]) is None
    assert "which depends on itself" in reading.problems[-1].rule


def test_no_expression_is_ever_too_deep() -> None:
    for text in ("(" * 5000, "-" * 9000, "2**" * 3000 + "2", "SIN(" * 300, "1+" * 5000 + "1"):
        try:
            parse_expression(text, KNOWN, REFUSED)
        except ExpressionError as error:
            assert error.reason
