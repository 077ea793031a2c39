"""The Magic Formula against a second program, its limits and its file."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from sarrus.errors import ModelError
from sarrus.formats.source_text import SourceText
from sarrus.formats.tir import read_tyre, tyre_of_text, tyre_text
from sarrus.tyres import BrushTyre, LinearTyre, MagicFormula, Patch, TMeasyTyre, Tyre

CAR = files("sarrus") / "tyres" / "data" / "passenger_car.tir"
ROWS = json.loads((Path(__file__).parent / "second_program.json").read_text(encoding="utf-8"))
"""Load, kappa, alpha, gamma, speed; F_x, F_y, M_x, M_y, M_z by MFeval 4 (M. Furlan), as C code of
the OpenTire project, for the coefficients of our file."""


@pytest.fixture(scope="module")
def car() -> MagicFormula:
    return read_tyre(str(CAR))


@pytest.mark.parametrize("row", ROWS)
def test_second_program(car: MagicFormula, row: list[float]) -> None:
    load, kappa, alpha, gamma, speed, *expected = row
    found = car.forces(Patch(load, kappa, np.tan(alpha), gamma, 0.0, speed))
    assert found.F_x == pytest.approx(expected[0], rel=1e-13, abs=1e-9)
    assert found.F_y == pytest.approx(expected[1], rel=1e-13, abs=1e-9)
    assert found.M_x == pytest.approx(expected[2], rel=1e-12, abs=1e-9)
    assert found.M_y == pytest.approx(expected[3], rel=1e-4)  # ours fades at a walking pace
    assert found.M_z == pytest.approx(expected[4], rel=1e-6, abs=1e-5)  # theirs adds 1e-6 m/s


def simple(kind: type[Tyre]) -> Tyre:
    common = {"radius": 0.3, "k": 2e5, "load": 4000.0}
    if kind is TMeasyTyre:
        return TMeasyTyre(
            **common, slope_x=(9e4, 1.6e5), s_max_x=(0.11, 0.12), F_max_x=(4400.0, 8000.0),
            s_slide_x=(0.5, 0.8), F_slide_x=(4250.0, 7600.0), slope_y=(7e4, 1.1e5),
            s_max_y=(0.18, 0.2), F_max_y=(4100.0, 7500.0), s_slide_y=(0.6, 0.8),
            F_slide_y=(4000.0, 7300.0), trail=(0.05, 0.06), s_trail=(0.2, 0.22), s_end=(0.5, 0.6),
        )  # fmt: skip
    return kind(**common, stiffness=7e4, stiffness_along=9e4)  # type: ignore[call-arg]


@pytest.mark.parametrize("kind", [LinearTyre, BrushTyre, TMeasyTyre])
def test_stiffness_is_the_slope_at_zero_slip(kind: type[Tyre]) -> None:
    tyre, d = simple(kind), 1e-7
    along, across = tyre.forces(Patch(4000.0, d)), tyre.forces(Patch(4000.0, 0.0, d))
    assert along.F_x / d == pytest.approx(along.K_x, rel=1e-4)
    assert across.F_y / d == pytest.approx(across.K_y, rel=1e-4)
    assert along.K_x == pytest.approx(9e4) and across.K_y == pytest.approx(-7e4)


def test_stiffness_of_the_magic_formula(car: MagicFormula) -> None:
    d = 1e-6
    for at in (1500.0, 4000.0, 7000.0):
        star = car.star(Patch(at))
        shift = car.lateral(Patch(at), star).shift  # the curve's own zero
        a, b = (car.lateral(Patch(at, 0.0, np.tan(x - shift)), star_at(car, at, x - shift)).force
                for x in (-d, d))  # fmt: skip
        stiffness = car.lateral(Patch(at), star).stiffness
        assert (b - a) / (2.0 * d) == pytest.approx(stiffness, rel=1e-6)


def star_at(car: MagicFormula, load: float, alpha: float):  # type: ignore[no-untyped-def]
    return car.star(Patch(load, 0.0, np.tan(alpha)))


@pytest.mark.parametrize("kind", [BrushTyre, TMeasyTyre])
def test_sliding_is_bounded_by_friction(kind: type[Tyre]) -> None:
    tyre = simple(kind)
    for kappa, slip in ((0.3, 0.4), (-0.9, 0.1), (0.02, 0.9), (-0.2, -0.7)):
        f = tyre.forces(Patch(4000.0, kappa, slip))
        most = 1.1 if kind is TMeasyTyre else 1.0
        assert np.hypot(f.F_x, f.F_y) <= most * 4000.0 * (1.0 + 1e-12)
    full = tyre.forces(Patch(4000.0, -0.95, 0.0))
    assert full.F_x == pytest.approx(-4000.0 if kind is BrushTyre else -4250.0, rel=1e-3)


def test_brush_in_closed_form() -> None:
    """Half of the patch slides where tan(alpha) is half of 3 mu F_z/K; trail a/3 at zero slip."""
    tyre = simple(BrushTyre)
    slip = 0.5 * 3.0 * 4000.0 / 7e4
    f = tyre.forces(Patch(4000.0, 0.0, slip))
    u = 0.5
    assert f.F_y == pytest.approx(-3.0 * 4000.0 * u * (1.0 - u + u * u / 3.0), rel=1e-9)
    assert f.M_z == pytest.approx(0.08 * 4000.0 * u * (1.0 - u) ** 3, rel=1e-9)


def test_lifted_wheel_has_no_force(car: MagicFormula) -> None:
    for tyre in (car, simple(BrushTyre), simple(TMeasyTyre), simple(LinearTyre)):
        f = tyre.forces(Patch(0.0, 0.1, 0.1, 0.05))
        for value in (f.F_x, f.F_y, f.M_x, f.M_z):
            assert abs(value) < 1e-6


def test_text_is_read_again(car: MagicFormula) -> None:
    assert tyre_of_text(SourceText(tyre_text(car), "again.tir")) == car


GOOD = """[UNITS]
LENGTH = 'mm'
FORCE = 'newton'
[DIMENSION]
UNLOADED_RADIUS = 312.0 $ radius
[VERTICAL]
FNOMIN = 4000 ! load
VERTICAL_STIFFNESS = 200
"""


def test_units_of_the_file() -> None:
    tyre = tyre_of_text(SourceText(GOOD, "a.tir"))
    assert tyre.coefficients["UNLOADED_RADIUS"] == pytest.approx(0.312)
    assert tyre.coefficients["VERTICAL_STIFFNESS"] == pytest.approx(2e5)
    assert tyre.rolling_radius(4000.0, 50.0) < 0.312


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (("FNOMIN = 4000", "FNOMINN = 4000"), "M09", "did you mean FNOMIN"),
        (("FNOMIN = 4000", "FNOMIN = nan"), "M25", "not a number"),
        (("FNOMIN = 4000", "FNOMIN = -4"), "M04", "positive"),
        (("FNOMIN = 4000 ! load\n", ""), "M28", "FNOMIN"),
        (("VERTICAL_STIFFNESS = 200\n", ""), "M28", "VERTICAL_STIFFNESS"),
        (("[VERTICAL]", "[VERTICAL]\nFNOMIN = 3"), "F06", "twice"),
        (("'mm'", "'mile'"), "M05", "unit"),
        (("[VERTICAL]", "[VERTICAL]\nwhat is this"), "F01", "neither"),
    ],
)
def test_what_is_wrong_in_a_file(change: tuple[str, str], code: str, words: str) -> None:
    with pytest.raises(ModelError) as caught:
        tyre_of_text(SourceText(GOOD.replace(*change), "a.tir"))
    found = [p for p in caught.value.problems if p.code == code]
    assert found and found[0].location is not None and found[0].location.file == "a.tir"
    assert words.lower() in str(found[0]).lower()


def test_turn_slip_lowers_forces(car: MagicFormula) -> None:
    turning = MagicFormula(car.coefficients, turn_slip=True)
    slips = np.linspace(-0.5, 0.5, 41)
    most = [max(abs(turning.forces(Patch(4000.0, 0.0, x, 0.0, spin)).F_y) for x in slips)
            for spin in (0.0, 1.0, 3.0)]  # fmt: skip
    assert most[0] > most[1] > most[2]
    straight = turning.forces(Patch(4000.0, 0.0, 0.05))
    assert straight.F_y == pytest.approx(car.forces(Patch(4000.0, 0.0, 0.05)).F_y, rel=1e-3)


def test_version_5_2_by_its_own_formulas() -> None:
    """F_x and F_y of pure slip with camber and other loads, as MF-Tyre 5.2 prints them.

    Where 6.1 differs: stiffness falls with |gamma| (PKY3), shifts are linear in gamma (PHY3, PVY3).
    (MF-Tyre/MF-Swift 5.2 equation manual; H. B. Pacejka, Tyre and Vehicle Dynamics, 2006, 4.3.2.)
    """
    random = np.random.default_rng(3)
    c = {
        "PCX1": 1.6, "PDX1": 1.1, "PDX2": -0.1, "PDX3": 2.0, "PEX1": 0.4, "PEX2": 0.2, "PEX4": 0.1,
        "PKX1": 22.0, "PKX2": 0.5, "PKX3": 0.2, "PHX1": 1e-3, "PHX2": 2e-4, "PVX1": 1e-2,
        "PVX2": -1e-2, "PCY1": 1.35, "PDY1": 1.0, "PDY2": -0.15, "PDY3": 1.5, "PEY1": -0.4,
        "PEY2": -0.2, "PEY3": 0.1, "PEY4": -3.0, "PKY1": -15.0, "PKY2": 1.7, "PKY3": 0.8,
        "PHY1": 2e-3, "PHY2": 1e-3, "PHY3": 0.04, "PVY1": 0.02, "PVY2": -0.01, "PVY3": -0.3,
        "PVY4": -0.1,
    }  # fmt: skip
    nominal = 4000.0
    vertical = {"FNOMIN": nominal, "UNLOADED_RADIUS": 0.3, "VERTICAL_STIFFNESS": 2e5, "FITTYP": 6.0}
    tyre = MagicFormula({**c, **vertical})
    assert tyre.version == "5.2"

    def curve(x: float, D: float, C: float, B: float, E: float) -> float:
        return D * np.sin(C * np.arctan(B * x - E * (B * x - np.arctan(B * x))))

    for _ in range(12):
        load, kappa = random.uniform(2000.0, 6000.0), random.uniform(-0.2, 0.2)
        alpha, gamma = random.uniform(-0.15, 0.15), random.uniform(-0.1, 0.1)
        f = (load - nominal) / nominal
        x = kappa + c["PHX1"] + c["PHX2"] * f
        mu = (c["PDX1"] + c["PDX2"] * f) * (1.0 - c["PDX3"] * gamma**2)
        E = (c["PEX1"] + c["PEX2"] * f) * (1.0 - c["PEX4"] * np.sign(x))
        K = load * (c["PKX1"] + c["PKX2"] * f) * np.exp(c["PKX3"] * f)
        F_x = curve(x, mu * load, c["PCX1"], K / (c["PCX1"] * mu * load), E)
        F_x += load * (c["PVX1"] + c["PVX2"] * f)
        y = alpha + c["PHY1"] + c["PHY2"] * f + c["PHY3"] * gamma
        mu = (c["PDY1"] + c["PDY2"] * f) * (1.0 - c["PDY3"] * gamma**2)
        E = (c["PEY1"] + c["PEY2"] * f) * (1.0 - (c["PEY3"] + c["PEY4"] * gamma) * np.sign(y))
        K = c["PKY1"] * nominal * np.sin(2.0 * np.arctan(load / (c["PKY2"] * nominal)))
        K *= 1.0 - c["PKY3"] * abs(gamma)
        F_y = curve(y, mu * load, c["PCY1"], K / (c["PCY1"] * mu * load), E)
        F_y += load * (c["PVY1"] + c["PVY2"] * f + (c["PVY3"] + c["PVY4"] * f) * gamma)
        along, across = Patch(load, kappa, 0.0, gamma), Patch(load, 0.0, np.tan(alpha), gamma)
        assert tyre.longitudinal(along, tyre.star(along)).force == pytest.approx(F_x, rel=1e-8)
        assert tyre.lateral(across, tyre.star(across)).force == pytest.approx(F_y, rel=1e-8)
    shape = {"QBZ1": 9.0, "QCZ1": 1.2, "QDZ1": 0.1, "QEZ1": -1.0}
    aligned = MagicFormula({**c, **vertical, **shape})
    for alpha, gamma in ((0.05, 0.08), (-0.1, 0.05), (0.02, -0.1)):
        found = aligned.forces(Patch(nominal, 0.0, np.tan(alpha), gamma))
        x = shape["QBZ1"] * alpha
        turned = np.arctan(x - shape["QEZ1"] * (x - np.arctan(x)))
        trail = 0.3 * shape["QDZ1"] * np.cos(shape["QCZ1"] * turned) * np.cos(alpha)
        assert found.M_z == pytest.approx(-trail * found.F_y, rel=1e-8)


def test_version_numbers_of_files(car: MagicFormula) -> None:
    for number, version in ((6, "5.2"), (21, "5.2"), (52, "5.2"), (61, "6.1"), (62, "6.1")):
        assert MagicFormula({**car.coefficients, "FITTYP": number}).version == version
    with pytest.raises(ModelError, match=r"FITTYP.*7 is not a version"):
        MagicFormula({**car.coefficients, "FITTYP": 7})
