"""The builder's words for forces in joints: units, coordinates, records, and all mistakes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sarrus import Curve, Mechanism, Model, analysis
from sarrus.errors import ModelError, Problem
from sarrus.formats.model_record import model_from_record, model_record
from sarrus.model import Pose
from sarrus.model.forces import Bushing, EndStop, JointFriction, JointSpring, TorsionBar
from sarrus.storage.record import decode, encode

SIX = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
Add = Callable[[Mechanism], None]


def drafted(add: Add) -> Mechanism:
    m = Mechanism()
    m.body("arm", 1, (1, 0, 0), (1, 1, 1))
    m.body("hand", 1, (1, 0, 0), (1, 1, 1))
    m.body("ball", 1, (1, 0, 0), (1, 1, 1))
    m.cylindrical("A", m.ground, "arm", at=(0, 0, 0), axis="z")
    m.revolute("B", "arm", "hand", at=(1, 0, 0), axis="z", limits=(-1.0, 2.0))
    m.spherical("S", "hand", "ball", at=(2, 0, 0))
    m.prismatic("P", "ball", "slide", at=(2, 0, 0), axis="x")
    m.body("slide", 1, (1, 0, 0), (1, 1, 1))
    m.frame("seat", "hand", (0.1, 0.2, 0.3), rpy=(0.1, 0.2, 0.3))
    add(m)
    return m


def everything(m: Mechanism) -> None:
    m.joint_spring("s1", "B", "2 N*m/deg", "3 N*m*s/rad", free="30 deg", preload="1 N*cm")
    m.joint_spring("s2", "A", [("-1 cm", "-1 kN"), (0, 0), (0.02, 3e3)], 5, coordinate=1)
    m.joint_spring("s3", "P", Curve((-1, 1), (-2, 2), 0), [(-1, -1), (0, 0), ("2 cm/s", 1)])
    m.torsion_bar("t1", "B", length=2, diameter="5 cm", shear_modulus="80 GPa", preset="10 deg")
    m.torsion_bar("t2", "A", "80 kN*m/rad", preload=1e4, coordinate="angle")
    m.joint_friction("f1", "B", "10 N*cm", d=0.2)
    m.joint_friction("f2", "A", 5, "7 N", smoothing="1 mm/s", coordinate="speed", exponent=1)
    m.end_stop("e1", "B", 100)
    m.end_stop("e2", "P", "2 N/mm^2", "0.3 s/m", upper="10 cm", exponent=2)
    m.bushing("b1", "arm", "ball", SIX, at=(1, 0, 0))
    m.bushing("b2", "arm", "hand", (("1 kN/mm", 2, 3), np.eye(3)), SIX, on_a=(0, 0, 1), on_b="seat")


def test_what_is_read() -> None:
    forces = {f.name: f for f in drafted(everything).build().forces}
    s1, s2, s3 = (forces[f"s{i}"] for i in (1, 2, 3))
    assert isinstance(s1, JointSpring)
    assert (s1.k, s1.d, s1.free, s1.preload, s1.index) == pytest.approx(
        (2 * 180 / np.pi, 3.0, np.pi / 6, 0.01, 0)
    )
    assert (s2.k, s2.d, s2.index) == (0.0, 5.0, 1)
    assert s2.spring == Curve((-0.01, 0.0, 0.02), (-1e3, 0.0, 3e3), beyond="line")
    assert s3.spring == Curve((-1, 1), (-2, 2), 0)
    assert s3.damper == Curve((-1.0, 0.0, 0.02), (-1.0, 0.0, 1.0), beyond="line")
    assert isinstance(forces["t1"], TorsionBar) and forces["t1"].diameter == 0.05
    assert forces["t2"] == TorsionBar("t2", "A", 8e4, 0.125)
    assert forces["f1"] == JointFriction("f1", "B", 0.1, 0.1, 0.2, 1e-3, 1e-2)
    assert forces["f2"] == JointFriction("f2", "A", 5.0, 7.0, 0.0, 1e-3, 1e-2, 1.0, index=1)
    assert forces["e1"] == EndStop("e1", "B", -1.0, 2.0, 100.0)
    assert forces["e2"] == EndStop("e2", "P", -np.inf, 0.1, 2e6, 0.3, 2.0)
    b1, b2 = forces["b1"], forces["b2"]
    assert isinstance(b1, Bushing) and b1.on_a == Pose((1.0, 0.0, 0.0))
    assert np.array_equal(b1.stiffness, np.diag(SIX)) and not np.any(b1.damping)
    assert np.array_equal(b2.stiffness, np.diag([1e6, 2, 3, 1, 1, 1]))
    assert b2.on_b.position == (0.1, 0.2, 0.3) and b2.on_b.rotation != Pose().rotation


def test_records_come_back_exactly() -> None:
    model = drafted(everything).build()
    record = model_record(model)
    for found in (model_from_record(record), model_from_record(decode(encode(record), "model"))):
        assert found == model and found.content_hash == model.content_hash


def test_every_parameter_has_a_unit_and_may_be_an_input() -> None:
    model = drafted(everything).build()
    names = [f"force:{f.name}.{p}" for f in model.forces for p in f.units]
    system = model.compile(kernels=(), parameters=names)
    assert set(names) <= set(analysis.parameter_names(system))
    plain = model.compile(kernels=())
    rng = np.random.default_rng(0)
    q = plain.add(plain.drawing(), rng.uniform(-0.3, 0.3, plain.nv))
    v = rng.normal(size=plain.nv)
    found = system.inverse_dynamics(q, v, v)
    np.testing.assert_allclose(found, plain.inverse_dynamics(q, v, v), rtol=1e-12)


def problems(add: Add) -> tuple[Problem, ...]:
    with pytest.raises(ModelError) as caught:
        drafted(add).build()
    return tuple(caught.value.problems)


def matrix(**changes: float) -> list[list[float]]:
    """The diagonal of SIX with some entries changed: x01=7 is row 0, column 1."""
    found = np.diag(SIX)
    for place, value in changes.items():
        found[int(place[1]), int(place[2])] = value
    return found.tolist()


NAN = float("nan")
REFUSED: list[tuple[str, str, Add]] = [
    ("M09", "use a bushing", lambda m: m.joint_spring("x", "S", 1.0)),
    ("M09", "use a bushing", lambda m: m.end_stop("x", "S", 1.0, lower=0, coordinate="omega_x")),
    ("M09", "did you mean 'B'", lambda m: m.joint_spring("x", "b", 1.0)),
    ("M09", "must be one of", lambda m: m.joint_spring("x", "A", 1.0)),
    ("M09", "acts on an angle", lambda m: m.torsion_bar("x", "P", 1.0)),
    ("M05", "N*m/rad", lambda m: m.joint_spring("x", "B", "3 N/m")),
    ("M05", "N/m", lambda m: m.joint_spring("x", "P", "3 N*m/rad")),
    ("M04", "below zero", lambda m: m.joint_spring("x", "B", 1.0, -0.1)),
    (
        "M04",
        "at the rate -1 rad/s (row 0)",
        lambda m: m.joint_spring("x", "B", 1, [(-1, 1), (0, 0), (1, 1)]),
    ),
    ("M04", "be 0 at 0", lambda m: m.joint_spring("x", "B", 1, [(-1, -1), (0, 0.1), (1, 1)])),
    ("N14", "k row 2", lambda m: m.joint_spring("x", "B", [(0, 0), (2, 1), (1, 2)])),
    ("M04", "k row 1", lambda m: m.joint_spring("x", "B", [(0, 0), (1, NAN), (2, 2)])),
    ("M05", "d row 1", lambda m: m.joint_spring("x", "B", 1, [(0, 0), ("1 m/s", 2)])),
    ("N14", "at least 2 rows", lambda m: m.joint_spring("x", "B", [(0, 0)])),
    ("M25", "rows (x, y)", lambda m: m.joint_spring("x", "B", [1, 2, 3])),
    ("M25", "is a function", lambda m: m.joint_spring("x", "B", np.sin)),
    ("M28", "k, or length", lambda m: m.torsion_bar("x", "B")),
    ("M28", "together with length", lambda m: m.torsion_bar("x", "B", 1, length=1)),
    ("M25", "diameter", lambda m: m.torsion_bar("x", "B", length=1, shear_modulus=1)),
    ("M28", "preload", lambda m: m.torsion_bar("x", "B", 1, preload=1, preset=1)),
    ("M04", "preload", lambda m: m.torsion_bar("x", "B", 0, preload=1)),
    ("M04", "sliding", lambda m: m.joint_friction("x", "B", -1)),
    ("M04", "smoothing", lambda m: m.joint_friction("x", "B", 1, smoothing=0)),
    ("M04", "exponent", lambda m: m.joint_friction("x", "B", 1, exponent=0.5)),
    ("M28", "no limits", lambda m: m.end_stop("x", "P", 1)),
    ("M21", "not below upper", lambda m: m.end_stop("x", "P", 1, lower=1, upper=1)),
    ("M04", "k", lambda m: m.end_stop("x", "B", 0)),
    ("M04", "a", lambda m: m.end_stop("x", "B", 1, -1)),
    ("M05", "N/m^2", lambda m: m.end_stop("x", "P", "1 N/m", lower=0, exponent=2)),
    ("M08", "with itself", lambda m: m.bushing("x", "arm", "arm", SIX, at=(0, 0, 0))),
    ("M28", "at", lambda m: m.bushing("x", "arm", "hand", SIX)),
    ("M28", "on_b", lambda m: m.bushing("x", "arm", "hand", SIX, on_a=(0, 0, 0))),
    ("M25", "6x6", lambda m: m.bushing("x", "arm", "hand", (1, 2, 3), at=(0, 0, 0))),
    ("M05", "stiffness", lambda m: m.bushing("x", "arm", "hand", ("1 N", *SIX[1:]), at=(0, 0, 0))),
    (
        "M04",
        "row 1 column 5 is 7, but row 5 column 1 is 0",
        lambda m: m.bushing("x", "arm", "hand", matrix(x04=7.0), at=(0, 0, 0)),
    ),
    (
        "M04",
        "negative eigenvalue -4.28",
        lambda m: m.bushing("x", "arm", "hand", SIX, matrix(x04=7.0, x40=7.0), at=(0, 0, 0)),
    ),
    ("M25", "force and a moment", lambda m: m.bushing("x", "arm", "hand", SIX, preload=(1, 2))),
]


@pytest.mark.parametrize("case", range(len(REFUSED)))
def test_what_is_refused(case: int) -> None:
    code, words, add = REFUSED[case]
    found = [p for p in problems(add) if p.code == code]
    assert found and all("force 'x'" in p.element for p in found)
    assert any(words in f"{p.element} {p.value} {p.rule} {p.action}" for p in found), str(found)


@pytest.mark.parametrize("smooth", (0, 1, 2))
def test_quadrants_of_dampers_between_and_beyond_the_rows(smooth: int) -> None:
    """Rows in the right quadrants: the spline swings out of them, the others do not."""
    x, y = (-1.0, 0.0, 1.0, 2.0, 3.0, 4.0), (-1.0, 0.0, 9.0, 0.0, 0.0, 9.0)
    curve = Curve(x, y, smooth, "line")
    fine = np.linspace(-5.0, 6.0, 20_001)
    wrong = bool(np.any(fine * curve(fine) < -1e-9))
    assert wrong == (smooth == 2)
    if wrong:
        (problem,) = problems(lambda m: m.joint_spring("x", "B", 1.0, curve))
        assert "row" not in problem.rule.split(":")[0] and problem.code == "M04"
    else:
        drafted(lambda m: m.joint_spring("x", "B", 1.0, curve)).build()
    falling = Curve((-1.0, 0.0, 1.0, 2.0, 3.0), (-1.0, 0.0, 3.0, 2.0, 1.0), smooth, "line")
    assert "at the rate" in problems(lambda m: m.joint_spring("x", "B", 1.0, falling))[0].rule
    held = Curve(falling.x, falling.y, smooth, "hold")
    drafted(lambda m: m.joint_spring("x", "B", 1.0, held)).build()


def test_the_row_of_a_damper_in_a_wrong_quadrant_is_named() -> None:
    wrong = Curve((-1.0, 0.0, 1.0), (-1.0, 0.0, -2.0), 0, "line")
    (problem,) = problems(lambda m: m.joint_spring("x", "B", 1.0, wrong))
    assert "at the rate 1 rad/s (row 2): a damper" in problem.rule


def test_all_problems_at_once() -> None:
    def add(m: Mechanism) -> None:
        m.joint_spring("x", "B", "1 N", -1.0, free="1 m", preload="1 N")
        m.bushing("y", "arm", "hnad", (1, 2), (0,) * 6, preload=(1,), at=(0, 0, 0))
        m.end_stop("z", "B", -1, -1, exponent=0, lower=2, upper=1)

    found = {(p.element.split(" / ")[0], p.element.split(" / ")[-1]) for p in problems(add)}
    assert found >= {("force 'x'", name) for name in ("k", "d", "free", "preload")}
    assert found >= {("force 'y'", name) for name in ("b", "stiffness", "preload")}
    assert found >= {("force 'z'", name) for name in ("k", "a", "exponent", "lower")}


WARNED: list[tuple[str, str, Add]] = [
    ("W40", "below zero", lambda m: m.joint_spring("x", "B", -3.0)),
    ("W40", "from row 1 to row 2", lambda m: m.joint_spring("x", "B", [(-1, -1), (0, 1), (1, 0)])),
    ("W40", "below zero", lambda m: m.torsion_bar("x", "B", -3.0)),
    (
        "W40",
        "eigenvalue -2",
        lambda m: m.bushing("x", "arm", "hand", (1, 2, 3, 4, 5, -2), at=(0, 0, 0)),
    ),
    ("W21", "leave out 0", lambda m: m.end_stop("x", "B", 1, lower=0.5, upper=1)),
    ("W41", "below sliding", lambda m: m.joint_friction("x", "B", 2, 1)),
    ("W41", "3 times", lambda m: m.joint_friction("x", "B", 2, 3, smoothing=0.1, stribeck=0.2)),
]


@pytest.mark.parametrize("case", range(len(WARNED)))
def test_what_is_warned_of(case: int) -> None:
    code, words, add = WARNED[case]
    model: Model = drafted(add).build()
    notice: Any = next(p for p in model.notices if p.code == code)
    assert notice.severity == "warning" and words in notice.rule
    with pytest.raises(ModelError):
        drafted(add).build(strict=True)


def test_sound_models_have_no_notices_of_forces() -> None:
    assert not [p for p in drafted(everything).build().notices if "force" in p.element]
